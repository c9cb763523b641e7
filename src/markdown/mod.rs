//! Converts text to a [`Document`]: front matter, Markdown, heading IDs, and highlighted code.
//!
//! Takes the text of one source and returns a document that contains everything that the rest of docgen needs:
//! headings, unresolved links, and unresolved images, with their locations. This module must not know about routes,
//! navigation, other documents, or the chunk format: `site::links` resolves links, and `render::content` writes the
//! HTML.
//!
//! The text passes through these steps: [`front_matter`] separates the settings from the body, `scan` finds the lines
//! that open and close directives, pulldown-cmark parses the rest, and `build` converts its events.

mod accessibility;
mod attributes;
mod autolink;
mod balance;
mod build;
mod code;
mod declarations;
mod destination;
mod directive;
mod directives;
mod document;
mod elements;
mod emoji;
mod extensions;
pub(crate) mod escape;
mod excerpt;
pub(crate) mod front_matter;
mod foreign;
mod headings;
mod icons;
mod image_tag;
mod jsx;
mod marks;
mod math;
mod mdx;
pub(crate) mod highlight;
mod names;
mod packages;
mod plain;
mod prose;
mod raw_html;
mod requests;
mod scan;
mod script;
mod sheet;
mod symbols;
mod unbalanced;
#[cfg(test)]
mod tests;
mod variables;
mod video;
mod word_table;
mod page_markdown;
mod writer;

use serde::{Deserialize, Serialize};

use crate::component::Library;
use crate::config::Extension;
use crate::diag::Diagnostic;
use crate::path::{HeadingIds, SourcePath};
use crate::source::Source;

pub(crate) use accessibility::accessibility;
pub(crate) use attributes::{KNOWN as ATTRIBUTES, widths as column_widths};
pub(crate) use code::COMMENTS;
pub(crate) use code::links::CodeLinks;
pub(crate) use declarations::declarations;
pub use directives::DIRECTIVES;
#[cfg(test)]
pub(crate) use directives::Form;
pub(crate) use directives::{DirectiveId, Html};
pub(crate) use document::{
    Address, CodeBlock, CodePart, Content, Document, Element, Event, Formula, Heading, Image, LineMark,
    Metadata, Request, Sent, Term, VideoSource,
};
pub(crate) use elements::{is_element, is_void_element};
pub(crate) use emoji::emoji;
pub(crate) use excerpt::excerpt;
pub(crate) use foreign::{capitalized, is_admonition, look as admonition_look};
pub(crate) use front_matter::KEYS as FRONT_MATTER_KEYS;
pub(crate) use front_matter::place as front_matter_place;
pub(crate) use front_matter::settings as front_matter_settings;
pub(crate) use front_matter::{Author, AuthorEntry, Change, FrontMatter, PageTag, TagAttribute};
pub(crate) use icons::Icon;
pub(crate) use image_tag::{Given, ImageTag, Width};
pub(crate) use mdx::is_thematic_break;
pub(crate) use names::Names;
pub(crate) use page_markdown::{page_markdown, tokens, with_front_matter, without_front_matter};
pub(crate) use plain::{inline_html, plain};
pub(crate) use prose::prose;
pub(crate) use pulldown_cmark::Alignment;
pub(crate) use raw_html::{Part, addresses, decode, first_part, is_marker, with_addresses};
pub(crate) use sheet::Sheet;
pub(crate) use unbalanced::{Unbalanced, unbalanced};
pub(crate) use writer::{as_markdown, code_span, fenced};

/// The Markdown options of a site.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Whether straight quotes, `--`, and `...` become typographic characters.
    pub smart_punctuation: bool,
    /// Whether `$…$`, `$$…$$`, and `math` code blocks contain formulas.
    pub math: bool,
    /// The Markdown extensions that are on.
    pub extensions: Vec<Extension>,
    /// Whether footnotes are next to the text on wide screens.
    pub side_notes: bool,
    /// The rules for heading IDs.
    pub heading_ids: HeadingIds,
    /// Whether a page's first heading can be the title even if it isn't a level-one heading at the start.
    pub loose_titles: bool,
    /// The theme's islands. Other names in `data-island` are reported.
    pub islands: Vec<String>,
    /// The names of the site's components, sorted.
    pub components: Vec<String>,
    /// The site data that components can use, as JSON.
    pub site: String,
    /// Whether `{{ name }}` in Markdown is a variable.
    pub variables: bool,
    /// Whether the site has OpenAPI documents that requests in code can refer to.
    pub requests: bool,
    /// The links from names in code.
    pub code_links: CodeLinks,
}

impl Options {
    /// Whether an extension is on.
    fn has(&self, extension: Extension) -> bool {
        self.extensions.contains(&extension)
    }
}

/// Parses one Markdown file and renders its components. Always returns a document, regardless of problems, so a single
/// run can check the whole site.
pub fn parse(
    source: &Source,
    options: &Options,
    cache: &highlight::Cache,
    library: Option<&Library>,
) -> (Document, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (front_matter, body_start) = front_matter::read(source, &mut diagnostics);
    let document = build::build(source, front_matter, body_start, options, cache, library, &mut diagnostics);
    (document, diagnostics)
}

/// Parses text that isn't part of the site's own Markdown, such as a description in an OpenAPI document. The text is
/// GFM, including alerts and footnotes. In such text, directives, front matter, and islands are plain text. No problems
/// are reported, because the text's author might not know docgen.
pub(crate) fn parse_description(text: &str, smart_punctuation: bool, cache: &highlight::Cache) -> Document {
    let source = Source::new(SourcePath::new(""), text);
    build::build_foreign(&source, &Options { smart_punctuation, ..Options::default() }, cache)
}
