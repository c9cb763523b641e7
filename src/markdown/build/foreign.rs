//! Handles other generators' syntax: determines which constructs to show as text and reports each construct once.

use std::collections::HashSet;
use std::ops::Range;

use super::{Builder, Pass, Place};
use crate::diag::{Code, Paths};
use crate::markdown::{
    Options,
    directives::{self, DirectiveId, INCLUDE},
    foreign::{self, Candidate},
};

/// Other generators' syntax in the text.
#[derive(Default)]
pub(super) struct Foreign {
    /// The constructs that might be another generator's syntax, unless they're code.
    candidates: Vec<Candidate>,
    /// The indexes of the candidates that are comments or are shown as text.
    found: Vec<usize>,
}

impl Foreign {
    pub(super) fn new(text: &str, options: &Options) -> Self {
        let mut candidates = foreign::candidates(text);
        candidates.retain(|one| !one.construct.extension.is_some_and(|extension| options.has(extension)));
        Foreign { candidates, found: Vec::new() }
    }

    /// Records the candidates in a range of the text.
    fn note(&mut self, range: &Range<usize>, is_comment: bool) {
        let first = self.candidates.partition_point(|one| one.at < range.start);
        for (index, one) in self.candidates.iter().enumerate().skip(first) {
            if one.at >= range.end {
                break;
            }
            let is_inside = (one.at + 2).min(one.end) <= range.end;
            if is_inside && one.construct.is_comment == is_comment && self.found.last() != Some(&index) {
                self.found.push(index);
            }
        }
    }
}

impl Foreign {
    /// Removes the attribute lists in a range of the text.
    pub(super) fn forget_attributes(&mut self, range: &Range<usize>) {
        let candidates = &self.candidates;
        self.found.retain(|index| {
            let one = &candidates[*index];
            one.construct.name != foreign::ATTRIBUTES || !range.contains(&one.at)
        });
    }
}

impl Builder<'_> {
    /// Records the foreign syntax in the current run of text.
    pub(super) fn note_foreign_text(&mut self, pass: &Pass<'_>) {
        let (Some(&(_, start)), Some(&(last, parsed))) = (self.run.first(), self.run.last()) else { return };
        let is_page = matches!(pass.place, Place::Scan(_));
        if is_page && !self.foreign.candidates.is_empty() && !self.balance.is_code() {
            self.foreign.note(&(start..parsed + self.texts.arena.len() - last), false);
        }
    }

    /// Records the foreign syntax in raw HTML.
    pub(super) fn note_foreign_comments(&mut self, pass: &Pass<'_>, range: &Range<usize>) {
        if matches!(pass.place, Place::Scan(_)) {
            self.foreign.note(range, true);
        }
    }

    /// Reports each construct at its first occurrence, with the number of occurrences.
    pub(super) fn report_foreign(&mut self, pass: &Pass<'_>) {
        if matches!(pass.place, Place::Title(..)) {
            return;
        }
        let foreign = std::mem::take(&mut self.foreign);
        let mut found: Vec<(&Candidate, u32)> = Vec::new();
        let all = foreign.found.iter().map(|index| &foreign.candidates[*index]);
        let (notes, others): (Vec<_>, Vec<_>) =
            all.partition(|one| one.construct.code == Code::UndefinedFootnote);
        self.report_undefined_notes(pass, &notes);
        let (directives, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|one| one.construct.code == Code::UnknownDirective);
        self.report_unknown_directives(pass, &directives);
        for one in others {
            match found.iter_mut().find(|(first, _)| first.construct.name == one.construct.name) {
                Some((_, count)) => *count += 1,
                None => found.push((one, 1)),
            }
        }
        for (Candidate { start, end, construct, .. }, count) in found {
            let shown = if construct.is_comment { "leaves out" } else { "shows" };
            let as_text = if construct.is_comment { "" } else { " as text" };
            let times = if count > 1 { format!(" ({count} times in this file)") } else { String::new() };
            let message = format!("docgen {shown} {}{as_text}{times}", construct.name);
            let span = pass.span(*start..*end);
            let diagnostic = self.report(Code::ForeignSyntax, message, span);
            diagnostic.hints.push(construct.hint.to_owned());
            if construct.is_imported {
                diagnostic.hints.push("to convert a whole site, run `docgen import`".to_owned());
            }
            diagnostic.fix = Some(construct.name.into());
        }
    }

    /// Reports text that looks like a directive, once per name.
    fn report_unknown_directives(&mut self, pass: &Pass<'_>, found: &[&Candidate]) {
        let mut reported = HashSet::new();
        for one in found {
            let Some(unknown) = directives::unknown_in_text(pass.text, one.at) else { continue };
            if !reported.insert(unknown.name) {
                continue;
            }
            let hint = match unknown.near {
                Some(near) => near,
                None => one.construct.hint.into(),
            };
            let message = match DirectiveId::find(unknown.name).is_some() || unknown.name == INCLUDE {
                true => format!("`{}` has the wrong number of colons; it's shown as text", unknown.name),
                false => format!("unknown directive `{}`; it's shown as text", unknown.name),
            };
            self.report_with(Code::UnknownDirective, message, hint, pass.span(one.start..one.end));
        }
    }

    /// Reports references to footnotes that the page doesn't define, once per label.
    fn report_undefined_notes(&mut self, pass: &Pass<'_>, references: &[&Candidate]) {
        if references.is_empty() {
            return;
        }
        let defined = std::mem::take(&mut self.notes.named);
        let names = Paths::new(defined.iter().map(String::as_str));
        let mut reported = HashSet::new();
        for one in references {
            let reference = &pass.text[one.start..one.end];
            let label = reference[2..reference.len() - 1].to_lowercase();
            let hint = match names.nearest(&label) {
                Some(near) => {
                    names.hint((&label, &label), (near, near)).within("[^", "]").replacing(reference)
                }
                None => one.construct.hint.replace("{}", reference).into(),
            };
            let message = format!("undefined footnote `{reference}`; the reference is shown as text");
            if reported.insert(label) {
                self.report_with(Code::UndefinedFootnote, message, hint, pass.span(one.start..one.end));
            }
        }
    }
}
