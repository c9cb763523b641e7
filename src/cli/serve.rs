//! `docgen serve`.

use std::collections::{BTreeSet, HashSet};
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use clap::Args;

use super::report::{self, Counts};
use super::session::{self, Run, Session};
use super::timings::Timings;
use super::{ExitStatus, Failure, Format, Outcome, PathArguments, place};
use crate::diag::{Diagnostic, Severity};
use crate::fs::{self, Bare, DiskAssets};
use crate::path::SourcePath;
use crate::pipeline::{Options, Sources};
use crate::serve::{self, Generation, Problems, Server, Stage};
use crate::theme;
use crate::watch::{Batch, Watcher};

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    path: PathArguments,
    /// Name or address to listen on. Others on your network see the site only with `0.0.0.0`, `::` or this machine's
    /// address
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Host name to answer for, besides `localhost` and addresses; may be repeated. `.example.com` allows the domain and
    /// its subdomains
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = allowed_host)]
    allow_host: Vec<String>,
    /// Port to listen on; the first free one from 3000 on when left out
    #[arg(long)]
    port: Option<u16>,
    /// Open the site in the browser
    #[arg(long)]
    open: bool,
    /// Follow the files: open pages show a change as soon as it is saved. The default in a terminal
    #[arg(long)]
    watch: bool,
    /// Serve the files as they are now
    #[arg(long, conflicts_with = "watch")]
    no_watch: bool,
}

impl Arguments {
    fn follows(&self) -> bool {
        self.watch || !self.no_watch && std::io::stdout().is_terminal()
    }
}

/// Takes a host as `--allow-host` means it.
fn allowed_host(host: &str) -> Result<String, String> {
    let bare = || {
        let name = host.split_once("://").map_or(host, |(_, rest)| rest);
        name.split(['/', ':']).next().unwrap_or_default().trim_start_matches('*').to_owned()
    };
    match serve::is_allowable(host) {
        true => Ok(host.to_owned()),
        false if serve::is_allowable(&bare()) => Err(format!("give the name alone: `{}`", bare())),
        false => {
            Err("expected a host name such as `docs.example.com`, or `.example.com` for a domain".to_owned())
        }
    }
}

/// The first port that is tried.
const PORT: u16 = 3000;

/// How many new problems are printed at a time: more than a few screens nobody reads.
const PRINTED: usize = 20;

/// How many entries a browser gets.
const SENT: usize = 50;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    let session = Session::open(place::find(arguments.path.path(), "serve")?, None, None, true)?;
    let server = bind(arguments, &session)?;
    // What changes while the site is loaded for the first time is a change too.
    let is_followed = arguments.follows();
    let mut watcher = match is_followed {
        true => Some(Watcher::new(&session.root).map_err(|error| {
            Failure::new(format!("the files can't be watched: {error}"))
                .hint("serve them as they are with `--no-watch`")
        })?),
        false => None,
    };
    let live_script = session.theme.live_script.clone();
    let mut live = Live::new(session);
    if let Some(watcher) = &mut watcher {
        live.follow_folders(watcher);
    }
    let loaded = live.generation();
    let pages = loaded
        .as_ref()
        .map(|generation| (generation.pages, generation.title.clone(), generation.at.base_url.clone()));
    let stage = Stage::new(loaded, live.problems.clone());
    announce(arguments, &server, pages, (started, is_followed));
    let shown = stage.clone();
    let (lost, end) = tokio::sync::oneshot::channel::<()>();
    thread::spawn(move || {
        live.try_pages(&shown);
        live.save_cache();
        if let Some(watcher) = watcher {
            live.follow(watcher, &shown);
        }
        drop(lost);
    });
    let mut followed = true;
    let stop = async {
        tokio::select! {
            () = interrupt() => {}
            _ = end, if is_followed => followed = false,
        }
    };
    server
        .run(&stage, live_script, stop)
        .map_err(|error| Failure::new(format!("the server stopped: {error}")))?;
    match followed {
        true => Ok(ExitStatus::Success),
        false => Err(Failure::new("the files can no longer be followed").hint("start `docgen serve` again")),
    }
}

