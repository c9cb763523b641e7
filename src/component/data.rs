//! Converts data files to modules: JSON, YAML, TOML, CSV, CSS, text, and binary files.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value as Json;

use super::compile::defused_json;
use super::css::{self, Origin, Sheet};
use super::module::{Body, Fault, Import, Unit};
use crate::path::encode_path;
use crate::source::Source;
use crate::source::tree::{self, Node, Syntax, Value};

/// Returns the module of a data file.
pub(super) fn data(source: &Source) -> Unit {
    let result = match source.path.extension().to_ascii_lowercase().as_str() {
        "csv" => csv(&source.text).map(|rows| (rows.to_string(), Vec::new())),
        _ => parsed(source),
    };
    let text = source.text.clone();
    match result {
        Ok((json, keys)) => {
            let json = defused_json(&json).into_owned();
            let body = Body::Value(format!("JSON.parse({})", Json::String(json)));
            Unit { body, exports: exports(keys), text, ..Unit::default() }
        }
        Err(fault) => Unit { faults: vec![fault], text, ..Unit::default() },
    }
}

/// Returns the module that exports the text of a file.
pub(super) fn text(source: &Source) -> Unit {
    let text = Json::String(defused_json(&source.text).into_owned());
    Unit { body: Body::Value(text.to_string()), exports: exports(Vec::new()), ..Unit::default() }
}

/// Returns the module of a file that isn't text. The default export is a token for the file's URL.
pub(super) fn asset(path: &str) -> Unit {
    // Spaces end a URL in some attributes, and `#` and `?` end its path.
    let url = Json::String(format!("\u{fdd2}file:{}\u{fdd3}", encode_path(path)));
    Unit { body: Body::Value(url.to_string()), exports: exports(Vec::new()), ..Unit::default() }
}

/// Returns the module of a style sheet. A CSS module exports its names, and imports the files of the classes that
/// compose its classes.
pub(super) fn styles(source: &Source) -> Unit {
    let sheet = Sheet::new(source);
    let text = source.text.clone();
    if !css::is_module(&source.path) {
        return Unit { sheet: Some(Arc::new(sheet)), text, ..Unit::default() };
    }
    let mut imports: Vec<Import> = Vec::new();
    let mut known = BTreeSet::new();
    for composed in &sheet.composed {
        if let Origin::File(specifier, range) = &composed.from
            && known.insert(specifier)
        {
            let (specifier, range) = (specifier.clone(), range.clone());
            imports.push(Import { specifier, range, ..Import::default() });
        }
    }
    let exports = exports(sheet.names.keys().cloned().collect());
    Unit { body: Body::Names, imports, exports, sheet: Some(Arc::new(sheet)), text, ..Unit::default() }
}

/// Returns the names of a module's exports: `default`, and the keys that can be names.
fn exports(keys: Vec<String>) -> Vec<String> {
    let named = keys.into_iter().filter(|key| is_name(key));
    std::iter::once("default".to_owned()).chain(named).collect()
}

/// Whether a key can be the name of an export.
fn is_name(key: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$');
    key.starts_with(is_start) && key.chars().all(|c| is_start(c) || c.is_ascii_digit()) && key != "default"
}

/// Returns the value of a JSON, YAML, or TOML file as JSON, with the keys of its top level.
fn parsed(source: &Source) -> Result<(String, Vec<String>), Fault> {
    let text = &source.text;
    let syntax = Syntax::of(source);
    let node = tree::parse(syntax, text).map_err(|fault| {
        let found = Fault::new(format!("invalid {}: {}", syntax.name(), fault.message), range(&fault.range));
        match fault.hint {
            Some(hint) => found.hint(hint),
            None => found,
        }
    })?;
    let keys = node.entries().unwrap_or_default().iter().map(|(key, _)| key.name.clone()).collect();
    // JSON stays as written, with all digits of its numbers.
    let json = if syntax == Syntax::Json { text.to_string() } else { json(&node, text).to_string() };
    Ok((json, keys))
}

fn range(range: &Range<usize>) -> Range<u32> {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    number(range.start)..number(range.end)
}

/// Converts a YAML or TOML value. A TOML date becomes a string as written.
pub(super) fn json(node: &Node, text: &str) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => number_of(*number),
        Value::Text(value) => Json::String(value.clone()),
        Value::Date => Json::String(text.get(node.range.clone()).unwrap_or_default().to_owned()),
        Value::List(nodes) => nodes.iter().map(|node| json(node, text)).collect(),
        Value::Table(entries) => {
            entries.iter().map(|(key, node)| (key.name.clone(), json(node, text))).collect()
        }
    }
}

/// Converts a number. Whole numbers have no fraction, and numbers that JSON can't represent become `null`.
fn number_of(number: f64) -> Json {
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() < 1 << 53 {
        return whole.into();
    }
    serde_json::Number::from_f64(number).map_or(Json::Null, Json::Number)
}

/// Reads CSV (RFC 4180) as a list of objects. The first row contains the names of the columns. All values are strings.
fn csv(text: &str) -> Result<Json, Fault> {
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| csv_fault(&error, text))?.clone();
    if let Some(twice) =
        header.iter().enumerate().find(|(at, name)| header.iter().take(*at).any(|one| one == *name))
    {
        let end = text.lines().next().map_or(0, str::len);
        return Err(Fault::new(format!("duplicate column name `{}`", twice.1), range(&(0..end)))
            .hint("rename one of the columns"));
    }
    let rows = reader.records().map(|record| {
        let record = record.map_err(|error| csv_fault(&error, text))?;
        let cell = |(name, value): (&str, &str)| (name.to_owned(), Json::String(value.to_owned()));
        Ok(Json::Object(header.iter().zip(&record).map(cell).collect()))
    });
    rows.collect()
}

/// Describes a CSV error.
fn csv_fault(error: &::csv::Error, text: &str) -> Fault {
    match error.kind() {
        ::csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let start = pos.as_ref().map_or(0, |pos| usize::try_from(pos.byte()).unwrap_or(0));
            let line = crate::source::line_at(text, crate::source::floor(text, start));
            Fault::new(format!("expected {expected_len} columns, found {len}"), range(&line))
                .hint("write the same number of values in every row; quote values that contain a comma")
        }
        _ => Fault::new(format!("invalid CSV: {error}"), 0..0),
    }
}
