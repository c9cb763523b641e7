//! Changes the indentation of lists from the rules of Python-Markdown to those of CommonMark.
//!
//! In Python-Markdown, each level of a list is indented by four spaces, and up to three more spaces have no meaning. An
//! extension can change the number of spaces. In CommonMark, the content of an item starts at the column of the item's
//! first word.

use super::{Converter, Opening, end_of};
use crate::import::lines::{indent_of, is_blank};
use crate::import::markdown::fence;

/// A line with its new indentation.
pub(super) struct Line {
    pub text: String,
    /// Whether the line belongs to indented code in a list item.
    pub is_code: bool,
}

/// Returns lines with the indentation that they need in CommonMark. `step` is the number of spaces for each level.
pub(super) fn indented(lines: &[&str], step: usize) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    // The columns at which the content of the open items starts, from the outermost item.
    let mut columns: Vec<usize> = Vec::new();
    let (mut is_after_blank, mut is_after_code) = (true, false);
    // Whether lines that are indented more than the last line can be part of its block, and that line's old and new
    // indentation.
    let (mut can_hold, mut last) = (false, (0, 0));
    // The open fence, its old indentation, and its new indentation.
    let mut open: Option<(usize, char, usize, usize)> = None;
    for line in lines {
        if is_blank(line) {
            is_after_blank = true;
            out.push(Line { text: (*line).to_owned(), is_code: false });
            continue;
        }
        let indent = indent_of(line);
        if let Some((length, mark, old, new)) = open {
            let moved = moved_like(indent, (old, new));
            out.push(Line { text: with_indent(line, moved), is_code: false });
            if fence(line).is_some_and(|(n, c, info)| c == mark && n >= length && is_blank(info)) {
                open = None;
            }
            is_after_blank = false;
            continue;
        }
        let bare = &line[indent..];
        let level = (indent / step).min(columns.len());
        let rest = indent - level * step;
        let item = if rest < 4 { item(bare) } else { None };
        let is_fence = fence(line).is_some();
        if item.is_none() && level < columns.len() && (is_after_blank && (level > 0 || indent == 0)) {
            columns.truncate(level);
        }
        let is_container = item.is_none() && holds_blocks(line);
        if indent == 0 && is_container {
            columns.clear();
        }
        let base = level.checked_sub(1).and_then(|at| columns.get(at));
        let moved = match (base, columns.last()) {
            // A fence without a blank line before it belongs to the item, wherever it starts.
            (_, Some(column)) if is_fence && !is_after_blank && rest == indent && indent < *column => *column,
            (Some(_), _) if rest >= 4 && can_hold => moved_like(indent, last),
            (Some(base), _) if rest < 4 && (*base..base + 4).contains(&indent) => indent,
            (Some(base), _) => base + rest,
            (None, _) => indent,
        };
        let is_code = !columns.is_empty()
            && level == columns.len()
            && rest >= 4
            && !can_hold
            && (is_after_blank || is_after_code);
        if let Some(width) = item {
            columns.truncate(level);
            columns.push(moved + width);
        }
        if rest < 4 {
            (can_hold, last) = (is_container, (indent, moved));
        }
        open = fence(line).filter(|_| !is_code).map(|(length, mark, _)| (length, mark, indent, moved));
        out.push(Line { text: with_indent(line, moved), is_code });
        (is_after_blank, is_after_code) = (false, is_code);
    }
    out
}

/// Returns the new indentation of a line that moves as far as another line.
fn moved_like(indent: usize, (old, new): (usize, usize)) -> usize {
    (indent + new).saturating_sub(old)
}

fn with_indent(line: &str, indent: usize) -> String {
    " ".repeat(indent) + line.trim_start()
}

/// Returns the width of the list marker at the start of a line without indentation, with the spaces after the marker.
pub(in crate::import) fn item(bare: &str) -> Option<usize> {
    let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &bare[digits..];
    let after = if digits > 0 { rest.strip_prefix('.') } else { rest.strip_prefix(['-', '*', '+']) }?;
    let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
    let is_rule = digits == 0
        && bare.chars().filter(|c| !c.is_whitespace()).count() > 2
        && bare.chars().all(|c| c.is_whitespace() || bare.starts_with(c));
    // With more spaces, the item would start with code.
    let width = bare.len() - after.len() + if spaces > 4 { 1 } else { spaces };
    (spaces > 0 && !is_rule).then_some(width)
}

/// The marker of a list item or of a definition.
pub(super) struct Marker {
    /// The marker's width, including the spaces after it.
    width: usize,
    /// The number of spaces by which the content of the item is indented.
    indent: usize,
}

