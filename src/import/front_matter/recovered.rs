//! Reads YAML front matter that isn't valid as a whole. Each entry is read on its own, so one invalid entry doesn't affect
//! the others.

use std::ops::Range;

use crate::source::tree::{Fault, Key, Node, Syntax, Value, parse};

/// Returns the entries, and the problems with the invalid entries. The value of an invalid entry is its text.
pub(super) fn read(text: &str) -> (Vec<(Key, Node)>, Vec<Fault>) {
    let (mut entries, mut faults) = (Vec::<(Key, Node)>::new(), Vec::new());
    for range in parts(text, true) {
        let part = &text[range.clone()];
        let found = entry(part).or_else(|fault| {
            let inner = parts(part, false);
            if inner.len() < 2 {
                faults.push(shifted_fault(fault, range.start));
                return Ok(as_text(part).into_iter().collect());
            }
            let mut all = Vec::new();
            for line in inner {
                let own = entry(&part[line.clone()]).unwrap_or_else(|fault| {
                    faults.push(shifted_fault(fault, range.start + line.start));
                    as_text(&part[line.clone()]).into_iter().collect()
                });
                all.extend(own.into_iter().map(|entry| shifted(entry, line.start)));
            }
            Ok::<_, Fault>(all)
        });
        for (key, node) in found.unwrap_or_default().into_iter().map(|entry| shifted(entry, range.start)) {
            if entries.iter().any(|(other, _)| other.name == key.name) {
                let message = format!("duplicate key `{}`", key.name);
                faults.push(Fault { message, range: key.range, hint: Some("remove one of them".to_owned()) });
            } else {
                entries.push((key, node));
            }
        }
    }
    (entries, faults)
}

/// Returns the ranges of the top-level entries. If `has_quotes` is `true`, lines inside quotation marks belong to the
/// entry even if they aren't indented.
fn parts(text: &str, has_quotes: bool) -> Vec<Range<usize>> {
    let (mut parts, mut at, mut quote) = (Vec::<Range<usize>>::new(), 0, None);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let value = value_of(line).filter(|_| quote.is_none());
        match (parts.last_mut(), value) {
            (_, Some(value)) => {
                quote = opened(value).filter(|_| has_quotes);
                parts.push(at..end);
            }
            (Some(last), None) => {
                last.end = end;
                quote = quote.filter(|open| !line.trim_end().ends_with(*open));
            }
            (None, None) if line.trim().is_empty() || line.starts_with('#') => {}
            (None, None) => parts.push(at..end),
        }
        at = end;
    }
    parts
}

/// If an entry starts at a line, returns the rest of the line after the key.
fn value_of(line: &str) -> Option<&str> {
    let (key, value) = line.split_once(':')?;
    let is_key = key.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'' | '$'));
    (is_key && (value.is_empty() || value.starts_with([' ', '\t', '\r', '\n']))).then_some(value)
}

/// If a value starts with a quotation mark and ends on a later line, returns the quotation mark.
fn opened(value: &str) -> Option<char> {
    let quote = value.trim().chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let inner = &value.trim()[1..];
    let is_open = match quote {
        '"' => !inner.replace("\\\\", "").replace("\\\"", "").contains('"'),
        _ => !inner.replace("''", "").contains('\''),
    };
    is_open.then_some(quote)
}

/// Parses one entry. Other parsers also accept a quoted value with lines that aren't indented, and tabs as indentation.
fn entry(text: &str) -> Result<Vec<(Key, Node)>, Fault> {
    let entries = |text: &str| {
        parse(Syntax::Yaml, text).map(|node| match node.value {
            Value::Table(entries) => entries,
            _ => Vec::new(),
        })
    };
    entries(text).or_else(|fault| {
        let is_quoted = value_of(text).is_some_and(|value| value.trim_start().starts_with(['"', '\'']));
        // The replacement has the same length, so locations stay the same.
        let lenient = match is_quoted {
            true => text.trim_end().replace(['\r', '\n', '\t'], " "),
            false => text.replace('\t', " "),
        };
        entries(&lenient).map_err(|_| fault)
    })
}

