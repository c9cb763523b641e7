//! The steps from arguments to an assembled site, which `build`, `check`, `serve`, and `search push` share.

mod caches;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use super::{
    Failure, Format, build_time,
    deployment::Deployment,
    past::{self, PastVersion},
    place::{self, Place},
    report, repositories,
    tagged::Tagged,
    timings::Timings,
};
use crate::component::{Files, GIT, REPOSITORY, without_parameters};
use crate::config::Config;
use crate::diag::{Code, Diagnostic, Location, Severity};
use crate::fs::{self, Bare, DiskAssets, Imports, OutputCache, PROGRAM, Scratch, Stamp, Written};
use crate::git::{self, Repositories, WithRepositories};
use crate::images::Images;
use crate::markdown::highlight;
use crate::npm::{Importable, Packages};
use crate::path::{self, SourcePath};
use crate::pipeline::{
    self, Assembled, Cache, Kept, OpenApiSources, Options, SiteOfDocuments, Sources, Stage,
};
use crate::refactor::{Layer, Layered, LayeredAssets};
use crate::render::{Renderer, Theme};
use crate::site::{Assets, Parsed};
use crate::source::Source;
use crate::theme;

/// A site's folder, theme, and caches.
pub(super) struct Session {
    pub root: PathBuf,
    /// The files to show if the folder isn't a site.
    pub bare: Option<Bare>,
    pub out: PathBuf,
    pub theme: Arc<Theme>,
    /// The files that pages and components import.
    pub imports: Arc<Imports>,
    /// The npm packages that pages and components import.
    pub packages: Arc<Packages>,
    /// Whether the command must not write to the site's folder, except to the cache.
    pub is_check: bool,
    /// The moves and changes to show, for commands that preview them.
    pub layer: Option<Arc<Layer>>,
    base_url: Option<String>,
    /// The hash of the config's text, the parsed config, and its problems.
    config: Mutex<Option<(u64, Config, Vec<Diagnostic>)>>,
    /// Where the build will be published.
    pub deployment: Deployment,
    /// The build time, from the [`build_time::VARIABLE`] environment variable.
    pub build_time: Option<u64>,
    /// The versions that are built from Git.
    past: Vec<PastVersion>,
    /// The configs of these versions.
    past_configs: past::Configs,
    /// The older states of OpenAPI documents.
    tagged: Tagged,
    /// The other repositories whose files pages show.
    repositories: Arc<Repositories>,
    /// The config and the lock file that the repositories come from, and the problems with the repositories.
    pinned: Option<((u64, u64), Vec<Diagnostic>)>,
    /// The problems with the versions that are built from Git and with the repositories.
    unavailable: Vec<Diagnostic>,
    /// Each file's last change, read from Git on first use.
    changes: Option<Result<git::Changes, String>>,
    /// The cache, read from disk on first use.
    cache: Option<Cache>,
    /// `.docgen/cache`, unless the cache is turned off.
    cache_folder: Option<PathBuf>,
    /// The temporary folder of a converted site, which is removed when the session is dropped.
    _scratch: Option<Scratch>,
}

/// The index of the packages' state in the settings of a [`Look`].
const PACKAGES: usize = 0;

/// A build's inputs.
pub(super) struct Look {
    /// The settings that come from outside the site's files.
    settings: Vec<String>,
    /// The files outside the site's folders that the last build requested.
    asked: Vec<SourcePath>,
    /// A hash of everything that a build reads.
    digest: u64,
    /// The last build, if this build would have the same result.
    pub last: Option<Stamp>,
}

/// An assembled site, with the sources that its diagnostics refer to.
pub(super) struct Run {
    pub sources: Sources,
    pub assembled: Assembled,
}

