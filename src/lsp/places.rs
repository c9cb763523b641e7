//! Converts between docgen's places, which are byte offsets in files, and the protocol's, which are UTF-16 positions in
//! URIs.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::{Position, Uri};
use url::Url;

use crate::source::{floor, line_starts};

/// Returns the file that a URI refers to, or `None` if the text isn't a file's URI.
pub(super) fn file_of(uri: &str) -> Option<PathBuf> {
    Url::parse(uri).ok()?.to_file_path().ok()
}

/// Returns the URI of a file, or `None` if the path isn't absolute.
pub(super) fn uri_of(file: &Path) -> Option<Uri> {
    Uri::from_str(Url::from_file_path(file).ok()?.as_str()).ok()
}

/// The lines of a text.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The offset of the start of each line.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines.
    pub(super) fn new(text: &'a str) -> Self {
        Lines { text, starts: line_starts(text) }
    }

    /// Returns the position of a byte offset.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = floor(self.text, offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let units = self.text[self.starts[line]..offset].chars().map(char::len_utf16).sum::<usize>();
        Position { line: number(line), character: number(units) }
    }

    /// Returns the byte offset of a position. A position after the end of a line is the end of the line.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let line = self.text[*start..].split('\n').next().unwrap_or_default();
        let mut units = 0;
        let before = line.char_indices().find(|(_, c)| {
            let is_there = units >= position.character as usize;
            units += c.len_utf16();
            is_there
        });
        start + before.map_or(line.trim_end_matches('\r').len(), |(at, _)| at)
    }

    /// Returns the range of a range of bytes.
    pub(super) fn range(&self, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(range.start), end: self.position(range.end) }
    }

    /// Returns the range of a line, without its line break.
    pub(super) fn line(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let length =
            self.text[start..].split('\n').next().map_or(0, |line| line.trim_end_matches('\r').len());
        start..start + length
    }

    /// Returns the number of the line that contains an offset.
    pub(super) fn number(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units_and_never_leave_their_line() {
        let text = "a😀é\r\n\nend";
        let lines = Lines::new(text);
        let all: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let positions: Vec<_> =
            all.iter().map(|at| lines.position(*at)).map(|place| (place.line, place.character)).collect();
        assert_eq!(positions[..5], [(0, 0), (0, 1), (0, 3), (0, 4), (0, 5)]);
        for at in all.iter().filter(|at| text.as_bytes().get(**at) != Some(&b'\n')) {
            assert_eq!(lines.offset(lines.position(*at)), *at);
        }
        let at = |line, character| lines.offset(Position { line, character });
        // Between the two units of the emoji, after the end of a line, and after the end of the text.
        assert_eq!((at(0, 2), at(0, 99), at(1, 1), at(9, 0)), (5, 7, 9, text.len()));
    }

    #[test]
    fn files_and_uris_convert_into_each_other() {
        let file = Path::new("/a b/é#.md");
        let uri = uri_of(file).expect("the path is absolute");
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%A9%23.md");
        assert_eq!(file_of(uri.as_str()), Some(file.to_owned()));
        assert_eq!((file_of("untitled:1"), uri_of(Path::new("a.md"))), (None, None));
    }
}
