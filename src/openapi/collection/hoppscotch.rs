//! Hoppscotch collections: version 11 of the format for collections, and version 7 of the format for requests.

use serde_json::{Map, Value, json};

use super::{Auth, Call, Collection, Content, Entry, File, Folder, Grant, Segment, Template, object};

pub(super) fn write(collection: &Collection) -> File<'_> {
    let variable = |(name, value): &(String, String)| json!({ "key": name, "initialValue": value, "currentValue": "", "secret": false });
    let variables: Vec<Value> = collection.variables.iter().map(variable).collect();
    let folders = &collection.folders;
    let before = start(&collection.title, collection.description.as_deref());
    File { before, name: "folders", folders, folder, after: end(Vec::new(), variables) }
}

/// Returns the first members of a collection.
fn start(name: &str, description: Option<&str>) -> Map<String, Value> {
    object([("v", 11.into()), ("name", name.into()), ("description", description.into())])
}

/// Returns the last members of a collection.
fn end(requests: Vec<Value>, variables: Vec<Value>) -> Map<String, Value> {
    object([
        ("requests", requests.into()),
        ("auth", json!({ "authType": "inherit", "authActive": true })),
        ("headers", Vec::<Value>::new().into()),
        ("variables", variables.into()),
    ])
}

/// Returns a folder, which is a collection, too.
fn folder((_, folder): (usize, &Folder)) -> Value {
    let mut value = start(&folder.name, folder.description.as_deref());
    value.insert("folders".to_owned(), Vec::<Value>::new().into());
    value.extend(end(folder.calls.iter().map(item).collect(), Vec::new()));
    value.into()
}

fn filled(text: &Template) -> String {
    text.write(|name| format!("<<{name}>>"))
}

fn item(call: &Call) -> Value {
    let path = call.path.iter().map(|segment| match segment {
        Segment::Variable(name) => format!("/<<{name}>>"),
        Segment::Text(text) => format!("/{}", filled(text)),
    });
    let own = |one: &Entry| json!({ "key": one.name, "value": one.value, "active": true });
    // The media type is part of the body.
    let headers = call.headers.iter().filter(|one| {
        !(one.name.eq_ignore_ascii_case("content-type") && call.body.as_ref().is_some_and(is_known))
    });
    object([
        ("v", "7".into()),
        ("name", (&*call.name).into()),
        ("method", (&*call.method).into()),
        ("endpoint", (filled(&call.host) + &path.collect::<String>()).into()),
        ("params", call.query.iter().map(entry).collect()),
        ("headers", headers.map(entry).collect()),
        ("requestVariables", call.variables.iter().map(own).collect()),
        ("auth", auth(&call.auth)),
        ("body", call.body.as_ref().map_or_else(|| json!({ "contentType": null, "body": null }), body)),
        ("preRequestScript", "".into()),
        ("testScript", "".into()),
    ])
    .into()
}

fn entry(one: &Entry) -> Value {
    let description = one.description.as_deref().unwrap_or_default();
    json!({ "key": one.name, "value": one.value, "active": one.is_sent, "description": description })
}

/// The media types of text that the format knows. Other text is sent as plain text, with its own header.
const TEXTS: [&str; 8] = [
    "application/json",
    "application/ld+json",
    "application/hal+json",
    "application/vnd.api+json",
    "application/xml",
    "text/xml",
    "text/html",
    "text/plain",
];

fn is_known(content: &Content) -> bool {
    match content {
        Content::File(_) => false,
        Content::Text(name, _) => TEXTS.contains(&&**name),
        Content::Form(_) | Content::Multipart(_) => true,
    }
}

fn body(content: &Content) -> Value {
    match content {
        Content::File(_) => json!({ "contentType": null, "body": null }),
        Content::Text(name, text) => {
            let known = if TEXTS.contains(&&**name) { name } else { "text/plain" };
            json!({ "contentType": known, "body": text })
        }
        Content::Form(fields) => {
            let line = |one: &Entry| {
                let mark = if one.is_sent { "" } else { "# " };
                format!("{mark}{}: {}", quoted(&one.name), quoted(&one.value))
            };
            let lines: Vec<String> = fields.iter().map(line).collect();
            json!({ "contentType": "application/x-www-form-urlencoded", "body": lines.join("\n") })
        }
        Content::Multipart(parts) => {
            let part = |(part, is_file): &(Entry, bool)| {
                let value = if *is_file { json!([]) } else { (&*part.value).into() };
                json!({ "key": part.name, "active": part.is_sent, "isFile": is_file, "value": value })
            };
            json!({ "contentType": "multipart/form-data", "body": parts.iter().map(part).collect::<Vec<_>>() })
        }
    }
}

/// Quotes text that a line of a form can't contain as it is.
fn quoted(text: &str) -> String {
    let is_plain = !text.contains(['"', '\n', ':', '#', '\\']) && text.trim() == text;
    if is_plain { text.to_owned() } else { Value::from(text).to_string() }
}

fn auth(auth: &Auth) -> Value {
    let mut value = match auth {
        Auth::None => json!({ "authType": "none" }),
        Auth::ApiKey { name, value, in_query } => {
            let place = if *in_query { "QUERY_PARAMS" } else { "HEADERS" };
            json!({ "authType": "api-key", "key": name, "value": filled(value), "addTo": place })
        }
        Auth::Bearer(token) => json!({ "authType": "bearer", "token": filled(token) }),
        Auth::Basic { username, password } => {
            json!({ "authType": "basic", "username": filled(username), "password": filled(password) })
        }
        Auth::OAuth2 { token, grant, authorization_url, token_url, scopes } => {
            let mut info = json!({ "clientID": "", "scopes": scopes, "token": filled(token) });
            let (kind, url) = match grant {
                Grant::Code => ("AUTHORIZATION_CODE", authorization_url),
                Grant::Implicit => ("IMPLICIT", authorization_url),
                Grant::Password => ("PASSWORD", token_url),
                Grant::Client => ("CLIENT_CREDENTIALS", token_url),
            };
            info["grantType"] = kind.into();
            info["authEndpoint"] = (&**url).into();
            let empty = |names: &[&str], info: &mut Value| {
                names.iter().for_each(|name| info[*name] = "".into());
            };
            match grant {
                Grant::Code => {
                    info["tokenEndpoint"] = (&**token_url).into();
                    info["isPKCE"] = true.into();
                    info["codeVerifierMethod"] = "S256".into();
                }
                Grant::Password => empty(&["clientSecret", "username", "password"], &mut info),
                Grant::Client => empty(&["clientSecret"], &mut info),
                Grant::Implicit => {}
            }
            json!({ "authType": "oauth-2", "grantTypeInfo": info, "addTo": "HEADERS" })
        }
    };
    value["authActive"] = true.into();
    value
}
