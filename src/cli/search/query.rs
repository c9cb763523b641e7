//! `docgen search query`: answers a question from the index of a built site.

use std::path::PathBuf;

use clap::Args;

use crate::cli::{ExitStatus, Failure, Outcome, report};
use crate::fs;
use crate::search::{self, Hit, Request, Results, Searcher};

#[derive(Args)]
pub(super) struct Arguments {
    /// What to search for; quotes inside it keep words together
    #[arg(allow_hyphen_values = true)]
    query: String,
    /// Folder of the site: the one that holds `docgen.toml` and `content`
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Folder of the built site; `dist` in the site's folder when left out
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the whole answer as JSON: the records that the site's search shows
    #[arg(long)]
    json: bool,
    /// Search the pages of this language only, by its code
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Search this version of the documentation only, and what is of no version
    #[arg(long, value_name = "NAME")]
    docs_version: Option<String>,
    /// How many hits to print
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    limit: usize,
    /// Which part of the hits to print, from 0
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    page: usize,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => arguments.root.join("dist"),
    };
    let folder = out.join("_docgen/search");
    if !fs::exists(&folder.join(search::HEADER)) {
        return Err(Failure::new(format!("there is no search index in {}", out.display()))
            .hint("`docgen build` makes one; `--out` names the folder of the built site"));
    }
    let mut filters = Vec::new();
    filters.extend(arguments.language.iter().map(|code| vec![format!("language:{code}")]));
    filters.extend(arguments.docs_version.iter().map(|name| {
        ["default".to_owned(), search::tag(name)].map(|tag| format!("docusaurus_tag:{tag}")).to_vec()
    }));
    let request = Request {
        query: arguments.query.clone(),
        page: arguments.page,
        hits_per_page: arguments.limit.max(1),
        facet_filters: filters,
    };
    let answer = Searcher::new(|path| fs::read_own(&folder.join(path)))
        .and_then(|searcher| searcher.search(&request))
        .map_err(|error| Failure::new(error.to_string()).hint("`docgen build` writes a whole index"))?;
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&answer).unwrap_or_default(),
        false => human(&answer),
    };
    report::data(&text)?;
    Ok(ExitStatus::Success)
}

/// An answer for people: where each hit is, and what is said there.
fn human(answer: &Results) -> String {
    if answer.hits.is_empty() {
        return format!("nothing was found for \"{}\"", answer.query);
    }
    let mut lines: Vec<String> = answer.hits.iter().map(line).collect();
    lines.push(report::plural(answer.hit_count, "hit"));
    lines.join("\n")
}

fn line(hit: &Hit) -> String {
    let trail = hit.hierarchy.values().flatten().map(String::as_str).collect::<Vec<_>>().join(" › ");
    let said = hit.cut.content.as_ref().map(|text| format!("\n    {}", plain(&text.value)));
    format!("{}\n    {trail}{}\n", hit.url, said.unwrap_or_default())
}

/// Marked HTML as text.
fn plain(html: &str) -> String {
    let bare = html.replace("<mark>", "").replace("</mark>", "");
    let bare = bare.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    bare.replace("&amp;", "&")
}
