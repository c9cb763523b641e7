//! Locks a site so that only one build runs at a time. Two builds that write to the same folder would remove each
//! other's files.

use std::fs::{File, TryLockError};
use std::path::Path;

/// A lock that's held until this value is dropped or the process stops.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a site. If another process has locked the site, calls `waiting` and waits. If the site can't be locked,
    /// returns `None`: for example, if the site's folder is read-only and builds write elsewhere.
    pub(crate) fn take(root: &Path, waiting: impl FnOnce()) -> Option<Lock> {
        let folder = root.join(".docgen");
        std::fs::create_dir_all(&folder).ok()?;
        // Opening a pipe would block.
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
            // The file system doesn't support locks.
            Err(TryLockError::Error(_)) => return None,
        }
        Some(Lock { _file: file })
    }
}
