//! [`Api`]: a description of an HTTP API without its dialect. 2.0, 3.0, 3.1 and 3.2 all become this.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::graph::{SchemaId, Schemas};
use super::json::Json;
use super::meta::{ExternalDocs, Extra, Place, Text, TextId};
use crate::path::SourcePath;

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Api {
    /// `info.title`
    pub title: Box<str>,
    /// `info.version`: the API's own version.
    pub version: Option<Box<str>>,
    /// The version of the specification as written, such as `3.1.0`.
    pub dialect: Box<str>,
    /// `info.summary`
    pub summary: Option<Box<str>>,
    /// `info.description`
    pub description: Option<TextId>,
    /// `info.termsOfService`, a checked address.
    pub terms: Option<Box<str>>,
    /// `info.contact`
    pub contact: Option<Contact>,
    /// `info.license`
    pub license: Option<License>,
    /// `externalDocs`
    pub external_docs: Option<ExternalDocs>,
    /// The servers of the whole document.
    pub servers: Vec<Server>,
    /// What suffices for an operation that does not say itself.
    pub security: Vec<Requirement>,
    /// The security schemes, in the order of the document.
    pub schemes: Vec<SecurityScheme>,
    /// The tags, in the order they are shown; those that only operations name come last. A document without tags has
    /// one for each first segment of a path that is not a version.
    pub tags: Vec<Tag>,
    /// Titled groups of tags (`x-tagGroups`, or parents in 3.2); empty when there are none. Every tag is in one.
    pub groups: Vec<TagGroup>,
    /// The operations of `paths`, in the order of the document.
    pub operations: Vec<Operation>,
    /// The operations of `webhooks` (`x-webhooks`); their path is the webhook's name.
    pub webhooks: Vec<Operation>,
    /// Every schema.
    pub schemas: Schemas,
    /// Every description, each text once.
    pub texts: Vec<Text>,
    /// Every file it was read from, the root first.
    pub files: Vec<SourcePath>,
    /// Extensions of the document and of `info` that are shown as they are.
    pub extra: Extra,
}

impl Api {
    /// An operation or webhook.
    pub(crate) fn operation(&self, which: OperationRef) -> &Operation {
        match which {
            OperationRef::Path(index) => &self.operations[index as usize],
            OperationRef::Webhook(index) => &self.webhooks[index as usize],
        }
    }

    /// Every operation, then every webhook.
    pub(crate) fn all_operations(&self) -> impl Iterator<Item = OperationRef> + use<> {
        let (paths, webhooks) = (self.operations.len() as u32, self.webhooks.len() as u32);
        (0..paths).map(OperationRef::Path).chain((0..webhooks).map(OperationRef::Webhook))
    }

    /// The terms of service, unless they are the licence.
    pub fn own_terms(&self) -> Option<&str> {
        let license = self.license.as_ref().and_then(|license| license.url.as_deref());
        self.terms.as_deref().filter(|terms| Some(*terms) != license)
    }
}

impl std::ops::Index<TextId> for Api {
    type Output = Text;

    fn index(&self, id: TextId) -> &Text {
        &self.texts[id.0 as usize]
    }
}

/// `contact`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    /// Who.
    pub name: Option<Box<str>>,
    /// A checked address.
    pub url: Option<Box<str>>,
    /// An address for mail.
    pub email: Option<Box<str>>,
}

/// `license`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct License {
    /// Its name.
    pub name: Box<str>,
    /// Its SPDX expression.
    pub identifier: Option<Box<str>>,
    /// A checked address.
    pub url: Option<Box<str>>,
}

impl License {
    /// What it is called: its name, and its SPDX expression where that is another.
    pub fn label(&self) -> Cow<'_, str> {
        match (&*self.name, &self.identifier) {
            ("", Some(identifier)) => identifier.as_ref().into(),
            (name, Some(identifier)) if name != &**identifier => format!("{name} ({identifier})").into(),
            (name, _) => name.into(),
        }
    }
}

/// A server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    /// With `{name}` in place of each variable; http, https or relative.
    pub url: Box<str>,
    /// Its name (3.2).
    pub name: Option<Box<str>>,
    /// What it is.
    pub description: Option<TextId>,
    /// Its variables, in the order of the document; every `{name}` of the address has one.
    pub variables: Vec<Variable>,
}

