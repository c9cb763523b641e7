//! Searches an index with the browser's search client, so the results are the same as in a browser. Takes a function
//! that reads the index files, and must not know where the files are.

use serde_json::{Value as Json, json};

use super::{Header, tag_of};
use crate::markdown::escape;
use crate::script::{Engine, Limits, ScriptError};

/// The query limits: more than 10 times what the most expensive queries needed on sites with 8,000 pages.
const LIMITS: Limits = Limits { memory: 512 << 20, stack: 256 << 10, steps: 20_000 };

/// A query. Filters limit the results to a locale and a version.
#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    /// The words to search for.
    pub text: &'a str,
    /// The locale code.
    pub language: Option<&'a str>,
    /// The version's unique name. Pages without a version also match.
    pub version: Option<&'a str>,
    /// The page of results, starting at 0.
    pub page: usize,
    /// The number of results on each page.
    pub limit: usize,
}

/// A search result, as plain text.
#[derive(Debug, PartialEq)]
pub(crate) struct Hit<'a> {
    /// The titles from the top of the navigation to the result's section, such as `Guides › Setup › Install`.
    pub trail: String,
    /// The URL.
    pub url: &'a str,
    /// The part of the section's text that matches best, on one line. If the section has no text, it's empty.
    pub snippet: String,
}

/// Returns the results in the client's answer, with the best result first.
pub(crate) fn hits(answer: &Json) -> Vec<Hit<'_>> {
    answer["hits"].as_array().into_iter().flatten().map(hit).collect()
}

fn hit(hit: &Json) -> Hit<'_> {
    let levels = hit["hierarchy"].as_object().into_iter().flat_map(|levels| levels.values());
    // The only markup is around matches.
    let snippet = hit["_snippetResult"]["content"]["value"].as_str().unwrap_or_default();
    let snippet = escape::undo(&snippet.replace("<mark>", "").replace("</mark>", ""));
    Hit {
        trail: levels.filter_map(Json::as_str).collect::<Vec<_>>().join(" › "),
        url: hit["url"].as_str().unwrap_or_default(),
        snippet: snippet.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Runs the search client. `read` returns an index file by its path in the index folder. Returns the client's answer
/// or, if the index is damaged or the query exceeds the limits, the reason.
pub(crate) fn query(
    client: &str,
    read: impl Fn(&str) -> Option<Vec<u8>> + 'static,
    query: Query<'_>,
) -> Result<Json, String> {
    let mut filters = Vec::new();
    filters.extend(query.language.map(|code| vec![format!("language:{code}")]));
    filters.extend(query.version.map(|name| {
        ["default".to_owned(), tag_of(name)].map(|tag| format!("docusaurus_tag:{tag}")).to_vec()
    }));
    let request = json!({
        "query": query.text,
        "page": query.page,
        "hitsPerPage": query.limit.max(1),
        "facetFilters": filters,
    });
    let answer = ask(client, read, &request).map_err(|error| error.to_string())?;
    serde_json::from_str(&answer).map_err(|error| error.to_string())
}

fn ask(
    client: &str,
    read: impl Fn(&str) -> Option<Vec<u8>> + 'static,
    request: &Json,
) -> Result<String, ScriptError> {
    let engine = Engine::new(LIMITS)?;
    engine.define("readFile", read)?;
    engine.eval("search", client)?;
    engine.call("search", &request.to_string())
}

/// Returns the locale and the tag of each index in a header, or nothing if the header is damaged.
pub(crate) fn tags(header: &[u8]) -> Vec<(String, String)> {
    let header: Option<Header> = serde_json::from_slice(header).ok();
    let indexes = header.into_iter().flat_map(|header| header.indexes);
    indexes.map(|index| (index.language, index.tag)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_plain_text() {
        let answer = json!({ "hits": [
            {
                "url": "/a/#b",
                "hierarchy": { "lvl0": "Guides", "lvl1": "A & B", "lvl2": null },
                "_snippetResult": { "content": { "value": "&lt;<mark>b</mark>&gt;\n&quot;&#39; &amp;lt;" } },
            },
            { "url": "/c/", "hierarchy": {}, "_snippetResult": {} },
        ] });
        let hit = |trail: &str, url, snippet: &str| Hit { trail: trail.into(), url, snippet: snippet.into() };
        let expected = [hit("Guides › A & B", "/a/#b", "<b> \"' &lt;"), hit("", "/c/", "")];
        assert_eq!(hits(&answer), expected);
        assert_eq!(hits(&json!({})), []);
    }
}
