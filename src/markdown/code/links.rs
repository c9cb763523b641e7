//! Finds the names in code that match a site's patterns and returns the URLs that they link to.

use std::ops::Range;
use std::sync::OnceLock;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use regex_lite::{Captures, Regex};
use serde::{Deserialize, Serialize};

use crate::config::CodeLinkConfig;

/// The maximum length, in bytes, of a line of code in which names become links.
const MAX_LINE: usize = 1024;

/// The characters that would end a path segment or have a different meaning in a URL.
const OTHER: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The patterns of a site, in order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CodeLinks {
    links: Vec<CodeLinkConfig>,
    /// The compiled patterns: for whole strings, and for parts of strings.
    #[serde(skip)]
    compiled: OnceLock<Vec<Option<(Regex, Regex)>>>,
}

/// The URL for code that a pattern matches.
pub(in crate::markdown) struct CodeUrl {
    /// The URL.
    pub url: String,
    /// The index of the pattern in the config.
    pub pattern: usize,
}

impl PartialEq for CodeLinks {
    fn eq(&self, other: &Self) -> bool {
        self.links == other.links
    }
}

impl CodeLinks {
    /// Creates the links. Invalid patterns match nothing.
    pub(crate) fn new(links: Vec<CodeLinkConfig>) -> Self {
        CodeLinks { links, compiled: OnceLock::new() }
    }

    /// Returns each link with its index and its compiled patterns.
    fn all(&self) -> impl Iterator<Item = (usize, &CodeLinkConfig, &(Regex, Regex))> {
        let compiled =
            self.compiled.get_or_init(|| self.links.iter().map(|link| link.compile().ok()).collect());
        let all = self.links.iter().zip(compiled).enumerate();
        all.filter_map(|(index, (link, both))| Some((index, link, both.as_ref()?)))
    }

    /// Returns the URL for code that a pattern matches in full.
    pub(in crate::markdown) fn of(&self, code: &str) -> Option<CodeUrl> {
        if self.links.is_empty() || code.len() > MAX_LINE {
            return None;
        }
        self.all().find_map(|(pattern, link, (whole, _))| {
            Some(CodeUrl { url: with_groups(&link.url, &whole.captures(code)?), pattern })
        })
    }

    /// Returns the names in a code block, each with its URL, in order. Names don't overlap and aren't parts of words.
    pub(in crate::markdown) fn in_block(&self, code: &str) -> Vec<(Range<usize>, CodeUrl)> {
        let mut found: Vec<(Range<usize>, CodeUrl)> = Vec::new();
        if !self.links.iter().any(|link| link.blocks) {
            return found;
        }
        let mut start = 0;
        for line in code.split_inclusive('\n') {
            let text = line.trim_end_matches('\n');
            if text.len() <= MAX_LINE {
                self.in_line(text, start, &mut found);
            }
            start += line.len();
        }
        found
    }

    fn in_line(&self, line: &str, start: usize, found: &mut Vec<(Range<usize>, CodeUrl)>) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let before = found.len();
        for (pattern, link, (_, part)) in self.all().filter(|(_, link, _)| link.blocks) {
            for captures in part.captures_iter(line) {
                let Some(all) = captures.get(0).filter(|all| !all.range().is_empty()) else { continue };
                let is_part = line[..all.start()].ends_with(is_word) && all.as_str().starts_with(is_word)
                    || line[all.end()..].starts_with(is_word) && all.as_str().ends_with(is_word);
                let range = start + all.start()..start + all.end();
                let is_taken =
                    |(other, _): &(Range<usize>, CodeUrl)| other.start < range.end && range.start < other.end;
                if !is_part && !found[before..].iter().any(is_taken) {
                    let url = with_groups(&link.url, &captures);
                    found.push((range, CodeUrl { url, pattern }));
                }
            }
        }
        found[before..].sort_by_key(|(range, _)| range.start);
    }
}

/// Replaces `$1`, `$name`, and `${name}` in a URL with the captured groups, and `$$` with a dollar sign.
fn with_groups(url: &str, captures: &Captures<'_>) -> String {
    let (mut out, mut rest) = (String::with_capacity(url.len() + 16), url);
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let braced = after.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let length = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (name, tail) = braced.unwrap_or_else(|| after.split_at(length));
        rest = tail;
        if let Some(tail) = after.strip_prefix('$') {
            out.push('$');
            rest = tail;
        } else if name.is_empty() {
            out.push('$');
        } else {
            let group =
                name.parse().ok().and_then(|index| captures.get(index)).or_else(|| captures.name(name));
            let value = group.map_or("", |group| group.as_str());
            out.extend(utf8_percent_encode(value, OTHER));
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{CodeLinkConfig, CodeLinks};

    fn links(rules: &[(&str, &str)]) -> CodeLinks {
        let link = |(pattern, url): &(&str, &str)| CodeLinkConfig {
            pattern: (*pattern).to_owned(),
            url: (*url).to_owned(),
            blocks: true,
        };
        CodeLinks::new(rules.iter().map(link).collect())
    }

    #[test]
    fn whole_code_matches_a_pattern() {
        let links = links(&[
            (r"std::(?<rest>[\w:]+)", "https://std.example/${rest}?q=$0&d=$$"),
            (r"(T|U)<\w+>|a", "/t/$0/$1$2"),
            ("(", "/never"),
            ("a", "/second"),
        ]);
        let url = |code| links.of(code).map(|found| found.url);
        assert_eq!(url("std::fmt").as_deref(), Some("https://std.example/fmt?q=std::fmt&d=$"));
        assert_eq!(url("T<x>").as_deref(), Some("/t/T%3Cx%3E/T"));
        assert_eq!(url("a").as_deref(), Some("/t/a/"));
        assert_eq!((url("use std::fmt"), url("aa")), (None, None));
    }

    #[test]
    fn names_in_blocks_are_whole_words() {
        let links = links(&[("get|getAll", "/$0"), ("All", "/all")]);
        let found = links.in_block("get(getAll)\nbudget.get All");
        let found: Vec<(usize, &str)> =
            found.iter().map(|(range, found)| (range.start, found.url.as_str())).collect();
        assert_eq!(found, [(0, "/get"), (19, "/get"), (23, "/all")]);
    }
}
