//! Joins several lines of text without their container markers and maps the parts of the text to the source.

use std::ops::Range;

use super::line::Part;
use super::tag::TagKind;
use super::text::Found;
use crate::markdown::directive::{self, Opening};
use crate::markdown::jsx::{Jsx, JsxKind};

/// Text that was joined from parts of the source.
pub(super) struct Joined<'a> {
    source: &'a str,
    pub text: String,
    /// Each part's offset in the text, its offset in the source, and the number of tab columns before the part.
    parts: Vec<(usize, usize, usize)>,
}

impl<'a> Joined<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Joined { source, text: String::new(), parts: Vec::new() }
    }

    pub(super) fn push(&mut self, part: Part) {
        self.parts.push((self.text.len(), part.range.start, part.rest));
        self.text.push_str(&self.source[part.range]);
    }

    /// Returns the source offset of the character at an offset in the text.
    pub(super) fn locate(&self, at: usize) -> usize {
        let part = self.parts.partition_point(|(start, ..)| *start <= at).saturating_sub(1);
        self.parts.get(part).map_or(0, |(start, source, _)| source + (at - start))
    }

    /// Returns the source range for a nonempty range of the text.
    pub(super) fn range(&self, range: Range<usize>) -> Range<usize> {
        let end =
            if range.end > range.start { self.locate(range.end - 1) + 1 } else { self.locate(range.start) };
        self.locate(range.start)..end.max(self.locate(range.start))
    }

    /// Returns the parts of the source in a range. For each part except the first, `skip` receives the part's offset in
    /// the text and the number of tab columns before the part, and returns the length to leave out at the start of the
    /// part.
    pub(super) fn pieces(
        &self,
        range: Range<usize>,
        skip: impl Fn(usize, usize) -> usize,
    ) -> Vec<(usize, &'a str)> {
        let mut pieces = Vec::new();
        let first = self.parts.partition_point(|(start, ..)| *start <= range.start).saturating_sub(1);
        for (index, &(start, source, rest)) in self.parts.iter().enumerate().skip(first) {
            if start >= range.end {
                break;
            }
            let end = self.parts.get(index + 1).map_or(self.text.len(), |(next, ..)| *next).min(range.end);
            let from =
                if index == first { start.max(range.start) } else { (start + skip(start, rest)).min(end) };
            if from < end {
                pieces.push((
                    source + (from - start),
                    &self.source[source + (from - start)..source + (end - start)],
                ));
            }
        }
        pieces
    }

    /// Returns the source text of a range. If the range spans several lines, the text includes container markers.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.source.get(self.range(range)).unwrap_or_default()
    }
}

impl<'a> Joined<'a> {
    /// If a range doesn't contain container markers, returns the directive in the range.
    pub(super) fn directive(&self, range: Range<usize>) -> Option<Opening<'a>> {
        let (text, source) = (&self.text[range.clone()], self.slice(range.clone()));
        let is_same = text.split_whitespace().eq(source.split_whitespace());
        let (length, opening) = directive::inline(source, self.locate(range.start))?;
        (is_same && length == source.len()).then_some(opening)
    }
}

/// Converts a tag or an expression that was found in joined text. `base` is the offset where the search started.
pub(super) fn jsx<'a>(joined: &Joined<'a>, base: usize, found: &Found, is_block: bool) -> Jsx<'a> {
    let range = found.range();
    let (bare, quoted) = match found {
        Found::Tag { tag, .. } => (&tag.bare[..], &tag.quoted[..]),
        Found::Expression { .. } | Found::Directive { .. } | Found::Formula { .. } => (&[][..], &[][..]),
    };
    let in_source = |ranges: &[Range<usize>]| {
        ranges.iter().map(|range| joined.range(base + range.start..base + range.end)).collect()
    };
    let (bare, quoted) = (in_source(bare), in_source(quoted));
    let (kind, pieces) = match found {
        Found::Tag { tag, .. } => {
            let name = joined.slice(base + tag.name.start..base + tag.name.end);
            let kind = match tag.kind {
                TagKind::Start => JsxKind::Start(name),
                TagKind::End => JsxKind::End(name),
                TagKind::Empty => JsxKind::Empty(name),
            };
            let skip = |at: usize, before: usize| {
                let rest = &joined.text[at..];
                let within = |ranges: &[Range<usize>]| {
                    let after = ranges.partition_point(|range| base + range.start < at);
                    after > 0 && at < base + ranges[after - 1].end
                };
                if within(&tag.expressions) {
                    indentation(rest, before)
                } else if within(&tag.quoted) {
                    rest.len() - rest.trim_start_matches([' ', '\t']).len()
                } else {
                    0
                }
            };
            (kind, joined.pieces(base + range.start..base + range.end, skip))
        }
        Found::Expression { .. } | Found::Directive { .. } | Found::Formula { .. } => {
            let skip = |at: usize, before: usize| indentation(&joined.text[at..], before);
            (JsxKind::Expression, joined.pieces(base + range.start..base + range.end, skip))
        }
    };
    Jsx { kind, code: pieces, bare, quoted, is_block }
}

/// Returns the length of the indentation to remove from a line of an expression. Two columns are removed in total,
/// including the `before` columns that precede `line`.
fn indentation(line: &str, before: usize) -> usize {
    match line.as_bytes() {
        _ if before >= 2 => 0,
        [b' ', b' ' | b'\t', ..] if before == 0 => 2,
        [b' ' | b'\t', ..] => 1,
        _ => 0,
    }
}
