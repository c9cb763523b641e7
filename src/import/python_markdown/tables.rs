//! Rows of tables. In Python-Markdown, a vertical bar in inline code doesn't start a new cell.

use crate::import::lines::is_blank;

/// Returns for each line whether it's a row of a table.
pub(super) fn rows(lines: &[&str]) -> Vec<bool> {
    let mut is_inside = false;
    let is_row = |(at, line): (usize, &&str)| {
        let starts = line.contains('|') && lines.get(at + 1).is_some_and(|next| is_divider(next));
        is_inside = !is_blank(line) && (is_inside || starts);
        is_inside
    };
    lines.iter().enumerate().map(is_row).collect()
}

/// Whether a line separates the header of a table from its rows.
fn is_divider(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Escapes the vertical bars in a row's inline code.
pub(super) fn escaped(row: &str) -> String {
    let mut out = String::new();
    let mut rest = row;
    while let Some(at) = rest.find('`') {
        let length = rest[at..].bytes().take_while(|byte| *byte == b'`').count();
        let (before, inner) = rest.split_at(at + length);
        out += before;
        rest = inner;
        if let Some(end) = end_of_code(inner, length) {
            out += &inner[..end].replace("\\|", "|").replace('|', "\\|");
            rest = &inner[end..];
            out += &rest[..length];
            rest = &rest[length..];
        }
    }
    out + rest
}

/// Returns the offset of the first sequence of exactly this number of backticks.
fn end_of_code(text: &str, length: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(start) = text[at..].find('`') {
        let count = text[at + start..].bytes().take_while(|byte| *byte == b'`').count();
        if count == length {
            return Some(at + start);
        }
        at += start + count;
    }
    None
}
