//! Languages of the site, and the check of their codes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, ConfigSource};
use crate::diag::{Code, Diagnostic};

/// Languages of the site.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct I18nConfig {
    /// The language that has no language in its addresses; its content is in `content/docs` and `content/pages`.
    pub default_locale: String,
    /// The languages, in the order of the dropdown. A further one's content is in `content/i18n/<code>`; pages it
    /// lacks are shown in the default language.
    pub locales: Vec<LocaleConfig>,
}

impl Default for I18nConfig {
    fn default() -> Self {
        I18nConfig { default_locale: "en".into(), locales: Vec::new() }
    }
}

/// A language of the site.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocaleConfig {
    /// Its code, which is also the first segment of its addresses: `fr`.
    pub code: String,
    /// What readers see: `Français`. The code when left out.
    pub label: Option<String>,
    /// The `lang` of its pages (BCP 47): `fr-FR`. The code when left out.
    pub lang: Option<String>,
    /// The direction of its text.
    #[serde(default)]
    pub direction: Direction,
}

/// The direction of text.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Left to right.
    #[default]
    Ltr,
    /// Right to left.
    Rtl,
}

/// Reports what is no language tag, and a second language of the same code.
pub(super) fn check(config: &Config, source: &ConfigSource<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut report = |path: &str, message: String, hint: String| {
        diagnostics.push(Diagnostic::new(Code::InvalidConfig, message).hint(hint).at_value(source, path));
    };
    let locales = &config.i18n.locales;
    for (index, locale) in locales.iter().enumerate() {
        let path = |key: &str| format!("i18n.locales.{index}.{key}");
        let tags = [("code", Some(&locale.code)), ("lang", locale.lang.as_ref())];
        for (key, tag) in tags.into_iter().filter_map(|(key, tag)| Some((key, tag?))) {
            if !is_language_tag(tag) {
                report(&path(key), format!("`{tag}` is no language tag"), tag_hint(tag));
            }
        }
        // Tags do not tell small letters from capitals, and neither do the file systems of many a host.
        if locales[..index].iter().any(|other| other.code.eq_ignore_ascii_case(&locale.code)) {
            let message = format!("two languages have the code `{}`", locale.code);
            report(&path("code"), message, "remove one, or give it a code of its own".to_owned());
        }
    }
    let default = &config.i18n.default_locale;
    if !is_language_tag(default) && locales.iter().all(|locale| locale.code != *default) {
        report("i18n.default_locale", format!("`{default}` is no language tag"), tag_hint(default));
    }
}

/// Whether a text has the shape of a language tag (BCP 47): a language of 2 to 8 letters, then subtags of 1 to 8 letters
/// and digits. Such a tag can also be a segment of an address.
fn is_language_tag(text: &str) -> bool {
    let mut subtags = text.split('-');
    let language = subtags.next().unwrap_or_default();
    (2..=8).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && subtags.all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// What to write in place of a text that is no tag. Systems write `pt_BR.UTF-8` for what is `pt-BR` on the web.
fn tag_hint(text: &str) -> String {
    let tag = text.split('.').next().unwrap_or_default().trim().replace('_', "-");
    match is_language_tag(&tag) {
        true => format!("write `{tag}`"),
        false => {
            "a tag is made of letters and digits that `-` joins, like `fr`, `pt-BR` or `zh-Hant`".to_owned()
        }
    }
}
