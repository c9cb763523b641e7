//! A [`Site`] to records: what can be found, page by page and section by section.
//!
//! Knows which pages are left out, what a page is called in the lists of results and where its headings are. Nothing
//! here knows how a record is looked up.

mod api;

use std::hash::Hash as _;

use xxhash_rust::xxh3::Xxh3;

use super::Options;
use crate::markdown::{Document, Element, Event};
use crate::path::RoutePath;
use crate::site::{Content, Node, NodeKind, Page, PageKind, Site};
use crate::source::floor;

/// A page, or a part of one that is longer than [`PART`].
#[derive(Clone, Hash)]
pub(crate) struct Record {
    /// Its address, with the base URL.
    pub href: String,
    /// The part of the site it is in.
    pub lvl0: String,
    /// Its title.
    pub title: String,
    /// What it is about, other words for it, and what it is called by programs.
    pub names: String,
    /// What an operation does, as people call it.
    pub verbs: String,
    /// The last two segments of its address.
    pub path: (String, String),
    /// How much it counts, in percent.
    pub boost: u16,
    /// Its sections; the first is the page itself, up to its first heading.
    pub sections: Vec<Section>,
    /// Whether this is not the first part of its page.
    pub continued: bool,
}

/// A section: a heading and what follows it up to the next one.
#[derive(Clone, Default, Hash)]
pub(crate) struct Section {
    /// 1 for the page itself, otherwise 2 to 6.
    pub level: u8,
    /// The id of its heading; empty for the page itself.
    pub anchor: String,
    /// Its heading; for the page itself another name of it, if it has one. Empty for a part of a page that has none.
    pub heading: String,
    /// What is said in it.
    pub text: String,
    /// Code, which is searched but not shown.
    pub code: String,
}

/// How long the texts of one record may be together, in bytes.
const PART: usize = 16 << 10;

/// How many records one page may become; what follows in a page of sixteen megabytes of text is not found.
const PARTS: usize = 1_000;

/// How many sections are suggested at most.
const SUGGESTIONS: usize = 3;

/// How many sections a record may have: the number of a section is one byte in the index.
pub(super) const SECTIONS: usize = 200;

/// The records of a page in an index that travels with the site.
pub(super) fn of_page(site: &Site, index: usize, options: &Options) -> Vec<Record> {
    divide(whole(site, index, options))
}

/// Adds everything the records of a page are made of to a hash, without making them.
pub(super) fn digest(site: &Site, index: usize, options: &Options, hasher: &mut Xxh3) {
    let Content::Markdown(parsed) = &site.pages[index].content else {
        return whole(site, index, options).hash(hasher);
    };
    head(site, index, options).hash(hasher);
    parsed.source.hash.hash(hasher);
    // With these the same text is another document.
    site.config.markdown.smart_punctuation.hash(hasher);
    parsed.metadata.islands.hash(hasher);
}

/// What is known of a page without its text.
fn head(site: &Site, index: usize, options: &Options) -> Record {
    let page = &site.pages[index];
    let mut record = Record {
        href: site.config.addressing().href(&page.route),
        lvl0: top(site, page, options),
        title: page.title.to_string(),
        names: page.description.clone().unwrap_or_default(),
        verbs: String::new(),
        path: path_words(page),
        boost: boost(site, page),
        sections: vec![Section { level: 1, ..Section::default() }],
        continued: false,
    };
    for keyword in &page.keywords {
        record.names.push(' ');
        record.names.push_str(keyword);
    }
    // What the page shows in place of its title is looked for as well.
    let heading = page.parsed().and_then(|parsed| parsed.metadata.title.as_deref());
    if let Some(heading) = heading.filter(|heading| *heading != record.title) {
        record.names.push(' ');
        record.names.push_str(heading);
    }
    if record.title.is_empty() {
        record.title.clone_from(&site.config.site.title);
    }
    record
}

/// All that can be found of a page, however long it is.
pub(super) fn whole(site: &Site, index: usize, options: &Options) -> Record {
    let page = &site.pages[index];
    let mut record = head(site, index, options);
    match &page.content {
        Content::Markdown(parsed) => {
            if let Some(hero) = &parsed.metadata.front_matter.hero {
                let lines = [hero.title.as_deref(), hero.tagline.as_deref()];
                record.sections[0].text = lines.into_iter().flatten().collect::<Vec<_>>().join(". ") + "\n";
            }
            sections(&parsed.document(), &mut record.sections);
        }
        Content::Api(api, subject) => api::page(&site.apis[*api], *subject, &mut record),
        _ => {}
    }
    if record.sections[0].text.is_empty() && page.parsed().is_none() {
        record.sections[0].text = page.description.clone().unwrap_or_default();
    }
    record
}

/// Whether readers may find a page.
pub(super) fn is_found(site: &Site, page: &Page) -> bool {
    use PageKind::{ApiIntro, ApiOperation, ApiSchema, ApiTag, BlogPost, Category, Doc, Home};
    let kind = matches!(
        page.kind,
        Doc | PageKind::Page | Home | Category | ApiIntro | ApiTag | ApiOperation | ApiSchema | BlogPost
    );
    let hidden = || page.parsed().is_some_and(|parsed| parsed.metadata.front_matter.search.hidden);
    kind && page.listed()
        && !page.draft
        && !hidden()
        && !site.config.search.index.excludes(&without_language(site, page))
}

/// The address of a page as the config writes it.
fn without_language(site: &Site, page: &Page) -> RoutePath {
    RoutePath::new(page.route.strip(&site.locales[page.locale].home).unwrap_or(page.route.as_str()))
}

