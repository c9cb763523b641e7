//! Finds tags, expressions, directives, and formulas in the text of a paragraph, a heading, or a table cell.
//!
//! Code spans, escapes, link destinations, and bare URLs that start earlier take precedence.

use std::collections::HashMap;
use std::ops::Range;

use super::link;
use super::math;
use super::tag::{self, Dialect, NoTag, Tag, TagKind};
use super::{html, name_end};
use crate::component::syntax::{self, Place, SyntaxProblem};
use crate::markdown::{
    attributes, directive,
    directives::{self, DirectiveId},
};

/// A tag, an expression, a directive, or a formula in text.
pub(super) enum Found {
    Tag { start: usize, tag: Tag },
    Expression { range: Range<usize> },
    Directive { range: Range<usize> },
    Formula { range: Range<usize> },
}

impl Found {
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            Found::Tag { start, tag } => *start..tag.end,
            Found::Expression { range } | Found::Directive { range } | Found::Formula { range } => {
                range.clone()
            }
        }
    }
}

/// Whether a directive in text can start at a colon: the name after the colon must be known, and the colon must not
/// continue a preceding word.
pub(super) fn starts_directive(text: &str, at: usize) -> bool {
    let is_apart = !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '/' | '_'));
    let (name, rest) = directive::split_name(&text[at + 1..]);
    is_apart
        && rest.starts_with(['[', '{'])
        && DirectiveId::find(name).is_some_and(|directive| directive.form.is_inline())
}

/// The result of reading text.
#[derive(Default)]
pub(super) struct Outcome {
    pub found: Vec<Found>,
    /// The problems, each with the start offset of the tag or expression.
    pub problems: Vec<(usize, SyntaxProblem)>,
}

/// The rules for reading text.
#[derive(Clone, Copy)]
pub(super) struct Rules<'s> {
    pub mdx: bool,
    /// Whether the text can contain formulas.
    pub math: bool,
    pub is_component: &'s dyn Fn(&str) -> bool,
    /// The offset where a heading's explicit ID starts.
    pub id: usize,
    /// Whether the text is raw HTML.
    pub html: bool,
}

/// Reads text. The budget limits how often the same text is read. The length of each invalid tag or expression is
/// subtracted from the budget. If an invalid tag or expression at an offset was already reported, `skip` returns the
/// length of the tag or expression.
pub(super) fn read(
    text: &str,
    rules: Rules<'_>,
    budget: &mut usize,
    skip: impl Fn(usize) -> Option<usize>,
) -> Outcome {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        rules,
        brackets: Vec::new(),
        ticks: None,
        missing: Vec::new(),
        outcome: Outcome::default(),
    };
    while reader.at < text.len() {
        reader.step(budget, &skip);
    }
    reader.outcome
}

struct Reader<'t, 's> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    rules: Rules<'s>,
    /// The open brackets. For each bracket, a flag shows whether the bracket can become a link.
    brackets: Vec<Bracket>,
    /// The offsets of the backtick runs, keyed by length, in reverse order.
    ticks: Option<HashMap<usize, Vec<usize>>>,
    /// The delimiters that aren't in the rest of the text.
    missing: Vec<&'static str>,
    outcome: Outcome,
}

struct Bracket {
    image: bool,
    inactive: bool,
}

