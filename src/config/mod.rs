//! The config: everything that a writer can set in `docgen.toml`, with all defaults in one place.
//!
//! Takes the text of the file and returns a [`Config`] and diagnostics. The text is checked against the JSON Schema of
//! [`Config`], which `docgen schema` prints. One run reports all unknown keys and all values of the wrong type, with
//! their locations. The `site` module uses the values and checks their meaning, such as whether a document exists or an
//! item is complete.

mod analytics;
mod blog;
mod check;
mod code_links;
mod color;
mod contrast;
mod csp;
mod docs;
mod extensions;
mod head;
mod i18n;
mod images;
mod labels;
mod left_out;
mod openapi;
mod reader;
mod repositories;
mod search;
mod search_index;
mod syntax;
mod variables;

pub(crate) use analytics::{AnalyticsConfig, FeedbackConfig};
pub(crate) use blog::{BlogConfig, FeedFormat};
pub(crate) use check::ConfigSource;
use check::{Checked, Problems};
pub(crate) use code_links::CodeLinkConfig;
pub(crate) use color::{ColorMode, ColorModeConfig, CssColor, rgba};
pub(crate) use docs::{
    Docs, DocsConfig, SidebarItemConfig, SidebarTableConfig, VersionBanner, VersionConfig, is_version_name,
};
pub(crate) use extensions::Extension;
pub(crate) use head::{AttributeValue, Fault as HeadFault, HeadConfig, HeadElement, faults as head_faults};
pub(crate) use i18n::{Direction, I18nConfig, LocaleConfig, is_language_tag};
pub(crate) use images::ImagesConfig;
pub(crate) use left_out::{DOCUMENTS, LABELS, LeftOut, URLS};
pub(crate) use openapi::{
    ApiLayout, DefaultValue, DownloadFormat, ImageHosts, OpenApiConfig, SampleConfig, SchemaPages,
};
pub(crate) use reader::ReaderConfig;
pub(crate) use repositories::RepositoryConfig;
pub(crate) use search::{Answerer, FacetFilter, SearchConfig, application_hosts};
pub(crate) use search_index::SearchIndexOptions;
pub(crate) use variables::Variables;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic, Severity, did_you_mean};
use crate::path::{self, Addressing, HeadingIds, absolute_url};
use crate::source::Source;

/// The key of `[diagnostics]` that sets the severity of all errors that aren't listed.
pub(crate) const ALL_ERRORS: &str = "errors";

/// All of a site's settings.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Title, URL, and appearance of the whole site.
    pub site: SiteConfig,
    /// Light and dark mode.
    pub color_mode: ColorModeConfig,
    /// A bar above the navbar.
    pub announcement_bar: Option<AnnouncementBarConfig>,
    /// The navbar at the top of every page.
    pub navbar: NavbarConfig,
    /// The footer of every page. Default: none.
    pub footer: Option<FooterConfig>,
    /// Tags that are added to the head of every page, such as scripts and verification codes.
    pub head: Vec<HeadConfig>,
    /// The documentation in `content/docs`, or a list of documentation sets.
    pub docs: Docs,
    /// Blogs. Default: one blog, if the `content/blog` folder contains a post.
    pub blog: Vec<BlogConfig>,
    /// Redirects from one URL to another.
    pub redirects: Vec<RedirectConfig>,
    /// Social card images.
    pub og: OgConfig,
    /// OpenAPI documents. Each document becomes an API reference with one page per operation. Default: every document
    /// in the `openapi` folder.
    pub openapi: Vec<OpenApiConfig>,
    /// The search settings.
    pub search: SearchConfig,
    /// What readers can do on a page besides reading it.
    pub reader: ReaderConfig,
    /// The site's locales.
    pub i18n: I18nConfig,
    /// How Markdown is parsed.
    pub markdown: MarkdownConfig,
    /// How images on pages are published.
    pub images: ImagesConfig,
    /// Values that Markdown files can show by name, as in `{{ name }}`. Default: none, and docgen shows braces as text.
    pub variables: Option<Variables>,
    /// Other Git repositories, by name, whose files pages can show, as in `file="name:src/lib.rs"`. Each value is a URL
    /// or a table that contains a URL. `docgen.lock` pins each repository to a commit.
    pub repositories: BTreeMap<String, RepositoryConfig>,
    /// The links to other sites that `docgen check --external` checks.
    pub external_links: ExternalLinksConfig,
    /// Page analytics. Default: none.
    pub analytics: Option<AnalyticsConfig>,
    /// Adds a question below each documentation page: was the page helpful? Default: none.
    pub feedback: Option<FeedbackConfig>,
    /// Adds a content security policy to the files that docgen writes for hosts and servers. Each key is a directive,
    /// such as `script-src`, with a list of sources to add. Default: none.
    pub csp: Option<BTreeMap<String, Vec<String>>>,
    /// The severity of diagnostics, by code: `broken-anchor = "error"`. The key `errors` sets the severity of all errors
    /// that aren't listed, unless they could leave the site without its content.
    pub diagnostics: BTreeMap<String, Level>,
    /// Whether invalid settings make it unclear which pages the site has.
    #[serde(skip)]
    pub(crate) is_partial: bool,
    /// Whether part of the text isn't valid TOML.
    #[serde(skip)]
    pub(crate) is_broken: bool,
    /// The settings that were left out because they're invalid.
    #[serde(skip)]
    pub(crate) left_out: LeftOut,
    /// If this build is for a preview, the details that the preview shows.
    #[serde(skip)]
    pub(crate) preview: Option<Preview>,
}

