//! Shells: the complete prerendered document of a page, and the values that the shells of a locale share.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::{
    Artifact, Messages, Output, OutputKind, Renderer, Theme,
    chunk::{compact, to_inline_json},
    favicon::{self, has_word},
    frame::Brand,
    messages::fill,
    navigation::{config_href, href, local_href},
    page_data::PageData,
    sample::Sample,
    search_data::{preconnect, search_data},
    templates::escape,
};
use crate::config::{
    AnalyticsConfig, AttributeValue, Config, Direction, FooterColumnConfig, FooterItemConfig, HeadConfig,
    Position, Preview,
};
use crate::path::{Addressing, OutPath};
use crate::site::{Content, NavbarItem, NavbarKind, Page, PageKind, Parsed, Site, Version};

/// The values that the shells of a locale share.
#[derive(Debug, Default)]
pub(super) struct SharedShell {
    value: Value,
    /// The tag of the theme's style sheet.
    theme_css: String,
    /// A hash of the values, except the site's own styles. A change to these styles doesn't require reloading the
    /// document.
    pub hash: u64,
    /// A hash of all values.
    pub whole: u64,
}

impl SharedShell {
    pub(super) fn new(
        site: &Site,
        theme: &Theme,
        at: &Addressing,
        locale: usize,
        messages: &Messages,
        (custom_css, live): (Option<&str>, Option<&str>),
        slots: &BTreeMap<String, String>,
    ) -> Self {
        let config = &site.config;
        let feeds = super::blog::feed_links(site, at, locale, messages);
        let (html_attributes, head_script) = (html_attributes(config), &theme.head_script);
        let own = head(site, at);
        let icon = favicon::link(site, at, locale);
        let links_of = |custom_css, live| links(config, theme, at, custom_css, live) + &icon + &feeds + &own;
        let links = links_of(custom_css, live);
        let href = |name: &str| escape(&at.file_href(&OutPath::immutable(name)));
        let theme_css = Some(&theme.css).filter(|name| !name.is_empty());
        let mut theme_css = theme_css.map_or_else(String::new, |name| stylesheet(&href(name)) + "\n");
        let preview = config.preview.as_ref().map_or_else(String::new, |preview| {
            theme_css.push_str(&(stylesheet(&href(&theme.preview_css)) + "\n"));
            badge(preview, messages)
        });
        let site_json = to_inline_json(&site_data(site, theme, at, locale, messages, slots));
        let hash = |parts: &[&str]| xxhash_rust::xxh3::xxh3_64(parts.join("\0").as_bytes());
        SharedShell {
            hash: hash(&[
                &html_attributes,
                head_script,
                &theme_css,
                &links_of(None, None),
                &site_json,
                &preview,
            ]),
            whole: hash(&[&html_attributes, head_script, &theme_css, &links, &site_json, &preview]),
            value: context! {
                html_attributes,
                head_script,
                links,
                site_json,
                preview,
                mode => config.color_mode.default_mode.as_str(),
                // Whether the site sets the color of the browser's interface.
                theme_color => config.head.iter().any(is_theme_color),
            },
            theme_css,
        }
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
    if !config.reader.shortcuts {
        attributes.push_str(" data-shortcuts=\"false\"");
    }
    // Without scripts, the page has the default mode. The head script sets the reader's mode before the first paint.
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
    let mut links = Vec::new();
    if let Some(css) = custom_css {
        links.push(stylesheet(&file(css)));
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
        links.push(format!("<noscript>{}</noscript>", stylesheet(&css)));
        late = format!(" data-late-styles=\"{css}\"");
    }
    if !theme.js.is_empty() {
        // The page is visible without this script, so the script's priority is low.
        let js = file(&theme.js);
        let analytics = config.analytics.as_ref().filter(|_| live.is_none());
        let analytics = analytics.map_or_else(String::new, analytics_attribute);
        links.push(format!(
            "<script type=\"module\" src=\"{js}\" fetchpriority=\"low\"{late}{analytics}></script>"
        ));
    }
    links.extend(preconnect(&config.search));
    if let Some(live) = live {
        let script = escape(&at.file_href(&OutPath::new("_docgen/live.js")));
        let (live, client) = (escape(live), file(&theme.dev_client.start));
        links.push(format!(
            "<script type=\"module\" src=\"{script}\" data-generation=\"{live}\" data-client=\"{client}\"></script>"
        ));
    }
    links.push("<meta name=\"generator\" content=\"docgen\">".to_owned());
    links.join("\n")
}

/// Whether a tag sets the color of the browser's interface.
fn is_theme_color(tag: &HeadConfig) -> bool {
    has_word(tag, "name", "theme-color")
}

/// Returns the tags that the config adds, each after a line break.
fn head(site: &Site, at: &Addressing) -> String {
    let mut html = String::new();
    for HeadConfig { tag, attributes, content } in &site.config.head {
        let name = tag.as_str();
        html.push_str("\n<");
        html.push_str(name);
        for (name, value) in attributes {
            match value {
                AttributeValue::Flag(false) => {}
                AttributeValue::Flag(true) => html.push_str(&format!(" {name}")),
                AttributeValue::Text(value) => {
                    let is_url = matches!(name.as_str(), "href" | "src") && value.starts_with('/');
                    let url = is_url.then(|| config_href(site, at, value).0);
                    html.push_str(&format!(" {name}=\"{}\"", escape(url.as_ref().unwrap_or(value))));
                }
            }
        }
        html.push('>');
        if !tag.is_void() {
            html.push_str(content.as_deref().unwrap_or_default());
            html.push_str(&format!("</{name}>"));
        }
    }
    html
}

/// Returns the tag of a style sheet. The URL is already escaped.
fn stylesheet(href: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"{href}\">")
}

