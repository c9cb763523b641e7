//! A built site's index, for the commands that search it.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::cli::Failure;
use crate::fs;
use crate::search::{self, Query};
use crate::theme;

/// A built site's index, and the browser's search client.
pub(super) struct Index {
    folder: PathBuf,
    client: String,
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
        let folder = self.folder.clone();
        let read = move |path: &str| fs::read_own(&folder.join(path));
        search::query(&self.client, read, query).map_err(damaged)
    }
}

fn damaged(problem: String) -> Failure {
    Failure::new(problem).hint("run `docgen build` to write a new index")
}
