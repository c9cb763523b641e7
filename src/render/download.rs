//! The formats in which readers can download an OpenAPI document.

use super::Messages;

/// The format of a download.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Download {
    /// The document as JSON.
    Json,
    /// The document as YAML.
    Yaml,
    /// A Postman collection.
    Postman,
}

impl Download {
    /// Every format.
    pub(super) const ALL: [Download; 3] = [Download::Json, Download::Yaml, Download::Postman];

    /// Returns the filename.
    pub(super) fn file(self) -> &'static str {
        match self {
            Download::Json => "openapi.json",
            Download::Yaml => "openapi.yaml",
            Download::Postman => "postman.json",
        }
    }

    /// Returns the name for readers.
    pub(super) fn label(self, messages: &Messages) -> &str {
        match self {
            Download::Json => "OpenAPI (JSON)",
            Download::Yaml => "OpenAPI (YAML)",
            Download::Postman => messages.get("api_collection"),
        }
    }
}
