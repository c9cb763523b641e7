//! Reads the config of a Hugo site: one file, or a folder with a file for each table.

use serde_json::{Map, Value as Json};

use crate::import::Origin;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Key, Node, Value};

/// The possible names of a single config file, without the extension.
const NAMES: [&str; 2] = ["hugo", "config"];

/// The extensions of config files, in Hugo's order.
const EXTENSIONS: [&str; 4] = ["toml", "yaml", "yml", "json"];

/// The folders of a config that consists of several files. Values in the first folder take precedence.
const FOLDERS: [&str; 2] = ["config/production", "config/_default"];

/// A config file.
pub(super) struct Part {
    pub source: Source,
    /// The path of the table that the file contains, such as `params`.
    prefix: Vec<String>,
    pub node: Node,
}

/// The config of a site. Key names are case-insensitive.
pub(super) struct Config(pub Vec<Part>);

impl Config {
    /// Reads the config. If the site doesn't have a config, returns `None`.
    pub(super) fn read(origin: &dyn Origin) -> Option<Self> {
        let mut parts = Vec::new();
        for folder in FOLDERS {
            for path in origin.files().iter().filter(|path| path.parent() == folder) {
                let prefix = match path.stem().split_once('.') {
                    Some((table, language)) => {
                        vec!["languages".to_owned(), language.to_owned(), table.to_owned()]
                    }
                    None if NAMES.contains(&path.stem()) => Vec::new(),
                    None => vec![path.stem().to_owned()],
                };
                parts.extend(part(origin, path, prefix));
            }
        }
        let files = NAMES.iter().flat_map(|name| EXTENSIONS.map(|extension| format!("{name}.{extension}")));
        parts.extend(files.map(SourcePath::new).find_map(|path| part(origin, &path, Vec::new())));
        (!parts.is_empty()).then_some(Config(parts))
    }

    /// Reads a single-file config.
    pub(super) fn file(origin: &dyn Origin, path: &str) -> Option<Self> {
        Some(Config(vec![part(origin, &SourcePath::new(path), Vec::new())?]))
    }

    /// Returns the value at this key path, from the first file that contains the path.
    pub(super) fn at(&self, keys: &[&str]) -> Option<&Node> {
        self.all(keys).next().map(|(_, node)| node)
    }

    /// Returns the values at this key path in all files.
    pub(super) fn all<'c>(&'c self, keys: &[&str]) -> impl Iterator<Item = (&'c Source, &'c Node)> {
        let found: Vec<(&'c Source, &'c Node)> = self
            .0
            .iter()
            .filter_map(|part| {
                let is_inside = keys.len() >= part.prefix.len()
                    && part.prefix.iter().zip(keys).all(|(own, key)| own.eq_ignore_ascii_case(key));
                let rest = keys.get(part.prefix.len()..).filter(|_| is_inside)?;
                Some((&part.source, below(&part.node, rest)?))
            })
            .collect();
        found.into_iter()
    }

    /// Returns a table's entries in all files. Each entry includes its file.
    pub(super) fn entries(&self, keys: &[&str]) -> Vec<(&Source, &Key, &Node)> {
        let mut found: Vec<(&Source, &Key, &Node)> = Vec::new();
        for (source, node) in self.all(keys) {
            for (key, node) in node.entries().unwrap_or_default() {
                if !found.iter().any(|(_, known, _)| known.name.eq_ignore_ascii_case(&key.name)) {
                    found.push((source, key, node));
                }
            }
        }
        found
    }

    /// Returns each config file with the path and the entries of the table that it contains.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&Source, String, &[(Key, Node)])> {
        self.0
            .iter()
            .map(|part| (&part.source, part.prefix.join("."), part.node.entries().unwrap_or_default()))
    }

    pub(super) fn text(&self, keys: &[&str]) -> Option<String> {
        self.at(keys).and_then(Node::text).filter(|text| !text.is_empty())
    }

    pub(super) fn flag(&self, keys: &[&str]) -> Option<bool> {
        self.at(keys).and_then(flag)
    }
}

/// If the value is a Boolean, returns the value.
pub(super) fn flag(node: &Node) -> Option<bool> {
    match node.value {
        Value::Bool(is_true) => Some(is_true),
        _ => None,
    }
}

fn part(origin: &dyn Origin, path: &SourcePath, prefix: Vec<String>) -> Option<Part> {
    if !EXTENSIONS.contains(&path.extension()) {
        return None;
    }
    let source = origin.text(path)?;
    let node = tree::of(&source)?;
    Some(Part { source, prefix, node })
}

/// Returns the value at a key path. Key names are case-insensitive.
pub(super) fn below<'n>(node: &'n Node, keys: &[&str]) -> Option<&'n Node> {
    keys.iter().try_fold(node, |node, key| {
        let entries = node.entries()?;
        entries.iter().find(|(own, _)| own.name.eq_ignore_ascii_case(key)).map(|(_, node)| node)
    })
}

/// Returns a table as JSON, with lowercase key names.
pub(super) fn json(node: &Node) -> Json {
    match &node.value {
        Value::Table(entries) => entries
            .iter()
            .map(|(key, node)| (key.name.to_ascii_lowercase(), json(node)))
            .collect::<Map<String, Json>>()
            .into(),
        _ => node.json(),
    }
}

/// Returns the strings in a list. If the value is a single string, returns a list that contains the string.
pub(super) fn texts(node: &Node) -> Vec<String> {
    node.items().iter().chain(Some(node)).filter_map(Node::text).collect()
}

/// Returns the value of a key in a front matter table.
pub(super) fn inside<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    below(node, &[key])
}
