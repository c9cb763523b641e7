//! The types of a parsed document. Plain data: how it comes about is in `build`, how it is written in `render`.
//!
//! It has two parts. Its [`Metadata`] is what all of the site asks for: it is small, and kept from one build to the
//! next. The rest is read by who shows or searches the document alone, and can be had again from its source.

use std::ops::{Deref, Range};
use std::sync::Arc;

use pulldown_cmark::Alignment;
use serde::{Deserialize, Serialize};

use super::FrontMatter;
use super::directives::DirectiveId;
use crate::diag::Span;

/// One parsed Markdown file: what is known of it, which it is asked for like for its own fields, and its content.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What is known of it.
    pub metadata: Arc<Metadata>,
    /// The text of the file, in which most strings of the events stand as they are shown.
    pub source: Arc<str>,
    /// The others, one after the other: entities decoded, escapes resolved.
    pub text: Box<str>,
    /// The content, in reading order. A level-one heading that opens the body is not among them: it is
    /// [`Metadata::title`].
    pub events: Vec<Event>,
    /// The code blocks and diagrams, in reading order; [`Event::Code`] holds an index.
    pub code: Vec<CodeBlock>,
    /// The groups of tabs, in reading order; [`Element::Tabs`] holds an index.
    pub tabs: Vec<Tabs>,
    /// The stretches of the events that raw HTML at the top of the page holds together, in reading order.
    pub html: Vec<Range<usize>>,
}

impl Deref for Document {
    type Target = Metadata;

    fn deref(&self) -> &Metadata {
        &self.metadata
    }
}

/// What is known of a Markdown file besides its content. All of it follows from the source and the options it was parsed
/// with; what is shown of a page elsewhere than in its own prose has to be here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// The settings at the top of the file.
    pub front_matter: FrontMatter,
    /// Where the Markdown begins in the source, after the front matter.
    pub body_start: u32,
    /// The level-one heading that opens the body, as plain text.
    pub title: Option<Box<str>>,
    /// The same heading as inline HTML, without links.
    pub title_html: Option<Box<str>>,
    /// The id of the same heading.
    pub title_id: Option<Box<str>>,
    /// The bytes of the same heading.
    pub title_span: Option<Span>,
    /// The other headings, in reading order; [`Element::Heading`] holds an index.
    pub headings: Vec<Heading>,
    /// The links, in reading order; [`Element::Link`] and [`Element::Card`] hold an index.
    pub links: Vec<Link>,
    /// The images, in reading order; [`Event::Image`] holds an index.
    pub images: Vec<Image>,
    /// The ids that raw HTML defines, sorted.
    pub anchors: Vec<Box<str>>,
    /// The names of the islands on the page, each once, sorted.
    pub islands: Vec<Box<str>>,
    /// The words that the diagrams begin with, which say their kinds, each once, sorted; an empty one for a diagram that raw
    /// HTML defines.
    pub diagrams: Vec<Box<str>>,
    /// Number of words of prose, for the reading time.
    pub words: u32,
    /// The first paragraph on one line, cut at a word to what a search result shows of it.
    pub summary: Option<Box<str>>,
    /// The event before which lists cut it, where its writer says so with `<!-- truncate -->`: the end of the outermost
    /// block that holds the mark.
    pub cut: Option<u32>,
    /// The length of all strings of the events in bytes.
    pub length: u32,
    /// What its highlighted code is called in the cache of such code.
    pub highlighted: Vec<u128>,
}

/// A string of a document: a stretch of [`Document::source`] and, after its end, of [`Document::text`].
pub(crate) type TextSpan = Span;

/// A heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The id of the heading, unique on the page.
    pub id: Box<str>,
    /// The heading as inline HTML for the table of contents: no links, no images.
    pub html: Box<str>,
    /// The heading as plain text.
    pub text: Box<str>,
    /// The heading in the source.
    pub span: Span,
}

/// A link, before anybody asked where it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The destination as written, escapes and entities resolved.
    pub target: Box<str>,
    /// The title, shown on hover.
    pub title: Option<Box<str>>,
    /// The destination in the source; the whole link when `replaceable` is false.
    pub span: Span,
    /// Whether `span` is the destination and nothing else.
    pub replaceable: bool,
}

