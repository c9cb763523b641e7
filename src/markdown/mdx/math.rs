//! Finds formulas so that docgen interprets the braces, tags, and directives in them as LaTeX.

use super::{Blocks, Start};

/// A formula between `$$` and `$$` that spans several lines.
pub(super) struct FormulaBlock<'a> {
    /// The lines of LaTeX, without container markers, each with its offset in the source.
    pub code: Vec<(usize, &'a str)>,
    /// The end of the last `$$`.
    pub end: usize,
}

impl<'a> Blocks<'a, '_> {
    /// Reads the formula that starts with `$$` at `at` and ends with `$$` at the end of a later line. If nothing else
    /// is on the first line, the formula can contain blank lines.
    pub(super) fn formula(&self, at: usize, start: &Start) -> Option<FormulaBlock<'a>> {
        let first = &self.source[at + 2..start.place.next];
        if start.lazy || first.contains('$') {
            return None;
        }
        let is_alone = first.trim().is_empty();
        let (mut code, mut from) = (vec![(at + 2, first)], start.place.next);
        loop {
            let range = self.content(from, start.depth).ok()?.range;
            let line = &self.source[range.clone()];
            if let Some(close) = line.find("$$") {
                code.push((range.start, &line[..close]));
                let is_last = line[close + 2..].trim().is_empty();
                return is_last.then_some(FormulaBlock { code, end: range.start + close + 2 });
            }
            if line.trim().is_empty() && !is_alone {
                return None;
            }
            code.push((range.start, line));
            from = range.end;
        }
    }
}

/// The maximum length of a formula in a paragraph, in bytes. Without a limit, reading a formula that never ends could
/// take too long.
const REACH: usize = 4096;

/// Returns the length of the formula at the start of a string, using the same rules as pulldown-cmark.
pub(super) fn inline_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_display = bytes.get(1) == Some(&b'$');
    let start = if is_display { 2 } else { 1 };
    if bytes.get(1).is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let (mut at, mut depth) = (start, 0_usize);
    while at < bytes.len().min(REACH) {
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b'$' if depth == 0 && is_display => {
                return (bytes.get(at + 1) == Some(&b'$')).then_some(at + 2);
            }
            b'$' if depth == 0 => {
                return (!bytes[at - 1].is_ascii_whitespace()).then_some(at + 1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}