fn bind(arguments: &Arguments, session: &Session) -> Result<Server, Failure> {
    let Arguments { host, allow_host, port, .. } = arguments;
    Server::bind(host, allow_host, *port, PORT, session.root.clone()).map_err(|error| {
        let failure =
            Failure::new(format!("docgen cannot listen on {host}:{}: {error}", port.unwrap_or(PORT)));
        match (error.kind(), port) {
            (std::io::ErrorKind::AddrInUse, Some(_)) => {
                failure.hint("name another port with `--port`, or leave it out to get the first free one")
            }
            _ => failure,
        }
    })
}

/// Says where the site is: how many pages it has, its title and its base URL, where it could be loaded.
fn announce(
    arguments: &Arguments,
    server: &Server,
    pages: Option<(usize, String, Box<str>)>,
    (started, is_followed): (Instant, bool),
) {
    if let Some(port) = server.taken {
        report::warning(&format!("port {port} is taken by another program"));
    }
    let (count, title, base) = pages.unwrap_or((0, "this site".into(), "/".into()));
    let address = format!("{}{base}", server.origin());
    report::summary(&format!(
        "serving {title} at {address} ({}, ready in {}){}",
        report::plural(count, "page"),
        report::duration(started.elapsed()),
        if is_followed { "; watching for changes, press Ctrl+C to stop" } else { "; press Ctrl+C to stop" },
    ));
    for origin in server.network() {
        report::summary(&format!("on your network at {origin}{base}"));
    }
    if arguments.open
        && let Err(error) = open::that_detached(&address)
    {
        report::warning(&format!("no browser can be opened: {error}"));
    }
}

/// Waits for Ctrl-C or, where there is one, for the signal that ends a process.
async fn interrupt() {
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}

/// A site that is loaded again whenever its files change.
struct Live {
    session: Session,
    assets: DiskAssets,
    sources: Sources,
    /// What was wrong at the last look.
    diagnostics: Vec<(Severity, Diagnostic)>,
    problems: Problems,
    /// Where the site's own templates failed on pages when they were last tried.
    on_pages: Vec<(Severity, Diagnostic)>,
    /// What is wrong with the site's own templates and styles, which are loaded beside the sources.
    unreadable: Option<Diagnostic>,
    generations: u64,
    /// How often a file of `static` has changed.
    files: u64,
}

impl Live {
    fn new(mut session: Session) -> Self {
        let sources = session.load();
        Live {
            assets: DiskAssets::new(&session.root),
            session,
            sources,
            diagnostics: Vec::new(),
            problems: Problems::default(),
            on_pages: Vec::new(),
            unreadable: None,
            generations: 0,
            files: 0,
        }
    }

    /// Wait, reload, build, show, report.
    fn follow(&mut self, mut watcher: Watcher, stage: &Stage) {
        let mut unheard = self.widen(&mut watcher, None);
        while let Some(batch) = unheard.take().or_else(|| watcher.next()) {
            let started = Instant::now();
            if let Some(changed) = self.reload(&batch) {
                let generation = self.generation();
                let is_new = generation.is_some();
                stage.show(generation, self.problems.clone());
                let time = report::duration(started.elapsed());
                let counts = Counts::of(&self.diagnostics);
                report::summary(&format!("{changed}: updated in {time}, {counts}"));
                unheard = self.widen(&mut watcher, Some(&batch));
                if is_new {
                    self.try_pages(stage);
                }
            }
        }
    }

    /// Reports where the site's own templates fail on a page of what is shown.
    fn try_pages(&mut self, stage: &Stage) {
        let found = stage.try_pages();
        if !found.is_empty() {
            let all = self.diagnostics.iter().chain(&found).cloned().collect();
            self.judge(all);
            stage.show(None, self.problems.clone());
        }
        self.on_pages = found;
    }

    /// Has the folders followed that may hold pages, where this isn't a site.
    fn follow_folders(&self, watcher: &mut Watcher) {
        if let Err(error) = watcher.bare(self.session.bare.as_ref().map(Bare::folders)) {
            report::warning(&format!("not every folder can be followed: {error}"));
        }
    }

