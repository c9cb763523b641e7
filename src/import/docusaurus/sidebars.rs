//! Converts a Docusaurus site's sidebars and versions.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Map, Value as Json, json};

use super::super::front_matter;
use super::super::left::Left;
use super::super::settings::Settings;
use super::Docusaurus;
use super::api::Api;
use super::content::Docs;
use crate::component::evaluate;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node};

impl Docusaurus<'_> {
    /// Sets the versions of a docs plugin instance and the sidebars of each version. `table` contains the settings of the
    /// instance.
    pub(super) fn versions(
        &self,
        index: usize,
        table: &mut Map<String, Json>,
        settings: &mut Settings,
        left: &mut Left,
    ) {
        let docs = &self.docs[index];
        let versions = &self.files.versions[index];
        let last = docs.last(versions);
        let mut tables = Vec::new();
        for version in versions {
            let sidebars = self.sidebars(index, version, settings, left);
            if versions.len() == 1 {
                if let Some(sidebars) = sidebars {
                    table.insert("sidebars".to_owned(), sidebars.into());
                }
                return;
            }
            let of = |key: &str| self.version_option(index, version, key);
            let path = docs.path_of(version, last);
            let default = match version.as_str() {
                version if version == last => "",
                "current" => "next",
                version => version,
            };
            tables.push(json!({
                "name": version,
                "label": of("label"),
                "path": (path != default).then_some(path),
                "banner": of("banner").map(|banner| if banner == "unmaintained" || banner == "unreleased" { banner } else { "none".to_owned() }),
                "sidebars": sidebars,
            }));
        }
        table.insert("last_version".to_owned(), last.into());
        table.insert("versions".to_owned(), tables.into());
    }

    fn version_option(&self, index: usize, version: &str, key: &str) -> Option<String> {
        let options = Docs::options(&self.config).nth(index)??;
        options.at(&["versions", version, key]).and_then(Node::text)
    }

    /// Returns a version's sidebars. If the sidebars are generated, returns `None`.
    fn sidebars(
        &self,
        index: usize,
        version: &str,
        settings: &mut Settings,
        left: &mut Left,
    ) -> Option<Map<String, Json>> {
        let docs = &self.docs[index];
        let path = match version {
            "current" => {
                let path = docs.sidebars.as_deref()?.trim_start_matches("./").trim_start_matches('/');
                self.path(path.strip_prefix(&format!("{}/", self.root)).unwrap_or(path))
            }
            version => {
                let folder = docs.versioned(&self.root, "versioned_sidebars");
                SourcePath::new(format!("{folder}/version-{version}-sidebars.json"))
            }
        };
        let source = self.origin.text(&path)?;
        let node = match path.extension() {
            "json" => tree::of_other_program(&source)?,
            _ => evaluate(&source, self.origin.year(), &|path| self.origin.text(path)).node,
        };
        let mut sidebars = Map::new();
        let ids = self.ids(index, version);
        for (key, items) in node.entries()? {
            let prefix = format!("version-{version}/");
            let name = key.name.strip_prefix(&prefix).unwrap_or(&key.name).to_owned();
            let shown = BTreeSet::new();
            let mut reader = Reader {
                site: self,
                docs: index,
                source: &source,
                version,
                ids: &ids,
                settings,
                left,
                shown,
            };
            let items = reader.items(items);
            if !items.is_empty() {
                sidebars.insert(name, items.into());
            }
        }
        (!sidebars.is_empty()).then_some(sidebars)
    }

    /// Returns all IDs that can refer to a version's documents.
    fn ids(&self, index: usize, version: &str) -> BTreeSet<String> {
        let folder = format!("content/{}", self.docs[index].new_folder(version));
        let mut ids = BTreeSet::new();
        for (file, page) in &self.files.pages {
            let Some(below) = page.new.strip_dir(&folder) else { continue };
            let bare = below.rsplit_once('.').map_or(below, |(bare, _)| bare);
            let plain: Vec<&str> = bare.split('/').map(|part| crate::site::strip_number(part).1).collect();
            let plain = plain.join("/");
            let source = self.origin.text(file);
            let entries = source.map(|source| front_matter::read(&source).entries).unwrap_or_default();
            let name = entries.iter().find(|entry| entry.name == "id").and_then(|entry| entry.node.text());
            if let Some(name) = name {
                for path in [bare, &plain] {
                    let folder = path.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
                    ids.insert(folder.unwrap_or_default() + &name);
                }
            }
            ids.extend([bare.to_owned(), plain]);
        }
        ids
    }
}

