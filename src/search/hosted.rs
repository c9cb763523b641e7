//! Converts a [`Site`] to the records of a hosted index in the DocSearch format, with a record for each page, heading,
//! and block of text.
//!
//! Returns records as JSON, page by page. Also returns the index's [`settings`](missing) and [`synonyms`], and the
//! [`batches`] that a service accepts. The records include the same pages and text as the embedded index. This module
//! must not depend on how data is sent.

mod batch;
mod passage;
mod settings;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::{
    Facets, Options,
    record::{self, Input, Kind, Record, Section, lines},
};
use crate::path::UniqueNames;
use crate::site::{Page, Site};
pub(crate) use batch::{Batch, batches};
use passage::{beginning, json_length, pieces};
pub(crate) use settings::{OWN_SYNONYMS, Settings, missing, synonyms};

/// The maximum size of a record as JSON, in bytes. This size is the limit of the service's smallest plan.
pub(crate) const LIMIT: usize = 10_000;

/// The maximum size of the text in a record, in bytes of JSON. Longer text would match queries that combine unrelated
/// words, and every response contains the text of 20 records.
const PASSAGE: usize = 3_000;

/// The maximum length of a page title, heading, or section name in records, in bytes of JSON. If a name is longer, its
/// full text is in the content or the keywords.
const NAME: usize = 300;

/// The minimum space for text in a record, in bytes. If a URL leaves less space, its anchor is removed.
const ROOM: usize = 1_000;

/// The number of pages to read at a time.
const BLOCK: usize = 256;

/// The searchable pages of a site, in all locales and versions.
pub(crate) struct Pages<'a> {
    input: Input<'a>,
    pages: Vec<usize>,
}

/// The records of a block of pages.
#[derive(Default)]
pub(crate) struct Block {
    /// The number of pages.
    pub pages: usize,
    /// The records, each as a JSON object.
    pub records: Vec<String>,
    /// The pages that are left out because their URLs are too long for a record.
    pub left_out: Vec<String>,
}

impl<'a> Pages<'a> {
    /// Collects the searchable pages of a site.
    pub(crate) fn new(site: &'a Site, options: Options) -> Self {
        let pages = (0..site.pages.len()).filter(|page| record::is_found(site, &site.pages[*page])).collect();
        Pages { input: Input::new(site, options), pages }
    }

    /// Returns the number of pages.
    pub(crate) fn count(&self) -> usize {
        self.pages.len()
    }

    /// Returns the records, several pages at a time, in the order of their URLs.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Block> {
        self.pages.chunks(BLOCK).map(|pages| {
            let read = |page: &usize| records(&self.input, *page);
            let read: Vec<_> = pages.par_iter().map(read).collect();
            let mut block = Block { pages: pages.len(), ..Block::default() };
            for records in read {
                match records {
                    Ok(records) => block.records.extend(records),
                    Err(address) => block.left_out.push(address),
                }
            }
            block
        })
    }
}

/// The names above a block of text, by kind ([`KINDS`]): from the site section to the deepest heading.
type Levels = BTreeMap<&'static str, Option<String>>;

/// A record in the DocSearch format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    #[serde(rename = "objectID")]
    object_id: String,
    #[serde(rename = "type")]
    kind: &'a str,
    url: &'a str,
    /// The section, which is the same for a section of a page and of its copies in other locales. Results contain each
    /// section only once.
    section: &'a str,
    #[serde(rename = "url_without_anchor")]
    page: &'a str,
    anchor: Option<&'a str>,
    content: Option<&'a str>,
    hierarchy: &'a Levels,
    #[serde(flatten)]
    facets: &'a Map<String, Json>,
    weight: Weight,
    /// Other names of a page, which are searched but not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    keywords: Option<&'a str>,
    /// The code, which is searched but not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

/// The values that break ties in the service's ranking.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct Weight {
    /// The page's boost, in percent.
    page_rank: u16,
    /// The level: 100 for the site section, 10 less for each lower level, and 0 for a block of text.
    level: usize,
    /// The position of the record on its page.
    position: usize,
    /// 0 for a copy of a page in the default locale, and 1 for any other page.
    original: u8,
}

