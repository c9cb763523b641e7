//! `docgen serve`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use clap::Args;

use super::{
    ExitStatus, Failure, Format, Outcome, PathArguments, import, place,
    report::{self, Counts},
    session::{Run, Session},
    timings::Timings,
    types,
};
use crate::diag::{Diagnostic, Severity};
use crate::fs::{self, DiskAssets};
use crate::path::SourcePath;
use crate::pipeline::{Options, Sources, Waits};
use crate::serve::{self, Editor, Generation, Problems, Recent, Server, Stage};
use crate::theme;
use crate::watch::{Batch, Watcher};

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    path: PathArguments,
    /// Show a site made for another generator: convert it in a temporary folder, convert it again after each change,
    /// and write no other files
    #[arg(long, value_name = "DIR", conflicts_with_all = ["path", "root"])]
    from: Option<PathBuf>,
    /// Hostname or IP address to listen on. To let other people on your network open the site, specify `0.0.0.0`,
    /// `::`, or this machine's IP address
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Hostname to accept in addition to `localhost` and IP addresses; can be repeated. `.example.com` allows the
    /// domain and its subdomains
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = allowed_host)]
    allow_host: Vec<String>,
    /// Port to listen on (default: the first free port, starting at 3000)
    #[arg(long)]
    port: Option<u16>,
    /// Path at which browsers reach the site, if a proxy forwards a path to this server, such as `/proxy/3000/`;
    /// overrides `site.base_url` in the config
    #[arg(long, value_name = "PATH")]
    base_url: Option<String>,
    /// URL that opens a file in your editor, with `{path}` and `{line}`
    #[arg(long, value_name = "URL", default_value = Editor::DEFAULT, value_parser = editor_url)]
    editor: String,
    /// Open the site in the browser
    #[arg(long)]
    open: bool,
    /// Watch the files and update open pages after each save; the default in a terminal
    #[arg(long)]
    watch: bool,
    /// Serve the files without watching them
    #[arg(long, conflicts_with = "watch")]
    no_watch: bool,
}

impl Arguments {
    fn follows(&self) -> bool {
        self.watch || !self.no_watch && std::io::stdout().is_terminal()
    }
}

/// Parses a host for `--allow-host`.
pub(super) fn allowed_host(host: &str) -> Result<String, String> {
    let bare = || {
        let name = host.split_once("://").map_or(host, |(_, rest)| rest);
        name.split(['/', ':']).next().unwrap_or_default().trim_start_matches('*').to_owned()
    };
    match serve::is_allowable(host) {
        true => Ok(host.to_owned()),
        false if serve::is_allowable(&bare()) => Err(format!("specify only the hostname: `{}`", bare())),
        false => {
            Err("expected a hostname such as `docs.example.com`, or `.example.com` for a domain".to_owned())
        }
    }
}

/// Parses the URL for `--editor`.
fn editor_url(url: &str) -> Result<String, String> {
    let example = Editor::DEFAULT;
    Editor::is_url(url)
        .then(|| url.to_owned())
        .ok_or_else(|| format!("expected a URL that contains `{{path}}`, such as `{example}`"))
}

/// The first port to try.
const PORT: u16 = 3000;

/// The maximum number of new problems to print at a time: nobody reads more than a few screens.
const PRINTED: usize = 20;

/// The maximum number of entries to send to a browser.
const SENT: usize = 50;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    let (place, trial) = match &arguments.from {
        Some(dir) => import::trial(dir).map(|(place, trial)| (place, Some(trial)))?,
        None => (place::find(arguments.path.path(), "serve")?, None),
    };
    let session = Session::open(place, arguments.base_url.as_deref(), None, true)?;
    let mut server = bind(arguments, &session)?;
    server.base_url.clone_from(&arguments.base_url);
    // The files of a converted site are temporary.
    if arguments.from.is_none() {
        server.editor = Some(Editor { url: arguments.editor.clone(), root: fs::absolute(&session.root) });
    }
    // Start watching before loading so that changes during the first load aren't missed.
    let is_followed = arguments.follows();
    let unwatchable = |error| {
        Failure::new(format!("can't watch the files: {error}"))
            .hint("to serve without watching, use `--no-watch`")
    };
    let mut watcher = None;
    if is_followed {
        watcher = Some(Watcher::new(&session.root).map_err(unwatchable)?);
        if let Some(trial) = trial {
            let of_trial = trial.watch().map_err(unwatchable)?;
            thread::spawn(move || trial.follow(of_trial));
        }
    }
    let live_script = session.theme.live_script.clone();
    let mut live = Live::new(session);
    if let Some(watcher) = &mut watcher {
        live.follow_folders(watcher);
    }
    let loaded = live.generation(None);
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
            () = serve::interrupt() => {}
            _ = end, if is_followed => followed = false,
        }
    };
    server
        .run(&stage, live_script, stop)
        .map_err(|error| Failure::new(format!("the server stopped: {error}")))?;
    if followed {
        Ok(ExitStatus::Success)
    } else {
        Err(Failure::new("can't watch the files anymore").hint("start `docgen serve` again"))
    }
}

