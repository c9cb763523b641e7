//! Creates the sidebars of a Hugo site, with the sections in Hugo's order.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::config::flag;
use super::config::inside;
use super::content::{Kind, Page};
use super::places::Place;
use super::{Site, Tool};
use crate::import::settings::Settings;
use crate::import::shortcodes::Child;

impl Site<'_> {
    /// Returns the pages directly below a page, in Hugo's order.
    fn below(&self, page: &Page) -> Vec<usize> {
        self.below_path(page.language, &page.path)
    }

    pub(super) fn below_path(&self, language: usize, path: &str) -> Vec<usize> {
        let is_below = |other: &Page| {
            other.language == language
                && other.kind != Kind::Home
                && self.section_of(other) == path
                && !other.front.is_unlisted()
                && !self.is_draft(other)
        };
        let mut found: Vec<usize> =
            (0..self.tree.pages.len()).filter(|at| is_below(&self.tree.pages[*at])).collect();
        found.sort_by(|a, b| self.order(&self.tree.pages[*a], &self.tree.pages[*b]));
        found
    }

    /// Compares pages in a section as the generator does.
    fn order(&self, a: &Page, b: &Page) -> Ordering {
        if self.tool == Tool::Hugo {
            return order(a, b);
        }
        let parent =
            self.tree.by_path.get(&(a.language, a.parent().to_lowercase())).map(|at| &self.tree.pages[*at]);
        let by = parent.and_then(|page| page.front.text("sort_by")).unwrap_or_default();
        let weight =
            |page: &Page| page.front.weight().unwrap_or(if page.is_section() { 0.0 } else { f64::MAX });
        let date = |page: &Page| page.front.date("date").unwrap_or_default();
        let own = match (a.is_section(), b.is_section(), by.as_str()) {
            (false, false, "date") => date(b).cmp(&date(a)),
            (false, false, "title" | "title_bytes") => {
                a.title().to_lowercase().cmp(&b.title().to_lowercase())
            }
            (false, false, "slug") => a.url.cmp(&b.url),
            (false, false, "weight") | (true, true, _) => weight(a).total_cmp(&weight(b)),
            (false, false, _) => Ordering::Equal,
            // Themes list a section's pages before its subsections.
            (a, b, _) => a.cmp(&b),
        };
        own.then_with(|| a.path.cmp(&b.path))
    }

    /// Returns the path of the section that contains a page. Below the top level, a folder without a page isn't a
    /// section.
    pub(super) fn section_of<'p>(&self, page: &'p Page) -> &'p str {
        let mut folder = page.parent();
        while folder.contains('/') && !self.tree.by_path.contains_key(&(page.language, folder.to_lowercase()))
        {
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
        folder
    }

    /// Returns the titles and URLs of the pages below a page.
    pub(super) fn children(&self, page: &Page) -> Vec<Child> {
        self.children_of(page.language, &page.path)
    }

    pub(super) fn children_of(&self, language: usize, path: &str) -> Vec<Child> {
        let pages = self.below_path(language, path).into_iter().map(|at| &self.tree.pages[at]);
        let child = |page: &Page| Child {
            title: label(page),
            url: page.url.clone(),
            description: page.front.text("description"),
        };
        pages.filter(|page| !is_hidden(page)).map(child).collect()
    }

    /// If weights alone would result in a different order than Hugo's, returns the pages' sidebar positions.
    pub(super) fn positions(&self) -> BTreeMap<usize, f64> {
        let mut folders: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
        for (at, page) in self.tree.pages.iter().enumerate() {
            if matches!(self.places[at], Place::Doc(_) | Place::List) && page.kind != Kind::Home {
                folders.entry((page.language, page.parent())).or_default().push(at);
            }
        }
        let mut positions = BTreeMap::new();
        for pages in folders.into_values() {
            let of = |at: &usize| &self.tree.pages[*at];
            let mut wanted = pages.clone();
            wanted.sort_by(|a, b| self.order(of(a), of(b)));
            let mut own = pages;
            let key = |at: &usize| (of(at).front.weight().unwrap_or(f64::MAX), of(at).name());
            own.sort_by(|a, b| key(a).0.total_cmp(&key(b).0).then_with(|| key(a).1.cmp(key(b).1)));
            if own != wanted {
                positions
                    .extend(wanted.into_iter().enumerate().map(|(number, at)| (at, number as f64 + 1.0)));
            }
        }
        positions
    }

    /// Returns the top-level sections that contain documents, in Hugo's order.
    fn sections(&self) -> Vec<String> {
        let is_doc = |(page, place): &(&Page, &Place)| {
            page.language == 0 && matches!(place, Place::Doc(_) | Place::List)
        };
        let pages = self.tree.pages.iter().zip(&self.places).filter(is_doc);
        let names: BTreeSet<&str> =
            pages.filter(|(page, _)| page.path.contains('/')).map(|(page, _)| page.section()).collect();
        let page =
            |name: &&str| self.tree.by_path.get(&(0, name.to_lowercase())).map(|at| &self.tree.pages[*at]);
        let mut names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
        names.sort_by(|a, b| match (page(a), page(b)) {
            (Some(a), Some(b)) => self.order(a, b),
            (a, b) => b.is_some().cmp(&a.is_some()).then(std::cmp::Ordering::Equal),
        });
        names.into_iter().map(str::to_owned).collect()
    }

    /// Sets the sidebars. If a menu links to sections, each section has a sidebar. Otherwise, there's one sidebar,
    /// either for the site or for the section that the theme shows.
    pub(super) fn set_sidebars(&self, settings: &mut Settings, more: Vec<Json>) {
        let sections = self.sections();
        let root = self.root().filter(|root| sections.contains(root));
        let of = |section: &str| -> Vec<Json> {
            let has_hidden = self.tree.pages.iter().any(|page| {
                page.language == 0
                    && page.section() == section
                    && is_hidden(page)
                    && !page.front.is_unlisted()
            });
            if has_hidden { self.written(section) } else { vec![json!({ "autogenerated": section })] }
        };
        match root {
            Some(root) => settings.set("docs.sidebars.docs", [of(&root), more].concat()),
            None if self.has_main_menu() && !sections.is_empty() => {
                for section in &sections {
                    settings
                        .set(&format!("docs.sidebars.{}", id(section)), [of(section), more.clone()].concat());
                }
            }
            None if !more.is_empty() => {
                settings.set("docs.sidebars.docs", [vec![json!({ "autogenerated": "." })], more].concat());
            }
            None => {
                // A generated sidebar would contain hidden pages.
                if self.tree.pages.iter().any(|page| page.language == 0 && is_hidden(page)) {
                    settings.set("docs.sidebars.docs", self.written(""));
                }
            }
        }
    }

    /// Whether the section is a category in a generated sidebar. If so, docgen generates a list of the section's pages.
    pub(super) fn has_generated_list(&self, page: &Page) -> bool {
        let section = page.section();
        let hidden = |other: &Page| {
            other.language == 0 && is_hidden(other) && (other.section() == section || !self.has_main_menu())
        };
        if self.tree.pages.iter().any(hidden) {
            return false;
        }
        match self.root() {
            Some(root) => page.path.contains('/') && section == root,
            None => page.path.contains('/') || !self.has_main_menu(),
        }
    }

    /// Returns the section that a theme shows in the sidebar of every page.
    pub(super) fn root(&self) -> Option<String> {
        let own = self.config.text(&["params", "BookSection"]);
        let is_book = self.themes().iter().any(|theme| theme.ends_with("hugo-book"));
        let section = own.or_else(|| is_book.then(|| "docs".to_owned()))?;
        Some(section.trim_matches('/').to_owned()).filter(|section| !section.is_empty() && section != "*")
    }

    /// Returns the sidebar items of a section, without hidden pages.
    fn written(&self, section: &str) -> Vec<Json> {
        let at = self.tree.by_path.get(&(0, section.to_lowercase()));
        let Some(page) = at.map(|at| &self.tree.pages[*at]) else {
            return vec![json!({ "autogenerated": if section.is_empty() { "." } else { section } })];
        };
        let own = match &self.places[*at.unwrap_or(&0)] {
            Place::Doc(path) => vec![Json::from(path.as_str())],
            _ => Vec::new(),
        };
        let items = self.below(page).into_iter().filter_map(|at| self.item(at, 0));
        own.into_iter().chain(items).collect()
    }

    /// If the sidebar leaves out a page or a section around it, returns the ID of the sidebar, which the page still shows.
    pub(super) fn sidebar_of_hidden(&self, at: usize) -> Option<String> {
        let page = &self.tree.pages[at];
        let above = page.path.match_indices('/').map(|(end, _)| page.path[..end].to_lowercase());
        let mut around = above.filter_map(|path| self.tree.by_path.get(&(page.language, path)));
        let is_left_out = is_hidden(page) || around.any(|at| is_hidden(&self.tree.pages[*at]));
        if !is_left_out || page.front.is_unlisted() || !matches!(self.places[at], Place::Doc(_)) {
            return None;
        }
        let section = page.section();
        let has_sidebar =
            || self.tree.pages.iter().any(|other| other.language == 0 && other.section() == section);
        match self.root() {
            Some(root) => (section == root).then(|| "docs".to_owned()),
            None if self.has_main_menu() => (!section.is_empty() && has_sidebar()).then(|| id(section)),
            None => Some("docs".to_owned()),
        }
    }

    fn item(&self, at: usize, depth: usize) -> Option<Json> {
        let page = &self.tree.pages[at];
        if is_hidden(page) || depth > 30 {
            return None;
        }
        let id = match &self.places[at] {
            Place::Doc(path) => Some(path.clone()),
            Place::List => None,
            _ => return None,
        };
        let inside: Vec<Json> =
            self.below(page).into_iter().filter_map(|at| self.item(at, depth + 1)).collect();
        match (id, page.is_section() && !inside.is_empty()) {
            (Some(id), true) => Some(json!({ "category": label(page), "link": id, "items": inside })),
            (None, true) => Some(json!({ "category": label(page), "link": "generated", "items": inside })),
            (Some(id), false) => Some(id.into()),
            (None, false) => None,
        }
    }
}

