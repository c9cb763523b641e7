//! Resolves the links on a page and finds the broken links.

use std::collections::{BTreeSet, HashMap};

use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::address::{decoded, resolve, without_hash};
use super::compare::{Aim, Goal};
use super::page::Page;
use super::site::{Mode, Place, Site, shown};

/// The facts about a page that other pages need, and the missing targets that the page refers to.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The hashes of all IDs, sorted.
    ids: Vec<u64>,
    /// Links to elements on the site's pages.
    pub(super) jumps: BTreeSet<(usize, String)>,
    /// Paths of broken links, relative to the base path.
    pub(super) broken: BTreeSet<String>,
    /// Paths of missing images, media, scripts, and style sheets.
    pub(super) broken_files: BTreeSet<String>,
}

impl Facts {
    /// Whether the target of a fragment exists on the page.
    pub(super) fn has_place(&self, fragment: &str) -> bool {
        let has = |id: &str| self.ids.binary_search(&xxh3_64(id.as_bytes())).is_ok();
        has(fragment) || has(&decoded(fragment))
    }
}

/// The resolved places of links that are the same on every page. Each of these links is resolved once.
pub(super) type Known = HashMap<String, (Place, String)>;

/// Returns the facts about a site's page.
pub(super) fn facts(site: &Site<'_>, index: usize, page: &Page, known: &mut Known) -> Facts {
    let mut ids: Vec<u64> = page.ids.iter().map(|id| xxh3_64(id.as_bytes())).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut facts = Facts { ids, ..Facts::default() };
    let own = site.url_of(index);
    for href in BTreeSet::from_iter(&page.hrefs) {
        match place(site, &own, page, href, known) {
            Some((Place::Page(target, _), fragment)) if is_place(&fragment) => {
                facts.jumps.insert((target, fragment));
            }
            Some((Place::Missing(path), _)) => {
                facts.broken.insert(format!("/{path}"));
            }
            _ => {}
        }
    }
    for source in BTreeSet::from_iter(page.sources.iter().chain(&page.resources)) {
        if let Some((Place::Missing(path), _)) = place(site, &own, page, source, known) {
            facts.broken_files.insert(format!("/{path}"));
        }
    }
    facts
}

/// Whether a fragment is the ID of an element, rather than a text fragment, a script's state, or the top of the page.
fn is_place(fragment: &str) -> bool {
    !fragment.is_empty() && !fragment.eq_ignore_ascii_case("top") && !fragment.contains([':', '/', '=', '!'])
}

/// Returns the place of a link and its fragment.
fn place(site: &Site<'_>, own: &Url, page: &Page, href: &str, known: &mut Known) -> Option<(Place, String)> {
    let is_rooted = href.starts_with('/') || href.contains("://");
    if let Some(found) = known.get(href).filter(|_| is_rooted) {
        return Some(found.clone());
    }
    let url = resolve(own, page.base.as_deref(), href)?;
    let found = (site.follow(&url, Mode::Any), url.fragment().unwrap_or_default().to_owned());
    if is_rooted {
        known.insert(href.to_owned(), found.clone());
    }
    Some(found)
}

/// Returns the links in the main content of a page, except broken links. `goal` returns the goal of links to a
/// page, or `None` if these links don't count.
pub(super) fn aims(
    site: &Site<'_>,
    index: usize,
    page: &Page,
    goal: impl Fn(usize) -> Option<Goal>,
) -> Vec<Aim> {
    let own = site.url_of(index);
    let aim = |link: &super::page::Link| {
        let url = resolve(&own, page.base.as_deref(), &link.href)?;
        let fragment = url.fragment().unwrap_or_default().to_owned();
        let hash = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
        let is_broken =
            |target: usize| target == index && is_place(&fragment) && !page.ids.contains(&fragment);
        let (goal, shown) = match site.follow(&url, Mode::Any) {
            Place::Page(target, _) if is_broken(target) => return None,
            Place::Page(page, _) => (goal(page)?, format!("{}{hash}", site.pages[page].url)),
            Place::File(path) => (Goal::File(without_hash(&path)), format!("/{path}")),
            Place::Away(url, _) => (Goal::Away(decoded(&url)), url),
            Place::Missing(_) => return None,
        };
        // For a URL outside the site, the fragment is part of the URL.
        let fragment = if matches!(goal, Goal::Away(_)) { String::new() } else { fragment };
        Some(Aim { goal, fragment, text: link.text.clone(), shown })
    };
    page.links.iter().filter_map(aim).collect()
}

/// Returns the path of an image as the report shows it.
pub(super) fn source(site: &Site<'_>, index: usize, page: &Page, source: &str) -> String {
    let url = resolve(&site.url_of(index), page.base.as_deref(), source);
    url.map_or_else(|| "data:".to_owned(), |url| shown(&url))
}
