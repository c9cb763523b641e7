//! Pins the repositories in the config to commits with `docgen.lock`, and fetches the commits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Failure, report};
use crate::config::{Config, ConfigSource, RepositoryConfig};
use crate::diag::{Code, Diagnostic};
use crate::fs::{self, PINS};
use crate::git::{self, Problem, Repository};
use crate::path::SourcePath;
use crate::source::{Source, floor};

/// The content of `docgen.lock`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pins {
    /// The commit of each repository, by name.
    #[serde(default)]
    pub repositories: BTreeMap<String, Pin>,
}

/// A repository's commit, and the settings that the commit was found with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pin {
    /// The URL in the config.
    pub git: String,
    /// The tag or branch in the config.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The commit ID.
    pub commit: String,
}

/// The first lines of the file.
const HEADER: &str =
    "# docgen writes this file. To use newer commits, run `docgen update`. Commit this file to Git.\n\n";

/// Sets a problem's location to the line and column of a byte offset, because the file isn't one of the site's sources.
fn placed(problem: Diagnostic, source: &Source, at: usize) -> Diagnostic {
    let before = &source.text[..floor(&source.text, at)];
    let number = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
    let line = number(before.matches('\n').count());
    let column = number(before.chars().rev().take_while(|c| *c != '\n').count());
    problem.at_position(&source.path, line, column)
}

impl Pins {
    /// Reads the file. If there's no file, returns an empty list. The error is the problem with the file.
    pub(super) fn read(root: &Path) -> Result<Self, Diagnostic> {
        let invalid = |message: &str| {
            Diagnostic::new(Code::UnavailableRepository, format!("`{PINS}` isn't valid: {message}"))
                .hint("restore the file from Git, or remove it and run `docgen update`")
        };
        let Some(source) = fs::pins(root)? else { return Ok(Pins::default()) };
        let pins: Pins = toml::from_str(&source.text).map_err(|error| {
            placed(invalid(error.message().trim()), &source, error.span().map_or(0, |span| span.start))
        })?;
        match pins.repositories.iter().find(|(_, pin)| !git::is_id(&pin.commit)) {
            Some((_, pin)) => {
                let at = source.text.find(&format!("\"{}\"", pin.commit)).unwrap_or(0);
                let message = format!("`{}` isn't a commit ID", pin.commit);
                Err(placed(invalid(&message), &source, at))
            }
            None => Ok(pins),
        }
    }

    /// Writes the file, without repositories that aren't in the config.
    pub(super) fn write(mut self, root: &Path, config: &Config) -> Result<(), String> {
        self.repositories.retain(|name, _| config.repositories.contains_key(name));
        let text = toml::to_string(&self).map_err(|error| error.to_string())?;
        fs::write_whole(&root.join(PINS), format!("{HEADER}{text}").as_bytes())
            .map_err(|error| format!("can't write `{PINS}`: {}", fs::reason(&error)))
    }

    /// Returns the commit of a repository, unless the settings have changed since it was pinned.
    fn commit(&self, name: &str, config: &RepositoryConfig) -> Option<&str> {
        let pin = self.repositories.get(name)?;
        (pin.git == config.git && pin.reference == config.reference).then_some(&*pin.commit)
    }
}

/// The repositories in the config, and the problems with them.
#[derive(Default)]
pub(super) struct Prepared {
    pub repositories: BTreeMap<String, Repository>,
    pub problems: Vec<Diagnostic>,
}

/// A repository in the config, its commit, and the folder that contains the commit's files.
type Found<'a> = (&'a String, &'a RepositoryConfig, Result<(String, PathBuf), Problem>);

