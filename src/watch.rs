//! Watching: turns file system events into debounced batches of changed paths. Only this module uses notify.
//!
//! Takes the site's root and returns one [`Batch`] after another. This module must not know what the files are for: the
//! loader decides which files to read again, and the pipeline decides what changes on the site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use parking_lot::RwLock;

use crate::fs::{CONFIG, FOLDERS, IGNORED, PINS, is_hidden};
use crate::path::SourcePath;

/// The waiting times for a batch.
#[derive(Clone, Copy)]
struct Patience {
    /// The time without events after which a batch ends. Each event restarts this time.
    quiet: Duration,
    /// The maximum duration of a batch while events keep arriving, such as when a program writes to a log file in
    /// the site's folder.
    longest: Duration,
}

/// The waiting times for files that a writer saves. Editors save in two or three steps without a pause, and a longer
/// wait would be noticeable.
const SAVE: Patience = Patience { quiet: Duration::from_millis(15), longest: Duration::from_secs(2) };

/// The waiting times for programs that change many files, such as Git during a branch switch. Such a program sometimes
/// pauses, and building the half-changed site would waste time.
const UPHEAVAL: Patience = Patience { quiet: Duration::from_millis(300), longest: Duration::from_secs(30) };

/// The minimum number of paths in a batch that uses [`UPHEAVAL`]. A writer usually saves fewer files at once.
const MANY: usize = 10;

/// The changes since the last batch.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Batch {
    /// Files and folders that were changed, added, or removed, below the site's root.
    pub paths: BTreeSet<SourcePath>,
    /// Whether events were lost. If so, anything might have changed.
    pub everything: bool,
}

impl Batch {
    /// Returns a batch of these paths.
    pub(crate) fn of(paths: BTreeSet<SourcePath>) -> Self {
        Batch { paths, everything: false }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty() && !self.everything
    }

    pub(crate) fn add(&mut self, other: Batch) {
        self.paths.extend(other.paths);
        self.everything |= other.everything;
    }
}

/// The files and folders to watch in addition to the site's folders.
#[derive(Default)]
struct Beside {
    /// The folders to watch instead of a site's folders, each without its subfolders.
    bare: Option<BTreeSet<SourcePath>>,
    /// Files below the root but outside the site's folders.
    files: BTreeSet<SourcePath>,
    /// Symbolic links in the site, with their targets.
    links: BTreeMap<SourcePath, PathBuf>,
}

/// A watcher for a site's files.
pub(crate) struct Watcher {
    root: PathBuf,
    notify: RecommendedWatcher,
    followed: BTreeSet<&'static str>,
    beside: Arc<RwLock<Beside>>,
    /// Folders that are watched, without their subfolders, for files outside the site's folders.
    around: BTreeSet<SourcePath>,
    events: Events,
}

/// The events that haven't been received yet.
struct Events {
    receiver: Receiver<Batch>,
    /// The number of events in `events`.
    count: Arc<AtomicUsize>,
}

/// The reason that a site can't be watched.
#[derive(Debug)]
pub(crate) struct WatchError(notify::Error);

impl From<notify::Error> for WatchError {
    fn from(error: notify::Error) -> Self {
        WatchError(error)
    }
}

impl std::fmt::Display for WatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0.kind {
            notify::ErrorKind::MaxFilesWatch => f.write_str(
                "the system's limit on watched folders has been reached (`fs.inotify.max_user_watches`)",
            ),
            _ => write!(f, "{}", self.0),
        }
    }
}

impl Watcher {
    /// Starts watching the site in `root`, an absolute path.
    pub(crate) fn new(root: &Path) -> Result<Self, WatchError> {
        let (add, events) = Events::channel();
        let at = root.to_owned();
        let beside = Arc::new(RwLock::new(Beside::default()));
        let shared = Arc::clone(&beside);
        let send = move |event: notify::Result<notify::Event>| {
            let batch = match event {
                Ok(event) => changes(&at, &event, &shared.read()),
                Err(_) => Batch { everything: true, ..Batch::default() },
            };
            if !batch.is_empty() {
                add(batch);
            }
        };
        let notify = notify::recommended_watcher(send)?;
        let (followed, around) = (BTreeSet::new(), BTreeSet::new());
        let mut watcher = Watcher { root: root.to_owned(), notify, followed, beside, around, events };
        watcher.notify.watch(root, RecursiveMode::NonRecursive)?;
        watcher.follow()?;
        Ok(watcher)
    }

