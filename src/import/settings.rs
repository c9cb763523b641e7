//! Reads another generator's config and writes `docgen.toml`.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::Origin;
use super::left::Left;
use super::workspace;
use crate::component::{ConfigFiles, Evaluated, MODULE, PART, evaluate_with};
use crate::path::{Addressing, RoutePath, SourcePath};
use crate::source::Source;
use crate::source::tree::{self, Key, Node, Value};

/// The names of Algolia's application ID, search key, and index in other configs, each with docgen's setting.
const ALGOLIA: [(&[&str], &str); 3] = [
    (&["appId", "app_id", "applicationId"], "search.app_id"),
    (&["apiKey", "api_key", "searchKey"], "search.api_key"),
    (&["indexName", "index_name", "index"], "search.index_name"),
];

impl Node {
    /// Returns the text of a string or number.
    pub(super) fn text(&self) -> Option<String> {
        match &self.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Returns the value at this key path.
    pub(super) fn at(&self, keys: &[&str]) -> Option<&Node> {
        keys.iter().try_fold(self, |node, key| node.entry(key).map(|(_, node)| node))
    }

    /// Returns the items of a list. For other values, returns an empty slice.
    pub(super) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// If a table has only one entry, such as `Title: page.md` in a list, returns the entry.
    pub(super) fn pair(&self) -> Option<(&str, &Node)> {
        match self.entries()? {
            [(key, node)] => Some((key.name.as_str(), node)),
            _ => None,
        }
    }

    /// Returns the name and value of an item. The item is either a string, which has no value, or a table that has only
    /// one entry.
    pub(super) fn named(&self) -> Option<(&str, Option<&Node>)> {
        match &self.value {
            Value::Text(text) => Some((text.as_str(), None)),
            _ => self.pair().map(|(name, node)| (name, Some(node))),
        }
    }
}

/// Returns the value of a config, which can be a JavaScript or TypeScript module. Reports the functions in the config,
/// except functions that `known` selects.
pub(super) fn evaluated(
    origin: &dyn Origin,
    source: &Source,
    known: &dyn Fn(&str) -> bool,
    left: &mut Left,
) -> Option<Evaluated> {
    let evaluated = evaluated_with(origin, source, &[], known, left)?;
    Some(Evaluated { node: without_packages(evaluated.node), ..evaluated })
}

/// Removes what packages compute.
fn without_packages(node: Node) -> Node {
    let value = match node.value {
        Value::Table(entries) if matches!(&entries[..], [(key, _)] if key.name == MODULE) => Value::Null,
        Value::Table(entries) => {
            Value::Table(entries.into_iter().map(|(key, node)| (key, without_packages(node))).collect())
        }
        Value::List(items) => Value::List(items.into_iter().map(without_packages).collect()),
        value => value,
    };
    Node { value, range: node.range }
}

/// Runs a config. `packages` contains the code to run instead of each package.
pub(super) fn run(origin: &dyn Origin, source: &Source, packages: &[(&str, &str)]) -> Evaluated {
    let (read, outside) = (|path: &SourcePath| origin.text(path), |path: &str| origin.outside(path));
    let modules = |specifier: &str| {
        workspace::private_paths(origin, specifier).iter().map(|path| path.as_str().to_owned()).collect()
    };
    let all = origin.files();
    let files = ConfigFiles { read: &read, outside: &outside, workspace: &modules, packages, all };
    evaluate_with(source, origin.year(), &files)
}

/// Like [`evaluated`], with code to run instead of packages.
pub(super) fn evaluated_with(
    origin: &dyn Origin,
    source: &Source,
    packages: &[(&str, &str)],
    known: &dyn Fn(&str) -> bool,
    left: &mut Left,
) -> Option<Evaluated> {
    if source.path.extension() == "json" {
        return Some(Evaluated::of(tree::of_other_program(source)?));
    }
    let mut evaluated = run(origin, source, packages);
    if let Some(failure) = &evaluated.failure {
        let what = format!("everything in the config that isn't a plain value ({failure})");
        left.note(source, 0..0, &what, "add these settings to `docgen.toml`");
    }
    for (what, range) in std::mem::take(&mut evaluated.lost) {
        left.note(source, range, &what, "check the settings in `docgen.toml`");
    }
    for (path, range) in evaluated.functions.iter().filter(|(path, _)| !known(path)) {
        let path = without_indexes(path);
        match path.strip_suffix(PART) {
            Some(whole) => {
                let what = format!("the part of `{whole}` that a package computes");
                left.note(source, range.clone(), &what, "add this part to `docgen.toml`");
            }
            None => left.note(source, range.clone(), &format!("the `{path}` function"), "leave it out"),
        }
    }
    Some(evaluated)
}

/// Returns a path of keys without the indexes of list items, so that one message covers all items.
fn without_indexes(path: &str) -> String {
    let mut parts = path.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| match part.split_once(']') {
        Some((index, rest)) if index.bytes().all(|byte| byte.is_ascii_digit()) => format!("{path}[]{rest}"),
        _ => format!("{path}[{part}"),
    })
}