/// Returns the attribute that tells `boot.ts` to load analytics.
fn analytics_attribute(config: &AnalyticsConfig) -> String {
    let data = json!({
        "provider": config.provider,
        "id": config.id,
        "host": config.host(),
        "script": config.script(),
    });
    format!(" data-analytics=\"{}\"", escape(&data.to_string()))
}

/// The number of digits in the commit hashes that readers see.
const SHORT: usize = 7;

/// Returns the preview badge.
fn badge(preview: &Preview, messages: &Messages) -> String {
    let Preview { commit, branch, repository } = preview;
    let short = commit.as_deref().map(|commit| commit.get(..SHORT).unwrap_or(commit));
    let key = match (short, branch) {
        (Some(_), Some(_)) => "preview_commit_branch",
        (Some(_), None) => "preview_commit",
        (None, Some(_)) => "preview_branch",
        (None, None) => "preview",
    };
    // A name's direction doesn't depend on the direction of the text around it.
    let isolated = |name: &str| format!("<bdi>{}</bdi>", escape(name));
    let (commit_name, branch) = (short.map(isolated), branch.as_deref().map(isolated));
    let values = [("commit", commit_name), ("branch", branch)];
    let values = values.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
    let text = fill(&escape(messages.get(key)), values);
    let link = commit.as_ref().zip(repository.as_ref()).map(|(commit, repository)| {
        let href = escape(&format!("{repository}/commit/{commit}"));
        format!("<a href=\"{href}\" rel=\"nofollow\">{text}</a>")
    });
    let label = escape(messages.get("preview"));
    format!("<aside class=\"preview\" aria-label=\"{label}\">{}</aside>", link.unwrap_or(text))
}

pub(super) fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Ltr => "ltr",
        Direction::Rtl => "rtl",
    }
}

