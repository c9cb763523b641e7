//! Incremental updates from one state of a site to the next.
//!
//! Most edits change only the prose of a page and nothing that another page or the navigation shows. After such an
//! edit, the new site is the old site with the edited pages and their links replaced. An update takes no longer for a
//! large site than for a small site. This module takes the old site and the documents before and after the edits. It
//! returns the new site, and whether it's the one that [`super::assemble`] would return.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::{Content, Input, Page, Parsed, Resolved, Site, StyleSheet, links};
use crate::diag::Diagnostic;
use crate::path::{SourcePath, decode_path};

/// An edited document.
#[derive(Clone, Copy)]
pub(crate) struct Edit<'a> {
    /// The document in the site.
    pub before: &'a Arc<Parsed>,
    /// The edited document.
    pub after: &'a Arc<Parsed>,
}

impl Edit<'_> {
    /// Whether two documents are the same for the rest of the site, except for their IDs: in the navigation and in
    /// lists. A blog's lists show the beginning of each post.
    pub(crate) fn is_unseen(&self, site: &Site) -> bool {
        let [before, after] = [&self.before.metadata, &self.after.metadata];
        let is_of_page = |page: &Page| page.parsed().is_some_and(|parsed| Arc::ptr_eq(parsed, self.before));
        before.front_matter == after.front_matter
            && before.title == after.title
            && before.terms == after.terms
            && before.is_incomplete == after.is_incomplete
            && before.styles == after.styles
            && !site.pages.iter().any(|page| page.kind.is_blog() && is_of_page(page))
    }
}

/// Returns the site with these edits, and whether nothing else in the site can differ. Everything else in `input` must
/// be the same as when `site` was assembled. If `keeps_ids` is true, a change to the IDs on a page affects others.
pub(crate) fn with_edits(
    site: &Site,
    input: &Input<'_>,
    edits: &[Edit<'_>],
    keeps_ids: bool,
) -> (Site, bool) {
    let library = input.documents.iter().find_map(|parsed| parsed.library());
    // The slots of a page show the page's data.
    let has_current_slots =
        || site.slots.pages.is_empty() && site.slots.all().all(|(_, filled)| filled.parsed.is_current());
    let is_current = |(path, sheet): (&SourcePath, &StyleSheet)| {
        library.is_some_and(|library| library.hash_of(path) == sheet.hash)
    };
    // A change to an original can make its translations outdated.
    let mut is_complete =
        !input.config.i18n.outdated_banner && has_current_slots() && site.sheets.iter().all(is_current);
    let mut next = site.clone();
    let mut changed = BTreeMap::new();
    for edit in edits {
        let first = changed.len();
        let ids = Ids::new(edit);
        // A link to an original is checked in its translations too.
        is_complete &= !ids.have_changed() || !keeps_ids && site.locales.len() == 1;
        for (index, page) in site.pages.iter().enumerate() {
            if !page.parsed().is_some_and(|parsed| Arc::ptr_eq(parsed, edit.before)) {
                continue;
            }
            is_complete &= !ids.have_changed() || is_complete && !ids.matter_elsewhere(site, input, page);
            let after = Page { content: Content::Markdown(Arc::clone(edit.after)), ..Page::clone(page) };
            next.pages[index] = Arc::new(after);
            changed.insert(index, Arc::clone(page));
        }
        // A document without a page has the same URL as another document.
        is_complete &= changed.len() > first;
    }
    is_complete &= links::again(input, &mut next, &changed);
    next.client = super::client(input.documents, &site.slots);
    (next, is_complete)
}

/// Returns the problems with the links and images on documents that aren't part of the site yet. Each document is
/// checked as if it were the nearest page in its folder or in a folder above.
pub(crate) fn problems_of_new(site: &Site, input: &Input<'_>, new: &[&Arc<Parsed>]) -> Vec<Diagnostic> {
    let depth = |path: &SourcePath, other: &SourcePath| {
        let [folders, others] = [path, other].map(|path| path.parent().split('/'));
        folders.zip(others).take_while(|(a, b)| a == b).count()
    };
    let as_page = |parsed: &&Arc<Parsed>| {
        let path = &parsed.source.path;
        let near = |page: &&Arc<Page>| page.parsed().map_or(0, |other| depth(path, &other.source.path));
        let near = site.pages.iter().max_by_key(near).filter(|page| near(page) >= 2)?;
        Some(Page { content: Content::Markdown(Arc::clone(parsed)), ..Page::clone(near) })
    };
    let pages: Vec<Page> = new.iter().filter_map(as_page).collect();
    if pages.is_empty() { Vec::new() } else { links::of_new(input, site, &pages) }
}

/// The IDs on a page before and after an edit.
struct Ids<'a> {
    before: HashSet<Cow<'a, str>>,
    after: HashSet<Cow<'a, str>>,
}

impl<'a> Ids<'a> {
    fn new(edit: &Edit<'a>) -> Self {
        let [before, after] = [edit.before, edit.after].map(|parsed| links::ids(&parsed.metadata));
        Ids { before, after }
    }

    fn have_changed(&self) -> bool {
        self.before != self.after
    }

    /// Whether something other than the page itself refers to an ID that exists only before or only after the edit. A
    /// link to an ID that doesn't exist matters too, because the hint suggests a similar ID.
    fn matter_elsewhere(&self, site: &Site, input: &Input<'_>, page: &Page) -> bool {
        let url = site.config.addressing().href(&page.route);
        let matters = |href: &str| {
            let id =
                href.strip_prefix(&*url).and_then(|rest| rest.split_once('#')).map(|(_, id)| decode_path(id));
            id.is_some_and(|id| !self.before.contains(&*id) || !self.after.contains(&*id))
        };
        let in_document = |resolved: &Resolved| {
            let links = resolved.links.iter().chain(&resolved.actions).chain(&resolved.head);
            links.map(|link| &*link.href).any(matters)
        };
        let of_apis = || site.apis.iter().flat_map(|api| api.resolved.iter().flatten());
        let of_slots = || site.slots.all().map(|(_, filled)| &*filled.resolved);
        // The links in settings are texts in the files.
        let settings = [input.categories, input.blog_files, input.messages];
        let mut settings = settings.into_iter().flatten().map(|source| &*source.text);
        let is_set = |text: &str| {
            self.before.symmetric_difference(&self.after).any(|id| text.contains(&format!("#{id}")))
        };
        let pages = site.pages.par_iter().zip(&site.resolved);
        pages.filter(|(other, _)| other.route != page.route).any(|(_, resolved)| in_document(resolved))
            || of_apis().any(in_document)
            || of_slots().any(in_document)
            || is_set(&input.config_source.source.text)
            || settings.any(is_set)
    }
}
