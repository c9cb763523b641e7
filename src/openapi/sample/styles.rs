//! Writes values in OpenAPI's styles.

use crate::openapi::{Json, Style};

/// A function that encodes text.
pub(in crate::openapi) type Encode = fn(&str) -> String;

/// Returns the text of a simple value, the values of a list, or the alternating names and values of an object.
pub(in crate::openapi) fn members(value: &Json) -> Vec<String> {
    match value {
        Json::Null => Vec::new(),
        Json::Array(items) => items.iter().filter(|item| **item != Json::Null).map(Json::plain).collect(),
        Json::Object(members) => {
            present(members).flat_map(|(name, item)| [name.to_string(), item.plain()]).collect()
        }
        leaf => vec![leaf.plain()],
    }
}

/// Returns the object members that have a value.
pub(in crate::openapi) fn present(members: &[(Box<str>, Json)]) -> impl Iterator<Item = &(Box<str>, Json)> {
    members.iter().filter(|(_, item)| *item != Json::Null)
}

/// Returns the same strings as [`members`], but encoded, and with `name=value` for objects.
fn exploded(value: &Json, encode: Encode) -> Vec<String> {
    match value {
        Json::Object(members) => present(members)
            .map(|(name, item)| format!("{}={}", encode(name), encode(&item.plain())))
            .collect(),
        list => members(list).iter().map(|text| encode(text)).collect(),
    }
}

/// Writes a value in a path, with the prefix of its style.
pub(in crate::openapi) fn in_path(
    name: &str,
    value: &Json,
    style: Style,
    explode: bool,
    encode: Encode,
) -> String {
    let parts: Vec<String> = if explode {
        exploded(value, encode)
    } else {
        members(value).iter().map(|text| encode(text)).collect()
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
            match value {
                Json::Array(_) if explode => parts.iter().map(|part| named(part)).collect(),
                Json::Object(_) if explode => parts.iter().map(|part| format!(";{part}")).collect(),
                _ => named(&parts.join(",")),
            }
        }
        _ => parts.join(","),
    }
}

/// Writes a value in a header, without encoding.
pub(in crate::openapi) fn in_header(value: &Json, explode: bool) -> String {
    let parts = if explode { exploded(value, str::to_owned) } else { members(value) };
    parts.join(",")
}

/// Returns the `name=value` pairs of a value in a query, a form, or a cookie.
pub(super) fn pairs(
    name: &str,
    value: &Json,
    style: Option<Style>,
    explode: bool,
    encode: Encode,
    encode_name: Encode,
) -> Vec<String> {
    joined(rows(name, value, style, explode, encode, encode_name))
}

/// Joins each name with its text.
pub(super) fn joined(rows: Vec<(String, String)>) -> Vec<String> {
    rows.into_iter().map(|(name, text)| format!("{name}={text}")).collect()
}

/// Returns the names and the texts of a value in a query, a form, or a cookie. If there's no style, the value is JSON.
pub(in crate::openapi) fn rows(
    name: &str,
    value: &Json,
    style: Option<Style>,
    explode: bool,
    encode: Encode,
    encode_name: Encode,
) -> Vec<(String, String)> {
    let pair = |name: &str, text: String| (encode_name(name), text);
    match (value, style) {
        (Json::Null, _) => Vec::new(),
        (value, None) => vec![pair(name, encode(&value.plain()))],
        (value, Some(Style::DeepObject)) => {
            deep(name, value).iter().map(|(key, text)| pair(key, encode(text))).collect()
        }
        (Json::Object(members), _) if explode => {
            present(members).map(|(name, item)| pair(name, encode(&item.plain()))).collect()
        }
        (value, _) if explode => members(value).iter().map(|text| pair(name, encode(text))).collect(),
        (value, Some(style)) => {
            let parts: Vec<String> = members(value).iter().map(|text| encode(text)).collect();
            // Values that aren't encoded have a separator that isn't encoded.
            let joined = pair(name, parts.join(delimiter(style, encode(" ") != " ")));
            (!parts.is_empty()).then_some(joined).into_iter().collect()
        }
    }
}

/// Returns the separator of a style, optionally encoded for a URL.
pub(in crate::openapi) fn delimiter(style: Style, encoded: bool) -> &'static str {
    match (style, encoded) {
        (Style::SpaceDelimited, true) => "%20",
        (Style::SpaceDelimited, false) => " ",
        (Style::TabDelimited, true) => "%09",
        (Style::TabDelimited, false) => "\t",
        (Style::PipeDelimited, true) => "%7C",
        (Style::PipeDelimited, false) => "|",
        _ => ",",
    }
}

/// Splits a value into names and strings in `deepObject` style: `name[key]`, at any depth.
pub(in crate::openapi) fn deep(name: &str, value: &Json) -> Vec<(String, String)> {
    match value {
        Json::Null => Vec::new(),
        Json::Array(items) => {
            items.iter().enumerate().flat_map(|(at, item)| deep(&format!("{name}[{at}]"), item)).collect()
        }
        Json::Object(members) => {
            members.iter().flat_map(|(key, item)| deep(&format!("{name}[{key}]"), item)).collect()
        }
        leaf => vec![(name.to_owned(), leaf.plain())],
    }
}
