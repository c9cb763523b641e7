//! `docgen check --external`: checks links to other sites.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::{Args, value_parser};
use indicatif::ProgressBar;

use super::session::{Run, Session};
use super::{Failure, report};
use crate::diag::{Code, Diagnostic, Location, Severity};
use crate::fs;
use crate::net::{self, Checked, Verdict};
use crate::path::SourcePath;
use crate::pipeline;
use crate::site::external_links;

#[derive(Args)]
pub(super) struct ExternalArguments {
    /// Also check links to other sites
    #[arg(long)]
    external: bool,
    /// Number of days before docgen rechecks a working link
    #[arg(long, value_name = "DAYS", default_value_t = 7, value_parser = value_parser!(u64).range(0..=365))]
    max_age: u64,
    /// Write a Markdown summary of the external link check to this file
    #[arg(long, value_name = "FILE", requires = "external")]
    summary: Option<PathBuf>,
}

/// The time to wait for each response.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The number of seconds in a day.
const DAY: u64 = 24 * 60 * 60;
/// The maximum number of places to list for each link in the summary.
const PLACES: usize = 5;

type Links = BTreeMap<String, BTreeSet<Location>>;

/// Checks the links to other sites if the flag is set. Returns the broken links and adds a clause about the checked
/// links to the run's summary.
pub(super) fn check(
    arguments: &ExternalArguments,
    session: &Session,
    run: &mut Run,
    sentence: &mut String,
) -> Result<Vec<(Severity, Diagnostic)>, Failure> {
    let Some(site) = run.assembled.site.as_ref().filter(|_| arguments.external) else {
        return Ok(Vec::new());
    };
    let config = (&run.assembled.config, run.sources.config.as_ref());
    let mut links = external_links(site, config, &run.sources.messages);
    session.add_imported(run, links.values().flatten());
    let rules = &run.assembled.config.external_links;
    let may_ask = |url: &str| rules.includes(url, net::is_private(url));
    links.retain(|url, _| may_ask(url));
    let now = now();
    let mut checked = session.checked_links();
    let age = arguments.max_age * DAY;
    checked.retain(|url, (time, _)| links.contains_key(url) && now.saturating_sub(*time) < age);
    let urls: BTreeSet<String> = links.keys().filter(|url| !checked.contains_key(*url)).cloned().collect();
    let bar = ProgressBar::new(urls.len() as u64).with_style(report::bar("links"));
    let mut verdicts = net::check(&urls, TIMEOUT, &may_ask, &|| bar.inc(1));
    bar.finish_and_clear();
    let works = verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Works | Verdict::Moved(_)));
    let works: Checked = works.map(|(url, verdict)| (url.clone(), (now, verdict.clone()))).collect();
    verdicts.extend(checked.iter().map(|(url, (_, verdict))| (url.clone(), verdict.clone())));
    checked.extend(works);
    if let Err(error) = session.save_checked_links(&checked) {
        report::warning(&format!("can't save the list of working links: {}", fs::reason(&error)));
    }
    let count = |is: fn(&Verdict) -> bool| verdicts.values().filter(|verdict| is(verdict)).count();
    let moved = count(|verdict| matches!(verdict, Verdict::Moved(_)));
    let unknown = count(|verdict| matches!(verdict, Verdict::Unknown(_)));
    let _ = write!(
        sentence,
        "{} to other sites checked ({} requested): {moved} moved, {unknown} unknown; ",
        report::plural(links.len(), "link"),
        urls.len()
    );
    if let Some(file) = &arguments.summary {
        let text = summary(&links, &verdicts, run);
        fs::write(file, text.as_bytes()).map_err(|error| {
            Failure::new(format!("can't write `{}`: {}", file.display(), fs::reason(&error)))
        })?;
    }
    Ok(pipeline::judge(&run.assembled.config, problems(&links, &verdicts)))
}

