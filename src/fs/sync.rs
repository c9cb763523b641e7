//! Writes only files whose bytes changed and removes files that docgen wrote earlier but that no longer belong to the
//! site. Never touches files that docgen didn't write or files outside the output folder: [`survey`] finds obstacles
//! before the first write, and links aren't followed.
//!
//! A manifest in the output folder lists the written files in sorted order, with a `hash path` line for each file. The
//! manifest is part of the output, so deleting the cache only makes the next build slower. Before the first write,
//! every old and new name is recorded as unfinished in a file next to the manifest. This record is removed after the
//! new manifest is written. If a sync finds such a record, it compares the bytes of the recorded files instead of their
//! hashes, and removes partial files. The manifest and the record are written completely or not at all, because a
//! partial record would be worse than none.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    file,
    locate::locate,
    output_cache::{CachedFile, OutputCache},
    read_inside,
    survey::{self, IsSame, Kind, Plan, SyncError},
};
use crate::path::{OutPath, folded};
use crate::render::{Artifact, Body};

/// The record of what docgen wrote.
const MANIFEST: &str = "_docgen/manifest";
/// The record of an unfinished sync.
const UNFINISHED: &str = "_docgen/manifest.unfinished";
/// A file in every output folder. The file's existence shows that docgen wrote to the folder.
pub(super) const MARK: &str = "_docgen/site.json";
/// The temporary name of the manifest and the record.
const HALF_WRITTEN: &str = "_docgen/manifest.tmp";

/// A sync in progress.
pub(crate) struct Sync {
    root: PathBuf,
    out: PathBuf,
    /// Files that earlier syncs wrote, with their hashes. The hash is 0 for files in `suspect`.
    known: HashMap<String, u64>,
    /// Files that an unfinished sync might have written, and files in `unsure`.
    suspect: HashSet<String>,
    planned: HashSet<OutPath>,
    /// Files to replace even though the manifest is lost and docgen might not have written them.
    pub unsure: Vec<OutPath>,
    /// The files from the last build, each with a hash of its inputs.
    cache: OutputCache,
    /// The files that were written or kept so far, in no particular order.
    written: Mutex<Vec<(OutPath, CachedFile)>>,
    folders: Mutex<HashSet<PathBuf>>,
    /// For each checked path, whether the path is a folder rather than a link.
    real: Mutex<HashMap<PathBuf, bool>>,
    report: Mutex<Report>,
    failed: Mutex<Vec<SyncError>>,
}

/// The result of a sync.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Report {
    /// The number of files that were new or whose bytes changed.
    pub written: usize,
    /// The number of files that were already up to date.
    pub unchanged: usize,
    /// The number of files that were removed because they no longer belong to the site.
    pub removed: usize,
}

/// The state of the output folder after a sync. Comparing this state with the folder later shows whether the folder has
/// changed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    /// The xxh3 hash (64 bits) of the manifest.
    pub manifest: u64,
    /// The length of each file, in manifest order.
    pub lengths: Vec<u64>,
}

impl Written {
    /// Whether the folder is unchanged since the sync. As in a sync, if a file's bytes changed but its length didn't,
    /// the file counts as unchanged.
    pub(crate) fn is_intact(&self, out: &Path) -> bool {
        let Some(manifest) = file::read_own(&out.join(MANIFEST)) else { return false };
        let is_there = |name: &&str| out.join(name).exists();
        if xxh3_64(&manifest) != self.manifest || [UNFINISHED, HALF_WRITTEN].iter().any(is_there) {
            return false;
        }
        let manifest = String::from_utf8_lossy(&manifest);
        let files: Vec<(Cow<'_, str>, u64)> = manifest
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(_, name)| unescape(name))
            .zip(self.lengths.iter().copied())
            .collect();
        let intact = |(name, length): &(Cow<'_, str>, u64)| {
            std::fs::symlink_metadata(out.join(&**name))
                .is_ok_and(|file| file.is_file() && file.len() == *length)
        };
        files.par_iter().with_min_len(256).all(intact)
    }
}

