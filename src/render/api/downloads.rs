//! The files that readers can download for an OpenAPI document: the document itself, and collections for API clients.

use std::collections::HashMap;

use crate::openapi::{Json, Options, TextId, bundle, collection, yaml};
use crate::path::{OutPath, RoutePath, SourcePath};
use crate::render::Renderer;
use crate::render::download::{Content, DOWNLOADS, Download};
use crate::site::SiteApi;

impl Renderer<'_> {
    /// Returns the downloads of a document, with their paths. Leaves out a download if a page has a file with this path.
    pub(in crate::render) fn downloads(&self, api: &SiteApi) -> Vec<(OutPath, &'static Download)> {
        let is_offered = |download: &&'static Download| {
            let has_requests = !api.api.operations.is_empty();
            let is_filled = !matches!(download.content, Content::Collection(_)) || has_requests;
            is_filled && api.config.download.offers(download.format)
        };
        let path = |download: &'static Download| {
            let path = OutPath::new(api.route.join(&download.file(&api.config.file)).as_str());
            let page = RoutePath::new(path.as_str().strip_suffix(".json").unwrap_or_default());
            let is_taken = self.at.chunk(&page) == path && self.site.page(&page).is_some();
            (!is_taken).then_some((path, download))
        };
        DOWNLOADS.iter().filter(is_offered).filter_map(path).collect()
    }

    /// Returns the text of a download.
    pub(in crate::render) fn download(&self, index: usize, download: &Download) -> String {
        let api = &self.site.apis[index];
        match download.content {
            Content::Document(media_type) => {
                let Some(document) = self.bundle(api) else { return String::new() };
                let is_json = media_type == "application/json";
                (if is_json { document.pretty() } else { yaml::write(&document) }) + "\n"
            }
            Content::Source => api.published.as_deref().unwrap_or_default().to_owned(),
            Content::Collection(client) => collection(&self.apis[index].views, &api.title, client),
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
