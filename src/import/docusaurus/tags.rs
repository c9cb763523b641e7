//! Redirects from the lists of tags whose URLs are different in docgen.

use std::collections::{BTreeMap, BTreeSet};

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use serde_json::json;

use super::Docusaurus;
use super::content::{Blog, OldPage, PageKind};
use crate::import::front_matter;
use crate::import::settings::Settings;
use crate::path::slugify;
use crate::source::tree::Node;

impl Docusaurus<'_> {
    /// Adds a redirect for each tag that has a different URL in docgen.
    pub(super) fn redirect_tags(&self, settings: &mut Settings) {
        let blogs = Blog::all(&self.config);
        let mut lists: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, page) in &self.files.pages {
            let Some(base) = self.base_of_tags(page, &blogs) else { continue };
            let Some(source) = self.origin.text(path) else { continue };
            let entries = front_matter::read(&source).entries;
            let tags = entries.iter().find(|entry| entry.name == "tags");
            let label = |tag: &Node| tag.at(&["label"]).and_then(Node::text).or_else(|| tag.text());
            let labels = tags.map_or(&[][..], |tags| tags.node.items()).iter().filter_map(label);
            lists.entry(base).or_default().extend(labels);
        }
        for (base, labels) in lists {
            let own: BTreeSet<String> = labels.iter().map(|label| slugify(label)).collect();
            for label in &labels {
                let (old, new) = (kebab_case(label), slugify(label));
                if old != new && !old.is_empty() && !own.contains(&old) {
                    settings.push(
                        "redirects",
                        json!({ "from": format!("{base}/{old}"), "to": format!("{base}/{new}") }),
                    );
                }
            }
        }
    }

    /// Returns the URL path of the list of tags that contains a page's tags.
    fn base_of_tags(&self, page: &OldPage, blogs: &[Blog<'_>]) -> Option<String> {
        let is_below = |route: &str| {
            let rest = page.url.trim_start_matches('/').strip_prefix(route.trim_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || route.is_empty())
        };
        let route = match page.kind {
            PageKind::Page => return None,
            PageKind::Post => blogs.iter().map(|blog| blog.route.clone()).find(|route| is_below(route))?,
            PageKind::Doc(index) => {
                let docs = &self.docs[index];
                let of_version =
                    |path: &String| format!("{}/{path}", docs.route).trim_matches('/').to_owned();
                let mut versions = docs.paths.values().filter(|path| !path.is_empty()).map(of_version);
                let version = versions.find(|route| is_below(route));
                version.or_else(|| Some(docs.route.clone()).filter(|route| is_below(route)))?
            }
        };
        let route = route.trim_matches('/');
        Some(if route.is_empty() { "/tags".to_owned() } else { format!("/{route}/tags") })
    }
}

/// Returns the words of a text, joined with hyphens, like `kebabCase` of lodash: each change of case and each change between
/// letters and digits starts a word.
pub(super) fn kebab_case(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let plain: Vec<char> = DecomposingNormalizerBorrowed::new_nfd()
        .normalize(text)
        .chars()
        .filter(|c| categories.get(*c) != GeneralCategory::NonspacingMark && !matches!(c, '\'' | '\u{2019}'))
        .collect();
    let mut out = String::new();
    for (at, c) in plain.iter().enumerate() {
        if !c.is_alphanumeric() {
            continue;
        }
        let before = at.checked_sub(1).map(|at| plain[at]).filter(|c| c.is_alphanumeric());
        let next_is_lower = plain.get(at + 1).is_some_and(|next| next.is_lowercase());
        let is_start = before.is_none_or(|before| {
            before.is_numeric() != c.is_numeric()
                || c.is_uppercase() && (!before.is_uppercase() || next_is_lower)
        });
        if is_start && !out.is_empty() {
            out.push('-');
        }
        out.extend(c.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::kebab_case;

    #[test]
    fn tags_have_the_words_of_lodash() {
        for (text, expected) in [
            ("1.19.4", "1-19-4"),
            ("Zig 0.15.x", "zig-0-15-x"),
            ("avanc\u{e9}", "avance"),
            ("game_test", "game-test"),
            ("gameTest", "game-test"),
            ("HTMLParser", "html-parser"),
            ("v2beta", "v-2-beta"),
            ("it's", "its"),
            ("C++", "c"),
        ] {
            assert_eq!(kebab_case(text), expected, "{text}");
        }
    }
}
