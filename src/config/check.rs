//! Checks a config's text against the JSON Schema of the config type so that one run reports every unknown key and
//! every value of the wrong type, with locations. serde would stop at the first error. Keeps the valid values so that
//! the same run can check the rest of the site.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use serde_json::Value as Json;

use crate::diag::{Code, Diagnostic, Hint, suggest};
use crate::path::{runs_script, runs_script_as_image};
use crate::source::{
    Source, line_at,
    tree::{self, Key, Node, Value, recover_toml},
};

/// The sections that determine which URLs a site has. Errors in other sections can't break a link or a sidebar.
const PAGES: [&str; 5] = ["docs", "openapi", "blog", "i18n", "redirects"];

/// If a setting, such as `docs.route`, determines which pages a site has, returns its section. Also returns a top-level
/// key, because an unknown key could be a misspelled section.
fn page_section(place: &str) -> Option<&str> {
    let section = place.split(['.', '[']).next().unwrap_or_default();
    (section.len() == place.len() || PAGES.contains(&section)).then_some(section)
}

/// The sections with invalid settings that determine which pages a site has.
pub(super) type Doubtful = BTreeSet<String>;

/// Reports everything that doesn't match the schema. Returns the valid values, and the sections that might lack pages
/// as a result. If the text isn't valid TOML, checks the readable parts and returns `None`.
pub(super) fn against_schema(
    source: &Source,
    schema: &Json,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Json, Doubtful)> {
    let (table, errors) = recover_toml(&source.text);
    let mut check =
        Check { source, root: schema, broken: Vec::new(), doubtful: Doubtful::new(), diagnostics };
    // The broken ranges suppress errors that are only consequences of a syntax error.
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let hint = syntax_hint(source, error);
        check.report("", span.clone(), error.message().trim().to_lowercase(), hint);
        let broken = if error.message().starts_with("duplicate key") {
            line_at(&source.text, span.start)
        } else {
            unreadable(&source.text, span.start, &table)
        };
        check.broken.push(broken);
    }
    let values = check.table(table.entries().unwrap_or_default(), schema, "", 0..0)?;
    errors.is_empty().then_some((values, check.doubtful))
}

/// Returns the range that a syntax error makes unreadable. The range consists of the line with the error. If that line
/// is a table header, the range also includes the keys below the header.
fn unreadable(text: &str, at: usize, table: &Node) -> Range<usize> {
    let line = line_at(text, at);
    if !text[line.clone()].trim_start().starts_with('[') {
        return line;
    }
    let mut headers = Vec::new();
    headers_of(table, text, &mut headers);
    let next = headers.into_iter().filter(|header| *header >= line.end).min();
    line.start..next.map_or(text.len(), |next| next - 1)
}

/// Collects the offsets of table headers. For an array of tables, the first header is at the key, and the other headers
/// are in the spans of the items.
fn headers_of(table: &Node, text: &str, headers: &mut Vec<usize>) {
    for (key, node) in table.entries().unwrap_or_default() {
        let listed = if let Value::List(items) = &node.value { &items[..] } else { &[] };
        let items = listed.iter().map(|item| (item.range.start, item));
        for (at, table) in items.chain([(line_at(text, key.range.start).start, node)]) {
            if table.entries().is_some() {
                headers.extend(text[at..].starts_with('[').then_some(at));
                headers_of(table, text, headers);
            }
        }
    }
}

/// Returns the offset of the first definition of a header's table in `before`, which is the text before the header.
fn first_of(header: &str, before: &str) -> Option<usize> {
    let ((header, errors), (before, _)) = (recover_toml(header), recover_toml(before));
    let (mut named, mut table) = (header.entries()?, before.entries()?);
    loop {
        let (key, inner) = named.first().filter(|_| errors.is_empty())?;
        let (known, value) = table.iter().find(|(known, _)| known.name == key.name)?;
        named = inner.entries()?;
        if named.is_empty() {
            return Some(known.range.start);
        }
        table = value.entries()?;
    }
}

