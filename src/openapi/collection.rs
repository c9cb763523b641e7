//! Converts an API to collections of requests for API clients.
//!
//! Takes an API and returns a collection's text: a folder for each tag, with a request for each operation. Credentials
//! and the base URL are variables. Optional parameters are included but disabled. Each client has its own writer, which
//! only knows [`Collection`].

mod bruno;
mod hoppscotch;
mod insomnia;
mod postman;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Value, json};

use super::{
    Api, Json, OperationRef, ParameterIn, SchemeKind, SecurityScheme, Server,
    media::{Format, format_of},
    merge::Views,
    request::{BodyModel, ParameterModel, RequestModel, plain, request},
    sample::{PartValue, body_rows, cookies, multipart, query_rows, server_address, styles},
    server::template,
    yaml,
};

/// The variable with the server's URL.
const BASE: &str = "baseUrl";

/// An API client.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of products")]
pub(crate) enum Client {
    Postman,
    Bruno,
    Insomnia,
    Hoppscotch,
}

impl Client {
    /// Returns the client's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Client::Postman => "Postman",
            Client::Bruno => "Bruno",
            Client::Insomnia => "Insomnia",
            Client::Hoppscotch => "Hoppscotch",
        }
    }
}

/// Returns the collection of an API's operations in the format of a client, as JSON or YAML.
pub(crate) fn collection(views: &Views<'_>, title: &str, client: Client) -> String {
    let collection = Collection::new(views, title);
    let json = |file: File<'_>| serde_json::to_string_pretty(&file).unwrap_or_default() + "\n";
    match client {
        Client::Postman => json(postman::write(&collection)),
        Client::Bruno => bruno::write(&collection).yaml(),
        Client::Insomnia => insomnia::write(&collection).yaml(),
        Client::Hoppscotch => json(hoppscotch::write(&collection)),
    }
}

/// The object in a collection's file. A document can have tens of thousands of operations, so a folder exists in the
/// client's format only while it's written.
struct File<'c> {
    /// The members before the folders.
    before: Map<String, Value>,
    /// The name of the member with the folders.
    name: &'static str,
    folders: &'c [Folder],
    /// Returns a folder in the client's format. Takes the folder's index, too.
    folder: fn((usize, &Folder)) -> Value,
    /// The members after the folders.
    after: Map<String, Value>,
}

impl File<'_> {
    fn folders(&self) -> impl Iterator<Item = Value> {
        self.folders.iter().enumerate().map(self.folder)
    }

    /// Returns the text as YAML.
    fn yaml(self) -> String {
        let [before, after] =
            [&self.before, &self.after].map(|members| Json::from(Value::from(members.clone())));
        yaml::write_around(&before, (self.name, self.folders().map(Json::from)), &after) + "\n"
    }
}

