//! Converts the navigation to sidebars and navbar items.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::languages::labels_of;
use super::{Mintlify, api, route, title_of};
use crate::import::left::Left;
use crate::path::{SourcePath, UniqueNames, slugify};
use crate::source::tree::{Node, Value};

/// The keys of the lists that divide the navigation. Each key is paired with the key for the divisions' names.
const DIVISIONS: [(&str, &str); 7] = [
    ("languages", "language"),
    ("versions", "version"),
    ("products", "product"),
    ("dropdowns", "dropdown"),
    ("tabs", "tab"),
    ("anchors", "anchor"),
    ("menu", "item"),
];

/// The divisions that readers select in a menu, each with the menu's label.
const MENUS: [(&str, &str); 4] = [
    ("languages", "Languages"),
    ("versions", "Versions"),
    ("products", "Products"),
    ("dropdowns", "Sections"),
];

/// The divisions that become only sidebars although docgen has a matching concept, each with the next step for a site
/// that needs the concept.
const SIDEBARS_ONLY: [(&str, &str); 2] = [
    (
        "languages",
        "to connect the translations, which are separate sidebars, move them to `content/i18n`, and set `[i18n]`",
    ),
    (
        "versions",
        "to connect the versions, which are separate sidebars, move them to `content/versions`, and set `docs.versions`",
    ),
];

/// The keys of divisions and groups that have no counterpart in docgen.
const LEFT_OUT: [&str; 5] = ["icon", "tag", "directory", "asyncapi", "graphql"];

/// The converted navigation.
#[derive(Default)]
pub(super) struct Navigation {
    /// The sidebars by ID.
    pub sidebars: BTreeMap<String, Vec<Json>>,
    /// The navbar items.
    pub items: Vec<Json>,
    /// The pages in the navigation, each with its sidebar.
    pub pages: BTreeMap<String, String>,
    /// The page that readers see first.
    pub first: Option<String>,
    /// The redirects of generated pages, from the old URL path to the new URL path.
    pub redirects: BTreeMap<String, String>,
    /// The translations of the navbar items' labels, by locale.
    pub labels: BTreeMap<String, Vec<(String, String)>>,
}

/// The divisions that contain a part of the navigation, each with its list and its place in the list. Languages aren't
/// included.
type Position = Vec<(&'static str, usize)>;

/// A part of the navigation that doesn't contain divisions.
struct Leaf {
    /// The names of the division and its parent divisions.
    names: Vec<String>,
    target: Json,
    position: Position,
}

struct Builder<'s, 'o> {
    site: &'s Mintlify<'o>,
    left: &'s mut Left,
    names: UniqueNames,
    out: Navigation,
    leaves: Vec<(String, Leaf)>,
    /// The parts of the navigation in locales other than the default locale.
    translated: Vec<(String, Leaf)>,
    /// The current locale, except the default locale.
    locale: Option<String>,
    /// The position of the current division.
    position: Position,
    /// The pages of the current sidebar.
    current: BTreeSet<String>,
    /// The first operation in the current sidebar.
    operation: Option<String>,
}

/// The OpenAPI document that a part of the navigation shows, and the folder for the document's pages.
#[derive(Clone, Default)]
struct Shown {
    file: Option<String>,
    folder: Option<String>,
}

impl Mintlify<'_> {
    /// Converts the navigation.
    pub(super) fn navigation(&self, left: &mut Left) -> Navigation {
        let names = UniqueNames::numbered_from(2);
        let mut builder = Builder {
            site: self,
            left,
            names,
            out: Navigation::default(),
            leaves: Vec::new(),
            translated: Vec::new(),
            locale: None,
            position: Vec::new(),
            current: BTreeSet::new(),
            operation: None,
        };
        if let Some(navigation) = self.config.at(&["navigation"]) {
            builder.walk(navigation, "", &mut Vec::new(), &Shown::default());
            if let Some(global) = navigation.at(&["global"]) {
                builder.walk(global, "", &mut Vec::new(), &Shown::default());
            }
        }
        let mut navigation = builder.finish();
        // Pages outside the navigation have URLs too.
        for (slug, operation) in &self.shown {
            navigation.redirects.entry(route(slug)).or_insert_with(|| operation.url.clone());
        }
        navigation
    }
}

