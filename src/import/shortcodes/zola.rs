//! Parses Zola shortcodes: `{{ name(a="b") }}`, and `{% name(a="b") %}` with content up to `{% end %}`. In newer versions:
//! `{{ <name a="b" c={1} /> }}`, and `{% <name a="b"> %}` with content up to `{% </name> %}`.

use super::args::arguments;
use super::{Argument, Builder, Call, Piece};

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
    if has_body && inner == "raw" {
        let (raw, length_of_raw) = raw(&text[length..])?;
        builder.text(raw);
        return Some(length + length_of_raw);
    }
    if let Some(name) = inner.strip_prefix("</").filter(|_| has_body) {
        let name = name.strip_suffix('>')?.trim().to_ascii_lowercase();
        return builder.end(Some(&name)).then_some(length);
    }
    let (name, arguments, has_body) = match inner.strip_prefix('<') {
        Some(tag) => {
            let tag = tag.strip_suffix('>')?;
            let bare = tag.strip_suffix('/').unwrap_or(tag);
            let (name, rest) = bare.split_at(bare.find(char::is_whitespace).unwrap_or(bare.len()));
            (
                name,
                arguments(rest, &[]).into_iter().filter_map(literal).collect::<Vec<_>>(),
                has_body && bare == tag,
            )
        }
        None => {
            let (name, rest) = inner.split_once('(')?;
            (name, arguments(rest.trim_end().strip_suffix(')')?, &[',']), has_body)
        }
    };
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.');
    let name = name.trim();
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let call = Call {
        name: name.to_ascii_lowercase(),
        arguments,
        inner: None,
        is_markdown: true,
        range: start..start + length,
        raw: text[..length].to_owned(),
    };
    builder.start(call, has_body);
    Some(length)
}

/// Returns an argument without the braces around its value. Leaves out values that Zola provides, such as `{page}`.
fn literal(mut argument: Argument) -> Option<Argument> {
    if let Some(inner) = argument.value.strip_prefix('{').and_then(|value| value.strip_suffix('}')) {
        let inner = inner.trim();
        if ["page", "section", "config", "lang", "current_path"].contains(&inner) {
            return None;
        }
        let is_quoted = |mark: char| inner.len() > 1 && inner.starts_with(mark) && inner.ends_with(mark);
        argument.value = match ['"', '\'', '`'].into_iter().any(is_quoted) {
            true => inner[1..inner.len() - 1].to_owned(),
            false => inner.to_owned(),
        };
    }
    Some(argument)
}

/// Returns the text up to `{% endraw %}`, and the offset after this tag.
fn raw(text: &str) -> Option<(&str, usize)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("{%")?;
        let end = start + text[start..].find("%}")? + 2;
        if text[start + 2..end - 2].trim_matches(['-', ' ']) == "endraw" {
            return Some((&text[..start], end));
        }
        from = end;
    }
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