impl Sync {
    /// Starts a sync of the `planned` files, from the site in `root` to the `out` folder. `cache` is the result of the
    /// last sync. `is_same` compares one of the site's files with a file that docgen didn't write. Returns an error for
    /// each obstacle before writing any files.
    pub(crate) fn begin<'a>(
        root: &Path,
        out: &Path,
        planned: impl Iterator<Item = &'a OutPath>,
        cache: OutputCache,
        is_same: IsSame<'_>,
    ) -> Result<Self, Vec<SyncError>> {
        let planned: Vec<&OutPath> = planned.collect();
        let earlier = || {
            let (known, unfinished) =
                (read_manifest(&out.join(MANIFEST)), read_manifest(&out.join(UNFINISHED)));
            let all = || known.iter().chain(&unfinished).cloned().collect::<HashMap<String, u64>>();
            let (record, hashes) = rayon::join(|| record(&known, &unfinished, &planned), all);
            let suspect = unfinished.into_iter().map(|(name, _)| name).collect();
            (record, hashes, suspect)
        };
        let paths = || planned.iter().map(|path| (*path).clone()).collect();
        let ((record, mut known, mut suspect), paths): ((_, _, HashSet<String>), HashSet<OutPath>) =
            rayon::join(earlier, paths);
        let plan = Plan { out, files: &planned, records: &[MANIFEST, UNFINISHED, HALF_WRITTEN] };
        let is_lost = known.is_empty() && matches!(survey::kind(&out.join(MARK)), Kind::File);
        let found = survey::in_the_way(&plan, &|name| known.contains_key(name), is_lost, is_same);
        if !found.blocked.is_empty() {
            return Err(found.blocked);
        }
        let unsure = found.unsure;
        suspect.extend(unsure.iter().map(|path| path.as_str().to_owned()));
        known.extend(unsure.iter().map(|path| (path.as_str().to_owned(), 0)));
        let sync = Sync {
            root: root.to_owned(),
            out: out.to_owned(),
            unsure,
            suspect,
            known,
            planned: paths,
            cache,
            written: Mutex::default(),
            folders: Mutex::default(),
            real: Mutex::default(),
            report: Mutex::default(),
            failed: Mutex::default(),
        };
        let path = sync.out.join(UNFINISHED);
        sync.folder(&path)
            .and_then(|()| super::replace(&path, &sync.out.join(HALF_WRITTEN), record.as_bytes()))
            .map_err(|error| vec![SyncError { path, read: false, error }])?;
        sync.sweep();
        sync.clear_the_way();
        Ok(sync)
    }

    /// Removes the temporary files of an unfinished sync.
    fn sweep(&self) {
        self.suspect.par_iter().for_each(|name| {
            // Most of these temporary files don't exist.
            let path = self.out.join(temporary(OutPath::new(name).as_str()));
            if path.symlink_metadata().is_ok() && self.is_in_real_folder(&path) {
                let _ = std::fs::remove_file(path);
            }
        });
    }

    /// Removes earlier files that are in the way: files that are replaced by folders, files in folders that are
    /// replaced by files, and, on file systems that ignore case or Unicode form, files that are replaced by files with
    /// equivalent names. All other outdated files stay until all new files are written.
    fn clear_the_way(&self) {
        let stale: Vec<&String> =
            self.known.keys().filter(|name| !self.planned.contains(name.as_str())).collect();
        if stale.is_empty() {
            return;
        }
        let folders: HashSet<&str> = self.planned.iter().flat_map(|path| ancestors(path.as_str())).collect();
        let all: HashSet<String> = self.planned.iter().map(|path| folded(path.as_str())).collect();
        let mut in_the_way: Vec<&String> = stale
            .into_iter()
            .filter(|name| {
                folders.contains(name.as_str())
                    || ancestors(name).any(|above| self.planned.contains(above))
                    || all.contains(&folded(name))
            })
            .collect();
        in_the_way.sort_unstable();
        for name in in_the_way {
            self.remove(name);
        }
    }

    /// Removes a file that docgen wrote earlier.
    fn remove(&self, name: &str) {
        // Even if someone tampered with the manifest, `OutPath` protects all files outside the folder.
        let path = self.out.join(OutPath::new(name).as_str());
        // docgen writes only regular files and doesn't follow links, so keep all other items.
        if !matches!(survey::kind(&path), Kind::File) || !self.is_in_real_folder(&path) {
            return self.remove_empty_folders(&path);
        }
        match std::fs::remove_file(&path) {
            Ok(()) => self.report.lock().removed += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => self.fail(SyncError { path: path.clone(), read: false, error }),
        }
        self.remove_empty_folders(&path);
    }

    /// Whether all parents of a file in the output folder are folders, not links to folders.
    fn is_in_real_folder(&self, path: &Path) -> bool {
        let Some(parent) =
            path.parent().filter(|parent| *parent != self.out && parent.starts_with(&self.out))
        else {
            return true;
        };
        if let Some(real) = self.real.lock().get(parent).copied() {
            return real;
        }
        let is_real = matches!(survey::kind(parent), Kind::Folder) && self.is_in_real_folder(parent);
        self.real.lock().insert(parent.to_owned(), is_real);
        is_real
    }

    /// If the last sync wrote all these files with `key`, and all the files still exist with the same lengths, keeps
    /// the files. Otherwise, keeps none of the files. Doesn't read the files. Returns whether the files were kept.
    pub(crate) fn keep_made<'a>(&self, paths: impl Iterator<Item = &'a OutPath>, key: u128) -> bool {
        let there = |path: &'a OutPath| {
            let name = path.as_str();
            let file = self.cache.get(name, key)?;
            let trusted = self.known.get(name) == Some(&file.hash);
            let metadata = trusted.then(|| std::fs::symlink_metadata(self.out.join(name)).ok()).flatten()?;
            (metadata.is_file() && metadata.len() == file.length).then(|| (path.clone(), file))
        };
        let Some(files) = paths.map(there).collect::<Option<Vec<_>>>() else { return false };
        self.report.lock().unchanged += files.len();
        self.written.lock().extend(files);
        true
    }

    /// If the last sync wrote this file with `key`, and the file still has the same bytes, returns the file's text.
    pub(crate) fn made_text(&self, path: &OutPath, key: u128) -> Option<String> {
        let name = path.as_str();
        let file = self.cache.get(name, key)?;
        let bytes = file::read_own(&self.out.join(name)).filter(|bytes| xxh3_64(bytes) == file.hash)?;
        String::from_utf8(bytes).ok()
    }

    /// Keeps a file that hasn't changed since an earlier sync wrote it. The file's name determines its content. Returns
    /// whether the file was kept.
    pub(crate) fn keep(&self, path: &OutPath, key: u128) -> bool {
        let name = path.as_str();
        let expected = self.known.get(name).copied();
        let found = expected.and_then(|_| file::read_own(&self.out.join(name)));
        let kept = expected.zip(found).filter(|(hash, bytes)| xxh3_64(bytes) == *hash);
        let Some((hash, bytes)) = kept else { return false };
        self.report.lock().unchanged += 1;
        let file = CachedFile { hash, length: bytes.len() as u64, key: Some(key) };
        self.written.lock().push((path.clone(), file));
        true
    }

    /// Writes a file if its bytes have changed. If later syncs can keep the file while the file's inputs stay the
    /// same, `key` is a hash of the inputs. [`Sync::finish`] reports all failures together.
    pub(crate) fn write(&self, artifact: &Artifact, key: Option<u128>) {
        let written = match &artifact.body {
            Body::Bytes(bytes) => self.try_write(&artifact.path, bytes, key),
            Body::Copy(source) => match read_inside(&self.root, source) {
                Ok(bytes) => self.try_write(&artifact.path, &bytes, key),
                Err(error) => {
                    let path = locate(&self.root, source.as_str());
                    return self.fail(SyncError { path, read: true, error });
                }
            },
        };
        if let Err(error) = written {
            self.fail(SyncError { path: self.out.join(artifact.path.as_str()), read: false, error });
        }
    }

    fn try_write(&self, file: &OutPath, bytes: &[u8], key: Option<u128>) -> io::Result<()> {
        let name = file.as_str();
        let path = self.out.join(name);
        let hash = xxh3_64(bytes);
        let expected = self.known.get(name).copied();
        let done = || {
            let written = CachedFile { hash, length: bytes.len() as u64, key };
            self.written.lock().push((file.clone(), written));
            Ok(())
        };
        // If no earlier build wrote a file, the file rarely exists, so try to create it without checking.
        if expected.is_none() && self.create(&path, bytes)? {
            return done();
        }
        let metadata = std::fs::symlink_metadata(&path).ok();
        let same_length = metadata
            .as_ref()
            .is_some_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64);
        if same_length && (expected == Some(hash) || std::fs::read(&path).is_ok_and(|old| old == bytes)) {
            self.report.lock().unchanged += 1;
        } else {
            match metadata {
                None => {
                    self.folder(&path)?;
                    std::fs::File::create_new(&path)?.write_all(bytes)?;
                }
                // After the survey, another program created an item at the path or replaced a file from the last build.
                Some(metadata) if !metadata.is_file() || expected.is_none() => {
                    return Err(survey::refusal(&survey::kind(&path)));
                }
                Some(_) => {
                    super::replace(&path, &self.out.join(temporary(name)), bytes)?;
                }
            }
            self.report.lock().written += 1;
        }
        done()
    }

    /// Writes a new file. If something already exists at the path, returns `false`.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<bool> {
        self.folder(path)?;
        match std::fs::File::create_new(path) {
            Ok(mut file) => file.write_all(bytes)?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(error),
        }
        self.report.lock().written += 1;
        Ok(true)
    }

    /// Creates a file's folder unless this sync already created the folder.
    fn folder(&self, path: &Path) -> io::Result<()> {
        let Some(parent) = path.parent() else { return Ok(()) };
        let is_known = self.folders.lock().contains(parent);
        if !is_known {
            std::fs::create_dir_all(parent)?;
            self.folders.lock().insert(parent.to_owned());
        }
        Ok(())
    }

    fn fail(&self, error: SyncError) {
        self.failed.lock().push(error);
    }

    /// Removes files that no longer belong to the site, and writes the manifest. If any operation failed, returns the
    /// errors from the whole sync and doesn't write the manifest.
    pub(crate) fn finish(self) -> Result<(Report, Written, OutputCache), Vec<SyncError>> {
        let mut stale: Vec<&String> =
            self.known.keys().filter(|name| !self.planned.contains(name.as_str())).collect();
        stale.sort_unstable();
        for name in stale {
            self.remove(name);
        }
        let mut failed = self.failed.into_inner();
        let mut written = self.written.into_inner();
        written.par_sort_unstable_by(|(path, _), (other, _)| path.cmp(other));
        let mut manifest = String::with_capacity(written.len() * 64);
        for (path, file) in &written {
            // Writing to memory can't fail.
            let _ = writeln!(manifest, "{:016x} {}", file.hash, escape(path.as_str()));
        }
        let left = Written {
            manifest: xxh3_64(manifest.as_bytes()),
            lengths: written.iter().map(|(_, file)| file.length).collect(),
        };
        let cache = OutputCache::of(written.into_iter().filter(|(_, file)| file.key.is_some()));
        if failed.is_empty() {
            let (path, unfinished) = (self.out.join(MANIFEST), self.out.join(UNFINISHED));
            let is_same = file::read_own(&path).is_some_and(|old| old == manifest.as_bytes());
            let written = if is_same {
                Ok(())
            } else {
                super::replace(&path, &self.out.join(HALF_WRITTEN), manifest.as_bytes())
            };
            if let Err(error) = written.and_then(|()| std::fs::remove_file(&unfinished)) {
                failed.push(SyncError { path, read: false, error });
            }
        }
        if !failed.is_empty() {
            failed.sort_by(|a, b| a.path.cmp(&b.path));
            return Err(failed);
        }
        Ok((self.report.into_inner(), left, cache))
    }

    /// Removes the empty folders above a removed file.
    fn remove_empty_folders(&self, path: &Path) {
        let mut folder = path.parent();
        while let Some(at) = folder.filter(|at| *at != self.out && at.starts_with(&self.out)) {
            if std::fs::remove_dir(at).is_err() {
                break;
            }
            folder = at.parent();
        }
    }
}

