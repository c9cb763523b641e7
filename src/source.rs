//! The site's text files that are already in memory ([`Source`]), and the trees of settings files. The `fs` module
//! reads files from disk.

pub(crate) mod css;
pub(crate) mod json;
pub(crate) mod settings;
pub(crate) mod tree;

use std::ops::Range;
use std::sync::Arc;

use crate::path::SourcePath;

/// A path and the text of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The path that diagnostics show.
    pub path: SourcePath,
    /// The text as on disk, in UTF-8 without a byte order mark.
    pub text: Arc<str>,
    /// The xxh3 hash (64 bits) of the text, which is the key of everything that is cached about the file.
    pub hash: u64,
}

impl Source {
    /// Decodes the bytes of a file and removes the byte order mark, if there is one. The error is the offset of the
    /// first byte that isn't valid UTF-8.
    pub fn from_bytes(path: SourcePath, bytes: &[u8]) -> Result<Self, usize> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.valid_up_to())?;
        Ok(Self::new(path, text.strip_prefix('\u{feff}').unwrap_or(text)))
    }

    /// Creates a source from text in memory.
    pub fn new(path: SourcePath, text: &str) -> Self {
        Source { path, text: text.into(), hash: xxhash_rust::xxh3::xxh3_64(text.as_bytes()) }
    }
}

/// Returns the byte offset of a line and a column as other parsers report them: lines and columns start at 1, and
/// columns count bytes.
pub(crate) fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    floor(text, start + column.saturating_sub(1))
}

/// Returns the last character boundary at or before an offset.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Clamps a range to the text and to character boundaries.
pub(crate) fn clamp(range: Range<usize>, text: &str) -> Range<usize> {
    let start = floor(text, range.start);
    start..floor(text, range.end).max(start)
}

/// Returns the byte offsets at which the lines of a text start.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Returns the line that contains an offset, without its line break.
pub(crate) fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    start..end
}
