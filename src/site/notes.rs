//! Notes: Markdown files that add text to the pages of operations and tags.
//!
//! A note is named after an operation ID or a tag: `openapi/notes/createPet.md`. If several documents have an operation
//! or a tag with this name, a note in a folder with a document's ID applies only to that document. The locales have their
//! own notes in `content/i18n/<locale>/openapi/notes`. Only the current state of a document has notes.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::{Context, Input, Locale, Page, Parsed, Site};
use crate::diag::{Code, Diagnostic, nearest};
use crate::path::SourcePath;

/// The folder with notes.
pub(crate) const FOLDER: &str = "openapi/notes";

/// The notes of a site.
pub(super) struct Notes<'a> {
    /// The notes by locale, then by path without the extension.
    by_locale: Vec<HashMap<&'a str, &'a Arc<Parsed>>>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        let mut by_locale: Vec<HashMap<&str, &Arc<Parsed>>> = vec![HashMap::new(); context.locales.len()];
        for parsed in context.documents {
            if parsed.metadata.front_matter.draft && !context.drafts {
                continue;
            }
            if let Some((locale, name)) = place_of(&parsed.source.path, context.locales) {
                by_locale[locale].insert(without_extension(name), parsed);
            }
        }
        Notes { by_locale }
    }

    /// Returns the note with one of the names in the document with this ID. A note in the locale takes precedence over
    /// the default locale's note.
    pub(super) fn find(&self, document: &str, locale: usize, names: &[&str]) -> Option<Arc<Parsed>> {
        [locale, 0].into_iter().find_map(|locale| {
            let notes = &self.by_locale[locale];
            let own = names.iter().find_map(|name| notes.get(format!("{document}/{name}").as_str()));
            own.or_else(|| names.iter().find_map(|name| notes.get(name))).map(|note| Arc::clone(note))
        })
    }
}

/// Whether a path below a locale's folder is the path of a note.
pub(super) fn is_note(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
}

/// If a file is a note, returns the index of its locale and its path below the folder with the locale's notes.
fn place_of<'p>(path: &'p SourcePath, locales: &[Locale]) -> Option<(usize, &'p str)> {
    if let Some(name) = path.strip_dir(FOLDER) {
        return Some((0, name));
    }
    let (code, rest) = path.strip_dir("content/i18n")?.split_once('/')?;
    let locale = locales.iter().skip(1).position(|locale| locale.code == code)? + 1;
    Some((locale, rest.strip_prefix(FOLDER)?.strip_prefix('/')?))
}

fn without_extension(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Reports notes that no page shows.
pub(super) fn unused(input: &Input<'_>, site: &Site) -> Vec<Diagnostic> {
    let is_note = |parsed: &&Arc<Parsed>| {
        let is_draft = parsed.metadata.front_matter.draft && !input.drafts;
        !is_draft && place_of(&parsed.source.path, &site.locales).is_some()
    };
    let notes: Vec<&Arc<Parsed>> = input.documents.iter().filter(is_note).collect();
    if notes.is_empty() {
        return Vec::new();
    }
    let of_page = |page: &Arc<Page>| page.note.as_ref().map(|note| note.source.path.clone());
    let used: BTreeSet<SourcePath> = site.pages.iter().filter_map(of_page).collect();
    let current = site.apis.iter().filter(|api| api.config.version.is_none());
    let names: Vec<&str> = current
        .flat_map(|api| {
            let operations = api.api.operations.iter().chain(&api.api.webhooks);
            let ids = operations.map(|operation| operation.id.as_deref().unwrap_or(&operation.slug));
            ids.chain(api.api.tags.iter().map(|tag| &*tag.name))
        })
        .collect();
    let unused = notes.into_iter().filter(|parsed| !used.contains(&parsed.source.path));
    unused
        .map(|parsed| {
            let path = &parsed.source.path;
            let hint = match nearest(path.stem(), names.iter().copied()) {
                Some(near) => format!("rename it to `{near}.{}`", path.extension()),
                None => "name it after an operation ID or a tag".to_owned(),
            };
            let message = format!("`{path}` isn't used: no operation or tag is named `{}`", path.stem());
            Diagnostic::new(Code::UnusedContent, message).in_file(path).hint(hint)
        })
        .collect()
}
