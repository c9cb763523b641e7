//! The theme as values: what `theme` (the edge) found on disk or in the binary.

use std::collections::BTreeMap;

use flate2::{Decompress, FlushDecompress};

use crate::path::{OutPath, SourcePath};
use crate::source::Source;

/// Everything that decides how the site looks and runs.
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Debug)]
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
