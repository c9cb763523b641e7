//! Converts a [`Site`] to records: the searchable text, by page and section.
//!
//! Determines which pages are left out, how results are labeled, and where headings are. This module doesn't depend on
//! how records are searched.

mod api;
pub(super) mod lines;

use std::hash::Hash as _;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::Options;
use crate::markdown::{Document, Element, Event, Names};
use crate::openapi::{anchors, tree::Trees};
use crate::path::RoutePath;
use crate::site::{Content, Node, NodeKind, Page, PageKind, Site, Version};
use crate::source::floor;

/// The kind of a page, which readers can filter by. The values are the names in the index.
#[derive(Clone, Copy, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A page of the documentation.
    Docs,
    /// A page of an API reference.
    Api,
    /// A post.
    Blog,
    /// Any other page.
    Page,
}

impl Kind {
    pub(crate) fn of(page: &Page) -> Self {
        match page.kind {
            kind if kind.is_api() => Kind::Api,
            PageKind::BlogPost => Kind::Blog,
            PageKind::Doc | PageKind::Category => Kind::Docs,
            _ => Kind::Page,
        }
    }
}

/// A page or, if the page is longer than [`PART`], a part of the page.
#[derive(Clone, Hash)]
pub(crate) struct Record {
    /// The URL path, including the base URL.
    pub href: String,
    /// The site section that contains the page.
    pub lvl0: String,
    /// The kind of the page.
    pub kind: Kind,
    /// The title.
    pub title: String,
    /// The description, keywords, and other names, such as the ID of an operation.
    pub names: String,
    /// Common phrases for an operation.
    pub verbs: String,
    /// The last two segments of the URL.
    pub path: (String, String),
    /// The boost, in percent.
    pub boost: u16,
    /// The sections. The first section is the content before the page's first heading.
    pub sections: Vec<Section>,
    /// Whether the record is a later part of the page.
    pub continued: bool,
    /// Whether the page is a copy of a page in the default locale, because there's no translation.
    pub copy: bool,
}

/// A section: a heading, and the content up to the next heading.
#[derive(Clone, Default, Hash)]
pub(crate) struct Section {
    /// The level: 1 for the page itself, or 2 to 6 for a heading.
    pub level: u8,
    /// The heading's ID. For the page itself, the ID is empty.
    pub anchor: String,
    /// The heading. For the page itself, the page's other name. If the page has no other name, the string is empty.
    pub heading: String,
    /// The text. On an API page, the text contains [lines](lines) with their own anchors.
    pub text: String,
    /// Code, which is searched but not shown.
    pub code: String,
    /// The names in the first column of tables, which are also part of the text. Each name is a single word on its own
    /// line.
    pub entries: String,
}

/// The maximum size of a record's text, in bytes.
const PART: usize = 16 << 10;

/// The maximum number of records for a page. If a page contains more than 16 MB of text, the rest of the text isn't
/// searchable.
const PARTS: usize = 1_000;

/// The maximum number of suggested sections.
const SUGGESTIONS: usize = 3;

/// The text between two cells of a table.
const CELL: &str = " · ";

/// The last segments of the URLs of changelogs and release notes, and of their folders.
const NEWS: [&str; 9] = [
    "changelog",
    "changes",
    "history",
    "news",
    "release-notes",
    "releases",
    "whats-new",
    "what-s-new",
    "upgrade-notes",
];

/// The maximum number of sections in a record, because a section number is a single byte in the index.
pub(super) const SECTIONS: usize = 200;

/// The site that records are created from, with the trees of its OpenAPI documents. Each document's trees are created on
/// first use.
pub(super) struct Input<'a> {
    pub site: &'a Site,
    options: Options,
    trees: Vec<OnceLock<Trees<'a>>>,
}

impl<'a> Input<'a> {
    pub(super) fn new(site: &'a Site, options: Options) -> Self {
        Input { site, options, trees: site.apis.iter().map(|_| OnceLock::new()).collect() }
    }

    fn trees(&self, api: usize) -> &Trees<'a> {
        self.trees[api].get_or_init(|| Trees::new(&self.site.apis[api].api))
    }
}

/// Returns a page's records for the embedded index.
pub(super) fn of_page(input: &Input<'_>, index: usize) -> Vec<Record> {
    divide(whole(input, index))
}

