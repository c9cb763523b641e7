//! Determines the location of each page in the new site.

use std::collections::{BTreeMap, BTreeSet};

use super::blog::Blog;
use super::content::{Kind, Page, Tree};
use super::urls::normal;
use crate::import::place::visible;

/// The location of a page in the new site.
#[derive(Debug, PartialEq)]
pub(super) enum Place {
    /// A document. The value is the document's path without the extension.
    Doc(String),
    /// A post. The value is the post's path in `content`, without the extension.
    Post(String),
    /// The home page, outside the documentation.
    Home,
    /// A generated page that lists a folder.
    List,
    /// The list of posts, which docgen generates.
    Posts,
    /// The page in the default language, which docgen shows because the translation has no text.
    Fallback,
    /// Not imported.
    None,
}

impl Place {
    /// Returns the path of the file in `content`.
    pub(super) fn file(&self) -> Option<String> {
        match self {
            Place::Doc(path) => Some(format!("docs/{path}.md")),
            Place::Post(path) => Some(format!("{path}.md")),
            Place::Home => Some("pages/index.md".to_owned()),
            _ => None,
        }
    }
}

/// Returns the locations of all pages. `is_generated` returns whether docgen can generate a folder's page.
pub(super) fn all(tree: &Tree, blogs: &[Blog], is_generated: &dyn Fn(&Page) -> bool) -> Vec<Place> {
    let parents: BTreeSet<(usize, &str)> = tree
        .pages
        .iter()
        .filter(|page| !page.path.is_empty())
        .map(|page| (page.language, page.parent()))
        .collect();
    let mut taken: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut places = Vec::new();
    for (at, page) in tree.pages.iter().enumerate() {
        let place = place(tree, blogs, page, &|page| {
            parents.contains(&(page.language, &*page.path)) && is_generated(page)
        });
        // Two pages, such as `a.md` and `a/index.md`, can't have the same new file.
        let is_taken = place.file().is_some_and(|file| taken.insert((page.language, file), at).is_some());
        places.push(if is_taken { Place::None } else { place });
    }
    places
}

fn place(tree: &Tree, blogs: &[Blog], page: &Page, is_list: &dyn Fn(&Page) -> bool) -> Place {
    if page.redirect().is_some() {
        return Place::None;
    }
    if let Some(blog) = blogs.iter().find(|blog| blog.has(page)) {
        return match page.kind {
            Kind::Section => Place::Posts,
            _ if page.language > 0 && !tree.by_path.contains_key(&(0, page.path.to_lowercase())) => {
                Place::None
            }
            _ => Place::Post(format!(
                "{}/{}",
                blog.id,
                page.path[blog.section.len()..].trim_start_matches('/')
            )),
        };
    }
    let is_shown_by_default = || {
        let default = tree.by_path.get(&(0, page.path.to_lowercase())).filter(|_| page.language > 0);
        page.is_blank() && default.is_some_and(|at| !tree.pages[*at].is_blank())
    };
    match page.kind {
        Kind::Single | Kind::Bundle if is_shown_by_default() => Place::Fallback,
        Kind::Home if is_outside(tree) => Place::Home,
        Kind::Home => Place::Doc("index".to_owned()),
        Kind::Section if page.is_blank() && is_list(page) => Place::List,
        Kind::Section => Place::Doc(format!("{}/index", visible(&page.path))),
        _ => Place::Doc(safe(&page.path)),
    }
}

/// Whether the home pages are outside the documentation. In every language, the home page has the same place as in the
/// default language, because pages in the default language replace missing translations.
fn is_outside(tree: &Tree) -> bool {
    tree.pages.iter().find(|page| page.kind == Kind::Home && page.language == 0).is_none_or(Page::is_blank)
}

/// Returns a path whose last part has no special meaning in docgen.
fn safe(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let own = folder.rsplit('/').next().unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    let name = match name.trim_start_matches(['_', '.']) {
        "" => "page".to_owned(),
        _ if matches!(lower.as_str(), "index" | "readme") || (name == own && !own.is_empty()) => {
            format!("{name}-page")
        }
        bare => bare.to_owned(),
    };
    if folder.is_empty() { name } else { format!("{}/{name}", visible(folder)) }
}

/// Returns the URL path that docgen assigns to a document, without the locale.
pub(super) fn route(path: &str) -> String {
    let bare =
        path.strip_suffix("index").filter(|rest| rest.is_empty() || rest.ends_with('/')).unwrap_or(path);
    normal(bare)
}