impl Session {
    /// Resolves the folders and loads the theme and the cache.
    pub(super) fn open(
        Place { root, bare, scratch }: Place,
        base_url: Option<&str>,
        out: Option<&Path>,
        use_cache: bool,
    ) -> Result<Self, Failure> {
        if let Some(base_url) = base_url.filter(|base_url| base_url.contains("://")) {
            return Err(Failure::new(format!("`--base-url`: expected a path, found a URL: {base_url}"))
                .hint("specify only the path, such as `/docs/`; set the host in `site.url`"));
        }
        if let Some(odd) = base_url.and_then(path::odd_in_base_url) {
            return Err(Failure::new(format!("`--base-url`: `{odd}` isn't allowed in a path"))
                .hint("use a percent-encoded path, such as `/docs/` or `/my%20docs/`"));
        }
        let default = || if scratch.is_some() { PathBuf::from("dist") } else { root.join("dist") };
        let named = out.map_or_else(default, Path::to_owned);
        // Follow links, because a link's target can be the site itself.
        let out = fs::absolute(&named);
        if fs::is_no_folder(&named) {
            return Err(Failure::new(format!("the output folder `{}` isn't a folder", named.display()))
                .hint("remove the file with this name, or choose another folder with `--out`"));
        }
        if out.starts_with(fs::absolute(&root.join(".docgen"))) {
            return Err(Failure::new(format!(
                "the output folder `{}` is inside `.docgen`, which can be deleted at any time",
                out.display()
            ))
            .hint("choose another folder with `--out`"));
        }
        for folder in fs::FOLDERS.into_iter().filter(|_| bare.is_none()) {
            if out.starts_with(fs::absolute(&root.join(folder))) {
                return Err(Failure::new(format!(
                    "the output folder `{}` is inside `{folder}`",
                    out.display()
                ))
                .hint("choose another folder with `--out`; otherwise, docgen would build the site from its own output"));
            }
        }
        if root.starts_with(&out) {
            return Err(Failure::new(format!(
                "the output folder `{}` contains the site itself",
                out.display()
            ))
            .hint("choose another folder with `--out`"));
        }
        let build_time = build_time::read()?;
        let theme = if bare.is_some() { theme::embedded() } else { theme::load(&root) };
        let theme = Arc::new(theme.map_err(|error| Failure::new(error.to_string()))?);
        let cache_folder = (use_cache && bare.is_none()).then(|| root.join(".docgen/cache"));
        let packages = Packages::new(&root, cache_folder.as_deref(), bare.is_none());
        Ok(Session {
            imports: Arc::new(Imports::new(&root)),
            packages: Arc::new(packages),
            is_check: false,
            layer: None,
            root,
            bare,
            out,
            theme,
            base_url: base_url.map(str::to_owned),
            config: Mutex::default(),
            deployment: Deployment::default(),
            build_time,
            past: Vec::new(),
            past_configs: past::Configs::new(),
            tagged: Tagged::default(),
            repositories: Arc::default(),
            pinned: None,
            unavailable: Vec::new(),
            changes: None,
            cache: None,
            cache_folder,
            _scratch: scratch,
        })
    }

    /// Reads every text file in the site.
    pub(super) fn load(&mut self) -> Sources {
        self.imports.forget_all();
        self.packages.forget_all();
        // Meanwhile, someone might have turned the folder into a site.
        self.bare.take_if(|bare| bare.only.is_none() && fs::is_site(&self.root));
        match &mut self.bare {
            Some(bare) => {
                bare.ignored = git::ignored(&self.root);
                bare.load(&self.root, &self.out)
            }
            None => {
                let problems = self.fetch(fs::config(&self.root).as_ref());
                let mut sources = fs::load(&self.root, &self.out);
                sources.diagnostics.extend(problems);
                sources
            }
        }
    }

    /// Parses the config, unless it has already been parsed.
    fn config(&self, source: &Source) -> (Config, Vec<Diagnostic>) {
        let mut known = self.config.lock();
        if let Some((hash, config, problems)) = &*known
            && *hash == source.hash
        {
            return (config.clone(), problems.clone());
        }
        let (config, problems) = Config::parse(source);
        *known = Some((source.hash, config.clone(), problems.clone()));
        (config, problems)
    }

