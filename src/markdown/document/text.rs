//! The text of a document: the prose that readers see, its lines, and its first paragraph.

use super::{Document, Element, Event, TextSpan};
use crate::markdown::{emoji::emoji, raw_html};

impl Document {
    /// Whether a string is from an imported file.
    pub(in crate::markdown) fn is_imported(&self, span: TextSpan) -> bool {
        let after = self.imported_text.partition_point(|range| range.start <= span.range().start);
        self.imported_text[..after].last().is_some_and(|range| span.range().end <= range.end)
    }

    /// Whether an event separates lines because it starts or ends a block, is a block, or contains the tag of a block
    /// element.
    pub fn separates_lines(&self, event: &Event) -> bool {
        match *event {
            Event::Open(element) | Event::Close(element) => element.is_block(),
            Event::Code(_) | Event::Rule => true,
            Event::Attributes(index) => self.caption(index).is_some(),
            Event::Html(span) => raw_html::has_block(self.str(span)),
            _ => false,
        }
    }

    /// Returns the caption in the attributes with this index.
    pub fn caption(&self, index: u32) -> Option<&str> {
        let others = &self.attributes.get(index as usize)?.others;
        others.iter().find(|(name, _)| &**name == "caption").map(|(_, caption)| &**caption)
    }

    /// Returns the prose that readers see because of the event at an index. If the event also [separates
    /// lines](Self::separates_lines), this text is a line.
    pub fn prose(&self, events: &[Event], at: usize) -> &str {
        let image = |event: &Event| match *event {
            Event::Image(index) => self.images.get(index as usize),
            _ => None,
        };
        match events[at] {
            Event::Text(span) | Event::InlineCode(span) => self.str(span),
            Event::Image(_) => image(&events[at]).map_or("", |image| &*image.alt),
            Event::Close(Element::Figure) => {
                let mut inside =
                    events[..at].iter().rev().take_while(|one| **one != Event::Open(Element::Figure));
                let image = inside.find_map(image);
                image.and_then(|image| image.title.as_deref()).unwrap_or_default()
            }
            Event::Attributes(index) => self.caption(index).unwrap_or_default(),
            Event::Emoji(span) => emoji(self.str(span)).unwrap_or_default(),
            Event::Math(index) => self
                .math
                .get(index as usize)
                .map_or("", |math| math.reference().unwrap_or(self.str(math.latex))),
            Event::SoftBreak | Event::HardBreak => " ",
            Event::Open(Element::TooltipText) => " (",
            Event::Close(Element::TooltipText) => ")",
            _ => "",
        }
    }

    /// Returns the index of the event after the first block or the first HTML element.
    pub fn first_block_end(&self) -> usize {
        if let Some(html) = self.html.first().filter(|html| html.start == 0) {
            return html.end;
        }
        let (mut depth, mut html) = (0_usize, String::new());
        for (at, event) in self.events.iter().enumerate() {
            match event {
                Event::Open(_) => depth += 1,
                Event::Close(_) => depth = depth.saturating_sub(1),
                Event::Html(span) => html.push_str(self.str(*span)),
                // A URL is part of a tag, which continues in the next event.
                Event::Address(_) => html.push('_'),
                // The attributes belong to the element that follows.
                Event::Attributes(_) => continue,
                _ => {}
            }
            if html.rfind(['<', '>']).is_some_and(|at| html[at..].starts_with('<')) {
                continue;
            }
            depth = raw_html::depth_after(&std::mem::take(&mut html), depth);
            if depth == 0 {
                return at + 1;
            }
        }
        self.events.len()
    }

    /// Whether the document is a single paragraph whose lines can be joined.
    pub fn is_one_paragraph(&self) -> bool {
        matches!(self.events.first(), Some(Event::Open(Element::Paragraph)))
            && self.first_block_end() == self.events.len()
            && !self.events.iter().any(|event| matches!(event, Event::HardBreak))
    }

    /// Whether the document ends with a list.
    pub fn ends_with_list(&self) -> bool {
        matches!(self.events.last(), Some(Event::Close(Element::List(_))))
    }

    /// Returns the prose, without code blocks or raw HTML. Blocks are separated by line breaks.
    pub fn plain_text(&self) -> String {
        let mut out = String::with_capacity(self.length as usize);
        self.write_prose(&self.events, &mut out);
        out.truncate(out.trim_end().len());
        out
    }

    /// Returns, as plain text, the first paragraph outside admonitions, tabs, and similar elements. This text is the
    /// default description of the page.
    pub fn first_paragraph(&self) -> Option<String> {
        let (mut depth, mut in_comment) = (0_usize, false);
        let mut start = None;
        for (at, event) in self.events.iter().enumerate() {
            match event {
                Event::Open(Element::Paragraph) if depth == 0 => {
                    start = Some(at);
                    depth += 1;
                }
                Event::Close(Element::Paragraph) if depth == 1 => {
                    depth = 0;
                    if let Some(start) = start.take() {
                        let mut out = String::new();
                        self.write_prose(&self.events[start..at], &mut out);
                        let (opens, closes) = self.comment_at(&self.events[start..at]);
                        let was_comment = in_comment || opens;
                        in_comment = was_comment && !closes;
                        if !was_comment && !out.trim().is_empty() {
                            return Some(out.trim().to_owned());
                        }
                    }
                }
                Event::Open(_) => depth += 1,
                Event::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    /// Returns whether a paragraph starts an MDX comment, such as `{/* … */}`, and whether it ends such a comment. A
    /// comment can contain blank lines. The function checks the source, because the asterisks might have been parsed as
    /// emphasis.
    fn comment_at(&self, events: &[Event]) -> (bool, bool) {
        let mut texts = events.iter().filter_map(|event| match event {
            Event::Text(span) => Some(span.range()).filter(|range| range.end <= self.source.len()),
            _ => None,
        });
        let Some(first) = texts.next() else { return (false, false) };
        let last = texts.next_back().unwrap_or_else(|| first.clone());
        (self.source[first.start..].starts_with("{/*"), self.source[..last.end].ends_with("*/}"))
    }

    fn write_prose(&self, events: &[Event], out: &mut String) {
        for (at, event) in events.iter().enumerate() {
            let is_apart = self.separates_lines(event);
            let end_line = |out: &mut String| {
                if is_apart && !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
            };
            end_line(out);
            out.push_str(self.prose(events, at));
            end_line(out);
        }
    }
}