/// Returns a page's records. If the page's URL doesn't fit into a record, returns the URL as the error.
fn records(input: &Input<'_>, index: usize) -> Result<Vec<String>, String> {
    let mut record = record::whole(input, index);
    if record.kind == Kind::Api {
        for section in &mut record.sections {
            let (text, hidden) = lines::split(&section.text);
            (section.text, section.code) = (text, hidden + &section.code);
        }
    }
    let site = input.site;
    Writer::new(site, &site.pages[index], &record)?.write(&record)
}

/// A writer for a page's records.
struct Writer<'a> {
    /// The page's URL path.
    href: &'a str,
    /// The URL path of the page that this page is a copy of, if there's no translation.
    original: Option<String>,
    /// The page's URL, which consists of the site's origin, if known, and the path.
    page: String,
    levels: Levels,
    facets: Map<String, Json>,
    page_rank: u16,
    records: Vec<String>,
    /// The IDs of the records so far.
    ids: UniqueNames,
}

/// A record's location: its URL with the anchor, and the kind of its deepest name.
#[derive(Clone, Copy)]
struct At<'a> {
    url: &'a str,
    anchor: Option<&'a str>,
    level: usize,
}

/// The searched attributes of a record.
#[derive(Clone, Copy, Default)]
struct Texts<'a> {
    content: Option<&'a str>,
    keywords: Option<&'a str>,
    code: Option<&'a str>,
}

const KINDS: [&str; 7] = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

impl<'a> Writer<'a> {
    fn new(site: &'a Site, page: &Page, record: &'a Record) -> Result<Self, String> {
        let config = &site.config;
        let facets = Facets::of(site, page);
        let mut map = Map::new();
        map.insert("lang".to_owned(), site.locales[page.locale].lang.as_str().into());
        map.insert("language".to_owned(), facets.language.into());
        map.insert("version".to_owned(), facets.version.into());
        map.insert(config.search.facet.clone(), facets.tag.into());
        map.insert("kind".to_owned(), serde_json::to_value(record.kind).unwrap_or_default());
        let copied = page.in_locale(0).filter(|_| page.is_copy());
        let address = format!("{}{}", config.site.url.as_deref().unwrap_or_default(), record.href);
        let writer = Writer {
            href: &record.href,
            original: copied.map(|route| config.addressing().href(route)),
            page: address,
            levels: KINDS.map(|kind| (kind, None)).into(),
            facets: map,
            page_rank: record.boost,
            records: Vec::new(),
            ids: UniqueNames::numbered_from(1),
        };
        let names = (NAME + "\"lvl0\":\"\",".len()) * KINDS.len();
        let frame = writer.frame(At { url: &writer.page, anchor: None, level: 1 }) + names;
        if frame + ROOM > LIMIT { Err(writer.page) } else { Ok(writer) }
    }

    fn write(mut self, record: &Record) -> Result<Vec<String>, String> {
        let mut keywords = vec![record.names.as_str(), record.verbs.as_str()];
        let (lvl0, cut) = beginning(&record.lvl0, NAME);
        keywords.extend(cut.then_some(record.lvl0.as_str()));
        self.set_level(0, lvl0);
        let (lvl1, cut) = beginning(&record.title, NAME);
        keywords.extend(cut.then_some(record.title.as_str()));
        self.set_level(1, lvl1);
        keywords.extend([record.path.0.as_str(), record.path.1.as_str()]);
        let first = record.sections.first();
        keywords.extend(first.filter(|section| section.level == 1).map(|section| section.heading.as_str()));
        keywords.retain(|text| !text.is_empty());
        let page = self.page.clone();
        let at = At { url: &page, anchor: None, level: 1 };
        let keywords = pieces(&keywords.join("\n"), self.room(at).min(PASSAGE));
        for texts in some(keywords.iter().map(|piece| Texts { keywords: Some(piece), ..Texts::default() })) {
            self.put(at, texts);
        }
        for section in &record.sections {
            self.section(section);
        }
        Ok(self.records)
    }

