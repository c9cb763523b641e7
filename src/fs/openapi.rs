//! Loads OpenAPI documents and, step by step, all files that the documents refer to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::{
    extracted,
    file::{self, read_text},
    is_no_folder,
    locate::locate,
    names_in,
};
use crate::config::OpenApiConfig;
use crate::diag::{Code, Diagnostic};
use crate::openapi::{self, File};
use crate::path::SourcePath;
use crate::pipeline::{OpenApiFile, OpenApiSources};
use crate::refactor::Layer;
use crate::source::Source;

/// The folder for documents that don't need a config entry.
const FOLDER: &str = "openapi";
/// The folder that contains the folders of older versions.
const VERSIONS: &str = "content/versions";

/// Loads the documents that the config lists. If the config lists none, loads the documents in the `openapi` folder.
/// `known` contains the files from an earlier run. Files whose text hasn't changed aren't parsed again. A missing file
/// is left out, because the code that resolves references reports each reference to the missing file.
pub fn load_openapi(
    root: &Path,
    configured: &[OpenApiConfig],
    known: &BTreeMap<SourcePath, OpenApiFile>,
) -> OpenApiSources {
    load_from(Files { root, layer: None }, configured, known)
}

/// Loads the documents as [`load_openapi`] does, from files as a layer shows them.
pub(crate) fn load_layered_openapi(
    root: &Path,
    layer: Option<&Layer>,
    configured: &[OpenApiConfig],
    known: &BTreeMap<SourcePath, OpenApiFile>,
) -> OpenApiSources {
    load_from(Files { root, layer }, configured, known)
}

/// The site's files, perhaps as a layer shows them.
#[derive(Clone, Copy)]
struct Files<'a> {
    root: &'a Path,
    layer: Option<&'a Layer>,
}

impl Files<'_> {
    /// Returns the location of the file or folder that has this path, or `None` if it's moved away or removed.
    fn location(self, path: &SourcePath) -> Option<PathBuf> {
        let old = match self.layer {
            Some(layer) => layer.old_path(path)?,
            None => path.clone(),
        };
        Some(locate(self.root, old.as_str()))
    }

    /// Whether a path might be the path of a file, even one that can't be read.
    fn is_no_folder(self, path: &SourcePath) -> bool {
        self.location(path).is_some_and(|file| is_no_folder(&file))
    }

    /// Whether one of the site's files exists. A path can't point outside the site's folder.
    fn is_inside(self, file: &str) -> bool {
        let path = SourcePath::new(file);
        path.as_str() == file && self.location(&path).is_some_and(|file| file.is_file())
    }

    fn text(self, path: &SourcePath) -> Result<Source, Diagnostic> {
        match self.layer.and_then(|layer| layer.read(path, |old| read_text(self.root, old.clone()))) {
            Some(found) => found,
            None => read_text(self.root, path.clone()),
        }
    }

    /// Returns the names in a folder, sorted.
    fn names(self, folder: &str) -> Vec<String> {
        let on_disk = |folder: &SourcePath| names_in(&locate(self.root, folder.as_str()));
        match self.layer {
            Some(layer) => layer.names(&SourcePath::new(folder), &on_disk),
            None => on_disk(&SourcePath::new(folder)),
        }
    }
}

fn load_from(
    site: Files<'_>,
    configured: &[OpenApiConfig],
    known: &BTreeMap<SourcePath, OpenApiFile>,
) -> OpenApiSources {
    let mut sources = OpenApiSources { is_loaded: true, ..OpenApiSources::default() };
    let mut strays = Vec::new();
    let mut versions = site.names(VERSIONS);
    versions.extend(extracted::names(site.root));
    versions.sort();
    versions.dedup();
    if configured.is_empty() {
        discover(site, FOLDER, &mut sources, &mut strays);
        for version in &versions {
            older(site, version, &mut sources, &mut strays);
        }
    } else {
        sources.documents = configured.to_vec();
        for document in configured {
            let all = versions.iter().map(|version| document.in_version(version));
            sources.documents.extend(all.filter(|older| site.is_inside(&older.file)).map(|mut older| {
                older.overlays.retain(|overlay| site.is_inside(overlay));
                older
            }));
        }
    }
    let mut round: BTreeSet<SourcePath> = sources.roots().collect();
    let mut seen = round.clone();
    while !round.is_empty() {
        let there: Vec<SourcePath> =
            std::mem::take(&mut round).into_iter().filter(|path| site.is_no_folder(path)).collect();
        let read: Vec<Result<OpenApiFile, Diagnostic>> =
            there.into_par_iter().map(|path| load(site, &path, known)).collect();
        for loaded in read {
            match loaded {
                Ok(loaded) => {
                    let wanted = loaded.file.references.iter().cloned().chain(of_overlay(&sources, &loaded));
                    round.extend(wanted.filter(|path| seen.insert(path.clone())));
                    sources.files.insert(loaded.source.path.clone(), loaded);
                }
                Err(diagnostic) => sources.diagnostics.push(diagnostic),
            }
        }
    }
    let unused = strays.into_iter().filter(|(path, _)| !sources.files.contains_key(path));
    let reports: Vec<Diagnostic> = unused.flat_map(|(path, is_like)| stray(site, path, is_like)).collect();
    sources.diagnostics.extend(reports);
    sources
}

