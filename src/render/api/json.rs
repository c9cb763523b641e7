//! JSON for readers: pretty-printed as text or as highlighted HTML, or on one line.
//!
//! Examples are values already, and there are thousands of them: their tokens are known without a grammar, and get the
//! classes that the highlighter of code blocks gives them.

use crate::markdown::escape;
use crate::openapi::Json;

/// Deeper values are left out: a document may nest without end.
const MAX_DEPTH: usize = 64;
/// Longer examples are cut.
const MAX_LEN: usize = 64 * 1024;

/// The value with an indent of two, as HTML with a `<span>` for each token. No span crosses a line end.
pub(super) fn html(value: &Json) -> String {
    let mut writer = Tokens::default();
    write(value, 0, Some(0), &mut |kind, text| writer.token(kind, text));
    writer.end();
    writer.out
}

/// The value with an indent of two.
pub(super) fn pretty(value: &Json) -> String {
    let mut out = String::new();
    write(value, 0, Some(0), &mut |_, text| {
        out.push_str(text);
        out.len() < MAX_LEN
    });
    out
}

/// The value on one line, cut to about so many bytes.
pub(super) fn line(value: &Json, limit: usize) -> String {
    let mut out = String::new();
    write(value, 0, None, &mut |_, text| {
        out.push_str(text);
        out.len() <= limit
    });
    if out.len() > limit {
        let end = (0..=limit).rev().find(|at| out.is_char_boundary(*at)).unwrap_or(0);
        out.truncate(end);
        out.push('…');
    }
    out
}

/// The class of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Punctuation,
    Space,
    Key,
    String,
    Escape,
    Constant,
}

/// Hands the tokens of a value to `out`, which says whether it wants more.
fn write(value: &Json, depth: usize, indent: Option<usize>, out: &mut dyn FnMut(Kind, &str) -> bool) -> bool {
    match value {
        Json::Null => out(Kind::Constant, "null"),
        Json::Bool(true) => out(Kind::Constant, "true"),
        Json::Bool(false) => out(Kind::Constant, "false"),
        Json::Number(text) => out(Kind::Constant, text),
        Json::String(text) => string(text, Kind::String, out),
        Json::Array(items) if items.is_empty() => out(Kind::Punctuation, "[]"),
        Json::Object(members) if members.is_empty() => out(Kind::Punctuation, "{}"),
        Json::Array(_) | Json::Object(_) if depth >= MAX_DEPTH => out(Kind::Punctuation, "…"),
        Json::Array(items) => {
            let inner = indent.map(|indent| indent + 1);
            let mut more = out(Kind::Punctuation, "[");
            for (at, item) in items.iter().enumerate() {
                more = more && separate(at, inner, out) && write(item, depth + 1, inner, out);
            }
            more && new_line(indent, out) && out(Kind::Punctuation, "]")
        }
        Json::Object(members) => {
            let inner = indent.map(|indent| indent + 1);
            let mut more = out(Kind::Punctuation, "{");
            for (at, (name, value)) in members.iter().enumerate() {
                more = more
                    && separate(at, inner, out)
                    && string(name, Kind::Key, out)
                    && out(Kind::Punctuation, ": ")
                    && write(value, depth + 1, inner, out);
            }
            more && new_line(indent, out) && out(Kind::Punctuation, "}")
        }
    }
}

fn separate(at: usize, indent: Option<usize>, out: &mut dyn FnMut(Kind, &str) -> bool) -> bool {
    let comma = match (at, indent) {
        (0, _) => "",
        (_, Some(_)) => ",",
        (_, None) => ", ",
    };
    out(Kind::Punctuation, comma) && new_line(indent, out)
}

fn new_line(indent: Option<usize>, out: &mut dyn FnMut(Kind, &str) -> bool) -> bool {
    let Some(indent) = indent else { return true };
    let mut more = out(Kind::Space, "\n");
    for _ in 0..indent {
        more = more && out(Kind::Space, "  ");
    }
    more
}

