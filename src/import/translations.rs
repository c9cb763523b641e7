//! Translates a site's title, tagline, and other labels in `content/i18n/<code>/labels.json`.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::Content;
use super::settings::Settings;
use crate::path::SourcePath;

/// Writes a locale's texts for settings, such as `site.title`, as translations of the texts in the default locale.
/// Returns the settings that have a text only in this locale, which docgen can't show.
pub(super) fn write<'p>(
    code: &str,
    texts: Vec<(&'p str, Option<String>)>,
    settings: &Settings,
    files: &mut BTreeMap<SourcePath, Content>,
) -> Vec<&'p str> {
    let mut lost = Vec::new();
    let mut labels = Vec::new();
    for (path, text) in texts {
        let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
        match settings.text(path).filter(|original| !original.is_empty()) {
            None => lost.push(path),
            Some(original) if original == text => {}
            Some(original) => labels.push((original.to_owned(), text)),
        }
    }
    add(code, labels, files);
    lost
}

/// Adds translations of labels to a locale's `labels.json`.
pub(super) fn add(
    code: &str,
    labels: impl IntoIterator<Item = (String, String)>,
    files: &mut BTreeMap<SourcePath, Content>,
) {
    let path = SourcePath::new(format!("content/i18n/{code}/labels.json"));
    let mut all: Map<String, Json> = match files.get(&path) {
        Some(Content::Text(text)) => serde_json::from_str(text).unwrap_or_default(),
        _ => Map::new(),
    };
    all.extend(labels.into_iter().map(|(original, translation)| (original, translation.into())));
    if !all.is_empty() {
        files.insert(path, Content::Text(format!("{:#}\n", Json::Object(all))));
    }
}
