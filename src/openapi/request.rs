//! [`RequestModel`]: everything needed to write samples of an operation's request and to send the request.
//!
//! Takes an operation and returns a plain value with resolved references and with examples as text.
//! `render::api::request` is its wire format, which `theme/src/islands/request/model.ts` mirrors. This module must not
//! depend on routes. The site decides where the schemas are and whether there's a form.

mod body;
mod optional;
mod schemas;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};

use serde::{Serialize, Serializer};

use super::{
    Api, CodeSample, Direction, Example, ExampleValue, Json, Operation, Parameter, ParameterIn, Requirement,
    SchemaId, SecurityScheme, Server, Style, TextId, Types,
    example::{example, given},
    media::{self, Sample},
    merge::{Node, Views},
    server::placed,
};
use crate::source::floor;

pub(crate) use optional::{Changes, changes};
pub(crate) use schemas::schemas;

/// The maximum length of descriptions, in bytes. Longer descriptions are truncated.
const MAX_TEXT: usize = 400;
/// The maximum depth of nested lists. Deeper lists are edited as JSON.
const MAX_NESTING: usize = 2;
/// The maximum number of values to offer. Longer lists aren't offered.
const MAX_VALUES: usize = 500;

/// The request of an operation.
#[derive(Debug, Default)]
pub(crate) struct RequestModel {
    /// The method in uppercase.
    pub method: String,
    /// The path with `{name}` in place of each path parameter.
    pub path: String,
    /// The servers. There's at least one.
    pub servers: Vec<Server>,
    /// The parameters, in document order.
    pub parameters: Vec<ParameterModel>,
    /// The bodies, one per media type. For a request without a body, the list is empty.
    pub bodies: Vec<BodyModel>,
    /// Whether a body is required.
    pub body_required: bool,
    /// The alternative requirements, in order of preference. An empty requirement means that no credentials are needed.
    pub security: Vec<Requirement>,
    /// The schemes that `security` names.
    pub schemes: Vec<SecurityScheme>,
    /// The media types of the responses, without duplicates. The media types of successful responses come first.
    pub accepts: Vec<String>,
    /// The document's own samples.
    pub samples: Vec<CodeSample>,
}

/// A parameter.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ParameterModel {
    /// The name.
    pub name: String,
    /// The location.
    #[serde(rename = "in")]
    pub location: ParameterIn,
    /// Whether the parameter is required.
    pub required: bool,
    /// Whether the parameter can be sent without a value. Only query parameters can.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_empty: bool,
    /// `deprecated`
    #[serde(skip_serializing_if = "is_default")]
    pub deprecated: bool,
    /// The encoding of the value.
    pub style: Style,
    /// Whether each item or member is a separate parameter.
    pub explode: bool,
    /// Whether reserved characters are sent without encoding.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_reserved: bool,
    /// The media type of the value, instead of a style.
    #[serde(skip_serializing_if = "is_default")]
    pub content: Option<String>,
    /// The control for the value.
    pub input: Input,
    /// The value of the first example, or a generated value.
    #[serde(serialize_with = "json", skip_serializing_if = "is_default")]
    pub example: Option<Json>,
    /// Whether the example comes from the document.
    #[serde(skip_serializing_if = "is_default")]
    pub given: bool,
    /// The site's default value, as a reader would enter it.
    #[serde(skip_serializing_if = "is_default")]
    pub preset: Option<Box<str>>,
    /// A short description, as plain text.
    #[serde(skip_serializing_if = "is_default")]
    pub description: Option<String>,
}

impl ParameterModel {
    /// Returns the site's default value. `theme/src/islands/request/values.ts` does the same with what a reader enters.
    pub(crate) fn preset(&self) -> Option<Json> {
        let text = self.preset.as_deref().filter(|text| !text.is_empty())?;
        let kind = self.input.kind;
        let json = Json::parse(text);
        Some(match (&self.content, json) {
            (Some(content), json) if media::is_json(content) => match json {
                Some(json) if kind != InputKind::String => Json::String(json.to_string().into()),
                _ if kind == InputKind::String => Json::String(Json::String(text.into()).to_string().into()),
                _ => Json::String(text.into()),
            },
            (_, Some(json @ (Json::Array(_) | Json::Object(_))))
                if self.content.is_some()
                    || matches!(kind, InputKind::Array | InputKind::Object | InputKind::Any) =>
            {
                json
            }
            _ => Json::String(text.into()),
        })
    }
}