/// Returns the site's data for the browser. `theme/src/chunk.ts` explains each key. Null values are left out.
fn site_data(
    site: &Site,
    theme: &Theme,
    at: &Addressing,
    locale: usize,
    messages: &Messages,
    slots: &BTreeMap<String, String>,
) -> Json {
    let config = &site.config;
    let (mode, navbar) = (&config.color_mode, &config.navbar);
    let brand = Brand::new(site, at, locale);
    let own = &site.locales[locale];
    let locales = site.locales.iter().map(|locale| {
        json!({
            "code": locale.code,
            "label": locale.label,
            "lang": locale.lang,
            "dir": direction(locale.direction),
            "href": at.href(&locale.home),
        })
    });
    let locales: Vec<Json> = locales.collect();
    let version = |(index, version): (usize, &Version)| {
        json!({
            "name": version.name,
            "label": own.translate(&version.label),
            "href": at.href(&site.version_start(locale, index)),
            "last": version.last.then_some(true),
            "docs": (version.docs > 0).then(|| site.docs_name(version.docs)),
        })
    };
    compact(json!({
        "build": theme.build,
        "title": own.translate(&config.site.title),
        "titleDelimiter": config.site.title_delimiter,
        "baseUrl": config.site.base_url,
        "trailingSlash": config.site.trailing_slash,
        "locale": locales[locale],
        "locales": locales,
        "navbar": {
            "title": brand.title,
            "logo": brand.logo.map(|logo| json!({
                "src": logo.src,
                "srcDark": logo.src_dark,
                "alt": logo.alt,
                "href": brand.home,
                "width": logo.width,
                "height": logo.height,
            })),
            "hideOnScroll": navbar.hide_on_scroll,
            "items": site.navbars[locale].items.iter().map(|item| item_data(site, item, at)).collect::<Vec<_>>(),
        },
        "announcement": config.announcement_bar.as_ref().map(|bar| json!({
            "id": bar.id,
            "html": own.announcement,
            "backgroundColor": bar.background_color,
            "textColor": bar.text_color,
            "closeable": bar.is_closeable,
        })),
        "footer": footer_data(site, at, locale),
        "slots": Some(slots).filter(|slots| !slots.is_empty()),
        "colorMode": {
            "defaultMode": mode.default_mode.as_str(),
            "respectPrefersColorScheme": mode.respect_prefers_color_scheme,
            "disableSwitch": mode.disable_switch,
        },
        "docs": {
            "autoCollapse": config.docs.iter().enumerate().filter(|(_, docs)| docs.auto_collapse_categories).map(|(index, _)| site.docs_name(index)).collect::<Vec<_>>(),
            "versions": site.versions.iter().enumerate().map(version).collect::<Vec<_>>(),
        },
        "messages": Some(&messages.app).filter(|texts| !texts.is_empty()),
        "lateMessages": late_messages(at, messages),
        "search": search_data(site, theme, at, locale),
        "api": (!site.apis.is_empty()).then_some(true),
        "off": Some(config.reader.off()).filter(|off| !off.is_empty()),
    }))
}

/// Returns the URL of each group of strings that loads with the code that shows them.
fn late_messages(at: &Addressing, messages: &Messages) -> Option<Json> {
    let late = messages.late.iter().map(|texts| (texts.group.to_owned(), at.file_href(&texts.path).into()));
    Some(Json::Object(late.collect())).filter(|_| !messages.late.is_empty())
}

fn footer_data(site: &Site, at: &Addressing, locale: usize) -> Option<Json> {
    let footer = site.config.footer.as_ref()?;
    let own = &site.locales[locale];
    let item = |item: &FooterItemConfig| {
        let (href, external) = local_href(site, at, locale, &item.href);
        json!({ "label": own.translate(&item.label), "href": href, "external": external.then_some(true) })
    };
    let column = |column: &FooterColumnConfig| json!({ "title": column.title.as_deref().map(|text| own.translate(text)), "items": column.items.iter().map(item).collect::<Vec<_>>() });
    let columns: Vec<Json> = footer.columns.iter().map(column).collect();
    Some(json!({
        "copyright": own.copyright,
        "columns": Some(columns).filter(|columns| !columns.is_empty()),
    }))
}

