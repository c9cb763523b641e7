//! The translated labels of the config and of `_category_` files.

use std::collections::BTreeMap;

use super::{Input, Locale, category};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::source::tree;

/// Reads `content/i18n/<code>/labels.json` of each locale: a JSON object that maps labels in the config and in
/// `_category_` files to their translations.
pub(super) fn read(input: &Input<'_>, locales: &mut [Locale], diagnostics: &mut Vec<Diagnostic>) {
    let mut categories = None;
    for locale in locales {
        let path = format!("content/i18n/{}/labels.json", locale.code);
        let Some(source) = input.messages.iter().find(|source| source.path.as_str() == path) else {
            continue;
        };
        let labels: BTreeMap<String, String> = match serde_json::from_str(&source.text) {
            Ok(labels) => labels,
            Err(error) => {
                let message = "invalid labels: expected a JSON object of strings";
                let (line, column) = (error.line() as u32, error.column() as u32);
                let diagnostic = Diagnostic::new(Code::InvalidConfig, message);
                diagnostics.push(diagnostic.at_position(&source.path, line, column));
                continue;
            }
        };
        let categories = categories.get_or_insert_with(|| category::labels(input.categories));
        let mut known = input.config.labels();
        known.extend(categories.iter().map(String::as_str));
        let tree = tree::of(source);
        for key in labels.keys().filter(|key| !known.contains(key.as_str())) {
            let message = format!(
                "unknown label `{key}`: it doesn't match any label in the config or in a `_category_` file"
            );
            let hint = did_you_mean(key, known.iter().copied());
            let hint = hint.unwrap_or_else(|| {
                "use a label from the config or from a `_category_` file, or remove this one".to_owned()
            });
            let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
            diagnostics.push(match tree.as_ref().and_then(|tree| Some(tree.entry(key)?.0.range.clone())) {
                Some(place) => diagnostic.at(&source.path, place),
                None => diagnostic.in_file(&source.path),
            });
        }
        locale.labels = labels;
    }
}
