//! The frame's view model, the mirror of `theme/src/frame/data.ts`, and the filled frame.
//!
//! What a whole language shares is made once ([`SharedFrame`]).

mod sidebar;

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::chunk::TocEntry;
use super::navigation::{config_href, footer_href, href, rooted};
use super::{Messages, Renderer};
use crate::path::Addressing;
use crate::site::{NavbarItem, NavbarKind, Page, PageKind, Site, Target};
use sidebar::{OpenSidebar, SidebarCache};

/// What the frames of one language share.
#[derive(Serialize)]
pub(super) struct SharedFrame {
    announcement: Value,
    footer: Value,
    brand: Brand,
    color_toggle: Option<ColorToggle>,
    #[serde(skip)]
    sidebars: SidebarCache,
}

/// What the frame of a page is given besides what a language shares.
#[derive(Serialize)]
pub(super) struct FrameValues<'a> {
    navbar: Navbar<'a>,
    sidebar: Option<OpenSidebar<'a>>,
}

/// The start of the navbar: the frame shows it and the site's data carry it.
#[derive(Serialize)]
pub(super) struct Brand {
    pub(super) title: Option<String>,
    pub(super) logo: Option<Logo>,
    pub(super) home: String,
}

#[derive(Serialize)]
struct Announcement<'a> {
    html: Value,
    closeable: Option<bool>,
    background: &'a str,
    color: &'a str,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Logo {
    pub(super) src: String,
    pub(super) src_dark: String,
    pub(super) alt: String,
    pub(super) width: Option<String>,
    pub(super) height: Option<String>,
}

#[derive(Clone, Serialize)]
struct ColorToggle {
    label: String,
    title: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Navbar<'a> {
    hide_on_scroll: Option<&'a str>,
    home: &'a str,
    title: Option<&'a str>,
    logo: Option<&'a Logo>,
    toggle: Option<bool>,
    left: Vec<Item>,
    right: Vec<Item>,
    search: Option<bool>,
    color_toggle: Option<&'a ColorToggle>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    class_name: Option<String>,
    link: Option<Link>,
    dropdown: Option<Dropdown>,
    html: Option<Value>,
    search: Option<bool>,
}

#[derive(Default, Serialize)]
struct Link {
    label: String,
    href: String,
    current: Option<&'static str>,
    target: Option<&'static str>,
    rel: Option<&'static str>,
    external: Option<bool>,
    lang: Option<String>,
    keep: Option<&'static str>,
    reload: Option<&'static str>,
    version: Option<String>,
}

#[derive(Serialize)]
struct Dropdown {
    label: String,
    href: String,
    current: Option<&'static str>,
    icon: Option<&'static str>,
    items: Vec<DropdownItem>,
}

#[derive(Default, Serialize)]
struct DropdownItem {
    link: Option<Link>,
    html: Option<Value>,
}

#[derive(Serialize)]
struct Toc<'a> {
    items: Vec<TocItem<'a>>,
}

#[derive(Serialize)]
struct TocItem<'a> {
    href: String,
    html: &'a str,
    items: Option<Vec<TocItem<'a>>>,
}

#[derive(Serialize)]
struct Footer<'a> {
    columns: Option<Vec<FooterColumn<'a>>>,
    copyright: Option<&'a str>,
}

#[derive(Serialize)]
struct FooterColumn<'a> {
    title: Option<&'a str>,
    items: Vec<FooterItem<'a>>,
}

#[derive(Serialize)]
struct FooterItem<'a> {
    link: Option<FooterLink<'a>>,
    html: Option<&'a str>,
}

#[derive(Serialize)]
struct FooterLink<'a> {
    label: &'a str,
    href: String,
    target: Option<&'static str>,
    rel: Option<&'static str>,
    external: Option<bool>,
}

const BLANK: Option<&str> = Some("_blank");
const NEW_TAB: Option<&str> = Some("noopener noreferrer");

impl Brand {
    pub(super) fn new(site: &Site, at: &Addressing, locale: usize) -> Self {
        let config = &site.config;
        let title = match &config.navbar.title {
            Some(title) => Some(title.clone()).filter(|title| !title.is_empty()),
            None => Some(config.site.title.clone()),
        };
        let logo = config.navbar.logo.as_ref().map(|logo| Logo {
            src: at.with_base(&rooted(&logo.src)),
            src_dark: at.with_base(&rooted(logo.src_dark.as_ref().unwrap_or(&logo.src))),
            alt: if title.is_some() {
                String::new()
            } else {
                logo.alt.clone().unwrap_or_else(|| config.site.title.clone())
            },
            width: site.logo_size.map(|(width, _)| width.to_string()),
            height: site.logo_size.map(|(_, height)| height.to_string()),
        });
        let home = match config.navbar.logo.as_ref().and_then(|logo| logo.href.as_ref()) {
            Some(own) => config_href(site, at, own).0,
            None => at.href(&site.locales[locale].home),
        };
        Brand { title, logo, home }
    }
}

