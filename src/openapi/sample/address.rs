//! A request's URL: server, path, and query.

use super::{
    encode::{address_text, path_text, percent_encode, query_text, reserved_in_path, reserved_in_query},
    sent_value,
    styles::{self, Encode},
};
use crate::openapi::{
    Json, ParameterIn, Server, Style,
    media::{Format, format_of},
    request::{ParameterModel, RequestModel},
    server::{parse, template},
};

/// Returns the URL of a server without a trailing slash. A variable without a default remains `{name}`.
pub(crate) fn server_address(server: &Server) -> String {
    let mut url = String::new();
    for (literal, name) in template(&server.url) {
        url.push_str(&address_text(literal));
        let Some(name) = name else { continue };
        let variable = server.variables.iter().find(|variable| *variable.name == *name);
        match variable.and_then(|variable| variable.default.as_deref()) {
            Some(default) => url.push_str(&address_text(default)),
            None => url.push_str(&format!("{{{}}}", percent_encode(name))),
        }
    }
    let (scheme, authority, path) = parse(&url);
    format!("{scheme}{authority}{path}").trim_end_matches('/').to_owned()
}

/// Returns the placeholder for a missing value in a URL.
pub(super) fn placeholder(name: &str) -> String {
    format!(":{}", percent_encode(name))
}

/// Returns the path with its parameters. A `.` or `..` segment is encoded, because the segment would otherwise change
/// the path.
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
    let Some(given) = sent_value(parameter) else { return placeholder(name) };
    if parameter.content.is_some() {
        return percent_encode(&given.plain());
    }
    let encode = if parameter.allow_reserved { reserved_in_path } else { percent_encode };
    styles::in_path(name, &given, parameter.style, parameter.explode, encode)
}

/// Returns the `name=value` pairs of one query parameter.
pub(super) fn in_query(parameter: &ParameterModel, value: &Json) -> Vec<String> {
    let encode = if parameter.allow_reserved { reserved_in_query } else { percent_encode };
    let style = parameter.content.is_none().then_some(parameter.style);
    styles::pairs(&parameter.name, value, style, parameter.explode, encode, percent_encode)
}

/// Returns the names and values of one query parameter, without encoding. If a single parameter defines the query
/// string, and the query string isn't a form, its text is a name without a value.
pub(in crate::openapi) fn query_rows(parameter: &ParameterModel, value: &Json) -> Vec<(String, String)> {
    if parameter.location == ParameterIn::QueryString {
        return match form(parameter, value) {
            Some(members) => form_rows(members, str::to_owned),
            None => vec![(value.plain(), String::new())],
        };
    }
    let style = parameter.content.is_none().then_some(parameter.style);
    styles::rows(&parameter.name, value, style, parameter.explode, str::to_owned, str::to_owned)
}

/// Returns the members of a query string that is a form.
fn form<'v>(parameter: &ParameterModel, value: &'v Json) -> Option<&'v [(Box<str>, Json)]> {
    let is_form = parameter.content.as_deref().is_none_or(|name| format_of(name) == Format::Form);
    if let Json::Object(members) = value { is_form.then_some(members) } else { None }
}

/// Returns the names and the texts of a form. As in a body, a list has a row for each item, and an object is JSON.
fn form_rows(members: &[(Box<str>, Json)], encode: Encode) -> Vec<(String, String)> {
    let rows = |(name, value): &(Box<str>, Json)| {
        let style = (!matches!(value, Json::Object(_))).then_some(Style::Form);
        styles::rows(name, value, style, true, encode, encode)
    };
    members.iter().flat_map(rows).collect()
}

/// Returns the parts of a query string that a single parameter defines: the pairs of a form, or one encoded string.
pub(super) fn whole_query(parameter: &ParameterModel, value: &Json) -> Vec<String> {
    match (value, form(parameter, value)) {
        (Json::Null, _) => Vec::new(),
        (_, Some(members)) => styles::joined(form_rows(members, percent_encode)),
        _ => vec![percent_encode(&value.plain())],
    }
}
