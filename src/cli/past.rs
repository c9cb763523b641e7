//! Extracts the files of versions that are built from Git, and stores them in the cache, where the loader finds them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Failure;
use crate::config::{Config, ConfigSource, DocsConfig, OpenApiConfig};
use crate::diag::{Code, Diagnostic};
use crate::fs::{self, CONFIG, Extraction, PROGRAM};
use crate::git::{self, Tree};
use crate::path::SourcePath;
use crate::refactor::{Commit, Past};
use crate::source::Source;

/// A version of a documentation set that is built from Git.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PastVersion {
    /// The set's ID.
    pub set: String,
    /// The version name.
    pub name: String,
    /// The commit ID.
    pub commit: String,
}

/// Extracts the files of all versions that the config builds from Git, unless they're in the cache. Returns the
/// versions and the problems.
pub(super) fn extract(
    root: &Path,
    config: &Config,
    source: &Source,
    use_cache: bool,
) -> (Vec<PastVersion>, Vec<Diagnostic>) {
    let mut versions = Vec::new();
    let mut diagnostics = Vec::new();
    for docs in &*config.docs {
        for (index, listed) in docs.versions.iter().enumerate() {
            let Some(name) = &listed.git else { continue };
            match commit(root, docs, &listed.name, name) {
                Ok(commit) => {
                    versions.push(PastVersion { set: docs.id.clone(), name: listed.name.clone(), commit })
                }
                Err(problem) => {
                    let path = format!("{}.versions.{index}.git", docs.key);
                    diagnostics.push(problem.at_value(&ConfigSource::new(source), &path));
                }
            }
        }
    }
    let mut by_name: BTreeMap<&str, Vec<&PastVersion>> = BTreeMap::new();
    versions.iter().for_each(|version| by_name.entry(&version.name).or_default().push(version));
    for (name, sets) in &by_name {
        if let Err((set, reason)) = put(root, config, name, sets, use_cache) {
            let docs = config.docs.iter().find(|docs| docs.id == set);
            let index = docs.and_then(|docs| docs.versions.iter().position(|version| version.name == *name));
            let path = docs.zip(index).map(|(docs, index)| format!("{}.versions.{index}.git", docs.key));
            let problem = unavailable(name, &reason);
            diagnostics.push(problem.at_value(&ConfigSource::new(source), &path.unwrap_or_default()));
        }
    }
    // While someone edits the config, it can be invalid.
    if !config.is_partial {
        fs::keep_versions(root, &by_name.keys().copied().collect::<BTreeSet<_>>());
    }
    (versions, diagnostics)
}

/// The configs of the versions that are built from Git, by the hash of their text.
pub(super) type Configs = BTreeMap<u64, Config>;

/// Sets the sidebars of versions that are built from Git. `known` contains the configs that have already been parsed.
pub(super) fn configure(root: &Path, config: &mut Config, versions: &[PastVersion], known: &mut Configs) {
    let mut before = std::mem::take(known);
    for version in versions {
        let Some(source) = fs::version_config(root, &version.name, &version.set) else { continue };
        let parsed = || before.remove(&source.hash).unwrap_or_else(|| Config::parse(&source).0);
        let past = known.entry(source.hash).or_insert_with(parsed);
        if let Some(docs) = config.docs.iter_mut().find(|docs| docs.id == version.set) {
            docs.set_past(&version.name, &source);
        }
        let Some(past) = past.docs.iter().find(|docs| docs.id == version.set) else { continue };
        if let Some(docs) = config.docs.iter_mut().find(|docs| docs.id == version.set) {
            docs.set_past_sidebars(&version.name, past);
        }
    }
}

/// Returns each file's last change, including the files of versions that are built from Git.
pub(super) fn changes(root: &Path, versions: &[PastVersion]) -> Result<git::Changes, String> {
    let mut all = git::changes(root, "HEAD")?;
    for version in versions {
        let past = git::changes(root, &version.commit)?.changes;
        let new = past.into_iter().filter_map(|(path, change)| {
            let own = path.in_content()?;
            let base = path.as_str().strip_suffix(own)?;
            own.strip_prefix(&version.set)?.strip_prefix('/')?;
            Some((SourcePath::new(format!("{base}versions/{}/{own}", version.name)), change))
        });
        all.changes.extend(new);
    }
    Ok(all)
}

fn unavailable(name: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::UnavailableVersion, format!("can't build version `{name}`: {reason}"))
}

/// Returns a version's commit.
fn commit(root: &Path, docs: &DocsConfig, name: &str, git: &str) -> Result<String, Diagnostic> {
    let folder = format!("content/versions/{name}/{}", docs.id);
    if fs::is_folder(&root.join(&folder)) {
        let hint = format!("remove `git`, or remove the `{folder}` folder");
        return Err(unavailable(name, &format!("its files are also in `{folder}`")).hint(hint));
    }
    git::commit(root, git).map_err(|reason| unavailable(name, &reason).hint(fetch(root)))
}

/// Returns the hint for an unknown commit.
pub(super) fn fetch(root: &Path) -> &'static str {
    if fs::repository(root).is_none() {
        "build the site in a clone of its repository"
    } else if git::is_shallow(root) {
        "fetch the full history and all tags: `git fetch --unshallow --tags` (`fetch-depth: 0` in a GitHub workflow)"
    } else {
        "run `git fetch --tags`, or list the tags with `git tag`"
    }
}