    /// Fetches the files that the config specifies: the versions that are built from Git, and other repositories.
    /// Returns the problems.
    pub(super) fn fetch(&mut self, source: Option<&Source>) -> Vec<Diagnostic> {
        let source = source.cloned().unwrap_or_else(no_config);
        let (config, config_problems) = self.config(&source);
        let (past, mut problems) = past::extract(&self.root, &config, &source, self.cache_folder.is_some());
        if past != self.past {
            self.changes = None;
        }
        self.past = past;
        problems.extend(self.tagged.read(&self.root, &config, &source));
        let pins = || {
            let file =
                if config.repositories.is_empty() { None } else { fs::pins(&self.root).ok().flatten() };
            file.map_or(0, |file| file.hash)
        };
        let key = (source.hash, pins());
        match &self.pinned {
            Some((known, found)) if *known == key => problems.extend(found.iter().cloned()),
            _ => {
                // An unknown key could be a misspelled setting of a repository.
                let is_valid = config_problems.iter().all(|problem| problem.code != Code::InvalidConfig);
                let writes_pins = is_valid && !self.is_check;
                let prepared = repositories::prepare(&self.root, &config, &source, writes_pins);
                self.repositories.set(prepared.repositories);
                problems.extend(prepared.problems.iter().cloned());
                self.pinned = Some(((source.hash, pins()), prepared.problems));
            }
        }
        self.unavailable.clone_from(&problems);
        problems
    }

    /// Reads the changed files again and returns the paths of the changes that affect the site.
    pub(super) fn reload(
        &mut self,
        sources: &mut Sources,
        changed: &BTreeSet<SourcePath>,
    ) -> BTreeSet<SourcePath> {
        // Someone might have turned the folder into a site.
        let is_site = |bare: &Bare| bare.only.is_none() && fs::is_site(&self.root);
        if self.bare.as_ref().is_some_and(is_site) {
            *sources = self.load();
            return changed.clone();
        }
        let mut different = match &self.bare {
            Some(_) => fs::reload_bare(&self.root.clone(), sources, changed, &mut || self.load()),
            None => fs::reload(&self.root, &self.out, sources, changed),
        };
        // The config and the lock file might specify different versions or commits.
        let names_commits = |path: &SourcePath| [fs::CONFIG, fs::PINS].contains(&path.as_str());
        if self.bare.is_none() && changed.iter().any(names_commits) {
            let before = (self.past.clone(), self.tagged.state().collect::<Vec<_>>());
            // A repository that was unavailable might be available by now.
            self.pinned.take_if(|(_, problems)| !problems.is_empty());
            let problems = self.fetch(sources.config.as_ref());
            let after = (self.past.clone(), self.tagged.state().collect::<Vec<_>>());
            if before != after || !problems.is_empty() {
                *sources = self.load();
            }
        }
        // The whole site might have been loaded again, without these problems.
        let unavailable = self.unavailable.iter().filter(|problem| !sources.diagnostics.contains(problem));
        let unavailable: Vec<Diagnostic> = unavailable.cloned().collect();
        sources.diagnostics.extend(unavailable);
        different.extend(changed.iter().filter(|path| self.imports.forget(path)).cloned());
        self.packages.forget_problems();
        different
    }

    /// Hashes everything that this build is about to read. Returns `None` without a cache.
    pub(super) fn look(&self, sources: &Sources) -> Option<Look> {
        let last: Option<Stamp> = fs::read_cache(&self.cache_folder.as_ref()?.join(caches::STAMP), PROGRAM);
        let asked = last.as_ref().map(|stamp| stamp.asked.clone()).unwrap_or_default();
        let settings = self.settings(sources);
        let digest = fs::digest(&self.root, sources, &asked, &settings);
        let is_last = |stamp: &Stamp| {
            sources.diagnostics.is_empty() && stamp.digest == digest && stamp.written.is_intact(&self.out)
        };
        Some(Look { settings, asked, digest, last: last.filter(is_last) })
    }

