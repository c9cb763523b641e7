//! Handles footnotes: collects their content, numbers the references, and writes the footnotes at the end of the page.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{Event as Md, Parser, Tag};

use super::{Builder, FrameKind, Pass};
use crate::diag::{Code, Span};
use crate::markdown::{
    document::{Element, Event},
    sheet::Sheet,
};

/// The footnotes of a file.
#[derive(Default)]
pub(super) struct Notes {
    /// Each footnote's label and start.
    pub places: Vec<(String, Span)>,
    /// The labels of the footnotes so far.
    pub named: HashSet<String>,
    /// The labels of all footnotes, if a title might refer to one.
    pub all: Option<HashSet<String>>,
    /// Each footnote's number and number of references, keyed by lowercase label.
    pub numbers: HashMap<String, (u32, u32)>,
    /// The labels in the order of their numbers.
    pub labels: Vec<String>,
    /// The content of the footnotes, keyed by label.
    pub content: HashMap<String, Vec<Event>>,
    /// The open footnotes. Each entry contains the footnote's label and the events outside the footnote.
    pub current: Vec<(String, Vec<Event>)>,
}

impl Builder<'_> {
    pub(super) fn start_note(&mut self, label: &str, span: Span) {
        let label = label.to_lowercase();
        if !self.notes.named.insert(label.clone()) {
            let label = self.scan.restore(&label).into_owned();
            let message = format!("duplicate footnote `[^{label}]`; only the first one is shown");
            let hint = "rename or remove this footnote".to_owned();
            self.report_with(Code::UnusedFootnote, message, hint, span);
        } else {
            self.notes.places.push((label.clone(), span));
        }
        let outside = std::mem::take(&mut self.document.events);
        self.notes.current.push((label, outside));
        self.enter(FrameKind::Footnote);
    }

    pub(super) fn end_note(&mut self) {
        self.close_directives();
        self.pop();
        let Some((label, outside)) = self.notes.current.pop() else { return };
        let content = std::mem::replace(&mut self.document.events, outside);
        self.notes.content.entry(label).or_insert(content);
    }

    pub(super) fn note_reference(&mut self, pass: &Pass<'_>, label: &str) {
        self.end_run(pass);
        self.imply_paragraph();
        self.make_room("the reference", false);
        let event = self.reference(label);
        self.push(pass, event);
    }

    /// Returns the next reference to a footnote.
    pub(super) fn reference(&mut self, label: &str) -> Event {
        let label = label.to_lowercase();
        let notes = &mut self.notes;
        let next = notes.labels.len() as u32 + 1;
        let (number, references) = notes.numbers.entry(label.clone()).or_insert((next, 0));
        *references += 1;
        let event = Event::FootnoteReference { number: *number, occurrence: *references };
        if *number == next {
            notes.labels.push(label);
        }
        event
    }

    /// Whether the file contains a footnote.
    pub(super) fn is_note(&mut self, label: &str) -> bool {
        let all = self.notes.all.get_or_insert_with(|| {
            let events = Parser::new_ext(&self.scan.text, self.extensions);
            let label = |event: Md<'_>| match event {
                Md::Start(Tag::FootnoteDefinition(label)) => Some(label.to_lowercase()),
                _ => None,
            };
            events.filter_map(label).collect()
        });
        all.contains(&label.to_lowercase())
    }

    /// Reports the footnotes that aren't used.
    pub(super) fn report_unused_notes(&mut self) {
        let mut places = std::mem::take(&mut self.notes.places);
        places.retain(|(label, _)| !self.notes.numbers.contains_key(label));
        if places.is_empty() {
            return;
        }
        let text = self.scan.text.to_lowercase();
        let written: HashSet<&str> = text.split("[^").skip(1).filter_map(reference_label).collect();
        for (label, span) in places {
            let is_used = written.contains(&*label);
            let is_variable = self.scan.holds_marker(&label);
            let label = self.scan.restore(&label);
            let message = format!("unused footnote `[^{label}]`; it isn't shown");
            let hint = if is_variable {
                "a label can't contain variables; write the label itself here and in the reference".to_owned()
            } else if is_used {
                format!("move `[^{label}]` out of the HTML, code, or caption, or remove the footnote")
            } else {
                format!("refer to the footnote with `[^{label}]`, or remove it")
            };
            self.report_with(Code::UnusedFootnote, message, hint, span);
        }
    }

    /// Writes the footnotes that are used, in the order of their first references.
    pub(super) fn write_notes(&mut self) {
        self.report_unused_notes();
        if self.notes.labels.is_empty() {
            return;
        }
        if self.options.side_notes {
            self.metadata.sheets.insert(Sheet::Notes);
        }
        self.write(Event::Open(Element::Footnotes));
        for label in std::mem::take(&mut self.notes.labels) {
            let (number, references) = self.notes.numbers[&label];
            let element = Element::Footnote { number, references };
            self.write(Event::Open(element));
            self.document.events.append(&mut self.notes.content.remove(&label).unwrap_or_default());
            self.write(Event::Close(element));
        }
        self.write(Event::Close(Element::Footnotes));
    }
}

/// If the text after `[^` continues a reference to a footnote, returns the label. After the label of a footnote, there's a
/// colon.
fn reference_label(text: &str) -> Option<&str> {
    text.split_once(']').filter(|(_, after)| !after.starts_with(':')).map(|(label, _)| label)
}
