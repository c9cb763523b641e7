//! The site's variables, which Markdown shows by name: the values in the config and in data files.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value as Json;
use xxhash_rust::xxh3::xxh3_64;

use super::{Files, data};
use crate::diag::{Hint, did_you_mean};
use crate::path::SourcePath;
use crate::source::{
    Source, floor,
    tree::{self, Key, Node, Syntax, Value},
};

/// The prefix that distinguishes a variable from the paths of files in the list of files that a page uses.
pub(crate) const VARIABLE: &str = "variable:";

/// The module that exports the values in the config.
pub(super) const MODULE: &str = "docgen/variables";

/// The path of [`MODULE`] without the extension. No file on the site has this path. For a page in a version, the path
/// also contains the version's folder.
const MODULE_FILE: &str = "docgen:variables";

/// The variable that contains the version that readers see.
const VERSION: &str = "page.version";

/// The folder that contains the data files, and the files' extensions in the order in which docgen tries them.
const DATA: &str = "content/_data";
const EXTENSIONS: [&str; 4] = ["toml", "yaml", "yml", "json"];

/// The maximum number of names to compare with an unknown name.
const COMPARED: usize = 500;

/// The reason that a name has no value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unknown {
    /// The message.
    pub message: String,
    /// The next step.
    pub hint: Option<Hint>,
}

impl Unknown {
    fn new(message: String, hint: impl Into<Hint>) -> Self {
        Unknown { message, hint: Some(hint.into()) }
    }
}

/// The sources of a site's variables.
#[derive(Default)]
pub(crate) struct VariableSources {
    /// The config.
    pub config: Option<Source>,
    /// The version labels that readers see, by the version's folder in `content`.
    pub labels: BTreeMap<String, String>,
    /// For each version that is built from Git, by the version's folder: the config at the version's commit, and the ID
    /// of the documentation set.
    pub past: BTreeMap<String, (Source, String)>,
}

impl VariableSources {
    /// Returns a hash of all sources.
    pub(crate) fn hash(&self) -> u64 {
        let config = self.config.as_ref().map(|source| source.hash);
        let past = self.past.iter().map(|(folder, (source, _))| (folder, source.hash)).collect::<Vec<_>>();
        xxh3_64(format!("{config:?} {:?} {past:?}", self.labels).as_bytes())
    }
}

/// Returns the folder of the version that a page can belong to, relative to `content`: `docs`, or `versions/1.0/docs`.
pub(crate) fn version_folder(page: &SourcePath) -> Option<&str> {
    let path = page.in_content()?;
    let count = if path.starts_with("versions/") { 3 } else { 1 };
    path.match_indices('/').nth(count - 1).map(|(end, _)| &path[..end])
}

/// A value as pages show it.
#[derive(Clone)]
enum Shown {
    Text(String),
    List(Vec<Shown>),
    Table(BTreeMap<String, Shown>),
}

impl Shown {
    fn new(node: &Node, text: &str) -> Self {
        match &node.value {
            Value::Text(value) => Shown::Text(value.clone()),
            Value::Bool(value) => Shown::Text(value.to_string()),
            // A number such as `2.0` is shown as written.
            Value::Number(_) | Value::Date => {
                Shown::Text(text.get(node.range.clone()).unwrap_or_default().to_owned())
            }
            Value::Null => Shown::Text(String::new()),
            Value::List(nodes) => Shown::List(nodes.iter().map(|node| Shown::new(node, text)).collect()),
            Value::Table(entries) => {
                let entry = |(key, node): &(Key, Node)| (key.name.clone(), Shown::new(node, text));
                Shown::Table(entries.iter().map(entry).collect())
            }
        }
    }

    /// Replaces values with new values, and combines tables.
    fn merge(&mut self, other: Shown) {
        match (self, other) {
            (Shown::Table(own), Shown::Table(other)) => {
                for (name, value) in other {
                    match own.get_mut(&name) {
                        Some(known) => known.merge(value),
                        None => _ = own.insert(name, value),
                    }
                }
            }
            (own, other) => *own = other,
        }
    }

    fn has(&self, key: &str) -> bool {
        matches!(self, Shown::Table(entries) if entries.contains_key(key))
    }

    /// Returns the value at a path below this value. `name` is the variable's full name.
    fn find(&self, path: &str, name: &str) -> Result<String, Unknown> {
        let mut value = self;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let (next, keys) = match value {
                Shown::List(items) => (part.parse().ok().and_then(|at: usize| items.get(at)), None),
                Shown::Table(entries) => (entries.get(part), Some(entries.keys())),
                Shown::Text(_) => (None, None),
            };
            value =
                next.ok_or_else(|| unknown(name, part, keys.into_iter().flatten().map(String::as_str)))?;
        }
        let (what, hint) = match value {
            Shown::Text(text) => return Ok(text.clone()),
            Shown::List(items) if items.is_empty() => ("list", "add an item, and use its number".to_owned()),
            Shown::List(_) => ("list", format!("specify an item number, as in `{{{{ {name}.0 }}}}`")),
            Shown::Table(entries) => (
                "table",
                entries.keys().next().map_or("add a key, and use its name".to_owned(), |key| {
                    format!("specify a key, as in `{{{{ {name}.{key} }}}}`")
                }),
            ),
        };
        Err(Unknown::new(format!("the variable `{name}` is a {what}"), hint))
    }
}