/// Fails if a documentation set can't be built from a tag, branch, or commit.
pub(super) fn find(root: &Path, docs: &DocsConfig, git: &str) -> Result<(), Failure> {
    let commit = git::commit(root, git).map_err(|reason| Failure::new(reason).hint(fetch(root)))?;
    if !git::is_reference(root, git, &commit) {
        return Err(Failure::new(format!("`{git}` isn't the name of a tag or branch, or a commit ID"))
            .hint(format!("use the commit ID `{commit}`")));
    }
    let tree = Tree::new(root, &commit).map_err(Failure::new)?;
    let folder = format!("{}content/{}", tree.folder, docs.id);
    if tree.below(&folder).next().is_none() {
        let hint = "choose a commit whose documentation is in this folder, or copy the files yourself";
        return Err(Failure::new(no_folder(&commit, &folder)).hint(hint));
    }
    Ok(())
}

fn no_folder(commit: &str, folder: &str) -> String {
    format!("commit `{}` has no `{folder}` folder", commit.get(..10).unwrap_or(commit))
}

impl Commit for Tree {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn has(&self, path: &str) -> bool {
        Tree::has(self, path)
    }

    fn below(&self, folder: &str) -> Vec<String> {
        Tree::below(self, folder).map(str::to_owned).collect()
    }

    fn read(&self, paths: &[String]) -> Result<Vec<Option<Vec<u8>>>, String> {
        Tree::read(self, paths)
    }
}

/// Extracts a version for all sets that have it. The error contains a set's ID and the reason.
fn put(
    root: &Path,
    config: &Config,
    name: &str,
    sets: &[&PastVersion],
    use_cache: bool,
) -> Result<(), (String, String)> {
    let documents: Vec<&str> = config.openapi.iter().map(|document| &*document.file).collect();
    let git = |past: &PastVersion| {
        let docs = config.docs.iter().find(|docs| docs.id == past.set)?;
        docs.versions.iter().find(|version| version.name == past.name)?.git.clone()
    };
    let commit =
        |past: &&PastVersion| format!("{} {} {}", past.set, past.commit, git(past).unwrap_or_default());
    let commits: Vec<String> = sets.iter().map(commit).collect();
    let key = format!("{PROGRAM}\n{}\n{}\n", commits.join("\n"), documents.join("\n"));
    if use_cache && fs::has_version(root, name, &key) {
        return Ok(());
    }
    let first = sets.first().map(|past| past.set.clone()).unwrap_or_default();
    let written = |error: std::io::Error| format!("can't extract its files: {}", fs::reason(&error));
    let extraction = Extraction::new(root, name).map_err(|error| (first.clone(), written(error)))?;
    let mut origins = String::new();
    for past in sets {
        let (site, others) =
            extract_set(root, config, past, &extraction).map_err(|reason| (past.set.clone(), reason))?;
        let git = git(past).unwrap_or_else(|| past.commit.clone());
        for path in others.iter().chain([&past.set]) {
            origins.push_str(&format!("{path}\t{git}\t{site}\n"));
        }
    }
    extraction.put_origins(&origins).map_err(|error| (first.clone(), written(error)))?;
    extraction.finish(&key).map_err(|error| (first, written(error)))
}

/// Extracts a set's files, and the commit's config. Returns the site's folder in the repository, and the paths of the
/// files outside the set's folder, such as OpenAPI documents, below the version's folder.
fn extract_set(
    root: &Path,
    config: &Config,
    past: &PastVersion,
    extraction: &Extraction,
) -> Result<(String, Vec<String>), String> {
    let tree = Tree::new(root, &past.commit)?;
    let site = tree.folder.clone();
    let mut others = Vec::new();
    let Some(index) = config.docs.iter().position(|docs| docs.id == past.set) else {
        return Ok((site, others));
    };
    let docs = &config.docs[index];
    let of_set = |id: Option<&str>| {
        id.and_then(|id| config.docs.iter().position(|docs| docs.id == id)).unwrap_or(0) == index
    };
    let of_set: Vec<&OpenApiConfig> =
        config.openapi.iter().filter(|document| of_set(document.docs.as_deref())).collect();
    let documents = if config.openapi.is_empty() && index == 0 { None } else { Some(&*of_set) };
    let files = Past { docs, name: &past.name, commit: &tree };
    let count = files.files(documents, &mut |path, bytes| {
        let below = path.in_version().map(|(_, _, below)| below);
        let is_other = |below: &&str| below.split('/').next() != Some(&*past.set);
        others.extend(below.filter(is_other).map(str::to_owned));
        extraction.put(path, bytes).map_err(|error| format!("can't extract `{path}`: {}", fs::reason(&error)))
    })?;
    if count == 0 {
        return Err(no_folder(&past.commit, &format!("{}content/{}", tree.folder, docs.id)));
    }
    let then = tree.read(&[format!("{}{CONFIG}", tree.folder)])?.pop().flatten();
    let write = |bytes: Vec<u8>| extraction.put_config(&docs.id, &bytes);
    then.map_or(Ok(()), write)
        .map_err(|error| format!("can't extract its config: {}", fs::reason(&error)))?;
    Ok((site, others))
}
