//! JSON to the tree of a file.
//!
//! serde_json says whether a text is JSON; its values would lose the digits of numbers, the places, and keys that stand
//! twice. So what it found to be sound is walked once more for those.

use serde::de::IgnoredAny;

use super::File;
use super::builder::{Builder, Scalar};
use crate::source::Source;

pub(super) fn read<'a>(source: &'a Source, mut builder: Builder<'a>) -> File {
    match serde_json::from_str::<IgnoredAny>(&source.text) {
        Ok(_) => walk(&source.text, &mut builder),
        Err(error) => {
            let at = offset(&source.text, error.line(), error.column());
            let text = error.to_string();
            let reason = text.split(" at line ").next().unwrap_or(&text);
            builder.fail(
                &format!("this is not JSON: {}", plain(&source.text, at).unwrap_or(reason)),
                at..at,
                None,
            );
        }
    }
    builder.finish()
}

/// What is wrong, where it is one of the things that other readers of JSON let pass.
fn plain(text: &str, at: usize) -> Option<&'static str> {
    let (before, rest) = text.split_at(at);
    let after_comma = before.trim_end().ends_with(',');
    match rest.as_bytes().first()? {
        b'/' => Some("it has no comments"),
        b'}' | b']' if after_comma => Some("nothing follows the last comma"),
        b'\'' => Some("a text stands between double quotes"),
        _ => None,
    }
}

/// Walks a text that is sound.
fn walk(text: &str, builder: &mut Builder<'_>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            open @ (b'{' | b'[') if !builder.open(open == b'{', start, 0) => return,
            b'{' | b'[' => {}
            b'}' | b']' => builder.close(at),
            b'"' => {
                at = string_end(bytes, at);
                let inner = &text[start + 1..at - 1];
                let value = if inner.contains('\\') { unescape(inner).into() } else { inner.into() };
                let value: std::borrow::Cow<'_, str> = value;
                match builder.wants_key() {
                    true => builder.key(&value, start..at, false),
                    false => builder.scalar(Scalar::String(&value), start..at, 0),
                }
            }
            b't' | b'f' | b'n' | b'-' | b'0'..=b'9' => {
                at += bytes[at..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'))
                    .count();
                let scalar = match &text[start..at] {
                    "true" => Scalar::Bool(true),
                    "false" => Scalar::Bool(false),
                    "null" => Scalar::Null,
                    number => Scalar::Number(number),
                };
                builder.scalar(scalar, start..at, 0);
            }
            _ => {}
        }
    }
}

/// The offset after the quote that ends a string.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The text of a string; a surrogate without its other half becomes the replacement character.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        if at > 0 {
            flush(&mut units, &mut out);
            out.push_str(&rest[..at]);
        }
        let escape = rest.as_bytes().get(at + 1).copied().unwrap_or(b'\\');
        let unit = match escape {
            b'u' => rest.get(at + 2..at + 6).and_then(|digits| u16::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        if let Some(unit) = unit {
            units.push(unit);
            rest = &rest[at + 6..];
            continue;
        }
        flush(&mut units, &mut out);
        out.push(match escape {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            other => char::from(other),
        });
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    flush(&mut units, &mut out);
    out.push_str(rest);
    out
}

fn flush(units: &mut Vec<u16>, out: &mut String) {
    if !units.is_empty() {
        out.push_str(&String::from_utf16_lossy(units));
        units.clear();
    }
}

/// The offset of a line and column, both from 1 and in bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
