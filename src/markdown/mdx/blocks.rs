//! The block structure of a page, line by line: which containers a line continues and opens, and what is in them.

use std::ops::Range;

use super::joined::Joined;
use super::leaf::{self, Leaf, Start};
use super::line::{self, Cursor, Gaps};
use super::tag::TagKind;
use super::text::{self, Found, Rules};
use super::{Edit, Written, html, link};
use crate::component::syntax::SyntaxProblem;
use crate::diag::{Code, Span};
use crate::markdown::directive::Line;
use crate::markdown::headings;
use crate::markdown::jsx::{Jsx, JsxKind};
use crate::markdown::scan::{Problem, Syntax};

/// The maximum number of containers around a line. Without a limit, each line of a page could have to go through as
/// many containers as the page has lines.
const MAX_CONTAINERS: usize = 1000;

/// A block that contains blocks.
#[derive(Clone, Copy)]
pub(super) enum Container {
    Quote,
    /// A list item: the columns before its content, in the source and as they're written.
    Item {
        columns: usize,
        written: usize,
        empty: bool,
    },
    Footnote,
}

impl Container {
    /// Whether its lines are written with another indentation.
    fn is_moved(self) -> bool {
        matches!(self, Container::Item { columns, written, .. } if columns != written)
    }
}

/// The text of a leaf, to be read when all blocks are known.
pub(super) struct Text {
    pub lines: Vec<Range<usize>>,
    pub kind: TextKind,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum TextKind {
    Paragraph,
    Heading,
    Cell,
    /// Raw HTML, in which backticks and backslashes are only characters.
    Html,
}

pub(super) struct Blocks<'a, 's> {
    pub source: &'a str,
    pub syntax: &'s Syntax<'s>,
    /// The start of the next line.
    pub at: usize,
    pub containers: Vec<Container>,
    pub leaf: Leaf,
    pub texts: Vec<Text>,
    pub edits: Vec<Edit<'a>>,
    pub problems: Vec<Problem>,
    /// The places where a block can't start with a tag or an expression, because it isn't valid.
    pub refused: Vec<usize>,
    /// How many characters of code that isn't valid are still read.
    pub budget: usize,
    /// The names that the page imports.
    pub imports: Vec<String>,
}

impl<'a, 's> Blocks<'a, 's> {
    pub(super) fn new(source: &'a str, base: usize, syntax: &'s Syntax<'s>) -> Self {
        const READS: usize = 32;
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
            budget: (source.len() - base) * READS + LEAST,
            imports: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> (Vec<Edit<'a>>, Vec<Problem>) {
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
        (self.edits, self.problems)
    }

    /// Reads a line, or the lines of a block that starts with it.
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
            return;
        }
        let paragraph = matches!(self.leaf, Leaf::Paragraph(_));
        let sibling = matches!(self.containers.get(matched), Some(Container::Item { .. }));
        let moved = self.containers[matched..].iter().any(|container| container.is_moved());
        let opened = self.open_containers(&mut cursor, &mut gaps, matched, paragraph && !sibling, moved);
        let here = opened.count == 0;
        let depth = if here { matched } else { self.containers.len() };
        let start = Start { place, lazy: !all && here, moved: moved && here, bulleted: opened.item, depth };
        self.start_leaf(&mut cursor, gaps, &start);
    }

    /// Goes over the markers of the containers that the line continues. Returns their number.
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

    /// Goes over the marker of a container. Returns `None` if the line doesn't continue it, and whether the line has
    /// content otherwise.
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
            let Some(marker) = leaf::marker(ahead.bytes(), interrupts) else { break };
            if opened.count == 0 {
                self.close_containers(matched);
                self.close_leaf();
            }
            let strip = indent >= 4 || moved || gaps.changed();
            gaps.take_all(cursor, strip);
            gaps.mark(cursor, marker.length);
            let container = match marker.kind {
                leaf::MarkerKind::Quote => {
                    gaps.take(cursor, 1, usize::from(cursor.indent() > 0));
                    Container::Quote
                }
                leaf::MarkerKind::Footnote => Container::Footnote,
                leaf::MarkerKind::Item => {
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

    /// Goes over the white space after the marker of a list item. `indent` has the columns before the marker, in the
    /// source and as written.
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

    /// Ends the leaf. Its text is read later.
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
            edits.map(|(range, columns)| Edit { range, written: Written::Text(" ".repeat(columns)) }),
        );
    }

