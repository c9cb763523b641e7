//! A request's body: text, an encoded form, parts, or a file.

use super::{
    Body, Multipart, Part, PartValue,
    encode::{header_text, is_token, percent_encode, reserved_in_query, token},
    styles::{self, Encode},
};
use crate::openapi::{
    Json, Style,
    media::{Format, format_of},
    request::{BodyModel, FieldModel, PartPlace, RequestModel},
};

const OCTETS: &str = "application/octet-stream";
const JSON: &str = "application/json";

/// Returns the body and, unless the client chooses it, the `Content-Type`.
pub(super) fn body(model: &RequestModel) -> (Option<Body>, Option<String>) {
    let Some(chosen) = model.bodies.first() else { return (None, None) };
    if chosen.file {
        return (Some(Body::File("file".to_owned())), Some(concrete(&chosen.media_type, OCTETS)));
    }
    if chosen.media_type.to_ascii_lowercase().starts_with("multipart/") {
        let body = multipart(chosen);
        let sent = !body.parts.is_empty() || model.body_required;
        return (sent.then_some(Body::Multipart(body)), None);
    }
    let text = if is_form(chosen) {
        fields(chosen).iter().flat_map(pairs).collect::<Vec<_>>().join("&")
    } else {
        example(chosen).to_owned()
    };
    if text.is_empty() {
        return (None, None);
    }
    (Some(Body::Text(text)), Some(concrete(&chosen.media_type, JSON)))
}

/// Returns a multipart body, with the parts of its example.
pub(in crate::openapi) fn multipart(chosen: &BodyModel) -> Multipart {
    let parts = fields(chosen).iter().flat_map(parts).collect();
    Multipart { media_type: multipart_type(chosen), parts }
}

/// Returns the fields of a form or multipart body with the names and values that a sample sends for each field, without
/// encoding. The fields that a sample doesn't send have no values.
pub(in crate::openapi) fn rows(chosen: &BodyModel) -> Vec<(FieldModel, Vec<(String, PartValue)>)> {
    let is_form = is_form(chosen);
    let plain = |field: &(FieldModel, Option<Sent>)| {
        let rows = form_rows(field, str::to_owned, str::to_owned).into_iter();
        rows.map(|(name, text)| (name, PartValue::Text(text))).collect()
    };
    let rows = |field| {
        let rows = match is_form {
            true => plain(&field),
            false => parts(&field).into_iter().map(|part| (part.name, part.value)).collect(),
        };
        (field.0, rows)
    };
    fields(chosen).into_iter().map(rows).collect()
}

fn is_form(chosen: &BodyModel) -> bool {
    format_of(&chosen.media_type) == Format::Form
}

fn example(chosen: &BodyModel) -> &str {
    chosen.examples.first().map_or("", |example| example.text.as_str())
}

/// Returns the media type of a multipart body without the boundary, which the sender chooses. Returns `None` for a
/// standard form.
fn multipart_type(chosen: &BodyModel) -> Option<String> {
    let ordered = chosen.fields.iter().flatten().any(|field| field.place.is_some());
    let whole = part_type(&chosen.media_type, if ordered { "multipart/mixed" } else { "" });
    let boundary = |piece: &&str| {
        let piece = piece.trim_start_matches([' ', '\t']);
        !piece.get(..9).is_some_and(|name| name.eq_ignore_ascii_case("boundary="))
    };
    let kept = whole.split(';').filter(boundary).collect::<Vec<_>>().join(";");
    let name = kept.split(';').next().unwrap_or_default().trim();
    let usual = name.is_empty() || name.eq_ignore_ascii_case("multipart/form-data");
    (!usual).then(|| kept.trim().to_owned())
}

/// Returns the media type of a part. An invalid media type is replaced with `fallback`, because headers contain the
/// media type without escapes.
fn part_type(media_type: &str, fallback: &str) -> String {
    let name = concrete(media_type, fallback);
    if is_media_type(&name) { name } else { fallback.to_owned() }
}

