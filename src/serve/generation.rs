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

/// What a renderer is asked for.
type Job = Box<dyn FnOnce(&Renderer<'_>) + Send>;

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
        let (jobs, todo) = mpsc::channel::<Job>();
        let (say, ready) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let (renderer, found) = Renderer::new(&site, &theme, &messages, Some(&name));
            let generation = Generation {
                title: site.config.site.title.clone(),
                pages: site.page_count(),
                at: renderer.addressing().clone(),
                shared: renderer.shared(),
                files,
                outputs: renderer.outputs(),
                splats: renderer.splat_rules(),
                jobs,
                config,
                name: name.clone(),
            };
            if say.send((generation, found)).is_err() {
                return;
            }
            let renderer = &renderer;
            rayon::in_place_scope(|scope| {
                for job in todo {
                    // A page that cannot be rendered is an error of docgen and of that page alone: without an answer the
                    // server says so.
                    scope.spawn(move |_| drop(catch_unwind(AssertUnwindSafe(|| job(renderer)))));
                }
            });
        });
        let Ok((generation, found)) = ready.recv() else { return (None, diagnostics) };
        diagnostics.extend(pipeline::judge(&generation.config, found));
        (Some(generation), diagnostics)
    }

    /// The file of the output at a path below the output folder.
    pub(super) fn output(&self, path: &str) -> Option<&Output> {
        let found = self.outputs.binary_search_by(|output| output.path.as_str().cmp(path));
        found.ok().map(|index| &self.outputs[index])
    }

    /// Renders a file. None when rendering it failed.
    pub(super) async fn render(&self, output: &Output) -> Option<Artifact> {
        let output = output.clone();
        self.ask(move |renderer| renderer.render(&output)).await.ok()
    }

    /// A file of the search index, by its path in the folder of the index. The first one makes all.
    pub(super) async fn search_file(&self, path: &str) -> Option<Artifact> {
        let path = path.to_owned();
        self.ask(move |renderer| renderer.search_file(&path)).await.ok()?
    }

    /// Tries the site's own templates on every page, and waits for it.
    pub(super) fn try_pages(&self) -> Vec<(Severity, Diagnostic)> {
        let found = self.ask(|renderer| renderer.try_pages(|_, _| false));
        pipeline::judge(&self.config, found.blocking_recv().unwrap_or_default())
    }

    /// Asks the renderer for something. No answer comes when that failed.
    fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Renderer<'_>) -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (answer, answered) = oneshot::channel();
        // A browser that has gone needs none.
        let job = move |renderer: &Renderer<'_>| drop(answer.send(ask(renderer)));
        let _ = self.jobs.send(Box::new(job));
        answered
    }
}
