//! Walks through the prose in text. Code, comments, tags, raw elements, and, in MDX, expressions and statements aren't
//! prose.

use super::lines::{indent_of, is_blank, margin_of};
use super::markdown::{closing, fence};
use crate::markdown::is_element;

/// A function that returns the replacement for the prose at an offset in the text, and the length of the replaced
/// prose.
pub(super) type Convert<'c> = dyn FnMut(&str, usize) -> Option<(String, usize)> + 'c;

/// The elements whose content isn't prose.
const RAW: [&str; 7] = ["pre", "script", "style", "textarea", "code", "math", "svg"];

/// Replaces prose. Calls `convert` at each of the `marks`.
pub(super) fn rewritten(text: &str, is_mdx: bool, marks: &[char], convert: &mut Convert<'_>) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    let stops = |c: char| matches!(c, '`' | '\\' | '<' | '\n') || c == '{' && is_mdx || marks.contains(&c);
    while at < text.len() {
        let is_start = at == 0 || text[..at].ends_with('\n');
        if let Some(end) = is_start.then(|| block_end(text, at, is_mdx)).flatten() {
            out.push_str(&text[at..end]);
            at = end;
            continue;
        }
        let rest = &text[at..];
        let converted = if rest.starts_with(marks) { convert(text, at) } else { None };
        if let Some((replacement, length)) = converted {
            out.push_str(&replacement);
            at += length;
            continue;
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let length = match rest.as_bytes()[0] {
            b'`' => code_span(paragraph(rest)),
            b'\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            b'<' => markup(rest).unwrap_or(1),
            b'{' if is_mdx => braces(paragraph(rest)).unwrap_or(1),
            b'\n' => 1,
            _ => rest[first..].find(stops).map_or(rest.len(), |next| first + next),
        };
        out.push_str(&rest[..length]);
        at += length;
    }
    out
}

/// If a name with capital letters is the name of an HTML element, returns the name in lowercase. HTML ignores the case, but
/// a name with capital letters can also be the name of a component.
fn element_name(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    (lower != name && is_element(&lower)).then_some(lower)
}

/// Writes the names of HTML elements in lowercase, except in code.
pub(super) fn with_element_names(text: &str) -> String {
    rewritten(text, false, &['<'], &mut |text, at| {
        let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..];
        let rest = &text[at + 1..];
        let slash = usize::from(rest.starts_with('/'));
        let end = rest[slash..].find(|c: char| !c.is_ascii_alphanumeric()).map(|end| slash + end)?;
        let is_tag = rest[end..].starts_with(['>', '/', ' ', '\n']) && indent_of(line) < 4;
        let name = element_name(&rest[slash..end]).filter(|_| is_tag)?;
        Some((format!("{}{name}", &text[at..=at + slash]), 1 + end))
    })
}

/// Returns the text up to the next blank line.
pub(super) fn paragraph(text: &str) -> &str {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && is_blank(line) {
            return &text[..at];
        }
        at += line.len();
    }
    text
}

/// Returns the rest of a paragraph from an offset, as CommonMark and MDX define paragraphs. A row of a table is a
/// paragraph of its own.
pub(super) fn block(text: &str, from: usize, is_mdx: bool) -> &str {
    let start = text[..from].rfind('\n').map_or(0, |end| end + 1);
    let rest = &text[from..];
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if at > 0 && (is_blank(line) || interrupts(line, is_mdx)) {
            break;
        }
        at += line.len();
    }
    let rest = &rest[..at];
    let is_row = text[start..].trim_start_matches([' ', '\t', '>']).starts_with('|');
    let cell = rest.match_indices('|').map(|(at, _)| at).find(|at| !rest[..*at].ends_with('\\'));
    cell.filter(|_| is_row).map_or(rest, |end| &rest[..end])
}

