//! The pages and other files of a Hugo site, with their URLs.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::Tool;
use super::cascade::{self, Receiver};
use super::config::Config;
use super::front::Front;
use super::languages::Language;
use super::mounts::{self, Mounted};
use super::urls::{self, Parts, normal, sanitized};
use crate::import::Origin;
use crate::path::{SourcePath, decode_path};
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The front matter keys with the URL that a page redirects to.
const REDIRECTS: [&str; 4] = ["redirect", "redirect_to", "redirect_url", "redirecturl"];

/// The extensions of pages that can be converted.
const EXTENSIONS: [&str; 5] = ["md", "markdown", "mdown", "html", "htm"];

/// The extensions of pages that can't be converted.
pub(super) const FOREIGN: [&str; 7] = ["adoc", "asciidoc", "org", "rst", "pandoc", "pdc", "gotmpl"];

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Home,
    Section,
    /// A page in its own folder.
    Bundle,
    Single,
}

impl Kind {
    /// Returns Hugo's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Home => "home",
            Kind::Section => "section",
            Kind::Bundle | Kind::Single => "page",
        }
    }
}

/// A page.
pub(super) struct Page {
    pub language: usize,
    pub kind: Kind,
    /// The path relative to the content folder, without the extension: for example, `docs/setup`, `docs` for a section,
    /// or an empty path for the home page.
    pub path: String,
    pub source: Source,
    pub front: Front,
    /// The URL path. Only the home page's path has a trailing slash. Except in the default language, the path starts
    /// with the language key.
    pub url: String,
}

impl Page {
    /// Whether the page has only front matter.
    pub(super) fn is_blank(&self) -> bool {
        self.source.text[self.front.end..].trim().is_empty()
    }

    /// Returns the URL that a page without text redirects to. Themes have a template for such pages.
    pub(super) fn redirect(&self) -> Option<String> {
        let url = REDIRECTS.iter().find_map(|key| self.front.text(key))?;
        let to = match url {
            url if url.contains("://") => url,
            url if url.starts_with('/') => normal(&url),
            url if url.starts_with("./") || url.starts_with("../") => normal(&format!("{}/{url}", self.url)),
            _ => return None,
        };
        (self.is_blank() && self.kind != Kind::Home).then_some(to)
    }

    /// Returns the folder that contains the page's files.
    pub(super) fn folder(&self) -> &str {
        match self.kind {
            Kind::Single => self.path.rsplit_once('/').map_or("", |(folder, _)| folder),
            _ => &self.path,
        }
    }

    /// Returns the path of the section that contains the page.
    pub(super) fn parent(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns the last segment of the path.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Returns the top-level section that contains the page.
    pub(super) fn section(&self) -> &str {
        match self.path.split_once('/') {
            Some((section, _)) => section,
            None if self.kind == Kind::Section => &self.path,
            None => "",
        }
    }

    /// Returns the date in the front matter or at the start of the name.
    pub(super) fn date(&self) -> Option<String> {
        self.front.date("date").or_else(|| urls::date_of(self.name()).map(str::to_owned))
    }

    pub(super) fn is_section(&self) -> bool {
        matches!(self.kind, Kind::Section | Kind::Home)
    }

    pub(super) fn title(&self) -> String {
        self.front.text("title").unwrap_or_default()
    }
}

/// A file that isn't a page.
pub(super) struct Resource {
    pub file: SourcePath,
    /// If the file is outside the site's folder, the file's path.
    pub outside: Option<String>,
    /// The URL path.
    pub url: String,
}

/// The pages and other files of a site.
pub(super) struct Tree {
    pub pages: Vec<Page>,
    /// The pages that aren't part of the site. Templates can use them.
    pub hidden: Vec<Page>,
    pub resources: Vec<Resource>,
    pub resource_urls: BTreeSet<String>,
    /// The pages in formats that can't be converted.
    pub foreign: Vec<SourcePath>,
    pub by_url: BTreeMap<String, usize>,
    /// The pages by language and lowercase path.
    pub by_path: BTreeMap<(usize, String), usize>,
    /// The resources by language and lowercase path.
    pub by_file: BTreeMap<(usize, String), usize>,
}

impl Tree {
    /// Returns the page with an index. The hidden pages come after all other pages.
    pub(super) fn page(&self, at: usize) -> &Page {
        self.pages.get(at).unwrap_or_else(|| &self.hidden[at - self.pages.len()])
    }

