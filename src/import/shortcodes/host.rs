//! [`Host`]: what a site provides to its shortcodes.

use super::{Call, Piece};

/// What a site provides to its shortcodes.
pub(in crate::import) trait Host {
    /// Returns the new form of a URL, or `None` if it stays.
    fn address(&self, url: &str) -> Option<String>;
    /// Returns the URL of a page by its path.
    fn reference(&self, path: &str) -> Option<String>;
    /// Returns the URL of the file of the page whose name contains this text.
    fn image(&self, name: &str) -> Option<String>;
    /// Returns a parameter of the page or site.
    fn param(&self, path: &str) -> Option<String>;
    /// Returns the text of a file, which can contain shortcodes.
    fn file(&self, path: &str) -> Option<String>;
    /// Returns the titles and URLs of the pages below the page.
    fn children(&self) -> Vec<(String, String)>;
    /// Returns the result of a template of the site, given the content. The flag is true for HTML.
    fn template(&self, call: &Call, inner: Option<&str>) -> Option<(String, bool)>;
    /// Whether the template of the site shows the content of a shortcode as code.
    fn is_code(&self, call: &Call) -> bool;
    /// Parses a text.
    fn parse(&self, text: &str) -> Vec<Piece>;
}