fn bind(arguments: &Arguments, session: &Session) -> Result<Server, Failure> {
    let Arguments { host, allow_host, port, .. } = arguments;
    Server::bind(host, allow_host, *port, PORT, session.root.clone()).map_err(|error| {
        let failure =
            Failure::new(format!("can't listen on {host}:{}: {}", port.unwrap_or(PORT), fs::reason(&error)));
        match (error.kind(), port) {
            (std::io::ErrorKind::AddrInUse, Some(_)) => failure.hint(
                "choose another port with `--port`; without this option, docgen uses the first free port",
            ),
            _ => failure,
        }
    })
}

/// Prints the site's title, URL, and number of pages, or the URL alone if the site can't be loaded.
fn announce(
    arguments: &Arguments,
    server: &Server,
    pages: Option<(usize, String, Box<str>)>,
    (started, is_followed): (Instant, bool),
) {
    if let Some(port) = server.taken {
        report::warning(&format!("port {port} is in use by another program"));
    }
    let (count, title, base) = pages.unwrap_or((0, "this site".into(), "/".into()));
    let address = format!("{}{base}", server.origin());
    report::summary(&format!(
        "serving {title} at {address} ({}, ready in {}){}",
        report::plural(count, "page"),
        report::duration(started.elapsed()),
        if is_followed { "; watching for changes (press Ctrl+C to stop)" } else { "; press Ctrl+C to stop" },
    ));
    for origin in server.network() {
        report::summary(&format!("on your network at {origin}{base}"));
    }
    if arguments.open && open::that_detached(&address).is_err() {
        report::warning(&format!("can't open a browser; open {address} yourself"));
    }
}

/// A site that is reloaded when its files change.
pub(super) struct Live {
    session: Session,
    assets: DiskAssets,
    sources: Sources,
    /// The problems that the last load found.
    diagnostics: Vec<(Severity, Diagnostic)>,
    problems: Problems,
    /// The problems that the last [`Live::try_pages`] found.
    on_pages: Vec<(Severity, Diagnostic)>,
    /// The problem that keeps the site's custom templates and styles from loading. The templates and styles are
    /// loaded with the theme, not with `sources`.
    unreadable: Option<Diagnostic>,
    generations: u64,
    /// The pages that browsers showed last.
    recent: Recent,
    /// The number of changes to files in `static`.
    files: u64,
    /// Whether any pages that import a changed file still have to be parsed again.
    is_behind: bool,
}

