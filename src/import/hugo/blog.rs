//! Finds and converts the sections that contain posts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::Site;
use super::content::{Kind, Page, Tree};
use crate::import::Content;
use crate::import::settings::Settings;
use crate::import::translations;
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The names and types of sections that contain posts.
const NAMES: [&str; 10] = [
    "blog",
    "blogs",
    "post",
    "posts",
    "news",
    "articles",
    "article",
    "announcements",
    "releases",
    "changelog",
];

/// A section that contains posts.
pub(super) struct Blog {
    /// The ID of the blog, which is also the name of its folder in `content`.
    pub id: String,
    /// The section's path.
    pub section: String,
    /// The URL path.
    pub route: String,
    pub title: String,
    pub description: Option<String>,
    /// The last segments of the pages' URLs, each with the language and with the URL, if only one URL has the segment.
    names: BTreeMap<(usize, String), Option<String>>,
}

impl Blog {
    /// Whether the section contains a page.
    pub(super) fn has(&self, page: &Page) -> bool {
        page.path.strip_prefix(&self.section).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Returns the sections that contain posts. The name or type of such a section is in [`NAMES`], and most of its pages
/// have a date.
pub(super) fn find(tree: &Tree) -> Vec<Blog> {
    let sections: BTreeSet<&str> =
        tree.pages.iter().filter(|page| page.language == 0).map(Page::section).collect();
    let mut blogs = Vec::new();
    for section in sections.into_iter().filter(|section| !section.is_empty()) {
        let index = tree.by_path.get(&(0, section.to_lowercase())).map(|at| &tree.pages[*at]);
        let kind = index.and_then(|page| page.front.text("type"));
        let is_named = |name: &str| NAMES.contains(&name.to_ascii_lowercase().as_str());
        if !is_named(section) && !kind.as_deref().is_some_and(is_named) {
            continue;
        }
        let is_post = |page: &&Page| page.language == 0 && !page.is_section() && page.section() == section;
        let posts: Vec<&Page> = tree.pages.iter().filter(is_post).collect();
        let dated = posts.iter().filter(|page| page.date().is_some()).count();
        if dated == 0 || dated * 10 < posts.len() * 6 {
            continue;
        }
        let mut blog = Blog {
            id: id(section),
            section: section.to_owned(),
            route: route(tree, section, index, &posts),
            title: index
                .map(Page::title)
                .filter(|title| !title.is_empty())
                .unwrap_or_else(|| crate::import::inline::capitalized(section)),
            description: index.and_then(|page| page.front.text("description")),
            names: BTreeMap::new(),
        };
        blog.names = names_of_pages(tree, &blog);
        blogs.push(blog);
    }
    blogs
}

/// Returns a blog's URL path: the URL of the section's page, or, if the posts are elsewhere, the folder that contains the
/// posts and nothing else.
fn route(tree: &Tree, section: &str, index: Option<&Page>, posts: &[&Page]) -> String {
    let own = index.map_or_else(|| format!("/{}", section.to_lowercase()), |page| page.url.clone());
    let is_below =
        |page: &Page, folder: &str| page.url.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    // A year isn't the name of a blog.
    let is_name = |segment: &&str| !segment.bytes().all(|byte| byte.is_ascii_digit());
    let first = posts.first().and_then(|post| post.url.split('/').nth(1)).filter(is_name);
    let Some(first) = first else { return own };
    let folder = format!("/{first}");
    let is_other = |page: &Page| {
        let is_inside = page.url == folder || is_below(page, &folder);
        is_inside && (page.language != 0 || page.section() != section)
    };
    let is_apart = posts.iter().all(|post| is_below(post, &folder)) && !tree.pages.iter().any(is_other);
    if is_apart && !posts.iter().all(|post| is_below(post, &own)) { folder } else { own }
}

/// Returns a blog's ID. The names of other folders in `content` are reserved.
fn id(section: &str) -> String {
    let id: String =
        section.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    if matches!(id.as_str(), "docs" | "pages" | "i18n" | "versions") { format!("{id}-blog") } else { id }
}

impl Site<'_> {
    /// Sets the blogs, and adds redirects from the sections inside a blog to the blog.
    pub(super) fn set_blogs(&self, settings: &mut Settings) {
        for blog in &self.blogs {
            let mut entry = json!({ "id": blog.id, "title": blog.title, "route": blog.route });
            if let Some(description) = &blog.description {
                entry["description"] = description.as_str().into();
            }
            settings.push("blog", entry);
        }
        for page in self.tree.pages.iter().filter(|page| page.kind == Kind::Section) {
            let Some(blog) = self.blogs.iter().find(|blog| blog.has(page)) else { continue };
            let prefix = self.prefix(page.language);
            let to = format!("{prefix}{}", blog.route);
            if page.url != to {
                self.redirect(&page.url, &to);
            }
        }
    }

    /// Writes the translations of the blogs' titles and descriptions.
    pub(super) fn translate_blogs(&self, files: &mut BTreeMap<SourcePath, Content>) {
        let originals = self.blogs.iter().map(|blog| (blog, blog.section.to_lowercase()));
        for (blog, section) in originals {
            for (at, language) in self.languages.iter().enumerate().skip(1) {
                let Some(page) = self.tree.by_path.get(&(at, section.clone())) else { continue };
                let page = &self.tree.pages[*page];
                let title = Some((blog.title.clone(), page.title())).filter(|(_, title)| !title.is_empty());
                let description = blog.description.clone().zip(page.front.text("description"));
                let labels = title.into_iter().chain(description).filter(|(old, new)| old != new);
                translations::add(&language.key, labels, files);
            }
        }
    }

    /// Whether the authors of a page have pages: the page is a post, and authors are a taxonomy.
    pub(super) fn has_author_pages(&self, page: &Page) -> bool {
        self.has_authors
            && !page.is_section()
            && !page.front.list("authors").is_empty()
            && self.blogs.iter().any(|blog| blog.has(page))
    }

    /// Returns the posts in a blog whose authors have pages.
    fn signed<'s>(&'s self, blog: &'s Blog) -> impl Iterator<Item = &'s Page> {
        self.tree.pages.iter().filter(move |page| blog.has(page) && self.has_author_pages(page))
    }

    /// Writes the files that give authors their pages.
    pub(super) fn write_authors(&self, files: &mut BTreeMap<SourcePath, Content>) {
        for blog in &self.blogs {
            let posts = self.tree.pages.iter().filter(|page| blog.has(page) && !page.is_section());
            let signatures = posts.flat_map(|page| {
                let has_pages = self.has_author_pages(page);
                names(page).into_iter().map(move |name| (name, has_pages))
            });
            let mut authors: BTreeMap<String, Map<String, Json>> = BTreeMap::new();
            for (name, has_pages) in signatures {
                let person = self.person(&name);
                if person.is_none() && !has_pages {
                    continue;
                }
                let author = authors.entry(self.term(&name)).or_insert_with(|| {
                    let unknown = || Map::from_iter([("name".to_owned(), without_links(&name).into())]);
                    person.unwrap_or_else(unknown)
                });
                if has_pages {
                    author.insert("page".to_owned(), true.into());
                }
            }
            if let Ok(text) = toml::to_string(&authors)
                && !authors.is_empty()
            {
                let path = SourcePath::new(format!("content/{}/authors.toml", blog.id));
                files.insert(path, Content::Text(text));
            }
        }
    }

    /// Redirects the list of authors or an author's page. `term` is empty for the list.
    pub(super) fn redirect_author(&self, from: &str, term: &str, language: usize) {
        let has = |page: &Page| {
            let mut names = page.front.list("authors").into_iter();
            page.language == language && (term.is_empty() || names.any(|name| self.term(&name) == term))
        };
        let Some(blog) = self.blogs.iter().find(|blog| self.signed(blog).any(has)) else { return };
        let list = format!("{}{}/authors", self.prefix(language), blog.route);
        let segment = crate::path::slugify(term);
        self.redirect(from, &if segment.is_empty() { list } else { format!("{list}/{segment}") });
    }

    /// Sets the front matter that only posts have.
    pub(super) fn post(&self, page: &Page, blog: &Blog, entries: &mut Map<String, Json>) {
        let date =
            page.date().or_else(|| ["publishdate", "lastmod"].iter().find_map(|key| page.front.date(key)));
        entries.insert("date".to_owned(), date.unwrap_or_else(|| "1970-01-01".to_owned()).into());
        let author = |name: &String| match self.has_author_pages(page) || self.person(name).is_some() {
            true => self.term(name).into(),
            false => json!({ "name": without_links(name) }),
        };
        let described = |node: &Node| Some(Json::Object(self.described(node)?));
        let mut authors: Vec<Json> = names(page).iter().map(author).collect();
        authors.extend(
            AUTHORS
                .iter()
                .filter_map(|key| page.front.at(key))
                .flat_map(|node| node.items().iter().chain(Some(node)).filter_map(described)),
        );
        if !authors.is_empty() {
            entries.insert("authors".to_owned(), authors.into());
        }
        let route = format!("{}{}", self.prefix(page.language), blog.route);
        let url = page.url.strip_suffix(".html").unwrap_or(&page.url);
        let below = url.strip_prefix(&route).and_then(|rest| rest.strip_prefix('/'));
        let slug = below.unwrap_or_else(|| self.slug_outside(page, blog)).to_owned();
        let new = format!("{route}/{slug}");
        if new != page.url {
            self.redirect(&page.url, &new);
        }
        entries.insert("slug".to_owned(), slug.into());
    }

    /// Returns the slug of a post whose URL isn't below the URL of the list of posts: its last segment, or, if other
    /// posts have the same last segment, its whole path.
    fn slug_outside<'p>(&self, page: &'p Page, blog: &Blog) -> &'p str {
        let url = page.url.strip_suffix(".html").unwrap_or(&page.url);
        let name = last_segment(&page.url);
        let is_taken = blog.names.get(&(page.language, name.to_owned())).is_some_and(Option::is_none);
        let whole = url.strip_prefix(&*self.prefix(page.language)).unwrap_or(url);
        if is_taken { whole.trim_start_matches('/') } else { name }
    }
}

