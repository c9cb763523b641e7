//! Tests with documents in string literals. The tests compare a short outline of the result.

mod bundle;
mod census;
mod dialects;
mod discriminators;
mod document;
pub(in crate::openapi) mod fixture;
mod hostile;
mod naming;
pub(in crate::openapi) mod oracle;
mod outline;
mod properties;
mod reading;
mod references;
mod schemas;
mod servers;
mod variants;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Api, File, Options, lower, read};
use crate::diag::{Code, Diagnostic};
use crate::fixture::{same_text, sources};
use crate::markdown::highlight::Cache;
use crate::path::SourcePath;
use crate::source::Source;

/// Returns the parsed files of a document.
fn files(sources: &[Source]) -> (BTreeMap<SourcePath, Arc<File>>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut files = BTreeMap::new();
    for source in sources {
        let (file, found) = read(source);
        diagnostics.extend(found);
        files.insert(source.path.clone(), Arc::new(file));
    }
    (files, diagnostics)
}

/// Lowers the files of a literal. The root is the file named `api`.
fn api(fixture: &str) -> (Api, Vec<Diagnostic>) {
    let sources = sources(fixture);
    let root = sources.iter().find(|source| source.path.stem() == "api").expect("a fixture has a file `api`");
    let (files, mut diagnostics) = files(&sources);
    let (api, found) = lower(&root.path, &files, &Options::default(), &Cache::default());
    diagnostics.extend(found);
    // Few of these documents define servers, so ignore reports about missing servers. The `servers` tests check those
    // reports.
    diagnostics.retain(|one| one.code != Code::MissingServer);
    (api, diagnostics)
}

/// Lowers a literal and compares its outline and its reports with the expected text.
#[track_caller]
fn check(fixture: &str, expected: &str) {
    let (api, diagnostics) = api(fixture);
    let mut found = outline::outline(&api);
    for diagnostic in &diagnostics {
        found.push_str(&report(fixture, diagnostic));
    }
    same_text(expected, &found);
}

/// Formats a diagnostic on one line: its code, location, and message.
fn report(fixture: &str, diagnostic: &Diagnostic) -> String {
    use crate::diag::Location;
    let place = match &diagnostic.location {
        Some(Location::Span(path, span)) => {
            let sources = sources(fixture);
            let source =
                sources.iter().find(|source| source.path == *path).expect("the file is one of these");
            let before = &source.text[..span.start as usize];
            let line = before.matches('\n').count() + 1;
            let shown = source.text[span.range()].lines().next().unwrap_or_default().to_owned();
            format!("{path}:{line} `{shown}`")
        }
        Some(location) => location.path().to_string(),
        None => String::new(),
    };
    let hints: Vec<String> = diagnostic.hints.iter().map(|hint| format!(" ({hint})")).collect();
    format!("! {} {place}: {}{}\n", diagnostic.code.as_str(), diagnostic.message, hints.concat())
}
