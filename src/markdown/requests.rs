//! Finds HTTP requests in code: curl, HTTPie, and Wget commands, `fetch` calls, raw HTTP, and inline code such as
//! `GET /pets`.
//!
//! Returns each request as written. This module doesn't know which APIs exist: `site` matches the requests against the
//! site's OpenAPI documents.

mod command;
mod fetch;
mod raw;
#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::document::Request;

/// The request methods of RFC 9110, section 9.3, and `PATCH` (RFC 5789).
const METHODS: [&str; 8] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];

/// The languages of code blocks that contain shell commands.
const SHELLS: [&str; 10] =
    ["bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "shellsession", "terminal", "curl"];
/// The languages of code blocks that contain JavaScript.
const SCRIPTS: [&str; 8] = ["js", "javascript", "mjs", "ts", "typescript", "jsx", "tsx", "mts"];

/// Returns the requests in a code block.
pub(super) fn in_block(language: &str, code: &str) -> Vec<Request> {
    match language.to_ascii_lowercase().as_str() {
        "http" => raw::requests(code, true),
        "" | "text" => raw::requests(code, false).into_iter().chain(command::requests(code)).collect(),
        shell if SHELLS.contains(&shell) => command::requests(code),
        script if SCRIPTS.contains(&script) => fetch::requests(code),
        _ => Vec::new(),
    }
}

/// Returns the request in inline code: `GET /pets` or `GET https://api.example.com/pets`.
pub(super) fn inline(code: &str) -> Option<Request> {
    let (method, url) = code.trim().split_once(' ')?;
    let url = url.trim();
    let is_url = url.starts_with('/') || url.contains("://");
    let is_request = METHODS.contains(&method) && is_url && !url.contains([' ', '\n']);
    is_request.then(|| Request { method: method.to_owned(), url: url.to_owned(), ..Request::default() })
}

/// Returns the requests in text, such as `GET /pets`, with their ranges. Punctuation can follow a path.
pub(super) fn in_text(text: &str) -> Vec<(Range<usize>, Request)> {
    let mut found = Vec::new();
    for (space, _) in text.match_indices(" /") {
        let head = &text[..space];
        let method = &head[head.rfind(|c: char| !c.is_ascii_uppercase()).map_or(0, |at| at + 1)..];
        let path = text[space + 1..].split_whitespace().next().unwrap_or_default();
        let path = path.trim_end_matches(|c: char| ".,;:!?)\"'”’…".contains(c));
        let is_apart =
            !head[..head.len() - method.len()].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if path.len() > 1 && is_apart && METHODS.contains(&method) {
            let request = Request { method: method.to_owned(), url: path.to_owned(), ..Request::default() };
            found.push((space - method.len()..space + 1 + path.len(), request));
        }
    }
    found
}

/// Returns the names of the fields in a body: the keys of a JSON object, or the names in a form. If placeholders make a
/// body invalid JSON, it has no known fields.
fn field_names(body: &str) -> Vec<String> {
    let body = body.trim();
    if body.starts_with('{') {
        let object = serde_json::from_str::<Map<String, Json>>(body).unwrap_or_default();
        return object.into_iter().map(|(name, _)| name).collect();
    }
    if body.starts_with(['@', '<', '[', '"', '$']) || body.contains(['\n', ' ']) {
        return Vec::new();
    }
    body.split('&').filter_map(|pair| Some(pair.split_once('=')?.0.to_owned())).collect()
}
