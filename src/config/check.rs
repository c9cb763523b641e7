//! Checks a config's text against the JSON Schema of the config type so that one run reports every unknown key and
//! every value of the wrong type, with locations. serde would stop at the first error. Keeps the valid values, and those
//! whose correction is known, so that the same run can check the rest of the site.

use std::ops::Range;
use std::sync::OnceLock;

use serde_json::Value as Json;

use super::{
    LeftOut,
    syntax::{message_of, unreadable},
};
use crate::diag::{Code, Diagnostic, Hint, did_you_mean, suggest};
use crate::path::{runs_script, runs_script_as_image};
use crate::source::{
    Source, line_at,
    tree::{Key, Node, Value, recover_toml},
};

/// The sections that determine which URLs a site has. Errors in other sections can't break a link or a sidebar.
const PAGES: [&str; 5] = ["docs", "openapi", "blog", "i18n", "redirects"];

/// Whether a setting, such as `docs.route`, determines which pages a site has. An unknown top-level key could be a
/// misspelled section.
fn is_of_pages(place: &str) -> bool {
    let section = place.split(['.', '[']).next().unwrap_or_default();
    section.len() == place.len() || PAGES.contains(&section)
}

/// The readable part of a config.
pub(super) struct Checked {
    /// The valid values.
    pub values: Json,
    /// The settings without a valid value.
    pub left_out: LeftOut,
    /// Whether invalid settings make it unclear which pages the site has.
    pub is_partial: bool,
    /// Whether the text isn't valid TOML.
    pub is_broken: bool,
}

/// Reports everything that doesn't match the schema, and returns the rest.
pub(super) fn against_schema(source: &Source, schema: &Json, diagnostics: &mut Vec<Diagnostic>) -> Checked {
    let (table, errors) = recover_toml(&source.text);
    let left_out = LeftOut::default();
    let mut check = Check {
        source,
        root: schema,
        broken: Vec::new(),
        left_out,
        is_partial: false,
        claimed: 0,
        diagnostics,
    };
    // The broken ranges suppress errors that are only consequences of a syntax error.
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let is_duplicate = error.message().starts_with("duplicate key");
        // After a broken header, the parser can't tell an array of tables from a table.
        if is_duplicate
            && !check.broken.is_empty()
            && source.text[line_at(&source.text, span.start)].starts_with("[[")
        {
            continue;
        }
        let (message, hint) = message_of(source, error);
        check.report("", span.clone(), message, hint);
        let broken = if is_duplicate {
            line_at(&source.text, span.start)
        } else {
            unreadable(&source.text, span.start, &table)
        };
        check.broken.push(broken);
        check.left_out.everything();
    }
    let values = check.table(table.entries().unwrap_or_default(), schema, "", 0..0);
    let Check { left_out, is_partial, .. } = check;
    let is_broken = !errors.is_empty();
    Checked { values: values.unwrap_or_default(), left_out, is_partial: is_partial || is_broken, is_broken }
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

/// Removes the list items that were left out, and corrects the keys that were probably misspelled.
fn correct(node: &mut Node, left_out: &LeftOut) {
    match &mut node.value {
        Value::List(items) => {
            items.retain(|item| !left_out.is_left_out(item));
            items.iter_mut().for_each(|item| correct(item, left_out));
        }
        Value::Table(entries) => {
            for (key, node) in entries {
                if let Some(name) = left_out.new_name(key) {
                    key.name = name.to_owned();
                }
                correct(node, left_out);
            }
        }
        _ => {}
    }
}

/// The text of a config and the locations of its values. The text is parsed once, on first use.
pub(crate) struct ConfigSource<'a> {
    /// The text.
    pub source: &'a Source,
    left_out: LeftOut,
    tree: OnceLock<Node>,
}

impl<'a> ConfigSource<'a> {
    /// Wraps the text.
    pub(crate) fn new(source: &'a Source) -> Self {
        ConfigSource { source, left_out: LeftOut::default(), tree: OnceLock::new() }
    }