/// Returns the folders above a file: `a/b` and `a` for `a/b/c`.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(name.rsplit_once('/').map(|(above, _)| above), |at| {
        at.rsplit_once('/').map(|(above, _)| above)
    })
}

/// Returns a record of every file that a sync can write or remove, with 0 instead of each hash.
fn record(known: &[(String, u64)], unfinished: &[(String, u64)], planned: &[&OutPath]) -> String {
    let earlier = known.iter().chain(unfinished).map(|(name, _)| &**name);
    let mut names: Vec<&str> = earlier.chain(planned.iter().map(|path| path.as_str())).collect();
    // This sort is fast because the names consist of a few sorted runs.
    names.sort();
    names.dedup();
    let mut record = String::with_capacity(names.len() * 64);
    for name in names {
        record.extend(["0000000000000000 ", &escape(name), "\n"]);
    }
    record
}

/// Returns the temporary path of a file. The path depends only on the file's name so that, after an unfinished sync,
/// the next sync knows all possible temporary files.
fn temporary(name: &str) -> String {
    let folder = name.rfind('/').map_or("", |at| &name[..=at]);
    format!("{folder}.docgen-{:016x}", xxh3_64(name.as_bytes()))
}

/// Escapes a name for use in a manifest line. Names of written files never contain a backslash.
fn escape(name: &str) -> Cow<'_, str> {
    if name.contains(['\n', '\r']) {
        name.replace('\n', "\\n").replace('\r', "\\r").into()
    } else {
        name.into()
    }
}

/// Returns the name from a manifest line.
fn unescape(name: &str) -> Cow<'_, str> {
    if name.contains('\\') { name.replace("\\n", "\n").replace("\\r", "\r").into() } else { name.into() }
}

/// Returns a manifest's files and their hashes, in order.
fn read_manifest(path: &Path) -> Vec<(String, u64)> {
    let text = file::read_own(path).and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let line = |line: &str| {
        let (hash, name) = line.split_once(' ')?;
        Some((unescape(name).into_owned(), u64::from_str_radix(hash, 16).ok()?))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests;
