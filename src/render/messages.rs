//! The UI strings in one locale.

use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::Serde;

/// The texts by key. If the locale has no text for a key, the text is in English.
#[derive(Debug, Default)]
pub struct Messages {
    /// The texts by key.
    pub texts: BTreeMap<String, String>,
    value: Value,
    /// The texts that differ from the English texts, or `None` for English itself.
    own: Option<BTreeMap<String, String>>,
}

impl Messages {
    /// Merges the texts of a locale with the English texts.
    pub(crate) fn new(english: &BTreeMap<String, String>, own: Option<&BTreeMap<String, String>>) -> Self {
        let mut texts = english.clone();
        texts.extend(own.into_iter().flatten().map(|(key, text)| (key.clone(), text.clone())));
        Messages { value: Value::from(Serde(&texts)), texts, own: own.cloned() }
    }

    /// Returns the English texts.
    #[cfg(test)]
    pub(crate) fn english() -> Self {
        let english = include_str!("../../theme/messages/en.json");
        Messages::new(
            &serde_json::from_str(english).expect("the English strings are a JSON object of strings"),
            None,
        )
    }

    /// Returns the text for a key, or the key itself, so that a missing text is visible.
    pub(crate) fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// Returns the text for a key with its `{placeholders}` filled in.
    pub(crate) fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values.iter().copied())
    }

    /// Returns the text for `key_one` or `key_many`, with `{count}` and other placeholders filled in.
    pub(super) fn count(&self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        let key = format!("{key}_{}", if count == 1 { "one" } else { "many" });
        let count = count.to_string();
        fill(self.get(&key), values.iter().copied().chain([("count", count.as_str())]))
    }

    /// Formats a date for readers with the messages `months` (twelve names separated by commas) and `date`.
    pub(super) fn long_date(&self, date: &str) -> String {
        self.day("date", date).unwrap_or_else(|| date.to_owned())
    }

    /// Returns a message with the year, month, and day of a date. Returns `None` if the date is invalid.
    pub(super) fn day(&self, key: &str, date: &str) -> Option<String> {
        let mut parts = date.splitn(3, '-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let month = self.get("months").split(',').nth(month.parse::<usize>().ok()?.checked_sub(1)?)?;
        let day = day.get(..2).unwrap_or(day).trim_start_matches('0');
        Some(self.fill(key, &[("year", year), ("month", month), ("day", day)]))
    }

    /// Returns all texts, for templates.
    pub(super) fn value(&self) -> Value {
        self.value.clone()
    }

    /// Returns the texts that the browser needs in addition to the English texts in its scripts.
    pub(super) fn own(&self) -> Option<&BTreeMap<String, String>> {
        self.own.as_ref()
    }
}

/// Fills in the `{placeholders}` in a string. Unknown placeholders stay unchanged.
pub(super) fn fill<'a>(text: &str, values: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let Some(end) = from.find('}') else {
            rest = from;
            break;
        };
        match values.clone().find(|(name, _)| *name == &from[1..end]) {
            Some((_, value)) => out.push_str(value),
            None => out.push_str(&from[..=end]),
        }
        rest = &from[end + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_unknown_ones_stay() {
        let english = BTreeMap::from([("a".to_owned(), "{x} of {y}, {z".to_owned())]);
        let messages = Messages::new(&english, None);
        assert_eq!(messages.fill("a", &[("x", "1"), ("q", "2")]), "1 of {y}, {z");
        assert_eq!(messages.get("missing"), "missing");
    }
}
