//! The files that readers can download for an OpenAPI document: the document itself, and a collection for API clients.

use std::collections::HashMap;

use crate::openapi::{Json, Options, TextId, bundle, collection, yaml};
use crate::path::{OutPath, RoutePath, SourcePath};
use crate::render::Renderer;
use crate::render::download::Download;
use crate::site::SiteApi;

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
        match download {
            Download::Json => self.bundle(api).map_or_else(String::new, |document| document.pretty() + "\n"),
            Download::Yaml => {
                self.bundle(api).map_or_else(String::new, |document| yaml::write(&document) + "\n")
            }
            Download::Postman => {
                let collection = collection(&self.apis[index].views, &api.title);
                serde_json::to_string_pretty(&collection).unwrap_or_default() + "\n"
            }
        }
    }

    /// Returns a document in one file. Its descriptions have absolute links, because links on the site can be relative to
    /// the source file.
    fn bundle(&self, api: &SiteApi) -> Option<Json> {
        let texts = (0..).map(TextId).zip(&api.api.texts);
        let linked =
            texts.filter(|(_, text)| !text.document.links.is_empty() || !text.document.images.is_empty());
        let linked: HashMap<&str, TextId> = linked.map(|(id, text)| (&*text.source, id)).collect();
        let described = |text: &str| Some(self.api_text(api, 0, *linked.get(text)?));
        let root = SourcePath::new(&api.config.file);
        let (extensions, audience) = (&api.config.extensions, &api.config.audience);
        let options = Options { extensions, audience, ..Options::default() };
        bundle(&api.api, &root, &api.files, &options, &described)
    }
}
