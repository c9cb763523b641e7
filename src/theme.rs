//! The theme: the built theme in the binary, with a site's overrides.
//!
//! Returns the theme as plain data ([`Theme`]). This module must not know about pages.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::diag::Diagnostic;
use crate::fs;
use crate::markdown::Sheet;
use crate::render::{ClientTheme, DiagramFiles, ScriptTexts, Theme, ThemeAsset};

include!(concat!(env!("OUT_DIR"), "/embedded_theme.rs"));

/// The `manifest.json` of a built theme.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    build: String,
    js: String,
    css: String,
    #[serde(default)]
    api: String,
    #[serde(default)]
    analytics: String,
    #[serde(default)]
    preview_css: String,
    #[serde(default)]
    book_css: String,
    #[serde(default)]
    book_js: String,
    sheets: BTreeMap<Sheet, Vec<String>>,
    late_css: String,
    search: String,
    #[serde(default)]
    assets: Vec<String>,
    #[serde(default)]
    fixed: Vec<String>,
    #[serde(default)]
    preload: BTreeMap<String, String>,
    #[serde(default)]
    islands: BTreeMap<String, String>,
    diagrams: DiagramFiles,
    texts: ScriptTexts,
    early: String,
    client: ClientTheme,
    dev: ClientTheme,
}

/// The reason that the theme can't be loaded.
#[derive(Debug)]
pub enum ThemeError {
    /// The site's overrides can't be read.
    Overrides(Box<Diagnostic>),
    /// The theme is incomplete.
    Incomplete(String),
}

impl std::fmt::Display for ThemeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ThemeError::Overrides(diagnostic) => match &diagnostic.location {
                Some(place) => write!(f, "`{}`: {}", place.path(), diagnostic.message),
                None => f.write_str(&diagnostic.message),
            },
            ThemeError::Incomplete(what) => write!(f, "the theme is incomplete: {what}"),
        }
    }
}

/// Loads a site's theme: the theme in the binary, with the site's overrides.
pub fn load(root: &Path) -> Result<Theme, ThemeError> {
    let mut theme = embedded()?;
    let own = fs::read_overrides(root).map_err(|error| ThemeError::Overrides(Box::new(error)))?;
    theme.overrides = own.templates;
    theme.samples = own.samples;
    theme.custom_css = own.css;
    Ok(theme)
}

/// Returns the licenses of the software and fonts in the theme, as one string.
pub(crate) fn licenses() -> Result<String, ThemeError> {
    packed_text("assets", "licenses.txt")
}

/// Returns the embedded search client, as a script for [`script`](crate::script).
pub(crate) fn search_client() -> Result<String, ThemeError> {
    packed_text("engine", "search.js")
}

/// Returns the MCP server for edge hosts, as a JavaScript module without the constant `SITE`.
pub(crate) fn mcp_server() -> Result<String, ThemeError> {
    packed_text("engine", "mcp.js")
}

fn packed_text(folder: &str, name: &str) -> Result<String, ThemeError> {
    Ok(String::from_utf8_lossy(&packed(folder, name.to_owned(), true)?.bytes()).into_owned())
}

/// Returns a deflated file from the built theme.
fn packed(folder: &str, name: String, is_fixed: bool) -> Result<ThemeAsset, ThemeError> {
    let path = format!("dist/{folder}/{name}");
    let found = ASSETS.binary_search_by(|(asset, ..)| (*asset).cmp(&path)).map_err(|_| missing(&path))?;
    let (_, length, deflated) = ASSETS[found];
    Ok(ThemeAsset { name, is_fixed, length, deflated })
}

/// Returns the UI strings in all languages except English.
fn languages() -> Vec<ThemeAsset> {
    let asset = |&(path, length, deflated): &(&str, usize, &'static [u8])| {
        let name = path.strip_prefix("messages/")?.strip_suffix(".json")?.to_owned();
        Some(ThemeAsset { name, is_fixed: false, length, deflated })
    };
    ASSETS.iter().filter_map(asset).collect()
}

fn missing(name: &str) -> ThemeError {
    ThemeError::Incomplete(format!("file not found: `{name}`"))
}

