//! Limits the size of a page, regardless of the document's content. A truncated page links to its Markdown version,
//! which contains everything.

use crate::markdown::{Document, Event};

/// The maximum size of a page's text column and console together, in bytes of HTML.
const PAGE: usize = 250_000;
/// The minimum room for the text column, in bytes of HTML, even if the console is large.
const LEAST_COLUMN: usize = 100_000;
/// The maximum size of a description in a row, in bytes.
pub(super) const SMALL_TEXT: usize = 24_000;
/// The maximum size, in bytes, of a description that's part of the page.
pub(super) const LARGE_TEXT: usize = 150_000;
/// The maximum size of all examples in the text column, in bytes of text. Highlighted examples are about three times as
/// long as their text.
pub(super) const EXAMPLES: usize = 32_000;
/// The maximum size of all examples in the column beside the text, in bytes of text.
pub(super) const EXAMPLES_BESIDE: usize = 10_000;
/// The maximum size of one example, in bytes of text.
pub(super) const EXAMPLE: usize = 16_000;
/// The maximum size, in bytes of text, of an example that's shown even if there's no room left.
pub(super) const LEAST_EXAMPLE: usize = 600;

/// Returns the maximum length, in bytes, of a text column next to a console of `console` bytes.
pub(super) fn column(console: usize) -> usize {
    PAGE.saturating_sub(console).max(LEAST_COLUMN)
}

/// Returns the number of document events that fit into `limit` bytes of HTML: either all events or the events before a
/// top-level block.
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
            // Highlighted code is about three times as long as its text.
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
