//! The config: everything a writer can set in `docgen.toml`, with every default in one place.
//!
//! Takes the text of the file and gives a [`Config`] plus diagnostics. Unknown keys and values of the wrong type are
//! all reported in one run, each with its place, by checking the text against the JSON Schema of [`Config`], which
//! `docgen schema` prints. What a value *means* (does the document exist, is the item complete) is checked where it
//! is used, in `site`.

mod check;
pub(crate) use check::navbar_item;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic, Severity};
use crate::path::Addressing;
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
    /// OpenAPI documents, each a reference with one page per operation. Left out: every document in the folder
    /// `openapi`.
    pub openapi: Vec<OpenApiConfig>,
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
    pub url: Option<String>,
    /// The path the site is published under, with a slash at both ends.
    pub base_url: String,
    /// `true`: a page's address ends in a slash and its file is `page/index.html`; `false`: the file is `page.html`.
    pub trailing_slash: bool,
    /// The accent colour: any CSS colour. Tints, hover and dark variants are derived from it.
    pub accent: Option<String>,
    /// The icon of the site, a file of `static/`.
    pub favicon: Option<String>,
    /// The picture of social cards, a file of `static/` or an address.
    pub image: Option<String>,
    /// Shows a banner when the scripts of the site did not load because `base_url` is wrong.
    pub base_url_issue_banner: bool,
    /// Keeps search engines away from the whole site.
    pub no_index: bool,
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
        }
    }
}

/// One of the two colour modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogoConfig {
    /// A file of `static/`.
    pub src: String,
    /// The file for the dark mode, when it is another.
    pub src_dark: Option<String>,
    /// What the picture says, for those who cannot see it; needed when the navbar has no title.
    pub alt: Option<String>,
    /// Where it leads; the start page when left out.
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
    pub href: String,
}

/// The documentation in `content/docs`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DocsConfig {
    /// The path of the documentation: `/docs`. `/` makes it the whole site.
    pub route: String,
    /// The document that the bare route leads to.
    pub main: Option<String>,
    /// Sidebars by id. Left out: one sidebar, `docs`, made from the folders.
    pub sidebars: Option<BTreeMap<String, Vec<SidebarItemConfig>>>,
    /// Whether categories can be collapsed.
    pub sidebar_collapsible: bool,
    /// Whether categories start collapsed.
    pub sidebar_collapsed: bool,
    /// Keeps one category open at a time.
    pub auto_collapse_categories: bool,
    /// Shows where a page is above its title.
    pub breadcrumbs: bool,
    /// The address of the content's repository; the path of the file is added, or put in place of `{path}`.
    pub edit_url: Option<String>,
    /// Shows when each page was last changed, from git.
    pub show_last_update_time: bool,
    /// Shows who changed each page last, from git.
    pub show_last_update_author: bool,
    /// The highest heading in the table of contents.
    #[schemars(range(min = 2, max = 6))]
    pub toc_min_heading_level: u8,
    /// The lowest heading in the table of contents.
    #[schemars(range(min = 2, max = 6))]
    pub toc_max_heading_level: u8,
    /// Reads `01-` at the start of a file's name as its place, not as part of its name.
    pub number_prefixes: bool,
    /// The version that has no version in its addresses. Left out: the first of `versions` that is not
    /// `current`, or `current` when it is alone.
    pub last_version: Option<String>,
    /// Settings of versions, newest first; each is a folder of `content/versions`, except `current`, which is
    /// `content/docs`.
    pub versions: Vec<VersionConfig>,
}

impl Default for DocsConfig {
    fn default() -> Self {
        DocsConfig {
            route: "/docs".into(),
            main: None,
            sidebars: None,
            sidebar_collapsible: true,
            sidebar_collapsed: true,
            auto_collapse_categories: false,
            breadcrumbs: true,
            edit_url: None,
            show_last_update_time: false,
            show_last_update_author: false,
            toc_min_heading_level: 2,
            toc_max_heading_level: 5,
            number_prefixes: true,
            last_version: None,
            versions: Vec::new(),
        }
    }
}

/// A version of the documentation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VersionConfig {
    /// The name of its folder in `content/versions`, or `current`.
    pub name: String,
    /// What readers see; the name when left out, `Next` for `current`.
    pub label: Option<String>,
    /// The segment in its addresses; the name when left out, `next` for `current`, none for the last version.
    pub path: Option<String>,
    /// What its pages say about it. Left out: `unreleased` before the last version, `unmaintained` after it.
    pub banner: Option<VersionBanner>,
}

/// What the pages of a version say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VersionBanner {
    /// Nothing.
    None,
    /// That it is not released.
    Unreleased,
    /// That it is no longer maintained.
    Unmaintained,
}

