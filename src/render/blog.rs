//! Pages of blogs: what their body templates are given, and what their heads and titles say.

use std::borrow::Cow;

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::content::{self, Medium, WriteOptions};
use super::navigation::rooted;
use super::sample::Sample;
use super::templates::escape;
use super::{Messages, Renderer};
use crate::config::FeedFormat;
use crate::path::{Addressing, OutPath, RoutePath};
use crate::site::{Blog, BlogList, Content, HrefKind, Page, PageKind, Post, PostAuthor, Resolved, Site};

/// What a body template of a blog is given as `blog`.
#[derive(Clone, Default, Serialize)]
pub(super) struct BlogContext {
    title: String,
    description: Option<String>,
    href: String,
    /// Address of the page of all posts by year, where there are posts.
    archive: Option<String>,
    /// Address of the list of authors, where there are any.
    authors_href: Option<String>,
    /// Address of the list of tags, where there are any.
    tags_href: Option<String>,
    /// Address of the first of its feeds.
    feed: Option<String>,
    /// The post, on its own page.
    post: Option<PostContext>,
    /// The posts of a list.
    posts: Vec<PostContext>,
    /// The posts of the archive.
    years: Vec<YearContext>,
    /// The authors, on the list of authors.
    authors: Vec<AuthorContext>,
    /// The author, on the author's page.
    author: Option<AuthorContext>,
}

#[derive(Clone, Default, Serialize)]
struct PostContext {
    title: String,
    /// The title as HTML, when it is a heading of the document.
    title_html: Option<String>,
    title_id: Option<String>,
    href: String,
    /// `2025-01-05`
    date: String,
    /// The date as readers see it.
    date_text: String,
    /// The date without its year, as readers see it.
    day_text: String,
    /// How long reading it takes.
    reading_time: Option<String>,
    authors: Vec<AuthorContext>,
    /// What a list shows of it, as HTML.
    excerpt: String,
    /// Whether there is more of it than that.
    more: bool,
}

#[derive(Clone, Serialize)]
struct YearContext {
    year: String,
    posts: Vec<PostContext>,
}

#[derive(Clone, Default, Serialize)]
struct AuthorContext {
    name: String,
    title: Option<String>,
    description: Option<String>,
    image: Option<String>,
    /// The author's page here, else the author's own address.
    href: Option<String>,
    external: bool,
    /// The author's own address, on the author's page.
    url: Option<String>,
    /// How many posts: `2 posts`.
    count: String,
}

