//! What is at the addresses of a site besides pages: [`Redirect`]s; and [`Routes`], for what leads to any of them.

use std::sync::Arc;

use super::drafts::Drafts;
use super::page::page_at;
use super::{Context, Locale, Page, Target};
use crate::diag::nearest_path;
use crate::path::RoutePath;

/// A path that leads elsewhere.
#[derive(Clone, Debug)]
pub struct Redirect {
    /// The path that is asked for.
    pub from: RoutePath,
    /// What it leads to.
    pub to: Target,
    /// The query and the hash of a page: `?a=1#part`, or nothing.
    pub suffix: String,
    /// Where it comes from.
    pub kind: RedirectKind,
}

/// Where a redirect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectKind {
    /// The site makes it: the start of the documentation leads to the first page.
    Made,
    /// The config.
    Config,
    /// The front matter of the page it leads to.
    Alias,
    /// One path of a splat, for hosts that serve files alone.
    OfSplat,
}

impl Redirect {
    /// Leads from a path to a page.
    pub fn new(from: RoutePath, to: RoutePath) -> Self {
        Redirect { from, to: Target::Route(to), suffix: String::new(), kind: RedirectKind::Made }
    }

    /// The page it leads to, if it is one.
    pub fn page(&self) -> Option<&RoutePath> {
        match &self.to {
            Target::Route(route) => Some(route),
            Target::Address { .. } => None,
        }
    }
}

/// A folder whose every path leads elsewhere: `/old/*`.
#[derive(Clone, Debug)]
pub struct Splat {
    /// The folder.
    pub from: RoutePath,
    /// What it leads to; if it carries the rest, the folder in which the rest is looked for.
    pub to: Target,
    /// The query and the hash of a page.
    pub suffix: String,
    /// Whether what follows the folder is added to the target.
    pub carries: bool,
}

/// What is at the addresses of a site.
#[derive(Clone, Copy)]
pub(super) struct Routes<'a> {
    pub context: Context<'a>,
    /// Sorted by address.
    pub pages: &'a [Arc<Page>],
    pub drafts: &'a Drafts<'a>,
}

impl Routes<'_> {
    /// The index of the page at an address.
    pub(super) fn page(self, route: &RoutePath) -> Option<usize> {
        page_at(self.pages, route)
    }

    /// Whether there is a page, a redirect or a file at an address.
    pub(super) fn has(self, redirects: &[Redirect], route: &RoutePath) -> bool {
        self.page(route).is_some()
            || redirects.iter().any(|redirect| redirect.from == *route)
            || self.context.has_static(route.as_str())
    }

    /// A hint that names the page whose address is most like one that leads nowhere.
    pub(super) fn did_you_mean(self, route: &RoutePath) -> Option<String> {
        let routes = self.pages.iter().filter(|page| page.listed()).map(|page| page.route.as_str());
        nearest_path(route.as_str(), routes).map(|near| format!("did you mean `{near}`?"))
    }
}

/// In a further language, an address of the site leads to the page in that language where there is one.
pub(crate) fn localized(
    target: Target,
    locale: &Locale,
    pages: &[Arc<Page>],
    redirects: &[Redirect],
) -> Target {
    let Target::Route(route) = &target else { return target };
    let own = locale.home.join(route.as_str());
    let exists = page_at(pages, &own).is_some() || redirects.iter().any(|redirect| redirect.from == own);
    if exists { Target::Route(own) } else { target }
}
