//! Determines where the blocks that contain text start, continue, and end.

use std::ops::Range;

use super::flow::{Flow, Outcome};
use super::html::{self, BlockEnd};
use super::joined::Joined;
use super::line::{self, Cursor, Gaps, Part, Place};
use super::math::FormulaBlock;
use super::starts::{fence, heading_content, heading_level, is_rule, is_setext_underline};
use super::{Blocks, Edit, Problem, Start, Text, TextKind, Written, link, table, text};
use crate::diag::{Code, Span};
use crate::markdown::directive::Line;
use crate::markdown::{attributes, directives};

/// The open leaf.
pub(super) enum Leaf {
    None,
    /// A paragraph, with the ranges of its lines.
    Paragraph(Vec<Part>),
    Fence(Fence),
    /// Raw HTML, with the ranges of its lines.
    Html(BlockEnd, Vec<Part>),
    Indented,
    /// A table with this number of columns.
    Table(usize),
}

/// Fenced code.
#[derive(Clone, Copy)]
pub(super) struct Fence {
    byte: u8,
    length: usize,
    /// The indentation of the opening line, in the source and in the output.
    indent: usize,
    written: usize,
}

/// The block that a line starts.
enum Block<'a> {
    Rule,
    Setext,
    Heading(Range<usize>),
    Fence(u8, usize),
    Html(BlockEnd),
    Directive(Range<usize>, Line<'a>),
    /// A formula, with the offset of its start.
    Formula(usize, FormulaBlock<'a>),
    Flow(Flow<'a>),
    /// A paragraph that consists of this line and the listed lines. The next line starts at the offset.
    Paragraph(Vec<Part>, usize),
    Table(usize),
    Row,
}

impl<'a> Blocks<'a, '_> {
    /// Continues or ends a leaf whose lines can't start other blocks. Returns whether the line belongs to the leaf.
    pub(super) fn continue_leaf(&mut self, cursor: &mut Cursor<'a>, gaps: &mut Gaps, place: Place) -> bool {
        let mut ahead = *cursor;
        let columns = ahead.skip(usize::MAX);
        match &mut self.leaf {
            Leaf::Fence(fence) => {
                let line = ahead.bytes();
                let run = line.iter().take_while(|byte| **byte == fence.byte).count();
                let after = line[run..].iter().all(|byte| *byte == b' ');
                let ends = run >= fence.length && after && (columns < 4 || self.syntax.mdx);
                if ends {
                    gaps.take_all(cursor, columns >= 4);
                    self.leaf = Leaf::None;
                } else if fence.indent != fence.written {
                    gaps.take(cursor, columns.min(fence.indent), 0);
                }
                gaps.mark(cursor, 0);
                true
            }
            Leaf::Html(BlockEnd::Text(texts), _) => {
                if html::ends(&self.source[cursor.at..place.end], texts) {
                    self.leaf = Leaf::None;
                }
                true
            }
            Leaf::Html(BlockEnd::Blank, lines) if !cursor.is_blank() => {
                match directives::line(self.source[ahead.at..place.end].trim_end(), ahead.at) {
                    Some(line) => {
                        let range = ahead.at..ahead.at + self.source[ahead.at..place.end].trim_end().len();
                        self.edits.push(Edit { range, written: Written::Block(line) });
                    }
                    None => lines.push(cursor.part(place.next)),
                }
                true
            }
            Leaf::Indented if cursor.is_blank() || columns >= 4 => true,
            Leaf::Html(..) | Leaf::Indented => {
                self.close_leaf();
                false
            }
            Leaf::None | Leaf::Paragraph(_) | Leaf::Table(_) => false,
        }
    }

    /// Reads the content of a line after the container markers.
    pub(super) fn start_leaf(&mut self, cursor: &mut Cursor<'a>, mut gaps: Gaps, start: &Start) {
        let mut ahead = *cursor;
        let indent = ahead.skip(usize::MAX);
        if ahead.bytes().is_empty() {
            self.close_containers(start.depth);
            return self.keep_gaps(gaps);
        }
        let open = matches!(self.leaf, Leaf::Paragraph(_));
        let code = indent >= 4 && !self.syntax.mdx;
        let block = if code { None } else { self.find_block(&ahead, start) };
        let (block, others) = match block {
            Some(Block::Paragraph(parts, next)) => {
                self.at = next;
                (None, parts)
            }
            block => (block, Vec::new()),
        };
        let lines = cursor.part(start.place.next);
        let continues = open && block.is_none();
        gaps.take_all(cursor, start.moved || (indent >= 4 && !continues && self.syntax.mdx));
        let written = if gaps.changed() { 0 } else { indent };
        gaps.mark(cursor, 0);
        self.keep_gaps(gaps);
        let is_text = block.is_none() && !code;
        // pulldown-cmark would interpret this colon as the start of a definition. A backslash would also escape a
        // shortcode.
        if is_text
            && self.syntax.definitions()
            && ahead.bytes()[0] == b':'
            && !text::starts_directive(self.source, ahead.at)
        {
            self.edits.push(Edit {
                range: ahead.at..ahead.at + 1,
                written: Written::Text(directives::ESCAPED_COLON.into()),
            });
        }
        if continues {
            if let Leaf::Paragraph(open) = &mut self.leaf {
                open.push(lines);
                open.extend(others);
            }
            return;
        }
        if !matches!(block, Some(Block::Setext | Block::Table(_) | Block::Row)) {
            self.close_containers(start.depth);
            self.close_leaf();
        }
        match block {
            None if code => self.leaf = Leaf::Indented,
            None => self.leaf = Leaf::Paragraph([vec![lines], others].concat()),
            Some(block) => self.start_block(block, indent, written, lines),
        }
    }

    /// Finds the block that a line starts, except paragraphs and indented code.
    fn find_block(&mut self, cursor: &Cursor<'a>, start: &Start) -> Option<Block<'a>> {
        let (line, at, end) = (cursor.bytes(), cursor.at, start.place.end);
        let open = matches!(self.leaf, Leaf::Paragraph(_));
        if open && !start.lazy && is_setext_underline(line) && self.has_text() {
            return Some(Block::Setext);
        }
        if is_rule(line) {
            return Some(Block::Rule);
        }
        let text = &self.source[at..end];
        match line[0] {
            b'#' => {
                if let Some(level) = heading_level(line) {
                    let content = heading_content(&text[level..]);
                    let from = at + level + (text[level..].len() - text[level..].trim_start().len());
                    return Some(Block::Heading(from..from + content.len()));
                }
            }
            b'`' | b'~' => {
                if let Some((byte, length)) = fence(line) {
                    return Some(Block::Fence(byte, length));
                }
            }
            b':' => {
                let text = &self.source[at..at + directives::end(&self.source[at..], end - at)];
                let line = directives::line(text, at);
                if let Some(line) = line.filter(|line| !(start.bulleted && matches!(line, Line::Close(_)))) {
                    return Some(Block::Directive(at..at + text.len(), line));
                }
            }
            b'$' if text.starts_with("$$") && self.syntax.math => {
                if let Some(block) = self.formula(at, start) {
                    return Some(Block::Formula(at, block));
                }
            }
            b'<' | b'{' if attributes::length(text.trim_end()).is_none() => {
                if let Some(block) = self.find_tag(text, at, start) {
                    return Some(block);
                }
            }
            b'e' | b'i' if self.syntax.mdx && start.depth == 0 && cursor.at_start() && !open => {
                if let Some(flow) = self.script(start.place) {
                    return Some(Block::Flow(flow));
                }
            }
            _ => {}
        }
        if start.lazy {
            return None;
        }
        match &self.leaf {
            Leaf::Paragraph(_) => self.starts_table(cursor).map(Block::Table),
            Leaf::Table(_) if start.depth == self.containers.len() => Some(Block::Row),
            _ => None,
        }
    }

    /// If a line is a table's delimiter row, and the last line of the open paragraph is the table's header, returns the
    /// number of columns.
    pub(super) fn starts_table(&self, cursor: &Cursor<'a>) -> Option<usize> {
        let Leaf::Paragraph(lines) = &self.leaf else { return None };
        let (columns, header) = (table::columns(cursor.bytes())?, lines.last()?);
        let text = &self.source[header.range.clone()];
        // If the paragraph has an earlier line, pulldown-cmark recognizes only tables that start with a pipe.
        let starts = if lines.len() == 1 { text.contains('|') } else { text.trim_start().starts_with('|') };
        (starts && table::cells(self.source, header.range.clone()).len() == columns).then_some(columns)
    }

    /// Finds the block that starts on a line that begins with `<` or `{`.
    fn find_tag(&mut self, text: &'a str, at: usize, start: &Start) -> Option<Block<'a>> {
        if self.syntax.mdx && text.starts_with("<!--") {
            return Some(Block::Html(BlockEnd::Text(&["-->"])));
        }
        if let Some((length, line)) = self.tabs(at) {
            return Some(Block::Directive(at..at + length, line));
        }
        if self.syntax.mdx || self.is_component(text) {
            return match self.flow(at, start) {
                Outcome::Block(flow) => Some(Block::Flow(flow)),
                Outcome::Paragraph(parts, next) => Some(Block::Paragraph(parts, next)),
                Outcome::Text => None,
            };
        }
        let interrupts = matches!(self.leaf, Leaf::Paragraph(_));
        html::block_start(text, interrupts).map(Block::Html)
    }

    /// Whether the open paragraph contains more than link definitions.
    fn has_text(&self) -> bool {
        let Leaf::Paragraph(lines) = &self.leaf else { return false };
        // Most paragraphs don't start with a definition.
        let first = lines.first().map_or("", |line| &self.source[line.range.clone()]);
        if !first.trim_start().starts_with('[') {
            return true;
        }
        let mut joined = Joined::new(self.source);
        lines.iter().for_each(|line| joined.push(line.clone()));
        let mut from = 0;
        while let Some(end) = link::definition_end(&joined.text, from) {
            from = end;
        }
        from < joined.text.len()
    }

    fn start_block(&mut self, block: Block<'a>, indent: usize, written: usize, line: Part) {
        match block {
            Block::Rule => {}
            Block::Setext => {
                if let Leaf::Paragraph(lines) = std::mem::replace(&mut self.leaf, Leaf::None) {
                    self.texts.push(Text { lines, kind: TextKind::Heading });
                }
            }
            Block::Heading(range) => {
                self.texts.push(Text { lines: vec![range.into()], kind: TextKind::Heading })
            }
            Block::Fence(byte, length) => self.leaf = Leaf::Fence(Fence { byte, length, indent, written }),
            Block::Html(end) => {
                let ended = matches!(end, BlockEnd::Text(texts) if html::ends(&self.source[line.range.clone()], texts));
                if !ended {
                    self.leaf = Leaf::Html(end, vec![line]);
                }
            }
            Block::Directive(range, directive) => {
                self.at = line::at(self.source, range.end).next;
                self.edits.push(Edit { range, written: Written::Block(directive) });
            }
            Block::Formula(start, FormulaBlock { code, end, closed }) => {
                if !closed {
                    self.problems.push(Problem {
                        code: Code::InvalidMath,
                        message: "the formula has no end".to_owned(),
                        hints: vec!["add `$$` at the end of its last line".to_owned()],
                        span: Span::from(start..end),
                    });
                }
                self.at = line::at(self.source, end).next;
                self.edits.push(Edit { range: start..end, written: Written::Block(Line::Formula(code)) });
            }
            Block::Flow(flow) => self.write_flow(flow),
            // The paragraph is already part of the leaf.
            Block::Paragraph(..) => {}
            Block::Table(columns) => {
                if let Leaf::Paragraph(mut lines) = std::mem::replace(&mut self.leaf, Leaf::Table(columns)) {
                    let header = lines.pop();
                    if let Some(Part { range, .. }) = &header
                        && self.syntax.mdx
                        && !lines.is_empty()
                    {
                        // Only paragraphs can be indented by more than three columns.
                        let text = &self.source[range.clone()];
                        let range = range.start..range.end - text.trim_start_matches([' ', '\t']).len();
                        if range.len() > 3 || self.source[range.clone()].contains('\t') {
                            self.edits.push(Edit { range, written: Written::Text("".into()) });
                        }
                    }
                    if !lines.is_empty() {
                        self.texts.push(Text { lines, kind: TextKind::Paragraph });
                    }
                    header.into_iter().for_each(|header| self.row(header.range));
                }
            }
            Block::Row => self.row(line.range),
        }
    }

    fn row(&mut self, line: Range<usize>) {
        // Surplus cells aren't shown.
        let Leaf::Table(columns) = self.leaf else { return };
        let cells = table::cells(self.source, line).into_iter().take(columns);
        self.texts.extend(cells.map(|cell| Text { lines: vec![cell.into()], kind: TextKind::Cell }));
    }
}
