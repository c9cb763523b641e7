//! Determines the location of each page in the new site if the original site contains only documentation.

use serde_json::Value as Json;

use super::site;
use crate::path::SourcePath;

/// A page in the new site.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    /// The folder in `content`: `docs`, `pages`, or the folder of a blog.
    pub folder: String,
    /// The locale. For the default locale, the value is `None`.
    pub locale: Option<String>,
    /// The path relative to the folder.
    pub below: String,
    /// The URL path without the locale, such as `/guide/index`.
    pub route: String,
}

impl Place {
    /// Returns the file's path.
    pub(super) fn file(&self) -> SourcePath {
        SourcePath::new(match &self.locale {
            Some(code) => format!("content/i18n/{code}/{}/{}", self.folder, self.below),
            None => format!("content/{}/{}", self.folder, self.below),
        })
    }

    /// Returns the document's ID. For a standalone page, returns `None`.
    pub(super) fn id(&self) -> Option<&str> {
        let bare = self.below.rsplit_once('.').map_or(&*self.below, |(bare, _)| bare);
        (self.folder == "docs").then_some(bare)
    }

    /// Returns the URL path, with the locale.
    pub(super) fn url(&self) -> String {
        match &self.locale {
            Some(code) => format!("/{code}{}", self.route.trim_end_matches('/')),
            None => self.route.clone(),
        }
    }

    /// Returns the target for a link from another page. If both pages have the same locale, returns a relative path.
    /// Otherwise, returns a URL path.
    pub(super) fn link_from(&self, from: &Place) -> String {
        if self.locale != from.locale {
            return self.url();
        }
        let path = |place: &Place| format!("{}/{}", place.folder, place.below);
        between(&path(from), &path(self)).replace(' ', "%20")
    }

    /// Returns the slug. If docgen derives the same URL from the file path, returns `None`.
    pub(super) fn slug(&self) -> Option<Json> {
        let bare = self.below.rsplit_once('.').map_or(&*self.below, |(bare, _)| bare);
        let bare = if bare == "index" { "" } else { bare.strip_suffix("/index").unwrap_or(bare) };
        let (folder, name) = bare.rsplit_once('/').unwrap_or(("", bare));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.');
        let is_odd = !self.route.chars().all(is_plain)
            || name.eq_ignore_ascii_case("readme")
            || (!folder.is_empty() && folder.rsplit('/').next() == Some(name));
        (is_odd || self.route.trim_matches('/') != bare).then(|| self.route.clone().into())
    }
}

/// Returns the docgen locale for a folder with this name. If the name isn't a language tag, returns `None`.
pub(super) fn code(folder: &str) -> Option<String> {
    let code = folder.replace('_', "-");
    crate::config::is_language_tag(&code).then_some(code)
}

/// Returns the relative path from one file to another, which starts with a dot.
pub(super) fn between(from: &str, to: &str) -> String {
    let path = site::between(from, to);
    if path.starts_with("../") { path } else { format!("./{path}") }
}

/// Changes a path so that docgen reads the file. docgen ignores files and folders whose names start with `_` or `.`.
pub(super) fn visible(path: &str) -> String {
    let part = |part: &str| match part.trim_start_matches(['_', '.']) {
        "" => "x".to_owned(),
        bare => bare.to_owned(),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Returns a page's path in the new site, which docgen reads and which no other page has. `is_page` returns whether a path
/// belongs to a page of the original site.
pub(super) fn unhidden(page: &str, is_page: impl Fn(&str) -> bool) -> String {
    let path = visible(page);
    match path.rsplit_once('/') {
        _ if path == page || !is_page(&path) => path,
        Some((folder, name)) => format!("{folder}/x-{name}"),
        None => format!("x-{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, between, unhidden, visible};

    fn place(locale: Option<&str>, below: &str, route: &str) -> Place {
        Place {
            folder: "docs".into(),
            locale: locale.map(str::to_owned),
            below: below.into(),
            route: route.into(),
        }
    }

    #[test]
    fn links_are_relative_in_a_locale() {
        let from = place(None, "guide/a.md", "/guide/a");
        assert_eq!(place(None, "b c.md", "/b c").link_from(&from), "../b%20c.md");
        assert_eq!(place(None, "guide/b.md", "/guide/b").link_from(&from), "./b.md");
        assert_eq!(place(Some("fr"), "index.md", "/index").link_from(&from), "/fr/index");
        assert_eq!(between("docs/a.md", "pages/index.md"), "../pages/index.md");
        assert_eq!(visible("a/_b/__c.md"), "a/b/c.md");
        let is_page = |path: &str| path == "index.md" || path == "a/b.md";
        for (page, path) in
            [("a/b.md", "a/b.md"), ("_index.md", "x-index.md"), ("_a/b.md", "a/x-b.md"), ("_b.md", "b.md")]
        {
            assert_eq!(unhidden(page, is_page), path);
        }
    }

    #[test]
    fn slugs_are_written_if_the_path_means_another_url() {
        let slug = |below: &str, route: &str| place(None, below, route).slug().is_some();
        assert!(!slug("a/b.md", "/a/b") && !slug("index.md", "/") && !slug("a/index.md", "/a"));
        assert!(slug("a/index.md", "/a/index") && slug("a/a.md", "/a/a") && slug("README.md", "/README"));
        assert!(slug("é.md", "/é") && slug("b.md", "/_b"));
    }
}
