//! Examples of a representation as readers see them: those given, otherwise one made from the schema.

use super::json;
use crate::markdown::escape;
use crate::openapi::merge::Views;
use crate::openapi::tree::Direction;
use crate::openapi::{ExampleValue, Json, MediaType, TextId};

/// An example, ready to be shown.
pub(super) struct Sample {
    /// Its title; `""` for the only one without a name.
    pub(super) title: String,
    /// What it shows.
    pub(super) description: Option<TextId>,
    /// The language of the code.
    pub(super) language: &'static str,
    /// The code as HTML.
    pub(super) html: String,
    /// The code as plain text.
    pub(super) text: String,
    /// Where it is, if it is elsewhere.
    pub(super) address: Option<String>,
}

/// The examples that the document gives for a representation, its schema's own among them.
pub(super) fn given(views: &Views<'_>, media: &MediaType, direction: Direction) -> Vec<Sample> {
    let language = language(&media.name);
    let mut samples: Vec<Sample> = media
        .examples
        .iter()
        .map(|example| {
            let mut sample = match &example.value {
                ExampleValue::Value(value) => of_value(value, language),
                ExampleValue::Text(text) => of_text(text, language),
                ExampleValue::External(address) => {
                    Sample { address: Some(address.to_string()), ..of_text("", "text") }
                }
            };
            sample.title = example.summary.as_deref().unwrap_or(&example.name).to_owned();
            sample.description = example.description;
            sample
        })
        .collect();
    if samples.is_empty()
        && let Some(schema) = media.schema
    {
        let values = crate::openapi::example::given(views, &schema.into(), direction);
        samples.extend(values.iter().map(|value| of_value(value, language)));
    }
    samples
}

/// The examples given, or one made from the schema where there are none.
pub(super) fn all(views: &Views<'_>, media: &MediaType, direction: Direction) -> Vec<Sample> {
    let mut samples = given(views, media, direction);
    if samples.is_empty()
        && matches!(language(&media.name), "json" | "http")
        && let Some(schema) = media.schema.or(media.item_schema)
    {
        samples.push(of_value(
            &crate::openapi::example::example(views, &schema.into(), direction).value,
            "json",
        ));
    }
    samples
}

/// The language of a media type's text.
pub(super) fn language(media_type: &str) -> &'static str {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.rsplit_once('+').map_or(&*essence, |(_, suffix)| suffix) {
        "json"
        | "application/json"
        | "*/*"
        | "application/*"
        | "application/x-ndjson"
        | "text/json"
        | "application/x-www-form-urlencoded"
        | "multipart/form-data" => "json",
        "xml" | "application/xml" | "text/xml" => "xml",
        "yaml" | "application/yaml" | "text/yaml" => "yaml",
        "text/html" => "html",
        "text/event-stream" => "http",
        _ => "text",
    }
}

pub(super) fn of_value(value: &Json, language: &'static str) -> Sample {
    match value {
        // A text that is an example of anything but JSON is what is sent.
        Json::String(text) if language != "json" => of_text(text, language),
        Json::String(text) if text.trim_start().starts_with(['{', '[']) => of_text(text, language),
        value => Sample {
            html: json::html(value),
            text: json::pretty(value),
            language: "json",
            ..of_text("", "json")
        },
    }
}

fn of_text(text: &str, language: &'static str) -> Sample {
    let mut html = String::new();
    escape::text(text, &mut html);
    Sample { title: String::new(), description: None, language, html, text: text.to_owned(), address: None }
}
