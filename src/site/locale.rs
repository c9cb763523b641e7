//! The locales of a site.

use std::collections::BTreeMap;

use super::Version;
use crate::cldr;
use crate::config::{Config, Direction, LocaleConfig};
use crate::path::RoutePath;

/// A locale of the site.
#[derive(Clone, Debug)]
pub struct Locale {
    /// The locale code, such as `fr`.
    pub code: String,
    /// The name for readers, such as `Français`.
    pub label: String,
    /// The `lang` attribute of the locale's pages, such as `fr-FR`.
    pub lang: String,
    /// The text direction.
    pub direction: Direction,
    /// The path of the home page.
    pub home: RoutePath,
    /// The translations of labels in the config and in `_category_` files.
    pub labels: BTreeMap<String, String>,
    /// The HTML in the announcement bar. Its links are ready for pages of the locale.
    pub announcement: Option<String>,
    /// The HTML of the copyright line. Its links are ready for pages of the locale.
    pub copyright: Option<String>,
}

impl Locale {
    /// Returns the translation of a label in the config, or the label itself if it has no translation.
    pub(crate) fn translate<'t>(&'t self, text: &'t str) -> &'t str {
        self.labels
            .get(text)
            .filter(|translation| !translation.trim().is_empty())
            .map_or(text, String::as_str)
    }

    /// Returns the path of a version of the documentation.
    pub(crate) fn docs_root(&self, config: &Config, version: &Version) -> RoutePath {
        self.home.join(config.docs[version.docs].route()).join(&version.path)
    }
}

/// Returns the locales of the site, starting with the default locale.
pub(crate) fn locales(config: &Config) -> Vec<Locale> {
    let i18n = &config.i18n;
    let mut configured = i18n.locales.clone();
    if !configured.iter().any(|locale| locale.code == i18n.default_locale) {
        let english = i18n.default_locale == "en";
        configured.insert(
            0,
            LocaleConfig {
                code: i18n.default_locale.clone(),
                label: english.then(|| "English".into()),
                lang: None,
                direction: None,
            },
        );
    }
    configured.sort_by_key(|locale| locale.code != i18n.default_locale);
    let locale = |locale: LocaleConfig| {
        let lang = locale.lang.unwrap_or_else(|| locale.code.clone());
        let own = if cldr::is_right_to_left(&lang) { Direction::Rtl } else { Direction::Ltr };
        Locale {
            label: locale.label.unwrap_or_else(|| locale.code.clone()),
            direction: locale.direction.unwrap_or(own),
            lang,
            labels: BTreeMap::new(),
            announcement: None,
            copyright: None,
            home: if locale.code == i18n.default_locale {
                RoutePath::root()
            } else {
                RoutePath::new(&locale.code)
            },
            code: locale.code,
        }
    };
    configured.into_iter().map(locale).collect()
}
