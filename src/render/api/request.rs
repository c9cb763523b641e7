//! The wire of one request: what the island of samples and console reads. `theme/src/islands/request/model.ts` mirrors it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::openapi::request::{
    BodyExample, BodyModel, FieldModel, Input, ParameterModel, PartPlace, RequestModel, SecurityUse,
    VariantModel, place,
};
use crate::openapi::{Api, Json, SchemeKind, SecurityScheme, Server, Style};
use crate::render::Messages;

/// One operation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'m> {
    document: &'m str,
    method: &'m str,
    path: &'m str,
    servers: Vec<ServerWire<'m>>,
    parameters: Vec<ParameterWire<'m>>,
    bodies: Vec<BodyWire<'m>>,
    body_required: bool,
    security: Vec<Vec<UseWire<'m>>>,
    schemes: BTreeMap<&'m str, SchemeWire<'m>>,
    accepts: &'m [String],
    samples: Vec<SampleWire<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schemas: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<&'m str>,
    console: bool,
}

/// What the site adds to a request.
pub(super) struct Setting<'m> {
    /// The document's id.
    pub(super) document: &'m str,
    /// Where the schemas are.
    pub(super) schemas: Option<String>,
    /// The address requests go through.
    pub(super) proxy: Option<&'m str>,
    /// Whether there is a form to send it.
    pub(super) console: bool,
}

#[derive(Serialize)]
struct ServerWire<'m> {
    url: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
    variables: Vec<VariableWire<'m>>,
}

#[derive(Serialize)]
struct VariableWire<'m> {
    name: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'m str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    values: &'m [Box<str>],
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParameterWire<'m> {
    name: &'m str,
    r#in: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    allow_empty: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    deprecated: bool,
    style: &'static str,
    explode: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    allow_reserved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'m str>,
    input: InputWire<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    given: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
}

#[derive(Serialize)]
struct InputWire<'m> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'m str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    r#enum: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Box<InputWire<'m>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BodyWire<'m> {
    media_type: &'m str,
    examples: Vec<ExampleWire<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Vec<FieldWire<'m>>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    file: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<VariantWire<'m>>,
}

/// Of the first variant the label alone: the rest is the body's own.
#[derive(Serialize)]
struct VariantWire<'m> {
    label: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<ExampleWire<'m>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Vec<FieldWire<'m>>>,
}

#[derive(Serialize)]
struct ExampleWire<'m> {
    name: &'m str,
    title: &'m str,
    text: &'m str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldWire<'m> {
    name: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'static str>,
    required: bool,
    style: &'static str,
    explode: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    allow_reserved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<&'m str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    headers: &'m [(String, String)],
    input: InputWire<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
}

#[derive(Serialize)]
struct UseWire<'m> {
    scheme: &'m str,
    scopes: &'m [String],
}

#[derive(Serialize)]
struct SchemeWire<'m> {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
    #[serde(flatten)]
    kind: KindWire<'m>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum KindWire<'m> {
    ApiKey {
        r#in: &'static str,
        name: &'m str,
    },
    Http {
        scheme: &'m str,
        #[serde(skip_serializing_if = "Option::is_none")]
        bearer_format: Option<&'m str>,
    },
    #[serde(rename = "oauth2")]
    OAuth2 {
        flows: Vec<FlowWire<'m>>,
    },
    OpenIdConnect {
        url: &'m str,
    },
    #[serde(rename = "mutualTLS")]
    MutualTls,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FlowWire<'m> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    authorization_url: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_url: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_url: Option<&'m str>,
    scopes: BTreeMap<&'m str, &'m str>,
}

#[derive(Serialize)]
struct SampleWire<'m> {
    lang: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'m str>,
    source: &'m str,
}

impl<'m> Request<'m> {
    pub(super) fn new(
        api: &'m Api,
        model: &'m RequestModel,
        setting: Setting<'m>,
        messages: &'m Messages,
    ) -> Self {
        let summary = |text: Option<crate::openapi::TextId>| api[text?].document.summary.as_deref();
        let server = |server: &'m Server| ServerWire {
            url: &server.url,
            description: summary(server.description),
            variables: server
                .variables
                .iter()
                .map(|variable| VariableWire {
                    name: &variable.name,
                    default: variable.default.as_deref(),
                    values: &variable.values,
                    description: summary(variable.description),
                })
                .collect(),
        };
        Request {
            document: setting.document,
            method: &model.method,
            path: &model.path,
            servers: model.servers.iter().map(server).collect(),
            parameters: model.parameters.iter().map(parameter).collect(),
            bodies: model.bodies.iter().map(|one| body(one, messages)).collect(),
            body_required: model.body_required,
            security: model.security.iter().map(|uses| uses.iter().map(security_use).collect()).collect(),
            schemes: model
                .schemes
                .iter()
                .filter_map(|scheme| {
                    let wire = SchemeWire { description: summary(scheme.description), kind: kind(scheme)? };
                    Some((&*scheme.name, wire))
                })
                .collect(),
            accepts: &model.accepts,
            samples: model
                .samples
                .iter()
                .map(|sample| SampleWire {
                    lang: &sample.lang,
                    label: sample.label.as_deref(),
                    source: &sample.source,
                })
                .collect(),
            schemas: setting.schemas,
            proxy: setting.proxy,
            console: setting.console,
        }
    }
}