/// The settings of the new site.
#[derive(Debug, Default)]
pub(super) struct Settings(Map<String, Json>);

impl Settings {
    /// Sets the value at a path, such as `site.title`.
    pub(super) fn set(&mut self, path: &str, value: impl Into<Json>) {
        let (tables, key) = path.rsplit_once('.').unwrap_or(("", path));
        let mut table = &mut self.0;
        for name in tables.split('.').filter(|name| !name.is_empty()) {
            let inner = table.entry(name).or_insert_with(|| Json::Object(Map::new()));
            if !inner.is_object() {
                *inner = Json::Object(Map::new());
            }
            match inner.as_object_mut() {
                Some(inner) => table = inner,
                None => return,
            }
        }
        table.insert(key.to_owned(), value.into());
    }

    /// Returns the string at a path, such as `site.title`.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        let mut keys = path.split('.');
        let first = keys.next().and_then(|key| self.0.get(key));
        keys.try_fold(first, |value, key| Some(value?.get(key))).flatten()?.as_str()
    }

    /// Sets a value unless it's `None`.
    pub(super) fn set_some(&mut self, path: &str, value: Option<impl Into<Json>>) {
        if let Some(value) = value {
            self.set(path, value);
        }
    }

    /// Adds an item to a top-level list.
    pub(super) fn push(&mut self, list: &str, item: Json) {
        if let Json::Array(items) = self.0.entry(list).or_insert_with(|| Json::Array(Vec::new())) {
            items.push(item);
        }
    }

    /// Whether there's a value at a path, such as `site.title`.
    pub(super) fn has(&self, path: &str) -> bool {
        let mut keys = path.split('.');
        let first = keys.next().and_then(|key| self.0.get(key));
        keys.try_fold(first, |value, key| Some(value?.get(key))).flatten().is_some()
    }

    /// Removes a top-level list and returns its items.
    pub(super) fn take(&mut self, list: &str) -> Vec<Json> {
        let removed = match list.split_once('.') {
            Some((table, key)) => {
                self.0.get_mut(table).and_then(Json::as_object_mut).and_then(|table| table.remove(key))
            }
            None => self.0.remove(list),
        };
        match removed {
            Some(Json::Array(items)) => items,
            _ => Vec::new(),
        }
    }

    /// Sets the keys of Algolia's search. If one is missing, such as a key from the environment, the site keeps docgen's
    /// own search. Returns whether all were found.
    pub(super) fn set_algolia(&mut self, source: &Source, node: &Node, left: &mut Left) -> bool {
        let is_named =
            |key: &Key, names: &[&str]| names.iter().any(|name| key.name.eq_ignore_ascii_case(name));
        let entries = node.entries().unwrap_or_default();
        let texts = ALGOLIA.map(|(names, _)| {
            entries.iter().find(|(key, _)| is_named(key, names)).and_then(|(_, node)| node.text())
        });
        if texts.iter().all(|text| text.as_ref().is_some_and(|text| !text.trim().is_empty())) {
            self.set("search.provider", "algolia");
            for ((_, key), text) in ALGOLIA.iter().zip(texts) {
                self.set_some(key, text);
            }
            return true;
        }
        // Templates for new sites contain empty keys.
        if texts.iter().any(|text| text.as_deref() != Some("")) {
            let what = "the search with Algolia (the config doesn't contain all of its keys)";
            let hint = "set `search.provider`, `search.app_id`, `search.api_key`, and `search.index_name`";
            left.note(source, node.range.clone(), what, hint);
        }
        false
    }

    /// Returns the text of `docgen.toml`.
    pub(super) fn to_toml(&self) -> String {
        let mut all = self.0.clone();
        let trailing_slash = all.get("site").is_none_or(|site| site["trailing_slash"] != false);
        let addressing = Addressing { base_url: "/".into(), trailing_slash };
        if let Some(Json::Array(redirects)) = all.get_mut("redirects") {
            // Other generators allow several redirects for a path, and hosts also for the two forms of a path, such as `/a`
            // and `/a.html`.
            let mut seen = BTreeSet::new();
            let file = |from: &str| addressing.redirect(&RoutePath::written(from));
            let home = file("/");
            redirects.retain(|redirect| {
                let from = redirect["from"].as_str().map(file);
                // Another form of the site's root, such as `/index`, would conflict with docgen's own page or redirect.
                let is_home = from.as_ref() == Some(&home) && redirect["from"] != "/";
                !is_home && from != redirect["to"].as_str().map(file) && seen.insert(from)
            });
        }
        // Templates for new sites contain empty settings of analytics services.
        let is_empty = |entries: &Map<String, Json>| entries.values().any(|value| *value == "");
        if all.get("analytics").and_then(Json::as_object).is_some_and(is_empty) {
            all.remove("analytics");
        }
        toml::to_string_pretty(&without_nulls(&Json::Object(all))).unwrap_or_default()
    }
}

