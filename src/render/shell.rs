//! Shells: the whole prerendered document of a page, and what the shells of one language share.

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::chunk::to_inline_json;
use super::frame::Brand;
use super::navigation::{footer_href, href, rooted};
use super::page_data::PageData;
use super::sample::Sample;
use super::search_data::{SearchData, preconnect};
use super::templates::escape;
use super::{Messages, Renderer, Theme};
use crate::config::{Config, Direction, FooterColumnConfig, FooterItemConfig, Position};
use crate::path::{Addressing, OutPath};
use crate::site::{NavbarItem, NavbarKind, Page, PageKind, Site};

/// What the shells of one language share, ready to be filled in.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedShell {
    value: Value,
    /// Hash of it without the site's own styles, which a page can change without a document load.
    pub(super) hash: u64,
    /// Hash of all of it.
    pub(super) whole: u64,
}

#[derive(Serialize)]
struct Shared<'a> {
    html_attributes: String,
    head_script: &'a str,
    links: String,
    site_json: String,
    analytics: String,
}

/// The site's data as the browser gets it; `theme/src/chunk.ts` says what each key means.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SiteData<'a> {
    build: &'a str,
    title: &'a str,
    title_delimiter: &'a str,
    base_url: &'a str,
    trailing_slash: bool,
    locale: LocaleData<'a>,
    locales: Vec<LocaleData<'a>>,
    navbar: NavbarData<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    announcement: Option<AnnouncementData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    footer: Option<FooterData<'a>>,
    color_mode: ColorModeData,
    docs: DocsData<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<&'a std::collections::BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analytics: Option<AnalyticsData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchData<'a>>,
}

#[derive(Clone, Serialize)]
struct LocaleData<'a> {
    code: &'a str,
    label: &'a str,
    lang: &'a str,
    dir: &'static str,
    href: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NavbarData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<LogoData>,
    hide_on_scroll: bool,
    items: Vec<ItemData<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogoData {
    src: String,
    src_dark: String,
    alt: String,
    href: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ItemData<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    position: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<ItemData<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AnnouncementData<'a> {
    id: &'a str,
    html: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    background_color: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_color: Option<&'a str>,
    closeable: bool,
}

#[derive(Serialize)]
struct FooterData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    copyright: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<FooterColumnData<'a>>,
}

#[derive(Serialize)]
struct FooterColumnData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    items: Vec<FooterItemData<'a>>,
}

#[derive(Serialize)]
struct FooterItemData<'a> {
    label: &'a str,
    href: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    external: Option<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ColorModeData {
    default_mode: &'static str,
    respect_prefers_color_scheme: bool,
    disable_switch: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DocsData<'a> {
    auto_collapse_categories: bool,
    versions: Vec<VersionData<'a>>,
}

#[derive(Serialize)]
struct VersionData<'a> {
    name: &'a str,
    label: &'a str,
    href: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    last: bool,
}

#[derive(Serialize)]
struct AnalyticsData<'a> {
    container: &'a str,
}

impl SharedShell {
    pub(super) fn new(
        site: &Site,
        theme: &Theme,
        at: &Addressing,
        locale: usize,
        messages: &Messages,
        custom_css: Option<&str>,
        live: Option<&str>,
    ) -> Self {
        let config = &site.config;
        let feeds = super::blog::feed_links(site, at, locale, messages);
        let shared = Shared {
            html_attributes: html_attributes(config),
            head_script: &theme.head_script,
            links: links(config, theme, at, custom_css, live) + &feeds,
            site_json: to_inline_json(&site_data(site, theme, at, locale, messages)),
            analytics: config
                .analytics
                .as_ref()
                .filter(|_| live.is_none())
                .map_or_else(String::new, analytics),
        };
        let Shared { html_attributes, head_script, links: own_links, site_json, analytics } = &shared;
        let whole = [html_attributes, *head_script, own_links, site_json, analytics].join("\0");
        let fixed = links(config, theme, at, None, None) + &feeds;
        let hash = xxhash_rust::xxh3::xxh3_64(
            [html_attributes, *head_script, &fixed, site_json].join("\0").as_bytes(),
        );
        let whole = xxhash_rust::xxh3::xxh3_64(whole.as_bytes());
        SharedShell { value: Value::from(Serde(shared)), hash, whole }
    }
}

fn html_attributes(config: &Config) -> String {
    let mut attributes = format!(
        "data-color-default=\"{}\" data-color-system=\"{}\"",
        config.color_mode.default_mode.as_str(),
        config.color_mode.respect_prefers_color_scheme
    );
    if config.color_mode.disable_switch {
        attributes.push_str(" data-color-switch=\"false\"");
    }
    // Without scripts the default mode is the page's; the head script sets the reader's before the first paint.
    attributes.push_str(&format!(" data-theme=\"{}\"", config.color_mode.default_mode.as_str()));
    if let Some(bar) = &config.announcement_bar {
        attributes.push_str(&format!(" data-announcement-id=\"{}\"", escape(&bar.id)));
    }
    if let Some(accent) = &config.site.accent {
        attributes.push_str(&format!(" style=\"--docgen-accent: {}\"", escape(accent)));
    }
    attributes
}