impl Builder<'_, '_> {
    /// Reports versions, and languages that aren't locales, which become sidebars: URLs stay the same, but docgen
    /// doesn't know how the pages are related.
    fn note_menu(&mut self, node: &Node, list: &str) {
        let Some((_, hint)) = SIDEBARS_ONLY.iter().find(|(name, _)| *name == list) else { return };
        let children = node.at(&[list]).map_or(&[][..], Node::items);
        if list == "languages" && children.iter().all(|child| self.locale_of(child).is_some()) {
            return;
        }
        let mut keys = node.entries().unwrap_or_default().iter().map(|(key, _)| key);
        if let Some(key) = keys.find(|key| key.name == list) {
            let what = format!("the relationship between pages in different `{list}`");
            self.left.note(&self.site.source, key.range.clone(), &what, hint);
        }
    }

    /// Returns the locale of a language. For the default locale, returns `Some(None)`.
    fn locale_of(&self, language: &Node) -> Option<Option<String>> {
        let name = language.at(&["language"])?.text()?;
        Some(self.site.languages.locale(&name)?.map(str::to_owned))
    }

    /// Adds a part of the navigation.
    fn add(&mut self, kind: &str, names: &[String], target: Json) {
        let leaf = Leaf { names: names.to_vec(), target, position: self.position.clone() };
        match &self.locale {
            Some(locale) => self.translated.push((locale.clone(), leaf)),
            None => self.leaves.push((kind.to_owned(), leaf)),
        }
    }

    /// Converts a division. `kind` is the key of the outermost list that contains the node.
    fn walk(&mut self, node: &Node, kind: &str, names: &mut Vec<String>, shown: &Shown) {
        let shown = self.shown(node, shown);
        self.operation = None;
        let items = self.items(node, &shown, true);
        if !items.is_empty() {
            let id = names.last().map_or("docs".to_owned(), |_| slugify(&names.join(" ")));
            let id = if id.is_empty() || id.starts_with("openapi") { format!("docs-{id}") } else { id };
            let id = self.locale.as_ref().map_or(id.clone(), |locale| slugify(&format!("{id} {locale}")));
            let id = self.names.give(id, |id, number| format!("{id}-{number}"));
            let is_empty = self.current.is_empty();
            for page in std::mem::take(&mut self.current) {
                self.out.pages.entry(page).or_insert_with(|| id.clone());
            }
            let target = match &self.operation {
                // The pages of operations have their own sidebar.
                Some(url) if is_empty => json!({ "href": url }),
                _ => {
                    self.out.sidebars.insert(id.clone(), items);
                    json!({ "type": "docSidebar", "sidebar_id": id })
                }
            };
            self.add(kind, names, target);
        }
        for (list, name) in DIVISIONS {
            self.note_menu(node, list);
            let children = node.at(&[list]).map_or(&[][..], Node::items).iter().enumerate();
            let mut children: Vec<(usize, &Node)> = children.collect();
            if list == "languages" {
                // A page that several languages list belongs to the default language.
                children.sort_by_key(|(_, child)| self.locale_of(child) != Some(None));
            }
            for (at, child) in children {
                if let Some(locale) = self.locale_of(child).filter(|_| list == "languages") {
                    if self.locale.is_none() && !is_true(child, "hidden") {
                        self.locale = locale;
                        self.walk(child, kind, names, &shown);
                        self.locale = None;
                    }
                    continue;
                }
                let Some(label) = child.at(&[name]).and_then(Node::text) else { continue };
                if is_true(child, "hidden") {
                    continue;
                }
                self.note(child);
                let kind = if names.is_empty() { list } else { kind };
                names.push(label);
                self.position.push((list, at));
                if let Some(href) = child.at(&["href"]).and_then(Node::text) {
                    let target = json!({ "href": self.href(&href) });
                    self.add(kind, names, target);
                } else {
                    self.walk(child, kind, names, &shown);
                }
                self.position.pop();
                names.pop();
            }
        }
    }

