//! The config: everything a writer can set in `docgen.toml`, with every default in one place.
//!
//! Takes the text of the file and gives a [`Config`] plus diagnostics. Unknown keys and values of the wrong type are
//! all reported in one run, each with its place, by checking the text against the JSON Schema of [`Config`], which
//! `docgen schema` prints. What a value *means* (does the document exist, is the item complete) is checked where it
//! is used, in `site`.

mod blog;
mod check;
mod color;
mod docs;
mod i18n;
mod openapi;
mod search;
mod search_index;

pub(crate) use blog::{BlogConfig, FeedFormat};
pub(crate) use check::ConfigSource;
pub(crate) use color::CssColor;
pub(crate) use docs::{DocsConfig, SidebarItemConfig, SidebarTableConfig, VersionBanner, VersionConfig};
pub(crate) use i18n::{Direction, I18nConfig, LocaleConfig};
pub(crate) use openapi::{ImageHosts, OpenApiConfig, SchemaPages};
pub(crate) use search::{Answerer, FacetFilter, SearchConfig};
pub(crate) use search_index::SearchIndexOptions;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic, Severity};
use crate::path::{self, Addressing};
use crate::source::Source;

/// All settings of a site.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Title, addresses and the look of the whole site.
    pub site: SiteConfig,
    /// Light and dark.
    pub color_mode: ColorModeConfig,
    /// A bar above the navbar.
    pub announcement_bar: Option<AnnouncementBarConfig>,
    /// The bar at the top of every page.
    pub navbar: NavbarConfig,
    /// The end of every page; absent when not configured.
    pub footer: Option<FooterConfig>,
    /// The documentation in `content/docs`.
    pub docs: DocsConfig,
    /// Blogs. Left out: one blog, where there is a folder `content/blog`.
    pub blog: Vec<BlogConfig>,
    /// Addresses that lead to others.
    pub redirects: Vec<RedirectConfig>,
    /// Pictures of social cards.
    pub og: OgConfig,
    /// OpenAPI documents, each a reference with one page per operation. Left out: every document in the folder
    /// `openapi`.
    pub openapi: Vec<OpenApiConfig>,
    /// The search.
    pub search: SearchConfig,
    /// Languages of the site.
    pub i18n: I18nConfig,
    /// How Markdown is read.
    pub markdown: MarkdownConfig,
    /// Page statistics; none unless configured.
    pub analytics: Option<AnalyticsConfig>,
    /// Severity of diagnostics by their code: `broken-anchor = "error"`.
    pub diagnostics: BTreeMap<String, Level>,
}

/// Title, addresses and the look of the whole site.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SiteConfig {
    /// The site's name: in the title of every page.
    pub title: String,
    /// One sentence about the site.
    pub tagline: String,
    /// What stands between a page's title and the site's.
    pub title_delimiter: String,
    /// Where the site is published, scheme and host only: `https://docs.example.com`. Needed for canonical links,
    /// the sitemap and social cards.
    #[schemars(extend("x-url" = "link"))]
    pub url: Option<String>,
    /// The path the site is published under, with a slash at both ends.
    pub base_url: String,
    /// `true`: a page's address ends in a slash and its file is `page/index.html`; `false`: the file is `page.html`.
    pub trailing_slash: bool,
    /// The accent colour: digits, a name or a function of CSS (`#2255cc`, `teal`, `oklch(0.5 0.2 262)`). Tints, hover and dark variants are derived from it.
    pub accent: Option<String>,
    /// The icon of the site, a file of `static/`.
    #[schemars(extend("x-url" = "image"))]
    pub favicon: Option<String>,
    /// The picture of social cards, a file of `static/` or an address.
    #[schemars(extend("x-url" = "image"))]
    pub image: Option<String>,
    /// Shows a banner when the scripts of the site did not load because `base_url` is wrong.
    pub base_url_issue_banner: bool,
    /// Keeps search engines away from the whole site.
    pub no_index: bool,
    /// The hosts and servers that redirects are written for, besides the HTML pages that redirect on any host. Left out: a
    /// `_redirects` that both Netlify and Cloudflare read.
    pub redirect_formats: Option<Vec<RedirectFormat>>,
}

