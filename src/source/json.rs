//! JSON as events with their locations.
//!
//! serde_json determines whether text is valid JSON. serde_json's values don't include the exact digits of numbers,
//! the locations, or duplicate keys, so this module reads the text again to get this information.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::IgnoredAny;

/// An event, in reading order. The keys of objects are strings.
pub(crate) enum Event<'t> {
    /// The start of an object.
    Object,
    /// The start of a list.
    Array,
    /// The end of the innermost object or list.
    End,
    /// A scalar value.
    Scalar(Scalar<'t>),
}

/// A value that doesn't contain other values.
pub(crate) enum Scalar<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as written.
    Number(&'t str),
    /// A string with its escapes resolved. A lone surrogate becomes the replacement character.
    String(Cow<'t, str>),
}

/// Returns the events of JSON text, each with its byte range. The error contains the reason that the text isn't JSON,
/// and the location as a byte offset.
pub(crate) fn events(text: &str) -> Result<impl Iterator<Item = (Event<'_>, Range<usize>)>, (String, usize)> {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        let at = super::offset_of(text, error.line(), error.column());
        // If a closing bracket follows a comma, report the comma as the error, regardless of what serde_json
        // reports.
        let trails = text[..at].trim_end().ends_with(',') && text[at..].starts_with(['}', ']']);
        return Err((if trails { "trailing comma" } else { reason }.to_owned(), at));
    }
    let mut at = 0;
    Ok(std::iter::from_fn(move || {
        at += text[at..].find(|char: char| !matches!(char, ' ' | '\t' | '\n' | '\r' | ',' | ':'))?;
        let rest = &text[at..];
        let end = match rest.as_bytes()[0] {
            b'{' | b'}' | b'[' | b']' => 1,
            b'"' => string_end(rest.as_bytes()),
            _ => rest.find([',', '}', ']', ' ', '\t', '\n', '\r']).unwrap_or(rest.len()),
        };
        let event = match &rest[..end] {
            "{" => Event::Object,
            "[" => Event::Array,
            "}" | "]" => Event::End,
            "null" => Event::Scalar(Scalar::Null),
            "true" => Event::Scalar(Scalar::Bool(true)),
            "false" => Event::Scalar(Scalar::Bool(false)),
            string if string.starts_with('"') => {
                let inner = &string[1..end - 1];
                Event::Scalar(Scalar::String(if inner.contains('\\') {
                    serde_json::from_str(string).unwrap_or_else(|_| lossy(inner)).into()
                } else {
                    inner.into()
                }))
            }
            number => Event::Scalar(Scalar::Number(number)),
        };
        at += end;
        Some((event, at - end..at))
    }))
}

/// Returns the length of the string at the start of the text, including its quotes.
fn string_end(bytes: &[u8]) -> usize {
    let mut at = 1;
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Reads a string with lone surrogates, which serde_json rejects.
fn lossy(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        let char = match if char == '\\' { chars.next() } else { None } {
            None => char,
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                units.extend(u16::from_str_radix(&digits, 16));
                continue;
            }
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some(other) => other,
        };
        units.extend_from_slice(char.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16_lossy(&units)
}
