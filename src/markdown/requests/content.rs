//! Reads the bodies of requests: JSON and forms.

use super::super::document::{Content, Sent};
use crate::diag::Span;
use crate::source::json::{Event, Scalar, events};

/// The maximum depth of nested values. Deeper values are unknown.
const MAX_DEPTH: usize = 60;

/// Returns the content of a body. `at` is the offset of the body in the code, if the code contains the body as it is. If
/// placeholders make a body invalid JSON, its content is unknown.
pub(super) fn body(body: &str, at: Option<usize>) -> Content {
    let trimmed = body.trim_start();
    let at = at.map(|at| at + body.len() - trimmed.len());
    let trimmed = trimmed.trim_end();
    if trimmed.starts_with(['{', '[']) {
        return json(trimmed, at);
    }
    if trimmed.is_empty() || trimmed.starts_with(['@', '<', '"', '$']) || trimmed.contains(['\n', ' ']) {
        return Content::Unknown;
    }
    Content::Object(form(trimmed, at))
}

/// Returns the fields of a form or a query.
pub(super) fn form(text: &str, at: Option<usize>) -> Vec<Sent> {
    let field = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let start = pair.as_ptr() as usize - text.as_ptr() as usize;
        Some(sent(name, Content::Text(value.to_owned()), at.map(|at| at + start)))
    };
    text.split('&').filter_map(field).collect()
}

/// Returns a named value. `at` is the offset of the name in the code.
pub(super) fn sent(name: &str, value: Content, at: Option<usize>) -> Sent {
    let span = at.map_or(Span::default(), |at| Span::from(at..at + name.len()));
    Sent { name: name.to_owned(), value, span }
}

/// Returns the content of JSON text.
pub(super) fn json(text: &str, at: Option<usize>) -> Content {
    let Ok(mut events) = events(text) else { return Content::Unknown };
    let read = events.next().and_then(|(event, _)| value(event, &mut events, at, 0));
    read.unwrap_or_default()
}

/// Reads the value that starts with the given event.
fn value<'t>(
    event: Event<'t>,
    events: &mut impl Iterator<Item = (Event<'t>, std::ops::Range<usize>)>,
    at: Option<usize>,
    depth: usize,
) -> Option<Content> {
    Some(match event {
        _ if depth > MAX_DEPTH => return None,
        Event::Object => {
            let mut fields = Vec::new();
            while let (Event::Scalar(Scalar::String(name)), place) = events.next()? {
                let value = value(events.next()?.0, events, at, depth + 1)?;
                fields
                    .push(Sent { value, ..sent(&name, Content::Unknown, at.map(|at| at + place.start + 1)) });
            }
            Content::Object(fields)
        }
        Event::Array => {
            let mut items = Vec::new();
            loop {
                match events.next()?.0 {
                    Event::End => break Content::Array(items),
                    first => items.push(value(first, events, at, depth + 1)?),
                }
            }
        }
        Event::Scalar(Scalar::Null) => Content::Null,
        Event::Scalar(Scalar::Bool(_)) => Content::Bool,
        Event::Scalar(Scalar::Number(text)) => Content::Number(text.to_owned()),
        Event::Scalar(Scalar::String(text)) => Content::String(text.into_owned()),
        Event::End => return None,
    })
}