impl Marker {
    /// Returns the marker in a line in which a construct, such as an admonition, directly follows the marker.
    pub(super) fn before_construct(line: &str) -> Option<Self> {
        let bare = line.trim_start_matches(' ');
        let after = bare.strip_prefix(':').filter(|after| after.starts_with(' ')).map(str::trim_start);
        let marker = match after {
            Some(after) => Marker { width: bare.len() - after.len(), indent: 4 },
            None => item(bare).map(|width| Marker { width, indent: width })?,
        };
        Opening::of(&bare[marker.width..]).map(|_| marker)
    }
}

impl Converter<'_> {
    /// Converts a list item or a definition that starts with a construct. Returns the index of the line after the item,
    /// and the largest number of colons in its directives.
    pub(super) fn item(
        &mut self,
        lines: &[&str],
        at: usize,
        marker: &Marker,
        out: &mut Vec<String>,
    ) -> (usize, usize) {
        let (line, start) = (lines[at], indent_of(lines[at]));
        let indent = start + marker.indent;
        let end = end_of(lines, at + 1, indent);
        let inside = lines[at + 1..end].iter().map(|line| line.get(indent..).unwrap_or_default());
        let inside: Vec<&str> = [&line[start + marker.width..]].into_iter().chain(inside).collect();
        let mut content = Vec::new();
        let colons = self.blocks(&inside, &mut content);
        let written = format!("{:1$}", line[..start + marker.width].trim_end(), indent);
        out.extend(content.into_iter().enumerate().map(|(index, line)| match index {
            0 => format!("{written}{line}"),
            _ if line.is_empty() => line,
            _ => " ".repeat(indent) + &line,
        }));
        (end, colons)
    }
}

/// Whether indented lines below a line can be part of the line's block: a list item, a footnote, or a definition.
pub(super) fn holds_blocks(line: &str) -> bool {
    let bare = line.trim_start();
    let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = number.len() < bare.len() && number.starts_with(['.', ')']);
    let starts = ["- ", "* ", "+ ", ":", "[^", "!!!", "???", "===", "///"];
    is_numbered
        || starts.iter().any(|start| bare.starts_with(start))
        || matches!(bare.trim_end(), "-" | "*" | "+")
        || bare.starts_with('<')
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[track_caller]
    fn check(text: &str, expected: &str, step: usize) {
        let lines: Vec<&str> = text.lines().collect();
        let lines: Vec<String> = indented(&lines, step).into_iter().map(|line| line.text).collect();
        assert_eq!(lines.join("\n"), expected);
    }

    #[test]
    fn levels_can_have_two_spaces() {
        for (text, expected) in [
            (
                "1. One\n  1. Inner\n    - Deep\n2. Two:\n\n  Text.\n\n3. Three",
                "1. One\n   1. Inner\n      - Deep\n2. Two:\n\n   Text.\n\n3. Three",
            ),
            ("- a\n    - b", "- a\n    - b"),
        ] {
            check(text, expected, 2);
        }
        for text in [
            "- a\n  ```\n    x\n  ```",
            "- a\n\ntext\n  more",
            "!!! note\n\n    * one\n    * two",
            "* **a**\n\n    | B | C |\n    |---|---|",
            "1. Run:\n\n    text",
            "## A\n\n  - [A](#a)\n    - [B](#b)",
        ] {
            check(text, text, 2);
        }
    }

    #[test]
    fn content_of_items_starts_where_commonmark_expects_it() {
        for (text, expected) in [
            // Items with up to three spaces more than necessary.
            ("* A:\n\n      * six\n      * more", "* A:\n\n    * six\n    * more"),
            ("* A:\n\n       * seven", "* A:\n\n     * seven"),
            // Code.
            ("* B\n\n        code\n\n          more\n* C", "* B\n\n      code\n\n        more\n* C"),
            ("2. B\n\n        code", "2. B\n\n       code"),
            // Fences.
            ("- a\n```\n  x\n```\n- b", "- a\n  ```\n    x\n  ```\n- b"),
            ("- a\n\n```\nx\n```\n    y", "- a\n\n```\nx\n```\n    y"),
        ] {
            check(text, expected, 4);
        }
        // The rest isn't in a list, or already has such an indentation.
        for text in [
            "- a\n    - b\n        - c\n\n            d",
            "1. a\n\n    b\n\n2. c",
            "-   a\n\n    b",
            "1. a\n\n    ```\n      x\n    ```\n    b",
            "1. a\n\n    !!! note\n\n        - x\n            - y",
            "- a\n\nb\n\n    code",
            "!!! note\n    - a\n        - b",
            "- a\n  - b\n    - c",
            "1. a\n\n   b\n\n2. c",
            "* * *\n\n    code",
            "- a\nb\n    c",
        ] {
            check(text, text, 4);
        }
    }
}
