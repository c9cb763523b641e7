//! [`Api`]: the description of an HTTP API, independent of the OpenAPI version. Documents in versions 2.0, 3.0, 3.1,
//! and 3.2 are all converted to this type.

mod security;

pub(crate) use security::{Flow, Requirement, SchemeKind, SecurityScheme, SecurityUse};

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Serialize;

use super::{
    file::NodeId,
    graph::{SchemaId, Schemas},
    json::Json,
    meta::{ExternalDocs, Extra, Place, Text, TextId},
};
use crate::path::SourcePath;

/// The API that a document describes.
#[derive(Debug, Default)]
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
    /// `info.termsOfService`, a validated URL.
    pub terms: Option<Box<str>>,
    /// `info.contact`
    pub contact: Option<Contact>,
    /// `info.license`
    pub license: Option<License>,
    /// `externalDocs`
    pub external_docs: Option<ExternalDocs>,
    /// The servers for the whole document.
    pub servers: Vec<Server>,
    /// The security requirements of operations that don't define their own.
    pub security: Vec<Requirement>,
    /// The security schemes, in document order.
    pub schemes: Vec<SecurityScheme>,
    /// The tags in display order. Tags that only operations mention come last. If the document has no tags, docgen
    /// generates tags from the paths.
    pub tags: Vec<Tag>,
    /// Titled groups of tags (`x-tagGroups`, or parent tags in OpenAPI 3.2). If there are groups, every tag is in a group.
    pub groups: Vec<TagGroup>,
    /// The operations in `paths`, in document order.
    pub operations: Vec<Operation>,
    /// The operations in `webhooks` (`x-webhooks`). The path of each operation is the webhook's name.
    pub webhooks: Vec<Operation>,
    /// Every schema.
    pub schemas: Schemas,
    /// Every description. Identical text is stored only once.
    pub texts: Vec<Text>,
    /// Every file that the document was read from, starting with the root file.
    pub files: Vec<SourcePath>,
    /// Published extensions of the document and of `info`.
    pub extra: Extra,
    /// The values of keys that aren't published: private extensions and unknown keys. Each value is in the file with this
    /// index in `files`.
    pub(crate) private: HashSet<(u32, NodeId)>,
}

impl Api {
    /// Returns an operation or a webhook.
    pub(crate) fn operation(&self, which: OperationRef) -> &Operation {
        match which {
            OperationRef::Path(index) => &self.operations[index as usize],
            OperationRef::Webhook(index) => &self.webhooks[index as usize],
        }
    }

    /// Returns the name that people use for an operation: its method and path, or the webhook's name.
    pub(crate) fn address(&self, which: OperationRef) -> String {
        let Operation { method, path, .. } = self.operation(which);
        if which.is_webhook() { path.to_string() } else { format!("{method} {path}") }
    }

    /// Iterates over every operation, then every webhook.
    pub(crate) fn all_operations(&self) -> impl Iterator<Item = OperationRef> + use<> {
        let (paths, webhooks) = (self.operations.len() as u32, self.webhooks.len() as u32);
        (0..paths).map(OperationRef::Path).chain((0..webhooks).map(OperationRef::Webhook))
    }

    /// Returns the URL of the terms of service, unless the license has the same URL.
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
#[derive(Debug, Default)]
pub struct Contact {
    /// The name.
    pub name: Option<Box<str>>,
    /// A validated URL.
    pub url: Option<Box<str>>,
    /// An email address.
    pub email: Option<Box<str>>,
}

/// `license`
#[derive(Debug, Default)]
pub struct License {
    /// The name.
    pub name: Box<str>,
    /// The SPDX expression.
    pub identifier: Option<Box<str>>,
    /// A validated URL.
    pub url: Option<Box<str>>,
}

impl License {
    /// Returns the label: the name and, if it's different, the SPDX expression.
    pub fn label(&self) -> Cow<'_, str> {
        match (&*self.name, &self.identifier) {
            ("", Some(identifier)) => identifier.as_ref().into(),
            (name, Some(identifier)) if name != &**identifier => format!("{name} ({identifier})").into(),
            (name, _) => name.into(),
        }
    }
}

