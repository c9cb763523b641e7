//! What a request asks for: which names this server answers to, and which file of the output an address means.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Method, Version, header};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// The hosts that the server answers to. A request for another name may come from a page that has pointed a name of its
/// own at this machine (DNS rebinding), and is refused.
pub(super) struct Hosts {
    /// In lower case; one that starts with a dot is a domain with all its subdomains.
    allowed: Vec<String>,
}

impl Hosts {
    /// The names that were asked for.
    pub(super) fn new<'a>(allowed: impl IntoIterator<Item = &'a str>) -> Self {
        Hosts { allowed: allowed.into_iter().map(str::to_ascii_lowercase).collect() }
    }

    /// Whether a `Host` header names this server: by an address, which nobody can point elsewhere, or by a name that
    /// means this machine or is allowed.
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

/// Whether this is a host, or a domain that starts with a dot, as `--allow-host` takes it.
pub(crate) fn is_allowable(host: &str) -> bool {
    let name = host.strip_prefix('.').unwrap_or(host);
    !name.is_empty() && !name.starts_with('.') && !name.contains('*') && is_registered_name(name)
}

/// What the headers and the target of a request say about its host.
pub(super) enum Named {
    /// This one.
    Host(String),
    /// Nothing, as requests before HTTP/1.1 may.
    Nothing,
    /// Not what RFC 9112, section 3.2, asks for: that is to be answered with 400.
    Wrong,
}

/// The host that a request names (RFC 9112, section 3.2): each has one `Host` header, which holds a name and maybe a port.
/// A target that is a whole address counts before it.
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
    // A host alone is the target of CONNECT, and `*` that of OPTIONS.
    let is_path =
        request.uri.path().starts_with('/') && target.is_none_or(|_| request.uri.scheme().is_some());
    let is_other = matches!(request.method, Method::CONNECT | Method::OPTIONS);
    if !is_path && !is_other || target.is_some_and(|target| host_name(target).is_none()) {
        return Named::Wrong;
    }
    target.or(header).map_or(Named::Nothing, |host| Named::Host(host.to_owned()))
}

/// The name in a `Host` header: without its port, and an IPv6 address without its brackets. None for what is no host (RFC
/// 3986, section 3.2.2).
pub(super) fn host_name(header: &str) -> Option<&str> {
    let (name, port) = match header.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => header.split_once(':').map_or((header, ""), |(name, _)| (name, &header[name.len()..])),
    };
    let digits = port.strip_prefix(':').unwrap_or(port);
    let is_name = match header.starts_with('[') {
        true => name.parse::<Ipv6Addr>().is_ok() && (port.is_empty() || port.starts_with(':')),
        false => is_registered_name(name),
    };
    (is_name && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

/// Whether a name holds only what one may (RFC 3986, `reg-name`).
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

/// What an address comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// This file of the output.
    File(String),
    /// The page is at this path below the base URL.
    Elsewhere(String),
    /// Nothing is there.
    Missing,
    /// It is not an address of the site.
    Outside,
}

/// Takes the path of a request apart. `exists` knows the files of the output; nothing that it does not know is ever a
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

/// The path that a percent-encoded one means; none for what can be no path of the site.
fn decode(path: &str) -> Option<String> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let foreign = path.contains(['\0', '\\'])
        || path.starts_with('/')
        || path.split('/').any(|part| matches!(part, "." | ".."));
    (!foreign).then(|| path.into_owned())
}

/// What may not stand in a header that holds an address.
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

/// An address for a header: of a path below the base URL, with the query of the request.
pub(super) fn location(base_url: &str, path: &str, query: Option<&str>) -> String {
    let mut location = format!("{base_url}{}", utf8_percent_encode(path, ENCODE));
    if let Some(query) = query {
        location.push('?');
        location.push_str(query);
    }
    location
}

/// The not-found pages that may stand for a path, the nearest first: those of a language are in its folder.
pub(super) fn not_found(path: &str) -> impl Iterator<Item = String> {
    let ends: Vec<usize> = path.match_indices('/').map(|(at, _)| at + 1).rev().chain([0]).collect();
    ends.into_iter().map(move |end| format!("{}404.html", &path[..end]))
}

#[cfg(test)]
mod tests;
