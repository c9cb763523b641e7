//! The files that pages and components import.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use parking_lot::RwLock;

use super::file;
use crate::component::Files;
use crate::path::SourcePath;
use crate::source::Source;

/// The files of a site on disk, with the text or the existence of each file that was requested. A file is read again
/// only after it was dropped.
pub(crate) struct Imports {
    root: PathBuf,
    known: RwLock<HashMap<SourcePath, Known>>,
}

#[derive(Clone, PartialEq)]
enum Known {
    /// The text, or the reason that it can't be read.
    Text(Result<Source, String>),
    /// Whether the file exists.
    Exists(bool),
}

impl Imports {
    /// Refers to the files below the site's root. Doesn't read anything yet.
    pub(crate) fn new(root: &Path) -> Self {
        Imports { root: root.to_owned(), known: RwLock::default() }
    }

    /// Returns every file that was requested since it was last dropped, sorted, whether or not the file exists.
    pub(crate) fn asked(&self) -> Vec<SourcePath> {
        let mut asked: Vec<SourcePath> = self.known.read().keys().cloned().collect();
        asked.sort();
        asked
    }

    /// Whether the requested files that `in_question` selects are unchanged since they were read.
    pub(crate) fn are_as_read(&self, in_question: impl Fn(&SourcePath) -> bool) -> bool {
        let known = self.known.read();
        known.iter().filter(|(path, _)| in_question(path)).all(|(path, known)| match known {
            Known::Text(text) => *text == self.load(path),
            Known::Exists(exists) => *exists == self.is_there(path),
        })
    }

    /// Drops all files.
    pub(crate) fn forget_all(&self) {
        self.known.write().clear();
    }

    /// Drops a file, or every file in a folder. Returns whether any was known.
    pub(crate) fn forget(&self, path: &SourcePath) -> bool {
        let mut known = self.known.write();
        let before = known.len();
        known.retain(|known, _| known != path && known.strip_dir(path.as_str()).is_none());
        known.len() < before
    }

    /// Returns the text of a file that was requested.
    pub(crate) fn text(&self, path: &SourcePath) -> Option<Source> {
        match self.known.read().get(path)? {
            Known::Text(text) => text.clone().ok(),
            Known::Exists(_) => None,
        }
    }

    fn load(&self, path: &SourcePath) -> Result<Source, String> {
        let file = self.root.join(path.as_str());
        file::inside(&self.root, &file).map_err(|error| file::reason(&error))?;
        file::read_text(&self.root, path.clone()).map_err(|diagnostic| diagnostic.message)
    }

    fn is_there(&self, path: &SourcePath) -> bool {
        file::inside(&self.root, &self.root.join(path.as_str())).is_ok_and(|file| file.is_file())
    }
}

impl Files for Imports {
    fn read(&self, path: &SourcePath) -> Result<Source, String> {
        if let Some(Known::Text(text)) = self.known.read().get(path) {
            return text.clone();
        }
        let text = self.load(path);
        self.known.write().insert(path.clone(), Known::Text(text.clone()));
        text
    }

    fn exists(&self, path: &SourcePath) -> bool {
        match self.known.read().get(path) {
            Some(Known::Exists(exists)) => return *exists,
            Some(Known::Text(text)) => return text.is_ok(),
            None => {}
        }
        let exists = self.is_there(path);
        self.known.write().insert(path.clone(), Known::Exists(exists));
        exists
    }
}
