//! Finds the expressions and self-closing tags in the titles of directives.
//!
//! A directive's marker replaces the title too, so `lay_out` skips these edits. They become markers without a place in
//! the text, and the scanner uses them when `build` parses the title. A brace without a counterpart remains text.

use super::joined::{Joined, jsx};
use super::tag::TagKind;
use super::text::{self, Found, Rules};
use super::{Blocks, Edit, Problem, Written};
use crate::diag::{Code, Span};
use crate::markdown::directive::{Label, Line, Opening};
use crate::markdown::directives::{DirectiveId, Form};

/// The maximum depth of directives in titles.
const MAX_DEPTH: u32 = 3;

impl<'a> Blocks<'a, '_> {
    /// Finds the code in the titles of all directives that have been found.
    pub(super) fn read_titles(&mut self) {
        let label = |edit: &Edit<'a>| match &edit.written {
            Written::Block(Line::Open(opening) | Line::Leaf(opening))
            | Written::Word(Line::Inline(opening)) => self.title_of(opening),
            _ => None,
        };
        let labels: Vec<(Label<'a>, bool)> = self.edits.iter().filter_map(label).collect();
        for (label, is_plain) in labels {
            self.read_title(label, is_plain, 0);
        }
    }

    /// Returns the title in brackets or after the name, and whether it's plain text. The value of an attribute
    /// contains no code.
    fn title_of(&self, opening: &Opening<'a>) -> Option<(Label<'a>, bool)> {
        let id = DirectiveId::find(opening.name);
        let label = opening.label.filter(|label| label.text.contains(['{', '<']))?;
        let is_value = self.source[..label.at].ends_with(['"', '\'', '=']);
        let is_plain = id.is_some_and(|id| matches!(id.form, Form::Tab | Form::Video));
        (!is_value).then_some((label, is_plain))
    }

    fn read_title(&mut self, label: Label<'a>, is_plain: bool, depth: u32) {
        let mut joined = Joined::new(self.source);
        joined.push((label.at..label.at + label.text.len()).into());
        let (math, is_component) = (self.syntax.math, self.syntax.is_component);
        let rules = Rules { mdx: true, math, is_component, id: usize::MAX, html: false };
        let outcome = text::read(&joined.text, rules, &mut self.budget, |_| None);
        for found in outcome.found {
            let range = joined.range(found.range());
            match &found {
                Found::Directive { range } if depth < MAX_DEPTH => {
                    let opening = joined.directive(range.clone());
                    if let Some((label, is_plain)) = opening.and_then(|opening| self.title_of(&opening)) {
                        self.read_title(label, is_plain, depth + 1);
                    }
                }
                Found::Expression { .. } if is_plain => {
                    let message = "this title is plain text and can't contain expressions".to_owned();
                    let hints = vec!["write the text itself, or escape the brace, as in `\\{`".to_owned()];
                    let span = Span::from(range);
                    self.problems.push(Problem { code: Code::InvalidMdx, message, hints, span });
                }
                Found::Expression { .. } => self.add_code(&joined, &found),
                Found::Tag { tag, .. } if tag.kind == TagKind::Empty && !is_plain => {
                    self.add_code(&joined, &found);
                }
                Found::Directive { .. } | Found::Tag { .. } | Found::Formula { .. } => {}
            }
        }
    }

    fn add_code(&mut self, joined: &Joined<'a>, found: &Found) {
        let written = Written::Inline(Line::Jsx(jsx(joined, 0, found, false)));
        self.edits.push(Edit { range: joined.range(found.range()), written });
    }
}
