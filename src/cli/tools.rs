//! Sites made with other tools: how to recognize them, and which manual page compares each tool with docgen.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::fs;

/// A site generator.
pub(super) struct Tool {
    /// The tool's name, with an article.
    name: &'static str,
    /// The tool's manual page, in `docgen-and`, or an empty string for the overview.
    page: &'static str,
    /// Files or folders at the root of a site, each with a string that the file must contain. If the name is enough,
    /// the string is empty. `*` at the end matches the extensions of JavaScript and TypeScript; `*` elsewhere matches any
    /// text.
    marks: &'static [(&'static str, &'static str)],
    /// The folders that contain a site's Markdown.
    pages: &'static [&'static str],
}

/// Every tool. docgen uses the first match.
const TOOLS: [Tool; 12] = [
    Tool {
        name: "a Docusaurus",
        page: "docusaurus",
        marks: &[("docusaurus.config.*", "")],
        pages: &["docs"],
    },
    Tool {
        name: "a Starlight",
        page: "starlight",
        marks: &[("astro.config.*", "starlight")],
        pages: &["src/content/docs"],
    },
    Tool { name: "an Astro", page: "", marks: &[("astro.config.*", "")], pages: &["src/content"] },
    Tool { name: "a VitePress", page: "vitepress", marks: &[(".vitepress", "")], pages: &[] },
    Tool {
        name: "an MkDocs",
        page: "mkdocs",
        marks: &[
            ("mkdocs.yml", ""),
            ("mkdocs.yaml", ""),
            ("mkdocs*.yml", "site_name"),
            ("properdocs.yml", ""),
        ],
        pages: &["docs"],
    },
    Tool { name: "a Zensical", page: "mkdocs", marks: &[("zensical.toml", "")], pages: &["docs"] },
    Tool { name: "an mdBook", page: "mdbook", marks: &[("book.toml", "")], pages: &["src"] },
    Tool {
        name: "a Mintlify",
        page: "mintlify",
        marks: &[("mint.json", ""), ("docs.json", "mintlify")],
        pages: &[],
    },
    Tool {
        name: "a Hugo",
        page: "hugo",
        marks: &[
            ("hugo.toml", ""),
            ("hugo.yaml", ""),
            ("hugo.json", ""),
            ("config.toml", "baseURL"),
            ("config.yaml", "baseURL"),
            ("config/_default/hugo.toml", ""),
            ("config/_default/config.toml", ""),
        ],
        pages: &["content"],
    },
    Tool {
        name: "a Zola",
        page: "zola",
        marks: &[("zola.toml", ""), ("config.toml", "base_url")],
        pages: &["content"],
    },
    Tool { name: "a Jekyll", page: "", marks: &[("_config.yml", "")], pages: &["_docs"] },
    Tool { name: "a Sphinx", page: "", marks: &[("conf.py", "html_theme")], pages: &[] },
];

/// The extensions that `*` matches.
const SCRIPTS: [&str; 6] = ["js", "ts", "mjs", "cjs", "mts", "cts"];

/// The URL of the manual.
const MANUAL: &str = env!("CARGO_PKG_HOMEPAGE");

/// The folders of a project that can contain its site.
const FOLDERS: [&str; 10] = [
    "docs",
    "doc",
    "documentation",
    "website",
    "site",
    "web",
    "book",
    "manual",
    "apps/docs",
    "packages/docs",
];

/// Returns the URL of the manual page about a tool.
pub(super) fn page_about(name: &str) -> String {
    let tool = TOOLS.iter().find(|tool| tool.name.rsplit(' ').next() == Some(name));
    page_at(tool.map_or("", |tool| tool.page))
}

fn page_at(page: &str) -> String {
    format!("{MANUAL}docs/docgen-and/{page}{}", if page.is_empty() { "" } else { "/" })
}

/// A site made with another tool.
pub(super) struct Found {
    tool: &'static Tool,
    /// The file or folder that identified the tool.
    pub mark: String,
}

