//! Headings whose form differs in CommonMark.

use crate::import::lines::{indent_of, is_blank};
use crate::import::markdown::Fences;

/// The elements and comments whose lines can start with `#` without being headings.
const RAW: [(&str, &str); 4] =
    [("<style", "</style>"), ("<script", "</script>"), ("<pre", "</pre>"), ("<!--", "-->")];

/// The lines that can't contain headings.
#[derive(Default)]
struct Blocks {
    fences: Fences,
    /// The end of the element or comment that contains the next line.
    raw: Option<&'static str>,
}

impl Blocks {
    /// Whether a line belongs to fenced code, to one of the elements, or to a comment. Call this function for each line,
    /// in order.
    fn has(&mut self, line: &str) -> bool {
        if let Some(end) = self.raw {
            self.raw = self.raw.filter(|_| !line.contains(end));
            return true;
        }
        if self.fences.has(line) {
            return true;
        }
        let starts = RAW.iter().find_map(|(start, end)| Some((line.find(start)?, *end)));
        self.raw = starts.filter(|(at, end)| !line[*at..].contains(end)).map(|(_, end)| end);
        false
    }
}

/// Adds the space after the `#` characters of headings. In CommonMark, lines without the space are text.
pub(super) fn with_spaces(text: &str) -> String {
    let mut blocks = Blocks::default();
    let spaced = |line: &str| {
        let rest = line.trim_start_matches('#');
        let level = line.len() - rest.len();
        let is_tight = rest.starts_with(|c: char| !c.is_ascii_whitespace());
        match !blocks.has(line) && (1..=6).contains(&level) && is_tight {
            true => format!("{} {}", &line[..level], rest.trim_start()),
            false => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(spaced).collect()
}

/// Writes each underlined heading as a heading with `#` characters. Only the first line of a block can be such a heading. A
/// line of hyphens below other lines is a rule, and other such lines are text.
pub(super) fn with_marks(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut blocks = Blocks::default();
    let mut out = String::with_capacity(text.len());
    let (mut is_first, mut is_html, mut at) = (true, false, 0);
    while at < lines.len() {
        let line = lines[at];
        let is_prose = !blocks.has(line);
        is_html = !is_blank(line) && (is_html || is_first && line.trim_start().starts_with('<'));
        let level = lines.get(at + 1).and_then(|next| underline(next));
        match level.filter(|_| is_prose && is_first && is_text(line)) {
            Some(level) => {
                out.push_str(&format!("{level} {}\n", line.trim()));
                at += 2;
            }
            None => {
                out.push_str(line);
                let is_start = is_first || at > 0 && lines[at - 1].starts_with('#');
                if level.is_some() && is_prose && !is_start && !is_html && is_text(line) {
                    out.push_str(if lines[at + 1].starts_with("---") { "\n" } else { "\\" });
                }
                is_first = is_prose && is_blank(line);
                at += 1;
            }
        }
    }
    out
}

/// Returns the `#` characters for a heading above this line, if the line is an underline.
fn underline(line: &str) -> Option<&'static str> {
    let line = line.trim_end();
    let is = |mark: char| !line.is_empty() && line.chars().all(|c| c == mark);
    if is('=') { Some("#") } else { is('-').then_some("##") }
}

/// Whether a line can be a heading. Such a line can start like an item of a numbered list.
fn is_text(line: &str) -> bool {
    let bare = line.trim_start();
    let is_other = ["!!!", "???", "///", "- ", "* ", "+ "].iter().any(|start| bare.starts_with(start))
        || bare.starts_with(['#', '>', '<', '|', '=', ':']);
    !is_blank(line) && indent_of(line) < 4 && !is_other && underline(line).is_none()
}

#[cfg(test)]
mod tests {
    use super::with_marks;

    #[test]
    fn an_underlined_first_line_is_a_heading() {
        for (text, expected) in [
            ("A\n===\nb\n", "# A\nb\n"),
            ("1. A\n---  \n", "## 1. A\n"),
            ("*A*\n--\n\nB\n==", "## *A*\n\n# B\n"),
            ("a\nb\n---\n", "a\nb\n\n---\n"),
            ("a\nb\n===\n--\n", "a\nb\n\\===\n--\n"),
            ("a\nb\n--\n", "a\nb\n\\--\n"),
            ("<div>\nb\n---\n</div>\n", "<div>\nb\n---\n</div>\n"),
            ("- a\n---\n", "- a\n---\n"),
            ("---\n---\n", "---\n---\n"),
            ("a | b\n-- | --\n", "a | b\n-- | --\n"),
            ("    a\n---\n", "    a\n---\n"),
            ("```\n\na\n---\n```\n", "```\n\na\n---\n```\n"),
            ("<!--\n\na\n---\n-->\n", "<!--\n\na\n---\n-->\n"),
            ("# A\nb\n---\n", "# A\nb\n---\n"),
        ] {
            assert_eq!(with_marks(text), expected, "{text}");
        }
    }
}
