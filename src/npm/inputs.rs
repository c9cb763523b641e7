//! Everything that determines the bundle of a package: the files that esbuild read, the installed packages, and
//! esbuild itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::esbuild::Esbuild;
use crate::fs;

/// The files that determine the bundle of a package, each with a hash of its content, or `None` if the file doesn't
/// exist.
///
/// The content is compared, because a package can be a link to a folder that someone is working in. Files that esbuild
/// looked for but didn't find aren't included. Instead, the set includes the files where package managers record which
/// packages are installed.
#[derive(Serialize, Deserialize)]
pub(super) struct Inputs(BTreeMap<PathBuf, Option<u64>>);

/// The files in `node_modules` where package managers record which packages they installed.
const RECORDS: [&str; 5] =
    [".package-lock.json", ".modules.yaml", ".pnpm/lock.yaml", ".yarn-state.yml", ".yarn-integrity"];

impl Inputs {
    /// Collects the inputs of a bundle from the files that esbuild read.
    pub(super) fn new(read: Vec<PathBuf>, root: &Path, esbuild: &Esbuild) -> Self {
        let folders: BTreeSet<&Path> = read.iter().filter_map(|file| file.parent()).collect();
        let above: BTreeSet<&Path> =
            folders.iter().flat_map(|folder| folder.ancestors()).chain(root.ancestors()).collect();
        let mut files = vec![esbuild.folder.join("package.json")];
        // Package managers keep no record of packages outside `node_modules`, but `package.json` can specify what
        // to import.
        files.extend(above.iter().map(|folder| folder.join("package.json")).filter(|file| fs::exists(file)));
        let modules = above.iter().map(|folder| folder.join("node_modules"));
        files.extend(modules.flat_map(|folder| RECORDS.map(|record| folder.join(record))));
        files.extend(read);
        Inputs(files.into_iter().map(|file| (file.clone(), hash(&file))).collect())
    }

    /// Whether all files still have the same content.
    pub(super) fn are_same(&self) -> bool {
        self.0.iter().all(|(file, known)| hash(file) == *known)
    }

    /// Returns a hash of the files' current content.
    pub(super) fn now(&self) -> u64 {
        let mut hasher = Xxh3::new();
        for file in self.0.keys() {
            hasher.update(&hash(file).map_or([0; 8], u64::to_le_bytes));
        }
        hasher.digest()
    }
}

fn hash(file: &Path) -> Option<u64> {
    fs::read_any(file).map(|bytes| xxh3_64(&bytes))
}
