//! Tests with the golden requests that the browser code's tests also use, except requests with reader input.

use std::fmt::Write as _;

use super::{Body, Code, Descriptor, PartValue, curl, describe};
use crate::openapi::media::Sample;
use crate::openapi::request::{
    BodyModel, FieldModel, Input, InputKind, ParameterModel, PartPlace, RequestModel,
};
use crate::openapi::server::placed;
use crate::openapi::{
    Json, ParameterIn, Requirement, SchemeKind, SecurityScheme, SecurityUse, Server, Style, Variable,
};

const GOLDEN: [(&str, &str); 5] = [
    ("bodies", include_str!("../../../tests/golden/samples/bodies.json")),
    ("credentials", include_str!("../../../tests/golden/samples/credentials.json")),
    ("hostile", include_str!("../../../tests/golden/samples/hostile.json")),
    ("parts", include_str!("../../../tests/golden/samples/parts.json")),
    ("styles", include_str!("../../../tests/golden/samples/styles.json")),
];

#[test]
fn requests_and_curl_samples_are_those_of_the_browser() {
    let mut count = 0;
    for (file, text) in GOLDEN {
        let Some(Json::Array(cases)) = Json::parse(text) else { panic!("{file} is a list") };
        for case in &cases {
            let untouched = case.get("values") == Some(&Json::Object(Vec::new()));
            if !untouched || case.get("purpose").is_some_and(|purpose| purpose.as_str() != Some("sample")) {
                continue;
            }
            let name = str_of(case, "name");
            let model = model(case.get("model").expect("a case has a model"));
            let descriptor = describe(&model);
            let code = curl(&descriptor);
            let expected = case.get("descriptor").map(Json::pretty);
            assert_eq!(Some(shown(&descriptor).pretty()), expected, "{file}: {name}");
            assert_eq!(code.text(), str_of(case, "curl"), "{file}: {name}");
            assert_eq!(html(&code), str_of(case, "html"), "{file}: {name}");
            count += 1;
        }
    }
    assert!(count >= 40, "{count} cases");
}

/// Returns the code as HTML, in the format of the golden files.
fn html(code: &Code) -> String {
    let mut out = String::new();
    for run in &code.0 {
        let text = run.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match run.class {
            "" => out.push_str(&text),
            class => {
                write!(out, "<span class=\"{class}\">{text}</span>").expect("writing to a string can't fail")
            }
        }
    }
    out
}

/// Returns a request in the format of the golden files.
fn shown(descriptor: &Descriptor) -> Json {
    let text = |text: &str| Json::String(text.into());
    let object = |members: Vec<(&str, Json)>| {
        Json::Object(members.into_iter().map(|(name, value)| (name.into(), value)).collect())
    };
    let file = |name: &str| object(vec![("name", text(name)), ("type", text(""))]);
    let headers =
        descriptor.headers.iter().map(|(name, value)| Json::Array(vec![text(name), text(value)])).collect();
    let mut members = vec![
        ("method", text(&descriptor.method)),
        ("url", text(&descriptor.url)),
        ("headers", Json::Array(headers)),
    ];
    match &descriptor.body {
        None => {}
        Some(Body::Text(body)) => {
            members.push(("body", object(vec![("kind", text("text")), ("text", text(body))])))
        }
        Some(Body::File(body)) => {
            members.push(("body", object(vec![("kind", text("file")), ("file", file(body))])));
        }
        Some(Body::Multipart(body)) => {
            let parts = body.parts.iter().map(|part| {
                let mut members = vec![("name", text(&part.name))];
                members.extend(part.content_type.as_deref().map(|name| ("contentType", text(name))));
                members.push(match &part.value {
                    PartValue::Text(value) => ("text", text(value)),
                    PartValue::File(value) => ("file", file(value)),
                });
                if !part.headers.is_empty() {
                    let pair = |(name, value): &(String, String)| Json::Array(vec![text(name), text(value)]);
                    members.push(("headers", Json::Array(part.headers.iter().map(pair).collect())));
                }
                object(members)
            });
            let parts = Json::Array(parts.collect());
            let mut body_members = vec![("kind", text("multipart"))];
            body_members.extend(body.media_type.as_deref().map(|name| ("mediaType", text(name))));
            body_members.push(("parts", parts));
            members.push(("body", object(body_members)));
        }
    }
    object(members)
}

fn str_of(value: &Json, key: &str) -> String {
    value.get(key).and_then(Json::as_str).unwrap_or_default().to_owned()
}

fn flag(value: &Json, key: &str) -> bool {
    value.get(key) == Some(&Json::Bool(true))
}

fn list<'j>(value: &'j Json, key: &str) -> &'j [Json] {
    match value.get(key) {
        Some(Json::Array(items)) => items,
        _ => &[],
    }
}

fn members<'j>(value: &'j Json, key: &str) -> &'j [(Box<str>, Json)] {
    match value.get(key) {
        Some(Json::Object(members)) => members,
        _ => &[],
    }
}

