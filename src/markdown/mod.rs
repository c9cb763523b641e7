//! Text to [`Document`]: front matter, Markdown, heading ids, highlighted code.
//!
//! Takes the text of one source and gives its document with every fact the rest of docgen needs about it: headings,
//! links and images as they were written, with their places. It must not know of routes, navigation, other documents
//! or the chunk format: links are resolved in `site::links`, HTML is written once in `render::content`.

pub mod front_matter;
pub mod highlight;

use crate::diag::Span;
pub use front_matter::FrontMatter;

/// One parsed Markdown file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The settings at the top of the file.
    pub front_matter: FrontMatter,
    /// Where the Markdown begins in the source, after the front matter.
    pub body_start: u32,
    /// Every string of the events: the Markdown that was parsed, then what had to be made (decoded entities).
    pub text: Box<str>,
    /// The content, in reading order. The first level-one heading is not among them: it is [`Document::title`].
    pub events: Vec<Event>,
    /// The first level-one heading at the start of the body, as plain text.
    pub title: Option<Box<str>>,
    /// The headings, in reading order; [`Element::Heading`] holds an index.
    pub headings: Vec<Heading>,
    /// The links, in reading order; [`Element::Link`] and cards hold an index.
    pub links: Vec<Link>,
    /// The images, in reading order; [`Event::Image`] holds an index.
    pub images: Vec<Image>,
    /// The code blocks, in reading order; [`Event::Code`] holds an index.
    pub code: Vec<CodeBlock>,
    /// The names of the islands on the page, each once, sorted.
    pub islands: Vec<Box<str>>,
    /// Number of words of prose, for the reading time.
    pub words: u32,
}

/// A stretch of [`Document::text`].
pub type TextSpan = Span;

/// One step of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An element begins.
    Open(()),
    /// The innermost open element, which is this one, ends.
    Close(()),
    /// Text, not yet escaped.
    Text(TextSpan),
    /// Inline code, not yet escaped.
    InlineCode(TextSpan),
    /// Raw HTML, block or inline, as written.
    Html(TextSpan),
    /// A line end inside a paragraph.
    SoftBreak,
    /// A forced line end.
    HardBreak,
    /// A thematic break.
    Rule,
    /// The box of a task list item; `true` is checked.
    Task(bool),
    /// A reference to a footnote: its number from 1, and which reference to it this is, from 1.
    FootnoteReference { number: u32, occurrence: u32 },
    /// A code block or diagram of [`Document::code`].
    Code(u32),
    /// An image of [`Document::images`].
    Image(u32),
}


/// A heading.
#[derive(Clone, Debug)]
pub struct Heading { pub level: u8, pub id: Box<str>, pub html: Box<str>, pub text: Box<str>, pub span: Span }
/// A link.
#[derive(Clone, Debug)]
pub struct Link { pub target: Box<str>, pub title: Option<Box<str>>, pub span: Span }
/// An image.
#[derive(Clone, Debug)]
pub struct Image { pub target: Box<str>, pub alt: Box<str>, pub title: Option<Box<str>>, pub span: Span, pub block: bool }
/// Code.
#[derive(Clone, Debug)]
pub struct CodeBlock {}
impl Document { pub fn plain_text(&self) -> String { String::new() } }