/// The details that a preview shows. Any detail can be unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Preview {
    /// The full hash of the commit.
    pub commit: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// The URL of the repository's web pages, without a slash at the end.
    pub repository: Option<String>,
}

/// Title, URL, and appearance of the whole site.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SiteConfig {
    /// The site's name, used in every page title.
    pub title: String,
    /// A sentence that describes the site.
    pub tagline: String,
    /// The text between a page's title and the site's title.
    pub title_delimiter: String,
    /// The scheme and host of the published site: `https://docs.example.com`. The URL is required for canonical URLs,
    /// the sitemap, `hreflang` links, feeds, and social card images.
    #[schemars(extend("x-url" = "link"))]
    pub url: Option<String>,
    /// The path under which the site is published, with a slash at both ends.
    pub base_url: String,
    /// Whether page URLs end with a slash. If so, a page's file is `page/index.html`. Otherwise, it's `page.html`.
    pub trailing_slash: bool,
    /// The accent color: a hex code, a color name, or a CSS function (`#2255cc`, `teal`, `oklch(0.5 0.2 262)`). Tints,
    /// hover colors, and dark variants are derived from this color.
    pub accent: Option<String>,
    /// The favicon, a file in `static/`.
    #[schemars(extend("x-url" = "image"))]
    pub favicon: Option<String>,
    /// The default image for social cards: a file in `static/` or a URL.
    #[schemars(extend("x-url" = "image"))]
    pub image: Option<String>,
    /// Shows a banner if the site's scripts can't be loaded because `base_url` is wrong.
    pub base_url_issue_banner: bool,
    /// Asks search engines not to index the site.
    pub no_index: bool,
    /// The hosts and servers for which docgen writes configuration files, which set redirects, caching, and the content
    /// security policy. Default: files that both Netlify and Cloudflare read.
    pub hosts: Option<Vec<Host>>,
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
            hosts: None,
        }
    }
}

impl SiteConfig {
    /// Returns the URL of a link on the site, with the site's host, if the host is known.
    pub(crate) fn absolute(&self, href: &str) -> Option<String> {
        self.url.as_ref().map(|url| absolute_url(url, href))
    }
}

/// A bar above the navbar.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementBarConfig {
    /// The announcement's ID. To show the bar again to readers who closed it, change the ID.
    #[serde(default = "announcement_id")]
    pub id: String,
    /// The content, as HTML.
    pub content: String,
    /// The background color, as a CSS value.
    pub background_color: Option<String>,
    /// The text color, as a CSS value.
    pub text_color: Option<String>,
    /// Whether readers can close the bar.
    #[serde(default = "yes")]
    pub is_closeable: bool,
}

