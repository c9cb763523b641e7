//! [`RequestModel`]: what is needed of one operation to write samples of it and to send it.
//!
//! Takes an operation and gives a plain value: every reference is followed, every example is text. The wire of it is
//! `render::api::request`, whose mirror is `theme/src/islands/request/model.ts`. It must not know of routes; where the
//! schemas are and whether there is a form to send it are the site's to say.

mod body;
mod input;
mod schemas;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};

use serde::{Serialize, Serializer};

use super::example::{example, given};
use super::merge::{Node, Views};
use super::server::placed;
use super::{
    Api, CodeSample, Direction, Example, ExampleValue, Json, Operation, Parameter, ParameterIn, SchemaId,
    SecurityScheme, Server, Style, TextId,
};
use crate::source::floor;

pub(crate) use input::{Input, InputKind};
pub(crate) use schemas::schemas;

/// Longer descriptions are cut.
const MAX_TEXT: usize = 400;

/// One operation as a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RequestModel {
    /// In upper case.
    pub method: String,
    /// With `{name}` in place of each path parameter.
    pub path: String,
    /// The servers it can be sent to: at least one.
    pub servers: Vec<Server>,
    /// Its parameters, in the order of the document.
    pub parameters: Vec<ParameterModel>,
    /// One per media type; empty for a request without a body.
    pub bodies: Vec<BodyModel>,
    /// Whether a request without a body is invalid.
    pub body_required: bool,
    /// Any one of these suffices, in order of preference; an empty one: no credentials are needed.
    pub security: Vec<Vec<SecurityUse>>,
    /// The schemes that `security` names.
    pub schemes: Vec<SecurityScheme>,
    /// The media types its responses come in, each once, those of successes first.
    pub accepts: Vec<String>,
    /// The document's own samples.
    pub samples: Vec<CodeSample>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ParameterModel {
    /// Its name.
    pub name: String,
    /// Where it goes.
    #[serde(rename = "in")]
    pub location: ParameterIn,
    /// Whether a request without it is invalid.
    pub required: bool,
    /// Whether it may be sent without a value: of the query alone.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_empty: bool,
    /// `deprecated`
    #[serde(skip_serializing_if = "is_default")]
    pub deprecated: bool,
    /// How its value is written.
    pub style: Style,
    /// Whether each item or member is written as a parameter of its own.
    pub explode: bool,
    /// Whether reserved characters go through unencoded.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_reserved: bool,
    /// The media type its value is written in, instead of by a style.
    #[serde(skip_serializing_if = "is_default")]
    pub content: Option<String>,
    /// The control it gets.
    pub input: Input,
    /// The value of its first example, or one made from its schema.
    #[serde(serialize_with = "json", skip_serializing_if = "is_default")]
    pub example: Option<Json>,
    /// Whether the document gives that example.
    #[serde(skip_serializing_if = "is_default")]
    pub given: bool,
    /// What it means, in a few plain words.
    #[serde(skip_serializing_if = "is_default")]
    pub description: Option<String>,
}

/// A body, in one media type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BodyModel {
    /// The media type, or a range.
    pub media_type: String,
    /// All examples; the first is what samples show.
    pub examples: Vec<BodyExample>,
    /// The parts of a form or multipart body, in order.
    pub fields: Option<Vec<FieldModel>>,
    /// Whether a whole file is the body.
    pub file: bool,
    /// What can be chosen between; the first is what `examples` and `fields` are of.
    pub variants: Vec<VariantModel>,
}

/// One variant of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VariantModel {
    /// Its title.
    pub label: String,
    /// Its examples.
    pub examples: Vec<BodyExample>,
    /// The parts of a form or multipart body of this variant.
    pub fields: Option<Vec<FieldModel>>,
}

/// An example of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BodyExample {
    /// Its key in the document; empty where it has none.
    pub name: String,
    /// A short title, where the document has one.
    pub title: Option<String>,
    /// The text that is sent; for forms and multipart a JSON object of the fields.
    pub text: String,
    /// Whether it was made from the schema.
    pub generated: bool,
}

/// A field of a form or a part of a multipart body.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FieldModel {
    /// Its name; of a part without one its number, and empty for the rest.
    pub name: String,
    /// Its place among parts that go by their order instead of a name.
    #[serde(skip_serializing_if = "is_default")]
    pub place: Option<PartPlace>,
    /// Whether a body without it is invalid.
    pub required: bool,
    /// How a list or an object is written; `None`: as JSON.
    #[serde(serialize_with = "style_or_json")]
    pub style: Option<Style>,
    /// Whether each item or member is a field of its own.
    pub explode: bool,
    /// Whether reserved characters go through unencoded.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_reserved: bool,
    /// The media type of its part.
    #[serde(skip_serializing_if = "is_default")]
    pub content_type: Option<String>,
    /// Further headers of its part, with the values that the document gives.
    #[serde(skip_serializing_if = "is_default")]
    pub headers: Vec<(String, String)>,
    /// The control it gets.
    pub input: Input,
    /// What it means, in a few plain words.
    #[serde(skip_serializing_if = "is_default")]
    pub description: Option<String>,
}

