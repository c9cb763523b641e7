//! Stores the parts of a search index, or smaller versions of images, on disk between builds. Each part is a file in a
//! cache folder. Parts that a build doesn't request are removed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::{PROGRAM, cache};
use crate::search;

/// The folder that contains the parts, and the parts that this build requested.
pub(crate) struct Store {
    folder: PathBuf,
    asked: Mutex<HashSet<String>>,
    failure: Mutex<Option<std::io::Error>>,
}

impl Store {
    /// Opens a folder that contains parts. The folder doesn't have to exist.
    pub(crate) fn new(folder: &Path) -> Self {
        Store { folder: folder.to_owned(), asked: Mutex::default(), failure: Mutex::default() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.asked.lock().insert(name.to_owned());
        self.folder.join(name)
    }

    /// Removes unused parts. Returns the first error that occurred while storing parts.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        let asked = self.asked.into_inner();
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && !entry.file_name().to_str().is_some_and(|name| asked.contains(name)) {
                // The next build tries to remove the part again.
                let _ = std::fs::remove_file(entry.path());
            }
        }
        self.failure.into_inner().map_or(Ok(()), Err)
    }
}

impl search::Store for Store {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        cache::read_sealed(&self.file(name), PROGRAM)
    }

    fn keep(&self, name: &str) {
        self.asked.lock().insert(name.to_owned());
    }

    fn put(&self, name: &str, bytes: Vec<u8>) {
        if let Err(error) = cache::write_sealed(&self.file(name), PROGRAM, bytes) {
            self.failure.lock().get_or_insert(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Store as _;

    #[test]
    fn a_part_is_given_back_as_it_was_or_not_at_all() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let folder = folder.path().join("parts");
        let store = Store::new(&folder);
        assert_eq!(store.get("a"), None);
        store.put("a", b"first".to_vec());
        store.put("b", b"second".to_vec());
        assert_eq!((store.get("a"), store.get("b")), (Some(b"first".to_vec()), Some(b"second".to_vec())));
        std::fs::rename(folder.join("b"), folder.join("a")).expect("it can be moved");
        assert_eq!(store.get("a"), None, "one part is not another");
        store.finish().expect("all was kept");
    }

    #[test]
    fn what_no_build_asks_for_is_removed() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let first = Store::new(folder.path());
        first.put("a", b"first".to_vec());
        first.put("b", b"second".to_vec());
        first.finish().expect("all was kept");
        let second = Store::new(folder.path());
        assert_eq!(second.get("b"), Some(b"second".to_vec()));
        second.finish().expect("nothing was to be kept");
        let third = Store::new(folder.path());
        assert_eq!((third.get("a"), third.get("b")), (None, Some(b"second".to_vec())));
    }

    #[test]
    fn what_cannot_be_kept_is_said() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        std::fs::write(folder.path().join("file"), "").expect("it can be written");
        let store = Store::new(&folder.path().join("file"));
        store.put("a", b"first".to_vec());
        assert!(store.finish().is_err());
    }
}
