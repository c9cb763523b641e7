//! A request's body: text, an encoded form, parts or a file.

use super::encode::{header_text, percent_encode, reserved_in_query};
use super::{Body, FileName, Part, PartValue, Value, styles};
use crate::openapi::request::{BodyModel, FieldModel, Input, InputKind, RequestModel};
use crate::openapi::{Json, Style};

const OCTETS: &str = "application/octet-stream";
const JSON: &str = "application/json";

/// The body, and the `Content-Type` where it is not the client's to choose.
pub(super) fn body(model: &RequestModel) -> (Option<Body>, Option<String>) {
    let Some(chosen) = model.bodies.first() else { return (None, None) };
    if chosen.file {
        let file = FileName { name: "file".to_owned() };
        return (Some(Body::File(file)), Some(concrete(&chosen.media_type, OCTETS)));
    }
    let example = chosen.examples.first().map_or("", |example| example.text.as_str());
    let lower = chosen.media_type.to_ascii_lowercase();
    if lower.starts_with("multipart/") {
        let parts: Vec<Part> = fields(chosen, example).iter().flat_map(parts).collect();
        let sent = !parts.is_empty() || model.body_required;
        return (sent.then_some(Body::Multipart(parts)), None);
    }
    let word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let form =
        lower.strip_prefix("application/x-www-form-urlencoded").is_some_and(|rest| !rest.starts_with(word));
    let text = if form {
        fields(chosen, example).iter().flat_map(pairs).collect::<Vec<_>>().join("&")
    } else {
        example.to_owned()
    };
    if text.is_empty() {
        return (None, None);
    }
    (Some(Body::Text(text)), Some(concrete(&chosen.media_type, JSON)))
}

/// The first media type of a list; `fallback` for one that stands for many.
fn concrete(media_type: &str, fallback: &str) -> String {
    let first = media_type.split(',').next().unwrap_or_default();
    if !first.contains('*') {
        return header_text(first);
    }
    let text = first.trim().to_ascii_lowercase().starts_with("text/");
    if text { "text/plain".to_owned() } else { fallback.to_owned() }
}

/// A field with what is sent in it.
enum Sent {
    Value(FieldModel, Json),
    File(FieldModel, FileName),
}

/// The fields with their values: the model's in its order, then others of the example.
fn fields(chosen: &BodyModel, example: &str) -> Vec<Sent> {
    let examples = match Json::parse(example) {
        Some(Json::Object(members)) => members,
        _ => Vec::new(),
    };
    let known = chosen.fields.as_deref().unwrap_or_default();
    let others = examples.iter().filter(|(name, _)| !known.iter().any(|field| *field.name == **name));
    let others = others.map(|(name, value)| unknown(name, matches!(value, Json::Object(_))));
    let fields: Vec<FieldModel> = known.iter().cloned().chain(others).collect();
    let sent = fields.into_iter().filter_map(|field| {
        let given = examples.iter().find(|(name, _)| **name == *field.name).map(|(_, value)| value);
        if is_file(&field.input) {
            let name = file_name(&field, given);
            return (field.required || given.is_some()).then_some(Sent::File(field, FileName { name }));
        }
        given.map(|value| Sent::Value(field, value.clone()))
    });
    sent.collect()
}

/// How a field is written that the document says nothing of: an object as JSON, which OpenAPI has as the default.
fn unknown(name: &str, object: bool) -> FieldModel {
    FieldModel {
        name: name.to_owned(),
        required: false,
        style: (!object).then_some(Style::Form),
        explode: true,
        allow_reserved: false,
        content_type: None,
        input: Input::default(),
        description: None,
    }
}

fn is_file(input: &Input) -> bool {
    let items = input.items.as_ref().is_some_and(|items| items.kind == InputKind::File);
    input.kind == InputKind::File || (input.kind == InputKind::Array && items)
}

/// The file that a sample reads: named as in the example where that is a file's name, else as the field.
fn file_name(field: &FieldModel, example: Option<&Json>) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    if let Some(text) = example.and_then(super::scalar)
        && let Some((name, end)) = text.split_once('.')
        && (1..=80).contains(&name.len())
        && (1..=8).contains(&end.len())
        && name.chars().all(plain)
        && end.chars().all(|char| char.is_ascii_alphanumeric())
    {
        return text;
    }
    let name: String = field.name.chars().filter(|char| plain(*char)).collect();
    let name = name.trim_start_matches('-');
    if name.is_empty() { "file".to_owned() } else { name.to_owned() }
}

fn pairs(sent: &Sent) -> Vec<String> {
    match sent {
        Sent::File(field, file) => {
            vec![format!("{}={}", percent_encode(&field.name), percent_encode(&file.name))]
        }
        Sent::Value(field, value) => {
            let encode = if field.allow_reserved { reserved_in_query } else { percent_encode };
            let value = Value::Json(value.clone());
            styles::pairs(&field.name, &value, field.style, field.explode, &encode, &percent_encode)
        }
    }
}

/// A part of text. `text/plain` goes without saying, RFC 7578 says.
fn text_part(name: &str, text: String, content_type: Option<&str>) -> Part {
    let content_type =
        content_type.map(|name| concrete(name, "")).filter(|name| !name.is_empty() && name != "text/plain");
    Part { name: name.to_owned(), content_type, value: PartValue::Text(text) }
}

/// A value within a part: JSON is said to be JSON.
fn value_part(name: &str, value: &Json, content_type: Option<&str>) -> Part {
    match super::scalar(value) {
        Some(text) => text_part(name, text, content_type),
        None => text_part(name, value.to_string(), content_type.or(Some(JSON))),
    }
}

fn parts(sent: &Sent) -> Vec<Part> {
    let (field, value) = match sent {
        Sent::File(field, file) => {
            let wanted = field.content_type.as_deref().filter(|name| !name.is_empty()).unwrap_or(OCTETS);
            let content_type = Some(concrete(wanted, OCTETS));
            let value = PartValue::File(file.clone());
            return vec![Part { name: field.name.clone(), content_type, value }];
        }
        Sent::Value(field, value) => (field, value),
    };
    let (name, content_type) = (field.name.as_str(), field.content_type.as_deref());
    match (value, field.style) {
        (Json::Null, _) => Vec::new(),
        (value, None) => vec![value_part(name, value, content_type)],
        (value, _) if super::scalar(value).is_some() => vec![value_part(name, value, content_type)],
        (value, Some(Style::DeepObject)) => {
            let deep = styles::deep(name, value).into_iter();
            deep.map(|(key, text)| text_part(&key, text, content_type)).collect()
        }
        (Json::Object(members), _) if field.explode => members
            .iter()
            .filter(|(_, item)| *item != Json::Null)
            .map(|(key, item)| value_part(key, item, content_type))
            .collect(),
        (Json::Array(items), _) if field.explode => {
            let there = items.iter().filter(|item| **item != Json::Null);
            there.map(|item| value_part(name, item, content_type)).collect()
        }
        (value, Some(style)) => {
            let texts = styles::members(value);
            if texts.is_empty() {
                return Vec::new();
            }
            vec![text_part(name, texts.join(styles::delimiter(style, false)), content_type)]
        }
    }
}
