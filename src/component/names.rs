//! Describes thrown errors in the style of docgen's messages: returns the message and a hint about names that don't
//! exist.

use crate::diag::did_you_mean;
use crate::script::Thrown;

/// The maximum length of a thrown message in a report, in characters.
const LONGEST: usize = 400;

/// Returns the message for a thrown value.
pub(super) fn message(thrown: &Thrown) -> String {
    let text = thrown.message.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.trim_end_matches('.').chars().take(LONGEST).collect();
    match thrown.name.as_str() {
        "Refusal" => text,
        "RangeError" if text == "Maximum call stack size exceeded" => "too much recursion".to_owned(),
        "" => format!("uncaught value: {text}"),
        "Error" if text.is_empty() => "uncaught error without a message".to_owned(),
        "Error" => format!("uncaught error: {text}"),
        name => format!("uncaught {name}: {text}"),
    }
}

/// Global names that only browsers or Node.js have, each with an alternative.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["Intl"], "use `formatNumber` or `formatDate` from \"docgen\""),
    (&["structuredClone"], "use `JSON.parse(JSON.stringify(value))`, or spread the value"),
    (
        &["fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
        "import the data from a file in the site's folder",
    ),
    (
        &["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame", "performance"],
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
        "use `import`, and keep settings in a file such as `settings.json`; Node.js isn't available",
    ),
    (&["crypto", "TextDecoder", "Blob", "AbortController"], "write the result to a file, and import it"),
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

/// Returns the next step for a thrown value.
pub(super) fn hint(thrown: &Thrown) -> Option<String> {
    if !thrown.hint.is_empty() {
        return Some(thrown.hint.clone());
    }
    if thrown.message.contains("'use") && thrown.message.ends_with("of null") {
        return Some("call hooks only inside a component function".to_owned());
    }
    let name = undefined_name(thrown)?;
    if let Some((_, hint)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name)) {
        return Some((*hint).to_owned());
    }
    if let Some((module, _)) = IMPORTED.iter().find(|(_, names)| names.contains(&name)) {
        return Some(format!("add `import {{ {name} }} from \"{module}\"`"));
    }
    None
}

/// Returns the next step for a value that a package threw.
pub(super) fn package_hint(thrown: &Thrown) -> String {
    let missing = undefined_name(thrown).map(|name| format!("choose a package that works without `{name}`"));
    missing.unwrap_or_else(|| match thrown.name.as_str() {
        "Refusal" => {
            "if the package takes this value as an argument, pass it; otherwise, choose another package"
                .to_owned()
        }
        _ => "check what the page passes to the package".to_owned(),
    })
}

/// If the problem is a name that doesn't exist, returns it.
pub(super) fn undefined_name(thrown: &Thrown) -> Option<&str> {
    thrown.message.strip_suffix(" is not defined").filter(|_| thrown.name == "ReferenceError")
}

/// Returns a hint that suggests a similar name from a short list of common names.
pub(super) fn near_name(name: &str) -> Option<String> {
    did_you_mean(name, ["Array", "Object", "String", "Number", "Math", "JSON", "Promise", "children"])
        .map(String::from)
}