impl Serialize for File<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// A list of values, which are made while they're written.
        struct Lazy<'f, 'c>(&'f File<'c>);
        impl Serialize for Lazy<'_, '_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.folders())
            }
        }
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in &self.before {
            map.serialize_entry(name, value)?;
        }
        map.serialize_entry(self.name, &Lazy(self))?;
        for (name, value) in &self.after {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// Returns an object. In contrast to `json!`, it doesn't copy the values.
fn object<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

/// The requests of an API.
struct Collection {
    title: String,
    description: Option<String>,
    version: Option<String>,
    folders: Vec<Folder>,
    /// The variables and their values, in the order of their first use.
    variables: Vec<(String, String)>,
}

/// The requests of a tag.
struct Folder {
    name: String,
    description: Option<String>,
    calls: Vec<Call>,
}

/// The request of an operation.
struct Call {
    name: String,
    description: Option<String>,
    method: String,
    /// The URL of the server.
    host: Template,
    path: Vec<Segment>,
    /// The variables of the path.
    variables: Vec<Entry>,
    query: Vec<Entry>,
    headers: Vec<Entry>,
    body: Option<Content>,
    auth: Auth,
}

/// A segment of a path.
enum Segment {
    /// The value of one of the path's variables.
    Variable(String),
    /// Text.
    Text(Template),
}

/// Text that can contain variables of the collection.
struct Template(Vec<(String, Option<String>)>);

impl Template {
    fn variable(name: String) -> Self {
        Template(vec![(String::new(), Some(name))])
    }

    /// Returns the text, with each variable written by a client's function.
    fn write(&self, variable: impl Fn(&str) -> String) -> String {
        let part = |(text, name): &(String, Option<String>)| {
            format!("{text}{}", name.as_deref().map(&variable).unwrap_or_default())
        };
        self.0.iter().map(part).collect()
    }
}

/// A name and a value.
struct Entry {
    name: String,
    value: String,
    description: Option<String>,
    /// Whether the entry is sent. Readers can enable other entries.
    is_sent: bool,
}

impl Entry {
    /// Writes the members that Bruno and Insomnia share.
    fn write(&self) -> Value {
        let mut value = json!({ "name": self.name, "value": self.value });
        if let Some(text) = &self.description {
            value["description"] = (&**text).into();
        }
        if !self.is_sent {
            value["disabled"] = true.into();
        }
        value
    }
}

/// The content of a body.
enum Content {
    /// A file, with its media type.
    File(String),
    /// Text, with its media type.
    Text(String, String),
    Form(Vec<Entry>),
    /// The parts of a form in multipart format, and whether each part is a file.
    Multipart(Vec<(Entry, bool)>),
}

impl Content {
    /// Whether the content is text in a format.
    fn is(&self, format: Format) -> bool {
        matches!(self, Content::Text(name, _) if format_of(name) == format)
    }
}

/// The authorization of a request.
enum Auth {
    None,
    ApiKey { name: String, value: Template, in_query: bool },
    Bearer(Template),
    Basic { username: Template, password: Template },
    OAuth2 { token: Template, grant: Grant, authorization_url: String, token_url: String, scopes: String },
}

/// The flow of OAuth 2.0 that gets a token.
#[derive(Clone, Copy, PartialEq)]
enum Grant {
    Code,
    Implicit,
    Password,
    Client,
}

/// The flows of a document that clients know.
const GRANTS: [(&str, Grant); 4] = [
    ("authorizationCode", Grant::Code),
    ("implicit", Grant::Implicit),
    ("password", Grant::Password),
    ("clientCredentials", Grant::Client),
];

/// The variables of a collection while it's being built.
#[derive(Default)]
struct Variables {
    all: Vec<(String, String)>,
    names: HashSet<String>,
}

impl Variables {
    /// Adds a variable, unless there's already a variable with this name.
    fn add(&mut self, name: &str, value: impl FnOnce() -> String) {
        if self.names.insert(name.to_owned()) {
            self.all.push((name.to_owned(), value()));
        }
    }
}

impl Collection {
    fn new(views: &Views<'_>, title: &str) -> Self {
        let api = views.api;
        let mut variables = Variables::default();
        variables.add(BASE, || api.servers.first().map(server_address).unwrap_or_default());
        let mut folders = Vec::new();
        for tag in &api.tags {
            let own = tag
                .operations
                .iter()
                .filter(|index| first_tag(api, **index).is_some_and(|first| std::ptr::eq(first, tag)));
            let calls: Vec<Call> =
                own.map(|index| call(views, OperationRef::Path(*index), &mut variables)).collect();
            if !calls.is_empty() {
                let description = tag.description.and_then(|text| plain(api, text));
                folders.push(Folder { name: tag.label.to_string(), description, calls });
            }
        }
        Collection {
            title: title.to_owned(),
            description: api.description.and_then(|text| plain(api, text)),
            version: api.version.as_deref().map(str::to_owned),
            folders,
            variables: variables.all,
        }
    }
}

/// Returns the tag that an operation is listed under.
fn first_tag(api: &Api, operation: u32) -> Option<&super::Tag> {
    let first = api.operations[operation as usize].tags.first()?;
    api.tags.get(*first as usize)
}

fn call(views: &Views<'_>, which: OperationRef, all: &mut Variables) -> Call {
    let operation = views.api.operation(which);
    let model = request(views, operation);
    let (path, variables) = path(&model, all);
    let is_in_query =
        |one: &&ParameterModel| matches!(one.location, ParameterIn::Query | ParameterIn::QueryString);
    let in_query = model.parameters.iter().filter(is_in_query);
    let body = model.bodies.first().and_then(content);
    Call {
        name: operation.title.to_string(),
        description: operation.description.and_then(|text| plain(views.api, text)),
        host: host(views.api, &model),
        path,
        variables,
        query: in_query
            .flat_map(|parameter| {
                pairs(parameter).into_iter().map(|(name, value)| entry(parameter, name, value))
            })
            .collect(),
        headers: headers(&model, body.as_ref()),
        body,
        auth: auth(&model, all),
        method: model.method,
    }
}

/// Returns a parameter's value: the site's, or the example.
fn value(parameter: &ParameterModel) -> Option<Json> {
    parameter.preset().or_else(|| parameter.example.clone())
}

/// Returns the text of a parameter in the path or a header: the example, or an empty string.
fn text(parameter: &ParameterModel) -> String {
    let ParameterModel { name, style, explode, .. } = parameter;
    match &value(parameter) {
        None => String::new(),
        Some(value) if parameter.content.is_some() => value.plain(),
        Some(value) => match parameter.location {
            ParameterIn::Path => styles::in_path(name, value, *style, *explode, str::to_owned),
            _ => styles::in_header(value, *explode),
        },
    }
}

/// Returns the names and values for a parameter in the query. The items of a list and the members of an object can be
/// separate parameters. The name of a parameter that is the whole query isn't sent.
fn pairs(parameter: &ParameterModel) -> Vec<(String, String)> {
    let pairs = value(parameter).map(|value| query_rows(parameter, &value)).unwrap_or_default();
    match parameter.location {
        ParameterIn::Query if pairs.is_empty() => vec![(parameter.name.clone(), String::new())],
        _ => pairs,
    }
}

/// Returns the text of a `Cookie` header for a parameter.
fn cookie(parameter: &ParameterModel) -> String {
    let pairs = value(parameter).map(|value| cookies(parameter, &value)).unwrap_or_default();
    if pairs.is_empty() { format!("{}=", parameter.name) } else { pairs.join("; ") }
}

/// Returns the entry for a parameter. Optional parameters without a value of the site aren't sent until the reader
/// enables them.
fn entry(parameter: &ParameterModel, name: String, value: String) -> Entry {
    let is_sent = parameter.required || parameter.preset.is_some();
    Entry { name, value, description: parameter.description.clone(), is_sent }
}

fn headers(model: &RequestModel, body: Option<&Content>) -> Vec<Entry> {
    let is_own = |name: &str| {
        let mut all = model.parameters.iter();
        all.any(|one| one.location == ParameterIn::Header && one.name.eq_ignore_ascii_case(name))
    };
    let content_type = match body {
        Some(Content::Text(name, _)) => Some(&**name),
        Some(Content::Multipart(_)) => None,
        _ => model.bodies.first().map(|body| &*body.media_type),
    };
    let standard = [("Accept", model.accepts.first().map(|name| &**name)), ("Content-Type", content_type)];
    let standard = standard.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|_| !is_own(name))?.to_owned();
        Some(Entry { name: name.to_owned(), value, description: None, is_sent: true })
    });
    let own = model.parameters.iter().filter_map(|parameter| match parameter.location {
        ParameterIn::Header => Some(entry(parameter, parameter.name.clone(), text(parameter))),
        ParameterIn::Cookie => Some(entry(parameter, "Cookie".to_owned(), cookie(parameter))),
        _ => None,
    });
    standard.chain(own).collect()
}

