//! Converts the front matter of pages.

mod recovered;

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::left::Left;
use crate::source::Source;
use crate::source::tree::{Fault, Key, Node, Syntax, Value, parse};

/// An entry, with the ranges of its key and value in the file.
pub(super) struct Entry {
    pub name: String,
    pub node: Node,
    pub key: Range<usize>,
    pub value: Range<usize>,
}

/// A page's front matter, and the offset of the text after the front matter.
pub(super) struct FrontMatter {
    pub entries: Vec<Entry>,
    /// The offset of the text after the front matter.
    pub end: usize,
    /// The problems with the syntax.
    pub faults: Vec<Fault>,
}

/// Reads YAML between `---` lines, TOML between `+++` lines, or a JSON object at the top.
pub(super) fn read(source: &Source) -> FrontMatter {
    let text = &*source.text;
    let none = FrontMatter { entries: Vec::new(), end: 0, faults: Vec::new() };
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (mark, syntax) = match text.get(start..start + 3) {
        Some("---") => ("---", Syntax::Yaml),
        Some("+++") => ("+++", Syntax::Toml),
        _ => return json(text, start).unwrap_or(none),
    };
    let Some(first) = text[start..].find('\n').map(|at| start + at + 1) else { return none };
    if text[start + 3..first].trim() != "" {
        return none;
    }
    let mut at = first;
    for line in text[first..].split_inclusive('\n') {
        if line.trim_end() == mark {
            if syntax == Syntax::Yaml && !is_mapping(&text[first..at]) {
                return none;
            }
            let (entries, faults) = match (parse(syntax, &text[first..at]), syntax) {
                (Ok(Node { value: Value::Table(entries), .. }), _) => (entries, Vec::new()),
                (Ok(_), _) => (Vec::new(), Vec::new()),
                (Err(_), Syntax::Yaml) => recovered::read(&text[first..at]),
                (Err(fault), _) => (Vec::new(), vec![fault]),
            };
            let faults =
                faults.into_iter().map(|fault| Fault { range: placed(first, &fault.range), ..fault });
            return FrontMatter {
                entries: placed_entries(first, entries),
                end: at + line.len(),
                faults: faults.collect(),
            };
        }
        at += line.len();
    }
    unclosed(text, first, syntax).unwrap_or(none)
}

/// Reads a file that consists of front matter without a line that closes it, which other generators accept.
fn unclosed(text: &str, first: usize, syntax: Syntax) -> Option<FrontMatter> {
    let yaml = text.get(first..).filter(|yaml| syntax == Syntax::Yaml && is_mapping(yaml))?;
    let Value::Table(entries) = parse(syntax, yaml).ok()?.value else { return None };
    Some(FrontMatter { entries: placed_entries(first, entries), end: text.len(), faults: Vec::new() })
}

/// Returns the entries of front matter that starts at an offset in its file.
fn placed_entries(first: usize, entries: Vec<(Key, Node)>) -> Vec<Entry> {
    let entries = entries.into_iter().map(|(key, node)| Entry {
        key: placed(first, &key.range),
        value: placed(first, &node.range),
        name: key.name,
        node,
    });
    entries.collect()
}

/// Returns the range in the file.
fn placed(first: usize, range: &Range<usize>) -> Range<usize> {
    first + range.start..first + range.end
}

/// Whether text between two lines of hyphens can be front matter. Otherwise, the lines are rules.
fn is_mapping(yaml: &str) -> bool {
    let mut lines = yaml.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let is_key = |c: char| c.is_alphanumeric() || "_-. '\"$@/".contains(c);
    lines.next().is_none_or(|line| {
        line.trim_start().starts_with(['{', '?', '%'])
            || line.split_once(':').is_some_and(|(key, rest)| {
                key.chars().all(is_key) && (rest.is_empty() || rest.starts_with([' ', '\t', '\r']))
            })
    })
}

/// Reads a JSON object. The object's closing brace must be on its own line.
fn json(text: &str, start: usize) -> Option<FrontMatter> {
    let object = text.get(start..).filter(|text| text.starts_with('{'))?;
    let mut at = 0;
    for line in object.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() != "}" && !(at == line.len() && line.trim_end().ends_with('}')) {
            continue;
        }
        let node = parse(Syntax::Json, &object[..at]).ok()?;
        let Value::Table(entries) = node.value else { return None };
        let placed = |range: &Range<usize>| start + range.start..start + range.end;
        let entries = entries.into_iter().map(|(key, node)| Entry {
            key: placed(&key.range),
            value: placed(&node.range),
            name: key.name,
            node,
        });
        return Some(FrontMatter { entries: entries.collect(), end: start + at, faults: Vec::new() });
    }
    None
}

