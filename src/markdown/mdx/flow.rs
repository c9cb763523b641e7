//! Blocks of JSX, expressions, and statements.

use std::ops::Range;

use super::blocks::{Blocks, jsx};
use super::joined::Joined;
use super::leaf::Start;
use super::line::{self, Place};
use super::tag::{self, Dialect, NoTag};
use super::text::Found;
use super::{Edit, Written, name_end};
use crate::component::syntax::{self, SyntaxProblem};
use crate::markdown::directive::{self, Line};
use crate::markdown::jsx::{Jsx, JsxKind};
use crate::markdown::scan;

/// The tags, expressions, or statements of a block.
pub(super) struct Flow<'a> {
    /// Each with its range in the source.
    found: Vec<(Range<usize>, Jsx<'a>)>,
    /// The start of the line after the block.
    next: usize,
}

/// Text that grows by the lines of a block.
struct Lines<'a> {
    joined: Joined<'a>,
    /// For each line: its end in the joined text, and the start of the next line in the source.
    ends: Vec<(usize, usize)>,
    /// Whether a line outside of the containers ended the text.
    lazy: bool,
    ended: bool,
}

impl<'a> Blocks<'a, '_> {
    /// Whether a line starts with the tag of a component.
    pub(super) fn is_component(&self, text: &str) -> bool {
        text.starts_with('<') && name_end(text).is_some_and(|range| (self.syntax.is_component)(&text[range]))
    }

    /// Returns the tag for tabs that starts at an offset.
    pub(super) fn tabs(&self, at: usize) -> Option<(usize, Line<'a>)> {
        let text = &self.source[at..];
        if !text.starts_with("<Tab") && !text.starts_with("</Tab") {
            return None;
        }
        let name = &text[name_end(text)?];
        if (self.syntax.is_component)(name) || self.imports.iter().any(|import| import == name) {
            return None;
        }
        directive::tag(text, at)
    }

    /// Finds the statements at the top of a page that isn't MDX.
    pub(super) fn scripts_at_top(&mut self) {
        while self.at < self.source.len() {
            let place = line::at(self.source, self.at);
            if !self.source[place.start..place.end].trim().is_empty() {
                let Some(end) = scan::script_end(self.source, place.start) else { return };
                self.edits.push(Edit { range: place.start..end, written: Written::Block(Line::Script) });
                self.at = line::at(self.source, end).next;
                continue;
            }
            self.at = place.next;
        }
    }

    /// Reads the tags and expressions that start at `at` and are alone on their lines.
    pub(super) fn flow(&mut self, at: usize, start: &Start) -> Option<Flow<'a>> {
        let mut lines =
            Lines { joined: Joined::new(self.source), ends: Vec::new(), lazy: false, ended: false };
        lines.joined.push(at..start.place.next);
        lines.ends.push((lines.joined.text.len(), start.place.next));
        let (mut found, mut from) = (Vec::new(), 0);
        loop {
            from += blanks(&lines.joined.text[from..]);
            match lines.joined.text[from..].chars().next() {
                None | Some('\n' | '\r') => break,
                Some('<' | '{') => {}
                Some(_) => return None,
            }
            match self.read(&mut lines, from, start.depth)? {
                Ok(one) => {
                    from = one.range().end;
                    found.push(one);
                }
                Err(problem) => {
                    let begin = lines.joined.locate(from);
                    let at = lines.joined.locate(problem.at.min(lines.joined.text.len()));
                    self.budget = self.budget.saturating_sub(lines.joined.text.len() - from);
                    self.refused.push(begin);
                    self.refuse(begin, at, problem);
                    return None;
                }
            }
        }
        let line = lines.ends.partition_point(|(end, _)| *end <= from.saturating_sub(1));
        let next = lines.ends.get(line).map_or(self.source.len(), |(_, next)| *next);
        let found =
            found.iter().map(|one| (lines.joined.range(one.range()), jsx(&lines.joined, 0, one, true)));
        Some(Flow { found: found.collect(), next })
    }

    /// Reads a tag or an expression, with as many lines as it needs. Returns `None` if it's text.
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
                    Err(problem) => SyntaxProblem { at: from + 1 + problem.at, ..problem },
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

    /// Adds lines to the text, twice as many each time. Returns whether there were any.
    fn grow(&self, lines: &mut Lines<'a>, depth: usize) -> bool {
        let count = lines.ends.len();
        for _ in 0..count {
            if lines.ended {
                break;
            }
            let start = lines.ends.last().map_or(self.source.len(), |(_, next)| *next);
            match self.content(start, depth) {
                Ok(content) => {
                    lines.ends.push((lines.joined.text.len() + content.len(), content.end));
                    lines.joined.push(content);
                }
                Err(lazy) => (lines.lazy, lines.ended) = (lazy, true),
            }
        }
        lines.ends.len() > count
    }

    /// Reads statements, up to an empty line after which they're complete.
    pub(super) fn script(&mut self, place: Place) -> Option<Flow<'a>> {
        const ATTEMPTS: usize = 64;
        let text = &self.source[place.start..];
        if !text.starts_with("import ") && !text.starts_with("export ") {
            return None;
        }
        let (mut end, mut next) = (place.end, place.next);
        let (mut attempt, mut wait) = (0, 0);
        loop {
            while next < self.source.len() {
                let line = line::at(self.source, next);
                if self.source[line.start..line.end].trim().is_empty() {
                    break;
                }
                (end, next) = (line.end, line.next);
            }
            let code = &self.source[place.start..end];
            let last = next >= self.source.len();
            if wait > 0 && !last {
                wait -= 1;
            } else {
                match syntax::statements(code) {
                    Ok(statements) => return Some(self.statements(statements, place.start..end)),
                    Err(problem) if problem.unfinished && !last => {
                        attempt += 1;
                        wait = if attempt > ATTEMPTS { attempt } else { 0 };
                    }
                    Err(problem) => {
                        let at = place.start + problem.at;
                        self.report(problem, at..(at + 1).min(self.source.len()));
                        return None;
                    }
                }
            }
            // The empty lines belong to the statements.
            while next < self.source.len() {
                let line = line::at(self.source, next);
                if !self.source[line.start..line.end].trim().is_empty() {
                    break;
                }
                next = line.next;
            }
        }
    }

    fn statements(&mut self, statements: syntax::Statements, range: Range<usize>) -> Flow<'a> {
        self.imports.extend(statements.imports);
        for problem in statements.unsupported {
            let at = range.start + problem.at;
            self.report(problem, at..range.end);
        }
        let code = vec![(range.start, &self.source[range.clone()])];
        let next = line::at(self.source, range.end).next;
        Flow { found: vec![(range, Jsx { kind: JsxKind::Script, code, is_block: true })], next }
    }

    /// Writes each part of a block on a line of its own.
    pub(super) fn write_flow(&mut self, flow: Flow<'a>) {
        self.at = flow.next;
        let prefix = self.written_prefix();
        let mut last = None;
        for (range, jsx) in flow.found {
            if let Some(last) = last {
                self.edits
                    .push(Edit { range: last..range.start, written: Written::Text(format!("\n{prefix}")) });
            }
            last = Some(range.end);
            self.edits.push(Edit { range, written: Written::Block(Line::Jsx(jsx)) });
        }
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
