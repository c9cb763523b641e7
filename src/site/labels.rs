//! The translated labels in the config and in `_category_` files.

use super::{
    Input, Locale, category,
    strings::{self, Entry},
    versions,
};
use crate::config::LABELS;
use crate::diag::{Diagnostic, did_you_mean};
use crate::source::{Source, settings::Kind};

const KIND: Kind = strings::kind("labels");

/// Returns the `labels.json` file of a locale.
pub(super) fn file<'a>(messages: &'a [Source], locale: &Locale) -> Option<&'a Source> {
    let path = format!("content/i18n/{}/labels.json", locale.code);
    messages.iter().find(|source| source.path.as_str() == path)
}

/// Reads `content/i18n/<code>/labels.json` of each locale: a JSON object that maps labels in the config and in
/// `_category_` files to their translations.
pub(super) fn read(input: &Input<'_>, locales: &mut [Locale], diagnostics: &mut Vec<Diagnostic>) {
    let mut categories = None;
    for locale in locales {
        let Some(source) = file(input.messages, locale) else { continue };
        let categories = categories.get_or_insert_with(|| category::labels(input.categories));
        let mut known = input.config.labels();
        known.extend(categories.iter().map(String::as_str));
        let files = input.documents.iter().map(|parsed| &parsed.source.path);
        known.extend(versions::default_label(input.config, files));
        // The newest document in the history of an API can have the same name.
        known.extend(input.config.openapi.iter().any(|api| api.history.is_some()).then_some(versions::NEXT));
        let all = strings::read(&KIND, source, diagnostics, |reader, Entry { key, .. }| {
            if input.config.left_out.has(LABELS) || known.contains(key.name.as_str()) {
                return;
            }
            let message = format!(
                "unknown label `{}`: it doesn't match any label in the config or in a `_category_` file",
                key.name
            );
            let hint = did_you_mean(&key.name, known.iter().copied());
            let hint = hint.unwrap_or_else(|| {
                "use a label from the config or from a `_category_` file, or remove this one".into()
            });
            reader.report(message, key.range.clone()).add_hint(hint);
        });
        locale.labels = all.into_iter().map(|entry| (entry.key.name, entry.text)).collect();
    }
}
