//! The files in which readers can download an OpenAPI document and its requests.

use super::Messages;
use crate::config::DownloadFormat;
use crate::openapi::Client;

/// A file that readers can download.
#[derive(Debug)]
pub(super) struct Download {
    /// The format, as in the config.
    pub format: DownloadFormat,
    /// The filename. The source has the extension of the document's file.
    file: &'static str,
    /// What the file contains.
    pub content: Content,
}

/// What a download contains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Content {
    /// The document, with the media type of the file.
    Document(&'static str),
    /// The document's own file.
    Source,
    /// A collection of requests for an API client.
    Collection(Client),
}

/// All downloads, in the order of their links.
pub(super) const DOWNLOADS: [Download; 7] = [
    row(DownloadFormat::Json, "openapi.json", Content::Document("application/json")),
    row(DownloadFormat::Yaml, "openapi.yaml", Content::Document("application/yaml")),
    row(DownloadFormat::Source, "source", Content::Source),
    row(DownloadFormat::Postman, "postman.json", Content::Collection(Client::Postman)),
    row(DownloadFormat::Bruno, "bruno.yaml", Content::Collection(Client::Bruno)),
    row(DownloadFormat::Insomnia, "insomnia.yaml", Content::Collection(Client::Insomnia)),
    row(DownloadFormat::Hoppscotch, "hoppscotch.json", Content::Collection(Client::Hoppscotch)),
];

const fn row(format: DownloadFormat, file: &'static str, content: Content) -> Download {
    Download { format, file, content }
}

impl Download {
    /// Returns the filename. `source` is the path of the document's own file.
    pub(super) fn file(&self, source: &str) -> String {
        match (self.content, source.rsplit_once('.')) {
            (Content::Source, Some((_, extension))) => format!("{}.{extension}", self.file),
            _ => self.file.to_owned(),
        }
    }

    /// Returns the name for readers.
    pub(super) fn label(&self, messages: &Messages) -> String {
        match self.content {
            Content::Collection(client) => messages.fill("api_collection", &[("client", client.name())]),
            Content::Source => messages.get("api_source").to_owned(),
            Content::Document("application/json") => "OpenAPI (JSON)".to_owned(),
            Content::Document(_) => "OpenAPI (YAML)".to_owned(),
        }
    }
}
