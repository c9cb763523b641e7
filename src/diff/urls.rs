//! Finds the pages of the old site on the new site, based on their URLs.

use std::collections::HashSet;

use super::address::{decoded, key};
use super::site::{Mode, Place, Site};

/// The location of an old page on the new site.
#[derive(Debug)]
pub(super) enum Match {
    /// The page is at its old URL.
    Kept(usize),
    /// The page is at the target of a redirect.
    Moved(usize),
    /// A redirect points to this URL outside the site.
    Away(String),
    /// The page is at a different form of the URL, without a redirect from the old URL.
    Other(usize),
    /// The page is missing. If the new site has a page whose URL differs only in case, the value is that page.
    Lost(Option<usize>),
}

impl Match {
    /// Returns the new site's page to compare the old page with.
    pub(super) fn page(&self) -> Option<usize> {
        match self {
            Match::Kept(page) | Match::Moved(page) | Match::Other(page) => Some(*page),
            Match::Away(_) | Match::Lost(_) => None,
        }
    }
}

/// How to convert a path below the old site's base path to a path below the new site's base path.
#[derive(Clone, Debug, Default)]
pub(super) struct Shift {
    /// The string to add to the start of a path, such as `/docs`.
    add: String,
    /// The string to remove from the start of the result.
    remove: String,
}

impl Shift {
    /// Returns the conversion between two sites that finds the most pages. Tries no conversion, and the conversion of
    /// full URLs, which is right if the base path is a folder in only one of the two sites.
    pub(super) fn between(old_base: &str, new: &Site<'_>, keys: &[&str]) -> Self {
        let bare = |base: &str| base.trim_end_matches('/').to_owned();
        let whole = Shift { add: bare(old_base), remove: bare(&new.base) };
        Shift::best(new, keys, vec![Shift::default(), whole])
    }

    /// Returns the conversion of a sitemap's URLs that finds the most pages. The conversion removes the base path of
    /// the new site, or folders that all URLs have in common.
    pub(super) fn of_sitemap(new: &Site<'_>, paths: &[String]) -> Self {
        let first = paths.first().map_or("", String::as_str);
        let cuts = first.match_indices('/').map(|(at, _)| &first[..at]);
        let shared = cuts.filter(|cut| paths.iter().all(|path| is_below(path, cut)));
        let mut removed: Vec<&str> = vec!["", new.base.trim_end_matches('/')];
        removed.extend(shared);
        let shifts =
            removed.into_iter().map(|remove| Shift { add: String::new(), remove: remove.to_owned() });
        let keys: Vec<&str> = paths.iter().map(|path| key(path)).collect();
        Shift::best(new, &keys, shifts.collect())
    }

    fn best(new: &Site<'_>, keys: &[&str], all: Vec<Shift>) -> Self {
        let found = |shift: &Shift| {
            let paths = keys.iter().map(|key| shift.path(&format!("/{key}")));
            paths.filter(|path| new.page_with_key(key(path)).is_some()).count()
        };
        // If several values are equal, `max_by_key` returns the last of these values.
        all.into_iter().rev().max_by_key(found).unwrap_or_default()
    }

    /// Converts a path that starts with a slash.
    pub(super) fn path(&self, path: &str) -> String {
        let whole = format!("{}{path}", self.add);
        match whole.strip_prefix(&*self.remove) {
            Some("") => "/".to_owned(),
            Some(rest) if rest.starts_with('/') => rest.to_owned(),
            _ => whole,
        }
    }

    /// Finds the new location of the old site's page with this path.
    pub(super) fn find(&self, new: &Site<'_>, path: &str) -> Match {
        let path = self.path(path);
        match new.follow(&new.url_at(&path), Mode::Exact) {
            Place::Page(page, false) => Match::Kept(page),
            Place::Page(page, true) => Match::Moved(page),
            Place::Away(url, _) => Match::Away(url),
            Place::File(file) => Match::Away(format!("/{file}")),
            Place::Missing(_) => match new.page_with_key(key(&path)) {
                Some(page) => Match::Other(page),
                None => Match::Lost(new.page_in_other_case(key(&path))),
            },
        }
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the decoded paths of URLs, without duplicates.
pub(super) fn paths_of(urls: &[String]) -> Vec<String> {
    let path = |url: &String| match url::Url::parse(url) {
        Ok(url) => decoded(url.path()),
        Err(_) => decoded(url.split(['?', '#']).next().unwrap_or_default()),
    };
    let mut known = HashSet::new();
    let paths = urls.iter().map(path).map(|path| format!("/{}", path.trim_start_matches('/')));
    paths.filter(|path| known.insert(path.clone())).collect()
}
