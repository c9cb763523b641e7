//! `[[openapi]]`: the settings of an OpenAPI document.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::path::remote_host;

/// An OpenAPI document.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
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
    #[serde(default = "super::yes")]
    pub console: bool,
    /// The address of a proxy that requests go through, which is then named to the reader. Left out: they go to the
    /// server itself.
    #[schemars(extend("x-url" = "link"))]
    pub proxy: Option<String>,
    /// Where the links of descriptions that are no address of this site lead: `https://example.com`.
    #[schemars(extend("x-url" = "link"))]
    pub link_base: Option<String>,
    /// The hosts that images in descriptions are loaded from, like `cdn.example.com`; `*` for any. An image of another
    /// host is a link, so that readers ask nobody that the site didn't choose.
    #[serde(default)]
    pub image_hosts: Vec<String>,
    /// The names of extensions that are published as they are, such as `x-audience`; others are private.
    #[serde(default)]
    pub extensions: Vec<String>,
}

impl OpenApiConfig {
    /// The settings of a document that nothing is said about.
    pub fn of(file: &str) -> Self {
        OpenApiConfig { file: file.into(), console: true, ..OpenApiConfig::default() }
    }
}

/// The hosts that a page may load images from.
#[derive(Clone, Copy, Default)]
pub struct ImageHosts<'a> {
    /// Where the site is published.
    pub(super) site: Option<&'a str>,
    pub(super) allowed: &'a [String],
}

impl ImageHosts<'_> {
    /// Whether images of any host are loaded.
    pub fn any(&self) -> bool {
        self.allowed.iter().any(|host| host == "*")
    }

    /// Whether an image is loaded with the page.
    pub fn load(&self, url: &str) -> bool {
        let Some(wanted) = remote_host(url) else { return true };
        let is_host = |host: &str| remote_host(host).unwrap_or_else(|| host.to_lowercase()) == wanted;
        self.any() || self.site.is_some_and(is_host) || self.allowed.iter().any(|host| is_host(host))
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
