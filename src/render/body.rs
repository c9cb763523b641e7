//! Renders page bodies: the article column of each page, with the body template for the kind of page.

use minijinja::{Value, context};
use serde_json::json;

use super::{
    Messages, Renderer,
    chunk::{compact, to_inline_json},
    content::{self, PageTerms, WriteOptions},
    navigation::href,
    page_blocks::PageBlocks,
    page_data::PageData,
    sample::Sample,
    templates::escape,
};
use crate::component::slots::Scope;
use crate::config::VersionBanner;
use crate::path::RoutePath;
use crate::site::{Content, Entry, Href, HrefKind, Locale, Page, PageKind};

/// Returns sample values for a kind of page, to test its template.
pub(super) fn sample(kind: PageKind, sample: &Sample, messages: &Messages) -> Value {
    let (is_api, is_operation) =
        (kind.is_api(), matches!(kind, PageKind::ApiOperation | PageKind::ApiSchema));
    let part = |name, text| sample.some(name, text).unwrap_or_default();
    context! {
        page => sample_page(kind, sample),
        site => sample_site(sample),
        t => messages.value(),
        content => part("content", "<p>Content</p>"),
        blog => kind.is_blog().then(|| super::blog::sample(kind, sample)),
        figure => sample.some("figure", "<p>Figure</p>").filter(|_| kind == PageKind::Home),
        endpoint => if is_operation { "<p>Endpoint</p>" } else { "" },
        opening => if is_api { part("opening", "<p>Opening</p>") } else { "" },
        history => if is_api { part("history", "<p>History</p>") } else { "" },
        try_it => if is_operation { part("try_it", "<p>Try it</p>") } else { "" },
        side => if is_api { part("side", "<p>Side</p>") } else { "" },
        deprecated => is_operation && sample.flag("deprecated"),
    }
}

impl<'a> Renderer<'a> {
    /// Returns the rendered body of a page.
    pub(super) fn body(&self, index: usize, page_data: &PageData<'_>, blocks: &PageBlocks<'a>) -> String {
        let page = &self.site.pages[index];
        let messages = &self.messages[page.locale];
        let (mut figure, mut content, mut title) = (String::new(), String::new(), None);
        if let Some(parsed) = page.parsed() {
            let (document, resolved) = (&*parsed.document(), &self.site.resolved[index]);
            let terms = self.site.glossary(page).map(|glossary| PageTerms { glossary, at: &self.at });
            let interface = self.interface_attributes(page);
            let pages = self.page_list(index);
            let options = WriteOptions {
                terms,
                interface: &interface,
                pages: &pages,
                lines: self.is_live,
                ..self.write_options()
            };
            let prose = |events| content::write(document, events, resolved, messages, options);
            // The first block of a home page is next to the title.
            let at = if page.kind == PageKind::Home { document.first_block_end() } else { 0 };
            (figure, content) = (prose(0..at), prose(at..document.events.len()));
            title = content::write_title(document, resolved, messages, options);
        }
        let parts = self.api_parts(page, blocks).unwrap_or_default();
        if page.kind.is_api() {
            content = parts.content;
        }
        let blog = match &page.content {
            Content::BlogList(_) => self.blog_values(page, true),
            _ => page_data.blog.clone(),
        };
        let context = context! {
            page => self.page_values(index, title.as_deref()),
            site => self.site_values(page),
            t => messages.value(),
            content,
            blog,
            // The content beside a home page's title.
            figure => Some(figure).filter(|figure| !figure.is_empty()),
            endpoint => parts.endpoint,
            opening => parts.opening,
            side => parts.side,
            history => parts.history,
            try_it => parts.try_it,
            deprecated => parts.deprecated,
            slots => self.slot_values(index, Scope::Page),
        };
        self.templates.render(page.kind.template(), context, Some(index))
    }

    /// Returns the HTML of the list of pages on a page. If the page doesn't contain such a list, returns an empty string.
    fn page_list(&self, index: usize) -> String {
        let page = &self.site.pages[index];
        if page.entries.is_empty() {
            return String::new();
        }
        let messages = &self.messages[page.locale];
        let entries: Vec<Value> = page.entries.iter().map(|entry| self.entry(entry, messages)).collect();
        let context = context! { page => context! { entries }, t => messages.value() };
        self.templates.render("entries.html", context, Some(index)) + "\n"
    }

    pub(super) fn site_values(&self, page: &Page) -> Value {
        let site = &self.site.config.site;
        let locale = &self.site.locales[page.locale];
        context! {
            title => locale.translate(&site.title),
            tagline => locale.translate(&site.tagline),
            base_url => &site.base_url,
            home => self.at.href(&self.site.locales[page.locale].home),
            // Whether the site has search.
            search => self.site.config.search.answerer().is_some(),
            search_page => super::search_data::page_href(self.site, &self.at, page.locale),
        }
    }

    /// If the page has the content of the default locale, returns the `lang` and `dir` attributes of its text, with a
    /// leading space. Otherwise, returns an empty string.
    pub(super) fn source_attributes(&self, page: &Page) -> String {
        // The title of the list of changes is a UI string.
        let is_copy = page.is_copy() && page.kind != PageKind::ApiChanges;
        if is_copy { language_attributes(self.site.source_locale(page)) } else { String::new() }
    }

