//! Lines of text.

/// Returns the number of spaces at the start of a line.
pub(super) fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

pub(super) fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Returns the length of the quote and list markers at the start of a line, including whitespace.
pub(super) fn margin_of(line: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let bare = rest.trim_start_matches([' ', '>', '\t']);
        at += rest.len() - bare.len();
        let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let marks: &[_] = if digits > 0 { &['.', ')'] } else { &['-', '*', '+'] };
        let Some(after) = bare[digits..].strip_prefix(marks).filter(|after| after.starts_with(' ')) else {
            return at;
        };
        at = line.len() - after.len();
    }
}
