//! Evaluates other generators' configs in the sandbox. The configs are JavaScript or TypeScript modules.
//!
//! docgen compiles and runs the site's modules, and replaces packages with stand-ins. A function from a package, such
//! as `defineConfig`, returns the options that it's called with. If the options are an object, the object's [`MODULE`]
//! key contains the package's specifier. If there are no options, the result is an object that has only this key.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::{Map, Value as Json, json};

use super::compile::{MODULE, commonjs, literal};
use crate::path::{SourcePath, above};
use crate::script::{Engine, Limits};
use crate::source::Source;
use crate::source::tree::{self, Key, Node, Value};

/// The prefix of the names of modules that are imported as text.
const RAW: &str = "raw:";

/// The extensions of files that a module can read as text.
const TEXTS: [&str; 10] = ["json", "js", "mjs", "css", "html", "txt", "svg", "md", "yaml", "yml"];

/// The mark that identifies a function.
const FUNCTION: &str = "$function";

/// The mark that identifies the items of a list that a package computes.
const ITEMS: &str = "$items";

/// The end of the path of a value in which a package computes some of the items or entries.
pub(crate) const PART: &str = "[...]";

/// The character that represents text that docgen can't compute, such as the version of a package.
const UNKNOWN: char = '\u{fdd0}';

const HOST: &str = include_str!("evaluate/host.js");

const LIMITS: Limits = Limits { memory: 256 << 20, stack: 256 << 10, steps: 2_500 };

/// The maximum total size of the Markdown files that a config can read, in bytes.
const LARGEST_TEXTS: usize = 16 << 20;

/// The minimum stack size of the thread that calls this module, in bytes.
const STACK: usize = 1 << 20;

/// The maximum number of modules. A config can import the packages in its repository.
const MOST_MODULES: usize = 500;

/// The extensions of code files.
const CODE: [&str; 8] = ["ts", "mts", "js", "mjs", "cjs", "cts", "tsx", "jsx"];

/// The ends of modules' paths, in the order in which they're tried.
const EXTENSIONS: [&str; 12] =
    ["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".cts", ".tsx", ".jsx", ".json", "/index.ts", "/index.js"];

/// An evaluated config.
pub(crate) struct Evaluated {
    /// The value that the config exports. Literals have their ranges in the file. A computed value has the range of the
    /// innermost key or value around it. Functions, except the results of packages' functions, are [`Value::Null`].
    pub node: Node,
    /// The functions in the value, each with its path of keys and its range. If a package computes a part of a list or
    /// table, there's an entry whose path ends in [`PART`].
    pub functions: Vec<(String, Range<usize>)>,
    /// The reason that the config couldn't run. In this case, the value contains only literals.
    pub failure: Option<String>,
    /// The parts that are missing because docgen can't run or compute them, with their ranges.
    pub lost: Vec<(String, Range<usize>)>,
    /// The specifiers of the packages that the config and its modules import.
    pub packages: BTreeSet<String>,
    /// The placeholders, such as `{{VERSION}}`, in the code of the config's own modules.
    pub placeholders: BTreeSet<String>,
    /// The string literals in the code of the config and its modules that are names, such as `kebab-case`.
    pub names: BTreeSet<String>,
}

impl Evaluated {
    /// A config that contains only a value.
    pub(crate) fn of(node: Node) -> Self {
        Evaluated {
            node,
            functions: Vec::new(),
            failure: None,
            lost: Vec::new(),
            packages: BTreeSet::new(),
            placeholders: BTreeSet::new(),
            names: BTreeSet::new(),
        }
    }
}

/// Evaluates a config. `read` returns the text of a file in the site's folder. `year` is the current year.
pub(crate) fn evaluate(
    source: &Source,
    year: u16,
    read: &dyn Fn(&SourcePath) -> Option<Source>,
) -> Evaluated {
    let files = ConfigFiles { read, outside: &|_| None, workspace: &|_| Vec::new(), packages: &[], all: &[] };
    evaluate_with(source, year, &files)
}

/// The files that a config can read.
pub(crate) struct ConfigFiles<'r> {
    /// Returns the text of a file in the site's folder.
    pub read: &'r dyn Fn(&SourcePath) -> Option<Source>,
    /// Returns the text of a file outside the site. The path starts with `..` and is relative to the site's folder.
    pub outside: &'r dyn Fn(&str) -> Option<Source>,
    /// Returns the paths of the module that an import of a package in the same workspace can refer to.
    pub workspace: &'r dyn Fn(&str) -> Vec<String>,
    /// The packages that have a stand-in of their own, each with the code of the stand-in.
    pub packages: &'r [(&'r str, &'r str)],
    /// The paths of all files in the site's folder.
    pub all: &'r [SourcePath],
}

