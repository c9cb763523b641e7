//! [`Parsed`]: a Markdown file on the site, with its metadata and its content on demand.
//!
//! Parsing is pure, so content that isn't cached is parsed again from the source. Repeated parsing takes time but
//! doesn't change the result.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use xxhash_rust::xxh3::Xxh3;

use crate::component::Library;
use crate::diag::Diagnostic;
use crate::markdown::{self, Document, FrontMatter, Metadata, highlight};
use crate::path::SourcePath;
use crate::source::Source;

/// A source and its parsed metadata.
pub struct Parsed {
    /// The file.
    pub source: Source,
    /// The metadata.
    pub metadata: Arc<Metadata>,
    /// A hash of the source and everything that the source imports.
    pub hash: u64,
    document: OnceLock<Arc<Document>>,
    reader: Arc<Reader>,
}

/// The maximum total size, in bytes, of the sources with parsed documents that stay in memory. A document takes about
/// as much memory as its source. On a larger site, the remaining documents are parsed again for each use.
const KEPT: usize = 720 << 20;

/// The options, cache, and counters that all parsed sources share.
#[derive(Default)]
pub struct Reader {
    /// The options.
    pub options: markdown::Options,
    /// Highlighted code, by language and text.
    pub highlight: Arc<highlight::Cache>,
    /// The site's components.
    pub library: Option<Arc<Library>>,
    /// The number of documents parsed.
    parsed: AtomicUsize,
    /// The total size, in bytes, of the sources with parsed documents that stay in memory.
    kept: AtomicUsize,
}

impl Reader {
    /// Creates a reader with these options, this cache of highlighted code, and these components.
    pub fn new(
        options: markdown::Options,
        highlight: Arc<highlight::Cache>,
        library: Option<Arc<Library>>,
    ) -> Self {
        Reader { options, highlight, library, ..Reader::default() }
    }

    /// Whether imported files still have these hashes.
    pub fn are_current(&self, imports: &[(SourcePath, u64)]) -> bool {
        imports.is_empty()
            || self
                .library
                .as_ref()
                .is_some_and(|library| imports.iter().all(|(path, hash)| library.hash_of(path) == *hash))
    }

    /// Returns the number of documents parsed so far.
    pub fn count(&self) -> usize {
        self.parsed.load(Ordering::Relaxed)
    }

    /// Whether there's room to keep the document of a source. If so, adds the source to the total size.
    fn keeps(&self, source: &Source) -> bool {
        self.kept.load(Ordering::Relaxed) < KEPT
            && self.kept.fetch_add(source.text.len(), Ordering::Relaxed) < KEPT
    }

    fn parse(&self, source: &Source) -> (Document, Vec<Diagnostic>) {
        self.parsed.fetch_add(1, Ordering::Relaxed);
        markdown::parse(source, &self.options, &self.highlight, self.library.as_deref())
    }
}

impl Parsed {
    /// Parses a source. Returns the document with its problems.
    pub fn new(source: Source, reader: &Arc<Reader>) -> (Self, Vec<Diagnostic>) {
        let (document, diagnostics) = reader.parse(&source);
        let metadata = Arc::clone(&document.metadata);
        let document =
            if reader.keeps(&source) { OnceLock::from(Arc::new(document)) } else { OnceLock::new() };
        let hash = hash(&source, &metadata);
        (Parsed { source, metadata, hash, document, reader: Arc::clone(reader) }, diagnostics)
    }

    /// Creates a parsed source from cached metadata, without parsing.
    pub fn cached(source: Source, metadata: Metadata, reader: &Arc<Reader>) -> Self {
        metadata.highlighted.iter().for_each(|key| reader.highlight.keep(*key));
        let hash = hash(&source, &metadata);
        let (metadata, reader) = (Arc::new(metadata), Arc::clone(reader));
        Parsed { source, metadata, hash, document: OnceLock::new(), reader }
    }

    /// Returns the document. Parses the source again if the document isn't in memory.
    pub fn document(&self) -> Arc<Document> {
        let parse = || {
            let (document, _) = self.reader.parse(&self.source);
            Arc::new(Document { metadata: Arc::clone(&self.metadata), ..document })
        };
        match self.document.get() {
            Some(document) => Arc::clone(document),
            None if self.reader.keeps(&self.source) => Arc::clone(self.document.get_or_init(parse)),
            None => parse(),
        }
    }

    /// Parses another source with the same options.
    pub(crate) fn sibling(&self, source: Source) -> Self {
        Parsed::new(source, &self.reader).0
    }

    /// Returns the document with other settings.
    pub(super) fn with_settings(&self, front_matter: FrontMatter) -> Self {
        Parsed {
            source: self.source.clone(),
            metadata: Arc::new(Metadata { front_matter, ..Metadata::clone(&self.metadata) }),
            hash: self.hash,
            document: self.document.clone(),
            reader: Arc::clone(&self.reader),
        }
    }

    /// Returns the site's components.
    pub(crate) fn library(&self) -> Option<&Library> {
        self.reader.library.as_deref()
    }

    /// Whether the files that the source imports are unchanged.
    pub(super) fn is_current(&self) -> bool {
        self.reader.are_current(&self.metadata.imports)
    }

    /// Whether the file is a translation for another locale.
    pub(crate) fn is_translated(&self) -> bool {
        self.source.path.strip_dir("content/i18n").is_some()
    }
}

/// Writes the same text whether or not the content is parsed.
impl fmt::Debug for Parsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parsed { source, metadata, hash: _, document: _, reader: _ } = self;
        f.debug_struct("Parsed").field("source", source).field("metadata", metadata).finish_non_exhaustive()
    }
}

/// Hashes the text of a source and everything that the source imports.
fn hash(source: &Source, metadata: &Metadata) -> u64 {
    if metadata.imports.is_empty() {
        return source.hash;
    }
    let mut hasher = Xxh3::new();
    (source.hash, &metadata.imports).hash(&mut hasher);
    hasher.finish()
}

/// Hashes only the source and its imports, because everything else depends only on their text.
impl Hash for Parsed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source.path.hash(state);
        self.hash.hash(state);
    }
}
