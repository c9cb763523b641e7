//! A generation: one state of a site, ready to render.
//!
//! A renderer borrows the site that it renders. Therefore, a thread owns both the renderer and the site, and renders
//! on demand until the generation is dropped. That thread only waits while rayon's workers render, so a large file
//! doesn't block other files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::config::Config;
use crate::diag::{Diagnostic, Severity};
use crate::path::{Addressing, SourcePath};
use crate::pipeline::{self, Assembled};
use crate::render::{Artifact, Body, Output, Renderer, Rule, Shared, Theme};

/// One state of a site.
pub(crate) struct Generation {
    /// The state's unique name.
    pub(super) name: String,
    /// The site's title.
    pub title: String,
    /// The number of pages.
    pub pages: usize,
    /// The rules for turning routes into files.
    pub at: Addressing,
    pub(super) shared: Shared,
    /// A counter that is incremented when a file in `static/` changes, because the file keeps its URL.
    pub(super) files: u64,
    /// Every output file, sorted by path.
    outputs: Vec<Output>,
    /// The folder redirects, starting with the most specific folders.
    pub(super) splats: Vec<Rule>,
    jobs: mpsc::Sender<Job>,
    recent: Recent,
    /// The config, which sets the severity of problems that are found later.
    config: Config,
}

/// The sources of the pages that browsers showed last.
#[derive(Clone, Default)]
pub(crate) struct Recent(Arc<Mutex<Vec<SourcePath>>>);

impl Recent {
    /// The maximum number of recently shown pages.
    const MOST: usize = 12;

    /// Returns the sources.
    pub(crate) fn pages(&self) -> Vec<SourcePath> {
        self.0.lock().clone()
    }

    fn add(&self, path: SourcePath) {
        let mut pages = self.0.lock();
        pages.retain(|known| *known != path);
        pages.insert(0, path);
        pages.truncate(Self::MOST);
    }
}

/// A request to the renderer.
type Job = Box<dyn FnOnce(&Renderer<'_>) + Send>;

impl Generation {
    /// Prepares an assembled site and returns its problems. If the site can't be assembled, returns no generation.
    /// `name` identifies the generation. `files` is incremented when a file in `static/` changes.
    pub(crate) fn new(
        assembled: Assembled,
        theme: Arc<Theme>,
        name: String,
        files: u64,
        recent: Recent,
    ) -> (Option<Self>, Vec<(Severity, Diagnostic)>) {
        let Assembled { site, messages, mut diagnostics, config, .. } = assembled;
        let Some(site) = site else { return (None, diagnostics) };
        let (jobs, todo) = mpsc::channel::<Job>();
        let (say, ready) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let (renderer, found) = Renderer::new(&site, &theme, &messages, Some(&name));
            let generation = Generation {
                title: site.config.site.title.clone(),
                pages: site.page_count(),
                at: renderer.at.clone(),
                shared: renderer.shared(),
                files,
                recent,
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
                    // If a page can't be rendered, docgen has a bug, but the bug affects only this page. The server
                    // gets no reply and reports the failure.
                    scope.spawn(move |_| drop(catch_unwind(AssertUnwindSafe(|| job(renderer)))));
                }
            });
        });
        let Ok((generation, found)) = ready.recv() else { return (None, diagnostics) };
        diagnostics.extend(pipeline::judge(&generation.config, found));
        (Some(generation), diagnostics)
    }

    /// Returns the file at a path below the output folder.
    pub(super) fn output(&self, path: &str) -> Option<&Output> {
        let found = self.outputs.binary_search_by(|output| output.path.as_str().cmp(path));
        found.ok().map(|index| &self.outputs[index])
    }

    /// Renders an output file. Returns `None` if rendering fails.
    pub(super) async fn render(&self, output: &Output) -> Option<Artifact> {
        let output = output.clone();
        self.ask(move |renderer| renderer.render(&output)).await.ok()
    }

    /// Records that a browser shows a page, and returns the page's file.
    pub(super) async fn show(&self, output: &Output) -> Option<SourcePath> {
        let output = output.clone();
        // If the renderer has stopped, a new generation follows.
        let path = self.ask(move |renderer| renderer.source_of(&output)).await.ok()??;
        self.recent.add(path.clone());
        Some(path)
    }

    /// Returns the URL of the page of a Markdown file.
    pub(super) async fn page_of(&self, file: String) -> Option<String> {
        self.ask(move |renderer| renderer.page_of(&file)).await.ok()?
    }

    /// Returns a file from the search index, based on its path in the index folder. The first call builds all
    /// files.
    pub(super) async fn search_file(&self, path: &str) -> Option<Artifact> {
        let path = path.to_owned();
        self.ask(move |renderer| renderer.search_file(&path)).await.ok()?
    }

    /// Returns the content of a file at a path below the output folder. Waits until it's rendered.
    pub(super) fn file(&self, path: &str) -> Option<Body> {
        let artifact = match path.strip_prefix("_docgen/search/") {
            Some(path) => {
                let path = path.to_owned();
                self.ask(move |renderer| renderer.search_file(&path)).blocking_recv().ok()?
            }
            None => {
                let output = self.output(path)?.clone();
                self.ask(move |renderer| renderer.render(&output)).blocking_recv().ok()
            }
        };
        artifact.map(|artifact| artifact.body)
    }

    /// Tests the site's own templates on every page and returns the problems.
    pub(super) fn try_pages(&self) -> Vec<(Severity, Diagnostic)> {
        let found = self.ask(|renderer| renderer.try_pages(|_, _| false));
        pipeline::judge(&self.config, found.blocking_recv().unwrap_or_default())
    }

    /// Sends a request to the renderer. Returns a channel for the result. If the request fails, the channel closes
    /// without a result.
    fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Renderer<'_>) -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (answer, answered) = oneshot::channel();
        // The browser might have disconnected.
        let job = move |renderer: &Renderer<'_>| drop(answer.send(ask(renderer)));
        let _ = self.jobs.send(Box::new(job));
        answered
    }
}
