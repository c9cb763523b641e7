//! The files of a Hugo site that aren't pages.

use std::collections::BTreeMap;

use super::config::{Config, below, texts};
use super::languages::Language;
use super::urls::normal;
use super::{Site, Tool, mounts};
use crate::import::redirect_rules::is_file;
use crate::import::{Content, Origin};
use crate::path::SourcePath;

/// Returns the static files, by URL path.
pub(super) fn of_static(
    origin: &dyn Origin,
    config: &Config,
    languages: &[Language],
) -> BTreeMap<String, SourcePath> {
    let mounts = mounts::of(config, "static", languages);
    if !mounts.is_empty() {
        let files = mounts::files(&mounts, origin).into_iter();
        let inside = files.filter(|file| file.outside.is_none());
        return inside.map(|file| (normal(&file.path), file.file)).collect();
    }
    let mut folders = config.at(&["staticDir"]).map_or_else(Vec::new, texts);
    for language in languages {
        folders.extend(config.at(&["languages", &language.key, "staticDir"]).map_or_else(Vec::new, texts));
    }
    if folders.is_empty() {
        folders.push("static".to_owned());
    }
    // If a theme is in the repository, its static files are also part of the site.
    folders.extend(super::themes::names(config).iter().map(|theme| format!("themes/{theme}/static")));
    let mut files = BTreeMap::new();
    for folder in folders.iter().map(SourcePath::new) {
        for file in origin.files() {
            let Some(path) = file.strip_dir(folder.as_str()) else { continue };
            files.entry(normal(path)).or_insert_with(|| file.clone());
        }
    }
    files
}

impl Site<'_> {
    /// Copies the files that aren't pages and keeps their URLs. Returns the number of copied files.
    pub(super) fn copy(&self, files: &mut BTreeMap<SourcePath, Content>) -> usize {
        let before = files.len();
        for (url, file) in self.files.iter().filter(|(url, file)| !is_file(url) && !is_of_theme(file)) {
            files.insert(SourcePath::in_static(url), Content::Copy(file.clone()));
        }
        for resource in self.tree.resources.iter().filter(|resource| !is_file(&resource.url)) {
            let content = match &resource.outside {
                None => Some(Content::Copy(resource.file.clone())),
                Some(path) => self.origin.outside_bytes(path).map(Content::Bytes),
            };
            if let Some(content) = content {
                files.entry(SourcePath::in_static(&resource.url)).or_insert(content);
            }
        }
        for (url, file) in self.used.lock().map(|used| used.clone()).unwrap_or_default() {
            files.entry(SourcePath::in_static(&url)).or_insert(Content::Copy(file));
        }
        files.len() - before
    }

    /// Returns the URL path of the first file in the list that exists as a static file or asset.
    pub(super) fn first_file<'p>(&self, paths: impl IntoIterator<Item = &'p str>) -> Option<String> {
        paths.into_iter().find_map(|path| {
            let url = normal(path);
            if self.has_file(&url) {
                return Some(url);
            }
            let asset = SourcePath::new(format!("assets/{path}"));
            self.origin.files().binary_search(&asset).ok()?;
            self.used.lock().ok()?.insert(url.clone(), asset);
            Some(url)
        })
    }

    /// Whether there's a static file at a URL path. A theme's file becomes part of the new site only if it's used.
    pub(super) fn has_file(&self, url: &str) -> bool {
        let Some(file) = self.files.get(url) else { return false };
        if is_of_theme(file)
            && let Ok(mut used) = self.used.lock()
        {
            used.insert(url.to_owned(), file.clone());
        }
        true
    }

    /// Returns the last segment of a tag's URL.
    pub(super) fn term(&self, term: &str) -> String {
        match self.tool {
            Tool::Hugo => super::urls::sanitized(term, false),
            Tool::Zola => crate::path::ascii_slug(term),
        }
    }

    /// Returns the URL paths of tag and category lists.
    pub(super) fn lists(&self) -> std::collections::BTreeSet<String> {
        let mut lists = std::collections::BTreeSet::new();
        for page in &self.tree.pages {
            let authors = self.has_author_pages(page).then_some("authors");
            for list in ["tags", "categories"].into_iter().chain(authors) {
                let prefix = self.prefix(page.language);
                let terms = page.front.list(list);
                if !terms.is_empty() {
                    lists.insert(format!("{prefix}/{list}"));
                }
                lists.extend(terms.iter().map(|term| format!("{prefix}/{list}/{}", self.term(term))));
            }
        }
        lists
    }
}

fn is_of_theme(file: &SourcePath) -> bool {
    file.as_str().starts_with("themes/")
}

/// Returns the value of a key in a table, as text.
pub(super) fn text_in(node: &crate::source::tree::Node, keys: &[&str]) -> Option<String> {
    below(node, keys)?.text()
}
