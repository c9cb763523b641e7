//! A built site: its pages, its redirects, and the page at each URL. Determines, from links and canonical URLs,
//! which path the site is published under and whether its URLs have extensions.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use url::Url;

use super::Folder;
use super::address::{self, ORIGIN, decoded, is_html, is_not_found, key, resolve};
use super::page::Page;
use super::redirects::Rules;
use crate::path::{composed, folded};

/// A built site.
pub(super) struct Site<'a> {
    folder: &'a dyn Folder,
    /// For each path, in composed Unicode form (NFC), the index in the folder's list.
    files: HashMap<String, usize>,
    /// The pages, by their files.
    pub(super) pages: Vec<PageFile>,
    by_file: HashMap<usize, usize>,
    by_key: HashMap<String, usize>,
    by_folded_key: HashMap<String, usize>,
    /// The targets of the files that redirect.
    redirects: BTreeMap<usize, String>,
    rules: Rules,
    /// The path that the site is published under, with slashes at both ends.
    pub(super) base: String,
    /// The origin of the site's canonical URLs.
    origin: Option<String>,
    /// Whether the site's links have no extensions.
    is_clean: bool,
}

/// A page on a site.
pub(super) struct PageFile {
    /// The index in the folder's list.
    index: usize,
    /// The target that the document redirects to. Documents that only reload themselves still count as pages.
    redirect: Option<String>,
    pub(super) file: String,
    pub(super) key: String,
    /// The path of the page's URL relative to the base path of the site, with a slash at the start.
    pub(super) url: String,
}

/// The target of a URL, after redirects.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    /// A page, and whether a redirect points to it.
    Page(usize, bool),
    File(String),
    /// A URL outside the site, and whether a redirect points to it.
    Away(String, bool),
    Missing(String),
}

/// How to find the file for a URL.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// Finds the file in the same way as the site's host.
    Exact,
    /// Finds the file if any host would find it. docgen doesn't know which host the site is for, so it must not report
    /// a link that works on at least one host.
    Any,
}

/// The maximum size of a page that redirects, in bytes.
const SMALL: u64 = 16 << 10;
/// The number of pages in the sample that determines the site's properties.
const SAMPLE: usize = 48;
/// The maximum number of redirects to follow.
const HOPS: usize = 10;

impl<'a> Site<'a> {
    /// Reads the list of a site's files, its redirects, and a sample of its pages.
    pub(super) fn read(folder: &'a dyn Folder) -> Self {
        let paths = folder.files().iter().enumerate();
        let files: HashMap<String, usize> =
            paths.map(|(index, file)| (composed(&file.path).into_owned(), index)).collect();
        let mut site = Site {
            folder,
            files,
            pages: Vec::new(),
            by_file: HashMap::new(),
            by_key: HashMap::new(),
            by_folded_key: HashMap::new(),
            redirects: BTreeMap::new(),
            rules: Rules::default(),
            base: "/".to_owned(),
            origin: None,
            is_clean: false,
        };
        site.find_documents();
        site.find_properties();
        site.find_redirects();
        site.read_rules();
        site
    }

    /// If only one of two sites has canonical URLs, gives their origin to the other site. Otherwise, a full URL of the site
    /// would be an internal link in one of them and an external link in the other.
    pub(super) fn share_origin(&mut self, other: &mut Site<'_>) {
        match (&self.origin, &other.origin) {
            (None, Some(_)) if self.base == other.base => self.origin.clone_from(&other.origin),
            (Some(_), None) if self.base == other.base => other.origin.clone_from(&self.origin),
            _ => {}
        }
    }

    /// Reads a page's file.
    pub(super) fn bytes(&self, index: usize) -> Result<Vec<u8>, String> {
        self.folder.read(&self.pages[index].file)
    }

    /// Returns the full URL of a page, at [`ORIGIN`].
    pub(super) fn url_of(&self, index: usize) -> Url {
        self.url_at(&self.pages[index].url)
    }

    /// Returns the full URL for a path below the base path.
    pub(super) fn url_at(&self, path: &str) -> Url {
        let mut url = Url::parse(ORIGIN).expect("the origin is a URL");
        url.set_path(&format!("{}{path}", self.base.trim_end_matches('/')).replace('%', "%25"));
        url
    }

