//! The client graphs of a site: modules that start with `"use client"`, and everything that they import.
//!
//! In the graph of a page, the name of a module in a client graph ends in [`CLIENT`]. Static code that imports such a
//! module gets references instead: components that write islands. A module can be in both graphs, as two modules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;

use super::compile::{Input, source_map};
use super::data::is_css_module;
use super::graph::{INTERNAL, exported, load};
use super::module::{Body, Fault, Import, Kind, Node, Unit};
use super::resolve::{Target, resolve};
use super::{Inner, STACK};
use crate::path::SourcePath;

/// The end of the names of modules in client graphs. No path contains it.
const CLIENT: &str = "?client";

/// The module that client code gets as `docgen`.
pub(super) const DOCGEN: &str = "docgen/client";

/// Whether a name is that of a module in a client graph.
pub(super) fn is_client(name: &str) -> bool {
    name.ends_with(CLIENT)
}

/// Returns the name of a module.
pub(super) fn name_of(path: &SourcePath, kind: Kind, is_client: bool) -> String {
    let raw = if kind == Kind::Raw { "?raw" } else { "" };
    let client = if is_client { CLIENT } else { "" };
    format!("{path}{raw}{client}")
}

/// Returns what static code imports instead of a client module.
pub(super) fn reference(client: &Node) -> Node {
    let import = Import {
        specifier: format!("./{}", client.path.file_name()),
        range: 0..0,
        names: Vec::new(),
        is_whole: true,
        is_star: true,
        is_dynamic: false,
    };
    let default = client.unit.exports.iter().filter(|name| *name == "default");
    let unit = Unit {
        body: Body::Reference,
        exports: default.cloned().collect(),
        imports: vec![import],
        text: Arc::clone(&client.unit.text),
        ..Unit::default()
    };
    Node { path: client.path.clone(), kind: client.kind, unit: unit.into(), places: None, links: Vec::new() }
}

/// Returns the code of a reference: a component for each name that a client module exports.
pub(super) fn reference_code(path: &str, names: &BTreeSet<&str>) -> String {
    let path = Json::String(path.to_owned());
    let mut code = format!("import {{ reference }} from \"{INTERNAL}\";\n");
    for (index, name) in names.iter().enumerate() {
        let quoted = Json::String((*name).to_owned());
        code += &match *name {
            "default" => format!("export default reference({path}, {quoted});\n"),
            _ => format!("const r{index} = reference({path}, {quoted});\nexport {{ r{index} as {name} }};\n"),
        };
    }
    code
}

/// Reports an import of Markdown by client code.
pub(super) fn markdown(specifier: &str) -> Fault {
    Fault::new(format!("an interactive module can't import Markdown, such as `{specifier}`"), 0..0)
        .hint("import it in the page, and pass it as the content of the component")
}

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
