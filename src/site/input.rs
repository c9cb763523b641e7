//! [`Input`]: what a site is assembled from.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Change, Parsed};
use crate::config::{Config, ConfigSource, OpenApiConfig};
use crate::diag::Diagnostic;
use crate::openapi::{Api, SchemaId};
use crate::path::SourcePath;
use crate::source::Source;

/// Facts about files that are not text. The one way from here to the disk.
pub trait Assets: Sync {
    /// The facts about a file of the site; `None` when there is no such file.
    fn facts(&self, path: &SourcePath) -> Option<AssetFacts>;

    /// What is wrong with a file that is there and of which there are no facts.
    fn refusal(&self, _path: &SourcePath) -> Option<Diagnostic> {
        None
    }

    /// Another number whenever a fact that was told may no longer hold.
    fn version(&self) -> u64;
}

/// What is known of a file that is not text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct AssetFacts {
    /// xxh3 (64 bits) of its bytes.
    pub hash: u64,
    /// Width and height in CSS pixels, of a picture whose header could be read.
    pub size: Option<(u32, u32)>,
}

/// Everything a site is made of.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// The settings.
    pub config: &'a Config,
    /// The text of the config, which diagnostics about its values point into.
    pub config_source: &'a ConfigSource<'a>,
    /// Every Markdown file of the site, sorted by path.
    pub documents: &'a [Arc<Parsed>],
    /// The `_category_` files, sorted by path.
    pub categories: &'a [Source],
    /// The files of authors and tags of blogs, sorted by path.
    pub blog_files: &'a [Source],
    /// The texts of the interface in other languages, sorted by path.
    pub messages: &'a [Source],
    /// Files that nothing reads and whose names are like those of others, sorted.
    pub strays: &'a [SourcePath],
    /// The OpenAPI documents, in the order of the config.
    pub apis: &'a [ApiDocument],
    /// The files of `static/`, sorted.
    pub static_files: &'a [SourcePath],
    /// Facts about files that are not text.
    pub assets: &'a dyn Assets,
    /// Last changes, for sites that show them.
    pub changes: &'a BTreeMap<SourcePath, Change>,
    /// The texts of the interface.
    pub words: &'a Words<'a>,
    /// Keeps drafts, as the development server does.
    pub drafts: bool,
}

impl Input<'_> {
    /// Whether `static/` has a file.
    pub(super) fn has_static(&self, path: &str) -> bool {
        self.static_files.binary_search(&SourcePath::in_static(path)).is_ok()
    }

    /// The Markdown file at a path.
    pub(super) fn document(&self, path: &SourcePath) -> Option<&Parsed> {
        let found = self.documents.binary_search_by(|parsed| parsed.source.path.cmp(path));
        found.ok().map(|at| &*self.documents[at])
    }
}

/// The texts of the interface, by the code of a language and the key.
pub(crate) type Words<'a> = dyn Fn(&str, &str) -> String + Sync + 'a;

/// An OpenAPI document, read.
pub(crate) struct ApiDocument {
    /// Its settings.
    pub config: OpenApiConfig,
    /// What it describes.
    pub api: Arc<Api>,
    /// A hash of all that `api` follows from.
    pub content: u64,
    /// The schemas that some page is too long to show whole.
    pub needed: Vec<SchemaId>,
}
