//! The theme as values: what `theme` (the edge) found on disk or in the binary.

use std::collections::{BTreeMap, BTreeSet};

use flate2::{Decompress, FlushDecompress};
use serde::Deserialize;

use crate::path::{OutPath, SourcePath};
use crate::source::Source;

/// Everything that decides how the site looks and runs.
#[derive(Clone, Debug, Default, Hash)]
pub struct Theme {
    /// Hash of the bundle and the wire's version; a chunk that carries another belongs to another deployment.
    pub build: String,
    /// Name of the script's entry.
    pub js: String,
    /// Name of the style sheet.
    pub css: String,
    /// Name of the style sheet that the pages of an OpenAPI document have besides.
    pub api_css: String,
    /// Name of the style sheet that the script asks for after the first paint.
    pub late_css: String,
    /// Name of the style sheet of the search modal and the search page.
    pub search_css: String,
    /// Names of fonts to load early.
    pub preload_fonts: Vec<String>,
    /// Island name → name of its script.
    pub islands: BTreeMap<String, String>,
    /// Its files.
    pub assets: Vec<ThemeAsset>,
    /// Those of its files that only diagrams need.
    pub diagrams: DiagramFiles,
    /// The frame, compiled from React: a minijinja template.
    pub frame: String,
    /// The items of a sidebar, cut out of the frame: a minijinja template.
    pub sidebar: String,
    /// The inline script of every head: colour mode and announcement before the first paint.
    pub head_script: String,
    /// The inline script of the start page: the base URL banner.
    pub banner_script: String,
    /// The script with which pages of the development server follow changes.
    pub live_script: String,
    /// Body templates by name (`doc.html`).
    pub templates: BTreeMap<String, String>,
    /// The site's own body templates by name, which take the place of the theme's.
    pub overrides: BTreeMap<String, String>,
    /// The site's own styles.
    pub custom_css: Option<String>,
    /// The texts of the interface, in English.
    pub messages: BTreeMap<String, String>,
}

impl Theme {
    /// The file of one of the site's own templates.
    pub fn template_path(name: &str) -> SourcePath {
        SourcePath::new(format!("overrides/templates/{name}"))
    }

    /// The site's own templates as sources, which diagnostics point into.
    pub fn own_templates(&self) -> Vec<Source> {
        let source =
            |(name, text): (&String, &String)| Source::new(Theme::template_path(name), text.as_str());
        self.overrides.iter().map(source).collect()
    }
}

/// A file of the theme.
#[derive(Clone, Debug, Hash)]
pub struct ThemeAsset {
    /// Its name.
    pub name: String,
    /// Whether the name stays the same when the content changes.
    pub is_fixed: bool,
    /// The number of its bytes.
    pub length: usize,
    /// Its bytes as a deflate stream.
    pub deflated: &'static [u8],
}

impl ThemeAsset {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length);
        Decompress::new(false)
            .decompress_vec(self.deflated, &mut bytes, FlushDecompress::Finish)
            .expect("the build script deflated it");
        bytes
    }

    /// Where it is written.
    pub fn path(&self) -> OutPath {
        match self.is_fixed {
            true => OutPath::new(format!("_docgen/{}", self.name)),
            false => OutPath::immutable(&self.name),
        }
    }
}

/// The files of the theme that only diagrams need, by name.
#[derive(Clone, Debug, Default, Hash, Deserialize)]
pub struct DiagramFiles {
    /// Those that diagrams of all kinds need.
    all: Vec<String>,
    /// Those that some kinds need besides.
    kinds: Vec<DiagramKind>,
}

/// A kind of diagrams.
#[derive(Clone, Debug, Hash, Deserialize)]
struct DiagramKind {
    /// What may begin one.
    words: Vec<String>,
    /// The names of files.
    files: Vec<String>,
}

impl DiagramFiles {
    /// The files that no diagram needs where they begin with these words. A kind that isn't known may need any.
    pub fn unused(&self, words: &BTreeSet<&str>) -> BTreeSet<&str> {
        let files_of_kinds = || self.kinds.iter().flat_map(|kind| &kind.files);
        let mut unused: BTreeSet<&str> =
            self.all.iter().chain(files_of_kinds()).map(String::as_str).collect();
        if !words.is_empty() {
            self.all.iter().for_each(|file| _ = unused.remove(&**file));
        }
        for word in words {
            let mut kinds = self.kinds.iter().filter(|kind| kind.may_begin_with(word)).peekable();
            if kinds.peek().is_none() {
                return BTreeSet::new();
            }
            kinds.flat_map(|kind| &kind.files).for_each(|file| _ = unused.remove(&**file));
        }
        unused
    }
}

impl DiagramKind {
    /// Of some kinds the case doesn't matter.
    fn may_begin_with(&self, word: &str) -> bool {
        let is_first =
            |own: &String| word.get(..own.len()).is_some_and(|first| first.eq_ignore_ascii_case(own));
        self.words.iter().any(is_first)
    }
}
