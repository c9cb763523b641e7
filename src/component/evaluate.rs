//! Evaluates other generators' configs in the sandbox. The configs are modules in JavaScript or TypeScript.
//!
//! The modules of the site are compiled and run; packages are replaced by stand-ins. A function from a package, such as
//! `defineConfig`, returns the options that it's called with. If the options are an object, the key [`MODULE`] of the
//! object contains the specifier of the package.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value as Json, json};

use super::compile::{commonjs, literal};
use crate::path::SourcePath;
use crate::script::{Engine, Limits};
use crate::source::Source;
use crate::source::tree::{Key, Node, Value};

/// The key that docgen adds to an object that is passed to a package's function. The value is the specifier of the
/// package.
pub(crate) const MODULE: &str = "$module";

/// The mark that identifies a function.
const FUNCTION: &str = "$function";

const HOST: &str = include_str!("evaluate/host.js");

const LIMITS: Limits = Limits { memory: 256 << 20, stack: 256 << 10, steps: 2_500 };

/// The minimum stack size of the thread that calls this module, in bytes.
const STACK: usize = 1 << 20;

/// The extensions of modules, in the order that they're tried.
const EXTENSIONS: [&str; 12] =
    ["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".cts", ".tsx", ".jsx", ".json", "/index.ts", "/index.js"];

/// An evaluated config.
pub(crate) struct Evaluated {
    /// The value that the config exports. Literals have their ranges in the file. A computed value has the range of the
    /// innermost key or value around it. Functions are [`Value::Null`].
    pub node: Node,
    /// The functions in the value: the path of keys, and the range.
    pub functions: Vec<(String, Range<usize>)>,
    /// The reason that the config couldn't run. If the config couldn't run, the value contains only literals.
    pub failure: Option<String>,
}

/// Evaluates a config. `read` returns the text of a file in the site. `year` is the current year.
pub(crate) fn evaluate(
    source: &Source,
    year: u16,
    read: &dyn Fn(&SourcePath) -> Option<Source>,
) -> Evaluated {
    let written = literal(source.path.as_str(), &source.text, STACK);
    let written = written.unwrap_or(Node { value: Value::Null, range: 0..0 });
    match run(source, year, read) {
        Ok(value) => {
            let mut merge = Merge { functions: Vec::new() };
            let node = merge.node(&value, Some(&written), written.range.clone(), "");
            Evaluated { node, functions: merge.functions, failure: None }
        }
        Err(failure) => Evaluated { node: written, functions: Vec::new(), failure: Some(failure) },
    }
}

/// Runs a config, and returns its value as JSON.
fn run(source: &Source, year: u16, read: &dyn Fn(&SourcePath) -> Option<Source>) -> Result<Json, String> {
    let mut modules = Modules { read, code: Map::new(), links: Map::new(), files: BTreeMap::new() };
    modules.add(source)?;
    let Modules { code, links, files, .. } = modules;
    let modules = json!({ "code": code, "links": links, "files": files, "year": year }).to_string();
    let engine = Engine::new(LIMITS).map_err(|error| error.to_string())?;
    let run = || {
        engine.eval("modules", &format!("globalThis.modules = {}", Json::from(modules)))?;
        engine.eval("host", &format!("(() => {{\n{HOST}}})()"))?;
        engine.call("evaluate", source.path.as_str())
    };
    let text = run().map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The modules that a config imports, directly or indirectly.
struct Modules<'r> {
    read: &'r dyn Fn(&SourcePath) -> Option<Source>,
    /// The code by path.
    code: Map<String, Json>,
    /// For each importing module, by path: the path of the module that each specifier refers to.
    links: Map<String, Json>,
    /// The text of each data file.
    files: BTreeMap<String, String>,
}

impl Modules<'_> {
    fn add(&mut self, source: &Source) -> Result<(), String> {
        let mut waiting = vec![source.clone()];
        while let Some(source) = waiting.pop() {
            let path = source.path.as_str().to_owned();
            let compiled = commonjs(&path, &source.text, STACK).map_err(|message| {
                if self.code.is_empty() { message } else { format!("{message} in `{path}`") }
            })?;
            self.code.insert(path.clone(), compiled.code.into());
            let mut links = Map::new();
            for specifier in compiled.specifiers {
                let Some(found) = self.find(&source.path, &specifier) else { continue };
                let name = found.path.as_str().to_owned();
                links.insert(specifier, name.as_str().into());
                if name.ends_with(".json") {
                    self.files.insert(name, found.text.to_string());
                } else if !self.code.contains_key(&name) {
                    waiting.push(found);
                }
            }
            self.links.insert(path, links.into());
            self.data(&source.path, &compiled.strings);
        }
        Ok(())
    }

    /// Adds the data files that a module names, because the module might read these files.
    fn data(&mut self, path: &SourcePath, strings: &[String]) {
        let is_data = |text: &&String| text.ends_with(".json") && text.len() < 200 && !text.contains("://");
        for text in strings.iter().filter(is_data) {
            let paths = [path.join_sibling(text), SourcePath::new(text.trim_start_matches('/'))];
            for source in paths.iter().filter_map(|path| (self.read)(path)) {
                self.files.insert(source.path.as_str().to_owned(), source.text.to_string());
            }
        }
    }

    /// Returns the file that a specifier refers to.
    fn find(&self, from: &SourcePath, specifier: &str) -> Option<Source> {
        let specifier = specifier.split('?').next().unwrap_or_default();
        let base = match specifier.strip_prefix("@site/") {
            Some(path) => SourcePath::new(path),
            None if specifier.starts_with('.') => from.join_sibling(specifier),
            None => return None,
        };
        // Imports in TypeScript can have the extension of the compiled file.
        let bare = base.as_str().strip_suffix(".js").map(|bare| SourcePath::new(format!("{bare}.ts")));
        let is_module =
            |path: &SourcePath| EXTENSIONS.iter().any(|end| end.strip_prefix('.') == Some(path.extension()));
        let paths = EXTENSIONS.iter().map(|end| SourcePath::new(format!("{base}{end}"))).chain(bare);
        paths.filter(is_module).find_map(|path| (self.read)(&path))
    }
}

/// Adds the locations of the literals to an evaluated value.
struct Merge {
    functions: Vec<(String, Range<usize>)>,
}

impl Merge {
    fn node(&mut self, value: &Json, written: Option<&Node>, around: Range<usize>, path: &str) -> Node {
        let range = written.map_or(around, |node| node.range.clone());
        let value = match value {
            Json::Null => Value::Null,
            Json::Bool(is_true) => Value::Bool(*is_true),
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(items) => {
                let inside = |index: usize| match written.map(|node| &node.value) {
                    Some(Value::List(all)) if all.len() == items.len() => all.get(index),
                    _ => None,
                };
                let nodes = items.iter().enumerate().map(|(index, item)| {
                    self.node(item, inside(index), range.clone(), &format!("{path}[{index}]"))
                });
                Value::List(nodes.collect())
            }
            Json::Object(entries) if entries.contains_key(FUNCTION) => {
                self.functions.push((path.to_owned(), range.clone()));
                Value::Null
            }
            Json::Object(entries) => {
                let nodes = entries.iter().map(|(name, value)| {
                    let found = written.and_then(|node| node.entry(name));
                    let key = found.map_or_else(|| range.clone(), |(key, _)| key.range.clone());
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    let node = self.node(value, found.map(|(_, node)| node), key.clone(), &path);
                    (Key { name: name.clone(), range: key }, node)
                });
                Value::Table(nodes.collect())
            }
        };
        Node { value, range }
    }
}
