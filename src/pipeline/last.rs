//! [`Last`]: the site of the last run, which small changes only update.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use super::{Sources, contents};
use crate::config::Config;
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::render::Theme;
use crate::site::{self, Assets, Change, Edit, Parsed, Site};
use crate::source::Source;

/// A site and its inputs.
#[derive(Clone)]
pub(crate) struct Last {
    /// A hash of everything except the documents.
    pub world: u64,
    /// A hash of the config's text.
    pub config: Option<u64>,
    /// The `_category_` files, sorted by path.
    pub categories: Vec<Source>,
    pub documents: Vec<Arc<Parsed>>,
    pub site: Site,
    /// The problems with the site, except the problems with its documents and with the links on pages.
    pub diagnostics: Vec<Diagnostic>,
}

/// A site that differs from the last one only in a few documents.
pub(super) struct Updated {
    pub site: Site,
    /// The problems, as in [`Last`].
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the site is provisional (see [`super::Options::typing`]).
    pub is_provisional: bool,
}

/// The maximum number of changed documents for an incremental update. Writers rarely edit more files than this at the
/// same time. If more documents change, the site is assembled from scratch.
pub(super) const EDITS: usize = 20;

impl Last {
    /// Returns the settings of the last site if the config's text has changed since.
    pub(super) fn settled_config(&self, sources: &Sources) -> Option<&Config> {
        let hash = sources.config.as_ref().map(|source| source.hash);
        (hash != self.config).then_some(&self.site.config)
    }

    /// Replaces the changed documents in the last site if only their prose changed or if someone is typing. `is_same`
    /// means that everything except the documents is the same. Returns `None` if this update isn't possible.
    pub(super) fn updated(
        &self,
        documents: &[Arc<Parsed>],
        input: &site::Input<'_>,
        is_same: bool,
        is_typing: bool,
    ) -> Option<Updated> {
        let (mut edits, mut new) = (Vec::new(), Vec::new());
        for (index, after) in documents.iter().enumerate() {
            match find(&self.documents, index, after) {
                Some(before) if Arc::ptr_eq(before, after) => {}
                Some(before) => edits.push(Edit { before, after }),
                None => new.push(after),
            }
        }
        let all = self.documents.iter().enumerate();
        let gone: BTreeSet<&SourcePath> = all
            .filter(|(index, before)| find(documents, *index, before).is_none())
            .map(|(_, before)| &before.source.path)
            .collect();
        if edits.len() + new.len() + gone.len() > EDITS {
            return None;
        }
        let files: BTreeSet<&SourcePath> = edits.iter().map(|edit| &edit.after.source.path).collect();
        let is_in = |files: &BTreeSet<&SourcePath>, found: &Diagnostic| {
            found.location.as_ref().is_some_and(|place| files.contains(place.path()))
        };
        let is_seen = !is_same
            || !new.is_empty()
            || !gone.is_empty()
            // The offsets in a changed file might be different.
            || self.diagnostics.iter().any(|found| is_in(&files, found))
            || !edits.iter().all(|edit| edit.is_unseen(&self.site));
        if is_seen && !is_typing {
            return None;
        }
        // A problem with a link in a setting can suggest an ID.
        let suggests_id = self.diagnostics.iter().any(|found| found.code == Code::BrokenAnchor);
        let (mut site, is_complete) = site::with_edits(&self.site, input, &edits, suggests_id);
        let is_provisional = is_seen || !is_complete;
        if is_provisional && !is_typing {
            return None;
        }
        let mut diagnostics = self.diagnostics.clone();
        if is_seen {
            diagnostics.retain(|found| !is_in(&gone, found));
            let Site { pages, problems, .. } = &mut site;
            let is_gone = |parsed: &Arc<Parsed>| gone.contains(&parsed.source.path);
            problems.retain(|index, _| !pages[*index].parsed().is_some_and(is_gone));
            diagnostics.extend(site::problems_of_new(&site, input, &new));
            self.read_categories(input, &mut diagnostics);
        }
        Some(Updated { site, diagnostics, is_provisional })
    }

    /// Replaces the problems with the syntax and the keys of changed `_category_` files.
    fn read_categories(&self, input: &site::Input<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let known: BTreeMap<&SourcePath, u64> =
            self.categories.iter().map(|source| (&source.path, source.hash)).collect();
        for source in input.categories.iter().filter(|source| known.get(&source.path) != Some(&source.hash)) {
            let mut current = site::category_problems(source);
            diagnostics.retain(|found| {
                let is_of_file = found.location.as_ref().is_some_and(|place| *place.path() == source.path);
                !is_of_file || found.code != Code::InvalidCategory
            });
            diagnostics.append(&mut current);
        }
    }
}

/// Returns the document with the same path as `one`. Most documents have the same index in both lists.
fn find<'a>(all: &'a [Arc<Parsed>], index: usize, one: &Parsed) -> Option<&'a Arc<Parsed>> {
    let path = &one.source.path;
    all.get(index)
        .filter(|other| other.source.path == *path)
        .or_else(|| all.binary_search_by(|other| other.source.path.cmp(path)).ok().map(|index| &all[index]))
}

/// Hashes everything that determines a site, except its documents.
pub(super) fn world(
    sources: &Sources,
    config: &Config,
    messages: &BTreeMap<String, BTreeMap<String, String>>,
    theme: &Theme,
    assets: &dyn Assets,
    changes: &BTreeMap<SourcePath, Change>,
) -> u64 {
    let mut hasher = Xxh3::new();
    let mut add = |text: &str| {
        hasher.update(text.as_bytes());
        hasher.update(&[0]);
    };
    let files = [&sources.categories, &sources.blog_files];
    for source in sources.config.iter().chain(files.into_iter().flatten()) {
        add(source.path.as_str());
        add(&format!("{:x}", source.hash));
    }
    // The command line can override this setting.
    add(&config.site.base_url);
    for texts in messages.values().chain([&theme.messages]) {
        texts.iter().for_each(|(key, text)| {
            add(key);
            add(text);
        });
        add("");
    }
    messages.keys().for_each(|code| add(code));
    sources
        .static_files
        .iter()
        .chain(&sources.strays)
        .chain(&sources.slots)
        .for_each(|path| add(path.as_str()));
    add(&format!("{:x} {:x}", contents(&sources.openapi, config), assets.version()));
    add(&format!("{:?}", sources.openapi.documents));
    for (path, change) in changes {
        add(path.as_str());
        add(change.date.as_deref().unwrap_or_default());
        add(change.author.as_deref().unwrap_or_default());
    }
    hasher.digest()
}
