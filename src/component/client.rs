//! The client graphs of a site as values: modules that start with `"use client"`, and everything that they import.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::compile::{Input, source_map};
use super::data::is_css_module;
use super::graph::{exported, load};
use super::module::{Body, Import, Kind};
use super::reference::name_of;
use super::resolve::{Target, resolve};
use super::{Inner, STACK};
use crate::path::SourcePath;

/// The client graphs of a site, as values.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Client {
    /// The modules by name.
    pub modules: BTreeMap<String, ClientModule>,
}

/// A module of a client graph.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ClientModule {
    /// The file.
    pub path: SourcePath,
    /// What the module consists of.
    pub content: ClientContent,
    /// What each specifier refers to.
    pub imports: BTreeMap<String, ClientImport>,
}

/// What a client module consists of.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum ClientContent {
    /// JavaScript, whose specifiers are as written.
    Code {
        /// The JavaScript.
        code: Arc<str>,
        /// The text of the file.
        source: Arc<str>,
    },
    /// The URL of the file, which is the default export.
    Url,
}

/// What an import in a client module refers to.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum ClientImport {
    /// A module that docgen provides, with this name.
    Builtin(String),
    /// Another client module, by name.
    Module(String),
    /// A style sheet, which the page links.
    Styles,
}

impl ClientModule {
    /// Returns the source map of the code, as a URL.
    pub(crate) fn source_map(&self) -> Option<String> {
        let ClientContent::Code { source, .. } = &self.content else { return None };
        source_map(Input { path: self.path.as_str(), text: source, written: None }, STACK)
    }
}

impl Client {
    /// Collects the modules that can be reached from some entries. What can't be used is left out, because the pages
    /// that use it report it.
    pub(super) fn new<'p>(library: &Inner, entries: impl Iterator<Item = &'p SourcePath>) -> Self {
        let mut modules = BTreeMap::new();
        let mut queue: Vec<(SourcePath, Kind)> = entries.map(|path| (path.clone(), Kind::Script)).collect();
        while let Some((path, kind)) = queue.pop() {
            let name = name_of(&path, kind, false);
            if modules.contains_key(&name) {
                continue;
            }
            let Ok((node, _)) = load(library, &path, kind, &mut |_| None) else { continue };
            if !node.unit.faults.is_empty() {
                continue;
            }
            let mut imports = BTreeMap::new();
            for Import { specifier, .. } in &node.unit.imports {
                let import = match resolve(library, &path, specifier, |_| {}) {
                    Ok(Target::Builtin) => ClientImport::Builtin(specifier.clone()),
                    Ok(Target::File(path, Kind::Styles)) if !is_css_module(&path) => ClientImport::Styles,
                    Ok(Target::File(path, kind)) => {
                        let import = ClientImport::Module(name_of(&path, kind, false));
                        queue.push((path, kind));
                        import
                    }
                    Err(_) => continue,
                };
                imports.insert(specifier.clone(), import);
            }
            let content = match (&node.unit.body, kind) {
                (_, Kind::Asset) => ClientContent::Url,
                (Body::Code(code), _) => {
                    ClientContent::Code { code: Arc::clone(code), source: Arc::clone(&node.unit.text) }
                }
                (Body::Value(value), _) => {
                    let code = exported(value, &node.unit, Some(&BTreeSet::from([None]))).into();
                    ClientContent::Code { code, source: Arc::default() }
                }
                (Body::Reference, _) => continue,
            };
            modules.insert(name, ClientModule { path, content, imports });
        }
        Client { modules }
    }
}