/// Returns the number of seconds since 1970.
#[allow(clippy::disallowed_methods, reason = "the age of earlier checks never reaches the output")]
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn problems(links: &Links, verdicts: &BTreeMap<String, Verdict>) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for (url, verdict) in verdicts {
        let (message, hint) = match verdict {
            Verdict::Broken(reason) => (
                format!("broken link to another site: `{url}`: {reason}"),
                "correct or remove the link; to skip it, add it to `ignore` in `[external_links]`",
            ),
            Verdict::NoAnchor => (
                format!("broken link to another site: `{url}`: the page has no element with this ID"),
                "correct the part after `#`; if a script adds the ID, add the link to `ignore` in `[external_links]`",
            ),
            Verdict::Works | Verdict::Moved(_) | Verdict::Unknown(_) => continue,
        };
        for place in links.get(url).into_iter().flatten() {
            let diagnostic = Diagnostic::new(Code::BrokenExternalLink, &message).hint(hint);
            all.push(Diagnostic { location: Some(place.clone()), ..diagnostic });
        }
    }
    all
}

/// Returns the summary as Markdown: the broken links, the links that moved, and the links that docgen couldn't check.
fn summary(links: &Links, verdicts: &BTreeMap<String, Verdict>, run: &Run) -> String {
    let mut text = "# Links to other sites\n".to_owned();
    let _ = write!(text, "\n{} checked.\n", report::plural(links.len(), "link"));
    let mut section = |title: &str, column: &str, cell: &dyn Fn(&Verdict) -> Option<String>| {
        let rows: Vec<(&String, String)> =
            verdicts.iter().filter_map(|(url, verdict)| Some((url, cell(verdict)?))).collect();
        if rows.is_empty() {
            return;
        }
        let _ = write!(
            text,
            "\n## {title} ({})\n\n| Link | {column} | Used in |\n| --- | --- | --- |\n",
            rows.len()
        );
        for (url, cell) in rows {
            let places = places(&links[url], run);
            let _ = writeln!(text, "| {} | {} | {places} |", escaped(&autolink(url)), escaped(&cell));
        }
    };
    section("Broken", "Problem", &|verdict| match verdict {
        Verdict::Broken(reason) => Some(reason.clone()),
        Verdict::NoAnchor => Some("the page has no element with this ID".to_owned()),
        _ => None,
    });
    section("Moved permanently", "New URL", &|verdict| match verdict {
        Verdict::Moved(to) => Some(autolink(to)),
        _ => None,
    });
    section("Unknown", "Reason", &|verdict| match verdict {
        Verdict::Unknown(reason) => Some(reason.clone()),
        _ => None,
    });
    text
}

/// Returns a URL as a link in Markdown. The link can't contain spaces or angle brackets.
fn autolink(url: &str) -> String {
    format!("<{}>", url.replace(' ', "%20").replace('<', "%3C").replace('>', "%3E"))
}

/// Lists the first few lines that contain a link.
fn places(places: &BTreeSet<Location>, run: &Run) -> String {
    let mut lines: Vec<(&SourcePath, Option<usize>)> = Vec::new();
    // The places in a file are in order.
    let mut last: Option<(&SourcePath, usize, usize)> = None;
    for place in places {
        let path = place.path();
        let line = match place {
            Location::Span(_, span) => {
                let (at, line) =
                    last.filter(|(file, ..)| *file == path).map_or((0, 1), |(_, at, line)| (at, line));
                let text = run.source(path).map_or("", |source| &source.text);
                let end = span.range().start.max(at);
                let line = line + text.get(at..end).map_or(0, |between| between.matches('\n').count());
                last = Some((path, end, line));
                Some(line)
            }
            _ => None,
        };
        if lines.last() != Some(&(path, line)) {
            lines.push((path, line));
        }
    }
    let shown = lines.iter().take(PLACES).map(|(path, line)| match line {
        Some(line) => format!("`{path}:{line}`"),
        None => format!("`{path}`"),
    });
    let more = lines.len().checked_sub(PLACES + 1).map(|more| format!("{} more", more + 1));
    shown.chain(more).collect::<Vec<_>>().join(", ")
}

/// Escapes the cell separators in a table.
fn escaped(text: &str) -> String {
    text.replace('|', "%7C")
}
