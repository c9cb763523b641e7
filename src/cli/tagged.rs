//! Reads the older states of OpenAPI documents from the tags that the `history` setting selects.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use super::past;
use crate::config::{Config, ConfigSource};
use crate::diag::{Code, Diagnostic};
use crate::git::{self, Tag, Tree};
use crate::openapi::{self, File};
use crate::path::SourcePath;
use crate::pipeline::PastDocument;
use crate::site::{is_prerelease, newest_first};
use crate::source::Source;

/// The files of a document, with hashes of their text.
#[derive(Clone, Debug)]
struct Files {
    files: Arc<BTreeMap<SourcePath, Arc<File>>>,
    hashes: Vec<(SourcePath, u64)>,
}

/// The documents that have been read, by path and commit. `None` is a document that doesn't exist.
type Known = HashMap<(String, String), Result<Option<Files>, String>>;

/// The older states of the documents.
#[derive(Debug, Default)]
pub(super) struct Tagged {
    /// The states of each document with the `history` setting, oldest first.
    pub documents: BTreeMap<String, Vec<PastDocument>>,
    known: Known,
}

impl Tagged {
    /// Returns everything that the documents depend on.
    pub(super) fn state(&self) -> impl Iterator<Item = String> {
        let all = self.documents.iter().flat_map(|(file, past)| past.iter().map(move |one| (file, one)));
        all.map(|(file, one)| format!("{file} {} {} {}", one.label, one.date, one.commit))
    }

    /// Reads the documents of all tags that the config selects. Commits that have already been read aren't read again.
    /// Returns the problems.
    pub(super) fn read(&mut self, root: &Path, config: &Config, source: &Source) -> Vec<Diagnostic> {
        self.documents.clear();
        let before = std::mem::take(&mut self.known);
        let mut diagnostics = Vec::new();
        for (index, document) in config.openapi.iter().enumerate() {
            let Some(pattern) = &document.history else { continue };
            let mut report = |message: String, hint: &str| {
                let diagnostic = Diagnostic::new(Code::NoApiHistory, message).hint(hint);
                diagnostics.push(
                    diagnostic.at_value(&ConfigSource::new(source), &format!("openapi.{index}.history")),
                );
            };
            let tags = selected(git::tags_like(root, pattern), pattern);
            if tags.is_empty() {
                report(format!("no tag matches `{pattern}`"), past::fetch(root));
                continue;
            }
            let mut all: Vec<PastDocument> = Vec::new();
            let mut last: Option<Files> = None;
            let mut has_problem = false;
            for (label, tag) in tags {
                let key = (document.file.clone(), tag.commit.clone());
                let read = before.get(&key).or(self.known.get(&key)).cloned();
                let read = read.unwrap_or_else(|| files(root, &tag.commit, &document.file));
                self.known.insert(key, read.clone());
                match read {
                    // A tag can be older than the document, and many tags don't change it.
                    Ok(None) => {}
                    Ok(Some(files)) if last.as_ref().is_some_and(|last| last.hashes == files.hashes) => {}
                    Ok(Some(own)) => {
                        let (date, commit) = (tag.date, tag.commit);
                        all.push(PastDocument { label, date, commit, files: Arc::clone(&own.files) });
                        last = Some(own);
                    }
                    Err(reason) => {
                        has_problem = true;
                        let message =
                            format!("can't read `{}` in the tag `{}`: {reason}", document.file, tag.name);
                        report(message, "choose a pattern that doesn't match the tag");
                    }
                }
            }
            if all.is_empty() && !has_problem {
                let message = format!("no tag that matches `{pattern}` contains `{}`", document.file);
                report(message, "choose another pattern, or remove `history`");
            }
            self.documents.insert(document.file.clone(), all);
        }
        diagnostics
    }
}

/// Returns the tags with the names that readers see, oldest first. Leaves out prereleases of versions that are released.
fn selected(tags: Vec<Tag>, pattern: &str) -> Vec<(String, Tag)> {
    let literal = &pattern[..pattern.find(['*', '?', '[', '\\']).unwrap_or(pattern.len())];
    let prefix = &literal[..literal.find(|c: char| c.is_ascii_digit()).unwrap_or(literal.len())];
    let label = |tag: &Tag| {
        let rest = tag.name.strip_prefix(prefix).filter(|rest| !rest.is_empty());
        rest.unwrap_or(&tag.name).to_owned()
    };
    let mut by_label: BTreeMap<String, Tag> = tags.into_iter().map(|tag| (label(&tag), tag)).collect();
    let names: Vec<&str> = by_label.keys().map(String::as_str).collect();
    let mut order = newest_first(&names);
    let released = order.iter().position(|name| !is_prerelease(name)).unwrap_or(order.len());
    let mut at = 0;
    order.retain(|name| {
        at += 1;
        at <= released || !is_prerelease(name)
    });
    order.into_iter().rev().filter_map(|name| by_label.remove_entry(&name)).collect()
}

/// Reads a document and all files that it refers to from a commit.
fn files(root: &Path, commit: &str, file: &str) -> Result<Option<Files>, String> {
    let tree = Tree::new(root, commit)?;
    let first = SourcePath::new(file);
    if !tree.has(&format!("{}{first}", tree.folder)) {
        return Ok(None);
    }
    let (mut files, mut hashes) = (BTreeMap::new(), Vec::new());
    let mut round = vec![first.clone()];
    let mut seen: BTreeSet<SourcePath> = round.iter().cloned().collect();
    while !round.is_empty() {
        let paths: Vec<String> = round.iter().map(|path| format!("{}{path}", tree.folder)).collect();
        let read = tree.read(&paths)?;
        for (path, bytes) in std::mem::take(&mut round).into_iter().zip(read) {
            let Some(bytes) = bytes else { continue };
            let Ok(source) = Source::from_bytes(path.clone(), &bytes) else {
                return Err(format!("`{path}` isn't UTF-8"));
            };
            let (parsed, problems) = openapi::read(&source);
            if path == first && (parsed.broken || !parsed.is_document()) {
                let reason = problems.into_iter().next().map(|problem| problem.message);
                return Err(reason.unwrap_or_else(|| "it isn't an OpenAPI document".to_owned()));
            }
            round.extend(parsed.references.iter().filter(|path| seen.insert((*path).clone())).cloned());
            hashes.push((path.clone(), source.hash));
            files.insert(path, Arc::new(parsed));
        }
    }
    hashes.sort();
    Ok(Some(Files { files: Arc::new(files), hashes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, tags: &[&str], expected: &[&str]) {
        let tag = |name: &&str| Tag { name: (*name).to_owned(), commit: String::new(), date: String::new() };
        let found = selected(tags.iter().map(tag).collect(), pattern);
        assert_eq!(found.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), expected, "{pattern}");
    }

    #[test]
    fn tags_are_sorted_by_version_and_named_without_their_prefix() {
        check("v*", &["v1.10.0", "v1.2.0", "v1.9.0"], &["1.2.0", "1.9.0", "1.10.0"]);
        check("api/v2*", &["api/v2.1", "api/v2.0"], &["2.0", "2.1"]);
        check("*", &["b-2", "1.0"], &["b-2", "1.0"]);
    }

    #[test]
    fn prereleases_are_left_out_after_the_release() {
        check("v*", &["v1.0.0-rc.1", "v1.0.0", "v1.1.0-beta"], &["1.0.0", "1.1.0-beta"]);
        check("v*", &["v1.0.0-rc.2", "v1.0.0-rc.1"], &["1.0.0-rc.1", "1.0.0-rc.2"]);
    }
}
