//! The site's variables, which Markdown shows by name: the values in the config and in data files.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_64;

use super::{Files, data};
use crate::diag::nearest;
use crate::path::SourcePath;
use crate::source::{
    Source,
    tree::{self, Key, Node, Syntax, Value},
};

/// The prefix that distinguishes a variable from the paths of files in the list of files that a page uses.
pub(crate) const VARIABLE: &str = "variable:";

/// The module that exports the values in the config.
pub(super) const MODULE: &str = "docgen/variables";

/// The path of [`MODULE`]. No file of the site has this path.
const MODULE_FILE: &str = "docgen:variables.json";

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
    pub hint: Option<String>,
}

impl Unknown {
    fn new(message: String, hint: impl Into<String>) -> Self {
        Unknown { message, hint: Some(hint.into()) }
    }
}

/// A value as pages show it.
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

    fn has(&self, key: &str) -> bool {
        matches!(self, Shown::Table(entries) if entries.contains_key(key))
    }

    /// Returns the value at a path below this value. `name` is the name of the whole variable.
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
            Shown::List(_) => ("list", format!("write the number of an item, as in `{{{{ {name}.0 }}}}`")),
            Shown::Table(entries) => (
                "table",
                entries.keys().next().map_or("add a key, and use its name".to_owned(), |key| {
                    format!("write the name of a value, as in `{{{{ {name}.{key} }}}}`")
                }),
            ),
        };
        Err(Unknown::new(format!("the variable `{name}` is a {what}"), hint))
    }
}

/// A file's values. The error is the problem with the file's syntax.
struct Values {
    hash: u64,
    root: Result<Shown, String>,
}

/// The variables of a site.
pub(super) struct Variables {
    /// The values in the config, and their JSON.
    config: Option<(Shown, String)>,
    /// The data files that docgen has read.
    data: Mutex<BTreeMap<SourcePath, Arc<Values>>>,
}

impl Variables {
    /// Creates the variables from the text of the config, which contains the table `variables`.
    pub(super) fn new(config: Option<Source>) -> Self {
        let config = config.and_then(|source| {
            let root = tree::of(&source)?;
            let (_, table) = root.entry("variables")?;
            Some((Shown::new(table, &source.text), data::json(table, &source.text).to_string()))
        });
        Variables { config, data: Mutex::default() }
    }

    /// Returns the module that exports the values in the config.
    pub(super) fn module(&self, path: &SourcePath) -> Option<Source> {
        let json = || self.config.as_ref().map_or("{}", |(_, json)| json);
        (path.as_str() == MODULE_FILE).then(|| Source::new(path.clone(), json()))
    }

    /// Returns the path of [`MODULE`].
    pub(super) fn path() -> SourcePath {
        SourcePath::new(MODULE_FILE)
    }

    /// Returns the value of a variable, such as `product.name` or `data.team.lead`, as text.
    pub(super) fn value(&self, files: &dyn Files, name: &str) -> Result<String, Unknown> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        match self.config.as_ref().map(|(values, _)| values) {
            Some(values) if first != "data" || values.has(first) => values.find(name, name),
            None if first != "data" => Err(unknown(name, name, std::iter::empty())),
            _ => {
                let (file, path) = rest.split_once('.').unwrap_or((rest, ""));
                match &self.data(files, name, file)?.root {
                    Ok(values) => values.find(path, name),
                    Err(problem) => Err(Unknown::new(problem.clone(), "correct the file")),
                }
            }
        }
    }

    fn data(&self, files: &dyn Files, name: &str, file: &str) -> Result<Arc<Values>, Unknown> {
        let paths = EXTENSIONS.map(|extension| SourcePath::new(format!("{DATA}/{file}.{extension}")));
        let Some(path) = paths.iter().find(|path| files.exists(path)) else {
            let message = format!("unknown variable `{name}`: `{DATA}` has no file `{file}.toml`");
            return Err(Unknown::new(message, "add the file; it can also be a YAML or JSON file"));
        };
        let source = files
            .read(path)
            .map_err(|reason| Unknown::new(format!("can't read `{path}`: {reason}"), "check the file"))?;
        let mut known = self.data.lock();
        if let Some(values) = known.get(path).filter(|values| values.hash == source.hash) {
            return Ok(Arc::clone(values));
        }
        let root = tree::parse(Syntax::of(&source), &source.text)
            .map(|root| Shown::new(&root, &source.text))
            .map_err(|fault| format!("`{path}` isn't valid: {}", fault.message));
        let values = Arc::new(Values { hash: source.hash, root });
        known.insert(path.clone(), Arc::clone(&values));
        Ok(values)
    }

    /// Returns a hash that changes if the value of a variable or the message about the variable changes.
    pub(super) fn hash(&self, files: &dyn Files, name: &str) -> u64 {
        xxh3_64(format!("{:?}", self.value(files, name)).as_bytes()) | 1
    }
}

/// Returns the problem with a variable that has no value. `part` is the first unknown part of the name.
fn unknown<'k>(name: &str, part: &str, keys: impl Iterator<Item = &'k str>) -> Unknown {
    let hint = nearest(part, keys.take(COMPARED)).map(|near| {
        let start = name.find(part).filter(|_| name != part).unwrap_or(0);
        format!("did you mean `{}{near}{}`?", &name[..start], &name[start + part.len()..])
    });
    let hint = hint.unwrap_or_else(|| {
        format!(
            "define it in `[variables]` in `docgen.toml`, or write `\\{{{{ {name} }}}}` to show it as text"
        )
    });
    Unknown::new(format!("unknown variable `{name}`"), hint)
}
