//! The targets of links, images, and `ref` shortcodes on the pages of a Hugo site.

use super::config::Config;
use super::content::Page;
use super::languages::{self, Language};
use super::places::Place;
use super::urls::normal;
use super::{Site, Tool};
use crate::import::{Origin, site};
use crate::path::{SourcePath, decode_path};
use crate::source::tree::Node;

impl Site<'_> {
    /// Converts the URL of a link or image on a page. If the URL doesn't change, returns `None`.
    pub(super) fn address(&self, page: &Page, url: &str, _raw: bool) -> Option<String> {
        let url = url.trim_matches(['<', '>']);
        let own = self.base_url.trim_end_matches('/');
        let url = match url.strip_prefix(own).filter(|_| own.contains("://")) {
            Some("") => "/",
            Some(rest) if rest.starts_with('/') => rest,
            _ => url,
        };
        if let Some(path) = url.strip_prefix("@/").filter(|_| self.tool == Tool::Zola) {
            let (path, suffix) = path.split_at(path.find(['#', '?']).unwrap_or(path.len()));
            let target = self.at_path(page.language, &decode_path(path))?;
            return Some(encoded(&self.link(page, &target)?) + suffix);
        }
        let (path, suffix) = match url.strip_prefix('/') {
            Some(rest) if !rest.starts_with('/') => url.split_at(url.find(['#', '?']).unwrap_or(url.len())),
            _ => site::relative(url)?,
        };
        if path.is_empty() {
            return None;
        }
        let path = decode_path(path);
        let found = match path.strip_prefix('/') {
            Some(_) => self.at_root(page, &path),
            None => self.beside(page, &path),
        };
        let new = match found {
            Some(target) => self.link(page, &target)?,
            None if path.starts_with('/') => self.without_base(&path)?.to_owned(),
            // A relative URL is relative to the page's URL.
            None => normal(&format!("{}/{path}", self.base_of(page))),
        };
        Some(encoded(&new) + suffix)
    }

    /// Returns the folder of a page's URL, which relative URLs start from.
    fn base_of<'p>(&self, page: &'p Page) -> &'p str {
        match (self.is_ugly || page.url.ends_with(".html")) && !page.is_section() {
            true => page.url.rsplit_once('/').map_or("", |(folder, _)| folder),
            false => &page.url,
        }
    }

    /// Removes the site's base path from a path.
    fn without_base<'p>(&self, path: &'p str) -> Option<&'p str> {
        let base = self.base_path.trim_end_matches('/');
        let rest = path.strip_prefix(base).filter(|_| !base.is_empty())?;
        if rest.is_empty() { Some("/") } else { Some(rest).filter(|rest| rest.starts_with('/')) }
    }

    fn at_root(&self, page: &Page, path: &str) -> Option<Target> {
        if let Some(own) = self.in_language(page, path).filter(|_| self.has_resolved_links) {
            return Some(own);
        }
        let candidates = [self.without_base(path), Some(path)];
        candidates.into_iter().flatten().find_map(|path| {
            let url = self.in_default(&normal(path));
            self.at_url(&url)
                .or_else(|| self.at_path(page.language, path.trim_matches('/')))
                .or_else(|| self.asset(path.trim_start_matches('/')))
        })
    }

    /// Returns the page at a content path in the language of another page.
    fn in_language(&self, page: &Page, path: &str) -> Option<Target> {
        let path = self.without_base(path).unwrap_or(path).trim_matches('/').to_lowercase();
        let path = match languages::of_section(&self.config, &page.path) {
            Some(section) => format!("{section}/{path}").to_lowercase(),
            None => path,
        };
        let bare = path.strip_suffix(".md").unwrap_or(&path).trim_end_matches('/');
        self.tree.by_path.get(&(page.language, bare.to_owned())).map(|at| Target::Page(*at))
    }

    /// If the site uses the default language's key in URLs, removes the key from a URL path.
    fn in_default(&self, url: &str) -> String {
        let folder = format!("/{}", self.languages[0].key);
        match url.strip_prefix(&folder).filter(|_| self.has_default_folder) {
            Some("") => "/".to_owned(),
            Some(rest) if rest.starts_with('/') => rest.to_owned(),
            _ => url.to_owned(),
        }
    }

    fn beside(&self, page: &Page, path: &str) -> Option<Target> {
        let folder = page.folder();
        let logical = || self.at_path(page.language, SourcePath::new(format!("{folder}/{path}")).as_str());
        let above =
            || self.at_path(page.language, SourcePath::new(format!("{}/{path}", page.parent())).as_str());
        let resource = || self.resource(page, &format!("{folder}/{path}"));
        let by_url = || self.at_url(&normal(&format!("{}/{path}", self.base_of(page))));
        if path.ends_with(".md") {
            return logical().or_else(above).or_else(|| self.at_path(page.language, path));
        }
        by_url()
            .or_else(resource)
            .or_else(logical)
            // Templates for links can find pages, starting from the folder that contains a bundle.
            .or_else(above)
            .or_else(|| self.at_url(&normal(path)))
            .or_else(|| self.at_path(page.language, path))
            .or_else(|| self.asset(path))
    }

    /// Returns the page or file at a URL path.
    fn at_url(&self, url: &str) -> Option<Target> {
        let bare = url
            .strip_suffix("/index.html")
            .map_or(url, |folder| if folder.is_empty() { "/" } else { folder });
        let page = self.tree.by_url.get(bare).or_else(|| self.tree.by_url.get(bare.strip_suffix(".html")?));
        if let Some(page) = page {
            return Some(Target::Page(*page));
        }
        let is_known =
            self.has_file(url) || self.tree.resource_urls.contains(url) || self.lists.contains(bare);
        is_known.then(|| Target::Url(url.to_owned()))
    }

    /// Returns the page at a content path.
    fn at_path(&self, language: usize, path: &str) -> Option<Target> {
        let bare = path.strip_suffix(".md").unwrap_or(path);
        let bare = ["_index", "index"]
            .iter()
            .find_map(|name| bare.strip_suffix(name)?.strip_suffix('/').or((bare == *name).then_some("")))
            .unwrap_or(bare);
        let key = bare.trim_matches('/').to_lowercase();
        let own = self
            .tree
            .by_path
            .get(&(language, key.clone()))
            .or_else(|| self.tree.by_path.get(&(0, key.clone())));
        let of_language = || {
            let (bare, name) = key.rsplit_once('.')?;
            let language =
                self.languages.iter().position(|language| language.key.eq_ignore_ascii_case(name))?;
            let bare = bare.strip_suffix("_index").or_else(|| bare.strip_suffix("index")).unwrap_or(bare);
            self.tree.by_path.get(&(language, bare.trim_end_matches('/').to_owned()))
        };
        own.or_else(of_language).map(|page| Target::Page(*page))
    }

    fn resource(&self, page: &Page, path: &str) -> Option<Target> {
        let key = SourcePath::new(path).as_str().to_lowercase();
        let at = self
            .tree
            .by_file
            .get(&(page.language, key.clone()))
            .or_else(|| self.tree.by_file.get(&(0, key)))?;
        Some(Target::Url(self.tree.resources[*at].url.clone()))
    }

    /// Returns the file at a path in `assets`. The file is published at the same path.
    fn asset(&self, path: &str) -> Option<Target> {
        let path = SourcePath::new(path);
        let file = SourcePath::new(format!("assets/{path}"));
        self.origin.files().binary_search(&file).ok()?;
        let url = format!("/{path}");
        self.used.lock().ok()?.insert(url.clone(), file);
        Some(Target::Url(url))
    }

    /// Returns the link from a page to a target.
    fn link(&self, from: &Page, target: &Target) -> Option<String> {
        let to = match target {
            Target::Url(url) => return Some(url.clone()),
            Target::Page(to) => *to,
        };
        let page = &self.tree.pages[to];
        if page.language != from.language {
            return Some(self.url_of(page));
        }
        let own =
            self.tree.by_path.get(&(from.language, from.path.to_lowercase())).map(|at| &self.places[*at]);
        Some(match (own, &self.places[to]) {
            (Some(Place::Doc(own)), Place::Doc(path)) => format!("{}.md", site::between(own, path)),
            (_, place) => place.file().map_or_else(|| self.url_of(page), |file| format!("/{file}")),
        })
    }

    /// Returns the URL path for the argument of a `ref` or `relref` shortcode on a page.
    pub(super) fn reference(&self, page: &Page, reference: &str) -> Option<String> {
        let (path, suffix) = reference.split_at(reference.find(['#', '?']).unwrap_or(reference.len()));
        if path.is_empty() {
            return Some(suffix.to_owned());
        }
        Some(self.tree.pages[self.referenced(page, path)?].url.clone() + suffix)
    }

    /// Returns the page at a path that a page refers to.
    pub(super) fn referenced(&self, page: &Page, path: &str) -> Option<usize> {
        let bare = path.trim_end_matches('/');
        let of_folder =
            |folder: &str| self.at_path(page.language, SourcePath::new(format!("{folder}/{bare}")).as_str());
        let found = match path.starts_with('/') {
            true => self.at_path(page.language, bare),
            false => of_folder(page.folder())
                .or_else(|| of_folder(page.parent()))
                .or_else(|| of_folder(""))
                .or_else(|| self.named(page.language, bare)),
        };
        match found.or_else(|| self.at_url(&normal(bare)))? {
            Target::Page(at) => Some(at),
            _ => None,
        }
    }

    /// If exactly one page has this name, returns the page.
    fn named(&self, language: usize, name: &str) -> Option<Target> {
        let name = name.strip_suffix(".md").unwrap_or(name).to_lowercase();
        let end = format!("/{name}");
        let is_it = |path: &str| path == name || path.ends_with(&end);
        let mut pages = self.tree.by_path.iter().filter(|((own, path), _)| *own == language && is_it(path));
        let (_, page) = pages.next()?;
        Some(Target::Page(*page))
    }

    /// Returns the URL path of an image that a shortcode on a page refers to, and the image's title. The shortcode can
    /// contain a name from the front matter or only part of the filename.
    pub(super) fn image(&self, page: &Page, name: &str) -> Option<(String, Option<String>)> {
        if let Some((file, title)) = named_resource(page, name)
            && let Some(Target::Url(url)) = self.resource(page, &format!("{}/{file}", page.folder()))
        {
            return Some((url, title));
        }
        let folder = format!("{}/", page.folder().to_lowercase());
        let name = name.trim_matches('*').to_lowercase();
        let resources =
            || self.tree.by_file.iter().filter(|((language, _), _)| [0, page.language].contains(language));
        let is_own = |path: &str| {
            let is_image = IMAGES.contains(&SourcePath::new(path).extension());
            let rest = path.strip_prefix(folder.trim_start_matches('/')).filter(|_| is_image);
            rest.is_some_and(|rest| rest.contains(&name))
        };
        let own = resources()
            .find(|((_, path), _)| is_own(path))
            .map(|(_, at)| self.tree.resources[*at].url.clone());
        own.filter(|_| !name.is_empty() && !name.starts_with('/')).map(|url| (url, None))
    }
}

