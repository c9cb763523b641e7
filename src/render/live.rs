//! Decides whether an open page can follow a change, for the development server.
//!
//! A page follows a change of its chunk without loading the document again. This module separates that from what needs
//! a document load and from what pages share; the server tells browsers.

use super::Renderer;
use crate::path::OutPath;

/// What open pages share. Between generations with the same value, only chunks differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shared {
    /// A hash of what needs a document load: the theme, the site's data, the head.
    pub document: u64,
    /// A hash of the names of the navigation trees, which contain hashes of their content.
    pub navigation: u64,
    /// The URL of the site's own styles.
    pub custom_css: Option<String>,
}

impl Renderer<'_> {
    /// Returns what open pages share.
    pub(crate) fn shared(&self) -> Shared {
        let own = self.theme.overrides.get("shell.html").map_or("", String::as_str);
        let mut document = format!("{}\0{own}", self.theme.build);
        for shared in &self.shared {
            document.push_str(&format!("\0{:x}", shared.hash));
        }
        let index = self.navigation.site_index(&self.theme.build);
        let css = |name: &String| self.at.file_href(&OutPath::immutable(name));
        Shared {
            document: xxhash_rust::xxh3::xxh3_64(document.as_bytes()),
            navigation: xxhash_rust::xxh3::xxh3_64(index.as_bytes()),
            custom_css: self.custom_css.as_ref().map(css),
        }
    }
}
