//! `search`: the pages and sections that answer a query, ranked as on the site, and the beginning of the best one. In
//! `benches/agents`, this beginning makes a fifth of the calls unnecessary.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Answer, Arguments, Tool, number, read, text};
use crate::mcp::Docs;
use crate::mcp::docs::short;
use crate::search::{self, Hit, Query};

pub(super) const TOOL: Tool = Tool {
    name: "search",
    title: "Search the documentation",
    description: "Searches the documentation and returns the best sections, each with its title, its URL, and a \
        snippet, and the beginning of the best one. Start here for any question. Use a few keywords instead of a sentence; names of settings, functions, flags, and \
        error codes work, and typos are allowed. To match a phrase exactly, put it in double quotes. Then call \
        `read` with the URL of a result to get its text.",
    properties: || {
        json!({
            "query": { "type": "string", "description": "Keywords, such as `rate limit header`." },
            "limit": { "type": "integer", "minimum": 1, "maximum": 20, "default": 6, "description": "The number of results." },
            "version": { "type": "string", "description": "The version of the documentation to search, such as `2.0`. The default is the latest version; `all` searches all versions." },
            "language": { "type": "string", "description": "The locale to search, such as `fr`. The default is the site's default locale." },
        })
    },
    required: &["query"],
    is_useful: |docs| docs.indexes().is_ok(),
    answer,
};

/// The default number of results.
const RESULTS: usize = 6;
/// The maximum number of results.
const MOST: usize = 20;
/// The maximum number of results from one page, if other pages have results too.
const PER_PAGE: usize = 2;
/// How many more results to look at, so that one page doesn't fill the list.
const WIDER: usize = 5;
/// The maximum length of the best result's text, in bytes: about 400 tokens.
const BEST: usize = 1_600;
/// The maximum length of a query, in characters.
const LONGEST: usize = 300;

fn answer(docs: &Docs, arguments: &Arguments) -> Answer {
    let query = text(arguments, "query").unwrap_or_default();
    if query.chars().count() > LONGEST {
        return Err(format!("The query is longer than {LONGEST} characters. Use a few keywords."));
    }
    let indexes = docs.indexes()?;
    let mut languages: Vec<&str> = indexes.iter().map(|(language, _)| language.as_str()).collect();
    languages.dedup();
    let language = text(arguments, "language");
    if let Some(unknown) = language.filter(|code| !languages.contains(code)) {
        return Err(format!("No locale `{}`. The site has: {}.", short(unknown), languages.join(", ")));
    }
    let versions = docs.versions();
    let version = match (text(arguments, "version"), &versions) {
        (Some("all"), _) | (None, None) => None,
        (None, Some(versions)) => Some(versions.own.as_str()),
        (Some(_), None) => return Err("The site has only one version. Leave out `version`.".to_owned()),
        (Some(asked), Some(versions)) => Some(versions.find(asked)?),
    };
    let limit = number(arguments, "limit").unwrap_or(RESULTS).clamp(1, MOST);
    let found = docs.search(Query {
        text: query,
        language: language.or(languages.first().copied()),
        version,
        page: 0,
        limit: limit * WIDER,
    })?;
    let hits = spread(search::hits(&found), limit);
    if hits.is_empty() {
        return Ok(format!(
            "No results for `{query}`. Try fewer or other keywords, or list the pages with `outline`."
        ));
    }
    let origin = docs.overview()?.origin;
    let total = found["nbHits"].as_u64().unwrap_or_default();
    let mut out = format!("{} of {total} results for `{query}`:\n", hits.len());
    for (index, hit) in hits.iter().enumerate() {
        out.push_str(&result(index + 1, hit, &origin));
    }
    if let Some((text, is_cut)) = read::beginning(docs, hits[0].url, BEST) {
        let rest = if is_cut { ", cut; `read` returns all of it" } else { "" };
        out.push_str(&format!("\nThe text of result 1{rest}:\n\n{text}\n"));
    }
    Ok(out)
}

/// Returns the best results, of which at most [`PER_PAGE`] are from one page unless there are too few others.
fn spread(hits: Vec<Hit<'_>>, limit: usize) -> Vec<Hit<'_>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ranked: Vec<(bool, usize, Hit<'_>)> = Vec::with_capacity(hits.len());
    for (rank, hit) in hits.into_iter().enumerate() {
        let count = counts.entry(hit.url.split('#').next().unwrap_or_default()).or_default();
        *count += 1;
        ranked.push((*count > PER_PAGE, rank, hit));
    }
    ranked.sort_by_key(|(is_more, rank, _)| (*is_more, *rank));
    ranked.truncate(limit);
    ranked.sort_by_key(|(_, rank, _)| *rank);
    ranked.into_iter().map(|(_, _, hit)| hit).collect()
}

fn result(number: usize, Hit { trail, url, snippet }: &Hit<'_>, origin: &str) -> String {
    let origin = if url.starts_with('/') { origin } else { "" };
    let snippet = if snippet.is_empty() { String::new() } else { format!("   {snippet}\n") };
    format!("\n{number}. {trail}\n   {origin}{url}\n{snippet}")
}
