//! Finds the version of a document that readers need. Authors can only name the file that exists.

use super::{Destination, Resolver, place::Place};
use crate::path::SourcePath;
use crate::site::Version;

impl Resolver<'_> {
    /// Returns the page that readers need of the first file that has a page. `locale` and `own` belong to the page or
    /// OpenAPI document that contains the link.
    pub(super) fn of_files(
        &self,
        (locale, own): (usize, Option<usize>),
        place: Place<'_>,
        files: &[SourcePath],
    ) -> Option<Destination> {
        files.iter().find_map(|file| {
            let found = || self.source_page(locale, file).map(|index| self.released(own, place, index));
            self.in_latest(locale, own, place, file).or_else(|| found().map(Destination::Page))
        })
    }

    /// If a page outside a documentation set links to the current version, and that version isn't released, returns the
    /// same document in the last version. Pages that aren't released themselves keep their links. If a file that several
    /// versions include links to one of the versions, returns the same document in the page's version or, if this version
    /// doesn't have the document, in the last version. `own` is the version of the page or OpenAPI document that contains
    /// the link.
    fn released(&self, own: Option<usize>, place: Place<'_>, index: usize) -> usize {
        let found = &self.pages[index];
        let versions = self.context.versions;
        let is_unreleased = |version: &Version| version.name == "current" && !version.last;
        let in_version = |is_wanted: &dyn Fn(usize) -> bool| {
            let same = found.in_versions.iter().find(|(version, _)| is_wanted(*version));
            same.and_then(|(_, route)| *self.routes.get(route.as_str())?)
        };
        let in_last = || in_version(&|version| versions[version].last);
        let [of_own, of_found] =
            [own, found.version].map(|version| version.map(|version| &versions[version]));
        if of_own.map(|own| own.docs) == of_found.map(|of_found| of_found.docs) {
            let own = own.filter(|own| Some(*own) != found.version && self.is_shared(place));
            let in_own = own.and_then(|own| in_version(&|version| version == own));
            let is_wrong = own.is_some() && of_found.is_some_and(is_unreleased);
            return in_own.or_else(|| if is_wrong { in_last() } else { None }).unwrap_or(index);
        }
        if of_own.is_some_and(is_unreleased) || !of_found.is_some_and(is_unreleased) {
            return index;
        }
        in_last().unwrap_or(index)
    }

    /// Whether a place is in an included file that doesn't belong to a version.
    fn is_shared(&self, place: Place<'_>) -> bool {
        let is_in = |version: &Version| {
            let below = place.file.in_content().and_then(|path| path.strip_prefix(&*version.folder));
            below.is_some_and(|below| below.starts_with('/'))
        };
        place.file != place.page && !self.context.versions.iter().any(is_in)
    }
}
