//! Writes a value as YAML 1.2, in block style. Text with several lines is a literal block. Strings that could be
//! interpreted as a different type are in double quotes, as in JSON.

use super::Json;

/// The minimum depth at which values are written as JSON, which is also valid YAML.
const MAX_DEPTH: usize = 64;

/// Writes a value as a YAML document.
pub(crate) fn write(value: &Json) -> String {
    let mut out = String::new();
    block(value, 0, &mut out);
    out.trim_start_matches(['\n', ' ']).to_owned()
}

/// Writes the value after a key or a dash: a scalar on the same line, or another value on separate lines.
fn block(value: &Json, depth: usize, out: &mut String) {
    match value {
        Json::Object(members) if !members.is_empty() && depth < MAX_DEPTH => {
            for (name, value) in members {
                line(depth, out);
                out.push_str(&text(name));
                out.push(':');
                block(value, depth + 1, out);
            }
        }
        Json::Array(items) if !items.is_empty() && depth < MAX_DEPTH => {
            for item in items {
                line(depth, out);
                out.push('-');
                let start = out.len();
                block(item, depth + 1, out);
                // The first line of an item follows its dash.
                if out[start..].starts_with('\n') {
                    out.replace_range(start..start + 1 + 2 * (depth + 1), " ");
                }
            }
        }
        Json::String(string) if is_literal(string) => literal(string, depth.max(1), out),
        Json::String(string) => {
            out.push(' ');
            out.push_str(&text(string));
        }
        other => {
            out.push(' ');
            out.push_str(&other.to_string());
        }
    }
}

/// Whether a literal block can represent a string: several lines of visible characters, of which the first and the last
/// one aren't empty or indented.
fn is_literal(text: &str) -> bool {
    let content = text.strip_suffix('\n').unwrap_or(text);
    let is_visible =
        |c: char| c == '\n' || !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    content.contains('\n')
        && !content.starts_with([' ', '\n'])
        && !content.ends_with('\n')
        && content.chars().all(is_visible)
        && content.split('\n').all(|line| line.is_empty() || !line.trim().is_empty())
}

/// Writes a literal block.
fn literal(text: &str, depth: usize, out: &mut String) {
    let content = text.strip_suffix('\n');
    out.push_str(if content.is_some() { " |" } else { " |-" });
    for part in content.unwrap_or(text).split('\n') {
        match part {
            "" => out.push('\n'),
            part => {
                line(depth, out);
                out.push_str(part);
            }
        }
    }
}

fn line(depth: usize, out: &mut String) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

/// Writes a string. The string has no quotes if every YAML parser, old or new, interprets it as a string.
fn text(text: &str) -> String {
    let inner = |char: char| char.is_alphanumeric() || " _-./@+()$,%".contains(char);
    let starts = text.starts_with(|first: char| first.is_alphabetic() || "_/$".contains(first))
        && !text.ends_with(' ');
    let word = text.to_ascii_lowercase();
    let taken = matches!(
        word.as_str(),
        "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n" | "inf" | "nan"
    );
    if starts && !taken && text.chars().all(inner) {
        text.to_owned()
    } else {
        Json::String(text.into()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Tree;

    use super::*;
    use crate::fixture::{Numbers, same_text};

    #[test]
    fn lists_and_objects_are_blocks() {
        let value = Json::parse(
            r#"{"name": "A tea", "empty": {}, "none": [], "no": null, "sizes": [1, {"a": "1", "b": [["x"], "yes"]}], "at": "a: b"}"#,
        );
        same_text(
            "name: A tea\nempty: {}\nnone: []\n\"no\": null\nsizes:\n  - 1\n  - a: \"1\"\n    b:\n      - - x\n      - \"yes\"\nat: \"a: b\"",
            &write(&value.expect("it is JSON")),
        );
        assert_eq!(write(&Json::String("plain".into())), "plain");
    }

    #[test]
    fn any_value_is_read_back() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for _ in 0..2_000 {
            let value = any(&mut numbers, 0);
            let yaml = write(&value);
            let read: Tree = serde_saphyr::from_str(&yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"));
            let expected: Tree = serde_json::from_str(&value.to_string()).expect("it is JSON");
            assert_eq!(read, expected, "{yaml}");
        }
    }

    fn any(numbers: &mut Numbers, depth: usize) -> Json {
        const TEXTS: [&str; 31] = [
            "a\nb\n",
            "a\n\n  b: c\n- d",
            "a\n \nb",
            "a\nb\n\n",
            "\na\nb",
            "  a\nb",
            "a\r\nb",
            "",
            "a",
            "null",
            "~",
            "1",
            "1.5",
            "1e3",
            "0x1f",
            "2024-01-01",
            "a: b",
            "- a",
            "#",
            "a #b",
            "yes",
            "'",
            "\"",
            "a\nb",
            " a",
            "a ",
            "\\",
            "{a}",
            "é",
            "\t",
            "a-b c",
        ];
        let string = |numbers: &mut Numbers| -> Box<str> { TEXTS[numbers.below(TEXTS.len())].into() };
        match numbers.below(if depth > 3 { 5 } else { 8 }) {
            0 => Json::Null,
            1 => Json::Bool(numbers.below(2) == 0),
            2 => Json::Number(numbers.below(1000).to_string().into()),
            3 | 4 => Json::String(string(numbers)),
            5 => Json::Array((0..numbers.below(4)).map(|_| any(numbers, depth + 1)).collect()),
            _ => {
                let names: std::collections::BTreeSet<Box<str>> =
                    (0..numbers.below(4)).map(|_| string(numbers)).collect();
                Json::Object(names.into_iter().map(|name| (name, any(numbers, depth + 1))).collect())
            }
        }
    }
}