impl Live {
    pub(super) fn new(mut session: Session) -> Self {
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
            recent: Recent::default(),
            files: 0,
            is_behind: false,
        }
    }

    /// Assembles the loaded files for the first time.
    pub(super) fn first_stage(&mut self) -> Stage {
        let loaded = self.generation(None);
        Stage::new(loaded, self.problems.clone())
    }

    /// Runs the loop: waits for changes, reloads files, assembles the site, shows it to browsers, and reports problems.
    pub(super) fn follow(&mut self, mut watcher: Watcher, stage: &Stage) {
        let mut unheard = self.widen(&mut watcher, None);
        while let Some(batch) = unheard.take().or_else(|| watcher.next()) {
            let started = Instant::now();
            if let Some(changed) = self.reload(&batch) {
                let recent = self.recent.pages();
                let generation = self.generation(Some(&|path| !recent.contains(path)));
                let is_new = generation.is_some();
                let base_url = generation.as_ref().map(|new| new.at.base_url.clone());
                let moved = base_url.filter(|new| stage.base_url().as_ref() != Some(new));
                stage.show(generation, self.problems.clone());
                let time = report::duration(started.elapsed());
                let counts = Counts::of(&self.diagnostics);
                report::summary(&format!("{changed}: updated in {time}, {counts}"));
                if let Some(path) = moved {
                    report::summary(&format!("the path of the site is now {path}"));
                }
                unheard = self.widen(&mut watcher, Some(&batch));
                if is_new {
                    self.try_pages(stage);
                }
            }
            if self.is_behind && unheard.is_none() {
                self.catch_up(&watcher, stage);
            }
        }
    }

    /// Parses the remaining pages that import a changed file, unless something else changes first.
    fn catch_up(&mut self, watcher: &Watcher, stage: &Stage) {
        let is_pending = watcher.is_pending();
        // Use a separate pool, because the threads of the global pool respond to browsers.
        let pool = rayon::ThreadPoolBuilder::new().build();
        let generation = match pool {
            Ok(pool) => pool.install(|| self.generation(Some(&|_| is_pending()))),
            Err(_) => self.generation(None),
        };
        if !self.is_behind {
            stage.show(generation, self.problems.clone());
        }
    }

    /// Reports where the site's custom templates fail on a page of the current site.
    fn try_pages(&mut self, stage: &Stage) {
        let found = stage.try_pages();
        if !found.is_empty() {
            let all = self.diagnostics.iter().chain(&found).cloned().collect();
            self.judge(all);
            stage.show(None, self.problems.clone());
        }
        self.on_pages = found;
    }

    /// If the root isn't a site, watches the folders in it that can contain pages.
    pub(super) fn follow_folders(&self, watcher: &mut Watcher) {
        if let Err(error) = watcher.bare(self.session.bare.as_ref().map(|bare| &bare.folders)) {
            report::warning(&format!("can't watch some folders: {error}"));
        }
    }

    /// Updates the watched files outside the site's folders: the OpenAPI documents and the files that they refer to;
    /// the files that pages, components, and style sheets use; and the targets of the site's symbolic links. `changes`
    /// is `None` the first time. Returns the files that changed after they were read but before they were watched.
    fn widen(&self, watcher: &mut Watcher, changes: Option<&Batch>) -> Option<Batch> {
        self.follow_folders(watcher);
        let root = &self.session.root;
        let may_be_link = |path: &SourcePath| !fs::is_plain_file(&root.join(path.as_str()));
        let outside = self.session.imports.outside();
        let may_differ = |batch: &Batch| batch.everything || batch.paths.iter().any(may_be_link);
        if changes.is_none_or(may_differ) || !outside.is_empty() {
            let paths = fs::FOLDERS.into_iter().chain([fs::CONFIG]);
            let mut links = fs::links(root, paths.filter(|_| self.session.bare.is_none()));
            // A change to a file outside the site's folder is reported like a change to a link's target.
            links.extend(outside);
            if let Err(error) = watcher.through(&links) {
                report::warning(&format!("can't watch some symbolic links: {error}"));
            }
        }
        let mut wanted = self.sources.openapi.wanted();
        wanted.extend(self.session.imports.asked());
        wanted.extend(self.assets.asked());
        match watcher.also(&wanted) {
            Ok(added) => {
                let mut paths = fs::outdated(root, &self.sources.openapi, &added);
                let is_added = |path: &SourcePath| added.contains(path);
                paths.extend(self.session.imports.changed(is_added));
                paths.extend(self.assets.changed(is_added));
                (!paths.is_empty()).then_some(Batch { paths, everything: false })
            }
            Err(error) => {
                let message = format!("can't watch some files outside the site's folders: {error}");
                report::warning(&message);
                None
            }
        }
    }

    /// Loads the theme with the site's custom templates and styles.
    fn load_theme(&mut self) {
        match theme::load(&self.session.root) {
            Ok(theme) => (self.session.theme, self.unreadable) = (Arc::new(theme), None),
            Err(theme::ThemeError::Overrides(diagnostic)) => self.unreadable = Some(*diagnostic),
            Err(theme::ThemeError::Incomplete(_)) => {}
        }
    }

    /// Loads what changed. Returns a description of the changes if they can affect the site.
    fn reload(&mut self, batch: &Batch) -> Option<String> {
        let was_bare = self.session.bare.is_some();
        let is_config = |path: &SourcePath| path.as_str() == fs::CONFIG;
        if batch.paths.iter().any(is_config) && !fs::exists(&self.session.root.join(fs::CONFIG)) {
            report::note(&format!("`{}` was removed, so all settings have their defaults", fs::CONFIG));
        }
        let may_be_theme = batch.paths.iter().any(|path| is_in(path, "overrides")) || batch.everything;
        if may_be_theme && !was_bare {
            self.load_theme();
        }
        if batch.everything {
            self.assets.forget_all();
            self.sources = self.session.load();
            self.files += 1;
            return Some("every file".to_owned());
        }
        let mut changed = self.session.reload(&mut self.sources, &batch.paths);
        if was_bare && self.session.bare.is_none() {
            report::note("the folder is a site now");
            self.load_theme();
        }
        changed.extend(batch.paths.iter().filter(|path| self.assets.forget(path)).cloned());
        self.files += u64::from(changed.iter().any(|path| is_in(path, "static")));
        name(&changed)
    }

    /// Assembles the loaded files, and prints new problems. See [`pipeline::Input::waits`](crate::pipeline::Input::waits).
    fn generation(&mut self, waits: Option<Waits<'_>>) -> Option<Generation> {
        let mut sources = std::mem::take(&mut self.sources);
        let loaded = sources.diagnostics.len();
        sources.diagnostics.extend(self.unreadable.clone());
        let Run { mut sources, assembled } = self.session.assemble_from(
            sources,
            &self.assets,
            Options { live: true, repeated: true, ..Options::default() },
            waits,
            &mut Timings::begin(),
        );
        sources.diagnostics.truncate(loaded);
        self.generations += 1;
        let name = format!("{}-{}", std::process::id(), self.generations);
        let theme = Arc::clone(&self.session.theme);
        self.is_behind = assembled.is_behind;
        let recent = self.recent.clone();
        let (generation, diagnostics) = Generation::new(assembled, theme, name, self.files, recent);
        self.sources = sources;
        if let Err(failure) = types::update(&self.session, &self.sources) {
            report::warning(&failure.message);
        }
        self.judge(diagnostics);
        generation
    }

    /// Prints new problems and keeps all problems for browsers.
    fn judge(&mut self, diagnostics: Vec<(Severity, Diagnostic)>) {
        let source = |path: &_| self.sources.source(path);
        let known = self.diagnostics.iter().chain(&self.on_pages);
        let known: HashSet<_> = known.map(|(_, known)| (&known.message, &known.location)).collect();
        let new = |found: &&(Severity, Diagnostic)| !known.contains(&(&found.1.message, &found.1.location));
        let new: Vec<_> = diagnostics.iter().filter(new).cloned().collect();
        report::first_diagnostics(&new, (PRINTED, super::CHECK), source, &self.session.root, Format::Human);
        let first = report::problems(&diagnostics, SENT, source);
        let mut of_files: BTreeMap<&SourcePath, Vec<(Severity, Diagnostic)>> = BTreeMap::new();
        for found in &diagnostics {
            let path = found.1.location.as_ref().map(|location| location.path());
            path.into_iter().for_each(|path| of_files.entry(path).or_default().push(found.clone()));
        }
        let shown = |found| report::problems(found, usize::MAX, source);
        let of_files = of_files.iter().map(|(path, found)| (path.as_str().to_owned(), shown(found)));
        let of_files = Arc::new(of_files.collect());
        let Counts { errors, warnings } = Counts::of(&diagnostics);
        self.problems = Problems { errors, warnings, first, of_files };
        self.diagnostics = diagnostics;
    }

    pub(super) fn save_cache(&self) {
        if let Err(error) = self.session.save_highlighted().and_then(|()| self.session.save_documents()) {
            report::warning(&format!("can't write the cache: {error}"));
        }
    }
}

/// Whether a path is this folder or is in it.
fn is_in(path: &SourcePath, folder: &str) -> bool {
    path.as_str() == folder || path.strip_dir(folder).is_some()
}

/// Describes changed paths for the terminal. Returns `None` if nothing changed.
fn name(changed: &BTreeSet<SourcePath>) -> Option<String> {
    let first = changed.first()?;
    Some(match changed.len() - 1 {
        0 => first.to_string(),
        others => format!("{first} and {}", report::plural(others, "other file")),
    })
}
