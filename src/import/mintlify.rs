//! Converts Mintlify sites.

mod api;
mod code;
mod config;
mod languages;
mod navigation;
mod page;
mod settings;
mod tag;
mod text;
mod variables;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::ignored::Ignored;
use super::left::Left;
use super::math::Math;
use super::syntax::Syntax;
use super::{Content, Imported, Origin, front_matter, site, translations};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::Node;
use api::Apis;
use languages::Languages;

/// The extensions of files that Mintlify publishes.
const PUBLISHED: &[&str] = &[
    "jpeg", "jpg", "jfif", "png", "svg", "ico", "webp", "gif", "apng", "avif", "bmp", "tiff", "tif", "mp4",
    "webm", "ogg", "avi", "mov", "mkv", "m4v", "mp3", "wav", "flac", "aac", "m4a", "pdf", "txt", "doc",
    "docx", "xls", "xlsx", "ppt", "pptx", "csv", "tsv", "xml", "woff", "woff2", "ttf", "eot", "otf", "zip",
    "tar", "gz", "css", "js",
];

/// The files that Mintlify generates.
const GENERATED: [&str; 4] = ["llms.txt", "llms-full.txt", "robots.txt", "sitemap.xml"];

/// The folders whose files are never pages.
const SNIPPETS: [&str; 2] = ["snippets", "_snippets"];

/// The patterns for files that are never published.
const IGNORED: &str = "README.md\nLICENSE.md\nCHANGELOG.md\nCONTRIBUTING.md\nnode_modules\n";

struct Mintlify<'o> {
    origin: &'o dyn Origin,
    /// The config file.
    source: Source,
    config: Node,
    /// The page files, by path without the extension.
    pages: BTreeMap<String, SourcePath>,
    /// The files that pages import.
    snippets: BTreeSet<SourcePath>,
    /// The patterns for files that aren't part of the site.
    ignored: Ignored,
    apis: Apis,
    languages: Languages,
    /// The pages that show only an API operation.
    shown: BTreeMap<String, api::Operation>,
    /// The redirect targets, by path.
    redirects: BTreeMap<String, String>,
    /// The values of variables, which pages use as `{{name}}`.
    variables: BTreeMap<String, String>,
}

/// Converts a site that has a `docs.json` file or an older `mint.json` file.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let (source, config) = config::read(origin)?;
    let ignored = origin.text(&SourcePath::new(".mintignore"));
    let ignored = Ignored::new(&format!("{IGNORED}{}", ignored.as_ref().map_or("", |file| &file.text)));
    let mut left = Left::default();
    let mut site = Mintlify {
        origin,
        source,
        config,
        pages: BTreeMap::new(),
        snippets: BTreeSet::new(),
        ignored,
        apis: Apis::default(),
        languages: Languages::default(),
        shown: BTreeMap::new(),
        redirects: BTreeMap::new(),
        variables: BTreeMap::new(),
    };
    site.read_files();
    site.languages = Languages::read(&site);
    site.languages.move_settings(&mut site.config);
    site.variables = site.read_variables();
    site.apis = Apis::read(&site, &mut left);
    let all: Vec<&String> = site.pages.keys().collect();
    site.shown = all
        .par_iter()
        .filter_map(|slug| Some(((*slug).clone(), site.read_operation(slug)?.clone())))
        .collect();
    site.redirects = site.read_redirects();
    Some(site.convert(left))
}

