//! Tables: the number of columns, and where the cells are.

use std::ops::Range;

/// Returns the number of columns of a delimiter row.
pub(super) fn columns(line: &str) -> Option<usize> {
    let row = line.trim_matches([' ', '\t']);
    if !row.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t')) || !row.contains('-') {
        return None;
    }
    let inner = row.strip_prefix('|').unwrap_or(row);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut count = 0;
    for cell in inner.split('|') {
        let cell = cell.trim_matches([' ', '\t']);
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        if dashes.is_empty() || !dashes.bytes().all(|byte| byte == b'-') {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// Returns the ranges of the cells of a row.
pub(super) fn cells(source: &str, line: Range<usize>) -> Vec<Range<usize>> {
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
                cells.push(at + start..at + offset);
                start = offset + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        cells.push(at + start..at + text.len());
    }
    cells
}
