//! The UI strings of the locales.

use std::collections::BTreeMap;

use super::{
    Locale,
    strings::{self, Entry},
};
use crate::cldr;
use crate::diag::{Diagnostic, did_you_mean, suggest};
use crate::source::{
    Source,
    settings::{Kind, Reader},
    tree::{Key, Node},
};

const KIND: Kind = strings::kind("UI strings");

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
        let lang = locales.iter().find(|locale| locale.code == code).map_or(code, |locale| &locale.lang);
        let categories = cldr::plural_categories(lang);
        let texts = strings::read(&KIND, source, diagnostics, |reader, Entry { key, node, text }| {
            let base = plural_form(&key.name, &categories);
            match english.get(base.as_deref().unwrap_or(&key.name)) {
                Some(original) => check_placeholders(reader, (key, node), text, original),
                None if templates.values().any(|template| template.contains(&*key.name)) => {}
                None => {
                    let hint = did_you_mean(&key.name, english.keys().map(String::as_str));
                    let hint =
                        hint.unwrap_or_else(|| "use a key from the list of UI strings in the manual".into());
                    let message = format!("unknown key `{}` in UI strings", key.name);
                    reader.report(message, key.range.clone()).add_hint(hint);
                }
            }
        });
        all.entry(code.to_owned()).or_default().extend(texts.into_iter().map(|it| (it.key.name, it.text)));
    }
    all
}

/// If a key belongs to one of a language's plural forms, returns the key of the `other` form.
fn plural_form(key: &str, categories: &[&str]) -> Option<String> {
    let (base, category) = key.rsplit_once('_')?;
    categories.contains(&category).then(|| format!("{base}_other"))
}

/// Reports placeholders that the original doesn't have, which readers would see unchanged, and placeholders that only
/// the original has, whose values readers wouldn't see. A form for one number, such as `_one`, doesn't need the number.
fn check_placeholders(reader: &mut Reader<'_>, (key, node): (&Key, &Node), text: &str, original: &str) {
    let known: Vec<&str> = placeholders(original).collect();
    if let Some(name) = placeholders(text).find(|name| !known.contains(name)) {
        let message = format!("unknown placeholder `{{{name}}}` in the UI string `{}`", key.name);
        let hint = match known.as_slice() {
            [] => "remove it: this string has no placeholders".into(),
            known => suggest(name, known.iter().copied()),
        };
        reader.report(message, node.range.clone()).add_hint(hint);
        return;
    }
    let is_exact = ["_zero", "_one", "_two"].into_iter().any(|form| key.name.ends_with(form));
    let mut missing = known.iter().filter(|name| !placeholders(text).any(|own| own == **name));
    if let Some(name) = missing.find(|name| !(is_exact && **name == "count")) {
        let message = format!("missing placeholder `{{{name}}}` in the UI string `{}`", key.name);
        let hint = format!("add `{{{name}}}`: docgen replaces it with a value");
        reader.report(message, node.range.clone()).hints.push(hint);
    }
}

/// Returns the names of the `{placeholders}` in a string.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}
