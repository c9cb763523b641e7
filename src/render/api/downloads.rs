//! The files that readers can download for an OpenAPI document: the document itself, and a collection for API clients.

use crate::openapi::{bundle, collection, yaml};
use crate::path::{OutPath, RoutePath, SourcePath};
use crate::render::Renderer;
use crate::site::SiteApi;

/// The format of a download.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) enum Download {
    /// The document as JSON.
    Json,
    /// The document as YAML.
    Yaml,
    /// A Postman collection.
    Postman,
}

impl Download {
    /// Every format.
    const ALL: [Download; 3] = [Download::Json, Download::Yaml, Download::Postman];

    /// Returns the filename.
    fn file(self) -> &'static str {
        match self {
            Download::Json => "openapi.json",
            Download::Yaml => "openapi.yaml",
            Download::Postman => "postman.json",
        }
    }

    /// Returns the name for readers, or the key of the UI string that contains the name.
    pub(super) fn label(self) -> Result<&'static str, &'static str> {
        match self {
            Download::Json => Ok("OpenAPI (JSON)"),
            Download::Yaml => Ok("OpenAPI (YAML)"),
            Download::Postman => Err("api_collection"),
        }
    }
}

impl Renderer<'_> {
    /// Returns the downloads of a document, with their paths. Leaves out a download if a page has a file with this path.
    pub(in crate::render) fn downloads(&self, api: &SiteApi) -> Vec<(OutPath, Download)> {
        let is_offered = |download: &Download| {
            api.config.download && (*download != Download::Postman || !api.api.operations.is_empty())
        };
        let path = |download: Download| {
            let path = OutPath::new(api.route.join(download.file()).as_str());
            let page = RoutePath::new(path.as_str().strip_suffix(".json").unwrap_or_default());
            let is_taken = self.at.chunk(&page) == path && self.site.page(&page).is_some();
            (!is_taken).then_some((path, download))
        };
        Download::ALL.into_iter().filter(is_offered).filter_map(path).collect()
    }

    /// Returns the text of a download.
    pub(in crate::render) fn download(&self, index: usize, download: Download) -> String {
        let api = &self.site.apis[index];
        let bundle = || bundle(&SourcePath::new(&api.config.file), &api.files, &api.config.extensions);
        match download {
            Download::Json => bundle().map_or_else(String::new, |document| document.pretty() + "\n"),
            Download::Yaml => bundle().map_or_else(String::new, |document| yaml::write(&document) + "\n"),
            Download::Postman => {
                let collection = collection(&self.apis[index].views, &api.title);
                serde_json::to_string_pretty(&collection).unwrap_or_default() + "\n"
            }
        }
    }
}
