//! [`Pairs`]: matches the pages of a site before and after files move.

use std::collections::{BTreeMap, HashMap};

use super::Moves;
use crate::path::{RoutePath, SourcePath};
use crate::site::{Page, PageKind, Site};

/// The matching pages of two states of a site.
pub(crate) struct Pairs<'s> {
    /// The site before the moves.
    pub before: &'s Site,
    /// The site after the moves.
    pub after: &'s Site,
    /// The whole site before the moves. `before` and `after` can be a part of it (see [`super::scope`]).
    pub(super) whole: &'s Site,
    /// For each page of `before`, the index of the page in `after`, if the page still exists.
    to: Vec<Option<usize>>,
}

impl<'s> Pairs<'s> {
    /// Finds the matching pages: pages from the same file in the same locale, or generated pages with the same path or
    /// in the same folder.
    pub(crate) fn new(before: &'s Site, after: &'s Site, moves: &Moves) -> Self {
        let mut files: HashMap<(usize, &SourcePath), Vec<usize>> = HashMap::new();
        for (index, page) in after.pages.iter().enumerate() {
            if let Some(parsed) = page.parsed() {
                files.entry((page.locale, &parsed.source.path)).or_default().push(index);
            }
        }
        let of_file = |page: &Page| {
            let path = moves.new_path(&page.parsed()?.source.path)?;
            files.get(&(page.locale, &path))?.first().copied()
        };
        let mut to: Vec<Option<usize>> = before.pages.iter().map(|page| of_file(page)).collect();
        let moved = to
            .iter()
            .enumerate()
            .filter_map(|(index, to)| folders(&before.pages[index].route, &after.pages[(*to)?].route));
        let moved: BTreeMap<String, String> = moved.collect();
        for (index, page) in before.pages.iter().enumerate().filter(|(_, page)| page.parsed().is_none()) {
            let is_same = |at: &usize| after.pages[*at].kind == page.kind;
            let in_folder = || {
                let (old, new) =
                    moved.iter().find(|(old, _)| page.route.strip(&RoutePath::new(old)).is_some())?;
                let rest = page.route.strip(&RoutePath::new(old))?;
                after.page_index(&RoutePath::new(new).join(rest))
            };
            let same = || after.page_index(&page.route).filter(is_same);
            // Copies don't replace the pages at the old paths.
            to[index] = if moves.are_copies {
                in_folder().filter(is_same).or_else(same)
            } else {
                same().or_else(in_folder).filter(is_same)
            };
        }
        Pairs { before, after, whole: before, to }
    }

    /// Sets the whole site before the moves.
    pub(crate) fn of(self, whole: &'s Site) -> Self {
        Pairs { whole, ..self }
    }

    /// Given the index of a page before the moves, returns the page after the moves.
    pub(super) fn after(&self, before: usize) -> Option<&'s Page> {
        self.to[before].map(|index| &*self.after.pages[index])
    }

    /// Returns the indexes of the matching pages.
    pub(super) fn indexes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.to.iter().enumerate().filter_map(|(before, after)| Some((before, (*after)?)))
    }

    /// For each page whose path changed, returns the page before and after the moves. Leaves out not-found pages.
    pub(crate) fn with_new_paths(&self) -> impl Iterator<Item = (&'s Page, &'s Page)> {
        self.indexes().filter_map(|(before, after)| {
            let (before, after) = (&*self.before.pages[before], &*self.after.pages[after]);
            (before.route != after.route && before.kind != PageKind::NotFound).then_some((before, after))
        })
    }

    /// Returns the documents in the default locale that were in a sidebar and aren't anymore, after the moves.
    pub(crate) fn without_sidebar(&self) -> impl Iterator<Item = &'s Page> {
        let is_in_sidebar = |page: &Page| page.sidebar.as_ref().is_some_and(|place| !place.trail.is_empty());
        self.indexes().filter_map(move |(before, after)| {
            let (before, after) = (&*self.before.pages[before], &*self.after.pages[after]);
            let is_document = after.locale == 0 && after.doc_id.is_some();
            (is_document && is_in_sidebar(before) && !is_in_sidebar(after)).then_some(after)
        })
    }

    /// Returns the pages that no longer exist.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &'s Page> {
        self.to.iter().enumerate().filter(|(_, to)| to.is_none()).map(|(index, _)| &*self.before.pages[index])
    }
}

/// Removes the last segments that two different paths share and returns the rest.
fn folders(old: &RoutePath, new: &RoutePath) -> Option<(String, String)> {
    let (mut old, mut new) = (old.as_str(), new.as_str());
    if old == new {
        return None;
    }
    while let (Some((before, a)), Some((after, b))) = (old.rsplit_once('/'), new.rsplit_once('/'))
        && a == b
        && !before.is_empty()
        && !after.is_empty()
    {
        (old, new) = (before, after);
    }
    Some((old.to_owned(), new.to_owned()))
}
