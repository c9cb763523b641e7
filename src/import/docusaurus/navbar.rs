//! Converts a Docusaurus site's navbar and footer.

use serde_json::{Map, Value as Json, json};

use super::super::left::Left;
use super::super::settings::Settings;
use super::Docusaurus;
use crate::source::tree::Node;

/// The keys of navbar items in Docusaurus, each with the corresponding key in docgen.
const KEYS: [(&str, &str); 7] = [
    ("label", "label"),
    ("position", "position"),
    ("activeBasePath", "active_base_path"),
    ("activeBaseRegex", "active_base_regex"),
    ("className", "class_name"),
    ("docId", "doc_id"),
    ("sidebarId", "sidebar_id"),
];

impl Docusaurus<'_> {
    pub(super) fn navbar(&self, settings: &mut Settings, left: &mut Left) {
        let of = |key: &str| self.value(&["themeConfig", "navbar", key]);
        let title = of("title").and_then(Node::text);
        // Without a title, Docusaurus shows only the logo.
        settings.set_some("navbar.title", title.or_else(|| of("logo").map(|_| String::new())));
        settings
            .set_some("navbar.hide_on_scroll", of("hideOnScroll").map(Node::json).filter(Json::is_boolean));
        if let Some(logo) = of("logo") {
            let file = |key: &str| logo.at(&[key]).and_then(Node::text).map(Self::static_file);
            settings.set_some("navbar.logo.src", file("src"));
            settings.set_some("navbar.logo.src_dark", file("srcDark"));
            settings.set_some("navbar.logo.alt", logo.at(&["alt"]).and_then(Node::text));
            settings.set_some("navbar.logo.href", logo.at(&["href"]).and_then(Node::text));
        }
        let items = of("items").map_or(&[][..], Node::items);
        let items: Vec<Json> = items.iter().filter_map(|item| self.item(item, left)).collect();
        if !items.is_empty() {
            settings.set("navbar.items", items);
        }
    }

    fn item(&self, item: &Node, left: &mut Left) -> Option<Json> {
        let of = |key: &str| item.at(&[key]);
        let kind = of("type").and_then(Node::text).unwrap_or_else(|| "default".to_owned());
        let mut table: Map<String, Json> = KEYS
            .iter()
            .filter_map(|(old, new)| Some(((*new).to_owned(), of(old)?.json())))
            .filter(|(_, value)| !value.is_null())
            .collect();
        let href = of("to").or_else(|| of("href")).and_then(Node::text).map(|href| self.href(&href));
        let inside: Vec<Json> = of("items")
            .map_or(&[][..], Node::items)
            .iter()
            .filter_map(|item| self.item(item, left))
            .collect();
        match kind.as_str() {
            "default" | "dropdown" | "link" => {
                if !inside.is_empty() {
                    table.insert("items".to_owned(), inside.into());
                    table.entry("label").or_insert_with(|| "More".into());
                } else {
                    let href = href?;
                    table.entry("label").or_insert_with(|| {
                        let aria = of("aria-label").and_then(Node::text);
                        aria.unwrap_or_else(|| last_segment(&href)).into()
                    });
                    table.insert("href".to_owned(), href.into());
                }
            }
            "html" => {
                table.insert("html".to_owned(), of("value").and_then(Node::text)?.into());
                table.insert("type".to_owned(), kind.into());
            }
            "doc" | "docSidebar" | "docsVersion" | "docsVersionDropdown" | "localeDropdown" | "search" => {
                let after = ["dropdownItemsBefore", "dropdownItemsAfter"];
                for (key, _) in after.iter().filter_map(|key| item.entry(key)) {
                    let what = format!("`{}` in the navbar", key.name);
                    left.note(&self.source, key.range.clone(), &what, "link to these pages elsewhere");
                }
                if self.docs.len() > 1 && kind.starts_with("doc") {
                    let id = of("docsPluginId").and_then(Node::text).unwrap_or_else(|| "default".to_owned());
                    let docs = self.docs.iter().find(|docs| docs.id == id);
                    table.extend(docs.map(|docs| ("docs".to_owned(), docs.set.as_str().into())));
                }
                table.insert("type".to_owned(), kind.into());
            }
            kind => {
                let what = format!("the navbar item of type `{kind}`");
                left.note(&self.source, item.range.clone(), &what, "add a link, or a component in a slot");
                return None;
            }
        }
        Some(Json::Object(table))
    }

    /// Converts the target of a link in the config.
    pub(super) fn href(&self, href: &str) -> String {
        if href.contains("://") || href.starts_with(['/', '#']) || crate::path::has_protocol(href) {
            return href.to_owned();
        }
        format!("/{href}")
    }

    pub(super) fn footer(&self, settings: &mut Settings, left: &mut Left) {
        let Some(footer) = self.value(&["themeConfig", "footer"]) else { return };
        settings.set_some("footer.copyright", footer.at(&["copyright"]).and_then(Node::text));
        let (mut columns, mut single) = (Vec::new(), Vec::new());
        for link in footer.at(&["links"]).map_or(&[][..], Node::items) {
            match link.at(&["items"]) {
                Some(items) => {
                    let items: Vec<Json> =
                        items.items().iter().filter_map(|item| self.footer_link(item, left)).collect();
                    columns
                        .push(json!({ "title": link.at(&["title"]).and_then(Node::text), "items": items }));
                }
                None => single.extend(self.footer_link(link, left)),
            }
        }
        if !single.is_empty() {
            columns.push(json!({ "items": single }));
        }
        if !columns.is_empty() {
            settings.set("footer.columns", columns);
        }
        if let Some((key, _)) = footer.entry("logo") {
            left.note(
                &self.source,
                key.range.clone(),
                "the footer logo",
                "add it to `footer.copyright` as HTML",
            );
        }
    }

    fn footer_link(&self, item: &Node, left: &mut Left) -> Option<Json> {
        let href = item.at(&["to"]).or_else(|| item.at(&["href"])).and_then(Node::text);
        let Some(href) = href else {
            left.note(&self.source, item.range.clone(), "HTML in the footer", "add it to `footer.copyright`");
            return None;
        };
        let href = self.href(&href);
        let label = item.at(&["label"]).and_then(Node::text).unwrap_or_else(|| last_segment(&href));
        Some(json!({ "label": label, "href": href }))
    }
}

fn last_segment(href: &str) -> String {
    href.trim_end_matches('/').rsplit('/').next().unwrap_or(href).to_owned()
}