    /// Returns the content of the line at `start`, if it's in the first `depth` containers. Otherwise, returns whether
    /// the line has content.
    pub(super) fn content(&self, start: usize, depth: usize) -> Result<Range<usize>, bool> {
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
        Ok(cursor.at..place.next)
    }

    /// Returns what a line starts with that continues the containers as they're written.
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

    /// Finds the tags and expressions in the text of a leaf.
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
            is_component: self.syntax.is_component,
            id: id.saturating_sub(from),
            html: text.kind == TextKind::Html,
        };
        let refused = &self.refused;
        let content = &joined.text[from..];
        let skip =
            |at: usize| !refused.is_empty() && refused.binary_search(&joined.locate(from + at)).is_ok();
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
            let jsx = jsx(&joined, from, &found, is_block);
            let range = joined.range(from + range.start..from + range.end);
            self.edits.push(Edit { range, written: Written::Inline(Line::Jsx(jsx)) });
        }
        for (start, problem) in outcome.problems {
            let from_source = joined.locate(from + start);
            let at = joined.locate((from + problem.at).min(joined.text.len()));
            self.refuse(from_source, at, problem);
        }
    }

    /// Reports a tag or an expression that isn't valid, and leaves it as text.
    pub(super) fn refuse(&mut self, start: usize, at: usize, problem: SyntaxProblem) {
        let end = at.max(start) + self.source[at.max(start)..].chars().next().map_or(0, char::len_utf8);
        self.report(problem, at.max(start)..end.min(self.source.len()));
        if self.source[start..].starts_with('<') {
            self.edits.push(Edit { range: start..start, written: Written::Text("\\".to_owned()) });
        }
    }
}

/// The containers that a line opened.
#[derive(Default)]
struct Opened {
    count: usize,
    /// Whether there is a list item among them.
    item: bool,
}

/// Converts a tag or an expression that was found in joined text from `base` on.
pub(super) fn jsx<'a>(joined: &Joined<'a>, base: usize, found: &Found, is_block: bool) -> Jsx<'a> {
    let range = found.range();
    let (kind, pieces) = match found {
        Found::Tag { tag, .. } => {
            let name = joined.slice(base + tag.name.start..base + tag.name.end);
            let kind = match tag.kind {
                TagKind::Start => JsxKind::Start(name),
                TagKind::End => JsxKind::End(name),
                TagKind::Empty => JsxKind::Empty(name),
            };
            let skip = |at: usize| {
                let rest = &joined.text[at..];
                let within = |ranges: &[Range<usize>]| {
                    let after = ranges.partition_point(|range| base + range.start < at);
                    after > 0 && at < base + ranges[after - 1].end
                };
                if within(&tag.expressions) {
                    indentation(rest)
                } else if within(&tag.quoted) {
                    rest.len() - rest.trim_start_matches([' ', '\t']).len()
                } else {
                    0
                }
            };
            (kind, joined.pieces(base + range.start..base + range.end, skip))
        }
        Found::Expression { .. } => {
            let skip = |at: usize| indentation(&joined.text[at..]);
            (JsxKind::Expression, joined.pieces(base + range.start..base + range.end, skip))
        }
    };
    Jsx { kind, code: pieces, is_block }
}

/// Returns the length of the indentation that isn't part of a line of an expression: two columns.
fn indentation(line: &str) -> usize {
    match line.as_bytes() {
        [b'\t', ..] => 1,
        [b' ', b' ' | b'\t', ..] => 2,
        [b' ', ..] => 1,
        _ => 0,
    }
}
