//! Examples of a representation as text: JSON, XML, YAML, lines, events, table rows, or plain text.
//!
//! Takes a media type from the document and returns its examples: the document's examples, the schema's examples, or a
//! generated example. For forms and multipart bodies, an example is a JSON object with the fields, because JSON is easy
//! to read and edit. This module must not depend on requests or pages.

mod format;
mod rows;
mod variants;
mod xml;
#[cfg(test)]
mod tests;

pub(crate) use format::{Format, format_of, is_events, is_json};
pub(crate) use variants::{variant_of, variants};

use std::sync::Arc;

use super::{
    Direction, ExampleValue, Json, MediaType, SchemaId, TextId, Types,
    example::{example, given},
    merge::{Node, Others, Views},
    yaml,
};

/// An example of a representation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// The key in the document. If there's no key, this string is empty.
    pub name: String,
    /// A short title.
    pub summary: Option<String>,
    /// The description.
    pub description: Option<TextId>,
    /// The text of the example.
    pub text: String,
    /// The URL of an external example, which has no text.
    pub external: Option<String>,
    /// Whether the example was generated from the schema.
    pub generated: bool,
}

/// Returns the language for highlighting an example.
pub(crate) fn language(media_type: &str, text: &str) -> Option<&'static str> {
    let format = format_of(media_type);
    match format {
        Format::Xml => Some("xml"),
        Format::Yaml => Some("yaml"),
        Format::Events => None,
        Format::Json | Format::Lines | Format::Form | Format::Multipart => Some("json"),
        _ if text.starts_with(['{', '[']) => Some("json"),
        Format::Text if media_type.contains("html") => Some("html"),
        Format::Text if media_type.contains("graphql") => Some("graphql"),
        _ => None,
    }
}

/// Returns the examples of a representation. The list is empty only if the representation is binary or has neither an
/// example nor a schema.
pub(crate) fn samples(views: &Views<'_>, media: &MediaType, direction: Direction) -> Vec<Sample> {
    let mut samples: Vec<Sample> =
        stated(views, media, direction).into_iter().map(|(sample, _)| sample).collect();
    if samples.is_empty()
        && let Some(text) = made(views, media, direction)
    {
        samples.push(Sample { text, generated: true, ..Sample::default() });
    }
    samples
}

/// Returns the document's examples, each with its value, if any.
fn stated(views: &Views<'_>, media: &MediaType, direction: Direction) -> Vec<(Sample, Option<Json>)> {
    let mut samples: Vec<(Sample, Option<Json>)> = media
        .examples
        .iter()
        .map(|one| {
            let (text, external, value) = match &one.value {
                ExampleValue::Value(value) => (write(views, media, value), None, Some(value.clone())),
                ExampleValue::Text(text) => (text.to_string(), None, None),
                ExampleValue::External(address) => (String::new(), Some(address.to_string()), None),
            };
            let (name, summary) = (one.name.to_string(), one.summary.as_deref().map(str::to_owned));
            let description = one.description;
            (Sample { name, summary, description, text, external, generated: false }, value)
        })
        .collect();
    if samples.is_empty() && media.schema.is_some() {
        let own = given(views, &Node::from(media.schema), direction);
        let count = own.len();
        samples.extend(own.into_iter().enumerate().map(|(at, value)| {
            let name = if count > 1 { (at + 1).to_string() } else { String::new() };
            (Sample { name, text: write(views, media, &value), ..Sample::default() }, Some(value))
        }));
    }
    samples
}

/// Returns a generated example, as text.
fn made(views: &Views<'_>, media: &MediaType, direction: Direction) -> Option<String> {
    let format = format_of(&media.name);
    let binary = media.schema.is_some_and(|id| is_binary(views, id));
    if format == Format::Binary || (binary && format != Format::Text) {
        return None;
    }
    match (media.item_schema, format) {
        (Some(item), Format::Events | Format::Lines) => {
            Some(write_items(format, &[(*value_of(views, item, direction)).clone()]))
        }
        (Some(item), _) if media.schema.is_none() => {
            let value = Json::Array(vec![(*value_of(views, item, direction)).clone()]);
            Some(write(views, media, &value))
        }
        _ => Some(write(views, media, &value_of(views, media.schema?, direction))),
    }
}

/// Returns a generated value of a schema.
fn value_of(views: &Views<'_>, id: SchemaId, direction: Direction) -> Arc<Json> {
    views.made(id, direction, || example(views, &id.into(), direction))
}

/// Whether values of a schema are binary.
pub(crate) fn is_binary(views: &Views<'_>, id: SchemaId) -> bool {
    let merged = views.of(&id.into());
    let text = merged.types.is_empty() || merged.types.has(Types::STRING);
    text && (merged.format == Some("binary")
        || (merged.content_encoding.is_none()
            && merged.content_media_type.is_some_and(|name| format_of(name) == Format::Binary)))
}

/// Writes a value in the format of a media type.
pub(crate) fn write(views: &Views<'_>, media: &MediaType, value: &Json) -> String {
    match (format_of(&media.name), value) {
        (Format::Xml, Json::String(text)) if text.trim_start().starts_with('<') => text.to_string(),
        (Format::Xml, _) => xml::write(views, &Node::from(media.schema), value),
        (Format::Json, Json::String(text)) if is_written_json(views, media, text) => text.to_string(),
        (Format::Json, _) => value.pretty(),
        (format @ (Format::Events | Format::Lines), Json::Array(items)) => write_items(format, items),
        (_, Json::String(text)) => text.to_string(),
        (Format::Lines, _) => value.to_string(),
        (Format::Events, _) => write_items(Format::Events, std::slice::from_ref(value)),
        (Format::Text, _) => rows::separator(&media.name)
            .and_then(|separator| rows::write(value, separator))
            .unwrap_or_else(|| value.pretty()),
        (Format::Yaml, _) => yaml::write(value),
        _ => value.pretty(),
    }
}

/// Whether a string looks like the JSON text of an object or list, and the schema describes an object or list.
fn is_written_json(views: &Views<'_>, media: &MediaType, text: &str) -> bool {
    let opens = text.trim_start().starts_with(['{', '[']);
    opens
        && media.schema.is_some_and(|id| {
            let merged = views.of(&id.into());
            !merged.types.is_empty() && !merged.types.has(Types::STRING)
                || merged.types.is_empty() && (merged.has_members() || merged.items != Others::Unsaid)
        })
}

/// Writes the items of a stream.
fn write_items(format: Format, items: &[Json]) -> String {
    let mut out = String::new();
    for item in items {
        match (format, item) {
            (Format::Events, Json::Object(members)) if item.get("data").is_some() => {
                for (name, value) in members {
                    for line in value.plain().lines() {
                        out.push_str(&format!("{name}: {line}\n"));
                    }
                }
                out.push('\n');
            }
            (Format::Events, Json::String(text)) => {
                text.lines().for_each(|line| out.push_str(&format!("data: {line}\n")));
                out.push('\n');
            }
            (Format::Events, _) => out.push_str(&format!("data: {item}\n\n")),
            _ => out.push_str(&format!("{item}\n")),
        }
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}