fn model(value: &Json) -> RequestModel {
    RequestModel {
        method: str_of(value, "method"),
        path: str_of(value, "path"),
        servers: placed(&list(value, "servers").iter().map(server).collect::<Vec<_>>()),
        parameters: list(value, "parameters").iter().map(parameter).collect(),
        bodies: list(value, "bodies").iter().map(body).collect(),
        body_required: flag(value, "bodyRequired"),
        security: list(value, "security").iter().map(requirement).collect(),
        schemes: members(value, "schemes").iter().map(|(name, one)| scheme(name, one)).collect(),
        accepts: list(value, "accepts").iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        samples: Vec::new(),
    }
}

fn server(value: &Json) -> Server {
    let variables = list(value, "variables").iter().map(|one| Variable {
        name: str_of(one, "name").into(),
        default: one.get("default").and_then(Json::as_str).map(Into::into),
        ..Variable::default()
    });
    Server { url: str_of(value, "url").into(), variables: variables.collect(), ..Server::default() }
}

fn style(name: &str) -> Option<Style> {
    Some(match name {
        "simple" => Style::Simple,
        "label" => Style::Label,
        "matrix" => Style::Matrix,
        "form" => Style::Form,
        "spaceDelimited" => Style::SpaceDelimited,
        "pipeDelimited" => Style::PipeDelimited,
        "deepObject" => Style::DeepObject,
        "cookie" => Style::Cookie,
        _ => return None,
    })
}

fn parameter(value: &Json) -> ParameterModel {
    ParameterModel {
        preset: None,
        name: str_of(value, "name"),
        location: match str_of(value, "in").as_str() {
            "path" => ParameterIn::Path,
            "header" => ParameterIn::Header,
            "cookie" => ParameterIn::Cookie,
            "querystring" => ParameterIn::QueryString,
            _ => ParameterIn::Query,
        },
        required: flag(value, "required"),
        allow_empty: flag(value, "allowEmpty"),
        deprecated: false,
        style: style(&str_of(value, "style")).expect("a style"),
        explode: flag(value, "explode"),
        allow_reserved: flag(value, "allowReserved"),
        content: value.get("content").and_then(Json::as_str).map(str::to_owned),
        input: input(value.get("input").expect("a parameter has an input")),
        example: value.get("example").and_then(Json::as_str).and_then(Json::parse),
        given: flag(value, "given"),
        description: None,
    }
}

fn input(value: &Json) -> Input {
    let kinds = [
        InputKind::String,
        InputKind::Integer,
        InputKind::Number,
        InputKind::Boolean,
        InputKind::Array,
        InputKind::Object,
        InputKind::Any,
        InputKind::File,
    ];
    let name = str_of(value, "type");
    Input {
        kind: kinds.into_iter().find(|kind| format!("{kind:?}").to_lowercase() == name).expect("a kind"),
        items: value.get("items").map(|items| Box::new(input(items))),
        ..Input::default()
    }
}

fn body(value: &Json) -> BodyModel {
    let examples =
        list(value, "examples").iter().map(|one| Sample { text: str_of(one, "text"), ..Sample::default() });
    let field = |one: &Json| FieldModel {
        name: str_of(one, "name"),
        place: match str_of(one, "place").as_str() {
            "one" => Some(PartPlace::One),
            "rest" => Some(PartPlace::Rest),
            _ => None,
        },
        required: flag(one, "required"),
        style: style(&str_of(one, "style")),
        explode: flag(one, "explode"),
        allow_reserved: flag(one, "allowReserved"),
        content_type: one.get("contentType").and_then(Json::as_str).map(str::to_owned),
        headers: list(one, "headers").iter().map(header).collect(),
        input: input(one.get("input").expect("a field has an input")),
        description: None,
    };
    BodyModel {
        media_type: str_of(value, "mediaType"),
        examples: examples.collect(),
        fields: value.get("fields").map(|_| list(value, "fields").iter().map(field).collect()),
        file: flag(value, "file"),
        variants: Vec::new(),
    }
}

fn header(value: &Json) -> (String, String) {
    let Json::Array(pair) = value else { panic!("a header is a pair") };
    let text = |at: usize| pair[at].as_str().expect("a header has strings").to_owned();
    (text(0), text(1))
}

fn requirement(value: &Json) -> Requirement {
    let Json::Array(uses) = value else { return Requirement::default() };
    let one = |one| SecurityUse { scheme: str_of(one, "scheme").into(), scopes: Vec::new() };
    Requirement(uses.iter().map(one).collect())
}

fn scheme(name: &str, value: &Json) -> SecurityScheme {
    let kind = match str_of(value, "type").as_str() {
        "apiKey" => SchemeKind::ApiKey {
            location: match str_of(value, "in").as_str() {
                "header" => ParameterIn::Header,
                "cookie" => ParameterIn::Cookie,
                _ => ParameterIn::Query,
            },
            name: str_of(value, "name").into(),
        },
        "http" => SchemeKind::Http { scheme: str_of(value, "scheme").into(), bearer_format: None },
        "oauth2" => SchemeKind::OAuth2 { flows: Vec::new(), metadata_url: None },
        "openIdConnect" => SchemeKind::OpenIdConnect { url: "https://example.com".into() },
        _ => SchemeKind::MutualTls,
    };
    SecurityScheme {
        name: name.into(),
        description: None,
        deprecated: false,
        kind,
        extra: Default::default(),
    }
}
