//! The types of a parsed document. They're plain data: `build` creates documents, and `render` writes them.
//!
//! A document has two parts. [`Metadata`] contains the data that the rest of the site needs. The metadata is small and
//! cached between builds. The other part is used only to show or search the document itself and can be parsed again
//! from the source.

mod blocks;
mod requests;
mod text;

use std::collections::BTreeSet;
use std::ops::{Deref, Range};
use std::sync::Arc;

use pulldown_cmark::Alignment;
use serde::{Deserialize, Serialize};

pub(crate) use blocks::{
    Attributes, Audience, CodeBlock, CodePart, Field, Formula, FormulaLabel, LineMark, Tab, Tabs, Video,
    VideoSource, Written,
};
pub(crate) use requests::{Content, Request, Sent};

use super::image_tag::ImageTag;
use super::sheet::Sheet;
use super::{FrontMatter, directives::DirectiveId, icons::Icon};
use crate::diag::Span;
use crate::path::SourcePath;

/// A parsed Markdown file: its metadata and its content. The metadata's fields are accessible on the document itself.
#[derive(Debug, Default)]
pub struct Document {
    /// The metadata.
    pub metadata: Arc<Metadata>,
    /// The file's text. Most strings in events appear in the file exactly as they're shown.
    pub source: Arc<str>,
    /// The other strings, concatenated, with entities decoded and escapes resolved.
    pub text: Box<str>,
    /// The ranges of the strings of imported files, in order, as in [`TextSpan`].
    pub imported_text: Vec<Range<usize>>,
    /// The content, in reading order. If the body starts with a level-one heading, the content doesn't include this
    /// heading, which is [`Metadata::title`].
    pub events: Vec<Event>,
    /// The page's title, if it has parts that [`Metadata::title_html`] leaves out, such as images and links.
    pub title_events: Vec<Event>,
    /// The code blocks and diagrams, in reading order. [`Event::Code`] contains an index into this list.
    pub code: Vec<CodeBlock>,
    /// The tab groups, in reading order. [`Element::Tabs`] contains an index into this list.
    pub tabs: Vec<Tabs>,
    /// The videos, in reading order. [`Element::Video`] contains an index into this list.
    pub videos: Vec<Video>,
    /// The fields, in reading order. [`Element::Field`] contains an index into this list.
    pub fields: Vec<Field>,
    /// The attributes of elements. [`Event::Attributes`] contains an index into this list.
    pub attributes: Vec<Attributes>,
    /// The formulas, in reading order. [`Event::Math`] contains an index into this list.
    pub math: Vec<Formula>,
    /// The ranges of events inside top-level raw HTML, in reading order.
    pub html: Vec<Range<usize>>,
    /// The Markdown that replaces the components' output in the Markdown version of the page, in reading order.
    pub own_markdown: Vec<OwnMarkdown>,
    /// The content for agents, in reading order. [`Event::ForAgents`] contains an index into this list.
    pub for_agents: Vec<Vec<Event>>,
    /// The locations of [`Metadata::headings`], each with the imported file that contains the heading, if any.
    pub heading_places: Vec<(Option<SourcePath>, Span)>,
}

/// A component's Markdown form.
#[derive(Debug)]
pub struct OwnMarkdown {
    /// The events that the Markdown replaces.
    pub events: Range<usize>,
    /// The pieces of the Markdown.
    pub pieces: Vec<OwnPiece>,
}

/// A piece of a component's Markdown form.
#[derive(Debug)]
pub enum OwnPiece {
    /// Markdown.
    Text(Box<str>),
    /// Content of the page, without headings.
    Events(Vec<Event>),
}

impl Deref for Document {
    type Target = Metadata;

    fn deref(&self) -> &Metadata {
        &self.metadata
    }
}

