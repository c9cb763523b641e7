//! References, which static code imports instead of modules that start with `"use client"`. When a page renders, a
//! reference writes the module's components as islands.
//!
//! In the graph of a page, the name of a module in a client graph ends in [`CLIENT`]. A file can be in both graphs, as
//! two modules.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;

use super::INTERNAL;
use super::module::{Body, Fault, Import, Kind, Name, Node, Unit};
use crate::path::SourcePath;

/// The name suffix of modules in client graphs. No path contains it.
pub(super) const CLIENT: &str = "?client";

/// The module that client code imports as `docgen`.
pub(super) const DOCGEN: &str = "docgen/client";

/// Whether a name belongs to a module in a client graph.
pub(super) fn is_client(name: &str) -> bool {
    name.ends_with(CLIENT)
}

/// Returns the name of a module.
pub(super) fn name_of(path: &SourcePath, kind: Kind, is_client: bool) -> String {
    let raw = if kind == Kind::Raw { "?raw" } else { "" };
    let client = if is_client { CLIENT } else { "" };
    format!("{path}{raw}{client}")
}

/// Returns the reference that static code imports instead of a client module.
pub(super) fn reference(client: &Node) -> Node {
    let import = Import {
        specifier: format!("./{}", client.path.file_name()),
        is_whole: true,
        is_star: true,
        ..Import::default()
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

/// Reports an import of Markdown in client code.
pub(super) fn markdown(specifier: &str) -> Fault {
    Fault::new(format!("an interactive module can't import Markdown, such as `{specifier}`"), 0..0)
        .hint("import it in the page, and pass it as the component's content")
}

/// Reports an import of one of docgen's own components in client code.
pub(super) fn block(name: &Name) -> Fault {
    Fault::new(format!("an interactive module can't use docgen's `{}`", name.name), name.range.clone())
        .hint("use it on the page, in the interactive component's content")
}
