//! `docgen import`: converts a site made for another generator to a docgen site.

mod nested;
mod overview;
mod versions;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use xxhash_rust::xxh3::xxh3_64;

use super::place::Place;
use super::report::{plural, summary};
use super::{ExitStatus, Failure, Format, Outcome, build, diff, report, tools};
use crate::diag::{Diagnostic, Severity};
use crate::fs::{self, Folder};
use crate::import::{Content, Imported, Origin as _, import, import_folder, import_nested, unreadable};
use crate::path::SourcePath;
use crate::source::Source;
use crate::watch::{Batch, WatchError, Watcher};

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder of the site to import, or of a project that contains it
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Folder to write the docgen site to (default: `docgen-site` in the current folder)
    #[arg(long, value_name = "DIR", default_value = "docgen-site", hide_default_value = true)]
    to: PathBuf,
    /// Report what docgen would write and what it can't import, but don't write anything
    #[arg(long)]
    dry_run: bool,
    /// Build the new site in a temporary folder, and compare it with the build of the original site in the OLD folder
    #[arg(long, value_name = "OLD")]
    check_against: Option<PathBuf>,
}

/// The file that contains a hash of each file that the last import wrote.
const WRITTEN: &str = ".docgen/import.json";

/// The maximum number of problems to print. The report contains the others.
const SHOWN: usize = 50;

/// A site made for another generator, with the folder that contains it.
pub(super) struct Found {
    pub folder: Folder,
    pub root: PathBuf,
    pub imported: Imported,
}

/// Finds and converts the site in a folder, in one of the folders that often contain a project's site, or in the parent
/// folder.
pub(super) fn find(dir: &Path) -> Result<Found, Failure> {
    let dir = fs::absolute(dir);
    let inside = tools::folders(&dir).map(|(folder, _)| folder);
    // The parent folder can contain anything, so read it only if it contains a config, or if the config in the chosen
    // folder can refer to files next to that folder.
    let is_site = |folder: &Path| tools::find(folder, false).is_some();
    let above = dir.parent().filter(|above| is_site(above) || is_site(&dir)).map(Path::to_owned);
    for root in std::iter::once(dir.clone()).chain(inside).chain(above) {
        let chosen = dir.strip_prefix(&root).ok().and_then(Path::to_str).unwrap_or_default();
        let folder = Folder::new(&root, chosen);
        if let Some(imported) = converted(&folder, &root) {
            note_others(&dir, &root);
            return Ok(Found { folder, root, imported });
        }
        if let Some((config, fault)) = unreadable(&folder) {
            let line = config.text[..fault.range.start].matches('\n').count() + 1;
            let file = report::from_here(&root.join(config.path.as_str())).display().to_string();
            let failure = Failure::new(format!("can't read `{file}`, line {line}: {}", fault.message));
            return Err(failure.hint(fault.hint.unwrap_or_else(|| "correct the file".to_owned())));
        }
    }
    let folder = Folder::new(&dir, "");
    let mut sites = nested::sites(&folder, &dir);
    // The Markdown files outside the sites are more important than a few small sites.
    if !nested::are_most(&sites, &folder) {
        sites.clear();
    }
    let only = match &*sites {
        [only] => Some(dir.join(only.as_str())),
        _ => None,
    };
    if let Some(root) = main_folder(&folder, &dir).or(only) {
        let folder = Folder::new(&root, "");
        if let Some(imported) = converted(&folder, &root) {
            note_others(&dir, &root);
            return Ok(Found { folder, root, imported });
        }
    }
    // A folder with several sites isn't a folder of plain Markdown files.
    if let [first, _, ..] = &*sites {
        let failure = Failure::new(format!("found several sites: {}", named(&dir, &sites)));
        let first = report::from_here(&dir.join(first.as_str())).display().to_string();
        return Err(failure.hint(format!("import one site at a time, such as `{first}`")));
    }
    if let Some(imported) = import_nested(&folder) {
        return Ok(Found { folder, root: dir, imported });
    }
    if let Some(imported) = import_folder(&folder) {
        return Ok(Found { folder, root: dir, imported });
    }
    let name = report::from_here(&dir).display().to_string();
    if fs::exists(&dir.join(fs::CONFIG)) {
        return Err(Failure::new(format!("`{name}` is already a docgen site"))
            .hint("specify the folder of a site made for another generator"));
    }
    let failure = Failure::new(format!("found no site to import in `{name}`"));
    Err(failure.hint(
        "specify the folder of a site built with Docusaurus, VitePress, Starlight, MkDocs, Zensical, mdBook, Mintlify, Hugo, or Zola, or a folder of Markdown files",
    ))
}

