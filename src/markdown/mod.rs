//! Text to [`Document`]: front matter, Markdown, heading ids, highlighted code.
//!
//! Takes the text of one source and gives its document with every fact the rest of docgen needs about it: headings,
//! links and images as they were written, with their places. It must not know of routes, navigation, other documents
//! or the chunk format: links are resolved in `site::links`, HTML is written once in `render::content`.
//!
//! The way of a text: [`front_matter`] takes the settings off, `scan` finds the lines that open and close directives,
//! pulldown-cmark reads the rest, and `build` turns its events into ours.

mod autolink;
mod balance;
mod build;
mod code;
mod destination;
mod directive;
mod directives;
mod document;
mod elements;
pub(crate) mod escape;
pub(crate) mod front_matter;
mod headings;
pub(crate) mod highlight;
mod plain;
mod raw_html;
mod scan;
#[cfg(test)]
mod tests;
mod word_table;
mod page_markdown;

use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::source::Source;

pub use directives::DIRECTIVES;
#[cfg(test)]
pub(crate) use directives::Form;
pub(crate) use document::{Address, CodeBlock, Document, Element, Event, Heading, Image, LineMark, Metadata};
pub(crate) use front_matter::place as front_matter_place;
pub(crate) use front_matter::{Author, AuthorEntry, Change, FrontMatter};
pub(crate) use page_markdown::page_markdown;
pub(crate) use plain::plain;
pub(crate) use pulldown_cmark::Alignment;
pub(crate) use raw_html::{decode, with_addresses};

/// What the site decides about its Markdown.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Whether straight quotes, `--` and `...` become typographic ones.
    pub smart_punctuation: bool,
    /// Whether more headings than one of level one at the start may be the title of a page.
    pub loose_titles: bool,
    /// The names of the islands the theme has; any other name in a `data-island` is reported.
    pub islands: &'a [&'a str],
}

/// Reads one Markdown file. Whatever is wrong with it, there is a document: the best that could be made of it, so that
/// everything else is checked in the same run.
pub fn parse(
    source: &Source,
    options: &Options<'_>,
    cache: &highlight::Cache,
) -> (Document, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (front_matter, body_start) = front_matter::read(source, &mut diagnostics);
    let document = build::build(source, front_matter, body_start, options, cache, &mut diagnostics);
    (document, diagnostics)
}

/// Reads a text that is not the site's own, such as a description in an OpenAPI document: CommonMark with the tables,
/// alerts and autolinks of GFM. Directives, front matter and islands are the site's; here they are text. Nothing is
/// reported, for its writer may never have heard of docgen.
pub(crate) fn parse_description(text: &str, smart_punctuation: bool, cache: &highlight::Cache) -> Document {
    let source = Source::new(SourcePath::new(""), text);
    build::build_foreign(&source, &Options { smart_punctuation, ..Options::default() }, cache)
}
