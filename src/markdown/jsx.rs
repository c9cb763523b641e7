//! JSX and JavaScript that the scanner finds in Markdown.

use std::ops::Range;

/// A tag, an expression, or statements.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Jsx<'a> {
    pub kind: JsxKind<'a>,
    /// The code as written. The code is in pieces, because each line can start with container markers. Each piece has
    /// its offset in the source. The pieces include the line breaks.
    pub code: Vec<(usize, &'a str)>,
    /// The source ranges of unquoted attribute values, which HTML allows.
    pub bare: Vec<Range<usize>>,
    /// Whether this is a block instead of a part of a paragraph.
    pub is_block: bool,
}

/// The kind of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum JsxKind<'a> {
    /// A start tag, with its name as written. The name of a fragment is empty.
    Start(&'a str),
    /// An end tag, with its name as written.
    End(&'a str),
    /// A self-closing tag, with its name as written.
    Empty(&'a str),
    /// An expression or a comment, with its braces.
    Expression,
    /// `import` and `export` statements.
    Script,
}
