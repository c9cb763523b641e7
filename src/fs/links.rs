//! Symbolic links: what they lead to changes without a word from the folder in which they stand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::path::SourcePath;

/// Every symbolic link at these paths of the site and in the folders among them, with the file or folder it leads to.
/// Those that lead nowhere are left out.
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

/// Whether a path is one of a file itself: neither of a link nor of a folder, and there.
pub(crate) fn is_plain_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|facts| facts.is_file())
}
