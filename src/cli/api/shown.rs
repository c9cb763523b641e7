//! Writes the changes between two OpenAPI documents in each format.

use serde_json::{Value, json};

use super::diff::ReportFormat;
use super::document::Document;
use crate::cli::{Format, report};
use crate::diag::Location;
use crate::openapi::compare::{Change, Changes, Level};

/// The maximum number of operations to name in the heading of a group.
const MAX_NAMED: usize = 3;

/// A location in one of the documents.
struct Shown {
    /// The path of the file.
    path: String,
    pointer: String,
    /// The first and last line and column, counted from 1.
    lines: Option<[(usize, usize); 2]>,
}

/// The locations of a change in both documents.
type Places = [Option<Shown>; 2];

/// Writes the changes in a format. `documents` are the old and the new document.
pub(super) fn report(changes: &Changes, documents: [&Document; 2], format: ReportFormat) -> String {
    let names = if format == ReportFormat::Github { Format::Github } else { Format::Human };
    let [old, new] = [0, 1].map(|side| locations(changes, documents[side], side, names));
    let located: Vec<Places> = old.into_iter().zip(new).map(|(old, new)| [old, new]).collect();
    match format {
        ReportFormat::Human => human(changes, &located),
        ReportFormat::Markdown => markdown(changes, &located),
        ReportFormat::Json => as_json(changes, &located),
        ReportFormat::Github => github(changes, &located, documents[1]),
    }
}

/// Returns the location of each change in one of the documents.
fn locations(changes: &Changes, document: &Document, side: usize, format: Format) -> Vec<Option<Shown>> {
    let mut locator = report::Locator::new(&document.root, format);
    let shown = |change: &Change| {
        let place = [&change.old, &change.new][side].as_ref()?;
        let path = document.api.files.get(place.file as usize)?;
        let location = Location::Span(path.clone(), place.span);
        let found = locator.place(&location, document.source(path));
        Some(Shown { path: found.to_name(), pointer: place.pointer.to_string(), lines: found.range() })
    };
    changes.all.iter().map(shown).collect()
}

/// Removes characters that would break a line.
fn visible(name: &str) -> String {
    name.chars().filter(|char| !char.is_control()).collect()
}

/// Names the operations that a change affects.
fn heading(changes: &Changes, change: &Change, quote: fn(&str) -> String) -> String {
    let names = |indexes: &[u32]| -> Vec<String> {
        let all = indexes.iter().filter_map(|at| changes.operations.get(*at as usize));
        all.take(MAX_NAMED).map(|name| quote(&visible(name))).collect()
    };
    match &change.operations[..] {
        [] => "Document".to_owned(),
        one @ [_] => names(one).join(""),
        all => {
            let more = all.len().saturating_sub(MAX_NAMED);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            format!("{} operations: {}{more}", all.len(), names(all).join(", "))
        }
    }
}

/// Returns the location to show: in the new document or, if something was removed, in the old document.
fn best(places: &Places) -> Option<String> {
    let place = places[1].as_ref().or(places[0].as_ref())?;
    let Some([(line, column), _]) = place.lines else { return Some(place.path.clone()) };
    Some(format!("{}:{line}:{column}", place.path))
}

fn summary(changes: &Changes) -> String {
    let counts = Level::ALL.map(|level| (level, changes.count(level)));
    let shown: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(level, count)| match level {
            Level::Warning => report::plural(count, "warning"),
            level => report::plural(count, &format!("{} change", level.name())),
        })
        .collect();
    if shown.is_empty() { "no changes".to_owned() } else { shown.join(", ") }
}

fn human(changes: &Changes, located: &[Places]) -> String {
    let mut text = String::new();
    for group in changes.groups() {
        text.push_str(&heading(changes, &changes.all[group[0]], str::to_owned));
        text.push('\n');
        for at in group {
            let (change, places) = (&changes.all[at], &located[at]);
            text.push_str(&format!("  {:<11} {}\n", change.level.name(), change.message));
            let place = best(places).map_or_else(String::new, |place| format!("{place} "));
            text.push_str(&format!("  {:<11} {place}({})\n", "", change.rule.id()));
        }
        text.push('\n');
    }
    text + &summary(changes)
}

fn markdown(changes: &Changes, located: &[Places]) -> String {
    let code = |name: &str| format!("`{}`", name.replace('`', "'"));
    let mut text = format!("## API changes\n\n{}\n", summary(changes));
    for group in changes.groups() {
        text.push_str(&format!("\n### {}\n\n", heading(changes, &changes.all[group[0]], code)));
        for at in group {
            let (change, places) = (&changes.all[at], &located[at]);
            let place = best(places).map_or_else(String::new, |place| format!(", `{place}`"));
            let level = match change.level {
                Level::Breaking => "**Breaking:** ",
                Level::Warning => "**Warning:** ",
                Level::Compatible => "",
            };
            text.push_str(&format!("- {level}{} (`{}`{place})\n", change.message, change.rule.id()));
        }
    }
    text.trim_end().to_owned()
}

fn as_json(changes: &Changes, located: &[Places]) -> String {
    let place = |place: &Option<Shown>| -> Value {
        let Some(place) = place else { return Value::Null };
        let mut object = json!({ "path": place.path, "pointer": place.pointer });
        if let Some([(line, column), (end_line, end_column)]) = place.lines {
            object["line"] = line.into();
            object["column"] = column.into();
            object["end_line"] = end_line.into();
            object["end_column"] = end_column.into();
        }
        object
    };
    let all: Vec<Value> = changes
        .all
        .iter()
        .zip(located)
        .map(|(change, [old, new])| {
            let names = change.operations.iter().filter_map(|at| changes.operations.get(*at as usize));
            json!({
                "id": change.rule.id(),
                "level": change.level.name(),
                "message": change.message,
                "operations": names.collect::<Vec<_>>(),
                "old": place(old),
                "new": place(new),
            })
        })
        .collect();
    let counts: serde_json::Map<String, Value> =
        Level::ALL.iter().map(|level| (level.name().to_owned(), changes.count(*level).into())).collect();
    serde_json::to_string_pretty(&json!({ "summary": counts, "changes": all })).unwrap_or_default()
}

/// Writes annotations for the new document's files. A removed item is reported at the position of its surrounding
/// element or, if that element was also removed, for the whole file.
fn github(changes: &Changes, located: &[Places], new: &Document) -> String {
    let root = new.api.files.first().map(|path| Location::File(path.clone()));
    let mut locator = report::Locator::new(&new.root, Format::Github);
    let root = root.as_ref().map(|root| locator.place(root, None).to_name()).unwrap_or_default();
    let lines = changes.all.iter().zip(located).map(|(change, [_, place])| {
        let command = match change.level {
            Level::Breaking => "error",
            Level::Warning => "warning",
            Level::Compatible => "notice",
        };
        let path = place.as_ref().map_or(&*root, |place| &*place.path);
        let lines = place.as_ref().and_then(|place| place.lines);
        let heading = heading(changes, change, str::to_owned);
        report::annotation(
            command,
            change.rule.id(),
            Some((path, lines)),
            &format!("{heading}\n{}", change.message),
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}
