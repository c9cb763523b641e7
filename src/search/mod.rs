//! [`Site`] to an index that is searched where it is: files that a browser fetches a few of.
//!
//! [`build`] takes a site and gives files. `theme/src/search/embedded` answers questions from them, in a browser and in
//! [`script`](crate::script); it takes texts apart as [`tokens`] does. [`hosted`] makes of the same pages what a hosted
//! index is filled with. It must not know of disk, network or chunks.

mod build;
pub(crate) mod hosted;
mod pack;
mod record;
mod shard;
mod token;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::{Answerer, Config};
use crate::site::{Page, Site};
pub(crate) use record::sections_of as sections;
pub use token::{Token, tokens};

/// The version of the format of all files; a browser that knows another one says so.
const FORMAT: u32 = 2;

/// The one file whose name is known.
pub(crate) const HEADER: &str = "index.json";

/// What the index is made with besides the site.
#[derive(Default)]
pub struct Options {
    /// The name of each blog, in the order of [`Site::blogs`].
    pub blogs: Vec<String>,
}

/// Each word with those that mean the same, all in the form of the index.
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

/// Parts of an index that are kept from one build to the next, by name. What is kept may be lost at any time, and is
/// given back as it was or not at all.
pub trait Store: Sync {
    /// The part of a name.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps a part.
    fn put(&self, name: &str, bytes: Vec<u8>);
}

/// Keeps nothing.
#[derive(Clone, Copy)]
pub struct Forgetful;

impl Store for Forgetful {
    fn get(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn put(&self, _: &str, _: Vec<u8>) {}
}

/// A file of the index.
pub struct File {
    /// Its path below the folder of the index.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The header: which indexes there are.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    indexes: Vec<IndexEntry>,
}

/// An index in the header.
#[derive(Serialize, Deserialize)]
struct IndexEntry {
    /// The language of all of it.
    language: String,
    /// The tag of the first records; all others are tagged `default`.
    tag: String,
    /// The folder of its files.
    folder: String,
    /// The name of its manifest in that folder.
    manifest: String,
}

/// What a search has to know of an index before it reads any other file of it.
#[derive(Serialize)]
struct Manifest {
    version: u32,
    /// How many records there are.
    records: u32,
    /// How many of these are of the documentation; they come first.
    docs: u32,
    /// The folder of the cards.
    cards: String,
    /// A file of cards holds two to the power of this.
    shift: u32,
    /// What cards are packed with.
    dictionary: String,
    /// The files of terms.
    shards: Ranges,
    /// The files of words to spell by.
    spelling: Ranges,
    /// The files of the same words written backwards: what is alike at its end stands together there.
    endings: Ranges,
    /// Words that most records have.
    common: Vec<String>,
    /// Records that count more or less than others, with their percentage.
    boosts: Vec<(u32, u16)>,
    /// Words with others that mean the same.
    synonyms: BTreeMap<String, Vec<String>>,
}

/// Files that hold sorted words.
#[derive(Default, Serialize)]
struct Ranges {
    /// What the words of each file are not less than; those of the one before it are.
    from: Vec<String>,
    /// What is in the name of each file.
    hash: Vec<String>,
}

/// What is wrong with a header, for one that this docgen can't read.
pub(crate) fn problem(header: &[u8]) -> Option<String> {
    match serde_json::from_slice::<Header>(header) {
        Err(_) => Some("the search index is damaged: a file is no JSON of its kind".to_owned()),
        Ok(Header { version: FORMAT, .. }) => None,
        Ok(Header { version, .. }) => {
            Some(format!("the search index has format {version}, this docgen reads {FORMAT}"))
        }
    }
}

/// Builds the index of a site: one for each language and version. The header comes last. What is in the store changes how
/// long this takes, never what comes out.
pub fn build(site: &Site, options: &Options, store: &dyn Store) -> Vec<File> {
    let mut files = Vec::new();
    let mut header = Header { version: FORMAT, indexes: Vec::new() };
    for (l, locale) in site.locales.iter().enumerate() {
        for (v, version) in site.versions.iter().enumerate() {
            let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
            let mut folder: String = format!("{}-{}", locale.code, version.name).chars().map(plain).collect();
            if header.indexes.iter().any(|index| index.folder == folder) {
                folder = format!("{folder}-{}", header.indexes.len());
            }
            let Some(manifest) = build::index(site, (l, v), options, (&folder, store), &mut files) else {
                continue;
            };
            let bytes =
                pack::Packer::plain().pack(serde_json::to_string(&manifest).unwrap_or_default().as_bytes());
            let name = format!("m.{:08x}.bin", xxhash_rust::xxh3::xxh3_64(&bytes) as u32);
            files.push(File { path: format!("{folder}/{name}"), bytes });
            header.indexes.push(IndexEntry {
                language: locale.code.clone(),
                tag: tag(&version.name),
                folder,
                manifest: name,
            });
        }
    }
    let bytes = serde_json::to_vec(&header).unwrap_or_default();
    files.push(File { path: HEADER.to_owned(), bytes });
    files
}

/// What a page is told apart by: what its head says to a crawler, and what a record of a hosted index is filtered by.
#[derive(Clone, Copy)]
pub(crate) struct Facets<'a> {
    /// The code of its language.
    pub language: &'a str,
    /// The version it is of; a page of no version is of the latest.
    pub version: &'a str,
    /// The version whose documentation it is in, if it is in any.
    documents: Option<&'a str>,
}

impl<'a> Facets<'a> {
    /// Those of a page.
    pub(crate) fn of(site: &'a Site, page: &Page) -> Self {
        let latest = || site.versions.iter().find(|version| version.last).or(site.versions.first());
        let own = page.version.map(|version| &site.versions[version]);
        Facets {
            language: &site.locales[page.locale].code,
            version: own.or_else(latest).map_or("current", |version| version.name.as_str()),
            documents: own.map(|version| version.name.as_str()),
        }
    }

    /// The tag that a search in one version asks for, or `default`.
    pub(crate) fn tag(&self) -> String {
        self.documents.map_or_else(|| "default".to_owned(), tag)
    }
}

/// The tag of the documentation of a version.
pub(crate) fn tag(version: &str) -> String {
    format!("docs-default-{version}")
}

/// Whether a site is searched in its own index.
pub(crate) fn is_wanted(config: &Config) -> bool {
    config.search.answerer() == Some(Answerer::Embedded)
}

#[cfg(test)]
mod tests;
