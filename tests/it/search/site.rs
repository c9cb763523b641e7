//! Sites to search, which are loaded and indexed as in a build. Pages aren't rendered.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use docgen::internals::Config;
use docgen::internals::Source;
use docgen::internals::SourcePath;
use docgen::internals::fs::DiskAssets;
use docgen::internals::pipeline::{self, Cache, Input, Options};
use docgen::internals::search;
use docgen::internals::site::Site;
use docgen::internals::{fs, theme};

use serde_json::{Value as Json, json};

use crate::harness::Project;

/// The path of the index folder in a built site.
const INDEX: &str = "_docgen/search";

/// A site with its index.
pub(crate) struct Indexed {
    pub(crate) site: Site,
    /// The files of the index, by their paths below the index folder.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    written: OnceCell<Project>,
}

impl Indexed {
    /// Loads and indexes the site in a folder.
    pub(crate) fn new(root: &Path) -> Self {
        let site = load(root);
        let files = index(&site);
        Indexed { site, files, written: OnceCell::new() }
    }

    /// Writes the index to a folder with the layout of a built site.
    pub(crate) fn out(&self) -> &Path {
        let write = || {
            let project = Project::new("");
            for (path, bytes) in &self.files {
                project.write(&format!("{INDEX}/{path}"), bytes);
            }
            project
        };
        self.written.get_or_init(write).root()
    }

    /// Returns the index folder on disk.
    pub(crate) fn folder(&self) -> PathBuf {
        self.out().join(INDEX)
    }
}

/// Returns the files of a site's index.
pub(crate) fn index(site: &Site) -> BTreeMap<String, Vec<u8>> {
    let blogs = site.blogs.iter().map(|blog| blog.config.title.clone().unwrap_or_default()).collect();
    let files = search::build(site, &search::Options { blogs }, &search::Forgetful);
    files.into_iter().map(|file| (file.path, file.bytes)).collect()
}

/// Loads and assembles a site, and ignores its problems.
pub(crate) fn load(root: &Path) -> Site {
    let mut sources = fs::load(root, &root.join("dist"));
    let empty = Source::new(SourcePath::new("docgen.toml"), "");
    let (config, config_diagnostics) = Config::parse(sources.config.as_ref().unwrap_or(&empty));
    if !sources.openapi.is_loaded {
        sources.openapi = fs::load_openapi(root, &config.openapi, &sources.openapi.files);
    }
    let theme = theme::load(root).expect("the theme is built in");
    let (assets, changes) = (DiskAssets::new(root), BTreeMap::new());
    let input = Input {
        sources: &sources,
        config,
        config_diagnostics,
        assets: &assets,
        imports: None,
        build_time: None,
        waits: None,
        changes: &changes,
        theme: &theme,
        options: Options::default(),
    };
    let assembled = pipeline::assemble(input, &mut Cache::default(), &mut |_| {});
    assembled.site.expect("the config of the site can be used")
}

/// Returns a search request for all records in a locale, in the form that a search provider receives.
pub(crate) fn request(query: &str, language: &str) -> Json {
    json!({ "query": query, "page": 0, "hitsPerPage": 20, "facetFilters": [format!("language:{language}")] })
}

/// Copies a folder into a site.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("folders can be created");
    for entry in std::fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("the folder can be read");
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::write(to, std::fs::read(&from).expect("the file can be read"))
                .expect("it can be written");
        }
    }
}

/// Returns the folder in an environment variable, if it's set.
pub(crate) fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from)
}
