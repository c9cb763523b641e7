//! The files of a site made for another generator.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{file, load::walk, workspace};
use crate::diag::Diagnostic;
use crate::import::{Origin, WORKSPACE};
use crate::path::SourcePath;
use crate::source::Source;

/// The names of folders that contain dependencies, which aren't part of a site.
const SKIPPED: [&str; 2] = ["node_modules", "__pycache__"];

/// The names of folders that aren't part of a site if they contain one of the [`MARKS`]. Without these files, the
/// folders can contain pages.
const OUTPUT: [&str; 6] = ["target", "build", "dist", "_site", "venv", "env"];

/// The files that identify a folder as the output of a program.
const MARKS: [&str; 3] = ["index.html", "CACHEDIR.TAG", "pyvenv.cfg"];

/// The names of hidden folders that belong to a site.
const HIDDEN: [&str; 3] = [".snippets", ".vitepress", ".vuepress"];

/// A folder that contains a site made for another generator.
pub(crate) struct Folder {
    root: PathBuf,
    files: Vec<SourcePath>,
    /// The packages in the same workspace that the site depends on: the path of each package's folder, and for a
    /// package outside the site, its location on disk.
    packages: BTreeMap<String, (SourcePath, Option<PathBuf>)>,
    /// The path of the chosen folder, relative to the site's folder.
    pub chosen: String,
    /// The problems found while listing the files.
    pub diagnostics: Vec<Diagnostic>,
}

impl Folder {
    /// Lists the files in a folder. `chosen` is the path of the chosen folder, relative to the listed folder.
    pub(crate) fn new(root: &Path, chosen: &str) -> Self {
        let mut diagnostics = Vec::new();
        let keep = |path: &Path, is_folder: bool| path == root || !is_folder || has_content(path);
        let mut files = walk(root, "", keep, &mut diagnostics);
        let mut packages = BTreeMap::new();
        for (name, folder) in workspace::packages(root, chosen) {
            if let Some(below) = folder.strip_prefix(root).ok().and_then(Path::to_str) {
                packages.insert(name, (SourcePath::new(below), None));
                continue;
            }
            let path = SourcePath::new(format!("{WORKSPACE}/{name}"));
            let keep = |path: &Path, is_folder: bool| path == folder || !is_folder || has_content(path);
            let below = walk(&folder, "", keep, &mut diagnostics);
            files.extend(below.iter().map(|file| SourcePath::new(format!("{path}/{file}"))));
            packages.insert(name, (path, Some(folder)));
        }
        files.sort();
        files.dedup();
        Folder { root: root.to_owned(), files, packages, chosen: chosen.to_owned(), diagnostics }
    }

    /// Returns the location on disk of the folder that contains a file, and the file's path in this folder.
    fn place(&self, path: &SourcePath) -> (&Path, SourcePath) {
        let outside = |(package, folder): &'_ (SourcePath, Option<PathBuf>)| {
            let below = path.strip_dir(package.as_str()).filter(|_| folder.is_some())?;
            Some(SourcePath::new(below))
        };
        let found = path.strip_dir(WORKSPACE).and_then(|_| {
            self.packages.values().find_map(|package| Some((package.1.as_deref()?, outside(package)?)))
        });
        found.unwrap_or_else(|| (&self.root, path.clone()))
    }

    /// Finds a file or folder that's in the same repository. If `path` doesn't start with `..`, it's in the site's folder.
    /// Returns the folder of the repository or of the site, and the path in this folder.
    fn in_repository(&self, path: &str) -> Option<(PathBuf, SourcePath)> {
        let repository = match path.starts_with("..") {
            true => super::repository(&self.root)?,
            false => self.root.clone(),
        };
        let mut parts: Vec<&str> = self.root.strip_prefix(&repository).ok()?.to_str()?.split('/').collect();
        parts.retain(|part| !part.is_empty());
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => _ = parts.pop()?,
                part => parts.push(part),
            }
        }
        let is_hidden = parts.iter().any(|part| part.starts_with('.'));
        (!is_hidden).then(|| (repository, SourcePath::new(parts.join("/"))))
    }

    /// Returns a file's bytes.
    pub(crate) fn bytes(&self, path: &SourcePath) -> std::io::Result<Vec<u8>> {
        let (root, path) = self.place(path);
        file::read(&root.join(path.as_str()))
    }
}

/// Whether a folder can contain a site's files.
fn has_content(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    HIDDEN.contains(&name) || !(name.starts_with('.') || SKIPPED.contains(&name) || is_output(folder, name))
}

/// Whether a folder contains the output of a program.
fn is_output(path: &Path, name: &str) -> bool {
    OUTPUT.contains(&name) && MARKS.iter().any(|mark| super::exists(&path.join(mark)))
}

impl Origin for Folder {
    fn files(&self) -> &[SourcePath] {
        &self.files
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        self.files.binary_search(path).ok()?;
        let (root, below) = self.place(path);
        let source = file::read_text(root, below).ok()?;
        Some(Source { path: path.clone(), ..source })
    }

    fn package(&self, name: &str) -> Option<&SourcePath> {
        self.packages.get(name).map(|(path, _)| path)
    }

    fn outside(&self, path: &str) -> Option<Source> {
        let (repository, path) = self.in_repository(path)?;
        file::read_text(&repository, path).ok()
    }

    fn outside_bytes(&self, path: &str) -> Option<Vec<u8>> {
        let (repository, path) = self.in_repository(path)?;
        file::read_inside(&repository, &path).ok()
    }

    fn outside_files(&self, folder: &str) -> Vec<String> {
        let Some((repository, start)) = self.in_repository(folder) else { return Vec::new() };
        let keep = |path: &Path, is_folder: bool| !is_folder || has_content(path);
        let files = walk(&repository, start.as_str(), keep, &mut Vec::new());
        let below = files.iter().filter_map(|file| file.strip_dir(start.as_str()));
        below.map(|below| format!("{folder}/{below}")).collect()
    }

    fn folder(&self) -> &str {
        &self.chosen
    }

    fn year(&self) -> u16 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (mut year, mut days) = (1970_u16, now.as_secs() / (24 * 60 * 60));
        loop {
            let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
            let length = if is_leap { 366 } else { 365 };
            if days < length {
                return year;
            }
            (year, days) = (year.saturating_add(1), days - length);
        }
    }
}