/// An OpenAPI document.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenApiConfig {
    /// The document, a file of the site: `openapi/shop.yaml`. Files it refers to are found from there.
    pub file: String,
    /// The name of its sidebar, unique among the sidebars. Left out: `api`, or the file's name where there are several.
    pub id: Option<String>,
    /// The path of its pages. Left out: `/api`, or `/api/<id>` where there are several.
    pub route: Option<String>,
    /// What the first page and the navigation call it; the document's own title when left out.
    pub title: Option<String>,
    /// Which schemas have a page of their own: `needed` where a page was too long to show one whole, or `all`.
    #[serde(default)]
    pub schema_pages: SchemaPages,
    /// Offers to send requests from the page.
    #[serde(default = "yes")]
    pub console: bool,
    /// The address of a proxy that requests go through, which is then named to the reader. Left out: they go to the
    /// server itself.
    pub proxy: Option<String>,
    /// Where the links of descriptions that are no address of this site lead: `https://example.com`.
    pub link_base: Option<String>,
}

impl OpenApiConfig {
    /// The settings of a document that nothing is said about.
    pub fn of(file: &str) -> Self {
        OpenApiConfig {
            file: file.into(),
            id: None,
            route: None,
            title: None,
            schema_pages: SchemaPages::default(),
            console: true,
            proxy: None,
            link_base: None,
        }
    }
}

/// Which schemas have a page of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SchemaPages {
    /// Those that some page was too long to show whole.
    #[default]
    Needed,
    /// All that have a name.
    All,
}

/// An item of a sidebar: the id of a document, or a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SidebarItemConfig {
    /// The id of a document.
    Doc(String),
    /// Anything else.
    Table(Box<SidebarTableConfig>),
}

/// An item of a sidebar that says more than the id of a document. It has one of `doc`, `category`, `href`,
/// `autogenerated` and `html`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SidebarTableConfig {
    /// The id of a document.
    pub doc: Option<String>,
    /// The label of a category.
    pub category: Option<String>,
    /// An address of another site, or a path of this one.
    pub href: Option<String>,
    /// The folder below the documentation that the items are made from, `.` for all of it.
    pub autogenerated: Option<String>,
    /// Raw HTML.
    pub html: Option<String>,
    /// The words shown; those of the page when left out.
    pub label: Option<String>,
    /// What a category holds.
    pub items: Vec<SidebarItemConfig>,
    /// The id of the document a category leads to; `generated` makes a page that lists its items.
    pub link: Option<String>,
    /// The description of a generated page.
    pub description: Option<String>,
    /// Whether a category starts collapsed.
    pub collapsed: Option<bool>,
    /// Whether a category can be collapsed.
    pub collapsible: Option<bool>,
    /// A class of your own.
    pub class_name: Option<String>,
}

/// Languages of the site.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct I18nConfig {
    /// The language that has no language in its addresses; its content is in `content/docs` and `content/pages`.
    pub default_locale: String,
    /// The languages, in the order of the dropdown. A further one's content is in `content/i18n/<code>`; pages it
    /// lacks are shown in the default language.
    pub locales: Vec<LocaleConfig>,
}

impl Default for I18nConfig {
    fn default() -> Self {
        I18nConfig { default_locale: "en".into(), locales: Vec::new() }
    }
}

/// A language of the site.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocaleConfig {
    /// Its code, which is also the first segment of its addresses: `fr`.
    pub code: String,
    /// What readers see: `Français`. The code when left out.
    pub label: Option<String>,
    /// The `lang` of its pages (BCP 47): `fr-FR`. The code when left out.
    pub lang: Option<String>,
    /// The direction of its text.
    #[serde(default)]
    pub direction: Direction,
}

/// The direction of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Left to right.
    #[default]
    Ltr,
    /// Right to left.
    Rtl,
}

/// How Markdown is read.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MarkdownConfig {
    /// Makes straight quotes, double hyphens and three dots typographic.
    pub smart_punctuation: bool,
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
    pub host: String,
}

fn container_host() -> String {
    "https://www.googletagmanager.com".into()
}

/// What becomes of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
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
        let mut report = |needle: &str, diagnostic: Diagnostic| {
            diagnostics.push(match source.text.find(needle) {
                Some(at) => diagnostic.at(&source.path, at..at + needle.len()),
                None => diagnostic.in_file(&source.path),
            });
        };
        if self.site.base_url.contains("://") {
            let diagnostic = Diagnostic::new(Code::InvalidConfig, "`base_url` is a path, not an address")
                .hint(format!(
                    "write `url = \"https://host\"` and `base_url = \"/path/\"` in place of `{}`",
                    self.site.base_url
                ));
            report("base_url", diagnostic);
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
                    report("url", diagnostic);
                    self.site.url = None;
                }
            }
        }
        let codes: Vec<String> = self.diagnostics.keys().cloned().collect();
        for name in codes {
            let known = Code::ALL.iter().map(|code| code.as_str());
            if !known.clone().any(|code| code == name) {
                let hint = crate::diag::nearest(&name, known).map(|near| format!("did you mean `{near}`?"));
                report(
                    &name,
                    Diagnostic::new(Code::InvalidConfig, format!("there is no diagnostic `{name}`"))
                        .hint_if(hint),
                );
                self.diagnostics.remove(&name);
            }
        }
        if self.docs.toc_min_heading_level > self.docs.toc_max_heading_level {
            report(
                "toc_min_heading_level",
                Diagnostic::new(
                    Code::InvalidConfig,
                    "`toc_min_heading_level` is greater than `toc_max_heading_level`",
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests;
