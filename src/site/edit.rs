//! Incremental updates from one state of a site to the next.
//!
//! Most edits change only the prose of a page and nothing that another page or the navigation shows. After such an
//! edit, the new site is the old site with the edited pages and their links replaced. An update takes no longer for a
//! large site than for a small site. This module takes the old site and the documents before and after the edits. It
//! returns the same site as [`super::assemble`], or `None` if `assemble` must run.

use std::sync::Arc;

use super::{Content, Input, Page, Parsed, Site, StyleSheet, links};
use crate::diag::Diagnostic;
use crate::markdown::Metadata;
use crate::path::SourcePath;

/// An edited document.
#[derive(Clone, Copy)]
pub(crate) struct Edit<'a> {
    /// The document in the site.
    pub before: &'a Arc<Parsed>,
    /// The edited document.
    pub after: &'a Arc<Parsed>,
}

/// Returns the site with these edits, and the problems with the links on the edited pages. The edited pages must not
/// have had any problems before the edits. Returns `None` if a change might affect other pages. Everything else in
/// `input` must be the same as when `site` was assembled.
pub(crate) fn with_edits(
    site: &Site,
    input: &Input<'_>,
    edits: &[Edit<'_>],
) -> Option<(Site, Vec<Diagnostic>)> {
    let library = input.documents.iter().find_map(|parsed| parsed.library());
    // The slots of a page show the page's data.
    let has_current_slots =
        || site.slots.pages.is_empty() && site.slots.all().all(|(_, filled)| filled.parsed.is_current());
    let is_current = |(path, sheet): (&SourcePath, &StyleSheet)| {
        library.is_some_and(|library| library.hash_of(path) == sheet.hash)
    };
    // A change to an original can make its translations outdated.
    if input.config.i18n.outdated_banner
        || !has_current_slots()
        || !edits.iter().all(|edit| is_unseen(&edit.before.metadata, &edit.after.metadata))
        || !site.sheets.iter().all(is_current)
    {
        return None;
    }
    let mut next = site.clone();
    let mut changed = Vec::new();
    for edit in edits {
        let first = changed.len();
        for (index, page) in site.pages.iter().enumerate() {
            if !page.parsed().is_some_and(|parsed| Arc::ptr_eq(parsed, edit.before)) {
                continue;
            }
            // A blog's lists show the beginning of each post.
            if page.kind.is_blog() {
                return None;
            }
            let after = Page { content: Content::Markdown(Arc::clone(edit.after)), ..Page::clone(page) };
            next.pages[index] = Arc::new(after);
            changed.push(index);
        }
        // A document without a page has the same URL as another document.
        if changed.len() == first {
            return None;
        }
    }
    let links::Again { resolved, assets, diagnostics } = links::again(input, site, &next.pages, &changed)?;
    for (index, resolved) in changed.into_iter().zip(resolved) {
        next.resolved[index] = resolved;
    }
    next.assets.extend(assets);
    next.client = super::client(input.documents, &site.slots);
    Some((next, diagnostics))
}

/// Whether two documents are the same for the rest of the site: in the navigation, in lists, and as link targets.
fn is_unseen(before: &Metadata, after: &Metadata) -> bool {
    before.front_matter == after.front_matter
        && before.title == after.title
        && before.title_id == after.title_id
        && before.anchors == after.anchors
        && before.terms == after.terms
        && before.is_incomplete == after.is_incomplete
        && before.styles == after.styles
        && before
            .headings
            .iter()
            .map(|heading| &heading.id)
            .eq(after.headings.iter().map(|heading| &heading.id))
}
