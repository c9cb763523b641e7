//! Reads tables: the number of columns and the locations of the cells.

use std::ops::Range;

/// Returns the number of columns in a delimiter row. Counts columns as pulldown-cmark does.
pub(super) fn columns(row: &[u8]) -> Option<usize> {
    let (mut columns, mut has_hyphen, mut has_any_hyphen, mut starts) = (0, false, false, true);
    let has_pipe = row.contains(&b'|');
    for byte in row.strip_prefix(b"|").unwrap_or(row) {
        match byte {
            b' ' => {}
            b':' => starts = false,
            b'-' => (has_hyphen, has_any_hyphen, starts) = (true, true, false),
            b'|' if has_hyphen => {
                columns += 1;
                (has_hyphen, starts) = (false, true);
            }
            _ => return None,
        }
    }
    (has_pipe && has_any_hyphen).then_some(columns + usize::from(!starts))
}

/// Returns the ranges of a row's cells.
pub(in crate::markdown) fn cells(source: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let text = source[line.clone()].trim_end();
    let lead = text.len() - text.trim_start().len();
    let text = &text[lead..];
    let at = line.start + lead;
    let (mut cells, mut start, mut escaped) = (Vec::new(), 0, false);
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'|' if offset == 0 => start = 1,
            b'|' => {
                cells.push(trimmed(source, at + start..at + offset));
                start = offset + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        cells.push(trimmed(source, at + start..at + text.len()));
    }
    cells
}

fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let start = range.end - source[range.clone()].trim_start_matches([' ', '\t']).len();
    start..start + source[start..range.end].trim_end_matches([' ', '\t']).len()
}