    /// Returns the indexes of hidden pages.
    pub(super) fn hidden(&self) -> impl Iterator<Item = usize> + use<> {
        self.pages.len()..self.pages.len() + self.hidden.len()
    }
}

/// A page whose URL isn't known yet.
struct Draft {
    language: usize,
    kind: Kind,
    path: String,
    source: Source,
    front: Front,
}

/// Reads the content of a site.
pub(super) fn read(tool: Tool, origin: &dyn Origin, config: &Config, languages: &[Language]) -> Tree {
    let all = mounts::files(&mounts::of_content(config, languages), origin);
    let mut seen = BTreeSet::new();
    let named: Vec<(Mounted, String)> = all
        .into_iter()
        .map(|file| in_language(file, languages))
        .filter(|(file, _)| seen.insert((file.language, file.path.clone())))
        .collect();
    let bundles: BTreeSet<&str> = named
        .iter()
        .filter(|(_, stem)| stem == "index")
        .filter_map(|(file, _)| file.path.rsplit_once('/').map(|(folder, _)| folder))
        .collect();
    let is_inside = |path: &str, is_own: bool| {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut above = folder.match_indices('/').map(|(at, _)| &folder[..at]);
        above.any(|folder| bundles.contains(folder)) || (!is_own && bundles.contains(folder))
    };
    let is_page =
        |file: &Mounted, stem: &str| !stem.is_empty() && !is_inside(&file.path, matches!(stem, "index"));
    let (pages, others): (Vec<_>, Vec<_>) = named.iter().partition(|(file, stem)| is_page(file, stem));
    let mut drafts: Vec<Draft> =
        pages.par_iter().filter_map(|(file, stem)| draft(origin, file, stem)).collect();
    pass_on(&mut drafts, config, languages);
    let (hidden, drafts): (Vec<Draft>, Vec<Draft>) =
        drafts.into_iter().partition(|draft| draft.front.is_unrendered());
    let mut tree =
        build((tool, config, languages), drafts, others.into_iter().map(|(file, _)| file), &bundles);
    let page = |draft: Draft| {
        let Draft { language, kind, path, source, front } = draft;
        Page { language, kind, path, source, front, url: String::new() }
    };
    tree.hidden = hidden.into_iter().map(page).collect();
    tree.hidden.sort_by(|a, b| (a.language, &a.path).cmp(&(b.language, &b.path)));
    tree
}

/// Sets a file's language to the language in its name. If the file is a page, also returns the name without the
/// extension.
fn in_language(mut file: Mounted, languages: &[Language]) -> (Mounted, String) {
    let (folder, name) =
        file.path.rsplit_once('/').map_or(("", &*file.path), |(folder, name)| (folder, name));
    let Some((stem, extension)) = name.rsplit_once('.') else { return (file, String::new()) };
    let own = stem.rsplit_once('.').and_then(|(stem, key)| {
        let key = key.to_ascii_lowercase();
        Some((stem, languages.iter().position(|language| language.key == key)?))
    });
    let is_page = EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str());
    let (stem, language) = match own.filter(|_| is_page) {
        Some((stem, language)) => (stem.to_owned(), language),
        None => (stem.to_owned(), file.language),
    };
    if !is_page {
        return (file, String::new());
    }
    file.path = SourcePath::new(format!("{folder}/{stem}.md")).as_str().to_owned();
    file.language = language;
    (file, stem)
}

fn draft(origin: &dyn Origin, file: &Mounted, stem: &str) -> Option<Draft> {
    let source = match &file.outside {
        Some(path) => origin.outside(path)?,
        None => origin.text(&file.file)?,
    };
    let bare = file.path.strip_suffix(".md")?;
    let folder = bare.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (kind, path) = match stem {
        "_index" | "index" if folder.is_empty() => (Kind::Home, String::new()),
        "_index" => (Kind::Section, folder.to_owned()),
        "index" => (Kind::Bundle, folder.to_owned()),
        _ => (Kind::Single, bare.to_owned()),
    };
    let front = Front::read(&source);
    Some(Draft { language: file.language, kind, path, source, front })
}