/// Returns a hint for the most common syntax errors.
fn syntax_hint(source: &Source, error: &toml::de::Error) -> Option<String> {
    let span = error.span()?;
    let (text, found) = (&source.text, source.text.get(span.clone())?);
    let line = text[line_at(text, span.start)].trim();
    if error.message().starts_with("duplicate key") {
        if !line.starts_with('[') {
            return Some(format!("remove one of them: a table can set `{found}` only once"));
        }
        let first = first_of(line, &text[..line_at(text, span.start).start])?;
        let before = text[..first].matches('\n').count() + 1;
        return Some(format!("move the keys that follow this line to the `{line}` table on line {before}"));
    }
    if error.message().contains("must be quoted") {
        return Some(format!("use `\"{found}\"`"));
    }
    let (key, value) = line.split_once(':')?;
    error.message().starts_with("key with no value").then(|| format!("use `{} ={value}`", key.trim_end()))
}

/// Returns the key and value at a path, such as `navbar.items.2.label`. The path consists of keys and zero-based list
/// indexes. List items have no key.
fn find<'n>(node: &'n Node, path: &str) -> Option<(Option<&'n Key>, &'n Node)> {
    let below = |name: &str| path.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('.'));
    let (key, node, rest) = match &node.value {
        Value::Table(entries) => {
            entries.iter().find_map(|(key, node)| Some((Some(key), node, below(&key.name)?)))?
        }
        Value::List(nodes) => {
            let number = path.split('.').next()?;
            (None, nodes.get(number.parse::<usize>().ok()?)?, below(number)?)
        }
        _ => return None,
    };
    match rest.strip_prefix('.') {
        Some(rest) => find(node, rest),
        None => Some((key, node)),
    }
}

/// The text of a config and the locations of its values. The text is parsed once, on first use.
pub(crate) struct ConfigSource<'a> {
    /// The text.
    pub source: &'a Source,
    tree: OnceLock<Option<Node>>,
}

impl<'a> ConfigSource<'a> {
    /// Wraps the text.
    pub(crate) fn new(source: &'a Source) -> Self {
        ConfigSource { source, tree: OnceLock::new() }
    }

    fn find(&self, path: &str) -> Option<(Option<&Key>, &Node)> {
        find(self.tree.get_or_init(|| tree::of(self.source)).as_ref()?, path)
    }

    /// Returns the location of a value, such as `navbar.items.2.href`.
    pub(crate) fn place(&self, path: &str) -> Option<Range<usize>> {
        Some(self.find(path)?.1.range.clone())
    }
}

/// The problems found in the values of a config.
pub(super) struct Problems<'a> {
    pub source: &'a ConfigSource<'a>,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    /// The sections whose invalid settings have been left out. What follows from that isn't reported.
    pub left_out: Doubtful,
    /// Whether the valid values determine which pages the site has.
    pub has_pages: bool,
}

impl Problems<'_> {
    /// Reports an invalid value.
    pub(super) fn report(&mut self, path: &str, message: impl Into<String>, hint: impl Into<Hint>) {
        let section = page_section(path);
        if section.is_some_and(|section| self.left_out.contains(section)) {
            return;
        }
        self.has_pages &= section.is_none();
        let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
        self.diagnostics.push(diagnostic.at_value(self.source, path));
    }

    /// Reports unknown `{placeholders}` in the pattern of a URL.
    pub(super) fn placeholders(&mut self, path: &str, url: Option<&str>, known: &[&str]) {
        let names = url.into_iter().flat_map(|url| url.split('{').skip(1));
        let names = names.filter_map(|rest| Some(rest.split_once('}')?.0));
        for name in names.filter(|name| !known.contains(name)) {
            let message = format!("unknown placeholder `{{{name}}}` in `{path}`");
            let hint = suggest(name, known.iter().copied());
            let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
            self.diagnostics.push(diagnostic.at_value(self.source, path));
        }
    }
}

