//! Insomnia collections, version 5.0 of the format.

use serde_json::{Map, Value, json};

use super::{Auth, Call, Collection, Content, Entry, File, Folder, Grant, Segment, Template, object};

pub(super) fn write(collection: &Collection) -> File<'_> {
    let variables: Map<String, Value> =
        collection.variables.iter().map(|(name, value)| (name.clone(), (&**value).into())).collect();
    let id = |kind: &str| json!({ "id": format!("{kind}_docgen") });
    let description = collection.description.as_deref().unwrap_or_default();
    File {
        before: object([
            ("type", "collection.insomnia.rest/5.0".into()),
            ("name", (&*collection.title).into()),
            ("meta", json!({ "id": "wrk_docgen", "description": description })),
        ]),
        name: "collection",
        folders: &collection.folders,
        folder,
        after: object([
            ("cookieJar", json!({ "name": "Default Jar", "meta": id("jar") })),
            ("environments", json!({ "name": "Base Environment", "meta": id("env"), "data": variables })),
        ]),
    }
}

/// Writes a variable. Only identifiers can follow a dot.
fn variable(name: &str) -> String {
    let is_identifier = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match is_identifier {
        true => format!("{{{{ _.{name} }}}}"),
        false => format!("{{{{ _['{}'] }}}}", name.replace('\\', "\\\\").replace('\'', "\\'")),
    }
}

fn filled(text: &Template) -> String {
    text.write(variable)
}

/// Returns the metadata of an item. The IDs are unique in the collection.
fn meta(id: &str, at: usize, description: Option<&String>) -> Value {
    json!({ "id": id, "sortKey": at, "description": description.map_or("", |text| text) })
}

fn folder((at, folder): (usize, &Folder)) -> Value {
    let calls = folder.calls.iter().enumerate();
    let children: Vec<Value> = calls.map(|(number, call)| item(at, number, call)).collect();
    let meta = meta(&format!("fld_docgen{at}"), at, folder.description.as_ref());
    object([("name", (&*folder.name).into()), ("meta", meta), ("children", children.into())]).into()
}

fn item(folder: usize, at: usize, call: &Call) -> Value {
    let path = call.path.iter().map(|segment| match segment {
        Segment::Variable(name) => format!("/:{name}"),
        Segment::Text(text) => format!("/{}", filled(text)),
    });
    let path_parameters: Vec<Value> =
        call.variables.iter().map(|one| json!({ "name": one.name, "value": one.value })).collect();
    let mut item: Value = object([
        ("url", (filled(&call.host) + &path.collect::<String>()).into()),
        ("name", (&*call.name).into()),
        ("meta", meta(&format!("req_docgen{folder}_{at}"), at, call.description.as_ref())),
        ("method", (&*call.method).into()),
        ("parameters", call.query.iter().map(Entry::write).collect()),
        ("headers", call.headers.iter().map(Entry::write).collect()),
        ("pathParameters", path_parameters.into()),
    ])
    .into();
    if let Some(content) = &call.body {
        item["body"] = body(content);
    }
    if let Some(auth) = auth(&call.auth) {
        item["authentication"] = auth;
    }
    item
}

fn body(content: &Content) -> Value {
    match content {
        Content::File(media_type) => json!({ "mimeType": media_type, "fileName": "" }),
        Content::Text(media_type, text) => json!({ "mimeType": media_type, "text": text }),
        Content::Form(fields) => {
            let params: Vec<Value> = fields.iter().map(Entry::write).collect();
            json!({ "mimeType": "application/x-www-form-urlencoded", "params": params })
        }
        Content::Multipart(parts) => {
            let part = |(part, is_file): &(Entry, bool)| {
                let mut value = part.write();
                value["type"] = (if *is_file { "file" } else { "text" }).into();
                value
            };
            json!({ "mimeType": "multipart/form-data", "params": parts.iter().map(part).collect::<Vec<_>>() })
        }
    }
}

fn auth(auth: &Auth) -> Option<Value> {
    Some(match auth {
        Auth::None => return None,
        Auth::ApiKey { name, value, in_query } => {
            let place = if *in_query { "queryParams" } else { "header" };
            json!({ "type": "apikey", "key": name, "value": filled(value), "addTo": place })
        }
        Auth::Bearer(token) => json!({ "type": "bearer", "token": filled(token) }),
        Auth::Basic { username, password } => {
            json!({ "type": "basic", "username": filled(username), "password": filled(password) })
        }
        Auth::OAuth2 { grant, authorization_url, token_url, scopes, .. } => {
            let grant = match grant {
                Grant::Code => "authorization_code",
                Grant::Implicit => "implicit",
                Grant::Password => "password",
                Grant::Client => "client_credentials",
            };
            let mut value = json!({ "type": "oauth2", "grantType": grant, "scope": scopes });
            for (key, url) in [("authorizationUrl", authorization_url), ("accessTokenUrl", token_url)] {
                if !url.is_empty() {
                    value[key] = (&**url).into();
                }
            }
            value
        }
    })
}
