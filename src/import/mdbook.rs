//! Converts mdBook books.

mod includes;
mod settings;
mod summary;
mod text;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::front_matter;
use super::left::Left;
use super::math;
use super::parts::{self, Part, Parts, Use};
use super::place::unhidden;
use super::{Content, Imported, Origin, placeholders, site};
use crate::path::{SourcePath, decode_path};
use crate::source::Source;
use crate::source::tree::{self, Node};
use summary::{Chapter, Entry};
use text::Rules;

/// The name of the config file.
const CONFIG: &str = "book.toml";

/// The name of the list of chapters.
const SUMMARY: &str = "SUMMARY.md";

/// The starts of expressions that only mdBook has.
const EXPRESSIONS: [&str; 3] = ["{{#include ", "{{#rustdoc_include ", "{{#playground "];

struct MdBook<'o> {
    origin: &'o dyn Origin,
    source: Source,
    config: Node,
    /// The folder that contains the pages.
    src: String,
    /// The titles of the pages, by path relative to `src`.
    pages: BTreeMap<String, String>,
    rules: Rules,
    /// The files that several pages include.
    parts: Parts,
}

/// Converts a book that has a `book.toml` file.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let source = origin.text(&SourcePath::new(CONFIG))?;
    let config = tree::of_other_program(&source)?;
    let src = config.at(&["book", "src"]).and_then(Node::text).unwrap_or_else(|| "src".to_owned());
    convert(origin, source, config, SourcePath::new(src).as_str().to_owned())
}

/// Converts a book without a `book.toml` file, for which mdBook uses its default settings. The folder can also be the one
/// that contains the pages. The lists of pages for other tools have the same name, so a page must contain an expression
/// of mdBook.
pub(super) fn import_bare(origin: &dyn Origin) -> Option<Imported> {
    let has_summary = |src: &&str| origin.text(&SourcePath::new(format!("{src}/{SUMMARY}"))).is_some();
    let src = ["src", ""].into_iter().find(has_summary)?;
    let has_expression = |source: Source| EXPRESSIONS.iter().any(|start| source.text.contains(start));
    let mut pages =
        origin.files().iter().filter(|file| file.extension() == "md" && file.strip_dir(src).is_some());
    pages.any(|page| origin.text(page).is_some_and(has_expression)).then_some(())?;
    let source = Source::new(SourcePath::new(CONFIG), "");
    let config = tree::of_other_program(&source)?;
    convert(origin, source, config, src.to_owned())
}

/// Converts a book whose pages are in the folder `src`.
fn convert(origin: &dyn Origin, source: Source, config: Node, src: String) -> Option<Imported> {
    let summary = origin.text(&SourcePath::new(format!("{src}/{SUMMARY}")))?;
    let entries = summary::read(&summary.text);
    let rules = settings::rules(&config, origin);
    let mut book =
        MdBook { origin, source, config, src, pages: BTreeMap::new(), rules, parts: Parts::default() };
    for entry in &entries {
        if let Entry::Chapter(chapter) = entry {
            book.add(chapter);
        }
    }
    let new_page = |file: &SourcePath| {
        let page = file.strip_dir(&book.src).filter(|page| book.pages.contains_key(*page))?;
        Some(SourcePath::new(format!("content/docs/{}", book.placed(page))))
    };
    book.parts = Parts::new(book.uses(), origin, "content", &new_page);
    Some(book.convert(&summary, &entries))
}

