//! Components: compiles the modules of a site and of its pages, and renders pages that use them to HTML, in a sandbox.
//!
//! A page is a module in TSX whose default export is a component. This module compiles it and everything that it
//! imports, runs the result with React on [`script`](crate::script), and returns the HTML. It reads files only through
//! [`Files`], and it doesn't know about Markdown, routes, or URLs: whatever depends on them is a token in the HTML.

mod compile;
mod engine;
mod graph;
pub(crate) mod syntax;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::source::Source;
use compile::Compiled;
use graph::Graph;
use parking_lot::Mutex;

/// Reads the files that pages and components import. Implemented by `fs`, and by maps in tests.
pub trait Files: Send + Sync {
    /// Returns a text file of the site; the error says why it can't be read (lower case, no period).
    fn read(&self, path: &SourcePath) -> Result<Source, String>;
    /// Whether a file exists inside the site's folder (for images and other binary files).
    fn exists(&self, path: &SourcePath) -> bool;
}

/// The code of a page, or of a Markdown file that is imported: TSX, whose default export is a component that returns
/// the content.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    /// The Markdown file.
    pub path: SourcePath,
    /// The code.
    pub code: String,
    /// Ascending offsets in `code`, each with the offset of the same text in the source file and its length. The code
    /// between them is generated.
    pub places: Vec<(u32, u32, u32)>,
}

/// What a page is rendered with.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The result of `usePage()`. `url` is set by this module.
    pub info: serde_json::Value,
    /// The locale, such as `pt-BR`.
    pub locale: String,
}

/// The result of rendering a page.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    /// The HTML with its tokens; `None` if there are errors.
    pub html: Option<String>,
    /// Every file that the page imports directly or indirectly, missing ones too, each with [`Library::hash_of`].
    pub used: BTreeMap<SourcePath, u64>,
    /// The imported style sheets, in the order of the imports.
    pub styles: Vec<SourcePath>,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}

/// The components of a site.
#[derive(Clone)]
pub struct Library(Arc<Inner>);

struct Inner {
    components: BTreeMap<String, SourcePath>,
    /// The result of `useSite()`, as JSON.
    site: String,
    files: Arc<dyn Files>,
    /// The latest compiled version of each module, with the hash of its text.
    compiled: Mutex<BTreeMap<SourcePath, (u64, Arc<Compiled>)>>,
}

impl Library {
    /// Creates a library from the files of components by their names, and the result of `useSite()`.
    pub(crate) fn new(
        components: BTreeMap<String, SourcePath>,
        site: serde_json::Value,
        files: Arc<dyn Files>,
    ) -> Self {
        let compiled = Mutex::default();
        Library(Arc::new(Inner { components, site: site.to_string(), files, compiled }))
    }

    /// Whether there is a component with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.components.contains_key(name)
    }

    /// Returns the names of the components.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.components.keys().map(String::as_str)
    }

    /// Compiles and renders a page. `partial` returns the module of a Markdown file that something imports, or `None`
    /// if there is no such file.
    pub(crate) fn render(
        &self,
        module: &Module,
        page: &Page,
        partial: &dyn Fn(&SourcePath) -> Option<Module>,
    ) -> Rendered {
        let graph = Graph::new(&self.0, module, partial);
        engine::render(graph, page, &self.0.site)
    }

    /// Returns a text file of the site; the error says why it can't be read.
    pub(crate) fn read(&self, path: &SourcePath) -> Result<Source, String> {
        self.0.files.read(path)
    }

    /// Returns the current hash of a file that a page used: of its text, or, for a binary file, of its existence. It's
    /// 0 if the file is missing.
    pub(crate) fn hash_of(&self, path: &SourcePath) -> u64 {
        self.0.hash_of(path)
    }
}

impl Inner {
    fn hash_of(&self, path: &SourcePath) -> u64 {
        match self.files.read(path) {
            Ok(source) => source.hash,
            Err(_) => u64::from(self.files.exists(path)),
        }
    }
}