/// Whether a line ends the paragraph above it.
fn interrupts(line: &str, is_mdx: bool) -> bool {
    let bare = line.trim_start_matches([' ', '\t', '>']).trim_end();
    let is_heading = bare.trim_start_matches('#').starts_with(' ') && bare.starts_with('#');
    let is_item = ["- ", "* ", "+ ", "1. ", "1) "].iter().any(|marker| bare.starts_with(marker));
    let is_tag = bare.ends_with('>')
        && bare.strip_prefix('<').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '>'))
        });
    is_heading || is_item || bare.starts_with('|') || fence(bare).is_some() || is_mdx && is_tag
}

/// If a code block or an MDX statement starts at a line, returns the offset after the block or statement. A fence that
/// isn't closed is text.
fn block_end(text: &str, at: usize, is_mdx: bool) -> Option<usize> {
    let line = text[at..].lines().next()?;
    if is_mdx && (line.starts_with("import ") || line.starts_with("export ")) {
        return Some(at + paragraph(&text[at..]).len());
    }
    let (length, mark, _) = fence(&line[margin_of(line)..])?;
    let mut end = at;
    for (index, line) in text[at..].split_inclusive('\n').enumerate() {
        end += line.len();
        let bare = line.trim_start_matches([' ', '>', '\t']).trim_end();
        let is_end = |(n, c, info): (usize, char, &str)| c == mark && n >= length && is_blank(info);
        if index > 0 && fence(bare).is_some_and(is_end) {
            return Some(end);
        }
    }
    None
}

fn code_span(text: &str) -> usize {
    let length = text.len() - text.trim_start_matches('`').len();
    closing(&text[length..], &text[..length]).map_or(length, |close| close + 2 * length)
}

/// Returns the length of the comment, raw element, or tag at the start of the text.
fn markup(text: &str) -> Option<usize> {
    if text.starts_with("<!--") {
        return Some(text.find("-->").map_or(text.len(), |end| end + 3));
    }
    let inner = &text[1..];
    let is_raw = |name: &&&str| {
        let rest = inner.get(name.len()..).filter(|_| inner.starts_with(**name));
        rest.is_some_and(|rest| rest.starts_with(['>', ' ', '\n', '\t']))
    };
    if let Some(name) = RAW.iter().find(is_raw)
        && let Some(end) = text.find(&format!("</{name}>"))
    {
        return Some(end + name.len() + 3);
    }
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
        return None;
    }
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in paragraph(text).char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            (None, '>') if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of the braces at the start of the text, including their content.
fn braces(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') if depth == 1 => return Some(at + 1),
            (None, '}') => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn only_prose_changes() {
        let shout =
            |text: &str, is_mdx| rewritten(text, is_mdx, &['x'], &mut |_, _| Some(("X".to_owned(), 1)));
        for (text, markdown, mdx) in [
            ("x `x` ``x`x`` \\x", "X `x` ``x`x`` \\x", "X `x` ``x`x`` \\x"),
            ("```x\nx\n```\nx", "```x\nx\n```\nX", "```x\nx\n```\nX"),
            ("> - ~~~~\n>   x\n>   ~~~~\nx", "> - ~~~~\n>   x\n>   ~~~~\nX", "> - ~~~~\n>   x\n>   ~~~~\nX"),
            ("```\nx", "```\nX", "```\nX"),
            (
                "<a x=\"x>x\">x</a> <!-- x\n\nx -->",
                "<a x=\"x>x\">X</a> <!-- x\n\nx -->",
                "<a x=\"x>x\">X</a> <!-- x\n\nx -->",
            ),
            ("<pre>x\n\nx</pre>x", "<pre>x\n\nx</pre>X", "<pre>x\n\nx</pre>X"),
            ("x < x {x}", "X < X {X}", "X < X {x}"),
            ("import x from 'x'\n\nx", "import X from 'X'\n\nX", "import x from 'x'\n\nX"),
            ("é`é", "é`é", "é`é"),
        ] {
            assert_eq!((shout(text, false).as_str(), shout(text, true).as_str()), (markdown, mdx), "{text}");
        }
    }
}
