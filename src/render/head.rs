//! The head tags of a page: description, canonical URL, social cards, alternates, and JSON-LD.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::json;

use super::{
    Renderer,
    chunk::{HeadTag, compact},
    navigation::rooted,
    templates::escape,
};
use crate::config::FeedFormat;
use crate::markdown::{PageTag, TagAttribute};
use crate::path::RoutePath;
use crate::site::{Blog, Content, Page, PageKind};

/// The type of scripts that contain schema.org data.
const JSON_LD: &str = "application/ld+json";

fn tag<const N: usize>(tag: &'static str, attrs: [(&'static str, String); N]) -> HeadTag {
    let attrs = attrs.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
    HeadTag { tag, attrs, text: None }
}

pub(super) fn meta(name: impl Into<String>, content: impl Into<String>) -> HeadTag {
    tag("meta", [("name", name.into()), ("content", content.into())])
}

fn property(name: &'static str, content: impl Into<String>) -> HeadTag {
    tag("meta", [("property", name.into()), ("content", content.into())])
}

impl Renderer<'_> {
    /// Returns the tags for a page. The tags in the page's front matter replace docgen's tags with the same name.
    pub(super) fn head_tags(&self, page: &Page) -> Vec<HeadTag> {
        let mut tags = self.generated_tags(page);
        let own = self.page_tags(page);
        tags.retain(|tag| name(tag).is_none_or(|same| !own.iter().any(|own| name(own) == Some(same))));
        tags.extend(own);
        tags
    }

    /// Returns the tags in a page's front matter.
    fn page_tags(&self, page: &Page) -> Vec<HeadTag> {
        let Some((parsed, index)) = page.document().zip(self.site.page_index(&page.route)) else {
            return Vec::new();
        };
        let mut urls = self.site.resolved[index].head.iter();
        let tag = |own: &PageTag| {
            let mut attrs: BTreeMap<_, _> = own.attributes.iter().map(attribute).collect();
            for ((attribute, _), url) in own.urls().zip(urls.by_ref()) {
                attrs.insert(Cow::Owned(attribute.name.clone()), url.href.clone());
            }
            HeadTag { tag: own.tag.as_str(), attrs, text: own.content.clone() }
        };
        parsed.metadata.front_matter.head.iter().map(tag).collect()
    }

    fn generated_tags(&self, page: &Page) -> Vec<HeadTag> {
        let site = &self.site.config.site;
        let original = page.in_locale(0).filter(|_| page.repeats_original());
        let path = self.at.href(original.unwrap_or(&page.route));
        let mut tags = self.search_tags(page);
        let description = self.description(page);
        if let Some(description) = &description {
            tags.push(meta("description", description));
        }
        if !page.keywords.is_empty() {
            tags.push(meta("keywords", page.keywords.join(", ")));
        }
        if site.no_index || page.unlisted || page.kind == PageKind::NotFound {
            tags.push(meta("robots", "noindex, nofollow"));
        } else if page.kind == PageKind::Search {
            tags.push(meta("robots", "noindex, follow"));
        }
        if page.kind == PageKind::NotFound {
            return tags;
        }
        if let Some(address) = site.absolute(&path) {
            tags.push(tag("link", [("rel", "canonical".into()), ("href", address.clone())]));
            tags.push(property("og:url", address));
        }
        tags.push(property("og:title", self.document_title(page)));
        tags.push(property("og:site_name", self.site.locales[page.locale].translate(&site.title)));
        tags.push(property(
            "og:type",
            if matches!(page.kind, PageKind::Doc | PageKind::BlogPost) { "article" } else { "website" },
        ));
        tags.push(property("og:locale", self.site.source_locale(page).lang.replace('-', "_")));
        if let Some(description) = &description {
            tags.push(property("og:description", description));
        }
        match self.card(page) {
            Some(image) => {
                tags.push(property("og:image", image));
                tags.push(meta("twitter:card", "summary_large_image"));
            }
            None => tags.push(meta("twitter:card", "summary")),
        }
        tags.extend(self.alternates(page));
        tags.extend(self.breadcrumb_list(page));
        if let Some((blog, post)) = page.post {
            let date = self.site.blogs[blog].posts[post].date;
            tags.push(property("article:published_time", date.rfc3339()));
            tags.extend(page.tags.iter().map(|tag| property("article:tag", &*tag.label)));
            tags.extend(self.blog_posting(page).map(json_ld));
        }
        tags
    }

    /// Returns the URL of the image on a page's social card.
    pub(super) fn card(&self, page: &Page) -> Option<String> {
        let site = &self.site.config.site;
        let drawn = self.drawn_card(page).map(|card| self.at.file_href(&card));
        let image = page.image.as_ref().or(drawn.as_ref()).or(site.image.as_ref())?;
        if crate::path::has_protocol(image) {
            Some(image.clone())
        } else {
            site.absolute(&self.at.with_base(&rooted(image)))
        }
    }

    /// Returns the text for search results: the page's description or, if there's none, the first paragraph. On the
    /// home page, the site's tagline takes precedence over the first paragraph.
    pub(super) fn description(&self, page: &Page) -> Option<String> {
        if let Some(own) = &page.description {
            return Some(own.clone());
        }
        let tagline = self.site.locales[page.locale].translate(&self.site.config.site.tagline);
        match page.kind {
            PageKind::Home if !tagline.is_empty() => Some(tagline.to_owned()),
            _ => match page.parsed() {
                Some(parsed) => parsed.metadata.summary.as_deref().map(str::to_owned),
                None => self.description_of_list(page),
            },
        }
    }

    /// Returns a sentence about a page that docgen generates from other pages.
    fn description_of_list(&self, page: &Page) -> Option<String> {
        let messages = &self.messages[page.locale];
        let site = self.site.locales[page.locale].translate(&self.site.config.site.title);
        let name = |blog: usize| self.site.blogs[blog].config.title.as_deref().unwrap_or(site);
        let has_page = |blog: &Blog| blog.route.join("tags") == page.route;
        let (key, values) = match &page.content {
            Content::Tags(_) => {
                let blog = self.site.blogs.iter().position(has_page);
                ("tags_description", [("name", blog.map_or(site, name)), ("", "")])
            }
            Content::Tag(_) => ("tag_description", [("site", site), ("tag", &*page.title)]),
            Content::BlogArchive(blog) => ("blog_archive_description", [("blog", name(*blog)), ("", "")]),
            Content::BlogAuthors(blog) => ("blog_authors_description", [("blog", name(*blog)), ("", "")]),
            Content::BlogList(list) => {
                let blog = &self.site.blogs[list.blog];
                let of_blog = ("blog", name(list.blog));
                match (page.kind, list.subject) {
                    (PageKind::BlogTag, Some(tag)) => {
                        ("blog_tag_description", [of_blog, ("tag", blog.tags[tag].label.as_str())])
                    }
                    (PageKind::BlogAuthor, Some(author)) => (
                        "blog_author_description",
                        [of_blog, ("name", blog.authors[author].author.name.as_str())],
                    ),
                    _ => ("blog_description", [of_blog, ("", "")]),
                }
            }
            _ => return None,
        };
        Some(messages.fill(key, &values))
    }

    /// Returns links to the page in other locales and to its Markdown version.
    fn alternates(&self, page: &Page) -> Vec<HeadTag> {
        let site = &self.site.config.site;
        let mut tags = Vec::new();
        if page.has_markdown() {
            let href = self.at.file_href(&self.at.markdown(&page.route));
            tags.push(tag(
                "link",
                [("rel", "alternate".into()), ("type", "text/markdown".into()), ("href", href)],
            ));
        }
        if let (Some(feed), Content::Api(index, _)) = (self.api_feed(page), &page.content) {
            let media_type = FeedFormat::Rss.media_type();
            let (title, href) = (self.site.apis[*index].title.clone(), self.at.file_href(&feed));
            let kind = ("type", media_type.to_owned());
            tags.push(tag("link", [("rel", "alternate".into()), kind, ("title", title), ("href", href)]));
        }
        // The canonical URL of a copy is the original's URL.
        let is_own =
            |(_, route): &&(usize, RoutePath)| !self.site.page(route).is_some_and(Page::repeats_original);
        let locales: Vec<&(usize, RoutePath)> = page.in_locales.iter().filter(is_own).collect();
        if site.url.is_some() && locales.len() > 1 && !page.repeats_original() {
            let alternate = |lang: String, route: &RoutePath| {
                let href = ("href", self.absolute(&self.at.href(route)));
                tag("link", [("rel", "alternate".into()), ("hreflang", lang), href])
            };
            for (locale, route) in &locales {
                tags.push(alternate(self.site.locales[*locale].lang.clone(), route));
            }
            if let Some((_, route)) = locales.iter().find(|(locale, _)| *locale == 0) {
                tags.push(alternate("x-default".into(), route));
            }
        }
        tags
    }

    /// Returns the schema.org `BreadcrumbList`, for search engines.
    fn breadcrumb_list(&self, page: &Page) -> Option<HeadTag> {
        self.site.config.site.url.as_ref()?;
        if page.breadcrumbs.is_empty() {
            return None;
        }
        let last = page.breadcrumbs.len() - 1;
        let mut items = Vec::new();
        for (index, crumb) in page.breadcrumbs.iter().enumerate() {
            // Every item except the last needs a URL, so categories without a page are left out.
            let item = crumb.route.as_ref().map(|route| self.absolute(&self.at.href(route)));
            if item.is_some() || index == last {
                let (position, name) = (items.len() + 1, &crumb.label);
                let entry = json!({ "@type": "ListItem", "position": position, "name": name, "item": item });
                items.push(compact(entry));
            }
        }
        let list =
            json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items });
        Some(json_ld(list))
    }
}

