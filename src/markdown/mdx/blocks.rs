//! Determines the block structure of a page, line by line: the containers that each line continues and opens.

use std::ops::Range;

use super::joined::{Joined, jsx};
use super::leaf::Leaf;
use super::line::{self, Cursor, Gaps, Part};
use super::starts;
use super::text::{self, Found, Rules};
use super::{Blocks, Container, Edit, Problem, Start, Syntax, Text, TextKind, Written, html, link, math};
use crate::component::syntax::SyntaxProblem;
use crate::diag::{Code, Span};
use crate::markdown::directive::Line;
use crate::markdown::headings;

/// The maximum number of containers around a line. Without a limit, each line might have to be matched against as many
/// containers as there are lines.
const MAX_CONTAINERS: usize = 1000;

impl<'a, 's> Blocks<'a, 's> {
    pub(super) fn new(source: &'a str, base: usize, syntax: &'s Syntax<'s>) -> Self {
        const READS: usize = 16;
        const LEAST: usize = 1 << 20;
        Blocks {
            source,
            syntax,
            at: base,
            containers: Vec::new(),
            leaf: Leaf::None,
            texts: Vec::new(),
            edits: Vec::new(),
            problems: Vec::new(),
            refused: Vec::new(),
            wrong: Vec::new(),
            budget: (source.len() - base) * READS + LEAST,
        }
    }

    /// Returns the edits, the problems, and the offsets of invalid tags and expressions.
    pub(super) fn run(mut self) -> (Vec<Edit<'a>>, Vec<Problem>, Vec<usize>) {
        if !self.syntax.mdx {
            self.scripts_at_top();
        }
        while self.at < self.source.len() {
            self.step();
        }
        self.close_leaf();
        self.refused.sort_unstable();
        for text in std::mem::take(&mut self.texts) {
            self.read_text(&text);
        }
        if self.syntax.mdx {
            self.read_titles();
        }
        if self.budget == 0 {
            let message = "the page has too much invalid code, so the rest of the page is shown as text";
            let hint = "fix the other problems on the page first";
            let (hints, span) = (vec![hint.to_owned()], Span::from(self.at..self.at));
            self.problems.push(Problem { code: Code::InvalidMdx, message: message.to_owned(), hints, span });
        }
        self.wrong.sort_unstable();
        (self.edits, self.problems, self.wrong)
    }

    /// Reads a line, or all lines of a block that starts on the line.
    fn step(&mut self) {
        let place = line::at(self.source, self.at);
        let mut cursor = Cursor::new(self.source, place);
        let mut gaps = Gaps::new(&cursor);
        self.at = place.next;
        let matched = self.matching(&mut cursor, &mut gaps);
        let all = matched == self.containers.len();
        if all && self.continue_leaf(&mut cursor, &mut gaps, place) {
            return self.keep_gaps(gaps);
        }
        if cursor.is_blank() {
            self.close_containers(matched);
            self.close_leaf();
            return self.keep_gaps(gaps);
        }
        let paragraph = matches!(self.leaf, Leaf::Paragraph(_));
        let moved = self.containers[matched..].iter().any(|container| container.is_moved());
        let opened = if all && self.starts_table(&trimmed(cursor)).is_some() {
            // A table's delimiter row can look like a list item.
            Opened::default()
        } else {
            self.open_containers(&mut cursor, &mut gaps, matched, paragraph && all, moved)
        };
        let here = opened.count == 0;
        let depth = if here { matched } else { self.containers.len() };
        let start = Start {
            place,
            lazy: !all && here && paragraph,
            moved: moved && here,
            bulleted: opened.item,
            depth,
        };
        self.start_leaf(&mut cursor, gaps, &start);
    }

    /// Skips the markers of the containers that the line continues, and returns their number.
    fn matching(&mut self, cursor: &mut Cursor<'a>, gaps: &mut Gaps) -> usize {
        for index in 0..self.containers.len() {
            let blank = cursor.is_blank();
            let Some(found) = self.continues(self.containers[index], cursor, gaps, blank) else {
                return index;
            };
            if let Container::Item { empty, .. } = &mut self.containers[index]
                && found
            {
                *empty = false;
            }
        }
        self.containers.len()
    }

