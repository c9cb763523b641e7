//! The search page of each locale.

use super::{Content, Locale, Page, PageKind, Site};
use crate::config::Config;
use crate::path::RoutePath;

/// Returns the path of a locale's search page, or `None` if there is no search page.
fn route(config: &Config, locale: &Locale) -> Option<RoutePath> {
    config.search.page().map(|path| locale.home.join(path.as_str()))
}

impl Site {
    /// Returns the path of a locale's search page, or `None` if there is no search page.
    pub fn search_route(&self, locale: usize) -> Option<RoutePath> {
        route(&self.config, &self.locales[locale])
    }
}

/// Returns the search pages.
pub(super) fn pages(config: &Config, locales: &[Locale]) -> Vec<Page> {
    let routes = || locales.iter().enumerate().filter_map(|(l, locale)| Some((l, route(config, locale)?)));
    let mut in_locales: Vec<(usize, RoutePath)> = routes().collect();
    if in_locales.len() < 2 {
        in_locales.clear();
    }
    routes()
        .map(|(locale, route)| Page {
            kind: PageKind::Search,
            content: Content::Search,
            in_locales: in_locales.clone(),
            ..Page::generated(route, locale)
        })
        .collect()
}
