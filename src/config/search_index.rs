//! `[search.index]`: what the search index holds and what counts more in it, whoever answers from it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, ConfigSource};
use crate::diag::{Code, Diagnostic};
use crate::path::RoutePath;

/// What can be found, and what counts more.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchIndexOptions {
    /// Words that mean the same, in groups: `[["k8s", "kubernetes"]]`. A search for one finds the others too.
    pub synonyms: Vec<Vec<String>>,
    /// Pages that cannot be found, by their paths: `/docs/legal/*` are the pages in a folder, `/docs/legal/**` also those
    /// further down.
    pub exclude: Vec<String>,
    /// Pages that count more, or less than 1, by their paths: `"/docs/quickstart" = 2`. Of several that match, the
    /// longest counts.
    pub boost: BTreeMap<String, f64>,
}

impl SearchIndexOptions {
    /// Whether a page is left out. The path has no language.
    pub fn excludes(&self, route: &RoutePath) -> bool {
        self.exclude.iter().any(|pattern| matches(pattern, route.as_str()))
    }

    /// How much a page counts: 1, if nothing is said.
    pub fn boost(&self, route: &RoutePath) -> f64 {
        let own = self.boost.iter().filter(|(pattern, _)| matches(pattern, route.as_str()));
        own.max_by_key(|(pattern, _)| pattern.len()).map_or(1.0, |(_, boost)| *boost)
    }
}

/// Whether a path follows a pattern: `*` stands for anything in a segment, `**` for any number of segments.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').filter(|segment| !segment.is_empty()).collect();
    let path: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    // The states of the pattern that the path so far may have led to.
    let mut states = vec![false; pattern.len() + 1];
    states[0] = true;
    skip(&pattern, &mut states);
    for segment in path {
        let mut next = vec![false; pattern.len() + 1];
        for (at, wanted) in pattern.iter().enumerate().filter(|(at, _)| states[*at]) {
            match *wanted {
                "**" => next[at] = true,
                wanted => next[at + 1] |= segment_matches(wanted, segment),
            }
        }
        skip(&pattern, &mut next);
        states = next;
    }
    states[pattern.len()]
}

/// A `**` may stand for nothing.
fn skip(pattern: &[&str], states: &mut [bool]) {
    for at in 0..pattern.len() {
        states[at + 1] |= states[at] && pattern[at] == "**";
    }
}

fn segment_matches(pattern: &str, segment: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = segment.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Reports what cannot be meant.
pub(super) fn check(config: &mut Config, source: &ConfigSource<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let problem = |message: String, hint: &str| Diagnostic::new(Code::InvalidConfig, message).hint(hint);
    let index = &mut config.search.index;
    for (group, words) in index.synonyms.iter().enumerate() {
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.split_whitespace().count() != 1) {
            let message = format!("a synonym is one word, not `{word}`");
            let hint = "words that belong together can be joined, as in `load-balancer`";
            let path = format!("search.index.synonyms.{group}.{at}");
            diagnostics.push(problem(message, hint).at_value(source, &path));
        }
    }
    for (pattern, boost) in &index.boost {
        if !(0.1..=10.0).contains(boost) {
            let message = format!("a boost is between 0.1 and 10, not {boost}");
            let path = format!("search.index.boost.{pattern}");
            diagnostics.push(problem(message, "1 is what other pages have").at_value(source, &path));
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
