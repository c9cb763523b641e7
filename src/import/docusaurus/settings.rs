//! Converts a Docusaurus site's settings.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::super::left::Left;
use super::super::math::{Macros, Math};
use super::super::settings::{Settings, note_unknown};
use super::super::site;
use super::super::syntax::Syntax;
use super::Docusaurus;
use super::api::is_plugin;
use super::content::{Blog, Docs, OldPage, PageKind, locales, of_preset, plugins, short};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The top-level settings that are converted or have no meaning in docgen.
const KNOWN: &[&str] = &[
    "title",
    "tagline",
    "url",
    "baseUrl",
    "favicon",
    "trailingSlash",
    "noIndex",
    "titleDelimiter",
    "baseUrlIssueBanner",
    "onBrokenLinks",
    "onBrokenAnchors",
    "onBrokenMarkdownLinks",
    "onDuplicateRoutes",
    "organizationName",
    "projectName",
    "deploymentBranch",
    "githubHost",
    "githubPort",
    "future",
    "storage",
    "i18n",
    "presets",
    "plugins",
    "themes",
    "themeConfig",
    "headTags",
    "scripts",
    "stylesheets",
    "markdown",
    "staticDirectories",
    "customFields",
    "webpack",
    "ssrTemplate",
];

/// The theme settings that are converted or have no meaning in docgen.
const KNOWN_IN_THEME: &[&str] = &[
    "navbar",
    "footer",
    "colorMode",
    "announcementBar",
    "image",
    "metadata",
    "docs",
    "algolia",
    "prism",
    "tableOfContents",
    "blog",
    "mermaid",
    "gtag",
    "googleAnalytics",
    "liveCodeBlock",
];

/// The Markdown plugins that have a built-in equivalent in docgen.
const BUILT_IN: [&str; 5] =
    ["@docusaurus/remark-plugin-npm2yarn", "rehype-katex", "remark-emoji", "remark-gfm", "remark-math"];

/// The plugins that have a built-in equivalent in docgen or that affect only how files are written.
const PLUGINS: &[&str] = &[
    "classic",
    "content-docs",
    "content-blog",
    "content-pages",
    "client-redirects",
    "google-gtag",
    "google-tag-manager",
    "sitemap",
    "svgr",
    "debug",
    "css-cascade-layers",
    "ideal-image",
    "mermaid",
    "search-algolia",
    "live-codeblock",
    "rsdoctor",
    "faster",
    "webpack",
    "sass",
    "vercel-analytics",
    "search-local",
    "lunr-search",
    "@easyops-cn/docusaurus-search-local",
    "@cmfcmf/docusaurus-search-local",
    "@aldridged/docusaurus-plugin-lunr",
];

