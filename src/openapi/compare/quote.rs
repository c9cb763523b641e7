//! Names and values in messages.

use crate::openapi::Json;

/// The maximum length of a name or value in a message, in characters.
const MAX: usize = 80;
/// The maximum number of values in a list.
const MAX_LISTED: usize = 10;

/// Quotes a name from a document. Names can be long and can contain anything.
pub(super) fn code(name: &str) -> String {
    let mut shown: String = name.chars().take(MAX).flat_map(visible).collect();
    if name.chars().nth(MAX).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

fn visible(char: char) -> impl Iterator<Item = char> {
    let shown = match char {
        '`' => "'".to_owned(),
        char if char.is_control() => char.escape_default().to_string(),
        char => char.to_string(),
    };
    shown.chars().collect::<Vec<_>>().into_iter()
}

/// Quotes the path to a property, which can be longer than a name.
pub(super) fn path(path: &str) -> String {
    let left = path.chars().count().saturating_sub(3 * MAX);
    let cut = if left > 0 { "…" } else { "" };
    let shown: String = path.chars().skip(left).flat_map(visible).collect();
    format!("`{cut}{shown}`")
}

/// Quotes a value.
pub(super) fn json(value: &Json) -> String {
    code(&value.to_string())
}

/// Quotes an optional name.
pub(super) fn maybe(name: Option<&str>) -> String {
    name.map_or_else(|| "none".to_owned(), code)
}

/// Lists quoted names.
pub(super) fn list(names: impl IntoIterator<Item = String>) -> String {
    let mut names = names.into_iter();
    let mut shown: Vec<String> = names.by_ref().take(MAX_LISTED).collect();
    match names.count() {
        0 => {}
        left => shown.push(format!("and {left} more")),
    }
    shown.join(", ")
}
