//! Writes a value as YAML 1.2, in block style. Text with several lines is a literal block. Strings that could be
//! interpreted as a different type are in double quotes, as in JSON.

use super::Json;

/// The minimum depth at which values are written as JSON, which is also valid YAML.
const MAX_DEPTH: usize = 64;

/// Writes a value as a YAML document.
pub(crate) fn write(value: &Json) -> String {
    let mut out = String::new();
    block(value, 0, &mut out);
    start(out)
}

/// Writes an object as a YAML document: members, a member with a list, and more members. Each item of the list exists
/// only while it's written.
pub(crate) fn write_around(
    before: &Json,
    (name, items): (&str, impl Iterator<Item = Json>),
    after: &Json,
) -> String {
    let mut out = String::new();
    let members = |members: &Json, out: &mut String| {
        if !members.is_empty() {
            block(members, 0, out);
        }
    };
    members(before, &mut out);
    key(name, 0, &mut out);
    let length = out.len();
    items.for_each(|one| item(&one, 1, &mut out));
    if out.len() == length {
        out.push_str(" []");
    }
    members(after, &mut out);
    start(out)
}

/// Removes the white space before the first value.
fn start(mut out: String) -> String {
    let start = out.len() - out.trim_start_matches(['\n', ' ']).len();
    out.drain(..start);
    out
}

/// Writes the value after a key or a dash: a scalar on the same line, or another value on separate lines.
fn block(value: &Json, depth: usize, out: &mut String) {
    match value {
        Json::Object(members) if !members.is_empty() && depth < MAX_DEPTH => {
            for (name, value) in members {
                key(name, depth, out);
                block(value, depth + 1, out);
            }
        }
        Json::Array(items) if !items.is_empty() && depth < MAX_DEPTH => {
            items.iter().for_each(|one| item(one, depth, out));
        }
        Json::String(string) if is_literal(string) => literal(string, depth.max(1), out),
        Json::String(string) => {
            out.push(' ');
            text(string, out);
        }
        Json::Number(number) => {
            out.push(' ');
            out.push_str(&exponent(number));
        }
        other => {
            out.push(' ');
            out.push_str(&other.to_string());
        }
    }
}

/// Writes an exponent so that YAML 1.1 parsers also interpret the text as a number: `1e7` as `1.0e+7`.
fn exponent(number: &str) -> String {
    let Some((digits, power)) = number.split_once(['e', 'E']) else { return number.to_owned() };
    let fraction = if digits.contains('.') { "" } else { ".0" };
    let sign = if power.starts_with(['+', '-']) { "" } else { "+" };
    format!("{digits}{fraction}e{sign}{power}")
}

/// Writes the key of an object's member.
fn key(name: &str, depth: usize, out: &mut String) {
    line(depth, out);
    text(name, out);
    out.push(':');
}

/// Writes an item of a list.
fn item(value: &Json, depth: usize, out: &mut String) {
    line(depth, out);
    out.push('-');
    let start = out.len();
    block(value, depth + 1, out);
    // The first line of an item follows its dash.
    if out[start..].starts_with('\n') {
        out.replace_range(start..start + 1 + 2 * (depth + 1), " ");
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
    (0..depth).for_each(|_| out.push_str("  "));
}

/// Writes a string. The string has no quotes if every YAML parser, old or new, interprets it as a string.
fn text(text: &str, out: &mut String) {
    let inner = |char: char| char.is_alphanumeric() || " _-./@+()$,%".contains(char);
    let starts = text.starts_with(|first: char| first.is_alphabetic() || "_/$".contains(first))
        && !text.ends_with(' ');
    let is_taken = TAKEN.iter().any(|word| word.eq_ignore_ascii_case(text));
    if starts && !is_taken && text.chars().all(inner) {
        out.push_str(text);
    } else {
        out.push_str(&serde_json::to_string(text).unwrap_or_default());
    }
}

/// The words that some YAML parsers don't interpret as strings.
const TAKEN: [&str; 11] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"];

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
        for (number, written) in
            [("1e7", "1.0e+7"), ("1.5E-7", "1.5e-7"), ("-2e+3", "-2.0e+3"), ("0.1", "0.1")]
        {
            let list = Json::Array(vec![Json::Number(number.into())]);
            assert_eq!(write(&list), format!("- {written}"));
        }
    }

    #[test]
    fn an_object_in_parts_is_written_like_the_whole_object() {
        let list = |items: &[Json]| ("list".into(), Json::Array(items.to_vec()));
        let items =
            Json::parse(r#"[{"a": [1, ["b", {}]], "c": "d\ne"}, [], "x", [[2]], {"f": {"g": null}}]"#);
        let Some(Json::Array(items)) = items else { panic!("it is a list") };
        let members = Json::parse(r#"{"no": 1, "b": {"c": []}}"#).expect("it is JSON");
        let empty = Json::Object(Vec::new());
        for (before, after) in
            [(&members, &members), (&members, &empty), (&empty, &members), (&empty, &empty)]
        {
            for count in 0..=items.len() {
                let parts = [before, after].map(|part| match part {
                    Json::Object(members) => members.clone(),
                    _ => Vec::new(),
                });
                let [first, last] = parts;
                let whole = first.into_iter().chain([list(&items[..count])]).chain(last).collect();
                let written = write_around(before, ("list", items[..count].iter().cloned()), after);
                same_text(&write(&Json::Object(whole)), &written);
            }
        }
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
