//! Converts an API to a Postman collection, version 2.1.0 of the format, which other API clients import, too.
//!
//! Takes an API and returns a JSON value: a folder for each tag, with a request for each operation. Credentials and the
//! base URL are variables. Optional parameters are included but disabled.

use serde_json::{Map, Value, json};

use super::{
    Api, Json, OperationRef, ParameterIn, SchemeKind, SecurityScheme, Server, Style,
    media::{Format, format_of},
    merge::Views,
    request::{BodyModel, FieldModel, InputKind, ParameterModel, RequestModel, plain, request},
    sample::{server_address, styles},
    server::template,
};

/// The schema of the format, which also identifies the format's version.
const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
/// The variable with the server's URL.
const BASE: &str = "baseUrl";

/// Returns the collection of an API's operations.
pub(crate) fn collection(views: &Views<'_>, title: &str) -> Value {
    let api = views.api;
    let mut variables = Map::new();
    let base = api.servers.first().map(server_address).unwrap_or_default();
    variables.insert(BASE.to_owned(), base.into());
    let mut items = Vec::new();
    for tag in &api.tags {
        let requests: Vec<Value> = tag
            .operations
            .iter()
            .filter(|index| first_tag(api, **index).is_some_and(|first| std::ptr::eq(first, tag)))
            .map(|index| item(views, OperationRef::Path(*index), &mut variables))
            .collect();
        if !requests.is_empty() {
            let mut folder = json!({ "name": &*tag.label, "item": requests });
            describe(&mut folder, tag.description.and_then(|text| plain(api, text)));
            items.push(folder);
        }
    }
    let mut info = json!({ "name": title, "schema": SCHEMA });
    describe(&mut info, api.description.and_then(|text| plain(api, text)));
    if let Some(version) = &api.version {
        info["version"] = (&**version).into();
    }
    let variables: Vec<Value> =
        variables.into_iter().map(|(key, value)| json!({ "key": key, "value": value })).collect();
    json!({ "info": info, "item": items, "variable": variables })
}

/// Returns the tag that an operation is listed under.
fn first_tag(api: &Api, operation: u32) -> Option<&super::Tag> {
    let first = api.operations[operation as usize].tags.first()?;
    api.tags.get(*first as usize)
}

fn describe(value: &mut Value, description: Option<String>) {
    if let Some(text) = description {
        value["description"] = text.into();
    }
}

fn item(views: &Views<'_>, which: OperationRef, variables: &mut Map<String, Value>) -> Value {
    let operation = views.api.operation(which);
    let model = request(views, operation);
    let mut request = Map::new();
    request.insert("method".to_owned(), model.method.clone().into());
    request.insert("header".to_owned(), headers(&model).into());
    request.insert("url".to_owned(), url(views.api, &model, variables));
    if let Some(body) = model.bodies.first().and_then(body) {
        request.insert("body".to_owned(), body);
    }
    request.insert("auth".to_owned(), auth(&model, variables));
    if let Some(text) = operation.description.and_then(|text| plain(views.api, text)) {
        request.insert("description".to_owned(), text.into());
    }
    json!({ "name": &*operation.title, "request": request })
}

/// Returns a parameter's value as text in its style: the example, or an empty string.
fn text(parameter: &ParameterModel) -> String {
    let ParameterModel { name, style, explode, .. } = parameter;
    match &parameter.example {
        None => String::new(),
        Some(value) if parameter.content.is_some() => value.plain(),
        Some(value) => match parameter.location {
            ParameterIn::Path => styles::in_path(name, value, *style, *explode, str::to_owned),
            ParameterIn::Header => styles::in_header(value, *explode),
            _ => styles::members(value).join(styles::delimiter(*style, false)),
        },
    }
}

/// Returns the names and values for a parameter in the query. The items of a list and the members of an object can be
/// separate parameters.
fn pairs(parameter: &ParameterModel) -> Vec<(String, String)> {
    let name = &parameter.name;
    let pairs: Vec<(String, String)> = match &parameter.example {
        _ if parameter.content.is_some() => Vec::new(),
        Some(value) if parameter.style == Style::DeepObject => styles::deep(name, value),
        Some(Json::Object(members)) if parameter.explode => {
            styles::present(members).map(|(member, value)| (member.to_string(), value.plain())).collect()
        }
        Some(value) if parameter.explode => {
            styles::members(value).into_iter().map(|text| (name.clone(), text)).collect()
        }
        _ => Vec::new(),
    };
    if pairs.is_empty() { vec![(name.clone(), text(parameter))] } else { pairs }
}

