//! Computes the file changes that keep links, sidebars, and settings working after pages are moved, removed, or copied.
//!
//! [`Layer`] shows a site as if files had moved and their text had changed. Callers assemble the site before and after
//! the moves, and this module compares the two sites. Every link whose target changed gets a new destination. This
//! module must not change anything on disk.

mod aliases;
mod destination;
mod hashes;
mod imports;
mod layer;
mod links;
mod pairs;
mod past;
mod references;
mod roots;
mod scope;
mod settings;
mod sheets;
mod version;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Diagnostic, Severity};
use crate::path::SourcePath;

pub(crate) use aliases::aliases;
pub(crate) use destination::relative;
pub(crate) use hashes::{hashes, mark_outdated, mark_up_to_date};
pub(crate) use imports::imports;
pub(crate) use layer::{Layer, Layered, LayeredAssets};
pub(crate) use links::{Wrong, links};
pub(crate) use pairs::Pairs;
pub(crate) use past::{Commit, FILES, OUTSIDE, Past};
pub(crate) use references::references;
pub(crate) use roots::{lost_urls, root_redirects};
pub(crate) use scope::{Whole, scope};
pub(crate) use settings::{redirects, settings};
pub(crate) use sheets::{missing_files, sheets};
pub(crate) use version::{NewVersion, with_version};

/// Files and folders that move, are copied, or are removed, with their new paths.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub(crate) struct Moves {
    pairs: Vec<(SourcePath, Option<SourcePath>)>,
    /// Whether the files also stay where they are. If so, only the copies change.
    are_copies: bool,
}

impl Moves {
    /// Creates moves from old and new paths. A file without a new path is removed.
    pub(crate) fn new(pairs: Vec<(SourcePath, Option<SourcePath>)>) -> Self {
        Moves { pairs, are_copies: false }
    }

    /// Creates copies from original paths and the paths of the copies. If several pairs match a file, the first pair
    /// applies.
    pub(crate) fn copies(pairs: Vec<(SourcePath, SourcePath)>) -> Self {
        Moves { pairs: pairs.into_iter().map(|(old, new)| (old, Some(new))).collect(), are_copies: true }
    }

    /// Returns the path of a file after the moves, whether or not the file exists. Returns `None` for a removed file.
    pub(crate) fn new_path(&self, path: &SourcePath) -> Option<SourcePath> {
        match self.pairs.iter().find_map(|(old, new)| Some((below(path, old)?, new))) {
            Some((rest, new)) => new.as_ref().map(|new| joined(new, rest)),
            None => Some(path.clone()),
        }
    }

    /// Returns the original path of a file, given its path after the moves.
    pub(crate) fn old(&self, path: &SourcePath) -> SourcePath {
        self.old_path(path).unwrap_or_else(|| path.clone())
    }

    /// Whether the moves affect a file.
    pub(crate) fn affect(&self, path: &SourcePath) -> bool {
        self.new_path(path).as_ref() != Some(path)
    }

    /// Returns the old and new paths, except the paths of removed files.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&SourcePath, &SourcePath)> {
        self.pairs.iter().filter_map(|(old, new)| Some((old, new.as_ref()?)))
    }

    /// Returns the path of a file's copy, or the path of the file if it isn't copied.
    pub(crate) fn copy_of(&self, path: &SourcePath) -> SourcePath {
        self.new_path(path).filter(|_| self.are_copies).unwrap_or_else(|| path.clone())
    }

    /// Whether a file stays where it is and is copied.
    fn is_copied(&self, path: &SourcePath) -> bool {
        self.are_copies && self.affect(path)
    }

    /// Whether the links in a file can change. If files are copied, only the copies change.
    fn can_change(&self, path: &SourcePath) -> bool {
        !self.are_copies || self.affect(path)
    }

    /// Returns the original path of the file that has this path after the moves, or `None` if no file can have the
    /// path.
    fn old_path(&self, path: &SourcePath) -> Option<SourcePath> {
        let moved = self.pairs.iter().find_map(|(old, new)| {
            let rest = below(path, new.as_ref()?)?;
            Some(joined(old, rest))
        });
        let is_gone = || !self.are_copies && self.pairs.iter().any(|(old, _)| below(path, old).is_some());
        moved.or_else(|| (!is_gone()).then(|| path.clone()))
    }
}

