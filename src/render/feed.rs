//! Feeds: RSS 2.0, Atom 1.0, and JSON Feed 1.1 for blogs, with full posts and absolute links, and RSS 2.0 for the changes
//! to an API.
//!
//! An item's ID is its URL, and the dates don't depend on when the site is built, so a feed changes only if its content
//! changes.

use serde_json::{Value as Json, json};

use super::{
    Messages, Renderer,
    blog::{feed_path, some_list},
    chunk::compact,
    content::{self, Medium, WriteOptions},
    markup::{Markup, html},
    templates::escape,
};
use crate::config::FeedFormat;
use crate::openapi::history::Version;
use crate::site::{Blog, Content, Date, Page, PageLink, Post, PostAuthor};

/// The parts of an item that every format contains.
struct Item<'a> {
    title: &'a str,
    date: Option<Date>,
    authors: &'a [PostAuthor],
    tags: &'a [PageLink],
    url: String,
    html: String,
    summary: Option<String>,
    image: Option<String>,
    updated: String,
}

/// The parts of a feed that every format contains.
struct Feed<'a> {
    /// The blog that the authors belong to.
    blog: Option<&'a Blog>,
    locale: usize,
    title: String,
    description: String,
    home: String,
    own: String,
    lang: &'a str,
    items: Vec<Item<'a>>,
}

impl<'a> Feed<'a> {
    fn copyright(&self) -> Option<&'a str> {
        self.blog.and_then(|blog| blog.config.copyright.as_deref())
    }
}

