//! `docgen search query`: searches the index of a built site.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};

use crate::cli::{ExitStatus, Failure, Outcome, report};
use crate::fs;
use crate::script::{Engine, Limits, ScriptError};
use crate::search;
use crate::theme;

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
    /// Search only pages without a version and pages of this version of the documentation, such as `2.0`, or `sdk/2.0`
    /// for the set of documentation `sdk`
    #[arg(long, value_name = "NAME")]
    docs_version: Option<String>,
    /// Number of results to print
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    limit: usize,
    /// Page of results to print, starting at 0
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    page: usize,
}

/// The limits of a query: more than ten times what the most expensive queries needed on sites with 8,000 pages.
const LIMITS: Limits = Limits { memory: 512 << 20, stack: 256 << 10, steps: 20_000 };

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => arguments.root.join("dist"),
    };
    let folder = out.join("_docgen/search");
    let Some(header) = fs::read_own(&folder.join(search::HEADER)) else {
        return Err(Failure::new(format!("no search index in {}", out.display()))
            .hint("run `docgen build`, or specify the built site's folder with `--out`"));
    };
    let damaged = |problem| Failure::new(problem).hint("run `docgen build` to write a new index");
    if let Some(problem) = search::problem(&header) {
        return Err(damaged(problem));
    }
    let mut filters = Vec::new();
    filters.extend(arguments.language.iter().map(|code| vec![format!("language:{code}")]));
    filters.extend(arguments.docs_version.iter().map(|name| {
        ["default".to_owned(), search::tag_of(name)].map(|tag| format!("docusaurus_tag:{tag}")).to_vec()
    }));
    let request = json!({
        "query": arguments.query,
        "page": arguments.page,
        "hitsPerPage": arguments.limit.max(1),
        "facetFilters": filters,
    });
    let client = theme::search_client().map_err(|error| Failure::new(error.to_string()))?;
    let answer = ask(&client, folder, &request).map_err(|error| damaged(error.to_string()))?;
    let answer: Json = serde_json::from_str(&answer).map_err(|error| Failure::new(error.to_string()))?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&answer).unwrap_or_default()
    } else {
        human(&answer)
    };
    report::data(&text)?;
    Ok(ExitStatus::Success)
}

/// Runs the browser's search client on the index in a folder, and returns the client's answer.
fn ask(client: &str, folder: PathBuf, request: &Json) -> Result<String, ScriptError> {
    let engine = Engine::new(LIMITS)?;
    engine.define("readFile", move |path| fs::read_own(&folder.join(path)))?;
    engine.eval("search", client)?;
    engine.call("search", &request.to_string())
}

/// Formats results for people: a URL and an excerpt for each.
fn human(answer: &Json) -> String {
    let hits = answer["hits"].as_array().map_or(&[][..], Vec::as_slice);
    if hits.is_empty() {
        return format!("no results for `{}`", text(&answer["query"]));
    }
    let mut lines: Vec<String> = hits.iter().map(line).collect();
    lines.push(report::plural(answer["nbHits"].as_u64().unwrap_or_default() as usize, "hit"));
    lines.join("\n")
}

fn line(hit: &Json) -> String {
    let trail = hit["hierarchy"].as_object().into_iter().flat_map(|levels| levels.values());
    let trail = trail.filter_map(Json::as_str).collect::<Vec<_>>().join(" › ");
    let said = hit["_snippetResult"]["content"]["value"].as_str();
    let said = said.map(|html| format!("\n    {}", plain(html))).unwrap_or_default();
    format!("{}\n    {trail}{said}\n", text(&hit["url"]))
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

/// Converts highlighted HTML to text.
fn plain(html: &str) -> String {
    let bare = html.replace("<mark>", "").replace("</mark>", "");
    let bare = bare.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    bare.replace("&amp;", "&")
}