impl Default for SiteConfig {
    fn default() -> Self {
        SiteConfig {
            title: "Documentation".into(),
            tagline: String::new(),
            title_delimiter: "|".into(),
            url: None,
            base_url: "/".into(),
            trailing_slash: true,
            accent: None,
            favicon: None,
            image: None,
            base_url_issue_banner: true,
            no_index: false,
            redirect_formats: None,
        }
    }
}

/// One of the two colour modes.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColorMode {
    /// Dark text on a light ground.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
}

impl ColorMode {
    /// The name, as in `data-theme`.
    pub fn as_str(self) -> &'static str {
        match self {
            ColorMode::Light => "light",
            ColorMode::Dark => "dark",
        }
    }
}

/// Light and dark.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ColorModeConfig {
    /// The mode of a reader who has chosen none, when the system's preference does not count.
    pub default_mode: ColorMode,
    /// Follows the preference of the reader's system until the reader chooses.
    pub respect_prefers_color_scheme: bool,
    /// Takes the toggle away.
    pub disable_switch: bool,
}

impl Default for ColorModeConfig {
    fn default() -> Self {
        ColorModeConfig {
            default_mode: ColorMode::Light,
            respect_prefers_color_scheme: true,
            disable_switch: false,
        }
    }
}

/// A bar above the navbar.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementBarConfig {
    /// Change it to show the bar again to those who closed it.
    #[serde(default = "announcement_id")]
    pub id: String,
    /// What it says, as HTML.
    pub content: String,
    /// Any CSS colour.
    pub background_color: Option<String>,
    /// Any CSS colour.
    pub text_color: Option<String>,
    /// Whether readers can close it.
    #[serde(default = "yes")]
    pub is_closeable: bool,
}

fn announcement_id() -> String {
    "announcement-bar".into()
}

fn yes() -> bool {
    true
}

/// The bar at the top of every page.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NavbarConfig {
    /// The words beside the logo; the site's title when left out, none when empty.
    pub title: Option<String>,
    /// The picture at its start.
    pub logo: Option<LogoConfig>,
    /// Hides the bar while the reader scrolls down.
    pub hide_on_scroll: bool,
    /// What it holds, in order.
    pub items: Vec<NavbarItemConfig>,
}

/// A logo.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogoConfig {
    /// A file of `static/`.
    #[schemars(extend("x-url" = "image"))]
    pub src: String,
    /// The file for the dark mode, when it is another.
    #[schemars(extend("x-url" = "image"))]
    pub src_dark: Option<String>,
    /// What the picture says, for those who cannot see it; needed when the navbar has no title.
    pub alt: Option<String>,
    /// Where it leads; the start page when left out.
    #[schemars(extend("x-url" = "link"))]
    pub href: Option<String>,
}

/// Which end of the navbar an item is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Position {
    /// Beside the title.
    Left,
    /// At the other end.
    #[default]
    Right,
}

/// An item of the navbar. Which keys it needs depends on its `type`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NavbarItemConfig {
    /// `default` (a link, or a dropdown when it has `items`), `dropdown`, `doc`, `docSidebar`, `docsVersion`,
    /// `docsVersionDropdown`, `localeDropdown`, `search` or `html`. Left out: `default`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// `left` or `right`.
    pub position: Position,
    /// The words of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Where it leads: a path of the site or an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-url" = "link"))]
    pub href: Option<String>,
    /// `doc`: the id of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_id: Option<String>,
    /// `docSidebar`: the id of the sidebar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sidebar_id: Option<String>,
    /// `html`: what is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Marks the link on every page below this path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_base_path: Option<String>,
    /// Marks the link on every page whose path matches this expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_base_regex: Option<String>,
    /// A class of your own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    /// The links of a dropdown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<NavbarItemConfig>,
}