/// A variable of a server's address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: Box<str>,
    /// Its default value; `None` where a reader has to give one.
    pub default: Option<Box<str>>,
    /// The values it may have; empty: any.
    pub values: Vec<Box<str>>,
    /// What it is.
    pub description: Option<TextId>,
}

/// What has to be shown together: each scheme with the scopes needed of it. Empty: nothing is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirement(pub Vec<(Box<str>, Vec<Box<str>>)>);

/// A security scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct SecurityScheme {
    /// The name requirements use.
    pub name: Box<str>,
    /// What it is.
    pub description: Option<TextId>,
    /// Deprecated (3.2).
    pub deprecated: bool,
    /// How it works.
    pub kind: SchemeKind,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

impl SecurityScheme {
    /// The flows of OAuth 2, and where the metadata is.
    pub(crate) fn endpoints(&self) -> (&[Flow], Option<&str>) {
        match &self.kind {
            SchemeKind::OAuth2 { flows, metadata_url } => (flows, metadata_url.as_deref()),
            SchemeKind::OpenIdConnect { url } => (&[], Some(url)),
            _ => (&[], None),
        }
    }
}

/// How a security scheme works.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SchemeKind {
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// Where.
        #[serde(rename = "in")]
        location: ParameterIn,
        /// The name of the header, parameter or cookie.
        name: Box<str>,
    },
    /// An authentication scheme of HTTP (RFC 9110, section 11), such as `bearer`.
    Http {
        /// Its name, in lower case.
        scheme: Box<str>,
        /// What a bearer token looks like.
        #[serde(skip_serializing_if = "Option::is_none")]
        bearer_format: Option<Box<str>>,
    },
    /// OAuth 2.
    #[serde(rename = "oauth2")]
    OAuth2 {
        /// The flows there are.
        flows: Vec<Flow>,
        /// Where its metadata is (3.2), a checked address.
        #[serde(skip)]
        metadata_url: Option<Box<str>>,
    },
    /// OpenID Connect.
    OpenIdConnect {
        /// Where its metadata is, a checked address.
        url: Box<str>,
    },
    /// A client certificate.
    #[serde(rename = "mutualTLS")]
    MutualTls,
    /// A type that no specification knows.
    #[serde(skip)]
    Unknown(Box<str>),
}

/// A flow of OAuth 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flow {
    /// `authorizationCode`, `implicit`, `password`, `clientCredentials` or `deviceAuthorization`.
    pub kind: &'static str,
    /// A checked address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<Box<str>>,
    /// A checked address.
    #[serde(skip)]
    pub device_authorization_url: Option<Box<str>>,
    /// A checked address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<Box<str>>,
    /// A checked address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_url: Option<Box<str>>,
    /// Each scope with what it allows.
    #[serde(serialize_with = "sorted")]
    pub scopes: Vec<(Box<str>, Box<str>)>,
}

fn sorted<S: Serializer>(pairs: &[(Box<str>, Box<str>)], serializer: S) -> Result<S::Ok, S::Error> {
    let pairs: BTreeMap<&str, &str> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
    pairs.serialize(serializer)
}

/// A tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tag {
    /// The name operations use.
    pub name: Box<str>,
    /// What readers see: `x-displayName`, `summary` (3.2) or the name.
    pub label: Box<str>,
    /// The slug of its page, unique in the document.
    pub slug: Box<str>,
    /// What it is about.
    pub description: Option<TextId>,
    /// More about it.
    pub external_docs: Option<ExternalDocs>,
    /// Whether it only marks operations, all of which are listed at others of their tags (3.2: a `kind` that is not
    /// `nav`). Its page lists them; the sidebar and the first page do not have it.
    pub mark: bool,
    /// The tag it belongs to (3.2): index in [`Api::tags`].
    pub parent: Option<u32>,
    /// Its operations: indexes in [`Api::operations`], in the order of the document.
    pub operations: Vec<u32>,
    /// Its webhooks: indexes in [`Api::webhooks`].
    pub webhooks: Vec<u32>,
    /// Where it is.
    pub place: Place,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

