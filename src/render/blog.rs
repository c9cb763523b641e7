//! Blog pages: the values for their body templates, their heads, and their titles.

use std::borrow::Cow;
use std::collections::HashSet;

use minijinja::value::merge_maps;
use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::{
    Messages, Renderer,
    chunk::compact,
    content::{self, Medium, WriteOptions},
    navigation::rooted,
    sample::Sample,
    templates::escape,
};
use crate::component::slots::Scope;
use crate::config::FeedFormat;
use crate::markdown::{Element, Event};
use crate::path::{Addressing, OutPath, RoutePath, UniqueNames, has_protocol};
use crate::site::{
    Blog, BlogList, Content, HrefKind, Page, PageKind, PageLink, Post, PostAuthor, Resolved, Site,
};

impl Renderer<'_> {
    /// Returns the `blog` value for the templates of a page, or `None` for pages outside blogs. Excerpts require the
    /// content of posts, so excerpts are included only if `with_excerpts` is `true`.
    pub(super) fn blog_values(&self, page: &Page, with_excerpts: bool) -> Option<Value> {
        let index = match (&page.content, page.post) {
            (_, Some((blog, _))) => blog,
            (Content::BlogList(list), _) => list.blog,
            (Content::BlogArchive(blog) | Content::BlogAuthors(blog), _) => *blog,
            _ => self.site.blogs.iter().position(|blog| is_tag_list(blog, page))?,
        };
        let blog = &self.site.blogs[index];
        let messages = &self.messages[page.locale];
        let below = |name: &str| Some(self.at.href(&blog.route.join(name)));
        let post = |post: &usize| self.post_values(blog, &blog.posts[*post], messages);
        let anchors = |posts: &[usize], ids: &mut UniqueNames| -> Vec<String> {
            posts.iter().map(|index| self.entry_id(&blog.posts[*index], ids)).collect()
        };
        let author = |author| self.known_author(blog, author, messages);
        let shown = match &page.content {
            Content::BlogList(list) => context! {
                posts => {
                    let anchors = anchors(&list.posts, &mut UniqueNames::numbered_from(1));
                    let mut taken: HashSet<String> = anchors.iter().cloned().collect();
                    let mut listed = |(index, anchor): (&usize, String)| {
                        let excerpt = with_excerpts.then(|| self.listed(&blog.posts[*index], messages, &mut taken));
                        merge_maps([post(index), excerpt.unwrap_or_default(), context! { anchor }])
                    };
                    list.posts.iter().zip(anchors).map(&mut listed).collect::<Vec<_>>()
                },
                author => list.subject.filter(|_| page.kind == PageKind::BlogAuthor).map(author),
            },
            Content::BlogArchive(_) => {
                let (years, mut ids) = (blog.years(), UniqueNames::numbered_from(1));
                for (year, _) in &years {
                    ids.take(&year.to_string());
                }
                let mut year = |(year, posts): &(i64, Vec<usize>)| {
                    let entries = posts.iter().zip(anchors(posts, &mut ids));
                    let entries =
                        entries.map(|(index, anchor)| merge_maps([post(index), context! { anchor }]));
                    context! { year => year.to_string(), posts => entries.collect::<Vec<_>>() }
                };
                context! { years => years.iter().map(&mut year).collect::<Vec<_>>() }
            }
            Content::BlogAuthors(_) => {
                context! { authors => (0..blog.authors.len()).map(author).collect::<Vec<_>>() }
            }
            _ => {
                let at = |link: &PageLink| blog.posts.iter().position(|post| post.route == link.route);
                let beside = |link: &Option<PageLink>| link.as_ref().and_then(at).map(|index| post(&index));
                context! {
                    post => page.post.map(|(_, index)| post(&index)),
                    newer => beside(&page.previous),
                    older => beside(&page.next),
                }
            }
        };
        let about = context! {
            title => self.blog_name(blog),
            description => &blog.config.description,
            href => self.at.href(&blog.route),
            archive => blog.listed().next().and_then(|_| below("archive")),
            authors_href => below("authors").filter(|_| !blog.authors.is_empty()),
            tags_href => below("tags").filter(|_| !blog.tags.is_empty()),
            feed => feeds(self.site, blog).first().map(|feed| self.at.file_href(&feed_path(blog, *feed))),
            several_authors => blog.has_several_authors(),
        };
        Some(merge_maps([absent(), shown, about]))
    }

    /// Returns the ID of a post in a list: the ID of the post's heading, with a number if `ids` contains that ID.
    fn entry_id(&self, post: &Post, ids: &mut UniqueNames) -> String {
        let rules = self.site.config.markdown.heading_ids;
        match post.parsed.metadata.title_id.as_deref() {
            Some(id) => rules.unique(ids, id.to_owned()),
            None => rules.give(ids, &post.title),
        }
    }

    /// Returns the additional values of a post in a list with excerpts. `taken` contains the IDs on the page so far.
    fn listed(&self, post: &Post, messages: &Messages, taken: &mut HashSet<String>) -> Value {
        context! {
            // The excerpt as HTML.
            excerpt => self.excerpt(post, messages, taken),
            slots => self.site.page_index(&post.route).and_then(|page| self.slot_values(page, Scope::Post)),
        }
    }

    fn post_values(&self, blog: &Blog, post: &Post, messages: &Messages) -> Value {
        let date = post.date.day();
        let metadata = &post.parsed.metadata;
        let own = metadata.title.as_deref() == Some(post.title.as_str());
        let author = |author| self.author(blog, author, (None, None, String::new()));
        context! {
            title => &post.title,
            // The title as HTML, and the title's ID. Both exist only if the title is a heading in the document.
            title_html => metadata.title_html.as_deref().filter(|_| own),
            title_id => metadata.title_id.as_deref(),
            href => self.at.href(&post.route),
            // The date, formatted in two ways: with the year and without the year.
            date_text => messages.long_date(&date),
            day_text => messages.day_of_year(&date),
            // The date, such as `2025-01-05`.
            date,
            // The reading time.
            reading_time => post.minutes.map(|count| messages.count("blog_reading_time", count as usize, &[])),
            authors => post.authors.iter().map(author).collect::<Vec<_>>(),
            tags => post.tags.iter().map(|tag| context! { label => &*tag.label, href => self.at.href(&tag.route) }).collect::<Vec<_>>(),
            cover => self.cover(post),
            // The following values exist only in lists.
            anchor => None::<String>,
            excerpt => String::new(),
            slots => None::<Value>,
            source_attributes => self.site.page(&post.route).map_or_else(String::new, |page| self.source_attributes(page)),
        }
    }

    /// Returns the values for the cover of a post: the image and, if docgen has smaller versions of it, their `srcset`
    /// values and a placeholder.
    fn cover(&self, post: &Post) -> Option<Value> {
        let cover = self.site.resolved[self.site.page_index(&post.route)?].cover.as_ref()?;
        let smaller = content::smaller_files(cover, self.images);
        Some(context! {
            src => &cover.src,
            width => cover.size.map(|(width, _)| width),
            height => cover.size.map(|(_, height)| height),
            srcset => smaller.as_ref().and_then(|smaller| Some(&smaller.webp.as_ref()?.srcset)),
            avif => smaller.as_ref().and_then(|smaller| Some(&smaller.avif.as_ref()?.srcset)),
            placeholder => smaller.as_ref().and_then(|smaller| smaller.placeholder.as_ref()),
            // Whether the post shows the same image in its text.
            in_text => cover.file.is_some()
                && self.site.page_index(&post.route).is_some_and(|index| {
                    self.site.resolved[index].images.iter().any(|image| image.file == cover.file)
                }),
        })
    }

    /// Returns the excerpt of a post: the content before the truncate marker or, if there's no marker, the post's
    /// description. The IDs in the excerpt are unique on the page: a heading keeps its ID unless the page already
    /// contains this ID.
    fn excerpt(&self, post: &Post, messages: &Messages, taken: &mut HashSet<String>) -> String {
        let Some(end) = post.cut else {
            let description = self.site.page(&post.route).and_then(|page| self.description(page));
            return description.map_or_else(String::new, |text| format!("<p>{}</p>", escape(&text)));
        };
        let Some(resolved) = self.resolved_away(post, |href| href) else { return String::new() };
        let document = &*post.parsed.document();
        let prefix = format!("{}-", post.route.last_segment());
        let id = |event: &'_ _| match event {
            Event::Open(Element::Heading(index)) => Some(&*document.headings[*index as usize].id),
            _ => None,
        };
        let ids = document.events[..end].iter().filter_map(id);
        let kept: HashSet<&str> = ids.filter(|id| taken.insert((*id).to_owned())).collect();
        let kept_ids = Some(&kept);
        let options =
            WriteOptions { prefix: &prefix, kept_ids, medium: Medium::List, ..self.write_options() };
        content::write(document, 0..end, &resolved, messages, options)
    }

    /// Returns the targets of a post's links and images when the post is shown outside its own page. `finish` converts
    /// each target that is on the site.
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

    /// Returns the values of an author. A page about authors adds a description, the author's own URL, and the number
    /// of posts.
    fn author(
        &self,
        blog: &Blog,
        author: &PostAuthor,
        (description, url, count): (Option<&str>, Option<String>, String),
    ) -> Value {
        let own = author.author.url.as_ref();
        let page = author.known.and_then(|known| blog.authors[known].route.as_ref());
        let (href, external) = match (page, own) {
            (Some(route), _) => (Some(self.at.href(route)), false),
            (None, Some(url)) => (Some(self.at.with_base(url)), has_protocol(url)),
            (None, None) => (None, false),
        };
        context! {
            name => &author.author.name,
            title => &author.author.title,
            description,
            image => author.author.image.as_deref().map(|image| self.at.with_base(&rooted(image))),
            // The URL of the author's page on the site or, if there's no such page, the author's own URL.
            href,
            external,
            url,
            count,
        }
    }

    fn known_author(&self, blog: &Blog, index: usize, messages: &Messages) -> Value {
        let known = &blog.authors[index];
        let author = PostAuthor { author: known.author.clone(), known: Some(index) };
        let url = known.author.url.as_deref().map(|url| self.at.with_base(url));
        let count = messages.count("blog_posts", known.posts.len(), &[]);
        self.author(blog, &author, (known.description.as_deref(), url, count))
    }

    /// Returns the title of a blog.
    pub(super) fn blog_name<'b>(&'b self, blog: &'b Blog) -> Cow<'b, str> {
        blog_name(blog, &self.messages[blog.locale]).into()
    }

    /// Returns the title of a page in a post list.
    pub(super) fn blog_list_title(&self, page: &Page, list: &BlogList) -> String {
        let blog = &self.site.blogs[list.blog];
        let messages = &self.messages[page.locale];
        let posts = || messages.count("blog_posts", list.total, &[]);
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

    /// Returns the schema.org `BlogPosting` of a post, for search engines.
    pub(super) fn blog_posting(&self, page: &Page) -> Option<Json> {
        let (blog, post) = page.post?;
        let blog = &self.site.blogs[blog];
        let post = &blog.posts[post];
        let url = self.absolute(&self.at.href(&page.route));
        let author = |author: &PostAuthor| {
            let team = author.known.is_some_and(|known| blog.authors[known].team);
            json!({
                "@type": if team { "Organization" } else { "Person" },
                "name": author.author.name,
                "url": self.author_url(blog, author),
            })
        };
        Some(compact(json!({
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
            "dateModified": page.last_update.as_ref().and_then(|change| change.date.as_ref()),
            "description": self.description(page),
            "image": self.card(page),
            "author": some_list(&post.authors, author),
            "keywords": some_list(&page.tags, |tag| Json::from(&*tag.label)),
        })))
    }

    /// Returns the author's own URL or, if there's none, the URL of the author's page on the site.
    pub(super) fn author_url(&self, blog: &Blog, author: &PostAuthor) -> Option<String> {
        let page = author.known.and_then(|known| blog.authors[known].route.as_ref());
        let own = author.author.url.as_deref().map(|url| self.at.with_base(url));
        own.or_else(|| page.map(|route| self.at.href(route))).map(|href| self.absolute(&href))
    }
}