/// If a file is an overlay, returns the files that it refers to after it's applied to documents in other folders.
fn of_overlay(sources: &OpenApiSources, loaded: &OpenApiFile) -> Vec<SourcePath> {
    let path = &loaded.source.path;
    let uses =
        |document: &&OpenApiConfig| document.overlays.iter().any(|overlay| SourcePath::new(overlay) == *path);
    let documents = sources.documents.iter().filter(uses).map(|document| SourcePath::new(&document.file));
    let elsewhere = documents.filter(|document| document.parent() != path.parent());
    elsewhere
        .flat_map(|document| {
            let path = document.join_sibling(path.file_name());
            openapi::read(&Source { path, ..(*loaded.source).clone() }).0.references
        })
        .collect()
}

/// Returns the diagnostics for an unused file that might be intended as a document.
fn stray(site: Files<'_>, path: SourcePath, is_like: bool) -> Vec<Diagnostic> {
    let loaded = match load(site, &path, &BTreeMap::new()) {
        Ok(loaded) => loaded,
        Err(problem) => return vec![problem],
    };
    let unused = |why: &str, hint: &str| {
        let message = format!("`{path}` isn't used: {why}");
        vec![Diagnostic::new(Code::UnusedContent, message).in_file(&path).hint(hint)]
    };
    if path.parent() == FOLDER && loaded.file.is_overlay() {
        let hint = "add it to a document's `overlays`, or move the file to another folder";
        return unused("no document in the config has this overlay", hint);
    }
    if is_like {
        let hint = "add a version, such as `openapi: 3.1.0`, or move the file to another folder";
        return unused("it doesn't declare an OpenAPI version", hint);
    }
    let problems = loaded.diagnostics.into_iter().filter(|_| loaded.file.broken);
    problems.map(|found| Diagnostic { code: Code::UnreadableOpenapi, ..found }).collect()
}

/// Returns the files that an OpenAPI document uses and that were changed, removed, or created after the sources were
/// loaded.
pub(crate) fn outdated(
    root: &Path,
    sources: &OpenApiSources,
    files: &BTreeSet<SourcePath>,
) -> BTreeSet<SourcePath> {
    let is_outdated = |path: &&SourcePath| {
        let loaded = sources.files.get(*path).map(|loaded| &loaded.source.hash);
        if !locate(root, path.as_str()).is_file() {
            return loaded.is_some();
        }
        // A file that can't be read is reported when it's loaded.
        read_text(root, (*path).clone()).is_ok_and(|fresh| loaded != Some(&fresh.hash))
    };
    sources.wanted().intersection(files).filter(is_outdated).cloned().collect()
}

fn load(
    site: Files<'_>,
    path: &SourcePath,
    known: &BTreeMap<SourcePath, OpenApiFile>,
) -> Result<OpenApiFile, Diagnostic> {
    let source = site.text(path)?;
    if let Some(known) = known.get(&source.path).filter(|known| known.source.hash == source.hash) {
        return Ok(known.clone());
    }
    let (file, diagnostics): (File, _) = openapi::read(&source);
    Ok(OpenApiFile { source: Arc::new(source), file: Arc::new(file), diagnostics })
}

