//! Stores the commits of other repositories in the cache.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Scratch, folders_in};

/// The folder that contains a folder for each commit, named after the commit's ID.
const FOLDER: &str = ".docgen/cache/repositories";

/// Returns the folder of a commit, unless the commit hasn't been fetched.
pub(crate) fn fetched(root: &Path, commit: &str) -> Option<PathBuf> {
    Some(root.join(FOLDER).join(commit)).filter(|folder| folder.is_dir())
}

/// Stores a commit. `fetch` writes the commit to an empty folder. The commit appears in the cache all at once. The
/// error is from `fetch`, or it's the reason that the folder can't be written.
pub(crate) fn put_fetched<E>(
    root: &Path,
    commit: &str,
    fetch: impl FnOnce(&Path) -> Result<(), E>,
    failed: impl Fn(&std::io::Error) -> E,
) -> Result<PathBuf, E> {
    let target = root.join(FOLDER).join(commit);
    std::fs::create_dir_all(root.join(FOLDER)).map_err(|error| failed(&error))?;
    let scratch = Scratch::below(&root.join(".docgen/cache")).map_err(|error| failed(&error))?;
    fetch(scratch.path())?;
    match std::fs::rename(scratch.path(), &target) {
        // Another process might have fetched the same commit.
        Err(error) if !target.is_dir() => Err(failed(&error)),
        _ => Ok(target),
    }
}

/// Removes all commits except the given ones.
pub(crate) fn keep_fetched(root: &Path, commits: &BTreeSet<&str>) {
    for name in folders_in(&root.join(FOLDER)).iter().filter(|name| !commits.contains(name.as_str())) {
        // Folders that can't be removed only take up space.
        let _ = std::fs::remove_dir_all(root.join(FOLDER).join(name));
    }
}
