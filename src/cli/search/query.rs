//! `docgen search query`: searches a built site's index.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value as Json;

use super::index::Index;
use crate::cli::{ExitStatus, Outcome, report};
use crate::search::{self, Hit, Query};

#[derive(Args)]
pub(super) struct Arguments {
    /// Words to search for; quote a phrase to match it exactly
    #[arg(allow_hyphen_values = true)]
    query: String,
    /// Site folder, which contains `docgen.toml` and `content`
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Folder that contains the built site (default: `dist` in the site's folder)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the results as JSON, with all their fields
    #[arg(long)]
    json: bool,
    /// Search only pages in this locale, such as `fr`
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Search only pages that have no version or belong to this version of the documentation, such as `2.0` (`sdk/2.0`
    /// for the `sdk` documentation set)
    #[arg(long, value_name = "NAME")]
    docs_version: Option<String>,
    /// Number of results to print
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    limit: usize,
    /// Page of results to print, starting at 0
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    page: usize,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let index = Index::open(&arguments.root, arguments.out.as_ref())?;
    let answer = index.search(Query {
        text: &arguments.query,
        language: arguments.language.as_deref(),
        version: arguments.docs_version.as_deref(),
        page: arguments.page,
        limit: arguments.limit,
    })?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&answer).unwrap_or_default()
    } else {
        human(&answer)
    };
    report::data(&text)?;
    Ok(ExitStatus::Success)
}

/// Formats results as text: a URL and an excerpt for each.
fn human(answer: &Json) -> String {
    let hits = search::hits(answer);
    if hits.is_empty() {
        return format!("no results for `{}`", answer["query"].as_str().unwrap_or_default());
    }
    let mut lines: Vec<String> = hits.iter().map(line).collect();
    lines.push(report::plural(answer["nbHits"].as_u64().unwrap_or_default() as usize, "hit"));
    lines.join("\n")
}

fn line(Hit { trail, url, snippet }: &Hit<'_>) -> String {
    let snippet = if snippet.is_empty() { String::new() } else { format!("\n    {snippet}") };
    format!("{url}\n    {trail}{snippet}\n")
}