/// Returns an attribute without resolving its URL.
fn attribute(attribute: &TagAttribute) -> (Cow<'static, str>, String) {
    (Cow::Owned(attribute.name.clone()), attribute.value.clone().unwrap_or_default())
}

/// Returns the name of the metadata in a tag. A page can contain only one tag with this name from docgen.
fn name(tag: &HeadTag) -> Option<&str> {
    let get = |name: &str| tag.attrs.get(name).map(String::as_str);
    match tag.tag {
        "meta" => get("name").or_else(|| get("property")),
        "link" => get("rel").filter(|rel| *rel == "canonical"),
        _ => None,
    }
}

/// Returns a script with schema.org data about a page, for search engines.
fn json_ld(facts: serde_json::Value) -> HeadTag {
    let mut script = tag("script", [("type", JSON_LD.into())]);
    script.text = Some(facts.to_string());
    script
}

/// Returns the tags as HTML, with a mark on each tag so that the browser can replace the tag.
pub(super) fn html(tags: &[HeadTag]) -> String {
    let mut out = String::new();
    for tag in tags {
        out.push('<');
        out.push_str(tag.tag);
        out.push_str(" data-head");
        for (name, value) in &tag.attrs {
            out.push_str(&format!(" {name}=\"{}\"", escape(value)));
        }
        out.push('>');
        if let Some(text) = &tag.text {
            let is_json = tag.attrs.get("type").is_some_and(|kind| kind == JSON_LD);
            out.push_str(&if is_json { text.replace('<', "\\u003c") } else { text.clone() });
        }
        if !matches!(tag.tag, "meta" | "link") {
            out.push_str(&format!("</{}>", tag.tag));
        }
        out.push('\n');
    }
    out
}