/// All data about a Markdown file except its content. The metadata depends only on the source and the parse options.
/// The metadata has to contain all data from this page that other pages show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// The settings at the top of the file.
    pub front_matter: FrontMatter,
    /// The start of the Markdown in the source, after the front matter.
    pub body_start: u32,
    /// The level-one heading at the start of the body, as plain text.
    pub title: Option<Box<str>>,
    /// The level-one heading as inline HTML, without links.
    pub title_html: Option<Box<str>>,
    /// The ID of the level-one heading.
    pub title_id: Option<Box<str>>,
    /// The location of the level-one heading.
    pub title_span: Option<Span>,
    /// The other headings, in reading order. [`Element::Heading`] contains an index into this list.
    pub headings: Vec<Heading>,
    /// The links, in reading order. [`Element::Link`] and [`Element::Card`] contain an index into this list.
    pub links: Vec<Link>,
    /// The images, in reading order. [`Event::Image`] contains an index into this list.
    pub images: Vec<Image>,
    /// The HTTP requests in code, in reading order.
    pub requests: Vec<Request>,
    /// The terms, in order, if the page is a glossary. [`Element::Entry`] contains an index into this list.
    pub terms: Vec<Term>,
    /// The abbreviations that the page defines, each with its long form, sorted.
    pub abbreviations: Vec<(Box<str>, Box<str>)>,
    /// The IDs that raw HTML defines, sorted.
    pub anchors: Vec<Box<str>>,
    /// The names of the islands on the page, without duplicates, sorted.
    pub islands: Vec<Box<str>>,
    /// The types of the diagrams (the first word of each diagram), without duplicates, sorted. For a diagram in raw
    /// HTML, the type is empty.
    pub diagrams: Vec<Box<str>>,
    /// The number of words in the prose, which determines the reading time.
    pub words: u32,
    /// The first paragraph on one line, truncated between words to the length of a description in a search result.
    pub summary: Option<Box<str>>,
    /// The index of the event where page lists truncate the document: the first event after the outermost block around
    /// `<!-- truncate -->`, if any.
    pub cut: Option<u32>,
    /// The total length of all strings in events, in bytes.
    pub length: u32,
    /// The highlight cache keys for the document's highlighted code.
    pub highlighted: Vec<u128>,
    /// The additional style sheets that the content needs.
    pub sheets: BTreeSet<Sheet>,
    /// Whether the page's content depends on more than the source, because the page has components, expressions,
    /// variables, content from other files, or a list of pages.
    pub is_composed: bool,
    /// The location of the directive that lists the pages in the page's category, if there is one. If the directive is in
    /// an imported file, this is the start of the page.
    pub page_list: Option<Span>,
    /// Whether part of the page is missing because a component or expression failed.
    pub is_incomplete: bool,
    /// Every file that the page imports or includes, directly or indirectly, and every variable that it shows, sorted,
    /// each with its hash. See [`crate::component::Library`].
    pub imports: Vec<(SourcePath, u64)>,
    /// The style sheets that the page imports, in order.
    pub styles: Vec<SourcePath>,
    /// The links in the HTML of interactive components, as indexes into [`Metadata::links`]. docgen doesn't change
    /// these links.
    pub literal_links: Vec<u32>,
    /// The links from patterns in the config, as indexes into [`Metadata::links`], each with the index of the pattern.
    pub code_links: Vec<(u32, u32)>,
    /// The modules of the page's interactive components, without duplicates. [`Address::Module`] contains an index into
    /// this list.
    pub modules: Vec<SourcePath>,
    /// The links and images in the Markdown files that the page imports, in order.
    pub imported: Vec<Imported>,
}

/// Consecutive links and images in a Markdown file that a page imports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// The file.
    pub file: SourcePath,
    /// The indexes of the links in [`Metadata::links`].
    pub links: Range<u32>,
    /// The indexes of the images in [`Metadata::images`].
    pub images: Range<u32>,
}

/// A string in a document: a range in the concatenation of [`Document::source`] and [`Document::text`].
pub(crate) type TextSpan = Span;

/// A heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// The heading level, 1 to 6.
    pub level: u8,
    /// The heading's ID, which is unique on the page.
    pub id: Box<str>,
    /// The heading as inline HTML for the table of contents, without links or images.
    pub html: Box<str>,
    /// The heading as plain text.
    pub text: Box<str>,
}

/// An unresolved link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The original destination, with escapes and entities resolved.
    pub target: Box<str>,
    /// The title, which is shown on hover.
    pub title: Option<Box<str>>,
    /// The destination's location in the source. If `replaceable` is false, this is the location of the whole link.
    pub span: Span,
    /// Whether `span` covers exactly the destination.
    pub replaceable: bool,
    /// Whether docgen added the link to code, so that the link isn't needed inside another link.
    pub is_added: bool,
}

