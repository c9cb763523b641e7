//! Stores the files of versions that are built from Git in the cache. To the site, they appear to be in
//! `content/versions`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::{
    Scratch, file, folders_in,
    locate::{CONFIG, FOLDER, is_extracted},
};
use crate::path::SourcePath;
use crate::refactor::{FILES, OUTSIDE};
use crate::source::Source;

/// The file that contains a version's key, which depends on everything that determines the version's files.
const KEY: &str = "key";

/// The file that contains a line for each documentation set in a version, and for each file outside the sets' folders:
/// the ID of the set or the path of the file, the tag, branch, or commit in the config, and the site's folder in the
/// repository.
const ORIGINS: &str = "origins";

/// Returns the origin of a file that's extracted from Git, such as `v1.0:content/docs/start.md`.
pub(crate) fn origin(root: &Path, path: &SourcePath) -> Option<String> {
    // The config isn't in the folder of its set.
    let is_config = path.file_name() == CONFIG;
    let (base, name, below) = path.in_version().filter(|_| is_config || is_extracted(root, path))?;
    let origins = file::read(&folder(root, name).join(ORIGINS)).ok()?;
    String::from_utf8_lossy(&origins).lines().find_map(|line| {
        let (set, rest) = line.split_once('\t')?;
        let (git, site) = rest.split_once('\t')?;
        if below == set {
            return Some(format!("{git}:{site}{below}"));
        }
        let below = below.strip_prefix(set)?.strip_prefix('/')?;
        if below == CONFIG {
            return Some(format!("{git}:{site}{below}"));
        }
        // Files outside the set's folder.
        let inside = |text: &'_ str, folder: &str| -> Option<String> {
            Some(text.strip_prefix(folder)?.strip_prefix('/')?.to_owned())
        };
        Some(match inside(below, FILES) {
            None => format!("{git}:{site}{base}/{set}/{below}"),
            Some(file) => match inside(&file, OUTSIDE) {
                None => format!("{git}:{site}{file}"),
                Some(file) => format!("{git}:{file}"),
            },
        })
    })
}

/// Returns the names of the extracted versions.
pub(super) fn names(root: &Path) -> Vec<String> {
    folders_in(&root.join(FOLDER))
}

/// Returns the folder of an extracted version, which contains `content`.
pub(super) fn folder(root: &Path, name: &str) -> PathBuf {
    root.join(FOLDER).join(name)
}

/// Returns the config of the commit that a version is extracted from. The config is in the version's folder.
pub(crate) fn config(root: &Path, name: &str, set: &str) -> Option<Source> {
    file::read_text(&folder(root, name), SourcePath::new(config_name(set))).ok()
}

fn config_name(set: &str) -> String {
    format!("{set}.toml")
}

/// Whether the files of a version with this key are extracted.
pub(crate) fn has_version(root: &Path, name: &str, key: &str) -> bool {
    file::read(&folder(root, name).join(KEY)).is_ok_and(|known| known == key.as_bytes())
}

/// Removes the files of all versions except the given ones.
pub(crate) fn keep_versions(root: &Path, names: &BTreeSet<&str>) {
    for name in self::names(root).iter().filter(|name| !names.contains(name.as_str())) {
        // Folders that can't be removed only take up space, because they have no key.
        let _ = std::fs::remove_file(folder(root, name).join(KEY));
        let _ = std::fs::remove_dir_all(folder(root, name));
    }
}

/// The files of a version during extraction. All files appear in the cache at the same time.
pub(crate) struct Extraction {
    target: PathBuf,
    scratch: Scratch,
}

impl Extraction {
    /// Starts extracting the files of a version.
    pub(crate) fn new(root: &Path, name: &str) -> io::Result<Self> {
        let above = root.join(FOLDER);
        std::fs::create_dir_all(&above)?;
        let scratch = Scratch::below(&root.join(".docgen/cache"))?;
        Ok(Extraction { target: above.join(name), scratch })
    }

    /// Writes a file.
    pub(crate) fn put(&self, path: &SourcePath, bytes: &[u8]) -> io::Result<()> {
        super::write(&self.scratch.path().join(path.as_str()), bytes)
    }

    /// Writes the config of a documentation set.
    pub(crate) fn put_config(&self, set: &str, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(self.scratch.path().join(config_name(set)), bytes)
    }

    /// Writes the origins of the documentation sets.
    pub(crate) fn put_origins(&self, origins: &str) -> io::Result<()> {
        std::fs::write(self.scratch.path().join(ORIGINS), origins)
    }

    /// Replaces the files of the version.
    pub(crate) fn finish(self, key: &str) -> io::Result<()> {
        std::fs::write(self.scratch.path().join(KEY), key)?;
        if self.target.symlink_metadata().is_ok() {
            std::fs::remove_dir_all(&self.target)?;
        }
        std::fs::rename(self.scratch.path(), &self.target)
    }
}
