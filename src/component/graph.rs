//! A page's modules: the page itself, and everything that it imports directly or indirectly.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::aliases::{Aliases, Problem};
use super::compile::{GUARD, Input, compile};
use super::module::{Body, Fault, Import, Kind, Link, Name, Node, Unit};
use super::package::{browser_package, package, refused};
use super::reference;
use super::report::{Reporter, position};
use super::resolve::{Target, builtin_exports, can_be_alias, resolve};
use super::variables::{self, of_page};
use super::{BUILD_TIME, INTERNAL, Inner, Module, PACKAGE, Platform, STACK, blocks, classes, data};
use crate::diag::{Code, Diagnostic, did_you_mean, meant, nearest, suggest};
use crate::path::SourcePath;

/// The marker of an import that docgen adds for a component that the page doesn't import. No specifier can contain it.
pub(super) const IMPLICIT: &str = "\u{fdd7}";

/// The hint for an unknown component in an older version.
pub(crate) const OF_VERSIONS: &str = "all versions use the site's current components, so keep the components of older versions in `components`";

/// A page's modules.
pub(super) struct Graph {
    /// The name of the page's own module.
    pub main: String,
    /// All modules by name.
    pub nodes: BTreeMap<String, Node>,
    /// The values of the CSS modules by name, as JSON.
    pub values: BTreeMap<String, String>,
    /// The files that were imported or looked for, each with its hash.
    pub files: BTreeMap<SourcePath, u64>,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
    /// The modules that fail when they're evaluated.
    failed: BTreeSet<String>,
    /// The site's import aliases, if something needs them.
    aliases: Option<Aliases>,
}

/// The names that a module exports.
#[derive(Default)]
pub(super) struct Exports<'g> {
    /// The known names.
    pub known: BTreeSet<&'g str>,
    /// The first `export *` of a module with unknown exports: the name of the exporting module, and the import.
    pub unknown: Option<(&'g str, &'g Import, &'g Link)>,
}

impl Graph {
    /// Creates a graph without modules.
    pub(super) fn empty(main: String) -> Self {
        Graph {
            main,
            nodes: BTreeMap::new(),
            values: BTreeMap::new(),
            files: BTreeMap::new(),
            diagnostics: Vec::new(),
            failed: BTreeSet::new(),
            aliases: None,
        }
    }

    /// Compiles a page and its imports. `partial` returns the module of a Markdown file.
    pub(super) fn new(
        library: &Inner,
        module: Module,
        mut partial: impl FnMut(&SourcePath) -> Option<Module>,
    ) -> Self {
        let main = module.path.to_string();
        let mut graph = Graph::empty(main.clone());
        let mut broken: BTreeMap<String, Fault> = BTreeMap::new();
        let mut queue = VecDeque::from([(main, page(library, module, false))]);
        while let Some((name, mut node)) = queue.pop_front() {
            let is_client = reference::is_client(&name) || node.is_reference();
            for (at, import) in node.unit.imports.iter().enumerate() {
                let target = graph.target(library, &node.path, &import.specifier);
                let link = match target {
                    Ok(Target::Builtin) => Link::Builtin,
                    Ok(Target::File(_, Kind::Markdown)) if is_client => {
                        graph.broken(&node, at, reference::markdown(&import.specifier))
                    }
                    Ok(Target::File(path, kind)) => {
                        // In browsers, all pages share one client module.
                        let path = if is_client { path } else { of_page(path, &graph.main) };
                        let target = reference::name_of(&path, kind, is_client);
                        let is_known = graph.nodes.contains_key(&target)
                            || queue.iter().any(|(queued, _)| *queued == target);
                        if !is_known && target != name && !broken.contains_key(&target) {
                            match graph.load(library, &path, (kind, is_client), &mut partial) {
                                Ok(node) => queue.push_back((target.clone(), node)),
                                Err(fault) => _ = broken.insert(target.clone(), fault),
                            }
                        }
                        if target == graph.main {
                            graph.uses(library, SourcePath::new(&target));
                        }
                        match broken.get(&target) {
                            Some(fault) => graph.broken(&node, at, fault.clone()),
                            None => Link::Node(target),
                        }
                    }
                    Err(fault) => graph.broken(&node, at, fault),
                };
                node.links.push(link);
            }
            graph.report_unit(library, &node);
            graph.nodes.insert(name, node);
        }
        graph.name_unloadable();
        graph.check_names();
        let (values, diagnostics) = classes::values(&graph.main, &graph.nodes);
        graph.values = values;
        graph.diagnostics.extend(diagnostics);
        if graph.has_build_date() {
            graph.uses(library, SourcePath::new(BUILD_TIME));
        }
        graph
    }

