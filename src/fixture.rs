//! Fixtures for unit tests: several small files in one literal, string comparison, and pseudorandom numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::component::{Files, Library, Package, PackageProblem, Platform, VariableSources};
use crate::path::SourcePath;
use crate::source::Source;

/// Returns the files in a literal, sorted by path. Each file starts with the line `//- path/of/file`.
pub(crate) fn sources(fixture: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    for file in format!("\n{}", fixture.trim_start()).split("\n//- ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap_or((file, ""));
        sources.push(Source::new(SourcePath::new(path.trim()), text));
    }
    assert!(!sources.is_empty(), "a fixture begins with `//- path`");
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

/// Files in memory that pages and components can import. A file that starts with `not UTF-8` can't be read.
pub(crate) struct Memory(BTreeMap<SourcePath, Source>);

impl Memory {
    /// Creates a set of these files.
    pub(crate) fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        Memory(sources.into_iter().map(|source| (source.path.clone(), source)).collect())
    }

    /// Returns a library of these files. A file in `components` is a component if its name starts with a capital
    /// letter.
    pub(crate) fn library(self, site: &serde_json::Value) -> Library {
        let component = |path: &SourcePath| {
            let name = path.strip_dir("components")?.strip_suffix(".tsx")?;
            name.starts_with(|first: char| first.is_ascii_uppercase())
                .then(|| (name.to_owned(), path.clone()))
        };
        let components = self.0.keys().filter_map(component).collect();
        let config = self.0.get(&SourcePath::new("docgen.toml")).cloned();
        let labels = BTreeMap::from([("versions/1.0/docs".to_owned(), "1.0 (LTS)".to_owned())]);
        let variables = VariableSources { config, labels, ..VariableSources::default() };
        Library::new(components, site, Some(1_769_817_600), variables, Arc::new(self))
    }
}

impl Files for Memory {
    fn read(&self, path: &SourcePath) -> Result<Source, String> {
        match self.0.get(path) {
            Some(source) if source.text.starts_with("not UTF-8") => Err("it isn't UTF-8".to_owned()),
            Some(source) => Ok(source.clone()),
            None => Err("there is no such file".to_owned()),
        }
    }

    fn exists(&self, path: &SourcePath) -> bool {
        self.0.contains_key(path)
    }

    fn refusal(&self, path: &SourcePath) -> Option<String> {
        let source = self.0.get(&SourcePath::new(format!("{path}.link")))?;
        Some(source.text.trim().to_owned())
    }

    /// The `name` package is the `npm/name` file, and its style sheet is the `npm/name.css` file.
    fn package(&self, specifier: &str, _: &Platform) -> Result<Package, PackageProblem> {
        let file = SourcePath::new(format!("npm/{specifier}"));
        let Some(source) = self.0.get(&file) else {
            let (reason, hint) =
                ("it isn't installed".to_owned(), Some(format!("run `npm install {specifier}`")));
            return Err(PackageProblem { reason, hint, is_missing: true });
        };
        let imports = source.text.lines().filter_map(|line| line.strip_prefix("import ")?.split('"').nth(1));
        let imports = imports.map(str::to_owned).collect();
        let styles = Some(SourcePath::new(format!("{file}.css"))).filter(|path| self.exists(path));
        Ok(Package { code: Arc::clone(&source.text), imports, styles, hash: source.hash })
    }

    fn package_place(&self, specifier: &str, line: u32, column: u32) -> Option<String> {
        Some(format!("node_modules/{specifier}/index.js:{line}:{column}"))
    }
}

/// If two strings differ, panics and shows the lines that differ. Ignores whitespace around the strings.
#[track_caller]
pub(crate) fn same_text(expected: &str, found: &str) {
    let (expected, found) = (expected.trim(), found.trim());
    if expected != found {
        let diff = similar::TextDiff::from_lines(expected, found);
        panic!("\n{}\nfound:\n{found}\n", diff.unified_diff().context_radius(2).header("expected", "found"));
    }
}

/// A small pseudorandom number generator (xorshift). A fixed seed makes failures reproducible.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}
