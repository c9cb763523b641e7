//! Interprets a request: whether its host is allowed, and which output file its URL refers to.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri, Version, header};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// The hosts that the server accepts in requests. The server rejects a request for any other host, because the request
/// might come from a page on a domain that an attacker pointed at this machine (DNS rebinding).
pub(super) struct Hosts {
    /// The allowed names, in lowercase. A name that starts with a dot is a domain with all its subdomains.
    allowed: Vec<String>,
}

impl Hosts {
    /// Creates the list from the names to allow in addition to IP addresses and local names.
    pub(super) fn new<'a>(allowed: impl IntoIterator<Item = &'a str>) -> Self {
        Hosts { allowed: allowed.into_iter().map(str::to_ascii_lowercase).collect() }
    }

    /// Whether a `Host` header is allowed: an IP address, which nobody can redirect to another machine, or a name that
    /// is local or in the list.
    pub(super) fn allow(&self, header: &str) -> bool {
        let Some(name) = host_name(header).filter(|name| !name.is_empty()) else { return false };
        let name = name.to_ascii_lowercase();
        let is_allowed = |allowed: &String| match allowed.strip_prefix('.') {
            Some(domain) => name == domain || name.ends_with(allowed),
            None => name == *allowed,
        };
        name.parse::<IpAddr>().is_ok()
            || name == "localhost"
            || name.ends_with(".localhost")
            || self.allowed.iter().any(is_allowed)
    }
}

/// Whether `host` is valid for `--allow-host`: a hostname, or a domain that starts with a dot.
pub(crate) fn is_allowable(host: &str) -> bool {
    let name = host.strip_prefix('.').unwrap_or(host);
    !name.is_empty() && !name.starts_with('.') && !name.contains('*') && is_registered_name(name)
}

/// The host that a request names in its headers or target.
pub(super) enum Named {
    /// This host.
    Host(String),
    /// No host, which is allowed before HTTP/1.1.
    Nothing,
    /// An invalid host according to RFC 9112, section 3.2. The response has status 400.
    Wrong,
}

/// Returns a request's host (RFC 9112, section 3.2). The request must have a single `Host` header, with a name and
/// an optional port. An absolute target takes precedence.
pub(super) fn named(request: &Parts) -> Named {
    let mut headers = request.headers.get_all(header::HOST).iter();
    let header = match (headers.next(), headers.next()) {
        (_, Some(_)) => return Named::Wrong,
        (None, _) if request.version >= Version::HTTP_11 => return Named::Wrong,
        (None, _) => None,
        (Some(host), _) => match host.to_str().ok().filter(|host| host_name(host).is_some()) {
            Some(host) => Some(host),
            None => return Named::Wrong,
        },
    };
    let target = request.uri.authority().map(Authority::as_str);
    // The target of CONNECT is only a host, and the target of OPTIONS can be `*`.
    let is_path =
        request.uri.path().starts_with('/') && target.is_none_or(|_| request.uri.scheme().is_some());
    let is_other = matches!(request.method, Method::CONNECT | Method::OPTIONS);
    if !is_path && !is_other || target.is_some_and(|target| host_name(target).is_none()) {
        return Named::Wrong;
    }
    target.or(header).map_or(Named::Nothing, |host| Named::Host(host.to_owned()))
}

/// Returns the name in a `Host` header, without the port and without the brackets of an IPv6 address. If the header
/// is invalid (RFC 3986, section 3.2.2), returns `None`.
pub(super) fn host_name(header: &str) -> Option<&str> {
    let (name, port) = match header.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => header.split_once(':').map_or((header, ""), |(name, _)| (name, &header[name.len()..])),
    };
    let digits = port.strip_prefix(':').unwrap_or(port);
    let is_name = if header.starts_with('[') {
        name.parse::<Ipv6Addr>().is_ok() && (port.is_empty() || port.starts_with(':'))
    } else {
        is_registered_name(name)
    };
    (is_name && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

/// Whether a name contains only allowed characters (RFC 3986, `reg-name`).
fn is_registered_name(name: &str) -> bool {
    let mut escapes = name.split('%');
    let plain = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte))
    };
    let escaped = |part: &str| {
        part.get(..2).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            && plain(&part[2..])
    };
    escapes.next().is_some_and(plain) && escapes.all(escaped)
}

