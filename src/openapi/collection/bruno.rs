//! OpenCollection 1.0, the format of Bruno, in one file.

use serde_json::{Value, json};

use super::{Auth, Call, Collection, Content, Entry, File, Folder, Format, Grant, Segment, Template, object};

pub(super) fn write(collection: &Collection) -> File<'_> {
    let variable = |(name, value): &(String, String)| json!({ "name": name, "value": value });
    let variables: Vec<Value> = collection.variables.iter().map(variable).collect();
    let mut info = json!({ "name": collection.title });
    if let Some(version) = &collection.version {
        info["version"] = (&**version).into();
    }
    let config = json!({ "environments": [{ "name": "Default", "variables": variables }] });
    let docs = collection.description.as_deref().map(|text| ("docs".to_owned(), text.into()));
    File {
        before: object([("opencollection", "1.0.0".into()), ("info", info), ("config", config)]),
        name: "items",
        folders: &collection.folders,
        folder,
        after: object([("bundled", true.into())]).into_iter().chain(docs).collect(),
    }
}

fn filled(text: &Template) -> String {
    text.write(|name| format!("{{{{{name}}}}}"))
}

fn folder((at, folder): (usize, &Folder)) -> Value {
    let items: Vec<Value> = folder.calls.iter().enumerate().map(item).collect();
    let info = json!({ "name": folder.name, "type": "folder", "seq": at + 1 });
    let mut value: Value = object([("info", info), ("items", items.into())]).into();
    if let Some(text) = &folder.description {
        value["docs"] = (&**text).into();
    }
    value
}

fn item((at, call): (usize, &Call)) -> Value {
    let path = call.path.iter().map(|segment| match segment {
        Segment::Variable(name) => format!("/:{name}"),
        Segment::Text(text) => format!("/{}", filled(text)),
    });
    let url = filled(&call.host) + &path.collect::<String>();
    let typed = |kind: &'static str| move |one: &Entry| entry(one, "type", kind);
    let params = call.variables.iter().map(typed("path")).chain(call.query.iter().map(typed("query")));
    let headers: Vec<Value> = call.headers.iter().map(Entry::write).collect();
    let mut http: Value = object([
        ("method", (&*call.method).into()),
        ("url", url.into()),
        ("params", params.collect()),
        ("headers", headers.into()),
        ("auth", auth(&call.auth)),
    ])
    .into();
    if let Some(content) = &call.body {
        http["body"] = body(content);
    }
    let info = json!({ "name": call.name, "type": "http", "seq": at + 1 });
    let mut item: Value = object([("info", info), ("http", http)]).into();
    if let Some(text) = &call.description {
        item["docs"] = (&**text).into();
    }
    item
}

fn entry(one: &Entry, key: &str, kind: &str) -> Value {
    let mut value = one.write();
    value[key] = kind.into();
    value
}

fn body(content: &Content) -> Value {
    match content {
        Content::File(media_type) => {
            json!({ "type": "file", "data": [{ "filePath": "", "contentType": media_type, "selected": true }] })
        }
        Content::Text(_, text) => {
            let kind = match () {
                () if content.is(Format::Json) => "json",
                () if content.is(Format::Xml) => "xml",
                () => "text",
            };
            json!({ "type": kind, "data": text })
        }
        Content::Form(fields) => {
            json!({ "type": "form-urlencoded", "data": fields.iter().map(Entry::write).collect::<Vec<_>>() })
        }
        Content::Multipart(parts) => {
            let part = |(part, is_file): &(Entry, bool)| {
                let mut value = entry(part, "type", if *is_file { "file" } else { "text" });
                if *is_file {
                    value["value"] = json!([]);
                }
                value
            };
            json!({ "type": "multipart-form", "data": parts.iter().map(part).collect::<Vec<_>>() })
        }
    }
}

fn auth(auth: &Auth) -> Value {
    match auth {
        Auth::None => json!({ "type": "none" }),
        Auth::ApiKey { name, value, in_query } => {
            let place = if *in_query { "query" } else { "header" };
            json!({ "type": "apikey", "key": name, "value": filled(value), "placement": place })
        }
        Auth::Bearer(token) => json!({ "type": "bearer", "token": filled(token) }),
        Auth::Basic { username, password } => {
            json!({ "type": "basic", "username": filled(username), "password": filled(password) })
        }
        Auth::OAuth2 { grant, authorization_url, token_url, scopes, .. } => {
            let flow = match grant {
                Grant::Code => "authorization_code",
                Grant::Implicit => "implicit",
                Grant::Password => "resource_owner_password_credentials",
                Grant::Client => "client_credentials",
            };
            let mut value = json!({ "type": "oauth2", "flow": flow, "scope": scopes });
            for (key, url) in [("authorizationUrl", authorization_url), ("accessTokenUrl", token_url)] {
                if !url.is_empty() {
                    value[key] = (&**url).into();
                }
            }
            value
        }
    }
}
