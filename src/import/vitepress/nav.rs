//! Converts the navbar and the sidebars.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::VitePress;
use super::links::Target;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::import::site::{plain, service};
use crate::source::tree::{Key, Node, Value};

/// A locale's sidebars.
#[derive(Default)]
pub(super) struct Sidebars {
    locale: Option<String>,
    /// The path prefixes, each with the sidebar for pages below that path. The first prefix that matches a page
    /// applies.
    paths: Vec<(String, String)>,
}

/// The IDs of the documents in each sidebar.
pub(super) type Listed = BTreeMap<String, BTreeSet<String>>;

/// The maximum number of levels in a sidebar.
const DEEPEST: usize = 12;

impl VitePress<'_> {
    /// Converts the navbar and all sidebars.
    pub(super) fn navigation(&mut self, settings: &mut Settings, left: &mut Left) {
        let mut items = match self.theme_setting("nav") {
            Some(node) => node.items().iter().filter_map(|node| self.nav_item(node, left)).collect(),
            None => Vec::new(),
        };
        items.extend(self.links_to_locales());
        items.extend(self.social());
        if self.locales.len() + usize::from(self.main.is_none()) > 1 {
            items.push(json!({ "type": "localeDropdown" }));
        }
        if !items.is_empty() {
            settings.set("navbar.items", items);
        }
        let mut listed = BTreeMap::new();
        let mut all = vec![self.sidebars_of(None, settings, &mut listed, left)];
        for code in &self.locales {
            all.push(self.sidebars_of(Some(code), settings, &mut listed, left));
            let nav = self.config.at(&["locales", code, "themeConfig", "nav"]);
            if let Some(node) = nav.filter(|_| self.main.as_ref() != Some(code)) {
                let what = format!("the navbar for the locale `{code}`");
                left.note(
                    &self.source,
                    node.range.clone(),
                    &what,
                    "add its links to the navbar that all locales share",
                );
            }
        }
        self.sidebars = all;
        self.listed = listed;
    }

    /// Converts a navbar item.
    fn nav_item(&self, node: &Node, left: &mut Left) -> Option<Json> {
        let text = |key: &str| node.at(&[key]).and_then(Node::text);
        if node.at(&["component"]).is_some() {
            left.note(&self.source, node.range.clone(), "a component in the navbar", "add a link or a slot");
            return None;
        }
        let label = plain(&text("text")?);
        if let Some(inside) = node.at(&["items"]) {
            let mut items = Vec::new();
            self.nav_links(inside, &mut items, left);
            return (!items.is_empty()).then(|| json!({ "label": label, "items": items }));
        }
        let mut item = json!({ "label": label, "href": self.href(node, &text("link")?, left)? });
        if let Some(pattern) = text("activeMatch") {
            item["active_base_regex"] = pattern.into();
        }
        Some(item)
    }

    /// Adds the links in a menu. The links can be in groups.
    fn nav_links(&self, node: &Node, items: &mut Vec<Json>, left: &mut Left) {
        for node in node.items() {
            match node.at(&["items"]) {
                Some(inside) => self.nav_links(inside, items, left),
                None => items.extend(self.nav_item(node, left)),
            }
        }
    }

    /// Returns the URL of a link in the config.
    pub(super) fn href(&self, node: &Node, link: &str, left: &mut Left) -> Option<String> {
        match self.target(link) {
            Target::Url(url) => Some(url),
            Target::Document(id, _) => {
                let pages = self.pages.values().map(|page| &page.place);
                let mut found = pages.filter(|place| place.id() == Some(&*id));
                let path = self.page_at("", &format!("/{}", link.trim_start_matches('/')));
                path.map(|page| page.place.url()).or_else(|| found.next().map(super::Place::url))
            }
            Target::Missing => {
                let what = format!("the link to the missing page `{link}`");
                left.note(&self.source, node.range.clone(), &what, "add the page, or remove the link");
                None
            }
        }
    }

    /// Returns a menu that links to the locales that are separate sites.
    fn links_to_locales(&self) -> Option<Json> {
        let entries = self.config.at(&["locales"]).and_then(Node::entries)?;
        let text = |node: &Node, key: &str| node.at(&[key]).and_then(Node::text);
        let item = |(key, node): &(Key, Node)| {
            let link = text(node, "link").filter(|link| link.contains("://"))?;
            Some(json!({ "label": text(node, "label").unwrap_or_else(|| key.name.clone()), "href": link }))
        };
        let items: Vec<Json> = entries.iter().filter_map(item).collect();
        let root = entries.iter().find(|(key, _)| key.name == "root");
        let label = root.and_then(|(_, node)| text(node, "label")).unwrap_or_else(|| "Languages".to_owned());
        (!items.is_empty()).then(|| json!({ "label": label, "items": items }))
    }

    fn social(&self) -> Vec<Json> {
        let links = self.theme_setting("socialLinks").map_or(&[][..], Node::items);
        let item = |node: &Node| {
            let text = |key: &str| node.at(&[key]).and_then(Node::text);
            let href = text("link")?;
            let label = text("ariaLabel").unwrap_or_else(|| match text("icon") {
                Some(icon) => service(&icon),
                None => host(&href),
            });
            Some(json!({ "label": label, "href": href }))
        };
        links.iter().filter_map(item).collect()
    }

    /// Converts the sidebars of a locale or of the whole site.
    fn sidebars_of(
        &self,
        locale: Option<&str>,
        settings: &mut Settings,
        listed: &mut Listed,
        left: &mut Left,
    ) -> Sidebars {
        let mut sidebars = Sidebars { locale: locale.map(str::to_owned), paths: Vec::new() };
        let node = match locale {
            Some(code) => self.config.at(&["locales", code, "themeConfig", "sidebar"]),
            None if self.main.is_some() => self.config.at(&["themeConfig", "sidebar"]),
            None => self.theme_setting("sidebar"),
        };
        let Some(node) = node else { return sidebars };
        let generated = || {
            let package = node.at(&["$module"]).and_then(Node::text);
            package.map_or_else(|| "a function".to_owned(), |name| format!("`{name}`"))
        };
        if node.at(&["$module"]).is_some() || matches!(node.value, Value::Null) {
            let what = format!("the sidebar that {} generates", generated());
            left.note(
                &self.source,
                node.range.clone(),
                &what,
                "check the sidebar that docgen generates from the folders",
            );
            return sidebars;
        }
        let mut add = |path: &str, node: &Node, base: &str| {
            let folder = path.trim_matches('/');
            let list = match node.value {
                // A package computes the items.
                Value::Null if self.has_folder(folder) => {
                    vec![json!({ "autogenerated": if folder.is_empty() { "." } else { folder } })]
                }
                Value::Null => return,
                _ => self.items(node.items(), base, locale, 0, left),
            };
            let name = unique(listed, locale, path);
            listed.insert(name.clone(), documents(&list));
            settings.set(&format!("docs.sidebars.{name}"), list);
            sidebars.paths.push((format!("/{}", path.trim_start_matches('/')), name));
        };
        match &node.value {
            Value::List(_) => add("/", node, ""),
            Value::Table(entries) => {
                for (key, node) in entries {
                    let base = node.at(&["base"]).and_then(Node::text).unwrap_or_default();
                    add(&key.name, node.at(&["items"]).unwrap_or(node), &base);
                }
            }
            _ => {}
        }
        sidebars.paths.sort_by_key(|(path, _)| std::cmp::Reverse(path.split('/').count()));
        sidebars
    }

    /// Whether the default locale has documents in a folder.
    fn has_folder(&self, folder: &str) -> bool {
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        self.ids.iter().any(|id| id.starts_with(&folder))
    }

    /// Converts a sidebar's items.
    fn items(
        &self,
        nodes: &[Node],
        base: &str,
        locale: Option<&str>,
        depth: usize,
        left: &mut Left,
    ) -> Vec<Json> {
        let mut items = Vec::new();
        for node in nodes.iter().filter(|_| depth < DEEPEST) {
            let text = |key: &str| node.at(&[key]).and_then(Node::text);
            let base = text("base").unwrap_or_else(|| base.to_owned());
            let label = text("text").map(|text| plain(&text)).filter(|text| !text.is_empty());
            let link = text("link").map(|link| with_base(&base, &link));
            let own = link.and_then(|link| self.sidebar_link(node, &link, label.as_deref(), locale, left));
            // The items that a package computes are reported.
            if own.is_none() && node.at(&["items"]).is_some_and(|inside| matches!(inside.value, Value::Null))
            {
                continue;
            }
            let Some(inside) = node.at(&["items"]).filter(|inside| !inside.items().is_empty()) else {
                let html = || {
                    let mut html = String::new();
                    crate::markdown::escape::text(label.as_deref()?, &mut html);
                    Some(json!({ "html": html }))
                };
                items.extend(own.or_else(|| text("link").is_none().then(html).flatten()));
                continue;
            };
            let mut inside = self.items(inside.items(), &base, locale, depth + 1, left);
            let Some(label) = label else {
                items.extend(inside);
                continue;
            };
            if inside.is_empty() {
                items.extend(own);
                continue;
            }
            let mut category = json!({ "category": label });
            match &own {
                Some(own) if own["doc"].is_string() => category["link"] = own["doc"].clone(),
                Some(own) => inside.insert(0, own.clone()),
                None => {}
            }
            category["items"] = inside.into();
            match node.at(&["collapsed"]).map(|node| &node.value) {
                Some(Value::Bool(is_collapsed)) => category["collapsed"] = (*is_collapsed).into(),
                _ => category["collapsible"] = false.into(),
            }
            items.push(category);
        }
        items
    }

    /// Converts a sidebar link.
    fn sidebar_link(
        &self,
        node: &Node,
        link: &str,
        label: Option<&str>,
        locale: Option<&str>,
        left: &mut Left,
    ) -> Option<Json> {
        match self.target(link) {
            Target::Document(id, of)
                if self.is_in_default_locale(&id)
                    && (of.is_none() || of == locale.and_then(crate::import::place::code)) =>
            {
                Some(json!({ "doc": id, "label": label }))
            }
            _ => Some(json!({ "href": self.href(node, link, left)?, "label": label? })),
        }
    }

    /// Returns the first sidebar that contains a document. By default, docgen shows this sidebar.
    pub(super) fn first_sidebar(&self, id: &str) -> Option<&str> {
        let paths = self.sidebars.iter().flat_map(|sidebars| &sidebars.paths);
        let names = paths.filter(|(_, name)| self.listed.get(name).is_some_and(|ids| ids.contains(id)));
        names.map(|(_, name)| name.as_str()).min()
    }

    /// Returns a page's sidebar. If the page has no sidebar, returns `Some(None)`. If there are no sidebars at all,
    /// returns `None`.
    pub(super) fn sidebar_of(&self, route: &str) -> Option<Option<&str>> {
        let of_locale = |sidebars: &&Sidebars| {
            sidebars.locale.as_ref().is_some_and(|code| route.starts_with(&format!("{code}/")))
        };
        let own = self.sidebars.iter().filter(|sidebars| !sidebars.paths.is_empty());
        let sidebars =
            own.clone().find(of_locale).or_else(|| own.clone().find(|sidebars| sidebars.locale.is_none()))?;
        let path = format!("/{route}");
        Some(sidebars.paths.iter().find(|(start, _)| path.starts_with(start)).map(|(_, name)| name.as_str()))
    }
}