    /// Returns the inputs of a build other than the files that it reads: the npm packages that the last build used, the
    /// command line, the commit that the displayed dates come from, and the site's custom templates and styles, which
    /// the theme has already read.
    fn settings(&self, sources: &Sources) -> Vec<String> {
        let config = sources.config.as_ref().map(|source| self.config(source).0).unwrap_or_default();
        let head = needs_git(&config).and_then(|_| git::head(&self.root));
        let packages = Some(self.packages.state());
        let build_time = self.build_time.map(|time| time.to_string());
        let mut settings: Vec<String> =
            [&packages, &build_time, &self.base_url, &head, &self.theme.custom_css]
                .map(|setting| setting.clone().unwrap_or_default())
                .into();
        settings.push(format!("{:?}", self.deployment));
        settings.extend(self.past.iter().map(|past| format!("{past:?}")));
        settings.extend(self.tagged.state());
        settings.extend(self.repositories.pins());
        let samples = self.theme.samples.iter();
        settings.extend(samples.flat_map(|(name, text)| [format!("samples/{name}"), text.clone()]));
        settings.extend(self.theme.overrides.iter().flat_map(|(name, text)| [name.clone(), text.clone()]));
        settings
    }

    /// Writes the stamp of a build without problems, unless a file changed during the build. If the stamp can't be
    /// written, the next build only takes longer.
    pub(super) fn stamp(
        &self,
        before: &Look,
        run: &Run,
        assets: &DiskAssets,
        written: Written,
    ) -> std::io::Result<()> {
        let Some(site) = &run.assembled.site else { return Ok(()) };
        let known: HashSet<&SourcePath> = before.asked.iter().collect();
        let apis = || run.sources.openapi.files.iter().filter(|(path, _)| !known.contains(path));
        let digest =
            |asked: &[SourcePath], settings: &[String]| fs::digest(&self.root, &run.sources, asked, settings);
        let as_they_were = digest(&before.asked, &before.settings) == before.digest
            && self.packages.are_as_read()
            && assets.changed(|path| !known.contains(path)).is_empty()
            && self.imports.changed(|path| !known.contains(path)).is_empty()
            && apis().all(|(_, loaded)| fs::is_as_read(&self.root, &loaded.source));
        if !as_they_were {
            return Ok(());
        }
        let mut asked = assets.asked();
        asked.extend(run.sources.openapi.files.keys().cloned());
        asked.extend(self.imports.asked());
        // The build might have bundled packages, which changes their state.
        let mut settings = before.settings.clone();
        settings[PACKAGES] = self.packages.state();
        let is_same = asked == before.asked && settings == before.settings;
        let digest = if is_same { before.digest } else { digest(&asked, &settings) };
        let stamp = Stamp { pages: site.page_count() as u64, digest, asked, written };
        self.save_stamp(&stamp)
    }

