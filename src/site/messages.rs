//! The UI strings of the locales.

use std::collections::BTreeMap;

use super::Locale;
use crate::cldr;
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::source::{Source, tree};

/// UI strings by key.
pub(crate) type Texts = BTreeMap<String, String>;

/// The UI strings that don't come from the site's own files.
pub(crate) struct Given<'a> {
    /// The strings in English.
    pub english: &'a Texts,
    /// Returns the theme's strings in another language, if the theme includes that language.
    pub texts: &'a dyn Fn(&str) -> Option<Texts>,
    /// The site's templates, which can use additional strings.
    pub templates: &'a Texts,
}

/// Returns the strings of each locale: the theme's strings in the locale's language, and the strings from
/// `content/i18n/<code>/messages.json`, which is a JSON object of strings. Leaves out strings that are only in English.
pub(crate) fn read(
    sources: &[Source],
    locales: &[Locale],
    given: &Given<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Texts> {
    let Given { english, templates, .. } = given;
    let theme = |locale: &Locale| Some((locale.code.clone(), (given.texts)(&locale.lang)?));
    let mut all: BTreeMap<String, Texts> = locales.iter().filter_map(theme).collect();
    for source in sources {
        let below = source.path.strip_dir("content/i18n").and_then(|rest| rest.split_once('/'));
        let Some((code, "messages.json")) = below else { continue };
        match serde_json::from_str::<Texts>(&source.text) {
            Ok(texts) => {
                let lang =
                    locales.iter().find(|locale| locale.code == code).map_or(code, |locale| &locale.lang);
                let categories = cldr::plural_categories(lang);
                let is_known = |key: &str| {
                    english.contains_key(plural_form(key, &categories).as_deref().unwrap_or(key))
                        || templates.values().any(|template| template.contains(key))
                };
                let unknown = texts.keys().filter(|key| !is_known(key));
                diagnostics.extend(unknown.map(|key| unknown_text(source, key, english)));
                all.entry(code.to_owned()).or_default().extend(texts);
            }
            Err(error) => diagnostics.push(
                Diagnostic::new(Code::InvalidConfig, "invalid UI strings: expected a JSON object of strings")
                    .at_position(&source.path, error.line() as u32, error.column() as u32),
            ),
        }
    }
    all
}

/// Returns the key of the form for `other` if a key is one of a language's plural forms.
fn plural_form(key: &str, categories: &[&str]) -> Option<String> {
    let (base, category) = key.rsplit_once('_')?;
    categories.contains(&category).then(|| format!("{base}_other"))
}

fn unknown_text(source: &Source, key: &str, english: &Texts) -> Diagnostic {
    let hint = did_you_mean(key, english.keys().map(String::as_str));
    let hint = hint.unwrap_or_else(|| "use a key from the list of UI strings in the manual".to_owned());
    let message = format!("unknown key `{key}` in UI strings");
    let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
    let place = tree::of(source).and_then(|tree| Some(tree.entry(key)?.0.range.clone()));
    match place {
        Some(place) => diagnostic.at(&source.path, place),
        None => diagnostic.in_file(&source.path),
    }
}
