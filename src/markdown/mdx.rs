//! Finds component tags and inline directives in Markdown. In `.mdx` files, also finds other JSX, expressions, and
//! statements, as MDX 3 does.
//!
//! The meaning of braces and angle brackets depends on the surrounding blocks, so this module tracks the block
//! structure of Markdown: containers, fenced code, headings, tables, and paragraphs. The module returns the
//! replacements for the parts that were found, and for indentation that would start indented code, which MDX doesn't
//! support. pulldown-cmark then parses the result. This module must recognize the same blocks as pulldown-cmark, but it
//! doesn't interpret them.

mod blocks;
mod flow;
mod html;
mod joined;
mod leaf;
mod line;
mod link;
mod math;
mod nesting;
mod starts;
mod table;
mod tag;
mod text;
mod titles;

use std::ops::Range;

use pulldown_cmark::Options as Extensions;

use super::directive::{self, Line};
use super::marks::{Edit, Layout, Written};
use crate::component::syntax;
use crate::diag::{Code, Span};
use leaf::Leaf;
pub(super) use starts::fence;
pub(crate) use starts::is_rule as is_thematic_break;
pub(super) use table::cells as table_cells;

/// The syntax of a page.
pub(super) struct Syntax<'s> {
    /// Whether the page uses MDX.
    pub mdx: bool,
    /// Whether the page can contain formulas.
    pub math: bool,
    /// The Markdown extensions.
    pub extensions: Extensions,
    /// Whether a name is a component name.
    pub is_component: &'s dyn Fn(&str) -> bool,
}

/// An invalid part of a page.
#[derive(Debug, PartialEq)]
pub(super) struct Problem {
    pub code: Code,
    pub message: String,
    pub hints: Vec<String>,
    pub span: Span,
}

/// Finds all parts of the source to replace, starting at `base`. `others` contains other parts to replace. Returns the
/// edits in order, the edited text, and the problems. In the text, each start tag and its end tag are in the same
/// element.
pub(super) fn scan<'a>(
    source: &'a str,
    base: usize,
    syntax: &Syntax<'_>,
    others: Vec<Edit<'a>>,
) -> (Vec<Edit<'a>>, Layout, Vec<Problem>) {
    let (mut edits, mut problems, refused) = Blocks::new(source, base, syntax).run();
    edits.extend(others);
    // Insertions come before replacements, and outer edits come before inner edits.
    edits.sort_by_key(|Edit { range, .. }| (range.start, !range.is_empty(), usize::MAX - range.end));
    let layout = nesting::balance(source, base, syntax.extensions, &mut edits, &mut problems, &refused);
    problems.sort_by_key(|problem| problem.span.start);
    (edits, layout, problems)
}

/// Whether a page might contain a component tag.
pub(super) fn has_component(body: &str, is_component: &dyn Fn(&str) -> bool) -> bool {
    body.match_indices('<')
        .any(|(at, _)| name_end(&body[at..]).is_some_and(|range| is_component(&body[at..][range])))
}

/// Whether the text might contain inline directives.
pub(super) fn has_directive(text: &str) -> bool {
    text.match_indices(':').any(|(at, _)| text::starts_directive(text, at))
}

/// Returns the directives and formulas in inline content.
pub(super) fn directives(text: &str, math: bool) -> Vec<Edit<'_>> {
    if !(has_directive(text) || math && text.contains('$')) {
        return Vec::new();
    }
    let rules = text::Rules { mdx: false, math, is_component: &|_| false, id: usize::MAX, html: false };
    let mut budget = usize::MAX;
    let found = text::read(text, rules, &mut budget, |_| None).found;
    let edit = |found: text::Found| {
        let range = found.range();
        if matches!(found, text::Found::Formula { .. }) {
            let line = math::inline(vec![(range.start, &text[range.clone()])], false);
            return Some(Edit { range, written: Written::Formula(line) });
        }
        let (_, opening) = directive::inline(&text[range.clone()], range.start)?;
        Some(Edit { range, written: Written::Word(Line::Inline(opening)) })
    };
    found.into_iter().filter_map(edit).collect()
}

/// Returns the range of the first part of the name in a start or end tag.
fn name_end(text: &str) -> Option<Range<usize>> {
    let start = if text.starts_with("</") { 2 } else { 1 };
    let rest = &text[start..];
    if !rest.starts_with(syntax::is_name_start) {
        return None;
    }
    let length = rest.find(|c: char| !syntax::is_name_part(c)).unwrap_or(rest.len());
    Some(start..start + length)
}

/// The start of a leaf.
struct Start {
    pub place: line::Place,
    /// Whether the line and the open leaf are in different containers.
    pub lazy: bool,
    /// Whether the line ends list items whose indentation was changed.
    pub moved: bool,
    /// Whether a list item starts on the line.
    pub bulleted: bool,
    /// The number of containers around the line.
    pub depth: usize,
}

impl Syntax<'_> {
    /// Whether the page can contain definition lists.
    pub(super) fn definitions(&self) -> bool {
        self.extensions.contains(Extensions::ENABLE_DEFINITION_LIST)
    }
}

/// A block that contains blocks.
#[derive(Clone, Copy)]
enum Container {
    Quote,
    /// A list item. The fields are the numbers of columns before the item's content in the source and in the output.
    Item {
        columns: usize,
        written: usize,
        empty: bool,
    },
    Footnote,
}

impl Container {
    /// Whether the indentation of the container's lines is changed.
    fn is_moved(self) -> bool {
        matches!(self, Container::Item { columns, written, .. } if columns != written)
    }
}

/// A leaf's text, which is read when all blocks are known.
struct Text {
    pub lines: Vec<line::Part>,
    pub kind: TextKind,
}

#[derive(Clone, Copy, PartialEq)]
enum TextKind {
    Paragraph,
    Heading,
    Cell,
    /// Raw HTML, where backticks and backslashes have no special meaning.
    Html,
}

struct Blocks<'a, 's> {
    pub source: &'a str,
    pub syntax: &'s Syntax<'s>,
    /// The start of the next line.
    pub at: usize,
    pub containers: Vec<Container>,
    pub leaf: Leaf,
    pub texts: Vec<Text>,
    pub edits: Vec<Edit<'a>>,
    pub problems: Vec<Problem>,
    /// The offsets of invalid tags and expressions, each with the length that was read.
    pub refused: Vec<(usize, usize)>,
    /// The offsets of the tags and expressions that were reported.
    pub wrong: Vec<usize>,
    /// The number of characters of invalid code that can still be read.
    pub budget: usize,
}

/// Returns the ranges of the values in a tag.
#[cfg(test)]
pub(super) fn parts(code: &str) -> Vec<Range<usize>> {
    let tag = tag::parse(code, 0, tag::Dialect::Mdx);
    tag.map(|tag| [tag.quoted, tag.expressions].concat()).unwrap_or_default()
}