    /// Reports the keys of a division or group that aren't converted.
    fn note(&mut self, node: &Node) {
        for (key, _) in node.entries().unwrap_or_default() {
            if LEFT_OUT.contains(&key.name.as_str()) {
                let what = format!("`{}` in the navigation", key.name);
                self.left.note(&self.site.source, key.range.clone(), &what, "leave it out");
            }
        }
    }

    /// Returns the OpenAPI document that a node shows.
    fn shown(&self, node: &Node, above: &Shown) -> Shown {
        let Some(openapi) = node.at(&["openapi"]) else { return above.clone() };
        let first = openapi.items().first().unwrap_or(openapi);
        Shown {
            file: api::sources(first).into_iter().next(),
            folder: first.at(&["directory"]).and_then(Node::text),
        }
    }

    /// Converts a node's pages and groups.
    fn items(&mut self, node: &Node, shown: &Shown, is_top: bool) -> Vec<Json> {
        let mut items = Vec::new();
        let pages = node.at(&["pages"]).map_or(&[][..], Node::items);
        let groups = node.at(&["groups"]).map_or(&[][..], Node::items);
        for item in pages.iter().chain(groups) {
            match &item.value {
                Value::Text(page) => items.extend(self.page(page, item, shown)),
                _ => items.extend(self.group(item, shown, is_top)),
            }
        }
        let selects = pages.iter().any(|page| page.text().is_some_and(|page| is_operation(&page)));
        if node.at(&["openapi"]).is_some() && !selects {
            items.extend(self.operations(shown));
        }
        items
    }

    /// Converts an entry: a page, an operation, or a link.
    fn page(&mut self, page: &str, node: &Node, shown: &Shown) -> Option<Json> {
        if is_operation(page) {
            let Some(operation) = self.site.apis.operation(page, shown.file.as_deref()) else {
                let what = format!("the missing operation `{page}` in the navigation");
                self.left.note(
                    &self.site.source,
                    node.range.clone(),
                    &what,
                    "add it to the OpenAPI document",
                );
                return None;
            };
            self.operation.get_or_insert_with(|| operation.url.clone());
            self.out.redirects.insert(operation.old_url(shown.folder.as_deref()), operation.url.clone());
            return Some(json!({ "href": operation.url, "label": operation.title }));
        }
        if page.contains("://") {
            return Some(json!({ "href": page, "label": page }));
        }
        let Some(slug) = self.site.page_at(page).map(str::to_owned) else {
            let what = format!("the missing page `{page}` in the navigation");
            self.left.note(&self.site.source, node.range.clone(), &what, "add the page, or remove the entry");
            return None;
        };
        let (_, front_matter) = self.site.front_matter(&slug)?;
        let text = |name: &str| front_matter.entries.iter().find(|entry| entry.name == name)?.node.text();
        let label = || text("sidebarTitle").or_else(|| text("title")).unwrap_or_else(|| title_of(&slug));
        if let Some(url) = text("url") {
            self.out.redirects.insert(route(&slug), url.clone());
            return Some(json!({ "href": url, "label": label() }));
        }
        if let Some(operation) = self.site.operation_of(&slug) {
            self.operation.get_or_insert_with(|| operation.url.clone());
            self.out.redirects.insert(route(&slug), operation.url.clone());
            let label =
                text("sidebarTitle").or_else(|| text("title")).unwrap_or_else(|| operation.title.clone());
            if self.locale.is_none() {
                self.out.first.get_or_insert_with(|| operation.url.clone());
            }
            return Some(json!({ "href": operation.url, "label": label }));
        }
        self.current.insert(slug.clone());
        let Some(locale) = &self.locale else {
            self.out.first.get_or_insert_with(|| route(&slug));
            return Some(json!(slug));
        };
        // Sidebars refer to the pages in the default locale.
        let place = self.site.languages.place(&slug);
        match place.locale.as_ref() == Some(locale) && self.site.pages.contains_key(&place.id) {
            true => Some(json!(place.id)),
            false => Some(json!({ "href": route(&slug), "label": label() })),
        }
    }

