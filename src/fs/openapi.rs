//! Loading OpenAPI documents: the files of the config and every file that theirs refer to, in rounds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::file::{self, read_text};
use super::is_no_folder;
use crate::config::OpenApiConfig;
use crate::diag::{Code, Diagnostic};
use crate::openapi::{self, File};
use crate::path::SourcePath;
use crate::pipeline::{OpenApiFile, OpenApiSources};

/// The folder whose documents need no config.
const FOLDER: &str = "openapi";

/// Loads the documents of the config, or those of the folder `openapi`. `known` are files of an earlier run; those whose
/// text is the same are not read again as trees. A file that something refers to and that is not there is left out:
/// whoever resolves the reference reports it, with its place.
pub fn load_openapi(
    root: &Path,
    configured: &[OpenApiConfig],
    known: &BTreeMap<SourcePath, OpenApiFile>,
) -> OpenApiSources {
    let mut sources = OpenApiSources { is_loaded: true, ..OpenApiSources::default() };
    let mut strays = Vec::new();
    match configured.is_empty() {
        true => discover(root, &mut sources, &mut strays),
        false => sources.documents = configured.to_vec(),
    }
    let mut round: BTreeSet<SourcePath> =
        sources.documents.iter().map(|document| SourcePath::new(&document.file)).collect();
    let mut seen = round.clone();
    while !round.is_empty() {
        let there: Vec<SourcePath> = std::mem::take(&mut round)
            .into_iter()
            .filter(|path| is_no_folder(&root.join(path.as_str())))
            .collect();
        let read: Vec<Result<OpenApiFile, Diagnostic>> =
            there.into_par_iter().map(|path| load(root, path, known)).collect();
        for loaded in read {
            match loaded {
                Ok(loaded) => {
                    let wanted =
                        loaded.file.references().iter().filter(|path| seen.insert((*path).clone())).cloned();
                    round.extend(wanted);
                    sources.files.insert(loaded.source.path.clone(), loaded);
                }
                Err(diagnostic) => sources.diagnostics.push(diagnostic),
            }
        }
    }
    let unused = strays.into_iter().filter(|path| !sources.files.contains_key(path));
    sources.diagnostics.extend(unused.map(|path| {
        let message =
            format!("no reference is made of `{path}`: it does not say that it is an OpenAPI document");
        let hint = "begin it with `openapi: 3.1.0`, say, or take it out of this folder";
        Diagnostic::new(Code::UnusedContent, message).in_file(&path).hint(hint)
    }));
    sources
}

/// Which of these files are not what was loaded of them: another text, no file any more, or one at last.
pub(crate) fn outdated(
    root: &Path,
    sources: &OpenApiSources,
    files: &BTreeSet<SourcePath>,
) -> BTreeSet<SourcePath> {
    let is_outdated = |path: &&SourcePath| {
        let loaded = sources.files.get(*path).map(|loaded| &loaded.source.hash);
        if !root.join(path.as_str()).is_file() {
            return loaded.is_some();
        }
        // One that cannot be read has been reported.
        read_text(root, (*path).clone()).is_ok_and(|fresh| loaded != Some(&fresh.hash))
    };
    files.iter().filter(is_outdated).cloned().collect()
}

fn load(
    root: &Path,
    path: SourcePath,
    known: &BTreeMap<SourcePath, OpenApiFile>,
) -> Result<OpenApiFile, Diagnostic> {
    let source = read_text(root, path)?;
    if let Some(known) = known.get(&source.path).filter(|known| known.source.hash == source.hash) {
        return Ok(known.clone());
    }
    let (file, diagnostics): (File, _) = openapi::read(&source);
    Ok(OpenApiFile { source: Arc::new(source), file: Arc::new(file), diagnostics })
}

/// Finds the documents of the folder `openapi`: the files directly in it that have the key of one. `strays` get those that
/// look like a document without it.
fn discover(root: &Path, sources: &mut OpenApiSources, strays: &mut Vec<SourcePath>) {
    for path in files(root, FOLDER) {
        let bytes = match file::read(&root.join(path.as_str())) {
            Ok(bytes) => bytes,
            Err(error) => {
                sources.diagnostics.push(file::unreadable(&path, &error));
                continue;
            }
        };
        // What is UTF-16 is a document too, which the loading says: here its Latin letters are enough.
        let text = String::from_utf8_lossy(&bytes).replace('\0', "");
        if has_key(&path, &text, &["openapi", "swagger"]) {
            sources.documents.push(OpenApiConfig::of(path.as_str()));
        } else if text.trim().is_empty() || has_key(&path, &text, &["info", "paths", "webhooks"]) {
            strays.push(path);
        }
    }
}

/// The files directly in a folder that may be documents by their names, sorted.
pub(super) fn files(root: &Path, folder: &str) -> Vec<SourcePath> {
    let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<SourcePath> = names
        .map(|name| SourcePath::new(format!("{folder}/{name}")))
        .filter(|path| is_document_name(path) && is_no_folder(&root.join(path.as_str())))
        .collect();
    files.sort();
    files
}

/// Whether the folder `openapi` has documents.
pub(super) fn has_documents(root: &Path) -> bool {
    let mut sources = OpenApiSources::default();
    discover(root, &mut sources, &mut Vec::new());
    !sources.documents.is_empty() || !sources.diagnostics.is_empty()
}

/// Whether a file says that it is a document. One that can't be read may be one.
pub(crate) fn is_document(root: &Path, path: &SourcePath) -> bool {
    match read_text(root, path.clone()) {
        Ok(source) if has_key(path, &source.text, &["openapi", "swagger"]) => {
            openapi::read(&source).0.is_document()
        }
        Ok(_) => false,
        Err(_) => true,
    }
}

/// Whether a path is the folder whose documents need no config, or may be one of those.
pub(super) fn is_found(path: &SourcePath) -> bool {
    let name = path.strip_dir(FOLDER);
    path.as_str() == FOLDER || name.is_some_and(|name| !name.contains('/')) && is_document_name(path)
}

pub(crate) fn is_document_name(path: &SourcePath) -> bool {
    matches!(path.extension().to_ascii_lowercase().as_str(), "yaml" | "yml" | "json")
}

/// Whether a text has one of these keys at its top. It may be far from the beginning: some tools sort the keys.
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
