//! Parses Hugo shortcodes: `{{< name >}}` and `{{% name %}}`.

use super::args::arguments;
use super::{Builder, Call, Piece};

/// Parses the shortcodes in text.
pub(in crate::import) fn parse(text: &str) -> Vec<Piece> {
    let mut builder = Builder::default();
    let mut at = 0;
    while let Some(start) = text[at..].find("{{").map(|found| at + found) {
        builder.text(&text[at..start]);
        match tag(&text[start..]) {
            Some(found) => {
                add(&mut builder, &found, start, &text[start..start + found.length]);
                at = start + found.length;
            }
            None => {
                builder.text("{{");
                at = start + 2;
            }
        }
    }
    builder.text(&text[at..]);
    builder.pieces
}

/// A shortcode tag.
struct Tag<'t> {
    inner: &'t str,
    is_markdown: bool,
    is_escaped: bool,
    length: usize,
}

/// Reads the tag at the start of the text.
fn tag(text: &str) -> Option<Tag<'_>> {
    let is_markdown = text.starts_with("{{%");
    let close = match is_markdown {
        true => "%}}",
        false if text.starts_with("{{<") => ">}}",
        false => return None,
    };
    // A comment can contain several tags.
    if let Some(comment) = text[3..].strip_prefix("/*") {
        let length = comment.find(&format!("*/{close}"))?;
        let inner = &comment[..length];
        return Some(Tag { inner, is_markdown, is_escaped: true, length: 5 + length + 2 + close.len() });
    }
    let end = end_of(&text[3..], close)? + 3;
    let inner = text[3..end].trim();
    Some(Tag { inner, is_markdown, is_escaped: false, length: end + close.len() })
}

/// Returns the offset of the end of a tag, ignoring quoted text.
fn end_of(text: &str, close: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if rest.starts_with(close) {
            return Some(at);
        }
        // In a text of another language, the quotation marks can be escaped.
        let quoted = match c {
            '\\' if rest.starts_with("\\\"") => rest[2..].find("\\\"").map(|end| end + 4),
            '"' => end_of_quote(&rest[1..]).map(|end| end + 1),
            '`' => rest[1..].find('`').map(|end| end + 2),
            _ => Some(c.len_utf8()),
        };
        let Some(length) = quoted else { break };
        at += length;
    }
    text.find(close)
}

/// Returns the offset after the quotation mark that ends a text. A backslash can escape a quotation mark.
fn end_of_quote(text: &str) -> Option<usize> {
    let mut is_after_backslash = false;
    let is_end = |(_, c): &(usize, char)| {
        let is_end = *c == '"' && !is_after_backslash;
        is_after_backslash = *c == '\\' && !is_after_backslash;
        is_end
    };
    text.char_indices().find(is_end).map(|(at, _)| at + 1)
}

fn add(builder: &mut Builder, tag: &Tag<'_>, start: usize, raw: &str) {
    if tag.is_escaped {
        let (open, close) = if tag.is_markdown { ("{{%", "%}}") } else { ("{{<", ">}}") };
        builder.text(&format!("{open}{}{close}", tag.inner));
        return;
    }
    if let Some(name) = tag.inner.strip_prefix('/') {
        let name = name.trim();
        let name = name.split(char::is_whitespace).next().unwrap_or_default();
        builder.end((!name.is_empty()).then(|| lowered(name)).as_deref());
        return;
    }
    let closed = tag.inner.strip_suffix('/').filter(|rest| rest.is_empty() || !rest.ends_with(['/', ':']));
    let is_closed = closed.is_some_and(|rest| {
        rest.ends_with(char::is_whitespace) || rest.ends_with('"') || !rest.contains(char::is_whitespace)
    });
    let inner = if is_closed { closed.unwrap_or(tag.inner) } else { tag.inner };
    let (name, rest) = inner.split_at(inner.find(char::is_whitespace).unwrap_or(inner.len()));
    if name.is_empty() {
        builder.text(raw);
        return;
    }
    let call = Call {
        name: lowered(name),
        arguments: arguments(rest, &[]),
        inner: None,
        is_markdown: tag.is_markdown,
        range: start..start + raw.len(),
        raw: raw.to_owned(),
    };
    builder.start(call, !is_closed);
}

fn lowered(name: &str) -> String {
    let name = name.trim_end_matches('/');
    name.strip_suffix(".html").unwrap_or(name).to_ascii_lowercase()
}
