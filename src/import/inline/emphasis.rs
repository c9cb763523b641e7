//! Emphasis that CommonMark doesn't recognize.
//!
//! In CommonMark, asterisks between punctuation and a letter, as in `**Note:**text`, often can't end emphasis, and
//! languages without spaces between words have many such places. Python-Markdown doesn't have this rule.

use std::borrow::Cow;

use crate::import::markdown::{closing, closing_parenthesis};

/// A run of one or two asterisks.
#[derive(Clone, Copy)]
struct Run {
    at: usize,
    length: usize,
    before: Option<char>,
    after: Option<char>,
}

/// Whether a character is punctuation or a symbol.
fn is_punctuation(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

impl Run {
    fn can_open(self) -> bool {
        self.after.is_some_and(|c| !c.is_whitespace())
    }

    fn can_close(self) -> bool {
        self.before.is_some_and(|c| !c.is_whitespace())
    }

    /// Whether CommonMark recognizes the start of emphasis (CommonMark 0.31, section 6.2).
    fn is_left_flanking(self) -> bool {
        !self.after.is_some_and(is_punctuation)
            || self.before.is_none_or(|c| c.is_whitespace() || is_punctuation(c))
    }

    /// Whether CommonMark recognizes the end of emphasis.
    fn is_right_flanking(self) -> bool {
        !self.before.is_some_and(is_punctuation)
            || self.after.is_none_or(|c| c.is_whitespace() || is_punctuation(c))
    }
}

/// Returns text with elements in place of the asterisks that CommonMark wouldn't recognize.
pub(super) fn with_elements(text: &str) -> Cow<'_, str> {
    if !text.contains('*') {
        return Cow::Borrowed(text);
    }
    let runs = runs(text);
    let mut changes: Vec<(Run, String)> = Vec::new();
    for (length, element) in [(1, "em"), (2, "strong")] {
        let mut open: Option<Run> = None;
        for run in runs.iter().copied().filter(|run| run.length == length) {
            match open {
                Some(start) if run.can_close() => {
                    if !(start.is_left_flanking() && run.is_right_flanking()) {
                        changes.push((start, format!("<{element}>")));
                        changes.push((run, format!("</{element}>")));
                    }
                    open = None;
                }
                None if run.can_open() => open = Some(run),
                _ => {}
            }
        }
    }
    if changes.is_empty() {
        return Cow::Borrowed(text);
    }
    changes.sort_by_key(|(run, _)| run.at);
    let (mut out, mut done) = (String::with_capacity(text.len() + 32), 0);
    for (run, tag) in changes {
        out.push_str(&text[done..run.at]);
        out.push_str(&tag);
        done = run.at + run.length;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Returns the runs of one or two asterisks outside code, tags, and URLs.
fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '`' => {
                let fence = &rest[..rest.len() - rest.trim_start_matches('`').len()];
                fence.len() + closing(&rest[fence.len()..], fence).map_or(0, |end| end + fence.len())
            }
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '<' if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') => {
                rest.find('>').map_or(1, |end| end + 1)
            }
            '(' if before == Some(']') => closing_parenthesis(rest).map_or(1, |end| end + 1),
            '*' => {
                let length = rest.len() - rest.trim_start_matches('*').len();
                if length <= 2 {
                    runs.push(Run { at, length, before, after: rest[length..].chars().next() });
                }
                length
            }
            c => c.len_utf8(),
        };
        before = text[at..at + length].chars().next_back();
        at += length;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::with_elements;

    #[test]
    fn emphasis_next_to_punctuation_becomes_elements() {
        for (text, expected) in [
            ("**注意：**请看 *重点。*下", "<strong>注意：</strong>请看 <em>重点。</em>下"),
            ("后**“引号”**后 **ok**", "后<strong>“引号”</strong>后 **ok**"),
            ("**a:**b `**x:**y` \\**c:**d", "<strong>a:</strong>b `**x:**y` \\**c:**d"),
            ("**`a`**b", "<strong>`a`</strong>b"),
        ] {
            assert_eq!(with_elements(text), expected);
        }
        for text in
            ["* item **a** b", "**a:** b", "2 * 3 * 4", "***a:***b", "a ** b", "[x](a*b*c) *d*", "_a:_b"]
        {
            assert_eq!(with_elements(text), text);
        }
    }
}
