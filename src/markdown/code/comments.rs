//! Finds comments in the code of any language.

/// The comment delimiters that can contain a mark. These delimiters apply to every language, because the text of a mark
/// has no other meaning.
pub(crate) const COMMENTS: [(&str, &str); 12] = [
    ("<!--", "-->"),
    ("{/*", "*/}"),
    ("/*", "*/"),
    ("(*", "*)"),
    ("//", ""),
    ("--", ""),
    ("#", ""),
    ("%", ""),
    (";", ""),
    ("REM ", ""),
    ("\"", ""),
    ("'", ""),
];

/// If a comment's delimiter is directly before an offset, returns the start of the comment and its closing delimiter.
pub(super) fn comment_before(line: &str, at: usize) -> Option<(usize, &'static str)> {
    let before = &line[..at];
    let head = before.trim_end();
    let (open, close) = COMMENTS.into_iter().find(|(open, _)| match open.strip_suffix(' ') {
        // The delimiter must not be the end of a longer word.
        Some(word) => head.len() >= word.len() && head.len() < before.len() && ends_with_word(head, word),
        None => head.ends_with(open),
    })?;
    let mut start = head.len() - open.trim_end().len();
    // `///` and `;;` are single delimiters.
    while open.len() <= 2 && !open.is_empty() && line[..start].ends_with(&open[..1]) && close.is_empty() {
        start -= 1;
    }
    Some((start, close))
}

/// If a comment starts before an offset, and its delimiter is between spaces or starts the line, returns its closing
/// delimiter.
pub(super) fn comment_around(line: &str, at: usize) -> Option<&'static str> {
    let is_comment = |(open, _): &(&str, &str)| !matches!(*open, "\"" | "'" | "%" | ";");
    line[..at].split_whitespace().find_map(|word| {
        let (_, close) = COMMENTS.into_iter().filter(is_comment).find(|(open, _)| *open == word)?;
        Some(close)
    })
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let Some(at) = text.len().checked_sub(word.len()) else { return false };
    text.get(at..).is_some_and(|tail| tail.eq_ignore_ascii_case(word))
        && !text[..at].ends_with(|c: char| c.is_alphanumeric())
}
