//! Finds raw HTTP requests (RFC 9112, section 3), including requests in the format of `.http` files.

use super::{METHODS, Request, content, span_of};

/// Returns the requests in a code block. If the code isn't known to be HTTP, request lines need a version, such as
/// `HTTP/1.1`.
pub(super) fn requests(text: &str, is_http: bool) -> Vec<Request> {
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((method, target)) = request_line(line, is_http) else { continue };
        let mut url = target.to_owned();
        // In `.http` files, query parameters can be on separate lines.
        while let Some(more) = lines.next_if(|line| line.trim_start().starts_with(['?', '&'])) {
            url.push_str(more.trim());
        }
        let mut host = None;
        while let Some(header) = lines.next_if(|line| !line.trim().is_empty()) {
            let (name, value) = header.split_once(':').unwrap_or_default();
            host = host.or(name.eq_ignore_ascii_case("host").then(|| value.trim()));
        }
        let mut body = None;
        while let Some(line) = lines.next_if(|line| !ends_body(line, is_http)) {
            let span = span_of(text, line).range();
            body = Some(body.map_or(span.start, |(start, _)| start)).map(|start| (start, span.end));
        }
        if let Some(host) = host.filter(|_| url.starts_with('/')) {
            url = format!("https://{host}{url}");
        }
        let body = body.map(|(start, end)| content::moved(content::body(&text[start..end]), start));
        found.push(Request {
            method: method.to_owned(),
            url,
            body: body.unwrap_or_default(),
            span: span_of(text, target),
            ..Request::default()
        });
    }
    found
}

/// Whether a line can't be part of a body: a separator, a response, or the next request.
fn ends_body(line: &str, is_http: bool) -> bool {
    line.starts_with("###") || line.starts_with("HTTP/") || request_line(line, is_http).is_some()
}

/// Returns the method and the target of a request line.
fn request_line(line: &str, is_http: bool) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?, words.next()?);
    let version = words.next();
    let has_version = version.is_some_and(|version| version.starts_with("HTTP/"));
    let is_target = target.starts_with('/') || target.contains("://") || target.starts_with("{{");
    let is_request = METHODS.contains(&method) && is_target && words.next().is_none();
    let is_complete = has_version || is_http && version.is_none();
    (is_request && is_complete).then_some((method, target))
}