/// Evaluates a config. `year` is the current year.
pub(crate) fn evaluate_with(source: &Source, year: u16, files: &ConfigFiles<'_>) -> Evaluated {
    let written = literal(source.path.as_str(), &source.text, STACK);
    let written = written.unwrap_or(Node { value: Value::Null, range: 0..0 });
    let (modules, mut ran) = run(source, year, files);
    if ran.is_err() && modules.has_outside() {
        // Packages in the same repository can contain code that only Node can run.
        let is_data = |source: &Source| !CODE.contains(&source.path.extension());
        let outside = |path: &str| (files.outside)(path).filter(is_data);
        ran = run(source, year, &ConfigFiles { outside: &outside, workspace: &|_| Vec::new(), ..*files }).1;
    }
    let Modules { packages, placeholders, names, .. } = modules;
    match ran {
        Ok(Run { value, broken, lost, says_undefined }) => {
            let of_module = |(name, reason): (String, String)| {
                (format!("what the module `{name}` exports ({reason})"), 0..0)
            };
            let of_folder = |path: String| {
                (format!("what the config reads from the folder `{}`", path.replace(UNKNOWN, "")), 0..0)
            };
            let lost = broken.into_iter().map(of_module).chain(lost.into_iter().map(of_folder)).collect();
            let mut merge = Merge { functions: Vec::new(), lost, says_undefined };
            let node = merge.node(&value, Some(&written), written.range.clone(), "");
            let (functions, lost) = (merge.functions, merge.lost);
            Evaluated { functions, lost, packages, placeholders, names, ..Evaluated::of(node) }
        }
        Err(failure) => {
            Evaluated { failure: Some(failure), packages, placeholders, names, ..Evaluated::of(written) }
        }
    }
}

/// The result of running a config.
#[derive(serde::Deserialize)]
struct Run {
    value: Json,
    /// The modules that fail, with the reasons.
    broken: Vec<(String, String)>,
    /// The folders that the config reads and that aren't in the site.
    lost: Vec<String>,
    /// Whether the text "undefined" can be intentional.
    #[serde(default)]
    says_undefined: bool,
}

/// Runs a config. Also returns the modules that it imports.
fn run<'r>(source: &Source, year: u16, read: &'r ConfigFiles<'r>) -> (Modules<'r>, Result<Run, String>) {
    let mut modules = Modules::new(read);
    let ran = modules.add(source).and_then(|()| modules.run(source, year));
    (modules, ran)
}

