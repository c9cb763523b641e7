//! The messages about invalid content: the file, line, column, and hint for every kind of problem.

mod blog;
mod components;
mod content;
mod links;
mod math;
mod navigation;
mod near;
mod openapi;
mod overlooked;
mod reuse;
mod settings_links;
mod site;
mod styles;
mod variants;

use crate::harness::{Project, same_text};

/// Checks a site and compares the entire output, except the summary in the last line.
#[track_caller]
fn check(fixture: &str, expected: &str) {
    let project = Project::new(fixture);
    let run = project.run("check");
    let (problems, _) = run.stderr.rsplit_once("\n\n").unwrap_or(("", &run.stderr));
    same_text(expected.trim(), problems);
}
