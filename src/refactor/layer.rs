//! [`Layer`]: shows a site's files as if some of them had moved and some had different text.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use parking_lot::RwLock;
use xxhash_rust::xxh3::Xxh3;

use super::{Edits, Moves, joined};
use crate::component::{Files, Package, PackageProblem, Platform, Repositories};
use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::pipeline::Sources;
use crate::site::{AssetFacts, Assets};
use crate::source::Source;

/// The moves and changes. Initially, there are none.
#[derive(Default)]
pub(crate) struct Layer {
    state: RwLock<(Moves, Edits)>,
}

impl Layer {
    /// Replaces the moves and changes.
    pub(crate) fn set(&self, moves: &Moves, edits: &Edits) {
        *self.state.write() = (moves.clone(), edits.clone());
    }

    /// Returns the original path of the file that now has this path.
    pub(crate) fn old_path(&self, path: &SourcePath) -> Option<SourcePath> {
        self.state.read().0.old_path(path)
    }

    /// Returns the sources with their new paths and text.
    pub(crate) fn sources(&self, sources: &Sources) -> Sources {
        let mut changed = sources.clone();
        // The files have to be found again, because a file's path determines the version that it belongs to.
        changed.openapi.is_loaded = false;
        let (moves, edits) = &*self.state.read();
        let Sources { markdown, categories, blog_files, messages, .. } = &mut changed;
        for list in [markdown, categories, blog_files, messages] {
            let mut originals = Vec::new();
            list.retain_mut(|source| {
                originals.extend(moves.is_copied(&source.path).then(|| source.clone()));
                show(source, moves, edits)
            });
            list.append(&mut originals);
            list.sort_by(|a, b| a.path.cmp(&b.path));
        }
        changed.config.take_if(|source| !show(source, moves, edits));
        for list in [&mut changed.static_files, &mut changed.strays] {
            let original = |path: &SourcePath| moves.is_copied(path).then(|| path.clone());
            let all = list.iter().flat_map(|path| original(path).into_iter().chain(moves.new_path(path)));
            *list = all.collect();
            list.sort();
        }
        changed
    }

    /// Reads the file that now has this path. `read` reads a file on disk. Returns `None` if no file has the path.
    pub(crate) fn read<E>(
        &self,
        path: &SourcePath,
        read: impl FnOnce(&SourcePath) -> Result<Source, E>,
    ) -> Option<Result<Source, E>> {
        let old = self.old_path(path)?;
        let shown = |mut source: Source| {
            let (moves, edits) = &*self.state.read();
            if old != *path || !moves.is_copied(&old) {
                show(&mut source, moves, edits);
            }
            source
        };
        Some(read(&old).map(shown))
    }

    /// Returns the names in a folder, sorted. `on_disk` returns the names in a folder on disk.
    pub(crate) fn names(
        &self,
        folder: &SourcePath,
        on_disk: &dyn Fn(&SourcePath) -> Vec<String>,
    ) -> Vec<String> {
        let moves = &self.state.read().0;
        let stays = |name: &String| {
            let path = joined(folder, name);
            moves.are_copies || !moves.affect(&path)
        };
        let exists = |old: &SourcePath| {
            on_disk(&SourcePath::new(old.parent())).iter().any(|name| name == old.file_name())
        };
        let mut names: Vec<String> = on_disk(folder).into_iter().filter(stays).collect();
        names.extend(
            moves.old_path(folder).filter(|old| old != folder).map(|old| on_disk(&old)).unwrap_or_default(),
        );
        let below = moves.all().filter_map(|(old, new)| Some((old, new.strip_dir(folder.as_str())?)));
        let below = below.filter(|(old, _)| exists(old));
        names.extend(below.filter_map(|(_, rest)| rest.split('/').next().map(str::to_owned)));
        names.sort();
        names.dedup();
        names
    }
}

/// Gives a source its new path and text. Returns `false` if the file is removed.
fn show(source: &mut Source, moves: &Moves, edits: &Edits) -> bool {
    let Some(path) = moves.new_path(&source.path) else { return false };
    match edits.apply(&source.path, &source.text) {
        Some(text) => *source = Source::new(path, &text),
        None => source.path = path,
    }
    true
}

/// The files that pages import, as a layer shows them.
pub(crate) struct Layered {
    /// The files on disk.
    pub files: Arc<dyn Files>,
    /// The layer.
    pub layer: Arc<Layer>,
}

impl Files for Layered {
    fn read(&self, path: &SourcePath) -> Result<Source, String> {
        let found = self.layer.read(path, |old| self.files.read(old));
        found.unwrap_or_else(|| Err("it doesn't exist".to_owned()))
    }

    fn exists(&self, path: &SourcePath) -> bool {
        self.layer.old_path(path).is_some_and(|old| self.files.exists(&old))
    }

    fn refusal(&self, path: &SourcePath) -> Option<String> {
        self.files.refusal(&self.layer.old_path(path)?)
    }

    fn repositories(&self) -> Option<&dyn Repositories> {
        self.files.repositories()
    }

    fn folder_in_repository(&self) -> &str {
        self.files.folder_in_repository()
    }

    fn package(&self, specifier: &str, platform: &Platform) -> Result<Package, PackageProblem> {
        self.files.package(specifier, platform)
    }

    fn package_place(&self, specifier: &str, line: u32, column: u32) -> Option<String> {
        self.files.package_place(specifier, line, column)
    }
}

/// The files that aren't text, as a layer shows them.
pub(crate) struct LayeredAssets<'a> {
    /// The files on disk.
    pub assets: &'a dyn Assets,
    /// The layer.
    pub layer: Arc<Layer>,
}

impl Assets for LayeredAssets<'_> {
    fn facts(&self, path: &SourcePath) -> Option<AssetFacts> {
        match self.layer.old_path(path) {
            Some(old) => self.assets.facts(&old),
            None => self.assets.published(path),
        }
    }

    fn text(&self, path: &SourcePath) -> Option<String> {
        self.assets.text(&self.layer.old_path(path)?)
    }

    fn refusal(&self, path: &SourcePath) -> Option<Diagnostic> {
        self.assets.refusal(&self.layer.old_path(path)?)
    }

    fn version(&self) -> u64 {
        // Edits don't change facts about files.
        let mut hasher = Xxh3::new();
        self.layer.state.read().0.hash(&mut hasher);
        self.assets.version() ^ hasher.finish()
    }
}
