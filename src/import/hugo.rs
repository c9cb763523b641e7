//! Converts Hugo and Zola sites, with or without a documentation theme. The content of such a site is a tree of
//! sections.

mod blog;
mod cascade;
mod config;
mod content;
mod files;
mod formulas;
mod front;
mod host;
mod languages;
mod links;
mod menus;
mod mounts;
mod pages;
mod params;
mod people;
mod places;
mod redirects;
mod settings;
mod sidebars;
mod template;
mod texts;
mod themes;
mod unread;
mod urls;
mod values;
mod zola;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

use rayon::prelude::*;
use serde_json::{Map, json};

use super::front_matter;
use super::goldmark::Rules;
use super::left::Left;
use super::settings::Settings;
use super::{Content, Imported, Origin, translations};
use crate::path::SourcePath;
use crate::source::tree::Node;
use blog::Blog;
use config::Config;
use content::{Kind, Tree};
use languages::Language;
use places::Place;
use texts::Texts;

/// A generator whose sites consist of sections.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tool {
    Hugo,
    Zola,
}

/// A Hugo or Zola site.
struct Site<'o> {
    tool: Tool,
    origin: &'o dyn Origin,
    config: Config,
    /// The languages, with the default language first.
    languages: Vec<Language>,
    /// Whether URLs in the default language start with the language's key.
    has_default_folder: bool,
    /// The site's URL.
    base_url: String,
    base_path: String,
    tree: Tree,
    /// The location of each page in the new site.
    places: Vec<Place>,
    blogs: Vec<Blog>,
    /// The static files, by URL path.
    files: BTreeMap<String, SourcePath>,
    /// The URL paths of generated lists, such as lists of tags, that exist in both Hugo and docgen.
    lists: BTreeSet<String>,
    /// Whether authors are a taxonomy, so each author has a page.
    has_authors: bool,
    rules: Rules,
    /// Whether the URLs of pages end in `.html`.
    is_ugly: bool,
    /// Whether links that start with a slash lead to pages in the page's language.
    has_resolved_links: bool,
    /// Whether templates show the titles of pages as headings.
    has_shown_titles: bool,
    /// The sidebar positions of pages whose position differs from their weight.
    positions: BTreeMap<usize, f64>,
    /// The site's own shortcodes.
    templates: BTreeMap<String, String>,
    /// The site's partial templates.
    partials: BTreeMap<String, String>,
    /// The site's data files, which templates read.
    data: OnceLock<minijinja::Value>,
    /// The texts that templates show.
    texts: Texts,
    /// The people in data files, by key.
    people: BTreeMap<String, Node>,
    /// The files in `assets` and in themes that pages and settings use, by URL path.
    used: Mutex<BTreeMap<String, SourcePath>>,
    /// The redirects, by URL path.
    redirects: Mutex<BTreeMap<String, String>>,
}

/// The keys that exist only in Hugo configs. A config file that isn't named `hugo` must contain one of these keys.
const OWN: [&str; 8] = [
    "baseurl",
    "languagecode",
    "theme",
    "module",
    "params",
    "markup",
    "defaultcontentlanguage",
    "taxonomies",
];

/// Converts a site that has a Hugo config.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let config = Config::read(origin)?;
    let is_named = config.is_in_file("hugo");
    if !is_named && !OWN.iter().any(|key| config.at(&[key]).is_some()) {
        return None;
    }
    let themed = themes::Themed::new(origin, &config);
    let origin: &dyn Origin = &themed;
    let languages = languages::read(&config);
    let tree = content::read(Tool::Hugo, origin, &config, &languages);
    if tree.pages.is_empty() && tree.foreign.is_empty() {
        return None;
    }
    let layouts = mounts::texts_outside(origin, &config, "layouts");
    let parts = Parts {
        base_url: config.text(&["baseURL"]).map(with_scheme).unwrap_or_default(),
        has_default_folder: languages::is_default_in_folder(&config),
        files: files::of_static(origin, &config, &languages),
        rules: settings::rules(origin, &config, &tree),
        templates: template::read(origin, &template::HUGO, &layouts),
        partials: template::read(origin, &template::PARTIALS, &layouts),
    };
    let imported = Site::new(Tool::Hugo, origin, config, languages, tree, parts).convert();
    Some(themed.loaded(imported))
}

/// Adds the scheme to a URL that starts with the host.
fn with_scheme(url: String) -> String {
    if url.starts_with("//") { format!("https:{url}") } else { url }
}

/// Converts a site that has a Zola config.
pub(super) fn import_zola(origin: &dyn Origin) -> Option<Imported> {
    zola::import(origin)
}

