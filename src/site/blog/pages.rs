//! Blog pages (posts, lists, the archive, authors, and tags) and blog sidebars.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::{Blog, Post};
use crate::path::RoutePath;
use crate::site::{
    BlogList, Category, Content, Context, Entry, Input, Locale, Node, NodeKind, Page, PageKind, PageLink,
    Place, Sidebar, Target, page::last_update,
};

/// Returns the pages of every blog in every locale and adds the blogs' sidebars to `sidebars`.
pub(crate) fn pages(context: Context<'_>, blogs: &[Blog], sidebars: &mut Vec<Sidebar>) -> Vec<Page> {
    let mut pages = Vec::new();
    for (index, blog) in blogs.iter().enumerate() {
        let nodes = tree(blog);
        let mut places = HashMap::new();
        let mut sidebar = None;
        // A sidebar with only one post would repeat the page.
        let shown = nodes.iter().map(|node| match &node.kind {
            NodeKind::Category(category) => category.items.len(),
            _ => 0,
        });
        if shown.sum::<usize>() > 1 {
            sidebar = Some(sidebars.len());
            for (year, node) in nodes.iter().enumerate() {
                let NodeKind::Category(category) = &node.kind else { continue };
                places.extend(
                    category.items.iter().enumerate().map(|(at, post)| (post.key.clone(), vec![year, at])),
                );
            }
            let name = blog.name().to_owned();
            let id = context.in_locale(&name, blog.locale);
            let (locale, blog) = (blog.locale, Some(index));
            sidebars.push(Sidebar { id, name, locale, version: None, docs: None, blog, nodes });
        }
        Maker { input: &context, blog, index, sidebar, places }.pages(&mut pages);
    }
    in_locales(context.locales, blogs, &mut pages);
    pages
}

/// Returns the sidebar items of the latest posts, newest first, grouped by year.
fn tree(blog: &Blog) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for index in blog.listed().take(blog.config.sidebar_count.limit()) {
        let post = &blog.posts[index];
        let year = post.date.year().to_string();
        let front = &post.parsed.metadata.front_matter;
        let label = front.sidebar_label.as_deref().unwrap_or(&post.title);
        let item = Node {
            class_name: front.sidebar_class_name.clone(),
            ..Node::new(post.route.shared(), label, NodeKind::Page(post.route.clone()))
        };
        match nodes.last_mut() {
            Some(Node { label, kind: NodeKind::Category(category), .. }) if **label == *year => {
                category.items.push(item);
            }
            _ => {
                let items = vec![item];
                let year_of = Category { route: None, collapsed: false, collapsible: false, items };
                nodes.push(Node::new(format!("year:{year}"), year, NodeKind::Category(year_of)));
            }
        }
    }
    nodes
}

/// Returns the blog's name, the tag's key, and the number of a page about a tag. For any other page, returns `None`.
fn tag_of<'b>(blogs: &'b [Blog], page: &Page) -> Option<(&'b str, &'b str, usize)> {
    let Content::BlogList(BlogList { blog, subject: Some(subject), page: number, .. }) = &page.content else {
        return None;
    };
    let blog = &blogs[*blog];
    (page.kind == PageKind::BlogTag).then(|| (blog.name(), blog.tags[*subject].key.as_str(), *number))
}

/// Sets [`Page::in_locales`] of each page. For a post, the list contains the pages of the same file. For a tag, it
/// contains the pages of the same tag. For any other page, it contains the pages with the same path.
fn in_locales(locales: &[Locale], blogs: &[Blog], pages: &mut [Page]) {
    if locales.len() == 1 {
        return;
    }
    let mut posts: HashMap<(&str, &str), Vec<(usize, RoutePath)>> = HashMap::new();
    for blog in blogs {
        for post in &blog.posts {
            let same = posts.entry((blog.name(), post.path.as_str())).or_default();
            same.push((blog.locale, post.route.clone()));
        }
    }
    let mut tags: HashMap<_, Vec<(usize, RoutePath)>> = HashMap::new();
    for page in pages.iter() {
        if let Some(tag) = tag_of(blogs, page) {
            tags.entry(tag).or_default().push((page.locale, page.route.clone()));
        }
    }
    let routes: HashSet<RoutePath> = pages.iter().map(|page| page.route.clone()).collect();
    for page in pages {
        if let Some((blog, post)) = page.post {
            let blog = &blogs[blog];
            let same = posts.get(&(blog.name(), blog.posts[post].path.as_str()));
            page.in_locales = same.cloned().unwrap_or_default();
            continue;
        }
        page.in_locales = match tag_of(blogs, page).and_then(|tag| tags.get(&tag)) {
            Some(same) => same.clone(),
            None => {
                let bare = page.route.strip(&locales[page.locale].home).unwrap_or(page.route.as_str());
                let there = locales.iter().enumerate().map(|(l, locale)| (l, locale.home.join(bare)));
                there.filter(|(_, route)| routes.contains(route)).collect()
            }
        };
        let is_original = |blog: &Blog, post: usize| !blog.posts[post].parsed.is_translated();
        page.lists_originals = page.locale > 0
            && match &page.content {
                Content::BlogList(list) => {
                    list.posts.iter().all(|post| is_original(&blogs[list.blog], *post))
                }
                Content::BlogArchive(blog) | Content::BlogAuthors(blog) => {
                    blogs[*blog].listed().all(|post| is_original(&blogs[*blog], post))
                }
                _ => false,
            };
    }
}