/// Returns the ID of the document that an item refers to.
fn id_of(item: &Node) -> Option<String> {
    item.text().or_else(|| item.at(&["id"]).and_then(Node::text))
}

struct Reader<'r, 'o> {
    site: &'r Docusaurus<'o>,
    /// The index of the docs plugin instance.
    docs: usize,
    source: &'r Source,
    version: &'r str,
    /// The IDs of the version's documents.
    ids: &'r BTreeSet<String>,
    settings: &'r mut Settings,
    left: &'r mut Left,
    /// The URL paths of the API references in the sidebar so far.
    shown: BTreeSet<String>,
}

impl<'r> Reader<'r, '_> {
    /// Converts a list of items, or a table that maps labels to categories.
    fn items(&mut self, node: &Node) -> Vec<Json> {
        match node.entries() {
            Some(_) if node.at(&["type"]).is_some() => self.item(node),
            Some(entries) => {
                let category = |(key, items): &(tree::Key, Node)| {
                    let inside = self.items(items);
                    if inside.is_empty() {
                        self.note_empty(&key.name, key.range.clone());
                        return None;
                    }
                    Some(json!({ "category": key.name, "items": inside }))
                };
                entries.iter().filter_map(category).collect()
            }
            None => node.items().iter().flat_map(|item| self.item(item)).collect(),
        }
    }

    /// Returns a document's ID, without the version name.
    fn id(&self, id: &str) -> String {
        id.strip_prefix(&format!("version-{}/", self.version)).unwrap_or(id).to_owned()
    }

    /// Returns a document's ID. If there's no such document, reports the problem and returns `None`.
    fn document(&mut self, id: &str, range: &Range<usize>) -> Option<String> {
        let id = self.id(id);
        let exists = self.ids.contains(&id);
        if !exists {
            let what = format!("the missing document `{id}` in the sidebar");
            self.left.note(self.source, range.clone(), &what, "add the document, or remove the item");
        }
        exists.then_some(id)
    }

    /// Returns the API reference in place of a generated document.
    fn api_of(&self, id: &str) -> Option<&'r Api> {
        let id = self.id(id);
        self.site.api_of(self.docs, &id).filter(|_| !self.ids.contains(&id))
    }

    /// If an item is a document that was generated from an API, returns a link to the API reference, but only once.
    fn api(&mut self, item: &Node) -> Option<Vec<Json>> {
        let api = self.api_of(&id_of(item)?)?;
        let is_first = self.shown.insert(api.route.clone());
        Some(is_first.then(|| json!({ "href": api.route, "label": api.label })).into_iter().collect())
    }

    /// Whether an item is or contains a document that was generated from an API.
    fn has_api(&self, item: &Node) -> bool {
        id_of(item).is_some_and(|id| self.api_of(&id).is_some())
            || item.at(&["items"]).is_some_and(|items| items.items().iter().any(|item| self.has_api(item)))
    }

    fn item(&mut self, item: &Node) -> Vec<Json> {
        if let Some(links) = self.api(item) {
            return links;
        }
        if let Some(id) = item.text() {
            return self.document(&id, &item.range).into_iter().map(Json::from).collect();
        }
        let of = |key: &str| item.at(&[key]).and_then(Node::text);
        let Some(kind) = of("type") else { return self.items(item) };
        let class = of("className");
        let table = match kind.as_str() {
            "doc" | "ref" => {
                let id = of("id").and_then(|id| self.document(&id, &item.range));
                if id.is_none() || of("label").is_none() && class.is_none() {
                    return id.into_iter().map(Json::from).collect();
                }
                json!({ "doc": id, "label": of("label"), "class_name": class })
            }
            "link" => {
                let Some(href) = of("href") else { return Vec::new() };
                json!({ "href": self.site.href(&href), "label": of("label"), "class_name": class })
            }
            "html" => {
                let Some(html) = of("value") else {
                    let what = "HTML in the sidebar that docgen can't compute";
                    self.left.note(self.source, item.range.clone(), what, "add the item to `docs.sidebars`");
                    return Vec::new();
                };
                json!({ "html": html, "class_name": class })
            }
            "autogenerated" => {
                let folder = of("dirName").unwrap_or_else(|| ".".to_owned());
                if !self.has_documents(&folder) {
                    let what = format!("the sidebar item for the `{folder}` folder, which has no documents");
                    self.left.note(
                        self.source,
                        item.range.clone(),
                        &what,
                        "add the item when the folder has documents",
                    );
                    return Vec::new();
                }
                json!({ "autogenerated": folder })
            }
            "category" => return self.category(item).into_iter().collect(),
            kind => {
                let what = format!("the sidebar item of type `{kind}`");
                self.left.note(self.source, item.range.clone(), &what, "add the item to `docs.sidebars`");
                return Vec::new();
            }
        };
        vec![table]
    }

    /// Whether a folder of this version contains documents.
    fn has_documents(&self, folder: &str) -> bool {
        let new = self.site.docs[self.docs].new_folder(self.version);
        let folder = SourcePath::new(format!("content/{new}/{folder}"));
        let mut pages = self.site.files.pages.values();
        pages.any(|page| page.new.strip_dir(folder.as_str()).is_some())
    }

    fn note_empty(&mut self, label: &str, range: Range<usize>) {
        let what = format!("the sidebar category `{label}`, which is empty");
        let hint = "if the config computes its items, add them to `docs.sidebars`";
        self.left.note(self.source, range, &what, hint);
    }

    fn category(&mut self, item: &Node) -> Option<Json> {
        let of = |key: &str| item.at(&[key]);
        let label = of("label").and_then(Node::text).unwrap_or_default();
        let items = of("items").map(|items| self.items(items)).unwrap_or_default();
        let link = of("link");
        let of_link = |key: &str| link.and_then(|link| link.at(&[key])).and_then(Node::text);
        let target = match of_link("type").as_deref() {
            Some("doc") => of_link("id")
                .filter(|id| self.api_of(id).is_none())
                .and_then(|id| self.document(&id, &item.range)),
            Some("generated-index") => Some("generated".to_owned()),
            _ => None,
        };
        let is_generated = target.as_deref() == Some("generated");
        if items.is_empty() && (target.is_none() || is_generated) {
            if !self.has_api(item) {
                self.note_empty(&label, item.range.clone());
            }
            return None;
        }
        // In docgen, the URL of the generated page is based on the category's label.
        if let (true, Some(slug), true) = (is_generated, of_link("slug"), self.is_last()) {
            let route = &self.site.docs[self.docs].route;
            let base = if route.is_empty() { String::new() } else { format!("/{route}") };
            let from = format!("{base}/{}", slug.trim_matches('/'));
            let to = format!("{base}/category/{}", crate::path::slugify(label.trim()));
            if from != to {
                self.settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
        Some(json!({
            "category": label,
            "link": target,
            "title": of_link("title").filter(|title| is_generated && *title != label),
            "description": of_link("description"),
            "collapsed": of("collapsed").map(Node::json),
            "collapsible": of("collapsible").map(Node::json),
            "class_name": of("className").map(Node::json),
            "items": items,
        }))
    }

    fn is_last(&self) -> bool {
        let versions = &self.site.files.versions[self.docs];
        self.site.docs[self.docs].last(versions) == self.version
    }
}
