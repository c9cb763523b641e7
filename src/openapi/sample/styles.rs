//! Values as OpenAPI's styles write them.

use super::{Value, scalar};
use crate::openapi::{Json, Style};

/// How a text is encoded.
pub(super) type Encode<'e> = &'e dyn Fn(&str) -> String;

/// A value's text within another value.
fn flat(value: &Json) -> String {
    scalar(value).unwrap_or_else(|| value.to_string())
}

/// The values of a list, or the names and values of an object in turn.
pub(super) fn members(value: &Json) -> Vec<String> {
    match value {
        Json::Array(items) => items.iter().filter(|item| **item != Json::Null).map(flat).collect(),
        Json::Object(members) => members
            .iter()
            .filter(|(_, item)| *item != Json::Null)
            .flat_map(|(name, item)| [name.to_string(), flat(item)])
            .collect(),
        _ => Vec::new(),
    }
}

/// A list's values, or an object's `name=value`s.
fn exploded(value: &Json, encode: Encode<'_>) -> Vec<String> {
    match value {
        Json::Object(members) => members
            .iter()
            .filter(|(_, item)| *item != Json::Null)
            .map(|(name, item)| format!("{}={}", encode(name), encode(&flat(item))))
            .collect(),
        list => members(list).iter().map(|text| encode(text)).collect(),
    }
}

/// A value in a path, with what its style puts before it.
pub(super) fn in_path(name: &str, value: &Value, style: Style, explode: bool, encode: Encode<'_>) -> String {
    if value.is_null() {
        return String::new();
    }
    let json = value.json();
    let parts: Vec<String> = match value.scalar() {
        Some(text) => vec![encode(&text)],
        None if explode => exploded(&json, encode),
        None => members(&json).iter().map(|text| encode(text)).collect(),
    };
    if parts.is_empty() {
        return String::new();
    }
    match style {
        Style::Label => format!(".{}", parts.join(if explode { "." } else { "," })),
        Style::Matrix => {
            let named = |text: &str| match text {
                "" => format!(";{}", encode(name)),
                text => format!(";{}={text}", encode(name)),
            };
            match &json {
                Json::Array(_) if explode => parts.iter().map(|part| named(part)).collect(),
                Json::Object(_) if explode => parts.iter().map(|part| format!(";{part}")).collect(),
                _ => named(&parts.join(",")),
            }
        }
        _ => parts.join(","),
    }
}

/// A value in a header, not encoded.
pub(super) fn in_header(value: &Value, explode: bool) -> String {
    if let Some(text) = value.scalar() {
        return text;
    }
    let json = value.json();
    let parts = if explode { exploded(&json, &str::to_owned) } else { members(&json) };
    parts.join(",")
}

/// The `name=value` pairs of a value in a query, a form or a cookie; without a style it is JSON.
pub(super) fn pairs(
    name: &str,
    value: &Value,
    style: Option<Style>,
    explode: bool,
    encode: Encode<'_>,
    encode_name: Encode<'_>,
) -> Vec<String> {
    if value.is_null() {
        return Vec::new();
    }
    let pair = |text: &str| format!("{}={text}", encode_name(name));
    let scalar = value.scalar();
    let Some((style, json)) = style.filter(|_| scalar.is_none()).map(|style| (style, value.json())) else {
        return vec![pair(&encode(&scalar.unwrap_or_else(|| value.source())))];
    };
    if style == Style::DeepObject {
        let deep = deep(name, &json);
        return deep.iter().map(|(key, text)| format!("{}={}", encode_name(key), encode(text))).collect();
    }
    match &json {
        Json::Object(members) if explode => members
            .iter()
            .filter(|(_, item)| *item != Json::Null)
            .map(|(key, item)| format!("{}={}", encode_name(key), encode(&flat(item))))
            .collect(),
        list if explode => members(list).iter().map(|text| pair(&encode(text))).collect(),
        both => {
            let parts: Vec<String> = members(both).iter().map(|text| encode(text)).collect();
            if parts.is_empty() { Vec::new() } else { vec![pair(&parts.join(delimiter(style, true)))] }
        }
    }
}

/// What separates values under a style, in a URL or elsewhere.
pub(super) fn delimiter(style: Style, encoded: bool) -> &'static str {
    match (style, encoded) {
        (Style::SpaceDelimited, true) => "%20",
        (Style::SpaceDelimited, false) => " ",
        (Style::PipeDelimited, true) => "%7C",
        (Style::PipeDelimited, false) => "|",
        _ => ",",
    }
}

/// The names and texts of a value under `deepObject`: `name[key]`, however deep.
pub(super) fn deep(name: &str, value: &Json) -> Vec<(String, String)> {
    match value {
        Json::Null => Vec::new(),
        Json::Array(items) => {
            items.iter().enumerate().flat_map(|(at, item)| deep(&format!("{name}[{at}]"), item)).collect()
        }
        Json::Object(members) => {
            members.iter().flat_map(|(key, item)| deep(&format!("{name}[{key}]"), item)).collect()
        }
        leaf => vec![(name.to_owned(), flat(leaf))],
    }
}
