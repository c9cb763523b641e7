//! The files in a site's cache folder.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Session;
use crate::fs::{self, OutputCache, PROGRAM, Stamp};
use crate::markdown::highlight;
use crate::net::Checked;
use crate::pipeline::Cache;
use crate::render::PageSources;

/// The cache file for highlighted code: [`highlight::Stored`] for one [`highlight::VERSION`].
pub(super) const HIGHLIGHT: &str = "highlight";
/// The cache file for document metadata and problems: [`DocumentCache`](pipeline::DocumentCache).
pub(super) const DOCUMENTS: &str = "documents";
/// The cache file for the inputs of the last build's output files: [`OutputCache`].
const OUTPUTS: &str = "made";
/// The cache file for the sources in the policy of a site with `[csp]`: [`PageSources`].
const SOURCES: &str = "sources";
/// The folder that contains the parts of the search index.
const SEARCH: &str = "search";
/// The folder that contains the smaller versions of images.
const IMAGES: &str = "images";
/// The cache file for the last build's [`Stamp`].
pub(super) const STAMP: &str = "stamp";
/// The cache file for links to other sites: [`Checked`].
const LINKS: &str = "links";
/// The format version of [`LINKS`]. Different versions of docgen can use the same file.
const LINKS_VERSION: &str = "1";

impl Session {
    /// Returns the output files from the last build, each with a hash of its inputs.
    pub(in crate::cli) fn output_cache(&self) -> OutputCache {
        self.saved(OUTPUTS, PROGRAM)
    }

    /// Returns the sources of the last build's pages.
    pub(in crate::cli) fn page_sources(&self) -> PageSources {
        self.saved(SOURCES, PROGRAM)
    }

    /// Saves the sources of the pages for the next build.
    pub(in crate::cli) fn save_page_sources(&self, sources: Option<PageSources>) -> std::io::Result<()> {
        self.save(SOURCES, PROGRAM, sources)
    }

    /// Saves the list of the output files, each with a hash of its inputs.
    pub(in crate::cli) fn save_output_cache(&self, outputs: &OutputCache) -> std::io::Result<()> {
        self.save(OUTPUTS, PROGRAM, Some(outputs))
    }

    /// Returns the number of documents parsed so far.
    pub(in crate::cli) fn parsed(&self) -> usize {
        self.cache.as_ref().map_or(0, Cache::parsed)
    }

    /// Prepares the cache for a build that writes to it. Removes the stamp so that, if this build is killed, the next
    /// build runs in full even if the site hasn't changed.
    pub(in crate::cli) fn begin_cache(&self) {
        if let Some(folder) = &self.cache_folder {
            fs::sweep_cache(folder, STAMP);
        }
    }

    /// Returns the cached parts of the search index.
    pub(in crate::cli) fn store(&self) -> Option<fs::Store> {
        self.cache_folder.as_ref().map(|folder| fs::Store::new(&folder.join(SEARCH)))
    }

    /// Returns the cached smaller versions of images.
    pub(in crate::cli) fn image_store(&self) -> Option<fs::Store> {
        self.cache_folder.as_ref().map(|folder| fs::Store::new(&folder.join(IMAGES)))
    }

    /// Saves the metadata and problems of the documents for the next run. If the cache can't be written, later runs
    /// only take longer.
    pub(in crate::cli) fn save_documents(&self) -> std::io::Result<()> {
        self.save(DOCUMENTS, PROGRAM, self.cache.as_ref().and_then(Cache::documents_to_store))
    }

    /// Returns the links to other sites that worked when they were last checked.
    pub(in crate::cli) fn checked_links(&self) -> Checked {
        self.saved(LINKS, LINKS_VERSION)
    }

    /// Saves the working links to other sites.
    pub(in crate::cli) fn save_checked_links(&self, links: &Checked) -> std::io::Result<()> {
        self.save(LINKS, LINKS_VERSION, Some(links))
    }

    /// Saves highlighted code for the next run. Call this method last, because documents that are parsed again can add
    /// code.
    pub(in crate::cli) fn save_highlighted(&self) -> std::io::Result<()> {
        self.save(HIGHLIGHT, highlight::VERSION, self.cache.as_ref().and_then(Cache::highlight_to_store))
    }

    /// Saves the stamp of a build.
    pub(super) fn save_stamp(&self, stamp: &Stamp) -> std::io::Result<()> {
        self.save(STAMP, PROGRAM, Some(stamp))
    }

    /// Returns the value in a cache file, or the default value.
    fn saved<T: DeserializeOwned + Default>(&self, name: &str, version: &str) -> T {
        let folder = self.cache_folder.as_ref();
        folder.and_then(|folder| fs::read_cache(&folder.join(name), version)).unwrap_or_default()
    }

    /// Writes a cache file, if there is a cache and a value to store.
    fn save(&self, name: &str, version: &str, value: Option<impl Serialize>) -> std::io::Result<()> {
        match self.cache_folder.as_ref().zip(value) {
            Some((folder, value)) => fs::write_cache(&folder.join(name), version, &value),
            None => Ok(()),
        }
    }
}
