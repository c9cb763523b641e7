//! The search index as output files: `_docgen/search/`.
//!
//! The names of the files contain hashes of their content, so the names are known only when the index is complete. A
//! build writes all files. The development server builds the files on the first search.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Artifact, Renderer};
use crate::path::OutPath;
use crate::search;

/// The folder of the index in the output.
const FOLDER: &str = "_docgen/search";

/// The index files by path, built on first use.
pub(super) type Index = OnceLock<HashMap<String, Vec<u8>>>;

impl Renderer<'_> {
    /// Returns every file in the search index. The file that names the other files is last. `store` contains parts of
    /// earlier indexes.
    pub(crate) fn search_files(&self, store: &dyn search::Store) -> Vec<Artifact> {
        let artifact = |file: search::File| Artifact {
            path: OutPath::new(format!("{FOLDER}/{}", file.path)),
            body: file.bytes.into(),
        };
        self.search_index(store).into_iter().map(artifact).collect()
    }

    /// Returns a file in the search index by its path below the index folder.
    pub(crate) fn search_file(&self, path: &str) -> Option<Artifact> {
        let made = || {
            self.search_index(&search::Forgetful).into_iter().map(|file| (file.path, file.bytes)).collect()
        };
        let bytes = self.index.get_or_init(made).get(path)?.clone();
        Some(Artifact { path: OutPath::new(format!("{FOLDER}/{path}")), body: bytes.into() })
    }

    fn search_index(&self, store: &dyn search::Store) -> Vec<search::File> {
        let site = self.site;
        if !search::is_wanted(&site.config) {
            return Vec::new();
        }
        search::build(site, &self.search_options(), store)
    }

    /// Returns the records for a hosted index of the site, regardless of its search provider.
    pub(crate) fn hosted_pages(&self) -> search::hosted::Pages<'_> {
        search::hosted::Pages::new(self.site, self.search_options())
    }

    fn search_options(&self) -> search::Options {
        let blogs = self.site.blogs.iter().map(|blog| self.blog_name(blog).into_owned()).collect();
        search::Options { blogs }
    }
}
