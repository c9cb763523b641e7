//! What any object of a document may carry: a description, its place, links to more, extensions.

use std::collections::BTreeMap;

use super::json::Json;
use crate::diag::Span;
use crate::markdown::Document;

/// Index of a text in [`super::Api::texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextId(pub u32);

/// A description: CommonMark with the tables and autolinks of GFM.
#[derive(Clone, Debug)]
pub struct Text {
    /// As written.
    pub source: Box<str>,
    /// As read. Its spans are offsets into `source`.
    pub document: Document,
    /// Where it was first met.
    pub place: Place,
}

/// A place in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index in [`super::Api::files`].
    pub file: u32,
    /// RFC 6901, in that file.
    pub pointer: Box<str>,
    /// The bytes of the value's key, or of the value where it has none.
    pub span: Span,
}

/// `externalDocs`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalDocs {
    /// A checked address.
    pub url: Box<str>,
    /// What is there.
    pub description: Option<TextId>,
}

/// Keywords that are shown as they are, by name: extensions and what no dialect knows.
pub(crate) type Extra = BTreeMap<Box<str>, Json>;
