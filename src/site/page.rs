//! [`Page`]: everything about a page on the site, ready to render.

use std::sync::Arc;

use super::{Change, Input, Parsed};
use crate::config::DocsConfig;
use crate::openapi::Subject;
use crate::path::{RoutePath, SourcePath, encode_path};

macro_rules! kinds {
    ($($(#[$meta:meta])+ $kind:ident = $name:literal, $template:literal;)*) => {
        /// The kind of a page, which determines its body template.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Hash)]
        pub enum PageKind {
            $($(#[$meta])+ $kind,)*
        }

        impl PageKind {
            /// Every kind.
            pub const ALL: &[PageKind] = &[$(PageKind::$kind),*];

            /// Returns the kind's name, as written in chunks.
            pub fn as_str(self) -> &'static str {
                match self { $(PageKind::$kind => $name),* }
            }

            /// Returns the name of the kind's body template.
            pub fn template(self) -> &'static str {
                match self { $(PageKind::$kind => $template),* }
            }
        }
    };
}

// Each kind of page, its name in chunks, and its body template.
kinds! {
    /// A page of the documentation.
    Doc = "doc", "doc.html";
    /// A standalone page in `content/pages`.
    Page = "page", "page.html";
    /// A standalone page with the `home` layout.
    Home = "home", "home.html";
    /// A generated page that lists a category.
    Category = "category", "category.html";
    /// The list of tags.
    Tags = "tags", "tags.html";
    /// The pages with a tag.
    Tag = "tag", "tag.html";
    /// The first page of an OpenAPI document.
    ApiIntro = "api-intro", "api/intro.html";
    /// A tag of an OpenAPI document, with its operations.
    ApiTag = "api-tag", "api/tag.html";
    /// An operation or webhook.
    ApiOperation = "api-operation", "api/operation.html";
    /// A schema.
    ApiSchema = "api-schema", "api/schema.html";
    /// A whole OpenAPI document on one page.
    ApiWhole = "api-whole", "api/whole.html";
    /// The changes to an OpenAPI document in each version.
    ApiChanges = "api-changes", "api/tag.html";
    /// The posts of a blog, possibly split into several pages.
    Blog = "blog", "blog/list.html";
    /// A post.
    BlogPost = "blog-post", "blog/post.html";
    /// All posts by year.
    BlogArchive = "blog-archive", "blog/archive.html";
    /// The authors of a blog.
    BlogAuthors = "blog-authors", "blog/authors.html";
    /// The posts of an author.
    BlogAuthor = "blog-author", "blog/author.html";
    /// The tags of a blog.
    BlogTags = "blog-tags", "blog/tags.html";
    /// The posts with a tag.
    BlogTag = "blog-tag", "blog/tag.html";
    /// The search page.
    Search = "search", "search.html";
    /// The not-found page.
    #[default]
    NotFound = "not-found", "not-found.html";
}

impl PageKind {
    /// Whether this is a blog page.
    pub fn is_blog(self) -> bool {
        self.as_str().starts_with("blog")
    }

    /// Whether this is a page of an OpenAPI document.
    pub fn is_api(self) -> bool {
        self.as_str().starts_with("api-")
    }
}

/// A page on the site.
#[derive(Clone, Debug, Default, Hash)]
pub struct Page {
    /// The path.
    pub route: RoutePath,
    /// The kind.
    pub kind: PageKind,
    /// The index in [`super::Site::locales`].
    pub locale: usize,
    /// The index in [`super::Site::versions`], for pages of the documentation.
    pub version: Option<usize>,
    /// The ID of the document.
    pub doc_id: Option<Arc<str>>,
    /// The title, as plain text. If the page's title is a UI string, this string is empty.
    pub title: Arc<str>,
    /// Whether the body leaves out the title.
    pub hide_title: bool,
    /// A short description for search engines and lists.
    pub description: Option<String>,
    /// Keywords for search engines.
    pub keywords: Vec<String>,
    /// The URL of the social card's image.
    pub image: Option<String>,
    /// Whether the page exists only on the development server.
    pub draft: bool,
    /// Whether the page is reachable only by its URL.
    pub unlisted: bool,
    /// The sidebar, and the indexes of the items from the root to the page (empty if the sidebar doesn't contain the
    /// page).
    pub sidebar: Option<Place>,
    /// The breadcrumbs, from the top level of the navigation to this page.
    pub breadcrumbs: Vec<Crumb>,
    /// The top and deepest heading levels in the table of contents, or `None` if the table of contents is hidden.
    pub toc_levels: Option<(u8, u8)>,
    /// The previous page.
    pub previous: Option<PageLink>,
    /// The next page.
    pub next: Option<PageLink>,
    /// The tags.
    pub tags: Vec<PageLink>,
    /// The edit URL.
    pub edit_url: Option<String>,
    /// The last change.
    pub last_update: Option<Change>,
    /// The same document in every version: the index of the version in [`super::Site::versions`], and the path of the
    /// document.
    pub in_versions: Vec<(usize, RoutePath)>,
    /// The same page in every locale: the index of the locale in [`super::Site::locales`], and the path of the page.
    pub in_locales: Vec<(usize, RoutePath)>,
    /// Whether the page is a generated list that contains only untranslated pages and has no translated texts itself.
    pub lists_originals: bool,
    /// The path of the original, if the page is an outdated translation and the site shows a banner on such pages.
    pub original: Option<RoutePath>,
    /// The post of the page: the index of the blog in [`super::Site::blogs`], and the index of the post in
    /// [`super::Blog::posts`].
    pub post: Option<(usize, usize)>,
    /// The pages in the page's category, if the document lists them.
    pub entries: Vec<Entry>,
    /// The content.
    pub content: Content,
    /// The Markdown file that adds text to a page of an OpenAPI document. The file's resolved links are in
    /// [`super::Site::resolved`].
    pub note: Option<Arc<Parsed>>,
}

/// A place in a sidebar.
#[derive(Clone, Debug, Hash)]
pub struct Place {
    /// The index in [`super::Site::sidebars`].
    pub sidebar: usize,
    /// The index of the item at each level, from the root.
    pub trail: Vec<usize>,
}

/// A breadcrumb.
#[derive(Clone, Debug, Hash)]
pub struct Crumb {
    /// The label.
    pub label: Arc<str>,
    /// The target.
    pub route: Option<RoutePath>,
}

/// A link to a page: the previous page, the next page, or a tag's page.
#[derive(Clone, Debug, Hash)]
pub struct PageLink {
    /// The label.
    pub label: Arc<str>,
    /// The path.
    pub route: RoutePath,
}

/// The navigation of a page.
#[derive(Clone, Default)]
pub(super) struct NavContext {
    pub place: Option<Place>,
    pub breadcrumbs: Vec<Crumb>,
    pub previous: Option<PageLink>,
    pub next: Option<PageLink>,
    pub entries: Vec<Entry>,
}

/// An entry in a list of pages.
#[derive(Clone, Debug, Hash)]
pub struct Entry {
    /// The title of the page.
    pub label: Arc<str>,
    /// The path of the page or, for a link in a sidebar, the target.
    pub href: Target,
    /// The description.
    pub description: Option<String>,
    /// The number of items in a category, or the number of pages with a tag.
    pub count: Option<usize>,
    /// Whether the texts come from a page that isn't translated.
    pub untranslated: bool,
}

/// The target of a link in the navigation.
#[derive(Clone, Debug, Hash)]
pub enum Target {
    /// A page on the site.
    Route(RoutePath),
    /// A file on the site, or a page on another site, as a URL that's ready for an `href`.
    Address {
        /// The URL.
        href: String,
        /// Whether the URL belongs to another site.
        external: bool,
    },
}

/// The content of a page.
#[derive(Clone, Debug, Default, Hash)]
pub enum Content {
    /// A document. The document's resolved links are in [`super::Site::resolved`].
    Markdown(Arc<Parsed>),
    /// The items of a category.
    Category(Vec<Entry>),
    /// All tags, sorted by label.
    Tags(Vec<Entry>),
    /// The pages with a tag, sorted by title.
    Tag(Vec<Entry>),
    /// A page of an OpenAPI document: its index in [`super::Site::apis`], and its subject.
    Api(usize, Subject),
    /// Posts of a blog: all posts, the posts of an author, or the posts with a tag, depending on the page's kind.
    BlogList(BlogList),
    /// All posts by year. Here and below, the number is an index in [`super::Site::blogs`].
    BlogArchive(usize),
    /// The authors of a blog.
    BlogAuthors(usize),
    /// A search form and, in a browser, the results.
    Search,
    /// No content.
    #[default]
    NotFound,
}

/// A page in a list of posts.
#[derive(Clone, Debug, Hash)]
pub struct BlogList {
    /// The index in [`super::Site::blogs`].
    pub blog: usize,
    /// The subject: an index in [`super::Blog::authors`] or [`super::Blog::tags`], or `None` for all posts.
    pub subject: Option<usize>,
    /// The posts on this page, as indexes in [`super::Blog::posts`].
    pub posts: Vec<usize>,
    /// The number of posts on all pages.
    pub total: usize,
    /// The zero-based number of this page.
    pub page: usize,
}

impl Page {
    /// Creates a page without content. The caller sets the kind.
    pub(super) fn generated(route: RoutePath, locale: usize) -> Page {
        Page { route, locale, ..Page::default() }
    }

    /// Creates the page for a Markdown file and applies the file's front matter. The caller sets the kind.
    pub(super) fn written(docs: &DocsConfig, parsed: &Arc<Parsed>, route: RoutePath, locale: usize) -> Page {
        let front = &parsed.metadata.front_matter;
        let least = front.toc_min_heading_level.unwrap_or(docs.toc_min_heading_level);
        let most = front.toc_max_heading_level.unwrap_or(docs.toc_max_heading_level);
        Page {
            // A level-one heading in the text stays visible.
            hide_title: front.hide_title && parsed.metadata.title.is_none(),
            description: front.description.clone(),
            keywords: front.keywords.clone(),
            image: front.image.clone(),
            draft: front.draft,
            unlisted: front.unlisted,
            toc_levels: (!front.hide_table_of_contents).then_some((least, most)),
            edit_url: match &front.custom_edit_url {
                Some(own) => own.clone(),
                None => edit_url(docs, &parsed.source.path),
            },
            content: Content::Markdown(Arc::clone(parsed)),
            ..Page::generated(route, locale)
        }
    }

    /// Returns the document that the page shows: the source file or, on a page of an OpenAPI document, the note.
    pub fn document(&self) -> Option<&Arc<Parsed>> {
        self.parsed().or(self.note.as_ref())
    }

    /// Returns the source file, if there is one.
    pub fn parsed(&self) -> Option<&Arc<Parsed>> {
        match &self.content {
            Content::Markdown(parsed) => Some(parsed),
            _ => None,
        }
    }

    /// Whether the page shows the default locale's file, because its own locale doesn't have the file.
    pub fn is_untranslated(&self) -> bool {
        self.locale > 0 && self.parsed().is_some_and(|parsed| !parsed.is_translated())
    }

    /// Whether the page shows a file of its own locale, which isn't the default locale.
    pub fn is_translated(&self) -> bool {
        self.locale > 0 && self.parsed().is_some_and(|parsed| parsed.is_translated())
    }

    /// Whether the page has the content of the default locale: it's untranslated, or it shows part of an API, because
    /// OpenAPI documents have only one language. The canonical URL of such a page is the original's URL.
    pub fn is_copy(&self) -> bool {
        self.is_untranslated() || (self.locale > 0 && self.kind.is_api())
    }

    /// Whether lists of canonical URLs include the page.
    pub fn is_canonical(&self) -> bool {
        self.listed() && !self.repeats_original()
    }

    /// Whether the canonical URL of the page is the URL of the page in the default locale.
    pub fn repeats_original(&self) -> bool {
        self.is_copy() || self.lists_originals
    }

    /// Returns the path of the same page in another locale.
    pub fn in_locale(&self, locale: usize) -> Option<&RoutePath> {
        self.in_locales.iter().find(|(other, _)| *other == locale).map(|(_, route)| route)
    }

    /// Whether this is a part of a page, such as an operation on a page with all operations. A part has no files of its
    /// own.
    pub(crate) fn is_part(&self) -> bool {
        self.route.part_id().is_some()
    }

    /// Whether the page has a Markdown version.
    pub fn has_markdown(&self) -> bool {
        self.kind != PageKind::NotFound && (self.parsed().is_some() || self.kind.is_api())
    }

    /// Whether the page can ask readers whether it was helpful.
    pub fn has_feedback(&self) -> bool {
        self.kind == PageKind::Doc || self.kind.is_api()
    }

    /// Whether lists, search engines, and the sitemap include the page.
    pub fn listed(&self) -> bool {
        !self.unlisted && !matches!(self.kind, PageKind::Search | PageKind::NotFound)
    }
}

/// Returns the edit URL of a file.
pub(super) fn edit_url(docs: &DocsConfig, file: &SourcePath) -> Option<String> {
    let path = &*encode_path(file.as_str());
    // A commit can't be edited.
    docs.edit_url.as_ref().filter(|_| !docs.is_past(file)).map(|url| {
        if url.contains("{path}") {
            url.replace("{path}", path)
        } else {
            format!("{}/{path}", url.trim_end_matches('/'))
        }
    })
}

/// Returns the last change to a file. The change comes from the front matter or, if the site shows last-updated
/// information, from Git.
pub(super) fn last_update(input: &Input<'_>, docs: &DocsConfig, parsed: &Parsed) -> Option<Change> {
    let own = parsed.metadata.front_matter.last_update.clone().unwrap_or_default();
    let known = input.changes.get(&parsed.source.path).cloned().unwrap_or_default();
    let date = own.date.or(known.date.filter(|_| docs.show_last_update_time));
    let author = own.author.or(known.author.filter(|_| docs.show_last_update_author));
    (date.is_some() || author.is_some()).then_some(Change { date, author, commit: 0 })
}

/// Returns the indexes of the parts of a page, which follow the page.
pub(crate) fn parts_of(pages: &[Arc<Page>], index: usize) -> impl Iterator<Item = usize> {
    let is_own = move |at: &usize| pages[*at].route.split_part().0 == pages[index].route.as_str();
    (index + 1..pages.len()).take_while(is_own)
}

/// Returns the index of the page at a path. `pages` must be sorted by path.
pub(crate) fn page_at(pages: &[Arc<Page>], route: &RoutePath) -> Option<usize> {
    pages.binary_search_by(|page| page.route.cmp(route)).ok()
}
