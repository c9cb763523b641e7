//! Where the files of a site are on disk.

use std::path::{Path, PathBuf};

use crate::path::SourcePath;

/// The folder that contains a folder for each version that is built from git.
pub(super) const FOLDER: &str = ".docgen/cache/versions";

/// Returns the location of a file or folder of the site on disk. A file of a version that is built from git is in the
/// cache.
pub(crate) fn locate(root: &Path, path: &str) -> PathBuf {
    let extracted = version_of(path).map(|name| root.join(FOLDER).join(name).join(path));
    match extracted {
        Some(file) if file.symlink_metadata().is_ok() => file,
        _ => root.join(path),
    }
}

/// Whether a file of the site is extracted from git.
pub(crate) fn is_extracted(root: &Path, path: &SourcePath) -> bool {
    version_of(path.as_str()).is_some() && locate(root, path.as_str()).starts_with(root.join(FOLDER))
}

/// Returns the name of the version that a path belongs to.
fn version_of(path: &str) -> Option<&str> {
    let below = path.strip_prefix("content/")?;
    let below = match below.strip_prefix("i18n/") {
        Some(translated) => translated.split_once('/')?.1,
        None => below,
    };
    below.strip_prefix("versions/")?.split('/').next().filter(|name| !name.is_empty())
}