impl MdBook<'_> {
    fn text(&self, keys: &[&str]) -> Option<String> {
        self.config.at(keys).and_then(Node::text)
    }

    /// Returns the path of a file in the folder that contains the pages.
    fn file(&self, below: &str) -> SourcePath {
        SourcePath::new(format!("{}/{below}", self.src))
    }

    /// Adds the pages of a chapter and its nested chapters. Skips pages whose files don't exist.
    fn add(&mut self, chapter: &Chapter) {
        let path = SourcePath::new(&chapter.path).as_str().to_owned();
        if !path.is_empty() && self.origin.text(&self.file(&path)).is_some() {
            self.pages.entry(path).or_insert_with(|| chapter.title.clone());
        }
        chapter.inside.iter().for_each(|chapter| self.add(chapter));
    }

    /// Returns the Markdown files that pages include.
    fn uses(&self) -> Vec<Use> {
        let of_page = |page: &String| {
            let source = self.origin.text(&self.file(page))?;
            let folder = SourcePath::new(format!("content/docs/{}", self.placed(page))).parent().to_owned();
            let files = includes::files(&source.text, &self.file(page)).into_iter();
            let files = files.filter(|file| file.extension() == "md");
            Some(
                files
                    .map(|file| Use { folder: folder.clone(), page: page.clone(), file })
                    .collect::<Vec<_>>(),
            )
        };
        self.pages.keys().filter_map(of_page).flatten().collect()
    }

    fn convert(&self, summary: &Source, entries: &[Entry]) -> Imported {
        let (mut left, mut files) = (Left::default(), BTreeMap::new());
        let mut settings = self.settings(&mut left);
        settings.set("docs.sidebars.docs", self.sidebar(summary, entries, &mut left));
        self.redirects(&mut settings, &mut left);
        let all: Vec<(&String, &String)> = self.pages.iter().collect();
        let converted: Vec<(SourcePath, String, Left)> =
            all.par_iter().filter_map(|(page, title)| self.page(page, title)).collect();
        for (path, text, page) in converted {
            files.insert(path, Content::Text(text));
            left.add(page);
        }
        for (file, path) in self.parts.own() {
            let Some(source) = self.origin.text(file) else { continue };
            let page = path.strip_dir("content/docs").unwrap_or_else(|| path.file_name());
            let expanded = includes::expand(&source.text, file, &|path| self.read(path), self);
            let text = self.without_expressions(&source, expanded.text, &mut left);
            let text = text::convert(&text, &self.rules, &|url, _| self.address(page, url));
            files.insert(path.clone(), Content::Text(text));
        }
        let others = site::copy_others(self.origin, &self.src, &mut files, |below| self.is_left_out(below));
        self.theme(&mut settings, &mut files, &mut left);
        parts::carry(&mut files);
        self.rules.syntax.turn_on(&files, &mut settings);
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
        let counts = vec![("page", all.len()), ("other file", others)];
        Imported { tool: "mdBook", files, counts, left: left.into_diagnostics(), listing: None }
    }

    /// Whether mdBook leaves a file out of the output.
    fn is_left_out(&self, below: &str) -> bool {
        let output = self.text(&["build", "build-dir"]).unwrap_or_else(|| "book".to_owned());
        below.ends_with(".md")
            || below == CONFIG
            || self.file(below).strip_dir(SourcePath::new(output).as_str()).is_some()
    }

    /// Converts the summary.
    fn sidebar(&self, summary: &Source, entries: &[Entry], left: &mut Left) -> Vec<Json> {
        let mut items: Vec<Json> = Vec::new();
        let mut part: Option<(&String, Vec<Json>)> = None;
        let finished = |part: Option<(&String, Vec<Json>)>| {
            part.map(|(title, items)| json!({ "category": title, "collapsible": false, "items": items }))
        };
        for entry in entries {
            match (entry, &mut part) {
                (Entry::Chapter(chapter), Some((_, inside))) if chapter.is_numbered => {
                    inside.extend(self.item(summary, chapter, left));
                }
                (Entry::Part(title), _) => {
                    items.extend(finished(part.take()));
                    part = Some((title, Vec::new()));
                }
                // Chapters before the first list or after the last list don't belong to any part.
                (Entry::Chapter(chapter), _) => {
                    items.extend(finished(part.take()));
                    items.extend(self.item(summary, chapter, left));
                }
                (Entry::Separator, Some(_)) => {}
                (Entry::Separator, None) => items.push(json!({ "html": "<hr>" })),
            }
        }
        items.extend(finished(part));
        items
    }

    /// Converts a chapter to a sidebar item.
    fn item(&self, summary: &Source, chapter: &Chapter, left: &mut Left) -> Option<Json> {
        let path = SourcePath::new(&chapter.path).as_str().to_owned();
        let exists = self.pages.contains_key(&path);
        if !exists && !path.is_empty() {
            let what = format!("the missing page `{}` in the summary", chapter.path);
            left.note(summary, chapter.range.clone(), &what, "add the page, or remove the entry");
        }
        let placed = self.placed(&path);
        let id = exists.then(|| placed.strip_suffix(".md").unwrap_or(&placed));
        let inside: Vec<Json> =
            chapter.inside.iter().filter_map(|chapter| self.item(summary, chapter, left)).collect();
        if !inside.is_empty() {
            return Some(json!({ "category": chapter.title, "link": id, "items": inside }));
        }
        match id {
            Some(id) => Some(json!({ "doc": id, "label": chapter.title })),
            None if path.is_empty() => {
                let mut html = String::new();
                crate::markdown::escape::text(&chapter.title, &mut html);
                Some(json!({ "html": html }))
            }
            None => None,
        }
    }

    /// Converts a page. Also returns the page's path in the new site.
    fn page(&self, page: &str, title: &str) -> Option<(SourcePath, String, Left)> {
        let mut left = Left::default();
        let path = self.file(page);
        let source = self.origin.text(&path)?;
        let front_matter = front_matter::read(&source);
        let mut entries: Map<String, Json> = front_matter.converted(&source, &mut left, |_, _| None);
        let expanded =
            includes::expand(&source.text[front_matter.end..], &path, &|path| self.read(path), self);
        for missing in &expanded.missing {
            let at = source.text.find(missing.as_str()).unwrap_or_default();
            let range = at..at + missing.len().min(source.text.len() - at);
            let hint = "copy the file into the book's folder, or copy its text into the page";
            left.note(&source, range, &format!("`{missing}`"), hint);
        }
        let text = self.without_expressions(&source, expanded.text, &mut left);
        if text::has_formula_in_html(&text, &self.rules) {
            left.note(&source, 0..0, math::IN_HTML.0, math::IN_HTML.1);
        }
        let text = text::convert(&text, &self.rules, &|url, _| self.address(page, url));
        let text = text.trim_start_matches('\n');
        if let Some(title) = expanded.title {
            entries.insert("title".to_owned(), title.into());
        }
        // In mdBook, the browser shows the title from the summary.
        let heading = text::title(text);
        if heading.as_deref() != Some(title) {
            entries.entry("title").or_insert_with(|| title.into());
        }
        if heading.is_none() && text::has_own_heading(text) {
            entries.insert("hide_title".to_owned(), true.into());
        }
        let route = route(page);
        let placed = self.placed(page);
        if route == "/" || route.ends_with("/index") || placed != page || site::pinned(page, &route).is_some()
        {
            entries.insert("slug".to_owned(), route.into());
        }
        let text = front_matter::write(&entries) + text;
        Some((SourcePath::new(format!("content/docs/{placed}")), text, left))
    }

    /// Returns text without the expressions that only other preprocessors can replace.
    fn without_expressions(&self, source: &Source, text: String, left: &mut Left) -> String {
        // The list of a page's headings, which docgen shows beside the page.
        let marker = self.text(&["preprocessor", "toc", "marker"]).filter(|marker| !marker.trim().is_empty());
        let text = match marker {
            Some(marker) => without_marker(&text, marker.trim()),
            None => text,
        };
        match self.has_unknown_preprocessor() {
            true => placeholders::lost(source, &text, &['{'], left),
            false => text,
        }
    }

    /// Reads a file. If the path starts with `..`, the file is outside the book's folder.
    fn read(&self, path: &str) -> Option<Source> {
        match site::above(path) {
            Some(above) => self.origin.outside(&above),
            None => self.origin.text(&SourcePath::new(path)),
        }
    }

    /// Converts the URL of a link or image. If the URL doesn't change, returns `None`.
    fn address(&self, page: &str, url: &str) -> Option<String> {
        // The book is at the root of its host, so a rooted path starts in the folder that contains the pages.
        let rooted = url.strip_prefix('/').filter(|rest| !rest.starts_with('/'));
        let (path, suffix) = site::relative(rooted.unwrap_or(url)).filter(|(path, _)| !path.is_empty())?;
        let joined = match rooted {
            Some(_) => SourcePath::new(decode_path(path)),
            None => SourcePath::new(page).join_sibling(&decode_path(path)),
        };
        let is_folder = path.ends_with(['/', '.']) && rooted.is_none();
        if let Some(target) = self.at(joined.as_str(), is_folder) {
            return Some(self.between(page, &target) + suffix);
        }
        let redirects = self.config.at(&["output", "html", "redirect"]).and_then(Node::entries);
        let is_redirect = |below: &str| {
            redirects.unwrap_or_default().iter().any(|(key, _)| key.name.trim_start_matches('/') == below)
        };
        if let Some(html) = joined.as_str().strip_suffix(".md").map(|stem| format!("{stem}.html"))
            && is_redirect(&html)
        {
            return Some(self.path_of(&html) + suffix);
        }
        let is_file = |below: &str| {
            self.origin.files().binary_search(&self.file(below)).is_ok() && !self.is_left_out(below)
        };
        // mdBook links to the HTML file that has the name of a missing Markdown file. The file can be a redirect.
        let html = joined.as_str().strip_suffix(".md").map(|stem| format!("{stem}.html"));
        let files = std::iter::once(joined.as_str()).chain(html.as_deref());
        files
            .into_iter()
            .find(|below| is_file(below))
            .map(|below| format!("/{}{suffix}", below.replace(' ', "%20")))
    }

    /// Returns the link from one page to another.
    fn between(&self, from: &str, to: &str) -> String {
        site::between(&self.placed(from), &self.placed(to)).replace(' ', "%20")
    }

    /// Returns a page's path in the new site.
    fn placed(&self, page: &str) -> String {
        unhidden(page, |path| self.pages.contains_key(path))
    }

    /// Returns the page for the path of a Markdown file, an HTML file, or a folder.
    fn at(&self, path: &str, is_folder: bool) -> Option<String> {
        let bare = match is_folder {
            true => format!("{path}/index"),
            false => path.strip_suffix(".html").or_else(|| path.strip_suffix(".md"))?.to_owned(),
        };
        let bare = bare.trim_start_matches('/');
        let folder = bare.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        let readme = folder.into_iter().flat_map(|folder| READMES.map(|name| format!("{folder}{name}")));
        std::iter::once(format!("{bare}.md")).chain(readme).find(|page| self.pages.contains_key(page))
    }
}

