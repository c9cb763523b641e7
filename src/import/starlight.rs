//! Converts sites that use Starlight, the Astro documentation theme.

mod api;
mod astro;
mod blog;
mod code;
mod context;
mod copy;
mod files;
mod front_matter;
mod imports;
mod jsx;
mod loader;
mod navigation;
mod plugins;
mod settings;
mod statements;
mod tags;
mod text;
mod topics;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use jsx::{Tag as JsxTag, expression};
use rayon::prelude::*;
use serde_json::Value as Json;

use super::left::Left;
use super::math::{Macros, Math};
use super::place::{self, Place, visible};
use super::settings::Settings;
use super::syntax::Syntax;
use super::{Content, Imported, Origin, site, translations};
use crate::component::{Evaluated, MODULE};
use crate::path::{SourcePath, slugify};
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The packages that have a stand-in of their own in the config.
const STAND_INS: [(&str, &str); 3] = [
    (api::PLUGIN, api::STAND_IN),
    (topics::PLUGIN, topics::STAND_IN),
    (plugins::TYPEDOC, plugins::TYPEDOC_STAND_IN),
];

/// The theme's package.
const PACKAGE: &str = "@astrojs/starlight";

/// The possible names of the config file.
const CONFIGS: [&str; 5] =
    ["astro.config.mjs", "astro.config.ts", "astro.config.js", "astro.config.mts", "astro.config.cjs"];

/// The extensions of pages, except Markdoc pages.
const PAGES: [&str; 7] = ["md", "mdx", "markdown", "mdown", "mkdn", "mkd", "mdwn"];

/// A page on the site.
struct Page {
    /// The file's path.
    file: SourcePath,
    place: Place,
    /// The URL path in the original site, without leading or trailing slashes.
    slug: String,
    title: String,
    label: Option<String>,
    order: Option<f64>,
    is_hidden: bool,
    is_draft: bool,
    /// The post's authors. If the page has no authors, the value is `None`.
    authors: Option<Vec<blog::Writer>>,
}

/// A Starlight site.
struct Starlight<'o> {
    origin: &'o dyn Origin,
    /// The config.
    source: Source,
    /// The Astro settings.
    astro: Node,
    /// The folder that contains the config. The path is empty for the root folder.
    root: String,
    /// The folder that contains the source files.
    src: String,
    /// The folder that contains the files to publish unchanged.
    public: String,
    /// The folder that contains the pages.
    docs: String,
    /// Whether the content config has no loaders. If so, files in folders whose names start with `_` aren't pages.
    is_legacy: bool,
    /// The patterns that select the pages.
    patterns: loader::Patterns,
    /// Whether a loader sets the URLs of the pages.
    has_own_ids: bool,
    /// Whether a hyphen at the end of a heading's ID is left out, as in Astro 5 and earlier.
    strips_hyphens: bool,
    /// The site's base path, with leading and trailing slashes.
    base: String,
    /// The locales that have a folder.
    locales: Vec<String>,
    /// The default locale, if its pages are in a folder. In the new site, these pages' URLs don't contain the folder.
    main: Option<String>,
    /// The pages, by path relative to `docs`.
    pages: BTreeMap<String, Page>,
    /// The paths of the pages, by slug.
    slugs: BTreeMap<String, String>,
    /// The IDs of the documents in the default locale.
    ids: BTreeSet<String>,
    /// The locales with their own sidebar.
    translated: BTreeSet<String>,
    /// The import path aliases, such as `~/*`, with their targets.
    aliases: Vec<(String, String)>,
    blogs: Vec<blog::Blog>,
    apis: Vec<api::Api>,
    /// The URL paths of pages that have a different URL in the new site, without slashes at the ends, each with the new
    /// URL path.
    moved: BTreeMap<String, String>,
    /// The sidebars of documents that don't show the first sidebar that contains them, by the document's ID.
    placed: BTreeMap<String, String>,
    /// The IDs of the topics' sidebars, by the topic's ID.
    topic_ids: BTreeMap<String, String>,
    /// The translations of labels in the config, by locale.
    labels: BTreeMap<String, BTreeMap<String, String>>,
    /// The packages that the config and its modules import.
    packages: BTreeSet<String>,
    /// The placeholders that the config's own plugins replace.
    placeholders: BTreeSet<String>,
    /// The imports that pages use without containing them.
    imports: Vec<imports::Import>,
}

/// A converted file.
struct Converted {
    path: SourcePath,
    text: String,
    /// The files that this file shows, links to, or imports.
    needed: BTreeSet<files::Needed>,
    left: Left,
}