/// Finds the commits of the repositories in the config and fetches the commits that aren't in the cache. Adds missing
/// repositories to the lock file if `writes_pins` is true, but never changes a pinned commit.
pub(super) fn prepare(root: &Path, config: &Config, source: &Source, writes_pins: bool) -> Prepared {
    let mut prepared = Prepared::default();
    if config.repositories.is_empty() {
        // While someone edits the config, it can be invalid.
        if !config.is_partial {
            fs::keep_fetched(root, &BTreeSet::new());
        }
        return prepared;
    }
    let (mut pins, is_valid) = match Pins::read(root) {
        Ok(pins) => (pins, true),
        Err(problem) => {
            prepared.problems.push(problem);
            (Pins::default(), false)
        }
    };
    let found: Vec<Found<'_>> = config
        .repositories
        .par_iter()
        .filter(|(_, repository)| !repository.is_refused)
        .map(|(name, repository)| {
            let pinned = pins.commit(name, repository).map(str::to_owned);
            let commit = match pinned {
                _ if !is_valid => Err((format!("`{PINS}` isn't valid"), "correct the file".to_owned())),
                Some(commit) => Ok(commit),
                None if is_ci() => Err(unpinned()),
                None => {
                    report::note(&format!("looking up the `{name}` repository"));
                    resolve(root, repository)
                }
            };
            let place =
                commit.and_then(|commit| Ok((commit.clone(), fetched(root, name, repository, &commit)?)));
            (name, repository, place)
        })
        .collect();
    for (name, refused) in config.repositories.iter().filter(|(_, repository)| repository.is_refused) {
        let RepositoryConfig { git, url, .. } = refused.clone();
        prepared.repositories.insert(name.clone(), Repository { git, url, pin: None });
    }
    let commits = |pins: &Pins| -> BTreeSet<String> {
        pins.repositories.values().map(|pin| pin.commit.clone()).collect()
    };
    let mut kept: BTreeSet<String> = if writes_pins { BTreeSet::new() } else { commits(&pins) };
    let mut is_new = false;
    for (name, repository, place) in found {
        let RepositoryConfig { git, url, reference, .. } = repository.clone();
        kept.extend(place.iter().map(|(commit, _)| commit.clone()));
        if let Ok((commit, _)) = &place
            && writes_pins
            && pins.commit(name, repository).is_none()
        {
            report::note(&format!("pinned the `{name}` repository to {} in `{PINS}`", short(commit)));
            pins.repositories
                .insert(name.clone(), Pin { git: git.clone(), reference, commit: commit.clone() });
            is_new = true;
        }
        let pin = match place {
            Ok(pin) => Some(pin),
            Err((reason, hint)) => {
                let message = format!("the `{name}` repository is unavailable: {reason}");
                let problem = Diagnostic::new(Code::UnavailableRepository, message).hint(hint);
                let problem = problem.at_value(&ConfigSource::new(source), &format!("repositories.{name}"));
                prepared.problems.extend(is_valid.then_some(problem));
                None
            }
        };
        prepared.repositories.insert(name.clone(), Repository { git, url, pin });
    }
    if is_valid {
        kept.extend(commits(&pins));
        fs::keep_fetched(root, &kept.iter().map(String::as_str).collect());
    }
    if let Some(reason) = is_new.then(|| pins.write(root, config).err()).flatten() {
        let problem = Diagnostic::new(Code::UnavailableRepository, reason);
        prepared
            .problems
            .push(problem.in_file(&SourcePath::new(PINS)).hint("make the site's folder writable"));
    }
    prepared
}

/// Returns the commit of a repository's tag or branch.
pub(super) fn resolve(root: &Path, repository: &RepositoryConfig) -> Result<String, Problem> {
    let url = origin(root, repository)?;
    git::resolve(root, &url, repository.reference.as_deref()).map_err(|(reason, hint)| match repository {
        _ if repository.is_bundle() => (reason, BUNDLE_HINT.to_owned()),
        _ => (reason, hint),
    })
}

/// The first lines of a bundle (`gitformat-bundle`).
const BUNDLE_STARTS: [&[u8]; 2] = [b"# v2 git bundle\n", b"# v3 git bundle\n"];
const BUNDLE_HINT: &str = "check the path and `ref`; to create the file, run `git bundle create <FILE> HEAD <BRANCH>` in the repository";

/// Returns the URL or the absolute path that Git fetches a repository from.
fn origin(root: &Path, repository: &RepositoryConfig) -> Result<String, Problem> {
    if !repository.is_bundle() {
        return Ok(repository.git.clone());
    }
    // Git interprets other files differently: a file that names a repository leads Git to that repository.
    match fs::with_prefix(root, &repository.git, &BUNDLE_STARTS) {
        Ok(Some(path)) => Ok(path.to_string_lossy().into_owned()),
        Ok(None) => Err((format!("`{}` isn't a Git bundle", repository.git), BUNDLE_HINT.to_owned())),
        Err(error) => {
            Err((format!("can't read `{}`: {}", repository.git, fs::reason(&error)), BUNDLE_HINT.to_owned()))
        }
    }
}

/// Returns a commit's folder. If the commit isn't in the cache, fetches it.
pub(super) fn fetched(
    root: &Path,
    name: &str,
    repository: &RepositoryConfig,
    commit: &str,
) -> Result<PathBuf, Problem> {
    if let Some(folder) = fs::fetched(root, commit) {
        return Ok(folder);
    }
    report::note(&format!("fetching the `{name}` repository"));
    let failed = |error: &std::io::Error| {
        let reason = format!("can't store its files: {}", fs::reason(error));
        (reason, "make the `.docgen` folder writable".to_owned())
    };
    let url = origin(root, repository)?;
    fs::put_fetched(root, commit, |folder| git::fetch(folder, &url, commit), failed)
}

/// Returns the start of a commit ID.
pub(super) fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}

/// Whether docgen runs in a CI system, where the result must not depend on when the site is built.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}

fn unpinned() -> Problem {
    let hint = format!("run `docgen update` on your computer, and commit `{PINS}`");
    (format!("`{PINS}` doesn't contain it, and docgen uses only pinned commits in CI"), hint)
}

/// Converts the problem with a repository to a failure.
pub(super) fn failure(name: &str, (reason, hint): Problem) -> Failure {
    Failure::new(format!("the `{name}` repository is unavailable: {reason}")).hint(hint)
}
