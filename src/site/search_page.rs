//! The search page of each locale.

use std::sync::Arc;

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

/// Returns the search pages. The site's own page at the same path takes precedence.
pub(super) fn pages(config: &Config, locales: &[Locale], others: &[Arc<Page>]) -> Vec<Page> {
    let routes = || locales.iter().enumerate().filter_map(|(l, locale)| Some((l, route(config, locale)?)));
    let mut in_locales: Vec<(usize, RoutePath)> = routes().collect();
    if in_locales.len() < 2 {
        in_locales.clear();
    }
    routes()
        .filter(|(_, route)| others.iter().all(|page| page.route != *route))
        .map(|(locale, route)| Page {
            kind: PageKind::Search,
            content: Content::Search,
            in_locales: in_locales.clone(),
            ..Page::generated(route, locale)
        })
        .collect()
}