fn host(api: &Api, model: &RequestModel) -> Template {
    let server = |servers: &[Server]| servers.first().map(server_address).unwrap_or_default();
    match server(&model.servers) {
        own if own.is_empty() || own == server(&api.servers) => Template::variable(BASE.to_owned()),
        own => Template(vec![(own, None)]),
    }
}

/// Returns the segments of the path, and the values of its variables.
fn path(model: &RequestModel, all: &mut Variables) -> (Vec<Segment>, Vec<Entry>) {
    let path = model.path.split(['?', '#']).next().unwrap_or_default();
    let of = |name: &str| {
        model.parameters.iter().find(|one| one.location == ParameterIn::Path && one.name == name)
    };
    let (mut segments, mut own) = (Vec::new(), Vec::new());
    for segment in path.trim_start_matches('/').split('/') {
        let whole = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = whole.filter(|name| !name.contains('{')) {
            segments.push(Segment::Variable(name.to_owned()));
            own.push(Entry {
                name: name.to_owned(),
                value: of(name).map(text).unwrap_or_default(),
                description: of(name).and_then(|parameter| parameter.description.clone()),
                is_sent: true,
            });
            continue;
        }
        // Only a whole segment can be a variable of the path.
        let mut parts = Vec::new();
        for (literal, name) in template(segment) {
            if let Some(name) = name {
                all.add(name, || of(name).map(text).unwrap_or_default());
            }
            parts.push((literal.to_owned(), name.map(str::to_owned)));
        }
        segments.push(Segment::Text(Template(parts)));
    }
    (segments, own)
}

