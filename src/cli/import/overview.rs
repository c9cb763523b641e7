//! The `import-report.md` file: what was imported, and what to do by hand.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::cli::tools;
use crate::diag::{Diagnostic, Location};
use crate::import::{Imported, Origin, capitalized};
use crate::path::SourcePath;

/// The maximum number of locations to list for a problem.
const PLACES: usize = 10;

/// The minimum number of similar problems that share one manual step.
const SIMILAR: usize = 3;

/// Returns the report.
pub(super) fn write(origin: &dyn Origin, imported: &Imported) -> String {
    let tool = imported.tool;
    let mut text = format!("# Import from {tool}\n\n| Imported | Number |\n| --- | --- |\n");
    for (noun, count) in &imported.counts {
        let _ = writeln!(text, "| {} | {count} |", plural_of(noun));
    }
    let _ = writeln!(
        text,
        "\nTo learn how docgen converts a site, see [docgen and {tool}]({}).",
        tools::page_about(tool)
    );
    let is_left = !imported.left.is_empty();
    text += if is_left { "\n## Manual steps\n" } else { "\nNo manual steps are left.\n" };
    let mut groups: BTreeMap<(&str, &str), Vec<&Diagnostic>> = BTreeMap::new();
    for found in &imported.left {
        let hint = found.hints.first().map_or("", String::as_str);
        groups.entry((subject(&found.message), hint)).or_default().push(found);
    }
    let mut kinds: BTreeMap<(String, &str), Vec<Group<'_>>> = BTreeMap::new();
    for ((message, hint), all) in groups {
        kinds.entry((kind(message), hint)).or_default().push(Group { message, all });
    }
    let mut steps: Vec<(&str, Vec<Group<'_>>)> = Vec::new();
    for ((_, hint), groups) in kinds {
        match groups.len() {
            ..SIMILAR => steps.extend(groups.into_iter().map(|group| (hint, vec![group]))),
            _ => steps.push((hint, groups)),
        }
    }
    // List the settings first, because they affect all pages, and then the problems that affect the most pages.
    steps.sort_by_key(|(_, groups)| {
        let count: usize = groups.iter().map(|group| group.all.len()).sum();
        (groups.iter().any(|group| group.all.iter().any(|found| is_page(found))), Reverse(count))
    });
    for (hint, groups) in steps {
        if let [group] = &groups[..] {
            let (message, hint) = (capitalized(group.message), capitalized(hint));
            let _ = writeln!(text, "\n- {message} ({}). {hint}.", group.places(origin));
            continue;
        }
        let _ = writeln!(text, "\n- Not imported: {} items. For each, {hint}.\n", groups.len());
        for group in groups {
            let what = group.message.strip_prefix("not imported: ").unwrap_or(group.message);
            let _ = writeln!(text, "  - {} ({})", capitalized(what), group.places(origin));
        }
    }
    text += "\n## Next\n\n";
    let mut steps = Vec::new();
    if imported.files.contains_key(&SourcePath::new("package.json")) {
        steps.push("Run `npm install` in this folder so that docgen finds the packages that pages import.");
    }
    steps.push("Run `docgen check` in this folder, and fix what it reports.");
    steps.push("Run `docgen serve --open`, and look at the pages.");
    steps.push("Build both sites, and compare them: `docgen diff OLD dist`.");
    for (index, step) in steps.iter().enumerate() {
        let _ = writeln!(text, "{}. {step}", index + 1);
    }
    text
}

/// The problems with the same message.
struct Group<'d> {
    message: &'d str,
    all: Vec<&'d Diagnostic>,
}

impl Group<'_> {
    /// Returns the locations as a list in a sentence.
    fn places(&self, origin: &dyn Origin) -> String {
        let shown: Vec<String> = self.all.iter().take(PLACES).map(|found| place(origin, found)).collect();
        let more = match self.all.len().saturating_sub(PLACES) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        shown.join(", ") + &more
    }
}

/// Returns a message without the number of occurrences in a file.
fn subject(message: &str) -> &str {
    let counted = message.strip_suffix(" times in this file)").and_then(|rest| rest.rsplit_once(" ("));
    counted.map_or(message, |(subject, _)| subject)
}

/// Returns a message without the names in it. Messages that differ only in names are about similar problems.
fn kind(message: &str) -> String {
    message.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Returns the plural of a noun, capitalized for a heading.
fn plural_of(noun: &str) -> String {
    capitalized(&match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    })
}

/// Whether a problem is in a page, not in a setting.
fn is_page(found: &Diagnostic) -> bool {
    found.location.as_ref().is_some_and(|location| matches!(location.path().extension(), "md" | "mdx"))
}

/// Returns the file and the line.
fn place(origin: &dyn Origin, found: &Diagnostic) -> String {
    let Some(location) = &found.location else { return "the site".to_owned() };
    let line = match location {
        Location::Span(path, span) => origin.text(path).map(|source| {
            let start = (span.start as usize).min(source.text.len());
            let before = source.text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count();
            format!(":{}", before + 1)
        }),
        _ => None,
    };
    format!("`{}{}`", location.path(), line.unwrap_or_default())
}
