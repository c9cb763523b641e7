//! What a page of a document holds: [`Block`]s in the order they are read, and the schemas among them as one tree.
//!
//! Takes an operation, a tag, a schema or the whole document. Whoever writes a page as HTML or as Markdown, searches it,
//! checks links to it or decides which schemas need a page reads these blocks, so that all of them see the same page. A new
//! kind of block does not compile before each of them says what it does with it. It must not know of HTML, of wording or of
//! routes.

mod build;
#[cfg(test)]
mod tests;

use super::tree::{Row, RowId, Tree};
use super::{
    Callback, Direction, ExternalDocs, Extra, Header, MediaType, Operation, OperationRef, Parameter,
    ParameterIn, RequestBody, Requirement, Response, SchemaId, SecurityScheme, Server, TextId,
};

pub(crate) use build::{bare, needed_schemas, of_page, segment};

/// The ids of the sections of an operation's page.
pub(crate) const OPERATION: &[&str] = &[
    "request",
    "request-body",
    "responses",
    "callbacks",
    "path-parameters",
    "query-parameters",
    "header-parameters",
    "cookie-parameters",
    "query-string",
    "authorization",
];
/// The ids of the sections of a document's first page.
pub(crate) const INTRO: &[&str] = &["api-servers", "api-authentication", "api-operations", "api-about"];
/// The ids of the sections of a tag's page.
pub(crate) const TAG: &[&str] = &["api-operations", "api-webhooks", "api-groups"];
/// The id of what a schema's page shows.
pub(crate) const SCHEMA: &[&str] = &["schema"];

/// What a page holds.
pub(crate) struct Blocks<'a> {
    /// In the order they are read.
    pub all: Vec<Block<'a>>,
    /// The rows of all their schemas; none where they were not asked for.
    pub tree: Tree<'a>,
}

