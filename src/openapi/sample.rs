//! The fully resolved request of an operation, and the request's curl sample.
//!
//! Takes a [`RequestModel`] and returns the same results that `describe.ts` and `samples/curl.ts` return before a
//! reader enters anything. Tests compare the results of this module and of the TypeScript files with
//! `tests/golden/samples`, byte for byte. The TypeScript files define the rules. This module must not depend on HTML.
//! Each run of text has a highlighter class.

mod address;
mod body;
mod curl;
mod encode;
mod multipart;
pub(super) mod styles;
#[cfg(test)]
mod tests;

use super::{
    Json, ParameterIn, SchemeKind, Style,
    media::is_json,
    request::{ParameterModel, RequestModel},
};
use encode::{header_text, percent_encode};

pub(super) use address::query_rows;
pub(crate) use address::server_address;
pub(super) use body::{multipart, rows as body_rows};
pub(crate) use curl::curl;
pub(crate) use encode::is_token;

/// A fully resolved request.
#[derive(Debug, Default)]
pub(crate) struct Descriptor {
    /// The method in uppercase.
    pub method: String,
    /// The absolute, percent-encoded URL.
    pub url: String,
    /// The headers, in order. Names can repeat. There is no `Content-Type` if the body is multipart, because the sender
    /// chooses the boundary.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<Body>,
}

/// The body of a request.
#[derive(Debug)]
pub(crate) enum Body {
    /// The bytes of this text.
    Text(String),
    /// The file with this name.
    File(String),
    /// The parts of a multipart body.
    Multipart(Multipart),
}

/// A multipart body.
#[derive(Debug)]
pub(crate) struct Multipart {
    /// The media type without its boundary, or `None` for `multipart/form-data`.
    pub media_type: Option<String>,
    /// The parts, in order.
    pub parts: Vec<Part>,
}

/// A part of a multipart body.
#[derive(Debug)]
pub(crate) struct Part {
    /// The field name. Outside forms, the name is empty for a part without a name.
    pub name: String,
    /// The media type, if specified.
    pub content_type: Option<String>,
    /// Additional headers. A `Content-Disposition` header in this list replaces the generated header.
    pub headers: Vec<(String, String)>,
    /// The content.
    pub value: PartValue,
}

/// The content of a part.
#[derive(Debug)]
pub(crate) enum PartValue {
    /// Text.
    Text(String),
    /// The file with this name.
    File(String),
}

/// Code as runs with one class each. Adjacent runs have different classes.
#[derive(Debug, Default)]
pub(crate) struct Code(pub Vec<Run>);

/// A run of code.
#[derive(Debug)]
pub(crate) struct Run {
    /// The text.
    pub text: String,
    /// The highlighter class. If the run has no class, this string is empty.
    pub class: &'static str,
}

impl Code {
    /// Returns the code as text.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|run| run.text.as_str()).collect()
    }
}

/// Returns the request that a model describes before a reader enters anything.
pub(crate) fn describe(model: &RequestModel) -> Descriptor {
    let mut parts = Parts::default();
    let (body, content_type) = body::body(model);
    parts.header("Accept", model.accepts.first().map_or("", String::as_str));
    authorise(model, &mut parts);
    for parameter in &model.parameters {
        if let Some(value) = sent_value(parameter) {
            place(parameter, &value, &mut parts);
        }
    }
    let cookies = parts.cookies.join("; ");
    parts.header("Cookie", &cookies);
    parts.header("Content-Type", content_type.as_deref().unwrap_or(""));
    let path = address::path(model);
    let query: Vec<String> = parts.query.into_iter().chain(parts.keys).collect();
    let query = query.join("&");
    let mark = match (query.is_empty(), path.contains('?')) {
        (true, _) => "",
        (false, true) => "&",
        (false, false) => "?",
    };
    let server = model.servers.first().map(server_address).unwrap_or_default();
    let url = format!("{server}{path}{mark}{query}");
    Descriptor { method: model.method.clone(), url, headers: parts.headers, body }
}

