//! Converts the settings, except the navigation.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::{VitePress, join};
use crate::import::left::Left;
use crate::import::settings::{Settings, note_unknown};
use crate::import::site::plain;
use crate::import::{Content, place, site, translations};
use crate::path::{SourcePath, has_protocol};
use crate::source::tree::{Node, Value};

/// The settings that are converted or have no meaning in docgen.
const KNOWN: &[&str] = &[
    "$module",
    "appearance",
    "assetsDir",
    "base",
    "buildConcurrency",
    "buildEnd",
    "cacheDir",
    "cleanUrls",
    "description",
    "dir",
    "extends",
    "head",
    "ignoreDeadLinks",
    "lang",
    "lastUpdated",
    "locales",
    "markdown",
    "metaChunk",
    "mpa",
    "outDir",
    "rewrites",
    "router",
    "scrollOffset",
    "shouldPreload",
    "sitemap",
    "srcDir",
    "srcExclude",
    "themeConfig",
    "title",
    "postcss",
    "titleTemplate",
    "transformHead",
    "transformHtml",
    "transformPageData",
    "useWebFonts",
    "vite",
    "vue",
];

/// The theme settings that are converted or have no meaning in docgen.
const THEME: &[&str] = &[
    "aside",
    "darkModeSwitchLabel",
    "darkModeSwitchTitle",
    "docFooter",
    "editLink",
    "externalLinkIcon",
    "footer",
    "i18nRouting",
    "langMenuLabel",
    "lastUpdated",
    "lastUpdatedText",
    "lightModeSwitchTitle",
    "logo",
    "logoLink",
    "nav",
    "notFound",
    "outline",
    "outlineTitle",
    "returnToTopLabel",
    "search",
    "sidebar",
    "sidebarMenuLabel",
    "siteTitle",
    "skipToContentLabel",
    "socialLinks",
];

/// The Markdown settings that are converted or have no meaning in docgen.
const MARKDOWN: &[&str] = &[
    "anchor",
    "attrs",
    "breaks",
    "cache",
    "codeCopyButtonTitle",
    "codeTransformers",
    "component",
    "config",
    "container",
    "defaultHighlightLang",
    "emoji",
    "externalLinks",
    "frontmatter",
    "gfmAlerts",
    "headers",
    "html",
    "image",
    "languageAlias",
    "languageLabel",
    "languages",
    "lineNumbers",
    "linkify",
    "preConfig",
    "sfc",
    "shikiSetup",
    "theme",
    "toc",
    "typographer",
];

/// The keys of UI strings in the theme settings, with the corresponding docgen keys.
const MESSAGES: &[(&[&str], &str)] = &[
    (&["outline", "label"], "table_of_contents"),
    (&["outlineTitle"], "table_of_contents"),
    (&["docFooter", "prev"], "pager_previous"),
    (&["docFooter", "next"], "pager_next"),
    (&["lastUpdated", "text"], "last_updated"),
    (&["lastUpdatedText"], "last_updated"),
    (&["editLink", "text"], "edit_page"),
    (&["returnToTopLabel"], "back_to_top"),
    (&["langMenuLabel"], "languages"),
    (&["notFound", "title"], "not_found"),
    (&["notFound", "quote"], "not_found_text"),
    (&["skipToContentLabel"], "skip"),
];

/// The keys of container titles in the Markdown settings, with the corresponding docgen keys.
const TITLES: &[(&str, &str)] = &[
    ("tipLabel", "admonition_tip"),
    ("infoLabel", "admonition_info"),
    ("warningLabel", "admonition_warning"),
    ("dangerLabel", "admonition_danger"),
    ("noteLabel", "admonition_note"),
    ("importantLabel", "admonition_important"),
    ("cautionLabel", "admonition_caution"),
    ("detailsLabel", "details"),
];

/// The names of the accent color variables in a theme's style sheets, with the preferred name first.
const ACCENTS: [&str; 3] = ["--vp-c-brand-1:", "--vp-c-brand:", "--vp-c-brand-2:"];