/// Returns the last segments of the URLs of a blog's pages, as in [`Blog::names`].
fn names_of_pages(tree: &Tree, blog: &Blog) -> BTreeMap<(usize, String), Option<String>> {
    let mut names = BTreeMap::new();
    for page in tree.pages.iter().filter(|page| blog.has(page)) {
        let name = (page.language, last_segment(&page.url).to_owned());
        let url = names.entry(name).or_insert_with(|| Some(page.url.clone()));
        *url = url.take().filter(|url| *url == page.url);
    }
    names
}

/// Returns the last segment of a URL, without the extension.
fn last_segment(url: &str) -> &str {
    url.trim_end_matches(".html").rsplit('/').next().unwrap_or_default()
}

/// The front matter keys that list authors.
const AUTHORS: [&str; 2] = ["authors", "author"];

/// Returns the names or keys of a post's authors.
fn names(page: &Page) -> Vec<String> {
    let mut lists = AUTHORS.iter().map(|key| page.front.list(key));
    lists.find(|list| !list.is_empty()).unwrap_or_default()
}

/// Returns an author's name without links.
fn without_links(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((label, (_, tail))) =
            after.split_once("](").and_then(|(label, after)| Some((label, after.split_once(')')?)))
        else {
            break;
        };
        out.push_str(before);
        out.push_str(label);
        rest = tail;
    }
    out + rest
}