    /// Returns a function that checks whether something has changed since the last batch.
    pub(crate) fn is_pending(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let count = Arc::clone(&self.events.count);
        move || count.load(Ordering::Relaxed) > 0
    }

    /// Watches these folders, each without its subfolders, instead of a site's folders. With `None`, watches a site's
    /// folders again.
    pub(crate) fn bare(&mut self, folders: Option<&BTreeSet<SourcePath>>) -> Result<(), WatchError> {
        let before = std::mem::replace(&mut self.beside.write().bare, folders.cloned());
        if before.is_some() && folders.is_none() {
            self.follow()?;
        }
        self.follow_others()
    }

    /// Also watches these files, if they're outside the site's folders. They don't have to exist. Returns the files
    /// that weren't watched before. Earlier changes to these files might have been missed.
    pub(crate) fn also(&mut self, files: &BTreeSet<SourcePath>) -> Result<BTreeSet<SourcePath>, WatchError> {
        let beside = |path: &&SourcePath| !FOLDERS.iter().any(|folder| path.strip_dir(folder).is_some());
        let files: BTreeSet<SourcePath> = files.iter().filter(beside).cloned().collect();
        let known = std::mem::replace(&mut self.beside.write().files, files.clone());
        self.follow_others()?;
        Ok(files.difference(&known).cloned().collect())
    }

    /// Watches the `bare` folders and, for each file outside the site's folders, its folder or the nearest existing
    /// parent of that folder.
    fn follow_others(&mut self) -> Result<(), WatchError> {
        let beside = self.beside.read();
        for folder in beside.bare.iter().flatten() {
            let path = self.root.join(folder.as_str());
            if !self.around.contains(folder) && path.is_dir() {
                self.notify.watch(&path, RecursiveMode::NonRecursive)?;
                self.around.insert(folder.clone());
            }
        }
        for file in &beside.files {
            // A subfolder can be created just before this folder is watched, so look for subfolders again.
            while let Some(folder) = nearest_folder(&self.root, file)
                && !self.around.contains(&folder)
            {
                let path = self.root.join(folder.as_str());
                self.notify.watch(&path, RecursiveMode::NonRecursive)?;
                self.around.insert(folder);
            }
        }
        Ok(())
    }

    /// Watches the targets of these links. A change to a target counts as a change to the file at the link's path.
    pub(crate) fn through(&mut self, links: &BTreeMap<SourcePath, PathBuf>) -> Result<(), WatchError> {
        let known = std::mem::replace(&mut self.beside.write().links, links.clone());
        if *links == known {
            return Ok(());
        }
        // The system identifies a folder regardless of the path to it, so removing a link's watch also removes other
        // watches of the same folder.
        self.followed.clear();
        let mut result = self.follow();
        let is_in_site =
            |target: &Path| FOLDERS.iter().any(|folder| target.starts_with(self.root.join(folder)));
        let targets: BTreeSet<&PathBuf> = links.values().filter(|target| !is_in_site(target)).collect();
        let (folders, files): (Vec<&Path>, Vec<&Path>) =
            targets.into_iter().map(PathBuf::as_path).partition(|target| target.is_dir());
        // Many programs save a file by replacing it with a new file of the same name, so watch the file's folder.
        let around: BTreeSet<&Path> = files
            .into_iter()
            .filter_map(Path::parent)
            .filter(|parent| *parent != self.root && !folders.iter().any(|folder| parent.starts_with(folder)))
            .collect();
        let folders = folders.into_iter().map(|folder| (folder, RecursiveMode::Recursive));
        let around = around.into_iter().map(|folder| (folder, RecursiveMode::NonRecursive));
        for (folder, mode) in folders.chain(around) {
            result = result.and(self.notify.watch(folder, mode).map_err(WatchError::from));
        }
        result
    }

    /// Watches the site's folders that exist. Other folders in the root, such as output, caches, and installed
    /// packages, aren't watched at all.
    fn follow(&mut self) -> Result<(), WatchError> {
        let is_site = self.beside.read().bare.is_none();
        for folder in FOLDERS.into_iter().filter(|_| is_site) {
            let path = self.root.join(folder);
            if path.is_dir() && !self.followed.contains(folder) {
                self.notify.watch(&path, RecursiveMode::Recursive)?;
                self.followed.insert(folder);
            }
        }
        Ok(())
    }
}