/// Passes front matter from the config and from sections on to pages. Nearer sections come first.
fn pass_on(drafts: &mut [Draft], config: &Config, languages: &[Language]) {
    let of_section = |draft: &Draft| {
        let is_section = matches!(draft.kind, Kind::Home | Kind::Section);
        let cascade = draft.front.at("cascade").filter(|_| is_section)?;
        Some(((draft.language, draft.path.to_lowercase()), cascade.clone()))
    };
    let of_sections: BTreeMap<(usize, String), Node> = drafts.iter().filter_map(of_section).collect();
    let of_site = config.at(&["cascade"]);
    if of_sections.is_empty() && of_site.is_none() {
        return;
    }
    for draft in drafts {
        let page =
            Receiver { kind: draft.kind.name(), path: &draft.path, language: &languages[draft.language].key };
        let path = draft.path.to_lowercase();
        let above = path.rmatch_indices('/').map(|(at, _)| &path[..at]);
        let sections = std::iter::once(path.as_str()).chain(above).chain([""]);
        let of_sections = sections.filter_map(|path| of_sections.get(&(draft.language, path.to_owned())));
        for (key, value) in of_sections.chain(of_site).flat_map(|cascade| cascade::values(cascade, &page)) {
            draft.front.receive(key, value);
        }
    }
}

/// The data that determines URLs.
struct Rules<'r> {
    tool: Tool,
    config: &'r Config,
    languages: &'r [Language],
    keeps_case: bool,
    /// The slugs of sections.
    slugs: BTreeMap<(usize, String), String>,
}

fn build<'f>(
    (tool, config, languages): (Tool, &Config, &[Language]),
    drafts: Vec<Draft>,
    others: impl Iterator<Item = &'f Mounted>,
    bundles: &BTreeSet<&str>,
) -> Tree {
    let slug = |draft: &Draft| Some(((draft.language, draft.path.clone()), draft.front.text("slug")?));
    let slugs = drafts.iter().filter(|draft| draft.kind == Kind::Section).filter_map(slug).collect();
    let keeps_case = config.flag(&["disablePathToLower"]) == Some(true);
    let rules = Rules { tool, config, languages, keeps_case, slugs };
    let mut pages: Vec<Page> = drafts.into_iter().map(|draft| rules.page(draft)).collect();
    pages.sort_by(|a, b| (a.language, &a.path).cmp(&(b.language, &b.path)));
    let mut tree = Tree {
        by_url: BTreeMap::new(),
        by_path: BTreeMap::new(),
        by_file: BTreeMap::new(),
        resources: Vec::new(),
        resource_urls: BTreeSet::new(),
        foreign: Vec::new(),
        hidden: Vec::new(),
        pages,
    };
    for (at, page) in tree.pages.iter().enumerate() {
        tree.by_url.entry(page.url.clone()).or_insert(at);
        tree.by_path.entry((page.language, page.path.to_lowercase())).or_insert(at);
    }
    for file in others {
        let extension = file.file.extension().to_ascii_lowercase();
        if FOREIGN.contains(&extension.as_str()) {
            tree.foreign.push(file.file.clone());
            continue;
        }
        let url = rules.resource(file, &tree, bundles);
        tree.by_file.insert((file.language, file.path.to_lowercase()), tree.resources.len());
        tree.resource_urls.insert(url.clone());
        tree.resources.push(Resource { file: file.file.clone(), outside: file.outside.clone(), url });
    }
    tree
}

