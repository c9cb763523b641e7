//! Converts the sidebars and the links in the navbar.

use serde_json::{Value as Json, json};

use super::{Page, Starlight, api, join};
use crate::component::MODULE;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::path::has_protocol;
use crate::source::tree::{Node, Value};

/// The maximum number of levels in a sidebar.
pub(super) const DEEPEST: usize = 12;

impl Starlight<'_> {
    /// Converts the sidebars: one for the site, and one for each locale that has translated labels.
    pub(super) fn navigation(&mut self, settings: &mut Settings, left: &mut Left) {
        if self.topics(settings, left) {
            return;
        }
        let Some(node) = self.theme().and_then(|theme| theme.at(&["sidebar"])) else {
            // docgen's own sidebar would contain these pages.
            if self.pages.values().any(|page| page.is_hidden) {
                settings.set("docs.sidebars.docs", self.generated("", false));
            }
            return;
        };
        if matches!(node.value, Value::Null) || node.entries().is_some() {
            let hint = "check the sidebar that docgen generates from the folders";
            left.note(&self.source, node.range.clone(), "the sidebar that a function generates", hint);
            return;
        }
        let nodes = node.items();
        let main = self.items(nodes, self.main.as_deref(), 0, left);
        settings.set("docs.sidebars.docs", main);
        let mut translated = std::collections::BTreeSet::new();
        for code in self.locales.iter().filter(|code| self.main.as_ref() != Some(*code)) {
            if nodes.iter().any(|node| self.is_translated(node, code, 0)) {
                let items = self.items(nodes, Some(code), 0, &mut Left::default());
                settings.set(&format!("docs.sidebars.docs-{}", code.to_ascii_lowercase()), items);
                translated.extend(crate::import::place::code(code));
            }
        }
        self.translated = translated;
    }

    /// Returns a locale's language tag.
    pub(super) fn lang(&self, locale: Option<&str>) -> String {
        let name = locale.unwrap_or("root");
        let own = self.text(&["locales", name, "lang"]);
        own.or_else(|| locale.map(str::to_owned)).unwrap_or_else(|| "en".to_owned())
    }

    /// Returns an item's label, translated if possible.
    pub(super) fn label(&self, node: &Node, locale: Option<&str>) -> Option<String> {
        let lang = self.lang(locale);
        let translations = node.at(&["translations"]).and_then(Node::entries).unwrap_or_default();
        let of = |tag: &str| {
            translations.iter().find(|(key, _)| key.name == tag).and_then(|(_, node)| node.text())
        };
        let primary = lang.split('-').next().unwrap_or_default();
        of(&lang).or_else(|| of(primary)).or_else(|| node.at(&["label"]).and_then(Node::text))
    }

    fn is_translated(&self, node: &Node, locale: &str, depth: usize) -> bool {
        let own = self.label(node, Some(locale));
        (own.is_some() && own != node.at(&["label"]).and_then(Node::text))
            || (depth < DEEPEST
                && node.at(&["items"]).is_some_and(|inside| {
                    inside.items().iter().any(|node| self.is_translated(node, locale, depth + 1))
                }))
    }

    /// Converts a sidebar's items.
    pub(super) fn items(
        &self,
        nodes: &[Node],
        locale: Option<&str>,
        depth: usize,
        left: &mut Left,
    ) -> Vec<Json> {
        let mut items = Vec::new();
        for node in nodes.iter().filter(|_| depth < DEEPEST) {
            let text = |key: &str| node.at(&[key]).and_then(Node::text);
            if node.at(&["badge"]).is_some() {
                left.note(&self.source, node.range.clone(), "a badge in the sidebar", "add it to the label");
            }
            if let Some(folder) = node.at(&["autogenerate", "directory"]).and_then(Node::text) {
                let collapsed = node.at(&["autogenerate", "collapsed"]).or_else(|| node.at(&["collapsed"]));
                let is_collapsed = matches!(collapsed.map(|node| &node.value), Some(Value::Bool(true)));
                let inside = self.generated(folder.trim_matches('/'), is_collapsed);
                items.extend(self.group(node, inside, locale));
            } else if let Some(inside) = node.at(&["items"]) {
                let inside = self.items(inside.items(), locale, depth + 1, left);
                items.extend(self.group(node, inside, locale));
            } else if let Some(slug) = node.text().or_else(|| text("slug")) {
                items.extend(self.document(node, &slug, locale, left));
            } else if let Some(link) = text("link") {
                items.extend(self.link(node, &link, locale, left));
            } else if let Some(module) = text(MODULE) {
                if module == api::PLUGIN {
                    items.extend(self.api_links(node));
                    continue;
                }
                let what = format!("the part of the sidebar that `{module}` generates");
                left.note(&self.source, node.range.clone(), &what, "add these items to `docgen.toml`");
            }
        }
        items
    }

    /// Returns a category. If the group has no label, returns only its items.
    fn group(&self, node: &Node, items: Vec<Json>, locale: Option<&str>) -> Vec<Json> {
        let label = self.label(node, locale).filter(|_| !items.is_empty());
        let Some(label) = label else { return items };
        let is_collapsed = matches!(node.at(&["collapsed"]).map(|node| &node.value), Some(Value::Bool(true)));
        vec![json!({ "category": label, "collapsed": is_collapsed, "items": items })]
    }

    /// Converts an item that contains a page's slug.
    fn document(&self, node: &Node, slug: &str, locale: Option<&str>, left: &mut Left) -> Option<Json> {
        let slug = slug.trim_matches('/');
        let slug = if slug == "index" { "" } else { slug };
        let in_main = self.main.as_deref().map(|main| join(main, slug));
        let page = in_main
            .as_ref()
            .and_then(|slug| self.pages.get(self.slugs.get(slug)?))
            .or_else(|| self.pages.get(self.slugs.get(slug)?));
        let Some(page) = page else {
            let what = format!("the missing page `{slug}` in the sidebar");
            left.note(&self.source, node.range.clone(), &what, "add the page, or remove the entry");
            return None;
        };
        Some(self.entry(page, self.label(node, locale)))
    }

    /// Returns an item for a page.
    fn entry(&self, page: &Page, label: Option<String>) -> Json {
        let id = page.place.id().filter(|id| self.ids.contains(*id));
        match (id, label) {
            (Some(id), Some(label)) => json!({ "doc": id, "label": label }),
            (Some(id), None) => id.into(),
            (None, label) => {
                let label = label.or_else(|| page.label.clone()).unwrap_or_else(|| page.title.clone());
                json!({ "href": page.place.url(), "label": label })
            }
        }
    }

    /// Converts an item that contains a link.
    fn link(&self, node: &Node, link: &str, locale: Option<&str>, left: &mut Left) -> Option<Json> {
        let label = self.label(node, locale)?;
        if has_protocol(link) {
            return Some(json!({ "href": link, "label": label }));
        }
        let (path, suffix) = link.split_at(link.find(['?', '#']).unwrap_or(link.len()));
        let rooted = format!("/{}", path.trim_start_matches('/'));
        if let Some(page) = self.page_at("", &rooted) {
            return Some(match suffix {
                "" => self.entry(page, Some(label)),
                suffix => json!({ "href": page.place.url() + suffix, "label": label }),
            });
        }
        if let Some(url) = self.generated_url(&rooted) {
            return Some(json!({ "href": url + suffix, "label": label }));
        }
        let file = self.file_at(&self.source.path, &rooted);
        if file.is_none() {
            let what = format!("the link to the missing page `{link}` in the sidebar");
            left.note(&self.source, node.range.clone(), &what, "add the page, or remove the entry");
        }
        file.map(|_| json!({ "href": rooted + suffix, "label": label }))
    }

    /// Returns the items for the pages in a folder.
    fn generated(&self, folder: &str, is_collapsed: bool) -> Vec<Json> {
        let below = match &self.main {
            Some(main) => join(main, folder),
            None => folder.to_owned(),
        };
        let is_inside = |(path, _): &(&String, &Page)| {
            let bare = path.rsplit_once('.').map_or(path.as_str(), |(bare, _)| bare);
            below.is_empty()
                || bare == below
                || path.strip_prefix(&below).is_some_and(|rest| rest.starts_with('/'))
        };
        let in_main = |(_, page): &(&String, &Page)| page.place.locale.is_none();
        let pages: Vec<(&String, &Page)> = self.pages.iter().filter(in_main).filter(is_inside).collect();
        let depth = if below.is_empty() { 0 } else { below.matches('/').count() + 1 };
        let is_deep = pages.iter().any(|(path, _)| path.matches('/').count() > depth);
        let is_plain = pages.iter().all(|(_, page)| !page.is_hidden && page.place.folder == "docs");
        if !is_deep
            && is_plain
            && !folder.is_empty()
            && pages.iter().any(|(path, _)| path.matches('/').count() == depth)
        {
            return vec![json!({ "autogenerated": folder })];
        }
        let visible = pages.into_iter().filter(|(_, page)| !page.is_hidden).collect();
        self.tree(visible, depth, is_collapsed).1
    }

    /// Returns the items for pages, with a category for each folder, and the lowest position.
    fn tree(&self, pages: Vec<(&String, &Page)>, depth: usize, is_collapsed: bool) -> (f64, Vec<Json>) {
        let mut items: Vec<(f64, String, Json)> = Vec::new();
        let mut folders: Vec<(String, Vec<(&String, &Page)>)> = Vec::new();
        for (path, page) in pages {
            let mut parts = path.split('/').skip(depth);
            let (first, has_more) = (parts.next().unwrap_or_default(), parts.next().is_some());
            if !has_more {
                items.push((page.order.unwrap_or(f64::MAX), page.slug.clone(), self.entry(page, None)));
                continue;
            }
            match folders.iter_mut().find(|(name, _)| name == first) {
                Some((_, inside)) => inside.push((path, page)),
                None => folders.push((first.to_owned(), vec![(path, page)])),
            }
        }
        for (name, inside) in folders {
            let slug = inside.first().map_or_else(String::new, |(path, _)| {
                path.split('/').take(depth + 1).collect::<Vec<_>>().join("/")
            });
            let (order, inside) = if depth < DEEPEST {
                self.tree(inside, depth + 1, is_collapsed)
            } else {
                (f64::MAX, Vec::new())
            };
            items.push((
                order,
                slug,
                json!({ "category": name, "collapsed": is_collapsed, "items": inside }),
            ));
        }
        items.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.to_lowercase().cmp(&b.1.to_lowercase())));
        let lowest = items.first().map_or(f64::MAX, |(order, ..)| *order);
        (lowest, items.into_iter().map(|(.., item)| item).collect())
    }

    /// Returns the social links for the navbar.
    pub(super) fn social(&self) -> Vec<Json> {
        let Some(node) = self.theme().and_then(|theme| theme.at(&["social"])) else { return Vec::new() };
        let of_list = node.items().iter().filter_map(|node| {
            let text = |key: &str| node.at(&[key]).and_then(Node::text);
            Some(json!({ "label": text("label").or_else(|| text("icon"))?, "href": text("href")? }))
        });
        let named = |(key, node): &(crate::source::tree::Key, Node)| {
            let label = crate::import::site::service(&key.name);
            Some(json!({ "label": label, "href": node.text()? }))
        };
        of_list.chain(node.entries().unwrap_or_default().iter().filter_map(named)).collect()
    }
}
