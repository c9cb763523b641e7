//! Caches the data that was read from each file.

use std::collections::HashMap;

use parking_lot::RwLock;

use crate::path::SourcePath;

/// The values by file. A file is read again only after its value is dropped.
pub(super) struct Known<T>(RwLock<HashMap<SourcePath, T>>);

impl<T> Default for Known<T> {
    fn default() -> Self {
        Known(RwLock::default())
    }
}

impl<T: Clone> Known<T> {
    /// Returns a file's value.
    pub(super) fn get(&self, path: &SourcePath) -> Option<T> {
        self.0.read().get(path).cloned()
    }

    /// Sets a file's value and returns it.
    pub(super) fn set(&self, path: &SourcePath, value: T) -> T {
        self.0.write().insert(path.clone(), value.clone());
        value
    }

    /// Returns every file with a value, sorted.
    pub(super) fn paths(&self) -> Vec<SourcePath> {
        let mut paths: Vec<SourcePath> = self.0.read().keys().cloned().collect();
        paths.sort();
        paths
    }

    /// Returns the files for which `is_wanted` returns `true`.
    pub(super) fn filter(&self, is_wanted: impl Fn(&SourcePath, &T) -> bool) -> Vec<SourcePath> {
        let known = self.0.read();
        known.iter().filter(|(path, value)| is_wanted(path, value)).map(|(path, _)| path.clone()).collect()
    }

    /// Drops all values.
    pub(super) fn clear(&self) {
        self.0.write().clear();
    }

    /// Drops the value of a file, or of every file in a folder. Returns whether any value was dropped.
    pub(super) fn forget(&self, path: &SourcePath) -> bool {
        let mut known = self.0.write();
        let before = known.len();
        known.retain(|known, _| known != path && known.strip_dir(path.as_str()).is_none());
        known.len() < before
    }
}