/// Hashes all data that a page's records depend on, without building the records.
pub(super) fn digest(input: &Input<'_>, index: usize, hasher: &mut Xxh3) {
    let site = input.site;
    let Content::Markdown(parsed) = &site.pages[index].content else {
        return whole(input, index).hash(hasher);
    };
    head(site, index, &input.options).hash(hasher);
    parsed.hash.hash(hasher);
    // If the options are different, the same text results in a different document.
    site.config.markdown.smart_punctuation.hash(hasher);
    site.config.markdown.math.hash(hasher);
    parsed.metadata.islands.hash(hasher);
}

/// Returns a page's record without the text.
fn head(site: &Site, index: usize, options: &Options) -> Record {
    let page = &site.pages[index];
    let mut record = Record {
        href: site.config.addressing().href(&page.route),
        lvl0: top(site, page, options),
        kind: Kind::of(page),
        title: page.title.to_string(),
        names: page.description.clone().unwrap_or_default(),
        verbs: String::new(),
        path: path_words(page),
        boost: boost(site, page),
        sections: vec![Section { level: 1, ..Section::default() }],
        continued: false,
        copy: page.is_copy(),
    };
    for keyword in &page.keywords {
        record.names.push(' ');
        record.names.push_str(keyword);
    }
    // If the page shows a heading instead of its title, also include the heading.
    let heading = page.parsed().and_then(|parsed| parsed.metadata.title.as_deref());
    if let Some(heading) = heading.filter(|heading| *heading != record.title) {
        record.names.push(' ');
        record.names.push_str(heading);
    }
    if record.title.is_empty() {
        record.title = site.locales[page.locale].translate(&site.config.site.title).to_owned();
    }
    record
}

/// Returns all searchable text of a page, regardless of its length.
pub(super) fn whole(input: &Input<'_>, index: usize) -> Record {
    let site = input.site;
    let page = &site.pages[index];
    let mut record = head(site, index, &input.options);
    match &page.content {
        Content::Markdown(parsed) => {
            if let Some(hero) = &parsed.metadata.front_matter.hero {
                let lines = [hero.title.as_deref(), hero.tagline.as_deref()];
                record.sections[0].text = lines.into_iter().flatten().collect::<Vec<_>>().join(". ") + "\n";
            }
            sections(&parsed.document(), &mut record.sections);
        }
        Content::Api(api, subject) => {
            let note = page.note.as_ref().map(|note| note.document());
            api::page((&site.apis[*api], input.trees(*api)), *subject, note.as_deref(), &mut record);
        }
        _ => {}
    }
    if record.sections[0].text.is_empty() && page.parsed().is_none() {
        record.sections[0].text = page.description.clone().unwrap_or_default();
    }
    record
}

/// Whether a page is searchable.
pub(super) fn is_found(site: &Site, page: &Page) -> bool {
    use PageKind::{ApiChanges, ApiIntro, ApiOperation, ApiSchema, ApiTag, BlogPost, Category, Doc, Home};
    let kind = matches!(
        page.kind,
        Doc | PageKind::Page
            | Home
            | Category
            | ApiIntro
            | ApiTag
            | ApiOperation
            | ApiSchema
            | ApiChanges
            | BlogPost
    );
    let hidden = || page.parsed().is_some_and(|parsed| parsed.metadata.front_matter.search.hidden);
    kind && page.listed()
        && !page.draft
        && !hidden()
        && !site.config.search.index.excludes(&without_language(site, page))
}

/// Returns a page's path without the locale, in the format of paths in the config.
fn without_language(site: &Site, page: &Page) -> RoutePath {
    let route = page.route.as_page();
    RoutePath::new(route.strip(&site.locales[page.locale].home).unwrap_or(route.as_str()))
}

/// Returns a page's boost, in percent. If the page doesn't set a boost, returns the boost from the config.
fn boost(site: &Site, page: &Page) -> u16 {
    let own = page.parsed().and_then(|parsed| parsed.metadata.front_matter.search.boost);
    let boost = own.unwrap_or_else(|| site.config.search.index.boost(&without_language(site, page)));
    // Readers search for schemas less often than for operations.
    let kind = match page.kind {
        PageKind::ApiSchema => 0.7,
        // A boost in the front matter or the config overrides this default.
        _ if boost == 1.0 && is_news(page) => 0.6,
        _ => 1.0,
    };
    (100.0 * boost * kind).round().clamp(1.0, 1000.0) as u16
}