/// Returns the IDs of the documents in a sidebar.
fn documents(items: &[Json]) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for item in items {
        ids.extend(["doc", "link"].iter().filter_map(|key| item[key].as_str()).map(str::to_owned));
        ids.extend(item["items"].as_array().map(|inside| documents(inside)).unwrap_or_default());
    }
    ids
}

/// Returns a unique name for a path's sidebar.
fn unique(names: &Listed, locale: Option<&str>, path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let parts: Vec<&str> = match locale {
        Some(code) if !path.contains(code) => std::iter::once(code).chain(words).collect(),
        _ => words.collect(),
    };
    let name = if parts.is_empty() { "docs".to_owned() } else { parts.join("-").to_ascii_lowercase() };
    let mut unique = name.clone();
    let mut number = 2;
    while names.contains_key(&unique) {
        unique = format!("{name}-{number}");
        number += 1;
    }
    unique
}

fn with_base(base: &str, link: &str) -> String {
    if base.is_empty() || crate::path::has_protocol(link) {
        return link.to_owned();
    }
    match link.strip_prefix('/') {
        Some(rest) => format!("{}/{rest}", base.strip_suffix('/').unwrap_or(base)),
        None => format!("{base}{link}"),
    }
}

fn host(url: &str) -> String {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    after.split('/').next().unwrap_or(after).trim_start_matches("www.").to_owned()
}
