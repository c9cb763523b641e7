//! Finds the obstacles to a sync: links that would cause the sync to write elsewhere, and existing files that docgen
//! didn't write.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::{file, names::real_name};
use crate::path::{OutPath, folded};

/// A function that returns whether a site's file is identical to the existing file at its path.
pub(crate) type IsSame<'a> = &'a (dyn Fn(&OutPath, &[u8]) -> bool + Sync);

/// The plan of a sync.
pub(super) struct Plan<'a> {
    /// The output folder.
    pub out: &'a Path,
    /// The files of the site.
    pub files: &'a [&'a OutPath],
    /// The paths of docgen's own records.
    pub records: &'a [&'a str],
}

/// The obstacles to a plan.
#[derive(Default)]
pub(super) struct Found {
    /// The obstacles that prevent the sync.
    pub blocked: Vec<SyncError>,
    /// Files that docgen might have written, in an output folder without a manifest.
    pub unsure: Vec<OutPath>,
}

/// An error for a file or folder that couldn't be written, or that couldn't be read for copying.
#[derive(Debug)]
pub(crate) struct SyncError {
    /// The path of the file or folder.
    pub path: PathBuf,
    /// Whether the error occurred while reading.
    pub read: bool,
    /// The reason.
    pub error: io::Error,
}

impl SyncError {
    /// Whether the error is an obstacle at the path.
    pub(crate) fn is_in_the_way(&self) -> bool {
        is_refusal(&self.error)
    }
}

impl fmt::Display for SyncError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.error.kind() {
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
            _ => self.error.to_string(),
        };
        let verb = if self.read { "read" } else { "written" };
        write!(f, "{} can't be {verb}: {reason}", self.path.display())
    }
}

/// Finds the obstacles to a plan. `is_own` returns whether docgen wrote a file. `is_lost` is `true` if docgen wrote to
/// the folder earlier but the manifest is lost. An identical file isn't an obstacle, because an output folder can be
/// restored without its manifest.
pub(super) fn in_the_way(
    plan: &Plan<'_>,
    is_own: &(dyn Fn(&str) -> bool + Sync),
    is_lost: bool,
    is_same: IsSame<'_>,
) -> Found {
    let is_empty = std::fs::read_dir(plan.out).map_or(true, |mut entries| entries.next().is_none());
    if is_empty {
        return Found::default();
    }
    let folders = folders(plan);
    let kinds: Vec<Kind> = folders.par_iter().map(|folder| kind(&plan.out.join(folder))).collect();
    let mut wrong: Vec<SyncError> = Vec::new();
    let mut there = HashSet::with_capacity(folders.len());
    for (folder, kind) in folders.iter().zip(kinds) {
        match kind {
            Kind::Folder => drop(there.insert(*folder)),
            Kind::Nothing => {}
            Kind::File if is_own(folder) => {}
            kind => wrong.push(blocked(plan, folder, &kind)),
        }
    }
    // Files behind a link aren't checked, because docgen didn't write them and the link itself is already an obstacle.
    let is_reached = |path: &str| folder_of(path).is_none_or(|folder| there.contains(folder));
    let files = plan.files.par_iter().filter(|path| !is_own(path.as_str()) && is_reached(path.as_str()));
    let taken: Vec<(&OutPath, Kind)> = files
        .filter_map(|path| {
            let file = plan.out.join(path.as_str());
            let kind = kind(&file);
            let is_taken = match kind {
                Kind::Nothing => false,
                // Before a sync writes this file, it removes the last build's files from the folder at this path.
                Kind::Folder => !holds_only(&file, path.as_str(), is_own),
                Kind::File => {
                    let is_as_planned = || file::read_own(&file).is_some_and(|bytes| is_same(path, &bytes));
                    let is_renamed =
                        || real_name(plan.out, path.as_str(), folded).is_some_and(|real| is_own(&real));
                    !is_as_planned() && !is_renamed()
                }
                Kind::Link | Kind::Other(_) => true,
            };
            is_taken.then_some((*path, kind))
        })
        .collect();
    let mut unsure = Vec::new();
    for (path, kind) in taken {
        match kind {
            Kind::File if is_lost => unsure.push(path.clone()),
            kind => wrong.push(blocked(plan, path.as_str(), &kind)),
        }
    }
    let records = plan.records.iter().filter(|record| is_reached(record));
    wrong.extend(records.filter_map(|record| match kind(&plan.out.join(record)) {
        Kind::Nothing | Kind::File => None,
        kind => Some(blocked(plan, record, &kind)),
    }));
    wrong.sort_by(|a, b| a.path.cmp(&b.path));
    unsure.sort();
    Found { blocked: wrong, unsure }
}

/// The kind of item at a path. Links aren't followed.
pub(super) enum Kind {
    Nothing,
    File,
    Folder,
    Link,
    Other(&'static str),
}

/// Returns the kind of item at a path, without following links.
pub(super) fn kind(path: &Path) -> Kind {
    match std::fs::symlink_metadata(path).map(|facts| facts.file_type()) {
        Err(_) => Kind::Nothing,
        Ok(kind) if kind.is_file() => Kind::File,
        Ok(kind) if kind.is_dir() => Kind::Folder,
        Ok(kind) if kind.is_symlink() => Kind::Link,
        Ok(kind) => Kind::Other(file::other_than_file(kind).unwrap_or("something else")),
    }
}

/// Returns the error that explains why docgen doesn't overwrite an item of this kind.
pub(super) fn refusal(kind: &Kind) -> io::Error {
    io::Error::other(match kind {
        Kind::Link => "it's a symbolic link, and docgen doesn't follow links in the output folder".to_owned(),
        Kind::Folder => "it's a folder".to_owned(),
        Kind::Other(what) => format!("it's {what}"),
        Kind::File | Kind::Nothing => "docgen didn't write the existing file".to_owned(),
    })
}

/// Whether [`refusal`] created an error.
fn is_refusal(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Other
}

fn blocked(plan: &Plan<'_>, name: &str, kind: &Kind) -> SyncError {
    SyncError { path: plan.out.join(name), read: false, error: refusal(kind) }
}

fn folder_of(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder)
}

/// Returns every folder that the plan needs, with parent folders first.
fn folders<'a>(plan: &Plan<'a>) -> Vec<&'a str> {
    let mut folders: HashSet<&str> = HashSet::new();
    let mut last = "";
    for path in plan.files.iter().map(|path| path.as_str()).chain(plan.records.iter().copied()) {
        let mut folder = folder_of(path);
        // Files in the same folder are adjacent.
        if folder == Some(last) {
            continue;
        }
        last = folder.unwrap_or_default();
        while let Some(at) = folder.filter(|at| folders.insert(at)) {
            folder = folder_of(at);
        }
    }
    let mut folders: Vec<&str> = folders.into_iter().collect();
    folders.sort_unstable();
    folders
}

/// Whether a folder contains only files that docgen wrote.
fn holds_only(folder: &Path, name: &str, is_own: &(dyn Fn(&str) -> bool + Sync)) -> bool {
    let Ok(mut entries) = std::fs::read_dir(folder) else { return false };
    entries.all(|entry| {
        let Some((entry, file)) =
            entry.ok().and_then(|entry| Some((entry.path(), entry.file_name().into_string().ok()?)))
        else {
            return false;
        };
        let name = format!("{name}/{file}");
        match kind(&entry) {
            Kind::Folder => holds_only(&entry, &name, is_own),
            Kind::File => is_own(&name),
            _ => false,
        }
    })
}
