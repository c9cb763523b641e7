//! Determines which files in a commit belong to a version of the documentation, and their paths in the site.
//!
//! The folder of a set at a commit, such as `content/docs`, becomes `content/versions/<name>/docs`. If files in this
//! folder include or import files outside it, those files are also part of the version, in the version's `_files`
//! folder.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex_lite::Regex;

use super::destination::relative;
use super::imports::{ENDS, Shown, shown, statements};
use crate::component::{REPOSITORY, from_root, located};
use crate::config::{DocsConfig, OpenApiConfig};
use crate::openapi;
use crate::path::{SourcePath, decode_path};
use crate::source::Source;

/// The files of a commit.
pub(crate) trait Commit {
    /// The path of the site's folder in the repository, with a slash at the end, or an empty string.
    fn folder(&self) -> &str;

    /// Whether the commit contains a file. The path is relative to the repository's root.
    fn has(&self, path: &str) -> bool;

    /// Returns the paths of the files in a folder, relative to the repository's root.
    fn below(&self, folder: &str) -> Vec<String>;

    /// Returns the bytes of files. The error is the reason that they can't be read.
    fn read(&self, paths: &[String]) -> Result<Vec<Option<Vec<u8>>>, String>;
}

/// A function that receives the files of a version: the path in the site, and the bytes. The error is the reason that
/// the file can't be written.
pub(crate) type Put<'p> = dyn FnMut(&SourcePath, &[u8]) -> Result<(), String> + 'p;

/// A documentation set at a commit.
pub(crate) struct Past<'a> {
    /// The settings of the set.
    pub docs: &'a DocsConfig,
    /// The version name.
    pub name: &'a str,
    /// The files of the commit.
    pub commit: &'a dyn Commit,
}

/// The path of a file, relative to the root of a site.
static PUBLISHED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"/[^\s"'`()<>\[\]{}?#,;\\]+\.[A-Za-z0-9]+"#).expect("the pattern is valid")
});

/// The number of files to read at the same time.
const AT_ONCE: usize = 64;