/// Whether a page is the list of a blog's tags.
fn is_tag_list(blog: &Blog, page: &Page) -> bool {
    page.kind == PageKind::BlogTags && blog.locale == page.locale && page.route == blog.route.join("tags")
}

/// Returns a JSON list, or `None` if the list is empty.
pub(super) fn some_list<T>(list: &[T], value: impl Fn(&T) -> Json) -> Option<Json> {
    (!list.is_empty()).then(|| list.iter().map(value).collect())
}

fn blog_name<'a>(blog: &'a Blog, messages: &'a Messages) -> &'a str {
    blog.config.title.as_deref().unwrap_or_else(|| messages.get("blog"))
}

/// Returns the `blog` value with absent and empty members, for pages that have no content from the blog.
fn absent() -> Value {
    const NONE: [Value; 0] = [];
    context! {
        title => "",
        description => (),
        href => "",
        // The URL of the archive by year, if there are posts.
        archive => (),
        // The URLs of the author and tag lists, if these lists exist.
        authors_href => (),
        tags_href => (),
        // The URL of the first feed.
        feed => (),
        // The post that the page shows, if any.
        post => (),
        // The posts next to the post that the page shows, if any.
        newer => (),
        older => (),
        // Whether the posts have different authors.
        several_authors => false,
        // The posts in a list, and the years in the archive.
        posts => NONE,
        years => NONE,
        // The authors in the list of authors, and the author on an author's page.
        authors => NONE,
        author => (),
    }
}