fn content(body: &BodyModel) -> Option<Content> {
    if body.file {
        return Some(Content::File(body.media_type.clone()));
    }
    let example = body.examples.first().map_or("", |example| &*example.text);
    let format = format_of(&body.media_type);
    if !matches!(format, Format::Form | Format::Multipart) {
        return (!example.is_empty()).then(|| Content::Text(body.media_type.clone(), example.to_owned()));
    }
    // Clients know only parts with names.
    let multipart = (format == Format::Multipart).then(|| multipart(body));
    if let Some(body) = multipart.filter(|body| body.media_type.is_some()) {
        let (media_type, text) = body.text();
        return Some(Content::Text(media_type, text));
    }
    let fields = body_rows(body).into_iter().flat_map(|(field, mut rows)| {
        if rows.is_empty() {
            let empty = if field.is_file() { PartValue::File } else { PartValue::Text };
            rows.push((field.name.clone(), empty(String::new())));
        }
        rows.into_iter().map(move |(name, value)| {
            let (value, is_file) = match value {
                PartValue::Text(text) => (text, false),
                // Readers choose the file.
                PartValue::File(_) => (String::new(), true),
            };
            (Entry { name, value, description: field.description.clone(), is_sent: field.required }, is_file)
        })
    });
    Some(match format {
        Format::Form => Content::Form(fields.map(|(entry, _)| entry).collect()),
        _ => Content::Multipart(fields.collect()),
    })
}

/// Returns the authorization of a request: the first scheme of the first requirement that needs one.
fn auth(model: &RequestModel, all: &mut Variables) -> Auth {
    let first = model.security.iter().find_map(|requirement| requirement.0.first());
    let Some(used) = first else { return Auth::None };
    let Some(scheme) = model.schemes.iter().find(|scheme| scheme.name == used.scheme) else {
        return Auth::None;
    };
    let mut variable = |suffix: &str| {
        let name = format!("{}{suffix}", scheme.name);
        all.add(&name, String::new);
        Template::variable(name)
    };
    match &scheme.kind {
        SchemeKind::ApiKey { location: location @ (ParameterIn::Header | ParameterIn::Query), name } => {
            let in_query = *location == ParameterIn::Query;
            Auth::ApiKey { name: name.to_string(), value: variable(""), in_query }
        }
        SchemeKind::Http { scheme, .. } if **scheme == *"basic" => {
            Auth::Basic { username: variable("Username"), password: variable("Password") }
        }
        SchemeKind::Http { scheme, .. } if **scheme == *"bearer" => Auth::Bearer(variable("")),
        SchemeKind::OAuth2 { .. } => oauth(scheme, &used.scopes, variable("")),
        SchemeKind::OpenIdConnect { .. } => Auth::Bearer(variable("")),
        _ => Auth::None,
    }
}

fn oauth(scheme: &SecurityScheme, scopes: &[Box<str>], token: Template) -> Auth {
    let (flows, _) = scheme.endpoints();
    let found = flows.iter().find_map(|flow| {
        let (_, grant) = GRANTS.iter().find(|(kind, _)| *kind == flow.kind)?;
        Some((flow, *grant))
    });
    let Some((flow, grant)) = found else { return Auth::Bearer(token) };
    let url = |url: &Option<Box<str>>| url.as_deref().unwrap_or_default().to_owned();
    Auth::OAuth2 {
        token,
        grant,
        authorization_url: url(&flow.authorization_url),
        token_url: url(&flow.token_url),
        scopes: scopes.join(" "),
    }
}
