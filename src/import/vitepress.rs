//! Converts VitePress sites.

mod additional;
mod blocks;
mod code;
mod components;
mod context;
mod home;
mod include;
mod inline;
mod links;
mod marks;
mod nav;
mod page;
mod settings;
mod slugs;
mod tag;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::glob::{Rewrite, glob};
use super::left::Left;
use super::math::{Macros, Math};
use super::parts::{self, Parts, Use};
use super::place::{self, Place, visible};
use super::settings::Settings;
use super::syntax::Syntax;
use super::{Content, Imported, Origin, site};
use crate::component::Evaluated;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The folder that contains the config and the theme.
const FOLDER: &str = ".vitepress";

/// The possible names of the config file.
const CONFIGS: [&str; 12] = [
    "config.ts",
    "config.mts",
    "config.js",
    "config.mjs",
    "config.cjs",
    "config.json",
    "config/index.ts",
    "config/index.mts",
    "config/index.js",
    "config/index.mjs",
    "config/index.cjs",
    "config/index.json",
];

/// A page on the site.
struct Page {
    /// The file's path.
    file: SourcePath,
    place: Place,
}

/// A VitePress site.
struct VitePress<'o> {
    origin: &'o dyn Origin,
    /// The config.
    source: Source,
    config: Node,
    /// If the config adds Markdown syntax, the names that the config's code contains. These include the names of
    /// containers.
    names: BTreeSet<String>,
    /// The folder that contains `.vitepress`. The path is empty for the root folder.
    root: String,
    /// The folder that contains the pages.
    src: String,
    /// The folder that contains the files to publish unchanged.
    public: String,
    /// The site's base path, with leading and trailing slashes.
    base: String,
    /// The locales that have a folder.
    locales: Vec<String>,
    /// The locale that becomes the default locale if all pages are in locale folders. In the new site, the URLs of this
    /// locale's pages don't contain the folder.
    main: Option<String>,
    /// The pages, by the path that each page's URL is based on.
    pages: BTreeMap<String, Page>,
    /// The IDs of the documents in the default locale.
    ids: BTreeSet<String>,
    /// The sidebars of the locales. The first element contains the sidebars for pages that don't belong to any of these
    /// locales.
    sidebars: Vec<nav::Sidebars>,
    listed: nav::Listed,
    /// If the config contains a function for heading IDs, the heading IDs by text.
    slugs: BTreeMap<String, String>,
    syntax: Syntax,
    /// The files that several pages include.
    parts: Parts,
    components: components::Components,
}

/// A converted page.
struct Converted {
    path: SourcePath,
    text: String,
    /// The files that the page shows or links to.
    assets: BTreeSet<SourcePath>,
    left: Left,
    /// The text of each heading on the page.
    headings: Vec<String>,
    /// The site's own components on the page.
    uses: BTreeSet<context::Use>,
}

/// Converts a site that has a `.vitepress` folder.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let path = config_path(origin)?;
    let source = origin.text(&path)?;
    let mut left = Left::default();
    let config = super::settings::evaluated(origin, &source, &settings::is_noted, &mut left)?;
    Some(VitePress::new(origin, source, config, &mut left).convert(left))
}

/// Returns the path of the config that is closest to the root folder.
fn config_path(origin: &dyn Origin) -> Option<SourcePath> {
    let is_config = |path: &&SourcePath| {
        let path = path.as_str();
        let below = path.strip_prefix(FOLDER).or_else(|| Some(path.split_once("/.vitepress")?.1));
        below.and_then(|below| below.strip_prefix('/')).is_some_and(|below| CONFIGS.contains(&below))
    };
    let depth = |path: &SourcePath| {
        path.as_str().split("/.vitepress/").next().map_or(0, |root| root.split('/').count())
    };
    let rank = |path: &SourcePath| {
        let name = path.as_str().rsplit_once("vitepress/").map_or("", |(_, name)| name);
        CONFIGS.iter().position(|known| *known == name)
    };
    origin.files().iter().filter(is_config).min_by_key(|path| (depth(path), rank(path))).cloned()
}

/// Joins a path to a folder. The folder can be the root folder.
fn join(folder: &str, path: &str) -> String {
    SourcePath::new(format!("{folder}/{path}")).as_str().to_owned()
}

