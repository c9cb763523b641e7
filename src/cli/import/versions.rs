//! Imports the versions that another tool built from earlier commits of the site's repository.

use std::collections::BTreeMap;
use std::path::Path;

use crate::fs::Folder;
use crate::git::{self, Tree};
use crate::import::{
    Content, Converted, Imported, Listing, Origin, Version, add_versions, import, read_versions, tag_of,
};
use crate::path::SourcePath;
use crate::source::Source;

/// The extensions of the files that most pages need. docgen reads these files together.
const READ: [&str; 4] = ["md", "yml", "yaml", "toml"];

/// Adds the versions to a converted site. Reports the versions that docgen can't import.
pub(super) fn add(folder: &Folder, root: &Path, imported: &mut Imported) {
    let Some(listing) = imported.listing.take() else { return };
    let Some(listed) = list(root, &listing) else {
        let hint = format!(
            "if the branch `{0}` contains `{1}`, run `git fetch origin {0}`, and import the site again; or add each version to `content/versions`",
            listing.branch, listing.file
        );
        imported.left.extend(listing.problem("the list of versions", &hint));
        return;
    };
    let tags = git::tags(root);
    let head = git::head(root);
    let mut versions: Vec<Converted> = Vec::new();
    for version in listed {
        let commit = tag_of(&version, &tags).and_then(|tag| git::commit(root, tag).ok());
        let is_own = commit.is_none() || commit == head;
        if is_own && versions.iter().all(|one| one.site.is_some()) {
            versions.push(Converted { version, site: None });
            continue;
        }
        match commit.and_then(|commit| converted(root, &commit, folder.year())) {
            Some(site) => versions.push(Converted { version, site: Some(site) }),
            None => {
                let what = format!("version `{}`, which has no tag", version.name);
                let hint = format!("add its pages to `content/versions/{}/docs`", version.name);
                imported.left.extend(listing.problem(&what, &hint));
            }
        }
    }
    add_versions(imported, listing, versions);
}

/// Reads the list of versions.
fn list(root: &Path, listing: &Listing) -> Option<Vec<Version>> {
    let commit = git::commit(root, &listing.branch).ok()?;
    let files = Tree::new(root, &commit).ok()?.read(std::slice::from_ref(&listing.file)).ok()?;
    let text = String::from_utf8(files.into_iter().next()??).ok()?;
    Some(read_versions(&text)).filter(|versions| !versions.is_empty())
}

/// Converts the site in a commit.
fn converted(root: &Path, commit: &str, year: u16) -> Option<Imported> {
    let origin = Committed::new(Tree::new(root, commit).ok()?, year)?;
    let mut site = import(&origin)?;
    let copies: Vec<(SourcePath, SourcePath)> = site
        .files
        .iter()
        .filter_map(|(path, content)| match content {
            Content::Copy(file) => Some((path.clone(), file.clone())),
            _ => None,
        })
        .collect();
    let files: Vec<SourcePath> = copies.iter().map(|(_, file)| file.clone()).collect();
    for ((path, _), bytes) in copies.into_iter().zip(origin.read(&files)?) {
        match bytes {
            Some(bytes) => site.files.insert(path, Content::Bytes(bytes)),
            None => site.files.remove(&path),
        };
    }
    Some(site)
}

/// The files in a commit.
struct Committed {
    tree: Tree,
    files: Vec<SourcePath>,
    texts: BTreeMap<SourcePath, Source>,
    year: u16,
}

impl Committed {
    fn new(tree: Tree, year: u16) -> Option<Self> {
        let is_hidden = |path: &str| path.split('/').rev().skip(1).any(|part| part.starts_with('.'));
        let below = |path: &str| path.strip_prefix(&tree.folder).map(SourcePath::new);
        let mut files: Vec<SourcePath> =
            tree.paths().filter(|path| !is_hidden(path)).filter_map(below).collect();
        files.sort();
        let mut origin = Committed { tree, files, texts: BTreeMap::new(), year };
        let read: Vec<SourcePath> =
            origin.files.iter().filter(|path| READ.contains(&path.extension())).cloned().collect();
        for (path, bytes) in read.iter().zip(origin.read(&read)?) {
            if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                origin.texts.insert(path.clone(), Source::new(path.clone(), &text));
            }
        }
        Some(origin)
    }

    /// Returns the bytes of files.
    fn read(&self, files: &[SourcePath]) -> Option<Vec<Option<Vec<u8>>>> {
        let whole = |file: &SourcePath| format!("{}{file}", self.tree.folder);
        self.tree.read(&files.iter().map(whole).collect::<Vec<_>>()).ok()
    }
}

impl Origin for Committed {
    fn files(&self) -> &[SourcePath] {
        &self.files
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        if let Some(source) = self.texts.get(path) {
            return Some(source.clone());
        }
        self.files.binary_search(path).ok()?;
        let bytes = self.read(std::slice::from_ref(path))?.into_iter().next()??;
        Some(Source::new(path.clone(), &String::from_utf8(bytes).ok()?))
    }

    fn outside(&self, _: &str) -> Option<Source> {
        None
    }

    fn folder(&self) -> &str {
        ""
    }

    fn year(&self) -> u16 {
        self.year
    }
}
