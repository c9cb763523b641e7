//! `docgen api diff`: compares two OpenAPI documents.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::{Args, ValueEnum};

use super::{document, shown};
use crate::cli::{ExitStatus, Failure, Outcome, report};
use crate::openapi::compare::{self, Level};
use crate::site::Date;

#[derive(Args)]
pub(super) struct Arguments {
    /// The old OpenAPI document
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The new OpenAPI document
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Also exit with code 1 if there are warnings
    #[arg(long)]
    strict: bool,
    /// Format of the report
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,
}

/// The format of the report.
#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
pub(super) enum ReportFormat {
    /// Text, grouped by operation
    #[default]
    Human,
    /// A JSON object
    Json,
    /// Markdown, for a comment or a changelog
    Markdown,
    /// GitHub Actions workflow commands
    Github,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { old, new, strict, format } = arguments;
    let (Some(old), Some(new)) = (document::read(old)?, document::read(new)?) else {
        return Ok(ExitStatus::Failure);
    };
    let changes = compare::compare(&old.api, &new.api, &today());
    if changes.cut {
        return Err(Failure::new("the documents are too large to compare")
            .hint("split each document, and compare the parts"));
    }
    let text = shown::report(&changes, [&old, &new], *format);
    if !text.is_empty() {
        report::data(&text)?;
    }
    let fails = changes.count(Level::Breaking) > 0 || *strict && changes.count(Level::Warning) > 0;
    Ok(if fails { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Returns the current date in UTC, such as `2027-01-31`.
#[allow(clippy::disallowed_methods, reason = "sunset dates are compared with the current date")]
fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Date::of_seconds(seconds).map(Date::day).unwrap_or_default()
}
