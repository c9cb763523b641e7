//! Checks that browsers parse interactive components as docgen writes them. If HTML doesn't allow an element where it's
//! written, browsers move the element. As a result, React can't find the component's elements.

use crate::markdown::document::{Element, Event};
use crate::markdown::elements;

/// The elements around the HTML that's being read.
#[derive(Default)]
pub(super) struct Ancestors {
    open: Vec<Box<str>>,
}

/// A tag that a browser would move.
pub(super) struct Misplaced {
    pub message: String,
    pub hint: &'static str,
}

/// The elements that end the scope of a surrounding paragraph (HTML, 13.2.4.2).
const BOUNDS: [&str; 11] = [
    "applet",
    "button",
    "caption",
    "foreignobject",
    "html",
    "marquee",
    "object",
    "table",
    "td",
    "template",
    "th",
];

/// The elements that can't contain a `<slot>`. Browsers move the `<slot>` out of such an element or drop it.
const STRICT: [&str; 8] = ["colgroup", "optgroup", "select", "table", "tbody", "tfoot", "thead", "tr"];

impl Ancestors {
    /// Updates the open elements after a Markdown event.
    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::Open(Element::Paragraph) => self.open.push("p".into()),
            Event::Close(Element::Paragraph) => self.end("p"),
            _ => {}
        }
    }

    /// Updates the open elements after a start tag.
    pub(super) fn start(&mut self, name: &str) {
        if !elements::is(name, elements::VOID) {
            self.open.push(name.into());
        }
    }

    /// Updates the open elements after an end tag.
    pub(super) fn end(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|open| **open == *name) {
            self.open.truncate(at);
        }
    }

    /// Returns the problem with an interactive component's tag at the current location. `is_slot` is true if the tag is
    /// the `<slot>` of the component or of the component's content.
    pub(super) fn misplaced(&self, name: &str, is_slot: bool) -> Option<Misplaced> {
        let parent = self.open.last().map_or("", |parent| &**parent);
        if is_slot && STRICT.contains(&parent) {
            let message = format!("`<{parent}>` can't contain an interactive component or its content");
            let hint = "make the whole table or list interactive, or put the component in a cell";
            return Some(Misplaced { message, hint });
        }
        let bound =
            self.open.iter().rev().map(|open| &**open).find(|open| *open == "p" || BOUNDS.contains(open));
        let is_in_paragraph = bound == Some("p");
        (is_in_paragraph && elements::is(name, elements::BLOCK)).then(|| Misplaced {
            message: format!(
                "`<{name}>` can't be in a paragraph, so this component can't become interactive"
            ),
            hint: "put the component's tag on its own line, or use elements such as `<span>` in the component",
        })
    }
}