/// A server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Server {
    /// The URL, with `{name}` in place of each variable. The URL is relative or uses HTTP or HTTPS.
    pub url: Box<str>,
    /// The name (3.2).
    pub name: Option<Box<str>>,
    /// The description.
    pub description: Option<TextId>,
    /// The variables, in document order. Every `{name}` in the URL has a variable.
    pub variables: Vec<Variable>,
}

/// A variable in a server's URL.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variable {
    /// The name.
    pub name: Box<str>,
    /// The default value, or `None` if the reader has to enter a value.
    pub default: Option<Box<str>>,
    /// The allowed values. If any value is allowed, the list is empty.
    pub values: Vec<Box<str>>,
    /// The description.
    pub description: Option<TextId>,
}

/// A tag.
#[derive(Debug, Default)]
pub struct Tag {
    /// The name in operations.
    pub name: Box<str>,
    /// The label: `x-displayName`, `summary` (3.2), or the name.
    pub label: Box<str>,
    /// The slug of the tag's page, which is unique in the document.
    pub slug: Box<str>,
    /// The description.
    pub description: Option<TextId>,
    /// The external documentation.
    pub external_docs: Option<ExternalDocs>,
    /// Whether the tag is only a label: its `kind` (3.2) isn't `nav`, and all its operations are also listed under
    /// other tags. The tag's page lists the operations, but the sidebar and the first page don't contain the tag.
    pub mark: bool,
    /// The index of the parent tag (3.2) in [`Api::tags`].
    pub parent: Option<u32>,
    /// The indexes of the operations in [`Api::operations`], in document order.
    pub operations: Vec<u32>,
    /// The indexes of the webhooks in [`Api::webhooks`].
    pub webhooks: Vec<u32>,
    /// The location.
    pub place: Place,
    /// Published extensions.
    pub extra: Extra,
}

impl Tag {
    /// Iterates over the tag's operations, then its webhooks.
    pub(crate) fn all_operations(&self) -> impl Iterator<Item = OperationRef> {
        let paths = self.operations.iter().copied().map(OperationRef::Path);
        paths.chain(self.webhooks.iter().copied().map(OperationRef::Webhook))
    }
}

/// A titled group of tags.
#[derive(Debug, Default)]
pub struct TagGroup {
    /// The title.
    pub label: Box<str>,
    /// The indexes in [`Api::tags`].
    pub tags: Vec<u32>,
}

/// A method of a path, or a webhook.
#[derive(Debug, Default)]
pub struct Operation {
    /// The slug of the operation's page, which is unique in the document.
    pub slug: Box<str>,
    /// The method in uppercase. `additionalOperations` (3.2) can contain any method.
    pub method: Box<str>,
    /// The path with `{name}` in place of each parameter, or the name of a webhook.
    pub path: Box<str>,
    /// `operationId`
    pub id: Option<Box<str>>,
    /// The title of the operation's page: `summary`, the operation ID split into words, or the method and path.
    pub title: Box<str>,
    /// The description of the operation or, if there's none, the description of the path.
    pub description: Option<TextId>,
    /// The path's summary and description, except text that's already the operation's description.
    pub about_path: Vec<TextId>,
    /// `deprecated`
    pub deprecated: bool,
    /// The external documentation.
    pub external_docs: Option<ExternalDocs>,
    /// The indexes of the tags in [`Api::tags`]. The operation is listed under the first tag. An operation in `paths`
    /// has at least one tag, but a webhook can have none.
    pub tags: Vec<u32>,
    /// The applicable servers. The operation's servers take precedence over the path's servers, which take precedence
    /// over the document's servers.
    pub servers: Vec<Server>,
    /// The alternative security requirements, or `None` if neither the operation nor the document specifies any.
    pub security: Option<Vec<Requirement>>,
    /// The parameters, including the path's parameters, in document order. Each combination of location and name is
    /// unique.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<RequestBody>,
    /// The responses, in document order.
    pub responses: Vec<Response>,
    /// The callbacks.
    pub callbacks: Vec<Callback>,
    /// `x-codeSamples` and `x-code-samples`.
    pub samples: Vec<CodeSample>,
    /// Published extensions.
    pub extra: Extra,
    /// The faults that the operation's page shows.
    pub faults: Vec<Box<str>>,
    /// The location.
    pub place: Place,
}

