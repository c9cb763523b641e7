//! Parses attribute lists, such as `{#id .class width=300}`, which follow an element.

use super::directive;
use super::variables::{self, FILLER};
use crate::diag::{misspelled, nearest};

/// The attributes that an element can have, in addition to `data-…` attributes.
pub(crate) const KNOWN: [&str; 15] = [
    "id", "class", "width", "height", "loading", "inline", "avif", "lang", "dir", "title", "target", "rel",
    "download", "caption", "widths",
];

/// The classes with a meaning, as attribute lists contain them.
pub(super) const CLASSES: [&str; 3] = [".sortable", ".filterable", ".task-count"];

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
/// `{#`, `{.`, or `{:`, all attributes must have values, which can be empty, and at least one must be known, or each must
/// be a known name with a typo. If the list starts with `{:`, an unknown attribute with a value, or a known name with a
/// typo, is enough.
pub(super) fn read(text: &str) -> Option<(usize, List<'_>)> {
    let (length, list, is_plain) = parse(text)?;
    let has_typo = |name: &str| misspelled(name, KNOWN).is_some();
    let is_marked = text.starts_with("{:")
        && list.unknown.iter().any(|(name, value)| !value.is_empty() || has_typo(name));
    let is_empty = !is_marked && list.others.is_empty() && list.classes.is_empty() && list.id.is_none();
    let is_misspelled = |(name, value): &(&str, &str)| !value.is_empty() && has_typo(name);
    let is_empty = is_empty && !(is_plain && list.unknown.iter().all(is_misspelled));
    // An unknown name next to a known one is probably misspelled, so it's reported.
    (!is_empty && (starts(text) || is_plain)).then_some((length, list))
}

/// Parses the attribute list in a table's row. A row that contains only a list with a misspelled name, or with the name
/// of a class without its dot, is a list, too.
pub(super) fn in_row(row: &str) -> Option<List<'_>> {
    let row = row.trim();
    let (length, list, is_plain) = parse(row)?;
    let is_near = |(name, _): &(&str, &str)| nearest(name, KNOWN.into_iter().chain(CLASSES)).is_some();
    let is_list = read(row).is_some() || is_plain || list.others.iter().chain(&list.unknown).any(is_near);
    (length == row.len() && is_list).then_some(list)
}

/// Parses the words in braces at the start of a string. Returns the length, the list, and whether the list has
/// attributes and all of them have values.
fn parse(text: &str) -> Option<(usize, List<'_>, bool)> {
    let inner = text.strip_prefix('{')?;
    let inner = &inner[..directive::list_end(directive::within_reach(inner))?];
    let words = inner.strip_prefix(':').unwrap_or(inner);
    let mut list = List::default();
    let (mut is_plain, mut has_value) = (true, false);
    for attribute in directive::attributes(words, 0) {
        let after = directive::offset(words, attribute.name) + attribute.name.len();
        let is_class = attribute.name.starts_with(['#', '.']);
        let is_assigned = words[after..].starts_with('=');
        has_value |= is_assigned;
        is_plain &= is_class || is_assigned;
        match (attribute.name.strip_prefix('#'), attribute.name.strip_prefix('.')) {
            (Some(id), _) if is_id(id) => list.id = Some(id),
            (_, Some(class)) if is_name(class) => list.classes.push(class),
            (None, None) if is_name(attribute.name) => match attribute.name {
                "id" | "class" if attribute.value.is_empty() => list.unknown.push((attribute.name, "")),
                "id" if attribute.value.contains(char::is_whitespace) => {
                    list.others.push(("id", attribute.value));
                }
                "id" => list.id = Some(attribute.value),
                "class" => list.classes.extend(attribute.value.split_whitespace()),
                name if KNOWN.contains(&name) || name.starts_with("data-") => {
                    list.others.push((name, attribute.value));
                }
                name => list.unknown.push((name, attribute.value)),
            },
            // Text that starts with `{:`, or with an ID or a class, has no other meaning. `:js` is the language of
            // inline code.
            (None, None)
                if (inner.len() > words.len() || inner.trim_start().starts_with(['#', '.']))
                    && attribute.name.strip_prefix(':').is_some_and(is_name) =>
            {
                list.others.push(("lang", &attribute.name[1..]));
            }
            (Some(id), _) if inner.len() > words.len() => list.others.push(("id", id)),
            (_, Some(class)) if inner.len() > words.len() => list.others.push(("class", class)),
            _ => return None,
        }
    }
    Some((inner.len() + 2, list, is_plain && has_value))
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

/// If a string starts with an attribute list for the preceding inline element, returns the length of the list.
pub(super) fn after_element(text: &str) -> Option<usize> {
    language(text).map(|(length, _)| length).or_else(|| read(text).map(|(length, _)| length))
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

fn is_id(id: &str) -> bool {
    id.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | FILLER)) && is_word(id)
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == FILLER) && is_word(name)
}

fn is_word(name: &str) -> bool {
    name.chars().all(|c| variables::is_in_names(c) || c == FILLER)
}

/// Hides the value of a variable in an attribute list. `list` is the part of the list before the value.
pub(super) fn hidden(list: &str, value: &str) -> String {
    if ends_in_name(list) { variables::hidden_in_name(value) } else { variables::hidden(value) }
}

/// Whether the start of an attribute list ends in an ID or a class.
fn ends_in_name(list: &str) -> bool {
    let Some(open) = list.find('{') else { return false };
    let (mut quote, mut first, mut before) = (None, None, ' ');
    for c in list[open + 1..].chars() {
        match quote {
            Some(_) if quote == Some(c) => quote = None,
            Some(_) => {}
            None if c.is_whitespace() || matches!(c, ',' | '}') => first = None,
            None if matches!(c, '"' | '\'') && before == '=' => quote = Some(c),
            None if first.is_none() && (c != ':' || before != ' ') => first = Some(c),
            None => {}
        }
        before = c;
    }
    quote.is_none() && matches!(first, Some('#' | '.'))
}
