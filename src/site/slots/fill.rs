//! Fills the slots: generates a page for each component in `components/theme` and each place where the component is
//! shown.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Filled, SlotPlace, Slots};
use crate::component::slots::{self, Filling, Scope, Slot};
use crate::diag::Diagnostic;
use crate::openapi::Subject;
use crate::path::{RoutePath, SourcePath};
use crate::site::{Blog, Content, Context, Locale, Page, PageKind, PageLink, SiteApi};
use crate::source::Source;

/// Renders the components that fill the slots, without resolving links.
pub(in crate::site) fn fill(
    context: Context<'_>,
    (pages, apis, blogs): (&[Arc<Page>], &[SiteApi], &[Blog]),
    diagnostics: &mut Vec<Diagnostic>,
) -> Slots {
    diagnostics.extend(slots::check(context.slots));
    let mut files: Vec<(&SourcePath, &'static Slot)> =
        context.slots.iter().filter_map(|file| Some((file, slots::slot_of(file)?))).collect();
    files.dedup_by_key(|(_, slot)| slot.name);
    if files.is_empty() {
        return Slots::default();
    }
    let maker = Maker { context, apis, blogs };
    let mut places: Vec<(Source, &'static Slot, SlotPlace)> = Vec::new();
    for (file, slot) in files {
        if slot.scope == Scope::Frame {
            let locales = context.locales.iter().enumerate();
            places.extend(
                locales.map(|(at, locale)| (maker.in_frame(file, locale), slot, SlotPlace::Frame(at))),
            );
        } else {
            let shown = pages.iter().enumerate().filter(|(_, page)| is_on(slot, page));
            places
                .extend(shown.map(|(at, page)| (maker.on_page(file, slot, page), slot, SlotPlace::Page(at))));
        }
    }
    places.sort_by(|(a, ..), (b, ..)| a.path.cmp(&b.path));
    let sources: Vec<Source> = places.iter().map(|(source, ..)| source.clone()).collect();
    let has_pages = places.iter().any(|(.., place)| matches!(place, SlotPlace::Page(_)));
    let mut slots = Slots {
        frame: vec![Vec::new(); context.locales.len()],
        pages: vec![Vec::new(); if has_pages { pages.len() } else { 0 }],
    };
    for ((_, slot, place), (parsed, found)) in places.into_iter().zip((context.parse)(&sources)) {
        diagnostics.extend(found.into_iter().map(slots::relocated));
        let filled = Filled { slot, parsed, resolved: Arc::default() };
        match place {
            SlotPlace::Frame(at) => slots.frame[at].push(filled),
            SlotPlace::Page(at) => slots.pages[at].push(filled),
        }
    }
    slots
}

/// Whether a page has a slot.
fn is_on(slot: &Slot, page: &Page) -> bool {
    use PageKind::{BlogPost, Category, Doc, Home, NotFound, Tag, Tags};
    let kind = page.kind;
    match slot.name {
        "Home" => kind == Home,
        "NotFound" => kind == NotFound,
        "PageHeader" => {
            matches!(kind, Doc | PageKind::Page | Category | Tags | Tag | NotFound | BlogPost)
                || kind.is_api()
        }
        "ApiHeader" => kind.is_api(),
        "PageFooter" => matches!(kind, Doc | PageKind::Page | BlogPost) || kind.is_api(),
        "BlogCard" => page.post.is_some(),
        _ => false,
    }
}

struct Maker<'a> {
    context: Context<'a>,
    apis: &'a [SiteApi],
    blogs: &'a [Blog],
}

impl Maker<'_> {
    fn in_frame(&self, file: &SourcePath, locale: &Locale) -> Source {
        let filling = Filling { component: file.file_name(), locale: &locale.code, page: slots::FRAME };
        filling
            .to_source(&[("slug", locale.home.as_str())], &json!({ Scope::Frame.prop(): self.site(locale) }))
    }

    fn on_page(&self, file: &SourcePath, slot: &Slot, page: &Page) -> Source {
        let locale = &self.context.locales[page.locale];
        let written = page.parsed().map(|parsed| parsed.source.path.as_str());
        let name = page.route.as_str().trim_matches('/');
        let name = written.unwrap_or(&*format!("pages/{name}")).to_owned();
        let filling = Filling { component: file.file_name(), locale: &locale.code, page: &name };
        let props = json!({ slot.scope.prop(): self.page(page) });
        let url = if page.kind == PageKind::NotFound { &locale.home } else { &page.route };
        let front_matter = [
            ("title", &*page.title),
            ("description", page.description.as_deref().unwrap_or_default()),
            ("slug", url.as_str()),
        ];
        filling.to_source(&front_matter, &props)
    }

    /// Returns the site's data for the slots in the frame.
    fn site(&self, locale: &Locale) -> Value {
        let config = self.context.config;
        let footer = config.footer.as_ref();
        json!({
            "title": locale.translate(&config.site.title),
            "tagline": locale.translate(&config.site.tagline),
            "url": locale.home.as_str(),
            "locale": locale.code,
            "locales": self.context.locales.iter().map(|locale| json!({
                "code": locale.code,
                "label": locale.label,
                "url": locale.home.as_str(),
            })).collect::<Vec<_>>(),
            "footer": {
                "copyright": footer.and_then(|footer| footer.copyright.as_deref()).map(|text| locale.translate(text)),
                "columns": footer.map_or_else(Vec::new, |footer| footer.columns.iter().map(|column| json!({
                    "title": column.title.as_deref().map(|title| locale.translate(title)),
                    "items": column.items.iter().map(|item| json!({ "label": locale.translate(&item.label), "url": item.href })).collect::<Vec<_>>(),
                })).collect()),
            },
        })
    }

    /// Returns a page's data. URLs have the form of links in Markdown: without the base URL.
    fn page(&self, page: &Page) -> Value {
        let link = |link: &PageLink| json!({ "label": &*link.label, "url": link.route.as_str() });
        let mut data = json!({
            "kind": page.kind.as_str(),
            "title": &*page.title,
            "description": page.description,
            "url": page.route.as_str(),
            "draft": page.draft,
            "unlisted": page.unlisted,
            "tags": page.tags.iter().map(link).collect::<Vec<_>>(),
            "breadcrumbs": page.breadcrumbs.iter().map(|crumb| json!({
                "label": &*crumb.label,
                "url": crumb.route.as_ref().map(RoutePath::as_str),
            })).collect::<Vec<_>>(),
            "previous": page.previous.as_ref().map(link),
            "next": page.next.as_ref().map(link),
            "editUrl": page.edit_url,
            "lastUpdate": page.last_update.as_ref().map(|change| json!({ "date": change.date, "author": change.author })),
            "version": page.version.map(|version| self.context.locales[page.locale].translate(&self.context.versions[version].label)),
        });
        if let Some((blog, post)) = page.post {
            let post = &self.blogs[blog].posts[post];
            data["date"] = post.date.day().into();
            data["minutes"] = post.minutes.into();
            data["authors"] = post
                .authors
                .iter()
                .map(|author| {
                    let route = author.known.and_then(|known| self.blogs[blog].authors[known].route.as_ref());
                    json!({
                        "name": author.author.name,
                        "title": author.author.title,
                        "image": author.author.image,
                        "url": route.map(RoutePath::as_str).or(author.author.url.as_deref()),
                    })
                })
                .collect();
        }
        if let Content::Api(api, Subject::Operation(operation)) = &page.content {
            let operation = self.apis[*api].api.operation(*operation);
            data["operation"] = json!({
                "method": operation.method.to_string(),
                "path": operation.path.to_string(),
                "deprecated": operation.deprecated,
            });
        }
        data
    }
}
