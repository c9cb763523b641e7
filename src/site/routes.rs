//! [`Redirect`]s, and [`Routes`], which looks up pages, redirects, and files by path.

use std::sync::Arc;

use super::{Context, Locale, Page, Target, drafts::Drafts, page::page_at};
use crate::diag::{Hint, meant, nearest_path};
use crate::path::RoutePath;

/// A redirect from a path.
#[derive(Clone, Debug)]
pub struct Redirect {
    /// The path.
    pub from: RoutePath,
    /// The target.
    pub to: Target,
    /// The query and fragment of the target page, such as `?a=1#part`, or nothing.
    pub suffix: String,
    /// The origin.
    pub kind: RedirectKind,
}

/// The origin of a redirect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RedirectKind {
    /// A generated redirect, such as the redirect from the path of the documentation to the first page.
    Made,
    /// The config.
    Config,
    /// The front matter of the target page.
    Alias,
    /// A single path that a splat covers, for hosts that serve only files.
    OfSplat,
}

impl Redirect {
    /// Creates a redirect to a page.
    pub fn new(from: RoutePath, to: RoutePath) -> Self {
        Redirect { from, to: Target::Route(to), suffix: String::new(), kind: RedirectKind::Made }
    }

    /// Returns the target if the target is a page.
    pub fn page(&self) -> Option<&RoutePath> {
        match &self.to {
            Target::Route(route) => Some(route),
            Target::Address { .. } => None,
        }
    }
}

/// A redirect from a whole folder: `/old/*`.
#[derive(Clone, Debug)]
pub struct Splat {
    /// The folder.
    pub from: RoutePath,
    /// The target or, if `carries` is set, the folder that the rest of the path is appended to.
    pub to: Target,
    /// The query and fragment of the target page.
    pub suffix: String,
    /// Whether the part after the folder is appended to the target.
    pub carries: bool,
}

/// The paths on a site.
#[derive(Clone, Copy)]
pub(super) struct Routes<'a> {
    pub context: Context<'a>,
    /// The pages, sorted by path.
    pub pages: &'a [Arc<Page>],
    pub drafts: &'a Drafts<'a>,
}

impl Routes<'_> {
    /// Returns the index of the page at a path.
    pub(super) fn page(self, route: &RoutePath) -> Option<usize> {
        page_at(self.pages, route)
    }

    /// Whether there's a page, redirect, or file at a path.
    pub(super) fn has(self, redirects: &[Redirect], route: &RoutePath) -> bool {
        self.page(route).is_some()
            || redirects.iter().any(|redirect| redirect.from == *route)
            || self.context.has_static(route.as_str())
    }

    /// Returns a hint that suggests the page path that's most similar to an unknown path.
    pub(super) fn did_you_mean(self, route: &RoutePath) -> Option<Hint> {
        let routes = || self.pages.iter().filter(|page| page.listed()).map(|page| page.route.as_str());
        let near = nearest_path(route.as_str(), routes())?;
        Some(meant(route.as_str(), near, routes()))
    }
}

/// Returns the target in another locale. For a path on the site, this is the page in the locale, if that page exists.
/// Otherwise, the target doesn't change.
pub(crate) fn localized(
    target: Target,
    (index, locale): (usize, &Locale),
    pages: &[Arc<Page>],
    redirects: &[Redirect],
) -> Target {
    let Target::Route(route) = &target else { return target };
    let page = page_at(pages, route).map(|found| &pages[found]);
    if let Some(own) = page.and_then(|page| page.in_locale(index)) {
        return Target::Route(own.clone());
    }
    let own = locale.home.join(route.as_str());
    let exists = page_at(pages, &own).is_some() || redirects.iter().any(|redirect| redirect.from == own);
    if exists { Target::Route(own) } else { target }
}