    /// Parses and assembles the loaded files; see [`pipeline::Input::waits`].
    pub(super) fn assemble_from(
        &mut self,
        mut sources: Sources,
        assets: &DiskAssets,
        options: Options,
        waits: Option<pipeline::Waits<'_>>,
        timings: &mut Timings,
    ) -> Run {
        let (mut config, diagnostics) = match &sources.config {
            Some(source) => self.config(source),
            None => self.config(&no_config()),
        };
        let cache = self.cache.get_or_insert_with(|| {
            let Some(folder) = &self.cache_folder else { return Cache::default() };
            let highlighted = fs::read_cache(&folder.join(caches::HIGHLIGHT), highlight::VERSION);
            let documents = fs::read_cache(&folder.join(caches::DOCUMENTS), PROGRAM);
            Cache::from_stored(highlighted.unwrap_or_default(), documents.unwrap_or_default())
        });
        timings.ended("cache");
        self.deployment.apply(&mut config);
        past::configure(&self.root, &mut config, &self.past, &mut self.past_configs);
        if let Some(base_url) = &self.base_url {
            config.set_base_url(base_url);
        }
        sources.templates = self.theme.own_sources();
        if !sources.openapi.is_loaded {
            let documents = if self.bare.is_some() { &sources.openapi.documents } else { &config.openapi };
            sources.openapi = if self.bare.is_some() && documents.is_empty() {
                OpenApiSources { is_loaded: true, ..OpenApiSources::default() }
            } else {
                fs::load_layered_openapi(&self.root, self.layer.as_deref(), documents, &sources.openapi.files)
            };
        }
        if self.bare.is_some() {
            place::configure(&mut config, &self.root, &sources);
        }
        sources.openapi.past.clone_from(&self.tagged.documents);
        let found = sources.diagnostics.len();
        sources.diagnostics.extend(fs::missing_content(&self.root, &sources));
        let setting = needs_git(&config);
        if let Some(setting) = setting {
            let changes = self.changes.get_or_insert_with(|| past::changes(&self.root, &self.past));
            let warning = match changes {
                Ok(changes) => changes.warning.as_ref(),
                Err(reason) => Some(&*reason),
            };
            sources.diagnostics.extend(warning.map(|reason| {
                let message = format!("the dates of the last changes are unavailable: {reason}");
                let fetch = "fetch the full history (`fetch-depth: 0` in a GitHub workflow)";
                Diagnostic::new(Code::NoGitDates, message).hint(format!("{fetch}, or turn off {setting}"))
            }));
        }
        let none = BTreeMap::new();
        let changes = match &self.changes {
            Some(Ok(found)) if setting.is_some() => &found.changes,
            _ => &none,
        };
        let (files, packages) = (Arc::clone(&self.imports), Arc::clone(&self.packages));
        let files: Arc<dyn Files> = Arc::new(Importable { files, packages });
        let repositories = Arc::clone(&self.repositories);
        let importable: Arc<dyn Files> = Arc::new(WithRepositories { files, repositories });
        let layer =
            self.layer.clone().map(|layer| (LayeredAssets { assets, layer: Arc::clone(&layer) }, layer));
        let (assets, importable) = match &layer {
            Some((assets, layer)) => {
                let layered = Layered { files: importable, layer: Arc::clone(layer) };
                (assets as &dyn Assets, Arc::new(layered) as Arc<dyn Files>)
            }
            None => (assets as &dyn Assets, importable),
        };
        let input = pipeline::Input {
            sources: &sources,
            config,
            config_diagnostics: diagnostics,
            assets,
            imports: Some(importable),
            build_time: self.build_time,
            waits,
            changes,
            theme: &self.theme,
            options,
        };
        let assembled = pipeline::assemble(input, cache, &mut |stage| {
            timings.ended(match stage {
                Stage::Parse => "parse and highlight",
                Stage::Apis => "OpenAPI documents",
                Stage::Site => "navigation and links",
            });
        });
        sources.diagnostics.truncate(found);
        let places = assembled.diagnostics.iter().filter_map(|(_, found)| found.location.as_ref());
        sources.imported = self.imported(places);
        Run { sources, assembled }
    }

    /// Returns what a run replaces (see [`Cache::kept`]).
    pub(super) fn kept(&self) -> Option<Kept> {
        self.cache.as_ref().map(Cache::kept)
    }

    /// Returns the site of the last run (see [`Cache::last_site`]).
    pub(super) fn last_site(&self) -> Option<SiteOfDocuments> {
        self.cache.as_ref()?.last_site()
    }

    /// Continues from an earlier run.
    pub(super) fn restore(&mut self, kept: Option<Kept>) {
        if let (Some(cache), Some(kept)) = (&mut self.cache, kept) {
            cache.restore(kept);
        }
    }