/// Returns a parameter's value in a sample, if any.
pub(crate) fn sent_value(parameter: &ParameterModel) -> Option<Json> {
    let text = |text: String| Some(Json::String(text.into()));
    if let Some(preset) = parameter.preset() {
        return Some(preset);
    }
    if !parameter.required || (parameter.location == ParameterIn::Path && !parameter.given) {
        return None;
    }
    let Some(example) = &parameter.example else {
        return match parameter.location {
            ParameterIn::Header | ParameterIn::Cookie => text(format!("<{}>", parameter.name)),
            ParameterIn::Query => text(format!(":{}", parameter.name)),
            ParameterIn::Path | ParameterIn::QueryString => None,
        };
    };
    match &parameter.content {
        Some(content) if is_json(content) => text(example.to_string()),
        _ => Some(example.clone()),
    }
}

/// The parts of a request that is being built.
#[derive(Default)]
struct Parts {
    headers: Vec<(String, String)>,
    query: Vec<String>,
    /// Credentials in the query, which come last.
    keys: Vec<String>,
    cookies: Vec<String>,
}

impl Parts {
    /// Adds a header if it has a value and is allowed.
    fn header(&mut self, name: &str, value: &str) {
        let text = header_text(value);
        if !text.is_empty() && is_token(name) {
            self.headers.push((name.to_owned(), text));
        }
    }

    fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
    }
}

/// The headers that the client sets. They describe the connection and the length of the body.
const CLIENT_HEADERS: [&str; 9] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Adds one parameter. Path parameters are skipped, because the path contains them.
fn place(parameter: &ParameterModel, value: &Json, parts: &mut Parts) {
    let name = parameter.name.as_str();
    match parameter.location {
        ParameterIn::Path => {}
        ParameterIn::Query => parts.query.extend(address::in_query(parameter, value)),
        ParameterIn::QueryString => parts.query.extend(address::whole_query(parameter, value)),
        ParameterIn::Cookie => parts.cookies.extend(cookies(parameter, value)),
        ParameterIn::Header => {
            let lower = name.to_ascii_lowercase();
            let text = match parameter.content {
                Some(_) => value.plain(),
                None => styles::in_header(value, parameter.explode),
            };
            match lower.as_str() {
                "cookie" => parts.cookies.push(header_text(&text)),
                "content-type" => {}
                "accept" | "authorization" if parts.has(&lower) => {}
                lower if CLIENT_HEADERS.contains(&lower) => {}
                _ => parts.header(name, &text),
            }
        }
    }
}

/// Returns the `name=value` pairs of one cookie parameter.
pub(super) fn cookies(parameter: &ParameterModel, value: &Json) -> Vec<String> {
    let style = parameter.content.is_none().then_some(parameter.style);
    let encode = if style == Some(Style::Cookie) { str::to_owned } else { percent_encode };
    styles::pairs(&parameter.name, value, style, parameter.explode, encode, encode)
}

/// Adds the credentials of the first security requirement.
fn authorise(model: &RequestModel, parts: &mut Parts) {
    for one in model.security.iter().take(1).flat_map(|one| &one.0) {
        let Some(scheme) = model.schemes.iter().find(|scheme| scheme.name == one.scheme) else { continue };
        match &scheme.kind {
            SchemeKind::ApiKey { location, name } => match location {
                ParameterIn::Header => parts.header(name, "<api-key>"),
                ParameterIn::Cookie => parts.cookies.push(format!("{name}=<api-key>")),
                _ => parts.keys.push(format!("{}={}", percent_encode(name), address::placeholder(name))),
            },
            SchemeKind::MutualTls | SchemeKind::Unknown(_) => {}
            _ if parts.has("authorization") => {}
            SchemeKind::Http { scheme, .. } => parts.header("Authorization", &authorization(scheme)),
            SchemeKind::OAuth2 { .. } | SchemeKind::OpenIdConnect { .. } => {
                parts.header("Authorization", &authorization("bearer"));
            }
        }
    }
}

/// The value of the `Authorization` header for basic authentication before a reader enters credentials.
const UNTYPED_BASIC: &str = "Basic <base64 of username:password>";

fn authorization(scheme: &str) -> String {
    match scheme.to_lowercase().as_str() {
        "basic" => UNTYPED_BASIC.to_owned(),
        "bearer" => "Bearer <token>".to_owned(),
        _ => {
            let mut chars = scheme.chars();
            let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
            format!("{first}{} <credentials>", chars.as_str())
        }
    }
}
