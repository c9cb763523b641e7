//! Converts what a page throws to diagnostics.

use std::ops::Range;

use super::compile::{Input, locate};
use super::graph::Graph;
use super::module::{Body, Kind, Node};
use super::report::Reporter;
use super::{LIMITS, STACK, link};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::path::SourcePath;
use crate::script::{FailureKind, Thrown};

/// Whether something was thrown at a place that isn't known.
pub(super) fn is_lost(graph: &Graph, thrown: &Thrown) -> bool {
    !thrown.is_consequence && origin(graph, &thrown.stack).is_none()
}

/// Returns the module that was evaluated when something was thrown.
pub(super) fn module<'g>(graph: &'g Graph, stack: &str) -> Option<&'g str> {
    let known = |name: &str| graph.nodes.get_key_value(name.strip_suffix("?own").unwrap_or(name));
    frames(stack).filter_map(|(name, ..)| known(name)).last().map(|(name, _)| name.as_str())
}

/// Reports what was thrown, unless it's only the consequence of another problem.
pub(super) fn report(graph: &Graph, kind: FailureKind, thrown: &Thrown) -> Option<Diagnostic> {
    let origin = origin(graph, &thrown.stack).or_else(|| origin(graph, &thrown.component));
    if thrown.is_consequence || origin.is_some_and(|(node, _)| link::lacks_names(graph, node)) {
        return None;
    }
    let (message, hint) = match kind {
        FailureKind::Steps => (
            "the page takes too long to render".to_owned(),
            Some("look for a loop that doesn't end, or import the result from a file".to_owned()),
        ),
        FailureKind::Memory => (
            format!("the page needs more than {} MB of memory", LIMITS.memory >> 20),
            Some("look for a list or string that grows without end".to_owned()),
        ),
        FailureKind::Waits => ("the page waits for something that never happens".to_owned(), None),
        FailureKind::Threw => (message(thrown), hint(graph, thrown)),
    };
    let diagnostic = Diagnostic::new(Code::ComponentError, message).hint_if(hint);
    let reporter = Reporter { main: &graph.main };
    Some(match (origin, graph.nodes.get(&graph.main)) {
        (Some((node, at)), _) => reporter.placed(diagnostic, node, &word(&node.unit.text, at)),
        (None, Some(page)) => diagnostic.in_file(&page.path),
        (None, None) => diagnostic,
    })
}

/// The maximum number of characters of a thrown message that are shown.
const LONGEST: usize = 400;

/// Returns the message for something thrown.
fn message(thrown: &Thrown) -> String {
    let text = thrown.message.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.trim_end_matches('.').chars().take(LONGEST).collect();
    match thrown.name.as_str() {
        "Refusal" => text,
        "RangeError" if text == "Maximum call stack size exceeded" => {
            "functions call one another without end".to_owned()
        }
        "" => format!("uncaught value: {text}"),
        "Error" if text.is_empty() => "uncaught error without a message".to_owned(),
        "Error" => format!("uncaught error: {text}"),
        name => format!("uncaught {name}: {text}"),
    }
}

/// Global names that browsers or Node have, each with what to do instead.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["Intl"], "use `formatNumber` or `formatDate` from \"docgen\""),
    (&["URL", "URLSearchParams"], "join strings, or use `url` from \"docgen\" for links"),
    (&["structuredClone"], "use `JSON.parse(JSON.stringify(value))`, or spread the value"),
    (&["fetch", "XMLHttpRequest", "WebSocket", "EventSource"], "import the data from a file of the site"),
    (
        &[
            "setTimeout",
            "setInterval",
            "setImmediate",
            "queueMicrotask",
            "requestAnimationFrame",
            "performance",
        ],
        "remove it, or move it into `useEffect`, which doesn't run while docgen renders the page",
    ),
    (
        &[
            "window",
            "document",
            "navigator",
            "location",
            "history",
            "localStorage",
            "sessionStorage",
            "matchMedia",
        ],
        "move it into `useEffect`, which doesn't run while docgen renders the page",
    ),
    (
        &["process", "require", "module", "exports", "Buffer", "global", "__dirname", "__filename"],
        "Node isn't available; use `import`, and keep settings in a file such as `settings.json`",
    ),
    (
        &["crypto", "TextEncoder", "TextDecoder", "btoa", "atob", "Blob", "AbortController"],
        "write the result into a file, and import it",
    ),
    (&["React"], "add `import React from \"react\"`"),
];

