//! Completion in `docgen.toml`, from the config's JSON Schema.

use std::ops::Range;
use std::sync::LazyLock;

use lsp_types::CompletionItemKind as Kind;
use serde_json::Value;

use super::{Around, Found, Suggestion};
use crate::config::Config;
use crate::lsp::Asked;
use crate::source::line_at;

static SCHEMA: LazyLock<Value> = LazyLock::new(Config::json_schema);

/// Follows references and alternatives to the first schema that describes an object, a list, or values.
fn resolved(schema: &'static Value) -> &'static Value {
    let mut schema = schema;
    // The schema's references have no cycle without a property or an item in it.
    for _ in 0..16 {
        let one = || options(schema)?.iter().find(|one| one["type"] != "null");
        match target(schema).or_else(one) {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// Returns the schema of a table. In TOML, the tables of a list have the list's name.
fn table_of(schema: &'static Value) -> &'static Value {
    let schema = resolved(schema);
    if schema["items"].is_object() { resolved(&schema["items"]) } else { schema }
}

/// Returns the alternatives of a schema.
fn options(schema: &Value) -> Option<&Vec<Value>> {
    schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array())
}

/// Returns the schema that a schema refers to.
fn target(schema: &Value) -> Option<&'static Value> {
    SCHEMA.pointer(schema["$ref"].as_str()?.trim_start_matches('#'))
}

/// Returns the schema of a table or value, by its keys.
fn at(keys: &[&str]) -> Option<&'static Value> {
    keys.iter().try_fold(&*SCHEMA, |schema, key| {
        let schema = table_of(schema);
        let named = schema["properties"].get(key);
        named.or_else(|| Some(&schema["additionalProperties"]).filter(|schema| schema.is_object()))
    })
}

/// Returns the name in a line with a table's header.
fn header(line: &str) -> Option<Vec<&str>> {
    let name = line.trim().strip_prefix('[')?.trim_start_matches('[');
    let name = name.split(']').next()?;
    Some(name.split('.').map(|key| key.trim().trim_matches('"')).collect())
}

/// Returns the keys of the table at the end of a text.
fn table(before: &str) -> Vec<&str> {
    before.lines().rev().find_map(header).unwrap_or_default()
}

fn properties(keys: &[&str]) -> Vec<(&'static str, &'static Value)> {
    let Some(schema) = at(keys).map(table_of) else { return Vec::new() };
    let all = schema["properties"].as_object().into_iter().flatten();
    all.map(|(name, schema)| (name.as_str(), schema)).collect()
}

/// Returns the description of a key or, if the key has none, of its type.
fn description(schema: &'static Value) -> Option<String> {
    let about = schema["description"].as_str().or_else(|| resolved(schema)["description"].as_str());
    about.map(str::to_owned)
}

/// Completes a table's name, a key, or a value.
pub(super) fn complete(_: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let line = around.line.trim_start();
    if line.starts_with('#') {
        return None;
    }
    let above = &around.before[..around.before.len() - around.line.len()];
    if let Some(name) = line.strip_prefix('[') {
        let name = name.trim_start_matches('[');
        let (parent, typed) = name.rsplit_once('.').unwrap_or(("", name));
        let keys: Vec<&str> = parent.split('.').filter(|key| !key.is_empty()).collect();
        let is_table = |schema: &'static Value| {
            let schema = resolved(schema);
            schema["properties"].is_object()
                || schema["additionalProperties"].is_object()
                || resolved(&schema["items"])["properties"].is_object()
        };
        let tables = properties(&keys).into_iter().filter(|(_, schema)| is_table(schema));
        return Some((
            typed.len(),
            tables.map(|(name, schema)| suggestion(name, schema, Kind::MODULE)).collect(),
        ));
    }
    let mut keys = table(above);
    let Some((key, value)) = line.split_once('=') else {
        let all = properties(&keys).into_iter();
        return Some((
            line.len(),
            all.map(|(name, schema)| suggestion(name, schema, Kind::PROPERTY)).collect(),
        ));
    };
    keys.push(key.trim());
    let typed = value.trim_start();
    let quoted = typed.starts_with('"');
    let typed = typed.trim_start_matches('"');
    if typed.contains('"') {
        return None;
    }
    let values = values(at(&keys)?);
    let shown = |value: &Value| match value {
        Value::String(text) if !quoted => format!("\"{text}\""),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let all = values.iter().filter(|value| !quoted || value.is_string());
    Some((typed.len(), all.map(|value| Suggestion::new(shown(value), Kind::VALUE)).collect()))
}

fn suggestion(name: &str, schema: &'static Value, kind: Kind) -> Suggestion {
    Suggestion { documentation: description(schema), ..Suggestion::new(name, kind) }
}

/// Returns the values that a schema lists.
fn values(schema: &'static Value) -> Vec<Value> {
    if let Some(target) = target(schema) {
        return values(target);
    }
    let of_options = options(schema).into_iter().flatten().flat_map(values);
    let listed = schema["enum"].as_array().into_iter().flatten().cloned();
    let constant = schema.get("const").cloned();
    let kinds = [&schema["type"]].into_iter().chain(schema["type"].as_array().into_iter().flatten());
    let flags =
        kinds.filter(|kind| **kind == "boolean").flat_map(|_| [Value::Bool(true), Value::Bool(false)]);
    of_options.chain(listed).chain(constant).chain(flags).filter(|value| !value.is_null()).collect()
}

/// Returns the key or table on the line of an offset, and its description.
pub(in crate::lsp) fn key_at(asked: &Asked<'_>, offset: usize) -> Option<(Range<usize>, String)> {
    let range = line_at(asked.text, offset);
    let line = &asked.text[range.clone()];
    let (mut keys, name) = match header(line) {
        Some(keys) => (keys, line.trim()),
        None => (table(&asked.text[..range.start]), line.split('=').next()?.trim()),
    };
    if !line.trim_start().starts_with('[') {
        keys.push(name);
    }
    let schema = at(&keys)?;
    let about = description(schema)?;
    let start = range.start + line.find(name)?;
    Some((start..start + name.len(), about))
}