    fn section(&mut self, section: &Section) {
        let level = usize::from(section.level.clamp(1, 6));
        let mut text = section.text.as_str();
        let whole;
        let is_named = level > 1 && !section.heading.is_empty();
        if is_named {
            let (name, cut) = beginning(&section.heading, NAME);
            self.set_level(level, name);
            if cut {
                whole = format!("{}\n{text}", section.heading);
                text = &whole;
            }
        }
        // The URL of a part of a page has a fragment.
        let separator = if self.page.contains('#') { '/' } else { '#' };
        let url = format!("{}{separator}{}", self.page, section.anchor);
        let mut at = At { url: &url, anchor: Some(&section.anchor), level };
        let page = self.page.clone();
        if section.anchor.is_empty() || self.frame(at) + ROOM > LIMIT {
            at = At { url: &page, anchor: None, level };
        }
        if is_named {
            self.put(at, Texts::default());
        }
        let half = (self.room(at) / 2).min(PASSAGE);
        let (texts, code) = (pieces(text, half), pieces(&section.code, half));
        for index in 0..texts.len().max(code.len()) {
            let piece = |all: &'_ [String]| all.get(index).cloned();
            let (content, code) = (piece(&texts), piece(&code));
            self.put(at, Texts { content: content.as_deref(), code: code.as_deref(), keywords: None });
        }
    }

    /// Sets a level and clears the lower levels.
    fn set_level(&mut self, level: usize, name: String) {
        let mut name = Some(name).filter(|name| !name.is_empty());
        self.levels.values_mut().skip(level).for_each(|slot| *slot = name.take());
    }

    /// Adds a record.
    fn put(&mut self, at: At<'_>, texts: Texts<'_>) {
        let id = self.id(at);
        self.records.push(self.json(at, texts, id));
    }

    /// Returns an ID that depends only on the location of the record.
    fn id(&mut self, at: At<'_>) -> String {
        self.ids.give(place(self.href, at), |place, number| format!("{place}~{number}"))
    }

    /// Returns the number of bytes of text that fit into a record.
    fn room(&self, at: At<'_>) -> usize {
        LIMIT.saturating_sub(self.frame(at))
    }

    /// Returns the maximum size of a record without its text, in bytes.
    fn frame(&self, at: At<'_>) -> usize {
        let id = "0".repeat(NAME + "~1234567890".len());
        let texts = Texts { content: Some(""), keywords: Some(""), code: Some("") };
        self.json(at, texts, id).len() + "1234567890".len()
    }

    fn json(&self, at: At<'_>, texts: Texts<'_>, object_id: String) -> String {
        let is_text = texts.content.is_some();
        let wire = Wire {
            object_id,
            kind: if is_text { "content" } else { KINDS[at.level] },
            url: at.url,
            section: &place(self.original.as_deref().unwrap_or(self.href), at),
            page: &self.page,
            anchor: at.anchor,
            content: texts.content,
            hierarchy: &self.levels,
            facets: &self.facets,
            weight: Weight {
                page_rank: self.page_rank,
                level: if is_text { 0 } else { 100 - 10 * at.level },
                position: self.records.len(),
                original: u8::from(self.original.is_none()),
            },
            keywords: texts.keywords,
            code: texts.code,
        };
        serde_json::to_string(&wire).unwrap_or_default()
    }
}

/// Returns the name of a location on a page.
fn place(href: &str, at: At<'_>) -> String {
    let mut place = href.to_owned();
    if let Some(anchor) = at.anchor {
        place.push('#');
        place.push_str(anchor);
    }
    if json_length(&place) > NAME {
        place = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(place.as_bytes()));
    }
    place
}

/// Returns all items. If there are none, returns one empty item.
fn some<'t>(texts: impl Iterator<Item = Texts<'t>>) -> Vec<Texts<'t>> {
    let mut all: Vec<Texts<'t>> = texts.collect();
    if all.is_empty() {
        all.push(Texts::default());
    }
    all
}
