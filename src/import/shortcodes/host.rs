//! [`Host`]: the interface between a site and its shortcodes.

use super::{Call, Piece};

/// A page below a page.
pub(in crate::import) struct Child {
    pub title: String,
    pub url: String,
    pub description: Option<String>,
}

/// A list of the pages below a page.
pub(in crate::import) struct Listing {
    pub has_descriptions: bool,
    /// Whether the list contains all pages in the usual order.
    pub is_whole: bool,
}

/// The result of a template.
pub(in crate::import) struct Evaluated {
    pub text: String,
    pub is_html: bool,
    /// The name of the first element that was removed: `script` or `style`.
    pub removed: Option<&'static str>,
}

/// The data that a site provides to the shortcodes on a page.
pub(in crate::import) trait Host {
    /// Records that the conversion of a shortcode starts. Templates of shortcodes in its content can refer to it.
    fn open(&self, _call: &Call) {}
    /// Records that the conversion of the last open shortcode is complete.
    fn close(&self) {}
    /// Converts a URL. If the URL doesn't change, returns `None`.
    fn address(&self, url: &str) -> Option<String>;
    /// Returns the URL of the page at a path.
    fn reference(&self, path: &str) -> Option<String>;
    /// Returns the URL of the page's image with this name, or whose filename contains this text. Also returns the image's
    /// title, if the page sets it.
    fn image(&self, name: &str) -> Option<(String, Option<String>)>;
    /// Returns a parameter of the page or site.
    fn param(&self, path: &str) -> Option<String>;
    /// Returns the text of a file, which can contain shortcodes.
    fn file(&self, path: &str) -> Option<String>;
    /// Returns the pages below the page.
    fn children(&self) -> Vec<Child>;
    /// If the site's template lists the pages below the page, returns the properties of the list.
    fn lists_children(&self, call: &Call) -> Option<Listing>;
    /// Evaluates one of the site's templates with this content. `count` is the number of the page's calls so far, including
    /// this one. If there's no template, the error is empty. If the template needs something that docgen doesn't have, the
    /// error is the subject of a message.
    fn template(&self, call: &Call, inner: Option<&str>, count: usize) -> Result<Evaluated, String>;
    /// Whether the site's template shows a shortcode's content as code.
    fn is_code(&self, call: &Call) -> bool;
    /// Parses text.
    fn parse(&self, text: &str) -> Vec<Piece>;
}