/// A part of a page.
pub(crate) enum Block<'a> {
    /// The version, licence, contact, terms and summary of the document.
    About,
    /// The method and path of an operation, or the name of a webhook.
    Address(&'a Operation),
    /// The further tags of an operation: indexes in [`Api::tags`](super::Api::tags).
    Tags(&'a [u32]),
    /// What an operation is called, and whether it is deprecated.
    Status(&'a Operation),
    /// What is wrong with an operation.
    Faults(&'a [Box<str>]),
    /// A description, and the ids of the sections that the page may have besides those in it.
    Text(TextId, &'static [&'static str]),
    /// Where there is more to read.
    Docs(&'a ExternalDocs),
    /// What a path says for all its operations.
    AboutPath(&'a [TextId]),
    /// A heading.
    Heading(Heading),
    /// Servers.
    Servers {
        /// Which.
        servers: &'a [Server],
        /// Whether the address of the request shows all that a reader needs.
        obvious: bool,
    },
    /// Security schemes in full.
    Schemes(&'a [SecurityScheme]),
    /// What has to be shown to be let in.
    Authorization {
        /// One of these suffices.
        requirements: &'a [Requirement],
        /// Whether nothing is needed and nobody would expect otherwise.
        obvious: bool,
    },
    /// The parameters of a request.
    Parameters(Parameters<'a>),
    /// The body of a request.
    Body(BodyBlock<'a>),
    /// Code that sends the request.
    Sample(&'a Operation),
    /// The responses.
    Responses(Vec<ResponseBlock<'a>>),
    /// What the server calls.
    Callbacks(Vec<CallbackBlock<'a>>),
    /// Extensions that are shown as they are.
    Extra(&'a Extra),
    /// All tags in their groups, and the webhooks that have no tag.
    Index(Vec<OperationRef>),
    /// Tags that belong to another one: indexes in [`Api::tags`](super::Api::tags).
    Groups(Vec<usize>),
    /// The operations and webhooks of a tag.
    Operations(Vec<OperationRef>, Vec<OperationRef>),
    /// That there is nothing below a tag.
    Nothing,
    /// A schema and what it describes itself as.
    Schema(Slot, Option<TextId>),
    /// An example of a schema.
    Example(SchemaId),
}

/// A heading: a message of the interface.
pub(crate) struct Heading {
    /// 2 to 6, or more.
    pub level: u8,
    /// Its id; none where the block below it says in few words what it is.
    pub id: Option<String>,
    /// The key of the message.
    pub key: &'static str,
}

/// A schema and what it is called in addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// What the anchors of its rows begin with, unique among the slots of a page.
    pub anchor: String,
    /// Index in [`Tree::roots`]; none where there is no schema.
    pub root: Option<usize>,
}

impl Slot {
    /// The row of its schema.
    pub(crate) fn row(&self, tree: &Tree<'_>) -> Option<RowId> {
        tree.roots.get(self.root?).copied()
    }

    /// The same with what it says.
    pub(crate) fn find<'t, 'a>(&self, tree: &'t Tree<'a>) -> Option<&'t Row<'a>> {
        Some(&tree[self.row(tree)?])
    }
}

/// The parameters of a request.
pub(crate) struct Parameters<'a> {
    /// In the order of the operation.
    pub rows: Vec<(&'a Parameter, Slot)>,
    /// The level of the headings of their places.
    level: u8,
    /// What the ids of those begin with.
    prefix: String,
}

impl<'a> Parameters<'a> {
    /// Those of each place that has some, under its heading.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Heading, Vec<&(&'a Parameter, Slot)>)> {
        PLACES.iter().filter_map(|(location, id, key)| {
            let here: Vec<_> = self.rows.iter().filter(|(one, _)| one.location == *location).collect();
            let id = Some(format!("{}{id}", self.prefix));
            (!here.is_empty()).then_some((Heading { level: self.level, id, key }, here))
        })
    }
}

/// The parameters of each place: the id of its section, and the message that is its title.
const PLACES: [(ParameterIn, &str, &str); 5] = [
    (ParameterIn::Path, "path-parameters", "api_path_parameters"),
    (ParameterIn::Query, "query-parameters", "api_query_parameters"),
    (ParameterIn::QueryString, "query-string", "api_query_string"),
    (ParameterIn::Header, "header-parameters", "api_header_parameters"),
    (ParameterIn::Cookie, "cookie-parameters", "api_cookie_parameters"),
];

/// The body of a request.
pub(crate) struct BodyBlock<'a> {
    /// Its own words.
    pub body: &'a RequestBody,
    /// The level and the id of its heading.
    pub level: u8,
    /// See `level`.
    pub id: String,
    /// What it is made of.
    pub content: Content<'a>,
}

/// What is sent, by media type.
pub(crate) struct Content<'a> {
    /// The media types.
    pub media: Vec<MediaBlock<'a>>,
    /// Which way it goes.
    pub direction: Direction,
    /// Whether the reader sends it: a sample of the request shows it.
    pub sampled: bool,
}

/// A media type and the schemas of it.
pub(crate) struct MediaBlock<'a> {
    /// Its own words.
    pub media: &'a MediaType,
    /// The schema of the whole.
    pub schema: Slot,
    /// The first media type before it that has the same schema.
    pub same: Option<&'a MediaType>,
    /// The schema of each item of a stream.
    pub item: Slot,
    /// The headers of each encoded part.
    pub headers: Vec<Headers<'a>>,
}

/// Headers with their schemas.
pub(crate) type Headers<'a> = Vec<(&'a Header, Slot)>;

/// A response.
pub(crate) struct ResponseBlock<'a> {
    /// Its own words.
    pub response: &'a Response,
    /// The level of its heading.
    pub level: u8,
    /// Its id; none where that of its schema is the same.
    pub id: Option<String>,
    /// Its headers.
    pub headers: Headers<'a>,
    /// What it brings.
    pub content: Content<'a>,
}

/// What the server calls.
pub(crate) struct CallbackBlock<'a> {
    /// Its own words.
    pub callback: &'a Callback,
    /// The level and the id of its heading.
    pub level: u8,
    /// See `level`.
    pub id: String,
    /// What is read about each of its operations.
    pub operations: Vec<Vec<Block<'a>>>,
}