/// Returns the entry for a parameter. Optional parameters aren't sent until the reader enables them.
fn entry(parameter: &ParameterModel, key: &str, value: &str) -> Value {
    let mut entry = json!({ "key": key, "value": value });
    describe(&mut entry, parameter.description.clone());
    if !parameter.required {
        entry["disabled"] = true.into();
    }
    entry
}

fn headers(model: &RequestModel) -> Vec<Value> {
    let is_own = |name: &str| {
        let mut all = model.parameters.iter();
        all.any(|one| one.location == ParameterIn::Header && one.name.eq_ignore_ascii_case(name))
    };
    let mut headers = Vec::new();
    let body = model.bodies.first().map(|body| &*body.media_type);
    let content_type = body.filter(|name| format_of(name) != Format::Multipart);
    for (name, value) in
        [("Accept", model.accepts.first().map(|name| &**name)), ("Content-Type", content_type)]
    {
        if let Some(value) = value.filter(|_| !is_own(name)) {
            headers.push(json!({ "key": name, "value": value }));
        }
    }
    for parameter in &model.parameters {
        match parameter.location {
            ParameterIn::Header => headers.push(entry(parameter, &parameter.name, &text(parameter))),
            ParameterIn::Cookie => {
                let value = format!("{}={}", parameter.name, text(parameter));
                headers.push(entry(parameter, "Cookie", &value));
            }
            _ => {}
        }
    }
    headers
}

fn url(api: &Api, model: &RequestModel, variables: &mut Map<String, Value>) -> Value {
    let server = |servers: &[Server]| servers.first().map(server_address).unwrap_or_default();
    let host = match server(&model.servers) {
        own if own.is_empty() || own == server(&api.servers) => format!("{{{{{BASE}}}}}"),
        own => own,
    };
    let path = model.path.split(['?', '#']).next().unwrap_or_default();
    let value_of = |name: &str| {
        let mut all = model.parameters.iter();
        all.find(|one| one.location == ParameterIn::Path && one.name == name)
    };
    let (mut segments, mut own) = (Vec::new(), Vec::new());
    for segment in path.trim_start_matches('/').split('/') {
        match segment
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .filter(|name| !name.contains('{'))
        {
            Some(name) => {
                segments.push(format!(":{name}"));
                let mut variable =
                    json!({ "key": name, "value": value_of(name).map(text).unwrap_or_default() });
                describe(&mut variable, value_of(name).and_then(|parameter| parameter.description.clone()));
                own.push(variable);
            }
            // Only a whole segment can be a variable of the path.
            None => {
                let mut whole = String::new();
                for (literal, name) in template(segment) {
                    whole.push_str(literal);
                    if let Some(name) = name {
                        whole.push_str(&format!("{{{{{name}}}}}"));
                        let value = value_of(name).map(text).unwrap_or_default();
                        variables.entry(name.to_owned()).or_insert_with(|| value.into());
                    }
                }
                segments.push(whole);
            }
        }
    }
    let in_query = model.parameters.iter().filter(|one| one.location == ParameterIn::Query);
    let query: Vec<(bool, Value)> = in_query
        .flat_map(|parameter| {
            let pairs = pairs(parameter).into_iter();
            pairs.map(|(key, value)| (parameter.required, entry(parameter, &key, &value)))
        })
        .collect();
    let sent = query.iter().filter(|(is_sent, _)| *is_sent).map(|(_, entry)| {
        let part = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        format!("{}={}", part("key"), part("value"))
    });
    let sent = sent.collect::<Vec<_>>().join("&");
    let mark = if sent.is_empty() { "" } else { "?" };
    let mut url = json!({
        "raw": format!("{host}/{}{mark}{sent}", segments.join("/")),
        "host": [host],
        "path": segments,
    });
    if !query.is_empty() {
        url["query"] = query.into_iter().map(|(_, entry)| entry).collect();
    }
    if !own.is_empty() {
        url["variable"] = own.into();
    }
    url
}