fn announcement_id() -> String {
    "announcement-bar".into()
}

fn yes() -> bool {
    true
}

/// The navbar at the top of every page.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NavbarConfig {
    /// The text next to the logo. Default: the site's title. If the title is empty, only the logo is shown.
    pub title: Option<String>,
    /// The logo.
    pub logo: Option<LogoConfig>,
    /// Hides the navbar while the reader scrolls down.
    pub hide_on_scroll: bool,
    /// The items, in order.
    pub items: Vec<NavbarItemConfig>,
}

/// A logo.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogoConfig {
    /// A file in `static/`.
    #[schemars(extend("x-url" = "image"))]
    pub src: String,
    /// The file for dark mode, if that file is different.
    #[schemars(extend("x-url" = "image"))]
    pub src_dark: Option<String>,
    /// The alternative text, which is used if the navbar has no title. Default: the site's title.
    pub alt: Option<String>,
    /// The target of the logo's link. Default: the home page.
    #[schemars(extend("x-url" = "link"))]
    pub href: Option<String>,
}

/// The side of the navbar that an item appears on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Position {
    /// Next to the title.
    Left,
    /// At the opposite end of the bar.
    #[default]
    Right,
}

/// An item in the navbar. The required keys depend on `type`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NavbarItemConfig {
    /// `default` (a link, or a dropdown if it has `items`), `dropdown`, `doc`, `docSidebar`, `docsVersion`,
    /// `docsVersionDropdown`, `localeDropdown`, `search`, or `html`. Default: `default`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// `left` or `right`.
    pub position: Position,
    /// The link text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The target: a path on the site or a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-url" = "link"))]
    pub href: Option<String>,
    /// For `doc`: the document ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_id: Option<String>,
    /// For `docSidebar`: the sidebar ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sidebar_id: Option<String>,
    /// For `doc`, `docSidebar`, `docsVersion`, and `docsVersionDropdown`: the ID of a documentation set. Default:
    /// every set for `doc` and `docSidebar`, the first set for `docsVersion`, and the page's set for
    /// `docsVersionDropdown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
    /// For `html`: the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Marks the link as active on the page at this path and on every page below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_base_path: Option<String>,
    /// Marks the link as active on every page whose path matches this regular expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_base_regex: Option<String>,
    /// A CSS class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    /// The links in a dropdown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<NavbarItemConfig>,
}

/// The footer of every page.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FooterConfig {
    /// The last line, as HTML. docgen doesn't change this text, so update the year yourself.
    pub copyright: Option<String>,
    /// Columns of links.
    pub columns: Vec<FooterColumnConfig>,
}

/// A footer column.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FooterColumnConfig {
    /// The column heading.
    pub title: Option<String>,
    /// The links in the column.
    pub items: Vec<FooterItemConfig>,
}

/// A footer link.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterItemConfig {
    /// The text.
    pub label: String,
    /// The target: a path on the site or a URL.
    #[schemars(extend("x-url" = "link"))]
    pub href: String,
}

/// A redirect from a path to another URL.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RedirectConfig {
    /// The path to redirect. No page can have this path. `/old/*` redirects everything in a folder.
    pub from: String,
    /// The target: a page (`/docs/new`, `/docs/new?tab=two#part`), or a URL on another site. If the target ends with
    /// `/*`, the `*` is replaced with the part of the path that matches the `*` in `from`.
    #[schemars(extend("x-url" = "link"))]
    pub to: String,
}

/// A host or server that docgen writes files for.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Host {
    /// `_redirects` and `_headers`.
    Netlify,
    /// `_redirects` and `_headers`.
    Cloudflare,
    /// `vercel.json`.
    Vercel,
    /// `docgen.nginx.conf`, for inclusion in a `server` block.
    Nginx,
    /// `.htaccess`.
    Apache,
    /// `s3-website.json`, the website configuration of a bucket.
    S3,
}

/// Social card images.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OgConfig {
    /// Draws a social card image with the page's title for each page that doesn't set an `image`. Requires `site.url`.
    pub images: bool,
}