/// Returns a date in the form that docgen reads, such as `2026-01-31`, with the time if there is one. If the text isn't
/// a date, returns `None`.
fn date(text: &str) -> Option<String> {
    // Values can start with spaces that YAML doesn't remove, such as no-break spaces.
    let text = text.trim();
    let end = text.find(|c: char| !matches!(c, '0'..='9' | '-' | '/' | '.')).unwrap_or(text.len());
    let parts: Vec<u32> =
        text[..end].split(['-', '/', '.']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let &[year @ 1000..=9999, month @ 1..=12, day @ 1..=31] = &parts[..] else { return None };
    let time = Some(&text[end..]).filter(|time| time.starts_with(['T', 't', ' '])).unwrap_or_default();
    Some(format!("{year}-{month:02}-{day:02}{time}"))
}

/// The keys that have the same meaning in docgen. A key that can change the URL or hide the page isn't one of them, because
/// not all generators know such keys.
const SAME: &[&str] = &["title", "description", "tags", "keywords", "date"];

/// Reports the problems with the syntax of front matter.
pub(super) fn note_faults(faults: &[Fault], source: &Source, left: &mut Left) {
    for Fault { message, range, hint } in faults {
        let hint = hint.as_deref().unwrap_or("check that docgen reads the value as intended");
        left.note(source, range.clone(), &format!("invalid front matter: {message}"), hint);
    }
}

impl FrontMatter {
    /// Converts the entries. `convert` handles the generator's own keys. For a known key, `convert` returns the new
    /// entries. For an unknown key, it returns `None`.
    pub(super) fn converted(
        &self,
        source: &Source,
        left: &mut Left,
        convert: impl Fn(&str, &Node) -> Option<Vec<(&'static str, Json)>>,
    ) -> Map<String, Json> {
        note_faults(&self.faults, source, left);
        let mut entries = Map::new();
        for Entry { name, node, key, value } in &self.entries {
            if let Some(converted) = convert(name, node) {
                entries.extend(converted.into_iter().map(|(name, value)| (name.to_owned(), value)));
            } else if SAME.contains(&name.as_str()) {
                let json = match node.value {
                    Value::Date => source.text[value.clone()].trim().into(),
                    _ => node.json(),
                };
                // docgen has lists of keywords and tags.
                let list = json.as_str().filter(|_| matches!(name.as_str(), "keywords" | "tags"));
                if let Some(list) = list {
                    let items: Vec<&str> =
                        list.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
                    entries.insert(name.clone(), items.into());
                    continue;
                }
                match json.as_str().filter(|_| name == "date").map(date) {
                    Some(Some(date)) => _ = entries.insert(name.clone(), date.into()),
                    Some(None) => {
                        left.note(
                            source,
                            value.clone(),
                            "an invalid date",
                            "use a date such as `2026-01-31`",
                        );
                    }
                    None => _ = entries.insert(name.clone(), json),
                }
            } else {
                let what = format!("the `{name}` front matter key");
                left.note(
                    source,
                    key.clone(),
                    &what,
                    "use an equivalent docgen key if there is one; otherwise, leave out this key",
                );
            }
        }
        // A page with this key has no sidebar.
        entries.retain(|name, value| !value.is_null() || name == "displayed_sidebar");
        entries
    }
}

/// If a page starts with a rule that docgen would read as the start of front matter, writes the rule in another way.
pub(super) fn keep_rule(text: &mut String) {
    let start = text.len() - text.trim_start_matches('\n').len();
    let mut lines = text[start..].lines();
    let is_rule = lines.next().is_some_and(|line| line.trim_end() == "---");
    let next = lines.next().unwrap_or_default();
    if is_rule && !next.contains(':') && !next.starts_with(['#', '-']) {
        text.replace_range(start..start + 3, "***");
    }
}

/// Returns front matter as YAML between `---` lines. If there are no entries, returns an empty string. JSON values are
/// valid YAML.
pub(super) fn write(entries: &Map<String, Json>) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let lines = entries.iter().map(|(name, value)| format!("{name}: {value}\n"));
    format!("---\n{}---\n", lines.collect::<String>())
}
