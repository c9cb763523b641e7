//! Parses attribute lists, such as `{#id .class width=300}`, which follow an element.

use super::directive;

/// The attributes that an element can have, in addition to `data-…` attributes.
pub(crate) const KNOWN: [&str; 15] = [
    "id", "class", "width", "height", "loading", "inline", "avif", "lang", "dir", "title", "target", "rel",
    "download", "caption", "widths",
];

/// An attribute list.
#[derive(Debug, Default, PartialEq)]
pub(super) struct List<'a> {
    pub id: Option<&'a str>,
    pub classes: Vec<&'a str>,
    /// The other attributes, each with its value.
    pub others: Vec<(&'a str, &'a str)>,
    /// The unknown attributes, each with its value.
    pub unknown: Vec<(&'a str, &'a str)>,
}

/// Parses the attribute list at the start of a string and returns the list's length. If the list doesn't start with
/// `{#`, `{.`, or `{:`, all attributes must have values, and at least one must be known. If the list starts with `{:`,
/// an unknown attribute with a value is enough.
pub(super) fn read(text: &str) -> Option<(usize, List<'_>)> {
    let inner = text.strip_prefix('{')?;
    let inner = &inner[..directive::list_end(directive::within_reach(inner))?];
    let words = inner.strip_prefix(':').unwrap_or(inner);
    let mut list = List::default();
    for attribute in directive::attributes(words, 0) {
        match (attribute.name.strip_prefix('#'), attribute.name.strip_prefix('.')) {
            (Some(id), _) if is_name(id) => list.id = Some(id),
            (_, Some(class)) if is_name(class) => list.classes.push(class),
            (None, None) if is_name(attribute.name) => match attribute.name {
                "id" => list.id = Some(attribute.value),
                "class" => list.classes.extend(attribute.value.split_whitespace()),
                name if KNOWN.contains(&name) || name.starts_with("data-") => {
                    list.others.push((name, attribute.value));
                }
                name => list.unknown.push((name, attribute.value)),
            },
            _ => return None,
        }
    }
    let is_marked = text.starts_with("{:") && list.unknown.iter().any(|(_, value)| !value.is_empty());
    let is_empty = !is_marked && list.others.is_empty() && list.classes.is_empty() && list.id.is_none();
    // An unknown name next to a known one is probably misspelled, so it's reported.
    let is_plain = list.others.iter().chain(&list.unknown).all(|(_, value)| !value.is_empty());
    (!is_empty && (starts(text) || is_plain)).then_some((inner.len() + 2, list))
}

/// Parses the attribute list at the end of a heading. Returns the length of the text before the list.
pub(super) fn at_end(text: &str) -> Option<(usize, List<'_>)> {
    let text = text.trim_end();
    let open = text.rfind('{')?;
    let (length, list) = read(&text[open..])?;
    let before = text[..open].trim_end();
    (open + length == text.len() && before.len() < open).then_some((before.len(), list))
}

/// If a string starts with an attribute list that can't be a JavaScript expression, returns the length of the list.
pub(super) fn length(text: &str) -> Option<usize> {
    let list = || starts(text).then(|| read(text)).flatten().map(|(length, _)| length);
    language(text).map(|(length, _)| length).or_else(list)
}

/// Parses a language marker for the preceding code, such as `{:js}`, at the start of a string. Returns the marker's
/// length and the language.
pub(super) fn language(text: &str) -> Option<(usize, &str)> {
    let name = text.strip_prefix("{:")?.split('}').next()?;
    let is_name = name.len() < 32 && name.chars().all(|c| c.is_ascii_alphanumeric() || "+#-_".contains(c));
    (is_name && !name.is_empty() && text.len() > name.len() + 2).then_some((name.len() + 3, name))
}

/// Returns the column widths in the value of a table's `widths` attribute.
pub(crate) fn widths(value: &str) -> impl Iterator<Item = &str> {
    value.split([' ', ',']).filter(|width| !width.is_empty())
}

fn starts(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|inner| inner.trim_start_matches(' ').starts_with(['#', '.', ':']))
}

fn is_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || "-_:.".contains(c))
}