/// Returns the theme in the binary.
pub(crate) fn embedded() -> Result<Theme, ThemeError> {
    let bytes = |name: &str| {
        let found = EMBEDDED.binary_search_by(|(embedded, _)| (*embedded).cmp(name));
        found.map(|at| EMBEDDED[at].1).map_err(|_| missing(name))
    };
    let text = |name: &str| -> Result<String, ThemeError> {
        String::from_utf8(bytes(name)?.to_vec())
            .map_err(|_| ThemeError::Incomplete(format!("`{name}` isn't UTF-8")))
    };
    let json = |name: &str, error: serde_json::Error| ThemeError::Incomplete(format!("`{name}`: {error}"));
    let manifest: Manifest = serde_json::from_str(&text("dist/manifest.json")?)
        .map_err(|error| json("dist/manifest.json", error))?;
    let mut theme = Theme {
        build: manifest.build,
        js: manifest.js,
        css: manifest.css,
        api_css: manifest.api,
        analytics_js: manifest.analytics,
        preview_css: manifest.preview_css,
        book_css: manifest.book_css,
        book_js: manifest.book_js,
        sheets: manifest.sheets,
        late_css: manifest.late_css,
        search_css: manifest.search,
        preload_fonts: manifest.preload.into_values().collect(),
        islands: manifest.islands,
        diagrams: manifest.diagrams,
        early_js: manifest.early,
        client: manifest.client,
        dev_client: manifest.dev,
        frame: text("dist/frame.html")?,
        sidebar: text("dist/sidebar.html")?,
        head_script: text("dist/head.js")?.trim_end().to_owned(),
        banner_script: text("dist/banner.js")?.trim_end().to_owned(),
        live_script: text("dist/live.js")?,
        messages: serde_json::from_str(&text("messages/en.json")?)
            .map_err(|error| json("messages/en.json", error))?,
        script_texts: manifest.texts,
        languages: languages(),
        ..Theme::default()
    };
    let fixed = manifest.fixed.into_iter().map(|name| (name, true));
    for (name, is_fixed) in manifest.assets.into_iter().map(|name| (name, false)).chain(fixed) {
        theme.assets.push(packed("assets", name, is_fixed)?);
    }
    for name in &theme.dev_client.files {
        theme.assets.push(packed("dev", name.clone(), false)?);
    }
    theme.assets.sort_by(|a, b| a.name.cmp(&b.name));
    for (name, _) in EMBEDDED {
        if let Some(template) = name.strip_prefix("templates/") {
            theme.templates.insert(template.to_owned(), text(name)?);
        }
    }
    Ok(theme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cldr;

    type Texts = BTreeMap<String, String>;

    /// Returns the placeholders in a string, sorted.
    fn placeholders(text: &str) -> Vec<&str> {
        let mut all: Vec<&str> =
            text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        all.sort_unstable();
        all
    }

    /// Returns the keys that a language needs, each with the key of the English string with the same placeholders.
    fn needed(english: &Texts, language: &str) -> BTreeMap<String, String> {
        let categories = cldr::plural_categories(language);
        let whole = |category: &str| {
            (0..1000).any(|n: u32| cldr::plural_category(language, &n.to_string()) == category)
        };
        let mut needed = BTreeMap::new();
        for key in english.keys() {
            let base = key.strip_suffix("_one").or_else(|| key.strip_suffix("_other"));
            let base = base.filter(|base| {
                english.contains_key(&format!("{base}_one")) && english.contains_key(&format!("{base}_other"))
            });
            match base {
                None => drop(needed.insert(key.clone(), key.clone())),
                Some(base) => {
                    for category in
                        categories.iter().filter(|category| **category == "other" || whole(category))
                    {
                        needed.insert(format!("{base}_{category}"), format!("{base}_other"));
                    }
                }
            }
        }
        needed
    }

    /// Whether a key is the form for a single number. Such a string doesn't need to contain the number.
    fn is_of_one_number(key: &str, language: &str) -> bool {
        let category = key.rsplit('_').next().unwrap_or_default();
        let of = |n: &u32| cldr::plural_category(language, &n.to_string()) == category;
        (0..1000).filter(of).count() == 1
    }

    #[test]
    fn every_language_has_every_text() {
        let theme = embedded().expect("the theme is complete");
        let english = &theme.messages;
        let mut wrong = Vec::new();
        for asset in &theme.languages {
            let language = &*asset.name;
            let texts: Texts =
                serde_json::from_slice(&asset.bytes()).expect("texts are an object of strings");
            let needed = needed(english, language);
            wrong.extend(
                needed
                    .keys()
                    .filter(|key| !texts.contains_key(*key))
                    .map(|key| format!("{language}: no {key}")),
            );
            for (key, text) in &texts {
                let Some(of) = needed.get(key) else {
                    wrong.push(format!("{language}: unknown {key}"));
                    continue;
                };
                let (mut own, mut expected) = (placeholders(text), placeholders(&english[of]));
                if (of != key || key.ends_with("_other")) && is_of_one_number(key, language) {
                    own.retain(|name| !matches!(*name, "count" | "least"));
                    expected.retain(|name| !matches!(*name, "count" | "least"));
                }
                if own != expected || text.trim().is_empty() {
                    wrong.push(format!("{language}: {key}: {text:?} should have {expected:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
        assert!(!theme.languages.is_empty());
    }
}
