//! `docgen search test`: measures how well a built site answers a list of queries.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::index::Index;
use crate::cli::{ExitStatus, Failure, Outcome, report};
use crate::fs;
use crate::search::{self, Query};

#[derive(Args)]
pub(super) struct Arguments {
    /// File with one query per line: the query, a tab, and the path of the page that answers it
    queries: PathBuf,
    /// Site folder, which contains `docgen.toml` and `content`
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Folder that contains the built site (default: `dist` in the site's folder)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Search only pages in this locale, such as `fr`
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Search only pages that have no version or belong to this version of the documentation
    #[arg(long, value_name = "NAME")]
    docs_version: Option<String>,
    /// Lowest acceptable mean reciprocal rank for all queries, from 0 to 1
    #[arg(long, value_name = "SCORE")]
    min: Option<f64>,
    /// Write the current ranks to the file
    #[arg(long)]
    update: bool,
    /// Print the ranks and the mean reciprocal rank as JSON
    #[arg(long)]
    json: bool,
}

/// The number of results that count.
const RESULTS: usize = 10;

/// A line of the file.
struct Line<'a> {
    query: &'a str,
    /// The paths of the pages that answer the query.
    pages: Vec<&'a str>,
    /// The worst accepted rank.
    limit: Option<usize>,
}

/// Reads a line. Returns `None` for a blank line or a comment, which starts with `#`.
fn parse(line: &str) -> Option<Result<Line<'_>, &'static str>> {
    if line.trim().is_empty() || line.starts_with('#') {
        return None;
    }
    let mut columns = line.split('\t').map(str::trim);
    let (query, pages, limit) = (columns.next().unwrap_or_default(), columns.next(), columns.next());
    let Some(pages) = pages.filter(|pages| !pages.is_empty() && !query.is_empty()) else {
        return Some(Err("expected a query, a tab, and a page path"));
    };
    let limit = match limit.filter(|limit| !limit.is_empty()).map(str::parse::<usize>) {
        None => None,
        Some(Ok(limit)) if (1..=RESULTS).contains(&limit) => Some(limit),
        Some(_) => return Some(Err("expected a rank from 1 to 10 in the third column")),
    };
    Some(Ok(Line { query, pages: pages.split('|').map(str::trim).collect(), limit }))
}

/// Whether a result is on a page. Without an anchor in the path, each section of the page counts.
fn is_on(url: &str, path: &str) -> bool {
    let (url_page, url_anchor) = url.split_once('#').unwrap_or((url, ""));
    let (page, anchor) = path.split_once('#').unwrap_or((path, ""));
    url_page.trim_end_matches('/') == page.trim_end_matches('/')
        && (anchor.is_empty() || anchor == url_anchor)
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let file = arguments.queries.display();
    let source = fs::read_own(&arguments.queries).ok_or_else(|| {
        Failure::new(format!("can't read `{file}`")).hint("check the path of the query file")
    })?;
    let source =
        String::from_utf8(source).map_err(|_| Failure::new(format!("`{file}` isn't valid UTF-8")))?;
    let index = Index::open(&arguments.root, arguments.out.as_ref())?;
    let (mut sum, mut count, mut worse) = (0.0, 0_u32, 0_usize);
    let (mut lines, mut results, mut updated) = (Vec::new(), Vec::new(), String::new());
    for (number, raw) in source.lines().enumerate() {
        let line = match parse(raw) {
            None => {
                updated.push_str(raw);
                updated.push('\n');
                continue;
            }
            Some(Err(problem)) => return Err(Failure::new(format!("{file}:{}: {problem}", number + 1))),
            Some(Ok(line)) => line,
        };
        let answer = index.search(Query {
            text: line.query,
            language: arguments.language.as_deref(),
            version: arguments.docs_version.as_deref(),
            page: 0,
            limit: RESULTS,
        })?;
        let hits = search::hits(&answer);
        let is_wanted = |url: &str| line.pages.iter().any(|page| is_on(url, page));
        let rank = hits.iter().position(|hit| is_wanted(hit.url)).map(|place| place + 1);
        count += 1;
        sum += rank.map_or(0.0, |rank| 1.0 / rank as f64);
        let is_worse = rank.is_none_or(|rank| rank > line.limit.unwrap_or(RESULTS));
        worse += usize::from(is_worse);
        if is_worse {
            let found = rank
                .map_or_else(|| format!("not in the first {RESULTS} results"), |rank| format!("rank {rank}"));
            let expected =
                line.limit.map_or_else(String::new, |limit| format!(", expected {limit} or better"));
            let first = hits.first().map_or_else(String::new, |hit| format!("; first: {}", hit.url));
            lines.push(format!("`{}`: {found}{expected}{first}", line.query));
        }
        results.push(json!({ "query": line.query, "rank": rank, "expected": line.limit, "worse": is_worse }));
        let rank = rank.map_or_else(String::new, |rank| format!("\t{rank}"));
        updated.push_str(&format!("{}\t{}{rank}\n", line.query, line.pages.join("|")));
    }
    if count == 0 {
        return Err(Failure::new(format!("no queries in `{file}`")));
    }
    let mean = sum / f64::from(count);
    if arguments.update {
        fs::write(&arguments.queries, updated.as_bytes())
            .map_err(|error| Failure::new(format!("can't write `{file}`: {}", fs::reason(&error))))?;
    }
    let is_low = arguments.min.is_some_and(|min| mean < min);
    if arguments.json {
        let all = json!({ "meanReciprocalRank": mean, "queries": results });
        report::data(&serde_json::to_string_pretty(&all).unwrap_or_default())?;
    } else {
        let limit = arguments.min.map_or_else(String::new, |min| format!(", expected at least {min:.3}"));
        let queries = if count == 1 { "query" } else { "queries" };
        lines.push(format!("{count} {queries}, {worse} worse, mean reciprocal rank {mean:.3}{limit}"));
        report::data(&lines.join("\n"))?;
    }
    // An update accepts the current ranks.
    let is_failed = is_low || (worse > 0 && !arguments.update);
    Ok(if is_failed { ExitStatus::ContentErrors } else { ExitStatus::Success })
}