/// A file's values. The error describes a syntax error in the file.
struct Values {
    hash: u64,
    root: Result<Shown, Unknown>,
}

/// Values in a config, and the same values as JSON.
#[derive(Clone)]
struct Own {
    values: Shown,
    json: Json,
}

impl Own {
    fn new(table: &Node, text: &str) -> Self {
        Own { values: Shown::new(table, text), json: data::json(table, text) }
    }

    /// Returns the values, with some values replaced.
    fn with(&self, other: Own) -> Self {
        let mut all = self.clone();
        all.values.merge(other.values);
        merge(&mut all.json, other.json);
        all
    }
}

/// Replaces values with new values, and combines tables.
fn merge(own: &mut Json, other: Json) {
    match (own, other) {
        (Json::Object(own), Json::Object(other)) => {
            other.into_iter().for_each(|(name, value)| merge(own.entry(name).or_insert(Json::Null), value));
        }
        (own, other) => *own = other,
    }
}

/// Returns the values of each version in a config, by the folder of the version.
fn of_versions(root: &Node, text: &str) -> BTreeMap<String, Own> {
    let sets = match root.entry("docs").map(|(_, docs)| docs) {
        Some(Node { value: Value::List(sets), .. }) => sets.iter().collect(),
        Some(docs) => vec![docs],
        None => Vec::new(),
    };
    let text_of = |node: &Node, key: &str| match node.entry(key).map(|(_, node)| &node.value) {
        Some(Value::Text(value)) => Some(value.clone()),
        _ => None,
    };
    let mut all = BTreeMap::new();
    for set in sets {
        let id = text_of(set, "id").unwrap_or_else(|| "docs".to_owned());
        let Some((_, Node { value: Value::List(versions), .. })) = set.entry("versions") else { continue };
        for version in versions {
            let (Some(name), Some((_, own))) = (text_of(version, "name"), version.entry("variables")) else {
                continue;
            };
            let folder = if name == CURRENT { id.clone() } else { format!("versions/{name}/{id}") };
            all.entry(folder).or_insert_with(|| Own::new(own, text));
        }
    }
    all
}

/// The name of the version that isn't a copy.
const CURRENT: &str = "current";

/// The variables of a site.
pub(super) struct Variables {
    /// The values in the config, if there are any.
    config: Option<Own>,
    /// The values on the pages of a version, by the version's folder, if they differ from the values on other pages.
    versions: BTreeMap<String, Own>,
    /// The version labels that readers see, by the version's folder.
    labels: BTreeMap<String, String>,
    /// The data files that docgen has read.
    data: Mutex<BTreeMap<SourcePath, Arc<Values>>>,
}

impl Variables {
    /// Creates the variables.
    pub(super) fn new(sources: VariableSources) -> Self {
        let VariableSources { config, labels, past } = sources;
        let root = config.as_ref().and_then(tree::of);
        let text = config.as_ref().map_or("", |source| &source.text);
        let of_config =
            |root: &Node, text: &str| root.entry("variables").map(|(_, table)| Own::new(table, text));
        let own = root.as_ref().and_then(|root| of_config(root, text));
        let mut versions = root.as_ref().map(|root| of_versions(root, text)).unwrap_or_default();
        let none =
            || Own { values: Shown::Table(BTreeMap::new()), json: Json::Object(serde_json::Map::new()) };
        // A version that's built from Git uses the values from its commit.
        for (folder, (source, set)) in past {
            let Some(root) = tree::of(&source) else { continue };
            let then = of_config(&root, &source.text);
            let now = of_versions(&root, &source.text).remove(&set);
            let values = [then, now, versions.remove(&folder)].into_iter().flatten();
            let values = values.fold(none(), |all, next| all.with(next));
            versions.insert(folder, values);
        }
        let base = own.clone().unwrap_or_else(none);
        let versions = versions.into_iter().map(|(folder, values)| (folder, base.with(values))).collect();
        Variables { config: own, versions, labels, data: Mutex::default() }
    }

    /// Returns the values in the config for the pages of a version.
    fn own(&self, folder: Option<&str>) -> Option<&Own> {
        folder.and_then(|folder| self.versions.get(folder)).or(self.config.as_ref())
    }

    /// Whether [`MODULE`] exports a name on any page.
    pub(super) fn exports(&self, name: &str) -> bool {
        self.config.iter().chain(self.versions.values()).any(|own| own.values.has(name))
    }

    /// Returns the module that exports the values in the config.
    pub(super) fn module(&self, path: &SourcePath) -> Option<Source> {
        let folder = path.as_str().strip_prefix(MODULE_FILE)?.strip_suffix(".json")?.strip_prefix('/');
        let json = self.own(folder).map_or_else(|| "{}".to_owned(), |own| own.json.to_string());
        Some(Source::new(path.clone(), &json))
    }

