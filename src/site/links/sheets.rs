//! Publishes the style sheets that pages import, with the files that the style sheets refer to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::config::split_suffix;
use super::{Destination, Found, PRIVATE, Resolver, is_private};
use crate::component::{Library, Url};
use crate::diag::{Code, Diagnostic};
use crate::path::{OutPath, SourcePath, asset_name, decode_path, has_protocol};
use crate::site::{Page, Slots};

/// A style sheet of a component or page, in its published form.
#[derive(Clone, Debug)]
pub struct StyleSheet {
    /// The path below the output folder.
    pub path: OutPath,
    /// The text.
    pub text: Arc<str>,
    /// The hash of the file.
    pub hash: u64,
}

/// The maximum number of style sheets in a chain of imports.
const DEEPEST: usize = 50;

/// An empty style sheet, for an import that can't be resolved.
const EMPTY: &str = "data:text/css,";

/// The style sheets that have been resolved, by file.
struct Sheets<'s, 'a> {
    resolver: &'s Resolver<'a>,
    library: &'s Library,
    /// The style sheets, or `None` for a file that can't be read.
    known: BTreeMap<SourcePath, Option<StyleSheet>>,
    found: Found,
}

/// Returns the style sheets that pages import, directly or through other style sheets. Also returns the files that the
/// style sheets refer to, and the problems.
pub(super) fn sheets(
    resolver: &Resolver<'_>,
    (pages, slots): (&[Arc<Page>], &Slots),
    found: &mut Found,
) -> BTreeMap<SourcePath, StyleSheet> {
    let of_slots = || slots.all().map(|(_, filled)| &filled.parsed);
    let parsed = || pages.iter().filter_map(|page| page.document()).chain(of_slots());
    let wanted: BTreeSet<&SourcePath> = parsed().flat_map(|parsed| &parsed.metadata.styles).collect();
    let Some(library) = parsed().find_map(|parsed| parsed.library()).filter(|_| !wanted.is_empty()) else {
        return BTreeMap::new();
    };
    let mut sheets = Sheets { resolver, library, known: BTreeMap::new(), found: std::mem::take(found) };
    for path in wanted {
        sheets.add(path, &mut Vec::new());
    }
    *found = sheets.found;
    sheets.known.into_iter().filter_map(|(path, sheet)| Some((path, sheet?))).collect()
}

impl Sheets<'_, '_> {
    /// Publishes a style sheet. `above` contains the chain of style sheets that import this style sheet, starting with
    /// the outermost style sheet. Returns the reason that the style sheet can't be read, or `None` if it can be read.
    fn add(&mut self, path: &SourcePath, above: &mut Vec<SourcePath>) -> Option<String> {
        if self.known.contains_key(path) {
            return None;
        }
        let sheet = match self.library.sheet(path) {
            Ok(sheet) => sheet,
            Err(reason) => {
                self.known.insert(path.clone(), None);
                return Some(reason);
            }
        };
        for problem in &sheet.problems {
            let diagnostic = Diagnostic::new(Code::InvalidCss, &*problem.message).hint(&*problem.hint);
            self.found.diagnostics.push(diagnostic.at(path, problem.span));
        }
        above.push(path.clone());
        let text = sheet.published(|url| self.url(path, url, above));
        above.pop();
        let name = asset_name(path.file_name(), xxh3_64(text.as_bytes()));
        let out = OutPath::immutable(format_args!("assets/{name}"));
        let sheet = StyleSheet { path: out, text: text.into(), hash: sheet.hash };
        self.known.insert(path.clone(), Some(sheet));
        None
    }

    /// Returns the URL that replaces a URL in a style sheet, or `None` if the URL stays the same.
    fn url(&mut self, from: &SourcePath, url: &Url, above: &mut Vec<SourcePath>) -> Option<String> {
        let target = url.target.trim();
        if target.is_empty() || target.starts_with(['#', '?']) || has_protocol(target) {
            return None;
        }
        let resolved = self.resolve(from, url, target, above);
        resolved.unwrap_or_else(|diagnostic| {
            self.found.diagnostics.push(diagnostic.at(from, url.span));
            url.is_import.then(|| EMPTY.to_owned())
        })
    }

    /// Returns the URL of one of the site's files. The problem has no location yet.
    fn resolve(
        &mut self,
        from: &SourcePath,
        url: &Url,
        target: &str,
        above: &mut Vec<SourcePath>,
    ) -> Result<Option<String>, Diagnostic> {
        let (path, suffix) = split_suffix(target);
        let decoded = decode_path(path);
        if path.starts_with('/') {
            let base = &*self.resolver.at.base_url;
            let bare = decoded.strip_prefix(base).filter(|_| base.len() > 1);
            let file =
                [Some(&*decoded), bare].into_iter().flatten().find_map(|path| self.resolver.file(path));
            return match file {
                Some(Destination::File(file)) => {
                    Ok(Some(self.resolver.at.file_href(&OutPath::new(file)) + suffix))
                }
                _ => Err(self.missing(from, target, &SourcePath::in_static(&decoded))),
            };
        }
        // If a filename contains a percent-escape such as `%20`, a URL can contain the unchanged name.
        let file = [&*decoded, path]
            .map(|path| from.join_sibling(path))
            .into_iter()
            .find(|file| !is_private(file) && self.resolver.context.assets.facts(file).is_some());
        let Some(file) = file else { return Err(self.missing(from, target, &from.join_sibling(&decoded))) };
        if !url.is_import {
            let hash = self.resolver.context.assets.facts(&file).map_or(0, |facts| facts.hash);
            return Ok(Some(self.resolver.copy(file, hash, &mut self.found) + suffix));
        }
        if let Some((language, hint)) = Library::compiled(&file) {
            let message = format!("can't import `{target}`: docgen doesn't compile {language}");
            return Err(Diagnostic::new(Code::InvalidCss, message).hint(hint));
        }
        if above.contains(&file) {
            let message = format!("`{target}` imports this file again");
            return Err(Diagnostic::new(Code::InvalidCss, message).hint("remove one of the imports"));
        }
        if above.len() >= DEEPEST {
            let message = format!("`@import` is nested more than {DEEPEST} levels deep");
            return Err(
                Diagnostic::new(Code::InvalidCss, message).hint("import the style sheets in a component")
            );
        }
        let reason = self.add(&file, above);
        match (reason, self.known.get(&file)) {
            (None, Some(Some(sheet))) => Ok(Some(self.resolver.at.file_href(&sheet.path) + suffix)),
            (reason, _) => {
                let reason = reason.unwrap_or_else(|| "it can't be read".to_owned());
                Err(Diagnostic::new(Code::InvalidCss, format!("can't import `{target}`: {reason}")))
            }
        }
    }

    /// Returns the problem with a URL that doesn't match a file.
    fn missing(&self, from: &SourcePath, target: &str, file: &SourcePath) -> Diagnostic {
        if let Some(refusal) = self.resolver.refusal(file, target).filter(|_| !is_private(file)) {
            return refusal;
        }
        let near = match file.strip_dir("static").filter(|_| target.starts_with('/')) {
            Some(_) => self.resolver.nearest_static(target, file),
            None => self.library.near(from, file).map(|near| format!("did you mean `{near}`?").into()),
        };
        let hint = match near {
            _ if is_private(file) => PRIVATE.into(),
            Some(hint) => hint,
            None => format!("add the file `{file}`, or correct the path").into(),
        };
        Diagnostic::new(Code::InvalidCss, format!("file not found: `{target}`")).hint(hint)
    }
}
