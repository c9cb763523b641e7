//! The IDs of tabs, which links can refer to.

use std::collections::BTreeSet;

use super::slugs::Slugs;

/// The rule for the IDs of a site's tabs.
pub(in crate::import) struct TabIds {
    slugs: Slugs,
    /// Whether a tab's ID starts with the ID of the heading above the tab.
    follow_headings: bool,
    /// The fragments of all links on the site.
    linked: BTreeSet<String>,
}

impl TabIds {
    /// Returns the rule for a site whose pages have these texts.
    pub(in crate::import) fn of<'t>(
        slugs: Slugs,
        follow_headings: bool,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Self {
        let is_end = |c: char| c.is_whitespace() || matches!(c, ')' | '"' | '\'' | '>' | '#');
        let of_text = |text: &'t str| {
            text.split('#').skip(1).filter_map(move |rest| rest.split(is_end).next()).map(str::to_owned)
        };
        let linked = texts.into_iter().flat_map(of_text).filter(|fragment| !fragment.is_empty()).collect();
        TabIds { slugs, follow_headings, linked }
    }

    /// Returns a tab's ID. If no link refers to the tab, returns `None`.
    pub(super) fn id(&self, title: &str, heading: &str) -> Option<String> {
        let slug = self.slugs.slug(title);
        let id = match self.follow_headings && !heading.is_empty() {
            true => format!("{heading}-{slug}"),
            false => slug,
        };
        self.linked.contains(&id).then_some(id)
    }
}