/// Whether the whole string is a media type, with or without parameters.
fn is_media_type(text: &str) -> bool {
    let Some((kind, rest)) = text.split_once('/') else { return false };
    let (sub, mut rest) = token(rest);
    if !is_token(kind) || sub.is_empty() {
        return false;
    }
    let blank = [' ', '\t'];
    while !rest.is_empty() {
        let Some(parameter) = rest.trim_start_matches(blank).strip_prefix(';') else { return false };
        let (name, value) = token(parameter.trim_start_matches(blank));
        let Some(value) = value.strip_prefix('=').filter(|_| !name.is_empty()) else { return false };
        let quoted = value.strip_prefix('"').and_then(|value| value.split_once('"'));
        let quoted =
            quoted.filter(|(inner, _)| !inner.contains(|char: char| char == '\\' || char.is_control()));
        let (value, after) = quoted.unwrap_or_else(|| token(value));
        if value.is_empty() && quoted.is_none() {
            return false;
        }
        rest = after;
    }
    true
}

/// Returns the first media type of a list. A range that starts with `text/` becomes `text/plain`. Any other range
/// becomes `fallback`.
fn concrete(media_type: &str, fallback: &str) -> String {
    let first = media_type.split(',').next().unwrap_or_default();
    if !first.contains('*') {
        return header_text(first);
    }
    let text = first.trim().to_ascii_lowercase().starts_with("text/");
    if text { "text/plain".to_owned() } else { fallback.to_owned() }
}

/// The value to send in a field.
enum Sent {
    Value(Json),
    /// The file with this name.
    File(String),
}

/// Returns the fields with the values to send, if any: the model's fields in order, and then the other fields from the
/// example.
fn fields(chosen: &BodyModel) -> Vec<(FieldModel, Option<Sent>)> {
    let known = chosen.fields.as_deref().unwrap_or_default();
    let examples = members(example(chosen), known);
    let others = examples.iter().filter(|(name, _)| !known.iter().any(|field| *field.name == **name));
    let others = others.map(|(name, value)| unknown(name, matches!(value, Json::Object(_))));
    let sent = known.iter().cloned().chain(others).map(|field| {
        let given = examples.iter().find(|(name, _)| **name == *field.name).map(|(_, value)| value);
        if field.is_file() {
            let name = file_name(&field, given);
            let sent = (field.required || given.is_some()).then_some(Sent::File(name));
            return (field, sent);
        }
        (field, given.map(|value| Sent::Value(value.clone())))
    });
    sent.collect()
}

/// Returns the values of an example by field name, or by index for a list.
fn members(example: &str, fields: &[FieldModel]) -> Vec<(Box<str>, Json)> {
    let items = match Json::parse(example) {
        Some(Json::Object(members)) => return members,
        Some(Json::Array(items)) => items,
        _ => return Vec::new(),
    };
    let ones = fields.iter().filter(|field| field.place == Some(PartPlace::One)).count();
    let value = |at: usize, field: &FieldModel| match field.place? {
        PartPlace::One => items.get(at).cloned(),
        PartPlace::Rest => {
            items.get(ones..).filter(|rest| !rest.is_empty()).map(|rest| Json::Array(rest.into()))
        }
    };
    let placed = fields.iter().enumerate();
    placed.filter_map(|(at, field)| Some((field.name.as_str().into(), value(at, field)?))).collect()
}

/// Returns the field for a name that the model doesn't have. An object is encoded as JSON, which is OpenAPI's default.
fn unknown(name: &str, object: bool) -> FieldModel {
    FieldModel {
        name: name.to_owned(),
        style: (!object).then_some(Style::Form),
        explode: true,
        ..FieldModel::default()
    }
}

