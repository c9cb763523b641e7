//! Feeds of blogs: RSS 2.0, Atom 1.0 and JSON Feed 1.1, with whole posts and absolute links.
//!
//! A post's id is its address, its time the one it was published at: nothing in a feed changes while no post does.

use serde_json::json;

use super::Renderer;
use super::blog::feed_path;
use super::content::{self, Medium, WriteOptions};
use super::templates::escape;
use crate::config::FeedFormat;
use crate::site::{Blog, Page, Post, PostAuthor};

/// What every format says of a post.
struct Item<'a> {
    post: &'a Post,
    page: &'a Page,
    url: String,
    html: String,
    summary: Option<String>,
    image: Option<String>,
    updated: String,
}

/// What every format says of the feed.
struct Feed<'a> {
    blog: &'a Blog,
    title: String,
    description: String,
    home: String,
    own: String,
    lang: &'a str,
    items: Vec<Item<'a>>,
}

impl Renderer<'_> {
    /// A feed of a blog.
    pub(super) fn feed(&self, blog: &Blog, format: FeedFormat) -> String {
        let site = &self.site.config.site;
        let name = self.blog_name(blog);
        let feed = Feed {
            blog,
            title: format!("{name} {} {}", site.title_delimiter, site.title),
            description: match &blog.config.description {
                Some(description) => description.clone(),
                None if site.tagline.is_empty() => name.into_owned(),
                None => site.tagline.clone(),
            },
            home: self.absolute(&self.at.href(&blog.route)),
            own: self.absolute(&self.at.file_href(&feed_path(blog, format))),
            lang: &self.site.locales[blog.locale].lang,
            items: blog
                .listed()
                .filter(|post| !blog.posts[*post].parsed.metadata.front_matter.draft)
                .take(usize::from(blog.config.feed_count))
                .filter_map(|post| self.item(&blog.posts[post]))
                .collect(),
        };
        match format {
            FeedFormat::Rss => self.rss(&feed),
            FeedFormat::Atom => self.atom(&feed),
            FeedFormat::Json => self.json_feed(&feed),
        }
    }

    fn item<'b>(&'b self, post: &'b Post) -> Option<Item<'b>> {
        let page = self.site.page(&post.route)?;
        let document = &*post.parsed.document();
        let resolved = self.resolved_away(post, |href| self.absolute(&href))?;
        let (messages, events) = (&self.messages[page.locale], 0..document.events.len());
        let options = WriteOptions { medium: Medium::Feed, ..WriteOptions::default() };
        let changed = page.last_update.as_ref().and_then(|change| change.date.as_deref());
        let changed = changed.and_then(crate::site::Date::parse).filter(|changed| *changed > post.date);
        Some(Item {
            url: self.absolute(&self.at.href(&post.route)),
            summary: self.description(page),
            image: self.card(page),
            updated: changed.unwrap_or(post.date).rfc3339(),
            html: content::write(document, events, &resolved, messages, options),
            post,
            page,
        })
    }

    /// The page or the own address of an author.
    fn author_url(&self, blog: &Blog, author: &PostAuthor) -> Option<String> {
        let page = author.known.and_then(|known| blog.authors[known].route.as_ref());
        let own = author.author.url.as_deref().map(|url| self.at.with_base(url));
        own.or_else(|| page.map(|route| self.at.href(route))).map(|href| self.absolute(&href))
    }

    fn rss(&self, feed: &Feed<'_>) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n",
        );
        element(&mut out, "title", &feed.title);
        element(&mut out, "link", &feed.home);
        element(&mut out, "description", &feed.description);
        element(&mut out, "language", feed.lang);
        if let Some(copyright) = &feed.blog.config.copyright {
            element(&mut out, "copyright", copyright);
        }
        if let Some(last) = feed.items.first() {
            element(&mut out, "lastBuildDate", &last.post.date.rfc822());
        }
        element(&mut out, "generator", "docgen");
        empty(
            &mut out,
            "atom:link",
            &[("href", &feed.own), ("rel", "self"), ("type", "application/rss+xml")],
        );
        for item in &feed.items {
            out.push_str("<item>\n");
            element(&mut out, "title", &item.post.title);
            element(&mut out, "link", &item.url);
            out.push_str("<guid isPermaLink=\"true\">");
            text(&mut out, &item.url);
            out.push_str("</guid>\n");
            element(&mut out, "pubDate", &item.post.date.rfc822());
            for author in &item.post.authors {
                element(&mut out, "dc:creator", &author.author.name);
            }
            for tag in &item.page.tags {
                element(&mut out, "category", &tag.label);
            }
            if let Some(summary) = &item.summary {
                element(&mut out, "description", summary);
            }
            element(&mut out, "content:encoded", &item.html);
            out.push_str("</item>\n");
        }
        out.push_str("</channel>\n</rss>\n");
        out
    }

    fn atom(&self, feed: &Feed<'_>) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"",
        );
        text(&mut out, feed.lang);
        out.push_str("\">\n");
        element(&mut out, "id", &feed.home);
        element(&mut out, "title", &feed.title);
        element(&mut out, "subtitle", &feed.description);
        // A feed without posts still has to say when it changed, and has no time of its own.
        let updated = feed.items.iter().map(|item| item.updated.as_str()).max();
        element(&mut out, "updated", updated.unwrap_or("1970-01-01T00:00:00Z"));
        empty(&mut out, "link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", &feed.own)]);
        empty(&mut out, "link", &[("rel", "alternate"), ("type", "text/html"), ("href", &feed.home)]);
        out.push_str("<author>\n");
        element(&mut out, "name", &self.site.config.site.title);
        out.push_str("</author>\n");
        if let Some(copyright) = &feed.blog.config.copyright {
            element(&mut out, "rights", copyright);
        }
        element(&mut out, "generator", "docgen");
        for item in &feed.items {
            out.push_str("<entry>\n");
            element(&mut out, "id", &item.url);
            element(&mut out, "title", &item.post.title);
            empty(&mut out, "link", &[("rel", "alternate"), ("type", "text/html"), ("href", &item.url)]);
            element(&mut out, "published", &item.post.date.rfc3339());
            element(&mut out, "updated", &item.updated);
            for author in &item.post.authors {
                out.push_str("<author>\n");
                element(&mut out, "name", &author.author.name);
                if let Some(url) = self.author_url(feed.blog, author) {
                    element(&mut out, "uri", &url);
                }
                out.push_str("</author>\n");
            }
            for tag in &item.page.tags {
                empty(&mut out, "category", &[("term", &tag.label)]);
            }
            if let Some(summary) = &item.summary {
                element(&mut out, "summary", summary);
            }
            out.push_str("<content type=\"html\">");
            text(&mut out, &item.html);
            out.push_str("</content>\n</entry>\n");
        }
        out.push_str("</feed>\n");
        out
    }

    fn json_feed(&self, feed: &Feed<'_>) -> String {
        let item = |item: &Item<'_>| {
            let author = |author: &PostAuthor| {
                let mut json = json!({ "name": author.author.name });
                if let Some(url) = self.author_url(feed.blog, author) {
                    json["url"] = url.into();
                }
                if let Some(image) = &author.author.image {
                    json["avatar"] = self.absolute(&self.at.with_base(image)).into();
                }
                json
            };
            let mut json = json!({
                "id": item.url,
                "url": item.url,
                "title": item.post.title,
                "content_html": item.html,
                "date_published": item.post.date.rfc3339(),
                "date_modified": item.updated,
            });
            if let Some(summary) = &item.summary {
                json["summary"] = summary.as_str().into();
            }
            if let Some(image) = &item.image {
                json["image"] = image.as_str().into();
            }
            if !item.post.authors.is_empty() {
                json["authors"] = item.post.authors.iter().map(author).collect();
            }
            if !item.page.tags.is_empty() {
                json["tags"] = item.page.tags.iter().map(|tag| &*tag.label).collect();
            }
            json
        };
        let json = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": feed.title,
            "description": feed.description,
            "home_page_url": feed.home,
            "feed_url": feed.own,
            "language": feed.lang,
            "items": feed.items.iter().map(item).collect::<Vec<_>>(),
        });
        format!("{json:#}\n")
    }
}

fn element(out: &mut String, name: &str, value: &str) {
    out.extend(["<", name, ">"]);
    text(out, value);
    out.extend(["</", name, ">\n"]);
}

fn empty(out: &mut String, name: &str, attributes: &[(&str, &str)]) {
    out.extend(["<", name]);
    for (name, value) in attributes {
        out.extend([" ", name, "=\""]);
        text(out, value);
        out.push('"');
    }
    out.push_str("/>\n");
}

/// Escapes text for XML, and leaves out what no XML document may hold (XML 1.0, section 2.2).
fn text(out: &mut String, value: &str) {
    let escaped = escape(value);
    let allowed = |c: char| !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    out.extend(escaped.chars().filter(|c| allowed(*c)));
}
