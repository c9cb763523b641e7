//! Extracts a page's prose for spelling and style checkers.

use super::{Document, Event};
use crate::source::Source;

/// Returns the text of a source, with a space in place of each character that isn't prose, such as code, markup, and
/// front matter. Prose keeps its lines and columns.
pub(crate) fn prose(source: &Source, document: &Document) -> String {
    let text = &*source.text;
    let mut kept = vec![false; text.len()];
    for event in &document.events {
        if let Event::Text(span) = event
            && let Some(kept) = kept.get_mut(span.range())
        {
            kept.fill(true);
        }
    }
    // The title isn't part of the events.
    if let Some(span) = document.title_span
        && let Some(title) = &document.title
    {
        let mut at = span.range().start;
        for word in title.split_whitespace() {
            let Some(found) = text.get(at..span.range().end).and_then(|rest| rest.find(word)) else {
                continue;
            };
            kept[at + found..at + found + word.len()].fill(true);
            at += found + word.len();
        }
    }
    let keep = |(at, c): (usize, char)| if kept[at] || matches!(c, '\n' | '\r') { c } else { ' ' };
    let blanked: String = text.char_indices().map(keep).collect();
    let lines = blanked.split_inclusive('\n').map(|line| {
        let end = line.trim_end_matches(['\n', '\r']).len();
        [line[..end].trim_end_matches(' '), &line[end..]].concat()
    });
    lines.collect()
}
