//! A Hugo site's menus.

use serde_json::{Value as Json, json};

use super::config::inside;
use super::content::Page;
use super::files::text_in;
use super::sidebars::label;
use super::urls::normal;
use super::{Site, Tool};
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::source::tree::{Node, Value};

/// The names of menus at the top of pages.
const TOP: [&str; 6] = ["main", "navbar", "nav", "header", "top", "home"];

/// The names of menus beside or below the sidebar.
const SIDE: [&str; 6] = ["before", "after", "sidebar", "shortcuts", "extra", "more"];

/// The name of the menu with the organization's pages on other sites.
const SOCIAL: &str = "social";

/// The names of menus in the footer.
const FOOTER: [&str; 2] = ["footer", "bottom"];

/// A menu entry.
#[derive(Clone, Debug, Default)]
struct Entry {
    name: String,
    /// The name that child entries use to refer to this entry.
    identifier: String,
    parent: Option<String>,
    href: Option<String>,
    weight: f64,
}

impl Site<'_> {
    /// Whether the site has a top menu that contains entries.
    pub(super) fn has_main_menu(&self) -> bool {
        TOP.iter().any(|name| !self.entries_of(name).is_empty())
    }

    /// Sets the navbar and the sidebars.
    pub(super) fn set_menus(&self, settings: &mut Settings, left: &mut Left) {
        let mut items: Vec<Json> = Vec::new();
        for name in TOP {
            if items.is_empty() {
                items = self.menu(
                    name,
                    |label, href| json!({ "label": label, "href": href, "position": "left" }),
                    true,
                );
            }
        }
        let link = |label: &str, href: &str| json!({ "label": label, "href": href });
        let more: Vec<Json> = SIDE.iter().flat_map(|name| self.menu(name, link, false)).collect();
        for name in FOOTER {
            let columns = self.menu(name, link, false);
            if !columns.is_empty() {
                settings.set("footer.columns", json!([{ "title": "", "items": columns }]));
            }
        }
        self.note_menus(left);
        self.set_sidebars(settings, more);
        let repository = settings.take("navbar_items");
        let is_there = |item: &Json| items.iter().any(|own| own["href"] == item["href"]);
        let mut more: Vec<Json> = repository.into_iter().filter(|item| !is_there(item)).collect();
        for item in self.menu(
            SOCIAL,
            |label, href| json!({ "label": label, "href": href, "position": "right" }),
            false,
        ) {
            if !is_there(&item) && !more.iter().any(|own| own["href"] == item["href"]) {
                more.push(item);
            }
        }
        items.extend(more);
        if self.languages.len() > 1 {
            items.push(json!({ "type": "localeDropdown", "position": "right" }));
        }
        if !items.is_empty() {
            settings.set("navbar.items", items);
        }
    }

    fn note_menus(&self, left: &mut Left) {
        let language = &*self.languages[0].table;
        let of_language = ["menu", "menus"].map(|table| vec!["languages", language, table]);
        for table in [vec!["menu"], vec!["menus"]].into_iter().chain(of_language) {
            for (source, key, _) in self.config.entries(&table) {
                let name = key.name.to_ascii_lowercase();
                if ![&TOP[..], &SIDE[..], &FOOTER[..], &[SOCIAL]].concat().contains(&name.as_str()) {
                    left.note(
                        source,
                        key.range.clone(),
                        &format!("the `{}` menu", key.name),
                        "add its links to `navbar.items` or `docs.sidebars`",
                    );
                }
            }
        }
    }

    /// Returns the entries of a menu in the default language, from the config and front matter.
    fn entries_of(&self, menu: &str) -> Vec<Entry> {
        let key = &self.languages[0].table;
        let mut entries: Vec<Entry> = Vec::new();
        if self.tool == Tool::Zola {
            return if menu == "main" {
                self.menu_of_zola().iter().filter_map(|node| self.entry(node)).collect()
            } else {
                entries
            };
        }
        let own = ["menus", "menu"].iter().find_map(|table| self.config.at(&["languages", key, table, menu]));
        let node = own.or_else(|| ["menus", "menu"].iter().find_map(|table| self.config.at(&[table, menu])));
        entries.extend(node.map_or(&[][..], Node::items).iter().filter_map(|node| self.entry(node)));
        for page in self.tree.pages.iter().filter(|page| page.language == 0) {
            entries.extend(self.of_page(page, menu));
        }
        entries.sort_by(|a, b| {
            a.weight.total_cmp(&b.weight).then_with(|| a.name.to_lowercase().cmp(&b.name.to_lowercase()))
        });
        entries
    }

    fn entry(&self, node: &Node) -> Option<Entry> {
        let page =
            text_in(node, &["pageRef"]).and_then(|path| self.reference(self.tree.pages.first()?, &path));
        let url = || {
            let url = ["url", "path", "link", "href"].iter().find_map(|key| text_in(node, &[key]))?;
            let url = url.replace("$BASE_URL", "").replace("{{ base_url }}", "");
            if url.is_empty() {
                return Some("/".to_owned());
            }
            if let Some(path) = url.strip_prefix("@/") {
                return self.reference(self.tree.pages.first()?, path);
            }
            if url.contains("://") || url.starts_with(['#', '/']) || url.starts_with("mailto:") {
                Some(url)
            } else {
                Some(normal(&url))
            }
        };
        let page_title = |url: &String| self.tree.by_url.get(url).map(|at| label(&self.tree.pages[*at]));
        let href = page.or_else(url).or_else(|| Some(normal(&text_in(node, &["pageRef"])?)));
        let name = ["name", "title", "text", "label"]
            .iter()
            .find_map(|key| text_in(node, &[key]).filter(|text| !text.trim().is_empty()))
            .or_else(|| ["pre", "post"].iter().find_map(|key| words_of(&text_in(node, &[key])?)))
            .or_else(|| href.as_ref().and_then(page_title));
        let identifier = text_in(node, &["identifier"]);
        let name = name.or_else(|| identifier.clone())?;
        Some(Entry {
            identifier: identifier.unwrap_or_else(|| name.clone()),
            name: plain(&name),
            parent: text_in(node, &["parent"]).filter(|parent| !parent.is_empty()),
            href,
            weight: weight(node),
        })
    }

    /// Returns the entry that the front matter of a page adds to a menu.
    fn of_page(&self, page: &Page, menu: &str) -> Option<Entry> {
        let node = page.front.at("menus").or_else(|| page.front.at("menu"))?;
        let mut entry = Entry {
            name: label(page),
            href: Some(page.url.clone()),
            weight: page.front.weight().unwrap_or(f64::MAX),
            ..Entry::default()
        };
        match &node.value {
            Value::Text(name) if name == menu => {}
            Value::List(names) if names.iter().any(|name| name.text().as_deref() == Some(menu)) => {}
            Value::Table(_) => {
                let own = inside(node, menu)?;
                entry.name = text_in(own, &["name"]).unwrap_or(entry.name);
                entry.parent = text_in(own, &["parent"]);
                entry.identifier = text_in(own, &["identifier"]).unwrap_or_default();
                if inside(own, "weight").is_some() {
                    entry.weight = weight(own);
                }
            }
            _ => return None,
        }
        if entry.identifier.is_empty() {
            entry.identifier.clone_from(&entry.name);
        }
        entry.name = plain(&entry.name);
        Some(entry)
    }

    /// Converts a menu. Child entries become dropdown items or follow their parent.
    fn menu(&self, menu: &str, link: impl Fn(&str, &str) -> Json, has_dropdowns: bool) -> Vec<Json> {
        let entries = self.entries_of(menu);
        let mut items = Vec::new();
        for entry in entries.iter().filter(|entry| entry.parent.is_none()) {
            let children: Vec<&Entry> =
                entries.iter().filter(|other| other.parent.as_ref() == Some(&entry.identifier)).collect();
            let inside = children.iter().filter_map(|child| Some((&child.name, self.href(child)?)));
            let own = self.href(entry);
            if children.is_empty() || !has_dropdowns {
                items.extend(own.map(|href| link(&entry.name, &href)));
                items.extend(inside.map(|(name, href)| link(name, &href)));
            } else {
                let first = own.map(|href| json!({ "label": entry.name, "href": href }));
                let rest = inside.map(|(name, href)| json!({ "label": name, "href": href }));
                let all: Vec<Json> = first.into_iter().chain(rest).collect();
                items.push(
                    json!({ "type": "dropdown", "label": entry.name, "position": "left", "items": all }),
                );
            }
        }
        items
    }

    /// Returns the target of an entry, without the site's base path.
    fn href(&self, entry: &Entry) -> Option<String> {
        let href = entry.href.clone()?;
        let page = self.tree.pages.first()?;
        let is_path = href.starts_with('/') && !href.starts_with("//");
        if !is_path {
            return Some(href).filter(|href| !href.starts_with('#'));
        }
        let (path, suffix) = href.split_at(href.find(['#', '?']).unwrap_or(href.len()));
        let url = normal(path);
        let known = self.tree.by_url.contains_key(&url) || self.files.contains_key(&url);
        let converted = if known { None } else { self.address(page, path, true) };
        let target = converted.filter(|url| url.starts_with('/') && !url.ends_with(".md")).unwrap_or(url);
        let redirects = self.redirects.lock().map(|redirects| redirects.clone()).unwrap_or_default();
        Some(self.existing(&(target + suffix), &redirects))
    }
}

fn weight(node: &Node) -> f64 {
    let weight = text_in(node, &["weight"]).and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
    if weight == 0.0 { f64::MAX } else { weight }
}

/// Returns the words in HTML. If there are none, returns `None`.
fn words_of(html: &str) -> Option<String> {
    let text = plain(&html.replace('<', " <"));
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty() && !text.contains('<')).then(|| words.join(" "))
}

/// Returns text without HTML.
fn plain(name: &str) -> String {
    let mut out = String::new();
    let mut is_tag = false;
    for c in name.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            c if !is_tag => out.push(c),
            _ => {}
        }
    }
    let out = out.trim().to_owned();
    if out.is_empty() { name.to_owned() } else { out }
}