    /// Records that the page depends on a file.
    pub(super) fn uses(&mut self, library: &Inner, file: SourcePath) {
        let hash = library.hash_of(&file);
        self.files.insert(file, hash);
    }

    /// Loads a module for static or client code and records its file. In static code, a reference replaces each entry
    /// point of a client graph.
    fn load(
        &mut self,
        library: &Inner,
        path: &SourcePath,
        (kind, is_client): (Kind, bool),
        partial: &mut impl FnMut(&SourcePath) -> Option<Module>,
    ) -> Result<Node, Fault> {
        if kind == Kind::Package && is_client {
            self.uses(library, SourcePath::new(reference::name_of(path, kind, is_client)));
            return load_client_package(library, path);
        }
        let (node, hash) =
            load(library, path, kind, partial).inspect_err(|_| self.uses(library, path.clone()))?;
        self.files.insert(path.clone(), hash);
        let is_entry = node.unit.is_client && !is_client;
        Ok(if is_entry { reference::reference(&node) } else { node })
    }

    /// Returns the files whose URLs appear in client code, sorted.
    pub(super) fn client_assets(&self) -> Vec<SourcePath> {
        let is_asset =
            |(name, node): &(&String, &Node)| node.kind == Kind::Asset && reference::is_client(name);
        self.nodes.iter().filter(is_asset).map(|(_, node)| node.path.clone()).collect()
    }

    /// Adds exports to packages that docgen can't load: the names that other modules import from them.
    fn name_unloadable(&mut self) {
        let is_unloadable = |(_, node): &(&String, &Node)| matches!(node.unit.body, Body::Unloadable(_));
        let names: Vec<String> =
            self.nodes.iter().filter(is_unloadable).map(|(name, _)| name.clone()).collect();
        for name in names {
            let is_own = |link: &Link| matches!(link, Link::Node(target) if *target == name);
            let imports = self.nodes.values().flat_map(|node| node.unit.imports.iter().zip(&node.links));
            let imports = imports.filter(|(_, link)| is_own(link)).flat_map(|(import, _)| &import.names);
            let exports: BTreeSet<String> = imports.map(|name| name.name.clone()).collect();
            let Some(node) = self.nodes.get_mut(&name) else { continue };
            if let Body::Unloadable(fault) = &node.unit.body {
                let (body, styles) = (Body::Unloadable(fault.clone()), node.unit.styles.clone());
                let exports = exports.into_iter().collect();
                node.unit = Unit { body, styles, exports, ..Unit::default() }.into();
            }
        }
    }

    /// Whether a module imports the build date.
    fn has_build_date(&self) -> bool {
        let is_date = |import: &Import| import.names.iter().any(|name| name.name == "buildDate");
        let mut imports = self.nodes.values().flat_map(|node| &node.unit.imports);
        imports.any(|import| import.specifier == "docgen" && (import.is_whole || is_date(import)))
    }

    /// Whether a module can't run.
    pub(super) fn is_broken(&self, name: &str) -> bool {
        self.failed.contains(name) || self.nodes.get(name).is_none_or(|node| !node.unit.faults.is_empty())
    }

    /// Whether an import refers to a module that can't run.
    pub(super) fn is_broken_link(&self, link: &Link) -> bool {
        match link {
            Link::Node(target) => self.is_broken(target),
            Link::Builtin => false,
            Link::Broken => true,
        }
    }

    /// Removes a failed module from the page. Returns `false` if that's impossible.
    pub(super) fn take_out(&mut self, name: &str) -> bool {
        name != self.main && self.nodes.contains_key(name) && self.failed.insert(name.to_owned())
    }

    /// Returns the style sheets, in the order in which the modules run.
    pub(super) fn styles(&self) -> Vec<SourcePath> {
        let mut styles = Vec::new();
        let mut seen = BTreeSet::new();
        // Each module, with the number of its imports that have been followed. Recursion could overflow the stack.
        let mut stack = vec![(self.main.as_str(), 0)];
        while let Some((name, followed)) = stack.pop() {
            let Some(node) = self.nodes.get(name) else { continue };
            match node.links.get(followed) {
                Some(link) => {
                    stack.push((name, followed + 1));
                    if let Link::Node(next) = link
                        && seen.insert(next.as_str())
                    {
                        stack.push((next, 0));
                    }
                }
                None if node.kind == Kind::Styles && !styles.contains(&node.path) => {
                    styles.push(node.path.clone());
                }
                None => styles.extend(node.unit.styles.clone()),
            }
        }
        styles
    }