/// Whether a page reports changes: a post, a changelog, or release notes. Such pages mention many topics but rarely
/// answer a question.
fn is_news(page: &Page) -> bool {
    let mut segments = page.route.as_str().rsplit('/').take(2);
    page.kind == PageKind::BlogPost || segments.any(|segment| NEWS.contains(&segment))
}

/// Returns the site section that contains a page: the page's OpenAPI document, blog, or top-level sidebar category.
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
        _ => site.locales[page.locale].translate(&site.config.site.title).to_owned(),
    }
}

/// Returns the titles of the first sections in a locale as suggestions for searches without results. The site's title
/// isn't included.
pub(crate) fn sections_of(site: &Site, locale: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for page in site.pages.iter().filter(|page| page.locale == locale && is_found(site, page)) {
        let name = top(site, page, &Options::default());
        if !name.is_empty()
            && name != site.locales[locale].translate(&site.config.site.title)
            && !names.contains(&name)
        {
            names.push(name);
        }
        if names.len() == SUGGESTIONS {
            break;
        }
    }
    names
}

/// Returns the last two segments of a page's URL. The segments of an operation's URL are left out, because they don't
/// add any information.
fn path_words(page: &Page) -> (String, String) {
    if page.kind.is_api() {
        return Default::default();
    }
    let mut segments = page.route.as_str().rsplit('/');
    let last = segments.next().unwrap_or_default().to_owned();
    (segments.next().unwrap_or_default().to_owned(), last)
}

/// Adds the sections of a description or note after the first section of an API page. `ids` are the IDs of the page's own
/// sections.
fn add_document(document: Option<&Document>, ids: &[&str], all: &mut Vec<Section>) {
    let Some(document) = document else { return };
    let mut own = vec![Section::default()];
    sections(document, &mut own);
    let opening = own.remove(0);
    let Section { text, code, entries, .. } = &mut all[0];
    text.truncate(text.trim_end().len());
    if !text.is_empty() && !opening.text.is_empty() {
        text.push_str(if text.ends_with('.') { " " } else { ". " });
    }
    text.push_str(&opening.text);
    code.push_str(&opening.code);
    entries.push_str(&opening.entries);
    let prefix = anchors::prefix(document, ids);
    own.iter_mut().for_each(|section| section.anchor.insert_str(0, prefix));
    all.extend(own);
}

/// Returns the sections of a document.
fn sections(document: &Document, all: &mut Vec<Section>) {
    let first = all.len().saturating_sub(1);
    let mut heading = false;
    // The number of the current cell in its row, and the length of the section's text before the cell.
    let (mut cell, mut before) = (0, 0);
    for (at, event) in document.events.iter().enumerate() {
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
        if let Event::Open(Element::Entry(index)) = *event {
            heading = true;
            if let Some(term) = document.terms.get(index as usize) {
                let heading = term.names[0].to_string();
                all.push(Section { level: 6, anchor: term.id.to_string(), heading, ..Section::default() });
            }
            continue;
        }
        if let Event::Close(Element::Heading(_) | Element::Entry(_)) = event {
            heading = false;
            continue;
        }
        let Some(section) = all.last_mut().filter(|_| !heading) else { continue };
        match *event {
            Event::Open(Element::TableHead) => cell = 1,
            Event::Open(Element::TableRow) => cell = 0,
            Event::Open(Element::TableCell(_)) => before = section.text.len(),
            Event::Close(Element::TableCell(_)) => {
                cell += 1;
                if cell == 1 {
                    let Section { text, entries, .. } = section;
                    // Several words are a phrase, not a name.
                    let name = text.get(before..).unwrap_or_default().trim();
                    if !name.contains(char::is_whitespace) {
                        entries.push_str(name);
                        entries.push('\n');
                    }
                }
                section.text.push_str(CELL);
            }
            Event::Close(Element::TableHead | Element::TableRow) => {
                let length = section.text.strip_suffix(CELL).map_or(section.text.len(), str::len);
                section.text.truncate(length);
                section.text.push('\n');
            }
            _ => {
                let is_apart = document.separates_lines(event);
                if is_apart && !section.text.ends_with(['\n', ' ']) {
                    section.text.push('\n');
                }
                let prose = document.prose(&document.events, at);
                section.text.push_str(prose);
                if is_apart && !prose.is_empty() {
                    section.text.push('\n');
                }
            }
        }
        if let Event::Code(index) = *event
            && let Some(code) = document.code.get(index as usize).filter(|code| !code.diagram)
        {
            if let Some(title) = &code.title {
                section.code.push_str(title);
                section.code.push('\n');
            }
            section.code.push_str(document.str(code.text));
            section.code.push('\n');
        }
    }
    add_long_forms(document, &mut all[first..]);
}