    /// Has the OpenAPI documents followed wherever the config says they are, with the files they refer to, and what
    /// the site's links lead to, which may be other ones after these changes. Gives those of the documents' files that
    /// became other ones between being read and being followed.
    fn widen(&self, watcher: &mut Watcher, changes: Option<&Batch>) -> Option<Batch> {
        self.follow_folders(watcher);
        let root = &self.session.root;
        let may_be_link = |path: &SourcePath| !fs::is_plain_file(&root.join(path.as_str()));
        if changes.is_none_or(|batch| batch.everything || batch.paths.iter().any(may_be_link)) {
            let paths = fs::FOLDERS.into_iter().chain([fs::CONFIG]);
            let links = fs::links(root, paths.filter(|_| self.session.bare.is_none()));
            if let Err(error) = watcher.through(&links) {
                report::warning(&format!("not every link can be followed: {error}"));
            }
        }
        match watcher.also(&self.sources.openapi.wanted()) {
            Ok(added) => {
                let paths = fs::outdated(root, &self.sources.openapi, &added);
                (!paths.is_empty()).then_some(Batch { paths, everything: false })
            }
            Err(error) => {
                let message = format!("not every file of the OpenAPI documents can be followed: {error}");
                report::warning(&message);
                None
            }
        }
    }

    /// Loads what has changed. Gives it a name if the site can be another one now.
    fn reload(&mut self, batch: &Batch) -> Option<String> {
        let may_be_theme = batch.paths.iter().any(|path| is_in(path, "overrides")) || batch.everything;
        if may_be_theme && self.session.bare.is_none() {
            match theme::load(&self.session.root) {
                Ok(theme) => (self.session.theme, self.unreadable) = (Arc::new(theme), None),
                Err(theme::ThemeError::Overrides(diagnostic)) => self.unreadable = Some(*diagnostic),
                Err(theme::ThemeError::Incomplete(_)) => {}
            }
        }
        if batch.everything {
            self.assets.forget_all();
            self.sources = self.session.load();
            self.files += 1;
            return Some("every file".to_owned());
        }
        let mut changed = self.session.reload(&mut self.sources, &batch.paths);
        changed.extend(batch.paths.iter().filter(|path| self.assets.forget(path)).cloned());
        self.files += u64::from(changed.iter().any(|path| is_in(path, "static")));
        name(&changed)
    }

    /// Assembles what is loaded and prints what is newly wrong with it.
    fn generation(&mut self) -> Option<Generation> {
        let mut sources = std::mem::take(&mut self.sources);
        let loaded = sources.diagnostics.len();
        sources.diagnostics.extend(self.unreadable.clone());
        let Run { mut sources, assembled } = self.session.assemble_from(
            sources,
            &self.assets,
            Options { live: true, lint: false },
            &mut Timings::begin(),
        );
        sources.diagnostics.truncate(loaded);
        self.generations += 1;
        let name = format!("{}-{}", std::process::id(), self.generations);
        let theme = Arc::clone(&self.session.theme);
        let (generation, diagnostics) = Generation::new(assembled, theme, name, self.files);
        self.sources = sources;
        self.judge(diagnostics);
        generation
    }

    /// Prints what is newly wrong, and keeps all of it for the browsers.
    fn judge(&mut self, diagnostics: Vec<(Severity, Diagnostic)>) {
        let source = |path: &_| session::source(&self.sources, path);
        let known = self.diagnostics.iter().chain(&self.on_pages);
        let known: HashSet<_> = known.map(|(_, known)| (&known.message, &known.location)).collect();
        let new = |found: &&(Severity, Diagnostic)| !known.contains(&(&found.1.message, &found.1.location));
        let new: Vec<_> = diagnostics.iter().filter(new).cloned().collect();
        report::first_diagnostics(&new, PRINTED, source, &self.session.root, Format::Human);
        let first = report::problems(&diagnostics, SENT, source);
        let Counts { errors, warnings } = Counts::of(&diagnostics);
        self.problems = Problems { errors, warnings, first };
        self.diagnostics = diagnostics;
    }

    fn save_cache(&self) {
        if let Err(error) = self.session.save_highlighted().and_then(|()| self.session.save_documents()) {
            report::warning(&format!("the cache can't be written: {error}"));
        }
    }
}

/// Whether a path is a folder or something in it.
fn is_in(path: &SourcePath, folder: &str) -> bool {
    path.as_str() == folder || path.strip_dir(folder).is_some()
}

/// What changed paths are called in the terminal, if there are any.
fn name(changed: &BTreeSet<SourcePath>) -> Option<String> {
    let first = changed.first()?;
    Some(match changed.len() - 1 {
        0 => first.to_string(),
        others => format!("{first} and {}", report::plural(others, "other file")),
    })
}
