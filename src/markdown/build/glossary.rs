//! Handles glossaries: pages that define terms in definition lists or under headings. Other pages show the definitions.

use std::ops::Range;

use super::Builder;
use crate::cldr;
use crate::diag::Span;
use crate::markdown::document::{Element, Event, Heading, Term};
use crate::path::UniqueNames;

impl Builder<'_> {
    /// If the page is a glossary, sorts its definition lists and collects its terms. If the page has no definition
    /// lists, a heading with a paragraph directly after it is a term.
    pub(super) fn read_glossary(&mut self, ids: &mut UniqueNames) {
        if !self.metadata.front_matter.glossary {
            return;
        }
        // If Markdown forms of components refer to events by index, the entries can't move.
        if self.document.own_markdown.is_empty() {
            self.sort_definitions();
        }
        for at in 0..self.document.events.len() {
            if self.document.events[at] == Event::Open(Element::Term) && self.starts_entry(at) {
                self.add_entry(at, ids);
            }
        }
        if self.metadata.terms.is_empty() {
            self.metadata.terms = self.headings_with_text();
        }
    }

    /// Sorts the entries of each definition list that isn't inside another one. Terms that differ only in case keep their
    /// order.
    fn sort_definitions(&mut self) {
        let compare = cldr::collation(&self.library.map_or_else(String::new, |library| self.locale(library)));
        let mut at = 0;
        while let Some(start) =
            self.document.events[at..].iter().position(|event| *event == Event::Open(Element::Definitions))
        {
            let list = at + start + 1..self.document.end_of(at + start);
            at = list.end;
            let starts: Vec<usize> = list.clone().filter(|at| self.is_start_in(&list, *at)).collect();
            let ends = starts.iter().skip(1).copied().chain([list.end]);
            let entries = starts.iter().copied().zip(ends).map(|(start, end)| start..end);
            let mut entries: Vec<(String, Range<usize>)> =
                entries.map(|entry| (self.text_of(entry.start).0.to_lowercase(), entry)).collect();
            entries.sort_by(|a, b| compare(&a.0, &b.0));
            let sorted: Vec<Event> =
                entries.into_iter().flat_map(|(_, entry)| self.document.events[entry].to_vec()).collect();
            let first = starts.first().copied().unwrap_or(list.end);
            self.document.events.splice(first..list.end, sorted);
        }
    }

    /// Whether an event starts a list entry and isn't part of an inner list.
    fn is_start_in(&self, list: &Range<usize>, at: usize) -> bool {
        if self.document.events[at] != Event::Open(Element::Term) || !self.starts_entry(at) {
            return false;
        }
        let depth = self.document.events[list.start..at].iter().fold(0_i64, |depth, event| match event {
            Event::Open(_) => depth + 1,
            Event::Close(_) => depth - 1,
            _ => depth,
        });
        depth == 0
    }

    /// Whether a term is the first term of its definitions.
    fn starts_entry(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.document.events[before]);
        !matches!(before, Some(Event::Close(Element::Term | Element::Entry(_))))
    }

    /// Adds the entry whose first term starts with the event at an index.
    fn add_entry(&mut self, at: usize, ids: &mut UniqueNames) {
        let (mut names, mut next) = (Vec::new(), at);
        while self.document.events.get(next) == Some(&Event::Open(Element::Term)) {
            names.push(self.text_of(next).0);
            next = self.document.end_of(next) + 1;
        }
        let end = self.document.end_of(at);
        let first = match self.document.events.get(next..next + 2) {
            Some([Event::Open(Element::Definition), Event::Open(Element::Paragraph)]) => next + 1,
            _ => next,
        };
        let html = self.text_of(first).1;
        let id = self.options.heading_ids.give(ids, &names[0]).into_boxed_str();
        self.metadata.anchors.push(id.clone());
        let element = Element::Entry(self.metadata.terms.len() as u32);
        self.document.events[at] = Event::Open(element);
        self.document.events[end] = Event::Close(element);
        let span = self.line_of(&names[0]);
        self.metadata.terms.push(Term { names, id, html, span });
    }

    /// Returns the headings that are terms.
    fn headings_with_text(&self) -> Vec<Term> {
        let events = self.document.events.iter().enumerate();
        let term = |(at, event): (usize, &Event)| {
            let Event::Close(Element::Heading(index)) = *event else { return None };
            let Heading { id, text, .. } = self.metadata.headings.get(index as usize)?;
            if self.document.events.get(at + 1) != Some(&Event::Open(Element::Paragraph)) {
                return None;
            }
            let (html, span) = (self.text_of(at + 1).1, self.line_of(text));
            Some(Term { names: vec![text.clone()], id: id.clone(), html, span })
        };
        events.filter_map(term).collect()
    }

    /// Returns the inline content at the start of an element, as plain text and as HTML. `at` is the index of the event
    /// that opens the element.
    fn text_of(&self, at: usize) -> (Box<str>, Box<str>) {
        let events = self.document.events.get(at + 1..).unwrap_or_default();
        let is_inline = |event: &&Event| match event {
            Event::Open(element) | Event::Close(element) => !element.is_block(),
            Event::Code(_) | Event::Rule => false,
            _ => true,
        };
        let length = events.iter().take_while(is_inline).count();
        self.inline_content(&events[..length])
    }

    /// Returns the location of the last line that consists of a name or, if there's no such line, that starts with the
    /// name. If the name is in another file or has inline syntax, returns the start of the file.
    fn line_of(&self, name: &str) -> Span {
        const SIGNS: [char; 6] = ['#', ' ', '>', '*', '_', '`'];
        let (mut found, mut is_whole) = (Span::default(), false);
        let mut at = 0;
        for line in self.source.text.split_inclusive('\n') {
            let start = line.len() - line.trim_start_matches(SIGNS).len();
            if let Some(rest) = line[start..].strip_prefix(name) {
                let rest = rest.trim_start_matches(SIGNS).trim_end();
                let is_name = rest.is_empty() || rest.starts_with('{');
                if is_name || !is_whole {
                    found = Span::from(at + start..at + start + name.len());
                    is_whole |= is_name;
                }
            }
            at += line.len();
        }
        found
    }
}
