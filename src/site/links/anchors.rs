//! The anchors on pages. Anchors are collected only for pages that are the target of a link with an anchor.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use percent_encoding::percent_decode_str;

use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::markdown::Metadata;
use crate::openapi::{anchors, tree::Trees};
use crate::path::SourcePath;
use crate::site::{Content, Page, SiteApi, parts_of};

/// The IDs of every page, by the page's index.
pub(crate) struct Anchors<'a> {
    pages: &'a [Arc<Page>],
    apis: &'a [SiteApi],
    trees: Vec<OnceLock<Trees<'a>>>,
    known: Vec<OnceLock<HashSet<Cow<'a, str>>>>,
}

impl<'a> Anchors<'a> {
    pub(crate) fn new(pages: &'a [Arc<Page>], apis: &'a [SiteApi]) -> Self {
        Anchors {
            pages,
            apis,
            trees: apis.iter().map(|_| OnceLock::new()).collect(),
            known: pages.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Returns the problem with a link to an anchor on a page. Returns `None` if the anchor exists or might be in a
    /// part of the page that failed.
    pub(crate) fn check(&self, index: usize, anchor: &str, target: &str) -> Option<Diagnostic> {
        let page = &self.pages[index];
        match page.parsed() {
            Some(there) if there.metadata.is_incomplete => None,
            Some(there) => {
                let ids = self.known[index].get_or_init(|| of_document(&there.metadata));
                let what =
                    format_args!("add the ID to a heading in `{}`, or correct the link", there.source.path);
                broken(ids, &what, anchor, target)
            }
            None => {
                let what = format_args!("correct the link: nothing on `{}` has this ID", page.route);
                broken(self.of_api(index)?, &what, anchor, target)
            }
        }
    }

    fn of_api(&self, index: usize) -> Option<&HashSet<Cow<'a, str>>> {
        let Content::Api(api, subject) = self.pages[index].content else { return None };
        let trees = self.trees[api].get_or_init(|| {
            let own = &self.apis[api];
            Trees::with_history(&own.api, own.history.as_deref())
        });
        let of_note = self.pages[index].note.iter().flat_map(|note| of_document(&note.metadata));
        let of_part = |part: usize| {
            let id = self.pages[part].route.part_id().unwrap_or_default();
            let own = self.of_api(part).into_iter().flatten().map(move |own| format!("{id}/{own}"));
            own.chain([id.to_owned()]).map(Cow::Owned)
        };
        let of_parts = || parts_of(self.pages, index).flat_map(of_part);
        let own = || anchors::of_page(trees, subject).into_iter().map(Cow::Owned).chain(of_note);
        Some(self.known[index].get_or_init(|| own().chain(of_parts()).collect()))
    }
}

/// Returns the problem with a link to an anchor on a page with these IDs. `otherwise` is the hint to use if no ID is
/// similar.
pub(super) fn broken(
    ids: &HashSet<Cow<'_, str>>,
    otherwise: &dyn fmt::Display,
    anchor: &str,
    target: &str,
) -> Option<Diagnostic> {
    let decoded = percent_decode_str(anchor).decode_utf8_lossy();
    // Without an element with this ID, `#top` is the top of the page (HTML, section 7.4.6.3).
    if ids.contains(&*decoded) || decoded.starts_with(":~:") || decoded.eq_ignore_ascii_case("top") {
        return None;
    }
    let mut sorted: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    let hint = match did_you_mean(&decoded, sorted) {
        Some(hint) => hint.within("#", ""),
        None => otherwise.to_string().into(),
    };
    let message = format!("broken link: `{target}` doesn't match any heading or ID on the target page");
    Some(Diagnostic::new(Code::BrokenAnchor, message).hint(hint))
}

/// Returns the problem with a link in an original, `from`, to an ID that a translation doesn't have. The link is right
/// for the original of the translation. The problem is the same for all links to the ID.
pub(super) fn not_in(translation: &SourcePath, anchor: &str, from: &SourcePath) -> Diagnostic {
    let message = format!(
        "broken link: `#{anchor}` doesn't match any heading or ID in this translation, but untranslated pages link to it"
    );
    Diagnostic::new(Code::BrokenAnchor, message)
        .hint(format!("add `{{#{anchor}}}` to the heading; for example, `{from}` links to it"))
        .in_file(translation)
}

/// Returns every ID on a Markdown file's page that a link can use.
pub(in crate::site) fn of_document(metadata: &Metadata) -> HashSet<Cow<'_, str>> {
    let headings = metadata.headings.iter().map(|heading| &*heading.id);
    let ids = headings.chain(metadata.title_id.as_deref()).chain(metadata.anchors.iter().map(|id| &**id));
    ids.map(Cow::Borrowed).collect()
}
