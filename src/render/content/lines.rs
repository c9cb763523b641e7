//! The lines of blocks in the source, for editors. Only pages on the development server contain them.

use super::Writer;
use crate::diag::Span;
use crate::markdown::{Document, Element, Event};
use crate::source::line_starts;

/// The maximum number of events to search for a block's text.
const SEARCHED: usize = 24;

/// The offsets at which the lines of a source start.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    /// Finds the lines.
    pub(super) fn new(source: &str) -> Self {
        Lines(line_starts(source))
    }

    /// Returns the number of the line that contains an offset. The first line has the number 1.
    fn number(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }
}

impl Writer<'_> {
    /// Adds the line in the source to the element of a block, which starts at or after `start` in the output.
    pub(super) fn add_line(&mut self, at: usize, start: usize) {
        let Some(lines) = &self.lines else { return };
        let Some(offset) = offset(self.document, at) else { return };
        let Some(written) = self.out.get(start..) else { return };
        let skipped = written.len() - written.trim_start().len();
        let tag = &written[skipped..];
        let Some(name) =
            tag.strip_prefix('<').filter(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic()))
        else {
            return;
        };
        let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
        let number = format!(" data-source-line=\"{}\"", lines.number(offset));
        self.out.insert_str(start + skipped + 1 + length, &number);
    }
}

/// Returns the offset of a block in the source. Text from other files, and text that is generated, has no offset.
fn offset(document: &Document, at: usize) -> Option<usize> {
    let event = document.events[at];
    match event {
        Event::Code(index) => in_source(document, document.code[index as usize].place),
        Event::Open(
            Element::Paragraph
            | Element::Heading(_)
            | Element::Item { .. }
            | Element::TableHead
            | Element::TableRow
            | Element::Term
            | Element::Entry(_)
            | Element::Definition,
        ) => {
            let inside = document.events[at + 1..].iter().take(SEARCHED);
            inside.take_while(|event| !is_end(event)).find_map(|event| match *event {
                Event::Text(span) | Event::InlineCode(span) => in_source(document, span),
                Event::Image(index) => {
                    let is_own = document.metadata.file_of_image(index as usize).is_none();
                    is_own
                        .then(|| document.images.get(index as usize))
                        .flatten()
                        .map(|image| image.span.range().start)
                }
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether an event ends the search for the text of a block.
fn is_end(event: &Event) -> bool {
    matches!(event, Event::Close(element) if element.is_block()) || matches!(event, Event::Code(_))
}

fn in_source(document: &Document, span: Span) -> Option<usize> {
    let range = span.range();
    (!range.is_empty() && range.end <= document.source.len()).then_some(range.start)
}