/// Removes null values, which TOML doesn't support.
fn without_nulls(value: &Json) -> Json {
    match value {
        Json::Object(entries) => {
            let kept = entries.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(key, value)| (key.clone(), without_nulls(value))).collect()
        }
        Json::Array(items) => items.iter().map(without_nulls).filter_map(shown).collect(),
        value => value.clone(),
    }
}

/// Returns a list item in the form that docgen accepts. A category without items becomes a link to its page, or
/// nothing.
fn shown(item: Json) -> Option<Json> {
    let is_empty = |key: &str| item.get(key).and_then(Json::as_array).is_some_and(Vec::is_empty);
    match (&item["category"], &item["link"]) {
        _ if item.is_null() => None,
        (Json::String(label), Json::String(page)) if is_empty("items") && page != "generated" => {
            Some(json!({ "doc": page, "label": label }))
        }
        (Json::String(_), _) if is_empty("items") => None,
        _ => Some(item),
    }
}

/// Whether a value is an empty text or an empty list, which sets nothing.
pub(super) fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::Text(text) => text.is_empty(),
        Value::List(items) => items.is_empty(),
        _ => false,
    }
}

/// Reports the keys in a table that aren't `known`. `table` is the path of the table, such as `theme`.
pub(super) fn note_unknown(
    source: &Source,
    entries: &[(Key, Node)],
    table: &str,
    known: &[&str],
    left: &mut Left,
) {
    let is_known = |name: &str| name == MODULE || known.contains(&name);
    for (key, _) in entries.iter().filter(|(key, node)| !is_known(&key.name) && !is_empty(node)) {
        let path = if table.is_empty() { key.name.clone() } else { format!("{table}.{}", key.name) };
        left.note(
            source,
            key.range.clone(),
            &format!("the `{path}` setting"),
            "use an equivalent docgen setting if there is one; otherwise, leave out this setting",
        );
    }
}
