//! What `build`, `check` and `serve` share: from the arguments to an assembled site.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::timings::Timings;
use super::{Failure, SiteArguments};
use crate::config::Config;
use crate::diag::{Code, Diagnostic, Severity};
use crate::fs::{self, DiskAssets};
use crate::git;
use crate::path::SourcePath;
use crate::pipeline::{self, Assembled, Cache, Options, Sources, Stage};
use crate::render::{Renderer, Theme};
use crate::source::Source;
use crate::theme;

/// A site's folder, its theme, and what is kept between runs.
pub(super) struct Session {
    pub(super) root: PathBuf,
    pub(super) out: PathBuf,
    pub(super) theme: Arc<Theme>,
    base_url: Option<String>,
    /// Last changes as git knew them when they were first asked for.
    changes: Option<Result<git::Changes, String>>,
    cache: Cache,
    cache_file: Option<PathBuf>,
}

/// An assembled site with the sources that its diagnostics point into.
pub(super) struct Run {
    pub(super) sources: Sources,
    pub(super) assembled: Assembled,
}

impl Session {
    /// Finds the folders, loads the theme and the cache.
    pub(super) fn open(
        arguments: &SiteArguments,
        out: Option<&Path>,
        use_cache: bool,
    ) -> Result<Self, Failure> {
        let root = fs::absolute(&arguments.root);
        if !fs::exists(&root) {
            return Err(Failure::new(format!("there is no folder {}", arguments.root.display())));
        }
        if !fs::is_folder(&root) {
            return Err(Failure::new(format!("{} is not a folder", arguments.root.display()))
                .hint("`--root` names the folder that holds `docgen.toml` and `content`"));
        }
        if let Some(base_url) = arguments.base_url.as_ref().filter(|base_url| base_url.contains("://")) {
            return Err(Failure::new(format!("the base URL is a path, not an address: {base_url}")).hint(
                "the host belongs into `url` of `[site]`; `--base-url` is what follows it, like `/docs/`",
            ));
        }
        let out = match out {
            Some(out) => fs::absolute(out),
            None => root.join("dist"),
        };
        for folder in ["content", "static", "overrides", "openapi"] {
            if out.starts_with(root.join(folder)) {
                return Err(Failure::new(format!(
                    "the output folder {} is inside `{folder}`",
                    out.display()
                ))
                .hint("the site would be built from its own output; choose another folder with `--out`"));
            }
        }
        if root.starts_with(&out) {
            return Err(Failure::new(format!("the output folder {} holds the site itself", out.display()))
                .hint("choose another folder with `--out`"));
        }
        let theme = Arc::new(theme::load(&root).map_err(|error| Failure::new(error.to_string()))?);
        let cache_file = use_cache.then(|| root.join(".docgen/cache/highlight"));
        let mut cache = Cache::default();
        if let Some(bytes) = cache_file.as_deref().and_then(fs::read_cache) {
            cache.highlight = crate::markdown::highlight::Cache::from_bytes(&bytes);
        }
        Ok(Session {
            root,
            out,
            theme,
            base_url: arguments.base_url.clone(),
            changes: None,
            cache,
            cache_file,
        })
    }

    /// Loads, parses and assembles the site.
    pub(super) fn assemble(&mut self, options: Options, timings: &mut Timings) -> Run {
        let sources = fs::load(&self.root, &self.out).sources;
        timings.ended("load");
        let assets = DiskAssets::new(&self.root);
        self.assemble_from(sources, &assets, options, timings)
    }

    /// Parses and assembles what has been loaded.
    pub(super) fn assemble_from(
        &mut self,
        mut sources: Sources,
        assets: &DiskAssets,
        options: Options,
        timings: &mut Timings,
    ) -> Run {
        let empty = Source::new(SourcePath::new("docgen.toml"), "");
        let (mut config, diagnostics) = Config::parse(sources.config.as_ref().unwrap_or(&empty));
        if let Some(base_url) = &self.base_url {
            config.set_base_url(base_url);
        }
        sources.templates = self.theme.own_templates();
        if !sources.openapi.is_loaded {
            sources.openapi = fs::load_openapi(&self.root, &config.openapi, &sources.openapi.files);
        }
        let found = sources.diagnostics.len();
        let dated = config.docs.show_last_update_time || config.docs.show_last_update_author;
        if dated {
            let changes = self.changes.get_or_insert_with(|| git::changes(&self.root));
            let warning = match changes {
                Ok(changes) => changes.warning.as_ref(),
                Err(reason) => Some(&*reason),
            };
            sources.diagnostics.extend(warning.map(|reason| {
                Diagnostic::new(Code::NoGitDates, format!("the dates of last changes cannot be had: {reason}"))
                    .hint("fetch the whole history (`fetch-depth: 0` in a GitHub workflow), or turn the dates off in `[docs]`")
            }));
        }
        let none = BTreeMap::new();
        let changes = match &self.changes {
            Some(Ok(found)) if dated => &found.changes,
            _ => &none,
        };
        let assembled = pipeline::assemble(
            &sources,
            (config, diagnostics),
            assets,
            changes,
            &self.theme,
            options,
            &mut self.cache,
            &mut |stage| {
                timings.ended(match stage {
                    Stage::Parse => "parse and highlight",
                    Stage::Apis => "OpenAPI documents",
                    Stage::Site => "navigation and links",
                });
            },
        );
        sources.diagnostics.truncate(found);
        Run { sources, assembled }
    }

    /// Keeps what is dear for the next run. A cache that cannot be written costs time, nothing else.
    pub(super) fn save_cache(&self) -> std::io::Result<()> {
        match &self.cache_file {
            Some(path) => fs::write_cache(path, &self.cache.highlight.to_bytes()),
            None => Ok(()),
        }
    }
}

impl Run {
    /// The renderer of the assembled site, with what it found wrong added to the diagnostics.
    pub(super) fn renderer<'a>(
        &'a self,
        theme: &'a Theme,
    ) -> (Option<Renderer<'a>>, Vec<(Severity, Diagnostic)>) {
        let mut diagnostics = self.assembled.diagnostics.clone();
        let renderer = self.assembled.site.as_ref().map(|site| {
            let (renderer, found) = Renderer::new(site, theme, &self.assembled.messages, None);
            diagnostics.extend(pipeline::judge(&self.assembled.config, found));
            renderer
        });
        (renderer, diagnostics)
    }

    /// The text a diagnostic points into.
    pub(super) fn source(&self, path: &SourcePath) -> Option<&Source> {
        source(&self.sources, path)
    }
}

/// The text a diagnostic points into.
pub(super) fn source<'a>(sources: &'a Sources, path: &SourcePath) -> Option<&'a Source> {
    let files = [&sources.categories, &sources.blog_files, &sources.messages, &sources.templates];
    let mut all = sources.config.iter().chain(files.into_iter().flatten());
    let found = sources.markdown.binary_search_by(|source| source.path.cmp(path)).ok();
    let api = || sources.openapi.files.get(path).map(|loaded| &*loaded.source);
    found
        .map(|index| &sources.markdown[index])
        .or_else(|| all.find(|source| source.path == *path))
        .or_else(api)
}