    /// Converts a group. A group without a name becomes its items.
    fn group(&mut self, node: &Node, shown: &Shown, is_top: bool) -> Vec<Json> {
        let label = node.at(&["group"]).and_then(Node::text);
        let Some(label) = label.filter(|_| !is_true(node, "hidden")) else { return Vec::new() };
        self.note(node);
        let shown = self.shown(node, shown);
        let root = node.at(&["root"]);
        let link = root.and_then(|root| self.page(&root.text()?, root, &shown));
        let items = self.items(node, &shown, false);
        if items.is_empty() || label.trim().is_empty() {
            return link.into_iter().chain(items).collect();
        }
        let mut category = json!({ "category": label, "items": items });
        match &link {
            Some(Json::String(id)) => category["link"] = id.as_str().into(),
            Some(link) => {
                if let Some(items) = category["items"].as_array_mut() {
                    items.insert(0, link.clone());
                }
            }
            None => {}
        }
        if is_top {
            category["collapsible"] = false.into();
        } else {
            category["collapsed"] = (!is_true(node, "expanded")).into();
        }
        vec![category]
    }

    /// Returns all operations in a document, grouped by tag.
    fn operations(&mut self, shown: &Shown) -> Vec<Json> {
        let document = shown.file.as_deref().and_then(|file| self.site.apis.document(file));
        let mut groups: Vec<(String, Vec<Json>)> = Vec::new();
        for operation in document.map_or(&[][..], |document| &document.operations) {
            self.operation.get_or_insert_with(|| operation.url.clone());
            self.out.redirects.insert(operation.old_url(shown.folder.as_deref()), operation.url.clone());
            let item = json!({ "href": operation.url, "label": operation.title });
            let tag = operation.tag.clone().unwrap_or_default();
            match groups.iter_mut().find(|(name, _)| *name == tag) {
                Some((_, items)) => items.push(item),
                None => groups.push((tag, vec![item])),
            }
        }
        let category = |(tag, items): (String, Vec<Json>)| match tag.is_empty() {
            true => items,
            false => vec![json!({ "category": tag, "items": items })],
        };
        groups.into_iter().flat_map(category).collect()
    }

    /// Returns the URL of a link in the navigation.
    fn href(&self, href: &str) -> String {
        match href.contains("://") || href.starts_with("mailto:") {
            true => href.to_owned(),
            false => self.site.page_at(href).map_or_else(
                || format!("/{}", SourcePath::new(href.trim_start_matches('/')).as_str()),
                route,
            ),
        }
    }

    /// Translates the navbar items. Reports the parts of the navigation that aren't in the default locale.
    fn translate(&mut self, leaves: &BTreeMap<Position, Vec<String>>) {
        let labels = labels_of(&self.out.items);
        for (locale, leaf) in &self.translated {
            let Some(names) = leaves.get(&leaf.position) else {
                if leaf.names.is_empty() {
                    continue;
                }
                let what = format!(
                    "the link to `{}` in the navbar of the locale `{locale}`",
                    leaf.names.join(" · ")
                );
                let hint = "add it to the navbar that all locales share";
                self.left.note(&self.site.source, 0..0, &what, hint);
                continue;
            };
            let pairs = (0..names.len()).flat_map(|at| {
                let joined = |names: &[String]| names[at..].join(" · ");
                [(names[at].clone(), leaf.names[at].clone()), (joined(names), joined(&leaf.names))]
            });
            let all = self.out.labels.entry(locale.clone()).or_default();
            all.extend(pairs.filter(|(label, own)| label != own && labels.contains(label.as_str())));
        }
    }

