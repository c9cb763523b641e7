//! Loads the sources of a site from disk and syncs artifacts to the output folder. Only this module uses `std::fs` and
//! walkdir.
#![allow(clippy::disallowed_methods, reason = "this is the module that accesses the disk")]

mod assets;
mod bare;
mod built;
mod cache;
mod extracted;
mod fetched;
mod file;
mod imports;
mod known;
mod links;
mod load;
mod locate;
mod lock;
mod names;
mod output_cache;
mod openapi;
mod origin;
mod stamp;
mod store;
mod survey;
mod sync;
mod workspace;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::source::Source;
pub use assets::DiskAssets;
pub(crate) use bare::{Bare, IGNORED, reload_bare};
pub(crate) use built::Built;
pub(crate) use cache::{PROGRAM, read_cache, sweep_cache, write_cache};
pub(crate) use extracted::config as version_config;
pub(crate) use extracted::origin as version_origin;
pub(crate) use extracted::{Extraction, has_version, keep_versions};
pub(crate) use fetched::{fetched, keep_fetched, put_fetched};
pub(crate) use file::{read_below, read_inside, read_own, with_prefix};
pub(crate) use imports::{Imports, on_disk};
pub(crate) use links::is_plain_file;
pub use links::links;
pub(crate) use load::published_files;
pub(crate) use load::{
    CUSTOM_CSS, PINS, config, is_hidden, is_markdown, is_page, is_site, missing_content, pins, read_overrides,
};
pub use load::{FOLDERS, load, reload};
pub(crate) use load::{files_below, read_site_file};
pub(crate) use locate::{CONFIG, is_extracted};
pub(crate) use lock::Lock;
pub(crate) use openapi::load_layered_openapi;
pub use openapi::load_openapi;
pub(crate) use openapi::{is_document, is_document_name, outdated};
pub(crate) use origin::Folder;
pub(crate) use output_cache::OutputCache;
pub(crate) use stamp::{Stamp, digest};
pub(crate) use store::Store;
pub(crate) use survey::SyncError;
pub(crate) use sync::{Report, Sync, Written};

/// Writes a temporary file in the same folder and then renames the file to `path`. Readers never see a partial file. If
/// the disk is full, the old file remains.
fn replace(path: &Path, temporary: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let create = || match std::fs::File::create_new(temporary) {
        // Remove a leftover file or link, but not the link's target.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            std::fs::remove_file(temporary).and_then(|()| std::fs::File::create_new(temporary))
        }
        result => result,
    };
    create()?.write_all(bytes).and_then(|()| std::fs::rename(temporary, path)).inspect_err(|_| {
        // A partial file is useless and takes up space on a full disk.
        let _ = std::fs::remove_file(temporary);
    })
}

/// Whether a path exists.
pub(crate) fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a path exists but isn't a folder. A broken link counts as existing.
pub(crate) fn is_no_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok() && !path.is_dir()
}

/// Reads an unpublished file in any folder. If the file can't be read, returns `None`.
pub(crate) fn read_any(path: &Path) -> Option<Vec<u8>> {
    file::read(path).ok()
}

/// Removes a file that docgen can create again. If the file can't be removed, does nothing.
pub(crate) fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// Returns the sorted names of the files and folders in a folder.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// Returns the sorted names of the folders in a folder.
pub(crate) fn folders_in(folder: &Path) -> Vec<String> {
    names_in(folder).into_iter().filter(|name| folder.join(name).is_dir()).collect()
}

/// Moves a file or folder and creates missing parent folders. The caller must check that nothing exists at the new
/// path.
pub(crate) fn rename(old: &Path, new: &Path) -> std::io::Result<()> {
    create_parent(new)?;
    std::fs::rename(old, new)
}

/// Removes a file, or a folder with everything in it. Doesn't follow links.
pub(crate) fn remove_all(path: &Path) -> std::io::Result<()> {
    if path.symlink_metadata()?.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }
}

/// A temporary folder for another program's files. The folder is removed when this value is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty folder in the system's temporary folder.
    pub(crate) fn new() -> std::io::Result<Self> {
        Scratch::below(&std::env::temp_dir())
    }

    /// Creates an empty folder in another folder.
    fn below(above: &Path) -> std::io::Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = above.join(format!("docgen-{}-{count}", std::process::id()));
        // If a folder with this name exists, it's left over from a process that was killed.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder)?;
        Ok(Scratch(folder))
    }

    /// Returns the folder's path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If the folder can't be removed, the operating system removes it later.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes a file that other processes might be reading. Creates missing parent folders.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    create_parent(path)?;
    replace(path, &path.with_extension("tmp"), bytes)
}

/// Whether a path is a file. Links are followed.
pub(crate) fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether docgen runs as root on Linux.
pub(crate) fn is_root() -> bool {
    #[cfg(target_os = "linux")]
    let is_root = {
        use std::os::unix::fs::MetadataExt as _;
        std::fs::metadata("/proc/self").is_ok_and(|facts| facts.uid() == 0)
    };
    #[cfg(not(target_os = "linux"))]
    let is_root = false;
    is_root
}

/// Whether a path is a folder.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// If a folder can't be listed, returns the reason.
pub(crate) fn unlisted(folder: &Path) -> Option<String> {
    std::fs::read_dir(folder).err().map(|error| reason(&error))
}

/// Describes an I/O error without the system's error number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    match text.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_lowercase() + rest,
        None => text.to_owned(),
    }
}

/// Whether a file's text is the same as when the file was read.
pub(crate) fn is_as_read(root: &Path, source: &Source) -> bool {
    file::read_text(root, source.path.clone()).is_ok_and(|now| now.hash == source.hash)
}

/// Creates a new file and its missing parent folders. Fails if the file already exists.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    create_parent(path)?;
    std::fs::File::create_new(path)?.write_all(bytes)
}

/// Writes a file and creates missing parent folders. Replaces an existing file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    create_parent(path)?;
    std::fs::write(path, bytes)
}

fn create_parent(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)
}

/// Appends bytes to a file. If the file doesn't exist, creates it.
pub(crate) fn append(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes)
}

/// Returns the root of the repository that contains a folder. In a worktree or submodule, `.git` is a file.
pub(crate) fn repository(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|above| above.join(".git").exists()).map(Path::to_owned)
}

/// Converts a path to an absolute path without `.` and `..`. Resolves links in the part of the path that exists.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    if let Ok(real) = dunce::canonicalize(path) {
        return real;
    }
    let joined = std::env::current_dir().unwrap_or_default().join(path);
    let mut clean = PathBuf::new();
    for part in joined.components() {
        match part {
            std::path::Component::ParentDir => {
                clean.pop();
            }
            std::path::Component::CurDir => {}
            part => clean.push(part),
        }
    }
    match (clean.parent().map(absolute), clean.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => clean,
    }
}

#[cfg(test)]
mod tests;
