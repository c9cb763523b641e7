//! A built site's index, for the commands that search it.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::cli::Failure;
use crate::fs;
use crate::script::{Engine, Limits, ScriptError};
use crate::search;
use crate::theme;

/// The query limits: more than 10 times what the most expensive queries needed on sites with 8,000 pages.
const LIMITS: Limits = Limits { memory: 512 << 20, stack: 256 << 10, steps: 20_000 };

/// A built site's index, and the browser's search client.
pub(super) struct Index {
    folder: PathBuf,
    client: String,
}

/// A query. Filters limit the results to a locale and a version.
#[derive(Clone, Copy)]
pub(super) struct Query<'a> {
    pub text: &'a str,
    pub language: Option<&'a str>,
    pub version: Option<&'a str>,
    pub page: usize,
    pub limit: usize,
}

impl Index {
    /// Opens the index of the site in `out`, or in `dist` in the site's folder.
    pub(super) fn open(root: &Path, out: Option<&PathBuf>) -> Result<Self, Failure> {
        let out = out.cloned().unwrap_or_else(|| root.join("dist"));
        let folder = out.join("_docgen/search");
        let Some(header) = fs::read_own(&folder.join(search::HEADER)) else {
            return Err(Failure::new(format!("no search index in `{}`", out.display()))
                .hint("run `docgen build`, or specify the built site's folder with `--out`"));
        };
        if let Some(problem) = search::problem(&header) {
            return Err(damaged(problem));
        }
        let client = theme::search_client().map_err(|error| Failure::new(error.to_string()))?;
        Ok(Index { folder, client })
    }

    /// Searches the index and returns the client's response.
    pub(super) fn search(&self, query: Query<'_>) -> Result<Json, Failure> {
        let mut filters = Vec::new();
        filters.extend(query.language.map(|code| vec![format!("language:{code}")]));
        filters.extend(query.version.map(|name| {
            ["default".to_owned(), search::tag_of(name)].map(|tag| format!("docusaurus_tag:{tag}")).to_vec()
        }));
        let request = json!({
            "query": query.text,
            "page": query.page,
            "hitsPerPage": query.limit.max(1),
            "facetFilters": filters,
        });
        let answer = self.ask(&request).map_err(|error| damaged(error.to_string()))?;
        serde_json::from_str(&answer).map_err(|error| Failure::new(error.to_string()))
    }

    /// Runs the browser's search client.
    fn ask(&self, request: &Json) -> Result<String, ScriptError> {
        let engine = Engine::new(LIMITS)?;
        let folder = self.folder.clone();
        engine.define("readFile", move |path| fs::read_own(&folder.join(path)))?;
        engine.eval("search", &self.client)?;
        engine.call("search", &request.to_string())
    }
}

fn damaged(problem: String) -> Failure {
    Failure::new(problem).hint("run `docgen build` to write a new index")
}

/// Returns a string from a response.
pub(super) fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}