/// How much a page counts, in percent: what it says itself, or else what the config says.
fn boost(site: &Site, page: &Page) -> u16 {
    let own = page.parsed().and_then(|parsed| parsed.metadata.front_matter.search.boost);
    let boost = own.unwrap_or_else(|| site.config.search.index.boost(&without_language(site, page)));
    // A schema is looked for less often than what it is for.
    let kind = if page.kind == PageKind::ApiSchema { 0.7 } else { 1.0 };
    (100.0 * boost * kind).round().clamp(1.0, 1000.0) as u16
}

/// The part of the site that a page is in: its document, its blog, or the category at the top of its sidebar.
fn top(site: &Site, page: &Page, options: &Options) -> String {
    if let Content::Api(api, _) = &page.content {
        return site.apis[*api].title.clone();
    }
    if let Some((blog, _)) = page.post {
        return options.blogs.get(blog).cloned().unwrap_or_default();
    }
    let node = page
        .sidebar
        .as_ref()
        .and_then(|place| site.sidebars.get(place.sidebar)?.nodes.get(*place.trail.first()?));
    match node {
        Some(Node { label, kind: NodeKind::Category(_), .. }) => label.to_string(),
        _ => site.config.site.title.clone(),
    }
}

/// The names of the first sections of a language, to look for where nothing was found. The site's own title is none.
pub(crate) fn sections_of(site: &Site, locale: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for page in site.pages.iter().filter(|page| page.locale == locale && is_found(site, page)) {
        let name = top(site, page, &Options::default());
        if !name.is_empty() && name != site.config.site.title && !names.contains(&name) {
            names.push(name);
        }
        if names.len() == SUGGESTIONS {
            break;
        }
    }
    names
}

/// The last two segments of an address; those of an operation say nothing new.
fn path_words(page: &Page) -> (String, String) {
    if page.kind.is_api() {
        return Default::default();
    }
    let mut segments = page.route.as_str().rsplit('/');
    let last = segments.next().unwrap_or_default().to_owned();
    (segments.next().unwrap_or_default().to_owned(), last)
}

/// The sections of a document.
fn sections(document: &Document, all: &mut Vec<Section>) {
    let mut heading = false;
    for event in &document.events {
        if let Event::Open(Element::Heading(index)) = *event {
            heading = true;
            if let Some(own) = document.headings.get(index as usize) {
                all.push(Section {
                    level: own.level.max(2),
                    anchor: own.id.to_string(),
                    heading: own.text.to_string(),
                    ..Section::default()
                });
            }
            continue;
        }
        if let Event::Close(Element::Heading(_)) = event {
            heading = false;
            continue;
        }
        let Some(section) = all.last_mut().filter(|_| !heading) else { continue };
        match *event {
            Event::Text(span) | Event::InlineCode(span) => section.text.push_str(document.str(span)),
            Event::Image(index) => {
                if let Some(image) = document.images.get(index as usize) {
                    section.text.push_str(&image.alt);
                }
            }
            Event::Code(index) => {
                if let Some(code) = document.code.get(index as usize).filter(|code| !code.diagram) {
                    if let Some(title) = &code.title {
                        section.code.push_str(title);
                        section.code.push('\n');
                    }
                    section.code.push_str(document.str(code.text));
                    section.code.push('\n');
                }
            }
            Event::SoftBreak | Event::HardBreak => section.text.push(' '),
            Event::Close(element) if element.is_block() && !section.text.ends_with(['\n', ' ']) => {
                section.text.push('\n');
            }
            _ => {}
        }
    }
}

/// Parts a record whose texts are too long, so that no answer has to fetch a whole book for a line of it.
fn divide(mut record: Record) -> Vec<Record> {
    let mut parts: Vec<Record> = Vec::with_capacity(1);
    let sections = std::mem::take(&mut record.sections);
    let mut size = 0;
    for mut section in sections {
        section.text = one_line(&section.text);
        for piece in pieces(section) {
            let full = parts.last().is_none_or(|part| {
                part.sections.len() >= SECTIONS || (size > 0 && size + piece.text.len() > PART)
            });
            if full {
                let continued = !parts.is_empty();
                parts.push(Record { continued, ..record.clone() });
                size = 0;
            }
            size += piece.text.len();
            if let Some(part) = parts.last_mut() {
                part.sections.push(piece);
            }
        }
    }
    parts.truncate(PARTS);
    parts
}

/// A section in pieces of at most [`PART`]; mostly it is one.
fn pieces(mut section: Section) -> Vec<Section> {
    if section.text.len() <= PART {
        return vec![section];
    }
    let (text, mut code) = (std::mem::take(&mut section.text), std::mem::take(&mut section.code));
    let mut pieces = Vec::new();
    let mut rest = &*text;
    // More pieces than there may be parts are not found.
    while !rest.is_empty() && pieces.len() <= PARTS {
        let mut cut = floor(rest, PART);
        if cut < rest.len() {
            cut = rest[..cut].rfind(' ').filter(|at| *at > 0).unwrap_or(cut);
        }
        let (text, code) = (rest[..cut].to_owned(), std::mem::take(&mut code));
        pieces.push(Section { text, code, ..section.clone() });
        rest = rest[cut..].trim_start();
    }
    pieces
}

/// A text with one space between its words.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The pages of an index that are of the documentation, then the others, each in the order of their addresses.
pub(super) fn pages(site: &Site, locale: usize, version: usize) -> (Vec<usize>, Vec<usize>) {
    let found = |page: &Page| page.locale == locale && is_found(site, page);
    let all = site.pages.iter().enumerate().filter(|(_, page)| found(page));
    let (mut docs, mut others) = (Vec::new(), Vec::new());
    for (index, page) in all {
        match page.version {
            Some(own) if own == version => docs.push(index),
            Some(_) => {}
            None => others.push(index),
        }
    }
    (docs, others)
}