impl Operation {
    /// Whether the title differs from the method and path.
    pub fn is_named(&self) -> bool {
        self.title.strip_prefix(&*self.method).and_then(|rest| rest.strip_prefix(' ')) != Some(&*self.path)
    }
}

/// An operation in `paths`, or a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperationRef {
    /// The index in [`Api::operations`].
    Path(u32),
    /// The index in [`Api::webhooks`].
    Webhook(u32),
}

impl OperationRef {
    /// Whether the server sends the request.
    pub(crate) fn is_webhook(self) -> bool {
        matches!(self, OperationRef::Webhook(_))
    }
}

/// The subject of a page.
#[derive(Clone, Copy, Debug, Hash)]
pub enum Subject {
    /// The document.
    Intro,
    /// A tag, by its index in [`Api::tags`].
    Tag(usize),
    /// An operation or webhook.
    Operation(OperationRef),
    /// A schema.
    Schema(SchemaId),
    /// The changes in each version.
    Changes,
    /// Everything except the changes.
    Whole,
}

/// The location of a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ParameterIn {
    /// A segment of the path.
    Path,
    /// The query.
    #[default]
    Query,
    /// The whole query (3.2).
    QueryString,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

impl ParameterIn {
    /// The locations and their names in a document.
    pub(crate) const NAMES: [(ParameterIn, &'static str); 5] = [
        (ParameterIn::Path, "path"),
        (ParameterIn::Query, "query"),
        (ParameterIn::QueryString, "querystring"),
        (ParameterIn::Header, "header"),
        (ParameterIn::Cookie, "cookie"),
    ];

    /// Returns the location's name in a document.
    pub(crate) fn name(self) -> &'static str {
        ParameterIn::NAMES[self as usize].1
    }
}

/// The encoding of a value in a parameter or form (OpenAPI 3.2, "Style Values"). `TabDelimited` is 2.0's `tsv`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
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
    TabDelimited,
    DeepObject,
    Cookie,
}

/// A request parameter, or a header of a response or part.
#[derive(Clone, Debug, Default)]
pub struct Parameter {
    /// The name.
    pub name: Box<str>,
    /// The location.
    pub location: ParameterIn,
    /// The description.
    pub description: Option<TextId>,
    /// Whether the parameter or header is required.
    pub required: bool,
    /// `deprecated`
    pub deprecated: bool,
    /// `allowEmptyValue`
    pub allow_empty: bool,
    /// The encoding of the value.
    pub style: Style,
    /// Whether each item or member is a separate parameter.
    pub explode: bool,
    /// Whether reserved characters are sent without encoding.
    pub allow_reserved: bool,
    /// The schema: `schema`, or the schema in `content`.
    pub schema: Option<SchemaId>,
    /// The media type of `content`.
    pub media_type: Option<Box<str>>,
    /// The document's examples.
    pub examples: Vec<Example>,
    /// The site's default value, as a reader would enter it.
    pub preset: Option<Box<str>>,
    /// The location in the document.
    pub place: Place,
    /// Published extensions.
    pub extra: Extra,
}

