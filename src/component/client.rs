//! The client graphs of a site as values: modules that start with `"use client"`, and everything that they import.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::compile::{Input, source_map};
use super::graph::load;
use super::link::exported;
use super::module::{Body, Import, Kind, Link, Node};
use super::reference::name_of;
use super::resolve::{Target, resolve};
use super::{Inner, STACK, classes};
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
    /// The content.
    pub content: ClientContent,
    /// What each specifier refers to.
    pub imports: BTreeMap<String, ClientImport>,
}

/// The content of a client module.
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
    /// A style sheet, which the page links to.
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
    /// Collects the modules that can be reached from some entries. Modules that can't be used are left out, because the
    /// pages that use them report the problem.
    pub(super) fn new<'p>(library: &Inner, entries: impl Iterator<Item = &'p SourcePath>) -> Self {
        let nodes = nodes(library, entries);
        let (values, _) = classes::values("", &nodes);
        let all = BTreeSet::from([None]);
        let mut modules = BTreeMap::new();
        let is_sheet = |node: &Node| node.kind == Kind::Styles && !matches!(node.unit.body, Body::Names);
        for (name, node) in nodes.iter().filter(|(_, node)| !is_sheet(node)) {
            let import = |(import, link): (&Import, &Link)| {
                let import_of = match link {
                    Link::Builtin => ClientImport::Builtin(import.specifier.clone()),
                    Link::Node(name) => match nodes.get(name)? {
                        node if node.kind == Kind::Styles && !matches!(node.unit.body, Body::Names) => {
                            ClientImport::Styles
                        }
                        _ => ClientImport::Module(name.clone()),
                    },
                    Link::Broken => return None,
                };
                Some((import.specifier.clone(), import_of))
            };
            let value = |value: &str| {
                let code =
                    format!("const v = {value};\nexport default v;\n") + &exported(&node.unit, Some(&all));
                ClientContent::Code { code: code.into(), source: Arc::default() }
            };
            let content = match &node.unit.body {
                _ if node.kind == Kind::Asset => ClientContent::Url,
                Body::Code(code) => {
                    ClientContent::Code { code: Arc::clone(code), source: Arc::clone(&node.unit.text) }
                }
                Body::Value(json) => value(json),
                Body::Names => value(values.get(name).map_or("{}", String::as_str)),
                Body::Package(_) | Body::Reference => continue,
            };
            let imports = node.unit.imports.iter().zip(&node.links).filter_map(import).collect();
            modules.insert(name.clone(), ClientModule { path: node.path.clone(), content, imports });
        }
        Client { modules }
    }
}

/// Returns the modules that can be reached from some entries, except those that can't be used.
fn nodes<'p>(library: &Inner, entries: impl Iterator<Item = &'p SourcePath>) -> BTreeMap<String, Node> {
    let mut nodes = BTreeMap::new();
    let mut queue: Vec<(SourcePath, Kind)> = entries.map(|path| (path.clone(), Kind::Script)).collect();
    while let Some((path, kind)) = queue.pop() {
        let name = name_of(&path, kind, false);
        if nodes.contains_key(&name) {
            continue;
        }
        let Ok((mut node, _)) = load(library, &path, kind, &mut |_| None) else { continue };
        if !node.unit.faults.is_empty() {
            continue;
        }
        for Import { specifier, .. } in &node.unit.imports {
            node.links.push(match resolve(library, &path, specifier, |_| {}) {
                Ok(Target::Builtin) => Link::Builtin,
                Ok(Target::File(path, kind)) => {
                    let name = name_of(&path, kind, false);
                    queue.push((path, kind));
                    Link::Node(name)
                }
                Err(_) => Link::Broken,
            });
        }
        nodes.insert(name, node);
    }
    nodes
}
