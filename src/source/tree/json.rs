//! Parses JSON into a tree.

use std::ops::Range;

use super::{Fault, Key, Node, Value};
use crate::source::json::{Event, Scalar, events};

/// The maximum depth of nested values, as in serde_json.
const MAX_DEPTH: usize = 128;

/// Parses JSON text.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let fault = |message: &str, at| Fault { message: super::lower_first(message), range: at..at, hint: None };
    let mut events = events(text).map_err(|(reason, at)| fault(&reason, at))?;
    let root = events.next().and_then(|first| node(first, &mut events, 0));
    root.ok_or_else(|| fault("values are nested too deeply", 0))
}

/// Returns the value that starts with an event, or `None` if the value is nested too deeply.
fn node<'t>(
    (event, mut range): (Event<'t>, Range<usize>),
    events: &mut impl Iterator<Item = (Event<'t>, Range<usize>)>,
    depth: usize,
) -> Option<Node> {
    let value = match event {
        _ if depth > MAX_DEPTH => return None,
        Event::Object => {
            let mut members = Vec::new();
            loop {
                match events.next()? {
                    (Event::Scalar(Scalar::String(name)), range) => {
                        let key = Key { name: name.into_owned(), range };
                        members.push((key, node(events.next()?, events, depth + 1)?));
                    }
                    (_, end) => {
                        range.end = end.end;
                        break Value::Table(members);
                    }
                }
            }
        }
        Event::Array => {
            let mut items = Vec::new();
            loop {
                match events.next()? {
                    (Event::End, end) => {
                        range.end = end.end;
                        break Value::List(items);
                    }
                    first => items.push(node(first, events, depth + 1)?),
                }
            }
        }
        Event::Scalar(Scalar::Bool(value)) => Value::Bool(value),
        Event::Scalar(Scalar::Number(text)) => Value::Number(text.parse().unwrap_or(f64::NAN)),
        Event::Scalar(Scalar::String(text)) => Value::Text(text.into_owned()),
        Event::Scalar(Scalar::Null) | Event::End => Value::Null,
    };
    Some(Node { value, range })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn depth_is_bounded() {
        let lists = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(&lists(100)).is_ok());
        assert!(parse(&lists(100_000)).is_err());
    }
}
