//! The links in settings: their targets in each locale.

use std::sync::Arc;

use super::{
    Entry, Locale, Node, NodeKind, Page, Redirect, Sidebar, Target,
    links::{config_target, split_suffix},
    page::{Content, page_at},
};
use crate::config::Config;
use crate::markdown::with_addresses;
use crate::path::{RoutePath, SourcePath};

/// Everything that determines the targets of links in settings.
#[derive(Clone, Copy)]
pub(crate) struct LocalLinks<'a> {
    pub config: &'a Config,
    pub static_files: &'a [SourcePath],
    pub locales: &'a [Locale],
    /// The pages, sorted by path.
    pub pages: &'a [Arc<Page>],
    pub redirects: &'a [Redirect],
}

impl LocalLinks<'_> {
    /// Returns the target of a link in the config, for a locale.
    pub(crate) fn target(self, locale: usize, href: &str) -> Target {
        let target = config_target(self.config, self.static_files, href);
        // The author chose this exact URL.
        if href.starts_with("pathname://") {
            target
        } else {
            self.localized(locale, &target).unwrap_or(target)
        }
    }

    /// Returns HTML in the config, or a translation of it, with the targets of its links in a locale.
    pub(crate) fn html(self, locale: usize, html: &str) -> String {
        let at = self.config.addressing();
        with_addresses(html, |address| {
            let is_own = address.starts_with('/') && !address.starts_with("//");
            (is_own || address.starts_with("pathname://")).then(|| match self.target(locale, address) {
                Target::Route(route) => at.href(&route),
                Target::Address { href, .. } => href,
            })
        })
    }

    /// Sets the targets of the links in the sidebars.
    pub(super) fn localize_sidebars(self, sidebars: &mut [Sidebar]) {
        for sidebar in sidebars {
            self.localize_nodes(sidebar.locale, &mut sidebar.nodes);
        }
    }

    fn localize_nodes(self, locale: usize, nodes: &mut [Node]) {
        for node in nodes {
            match &mut node.kind {
                NodeKind::Link(target) => {
                    if let Some(own) = self.localized(locale, target) {
                        *target = own;
                    }
                }
                NodeKind::Html(html) => *html = self.html(locale, html),
                NodeKind::Category(category) => self.localize_nodes(locale, &mut category.items),
                NodeKind::Page(_) => {}
            }
        }
    }

    /// Returns the pages whose lists contain links to pages of another locale: each page's index, and the page with the
    /// right targets.
    pub(super) fn localized_lists(self) -> Vec<(usize, Arc<Page>)> {
        let is_other = |page: &Page, entry: &Entry| self.localized(page.locale, &entry.href).is_some();
        let lists = |page: &&Arc<Page>| {
            let listed: &[Entry] = if let Content::Category(entries) = &page.content { entries } else { &[] };
            page.locale > 0 && page.entries.iter().chain(listed).any(|entry| is_other(page, entry))
        };
        let mut all = Vec::new();
        for (index, page) in self.pages.iter().enumerate().filter(|(_, page)| lists(page)) {
            let mut page = Page::clone(page);
            let mut listed: Vec<&mut Entry> = page.entries.iter_mut().collect();
            if let Content::Category(entries) = &mut page.content {
                listed.extend(entries);
            }
            for entry in listed {
                if let Some(own) = self.localized(page.locale, &entry.href) {
                    entry.href = own;
                }
            }
            all.push((index, Arc::new(page)));
        }
        all
    }

    /// Returns the page in a locale that a target corresponds to, unless the target is that page already.
    fn localized(self, locale: usize, target: &Target) -> Option<Target> {
        if locale == 0 {
            return None;
        }
        match target {
            Target::Route(route) => self.route(locale, route).map(Target::Route),
            Target::Address { external: true, .. } => None,
            // A link to a page with a query or an anchor.
            Target::Address { href, .. } => {
                let at = self.config.addressing();
                let (path, suffix) = split_suffix(href);
                let path = path.strip_prefix(&*at.base_url).filter(|_| !suffix.is_empty())?;
                let own = self.route(locale, &RoutePath::written(path))?;
                Some(Target::Address { href: at.href(&own) + suffix, external: false })
            }
        }
    }

    /// Returns the path in a locale that corresponds to a path on the site.
    fn route(self, locale: usize, route: &RoutePath) -> Option<RoutePath> {
        let page = page_at(self.pages, route).map(|found| &self.pages[found]);
        if page.is_some_and(|page| page.locale == locale) {
            return None;
        }
        // A translation can have another path than its original.
        if let Some(own) = page.and_then(|page| page.in_locale(locale)) {
            return Some(own.clone());
        }
        let own = self.locales[locale].home.join(route.as_str());
        let exists =
            page_at(self.pages, &own).is_some() || self.redirects.iter().any(|redirect| redirect.from == own);
        exists.then_some(own)
    }
}

#[cfg(test)]
mod tests;