/// The meaning of a URL path.
#[derive(Debug, PartialEq)]
pub(super) enum Target {
    /// This output file.
    File(String),
    /// A page that has a different path. The value is that path, below the base URL.
    Elsewhere(String),
    /// A path without a file.
    Missing,
    /// A path outside the site.
    Outside,
}

/// Resolves the path of a request. `exists` returns whether there is an output file at a path. Only such paths become a
/// [`Target::File`].
pub(super) fn target(path: &str, base_url: &str, exists: impl Fn(&str) -> bool) -> Target {
    if path == base_url.trim_end_matches('/') && !path.is_empty() {
        return Target::Elsewhere(String::new());
    }
    let Some(rest) = path.strip_prefix(base_url) else { return Target::Outside };
    let Some(rest) = decode(rest) else { return Target::Missing };
    let bare = rest.trim_end_matches('/');
    let folder = rest.is_empty() || rest.len() == bare.len() + 1;
    if rest.len() > bare.len() + 1 {
        return Target::Missing;
    }
    let index = if bare.is_empty() { "index.html".to_owned() } else { format!("{bare}/index.html") };
    let page = format!("{bare}.html");
    match folder {
        true if exists(&index) => Target::File(index),
        true if exists(&page) => Target::Elsewhere(bare.to_owned()),
        false if exists(bare) => Target::File(rest),
        false if exists(&page) => Target::File(page),
        false if exists(&index) => Target::Elsewhere(format!("{bare}/")),
        _ => Target::Missing,
    }
}

/// Decodes a percent-encoded path. Returns `None` if the decoded path can't belong to the site.
fn decode(path: &str) -> Option<String> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let foreign = path.contains(['\0', '\\'])
        || path.starts_with('/')
        || path.split('/').any(|part| matches!(part, "." | ".."));
    (!foreign).then(|| path.into_owned())
}

/// The characters to encode in a header that contains a URL.
const ENCODE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\');

/// Returns a redirect's target relative to the path of the request, if both are below the base URL. Some proxies add
/// the path that they removed to targets that start with a slash, and others don't.
pub(super) fn relative(path: &str, base_url: &str, target: &str) -> Option<String> {
    let depth = path.strip_prefix(base_url)?.matches('/').count();
    let up = if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
    Some(format!("{up}{}", target.strip_prefix(base_url)?))
}

/// Returns the path of a page's Markdown version, if the file can be a page.
pub(super) fn markdown(path: &str) -> Option<String> {
    let bare = path.strip_suffix(".html")?;
    Some(format!("{}.md", bare.strip_suffix("/index").unwrap_or(bare)))
}

/// Whether a client prefers Markdown to HTML (RFC 9110, section 12.5.1). Browsers don't mention Markdown.
pub(super) fn prefers_markdown(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<&str> = all.flat_map(|value| value.split(',')).collect();
    let weight = |kind: &str| {
        ranges.iter().find_map(|range| {
            let mut parts = range.split(';').map(str::trim);
            parts.next().filter(|name| name.eq_ignore_ascii_case(kind))?;
            Some(parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0))
        })
    };
    weight("text/markdown").is_some_and(|it| it > 0.0 && it >= weight("text/html").unwrap_or_default())
}

/// Returns a request's URL below the base URL, which a proxy might have removed.
pub(super) fn below(uri: &Uri, base_url: &str) -> Uri {
    let (path, bare) = (uri.path(), base_url.trim_end_matches('/'));
    if path == bare || path.starts_with(base_url) {
        return uri.clone();
    }
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    format!("{bare}{path}{query}").parse().unwrap_or_else(|_| uri.clone())
}

/// Returns a URL for a header: a path below the base URL, and the query of the request.
pub(super) fn location(base_url: &str, path: &str, query: Option<&str>) -> String {
    let mut location = format!("{base_url}{}", utf8_percent_encode(path, ENCODE));
    if let Some(query) = query {
        location.push('?');
        location.push_str(query);
    }
    location
}

/// Returns the possible paths of the not-found page for a path, starting with the nearest. Each locale has a not-found
/// page in its folder.
pub(super) fn not_found(path: &str) -> impl Iterator<Item = String> {
    let ends: Vec<usize> = path.match_indices('/').map(|(at, _)| at + 1).rev().chain([0]).collect();
    ends.into_iter().map(move |end| format!("{}404.html", &path[..end]))
}

#[cfg(test)]
mod tests;
