//! Limits the size of a page, regardless of what its document contains. The page links to its Markdown version, which
//! contains the rest.

use crate::markdown::{Document, Event};

/// The maximum size, in bytes of HTML, of a page's text column and console together; and the minimum for the column.
const PAGE: usize = 250_000;
const LEAST_COLUMN: usize = 100_000;
/// The maximum size, in bytes, of a description in a row; and of a description that is part of the page.
pub(super) const SMALL_TEXT: usize = 24_000;
pub(super) const LARGE_TEXT: usize = 150_000;
/// The maximum size, in bytes of text, of all examples in a column; and the maximum and minimum for one example.
/// Highlighted examples are three times as long.
pub(super) const EXAMPLES: usize = 32_000;
pub(super) const EXAMPLES_BESIDE: usize = 10_000;
pub(super) const EXAMPLE: usize = 16_000;
pub(super) const LEAST_EXAMPLE: usize = 600;

/// Returns the maximum length of a text column next to a console of this length.
pub(super) fn column(console: usize) -> usize {
    PAGE.saturating_sub(console).max(LEAST_COLUMN)
}

/// Returns the events of a document that fit into this many bytes: all of them, or those before a top-level block.
pub(super) fn fitting(document: &Document, limit: usize) -> usize {
    let code: usize = document.code.iter().map(|code| code.text.range().len()).sum();
    if document.length as usize + code <= limit / 2 {
        return document.events.len();
    }
    let (mut depth, mut size, mut end) = (0_usize, 0, 0);
    for (at, event) in document.events.iter().enumerate() {
        match event {
            Event::Open(_) => (depth, size) = (depth + 1, size + 24),
            Event::Close(_) => depth = depth.saturating_sub(1),
            Event::Text(span) | Event::InlineCode(span) | Event::Html(span) => {
                size += document.str(*span).len() * 11 / 10;
            }
            // Highlighted code is about three times as long.
            Event::Code(index) => size += document.code[*index as usize].text.range().len() * 3 + 300,
            _ => size += 16,
        }
        if size > limit {
            return end;
        }
        if depth == 0 {
            end = at + 1;
        }
    }
    document.events.len()
}
