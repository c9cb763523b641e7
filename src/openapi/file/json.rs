//! Converts JSON to a file's tree.

use super::{File, builder::Builder};
use crate::source::{
    Source,
    json::{Event, Scalar, events},
};

pub(super) fn read<'a>(source: &'a Source, mut builder: Builder<'a>) -> File {
    match events(&source.text) {
        Ok(events) => {
            for (event, place) in events {
                match event {
                    Event::Object if !builder.open(true, place.start, 0) => break,
                    Event::Array if !builder.open(false, place.start, 0) => break,
                    Event::Object | Event::Array => {}
                    Event::End => builder.close(place.end),
                    Event::Scalar(Scalar::String(key)) if builder.wants_key() => {
                        builder.key(&key, place, false)
                    }
                    Event::Scalar(scalar) => builder.scalar(scalar, place, 0),
                }
            }
        }
        Err((reason, at)) => {
            let reason = plain(&source.text, at).unwrap_or(&reason);
            builder.fail(&format!("invalid JSON: {reason}"), at..at, None);
        }
    }
    builder.finish()
}

/// Returns an instruction for invalid JSON that other parsers accept. The instruction replaces the parser's message.
fn plain(text: &str, at: usize) -> Option<&'static str> {
    let (before, rest) = text.split_at(at);
    let after_comma = before.trim_end().ends_with(',');
    match rest.as_bytes().first()? {
        b'/' => Some("remove the comment; JSON doesn't allow comments"),
        b'}' | b']' if after_comma => Some("remove the last comma"),
        b'\'' => Some("use double quotes"),
        _ => None,
    }
}