impl Renderer<'_> {
    /// What the templates of a blog's page are given but the excerpts of posts, which take their content; nothing for
    /// other pages.
    pub(super) fn blog_context(&self, page: &Page) -> Option<BlogContext> {
        let index = match (&page.content, page.post) {
            (_, Some((blog, _))) => blog,
            (Content::BlogList(list), _) => list.blog,
            (Content::BlogArchive(blog) | Content::BlogAuthors(blog), _) => *blog,
            _ if page.kind == PageKind::BlogTags => return Some(BlogContext::default()),
            _ => return None,
        };
        let blog = &self.site.blogs[index];
        let messages = &self.messages[page.locale];
        let below = |name: &str| Some(self.at.href(&blog.route.join(name)));
        let mut context = BlogContext {
            title: self.blog_name(blog).into_owned(),
            description: blog.config.description.clone(),
            href: self.at.href(&blog.route),
            archive: blog.listed().next().and_then(|_| below("archive")),
            authors_href: below("authors").filter(|_| !blog.authors.is_empty()),
            tags_href: below("tags").filter(|_| !blog.tags.is_empty()),
            feed: feeds(self.site, blog).first().map(|feed| self.at.file_href(&feed_path(blog, *feed))),
            ..BlogContext::default()
        };
        match &page.content {
            Content::BlogList(list) => {
                context.posts =
                    list.posts.iter().map(|post| self.listed(blog, &blog.posts[*post], messages)).collect();
                let author = list.subject.filter(|_| page.kind == PageKind::BlogAuthor);
                context.author = author.map(|author| self.known_author(blog, author, messages));
            }
            Content::BlogArchive(_) => {
                let year = |(year, posts): (i64, Vec<usize>)| YearContext {
                    year: year.to_string(),
                    posts: posts
                        .iter()
                        .map(|post| self.post_context(blog, &blog.posts[*post], messages))
                        .collect(),
                };
                context.years = blog.years().into_iter().map(year).collect();
            }
            Content::BlogAuthors(_) => {
                let authors = 0..blog.authors.len();
                context.authors = authors.map(|author| self.known_author(blog, author, messages)).collect();
            }
            _ => {
                let post = page.post.map(|(_, post)| &blog.posts[post]);
                context.post = post.map(|post| self.post_context(blog, post, messages));
            }
        }
        Some(context)
    }

    /// The same with the excerpts, as templates get it.
    pub(super) fn blog_value(&self, page: &Page, context: Option<&BlogContext>) -> Option<Value> {
        let context = context?;
        let Content::BlogList(list) = &page.content else { return Some(Value::from(Serde(context))) };
        let mut context = context.clone();
        let blog = &self.site.blogs[list.blog];
        for (shown, post) in context.posts.iter_mut().zip(&list.posts) {
            shown.excerpt = self.excerpt(&blog.posts[*post], &self.messages[page.locale]);
        }
        Some(Value::from(Serde(&context)))
    }

    fn post_context(&self, blog: &Blog, post: &Post, messages: &Messages) -> PostContext {
        let date = post.date.day();
        let metadata = &post.parsed.metadata;
        let own = metadata.title.as_deref() == Some(post.title.as_str());
        PostContext {
            title: post.title.clone(),
            title_html: metadata.title_html.as_deref().filter(|_| own).map(str::to_owned),
            title_id: metadata.title_id.as_deref().map(str::to_owned),
            href: self.at.href(&post.route),
            date_text: messages.long_date(&date),
            day_text: day_text(&date, messages),
            date,
            reading_time: post
                .minutes
                .map(|minutes| counted("blog_reading_time", minutes as usize, messages)),
            authors: post.authors.iter().map(|author| self.author(blog, author)).collect(),
            excerpt: String::new(),
            more: false,
        }
    }

    /// A post as a list shows it, but for its excerpt.
    fn listed(&self, blog: &Blog, post: &Post, messages: &Messages) -> PostContext {
        PostContext { more: post.cut.is_some(), ..self.post_context(blog, post, messages) }
    }

    /// What a list shows of a post: all up to its cut, with ids that are its own among the others.
    fn excerpt(&self, post: &Post, messages: &Messages) -> String {
        let Some(resolved) = self.resolved_away(post, |href| href) else { return String::new() };
        let document = &*post.parsed.document();
        let end = post.cut.unwrap_or(document.events.len());
        let prefix = format!("{}-", post.route.as_str().rsplit('/').next().unwrap_or_default());
        let options = WriteOptions { prefix: &prefix, medium: Medium::List, ..WriteOptions::default() };
        content::write(document, 0..end, &resolved, messages, options)
    }

    /// Where the links of a post lead when it is shown on another page.
    pub(super) fn resolved_away(&self, post: &Post, finish: impl Fn(String) -> String) -> Option<Resolved> {
        let index = self.site.page_index(&post.route)?;
        let own = self.at.href(&post.route);
        let mut resolved = Resolved::clone(&self.site.resolved[index]);
        for link in &mut resolved.links {
            let href = std::mem::take(&mut link.href);
            link.href = match (href.starts_with('#'), link.kind) {
                (true, _) => finish(format!("{own}{href}")),
                (false, HrefKind::External | HrefKind::Nowhere) => href,
                (false, _) => finish(href),
            };
        }
        for image in &mut resolved.images {
            image.src = finish(std::mem::take(&mut image.src));
        }
        Some(resolved)
    }

    fn author(&self, blog: &Blog, author: &PostAuthor) -> AuthorContext {
        let own = author.author.url.as_ref();
        let page = author.known.and_then(|known| blog.authors[known].route.as_ref());
        let (href, external) = match (page, own) {
            (Some(route), _) => (Some(self.at.href(route)), false),
            (None, Some(url)) => (Some(self.at.with_base(url)), crate::path::has_protocol(url)),
            (None, None) => (None, false),
        };
        AuthorContext {
            name: author.author.name.clone(),
            title: author.author.title.clone(),
            image: author.author.image.as_deref().map(|image| self.at.with_base(&rooted(image))),
            href,
            external,
            ..AuthorContext::default()
        }
    }

    fn known_author(&self, blog: &Blog, index: usize, messages: &Messages) -> AuthorContext {
        let known = &blog.authors[index];
        let author = PostAuthor { author: known.author.clone(), known: Some(index) };
        AuthorContext {
            description: known.description.clone(),
            url: known.author.url.as_deref().map(|url| self.at.with_base(url)),
            count: counted("blog_posts", known.posts.len(), messages),
            ..self.author(blog, &author)
        }
    }

    /// What a blog is called.
    pub(super) fn blog_name<'b>(&'b self, blog: &'b Blog) -> Cow<'b, str> {
        blog_name(blog, &self.messages[blog.locale]).into()
    }

    /// The title of a page of a list.
    pub(super) fn blog_list_title(&self, page: &Page, list: &BlogList) -> String {
        let blog = &self.site.blogs[list.blog];
        let messages = &self.messages[page.locale];
        let posts = || counted("blog_posts", list.total, messages);
        match (page.kind, list.subject) {
            (PageKind::BlogAuthor, Some(author)) => {
                let name = &blog.authors[author].author.name;
                messages.fill("blog_author_title", &[("name", name), ("posts", &posts())])
            }
            (PageKind::BlogTag, Some(tag)) => {
                messages.fill("blog_tag_title", &[("posts", &posts()), ("tag", &blog.tags[tag].label)])
            }
            _ => self.blog_name(blog).into_owned(),
        }
    }

    /// `BlogPosting` of schema.org for a post, for search engines.
    pub(super) fn blog_posting(&self, page: &Page) -> Option<Json> {
        let (blog, post) = page.post?;
        let blog = &self.site.blogs[blog];
        let post = &blog.posts[post];
        let url = self.absolute(&self.at.href(&page.route));
        let author = |author: &PostAuthor| {
            let team = author.known.is_some_and(|known| blog.authors[known].team);
            let kind = if team { "Organization" } else { "Person" };
            let mut json = json!({ "@type": kind, "name": author.author.name });
            let page = author.known.and_then(|known| blog.authors[known].route.as_ref());
            let own = author.author.url.as_deref().map(|url| self.at.with_base(url));
            if let Some(href) = own.or_else(|| page.map(|route| self.at.href(route))) {
                json["url"] = self.absolute(&href).into();
            }
            json
        };
        let mut json = json!({
            "@context": "https://schema.org",
            "@type": "BlogPosting",
            "@id": url,
            "url": url,
            "mainEntityOfPage": url,
            "headline": post.title,
            "datePublished": post.date.rfc3339(),
            "inLanguage": self.site.locales[page.locale].lang,
            "isPartOf": {
                "@type": "Blog",
                "@id": self.absolute(&self.at.href(&blog.route)),
                "name": self.blog_name(blog),
            },
        });
        if let Some(changed) = page.last_update.as_ref().and_then(|change| change.date.as_ref()) {
            json["dateModified"] = changed.as_str().into();
        }
        if let Some(description) = self.description(page) {
            json["description"] = description.into();
        }
        if let Some(image) = self.card(page) {
            json["image"] = image.into();
        }
        if !post.authors.is_empty() {
            json["author"] = post.authors.iter().map(author).collect();
        }
        if !page.tags.is_empty() {
            json["keywords"] = page.tags.iter().map(|tag| Json::from(&*tag.label)).collect();
        }
        Some(json)
    }
}

