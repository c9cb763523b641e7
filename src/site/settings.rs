//! Small files of settings beside the content: `_category_` files, and the authors and tags of a blog.
//!
//! The end of a file's name says its language. What is wrong is reported where it stands; what the settings mean is the
//! business of who asked for them.

use serde::de::DeserializeOwned;

use crate::diag::{Code, Diagnostic, nearest};
use crate::source::Source;
use crate::source::tree;

/// What is said about a file that cannot be read.
pub(super) struct Wording {
    pub(super) code: Code,
    /// `a `_category_` file`, as it stands in a sentence.
    pub(super) what: &'static str,
    pub(super) keys: &'static [&'static str],
}

/// Reads a file as TOML, JSON or YAML.
pub(super) fn parse<T: DeserializeOwned>(source: &Source, wording: &Wording) -> Result<T, Diagnostic> {
    match source.path.extension() {
        "toml" => toml::from_str(&source.text)
            .map_err(|error| wording.wrong(error.message()).at(&source.path, error.span().unwrap_or(0..0))),
        "json" => serde_json::from_str(&source.text).map_err(|error| {
            let diagnostic = wording.wrong(&error.to_string());
            match tree::of(source) {
                // The parser names the last byte that it had read.
                Some(tree) => {
                    let lines = source.text.split_inclusive('\n').take(error.line().saturating_sub(1));
                    let at = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
                    diagnostic.at(&source.path, tree.around(at))
                }
                None => diagnostic.at_position(&source.path, error.line() as u32, error.column() as u32),
            }
        }),
        _ => serde_saphyr::from_str(&source.text).map_err(|error| {
            let place = error.location().map(|place| (place.line() as u32, place.column() as u32));
            let diagnostic = wording.wrong(&error.without_snippet().to_string());
            match place {
                Some((line, column)) => diagnostic.at_position(&source.path, line, column),
                None => diagnostic.in_file(&source.path),
            }
        }),
    }
}

/// Places a problem at a value of such a file.
pub(super) fn at_value(source: &Source, path: &[&str], diagnostic: Diagnostic) -> Diagnostic {
    match tree::of(source).and_then(|tree| Some(tree.at(path)?.range.clone())) {
        Some(range) => diagnostic.at(&source.path, range),
        None => diagnostic.in_file(&source.path),
    }
}

impl Wording {
    fn wrong(&self, message: &str) -> Diagnostic {
        // The parsers say the place again and list what they know; both are said better beside it.
        let message =
            message.split(" at line ").next().unwrap_or(message).lines().next().unwrap_or_default().trim();
        let key =
            message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`')).map(|(key, _)| key);
        let known = self.keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        let hint = match key.and_then(|key| nearest(key, self.keys.iter().copied())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {known}"),
        };
        let message =
            key.map_or_else(|| message.to_owned(), |key| format!("unknown key `{key}` in {}", self.what));
        Diagnostic::new(self.code, message).hint(hint)
    }
}
