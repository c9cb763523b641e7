//! Checks the text of a config against the JSON Schema of the config type, so that one run reports every unknown key
//! and every value of the wrong type with its place. (serde stops at the first.)

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diag::{Code, Diagnostic, nearest};
use crate::path::{runs_script, runs_script_as_image};
use crate::source::tree::{self, Node, Syntax, Value};
use crate::source::{Source, line_at};

/// Reports what does not fit. `None` when the text is not TOML: what can be read of it is checked all the same.
pub(super) fn against_schema(
    source: &Source,
    schema: &Json,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut check = Check { source, root: schema, broken: Vec::new(), diagnostics };
    // What follows from a mistake in a line is not another mistake.
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let hint = syntax_hint(source, error);
        check.report(span.clone(), error.message().trim().to_lowercase(), hint);
        let broken = match error.message().starts_with("duplicate key") {
            true => line_at(&source.text, span.start),
            false => unreadable(&source.text, span.start, table.get_ref()),
        };
        check.broken.push(broken);
    }
    check.table(table.get_ref(), schema, "");
    errors.is_empty().then_some(())
}

/// What a mistake at an offset makes unreadable: its line and, where that is the header of a table, the keys below it,
/// which belong to no table then.
fn unreadable(text: &str, at: usize, table: &DeTable<'_>) -> Range<usize> {
    let line = line_at(text, at);
    if !text[line.clone()].trim_start().starts_with('[') {
        return line;
    }
    let mut headers = Vec::new();
    headers_of(table, text, &mut headers);
    let next = headers.into_iter().filter(|header| *header >= line.end).min();
    line.start..next.map_or(text.len(), |next| next - 1)
}

/// Where the headers of tables are: of the first of a list by its key, of the others by their spans.
fn headers_of(table: &DeTable<'_>, text: &str, headers: &mut Vec<usize>) {
    for (key, value) in table {
        let listed = value.get_ref().as_array().into_iter().flatten();
        let tables = listed
            .map(|item| (item.span().start, item.get_ref()))
            .chain([(line_at(text, key.span().start).start, value.get_ref())]);
        for (at, table) in tables.filter_map(|(at, value)| Some((at, value.as_table()?))) {
            headers.extend(text[at..].starts_with('[').then_some(at));
            headers_of(table, text, headers);
        }
    }
}

/// Where the table of a header is set in the text before it.
fn first_of(header: &str, before: &str) -> Option<usize> {
    let named = DeTable::parse(header).ok()?;
    let (before, _) = DeTable::parse_recoverable(before);
    let (mut named, mut table) = (named.get_ref(), before.get_ref());
    loop {
        let (key, inner) = named.iter().next()?;
        let (known, value) = table.get_key_value(key)?;
        named = inner.get_ref().as_table()?;
        if named.is_empty() {
            return Some(known.span().start);
        }
        table = value.get_ref().as_table()?;
    }
}

/// The way out of the mistakes that are made most.
fn syntax_hint(source: &Source, error: &toml::de::Error) -> Option<String> {
    let span = error.span()?;
    let (text, found) = (&source.text, source.text.get(span.clone())?);
    let line = text[line_at(text, span.start)].trim();
    if error.message().starts_with("duplicate key") {
        if !line.starts_with('[') {
            return Some(format!("keep one of them: `{found}` may be set once in a table"));
        }
        let first = first_of(line, &text[..line_at(text, span.start).start])?;
        let before = text[..first].matches('\n').count() + 1;
        return Some(format!("`{line}` is in line {before} already: put what is below both under that one"));
    }
    if error.message().contains("must be quoted") {
        return Some(format!("write `\"{found}\"`"));
    }
    let (key, value) = line.split_once(':')?;
    error.message().starts_with("key with no value").then(|| format!("write `{} ={value}`", key.trim_end()))
}

/// Notes where the values in one are with their keys, by a path of keys and, in lists, numbers from 0:
/// `navbar.items.2.label`.
fn note(path: &str, node: &Node, places: &mut HashMap<String, Place>) {
    let join = |part: &dyn std::fmt::Display| match path {
        "" => part.to_string(),
        _ => format!("{path}.{part}"),
    };
    let mut add = |path: String, key: &Range<usize>, node: &Node| {
        note(&path, node, places);
        places.entry(path).or_insert(Place { key: key.clone(), value: node.range.clone() });
    };
    match &node.value {
        Value::Table(entries) => {
            entries.iter().for_each(|(key, node)| add(join(&key.name), &key.range, node));
        }
        Value::List(nodes) => {
            nodes.iter().enumerate().for_each(|(index, node)| add(join(&index), &node.range, node));
        }
        _ => {}
    }
}

