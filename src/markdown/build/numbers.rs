//! Assigns the final numbers to the content of a page with components. IDs contain these numbers. A component can show
//! its content several times, and a page can show an imported file several times.

use std::collections::{HashMap, HashSet};

use super::Builder;
use crate::markdown::{
    document::{Element, Event, OwnPiece},
    headings,
};

/// The content of each footnote, keyed by the footnote's number in the sources.
pub(super) type NoteContents = HashMap<u32, Vec<Event>>;

/// The numbers of the footnotes on the page.
#[derive(Default)]
struct Notes {
    /// Each footnote's number and number of references, keyed by the footnote's number in the sources.
    numbers: HashMap<u32, (u32, u32)>,
    /// The numbers in the sources, in the order of the first references.
    order: Vec<u32>,
}

impl Builder<'_> {
    /// Numbers headings, tabs, and footnotes in the order in which they're shown.
    pub(super) fn number_content(&mut self, notes: NoteContents) {
        self.number_notes(notes);
        self.number_headings();
        self.number_tabs();
    }

    /// Reads the text of the headings again. If a heading is shown more than once, it has a different ID each time.
    fn number_headings(&mut self) {
        let before = std::mem::take(&mut self.heading_numbers);
        let (mut start, mut shown) = (0, HashSet::new());
        for at in 0..self.document.events.len() {
            match self.document.events[at] {
                Event::Open(Element::Heading(number)) => {
                    let mut index = before[number as usize];
                    if !shown.insert(index) {
                        let copy = headings::Draft { own_id: false, ..self.headings[index].clone() };
                        self.headings.push(copy);
                        index = self.headings.len() - 1;
                    }
                    self.heading_numbers.push(index);
                    self.document.events[at] =
                        Event::Open(Element::Heading(self.heading_numbers.len() as u32 - 1));
                    start = at + 1;
                }
                Event::Close(Element::Heading(_)) => {
                    let number = self.heading_numbers.len() - 1;
                    self.document.events[at] = Event::Close(Element::Heading(number as u32));
                    let events = &self.document.events[start..at];
                    let content = self.inline_content(events);
                    let heading = &mut self.headings[self.heading_numbers[number]].heading;
                    (heading.text, heading.html) = content;
                }
                _ => {}
            }
        }
    }

    /// Copies a tab group each time the group is shown again.
    fn number_tabs(&mut self) {
        let (mut shown, mut open) = (HashSet::new(), Vec::new());
        for event in &mut self.document.events {
            match event {
                Event::Open(Element::Tabs(index)) => {
                    if !shown.insert(*index) {
                        let copy = self.document.tabs[*index as usize].clone();
                        self.document.tabs.push(copy);
                        *index = self.document.tabs.len() as u32 - 1;
                    }
                    open.push(*index);
                }
                Event::Close(Element::Tabs(index)) => *index = open.pop().unwrap_or(*index),
                _ => {}
            }
        }
    }

    /// Writes the footnotes that the page and its imported files refer to, in the order of the first references.
    fn number_notes(&mut self, mut contents: NoteContents) {
        let mut notes = Notes::default();
        notes.count(&mut self.document.title_events);
        notes.count(&mut self.document.events);
        let mut written = Vec::new();
        while let Some(number) = notes.order.get(written.len()) {
            let mut content = contents.remove(number).unwrap_or_default();
            notes.count(&mut content);
            written.push(content);
        }
        let own = self.document.own_markdown.iter_mut().flat_map(|own| &mut own.pieces);
        for piece in own {
            if let OwnPiece::Events(events) = piece {
                notes.renumber(events);
            }
        }
        if written.is_empty() {
            return;
        }
        self.write(Event::Open(Element::Footnotes));
        for (source, content) in notes.order.iter().zip(written) {
            let (number, references) = notes.numbers[source];
            let element = Element::Footnote { number, references };
            self.write(Event::Open(element));
            self.document.events.extend(content);
            self.write(Event::Close(element));
        }
        self.write(Event::Close(Element::Footnotes));
    }
}

impl Notes {
    /// Numbers the footnote references in a list of events.
    fn count(&mut self, events: &mut [Event]) {
        for event in events {
            if let Event::FootnoteReference { number, occurrence } = event {
                let next = self.order.len() as u32 + 1;
                let (new, references) = self.numbers.entry(*number).or_insert((next, 0));
                *references += 1;
                if *new == next {
                    self.order.push(*number);
                }
                (*number, *occurrence) = (*new, *references);
            }
        }
    }

    /// Changes the numbers of references and removes references to footnotes that the page doesn't contain.
    fn renumber(&self, events: &mut Vec<Event>) {
        events.retain_mut(|event| match event {
            Event::FootnoteReference { number, .. } => match self.numbers.get(number) {
                Some((new, _)) => {
                    *number = *new;
                    true
                }
                None => false,
            },
            _ => true,
        });
    }
}