impl<'o> VitePress<'o> {
    fn new(origin: &'o dyn Origin, source: Source, evaluated: Evaluated, left: &mut Left) -> Self {
        let Evaluated { node: config, functions, names, .. } = evaluated;
        let is_extended = functions.iter().any(|(path, _)| path == "markdown.config");

        let above = source.path.as_str().split(FOLDER).next().unwrap_or_default();
        let root = above.trim_end_matches('/').to_owned();
        let text = |keys: &[&str]| config.at(keys).and_then(Node::text);
        let src = join(&root, &text(&["srcDir"]).unwrap_or_default());
        let public = join(&src, &text(&["vite", "publicDir"]).unwrap_or_else(|| "public".to_owned()));
        let components = components::Components::new(origin, &join(&root, FOLDER));
        let base = text(&["base"]).unwrap_or_default();
        let base = match base.trim_matches('/') {
            "" => "/".to_owned(),
            base => format!("/{base}/"),
        };
        let mut site = VitePress {
            origin,
            source,
            config,
            names: if is_extended { names } else { BTreeSet::new() },
            root,
            src,
            public,
            base,
            locales: Vec::new(),
            main: None,
            pages: BTreeMap::new(),
            ids: BTreeSet::new(),
            sidebars: Vec::new(),
            listed: nav::Listed::new(),
            slugs: BTreeMap::new(),
            syntax: Syntax::default(),
            parts: Parts::default(),
            components,
        };
        site.syntax = site.syntax();
        let routes = site.routes(left);
        site.add_configs(left);
        site.locales = site.folders_of_locales(&routes);
        site.main = site.main_locale(&routes);
        for (route, file) in routes {
            let home = origin.text(&file).is_some_and(|source| page::is_home(&source));
            let place = site.place(&route, home);
            site.pages.insert(route, Page { file, place });
        }
        site.drop_outside_main(left);
        let places = site.pages.values().map(|page| &page.place);
        let ids = places.filter(|place| place.locale.is_none()).filter_map(Place::id).map(str::to_owned);
        site.ids = ids.collect();
        let new_page =
            |file: &SourcePath| Some(site.pages.values().find(|page| page.file == *file)?.place.file());
        site.parts = Parts::new(site.uses(), origin, "content/docs", &new_page);
        site
    }

    /// Returns the site's own delimiters for attribute lists. The setting names differ between VitePress 1 and 2.
    fn attribute_delimiters(&self) -> Option<(String, String)> {
        let names = [["leftDelimiter", "rightDelimiter"], ["left", "right"]];
        let delimiter = |name: &str| self.text(&["markdown", "attrs", name]);
        names.iter().find_map(|[left, right]| delimiter(left).zip(delimiter(right)))
    }

    /// Returns the site's Markdown extensions. Plugins for formulas are packages that the config imports.
    fn syntax(&self) -> Syntax {
        let has_plugin = ["katex", "mathjax"].iter().any(|name| self.source.text.contains(name));
        let option = self.config.at(&["markdown", "math"]).map(|node| &node.value);
        let is_on = !matches!(option, None | Some(Value::Null | Value::Bool(false)));
        let has_math = has_plugin || is_on;
        let macros = || Macros::of_config(&self.config);
        let math = has_math.then(|| Math { spans_blocks: true, macros: macros(), ..Math::dollars() });
        Syntax { math, emoji: true, ..Syntax::default() }
    }

    /// Returns the Markdown files that pages include.
    fn uses(&self) -> Vec<Use> {
        let of_page = |(route, page): (&String, &Page)| {
            let source = self.origin.text(&page.file)?;
            let folder = page.place.file().parent().to_owned();
            let files = include::files(self, &source.text, page.file.as_str()).into_iter();
            Some(
                files
                    .map(|file| Use { folder: folder.clone(), page: route.clone(), file })
                    .collect::<Vec<_>>(),
            )
        };
        self.pages.iter().filter_map(of_page).flatten().collect()
    }

    /// Returns the text value of a setting.
    fn text(&self, keys: &[&str]) -> Option<String> {
        self.config.at(keys).and_then(Node::text)
    }

    /// Returns a theme setting in the default locale.
    fn theme_setting(&self, name: &str) -> Option<&Node> {
        let code = self.main.as_deref().unwrap_or("root");
        let own = self.config.at(&["locales", code, "themeConfig", name]);
        own.or_else(|| self.config.at(&["themeConfig", name]))
    }

