//! Reads a line of Markdown column by column. A tab extends to the next multiple of four columns (CommonMark 2.2), and
//! a container can use part of a tab.

use std::ops::Range;

/// The location of a line in the source.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub start: usize,
    /// The end of the line, without the line break.
    pub end: usize,
    /// The start of the next line.
    pub next: usize,
}

/// Returns the line that starts at `start`.
pub(super) fn at(source: &str, start: usize) -> Place {
    let bytes = source.as_bytes();
    let end = bytes[start..]
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'\r'))
        .map_or(bytes.len(), |at| start + at);
    let next = match bytes.get(end) {
        Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => end + 2,
        Some(_) => end + 1,
        None => end,
    };
    Place { start, end, next }
}

/// A part of a line. If a tab precedes the part, the last `rest` columns of the tab also belong to the part.
#[derive(Clone)]
pub(super) struct Part {
    pub range: Range<usize>,
    pub rest: usize,
}

impl From<Range<usize>> for Part {
    fn from(range: Range<usize>) -> Self {
        Part { range, rest: 0 }
    }
}

/// A position on a line.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pub at: usize,
    end: usize,
    column: usize,
    /// The number of remaining columns in the tab that precedes `at`, if any.
    rest: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &'a str, line: Place) -> Self {
        Cursor { bytes: source.as_bytes(), at: line.start, end: line.end, column: 0, rest: 0 }
    }

    /// Returns the width of the following whitespace, in columns.
    pub(super) fn indent(&self) -> usize {
        let mut copy = *self;
        copy.skip(usize::MAX)
    }

    /// Skips whitespace, up to this number of columns. Returns the number of skipped columns.
    pub(super) fn skip(&mut self, columns: usize) -> usize {
        let mut skipped = self.rest.min(columns);
        self.rest -= skipped;
        while skipped < columns && self.at < self.end {
            let width = match self.bytes[self.at] {
                b' ' => 1,
                b'\t' => 4 - self.column % 4,
                _ => break,
            };
            let taken = width.min(columns - skipped);
            self.rest = width - taken;
            self.column += width;
            self.at += 1;
            skipped += taken;
        }
        skipped
    }

    /// Whether only whitespace follows.
    pub(super) fn is_blank(&self) -> bool {
        let mut copy = *self;
        copy.skip(usize::MAX);
        copy.at == copy.end
    }

    /// Returns the bytes that follow.
    pub(super) fn bytes(&self) -> &'a [u8] {
        &self.bytes[self.at..self.end]
    }

    /// Skips characters that aren't whitespace.
    pub(super) fn bump(&mut self, length: usize) {
        self.at += length;
        self.column += length;
    }

    /// Returns the rest of the line, up to an offset.
    pub(super) fn part(&self, end: usize) -> Part {
        Part { range: self.at..end, rest: self.rest }
    }

    /// Whether the position is the start of a line.
    pub(super) fn at_start(&self) -> bool {
        self.column == 0
    }
}

/// The whitespace before the markers and text of a line, and the replacements for this whitespace.
pub(super) struct Gaps {
    start: usize,
    columns: usize,
    changed: bool,
    /// The ranges to replace, and the number of spaces to write for each range.
    pub edits: Vec<(Range<usize>, usize)>,
}

impl Gaps {
    pub(super) fn new(cursor: &Cursor<'_>) -> Self {
        Gaps { start: cursor.at, columns: 0, changed: false, edits: Vec::new() }
    }

    /// Skips columns of whitespace. The skipped columns are replaced with `written` columns.
    pub(super) fn take(&mut self, cursor: &mut Cursor<'_>, columns: usize, written: usize) {
        let skipped = cursor.skip(columns);
        self.changed |= skipped != written;
        self.columns += written;
    }

    /// Skips columns of a blank line, which can have fewer columns than `columns`.
    pub(super) fn take_blank(&mut self, cursor: &mut Cursor<'_>, columns: usize, written: usize) {
        let skipped = cursor.skip(columns);
        let kept = if skipped == columns { written } else { skipped.min(written) };
        self.changed |= skipped != kept;
        self.columns += kept;
    }

    /// Skips all whitespace. Whitespace that has no special meaning is kept. If `strip` is set, no whitespace is
    /// written.
    pub(super) fn take_all(&mut self, cursor: &mut Cursor<'_>, strip: bool) {
        let all = cursor.indent();
        let written = if strip || self.changed { 0 } else { all };
        self.take(cursor, all, written);
    }

    /// Whether any whitespace on this line was changed.
    pub(super) fn changed(&self) -> bool {
        self.changed || !self.edits.is_empty()
    }

    /// Ends the current run of whitespace. The next run starts after a marker of this length.
    pub(super) fn mark(&mut self, cursor: &mut Cursor<'_>, length: usize) {
        // If the text before a tab moves, the tab's width changes.
        let has_tab = cursor.bytes[self.start..cursor.at].contains(&b'\t');
        if self.changed || (has_tab && !self.edits.is_empty()) {
            self.edits.push((self.start..cursor.at, self.columns + cursor.rest));
        }
        cursor.bump(length);
        (self.start, self.columns, self.changed) = (cursor.at, 0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, at};

    #[test]
    fn tabs_go_to_the_next_multiple_of_four() {
        let source = ">\t\ta\r\nb";
        let line = at(source, 0);
        assert_eq!((line.end, line.next), (4, 6));
        let mut cursor = Cursor::new(source, line);
        cursor.bump(1);
        assert_eq!(cursor.indent(), 7);
        assert_eq!(cursor.skip(1), 1);
        assert_eq!(cursor.indent(), 6);
        assert_eq!((cursor.skip(9), cursor.at, cursor.is_blank()), (6, 3, false));
        assert_eq!(at(source, 6).next, 7);
    }
}
