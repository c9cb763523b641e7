//! Checks the numbers of notes in code: each number needs a note in the list after the block.

use super::Builder;
use crate::diag::{Code, Span};
use crate::markdown::{
    code::Fence,
    document::{CodeBlock, CodePart, Element, Event},
};

/// A code block with numbers of notes.
pub(super) struct Noted {
    /// The index of the block.
    pub code: usize,
    /// The block's fence and text.
    pub fence: Fence,
    pub text: String,
    /// The location of the opening fence.
    pub place: Span,
}

impl Builder<'_> {
    /// Reports the numbers of notes that don't exist, and shows these numbers as code.
    pub(super) fn check_code_notes(&mut self) {
        for Noted { code, mut fence, text, place } in std::mem::take(&mut self.noted) {
            let event = Event::Code(code as u32);
            let mut all = std::iter::once(&self.document.events).chain(self.notes.content.values());
            let count = all.find_map(|events| {
                let at = events.iter().position(|one| *one == event)?;
                Some(notes_in(&events[at + 1..]))
            });
            fence.notes = count.unwrap_or_default();
            let missing = |part: &CodePart| match part {
                CodePart::Note(number) if *number > fence.notes => Some(*number),
                _ => None,
            };
            let missing: Vec<u32> =
                self.document.code[code].parts.iter().filter_map(|(_, part)| missing(part)).collect();
            if missing.is_empty() {
                continue;
            }
            for number in missing {
                self.report_missing_note(number, &fence, place);
            }
            let problems = self.diagnostics.len();
            let block = self.shown_code(&mut fence, &text, place);
            // The problems with other marks were already reported.
            self.diagnostics.truncate(problems);
            let CodeBlock { language, title, place, .. } = std::mem::take(&mut self.document.code[code]);
            self.document.code[code] = CodeBlock { language, title, place, ..block };
        }
    }

    fn report_missing_note(&mut self, number: u32, fence: &Fence, place: Span) {
        let found = self.after(place, &[&format!("({number})!"), &format!("({number})")]);
        let message = match fence.notes {
            0 => format!("no note for `({number})`: no numbered list directly follows the code block"),
            1 => format!("no note for `({number})`: the list after the code block has 1 note"),
            count => format!("no note for `({number})`: the list after the code block has {count} notes"),
        };
        let hint = match fence.notes {
            0 => {
                "write the notes as a numbered list without attributes directly after the block, or remove the number"
            }
            _ => "add the note to the list, or correct the number",
        };
        self.report_with(Code::InvalidCodeMark, message, hint, found);
    }

    /// Returns the location of the first of several texts after a place, or the place if none of them is there.
    pub(super) fn after(&self, place: Span, texts: &[&str]) -> Span {
        let source = &self.imported.as_ref().unwrap_or(self.source).text;
        let start = place.end as usize;
        let found = texts.iter().find_map(|written| {
            let at = start + source.get(start..)?.find(written)?;
            Some(Span::from(at..at + written.len()))
        });
        found.unwrap_or(place)
    }
}

/// Returns the number of notes in the list at the start of the events.
fn notes_in(events: &[Event]) -> u32 {
    let [Event::Open(Element::List(Some(1))), rest @ ..] = events else { return 0 };
    let (mut count, mut depth) = (0, 0_u32);
    for event in rest {
        match event {
            Event::Open(Element::List(_)) => depth += 1,
            Event::Close(Element::List(_)) if depth == 0 => break,
            Event::Close(Element::List(_)) => depth -= 1,
            Event::Open(Element::Item { task: false }) if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}
