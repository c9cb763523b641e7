//! Notes: Markdown files that add text to the pages of operations and tags.
//!
//! A note is named after an operation ID or a tag: `openapi/notes/createPet.md`. If several documents have an operation
//! or a tag with this name, a note in a folder with a document's ID applies only to that document. The locales have their
//! own notes in `content/i18n/<locale>/openapi/notes`, and the older versions of documents have theirs in
//! `content/versions/<version>/openapi/notes`.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::{Context, Input, Locale, Page, Parsed, Site};
use crate::diag::{Code, Diagnostic, nearest};
use crate::path::SourcePath;

/// The folder with notes.
pub(crate) const FOLDER: &str = "openapi/notes";

/// The version of a note's documents, and the note's path without the extension.
type Key<'a> = (Option<&'a str>, &'a str);

/// The notes of a site.
pub(super) struct Notes<'a> {
    /// The notes by locale, then by version and path without the extension.
    by_locale: Vec<HashMap<Key<'a>, &'a Arc<Parsed>>>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        let mut by_locale = vec![HashMap::new(); context.locales.len()];
        for parsed in context.documents {
            if parsed.metadata.front_matter.draft && !context.drafts {
                continue;
            }
            if let Some(Place { locale, version, name }) = place_of(&parsed.source.path, context.locales) {
                by_locale[locale].insert((version, without_extension(name)), parsed);
            }
        }
        Notes { by_locale }
    }

    /// Returns the note with one of the names in a version of the document with this ID. A note in the locale takes
    /// precedence over the default locale's note.
    pub(super) fn find(
        &self,
        (document, version): (&str, Option<&str>),
        locale: usize,
        names: &[&str],
    ) -> Option<Arc<Parsed>> {
        [locale, 0].into_iter().find_map(|locale| {
            let note = |name: &str| self.by_locale[locale].get(&(version, name)).copied();
            let own = names.iter().find_map(|name| note(&format!("{document}/{name}")));
            own.or_else(|| names.iter().find_map(|name| note(name))).map(Arc::clone)
        })
    }
}

/// Whether a file has the path of a note.
pub(super) fn is_note(path: &SourcePath, locales: &[Locale]) -> bool {
    place_of(path, locales).is_some()
}

/// The place of a note.
struct Place<'p> {
    /// The index of the locale.
    locale: usize,
    /// The version of the documents, or `None` for the current version.
    version: Option<&'p str>,
    /// The path below the folder with notes.
    name: &'p str,
}

/// If a file is a note, returns its place.
fn place_of<'p>(path: &'p SourcePath, locales: &[Locale]) -> Option<Place<'p>> {
    if let Some(name) = path.strip_dir(FOLDER) {
        return Some(Place { locale: 0, version: None, name });
    }
    let below = path.strip_dir("content")?;
    let (locale, below) = match below.strip_prefix("i18n/").and_then(|rest| rest.split_once('/')) {
        Some((code, rest)) => (locales.iter().skip(1).position(|locale| locale.code == code)? + 1, rest),
        None => (0, below),
    };
    let (version, below) = match below.strip_prefix("versions/").and_then(|rest| rest.split_once('/')) {
        Some((version, rest)) => (Some(version), rest),
        None if locale == 0 => return None,
        None => (None, below),
    };
    Some(Place { locale, version, name: below.strip_prefix(FOLDER)?.strip_prefix('/')? })
}

fn without_extension(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Reports notes that no page shows.
pub(super) fn unused(input: &Input<'_>, site: &Site) -> Vec<Diagnostic> {
    let is_note = |parsed: &&Arc<Parsed>| {
        let is_draft = parsed.metadata.front_matter.draft && !input.drafts;
        !is_draft && is_note(&parsed.source.path, &site.locales)
    };
    let notes: Vec<&Arc<Parsed>> = input.documents.iter().filter(is_note).collect();
    if notes.is_empty() {
        return Vec::new();
    }
    let of_page = |page: &Arc<Page>| page.note.as_ref().map(|note| note.source.path.clone());
    let used: BTreeSet<SourcePath> = site.pages.iter().filter_map(of_page).collect();
    let names = |path: &SourcePath| {
        let version = place_of(path, &site.locales).and_then(|place| place.version.map(str::to_owned));
        let own = site.apis.iter().filter(move |api| api.config.version == version);
        own.flat_map(|api| {
            let operations = api.api.operations.iter().chain(&api.api.webhooks);
            let ids = operations.map(|operation| operation.id.as_deref().unwrap_or(&operation.slug));
            ids.chain(api.api.tags.iter().map(|tag| &*tag.name))
        })
    };
    let unused = notes.into_iter().filter(|parsed| !used.contains(&parsed.source.path));
    unused
        .map(|parsed| {
            let path = &parsed.source.path;
            let hint = match nearest(path.stem(), names(path)) {
                Some(near) => format!("rename it to `{near}.{}`", path.extension()),
                None => "name it after an operation ID or a tag".to_owned(),
            };
            let message = format!("`{path}` isn't used: no operation or tag is named `{}`", path.stem());
            Diagnostic::new(Code::UnusedContent, message).in_file(path).hint(hint)
        })
        .collect()
}
