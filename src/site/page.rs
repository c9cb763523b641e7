//! [`Page`]: what the site knows of one page, ready to be rendered.

use std::sync::Arc;

use super::{Change, Input, Parsed};
use crate::config::Config;
use crate::openapi::Subject;
use crate::path::{RoutePath, SourcePath, encode_path};

macro_rules! kinds {
    ($($(#[$meta:meta])+ $kind:ident = $name:literal, $template:literal;)*) => {
        /// What kind of page it is; decides its body template.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum PageKind {
            $($(#[$meta])+ $kind,)*
        }

        impl PageKind {
            /// Every kind.
            pub const ALL: &[PageKind] = &[$(PageKind::$kind),*];

            /// The name in chunks.
            pub fn as_str(self) -> &'static str {
                match self { $(PageKind::$kind => $name),* }
            }

            /// The name of its body template.
            pub fn template(self) -> &'static str {
                match self { $(PageKind::$kind => $template),* }
            }
        }
    };
}

// Each kind of page, its name in chunks and its body template.
kinds! {
    /// A page of the documentation.
    Doc = "doc", "doc.html";
    /// A free page of `content/pages`.
    Page = "page", "page.html";
    /// A free page with the `home` layout.
    Home = "home", "home.html";
    /// A generated page that lists a category.
    Category = "category", "category.html";
    /// The list of tags.
    Tags = "tags", "tags.html";
    /// The pages with one tag.
    Tag = "tag", "tag.html";
    /// The first page of an OpenAPI document.
    ApiIntro = "api-intro", "api/intro.html";
    /// A tag of an OpenAPI document, with its operations.
    ApiTag = "api-tag", "api/tag.html";
    /// An operation or webhook.
    ApiOperation = "api-operation", "api/operation.html";
    /// A schema.
    ApiSchema = "api-schema", "api/schema.html";
    /// The posts of a blog, or so many of them as a page of the list holds.
    Blog = "blog", "blog/list.html";
    /// A post.
    BlogPost = "blog-post", "blog/post.html";
    /// Every post by year.
    BlogArchive = "blog-archive", "blog/archive.html";
    /// The authors of a blog.
    BlogAuthors = "blog-authors", "blog/authors.html";
    /// The posts of an author.
    BlogAuthor = "blog-author", "blog/author.html";
    /// The tags of a blog.
    BlogTags = "blog-tags", "blog/tags.html";
    /// The posts with a tag.
    BlogTag = "blog-tag", "blog/tag.html";
    /// The page that shows the answers to a query.
    Search = "search", "search.html";
    /// The page for addresses that are not there.
    #[default]
    NotFound = "not-found", "not-found.html";
}

impl PageKind {
    /// Whether it is a page of a blog.
    pub fn is_blog(self) -> bool {
        self.as_str().starts_with("blog")
    }

    /// Whether it is a page of an OpenAPI document.
    pub fn is_api(self) -> bool {
        self.as_str().starts_with("api-")
    }
}

/// A page of the site.
#[derive(Clone, Debug, Default, Hash)]
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
#[derive(Clone, Debug, Hash)]
pub struct Place {
    /// Index in [`super::Site::sidebars`].
    pub sidebar: usize,
    /// Index of the node at each level, from the root.
    pub trail: Vec<usize>,
}

/// A step of the breadcrumbs.
#[derive(Clone, Debug, Hash)]
pub struct Crumb {
    /// Its words.
    pub label: Arc<str>,
    /// Where it leads.
    pub route: Option<RoutePath>,
}

/// The page before or after another.
#[derive(Clone, Debug, Hash)]
pub struct Neighbour {
    /// Its words.
    pub label: Arc<str>,
    /// Its address.
    pub route: RoutePath,
}

/// What the navigation says about a page.
#[derive(Clone, Default)]
pub(super) struct NavContext {
    pub place: Option<Place>,
    pub breadcrumbs: Vec<Crumb>,
    pub previous: Option<Neighbour>,
    pub next: Option<Neighbour>,
}

/// A tag of a page.
#[derive(Clone, Debug, Hash)]
pub struct TagLink {
    /// Its words.
    pub label: Arc<str>,
    /// The address of the pages that have it.
    pub route: RoutePath,
}

/// A line in a list of pages.
#[derive(Clone, Debug, Hash)]
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
#[derive(Clone, Debug, Default, Hash)]
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
    #[default]
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
    /// A page of no content; the caller says what it is.
    pub(super) fn generated(route: RoutePath, locale: usize) -> Page {
        Page { route, locale, ..Page::default() }
    }

    /// A page of a Markdown file, with what its front matter says; the caller says what it is.
    pub(super) fn written(config: &Config, parsed: &Arc<Parsed>, route: RoutePath, locale: usize) -> Page {
        let front = &parsed.metadata.front_matter;
        let least = front.toc_min_heading_level.unwrap_or(config.docs.toc_min_heading_level);
        let most = front.toc_max_heading_level.unwrap_or(config.docs.toc_max_heading_level);
        Page {
            // A heading of its text stays.
            hide_title: front.hide_title && parsed.metadata.title.is_none(),
            description: front.description.clone(),
            keywords: front.keywords.clone(),
            image: front.image.clone(),
            draft: front.draft,
            unlisted: front.unlisted,
            toc_levels: (!front.hide_table_of_contents).then_some((least, most)),
            edit_url: match &front.custom_edit_url {
                Some(own) => own.clone(),
                None => edit_url(config, &parsed.source.path),
            },
            content: Content::Markdown(Arc::clone(parsed)),
            ..Page::generated(route, locale)
        }
    }

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

/// Where a file of the site can be edited.
pub(super) fn edit_url(config: &Config, file: &SourcePath) -> Option<String> {
    let path = &*encode_path(file.as_str());
    config.docs.edit_url.as_ref().map(|url| match url.contains("{path}") {
        true => url.replace("{path}", path),
        false => format!("{}/{path}", url.trim_end_matches('/')),
    })
}

/// Who changed a file last, and when: what its front matter says or, where the site shows it, what git knows.
pub(super) fn last_update(input: &Input<'_>, parsed: &Parsed) -> Option<Change> {
    let own = parsed.metadata.front_matter.last_update.clone().unwrap_or_default();
    let known = input.changes.get(&parsed.source.path).cloned().unwrap_or_default();
    let docs = &input.config.docs;
    let date = own.date.or(known.date.filter(|_| docs.show_last_update_time));
    let author = own.author.or(known.author.filter(|_| docs.show_last_update_author));
    (date.is_some() || author.is_some()).then_some(Change { date, author })
}

/// The index of the page at an address, among pages sorted by theirs.
pub(crate) fn page_at(pages: &[Arc<Page>], route: &RoutePath) -> Option<usize> {
    pages.binary_search_by(|page| page.route.cmp(route)).ok()
}
