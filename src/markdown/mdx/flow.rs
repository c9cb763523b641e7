//! Reads blocks that consist of JSX, expressions, or statements.

use std::ops::Range;

use super::joined::{Joined, jsx};
use super::line::{self, Part, Place};
use super::starts;
use super::tag::{self, Dialect, NoTag};
use super::text::Found;
use super::{Blocks, Edit, Start, Written, name_end};
use crate::component::syntax::{self, SyntaxProblem};
use crate::markdown::directive::{self, Line};
use crate::markdown::jsx::{Jsx, JsxKind};
use crate::markdown::script;

/// The tags, expressions, or statements in a block.
pub(super) struct Flow<'a> {
    /// The tags, expressions, or statements, each with its range in the source.
    found: Vec<(Range<usize>, Jsx<'a>)>,
    /// The start of the line after the block.
    next: usize,
}

/// The kind of block that a line with a tag or an expression starts.
pub(super) enum Outcome<'a> {
    Block(Flow<'a>),
    /// A paragraph, because the line also contains text. The paragraph consists of this line and the listed lines. The
    /// next line starts at the offset.
    Paragraph(Vec<Part>, usize),
    /// A paragraph, or any other block that the line starts.
    Text,
}

/// A block's text. Lines are added as needed.
struct Lines<'a> {
    joined: Joined<'a>,
    /// The lines.
    parts: Vec<Part>,
    /// The end of each line in the joined text.
    ends: Vec<usize>,
    /// Whether a line outside the containers ended the text.
    lazy: bool,
    ended: bool,
}

impl Lines<'_> {
    fn push(&mut self, part: Part) {
        self.joined.push(part.clone());
        self.parts.push(part);
        self.ends.push(self.joined.text.len());
    }

    /// Returns the start of the first line after a range.
    fn next(&self, end: usize) -> Option<usize> {
        let line = self.ends.partition_point(|line| *line < end);
        self.parts.get(line).map(|part| part.range.end)
    }
}

