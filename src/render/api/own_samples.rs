//! A site's own templates for code samples: `overrides/samples/NAME.j2`. Each template writes the sample of an operation,
//! from the same request as docgen's own samples.

use std::collections::BTreeMap;

use crate::diag::Diagnostic;
use crate::openapi::{
    Api, CodeSample, Json, Operation, ParameterIn,
    media::is_json,
    request::RequestModel,
    sample::{Body, Descriptor, PartValue, describe, sent_value, server_address},
};
use crate::render::{Theme, fault};
use minijinja::{
    Environment, Error, ErrorKind, UndefinedBehavior, Value, context,
    value::{Kwargs, Serde},
};

/// The instruction limit for the sample of one operation.
const FUEL: u64 = 1_000_000;

/// The compiled templates.
#[derive(Default)]
pub(in crate::render) struct SampleTemplates<'a> {
    own: Option<Environment<'a>>,
    /// The names of the templates that compile.
    names: Vec<&'a str>,
}

impl<'a> SampleTemplates<'a> {
    /// Compiles the templates. Reports those that don't compile.
    pub(in crate::render) fn new(theme: &'a Theme) -> (Self, Vec<Diagnostic>) {
        if theme.samples.is_empty() {
            return Default::default();
        }
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        env.set_debug(true);
        env.set_fuel(Some(FUEL));
        env.add_filter("tojson", to_json);
        let (mut names, mut diagnostics) = (Vec::new(), Vec::new());
        for (name, text) in &theme.samples {
            match env.add_template(name, text) {
                Ok(()) => names.push(name.as_str()),
                Err(error) => diagnostics.push(fault::in_sample(theme, name, &error)),
            }
        }
        (SampleTemplates { own: Some(env), names }, diagnostics)
    }

    /// Whether no template compiles.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Renders each template for an operation.
    pub(super) fn render(
        &self,
        api: &Api,
        operation: &Operation,
        model: &RequestModel,
    ) -> Vec<(&'a str, Result<CodeSample, Error>)> {
        let Some(env) = &self.own else { return Vec::new() };
        let context = values(api, operation, model);
        let sample = |name: &'a str| {
            let text = env.get_template(name).and_then(|template| template.render(&context))?;
            Ok(CodeSample { lang: name.into(), label: None, source: text.trim_end().into() })
        };
        self.names.iter().map(|name| (*name, sample(name))).collect()
    }
}

/// The `tojson` filter. MiniJinja's own filter also escapes characters for HTML, but samples are code.
fn to_json(value: &Value, options: Kwargs) -> Result<String, Error> {
    let is_indented = options.get::<Option<Value>>("indent")?.is_some();
    options.assert_all_used()?;
    let text = if is_indented { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
    text.map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))
}

/// Returns the values for the templates.
fn values(api: &Api, operation: &Operation, model: &RequestModel) -> Value {
    let request = describe(model);
    let parameters = model.parameters.iter().map(|parameter| {
        let value = sent_value(parameter).map(|value| json(&value));
        context! {
            name => &parameter.name,
            in => parameter.location.name(),
            required => parameter.required,
            value,
        }
    });
    let place = |wanted: ParameterIn| -> BTreeMap<String, Value> {
        let here = model.parameters.iter().filter(|parameter| parameter.location == wanted);
        here.filter_map(|one| Some((one.name.clone(), json(&sent_value(one)?)))).collect()
    };
    let headers = request.headers.iter().map(|(name, value)| context! { name, value });
    let auth = model.security.iter().take(1).flat_map(|one| &one.0).filter_map(|one| {
        let scheme = model.schemes.iter().find(|scheme| scheme.name == one.scheme)?;
        let kind = serde_json::to_value(&scheme.kind).unwrap_or_default();
        Some(context! { name => &*scheme.name, ..Value::from(Serde(kind)) })
    });
    context! {
        operation => context! {
            id => operation.id.as_deref(),
            title => &*operation.title,
            deprecated => operation.deprecated,
            tags => operation.tags.iter().map(|tag| api.tags[*tag as usize].label.to_string()).collect::<Vec<_>>(),
        },
        method => &request.method,
        server => model.servers.first().map(server_address).unwrap_or_default(),
        path => &model.path,
        url => &request.url,
        parameters => parameters.collect::<Vec<_>>(),
        path_parameters => place(ParameterIn::Path),
        query => place(ParameterIn::Query),
        cookies => place(ParameterIn::Cookie),
        headers => headers.collect::<Vec<_>>(),
        auth => auth.collect::<Vec<_>>(),
        body => body(model, &request),
    }
}

fn json(value: &Json) -> Value {
    Value::from(Serde(serde_json::to_value(value).unwrap_or_default()))
}

/// Returns the values of a request's body, or `None` if the request has no body.
fn body(model: &RequestModel, request: &Descriptor) -> Option<Value> {
    let media_type = model.bodies.first().map(|body| body.media_type.as_str());
    Some(match request.body.as_ref()? {
        Body::Text(text) => {
            let parsed = Json::parse(text).filter(|_| media_type.is_some_and(is_json));
            context! { media_type, text, json => parsed.as_ref().map(json) }
        }
        Body::File(file) => context! { media_type, file },
        Body::Multipart(multipart) => {
            let parts = multipart.parts.iter().map(|part| match &part.value {
                PartValue::Text(text) => {
                    context! { name => &part.name, content_type => &part.content_type, text }
                }
                PartValue::File(file) => {
                    context! { name => &part.name, content_type => &part.content_type, file }
                }
            });
            context! { media_type, parts => parts.collect::<Vec<_>>() }
        }
    })
}
