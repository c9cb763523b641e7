//! Writes the references to footnotes, and writes the footnotes next to the blocks that refer to them. On narrow
//! screens and in print, readers see the list of footnotes instead.

use std::ops::Range;

use super::{Markup, Medium, WriteOptions, Writer, html, write};
use crate::markdown::{Element, Event, Sheet};

/// The prefix of the IDs in footnotes next to the text.
const SIDE: &str = "side-";

impl Writer<'_> {
    /// Writes the footnotes whose first reference is in a block at the top level of the page, except in parts that can be
    /// hidden. `at` is the index of the event that starts the block.
    pub(super) fn side_notes(&mut self, at: usize) {
        let document = self.document;
        let starts_block =
            matches!(document.events[at], Event::Open(element) if element != Element::Footnotes);
        if !starts_block || self.options.medium != Medium::Page || !document.sheets.contains(&Sheet::Notes) {
            return;
        }
        // Footnotes can refer to other footnotes.
        let mut texts = Vec::from([(at, self.document.end_of(at))]);
        let mut done = 0;
        while let Some(&(start, end)) = texts.get(done) {
            done += 1;
            let mut hidden = 0_usize;
            for event in &document.events[start..end] {
                match event {
                    Event::Open(Element::Tab(_) | Element::Details { .. }) => hidden += 1,
                    Event::Close(Element::Tab(_) | Element::Details { .. }) => {
                        hidden = hidden.saturating_sub(1);
                    }
                    _ => {}
                }
                let Event::FootnoteReference { number, occurrence: 1 } = *event else { continue };
                if hidden > 0 {
                    continue;
                }
                let Some(note) = self.note(number) else { continue };
                if self.beside.insert(number) {
                    texts.push((note.start, note.end));
                    self.side_note(number, note);
                }
            }
        }
    }

    /// Writes a footnote next to the text. `note` is the range of the footnote's content.
    fn side_note(&mut self, number: u32, note: Range<usize>) {
        let options =
            WriteOptions { prefix: SIDE, small: true, medium: Medium::List, terms: None, ..self.options };
        let content = write(self.document, note, self.resolved, self.messages, options);
        let (number, label) = (number.to_string(), self.numbered("footnote", &number.to_string()));
        html!(
            self,
            r#"<aside class="side-note" aria-label="{}"><sup>{}</sup> {}</aside>"#,
            &label,
            &number,
            raw(&content)
        );
        self.raw("\n");
    }

    /// Writes the start tag of a footnote in the list. If only other footnotes are next to the text, this footnote is
    /// also in the list on wide screens.
    pub(super) fn open_note(&mut self, number: u32) {
        let is_only_here = !self.beside.is_empty() && !self.beside.contains(&number);
        let number = number.to_string();
        html!(self, r#"<li id="{}fn-{}""#, self.options.prefix, &number);
        if is_only_here {
            // Browsers don't count the hidden footnotes.
            html!(self, r#" class="list-only" value="{}""#, &number);
        }
        self.raw(">");
    }

    pub(super) fn note_reference(&mut self, number: u32, occurrence: u32) {
        if self.options.medium == Medium::List {
            if self.options.prefix == SIDE {
                html!(self, "<sup>{}</sup>", &number.to_string());
            }
            return;
        }
        let (number, prefix) = (number.to_string(), self.options.prefix);
        if self.options.medium == Medium::Feed {
            return html!(self, "<sup>{}</sup>", &number);
        }
        let id = reference_id(&number, occurrence);
        if self.is_in_link() {
            return html!(self, r#"<sup id="{}{}">{}</sup>"#, prefix, &id, &number);
        }
        let label = self.numbered("footnote", &number);
        html!(
            self,
            r##"<sup><a class="footnote-ref" id="{}{}" href="#{}fn-{}""##,
            prefix,
            &id,
            prefix,
            &number
        );
        html!(self, r#" role="doc-noteref" aria-label="{}">{}</a></sup>"#, &label, &number);
    }

    pub(super) fn back_links(&mut self, number: u32, references: u32) {
        if self.options.medium != Medium::Page {
            return;
        }
        let number = number.to_string();
        for occurrence in 1..=references {
            let which = if occurrence == 1 { number.clone() } else { format!("{number}-{occurrence}") };
            let (id, label) = (reference_id(&number, occurrence), self.numbered("footnote_back", &which));
            html!(self, r##" <a class="footnote-back" href="#{}{}""##, self.options.prefix, &id);
            html!(self, r#" role="doc-backlink" aria-label="{}">↩</a>"#, &label);
        }
    }

    fn numbered(&self, key: &str, number: &str) -> String {
        self.messages.fill(key, &[("number", number)])
    }

    /// Returns the events of a footnote's content.
    fn note(&self, number: u32) -> Option<Range<usize>> {
        let is_start = |event: &Event| matches!(event, Event::Open(Element::Footnote { number: one, .. }) if *one == number);
        let start = self.document.events.iter().rposition(is_start)?;
        Some(start + 1..self.document.end_of(start))
    }
}

fn reference_id(number: &str, occurrence: u32) -> String {
    if occurrence == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{occurrence}") }
}