    /// Doesn't count the list items that were left out, because the config doesn't contain them either.
    pub(crate) fn without(self, left_out: &LeftOut) -> Self {
        ConfigSource { left_out: left_out.clone(), ..self }
    }

    fn find(&self, path: &str) -> Option<(Option<&Key>, &Node)> {
        let tree = self.tree.get_or_init(|| {
            let mut tree = recover_toml(&self.source.text).0;
            correct(&mut tree, &self.left_out);
            tree
        });
        find(tree, path)
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
    /// The settings that have been left out. What follows from that isn't reported.
    pub left_out: LeftOut,
    /// Whether invalid values make it unclear which pages the site has.
    pub is_partial: bool,
}

impl Problems<'_> {
    /// Reports an invalid value.
    pub(super) fn report(&mut self, path: &str, message: impl Into<String>, hint: impl Into<Hint>) {
        let place = self.source.place(path);
        if place.as_ref().is_some_and(|place| self.left_out.is_guess(place)) {
            return;
        }
        if self.left_out.lacks(path) && place.is_none_or(|place| self.left_out.is_in_faulty(place.start)) {
            return;
        }
        self.left_out.add(path);
        self.is_partial |= is_of_pages(path);
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
    left_out: LeftOut,
    is_partial: bool,
    /// The number of problems in list items that have been recorded as faulty.
    claimed: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    /// Returns the valid entries of a table, or `None` if a required entry is missing or invalid.
    fn table(
        &mut self,
        entries: &[(Key, Node)],
        schema: &'a Json,
        prefix: &str,
        range: Range<usize>,
    ) -> Option<Json> {
        let schema = self.resolve(schema);
        let properties = schema.get("properties").and_then(Json::as_object);
        let additional = schema.get("additionalProperties").filter(|value| value.is_object());
        let mut valid = serde_json::Map::new();
        for (key, value) in entries {
            let name = key.name.as_str();
            let place = format!("{prefix}{name}");
            let is_broken = self.broken.iter().any(|range| range.contains(&key.range.start));
            if is_broken && !matches!(value.value, Value::Table(_)) {
                continue;
            }
            let of = |name: &str| properties.and_then(|properties| properties.get(name)).or(additional);
            if let Some(schema) = of(name) {
                match self.value(value, schema, &place) {
                    Some(value) => drop(valid.insert(name.to_owned(), value)),
                    None => self.left_out.add(&place),
                }
                continue;
            }
            let names = properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str));
            let hint = match did_you_mean(name, names.clone()) {
                Some(hint) => hint,
                None if prefix.is_empty() => self.section_of(name).unwrap_or_else(|| suggest(name, names)),
                None => suggest(name, names),
            };
            let meant = hint.edit.as_ref().map(|edit| edit.with.to_string());
            self.report(&place, key.range.clone(), format!("unknown key `{place}`"), Some(hint));
            let is_free = |meant: &String| entries.iter().all(|(key, _)| key.name != *meant);
            let Some((meant, schema)) =
                meant.filter(is_free).and_then(|meant| of(&meant).map(|schema| (meant, schema)))
            else {
                self.left_out.add_unknown(prefix, name);
                continue;
            };
            // The value counts as the value of the key that was probably meant. A second problem with it would be a guess.
            self.left_out.add_renamed(key, &meant);
            self.left_out.add_guess(value);
            let before = self.diagnostics.len();
            let value_of = self.value(value, schema, &place);
            self.left_out.rename(&place, &format!("{prefix}{meant}"));
            if value_of.is_none() || value.entries().is_none() && !matches!(value.value, Value::List(_)) {
                self.diagnostics.truncate(before);
            }
            match value_of {
                Some(value) => drop(valid.insert(meant, value)),
                None => self.left_out.add(&format!("{prefix}{meant}")),
            }
        }
        let required = schema.get("required").and_then(Json::as_array);
        let required = required.into_iter().flatten().filter_map(Json::as_str);
        for required in required.clone() {
            let keys = entries.iter().map(|(key, _)| key);
            if !valid.contains_key(required) && !keys.clone().any(|key| key.name == required) {
                let span = keys.min_by_key(|key| &key.name).map_or(range.clone(), |key| key.range.clone());
                let table = prefix.trim_end_matches('.');
                self.report(prefix, span, format!("missing key `{required}` in `{table}`"), None::<Hint>);
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
                let mut valid = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    let (before, claimed) = (self.diagnostics.len(), self.claimed);
                    let value = self.value(item, schema, &format!("{place}[{}]", index + 1));
                    let own = self.diagnostics.len() - before + claimed;
                    if own > self.claimed {
                        self.left_out.add_faulty(place, item);
                    }
                    match value {
                        // The problems belong only to the innermost item.
                        Some(value) => {
                            self.claimed = own;
                            valid.push(value);
                        }
                        None => self.left_out.add_item(place, item),
                    }
                }
                Some(valid.into())
            }
            Value::Text(url) => {
                let runs = match schema.get("x-url").and_then(Json::as_str) {
                    Some("image") => runs_script_as_image(url),
                    Some(_) => runs_script(url),
                    None => false,
                };
                if runs {
                    // The build never uses a URL that runs a script, even if the config turns the diagnostic off.
                    self.is_partial = true;
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
                let meant = hint.edit.as_ref().map(|edit| Json::from(&*edit.with));
                self.report(place, node.range.clone(), message, Some(hint));
                self.left_out.add_guess(node);
                meant
            }
            _ => self.wrong_type(node, &format!("one of {}", list(words.iter().copied())), place, None),
        }
    }

    fn wrong_type(&mut self, node: &Node, wanted: &str, place: &str, hint: Option<String>) -> Option<Json> {
        let message = format!("`{place}`: expected {wanted}, found {}", node.value.what());
        let is_header = self.source.text[node.range.clone()].starts_with('[');
        let is_list = node.entries().is_some() && is_header && wanted == "a list";
        let hint = hint.or_else(|| is_list.then(|| format!("use `[[{place}]]`")));
        let new =
            converted(&node.value, &self.source.text[node.range.clone()], wanted).filter(|_| hint.is_none());
        let hint = hint.or_else(|| new.as_ref().map(|new| format!("use `{new}`")));
        self.report(place, node.range.clone(), message, hint);
        self.left_out.add_guess(node);
        self.left_out.add(place);
        // The string or boolean that was probably meant. It's valid JSON.
        let is_simple = matches!(wanted, "a string" | "`true` or `false`");
        new.filter(|_| is_simple).and_then(|new| serde_json::from_str(&new).ok())
    }

    fn report(&mut self, place: &str, span: Range<usize>, message: String, hint: Option<impl Into<Hint>>) {
        if self.broken.iter().any(|line| line.start <= span.start && span.start <= line.end) {
            return;
        }
        self.is_partial |= is_of_pages(place);
        self.diagnostics
            .push(Diagnostic::new(Code::InvalidConfig, message).at(&self.source.path, span).hint_if(hint));
    }

    /// If a single section has a key with this name, returns a hint to move the key there.
    fn section_of(&self, name: &str) -> Option<Hint> {
        let has = |schema: &Json| !self.resolve(schema)["properties"][name].is_null();
        let parts = |schema: &'a Json| {
            let schema = self.resolve(schema);
            let options = schema["anyOf"].as_array().into_iter().flatten();
            options.chain([schema, &schema["items"]]).any(has)
        };
        let sections = self.root["properties"].as_object()?;
        let mut found = sections.iter().filter(|(_, schema)| parts(schema)).map(|(section, _)| section);
        let section = found.next().filter(|_| found.next().is_none())?;
        Some(format!("move it to the `[{section}]` table").into())
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

/// Returns the value in the expected type, if only its notation is wrong.
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
    Some(new)
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
