//! Compares two sites, built by any tool, and reports what's missing from the new site: URLs, IDs, words, links,
//! images, and titles. Takes the files of both sites and returns a [`Report`]. Judges pages only by their HTML, their
//! URLs, and the hosts' redirect rules. This module must not know which generator built a site, or share code with the
//! modules that convert sources.

mod address;
mod aims;
mod compare;
mod content;
mod dom;
mod frame;
mod page;
mod pairs;
mod redirects;
mod report;
mod site;
mod sitemap;
mod summary;
mod text;
mod title;
mod urls;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use report::{Kind, Report};
pub(crate) use sitemap::read as read_sitemap;

use dom::Dom;
use pairs::Pairs;
use report::{Count, Moved, Urls};
use site::Site;
use urls::{Match, Shift};

/// The files of a built site.
pub(crate) trait Folder: Sync {
    /// Returns all files, in order of their paths.
    fn files(&self) -> &[File];
    /// Reads a file, or returns the reason that it can't be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
}

/// A file of a built site.
pub(crate) struct File {
    /// The path below the site's folder, with slashes.
    pub(crate) path: String,
    /// The size in bytes.
    pub(crate) size: u64,
}

/// Returns the IDs and names that a URL's fragment can refer to in an HTML page. Returns `None` for a page that's
/// nested too deeply or is too large.
pub(crate) fn ids(page: &[u8]) -> Option<BTreeSet<String>> {
    let dom = Dom::parse(&dom::decode(page))?;
    let of = |(id, name): (dom::Id, &str)| {
        let named = dom.attribute(id, "name").filter(|_| name == "a");
        [dom.attribute(id, "id"), named].map(|id| id.map(str::to_owned))
    };
    Some(dom.elements().flat_map(of).flatten().collect())
}

/// Compares two built sites.
pub(crate) fn compare(old: &dyn Folder, new: &dyn Folder) -> Report {
    let (mut old, mut new) = rayon::join(|| Site::read(old), || Site::read(new));
    old.share_origin(&mut new);
    let keys: Vec<&str> = old.pages.iter().map(|page| &*page.key).collect();
    let shift = Shift::between(&old.base, &new, &keys);
    let matches: Vec<Match> = old.pages.iter().map(|page| shift.find(&new, &page.url)).collect();
    let mut report = Report { pages: [old.pages.len(), new.pages.len()], ..Report::default() };
    let shown = old.pages.iter().map(|page| &*page.url);
    report_urls(&mut report, shown.zip(&matches), &new);
    for (url, to) in old.redirects() {
        let is_lost = matches!(shift.find(&new, &url), Match::Other(_) | Match::Lost(_));
        report.summary.redirects.add(1, usize::from(is_lost));
        if is_lost {
            report.lost_redirects.push(Moved { url, to });
        }
    }
    let pairs = Pairs::read(&old, &new, &matches, &shift);
    summary::report(&pairs, &mut report);
    report.unreadable = pairs.unreadable;
    report.new_pages = new_pages(&new, &matches);
    report.finish();
    report
}

/// Compares the URLs in a sitemap with a built site.
pub(crate) fn compare_urls(old: &[String], new: &dyn Folder) -> Report {
    let new = Site::read(new);
    let paths = urls::paths_of(old);
    let shift = Shift::of_sitemap(&new, &paths);
    let matches: Vec<Match> = paths.iter().map(|path| shift.find(&new, path)).collect();
    let mut report = Report { pages: [paths.len(), new.pages.len()], only_urls: true, ..Report::default() };
    report_urls(&mut report, paths.iter().map(String::as_str).zip(&matches), &new);
    report.new_pages = new_pages(&new, &matches);
    report.finish();
    report
}

/// Reports, for each page on the old site, where the page is on the new site or that it's missing.
fn report_urls<'a>(report: &mut Report, pages: impl Iterator<Item = (&'a str, &'a Match)>, new: &Site<'_>) {
    let at = |page: usize| new.pages[page].url.clone();
    let mut urls = Urls::default();
    for (url, found) in pages {
        let url = url.to_owned();
        urls.total += 1;
        match found {
            Match::Kept(_) => urls.kept += 1,
            Match::Moved(page) => report.moved.push(Moved { url, to: at(*page) }),
            Match::Away(to) => report.moved.push(Moved { url, to: to.clone() }),
            Match::Other(page) => report.lost_urls.push(report::LostUrl { url, instead: Some(at(*page)) }),
            Match::Lost(near) => report.lost_urls.push(report::LostUrl { url, instead: near.map(at) }),
        }
    }
    urls.moved = report.moved.len();
    urls.lost = report.lost_urls.len();
    report.summary.urls = urls;
    report.summary.redirects = Count::default();
}

/// Returns the URLs of the new site's pages that don't correspond to any page on the old site.
fn new_pages(new: &Site<'_>, matches: &[Match]) -> Vec<String> {
    let mut pages: BTreeMap<usize, &str> = new.pages.iter().map(|page| &*page.url).enumerate().collect();
    for page in matches.iter().filter_map(Match::page) {
        pages.remove(&page);
    }
    pages.into_values().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
