//! Parts that any object in a document can have: a description, a location, external documentation, and extensions.

use std::collections::BTreeMap;

use super::json::Json;
use crate::diag::Span;
use crate::markdown::Document;

/// The index of a [`Text`] in [`super::Api::texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextId(pub u32);

/// A description, in GitHub Flavored Markdown.
#[derive(Debug)]
pub struct Text {
    /// The text as written.
    pub source: Box<str>,
    /// The parsed text. The spans in the text are offsets into `source`.
    pub document: Document,
    /// The location of the text's first occurrence.
    pub place: Place,
}

/// A location in a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// The index of the file in [`super::Api::files`].
    pub file: u32,
    /// The JSON pointer in that file (RFC 6901).
    pub pointer: Box<str>,
    /// The byte range of the value's key or, if there's no key, of the value.
    pub span: Span,
}

/// `externalDocs`
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalDocs {
    /// A validated URL.
    pub url: Box<str>,
    /// The description.
    pub description: Option<TextId>,
}

/// Published keywords, by name: extensions and unknown keywords.
pub(crate) type Extra = BTreeMap<Box<str>, Json>;
