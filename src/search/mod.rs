//! Converts a [`Site`] to an index that can be searched without a server. A browser fetches only the files that it
//! needs.
//!
//! [`build`] takes a site and returns files. `theme/src/search/embedded` uses these files to answer queries, in a
//! browser and in [`script`](crate::script), and splits text in the same way as [`tokens`]. [`hosted`] converts the
//! same pages to the content of a hosted index. This module must not depend on the disk, the network, or chunks.

mod build;
pub(crate) mod hosted;
mod pack;
mod query;
mod record;
mod shard;
mod synonyms;
mod token;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::config::{Answerer, Config};
use crate::site::{Page, Site, Version};
pub(crate) use query::{Hit, Query, hits, query, tags};
pub(crate) use record::sections_of as sections;
pub use token::{Token, tokens};

/// The format version of all files. A browser reports an unknown version.
const FORMAT: u32 = 5;

/// The name of the header, which is the only file with a fixed name.
pub(crate) const HEADER: &str = "index.json";

/// The input for the index in addition to the site.
#[derive(Clone, Default)]
pub struct Options {
    /// The name of each blog, in the order of [`Site::blogs`].
    pub blogs: Vec<String>,
}

/// Returns each word with its synonyms, in the index's normal form.
fn synonyms(site: &Site) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for group in &site.config.search.index.synonyms {
        let words: Vec<String> = group.iter().filter_map(|word| token::whole(word)).collect();
        for word in &words {
            let others = all.entry(word.clone()).or_default();
            others.extend(words.iter().filter(|other| *other != word).cloned());
        }
    }
    for others in all.values_mut() {
        others.sort();
        others.dedup();
    }
    all
}

/// A cache of parts between builds, by name. Parts can be lost at any time, but they never change.
pub trait Store: Sync {
    /// Returns the part with the given name.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores a part.
    fn put(&self, name: &str, bytes: Vec<u8>);

    /// Marks a part as needed although this build doesn't read it.
    fn keep(&self, _name: &str) {}
}

/// A store that doesn't keep any parts.
#[derive(Clone, Copy)]
pub struct Forgetful;

