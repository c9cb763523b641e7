//! The texts of the interface, in one language.

use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::Serde;

/// Texts by key; a key without a text in the language is the English one.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    texts: BTreeMap<String, String>,
    value: Value,
    /// Only what differs from English; none for English itself.
    own: Option<BTreeMap<String, String>>,
}

impl Messages {
    /// Lays the texts of a language over the English ones.
    pub(crate) fn new(english: &BTreeMap<String, String>, own: Option<&BTreeMap<String, String>>) -> Self {
        let mut texts = english.clone();
        texts.extend(own.into_iter().flatten().map(|(key, text)| (key.clone(), text.clone())));
        Messages { value: Value::from(Serde(&texts)), texts, own: own.cloned() }
    }

    /// The English texts.
    #[cfg(test)]
    pub(crate) fn english() -> Self {
        let english = include_str!("../../theme/messages/en.json");
        Messages::new(&serde_json::from_str(english).expect("texts by key"), None)
    }

    /// The text of a key; the key itself when there is none, which shows the gap instead of hiding it.
    pub(crate) fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// The text of a key with its `{placeholders}` filled.
    pub(crate) fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values.iter().copied())
    }

    /// The text of `key_one` or `key_many` with `{count}` and other placeholders filled.
    pub(super) fn count(&self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        let key = format!("{key}_{}", if count == 1 { "one" } else { "many" });
        let count = count.to_string();
        fill(self.get(&key), values.iter().copied().chain([("count", count.as_str())]))
    }

    /// A day as readers see it, by the messages `months` (twelve names with commas) and `date`.
    pub(super) fn long_date(&self, date: &str) -> String {
        self.day("date", date).unwrap_or_else(|| date.to_owned())
    }

    /// A message with the year, the month and the day of a date.
    pub(super) fn day(&self, key: &str, date: &str) -> Option<String> {
        let mut parts = date.splitn(3, '-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let month = self.get("months").split(',').nth(month.parse::<usize>().ok()?.checked_sub(1)?)?;
        let day = day.get(..2).unwrap_or(day).trim_start_matches('0');
        Some(self.fill(key, &[("year", year), ("month", month), ("day", day)]))
    }

    /// All texts.
    pub(super) fn texts(&self) -> &BTreeMap<String, String> {
        &self.texts
    }

    /// All texts, for templates.
    pub(super) fn value(&self) -> Value {
        self.value.clone()
    }

    /// What the browser needs beside the English texts of the bundle.
    pub(super) fn own(&self) -> Option<&BTreeMap<String, String>> {
        self.own.as_ref()
    }
}

/// Puts values into the `{placeholders}` of a text; unknown placeholders stay.
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
