//! Finds names in prose: glossary terms and abbreviations.

use std::collections::HashMap;
use std::ops::Range;

use crate::cldr::is_dense;

/// The symbols that join a name with the letters next to it: `API` isn't a word in `API-key`, `node.API`, or `@API`.
const JOINTS: &str = "-/.@#$\\_:";

/// Names to find in prose, each with the number of its entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// The names, keyed by their first word in lowercase. Longer names come first.
    by_word: HashMap<String, Vec<Name>>,
}

#[derive(Clone, Debug)]
struct Name {
    text: Box<str>,
    entry: u32,
}

impl Names {
    /// Whether there are no names.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_word.is_empty()
    }

    /// Adds a name, unless another entry already has it. Returns the name's entry.
    pub(crate) fn add(&mut self, text: &str, entry: u32) -> u32 {
        let Some((word, _)) = words(text).next() else { return entry };
        let names = self.by_word.entry(word.to_lowercase()).or_default();
        if let Some(known) = names.iter().find(|name| name.len_in(text, false) == Some(text.len())) {
            return known.entry;
        }
        let at = names.partition_point(|name| name.text.len() >= text.len());
        names.insert(at, Name { text: text.into(), entry });
        entry
    }

    /// Returns the locations of the names in the text, in order, each with the name's entry. If `inflects` is true, the
    /// case of a name's first letter can differ, and the name can have a plural ending.
    pub(crate) fn find(&self, text: &str, inflects: bool) -> Vec<(Range<usize>, u32)> {
        let (mut found, mut free) = (Vec::new(), 0);
        for (word, start) in words(text) {
            if start < free || is_joined(text[..start].chars().next_back(), word.chars().next()) {
                continue;
            }
            let lower = word.to_lowercase();
            let forms = ["", "s", "es"].into_iter().take(if inflects { 3 } else { 1 });
            let mut names = forms
                .filter_map(|ending| self.by_word.get(lower.strip_suffix(ending)?))
                .flatten()
                .filter_map(|name| Some((name.length_at(&text[start..], inflects)?, name.entry)));
            if let Some((length, entry)) = names.next() {
                free = start + length;
                found.push((start..free, entry));
            }
        }
        found
    }
}

impl Name {
    /// Returns the length of the name at the start of the text, with its plural ending.
    fn length_at(&self, text: &str, inflects: bool) -> Option<usize> {
        let length = self.len_in(text, !inflects)?;
        let last = text[..length].chars().next_back();
        let endings = ["", "s", "es"].into_iter().take(if inflects { 3 } else { 1 });
        let ends = |ending: &&str| {
            let after = text[length..].strip_prefix(*ending);
            after.is_some_and(|after| !is_followed(last.filter(|_| ending.is_empty()), after))
        };
        endings.into_iter().find(ends).map(|ending| length + ending.len())
    }

    /// Returns the length of the name at the start of the text. If no other letter is uppercase, the case of the first
    /// letter doesn't matter: `Access token` is the same name as `access token`, but `API` isn't the same name as
    /// `aPI`.
    fn len_in(&self, text: &str, exact: bool) -> Option<usize> {
        if text.starts_with(&*self.text) {
            return Some(self.text.len());
        }
        let (own, other) = (self.text.chars().next()?, text.chars().next()?);
        let (own_rest, rest) = (&self.text[own.len_utf8()..], &text[other.len_utf8()..]);
        let is_same = own.to_lowercase().eq(other.to_lowercase());
        (!exact && is_same && rest.starts_with(own_rest) && !own_rest.contains(char::is_uppercase))
            .then_some(other.len_utf8() + own_rest.len())
    }
}

/// Whether a name is part of a longer word. `edge` is the first or last character of the name, and `outer` is the
/// character next to `edge`.
fn is_joined(outer: Option<char>, edge: Option<char>) -> bool {
    let (Some(outer), Some(edge)) = (outer, edge) else { return false };
    !is_dense(edge) && !is_dense(outer) && (outer.is_alphanumeric() || JOINTS.contains(outer))
}

/// Whether the text after a name belongs to the same word. `last` is the last character of the name, or `None` after a
/// plural ending.
fn is_followed(last: Option<char>, after: &str) -> bool {
    let mut next = after.chars();
    let first = next.next();
    match first {
        Some(c) if JOINTS.contains(c) && c != '_' => {
            next.next().is_some_and(|c| c.is_alphanumeric() || JOINTS.contains(c) && c != '.')
        }
        _ => is_joined(first, last.or(Some('s'))),
    }
}

/// Returns the words in the text with their locations. In scripts without spaces, each character is a word. A symbol is
/// also a word, because a name can start with a symbol.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| !c.is_whitespace())?;
        let is_word = |c: char| c.is_alphanumeric() && !is_dense(c);
        let first = text[start..].chars().next()?;
        at = match text[start..].find(|c: char| !is_word(c)) {
            Some(0) => start + first.len_utf8(),
            Some(length) => start + length,
            None => text.len(),
        };
        Some((&text[start..at], start))
    })
}

#[cfg(test)]
mod tests {
    use super::Names;

    /// Returns the names in the text.
    fn found(names: &[&str], text: &str, inflects: bool) -> Vec<String> {
        let mut all = Names::default();
        for (entry, name) in names.iter().enumerate() {
            all.add(name, entry as u32);
        }
        all.find(text, inflects).into_iter().map(|(range, _)| text[range].to_owned()).collect()
    }

    #[test]
    fn a_term_is_a_whole_word_in_its_own_case() {
        let names = ["webhook", "API", "API key", "Access token", "Go", ".NET", "C++", "SLA"];
        for (text, expected) in [
            ("A webhook. Webhooks, WEBHOOK", "webhook|Webhooks"),
            ("An API key and API keyring, APIs and api", "API key|API|APIs"),
            ("access tokens Access token", "access tokens|Access token"),
            ("Go to Google, gopher", "Go"),
            ("On .NET and C++, not on a.NET", ".NET|C++"),
            ("API-key key-API node.API API.js API/v1 _API_ @API $API API_KEY", ""),
            ("(API) “API” API. API: API’s API?", "API|API|API|API|API|API"),
            ("an SLA—SLA", "SLA|SLA"),
            ("", ""),
        ] {
            assert_eq!(found(&names, text, true).join("|"), expected, "{text}");
        }
    }

    #[test]
    fn scripts_without_spaces_have_no_word_boundaries() {
        let names = ["索引", "トークン", "토큰", "API", "Über"];
        let text = "検索索引はトークンとAPIです。토큰을 über";
        assert_eq!(found(&names, text, true), ["索引", "トークン", "API", "토큰", "über"]);
    }

    #[test]
    fn an_abbreviation_is_found_only_as_it_is_written() {
        let names = ["HTML", "W3C", "Dr."];
        assert_eq!(found(&names, "HTML, HTMLs, html by the W3C and Dr. X", false), ["HTML", "W3C", "Dr."]);
    }

    #[test]
    fn a_name_belongs_to_its_first_entry() {
        let mut names = Names::default();
        assert_eq!([names.add("Token", 0), names.add("token", 1), names.add("tokens", 2)], [0, 0, 2]);
        assert_eq!(names.add("  ", 3), 3);
    }
}
