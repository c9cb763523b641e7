//! JSON as events that know their places.
//!
//! serde_json says whether a text is JSON; its values would lose the digits of numbers, the places, and keys that stand
//! twice. So what it found to be sound is walked once more for those.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::IgnoredAny;

/// What is met in a text, in reading order. The keys of objects are strings.
pub(crate) enum Event<'t> {
    /// An object begins.
    Object,
    /// A list begins.
    Array,
    /// The innermost object or list ends.
    End,
    /// A value that holds no other.
    Scalar(Scalar<'t>),
}

/// A value that holds no other.
pub(crate) enum Scalar<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(&'t str),
    /// A string without its escapes; a surrogate without its other half is the replacement character.
    String(Cow<'t, str>),
}

/// What a text holds, each with its bytes. The error is why it is not JSON, and where.
pub(crate) fn events(text: &str) -> Result<impl Iterator<Item = (Event<'_>, Range<usize>)>, (String, usize)> {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        let at = super::offset_of(text, error.line(), error.column());
        // What it says of the bracket that it did not expect there.
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
                Event::Scalar(Scalar::String(match inner.contains('\\') {
                    true => serde_json::from_str(string).unwrap_or_else(|_| lossy(inner)).into(),
                    false => inner.into(),
                }))
            }
            number => Event::Scalar(Scalar::Number(number)),
        };
        at += end;
        Some((event, at - end..at))
    }))
}

/// The length of the string that a text begins with, its quotes among it.
fn string_end(bytes: &[u8]) -> usize {
    let mut at = 1;
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The text of a string in which halves of surrogates stand alone, which serde_json refuses.
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
