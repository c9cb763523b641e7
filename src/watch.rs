//! Watching: turns the events of the file system into settled batches of changed paths. The only user of notify.
//!
//! Takes the site's root, gives one [`Batch`] after another. It must not know what the files are for: which of them
//! have to be read again is the loader's to say, what then changes on the site the pipeline's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use parking_lot::RwLock;

use crate::fs::{CONFIG, FOLDERS, is_hidden};
use crate::path::SourcePath;

/// How long a batch is waited for.
#[derive(Clone, Copy)]
struct Patience {
    /// How long nothing may happen before it is taken as whole; each event begins this anew.
    quiet: Duration,
    /// How long it may grow while events keep coming, as from a program that writes a log into the site.
    longest: Duration,
}

/// For what a writer saves. Editors save in two or three steps without a pause between them; a longer wait would be
/// felt.
const SAVE: Patience = Patience { quiet: Duration::from_millis(15), longest: Duration::from_secs(2) };

/// For what a program does to many files, as a change of the branch: it pauses now and then, nobody looks at what is
/// halfway, and a site of that is wrong and was work for nothing.
const UPHEAVAL: Patience = Patience { quiet: Duration::from_millis(300), longest: Duration::from_secs(30) };

/// How many paths are more than a writer saves at once.
const MANY: usize = 10;

/// What changed since the last batch.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Batch {
    /// Files and folders that were changed, added or removed, below the site's root.
    pub paths: BTreeSet<SourcePath>,
    /// Events were lost: anything may have changed.
    pub everything: bool,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.paths.is_empty() && !self.everything
    }

    fn add(&mut self, other: Batch) {
        self.paths.extend(other.paths);
        self.everything |= other.everything;
    }
}

/// What is followed besides the folders.
#[derive(Default)]
struct Beside {
    /// What is followed instead of the folders of a site, each without those in it.
    bare: Option<BTreeSet<SourcePath>>,
    /// Files that lie elsewhere in the root.
    files: BTreeSet<SourcePath>,
    /// Symbolic links of the site, and what they lead to.
    links: BTreeMap<SourcePath, PathBuf>,
}

/// Follows the files of a site.
pub(crate) struct Watcher {
    root: PathBuf,
    notify: RecommendedWatcher,
    followed: BTreeSet<&'static str>,
    beside: Arc<RwLock<Beside>>,
    /// The folders that are followed for files beside the others, themselves alone.
    around: BTreeSet<SourcePath>,
    events: Receiver<Batch>,
}

/// Why a site cannot be followed.
#[derive(Debug)]
pub(crate) struct WatchError(notify::Error);

impl std::fmt::Display for WatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0.kind {
            notify::ErrorKind::MaxFilesWatch => f.write_str(
                "the system's limit of watched folders is reached (`fs.inotify.max_user_watches`)",
            ),
            _ => write!(f, "{}", self.0),
        }
    }
}

impl std::error::Error for WatchError {}

impl Watcher {
    /// Begins to follow the site in `root`, an absolute path.
    pub(crate) fn new(root: &Path) -> Result<Self, WatchError> {
        let (sender, events) = mpsc::channel();
        let at = root.to_owned();
        let beside = Arc::new(RwLock::new(Beside::default()));
        let shared = Arc::clone(&beside);
        let send = move |event: notify::Result<notify::Event>| {
            let batch = match event {
                Ok(event) => changes(&at, &event, &shared.read()),
                Err(_) => Batch { everything: true, ..Batch::default() },
            };
            if !batch.is_empty() {
                // The receiver goes when the server ends.
                let _ = sender.send(batch);
            }
        };
        let notify = notify::recommended_watcher(send).map_err(WatchError)?;
        let (followed, around) = (BTreeSet::new(), BTreeSet::new());
        let mut watcher = Watcher { root: root.to_owned(), notify, followed, beside, around, events };
        watcher.notify.watch(root, RecursiveMode::NonRecursive).map_err(WatchError)?;
        watcher.follow()?;
        Ok(watcher)
    }

    /// Follows these folders instead of those of a site, each without those in it; or the latter again.
    pub(crate) fn bare(&mut self, folders: Option<&BTreeSet<SourcePath>>) -> Result<(), WatchError> {
        let before = std::mem::replace(&mut self.beside.write().bare, folders.cloned());
        if before.is_some() && folders.is_none() {
            self.follow()?;
        }
        self.follow_others()
    }

