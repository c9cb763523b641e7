//! Writes the Markdown of leaves into the output of components and keeps the elements balanced. Balancing is necessary
//! because a component can leave out the leaf that closes an element or put this leaf inside a different element.

use std::ops::Range;

use super::{FrameKind, rendered::Output};
use crate::diag::Span;
use crate::markdown::{
    balance::Open,
    document::{Element, Event},
    raw_html::{self, Part},
};

impl Output<'_, '_> {
    /// Writes a range of events unchanged.
    pub(super) fn content(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let is_html = |event: &Event| matches!(event, Event::Html(_) | Event::Address(_));
            let run = self.written[at..range.end].iter().take_while(|event| is_html(event)).count();
            if run > 0 {
                self.raw_html(at..at + run);
                at += run;
                continue;
            }
            match self.written[at] {
                Event::Open(element) => self.open(element),
                Event::Close(element) => self.close(element),
                Event::Code(index) if self.builder.is_code_group() => self.code_tab(index),
                event => self.builder.write(event),
            }
            at += 1;
        }
    }

    /// Writes a code block in a code group as a tab.
    fn code_tab(&mut self, index: u32) {
        let place = self.place();
        let mut block = self.builder.document.code[index as usize].clone();
        let tab = self.builder.open_code_tab(block.title.take(), &block.language, place);
        self.builder.document.code.push(block);
        self.builder.write(Event::Code((self.builder.document.code.len() - 1) as u32));
        tab.into_iter().for_each(|tab| self.builder.write(Event::Close(tab)));
    }

    fn open(&mut self, element: Element) {
        match element {
            // The footnotes of all files are written at the end of the page.
            Element::Footnotes => {}
            Element::Footnote { number, .. } => {
                let outside = std::mem::take(&mut self.builder.document.events);
                self.note = Some((number, outside));
                self.builder.enter(FrameKind::Footnote);
            }
            element => {
                self.builder.enter(FrameKind::Element(element));
                self.builder.write(Event::Open(element));
            }
        }
    }

    /// Closes an element and the elements that are still open inside it. If the element isn't open here, does nothing.
    fn close(&mut self, element: Element) {
        let kind = match element {
            Element::Footnotes => return,
            Element::Footnote { .. } => FrameKind::Footnote,
            element => FrameKind::Element(element),
        };
        let floor = self.own.last().map_or(0, |own| own.depth);
        let inside = &self.builder.frames[floor..];
        if let Some(at) = inside.iter().rposition(|frame| frame.kind == kind) {
            self.close_to(floor + at);
        }
    }

    /// Closes the Markdown elements above a given stack height.
    pub(super) fn close_to(&mut self, depth: usize) {
        while self.builder.frames.len() > depth {
            let Some(frame) = self.builder.pop() else { return };
            match frame.kind {
                FrameKind::Element(element) => self.builder.write(Event::Close(element)),
                kind @ FrameKind::Directive { .. } => self.close_block(kind),
                FrameKind::Silent => {}
                _ => {
                    let Some((number, outside)) = self.note.take() else { continue };
                    let content = std::mem::replace(&mut self.builder.document.events, outside);
                    // The same file can be shown several times.
                    self.notes.entry(number).or_insert(content);
                }
            }
        }
    }

    /// Writes a leaf's raw HTML.
    fn raw_html(&mut self, range: Range<usize>) {
        let first = self.builder.document.events.len();
        let mut html = String::new();
        let mut starts = Vec::with_capacity(range.len());
        for event in &self.written[range.clone()] {
            starts.push(html.len());
            match event {
                Event::Html(span) => html.push_str(&self.builder.texts.arena[span.range()]),
                // Write a placeholder for the URL.
                _ => html.push('x'),
            }
        }
        let place = self.place();
        let (mut at, mut copied) = (0, 0);
        while at < html.len() {
            let (part, length) = raw_html::first_part(&html[at..]);
            match part {
                Part::Start { name, slash, .. } => {
                    self.copy(range.start, &starts, copied..at);
                    copied = at;
                    // A tag that ends in `/>` closes its element only in SVG and MathML. Elsewhere, the end tag has
                    // already been added.
                    let slash = slash && self.builder.balance.is_foreign(self.builder.html_depth());
                    let open = Open { name: name.into(), tag: place, slash, ..Open::default() };
                    self.builder.start_element(open);
                }
                Part::End(name) => {
                    self.copy(range.start, &starts, copied..at);
                    copied = at + length;
                    self.builder.end_tag(&name, &html[at..copied], place);
                }
                Part::Text(_) | Part::Comment(_) | Part::Silent => {}
            }
            at += length;
        }
        self.copy(range.start, &starts, copied..html.len());
        self.builder.note_html(first);
    }

    /// Writes a range of raw HTML. `starts` contains the offsets of the events in the raw HTML, starting with the
    /// event at the index `first`.
    fn copy(&mut self, first: usize, starts: &[usize], range: Range<usize>) {
        let from = starts.partition_point(|start| *start <= range.start).saturating_sub(1);
        for (index, start) in starts.iter().enumerate().skip(from) {
            if *start >= range.end {
                return;
            }
            let event = match self.written[first + index] {
                Event::Html(span) => {
                    let offset = |at: usize| span.start as usize + at.saturating_sub(*start);
                    let end = offset(range.end).min(span.end as usize);
                    Event::Html(Span::from(offset(range.start).min(end)..end))
                }
                event => event,
            };
            self.builder.write(event);
        }
    }
}