/// An unresolved image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// The original destination, with escapes and entities resolved.
    pub target: Box<str>,
    /// The alternative text, as plain text.
    pub alt: Box<str>,
    /// The title, which is the caption of a block image.
    pub title: Option<Box<str>>,
    /// The destination's location in the source. If `replaceable` is false, this is the location of the whole image.
    pub span: Span,
    /// Whether `span` covers exactly the destination.
    pub replaceable: bool,
    /// Whether the image is alone in its paragraph.
    pub block: bool,
    /// How the image's tag is written.
    pub tag: ImageTag,
}

/// A glossary term.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
pub struct Term {
    /// The term and its other names, as plain text. There's at least one name.
    pub names: Vec<Box<str>>,
    /// The ID of the term on its page.
    pub id: Box<str>,
    /// The first paragraph of the definition, as inline HTML without links.
    pub html: Box<str>,
    /// The location in the source, or an empty location if the term is in another file.
    pub span: Span,
}

/// An event of the content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The start of an element.
    Open(Element),
    /// The end of an element, which is the innermost open element.
    Close(Element),
    /// Text, not yet escaped.
    Text(TextSpan),
    /// Inline code, not yet escaped.
    InlineCode(TextSpan),
    /// The shortcode of an emoji, with its colons.
    Emoji(TextSpan),
    /// Raw HTML, either block or inline, unchanged.
    Html(TextSpan),
    /// A URL in raw HTML, between double quotes.
    Address(Address),
    /// A line break inside a paragraph.
    SoftBreak,
    /// A hard line break.
    HardBreak,
    /// A thematic break.
    Rule,
    /// The checkbox of a task list item. The value is `true` if the checkbox is selected.
    Task(bool),
    /// A reference to a footnote.
    FootnoteReference {
        /// The number of the footnote, starting at 1.
        number: u32,
        /// The number of this reference to the footnote, starting at 1.
        occurrence: u32,
    },
    /// A code block or diagram in [`Document::code`].
    Code(u32),
    /// A formula in [`Document::math`].
    Math(u32),
    /// The attributes of the element that follows, as an index into [`Document::attributes`].
    Attributes(u32),
    /// An image in [`Metadata::images`].
    Image(u32),
    /// An icon.
    Icon(Icon),
    /// In a slot's document, the position of the default content.
    Children,
    /// Content in [`Document::for_agents`], which is only in the Markdown version of the page.
    ForAgents(u32),
    /// A component's start tag, a self-closing tag, or an expression, with the index of its marker. Only documents that
    /// are being built contain this event, because `build` replaces it with the output of the component or expression.
    Jsx(u32),
    /// The end of a component, with the index of the end tag's marker or, if there's no end tag, the start tag's
    /// marker. Only documents that are being built contain this event.
    JsxEnd(u32),
}

/// A URL in raw HTML.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Address {
    /// An index into [`Metadata::links`].
    Link(u32),
    /// An index into [`Metadata::images`].
    Image(u32),
    /// An index into [`Metadata::modules`].
    Module(u32),
}