    /// Returns the path of [`MODULE`].
    pub(super) fn path() -> SourcePath {
        SourcePath::new(format!("{MODULE_FILE}.json"))
    }

    /// Returns the value of a variable, such as `product.name` or `data.team.lead`, as text. `folder` is the folder of
    /// the page's version.
    pub(super) fn value(
        &self,
        files: &dyn Files,
        name: &str,
        folder: Option<&str>,
    ) -> Result<String, Unknown> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let own = self.own(folder).map(|own| &own.values);
        if name == VERSION && own.is_none_or(|own| !own.has(first)) {
            return folder.and_then(|folder| self.labels.get(folder)).cloned().ok_or_else(|| {
                let message = format!("unknown variable `{name}`: the page doesn't belong to a version");
                Unknown::new(message, "use the variable only on pages in versioned documentation")
            });
        }
        match own {
            Some(values) if first != "data" || values.has(first) => values.find(name, name),
            None if first != "data" => Err(unknown(name, name, std::iter::empty())),
            _ => {
                let (file, path) = rest.split_once('.').unwrap_or((rest, ""));
                match &self.data(files, name, file)?.root {
                    Ok(values) => values.find(path, name),
                    Err(problem) => Err(problem.clone()),
                }
            }
        }
    }

    fn data(&self, files: &dyn Files, name: &str, file: &str) -> Result<Arc<Values>, Unknown> {
        let paths = EXTENSIONS.map(|extension| SourcePath::new(format!("{DATA}/{file}.{extension}")));
        let mut existing = paths.iter().filter(|path| files.exists(path));
        let Some(path) = existing.next() else {
            let message = format!("unknown variable `{name}`: `{DATA}` has no `{file}.toml` file");
            return Err(Unknown::new(message, "add the file; it can also be a YAML or JSON file"));
        };
        if let Some(other) = existing.next() {
            let message =
                format!("variable `{name}` is ambiguous: `{path}` and `{other}` have the same name");
            return Err(Unknown::new(message, "rename one of the files, or remove it"));
        }
        let source = files
            .read(path)
            .map_err(|reason| Unknown::new(format!("can't read `{path}`: {reason}"), "check the file"))?;
        let mut known = self.data.lock();
        if let Some(values) = known.get(path).filter(|values| values.hash == source.hash) {
            return Ok(Arc::clone(values));
        }
        let root = tree::parse(Syntax::of(&source), &source.text)
            .map(|root| Shown::new(&root, &source.text))
            .map_err(|fault| {
                let line = source.text[..floor(&source.text, fault.range.start)].matches('\n').count() + 1;
                let hint = fault.hint.unwrap_or_else(|| "correct the file".to_owned());
                Unknown::new(format!("line {line} of `{path}` isn't valid: {}", fault.message), hint)
            });
        let values = Arc::new(Values { hash: source.hash, root });
        known.insert(path.clone(), Arc::clone(&values));
        Ok(values)
    }

    /// Returns a hash that changes if a variable's value or the message about the variable changes. `path` is the rest
    /// of a [`variable_path`].
    pub(super) fn hash(&self, files: &dyn Files, path: &str) -> u64 {
        let (name, folder) =
            path.split_once(FOLDER).map_or((path, None), |(name, folder)| (name, Some(folder)));
        xxh3_64(format!("{:?}", self.value(files, name, folder)).as_bytes()) | 1
    }
}

/// The separator between the name of a variable and the folder of the page's version.
const FOLDER: char = '@';

/// Returns the path that represents a variable in the list of files that a page uses.
pub(crate) fn variable_path(name: &str, folder: Option<&str>) -> SourcePath {
    match folder {
        Some(folder) => SourcePath::new(format!("{VARIABLE}{name}{FOLDER}{folder}")),
        None => SourcePath::new(format!("{VARIABLE}{name}")),
    }
}

/// Whether a path is the path of [`MODULE`], for any page.
pub(crate) fn is_variables_module(path: &SourcePath) -> bool {
    path.as_str().strip_prefix(MODULE_FILE).is_some_and(|rest| rest.starts_with(['/', '.']))
}

/// Returns the path of a module for a page. The values in [`MODULE`] depend on the version that the page belongs to.
pub(super) fn of_page(module: SourcePath, page: &str) -> SourcePath {
    if module != Variables::path() {
        return module;
    }
    match version_folder(&SourcePath::new(page)) {
        Some(folder) => SourcePath::new(format!("{MODULE_FILE}/{folder}.json")),
        None => module,
    }
}

/// Returns the problem with a variable that has no value. `part` is the first unknown part of the name.
fn unknown<'k>(name: &str, part: &str, keys: impl Iterator<Item = &'k str>) -> Unknown {
    let hint = did_you_mean(part, keys.take(COMPARED)).map(|hint| {
        let start = name.find(part).filter(|_| name != part).unwrap_or(0);
        hint.within(&name[..start], &name[start + part.len()..])
    });
    let hint = hint.unwrap_or_else(|| {
        format!(
            "define it in `[variables]` in `docgen.toml`, or write `\\{{{{ {name} }}}}` to show it as text"
        )
        .into()
    });
    Unknown::new(format!("unknown variable `{name}`"), hint)
}