/// If a project contains other sites than the one in `root`, prints a note that names them.
fn note_others(dir: &Path, root: &Path) {
    let Ok(chosen) = root.strip_prefix(dir) else { return };
    if chosen.as_os_str().is_empty() {
        return;
    }
    let mut sites = nested::sites(&Folder::new(dir, ""), dir);
    sites.retain(|site| !Path::new(site.as_str()).starts_with(chosen));
    if !sites.is_empty() {
        let name = chosen.display();
        report::note(&format!(
            "importing the site in `{name}`; to import other sites, specify their folders: {}",
            named(dir, &sites)
        ));
    }
}

/// Returns the paths of sites as a list in a sentence.
fn named(dir: &Path, sites: &[SourcePath]) -> String {
    let path = |site: &SourcePath| format!("`{}`", report::from_here(&dir.join(site.as_str())).display());
    let shown = sites.iter().take(NAMED).map(path).collect::<Vec<_>>().join(", ");
    match sites.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown}, and {more} more"),
    }
}

/// The maximum number of sites to name in a message.
const NAMED: usize = 10;

/// Returns the subfolder that contains most of a folder's Markdown files.
fn main_folder(folder: &Folder, dir: &Path) -> Option<PathBuf> {
    let pages = folder.files().iter().filter(|path| matches!(path.extension(), "md" | "mdx"));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in pages {
        let (first, _) = path.as_str().split_once('/').unwrap_or_default();
        *counts.entry(first).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let (name, _) = counts.into_iter().find(|(name, count)| !name.is_empty() && count * 2 > all)?;
    Some(dir.join(name))
}

/// Converts the site in a folder, with the versions that are built from other commits.
fn converted(folder: &Folder, root: &Path) -> Option<Imported> {
    let mut imported = import(folder)?;
    versions::add(folder, root, &mut imported);
    Some(imported)
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    if let Some(old) = &arguments.check_against {
        diff::check_old(old)?;
    }
    let Found { folder, root, imported } = find(&arguments.dir)?;
    let to = fs::absolute(&arguments.to);
    if to.starts_with(&root) && !arguments.dry_run && root.starts_with(&to) {
        return Err(Failure::new("the new site can't replace the original site")
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
    let name = report::from_here(&to).display().to_string();
    let (most, rest) = match arguments.dry_run {
        true => (usize::MAX, String::new()),
        false => (SHOWN, format!("for the other problems, see `{name}/{}`", overview::REPORT)),
    };
    report::first_diagnostics(&left, (most, &rest), |path| sources.get(path), &root, Format::Human);
    let found = format!("{} ({})", site_of(imported.tool), counted(&imported));
    if arguments.dry_run {
        summary(&format!("found {found}; nothing was written: {}", not_imported(left.len())));
        if let Some(old) = &arguments.check_against {
            let scratch = scratch()?;
            let root = fs::absolute(scratch.path());
            write(&folder, &imported, &root)?;
            compare(old, &root)?;
        }
        return Ok(ExitStatus::Success);
    }
    let kept = write(&folder, &imported, &to)?;
    if !kept.is_empty() {
        report::note(&format!(
            "kept {} that you changed after the last import: {}",
            plural(kept.len(), "file"),
            kept.join(", ")
        ));
    }
    summary(&format!(
        "imported {found} to `{name}`: {}\n\nNext:\n\n    docgen serve {name} --open\n\nFor details and manual steps, see `{name}/{}`.",
        not_imported(left.len()),
        overview::REPORT
    ));
    if let Some(old) = &arguments.check_against {
        compare(old, &to)?;
    }
    Ok(ExitStatus::Success)
}

fn scratch() -> Result<fs::Scratch, Failure> {
    fs::Scratch::new()
        .map_err(|error| Failure::new(format!("can't create a temporary folder: {}", fs::reason(&error))))
}

/// Builds the new site in a temporary folder and reports what's missing from the site.
fn compare(old: &Path, root: &Path) -> Result<(), Failure> {
    let out = scratch()?;
    build::build_to(Place { root: root.to_owned(), bare: None, scratch: None }, out.path())?;
    diff::report_lost(old, out.path())
}

/// A site made for another generator, which is converted in a temporary folder and shown from there.
pub(super) struct Trial {
    /// The original site's folder.
    from: PathBuf,
    /// The path of the chosen folder, relative to `from`.
    chosen: String,
    /// The folders that contain the original site's files.
    folders: BTreeSet<SourcePath>,
    /// The temporary folder.
    to: PathBuf,
}

impl Trial {
    /// Starts watching the original site.
    pub(super) fn watch(&self) -> Result<Watcher, WatchError> {
        let mut watcher = Watcher::new(&self.from)?;
        watcher.bare(Some(&self.folders))?;
        Ok(watcher)
    }

    /// Converts the original site again after each change.
    pub(super) fn follow(mut self, mut watcher: Watcher) {
        // Files might have changed before they were watched.
        let mut batch = Some(Batch::default());
        while let Some(changed) = batch.take().or_else(|| watcher.next()) {
            let folder = Folder::new(&self.from, &self.chosen);
            let mut folders = folders_of(&folder);
            folders.extend(
                changed.paths.into_iter().filter(|path| fs::is_folder(&self.from.join(path.as_str()))),
            );
            match converted(&folder, &self.from)
                .or_else(|| import_nested(&folder))
                .map(|imported| write(&folder, &imported, &self.to))
            {
                Some(Ok(_)) => {}
                Some(Err(failure)) => report::warning(&failure.message),
                None => {
                    report::warning("can't convert the changed site; docgen still shows the previous version")
                }
            }
            // A file in a new folder might have been written before the folder was watched.
            if !folders.is_subset(&self.folders) {
                batch = Some(Batch::default());
            }
            self.folders = folders;
            if let Err(error) = watcher.bare(Some(&self.folders)) {
                report::warning(&format!("can't watch some folders: {error}"));
            }
        }
    }
}

/// Returns the folders that contain a site's files.
fn folders_of(folder: &Folder) -> BTreeSet<SourcePath> {
    let mut folders = BTreeSet::from([SourcePath::new("")]);
    for file in folder.files() {
        let mut parent = SourcePath::new(file.parent());
        while folders.insert(parent.clone()) {
            parent = SourcePath::new(parent.parent());
        }
    }
    folders
}

/// Converts the site in a folder and writes the docgen site to a temporary folder.
pub(super) fn trial(dir: &Path) -> Result<(Place, Trial), Failure> {
    let Found { folder, root: from, imported } = find(dir)?;
    let scratch = scratch()?;
    let root = fs::absolute(scratch.path());
    write(&folder, &imported, &root)?;
    report::note(&format!(
        "converted {} ({}): {}; to write the new site and a report, run `docgen import`",
        site_of(imported.tool),
        counted(&imported),
        not_imported(imported.left.len())
    ));
    let trial = Trial { from, chosen: folder.chosen.clone(), folders: folders_of(&folder), to: root.clone() };
    Ok((Place { root, bare: None, scratch: Some(scratch) }, trial))
}

fn not_imported(count: usize) -> String {
    match count {
        0 => "everything is imported".to_owned(),
        count => plural(count, "manual step"),
    }
}

/// Returns a phrase for a tool's site, such as `an MkDocs site`.
fn site_of(tool: &str) -> String {
    match tool {
        "Markdown files" => "a folder of Markdown files".to_owned(),
        "MkDocs" | "mdBook" => format!("an {tool} site"),
        _ => format!("a {tool} site"),
    }
}

/// Returns what was imported, such as `3 pages, 1 other file`.
fn counted(imported: &Imported) -> String {
    imported.counts.iter().map(|(noun, count)| plural(*count, noun)).collect::<Vec<_>>().join(", ")
}

/// Writes a site's files and removes files that an earlier import wrote but that this import doesn't write. Returns the files
/// that were kept because someone changed them after an earlier import.
fn write(folder: &Folder, imported: &Imported, to: &Path) -> Result<Vec<String>, Failure> {
    let record = to.join(WRITTEN);
    let known: BTreeMap<String, u64> =
        fs::read_own(&record).and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let (mut written, mut kept) = (BTreeMap::new(), Vec::new());
    let reports: Vec<_> = overview::write(folder, imported)
        .into_iter()
        .map(|(path, text)| (path, Content::Text(text)))
        .collect();
    for (path, content) in imported.files.iter().chain(reports.iter().map(|(path, text)| (path, text))) {
        let place = to.join(path.as_str());
        let bytes = match content {
            Content::Text(text) => text.clone().into_bytes(),
            Content::Bytes(bytes) => bytes.clone(),
            Content::Copy(file) => folder
                .bytes(file)
                .map_err(|error| Failure::new(format!("can't read `{file}`: {}", fs::reason(&error))))?,
        };
        let name = path.as_str().to_owned();
        let is_own = |there: &[u8]| known.get(&name) == Some(&xxh3_64(there)) || there == bytes;
        let there = fs::read_own(&place);
        if there.as_ref().is_some_and(|there| !is_own(there)) {
            kept.push(name);
            continue;
        }
        written.insert(name, xxh3_64(&bytes));
        if there.is_none_or(|there| there != bytes) {
            fs::write_whole(&place, &bytes).map_err(|error| unwritable(&place, &error))?;
        }
    }
    for (name, hash) in known.iter().filter(|(name, _)| !written.contains_key(*name)) {
        let place = to.join(name);
        if fs::read_own(&place).is_some_and(|there| xxh3_64(&there) == *hash) {
            fs::remove(&place);
        }
    }
    let json = serde_json::to_vec_pretty(&written).unwrap_or_default();
    fs::write_whole(&record, &json).map_err(|error| unwritable(&record, &error))?;
    Ok(kept)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("can't write `{}`: {}", report::from_here(path).display(), fs::reason(error)))
}
