//! Reads the arguments of shortcodes.

use std::cell::Cell;

use super::Argument;

/// The quotation marks around values.
const QUOTES: [char; 3] = ['"', '`', '\''];

/// An escaped quotation mark, which is around a value if the shortcode is in a text of another language.
const ESCAPED: &str = "\\\"";

/// Reads arguments between `separators`: words, quoted strings, and `name=value`.
pub(in crate::import) fn arguments(text: &str, separators: &[char]) -> Vec<Argument> {
    let mut found = Vec::new();
    let is_separator = |c: char| c.is_whitespace() || separators.contains(&c);
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let (first, after) = value(rest, &is_separator, true);
        let tail = after.trim_start();
        let is_name = !rest.starts_with(QUOTES) && tail.starts_with('=') && !first.is_empty();
        let next = match tail.strip_prefix('=').filter(|_| is_name) {
            Some(tail) => {
                let tail = tail.trim_start();
                let (value, after) = value(tail, &is_separator, false);
                let is_quoted = tail.starts_with(QUOTES) || tail.starts_with(ESCAPED);
                found.push(Argument { name: Some(first), value, is_quoted, is_read: Cell::new(false) });
                after
            }
            None => {
                let is_quoted = rest.starts_with(QUOTES) || rest.starts_with(ESCAPED);
                found.push(Argument { name: None, value: first, is_quoted, is_read: Cell::new(false) });
                // Skip a character that can't start a value.
                if after.len() == rest.len() {
                    &rest[rest.chars().next().map_or(0, char::len_utf8)..]
                } else {
                    after
                }
            }
        };
        rest = next.trim_start_matches(is_separator);
    }
    found
}

/// Reads a value. Also returns the rest of the text.
fn value<'t>(text: &'t str, is_separator: &dyn Fn(char) -> bool, is_first: bool) -> (String, &'t str) {
    if let Some((value, rest)) = text.strip_prefix(ESCAPED).and_then(|text| text.split_once(ESCAPED)) {
        return (value.to_owned(), rest);
    }
    let quote = text.chars().next().filter(|c| QUOTES.contains(c));
    let Some(quote) = quote else {
        let is_end = |c: char| is_separator(c) || (is_first && c == '=');
        let (value, rest) = match text.starts_with('[') {
            true => text.split_at(text.find(']').map_or(text.len(), |end| end + 1)),
            false if text.starts_with('{') => text.split_at(end_of_braces(text)),
            false => text.split_at(text.find(is_end).unwrap_or(text.len())),
        };
        return (value.to_owned(), rest);
    };
    let mut out = String::new();
    let mut chars = text[1..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote != '`' => match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, c)) => out.push(c),
                None => {}
            },
            c if c == quote => return (out, &text[1 + at + c.len_utf8()..]),
            c => out.push(c),
        }
    }
    (out, "")
}

/// Returns the offset of the end of an expression in braces.
fn end_of_braces(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
