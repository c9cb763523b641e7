//! [`Input`]: everything that a site is assembled from.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Change, Parsed};
use crate::config::{Config, ConfigSource, OpenApiConfig};
use crate::diag::Diagnostic;
use crate::openapi::{Api, File, SchemaId, history};
use crate::path::SourcePath;
use crate::source::Source;

/// Facts about files that aren't text. Assembling a site accesses the disk only through this trait.
pub trait Assets: Sync {
    /// Returns the facts about one of the site's files, or `None` if the file doesn't exist.
    fn facts(&self, path: &SourcePath) -> Option<AssetFacts>;

    /// Returns the facts about the static file at this path that versions built from Git publish if the site itself
    /// doesn't have the file.
    fn published(&self, _path: &SourcePath) -> Option<AssetFacts> {
        None
    }

    /// Returns the text of a file, if it's UTF-8 text.
    fn text(&self, _path: &SourcePath) -> Option<String> {
        None
    }

    /// Returns the problem with a file that exists but has no facts.
    fn refusal(&self, _path: &SourcePath) -> Option<Diagnostic> {
        None
    }

    /// Returns a different number whenever earlier facts might be outdated.
    fn version(&self) -> u64;
}

/// Facts about a file that isn't text.
#[derive(Clone, Copy, PartialEq)]
pub struct AssetFacts {
    /// The xxh3 hash (64 bits) of the content.
    pub hash: u64,
    /// The length in bytes.
    pub length: u64,
    /// The width and height in CSS pixels, for an image with a readable header.
    pub size: Option<(u32, u32)>,
}

/// Everything that a site is assembled from.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// The settings.
    pub config: &'a Config,
    /// The text of the config, for the locations of diagnostics.
    pub config_source: &'a ConfigSource<'a>,
    /// The site's Markdown files, sorted by path.
    pub documents: &'a [Arc<Parsed>],
    /// The `_category_` files, sorted by path.
    pub categories: &'a [Source],
    /// The authors and tags files of blogs, sorted by path.
    pub blog_files: &'a [Source],
    /// The files with the UI strings of other locales, sorted by path.
    pub messages: &'a [Source],
    /// Sorted paths of unused files whose names resemble those of files that docgen reads.
    pub strays: &'a [SourcePath],
    /// The OpenAPI documents, in the same order as in the config.
    pub apis: &'a [ApiDocument],
    /// The known comparisons of OpenAPI documents.
    pub steps: &'a history::Steps,
    /// The files in `static/`, sorted.
    pub static_files: &'a [SourcePath],
    /// Facts about files that aren't text.
    pub assets: &'a dyn Assets,
    /// The last change to each file, for sites that show last-updated information.
    pub changes: &'a BTreeMap<SourcePath, Change>,
    /// The components in the slots folder, sorted.
    pub slots: &'a [SourcePath],
    /// Parses the generated pages that show these components.
    pub parse: &'a Parse<'a>,
    /// The UI strings.
    pub words: &'a Words<'a>,
    /// Whether to keep drafts, for the development server.
    pub drafts: bool,
}

impl Input<'_> {
    /// Whether a file exists in `static/`.
    pub(super) fn has_static(&self, path: &str) -> bool {
        self.static_files.binary_search(&SourcePath::in_static(path)).is_ok()
    }

    /// Returns the Markdown file at a path.
    pub(super) fn document(&self, path: &SourcePath) -> Option<&Parsed> {
        let found = self.documents.binary_search_by(|parsed| parsed.source.path.cmp(path));
        found.ok().map(|at| &*self.documents[at])
    }
}

/// A function that parses generated pages in parallel and returns them with their problems.
pub(crate) type Parse<'a> = dyn Fn(&[Source]) -> Vec<(Arc<Parsed>, Vec<Diagnostic>)> + Sync + 'a;

/// The UI strings, by locale and key.
pub(crate) type Words<'a> = dyn Fn(&str, &str) -> String + Sync + 'a;

/// A parsed OpenAPI document.
pub(crate) struct ApiDocument {
    /// The settings.
    pub config: OpenApiConfig,
    /// The parsed API.
    pub api: Arc<Api>,
    /// The files of all documents.
    pub files: Arc<BTreeMap<SourcePath, Arc<File>>>,
    /// The text of the document's file, if readers can download it.
    pub published: Option<Arc<str>>,
    /// A hash of everything that `api` depends on.
    pub content: u64,
    /// The schemas that need their own page because other pages would otherwise be too long.
    pub needed: Vec<SchemaId>,
    /// The older documents from tags, oldest first.
    pub past: Vec<history::Past>,
}
