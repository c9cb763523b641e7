//! A documentation site as its files describe it: the pages, the navigation trees, and the versions.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::Value as Json;

use super::SiteFiles;
use super::headings;
use super::listing::{Entry, Listing, split_origin};
use super::passage::{self, Section};
use super::tree::{FOLDER, INDEX, Index, Operations, Tree, walk};
use crate::markdown::without_front_matter;
use crate::path::{decode_path, encode_path};
use crate::search::{self, HEADER, Query};

/// The maximum length of a path, in bytes.
const LONGEST_PATH: usize = 1_000;
/// The maximum size of a JSON file, in bytes.
const LONGEST_JSON: usize = 32 << 20;
/// The number of similar pages to suggest.
const SIMILAR: usize = 5;
/// The number of pages to read when looking for the site's version.
const TRIED: usize = 8;

/// A documentation site.
#[derive(Clone)]
pub(crate) struct Docs {
    files: Arc<dyn SiteFiles>,
    /// The browser's search client.
    client: Arc<str>,
}

/// What the tools know about the site at the moment.
pub(super) struct Overview {
    /// The title, the tagline, and the pages.
    pub listing: Listing,
    /// The origin of the page URLs. It's empty if it's unknown.
    pub origin: String,
    /// The path that the site is published under, which starts and ends with a slash.
    pub base: String,
}

/// The versions of the documentation.
pub(super) struct Versions {
    /// The name of the listed pages' version.
    pub own: String,
    /// The unique names of all versions.
    names: Vec<String>,
    /// The labels that readers see, by unique name. Contains only labels that differ from the name.
    labels: std::collections::BTreeMap<String, String>,
}

/// A page that was found.
pub(super) struct Found {
    /// The path of the page below the output folder, without extension: `docs/intro`.
    pub path: String,
    /// The ID after `#` in the given URL.
    pub anchor: Option<String>,
    /// The page as Markdown.
    pub text: String,
    /// The page's URL.
    pub url: String,
    /// The sections of the text.
    pub sections: Vec<Section>,
}

/// The parts of a page's chunk that the tools use.
#[derive(Default, Deserialize)]
pub(super) struct Chunk {
    /// The page's URL path.
    #[serde(default)]
    pub path: String,
    /// The URL paths of the page in each version, by version name.
    #[serde(default)]
    pub versions: std::collections::BTreeMap<String, String>,
    /// The name of the page's version.
    pub version: Option<String>,
    /// The body.
    #[serde(default)]
    pub html: String,
}

impl Found {
    /// Returns the URL of a section or, without a section, of the page.
    pub(super) fn url_of(&self, section: Option<&Section>) -> String {
        section.map_or_else(|| self.url.clone(), |section| format!("{}#{}", self.url, section.id))
    }
}

impl Docs {
    /// Creates a site from its files and the browser's search client. If the files don't contain a docgen site, returns
    /// the reason.
    pub(crate) fn open(files: impl SiteFiles + 'static, client: String) -> Result<Self, String> {
        let docs = Docs { files: Arc::new(files), client: client.into() };
        if docs.read(INDEX)?.is_none() {
            return Err(format!("there's no `{INDEX}`, which every docgen site contains"));
        }
        docs.overview().map(|_| docs)
    }

    /// The site's title and its number of pages.
    pub(crate) fn summary(&self) -> Result<(String, usize), String> {
        let overview = self.overview()?;
        Ok((overview.listing.title, overview.listing.pages.len()))
    }