struct Maker<'a> {
    input: &'a Input<'a>,
    blog: &'a Blog,
    index: usize,
    sidebar: Option<usize>,
    /// The position of each post in the sidebar.
    places: HashMap<Arc<str>, Vec<usize>>,
}

impl Maker<'_> {
    fn pages(&self, pages: &mut Vec<Page>) {
        let blog = self.blog;
        let listed: Vec<usize> = blog.listed().collect();
        let description = blog.config.description.clone();
        self.list(PageKind::Blog, &blog.route, (None, description), &listed, pages);
        for (at, post) in blog.posts.iter().enumerate() {
            pages.push(self.post(at, post, &listed));
        }
        if !listed.is_empty() {
            let route = blog.route.join("archive");
            let content = Content::BlogArchive(self.index);
            pages.push(Page { kind: PageKind::BlogArchive, content, ..self.page(route) });
        }
        if !blog.authors.is_empty() {
            let route = blog.route.join("authors");
            let content = Content::BlogAuthors(self.index);
            pages.push(Page { kind: PageKind::BlogAuthors, content, ..self.page(route) });
        }
        for (at, author) in blog.authors.iter().enumerate() {
            if let Some(route) = &author.route {
                let described = (Some(at), author.description.clone());
                self.list(PageKind::BlogAuthor, route, described, &author.posts, pages);
            }
        }
        if !blog.tags.is_empty() {
            let entry = |tag: &super::BlogTag| Entry {
                label: tag.label.as_str().into(),
                href: Target::Route(tag.route.clone()),
                description: tag.description.clone(),
                count: Some(tag.posts.len()),
                untranslated: false,
            };
            let content = Content::Tags(blog.tags.iter().map(entry).collect());
            let route = blog.route.join("tags");
            pages.push(Page { kind: PageKind::BlogTags, content, ..self.page(route) });
        }
        for (at, tag) in blog.tags.iter().enumerate() {
            let described = (Some(at), tag.description.clone());
            self.list(PageKind::BlogTag, &tag.route, described, &tag.posts, pages);
        }
    }

    /// Adds the pages of a list to `pages`. Each page has at most `posts_per_page` posts. An empty list has one page.
    fn list(
        &self,
        kind: PageKind,
        root: &RoutePath,
        (subject, description): (Option<usize>, Option<String>),
        posts: &[usize],
        pages: &mut Vec<Page>,
    ) {
        let size = usize::from(self.blog.config.posts_per_page).max(1);
        let count = posts.len().div_ceil(size).max(1);
        let route = |page: usize| match page {
            0 => root.clone(),
            page => root.join("page").join(&(page + 1).to_string()),
        };
        let neighbour = |page: usize| PageLink { label: Arc::default(), route: route(page) };
        for page in 0..count {
            let shown = posts.iter().copied().skip(page * size).take(size).collect();
            pages.push(Page {
                kind,
                description: description.clone(),
                previous: page.checked_sub(1).map(neighbour),
                next: (page + 1 < count).then(|| neighbour(page + 1)),
                content: Content::BlogList(BlogList {
                    blog: self.index,
                    subject,
                    posts: shown,
                    total: posts.len(),
                    page,
                }),
                ..self.page(route(page))
            });
        }
    }

    fn post(&self, at: usize, post: &Post, listed: &[usize]) -> Page {
        let place = listed.iter().position(|index| *index == at);
        let neighbour = |at: usize| {
            let other = &self.blog.posts[listed[at]];
            PageLink { label: other.title.as_str().into(), route: other.route.clone() }
        };
        Page {
            kind: PageKind::BlogPost,
            title: post.title.as_str().into(),
            sidebar: self.sidebar.map(|sidebar| Place {
                sidebar,
                trail: self.places.get(post.route.as_str()).cloned().unwrap_or_default(),
            }),
            previous: place.and_then(|place| place.checked_sub(1)).map(neighbour),
            next: place.filter(|place| place + 1 < listed.len()).map(|place| neighbour(place + 1)),
            tags: post.tags.clone(),
            last_update: last_update(self.input, self.input.config.docs.main(), &post.parsed),
            post: Some((self.index, at)),
            ..Page::written(self.input.config.docs.main(), &post.parsed, post.route.clone(), self.blog.locale)
        }
    }

    /// Creates a blog page without a sidebar. A sidebar would repeat the list on the page. The caller sets the page's
    /// content.
    fn page(&self, route: RoutePath) -> Page {
        Page::generated(route, self.blog.locale)
    }
}

/// Returns the indexes of the listed posts in [`Blog::posts`], by year. The newest year comes first. Within each year,
/// the oldest post comes first.
pub(super) fn by_year(blog: &Blog) -> Vec<(i64, Vec<usize>)> {
    let mut years: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for index in blog.listed().rev() {
        years.entry(blog.posts[index].date.year()).or_default().push(index);
    }
    years.into_iter().rev().collect()
}