/// Converts a site whose Astro config uses Starlight.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let source = config(origin)?;
    let mut left = Left::default();
    let known = &settings::is_noted;
    let evaluated = super::settings::evaluated_with(origin, &source, &STAND_INS, known, &mut left)?;
    let site = Starlight::new(origin, source, evaluated, &mut left)?;
    Some(site.convert(left))
}

/// Whether the site's version of Astro leaves out a hyphen at the end of a heading's ID.
fn strips_hyphens(origin: &dyn Origin, root: &str, astro: &Node) -> bool {
    let is_compatible = astro.at(&["experimental", "headingIdCompat"]).map(|node| &node.value);
    let package = origin.text(&SourcePath::new(format!("{root}/package.json")));
    let package = package.and_then(|source| serde_json::from_str::<Json>(&source.text).ok());
    let version = package.as_ref().and_then(|package| {
        ["dependencies", "devDependencies"].iter().find_map(|list| package[list]["astro"].as_str())
    });
    let major = version.and_then(|version| {
        version.trim_start_matches(|c: char| !c.is_ascii_digit()).split('.').next()?.parse::<u32>().ok()
    });
    major.is_some_and(|major| major < 6) && !matches!(is_compatible, Some(Value::Bool(true)))
}

/// Returns the config that is closest to the root folder.
fn config(origin: &dyn Origin) -> Option<Source> {
    let is_config = |path: &&SourcePath| CONFIGS.contains(&path.file_name());
    let mut paths: Vec<&SourcePath> = origin.files().iter().filter(is_config).collect();
    let depth = |path: &SourcePath| path.as_str().matches('/').count();
    let is_chosen = |path: &SourcePath| path.parent() == origin.folder();
    paths.sort_by_key(|path| (!is_chosen(path), depth(path)));
    let is_starlight = |source: &Source| source.text.contains(PACKAGE);
    paths.into_iter().filter_map(|path| origin.text(path)).find(is_starlight)
}

/// Joins a path to a folder. The folder can be the root folder.
fn join(folder: &str, path: &str) -> String {
    SourcePath::new(format!("{folder}/{path}")).as_str().to_owned()
}

impl<'o> Starlight<'o> {
    fn new(origin: &'o dyn Origin, source: Source, evaluated: Evaluated, left: &mut Left) -> Option<Self> {
        let Evaluated { node: astro, packages, placeholders, .. } = evaluated;
        let root = source.path.parent().to_owned();
        let folder = |key: &str, default: &str| {
            let own = astro.at(&[key]).and_then(Node::text);
            join(&root, &own.unwrap_or_else(|| default.to_owned()))
        };
        let (src, public) = (folder("srcDir", "src"), folder("publicDir", "public"));
        let docs = join(&src, "content/docs");
        let base = match astro.at(&["base"]).and_then(Node::text).unwrap_or_default().trim_matches('/') {
            "" => "/".to_owned(),
            base => format!("/{base}/"),
        };
        let strips_hyphens = strips_hyphens(origin, &root, &astro);
        let mut site = Starlight {
            origin,
            source,
            astro,
            root,
            src,
            public,
            docs,
            is_legacy: false,
            patterns: loader::Patterns::default(),
            has_own_ids: false,
            strips_hyphens,
            base,
            locales: Vec::new(),
            main: None,
            pages: BTreeMap::new(),
            slugs: BTreeMap::new(),
            ids: BTreeSet::new(),
            translated: BTreeSet::new(),
            aliases: Vec::new(),
            blogs: Vec::new(),
            apis: Vec::new(),
            moved: BTreeMap::new(),
            placed: BTreeMap::new(),
            topic_ids: BTreeMap::new(),
            labels: BTreeMap::new(),
            packages,
            placeholders,
            imports: Vec::new(),
        };
        site.blogs = site.find_blogs();
        site.aliases = site.aliases();
        site.imports = site.find_imports();
        site.read_loader(left);
        let locales = site.theme().and_then(|theme| theme.at(&["locales"])).and_then(Node::entries);
        site.locales = locales.unwrap_or_default().iter().map(|(key, _)| key.name.clone()).collect();
        let has_root = site.locales.iter().any(|name| name == "root");
        site.locales.retain(|name| name != "root" && place::code(name).is_some());
        if !has_root {
            let default = site.text(&["defaultLocale"]).filter(|name| site.locales.contains(name));
            site.main = default.or_else(|| site.locales.first().cloned());
        }
        for file in origin.files() {
            site.add(file, left);
        }
        if site.pages.is_empty() {
            return None;
        }
        site.unify();
        let places = site.pages.values().map(|page| &page.place);
        let ids = places.filter(|place| place.locale.is_none()).filter_map(Place::id).map(str::to_owned);
        site.ids = ids.collect();
        site.apis = site.find_apis(left);
        site.moved.extend(site.apis.iter().flat_map(|api| api.moved.clone()));
        Some(site)
    }

