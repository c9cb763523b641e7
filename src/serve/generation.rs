//! A generation: one state of a site, ready to render.
//!
//! A renderer borrows the site it renders, so a thread owns both and renders on demand until the generation is
//! dropped. It waits, and the rendering is done by rayon's workers, so that a large file holds nobody up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::config::Config;
use crate::diag::{Diagnostic, Severity};
use crate::path::Addressing;
use crate::pipeline::{self, Assembled};
use crate::render::{Artifact, Output, Renderer, Rule, Shared, Theme};

/// One state of a site.
pub(crate) struct Generation {
    /// What this state is called; no other has the same name.
    pub(super) name: String,
    /// The title of the site.
    pub title: String,
    /// How many pages it has.
    pub pages: usize,
    /// How its addresses become files.
    pub at: Addressing,
    pub(super) shared: Shared,
    /// Raised when a file has changed whose name stays the same.
    pub(super) files: u64,
    /// Every file of the output, sorted by path.
    outputs: Vec<Output>,
    /// The redirects of folders, the more specific ones first.
    pub(super) splats: Vec<Rule>,
    jobs: mpsc::Sender<Job>,
    /// Says how bad what is found later is.
    config: Config,
}

enum Job {
    Make {
        wanted: Wanted,
        answer: oneshot::Sender<Option<Artifact>>,
    },
    /// To try the site's own templates on every page.
    TryPages(mpsc::Sender<Vec<Diagnostic>>),
}

/// What is to be made.
enum Wanted {
    Output(Output),
    /// A file of the search index, by its path in the folder of the index.
    Search(String),
}

/// What a renderer says of its site once it is ready.
struct Ready {
    outputs: Vec<Output>,
    splats: Vec<Rule>,
    at: Addressing,
    shared: Shared,
    diagnostics: Vec<Diagnostic>,
}

impl Generation {
    /// Makes an assembled site ready to be shown; gives what is wrong with it. No generation when the site could not
    /// be assembled. `name` tells it from every other; `files` is raised whenever a file of `static/` has changed.
    pub(crate) fn new(
        assembled: Assembled,
        theme: Arc<Theme>,
        name: String,
        files: u64,
    ) -> (Option<Self>, Vec<(Severity, Diagnostic)>) {
        let Assembled { site, messages, mut diagnostics, config } = assembled;
        let Some(site) = site else { return (None, diagnostics) };
        let (title, pages) = (site.config.site.title.clone(), site.page_count());
        let (jobs, todo) = mpsc::channel::<Job>();
        let (say, ready) = mpsc::sync_channel(1);
        let live = name.clone();
        thread::spawn(move || {
            let (renderer, diagnostics) = Renderer::new(&site, &theme, &messages, Some(&live));
            let (outputs, at, shared) =
                (renderer.outputs(), renderer.addressing().clone(), renderer.shared());
            let splats = renderer.splat_rules();
            if say.send(Ready { outputs, splats, at, shared, diagnostics }).is_err() {
                return;
            }
            let renderer = &renderer;
            rayon::in_place_scope(|scope| {
                for job in todo {
                    scope.spawn(move |_| match job {
                        // A page that cannot be rendered is an error of docgen and of that page alone. Without an
                        // answer the server says so; a browser that has gone needs none.
                        Job::Make { wanted, answer } => {
                            let made = || match &wanted {
                                Wanted::Output(output) => Some(renderer.render(output)),
                                Wanted::Search(path) => renderer.search_file(path),
                            };
                            if let Ok(artifact) = catch_unwind(AssertUnwindSafe(made)) {
                                let _ = answer.send(artifact);
                            }
                        }
                        Job::TryPages(answer) => {
                            let tried = || renderer.try_pages(|_, _| false);
                            if let Ok(found) = catch_unwind(AssertUnwindSafe(tried)) {
                                let _ = answer.send(found);
                            }
                        }
                    });
                }
            });
        });
        let Ok(Ready { outputs, splats, at, shared, diagnostics: found }) = ready.recv() else {
            return (None, diagnostics);
        };
        diagnostics.extend(pipeline::judge(&config, found));
        (
            Some(Generation { name, title, pages, at, shared, files, outputs, splats, jobs, config }),
            diagnostics,
        )
    }

    /// The file of the output at a path below the output folder.
    pub(super) fn output(&self, path: &str) -> Option<&Output> {
        let found = self.outputs.binary_search_by(|output| output.path.as_str().cmp(path));
        found.ok().map(|index| &self.outputs[index])
    }

    /// Renders a file. None when rendering it failed.
    pub(super) async fn render(&self, output: &Output) -> Option<Artifact> {
        self.make(Wanted::Output(output.clone())).await
    }

    /// A file of the search index, by its path in the folder of the index. The first one makes all.
    pub(super) async fn search_file(&self, path: &str) -> Option<Artifact> {
        self.make(Wanted::Search(path.to_owned())).await
    }

    /// Tries the site's own templates on every page, and waits for it.
    pub(super) fn try_pages(&self) -> Vec<(Severity, Diagnostic)> {
        let (answer, found) = mpsc::channel();
        let sent = self.jobs.send(Job::TryPages(answer));
        let found = sent.ok().and_then(|()| found.recv().ok()).unwrap_or_default();
        pipeline::judge(&self.config, found)
    }

    async fn make(&self, wanted: Wanted) -> Option<Artifact> {
        let (answer, artifact) = oneshot::channel();
        self.jobs.send(Job::Make { wanted, answer }).ok()?;
        artifact.await.ok()?
    }
}
