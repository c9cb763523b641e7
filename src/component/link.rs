//! Links the modules of a page for a run, with stand-ins for modules and names that can't be used.
//!
//! If a module imports a name that doesn't exist, the name is bound to a value that represents everything that's
//! missing. As a result, the rest of the page still runs and is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;

use super::INTERNAL;
use super::compile::{IMPORTED, defused_json, eager};
use super::graph::Graph;
use super::module::{Body, Import, Kind, Link, Node, Unit};
use super::package::{ALL, LOADING};
use super::reference;
use super::resolve::builtin_exports;
use super::stack;
use crate::script::Modules;

/// The modules that replace unusable modules or add names to other modules.
type StandIns<'g> = BTreeMap<String, StandIn<'g>>;

/// A module that exports missing names.
#[derive(Default)]
struct StandIn<'g> {
    /// The module that this module re-exports, and whether the re-exported names include a default export.
    of: Option<(&'g str, bool)>,
    /// The missing names.
    missing: BTreeSet<&'g str>,
}

/// The name of a page's own module while the page runs. It's the same for all pages so that pages with the same code
/// can share their output. No file has this name.
pub(super) const PAGE: &str = "page";

/// Returns the name of a module while the page runs.
fn running_name<'g>(graph: &Graph, name: &'g str) -> &'g str {
    if name == graph.main { PAGE } else { name }
}

/// Returns the name of a module, given its name while the page runs.
pub(super) fn name_of_running<'g>(graph: &'g Graph, running: &'g str) -> &'g str {
    match stack::own_name(running) {
        PAGE => &graph.main,
        name => name,
    }
}

/// Returns the modules of a page, ready to run.
pub(super) fn modules(graph: &Graph) -> Modules {
    let mut modules = Modules { main: PAGE.into(), ..Modules::default() };
    let (wanted, mut stand_ins) = (wanted(&graph.nodes), StandIns::new());
    let usable = || graph.nodes.iter().filter(|(name, _)| !graph.is_broken(name));
    for (name, node) in usable() {
        let running = running_name(graph, name);
        let own = own_name(running, &node.unit);
        if is_marked(name, &node.unit) {
            modules.code.insert(running.into(), marked(&own).into());
            modules.builtin.entry(INTERNAL).or_default().insert("marked");
        }
        let own: Arc<str> = own.into();
        if node.kind == Kind::Markdown {
            modules.builtin.entry(INTERNAL).or_default().insert("guard");
            if !node.unit.unresolved.is_empty() {
                modules.builtin.entry(INTERNAL).or_default().insert("missing");
            }
        }
        for (import, link) in node.unit.imports.iter().zip(&node.links) {
            stand_in(graph, (name, import, link), &mut stand_ins);
            match link {
                Link::Node(target) => {
                    let target = running_name(graph, target).into();
                    modules.imports.insert((own.clone(), (&*import.specifier).into()), target);
                }
                Link::Builtin if reference::is_client(name) && import.specifier == "docgen" => {
                    modules.imports.insert((own.clone(), "docgen".into()), reference::DOCGEN.into());
                    add_builtin(&mut modules, import, Some(reference::DOCGEN));
                }
                Link::Builtin => add_builtin(&mut modules, import, None),
                Link::Broken => {}
            }
        }
        let text = match &node.unit.body {
            Body::Code(text) if is_lazy(name, &node.unit) => {
                modules.builtin.entry(INTERNAL).or_default().insert(IMPORTED);
                eager(text).into()
            }
            Body::Code(text) => Arc::clone(text),
            Body::Value(value) => {
                let code = format!("const v = {value};\nexport default v;\n");
                (code + &exported(&node.unit, wanted.get(name.as_str()))).into()
            }
            Body::Names => {
                let value = graph.values.get(name).map_or("{}", String::as_str);
                let value = Json::String(defused_json(value).into_owned());
                let code = format!("const v = JSON.parse({value});\nexport default v;\n");
                (code + &exported(&node.unit, wanted.get(name.as_str()))).into()
            }
            Body::Unloadable(fault) => {
                modules.builtin.entry(INTERNAL).or_default().insert("refuse");
                let quoted = |text: &str| Json::String(text.to_owned()).to_string();
                let (message, hint) =
                    (quoted(&fault.message), quoted(fault.hint.as_ref().map_or("", |hint| &hint.text)));
                let code = format!(
                    "import {{ refuse }} from \"{INTERNAL}\";\nconst v = refuse({message}, {hint});\n\
                     export default v;\n"
                );
                (code + &exported(&node.unit, wanted.get(name.as_str()))).into()
            }
            Body::Reference => {
                modules.builtin.entry(INTERNAL).or_default().insert("reference");
                reference::reference_code(name, &graph.exports(name).known).into()
            }
            Body::Package(text) => {
                modules.builtin.entry(INTERNAL).or_default().insert(LOADING);
                let code = package(&own, &node.unit) + &exported(&node.unit, wanted.get(name.as_str()));
                modules.code.insert(name.as_str().into(), code.into());
                Arc::clone(text)
            }
        };
        modules.code.insert(own, text);
    }
    for (name, node) in usable() {
        let own: Arc<str> = own_name(running_name(graph, name), &node.unit).into();
        for (import, link) in node.unit.imports.iter().zip(&node.links) {
            let stand_in = stand_in_name(name, import, link);
            if stand_ins.contains_key(&stand_in) {
                modules.imports.insert((own.clone(), (&*import.specifier).into()), stand_in.into());
            }
        }
    }
    for (name, stand_in) in &stand_ins {
        modules.code.insert(name.as_str().into(), stand_in.code().into());
        modules.builtin.entry(INTERNAL).or_default().insert("missing");
    }
    modules
}

