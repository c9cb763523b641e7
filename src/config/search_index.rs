//! `[search.index]`: the content and ranking of the search index, for every provider.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, Problems};
use crate::path::RoutePath;

/// The content and ranking of the search index.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchIndexOptions {
    /// Groups of words with the same meaning: `[["k8s", "kubernetes"]]`. A search for one of the words also finds the
    /// other words.
    pub synonyms: Vec<Vec<String>>,
    /// Paths of pages to leave out of the search index: `/docs/legal/*` matches the pages in a folder, and
    /// `/docs/legal/**` also matches the pages in its subfolders.
    pub exclude: Vec<String>,
    /// The boost of each page, by path: `"/docs/quickstart" = 2` ranks a page higher, and a number less than 1 ranks it
    /// lower. If several paths match, the longest path is used.
    pub boost: BTreeMap<String, f64>,
}

impl SearchIndexOptions {
    /// Whether a page is left out of the search index. The path has no locale.
    pub fn excludes(&self, route: &RoutePath) -> bool {
        self.exclude.iter().any(|pattern| matches(pattern, route.as_str()))
    }

    /// Returns the boost of a page, which is 1 by default.
    pub fn boost(&self, route: &RoutePath) -> f64 {
        let own = self.boost.iter().filter(|(pattern, _)| matches(pattern, route.as_str()));
        own.max_by_key(|(pattern, _)| pattern.len()).map_or(1.0, |(_, boost)| *boost)
    }
}

/// Whether a path matches a pattern. `*` matches any text in a segment, and `**` matches any number of segments.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').filter(|segment| !segment.is_empty()).collect();
    let path: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    // The positions in the pattern that the segments processed so far can reach.
    let mut states = vec![false; pattern.len() + 1];
    states[0] = true;
    skip(&pattern, &mut states);
    for segment in path {
        let mut next = vec![false; pattern.len() + 1];
        for (at, wanted) in pattern.iter().enumerate().filter(|(at, _)| states[*at]) {
            match *wanted {
                "**" => next[at] = true,
                wanted => next[at + 1] |= matches_pattern(wanted, segment),
            }
        }
        skip(&pattern, &mut next);
        states = next;
    }
    states[pattern.len()]
}

/// Adds the position after each reachable `**`, because `**` can match zero segments.
fn skip(pattern: &[&str], states: &mut [bool]) {
    for at in 0..pattern.len() {
        states[at + 1] |= states[at] && pattern[at] == "**";
    }
}

/// Whether a string matches a pattern, in which `*` matches any text.
pub(super) fn matches_pattern(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Reports invalid synonyms and boosts.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let index = &mut config.search.index;
    for (group, words) in index.synonyms.iter().enumerate() {
        if words.len() < 2 {
            let message =
                format!("`search.index.synonyms`: expected at least two words, found {}", words.len());
            problems.report(
                &format!("search.index.synonyms.{group}"),
                message,
                "add a word, or remove the group",
            );
        }
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.split_whitespace().count() != 1) {
            let message = format!("`search.index.synonyms`: expected one word, found `{word}`");
            let hint = "join the words, as in `load-balancer`";
            let path = format!("search.index.synonyms.{group}.{at}");
            problems.report(&path, message, hint);
        }
    }
    for (pattern, boost) in &index.boost {
        if !(0.1..=10.0).contains(boost) {
            let message = format!("`search.index.boost`: expected a number from 0.1 to 10, found {boost}");
            let path = format!("search.index.boost.{pattern}");
            let hint = "use a value greater than 1 to rank the pages higher, or a value less than 1 to rank them lower";
            problems.report(&path, message, hint);
        }
    }
    index.boost.retain(|_, boost| (0.1..=10.0).contains(boost));
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_name_paths() {
        assert!(matches("/docs/a", "/docs/a"));
        assert!(!matches("/docs/a", "/docs/a/b"));
        assert!(matches("/docs/*", "/docs/a"));
        assert!(!matches("/docs/*", "/docs/a/b"));
        assert!(matches("/docs/**", "/docs/a/b"));
        assert!(matches("/docs/**", "/docs"));
        assert!(matches("**/old-*", "/docs/x/old-api"));
        assert!(matches("/docs/**/b*d", "/docs/x/y/bcd"));
        assert!(!matches("/docs/**/b*d", "/docs/x/y/bc"));
        assert!(matches("**", "/"));
    }
}
