//! The formats of media types.

/// The format of a media type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Format {
    /// JSON, or a media range such as `*/*`.
    Json,
    /// One JSON value per line.
    Lines,
    /// XML.
    Xml,
    /// `application/x-www-form-urlencoded`
    Form,
    /// `multipart/*`
    Multipart,
    /// `text/event-stream`
    Events,
    /// YAML.
    Yaml,
    /// Any other text.
    Text,
    /// Binary data.
    Binary,
    /// Unknown.
    Unknown,
}

/// Returns the format of a media type.
pub(crate) fn format_of(media_type: &str) -> Format {
    let name = essence(media_type);
    let (kind, sub) = name.split_once('/').unwrap_or((&name, ""));
    match (kind, sub) {
        ("multipart", _) => Format::Multipart,
        ("image" | "audio" | "video" | "font" | "model", "*") => Format::Binary,
        (_, "x-www-form-urlencoded") => Format::Form,
        ("text", "event-stream") => Format::Events,
        (_, "jsonl" | "ndjson" | "x-ndjson" | "x-jsonlines" | "json-lines" | "json-seq") => Format::Lines,
        _ if is_json(&name) => Format::Json,
        (_, "xml") => Format::Xml,
        (_, "yaml" | "x-yaml") => Format::Yaml,
        _ if sub.ends_with("+xml") => Format::Xml,
        _ if sub.ends_with("+yaml") => Format::Yaml,
        ("text", _) | (_, "graphql" | "javascript" | "sql" | "jwt" | "toml") => Format::Text,
        ("image" | "audio" | "video" | "font" | "model", _) => Format::Binary,
        (
            _,
            "octet-stream" | "pdf" | "zip" | "gzip" | "x-gzip" | "x-tar" | "x-gtar" | "x-zip-compressed"
            | "wasm",
        ) => Format::Binary,
        _ => Format::Unknown,
    }
}

/// Whether a media type is an event stream (HTML Standard, "Server-sent events").
pub(crate) fn is_events(media_type: &str) -> bool {
    format_of(media_type) == Format::Events
}

/// Whether a media type is JSON or a range that includes JSON. `theme/src/islands/request/values.ts` does the same.
pub(crate) fn is_json(media_type: &str) -> bool {
    let name = essence(media_type);
    let sub = name.split_once('/').map_or("", |(_, sub)| sub);
    sub == "json" || sub.ends_with("+json") || matches!(&*name, "" | "*" | "*/*" | "application/*")
}

/// Returns the first media type in a list, in lowercase and without its parameters.
fn essence(media_type: &str) -> String {
    media_type.split([';', ',']).next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognized_by_their_media_types() {
        for (name, format) in [
            ("application/json", Format::Json),
            ("application/json; charset=utf-8", Format::Json),
            ("application/json ;v=1", Format::Json),
            ("Application/JSON", Format::Json),
            ("application/problem+json", Format::Json),
            ("application/vnd.a.v1+JSON; charset=utf-8", Format::Json),
            ("text/json", Format::Json),
            ("application/json, text/plain", Format::Json),
            ("*/*", Format::Json),
            ("application/*", Format::Json),
            ("", Format::Json),
            ("application/jsonl", Format::Lines),
            ("application/x-ndjson", Format::Lines),
            ("application/json-seq", Format::Lines),
            ("application/xml", Format::Xml),
            ("image/svg+xml", Format::Xml),
            ("application/x-www-form-urlencoded", Format::Form),
            ("Multipart/Form-Data", Format::Multipart),
            ("text/event-stream", Format::Events),
            ("application/yaml", Format::Yaml),
            ("text/csv", Format::Text),
            ("text/plain; format=+json", Format::Text),
            ("text/*", Format::Text),
            ("image/png", Format::Binary),
            ("image/*", Format::Binary),
            ("application/octet-stream", Format::Binary),
            ("application/vnd.custom", Format::Unknown),
            ("application/x-json", Format::Unknown),
            ("application/json-patch", Format::Unknown),
            ("json", Format::Unknown),
        ] {
            assert_eq!(format_of(name), format, "{name}");
            assert_eq!(is_json(name), format == Format::Json, "{name}");
        }
    }
}
