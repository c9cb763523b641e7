//! Keeps raw HTML inside the surrounding Markdown: adds and removes end tags, and reports these changes.
//! `markdown::balance` decides which end tags to add or remove.

use super::{Builder, Frame, FrameKind, containers::frame_name};
use crate::diag::{Code, Span};
use crate::markdown::{
    balance::{Cut, End, Open},
    document::{Element, Event},
    elements, raw_html,
};

impl Builder<'_> {
    /// Returns the number of Markdown elements around a block at this location. Paragraphs don't count, because the
    /// start of a block ends a paragraph.
    pub(super) fn html_depth(&self) -> usize {
        let paragraph = [FrameKind::Element(Element::Paragraph), FrameKind::Implied];
        let inside = self.frames.last().is_some_and(|frame| paragraph.contains(&frame.kind));
        self.frames.len() - usize::from(inside)
    }

    /// Returns the depth of the current footnote's content. Outside footnotes, returns 0. Footnotes are written
    /// separately from the surrounding text.
    pub(super) fn note_depth(&self) -> usize {
        if self.notes.current.is_empty() {
            return 0;
        }
        self.frames.iter().rposition(|frame| frame.kind == FrameKind::Footnote).map_or(0, |at| at + 1)
    }

    /// Starts a raw HTML element and closes the elements that the start tag ends.
    pub(super) fn start_element(&mut self, mut element: Open) {
        let block = elements::is(&element.name, elements::BLOCK);
        element.depth = if block { self.html_depth() } else { self.frames.len() };
        element.inline &= !block;
        let started = self.balance.start(element);
        self.close_elements(&started.ended);
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
                format!("put `</{name}>` before {by}, where docgen closed the `<{name}>`"),
            ),
            End::Nothing { outside: false } => (
                format!("`</{name}>` has no matching `<{name}>`"),
                "remove the tag; docgen left it out".to_owned(),
            ),
            End::Nothing { outside: true } => {
                let around = self.frames.last().map_or("the page", |frame| frame_name(frame.kind));
                (
                    format!("`</{name}>` has no matching `<{name}>`"),
                    format!(
                        "close the `<{name}>` outside {around}, where it was opened; docgen left this tag out"
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
        let hint = format!("add `<{list}>` before the first item; docgen left this tag out");
        self.unbalanced(format!("`<{name}>` isn't in a list"), hint, place);
    }

    /// Reports and closes a comment or similar construct that doesn't end in its block.
    pub(super) fn unended(&mut self, start: &str, close: &str, place: Span) {
        if self.balanced {
            self.html_part(close);
            let hint =
                format!("add `{close}` in the right place; docgen added it at the end of the HTML block");
            self.unbalanced(format!("`{start}` is never closed"), hint, place);
        }
    }

    /// If a tag doesn't end in its block, shows the tag as text and reports it.
    pub(super) fn broken_tag(&mut self, part: &str, place: Span) {
        if !self.balanced {
            return self.html_part(part);
        }
        self.text_part(part);
        let start = part.split(char::is_whitespace).next().unwrap_or(part);
        let hint = "close the quotation marks and the tag before the next blank line; until then, docgen shows the tag as text";
        self.unbalanced(format!("the tag `{start}` is never closed"), hint, place);
    }

    /// Ends an HTML block. Closes an open element whose content isn't HTML, such as a script, unless its end tag is in
    /// the `rest` of the page. If `rest` is `None`, always closes the element.
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

    /// At the end of `place`, closes all raw HTML elements that are open at this depth or deeper.
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
            let hint =
                format!("add `</{}>` where the element ends; docgen closed it before {by}", element.name);
            self.report_unclosed_html(&element, hint);
        }
        self.note_html(first);
    }

    /// Ends a line of text in a list item without paragraphs and closes the elements that are open in the line.
    pub(super) fn end_line(&mut self) {
        if self.balance.is_idle() {
            return;
        }
        for element in self.balance.end_line(self.frames.len()) {
            self.close_unclosed(&element, "the line of text");
        }
    }

    /// Closes the elements that can't contain the next Markdown block.
    pub(super) fn make_room(&mut self, block: &str, holds_blocks: bool) {
        if self.balance.is_idle() {
            return;
        }
        let first = self.document.events.len();
        let ended = self.balance.make_room(block, holds_blocks, self.html_depth());
        self.close_elements(&ended);
        self.note_html(first);
    }

    /// Closes elements that another tag or a block ends. A later step decides whether closing such an element is an
    /// error.
    fn close_elements(&mut self, elements: &[Open]) {
        for element in elements {
            self.close_element(element);
        }
    }

    fn close_unclosed(&mut self, element: &Open, place: &str) {
        self.close_element(element);
        if element.needs_end() {
            let hint = format!(
                "add `</{}>` where the element ends; docgen closed it at the end of {place}",
                element.name
            );
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
            let hint =
                format!("use `<{name}></{name}>`; in HTML, `/>` works only for elements without content");
            self.unbalanced(format!("`/>` doesn't close `<{name}>`"), hint, element.tag);
        } else if element.needs_end() {
            self.html_part(&format!("</{name}>"));
        }
    }

    fn report_unclosed_html(&mut self, element: &Open, hint: String) {
        self.unbalanced(format!("`<{}>` is never closed", element.name), hint, element.tag);
    }

    /// Records the page's events that belong together: the events of an HTML block, or all events from the start of a
    /// top-level element to its end. `first` is the index of the first new event.
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