/// The end of every page.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FooterConfig {
    /// The last line, as HTML; written as it stands, so the year is yours to set.
    pub copyright: Option<String>,
    /// Columns of links.
    pub columns: Vec<FooterColumnConfig>,
}

/// A column of the footer.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FooterColumnConfig {
    /// Its heading.
    pub title: Option<String>,
    /// Its links.
    pub items: Vec<FooterItemConfig>,
}

/// A link of the footer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterItemConfig {
    /// Its words.
    pub label: String,
    /// Where it leads: a path of the site or an address.
    #[schemars(extend("x-url" = "link"))]
    pub href: String,
}

/// A path that leads elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RedirectConfig {
    /// The path that is asked for, at which there is no page; `/old/*` for all that is in a folder.
    pub from: String,
    /// The page it leads to (`/docs/new`, `/docs/new?tab=two#part`), or a URL of another site. `/*` at its end is filled with
    /// what the `*` of `from` stands for.
    #[schemars(extend("x-url" = "link"))]
    pub to: String,
}

/// A host or server whose format for redirects docgen writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RedirectFormat {
    /// `_redirects`
    Netlify,
    /// `_redirects`
    Cloudflare,
    /// `vercel.json`
    Vercel,
    /// `redirects.nginx.conf`, to be included in a `server` block.
    Nginx,
    /// `.htaccess`
    Apache,
}

/// Pictures of social cards.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OgConfig {
    /// Draws a picture with the title for each page that names no `image` of its own. They need `url` of `[site]`.
    pub images: bool,
}

/// How Markdown is read.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MarkdownConfig {
    /// Makes straight quotes, double hyphens and three dots typographic.
    pub smart_punctuation: bool,
    /// Takes the titles of pages from more headings than one of level one at the start. Not a setting: for a folder that isn't a
    /// site.
    #[serde(skip)]
    pub loose_titles: bool,
}

/// Page statistics by a tag container.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyticsConfig {
    /// The id of a Google Tag Manager container: `GTM-XXXXXXX`. Its script is loaded from its own host, which is
    /// the only request of the site to a third party.
    pub container: String,
    /// The host of the container script, for a server-side container of your own.
    #[serde(default = "container_host")]
    #[schemars(extend("x-url" = "link"))]
    pub host: String,
}

fn container_host() -> String {
    "https://www.googletagmanager.com".into()
}

/// What becomes of a diagnostic.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Fails the build.
    Error,
    /// Is reported.
    Warn,
    /// Is not reported.
    Off,
}

impl Config {
    /// Reads the text of `docgen.toml`. The config is usable whatever the text is: what is wrong is left at its
    /// default and reported.
    pub fn parse(source: &Source) -> (Config, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let schema = Self::json_schema();
        let mut config = match check::against_schema(source, &schema, &mut diagnostics) {
            Some(()) if diagnostics.is_empty() => match toml::from_str::<Config>(&source.text) {
                Ok(config) => config,
                Err(error) => {
                    diagnostics.push(
                        Diagnostic::new(Code::InvalidConfig, error.message().trim())
                            .at(&source.path, error.span().unwrap_or(0..0)),
                    );
                    Config::default()
                }
            },
            _ => Config::default(),
        };
        config.normalize(source, &mut diagnostics);
        (config, diagnostics)
    }

    /// The JSON Schema (draft 2020-12) of the config.
    pub fn json_schema() -> serde_json::Value {
        let mut schema = schemars::schema_for!(Config).to_value();
        schema["title"] = "docgen.toml".into();
        schema
    }

    /// How routes become links and files.
    pub fn addressing(&self) -> Addressing {
        Addressing { base_url: self.site.base_url.as_str().into(), trailing_slash: self.site.trailing_slash }
    }

