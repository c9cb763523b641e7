//! The navigation that the `awesome-nav`, `awesome-pages`, and `literate-nav` plugins derive from folders. A folder's
//! config lists the folder's pages and subfolders.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::MkDocs;
use crate::import::glob::glob;
use crate::import::inline::capitalized;
use crate::path::SourcePath;
use crate::source::tree::{self, Node, Value};

/// The plugins.
pub(super) const PLUGINS: [&str; 4] =
    ["awesome-pages", "awesome-nav", "material/awesome-nav", super::literate::PLUGIN];

/// The names of folder configs.
pub(super) const CONFIGS: [&str; 2] = [".nav.yml", ".pages"];

/// The maximum nesting depth of folders.
const DEEPEST: usize = 20;

impl MkDocs<'_> {
    /// Whether a plugin derives the navigation from folders.
    pub(super) fn has_folder_navigation(&self) -> bool {
        self.plugins().iter().any(|(name, ..)| PLUGINS.contains(name))
    }

    /// Returns the navigation items of a folder. `folder` is relative to the folder that contains the pages.
    pub(super) fn folder_items(
        &self,
        folder: &str,
        depth: usize,
        titles: &mut BTreeMap<String, String>,
    ) -> Vec<Json> {
        let config = self.folder_config(folder);
        let children = self.children(folder);
        let listed =
            config.as_ref().and_then(|config| config.at(&["nav"]).or_else(|| config.at(&["arrange"])));
        let entries = listed.map_or(&[][..], Node::items);
        let mut named = BTreeSet::new();
        add_names(entries, &mut named);
        if !entries.is_empty() {
            return self.listed_items(folder, entries, &named, depth, titles);
        }
        let is_descending =
            config.as_ref().and_then(|config| config.at(&["order"])?.text()).as_deref() == Some("desc");
        let mut names = children;
        if is_descending {
            names.reverse();
        }
        names.iter().filter_map(|name| self.folder_item(folder, None, name, depth, titles)).collect()
    }

    /// Returns the navigation items in a list. `named` contains the paths of the pages and subfolders that the folder's
    /// config lists.
    fn listed_items(
        &self,
        folder: &str,
        entries: &[Node],
        named: &BTreeSet<String>,
        depth: usize,
        titles: &mut BTreeMap<String, String>,
    ) -> Vec<Json> {
        let mut items = Vec::new();
        for entry in entries {
            let (title, node) = match entry.pair() {
                Some((title, node)) => (Some(title.to_owned()), node),
                None => (None, entry),
            };
            if let (Some(title), Value::List(inside)) = (&title, &node.value) {
                let inside = self.listed_items(folder, inside, named, depth, titles);
                if !inside.is_empty() {
                    items.push(json!({ "category": title, "items": inside }));
                }
                continue;
            }
            let name = node.text().unwrap_or_default();
            let bare = name.trim_end_matches('/');
            let is_pattern = bare.contains(['*', '?']);
            let names = match bare.starts_with("...") {
                true => self.matching(folder, "*", named),
                false if is_pattern => self.matching(folder, &name, named),
                false => Vec::from_iter((!bare.is_empty()).then(|| bare.to_owned())),
            };
            let title = title.filter(|_| !is_pattern);
            let found =
                names.iter().filter_map(|name| self.folder_item(folder, title.clone(), name, depth, titles));
            items.extend(found);
        }
        items
    }

    /// Converts a navigation entry of the site's config that's a pattern. For other entries, returns `None`.
    pub(super) fn pattern_items(
        &self,
        entry: &Node,
        titles: &mut BTreeMap<String, String>,
    ) -> Option<Vec<Json>> {
        let (title, node) = entry.pair().map_or((None, entry), |(title, node)| (Some(title), node));
        let is_pattern = node.text().is_some_and(|text| text.contains('*') && !text.contains("://"));
        if !is_pattern || !self.has_folder_navigation() {
            return None;
        }
        let mut named = BTreeSet::new();
        add_names(self.config.at(&["nav"]).map_or(&[][..], Node::items), &mut named);
        let items = self.listed_items("", std::slice::from_ref(node), &named, 0, titles);
        Some(match title {
            Some(title) => vec![json!({ "category": title, "items": items })],
            None => items,
        })
    }

    /// Returns the paths of the pages and subfolders that match a pattern such as `guides/*`, relative to the folder,
    /// except paths that the folder's config lists. A pattern that ends with a slash matches only folders.
    fn matching(&self, folder: &str, pattern: &str, named: &BTreeSet<String>) -> Vec<String> {
        let bare = pattern.trim_end_matches('/');
        let (inside, last) = bare.rsplit_once('/').unwrap_or(("", bare));
        let Some(last) = glob(last) else { return Vec::new() };
        let base = SourcePath::new(format!("{folder}/{inside}"));
        let matches = |name: &String| last.is_match(name) && !(bare != pattern && name.ends_with(".md"));
        let path = |name: String| if inside.is_empty() { name } else { format!("{inside}/{name}") };
        let names = self.children(base.as_str()).into_iter().filter(matches).map(path);
        names.filter(|path| !named.contains(path)).collect()
    }

    fn folder_item(
        &self,
        folder: &str,
        title: Option<String>,
        name: &str,
        depth: usize,
        titles: &mut BTreeMap<String, String>,
    ) -> Option<Json> {
        if name.contains("://") {
            return Some(json!({ "href": name, "label": title.unwrap_or_else(|| name.to_owned()) }));
        }
        let path = SourcePath::new(format!("{folder}/{name}")).as_str().to_owned();
        if let Some(blog) = &self.blog {
            if blog.is_list(&path) {
                let label = title.unwrap_or_else(|| "Blog".to_owned());
                return Some(json!({ "href": format!("/{}", blog.folder()), "label": label }));
            }
            if blog.post(&path).is_some() {
                return None;
            }
        }
        if self.pages.contains(&path) {
            let id = self.id_of(&path);
            return Some(match title {
                Some(title) => {
                    titles.insert(path, title.clone());
                    json!({ "doc": id, "label": title })
                }
                None => id.into(),
            });
        }
        let config = self.folder_config(&path);
        let is_hidden =
            |config: &Node| matches!(config.at(&["hide"]).map(|node| &node.value), Some(Value::Bool(true)));
        if depth >= DEEPEST || config.as_ref().is_some_and(is_hidden) {
            return None;
        }
        let mut items = self.folder_items(&path, depth + 1, titles);
        if items.is_empty() {
            return None;
        }
        let own = config.and_then(|config| config.at(&["title"])?.text());
        let last = name.rsplit('/').next().unwrap_or(name);
        let label = title.or(own).unwrap_or_else(|| capitalized(&last.replace(['-', '_'], " ")));
        let indexes = ["index.md", "README.md"].map(|name| self.id_of(&format!("{path}/{name}")));
        let is_index = |item: &Json| item.as_str().is_some_and(|id| indexes.iter().any(|index| index == id));
        let first = || items[0].as_str().filter(|id| self.is_section_page(&format!("{id}.md"))).map(|_| 0);
        let link = items.iter().position(is_index).or_else(first).map(|at| items.remove(at));
        Some(json!({ "category": label, "link": link, "items": items }))
    }

    fn folder_config(&self, folder: &str) -> Option<Node> {
        if let Some(navigation) = self.literate_navigation(folder) {
            return Some(navigation);
        }
        CONFIGS.iter().find_map(|name| {
            let path = SourcePath::new(format!("{}/{folder}/{name}", self.docs));
            let source = self.origin.text(&path)?;
            // The name of the file has no extension.
            tree::of_other_program(&crate::source::Source { path: SourcePath::new("nav.yml"), ..source })
        })
    }

    /// Whether a folder's pages have a different order than in docgen: MkDocs lists pages before subfolders.
    pub(super) fn has_own_order(&self) -> bool {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        for page in &self.pages {
            for (at, _) in page.match_indices('/') {
                let (folder, name) = page[..at].rsplit_once('/').unwrap_or(("", &page[..at]));
                let least = first.entry(folder).or_insert(name);
                *least = name.min(least);
            }
        }
        self.pages.iter().any(|page| {
            let (folder, name) = page.rsplit_once('/').unwrap_or(("", page));
            !is_index(name) && first.get(folder).is_some_and(|least| *least < name)
        })
    }

    /// Returns the names of the pages and subfolders in a folder: the index page, the other pages, and the subfolders.
    fn children(&self, folder: &str) -> Vec<String> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut names = BTreeSet::new();
        for below in self.pages.iter().filter_map(|page| page.strip_prefix(&prefix)) {
            names.insert(below.split_once('/').map_or(below, |(folder, _)| folder).to_owned());
        }
        let navigation = self.navigation_file();
        let mut names: Vec<String> =
            names.into_iter().filter(|name| Some(name) != navigation.as_ref()).collect();
        names.sort_by_key(|name| (!is_index(name), !self.pages.contains(&format!("{prefix}{name}"))));
        names
    }
}

/// Whether a page is the index page of its folder.
pub(super) fn is_index(name: &str) -> bool {
    matches!(name, "index.md" | "README.md")
}

/// Adds the names of the pages and folders that navigation entries refer to.
fn add_names(entries: &[Node], names: &mut BTreeSet<String>) {
    for entry in entries {
        let node = entry.pair().map_or(entry, |(_, node)| node);
        names.extend(node.text().map(|name| name.trim_end_matches('/').to_owned()));
        add_names(node.items(), names);
    }
}