impl Renderer<'_> {
    /// Returns a blog's feed.
    pub(super) fn feed(&self, blog: &Blog, format: FeedFormat) -> String {
        let site = &self.site.config.site;
        let translate = |text| self.site.locales[blog.locale].translate(text);
        let name = self.blog_name(blog);
        let feed = Feed {
            blog: Some(blog),
            locale: blog.locale,
            title: format!("{name} {} {}", site.title_delimiter, translate(&site.title)),
            description: match &blog.config.description {
                Some(description) => description.clone(),
                None if site.tagline.is_empty() => name.into_owned(),
                None => translate(&site.tagline).to_owned(),
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
        let changed = changed.and_then(Date::parse).filter(|changed| *changed > post.date);
        Some(Item {
            url: self.absolute(&self.at.href(&post.route)),
            summary: self.description(page),
            image: self.card(page),
            updated: changed.unwrap_or(post.date).rfc3339(),
            html: content::write(document, events, &resolved, messages, options),
            title: &post.title,
            date: Some(post.date),
            authors: &post.authors,
            tags: &page.tags,
        })
    }

    /// Returns the feed of an API's changes.
    pub(super) fn changes_feed(&self, page: &Page) -> String {
        let (Content::Api(index, _), Some(own)) = (&page.content, self.api_feed(page)) else {
            return String::new();
        };
        let home = self.absolute(&self.at.href(&page.route));
        let name = &self.site.apis[*index].title;
        let releases = self.api_releases(*index, page.locale);
        let locale = &self.site.locales[page.locale];
        let title = |version: &Version| format!("{name} {}", locale.translate(&version.label));
        let titles: Vec<String> = releases.iter().map(|(version, _)| title(version)).collect();
        let items = releases.iter().zip(&titles).map(|((version, html), title)| {
            let date = version.date.as_deref().and_then(Date::parse);
            Item {
                title,
                date,
                authors: &[],
                tags: &[],
                url: format!("{home}#{}", version.anchor),
                html: html.clone(),
                summary: None,
                image: None,
                updated: date.map(Date::rfc3339).unwrap_or_default(),
            }
        });
        self.rss(&Feed {
            blog: None,
            locale: page.locale,
            title: format!("{name} {} {}", self.site.config.site.title_delimiter, page.title),
            description: page.title.to_string(),
            own: self.absolute(&self.at.file_href(&own)),
            lang: &locale.lang,
            items: items.collect(),
            home: home.clone(),
        })
    }

    fn rss(&self, feed: &Feed<'_>) -> String {
        let mut xml = Xml(String::new(), &self.messages[feed.locale]);
        xml.raw(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n",
        );
        html!(xml, "<title>{}</title>\n<link>{}</link>\n", &feed.title, &feed.home);
        html!(xml, "<description>{}</description>\n<language>{}</language>\n", &feed.description, feed.lang);
        xml.element("copyright", feed.copyright());
        let last = feed.items.first().and_then(|last| last.date);
        xml.element("lastBuildDate", last.map(Date::rfc822).as_deref());
        xml.raw("<generator>docgen</generator>\n");
        html!(xml, "<atom:link href=\"{}\" rel=\"self\" type=\"application/rss+xml\"/>\n", &feed.own);
        for item in &feed.items {
            html!(xml, "<item>\n<title>{}</title>\n<link>{}</link>\n", item.title, &item.url);
            html!(xml, "<guid isPermaLink=\"true\">{}</guid>\n", &item.url);
            xml.element("pubDate", item.date.map(Date::rfc822).as_deref());
            for author in item.authors {
                xml.element("dc:creator", Some(&author.author.name));
            }
            for tag in item.tags {
                xml.element("category", Some(&tag.label));
            }
            xml.element("description", item.summary.as_deref());
            html!(xml, "<content:encoded>{}</content:encoded>\n</item>\n", &item.html);
        }
        xml.raw("</channel>\n</rss>\n");
        xml.0
    }

    fn atom(&self, feed: &Feed<'_>) -> String {
        let mut xml = Xml(String::new(), &self.messages[feed.locale]);
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"");
        html!(xml, " xml:lang=\"{}\">\n<id>{}</id>\n<title>{}</title>\n", feed.lang, &feed.home, &feed.title);
        // A feed needs an update date even if it has no posts.
        let updated = feed.items.iter().map(|item| item.updated.as_str()).max();
        let updated = updated.unwrap_or("1970-01-01T00:00:00Z");
        html!(xml, "<subtitle>{}</subtitle>\n<updated>{}</updated>\n", &feed.description, updated);
        html!(xml, "<link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>\n", &feed.own);
        html!(xml, "<link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n", &feed.home);
        html!(
            xml,
            "<author>\n<name>{}</name>\n</author>\n",
            self.site.locales[feed.locale].translate(&self.site.config.site.title)
        );
        xml.element("rights", feed.copyright());
        xml.raw("<generator>docgen</generator>\n");
        for item in &feed.items {
            html!(xml, "<entry>\n<id>{}</id>\n<title>{}</title>\n", &item.url, item.title);
            html!(xml, "<link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n", &item.url);
            xml.element("published", item.date.map(Date::rfc3339).as_deref());
            html!(xml, "<updated>{}</updated>\n", &item.updated);
            for author in item.authors {
                html!(xml, "<author>\n<name>{}</name>\n", &author.author.name);
                let url = feed.blog.and_then(|blog| self.author_url(blog, author));
                xml.element("uri", url.as_deref());
                xml.raw("</author>\n");
            }
            for tag in item.tags {
                html!(xml, "<category term=\"{}\"/>\n", &tag.label);
            }
            xml.element("summary", item.summary.as_deref());
            html!(xml, "<content type=\"html\">{}</content>\n</entry>\n", &item.html);
        }
        xml.raw("</feed>\n");
        xml.0
    }

    fn json_feed(&self, feed: &Feed<'_>) -> String {
        let item = |item: &Item<'_>| {
            let author = |author: &PostAuthor| {
                let image = author.author.image.as_ref();
                json!({
                    "name": author.author.name,
                    "url": feed.blog.and_then(|blog| self.author_url(blog, author)),
                    "avatar": image.map(|image| self.absolute(&self.at.with_base(image))),
                })
            };
            json!({
                "id": item.url,
                "url": item.url,
                "title": item.title,
                "content_html": item.html,
                "date_published": item.date.map(Date::rfc3339),
                "date_modified": item.updated,
                "summary": item.summary,
                "image": item.image,
                "authors": some_list(item.authors, author),
                "tags": some_list(item.tags, |tag| Json::from(&*tag.label)),
            })
        };
        let json = compact(json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": feed.title,
            "description": feed.description,
            "home_page_url": feed.home,
            "feed_url": feed.own,
            "language": feed.lang,
            "items": feed.items.iter().map(item).collect::<Vec<_>>(),
        }));
        format!("{json:#}\n")
    }
}

/// An XML writer, with the UI strings of a locale.
struct Xml<'m>(String, &'m Messages);

impl Markup for Xml<'_> {
    fn parts(&mut self) -> (&mut String, &Messages) {
        (&mut self.0, self.1)
    }

    /// Writes text without the characters that XML documents can't contain (XML 1.0, section 2.2).
    fn value(&mut self, text: &str, _in_tag: bool) {
        let allowed = |c: char| !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
        self.0.extend(escape(text).chars().filter(|c| allowed(*c)));
    }
}

impl Xml<'_> {
    /// Writes an element, unless its value is absent.
    fn element(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            html!(self, "<{}>{}</{}>\n", raw(name), value, raw(name));
        }
    }
}
