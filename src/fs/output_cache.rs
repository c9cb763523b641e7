//! The output cache. For each file from the last build, the cache contains the key of the file's page, a hash of the
//! file's bytes, and the file's length.
//!
//! If the key of a file's page hasn't changed, and if the manifest shows that the output folder still contains the same
//! bytes, a build doesn't touch the file.

use serde::{Deserialize, Serialize};

use crate::path::OutPath;

/// The files from the last build, sorted by path.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct OutputCache(Vec<(OutPath, CachedFile)>);

/// A file's hashes and length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CachedFile {
    /// A hash of the file's inputs, if known.
    pub key: Option<u128>,
    /// The xxh3 hash (64 bits) of the file's bytes.
    pub hash: u64,
    pub length: u64,
}

impl OutputCache {
    /// Creates a cache from files and their hashes. The files must be sorted by path.
    pub(super) fn of(files: impl Iterator<Item = (OutPath, CachedFile)>) -> Self {
        OutputCache(files.collect())
    }

    /// Whether the cache has no files.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a file has this key.
    pub(crate) fn has(&self, path: &OutPath, key: u128) -> bool {
        self.get(path.as_str(), key).is_some()
    }

    /// If a file has this key, returns the file's hashes and length.
    pub(super) fn get(&self, path: &str, key: u128) -> Option<CachedFile> {
        let at = self.0.binary_search_by(|(own, _)| own.as_str().cmp(path)).ok()?;
        Some(self.0[at].1).filter(|file| file.key == Some(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_path_and_its_key() {
        let file = |key| CachedFile { key: Some(key), hash: 1, length: 2 };
        let files = [(OutPath::new("a/index.html"), file(u128::MAX)), (OutPath::new("b"), file(0))];
        let cache = OutputCache::of(files.into_iter());
        assert_eq!(cache.get("b", 0), Some(file(0)));
        assert_eq!((cache.get("b", 1), cache.get("c", 0)), (None, None));
        let has = |name, key| cache.has(&OutPath::new(name), key);
        assert!(has("b", 0) && !has("b", 1) && !has("c", 0));
        assert!(!cache.is_empty() && OutputCache::default().is_empty());
    }
}