/// Where a value and its key are.
#[derive(Debug)]
struct Place {
    key: Range<usize>,
    value: Range<usize>,
}

/// The text of a config and where its values are. It is read once, and only when that is asked for.
#[derive(Debug)]
pub(crate) struct ConfigSource<'a> {
    /// The text.
    pub source: &'a Source,
    places: OnceLock<HashMap<String, Place>>,
}

impl<'a> ConfigSource<'a> {
    /// Takes the text.
    pub(crate) fn new(source: &'a Source) -> Self {
        ConfigSource { source, places: OnceLock::new() }
    }

    fn places(&self) -> &HashMap<String, Place> {
        self.places.get_or_init(|| {
            let mut places = HashMap::new();
            if let Ok(tree) = tree::parse(Syntax::Toml, &self.source.text) {
                note("", &tree, &mut places);
            }
            places
        })
    }

    /// Where a value is: `navbar.items.2.href`.
    pub(crate) fn place(&self, path: &str) -> Option<Range<usize>> {
        Some(self.places().get(path)?.value.clone())
    }

    /// Says where the key is that a problem is about.
    pub(crate) fn at_key(&self, path: &str, diagnostic: Diagnostic) -> Diagnostic {
        match self.places().get(path) {
            Some(place) => diagnostic.at(&self.source.path, place.key.clone()),
            None => diagnostic.in_file(&self.source.path),
        }
    }

    /// Says where the value is that a problem is about.
    pub(crate) fn at_value(&self, path: &str, diagnostic: Diagnostic) -> Diagnostic {
        match self.place(path) {
            Some(span) => diagnostic.at(&self.source.path, span),
            None => diagnostic.in_file(&self.source.path),
        }
    }
}

