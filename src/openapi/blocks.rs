//! The content of API pages: [`Block`]s in reading order, with their schemas as one tree.
//!
//! Takes an operation, a tag, a schema, or the whole document. These blocks are the only source of a page's content for
//! the HTML and Markdown writers, the search index, the link checker, and the code that decides which schemas need a
//! page. If you add a kind of block, the project doesn't compile until all of this code handles the new kind. This
//! module must not depend on HTML, UI strings, or routes.

mod build;
#[cfg(test)]
mod tests;

use super::{
    Callback, Direction, ExternalDocs, Extra, MediaType, Operation, OperationRef, Parameter, ParameterIn,
    RequestBody, Requirement, Response, SchemaId, SecurityScheme, Server, TextId,
    history::{Mark, Release},
    tree::{Row, RowId, Tree},
};

pub(crate) use build::{needed_schemas, of_page, segment};

/// The section IDs on an operation's page.
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
    TRY_IT,
];
/// The ID of an operation's request samples and request form.
pub(crate) const TRY_IT: &str = "try-it";
/// The section IDs on a document's first page.
pub(crate) const INTRO: &[&str] = &["api-servers", "api-authentication", "api-operations", "api-about"];
/// The section IDs on a tag's page.
pub(crate) const TAG: &[&str] = &["api-operations", "api-webhooks", "api-groups"];
/// The section ID on a schema's page.
pub(crate) const SCHEMA: &[&str] = &["schema"];

/// The content of a page.
pub(crate) struct Blocks<'a> {
    /// The blocks in reading order.
    pub all: Vec<Block<'a>>,
    /// The rows of all schemas.
    pub tree: Tree<'a>,
}