impl Rules<'_> {
    fn page(&self, draft: Draft) -> Page {
        let Draft { language, kind, path, source, front } = draft;
        let mut page = Page { language, kind, path, source, front, url: String::new() };
        page.url = self.url(&page);
        page
    }

    fn prefix(&self, language: usize) -> String {
        if language == 0 { String::new() } else { format!("/{}", self.languages[language].key) }
    }

    /// Returns a folder's URL path.
    fn folder(&self, language: usize, folder: &str) -> String {
        if self.tool == Tool::Zola {
            return normal(folder).trim_end_matches('/').to_owned();
        }
        let mut url = String::new();
        let mut path = String::new();
        for segment in folder.split('/').filter(|segment| !segment.is_empty()) {
            path = if path.is_empty() { segment.to_owned() } else { format!("{path}/{segment}") };
            let own = self.slugs.get(&(language, path.clone())).map_or(segment, String::as_str);
            url.push('/');
            url.push_str(&sanitized(own, self.keeps_case));
        }
        url
    }

    fn url(&self, page: &Page) -> String {
        let prefix = self.prefix(page.language);
        if self.tool == Tool::Zola {
            return self.of_zola(page, &prefix);
        }
        if let Some(url) = page.front.text("url") {
            let url = decode_path(&url).into_owned();
            let base = if url.starts_with('/') { String::new() } else { prefix };
            let filled = if url.contains(':') { self.parts(page, |parts| parts.fill(&url)) } else { None };
            return normal(&format!("{base}/{}", filled.unwrap_or(url)));
        }
        if let Some(url) =
            self.pattern(page).and_then(|pattern| self.parts(page, |parts| parts.fill(&pattern)))
        {
            return self.with_extension(page, normal(&format!("{prefix}/{url}")));
        }
        if page.is_section() {
            return normal(&format!("{prefix}{}", self.folder(page.language, &page.path)));
        }
        let slug = page.front.text("slug").filter(|slug| !slug.is_empty());
        let name = slug.unwrap_or_else(|| page.name().to_owned());
        let folder = self.folder(page.language, page.parent());
        let url =
            normal(&format!("{prefix}{folder}/{}", sanitized(&name.replace(' ', "-"), self.keeps_case)));
        self.with_extension(page, url)
    }

    /// Adds the extension to a URL if only the URLs of some sections have an extension.
    fn with_extension(&self, page: &Page, url: String) -> String {
        let has_extension =
            !page.is_section() && self.config.flag(&["uglyURLs", page.section()]) == Some(true);
        if has_extension && !url.ends_with(".html") { url + ".html" } else { url }
    }

    /// Returns the URL path of a Zola page.
    fn of_zola(&self, page: &Page, prefix: &str) -> String {
        if let Some(path) = page.front.text("path") {
            return normal(&decode_path(&path));
        }
        if page.is_section() {
            return normal(&format!("{prefix}/{}", page.path));
        }
        let keeps_dates = self.config.flag(&["slugify", "paths_keep_dates"]) == Some(true);
        let name = if keeps_dates { page.name() } else { urls::without_date(page.name()) };
        let mode = self.config.text(&["slugify", "paths"]);
        let slug = page.front.text("slug").unwrap_or_else(|| name.to_owned());
        normal(&format!("{prefix}/{}/{}", page.parent(), urls::slugified(mode.as_deref(), &slug)))
    }

    /// Returns the pattern for the URL of a page.
    fn pattern(&self, page: &Page) -> Option<String> {
        let section = page.section();
        if section.is_empty() || (page.kind == Kind::Section && page.path.contains('/')) {
            return None;
        }
        let kind = if page.is_section() { "section" } else { "page" };
        let own = self.config.text(&["permalinks", kind, section]);
        let old = || self.config.text(&["permalinks", section]).filter(|_| !page.is_section());
        own.or_else(old)
    }

    fn parts<T>(&self, page: &Page, with: impl Fn(&Parts<'_>) -> T) -> T {
        let (date, title) = (page.front.date("date").unwrap_or_default(), page.title());
        let slug = page.front.text("slug");
        let sections: Vec<String> =
            page.parent().split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        with(&Parts {
            date: &date,
            title: &title,
            slug: slug.as_deref(),
            name: page.name(),
            sections: &sections,
            keeps_case: self.keeps_case,
        })
    }

    /// Returns a file's URL path, which consists of the URL path of the containing page or section and the rest of the
    /// file's path.
    fn resource(&self, file: &Mounted, tree: &Tree, bundles: &BTreeSet<&str>) -> String {
        let mut folders = file.path.match_indices('/').map(|(at, _)| &file.path[..at]);
        let bundle = folders.clone().find(|folder| bundles.contains(folder));
        // A top-level folder is a section even without a page.
        let is_section = |folder: &&str| {
            tree.by_path.contains_key(&(file.language, folder.to_lowercase())) || !folder.contains('/')
        };
        let owner = bundle.or_else(|| folders.rfind(is_section)).unwrap_or_default();
        let page = tree.by_path.get(&(file.language, owner.to_lowercase())).map(|at| &tree.pages[*at]);
        let base = match page.filter(|page| page.kind == Kind::Bundle) {
            Some(page) => page.url.clone(),
            None => format!("{}{}", self.prefix(file.language), self.folder(file.language, owner)),
        };
        normal(&format!("{base}/{}", file.path[owner.len()..].trim_start_matches('/')))
    }
}

/// Whether the URLs of pages end in `.html`.
pub(super) fn is_ugly(config: &Config) -> bool {
    matches!(config.at(&["uglyURLs"]).map(|node| &node.value), Some(Value::Bool(true)))
}
