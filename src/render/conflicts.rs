//! Finds conflicts between output files: two files with the same name, or a file and a folder with the same name.

use std::collections::HashMap;

use super::{Output, OutputKind, Renderer, redirect};
use crate::diag::{Code, Diagnostic};
use crate::path::{RoutePath, SourcePath};
use crate::site::PageKind;

impl Renderer<'_> {
    /// Reports files that can't both be written. A site can replace generated files, such as `robots.txt`, with its own
    /// files.
    pub(super) fn conflicts(&self) -> Vec<Diagnostic> {
        let mut made = Vec::new();
        for index in 0..self.site.pages.len() {
            if !self.is_plain(index) {
                self.add_files_of_page(index, &mut made);
            }
        }
        self.add_files_of_site(&mut made);
        let mut diagnostics = Vec::new();
        let mut by_path: HashMap<&str, OutputKind> = HashMap::with_capacity(made.len());
        for output in &made {
            let plain = self.plain_file(output.path.as_str());
            match by_path.insert(output.path.as_str(), output.kind.clone()).or(plain) {
                // Several pages can share a card, and files with the same bytes count as one file.
                None | Some(OutputKind::Card(_) | OutputKind::Asset(_) | OutputKind::Sheet(_)) => {}
                Some(first) => {
                    diagnostics.push(self.both(&first, &output.kind, &format!("both are `{}`", output.path)));
                }
            }
        }
        let statics: Vec<Output> = self.site.static_files.iter().filter_map(Output::of_static).collect();
        diagnostics.extend(statics.iter().filter_map(|output| {
            let OutputKind::Static(file) = &output.kind else { return None };
            let path = output.path.as_str();
            self.taken(file, path, by_path.get(path).cloned().or_else(|| self.plain_file(path)).as_ref())
        }));
        let mut folders: HashMap<&str, &OutputKind> = HashMap::new();
        for output in statics.iter().chain(&made) {
            let mut path = output.path.as_str();
            while let Some((folder, _)) = path.rsplit_once('/') {
                // The folders above this folder are already in the map.
                if folders.insert(folder, &output.kind).is_some() {
                    break;
                }
                path = folder;
            }
        }
        let file_and_folder = |file: &OutputKind, inside: &OutputKind, path: &str| {
            self.both(file, inside, &format!("`{path}` would be both a file and a folder"))
        };
        for output in statics.iter().chain(&made) {
            let path = output.path.as_str();
            let inside =
                folders.get(path).map(|inside| (*inside).clone()).or_else(|| self.plain_inside(path));
            diagnostics.extend(inside.map(|inside| file_and_folder(&output.kind, &inside, path)));
        }
        diagnostics.extend(folders.iter().filter_map(|(folder, inside)| {
            let file = self.plain_file(folder)?;
            Some(file_and_folder(&file, inside, folder))
        }));
        let others: Vec<&Output> =
            made.iter().filter(|output| output.kind.page().is_none()).chain(&statics).collect();
        diagnostics.extend(self.unwritable(&others));
        diagnostics.extend(self.unportable(&statics));
        diagnostics
    }

    /// Whether a page is plain: its output files can't conflict with the output files of other plain pages. Nearly all
    /// pages are plain. The check skips plain pages because it runs after each edit.
    fn is_plain(&self, index: usize) -> bool {
        let page = &self.site.pages[index];
        let is_odd = |segment: &str| {
            segment == "index" || ENDS.iter().chain(&[".request"]).any(|end| segment.ends_with(end))
        };
        page.kind != PageKind::NotFound && !page.route.as_str().split('/').any(is_odd)
    }

    /// Returns the file with this name if it belongs to a plain page.
    fn plain_file(&self, path: &str) -> Option<OutputKind> {
        let stem = ENDS.iter().find_map(|end| path.strip_suffix(end))?;
        let start = (stem == "index").then_some("");
        let of_page = ["/index", "/request", ".request"].into_iter().filter_map(|end| stem.strip_suffix(end));
        [stem].into_iter().chain(start).chain(of_page).find_map(|route| {
            let route = RoutePath::new(route);
            let index = self.site.pages.binary_search_by(|page| page.route.cmp(&route)).ok()?;
            let mut files = Vec::new();
            if self.is_plain(index) {
                self.add_files_of_page(index, &mut files);
            }
            files.into_iter().find(|file| file.path.as_str() == path).map(|file| file.kind)
        })
    }

    /// Returns the file that a plain page has in the folder with this name.
    fn plain_inside(&self, folder: &str) -> Option<OutputKind> {
        let route = format!("/{folder}");
        let pages = &self.site.pages;
        [route.clone(), format!("{route}/")].into_iter().find_map(|first| {
            let index = pages.partition_point(|page| page.route.as_str() < first.as_str());
            let file = self.at.shell(&pages.get(index)?.route);
            let is_in = file.as_str().strip_prefix(folder)?.starts_with('/');
            (is_in && self.is_plain(index)).then_some(OutputKind::Shell(index))
        })
    }

    /// Returns the problem with a file in `static/` if it would replace another file.
    fn taken(&self, file: &SourcePath, path: &str, other: Option<&OutputKind>) -> Option<Diagnostic> {
        use OutputKind::{Asset, HostRules, Shell};
        let hint = match other {
            Some(Shell(index)) if self.site.pages[*index].kind == PageKind::NotFound => {
                "put the page in `content/pages/404.md`"
            }
            Some(other) if other.redirect().is_some() => "rename the file, or create a page with this URL",
            Some(Asset(_)) => "rename the file",
            Some(HostRules(_)) if redirect::has_written(self.site) => {
                "move its rules to `[[redirects]]`, or remove its host from `site.hosts`"
            }
            Some(other) if other.page().is_some() => RENAME,
            _ if path.starts_with("_docgen/") => RENAME,
            _ => return None,
        };
        let what = other.map_or_else(|| OF_THEME.to_owned(), |other| self.name(other));
        let message = format!("`{file}` would replace {what}");
        Some(Diagnostic::new(Code::OutputConflict, message).in_file(file).hint(hint))
    }

    /// Returns the problem with two files that can't both exist.
    fn both(&self, one: &OutputKind, other: &OutputKind, why: &str) -> Diagnostic {
        let is_static = |kind: &&OutputKind| matches!(kind, OutputKind::Static(_));
        let is_redirect = |kind: &&OutputKind| kind.redirect().is_some();
        let two = [other, one];
        let hint = if two.iter().any(is_static) { RENAME } else { "change one of the URLs" };
        let message = format!("can't write both {} and {}: {why}", self.name(one), self.name(other));
        let diagnostic = Diagnostic::new(Code::OutputConflict, message).hint(hint);
        // Report the location of the static file or redirect. If there's neither, report the location of the first
        // page.
        let first = two.into_iter().find(is_static).or(two.into_iter().find(is_redirect));
        match first.into_iter().chain(two).find_map(|kind| self.written_in(kind)) {
            Some(file) => diagnostic.in_file(&file),
            None if matches!(one, OutputKind::Shell(_) | OutputKind::Chunk(_)) => {
                self.at_origin(one, diagnostic)
            }
            None => diagnostic,
        }
    }

    /// Returns the source file to change, if there is one.
    fn written_in(&self, kind: &OutputKind) -> Option<SourcePath> {
        if let OutputKind::Static(file) = kind {
            return Some(file.clone());
        }
        let alias = |index| self.alias_of(index).map(|page| page.source.path.clone());
        let of_redirect =
            kind.redirect().map(|index| alias(index).unwrap_or_else(|| SourcePath::new("docgen.toml")));
        of_redirect.or_else(|| Some(self.site.pages[kind.page()?].parsed()?.source.path.clone()))
    }

    /// Returns the description of a file for messages.
    fn name(&self, kind: &OutputKind) -> String {
        let route = |index: &usize| &self.site.pages[*index].route;
        match kind {
            OutputKind::Shell(index) if self.site.pages[*index].kind == PageKind::NotFound => {
                "the not-found page".to_owned()
            }
            OutputKind::Shell(index) | OutputKind::Chunk(index) => format!("the page `{}`", route(index)),
            OutputKind::RequestSchemas(index) => format!("the schemas of the page `{}`", route(index)),
            OutputKind::Markdown(index) => format!("the Markdown version of the page `{}`", route(index)),
            OutputKind::RedirectShell(index) | OutputKind::RedirectChunk(index) => {
                let redirect = &self.site.redirects[*index];
                let to = redirect.page().map_or_else(|| self.redirect_href(redirect), RoutePath::to_string);
                format!("the redirect from `{}` to `{to}`", redirect.from)
            }
            OutputKind::ChangesFeed(index) => format!("the feed of the page `{}`", route(index)),
            OutputKind::Feed(blog, _) => {
                format!("a feed for the blog `{}`", self.site.blogs[*blog].config.id)
            }
            OutputKind::Asset(file)
            | OutputKind::Sheet(file)
            | OutputKind::Static(file)
            | OutputKind::SmallImage(file, _) => {
                format!("`{file}`")
            }
            OutputKind::ClientModule(name) => format!("the script for `{name}`"),
            OutputKind::HostRules(_) => "the redirect rules for a host".to_owned(),
            OutputKind::HeaderRules => "`_headers`".to_owned(),
            OutputKind::Download(index, _) => {
                format!("a download of `{}`", self.site.apis[*index].config.file)
            }
            OutputKind::Sitemap => "`sitemap.xml`".to_owned(),
            OutputKind::Robots => "`robots.txt`".to_owned(),
            OutputKind::ForAgents(index) => format!("`{}`", self.agent_files()[*index].path),
            OutputKind::LlmsFull => "`llms-full.txt`".to_owned(),
            OutputKind::Empty => "`.nojekyll`".to_owned(),
            OutputKind::Card(_)
            | OutputKind::Navigation(_)
            | OutputKind::SiteIndex
            | OutputKind::CustomCss
            | OutputKind::Texts(..)
            | OutputKind::ThemeAsset(_) => OF_THEME.to_owned(),
        }
    }
}

/// The extensions of page files.
const ENDS: [&str; 3] = [".html", ".json", ".md"];
/// The description of a file that is part of the theme.
const OF_THEME: &str = "a theme file";
/// The hint for a file in `static/`.
const RENAME: &str = "rename the file, or give the page a different `slug`";