/// A request body.
#[derive(Debug, Default)]
pub struct RequestBody {
    /// The description.
    pub description: Option<TextId>,
    /// Whether the body is required.
    pub required: bool,
    /// The representations by media type, in document order.
    pub content: Vec<MediaType>,
    /// Published extensions.
    pub extra: Extra,
}

/// A representation in one media type.
#[derive(Debug, Default)]
pub struct MediaType {
    /// The name, such as `application/json`, or a range, such as `image/*`.
    pub name: Box<str>,
    /// The schema.
    pub schema: Option<SchemaId>,
    /// The schema of each item in a stream (3.2).
    pub item_schema: Option<SchemaId>,
    /// The document's examples. The schema's own examples are stored with the schema.
    pub examples: Vec<Example>,
    /// The encodings of properties in a form or multipart body.
    pub encoding: Vec<Encoding>,
    /// The location.
    pub place: Place,
    /// Published extensions.
    pub extra: Extra,
}

/// An example.
#[derive(Clone, Debug)]
pub struct Example {
    /// The key, or `""` for a single example.
    pub name: Box<str>,
    /// A short title.
    pub summary: Option<Box<str>>,
    /// The description.
    pub description: Option<TextId>,
    /// The value.
    pub value: ExampleValue,
    /// The location in the document.
    pub place: Place,
}

/// The value of an example.
#[derive(Clone, Debug)]
pub enum ExampleValue {
    /// A value, to be written in the format of the media type.
    Value(Json),
    /// The text to send (3.2's `serializedValue`).
    Text(Box<str>),
    /// The validated URL of an external example.
    External(Box<str>),
}

/// The encoding of a property in a form or multipart body.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    /// The name of the property; `""` for the items of a list (3.2's `itemEncoding`).
    pub property: Box<str>,
    /// The media type of the part.
    pub content_type: Option<Box<str>>,
    /// The headers of the part.
    pub headers: Vec<Parameter>,
    /// The style in a form, if specified.
    pub style: Option<Style>,
    /// Whether each item or member is a separate field, if specified.
    pub explode: Option<bool>,
    /// Whether reserved characters are sent without encoding.
    pub allow_reserved: bool,
}

/// A response.
#[derive(Debug, Default)]
pub struct Response {
    /// The status, such as `200`, `4XX`, or `default`.
    pub status: Box<str>,
    /// A short title (3.2).
    pub summary: Option<Box<str>>,
    /// The description.
    pub description: Option<TextId>,
    /// The headers.
    pub headers: Vec<Parameter>,
    /// The representations by media type, in document order.
    pub content: Vec<MediaType>,
    /// The response links.
    pub links: Vec<Link>,
    /// The location.
    pub place: Place,
    /// Published extensions.
    pub extra: Extra,
}

/// A response link: an operation to call next.
#[derive(Debug, Default)]
pub struct Link {
    /// The key.
    pub name: Box<str>,
    /// The description.
    pub description: Option<TextId>,
    /// The index of the target operation in [`Api::operations`].
    pub operation: Option<u32>,
    /// `operationId` or `operationRef` as written.
    pub target: Box<str>,
    /// The parameters, each with a value or a runtime expression.
    pub parameters: Vec<(Box<str>, Json)>,
    /// The body, as a value or runtime expression.
    pub body: Option<Json>,
    /// The target operation's server, if it differs from the current server.
    pub server: Option<Server>,
}

/// A callback.
#[derive(Debug, Default)]
pub struct Callback {
    /// The key.
    pub name: Box<str>,
    /// The operations. The path of each operation is a runtime expression.
    pub operations: Vec<Operation>,
}

/// A code sample from the document.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CodeSample {
    /// The language, as written.
    pub lang: Box<str>,
    /// The tab label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<str>>,
    /// The code.
    pub source: Box<str>,
}

impl CodeSample {
    /// Returns the language for a code block.
    pub(crate) fn language(&self) -> String {
        self.lang.split_whitespace().next().unwrap_or_default().to_lowercase()
    }
}
