//! Stores the files of versions that are built from Git in the cache. To the site, they appear to be in
//! `content/versions`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::{Scratch, file, folders_in, locate::FOLDER};
use crate::path::SourcePath;
use crate::source::Source;

/// The file that contains the key of a version, which covers everything that determines the version's files.
const KEY: &str = "key";

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
    /// Starts to extract the files of a version.
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

    /// Writes the config of a set of documentation.
    pub(crate) fn put_config(&self, set: &str, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(self.scratch.path().join(config_name(set)), bytes)
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
