//! Resolves links and file paths.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::{Page, VitePress, include, join};
use crate::path::{HeadingIds, SourcePath, UniqueNames, decode_path, has_protocol};

/// The extensions of pages in link paths.
const PAGES: [&str; 2] = [".md", ".html"];

/// The target of a link in the config.
pub(super) enum Target {
    /// A document's ID in a locale.
    Document(String, Option<String>),
    /// A URL.
    Url(String),
    /// A target that doesn't exist.
    Missing,
}

impl VitePress<'_> {
    /// Resolves a link path relative to a page's route and returns the target page.
    pub(super) fn page_at(&self, from: &str, path: &str) -> Option<&Page> {
        let path = decode_path(path);
        let without_base = |path: &str| path.strip_prefix(&*self.base).map(|rest| format!("/{rest}"));
        self.page_below(from, &path).or_else(|| self.page_below(from, &without_base(&path)?))
    }

    fn page_below(&self, from: &str, path: &str) -> Option<&Page> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let whole = if path.starts_with('/') { join("", path) } else { join(folder, path) };
        let bare = PAGES.iter().find_map(|extension| whole.strip_suffix(extension)).unwrap_or(&whole);
        let is_folder = path.is_empty() || path.ends_with('/') || path.ends_with('.');
        let file = (!is_folder).then(|| format!("{bare}.md"));
        let index = join(bare, "index.md");
        let known = |route: &String| self.pages.get(route);
        let found = file.as_ref().and_then(known).or_else(|| known(&index));
        // In the new site, the main locale's pages are at the root.
        found.or_else(|| {
            let main = self.main.as_ref()?;
            file.as_ref().and_then(|file| known(&join(main, file))).or_else(|| known(&join(main, &index)))
        })
    }

    /// Converts the URL of a link or image on a page. If the URL doesn't change, returns `None`.
    pub(super) fn address(
        &self,
        (route, page): (&str, &Page),
        url: &str,
        assets: &RefCell<BTreeSet<SourcePath>>,
    ) -> Option<String> {
        if url.is_empty() || has_protocol(url) {
            return None;
        }
        let (path, suffix) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
        if path.is_empty() {
            return self.anchored(page, suffix).filter(|suffix| suffix != url);
        }
        if let Some(file) = self.file_at(&page.file, path) {
            let url = self.url_of_file(&file)?.replace(' ', "%20");
            assets.borrow_mut().insert(file);
            return Some(url + suffix);
        }
        let target = self.page_at(route, path)?;
        let suffix = self.anchored(target, suffix).unwrap_or_else(|| suffix.to_owned());
        Some(target.place.link_from(&page.place) + &suffix)
    }

    /// Returns the file that a path on a page refers to. The file isn't a page.
    pub(super) fn file_at(&self, page: &SourcePath, path: &str) -> Option<SourcePath> {
        let path = decode_path(path);
        if path.ends_with('/') || PAGES.iter().any(|extension| path.ends_with(extension)) {
            return None;
        }
        let exists = |file: &SourcePath| self.origin.files().binary_search(file).is_ok();
        let below =
            path.strip_prefix("@/").or_else(|| path.strip_prefix("~/")).or_else(|| path.strip_prefix('/'));
        let Some(below) = below else { return Some(page.join_sibling(&path)).filter(exists) };
        let folders = [&self.public, &self.src, &self.root];
        let without_base = path.strip_prefix(&*self.base).filter(|_| self.base != "/");
        let at =
            |below: &str| folders.into_iter().map(|folder| SourcePath::new(join(folder, below))).find(exists);
        at(below).or_else(|| at(without_base?))
    }

    /// Converts the heading ID in a URL suffix to the format of VitePress heading IDs.
    fn anchored(&self, target: &Page, suffix: &str) -> Option<String> {
        let (before, hash) = suffix.split_once('#')?;
        let hash = decode_path(hash);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
        let is_plain = hash.chars().all(is_plain);
        if hash.is_empty() || is_plain && !hash.contains('_') || !self.slugs.is_empty() {
            return None;
        }
        let source = self.origin.text(&target.file)?;
        let is_own = [format!("{{#{hash}"), format!("id=\"{hash}\"")];
        if is_own.iter().any(|own| source.text.contains(own.as_str())) {
            return None;
        }
        let id = HeadingIds::Vitepress.give(&mut UniqueNames::numbered_from(1), &hash);
        // A component on the page can have another ID or read the fragment. An included file can contain the heading.
        let lines: Vec<&str> = source.text.lines().collect();
        let can_be_included = !is_plain && source.text.contains("@include");
        if include::section(&lines, &id).is_none() && !can_be_included {
            return None;
        }
        Some(format!("{before}#{id}"))
    }

    /// Returns the target of a link in the config.
    pub(super) fn target(&self, url: &str) -> Target {
        if has_protocol(url) {
            return Target::Url(url.to_owned());
        }
        let (path, suffix) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
        let rooted = format!("/{}", path.trim_start_matches('/'));
        if let Some(page) = self.page_at("", &rooted) {
            return match page.place.id().filter(|_| suffix.is_empty()) {
                Some(id) => Target::Document(id.to_owned(), page.place.locale.clone()),
                None => Target::Url(page.place.url() + suffix),
            };
        }
        match self.file_at(&SourcePath::new("x"), &rooted) {
            Some(file) => self.url_of_file(&file).map_or(Target::Missing, |url| Target::Url(url + suffix)),
            None => Target::Missing,
        }
    }

    /// Whether a sidebar can refer to a document's ID because the document exists in the default locale.
    pub(super) fn is_in_default_locale(&self, id: &str) -> bool {
        self.ids.contains(id)
    }
}
