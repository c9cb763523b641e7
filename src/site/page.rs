//! [`Page`]: what the site knows of one page, ready to be rendered.

use std::sync::Arc;

use super::{Change, Parsed};
use crate::openapi::Subject;
use crate::path::RoutePath;

/// What kind of page it is; decides its body template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageKind {
    /// A page of the documentation.
    Doc,
    /// A free page of `content/pages`.
    Page,
    /// A free page with the `home` layout.
    Home,
    /// A generated page that lists a category.
    Category,
    /// The list of tags.
    Tags,
    /// The pages with one tag.
    Tag,
    /// The first page of an OpenAPI document.
    ApiIntro,
    /// A tag of an OpenAPI document, with its operations.
    ApiTag,
    /// An operation or webhook.
    ApiOperation,
    /// A schema.
    ApiSchema,
    /// The posts of a blog, or so many of them as a page of the list holds.
    Blog,
    /// A post.
    BlogPost,
    /// Every post by year.
    BlogArchive,
    /// The authors of a blog.
    BlogAuthors,
    /// The posts of an author.
    BlogAuthor,
    /// The tags of a blog.
    BlogTags,
    /// The posts with a tag.
    BlogTag,
    /// The page that shows the answers to a query.
    Search,
    /// The page for addresses that are not there.
    NotFound,
}

impl PageKind {
    /// Whether it is a page of a blog.
    pub fn is_blog(self) -> bool {
        self.as_str().starts_with("blog")
    }

    /// Whether it is a page of an OpenAPI document.
    pub fn is_api(self) -> bool {
        matches!(self, PageKind::ApiIntro | PageKind::ApiTag | PageKind::ApiOperation | PageKind::ApiSchema)
    }

    /// The name in chunks.
    pub fn as_str(self) -> &'static str {
        match self {
            PageKind::Doc => "doc",
            PageKind::Page => "page",
            PageKind::Home => "home",
            PageKind::Category => "category",
            PageKind::Tags => "tags",
            PageKind::Tag => "tag",
            PageKind::ApiIntro => "api-intro",
            PageKind::ApiTag => "api-tag",
            PageKind::ApiOperation => "api-operation",
            PageKind::ApiSchema => "api-schema",
            PageKind::Blog => "blog",
            PageKind::BlogPost => "blog-post",
            PageKind::BlogArchive => "blog-archive",
            PageKind::BlogAuthors => "blog-authors",
            PageKind::BlogAuthor => "blog-author",
            PageKind::BlogTags => "blog-tags",
            PageKind::BlogTag => "blog-tag",
            PageKind::Search => "search",
            PageKind::NotFound => "not-found",
        }
    }

    /// The name of its body template.
    pub fn template(self) -> &'static str {
        match self {
            PageKind::Doc => "doc.html",
            PageKind::Page => "page.html",
            PageKind::Home => "home.html",
            PageKind::Category => "category.html",
            PageKind::Tags => "tags.html",
            PageKind::Tag => "tag.html",
            PageKind::ApiIntro => "api/intro.html",
            PageKind::ApiTag => "api/tag.html",
            PageKind::ApiOperation => "api/operation.html",
            PageKind::ApiSchema => "api/schema.html",
            PageKind::Blog => "blog/list.html",
            PageKind::BlogPost => "blog/post.html",
            PageKind::BlogArchive => "blog/archive.html",
            PageKind::BlogAuthors => "blog/authors.html",
            PageKind::BlogAuthor => "blog/author.html",
            PageKind::BlogTags => "blog/tags.html",
            PageKind::BlogTag => "blog/tag.html",
            PageKind::Search => "search.html",
            PageKind::NotFound => "not-found.html",
        }
    }

    /// Every kind.
    pub const ALL: &[PageKind] = &[
        PageKind::Doc,
        PageKind::Page,
        PageKind::Home,
        PageKind::Category,
        PageKind::Tags,
        PageKind::Tag,
        PageKind::ApiIntro,
        PageKind::ApiTag,
        PageKind::ApiOperation,
        PageKind::ApiSchema,
        PageKind::Blog,
        PageKind::BlogPost,
        PageKind::BlogArchive,
        PageKind::BlogAuthors,
        PageKind::BlogAuthor,
        PageKind::BlogTags,
        PageKind::BlogTag,
        PageKind::Search,
        PageKind::NotFound,
    ];
}

