//! Loads files from a folder that isn't a site: either all Markdown files and the top-level OpenAPI documents, or only
//! one of these files.

use std::collections::BTreeSet;
use std::path::Path;

use super::{
    load::{self, Kind, kind, put_texts, walk},
    openapi, sync,
};
use crate::config::OpenApiConfig;
use crate::path::{SourcePath, slugify};
use crate::pipeline::Sources;

/// The selection of files to show in a folder without a config.
#[derive(Debug, Default)]
pub(crate) struct Bare {
    /// The only file to show, if any. The command line can specify such a file.
    pub only: Option<SourcePath>,
    /// Files and folders to skip because Git ignores them.
    pub ignored: BTreeSet<SourcePath>,
    /// The searched folders, which are watched without their subfolders.
    pub folders: BTreeSet<SourcePath>,
}

/// The names of folders that contain installed packages or compiled files.
const PACKAGES: [&str; 4] = ["node_modules", "bower_components", "site-packages", "__pycache__"];

/// The name of the files that list what Git ignores.
pub(crate) const IGNORED: &str = ".gitignore";

/// Files that mark a folder as generated, because it contains a cache (<https://bford.info/cachedir/>), a Python
/// environment, Go or PHP packages, or docgen's output.
const MARKS: [&str; 5] = ["CACHEDIR.TAG", "pyvenv.cfg", "modules.txt", "autoload.php", sync::MARK];

/// The maximum number of folders to watch. In a larger tree, only folders that contain Markdown files, and the parents
/// of these folders, are watched.
const MAX_FOLLOWED: usize = 4096;

impl Bare {
    /// Selects one file.
    pub(crate) fn of(only: SourcePath) -> Self {
        Bare { only: Some(only), ..Bare::default() }
    }

    /// Loads the files to show from `root`, except files in the output folder (`out`). Reports files that can't be
    /// read.
    pub(crate) fn load(&mut self, root: &Path, out: &Path) -> Sources {
        let mut sources = Sources::default();
        let mut texts = Vec::new();
        self.folders.clear();
        self.folders.insert(SourcePath::new(""));
        match &self.only {
            Some(only) if load::is_markdown(only) => texts.push(only.clone()),
            Some(only) => sources.openapi.documents.push(OpenApiConfig::of(only.as_str())),
            None => {
                let files = self.walk(root, out, &mut sources);
                let (pages, others): (Vec<_>, _) =
                    files.into_iter().partition(|path| kind(path) != Kind::Other);
                texts = pages;
                // As in a site, `/logo.svg` refers to a file in `static`.
                sources.static_files =
                    others.into_iter().filter(|path| path.strip_dir("static").is_some()).collect();
                let at_top = openapi::files(root, "").into_iter().filter(|path| !self.ignored.contains(path));
                let documents: Vec<SourcePath> =
                    at_top.filter(|path| openapi::is_document(root, path)).collect();
                sources.openapi.documents = configs(&documents);
            }
        }
        put_texts(root, texts, &mut sources);
        if self.folders.len() > MAX_FOLLOWED {
            self.folders = sources.markdown.iter().flat_map(|source| above(&source.path)).collect();
        }
        sources
    }

    /// Returns the folder's files, except skipped files, and records the searched folders.
    fn walk(&mut self, root: &Path, out: &Path, sources: &mut Sources) -> Vec<SourcePath> {
        let Bare { ignored, folders, .. } = self;
        let keep = |path: &Path, is_folder: bool| {
            let below = path.strip_prefix(root).ok().and_then(Path::to_str).map(SourcePath::new);
            if below.as_ref().is_some_and(|below| below.as_str().is_empty()) {
                return true;
            }
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_passed_over = path == out
                || load::is_hidden("", name)
                || below.as_ref().is_some_and(|below| ignored.contains(below))
                || is_folder && (PACKAGES.contains(&name) || is_made(path));
            if is_folder && !is_passed_over {
                folders.extend(below);
            }
            !is_passed_over
        };
        walk(root, "", keep, &mut sources.diagnostics)
    }
}

/// Updates sources after changes to files or folders, as [`load::reload`] does. `load` loads all files.
pub(crate) fn reload_bare(
    root: &Path,
    sources: &mut Sources,
    changed: &BTreeSet<SourcePath>,
    load: &mut dyn FnMut() -> Sources,
) -> BTreeSet<SourcePath> {
    load::reload_with(root, sources, changed, Some(is_other), load)
}

/// Returns the settings for documents. If documents' names differ only in the extension, the documents' IDs include the
/// extension.
fn configs(documents: &[SourcePath]) -> Vec<OpenApiConfig> {
    let has_name = |path: &SourcePath, stem: &str| slugify(path.stem()) == stem;
    let id = |path: &SourcePath| {
        let stem = slugify(path.stem());
        match documents.iter().filter(|other| has_name(other, &stem)).count() {
            1 if !stem.is_empty() => stem,
            _ => slugify(&path.as_str().replace('.', "-")),
        }
    };
    let config = |path: &SourcePath| OpenApiConfig {
        id: (documents.len() > 1).then(|| id(path)),
        ..OpenApiConfig::of(path.as_str())
    };
    documents.iter().map(config).collect()
}

/// Whether a program generated a folder.
fn is_made(folder: &Path) -> bool {
    MARKS.iter().any(|mark| folder.join(mark).is_file())
}

/// Returns every folder above a file.
fn above(path: &SourcePath) -> Vec<SourcePath> {
    let mut folders = vec![SourcePath::new(path.parent())];
    while let Some(folder) = folders.last().filter(|folder| !folder.as_str().is_empty()) {
        folders.push(SourcePath::new(folder.parent()));
    }
    folders
}

/// Whether the name of a new file shows that the file doesn't affect the site.
fn is_other(path: &SourcePath) -> bool {
    let is_at_top = path.parent().is_empty();
    path.file_name() != IGNORED
        && kind(path) == Kind::Other
        && !(is_at_top && openapi::is_document_name(path))
}
