//! Finds formulas so that docgen interprets the braces, tags, and directives in them as LaTeX.

use super::line::Part;
use super::{Blocks, Start, html, link};
use crate::markdown::directive::Line;
use crate::source::floor;

/// A formula between `$$` and `$$` that spans several lines.
pub(super) struct FormulaBlock<'a> {
    /// The lines of LaTeX, without container markers, each with its offset in the source.
    pub code: Vec<(usize, &'a str)>,
    /// The end of the last `$$`. If there's none, the end of the first `$$`.
    pub end: usize,
    /// Whether there's a last `$$`.
    pub closed: bool,
}

impl<'a> Blocks<'a, '_> {
    /// Reads the formula that starts with `$$` at `at` and ends with `$$` at the end of a later line. If nothing else
    /// is on the first line, the formula can contain blank lines, and a missing end is a mistake.
    pub(super) fn formula(&self, at: usize, start: &Start) -> Option<FormulaBlock<'a>> {
        let first = &self.source[at + 2..start.place.next];
        if start.lazy || first.contains('$') {
            return None;
        }
        let is_alone = first.trim().is_empty();
        let unclosed = || is_alone.then(|| FormulaBlock { code: Vec::new(), end: at + 2, closed: false });
        let (mut code, mut from) = (vec![(at + 2, first)], start.place.next);
        loop {
            let Ok(Part { range, .. }) = self.content(from, start.depth) else {
                return unclosed();
            };
            let line = &self.source[range.clone()];
            if let Some(close) = line.find("$$") {
                code.push((range.start, &line[..close]));
                let is_last = line[close + 2..].trim().is_empty();
                let end = range.start + close + 2;
                return is_last.then_some(FormulaBlock { code, end, closed: true });
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

/// Returns the length of the formula at the start of a string. As in Pandoc, the text in a formula doesn't start or end
/// with a space, and no digit follows the formula. Code, HTML, URLs, and links that end after the formula take precedence.
/// `in_link` is whether the string might be in the text of a link. `code_end` returns the end of the code span that
/// starts at an offset.
pub(super) fn inline_length(
    text: &str,
    in_link: bool,
    mut code_end: impl FnMut(usize) -> Option<usize>,
) -> Option<usize> {
    let text = &text[..floor(text, text.len().min(REACH))];
    let bytes = text.as_bytes();
    let delimiter = if text.starts_with("$$") { "$$" } else { "$" };
    if bytes.get(1).is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let start = delimiter.len();
    let (mut at, mut depth, mut brackets) = (start, 0_usize, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => {
                let run = text[at..].len() - text[at..].trim_start_matches('`').len();
                // On GitHub, a formula can also be between backticks.
                at = match code_end(at) {
                    Some(end) if at == start && text.get(end..)?.starts_with(delimiter) => end - 1,
                    Some(_) => return None,
                    None => at + run - 1,
                };
            }
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b'$' if depth == 0 && delimiter == "$$" => {
                return text[at..].starts_with(delimiter).then_some(at + 2);
            }
            b'$' if depth == 0 => {
                let is_apart = !bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                return (is_apart && !bytes[at - 1].is_ascii_whitespace()).then_some(at + 1);
            }
            b'<' if depth == 0 && is_html(text, at) => return None,
            b'h' | b'H' | b'w' | b'W' if depth == 0 && link::bare_url_end(text, at).is_some() => return None,
            b'[' if depth == 0 => brackets += 1,
            b']' if depth == 0 => {
                let resource = || {
                    let end = link::resource_end(text, at + 1)?;
                    Some(&text[at + 1..end])
                };
                let resource = text[at + 1..].starts_with('(').then(resource).flatten();
                let ends_link = brackets == 0 && in_link;
                if resource.is_some_and(|resource| ends_link || resource.contains('$'))
                    || (ends_link && text[at + 1..].starts_with('['))
                {
                    return None;
                }
                brackets = brackets.saturating_sub(1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a tag, a comment, or a URL in angle brackets starts at an offset. In a tag, only values can contain dollar
/// signs.
fn is_html(text: &str, at: usize) -> bool {
    let Some(end) = html::inline_end(text, at, &mut Vec::new()) else { return false };
    let code = &text[at..end];
    let name =
        code[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'));
    if !code[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') || name.starts_with([':', '@']) {
        return true;
    }
    let mut outside = code.split(['"', '\'']).step_by(2);
    outside.all(|part| !part.contains('$'))
}

/// Returns the role of a formula in text. `pieces` contains the formula with its delimiters. In a table cell, pipes are
/// escaped.
pub(super) fn inline(mut pieces: Vec<(usize, &str)>, is_cell: bool) -> Line<'_> {
    let display = pieces.first().is_some_and(|(_, piece)| piece.starts_with("$$"));
    let length = if display { 2 } else { 1 };
    if let Some((at, piece)) = pieces.first_mut() {
        (*at, *piece) = (*at + length, &piece[length..]);
    }
    if let Some((_, piece)) = pieces.last_mut() {
        *piece = &piece[..piece.len() - length];
    }
    // On GitHub, a formula can also be between backticks, so that Markdown leaves it unchanged.
    if let [(at, piece)] = &mut pieces[..]
        && let Some(inner) = piece.strip_prefix('`').and_then(|inner| inner.strip_suffix('`'))
        && !display
    {
        (*at, *piece) = (*at + 1, inner);
    }
    if is_cell {
        pieces = pieces.into_iter().flat_map(without_escapes).collect();
    }
    Line::InlineFormula { code: pieces, display }
}

/// Splits a piece of a formula before each escaped pipe, and omits the backslashes.
fn without_escapes((at, piece): (usize, &str)) -> Vec<(usize, &str)> {
    let (mut pieces, mut from) = (Vec::new(), 0);
    for (slash, _) in piece.match_indices("\\|") {
        pieces.push((at + from, &piece[from..slash]));
        from = slash + 1;
    }
    pieces.push((at + from, &piece[from..]));
    pieces
}
