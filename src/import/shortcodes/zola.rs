//! Parses Zola shortcodes: `{{ name(a="b") }}`, and `{% name(a="b") %}` with content up to `{% end %}`.

use super::args::arguments;
use super::{Builder, Call, Piece};

/// Parses the shortcodes in text.
pub(in crate::import) fn parse(text: &str) -> Vec<Piece> {
    let mut builder = Builder::default();
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|found| at + found) {
        builder.text(&text[at..start]);
        at = start
            + match tag(&mut builder, &text[start..], start) {
                Some(length) => length,
                None => {
                    builder.text("{");
                    1
                }
            };
    }
    builder.text(&text[at..]);
    builder.pieces
}

/// Reads the tag at the start of the text. Returns the tag's length.
fn tag(builder: &mut Builder, text: &str, start: usize) -> Option<usize> {
    let has_body = text.starts_with("{%");
    let close = match has_body {
        true => "%}",
        false if text.starts_with("{{") => "}}",
        false => return None,
    };
    let rest = &text[2..];
    if let Some(escaped) = rest.trim_start_matches('-').trim_start().strip_prefix("/*") {
        let end = escaped.find("*/")?;
        let after = escaped[end + 2..].trim_start();
        let tail = after.strip_prefix(close)?;
        builder.text(&format!("{}{}{close}", &text[..2], escaped[..end].trim_end_matches('-')));
        return Some(text.len() - tail.len());
    }
    let end = end_of(rest, close)?;
    let inner = rest[..end].trim().trim_matches('-').trim();
    let length = 2 + end + close.len();
    if has_body && inner.split_whitespace().next() == Some("end") {
        return builder.end(None).then_some(length);
    }
    let (name, arguments_text) = inner.split_once('(')?;
    let arguments_text = arguments_text.trim_end().strip_suffix(')')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let name = name.trim();
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let call = Call {
        name: name.to_ascii_lowercase(),
        arguments: arguments(arguments_text, &[',']),
        inner: None,
        is_markdown: true,
        range: start..start + length,
        raw: text[..length].to_owned(),
    };
    builder.start(call, has_body);
    Some(length)
}

/// Returns the offset of the end of a tag, ignoring quoted text. A tag can't contain a blank line.
fn end_of(text: &str, close: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if text[at..].starts_with(close) => return Some(at),
            None if text[at..].starts_with("\n\n") => return None,
            None if matches!(c, '"' | '`' | '\'') => quote = Some(c),
            None => {}
        }
    }
    None
}
