//! Adds the imports that an integration adds to every page.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Starlight;
use super::context::COMPONENTS;
use super::jsx::mentions;
use super::plugins::{AUTO_IMPORT, flat, module};
use crate::source::tree::{Node, Value};

/// An import that pages use without containing it.
pub(super) struct Import {
    /// The name that pages use.
    name: String,
    code: String,
}

impl Starlight<'_> {
    /// Returns the imports in the integration's options: paths of components, and tables of modules with names.
    pub(super) fn find_imports(&self) -> Vec<Import> {
        let Some(list) = self.astro.at(&["integrations"]) else { return Vec::new() };
        let is_integration = |node: &&Node| module(node).as_deref() == Some(AUTO_IMPORT);
        let lists = flat(list, 0).into_iter().filter(is_integration).filter_map(|node| node.at(&["imports"]));
        let mut imports = Vec::new();
        for item in lists.flat_map(Node::items) {
            if let Value::Text(path) = &item.value {
                let file = path.rsplit('/').next().unwrap_or(path);
                let name = crate::import::inline::capitalized(file.split('.').next().unwrap_or(file));
                imports.extend(self.added(name.clone(), &name, path));
            }
            for (key, names) in item.entries().unwrap_or_default() {
                if let Value::Text(name) = &names.value {
                    imports.extend(self.added(name.clone(), &format!("* as {name}"), &key.name));
                }
                for name in names.items() {
                    let (own, exported) = match name.items() {
                        [exported, own] => (own.text(), exported.text()),
                        _ => (name.text(), name.text()),
                    };
                    let (Some(own), Some(exported)) = (own, exported) else { continue };
                    let clause = if own == exported { own.clone() } else { format!("{exported} as {own}") };
                    imports.extend(self.added(own, &format!("{{ {clause} }}"), &key.name));
                }
            }
        }
        imports
    }

    /// Returns an import. If docgen can't use the site's own version of a component that docgen includes, pages use
    /// docgen's version.
    fn added(&self, name: String, clause: &str, path: &str) -> Option<Import> {
        let path = path.strip_prefix('.').unwrap_or(path);
        let file = || self.file_at(&self.source.path, path);
        let is_usable = || file().is_some_and(|file| self.is_usable(&file, &mut BTreeSet::new()));
        let is_replaced = path.starts_with('/') && COMPONENTS.contains(&&*name) && !is_usable();
        let code = format!("import {clause} from \"{path}\";");
        (!is_replaced).then_some(Import { name, code })
    }

    /// Adds the imports of the components that a page's text uses.
    pub(super) fn with_imports<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let uses = |name: &str| text.contains(&format!("<{name}")) && mentions(text, name);
        let has = |name: &str| text.lines().any(|line| line.starts_with("import ") && mentions(line, name));
        let used = self.imports.iter().filter(|one| uses(&one.name) && !has(&one.name));
        let code: String = used.map(|one| format!("{}\n", one.code)).collect();
        if code.is_empty() { text.into() } else { format!("{code}\n{text}").into() }
    }
}