    fn reporter(&self) -> Reporter<'_> {
        Reporter { main: &self.main }
    }

    /// Resolves an import and records the files that were looked for.
    pub(super) fn target(
        &mut self,
        library: &Inner,
        from: &SourcePath,
        specifier: &str,
    ) -> Result<Target, Fault> {
        if let Some(path) = specifier.strip_prefix(IMPLICIT).and_then(|name| library.components.get(name)) {
            self.files.entry(path.clone()).or_insert(0);
            return Ok(Target::File(path.clone(), Kind::Script));
        }
        if can_be_alias(specifier) && self.aliases.is_none() {
            self.read_aliases(library);
        }
        let aliases = self.aliases.as_ref().filter(|_| can_be_alias(specifier));
        // A file counts as missing until it's loaded.
        resolve(library, aliases, from, specifier, |path| {
            self.files.entry(path.clone()).or_insert(0);
        })
    }

    /// Reads the site's import aliases and reports problems with them.
    fn read_aliases(&mut self, library: &Inner) {
        let aliases = Aliases::read(library);
        aliases.files.iter().for_each(|file| self.uses(library, file.clone()));
        for Problem { file, text, fault } in &aliases.problems {
            let (line, column) = position(text, fault.range.start as usize);
            let diagnostic = Diagnostic::new(Code::InvalidImport, fault.message.as_str());
            let diagnostic = diagnostic.hint_if(fault.hint.clone()).at_position(file, line, column);
            self.diagnostics.push(diagnostic.on_page(&SourcePath::new(&self.main)));
        }
        self.aliases = Some(aliases);
    }

    /// Reports an import that can't be used.
    fn broken(&mut self, node: &Node, import: usize, fault: Fault) -> Link {
        let fault = Fault { range: node.unit.imports[import].range.clone(), ..fault };
        let diagnostic = self.reporter().fault(Code::InvalidImport, node, &fault);
        self.diagnostics.push(diagnostic);
        Link::Broken
    }

    /// Reports a module's own problems.
    fn report_unit(&mut self, library: &Inner, node: &Node) {
        for fault in &node.unit.faults {
            let diagnostic = self.reporter().fault(Code::ComponentError, node, fault);
            self.diagnostics.push(diagnostic);
        }
        if node.kind != Kind::Markdown {
            return;
        }
        for (name, range) in &node.unit.unresolved {
            if library.components.contains_key(name) || blocks::is_block(name) {
                continue;
            }
            let known = library
                .components
                .keys()
                .map(String::as_str)
                .chain(blocks::names().map(|name| -> &str { name }));
            let hint = did_you_mean(name, known).unwrap_or_else(|| {
                format!("add the component as `components/{name}.tsx`, or import it").into()
            });
            let fault = Fault::new(format!("unknown component `{name}`"), range.clone()).hint(hint);
            let mut diagnostic = self.reporter().fault(Code::UnknownComponent, node, &fault);
            diagnostic.hints.extend(node.path.in_version().map(|_| OF_VERSIONS.to_owned()));
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports imported names that the other module doesn't export.
    fn check_names(&mut self) {
        let mut diagnostics = Vec::new();
        for (module, node) in &self.nodes {
            for (import, link) in node.unit.imports.iter().zip(&node.links) {
                for name in &import.names {
                    let is_static = import.specifier == "docgen" && blocks::is_block(&name.name);
                    if is_static && reference::is_client(module) {
                        let fault = reference::block(name);
                        diagnostics.push(self.reporter().fault(Code::InvalidImport, node, &fault));
                    } else if let Some(fault) = self.missing_name(import, link, &name.name, &name.range) {
                        diagnostics.push(self.reporter().fault(Code::InvalidImport, node, &fault));
                    }
                }
            }
        }
        self.diagnostics.extend(diagnostics);
    }

    /// Returns the names that an import can refer to.
    pub(super) fn exports_of<'g>(&'g self, import: &'g Import, link: &'g Link) -> Exports<'g> {
        match link {
            Link::Node(target) => self.exports(target),
            Link::Builtin => {
                Exports { known: builtin_names(&import.specifier).collect(), ..Exports::default() }
            }
            Link::Broken => Exports::default(),
        }
    }

    /// Returns the names that a module exports.
    pub(super) fn exports<'g>(&'g self, module: &'g str) -> Exports<'g> {
        let mut exports = Exports::default();
        let mut queue = vec![module];
        let mut seen = BTreeSet::new();
        while let Some(name) = queue.pop() {
            let Some(node) = self.nodes.get(name).filter(|_| seen.insert(name)) else { continue };
            let is_first = seen.len() == 1;
            let own = node.unit.exports.iter().map(String::as_str);
            exports.known.extend(own.filter(|name| is_first || *name != "default"));
            for (import, link) in node.unit.imports.iter().zip(&node.links).filter(|(one, _)| one.is_star) {
                match link {
                    Link::Node(next) if !self.is_broken(next) => queue.push(next),
                    Link::Builtin => exports.known.extend(builtin_names(&import.specifier)),
                    _ => exports.unknown = exports.unknown.or(Some((name, import, link))),
                }
            }
        }
        exports
    }

    /// Returns a fault if a module doesn't export a name.
    fn missing_name(&self, import: &Import, link: &Link, name: &str, range: &Range<u32>) -> Option<Fault> {
        let Exports { known, unknown } = self.exports_of(import, link);
        let is_known = !self.is_broken_link(link) && unknown.is_none();
        if !is_known || known.contains(name) {
            return None;
        }
        let specifier = match (import.specifier.starts_with(IMPLICIT), link) {
            (true, Link::Node(target)) => target,
            _ => &import.specifier,
        };
        if name == "default" {
            let fault = Fault::new(format!("`{specifier}` has no default export"), range.clone());
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).take(5).collect();
            let is_css = specifier.ends_with(".css");
            return Some(match names.len() {
                0 if is_css => fault.hint(format!(
                    "use `import \"{specifier}\"` or, to import the file's classes, give the file the `.module.css` extension"
                )),
                1.. if import.specifier.starts_with(IMPLICIT) => {
                    let own = specifier.rsplit('/').next().and_then(|file| file.split('.').next());
                    let own = own.filter(|own| known.contains(own)).unwrap_or(names[0].trim_matches('`'));
                    fault.hint(format!("add `export default {own};` to that file"))
                }
                0 => fault.hint("add `export default` to that module"),
                _ => fault.hint(format!("import {} in braces, such as `{{ … }}`", names.join(", "))),
            });
        }
        let fault = Fault::new(format!("`{specifier}` has no export `{name}`"), range.clone());
        let hint = match nearest(name, known.iter().copied()) {
            _ if specifier == variables::MODULE => {
                let names = known.iter().copied().filter(|name| *name != "default");
                match names.clone().next() {
                    Some(_) => suggest(name, names),
                    None => format!("define `{name}` in `[variables]` in `docgen.toml`").into(),
                }
            }
            Some("default") | None if known.contains("default") => {
                format!("to import its default export, use `import {name} from \"{specifier}\"`").into()
            }
            Some(near) => meant(name, near, known.iter().copied()),
            None => format!("export it from that module or, if it's a type, use `type {name}`").into(),
        };
        Some(fault.hint(hint))
    }
}