/// Names that a module has to import.
const IMPORTED: [(&str, &[&str]); 2] = [
    (
        "react",
        &[
            "useState",
            "useMemo",
            "useEffect",
            "useRef",
            "useId",
            "useContext",
            "useCallback",
            "createContext",
            "Fragment",
            "Children",
        ],
    ),
    (
        "docgen",
        &["Link", "url", "usePage", "useLocale", "useSite", "formatNumber", "formatDate", "buildDate"],
    ),
];

/// Returns the next step for something thrown.
fn hint(graph: &Graph, thrown: &Thrown) -> Option<String> {
    if !thrown.hint.is_empty() {
        return Some(thrown.hint.clone());
    }
    if thrown.message.contains("'use") && thrown.message.ends_with("of null") {
        return Some("call hooks only inside the function of a component".to_owned());
    }
    let name = thrown.message.strip_suffix(" is not defined").filter(|_| thrown.name == "ReferenceError")?;
    if let Some((_, hint)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name)) {
        return Some((*hint).to_owned());
    }
    if let Some((module, _)) = IMPORTED.iter().find(|(_, names)| names.contains(&name)) {
        return Some(format!("add `import {{ {name} }} from \"{module}\"`"));
    }
    let is_component = |path: &&SourcePath| path.stem() == name;
    let paths = graph.nodes.values().map(|node| &node.path);
    if let Some(path) = { paths }.find(is_component) {
        return Some(format!("add `import {name} from \"/{path}\"`"));
    }
    let known = did_you_mean(
        name,
        ["Array", "Object", "String", "Number", "Math", "JSON", "Promise", "undefined", "children"],
    );
    let (node, _) = origin(graph, &thrown.stack)?;
    let is_page = node.kind == Kind::Markdown;
    known.or_else(|| {
        is_page.then(|| {
            format!("define it, as in `export const {name} = 1`, or write `\\{{` to show the braces")
        })
    })
}

/// Returns the module and the offset in its text where something was thrown: the first place in a stack that a person
/// wrote.
fn origin<'g>(graph: &'g Graph, stack: &str) -> Option<(&'g Node, u32)> {
    frames(stack).find_map(|(name, line, column)| {
        let node = graph.nodes.get(name.strip_suffix("?own").unwrap_or(name))?;
        let Body::Code(_) = &node.unit.body else { return None };
        let path = if node.kind == Kind::Markdown { "page.tsx" } else { node.path.as_str() };
        let input = Input { path, text: &node.unit.text, written: node.places.as_deref() };
        let at = locate(input, line, column, STACK)?;
        let is_shown = node.places.as_deref().is_none_or(|places| is_written(places, at));
        is_shown.then_some((node, at))
    })
}

/// Returns the range of the name or sign at an offset.
fn word(text: &str, at: u32) -> Range<u32> {
    let rest = text.get(at as usize..).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let signs = rest.chars().next().filter(|first| !is_name(*first)).map_or(0, char::len_utf8);
    let name = rest[signs..].find(|c| !is_name(c)).unwrap_or(rest.len() - signs);
    at..at + u32::try_from(signs + name).unwrap_or_default()
}

/// Returns the places in a stack: the name of the module, the line, and the column.
fn frames(stack: &str) -> impl Iterator<Item = (&str, u32, u32)> {
    stack.lines().filter_map(|line| {
        let line = line.trim();
        let place = match line.rsplit_once('(') {
            Some((_, place)) => place.trim_end_matches(')'),
            None => line.strip_prefix("at ")?,
        };
        let (place, column) = place.rsplit_once(':')?;
        let (name, line) = place.rsplit_once(':')?;
        Some((name, line.parse().ok()?, column.parse().ok()?))
    })
}

/// Whether a person wrote the text at an offset of a Markdown file's code.
fn is_written(places: &[(u32, u32, u32)], at: u32) -> bool {
    let next = places.partition_point(|(start, ..)| *start <= at);
    next.checked_sub(1).is_some_and(|index| at <= places[index].0 + places[index].2)
}