impl Found {
    /// Returns the URL of the page about the tool in docgen's manual.
    fn page(&self) -> String {
        page_at(self.tool.page)
    }

    /// Whether docgen can import the tool's sites.
    pub(super) fn can_import(&self) -> bool {
        !self.tool.page.is_empty()
    }

    /// Returns instructions for moving the site to docgen.
    fn next(&self) -> String {
        match self.can_import() {
            false => format!("to move the site to docgen, see {}", self.page()),
            true => format!("to convert the site with `docgen import`, see {}", self.page()),
        }
    }

    /// Returns a note that the pages are shown without the tool. `place` is the path from the pages to the site's
    /// folder, with a trailing slash.
    pub(super) fn note(&self, place: &str) -> String {
        let (name, mark) = (self.tool.name, &self.mark);
        format!(
            "found {name} site (`{place}{mark}`). docgen shows its pages as plain Markdown; {}",
            self.next()
        )
    }

    /// If the site's pages have their own folder, returns a failure that names this folder. `given` is the path
    /// on the command line.
    pub(super) fn failure(&self, folder: &Path, given: &Path, command: &str) -> Option<Failure> {
        let pages = self.tool.pages.iter().find(|pages| fs::is_folder(&folder.join(pages)))?;
        let (name, mark) = (self.tool.name, &self.mark);
        let message = format!("found {name} site (`{mark}`) in {}, which docgen can't build", named(given));
        let failure = Failure::new(message).hint(self.next());
        let pages = join(given, pages);
        Some(failure.hint(format!("to show its pages as plain Markdown, run `docgen {command} {pages}`")))
    }
}

/// Returns the name that messages use for a folder from the command line.
pub(super) fn named(given: &Path) -> String {
    if given == Path::new(".") { "this folder".to_owned() } else { format!("`{}`", given.display()) }
}

/// Looks in a folder for a site made with another tool. If `with_content` is `true`, finds only sites that have a
/// `content` folder, like docgen's sites.
pub(super) fn find(folder: &Path, with_content: bool) -> Option<Found> {
    // Sites of these tools are recognized only if they have a `content` folder, which docgen's sites also have.
    let needs_content = |tool: &Tool| tool.pages == ["content"];
    TOOLS.iter().filter(|tool| !with_content || needs_content(tool)).find_map(|tool| {
        let mark = tool.marks.iter().find_map(|mark| is_there(folder, mark))?;
        let has_pages = || tool.pages.iter().any(|pages| fs::is_folder(&folder.join(pages)));
        (!needs_content(tool) || has_pages()).then_some(Found { tool, mark })
    })
}

/// Returns the folders of a project that can contain its site, with their names.
pub(super) fn folders(project: &Path) -> impl Iterator<Item = (PathBuf, &'static str)> {
    FOLDERS.iter().map(|name| (project.join(name), *name)).filter(|(folder, _)| fs::is_folder(folder))
}

/// Joins paths for a command line: `docs`, not `./docs`.
pub(super) fn join(folder: &Path, below: &str) -> String {
    if folder == Path::new(".") { below.to_owned() } else { folder.join(below).display().to_string() }
}

/// Returns the name of a file that identifies a tool, if the file exists and contains the text.
fn is_there(folder: &Path, (name, text): &(&str, &str)) -> Option<String> {
    let has_text = |name: &str| {
        let read = || fs::read_own(&folder.join(name)).unwrap_or_default();
        text.is_empty() || String::from_utf8_lossy(&read()).contains(text)
    };
    let is_mark = |name: &String| fs::exists(&folder.join(name)) && has_text(name);
    match name.split_once('*') {
        Some((stem, "")) => SCRIPTS.iter().map(|extension| format!("{stem}{extension}")).find(is_mark),
        Some((start, end)) => {
            let mut names = fs::names_in(folder);
            names.retain(|name| name.starts_with(start) && name.ends_with(end));
            names.into_iter().find(is_mark)
        }
        None => Some((*name).to_owned()).filter(is_mark),
    }
}
