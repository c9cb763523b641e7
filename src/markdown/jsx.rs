//! JSX and JavaScript that the scanner finds in Markdown.

use std::ops::Range;

/// A tag, an expression, or statements.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Jsx<'a> {
    pub kind: JsxKind<'a>,
    /// The original code, in pieces, because each line can start with container markers. Each piece is stored with its
    /// offset in the source. The pieces include the line breaks.
    pub code: Vec<(usize, &'a str)>,
    /// The source ranges of unquoted attribute values, which HTML allows.
    pub bare: Vec<Range<usize>>,
    /// The source ranges of quoted attribute values, including the quotation marks.
    pub quoted: Vec<Range<usize>>,
    /// Whether the code is a block instead of part of a paragraph.
    pub is_block: bool,
}

/// The kind of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum JsxKind<'a> {
    /// A start tag, with its original name. A fragment's name is empty.
    Start(&'a str),
    /// An end tag, with its original name.
    End(&'a str),
    /// A self-closing tag, with its original name.
    Empty(&'a str),
    /// An expression or a comment, including the braces.
    Expression,
    /// `import` and `export` statements.
    Script,
}
