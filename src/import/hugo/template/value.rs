//! The values in templates, and what all functions need.

use std::borrow::Cow;
use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::{Object, ValueKind};
use parking_lot::Mutex;
use regex_lite::Regex;

/// The reason why a template stops.
pub(super) enum Stop {
    /// The template needs something that docgen doesn't have. The text is the subject of a message.
    Unknown(String),
    Return(Value),
    Break,
    Continue,
}

pub(super) type Result<T> = std::result::Result<T, Stop>;

/// The maximum size of a text, in bytes, and of a list.
pub(super) const LARGEST: usize = 512 << 10;

/// A value that isn't data.
#[derive(Debug)]
pub(in crate::import::hugo) enum Item {
    /// The call of the shortcode or, at level 1 and above, of a shortcode around it.
    Call(usize),
    /// The page with this index.
    Page(usize),
    /// The file of the page with this index.
    File(usize),
    Site,
    Hugo,
    /// The language with this index.
    Language(usize),
    Resource(Resource),
    Scratch(Mutex<BTreeMap<String, Value>>),
}

/// A file that templates can use.
#[derive(Clone, Debug)]
pub(in crate::import::hugo) struct Resource {
    pub name: String,
    pub title: Option<String>,
    /// The URL path.
    pub url: String,
    /// The path of the file, for its text.
    pub path: String,
}

impl Object for Item {}

impl Item {
    pub(super) fn scratch() -> Value {
        Value::from_object(Item::Scratch(Mutex::default()))
    }

    /// Returns the item as text.
    pub(super) fn shown(&self) -> Option<String> {
        match self {
            Item::Resource(file) => Some(file.url.clone()),
            _ => None,
        }
    }

    /// Whether two items are the same.
    pub(super) fn is(&self, other: &Item) -> bool {
        match (self, other) {
            (Item::Page(a), Item::Page(b)) | (Item::Language(a), Item::Language(b)) => a == b,
            (Item::Resource(a), Item::Resource(b)) => a.url == b.url,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// Returns text that's HTML already.
pub(super) fn safe(text: String) -> Value {
    Value::from_safe_string(text)
}

pub(super) fn unknown(what: &str) -> Stop {
    Stop::Unknown(what.to_owned())
}

/// Whether a condition with a value is true.
pub(super) fn is_true(value: &Value) -> bool {
    value.is_true() || value.downcast_object_ref::<Item>().is_some()
}

/// Returns a value as text. Lists and tables have no text.
pub(super) fn text(value: &Value) -> Result<Cow<'_, str>> {
    match value.kind() {
        ValueKind::Undefined | ValueKind::None => Ok(Cow::Borrowed("")),
        ValueKind::String => Ok(Cow::Borrowed(value.as_str().unwrap_or_default())),
        ValueKind::Number => match f64::try_from(value.clone()) {
            Ok(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
                Ok(Cow::Owned(format!("{number:.0}")))
            }
            _ => Ok(Cow::Owned(value.to_string())),
        },
        ValueKind::Bool => Ok(Cow::Borrowed(if value.is_true() { "true" } else { "false" })),
        _ => match value.downcast_object_ref::<Item>() {
            Some(item) => item.shown().map(Cow::Owned).ok_or_else(|| unknown("an object as text")),
            None => listed(value).map(Cow::Owned),
        },
    }
}

/// Returns a list or a table as text, as Go does.
fn listed(value: &Value) -> Result<String> {
    weigh(value, &mut 1000)?;
    let is_table = value.kind() == ValueKind::Map;
    let mut parts = Vec::new();
    for (key, item) in entries(value)? {
        let item = text(&item)?;
        parts.push(if is_table { format!("{}:{item}", text(&key)?) } else { item.into_owned() });
    }
    Ok(format!("{}[{}]", if is_table { "map" } else { "" }, parts.join(" ")))
}

/// Returns the keys and values of a list, a table, or a number.
pub(super) fn entries(value: &Value) -> Result<Vec<(Value, Value)>> {
    match value.kind() {
        ValueKind::Undefined | ValueKind::None => Ok(Vec::new()),
        ValueKind::Number => {
            let count = usize::try_from(value.clone()).unwrap_or(0);
            if count > LARGEST {
                return Err(unknown("too much work"));
            }
            Ok((0..count).map(|at| (Value::from(at), Value::from(at))).collect())
        }
        ValueKind::Map if value.downcast_object_ref::<Item>().is_none() => {
            let keys = value.try_iter().map_err(|_| unknown("a loop over a value"))?;
            let mut entries: Vec<(Value, Value)> =
                keys.map(|key| (key.clone(), value.get_item(&key).unwrap_or_default())).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Ok(entries)
        }
        ValueKind::Seq | ValueKind::Iterable => {
            let items = value.try_iter().map_err(|_| unknown("a loop over a value"))?;
            Ok(items.enumerate().map(|(at, item)| (Value::from(at), item)).collect())
        }
        _ => Err(unknown("a loop over a value")),
    }
}

/// Counts the values in a value. If there are more than the budget, returns an error. A list can contain the same list
/// several times.
pub(super) fn weigh(value: &Value, budget: &mut usize) -> Result<()> {
    *budget = budget.checked_sub(1).ok_or_else(|| unknown("too much data"))?;
    let is_data = value.downcast_object_ref::<Item>().is_none();
    if matches!(value.kind(), ValueKind::Seq | ValueKind::Map) && is_data {
        for (_, item) in entries(value)? {
            weigh(&item, budget)?;
        }
    }
    Ok(())
}

/// Returns a value in a table. The keys of parameters are lowercase.
pub(super) fn lookup(value: &Value, name: &str) -> Value {
    match value.get_item(&Value::from(name)).unwrap_or_default() {
        own if own.is_undefined() => value.get_item(&Value::from(name.to_lowercase())).unwrap_or_default(),
        own => own,
    }
}

/// Returns Hugo's name for the type of a file.
pub(super) fn kind(url: &str) -> &'static str {
    match url.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "svg" | "webp" | "avif" | "ico" => "image",
        "mp4" | "webm" | "mov" => "video",
        "mp3" | "ogg" | "wav" => "audio",
        "txt" | "csv" | "json" | "yaml" | "yml" | "toml" | "xml" => "text",
        _ => "application",
    }
}

/// Checks the size of a text or a list.
pub(super) fn limited(size: usize) -> Result<()> {
    if size > LARGEST { Err(unknown("too much text")) } else { Ok(()) }
}

/// Returns the argument at a position.
pub(super) fn argument(arguments: &[Value], at: usize) -> Result<&Value> {
    arguments.get(at).ok_or_else(|| unknown("a missing argument"))
}

/// Returns the text of the argument at a position.
pub(super) fn words(arguments: &[Value], at: usize) -> Result<String> {
    Ok(text(argument(arguments, at)?)?.into_owned())
}

/// Returns a compiled regular expression.
pub(super) fn regex(pattern: &str) -> Result<Regex> {
    Regex::new(pattern).map_err(|_| unknown(&format!("the regular expression `{pattern}`")))
}