/// A titled group of tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagGroup {
    /// Its title.
    pub label: Box<str>,
    /// Indexes in [`Api::tags`].
    pub tags: Vec<u32>,
}

/// One operation: a method of a path, or a webhook.
#[derive(Clone, Debug, Default)]
pub struct Operation {
    /// The slug of its page, unique in the document.
    pub slug: Box<str>,
    /// In upper case; any method of 3.2 and of `additionalOperations`.
    pub method: Box<str>,
    /// With `{name}` in place of each parameter; a webhook's name.
    pub path: Box<str>,
    /// `operationId`
    pub id: Option<Box<str>>,
    /// The title of its page: `summary`, the id in words, or method and path.
    pub title: Box<str>,
    /// `description`; its path's where it has none.
    pub description: Option<TextId>,
    /// What its path says for all its operations, besides that.
    pub about_path: Vec<TextId>,
    /// `deprecated`
    pub deprecated: bool,
    /// More about it.
    pub external_docs: Option<ExternalDocs>,
    /// Its tags: indexes in [`Api::tags`]; the first is where it is listed. At least one, webhooks excepted.
    pub tags: Vec<u32>,
    /// The servers that apply to it: its own, its path's or the document's.
    pub servers: Vec<Server>,
    /// What suffices; `None` when neither it nor the document says.
    pub security: Option<Vec<Requirement>>,
    /// Its parameters with its path's, each (place, name) once, in the order of the document.
    pub parameters: Vec<Parameter>,
    /// The body of the request.
    pub body: Option<RequestBody>,
    /// The responses, in the order of the document.
    pub responses: Vec<Response>,
    /// What the server calls.
    pub callbacks: Vec<Callback>,
    /// `x-codeSamples` and `x-code-samples`.
    pub samples: Vec<CodeSample>,
    /// Extensions that are shown as they are.
    pub extra: Extra,
    /// What is wrong with it, in the reader's words; its page says so.
    pub faults: Vec<Box<str>>,
    /// Where it is.
    pub place: Place,
}

impl Operation {
    /// Whether its title says more than its method and path.
    pub fn is_named(&self) -> bool {
        self.title.strip_prefix(&*self.method).and_then(|rest| rest.strip_prefix(' ')) != Some(&*self.path)
    }
}

/// An operation of `paths` or a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationRef {
    /// Index in [`Api::operations`].
    Path(u32),
    /// Index in [`Api::webhooks`].
    Webhook(u32),
}

impl OperationRef {
    /// Whether the server sends it.
    pub(crate) fn is_webhook(self) -> bool {
        matches!(self, OperationRef::Webhook(_))
    }
}

/// What a page of a document is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The document.
    Intro,
    /// A tag: its index in [`Api::tags`].
    Tag(usize),
    /// An operation or webhook.
    Operation(OperationRef),
    /// A schema.
    Schema(SchemaId),
}

/// Where a parameter goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ParameterIn {
    /// A segment of the path.
    Path,
    /// The query.
    #[default]
    Query,
    /// The query as a whole (3.2).
    QueryString,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

impl ParameterIn {
    /// Its name in a document.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ParameterIn::Path => "path",
            ParameterIn::Query => "query",
            ParameterIn::QueryString => "querystring",
            ParameterIn::Header => "header",
            ParameterIn::Cookie => "cookie",
        }
    }
}

/// How a value is written in a parameter or form (OpenAPI 3.2, "Style Values").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names of the specification")]
pub enum Style {
    Simple,
    Label,
    Matrix,
    #[default]
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    Cookie,
}

