//! Reads note numbers in code: `(1)!` at the end of a comment. The notes themselves are an ordered list after the
//! block, as in Material for MkDocs.

use super::comments::{COMMENTS, comment_before};

/// The largest valid note number.
pub(in crate::markdown) const MAX: u32 = 999;

/// Whether the first content of the text is an ordered list that starts with 1. Whitespace and quote markers can
/// precede the list.
pub(in crate::markdown) fn list_follows(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    text.strip_prefix('1').is_some_and(|rest| [". ", ") "].iter().any(|mark| rest.starts_with(mark)))
}

/// Removes the note numbers at the end of a line, up to the number `last`. Returns the rest of the line, and the numbers
/// in order. If `annotate` is true, the exclamation mark is optional.
pub(super) fn take(line: &str, annotate: bool, last: u32) -> (String, Vec<u32>) {
    let (mut line, mut numbers) = (line.to_owned(), Vec::new());
    while let Some((rest, number)) = take_last(&line, annotate).filter(|(_, number)| *number <= last) {
        line = rest;
        numbers.insert(0, number);
    }
    (line, numbers)
}

fn take_last(line: &str, annotate: bool) -> Option<(String, u32)> {
    let text = line.trim_end();
    let close =
        COMMENTS.iter().map(|(_, close)| *close).find(|close| !close.is_empty() && text.ends_with(close));
    let close = close.unwrap_or_default();
    let text = text[..text.len() - close.len()].trim_end();
    let inner = match text.strip_suffix('!') {
        Some(inner) => inner,
        None if annotate => text,
        None => return None,
    };
    let inner = inner.strip_suffix(')')?;
    let open = inner.rfind('(')?;
    let digits = &inner[open + 1..];
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|number| is_number && (1..=MAX).contains(number))?;
    // In YAML and in shells, a number sign in a word doesn't start a comment.
    let is_comment = |start: usize| {
        let is_in_word = line[..start].ends_with(|c: char| !c.is_whitespace());
        text.ends_with('!') || !line[start..].starts_with('#') || !is_in_word
    };
    if let Some((start, _)) = comment_before(line, open).filter(|(_, closing)| *closing == close) {
        return is_comment(start).then(|| (line[..start].trim_end().to_owned(), number));
    }
    // The comment contains other text, or other numbers.
    let head = line[..open].trim_end();
    let opens = |(sign, closing): &(&str, &str)| {
        *closing == close && head.match_indices(sign.trim_end()).any(|(at, _)| is_comment(at))
    };
    COMMENTS.iter().any(opens).then(|| {
        let close = if close.is_empty() { String::new() } else { format!(" {close}") };
        (format!("{head}{close}"), number)
    })
}
