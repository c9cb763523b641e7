//! Content types by file extension, for the files that browsers use on a documentation site.

/// Returns the content type of an output file.
pub(super) fn content_type(path: &str) -> &'static str {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "md" => "text/markdown; charset=utf-8",
        "txt" | "log" | "toml" | "ini" | "sh" | "yaml" | "yml" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "xml" | "xsl" => "application/xml; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "apng" => "image/apng",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "bmp" => "image/bmp",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "pdf" => "application/pdf",
        "wasm" => "application/wasm",
        "zip" => "application/zip",
        "gz" | "tgz" => "application/gzip",
        "mp4" | "m4v" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "ogg" | "oga" => "audio/ogg",
        "vtt" => "text/vtt; charset=utf-8",
        // A file without a dot in its name is usually a text file (`LICENSE`, `CNAME`).
        "" if !name.contains('.') => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
