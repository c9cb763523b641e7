//! A request's URL: server, path and query.

use super::encode::{
    address_text, path_text, percent_encode, query_text, reserved_in_path, reserved_in_query,
};
use super::{Value, styles, value};
use crate::openapi::request::{ParameterModel, RequestModel};
use crate::openapi::{Json, ParameterIn, Style};

/// RFC 3986, appendix B: scheme with its colon, authority with its slashes, path. What follows a path is no part of a
/// server's address.
fn parse(address: &str) -> (&str, &str, &str) {
    let scheme = address.find(':').filter(|at| {
        let name = &address[..*at];
        let mut chars = name.chars();
        chars.next().is_some_and(|char| char.is_ascii_alphabetic())
            && chars.all(|char| char.is_ascii_alphanumeric() || matches!(char, '+' | '.' | '-'))
    });
    let (scheme, rest) = address.split_at(scheme.map_or(0, |at| at + 1));
    let authority = match rest.strip_prefix("//") {
        Some(after) => 2 + after.find(['/', '?', '#']).unwrap_or(after.len()),
        None => 0,
    };
    let (authority, rest) = rest.split_at(authority);
    (scheme, authority, &rest[..rest.find(['?', '#']).unwrap_or(rest.len())])
}

/// The path without its `.` and `..`.
fn normalised(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            other => segments.push(other),
        }
    }
    segments.join("/")
}

/// A text in turn with the names in braces in it.
fn template(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        let after = &text[open + 1..];
        match after.find(['{', '}']) {
            Some(end) if after.as_bytes()[end] == b'}' => {
                parts.push((&text[start..open], Some(&after[..end])));
                start = open + 1 + end + 1;
                from = start;
            }
            // A brace that opens no name is a brace.
            Some(end) => from = open + 1 + end,
            None => break,
        }
    }
    parts.push((&text[start..], None));
    parts
}

/// The address of the first server, absolute where `base` is, without a slash at its end.
pub(super) fn server(model: &RequestModel, base: &str) -> String {
    let mut filled = String::new();
    match model.servers.first() {
        None => filled.push('/'),
        Some(server) => {
            for (literal, name) in template(&server.url) {
                filled.push_str(literal);
                let Some(name) = name else { continue };
                match server.variables.iter().find(|variable| *variable.name == *name) {
                    Some(variable) => filled.push_str(&variable.default),
                    None => filled.push_str(&format!("{{{name}}}")),
                }
            }
        }
    }
    let (target, origin) = (address_text(&filled), address_text(base));
    let (scheme, authority, path) = parse(&target);
    let (base_scheme, base_authority, base_path) = parse(&origin);
    let address = if authority.is_empty() {
        let folder = base_path.rfind('/').map_or("/", |at| &base_path[..=at]);
        let path = if path.starts_with('/') { path.to_owned() } else { format!("{folder}{path}") };
        format!("{base_scheme}{base_authority}{}", normalised(&path))
    } else {
        format!("{}{authority}{path}", if scheme.is_empty() { base_scheme } else { scheme })
    };
    address.trim_end_matches('/').to_owned()
}

/// The place of a value that nobody has given, in a URL.
pub(super) fn placeholder(name: &str) -> String {
    format!(":{}", percent_encode(name))
}

/// The path with its parameters. A segment of dots only is encoded, since it would otherwise be taken for a way up.
pub(super) fn path(model: &RequestModel) -> String {
    let whole = model.path.split('#').next().unwrap_or_default();
    let (path, rest) = whole.split_once('?').map_or((whole, None), |(path, rest)| (path, Some(rest)));
    let rooted = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let filled = fill(model, &rooted, path_text);
    let segments = filled.split('/').map(|segment| match segment {
        "." | ".." => segment.replace('.', "%2E"),
        other => other.to_owned(),
    });
    let path = segments.collect::<Vec<_>>().join("/");
    match rest {
        Some(rest) => format!("{path}?{}", fill(model, rest, query_text)),
        None => path,
    }
}

fn fill(model: &RequestModel, text: &str, literal: fn(&str) -> String) -> String {
    let parts = template(text).into_iter();
    parts
        .map(|(before, name)| literal(before) + &name.map_or_else(String::new, |name| expand(model, name)))
        .collect()
}

fn expand(model: &RequestModel, name: &str) -> String {
    let known = |one: &&ParameterModel| one.location == ParameterIn::Path && one.name == name;
    let Some(parameter) = model.parameters.iter().find(known) else { return placeholder(name) };
    let Some(given) = value(parameter) else { return placeholder(name) };
    if parameter.content.is_some() {
        return percent_encode(&given.scalar().unwrap_or_else(|| given.source()));
    }
    let encode = if parameter.allow_reserved { reserved_in_path } else { percent_encode };
    styles::in_path(name, &given, parameter.style, parameter.explode, &encode)
}

/// The pairs of one query parameter.
pub(super) fn in_query(parameter: &ParameterModel, value: &Value) -> Vec<String> {
    let encode = if parameter.allow_reserved { reserved_in_query } else { percent_encode };
    let style = parameter.content.is_none().then_some(parameter.style);
    styles::pairs(&parameter.name, value, style, parameter.explode, &encode, &percent_encode)
}

/// A parameter that is the query as a whole: an encoded form, or one encoded text.
pub(super) fn whole_query(parameter: &ParameterModel, value: &Value) -> Vec<String> {
    if value.is_null() {
        return Vec::new();
    }
    let content = parameter.content.as_deref();
    let form = content.is_none_or(|name| name.starts_with("application/x-www-form-urlencoded"));
    match value {
        Value::Json(Json::Object(_)) if form => {
            styles::pairs("", value, Some(Style::Form), true, &percent_encode, &percent_encode)
        }
        _ => vec![percent_encode(&value.scalar().unwrap_or_else(|| value.source()))],
    }
}
