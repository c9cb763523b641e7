//! Explains what isn't valid TOML in a config.

use std::ops::Range;

use crate::source::{
    Source, line_at,
    tree::{ADD_VALUE, Node, Value, missing_value, recover_toml},
};

/// Returns the message for a syntax error, and a hint.
pub(super) fn message_of(source: &Source, error: &toml::de::Error) -> (String, Option<String>) {
    match missing_value(error, &source.text) {
        Some(message) => (message, Some(ADD_VALUE.to_owned())),
        None => (error.message().trim().to_lowercase(), syntax_hint(source, error)),
    }
}

/// Returns the range that a syntax error makes unreadable. The range consists of the line with the error. If that line
/// is a table header, the range also includes the keys below the header.
pub(super) fn unreadable(text: &str, at: usize, table: &Node) -> Range<usize> {
    let line = line_at(text, at);
    if !text[line.clone()].trim_start().starts_with('[') {
        return line;
    }
    let mut headers = Vec::new();
    headers_of(table, text, &mut headers);
    let next = headers.into_iter().filter(|header| *header >= line.end).min();
    line.start..next.map_or(text.len(), |next| next - 1)
}

/// Collects the offsets of table headers. For an array of tables, the first header is at the key, and the other headers
/// are in the spans of the items.
fn headers_of(table: &Node, text: &str, headers: &mut Vec<usize>) {
    for (key, node) in table.entries().unwrap_or_default() {
        let listed = if let Value::List(items) = &node.value { &items[..] } else { &[] };
        let items = listed.iter().map(|item| (item.range.start, item));
        for (at, table) in items.chain([(line_at(text, key.range.start).start, node)]) {
            if table.entries().is_some() {
                headers.extend(text[at..].starts_with('[').then_some(at));
                headers_of(table, text, headers);
            }
        }
    }
}

/// Returns the offset of the first definition of a header's table in `before`, which is the text before the header.
fn first_of(header: &str, before: &str) -> Option<usize> {
    let ((header, errors), (before, _)) = (recover_toml(header), recover_toml(before));
    let (mut named, mut table) = (header.entries()?, before.entries()?);
    loop {
        let (key, inner) = named.first().filter(|_| errors.is_empty())?;
        let (known, value) = table.iter().find(|(known, _)| known.name == key.name)?;
        named = inner.entries()?;
        if named.is_empty() {
            return Some(known.range.start);
        }
        table = value.entries()?;
    }
}

/// Returns a hint for the most common syntax errors.
fn syntax_hint(source: &Source, error: &toml::de::Error) -> Option<String> {
    let span = error.span()?;
    let (text, found) = (&source.text, source.text.get(span.clone())?);
    let line = text[line_at(text, span.start)].trim();
    if error.message().starts_with("duplicate key") {
        if !line.starts_with('[') {
            return Some(format!("remove one of them: a table can set `{found}` only once"));
        }
        let first = first_of(line, &text[..line_at(text, span.start).start])?;
        let before = text[..first].matches('\n').count() + 1;
        return Some(format!("move the keys that follow this line to the `{line}` table on line {before}"));
    }
    if error.message().contains("must be quoted") {
        return Some(format!("use `\"{found}\"`"));
    }
    let (key, value) = line.split_once(':')?;
    error.message().starts_with("key with no value").then(|| format!("use `{} ={value}`", key.trim_end()))
}