/// A body, in one media type.
#[derive(Debug, Default)]
pub(crate) struct BodyModel {
    /// The media type, or a range.
    pub media_type: String,
    /// All examples. Samples show the first example. For forms and multipart bodies, the text is a JSON object of the
    /// fields.
    pub examples: Vec<Sample>,
    /// The parts of a form or multipart body, in order.
    pub fields: Option<Vec<FieldModel>>,
    /// Whether the body is the content of a file.
    pub file: bool,
    /// The variants. `examples` and `fields` belong to the first variant.
    pub variants: Vec<VariantModel>,
}

/// One variant of a body.
#[derive(Debug, Default)]
pub(crate) struct VariantModel {
    /// The title.
    pub label: String,
    /// The examples.
    pub examples: Vec<Sample>,
    /// The parts of a form or multipart body of this variant.
    pub fields: Option<Vec<FieldModel>>,
}

/// A field of a form or a part of a multipart body.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FieldModel {
    /// The name. For a part without a name, this is the part's number. For [`PartPlace::Rest`], the name is empty.
    pub name: String,
    /// The position of a part without a name.
    #[serde(skip_serializing_if = "is_default")]
    pub place: Option<PartPlace>,
    /// Whether the field is required.
    pub required: bool,
    /// The encoding of a list or an object, or `None` for JSON.
    #[serde(serialize_with = "style_or_json")]
    pub style: Option<Style>,
    /// Whether each item or member is a separate field.
    pub explode: bool,
    /// Whether reserved characters are sent without encoding.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_reserved: bool,
    /// The media type of the part.
    #[serde(skip_serializing_if = "is_default")]
    pub content_type: Option<String>,
    /// Other headers of the part, with the document's values.
    #[serde(skip_serializing_if = "is_default")]
    pub headers: Vec<(String, String)>,
    /// The control for the value.
    pub input: Input,
    /// A short description, as plain text.
    #[serde(skip_serializing_if = "is_default")]
    pub description: Option<String>,
}

impl FieldModel {
    /// Whether the value is a file or a list of files.
    pub(super) fn is_file(&self) -> bool {
        let items = self.input.items.as_ref().is_some_and(|items| items.kind == InputKind::File);
        self.input.kind == InputKind::File || (self.input.kind == InputKind::Array && items)
    }
}

/// The position of a part without a name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PartPlace {
    /// One part.
    One,
    /// All later parts, one for each item.
    Rest,
}

/// The properties of a value that a form needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Input {
    /// The kind of control.
    #[serde(rename = "type")]
    pub kind: InputKind,
    /// `format`
    #[serde(skip_serializing_if = "is_default")]
    pub format: Option<String>,
    /// The allowed values. If all values are allowed, the list is empty.
    #[serde(rename = "enum", serialize_with = "all_json", skip_serializing_if = "is_default")]
    pub values: Vec<Json>,
    /// The value that applies if nothing is sent.
    #[serde(serialize_with = "json", skip_serializing_if = "is_default")]
    pub default: Option<Json>,
    /// The input for the items of a list.
    #[serde(skip_serializing_if = "is_default")]
    pub items: Option<Box<Input>>,
}

/// The kind of control for a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the types of JSON Schema")]
pub(crate) enum InputKind {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    /// Any value, or a value with one of several types.
    #[default]
    Any,
    /// Binary data from a file.
    File,
}

/// Whether a value is the default.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Serializes a value as JSON text.
fn json<S: Serializer>(value: &Option<Json>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(Json::to_string).serialize(serializer)
}

fn style_or_json<S: Serializer>(style: &Option<Style>, serializer: S) -> Result<S::Ok, S::Error> {
    match style {
        Some(style) => style.serialize(serializer),
        None => serializer.serialize_str("json"),
    }
}

/// Returns the request of an operation.
pub(crate) fn request(views: &Views<'_>, operation: &Operation) -> RequestModel {
    let security = operation.security.clone().unwrap_or_default();
    let used: BTreeSet<&str> = security.iter().flat_map(|one| &one.0).map(|one| &*one.scheme).collect();
    let body = operation.body.as_ref();
    RequestModel {
        method: operation.method.to_string(),
        path: operation.path.to_string(),
        servers: placed(&operation.servers),
        parameters: operation.parameters.iter().map(|one| parameter(views, one)).collect(),
        bodies: body.into_iter().flat_map(|body| &body.content).map(|one| body::body(views, one)).collect(),
        body_required: body.is_some_and(|body| body.required),
        schemes: views.api.schemes.iter().filter(|scheme| used.contains(&*scheme.name)).cloned().collect(),
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
        preset: parameter.preset.clone(),
        description: described(views, parameter.description, parameter.schema),
    }
}

