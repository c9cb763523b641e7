//! Finds HTTP requests in code: curl, HTTPie, and Wget commands, `fetch` calls, raw HTTP, and inline code such as
//! `GET /pets`.
//!
//! Returns each request as written, with the locations of its URL and its names in the code. This module doesn't know
//! which APIs exist: `site` matches the requests against the site's OpenAPI documents.

mod command;
mod content;
mod fetch;
mod raw;
mod shell;
#[cfg(test)]
mod tests;

use std::ops::Range;

use shell::Shell;

use super::document::Request;
use super::highlight;
use crate::diag::Span;

/// The request methods of RFC 9110, section 9.3, and `PATCH` (RFC 5789).
const METHODS: [&str; 8] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];

/// The languages of code blocks that contain shell commands.
const SHELLS: [&str; 10] =
    ["bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "shellsession", "terminal", "curl"];
/// The languages of code blocks that contain commands for Windows, each with the character that continues a line.
const WINDOWS: [(&str, &str); 8] = [
    ("powershell", "`"),
    ("pwsh", "`"),
    ("ps1", "`"),
    ("ps", "`"),
    ("bat", "^"),
    ("batch", "^"),
    ("cmd", "^"),
    ("dos", "^"),
];
/// The languages of code blocks that contain JavaScript.
const SCRIPTS: [&str; 8] = ["js", "javascript", "mjs", "ts", "typescript", "jsx", "tsx", "mts"];

/// Returns the requests in a code block.
pub(super) fn in_block(language: &str, code: &str) -> Vec<Request> {
    match language.to_ascii_lowercase().as_str() {
        "http" => raw::requests(code, true),
        "" | "text" => {
            raw::requests(code, false).into_iter().chain(command::requests(code, Shell::Posix)).collect()
        }
        shell if SHELLS.contains(&shell) => {
            command::requests(&highlight::commands(shell, code), Shell::Posix)
        }
        script if SCRIPTS.contains(&script) => fetch::requests(code),
        other => match WINDOWS.iter().find(|(name, _)| *name == other) {
            Some((_, sign)) => {
                let commands = highlight::commands(other, code);
                let commands = commands.replace(&format!("{sign}\r\n"), "\\\r\n");
                command::requests(&commands.replace(&format!("{sign}\n"), "\\\n"), Shell::Windows)
            }
            None => Vec::new(),
        },
    }
}

/// Returns the request in inline code: `GET /pets` or `GET https://api.example.com/pets`.
pub(super) fn inline(code: &str) -> Option<Request> {
    let (method, url) = code.trim().split_once(' ')?;
    let url = without_options(url.trim().trim_end_matches([';', ',', '.']));
    let is_url = url.starts_with('/') || url.contains("://");
    let is_request = METHODS.contains(&method) && is_url && !url.contains([' ', '\n']);
    is_request.then(|| Request {
        method: method.to_owned(),
        url: without_empty_values(url),
        span: span_of(code, url),
        ..Request::default()
    })
}

/// Returns the requests in text, such as `GET /pets`, with their ranges. Punctuation can follow a path.
pub(super) fn in_text(text: &str) -> Vec<(Range<usize>, Request)> {
    let mut found = Vec::new();
    for (space, _) in text.match_indices(" /") {
        let head = &text[..space];
        let method = &head[head.trim_end_matches(|c: char| c.is_ascii_uppercase()).len()..];
        let ends = |c: char| c.is_whitespace() || c == '`';
        let path = text[space + 1..].split(ends).next().unwrap_or_default();
        let path = without_options(path.trim_end_matches(|c: char| ".,;:!?)\"'”’…".contains(c)));
        let is_apart =
            !head[..head.len() - method.len()].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if path.len() > 1 && is_apart && METHODS.contains(&method) {
            let request =
                Request { method: method.to_owned(), url: without_empty_values(path), ..Request::default() };
            found.push((space - method.len()..space + 1 + path.len(), request));
        }
    }
    found
}

/// Returns a URL without the optional parts that some notations put in brackets, as in `/pets[?limit=n]`.
fn without_options(url: &str) -> &str {
    let optional = ["[?", "[&", "[/"].into_iter().filter_map(|start| url.find(start)).min();
    optional.filter(|_| url.ends_with(']')).map_or(url, |at| &url[..at])
}

/// Returns a URL without the equals signs of parameters that have no value. Text can name a parameter this way.
fn without_empty_values(url: &str) -> String {
    match url.split_once('?') {
        Some((path, query)) => {
            let names = query.split('&').map(|pair| pair.strip_suffix('=').unwrap_or(pair));
            format!("{path}?{}", names.collect::<Vec<_>>().join("&"))
        }
        None => url.to_owned(),
    }
}

/// Returns the location of a part of the code. If the part isn't a slice of the code, the location is empty.
fn span_of(code: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).wrapping_sub(code.as_ptr() as usize);
    let is_part = start <= code.len() && part.len() <= code.len() - start;
    if is_part { Span::from(start..start + part.len()) } else { Span::default() }
}

/// Returns the range of a part of the code in the block that contains the code. The lines of the block can have an
/// indent, and the first line can be a fence.
pub(super) fn place_of(block: &str, code: &str, part: Range<usize>) -> Option<Range<usize>> {
    let before = code.get(..part.start).filter(|_| !part.is_empty())?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = code[start..].lines().next()?;
    let index = before.matches('\n').count();
    let is_fenced = block.trim_start().starts_with("```") || block.trim_start().starts_with("~~~");
    let found = [index + usize::from(is_fenced), index].into_iter().find_map(|index| {
        let own = block.lines().nth(index)?;
        Some(own.as_ptr() as usize - block.as_ptr() as usize + own.find(line)?)
    })?;
    Some(found + part.start - start..found + part.end.min(start + line.len()) - start)
}
