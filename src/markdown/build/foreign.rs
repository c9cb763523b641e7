//! Handles other generators' syntax: determines which constructs to show as text and reports each construct once.

use std::collections::HashSet;
use std::ops::Range;

use super::{Builder, Pass, Place, is_mdx};
use crate::diag::{Code, Edit, Paths, Span};
use crate::markdown::{
    Options, directives,
    foreign::{self, Candidate},
};

/// The maximum number of occurrences to convert at once.
const CONVERTED: usize = 500;

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
        let (Some(first), Some(last)) = (self.run.first(), self.run.last()) else { return };
        let is_page = matches!(pass.place, Place::Scan(_));
        if is_page && !self.foreign.candidates.is_empty() && !self.balance.is_code() {
            self.foreign.note(&(first.parsed..last.parsed + self.texts.arena.len() - last.at), false);
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
        let mut found: Vec<Vec<&Candidate>> = Vec::new();
        let all = foreign.found.iter().map(|index| &foreign.candidates[*index]);
        let (notes, others): (Vec<_>, Vec<_>) =
            all.partition(|one| one.construct.code == Code::UndefinedFootnote);
        self.report_undefined_notes(pass, &notes);
        let (directives, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|one| one.construct.code == Code::UnknownDirective);
        self.report_unknown_directives(pass, &directives);
        for one in others {
            match found.iter_mut().find(|same| same[0].construct.name == one.construct.name) {
                Some(same) => same.push(one),
                None => found.push(vec![one]),
            }
        }
        for same in found {
            let Candidate { start, end, construct, .. } = same[0];
            let count = same.len();
            let shown = if construct.is_comment { "leaves out" } else { "shows" };
            let as_text = if construct.is_comment { "" } else { " as text" };
            let times = if count > 1 { format!(" ({count} times in this file)") } else { String::new() };
            let message = format!("docgen {shown} {}{as_text}{times}", construct.name);
            let span = pass.span(*start..*end);
            let import = self.import_instead(pass, &pass.text[*start..*end], construct.name);
            let edit = self.conversion(pass, &same);
            let is_other = import.is_none();
            let diagnostic = self.report(Code::ForeignSyntax, message, span);
            diagnostic.hints.push(import.unwrap_or_else(|| construct.hint.to_owned()));
            if construct.is_imported && is_other {
                diagnostic.hints.push("to convert a whole site, run `docgen import`".to_owned());
            }
            diagnostic.fix = Some(construct.name.into());
            diagnostic.edit = edit.map(Box::new);
        }
    }

    /// Returns the change that converts the occurrences of a construct, except those inside another one.
    fn conversion(&self, pass: &Pass<'_>, same: &[&Candidate]) -> Option<Edit> {
        let fix = same[0].construct.fix?;
        let text = &*self.imported.as_ref().unwrap_or(self.source).text;
        let mut fixed: Vec<foreign::Fixed> = Vec::new();
        for one in same.iter().take(CONVERTED) {
            let at = pass.span(one.start..one.end).range().start;
            if fixed.last().is_none_or(|(last, _)| last.end <= at) {
                fixed.extend(fix(text, at));
            }
        }
        let start = fixed.first()?.0.start;
        let (mut with, mut end) = (String::new(), start);
        for (range, new) in fixed {
            with.push_str(&text[end..range.start]);
            with.push_str(&new);
            end = range.end;
        }
        let (replace, place) = (text[start..end].into(), Some(Span::from(start..end)));
        Some(Edit { replace, with: with.into(), is_certain: true, place })
    }

    /// If a file shows a variable of the site as in Markdown, but the file is MDX, returns a hint.
    fn import_instead(&self, pass: &Pass<'_>, written: &str, construct: &str) -> Option<String> {
        if construct != foreign::VARIABLE || !is_mdx(self.source) {
            return None;
        }
        let written = pass.scan().restore(written);
        let name = written.trim_matches(['{', '}', ' ']);
        let first = name.split('.').next().unwrap_or_default();
        let import = self.library?.import_of_variable(first)?;
        Some(format!("in MDX, add `{import}`, and write `{{{name}}}`"))
    }

    /// Reports text that looks like a directive, once per name.
    fn report_unknown_directives(&mut self, pass: &Pass<'_>, found: &[&Candidate]) {
        let mut reported = HashSet::new();
        let text = directives::with_colons(pass.text);
        for one in found {
            let Some(unknown) = directives::unknown_in_text(&text, one.at) else { continue };
            if !reported.insert(unknown.name) {
                continue;
            }
            let hint = unknown.hint.unwrap_or_else(|| one.construct.hint.into());
            let span = pass.span(one.start..one.end);
            self.report_with(Code::UnknownDirective, unknown.problem, hint, span);
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
            let reference = &*pass.scan().restore(&pass.text[one.start..one.end]);
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