/// Returns a parameter's example, and whether the document contains the value.
fn parameter_example(views: &Views<'_>, parameter: &Parameter) -> (Option<Json>, bool) {
    if let Some(value) = parameter.examples.iter().find_map(value_of) {
        return (Some(value), true);
    }
    let Some(id) = parameter.schema else { return (None, false) };
    let node = Node::One(id);
    if let Some(value) = given(views, &node, Direction::Request).into_iter().next() {
        return (Some(value), true);
    }
    let value = example(views, &node, Direction::Request);
    // Other parameters show an invented value, too.
    if parameter.location != ParameterIn::Path {
        return (Some(value), false);
    }
    let schema = views.of(&node);
    let mut own = schema.values.iter().map(|one| &one.value).chain(schema.constant).chain(schema.default);
    let is_own = own.any(|one| *one == value);
    (Some(value), is_own)
}

fn value_of(example: &Example) -> Option<Json> {
    match &example.value {
        ExampleValue::Value(value) => Some(value.clone()),
        ExampleValue::Text(text) => Some(Json::String(text.clone())),
        ExampleValue::External(_) => None,
    }
}

/// Returns a short description of a parameter or field. If there is none, returns a short description of the schema.
fn described(views: &Views<'_>, own: Option<TextId>, schema: Option<SchemaId>) -> Option<String> {
    let id = own.or_else(|| schema.and_then(|id| views.of(&id.into()).descriptions.first().copied()))?;
    plain(views.api, id)
}

/// Returns the first paragraph of a description as plain text.
pub(crate) fn plain(api: &Api, id: TextId) -> Option<String> {
    let text = api.texts.get(id.0 as usize)?.document.first_paragraph()?;
    if text.len() <= MAX_TEXT {
        return Some(text);
    }
    let end = floor(&text, MAX_TEXT);
    let end = text[..end].rfind(' ').unwrap_or(end);
    Some(format!("{}…", text[..end].trim_end()))
}

/// Returns the media types of the responses, starting with successful responses.
fn accepts(operation: &Operation) -> Vec<String> {
    let success = |status: &str| status.starts_with('2');
    let (good, other): (Vec<_>, Vec<_>) = operation.responses.iter().partition(|one| success(&one.status));
    let names =
        good.into_iter().chain(other).flat_map(|response| &response.content).map(|media| &*media.name);
    let mut known = HashSet::new();
    names.filter(|name| known.insert(*name)).map(str::to_owned).collect()
}

fn all_json<S: Serializer>(values: &[Json], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(Json::to_string))
}

impl Input {
    /// Returns the input for a schema. Only parts of a body can be files.
    pub(super) fn of(views: &Views<'_>, node: &Node, files: bool) -> Input {
        build(views, node, files, 0)
    }
}

fn build(views: &Views<'_>, node: &Node, files: bool, nesting: usize) -> Input {
    let merged = views.of(node);
    if files && node.ids().first().is_some_and(|id| media::is_binary(views, *id)) {
        return Input { kind: InputKind::File, ..Input::default() };
    }
    let types = Types(merged.types.0 & !Types::NULL.0);
    let kinds = [
        (Types::STRING, InputKind::String),
        (Types::INTEGER, InputKind::Integer),
        (Types::NUMBER, InputKind::Number),
        (Types::BOOLEAN, InputKind::Boolean),
        (Types::ARRAY, InputKind::Array),
        (Types::OBJECT, InputKind::Object),
    ];
    let implied = match () {
        () if merged.has_members() => InputKind::Object,
        () if merged.items.said().is_some() => InputKind::Array,
        () if merged.values.iter().all(|one| one.value.as_str().is_some()) && !merged.values.is_empty() => {
            InputKind::String
        }
        () => InputKind::Any,
    };
    let kind = match kinds.iter().find(|(one, _)| *one == types) {
        Some((_, kind)) => *kind,
        None if types.is_empty() && merged.groups.is_empty() => implied,
        None => InputKind::Any,
    };
    let items = merged.items.said().filter(|_| kind == InputKind::Array && nesting < MAX_NESTING);
    let items = items.map(|each| Box::new(build(views, each, files, nesting + 1)));
    let mut values: Vec<Json> = merged.values.iter().take(MAX_VALUES).map(|one| one.value.clone()).collect();
    if let Some(constant) = merged.constant {
        values = vec![constant.clone()];
    }
    if merged.values.len() > MAX_VALUES {
        // If the form offered only some of the values, readers couldn't select the other values.
        values.clear();
    }
    Input { kind, format: merged.format.map(str::to_owned), values, default: merged.default.cloned(), items }
}
