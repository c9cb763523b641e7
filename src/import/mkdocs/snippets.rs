//! The snippets of an MkDocs site, and the text that's added to the end of each page.

use std::borrow::Cow;

use super::MkDocs;
use crate::import::markdown::definition;
use crate::import::parts::{self, Part, Parts, Use};
use crate::import::site;
use crate::import::snippets::{self, Snippets};
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The extensions in which `{!file!}` includes a file.
pub(super) const WITH_BRACES: [&str; 2] = ["markdown_include.include", "mdx_include"];

/// The snippets of a site.
pub(super) struct OfSite<'s> {
    site: &'s MkDocs<'s>,
    /// The folders that contain snippets.
    folders: Vec<SourcePath>,
    /// The paths of these folders, as written.
    written: Vec<String>,
    /// The snippets that are kept as files.
    pub parts: Parts,
    /// The files that are added to the end of each page.
    appended: Vec<String>,
    /// Whether `{!file!}` includes a file.
    has_braces: bool,
}

impl<'s> OfSite<'s> {
    pub(super) fn new(site: &'s MkDocs<'s>) -> Self {
        let of = |extension: &str, name: &str| site.extension(extension).flatten()?.at(&[name]);
        let option = |name: &str| of("pymdownx.snippets", name);
        let texts =
            |node: &Node| node.items().iter().chain([node]).filter_map(Node::text).collect::<Vec<_>>();
        let listed = option("base_path").map(texts).filter(|folders| !folders.is_empty());
        let folders = listed.unwrap_or_else(|| vec![String::new(), site.docs.clone()]);
        let folders = folders.into_iter().map(|folder| site.folder(&folder));
        let own = WITH_BRACES.iter().filter_map(|extension| of(extension, "base_path")?.text());
        let written: Vec<String> = folders.chain(own).collect();
        let folders = written.iter().map(SourcePath::new).collect();
        let has_braces = WITH_BRACES.iter().any(|extension| site.extension(extension).is_some());
        let appended = option("auto_append").map_or_else(Vec::new, texts);
        let mut snippets = OfSite { site, folders, written, parts: Parts::default(), appended, has_braces };
        let page = |file: &SourcePath| {
            let page = file.strip_dir(&site.docs).filter(|page| site.pages.contains(*page))?;
            Some(SourcePath::new(format!("content/docs/{}", site.placed(page))))
        };
        snippets.parts = Parts::new(snippets.uses(), site.origin, "content", &page);
        snippets
    }

    /// Returns the Markdown files that pages include.
    fn uses(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        for page in &self.site.pages {
            let Some(source) = self.site.origin.text(&SourcePath::new(format!("{}/{page}", self.site.docs)))
            else {
                continue;
            };
            let placed = self.site.placed(page);
            let folder = placed.rsplit_once('/').map_or("", |(folder, _)| folder);
            let folder = SourcePath::new(format!("content/docs/{folder}")).as_str().to_owned();
            let appended = self.appended.iter().map(|name| Cow::from(name.as_str()));
            let appended =
                appended.filter(|name| self.text(name).is_some_and(|text| uses_any(&source.text, &text)));
            let named = snippets::names(&source.text, self.has_braces);
            let files = named.into_iter().chain(appended).filter_map(|name| self.path(&name));
            let of_page = |file| Use { folder: folder.clone(), page: page.clone(), file };
            uses.extend(files.filter(|file| file.extension() == "md").map(of_page));
        }
        uses
    }

    fn path(&self, name: &str) -> Option<SourcePath> {
        snippets::path(&self.folders, name, |path| self.site.origin.text(path).is_some())
    }

    /// Returns the text of a snippet that's outside the site's folder.
    fn outside(&self, name: &str) -> Option<String> {
        let file = name.split(':').next()?;
        let found = |folder: &String| self.site.origin.outside(&site::above(&format!("{folder}/{file}"))?);
        let source = self.written.iter().find_map(found)?;
        Some(snippets::text(&source.text, &snippets::part(source.path.clone(), name)))
    }

    fn part(&self, name: &str) -> Option<Part> {
        Some(snippets::part(self.path(name)?, name))
    }

    /// Returns the text to add to the end of a page: the definitions that the page uses, and all other text.
    pub(super) fn added(&self, page: &str) -> String {
        let mut out = String::new();
        for name in &self.appended {
            let text = self.text(name).map(|text| snippets::expanded(&text, self));
            // The file can itself be a page.
            let is_whole = |text: &str| text.lines().map(str::trim).all(|line| page.contains(line));
            let text = text.filter(|text| uses_any(page, text) && !is_whole(text));
            let Some(text) = text else { continue };
            if let Some(include) = self.include(name) {
                out += &format!("\n{include}\n");
                continue;
            }
            let is_shown = |line: &&str| name_of(line).is_none_or(|name| contains(page, name));
            let lines: Vec<&str> = text.lines().filter(is_shown).collect();
            out += &format!("\n{}\n", lines.join("\n").trim());
        }
        out
    }
}

impl Snippets for OfSite<'_> {
    fn has_braces(&self) -> bool {
        self.has_braces
    }

    fn text(&self, name: &str) -> Option<String> {
        let Some(part) = self.part(name) else { return self.outside(name) };
        Some(snippets::text(&self.site.origin.text(&part.file)?.text, &part))
    }

    fn include(&self, name: &str) -> Option<String> {
        self.parts.include(self.site.origin, &self.part(name)?, &self.text(name)?)
    }

    fn code(&self, name: &str) -> Option<String> {
        let part = self.part(name)?;
        let published = part
            .file
            .strip_dir(&self.site.docs)
            .filter(|path| !path.ends_with(".md") && !self.site.excluded.has(path));
        let published = published.map(SourcePath::in_static);
        parts::code(self.site.origin, &part, published.as_ref(), &self.text(name)?)
    }
}

/// Returns the name that a line defines, which is an abbreviation or the label of a link.
fn name_of(line: &str) -> Option<&str> {
    let abbreviation = line.strip_prefix("*[").and_then(|rest| Some(rest.split_once("]:")?.0.trim()));
    abbreviation.or_else(|| Some(definition(line)?.name))
}

/// Whether a page uses a definition in the text. If the text contains anything other than definitions, returns `true`.
fn uses_any(page: &str, text: &str) -> bool {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .any(|line| name_of(line).is_none_or(|name| contains(page, name)))
}

/// Whether text contains a name as a whole word.
fn contains(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(char::is_alphanumeric)
            && !text[at + name.len()..].starts_with(char::is_alphanumeric)
    })
}
