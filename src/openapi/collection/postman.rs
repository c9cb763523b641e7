//! Postman collections, version 2.1.0 of the format, which other API clients import, too.

use serde_json::{Value, json};

use super::{Auth, Call, Collection, Content, Entry, File, Folder, Format, Grant, Segment, Template, object};

/// The schema of the format, which also identifies the format's version.
const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

pub(super) fn write(collection: &Collection) -> File<'_> {
    let mut info = json!({ "name": collection.title, "schema": SCHEMA });
    describe(&mut info, collection.description.as_ref());
    if let Some(version) = &collection.version {
        info["version"] = (&**version).into();
    }
    let variable = |(name, value): &(String, String)| json!({ "key": name, "value": value });
    let variables: Vec<Value> = collection.variables.iter().map(variable).collect();
    File {
        before: object([("info", info)]),
        name: "item",
        folders: &collection.folders,
        folder,
        after: object([("variable", variables.into())]),
    }
}

fn describe(value: &mut Value, description: Option<&String>) {
    if let Some(text) = description {
        value["description"] = (&**text).into();
    }
}

fn filled(text: &Template) -> String {
    text.write(|name| format!("{{{{{name}}}}}"))
}

fn folder((_, folder): (usize, &Folder)) -> Value {
    let items: Vec<Value> = folder.calls.iter().map(item).collect();
    let mut value = object([("name", (&*folder.name).into()), ("item", items.into())]).into();
    describe(&mut value, folder.description.as_ref());
    value
}

fn item(call: &Call) -> Value {
    let mut request: Value = object([
        ("method", (&*call.method).into()),
        ("header", entries(&call.headers).into()),
        ("url", url(call)),
        ("auth", auth(&call.auth)),
    ])
    .into();
    if let Some(content) = &call.body {
        request["body"] = body(content);
    }
    describe(&mut request, call.description.as_ref());
    object([("name", (&*call.name).into()), ("request", request)]).into()
}

fn entry(entry: &Entry) -> Value {
    let mut value = json!({ "key": entry.name, "value": entry.value });
    describe(&mut value, entry.description.as_ref());
    if !entry.is_sent {
        value["disabled"] = true.into();
    }
    value
}

fn entries(all: &[Entry]) -> Vec<Value> {
    all.iter().map(entry).collect()
}

fn url(call: &Call) -> Value {
    let host = filled(&call.host);
    let segment = |segment: &Segment| match segment {
        Segment::Variable(name) => format!(":{name}"),
        Segment::Text(text) => filled(text),
    };
    let path: Vec<String> = call.path.iter().map(segment).collect();
    let sent = call.query.iter().filter(|entry| entry.is_sent);
    let sent: Vec<String> = sent.map(|entry| format!("{}={}", entry.name, entry.value)).collect();
    let (mark, sent) = (if sent.is_empty() { "" } else { "?" }, sent.join("&"));
    let mut url =
        json!({ "raw": format!("{host}/{}{mark}{sent}", path.join("/")), "host": [host], "path": path });
    if !call.query.is_empty() {
        url["query"] = entries(&call.query).into();
    }
    if !call.variables.is_empty() {
        url["variable"] = entries(&call.variables).into();
    }
    url
}

fn body(content: &Content) -> Value {
    match content {
        Content::File(_) => json!({ "mode": "file", "file": { "src": null } }),
        Content::Text(_, text) => {
            let language = match () {
                () if content.is(Format::Json) => "json",
                () if content.is(Format::Xml) => "xml",
                () => "text",
            };
            json!({ "mode": "raw", "raw": text, "options": { "raw": { "language": language } } })
        }
        Content::Form(fields) => {
            let field = |field: &Entry| with_type(entry(field), false);
            json!({ "mode": "urlencoded", "urlencoded": fields.iter().map(field).collect::<Vec<_>>() })
        }
        Content::Multipart(parts) => {
            let part = |(part, is_file): &(Entry, bool)| with_type(entry(part), *is_file);
            json!({ "mode": "formdata", "formdata": parts.iter().map(part).collect::<Vec<_>>() })
        }
    }
}

fn with_type(mut entry: Value, is_file: bool) -> Value {
    entry["type"] = (if is_file { "file" } else { "text" }).into();
    if is_file && let Some(members) = entry.as_object_mut() {
        members.remove("value");
        members.insert("src".to_owned(), Value::Null);
    }
    entry
}

fn auth(auth: &Auth) -> Value {
    let (kind, values) = match auth {
        Auth::None => return json!({ "type": "noauth" }),
        Auth::ApiKey { name, value, in_query } => {
            let place = if *in_query { "query" } else { "header" };
            ("apikey", vec![("key", name.clone()), ("value", filled(value)), ("in", place.to_owned())])
        }
        Auth::Bearer(token) => ("bearer", vec![("token", filled(token))]),
        Auth::Basic { username, password } => {
            ("basic", vec![("username", filled(username)), ("password", filled(password))])
        }
        Auth::OAuth2 { token, grant, authorization_url, token_url, scopes } => {
            let grant = match grant {
                Grant::Code => "authorization_code",
                Grant::Implicit => "implicit",
                Grant::Password => "password_credentials",
                Grant::Client => "client_credentials",
            };
            let mut values = vec![
                ("accessToken", filled(token)),
                ("addTokenTo", "header".to_owned()),
                ("grant_type", grant.to_owned()),
                ("authUrl", authorization_url.clone()),
                ("accessTokenUrl", token_url.clone()),
                ("scope", scopes.clone()),
            ];
            values.retain(|(_, value)| !value.is_empty());
            ("oauth2", values)
        }
    };
    let value = |(key, value)| json!({ "key": key, "value": value, "type": "string" });
    json!({ "type": kind, kind: values.into_iter().map(value).collect::<Vec<_>>() })
}
