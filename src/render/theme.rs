//! The theme, as data. The `crate::theme` module loads the theme from the binary and the site's overrides.

use std::collections::{BTreeMap, BTreeSet};

use flate2::{Decompress, FlushDecompress};
use serde::Deserialize;

use crate::cldr;
use crate::markdown::Sheet;
use crate::path::{OutPath, SourcePath};
use crate::source::Source;

/// The path of the site's own style sheet.
pub(super) const CUSTOM_CSS: &str = "overrides/custom.css";

/// Everything that determines how the site looks and works.
#[derive(Debug, Default, Hash)]
pub struct Theme {
    /// A hash of the theme and the wire format. A chunk with a different hash belongs to a different deployment.
    pub build: String,
    /// The name of the entry script.
    pub js: String,
    /// The name of the style sheet.
    pub css: String,
    /// The name of the additional style sheet for OpenAPI pages.
    pub api_css: String,
    /// The name of the script for analytics.
    pub analytics_js: String,
    /// The name of the style sheet for the preview badge.
    pub preview_css: String,
    /// The name of the style sheet for printed books.
    pub book_css: String,
    /// The name of the script that draws the diagrams in printed books.
    pub book_js: String,
    /// The style sheets that only some content needs: the name of each style sheet, followed by the names of the style
    /// sheet's fonts.
    pub sheets: BTreeMap<Sheet, Vec<String>>,
    /// The name of the style sheet that the script loads after the first paint.
    pub late_css: String,
    /// The name of the style sheet for the search dialog and the search page.
    pub search_css: String,
    /// The names of fonts to load early.
    pub preload_fonts: Vec<String>,
    /// The name of each island's script.
    pub islands: BTreeMap<String, String>,
    /// The theme's files.
    pub assets: Vec<ThemeAsset>,
    /// The files that only diagrams need.
    pub diagrams: DiagramFiles,
    /// The name of the first script on pages with interactive components.
    pub early_js: String,
    /// The part of the theme that interactive components need.
    pub client: ClientTheme,
    /// The same part with React's checks, for the development server.
    pub dev_client: ClientTheme,
    /// The frame, compiled from React into a minijinja template.
    pub frame: String,
    /// The items of a sidebar, extracted from the frame into a minijinja template.
    pub sidebar: String,
    /// The inline script in the head of every page, which sets the color mode and the announcement before the first
    /// paint.
    pub head_script: String,
    /// The inline script of the home page, for the base URL banner.
    pub banner_script: String,
    /// The script that updates the development server's pages after changes.
    pub live_script: String,
    /// The body templates by name, such as `doc.html`.
    pub templates: BTreeMap<String, String>,
    /// The site's own body templates by name. These templates replace the theme's templates.
    pub overrides: BTreeMap<String, String>,
    /// The site's own templates for code samples, by the name of their language.
    pub samples: BTreeMap<String, String>,
    /// The site's own styles.
    pub custom_css: Option<String>,
    /// The UI strings in English.
    pub messages: BTreeMap<String, String>,
    /// The UI strings in other languages, as JSON. The names are language tags.
    pub languages: Vec<ThemeAsset>,
    /// The keys of the UI strings that scripts show.
    pub script_texts: ScriptTexts,
}

/// The keys of the UI strings that scripts show.
#[derive(Debug, Default, Hash, Deserialize)]
pub struct ScriptTexts {
    /// The strings for the app itself.
    pub app: BTreeSet<String>,
    /// The strings that load with the question below a page.
    pub feedback: BTreeSet<String>,
    /// The strings that load with the features for readers, such as the list of keyboard shortcuts.
    pub reader: BTreeSet<String>,
    /// The strings that load with the request form.
    pub request: BTreeSet<String>,
    /// The strings that load with the search code.
    pub search: BTreeSet<String>,
}

impl Theme {
    /// Returns the UI strings in a language, or `None` for English and for languages that the theme doesn't include.
    pub(crate) fn texts(&self, language: &str) -> Option<BTreeMap<String, String>> {
        let name = cldr::closest(language, self.languages.iter().map(|asset| &*asset.name))?;
        let asset = self.languages.iter().find(|asset| asset.name == name)?;
        serde_json::from_slice(&asset.bytes()).ok()
    }

    /// Returns the path of one of the site's own templates.
    pub fn template_path(name: &str) -> SourcePath {
        SourcePath::new(format!("overrides/templates/{name}"))
    }

    /// Returns the path of one of the site's own templates for code samples.
    pub(crate) fn sample_path(name: &str) -> SourcePath {
        SourcePath::new(format!("overrides/samples/{name}.j2"))
    }

    /// Returns the site's own templates and styles as sources, for the locations of diagnostics.
    pub fn own_sources(&self) -> Vec<Source> {
        let pages = self.overrides.iter().map(|(name, text)| (Theme::template_path(name), text));
        let samples = self.samples.iter().map(|(name, text)| (Theme::sample_path(name), text));
        let styles = self.custom_css.iter().map(|text| (SourcePath::new(CUSTOM_CSS), text));
        pages.chain(samples).chain(styles).map(|(path, text)| Source::new(path, text.as_str())).collect()
    }
}

/// The part of the theme that interactive components need.
#[derive(Debug, Default, Hash, Deserialize)]
pub struct ClientTheme {
    /// The script that makes the components interactive.
    pub start: String,
    /// The scripts of the modules that docgen provides, by specifier.
    pub modules: BTreeMap<String, String>,
    /// All scripts that only sites with interactive components need, except the first script of a page.
    pub files: BTreeSet<String>,
}

/// A theme file.
#[derive(Debug, Hash)]
pub struct ThemeAsset {
    /// The name.
    pub name: String,
    /// Whether the name stays the same when the content changes.
    pub is_fixed: bool,
    /// The uncompressed size, in bytes.
    pub length: usize,
    /// The content as a deflate stream.
    pub deflated: &'static [u8],
}

impl ThemeAsset {
    /// Returns the uncompressed bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length);
        Decompress::new(false)
            .decompress_vec(self.deflated, &mut bytes, FlushDecompress::Finish)
            .expect("the build script deflated the file");
        bytes
    }

    /// Returns the output path.
    pub fn path(&self) -> OutPath {
        if self.is_fixed {
            OutPath::new(format!("_docgen/{}", self.name))
        } else {
            OutPath::immutable(&self.name)
        }
    }
}

/// The theme files that only diagrams need, by name.
#[derive(Debug, Default, Hash, Deserialize)]
pub struct DiagramFiles {
    /// The files that all diagram types need.
    all: Vec<String>,
    /// The files that only some types need.
    kinds: Vec<DiagramKind>,
}

/// A diagram type.
#[derive(Debug, Hash, Deserialize)]
struct DiagramKind {
    /// The first words that identify diagrams of this type.
    words: Vec<String>,
    /// The names of the files.
    files: Vec<String>,
}

impl DiagramFiles {
    /// Returns the files that aren't needed for diagrams with these first words. A diagram of an unknown type can need
    /// any file.
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
    /// Whether a diagram of this type can start with this word. The comparison ignores case, as some diagram types do.
    fn may_begin_with(&self, word: &str) -> bool {
        let is_first =
            |own: &String| word.get(..own.len()).is_some_and(|first| first.eq_ignore_ascii_case(own));
        self.words.iter().any(is_first)
    }
}
