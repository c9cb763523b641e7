//! Converts values that a page throws to diagnostics.

use std::ops::Range;

use super::compile::{Input, locate};
use super::graph::Graph;
use super::module::{Body, Kind, Link, Node};
use super::names::{hint, message, near_name, package_hint, undefined_name};
use super::report::Reporter;
use super::stack::{failed_at, frames};
use super::{Inner, LIMITS, PACKAGE, STACK, link};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::script::{FailureKind, Thrown};

/// Whether a value was thrown at an unknown location.
pub(super) fn is_lost(graph: &Graph, thrown: &Thrown) -> bool {
    !thrown.is_consequence && origin(graph, &thrown.stack).is_none()
}

/// Returns the module that was being evaluated when a value was thrown.
pub(super) fn module<'g>(graph: &'g Graph, stack: &str) -> Option<&'g str> {
    let known = |name: &str| graph.nodes.get_key_value(link::name_of_running(graph, name));
    frames(stack).filter_map(|(name, ..)| known(name)).last().map(|(name, _)| name.as_str())
}

/// Reports a thrown value, unless it's only a consequence of another problem.
pub(super) fn report(
    library: &Inner,
    graph: &Graph,
    kind: FailureKind,
    thrown: &Thrown,
) -> Option<Diagnostic> {
    let origin = origin(graph, &thrown.stack).or_else(|| origin(graph, &thrown.component));
    if thrown.is_consequence || origin.is_some_and(|(node, _)| link::lacks_names(graph, node)) {
        return None;
    }
    let (message, hint) = match kind {
        FailureKind::Steps => (
            "the page takes too long to render".to_owned(),
            Some("look for an infinite loop, or import the result from a file".to_owned()),
        ),
        FailureKind::Memory => (
            format!("the page needs more than {} MB of memory", LIMITS.memory >> 20),
            Some("look for a list or string that grows without limit".to_owned()),
        ),
        FailureKind::Waits => ("the page waits for something that never happens".to_owned(), None),
        FailureKind::Threw => match package(graph, &thrown.stack) {
            Some(specifier) => {
                let place = failed_at(&*library.files, specifier, &thrown.stack);
                let message = message(thrown);
                (format!("the package `{specifier}` fails: {message}{place}"), Some(package_hint(thrown)))
            }
            None => (message(thrown), next_step(library, graph, thrown)),
        },
    };
    let diagnostic = Diagnostic::new(Code::ComponentError, message).hint_if(hint);
    let reporter = Reporter { main: &graph.main };
    Some(match (origin, graph.nodes.get(&graph.main)) {
        (Some((node, at)), _) => reporter.placed(diagnostic, node, &word(&node.unit.text, at)),
        (None, Some(page)) => diagnostic.in_file(&page.path),
        (None, None) => diagnostic,
    })
}

/// If an interactive component threw the value, adds another way to fix the problem to the hint.
fn in_client(thrown: &Thrown, hint: String) -> String {
    let (first, _) = thrown.stack.split_once('\n').unwrap_or((&thrown.stack, ""));
    if !first.contains("?client") || !hint.contains("`useEffect`") {
        return hint;
    }
    format!("{hint}; or add `client=\"only\"` to the component's tag so that only the browser renders it")
}

/// Returns the next step for a thrown value.
fn next_step(library: &Inner, graph: &Graph, thrown: &Thrown) -> Option<String> {
    let own = || {
        let name = undefined_name(thrown)?;
        let is_component = |path: &&SourcePath| path.stem() == name;
        let found = graph.nodes.values().map(|node| &node.path).find(is_component);
        let is_page = |(node, _): &(&Node, u32)| node.kind == Kind::Markdown;
        let braces = || {
            let (node, at) = origin(graph, &thrown.stack).filter(is_page)?;
            let after = node.unit.text.get(at as usize..).and_then(|text| text.strip_prefix(name));
            let value = after.and_then(|after| after.trim_start().strip_prefix('='));
            if value.is_some_and(|value| !value.starts_with('=')) {
                return Some(format!("for an attribute list, add a colon, as in `{{: {name}=\"…\"}}`"));
            }
            Some(format!("define it, as in `export const {name} = 1`, or write `\\{{` to show the braces"))
        };
        found
            .map(|path| format!("add `import {name} from \"/{path}\"`"))
            .or_else(|| library.import_of_variable(name).map(|import| format!("add `{import}`")))
            .or_else(|| near_name(name))
            .or_else(braces)
    };
    hint(thrown).or_else(own).map(|hint| in_client(thrown, hint))
}

/// Returns the module that threw a value, and the offset in its text: the first location in the stack trace that is in
/// handwritten code.
fn origin<'g>(graph: &'g Graph, stack: &str) -> Option<(&'g Node, u32)> {
    frames(stack).find_map(|(name, line, column)| {
        let node = graph.nodes.get(link::name_of_running(graph, name))?;
        if let Body::Unloadable(_) = node.unit.body {
            return importer(graph, name);
        }
        let Body::Code(_) = &node.unit.body else { return None };
        let path = if node.kind == Kind::Markdown { "page.tsx" } else { node.path.as_str() };
        let input = Input { path, text: &node.unit.text, written: node.places.as_deref() };
        let at = locate(input, line, column, STACK)?;
        let is_shown = node.places.as_deref().is_none_or(|places| is_written(places, at));
        is_shown.then_some((node, at))
    })
}

/// Returns the package that threw a value.
fn package<'g>(graph: &'g Graph, stack: &str) -> Option<&'g str> {
    let mut nodes =
        frames(stack).filter_map(|(name, ..)| graph.nodes.get(link::name_of_running(graph, name)));
    let is_loaded = |node: &&Node| matches!(node.unit.body, Body::Package(_));
    nodes.next().filter(is_loaded)?.path.as_str().strip_prefix(PACKAGE)
}

/// Returns a module that imports the module with this name, and the offset of the import.
fn importer<'g>(graph: &'g Graph, name: &str) -> Option<(&'g Node, u32)> {
    let is_own = |link: &Link| matches!(link, Link::Node(target) if target == name);
    graph.nodes.values().find_map(|node| {
        let at = node.links.iter().position(is_own)?;
        Some((node, node.unit.imports.get(at)?.range.start))
    })
}

/// Returns the range of the name, symbol, or string at an offset.
fn word(text: &str, at: u32) -> Range<u32> {
    let rest = text.get(at as usize..).unwrap_or_default();
    if let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\''))
        && let Some(end) = rest[1..].find(quote)
    {
        return at..at + u32::try_from(end + 2).unwrap_or_default();
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let signs = rest.chars().next().filter(|first| !is_name(*first)).map_or(0, char::len_utf8);
    let name = rest[signs..].find(|c| !is_name(c)).unwrap_or(rest.len() - signs);
    at..at + u32::try_from(signs + name).unwrap_or_default()
}

/// Whether a person wrote the text at an offset in a Markdown file's code.
fn is_written(places: &[(u32, u32, u32)], at: u32) -> bool {
    let next = places.partition_point(|(start, ..)| *start <= at);
    next.checked_sub(1).is_some_and(|index| at <= places[index].0 + places[index].2)
}