impl Store for Forgetful {
    fn get(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn put(&self, _: &str, _: Vec<u8>) {}
}

/// An index file.
pub struct File {
    /// The path relative to the index folder.
    pub path: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The header, which lists the indexes.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    indexes: Vec<IndexEntry>,
}

/// An index in the header.
#[derive(Serialize, Deserialize)]
struct IndexEntry {
    /// The locale of the records.
    language: String,
    /// The tag of the documentation records. All other records have the `default` tag.
    tag: String,
    /// The folder that contains the files.
    folder: String,
    /// The name of the manifest in the folder.
    manifest: String,
}

/// The data that a search needs before it reads other index files.
#[derive(Serialize)]
struct Manifest {
    version: u32,
    /// The number of assigned record numbers, including unused numbers.
    records: u32,
    /// The number of record numbers that are reserved for the documentation. Documentation records come first.
    docs: u32,
    /// The sections of the site, in the order of their records.
    groups: Vec<Group>,
    /// The names of pages and sections.
    names: Names,
    /// The folder that contains the text files.
    texts: String,
    /// The binary logarithm of the number of records in a text file.
    shift: u32,
    /// The dictionary for the text.
    dictionary: String,
    /// The term files.
    shards: Ranges,
    /// The spelling files.
    spelling: Ranges,
    /// The spelling files with words written backward, so words with similar endings are in the same file.
    endings: Ranges,
    /// The words that appear in so many records that they're ignored in queries with other words.
    common: Vec<String>,
    /// The records with a boost, in percent.
    boosts: Vec<(u32, u16)>,
    /// The records of untranslated pages, as ranges. A search in several locales finds only the original pages.
    copies: Vec<(u32, u32)>,
    /// The words that have synonyms, with their synonyms.
    synonyms: BTreeMap<String, Vec<String>>,
    /// Groups of general synonyms: the words in the index, and the words that readers might use instead.
    similar: Vec<(Vec<&'static str>, Vec<&'static str>)>,
}

/// Consecutive records from a section of the site: the number of the first record, the name of the section, and the
/// kind of the pages.
#[derive(Clone, PartialEq, Serialize)]
struct Group(u32, String, record::Kind);

/// The names of pages and sections, or where they are.
#[derive(Default, Serialize)]
struct Names {
    /// All names, if they're short enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Box<RawValue>>,
    /// The hash in the name of the file with all names.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// If the text files contain cards, the size of each record's card, as a character.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<String>,
    /// Whether the names of all sections are included. Otherwise, only the name of each record's first section is
    /// included, and the text files contain the names of all sections.
    sections: bool,
}

/// The files that contain sorted words.
#[derive(Default, Serialize)]
struct Ranges {
    /// The lower bound of each file's words.
    from: Vec<String>,
    /// The hash in the name of each file.
    hash: Vec<String>,
}

/// If this version of docgen can't read a header, returns the reason.
pub(crate) fn problem(header: &[u8]) -> Option<String> {
    match serde_json::from_slice::<Header>(header) {
        Err(_) => Some("the search index is damaged: a file isn't valid JSON".to_owned()),
        Ok(Header { version: FORMAT, .. }) => None,
        Ok(Header { version, .. }) => Some(format!(
            "the search index has format {version}, but this version of docgen reads format {FORMAT}"
        )),
    }
}

/// Builds the indexes of a site, one for each locale and version. The header comes last. The store affects only the
/// duration of the build, never the result.
pub fn build(site: &Site, options: &Options, store: &dyn Store) -> Vec<File> {
    let input = record::Input::new(site, options.clone());
    let mut files = Vec::new();
    let mut header = Header { version: FORMAT, indexes: Vec::new() };
    for (l, locale) in site.locales.iter().enumerate() {
        for (v, version) in site.versions.iter().enumerate().filter(|(_, version)| record::has_index(version))
        {
            let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
            let mut folder: String =
                format!("{}-{}", locale.code, site.version_name(version)).chars().map(plain).collect();
            if header.indexes.iter().any(|index| index.folder == folder) {
                folder = format!("{folder}-{}", header.indexes.len());
            }
            let Some(manifest) = build::index(&input, (l, v), (&folder, store), &mut files) else {
                continue;
            };
            let bytes =
                pack::Packer::plain().pack(serde_json::to_string(&manifest).unwrap_or_default().as_bytes());
            let name = format!("m.{:08x}.bin", xxhash_rust::xxh3::xxh3_64(&bytes) as u32);
            files.push(File { path: format!("{folder}/{name}"), bytes });
            header.indexes.push(IndexEntry {
                language: locale.code.clone(),
                tag: tag(site, version),
                folder,
                manifest: name,
            });
        }
    }
    let bytes = serde_json::to_vec(&header).unwrap_or_default();
    files.push(File { path: HEADER.to_owned(), bytes });
    files
}

/// A page's facets. They're in the page's `<head>` for crawlers and in the records of a hosted index.
pub(crate) struct Facets<'a> {
    /// The language tag of the page's locale.
    pub language: &'a str,
    /// The page's version. A page without a version belongs to the last version of the main set.
    pub version: &'a str,
    /// The page's tag.
    pub tag: String,
}

impl<'a> Facets<'a> {
    /// Returns a page's facets.
    pub(crate) fn of(site: &'a Site, page: &Page) -> Self {
        let latest = || site.versions.iter().find(|version| version.last).or(site.versions.first());
        let own = page.version.map(|version| &site.versions[version]);
        Facets {
            language: &site.locales[page.locale].code,
            version: own.or_else(latest).map_or("current", |version| version.name.as_str()),
            tag: own.map_or_else(|| "default".to_owned(), |own| tag(site, own)),
        }
    }
}

/// Returns the tag of a version's documentation. Pages that every search includes have the `default` tag.
fn tag(site: &Site, version: &Version) -> String {
    match record::has_index(version) {
        true => tag_of(&site.version_name(version)),
        false => "default".to_owned(),
    }
}

/// Returns the tag of a version by its [unique name](Site::version_name).
pub(crate) fn tag_of(version: &str) -> String {
    let (docs, version) = version.split_once('/').unwrap_or(("default", version));
    format!("docs-{docs}-{version}")
}

/// Whether a site uses the embedded search.
pub(crate) fn is_wanted(config: &Config) -> bool {
    config.search.answerer() == Some(Answerer::Embedded)
}

#[cfg(test)]
mod tests;
