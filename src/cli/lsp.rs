//! `docgen lsp`: the language server for editors.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::session::{Run, Session};
use super::{ExitStatus, Failure, Outcome, mv, place::Place, timings::Timings};
use crate::diag::{Diagnostic, Severity};
use crate::fs::{self, DiskAssets};
use crate::lsp::{self, Buffers, Host, Snapshot, Workshop};
use crate::path::SourcePath;
use crate::pipeline::{Options, Sources};
use crate::refactor::{Edits, Layer, Moves};
use crate::theme;

#[derive(Args)]
pub(super) struct Arguments {
    /// Communicate over standard input and output, which is the only way; editors can specify it
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { stdio: _ } = arguments;
    let plan = |root: &Path, paths: &[_]| mv::plan(root, paths).map_err(|failure| failure.message);
    lsp::serve(Host { is_site: fs::is_site, open, plan })
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
    /// The number of output files in `content`, if rendering the site has no problems.
    rendered: Option<usize>,
}

/// Opens the site in a folder.
fn open(root: &Path) -> Option<Box<dyn Workshop>> {
    let place = Place { root: root.to_owned(), bare: None, scratch: None };
    let mut session = Session::open(place, None, None, true).ok()?;
    session.is_check = true;
    let layer = Arc::new(Layer::default());
    session.layer = Some(Arc::clone(&layer));
    let sources = session.load();
    Some(Box::new(Live { assets: DiskAssets::new(root), session, sources, layer, rendered: None }))
}

impl Workshop for Live {
    fn assemble(&mut self, buffers: &Buffers, changed: &BTreeSet<SourcePath>) -> Snapshot {
        self.reload(changed);
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
        let sources = self.layer.sources(&self.sources);
        let options = Options { repeated: true, lint: true, ..Options::default() };
        let run = self.session.assemble_from(sources, &self.assets, options, None, &mut Timings::begin());
        self.sources.openapi.files.clone_from(&run.sources.openapi.files);
        let problems = self.problems(&run);
        let Run { sources, assembled } = run;
        Snapshot { root: self.session.root.clone(), sources, assembled, problems }
    }
}

impl Live {
    /// Returns everything that `docgen check` would report. What the renderer reports about files with the same path
    /// doesn't change with the text of pages, unless the site has templates of its own.
    fn problems(&mut self, run: &Run) -> Vec<(Severity, Diagnostic)> {
        let theme = &self.session.theme;
        let files = run.assembled.site.as_ref().map(|site| site.assets.len());
        if run.assembled.is_updated
            && theme.overrides.is_empty()
            && theme.samples.is_empty()
            && self.rendered == files
        {
            return run.assembled.diagnostics.clone();
        }
        let (_, problems) = run.renderer(theme, &self.session.output_cache(), None);
        self.rendered = files.filter(|_| problems.len() == run.assembled.diagnostics.len());
        problems
    }

    /// Reads the changed files again.
    fn reload(&mut self, changed: &BTreeSet<SourcePath>) {
        if changed.is_empty() {
            return;
        }
        if changed.iter().any(|path| path.strip_dir("overrides").is_some())
            && let Ok(theme) = theme::load(&self.session.root)
        {
            self.session.theme = Arc::new(theme);
        }
        self.session.reload(&mut self.sources, changed);
        for path in changed {
            self.assets.forget(path);
        }
    }
}
