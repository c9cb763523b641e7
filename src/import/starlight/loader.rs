//! Reads the content config, which determines the files that are pages.

use regex_lite::Regex;

use super::{Starlight, join, plugins};
use crate::import::glob::glob;
use crate::import::left::Left;
use crate::import::settings;
use crate::path::SourcePath;
use crate::source::tree::{Node, Value};

/// The module that exports Starlight's own loaders.
const OWN: &str = "@astrojs/starlight/loaders";

/// The module that exports Astro's loaders.
const ASTRO: &str = "astro/loaders";

/// The patterns that select the pages of a site.
#[derive(Default)]
pub(super) struct Patterns {
    included: Vec<Regex>,
    excluded: Vec<Regex>,
}

impl Patterns {
    /// Whether the patterns select the file at a path relative to the folder of the pages.
    pub(super) fn has(&self, path: &str) -> bool {
        (self.included.is_empty() || self.included.iter().any(|pattern| pattern.is_match(path)))
            && !self.excluded.iter().any(|pattern| pattern.is_match(path))
    }
}

impl Starlight<'_> {
    /// Reads the loader of the pages.
    pub(super) fn read_loader(&mut self, left: &mut Left) {
        let names = ["content.config", "content/config"].iter();
        let mut paths = names.flat_map(|name| ["ts", "mts", "js", "mjs"].map(|end| format!("{name}.{end}")));
        let source = paths.find_map(|path| self.origin.text(&SourcePath::new(join(&self.src, &path))));
        let Some(source) = source else { return };
        let Some(at) = source.text.find("loader") else {
            self.is_legacy = true;
            return;
        };
        let range = at..at + "loader".len();
        let config = settings::run(self.origin, &source, &[]);
        let docs = config.node.at(&["collections", "docs"]);
        let loader = docs.and_then(|docs| docs.at(&["loader"]));
        let module = loader.and_then(plugins::module);
        let note_ids = |left: &mut Left| {
            let what = "the `generateId` function of the content loader";
            left.note(
                &source,
                range.clone(),
                what,
                "check the URLs of the pages, and set `slug` to change them",
            );
        };
        match (loader, module.as_deref()) {
            (Some(loader), Some(OWN)) => {
                if loader.at(&["generateId"]).is_some() {
                    self.has_own_ids = true;
                    note_ids(left);
                }
            }
            (Some(loader), Some(ASTRO)) => {
                let base = loader.at(&["base"]).and_then(Node::text).unwrap_or_else(|| ".".to_owned());
                let base =
                    base.strip_prefix("file:///").map_or_else(|| join(&self.root, &base), str::to_owned);
                self.docs = SourcePath::new(base).as_str().to_owned();
                if loader.at(&["generateId"]).is_some() {
                    self.has_own_ids = true;
                    note_ids(left);
                }
                match loader.at(&["pattern"]).map(patterns) {
                    Some(Some(patterns)) => self.patterns = patterns,
                    None => {}
                    Some(None) => {
                        let what = "the `pattern` of the content loader";
                        left.note(&source, range.clone(), what, "remove the pages that it excludes");
                    }
                }
            }
            (None, _) if source.text.contains("docsLoader(") => {}
            (None, _) if docs.is_some_and(|docs| docs.at(&["schema"]).is_some()) => self.is_legacy = true,
            _ => {
                self.has_own_ids = true;
                let hint = "check whether all pages are there, and add the pages that the loader generates";
                left.note(&source, range.clone(), "the content loader of the pages", hint);
            }
        }
    }
}

/// Reads a pattern or a list of patterns. If docgen doesn't know the syntax, returns `None`.
fn patterns(node: &Node) -> Option<Patterns> {
    let mut all = Patterns::default();
    let nodes = if matches!(node.value, Value::List(_)) { node.items() } else { std::slice::from_ref(node) };
    for node in nodes {
        let pattern = node.text().filter(|pattern| !pattern.contains('('))?;
        match pattern.strip_prefix('!') {
            Some(pattern) => all.excluded.push(glob(pattern)?),
            None => all.included.push(glob(&pattern)?),
        }
    }
    Some(all)
}
