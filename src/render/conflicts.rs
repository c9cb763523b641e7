//! Files of the output that get in each other's way: two of one name, or one whose name is also that of a folder.

use std::collections::HashMap;

use super::{Output, OutputKind, Renderer};
use crate::diag::{Code, Diagnostic};
use crate::path::{OutPath, SourcePath};
use crate::site::PageKind;

impl Renderer<'_> {
    /// Says which files cannot be written both. What docgen writes for machines alone, such as `robots.txt`, a site may
    /// write itself.
    pub(super) fn conflicts(&self) -> Vec<Diagnostic> {
        let made = self.made();
        let mut diagnostics = Vec::new();
        let mut by_path: HashMap<&str, &OutputKind> = HashMap::with_capacity(made.len());
        for output in &made {
            match by_path.insert(output.path.as_str(), &output.kind) {
                // Several pages show one card, and files with the same bytes are one file.
                None | Some(OutputKind::Card(_) | OutputKind::Asset(_)) => {}
                Some(first) => {
                    diagnostics.push(self.both(first, &output.kind, &format!("both are `{}`", output.path)));
                }
            }
        }
        let statics: Vec<Output> = self.site.static_files.iter().filter_map(Output::of_static).collect();
        diagnostics.extend(statics.iter().filter_map(|output| {
            let OutputKind::Static(file) = &output.kind else { return None };
            self.taken(file, &output.path, by_path.get(output.path.as_str()).copied())
        }));
        let mut folders: HashMap<&str, &OutputKind> = HashMap::new();
        for output in statics.iter().chain(&made) {
            let mut path = output.path.as_str();
            while let Some((folder, _)) = path.rsplit_once('/') {
                // Those above it are known with it.
                if folders.insert(folder, &output.kind).is_some() {
                    break;
                }
                path = folder;
            }
        }
        for output in statics.iter().chain(&made) {
            if let Some(inside) = folders.get(output.path.as_str()) {
                let why = format!("`{}` would be a file and a folder", output.path);
                diagnostics.push(self.both(&output.kind, inside, &why));
            }
        }
        diagnostics
    }

    /// A file of `static/` that would take the place of another file.
    fn taken(&self, file: &SourcePath, path: &OutPath, other: Option<&OutputKind>) -> Option<Diagnostic> {
        use OutputKind::{Asset, Chunk, Markdown, RedirectChunk, RedirectShell, RequestSchemas, Shell};
        let hint = match other {
            Some(Shell(index)) if self.site.pages[*index].kind == PageKind::NotFound => {
                "write what it should say in `content/pages/404.md`"
            }
            Some(RedirectShell(_) | RedirectChunk(_)) => "rename the file, or write a page with this address",
            Some(Asset(_)) => "rename the file",
            Some(Shell(_) | Chunk(_) | RequestSchemas(_) | Markdown(_)) => RENAME,
            _ if path.as_str().starts_with("_docgen/") => RENAME,
            _ => return None,
        };
        let what = other.map_or_else(|| OF_THEME.to_owned(), |other| self.name(other));
        let message = format!("`{file}` would take the place of {what}");
        Some(Diagnostic::new(Code::OutputConflict, message).in_file(file).hint(hint))
    }

    /// Two files of which one alone can be there.
    fn both(&self, one: &OutputKind, other: &OutputKind, why: &str) -> Diagnostic {
        use OutputKind::{RedirectChunk, RedirectShell, Static};
        let is_static = |kind: &&OutputKind| matches!(kind, Static(_));
        let is_redirect = |kind: &&OutputKind| matches!(kind, RedirectShell(_) | RedirectChunk(_));
        let two = [other, one];
        let hint = match two.iter().any(is_static) {
            true => RENAME,
            false => "give one of them another address",
        };
        let message = format!("{} and {} cannot both be written: {why}", self.name(one), self.name(other));
        let diagnostic = Diagnostic::new(Code::OutputConflict, message).hint(hint);
        // What stands in the way of pages, before these.
        let first = two.into_iter().find(is_static).or(two.into_iter().find(is_redirect));
        match first.into_iter().chain(two).find_map(|kind| self.written_in(kind)) {
            Some(file) => diagnostic.in_file(&file),
            None => diagnostic,
        }
    }

    /// The file that a writer changes to change what this is.
    fn written_in(&self, kind: &OutputKind) -> Option<SourcePath> {
        match kind {
            OutputKind::Static(file) => Some(file.clone()),
            OutputKind::RedirectShell(_) | OutputKind::RedirectChunk(_) => {
                Some(SourcePath::new("docgen.toml"))
            }
            OutputKind::Shell(index) | OutputKind::Chunk(index) | OutputKind::Markdown(index) => {
                Some(self.site.pages[*index].parsed()?.source.path.clone())
            }
            _ => None,
        }
    }

    /// What a file is, for a writer.
    fn name(&self, kind: &OutputKind) -> String {
        let route = |index: &usize| &self.site.pages[*index].route;
        match kind {
            OutputKind::Shell(index) if self.site.pages[*index].kind == PageKind::NotFound => {
                "the page for addresses that are not there".to_owned()
            }
            OutputKind::Shell(index) | OutputKind::Chunk(index) => format!("the page `{}`", route(index)),
            OutputKind::RequestSchemas(index) => format!("the schemas of the page `{}`", route(index)),
            OutputKind::Markdown(index) => format!("the page `{}` as Markdown", route(index)),
            OutputKind::RedirectShell(index) | OutputKind::RedirectChunk(index) => {
                let redirect = &self.site.redirects[*index];
                format!("the redirect from `{}` to `{}`", redirect.from, redirect.to)
            }
            OutputKind::Feed(blog, _) => format!("a feed of the blog `{}`", self.site.blogs[*blog].config.id),
            OutputKind::Asset(file) | OutputKind::Static(file) => format!("`{file}`"),
            OutputKind::RedirectRules => "`_redirects`".to_owned(),
            OutputKind::Sitemap => "`sitemap.xml`".to_owned(),
            OutputKind::Robots => "`robots.txt`".to_owned(),
            OutputKind::Llms => "`llms.txt`".to_owned(),
            OutputKind::LlmsFull => "`llms-full.txt`".to_owned(),
            OutputKind::Empty => "`.nojekyll`".to_owned(),
            OutputKind::Card(_)
            | OutputKind::Navigation(_)
            | OutputKind::SiteIndex
            | OutputKind::CustomCss
            | OutputKind::ThemeAsset(_) => OF_THEME.to_owned(),
        }
    }
}

/// What a file is that comes with docgen.
const OF_THEME: &str = "a file of the theme";
/// What to do about a file of `static/`.
const RENAME: &str = "rename the file, or give the page another `slug`";
