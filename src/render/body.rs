//! Bodies: what stands inside the article column of each kind of page, from the body templates.

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::blog::BlogContext;
use super::content::{self, WriteOptions};
use super::navigation::href;
use super::sample::Sample;
use super::{Messages, Renderer};
use crate::config::VersionBanner;
use crate::site::{Content, Entry, Page, PageKind};

/// What a body template is given as `page`.
#[derive(Default, Serialize)]
pub(super) struct PageContext {
    kind: &'static str,
    title: String,
    /// The title as HTML, when it is a heading of the document.
    title_html: Option<String>,
    /// Id of the title, when it is a heading of the document.
    title_id: Option<String>,
    hide_title: bool,
    description: Option<String>,
    draft: bool,
    unlisted: bool,
    /// Address of the page's Markdown.
    markdown: Option<String>,
    edit_url: Option<String>,
    last_update: Option<LastUpdate>,
    tags: Vec<Link>,
    /// Address of the list of all tags, on the page of a tag.
    tags_href: Option<String>,
    previous: Option<Link>,
    next: Option<Link>,
    breadcrumbs: Vec<Crumb>,
    version: Option<Version>,
    hero: Option<Hero>,
    entries: Vec<EntryContext>,
}

#[derive(Serialize)]
struct LastUpdate {
    /// `2025-01-05`
    date: Option<String>,
    /// The date as readers see it.
    text: String,
    author: Option<String>,
}

#[derive(Serialize)]
struct Link {
    label: String,
    href: String,
}

#[derive(Serialize)]
struct Crumb {
    label: String,
    href: Option<String>,
}

#[derive(Serialize)]
struct Version {
    label: String,
    banner: Option<&'static str>,
    latest: Link,
}

#[derive(Serialize)]
struct Hero {
    title: String,
    tagline: Option<String>,
    actions: Vec<Action>,
}

#[derive(Serialize)]
struct Action {
    label: String,
    href: String,
    external: bool,
    variant: String,
}

#[derive(Serialize)]
struct EntryContext {
    label: String,
    href: String,
    external: bool,
    description: Option<String>,
    count: Option<usize>,
}

/// What a body template is given as `site`.
#[derive(Serialize)]
pub(super) struct SiteContext<'a> {
    title: &'a str,
    tagline: &'a str,
    base_url: &'a str,
    home: String,
    /// Whether it has a search.
    search: bool,
    /// Address of the search page.
    search_page: Option<String>,
}

/// What a body template is given besides its content and the texts of the interface.
#[derive(Serialize)]
pub(super) struct BodyValues<'a> {
    page: PageContext,
    site: SiteContext<'a>,
    blog: Option<BlogContext>,
}

/// All that a body template is given but the texts of the interface.
struct BodyContext<'a> {
    page: &'a PageContext,
    site: &'a SiteContext<'a>,
    blog: Option<Value>,
    content: String,
    /// What a start page shows beside its title.
    figure: Option<String>,
    endpoint: String,
    side: String,
    deprecated: bool,
}

impl BodyContext<'_> {
    fn value(self, messages: &Messages) -> Value {
        let BodyContext { page, site, blog, content, figure, endpoint, side, deprecated } = self;
        let (page, site, t) = (Value::from(Serde(page)), Value::from(Serde(site)), messages.value());
        context! { page, site, t, content, blog, figure, endpoint, side, deprecated }
    }
}

/// What a body template is given for a page of a kind, for trying it out.
pub(super) fn sample(kind: PageKind, sample: &Sample, messages: &Messages) -> Value {
    let (is_api, is_operation) =
        (kind.is_api(), matches!(kind, PageKind::ApiOperation | PageKind::ApiSchema));
    let part = |name, text: &str| sample.some(name, text.to_owned()).unwrap_or_default();
    let context = BodyContext {
        page: &PageContext::sample(kind, sample),
        site: &SiteContext::sample(sample),
        blog: kind.is_blog().then(|| super::blog::sample(kind, sample)),
        content: part("content", "<p>Content</p>"),
        figure: sample.some("figure", "<p>Figure</p>".to_owned()).filter(|_| kind == PageKind::Home),
        endpoint: if is_operation { "<p>Endpoint</p>".into() } else { String::new() },
        side: if is_api { part("side", "<p>Side</p>") } else { String::new() },
        deprecated: is_operation && sample.flag("deprecated"),
    };
    context.value(messages)
}

