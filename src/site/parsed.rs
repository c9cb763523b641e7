//! [`Parsed`]: a Markdown file of the site, with what is known of it at once and its content when somebody asks.
//!
//! Parsing is pure, so a content that nobody has kept is had again from the source: it costs time, and changes nothing.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::diag::Diagnostic;
use crate::markdown::{self, Document, Metadata, highlight};
use crate::source::Source;

/// A source and what was read in it.
pub struct Parsed {
    /// The file.
    pub source: Source,
    /// What is known of it.
    pub metadata: Arc<Metadata>,
    document: OnceLock<Arc<Document>>,
    reader: Arc<Reader>,
}

/// How much text there may be, in bytes, whose documents are kept once they are parsed. A document takes about as much
/// memory as its text; what a larger site has beyond that is parsed anew for each use.
const KEPT: usize = 720 << 20;

/// What sources are parsed with.
#[derive(Default)]
pub struct Reader {
    /// Whether straight quotes, `--` and `...` become typographic ones.
    pub smart_punctuation: bool,
    /// Whether more headings than one of level one at the start may be the title of a page.
    pub loose_titles: bool,
    /// The names of the islands the theme has.
    pub islands: Vec<String>,
    /// Highlighted code, by language and text.
    pub highlight: Arc<highlight::Cache>,
    /// How many documents were parsed.
    parsed: AtomicUsize,
    /// The length of the texts whose documents are kept.
    kept: AtomicUsize,
}

impl Reader {
    /// Parses with these options and nothing kept yet but highlighted code.
    pub fn new(smart_punctuation: bool, islands: Vec<String>, highlight: Arc<highlight::Cache>) -> Self {
        Reader { smart_punctuation, islands, highlight, ..Reader::default() }
    }

    /// How many documents were parsed so far.
    pub fn count(&self) -> usize {
        self.parsed.load(Ordering::Relaxed)
    }

    /// Whether there is room for the document of a source.
    fn keeps(&self, source: &Source) -> bool {
        self.kept.load(Ordering::Relaxed) < KEPT
            && self.kept.fetch_add(source.text.len(), Ordering::Relaxed) < KEPT
    }

    fn parse(&self, source: &Source) -> (Document, Vec<Diagnostic>) {
        self.parsed.fetch_add(1, Ordering::Relaxed);
        let islands: Vec<&str> = self.islands.iter().map(String::as_str).collect();
        let options = markdown::Options {
            smart_punctuation: self.smart_punctuation,
            loose_titles: self.loose_titles,
            islands: &islands,
        };
        markdown::parse(source, &options, &self.highlight)
    }
}

impl Parsed {
    /// Parses a source. Also gives what is wrong with it.
    pub fn new(source: Source, reader: &Arc<Reader>) -> (Self, Vec<Diagnostic>) {
        let (document, diagnostics) = reader.parse(&source);
        let metadata = Arc::clone(&document.metadata);
        let document = match reader.keeps(&source) {
            true => OnceLock::from(Arc::new(document)),
            false => OnceLock::new(),
        };
        (Parsed { source, metadata, document, reader: Arc::clone(reader) }, diagnostics)
    }

    /// Takes a source of which everything but its content is known.
    pub fn cached(source: Source, metadata: Metadata, reader: &Arc<Reader>) -> Self {
        metadata.highlighted.iter().for_each(|key| reader.highlight.keep(*key));
        Parsed { source, metadata: Arc::new(metadata), document: OnceLock::new(), reader: Arc::clone(reader) }
    }

    /// Its document, which is parsed now if it is not kept.
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

    /// Whether it was written for a further language.
    pub(super) fn is_translated(&self) -> bool {
        self.source.path.strip_dir("content/i18n").is_some()
    }
}

/// Says the same whether its content has been asked for or not.
impl fmt::Debug for Parsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parsed { source, metadata, document: _, reader: _ } = self;
        f.debug_struct("Parsed").field("source", source).field("metadata", metadata).finish_non_exhaustive()
    }
}

/// Two are the same where their sources are: all else follows from these.
impl Hash for Parsed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source.path.hash(state);
        self.source.hash.hash(state);
    }
}
