//! Routes of parts of a page, such as an operation on a page with all operations of an API. Such a route is the page's
//! path, [`PART`], and the ID of the part. No file has such a path.

use super::{Addressing, RoutePath};

/// The character between a page's path and the ID of a part. A part sorts directly after its page.
pub(super) const PART: char = '\u{1}';

impl RoutePath {
    /// Returns the route of a part of this page.
    pub(crate) fn part(&self, id: &str) -> RoutePath {
        RoutePath(format!("{}{PART}{id}", self.0).into())
    }

    /// Returns the path of the page and, if this is the route of a part, the ID of the part.
    pub(crate) fn split_part(&self) -> (&str, Option<&str>) {
        self.0.split_once(PART).map_or((&*self.0, None), |(page, id)| (page, Some(id)))
    }

    /// Returns the ID of the part, if this is the route of a part.
    pub(crate) fn part_id(&self) -> Option<&str> {
        self.split_part().1
    }

    /// Returns the path that a part would have if it were a page below its page.
    pub(crate) fn as_page(&self) -> RoutePath {
        RoutePath::new(self.0.replace(PART, "/"))
    }
}

impl Addressing {
    /// Returns the link to an element on a page or in a part of a page.
    pub(crate) fn href_to(&self, route: &RoutePath, id: &str) -> String {
        format!("{}{}{id}", self.href(route), if route.part_id().is_some() { '/' } else { '#' })
    }

    /// Returns the link to a route's Markdown version.
    pub(crate) fn markdown_href(&self, route: &RoutePath) -> String {
        let file = self.file_href(&self.markdown(route));
        route.part_id().map_or_else(|| file.clone(), |id| format!("{file}#{id}"))
    }
}
