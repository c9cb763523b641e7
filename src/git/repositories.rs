//! The other repositories whose files pages can show.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::RwLock;

use super::{remote::Fetched, web_url};
use crate::component::{self, Files, Package, PackageProblem, Platform, in_git};
use crate::path::SourcePath;
use crate::source::Source;

/// A repository in the config.
pub(crate) struct Repository {
    /// The URL to clone the repository from.
    pub git: String,
    /// The pattern for the URLs of the files' web pages, if it's in the config.
    pub url: Option<String>,
    /// The commit and the folder that contains its files. If the repository is unavailable, the value is `None`.
    pub pin: Option<(String, PathBuf)>,
}

/// A repository and its files.
struct Row {
    git: String,
    url: Option<String>,
    commit: String,
    files: Option<Fetched>,
}

/// The repositories in the config, by name.
#[derive(Default)]
pub(crate) struct Repositories(RwLock<BTreeMap<String, Arc<Row>>>);

impl Repositories {
    /// Replaces all repositories.
    pub(crate) fn set(&self, all: BTreeMap<String, Repository>) {
        let row = |Repository { git, url, pin }| {
            let (commit, folder) = pin.unzip();
            let commit = commit.unwrap_or_default();
            let files = folder.map(|folder| Fetched::new(folder, &commit));
            Arc::new(Row { git, url, commit, files })
        };
        *self.0.write() = all.into_iter().map(|(name, repository)| (name, row(repository))).collect();
    }

    /// Returns the name and the commit of each repository.
    pub(crate) fn pins(&self) -> Vec<String> {
        self.0.read().iter().map(|(name, row)| format!("{name} {}", row.described())).collect()
    }

    /// Returns the text of a file that has already been read.
    pub(crate) fn text(&self, path: &SourcePath) -> Option<Source> {
        let (name, _) = in_git(path)?;
        self.row(name)?.files.as_ref()?.text(path)
    }

    fn row(&self, name: &str) -> Option<Arc<Row>> {
        self.0.read().get(name).map(Arc::clone)
    }

    fn read(&self, path: &SourcePath) -> Option<Result<Source, String>> {
        let (name, file) = in_git(path)?;
        let unknown = || Err("the repository isn't in the config".to_owned());
        let Some(row) = self.row(name) else { return Some(unknown()) };
        Some(match &row.files {
            _ if file.is_empty() => Ok(Source::new(path.clone(), &row.described())),
            Some(files) => files.read(file, path),
            None => Err("the repository is unavailable".to_owned()),
        })
    }
}

impl Row {
    /// Returns everything that determines the files and the links to them.
    fn described(&self) -> String {
        format!("{} {} {}", self.git, self.url.as_deref().unwrap_or_default(), self.commit)
    }
}

impl component::Repositories for Repositories {
    fn names(&self) -> Vec<String> {
        self.0.read().keys().cloned().collect()
    }

    fn is_available(&self, name: &str) -> bool {
        self.row(name).is_some_and(|row| row.files.is_some())
    }

    fn files(&self, name: &str) -> Vec<String> {
        self.row(name).and_then(|row| Some(row.files.as_ref()?.files())).unwrap_or_default()
    }

    fn web_url(&self, name: &str, path: &str, is_image: bool) -> Option<String> {
        let row = self.row(name)?;
        let pattern = match &row.url {
            Some(pattern) => pattern.clone(),
            None => web_url(&row.git)? + "/blob/{commit}/{path}",
        };
        // Hosts that have a page for each file provide the file itself at a similar URL.
        let pattern = if is_image { pattern.replacen("/blob/", "/raw/", 1) } else { pattern };
        Some(pattern.replace("{commit}", &row.commit).replace("{path}", path))
    }
}

/// The files of a site and of other repositories.
pub(crate) struct WithRepositories {
    /// The site's files and packages.
    pub files: Arc<dyn Files>,
    /// The repositories.
    pub repositories: Arc<Repositories>,
}

impl Files for WithRepositories {
    fn repositories(&self) -> Option<&dyn component::Repositories> {
        Some(&*self.repositories)
    }

    fn read(&self, path: &SourcePath) -> Result<Source, String> {
        self.repositories.read(path).unwrap_or_else(|| self.files.read(path))
    }

    fn exists(&self, path: &SourcePath) -> bool {
        match self.repositories.read(path) {
            Some(read) => read.is_ok(),
            None => self.files.exists(path),
        }
    }

    fn refusal(&self, path: &SourcePath) -> Option<String> {
        match self.repositories.read(path) {
            Some(read) => read.err().filter(|reason| !reason.ends_with("doesn't exist")),
            None => self.files.refusal(path),
        }
    }

    fn folder_in_repository(&self) -> &str {
        self.files.folder_in_repository()
    }

    fn package(&self, specifier: &str, platform: &Platform) -> Result<Package, PackageProblem> {
        self.files.package(specifier, platform)
    }

    fn package_place(&self, specifier: &str, line: u32, column: u32) -> Option<String> {
        self.files.package_place(specifier, line, column)
    }
}
