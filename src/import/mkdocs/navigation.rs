//! Converts the navigation to sidebars and navbar items.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::folders::is_index;
use super::{MkDocs, metadata, plugins, route};
use crate::import::inline::{self, capitalized};
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::markdown;
use crate::path::SourcePath;
use crate::source::tree::{Node, Value};

impl MkDocs<'_> {
    /// Converts the navigation. Returns the page titles that the navigation contains.
    pub(super) fn navigation(&self, settings: &mut Settings, left: &mut Left) -> BTreeMap<String, String> {
        let mut titles = BTreeMap::new();
        let features = self.config.at(&["theme", "features"]).map_or(&[][..], Node::items);
        let has = |name: &str| features.iter().any(|feature| feature.text().as_deref() == Some(name));
        let has_tabs = has("navigation.tabs");
        // The sections at the top of a sidebar are groups that can't be collapsed.
        let grouped = |mut items: Vec<Json>| {
            let groups =
                items.iter_mut().filter(|item| has("navigation.sections") && item["items"].is_array());
            groups.for_each(|group| group["collapsible"] = false.into());
            items
        };
        if has("navigation.expand") {
            settings.set("docs.sidebar_collapsed", false);
        }
        let mut items = Vec::new();
        let nav = self.config.at(&["nav"]);
        if nav.is_some() || has_tabs || self.has_folder_navigation() || self.has_own_order() {
            let all: Vec<Json> = match nav {
                Some(nav) => self.items(nav.items(), &mut titles, left),
                None => self.folder_items("", 0, &mut titles),
            };
            if has_tabs {
                let mut first = Vec::new();
                for (index, item) in all.into_iter().enumerate() {
                    let section = item["items"].as_array().filter(|items| !items.is_empty());
                    let Some(inside) = section else {
                        first.push(item);
                        continue;
                    };
                    if let [only] = &inside[..]
                        && let Some(href) = only["href"].as_str()
                    {
                        items.push(json!({ "href": href, "label": item["category"], "position": "left" }));
                        continue;
                    }
                    let id = format!("section-{}", index + 1);
                    items.push(json!({ "type": "docSidebar", "sidebar_id": id, "label": item["category"], "position": "left" }));
                    let linked = item["link"].as_str().map(|link| json!(link));
                    let inside = linked.into_iter().chain(inside.iter().cloned()).collect();
                    settings.set(&format!("docs.sidebars.{id}"), grouped(inside));
                }
                if !first.is_empty() {
                    settings.set("docs.sidebars.start", first);
                }
            } else {
                settings.set("docs.sidebars.docs", grouped(all));
            }
        }
        items.extend(settings.take("navbar_items"));
        if !items.is_empty() {
            settings.set("navbar.items", items);
        }
        titles
    }

    /// Converts navigation items.
    fn items(&self, items: &[Node], titles: &mut BTreeMap<String, String>, left: &mut Left) -> Vec<Json> {
        let convert = |item| match self.pattern_items(item, titles) {
            Some(items) => items,
            None => Vec::from_iter(self.item(item, titles, left)),
        };
        items.iter().flat_map(convert).collect()
    }

    /// Returns the title of a section without a title: the title of its first page, or of the folder that contains it.
    fn title_of(&self, first: &Node) -> Option<String> {
        let page = first.text().or_else(|| first.pair()?.1.text())?;
        let source = self.origin.text(&SourcePath::new(format!("{}/{page}", self.docs)))?;
        let (folder, name) = page.rsplit_once('/').unwrap_or(("", &page));
        let front_matter = metadata::read(&source);
        let own = front_matter.entries.iter().find(|entry| entry.name == "title");
        let own = own.and_then(|entry| entry.node.text());
        let heading = || {
            let line = source.text[front_matter.end..].lines().find(|line| line.starts_with("# "))?;
            let text = inline::heading(line).map_or(line, |(text, _)| text);
            Some(markdown::plain(text.trim_start_matches('#').trim()).into_owned())
        };
        match folder.rsplit('/').next().filter(|folder| name != "index.md" && !folder.is_empty()) {
            Some(folder) => Some(capitalized(&folder.replace(['-', '_'], " "))),
            None => own.or_else(heading),
        }
    }

    /// Whether the first page of a section is the section's page.
    pub(super) fn is_section_page(&self, path: &str) -> bool {
        let has_plugin = || self.plugins().iter().any(|(name, ..)| *name == plugins::SECTION_PAGES);
        is_index(path.rsplit('/').next().unwrap_or(path)) || path.ends_with(".md") && has_plugin()
    }

    /// Converts a navigation item.
    fn item(&self, item: &Node, titles: &mut BTreeMap<String, String>, left: &mut Left) -> Option<Json> {
        let (title, value) = match item.pair() {
            Some((title, value)) => (Some(label(title)).filter(|title| !title.trim().is_empty()), value),
            None => (None, item),
        };
        if let Value::List(inside) = &value.value {
            let mut items = self.items(inside, titles, left);
            // An index page without a title is the section's page. With a plugin, this can be any page.
            let is_index = |node: &Node| node.text().is_some_and(|path| self.is_section_page(&path));
            let link = inside
                .first()
                .filter(|first| is_index(first))
                .and(items.first().and_then(Json::as_str).map(str::to_owned));
            if link.is_some() {
                items.remove(0);
            }
            let first = |item: &Json| {
                let text = item["category"].as_str().or(item["label"].as_str()).or(item.as_str());
                text.map(str::to_owned)
            };
            let title = title.or_else(|| self.title_of(inside.first()?)).or_else(|| first(items.first()?));
            return Some(json!({ "category": title?, "link": link, "items": items }));
        }
        let target = value.text()?;
        if target.contains("://") || target.starts_with('/') {
            return Some(json!({ "href": target, "label": title.unwrap_or_else(|| target.clone()) }));
        }
        let page = SourcePath::new(&target).as_str().to_owned();
        // If the target is a folder, a plugin lists the pages in the folder.
        let folder = format!("{page}/");
        if target.ends_with('/') && self.pages.iter().any(|page| page.starts_with(&folder)) {
            if self.has_folder_navigation() {
                let items = self.folder_items(&page, 0, titles);
                return Some(json!({ "category": title.unwrap_or(page), "items": items }));
            }
            let items = json!([{ "autogenerated": page }]);
            return Some(json!({ "category": title.unwrap_or(page), "items": items }));
        }
        if let Some(blog) = self.blog.as_ref().filter(|blog| blog.is_list(&page)) {
            let label = title.unwrap_or_else(|| "Blog".to_owned());
            return Some(json!({ "href": format!("/{}", blog.folder()), "label": label }));
        }
        if let Some((file, anchor)) = page.split_once('#').filter(|(file, _)| self.pages.contains(*file)) {
            let label = title.unwrap_or_else(|| file.to_owned());
            return Some(json!({ "href": format!("{}#{anchor}", route(file)), "label": label }));
        }
        if !self.pages.contains(&page) {
            let what = format!("the missing page `{target}` in the navigation");
            left.note(&self.source, value.range.clone(), &what, "add the page, or remove the entry");
            return None;
        }
        let id = self.id_of(&page);
        match title {
            Some(title) => {
                titles.insert(page, title.clone());
                Some(json!({ "doc": id, "label": title }))
            }
            None => Some(id.into()),
        }
    }
}

/// Returns the text of a title, which can contain HTML. Browsers read `&nbsp` even without a semicolon.
fn label(title: &str) -> String {
    let title = title.replace("&nbsp;", " ").replace("&nbsp", " ");
    if title.contains('<') { markdown::plain(&title).into_owned() } else { title }
}
