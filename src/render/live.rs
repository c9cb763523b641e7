//! What the development server has to know of a site beyond its files: whether an open page can follow a change.
//!
//! A page follows a change of its chunk in place. What only a document load brings, and what pages share, is told
//! apart here; how browsers are told is the server's business.

use super::Renderer;
use crate::path::{Addressing, OutPath};

/// What open pages share. Two generations of a site with the same value differ in chunks only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shared {
    /// Hash of what only a document load brings: the bundle, the site's data, the head.
    pub document: u64,
    /// Hash of the names of the navigation trees, which carry hashes of their content.
    pub navigation: u64,
    /// Address of the site's own styles.
    pub custom_css: Option<String>,
}

impl Renderer<'_> {
    /// What open pages share.
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

    /// How addresses become files.
    pub(crate) fn addressing(&self) -> &Addressing {
        &self.at
    }
}