impl SharedFrame {
    pub(super) fn new(site: &Site, at: &Addressing, locale: usize, messages: &Messages) -> Self {
        let config = &site.config;
        let mode =
            match (config.color_mode.respect_prefers_color_scheme, config.color_mode.default_mode.as_str()) {
                (true, _) => "color_system",
                (false, "dark") => "color_dark",
                (false, _) => "color_light",
            };
        let color_title = messages.get(mode).to_owned();
        SharedFrame {
            sidebars: SidebarCache::default(),
            announcement: Value::from(Serde(config.announcement_bar.as_ref().map(|bar| Announcement {
                html: Value::from(bar.content.clone()),
                closeable: bar.is_closeable.then_some(true),
                background: bar.background_color.as_deref().unwrap_or("initial"),
                color: bar.text_color.as_deref().unwrap_or("initial"),
            }))),
            footer: Value::from(Serde(config.footer.as_ref().map(|footer| {
                let columns: Vec<FooterColumn<'_>> = footer
                    .columns
                    .iter()
                    .map(|column| FooterColumn {
                        title: column.title.as_deref().filter(|title| !title.is_empty()),
                        items: column.items.iter().map(|item| footer_item(item, site, at, locale)).collect(),
                    })
                    .collect();
                Footer {
                    columns: (!columns.is_empty()).then_some(columns),
                    copyright: footer.copyright.as_deref().filter(|text| !text.is_empty()),
                }
            }))),
            color_toggle: (!config.color_mode.disable_switch).then(|| ColorToggle {
                label: messages.fill("color_toggle", &[("mode", &color_title)]),
                title: color_title,
            }),
            brand: Brand::new(site, at, locale),
        }
    }
}

fn footer_item<'a>(
    item: &'a crate::config::FooterItemConfig,
    site: &Site,
    at: &Addressing,
    locale: usize,
) -> FooterItem<'a> {
    let (href, external) = footer_href(site, at, locale, &item.href);
    let link = FooterLink {
        label: &item.label,
        href,
        target: BLANK.filter(|_| external),
        rel: NEW_TAB.filter(|_| external),
        external: external.then_some(true),
    };
    FooterItem { link: Some(link), html: None }
}

