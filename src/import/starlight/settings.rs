//! Converts the settings, except the sidebars.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::files::Needed;
use super::plugins::{DOCSEARCH, EXPRESSIVE_CODE, module};
use super::{Starlight, join};
use crate::component::MODULE;
use crate::import::left::Left;
use crate::import::settings::{Settings, note_unknown};
use crate::import::site::head_tag;
use crate::import::{Content, place, site, translations};
use crate::path::{SourcePath, has_protocol};
use crate::source::tree::{Node, Syntax, Value, parse};

pub(super) use crate::import::site::plain;

/// The Astro settings that are converted or have no meaning in docgen.
const ASTRO: &[&str] = &[
    MODULE,
    "adapter",
    "base",
    "build",
    "cacheDir",
    "compressHTML",
    "devToolbar",
    "experimental",
    "fonts",
    "image",
    "integrations",
    "legacy",
    "markdown",
    "outDir",
    "output",
    "prefetch",
    "prerenderConflictBehavior",
    "publicDir",
    "redirects",
    "root",
    "scopedStyleStrategy",
    "security",
    "server",
    "session",
    "site",
    "srcDir",
    "telemetry",
    "trailingSlash",
    "vite",
    "env",
    "i18n",
];

/// The Starlight settings that are converted or have no meaning in docgen.
const THEME: &[&str] = &[
    MODULE,
    "components",
    "credits",
    "customCss",
    "defaultLocale",
    "description",
    "disable404Route",
    "editLink",
    "expressiveCode",
    "favicon",
    "head",
    "lastUpdated",
    "locales",
    "logo",
    "pagefind",
    "pagination",
    "plugins",
    "prerender",
    "sidebar",
    "social",
    "tableOfContents",
    "tagline",
    "title",
    "titleDelimiter",
];

/// The Markdown settings that are converted, reported elsewhere, or have no meaning in docgen.
const MARKDOWN: &[&str] =
    &["gfm", "processor", "rehypePlugins", "remarkPlugins", "shikiConfig", "smartypants", "syntaxHighlight"];

/// The settings of Expressive Code that only affect how it writes style sheets.
const CODE: &[&str] = &[
    "cascadeLayer",
    "emitExternalStylesheet",
    "minSyntaxHighlightingColorContrast",
    "removeUnusedThemes",
    "themeCssRoot",
    "themeCssSelector",
    "useDarkModeMediaQuery",
    "useStarlightDarkModeSwitch",
    "useStarlightUiThemeColors",
];

/// The Starlight keys of UI strings, with the corresponding docgen keys.
const MESSAGES: &[(&str, &str)] = &[
    ("tableOfContents.onThisPage", "table_of_contents"),
    ("page.editLink", "edit_page"),
    ("page.lastUpdated", "last_updated"),
    ("page.previousLink", "pager_previous"),
    ("page.nextLink", "pager_next"),
    ("skipLink.label", "skip"),
    ("languageSelect.accessibleLabel", "languages"),
    ("aside.note", "admonition_note"),
    ("aside.tip", "admonition_tip"),
    ("aside.caution", "admonition_caution"),
    ("aside.danger", "admonition_danger"),
    ("page.draft", "draft_banner"),
    ("expressiveCode.copyButtonTooltip", "code_copy"),
    ("expressiveCode.copyButtonCopied", "code_copied"),
];

/// Whether a function in the config is reported elsewhere or affects only how Astro builds the site.
pub(super) fn is_noted(path: &str) -> bool {
    ["vite", "adapter", "image", "markdown", "integrations", "fonts", "experimental", "server"]
        .iter()
        .any(|part| path.starts_with(part))
}

