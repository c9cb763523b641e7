//! `[[openapi]]`: the settings of an OpenAPI document.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::path::remote_host;

/// An OpenAPI document.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenApiConfig {
    /// The document's path in the site's folder: `openapi/shop.yaml`. References to other files are relative to this
    /// file.
    pub file: String,
    /// The paths of overlays (Overlay Specification 1.0 and 1.1), which change the document before docgen reads it. They
    /// are applied in this order.
    #[serde(default)]
    pub overlays: Vec<String>,
    /// The version of the documentation that the document belongs to: the name of a folder in `content/versions`. This
    /// isn't a setting. docgen finds the older versions of a document in these folders.
    #[serde(skip)]
    pub version: Option<String>,
    /// For an older version of a document, the path of the current document.
    #[serde(skip)]
    pub current: Option<String>,
    /// The ID of the documentation set that has the same versions as the document. Default: the first set.
    pub docs: Option<String>,
    /// The ID of the document's sidebar, which must be unique among all sidebars. Default: `api`, or the filename if
    /// there are several documents.
    pub id: Option<String>,
    /// The path of the document's pages. Default: `/api`, or `/api/<id>` if there are several documents.
    pub route: Option<String>,
    /// The title on the first page and in the navigation. Default: the document's title.
    pub title: Option<String>,
    /// The layout: `pages` for a page for each operation, tag, and schema, or `single_page` for one page with everything.
    #[serde(default)]
    pub layout: ApiLayout,
    /// The schemas that have their own page: `needed` for schemas that are too long to show in full on other pages, or
    /// `all` for every named schema.
    #[serde(default)]
    pub schema_pages: SchemaPages,
    /// Lets readers send requests from the page.
    #[serde(default = "super::yes")]
    pub console: bool,
    /// The languages of the code samples, in the order of the tabs. Default: all languages.
    #[serde(default)]
    pub sample_languages: Vec<SampleConfig>,
    /// The servers that requests are sent to, such as one for each environment. They replace the document's servers.
    #[serde(default)]
    pub servers: Vec<ServerConfig>,
    /// Default values of the variables in the URLs of servers, by name.
    #[serde(default)]
    pub variables: BTreeMap<String, DefaultValue>,
    /// Default values of parameters, by name or by location and name: `limit` or `query:limit`. The form and the samples
    /// start with these values.
    #[serde(default)]
    pub parameters: BTreeMap<String, DefaultValue>,
    /// Whether readers can download the document and collections for API clients, or the list of downloads.
    #[serde(default)]
    pub download: DownloadConfig,
    /// The URL of a proxy that requests are sent through. Readers can see this URL. By default, requests go directly to
    /// the server.
    #[schemars(extend("x-url" = "link"))]
    pub proxy: Option<String>,
    /// In descriptions, the base URL for links that don't match anything on the site: `https://example.com`.
    #[schemars(extend("x-url" = "link"))]
    pub link_base: Option<String>,
    /// The hosts that images in descriptions can be loaded from, such as `cdn.example.com`, or `*` for any host. Images
    /// from other hosts become links so that readers' browsers contact only hosts that you allow.
    #[serde(default)]
    pub image_hosts: Vec<String>,
    /// The pattern of the Git tags that contain older versions of the document, such as `v*`. The reference then shows in
    /// which version each part was added, changed, or deprecated.
    pub history: Option<String>,
    /// The extensions to publish, such as `x-audience`. Other extensions aren't published.
    #[serde(default)]
    pub extensions: Vec<String>,
    /// The audiences that the reference is for, such as `partner`. Parts of the document whose `x-audience` names only other
    /// audiences are left out. Default: all parts are shown.
    #[serde(default)]
    pub audience: Vec<String>,
}

impl OpenApiConfig {
    /// Returns the default settings of a document.
    pub fn of(file: &str) -> Self {
        OpenApiConfig { file: file.into(), console: true, ..OpenApiConfig::default() }
    }

    /// Returns the path of the current version of the document. All versions of a document have the same path.
    pub fn current_file(&self) -> &str {
        self.current.as_deref().unwrap_or(&self.file)
    }

