//! The `import-report.md` file: what was imported, and what to do by hand. If there are many manual steps, the report
//! contains the most important ones, and `import-report-all.md` contains all of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::report::plural;
use crate::cli::tools;
use crate::diag::{Diagnostic, Location};
use crate::import::{Imported, Origin, capitalized};
use crate::path::SourcePath;

/// The file that contains the report.
pub(super) const REPORT: &str = "import-report.md";

/// The file that contains all manual steps if the report leaves some of them out.
const ALL: &str = "import-report-all.md";

/// How much a report lists.
struct Limits {
    /// The maximum number of manual steps in a section.
    steps: usize,
    /// The maximum number of items in a manual step.
    items: usize,
    /// The maximum number of locations to list for a problem.
    places: usize,
}

/// The limits of a report that someone can read in two minutes.
const SHORT: Limits = Limits { steps: 12, items: 6, places: 5 };

/// The limits of the file that lists all manual steps.
const WHOLE: Limits = Limits { steps: usize::MAX, items: usize::MAX, places: usize::MAX };

/// The minimum number of similar problems that share one manual step.
const SIMILAR: usize = 3;

/// Returns the report and, if it leaves out manual steps, the file that contains all of them.
pub(super) fn write(origin: &dyn Origin, imported: &Imported) -> Vec<(SourcePath, String)> {
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
    let steps = steps(&imported.left);
    let short = listed(&steps, origin, &SHORT);
    let whole = listed(&steps, origin, &WHOLE);
    let mut files = Vec::new();
    if short.len() < whole.len() {
        let _ = writeln!(
            text,
            "\nThis report contains the most important steps. [The list of all steps](./{ALL}) contains every location."
        );
        files.push((SourcePath::new(ALL), format!("# Everything that wasn't imported from {tool}\n{whole}")));
    }
    text += &short;
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
    files.push((SourcePath::new(REPORT), text));
    files
}

/// The problems that have the same solution.
struct Step<'d> {
    hint: &'d str,
    groups: Vec<Group<'d>>,
}

impl Step<'_> {
    fn all(&self) -> impl Iterator<Item = &Diagnostic> {
        self.groups.iter().flat_map(|group| group.all.iter().copied())
    }

    fn count(&self) -> usize {
        self.all().map(|found| count(&found.message)).sum()
    }

    fn is_in_pages(&self) -> bool {
        self.all().any(is_page)
    }
}

/// Returns the manual steps: first those for settings, which affect all pages, and then those that affect the most
/// places.
fn steps(left: &[Diagnostic]) -> Vec<Step<'_>> {
    let mut groups: BTreeMap<(&str, &str), Vec<&Diagnostic>> = BTreeMap::new();
    for found in left {
        let hint = found.hints.first().map_or("", String::as_str);
        groups.entry((subject(&found.message), hint)).or_default().push(found);
    }
    let mut kinds: BTreeMap<(String, &str), Vec<Group<'_>>> = BTreeMap::new();
    for ((message, hint), all) in groups {
        kinds.entry((kind(message), hint)).or_default().push(Group { message, all });
    }
    let mut steps: Vec<Step<'_>> = Vec::new();
    for ((_, hint), mut groups) in kinds {
        match groups.len() {
            ..SIMILAR => steps.extend(groups.into_iter().map(|group| Step { hint, groups: vec![group] })),
            _ => {
                groups.sort_by_key(|group| Reverse(group.all.len()));
                steps.push(Step { hint, groups });
            }
        }
    }
    steps.sort_by_key(|step| (step.is_in_pages(), Reverse(step.count())));
    steps
}

/// Returns the list of manual steps. If there are steps for both settings and pages, each list has a heading.
fn listed(steps: &[Step<'_>], origin: &dyn Origin, limits: &Limits) -> String {
    let (pages, settings): (Vec<_>, Vec<_>) = steps.iter().partition(|step| step.is_in_pages());
    let has_headings = !pages.is_empty() && !settings.is_empty();
    let mut text = String::new();
    for (heading, steps) in [("Settings and files", settings), ("Pages", pages)] {
        let total = |steps: &[&Step<'_>]| steps.iter().map(|step| step.count()).sum();
        if has_headings {
            let _ = writeln!(text, "\n### {heading} ({})", plural(total(&steps), "item"));
        }
        for step in steps.iter().take(limits.steps) {
            step.write(origin, limits, &mut text);
        }
        if let Some(rest) = steps.get(limits.steps..).filter(|rest| !rest.is_empty()) {
            let (kinds, items) = (plural(rest.len(), "more kind"), plural(total(rest), "item"));
            let _ = writeln!(text, "\n- Not imported: {kinds} of content ({items}).");
        }
    }
    text
}

impl Step<'_> {
    fn write(&self, origin: &dyn Origin, limits: &Limits, text: &mut String) {
        let places = |group: &Group<'_>| group.places(origin, limits.places);
        if let [group] = &self.groups[..] {
            let (message, hint) = (capitalized(group.message), capitalized(self.hint));
            let _ = writeln!(text, "\n- {message} ({}). {hint}.", places(group));
            return;
        }
        let _ = writeln!(text, "\n- Not imported: {} items. For each, {}.\n", self.groups.len(), self.hint);
        for group in self.groups.iter().take(limits.items) {
            let what = group.message.strip_prefix("not imported: ").unwrap_or(group.message);
            let _ = writeln!(text, "  - {} ({})", capitalized(what), places(group));
        }
        let more = self.groups.len().saturating_sub(limits.items);
        if more > 0 {
            let _ = writeln!(text, "  - {more} more");
        }
    }
}

/// The problems with the same message.
struct Group<'d> {
    message: &'d str,
    all: Vec<&'d Diagnostic>,
}

impl Group<'_> {
    /// Returns the locations as a list in a sentence.
    fn places(&self, origin: &dyn Origin, most: usize) -> String {
        let shown: Vec<String> = self.all.iter().take(most).map(|found| place(origin, found)).collect();
        let more = match self.all.len().saturating_sub(most) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        shown.join(", ") + &more
    }
}

/// Returns the number of occurrences that a message contains.
fn count(message: &str) -> usize {
    let number = message.strip_suffix(" times in this file)").and_then(|rest| rest.rsplit_once(" ("));
    number.and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
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
