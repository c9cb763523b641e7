//! Merges folder configs into the settings of locales. A folder config changes settings for the pages in a folder.

use super::VitePress;
use crate::import::left::Left;
use crate::import::settings::evaluated;
use crate::path::SourcePath;
use crate::source::tree::{Key, Node, Value};

/// The possible names of a folder config.
const NAMES: [&str; 4] = ["config.ts", "config.mts", "config.js", "config.mjs"];

/// The function that a folder config calls.
const FUNCTION: &str = "defineAdditionalConfig";

impl VitePress<'_> {
    /// Merges each folder config into the settings of the locale that the folder belongs to.
    pub(super) fn add_configs(&mut self, left: &mut Left) {
        let is_config = |file: &&SourcePath| {
            NAMES.contains(&file.file_name())
                && file.strip_dir(&self.src).is_some_and(|below| !below.contains(".vitepress"))
        };
        let files: Vec<SourcePath> = self.origin.files().iter().filter(is_config).cloned().collect();
        let rules = self.rules();
        for file in files {
            let Some(source) = self.origin.text(&file).filter(|source| source.text.contains(FUNCTION)) else {
                continue;
            };
            let below = file.strip_dir(&self.src).unwrap_or_default();
            let index = below
                .rsplit_once('/')
                .map_or("index.md".to_owned(), |(folder, _)| format!("{folder}/index.md"));
            let route = rules.iter().find_map(|rule| rule.apply(&index)).unwrap_or(index);
            let name = match route.split_once('/') {
                None => "root",
                Some((folder, "index.md")) if self.config.at(&["locales", folder]).is_some() => folder,
                Some(_) => {
                    left.note(&source, 0..0, "the folder's config", "add its settings to `docgen.toml`");
                    continue;
                }
            };
            let known = super::settings::is_noted;
            let Some(config) = evaluated(self.origin, &source, &known, left) else { continue };
            let config = config.node;
            let name = name.to_owned();
            let old = std::mem::replace(&mut self.config, Node { value: Value::Null, range: 0..0 });
            self.config = merged(old, table("locales", table(&name, config)));
        }
    }
}

/// Creates a table that has one entry.
fn table(name: &str, node: Node) -> Node {
    let range = node.range.clone();
    let key = Key { name: name.to_owned(), range: range.clone() };
    Node { value: Value::Table(vec![(key, node)]), range }
}

/// Adds the entries of a table to another table. The added entries get the target table's range, because their original
/// ranges are in a different file.
fn merged(into: Node, from: Node) -> Node {
    let range = into.range;
    let value = match (into.value, from.value) {
        (Value::Table(mut entries), Value::Table(added)) => {
            for (key, node) in added {
                match entries.iter_mut().find(|(known, _)| known.name == key.name) {
                    Some((_, own)) => {
                        let old = std::mem::replace(own, Node { value: Value::Null, range: range.clone() });
                        *own = merged(old, node);
                    }
                    None => {
                        let key = Key { name: key.name, range: range.clone() };
                        entries.push((key, Node { value: placed(node.value, &range), range: range.clone() }));
                    }
                }
            }
            Value::Table(entries)
        }
        (_, value) => placed(value, &range),
    };
    Node { value, range }
}

/// Sets the range of a value and all nested values.
fn placed(value: Value, range: &std::ops::Range<usize>) -> Value {
    let node = |node: Node| Node { value: placed(node.value, range), range: range.clone() };
    match value {
        Value::List(items) => Value::List(items.into_iter().map(node).collect()),
        Value::Table(entries) => {
            let entry =
                |(key, inner): (Key, Node)| (Key { name: key.name, range: range.clone() }, node(inner));
            Value::Table(entries.into_iter().map(entry).collect())
        }
        value => value,
    }
}