/// A parameter of a request.
#[derive(Clone, Debug, Default)]
pub struct Parameter {
    /// Its name.
    pub name: Box<str>,
    /// Where it goes.
    pub location: ParameterIn,
    /// What it means.
    pub description: Option<TextId>,
    /// Whether a request without it is invalid.
    pub required: bool,
    /// `deprecated`
    pub deprecated: bool,
    /// `allowEmptyValue`
    pub allow_empty: bool,
    /// How its value is written.
    pub style: Style,
    /// Whether each item or member is written as a parameter of its own.
    pub explode: bool,
    /// Whether reserved characters go through unencoded.
    pub allow_reserved: bool,
    /// Its schema; that of `content` where it has one.
    pub schema: Option<SchemaId>,
    /// The media type of `content`.
    pub media_type: Option<Box<str>>,
    /// Examples the document gives.
    pub examples: Vec<Example>,
    /// Where it is.
    pub place: Place,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

/// The body of a request.
#[derive(Clone, Debug, Default)]
pub struct RequestBody {
    /// What it is.
    pub description: Option<TextId>,
    /// Whether a request without one is invalid.
    pub required: bool,
    /// By media type, in the order of the document.
    pub content: Vec<MediaType>,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

/// A representation.
#[derive(Clone, Debug, Default)]
pub struct MediaType {
    /// `application/json`, or a range.
    pub name: Box<str>,
    /// Its schema.
    pub schema: Option<SchemaId>,
    /// The schema of each item of a stream (3.2).
    pub item_schema: Option<SchemaId>,
    /// Examples the document gives; the examples of its schema are the schema's.
    pub examples: Vec<Example>,
    /// How the properties of a form or multipart body are written.
    pub encoding: Vec<Encoding>,
    /// Where it is.
    pub place: Place,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

/// An example.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its key, or `""` for the only one.
    pub name: Box<str>,
    /// A short title.
    pub summary: Option<Box<str>>,
    /// What it shows.
    pub description: Option<TextId>,
    /// What it is.
    pub value: ExampleValue,
}

/// What an example is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExampleValue {
    /// A value, to be written in the media type.
    Value(Json),
    /// Text exactly as it is sent (3.2's `serializedValue`).
    Text(Box<str>),
    /// It is elsewhere; a checked address.
    External(Box<str>),
}

/// How a property of a form or multipart body is written.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    /// The property; `""` for every item of a list (3.2's `itemEncoding`).
    pub property: Box<str>,
    /// The media type of its part.
    pub content_type: Option<Box<str>>,
    /// Headers of its part.
    pub headers: Vec<Header>,
    /// How it is written in a form, where that is said.
    pub style: Option<Style>,
    /// Whether each item or member is a field of its own, where that is said.
    pub explode: Option<bool>,
    /// Whether reserved characters go through unencoded.
    pub allow_reserved: bool,
}

/// A header of a response or part.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// Its name.
    pub name: Box<str>,
    /// What it means.
    pub description: Option<TextId>,
    /// Whether it is always there.
    pub required: bool,
    /// `deprecated`
    pub deprecated: bool,
    /// Its schema.
    pub schema: Option<SchemaId>,
    /// Examples the document gives.
    pub examples: Vec<Example>,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

/// A response.
#[derive(Clone, Debug, Default)]
pub struct Response {
    /// `200`, `4XX` or `default`.
    pub status: Box<str>,
    /// A short title (3.2).
    pub summary: Option<Box<str>>,
    /// What it means.
    pub description: Option<TextId>,
    /// Its headers.
    pub headers: Vec<Header>,
    /// By media type, in the order of the document.
    pub content: Vec<MediaType>,
    /// What can be done next.
    pub links: Vec<Link>,
    /// Where it is.
    pub place: Place,
    /// Extensions that are shown as they are.
    pub extra: Extra,
}

/// What can be done next with a response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// Its key.
    pub name: Box<str>,
    /// What it does.
    pub description: Option<TextId>,
    /// The operation it leads to: index in [`Api::operations`].
    pub operation: Option<u32>,
    /// `operationId` or `operationRef` as written.
    pub target: Box<str>,
    /// Each parameter with its value or runtime expression.
    pub parameters: Vec<(Box<str>, Json)>,
    /// The body with its value or runtime expression.
    pub body: Option<Json>,
    /// The server it leads to, where that is another one.
    pub server: Option<Server>,
}

/// What the server calls, and where.
#[derive(Clone, Debug, Default)]
pub struct Callback {
    /// Its key.
    pub name: Box<str>,
    /// The operations; their path is the runtime expression.
    pub operations: Vec<Operation>,
}

/// A sample of the document's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CodeSample {
    /// The language, as written.
    pub lang: Box<str>,
    /// What the tab says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<str>>,
    /// The code.
    pub source: Box<str>,
}
