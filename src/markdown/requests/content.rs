//! Reads the bodies of requests: JSON and forms.

use std::ops::Range;

use super::super::document::{Content, Sent};
use crate::diag::Span;
use crate::source::json::{Event, Scalar, events};

/// The maximum depth of nested values. Deeper values are unknown.
const MAX_DEPTH: usize = 60;

/// Returns the content of a body, with locations in the body. If placeholders make a body invalid JSON, its content is
/// unknown.
pub(super) fn body(body: &str) -> Content {
    let start = body.len() - body.trim_start().len();
    let trimmed = body.trim();
    let content = if trimmed.starts_with(['{', '[']) { json(trimmed) } else { fields(trimmed) };
    moved(content, start)
}

/// Returns the fields of a form. Text in which a name would contain a space isn't a form.
fn fields(text: &str) -> Content {
    let is_other = text.is_empty() || text.starts_with(['@', '<', '"', '$']) || text.contains('\n');
    let fields = if is_other { Vec::new() } else { form(text) };
    if is_other || fields.iter().any(|field| field.name.contains(char::is_whitespace)) {
        return Content::Unknown;
    }
    Content::Object(fields)
}

/// Returns the fields of a form or a query, with locations in the text.
pub(super) fn form(text: &str) -> Vec<Sent> {
    let field = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let start = pair.as_ptr() as usize - text.as_ptr() as usize;
        let value = Content::Text(value.to_owned());
        Some(Sent { name: name.to_owned(), value, span: (start..start + name.len()).into() })
    };
    text.split('&').filter_map(field).collect()
}

/// Adds an offset to the locations in a value.
pub(super) fn moved(mut content: Content, by: usize) -> Content {
    content.relocate(&|span| {
        let range = span.range();
        if range.is_empty() { span } else { Span::from(range.start + by..range.end + by) }
    });
    content
}

/// Returns the content of JSON text, with locations in the text.
pub(super) fn json(text: &str) -> Content {
    let Ok(mut events) = events(text) else { return Content::Unknown };
    let read = events.next().and_then(|(event, _)| value(event, &mut events, 0));
    read.unwrap_or_default()
}

/// Reads the value that starts with the given event.
fn value<'t>(
    event: Event<'t>,
    events: &mut impl Iterator<Item = (Event<'t>, Range<usize>)>,
    depth: usize,
) -> Option<Content> {
    Some(match event {
        _ if depth > MAX_DEPTH => return None,
        Event::Object => {
            let mut fields = Vec::new();
            while let (Event::Scalar(Scalar::String(name)), place) = events.next()? {
                let value = value(events.next()?.0, events, depth + 1)?;
                // The location doesn't include the quotes.
                let span = Span::from(place.start + 1..place.end - 1);
                fields.push(Sent { name: name.into_owned(), value, span });
            }
            Content::Object(fields)
        }
        Event::Array => {
            let mut items = Vec::new();
            loop {
                match events.next()?.0 {
                    Event::End => break Content::Array(items),
                    first => items.push(value(first, events, depth + 1)?),
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
