//! Handles LaTeX formulas.

use std::collections::{HashMap, HashSet};

use super::{Builder, Pass};
use crate::diag::{Code, Diagnostic, Span};
use crate::markdown::document::{Document, Element, Event, Formula, FormulaLabel};
use crate::markdown::math::{self, Fault};
use crate::markdown::sheet::Sheet;

impl Builder<'_> {
    /// Writes a formula in text. Each piece of the LaTeX is stored with its offset in the scanned source.
    pub(super) fn inline_formula(&mut self, pass: &Pass<'_>, pieces: &[(usize, &str)], display: bool) {
        self.end_run(pass);
        self.imply_paragraph();
        self.make_room("the formula", false);
        let latex: String = pieces.iter().map(|(_, piece)| *piece).collect();
        self.formula(&latex, display, |offset| pass.base() + located(pieces, offset));
    }

    /// Writes a formula from a code block. `at` is the offset of the LaTeX in the parsed text.
    pub(super) fn formula_code(&mut self, pass: &Pass<'_>, latex: &str, at: usize) {
        self.formula_block(latex, |offset| pass.locate(at + offset));
    }

    /// Writes a formula between lines with `$$`. Each piece of the LaTeX is stored with its offset in the source.
    pub(super) fn formula_lines(&mut self, pieces: &[(usize, &str)]) {
        let latex: String = pieces.iter().map(|(_, piece)| *piece).collect();
        self.formula_block(&latex, |offset| located(pieces, offset));
    }

    fn formula_block(&mut self, latex: &str, locate: impl Fn(usize) -> usize) {
        self.begun = true;
        self.make_room("the formula", true);
        self.write(Event::Open(Element::Paragraph));
        self.formula(latex, true, locate);
        self.write(Event::Close(Element::Paragraph));
    }

    /// Converts and writes a formula. `locate` converts an offset in the LaTeX to an offset in the source.
    fn formula(&mut self, latex: &str, display: bool, locate: impl Fn(usize) -> usize) {
        let mathml = match math::to_mathml(latex, display) {
            Ok(mathml) => Some(mathml.into()),
            Err(Fault { at, message }) => {
                let start = locate(at.min(latex.trim_end().len()));
                let hint = "fix the LaTeX, or write `\\$` for a dollar sign";
                let span = Span::from(start..start + 1);
                self.report_with(Code::InvalidMath, format!("invalid formula: {message}"), hint, span);
                None
            }
        };
        let label = |math::Label { name, at, is_reference }: math::Label<'_>| {
            let start = locate(at);
            FormulaLabel { name: name.into(), is_reference, span: Span::from(start..start + 1), file: None }
        };
        let labels = math::labels(latex).map(label).collect();
        let latex = self.keep(latex.trim());
        self.metadata.sheets.insert(Sheet::Math);
        self.document.math.push(Formula { latex, mathml, display, labels });
        self.write(Event::Math((self.document.math.len() - 1) as u32));
    }
}

impl Builder<'_> {
    /// Numbers the equations on the page, and completes the references to them. Reports references without an equation
    /// and labels that several equations have.
    pub(super) fn number_equations(&mut self) {
        let mut count = 0;
        let mut tags = HashMap::new();
        for mathml in self.document.math.iter_mut().filter_map(|formula| formula.mathml.as_mut()) {
            if let Some(numbered) = math::with_numbers(mathml, &mut count) {
                *mathml = numbered.into();
            }
            tags.extend(math::tags(mathml).map(|(id, tag)| (id.to_owned(), tag)));
        }
        let mut known = HashSet::new();
        for formula in self.document.math.iter_mut().filter(|formula| !formula.labels.is_empty()) {
            for label in &formula.labels {
                let name = &label.name;
                let (message, hint) = if !label.is_reference {
                    if known.insert(math::id(name)) {
                        continue;
                    }
                    (format!("two equations have the label `{name}`"), "choose another label")
                } else if tags.contains_key(&math::id(name)) {
                    continue;
                } else {
                    let hint = "add `\\label` to an equation that has a number or a `\\tag`, or correct the reference";
                    (format!("no equation on this page has the label `{name}`"), hint)
                };
                let diagnostic = Diagnostic::new(Code::InvalidMath, message).hint(hint);
                let page = &self.source.path;
                self.diagnostics.push(match &label.file {
                    Some(file) => diagnostic.at(file, label.span).on_page(page),
                    None => diagnostic.at(page, label.span),
                });
            }
            if let Some(mathml) = &mut formula.mathml {
                *mathml = math::with_references(mathml, |id| tags.get(id).map(String::as_str)).into();
            }
        }
        self.number_references_in_headings();
    }

    /// Reads the headings with references to equations again. The references don't change the generated IDs.
    fn number_references_in_headings(&mut self) {
        let Document { events, title_events, math, .. } = &self.document;
        let is_reference =
            |event: &Event| matches!(event, Event::Math(index) if math[*index as usize].has_reference());
        if !math.iter().any(Formula::has_reference) {
            return;
        }
        let (mut found, mut start) = (Vec::new(), 0);
        if title_events.iter().any(is_reference) {
            found.extend(self.title.map(|index| (index, self.inline_content(title_events))));
        }
        for (at, event) in events.iter().enumerate() {
            match event {
                Event::Open(Element::Heading(_)) => start = at + 1,
                Event::Close(Element::Heading(number)) if events[start..at].iter().any(is_reference) => {
                    let index = self.heading_numbers[*number as usize];
                    found.push((index, self.inline_content(&events[start..at])));
                }
                _ => {}
            }
        }
        for (index, (text, html)) in found {
            let draft = &mut self.headings[index];
            let before = std::mem::replace(&mut draft.heading.text, text);
            draft.named.get_or_insert(before);
            draft.heading.html = html;
        }
    }
}

/// Converts an offset in the joined pieces to an offset in the source.
fn located(pieces: &[(usize, &str)], offset: usize) -> usize {
    let mut before = 0;
    let piece = pieces.iter().find(|(_, piece)| {
        before += piece.len();
        offset < before
    });
    piece.or(pieces.last()).map_or(0, |(at, piece)| at + piece.len() - before.saturating_sub(offset))
}