/// How Markdown is parsed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MarkdownConfig {
    /// Converts straight quotes, double hyphens, and three dots to typographic characters.
    pub smart_punctuation: bool,
    /// Shows LaTeX formulas in `$…$`, `$$…$$`, and `math` code blocks.
    pub math: bool,
    /// The Markdown extensions to turn on: `abbreviations` (`*[HTML]: Hyper Text Markup Language`), `highlight`
    /// (`==text==`), `keys` (`++ctrl+c++`), `subscript` (`H~2~O`), and `superscript` (`x^2^`).
    pub extensions: Vec<Extension>,
    /// Shows footnotes next to the text on wide screens.
    pub side_notes: bool,
    /// The generator whose rules determine heading IDs. If you moved a site from another generator, choose that
    /// generator so that links to headings still work.
    pub heading_ids: HeadingIds,
    /// Links requests in inline code, such as `GET /pets`, to the pages for operations in OpenAPI documents.
    pub link_requests: bool,
    /// Links from names in code to URLs. If several patterns match, docgen uses the first one.
    pub code_links: Vec<CodeLinkConfig>,
    /// Uses the first heading as a page's title even if it isn't a level-one heading at the start of the page. This
    /// isn't a setting. It's `true` only if docgen shows a folder that isn't a site.
    #[serde(skip)]
    pub loose_titles: bool,
}

/// The links to other sites that `docgen check --external` checks. In a pattern, `*` matches any text.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExternalLinksConfig {
    /// Patterns of URLs to skip.
    pub ignore: Vec<String>,
    /// Patterns of URLs to check even if they match `ignore`, or if their host is on a private network.
    pub allow: Vec<String>,
}

impl ExternalLinksConfig {
    /// Whether to check a URL. `is_private` specifies whether the URL's host is on a private network.
    pub(crate) fn includes(&self, url: &str, is_private: bool) -> bool {
        let has =
            |patterns: &[String]| patterns.iter().any(|pattern| search_index::matches_pattern(pattern, url));
        has(&self.allow) || !is_private && !has(&self.ignore)
    }
}

/// How a diagnostic is treated.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The problem is reported, and the build fails.
    Error,
    /// The problem is reported.
    Warn,
    /// The problem isn't reported.
    Off,
}

impl Config {
    /// Parses the text of `docgen.toml`. The config is always usable: invalid settings are reported, and their defaults
    /// apply, unless the report suggests a key or value. Then the config contains the suggestion.
    pub fn parse(source: &Source) -> (Config, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let schema = Self::json_schema();
        let Checked { values, mut left_out, is_partial, is_broken } =
            check::against_schema(source, &schema, &mut diagnostics);
        let read = match diagnostics.is_empty() {
            true => toml::from_str(&source.text).map_err(|error| {
                let problem = Diagnostic::new(Code::InvalidConfig, error.message().trim());
                diagnostics.push(problem.at(&source.path, error.span().unwrap_or(0..0)));
            }),
            false => serde_json::from_value(values).map_err(drop),
        };
        let mut config = read.map_or_else(
            |()| {
                left_out.everything();
                Config { is_partial: true, ..Config::default() }
            },
            |read| Config { is_partial, is_broken, ..read },
        );
        if is_broken {
            // Nothing is fetched or read from Git on the basis of settings that may be incomplete.
            config.repositories.clear();
            config.docs.iter_mut().for_each(|docs| docs.versions.retain(|version| version.git.is_none()));
        }
        if diagnostics.iter().any(|found| found.code == Code::ScriptLink) {
            // The build would leave out the URL without a message.
            config.diagnostics.insert(Code::ScriptLink.as_str().to_owned(), Level::Error);
        }
        config.normalize(source, left_out, &mut diagnostics);
        (config, diagnostics)
    }

    /// Returns the JSON Schema (draft 2020-12) of the config.
    pub fn json_schema() -> serde_json::Value {
        let mut schema = schemars::schema_for!(Config).to_value();
        schema["title"] = "docgen.toml".into();
        schema
    }

    /// Whether pages can show variables.
    pub fn has_variables(&self) -> bool {
        let mut versions = self.docs.iter().flat_map(|docs| &docs.versions);
        self.variables.is_some() || versions.any(|version| version.variables.is_some())
    }

