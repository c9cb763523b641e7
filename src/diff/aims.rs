//! Resolves the links on a page and finds the broken links.

use std::collections::{BTreeSet, HashMap};

use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::address::{decoded, key, resolve, without_hash};
use super::compare::{Aim, Goal};
use super::page::Page;
use super::site::{Mode, Place, Site, shown};
use super::text::normal;
use super::title::of_page;

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
            Place::Away(..) if names_page(&url, &own, &page.title) => return None,
            Place::Away(url, _) => (Goal::Away(decoded(&url)), url),
            Place::Missing(_) => return None,
        };
        // For a URL outside the site, the fragment is part of the URL.
        let fragment = if matches!(goal, Goal::Away(_)) { String::new() } else { fragment };
        Some(Aim { goal, fragment, text: link.text.clone(), shown })
    };
    page.links.iter().filter_map(aim).collect()
}

/// Whether a link's query contains the URL or the title of the page with the link, as the links that report a problem
/// with a page or share it. Such links are part of the frame.
fn names_page(link: &Url, own: &Url, title: &str) -> bool {
    let path = decoded(own.path());
    let is_own = |word: &str| {
        let url = own.join(word).ok().filter(|_| word.contains('/'));
        url.is_some_and(|url| key(&decoded(url.path())) == key(&path))
    };
    let title = format!(" {} ", normal(of_page(title)));
    let has_title = |value: &str| !title.trim().is_empty() && format!(" {} ", normal(value)).contains(&title);
    link.query_pairs().any(|(_, value)| value.split_whitespace().any(is_own) || has_title(&value))
}

/// Returns the path of an image as the report shows it.
pub(super) fn source(site: &Site<'_>, index: usize, page: &Page, source: &str) -> String {
    let url = resolve(&site.url_of(index), page.base.as_deref(), source);
    url.map_or_else(|| "data:".to_owned(), |url| shown(&url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_name_their_page_are_recognized() {
        let url = |url: &str| Url::parse(url).expect("the test has valid URLs");
        let own = url("http://site.invalid/base/docs/a/");
        for (link, expected) in [
            ("https://g.dev/new?u=https%3A%2F%2Fx.dev%2Fbase%2Fdocs%2Fa%2F", true),
            ("https://g.dev/new?body=Page%3A+https%3A%2F%2Fx.dev%2Fbase%2Fdocs%2Fa", true),
            ("https://g.dev/new?title=Feedback%3A+Set+up", true),
            ("https://g.dev/new?u=https%3A%2F%2Fx.dev%2Fbase%2Fdocs%2Fb%2F", false),
            ("https://g.dev/new?title=Setup", false),
            ("https://g.dev/base/docs/a/", false),
        ] {
            assert_eq!(names_page(&url(link), &own, "Set up | Site"), expected, "{link}");
        }
    }
}
