//! Translated pages and their originals: which pages aren't translated, and which translations are outdated.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Change, Context, Locale, Page, Parsed, Site};
use crate::path::SourcePath;

/// A page without an up-to-date translation.
#[derive(Debug)]
pub(crate) struct Untranslated<'a> {
    /// The index in [`Site::locales`].
    pub locale: usize,
    /// The file of the translation.
    pub file: SourcePath,
    /// The original.
    pub original: &'a Parsed,
    /// Whether the translation exists but is older than the original.
    pub is_outdated: bool,
}

/// Returns the pages without an up-to-date translation, by locale and then in the order of [`Site::pages`]. `changes`
/// contains the last change to each file.
pub(crate) fn untranslated<'a>(
    site: &'a Site,
    changes: &BTreeMap<SourcePath, Change>,
) -> Vec<Untranslated<'a>> {
    let originals = site.pages.iter().filter(|page| page.locale == 0).filter_map(|page| page.parsed());
    let originals: BTreeMap<&SourcePath, &Parsed> =
        originals.map(|parsed| (&parsed.source.path, &**parsed)).collect();
    let mut found: Vec<Untranslated<'a>> = Vec::new();
    for page in site.pages.iter().filter(|page| page.locale > 0) {
        let (locale, Some(parsed)) = (page.locale, page.parsed()) else { continue };
        if page.is_untranslated() {
            let file = translation_of(&site.locales[locale], &parsed.source.path);
            found.extend(file.map(|file| Untranslated {
                locale,
                file,
                original: parsed,
                is_outdated: false,
            }));
        } else if let Some(path) = original_of(parsed)
            && let Some(original) = originals.get(&path)
            && is_outdated(parsed, original, changes)
        {
            let file = parsed.source.path.clone();
            found.push(Untranslated { locale, file, original, is_outdated: true });
        }
    }
    found.sort_by_key(|one| one.locale);
    found
}

/// Whether docgen needs the files' history to find outdated translations, because a translation has no `source_hash`.
pub(crate) fn need_git(site: &Site) -> bool {
    let translated = site.pages.iter().filter(|page| page.locale > 0 && page.is_translated());
    let mut documents = translated.filter_map(|page| page.parsed());
    documents.any(|parsed| parsed.metadata.front_matter.source_hash.is_none())
}

/// Sets [`Page::original`] of each page with an outdated translation, if the site shows a banner on such pages.
pub(super) fn mark_outdated(context: Context<'_>, pages: &mut [Arc<Page>]) {
    if !context.config.i18n.outdated_banner {
        return;
    }
    for page in pages.iter_mut().filter(|page| page.locale > 0) {
        let Some(parsed) = page.parsed() else { continue };
        let Some(path) = original_of(parsed) else { continue };
        let original = context.documents.binary_search_by(|parsed| parsed.source.path.cmp(&path));
        if original.is_ok_and(|index| is_outdated(parsed, &context.documents[index], context.changes)) {
            let route = page.in_locale(0).cloned();
            Arc::make_mut(page).original = route;
        }
    }
}

/// Returns the hash of a file for the `source_hash` key in the front matter of its translations: a letter from `g` to
/// `v` and 7 hexadecimal digits. Because of the letter, YAML never interprets the hash as a number.
pub(crate) fn source_hash(original: &Parsed) -> String {
    let text = original.source.text.replace("\r\n", "\n");
    let hash = xxhash_rust::xxh3::xxh3_64(text.as_bytes()) >> 32;
    format!("{}{:07x}", char::from(b'g' + (hash >> 28) as u8), hash & 0x0fff_ffff)
}

/// Whether the original changed after the translation. If the translation has a `source_hash`, any change counts.
/// Otherwise, only changes in later commits count.
fn is_outdated(translation: &Parsed, original: &Parsed, changes: &BTreeMap<SourcePath, Change>) -> bool {
    if let Some(hash) = &translation.metadata.front_matter.source_hash {
        return *hash != source_hash(original);
    }
    let commit = |parsed: &Parsed| changes.get(&parsed.source.path).map(|change| change.commit);
    commit(original).zip(commit(translation)).is_some_and(|(original, translation)| original < translation)
}

/// Returns the path of the file that a translation is based on.
fn original_of(translation: &Parsed) -> Option<SourcePath> {
    let (_, name) = translation.source.path.strip_dir("content/i18n")?.split_once('/')?;
    Some(SourcePath::new(format!("content/{name}")))
}

/// Returns the path of a file's translation.
fn translation_of(locale: &Locale, original: &SourcePath) -> Option<SourcePath> {
    let name = original.strip_dir("content")?;
    Some(SourcePath::new(format!("content/i18n/{}/{name}", locale.code)))
}
