//! Translated pages and their originals: which pages aren't translated, which translations are outdated, and which
//! settings translations take from their originals.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Change, Context, Locale, Page, Parsed, Site};
use crate::config::{Config, DocsConfig};
use crate::markdown::FrontMatter;
use crate::path::{SourcePath, has_protocol};

/// A page without an up-to-date translation, or a translation without an original.
#[derive(Debug)]
pub(crate) struct Untranslated<'a> {
    /// The index in [`Site::locales`].
    pub locale: usize,
    /// The file of the translation.
    pub file: SourcePath,
    /// The original, if it exists.
    pub original: Option<&'a Parsed>,
    /// Whether the translation exists.
    pub is_translated: bool,
}

impl Untranslated<'_> {
    /// Whether the translation is older than the original.
    pub(crate) fn is_outdated(&self) -> bool {
        self.is_translated && self.original.is_some()
    }

    /// Whether the original doesn't exist.
    pub(crate) fn is_orphaned(&self) -> bool {
        self.original.is_none()
    }
}

/// Returns the pages without an up-to-date translation and the translations without an original, by locale and then in
/// the order of [`Site::pages`]. `changes` contains the last change to each file. `exists` returns whether the site has a
/// file.
pub(crate) fn untranslated<'a>(
    site: &'a Site,
    changes: &BTreeMap<SourcePath, Change>,
    exists: impl Fn(&SourcePath) -> bool,
) -> Vec<Untranslated<'a>> {
    let originals = site.pages.iter().filter(|page| page.locale == 0).filter_map(|page| page.parsed());
    let originals: BTreeMap<&SourcePath, &Parsed> =
        originals.map(|parsed| (&parsed.source.path, &**parsed)).collect();
    let mut found: Vec<Untranslated<'a>> = Vec::new();
    for page in site.pages.iter().filter(|page| page.locale > 0) {
        let (locale, Some(parsed)) = (page.locale, page.parsed()) else { continue };
        // Nobody can change a version from Git.
        if site.config.docs.past_version(&parsed.source.path).is_some() {
            continue;
        }
        if page.is_untranslated() {
            let file = translation_of(&site.config, &site.locales[locale], &parsed.source.path);
            let original = Some(&**parsed);
            found.extend(file.map(|file| Untranslated { locale, file, original, is_translated: false }));
        } else if let Some(path) = original_of(&site.config, &parsed.source.path) {
            let original = originals.get(&path).copied();
            let is_listed = match original {
                Some(original) => is_outdated(parsed, original, changes),
                // An original without a page is a draft.
                None => !exists(&path),
            };
            if is_listed {
                let file = parsed.source.path.clone();
                found.push(Untranslated { locale, file, original, is_translated: true });
            }
        }
    }
    found.sort_by_key(|one| one.locale);
    found
}

/// Returns the translations with their originals.
pub(crate) fn with_originals(site: &Site) -> impl Iterator<Item = (&Parsed, &Parsed)> {
    let originals = site.pages.iter().filter(|page| page.locale == 0).filter_map(|page| page.parsed());
    let originals: BTreeMap<&SourcePath, &Parsed> =
        originals.map(|parsed| (&parsed.source.path, &**parsed)).collect();
    let translated = site.pages.iter().filter(|page| page.locale > 0 && page.is_translated());
    translated.filter_map(move |page| {
        let translation = page.parsed()?;
        Some((&**translation, *originals.get(&original_of(&site.config, &translation.source.path)?)?))
    })
}

/// Returns the translations whose `source_hash` is the hash of their original, with the originals.
pub(crate) fn up_to_date(site: &Site) -> impl Iterator<Item = (&Parsed, &Parsed)> {
    with_originals(site).filter(|(translation, original)| {
        let hash = &translation.metadata.front_matter.source_hash;
        hash.as_ref().is_some_and(|hash| *hash == source_hash(original))
    })
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
        let Some(path) = original_of(context.config, &parsed.source.path) else { continue };
        let original = context.documents.binary_search_by(|parsed| parsed.source.path.cmp(&path));
        if original.is_ok_and(|index| is_outdated(parsed, &context.documents[index], context.changes)) {
            let route = page.in_locale(0).cloned();
            Arc::make_mut(page).original = route;
        }
    }
}