/// The modules that a config imports, directly or indirectly.
struct Modules<'r> {
    read: &'r ConfigFiles<'r>,
    /// The code by path.
    code: Map<String, Json>,
    /// For each importing module, by path: the path of the module that each specifier refers to.
    links: Map<String, Json>,
    /// The text of each data file.
    files: BTreeMap<String, String>,
    /// The modules that can't be compiled, with the reasons.
    broken: Vec<(String, String)>,
    /// Whether a module or data file contains the word "undefined".
    says_undefined: bool,
    packages: BTreeSet<String>,
    /// Whether a module belongs to a package in the same workspace.
    has_workspace: bool,
    placeholders: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl<'r> Modules<'r> {
    fn new(read: &'r ConfigFiles<'r>) -> Self {
        Modules {
            read,
            code: Map::new(),
            links: Map::new(),
            files: BTreeMap::new(),
            broken: Vec::new(),
            says_undefined: false,
            packages: BTreeSet::new(),
            has_workspace: false,
            placeholders: BTreeSet::new(),
            names: BTreeSet::new(),
        }
    }

    /// Whether a module is outside the site.
    fn has_outside(&self) -> bool {
        self.has_workspace || self.code.keys().any(|name| name.starts_with(".."))
    }

    /// Runs the modules.
    fn run(&mut self, source: &Source, year: u16) -> Result<Run, String> {
        let tree = self.tree();
        let yaml = |(path, text): (&String, &String)| {
            let source = Source::new(SourcePath::new(path), text);
            let is_yaml = matches!(source.path.extension(), "yaml" | "yml");
            Some((text.clone(), is_yaml.then(|| tree::of_other_program(&source))??.json()))
        };
        let yaml: Map<String, Json> = self.files.iter().filter_map(yaml).collect();
        // The folders that a relative path can start in.
        let folder = source.path.parent();
        let roots = [folder, folder.rsplit_once('/').map_or("", |(above, _)| above)];
        let modules = json!({
            "code": self.code, "links": self.links, "files": self.files, "broken": self.broken, "year": year,
            "tree": tree, "roots": roots, "yaml": yaml,
        })
        .to_string();
        let engine = Engine::new(LIMITS).map_err(|error| error.to_string())?;
        let run = || {
            engine.eval("modules", &format!("globalThis.modules = {}", Json::from(modules)))?;
            engine.eval("host", &format!("(() => {{\n{HOST}}})()"))?;
            engine.call("evaluate", source.path.as_str())
        };
        let text = run().map_err(|error| error.to_string())?;
        let run: Run = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok(Run { says_undefined: self.says_undefined, ..run })
    }

    fn add(&mut self, source: &Source) -> Result<(), String> {
        let mut waiting = vec![(source.path.as_str().to_owned(), source.clone())];
        while let Some((path, source)) = waiting.pop() {
            self.says_undefined |= source.text.contains("undefined");
            self.placeholders.extend(placeholders(&source.text));
            let compiled = match commonjs(&path, &source.text, STACK) {
                Ok(compiled) => compiled,
                Err(message) if self.code.is_empty() => return Err(message),
                Err(message) => {
                    self.broken.push((path, message));
                    continue;
                }
            };
            self.code.insert(path.clone(), compiled.code.into());
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut links = Map::new();
            for specifier in compiled.specifiers {
                let Some((name, found)) = self.find(folder, &specifier) else {
                    self.packages.insert(specifier);
                    continue;
                };
                self.has_workspace |= !(self.read.workspace)(&specifier).is_empty();
                links.insert(specifier, name.as_str().into());
                if name.ends_with(".json") || name.starts_with(RAW) {
                    self.add_file(name, &found);
                } else if !self.code.contains_key(&name) && self.code.len() + waiting.len() < MOST_MODULES {
                    waiting.push((name, found));
                }
            }
            waiting.extend(self.data(folder, &source, &compiled.strings));
            self.links.insert(path, links.into());
            self.names.extend(compiled.strings.into_iter().filter(|text| is_name(text)));
        }
        Ok(())
    }

    /// Adds the files that a module names, because the module might read them. Returns the modules that it names, because
    /// it might compute their paths.
    fn data(&mut self, folder: &str, source: &Source, strings: &[String]) -> Vec<(String, Source)> {
        let reads = source.text.contains("readFile");
        let is_data = |text: &&String| {
            let extension = text.rsplit_once('.').map_or("", |(_, extension)| extension);
            (extension == "json" || (reads && TEXTS.contains(&extension)))
                && text.len() < 200
                && !text.contains("://")
        };
        for text in strings.iter().filter(is_data) {
            for whole in [format!("{folder}/{text}"), text.clone()] {
                if let Some((name, source)) = self.file(&whole) {
                    self.add_file(name, &source);
                }
            }
        }
        let computes = source.text.contains("require(") && source.text.contains("__dirname");
        let is_module = |text: &&String| [".js", ".cjs", ".ts"].iter().any(|end| text.ends_with(end));
        let paths = strings.iter().filter(is_module).filter(|_| computes);
        let found = paths.filter_map(|text| self.file(&format!("{folder}/{text}")));
        found.filter(|(name, _)| !self.code.contains_key(name)).collect()
    }

    /// If the modules list files, returns the paths of all files. If the modules also read files, adds the text of the
    /// Markdown files.
    fn tree(&mut self) -> Vec<&'r str> {
        let ConfigFiles { read, all, .. } = *self.read;
        let mentions =
            |word: &str| self.code.values().any(|code| code.as_str().is_some_and(|code| code.contains(word)));
        if !["readdir", "statSync", "existsSync", "glob"].iter().any(|word| mentions(word)) {
            return Vec::new();
        }
        let mut size = if mentions("readFile") { 0 } else { LARGEST_TEXTS };
        for path in all.iter().filter(|path| path.extension() == "md") {
            if size >= LARGEST_TEXTS {
                break;
            }
            let Some(source) = read(path) else { continue };
            size += source.text.len();
            self.files.insert(path.as_str().to_owned(), source.text.to_string());
        }
        all.iter().map(SourcePath::as_str).collect()
    }

    fn add_file(&mut self, name: String, source: &Source) {
        self.says_undefined |= name.ends_with(".json") && source.text.contains("undefined");
        self.files.insert(name, source.text.to_string());
    }

    /// Returns the normalized path and the text of a data file, which can be outside the site.
    fn file(&self, path: &str) -> Option<(String, Source)> {
        match above(path) {
            Some(outside) => (self.read.outside)(&outside).map(|source| (outside, source)),
            None => (self.read.read)(&SourcePath::new(path))
                .map(|source| (source.path.as_str().to_owned(), source)),
        }
    }

    /// Returns the path and the text of the file that a specifier in a folder refers to.
    fn find(&self, folder: &str, specifier: &str) -> Option<(String, Source)> {
        if let Some((name, code)) = self.read.packages.iter().find(|(name, _)| *name == specifier) {
            let path = format!("node_modules/{name}.js");
            return Some((path.clone(), Source::new(SourcePath::new(path), code)));
        }
        let (specifier, query) = specifier.split_once('?').unwrap_or((specifier, ""));
        if query == "raw" && specifier.starts_with('.') {
            let (name, source) = self.file(&format!("{folder}/{specifier}"))?;
            return Some((format!("{RAW}{name}"), source));
        }
        let bases = match specifier.strip_prefix("@site/") {
            Some(path) => vec![path.to_owned()],
            None if specifier.starts_with('.') => vec![format!("{folder}/{specifier}")],
            None => (self.read.workspace)(specifier),
        };
        let is_module = |path: &String| {
            path.rsplit_once('.').is_some_and(|(_, end)| end == "json" || CODE.contains(&end))
        };
        bases.iter().find_map(|base| {
            // Imports in TypeScript can have the extension of the compiled file.
            let bare = base.strip_suffix(".js").map(|bare| format!("{bare}.ts"));
            let paths = EXTENSIONS.iter().map(|end| format!("{base}{end}")).chain(bare);
            paths.filter(is_module).find_map(|path| self.file(&path))
        })
    }
}