impl Diagnostic {
    /// Points the diagnostic to a key in the config.
    pub(crate) fn at_key(self, config: &ConfigSource<'_>, path: &str) -> Self {
        match config.find(path) {
            Some((key, node)) => {
                self.at(&config.source.path, key.map_or(&node.range, |key| &key.range).clone())
            }
            None => self.in_file(&config.source.path),
        }
    }

    /// Points the diagnostic to a value in the config.
    pub(crate) fn at_value(self, config: &ConfigSource<'_>, path: &str) -> Self {
        match config.place(path) {
            Some(span) => self.at(&config.source.path, span),
            None => self.in_file(&config.source.path),
        }
    }
}

struct Check<'a> {
    source: &'a Source,
    root: &'a Json,
    /// The ranges that aren't valid TOML, and the ranges that are unreadable as a result.
    broken: Vec<Range<usize>>,
    doubtful: Doubtful,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    /// Returns the valid entries of a table, or `None` if a required entry is missing or invalid.
    fn table(
        &mut self,
        entries: &[(Key, Node)],
        schema: &'a Json,
        place: &str,
        range: Range<usize>,
    ) -> Option<Json> {
        let schema = self.resolve(schema);
        let properties = schema.get("properties").and_then(Json::as_object);
        let additional = schema.get("additionalProperties").filter(|value| value.is_object());
        let mut valid = serde_json::Map::new();
        for (key, value) in entries {
            let name = key.name.as_str();
            let place = format!("{place}{name}");
            let known = properties.and_then(|properties| properties.get(name));
            match known.or(additional) {
                Some(schema) => valid.extend(Some(name.to_owned()).zip(self.value(value, schema, &place))),
                None => {
                    let names =
                        properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str));
                    let hint = suggest(name, names);
                    self.report(&place, key.range.clone(), format!("unknown key `{place}`"), Some(hint));
                }
            }
        }
        let required = schema.get("required").and_then(Json::as_array);
        let required = required.into_iter().flatten().filter_map(Json::as_str);
        for required in required.clone() {
            let keys = entries.iter().map(|(key, _)| key);
            if !keys.clone().any(|key| key.name == required) {
                let span = keys.min_by_key(|key| &key.name).map_or(range.clone(), |key| key.range.clone());
                let table = place.trim_end_matches('.');
                self.report(place, span, format!("missing key `{required}` in `{table}`"), None::<Hint>);
            }
        }
        let is_complete = required.clone().all(|required| valid.contains_key(required));
        is_complete.then_some(Json::Object(valid))
    }

    /// Returns the valid part of a value.
    fn value(&mut self, node: &Node, schema: &'a Json, place: &str) -> Option<Json> {
        let schema = self.resolve(schema);
        if let Some(options) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Json::as_array) {
            if let Some(words) = words(options) {
                return self.one_of(node, &words, place);
            }
            let fitting = options
                .iter()
                .map(|option| self.resolve(option))
                .find(|option| self.fits(node, option) && !lacks_a_word(option, &node.value));
            return match fitting {
                Some(option) => self.value(node, option, place),
                None => {
                    let kind = |option: &Json| match option.get("oneOf").and_then(Json::as_array) {
                        Some(options) => words(options).map(|words| list(words.into_iter())),
                        None => kind(option).map(str::to_owned),
                    };
                    let kinds: Vec<String> =
                        options.iter().map(|option| self.resolve(option)).filter_map(kind).collect();
                    self.wrong_type(node, &kinds.join(" or "), place, None)
                }
            };
        }
        if let Some(words) = schema.get("enum").and_then(Json::as_array) {
            let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
            return self.one_of(node, &words, place);
        }
        if !self.fits(node, schema) {
            let hint = Self::as_table(&node.value, schema).map(|table| format!("use `{table}`"));
            return self.wrong_type(node, kind(schema).unwrap_or("another value"), place, hint);
        }
        match &node.value {
            Value::Table(entries) => self.table(entries, schema, &format!("{place}."), node.range.clone()),
            Value::List(items) => {
                let schema = schema.get("items").unwrap_or(&Json::Bool(true));
                let before = self.diagnostics.len();
                let item = |(index, item)| self.value(item, schema, &format!("{place}[{}]", index + 1));
                let valid = items.iter().enumerate().filter_map(item).collect();
                // Later reports refer to tables by number, and leaving out an invalid item would change the numbers.
                (self.diagnostics.len() == before || self.is_word(schema)).then_some(valid)
            }
            Value::Text(url) => {
                let runs = match schema.get("x-url").and_then(Json::as_str) {
                    Some("image") => runs_script_as_image(url),
                    Some(_) => runs_script(url),
                    None => false,
                };
                if runs {
                    // The build never uses a URL that runs a script, even if the config turns the diagnostic off.
                    self.doubtful.insert(place.to_owned());
                    self.diagnostics
                        .push(Diagnostic::script_link(url).at(&self.source.path, node.range.clone()));
                }
                (!runs).then(|| url.as_str().into())
            }
            Value::Number(number) => {
                let bound = |name: &str| schema.get(name).and_then(Json::as_f64);
                if bound("minimum").is_some_and(|least| *number < least)
                    || bound("maximum").is_some_and(|most| *number > most)
                {
                    let range = match (bound("minimum"), bound("maximum")) {
                        (Some(least), Some(most)) => format!("a number from {least} to {most}"),
                        (Some(least), None) => format!("at least {least}"),
                        (_, most) => format!("at most {}", most.unwrap_or(f64::MAX)),
                    };
                    let message = format!("`{place}`: expected {range}, found {number}");
                    self.report(place, node.range.clone(), message, None::<Hint>);
                    return None;
                }
                let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
                Some(if is_whole { Json::from(*number as i64) } else { Json::from(*number) })
            }
            Value::Bool(is_true) => Some(Json::Bool(*is_true)),
            Value::Null | Value::Date => None,
        }
    }

    /// Converts a string to a table, if the schema requires a table with exactly one key.
    fn as_table(value: &Value, schema: &Json) -> Option<String> {
        let (Value::Text(text), Some([Json::String(key)])) =
            (value, schema["required"].as_array().map(Vec::as_slice))
        else {
            return None;
        };
        Some(format!("{{ {key} = {} }}", Json::from(text.as_str())))
    }

    /// Whether a value has one of the types that a schema allows.
    fn fits(&self, node: &Node, schema: &Json) -> bool {
        let types = types(schema);
        let written = self.source.text.get(node.range.clone()).unwrap_or_default();
        let wanted: &[&str] = match node.value {
            Value::Text(_) => &["string"],
            // In TOML, `2.0` and `2e3` are floats, not integers.
            Value::Number(number) if number.fract() == 0.0 && number.is_finite() => {
                let whole = written.starts_with("0x") || !written.contains(['.', 'e', 'E']);
                if whole { &["integer", "number"] } else { &["number"] }
            }
            Value::Number(_) => &["number"],
            Value::Bool(_) => &["boolean"],
            Value::List(_) => &["array"],
            Value::Table(_) => &["object"],
            Value::Null | Value::Date => &[],
        };
        types.is_empty() || wanted.iter().any(|kind| types.contains(kind))
    }

    fn one_of(&mut self, node: &Node, words: &[&str], place: &str) -> Option<Json> {
        match &node.value {
            Value::Text(text) if words.contains(&text.as_str()) => Some(text.as_str().into()),
            Value::Text(text) => {
                let hint = suggest(text, words.iter().copied());
                let message = format!("unknown value `{text}` for `{place}`");
                self.report(place, node.range.clone(), message, Some(hint));
                None
            }
            _ => self.wrong_type(node, &format!("one of {}", list(words.iter().copied())), place, None),
        }
    }

    fn wrong_type(&mut self, node: &Node, wanted: &str, place: &str, hint: Option<String>) -> Option<Json> {
        let message = format!("`{place}`: expected {wanted}, found {}", node.value.what());
        let is_header = self.source.text[node.range.clone()].starts_with('[');
        let is_list = node.entries().is_some() && is_header && wanted == "a list";
        let hint = hint.or_else(|| is_list.then(|| format!("use `[[{place}]]`")));
        let hint = hint.or_else(|| converted(&node.value, &self.source.text[node.range.clone()], wanted));
        self.report(place, node.range.clone(), message, hint);
        None
    }

    fn report(&mut self, place: &str, span: Range<usize>, message: String, hint: Option<impl Into<Hint>>) {
        if self.broken.iter().any(|line| line.start <= span.start && span.start <= line.end) {
            return;
        }
        self.doubtful.extend(page_section(place).map(str::to_owned));
        self.diagnostics
            .push(Diagnostic::new(Code::InvalidConfig, message).at(&self.source.path, span).hint_if(hint));
    }

    /// Whether a schema allows only specific strings.
    fn is_word(&self, schema: &'a Json) -> bool {
        let schema = self.resolve(schema);
        schema.get("enum").is_some()
            || schema["oneOf"].as_array().is_some_and(|options| words(options).is_some())
    }

    /// Follows `$ref` into `$defs` and replaces the schema of an optional value with the branch that isn't `null`.
    fn resolve(&self, schema: &'a Json) -> &'a Json {
        let mut schema = schema;
        loop {
            if let Some(pointer) = schema["$ref"].as_str() {
                match self.root.pointer(pointer.trim_start_matches('#')) {
                    Some(target) => schema = target,
                    None => return schema,
                }
            } else if let Some([a, b]) = schema["anyOf"].as_array().map(Vec::as_slice) {
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
    schema["type"].as_str() == Some("null")
}

/// Whether a schema allows only specific strings but the value isn't a string.
fn lacks_a_word(schema: &Json, value: &Value) -> bool {
    let options = schema["oneOf"].as_array();
    options.is_some_and(|options| words(options).is_some()) && !matches!(value, Value::Text(_))
}

/// Returns the constants of a schema's options, or `None` if an option isn't a constant.
fn words(options: &[Json]) -> Option<Vec<&str>> {
    options.iter().map(|option| option["const"].as_str()).collect()
}

fn types(schema: &Json) -> Vec<&str> {
    match &schema["type"] {
        Json::String(kind) => vec![kind],
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn kind(schema: &Json) -> Option<&'static str> {
    Some(match *types(schema).first()? {
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "a table",
        _ => return None,
    })
}

/// Returns a hint with the value in the expected type, if only its notation is wrong.
fn converted(value: &Value, written: &str, wanted: &str) -> Option<String> {
    let new = match (value, wanted) {
        (Value::Text(_) | Value::Number(_) | Value::Bool(_), "a list") => format!("[{written}]"),
        (Value::Number(_) | Value::Bool(_), "a string") => format!("\"{written}\""),
        (Value::Text(text), "an integer") => text.trim().parse::<i64>().ok()?.to_string(),
        (Value::Text(text), "a number") => {
            text.trim().parse::<f64>().ok().filter(|n| n.is_finite())?.to_string()
        }
        (Value::Text(text), "`true` or `false`") => match &*text.trim().to_ascii_lowercase() {
            "true" | "yes" | "on" => "true".to_owned(),
            "false" | "no" | "off" => "false".to_owned(),
            _ => return None,
        },
        (Value::Number(number), "an integer") if number.fract() == 0.0 && number.is_finite() => {
            number.to_string()
        }
        _ => return None,
    };
    Some(format!("use `{new}`"))
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
