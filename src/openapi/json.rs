//! [`Json`]: a value in a document exactly as written.
//!
//! `serde_json::Value` rounds integers beyond 64 bits and can't distinguish `1.0` from `1.00`. Readers see examples,
//! defaults, and enums, so a number in [`Json`] keeps its text, and an object keeps its order.

use std::collections::HashMap;
use std::fmt;

use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::source::json::{Event, Scalar, events};

/// The maximum depth of nested values. Deeper values aren't read.
const MAX_DEPTH: usize = 100;

/// A JSON value. Objects keep their members in document order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// A list.
    Array(Vec<Json>),
    /// An object without duplicate names.
    Object(Vec<(Box<str>, Json)>),
}

impl Json {
    /// Returns a member of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(key, _)| &**key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns the content of a string, or the JSON text of any other value.
    pub(crate) fn plain(&self) -> String {
        self.as_str().map_or_else(|| self.to_string(), str::to_owned)
    }

    /// Whether the value is `null`, an empty string, an empty list, or an empty object.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Json::Null => true,
            Json::Array(items) => items.is_empty(),
            Json::Object(members) => members.is_empty(),
            Json::String(text) => text.is_empty(),
            Json::Bool(_) | Json::Number(_) => false,
        }
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// Parses text. Returns `None` if the text isn't JSON. If an object repeats a name, the last value replaces earlier
    /// values.
    pub(crate) fn parse(text: &str) -> Option<Json> {
        let mut events = events(text).ok()?.map(|(event, _)| event);
        value(events.next()?, &mut events, 0)
    }

    /// Formats the value on several lines, with an indent of two spaces.
    pub fn pretty(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Reads the value that starts with the given event.
fn value<'t>(event: Event<'t>, events: &mut impl Iterator<Item = Event<'t>>, depth: usize) -> Option<Json> {
    Some(match event {
        _ if depth > MAX_DEPTH => return None,
        Event::Object => {
            let mut members: Vec<(Box<str>, Json)> = Vec::new();
            let mut places: HashMap<_, usize> = HashMap::new();
            while let Event::Scalar(Scalar::String(name)) = events.next()? {
                let value = value(events.next()?, events, depth + 1)?;
                match places.get(&name) {
                    Some(place) => members[*place].1 = value,
                    None => {
                        members.push((name.as_ref().into(), value));
                        places.insert(name, places.len());
                    }
                }
            }
            Json::Object(members)
        }
        Event::Array => {
            let mut items = Vec::new();
            loop {
                match events.next()? {
                    Event::End => break Json::Array(items),
                    first => items.push(value(first, events, depth + 1)?),
                }
            }
        }
        Event::Scalar(scalar) => scalar.into(),
        Event::End => return None,
    })
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Json {
        use serde_json::Value;
        match value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(value),
            Value::Number(number) => Json::Number(number.to_string().into()),
            Value::String(text) => Json::String(text.into()),
            Value::Array(items) => Json::Array(items.into_iter().map(Json::from).collect()),
            Value::Object(members) => {
                Json::Object(members.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
            }
        }
    }
}

impl From<Scalar<'_>> for Json {
    fn from(scalar: Scalar<'_>) -> Json {
        match scalar {
            Scalar::Null => Json::Null,
            Scalar::Bool(value) => Json::Bool(value),
            Scalar::Number(text) => Json::Number(text.into()),
            Scalar::String(text) => Json::String(text.into()),
        }
    }
}

/// Writes JSON exactly like `JSON.stringify` in browsers, except that numbers keep their digits.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_default())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(text) => {
                RawValue::from_string(text.to_string()).map_err(S::Error::custom)?.serialize(serializer)
            }
            Json::String(text) => serializer.serialize_str(text),
            Json::Array(items) => serializer.collect_seq(items),
            Json::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn what_is_json_is_written_as_it_was_read() {
        for text in [
            r#"{"a":[1,1.10,-0,1e400,9007199254740993],"b":{"c":null},"d":"\"\\\n\u0001é😀"}"#,
            "[]",
            "{}",
            "true",
            r#""""#,
        ] {
            assert_eq!(Json::parse(text).map(|value| value.to_string()).as_deref(), Some(text));
        }
        let pretty = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}";
        assert_eq!(Json::parse(pretty).map(|value| value.pretty()).as_deref(), Some(pretty));
        let twice = Json::parse(r#"{"a":1,"b":2,"a":3}"#).map(|value| value.to_string());
        assert_eq!(twice.as_deref(), Some(r#"{"a":3,"b":2}"#));
        let halves = Json::parse(r#""\ud83d\ude00 \ud83d""#);
        assert_eq!(halves.as_ref().and_then(Json::as_str), Some("😀 \u{fffd}"));
    }

    #[test]
    fn a_value_of_the_json_library_is_the_same_as_its_text() {
        let text = r#"{"b":[1,-2.5,1e300,18446744073709551615,true,null],"a":{"\"":"é\n"},"c":[]}"#;
        let value: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
        assert_eq!(Json::parse(&value.to_string()), Some(Json::from(value)));
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "", "{", "[1,]", "{\"a\":}", "01", "1.", "+1", "'a'", "\"a", "\"\n\"", "nul", "1 2", "\"\\x\"",
            "{a:1}",
        ] {
            assert_eq!(Json::parse(text), None, "{text}");
        }
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
    }
}
