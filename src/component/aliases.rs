//! Import aliases: `baseUrl` and `paths` in the site's `tsconfig.json` or `jsconfig.json`, as described in TypeScript's
//! documentation.

use std::ops::Range;
use std::sync::Arc;

use super::compile::{Value, ValueKind, jsonc};
use super::module::Fault;
use super::{Inner, STACK};
use crate::path::SourcePath;

/// The files that can contain aliases. docgen reads the first file that exists.
const CONFIGS: [&str; 2] = ["tsconfig.json", "jsconfig.json"];

/// The variable that represents the config's folder in paths.
const CONFIG_FOLDER: &str = "${configDir}";

/// The maximum number of files in a chain of `extends`.
const DEEPEST: usize = 20;

/// A site's aliases.
#[derive(Default)]
pub(super) struct Aliases {
    /// The folder for names that aren't relative paths, if `baseUrl` is set.
    base: Option<Folder>,
    /// The patterns and their paths.
    paths: Vec<Pattern>,
    /// The name of the file that contains the aliases.
    pub config: &'static str,
    /// The files that were read or looked for.
    pub files: Vec<SourcePath>,
    /// The problems with these files.
    pub problems: Vec<Problem>,
}

/// A problem with a config.
pub(super) struct Problem {
    /// The file.
    pub file: SourcePath,
    /// The text of the file.
    pub text: Arc<str>,
    /// The fault.
    pub fault: Fault,
}

/// A folder's path relative to the site's folder. If the folder is outside the site's folder, the path starts with
/// `..`.
type Folder = String;

/// A pattern of names, with at most one `*`.
struct Pattern {
    before: String,
    /// The text after `*`, if there is a `*`.
    after: Option<String>,
    /// The paths of the pattern, each relative to the site's folder and with at most one `*`.
    targets: Vec<String>,
}

/// The paths that a name can refer to.
#[derive(Debug, PartialEq)]
pub(super) struct Candidates {
    /// The paths, possibly without an extension, in the order in which they're tried. Paths outside the site's folder
    /// start with `..`.
    pub paths: Vec<String>,
    /// Whether the name matches a pattern that isn't `*`. If it does, it's probably not the name of a package.
    pub is_named: bool,
}

impl Aliases {
    /// Reads a site's aliases.
    pub(super) fn read(library: &Inner) -> Self {
        let mut aliases = Aliases::default();
        for name in CONFIGS {
            let path = SourcePath::new(name);
            if aliases.exists(library, &path) {
                aliases.config = name;
                let mut open = Vec::new();
                let config = aliases.config(library, &path, &mut open);
                let (folder, mut paths) = config.paths.unwrap_or_default();
                let folder = config.base.as_deref().unwrap_or(&folder);
                for target in paths.iter_mut().flat_map(|pattern| &mut pattern.targets) {
                    *target = located(folder, target);
                }
                (aliases.base, aliases.paths) = (config.base, paths);
                break;
            }
        }
        aliases
    }

    fn exists(&mut self, library: &Inner, path: &SourcePath) -> bool {
        self.files.push(path.clone());
        library.files.exists(path)
    }

    /// Returns the paths that a name can refer to. The name isn't a relative path.
    pub(super) fn candidates(&self, name: &str) -> Candidates {
        // An exact name comes first, and then the pattern with the longest text before `*`.
        let matching = self.paths.iter().filter_map(|pattern| Some((pattern, pattern.rest(name)?)));
        let best = matching.max_by_key(|(pattern, _)| (pattern.after.is_none(), pattern.before.len()));
        let targets = best
            .iter()
            .flat_map(|(pattern, rest)| pattern.targets.iter().map(|target| target.replacen('*', rest, 1)));
        let own = self.base.iter().map(|base| joined(base, name));
        Candidates {
            paths: targets.chain(own).collect(),
            is_named: best.is_some_and(|(pattern, _)| !pattern.before.is_empty()),
        }
    }

    fn report(&mut self, file: &SourcePath, text: &Arc<str>, fault: Fault) {
        self.problems.push(Problem { file: file.clone(), text: Arc::clone(text), fault });
    }

    /// Reads a config and the configs that it extends.
    fn config(&mut self, library: &Inner, file: &SourcePath, open: &mut Vec<SourcePath>) -> Config {
        let source = match library.files.read(file) {
            Ok(source) => source,
            Err(reason) => {
                self.report(file, &"".into(), Fault::new(format!("can't read this file: {reason}"), 0..0));
                return Config::default();
            }
        };
        let root = match jsonc(&source.text, STACK) {
            Ok(root) => root,
            Err(fault) => {
                self.report(
                    file,
                    &source.text,
                    fault.hint("fix this file: docgen reads import aliases from it"),
                );
                return Config::default();
            }
        };
        open.push(file.clone());
        let mut config = Config::default();
        for (extended, range) in strings(root.get("extends")) {
            let fault = match self.extended(library, file, extended) {
                None => continue,
                Some(Ok(path)) if open.contains(&path) || open.len() >= DEEPEST => {
                    Fault::new(format!("`{extended}` extends this file"), range)
                        .hint("remove one of the two `extends` keys")
                }
                Some(Ok(path)) => {
                    config = self.config(library, &path, open).over(config);
                    continue;
                }
                Some(Err(path)) => Fault::new(format!("the file `{path}` doesn't exist"), range),
            };
            self.report(file, &source.text, fault);
        }
        open.pop();
        if let Some(options) = root.get("compilerOptions") {
            let (own, faults) = own(file, options);
            for fault in faults {
                self.report(file, &source.text, fault);
            }
            config = own.over(config);
        }
        config
    }

