//! Heading IDs: the text that VitePress generates an ID from, and the IDs of a site that has a heading ID function in its
//! config. Also runs other functions in the config.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::VitePress;
use super::tag::Tag;
use crate::component::evaluate;
use crate::import::markdown::{code_span, target, with_replacements};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The number of headings in each evaluation.
const PART: usize = 500;

/// Whether the config contains a function for heading IDs.
pub(super) fn has_own(config: &Node) -> bool {
    config.at(&["markdown", "anchor", "slugify"]).is_some_and(|node| matches!(node.value, Value::Null))
}

/// Returns the IDs that the config's function returns for headings with the given text. Leaves out headings for which
/// the function fails.
pub(super) fn of(site: &VitePress<'_>, texts: BTreeSet<String>) -> BTreeMap<String, String> {
    let texts: Vec<String> = texts.into_iter().collect();
    results(site, "markdown.anchor.slugify", &texts)
}

/// Returns the texts that a function in the config returns for texts. Leaves out the texts for which the function fails.
pub(super) fn results(site: &VitePress<'_>, function: &str, texts: &[String]) -> BTreeMap<String, String> {
    let mut results = BTreeMap::new();
    for part in texts.chunks(PART) {
        results.extend(part.iter().cloned().zip(evaluated(site, function, part)));
    }
    results.retain(|_, result| !result.is_empty());
    results
}

fn evaluated(site: &VitePress<'_>, function: &str, texts: &[String]) -> Vec<String> {
    let config = &site.source.path;
    let code = format!(
        "import config from {};
        const options = {{ command: 'build', mode: 'production' }};
        const found = typeof config === 'function' ? await config(options) : await config;
        export default {{ results: {}.map((text) => String(found.{function}(text))) }};",
        json!(format!("./{}", config.file_name())),
        json!(texts),
    );
    let source = Source::new(config.join_sibling("config-results.mts"), code.as_str());
    let read = |path: &SourcePath| site.origin.text(path);
    let found = evaluate(&source, site.origin.year(), &read);
    let results = found.node.at(&["results"]).map_or(&[][..], Node::items);
    results.iter().map(|result| result.text().unwrap_or_default()).collect()
}

/// Returns the text that VitePress uses to generate a heading's ID. The text doesn't contain tags or emoji. Expressions
/// are as written, because Vue evaluates them later.
pub(super) fn words(text: &str) -> String {
    let mut open = 0_usize;
    with_replacements(text, |c, at, _| {
        let rest = &text[at..];
        let skipped = match c {
            '<' => Tag::read(rest).map(|tag| tag.length),
            ':' => emoji(rest),
            '_' => emphasis(&text[..at], rest, &mut open),
            '{' if rest.starts_with("{{") => {
                let end = rest.find("}}")? + 2;
                return Some((rest[..end].to_owned(), end));
            }
            '`' => {
                let (span, length) = code_span(rest);
                return Some((span.trim_matches('`').to_owned(), length));
            }
            '\\' => Some(1),
            ']' if rest[1..].starts_with('(') => target(&rest[1..], &|_, _| None).map(|(_, end)| end + 1),
            '[' | ']' | '*' => Some(1),
            _ => None,
        };
        Some((String::new(), skipped?))
    })
}

/// Returns the length of the underscores at the start of `rest` if they start or end emphasis. `open` is the number of
/// emphasized texts that contain `rest`.
fn emphasis(before: &str, rest: &str, open: &mut usize) -> Option<usize> {
    let after = rest.trim_start_matches('_');
    let length = rest.len() - after.len();
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    if *open > 0 && !is_word(after.chars().next()) {
        *open -= 1;
        return Some(length);
    }
    let is_start = !is_word(before.chars().next_back()) && !after.starts_with(char::is_whitespace);
    let is_open = is_start && after.contains('_');
    *open += usize::from(is_open);
    is_open.then_some(length)
}

/// Returns the length of the emoji shortcode at the start of the text.
pub(super) fn emoji(rest: &str) -> Option<usize> {
    let end = rest[1..].find(':')? + 2;
    crate::markdown::emoji(&rest[..end]).map(|_| end)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_a_heading_dont_contain_urls() {
        assert_eq!(words("[`a:`](<b/(c)/d>) [e](f(g)) [h](i \"j\")"), "a: e h");
    }
}