    /// Returns the rules that change the paths of pages.
    fn rules(&self) -> Vec<Rewrite> {
        match self.config.at(&["rewrites"]).and_then(Node::entries) {
            Some(rules) => {
                rules.iter().filter_map(|(from, to)| Rewrite::new(&from.name, &to.text()?)).collect()
            }
            None => Vec::new(),
        }
    }

    /// Returns the page files, by the path that each page's URL is based on.
    fn routes(&self, left: &mut Left) -> BTreeMap<String, SourcePath> {
        let excluded: Vec<_> = self.config.at(&["srcExclude"]).map_or(&[][..], Node::items).iter().collect();
        let excluded: Vec<_> = excluded.into_iter().filter_map(|node| glob(&node.text()?)).collect();
        let rules = self.rules();
        let mut pages = Vec::new();
        for file in self.origin.files() {
            let Some(below) = file.strip_dir(&self.src).filter(|below| below.ends_with(".md")) else {
                continue;
            };
            let is_hidden = below.split('/').any(|part| part.starts_with('.') || part == "node_modules");
            let is_public = file.strip_dir(&self.public).is_some();
            if is_hidden || is_public || excluded.iter().any(|pattern| pattern.is_match(below)) {
                continue;
            }
            if below.contains('[') && below.contains(']') {
                if let Some(source) = self.origin.text(file) {
                    left.note(
                        &source,
                        0..0,
                        "the dynamic route",
                        "write a page for each path that it generates",
                    );
                }
                continue;
            }
            pages.push((below.to_owned(), file.clone()));
        }
        // The rewrites can be a function.
        let is_function = matches!(self.config.at(&["rewrites"]).map(|node| &node.value), Some(Value::Null));
        let rewritten = match is_function {
            true => {
                let paths: Vec<String> = pages.iter().map(|(below, _)| below.clone()).collect();
                slugs::results(self, "rewrites", &paths)
            }
            false => BTreeMap::new(),
        };
        let route = |below: &String| {
            let own = rewritten.get(below).filter(|route| route.ends_with(".md")).cloned();
            own.or_else(|| rules.iter().find_map(|rule| rule.apply(below))).unwrap_or_else(|| below.clone())
        };
        let mut routes: BTreeMap<String, SourcePath> = BTreeMap::new();
        for (below, file) in pages {
            let other = routes.insert(route(&below), file.clone());
            if let Some(source) = other.and_then(|other| self.origin.text(&other)) {
                let what = format!("the page, because `{file}` has the same path after the rewrites");
                left.note(&source, 0..0, &what, "change the page's path");
            }
        }
        routes
    }

    /// Returns the locales that have pages.
    fn folders_of_locales(&self, routes: &BTreeMap<String, SourcePath>) -> Vec<String> {
        let entries = self.config.at(&["locales"]).and_then(Node::entries).unwrap_or_default();
        let has_pages = |name: &&String| {
            let folder = format!("{name}/");
            routes.keys().any(|route| route.starts_with(&folder))
        };
        let names = entries.iter().map(|(key, _)| &key.name).filter(|name| *name != "root");
        names.filter(has_pages).filter(|name| place::code(name).is_some()).cloned().collect()
    }

    fn main_locale(&self, routes: &BTreeMap<String, SourcePath>) -> Option<String> {
        let is_outside = |route: &&String| {
            route.as_str() != "index.md"
                && !self.locales.iter().any(|code| route.starts_with(&format!("{code}/")))
        };
        let first = self.locales.first().filter(|_| !routes.keys().any(|route| is_outside(&route)));
        first.cloned()
    }

    /// If the main locale's home page replaces the page at the site's root, leaves out the root page.
    fn drop_outside_main(&mut self, left: &mut Left) {
        let Some(main) = &self.main else { return };
        if !self.pages.contains_key(&format!("{main}/index.md")) {
            return;
        }
        if let Some(page) = self.pages.remove("index.md")
            && let Some(source) = self.origin.text(&page.file)
        {
            left.note(&source, 0..0, "the page outside the locale folders", "add its text to another page");
        }
    }