    /// Returns the Starlight settings.
    fn theme(&self) -> Option<&Node> {
        find(self.astro.at(&["integrations"])?, 0)
    }

    /// Returns the text value of a Starlight setting.
    fn text(&self, keys: &[&str]) -> Option<String> {
        self.theme()?.at(keys)?.text()
    }

    /// Adds a file in the `docs` folder.
    fn add(&mut self, file: &SourcePath, left: &mut Left) {
        let Some(below) = file.strip_dir(&self.docs) else { return };
        let is_part = file.file_name().starts_with('_')
            || below
                .split('/')
                .any(|part| part.starts_with('.') || (self.is_legacy && part.starts_with('_')));
        let extension = file.extension();
        if is_part || !self.patterns.has(below) || !(PAGES.contains(&extension) || extension == "mdoc") {
            return;
        }
        let Some(source) = self.origin.text(file) else { return };
        if extension == "mdoc" {
            left.note(&source, 0..0, "the Markdoc page", "rewrite it in Markdown");
            return;
        }
        let front_matter = super::front_matter::read(&source);
        let entry = |keys: &[&str]| {
            let entry = front_matter.entries.iter().find(|entry| entry.name == keys[0])?;
            entry.node.at(&keys[1..])
        };
        let text = |keys: &[&str]| entry(keys).and_then(Node::text);
        let bare = below.strip_suffix(extension).unwrap_or(below).trim_end_matches('.');
        let own = text(&["slug"]).map(|own| own.trim_matches('/').to_owned());
        let is_own = own.is_some();
        let mut slug = own.unwrap_or_else(|| slug(bare));
        let is_in = |path: &str, code: &str| {
            path.split('/').next().is_some_and(|first| first.eq_ignore_ascii_case(code))
        };
        // A page in a locale's folder belongs to the locale, even if its slug doesn't contain the locale.
        let folder = self.locales.iter().find(|code| below.contains('/') && is_in(below, code));
        let outside = folder.filter(|code| is_own && !is_in(&slug, code));
        if let Some(code) = outside {
            let inside = join(&code.to_ascii_lowercase(), &slug);
            let is_moved = !self.has_own_ids && self.main.as_ref() != Some(code);
            if is_moved && let Some(code) = place::code(code) {
                self.moved.insert(slug.clone(), format!("/{code}/{slug}").trim_end_matches('/').to_owned());
            }
            slug = inside;
        }
        let locale = folder.or_else(|| self.locales.iter().find(|code| is_in(&slug, code)));
        // A locale's folder name and language tag can differ in case.
        let of_locale = |path: &'_ str| -> String {
            let is_inside = |code: &&String| {
                let first = path.split('/').next().unwrap_or_default();
                first.eq_ignore_ascii_case(code)
            };
            let rest = locale.filter(is_inside).and_then(|code| path.get(code.len()..));
            rest.unwrap_or(path).trim_start_matches('/').to_owned()
        };
        let (below_locale, route) = (of_locale(bare), of_locale(&slug));
        let below_locale = if below_locale.is_empty() { "index".to_owned() } else { below_locale };
        let is_splash = text(&["template"]).as_deref() == Some("splash");
        let has_hero = entry(&["hero"]).is_some();
        let kind = if extension == "mdx" { "mdx" } else { "md" };
        let blog = self.blogs.iter().find(|blog| blog.has(&route));
        let folder = match blog {
            Some(blog) => &blog.id,
            None if (is_splash && has_hero) || route == "404" => "pages",
            None => "docs",
        };
        let below_folder = blog.and_then(|blog| below_locale.strip_prefix(&format!("{}/", blog.prefix)));
        let place = Place {
            folder: folder.to_owned(),
            locale: locale
                .filter(|code| self.main.as_ref() != Some(*code))
                .and_then(|code| place::code(code)),
            below: format!("{}.{kind}", visible(below_folder.unwrap_or(&below_locale))),
            route: format!("/{route}"),
        };
        let page = Page {
            file: file.clone(),
            place,
            title: text(&["title"]).unwrap_or_default(),
            label: text(&["sidebar", "label"]),
            order: match entry(&["sidebar", "order"]).map(|node| &node.value) {
                Some(Value::Number(number)) => Some(*number),
                _ => None,
            },
            is_hidden: matches!(
                entry(&["sidebar", "hidden"]).map(|node| &node.value),
                Some(Value::Bool(true))
            ),
            is_draft: matches!(entry(&["draft"]).map(|node| &node.value), Some(Value::Bool(true))),
            authors: entry(&["authors"]).map(blog::writers),
            slug: slug.clone(),
        };
        self.slugs.insert(slug, below.to_owned());
        self.pages.insert(below.to_owned(), page);
    }

    /// Gives a page and its translations the same extension.
    fn unify(&mut self) {
        let bare = |place: &Place| {
            place.below.rsplit_once('.').map_or_else(String::new, |(bare, _)| bare.to_owned())
        };
        let is_mdx = |page: &&Page| page.place.below.ends_with(".mdx");
        let mdx: BTreeSet<String> =
            self.pages.values().filter(is_mdx).map(|page| bare(&page.place)).collect();
        for page in self.pages.values_mut() {
            let path = bare(&page.place);
            if mdx.contains(&path) {
                page.place.below = path + ".mdx";
            }
        }
    }

    /// Returns the optional syntax of the pages, which depends on the plugins that the config imports.
    fn syntax(&self, is_mdx: bool) -> Syntax {
        let has = |name: &str| self.packages.iter().any(|package| package.contains(name));
        let remark = || Math { macros: Macros::of_config(&self.astro), ..Math::remark(is_mdx) };
        let math = (has("remark-math") || has("starlight-katex")).then(remark);
        Syntax { math, emoji: has("emoji"), ..Syntax::default() }
    }

    fn convert(mut self, mut left: Left) -> Imported {
        let mut files = BTreeMap::new();
        let mut settings = Settings::default();
        let mut needed = self.settings(&mut settings, &mut files, &mut left);
        self.navigation(&mut settings, &mut left);
        self.write_labels(&mut files);
        let all: Vec<(&String, &Page)> = self.pages.iter().collect();
        let count = all.len();
        let converted: Vec<Converted> =
            all.par_iter().filter_map(|(below, page)| self.page(below, page)).collect();
        let before = files.len();
        let target = |url: &str| {
            let (path, suffix) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
            Some(self.url_at(path)? + suffix)
        };
        site::copy_public(self.origin, &self.public, &mut settings, &mut files, &mut left, &target);
        for page in converted {
            files.insert(page.path, Content::Text(page.text));
            needed.extend(page.needed);
            left.add(page.left);
        }
        self.copy_needed(needed, &mut files, &mut left);
        self.note_others(&mut left);
        self.syntax(false).turn_on(&files, &mut settings);
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
        let others = files.len() - before - count - 1;
        let counts = vec![("page", count), ("other file", others)];
        Imported { tool: "Starlight", files, counts, left: left.into_diagnostics(), listing: None }
    }

    /// Writes the translations of labels in the config.
    fn write_labels(&self, files: &mut BTreeMap<SourcePath, Content>) {
        for (locale, labels) in &self.labels {
            translations::add(locale, labels.clone(), files);
        }
    }

    /// Reports the routes that aren't part of the documentation.
    fn note_others(&self, left: &mut Left) {
        let folder = join(&self.src, "pages");
        let of_route =
            |file: &&SourcePath| file.strip_dir(&folder).is_some_and(|below| !below.contains("/_"));
        for file in self.origin.files().iter().filter(of_route) {
            if let Some(source) = self.origin.text(file) {
                left.note(&source, 0..0, "the page outside the documentation", "add it to `content/pages`");
            }
        }
    }
}

/// Returns the Starlight settings in a list of integrations, which can contain nested lists.
fn find(node: &Node, depth: usize) -> Option<&Node> {
    if node.at(&[MODULE]).and_then(Node::text).as_deref() == Some(PACKAGE) {
        return Some(node);
    }
    node.items().iter().filter(|_| depth < 4).find_map(|item| find(item, depth + 1))
}

/// Returns the slug for a file path without an extension.
fn slug(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(slugify_part).collect();
    let whole = parts.join("/");
    match whole.as_str() {
        "index" => String::new(),
        whole => whole.strip_suffix("/index").unwrap_or(whole).to_owned(),
    }
}

/// Converts a path segment to a slug segment. A segment without letters stays the same.
fn slugify_part(part: &str) -> String {
    if part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_')) {
        return part.to_owned();
    }
    slugify(part)
}
