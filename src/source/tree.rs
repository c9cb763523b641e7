//! Parses TOML, YAML, and JSON into one kind of tree: values with their locations. Problems in a config, in front
//! matter, or in a settings file get their locations from this tree. A text search would also match comments and other
//! values.

mod json;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use serde_saphyr::options::DuplicateKeyPolicy;
use serde_saphyr::{Location, MessageFormatter, Spanned, UserMessageFormatter};
use toml::de::{DeTable, DeValue};

use super::{Source, clamp, line_at};

/// The syntax of a file or of front matter.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Syntax {
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

impl Syntax {
    /// Returns the syntax of a settings file, based on the file's extension.
    pub(crate) fn of(source: &Source) -> Self {
        match source.path.extension().to_ascii_lowercase().as_str() {
            "toml" => Syntax::Toml,
            "json" => Syntax::Json,
            _ => Syntax::Yaml,
        }
    }

    /// Returns the name of the syntax.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Syntax::Yaml => "YAML",
            Syntax::Toml => "TOML",
            Syntax::Json => "JSON",
        }
    }
}

/// A value and its location in the parsed text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The value.
    pub value: Value,
    /// The byte range, including a string's quotes. For a TOML table, this is the header's range.
    pub range: Range<usize>,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A null value.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A TOML date or time, as written.
    Date,
    /// A list.
    List(Vec<Node>),
    /// A table, a mapping, or an object, with its entries in source order.
    Table(Vec<(Key, Node)>),
}

/// The key of a value.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    /// The name.
    pub name: String,
    /// The byte range, including quotes.
    pub range: Range<usize>,
}

/// The reason that text can't be parsed, and the location.
pub(crate) struct Fault {
    /// The parser's message.
    pub message: String,
    /// The location.
    pub range: Range<usize>,
    /// A hint, for the most common errors.
    pub hint: Option<String>,
}

