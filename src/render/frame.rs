//! The view model of the frame, which mirrors `theme/src/frame/data.ts`, and the rendering of the frame.
//!
//! The values that all frames of a locale share are built once ([`SharedFrame`]).

mod sidebar;

use std::collections::BTreeMap;

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::{
    Messages, Renderer,
    chunk::TocEntry,
    client::ClientFiles,
    navigation::{href, local_href, rooted},
    slots,
};
use crate::config::{FooterColumnConfig, FooterItemConfig, Position};
use crate::path::Addressing;
use crate::site::{Locale, NavbarItem, NavbarKind, Page, PageKind, Site, Version};
pub(super) use sidebar::OpenSidebar;
use sidebar::SidebarCache;

/// The values that the frames of a locale share.
#[derive(Serialize)]
pub(super) struct SharedFrame {
    announcement: Option<Value>,
    footer: Option<Value>,
    brand: Brand,
    logo: Option<Value>,
    color_toggle: Option<Value>,
    /// The HTML of the slots by name.
    pub slots: BTreeMap<String, String>,
    #[serde(skip)]
    sidebars: SidebarCache,
}

/// The start of the navbar, for the frame and the site's data.
#[derive(Serialize)]
pub(super) struct Brand {
    pub title: Option<String>,
    pub logo: Option<Logo>,
    pub home: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Logo {
    pub src: String,
    pub src_dark: String,
    pub alt: String,
    pub width: Option<String>,
    pub height: Option<String>,
}

impl Brand {
    pub(super) fn new(site: &Site, at: &Addressing, locale: usize) -> Self {
        let config = &site.config;
        let translate = |text: &String| site.locales[locale].translate(text).to_owned();
        let title = match &config.navbar.title {
            Some(title) => Some(translate(title)).filter(|title| !title.is_empty()),
            None => Some(translate(&config.site.title)),
        };
        let logo = config.navbar.logo.as_ref().map(|logo| Logo {
            src: at.with_base(&rooted(&logo.src)),
            src_dark: at.with_base(&rooted(logo.src_dark.as_ref().unwrap_or(&logo.src))),
            alt: if title.is_some() {
                String::new()
            } else {
                translate(logo.alt.as_ref().unwrap_or(&config.site.title))
            },
            width: site.logo_size.map(|(width, _)| width.to_string()),
            height: site.logo_size.map(|(_, height)| height.to_string()),
        });
        let home = match config.navbar.logo.as_ref().and_then(|logo| logo.href.as_ref()) {
            Some(own) => local_href(site, at, locale, own).0,
            None => at.href(&site.locales[locale].home),
        };
        Brand { title, logo, home }
    }
}

impl SharedFrame {
    pub(super) fn new(
        site: &Site,
        at: &Addressing,
        locale: usize,
        messages: &Messages,
        client: &ClientFiles<'_>,
    ) -> Self {
        let config = &site.config;
        let mode =
            match (config.color_mode.respect_prefers_color_scheme, config.color_mode.default_mode.as_str()) {
                (true, _) => "color_system",
                (false, "dark") => "color_dark",
                (false, _) => "color_light",
            };
        let color_title = messages.get(mode);
        let own = &site.locales[locale];
        let item = |item: &FooterItemConfig| {
            context! { link => link(own.translate(&item.label), local_href(site, at, locale, &item.href), None) }
        };
        let column = |column: &FooterColumnConfig| {
            context! {
                title => column.title.as_deref().filter(|title| !title.is_empty()).map(|title| own.translate(title)),
                items => column.items.iter().map(item).collect::<Vec<_>>(),
            }
        };
        let brand = Brand::new(site, at, locale);
        let slots = slots::of_frame(site, locale, messages, client);
        let has_footer = slots.contains_key("footer");
        SharedFrame {
            slots,
            sidebars: SidebarCache::default(),
            announcement: config.announcement_bar.as_ref().map(|bar| {
                context! {
                    html => &own.announcement,
                    closeable => bar.is_closeable,
                    background => bar.background_color.as_deref().unwrap_or("initial"),
                    color => bar.text_color.as_deref().unwrap_or("initial"),
                }
            }),
            footer: config.footer.as_ref().filter(|_| !has_footer).map(|footer| {
                context! {
                    columns => footer.columns.iter().map(column).collect::<Vec<_>>(),
                    copyright => own.copyright.as_deref().filter(|text| !text.is_empty()),
                }
            }),
            color_toggle: (!config.color_mode.disable_switch).then(|| {
                let label = messages.fill("color_toggle", &[("mode", color_title)]);
                context! { label, title => color_title }
            }),
            logo: brand.logo.as_ref().map(|logo| Value::from(Serde(logo))),
            brand,
        }
    }
}

/// Returns a link. A link that leaves the site opens in a new tab.
fn link(label: &str, (href, external): (String, bool), current: Option<&str>) -> Value {
    let [target, rel] = ["_blank", "noopener noreferrer"].map(|value| external.then_some(value));
    context! { label, href, current, target, rel, external }
}

impl Renderer<'_> {
    /// Renders a page's frame around its body.
    pub(super) fn frame(
        &self,
        page: &Page,
        sidebar: Option<&OpenSidebar<'_>>,
        toc: &[TocEntry<'_>],
        body: &str,
    ) -> String {
        let shared = &self.frames[page.locale];
        let toc = (!toc.is_empty()).then(|| context! { items => toc_items(toc) });
        let context = context! {
            layout => page.kind.as_str(),
            announcement => &shared.announcement,
            navbar => self.navbar(page),
            sidebar => sidebar.map(|sidebar| context! { id => sidebar.id, label => sidebar.label }),
            sidebar_html => sidebar.map(OpenSidebar::html),
            toc,
            footer => &shared.footer,
            slots => &shared.slots,
            body => body,
            t => self.messages[page.locale].value(),
        };
        self.templates.render("frame.html", context, None)
    }

    fn navbar(&self, page: &Page) -> Value {
        let shared = &self.frames[page.locale];
        let navbar = &self.site.navbars[page.locale];
        let current = navbar.current(page, &self.site.sidebars);
        let hidden = navbar.hidden(page);
        let side = |position| {
            let items = navbar.items.iter().filter(|item| item.position == position);
            let items = items.filter(|item| !hidden.contains(&item.id));
            items.filter_map(|item| self.navbar_item(item, page, &current, &hidden)).collect::<Vec<_>>()
        };
        context! {
            hideOnScroll => self.site.config.navbar.hide_on_scroll.then_some("true"),
            home => &shared.brand.home,
            title => &shared.brand.title,
            logo => &shared.logo,
            toggle => !navbar.items.is_empty() || page.sidebar.is_some(),
            left => side(Position::Left),
            right => side(Position::Right),
            search => self.search_at_end(page.locale),
            colorToggle => &shared.color_toggle,
        }
    }

    fn navbar_item(
        &self,
        item: &NavbarItem,
        page: &Page,
        current: &[String],
        hidden: &[String],
    ) -> Option<Value> {
        let marked = |item: &NavbarItem| current.contains(&item.id).then_some("page");
        let class = item.class_name.as_deref();
        Some(match &item.kind {
            NavbarKind::Search => {
                let own = class.map_or_else(String::new, |name| format!(" {name}"));
                context! { className => format!("navbar-search{own}"), search => true }
            }
            NavbarKind::Html(html) => context! { className => class, html },
            NavbarKind::Link { label, target, .. } => {
                context! { className => class, link => link(label, href(target, &self.at), marked(item)) }
            }
            NavbarKind::Dropdown { label, target, items } => {
                let mut first = None;
                let choice = |inner: &NavbarItem| match &inner.kind {
                    NavbarKind::Link { label, target, .. } => {
                        let place = href(target, &self.at);
                        first.get_or_insert_with(|| place.0.clone());
                        Some(context! { link => link(label, place, marked(inner)) })
                    }
                    NavbarKind::Html(html) => Some(context! { html }),
                    _ => None,
                };
                let items = items.iter().filter(|inner| !hidden.contains(&inner.id));
                let items: Vec<Value> = items.filter_map(choice).collect();
                let own = target.as_ref().map(|target| href(target, &self.at).0);
                let href = own.or(first).unwrap_or_else(|| "#".into());
                let dropdown = context! { label, href, current => marked(item), items };
                context! { className => class, dropdown }
            }
            NavbarKind::Versions(docs) => {
                context! { className => class, dropdown => self.version_dropdown(page, *docs)? }
            }
            NavbarKind::Locales => context! { className => class, dropdown => self.locale_dropdown(page) },
        })
    }

    /// Whether the search box is at the end of the navbar because no item sets its position.
    fn search_at_end(&self, locale: usize) -> bool {
        let items = &self.site.navbars[locale].items;
        let placed = items.iter().any(|item| matches!(item.kind, NavbarKind::Search));
        self.site.config.search.answerer().is_some() && !placed
    }

    /// Returns the version menu of a documentation set. By default, the set is the page's set or, if the page doesn't
    /// belong to a set, the first set with several versions. If the set has only one version, there's no menu.
    fn version_dropdown(&self, page: &Page, docs: Option<usize>) -> Option<Value> {
        let site = self.site;
        let own = page.version.map(|version| site.versions[version].docs);
        let first = || site.versions.iter().find(|version| version.several).map(|version| version.docs);
        let docs = docs.or(own).or_else(first)?;
        let last = site.last_version(docs);
        let shown = page.version.filter(|_| own == Some(docs)).unwrap_or(last);
        let item = |(index, version): (usize, &Version)| {
            let link = context! {
                label => site.locales[page.locale].translate(&version.label),
                href => self.in_version(page, index),
                current => (page.version == Some(index)).then_some("page"),
                // On another page, the query and the fragment have another meaning.
                keep => page.in_versions.iter().any(|(other, _)| *other == index).then_some("true"),
                version => site.version_name(version),
            };
            context! { link }
        };
        site.versions[last].several.then(|| {
            context! {
                label => site.locales[page.locale].translate(&site.versions[shown].label),
                href => self.version_href(page.locale, shown),
                items => site.versions_of(docs).map(item).collect::<Vec<_>>(),
            }
        })
    }

    /// Returns the URL of a page in a version of the documentation. If the version lacks the page, returns the URL of
    /// the version's first page.
    pub(super) fn in_version(&self, page: &Page, version: usize) -> String {
        let same = page.in_versions.iter().find(|(other, _)| *other == version);
        same.map_or_else(|| self.version_href(page.locale, version), |(_, route)| self.at.href(route))
    }

    /// Returns the URL of a version's first page.
    fn version_href(&self, locale: usize, version: usize) -> String {
        self.at.href(&self.site.version_start(locale, version))
    }

    fn locale_dropdown(&self, page: &Page) -> Value {
        let site = self.site;
        let item = |(index, locale): (usize, &Locale)| {
            let own = || (index == page.locale && page.kind != PageKind::NotFound).then_some(&page.route);
            let other = page.in_locales.iter().find(|(other, _)| *other == index).map(|(_, route)| route);
            let same = other.or_else(own);
            let route = same.unwrap_or(&locale.home);
            let link = context! {
                label => &locale.label,
                href => self.at.href(route),
                current => (index == page.locale).then_some("page"),
                lang => &locale.lang,
                keep => same.is_some().then_some("true"),
                reload => "true",
            };
            context! { link }
        };
        context! {
            label => &site.locales[page.locale].label,
            href => self.at.href(&site.locales[page.locale].home),
            icon => "globe",
            items => site.locales.iter().enumerate().map(item).collect::<Vec<_>>(),
        }
    }
}

fn toc_items(entries: &[TocEntry<'_>]) -> Vec<Value> {
    let item = |entry: &TocEntry<'_>| {
        let href = format!("#{}", entry.id);
        context! { href, html => &*entry.html, items => toc_items(&entry.items) }
    };
    entries.iter().map(item).collect()
}

#[cfg(test)]
mod tests;
