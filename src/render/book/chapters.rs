//! The chapters of a book: the pages of the sidebars, in reading order.

use std::collections::BTreeSet;

use crate::path::RoutePath;
use crate::site::{Content, Node, NodeKind, Page, Post, Sidebar, Site};

/// The content to include in a book.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// The index in [`Site::locales`].
    pub locale: usize,
    /// For each documentation set, the index of the version in [`Site::versions`].
    pub versions: Vec<usize>,
    /// The path of the section. If it's `None`, the book contains the whole site.
    pub section: Option<RoutePath>,
    /// Whether to include blog posts.
    pub posts: bool,
}

/// A chapter.
#[derive(Debug, PartialEq)]
pub(super) struct Chapter {
    /// The depth, starting at 0.
    pub depth: usize,
    /// The title in the sidebar.
    pub title: String,
    /// The index in [`Site::pages`]. A category without a page is only a heading.
    pub page: Option<usize>,
}

/// Returns the chapters of a book. `blog_title` is the title of blogs that don't have their own title.
pub(super) fn chapters(site: &Site, wanted: &Wanted, blog_title: &str) -> Vec<Chapter> {
    let all = site.sidebars.iter().enumerate();
    let mut sidebars: Vec<(usize, &Sidebar)> = all.filter(|(_, sidebar)| is_of(sidebar, wanted)).collect();
    for of_set in sidebars.chunk_by_mut(|(_, one), (_, next)| one.docs == next.docs) {
        of_set.sort_by_key(|(index, sidebar)| !starts(site, *index, sidebar));
    }
    let mut builder = Builder { site, wanted, taken: BTreeSet::new() };
    let mut all = Vec::new();
    for (_, sidebar) in &sidebars {
        let mut below = builder.all(&sidebar.nodes, 0);
        // If there are several parts, the API's chapters need its title above them, because the API's pages don't name
        // the API.
        let first = below.iter().find_map(|chapter| chapter.page).map(|page| &site.pages[page].content);
        if let Some(Content::Api(api, _)) = first.filter(|_| sidebars.len() > 1) {
            let title = &site.apis[*api].title;
            let is_named = below.first().is_some_and(|first| first.title == *title);
            below.iter_mut().skip(usize::from(is_named)).for_each(|chapter| chapter.depth += 1);
            if !is_named {
                all.push(Chapter { depth: 0, title: title.clone(), page: None });
            }
        }
        all.extend(below);
    }
    if wanted.posts {
        for blog in site.blogs.iter().filter(|blog| blog.locale == wanted.locale) {
            let of_post = |post: &Post| {
                let index = site.page_index(&post.route)?;
                builder.takes(index).then(|| Chapter {
                    depth: 1,
                    title: post.title.clone(),
                    page: Some(index),
                })
            };
            let posts: Vec<Chapter> = blog.posts.iter().filter_map(of_post).collect();
            if !posts.is_empty() {
                let own = blog.config.title.as_deref();
                let title =
                    own.map_or(blog_title, |title| site.locales[wanted.locale].translate(title)).to_owned();
                all.push(Chapter { depth: 0, title, page: None });
                all.extend(posts);
            }
        }
    }
    without_lone_root(all, wanted.section.is_some())
}

/// Whether a sidebar contains the first page of its documentation set. In a book, the set starts with this sidebar.
fn starts(site: &Site, index: usize, sidebar: &Sidebar) -> bool {
    let Some(docs) = sidebar.docs.and_then(|docs| site.config.docs.get(docs)) else { return false };
    let main = docs.main.as_deref().unwrap_or("index");
    site.pages.iter().any(|page| {
        (page.locale, page.version) == (sidebar.locale, sidebar.version)
            && page.doc_id.as_deref() == Some(main)
            && page.sidebar.as_ref().is_some_and(|place| place.sidebar == index)
    })
}

/// Whether a book can contain the pages of a sidebar.
fn is_of(sidebar: &Sidebar, wanted: &Wanted) -> bool {
    let version = sidebar.version.is_none_or(|version| wanted.versions.contains(&version));
    sidebar.locale == wanted.locale && version && sidebar.blog.is_none()
}

/// If all chapters are below a heading without a page, removes the heading. However, keeps the last such heading of a
/// section, because that heading is the section's title.
fn without_lone_root(mut all: Vec<Chapter>, is_section: bool) -> Vec<Chapter> {
    let is_lone = |all: &[Chapter]| match all {
        [first, second, ..] => {
            let is_title = is_section && second.page.is_some();
            first.page.is_none() && !is_title && all[1..].iter().all(|chapter| chapter.depth > first.depth)
        }
        _ => false,
    };
    while is_lone(&all) {
        all.remove(0);
        all.iter_mut().for_each(|chapter| chapter.depth -= 1);
    }
    all
}

/// A builder that collects the chapters of sidebars.
struct Builder<'a> {
    site: &'a Site,
    wanted: &'a Wanted,
    /// The pages that are already in the book.
    taken: BTreeSet<usize>,
}

impl Builder<'_> {
    fn all(&mut self, nodes: &[Node], depth: usize) -> Vec<Chapter> {
        nodes.iter().flat_map(|node| self.one(node, depth)).collect()
    }

    fn one(&mut self, node: &Node, depth: usize) -> Vec<Chapter> {
        let title = node.label.to_string();
        match &node.kind {
            NodeKind::Page(route) => {
                let page = self.take(route);
                page.map(|page| Chapter { depth, title, page: Some(page) }).into_iter().collect()
            }
            NodeKind::Category(category) => {
                let page = category.route.as_ref().and_then(|route| self.take(route));
                // A category above the section isn't part of the book.
                let is_above = self.wanted.section.is_some() && category.route.is_some() && page.is_none();
                let items = self.all(&category.items, depth + usize::from(!is_above));
                if is_above || (items.is_empty() && page.is_none()) {
                    return items;
                }
                std::iter::once(Chapter { depth, title, page }).chain(items).collect()
            }
            NodeKind::Link(_) | NodeKind::Html(_) => Vec::new(),
        }
    }

    /// Returns the page at a path, unless the page doesn't belong in the book or the book already contains it.
    fn take(&mut self, route: &RoutePath) -> Option<usize> {
        let index = self.site.page_index(route)?;
        (self.takes(index) && self.taken.insert(index)).then_some(index)
    }

    /// Whether a page belongs in the book. The section's path can be from any version or locale.
    fn takes(&self, index: usize) -> bool {
        let page: &Page = &self.site.pages[index];
        let Wanted { locale, versions, section, .. } = self.wanted;
        let version = page.version.is_none_or(|version| versions.contains(&version));
        let is_below =
            |route: &RoutePath| section.as_ref().is_none_or(|section| route.strip(section).is_some());
        let mut routes = std::iter::once(&page.route)
            .chain(page.in_locales.iter().chain(&page.in_versions).map(|(_, route)| route));
        page.locale == *locale && version && routes.any(is_below)
    }
}