struct Check<'a> {
    source: &'a Source,
    root: &'a Json,
    /// What is not TOML, or follows from that.
    broken: Vec<Range<usize>>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    fn table(&mut self, table: &DeTable<'_>, schema: &'a Json, place: &str) {
        let schema = self.resolve(schema);
        let properties = schema.get("properties").and_then(Json::as_object);
        let additional = schema.get("additionalProperties").filter(|value| value.is_object());
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let known = properties.and_then(|properties| properties.get(name));
            match known.or(additional) {
                Some(schema) => self.value(value, schema, &format!("{place}{name}")),
                None => {
                    let names =
                        properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str));
                    let hint = match nearest(name, names.clone()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("known here: {}", list(names)),
                    };
                    self.report(key.span(), format!("unknown key `{place}{name}`"), Some(hint));
                }
            }
        }
        for required in
            schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str)
        {
            if !table.keys().any(|key| key.get_ref() == required) {
                let span = table.keys().next().map_or(0..0, |key| key.span());
                self.report(
                    span,
                    format!("`{}` needs a key `{required}`", place.trim_end_matches('.')),
                    None,
                );
            }
        }
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, schema: &'a Json, place: &str) {
        let schema = self.resolve(schema);
        if let Some(options) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Json::as_array) {
            if let Some(words) = words(options) {
                return self.one_of(value, &words, place);
            }
            let fitting = options
                .iter()
                .map(|option| self.resolve(option))
                .find(|option| fits(value.get_ref(), option) && !lacks_a_word(option, value.get_ref()));
            return match fitting {
                Some(option) => self.value(value, option, place),
                None => {
                    let kind = |option: &Json| match option.get("oneOf").and_then(Json::as_array) {
                        Some(options) => words(options).map(|words| list(words.into_iter())),
                        None => kind(option).map(str::to_owned),
                    };
                    let kinds: Vec<String> =
                        options.iter().map(|option| self.resolve(option)).filter_map(kind).collect();
                    self.wrong_type(value, &kinds.join(" or "), place);
                }
            };
        }
        if let Some(words) = schema.get("enum").and_then(Json::as_array) {
            let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
            return self.one_of(value, &words, place);
        }
        if !fits(value.get_ref(), schema) {
            return self.wrong_type(value, kind(schema).unwrap_or("another value"), place);
        }
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, schema, &format!("{place}.")),
            DeValue::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    if let Some(schema) = schema.get("items") {
                        self.value(item, schema, &format!("{place}[{}]", index + 1));
                    }
                }
            }
            DeValue::String(url) => {
                let runs = match schema.get("x-url").and_then(Json::as_str) {
                    Some("image") => runs_script_as_image(url),
                    Some(_) => runs_script(url),
                    None => false,
                };
                if runs {
                    self.diagnostics.push(Diagnostic::script_link(url).at(&self.source.path, value.span()));
                }
            }
            DeValue::Integer(number) => {
                let bound = |name: &str| schema.get(name).and_then(Json::as_f64);
                let number: f64 = number.as_str().parse().unwrap_or(f64::NAN);
                if bound("minimum").is_some_and(|least| number < least)
                    || bound("maximum").is_some_and(|most| number > most)
                {
                    let (least, most) =
                        (bound("minimum").unwrap_or(f64::MIN), bound("maximum").unwrap_or(f64::MAX));
                    self.report(value.span(), format!("`{place}` must be from {least} to {most}"), None);
                }
            }
            _ => {}
        }
    }

    fn one_of(&mut self, value: &Spanned<DeValue<'_>>, words: &[&str], place: &str) {
        match value.get_ref() {
            DeValue::String(text) if words.contains(&text.as_ref()) => {}
            DeValue::String(text) => {
                let hint = match nearest(text, words.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("one of {}", list(words.iter().copied())),
                };
                self.report(value.span(), format!("`{text}` is not a value of `{place}`"), Some(hint));
            }
            _ => self.wrong_type(value, &format!("one of {}", list(words.iter().copied())), place),
        }
    }

    fn wrong_type(&mut self, value: &Spanned<DeValue<'_>>, wanted: &str, place: &str) {
        let message = format!("`{place}` must be {wanted}, not {}", found(value.get_ref()));
        let is_header = self.source.text[value.span()].starts_with('[');
        let hint = matches!(value.get_ref(), DeValue::Table(_)) && is_header && wanted == "a list";
        self.report(value.span(), message, hint.then(|| format!("write `[[{place}]]`")));
    }

    fn report(&mut self, span: Range<usize>, message: String, hint: Option<String>) {
        if self.broken.iter().any(|line| line.start <= span.start && span.start <= line.end) {
            return;
        }
        self.diagnostics
            .push(Diagnostic::new(Code::InvalidConfig, message).at(&self.source.path, span).hint_if(hint));
    }

    /// Follows `$ref` into `$defs`, and the single branch that is not `null` of an optional value.
    fn resolve(&self, schema: &'a Json) -> &'a Json {
        let mut schema = schema;
        loop {
            if let Some(pointer) = schema.get("$ref").and_then(Json::as_str) {
                match self.root.pointer(pointer.trim_start_matches('#')) {
                    Some(target) => schema = target,
                    None => return schema,
                }
            } else if let Some([a, b]) = schema.get("anyOf").and_then(Json::as_array).map(Vec::as_slice) {
                match (is_null(a), is_null(b)) {
                    (false, true) => schema = a,
                    (true, false) => schema = b,
                    _ => return schema,
                }
            } else {
                return schema;
            }
        }
    }
}

fn is_null(schema: &Json) -> bool {
    schema.get("type").and_then(Json::as_str) == Some("null")
}

/// Whether a schema allows words only, and the value is none.
fn lacks_a_word(schema: &Json, value: &DeValue<'_>) -> bool {
    let options = schema.get("oneOf").and_then(Json::as_array);
    options.is_some_and(|options| words(options).is_some()) && !matches!(value, DeValue::String(_))
}

/// The strings a schema made of constants allows.
fn words(options: &[Json]) -> Option<Vec<&str>> {
    options.iter().map(|option| option.get("const").and_then(Json::as_str)).collect()
}

fn types(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(kind)) => vec![kind],
        Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn fits(value: &DeValue<'_>, schema: &Json) -> bool {
    let types = types(schema);
    let wanted: &[&str] = match value {
        DeValue::String(_) => &["string"],
        DeValue::Integer(_) => &["integer", "number"],
        DeValue::Float(_) => &["number"],
        DeValue::Boolean(_) => &["boolean"],
        DeValue::Array(_) => &["array"],
        DeValue::Table(_) => &["object"],
        DeValue::Datetime(_) => &[],
    };
    types.is_empty() || wanted.iter().any(|kind| types.contains(kind))
}

fn kind(schema: &Json) -> Option<&'static str> {
    Some(match *types(schema).first()? {
        "string" => "a string",
        "integer" | "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "a table",
        _ => return None,
    })
}

fn found(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