/// Finds the documents of an older version.
fn older(site: Files<'_>, version: &str, sources: &mut OpenApiSources, strays: &mut Vec<(SourcePath, bool)>) {
    let first = sources.documents.len();
    discover(site, &format!("{VERSIONS}/{version}/{FOLDER}"), sources, strays);
    for document in &mut sources.documents[first..] {
        let name = document.file.rsplit('/').next().unwrap_or_default();
        *document = OpenApiConfig::of(&format!("{FOLDER}/{name}")).in_version(version);
    }
}

/// Finds the documents in a folder: the top-level files that have an OpenAPI key. Adds the other YAML and JSON files to
/// `strays` and records for each file whether it looks like a document.
fn discover(
    site: Files<'_>,
    folder: &str,
    sources: &mut OpenApiSources,
    strays: &mut Vec<(SourcePath, bool)>,
) {
    for path in candidates(site, folder) {
        let Some(location) = site.location(&path) else { continue };
        let bytes = match file::read(&location) {
            Ok(bytes) => bytes,
            Err(error) => {
                sources.diagnostics.push(file::unreadable(&path, &error));
                continue;
            }
        };
        // Documents in UTF-16 are reported when they're loaded. After the NUL bytes are removed, the Latin letters are
        // enough to find the keys.
        let text = String::from_utf8_lossy(&bytes).replace('\0', "");
        if has_key(&path, &text, &["openapi", "swagger"]) {
            sources.documents.push(OpenApiConfig::of(path.as_str()));
        } else {
            let is_like = text.trim().is_empty() || has_key(&path, &text, &["info", "paths", "webhooks"]);
            strays.push((path, is_like));
        }
    }
}

/// Returns the top-level files in a folder that might be documents, based on their names. The files are sorted by path.
pub(super) fn files(root: &Path, folder: &str) -> Vec<SourcePath> {
    candidates(Files { root, layer: None }, folder)
}

fn candidates(site: Files<'_>, folder: &str) -> Vec<SourcePath> {
    let names = site.names(folder).into_iter().map(|name| SourcePath::new(format!("{folder}/{name}")));
    let mut files: Vec<SourcePath> =
        names.filter(|path| is_document_name(path) && site.is_no_folder(path)).collect();
    files.sort();
    files
}

/// Whether the `openapi` folder contains documents. A file that can't be read counts as a document.
pub(super) fn has_documents(root: &Path) -> bool {
    let mut sources = OpenApiSources::default();
    discover(Files { root, layer: None }, FOLDER, &mut sources, &mut Vec::new());
    !sources.documents.is_empty() || !sources.diagnostics.is_empty()
}

/// Whether a file has a key that makes it a document. A file that can't be read counts as a document.
pub(crate) fn is_document(root: &Path, path: &SourcePath) -> bool {
    match read_text(root, path.clone()) {
        Ok(source) if has_key(path, &source.text, &["openapi", "swagger"]) => {
            openapi::read(&source).0.is_document()
        }
        Ok(_) => false,
        Err(_) => true,
    }
}

/// Whether a path is an `openapi` folder or might be a document in such a folder.
pub(super) fn is_found(path: &SourcePath) -> bool {
    let of_version = path.strip_dir(VERSIONS).and_then(|below| below.split_once('/'));
    let below = of_version.map_or(path.as_str(), |(_, below)| below);
    let name = below.strip_prefix(FOLDER).and_then(|below| below.strip_prefix('/'));
    below == FOLDER || name.is_some_and(|name| !name.contains('/')) && is_document_name(path)
}

pub(crate) fn is_document_name(path: &SourcePath) -> bool {
    matches!(path.extension().to_ascii_lowercase().as_str(), "yaml" | "yml" | "json")
}

/// Whether the text of a file has one of these keys at its top level or, in JSON, at any level. A key can be far from
/// the start, because some tools sort keys.
fn has_key(path: &SourcePath, text: &str, keys: &[&str]) -> bool {
    if path.extension().eq_ignore_ascii_case("json") || text.trim_start().starts_with('{') {
        return keys.iter().any(|key| text.contains(&format!("\"{key}\"")));
    }
    let is_key = |line: &str| {
        let bare = line.trim_start_matches(['"', '\'', '\u{feff}', '\u{fffd}']);
        let rest = keys.iter().find_map(|key| bare.strip_prefix(key));
        rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with(':'))
    };
    text.lines().any(is_key)
}

#[cfg(test)]
mod tests;