impl Renderer<'_> {
    /// The finished body of a page.
    pub(super) fn body(&self, index: usize, values: &BodyValues<'_>) -> String {
        let page = &self.site.pages[index];
        let (mut figure, mut content) = (String::new(), String::new());
        if let Some(parsed) = page.parsed() {
            let document = &*parsed.document();
            let (resolved, messages) = (&self.site.resolved[index], &self.messages[page.locale]);
            let prose =
                |events| content::write(document, events, resolved, messages, WriteOptions::default());
            // The first block of a start page stands beside its title.
            let at = if page.kind == PageKind::Home { document.first_block_end() } else { 0 };
            (figure, content) = (prose(0..at), prose(at..document.events.len()));
        }
        let parts = self.api_parts(page).unwrap_or_default();
        if !parts.content.is_empty() {
            content = parts.content;
        }
        let context = BodyContext {
            page: &values.page,
            site: &values.site,
            blog: self.blog_value(page, values.blog.as_ref()),
            content,
            figure: Some(figure).filter(|figure| !figure.is_empty()),
            endpoint: parts.endpoint,
            side: parts.side,
            deprecated: parts.deprecated,
        };
        self.templates.render(page.kind.template(), context.value(&self.messages[page.locale]), Some(index))
    }

    /// What the template of a page's body is given.
    pub(super) fn body_values(&self, index: usize) -> BodyValues<'_> {
        let page = &self.site.pages[index];
        BodyValues {
            page: self.page_context(index),
            site: self.site_context(page),
            blog: self.blog_context(page),
        }
    }

    fn site_context(&self, page: &Page) -> SiteContext<'_> {
        let site = &self.site.config.site;
        SiteContext {
            title: &site.title,
            tagline: &site.tagline,
            base_url: &site.base_url,
            home: self.at.href(&self.site.locales[page.locale].home),
            search: self.site.config.search.answerer().is_some(),
            search_page: super::search_data::page_href(self.site, &self.at, page.locale),
        }
    }

    fn page_context(&self, index: usize) -> PageContext {
        let page = &self.site.pages[index];
        let messages = &self.messages[page.locale];
        let link = |neighbour: &crate::site::Neighbour| Link {
            label: neighbour.label.to_string(),
            href: self.at.href(&neighbour.route),
        };
        PageContext {
            kind: page.kind.as_str(),
            title: self.title(page),
            title_html: page
                .parsed()
                .and_then(|parsed| parsed.metadata.title_html.as_deref().map(str::to_owned)),
            title_id: page.parsed().and_then(|parsed| parsed.metadata.title_id.as_deref().map(str::to_owned)),
            hide_title: page.hide_title,
            description: page.description.clone(),
            draft: page.draft,
            unlisted: page.unlisted,
            markdown: page.has_markdown().then(|| self.at.file_href(&self.at.markdown(&page.route))),
            edit_url: page.edit_url.clone(),
            last_update: page.last_update.as_ref().map(|change| LastUpdate {
                text: change.date.as_deref().map_or_else(String::new, |date| messages.long_date(date)),
                date: change.date.clone(),
                author: change.author.clone(),
            }),
            tags: page
                .tags
                .iter()
                .map(|tag| Link { label: tag.label.to_string(), href: self.at.href(&tag.route) })
                .collect(),
            tags_href: matches!(page.kind, PageKind::Tag | PageKind::BlogTag).then(|| {
                let above = page.route.as_str().rsplit_once('/').map_or("/", |(above, _)| above);
                self.at.href(&crate::path::RoutePath::new(above))
            }),
            previous: page.previous.as_ref().map(link),
            next: page.next.as_ref().map(link),
            breadcrumbs: page
                .breadcrumbs
                .iter()
                .map(|crumb| Crumb {
                    label: crumb.label.to_string(),
                    href: crumb.route.as_ref().map(|route| self.at.href(route)),
                })
                .collect(),
            version: page
                .version
                .filter(|_| self.site.versions.len() > 1)
                .map(|version| self.version(page, version)),
            hero: (page.kind == PageKind::Home).then(|| self.hero(page, &self.site.resolved[index].actions)),
            entries: match &page.content {
                Content::Category(entries) | Content::Tags(entries) | Content::Tag(entries) => {
                    entries.iter().map(|entry| self.entry(entry)).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    fn version(&self, page: &Page, index: usize) -> Version {
        let versions = &self.site.versions;
        let last = versions.iter().position(|version| version.last).unwrap_or(0);
        Version {
            label: versions[index].label.clone(),
            banner: match versions[index].banner {
                VersionBanner::None => None,
                VersionBanner::Unreleased => Some("unreleased"),
                VersionBanner::Unmaintained => Some("unmaintained"),
            },
            latest: Link { label: versions[last].label.clone(), href: self.in_version(page, last) },
        }
    }

    fn hero(&self, page: &Page, actions: &[crate::site::Href]) -> Hero {
        let own =
            page.parsed().and_then(|parsed| parsed.metadata.front_matter.hero.clone()).unwrap_or_default();
        let site = &self.site.config.site;
        Hero {
            title: own.title.unwrap_or_else(|| page.title.to_string()),
            tagline: own.tagline.or_else(|| Some(site.tagline.clone())).filter(|tagline| !tagline.is_empty()),
            actions: own
                .actions
                .into_iter()
                .zip(actions)
                .enumerate()
                .map(|(index, (action, resolved))| Action {
                    label: action.label,
                    href: resolved.href.clone(),
                    external: resolved.kind == crate::site::HrefKind::External,
                    variant: action
                        .variant
                        .unwrap_or_else(|| if index == 0 { "primary" } else { "secondary" }.into()),
                })
                .collect(),
        }
    }

    fn entry(&self, entry: &Entry) -> EntryContext {
        let (href, external) = href(&entry.href, &self.at);
        EntryContext {
            label: entry.label.to_string(),
            href,
            external,
            description: entry.description.clone(),
            count: entry.count,
        }
    }
}

impl PageContext {
    /// A page of a kind, for trying out templates.
    pub(super) fn sample(kind: PageKind, sample: &Sample) -> Self {
        use PageKind::{Category, Home, NotFound, Search, Tag, Tags};
        let text = |text: &str| text.to_owned();
        let link = || Link { label: "Label".into(), href: "/label/".into() };
        let is_tag = matches!(kind, Tag | PageKind::BlogTag);
        let is_list = matches!(kind, Category | Tags | Tag | PageKind::BlogTags);
        let is_written = !is_list && !matches!(kind, NotFound | Search);
        let entry = EntryContext {
            label: "Label".into(),
            href: "/label/".into(),
            external: sample.flag("entry.external"),
            description: sample.some("entry.description", text("Description")),
            count: sample.some("entry.count", 2),
        };
        let version = Version {
            label: "1.0".into(),
            banner: sample.some("page.version.banner", "unreleased"),
            latest: link(),
        };
        let last_update = LastUpdate {
            date: sample.some("page.last_update.date", text("2025-01-05")),
            text: "January 5, 2025".into(),
            author: sample.some("page.last_update.author", text("Author")),
        };
        let action = Action {
            label: "Label".into(),
            href: "/label/".into(),
            external: sample.flag("action.external"),
            variant: "primary".into(),
        };
        let hero = || Hero {
            title: "Title".into(),
            tagline: sample.some("page.hero.tagline", text("Tagline")),
            actions: sample.list("page.hero.actions", action),
        };
        let crumb = Crumb { label: "Label".into(), href: sample.some("crumb.href", text("/label/")) };
        PageContext {
            kind: kind.as_str(),
            title: "Title".into(),
            title_html: sample.some("page.title_html", text("Title")),
            title_id: sample.some("page.title_id", text("title")),
            hide_title: sample.flag("page.hide_title"),
            description: sample.some("page.description", text("Description")),
            draft: sample.flag("page.draft"),
            unlisted: sample.flag("page.unlisted"),
            markdown: sample.some("page.markdown", text("/page.md")).filter(|_| is_written),
            edit_url: sample.some("page.edit_url", text("https://example.com/edit")),
            last_update: sample.some("page.last_update", last_update),
            tags: sample.list("page.tags", link()),
            tags_href: is_tag.then(|| text("/tags/")),
            previous: sample.some("page.previous", link()),
            next: sample.some("page.next", link()),
            breadcrumbs: sample.list("page.breadcrumbs", crumb),
            version: sample.some("page.version", version),
            hero: (kind == Home).then(hero),
            entries: match kind {
                Category => sample.list("page.entries", entry),
                _ if is_list => vec![entry],
                _ => Vec::new(),
            },
        }
    }
}

impl SiteContext<'static> {
    /// A site, for trying out templates.
    pub(super) fn sample(sample: &Sample) -> Self {
        let search = sample.flag("site.search");
        SiteContext {
            title: "Site",
            tagline: "Tagline",
            base_url: "/",
            home: "/".into(),
            search,
            search_page: sample.some("site.search_page", "/search/".to_owned()).filter(|_| search),
        }
    }
}