/// Whether text is a name that consists of letters, digits, hyphens, and underscores.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (1..=40).contains(&text.len()) && text.chars().all(is_part)
}

/// Returns the placeholders in strings and regular expressions, such as `/{{\s*VERSION\s*}}/`, without spaces.
fn placeholders(code: &str) -> Vec<String> {
    if !code.contains("{{") && !code.contains("{\\{") {
        return Vec::new();
    }
    let code = code.replace("\\s*", "").replace('\\', "");
    let name = |part: &str| {
        let name = part.split_once("}}")?.0.trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
        is_name.then(|| format!("{{{{{name}}}}}"))
    };
    code.split("{{").skip(1).filter_map(name).collect()
}

/// Adds the locations of the literals to an evaluated value.
struct Merge {
    functions: Vec<(String, Range<usize>)>,
    lost: Vec<(String, Range<usize>)>,
    /// Whether the text "undefined" can be intentional.
    says_undefined: bool,
}

impl Merge {
    /// Removes the parts of the text that docgen can't compute.
    fn text(&mut self, text: &str, range: &Range<usize>, path: &str) -> String {
        let mut known = text.replace(UNKNOWN, "");
        if !self.says_undefined {
            known = known.replace("undefined", "");
        }
        if known != text {
            self.lost.push((format!("a part of `{path}` that docgen can't compute"), range.clone()));
        }
        known
    }

    fn node(&mut self, value: &Json, written: Option<&Node>, around: Range<usize>, path: &str) -> Node {
        let range = written.map_or(around, |node| node.range.clone());
        let value = match value {
            Json::Null => Value::Null,
            Json::Bool(is_true) => Value::Bool(*is_true),
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
            Json::String(text) => Value::Text(self.text(text, &range, path)),
            Json::Array(items) => {
                let inside = |index: usize| match written.map(|node| &node.value) {
                    Some(Value::List(all)) if all.len() == items.len() => all.get(index),
                    _ => None,
                };
                let mut nodes = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let written = inside(index);
                    if item.get(ITEMS).is_some() {
                        let range = written.map_or(&range, |node| &node.range).clone();
                        self.functions.push((format!("{path}{PART}"), range));
                    } else {
                        nodes.push(self.node(item, written, range.clone(), &format!("{path}[{index}]")));
                    }
                }
                Value::List(nodes)
            }
            Json::Object(entries) if entries.contains_key(FUNCTION) => {
                self.functions.push((path.to_owned(), range.clone()));
                match entries.get(MODULE).and_then(Json::as_str) {
                    Some(package) => {
                        let key = Key { name: MODULE.to_owned(), range: range.clone() };
                        let node = Node { value: Value::Text(package.to_owned()), range: range.clone() };
                        Value::Table(vec![(key, node)])
                    }
                    None => Value::Null,
                }
            }
            Json::Object(entries) => {
                // The key that a spread stand-in has.
                let is_spread = |name: &str| name.chars().eq([UNKNOWN]);
                if entries.iter().any(|(name, _)| is_spread(name)) {
                    self.functions.push((format!("{path}{PART}"), range.clone()));
                }
                let nodes = entries.iter().filter(|(name, _)| !is_spread(name)).map(|(name, value)| {
                    let found = written.and_then(|node| node.entry(name));
                    let key = found.map_or_else(|| range.clone(), |(key, _)| key.range.clone());
                    let name = &name.replace(UNKNOWN, "");
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