    /// Returns the location of a page in the new site.
    fn place(&self, route: &str, is_home: bool) -> Place {
        let of_locale = |code: &&String| route.starts_with(&format!("{code}/"));
        let locale = self.locales.iter().find(of_locale);
        let below = locale.map_or(route, |code| &route[code.len() + 1..]);
        let locale = locale.filter(|code| self.main.as_ref() != Some(*code));
        let bare = below.strip_suffix(".md").unwrap_or(below);
        // The URL of a locale's home page ends with a slash.
        let is_root = bare == "index" && locale.is_none();
        let folder = if is_home || bare == "404" { "pages" } else { "docs" };
        Place {
            folder: folder.to_owned(),
            locale: locale.and_then(|folder| place::code(folder)),
            below: format!("{}.md", visible(bare)),
            route: if is_root { "/".to_owned() } else { format!("/{bare}") },
        }
    }

    fn convert(mut self, mut left: Left) -> Imported {
        let mut files = BTreeMap::new();
        let mut settings = Settings::default();
        self.settings(&mut settings, &mut files, &mut left);
        self.navigation(&mut settings, &mut left);
        let count = self.pages.len();
        let mut converted = self.converted();
        let parts = self.parts.own().filter_map(|(file, path)| Some(self.part(file, path)?.uses));
        let mut uses: BTreeSet<context::Use> = parts.flatten().collect();
        uses.extend(converted.iter_mut().flat_map(|page| std::mem::take(&mut page.uses)));
        let (has_slugs, has_components) = (slugs::has_own(&self.config), !uses.is_empty());
        if has_slugs {
            let texts = converted.iter_mut().flat_map(|page| std::mem::take(&mut page.headings)).collect();
            self.slugs = slugs::of(&self, texts);
        }
        if has_components {
            self.show(uses);
        }
        if has_slugs || has_components {
            converted = self.converted();
        }
        let target = |url: &str| match self.target(url) {
            links::Target::Missing => None,
            links::Target::Url(url) => Some(url),
            links::Target::Document(..) => Some(self.page_at("", url)?.place.url()),
        };
        site::copy_public(self.origin, &self.public, &mut settings, &mut files, &mut left, &target);
        let mut assets = BTreeSet::new();
        for page in converted {
            assets.extend(page.assets);
            files.insert(page.path, Content::Text(page.text));
            left.add(page.left);
        }
        for (file, path) in self.parts.own() {
            let Some(part) = self.part(file, path) else { continue };
            assets.extend(part.assets);
            files.insert(part.path, Content::Text(part.text));
            left.add(part.left);
        }
        self.theme(&mut settings, &mut left);
        for asset in assets {
            if let Some(url) = self.url_of_file(&asset) {
                files
                    .entry(SourcePath::in_static(url.trim_start_matches('/')))
                    .or_insert(Content::Copy(asset));
            }
        }
        parts::carry(&mut files);
        self.syntax.turn_on(&files, &mut settings);
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
        let others = files.values().filter(|content| matches!(content, Content::Copy(_))).count();
        let counts = vec![("page", count), ("other file", others)];
        Imported { tool: "VitePress", files, counts, left: left.into_diagnostics(), listing: None }
    }

    fn converted(&self) -> Vec<Converted> {
        let all: Vec<(&String, &Page)> = self.pages.iter().collect();
        all.par_iter().filter_map(|(route, page)| self.page(route, page)).collect()
    }

    /// Returns the URL path that a file other than a page has in the new site.
    fn url_of_file(&self, file: &SourcePath) -> Option<String> {
        let below =
            file.strip_dir(&self.public).or_else(|| file.strip_dir(&self.src)).unwrap_or(file.as_str());
        let exists = self.origin.files().binary_search(file).is_ok();
        exists.then(|| format!("/{}", below.replace("/.", "/").trim_start_matches('.')))
    }

    /// Reads a file. If the path starts with `..`, the file is outside the site's folder.
    fn read(&self, path: &str) -> Option<Source> {
        match site::above(path) {
            Some(outside) => self.origin.outside(&outside),
            None => self.origin.text(&SourcePath::new(path)),
        }
    }

    /// Whether a setting is `true`.
    fn is_set(&self, keys: &[&str]) -> bool {
        matches!(self.config.at(keys).map(|node| &node.value), Some(Value::Bool(true)))
    }
}
