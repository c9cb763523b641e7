//! JSON as text to a value, for texts that are an example and may or may not be JSON.

use std::collections::HashMap;

use super::Json;
use crate::source::json::{Event, Scalar, events};

/// How deep values may nest. Deeper ones are not read.
const MAX_DEPTH: usize = 100;

impl Json {
    /// The value a text is; `None` where it is not JSON. Of two members with one name the last counts, in the place of
    /// the first.
    pub(crate) fn parse(text: &str) -> Option<Json> {
        let mut events = events(text).ok()?.map(|(event, _)| event);
        value(events.next()?, &mut events, 0)
    }
}

/// The value that an event begins.
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