impl Starlight<'_> {
    /// Converts the settings. Returns the files that the settings use.
    pub(super) fn settings(
        &self,
        settings: &mut Settings,
        files: &mut BTreeMap<SourcePath, Content>,
        left: &mut Left,
    ) -> BTreeSet<Needed> {
        let mut needed = BTreeSet::new();
        let astro = |keys: &[&str]| self.astro.at(keys).and_then(Node::text);
        let node = self.theme().and_then(|theme| theme.at(&["title"]));
        let title = self.in_main_locale(node);
        if let Some(node) = node.filter(|_| title.is_none()) {
            left.note(&self.source, node.range.clone(), "the site's title", "set `site.title`");
        }
        settings.set("site.title", title.unwrap_or_else(|| "Documentation".to_owned()));
        settings.set_some("site.tagline", self.text(&["tagline"]).or_else(|| self.text(&["description"])));
        settings.set_some("site.title_delimiter", self.text(&["titleDelimiter"]));
        if let Some(url) = astro(&["site"]).filter(|url| url.contains("://")) {
            let host = url.split('/').take(3).collect::<Vec<_>>().join("/");
            settings.set("site.url", host);
        }
        if self.base != "/" {
            settings.set("site.base_url", self.base.as_str());
        }
        let format = astro(&["build", "format"]);
        if format.as_deref() == Some("file") || astro(&["trailingSlash"]).as_deref() == Some("never") {
            settings.set("site.trailing_slash", false);
        } else if let Some(node) =
            self.astro.at(&["build", "format"]).filter(|_| format.as_deref() == Some("preserve"))
        {
            let hint = "check the URLs, and set `site.trailing_slash`";
            left.note(&self.source, node.range.clone(), "the `build.format` setting", hint);
        }
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        settings.set("docs.sidebar_collapsed", false);
        let is_off = |node: Option<&Node>| matches!(node.map(|node| &node.value), Some(Value::Bool(false)));
        if !is_off(self.astro.at(&["markdown", "smartypants"])) {
            settings.set("markdown.smart_punctuation", true);
        }
        site::lower_diagnostics(settings);
        self.look(settings, &mut needed, left);
        self.documents(settings, left);
        self.head(settings, left);
        self.locales(settings, files, left);
        self.write_titles(settings, files);
        self.redirects(settings, left);
        self.write_apis(settings, files);
        self.note_rest(left);
        let mut items = self.set_blogs(settings, files, left);
        items.extend(self.social());
        if self.locales.len() + usize::from(self.main.is_none()) > 1 {
            items.push(json!({ "type": "localeDropdown" }));
        }
        if !items.is_empty() {
            settings.set("navbar.items", items);
        }
        needed
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        match self.theme()?.at(&[key])?.value {
            Value::Bool(is_set) => Some(is_set),
            _ => None,
        }
    }

    /// Converts the logo, the favicon, and the accent color.
    fn look(&self, settings: &mut Settings, needed: &mut BTreeSet<Needed>, left: &mut Left) {
        let theme = |keys: &[&str]| self.theme().and_then(|theme| theme.at(keys));
        let mut file = |path: String| {
            if has_protocol(&path) {
                return Some(path);
            }
            let file = self.file_at(&self.source.path, &path)?;
            let url = self.url_of_file(&file);
            needed.insert(Needed::Static(file));
            Some(url)
        };
        let text = |key: &str| self.text(&["logo", key]);
        settings.set_some("navbar.logo.src", text("src").or_else(|| text("light")).and_then(&mut file));
        settings.set_some("navbar.logo.src_dark", text("dark").and_then(&mut file));
        let has_logo = settings.has("navbar.logo.src");
        settings.set_some("navbar.logo.alt", text("alt").filter(|_| has_logo).filter(|alt| !alt.is_empty()));
        for (key, own) in [("src", "src"), ("light", "src"), ("dark", "src_dark")] {
            if let Some(node) = theme(&["logo", key]).filter(|_| !settings.has(&format!("navbar.logo.{own}")))
            {
                let hint = "add the image to `static`, and set `navbar.logo`";
                left.note(&self.source, node.range.clone(), "the logo", hint);
            }
        }
        let replaces = theme(&["logo", "replacesTitle"]);
        if has_logo && matches!(replaces.map(|node| &node.value), Some(Value::Bool(true))) {
            settings.set("navbar.title", "");
        }
        let favicon = self.text(&["favicon"]).unwrap_or_else(|| "/favicon.svg".to_owned());
        let path = favicon.strip_prefix(&*self.base).unwrap_or(&favicon).trim_start_matches('/');
        if has_protocol(&favicon) {
            let icon = json!({ "rel": "icon", "href": favicon }).as_object().cloned().unwrap_or_default();
            settings.push("head", head_tag("link", &icon, None, str::to_owned));
        } else if self.exists(&SourcePath::new(join(&self.public, path))) {
            settings.set("site.favicon", format!("/{path}"));
        } else if let Some(node) = theme(&["favicon"]) {
            let hint = "add the icon to `static`, and set `site.favicon`";
            left.note(&self.source, node.range.clone(), "the icon of the site", hint);
        }
        for style in self.styles() {
            let source = self.origin.text(&style);
            let color = source.and_then(|source| site::css_color(&source.text, &["--sl-color-accent:"]));
            if let Some(color) = color.filter(|_| !settings.has("site.accent")) {
                settings.set("site.accent", color);
            }
        }
    }

    /// Returns the site's style sheets.
    fn styles(&self) -> Vec<SourcePath> {
        let nodes = self.theme().and_then(|theme| theme.at(&["customCss"])).map_or(&[][..], Node::items);
        nodes.iter().filter_map(|node| self.file_at(&self.source.path, &node.text()?)).collect()
    }

    /// Converts the settings for documents.
    fn documents(&self, settings: &mut Settings, left: &mut Left) {
        let toc = self.theme().and_then(|theme| theme.at(&["tableOfContents"]));
        let level = |key: &str, default: u64| {
            let level = toc.and_then(|node| node.at(&[key])).and_then(|node| node.json().as_u64());
            level.unwrap_or(default).clamp(2, 6)
        };
        settings.set("docs.toc_min_heading_level", level("minHeadingLevel", 2));
        settings.set("docs.toc_max_heading_level", level("maxHeadingLevel", 3));
        if self.flag("lastUpdated") == Some(true) {
            settings.set("docs.show_last_update_time", true);
        }
        if let Some(url) = self.text(&["editLink", "baseUrl"]) {
            settings.set("docs.edit_url", format!("{}/{{path}}", url.trim_end_matches('/')));
        }
        if self.flag("pagefind") == Some(false) {
            settings.set("search.provider", "none");
        }
        if let Some(options) = self.plugin(DOCSEARCH)
            && settings.set_algolia(&self.source, options, left)
        {
            settings.set("search.contextual", false);
        }
    }

    /// Converts the tags in the `<head>`.
    fn head(&self, settings: &mut Settings, left: &mut Left) {
        for node in self.theme().and_then(|theme| theme.at(&["head"])).map_or(&[][..], Node::items) {
            let tag = node.at(&["tag"]).and_then(Node::text).unwrap_or_default();
            let attributes = node
                .at(&["attrs"])
                .map(Node::json)
                .and_then(|json| json.as_object().cloned())
                .unwrap_or_default();
            let get = |name: &str| attributes.get(name).and_then(Json::as_str);
            let name = get("property").or_else(|| get("name")).unwrap_or_default();
            if tag == "meta" && site::OWN_META.contains(&name) {
                continue;
            }
            if tag == "meta" && name == "og:image" {
                settings.set_some("site.image", get("content"));
                continue;
            }
            if !site::HEAD.contains(&tag.as_str()) {
                left.note(
                    &self.source,
                    node.range.clone(),
                    &format!("the `{tag}` tag in `head`"),
                    "leave it out",
                );
                continue;
            }
            let content = node.at(&["content"]).and_then(Node::text);
            let is_empty = content.is_none() && get("src").is_none();
            if is_empty && matches!(tag.as_str(), "script" | "style") {
                // A tag whose value is missing on purpose has no key for it.
                if node.at(&["content"]).or(node.at(&["attrs", "src"])).is_some() {
                    let what = format!("the content of a `{tag}` tag in `head`");
                    left.note(&self.source, node.range.clone(), &what, "add it to `[[head]]`");
                }
                continue;
            }
            let is_of_main = |main: &String| {
                let is_text = |quote: char| {
                    content.as_ref().is_some_and(|code| {
                        [
                            format!("{quote}{main}{quote}"),
                            format!("{quote}/{main}"),
                            format!("({main}|"),
                            format!("|{main})"),
                        ]
                        .iter()
                        .any(|part| code.contains(part.as_str()))
                    })
                };
                tag == "script" && ['"', '\'', '`'].into_iter().any(is_text)
            };
            if let Some(main) = self.main.as_ref().filter(|main| is_of_main(main)) {
                let what = "a script in `head` that mentions the default locale";
                let hint =
                    format!("URLs no longer contain `/{main}`: change the script, and add it to `[[head]]`");
                left.note(&self.source, node.range.clone(), what, &hint);
                continue;
            }
            settings.push("head", head_tag(&tag, &attributes, content, |url| self.without_base(url)));
        }
    }

    /// Returns a URL path without the base URL, which docgen adds.
    pub(super) fn without_base(&self, url: &str) -> String {
        match url.strip_prefix(&*self.base) {
            Some(rest) if self.base != "/" => format!("/{rest}"),
            _ => url.to_owned(),
        }
    }

    /// Converts the locales and the UI strings.
    fn locales(&self, settings: &mut Settings, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let main = self.main.as_deref();
        let code = place::code(&main.map_or_else(|| self.lang(None), str::to_owned))
            .unwrap_or_else(|| "en".to_owned());
        let code = if main.is_none() && self.locales.contains(&code) { "default".to_owned() } else { code };
        let entry = |name: &str, code: &str, lang: String| {
            let label = self.text(&["locales", name, "label"]).unwrap_or_else(|| code.to_owned());
            let mut entry = json!({ "code": code, "label": label });
            if lang != code && place::code(&lang).as_ref() == Some(&lang) {
                entry["lang"] = lang.into();
            }
            if self.text(&["locales", name, "dir"]).as_deref() == Some("rtl") {
                entry["direction"] = "rtl".into();
            }
            entry
        };
        let others = self.locales.iter().filter(|name| main != Some(name.as_str()));
        let first = entry(main.unwrap_or("root"), &code, self.lang(main));
        let all: Vec<Json> = std::iter::once(first)
            .chain(
                others
                    .clone()
                    .map(|name| entry(name, &place::code(name).unwrap_or_default(), self.lang(Some(name)))),
            )
            .collect();
        if all.len() > 1 || code != "en" {
            settings.set("i18n.default_locale", code.as_str());
            settings.set("i18n.locales", all);
        }
        let folder = join(&self.src, "content/i18n");
        let mut untranslated = Vec::new();
        for name in others
            .map(|name| (name.as_str(), self.lang(Some(name))))
            .chain([(code.as_str(), self.lang(main))])
        {
            let (name, lang) = name;
            let of = |file: &str| self.origin.text(&SourcePath::new(format!("{folder}/{file}.json")));
            let Some(source) = of(&lang).or_else(|| of(name)) else {
                if !lang.starts_with("en") {
                    untranslated.push(format!("`{lang}`"));
                }
                continue;
            };
            let Ok(node) = parse(Syntax::Json, &source.text) else { continue };
            let texts: Map<String, Json> = MESSAGES
                .iter()
                .filter_map(|(key, own)| Some(((*own).to_owned(), Json::from(node.entry(key)?.1.text()?))))
                .collect();
            if !texts.is_empty() {
                let text = serde_json::to_string_pretty(&texts).unwrap_or_default() + "\n";
                let name = place::code(name).unwrap_or_default();
                files.insert(
                    SourcePath::new(format!("content/i18n/{name}/messages.json")),
                    Content::Text(text),
                );
            }
        }
        let what = match &untranslated[..] {
            [] => return,
            [one] => format!("Starlight's UI translation for {one}"),
            all => format!("Starlight's UI translations for {} languages: {}", all.len(), all.join(", ")),
        };
        let hint = "check docgen's UI strings; to change them, use `messages.json`";
        left.note(&self.source, 0..0, &what, hint);
    }

    /// Whether a folder in the original site's URLs contains pages.
    fn has_pages_in(&self, folder: &str) -> bool {
        let folder = format!("{}/", folder.trim_matches('/'));
        let is_in = |slug: &String| slug.starts_with(&folder);
        self.slugs.range(folder.clone()..).next().is_some_and(|(slug, _)| is_in(slug))
    }

    /// Writes the site's title in the other locales.
    fn write_titles(&self, settings: &Settings, files: &mut BTreeMap<SourcePath, Content>) {
        let title = self.theme().and_then(|theme| theme.at(&["title"]));
        for name in self.locales.iter().filter(|name| self.main.as_ref() != Some(*name)) {
            let lang = self.lang(Some(name));
            let own = title.and_then(|title| title.at(&[&lang]).or_else(|| title.at(&[name]))?.text());
            let code = place::code(name).unwrap_or_default();
            translations::write(&code, vec![("site.title", own)], settings, files);
        }
    }

    fn redirects(&self, settings: &mut Settings, left: &mut Left) {
        for (from, to) in &self.moved {
            let from = format!("/{from}");
            if from != *to && self.page_at("", &from).is_none() {
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
        for (key, node) in self.astro.at(&["redirects"]).and_then(Node::entries).unwrap_or_default() {
            let to = node.text().or_else(|| node.at(&["destination"])?.text());
            let Some(to) = to else { continue };
            let splat = |path: &str| {
                let (folder, rest) = path.trim_end_matches('/').rsplit_once("/[...")?;
                let name = rest.strip_suffix(']').filter(|name| !name.contains('['))?;
                Some((folder.to_owned(), name.to_owned())).filter(|(folder, _)| !folder.contains('['))
            };
            if let Some((folder, name)) = splat(&key.name).filter(|(folder, _)| !folder.is_empty()) {
                let folder = folder.strip_prefix(self.base.trim_end_matches('/')).unwrap_or(&folder);
                let has_pages = self.has_pages_in(folder);
                let target = match splat(&to) {
                    Some((to, of)) => (of == name && self.has_pages_in(&to)).then(|| format!("{to}/*")),
                    None if has_protocol(&to) => Some(to.clone()).filter(|to| !to.contains('[')),
                    None => self.url_at(&to),
                };
                if let Some(target) = target.filter(|_| !has_pages) {
                    settings.push("redirects", json!({ "from": format!("{folder}/*"), "to": target }));
                    continue;
                }
            }
            if key.name.contains('[') || to.contains('[') {
                let what = format!("the redirect from `{}`", key.name);
                left.note(&self.source, key.range.clone(), &what, "add a redirect for each path");
                continue;
            }
            let (path, suffix) = to.split_at(to.find(['?', '#']).unwrap_or(to.len()));
            let target = self.page_at("", path).filter(|_| !has_protocol(&to));
            let generated = self.generated_url(path).filter(|_| target.is_none() && !has_protocol(&to));
            let has_generated = generated.is_some();
            let url = target.map(|page| page.place.url()).or(generated);
            let url = url.map_or_else(|| to.clone(), |url| url + suffix);
            let from = key.name.strip_prefix(self.base.trim_end_matches('/')).unwrap_or(&key.name);
            let from = format!("/{}", from.trim_matches('/'));
            let is_file = || {
                self.file_at(&self.source.path, path)
                    .is_some_and(|file| file.strip_dir(&self.public).is_some())
            };
            let is_other = from != url && from != "/" && self.page_at("", &from).is_none();
            if from == "/" && self.page_at("", "/").is_none() {
                let id = target.and_then(|page| page.place.id()).filter(|id| self.ids.contains(*id));
                match id.filter(|_| suffix.is_empty()) {
                    Some(id) => settings.set("docs.main", id),
                    None => {
                        let hint = "set `docs.main` to the ID of a document";
                        left.note(&self.source, key.range.clone(), "the redirect from `/`", hint);
                    }
                }
                continue;
            }
            if from.strip_suffix(".md").is_some_and(|page| self.page_at("", page).is_some()) {
                let what = format!("the redirect from `{}`", key.name);
                let hint = "leave it out: this path contains the Markdown version of the page";
                left.note(&self.source, key.range.clone(), &what, hint);
                continue;
            }
            if is_other && (target.is_some() || has_generated || has_protocol(&to) || is_file()) {
                settings.push("redirects", json!({ "from": from, "to": url }));
            } else if is_other {
                let what = format!("the redirect to `{to}`, which isn't a page");
                left.note(&self.source, key.range.clone(), &what, "add the page, or change the target");
            }
        }
    }

    /// Returns the packages of all integrations.
    pub(super) fn integrations(&self) -> Vec<String> {
        let nodes = self.astro.at(&["integrations"]).map_or(&[][..], Node::items);
        let mut names: Vec<String> = nodes.iter().filter_map(module).collect();
        // If the config can't run, a call without options has no value.
        let imported =
            self.source.text.lines().filter_map(|line| super::files::specifier(line).map(|(_, name)| name));
        names.extend(imported.filter(|name| name.starts_with("@astrojs/")).map(str::to_owned));
        names
    }

    /// Reports settings, integrations, plugins, and overrides that aren't converted.
    fn note_rest(&self, left: &mut Left) {
        note_unknown(&self.source, self.astro.entries().unwrap_or_default(), "", ASTRO, left);
        let Some(theme) = self.theme() else { return };
        note_unknown(&self.source, theme.entries().unwrap_or_default(), "", THEME, left);
        self.note_packages(left);
        for (key, node) in theme.at(&["components"]).and_then(Node::entries).unwrap_or_default() {
            let what = format!("the override of `{}`", key.name);
            left.note(&self.source, node.range.clone(), &what, "write a component for a slot");
        }
        let processor = self.astro.at(&["markdown", "processor"]);
        if let Some(node) = processor.filter(|node| module(node).is_none()) {
            let what = "the `markdown.processor` setting";
            left.note(&self.source, node.range.clone(), what, "rewrite content that uses its plugins");
        }
        let markdown = self.astro.at(&["markdown"]).and_then(Node::entries).unwrap_or_default();
        note_unknown(&self.source, markdown, "markdown", MARKDOWN, left);
        let integrations = self.astro.at(&["integrations"]).map_or(&[][..], Node::items).iter();
        let code = integrations.filter(|node| module(node).as_deref() == Some(EXPRESSIVE_CODE));
        for node in code.chain(theme.at(&["expressiveCode"])) {
            note_unknown(&self.source, node.entries().unwrap_or_default(), "expressiveCode", CODE, left);
        }
        for name in ["ec.config.mjs", "ec.config.js", "ec.config.ts"] {
            if let Some(source) = self.origin.text(&SourcePath::new(join(&self.root, name))) {
                let hint = "for example, add `wrap` or `showLineNumbers` to each code block";
                left.note(&source, 0..0, "the settings of Expressive Code", hint);
            }
        }
        for node in theme.at(&["customCss"]).map_or(&[][..], Node::items) {
            let hint = "put your styles in `overrides/custom.css`";
            let Some(path) = node.text() else { continue };
            match self.file_at(&self.source.path, &path).and_then(|style| self.origin.text(&style)) {
                Some(source) => left.note(&source, 0..0, "the theme's style sheet", hint),
                None => {
                    let what = format!("the style sheet `{path}`");
                    left.note(&self.source, node.range.clone(), &what, hint);
                }
            }
        }
    }
}