/// An image, before anybody asked where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// The destination as written, escapes and entities resolved.
    pub target: Box<str>,
    /// What the image shows, as plain text.
    pub alt: Box<str>,
    /// The title; the caption of a block image.
    pub title: Option<Box<str>>,
    /// The destination in the source; the whole image when `replaceable` is false.
    pub span: Span,
    /// Whether `span` is the destination and nothing else.
    pub replaceable: bool,
    /// Whether it stands alone in its paragraph.
    pub block: bool,
    /// Whether it is an address in raw HTML, whose writer says the rest.
    pub raw: bool,
}

/// A block of code.
#[derive(Clone, Debug, Default)]
pub struct CodeBlock {
    /// The language as written, `""` when there is none.
    pub language: Box<str>,
    /// The title above the block.
    pub title: Option<Box<str>>,
    /// The code, escaped and with a span for each token, where a grammar has made it. No span crosses a line end; no line
    /// end after the last line.
    pub html: Option<Arc<str>>,
    /// The code as plain text, without its markers.
    pub text: TextSpan,
    /// The marks of the lines, one for each line; empty when no line has one.
    pub marks: Vec<Option<LineMark>>,
    /// The number of the first line, when numbers are shown.
    pub first_number: Option<u32>,
    /// Whether this is the source of a diagram, which an island draws.
    pub diagram: bool,
}

/// What is said about one line of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineMark {
    /// Highlighted.
    Mark,
    /// Added.
    Add,
    /// Removed.
    Remove,
    /// Wrong.
    Error,
    /// Suspicious.
    Warning,
    /// What the reader should look at; the others step back.
    Focus,
}

/// A group of tabs.
#[derive(Clone, Debug, Default)]
pub struct Tabs {
    /// Groups of one name switch together.
    pub group: Option<Box<str>>,
    /// The query parameter that mirrors the choice.
    pub query: Option<Box<str>>,
    /// Index of the tab that is open at first.
    pub selected: u32,
    /// The tabs, in reading order.
    pub tabs: Vec<Tab>,
}

/// One tab.
#[derive(Clone, Debug)]
pub struct Tab {
    /// What its button says, as plain text.
    pub label: Box<str>,
    /// What is remembered when it is chosen.
    pub value: Box<str>,
}

/// One step of the content.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// An address of this site in the raw HTML before and after it, between double quotes.
    Address(Address),
    /// A line end inside a paragraph.
    SoftBreak,
    /// A forced line end.
    HardBreak,
    /// A thematic break.
    Rule,
    /// The box of a task list item; `true` is checked.
    Task(bool),
    /// A reference to a footnote.
    FootnoteReference {
        /// The number of the note, from 1.
        number: u32,
        /// Which reference to the note this is, from 1.
        occurrence: u32,
    },
    /// A code block or diagram of [`Document::code`].
    Code(u32),
    /// An image of [`Metadata::images`].
    Image(u32),
}

/// An address in raw HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// One of [`Metadata::links`].
    Link(u32),
    /// One of [`Metadata::images`].
    Image(u32),
}

/// What can hold other content. Numbers are indexes into the lists of the [`Document`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// A paragraph. In a tight list there are none.
    Paragraph,
    /// An image that stands alone and has a caption: holds one [`Event::Image`].
    Figure,
    /// A heading of [`Metadata::headings`].
    Heading(u32),
    /// A block quote.
    BlockQuote,
    /// A list, with its first number when ordered.
    List(Option<u32>),
    /// A list item; `task` when it begins with a task box.
    Item {
        /// Whether [`Event::Task`] is inside.
        task: bool,
    },
    /// A table.
    Table,
    /// The header row.
    TableHead,
    /// A row of the body.
    TableRow,
    /// A cell; a header when its row is one.
    TableCell(Alignment),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck-through text.
    Strikethrough,
    /// A link of [`Metadata::links`].
    Link(u32),
    /// An admonition. Its own title is a [`Element::Title`] right after the opening; without one its kind's word is.
    Admonition(DirectiveId),
    /// The title of the admonition, card or disclosure that was just opened: inline content.
    Title,
    /// A group of [`Document::tabs`].
    Tabs(u32),
    /// One panel of the innermost group of tabs: the index of its tab.
    Tab(u32),
    /// A disclosure; its summary is an [`Element::Title`] right after the opening.
    Details {
        /// Whether it is open at first.
        open: bool,
    },
    /// The content of a directive that is a container, such as a grid of cards.
    Container(DirectiveId),
    /// A card, a link of [`Metadata::links`] when it has an address.
    Card(Option<u32>),
    /// The notes at the end of the page.
    Footnotes,
    /// One note.
    Footnote {
        /// Its number, from 1.
        number: u32,
        /// How many references to it there are.
        references: u32,
    },
}

