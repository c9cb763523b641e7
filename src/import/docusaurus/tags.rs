//! Redirects from the lists of tags whose URLs are different in docgen.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::Docusaurus;
use super::content::{Blog, OldPage, PageKind, locales};
use super::routes::kebab_case;
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
        let (default, all) = locales(&self.config);
        let url = page.url.trim_start_matches('/');
        let locale = all.iter().filter(|locale| **locale != default).find_map(|locale| {
            let rest = url.strip_prefix(locale.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then_some((format!("/{locale}"), rest))
        });
        let (prefix, url) = locale.unwrap_or((String::new(), url));
        let is_below = |route: &str| {
            let rest = url.trim_start_matches('/').strip_prefix(route.trim_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || route.is_empty())
        };
        let route = match page.kind {
            PageKind::Page => return None,
            PageKind::Post => blogs.iter().map(|blog| blog.route.clone()).find(|route| is_below(route))?,
            PageKind::Doc(index) => {
                let docs = &self.docs[index];
                let names = &self.files.versions[index];
                let of_version = |path: String| format!("{}/{path}", docs.route).trim_matches('/').to_owned();
                let paths = names.iter().map(|version| docs.path_of(version, docs.last(names)));
                let mut versions = paths.filter(|path| !path.is_empty()).map(of_version);
                let version = versions.find(|route| is_below(route));
                version.or_else(|| Some(docs.route.clone()).filter(|route| is_below(route)))?
            }
        };
        let route = route.trim_matches('/');
        Some(if route.is_empty() { format!("{prefix}/tags") } else { format!("{prefix}/{route}/tags") })
    }
}