fn parameter(model: &ParameterModel) -> ParameterWire<'_> {
    ParameterWire {
        name: &model.name,
        r#in: place(model.location),
        required: model.required,
        allow_empty: model.allow_empty,
        deprecated: model.deprecated,
        style: style(model.style),
        explode: model.explode,
        allow_reserved: model.allow_reserved,
        content: model.content.as_deref(),
        input: input(&model.input),
        example: model.example.as_ref().map(Json::to_string),
        given: model.given,
        description: model.description.as_deref(),
    }
}

fn style(style: Style) -> &'static str {
    match style {
        Style::Simple => "simple",
        Style::Label => "label",
        Style::Matrix => "matrix",
        Style::Form => "form",
        Style::SpaceDelimited => "spaceDelimited",
        Style::PipeDelimited => "pipeDelimited",
        Style::DeepObject => "deepObject",
        Style::Cookie => "cookie",
    }
}

fn input(model: &Input) -> InputWire<'_> {
    InputWire {
        r#type: model.kind.name(),
        format: model.format.as_deref(),
        r#enum: model.values.iter().map(Json::to_string).collect(),
        default: model.default.as_ref().map(Json::to_string),
        items: model.items.as_deref().map(|items| Box::new(input(items))),
    }
}

fn body<'m>(model: &'m BodyModel, messages: &'m Messages) -> BodyWire<'m> {
    let fields = |fields: &'m Option<Vec<FieldModel>>| Some(fields.as_ref()?.iter().map(field).collect());
    let variant = |(at, variant): (usize, &'m VariantModel)| VariantWire {
        label: &variant.label,
        examples: (at > 0).then(|| examples(&variant.examples, messages)),
        fields: if at > 0 { fields(&variant.fields) } else { None },
    };
    BodyWire {
        media_type: &model.media_type,
        examples: examples(&model.examples, messages),
        fields: fields(&model.fields),
        file: model.file,
        variants: model.variants.iter().enumerate().map(variant).collect(),
    }
}

fn examples<'m>(models: &'m [BodyExample], messages: &'m Messages) -> Vec<ExampleWire<'m>> {
    let wire = |example: &'m BodyExample| {
        let given = if example.name.is_empty() { messages.get("api_example_tab") } else { &example.name };
        let name = if example.generated { "generated" } else { &example.name };
        ExampleWire { name, title: example.title.as_deref().unwrap_or(given), text: &example.text }
    };
    models.iter().map(wire).collect()
}

fn field(model: &FieldModel) -> FieldWire<'_> {
    FieldWire {
        name: &model.name,
        place: model.place.map(|place| match place {
            PartPlace::One => "one",
            PartPlace::Rest => "rest",
        }),
        required: model.required,
        style: model.style.map_or("json", style),
        explode: model.explode,
        allow_reserved: model.allow_reserved,
        content_type: model.content_type.as_deref(),
        headers: &model.headers,
        input: input(&model.input),
        description: model.description.as_deref(),
    }
}

fn security_use(model: &SecurityUse) -> UseWire<'_> {
    UseWire { scheme: &model.scheme, scopes: &model.scopes }
}

/// How a scheme works; none for a type that the browser could do nothing with.
fn kind(scheme: &SecurityScheme) -> Option<KindWire<'_>> {
    Some(match &scheme.kind {
        SchemeKind::ApiKey { location, name } => KindWire::ApiKey { r#in: place(*location), name },
        SchemeKind::Http { scheme, bearer_format } => {
            KindWire::Http { scheme, bearer_format: bearer_format.as_deref() }
        }
        SchemeKind::OAuth2 { flows, .. } => KindWire::OAuth2 {
            flows: flows
                .iter()
                .map(|flow| FlowWire {
                    kind: flow.kind,
                    authorization_url: flow.authorization_url.as_deref(),
                    token_url: flow.token_url.as_deref(),
                    refresh_url: flow.refresh_url.as_deref(),
                    scopes: flow.scopes.iter().map(|(scope, meaning)| (&**scope, &**meaning)).collect(),
                })
                .collect(),
        },
        SchemeKind::OpenIdConnect { url } => KindWire::OpenIdConnect { url },
        SchemeKind::MutualTls => KindWire::MutualTls,
        SchemeKind::Unknown(_) => return None,
    })
}
