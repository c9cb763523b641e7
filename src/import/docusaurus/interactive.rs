//! Finds the components of a Docusaurus site that must run in browsers.

use std::collections::{BTreeMap, BTreeSet};

use super::Docusaurus;
use super::code::imports;
use super::content::CODE;
use super::page::ORIGINALS;
use crate::path::SourcePath;
use crate::source::Source;

/// Code that works only in browsers.
const INTERACTIVE: [&str; 11] = [
    "<BrowserOnly",
    "useState(",
    "useEffect(",
    "useReducer(",
    "useRef(",
    "useLayoutEffect(",
    "onClick=",
    "onChange=",
    "onSubmit=",
    "useState<",
    "useRef<",
];

impl Docusaurus<'_> {
    /// Whether a file wraps one of the theme's components in an interactive component. Such a component can't show the
    /// content of docgen's component, such as tabs.
    pub(super) fn is_interactive_replacement(&self, path: &SourcePath) -> bool {
        let wraps = |source: Source| ORIGINALS.iter().any(|prefix| source.text.contains(prefix));
        self.interactive.contains(path) && self.origin.text(path).is_some_and(wraps)
    }

    /// Returns the modules that contain code for browsers, and the modules that use anything but components from
    /// these modules, such as a hook. Static code can't use hooks of interactive modules.
    pub(super) fn interactive(&self) -> BTreeSet<SourcePath> {
        let is_static =
            |path: &SourcePath| self.files.moved(path).is_some_and(|new| new.strip_dir("static").is_some());
        let is_code = |path: &&SourcePath| {
            CODE.contains(&path.extension()) && path.extension() != "css" && !is_static(path)
        };
        let (mut found, mut others) = (BTreeSet::new(), BTreeMap::new());
        for source in self.origin.files().iter().filter(is_code).filter_map(|path| self.origin.text(path)) {
            if INTERACTIVE.iter().any(|mark| source.text.contains(mark)) {
                found.insert(source.path.clone());
                continue;
            }
            let used = imports(&source.text).into_iter().filter(|(local, export, _)| {
                !is_component(if *export == "default" { local } else { export })
            });
            let used = used.filter_map(|(.., specifier)| Some(self.imported(&source.path, specifier)?.0));
            let used: BTreeSet<SourcePath> = used.collect();
            if !used.is_empty() {
                others.insert(source.path.clone(), used);
            }
        }
        loop {
            let before = found.len();
            let uses = |(_, used): &(&SourcePath, &BTreeSet<SourcePath>)| !used.is_disjoint(&found);
            let next: Vec<SourcePath> = others.iter().filter(uses).map(|(path, _)| path.clone()).collect();
            found.extend(next);
            if found.len() == before {
                // Modules without components aren't entry points.
                found.retain(|path| matches!(path.extension(), "jsx" | "tsx" | "js"));
                return found;
            }
        }
    }
}

/// Whether a name is a component's name by convention, and not the name of a function or a constant.
fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(|c: char| c.is_ascii_lowercase())
}