fn item_data(site: &Site, item: &NavbarItem, at: &Addressing) -> Json {
    let mut data = json!({
        "id": item.id,
        "type": "default",
        "position": match item.position {
            Position::Left => "left",
            Position::Right => "right",
        },
        "label": null,
        "href": null,
        "external": null,
        "html": null,
        "className": item.class_name,
        "items": null,
    });
    let mut set = |key: &str, value: Json| data[key] = value;
    match &item.kind {
        // The URL is resolved, so the browser doesn't need to know about versions.
        NavbarKind::Link { kind, label, target, .. } => {
            let (address, external) = href(target, at);
            set("type", if *kind == "docsVersion" { "default" } else { kind }.into());
            set("label", label.as_str().into());
            set("href", address.into());
            set("external", external.then_some(true).into());
        }
        NavbarKind::Dropdown { label, target, items } => {
            set("type", "dropdown".into());
            set("label", label.as_str().into());
            set("href", target.as_ref().map(|target| href(target, at).0).into());
            set("items", items.iter().map(|item| item_data(site, item, at)).collect());
        }
        NavbarKind::Versions(docs) => {
            set("type", "docsVersionDropdown".into());
            set("docs", docs.map(|docs| site.docs_name(docs)).into());
        }
        NavbarKind::Locales => set("type", "localeDropdown".into()),
        NavbarKind::Search => set("type", "search".into()),
        NavbarKind::Html(html) => {
            set("type", "html".into());
            set("html", html.as_str().into());
        }
    }
    data
}

impl Renderer<'_> {
    /// Whether a page has the script that reports a wrong base URL.
    pub(super) fn has_banner(&self, page: &Page) -> bool {
        let home = page.kind == PageKind::Home || page.route == self.site.locales[page.locale].home;
        home && self.site.config.site.base_url_issue_banner
    }

    /// Returns the script that holds events on a page's interactive components until the components are ready.
    fn early_script(&self, index: usize) -> String {
        let page = &self.site.pages[index];
        let has_modules = |parsed: &Parsed| !parsed.metadata.modules.is_empty();
        let in_slots = self.slots_shown(index).any(|filled| has_modules(&filled.parsed));
        let is_needed = match &page.content {
            Content::BlogList(list) => {
                let posts = &self.site.blogs[list.blog].posts;
                let mut shown = list.posts.iter().map(|post| &posts[*post]);
                shown.any(|post| post.cut.is_some() && has_modules(&post.parsed))
            }
            _ => page.document().is_some_and(|parsed| has_modules(parsed)),
        };
        if !is_needed && !in_slots {
            return String::new();
        }
        let script = self.at.file_href(&OutPath::immutable(&self.theme.early_js));
        format!("<script src=\"{}\" async></script>\n", escape(&script))
    }

    /// Returns the shell or the chunk of a page.
    pub(super) fn page_artifact(
        &self,
        output: &Output,
        index: usize,
        page_data: &PageData<'_>,
        html: &str,
    ) -> Artifact {
        let text = match output.kind {
            OutputKind::Chunk(_) => super::chunk::chunk(&page_data.wire, html),
            _ => self.shell(index, page_data, html),
        };
        output.made(text)
    }

    /// Returns the complete document of a page.
    pub(super) fn shell(&self, index: usize, page_data: &PageData<'_>, body: &str) -> String {
        let page = &self.site.pages[index];
        let locale = &self.site.locales[page.locale];
        let wire = &page_data.wire;
        let shared = &self.shared[page.locale];
        let lost = if page.kind == PageKind::NotFound { self.splat_script() } else { String::new() };
        let context = context! {
            lang => &locale.lang,
            dir => direction(locale.direction),
            title => &wire.title,
            // Styles come first, because the first request reuses the page's connection. The theme defines the cascade
            // layers. The site's own styles come last and override all other styles.
            styles => wire.styles.iter().fold(shared.theme_css.clone(), |styles, href| {
                styles + &stylesheet(&escape(href)) + "\n"
            }),
            head => super::head::html(&wire.head) + &lost + &self.early_script(index),
            frame => self.frame(page, page_data.sidebar.as_ref(), &wire.toc, body),
            page_json => to_inline_json(wire),
            banner_script => page_data.banner.then_some(&self.theme.banner_script),
            shared => &shared.value,
        };
        self.templates.render("shell.html", context, Some(index))
    }
}

/// Returns sample values, to test the shell template.
pub(super) fn sample(sample: &Sample, shared: &SharedShell) -> Value {
    context! {
        lang => "en",
        dir => "ltr",
        title => "Title | Site",
        styles => &shared.theme_css,
        head => "",
        frame => "",
        page_json => "{}",
        banner_script => sample.some("banner_script", ""),
        shared => &shared.value,
    }
}