impl Node {
    /// Returns a table's entries.
    pub(crate) fn entries(&self) -> Option<&[(Key, Node)]> {
        match &self.value {
            Value::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the value as JSON.
    pub(crate) fn json(&self) -> Json {
        match &self.value {
            Value::Null | Value::Date => Json::Null,
            Value::Bool(is_true) => (*is_true).into(),
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => (*number as i64).into(),
            Value::Number(number) => (*number).into(),
            Value::Text(text) => text.as_str().into(),
            Value::List(items) => items.iter().map(Node::json).collect(),
            Value::Table(entries) => {
                entries.iter().map(|(key, node)| (key.name.clone(), node.json())).collect()
            }
        }
    }

    /// Returns the entry with this key, if the value is a table that contains it.
    pub(crate) fn entry(&self, name: &str) -> Option<&(Key, Node)> {
        self.entries()?.iter().find(|(key, _)| key.name == name)
    }
}

/// Returns the tree of a settings file, or `None` if it can't be parsed.
pub(crate) fn of(source: &Source) -> Option<Node> {
    parse(Syntax::of(source), &source.text).ok()
}

/// Returns the tree of a settings file that belongs to another program, or `None` if it can't be parsed. If a YAML file
/// contains a key several times, the last value counts, as in most other parsers.
pub(crate) fn of_other_program(source: &Source) -> Option<Node> {
    match Syntax::of(source) {
        Syntax::Yaml => yaml(&source.text, DuplicateKeyPolicy::LastWins).ok().map(without_duplicates),
        _ => of(source),
    }
}

/// Keeps only the last entry for each key.
fn without_duplicates(node: Node) -> Node {
    let value = match node.value {
        Value::List(items) => Value::List(items.into_iter().map(without_duplicates).collect()),
        Value::Table(entries) => {
            let last: HashMap<String, usize> =
                entries.iter().enumerate().map(|(at, (key, _))| (key.name.clone(), at)).collect();
            let entries = entries.into_iter().enumerate().filter(|(at, (key, _))| last[&key.name] == *at);
            Value::Table(entries.map(|(_, (key, node))| (key, without_duplicates(node))).collect())
        }
        value => value,
    };
    Node { value, range: node.range }
}

impl Value {
    /// Returns the name of the value's type, for messages.
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::Date => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// Parses YAML, TOML, or JSON text.
pub(crate) fn parse(syntax: Syntax, text: &str) -> Result<Node, Fault> {
    match syntax {
        Syntax::Yaml => yaml(text, DuplicateKeyPolicy::Error),
        Syntax::Toml => toml(text),
        Syntax::Json => json::parse(text),
    }
}

fn yaml(text: &str, duplicate_keys: DuplicateKeyPolicy) -> Result<Node, Fault> {
    if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Node { value: Value::Null, range: 0..0 });
    }
    let options =
        serde_saphyr::options! { strict_booleans: true, with_snippet: false, duplicate_keys: duplicate_keys };
    match serde_saphyr::from_str_with_options::<Spanned<Value>>(text, options) {
        Ok(node) => Ok(yaml_node(node, text)),
        Err(error) => {
            let error = error.without_snippet();
            let at = error.location().map(|location| {
                let number = |value: Option<u64>| value.and_then(|value| usize::try_from(value).ok());
                let lines = usize::try_from(location.line()).unwrap_or(1).saturating_sub(1);
                let line = text.split_inclusive('\n').take(lines).map(str::len).sum();
                let start = number(location.span().byte_offset()).unwrap_or(line);
                start..start + number(location.span().byte_len()).unwrap_or(0)
            });
            let mut message = lower_first(&UserMessageFormatter.format_message(error));
            let mut range = visible(clamp(at.unwrap_or(0..0), text), text);
            if let Some(open) = open_quote(text, range.start).filter(|_| message.contains("quoted scalar")) {
                (message, range) = (UNCLOSED_QUOTE.to_owned(), open);
            } else if let Some(tab) = indenting_tab(text, range.start).filter(|_| message.contains(" tab")) {
                range = tab;
            }
            // The parser's own text contains names from its code.
            if message.starts_with("YAML document too large or too complex") {
                let message =
                    "the YAML is nested too deeply, or too large with its aliases replaced".to_owned();
                let hint = Some("write values instead of aliases, such as `*name`".to_owned());
                return Err(Fault { message, range, hint });
            }
            let hint = yaml_hint(&message, &text[line_at(text, range.start)]);
            Err(Fault { message, range, hint })
        }
    }
}

/// The problem with a quoted value that ends only where the parser gives up.
pub(crate) const UNCLOSED_QUOTE: &str = "the closing quote is missing";

/// Returns the location of the last value before an offset that opens a quote but doesn't close it on its line.
pub(crate) fn open_quote(text: &str, before: usize) -> Option<Range<usize>> {
    let mut end = before.min(text.len());
    loop {
        let line = line_at(text, end);
        let start = text[line.clone()].find(['"', '\'']).map(|at| line.start + at);
        let value = start.map(|start| (start, text[start..line.end].trim_end()));
        let is_first = |start: usize| {
            let key = text[line.start..start].trim_end();
            key.is_empty() || key.ends_with([':', '-', '[', '{', ','])
        };
        let quotes = |value: &str| value.matches(&value[..1]).count();
        let open = value.filter(|(start, value)| is_first(*start) && quotes(value) % 2 == 1);
        match open {
            Some((start, value)) => return Some(start..start + value.len()),
            None if line.start == 0 => return None,
            None => end = line.start - 1,
        }
    }
}

/// Returns the location of the first tab from an offset on that indents a line.
fn indenting_tab(text: &str, from: usize) -> Option<Range<usize>> {
    let mut start = line_at(text, from).start;
    for line in text[start..].split_inclusive('\n') {
        let indent = &line[..line.len() - line.trim_start().len()];
        if let Some(tab) = indent.find('\t') {
            return Some(start + tab..start + tab + 1);
        }
        start += line.len();
    }
    None
}

/// Returns a hint for the most common errors: tabs, duplicate keys, and values that need quotes.
fn yaml_hint(message: &str, line: &str) -> Option<String> {
    if message.contains(" tab") && line.contains('\t') {
        return Some("replace the tab with spaces".to_owned());
    }
    if message.contains("duplicate mapping key") {
        return Some("remove one of them".to_owned());
    }
    let Some((key, value)) = line.split_once(": ") else {
        return (message == UNCLOSED_QUOTE).then(|| "close the quote on this line".to_owned());
    };
    let value = value.trim();
    let quotes = ['"', '\''];
    if let Some(quote) = value.chars().next().filter(|first| quotes.contains(first)) {
        let is_open = value.len() == 1 || !value.ends_with(quote);
        return is_open.then(|| format!("use `{key}: {value}{quote}`"));
    }
    // Single quotes can contain double quotes, and double quotes can contain single quotes.
    let quote = if value.contains('"') { '\'' } else { '"' };
    let needs_quotes = value.contains(": ") || value.starts_with(['@', '`', '%', '&', '*', '!', '|', '>']);
    (needs_quotes && !value.contains(quote)).then(|| format!("use `{key}: {quote}{value}{quote}`"))
}

fn yaml_node(node: Spanned<Value>, text: &str) -> Node {
    Node { range: clamp(value_range(&node), text), value: node.value }
}

/// Returns the location of a value. For a number behind an alias, this is the location of the number, because a number
/// is shown as written.
fn value_range(node: &Spanned<Value>) -> Range<usize> {
    match node.value {
        Value::Number(_) => location_range(node.defined),
        _ => yaml_range(node),
    }
}

fn yaml_range<T>(node: &Spanned<T>) -> Range<usize> {
    location_range(node.referenced)
}

fn location_range(location: Location) -> Range<usize> {
    let span = location.span();
    let number = |value: Option<u64>| value.and_then(|value| usize::try_from(value).ok()).unwrap_or(0);
    let start = number(span.byte_offset());
    start..start + number(span.byte_len())
}

/// Makes a location visible by replacing an empty range with its line.
fn visible(range: Range<usize>, text: &str) -> Range<usize> {
    if !range.is_empty() {
        return range;
    }
    // At the end of the text, use the last line that isn't empty.
    let at = range.start.min(text.trim_end().len());
    line_at(text, at)
}

struct ValueVisitor;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_bytes<E>(self, value: &[u8]) -> Result<Value, E> {
        Ok(Value::Text(String::from_utf8_lossy(value).into_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element::<Spanned<Value>>()? {
            nodes.push(Node { range: value_range(&node), value: node.value });
        }
        Ok(Value::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            let node = map.next_value::<Spanned<Value>>()?;
            let key = Key { range: yaml_range(&key), name: key.value };
            entries.push((key, Node { range: value_range(&node), value: node.value }));
        }
        Ok(Value::Table(entries))
    }
}

fn toml(text: &str) -> Result<Node, Fault> {
    let (node, errors) = recover_toml(text);
    let Some(error) = errors.into_iter().next() else { return Ok(node) };
    let range = visible(clamp(error.span().unwrap_or(0..0), text), text);
    let missing = missing_value(&error, text);
    let message = missing.clone().unwrap_or_else(|| lower_first(error.message()).replace('\n', ", "));
    let is_unquoted = error.message().contains("must be quoted");
    let quoted = text.get(range.clone()).filter(|_| is_unquoted).map(|found| format!("use `\"{found}\"`"));
    Err(Fault { message, range, hint: missing.map(|_| ADD_VALUE.to_owned()).or(quoted) })
}

/// The hint for a TOML key without a value.
pub(crate) const ADD_VALUE: &str = "add a value after `=`, or remove the key";

/// If an error in TOML means that a key has no value, returns the message.
pub(crate) fn missing_value(error: &toml::de::Error, text: &str) -> Option<String> {
    let line = text.get(super::line_at(text, error.span()?.start))?;
    let (key, value) = line.split_once('=')?;
    let is_missing = value.trim().is_empty() || value.trim_start().starts_with('#');
    is_missing.then(|| format!("missing value for `{}`", key.trim()))
}

/// Parses as much of the TOML text as possible and returns all errors.
pub(crate) fn recover_toml(text: &str) -> (Node, Vec<toml::de::Error>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    (Node { range: table.span(), value: toml_table(table.get_ref()) }, errors)
}

fn toml_table(table: &DeTable<'_>) -> Value {
    let entry = |(key, node): (&toml::Spanned<Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
        (Key { name: key.get_ref().to_string(), range: key.span() }, toml_node(node))
    };
    let mut entries: Vec<_> = table.iter().map(entry).collect();
    entries.sort_by_key(|(key, _)| key.range.start);
    Value::Table(entries)
}

fn toml_node(node: &toml::Spanned<DeValue<'_>>) -> Node {
    let value = match node.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Number(
            i64::from_str_radix(number.as_str(), number.radix()).map_or(f64::NAN, |number| number as f64),
        ),
        DeValue::Float(number) => Value::Number(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => Value::List(list.iter().map(toml_node).collect()),
        DeValue::Table(table) => toml_table(table),
    };
    Node { value, range: node.span() }
}

fn lower_first(message: &str) -> String {
    let mut message = message.trim().trim_end_matches('.').to_owned();
    if message.chars().nth(1).is_some_and(|second| !second.is_ascii_uppercase())
        && let Some(first) = message.get_mut(..1)
    {
        first.make_ascii_lowercase();
    }
    message
}
