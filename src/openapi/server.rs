//! The servers for an operation's requests, even if the document has no servers.
//!
//! Takes the servers of an operation and returns the servers for its samples and its console. In OpenAPI, a relative
//! server URL is resolved against the document's URL. APIs don't usually run where their documentation is, so the
//! `{baseUrl}` variable represents the missing part, which readers enter. This module must not depend on how a URL is
//! written into a request.

use super::{Operation, Server, Variable};

/// The variable for the part of a server's URL that the document doesn't define.
const BASE: &str = "baseUrl";

/// Returns the servers of an operation, starting with the servers that have a full URL. There's at least one server.
pub(crate) fn placed(servers: &[Server]) -> Vec<Server> {
    let mut placed: Vec<Server> = servers.iter().map(place).collect();
    if placed.is_empty() {
        placed.push(place(&Server::default()));
    }
    placed.sort_by_key(|server| !is_whole(server));
    placed
}

/// Whether an operation has a server with a full URL.
pub(crate) fn has_whole(operation: &Operation) -> bool {
    operation.servers.iter().any(|server| is_whole(&place(server)))
}

/// Returns a server's URL with the default of each variable. A variable without a default is replaced with the result
/// of `other`.
pub(super) fn with_defaults(server: &Server, other: impl Fn(&str) -> String) -> String {
    let mut url = String::new();
    for (literal, name) in template(&server.url) {
        url.push_str(literal);
        let Some(name) = name else { continue };
        match server.variables.iter().find(|variable| *variable.name == *name) {
            Some(Variable { default: Some(default), .. }) => url.push_str(default),
            _ => url.push_str(&other(name)),
        }
    }
    url
}

/// Splits a string into alternating literal parts and names in braces.
pub(super) fn template(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        let after = &text[open + 1..];
        match after.find(['{', '}']) {
            Some(end) if after.as_bytes()[end] == b'}' => {
                parts.push((&text[start..open], Some(&after[..end])));
                start = open + 1 + end + 1;
                from = start;
            }
            // A brace that isn't followed by a name is a literal.
            Some(end) => from = open + 1 + end,
            None => break,
        }
    }
    parts.push((&text[start..], None));
    parts
}

/// Splits a URL into its scheme with the colon, its authority with the slashes, and its path (RFC 3986, appendix B). A
/// server's URL has no query or fragment.
pub(super) fn parse(address: &str) -> (&str, &str, &str) {
    let scheme = address.find(':').filter(|at| {
        let name = &address[..*at];
        let mut chars = name.chars();
        chars.next().is_some_and(|char| char.is_ascii_alphabetic())
            && chars.all(|char| char.is_ascii_alphanumeric() || matches!(char, '+' | '.' | '-'))
    });
    let (scheme, rest) = address.split_at(scheme.map_or(0, |at| at + 1));
    let authority = match rest.strip_prefix("//") {
        Some(after) => 2 + after.find(['/', '?', '#']).unwrap_or(after.len()),
        None => 0,
    };
    let (authority, rest) = rest.split_at(authority);
    (scheme, authority, &rest[..rest.find(['?', '#']).unwrap_or(rest.len())])
}

/// Returns a server with a variable for the missing part of its URL.
fn place(server: &Server) -> Server {
    let mut server = server.clone();
    let filled = with_defaults(&server, |name| format!("{{{name}}}"));
    let (scheme, authority, _) = parse(&filled);
    if authority.len() > 2 && scheme.is_empty() {
        server.url = format!("https:{}", server.url).into();
    }
    let host = authority.trim_start_matches('/');
    if !scheme.is_empty() && (host.is_empty() || host.starts_with(['.', ':'])) {
        // A default that leaves the host empty is useless.
        for variable in &mut server.variables {
            variable.default = variable.default.take().filter(|default| !default.is_empty());
        }
    } else if scheme.is_empty() && authority.is_empty() && !filled.starts_with('{') {
        // In the document, a variable with this name doesn't represent the base URL, so the default replaces the
        // variable.
        let own = server.variables.iter().position(|variable| *variable.name == *BASE);
        let default = own.and_then(|at| server.variables.remove(at).default).unwrap_or_default();
        let path = server.url.replace(&format!("{{{BASE}}}"), &default);
        let (_, _, path) = parse(&path);
        let path = normalised(path);
        // If the URL starts with a variable whose default starts with a slash, don't add another slash.
        let own_slash = filled.starts_with('/') && !server.url.starts_with('/');
        server.url = format!("{{{BASE}}}{}", &path[usize::from(own_slash && !path.is_empty())..]).into();
        server.variables.insert(0, Variable { name: BASE.into(), ..Variable::default() });
    }
    server
}

/// Whether a server's URL is complete. If so, readers don't have to enter anything.
fn is_whole(server: &Server) -> bool {
    let undefined = |name: &str| {
        server.variables.iter().all(|variable| *variable.name != *name || variable.default.is_none())
    };
    !template(&server.url).into_iter().any(|(_, name)| name.is_some_and(undefined))
}

/// Returns the absolute path without `.` and `..`, and without a trailing slash.
fn normalised(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." | "" => {}
            ".." => {
                segments.pop();
            }
            other => segments.push(other),
        }
    }
    segments.into_iter().map(|segment| format!("/{segment}")).collect()
}
