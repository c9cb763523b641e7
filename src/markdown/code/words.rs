//! Marks words in code: strings and regular expressions from an info string, and words from comments.

use std::borrow::Cow;
use std::ops::Range;

use regex_lite::{Regex, RegexBuilder};

use crate::markdown::document::{CodePart, LineMark};

/// The maximum size of a compiled regular expression, in bytes.
const MAX_SIZE: usize = 1 << 18;

/// A pattern for the words to mark.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::markdown) enum Pattern {
    /// Each occurrence of a string.
    Text(String),
    /// The matches of a regular expression. If the expression has groups, only the groups are marked.
    Regex(String),
}

impl Pattern {
    /// Reads a pattern at the start of a string: `"text"`, `'text'`, or `/regex/`. Returns the pattern and the rest of
    /// the string. Whitespace must follow the pattern. Slashes in other places are part of the regular expression,
    /// because Markdown removes the backslashes before them.
    pub(super) fn read(text: &str) -> Option<(Pattern, &str)> {
        let sign = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '/'))?;
        let mut is_escaped = false;
        let (length, _) = text[1..].char_indices().find(|(at, c)| {
            let is_last = || text[at + 2..].chars().next().is_none_or(char::is_whitespace);
            let is_end = *c == sign && !is_escaped && (sign != '/' || is_last());
            is_escaped = *c == '\\' && !is_escaped;
            is_end
        })?;
        let (inner, rest) = (&text[1..=length], &text[length + 2..]);
        if inner.is_empty() || !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return None;
        }
        let inner = inner.replace(&format!("\\{sign}"), &sign.to_string());
        Some((if sign == '/' { Pattern::Regex(inner) } else { Pattern::Text(inner) }, rest))
    }
}

/// Escapes the braces that don't surround a number of repetitions. In JavaScript, where such patterns usually come
/// from, these braces are ordinary characters (ECMA-262, section B.1.2).
fn with_braces(pattern: &str) -> String {
    let (mut out, mut is_escaped, mut is_class) = (String::with_capacity(pattern.len()), false, false);
    for (at, c) in pattern.char_indices() {
        let counts = || {
            let inner = pattern[at + 1..].split_once('}').map_or("", |(inner, _)| inner);
            inner.starts_with(|c: char| c.is_ascii_digit())
                && inner.chars().all(|c| c.is_ascii_digit() || c == ',')
        };
        let is_name =
            || out.ends_with("\\p") || out.ends_with("\\P") || out.ends_with("\\x") || out.ends_with("\\u");
        if c == '{' && !is_escaped && !is_class && !counts() && !is_name() {
            out.push('\\');
        }
        is_class = !is_escaped && (c == '[' || is_class && c != ']') || is_escaped && is_class;
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}

/// The words to mark in a block.
#[derive(Default)]
pub(super) struct Words<'w> {
    texts: Vec<(Cow<'w, str>, LineMark, Range<u32>)>,
    /// The words from comments that no line has contained so far, each with its lines.
    unseen: Vec<(String, Range<u32>)>,
    regexes: Vec<(Regex, LineMark)>,
    /// The messages about invalid regular expressions, with hints.
    problems: Vec<(String, String)>,
}

impl<'w> Words<'w> {
    /// Creates the words from the patterns in an info string.
    pub(super) fn new(patterns: &'w [(Pattern, LineMark)]) -> Self {
        let mut words = Words::default();
        for (pattern, mark) in patterns {
            match pattern {
                Pattern::Text(text) => words.texts.push((text.into(), *mark, 0..u32::MAX)),
                Pattern::Regex(text) => {
                    match RegexBuilder::new(&with_braces(text)).size_limit(MAX_SIZE).build() {
                        Ok(regex) => words.regexes.push((regex, *mark)),
                        Err(error) => {
                            let hint = "put special characters in brackets, as in `[(]`, or put the text in quotation marks";
                            let message = format!("invalid regular expression `{text}`: {error}");
                            words.problems.push((message, hint.to_owned()));
                        }
                    }
                }
            }
        }
        words
    }

    /// Adds a word that's marked in a range of lines.
    pub(super) fn add(&mut self, word: &str, lines: Range<u32>) {
        self.unseen.push((word.to_owned(), lines.clone()));
        self.texts.push((Cow::Owned(word.to_owned()), LineMark::Mark, lines));
    }

    /// Returns the messages about invalid regular expressions, and about words from comments that no line contains, with
    /// hints.
    pub(super) fn into_problems(self) -> Vec<(String, String)> {
        let unseen = self.unseen.into_iter().map(|(word, _)| {
            let hint = "correct the word, or remove the comment; matching is case-sensitive";
            (format!("can't mark `{word}`: the lines after the comment don't contain it"), hint.to_owned())
        });
        self.problems.into_iter().chain(unseen).collect()
    }

    /// Adds the words in a line. `number` is the number of the line, and `start` is the line's offset in the code.
    pub(super) fn find(
        &mut self,
        line: &str,
        number: u32,
        start: usize,
        parts: &mut Vec<(Range<usize>, CodePart)>,
    ) {
        self.unseen.retain(|(word, lines)| !lines.contains(&number) || !line.contains(&**word));
        let mut found = Vec::new();
        for (text, mark, _) in self.texts.iter().filter(|(_, _, lines)| lines.contains(&number)) {
            found.extend(line.match_indices(&**text).map(|(at, _)| (at..at + text.len(), *mark)));
        }
        for (regex, mark) in &self.regexes {
            for captures in regex.captures_iter(line) {
                let first = usize::from(captures.len() > 1);
                let groups = (first..captures.len()).filter_map(|group| captures.get(group));
                found.extend(groups.map(|group| (group.range(), *mark)));
            }
        }
        // If marks overlap, the earliest one applies. If several marks start at the same place, the longest one
        // applies.
        found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        for (range, mark) in found {
            if range.start >= end && !range.is_empty() {
                end = range.end;
                parts.push((start + range.start..start + range.end, CodePart::Word(mark)));
            }
        }
    }
}