fn blog_name<'a>(blog: &'a Blog, messages: &'a Messages) -> &'a str {
    blog.config.title.as_deref().unwrap_or_else(|| messages.get("blog"))
}

/// The feeds of a blog; they need the site's address, because their links leave it.
pub(super) fn feeds(site: &Site, blog: &Blog) -> Vec<FeedFormat> {
    let mut feeds = blog.config.feeds.clone();
    feeds.sort_unstable();
    feeds.dedup();
    feeds.retain(|_| site.config.site.url.is_some());
    feeds
}

/// What tells the readers of feeds of the feeds of a language, for every head.
pub(super) fn feed_links(site: &Site, at: &Addressing, locale: usize, messages: &Messages) -> String {
    let mut links = String::new();
    for blog in site.blogs.iter().filter(|blog| blog.locale == locale) {
        let name = format!(
            "{} {} {}",
            blog_name(blog, messages),
            site.config.site.title_delimiter,
            site.config.site.title
        );
        for feed in feeds(site, blog) {
            links.push_str(&format!(
                "\n<link rel=\"alternate\" type=\"{}\" title=\"{}\" href=\"{}\">",
                feed.media_type(),
                escape(&name),
                escape(&at.file_href(&feed_path(blog, feed)))
            ));
        }
    }
    links
}