/// The config values that each generator reads differently.
struct Parts {
    base_url: String,
    has_default_folder: bool,
    files: BTreeMap<String, SourcePath>,
    rules: Rules,
    templates: BTreeMap<String, String>,
    partials: BTreeMap<String, String>,
}

impl<'o> Site<'o> {
    fn new(
        tool: Tool,
        origin: &'o dyn Origin,
        config: Config,
        languages: Vec<Language>,
        tree: Tree,
        parts: Parts,
    ) -> Self {
        let Parts { base_url, has_default_folder, files, rules, templates, partials } = parts;
        let after = base_url.find("://").map_or(0, |at| at + 3);
        let base_path = base_url[after..].find('/').map_or("/", |at| &base_url[after + at..]).to_owned();
        let blogs = blog::find(&tree);
        let mut site = Site {
            tool,
            is_ugly: content::is_ugly(&config),
            has_resolved_links: tool == Tool::Hugo && links::are_resolved(origin, &config, &languages),
            has_shown_titles: template::show_titles(origin),
            has_default_folder,
            files,
            rules,
            templates,
            partials,
            data: OnceLock::new(),
            texts: texts::read(origin, &mounts::texts_outside(origin, &config, "i18n")),
            people: match tool {
                Tool::Hugo => {
                    people::read(origin, &config.text(&["dataDir"]).unwrap_or_else(|| "data".to_owned()))
                }
                Tool::Zola => BTreeMap::new(),
            },
            positions: BTreeMap::new(),
            lists: BTreeSet::new(),
            has_authors: config.has_taxonomy("authors"),
            used: Mutex::default(),
            redirects: Mutex::default(),
            origin,
            config,
            languages,
            base_url,
            base_path,
            tree,
            places: Vec::new(),
            blogs,
        };
        site.places = places::all(&site.tree, &site.blogs, &|page| site.has_generated_list(page));
        site.positions = site.positions();
        site.lists = site.lists();
        site
    }

    /// Returns a slash and the first segment of a language's URLs. For the default language, returns an empty string.
    fn prefix(&self, language: usize) -> String {
        if language == 0 { String::new() } else { format!("/{}", self.languages[language].key) }
    }

    /// Adds a redirect. If several redirects start at the same path, keeps the one to the default language. The order of the
    /// pages doesn't determine which one is kept.
    fn redirect(&self, from: &str, to: &str) {
        // The server shows this file at the folder's URL.
        let from = from.strip_suffix("/index.html").filter(|from| !from.is_empty()).unwrap_or(from);
        if let Ok(mut redirects) = self.redirects.lock() {
            let own = redirects.entry(from.to_owned()).or_insert_with(|| to.to_owned());
            let rank = |url: &str| {
                let of_language = |language| url.starts_with(&format!("{}/", self.prefix(language)));
                ((1..self.languages.len()).any(of_language), url.to_owned())
            };
            if rank(to) < rank(own) {
                *own = to.to_owned();
            }
        }
    }

    fn convert(&self) -> Imported {
        let (mut left, mut files) = (Left::default(), BTreeMap::new());
        let mut settings = match self.tool {
            Tool::Hugo => self.settings(&mut left),
            Tool::Zola => self.settings_of_zola(&mut left),
        };
        self.set_blogs(&mut settings);
        let all: Vec<usize> = (0..self.tree.pages.len()).collect();
        let converted: Vec<(SourcePath, String, Left)> =
            all.par_iter().filter_map(|at| self.page(*at)).collect();
        let mut count = 0;
        for (path, text, page) in converted {
            count += usize::from(path.extension() == "md");
            files.insert(path, Content::Text(text));
            left.add(page);
        }
        self.folders(&mut files);
        self.write_authors(&mut files);
        self.homes(&mut files, &mut left);
        self.note_foreign(&mut left);
        // Hugo generates the home page of a site whose other pages can't be converted.
        if self.tree.pages.is_empty() {
            let title = self.config.text(&["title"]).unwrap_or_else(|| "Documentation".to_owned());
            let entries = Map::from_iter([("title".to_owned(), title.into())]);
            files.insert(
                SourcePath::new("content/docs/index.md"),
                Content::Text(front_matter::write(&entries)),
            );
        }
        self.note_unread(&mut left);
        self.note_data(&mut left);
        self.note_rules(&mut left);
        let others = self.copy(&mut files);
        self.write_redirects(&mut settings);
        for language in self.languages.iter().skip(1) {
            let title = self.config.text(&["languages", &language.key, "title"]);
            translations::write(&language.key, vec![("site.title", title)], &settings, &mut files);
        }
        self.translate_blogs(&mut files);
        self.rules.syntax.turn_on(&files, &mut settings);
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
        let counts = vec![("page", count), ("other file", others)];
        let tool = match self.tool {
            Tool::Hugo => "Hugo",
            Tool::Zola => "Zola",
        };
        Imported { tool, files, counts, left: left.into_diagnostics(), listing: None }
    }

