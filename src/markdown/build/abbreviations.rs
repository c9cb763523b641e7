//! Handles the definitions of abbreviations: `*[HTML]: Hyper Text Markup Language`.

use std::ops::Range;

use pulldown_cmark::{Event as Md, Tag};

use super::{Builder, Pass, Place};
use crate::config::Extension;
use crate::diag::Code;

impl Builder<'_> {
    /// If an event starts a paragraph with definitions of abbreviations, records the definitions. Returns the ranges of
    /// the parsed text that contain the definitions.
    pub(super) fn abbreviations(
        &mut self,
        pass: &Pass<'_>,
        event: &Md<'_>,
        range: &Range<usize>,
    ) -> Vec<Range<usize>> {
        if !matches!(event, Md::Start(Tag::Paragraph))
            || !self.options.has(Extension::Abbreviations)
            || !matches!(pass.place, Place::Scan(_))
        {
            return Vec::new();
        }
        let text = pass.text.get(range.clone()).unwrap_or_default();
        let (mut found, mut next) = (Vec::<Range<usize>>::new(), range.start);
        for line in text.split_inclusive('\n') {
            let at = next;
            next += line.len();
            let line = line.trim_end();
            let Some((short, long)) = definition(line) else { continue };
            let (short, long) = (pass.scan().shown(short), pass.scan().shown(long));
            if long.is_empty() {
                let message = format!("the abbreviation `{short}` has no explanation");
                let hint = "write the explanation after the colon, or remove the line";
                self.report_with(Code::InvalidGlossary, message, hint, pass.span(at..at + line.len()));
            } else {
                self.metadata.abbreviations.push((short.into(), long.into()));
            }
            match found.last_mut() {
                Some(last) if last.end == at => last.end = next,
                _ => found.push(at..next),
            }
        }
        // The line break before definitions at the end of the paragraph isn't shown either.
        if let Some(last) = found.last_mut().filter(|last| pass.text[last.end..range.end].trim().is_empty()) {
            *last = match pass.text[range.start..last.start].trim_end().len() {
                0 => range.clone(),
                before => range.start + before..last.end,
            };
        }
        found
    }
}

/// If a line defines an abbreviation, returns the short form and the long form, which can be missing.
pub(in crate::markdown) fn definition(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let (short, long) = line.strip_prefix("*[")?.split_once("]:")?;
    let (short, long) = (short.trim(), long.trim());
    (!short.is_empty() && !short.contains(['[', ']'])).then_some((short, long))
}