    /// Follows these files as well, as far as they are beside the site's folders. They need not be there yet. Gives
    /// those that were not followed until now: what was done to them before, nobody heard.
    pub(crate) fn also(&mut self, files: &BTreeSet<SourcePath>) -> Result<BTreeSet<SourcePath>, WatchError> {
        let beside = |path: &&SourcePath| !FOLDERS.iter().any(|folder| path.strip_dir(folder).is_some());
        let files: BTreeSet<SourcePath> = files.iter().filter(beside).cloned().collect();
        let known = std::mem::replace(&mut self.beside.write().files, files.clone());
        self.follow_others()?;
        Ok(files.difference(&known).cloned().collect())
    }

    /// Follows the folder of each such file, or the one where that folder would appear.
    fn follow_others(&mut self) -> Result<(), WatchError> {
        let beside = self.beside.read();
        for folder in beside.bare.iter().flatten() {
            let path = self.root.join(folder.as_str());
            if !self.around.contains(folder) && path.is_dir() {
                self.notify.watch(&path, RecursiveMode::NonRecursive).map_err(WatchError)?;
                self.around.insert(folder.clone());
            }
        }
        for file in &beside.files {
            // A folder inside may be made just before this one is followed; so it is looked for again.
            while let Some(folder) = nearest_folder(&self.root, file)
                && !self.around.contains(&folder)
            {
                let path = self.root.join(folder.as_str());
                self.notify.watch(&path, RecursiveMode::NonRecursive).map_err(WatchError)?;
                self.around.insert(folder);
            }
        }
        Ok(())
    }

    /// Follows what these links of the site lead to: a change of it is one of the file that the link stands for.
    pub(crate) fn through(&mut self, links: &BTreeMap<SourcePath, PathBuf>) -> Result<(), WatchError> {
        let known = std::mem::replace(&mut self.beside.write().links, links.clone());
        if *links == known {
            return Ok(());
        }
        // To the system a folder is one however it is come by, and what followed a link that has gone it followed alone.
        self.followed.clear();
        let mut result = self.follow();
        let is_in_site =
            |target: &Path| FOLDERS.iter().any(|folder| target.starts_with(self.root.join(folder)));
        let targets: BTreeSet<&PathBuf> = links.values().filter(|target| !is_in_site(target)).collect();
        let (folders, files): (Vec<&Path>, Vec<&Path>) =
            targets.into_iter().map(PathBuf::as_path).partition(|target| target.is_dir());
        // A file is replaced by another one of its name, so its folder is followed.
        let around: BTreeSet<&Path> = files
            .into_iter()
            .filter_map(Path::parent)
            .filter(|parent| *parent != self.root && !folders.iter().any(|folder| parent.starts_with(folder)))
            .collect();
        let folders = folders.into_iter().map(|folder| (folder, RecursiveMode::Recursive));
        let around = around.into_iter().map(|folder| (folder, RecursiveMode::NonRecursive));
        for (folder, mode) in folders.chain(around) {
            result = result.and(self.notify.watch(folder, mode).map_err(WatchError));
        }
        result
    }

    /// Follows the site's folders as far as they are there. Whatever else lies beside them (output, caches, installed
    /// packages) is not even listened to.
    fn follow(&mut self) -> Result<(), WatchError> {
        let is_site = self.beside.read().bare.is_none();
        for folder in FOLDERS.into_iter().filter(|_| is_site) {
            let path = self.root.join(folder);
            if path.is_dir() && !self.followed.contains(folder) {
                self.notify.watch(&path, RecursiveMode::Recursive).map_err(WatchError)?;
                self.followed.insert(folder);
            }
        }
        Ok(())
    }
}

/// Waits for each next batch. It ends when nothing can come any more.
impl Iterator for Watcher {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let batch = settle(&self.events, SAVE, UPHEAVAL)?;
        if batch.everything || batch.paths.iter().any(|path| FOLDERS.contains(&path.as_str())) {
            // A folder that was made again is another one to the system. One that cannot be followed is tried anew
            // when it next changes.
            self.followed.clear();
            let _ = self.follow();
        }
        self.around.retain(|folder| {
            let same = !batch.everything && !batch.paths.iter().any(|path| is_at_or_in(folder, path));
            same && self.root.join(folder.as_str()).is_dir()
        });
        let _ = self.follow_others();
        Some(batch)
    }
}

