//! The UI strings of other locales.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::source::{Source, tree};

/// UI strings by key.
pub(crate) type Texts = BTreeMap<String, String>;

/// Reads the strings from `content/i18n/<code>/messages.json`, a JSON object of strings, for each locale. `english`
/// contains the theme's strings; the site's `templates` can use additional strings.
pub(crate) fn read(
    sources: &[Source],
    english: &Texts,
    templates: &Texts,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Texts> {
    let is_known =
        |key: &str| english.contains_key(key) || templates.values().any(|template| template.contains(key));
    let mut all = BTreeMap::new();
    for source in sources {
        let below = source.path.strip_dir("content/i18n").and_then(|rest| rest.split_once('/'));
        let Some((code, _)) = below else { continue };
        match serde_json::from_str::<Texts>(&source.text) {
            Ok(texts) => {
                let unknown = texts.keys().filter(|key| !is_known(key));
                diagnostics.extend(unknown.map(|key| unknown_text(source, key, english)));
                all.insert(code.to_owned(), texts);
            }
            Err(error) => diagnostics.push(
                Diagnostic::new(Code::InvalidConfig, "invalid UI strings: expected a JSON object of strings")
                    .at_position(&source.path, error.line() as u32, error.column() as u32),
            ),
        }
    }
    all
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
