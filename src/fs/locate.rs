//! Locates a site's files on disk.

use std::path::{Path, PathBuf};

use super::folders_in;
use crate::path::SourcePath;

/// The config file, which is next to the folders.
pub(crate) const CONFIG: &str = "docgen.toml";

/// The folder that contains a folder for each version that is built from Git.
pub(super) const FOLDER: &str = ".docgen/cache/versions";

/// Returns the location of one of the site's files or folders on disk. A file of a version that is built from Git is in
/// the cache.
pub(crate) fn locate(root: &Path, path: &str) -> PathBuf {
    if path.starts_with("static/") && !root.join(path).exists() {
        return published(root, path).unwrap_or_else(|| root.join(path));
    }
    let version = SourcePath::new(path);
    let extracted = version.in_version().map(|(_, name, _)| root.join(FOLDER).join(name).join(path));
    match extracted {
        Some(file) if file.symlink_metadata().is_ok() => file,
        _ => root.join(path),
    }
}

/// Whether one of the site's files is extracted from Git.
pub(crate) fn is_extracted(root: &Path, path: &SourcePath) -> bool {
    path.in_version().is_some() && locate(root, path.as_str()).starts_with(root.join(FOLDER))
}

/// Returns the location of a file that only versions built from Git publish.
pub(super) fn published(root: &Path, path: &str) -> Option<PathBuf> {
    folders_in(&root.join(FOLDER))
        .iter()
        .map(|name| root.join(FOLDER).join(name).join(path))
        .find(|file| file.is_file())
}