impl Mintlify<'_> {
    /// Finds the pages and snippets.
    fn read_files(&mut self) {
        let is_module = |path: &&SourcePath| matches!(path.extension(), "mdx" | "md" | "jsx" | "tsx");
        let modules: Vec<&SourcePath> = self
            .origin
            .files()
            .iter()
            .filter(is_module)
            .filter(|path| !self.ignored.has(path.as_str()))
            .collect();
        let imported: Vec<Vec<SourcePath>> = modules
            .par_iter()
            .filter_map(|path| Some(text::imports(&self.origin.text(path)?.text, path, self.origin)))
            .collect();
        self.snippets = imported.into_iter().flatten().collect();
        for path in modules {
            let in_folder = SNIPPETS.iter().any(|folder| path.strip_dir(folder).is_some());
            if in_folder || matches!(path.extension(), "jsx" | "tsx") {
                self.snippets.insert(path.clone());
            } else if !self.snippets.contains(path) && !is_project_file(path) {
                let name = path.as_str();
                let bare = name.strip_suffix(".mdx").or_else(|| name.strip_suffix(".md")).unwrap_or(name);
                self.pages.insert(bare.to_owned(), path.clone());
            }
        }
    }

    fn read_variables(&self) -> BTreeMap<String, String> {
        let entries = self.config.at(&["variables"]).and_then(Node::entries).unwrap_or_default();
        entries.iter().filter_map(|(key, value)| Some((key.name.clone(), value.text()?))).collect()
    }

    fn convert(&self, mut left: Left) -> Imported {
        let mut files = BTreeMap::new();
        let navigation = self.navigation(&mut left);
        let mut settings = self.settings(&navigation, &mut left);
        self.languages.set(&self.config, &mut settings, &mut files);
        for (locale, labels) in navigation.labels.clone() {
            translations::add(&locale, labels, &mut files);
        }
        self.apis.write(&mut files, &mut settings);
        let all: Vec<(&String, &SourcePath)> = self.pages.iter().collect();
        let converted: Vec<(Option<page::Converted>, Left)> =
            all.par_iter().map(|(slug, path)| self.page(slug, path, &navigation)).collect();
        let mut used = BTreeSet::new();
        let mut count = 0;
        for (page, of_page) in converted {
            left.add(of_page);
            let Some(page) = page else { continue };
            count += 1;
            used.extend(page.components);
            files.insert(page.path, Content::Text(page.text));
        }
        for path in &self.snippets {
            let Some((to, text, components, of_snippet)) = self.snippet(path) else { continue };
            left.add(of_snippet);
            used.extend(components);
            files.insert(to, Content::Text(text));
        }
        for name in used {
            if let Some(component) = tag::component(name) {
                files.insert(
                    SourcePath::new(format!("components/{name}.jsx")),
                    Content::Text(component.to_owned()),
                );
            }
        }
        let others = self.copy_others(&mut files);
        self.link_styles(&mut settings);
        let syntax = Syntax { math: Some(Math::remark(true)), ..Syntax::default() };
        syntax.turn_on(&files, &mut settings);
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
        let counts = vec![("page", count), ("API operation", self.apis.count()), ("other file", others)];
        let counts = counts.into_iter().filter(|(noun, count)| *count > 0 || *noun == "page").collect();
        Imported { tool: "Mintlify", files, counts, left: left.into_diagnostics(), listing: None }
    }

    fn copy_others(&self, files: &mut BTreeMap<SourcePath, Content>) -> usize {
        site::copy_others(self.origin, "", files, |below| !self.is_published(&SourcePath::new(below)))
    }

    /// Whether Mintlify publishes a file that isn't a page.
    fn is_published(&self, path: &SourcePath) -> bool {
        PUBLISHED.contains(&&*path.extension().to_ascii_lowercase())
            && !GENERATED.contains(&path.as_str())
            && !self.ignored.has(path.as_str())
    }

    /// Links to the style sheets and scripts that Mintlify adds to every page.
    fn link_styles(&self, settings: &mut super::settings::Settings) {
        for path in self.origin.files().iter().filter(|path| self.is_published(path)) {
            match path.extension() {
                "css" => settings.push("head", site::style_sheet(&format!("/{path}"))),
                "js" => settings.push("head", site::script(&format!("/{path}"))),
                _ => {}
            }
        }
    }

    /// Returns the page at a URL path.
    fn page_at(&self, path: &str) -> Option<&str> {
        let path = path.trim_matches('/');
        let bare = path.strip_suffix(".mdx").or_else(|| path.strip_suffix(".md")).unwrap_or(path);
        let index = if bare.is_empty() { "index".to_owned() } else { format!("{bare}/index") };
        [bare.to_owned(), index]
            .iter()
            .find_map(|slug| self.pages.get_key_value(slug).map(|(slug, _)| slug.as_str()))
    }

    /// Reads a page's front matter.
    fn front_matter(&self, slug: &str) -> Option<(Source, front_matter::FrontMatter)> {
        let source = self.origin.text(self.pages.get(slug)?)?;
        let front_matter = front_matter::read(&source);
        Some((source, front_matter))
    }
}

/// Returns a page's URL path.
fn route(slug: &str) -> String {
    match slug.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/')) {
        Some(folder) => format!("/{}", folder.trim_end_matches('/')),
        None => format!("/{slug}"),
    }
}

/// Returns a page's default title.
fn title_of(slug: &str) -> String {
    let name = slug.rsplit('/').next().unwrap_or(slug).replace(['-', '_'], " ");
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

/// Whether a Markdown file is about the repository and therefore isn't a page.
fn is_project_file(path: &SourcePath) -> bool {
    let names = ["readme", "license", "contributing", "contribute"];
    // docgen has its own 404 page.
    path.as_str() == "404.mdx"
        || path.extension() == "md" && names.contains(&&*path.stem().to_ascii_lowercase())
        || path.as_str().eq_ignore_ascii_case("skill.md")
}