/// Whether a module can get information about the current page, which `usePage` returns.
pub(super) fn uses_page(modules: &Modules) -> bool {
    let mut names = ["docgen", reference::DOCGEN].iter().filter_map(|name| modules.builtin.get(name));
    names.any(|names| names.contains("usePage"))
}

/// Whether a module imports all names of a module that can't be used. The resulting object has none of the names.
pub(super) fn lacks_names(graph: &Graph, node: &Node) -> bool {
    let mut imports = node.unit.imports.iter().zip(&node.links);
    imports.any(|(import, link)| import.is_whole && !import.is_star && graph.is_broken_link(link))
}

/// Adds a stand-in for the missing names of an import in a module.
fn stand_in<'g>(
    graph: &'g Graph,
    (own, import, link): (&'g str, &'g Import, &'g Link),
    stand_ins: &mut StandIns<'g>,
) {
    let names = import.names.iter().map(|name| name.name.as_str());
    if graph.is_broken_link(link) {
        return stand_ins.entry(stand_in_name(own, import, link)).or_default().missing.extend(names);
    }
    let exports = graph.exports_of(import, link);
    for name in names.filter(|name| !exports.known.contains(name)) {
        match exports.unknown {
            // The name is probably one of the unknown exports.
            Some((own, import, link)) if name != "default" => {
                stand_ins.entry(stand_in_name(own, import, link)).or_default().missing.insert(name);
            }
            _ => {
                let target = if let Link::Node(target) = link {
                    running_name(graph, target)
                } else {
                    &import.specifier
                };
                let stand_in = stand_ins.entry(stand_in_name(own, import, link)).or_default();
                stand_in.of = Some((target, exports.known.contains("default")));
                stand_in.missing.insert(name);
            }
        }
    }
}

/// Returns the name of the stand-in for an imported module. No file has this name.
fn stand_in_name(own: &str, import: &Import, link: &Link) -> String {
    match link {
        Link::Node(target) => format!("{target}?missing"),
        Link::Builtin => format!("{}?missing", import.specifier),
        Link::Broken => format!("{own}?missing {}", import.specifier),
    }
}

