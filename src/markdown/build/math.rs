//! Handles LaTeX formulas.

use super::{Builder, Pass};
use crate::diag::{Code, Span};
use crate::markdown::document::{Element, Event, Formula};
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
        let latex = self.keep(latex.trim());
        self.metadata.sheets.insert(Sheet::Math);
        self.document.math.push(Formula { latex, mathml, display });
        self.write(Event::Math((self.document.math.len() - 1) as u32));
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