/// If a path is at or below another path, returns the rest of the path.
fn below<'p>(path: &'p SourcePath, above: &SourcePath) -> Option<&'p str> {
    if path == above { Some("") } else { path.strip_dir(above.as_str()) }
}

fn joined(folder: &SourcePath, rest: &str) -> SourcePath {
    SourcePath::new(format!("{}/{rest}", folder.as_str()))
}

/// Changes to the text of files: for each file's original path, the replaced ranges and the new text of each range.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Edits(BTreeMap<SourcePath, BTreeMap<(usize, usize), String>>);

impl Edits {
    /// Replaces a range of a file's original text. An earlier change to the same range is dropped.
    pub(crate) fn set(&mut self, file: &SourcePath, range: Range<usize>, text: String) {
        self.0.entry(file.clone()).or_default().insert((range.start, range.end), text);
    }

    /// Returns the new text of a range, if the range changes.
    pub(crate) fn new_text(&self, file: &SourcePath, range: &Range<usize>) -> Option<&str> {
        self.0.get(file)?.get(&(range.start, range.end)).map(String::as_str)
    }

    /// Drops the change to a range.
    pub(crate) fn unset(&mut self, file: &SourcePath, range: &Range<usize>) {
        if let Some(of_file) = self.0.get_mut(file) {
            of_file.remove(&(range.start, range.end));
        }
        self.0.retain(|_, of_file| !of_file.is_empty());
    }

    /// Drops the changes to all files except those that `is_kept` selects.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&SourcePath) -> bool) {
        self.0.retain(|file, _| is_kept(file));
    }

    /// Drops the changes that write the same text again. `text` returns the original text of a file.
    pub(crate) fn drop_unchanged(&mut self, text: impl Fn(&SourcePath) -> Option<Arc<str>>) {
        for (file, of_file) in &mut self.0 {
            let Some(text) = text(file) else { continue };
            of_file.retain(|(start, end), new| text.get(*start..*end) != Some(new));
        }
        self.0.retain(|_, of_file| !of_file.is_empty());
    }

    /// Returns the changed text of a file, or `None` if the text doesn't change.
    pub(crate) fn apply(&self, file: &SourcePath, text: &str) -> Option<String> {
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for ((start, end), new) in self.0.get(file)? {
            let Some(kept) = text.get(at..*start).filter(|_| text.is_char_boundary(*end)) else { continue };
            changed.push_str(kept);
            changed.push_str(new);
            at = *end;
        }
        changed.push_str(text.get(at..).unwrap_or_default());
        Some(changed)
    }

    /// Returns every change: the original path, the range, and the new text.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&SourcePath, Range<usize>, &str)> {
        self.0.iter().flat_map(|(file, of_file)| {
            of_file.iter().map(move |((start, end), text)| (file, *start..*end, text.as_str()))
        })
    }

    /// Returns the original paths of the changed files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &SourcePath> {
        self.0.keys()
    }
}

/// Returns the problems that a site has only after the moves. If a message contains a link's destination, the message
/// changes with the destination. Therefore, a problem isn't new if another problem of the same kind is gone from the
/// same file.
pub(crate) fn new_problems(
    before: &[(Severity, Diagnostic)],
    after: Vec<(Severity, Diagnostic)>,
    moves: &Moves,
) -> Vec<(Severity, Diagnostic)> {
    let place = |one: &Diagnostic| one.location.as_ref().map(|place| place.path().clone());
    let new_place = |one: &Diagnostic| place(one).and_then(|path| moves.new_path(&path));
    let mut known: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for (_, one) in before {
        if place(one).is_some_and(|path| moves.is_copied(&path)) {
            known.entry((one.code, place(one))).or_default().push(&one.message);
        }
        known.entry((one.code, new_place(one))).or_default().push(&one.message);
    }
    let mut take = |one: &Diagnostic, is_same: &dyn Fn(&str) -> bool| {
        let known = known.get_mut(&(one.code, place(one)));
        known.and_then(|known| Some(known.swap_remove(known.iter().position(|message| is_same(message))?)))
    };
    let mut left = after;
    left.retain(|(_, one)| take(one, &|message| message == one.message).is_none());
    left.retain(|(_, one)| take(one, &|_| true).is_none());
    left
}
