//! Reads the config of a Hugo site: one file, or a folder with a file for each table.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use serde_json::{Map, Value as Json};

use crate::import::Origin;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Key, Node, Value};

/// The possible names of a single config file, without the extension.
const NAMES: [&str; 2] = ["hugo", "config"];

/// The extensions of config files, in Hugo's order.
const EXTENSIONS: [&str; 4] = ["toml", "yaml", "yml", "json"];

/// The folder that contains a folder for each environment.
const FOLDER: &str = "config";

/// The environments. Values of the first environment take precedence.
const ENVIRONMENTS: [&str; 2] = ["production", "_default"];

/// The table that contains the settings of each language.
const LANGUAGES: &str = "languages";

/// A config file.
pub(super) struct Part {
    pub source: Source,
    /// The path of the table that the file contains, such as `params`.
    prefix: Vec<String>,
    pub node: Node,
}

impl Part {
    /// Moves the settings to an entry of the table.
    fn inside(self, name: &str) -> Part {
        let key = Key { name: name.to_owned(), range: 0..0 };
        Part { node: Node { value: Value::Table(vec![(key, self.node)]), range: 0..0 }, ..self }
    }
}

/// The config of a site. Key names are case-insensitive.
pub(super) struct Config {
    parts: Vec<Part>,
    /// The paths of the keys that were read, in lowercase, such as `params.logo`.
    read: Mutex<BTreeSet<String>>,
}

impl Config {
    fn new(parts: Vec<Part>) -> Self {
        Config { parts, read: Mutex::default() }
    }

    /// Reads the config. If the site doesn't have a config, returns `None`.
    pub(super) fn read(origin: &dyn Origin) -> Option<Self> {
        let mut parts = Vec::new();
        let is_single = |path: &SourcePath| {
            path.parent().is_empty() && NAMES.contains(&path.stem()) && EXTENSIONS.contains(&path.extension())
        };
        let mut environments = ENVIRONMENTS.to_vec();
        // Without the usual environments, the site is built with `--environment`.
        if !origin.files().iter().any(|path| is_single(path) || path.strip_dir("config/_default").is_some()) {
            let own = origin
                .files()
                .iter()
                .filter(|path| NAMES.contains(&path.stem()) && EXTENSIONS.contains(&path.extension()));
            environments.extend(own.filter_map(|path| path.parent().strip_prefix("config/")).next_back());
        }
        for environment in environments {
            let folder = format!("{FOLDER}/{environment}");
            // The name of a file determines its table, even in a nested folder such as `menus`.
            for path in origin.files().iter().filter(|path| path.strip_dir(&folder).is_some()) {
                let prefix = match path.stem().split_once('.') {
                    // The file contains the settings of a language.
                    Some((LANGUAGES, language)) => {
                        parts.extend(
                            part(origin, path, vec![LANGUAGES.to_owned()]).map(|part| part.inside(language)),
                        );
                        continue;
                    }
                    Some((table, language)) => {
                        vec![LANGUAGES.to_owned(), language.to_owned(), table.to_owned()]
                    }
                    None if NAMES.contains(&path.stem()) => Vec::new(),
                    None => vec![path.stem().to_owned()],
                };
                parts.extend(part(origin, path, prefix));
            }
        }
        let files = NAMES.iter().flat_map(|name| EXTENSIONS.map(|extension| format!("{name}.{extension}")));
        parts.extend(files.map(SourcePath::new).find_map(|path| part(origin, &path, Vec::new())));
        (!parts.is_empty()).then(|| Config::new(parts))
    }

    /// Reads a single-file config.
    pub(super) fn file(origin: &dyn Origin, path: &str) -> Option<Self> {
        Some(Config::new(vec![part(origin, &SourcePath::new(path), Vec::new())?]))
    }

    /// Returns the value at this key path, from the first file that contains the path.
    pub(super) fn at(&self, keys: &[&str]) -> Option<&Node> {
        self.all(keys).next().map(|(_, node)| node)
    }

    /// Returns the values at this key path in all files.
    pub(super) fn all<'c>(&'c self, keys: &[&str]) -> impl Iterator<Item = (&'c Source, &'c Node)> {
        self.read.lock().insert(keys.join(".").to_ascii_lowercase());
        self.found(keys)
    }

    /// Returns all values of a key without recording that the key was read.
    pub(super) fn peek<'c>(&'c self, keys: &[&str]) -> impl Iterator<Item = &'c Node> + use<'c> {
        self.found(keys).map(|(_, node)| node)
    }

    fn found<'c>(&'c self, keys: &[&str]) -> impl Iterator<Item = (&'c Source, &'c Node)> + use<'c> {
        let found: Vec<(&'c Source, &'c Node)> = self
            .parts
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
        self.parts
            .iter()
            .map(|part| (&part.source, part.prefix.join("."), part.node.entries().unwrap_or_default()))
    }

    /// Whether a config file has this name, without the extension.
    pub(super) fn is_in_file(&self, name: &str) -> bool {
        self.parts.iter().any(|part| part.source.path.stem() == name)
    }

    /// Returns the keys of a table that weren't read and don't contain a key that was read, each with its path and
    /// file.
    pub(super) fn unread(&self, table: &str) -> Vec<(&Source, &Key, String)> {
        let read = self.read.lock().clone();
        let mut unread = Vec::new();
        for part in &self.parts {
            let prefix =
                part.prefix.iter().map(|key| format!("{}.", key.to_ascii_lowercase())).collect::<String>();
            let mut tables = vec![(prefix, &part.node)];
            while let Some((prefix, node)) = tables.pop() {
                for (key, node) in node.entries().unwrap_or_default() {
                    let path = format!("{prefix}{}", key.name.to_ascii_lowercase());
                    let below = format!("{path}.");
                    let is_partly_read =
                        read.range(below.clone()..).next().is_some_and(|read| read.starts_with(&below));
                    if path == table
                        || table.starts_with(&below)
                        || is_partly_read && node.entries().is_some()
                    {
                        tables.push((below, node));
                    } else if path.starts_with(&format!("{table}.")) && !read.contains(&path) {
                        unread.push((&part.source, key, path));
                    }
                }
            }
        }
        unread
    }

    /// Whether a taxonomy has pages. Hugo's keys are singular names, and their values are plural names.
    pub(super) fn has_taxonomy(&self, plural: &str) -> bool {
        let is_listed = |(_, node): (&Source, &Node)| {
            node.items()
                .iter()
                .any(|item| below(item, &["name"]).and_then(Node::text).as_deref() == Some(plural))
        };
        let is_valued = |(_, _, node): &(&Source, &Key, &Node)| node.text().as_deref() == Some(plural);
        self.all(&["taxonomies"]).any(is_listed) || self.entries(&["taxonomies"]).iter().any(is_valued)
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
    let node = tree::of_other_program(&source)?;
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
