//! A folder that isn't a site: every Markdown file in it, and the OpenAPI documents at its top. Or one of these files alone.

use std::collections::BTreeSet;
use std::path::Path;

use super::load::{self, Kind, kind, put_texts, walk};
use super::{openapi, sync};
use crate::config::OpenApiConfig;
use crate::path::{SourcePath, slugify};
use crate::pipeline::Sources;

/// Which files of a folder without a config are shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bare {
    /// The only file, where one was named.
    pub only: Option<SourcePath>,
    /// Files and folders that are passed over, because git ignores them.
    pub ignored: BTreeSet<SourcePath>,
    /// The folders that were looked into.
    folders: BTreeSet<SourcePath>,
}

/// Folders of packages, by name.
const PACKAGES: [&str; 4] = ["node_modules", "bower_components", "site-packages", "__pycache__"];

/// Files that mark a folder as made by a program: a cache (<https://bford.info/cachedir/>), an environment of Python,
/// packages of Go and PHP, and the output of docgen.
const MARKS: [&str; 5] = ["CACHEDIR.TAG", "pyvenv.cfg", "modules.txt", "autoload.php", sync::MARK];

/// How many folders are followed at most. In a larger tree, those that hold Markdown are.
const MAX_FOLLOWED: usize = 4096;

impl Bare {
    /// One file alone.
    pub(crate) fn of(only: SourcePath) -> Self {
        Bare { only: Some(only), ..Bare::default() }
    }

    /// Loads what is shown of `root`, without the output folder `out`. What can't be read is reported.
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
                // `/logo.svg` is a file of this folder here, too.
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

    /// Every file of the folder that isn't passed over. Notes the folders.
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

    /// The folders in which a change may be one of what is shown, each without those in it.
    pub(crate) fn folders(&self) -> &BTreeSet<SourcePath> {
        &self.folders
    }
}

/// Brings sources up to date after these files or folders have changed, as [`load::reload`] does; `load` loads all of them.
pub(crate) fn reload_bare(
    root: &Path,
    sources: &mut Sources,
    changed: &BTreeSet<SourcePath>,
    load: &mut dyn FnMut() -> Sources,
) -> BTreeSet<SourcePath> {
    load::reload_with(root, sources, changed, Some(is_other), load)
}

/// The settings of documents. Two may have the same name but for their extensions.
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

/// Whether a program made a folder.
fn is_made(folder: &Path) -> bool {
    MARKS.iter().any(|mark| folder.join(mark).is_file())
}

/// Every folder around a file.
fn above(path: &SourcePath) -> Vec<SourcePath> {
    let mut folders = vec![SourcePath::new(path.parent())];
    while let Some(folder) = folders.last().filter(|folder| !folder.as_str().is_empty()) {
        folders.push(SourcePath::new(folder.parent()));
    }
    folders
}

/// Whether a file that isn't loaded makes no difference by its name.
fn is_other(path: &SourcePath) -> bool {
    let is_at_top = path.parent().is_empty();
    kind(path) == Kind::Other && !(is_at_top && openapi::is_document_name(path))
}