/// Whether the site resolves the links of a page in the page's language. Without an own template for links, Hugo does this
/// if the site has several languages.
pub(super) fn are_resolved(origin: &dyn Origin, config: &Config, languages: &[Language]) -> bool {
    let is_template = |path: &&SourcePath| {
        path.as_str().ends_with("_markup/render-link.html")
            && ["layouts/", "themes/"].iter().any(|folder| path.as_str().starts_with(folder))
    };
    let own = origin.files().iter().filter(is_template).min_by_key(|path| path.as_str());
    match own.and_then(|path| origin.text(path)) {
        Some(template) => RESOLVERS.iter().any(|name| template.text.contains(name)),
        // A theme outside the repository can have a template.
        None => {
            languages.len() > 1
                && config.at(&["theme"]).is_none()
                && config.at(&["module", "imports"]).is_none()
        }
    }
}

/// The functions that find a page, or its URL, in a language.
const RESOLVERS: [&str; 5] = ["GetPage", "relref ", " ref ", "relLangURL", "absLangURL"];

/// The extensions of image files.
const IMAGES: [&str; 8] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp"];

/// Returns the file and the title of a page's resource with this name in the front matter.
fn named_resource(page: &Page, name: &str) -> Option<(String, Option<String>)> {
    let resources = page.front.at("resources")?.items();
    let is_named = |resource: &&Node| resource.at(&["name"]).and_then(Node::text).as_deref() == Some(name);
    let resource = resources.iter().find(is_named)?;
    Some((resource.at(&["src"])?.text()?, resource.at(&["title"]).and_then(Node::text)))
}

/// The target of a link.
pub(super) enum Target {
    /// The index of a page.
    Page(usize),
    /// A URL path.
    Url(String),
}

/// Encodes spaces and parentheses in a URL, because in Markdown, these characters would end the URL.
fn encoded(url: &str) -> String {
    url.replace(' ', "%20").replace('(', "%28").replace(')', "%29")
}