/// The file of a feed.
pub(super) fn feed_path(blog: &Blog, feed: FeedFormat) -> OutPath {
    let route: RoutePath = blog.route.join(feed.file_name());
    OutPath::new(route.as_str())
}

/// `One post` or `{count} posts`, of the texts `key_one` and `key_many`.
fn counted(key: &str, count: usize, messages: &Messages) -> String {
    let key = format!("{key}_{}", if count == 1 { "one" } else { "many" });
    messages.fill(&key, &[("count", &count.to_string())])
}

/// A day without its year: `January 5`.
fn day_text(date: &str, messages: &Messages) -> String {
    let mut parts = date.splitn(3, '-').skip(1);
    let (month, day) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let month = month.parse::<usize>().ok().and_then(|month| month.checked_sub(1));
    let name = month.and_then(|month| messages.get("months").split(',').nth(month)).unwrap_or_default();
    messages.fill("blog_day", &[("month", name), ("day", day.trim_start_matches('0'))])
}

/// The value of `blog` on a page of a kind, for trying out templates.
pub(super) fn sample(kind: PageKind, sample: &Sample) -> Value {
    let text = |text: &str| text.to_owned();
    let author = || AuthorContext {
        name: "Name".into(),
        title: sample.some("author.title", text("Title")),
        description: sample.some("author.description", text("Description")),
        image: sample.some("author.image", text("/author.png")),
        href: sample.some("author.href", text("/author/")),
        external: sample.flag("author.external"),
        url: sample.some("author.url", text("https://example.com")),
        count: "2 posts".into(),
    };
    let post = || PostContext {
        title: "Title".into(),
        title_html: sample.some("post.title_html", text("Title")),
        title_id: sample.some("post.title_id", text("title")),
        href: "/post/".into(),
        date: "2025-01-05".into(),
        date_text: "January 5, 2025".into(),
        day_text: "January 5".into(),
        reading_time: sample.some("post.reading_time", text("2 min read")),
        authors: sample.list("post.authors", author()),
        excerpt: "<p>Excerpt</p>".into(),
        more: sample.flag("post.more"),
    };
    let mut context = BlogContext {
        title: "Blog".into(),
        description: sample.some("blog.description", text("Description")),
        href: "/blog/".into(),
        archive: sample.some("blog.archive", text("/blog/archive/")),
        authors_href: sample.some("blog.authors_href", text("/blog/authors/")),
        tags_href: sample.some("blog.tags_href", text("/blog/tags/")),
        feed: sample.some("blog.feed", text("/blog/rss.xml")),
        ..BlogContext::default()
    };
    match kind {
        PageKind::BlogTags => context = BlogContext::default(),
        PageKind::BlogPost => context.post = Some(post()),
        PageKind::BlogArchive => {
            context.years = vec![YearContext { year: "2025".into(), posts: vec![post()] }];
        }
        PageKind::BlogAuthors => context.authors = vec![author()],
        PageKind::BlogTag => context.posts = vec![post()],
        _ => {
            context.posts = sample.list("blog.posts", post());
            context.author = (kind == PageKind::BlogAuthor).then(author);
        }
    }
    Value::from(Serde(context))
}