impl Docusaurus<'_> {
    /// Returns the optional syntax of the pages.
    pub(super) fn syntax(&self) -> Syntax {
        let remark = || Math { macros: Macros::of_config(&self.config), ..Math::remark(true) };
        let math = self.packages.contains("remark-math").then(remark);
        Syntax { math, emoji: true, ..Syntax::default() }
    }

    pub(super) fn value(&self, keys: &[&str]) -> Option<&Node> {
        self.config.at(keys)
    }

    pub(super) fn string(&self, keys: &[&str]) -> Option<String> {
        self.value(keys).and_then(Node::text)
    }

    fn flag(&self, keys: &[&str]) -> Option<bool> {
        match self.value(keys)?.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the path of a file in the static folder.
    pub(super) fn static_file(path: String) -> String {
        let below = path.trim_start_matches("./").trim_start_matches('/');
        if path.contains("://") { path } else { format!("/{below}") }
    }

    pub(super) fn settings(&self, left: &mut Left) -> Settings {
        let mut settings = Settings::default();
        self.site(&mut settings);
        self.documentation(&mut settings, left);
        self.blogs(&mut settings, left);
        self.locales(&mut settings);
        self.navbar(&mut settings, left);
        self.footer(&mut settings, left);
        self.bar(&mut settings);
        self.search(&mut settings, left);
        self.head(&mut settings);
        self.redirects(&mut settings, left);
        self.unknown(left);
        // The site has its own `_redirects` file, so docgen must not write one.
        if self.has_static("_redirects") {
            settings.set("site.hosts", json!([]));
        }
        site::lower_diagnostics(&mut settings);
        settings
    }

    fn site(&self, settings: &mut Settings) {
        settings.set("site.title", self.string(&["title"]).unwrap_or_else(|| "Documentation".to_owned()));
        settings.set_some("site.tagline", self.string(&["tagline"]));
        settings.set_some("site.title_delimiter", self.string(&["titleDelimiter"]));
        if let Some(url) = self.string(&["url"]).filter(|url| url.contains("://")) {
            let base = self.string(&["baseUrl"]).unwrap_or_else(|| "/".to_owned());
            site::set_url(settings, &format!("{}{base}", url.trim_end_matches('/')));
        }
        if self.flag(&["trailingSlash"]) == Some(false) {
            settings.set("site.trailing_slash", false);
        }
        settings.set_some("site.no_index", self.flag(&["noIndex"]).filter(|value| *value));
        settings.set_some(
            "site.base_url_issue_banner",
            self.flag(&["baseUrlIssueBanner"]).filter(|value| !value),
        );
        settings.set_some("site.favicon", self.string(&["favicon"]).map(Self::static_file));
        settings.set_some("site.image", self.string(&["themeConfig", "image"]).map(Self::static_file));
        settings.set_some("site.accent", self.accent());
        settings.set("markdown.heading_ids", "docusaurus");
        let mode = ["themeConfig", "colorMode"];
        let of_mode = |key| self.value(&mode).and_then(|mode| mode.at(&[key])).map(Node::json);
        settings.set_some("color_mode.default_mode", of_mode("defaultMode"));
        settings.set_some("color_mode.disable_switch", of_mode("disableSwitch"));
        settings.set_some("color_mode.respect_prefers_color_scheme", of_mode("respectPrefersColorScheme"));
    }

    /// Returns the primary color in the site's style sheet.
    fn accent(&self) -> Option<String> {
        let files = self.origin.files().iter().filter(|path| path.extension() == "css");
        let texts = files.filter_map(|path| self.origin.text(path));
        let color = |text: &str| {
            let value = &text[text.find("--ifm-color-primary:")? + "--ifm-color-primary:".len()..];
            let value = value[..value.find([';', '}'])?].trim();
            (!value.contains("var(") && !value.is_empty()).then(|| value.to_owned())
        };
        texts
            .filter(|source| source.path.strip_dir(self.path("node_modules").as_str()).is_none())
            .find_map(|source| color(&source.text))
    }

    fn documentation(&self, settings: &mut Settings, left: &mut Left) {
        for (index, options) in Docs::options(&self.config).enumerate() {
            let table = self.docs_table(index, options, settings, left);
            if self.is_generated(index) {
                continue;
            }
            if self.docs.len() > 1 {
                settings.push("docs", table.into());
            } else {
                table.into_iter().for_each(|(key, value)| settings.set(&format!("docs.{key}"), value));
            }
        }
    }

    /// Returns the settings of a docs plugin instance.
    fn docs_table(
        &self,
        index: usize,
        options: Option<&Node>,
        settings: &mut Settings,
        left: &mut Left,
    ) -> Map<String, Json> {
        let docs = &self.docs[index];
        let of = |key: &str| options.and_then(|options| options.at(&[key]));
        let theme = |keys: &[&str]| {
            let keys: Vec<&str> = ["themeConfig"].iter().chain(keys).copied().collect();
            self.value(&keys).map(Node::json)
        };
        let flag = |key: &str| of(key).map(Node::json).filter(Json::is_boolean);
        let max = theme(&["tableOfContents", "maxHeadingLevel"]);
        let keys = [
            ("id", (self.docs.len() > 1).then(|| docs.set.as_str().into())),
            ("route", Some(format!("/{}", docs.route).into())),
            ("number_prefixes", (!docs.number_prefixes).then_some(Json::Bool(false))),
            ("sidebar_collapsible", flag("sidebarCollapsible")),
            ("sidebar_collapsed", flag("sidebarCollapsed")),
            ("breadcrumbs", flag("breadcrumbs")),
            ("show_last_update_time", flag("showLastUpdateTime")),
            ("show_last_update_author", flag("showLastUpdateAuthor")),
            ("edit_url", of("editUrl").and_then(Node::text).map(Json::from)),
            ("auto_collapse_categories", theme(&["docs", "sidebar", "autoCollapseCategories"])),
            ("toc_min_heading_level", theme(&["tableOfContents", "minHeadingLevel"])),
            ("toc_max_heading_level", Some(max.unwrap_or_else(|| 3.into()))),
        ];
        let mut table: Map<String, Json> =
            keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
        for (key, what) in [
            ("remarkPlugins", "remark"),
            ("rehypePlugins", "rehype"),
            ("beforeDefaultRemarkPlugins", "remark"),
        ] {
            let Some((key, node)) = options.and_then(|options| options.entry(key)) else { continue };
            if !node.items().iter().all(|item| self.is_built_in(item)) {
                let what = format!("the {what} plugins in `{}`", key.name);
                left.note(&self.source, key.range.clone(), &what, "check the pages that depend on them");
            }
        }
        self.versions(index, &mut table, settings, left);
        table
    }

    /// Whether a Markdown plugin does what docgen does itself.
    fn is_built_in(&self, item: &Node) -> bool {
        let text = &self.source.text;
        let own = text.get(item.range.clone()).unwrap_or_default().trim_start_matches(['[', ' ', '\n']);
        let name = own.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let loads = |line: &&str| {
            ["import ", "const "].iter().any(|word| {
                let rest = line
                    .trim_start()
                    .strip_prefix(word)
                    .and_then(|rest| rest.trim_start().strip_prefix(name));
                rest.is_some_and(|rest| rest.starts_with([' ', '=']))
            })
        };
        let line = match name {
            "" => None,
            "require" => own.split(')').next(),
            _ => text.lines().find(loads),
        };
        let package = line.and_then(|line| line.split(['"', '\'']).nth(1));
        package.is_some_and(|package| BUILT_IN.contains(&package))
    }

    fn blogs(&self, settings: &mut Settings, left: &mut Left) {
        for blog in Blog::all(&self.config) {
            let folder = self.path(&blog.folder);
            let mut pages = self.files.pages.keys();
            let has_posts = pages.any(|path| path.strip_dir(folder.as_str()).is_some());
            if !has_posts {
                continue;
            }
            let of = |key: &str| blog.options.and_then(|options| options.at(&[key]));
            let mut table = json!({ "id": blog.id, "date_in_address": true });
            if blog.route != blog.id {
                table["route"] = format!("/{}", blog.route).into();
            }
            let keys = [
                ("blogTitle", "title"),
                ("blogDescription", "description"),
                ("postsPerPage", "posts_per_page"),
                ("blogSidebarTitle", "sidebar_title"),
                ("blogSidebarCount", "sidebar_count"),
                ("showReadingTime", "show_reading_time"),
            ];
            for (old, new) in keys {
                if let Some(value) = of(old).map(Node::json).filter(|value| !value.is_null()) {
                    // If the value is `ALL`, one page shows all posts.
                    table[new] =
                        if new == "posts_per_page" && !value.is_number() { 1000.into() } else { value };
                }
            }
            let feed = of("feedOptions");
            let of_feed = |key: &str| feed.and_then(|feed| feed.at(&[key])).map(Node::json);
            match of_feed("type") {
                Some(Json::String(kind)) if kind != "all" => table["feeds"] = json!([kind]),
                Some(Json::Array(kinds)) => table["feeds"] = kinds.into(),
                _ => {}
            }
            if let Some(copyright) = of_feed("copyright").filter(Json::is_string) {
                table["copyright"] = copyright;
            }
            if let Some((key, node)) = blog.options.and_then(|options| options.entry("sortPosts"))
                && node.text().as_deref() == Some("ascending")
            {
                left.note(
                    &self.source,
                    key.range.clone(),
                    "the order of posts",
                    "leave out the order; docgen shows the newest posts first",
                );
            }
            settings.push("blog", table);
        }
    }

    fn locales(&self, settings: &mut Settings) {
        let (default, all) = locales(&self.config);
        if default == "en" && all.len() == 1 {
            return;
        }
        settings.set("i18n.default_locale", default);
        let locale = |code: &String| {
            let of = |key: &str| self.string(&["i18n", "localeConfigs", code, key]);
            json!({ "code": code, "label": of("label"), "lang": of("htmlLang"), "direction": of("direction") })
        };
        settings.set("i18n.locales", all.iter().map(locale).collect::<Vec<_>>());
    }

    fn bar(&self, settings: &mut Settings) {
        let Some(bar) = self.value(&["themeConfig", "announcementBar"]) else { return };
        let keys = [
            ("content", "content"),
            ("id", "id"),
            ("backgroundColor", "background_color"),
            ("textColor", "text_color"),
            ("isCloseable", "is_closeable"),
        ];
        if bar.at(&["content"]).and_then(Node::text).is_none() {
            return;
        }
        for (old, new) in keys {
            settings.set_some(&format!("announcement_bar.{new}"), bar.at(&[old]).map(Node::json));
        }
    }

    fn search(&self, settings: &mut Settings, left: &mut Left) {
        let Some(search) = self.value(&["themeConfig", "algolia"]) else { return };
        if !settings.set_algolia(&self.source, search, left) {
            return;
        }
        let keys = [
            ("contextualSearch", "contextual"),
            ("placeholder", "placeholder"),
            ("externalUrlRegex", "external_url_regex"),
        ];
        for (old, new) in keys {
            settings.set_some(
                &format!("search.{new}"),
                search.at(&[old]).map(Node::json).filter(|value| !value.is_null()),
            );
        }
        settings.set_some(
            "search.facet_filters",
            search.at(&["searchParameters", "facetFilters"]).map(Node::json).filter(Json::is_array),
        );
    }

    /// Converts the elements that are added to the `<head>` of every page.
    fn head(&self, settings: &mut Settings) {
        let items = |keys: &[&str]| self.value(keys).map_or(&[][..], Node::items);
        for meta in items(&["themeConfig", "metadata"]) {
            settings.push("head", json!({ "tag": "meta", "attributes": meta.json() }));
        }
        for tag in items(&["headTags"]) {
            let name = tag.at(&["tagName"]).and_then(Node::text).unwrap_or_default();
            if ["meta", "link", "script", "style", "noscript"].contains(&name.as_str()) {
                let attributes = tag.at(&["attributes"]).map(Node::json);
                let attributes = attributes.as_ref().and_then(Json::as_object).cloned().unwrap_or_default();
                let content = tag.at(&["innerHTML"]).and_then(Node::text);
                settings.push("head", site::head_tag(&name, &attributes, content, |url| self.head_url(url)));
            }
        }
        for sheet in items(&["stylesheets"]) {
            match (sheet.text(), sheet.json()) {
                (Some(href), _) => settings.push("head", site::style_sheet(&self.head_url(&href))),
                (None, Json::Object(mut attributes)) => {
                    attributes.entry("rel").or_insert_with(|| "stylesheet".into());
                    settings
                        .push("head", site::head_tag("link", &attributes, None, |url| self.head_url(url)));
                }
                _ => {}
            }
        }
        for script in items(&["scripts"]) {
            match (script.text(), script.json()) {
                (Some(src), _) => settings.push("head", site::script(&self.head_url(&src))),
                (None, Json::Object(attributes)) => {
                    settings
                        .push("head", site::head_tag("script", &attributes, None, |url| self.head_url(url)));
                }
                _ => {}
            }
        }
        self.analytics(settings);
    }

    /// Converts a URL in the `<head>`. Docusaurus writes such URLs unchanged, but docgen adds the base path.
    pub(super) fn head_url(&self, url: &str) -> String {
        if !url.starts_with('/') || url.starts_with("//") {
            return url.to_owned();
        }
        let base = self.string(&["baseUrl"]).unwrap_or_default();
        let below = url.strip_prefix(&format!("/{}/", base.trim_matches('/'))).unwrap_or(url);
        let below = format!("/{}", below.trim_start_matches('/'));
        let path = below.split(['?', '#']).next().unwrap_or_default();
        let is_known = self.has_static(path) || self.files.urls.contains_key(path.trim_end_matches('/'));
        match self.string(&["url"]) {
            // docgen adds a slash to an unknown file's URL.
            Some(host) if !is_known && host.contains("://") => format!("{}{url}", host.trim_end_matches('/')),
            _ => below,
        }
    }

    fn analytics(&self, settings: &mut Settings) {
        let of = |preset: &str, plugin: &str, key: &str| {
            let options = of_preset(&self.config, preset).flatten();
            let options = options.or_else(|| plugins(&self.config, &[plugin]).first().copied().flatten());
            options.and_then(|options| options.at(&[key])).and_then(Node::text)
        };
        let container = of("googleTagManager", "google-tag-manager", "containerId");
        site::analytics(settings, container.or_else(|| of("gtag", "google-gtag", "trackingID")));
    }

    fn redirects(&self, settings: &mut Settings, left: &mut Left) {
        for options in plugins(&self.config, &["client-redirects"]).into_iter().flatten() {
            for redirect in options.at(&["redirects"]).map_or(&[][..], Node::items) {
                let Some(to) = redirect.at(&["to"]).and_then(Node::text) else { continue };
                let Some(from) = redirect.at(&["from"]) else { continue };
                let all = from.text().into_iter().chain(from.items().iter().filter_map(Node::text));
                for from in all.filter(|from| !self.files.urls.contains_key(from.trim_end_matches('/'))) {
                    settings.push("redirects", json!({ "from": from, "to": to }));
                }
            }
            let extensions = options.at(&["fromExtensions"]).map_or(&[][..], Node::items);
            for extension in extensions.iter().filter_map(Node::text) {
                let locales = locales(&self.config).1;
                let is_translated =
                    |url: &str| locales.iter().any(|code| url.split('/').nth(1) == Some(code));
                let lists = Blog::all(&self.config).into_iter().flat_map(|blog| self.lists(&blog));
                let search = self.value(&["themeConfig", "algolia"]).map(|_| "/search".to_owned());
                let urls = self.files.urls.keys().cloned().chain(lists).chain(search);
                for url in urls.filter(|url| *url != "/" && !is_translated(url)) {
                    settings.push("redirects", json!({ "from": format!("{url}.{extension}"), "to": url }));
                }
            }
            for key in ["createRedirects", "toExtensions"] {
                if let Some((key, _)) = options.entry(key) {
                    let what = format!("`{}` for redirects", key.name);
                    left.note(&self.source, key.range.clone(), &what, "add `[[redirects]]` for the old URLs");
                }
            }
        }
    }

    /// Returns the URLs of the lists of a blog's posts.
    fn lists(&self, blog: &Blog<'_>) -> Vec<String> {
        let route = format!("/{}", blog.route);
        let below = format!("{route}/");
        let is_post = |page: &&OldPage| page.kind == PageKind::Post && page.url.starts_with(&below);
        let posts = self.files.pages.values().filter(is_post).count();
        let size = blog.options.and_then(|options| options.at(&["postsPerPage"])).map(Node::json);
        let size = size.map_or(Some(10), |size| size.as_u64()).and_then(|size| usize::try_from(size).ok());
        let pages = size.filter(|size| *size > 0).map_or(1, |size| posts.div_ceil(size));
        let pages = (2..=pages).map(|number| format!("{route}/page/{number}"));
        let archive = (posts > 0).then(|| format!("{route}/archive"));
        std::iter::once(route.clone()).chain(archive).chain(pages).collect()
    }

    /// Reports the settings and plugins that aren't converted.
    fn unknown(&self, left: &mut Left) {
        note_unknown(&self.source, self.config.entries().unwrap_or_default(), "", KNOWN, left);
        let theme = self.value(&["themeConfig"]).and_then(Node::entries).unwrap_or_default();
        note_unknown(&self.source, theme, "themeConfig", KNOWN_IN_THEME, left);
        for list in ["plugins", "themes", "presets"] {
            for item in self.value(&[list]).map_or(&[][..], Node::items) {
                let name = item.text().or_else(|| item.items().first()?.text());
                let name = name.unwrap_or_default();
                if !matches!(item.value, Value::Bool(_))
                    && !PLUGINS.contains(&short(&name))
                    && !is_plugin(short(&name))
                {
                    let what = if name.is_empty() {
                        "a plugin function".to_owned()
                    } else {
                        format!("the `{name}` plugin")
                    };
                    let hint = "look for an equivalent docgen feature";
                    left.note(&self.source, item.range.clone(), &what, hint);
                }
            }
        }
        for (path, range) in &self.functions {
            let is_known = ["presets", "plugins"].iter().any(|list| path.starts_with(list));
            if is_known && path.ends_with(".editUrl") {
                left.note(&self.source, range.clone(), "the `editUrl` function", "set `docs.edit_url`");
            }
        }
        let theme = of_preset(&self.config, "theme").flatten();
        let theme = theme.or_else(|| plugins(&self.config, &["classic"]).into_iter().flatten().last());
        let css = theme.and_then(|theme| theme.entry("customCss"));
        if let Some((key, _)) = css {
            let hint =
                "move what you need to `overrides/custom.css`; docgen's variables have different names";
            left.note(&self.source, key.range.clone(), "the style sheet in `customCss`", hint);
        }
        self.replaced(left);
    }
    /// Reports the components that replace the theme's components. A component that pages or other components import
    /// doesn't replace a theme component.
    fn replaced(&self, left: &mut Left) {
        let theme = self.path("src/theme");
        let own = |path: &SourcePath| {
            let is_code = matches!(path.extension(), "js" | "jsx" | "ts" | "tsx");
            let below = path.strip_dir(theme.as_str()).filter(|_| is_code)?;
            Some(below.split(['/', '.']).next()?.to_owned())
        };
        let names: BTreeSet<String> = self.origin.files().iter().filter_map(own).collect();
        if names.is_empty() {
            return;
        }
        let is_text =
            |path: &&SourcePath| matches!(path.extension(), "md" | "mdx" | "js" | "jsx" | "ts" | "tsx");
        let texts: Vec<Source> =
            self.origin.files().iter().filter(is_text).filter_map(|path| self.origin.text(path)).collect();
        for name in names.iter().filter(|name| *name != "MDXComponents") {
            // A component that replaces a theme component can import its own parts.
            let others = texts.iter().filter(|source| own(&source.path).as_ref() != Some(name));
            let is_used = others.into_iter().any(|source| {
                source
                    .text
                    .match_indices(&format!("theme/{name}"))
                    .any(|(at, found)| source.text[at + found.len()..].starts_with(['"', '\'', '/', '.']))
            });
            let file = self.origin.files().iter().find(|path| own(path).as_ref() == Some(name));
            let is_used = is_used && !file.is_some_and(|path| self.is_interactive_replacement(path));
            if let (false, Some(source)) = (is_used, file.and_then(|path| self.origin.text(path))) {
                let hint = "look for an equivalent docgen slot or template";
                left.note(
                    &source,
                    0..0,
                    &format!("the `{name}` component, which replaces a theme component"),
                    hint,
                );
            }
        }
    }
}
