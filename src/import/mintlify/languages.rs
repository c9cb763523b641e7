//! Converts a site's languages to locales.
//!
//! The config lists the pages of each language. By convention, the pages of a language are in a folder that has the
//! language's name, except the pages of the default language, which can be in any folder.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::{Mintlify, config, route};
use crate::import::settings::Settings;
use crate::import::{Content, place, translations};
use crate::markdown::inline_html;
use crate::path::SourcePath;
use crate::source::tree::{Node, Value};

/// The languages whose names aren't the language tags of the languages.
const TAGS: [(&str, &str); 2] = [("cn", "zh-Hans"), ("jp", "ja")];

/// The languages' names for readers.
const NAMES: [(&str, &str); 31] = [
    ("ar", "العربية"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("fr-CA", "Français (Canada)"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hu", "Magyar"),
    ("id", "Bahasa Indonesia"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("lv", "Latviešu"),
    ("nl", "Nederlands"),
    ("no", "Norsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("pt-BR", "Português (Brasil)"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sv", "Svenska"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("vi", "Tiếng Việt"),
    ("zh", "中文"),
];

/// The names of the variants of Chinese for readers.
const CHINESE: [(&str, &str); 4] =
    [("zh-Hans", "简体中文"), ("zh-CN", "简体中文"), ("zh-Hant", "繁體中文"), ("zh-TW", "繁體中文")];

/// The settings that a language can have in place of the site's settings.
const OWN: [&str; 3] = ["navbar", "footer", "banner"];

/// The languages that become locales. The default language is first. If the site has only one, the list is empty.
#[derive(Default)]
pub(super) struct Languages(Vec<Language>);

struct Language {
    name: String,
    /// The folder of the language's pages. If the pages of the default language don't have a folder, it's empty.
    folder: String,
    /// The language's settings.
    node: Node,
}

/// A page's location in the new site.
pub(super) struct Place {
    /// The locale, except for pages of the default language.
    pub locale: Option<String>,
    /// The document's ID.
    pub id: String,
    /// The URL path without the locale.
    pub route: String,
}

/// A language in the config, and its pages.
struct Listed<'c> {
    node: &'c Node,
    pages: BTreeSet<&'c str>,
}

impl Languages {
    pub(super) fn read(site: &Mintlify<'_>) -> Self {
        let mut listed: Vec<(String, Listed)> = Vec::new();
        if let Some(navigation) = site.config.at(&["navigation"]) {
            list(site, navigation, &mut listed);
        }
        let is_default =
            |of: &Listed| matches!(of.node.at(&["default"]), Some(Node { value: Value::Bool(true), .. }));
        listed.retain(|(_, of)| !of.pages.is_empty());
        listed.sort_by_key(|(_, of)| !is_default(of));
        let Some(((name, main), others)) = listed.split_first() else { return Languages::default() };
        let is_main = |folder: &str| main.pages.iter().any(|page| below(page, folder).is_some());
        let others: Vec<(String, &str, &Node)> = others
            .iter()
            .filter_map(|(name, of)| Some((name.clone(), folder_of(name, &of.pages)?, of.node)))
            .filter(|(_, folder, _)| !is_main(folder))
            .collect();
        if others.is_empty() {
            return Languages::default();
        }
        // The folder in which most pages of the default language have translations.
        let translated = |folder: &str| {
            let bare = main.pages.iter().filter_map(|page| below(page, folder));
            let has = |page: &str| {
                others.iter().any(|(_, other, _)| site.pages.contains_key(&format!("{other}/{page}")))
            };
            bare.filter(|page| has(page)).count()
        };
        let folder = folder_of(name, &main.pages).unwrap_or_default();
        let folder = if translated(folder) > translated("") { folder } else { "" };
        let language = |name: &str, folder: &str, node: &Node| Language {
            name: name.to_owned(),
            folder: folder.to_owned(),
            node: node.clone(),
        };
        let others = others.iter().map(|(name, folder, node)| language(name, folder, node));
        Languages(std::iter::once(language(name, folder, main.node)).chain(others).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the locale of the language with this name. For the default language, returns `Some(None)`. If the
    /// language isn't a locale, returns `None`.
    pub(super) fn locale(&self, name: &str) -> Option<Option<&str>> {
        let at = self.0.iter().position(|language| language.name == name)?;
        Some((at > 0).then(|| self.0[at].folder.as_str()))
    }

    /// Returns the location of a page.
    pub(super) fn place(&self, slug: &str) -> Place {
        let own = self.0.iter().skip(1).find_map(|language| Some((language, below(slug, &language.folder)?)));
        match own {
            Some((language, page)) => {
                let main = &self.0[0].folder;
                let id = if main.is_empty() { page.to_owned() } else { format!("{main}/{page}") };
                Place { locale: Some(language.folder.clone()), id, route: route(page) }
            }
            None => Place { locale: None, id: slug.to_owned(), route: route(slug) },
        }
    }

    /// Moves the default language's settings to the settings of the site.
    pub(super) fn move_settings(&self, config: &mut Node) {
        for name in OWN {
            let own = self.0.first().and_then(|main| main.node.at(&[name]));
            if let Some(own) = own.filter(|_| config.at(&[name]).is_none()) {
                config::insert(config, &[name], own.range.clone(), own.clone());
            }
        }
    }

    /// Sets the locales. Translates the labels in settings of languages.
    pub(super) fn set(
        &self,
        config: &Node,
        settings: &mut Settings,
        files: &mut BTreeMap<SourcePath, Content>,
    ) {
        let Some(main) = self.0.first() else { return };
        let locale = |language: &Language| {
            let tag =
                TAGS.iter().find(|(name, _)| *name == language.name).map_or(&*language.name, |(_, tag)| tag);
            let code = language.code();
            let is_name = |(name, _): &&(&str, &str)| name.eq_ignore_ascii_case(tag);
            let name = NAMES.iter().chain(&CHINESE).find(is_name);
            let mut locale = json!({ "code": code, "label": name.map_or(tag, |(_, name)| name) });
            if !tag.eq_ignore_ascii_case(&code) && place::code(tag).as_deref() == Some(tag) {
                locale["lang"] = tag.into();
            }
            locale
        };
        settings.set("i18n.default_locale", main.code());
        settings.set("i18n.locales", self.0.iter().map(locale).collect::<Vec<_>>());
        let original = labels(config);
        for language in &self.0[1..] {
            let own = labels(&language.node);
            let pairs =
                original.iter().filter_map(|(key, label)| Some((label.clone(), own.get(key)?.clone())));
            translations::add(&language.code(), pairs.filter(|(label, own)| label != own), files);
        }
    }
}

impl Language {
    fn code(&self) -> String {
        let name = if self.folder.is_empty() { &self.name } else { &self.folder };
        place::code(name).unwrap_or_else(|| "en".to_owned())
    }
}

/// Lists the languages in a part of the navigation, with all pages that the part lists for each language.
fn list<'c>(site: &'c Mintlify<'_>, node: &'c Node, listed: &mut Vec<(String, Listed<'c>)>) {
    for item in node.items() {
        list(site, item, listed);
    }
    for (key, value) in node.entries().unwrap_or_default() {
        if key.name != "languages" {
            list(site, value, listed);
            continue;
        }
        for node in value.items() {
            let Some(name) = node.at(&["language"]).and_then(Node::text) else { continue };
            let mut pages = BTreeSet::new();
            pages_of(site, node, &mut pages);
            match listed.iter_mut().find(|(other, _)| *other == name) {
                Some((_, of)) => of.pages.extend(pages),
                None => listed.push((name, Listed { node, pages })),
            }
        }
    }
}

/// Finds the pages that a part of the navigation lists.
fn pages_of<'c>(site: &'c Mintlify<'_>, node: &Node, pages: &mut BTreeSet<&'c str>) {
    for (key, value) in node.entries().unwrap_or_default() {
        let entries = if key.name == "root" { std::slice::from_ref(value) } else { value.items() };
        if matches!(key.name.as_str(), "pages" | "root") {
            pages.extend(entries.iter().filter_map(Node::text).filter_map(|page| site.page_at(&page)));
        }
        entries.iter().for_each(|entry| pages_of(site, entry, pages));
    }
}

/// Returns the folder of a language: the folder that has the language's name or, by default, the language tag that's the
/// name of most pages' folder.
fn folder_of<'c>(name: &str, pages: &BTreeSet<&'c str>) -> Option<&'c str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for page in pages {
        *counts.entry(page.split('/').next().unwrap_or_default()).or_default() += 1;
    }
    counts.retain(|folder, _| place::code(folder).as_deref() == Some(folder));
    let own = counts.keys().copied().find(|folder| folder.eq_ignore_ascii_case(&name.replace('_', "-")));
    own.or_else(|| counts.into_iter().max_by_key(|(_, count)| *count).map(|(folder, _)| folder))
}

/// Returns a page's path relative to a folder. If the page isn't in the folder, returns `None`.
fn below<'p>(page: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(page);
    }
    match page.strip_prefix(folder)? {
        "" => Some("index"),
        rest => rest.strip_prefix('/'),
    }
}

/// Returns the labels in the settings that a language can have, by their position.
fn labels(node: &Node) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    for name in OWN {
        if let Some(node) = node.at(&[name]) {
            add_labels(node, name, &mut labels);
        }
    }
    labels
}

fn add_labels(node: &Node, path: &str, labels: &mut BTreeMap<String, String>) {
    for (at, item) in node.items().iter().enumerate() {
        add_labels(item, &format!("{path}.{at}"), labels);
    }
    for (key, value) in node.entries().unwrap_or_default() {
        let path = format!("{path}.{}", key.name);
        match value.text().filter(|text| !text.is_empty()) {
            Some(text) if matches!(key.name.as_str(), "label" | "header") => labels.insert(path, text),
            Some(text) if key.name == "content" => labels.insert(path, inline_html(&text)),
            _ => {
                add_labels(value, &path, labels);
                None
            }
        };
    }
}

/// The labels of the navbar's items.
pub(super) fn labels_of(items: &[Json]) -> BTreeSet<&str> {
    let mut labels = BTreeSet::new();
    for item in items {
        labels.extend(item["label"].as_str());
        labels.extend(item["items"].as_array().map(|inside| labels_of(inside)).unwrap_or_default());
    }
    labels
}