    /// Returns the settings of an older version of the document.
    pub fn in_version(&self, version: &str) -> Self {
        OpenApiConfig {
            file: format!("content/versions/{version}/{}", self.file),
            version: Some(version.to_owned()),
            current: Some(self.file.clone()),
            overlays: self.overlays.iter().map(|path| format!("content/versions/{version}/{path}")).collect(),
            history: None,
            ..self.clone()
        }
    }
}

/// A server that requests are sent to.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// The URL, with `{name}` in place of each variable.
    #[schemars(extend("x-url" = "link"))]
    pub url: String,
    /// The label for readers, such as `Staging`.
    pub label: Option<String>,
}

/// A default value, as a reader would enter it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DefaultValue {
    /// A boolean.
    Flag(bool),
    /// An integer.
    Integer(i64),
    /// A number.
    Number(f64),
    /// Text. Lists and objects are JSON.
    Text(String),
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefaultValue::Flag(value) => write!(out, "{value}"),
            DefaultValue::Integer(value) => write!(out, "{value}"),
            DefaultValue::Number(value) => write!(out, "{value}"),
            DefaultValue::Text(value) => out.write_str(value),
        }
    }
}

/// The files that readers can download.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DownloadConfig {
    /// All files except the source, or none.
    Switch(bool),
    /// These files.
    Only(Vec<DownloadFormat>),
}

impl Default for DownloadConfig {
    fn default() -> Self {
        DownloadConfig::Switch(true)
    }
}

impl DownloadConfig {
    /// Whether readers can download a file.
    pub fn offers(&self, format: DownloadFormat) -> bool {
        match self {
            DownloadConfig::Switch(all) => *all && format != DownloadFormat::Source,
            DownloadConfig::Only(formats) => formats.contains(&format),
        }
    }
}

/// A file that readers can download.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DownloadFormat {
    /// The document in one file, as JSON.
    Json,
    /// The document in one file, as YAML.
    Yaml,
    /// The document's file, unchanged.
    Source,
    /// A collection for Postman.
    Postman,
    /// A collection for Bruno, in the OpenCollection format.
    Bruno,
    /// A collection for Insomnia.
    Insomnia,
    /// A collection for Hoppscotch.
    Hoppscotch,
}

/// An entry in the list of languages: a language, or a table.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SampleConfig {
    /// The language.
    Language(SampleLanguage),
    /// A language with its own label.
    Table(SampleTableConfig),
}

/// A language of code samples with its own label.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SampleTableConfig {
    /// The language.
    pub language: SampleLanguage,
    /// The label of the tab.
    pub label: String,
}

/// A language of code samples. `theme/src/islands/request/samples/languages.ts` has the same list.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SampleLanguage {
    Curl,
    Nodejs,
    Python,
    Go,
    Csharp,
    Ruby,
    Php,
    Java,
    Powershell,
    Dart,
    Javascript,
    C,
    #[serde(rename = "objective-c")]
    ObjectiveC,
    Ocaml,
    R,
    Swift,
    Kotlin,
    Rust,
}

/// The hosts that a page can load images from.
#[derive(Clone, Copy, Default)]
pub struct ImageHosts<'a> {
    /// The URL of the published site.
    pub(super) site: Option<&'a str>,
    pub(super) allowed: &'a [String],
}

impl ImageHosts<'_> {
    /// Whether images can be loaded from any host.
    pub fn any(&self) -> bool {
        self.allowed.iter().any(|host| host == "*")
    }

    /// Whether a page can load the image at a URL.
    pub fn load(&self, url: &str) -> bool {
        let Some(wanted) = remote_host(url) else { return true };
        let is_host = |host: &str| remote_host(host).unwrap_or_else(|| host.to_lowercase()) == wanted;
        self.any() || self.site.is_some_and(is_host) || self.allowed.iter().any(|host| is_host(host))
    }
}

/// The layout of a reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiLayout {
    /// A page for each operation, tag, and schema.
    #[default]
    Pages,
    /// One page with everything.
    SinglePage,
}

/// The schemas that have their own page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SchemaPages {
    /// The schemas that are too long to show in full on other pages.
    #[default]
    Needed,
    /// All named schemas.
    All,
}