fn body(body: &BodyModel) -> Option<Value> {
    if body.file {
        return Some(json!({ "mode": "file", "file": { "src": null } }));
    }
    let example = body.examples.first().map_or("", |example| &*example.text);
    let format = format_of(&body.media_type);
    let mode = match format {
        Format::Form => "urlencoded",
        Format::Multipart => "formdata",
        _ if example.is_empty() => return None,
        _ => {
            let language = match format {
                Format::Json => "json",
                Format::Xml => "xml",
                _ => "text",
            };
            return Some(
                json!({ "mode": "raw", "raw": example, "options": { "raw": { "language": language } } }),
            );
        }
    };
    let values = Json::parse(example);
    let field = |field: &FieldModel| {
        let mut entry = json!({ "key": field.name });
        match field.input.kind {
            InputKind::File => {
                entry["type"] = "file".into();
                entry["src"] = Value::Null;
            }
            _ => {
                entry["type"] = "text".into();
                let value = values.as_ref().and_then(|values| values.get(&field.name));
                entry["value"] = value.map(Json::plain).unwrap_or_default().into();
            }
        }
        describe(&mut entry, field.description.clone());
        if !field.required {
            entry["disabled"] = true.into();
        }
        entry
    };
    let fields: Vec<Value> = body.fields.iter().flatten().map(field).collect();
    Some(json!({ "mode": mode, mode: fields }))
}

/// Returns the authorization of a request: the first scheme of the first requirement that needs one.
fn auth(model: &RequestModel, variables: &mut Map<String, Value>) -> Value {
    let none = json!({ "type": "noauth" });
    let first = model.security.iter().find_map(|requirement| requirement.0.first());
    let Some(used) = first else { return none };
    let Some(scheme) = model.schemes.iter().find(|scheme| scheme.name == used.scheme) else { return none };
    let mut variable = |suffix: &str| {
        let name = format!("{}{suffix}", scheme.name);
        variables.entry(name.clone()).or_insert_with(|| "".into());
        format!("{{{{{name}}}}}")
    };
    let (kind, values) = match &scheme.kind {
        SchemeKind::ApiKey { location: ParameterIn::Header, name } => {
            ("apikey", vec![("key", name.to_string()), ("value", variable("")), ("in", "header".to_owned())])
        }
        SchemeKind::ApiKey { location: ParameterIn::Query, name } => {
            ("apikey", vec![("key", name.to_string()), ("value", variable("")), ("in", "query".to_owned())])
        }
        SchemeKind::Http { scheme, .. } if **scheme == *"bearer" => ("bearer", vec![("token", variable(""))]),
        SchemeKind::Http { scheme, .. } if **scheme == *"basic" => {
            ("basic", vec![("username", variable("Username")), ("password", variable("Password"))])
        }
        SchemeKind::OAuth2 { .. } => ("oauth2", oauth(scheme, &used.scopes, &mut variable)),
        SchemeKind::OpenIdConnect { .. } => ("bearer", vec![("token", variable(""))]),
        _ => return none,
    };
    let values: Vec<Value> = values
        .into_iter()
        .map(|(key, value)| json!({ "key": key, "value": value, "type": "string" }))
        .collect();
    json!({ "type": kind, kind: values })
}

fn oauth(
    scheme: &SecurityScheme,
    scopes: &[Box<str>],
    variable: &mut impl FnMut(&str) -> String,
) -> Vec<(&'static str, String)> {
    let mut values = vec![("accessToken", variable("")), ("addTokenTo", "header".to_owned())];
    let SchemeKind::OAuth2 { flows, .. } = &scheme.kind else { return values };
    let Some((flow, grant)) = flows.iter().find_map(|flow| {
        let (_, grant) = GRANTS.iter().find(|(kind, _)| *kind == flow.kind)?;
        Some((flow, *grant))
    }) else {
        return values;
    };
    values.push(("grant_type", grant.to_owned()));
    let addresses = [("authUrl", &flow.authorization_url), ("accessTokenUrl", &flow.token_url)];
    values.extend(addresses.into_iter().filter_map(|(key, url)| Some((key, url.as_deref()?.to_owned()))));
    if !scopes.is_empty() {
        values.push(("scope", scopes.join(" ")));
    }
    values
}

/// The grant types of the format, for the OAuth flows of a document.
const GRANTS: [(&str, &str); 4] = [
    ("authorizationCode", "authorization_code"),
    ("implicit", "implicit"),
    ("password", "password_credentials"),
    ("clientCredentials", "client_credentials"),
];