impl Metadata {
    /// Whether `#id` leads somewhere on this page.
    pub fn has_anchor(&self, id: &str) -> bool {
        self.title_id.as_deref() == Some(id)
            || self.headings.iter().any(|heading| &*heading.id == id)
            || self.anchors.binary_search_by(|anchor| (**anchor).cmp(id)).is_ok()
    }
}

impl Document {
    /// The string a span of an event stands for.
    pub fn str(&self, span: TextSpan) -> &str {
        let range = span.range();
        let found = match range.start.checked_sub(self.source.len()) {
            Some(start) => self.text.get(start..start + range.len()),
            None => self.source.get(range),
        };
        found.unwrap_or_default()
    }

    /// Where the first block ends, or the first element of raw HTML: the index of the event after it.
    pub fn first_block_end(&self) -> usize {
        if let Some(html) = self.html.first().filter(|html| html.start == 0) {
            return html.end;
        }
        let mut depth = 0_usize;
        for (at, event) in self.events.iter().enumerate() {
            match event {
                Event::Open(_) => depth += 1,
                Event::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.events.len()
    }

    /// The prose without code blocks and raw HTML, blocks parted by a line end.
    pub fn plain_text(&self) -> String {
        let mut out = String::with_capacity(self.length as usize);
        self.write_prose(self.events.iter(), &mut out);
        out.truncate(out.trim_end().len());
        out
    }

    /// The first paragraph outside admonitions, tabs and the like as plain text: what describes the page when nobody
    /// has.
    pub fn first_paragraph(&self) -> Option<String> {
        let (mut depth, mut in_comment) = (0_usize, false);
        let mut start = None;
        for (at, event) in self.events.iter().enumerate() {
            match event {
                Event::Open(Element::Paragraph) if depth == 0 => {
                    start = Some(at);
                    depth += 1;
                }
                Event::Close(Element::Paragraph) if depth == 1 => {
                    depth = 0;
                    if let Some(start) = start.take() {
                        let mut out = String::new();
                        self.write_prose(self.events[start..at].iter(), &mut out);
                        let (opens, closes) = self.comment_at(&self.events[start..at]);
                        let was_comment = in_comment || opens;
                        in_comment = was_comment && !closes;
                        if !was_comment && !out.trim().is_empty() {
                            return Some(out.trim().to_owned());
                        }
                    }
                }
                Event::Open(_) => depth += 1,
                Event::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    /// Whether a paragraph opens and closes a comment as MDX has it, `{/* … */}`, which may hold empty lines. The source is
    /// looked at, for the stars may have become emphasis.
    fn comment_at(&self, events: &[Event]) -> (bool, bool) {
        let mut texts = events.iter().filter_map(|event| match event {
            Event::Text(span) => Some(span.range()).filter(|range| range.end <= self.source.len()),
            _ => None,
        });
        let Some(first) = texts.next() else { return (false, false) };
        let last = texts.next_back().unwrap_or_else(|| first.clone());
        (self.source[first.start..].starts_with("{/*"), self.source[..last.end].ends_with("*/}"))
    }

    fn write_prose<'a>(&self, events: impl Iterator<Item = &'a Event>, out: &mut String) {
        for event in events {
            match *event {
                Event::Text(span) | Event::InlineCode(span) => out.push_str(self.str(span)),
                Event::Image(index) => {
                    out.push_str(self.images.get(index as usize).map_or("", |image| &*image.alt));
                }
                Event::SoftBreak | Event::HardBreak => out.push(' '),
                Event::Close(element) if element.is_block() && !out.is_empty() && !out.ends_with('\n') => {
                    out.push('\n');
                }
                _ => {}
            }
        }
    }
}

impl Element {
    /// Whether it stands in a paragraph's place, not inside one.
    pub(crate) fn is_block(self) -> bool {
        !matches!(self, Element::Emphasis | Element::Strong | Element::Strikethrough | Element::Link(_))
    }
}
