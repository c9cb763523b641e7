//! Symbolic links. A link's target can change even if nothing in the link's folder changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::path::SourcePath;

/// Returns all symbolic links at or below these site paths, with their targets. Leaves out broken links.
pub fn links<'a>(root: &Path, paths: impl IntoIterator<Item = &'a str>) -> BTreeMap<SourcePath, PathBuf> {
    let link = |entry: DirEntry| {
        let path = entry.path().strip_prefix(root).ok()?.to_str()?;
        Some((SourcePath::new(path), dunce::canonicalize(entry.path()).ok()?))
    };
    paths
        .into_iter()
        .flat_map(|path| WalkDir::new(root.join(path)).follow_links(true))
        .filter_map(Result::ok)
        .filter(DirEntry::path_is_symlink)
        .filter_map(link)
        .collect()
}

/// Whether a path is an existing file, not a link or a folder.
pub(crate) fn is_plain_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|facts| facts.is_file())
}
