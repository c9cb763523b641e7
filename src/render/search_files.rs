//! The search index among the files of the output: `_docgen/search/`.
//!
//! Its files have names that say what is in them, so they are known only once all of it is built. A build makes them all;
//! the development server makes them when a reader first searches.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Artifact, Renderer};
use crate::path::OutPath;
use crate::search;

/// The folder of the index in the output.
const FOLDER: &str = "_docgen/search";

/// The index, once somebody has asked for it, by the paths of its files.
pub(super) type Index = OnceLock<HashMap<String, Vec<u8>>>;

impl Renderer<'_> {
    /// Every file of the search index; the one that names the others is the last. The store has parts of earlier ones.
    pub(crate) fn search_files(&self, store: &dyn search::Store) -> Vec<Artifact> {
        let artifact = |file: search::File| Artifact {
            path: OutPath::new(format!("{FOLDER}/{}", file.path)),
            body: file.bytes.into(),
        };
        self.search_index(store).into_iter().map(artifact).collect()
    }

    /// A file of the search index, by its path below the folder of the index.
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

    /// What a hosted index of the site is filled with, whoever answers the site's own search.
    pub(crate) fn hosted_pages(&self) -> search::hosted::Pages<'_> {
        search::hosted::Pages::new(self.site, self.search_options())
    }

    fn search_options(&self) -> search::Options {
        let blogs = self.site.blogs.iter().map(|blog| self.blog_name(blog).into_owned()).collect();
        search::Options { blogs }
    }
}
