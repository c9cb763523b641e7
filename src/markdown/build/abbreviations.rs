//! Handles the definitions of abbreviations: `*[HTML]: Hyper Text Markup Language`.

use std::ops::Range;

use pulldown_cmark::{Event as Md, Tag};

use super::{Builder, Pass, Place};
use crate::config::Extension;
use crate::diag::Code;

impl Builder<'_> {
    /// If an event starts a paragraph that ends with definitions of abbreviations, records the definitions. Returns the
    /// range of the parsed text that contains the definitions.
    pub(super) fn abbreviations(
        &mut self,
        pass: &Pass<'_>,
        event: &Md<'_>,
        range: &Range<usize>,
    ) -> Option<Range<usize>> {
        if !matches!(event, Md::Start(Tag::Paragraph))
            || !self.options.has(Extension::Abbreviations)
            || !matches!(pass.place, Place::Scan(_))
        {
            return None;
        }
        let mut text = pass.text.get(range.clone())?.trim_end();
        let end = range.start + text.len();
        while let Some((short, long)) = definition(last_line(text)) {
            let start = range.start + text.len() - last_line(text).len();
            let (short, long) = (pass.scan().shown(short), pass.scan().shown(long));
            if long.is_empty() {
                let message = format!("the abbreviation `{short}` has no explanation");
                let hint = "write the explanation after the colon, or remove the line";
                self.report_with(
                    Code::InvalidGlossary,
                    message,
                    hint,
                    pass.span(start..range.start + text.len()),
                );
            } else {
                self.metadata.abbreviations.push((short.into(), long.into()));
            }
            text = text[..text.len() - last_line(text).len()].trim_end();
        }
        let start = range.start + text.len();
        (start < end).then(|| if text.is_empty() { range.clone() } else { start..end })
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// If a line defines an abbreviation, returns the short form and the long form, which can be missing.
fn definition(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let (short, long) = line.strip_prefix("*[")?.split_once("]:")?;
    let (short, long) = (short.trim(), long.trim());
    (!short.is_empty() && !short.contains(['[', ']'])).then_some((short, long))
}
