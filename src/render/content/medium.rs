//! Where the HTML of a document is shown.

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