/// Returns the names that one of docgen's modules exports.
fn builtin_names<'g>(specifier: &str) -> impl Iterator<Item = &'g str> + use<'g> {
    builtin_exports(specifier).into_iter().flat_map(|(_, names)| names.iter().copied())
}

/// Loads a file's module and returns it with the file's hash. The error explains why the file can't be imported.
pub(super) fn load(
    library: &Inner,
    path: &SourcePath,
    kind: Kind,
    partial: &mut impl FnMut(&SourcePath) -> Option<Module>,
) -> Result<(Node, u64), Fault> {
    let node = |unit| Node { path: path.clone(), kind, unit, places: None, links: Vec::new() };
    if kind == Kind::Package {
        let (unit, hash) = load_package(library, path)?;
        return Ok((node(unit), hash));
    }
    if kind == Kind::Asset {
        return Ok((node(Arc::new(data::asset(path.as_str()))), library.hash_of(path)));
    }
    if kind == Kind::Markdown {
        let module =
            partial(path).ok_or_else(|| Fault::new(format!("can't import `{path}` as Markdown"), 0..0))?;
        return Ok((page(library, module, true), library.hash_of(path)));
    }
    let refused = |reason| Fault::new(format!("can't import `{path}`: {reason}"), 0..0);
    let source = library.own_module(path).map_or_else(|| library.files.read(path), Ok).map_err(refused)?;
    let unit = library.cached(path, source.hash, kind, || match kind {
        Kind::Raw => data::text(&source),
        Kind::Styles => data::styles(&source),
        Kind::Data => data::data(&source),
        Kind::Script | Kind::Markdown | Kind::Asset | Kind::Package => {
            script(path.as_str(), source.text.clone(), None)
        }
    });
    Ok((node(unit), source.hash))
}