impl Past<'_> {
    /// Passes every file of the version to `put` and returns the number of files. `documents` are the set's current
    /// OpenAPI documents, or `None` if they're in the `openapi` folder.
    pub(crate) fn files(
        &self,
        documents: Option<&[&OpenApiConfig]>,
        put: &mut Put<'_>,
    ) -> Result<usize, String> {
        let mut waiting: BTreeMap<String, SourcePath> = self.set().collect();
        if waiting.is_empty() {
            return Ok(0);
        }
        waiting.extend(self.documents(documents));
        let mut seen: BTreeSet<String> = waiting.keys().cloned().collect();
        while !waiting.is_empty() {
            let rest = waiting.keys().nth(AT_ONCE).cloned().map(|key| waiting.split_off(&key));
            let round = std::mem::replace(&mut waiting, rest.unwrap_or_default());
            let paths: Vec<String> = round.keys().cloned().collect();
            for ((old, new), bytes) in round.into_iter().zip(self.commit.read(&paths)?) {
                let Some(bytes) = bytes else { continue };
                let mut needed = if is_text(&new) { self.published(&bytes) } else { Vec::new() };
                match self.rebased(&old, &new, &bytes, &mut needed) {
                    Some(text) => put(&new, text.as_bytes())?,
                    None => put(&new, &bytes)?,
                }
                waiting.extend(needed.into_iter().filter(|(old, _)| seen.insert(old.clone())));
            }
        }
        Ok(seen.len())
    }

    /// Returns the files of the set in every locale.
    fn set(&self) -> impl Iterator<Item = (String, SourcePath)> {
        let content = format!("{}content", self.commit.folder());
        let is_shown = |path: &str| path.split('/').all(|part| !part.starts_with('.'));
        let all = [format!("{content}/{}", self.docs.id), format!("{content}/i18n")];
        let files = all.into_iter().flat_map(|folder| self.commit.below(&folder));
        files.filter_map(move |old| {
            let below = old.strip_prefix(self.commit.folder())?;
            let new = self.in_set(below).filter(|_| is_shown(below))?;
            Some((old, new))
        })
    }

    /// Returns the path that a file of the set has in the version, relative to the site's folder.
    fn in_set(&self, path: &str) -> Option<SourcePath> {
        let below = path.strip_prefix("content/")?;
        let (base, below) = match below.strip_prefix("i18n/") {
            Some(translated) => {
                let (code, below) = translated.split_once('/')?;
                (format!("content/i18n/{code}"), below)
            }
            None => ("content".to_owned(), below),
        };
        below.strip_prefix(&self.docs.id)?.strip_prefix('/')?;
        Some(SourcePath::new(format!("{base}/versions/{}/{below}", self.name)))
    }

    /// Returns the path in the version for any file in the commit. The path is relative to the repository's root.
    fn in_version(&self, path: &str) -> SourcePath {
        let below = path.strip_prefix(self.commit.folder());
        let files = format!("content/versions/{}/{}/{FILES}", self.name, self.docs.id);
        match below {
            Some(below) => self.in_set(below).unwrap_or_else(|| SourcePath::new(format!("{files}/{below}"))),
            None => SourcePath::new(format!("{files}/{OUTSIDE}/{path}")),
        }
    }

    /// Returns the files of the OpenAPI documents.
    fn documents(&self, documents: Option<&[&OpenApiConfig]>) -> Vec<(String, SourcePath)> {
        let folder = self.commit.folder();
        let is_document = |path: &String| {
            let name = path.strip_prefix(folder).and_then(|path| path.strip_prefix("openapi/"));
            name.is_some_and(|name| !name.contains('/'))
        };
        let found =
            || self.commit.below(&format!("{folder}openapi")).into_iter().filter(is_document).collect();
        let mut waiting: Vec<String> = match documents {
            Some(documents) => {
                let paths =
                    documents.iter().flat_map(|document| document.overlays.iter().chain([&document.file]));
                paths.map(|path| format!("{folder}{path}")).collect()
            }
            None => found(),
        };
        let mut files = BTreeMap::new();
        while let Some(old) = waiting.pop() {
            let Some(below) = old.strip_prefix(folder).filter(|_| self.commit.has(&old)) else { continue };
            if files.contains_key(&old) {
                continue;
            }
            files.insert(old.clone(), SourcePath::new(format!("content/versions/{}/{below}", self.name)));
            let bytes = self.commit.read(std::slice::from_ref(&old)).ok().and_then(|mut read| read.pop()?);
            if let Some(source) =
                bytes.and_then(|bytes| Source::from_bytes(SourcePath::new(below), &bytes).ok())
            {
                let references = openapi::read(&source).0.references;
                waiting.extend(references.iter().map(|path| format!("{folder}{path}")));
            }
        }
        files.into_iter().collect()
    }

    /// Returns the files in `static` that text refers to.
    fn published(&self, bytes: &[u8]) -> Vec<(String, SourcePath)> {
        let text = String::from_utf8_lossy(bytes);
        let names = PUBLISHED.find_iter(&text).map(|found| decode_path(found.as_str()).into_owned());
        let mut files = BTreeMap::new();
        for name in names {
            // The path can start with the base URL.
            let file = name.match_indices('/').find_map(|(at, _)| {
                let old = format!("{}static{}", self.commit.folder(), &name[at..]);
                self.commit.has(&old).then(|| (old, SourcePath::in_static(&name[at..])))
            });
            files.extend(file);
        }
        files.into_iter().collect()
    }

    /// Returns text with new paths to the files that the text includes and imports, and adds these files. Returns
    /// `None` if nothing changes.
    fn rebased(
        &self,
        old: &str,
        new: &SourcePath,
        bytes: &[u8],
        needed: &mut Vec<(String, SourcePath)>,
    ) -> Option<String> {
        if !is_code(new) {
            return None;
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let from = SourcePath::new(old);
        let statements = statements(text).filter_map(|range| {
            let target = |end: &str| from.join_sibling(&format!("{}{end}", &text[range.clone()]));
            let (end, target) = ENDS
                .iter()
                .map(|end| (*end, target(end)))
                .find(|(_, target)| self.commit.has(target.as_str()))?;
            Some((range, target, end))
        });
        let site = self.commit.folder().trim_end_matches('/');
        // The paths in a commit are relative to the root of the repository.
        let whole = SourcePath::new(format!("{REPOSITORY}{old}"));
        let files = shown(text).filter_map(|Shown { range, root }| {
            let target = from_root(site, &located(site, &whole, &text[range.clone()], root)?);
            self.commit.has(target.as_str()).then_some((range, target, ""))
        });
        let mut edits = BTreeMap::new();
        for (range, target, end) in statements.chain(files) {
            let to = self.in_version(target.as_str());
            let is_same = new.join_sibling(&format!("{}{end}", &text[range.clone()])) == to;
            if !is_same || text[range.clone()].starts_with(['/', '@']) {
                let path = relative(new.parent(), to.as_str());
                edits.insert(range.start, (range.end, path.strip_suffix(end).unwrap_or(&path).to_owned()));
            }
            needed.push((target.as_str().to_owned(), to));
        }
        let mut changed = String::new();
        let mut at = 0;
        for (start, (end, path)) in edits {
            changed.push_str(&text[at..start]);
            changed.push_str(&path);
            at = end;
        }
        changed.push_str(&text[at..]);
        (at > 0).then_some(changed)
    }
}

/// The folder of a version that contains the files outside the set.
pub(crate) const FILES: &str = "_files";
/// The folder in [`FILES`] that contains the files outside the site's folder.
pub(crate) const OUTSIDE: &str = "_repository";

/// Whether a file can refer to published files.
fn is_text(path: &SourcePath) -> bool {
    is_code(path) || matches!(path.extension().to_ascii_lowercase().as_str(), "yaml" | "yml" | "json" | "css")
}

/// Whether a file can include or import other files.
fn is_code(path: &SourcePath) -> bool {
    matches!(
        path.extension().to_ascii_lowercase().as_str(),
        "md" | "mdx" | "markdown" | "js" | "jsx" | "ts" | "tsx" | "mjs"
    )
}
