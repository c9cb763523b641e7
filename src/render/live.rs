//! Decides whether a page that's open on the development server can apply a change without reloading the document.
//!
//! A page applies a change to its chunk without reloading the document. This module distinguishes such changes from
//! changes to shared values and from changes that require a reload. The server notifies browsers.

use std::sync::Arc;

use super::{Output, Renderer};
use crate::path::{OutPath, SourcePath};
use crate::site::Page;

/// The values that open pages share. Between generations with the same values, only chunks differ.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// A hash of the values whose changes require reloading the document: the theme, the site's data, and the head.
    pub document: u64,
    /// A hash of the navigation trees' names. Each name contains a hash of the tree's content.
    pub navigation: u64,
    /// The URL of the site's own styles.
    pub custom_css: Option<String>,
}

impl Renderer<'_> {
    /// Returns the Markdown file of the page that an output file shows.
    pub(crate) fn source_of(&self, output: &Output) -> Option<SourcePath> {
        let page = &self.site.pages[output.kind.page()?];
        page.document().map(|parsed| parsed.source.path.clone())
    }

    /// Returns the URL of the page of a Markdown file, in the locale of the file.
    pub(crate) fn page_of(&self, file: &str) -> Option<String> {
        let is_of_file = |page: &&Arc<Page>| {
            page.document().is_some_and(|parsed| parsed.source.path.as_str() == file) && !page.is_copy()
        };
        self.site.pages.iter().find(is_of_file).map(|page| self.at.href(&page.route))
    }

    /// Returns the values that open pages share.
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
