//! One build of a site at a time: two that write into one folder would each remove what the other wrote.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Holds the lock until it is dropped, or until the process ends in whatever way.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a site, and waits for whoever has it; `waiting` is called before that. A site whose folder
    /// cannot be written to has none: its builds go elsewhere.
    pub(crate) fn take(root: &Path, waiting: impl FnOnce()) -> Option<Lock> {
        let folder = root.join(".docgen");
        std::fs::create_dir_all(&folder).ok()?;
        // A pipe would be waited for.
        if super::file::special(&folder.join("lock")).is_some() {
            return None;
        }
        let file = File::options().create(true).truncate(false).write(true).open(folder.join("lock")).ok()?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().ok()?;
            }
            // A file system without locks.
            Err(TryLockError::Error(_)) => return None,
        }
        Some(Lock { _file: file })
    }
}
