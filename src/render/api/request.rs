//! The wire format of a request. The island with the samples and the console reads this format.
//! `theme/src/islands/request/model.ts` mirrors this format.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::config::SampleConfig;
use crate::openapi::{
    Api, CodeSample, Requirement, SchemeKind, Server, TextId,
    media::Sample,
    request::{BodyModel, Changes, FieldModel, ParameterModel, RequestModel, VariantModel},
};
use crate::render::Messages;

/// The request of an operation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'m> {
    document: &'m str,
    method: &'m str,
    path: &'m str,
    servers: Vec<ServerWire<'m>>,
    parameters: &'m [ParameterModel],
    bodies: Vec<BodyWire<'m>>,
    body_required: bool,
    security: &'m [Requirement],
    schemes: BTreeMap<&'m str, SchemeWire<'m>>,
    accepts: &'m [String],
    samples: &'m [CodeSample],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    languages: &'m [SampleConfig],
    #[serde(skip_serializing_if = "Option::is_none")]
    schemas: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<&'m str>,
    console: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'m str>,
}

/// The site's settings for a request.
pub(super) struct Setting<'m> {
    /// The ID of the document.
    pub document: &'m str,
    /// The languages of the samples. If the list is empty, there are samples in all languages.
    pub languages: &'m [SampleConfig],
    /// The URL of the schemas.
    pub schemas: Option<String>,
    /// The URL of the proxy.
    pub proxy: Option<&'m str>,
    /// Whether readers can send the request.
    pub console: bool,
    /// The ID of the operation's part of a page with all operations.
    pub part: Option<&'m str>,
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
struct BodyWire<'m> {
    media_type: &'m str,
    examples: Vec<ExampleWire<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<&'m [FieldModel]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    file: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<VariantWire<'m>>,
    #[serde(flatten)]
    changes: Option<&'m Changes>,
}

/// A variant of a body. The first variant needs only a label, because the body contains the first variant's examples
/// and fields.
#[derive(Serialize)]
struct VariantWire<'m> {
    label: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<ExampleWire<'m>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<&'m [FieldModel]>,
    #[serde(flatten)]
    changes: Option<&'m Changes>,
}

#[derive(Serialize)]
struct ExampleWire<'m> {
    name: &'m str,
    title: &'m str,
    text: &'m str,
}

#[derive(Serialize)]
struct SchemeWire<'m> {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
    #[serde(flatten)]
    kind: &'m SchemeKind,
}

impl<'m> Request<'m> {
    pub(super) fn new(
        api: &'m Api,
        model: &'m RequestModel,
        changes: &'m [Vec<Changes>],
        setting: Setting<'m>,
        messages: &'m Messages,
    ) -> Self {
        let summary = |text: Option<TextId>| api[text?].document.summary.as_deref();
        let server = |server: &'m Server| ServerWire {
            url: &server.url,
            description: server.name.as_deref().or_else(|| summary(server.description)),
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
            parameters: &model.parameters,
            bodies: model
                .bodies
                .iter()
                .enumerate()
                .map(|(at, one)| body(one, changes.get(at).map_or(&[], Vec::as_slice), messages))
                .collect(),
            body_required: model.body_required,
            security: &model.security,
            schemes: model
                .schemes
                .iter()
                // Browsers can't use a security scheme of an unknown type.
                .filter(|scheme| !matches!(scheme.kind, SchemeKind::Unknown(_)))
                .map(|scheme| {
                    let wire = SchemeWire { description: summary(scheme.description), kind: &scheme.kind };
                    (&*scheme.name, wire)
                })
                .collect(),
            accepts: &model.accepts,
            samples: &model.samples,
            languages: setting.languages,
            schemas: setting.schemas,
            proxy: setting.proxy,
            console: setting.console,
            optional: has_optional(model, changes),
            part: setting.part,
        }
    }
}

/// Whether a request has parts that readers can add to the sample or remove from it.
pub(super) fn has_optional(model: &RequestModel, changes: &[Vec<Changes>]) -> bool {
    model.parameters.iter().any(|one| !one.required && one.example.is_some())
        || changes.iter().flatten().any(|one| !one.optional.is_empty() || !one.choices.is_empty())
}

fn body<'m>(model: &'m BodyModel, changes: &'m [Changes], messages: &'m Messages) -> BodyWire<'m> {
    let variant = |(at, variant): (usize, &'m VariantModel)| VariantWire {
        label: &variant.label,
        examples: (at > 0).then(|| examples(&variant.examples, messages)),
        fields: variant.fields.as_deref().filter(|_| at > 0),
        changes: changes.get(at).filter(|_| at > 0),
    };
    BodyWire {
        media_type: &model.media_type,
        examples: examples(&model.examples, messages),
        fields: model.fields.as_deref(),
        file: model.file,
        variants: model.variants.iter().enumerate().map(variant).collect(),
        changes: changes.first(),
    }
}

fn examples<'m>(models: &'m [Sample], messages: &'m Messages) -> Vec<ExampleWire<'m>> {
    let wire = |example: &'m Sample| {
        let given = if example.name.is_empty() { messages.get("api_example_tab") } else { &example.name };
        let name = if example.generated { "generated" } else { &example.name };
        ExampleWire { name, title: example.summary.as_deref().unwrap_or(given), text: &example.text }
    };
    models.iter().map(wire).collect()
}