    /// Reports pages in formats other than Markdown, and translated posts that have no original.
    fn note_foreign(&self, left: &mut Left) {
        for path in &self.tree.foreign {
            if let Some(source) = self.origin.text(path) {
                let what = format!("the page `{path}`");
                left.note(&source, 0..0, &what, "rewrite the page in Markdown");
            }
        }
        for (page, place) in self.tree.pages.iter().zip(&self.places) {
            let text = page.source.text[page.front.end..].trim();
            if *place == Place::Posts && !text.is_empty() {
                let at = page.source.text.len() - page.source.text[page.front.end..].trim_start().len();
                let what = "the text above the list of posts";
                left.note(&page.source, at..at + text.len(), what, "move the text to a page or a post");
            }
            if *place == Place::Fallback {
                let what = "the title of a translation without text";
                let hint = "translate the text; until then, docgen shows the page in the default locale";
                left.note(&page.source, 0..0, what, hint);
            }
            if *place == Place::None && page.kind != Kind::Section {
                let what = format!("the page `{}`", page.source.path);
                left.note(
                    &page.source,
                    0..0,
                    &what,
                    "write a post with the same name in the default locale, or rename the file",
                );
            }
        }
    }

    /// Writes the redirects whose source path isn't in use.
    fn write_redirects(&self, settings: &mut Settings) {
        let redirects = self.redirects.lock().map(|redirects| redirects.clone()).unwrap_or_default();
        // Two URLs can have the same file.
        for (from, to) in &redirects {
            if from.ends_with("/*") && to.ends_with("/*") {
                settings.push("redirects", json!({ "from": from, "to": to }));
                continue;
            }
            let is_free = from != "/" && from != to && !self.is_page(from) && !from.contains(['?', '#', '*']);
            // docgen itself writes the Markdown version of a page to such a path.
            let is_own = from.strip_suffix(".md").is_some_and(|bare| self.is_page(bare))
                || self.files.contains_key(from)
                || self.is_ugly
                    && from
                        .strip_suffix(".html")
                        .is_some_and(|bare| redirects.contains_key(bare) || self.is_page(bare));
            if is_free && !is_own {
                let to = self.existing(to, &redirects);
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
        if self.languages.len() > 1 && !self.has_default_folder {
            settings.push("redirects", json!({ "from": format!("/{}", self.languages[0].key), "to": "/" }));
        }
        if self.has_default_folder {
            let key = &self.languages[0].key;
            settings.push("redirects", json!({ "from": format!("/{key}/*"), "to": "/*" }));
        }
    }

    /// If a target exists in the new site, returns the target unchanged. Otherwise, returns a path that docgen doesn't
    /// check.
    fn existing(&self, to: &str, redirects: &BTreeMap<String, String>) -> String {
        let (path, _) = to.split_at(to.find(['#', '?']).unwrap_or(to.len()));
        let bare = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let has = |list: &str| bare.split('/').skip(1).any(|segment| segment == list);
        let is_made = has("tags") || self.has_authors && has("authors");
        let is_known = !to.starts_with('/')
            || bare == "/"
            || is_made
            || self.is_page(bare)
            || self.files.contains_key(bare)
            || redirects.contains_key(bare)
            || self.tree.resource_urls.contains(bare);
        let page = self.tree.by_url.get(bare).map(|at| self.url_of(&self.tree.pages[*at]));
        match page.filter(|url| self.is_page(bare) && url != bare) {
            Some(url) => url + &to[path.len()..],
            None if is_known => to.to_owned(),
            None => format!("pathname://{to}"),
        }
    }

    /// Whether the new site has a page at a URL path.
    fn is_page(&self, url: &str) -> bool {
        // In docgen, a page whose URL ends in `.html` has a different URL.
        let place = self.tree.by_url.get(url).filter(|_| !url.ends_with(".html")).map(|at| &self.places[*at]);
        place
            .is_some_and(|place| matches!(place, Place::Doc(_) | Place::Home | Place::List | Place::Fallback))
            || self.is_post(url)
            || self.blogs.iter().any(|blog| blog.route == url)
    }

    fn is_post(&self, url: &str) -> bool {
        let Some(at) = self.tree.by_url.get(url).filter(|at| matches!(self.places[**at], Place::Post(_)))
        else {
            return false;
        };
        let prefix = self.prefix(self.tree.pages[*at].language);
        self.blogs.iter().any(|blog| url.starts_with(&format!("{prefix}{}/", blog.route)))
    }
}
