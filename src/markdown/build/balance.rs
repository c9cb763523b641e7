//! What is done so that no raw HTML reaches out of the Markdown it stands in: end tags are added and left out, and the
//! writer is told. Which ones is the business of `markdown::balance`.

use super::containers::frame_name;
use super::{Builder, Frame, FrameKind};
use crate::diag::{Code, Span};
use crate::markdown::balance::{Cut, End, Open};
use crate::markdown::document::{Element, Event};
use crate::markdown::elements;
use crate::markdown::raw_html;

impl Builder<'_> {
    /// How much Markdown is around a block that stood here. A paragraph is not: it ends where a block begins.
    pub(super) fn html_depth(&self) -> usize {
        let paragraph = [FrameKind::Element(Element::Paragraph), FrameKind::Implied];
        let inside = self.frames.last().is_some_and(|frame| paragraph.contains(&frame.kind));
        self.frames.len() - usize::from(inside)
    }

    /// The depth of the note that is being read: it is written elsewhere than what is around it.
    pub(super) fn note_depth(&self) -> usize {
        if self.notes.current.is_empty() {
            return 0;
        }
        self.frames.iter().rposition(|frame| frame.kind == FrameKind::Footnote).map_or(0, |at| at + 1)
    }

    /// An element begins: `element` is what its tag says of it.
    pub(super) fn start_element(&mut self, mut element: Open) {
        let block = elements::is(&element.name, elements::BLOCK);
        element.depth = if block { self.html_depth() } else { self.frames.len() };
        element.inline &= !block;
        let ended = self.balance.start(element);
        self.close_elements(&ended);
    }

    pub(super) fn ends_outer_item(&self, name: &str) -> bool {
        let item = |frame: &Frame| matches!(frame.kind, FrameKind::Element(Element::Item { .. }));
        self.balanced
            && matches!(name, "li" | "dd" | "dt")
            && self.balance.ends_outer_item(name, self.html_depth(), self.frames.iter().any(item))
    }

    pub(super) fn end_tag(&mut self, name: &str, tag: &str, place: Span) {
        if self.balance.raw_text(self.note_depth()) == Some(name) {
            self.balance.end_raw_text();
            return self.html_part(tag);
        }
        let (message, hint) = match self.balance.end(name, self.html_depth()) {
            End::Closes(inside) => {
                self.close_elements(&inside);
                return self.html_part(tag);
            }
            End::Ignored => return self.html_part(tag),
            _ if !self.balanced => return self.html_part(tag),
            End::Late(by) => (
                format!("`</{name}>` comes too late"),
                format!("docgen left it out and closed the `<{name}>` before {by}: write `</{name}>` there"),
            ),
            End::Nothing { outside: false } => {
                (format!("`</{name}>` closes nothing"), "docgen left it out: remove it".to_owned())
            }
            End::Nothing { outside: true } => {
                let around = self.frames.last().map_or("the page", |frame| frame_name(frame.kind));
                (
                    format!("`</{name}>` closes nothing"),
                    format!(
                        "docgen left it out: the `<{name}>` before it was opened outside of {around}, and has to be closed there"
                    ),
                )
            }
        };
        self.unbalanced(message, hint, place);
    }

    fn unbalanced(&mut self, message: String, hint: impl Into<String>, place: Span) {
        self.report(Code::UnbalancedHtml, message, place).hints.push(hint.into());
    }

    pub(super) fn report_item(&mut self, name: &str, place: Span) {
        let list = if name == "li" { "ul" } else { "dl" };
        let hint = format!("docgen left it out: put `<{list}>` before the first of them");
        self.unbalanced(format!("`<{name}>` stands in no list"), hint, place);
    }

    /// A comment or the like does not end in its block.
    pub(super) fn unended(&mut self, start: &str, close: &str, place: Span) {
        if self.balanced {
            self.html_part(close);
            let hint = format!("docgen closed it at the end of the HTML block: add `{close}` where it ends");
            self.unbalanced(format!("`{start}` is never closed"), hint, place);
        }
    }

    /// A tag does not end in its block.
    pub(super) fn broken_tag(&mut self, part: &str, place: Span) {
        if !self.balanced {
            return self.html_part(part);
        }
        self.text_part(part);
        let start = part.split(char::is_whitespace).next().unwrap_or(part);
        let hint =
            "it is shown as text: end the tag, and each quotation mark in it, before the next empty line";
        self.unbalanced(format!("the tag `{start}` has no end"), hint, place);
    }

    /// A block of HTML is over. If text is open in it that is not HTML, as a script, and nothing closes it in the `rest`
    /// of the page, it goes no further; without a rest it never does.
    pub(super) fn end_raw_text(&mut self, rest: Option<&str>) {
        let Some(element) = self.balance.raw_text(self.note_depth()) else { return };
        if let Some(rest) = rest
            && !self.endless.contains(&element)
        {
            if raw_html::raw_text_end(rest, element).is_some() {
                return;
            }
            self.endless.push(element);
        }
        if let Some(open) = self.balance.end_raw_text() {
            self.close_unclosed(&open, "the HTML block");
        }
        self.note_html(self.document.events.len());
    }

    /// What stands at this depth or deeper ends, at the end of `place`.
    pub(super) fn leave_html(&mut self, depth: usize, place: &str) {
        if self.balance.is_idle() {
            return;
        }
        let first = self.document.events.len();
        let (open, cut) = self.balance.leave(depth);
        for element in &open {
            self.close_unclosed(element, place);
        }
        for Cut { element, by } in cut {
            let hint = format!("docgen closed it before {by}: add `</{}>` where it ends", element.name);
            self.report_unclosed_html(&element, hint);
        }
        self.note_html(first);
    }

    /// A line of text in a list item without paragraphs ends.
    pub(super) fn end_line(&mut self) {
        if self.balance.is_idle() {
            return;
        }
        for element in self.balance.end_line(self.frames.len()) {
            self.close_unclosed(&element, "the line of text");
        }
    }

    /// Markdown comes that begins a block: what it cannot stand in ends before it.
    pub(super) fn make_room(&mut self, block: &str, holds_blocks: bool) {
        if self.balance.is_idle() {
            return;
        }
        let first = self.document.events.len();
        let ended = self.balance.make_room(block, holds_blocks, self.html_depth());
        self.close_elements(&ended);
        self.note_html(first);
    }

    /// Closes elements that end with another; whether that is a mistake shows later.
    fn close_elements(&mut self, elements: &[Open]) {
        for element in elements {
            self.close_element(element);
        }
    }

    fn close_unclosed(&mut self, element: &Open, place: &str) {
        self.close_element(element);
        if element.needs_end() {
            let hint =
                format!("docgen closed it at the end of {place}: add `</{}>` where it ends", element.name);
            self.report_unclosed_html(element, hint);
        }
    }

    fn close_element(&mut self, element: &Open) {
        if !self.balanced {
            return;
        }
        let name = &*element.name;
        if element.slash {
            if element.slot > 0 {
                self.document.events[element.slot] = Event::Html(self.keep(&format!("</{name}>")));
            }
            let hint = format!(
                "docgen closed it right there: write `<{name}></{name}>`, as HTML has `/>` only for elements without content"
            );
            self.unbalanced(format!("`/>` does not close `<{name}>`"), hint, element.tag);
        } else if element.needs_end() {
            self.html_part(&format!("</{name}>"));
        }
    }

    fn report_unclosed_html(&mut self, element: &Open, hint: String) {
        self.unbalanced(format!("`<{}>` is never closed", element.name), hint, element.tag);
    }

    /// Remembers which events of the page hold together: those of one block of HTML, and those from an element that
    /// opens at its top to where that is closed. `first` is the first event of what was just written.
    pub(super) fn note_html(&mut self, first: usize) {
        let end = self.document.events.len();
        match (self.html_start, self.balance.is_open_at_top()) {
            (None, true) => self.html_start = Some(first),
            (Some(start), false) => {
                self.document.html.push(start..end);
                self.html_start = None;
            }
            (None, false) if self.frames.is_empty() && end > first + 1 => self.document.html.push(first..end),
            _ => {}
        }
    }
}