/// Loads an npm package and returns its module with its hash.
fn load_package(library: &Inner, path: &SourcePath) -> Result<(Arc<Unit>, u64), Fault> {
    let specifier = path.as_str().trim_start_matches(PACKAGE);
    let found = library.files.package(specifier, &Platform::Neutral);
    let found = found.map_err(|problem| refused(specifier, problem))?;
    let unit =
        library.cached(path, found.hash, Kind::Package, || package(&*library.files, specifier, &found));
    match unit.faults.first() {
        Some(fault) => Err(fault.clone()),
        None => Ok((unit, found.hash)),
    }
}

/// Loads an npm package for interactive code. It's an error if browsers can't load the package. If browsers can load it
/// but docgen can't, a page fails when it renders a component that uses the package.
fn load_client_package(library: &Inner, path: &SourcePath) -> Result<Node, Fault> {
    let specifier = path.as_str().trim_start_matches(PACKAGE);
    let found = library.files.package(specifier, &Platform::Browser(Vec::new()));
    let found = found.map_err(|problem| refused(specifier, problem))?;
    let browser = browser_package(specifier, &found)?;
    let unit = match load_package(library, path) {
        Ok((unit, _)) => unit,
        Err(fault) => {
            let hint = "add `client=\"only\"` to the component's tag so that only the browser renders it";
            let fault = fault.hint(hint);
            Unit { body: Body::Unloadable(fault), styles: browser.styles, ..Unit::default() }.into()
        }
    };
    Ok(Node { path: path.clone(), kind: Kind::Package, unit, places: None, links: Vec::new() })
}

/// Compiles the module of a Markdown file. The modules of imported files are cached.
fn page(library: &Inner, module: Module, is_imported: bool) -> Node {
    let Module { path, code, places } = module;
    let hash = xxhash_rust::xxh3::xxh3_64(code.as_bytes());
    let make = || page_unit(library, code.into(), &places);
    let unit = if is_imported { library.cached(&path, hash, Kind::Markdown, make) } else { Arc::new(make()) };
    Node { path, kind: Kind::Markdown, unit, places: Some(places.into()), links: Vec::new() }
}

/// Compiles the code of a Markdown file and adds imports for the components that it names.
fn page_unit(library: &Inner, code: Arc<str>, places: &[(u32, u32, u32)]) -> Unit {
    let mut unit = script("page.tsx", code, Some(places));
    let Body::Code(code) = &unit.body else { return unit };
    let mut code = format!("{code}import {{ guard as {GUARD} }} from \"{INTERNAL}\";\n");
    for (name, range) in &unit.unresolved {
        if library.components.contains_key(name) {
            let specifier = format!("{IMPLICIT}{name}");
            code += &format!("import {name} from \"{specifier}\";\n");
            let names = vec![Name { name: "default".to_owned(), range: range.clone() }];
            let range = range.clone();
            unit.imports.push(Import { specifier, range, names, ..Import::default() });
        } else if blocks::is_block(name) {
            code += &format!("import {{ {name} }} from \"docgen\";\n");
            let names = vec![Name { name: name.clone(), range: range.clone() }];
            let (specifier, range) = ("docgen".to_owned(), range.clone());
            unit.imports.push(Import { specifier, range, names, ..Import::default() });
        } else {
            code += &format!("import {{ missing as {name} }} from \"{INTERNAL}\";\n");
        }
    }
    unit.body = Body::Code(code.into());
    unit
}

/// Compiles a module in TypeScript or JavaScript.
pub(super) fn script(path: &str, text: Arc<str>, written: Option<&[(u32, u32, u32)]>) -> Unit {
    let output = compile(Input { path, text: &text, written }, STACK);
    Unit {
        body: Body::Code(output.code.into()),
        imports: output.imports,
        exports: output.exports,
        unresolved: output.unresolved,
        tags: output.tags,
        types: output.types,
        is_client: output.is_client,
        faults: output.faults,
        text,
        ..Unit::default()
    }
}
