//! Converts the topics of the `starlight-sidebar-topics` plugin. Each topic becomes a sidebar and an item in the navbar.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::Starlight;
use super::navigation::DEEPEST;
use crate::import::glob::glob;
use crate::import::left::Left;
use crate::import::place;
use crate::import::settings::Settings;
use crate::path::{UniqueNames, has_protocol, slugify};
use crate::source::tree::Node;

/// The plugin's package.
pub(super) const PLUGIN: &str = "starlight-sidebar-topics";

/// The code to run instead of the plugin.
pub(super) const STAND_IN: &str = "
export default (topics, options = {}) => ({ $module: 'starlight-sidebar-topics', topics, options });
";

impl Starlight<'_> {
    /// Converts the topics. Returns whether the site has topics.
    pub(super) fn topics(&mut self, settings: &mut Settings, left: &mut Left) -> bool {
        let Some(plugin) = self.plugin(PLUGIN).cloned() else { return false };
        let mut names = UniqueNames::numbered_from(2);
        // The IDs of the other sidebars.
        for id in self.apis.iter().map(|api| &api.id).chain(self.blogs.iter().map(|blog| &blog.id)) {
            names.take(id);
        }
        let mut navbar = Vec::new();
        let mut sidebars: Vec<(String, Vec<String>)> = Vec::new();
        for topic in plugin.at(&["topics"]).map_or(&[][..], Node::items) {
            let text = |key: &str| topic.at(&[key]).and_then(Node::text);
            let Some(label) = self.in_main_locale(topic.at(&["label"])) else { continue };
            self.translate(topic.at(&["label"]), &label);
            for key in ["badge", "icon"] {
                if topic.at(&[key]).is_some() {
                    let what = format!("the {key} of a sidebar topic");
                    left.note(&self.source, topic.range.clone(), &what, "leave it out");
                }
            }
            let link = text("link").unwrap_or_default();
            let Some(nodes) = topic.at(&["items"]).map(|node| node.items().to_vec()) else {
                navbar.extend(self.link_item(topic, &link, &label, left));
                continue;
            };
            let wanted = slugify(&text("id").unwrap_or_else(|| label.clone()));
            let wanted = if wanted.is_empty() { "topic".to_owned() } else { wanted };
            let id = names.give(wanted, |id, number| format!("{id}-{number}"));
            if let Some(own) = text("id") {
                self.topic_ids.insert(own, id.clone());
            }
            let items = self.items(&nodes, self.main.as_deref(), 0, left);
            for node in &nodes {
                self.translate_items(node, 0);
            }
            let documents = self.documents_in(&items);
            let start = self.page_at("", &format!("/{}", link.trim_matches('/')));
            let start = start.filter(|_| !has_protocol(&link)).and_then(|page| page.place.id());
            let start = start.map(str::to_owned).filter(|id| self.ids.contains(id));
            if items.is_empty() {
                navbar.extend(self.link_item(topic, &link, &label, left));
                continue;
            }
            settings.set(&format!("docs.sidebars.{id}"), items);
            let entry = match start {
                Some(start) if documents.first() != Some(&start) => {
                    if !documents.contains(&start) {
                        self.placed.entry(start.clone()).or_insert_with(|| id.clone());
                    }
                    json!({ "type": "doc", "doc_id": start, "label": label, "position": "left" })
                }
                Some(_) => {
                    json!({ "type": "docSidebar", "sidebar_id": id, "label": label, "position": "left" })
                }
                None => match self.link_item(topic, &link, &label, left) {
                    Some(item) => item,
                    None => {
                        json!({ "type": "docSidebar", "sidebar_id": id, "label": label, "position": "left" })
                    }
                },
            };
            navbar.push(entry);
            sidebars.push((id, documents));
        }
        self.place(&sidebars);
        self.place_matches(&plugin, &sidebars);
        navbar.extend(settings.take("navbar.items"));
        if !navbar.is_empty() {
            settings.set("navbar.items", navbar);
        }
        true
    }

    /// Returns a navbar item that links to a page or to another site.
    fn link_item(&self, topic: &Node, link: &str, label: &str, left: &mut Left) -> Option<Json> {
        let url = if has_protocol(link) { Some(link.to_owned()) } else { self.url_at(link) };
        if url.is_none() {
            let what = format!("the link to the missing page `{link}` in the sidebar");
            left.note(&self.source, topic.range.clone(), &what, "add the page, or remove the entry");
        }
        Some(json!({ "label": label, "href": url?, "position": "left" }))
    }

    /// Returns the IDs of the documents in a sidebar, in order.
    fn documents_in(&self, items: &[Json]) -> Vec<String> {
        let mut found = Vec::new();
        for item in items {
            if let Some(id) = item.as_str().or_else(|| item["doc"].as_str()) {
                found.push(id.to_owned());
            }
            if let Some(folder) = item["autogenerated"].as_str() {
                let is_inside = |id: &&String| {
                    id.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                };
                found.extend(self.ids.iter().filter(is_inside).cloned());
            }
            if let Some(inside) = item["items"].as_array() {
                found.extend(self.documents_in(inside));
            }
        }
        found
    }

    /// Chooses a sidebar for each document that several sidebars contain: the sidebar of the first topic.
    fn place(&mut self, sidebars: &[(String, Vec<String>)]) {
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (sidebar, documents) in sidebars {
            for document in documents.iter().collect::<BTreeSet<_>>() {
                match seen.get(document.as_str()) {
                    Some(first) => {
                        self.placed.entry(document.clone()).or_insert_with(|| (*first).to_owned());
                    }
                    None => _ = seen.insert(document, sidebar),
                }
            }
        }
    }

    /// Chooses the sidebars of the documents that the plugin's options assign to a topic.
    fn place_matches(&mut self, plugin: &Node, sidebars: &[(String, Vec<String>)]) {
        let listed: BTreeSet<&String> = sidebars.iter().flat_map(|(_, documents)| documents).collect();
        let entries = plugin.at(&["options", "topics"]).and_then(Node::entries).unwrap_or_default();
        for (key, patterns) in entries {
            let Some(sidebar) = self.topic_ids.get(&key.name).cloned() else { continue };
            let patterns: Vec<_> =
                patterns.items().iter().filter_map(|node| glob(node.text()?.trim_end_matches('/'))).collect();
            let is_inside = |slug: &str| patterns.iter().any(|pattern| pattern.is_match(slug));
            let pages = self.pages.values().filter(|page| is_inside(&page.slug));
            let ids = pages.filter_map(|page| page.place.id()).map(str::to_owned);
            let ids: Vec<String> = ids.filter(|id| !listed.contains(id)).collect();
            for id in ids {
                self.placed.entry(id).or_insert_with(|| sidebar.clone());
            }
        }
    }

    /// Records the translations of a label.
    fn translate(&mut self, node: Option<&Node>, label: &str) {
        let Some(entries) = node.and_then(Node::entries) else { return };
        let others = self.locales.iter().filter(|code| self.main.as_ref() != Some(*code));
        for name in others.cloned().collect::<Vec<_>>() {
            let lang = self.lang(Some(&name));
            let primary = lang.split('-').next().unwrap_or_default();
            let of = |tag: &str| entries.iter().find(|(key, _)| key.name == tag);
            let own =
                of(&lang).or_else(|| of(&name)).or_else(|| of(primary)).and_then(|(_, node)| node.text());
            self.add_label(&name, label, own);
        }
    }

    /// Records the translations of the labels in a sidebar.
    fn translate_items(&mut self, node: &Node, depth: usize) {
        let main = self.label(node, self.main.as_deref());
        if let Some(main) = main {
            let others = self.locales.iter().filter(|code| self.main.as_ref() != Some(*code));
            for name in others.cloned().collect::<Vec<_>>() {
                let own = self.label(node, Some(&name));
                self.add_label(&name, &main, own);
            }
        }
        for inside in node.at(&["items"]).map_or(&[][..], Node::items).iter().filter(|_| depth < DEEPEST) {
            self.translate_items(inside, depth + 1);
        }
    }

    fn add_label(&mut self, locale: &str, label: &str, translation: Option<String>) {
        let Some(translation) = translation.filter(|own| own != label) else { return };
        let Some(code) = place::code(locale) else { return };
        self.labels.entry(code).or_default().entry(label.to_owned()).or_insert(translation);
    }
}