/// A part of a page.
pub(crate) enum Block<'a> {
    /// The version, license, contact, terms, and summary of the document.
    About,
    /// The method and path of an operation, or the name of a webhook.
    Address(&'a Operation),
    /// The indexes of an operation's other tags in [`Api::tags`](super::Api::tags).
    Tags(&'a [u32]),
    /// The title of an operation, and whether it's deprecated.
    Status(&'a Operation),
    /// The faults of an operation.
    Faults(&'a [Box<str>]),
    /// A description, and the IDs of the page's other sections.
    Text(TextId, &'static [&'static str]),
    /// External documentation.
    Docs(&'a ExternalDocs),
    /// The summary and description of a path.
    AboutPath(&'a [TextId]),
    /// A heading.
    Heading(Heading),
    /// Servers.
    Servers {
        /// The servers.
        servers: &'a [Server],
        /// Whether the request's URL already shows everything about the servers.
        obvious: bool,
    },
    /// The security schemes, with all details.
    Schemes(&'a [SecurityScheme]),
    /// The authorization.
    Authorization {
        /// The alternatives.
        requirements: &'a [Requirement],
        /// Whether no authorization is required and readers don't expect any.
        obvious: bool,
    },
    /// The parameters of a request.
    Parameters(Parameters<'a>),
    /// The body of a request.
    Body(BodyBlock<'a>),
    /// Code samples for the request.
    Sample(&'a Operation),
    /// The responses.
    Responses(Vec<ResponseBlock<'a>>),
    /// The callbacks.
    Callbacks(Vec<CallbackBlock<'a>>),
    /// Published extensions.
    Extra(&'a Extra),
    /// All tags, by group, and the webhooks without a tag.
    Index(Vec<OperationRef>),
    /// The indexes of child tags in [`Api::tags`](super::Api::tags).
    Groups(Vec<usize>),
    /// The operations and webhooks of a tag.
    Operations(Vec<OperationRef>, Vec<OperationRef>),
    /// A note that a tag is empty.
    Nothing,
    /// A schema and its description.
    Schema(Slot, Option<TextId>),
    /// An example of a schema.
    Example(SchemaId),
    /// The ID of a version's section, and the changes in the version.
    Release(&'a str, &'a Release),
}

impl Block<'_> {
    /// Whether the block introduces the page. The sections come after these blocks.
    pub(crate) fn is_opening(&self) -> bool {
        matches!(
            self,
            Block::About
                | Block::Address(_)
                | Block::Tags(_)
                | Block::Status(_)
                | Block::Faults(_)
                | Block::Text(..)
                | Block::Docs(_)
                | Block::AboutPath(_)
                | Block::Schema(..)
        )
    }
}

/// A heading whose text is a UI string.
pub(crate) struct Heading {
    /// The heading level: 2 or higher.
    pub level: u8,
    /// The heading's ID, or `None` if the next block has the ID.
    pub id: Option<String>,
    /// The key of the UI string.
    pub key: &'static str,
}

/// A schema and the prefix of its anchors.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Slot {
    /// The prefix of the schema's row anchors. The prefix is unique on a page.
    pub anchor: String,
    /// The index in [`Tree::roots`], or `None` if there is no schema.
    pub root: Option<usize>,
    /// The mark of the parameter or header.
    pub mark: Mark,
}

impl Slot {
    /// Returns the ID of the schema's row.
    pub(crate) fn row(&self, tree: &Tree<'_>) -> Option<RowId> {
        tree.roots.get(self.root?).copied()
    }

    /// Returns the schema's row.
    pub(crate) fn find<'t, 'a>(&self, tree: &'t Tree<'a>) -> Option<&'t Row<'a>> {
        Some(&tree[self.row(tree)?])
    }
}

/// The parameters of a request.
pub(crate) struct Parameters<'a> {
    /// The parameters, in the same order as in the operation.
    pub rows: Vec<(&'a Parameter, Slot)>,
    /// The heading level.
    level: u8,
    /// The prefix of the headings' IDs.
    prefix: String,
}

impl<'a> Parameters<'a> {
    /// Returns the parameters grouped by location, each group with its heading.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Heading, Vec<&(&'a Parameter, Slot)>)> {
        PLACES.iter().filter_map(|(location, id, key)| {
            let here: Vec<_> = self.rows.iter().filter(|(one, _)| one.location == *location).collect();
            let id = Some(format!("{}{id}", self.prefix));
            (!here.is_empty()).then_some((Heading { level: self.level, id, key }, here))
        })
    }
}

/// The parameter locations, each with its section ID and the key of its heading's UI string.
const PLACES: [(ParameterIn, &str, &str); 5] = [
    (ParameterIn::Path, "path-parameters", "api_path_parameters"),
    (ParameterIn::Query, "query-parameters", "api_query_parameters"),
    (ParameterIn::QueryString, "query-string", "api_query_string"),
    (ParameterIn::Header, "header-parameters", "api_header_parameters"),
    (ParameterIn::Cookie, "cookie-parameters", "api_cookie_parameters"),
];

/// The body of a request.
pub(crate) struct BodyBlock<'a> {
    /// The body.
    pub body: &'a RequestBody,
    /// The heading level.
    pub level: u8,
    /// The heading ID.
    pub id: String,
    /// The content.
    pub content: Content<'a>,
    /// The mark of the body.
    pub mark: Mark,
}

/// The content of a body, by media type.
pub(crate) struct Content<'a> {
    /// The media types.
    pub media: Vec<MediaBlock<'a>>,
    /// The direction of the values.
    pub direction: Direction,
    /// Whether the reader sends the body. If so, a request sample shows the body.
    pub sampled: bool,
}

/// A media type with its schemas.
pub(crate) struct MediaBlock<'a> {
    /// The media type.
    pub media: &'a MediaType,
    /// The schema of the whole value.
    pub schema: Slot,
    /// The first of the earlier media types that have the same schema.
    pub same: Option<&'a MediaType>,
    /// The schema of each item in a stream.
    pub item: Slot,
    /// The headers of each encoded part.
    pub headers: Vec<Headers<'a>>,
}

/// Headers with their schemas.
pub(crate) type Headers<'a> = Vec<(&'a Parameter, Slot)>;

/// A response.
pub(crate) struct ResponseBlock<'a> {
    /// The response.
    pub response: &'a Response,
    /// The heading level.
    pub level: u8,
    /// The ID, or `None` if the schema has the same ID.
    pub id: Option<String>,
    /// The headers.
    pub headers: Headers<'a>,
    /// The content.
    pub content: Content<'a>,
    /// The mark of the response.
    pub mark: Mark,
}

/// A callback.
pub(crate) struct CallbackBlock<'a> {
    /// The callback.
    pub callback: &'a Callback,
    /// The heading level.
    pub level: u8,
    /// The heading ID.
    pub id: String,
    /// The blocks of each operation.
    pub operations: Vec<Vec<Block<'a>>>,
}
