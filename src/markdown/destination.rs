//! Locates a link's destination in the link's source. pulldown-cmark reports the range of the whole link, but
//! diagnostics and the Markdown version of a page need only the destination. This module doesn't determine whether text
//! is a link. If the destination can't be located, the result is `None`.

use std::ops::Range;

/// Locates the destination of an inline link or image, `[text](destination "title")`. The `](` is at or after `from`,
/// and the link or image ends at `end`.
pub(super) fn inline(text: &str, from: usize, end: usize) -> Option<Range<usize>> {
    let open = text.get(from..end)?.find("](")? + from + 2;
    read(text, open, end)
}

/// Locates the destination in the definition `[label]: destination "title"` at `span`.
pub(super) fn definition(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.get(span.clone())?.as_bytes();
    let mut at = bytes.iter().position(|byte| *byte == b'[')? + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b']' if bytes.get(at + 1) == Some(&b':') => return read(text, span.start + at + 2, span.end),
            _ => {}
        }
        at += 1;
    }
    None
}

fn read(text: &str, from: usize, end: usize) -> Option<Range<usize>> {
    let bytes = text.get(..end)?.as_bytes();
    let mut at = from;
    while bytes.get(at)?.is_ascii_whitespace() {
        at += 1;
    }
    if bytes[at] == b'<' {
        let start = at + 1;
        at = start;
        while !matches!(bytes.get(at)?, b'>' | b'\n') {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        return (bytes.get(at) == Some(&b'>')).then_some(start..at);
    }
    let start = at;
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            byte if byte.is_ascii_whitespace() => break,
            _ => {}
        }
        at += 1;
    }
    let at = at.min(end);
    (at > start && text.is_char_boundary(at)).then_some(start..at)
}