/// An element, which can contain other content. Numbers are indexes into the [`Document`]'s lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// A paragraph. Tight lists don't have paragraphs.
    Paragraph,
    /// An image that's alone in its paragraph and has a caption. It contains one [`Event::Image`].
    Figure,
    /// A heading in [`Metadata::headings`].
    Heading(u32),
    /// A block quote.
    BlockQuote,
    /// A list. If the list is ordered, the value is the first number.
    List(Option<u32>),
    /// A definition list.
    Definitions,
    /// A term in a definition list.
    Term,
    /// A glossary term in [`Metadata::terms`]. The other terms in the same entry are [`Element::Term`] elements.
    Entry(u32),
    /// A definition of the preceding terms.
    Definition,
    /// A list item.
    Item {
        /// Whether the item starts with a checkbox, [`Event::Task`].
        task: bool,
    },
    /// A table.
    Table,
    /// The header row.
    TableHead,
    /// A body row.
    TableRow,
    /// A cell. In the header row, it's a header cell.
    TableCell(Alignment),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Strikethrough.
    Strikethrough,
    /// Subscript.
    Subscript,
    /// Superscript.
    Superscript,
    /// Highlighted text.
    Highlight,
    /// The label of a keyboard key.
    Key,
    /// A link in [`Metadata::links`].
    Link(u32),
    /// A badge, with the admonition that determines the badge's color.
    Badge(Option<DirectiveId>),
    /// The text for the preceding icon, for readers who can't see the icon.
    IconText,
    /// A term with an explanation. The explanation is an [`Element::TooltipText`] at the end.
    Tooltip,
    /// The explanation of a term.
    TooltipText,
    /// An admonition. If it has its own title, the title is an [`Element::Title`] immediately after the opening event.
    /// Otherwise, the admonition's kind is the title.
    Admonition(DirectiveId),
    /// The title of the preceding admonition, card, or details element. The title contains inline content.
    Title,
    /// A group in [`Document::tabs`].
    Tabs(u32),
    /// A panel in the innermost tab group, with the index of the panel's tab.
    Tab(u32),
    /// A details element. The summary is an [`Element::Title`] immediately after the opening event.
    Details {
        /// Whether the element is initially open.
        open: bool,
    },
    /// The content of a container directive, such as steps.
    Container(DirectiveId),
    /// A grid, with the number of columns on wide screens. If there's no number, the grid has as many columns as fit.
    Grid(DirectiveId, Option<u8>),
    /// A video in [`Document::videos`]. The content is the video's caption.
    Video(u32),
    /// A field in [`Document::fields`]. The field's name is an [`Element::Title`] immediately after the opening event.
    Field(u32),
    /// A card. If it has a URL, it's a link in [`Metadata::links`].
    Card(Option<u32>),
    /// A list of the pages in the page's category.
    Pages,
    /// Content for one audience.
    Visibility(Audience),
    /// A heading in content for agents, with its level. It has no ID.
    AgentHeading(u8),
    /// The footnotes at the end of the page.
    Footnotes,
    /// A footnote.
    Footnote {
        /// The number of the footnote, starting at 1.
        number: u32,
        /// The number of references to the footnote.
        references: u32,
    },
}

impl Metadata {
    /// Returns the imported file that contains a link. If the page itself contains the link, returns `None`.
    pub(crate) fn file_of_link(&self, index: usize) -> Option<&SourcePath> {
        find(&self.imported, index, |one| &one.links)
    }

    /// Returns the imported file that contains an image. If the page itself contains the image, returns `None`.
    pub(crate) fn file_of_image(&self, index: usize) -> Option<&SourcePath> {
        find(&self.imported, index, |one| &one.images)
    }

    /// Whether `#id` exists on the page.
    pub fn has_anchor(&self, id: &str) -> bool {
        self.title_id.as_deref() == Some(id)
            || self.headings.iter().any(|heading| &*heading.id == id)
            || self.anchors.binary_search_by(|anchor| (**anchor).cmp(id)).is_ok()
    }
}

impl Document {
    /// Returns the index of the event that closes an element. `at` is the index of the event that opens the element.
    pub(crate) fn end_of(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (index, event) in self.events.iter().enumerate().skip(at) {
            match event {
                Event::Open(_) => depth += 1,
                Event::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return index;
            }
        }
        self.events.len()
    }
}

/// Returns the file whose range contains an index.
fn find(all: &[Imported], index: usize, range: fn(&Imported) -> &Range<u32>) -> Option<&SourcePath> {
    let index = u32::try_from(index).ok()?;
    let after = all.partition_point(|one| range(one).start <= index);
    let last = all[..after].iter().rev().find(|one| !range(one).is_empty())?;
    range(last).contains(&index).then_some(&last.file)
}

impl Document {
    /// Returns the string for an event's span.
    pub fn str(&self, span: TextSpan) -> &str {
        let range = span.range();
        let found = match range.start.checked_sub(self.source.len()) {
            Some(start) => self.text.get(start..start + range.len()),
            None => self.source.get(range),
        };
        found.unwrap_or_default()
    }
}

impl Element {
    /// Whether the element is a block, which can't be inside a paragraph.
    pub(crate) fn is_block(self) -> bool {
        !matches!(
            self,
            Element::Emphasis
                | Element::Strong
                | Element::Strikethrough
                | Element::Subscript
                | Element::Superscript
                | Element::Highlight
                | Element::Key
                | Element::Link(_)
                | Element::Badge(_)
                | Element::IconText
                | Element::Tooltip
                | Element::TooltipText
        )
    }
}
