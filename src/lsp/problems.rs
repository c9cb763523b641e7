//! Converts the problems that `docgen check` reports to the editor's.

use std::collections::BTreeMap;
use std::str::FromStr as _;

use lsp_types::{CodeDescription, DiagnosticSeverity, NumberOrString, Position, Range, Uri};

use super::places::Lines;
use super::snapshot::Snapshot;
use crate::diag::{Diagnostic, Location, Severity};
use crate::fs::CONFIG;
use crate::path::SourcePath;

/// Returns the problems of each file. A problem without a location belongs to the config.
pub(super) fn by_file(site: &Snapshot) -> BTreeMap<SourcePath, Vec<lsp_types::Diagnostic>> {
    let mut files: BTreeMap<SourcePath, Vec<&(Severity, Diagnostic)>> = BTreeMap::new();
    let config = SourcePath::new(CONFIG);
    for problem in &site.problems {
        let file = problem.1.location.as_ref().map_or(&config, Location::path);
        files.entry(file.clone()).or_default().push(problem);
    }
    let converted = files.into_iter().map(|(file, problems)| {
        let lines = Lines::new(site.source(&file).map_or("", |source| &source.text));
        let all = problems.iter().map(|(severity, problem)| convert(*severity, problem, &lines));
        (file, all.collect())
    });
    converted.collect()
}

/// Converts one problem.
pub(super) fn convert(severity: Severity, problem: &Diagnostic, lines: &Lines<'_>) -> lsp_types::Diagnostic {
    let mut message = problem.message.clone();
    for hint in &problem.hints {
        message.push('\n');
        message.push_str(hint);
    }
    lsp_types::Diagnostic {
        range: range(problem.location.as_ref(), lines),
        severity: Some(match severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(problem.code.as_str().to_owned())),
        code_description: Uri::from_str(&problem.code.docs()).ok().map(|href| CodeDescription { href }),
        source: Some("docgen".to_owned()),
        message,
        ..lsp_types::Diagnostic::default()
    }
}

/// Returns the range of a location. A problem with a whole file is at its first line.
fn range(location: Option<&Location>, lines: &Lines<'_>) -> Range {
    match location {
        Some(Location::Span(_, span)) => lines.range(span.range()),
        Some(Location::Position(_, line, column)) => {
            let line = line.saturating_sub(1);
            let start = Position { line, character: column.saturating_sub(1) };
            let end = lines.position(lines.line(line as usize).end);
            Range { start, end: end.max(start) }
        }
        Some(Location::File(_)) | None => lines.range(lines.line(0)),
    }
}