/// A text between quotes; what JSON escapes is a token of its own.
fn string(text: &str, kind: Kind, out: &mut dyn FnMut(Kind, &str) -> bool) -> bool {
    let mut more = out(kind, "\"");
    let mut done = 0;
    for (at, c) in text.char_indices() {
        let escaped = match c {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            c if c < ' ' || matches!(c, '\u{7f}' | '\u{2028}' | '\u{2029}') => format!("\\u{:04x}", c as u32),
            _ => continue,
        };
        let class = if kind == Kind::Key { Kind::Key } else { Kind::Escape };
        more = more && out(kind, &text[done..at]) && out(class, &escaped);
        done = at + c.len_utf8();
    }
    more && out(kind, &text[done..]) && out(kind, "\"")
}

/// Tokens as HTML; neighbours of one class are one.
#[derive(Default)]
struct Tokens {
    out: String,
    open: Option<Kind>,
}

impl Tokens {
    fn token(&mut self, kind: Kind, text: &str) -> bool {
        if text.is_empty() {
            return true;
        }
        if kind == Kind::Space || self.open != Some(kind) {
            self.end();
        }
        if kind == Kind::Space {
            self.out.push_str(text);
            return self.out.len() < MAX_LEN * 4;
        }
        if self.open.is_none() {
            self.out.push_str(match kind {
                Kind::Key => "<span class=\"a\">",
                Kind::String => "<span class=\"s\">",
                Kind::Escape => "<span class=\"e\">",
                Kind::Constant => "<span class=\"n\">",
                Kind::Punctuation | Kind::Space => "<span class=\"p\">",
            });
            self.open = Some(kind);
        }
        escape::text(text, &mut self.out);
        self.out.len() < MAX_LEN * 4
    }

    fn end(&mut self) {
        if self.open.take().is_some() {
            self.out.push_str("</span>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::highlight::{Cache, highlight};

    fn text(text: &str) -> Json {
        Json::String(text.into())
    }

    fn number(text: &str) -> Json {
        Json::Number(text.into())
    }

    fn sample() -> Json {
        Json::Object(vec![
            ("a\"b".into(), Json::Array(vec![number("9007199254740993"), number("-1.50"), Json::Bool(true)])),
            ("text".into(), text("x\ny <script> \\ \u{1F600}")),
            ("nothing".into(), Json::Null),
            ("empty".into(), Json::Object(Vec::new())),
            ("none".into(), Json::Array(Vec::new())),
        ])
    }

    #[test]
    fn a_value_is_highlighted_as_a_code_block_would_be() {
        let value = sample();
        // The grammar takes an escape in a key for a token of its own; here the key is one.
        let Json::Object(members) = &value else { unreachable!("it is an object") };
        let plain = Json::Object(members[1..].to_vec());
        assert_eq!(html(&plain), &*highlight("json", &pretty(&plain), &Cache::default()).html);
        assert!(html(&value).contains("<span class=\"a\">\"a\\\"b\"</span>"));
        assert!(html(&value).contains("&lt;script&gt;"));
    }

    #[test]
    fn what_is_written_is_json_again() {
        let written: serde_json::Value = serde_json::from_str(&pretty(&sample())).expect("it is JSON");
        assert_eq!(written["a\"b"][0].as_u64(), Some(9_007_199_254_740_993));
        assert_eq!(line(&sample(), 40), "{\"a\\\"b\": [9007199254740993, -1.50, true]…");
    }

    #[test]
    fn depth_and_length_are_bounded() {
        let mut deep = Json::Null;
        for _ in 0..10_000 {
            deep = Json::Array(vec![deep]);
        }
        assert!(pretty(&deep).len() < MAX_DEPTH * MAX_DEPTH * 6);
        assert!(line(&text(&"é".repeat(1000)), 11).len() < 16);
        let long = Json::Array(vec![text(&"x".repeat(1024)); 1024]);
        assert!(html(&long).len() < MAX_LEN * 5);
        // Dropping so deep a value one level at a time keeps the test's own stack flat.
        while let Json::Array(mut items) = deep {
            deep = items.pop().unwrap_or(Json::Null);
        }
    }
}
