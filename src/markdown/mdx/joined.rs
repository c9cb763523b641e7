//! The text of several lines without the markers of their containers, and its places in the source.

use std::ops::Range;

/// Text that was joined from parts of the source.
pub(super) struct Joined<'a> {
    source: &'a str,
    pub text: String,
    /// For each part: its offset in the text, and in the source.
    parts: Vec<(usize, usize)>,
}

impl<'a> Joined<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Joined { source, text: String::new(), parts: Vec::new() }
    }

    pub(super) fn push(&mut self, range: Range<usize>) {
        self.parts.push((self.text.len(), range.start));
        self.text.push_str(&self.source[range]);
    }

    /// Returns the place in the source of the character at an offset.
    pub(super) fn locate(&self, at: usize) -> usize {
        let part = self.parts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.parts.get(part).map_or(0, |(start, source)| source + (at - start))
    }

    /// Returns the place in the source of a range that isn't empty.
    pub(super) fn range(&self, range: Range<usize>) -> Range<usize> {
        let end =
            if range.end > range.start { self.locate(range.end - 1) + 1 } else { self.locate(range.start) };
        self.locate(range.start)..end.max(self.locate(range.start))
    }

    /// Returns the parts of the source in a range. At the start of each part but the first, `skip` returns the length
    /// to leave out.
    pub(super) fn pieces(&self, range: Range<usize>, skip: impl Fn(usize) -> usize) -> Vec<(usize, &'a str)> {
        let mut pieces = Vec::new();
        let first = self.parts.partition_point(|(start, _)| *start <= range.start).saturating_sub(1);
        for (index, &(start, source)) in self.parts.iter().enumerate().skip(first) {
            if start >= range.end {
                break;
            }
            let end = self.parts.get(index + 1).map_or(self.text.len(), |(next, _)| *next).min(range.end);
            let from = if index == first { start.max(range.start) } else { (start + skip(start)).min(end) };
            if from < end {
                pieces.push((
                    source + (from - start),
                    &self.source[source + (from - start)..source + (end - start)],
                ));
            }
        }
        pieces
    }

    /// Returns the range as it is in the source, with the markers of containers if it has several lines.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.source.get(self.range(range)).unwrap_or_default()
    }
}