impl Reader<'_, '_> {
    fn step(&mut self, budget: &mut usize, skip: &impl Fn(usize) -> Option<usize>) {
        match self.bytes[self.at] {
            byte if self.rules.html && byte != b'<' => self.at += 1,
            b'\\' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_punctuation) => self.at += 2,
            b'`' => self.code_span(),
            b'$' if self.rules.math => self.formula(),
            b'{' if self.rules.mdx && self.at < self.rules.id => match skip(self.at) {
                Some(length) => self.pass(length),
                None => match attributes::length(&self.text[self.at..]) {
                    Some(length) => self.pass(length),
                    None => self.expression(budget),
                },
            },
            b'<' => match skip(self.at) {
                Some(length) => self.pass(length),
                None => self.tag(budget),
            },
            b'!' if self.bytes.get(self.at + 1) == Some(&b'[') => {
                self.brackets.push(Bracket { image: true, inactive: false });
                self.at += 2;
            }
            b'[' => {
                self.brackets.push(Bracket { image: false, inactive: false });
                self.at += 1;
            }
            b']' => self.bracket_end(),
            b':' if starts_directive(self.text, self.at) => self.directive(),
            b':' => self.pass(directives::leaf_in_text(self.text, self.at).map_or(1, |(_, length)| length)),
            b'h' | b'H' | b'w' | b'W' if self.brackets.is_empty() => {
                match link::bare_url_end(self.text, self.at) {
                    Some(end) => self.at = end,
                    None => self.at += 1,
                }
            }
            _ => self.at += 1,
        }
    }

    fn code_span(&mut self) {
        self.at = self.code_end(self.at).unwrap_or(self.at + run(self.bytes, self.at));
    }

    /// Returns the end of the code span that starts at an offset.
    fn code_end(&mut self, start: usize) -> Option<usize> {
        let text = self.text;
        let length = run(self.bytes, start);
        let ticks = self.ticks.get_or_insert_with(|| {
            let mut ticks: HashMap<usize, Vec<usize>> = HashMap::new();
            let mut at = text.len();
            while let Some(last) = text[..at].rfind('`') {
                let start = text[..last].trim_end_matches('`').len();
                ticks.entry(last + 1 - start).or_default().push(start);
                at = start;
            }
            ticks
        });
        let places = ticks.get(&length)?;
        let later = places.partition_point(|place| *place > start);
        Some(places[later.checked_sub(1)?] + length)
    }

    fn formula(&mut self) {
        let (start, text) = (self.at, &self.text[self.at..]);
        let in_link = self.brackets.last().is_some_and(|bracket| !bracket.inactive);
        let code_end = |at: usize| self.code_end(start + at).map(|end| end - start);
        match math::inline_length(text, in_link, code_end) {
            Some(length) => {
                self.at += length;
                self.outcome.found.push(Found::Formula { range: start..self.at });
            }
            None => self.at += run(text.as_bytes(), 0),
        }
    }

    fn expression(&mut self, budget: &mut usize) {
        let start = self.at;
        match syntax::expression_end(&self.text[start + 1..], Place::Child) {
            Ok(end) => {
                self.at = start + end + 2;
                self.outcome.found.push(Found::Expression { range: start..self.at });
            }
            Err(problem) => {
                self.fail(start, problem.after(start), budget);
            }
        }
    }

    fn directive(&mut self) {
        let start = self.at;
        self.at += 1;
        if let Some((length, _)) = directive::inline(&self.text[start..], 0) {
            self.at = start + length;
            self.outcome.found.push(Found::Directive { range: start..self.at });
        }
    }

    fn tag(&mut self, budget: &mut usize) {
        let start = self.at;
        let rest = &self.text[start..];
        if !self.rules.mdx && name_end(rest).is_none_or(|range| !(self.rules.is_component)(&rest[range])) {
            self.at = html::inline_end(self.text, start, &mut self.missing).unwrap_or(start + 1);
            return;
        }
        if self.rules.mdx && rest.starts_with("<!--") {
            self.at = html::inline_end(self.text, start, &mut self.missing).unwrap_or(start + 4);
            return;
        }
        let dialect = if self.rules.mdx { Dialect::Mdx } else { Dialect::Markdown };
        match tag::parse(self.text, start, dialect) {
            Ok(tag) => {
                self.at = tag.end;
                self.outcome.found.push(Found::Tag { start, tag });
            }
            Err(NoTag::Text) => self.at += 1,
            Err(NoTag::Unfinished(problem) | NoTag::Invalid(problem)) => self.fail(start, problem, budget),
        }
    }

    fn fail(&mut self, start: usize, problem: SyntaxProblem, budget: &mut usize) {
        let (cost, read) = (self.text.len() - start, problem.at.saturating_sub(start));
        self.outcome.problems.push((start, problem));
        *budget = budget.saturating_sub(cost);
        self.at = start;
        // Skip the text that was read so that the problem isn't reported again.
        self.pass(if *budget == 0 { cost } else { read });
    }

    /// Skips at least one character.
    fn pass(&mut self, length: usize) {
        self.at = (self.at + length.max(1)).min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Skips the destination and the title of a link.
    fn bracket_end(&mut self) {
        self.at += 1;
        let Some(bracket) = self.brackets.pop() else { return };
        if bracket.inactive {
            return;
        }
        if self.bytes.get(self.at) == Some(&b'(')
            && let Some(end) = link::resource_end(self.text, self.at)
        {
            self.at = end;
            if !bracket.image {
                // Because links can't be nested, brackets around this link can't become links.
                self.brackets.iter_mut().filter(|outer| !outer.image).for_each(|outer| outer.inactive = true);
            }
        }
    }
}

/// Returns the length of the run of equal bytes that starts at `at`.
fn run(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|byte| **byte == bytes[at]).count()
}

/// If a paragraph contains only tags and expressions outside elements, returns the indexes of the tags and expressions,
/// which become blocks. If the paragraph remains a paragraph, returns `None`.
pub(super) fn unravel(text: &str, found: &[Found]) -> Option<Vec<usize>> {
    let (mut depth, mut last, mut outer) = (0_usize, 0, Vec::new());
    for (index, one) in found.iter().enumerate() {
        let range = one.range();
        if depth == 0 && !is_space(&text[last..range.start], outer.is_empty()) {
            return None;
        }
        let kind = match one {
            Found::Tag { tag, .. } => tag.kind,
            Found::Directive { .. } | Found::Formula { .. } if depth == 0 => return None,
            Found::Expression { .. } | Found::Directive { .. } | Found::Formula { .. } => TagKind::Empty,
        };
        depth -= usize::from(kind == TagKind::End && depth > 0);
        if depth == 0 {
            outer.push(index);
        }
        depth += usize::from(kind == TagKind::Start);
        last = range.end;
    }
    (depth == 0 && !outer.is_empty() && is_space(text[last..].trim_end(), false)).then_some(outer)
}

/// Whether text is whitespace without a hard line break.
fn is_space(text: &str, first: bool) -> bool {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            ' ' if rest.trim_start_matches(' ').starts_with(['\n', '\r'])
                && rest.starts_with("  ")
                && !first =>
            {
                return false;
            }
            ' ' | '\t' | '\n' | '\r' => 1,
            '&' => {
                match ["&#32;", "&#x20;", "&#9;", "&#x9;", "&#10;", "&#xA;", "&#xa;", "&Tab;", "&NewLine;"]
                    .iter()
                    .find(|entity| rest.starts_with(**entity))
                {
                    Some(entity) => entity.len(),
                    None => return false,
                }
            }
            _ => return false,
        };
        rest = &rest[length..];
    }
    true
}
