//! Indented code and raw HTML, which MDX 2 and later don't have.

use std::fmt::Write as _;

use crate::import::lines::margin_of;
use crate::import::markdown::{Fences, is_block_tag};

/// Finds the lines of indented code.
#[derive(Default)]
struct IndentedCode {
    fences: Fences,
    /// Whether the line before belongs to a paragraph or to fenced code.
    is_in_text: bool,
    is_in_list: bool,
    is_code: bool,
}

impl IndentedCode {
    /// Whether a line is indented code. Call this function for each line, in order.
    fn has(&mut self, line: &str) -> bool {
        let bare = line.trim_start();
        if self.fences.has(line) || bare.is_empty() || self.fences.is_in_comment() {
            self.is_in_text = !bare.is_empty();
            self.is_code &= bare.is_empty();
            return false;
        }
        let indent: usize =
            line[..line.len() - bare.len()].chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        let is_item = margin_of(bare) > 0 && (indent < 4 || self.is_in_list);
        self.is_in_list = is_item || self.is_in_list && (indent > 0 || self.is_in_text);
        self.is_code = indent >= 4 && (self.is_code || !self.is_in_text) && !self.is_in_list;
        self.is_in_text = true;
        self.is_code
    }
}

/// Returns text with fences around indented code. If there's no indented code, returns `None`.
pub(in crate::import) fn with_fences(text: &str) -> Option<String> {
    let mut indented = IndentedCode::default();
    let lines: Vec<(&str, bool)> = text.lines().map(|line| (line, indented.has(line))).collect();
    if !lines.iter().any(|(_, is_code)| *is_code) {
        return None;
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while let Some((line, is_code)) = lines.get(at) {
        at += 1;
        if !is_code {
            let _ = writeln!(out, "{line}");
            continue;
        }
        // Blank lines between lines of code belong to the code.
        let length =
            lines[at..].iter().take_while(|(line, is_code)| *is_code || line.trim().is_empty()).count();
        let last = lines[at..at + length].iter().rposition(|(_, is_code)| *is_code);
        let end = at + last.map_or(0, |last| last + 1);
        let code = lines[at - 1..end].iter().map(|(line, _)| {
            let bare = line.strip_prefix('\t').or_else(|| line.strip_prefix("    "));
            format!("{}\n", bare.unwrap_or_else(|| line.trim_start()))
        });
        let code: String = code.collect();
        let fence = if code.contains("```") { "~~~~" } else { "```" };
        let _ = write!(out, "{fence}\n{code}{fence}\n");
        at = end;
    }
    Some(out)
}

/// Whether MDX reads text in another way than CommonMark although the text has no code: MDX has neither indented code nor
/// blocks of raw HTML.
pub(in crate::import) fn differs_from_markdown(text: &str) -> bool {
    let mut indented = IndentedCode::default();
    let (mut is_in_html, mut is_after_tag) = (false, false);
    for line in text.lines() {
        let was_fenced = indented.fences.is_open();
        if indented.has(line) {
            return true;
        }
        let bare = line.trim();
        if bare.is_empty() || was_fenced || indented.fences.is_open() {
            (is_in_html, is_after_tag) = (false, false);
            continue;
        }
        is_in_html |= is_block_tag(bare);
        let is_paragraph = is_after_tag && !bare.starts_with('<');
        if is_paragraph || is_in_html && has_markup(bare) {
            return true;
        }
        is_after_tag = is_block_tag(bare) && bare.ends_with('>');
    }
    false
}

/// Whether the text between the tags in a line contains Markdown.
fn has_markup(line: &str) -> bool {
    let text: String =
        line.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    ["](", "`", "__"].iter().any(|mark| text.contains(mark)) || text.matches('*').count() > 1
}