/// Adds the long form of each abbreviation to the first section that contains the abbreviation.
fn add_long_forms(document: &Document, sections: &mut [Section]) {
    let mut names = Names::default();
    for (index, (short, _)) in document.abbreviations.iter().enumerate() {
        names.add(short, index as u32);
    }
    let mut shown = vec![false; document.abbreviations.len()];
    for section in sections.iter_mut().filter(|_| !names.is_empty()) {
        for (_, index) in names.find(&section.text, false) {
            let (short, long) = &document.abbreviations[index as usize];
            if !std::mem::replace(&mut shown[index as usize], true) {
                section.text.push_str(&format!("\n{short}: {long}\n"));
            }
        }
    }
}

/// Splits a record that contains long text so that a browser doesn't fetch a whole book to show one result.
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

/// Splits a section into pieces of at most [`PART`] bytes. Usually, a section is a single piece.
fn pieces(mut section: Section) -> Vec<Section> {
    if section.text.len() <= PART {
        return vec![section];
    }
    let (text, mut code) = (std::mem::take(&mut section.text), std::mem::take(&mut section.code));
    let mut entries = std::mem::take(&mut section.entries);
    let mut pieces = Vec::new();
    let mut rest = &*text;
    // Additional pieces wouldn't be searchable.
    while !rest.is_empty() && pieces.len() <= PARTS {
        let mut cut = floor(rest, PART);
        if cut < rest.len() {
            cut = rest[..cut].rfind(' ').filter(|at| *at > 0).unwrap_or(cut);
        }
        let (text, code) = (rest[..cut].to_owned(), std::mem::take(&mut code));
        pieces.push(Section { text, code, entries: std::mem::take(&mut entries), ..section.clone() });
        rest = rest[cut..].trim_start();
    }
    pieces
}

/// Collapses whitespace.
pub(super) fn one_line(text: &str) -> String {
    // Most text is ASCII, which is faster to split into words. However, `split_ascii_whitespace` doesn't split text at
    // vertical tabs.
    if text.is_ascii() && !text.contains('\u{b}') {
        joined(text.split_ascii_whitespace(), text.len())
    } else {
        joined(text.split_whitespace(), text.len())
    }
}

fn joined<'t>(words: impl Iterator<Item = &'t str>, length: usize) -> String {
    let mut out = String::with_capacity(length);
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Whether a version has its own index. Pages without a version are in every index. So are the pages of a documentation
/// set with only one version, unless the set is the main set.
pub(super) fn has_index(version: &Version) -> bool {
    version.docs == 0 || version.several
}

/// Returns an index's pages. The documentation precedes the other pages. Each of the two groups is sorted by path.
pub(super) fn pages(site: &Site, locale: usize, version: usize) -> (Vec<usize>, Vec<usize>) {
    let found = |page: &Page| page.locale == locale && is_found(site, page);
    let all = site.pages.iter().enumerate().filter(|(_, page)| found(page));
    let (mut docs, mut others) = (Vec::new(), Vec::new());
    for (index, page) in all {
        match page.version {
            Some(own) if own == version => docs.push(index),
            Some(own) if has_index(&site.versions[own]) => {}
            _ => others.push(index),
        }
    }
    (docs, others)
}

#[cfg(test)]
mod tests {
    use super::one_line;
    use crate::fixture::Numbers;

    #[test]
    fn every_kind_of_white_space_collapses() {
        let letters =
            ['a', 'b', 'é', ' ', '\t', '\n', '\u{b}', '\u{c}', '\u{1f}', '\u{85}', '\u{a0}', '\u{3000}'];
        let mut random = Numbers(7);
        for round in 0..2_000 {
            // Half of the strings are ASCII.
            let known = if round % 2 == 0 { 12 } else { 9 };
            let length = random.below(12);
            let text: String = (0..length)
                .map(|_| letters[random.below(known)])
                .filter(|c| known == 12 || c.is_ascii())
                .collect();
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(one_line(&text), words.join(" "), "{text:?}");
        }
    }
}