impl StandIn<'_> {
    fn code(&self) -> String {
        let quoted = |name: &str| Json::String(name.to_owned()).to_string();
        let mut code = String::new();
        if let Some((of, has_default)) = self.of {
            let of = quoted(of);
            code += &format!("export * from {of};\n");
            if has_default {
                code += &format!("export {{ default }} from {of};\n");
            }
        }
        code += &format!("import {{ missing }} from \"{INTERNAL}\";\n");
        for name in &self.missing {
            code += &format!("export {{ missing as {} }};\n", quoted(name));
        }
        code
    }
}

/// Returns the names that are imported from each data module. `None` means all names.
pub(super) fn wanted(nodes: &BTreeMap<String, Node>) -> BTreeMap<&str, BTreeSet<Option<&str>>> {
    let mut wanted: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
    for node in nodes.values() {
        for (import, link) in node.unit.imports.iter().zip(&node.links) {
            let Link::Node(target) = link else { continue };
            let names = wanted.entry(target).or_default();
            names.extend(import.names.iter().map(|name| Some(name.name.as_str())));
            match &import.members {
                Some(members) => names.extend(members.iter().map(|name| Some(name.as_str()))),
                None if import.is_whole => _ = names.insert(None),
                None => {}
            }
        }
    }
    wanted
}

/// Adds the names that a module imports from one of docgen's modules. If `instead` is set, adds the names to the module
/// with that name. A stand-in can need the module's default export.
fn add_builtin(modules: &mut Modules, import: &Import, instead: Option<&'static str>) {
    let Some((name, names)) = builtin_exports(&import.specifier) else { return };
    let is_imported = |export: &&str| {
        import.is_whole || *export == "default" || import.names.iter().any(|name| name.name == **export)
    };
    let names = names.iter().copied().filter(is_imported);
    modules.builtin.entry(instead.unwrap_or(name)).or_default().extend(names);
}

/// Returns the name of the module that contains a module's own code. This name differs from the module's name if
/// another module has that name and exports the same names.
fn own_name(name: &str, unit: &Unit) -> String {
    let is_wrapped = matches!(unit.body, Body::Package(_)) || is_marked(name, unit);
    if is_wrapped { format!("{name}?own") } else { name.to_owned() }
}

/// Whether a module of static code exports a Markdown form of its component. If so, the module with this name exports a
/// component that writes both forms.
fn is_marked(name: &str, unit: &Unit) -> bool {
    let has = |wanted: &str| unit.exports.iter().any(|name| name == wanted);
    let is_static = matches!(unit.body, Body::Code(_)) && !reference::is_client(name);
    is_static && has("toMarkdown") && has("default")
}

/// Whether static code contains `import()`.
fn is_lazy(name: &str, unit: &Unit) -> bool {
    !reference::is_client(name) && unit.imports.iter().any(|import| import.is_dynamic)
}

/// Returns the code of a module with a default export that also writes its Markdown form.
fn marked(own: &str) -> String {
    let own = Json::String(own.to_owned());
    format!(
        "import * as own from {own};\nimport {{ marked }} from \"{INTERNAL}\";\nexport * from {own};\n\
         export default marked(own.default, own.toMarkdown);\n"
    )
}

/// Returns the start of a module that exports the content of a package, including the default export.
fn package(own: &str, unit: &Unit) -> String {
    let own = Json::String(own.to_owned());
    let mut code = format!("import {{ {ALL} as v }} from {own};\n");
    if unit.exports.iter().any(|name| name == "default") {
        code += "export default v.default;\n";
    }
    code
}

/// Returns code that exports the properties of `v` that other modules import.
pub(super) fn exported(unit: &Unit, wanted: Option<&BTreeSet<Option<&str>>>) -> String {
    let mut code = String::new();
    let is_wanted =
        |name: &str| wanted.is_some_and(|names| names.contains(&None) || names.contains(&Some(name)));
    for (index, name) in unit.exports.iter().filter(|name| *name != "default" && is_wanted(name)).enumerate()
    {
        code += &format!("const v{index} = v.{name};\nexport {{ v{index} as {name} }};\n");
    }
    code
}
