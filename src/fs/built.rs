//! Lists and reads the files of a built site, regardless of the tool that built it.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::file;
use crate::diff::{File, Folder};

/// A built site.
pub(crate) struct Built {
    root: PathBuf,
    files: Vec<File>,
}

/// The maximum number of files in a site. Without a limit, symbolic links to folders could result in any number of
/// paths.
const MAX_FILES: usize = 2_000_000;
/// The maximum size of a file to compare, in bytes.
const MAX_SIZE: u64 = 64 << 20;

impl Built {
    /// Lists the files in a folder. If a symbolic link's target is in the folder, the link is followed. Files and
    /// folders whose names start with `.` aren't part of a site, except `.htaccess`.
    pub(crate) fn open(root: &Path) -> io::Result<Self> {
        std::fs::read_dir(root)?;
        let real = dunce::canonicalize(root)?;
        let is_inside = |entry: &DirEntry| {
            !entry.path_is_symlink()
                || dunce::canonicalize(entry.path()).is_ok_and(|path| path.starts_with(&real))
        };
        let is_part = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || (name == ".htaccess" || !name.starts_with('.')) && is_inside(entry)
        };
        let walk =
            WalkDir::new(root).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_part);
        let mut files = Vec::new();
        // If a link's target is a folder that contains the link, the walk reports an error.
        for entry in walk.filter_map(Result::ok).filter(|entry| entry.file_type().is_file()) {
            if files.len() == MAX_FILES {
                return Err(io::Error::other("it contains more than 2,000,000 files"));
            }
            let Some(path) = entry.path().strip_prefix(root).ok().and_then(Path::to_str) else { continue };
            let size = entry.metadata().map_or(0, |facts| facts.len());
            files.push(File { path: path.replace(std::path::MAIN_SEPARATOR, "/"), size });
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Built { root: root.to_owned(), files })
    }
}

impl Folder for Built {
    fn files(&self) -> &[File] {
        &self.files
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path));
        if at.is_ok_and(|at| self.files[at].size > MAX_SIZE) {
            return Err("it's larger than 64 MiB".to_owned());
        }
        file::read(&self.root.join(path)).map_err(|error| super::reason(&error))
    }
}