    /// Skips the marker of a container. If the line doesn't continue the container, returns `None`. Otherwise, returns
    /// whether the line has content.
    fn continues(
        &self,
        container: Container,
        cursor: &mut Cursor<'a>,
        gaps: &mut Gaps,
        blank: bool,
    ) -> Option<bool> {
        match container {
            Container::Quote => {
                let mut ahead = *cursor;
                let indent = ahead.skip(usize::MAX);
                if ahead.bytes().first() != Some(&b'>') || (indent >= 4 && !self.syntax.mdx) {
                    return None;
                }
                gaps.take_all(cursor, indent >= 4);
                gaps.mark(cursor, 1);
                gaps.take(cursor, 1, usize::from(cursor.indent() > 0));
            }
            Container::Item { empty: true, .. } if blank => return None,
            Container::Item { columns, written, .. } if !blank => {
                if cursor.indent() < columns {
                    return None;
                }
                gaps.take(cursor, columns, written);
            }
            Container::Footnote if !blank => {
                if cursor.indent() < 4 {
                    return None;
                }
                gaps.take(cursor, 4, 4);
            }
            Container::Item { columns, written, .. } => gaps.take_blank(cursor, columns, written),
            Container::Footnote => gaps.take_blank(cursor, 4, 4),
        }
        Some(!blank)
    }

    /// Opens the containers that start on the line.
    fn open_containers(
        &mut self,
        cursor: &mut Cursor<'a>,
        gaps: &mut Gaps,
        matched: usize,
        mut interrupts: bool,
        mut moved: bool,
    ) -> Opened {
        let mut opened = Opened::default();
        while self.containers.len() < MAX_CONTAINERS {
            let mut ahead = *cursor;
            let indent = ahead.skip(usize::MAX);
            if indent >= 4 && !self.syntax.mdx {
                break;
            }
            let Some(marker) = starts::marker(ahead.bytes(), interrupts, self.syntax.definitions()) else {
                break;
            };
            if opened.count == 0 {
                self.close_containers(matched);
                self.close_leaf();
            }
            let strip = indent >= 4 || moved || gaps.changed();
            gaps.take_all(cursor, strip);
            gaps.mark(cursor, marker.length);
            let container = match marker.kind {
                starts::MarkerKind::Quote => {
                    gaps.take(cursor, 1, usize::from(cursor.indent() > 0));
                    Container::Quote
                }
                starts::MarkerKind::Footnote => Container::Footnote,
                starts::MarkerKind::Item => {
                    opened.item = true;
                    self.open_item(cursor, gaps, marker.length, (indent, if strip { 0 } else { indent }))
                }
            };
            self.containers.push(container);
            opened.count += 1;
            (interrupts, moved) = (false, false);
        }
        opened
    }

    /// Skips the whitespace after the marker of a list item. `indent` contains the number of columns before the
    /// marker, in the source and in the output.
    fn open_item(
        &self,
        cursor: &mut Cursor<'a>,
        gaps: &mut Gaps,
        length: usize,
        indent: (usize, usize),
    ) -> Container {
        let space = cursor.indent();
        let (taken, kept) = match space {
            _ if cursor.is_blank() => (1, 1),
            5.. if self.syntax.mdx => (space, 1),
            5.. => (1, 1),
            _ => (space, space),
        };
        if !cursor.is_blank() {
            gaps.take(cursor, taken, kept);
        }
        let (columns, written) = (indent.0 + length + taken, indent.1 + length + kept);
        Container::Item { columns, written, empty: cursor.is_blank() }
    }

    pub(super) fn close_containers(&mut self, keep: usize) {
        if keep < self.containers.len() {
            self.close_leaf();
            self.containers.truncate(keep);
        }
    }

    /// Ends the open leaf. The leaf's text is read later.
    pub(super) fn close_leaf(&mut self) {
        match std::mem::replace(&mut self.leaf, Leaf::None) {
            Leaf::Paragraph(lines) => self.texts.push(Text { lines, kind: TextKind::Paragraph }),
            Leaf::Html(html::BlockEnd::Blank, lines) => self.texts.push(Text { lines, kind: TextKind::Html }),
            _ => {}
        }
    }

    pub(super) fn keep_gaps(&mut self, gaps: Gaps) {
        let edits = gaps.edits.into_iter();
        self.edits.extend(
            edits.map(|(range, columns)| Edit { range, written: Written::Text(" ".repeat(columns).into()) }),
        );
    }

