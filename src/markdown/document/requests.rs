//! The HTTP requests in code and text.

use serde::{Deserialize, Serialize};

use crate::diag::Span;
use crate::path::SourcePath;

/// An HTTP request in code.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The method, in uppercase.
    pub method: String,
    /// The URL, or a path that starts with `/`. Both can contain placeholders, such as `$HOST` or `{id}`.
    pub url: String,
    /// The query parameters that aren't part of the URL.
    pub query: Vec<Sent>,
    /// The body.
    pub body: Content,
    /// The URL's location in the source.
    pub span: Span,
    /// Whether the request belongs to an update, which describes the API at an earlier time.
    pub is_past: bool,
    /// The imported Markdown file that contains the request.
    pub file: Option<SourcePath>,
}

/// A named value in a request: a query parameter or a field of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Content,
    /// The name's location in the source, or an empty location if it's unknown.
    pub span: Span,
}

/// A value in a request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Content {
    /// A value that the request doesn't show, such as an expression, a placeholder, or the content of a file.
    #[default]
    Unknown,
    /// The text of a value without a type, as in a form or a query.
    Text(String),
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, as written.
    Number(String),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Content>),
    /// An object, or the fields of a form.
    Object(Vec<Sent>),
}

impl Content {
    /// Replaces the location of each name in the value.
    pub(in crate::markdown) fn relocate(&mut self, locate: &impl Fn(Span) -> Span) {
        match self {
            Content::Array(items) => items.iter_mut().for_each(|item| item.relocate(locate)),
            Content::Object(fields) => fields.iter_mut().for_each(|field| {
                field.span = locate(field.span);
                field.value.relocate(locate);
            }),
            _ => {}
        }
    }
}
