//! The UI strings in one locale.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;
use minijinja::value::Serde;

use super::ScriptTexts;
use crate::cldr;
use crate::path::OutPath;

/// The strings by key. If the locale has no string for a key, the string is in English.
#[derive(Debug, Default)]
pub struct Messages {
    /// The strings by key.
    pub texts: BTreeMap<String, String>,
    value: Value,
    /// The strings that differ from the English strings, or `None` for English itself.
    own: Option<BTreeMap<String, String>>,
    /// The language tag.
    language: String,
    /// The strings of the app itself that differ from the English strings.
    pub app: BTreeMap<String, String>,
    /// The strings that load with the code that shows them, if they differ from the English strings.
    pub late: Vec<LateTexts>,
}

/// The strings of a locale that load with the code that shows them.
#[derive(Debug)]
pub struct LateTexts {
    /// The name of the group.
    pub group: &'static str,
    /// The output path.
    pub path: OutPath,
    /// The strings by key, as JSON.
    pub json: String,
}

impl Messages {
    /// Merges the strings of a locale with the English strings. `language` is the locale's language tag.
    pub(crate) fn new(
        english: &BTreeMap<String, String>,
        own: Option<&BTreeMap<String, String>>,
        language: &str,
    ) -> Self {
        let mut texts = english.clone();
        texts.extend(own.into_iter().flatten().map(|(key, text)| (key.clone(), text.clone())));
        Messages {
            value: Value::from(Serde(&texts)),
            texts,
            own: own.cloned(),
            language: language.to_owned(),
            ..Messages::default()
        }
    }

    /// Adds the strings that scripts show. `keys` contains the strings' keys. `unused` contains the groups of strings
    /// that no page on the site shows.
    pub(super) fn with_scripts(
        mut self,
        english: &BTreeMap<String, String>,
        keys: &ScriptTexts,
        unused: &[&str],
    ) -> Self {
        let pick = |keys: &BTreeSet<String>| -> BTreeMap<String, String> {
            let is_picked = |(key, text): &(&String, &String)| {
                let form = key.rsplit_once('_').map(|(base, _)| format!("{base}_other"));
                // All forms of a plural are in the same language.
                form.is_some_and(|form| keys.contains(&form))
                    || (keys.contains(*key) && english.get(*key) != Some(text))
            };
            let own = self.own.iter().flatten().filter(is_picked);
            own.map(|(key, text)| (key.clone(), text.clone())).collect()
        };
        let groups = [
            ("feedback", &keys.feedback),
            ("reader", &keys.reader),
            ("request", &keys.request),
            ("search", &keys.search),
        ];
        let shown = groups.into_iter().filter(|(group, _)| !unused.contains(group));
        let late = |(group, keys)| {
            let json = Some(pick(keys)).filter(|texts| !texts.is_empty());
            let json = serde_json::to_string(&json?).unwrap_or_default();
            let hash = xxhash_rust::xxh3::xxh3_64(json.as_bytes());
            let path = OutPath::immutable(format!("{group}-{}.{hash:016x}.json", self.language));
            Some(LateTexts { group, path, json })
        };
        self.late = shown.filter_map(late).collect();
        self.app = pick(&keys.app);
        self
    }

    /// Returns the English strings.
    #[cfg(test)]
    pub(crate) fn english() -> Self {
        let english = include_str!("../../theme/messages/en.json");
        Messages::new(
            &serde_json::from_str(english).expect("the English strings are a JSON object of strings"),
            None,
            "en",
        )
    }

    /// Returns the string for a key. If the string is missing, returns the key itself so that the problem is visible.
    pub(crate) fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// Returns the string for a key with its `{placeholders}` filled in.
    pub(crate) fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values.iter().copied())
    }

    /// Returns the string for a key and the plural category of a number, such as `key_one`, with `{count}` and other
    /// placeholders filled in.
    pub(super) fn count(&self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        let text = self.plural(key, &count.to_string());
        let count = self.decimal(count);
        fill(text, values.iter().copied().chain([("count", count.as_str())]))
    }

    /// Formats a number for readers.
    pub(super) fn decimal(&self, number: usize) -> String {
        cldr::decimal(&self.language, number)
    }

    /// Returns the string for a key and the plural category of a number. If the locale doesn't have a string for the
    /// category, returns the locale's string for `other` or, if that string is also missing, the English string.
    pub(super) fn plural(&self, key: &str, number: &str) -> &str {
        let own = self.own.iter().find_map(|own| {
            let other = own.get(&format!("{key}_other"))?;
            let category = cldr::plural_category(&self.language, number);
            Some(own.get(&format!("{key}_{category}")).unwrap_or(other))
        });
        let in_english = || {
            let key = format!("{key}_{}", if number == "1" { "one" } else { "other" });
            self.texts.get(&key).map_or("", String::as_str)
        };
        own.map_or_else(in_english, String::as_str)
    }

    /// Formats a date for readers. Returns an invalid date unchanged.
    pub(super) fn long_date(&self, date: &str) -> String {
        cldr::long_date(&self.language, date).unwrap_or_else(|| date.to_owned())
    }

    /// Formats the day and month of a date for readers. Returns an invalid date unchanged.
    pub(super) fn day_of_year(&self, date: &str) -> String {
        cldr::day_of_year(&self.language, date).unwrap_or_else(|| date.to_owned())
    }

    /// Returns all strings, for templates.
    pub(super) fn value(&self) -> Value {
        self.value.clone()
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
        let messages = Messages::new(&english, None, "en");
        assert_eq!(messages.fill("a", &[("x", "1"), ("q", "2")]), "1 of {y}, {z");
        assert_eq!(messages.get("missing"), "missing");
    }

    #[test]
    fn a_count_has_the_form_of_its_language() {
        let texts = |all: &[(&str, &str)]| -> BTreeMap<String, String> {
            all.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
        };
        let english = texts(&[("page_one", "1 page"), ("page_other", "{count} pages")]);
        let ru = texts(&[("page_few", "{count} страницы"), ("page_other", "{count} стр.")]);
        let forms = |own: Option<&BTreeMap<String, String>>, language| {
            let messages = Messages::new(&english, own, language);
            [1, 2, 5].map(|count| messages.count("page", count, &[]))
        };
        assert_eq!(forms(None, "en"), ["1 page", "2 pages", "5 pages"]);
        assert_eq!(forms(Some(&ru), "ru"), ["1 стр.", "2 страницы", "5 стр."]);
        let fa = texts(&[("page_other", "{count} صفحه")]);
        assert_eq!(forms(Some(&fa), "fa"), ["۱ صفحه", "۲ صفحه", "۵ صفحه"]);
        // One English form without the other would mix languages.
        assert_eq!(forms(Some(&texts(&[("page_few", "x")])), "ru"), ["1 page", "2 pages", "5 pages"]);
        let one = texts(&[("page_one", "Just one")]);
        assert_eq!(forms(Some(&one), "en"), ["Just one", "2 pages", "5 pages"]);
    }
}