    /// Returns the rules for turning routes into links and files.
    pub fn addressing(&self) -> Addressing {
        Addressing { base_url: self.site.base_url.as_str().into(), trailing_slash: self.site.trailing_slash }
    }

    /// Returns the hosts that images in a document's descriptions can be loaded from.
    pub fn image_hosts<'a>(&'a self, document: &'a OpenApiConfig) -> ImageHosts<'a> {
        ImageHosts { site: self.site.url.as_deref(), allowed: &document.image_hosts }
    }

    /// Returns the severity of the diagnostics with a code, or `None` if the config turns these diagnostics off.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        let level = self.diagnostics.get(code.as_str()).or_else(|| {
            let is_covered = code.default_severity() == Severity::Error && !code.is_fatal();
            self.diagnostics.get(ALL_ERRORS).filter(|_| is_covered)
        });
        match level {
            None => Some(code.default_severity()),
            Some(Level::Error) => Some(Severity::Error),
            Some(Level::Warn) => Some(Severity::Warning),
            Some(Level::Off) => None,
        }
    }

    /// Sets the base URL, with a slash at both ends.
    pub fn set_base_url(&mut self, base_url: &str) {
        let bare = base_url.trim_matches('/');
        self.site.base_url = if bare.is_empty() { "/".into() } else { format!("/{bare}/") };
    }

    /// Normalizes values and reports invalid values, except what follows from the settings that were left out.
    fn normalize(&mut self, source: &Source, left_out: LeftOut, diagnostics: &mut Vec<Diagnostic>) {
        let source = &ConfigSource::new(source).without(&left_out);
        let problems = &mut Problems { source, diagnostics, left_out, is_partial: false };
        if self.site.base_url.contains("://") {
            let hint = format!(
                "use `url = \"https://host\"` and `base_url = \"/path/\"` instead of `{}`",
                self.site.base_url
            );
            problems.report("site.base_url", "`site.base_url`: expected a path, found a URL", hint);
            self.site.base_url = "/".into();
        }
        if let Some(odd) = path::odd_in_base_url(&self.site.base_url) {
            let message =
                format!("`site.base_url`: `{odd}` isn't allowed in a path: `{}`", self.site.base_url);
            let hint = "use a percent-encoded path, such as `/docs-site/` or `/my%20docs/`";
            problems.report("site.base_url", message, hint);
            self.site.base_url = "/".into();
        }
        code_links::check(&self.markdown.code_links, problems);
        let base_url = std::mem::take(&mut self.site.base_url);
        self.set_base_url(&base_url);
        if let Some(url) = &mut self.site.url {
            let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            match host.map(|host| host.trim_end_matches('/')) {
                Some(host) if !host.is_empty() && !host.contains('/') => {
                    url.truncate(url.trim_end_matches('/').len());
                }
                _ => {
                    let hint = "use a URL such as `https://docs.example.com`; set a path in `site.base_url`";
                    problems.report(
                        "site.url",
                        format!("`site.url`: expected a scheme and host, found `{url}`"),
                        hint,
                    );
                    self.site.url = None;
                }
            }
        }
        let codes: Vec<String> = self.diagnostics.keys().cloned().collect();
        for name in codes {
            let known = Code::ALL.iter().map(|code| code.as_str()).chain([ALL_ERRORS]);
            if !known.clone().any(|code| code == name) {
                let diagnostic = Diagnostic::new(Code::InvalidConfig, format!("unknown diagnostic `{name}`"))
                    .hint_if(did_you_mean(&name, known));
                problems.diagnostics.push(diagnostic.at_key(source, &format!("diagnostics.{name}")));
                self.diagnostics.remove(&name);
            }
        }
        docs::check(self, problems);
        color::check(self, problems);
        head::check(self, problems);
        i18n::check(self, problems);
        blog::check(self, problems);
        search::check(self, problems);
        search_index::check(self, problems);
        analytics::check(self, problems);
        csp::check(self, problems);
        repositories::check(self, problems);
        self.is_partial |= problems.is_partial;
        self.left_out = std::mem::take(&mut problems.left_out);
    }
}

#[cfg(test)]
mod tests;