fn links(
    config: &Config,
    theme: &Theme,
    at: &Addressing,
    custom_css: Option<&str>,
    live: Option<&str>,
) -> String {
    let file = |name: &str| escape(&at.file_href(&OutPath::immutable(name)));
    // The styles come first: the first request has the connection that the page came on.
    let mut links = Vec::new();
    if !theme.css.is_empty() {
        links.push(format!("<link rel=\"stylesheet\" href=\"{}\">", file(&theme.css)));
    }
    if let Some(css) = custom_css {
        links.push(format!("<link rel=\"stylesheet\" href=\"{}\">", file(css)));
    }
    for font in &theme.preload_fonts {
        links.push(format!(
            "<link rel=\"preload\" href=\"{}\" as=\"font\" type=\"font/woff2\" crossorigin>",
            file(font)
        ));
    }
    let mut late = String::new();
    if !theme.late_css.is_empty() {
        let css = file(&theme.late_css);
        links.push(format!("<noscript><link rel=\"stylesheet\" href=\"{css}\"></noscript>"));
        late = format!(" data-late-styles=\"{css}\"");
    }
    if !theme.js.is_empty() {
        // The page shows without it, so it lets what shows the page go first.
        let js = file(&theme.js);
        links.push(format!("<script type=\"module\" src=\"{js}\" fetchpriority=\"low\"{late}></script>"));
    }
    links.extend(preconnect(&config.search));
    if let Some(live) = live {
        let script = escape(&at.file_href(&OutPath::new("_docgen/live.js")));
        let live = escape(live);
        links.push(format!("<script type=\"module\" src=\"{script}\" data-generation=\"{live}\"></script>"));
    }
    if let Some(favicon) = &config.site.favicon {
        let kind = if favicon.ends_with(".svg") { " type=\"image/svg+xml\"" } else { "" };
        links.push(format!("<link rel=\"icon\" href=\"{}\"{kind}>", escape(&at.with_base(&rooted(favicon)))));
    }
    links.push("<meta name=\"generator\" content=\"docgen\">".to_owned());
    links.join("\n")
}

/// A style sheet of one page. It stands before what the site itself has, and has layers of its own besides.
fn stylesheet(href: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"{}\">\n", escape(href))
}

/// What a tag container's own snippet does, but that it is fetched when the page is painted (`boot.ts`).
fn analytics(config: &crate::config::AnalyticsConfig) -> String {
    let (id, host) = (escape(&config.container), escape(config.host.trim_end_matches('/')));
    format!(
        "<script data-container=\"{host}/gtm.js?id={id}\">\
         window.dataLayer=window.dataLayer||[];window.dataLayer.push({{\"gtm.start\":Date.now(),event:\"gtm.js\"}})</script>\
         <noscript><iframe src=\"{host}/ns.html?id={id}\" height=\"0\" width=\"0\" title=\"analytics\" hidden></iframe></noscript>"
    )
}

fn locale_data<'a>(site: &'a Site, at: &Addressing, index: usize) -> LocaleData<'a> {
    let locale = &site.locales[index];
    LocaleData {
        code: &locale.code,
        label: &locale.label,
        lang: &locale.lang,
        dir: direction(locale.direction),
        href: at.href(&locale.home),
    }
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Ltr => "ltr",
        Direction::Rtl => "rtl",
    }
}

fn site_data<'a>(
    site: &'a Site,
    theme: &'a Theme,
    at: &Addressing,
    locale: usize,
    messages: &'a Messages,
) -> SiteData<'a> {
    let config = &site.config;
    let brand = Brand::new(site, at, locale);
    SiteData {
        build: &theme.build,
        title: &config.site.title,
        title_delimiter: &config.site.title_delimiter,
        base_url: &config.site.base_url,
        trailing_slash: config.site.trailing_slash,
        locale: locale_data(site, at, locale),
        locales: (0..site.locales.len()).map(|index| locale_data(site, at, index)).collect(),
        navbar: NavbarData {
            logo: brand.logo.map(|logo| LogoData {
                src: logo.src,
                src_dark: logo.src_dark,
                alt: logo.alt,
                href: brand.home,
                width: logo.width,
                height: logo.height,
            }),
            title: brand.title,
            hide_on_scroll: config.navbar.hide_on_scroll,
            items: site.navbars[locale].items.iter().map(|item| item_data(item, at)).collect(),
        },
        announcement: config.announcement_bar.as_ref().map(|bar| AnnouncementData {
            id: &bar.id,
            html: &bar.content,
            background_color: bar.background_color.as_deref(),
            text_color: bar.text_color.as_deref(),
            closeable: bar.is_closeable,
        }),
        footer: footer_data(site, at, locale),
        color_mode: ColorModeData {
            default_mode: config.color_mode.default_mode.as_str(),
            respect_prefers_color_scheme: config.color_mode.respect_prefers_color_scheme,
            disable_switch: config.color_mode.disable_switch,
        },
        docs: DocsData {
            auto_collapse_categories: config.docs.auto_collapse_categories,
            versions: site
                .versions
                .iter()
                .enumerate()
                .map(|(index, version)| VersionData {
                    name: &version.name,
                    label: &version.label,
                    href: at.href(&site.version_start(locale, index)),
                    last: version.last,
                })
                .collect(),
        },
        messages: messages.own(),
        analytics: config
            .analytics
            .as_ref()
            .map(|analytics| AnalyticsData { container: &analytics.container }),
        search: SearchData::new(site, theme, at, locale),
    }
}

