//! The site's variables, which Markdown shows by their names: the values in the config, and the values in data files.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_64;

use super::{Files, data};
use crate::diag::nearest;
use crate::path::SourcePath;
use crate::source::{
    Source,
    tree::{self, Node, Syntax, Value},
};

/// The prefix that distinguishes a variable from the paths of files in the list of files that a page uses.
pub(crate) const VARIABLE: &str = "variable:";

/// The module that exports the values in the config.
pub(super) const MODULE: &str = "docgen/variables";

/// The path of [`MODULE`], which isn't a path of one of the site's files.
const MODULE_FILE: &str = "docgen:variables.json";

/// The folder that contains the data files, and their extensions in the order that they're tried.
const DATA: &str = "content/_data";
const EXTENSIONS: [&str; 4] = ["toml", "yaml", "yml", "json"];

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

/// A file's values. The error is the problem with the file's syntax.
struct Values {
    source: Source,
    root: Result<Node, String>,
}

impl Values {
    fn new(source: Source) -> Self {
        let root = tree::parse(Syntax::of(&source), &source.text).map_err(|fault| fault.message);
        Values { source, root }
    }
}

/// The variables of a site.
pub(super) struct Variables {
    config: Option<Values>,
    /// The data files that were read.
    data: Mutex<BTreeMap<SourcePath, Arc<Values>>>,
}

impl Variables {
    /// Creates the variables from the text of the config, which contains the table `variables`.
    pub(super) fn new(config: Option<Source>) -> Self {
        Variables { config: config.map(Values::new), data: Mutex::default() }
    }

    fn table(&self) -> Option<(&Node, &str)> {
        let config = self.config.as_ref()?;
        let (_, table) = config.root.as_ref().ok()?.entry("variables")?;
        Some((table, &config.source.text))
    }

    /// Returns the module that exports the values in the config.
    pub(super) fn module(&self, path: &SourcePath) -> Option<Source> {
        if path.as_str() != MODULE_FILE {
            return None;
        }
        let json =
            self.table().map_or_else(|| "{}".to_owned(), |(table, text)| data::json(table, text).to_string());
        Some(Source::new(path.clone(), &json))
    }

    /// Returns the path of [`MODULE`].
    pub(super) fn path() -> SourcePath {
        SourcePath::new(MODULE_FILE)
    }

    /// Returns the value of a variable, such as `product.name` or `data.team.lead`, as text.
    pub(super) fn value(&self, files: &dyn Files, name: &str) -> Result<String, Unknown> {
        let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let table = self.table();
        if table.is_some_and(|(table, _)| table.entry(first).is_some()) || first != "data" {
            return match table {
                Some((table, text)) => find(table, text, name, name),
                None => Err(unknown(name, name, std::iter::empty())),
            };
        }
        let (file, path) =
            rest.and_then(|rest| rest.split_once('.')).unwrap_or((rest.unwrap_or_default(), ""));
        let values = self.data(files, name, file)?;
        match &values.root {
            Ok(root) => find(root, &values.source.text, path, name),
            Err(problem) => {
                let path = &values.source.path;
                Err(Unknown::new(format!("`{path}` isn't valid: {problem}"), format!("correct `{path}`")))
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
        if let Some(values) = known.get(path).filter(|values| values.source.hash == source.hash) {
            return Ok(Arc::clone(values));
        }
        let values = Arc::new(Values::new(source));
        known.insert(path.clone(), Arc::clone(&values));
        Ok(values)
    }

    /// Returns a hash that changes if the value of a variable, or the message about the variable, changes.
    pub(super) fn hash(&self, files: &dyn Files, name: &str) -> u64 {
        xxh3_64(format!("{:?}", self.value(files, name)).as_bytes()) | 1
    }
}

/// Returns the value at a path below a node. `name` is the name of the whole variable.
fn find(root: &Node, text: &str, path: &str, name: &str) -> Result<String, Unknown> {
    let mut node = root;
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let next = match &node.value {
            Value::List(nodes) => part.parse().ok().and_then(|index: usize| nodes.get(index)),
            _ => node.entry(part).map(|(_, node)| node),
        };
        node = next.ok_or_else(|| {
            let keys = node.entries().unwrap_or_default().iter().map(|(key, _)| key.name.as_str());
            unknown(name, part, keys)
        })?;
    }
    match &node.value {
        Value::Text(value) => Ok(value.clone()),
        Value::Bool(value) => Ok(value.to_string()),
        Value::Number(_) | Value::Date => Ok(text.get(node.range.clone()).unwrap_or_default().to_owned()),
        Value::Null => Ok(String::new()),
        Value::List(nodes) => Err(Unknown::new(
            format!("the variable `{name}` is a list"),
            match nodes.len() {
                0 => "add an item, and write its number".to_owned(),
                _ => format!("write the number of an item, as in `{{{{ {name}.0 }}}}`"),
            },
        )),
        Value::Table(entries) => Err(Unknown::new(
            format!("the variable `{name}` is a table"),
            entries.first().map_or("add a key, and write its name".to_owned(), |(key, _)| {
                format!("write the name of a value, as in `{{{{ {name}.{} }}}}`", key.name)
            }),
        )),
    }
}

/// Returns the problem with a variable that has no value. `part` is the first unknown part of the name.
fn unknown<'k>(name: &str, part: &str, keys: impl Iterator<Item = &'k str>) -> Unknown {
    let hint = nearest(part, keys).map(|near| {
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