impl<'a> Blocks<'a, '_> {
    /// Whether a line starts with a component tag.
    pub(super) fn is_component(&self, text: &str) -> bool {
        text.starts_with('<') && name_end(text).is_some_and(|range| (self.syntax.is_component)(&text[range]))
    }

    /// Returns the tab tag that starts at an offset. In MDX, such a tag is a component like any other.
    pub(super) fn tabs(&self, at: usize) -> Option<(usize, Line<'a>)> {
        let text = &self.source[at..];
        if self.syntax.mdx || (!text.starts_with("<Tab") && !text.starts_with("</Tab")) {
            return None;
        }
        let name = &text[name_end(text)?];
        if (self.syntax.is_component)(name) {
            return None;
        }
        directive::tag(text, at)
    }

    /// Finds the statements at the top of a page that isn't MDX.
    pub(super) fn scripts_at_top(&mut self) {
        while self.at < self.source.len() {
            let place = line::at(self.source, self.at);
            if !self.source[place.start..place.end].trim().is_empty() {
                let Some(end) = script::script_end(self.source, place.start) else { return };
                self.edits.push(Edit { range: place.start..end, written: Written::Block(Line::Script) });
                self.at = line::at(self.source, end).next;
                continue;
            }
            self.at = place.next;
        }
    }

    /// Reads the tags and expressions that start at `at` and are alone on their lines.
    pub(super) fn flow(&mut self, at: usize, start: &Start) -> Outcome<'a> {
        let joined = Joined::new(self.source);
        // If a line doesn't have the markers of the block's containers, no later line continues the block.
        let mut lines =
            Lines { joined, parts: Vec::new(), ends: Vec::new(), lazy: start.lazy, ended: start.lazy };
        lines.push((at..start.place.next).into());
        let (mut found, mut from) = (Vec::new(), 0);
        loop {
            from += blanks(&lines.joined.text[from..]);
            match lines.joined.text[from..].chars().next() {
                None | Some('\n' | '\r') => break,
                // Two adjacent expressions form a paragraph.
                Some('{') if matches!(found.last(), Some(Found::Expression { .. })) => {
                    return self.paragraph(lines, from);
                }
                Some('<' | '{') => {}
                Some(_) => return self.paragraph(lines, from),
            }
            match self.read(&mut lines, from, start.depth) {
                None => return self.paragraph(lines, from),
                Some(Ok(one)) => {
                    from = one.range().end;
                    found.push(one);
                }
                Some(Err(problem)) => {
                    let begin = lines.joined.locate(from);
                    let at = lines.joined.locate(problem.at.min(lines.joined.text.len()));
                    self.budget = self.budget.saturating_sub(lines.joined.text.len() - from);
                    self.refused.push((begin, problem.at.saturating_sub(from)));
                    self.refuse(begin, at, problem);
                    return Outcome::Text;
                }
            }
        }
        let next = lines.next(from).unwrap_or(self.source.len());
        let found =
            found.iter().map(|one| (lines.joined.range(one.range()), jsx(&lines.joined, 0, one, true)));
        Outcome::Block(Flow { found: found.collect(), next })
    }

    /// Returns a paragraph that contains the lines up to an offset or up to a line that ends a paragraph.
    fn paragraph(&mut self, lines: Lines<'a>, to: usize) -> Outcome<'a> {
        if lines.ends.first().is_none_or(|end| to < *end) {
            return Outcome::Text;
        }
        self.budget = self.budget.saturating_sub(to);
        let mut parts = lines.parts;
        parts.truncate(lines.ends.partition_point(|end| *end <= to) + 1);
        let next = parts.first().map_or(self.source.len(), |part| part.range.end);
        parts.remove(0);
        let ends = |part: &Part| starts::ends_paragraph(&self.source[part.range.clone()]);
        parts.truncate(parts.iter().position(ends).unwrap_or(parts.len()));
        let next = parts.last().map_or(next, |part| part.range.end);
        Outcome::Paragraph(parts, next)
    }

    /// Reads a tag or an expression, including all its lines. If there's only text, returns `None`.
    fn read(
        &mut self,
        lines: &mut Lines<'a>,
        from: usize,
        depth: usize,
    ) -> Option<Result<Found, SyntaxProblem>> {
        if self.budget == 0 {
            return None;
        }
        let dialect = if self.syntax.mdx { Dialect::Mdx } else { Dialect::Markdown };
        loop {
            let text = &lines.joined.text;
            let problem = if text[from..].starts_with('{') {
                if dialect == Dialect::Markdown {
                    return None;
                }
                match syntax::expression_end(&text[from + 1..], syntax::Place::Child) {
                    Ok(end) => return Some(Ok(Found::Expression { range: from..from + end + 2 })),
                    Err(problem) => problem.after(from),
                }
            } else {
                if dialect == Dialect::Markdown && !self.is_component(&text[from..]) {
                    return None;
                }
                match tag::parse(text, from, dialect) {
                    Ok(tag) => return Some(Ok(Found::Tag { start: from, tag })),
                    Err(NoTag::Text) => return None,
                    Err(NoTag::Invalid(problem)) => return Some(Err(problem)),
                    Err(NoTag::Unfinished(problem)) => SyntaxProblem { unfinished: true, ..problem },
                }
            };
            if !(problem.unfinished && self.grow(lines, depth)) {
                let problem = if lines.lazy && problem.unfinished {
                    let hint =
                        "start each line of the code with the markers or the indentation of its container";
                    let message = "expected the rest of the code in the same list item or quote".to_owned();
                    SyntaxProblem { message, hint: Some(hint), ..problem }
                } else {
                    problem
                };
                return Some(Err(problem));
            }
        }
    }

    /// Adds lines to the text. Each call doubles the number of lines. Returns whether any lines were added.
    fn grow(&self, lines: &mut Lines<'a>, depth: usize) -> bool {
        let count = lines.ends.len();
        for _ in 0..count {
            if lines.ended {
                break;
            }
            let start = lines.parts.last().map_or(self.source.len(), |part| part.range.end);
            match self.content(start, depth) {
                Ok(part) => lines.push(part),
                Err(lazy) => (lines.lazy, lines.ended) = (lazy, true),
            }
        }
        lines.ends.len() > count
    }

    /// Reads the statements that start on a line.
    pub(super) fn script(&mut self, place: Place) -> Option<Flow<'a>> {
        let text = &self.source[place.start..];
        if !text.starts_with("import ") && !text.starts_with("export ") {
            return None;
        }
        if self.budget == 0 {
            return None;
        }
        match syntax::statements_end(text) {
            Ok((length, statements)) => Some(self.statements(statements, place.start..place.start + length)),
            Err(problem) => {
                self.budget = self.budget.saturating_sub(text.len());
                let at = (place.start + problem.at).min(self.source.len());
                let end = at + self.source[at..].chars().next().map_or(0, char::len_utf8);
                self.report(problem, at..end);
                None
            }
        }
    }

    fn statements(&mut self, statements: syntax::Statements, range: Range<usize>) -> Flow<'a> {
        // Leave out unsupported statements, because they would only cause more errors in the code.
        let (mut code, mut from) = (Vec::new(), range.start);
        for (problem, statement) in statements.unsupported {
            let statement = range.start + statement.start..range.start + statement.end;
            code.push((from, &self.source[from..statement.start]));
            from = statement.end;
            self.report(problem, statement);
        }
        code.push((from, &self.source[from..range.end]));
        let next = line::at(self.source, range.end).next;
        Flow {
            found: vec![(
                range,
                Jsx { kind: JsxKind::Script, code, bare: Vec::new(), quoted: Vec::new(), is_block: true },
            )],
            next,
        }
    }

    /// Writes each part of a block on a separate line.
    pub(super) fn write_flow(&mut self, flow: Flow<'a>) {
        self.at = flow.next;
        let prefix = self.written_prefix();
        let mut last = None;
        for (range, jsx) in flow.found {
            if let Some(last) = last {
                self.edits.push(Edit {
                    range: last..range.start,
                    written: Written::Text(format!("\n{prefix}").into()),
                });
            }
            last = Some(range.end);
            self.edits.push(Edit { range, written: Written::Block(Line::Jsx(jsx)) });
        }
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