    /// If a page isn't translated, returns the `lang` and `dir` attributes of UI strings in its content, with a leading
    /// space. Otherwise, returns an empty string.
    fn interface_attributes(&self, page: &Page) -> String {
        if page.is_untranslated() {
            language_attributes(&self.site.locales[page.locale])
        } else {
            String::new()
        }
    }

    /// Returns the values of a page. `title` is the HTML of the page's title if the metadata's HTML leaves out parts of it.
    pub(super) fn page_values(&self, index: usize, title: Option<&str>) -> Value {
        let page = &self.site.pages[index];
        let messages = &self.messages[page.locale];
        let metadata = page.parsed().map(|parsed| &parsed.metadata);
        let to = |label: &str, route: &RoutePath| link(label, self.at.href(route));
        let crumb = |label: &str, route: Option<&RoutePath>| context! { label, href => route.map(|route| self.at.href(route)) };
        context! {
            kind => page.kind.as_str(),
            title => self.title(page),
            // The title as HTML, and the title's ID. Both exist only if the title is a heading in the document.
            title_html => title.or_else(|| metadata.and_then(|metadata| metadata.title_html.as_deref())),
            title_id => metadata.and_then(|metadata| metadata.title_id.as_deref()),
            hide_title => page.hide_title,
            description => &page.description,
            draft => page.draft,
            unlisted => page.unlisted,
            // Whether the page shows the default locale's text, and the `lang` and `dir` attributes of that text.
            untranslated => page.is_untranslated(),
            source_attributes => self.source_attributes(page),
            // The URL of the original, for an outdated translation with a banner.
            original => page.original.as_ref().map(|route| self.at.href(route)),
            markdown => page.has_markdown().then(|| self.at.file_href(&self.at.markdown(&page.route))),
            menu => page.has_markdown().then(|| self.page_menu(page)),
            edit_url => &page.edit_url,
            feedback => self.feedback(page),
            last_update => page.last_update.as_ref().map(|change| context! {
                // The date, such as `2025-01-05`.
                date => &change.date,
                // The formatted date.
                text => change.date.as_deref().map_or_else(String::new, |date| messages.long_date(date)),
                author => &change.author,
            }),
            tags => page.tags.iter().map(|tag| to(&tag.label, &tag.route)).collect::<Vec<_>>(),
            // The URL of the list of all tags, if the page is about a tag.
            tags_href => match &page.content {
                Content::Tag(_) => page.route.as_str().rsplit_once('/').map(|(above, _)| RoutePath::new(above)),
                Content::BlogList(list) if page.kind == PageKind::BlogTag => {
                    Some(self.site.blogs[list.blog].route.join("tags"))
                }
                _ => None,
            }
            .map(|route| self.at.href(&route)),
            previous => page.previous.as_ref().map(|it| to(&it.label, &it.route)),
            next => page.next.as_ref().map(|it| to(&it.label, &it.route)),
            breadcrumbs => page.breadcrumbs.iter().map(|it| crumb(&it.label, it.route.as_ref())).collect::<Vec<_>>(),
            version => page
                .version
                .filter(|version| self.site.versions[*version].several)
                .map(|version| self.version(page, version)),
            hero => (page.kind == PageKind::Home).then(|| self.hero(page, &self.site.resolved[index].actions)),
            entries => match &page.content {
                Content::Category(entries) | Content::Tags(entries) | Content::Tag(entries) => {
                    let messages = &self.messages[page.locale];
                    entries.iter().map(|entry| self.entry(entry, messages)).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    /// Returns the values for the feedback question, if the page has one.
    fn feedback(&self, page: &Page) -> Option<Value> {
        let config = self.site.config.feedback.as_ref().filter(|_| page.has_feedback())?;
        let (title, url) = (self.title(page), self.absolute(&self.at.href(&page.route)));
        let encode = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
        };
        let issue = config
            .issue_url
            .as_ref()
            .map(|template| template.replace("{title}", &encode(&title)).replace("{url}", &encode(&url)));
        let props = compact(json!({ "url": config.url, "issue": issue }));
        Some(context! { props => to_inline_json(&props), issue })
    }

    fn version(&self, page: &Page, index: usize) -> Value {
        let versions = &self.site.versions;
        let last = self.site.last_version(versions[index].docs);
        context! {
            label => self.site.locales[page.locale].translate(&versions[index].label),
            banner => match versions[index].banner {
                VersionBanner::None => None,
                VersionBanner::Unreleased => Some("unreleased"),
                VersionBanner::Unmaintained => Some("unmaintained"),
            },
            latest => link(self.site.locales[page.locale].translate(&versions[last].label), self.in_version(page, last)),
        }
    }

    fn hero(&self, page: &Page, resolved: &[Href]) -> Value {
        let own = page.parsed().and_then(|parsed| parsed.metadata.front_matter.hero.as_ref());
        let actions = own.iter().flat_map(|own| &own.actions).zip(resolved).enumerate();
        let actions = actions.map(|(index, (action, resolved))| {
            let variant = if index == 0 { "primary" } else { "secondary" };
            context! {
                label => &action.label,
                href => &resolved.href,
                external => resolved.kind == HrefKind::External,
                variant => action.variant.as_deref().unwrap_or(variant),
            }
        });
        let tagline = own.and_then(|own| own.tagline.as_ref()).map_or_else(
            || self.site.locales[page.locale].translate(&self.site.config.site.tagline),
            String::as_str,
        );
        context! {
            title => own.and_then(|own| own.title.as_deref()).unwrap_or(&page.title),
            tagline => Some(tagline).filter(|tagline| !tagline.is_empty()),
            actions => actions.collect::<Vec<_>>(),
        }
    }

    fn entry(&self, entry: &Entry, messages: &Messages) -> Value {
        let (href, external) = href(&entry.href, &self.at);
        context! {
            label => &*entry.label,
            href,
            external,
            description => &entry.description,
            count => entry.count.map(|count| messages.decimal(count)),
            // The `lang` and `dir` attributes of the texts if they aren't translated.
            source_attributes => match entry.untranslated {
                true => language_attributes(&self.site.locales[0]),
                false => String::new(),
            },
        }
    }
}

/// Returns the `lang` and `dir` attributes of text in a locale, with a leading space.
pub(super) fn language_attributes(Locale { lang, direction, .. }: &Locale) -> String {
    format!(" lang=\"{}\" dir=\"{}\"", escape(lang), super::shell::direction(*direction))
}

fn link(label: &str, href: String) -> Value {
    context! { label, href }
}

/// Returns a sample page of a kind, to test the templates.
fn sample_page(kind: PageKind, sample: &Sample) -> Value {
    use PageKind::{Category, Home, NotFound, Search, Tag, Tags};
    let link = || link("Label", "/label/".into());
    let is_tag = matches!(kind, Tag | PageKind::BlogTag);
    let is_list = matches!(kind, Category | Tags | Tag | PageKind::BlogTags);
    let is_written = !is_list && !matches!(kind, NotFound | Search);
    let entry = context! {
        label => "Label",
        href => "/label/",
        external => sample.flag("entry.external"),
        description => sample.some("entry.description", "Description"),
        count => sample.some("entry.count", "2"),
        source_attributes => sample.some("entry.source_attributes", " lang=\"en\" dir=\"ltr\"").unwrap_or_default(),
    };
    let version = context! {
        label => "1.0",
        banner => sample.some("page.version.banner", "unreleased"),
        latest => link(),
    };
    let last_update = context! {
        date => sample.some("page.last_update.date", "2025-01-05"),
        text => "January 5, 2025",
        author => sample.some("page.last_update.author", "Author"),
    };
    let feedback = context! {
        props => "{}",
        issue => sample.some("page.feedback.issue", "https://example.com/issues/new"),
    };
    let action = context! {
        label => "Label",
        href => "/label/",
        external => sample.flag("action.external"),
        variant => "primary",
    };
    let hero = || {
        context! {
            title => "Title",
            tagline => sample.some("page.hero.tagline", "Tagline"),
            actions => sample.list("page.hero.actions", action),
        }
    };
    let crumb = context! { label => "Label", href => sample.some("crumb.href", "/label/") };
    context! {
        kind => kind.as_str(),
        title => "Title",
        title_html => sample.some("page.title_html", "Title"),
        title_id => sample.some("page.title_id", "title"),
        hide_title => sample.flag("page.hide_title"),
        description => sample.some("page.description", "Description"),
        draft => sample.flag("page.draft"),
        unlisted => sample.flag("page.unlisted"),
        untranslated => sample.flag("page.untranslated"),
        original => sample.some("page.original", "/original/"),
        source_attributes => sample.some("page.source_attributes", " lang=\"en\" dir=\"ltr\"").unwrap_or_default(),
        markdown => sample.some("page.markdown", "/page.md").filter(|_| is_written),
        menu => super::page_menu::sample(sample),
        edit_url => sample.some("page.edit_url", "https://example.com/edit"),
        feedback => sample.some("page.feedback", feedback),
        last_update => sample.some("page.last_update", last_update),
        tags => sample.list("page.tags", link()),
        tags_href => is_tag.then_some("/tags/"),
        previous => sample.some("page.previous", link()),
        next => sample.some("page.next", link()),
        breadcrumbs => sample.list("page.breadcrumbs", crumb),
        version => sample.some("page.version", version),
        hero => (kind == Home).then(hero),
        entries => match kind {
            Category => sample.list("page.entries", entry),
            _ if is_list => vec![entry],
            _ => Vec::new(),
        },
    }
}

/// Returns a sample site for testing the templates.
fn sample_site(sample: &Sample) -> Value {
    let search = sample.flag("site.search");
    context! {
        title => "Site",
        tagline => "Tagline",
        base_url => "/",
        home => "/",
        search,
        search_page => sample.some("site.search_page", "/search/").filter(|_| search),
    }
}
