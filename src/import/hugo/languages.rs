//! The languages of a Hugo site.

use super::config::{Config, flag};
use crate::source::tree::Node;

/// A language.
#[derive(Clone, Debug, Default)]
pub(super) struct Language {
    /// The key, which is also the first URL segment.
    pub key: String,
    /// The name of the language's table in the config.
    pub table: String,
    pub label: Option<String>,
    /// The language tag.
    pub tag: Option<String>,
    pub is_rtl: bool,
    /// The folder that contains the content in this language.
    pub folder: Option<String>,
}

/// Returns the languages, with the default language first.
pub(super) fn read(config: &Config) -> Vec<Language> {
    let default =
        config.text(&["defaultContentLanguage"]).unwrap_or_else(|| "en".to_owned()).to_ascii_lowercase();
    let mut weighted: Vec<(f64, Language)> = Vec::new();
    for (_, key, _) in config.entries(&["languages"]) {
        let name = key.name.as_str();
        let text = |keys: &[&str]| keys.iter().find_map(|key| config.text(&["languages", name, key]));
        if config.flag(&["languages", name, "disabled"]) == Some(true) {
            continue;
        }
        let number =
            config.at(&["languages", name, "weight"]).and_then(Node::text).and_then(|text| text.parse().ok());
        weighted.push((
            number.filter(|number| *number != 0.0).unwrap_or(f64::MAX),
            Language {
                key: name.to_ascii_lowercase(),
                table: name.to_owned(),
                label: text(&["label", "languageName"]),
                tag: text(&["locale", "languageCode"]),
                is_rtl: text(&["direction", "languageDirection"]).as_deref() == Some("rtl"),
                folder: text(&["contentDir"]),
            },
        ));
    }
    weighted.sort_by(|(a, one), (b, other)| {
        (one.key != default).cmp(&(other.key != default)).then(a.total_cmp(b)).then(one.key.cmp(&other.key))
    });
    let mut languages: Vec<Language> = weighted.into_iter().map(|(_, language)| language).collect();
    let disabled: Vec<String> =
        config.at(&["disableLanguages"]).map_or(&[][..], Node::items).iter().filter_map(Node::text).collect();
    languages.retain(|language| !disabled.contains(&language.key));
    if are_sections(config) {
        let own = languages.iter().find(|language| language.key == default).cloned().unwrap_or_default();
        languages = vec![Language { key: "en".to_owned(), tag: None, folder: None, ..own }];
    }
    if languages.is_empty() {
        let tag = config.text(&["locale"]).or_else(|| config.text(&["languageCode"]));
        languages.push(Language { key: default.clone(), table: default, tag, ..Language::default() });
    }
    languages
}

/// Whether the languages aren't languages of people but, for example, programming languages. If so, each language is a
/// section of the site.
pub(super) fn are_sections(config: &Config) -> bool {
    let is_tag = |key: &str| {
        let first = key.split(['-', '_']).next().unwrap_or_default();
        matches!(first.len(), 2 | 3) && first.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    config.entries(&["languages"]).iter().any(|(_, key, _)| !is_tag(&key.name))
}

/// If the languages are sections of the site, returns the key of the language whose section contains a page. The default
/// language can be the site itself.
pub(super) fn of_section(config: &Config, path: &str) -> Option<String> {
    let section = path.split('/').next().unwrap_or_default();
    let entries = config.entries(&["languages"]);
    let own = entries.iter().find(|(_, key, _)| key.name.eq_ignore_ascii_case(section));
    own.map(|(_, key, _)| key.name.clone()).filter(|_| are_sections(config))
}

/// Whether URLs in the default language also start with the language's key.
pub(super) fn is_default_in_folder(config: &Config) -> bool {
    !are_sections(config) && config.at(&["defaultContentLanguageInSubdir"]).and_then(flag) == Some(true)
}
