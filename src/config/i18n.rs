//! The site's locales and the validation of their codes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, Problems};
use crate::cldr;

/// The site's locales.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct I18nConfig {
    /// The default locale. The default locale's URLs don't contain a locale code, and its content is in `content/docs`
    /// and `content/pages`.
    pub default_locale: String,
    /// The locales. The dropdown lists the locales in this order. The content of every locale except the default is in
    /// `content/i18n/<code>`. If a locale lacks a page, docgen shows the page in the default locale.
    pub locales: Vec<LocaleConfig>,
    /// Shows a banner on a translated page if the original has changed since the translation.
    pub outdated_banner: bool,
}

impl Default for I18nConfig {
    fn default() -> Self {
        I18nConfig { default_locale: "en".into(), locales: Vec::new(), outdated_banner: false }
    }
}

/// A site locale.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocaleConfig {
    /// The locale code, which is also the first segment in its URLs: `fr`.
    pub code: String,
    /// The name that readers see: `Français`. Default: the code.
    pub label: Option<String>,
    /// The `lang` attribute of the locale's pages (BCP 47): `fr-FR`. Default: the code.
    pub lang: Option<String>,
    /// The text direction. Default: the language's direction.
    pub direction: Option<Direction>,
}

/// The text direction.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

/// Reports invalid language tags and duplicate codes.
pub(super) fn check(config: &Config, problems: &mut Problems<'_>) {
    let locales = &config.i18n.locales;
    for (index, locale) in locales.iter().enumerate() {
        let path = |key: &str| format!("i18n.locales.{index}.{key}");
        let tags = [("code", Some(&locale.code)), ("lang", locale.lang.as_ref())];
        for (key, tag) in tags.into_iter().filter_map(|(key, tag)| Some((key, tag?))) {
            if !is_language_tag(tag) {
                problems.report(&path(key), format!("invalid language tag `{tag}`"), tag_hint(tag));
            }
        }
        // Language tags are case-insensitive, as are the file systems on many hosts.
        if locales[..index].iter().any(|other| other.code.eq_ignore_ascii_case(&locale.code)) {
            let message = format!("duplicate locale `{}`", locale.code);
            problems.report(&path("code"), message, "remove one of the locales, or change its `code`");
        }
    }
    let default = &config.i18n.default_locale;
    if !is_language_tag(default) && locales.iter().all(|locale| locale.code != *default) {
        problems.report(
            "i18n.default_locale",
            format!("invalid language tag `{default}`"),
            tag_hint(default),
        );
    } else if problems.source.place("i18n.default_locale").is_some()
        && !locales.is_empty()
        && !problems.left_out.has(&["i18n.locales.code"])
        && locales.iter().all(|locale| locale.code != *default)
    {
        problems.report(
            "i18n.default_locale",
            format!("the default locale `{default}` isn't one of the locales"),
            format!("add `{{ code = \"{default}\" }}` to `locales`, or change `default_locale`"),
        );
    }
}

/// Whether a string has the form of a language tag (BCP 47): a language of 2 to 8 letters, then subtags of 1 to 8
/// letters and digits, in a valid order. A string of this form is also a valid URL segment.
pub(crate) fn is_language_tag(text: &str) -> bool {
    let mut subtags = text.split('-');
    let language = subtags.next().unwrap_or_default();
    (2..=8).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && subtags.all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        && cldr::is_tag(text)
}

/// Returns a hint for an invalid tag. For example, operating systems use `pt_BR.UTF-8` instead of `pt-BR`.
fn tag_hint(text: &str) -> String {
    let tag = text.split('.').next().unwrap_or_default().trim().replace('_', "-");
    if is_language_tag(&tag) {
        format!("use `{tag}`")
    } else {
        "use letters and digits joined by `-`, such as `fr`, `pt-BR`, or `zh-Hant`".to_owned()
    }
}
