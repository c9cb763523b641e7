//! The short way from one state of a site to the next.
//!
//! Most edits change the words of a page and nothing that another page or the navigation shows. Then the site is the one
//! that was, with these pages and their links exchanged: work for a few pages, however many there are. Takes the site as
//! it was and the documents before and after; gives what [`super::assemble`] would, or says that it has to be asked.

use std::sync::Arc;

use super::{Content, Input, Page, Parsed, Site, links};
use crate::diag::Diagnostic;
use crate::markdown::Metadata;

/// A document that was edited.
#[derive(Clone, Copy)]
pub(crate) struct Edit<'a> {
    /// As the site has it.
    pub before: &'a Arc<Parsed>,
    /// As it is now.
    pub after: &'a Arc<Parsed>,
}

/// The site with these edits and what is wrong with the links of the edited pages, which had nothing wrong with them.
/// None when other pages may show what was changed. All else in `input` must be as it was when `site` was assembled.
pub(crate) fn with_edits(
    site: &Site,
    input: &Input<'_>,
    edits: &[Edit<'_>],
) -> Option<(Site, Vec<Diagnostic>)> {
    if !edits.iter().all(|edit| is_unseen(&edit.before.metadata, &edit.after.metadata)) {
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
            // Lists of a blog show the beginnings of posts.
            if page.kind.is_blog() {
                return None;
            }
            let after = Page { content: Content::Markdown(Arc::clone(edit.after)), ..Page::clone(page) };
            next.pages[index] = Arc::new(after);
            changed.push(index);
        }
        // A document without a page is one whose address another has.
        if changed.len() == first {
            return None;
        }
    }
    let links::Again { resolved, assets, diagnostics } = links::again(input, site, &next.pages, &changed)?;
    for (index, resolved) in changed.into_iter().zip(resolved) {
        next.resolved[index] = resolved;
    }
    next.assets.extend(assets);
    Some((next, diagnostics))
}

/// Whether two documents look the same from outside: in the navigation, in lists, and to links that lead to them.
fn is_unseen(before: &Metadata, after: &Metadata) -> bool {
    before.front_matter == after.front_matter
        && before.title == after.title
        && before.title_id == after.title_id
        && before.anchors == after.anchors
        && before
            .headings
            .iter()
            .map(|heading| &heading.id)
            .eq(after.headings.iter().map(|heading| &heading.id))
}