fn footer_data<'a>(site: &'a Site, at: &Addressing, locale: usize) -> Option<FooterData<'a>> {
    let footer = site.config.footer.as_ref()?;
    let item = |item: &'a FooterItemConfig| {
        let (href, external) = footer_href(site, at, locale, &item.href);
        FooterItemData { label: &item.label, href, external: external.then_some(true) }
    };
    let column = |column: &'a FooterColumnConfig| FooterColumnData {
        title: column.title.as_deref(),
        items: column.items.iter().map(item).collect(),
    };
    let columns = footer.columns.iter().map(column).collect();
    Some(FooterData { copyright: footer.copyright.as_deref(), columns })
}

fn item_data<'a>(item: &'a NavbarItem, at: &Addressing) -> ItemData<'a> {
    let mut data = ItemData {
        id: &item.id,
        kind: "default",
        position: match item.position {
            Position::Left => "left",
            Position::Right => "right",
        },
        label: None,
        href: None,
        external: None,
        html: None,
        class_name: item.class_name.as_deref(),
        items: None,
    };
    match &item.kind {
        // Its address is resolved, so the browser need not know it was one of a version.
        NavbarKind::Link { kind, label, target, .. } => {
            let (address, external) = href(target, at);
            data.kind = if *kind == "docsVersion" { "default" } else { kind };
            data.label = Some(label);
            data.href = Some(address);
            data.external = external.then_some(true);
        }
        NavbarKind::Dropdown { label, target, items } => {
            data.kind = "dropdown";
            data.label = Some(label);
            data.href = target.as_ref().map(|target| href(target, at).0);
            data.items = Some(items.iter().map(|item| item_data(item, at)).collect());
        }
        NavbarKind::Versions => data.kind = "docsVersionDropdown",
        NavbarKind::Locales => data.kind = "localeDropdown",
        NavbarKind::Search => data.kind = "search",
        NavbarKind::Html(html) => {
            data.kind = "html";
            data.html = Some(html);
        }
    }
    data
}

impl Renderer<'_> {
    /// Whether a page has the script that says so where the base URL is wrong.
    pub(super) fn has_banner(&self, page: &Page) -> bool {
        let home = page.kind == PageKind::Home || page.route == self.site.locales[page.locale].home;
        home && self.site.config.site.base_url_issue_banner
    }

    /// The whole document of a page.
    pub(super) fn shell(&self, index: usize, page_data: &PageData<'_>, body: &str) -> String {
        let page = &self.site.pages[index];
        let locale = &self.site.locales[page.locale];
        let wire = &page_data.wire;
        let lost = if page.kind == PageKind::NotFound { self.splat_script() } else { String::new() };
        let context = ShellContext {
            lang: &locale.lang,
            dir: direction(locale.direction),
            title: &wire.title,
            styles: wire.styles.iter().map(|href| stylesheet(href)).collect(),
            head: super::head::html(&wire.head) + &lost,
            frame: self.frame(page, &page_data.frame, &wire.toc, body),
            page_json: to_inline_json(wire),
            banner_script: page_data.banner.then_some(self.theme.banner_script.as_str()),
        };
        self.templates.render("shell.html", context.value(&self.shared[page.locale]), Some(index))
    }
}

/// All that the template of the document is given but what the pages of a locale share.
struct ShellContext<'a> {
    lang: &'a str,
    dir: &'a str,
    title: &'a str,
    styles: String,
    head: String,
    frame: String,
    page_json: String,
    banner_script: Option<&'a str>,
}

impl ShellContext<'_> {
    fn value(self, shared: &SharedShell) -> Value {
        let ShellContext { lang, dir, title, styles, head, frame, page_json, banner_script } = self;
        let shared = shared.value.clone();
        context! { lang, dir, title, styles, head, frame, page_json, banner_script, shared }
    }
}

/// What the template of the document is given, for trying it out.
pub(super) fn sample(sample: &Sample, shared: &SharedShell) -> Value {
    let context = ShellContext {
        lang: "en",
        dir: "ltr",
        title: "Title | Site",
        styles: sample.some("styles", String::new()).unwrap_or_default(),
        head: String::new(),
        frame: String::new(),
        page_json: "{}".into(),
        banner_script: sample.some("banner_script", ""),
    };
    context.value(shared)
}