/// Returns the name of the file that a sample reads. If the example's value is a filename, returns that value.
/// Otherwise, returns the name of the field.
fn file_name(field: &FieldModel, example: Option<&Json>) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    if let Some(text) = example.map(Json::plain)
        && let Some((name, end)) = text.split_once('.')
        && (1..=80).contains(&name.len())
        && (1..=8).contains(&end.len())
        && name.chars().all(plain)
        && end.chars().all(|char| char.is_ascii_alphanumeric())
    {
        return text;
    }
    let name = match field.place {
        Some(_) if field.name.is_empty() => "part".to_owned(),
        Some(_) => format!("part-{}", field.name),
        None => field.name.clone(),
    };
    let name: String = name.chars().filter(|char| plain(*char)).collect();
    let name = name.trim_start_matches('-');
    if name.is_empty() { "file".to_owned() } else { name.to_owned() }
}

fn pairs(field: &(FieldModel, Option<Sent>)) -> Vec<String> {
    let encode = if field.0.allow_reserved { reserved_in_query } else { percent_encode };
    styles::joined(form_rows(field, encode, percent_encode))
}

/// Returns the names and the texts of a field in a form.
fn form_rows(
    (field, sent): &(FieldModel, Option<Sent>),
    encode: Encode,
    encode_name: Encode,
) -> Vec<(String, String)> {
    match sent {
        None => Vec::new(),
        Some(Sent::File(file)) => vec![(encode_name(&field.name), encode_name(file))],
        Some(Sent::Value(value)) => {
            styles::rows(&field.name, value, field.style, field.explode, encode, encode_name)
        }
    }
}

/// Creates a text part. According to RFC 7578, `text/plain` is the default, so this media type is left out.
fn text_part(name: &str, text: String, content_type: Option<&str>) -> Part {
    let content_type =
        content_type.map(|name| part_type(name, "")).filter(|name| !name.is_empty() && name != "text/plain");
    Part { name: name.to_owned(), content_type, headers: Vec::new(), value: PartValue::Text(text) }
}

/// Creates a part from a value. If no media type is specified, a list or an object gets the JSON media type.
fn value_part(name: &str, value: &Json, content_type: Option<&str>) -> Part {
    let json = matches!(value, Json::Null | Json::Array(_) | Json::Object(_)).then_some(JSON);
    text_part(name, value.plain(), content_type.or(json))
}

/// Returns the parts of a field, with the document's headers.
fn parts((field, sent): &(FieldModel, Option<Sent>)) -> Vec<Part> {
    let Some(sent) = sent else { return Vec::new() };
    let given = field.headers.iter().map(|(name, value)| (name.clone(), header_text(value)));
    let headers: Vec<_> = given.filter(|(name, value)| is_token(name) && !value.is_empty()).collect();
    bare_parts(field, sent).into_iter().map(|part| Part { headers: headers.clone(), ..part }).collect()
}

fn bare_parts(field: &FieldModel, sent: &Sent) -> Vec<Part> {
    let name = if field.place.is_some() { "" } else { field.name.as_str() };
    let content_type = field.content_type.as_deref();
    let value = match sent {
        Sent::File(file) => {
            let wanted = content_type.filter(|name| !name.is_empty()).unwrap_or(OCTETS);
            let content_type = Some(part_type(wanted, OCTETS));
            let value = PartValue::File(file.clone());
            return vec![Part { name: name.to_owned(), content_type, headers: Vec::new(), value }];
        }
        Sent::Value(value) => value,
    };
    match (value, field.style) {
        (Json::Null, _) => Vec::new(),
        (Json::Bool(_) | Json::Number(_) | Json::String(_), _) | (_, None) => {
            vec![value_part(name, value, content_type)]
        }
        (value, Some(Style::DeepObject)) => {
            let deep = styles::deep(name, value).into_iter();
            deep.map(|(key, text)| text_part(&key, text, content_type)).collect()
        }
        (Json::Object(members), _) if field.explode => {
            styles::present(members).map(|(key, item)| value_part(key, item, content_type)).collect()
        }
        (Json::Array(items), _) if field.explode => {
            let there = items.iter().filter(|item| **item != Json::Null);
            there.map(|item| value_part(name, item, content_type)).collect()
        }
        (value, Some(style)) => {
            let texts = styles::members(value);
            let joined = texts.join(styles::delimiter(style, false));
            (!texts.is_empty()).then(|| text_part(name, joined, content_type)).into_iter().collect()
        }
    }
}
