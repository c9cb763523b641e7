//! `[[openapi]]`: the settings of an OpenAPI document.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::path::remote_host;

/// An OpenAPI document.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenApiConfig {
    /// The document, a file of the site: `openapi/shop.yaml`. References to other files are relative to it.
    pub file: String,
    /// The ID of the document's sidebar, unique among sidebars. Default: `api`, or the file name if there are several documents.
    pub id: Option<String>,
    /// The path of the document's pages. Default: `/api`, or `/api/<id>` if there are several documents.
    pub route: Option<String>,
    /// The title on the first page and in the navigation. Default: the document's title.
    pub title: Option<String>,
    /// The schemas that have their own page: `needed` for schemas that are too long to show in full on a page that uses
    /// them, or `all`.
    #[serde(default)]
    pub schema_pages: SchemaPages,
    /// Lets readers send requests from the page.
    #[serde(default = "super::yes")]
    pub console: bool,
    /// The URL of a proxy to send requests through, which is shown to readers. Default: requests go directly to the
    /// server.
    #[schemars(extend("x-url" = "link"))]
    pub proxy: Option<String>,
    /// The base URL for links in descriptions that don't match anything on the site: `https://example.com`.
    #[schemars(extend("x-url" = "link"))]
    pub link_base: Option<String>,
    /// The hosts that images in descriptions may be loaded from, such as `cdn.example.com`; `*` for any. Other images
    /// become links, so that readers' browsers contact only hosts that the site chose.
    #[serde(default)]
    pub image_hosts: Vec<String>,
    /// The extensions to publish, such as `x-audience`. Other extensions are private.
    #[serde(default)]
    pub extensions: Vec<String>,
}

impl OpenApiConfig {
    /// Returns the default settings of a document.
    pub fn of(file: &str) -> Self {
        OpenApiConfig { file: file.into(), console: true, ..OpenApiConfig::default() }
    }
}

/// The hosts from which a page can load images.
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

    /// Whether an image can be loaded with the page.
    pub fn load(&self, url: &str) -> bool {
        let Some(wanted) = remote_host(url) else { return true };
        let is_host = |host: &str| remote_host(host).unwrap_or_else(|| host.to_lowercase()) == wanted;
        self.any() || self.site.is_some_and(is_host) || self.allowed.iter().any(|host| is_host(host))
    }
}

/// The schemas that have their own page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SchemaPages {
    /// The schemas that are too long to show in full on a page that uses them.
    #[default]
    Needed,
    /// All named schemas.
    All,
}