    /// Returns the page that has this key.
    pub(super) fn page_with_key(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// Returns the page that has this key, or a key that differs only in case.
    pub(super) fn page_in_other_case(&self, key: &str) -> Option<usize> {
        self.by_folded_key.get(&folded(key)).copied()
    }

    /// Returns the path of a URL below the base path, decoded. `None` means that the URL is outside the site.
    pub(super) fn path_in(&self, url: &Url) -> Option<String> {
        let origin = url.origin().ascii_serialization();
        let is_own = origin == ORIGIN || self.origin.as_ref() == Some(&origin);
        let path = decoded(url.path());
        let below = path
            .strip_prefix(&*self.base)
            .or_else(|| (path == self.base.trim_end_matches('/')).then_some(""));
        below.filter(|_| is_own).map(str::to_owned)
    }

    /// Returns the target of a URL, after all redirects.
    pub(super) fn follow(&self, url: &Url, mode: Mode) -> Place {
        let mut url = url.clone();
        for hop in 0..HOPS {
            let is_moved = hop > 0;
            let Some(path) = self.path_in(&url) else { return Place::Away(shown(&url), is_moved) };
            let file = self.file_at(&path, mode);
            let target = file
                .and_then(|file| self.redirects.get(&file).cloned())
                .or_else(|| file.is_none().then(|| self.rules.find(&decoded(url.path()))).flatten());
            let next = target.and_then(|target| resolve(&url, None, &target));
            match (next, file) {
                (Some(next), _) if next == url => return Place::Missing(path),
                (Some(next), _) => url = next,
                (None, Some(file)) => {
                    return match self.by_file.get(&file) {
                        Some(page) => Place::Page(*page, is_moved),
                        None => Place::File(path),
                    };
                }
                (None, None) => return Place::Missing(path),
            }
        }
        Place::Missing(self.path_in(&url).unwrap_or_default())
    }

    /// Returns the URLs with redirects to existing targets, each with its target.
    pub(super) fn redirects(&self) -> BTreeMap<String, String> {
        let files =
            self.redirects.keys().map(|file| address::url(&self.folder.files()[*file].path, self.is_clean));
        let base = self.base.trim_end_matches('/');
        let ruled = self.rules.paths().filter_map(|path| path.strip_prefix(base)).map(|path| match path {
            "" => "/".to_owned(),
            path => path.to_owned(),
        });
        let all = files.chain(ruled.filter(|path| path.starts_with('/')));
        let target = |url: &str| match self.follow(&self.url_at(url), Mode::Any) {
            Place::Page(page, true) => Some(self.pages[page].url.clone()),
            Place::Away(url, true) => Some(url),
            Place::File(path) => Some(format!("/{path}")),
            _ => None,
        };
        let mut known = std::collections::HashSet::new();
        let all = all.filter(|url| known.insert(key(url).to_owned())).collect::<Vec<_>>();
        all.into_iter().filter_map(|url| Some((url.clone(), target(&url)?))).collect()
    }

    /// Returns the file that a host sends for a path without a slash at the start.
    fn file_at(&self, path: &str, mode: Mode) -> Option<usize> {
        let find = |path: &str| self.files.get(path).copied();
        let bare = path.trim_end_matches('/');
        let is_clean = self.is_clean || mode == Mode::Any;
        let clean = || find(&format!("{bare}.html")).filter(|_| is_clean && !bare.is_empty());
        let folder =
            || if bare.is_empty() { find("index.html") } else { find(&format!("{bare}/index.html")) };
        // A link such as `a.html/` refers to the `a.html` file.
        let exact = if path.ends_with('/') && !is_html(bare) { None } else { find(bare) };
        // For `a`, the page `a.html` takes precedence over `a/index.html` if that file only redirects.
        let is_page =
            |file: &usize| path.ends_with('/') || !self.redirects.contains_key(file) || clean().is_none();
        exact.or_else(|| folder().filter(is_page)).or_else(clean)
    }

    /// Finds the documents among the files: HTML that isn't only a part of a page.
    fn find_documents(&mut self) {
        let all = self.folder.files();
        let read = |index: usize| -> Option<Page> {
            let file = &all[index];
            (file.size <= SMALL)
                .then(|| Page::read(&self.folder.read(&file.path).ok()?, key(&file.path)))
                .flatten()
        };
        let is_page = |path: &str| is_html(path) && !is_not_found(path);
        let documents: Vec<usize> = (0..all.len()).filter(|index| is_page(&all[*index].path)).collect();
        let small: Vec<Option<Page>> = documents.par_iter().map(|index| read(*index)).collect();
        for (index, page) in documents.into_iter().zip(small) {
            let file = composed(&all[index].path).into_owned();
            let is_whole =
                |page: &Page| !page.title.is_empty() || page.has_heading || page.redirect.is_some();
            if page.as_ref().is_none_or(is_whole) {
                let redirect = page.and_then(|page| page.redirect);
                let key = key(&file).to_owned();
                self.pages.push(PageFile { index, redirect, key, url: String::new(), file });
            }
        }
    }

    /// Separates the documents that redirect from the documents that are pages.
    fn find_redirects(&mut self) {
        let documents = std::mem::take(&mut self.pages);
        let mut files: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
        for page in &documents {
            *files.entry(page.key.clone()).or_default() += 1;
        }
        for mut page in documents {
            page.url = address::url(&page.file, self.is_clean);
            // `a.html` can redirect to `a/index.html`.
            let is_only = files.get(&page.key) == Some(&1);
            match page.redirect.take().filter(|target| !is_only || !self.is_itself(&page, target)) {
                Some(target) => {
                    self.redirects.insert(page.index, target);
                }
                None => {
                    let number = self.pages.len();
                    self.by_key.entry(page.key.clone()).or_insert(number);
                    self.by_folded_key.entry(folded(&page.key)).or_insert(number);
                    self.by_file.insert(page.index, number);
                    self.pages.push(page);
                }
            }
        }
    }

    /// Whether a page redirects to itself and therefore only reloads.
    fn is_itself(&self, page: &PageFile, target: &str) -> bool {
        let target = resolve(&self.url_at(&page.url), None, target);
        target.and_then(|target| self.path_in(&target)).is_some_and(|path| key(&path) == page.key)
    }

    /// Finds the base path, the origin, and the form of URLs from a sample of pages.
    fn find_properties(&mut self) {
        let step = self.pages.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<usize> = (0..self.pages.len()).step_by(step).collect();
        let read: Vec<Option<Page>> = sample
            .par_iter()
            .map(|index| Page::read(&self.bytes(*index).ok()?, &self.pages[*index].key))
            .collect();
        let sample: Vec<(usize, Page)> =
            sample.into_iter().zip(read).filter_map(|(at, page)| Some((at, page?))).collect();
        let mut bases: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
        for (index, page) in &sample {
            if let Some(found) = self.base_of(*index, page) {
                *bases.entry(found).or_default() += 1;
            }
        }
        let best = bases.into_iter().max_by_key(|(_, votes)| *votes);
        let (base, origin) = best.map_or_else(|| ("/".to_owned(), None), |(found, _)| found);
        self.origin = origin;
        self.base = self.base_of_links(&sample, base);
        self.is_clean = self.is_clean(&sample);
    }

    /// Returns the base path and the origin according to the canonical URL of a page.
    fn base_of(&self, index: usize, page: &Page) -> Option<(String, Option<String>)> {
        let url = Url::parse(page.canonical.as_ref()?).ok()?;
        let path = decoded(url.path());
        let own = &self.pages[index].key;
        let base = key(&path).strip_suffix(&**own)?.trim_matches('/').to_owned();
        let is_whole = own.is_empty() || key(&path).strip_suffix(&**own)?.ends_with('/') || base.is_empty();
        let base = if base.is_empty() { "/".to_owned() } else { format!("/{base}/") };
        is_whole.then(|| (base, Some(url.origin().ascii_serialization())))
    }

    /// Returns the base path for which the most links in the sample point to files. Counts only links that start with a
    /// slash. If several base paths are equally good, returns the `canonical` base path if it's one of them, or
    /// otherwise the shortest.
    fn base_of_links(&self, sample: &[(usize, Page)], canonical: String) -> String {
        let mut votes: BTreeMap<String, usize> =
            BTreeMap::from([(canonical.clone(), 0), ("/".to_owned(), 0)]);
        for (_, page) in sample {
            let all = page.hrefs.iter().chain(&page.sources).chain(&page.resources);
            let rooted = all.filter(|url| url.starts_with('/') && !url.starts_with("//"));
            for url in rooted {
                let path = decoded(url.split(['?', '#']).next().unwrap_or_default());
                let cuts = path.match_indices('/').map(|(at, _)| at + 1).take(6);
                let leads =
                    |cut: &usize| *cut < path.len() && self.file_at(&path[*cut..], Mode::Any).is_some();
                for cut in cuts.filter(leads) {
                    *votes.entry(path[..cut].to_owned()).or_default() += 1;
                }
            }
        }
        let rank =
            |(base, votes): &(String, usize)| (*votes, *base == canonical, std::cmp::Reverse(base.len()));
        votes.into_iter().max_by_key(rank).map_or(canonical, |(base, _)| base)
    }

    /// Whether the site links to its pages without extensions.
    fn is_clean(&self, sample: &[(usize, Page)]) -> bool {
        let (mut clean, mut plain) = (0, 0);
        for (index, page) in sample {
            let own = self.url_at(&address::url(&self.pages[*index].file, false));
            // A link to the page itself has the path that docgen assumed for the page.
            let others = page.hrefs.iter().filter(|href| !href.starts_with(['#', '?']));
            for url in others.filter_map(|href| resolve(&own, page.base.as_deref(), href)) {
                let Some(path) = self.path_in(&url) else { continue };
                plain += usize::from(is_html(&path) && self.files.contains_key(&path));
                clean += usize::from(
                    !path.is_empty()
                        && self.files.contains_key(&format!("{}.html", path.trim_end_matches('/'))),
                );
            }
        }
        clean > plain
    }

    fn read_rules(&mut self) {
        for file in self.folder.files().iter().filter(|file| Rules::is_format(&file.path)) {
            if let Ok(bytes) = self.folder.read(&file.path) {
                self.rules.read(&file.path, &String::from_utf8_lossy(&bytes), &self.base);
            }
        }
    }
}

/// Returns a URL in the form that's shown and compared: without [`ORIGIN`].
pub(super) fn shown(url: &Url) -> String {
    url.as_str().strip_prefix(ORIGIN).unwrap_or(url.as_str()).to_owned()
}