/// Waits for the next batch. The iterator ends when no more events can arrive.
impl Iterator for Watcher {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let batch = settle(&self.events, SAVE, UPHEAVAL)?;
        if batch.everything || batch.paths.iter().any(|path| FOLDERS.contains(&path.as_str())) {
            // To the operating system, a re-created folder is a different folder. If watching the folder fails, try
            // again at the next change.
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

/// A source of events that has a clock.
trait Arrivals {
    /// Waits for the next event. Returns `None` if the sender is gone.
    fn next(&mut self) -> Option<Batch>;
    /// Waits up to `time` for the next event. Returns `None` if no event arrives.
    fn within(&mut self, time: Duration) -> Option<Batch>;
    /// Returns the current time.
    fn now(&self) -> Instant;
}

impl Events {
    /// Returns a function that adds an event, and the [`Events`] that receive it.
    fn channel() -> (impl Fn(Batch) + Send + 'static, Self) {
        let (sender, receiver) = mpsc::channel();
        let count = Arc::new(AtomicUsize::new(0));
        let added = Arc::clone(&count);
        let add = move |batch| {
            added.fetch_add(1, Ordering::Relaxed);
            // The receiver is dropped when the server stops.
            let _ = sender.send(batch);
        };
        (add, Events { receiver, count })
    }

    fn taken(&self, batch: Option<Batch>) -> Option<Batch> {
        self.count.fetch_sub(usize::from(batch.is_some()), Ordering::Relaxed);
        batch
    }
}

impl Arrivals for &Events {
    fn next(&mut self) -> Option<Batch> {
        self.taken(self.receiver.recv().ok())
    }

    fn within(&mut self, time: Duration) -> Option<Batch> {
        self.taken(self.receiver.recv_timeout(time).ok())
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// Collects events until none has arrived for a while. Returns `None` if the sender is gone.
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

/// Returns a file's folder or, if the folder doesn't exist, the folder's nearest existing parent. If that folder is the
/// root, returns `None`.
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

/// Whether a path is the folder or is inside it.
fn is_at_or_in(path: &SourcePath, folder: &SourcePath) -> bool {
    path == folder || path.strip_dir(folder.as_str()).is_some()
}

/// Converts an event to changes to the site. Watched files outside the site's folders also belong to the site.
fn changes(root: &Path, event: &notify::Event, beside: &Beside) -> Batch {
    // Reading a file also causes events, even if docgen itself reads the file. The end of a write means that a file
    // is complete.
    let written = matches!(event.kind, EventKind::Access(AccessKind::Close(AccessMode::Write)));
    if matches!(event.kind, EventKind::Access(_)) && !written {
        return Batch::default();
    }
    let relative = |path: PathBuf| Some(path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/"));
    let matters =
        |path: &SourcePath| match &beside.bare {
            Some(folders) => {
                let is_shown = path.file_name() == IGNORED || !is_hidden("", path.file_name());
                is_shown && folders.contains(&SourcePath::new(path.parent()))
            }
            None => matters(path.as_str()),
        } || beside.files.iter().any(|file| is_at_or_in(file, path));
    let places = event.paths.iter().flat_map(|path| places(root, path, &beside.links));
    let paths = places.filter_map(relative).map(SourcePath::new).filter(matters).collect();
    Batch { paths, everything: event.need_rescan() }
}

/// Returns all paths of a file in an event: the file's own path, and its paths through links.
fn places(root: &Path, path: &Path, links: &BTreeMap<SourcePath, PathBuf>) -> Vec<PathBuf> {
    // If a parent folder was created or removed, everything in it changed.
    let moved = |path: &Path, from: &Path, to: &Path| match path.strip_prefix(from) {
        Ok(rest) if !rest.as_os_str().is_empty() => Some(to.join(rest)),
        _ => from.starts_with(path).then(|| to.to_owned()),
    };
    let links = || links.iter().map(|(link, target)| (root.join(link.as_str()), target));
    // The system can report a path through any link.
    let mut places: Vec<PathBuf> =
        links().filter_map(|(link, target)| moved(path, &link, target)).chain([path.to_owned()]).collect();
    for at in 0..places.len() {
        let others = links().filter_map(|(link, target)| moved(&places[at], target, &link));
        places.extend(others.collect::<Vec<_>>());
    }
    places
}

/// Whether a path below the root belongs to the site.
fn matters(path: &str) -> bool {
    let (folder, rest) = path.split_once('/').unwrap_or((path, ""));
    let inside = path == CONFIG || path == PINS || FOLDERS.contains(&folder);
    inside && !rest.split('/').any(|name| is_hidden(folder, name))
}

#[cfg(test)]
mod tests;