/// Returns the documents. A translation without its own settings for its place on the site has the settings of its
/// original.
pub(super) fn with_settings(config: &Config, documents: &[Arc<Parsed>]) -> Vec<Arc<Parsed>> {
    let with_original = |parsed: &Arc<Parsed>| {
        let path = original_of(config, &parsed.source.path)?;
        let original = documents.binary_search_by(|parsed| parsed.source.path.cmp(&path)).ok()?;
        let own = &parsed.metadata.front_matter;
        let settings = inherited(own, &documents[original].metadata.front_matter);
        (settings != *own).then(|| Arc::new(parsed.with_settings(settings)))
    };
    documents.iter().map(|parsed| with_original(parsed).unwrap_or_else(|| Arc::clone(parsed))).collect()
}

/// Returns the settings of a translation. Texts, URLs, and files belong to the translation, and everything else comes
/// from the original if the translation doesn't set it.
fn inherited(own: &FrontMatter, original: &FrontMatter) -> FrontMatter {
    let is_unset = own.search == Default::default();
    FrontMatter {
        id: own.id.clone().or_else(|| original.id.clone()),
        // A relative path belongs to the file that contains it.
        image: own
            .image
            .clone()
            .or_else(|| original.image.clone().filter(|image| image.starts_with('/') || has_protocol(image))),
        sidebar_position: own.sidebar_position.or(original.sidebar_position),
        sidebar_class_name: own.sidebar_class_name.clone().or_else(|| original.sidebar_class_name.clone()),
        hide_title: own.hide_title || original.hide_title,
        hide_table_of_contents: own.hide_table_of_contents || original.hide_table_of_contents,
        toc_min_heading_level: own.toc_min_heading_level.or(original.toc_min_heading_level),
        toc_max_heading_level: own.toc_max_heading_level.or(original.toc_max_heading_level),
        pagination_next: own.pagination_next.clone().or_else(|| original.pagination_next.clone()),
        pagination_prev: own.pagination_prev.clone().or_else(|| original.pagination_prev.clone()),
        displayed_sidebar: own.displayed_sidebar.clone().or_else(|| original.displayed_sidebar.clone()),
        tags: if own.tags.is_empty() { original.tags.clone() } else { own.tags.clone() },
        date: own.date.clone().or_else(|| original.date.clone()),
        authors: if own.authors.is_empty() { original.authors.clone() } else { own.authors.clone() },
        draft: own.draft || original.draft,
        unlisted: own.unlisted || original.unlisted,
        search: if is_unset { original.search } else { own.search },
        layout: own.layout.clone().or_else(|| original.layout.clone()),
        ..own.clone()
    }
}

/// Returns the hash of a file for the `source_hash` key in the front matter of its translations: a letter from `g` to
/// `v` and 7 hexadecimal digits. Because of the letter, YAML never interprets the hash as a number.
pub(crate) fn source_hash(original: &Parsed) -> String {
    hash_of(&original.source.text)
}

/// Returns the hash of a file's text. See [`source_hash`].
pub(crate) fn hash_of(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
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

/// Returns the path of the file that a translation is based on. Returns `None` for other files.
pub(crate) fn original_of(config: &Config, translation: &SourcePath) -> Option<SourcePath> {
    let (_, name) = translation.strip_dir("content/i18n")?.split_once('/')?;
    let in_set = |docs: &DocsConfig| {
        let file = name.strip_prefix(docs.id.as_str())?.strip_prefix('/')?;
        Some(SourcePath::new(format!("{}/{file}", docs.folder())))
    };
    config.docs.iter().find_map(in_set).or_else(|| Some(SourcePath::new(format!("content/{name}"))))
}

/// Returns the path of a file's translation.
fn translation_of(config: &Config, locale: &Locale, original: &SourcePath) -> Option<SourcePath> {
    let in_set = |docs: &DocsConfig| Some(format!("{}/{}", docs.id, original.strip_dir(&docs.folder())?));
    let name = config.docs.iter().find_map(in_set);
    let name = name.or_else(|| original.strip_dir("content").map(str::to_owned))?;
    Some(SourcePath::new(format!("content/i18n/{}/{name}", locale.code)))
}