/// Returns the formats of a blog's feeds. Feeds need the site's URL, because their links are absolute.
pub(super) fn feeds(site: &Site, blog: &Blog) -> Vec<FeedFormat> {
    let mut feeds = blog.config.feeds.clone();
    feeds.sort_unstable();
    feeds.dedup();
    feeds.retain(|_| site.config.site.url.is_some());
    feeds
}

/// Returns the links to all feeds of a locale, for the head of every page.
pub(super) fn feed_links(site: &Site, at: &Addressing, locale: usize, messages: &Messages) -> String {
    let mut links = String::new();
    for blog in site.blogs.iter().filter(|blog| blog.locale == locale) {
        let name = format!(
            "{} {} {}",
            blog_name(blog, messages),
            site.config.site.title_delimiter,
            site.locales[locale].translate(&site.config.site.title)
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

/// Returns the path of a feed's file.
pub(super) fn feed_path(blog: &Blog, feed: FeedFormat) -> OutPath {
    let route: RoutePath = blog.route.join(feed.file_name());
    OutPath::new(route.as_str())
}

/// Returns a sample `blog` value for a kind of page, to test the templates.
pub(super) fn sample(kind: PageKind, sample: &Sample) -> Value {
    let author = || {
        context! {
            name => "Name",
            title => sample.some("author.title", "Title"),
            description => sample.some("author.description", "Description"),
            image => sample.some("author.image", "/author.png"),
            href => sample.some("author.href", "/author/"),
            external => sample.flag("author.external"),
            url => sample.some("author.url", "https://example.com"),
            count => "2 posts",
        }
    };
    let cover = || {
        context! {
            src => "/cover.png",
            width => sample.some("post.cover.width", 1200),
            height => sample.some("post.cover.height", 630),
            srcset => sample.some("post.cover.srcset", "/cover-480.webp 480w"),
            avif => sample.some("post.cover.avif", "/cover-480.avif 480w"),
            placeholder => sample.some("post.cover.placeholder", "data:image/webp;base64,"),
            in_text => sample.flag("post.cover.in_text"),
        }
    };
    let post = || {
        context! {
            title => "Title",
            title_html => sample.some("post.title_html", "Title"),
            title_id => sample.some("post.title_id", "title"),
            href => "/post/",
            date => "2025-01-05",
            date_text => "January 5, 2025",
            day_text => "January 5",
            reading_time => sample.some("post.reading_time", "2 min read"),
            authors => sample.list("post.authors", author()),
            excerpt => "<p>Excerpt</p>",
            tags => sample.list("post.tags", context! { label => "Label", href => "/tags/label/" }),
            cover => sample.some("post.cover", cover()),
            anchor => sample.some("post.anchor", "title"),
            source_attributes => sample.some("post.source_attributes", " lang=\"en\" dir=\"ltr\"").unwrap_or_default(),
            // The post's slots, which only posts in lists have.
            slots => None::<Value>,
        }
    };
    let shown = match kind {
        PageKind::BlogTags => absent(),
        PageKind::BlogPost => context! {
            post => post(),
            newer => sample.some("blog.newer", post()),
            older => sample.some("blog.older", post()),
        },
        PageKind::BlogArchive => context! { years => [context! { year => "2025", posts => [post()] }] },
        PageKind::BlogAuthors => context! { authors => [author()] },
        PageKind::BlogTag => context! { posts => [post()] },
        _ => context! {
            posts => sample.list("blog.posts", post()),
            author => (kind == PageKind::BlogAuthor).then(author),
        },
    };
    let about = context! {
        title => "Blog",
        description => sample.some("blog.description", "Description"),
        href => "/blog/",
        archive => sample.some("blog.archive", "/blog/archive/"),
        authors_href => sample.some("blog.authors_href", "/blog/authors/"),
        tags_href => sample.some("blog.tags_href", "/blog/tags/"),
        feed => sample.some("blog.feed", "/blog/rss.xml"),
        several_authors => sample.flag("blog.several_authors"),
    };
    merge_maps([absent(), shown, about])
}