    /// If the line at `start` is in the first `depth` containers, returns the line's content. Otherwise, returns
    /// whether the line has content.
    pub(super) fn content(&self, start: usize, depth: usize) -> Result<Part, bool> {
        if start >= self.source.len() {
            return Err(false);
        }
        let place = line::at(self.source, start);
        let mut cursor = Cursor::new(self.source, place);
        let mut gaps = Gaps::new(&cursor);
        for container in &self.containers[..depth] {
            let blank = cursor.is_blank();
            if self.continues(*container, &mut cursor, &mut gaps, blank).is_none() {
                return Err(!blank);
            }
        }
        Ok(cursor.part(place.next))
    }

    /// Returns the prefix for an output line that continues the containers.
    pub(super) fn written_prefix(&self) -> String {
        let mut prefix = String::new();
        for container in &self.containers {
            match container {
                Container::Quote => prefix.push_str("> "),
                Container::Item { written, .. } => prefix.extend(std::iter::repeat_n(' ', *written)),
                Container::Footnote => prefix.push_str("    "),
            }
        }
        prefix
    }

    pub(super) fn report(&mut self, problem: SyntaxProblem, span: Range<usize>) {
        let hints = problem.hint.into_iter().map(str::to_owned).collect();
        let span = Span::from(span);
        self.problems.push(Problem { code: Code::InvalidMdx, message: problem.message, hints, span });
    }

    /// Finds the tags and expressions in a leaf's text.
    fn read_text(&mut self, text: &Text) {
        let mut joined = Joined::new(self.source);
        for line in &text.lines {
            joined.push(line.clone());
        }
        let mut from = 0;
        if text.kind == TextKind::Paragraph {
            while let Some(end) = link::definition_end(&joined.text, from) {
                from = end;
            }
        }
        let id = match headings::own_id(&joined.text) {
            Some((before, _)) if text.kind == TextKind::Heading => before,
            _ => usize::MAX,
        };
        let rules = Rules {
            mdx: self.syntax.mdx,
            math: self.syntax.math,
            is_component: self.syntax.is_component,
            id: id.saturating_sub(from),
            html: text.kind == TextKind::Html,
        };
        let refused = &self.refused;
        let content = joined.text[from..].trim_end_matches(['\n', '\r']);
        let skip = |at: usize| {
            let place = joined.locate(from + at);
            let found = refused.binary_search_by_key(&place, |(start, _)| *start).ok()?;
            Some(refused[found].1)
        };
        let outcome = text::read(content, rules, &mut self.budget, skip);
        let unravelled = match text.kind {
            TextKind::Paragraph if self.syntax.mdx => {
                text::unravel(content, &outcome.found).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let mut blocks = unravelled.into_iter().peekable();
        for (index, found) in outcome.found.into_iter().enumerate() {
            let range = found.range();
            let is_block = blocks.next_if_eq(&index).is_some();
            let written = match found {
                Found::Directive { .. } => {
                    let Some(directive) = joined.directive(from + range.start..from + range.end) else {
                        continue;
                    };
                    Written::Word(Line::Inline(directive))
                }
                Found::Formula { .. } => {
                    let pieces = joined.pieces(from + range.start..from + range.end, |_, _| 0);
                    Written::Formula(math::inline(pieces, text.kind == TextKind::Cell))
                }
                _ => Written::Inline(Line::Jsx(jsx(&joined, from, &found, is_block))),
            };
            if let Some(at) = link::opening_before(&joined.text, from + range.start) {
                let at = joined.locate(at);
                self.edits.push(Edit { range: at..at, written: Written::Text("\\".into()) });
            }
            let range = joined.range(from + range.start..from + range.end);
            self.edits.push(Edit { range, written });
        }
        for (start, problem) in outcome.problems {
            let from_source = joined.locate(from + start);
            let at = joined.locate((from + problem.at).min(joined.text.len()));
            self.refuse(from_source, at, problem);
        }
    }

    /// Reports an invalid tag or expression and keeps it as text.
    pub(super) fn refuse(&mut self, start: usize, at: usize, problem: SyntaxProblem) {
        let end = at.max(start) + self.source[at.max(start)..].chars().next().map_or(0, char::len_utf8);
        self.report(problem, at.max(start)..end.min(self.source.len()));
        self.wrong.push(start);
        if self.source[start..].starts_with('<') {
            self.edits.push(Edit { range: start..start, written: Written::Text("\\".into()) });
        }
    }
}

/// The containers that a line opened.
#[derive(Default)]
struct Opened {
    count: usize,
    /// Whether one of the containers is a list item.
    item: bool,
}

/// Returns the cursor, moved past any whitespace.
fn trimmed(mut cursor: Cursor<'_>) -> Cursor<'_> {
    cursor.skip(usize::MAX);
    cursor
}