/// Returns the ID of a section's sidebar.
pub(super) fn id(section: &str) -> String {
    section
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' })
        .collect()
}

/// Returns a page's label for lists.
pub(super) fn label(page: &Page) -> String {
    let title = page.front.text("linkTitle").unwrap_or_else(|| page.title());
    if title.is_empty() { super::pages::humanized(page.name()) } else { title }
}

/// Whether a theme leaves a page out of the sidebar.
fn is_hidden(page: &Page) -> bool {
    let flags = ["toc_hide", "bookHidden", "geekdocHidden", "hidden"];
    flags.iter().any(|key| page.front.flag(key) == Some(true))
        || page.front.at("sidebar").and_then(|node| inside(node, "exclude")).and_then(flag) == Some(true)
}

/// Compares pages as Hugo does: by weight, date (newest first), title, and path.
pub(super) fn order(a: &Page, b: &Page) -> Ordering {
    let weight = |page: &Page| page.front.weight().unwrap_or(f64::MAX);
    let date = |page: &Page| page.front.date("date").unwrap_or_default();
    let title = |page: &Page| label(page).to_lowercase();
    weight(a)
        .total_cmp(&weight(b))
        .then_with(|| date(b).cmp(&date(a)))
        .then_with(|| title(a).cmp(&title(b)))
        .then_with(|| a.path.cmp(&b.path))
}
