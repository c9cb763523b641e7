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
    Open(Element),
    /// The innermost open element, which is this one, ends.
    Close(Element),
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

/// What can hold other content. Numbers are indexes into the lists of the [`Document`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A paragraph; in a tight list its tags are left out.
    Paragraph,
    /// A heading of [`Document::headings`].
    Heading(u32),
    /// A block quote.
    BlockQuote,
    /// A list, with its first number when ordered.
    List(Option<u64>),
    /// A list item; `true` when it begins with a task box.
    Item { task: bool },
    /// A table.
    Table,
    /// The header row.
    TableHead,
    /// A row of the body. The first one opens the body.
    TableRow,
    /// A cell, in the head when its row is.
    TableCell(Align),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck-through text.
    Strikethrough,
    /// A link of [`Document::links`].
    Link(u32),
    /// An admonition, with its title, which is inline content opened by [`Element::AdmonitionTitle`].
    Admonition(Admonition),
    /// The title of the innermost admonition, card or details; absent when the kind's own word is the title.
    Title,
    /// A group of tabs; the strip of buttons is written from [`Element::Tab`]s inside.
    Tabs(TabsAttributes),
    /// One panel of the innermost group of tabs.
    Tab(TabAttributes),
    /// A disclosure whose first child is a [`Element::Title`].
    Details { open: bool },
    /// A grid of cards.
    Cards,
    /// A card, a link of [`Document::links`] when it has an address.
    Card(Option<u32>),
    /// A numbered list of steps.
    Steps,
    /// The notes at the end of the page.
    Footnotes,
    /// One note: its number, and how many references to it there are.
    Footnote { number: u32, references: u32 },
}
