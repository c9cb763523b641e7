//! Where the HTML of a document is shown.

use super::Writer;
use crate::markdown::is_marker;
use crate::render::markup::Markup;

/// The place where the HTML of a document is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::render) enum Medium {
    /// On its own page.
    #[default]
    Page,
    /// On a page that lists the document. The document is cut off before the footnotes, and no link points into the
    /// document.
    List,
    /// Outside the site, without the site's scripts and styles.
    Feed,
}

impl<'a> Writer<'a> {
    /// Writes a comment in a document that isn't on its own page. Keeps only React's comments, and only in lists.
    pub(super) fn comment(&mut self, html: &'a str) {
        if self.options.medium == Medium::List && is_marker(html) {
            self.raw(html);
        }
    }

    /// Writes the HTML after the start tag of an interactive component. A plain `<slot>` replaces the tag, because a
    /// feed can't use the tag's attributes.
    pub(super) fn end_island_tag(&mut self, html: &'a str) {
        let Some((_, rest)) = html.split_once('>') else { return };
        self.in_island_tag = false;
        self.raw("<slot>");
        self.raw(rest);
    }
}
