//! JSON for readers: highlighted, or on one line.
//!
//! There are thousands of examples, and the grammar of JSON is small: its tokens are found here, and get the classes that
//! the highlighter of code blocks gives them.

use crate::markdown::escape;
use crate::openapi::Json;

/// The text as HTML with a `<span>` for each token. No span crosses a line end. What is not JSON is only escaped.
pub(super) fn html(text: &str) -> String {
    let mut tokens = Tokens { out: String::with_capacity(text.len() * 3), open: ' ' };
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let class = match bytes[at] {
            b'"' => {
                at = tokens.string(text, at);
                continue;
            }
            b'\n' => {
                at += 1;
                ' '
            }
            b' ' | b'\t' | b'\r' => {
                at += run(&bytes[at..], |byte| matches!(byte, b' ' | b'\t' | b'\r'));
                // A space between signs is a part of their run, as in the highlighter.
                if tokens.open == 'p' && !text[at..].starts_with(['\n', '{', '[', '}', ']', '"']) {
                    'p'
                } else {
                    tokens.blank(bytes, start)
                }
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' => {
                at += 1;
                'p'
            }
            byte if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.') => {
                at += run(&bytes[at..], |byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
                });
                if is_constant(&text[start..at]) { 'n' } else { ' ' }
            }
            _ => {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                ' '
            }
        };
        tokens.push(class, &text[start..at]);
    }
    tokens.end();
    tokens.out
}

/// The value on one line, cut to about so many bytes.
pub(super) fn line(value: &Json, limit: usize) -> String {
    let mut out = String::new();
    write_line(value, limit, 0, &mut out);
    if out.len() > limit {
        let end = (0..=limit).rev().find(|at| out.is_char_boundary(*at)).unwrap_or(0);
        out.truncate(end);
        out.push('…');
    }
    out
}

/// Deeper values are left out: a document may nest almost without end.
const MAX_DEPTH: usize = 16;

fn write_line(value: &Json, limit: usize, depth: usize, out: &mut String) {
    match value {
        Json::Array(_) | Json::Object(_) if depth > MAX_DEPTH => out.push('…'),
        Json::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if out.len() > limit {
                    return;
                }
                out.push_str(if at > 0 { ", " } else { "" });
                write_line(item, limit, depth + 1, out);
            }
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                if out.len() > limit {
                    return;
                }
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(&Json::String(name.clone()).to_string());
                out.push_str(": ");
                write_line(value, limit, depth + 1, out);
            }
            out.push('}');
        }
        leaf => out.push_str(&leaf.to_string()),
    }
}

fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| !belongs(*byte)).unwrap_or(bytes.len())
}

fn is_constant(word: &str) -> bool {
    matches!(word, "true" | "false" | "null")
        || word.strip_prefix('-').unwrap_or(word).starts_with(|c: char| c.is_ascii_digit())
}

/// Tokens as HTML; neighbours of one class are one.
struct Tokens {
    out: String,
    /// The class of the open span; a space for none.
    open: char,
}

impl Tokens {
    fn push(&mut self, class: char, text: &str) {
        if class != self.open {
            self.end();
            if class != ' ' {
                self.out.push_str("<span class=\"");
                self.out.push(class);
                self.out.push_str("\">");
                self.open = class;
            }
        }
        escape::text(text, &mut self.out);
    }

    fn end(&mut self) {
        if self.open != ' ' {
            self.out.push_str("</span>");
            self.open = ' ';
        }
    }

    /// The class of a blank: that of the signs around it, unless it begins a line.
    fn blank(&self, bytes: &[u8], at: usize) -> char {
        if at == 0 || bytes[at - 1] == b'\n' { ' ' } else { self.open }
    }

    /// A string from its first quote to its last; gives where it ends. A name is one token, in a value what JSON escapes is
    /// a token of its own.
    fn string(&mut self, text: &str, start: usize) -> usize {
        let bytes = text.as_bytes();
        let mut end = start + 1;
        while end < bytes.len() && bytes[end] != b'"' && bytes[end] != b'\n' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        end = (end + 1).min(bytes.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        if bytes[end - 1] == b'\n' {
            end -= 1;
        }
        let string = &text[start..end];
        if text[end..].trim_start_matches(' ').starts_with(':') {
            self.push('a', string);
            return end;
        }
        let mut rest = string;
        while let Some(at) = rest.find('\\') {
            let len = match rest.as_bytes().get(at + 1) {
                Some(b'u') => 6,
                Some(byte) if byte.is_ascii() => 2,
                _ => 1,
            };
            let len =
                (at + len..=rest.len()).find(|end| rest.is_char_boundary(*end)).unwrap_or(rest.len()) - at;
            self.push('s', &rest[..at]);
            self.push('e', &rest[at..at + len]);
            rest = &rest[at + len..];
        }
        if !rest.is_empty() {
            self.push('s', rest);
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::highlight::{Cache, highlight};

    #[track_caller]
    fn as_a_code_block(text: &str) {
        assert_eq!(html(text), &*highlight("json", text, &Cache::default()).html);
    }

    #[test]
    fn json_is_highlighted_as_a_code_block_would_be() {
        as_a_code_block(
            "{\n  \"id\": \"x\",\n  \"a\": [1.5, -2e3, true, null, \"x\\ny \\u00e9\"],\n  \"b\": {},\n  \"c\": []\n}",
        );
        as_a_code_block("[\n  {\n    \"text\": \"<b> & \\\"c\\\"\"\n  },\n  []\n]");
        as_a_code_block("\"text\"");
        as_a_code_block("9007199254740993");
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in [
            "",
            "{",
            "\"open",
            "\"a\\",
            "\"\\u12",
            "{\"a\": \"é\\é\"}",
            "not json: é <b>",
            "\"a\nb\"",
            "\\\"\u{2028}",
        ] {
            let html = html(text);
            assert_eq!(html.matches("<span").count(), html.matches("</span>").count(), "{html}");
            let plain: String = html
                .split('<')
                .enumerate()
                .map(
                    |(at, part)| {
                        if at == 0 { part } else { part.split_once('>').map_or("", |(_, rest)| rest) }
                    },
                )
                .collect();
            assert_eq!(plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), text);
        }
    }

    #[test]
    fn one_line_is_bounded() {
        let text = |text: &str| Json::String(text.into());
        let value = Json::Object(vec![(
            "a\"b".into(),
            Json::Array(vec![Json::Number("1.50".into()), Json::Bool(true)]),
        )]);
        assert_eq!(line(&value, 40), "{\"a\\\"b\": [1.50, true]}");
        assert_eq!(line(&value, 12), "{\"a\\\"b\": [1.…");
        assert!(line(&text(&"é".repeat(1000)), 11).len() < 16);
        let mut deep = Json::Null;
        for _ in 0..200 {
            deep = Json::Array(vec![deep]);
        }
        assert!(line(&deep, 1000).len() < 100);
    }
}
