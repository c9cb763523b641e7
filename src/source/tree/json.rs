//! JSON: serde_json says where each value begins and ends, as a part of the text that it borrows.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Fault, Key, Node, Value};

/// Reads a text. Nesting is bounded by serde_json.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let fault = |error: serde_json::Error| {
        let start: usize =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (start + error.column().saturating_sub(1)).min(text.len());
        let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        Fault { message: super::lower_first(&message), range: at..at, hint: None }
    };
    serde_json::from_str::<&RawValue>(text).and_then(|raw| node(raw, text)).map_err(fault)
}

/// Where a part of a text is in it.
fn range(part: &str, text: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

fn node(raw: &RawValue, text: &str) -> Result<Node, serde_json::Error> {
    let part = raw.get();
    let value = match part.as_bytes().first() {
        Some(b'{') => {
            let Members(members) = serde_json::from_str(part)?;
            let entry = |(key, value): (&RawValue, &RawValue)| {
                let name = serde_json::from_str(key.get())?;
                Ok((Key { name, range: range(key.get(), text) }, node(value, text)?))
            };
            Value::Table(members.into_iter().map(entry).collect::<Result<_, serde_json::Error>>()?)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(part)?;
            Value::List(items.into_iter().map(|item| node(item, text)).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Value::Text(serde_json::from_str(part)?),
        Some(b't' | b'f') => Value::Bool(serde_json::from_str(part)?),
        Some(b'n') | None => Value::Null,
        Some(_) => Value::Number(serde_json::from_str(part)?),
    };
    Ok(Node { value, range: range(part, text) })
}

/// The members of an object, each as it is written.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