/// A page of the site.
#[derive(Clone, Debug, Hash)]
pub struct Page {
    /// Its address.
    pub route: RoutePath,
    /// What kind of page it is.
    pub kind: PageKind,
    /// Index in [`super::Site::locales`].
    pub locale: usize,
    /// Index in [`super::Site::versions`], for pages of the documentation.
    pub version: Option<usize>,
    /// The id of its document.
    pub doc_id: Option<Arc<str>>,
    /// Its title, as plain text. Empty for pages whose title is a text of the interface.
    pub title: Arc<str>,
    /// Whether the title stays out of the body.
    pub hide_title: bool,
    /// One sentence for search engines and lists.
    pub description: Option<String>,
    /// Words for search engines.
    pub keywords: Vec<String>,
    /// The address of its social card.
    pub image: Option<String>,
    /// Present while serving only.
    pub draft: bool,
    /// Reachable by its address only.
    pub unlisted: bool,
    /// Its sidebar, and the indexes of the nodes from the root to it (empty when it is not in it).
    pub sidebar: Option<Place>,
    /// The way from the start page to this one, itself last.
    pub breadcrumbs: Vec<Crumb>,
    /// The highest and lowest heading of its table of contents; none when that is hidden.
    pub toc_levels: Option<(u8, u8)>,
    /// The page before it.
    pub previous: Option<Neighbour>,
    /// The page after it.
    pub next: Option<Neighbour>,
    /// Its tags.
    pub tags: Vec<TagLink>,
    /// Where its source can be edited.
    pub edit_url: Option<String>,
    /// Who changed it last, and when.
    pub last_update: Option<Change>,
    /// The same document in the other versions: index in [`super::Site::versions`] and address, itself included.
    pub in_versions: Vec<(usize, RoutePath)>,
    /// The same page in the other languages: index in [`super::Site::locales`] and address, itself included.
    pub in_locales: Vec<(usize, RoutePath)>,
    /// What is known of it as a post: index in [`super::Site::blogs`] and in [`super::Blog::posts`].
    pub post: Option<(usize, usize)>,
    /// What it says.
    pub content: Content,
}

/// A place in a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index in [`super::Site::sidebars`].
    pub sidebar: usize,
    /// Index of the node at each level, from the root.
    pub trail: Vec<usize>,
}

/// A step of the breadcrumbs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crumb {
    /// Its words.
    pub label: Arc<str>,
    /// Where it leads.
    pub route: Option<RoutePath>,
}

/// The page before or after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Neighbour {
    /// Its words.
    pub label: Arc<str>,
    /// Its address.
    pub route: RoutePath,
}

/// What the navigation says about a page.
#[derive(Clone, Debug, Default)]
pub(super) struct NavContext {
    pub(super) place: Option<Place>,
    pub(super) breadcrumbs: Vec<Crumb>,
    pub(super) previous: Option<Neighbour>,
    pub(super) next: Option<Neighbour>,
}

/// A tag of a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagLink {
    /// Its words.
    pub label: Arc<str>,
    /// The address of the pages that have it.
    pub route: RoutePath,
}

/// A line in a list of pages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The title of the page.
    pub label: Arc<str>,
    /// Its address or, for a link of a sidebar, where that leads.
    pub href: Target,
    /// What it is about.
    pub description: Option<String>,
    /// How many pages are behind it, for a category or a tag.
    pub count: Option<usize>,
}

/// Where a link of the navigation leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A page of the site.
    Route(RoutePath),
    /// A file of the site or another site, ready for an `href`.
    Address {
        /// The address.
        href: String,
        /// Whether it is of another site.
        external: bool,
    },
}

/// What a page says.
#[derive(Clone, Debug, Hash)]
pub enum Content {
    /// A document; its resolved links are in [`super::Site::resolved`].
    Markdown(Arc<Parsed>),
    /// What a category holds.
    Category(Vec<Entry>),
    /// Every tag, sorted by label.
    Tags(Vec<Entry>),
    /// The pages with one tag, sorted by title.
    Tag(Vec<Entry>),
    /// A page of an OpenAPI document: its index in [`super::Site::apis`], and what of it the page is about.
    Api(usize, Subject),
    /// Posts of a blog: all, those of an author or those with a tag, by the kind of the page.
    BlogList(BlogList),
    /// Every post by year. The number is an index in [`super::Site::blogs`], here and below.
    BlogArchive(usize),
    /// The authors of a blog.
    BlogAuthors(usize),
    /// A form, and in a browser the answers to what is asked there.
    Search,
    /// Nothing is here.
    NotFound,
}

/// A page of a list of posts.
#[derive(Clone, Debug, Hash)]
pub struct BlogList {
    /// Index in [`super::Site::blogs`].
    pub blog: usize,
    /// Whose posts: index in [`super::Blog::authors`] or [`super::Blog::tags`]; none for all.
    pub subject: Option<usize>,
    /// The posts on this page: indexes in [`super::Blog::posts`].
    pub posts: Vec<usize>,
    /// How many there are on all pages.
    pub total: usize,
    /// Which page of the list this is, from 0.
    pub page: usize,
}

impl Page {
    /// The source it was written in, if it was.
    pub fn parsed(&self) -> Option<&Arc<Parsed>> {
        match &self.content {
            Content::Markdown(parsed) => Some(parsed),
            _ => None,
        }
    }

    /// Whether there is a copy of it as Markdown.
    pub fn has_markdown(&self) -> bool {
        self.kind != PageKind::NotFound && (self.parsed().is_some() || self.kind.is_api())
    }

    /// Whether lists, search engines and the sitemap show it.
    pub fn listed(&self) -> bool {
        !self.unlisted && !matches!(self.kind, PageKind::Search | PageKind::NotFound)
    }
}
