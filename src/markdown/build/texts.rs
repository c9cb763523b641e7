//! The strings of a document. Most strings appear in the source exactly as they're shown, so they aren't stored twice.

use std::borrow::Cow;
use std::ops::Range;

use crate::diag::Span;
use crate::markdown::document::{Document, Element, Event, OwnPiece, TextSpan};

/// The maximum distance, in bytes, between the expected location of a string and its actual location. Markers or the
/// first line of a code block can precede the string.
const NEAR: usize = 256;

/// The strings of a document that's being built, and their locations.
#[derive(Default)]
pub(super) struct Texts {
    /// The strings, concatenated.
    pub arena: String,
    /// Ascending offsets in the arena, each with the source location of the string at that offset.
    met: Vec<(usize, usize)>,
    /// The ranges in the arena that are values of variables, in order.
    values: Vec<Range<usize>>,
    /// The ranges in the arena with the strings of other files, in order.
    imported: Vec<Range<usize>>,
}

impl Texts {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Texts { arena: String::with_capacity(capacity), ..Texts::default() }
    }

    /// Sets the source location of the next string.
    pub(super) fn meet(&mut self, place: usize) {
        match self.met.last_mut() {
            Some((at, last)) if *at == self.arena.len() => *last = place,
            _ => self.met.push((self.arena.len(), place)),
        }
    }

    /// Records that the end of the arena, from an offset on, is the value of a variable.
    pub(super) fn end_value(&mut self, start: usize) {
        self.values.push(start..self.arena.len());
    }

    /// Records that the end of the arena, from an offset on, contains strings of another file.
    pub(super) fn end_import(&mut self, start: usize) {
        self.imported.push(start..self.arena.len());
    }

    fn is_imported(&self, at: usize) -> bool {
        let next = self.imported.partition_point(|range| range.end <= at);
        self.imported.get(next).is_some_and(|range| range.start <= at)
    }

    /// Returns a range of the arena with the values of variables rewritten. Given the text before a value and the value,
    /// `hide` returns a value of the same length in which no character has a meaning.
    pub(super) fn hiding(&self, range: Range<usize>, hide: impl Fn(&str, &str) -> String) -> Cow<'_, str> {
        let mut text = Cow::Borrowed(&self.arena[range.clone()]);
        let first = self.values.partition_point(|value| value.end <= range.start);
        for value in self.values[first..].iter().take_while(|value| value.start < range.end) {
            let (start, end) = (value.start.max(range.start), value.end.min(range.end));
            let place = start - range.start..end - range.start;
            let written = hide(&text[..place.start], &text[place.clone()]);
            text.to_mut().replace_range(place, &written);
        }
        text
    }

    /// Adds the strings that don't appear in the source to the document's own strings, and points all spans at the
    /// source or at these strings.
    pub(super) fn settle(self, document: &mut Document) {
        let source = document.source.clone();
        let (mut own, mut imported) = (String::new(), Vec::<Range<usize>>::new());
        let mut settle = |span: &mut TextSpan| {
            let Some(text) = self.arena.get(span.range()) else { return };
            let is_imported = self.is_imported(span.range().start);
            if let Some(at) = self.find(&source, span.range()).filter(|_| !is_imported) {
                *span = Span::from(at..at + text.len());
                return;
            }
            let start = source.len() + own.len();
            own.push_str(text);
            *span = Span::from(start..start + text.len());
            match imported.last_mut() {
                Some(last) if is_imported && last.end == start => last.end += text.len(),
                _ if is_imported => imported.push(start..start + text.len()),
                _ => {}
            }
        };
        let pieces = document.own_markdown.iter_mut().flat_map(|own| &mut own.pieces);
        let own_events = pieces.flat_map(|piece| match piece {
            OwnPiece::Events(events) => &mut events[..],
            OwnPiece::Text(_) => &mut [],
        });
        let for_agents = document.for_agents.iter_mut().flatten();
        let events = document.events.iter_mut().chain(&mut document.title_events);
        for event in events.chain(own_events).chain(for_agents) {
            if let Event::Text(span) | Event::InlineCode(span) | Event::Emoji(span) | Event::Html(span) =
                event
            {
                settle(span);
            }
        }
        for block in &mut document.code {
            settle(&mut block.text);
            block.written.iter_mut().for_each(|written| settle(&mut written.text));
        }
        document.math.iter_mut().for_each(|formula| settle(&mut formula.latex));
        document.text = own.into();
        document.imported_text = imported;
    }

    /// Finds a range of the arena in the source. Any location that contains the same bytes is valid.
    fn find(&self, source: &str, range: Range<usize>) -> Option<usize> {
        let (source, text) = (source.as_bytes(), &self.arena.as_bytes()[range.clone()]);
        let (Some(first), Some(last)) = (text.first(), source.len().checked_sub(text.len())) else {
            return Some(0).filter(|_| text.is_empty());
        };
        let index = self.met.partition_point(|(at, _)| *at <= range.start).checked_sub(1)?;
        let (at, place) = self.met[index];
        let from = place + (range.start - at);
        (from..=last.min(from + NEAR)).find(|at| source[*at] == *first && source[*at..].starts_with(text))
    }
}