/// Where events come from, and the clock by which they come.
trait Arrivals {
    /// Waits for the next event. None when the other end has gone.
    fn next(&mut self) -> Option<Batch>;
    /// The next event, if one comes in this time.
    fn within(&mut self, time: Duration) -> Option<Batch>;
    /// What the clock says.
    fn now(&self) -> Instant;
}

impl Arrivals for &Receiver<Batch> {
    fn next(&mut self) -> Option<Batch> {
        self.recv().ok()
    }

    fn within(&mut self, time: Duration) -> Option<Batch> {
        self.recv_timeout(time).ok()
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// Collects what arrives until nothing has for a while. None when the other end has gone.
fn settle(mut events: impl Arrivals, save: Patience, upheaval: Patience) -> Option<Batch> {
    let mut batch = events.next()?;
    let begun = events.now();
    loop {
        let many = batch.everything || batch.paths.len() >= MANY;
        let Patience { quiet, longest } = if many { upheaval } else { save };
        if events.now() - begun >= longest {
            return Some(batch);
        }
        match events.within(quiet) {
            Some(more) => batch.add(more),
            None => return Some(batch),
        }
    }
}

/// The folder of a file, or the nearest one around it that is there. None if that is the root.
fn nearest_folder(root: &Path, file: &SourcePath) -> Option<SourcePath> {
    let mut folder = SourcePath::new(file.parent());
    while !folder.as_str().is_empty() {
        if root.join(folder.as_str()).is_dir() {
            return Some(folder);
        }
        folder = SourcePath::new(folder.parent());
    }
    None
}

/// Whether a path is a folder or something in it.
fn is_at_or_in(path: &SourcePath, folder: &SourcePath) -> bool {
    path == folder || path.strip_dir(folder.as_str()).is_some()
}

/// What an event says about the site, to which what lies beside its folders belongs as well.
fn changes(root: &Path, event: &notify::Event, beside: &Beside) -> Batch {
    // Reading is an event too, docgen's own as well. The end of a write is what says that a file is whole.
    let written = matches!(event.kind, EventKind::Access(AccessKind::Close(AccessMode::Write)));
    if matches!(event.kind, EventKind::Access(_)) && !written {
        return Batch::default();
    }
    let relative = |path: PathBuf| Some(path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/"));
    let matters =
        |path: &SourcePath| match &beside.bare {
            Some(folders) => folders.contains(&SourcePath::new(path.parent())) && !is_hidden("", path.file_name()),
            None => matters(path.as_str()),
        } || beside.files.iter().any(|file| is_at_or_in(file, path));
    let places = event.paths.iter().flat_map(|path| places(root, path, &beside.links));
    let paths = places.filter_map(relative).map(SourcePath::new).filter(matters).collect();
    Batch { paths, everything: event.need_rescan() }
}

/// Where a file is that an event names: there, and wherever a link leads to it.
fn places(root: &Path, path: &Path, links: &BTreeMap<SourcePath, PathBuf>) -> Vec<PathBuf> {
    // Where a folder around it came or went, so did the whole of it.
    let moved = |path: &Path, from: &Path, to: &Path| match path.strip_prefix(from) {
        Ok(rest) if !rest.as_os_str().is_empty() => Some(to.join(rest)),
        _ => from.starts_with(path).then(|| to.to_owned()),
    };
    let links = || links.iter().map(|(link, target)| (root.join(link.as_str()), target));
    // The system may name it by a link, and by any of several.
    let mut places: Vec<PathBuf> =
        links().filter_map(|(link, target)| moved(path, &link, target)).chain([path.to_owned()]).collect();
    for at in 0..places.len() {
        let others = links().filter_map(|(link, target)| moved(&places[at], target, &link));
        places.extend(others.collect::<Vec<_>>());
    }
    places
}

/// Whether a path below the root is part of the site.
fn matters(path: &str) -> bool {
    let (folder, rest) = path.split_once('/').unwrap_or((path, ""));
    let inside = path == CONFIG || FOLDERS.contains(&folder);
    inside && !rest.split('/').any(|name| is_hidden(folder, name))
}

#[cfg(test)]
mod tests;