    fn finish(mut self) -> Navigation {
        let names =
            self.leaves.iter().rev().map(|(_, leaf)| (leaf.position.clone(), leaf.names.clone())).collect();
        let leaves = with_default_parts(std::mem::take(&mut self.leaves));
        let mut done = BTreeSet::new();
        for (kind, leaf) in &leaves {
            let Some(first) = leaf.names.first() else { continue };
            let menu = MENUS.iter().find(|(name, _)| name == kind).map(|(_, label)| *label);
            if !done.insert(menu.map_or_else(|| format!("{kind}/{first}"), str::to_owned)) {
                continue;
            }
            let is_beside = |(other, of): &&(String, Leaf)| {
                other == kind && (menu.is_some() || of.names.first() == Some(first))
            };
            let all: Vec<&Leaf> = leaves.iter().filter(is_beside).map(|(_, leaf)| leaf).collect();
            let named = |leaf: &Leaf, from: usize| {
                let mut item = leaf.target.clone();
                item["label"] = leaf.names[from.min(leaf.names.len() - 1)..].join(" · ").into();
                item
            };
            let mut item = match &all[..] {
                [one] => named(one, 0),
                _ => {
                    let from = usize::from(menu.is_none());
                    let items: Vec<Json> = all.iter().map(|leaf| named(leaf, from)).collect();
                    json!({ "label": menu.unwrap_or(first), "items": items })
                }
            };
            item["position"] = "left".into();
            self.out.items.push(item);
        }
        self.translate(&names);
        self.out
    }
}

/// Moves the parts of the default language and the default version out of the menus, so that the navbar shows them. The
/// menus come last. They contain the start of the default language or version, and all parts of the others.
fn with_default_parts(leaves: Vec<(String, Leaf)>) -> Vec<(String, Leaf)> {
    let is_related = |kind: &str| SIDEBARS_ONLY.iter().any(|(related, _)| *related == kind);
    let mut defaults: BTreeMap<String, String> = BTreeMap::new();
    let mut starts: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let (mut parts, mut menus) = (Vec::new(), Vec::new());
    for (mut kind, mut leaf) in leaves {
        // A default language can contain versions.
        while is_related(&kind) {
            let name = leaf.names[0].clone();
            let is_first = !defaults.contains_key(&kind);
            let default = defaults.entry(kind.clone()).or_insert_with(|| name.clone());
            if *default != name || leaf.names.len() == 1 {
                break;
            }
            if is_first {
                let start = Leaf { names: vec![name], target: leaf.target.clone(), position: Vec::new() };
                menus.push((kind.clone(), start));
            }
            leaf.names.remove(0);
            leaf.position = leaf.position.split_off(leaf.position.len().min(1));
            let next = leaf.position.first().map(|(list, _)| *list).filter(|list| is_related(list));
            kind = next.unwrap_or("tabs").to_owned();
        }
        if !is_related(&kind) {
            parts.push((kind, leaf));
            continue;
        }
        // Of another language, the menu contains only the first version.
        let inner = leaf.position.iter().zip(&leaf.names).skip(1).filter(|((list, _), _)| is_related(list));
        let inner: Vec<String> = inner.map(|(_, name)| name.clone()).collect();
        if *starts.entry((kind.clone(), leaf.names[0].clone())).or_insert_with(|| inner.clone()) == inner {
            menus.push((kind, leaf));
        }
    }
    // A menu with a single version has nothing to select.
    let count = |kind: &str| menus.iter().filter(|(other, _)| other == kind).count();
    let is_single = |kind: &str, leaf: &Leaf| leaf.position.is_empty() && count(kind) == 1;
    let shown: Vec<bool> = menus.iter().map(|(kind, leaf)| !is_single(kind, leaf)).collect();
    parts.extend(menus.into_iter().zip(shown).filter(|(_, shown)| *shown).map(|(menu, _)| menu));
    parts
}

/// Whether an entry is an operation, such as `GET /users` or `openapi.json GET /users`.
fn is_operation(entry: &str) -> bool {
    const METHODS: [&str; 9] =
        ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "WEBHOOK"];
    let words: Vec<&str> = entry.split_whitespace().collect();
    let method = words.len().checked_sub(2).filter(|at| *at < 2).map(|at| words[at]);
    method.is_some_and(|method| METHODS.iter().any(|known| known.eq_ignore_ascii_case(method)))
}

fn is_true(node: &Node, key: &str) -> bool {
    matches!(node.at(&[key]).map(|node| &node.value), Some(Value::Bool(true)))
}
