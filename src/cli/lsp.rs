//! `docgen lsp`: the language server for editors.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::session::{Run, Session};
use super::{ExitStatus, Failure, Outcome, mv, place::Place, timings::Timings};
use crate::diag::{Diagnostic, Severity};
use crate::fs::{self, DiskAssets};
use crate::lsp::{self, Buffers, Move, Moved, Snapshot, Workshop};
use crate::path::SourcePath;
use crate::pipeline::{Options, Sources};
use crate::refactor::{Edits, Layer, Moves};
use crate::source::Source;
use crate::theme;
use crate::watch::Batch;

#[derive(Args)]
pub(super) struct Arguments {
    /// Communicate over standard input and output, which is the only way; editors can specify it
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { stdio: _ } = arguments;
    lsp::serve(open)
        .map_err(|error| Failure::new(format!("the connection to the editor failed: {error}")))?;
    Ok(ExitStatus::Success)
}

/// A site that is assembled again after each change.
struct Live {
    session: Session,
    assets: DiskAssets,
    /// The files on disk.
    sources: Sources,
    layer: Arc<Layer>,
    /// The open files that are or were on disk. If another program removes one of them, its page is gone.
    saved: BTreeSet<SourcePath>,
    /// The threads that assemble the site again. One core remains for requests.
    threads: Option<ThreadPool>,
    /// The number of output files in `content`, and the problems that only the renderer reports, when it last ran.
    rendered: Option<(usize, Vec<(Severity, Diagnostic)>)>,
    /// Whether the last site is complete, not provisional.
    is_settled: bool,
}

/// Opens the site in a folder.
fn open(root: &Path) -> Option<Box<dyn Workshop>> {
    let place = Place { root: root.to_owned(), bare: None, scratch: None };
    let mut session = Session::open(place, None, None, true).ok()?;
    session.is_check = true;
    let layer = Arc::new(Layer::default());
    session.layer = Some(Arc::clone(&layer));
    let sources = session.load();
    let (assets, saved) = (DiskAssets::new(root), BTreeSet::new());
    Some(Box::new(Live {
        assets,
        session,
        sources,
        layer,
        saved,
        threads: None,
        rendered: None,
        is_settled: false,
    }))
}

impl Workshop for Live {
    fn assemble(&mut self, buffers: &Buffers, changes: &Batch, is_typing: bool) -> Snapshot {
        match self.threads.take() {
            Some(threads) => {
                let snapshot = threads.install(|| self.assembled(buffers, changes, is_typing));
                self.threads = Some(threads);
                snapshot
            }
            None => {
                let count = thread::available_parallelism().map_or(1, |count| count.get() - 1);
                self.threads = ThreadPoolBuilder::new().num_threads(count.max(1)).build().ok();
                self.assembled(buffers, changes, is_typing)
            }
        }
    }

    fn plan(&mut self, buffers: &Buffers, moves: &[Move]) -> Result<Moved, String> {
        let sources = self.shown(buffers);
        let kept = self.session.kept();
        let last = self.session.last_site().filter(|_| self.is_settled);
        let moved = mv::plan(&mut self.session, &self.assets, (sources, last), moves);
        self.session.restore(kept);
        moved.map_err(|failure| failure.message)
    }
}

impl Live {
    /// Returns the files with the text of the open files.
    fn shown(&mut self, buffers: &Buffers) -> Sources {
        let mut edits = Edits::default();
        for (path, text) in buffers {
            let disk = fs::read_any(&self.session.root.join(path.as_str())).unwrap_or_default();
            let disk = String::from_utf8_lossy(&disk);
            let disk = disk.strip_prefix('\u{feff}').unwrap_or(&disk);
            if *disk != **text {
                edits.set(path, 0..disk.len(), text.to_string());
            }
        }
        self.layer.set(&Moves::default(), &edits);
        let mut sources = self.layer.sources(&self.sources);
        self.saved.retain(|path| buffers.contains_key(path));
        for (path, text) in buffers.iter().filter(|(path, _)| fs::is_page(path)) {
            match sources.markdown.binary_search_by(|source| source.path.cmp(path)) {
                Ok(_) => {
                    self.saved.insert(path.clone());
                }
                // A new file that isn't saved yet.
                Err(at) if !self.saved.contains(path) => {
                    sources.markdown.insert(at, Source::new(path.clone(), text));
                }
                Err(_) => {}
            }
        }
        sources
    }

    fn assembled(&mut self, buffers: &Buffers, changes: &Batch, is_typing: bool) -> Snapshot {
        self.reload(changes);
        let sources = self.shown(buffers);
        let options = Options { repeated: true, lint: true, typing: is_typing, ..Options::default() };
        let run = self.session.assemble_from(sources, &self.assets, options, None, &mut Timings::begin());
        self.sources.openapi.files.clone_from(&run.sources.openapi.files);
        let (problems, is_complete) = self.problems(&run, is_typing);
        let Run { sources, mut assembled } = run;
        self.is_settled = assembled.site.is_some() && !assembled.is_provisional;
        assembled.is_provisional |= !is_complete;
        Snapshot { root: self.session.root.clone(), sources, assembled, problems }
    }

    /// Returns everything that `docgen check` would report, and whether it's complete. What the renderer reports about
    /// files with the same path doesn't change with the text of pages, unless the site has templates of its own. While
    /// someone types, the renderer's problems are those of its last run.
    fn problems(&mut self, run: &Run, is_typing: bool) -> (Vec<(Severity, Diagnostic)>, bool) {
        let theme = &self.session.theme;
        let found = &run.assembled.diagnostics;
        let files = run.assembled.site.as_ref().map_or(0, |site| site.assets.len());
        if let Some((rendered, of_renderer)) = &self.rendered
            && run.assembled.is_updated
        {
            let is_same = theme.overrides.is_empty() && theme.samples.is_empty() && *rendered == files;
            let is_complete = is_same && of_renderer.is_empty();
            if is_complete || is_typing {
                return (found.iter().chain(of_renderer).cloned().collect(), is_complete);
            }
        }
        let (_, problems) = run.renderer(theme, &self.session.output_cache(), None);
        self.rendered = Some((files, problems[found.len()..].to_vec()));
        (problems, true)
    }

    /// Reads the changed files again.
    fn reload(&mut self, changes: &Batch) {
        if changes.is_empty() {
            return;
        }
        let is_theme =
            |path: &SourcePath| path.as_str() == "overrides" || path.strip_dir("overrides").is_some();
        if (changes.everything || changes.paths.iter().any(is_theme))
            && let Ok(theme) = theme::load(&self.session.root)
        {
            self.session.theme = Arc::new(theme);
        }
        if changes.everything {
            self.assets.forget_all();
            self.sources = self.session.load();
            return;
        }
        self.session.reload(&mut self.sources, &changes.paths);
        for path in &changes.paths {
            self.assets.forget(path);
        }
    }
}