impl VitePress<'_> {
    pub(super) fn settings(
        &self,
        settings: &mut Settings,
        files: &mut BTreeMap<SourcePath, Content>,
        left: &mut Left,
    ) {
        let of_main = |key: &str| {
            let code = self.main.as_deref().unwrap_or("root");
            self.text(&["locales", code, key]).or_else(|| self.text(&[key]))
        };
        settings.set("site.title", of_main("title").unwrap_or_else(|| "VitePress".to_owned()));
        settings.set_some("site.tagline", of_main("description"));
        if let Some(url) = self.text(&["sitemap", "hostname"]).filter(|url| url.contains("://")) {
            site::set_url(settings, url.trim_end_matches('/'));
        }
        if self.base != "/" {
            settings.set("site.base_url", self.base.as_str());
        }
        settings.set("site.trailing_slash", false);
        settings.set("markdown.heading_ids", "vitepress");
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        if matches!(
            self.config.at(&["lastUpdated"]).map(|node| &node.value),
            Some(Value::Bool(true) | Value::Table(_))
        ) {
            settings.set("docs.show_last_update_time", true);
        }
        site::lower_diagnostics(settings);
        self.outline(settings, left);
        self.look(settings, left);
        self.search(settings, left);
        self.head(settings, left);
        self.homes(settings);
        self.footer(settings);
        self.locales(settings, files, left);
        self.edit_link(settings, left);
        note_unknown(&self.source, self.config.entries().unwrap_or_default(), "", KNOWN, left);
        for (table, known) in [("themeConfig", THEME), ("markdown", MARKDOWN)] {
            let entries = self.config.at(&[table]).and_then(Node::entries).unwrap_or_default();
            note_unknown(&self.source, entries, table, known, left);
        }
    }

    /// Sets the heading levels in the table of contents.
    fn outline(&self, settings: &mut Settings, left: &mut Left) {
        let node = self.theme_setting("outline");
        let level = node.map(|node| node.at(&["level"]).unwrap_or(node));
        let (min, max) = level.and_then(levels).unwrap_or((2, 2));
        settings.set("docs.toc_min_heading_level", min);
        settings.set("docs.toc_max_heading_level", max);
        if let Some(node) = node.filter(|node| matches!(node.value, Value::Bool(false))) {
            let hint = "add `hide_table_of_contents: true` to the front matter of each page";
            left.note(&self.source, node.range.clone(), "the `themeConfig.outline` setting", hint);
        }
    }

    /// Converts the logo, the navbar title, and the color modes.
    fn look(&self, settings: &mut Settings, left: &mut Left) {
        let file = |path: String| match has_protocol(&path) {
            true => Some(path),
            false => Some(format!("/{}", path.trim_start_matches('/'))).filter(|url| self.is_public(url)),
        };
        if let Some(logo) = self.theme_setting("logo") {
            let text = |key: &str| logo.at(&[key]).and_then(Node::text);
            let src = logo.text().or_else(|| text("src")).or_else(|| text("light")).or_else(|| text("dark"));
            settings.set_some("navbar.logo.src", src.and_then(file));
            settings.set_some("navbar.logo.src_dark", text("dark").and_then(file));
            if settings.has("navbar.logo") {
                settings.set_some("navbar.logo.alt", text("alt"));
            }
        }
        match self.theme_setting("siteTitle").map(|node| (&node.value, node.text())) {
            Some((Value::Bool(false), _)) => settings.set("navbar.title", ""),
            Some((_, Some(title))) => settings.set("navbar.title", plain(&title)),
            _ => {}
        }
        let link = self
            .theme_setting("logoLink")
            .and_then(|node| node.text().or_else(|| node.at(&["link"])?.text()));
        settings.set_some("navbar.logo.href", link.filter(|_| settings.has("navbar.logo")));
        match self.config.at(&["appearance"]).map(|node| (&node.value, node.text())) {
            Some((Value::Bool(false), _)) => {
                settings.set("color_mode.disable_switch", true);
                settings.set("color_mode.respect_prefers_color_scheme", false);
            }
            Some((_, Some(mode))) if mode.contains("dark") => {
                settings.set("color_mode.default_mode", "dark");
                settings.set("color_mode.respect_prefers_color_scheme", false);
                if mode == "force-dark" {
                    settings.set("color_mode.disable_switch", true);
                }
            }
            _ => {}
        }
        if let Some((key, _)) = self.config.entry("titleTemplate") {
            let what = "the `titleTemplate` setting";
            left.note(
                &self.source,
                key.range.clone(),
                what,
                "set `site.title_delimiter`, or leave the setting out",
            );
        }
    }

    fn search(&self, settings: &mut Settings, left: &mut Left) {
        let Some(search) = self.theme_setting("search") else { return };
        match search.at(&["provider"]).and_then(Node::text).as_deref() {
            Some("algolia") => {
                let options = search.at(&["options"]).unwrap_or(search);
                if settings.set_algolia(&self.source, options, left) {
                    // The existing search index has no facet for docgen versions.
                    settings.set("search.contextual", false);
                }
                if search.at(&["options", "askAi"]).is_some() {
                    left.note(
                        &self.source,
                        search.range.clone(),
                        "the `themeConfig.search.options.askAi` setting",
                        "leave it out",
                    );
                }
            }
            Some("local") | None => {}
            Some(other) => {
                let what = format!("the `{other}` search provider");
                left.note(&self.source, search.range.clone(), &what, "use docgen's built-in search");
            }
        }
    }

    /// Converts the tags in the `<head>`.
    fn head(&self, settings: &mut Settings, left: &mut Left) {
        for node in self.config.at(&["head"]).map_or(&[][..], Node::items) {
            let [tag, rest @ ..] = node.items() else { continue };
            let Some(tag) = tag.text() else { continue };
            let attributes =
                rest.first().map(Node::json).and_then(|json| json.as_object().cloned()).unwrap_or_default();
            let get = |name: &str| attributes.get(name).and_then(Json::as_str);
            let name = get("property").or_else(|| get("name")).unwrap_or_default();
            if tag == "meta" && site::OWN_META.contains(&name) {
                continue;
            }
            if tag == "meta" && name == "og:image" {
                settings.set_some("site.image", get("content").map(|image| self.without_base(image)));
                continue;
            }
            let is_icon = get("rel").is_some_and(|rel| rel.split(' ').any(|word| word == "icon"));
            let icon = get("href").filter(|_| tag == "link" && is_icon && !settings.has("site.favicon"));
            let icon = icon.map(|href| self.without_base(href)).filter(|href| self.is_public(href));
            if let Some(icon) = icon {
                settings.set("site.favicon", icon);
                continue;
            }
            if !site::HEAD.contains(&tag.as_str()) {
                let what = format!("the `{tag}` tag in `head`");
                left.note(&self.source, node.range.clone(), &what, "leave it out");
                continue;
            }
            settings.push(
                "head",
                site::head_tag(&tag, &attributes, rest.get(1).and_then(Node::text), |url| {
                    self.without_base(url)
                }),
            );
        }
    }

    /// Whether a public file exists at a URL path.
    fn is_public(&self, url: &str) -> bool {
        url.starts_with('/')
            && self.origin.files().binary_search(&SourcePath::new(join(&self.public, url))).is_ok()
    }

    /// Returns a URL path without the base URL, which docgen adds.
    pub(super) fn without_base(&self, url: &str) -> String {
        match url.strip_prefix(&*self.base) {
            Some(rest) if self.base != "/" => format!("/{rest}"),
            _ => url.to_owned(),
        }
    }

    /// Converts the locales and UI strings.
    fn locales(&self, settings: &mut Settings, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let lang = |code: &str| self.text(&["locales", code, "lang"]);
        let default = self.main.as_deref().unwrap_or("root");
        let code = match &self.main {
            Some(main) => place::code(main),
            None => lang("root").or_else(|| self.text(&["lang"])).and_then(|lang| place::code(&lang)),
        };
        let code = code.unwrap_or_else(|| "en".to_owned());
        // Another locale can have the same language tag as the default locale.
        let code = if self.main.is_none() && self.locales.contains(&code) { "und".to_owned() } else { code };
        let entry = |name: &str, code: &str| {
            let label = self.text(&["locales", name, "label"]).unwrap_or_else(|| code.to_owned());
            let mut entry = json!({ "code": code, "label": label });
            let lang = lang(name).and_then(|lang| place::code(&lang));
            if let Some(lang) = lang.filter(|lang| lang != code) {
                entry["lang"] = lang.into();
            }
            if self.text(&["locales", name, "dir"]).as_deref() == Some("rtl") {
                entry["direction"] = "rtl".into();
            }
            entry
        };
        let others = self.locales.iter().filter(|name| self.main.as_ref() != Some(*name));
        let all: Vec<Json> = std::iter::once(entry(default, &code))
            .chain(others.clone().map(|name| entry(name, &place::code(name).unwrap_or_default())))
            .collect();
        if all.len() > 1 || code != "en" {
            settings.set("i18n.default_locale", code.as_str());
            settings.set("i18n.locales", all);
        }
        let mut write = |code: &str, messages: Map<String, Json>| {
            if !messages.is_empty() {
                let text = serde_json::to_string_pretty(&messages).unwrap_or_default() + "\n";
                files.insert(
                    SourcePath::new(format!("content/i18n/{code}/messages.json")),
                    Content::Text(text),
                );
            }
        };
        let mut texts = messages(|keys| self.theme_setting(keys[0]).and_then(|node| node.at(&keys[1..])));
        texts.extend(titles(self.config.at(&["markdown", "container"])));
        write(&code, texts);
        for name in others.clone() {
            let theme = self.config.at(&["locales", name, "themeConfig"]);
            let mut texts = messages(|keys| theme.and_then(|node| node.at(keys)));
            texts.extend(titles(self.config.at(&["locales", name, "markdown", "container"])));
            write(&place::code(name).unwrap_or_default(), texts);
        }
        for name in others {
            let lost = translations::write(
                &place::code(name).unwrap_or_default(),
                self.texts_of(name),
                settings,
                files,
            );
            for path in lost {
                let node = self.config.at(&["locales", name]);
                let range = node.map_or(0..0, |node| node.range.clone());
                let what = format!("the text that `{name}` has for `{path}`");
                let hint = format!("set `{path}`, and translate it in `labels.json`");
                left.note(&self.source, range, &what, &hint);
            }
        }
    }

    /// Returns the texts that a locale has for docgen's settings.
    fn texts_of(&self, name: &str) -> Vec<(&'static str, Option<String>)> {
        let of_site = |key: &str| self.text(&["locales", name, key]).or_else(|| self.text(&[key]));
        let of_theme = |key: &str| {
            let own = self.config.at(&["locales", name, "themeConfig", key]);
            own.or_else(|| self.config.at(&["themeConfig", key]))
        };
        vec![
            ("site.title", of_site("title")),
            ("site.tagline", of_site("description")),
            ("navbar.title", of_theme("siteTitle").and_then(Node::text).map(|title| plain(&title))),
            ("footer.copyright", of_theme("footer").and_then(footer)),
        ]
    }

    /// Redirects the path of each locale to the locale's home page. The URL of the home page ends with a slash. If a
    /// locale's folder isn't a language tag, such as `pt_br`, also redirects the folder's other pages.
    pub(super) fn homes(&self, settings: &mut Settings) {
        for folder in self.locales.iter().filter(|folder| self.main.as_ref() != Some(*folder)) {
            let code = place::code(folder).unwrap_or_default();
            if let Some(page) = self.pages.get(&format!("{folder}/index.md")) {
                settings.push("redirects", json!({ "from": format!("/{code}"), "to": page.place.url() }));
            }
            if code != *folder {
                let (from, to) = (format!("/{folder}/*"), format!("/{code}/*"));
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
    }

    fn footer(&self, settings: &mut Settings) {
        settings.set_some("footer.copyright", self.theme_setting("footer").and_then(footer));
    }

    fn edit_link(&self, settings: &mut Settings, left: &mut Left) {
        let Some(link) = self.theme_setting("editLink") else { return };
        match link.at(&["pattern"]).and_then(Node::text) {
            Some(pattern) => settings.set("docs.edit_url", pattern.replace(":path", "{path}")),
            None => {
                let hint = "set `docs.edit_url`";
                left.note(&self.source, link.range.clone(), "the function that generates edit links", hint);
            }
        }
    }

    /// Reads the accent color from the theme's style sheets and reports the theme.
    pub(super) fn theme(&self, settings: &mut Settings, left: &mut Left) {
        let folder = join(&self.root, ".vitepress/theme");
        let of_theme = |file: &&SourcePath| file.strip_dir(&folder).is_some();
        for file in self.origin.files().iter().filter(of_theme) {
            let is_style = ["css", "scss", "sass", "less", "styl"].contains(&file.extension());
            let is_entry = file.strip_dir(&folder).is_some_and(|below| below.starts_with("index."));
            if !is_style && !is_entry {
                continue;
            }
            let Some(source) = self.origin.text(file) else { continue };
            if is_style {
                if let Some(color) =
                    site::css_color(&source.text, &ACCENTS).filter(|_| !settings.has("site.accent"))
                {
                    settings.set("site.accent", color);
                }
                left.note(
                    &source,
                    0..0,
                    "the theme's style sheet",
                    "put your styles in `overrides/custom.css`",
                );
            } else if is_own_theme(&source.text) {
                left.note(&source, 0..0, "the theme's code", "write components for docgen's slots");
            }
        }
    }
}

/// Whether a function in the config is reported elsewhere or affects only how VitePress builds the site.
pub(super) fn is_noted(path: &str) -> bool {
    let parts =
        ["vite", "vue", "postcss", "buildEnd", "rewrites", "themeConfig.editLink", "markdown.anchor.slugify"];
    parts.iter().any(|part| {
        path.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }) || path.starts_with("themeConfig.search")
        || path.strip_suffix("themeConfig.sidebar").is_some_and(|before| {
            before.is_empty() || before.starts_with("locales.") && before.matches('.').count() == 2
        })
}

/// Whether a theme's entry file contains more than imports of the default theme and style sheets.
fn is_own_theme(text: &str) -> bool {
    let is_plain = |line: &str| {
        let line = line.trim();
        let bare = line.trim_end_matches(';');
        line.is_empty()
            || line.starts_with("//")
            || (line.starts_with("import ") && (bare.ends_with("css'") || bare.ends_with("css\"")))
            || line.contains("vitepress/theme")
            || bare == "export default DefaultTheme"
    };
    !text.lines().all(is_plain)
}

/// Returns the text of a footer.
fn footer(node: &Node) -> Option<String> {
    let text = |key: &str| node.at(&[key]).and_then(Node::text).filter(|text| !text.is_empty());
    let lines: Vec<String> = [text("message"), text("copyright")].into_iter().flatten().collect();
    (!lines.is_empty()).then(|| lines.join("<br>"))
}

/// Returns the UI strings that a table sets.
fn messages<'n>(node: impl Fn(&[&str]) -> Option<&'n Node>) -> Map<String, Json> {
    let found = MESSAGES.iter().filter_map(|(keys, name)| {
        let text = node(keys).and_then(Node::text).filter(|text| !text.is_empty())?;
        Some(((*name).to_owned(), Json::from(text)))
    });
    found.collect()
}

/// Returns the container titles that a table sets.
fn titles(node: Option<&Node>) -> Vec<(String, Json)> {
    let text = |key: &str| node.and_then(|node| node.at(&[key])).and_then(Node::text);
    TITLES.iter().filter_map(|(key, name)| Some(((*name).to_owned(), text(key)?.into()))).collect()
}

/// Returns the lowest and highest heading levels in an outline, from 2 to 6. If the outline is turned off, returns
/// `None`.
pub(super) fn levels(node: &Node) -> Option<(u64, u64)> {
    let level = |node: &Node| match node.value {
        Value::Number(number) if (1.0..=6.0).contains(&number) => Some((number as u64).max(2)),
        _ => None,
    };
    match &node.value {
        Value::Text(text) if text == "deep" => Some((2, 6)),
        Value::List(items) => Some((level(items.first()?)?, level(items.last()?)?)),
        _ => level(node).map(|level| (level, level)),
    }
}