/// The place of a part that has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PartPlace {
    /// One part.
    One,
    /// All parts after those, an item each.
    Rest,
}

/// A scheme's name and the scopes needed of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SecurityUse {
    /// The scheme.
    pub scheme: String,
    /// Its scopes.
    pub scopes: Vec<String>,
}

/// Whether a value goes without saying.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value as the text of it.
fn json<S: Serializer>(value: &Option<Json>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(Json::to_string).serialize(serializer)
}

fn style_or_json<S: Serializer>(style: &Option<Style>, serializer: S) -> Result<S::Ok, S::Error> {
    match style {
        Some(style) => style.serialize(serializer),
        None => serializer.serialize_str("json"),
    }
}

/// The request of an operation.
pub(crate) fn request(views: &Views<'_>, operation: &Operation) -> RequestModel {
    let api = views.api();
    let security: Vec<Vec<SecurityUse>> = operation
        .security
        .iter()
        .flatten()
        .map(|requirement| {
            let uses = requirement.0.iter();
            uses.map(|(scheme, scopes)| SecurityUse {
                scheme: scheme.to_string(),
                scopes: scopes.iter().map(ToString::to_string).collect(),
            })
            .collect()
        })
        .collect();
    let used: BTreeSet<&str> = security.iter().flatten().map(|one| one.scheme.as_str()).collect();
    let body = operation.body.as_ref();
    RequestModel {
        method: operation.method.to_string(),
        path: operation.path.to_string(),
        servers: placed(&operation.servers),
        parameters: operation.parameters.iter().map(|one| parameter(views, one)).collect(),
        bodies: body
            .into_iter()
            .flat_map(|body| &body.content)
            .map(|media| body::body(views, media))
            .collect(),
        body_required: body.is_some_and(|body| body.required),
        schemes: api.schemes.iter().filter(|scheme| used.contains(&*scheme.name)).cloned().collect(),
        security,
        accepts: accepts(operation),
        samples: operation.samples.clone(),
    }
}

fn parameter(views: &Views<'_>, parameter: &Parameter) -> ParameterModel {
    let (example, given) = parameter_example(views, parameter);
    ParameterModel {
        name: parameter.name.to_string(),
        location: parameter.location,
        required: parameter.required,
        allow_empty: parameter.allow_empty && parameter.location == ParameterIn::Query,
        deprecated: parameter.deprecated,
        style: parameter.style,
        explode: parameter.explode,
        allow_reserved: parameter.allow_reserved,
        content: parameter.media_type.as_deref().map(str::to_owned),
        input: Input::of(views, &parameter.schema.into(), false),
        example,
        given,
        description: described(views, parameter.description, parameter.schema),
    }
}

/// A parameter's example, and whether the document gives it.
pub(crate) fn parameter_example(views: &Views<'_>, parameter: &Parameter) -> (Option<Json>, bool) {
    if let Some(value) = parameter.examples.iter().find_map(value_of) {
        return (Some(value), true);
    }
    let Some(id) = parameter.schema else { return (None, false) };
    let node = Node::One(id);
    if let Some(value) = given(views, &node, Direction::Request).into_iter().next() {
        return (Some(value), true);
    }
    (Some(example(views, &node, Direction::Request)), false)
}

fn value_of(example: &Example) -> Option<Json> {
    match &example.value {
        ExampleValue::Value(value) => Some(value.clone()),
        ExampleValue::Text(text) => Some(Json::String(text.clone())),
        ExampleValue::External(_) => None,
    }
}

/// What something means in a few plain words: its own description, or that of its schema.
fn described(views: &Views<'_>, own: Option<TextId>, schema: Option<SchemaId>) -> Option<String> {
    let id = own.or_else(|| schema.and_then(|id| views.of(&id.into()).descriptions.first().copied()))?;
    plain(views.api(), id)
}

/// The first paragraph of a description as plain text.
pub(crate) fn plain(api: &Api, id: TextId) -> Option<String> {
    let text = api.texts.get(id.0 as usize)?.document.first_paragraph()?;
    if text.len() <= MAX_TEXT {
        return Some(text);
    }
    let end = floor(&text, MAX_TEXT);
    let end = text[..end].rfind(' ').unwrap_or(end);
    Some(format!("{}…", text[..end].trim_end()))
}

/// The media types of the responses, those of successes first.
fn accepts(operation: &Operation) -> Vec<String> {
    let success = |status: &str| status.starts_with('2');
    let (good, other): (Vec<_>, Vec<_>) = operation.responses.iter().partition(|one| success(&one.status));
    let names =
        good.into_iter().chain(other).flat_map(|response| &response.content).map(|media| &*media.name);
    let mut known = HashSet::new();
    names.filter(|name| known.insert(*name)).map(str::to_owned).collect()
}
