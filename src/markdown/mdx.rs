//! Finds JSX, expressions, and statements in Markdown: in `.mdx` files as MDX 3 does, and in `.md` files only tags of
//! components.
//!
//! Which braces and angle brackets count depends on the blocks around them, so this module follows the block structure
//! of Markdown: containers, fenced code, headings, tables, and paragraphs. It returns what to write in place of the
//! parts that it found, and of indentation that would make indented code, which MDX doesn't have. pulldown-cmark then
//! parses the result. This module must agree with it about blocks, but doesn't know what becomes of them.

mod blocks;
mod flow;
mod html;
mod joined;
mod leaf;
mod line;
mod link;
mod table;
mod tag;
mod text;

use std::ops::Range;

use super::directive::Line;
use super::scan::{Problem, Syntax};
use crate::component::syntax;

/// What to write in place of a part of the source.
pub(super) struct Edit<'a> {
    /// The part of the source, which can be empty.
    pub range: Range<usize>,
    pub written: Written<'a>,
}

/// The replacement of a part of the source.
pub(super) enum Written<'a> {
    /// This text.
    Text(String),
    /// The marker of a block.
    Block(Line<'a>),
    /// The marker of a part of a paragraph.
    Inline(Line<'a>),
}

/// Finds everything to replace in the source from `base` on. Returns the edits in order, and what isn't valid.
pub(super) fn scan<'a>(source: &'a str, base: usize, syntax: &Syntax<'_>) -> (Vec<Edit<'a>>, Vec<Problem>) {
    let (mut edits, problems) = blocks::Blocks::new(source, base, syntax).run();
    edits.sort_by_key(|edit| (edit.range.start, usize::MAX - edit.range.end));
    (edits, problems)
}

/// Whether a page can contain the tag of a component.
pub(super) fn has_component(body: &str, is_component: &dyn Fn(&str) -> bool) -> bool {
    body.match_indices('<')
        .any(|(at, _)| name_end(&body[at..]).is_some_and(|range| is_component(&body[at..][range])))
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
