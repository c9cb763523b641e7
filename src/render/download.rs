//! The formats in which readers can download an OpenAPI document.

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

    /// Returns the name for readers, or the key of the UI string that contains the name.
    pub(super) fn label(self) -> Result<&'static str, &'static str> {
        match self {
            Download::Json => Ok("OpenAPI (JSON)"),
            Download::Yaml => Ok("OpenAPI (YAML)"),
            Download::Postman => Err("api_collection"),
        }
    }
}