    /// Returns the files at these locations, except for the site's loaded sources.
    fn imported<'l>(&self, places: impl Iterator<Item = &'l Location>) -> Vec<Source> {
        let paths: BTreeSet<&SourcePath> = places.map(|place| place.path()).collect();
        paths.into_iter().filter_map(|path| self.text(path)).collect()
    }

    /// Adds the files at these locations to the sources of an assembled site.
    pub(super) fn add_imported<'l>(&self, run: &mut Run, places: impl Iterator<Item = &'l Location>) {
        let mut places = places.filter(|place| run.source(place.path()).is_none()).peekable();
        if places.peek().is_some() {
            let found = self.imported(places);
            run.sources.imported.extend(found);
        }
    }

    /// Returns the Markdown files that pages import or include, except for pages. Each file has the options of a page.
    pub(super) fn included(&self, pages: &BTreeMap<&SourcePath, &Arc<Parsed>>) -> Vec<Parsed> {
        let mut found: BTreeMap<SourcePath, &Parsed> = BTreeMap::new();
        for page in pages.values() {
            for (path, _) in &page.metadata.imports {
                let path = without_parameters(path);
                let is_outside = [GIT, REPOSITORY].iter().any(|prefix| path.as_str().starts_with(prefix));
                if fs::is_markdown(&path) && !is_outside && !pages.contains_key(&path) {
                    found.entry(path).or_insert(page);
                }
            }
        }
        let parse = |(path, page): (SourcePath, &Parsed)| Some(page.sibling(self.text(&path)?));
        found.into_iter().filter_map(parse).collect()
    }

    /// Returns the text of a file that the site's loaded sources don't include.
    fn text(&self, path: &SourcePath) -> Option<Source> {
        let pins = || fs::pins(&self.root).ok().flatten().filter(|pins| pins.path == *path);
        let own = match &self.layer {
            Some(layer) => layer.read(path, |old| self.imports.text(old).ok_or(())).and_then(Result::ok),
            None => self.imports.text(path),
        };
        own.or_else(|| self.repositories.text(path)).or_else(pins)
    }

    /// Returns each file's last change.
    pub(super) fn changes(&self) -> Result<git::Changes, String> {
        past::changes(&self.root, &self.past)
    }
}

/// Reads the config of a site for a command that needs nothing else. If the config has problems, reports them and
/// returns `None`.
pub(super) fn valid_config(root: &Path) -> Option<Config> {
    let source = fs::config(root).unwrap_or_else(no_config);
    let (config, problems) = Config::parse(&source);
    let problems: Vec<_> = problems.into_iter().map(|found| (Severity::Error, found)).collect();
    report::diagnostics(&problems, |_| Some(&source), root, Format::Human);
    problems.is_empty().then_some(config)
}

/// Returns the config for a site without a config file.
fn no_config() -> Source {
    Source::new(SourcePath::new(fs::CONFIG), "")
}

/// Returns the setting because of which pages show data from Git.
fn needs_git(config: &Config) -> Option<&'static str> {
    let dates = config.docs.iter().any(|docs| docs.show_last_update_time || docs.show_last_update_author);
    let banner = config.i18n.outdated_banner && config.i18n.locales.len() > 1;
    let banner = banner.then_some("`outdated_banner` in `[i18n]`");
    if dates { Some("the dates in `[docs]`") } else { banner }
}

impl Run {
    /// Returns the renderer of the assembled site and adds its problems to the diagnostics. The renderer has tested
    /// the site's custom templates on every page that changed since the last build.
    pub(super) fn renderer<'a>(
        &'a self,
        theme: &'a Theme,
        outputs: &OutputCache,
        images: Option<&'a Images<'a>>,
    ) -> (Option<Renderer<'a>>, Vec<(Severity, Diagnostic)>) {
        let mut diagnostics = self.assembled.diagnostics.clone();
        let renderer = self.assembled.site.as_ref().map(|site| {
            let (renderer, mut found) = Renderer::new(site, theme, &self.assembled.messages, None);
            let renderer = renderer.with_images(images);
            found.extend(images.iter().flat_map(|images| images.problems(site)));
            found.extend(renderer.try_pages(|path, key| outputs.has(path, key)));
            diagnostics.extend(pipeline::judge(&self.assembled.config, found));
            renderer
        });
        (renderer, diagnostics)
    }

    /// Returns the source that a diagnostic refers to.
    pub(super) fn source(&self, path: &SourcePath) -> Option<&Source> {
        self.sources.source(path)
    }
}
