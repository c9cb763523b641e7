//! [`Host`]: the interface between a site and its shortcodes.

use super::{Call, Piece};

/// A page below a page.
pub(in crate::import) struct Child {
    pub title: String,
    pub url: String,
    pub description: Option<String>,
}

/// The data that a site provides to the shortcodes on a page.
pub(in crate::import) trait Host {
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
    /// Whether the site's template lists the pages below the page, and whether it shows their descriptions.
    fn lists_children(&self, call: &Call) -> (bool, bool);
    /// Evaluates one of the site's templates with this content. `count` is the number of the page's calls so far, including
    /// this one. The flag is `true` if the result is HTML.
    fn template(&self, call: &Call, inner: Option<&str>, count: usize) -> Option<(String, bool)>;
    /// Whether the site's template shows a shortcode's content as code.
    fn is_code(&self, call: &Call) -> bool;
    /// Parses text.
    fn parse(&self, text: &str) -> Vec<Piece>;
}