    /// Returns the file that a config extends. If the file doesn't exist, the error is its path. Returns `None` for
    /// packages and for files outside the site's folder.
    fn extended(
        &mut self,
        library: &Inner,
        file: &SourcePath,
        written: &str,
    ) -> Option<Result<SourcePath, String>> {
        if !written.starts_with('.') {
            return None;
        }
        let path = joined(file.parent(), written);
        if path.starts_with("..") {
            return None;
        }
        let names = [path.clone(), format!("{path}.json")].map(SourcePath::new);
        let found = names.into_iter().find(|name| self.exists(library, name));
        Some(found.ok_or(path))
    }
}

/// The config options that define aliases.
#[derive(Default)]
struct Config {
    base: Option<Folder>,
    /// The folder of the file that contains the patterns, and the patterns with their paths as written.
    paths: Option<(Folder, Vec<Pattern>)>,
}

impl Config {
    /// Returns the config, with missing options filled in from another config.
    fn over(self, other: Config) -> Config {
        Config { base: self.base.or(other.base), paths: self.paths.or(other.paths) }
    }
}

/// Returns a config's own options, and the problems with them.
fn own(file: &SourcePath, options: &Value) -> (Config, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut fault = |message: &str, range: &Range<u32>| faults.push(Fault::new(message, range.clone()));
    let base = options.get("baseUrl").and_then(|base| match &base.kind {
        ValueKind::Text(text) => Some(located(file.parent(), text)),
        _ => {
            fault("expected a string for `baseUrl`", &base.range);
            None
        }
    });
    let mut paths = None;
    match options.get("paths").map(|paths| (&paths.kind, &paths.range)) {
        Some((ValueKind::Object(members), _)) => {
            let mut patterns = Vec::new();
            for (name, range, value) in members {
                let ValueKind::List(items) = &value.kind else {
                    fault(&format!("expected a list of paths for `{name}`"), &value.range);
                    continue;
                };
                if name.matches('*').count() > 1 {
                    fault(&format!("the pattern `{name}` contains more than one `*`"), range);
                    continue;
                }
                let mut targets = Vec::new();
                for item in items {
                    match &item.kind {
                        ValueKind::Text(text) if text.matches('*').count() > 1 => {
                            fault(&format!("the path `{text}` contains more than one `*`"), &item.range);
                        }
                        ValueKind::Text(text) => targets.push(text.clone()),
                        _ => fault("expected a path as a string", &item.range),
                    }
                }
                let (before, after) = match name.split_once('*') {
                    Some((before, after)) => (before, Some(after.to_owned())),
                    None => (name.as_str(), None),
                };
                patterns.push(Pattern { before: before.to_owned(), after, targets });
            }
            paths = Some((file.parent().to_owned(), patterns));
        }
        Some((_, range)) => fault("expected an object for `paths`", range),
        None => {}
    }
    (Config { base, paths }, faults)
}

impl Pattern {
    /// If the name matches the pattern, returns the part of the name that matches `*`. If the pattern has no `*`, the
    /// part is empty.
    fn rest<'n>(&self, name: &'n str) -> Option<&'n str> {
        match &self.after {
            None => (name == self.before).then_some(""),
            Some(after) => name.strip_prefix(self.before.as_str())?.strip_suffix(after.as_str()),
        }
    }
}

/// Returns the strings in a value that is a string or a list, with their locations.
fn strings(value: Option<&Value>) -> Vec<(&str, Range<u32>)> {
    let values = match value.map(|value| &value.kind) {
        Some(ValueKind::List(items)) => items.as_slice(),
        _ => value.map(std::slice::from_ref).unwrap_or_default(),
    };
    values
        .iter()
        .filter_map(|value| match &value.kind {
            ValueKind::Text(text) => Some((text.as_str(), value.range.clone())),
            _ => None,
        })
        .collect()
}

/// Returns a path in a config as a path relative to the site's folder. `folder` is the config's folder.
/// `${configDir}` is the site's folder.
fn located(folder: &str, path: &str) -> String {
    match path.strip_prefix(CONFIG_FOLDER) {
        Some(rest) => joined("", rest.trim_start_matches('/')),
        // An absolute path might not be in the site's folder on other machines.
        None if path.starts_with('/') => format!("..{path}"),
        None => joined(folder, path),
    }
}

/// Joins a folder and a relative path. If the result is outside the site's folder, it starts with `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split(['/', '\\'])) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
