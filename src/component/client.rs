//! A site's client graphs, as values: modules that start with `"use client"`, and everything that they import.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::aliases::Aliases;
use super::compile::{Input, source_map};
use super::graph::load;
use super::link::{exported, wanted};
use super::module::{Body, Import, Kind, Link, Node, Unit};
use super::package::{ALL, browser_package};
use super::reference::name_of;
use super::resolve::{Target, can_be_alias, resolve};
use super::{Inner, PACKAGE, Platform, STACK, classes};
use crate::path::SourcePath;

/// A site's client graphs, as values.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Client {
    /// The modules by name.
    pub modules: BTreeMap<String, ClientModule>,
}

/// A module in a client graph.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ClientModule {
    /// The file.
    pub path: SourcePath,
    /// The content.
    pub content: ClientContent,
    /// The target of each specifier.
    pub imports: BTreeMap<String, ClientImport>,
}

/// The content of a client module.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum ClientContent {
    /// JavaScript, with specifiers as written.
    Code {
        /// The JavaScript.
        code: Arc<str>,
        /// The text of the file.
        source: Arc<str>,
    },
    /// The default export, which is the URL of the file.
    Url,
}

/// The target of an import in a client module.
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
    /// Collects the entry points and the modules that they import, directly or indirectly. Leaves out unusable
    /// modules, because their problems are reported for the pages that import them.
    pub(super) fn new<'p>(library: &Inner, entries: impl Iterator<Item = &'p SourcePath>) -> Self {
        let nodes = nodes(library, entries);
        let (values, _) = classes::values("", &nodes);
        let (all, wanted) = (BTreeSet::from([None]), wanted(&nodes));
        let mut modules = BTreeMap::new();
        for (name, node) in nodes.iter().filter(|(_, node)| !is_sheet(node)) {
            if node.kind == Kind::Package {
                modules.extend(package(library, name, wanted.get(name.as_str())));
                continue;
            }
            let import = |(import, link): (&Import, &Link)| {
                let import_of = match link {
                    Link::Builtin => ClientImport::Builtin(import.specifier.clone()),
                    Link::Node(name) => match nodes.get(name)? {
                        node if is_sheet(node) => ClientImport::Styles,
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
                Body::Package(_) | Body::Unloadable(_) | Body::Reference => continue,
            };
            let imports = node.unit.imports.iter().zip(&node.links).filter_map(import).collect();
            modules.insert(name.clone(), ClientModule { path: node.path.clone(), content, imports });
        }
        Client { modules }
    }
}

/// Whether a module is a style sheet that pages link to.
fn is_sheet(node: &Node) -> bool {
    match node.kind {
        Kind::Styles => !matches!(node.unit.body, Body::Names),
        Kind::Package => node.path.as_str().ends_with(".css"),
        _ => false,
    }
}

/// The names that modules import from a package. `None` means all names.
type Names<'n> = BTreeSet<Option<&'n str>>;

/// Returns the modules of a package: one module with the names that other modules import. If other modules need all
/// names, returns a module that contains the whole package and a module that exports the package's content.
fn package(library: &Inner, name: &str, wanted: Option<&Names<'_>>) -> Vec<(String, ClientModule)> {
    let specifier = name.trim_start_matches(PACKAGE);
    let bundle = |names| {
        let found = library.files.package(specifier, &Platform::Browser(names)).ok()?;
        let unit = browser_package(specifier, &found).ok()?;
        let Body::Package(code) = unit.body else { return None };
        let import = |import: Import| (import.specifier.clone(), ClientImport::Builtin(import.specifier));
        let content = ClientContent::Code { code, source: Arc::default() };
        let imports = unit.imports.into_iter().map(import).collect();
        Some(ClientModule { path: file_of(name), content, imports })
    };
    let names: Option<Vec<String>> =
        wanted.iter().flat_map(|names| names.iter()).map(|name| name.map(str::to_owned)).collect();
    if let Some(module) = names.filter(|names| !names.is_empty()).and_then(bundle) {
        return vec![(name.to_owned(), module)];
    }
    let Some(module) = bundle(Vec::new()) else { return Vec::new() };
    let own = format!("{name}?own");
    vec![(own.clone(), module), (name.to_owned(), facade(name, own, wanted))]
}

/// Returns the path that determines the name of a package's published file.
fn file_of(name: &str) -> SourcePath {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let words =
        name.trim_start_matches(PACKAGE).split(|c: char| !is_plain(c)).filter(|word| !word.is_empty());
    SourcePath::new(format!("{}.js", words.collect::<Vec<_>>().join("-")))
}

/// Returns a module that exports the content of a package under the names that other modules import.
fn facade(name: &str, own: String, wanted: Option<&Names<'_>>) -> ClientModule {
    let names = wanted.into_iter().flatten().flatten().map(|name| (*name).to_owned()).collect();
    let unit = Unit { exports: names, ..Unit::default() };
    let quoted = serde_json::Value::String(own.clone());
    let code = format!(
        "import {{ {ALL} as v }} from {quoted};\nexport * from {quoted};\nexport default v.default;\n{}",
        exported(&unit, wanted)
    );
    let content = ClientContent::Code { code: code.into(), source: Arc::default() };
    let imports = BTreeMap::from([(own.clone(), ClientImport::Module(own))]);
    ClientModule { path: file_of(name), content, imports }
}

/// Returns the entry points and the modules that they import, directly or indirectly, except modules that can't be
/// used.
fn nodes<'p>(library: &Inner, entries: impl Iterator<Item = &'p SourcePath>) -> BTreeMap<String, Node> {
    let aliases = LazyCell::new(|| Aliases::read(library));
    let mut nodes = BTreeMap::new();
    let mut queue: Vec<(SourcePath, Kind)> = entries.map(|path| (path.clone(), Kind::Script)).collect();
    while let Some((path, kind)) = queue.pop() {
        let name = name_of(&path, kind, false);
        if nodes.contains_key(&name) {
            continue;
        }
        if kind == Kind::Package {
            // The package is bundled later, after all the names that modules import from it are known.
            let unit = Arc::default();
            nodes.insert(name, Node { path, kind, unit, places: None, links: Vec::new() });
            continue;
        }
        let Ok((mut node, _)) = load(library, &path, kind, &mut |_| None) else { continue };
        if !node.unit.faults.is_empty() {
            continue;
        }
        for Import { specifier, .. } in &node.unit.imports {
            let aliases = can_be_alias(specifier).then(|| &*aliases);
            node.links.push(match resolve(library, aliases, &path, specifier, |_| {}) {
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