    /// Where the images of a document's descriptions may be loaded from.
    pub fn image_hosts<'a>(&'a self, document: &'a OpenApiConfig) -> ImageHosts<'a> {
        ImageHosts { site: self.site.url.as_deref(), allowed: &document.image_hosts }
    }

    /// What the config makes of a kind of diagnostic; `None` when it is off.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        match self.diagnostics.get(code.as_str()) {
            None => Some(code.default_severity()),
            Some(Level::Error) => Some(Severity::Error),
            Some(Level::Warn) => Some(Severity::Warning),
            Some(Level::Off) => None,
        }
    }

    /// Sets the base URL to its one form: a slash at both ends.
    pub fn set_base_url(&mut self, base_url: &str) {
        let bare = base_url.trim_matches('/');
        self.site.base_url = if bare.is_empty() { "/".into() } else { format!("/{bare}/") };
    }

    /// Brings values into their one form and reports those that cannot be right.
    fn normalize(&mut self, source: &Source, diagnostics: &mut Vec<Diagnostic>) {
        let source = &ConfigSource::new(source);
        let mut report =
            |path: &str, diagnostic: Diagnostic| diagnostics.push(diagnostic.at_value(source, path));
        if self.site.base_url.contains("://") {
            let diagnostic = Diagnostic::new(Code::InvalidConfig, "`base_url` is a path, not an address")
                .hint(format!(
                    "write `url = \"https://host\"` and `base_url = \"/path/\"` in place of `{}`",
                    self.site.base_url
                ));
            report("site.base_url", diagnostic);
            self.site.base_url = "/".into();
        }
        if let Some(odd) = path::odd_in_base_url(&self.site.base_url) {
            let message =
                format!("`{odd}` cannot stand in `base_url`, which is a path: `{}`", self.site.base_url);
            let hint = "write it as addresses have it, like `/docs-site/` or `/my%20docs/`";
            report("site.base_url", Diagnostic::new(Code::InvalidConfig, message).hint(hint));
            self.site.base_url = "/".into();
        }
        let base_url = std::mem::take(&mut self.site.base_url);
        self.set_base_url(&base_url);
        if let Some(url) = &mut self.site.url {
            let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            match host.map(|host| host.trim_end_matches('/')) {
                Some(host) if !host.is_empty() && !host.contains('/') => {
                    url.truncate(url.trim_end_matches('/').len());
                }
                _ => {
                    let diagnostic =
                        Diagnostic::new(Code::InvalidConfig, format!("`{url}` is not the address of a host"))
                            .hint("`url` is scheme and host only, like `https://docs.example.com`; a path goes into `base_url`");
                    report("site.url", diagnostic);
                    self.site.url = None;
                }
            }
        }
        let codes: Vec<String> = self.diagnostics.keys().cloned().collect();
        for name in codes {
            let known = Code::ALL.iter().map(|code| code.as_str());
            if !known.clone().any(|code| code == name) {
                let hint = crate::diag::nearest(&name, known).map(|near| format!("did you mean `{near}`?"));
                let diagnostic =
                    Diagnostic::new(Code::InvalidConfig, format!("there is no diagnostic `{name}`"))
                        .hint_if(hint);
                diagnostics.push(diagnostic.at_key(source, &format!("diagnostics.{name}")));
                self.diagnostics.remove(&name);
            }
        }
        if self.docs.toc_min_heading_level > self.docs.toc_max_heading_level {
            let message = "`toc_min_heading_level` is greater than `toc_max_heading_level`";
            let keys = ["docs.toc_min_heading_level", "docs.toc_max_heading_level"];
            let path = keys.into_iter().find(|path| source.place(path).is_some()).unwrap_or_default();
            diagnostics.push(Diagnostic::new(Code::InvalidConfig, message).at_value(source, path));
        }
        color::check(self, source, diagnostics);
        i18n::check(self, source, diagnostics);
        blog::check(self, source, diagnostics);
        search::check(self, source, diagnostics);
        search_index::check(self, source, diagnostics);
    }
}

#[cfg(test)]
mod tests;
