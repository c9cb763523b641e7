//! Finds the code in MDX: statements, expressions, and tags. The rest is Markdown.
//!
//! This module needs to find only the end of code, so it looks only at braces, quotes, and comments. If a part has no
//! end, it remains Markdown.

use std::ops::Range;

/// A part of MDX that isn't Markdown.
#[derive(Debug, PartialEq)]
pub(super) struct Part {
    pub range: Range<usize>,
    /// Whether the part is a statement, rather than an expression or a tag.
    pub is_statement: bool,
}

/// Whether code fences use this name for MDX.
pub(super) fn is(language: &str) -> bool {
    language.eq_ignore_ascii_case("mdx")
}

/// Returns the parts that aren't Markdown. In plain Markdown, these parts are only component tags, whose names start
/// with a capital letter.
pub(super) fn parts(code: &str, is_mdx: bool) -> Vec<Part> {
    let mut reader = Reader { code, is_mdx, parts: Vec::new(), is_endless: false };
    let (mut at, mut fence, mut after_blank) = (0, None::<&str>, true);
    while at < code.len() {
        let end = code[at..].find('\n').map_or(code.len(), |length| at + length + 1);
        let line = code[at..end].trim();
        let marker = fence_of(line);
        if let Some(open) = fence {
            if marker.is_some_and(|marker| marker.starts_with(open))
                && line.trim_start_matches(['`', '~']).is_empty()
            {
                fence = None;
            }
            at = end;
        } else if marker.is_some() {
            fence = marker;
            at = end;
        } else if is_mdx
            && after_blank
            && ["import ", "export "].iter().any(|word| code[at..].starts_with(word))
        {
            let length = code[at..].find("\n\n").map_or(code.len() - at, |length| length + 1);
            reader.parts.push(Part { range: at..at + length, is_statement: true });
            at += length;
        } else {
            at = reader.line(at, end);
        }
        after_blank = line.is_empty();
    }
    reader.parts
}

/// Returns the fence at the start of a line that opens or closes a code block.
fn fence_of(line: &str) -> Option<&str> {
    let length = |mark: char| line.len() - line.trim_start_matches(mark).len();
    let length = length('`').max(length('~'));
    (length >= 3).then(|| &line[..length])
}

struct Reader<'t> {
    code: &'t str,
    is_mdx: bool,
    parts: Vec<Part>,
    /// Whether the end of a part is missing. If so, the text isn't searched for an end again.
    is_endless: bool,
}

impl Reader<'_> {
    /// Finds the parts that start in a line, and returns the offset after the line or after the last part.
    fn line(&mut self, mut at: usize, end: usize) -> usize {
        let bytes = self.code.as_bytes();
        while at < end {
            let length = match bytes[at] {
                b'\\' => Some(2),
                b'`' => Some(self.code_span(at, end)),
                b'{' if self.is_mdx => self.part(at, at + 1, b'}'),
                b'<' => self.name(at).and_then(|name| self.part(at, name, b'>')),
                _ => None,
            };
            at += length.unwrap_or(1);
        }
        at
    }

    /// Returns the length of the code span at an offset. If no backticks on the line close the span, returns the length
    /// of the opening backticks.
    fn code_span(&self, at: usize, end: usize) -> usize {
        let line = &self.code[at..end];
        let marks = line.len() - line.trim_start_matches('`').len();
        let closing = line[marks..].find(&line[..marks]);
        closing.map_or(marks, |length| marks + length + marks)
    }

    /// If a tag starts at an offset, returns the offset of the end of the tag's name.
    fn name(&self, at: usize) -> Option<usize> {
        let bytes = &self.code.as_bytes()[at + 1..];
        let slash = usize::from(bytes.first() == Some(&b'/'));
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.-".contains(byte);
        let name = &bytes[slash..slash + bytes[slash..].iter().take_while(|byte| is_name(byte)).count()];
        let is_known = match name.first() {
            Some(first) => first.is_ascii_uppercase() || self.is_mdx && first.is_ascii_alphabetic(),
            None => self.is_mdx && bytes.get(slash) == Some(&b'>'),
        };
        let is_ended = matches!(bytes.get(slash + name.len()), Some(b'>' | b'/' | b' ' | b'\t' | b'\n'));
        (is_known && is_ended).then_some(at + 1 + slash + name.len())
    }

    /// Adds the part from `start` to the byte `end`, and returns the part's length.
    fn part(&mut self, start: usize, from: usize, end: u8) -> Option<usize> {
        if self.is_endless {
            return None;
        }
        let bytes = self.code.as_bytes();
        let (mut at, mut depth) = (from, 0_usize);
        while let Some(&byte) = bytes.get(at) {
            let rest = || &self.code[at..];
            let length = match byte {
                _ if byte == end && depth == 0 => {
                    self.parts.push(Part { range: start..at + 1, is_statement: false });
                    return Some(at + 1 - start);
                }
                // In the text of an element in an expression, an apostrophe isn't a quotation mark.
                b'"' | b'\'' | b'`' if byte != b'\'' || self.is_quote(at) => string(rest(), byte),
                b'/' if rest().starts_with("/*") => rest().find("*/").map(|length| length + 2),
                b'{' => {
                    depth += 1;
                    Some(1)
                }
                b'}' => {
                    depth = depth.saturating_sub(1);
                    Some(1)
                }
                _ => Some(1),
            };
            let Some(length) = length else { break };
            at += length;
        }
        self.is_endless = true;
        None
    }

    /// Whether a quotation mark starts a string and isn't part of a word.
    fn is_quote(&self, at: usize) -> bool {
        !self.code.as_bytes()[at - 1].is_ascii_alphanumeric()
    }
}

/// Returns the length of the string literal at the start of the text.
fn string(text: &str, quote: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}
