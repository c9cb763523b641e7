//! `docgen import`: converts another generator's site to a docgen site.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use xxhash_rust::xxh3::xxh3_64;

use super::place::Place;
use super::report::{plural, summary};
use super::{ExitStatus, Failure, Format, Outcome, report, tools};
use crate::diag::{Diagnostic, Severity};
use crate::fs::{self, Folder};
use crate::import::{Content, Imported, Origin as _, import};
use crate::path::SourcePath;
use crate::source::Source;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder of the other site, or of a project that contains it
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Folder to write the docgen site to (default: `docgen-site` in the current folder)
    #[arg(long, value_name = "DIR", default_value = "docgen-site", hide_default_value = true)]
    to: PathBuf,
    /// Report what would be written and what can't be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// The file with the hashes of the files that the last import wrote.
const WRITTEN: &str = ".docgen/import.json";

/// The file with the report.
const REPORT: &str = "import-report.md";

/// A site of another generator, with the folder that contains it.
pub(super) struct Found {
    pub folder: Folder,
    pub root: PathBuf,
    pub imported: Imported,
}

/// Finds and converts the site in a folder, in the folder above it, or in one of the folders that often contain a
/// project's site.
pub(super) fn find(dir: &Path) -> Result<Found, Failure> {
    let dir = fs::absolute(dir);
    let inside = tools::folders(&dir).map(|(folder, _)| folder);
    for root in std::iter::once(dir.clone()).chain(dir.parent().map(Path::to_owned)).chain(inside) {
        let chosen = dir.strip_prefix(&root).ok().and_then(Path::to_str).unwrap_or_default();
        let folder = Folder::new(&root, chosen);
        if let Some(imported) = import(&folder) {
            return Ok(Found { folder, root, imported });
        }
    }
    let name = report::from_here(&dir).display().to_string();
    let failure = Failure::new(format!("no site of a generator that docgen can import is in `{name}`"));
    Err(failure.hint(
        "docgen imports sites of VitePress, Starlight, MkDocs, Zensical, and mdBook; show a folder of Markdown with `docgen serve`",
    ))
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let Found { folder, root, imported } = find(&arguments.dir)?;
    let to = fs::absolute(&arguments.to);
    if to.starts_with(&root) && !arguments.dry_run && root.starts_with(&to) {
        return Err(Failure::new("the new site can't replace the other site")
            .hint("choose another folder with `--to`"));
    }
    let left: Vec<(Severity, Diagnostic)> = folder
        .diagnostics
        .iter()
        .chain(&imported.left)
        .map(|found| (Severity::Warning, found.clone()))
        .collect();
    let sources: BTreeMap<SourcePath, Source> = left
        .iter()
        .filter_map(|(_, found)| Some(found.location.as_ref()?.path().clone()))
        .filter_map(|path| Some((path.clone(), folder.text(&path)?)))
        .collect();
    report::diagnostics(&left, |path| sources.get(path), &root, Format::Human);
    let name = report::from_here(&to).display().to_string();
    let found = format!("a site of {} with {}", imported.tool, counted(&imported));
    if arguments.dry_run {
        summary(&format!("found {found}; nothing was written: {}", not_imported(left.len())));
        return Ok(ExitStatus::Success);
    }
    let kept = write(&folder, &imported, &to)?;
    if !kept.is_empty() {
        report::note(&format!(
            "kept {}, because you changed it after the last import: {}",
            plural(kept.len(), "file"),
            kept.join(", ")
        ));
    }
    summary(&format!(
        "imported {found} to `{name}`: {}\n\nNext:\n\n    docgen serve {name} --open\n\n`{name}/{REPORT}` lists what to do by hand.",
        not_imported(left.len())
    ));
    Ok(ExitStatus::Success)
}

/// Converts the site in a folder in a temporary folder.
pub(super) fn trial(dir: &Path) -> Result<Place, Failure> {
    let Found { folder, imported, .. } = find(dir)?;
    let scratch = fs::Scratch::new().map_err(|error| {
        Failure::new(format!("a temporary folder can't be created: {}", fs::reason(&error)))
    })?;
    let root = fs::absolute(scratch.path());
    write(&folder, &imported, &root)?;
    report::note(&format!(
        "converted a site of {} with {}: {}; `docgen import` lists what isn't imported, and writes a site",
        imported.tool,
        counted(&imported),
        not_imported(imported.left.len())
    ));
    Ok(Place { root, bare: None, scratch: Some(scratch) })
}

fn not_imported(count: usize) -> String {
    match count {
        0 => "everything is imported".to_owned(),
        count => format!("{} to do by hand", plural(count, "thing")),
    }
}

/// Returns what was imported, such as `3 pages, 1 other file`.
fn counted(imported: &Imported) -> String {
    imported.counts.iter().map(|(noun, count)| plural(*count, noun)).collect::<Vec<_>>().join(", ")
}

/// Writes the files of a site. Returns the files that someone changed after an earlier import, which are kept.
fn write(folder: &Folder, imported: &Imported, to: &Path) -> Result<Vec<String>, Failure> {
    let record = to.join(WRITTEN);
    let known: BTreeMap<String, u64> =
        fs::read_own(&record).and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let (mut written, mut kept) = (BTreeMap::new(), Vec::new());
    let report = (SourcePath::new(REPORT), Content::Text(report_of(imported)));
    for (path, content) in imported.files.iter().chain([(&report.0, &report.1)]) {
        let place = to.join(path.as_str());
        let bytes = match content {
            Content::Text(text) => text.clone().into_bytes(),
            Content::Copy(file) => folder
                .bytes(file)
                .map_err(|error| Failure::new(format!("`{file}` can't be read: {}", fs::reason(&error))))?,
        };
        let name = path.as_str().to_owned();
        let is_own = |there: &[u8]| known.get(&name) == Some(&xxh3_64(there)) || there == bytes;
        if fs::read_own(&place).is_some_and(|there| !is_own(&there)) {
            kept.push(name);
            continue;
        }
        written.insert(name, xxh3_64(&bytes));
        fs::write_whole(&place, &bytes).map_err(|error| unwritable(&place, &error))?;
    }
    let json = serde_json::to_vec_pretty(&written).unwrap_or_default();
    fs::write_whole(&record, &json).map_err(|error| unwritable(&record, &error))?;
    Ok(kept)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{}` can't be written: {}", report::from_here(path).display(), fs::reason(error)))
}

/// Returns the report: what was imported, and what to do by hand, the most frequent first.
fn report_of(imported: &Imported) -> String {
    let mut text = format!("# Import from {}\n\nImported: {}.\n", imported.tool, counted(imported));
    let mut groups: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for found in &imported.left {
        let place = found.location.as_ref().map_or_else(String::new, |location| location.path().to_string());
        let message = found.message.split(" (").next().unwrap_or(&found.message);
        let hint = found.hints.first().map_or("", String::as_str);
        groups.entry((message, hint)).or_default().push(place);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    text += if groups.is_empty() { "\nNothing is left to do.\n" } else { "\n## To do by hand\n" };
    for ((message, hint), places) in groups {
        let _ = write!(text, "\n- {message}: {hint}. ");
        let shown = places.iter().take(10).map(|place| format!("`{place}`")).collect::<Vec<_>>().join(", ");
        let more = places.len().saturating_sub(10);
        let _ = writeln!(
            text,
            "In {shown}{}",
            if more > 0 { format!(", and {more} more") } else { String::new() }
        );
    }
    text + "\n## Next\n\n1. Run `docgen check` in this folder, and fix what it reports.\n2. Run `docgen serve --open`, and look at the pages.\n"
}