/// Returns an entry whose value is the text after the key.
fn as_text(text: &str) -> Option<(Key, Node)> {
    let value = value_of(text)?;
    let start = text.len() - value.len();
    let name = text[..start - 1].trim().trim_matches(['"', '\'']).to_owned();
    let first = value.lines().next().unwrap_or_default().trim();
    if first.is_empty() {
        return None;
    }
    let whole = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = ['"', '\''].iter().find_map(|quote| whole.strip_prefix(*quote)?.strip_suffix(*quote));
    let value = Value::Text(bare.unwrap_or(&whole).to_owned());
    let node = Node { value, range: start..text.trim_end().len().max(start) };
    Some((Key { name, range: 0..start - 1 }, node))
}

fn shifted_fault(fault: Fault, by: usize) -> Fault {
    Fault { range: fault.range.start + by..fault.range.end + by, ..fault }
}

/// Moves the ranges of an entry.
fn shifted((key, node): (Key, Node), by: usize) -> (Key, Node) {
    let range = key.range.start + by..key.range.end + by;
    (Key { range, ..key }, shifted_node(node, by))
}

fn shifted_node(node: Node, by: usize) -> Node {
    let value = match node.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| shifted_node(item, by)).collect()),
        Value::Table(entries) => Value::Table(entries.into_iter().map(|entry| shifted(entry, by)).collect()),
        value => value,
    };
    Node { value, range: node.range.start + by..node.range.end + by }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn one_invalid_entry_does_not_affect_the_others() {
        // The front matter, the entries, and the problems' places.
        for (text, entries, places) in [
            (
                "title: A\ndescription: \"Call:\nLlama, Mistral\"\nlast: 1\n",
                r#"title="A" description="Call: Llama, Mistral" last=1"#,
                "",
            ),
            ("a: 'x\ny: z'\nb: 2\n", r#"a="x y: z" b=2"#, ""),
            ("title: a: b\nlast: 1\n", r#"title="a: b" last=1"#, "title: a: b"),
            ("title: @foo\nd: `x`\n", r#"title="@foo" d="`x`""#, "title: @foo|d: `x`"),
            ("a: \"x\nb: \"y\"\nc: 1\n", r#"a="\"x" b="y" c=1"#, "a: \"x"),
            ("a: 1\na: 2\nb: 3\n", "a=1 b=3", "a"),
            ("a:\n\tb: 1\nc: 2\n", r#"a={"b":1} c=2"#, ""),
            ("a: x\ny z\nb: 1\n", r#"a="x y z" b=1"#, "?"),
            ("nonsense\na: @\n", r#"a="@""#, "?"),
            ("a:\n  - b: c: d\ne: 1\n", "e=1", "?"),
            ("", "", ""),
        ] {
            let (found, faults) = read(text);
            let shown: Vec<String> =
                found.iter().map(|(key, node)| format!("{}={}", key.name, node.json())).collect();
            assert_eq!(shown.join(" "), entries, "{text}");
            for (key, node) in &found {
                assert_eq!(text[key.range.clone()].trim_matches(['"', '\'']), key.name);
                assert!(node.range.end <= text.len(), "{text}");
            }
            if places != "?" {
                let lines: Vec<&str> = faults
                    .iter()
                    .map(|fault| {
                        let line = text[..fault.range.start].rfind('\n').map_or(0, |at| at + 1);
                        let line = text[line..].lines().next().unwrap_or_default();
                        if fault.message.starts_with("duplicate") { &line[..1] } else { line }
                    })
                    .collect();
                assert_eq!(lines.join("|"), places, "{text}");
            } else {
                assert!(!faults.is_empty() || entries.contains("e=1"), "{text}");
            }
        }
    }
}