impl includes::Files for MdBook<'_> {
    fn include(&self, part: &Part, shown: &str) -> Option<String> {
        self.parts.include(self.origin, part, shown)
    }

    fn code(&self, language: &str, part: &Part, shown: &str) -> Option<String> {
        let published = part.file.strip_dir(&self.src).filter(|below| !self.is_left_out(below));
        let published = published.map(SourcePath::in_static);
        let is_whole = self.rules.shows_all(language, shown);
        is_whole.then(|| parts::code(self.origin, part, published.as_ref(), shown)).flatten()
    }
}

/// The names of files that mdBook treats as `index.md`.
const READMES: [&str; 3] = ["README.md", "readme.md", "Readme.md"];

/// Returns the URL path of a page, without the extension. A folder's index page keeps its name, because another page
/// can have the folder's path.
fn route(page: &str) -> String {
    let bare = page.strip_suffix(".md").unwrap_or(page);
    let (folder, name) = bare.rsplit_once('/').unwrap_or(("", bare));
    match name.eq_ignore_ascii_case("readme") || name == "index" {
        true if folder.is_empty() => "/".to_owned(),
        true => format!("/{folder}/index"),
        false => format!("/{bare}"),
    }
}

/// Returns text without the marker for the list of a page's headings. In a marker that's a list, the list marker and the
/// indentation don't matter.
fn without_marker(text: &str, marker: &str) -> String {
    let bare = |line: &str| line.trim_start_matches([' ', '\t', '-', '*', '+']).trim_end().to_owned();
    let wanted: Vec<String> = marker.lines().map(bare).collect();
    let lines: Vec<&str> = text.lines().collect();
    let is_marker = |at: usize| {
        lines
            .get(at..at + wanted.len())
            .is_some_and(|found| found.iter().zip(&wanted).all(|(line, wanted)| bare(line) == *wanted))
    };
    let Some(at) = (0..lines.len()).find(|at| wanted.len() > 1 && is_marker(*at)) else {
        return text.replace(marker, "");
    };
    let kept: Vec<&str> = [&lines[..at], &lines[at + wanted.len()..]].concat();
    kept.join("\n") + "\n"
}
