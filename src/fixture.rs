//! Fixtures for unit tests: several small files in one literal, string comparison, and pseudorandom numbers.

use crate::path::SourcePath;
use crate::source::Source;

/// Returns the files in a literal, sorted by path. Each file starts with a line `//- path/of/file`.
pub(crate) fn sources(fixture: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    for file in format!("\n{}", fixture.trim_start()).split("\n//- ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap_or((file, ""));
        sources.push(Source::new(SourcePath::new(path.trim()), text));
    }
    assert!(!sources.is_empty(), "a fixture begins with `//- path`");
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

/// Panics if two strings differ, and shows the lines that differ. Ignores white space around the strings.
#[track_caller]
pub(crate) fn same_text(expected: &str, found: &str) {
    let (expected, found) = (expected.trim(), found.trim());
    if expected != found {
        let diff = similar::TextDiff::from_lines(expected, found);
        panic!("\n{}\nfound:\n{found}\n", diff.unified_diff().context_radius(2).header("expected", "found"));
    }
}

/// A small pseudorandom number generator (xorshift). A fixed seed makes failures reproducible.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}