/// Counts the words in prose. In scripts without spaces between words, each character counts as a word.
pub(super) fn count_words(document: &Document) -> u32 {
    let mut words = 0_u32;
    for event in &document.events {
        if let Event::Text(span) | Event::InlineCode(span) = event {
            let text = document.str(*span);
            let whole = text
                .split_ascii_whitespace()
                .filter(|word| word.bytes().any(|b| b.is_ascii_alphanumeric() || b >= 0x80));
            words = words.saturating_add(whole.count() as u32);
            if !text.is_ascii() {
                let signs =
                    text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'));
                words = words.saturating_add(signs.count() as u32);
            }
        }
    }
    words
}

/// Returns a paragraph on one line. If the paragraph is longer than the description in a search result, truncates the
/// paragraph between words.
pub(super) fn summary(paragraph: &str) -> String {
    const LIMIT: usize = 160;
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = text.char_indices().nth(LIMIT) else { return text };
    let cut = text[..end].rfind(' ').unwrap_or(end);
    format!("{}…", text[..cut].trim_end_matches([',', ';', ':', '.']))
}

/// Returns the index of the event where page lists truncate a document. This event comes after `<!-- truncate -->`, or
/// after the outermost block or raw HTML element that contains the marker.
pub(super) fn truncate_marker(document: &Document) -> Option<u32> {
    let mut html = document.html.iter().peekable();
    let (mut depth, mut found) = (0_usize, false);
    for (at, event) in document.events.iter().enumerate() {
        match event {
            Event::Open(Element::Footnotes) => return None,
            Event::Open(_) => depth += 1,
            Event::Close(_) => depth = depth.saturating_sub(1),
            Event::Html(span) => {
                let comment = document.str(*span).trim().strip_prefix("<!--");
                let words = comment.and_then(|rest| rest.split_once("-->")).map(|(words, _)| words.trim());
                found |= words == Some("truncate");
            }
            _ => {}
        }
        while html.next_if(|range| range.end <= at + 1).is_some() {}
        if found && depth == 0 && html.peek().is_none_or(|range| at < range.start) {
            return u32::try_from(at + 1).ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::markdown::{Event, Options, parse};
    use crate::path::SourcePath;
    use crate::source::Source;

    /// Returns a document's strings, and whether each string is read from the source.
    fn texts(source: &str) -> Vec<(String, bool)> {
        let source = Source::new(SourcePath::new("a.md"), source);
        let (document, _) = parse(&source, &Options::default(), &Default::default(), None);
        let spans = document.events.iter().filter_map(|event| match event {
            Event::Text(span) | Event::InlineCode(span) | Event::Html(span) => Some(*span),
            Event::Code(index) => Some(document.code[*index as usize].text),
            _ => None,
        });
        let is_source = |start: u32| (start as usize) < document.source.len();
        spans.map(|span| (document.str(span).to_owned(), is_source(span.start))).collect()
    }

    #[test]
    fn what_stands_in_the_source_is_not_kept_again() {
        let source = "Some *words*, `code` and <b>HTML</b>.\n\n```rust title=\"a.rs\"\nfn a() {}\n\nfn b() {}\n```\n\n> Quoted é\n";
        let texts = texts(source);
        let shown: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        let expected = [
            "Some ",
            "words",
            ", ",
            "code",
            " and ",
            "<b>",
            "HTML",
            "</b>",
            ".",
            "fn a() {}\n\nfn b() {}",
            "Quoted é",
        ];
        assert_eq!(shown, expected);
        assert!(texts.iter().all(|(_, is_source)| *is_source), "{texts:?}");
    }

    #[test]
    fn what_is_written_otherwise_is_kept() {
        let source = "One &amp; two \\* three\n\n- item\n\n  ```\n  a\n    b\n  ```\n\n<hr>\r\n\r\ntext\r\n";
        let kept: Vec<String> =
            texts(source).into_iter().filter(|(_, is_source)| !is_source).map(|(text, _)| text).collect();
        assert_eq!(kept, ["One & two * three", "a\n  b", "<hr>\n"]);
    }
}
