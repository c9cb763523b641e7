//! JSON on one line, for readers.

use crate::openapi::Json;
use crate::source::floor;

/// Writes a value on one line, truncated to about `limit` bytes.
pub(super) fn line(value: &Json, limit: usize) -> String {
    let mut out = String::new();
    write_line(value, limit, 0, &mut out);
    cut(out, limit)
}

/// Truncates text to about `limit` bytes and adds an ellipsis.
pub(super) fn cut(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        text.truncate(floor(&text, limit));
        text.push('…');
    }
    text
}

/// The maximum depth of values. Deeper values are left out, because a document can contain values that are nested
/// almost without limit.
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

#[cfg(test)]
mod tests {
    use super::*;

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