    /// Returns a file by its path below the output folder. A path that could lead outside the folder is treated as a
    /// missing file.
    pub(super) fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.');
        let is_odd = |c: char| c.is_control() || matches!(c, '\\' | ':' | '?' | '#');
        if path.len() > LONGEST_PATH || path.contains(is_odd) || !path.split('/').all(is_plain) {
            return Ok(None);
        }
        self.files.read(path)
    }

    /// Returns the text of a file.
    pub(super) fn text(&self, path: &str) -> Result<Option<String>, String> {
        Ok(self.read(path)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Returns the Markdown version of a page, without front matter.
    pub(super) fn markdown(&self, path: &str) -> Result<Option<String>, String> {
        Ok(self.text(&format!("{path}.md"))?.map(|text| without_front_matter(&text).to_owned()))
    }

    fn json<T: for<'de> Deserialize<'de>>(&self, path: &str) -> Option<T> {
        let bytes = self.read(path).ok()??;
        (bytes.len() <= LONGEST_JSON).then(|| serde_json::from_slice(&bytes).ok())?
    }

    /// Reads the list of pages.
    pub(super) fn overview(&self) -> Result<Overview, String> {
        let text = self.text("llms.txt")?.ok_or("the site has no `llms.txt`")?;
        let mut listing = Listing::read(&text);
        let base = self.base(&listing);
        listing.complete(&mut |path| {
            let path = path.strip_prefix(&base[1..]).unwrap_or(path);
            Ok(self.text(path)?.map(|text| Listing::read(&text)))
        })?;
        for page in &mut listing.pages {
            let below = page.path.strip_prefix(&base[1..]).map(str::to_owned);
            page.path = below.unwrap_or_else(|| page.path.clone());
            page.path.truncate(page.path.strip_suffix(".md").map_or(page.path.len(), str::len));
        }
        let origin = self.files.origin().map(str::to_owned).or_else(|| listing.origin.clone());
        Ok(Overview { listing, base, origin: origin.unwrap_or_default() })
    }

    /// Finds the path that the site is published under: the part of the first page's URL path before the file's path.
    fn base(&self, listing: &Listing) -> String {
        let first = listing.pages.first().map_or("", |page| &page.path);
        let starts = std::iter::once(0).chain(first.match_indices('/').map(|(at, _)| at + 1));
        let is_file = |at: &usize| matches!(self.read(&first[*at..]), Ok(Some(_)));
        let start = starts.take(8).find(is_file).unwrap_or(0);
        format!("/{}", &first[..start])
    }

    fn index(&self) -> Index {
        self.json(INDEX).unwrap_or_default()
    }

    /// Whether the site documents API operations.
    pub(super) fn has_operations(&self) -> bool {
        !self.index().operations.is_empty()
    }

    /// Reads the lists of operations, one for each API.
    pub(super) fn operations(&self) -> Vec<Operations> {
        let files = self.index().operations;
        files.iter().filter_map(|file| self.json(&format!("{FOLDER}{file}"))).collect()
    }

    /// Reads the navigation trees, in alphabetical order of their IDs.
    pub(super) fn trees(&self) -> Vec<Tree> {
        let index = self.index();
        let read = |file: &str| self.json::<Tree>(&format!("{FOLDER}{file}"));
        let mut trees: Vec<Tree> = index.nav.values().filter_map(|file| read(file)).collect();
        trees.iter_mut().for_each(|tree| tree.complete(&read));
        trees
    }

    /// Finds a page by its URL, path, or title. If there's no such page, returns a message that suggests similar pages.
    pub(super) fn find(&self, given: &str) -> Result<Found, String> {
        let overview = self.overview()?;
        let (path, anchor) = overview.locate(given)?;
        let listed = |path: &str| overview.listing.pages.iter().any(|page| page.path == path);
        let by_title = || {
            let mut pages = overview.listing.pages.iter();
            pages.find(|page| page.title.eq_ignore_ascii_case(given.trim())).map(|page| page.path.clone())
        };
        let path = if listed(&path) { path } else { by_title().unwrap_or(path) };
        match self.markdown(&path)? {
            Some(text) => {
                let chunk = self.chunk(&path).unwrap_or_default();
                let url = match chunk.path.is_empty() {
                    true => overview.guess_url(&path),
                    false => format!("{}{}", overview.origin, chunk.path),
                };
                let mut sections = passage::sections(&text);
                headings::identify(&mut sections, &chunk.html);
                Ok(Found { path, anchor, text, url, sections })
            }
            None => Err(overview.missing(given, &path)),
        }
    }

    /// Returns a page's chunk.
    pub(super) fn chunk(&self, path: &str) -> Option<Chunk> {
        let file = if path == "index" { "index.json".to_owned() } else { format!("{path}/index.json") };
        self.json(&file)
    }

    /// Searches the site. If an index file can't be read, returns the reason.
    pub(super) fn search(&self, query: Query<'_>) -> Result<Json, String> {
        let docs = self.clone();
        let failure: Arc<Mutex<Option<String>>> = Arc::default();
        let failed = Arc::clone(&failure);
        let read = move |path: &str| {
            let file = docs.read(&format!("_docgen/search/{path}"));
            file.unwrap_or_else(|reason| {
                failed.lock().get_or_insert(reason);
                None
            })
        };
        let answer = search::query(&self.client, read, query);
        let failure = failure.lock().take();
        failure.map_or(answer, Err)
    }

    /// Returns the locale and the tag of each part of the search index. Fails if the site has no search index.
    pub(super) fn indexes(&self) -> Result<Vec<(String, String)>, String> {
        let header = self.read(&format!("_docgen/search/{HEADER}"))?.ok_or(
            "This site has no built-in search index. To find pages, use the `outline` tool, and then the `read` tool.",
        )?;
        match search::problem(&header) {
            Some(problem) => Err(problem),
            None => Ok(search::tags(&header)),
        }
    }

    /// If the site has several versions, returns them.
    pub(super) fn versions(&self) -> Option<Versions> {
        let indexes = self.indexes().ok()?;
        let mut names: Vec<String> = indexes.iter().filter_map(|(_, tag)| version_of(tag)).collect();
        names.dedup();
        if names.len() < 2 {
            return None;
        }
        let overview = self.overview().ok()?;
        let pages = overview.listing.pages.iter().filter(|page| page.path.contains('/')).take(TRIED);
        let own = pages.filter_map(|page| self.chunk(&page.path)?.version).next()?;
        Some(Versions { own, names, labels: self.index().labels })
    }
}

impl Versions {
    /// Returns the unique name of a version by its name or its label. If there's no such version, returns a message with
    /// the existing versions.
    pub(super) fn find(&self, wanted: &str) -> Result<&str, String> {
        // If the site has several documentation sets, each version's name starts with the name of its set.
        let is_named = |name: &&String| name.rsplit('/').next() == Some(wanted);
        let is_labelled = |name: &&String| self.labels.get(*name).is_some_and(|label| label == wanted);
        let exact = self.names.iter().find(|name| *name == wanted);
        let found = exact.or_else(|| self.names.iter().find(is_named));
        match found.or_else(|| self.names.iter().find(is_labelled)) {
            Some(name) => Ok(name),
            None => Err(format!("No version `{}`. The site has: {}.", short(wanted), self.list())),
        }
    }

    /// Returns the names of all versions. A label that differs from the name follows in parentheses.
    pub(super) fn list(&self) -> String {
        let described = |name: &String| match self.labels.get(name) {
            Some(label) => format!("{name} ({label})"),
            None => name.clone(),
        };
        self.names.iter().map(described).collect::<Vec<_>>().join(", ")
    }
}

impl Overview {
    /// Splits a URL or path into a page's path, without the file extension, and the anchor.
    pub(super) fn locate(&self, given: &str) -> Result<(String, Option<String>), String> {
        let (url, anchor) =
            given.trim().split_once('#').map_or((given.trim(), None), |(url, id)| (url, Some(id)));
        let url = url.split('?').next().unwrap_or_default();
        let url = url.strip_prefix("docgen://").unwrap_or(url);
        let (origin, path) = split_origin(url);
        let is_own = |origin: &str| {
            let known = [Some(self.origin.as_str()), self.listing.origin.as_deref()];
            self.origin.is_empty() || known.into_iter().flatten().any(|own| own.eq_ignore_ascii_case(origin))
        };
        if let Some(origin) = origin.filter(|origin| !is_own(origin)) {
            let own = if self.origin.is_empty() { &self.base } else { &self.origin };
            return Err(format!("`{}` isn't part of this site ({own}).", short(origin)));
        }
        let path = decode_path(path);
        let path = path.strip_prefix(&*self.base).unwrap_or(&path).trim_matches('/');
        let path = path.strip_suffix(".md").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
        let path = path.strip_suffix("/index").unwrap_or(path);
        let path = if path.is_empty() { "index" } else { path };
        let anchor = anchor.map(|id| decode_path(id).into_owned()).filter(|id| !id.is_empty());
        Ok((path.to_owned(), anchor))
    }

    /// Returns the probable URL of a page without reading the page.
    fn guess_url(&self, path: &str) -> String {
        format!("{}{}", self.origin, self.guess_path(path))
    }

    /// Returns the probable URL path of a page without reading the page.
    pub(super) fn guess_path(&self, path: &str) -> String {
        let path = if path == "index" { String::new() } else { format!("{}/", encode_path(path)) };
        format!("{}{path}", self.base)
    }

    /// Returns the message for a page that doesn't exist.
    fn missing(&self, given: &str, path: &str) -> String {
        let similar: Vec<String> = self
            .similar(path)
            .iter()
            .map(|page| format!("- {} ({}{})", page.title, self.base, encode_path(&page.path)))
            .collect();
        let similar = match similar.is_empty() {
            true => "To list the pages, use the `outline` tool.".to_owned(),
            false => format!("Similar pages:\n{}", similar.join("\n")),
        };
        format!("No page `{}`. {similar}", short(given))
    }

    /// Returns the pages with the most similar paths and titles.
    fn similar(&self, path: &str) -> Vec<&Entry> {
        let wanted: String = path.chars().take(100).collect::<String>().to_lowercase();
        let last = wanted.rsplit('/').next().unwrap_or_default();
        let score = |page: &Entry| {
            let name = page.path.rsplit('/').next().unwrap_or_default();
            let by_name = strsim::jaro_winkler(last, name);
            let by_path = strsim::jaro_winkler(&wanted, &page.path);
            let by_title = strsim::jaro_winkler(last, &page.title.to_lowercase());
            let contains = if last.len() > 2 && page.path.contains(last) { 1.0 } else { 0.0 };
            by_name.max(by_title).max(by_path * 0.9).max(contains)
        };
        let mut pages: Vec<(f64, &Entry)> =
            self.listing.pages.iter().map(|page| (score(page), page)).collect();
        pages.sort_by(|a, b| b.0.total_cmp(&a.0));
        pages.into_iter().take_while(|(score, _)| *score > 0.7).take(SIMILAR).map(|(_, page)| page).collect()
    }
}

/// Returns a version's unique name from the tag of its index.
fn version_of(tag: &str) -> Option<String> {
    let rest = tag.strip_prefix("docs-")?;
    match rest.strip_prefix("default-") {
        Some(version) => Some(version.to_owned()),
        None => rest.split_once('-').map(|(docs, version)| format!("{docs}/{version}")),
    }
}

/// Returns the part of a page's URL that identifies the page within the site.
pub(super) fn key(url: &str) -> String {
    decode_path(split_origin(url).1).trim_end_matches('/').to_owned()
}

/// Returns the page nodes in the trees, each with the categories above it.
pub(super) fn pages_of(trees: &[Tree]) -> Vec<(&super::tree::Node, Vec<&str>)> {
    let mut pages = Vec::new();
    for tree in trees {
        walk(&tree.items, &mut Vec::new(), &mut |node, above| {
            if node.page().is_some() {
                pages.push((node, above.to_vec()));
            }
        });
    }
    pages
}

/// Shortens text from a request for a message.
pub(super) fn short(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(120) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