impl Renderer<'_> {
    /// The frame of a page around its body.
    pub(super) fn frame(
        &self,
        page: &Page,
        values: &FrameValues<'_>,
        toc: &[TocEntry<'_>],
        body: &str,
    ) -> String {
        let shared = &self.frames[page.locale];
        let toc = (!toc.is_empty()).then(|| Toc { items: toc_items(toc) });
        let context = context! {
            layout => page.kind.as_str(),
            announcement => shared.announcement.clone(),
            navbar => Value::from(Serde(&values.navbar)),
            sidebar => values.sidebar.as_ref().map(|sidebar| context! { id => sidebar.id, label => sidebar.label }),
            sidebar_html => values.sidebar.as_ref().map(OpenSidebar::html),
            toc => Value::from(Serde(toc)),
            footer => shared.footer.clone(),
            body => body,
            t => self.messages[page.locale].value(),
        };
        self.templates.render("frame.html", context, None)
    }

    /// What the frame of a page is given.
    pub(super) fn frame_values<'b>(&'b self, page: &'b Page) -> FrameValues<'b> {
        FrameValues { navbar: self.navbar(page), sidebar: self.sidebar(page) }
    }

    fn navbar(&self, page: &Page) -> Navbar<'_> {
        let shared = &self.frames[page.locale];
        let navbar = &self.site.navbars[page.locale];
        let current = navbar.current(page, &self.site.sidebars);
        let hidden = navbar.hidden(page);
        let side = |position| -> Vec<Item> {
            navbar
                .items
                .iter()
                .filter(|item| item.position == position && !hidden.contains(&item.id))
                .filter_map(|item| self.navbar_item(item, page, &current, &hidden))
                .collect()
        };
        let (left, right) = (side(crate::config::Position::Left), side(crate::config::Position::Right));
        Navbar {
            hide_on_scroll: self.site.config.navbar.hide_on_scroll.then_some("true"),
            home: &shared.brand.home,
            title: shared.brand.title.as_deref(),
            logo: shared.brand.logo.as_ref(),
            toggle: (!navbar.items.is_empty() || page.sidebar.is_some()).then_some(true),
            left,
            right,
            search: self.search_at_end(page.locale),
            color_toggle: shared.color_toggle.as_ref(),
        }
    }

    fn navbar_item(
        &self,
        item: &NavbarItem,
        page: &Page,
        current: &[String],
        hidden: &[String],
    ) -> Option<Item> {
        let marked = current.contains(&item.id).then_some("page");
        let mut view = Item { class_name: item.class_name.clone(), ..Item::default() };
        match &item.kind {
            NavbarKind::Search => {
                let own = item.class_name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
                view.class_name = Some(format!("navbar-search{own}"));
                view.search = Some(true);
            }
            NavbarKind::Html(html) => view.html = Some(Value::from(html.clone())),
            NavbarKind::Link { label, target, .. } => view.link = Some(self.link(label, target, marked)),
            NavbarKind::Dropdown { label, target, items } => {
                let items: Vec<DropdownItem> = items
                    .iter()
                    .filter(|inner| !hidden.contains(&inner.id))
                    .filter_map(|inner| {
                        let marked = current.contains(&inner.id).then_some("page");
                        match &inner.kind {
                            NavbarKind::Link { label, target, .. } => Some(DropdownItem {
                                link: Some(self.link(label, target, marked)),
                                html: None,
                            }),
                            NavbarKind::Html(html) => {
                                Some(DropdownItem { link: None, html: Some(Value::from(html.clone())) })
                            }
                            _ => None,
                        }
                    })
                    .collect();
                let first = items.iter().find_map(|item| item.link.as_ref().map(|link| link.href.clone()));
                let own = target.as_ref().map(|target| href(target, &self.at).0);
                let href = own.or(first).unwrap_or_else(|| "#".into());
                view.dropdown =
                    Some(Dropdown { label: label.clone(), href, current: marked, icon: None, items });
            }
            NavbarKind::Versions => view.dropdown = Some(self.version_dropdown(page)),
            NavbarKind::Locales => view.dropdown = Some(self.locale_dropdown(page)),
        }
        Some(view)
    }

    /// The search comes last where no item of the navbar is one.
    fn search_at_end(&self, locale: usize) -> Option<bool> {
        let items = &self.site.navbars[locale].items;
        let placed = items.iter().any(|item| matches!(item.kind, NavbarKind::Search));
        (self.site.config.search.answerer().is_some() && !placed).then_some(true)
    }

    fn link(&self, label: &str, target: &Target, current: Option<&'static str>) -> Link {
        let (href, external) = href(target, &self.at);
        Link {
            label: label.to_owned(),
            href,
            current,
            target: BLANK.filter(|_| external),
            rel: NEW_TAB.filter(|_| external),
            external: external.then_some(true),
            ..Link::default()
        }
    }

    fn version_dropdown(&self, page: &Page) -> Dropdown {
        let site = self.site;
        let shown = page
            .version
            .unwrap_or_else(|| site.versions.iter().position(|version| version.last).unwrap_or(0));
        let item = |(index, version): (usize, &crate::site::Version)| DropdownItem {
            link: Some(Link {
                label: version.label.clone(),
                href: self.in_version(page, index),
                current: (page.version == Some(index)).then_some("page"),
                keep: Some("true"),
                version: Some(version.name.clone()),
                ..Link::default()
            }),
            html: None,
        };
        Dropdown {
            label: site.versions[shown].label.clone(),
            href: self.version_href(page.locale, shown),
            current: None,
            icon: None,
            items: site.versions.iter().enumerate().map(item).collect(),
        }
    }

    /// The URL of a page in a version of the documentation, or that of the version's start if the page isn't in it.
    pub(super) fn in_version(&self, page: &Page, version: usize) -> String {
        let same = page.in_versions.iter().find(|(other, _)| *other == version);
        same.map_or_else(|| self.version_href(page.locale, version), |(_, route)| self.at.href(route))
    }

    /// The address that a version of the documentation starts with.
    pub(super) fn version_href(&self, locale: usize, version: usize) -> String {
        self.at.href(&self.site.version_start(locale, version))
    }

    fn locale_dropdown(&self, page: &Page) -> Dropdown {
        let site = self.site;
        let item = |(index, locale): (usize, &crate::site::Locale)| {
            let own = || (index == page.locale && page.kind != PageKind::NotFound).then_some(&page.route);
            let other = page.in_locales.iter().find(|(other, _)| *other == index).map(|(_, route)| route);
            let route = other.or_else(own).unwrap_or(&locale.home);
            DropdownItem {
                link: Some(Link {
                    label: locale.label.clone(),
                    href: self.at.href(route),
                    current: (index == page.locale).then_some("page"),
                    lang: Some(locale.lang.clone()),
                    keep: Some("true"),
                    reload: Some("true"),
                    ..Link::default()
                }),
                html: None,
            }
        };
        let items = site.locales.iter().enumerate().map(item).collect();
        Dropdown {
            label: site.locales[page.locale].label.clone(),
            href: self.at.href(&site.locales[page.locale].home),
            current: None,
            icon: Some("globe"),
            items,
        }
    }
}

fn toc_items<'a>(entries: &[TocEntry<'a>]) -> Vec<TocItem<'a>> {
    entries
        .iter()
        .map(|entry| TocItem {
            href: format!("#{}", entry.id),
            html: entry.html,
            items: (!entry.items.is_empty()).then(|| toc_items(&entry.items)),
        })
        .collect()
}

#[cfg(test)]
mod tests;
