//! The files that pages and components import.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{file, is_no_folder, known::Known, locate::locate};
use crate::component::REPOSITORY;
use crate::path::SourcePath;
use crate::source::Source;

/// A site's files on disk. For each requested file, stores the text or whether the file exists. After a file is read,
/// it's read again only if it was dropped.
pub(crate) struct Imports {
    root: PathBuf,
    /// The root of the repository that contains the site.
    repository: PathBuf,
    /// The path of the site's folder in the repository.
    folder: String,
    known: Known<Fact>,
}

#[derive(Clone, PartialEq)]
enum Fact {
    /// The file's text, or the reason that the file can't be read.
    Text(Result<Source, String>),
    /// Whether the file exists.
    Exists(bool),
}

impl Imports {
    /// Creates the imports of a site from the files below its root. Doesn't read any files yet.
    pub(crate) fn new(root: &Path) -> Self {
        let repository = repository_of(root);
        let below = root.strip_prefix(&repository).unwrap_or(Path::new(""));
        let folder = SourcePath::new(below.to_string_lossy()).as_str().to_owned();
        Imports { root: root.to_owned(), repository, folder, known: Known::default() }
    }

    /// Returns the path of the site's folder in its repository.
    pub(crate) fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns the requested files outside the site's folder, with their locations on disk.
    pub(crate) fn outside(&self) -> BTreeMap<SourcePath, PathBuf> {
        let place = |path: SourcePath| {
            let below = path.as_str().strip_prefix(REPOSITORY)?;
            let place = self.repository.join(below);
            Some((path, place))
        };
        self.known.paths().into_iter().filter_map(place).collect()
    }

    /// Returns a file's location on disk.
    pub(crate) fn location(&self, path: &SourcePath) -> PathBuf {
        self.place(path).1
    }

    /// Returns the folder that a file must be in, and the file's location on disk.
    fn place(&self, path: &SourcePath) -> (&Path, PathBuf) {
        match path.as_str().strip_prefix(REPOSITORY) {
            Some(below) => (&self.repository, self.repository.join(below)),
            None => (&self.root, locate(&self.root, path.as_str())),
        }
    }

    /// Returns the sorted paths of the requested files that haven't been dropped. Includes files that don't exist.
    pub(crate) fn asked(&self) -> Vec<SourcePath> {
        self.known.paths()
    }

    /// Returns the requested files that `in_question` selects and that changed after they were read.
    pub(crate) fn changed(&self, in_question: impl Fn(&SourcePath) -> bool) -> Vec<SourcePath> {
        self.known.filter(|path, fact| {
            in_question(path)
                && match fact {
                    Fact::Text(text) => *text != self.load(path),
                    Fact::Exists(exists) => *exists != self.is_there(path),
                }
        })
    }

    /// Drops all files.
    pub(crate) fn forget_all(&self) {
        self.known.clear();
    }

    /// Drops a file, or every file in a folder. Returns whether any files were dropped.
    pub(crate) fn forget(&self, path: &SourcePath) -> bool {
        self.known.forget(path)
    }

    /// Returns the text of a file that was requested.
    pub(crate) fn text(&self, path: &SourcePath) -> Option<Source> {
        match self.known.get(path)? {
            Fact::Text(text) => text.ok(),
            Fact::Exists(_) => None,
        }
    }

    /// If the item at a path isn't one of the site's files, returns the reason.
    pub(crate) fn refusal(&self, path: &SourcePath) -> Option<String> {
        let (root, file) = self.place(path);
        let open = || file::inside(root, &file).and_then(|file| file::open(&file));
        is_no_folder(&file).then(|| open().err()).flatten().map(|error| file::reason(&error))
    }

    fn load(&self, path: &SourcePath) -> Result<Source, String> {
        let (root, file) = self.place(path);
        file::inside(root, &file).map_err(|error| file::reason(&error))?;
        file::read_text_at(&file, path).map_err(|error| error.to_string())
    }

    fn is_there(&self, path: &SourcePath) -> bool {
        let (root, file) = self.place(path);
        file::inside(root, &file).is_ok_and(|file| file.is_file())
    }

    /// Returns a text file. The error is the reason that the file can't be read.
    pub(crate) fn read(&self, path: &SourcePath) -> Result<Source, String> {
        if let Some(Fact::Text(text)) = self.known.get(path) {
            return text;
        }
        let text = self.load(path);
        self.known.set(path, Fact::Text(text.clone()));
        text
    }

    /// Whether a file exists inside the site's folder.
    pub(crate) fn exists(&self, path: &SourcePath) -> bool {
        match self.known.get(path) {
            Some(Fact::Exists(exists)) => exists,
            Some(Fact::Text(Ok(_))) => true,
            // A file that isn't text can exist, too.
            Some(Fact::Text(Err(_))) => self.is_there(path),
            None => {
                let exists = self.is_there(path);
                self.known.set(path, Fact::Exists(exists));
                exists
            }
        }
    }
}

/// Returns the root of the repository that contains a site. If there's no repository, returns the site's folder.
fn repository_of(root: &Path) -> PathBuf {
    super::repository(root).unwrap_or_else(|| root.to_owned())
}

/// Returns the location of a file on disk.
pub(crate) fn on_disk(root: &Path, path: &str) -> PathBuf {
    match path.strip_prefix(REPOSITORY) {
        Some(below) => repository_of(root).join(below),
        None => locate(root, path),
    }
}
