//! Creates the responses to requests.

use std::borrow::Cow;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body as Content, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse as _, Response};
use tokio::sync::watch;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::{
    Editor, Generation, Snapshot,
    address::{self, Hosts, Named, Target},
    content_type::content_type,
    events,
    range::{self, Selection},
};
use crate::fs;
use crate::markdown::escape;
use crate::path::{SourcePath, decode_path};
use crate::render::{Body, FOREVER, Output, with_query};

/// The values that responses depend on.
pub(super) struct Context {
    pub hosts: Hosts,
    /// The site's folder.
    pub root: PathBuf,
    /// The script that updates pages after changes.
    pub live_script: String,
    /// The author's editor, if pages can open it.
    pub editor: Option<Editor>,
    /// The path that a proxy forwards to this server.
    pub base_url: Option<String>,
    pub shown: watch::Receiver<Arc<Snapshot>>,
}

/// The headers of responses that must not be stored.
const NO_STORE: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// The header that turns off the buffers of some proxies.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The delay before a browser reconnects if it loses the connection.
const RETRY: Duration = Duration::from_millis(300);

pub(super) async fn answer(State(context): State<Arc<Context>>, request: Request<Content>) -> Response {
    let (mut request, _) = request.into_parts();
    if request.method == Method::HEAD {
        // Only GET supports ranges (RFC 9110, section 14.2).
        request.headers.remove(header::RANGE);
    }
    let (method, headers) = (&request.method, &request.headers);
    match address::named(&request) {
        Named::Wrong => return text(StatusCode::BAD_REQUEST, "Expected one valid Host header.\n"),
        Named::Nothing => return text(StatusCode::FORBIDDEN, "Missing Host header.\n"),
        Named::Host(host) if !context.hosts.allow(&host) => {
            return text(StatusCode::FORBIDDEN, refusal(&host));
        }
        Named::Host(_) => {}
    }
    if !matches!(*method, Method::GET | Method::HEAD) {
        let response = text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD requests are allowed.\n");
        return ([(header::ALLOW, "GET, HEAD")], response).into_response();
    }
    let shown = Arc::clone(&context.shown.borrow());
    let Some(site) = &shown.generation else { return without_site(&context, &shown, request.uri.path()) };
    let base = &*site.at.base_url;
    let forwarded = context.base_url.as_ref();
    let uri = &forwarded.map_or(request.uri.clone(), |_| address::below(&request.uri, base));
    let redirect = |target: &str| {
        let relative = forwarded.and_then(|_| address::relative(uri.path(), base, target));
        redirect(relative.as_deref().unwrap_or(target))
    };
    match uri.path().strip_prefix(base) {
        Some("_docgen/events") => {
            let shown = uri.query().and_then(|query| query.strip_prefix("page=")).map(decode_path);
            let target = shown.map(|path| address::target(&path, base, |path| site.output(path).is_some()));
            let output = match &target {
                Some(Target::File(path)) => site.output(path),
                _ => None,
            };
            let page = match output {
                Some(output) => site.show(output).await,
                None => None,
            };
            return stream(&context, page);
        }
        Some("_docgen/live.js") => {
            return file("live.js", context.live_script.clone().into(), false, headers);
        }
        // Editors know only the file of a page.
        Some("_docgen/page") => {
            let path = uri.query().and_then(|query| query.strip_prefix("file=")).map(decode_path);
            return match site.page_of(path.unwrap_or_default().into_owned()).await {
                Some(location) => redirect(&location),
                None => missing(site, uri.path()).await,
            };
        }
        _ => {}
    }
    if let Some(path) = uri.path().strip_prefix(base).and_then(|path| path.strip_prefix("_docgen/search/")) {
        return search_file(site, path, headers).await;
    }
    match address::target(uri.path(), base, |path| site.output(path).is_some()) {
        Target::File(path) => {
            let markdown = address::markdown(&path).filter(|path| site.output(path).is_some());
            let depends = markdown.is_some();
            let path = markdown.filter(|_| address::prefers_markdown(headers)).unwrap_or(path);
            let mut response = match site.output(&path) {
                Some(output) => output_of(site, output, &context.root, headers).await,
                None => missing(site, uri.path()).await,
            };
            if depends {
                response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept"));
            }
            response
        }
        Target::Elsewhere(path) => redirect(&address::location(base, &path, uri.query())),
        Target::Missing => match moved(site, &uri.path()[base.len()..], uri.query()) {
            Some(location) => redirect(&location),
            None => missing(site, uri.path()).await,
        },
        Target::Outside => outside(site),
    }
}

/// Explains how to allow a host.
fn refusal(host: &str) -> String {
    let name = address::host_name(host).unwrap_or_default();
    format!(
        "docgen doesn't accept requests for the host `{name}`.\nTo allow it, start `docgen serve` with `--allow-host {name}`.\n"
    )
}

/// Returns the target of a folder redirect that matches a path below the base URL.
fn moved(site: &Generation, path: &str, query: Option<&str>) -> Option<String> {
    let url = site.splats.iter().find_map(|rule| rule.follow(path))?;
    Some(with_query(&url, query))
}

/// Returns the site's states as events, starting with the current state.
/// `page` is the file of the page that the browser shows.
fn stream(context: &Context, page: Option<SourcePath>) -> Response {
    let states = WatchStream::new(context.shown.clone());
    let editor = context.editor.clone();
    let events = states.map(move |shown| {
        let page = page.as_ref().map(SourcePath::as_str);
        let state = events::state(shown.generation.as_deref(), &shown.problems, page, editor.as_ref());
        Ok::<_, Infallible>(Event::default().event("state").retry(RETRY).data(state))
    });
    // Otherwise, a proxy that compresses or buffers responses keeps the events for itself.
    let headers = [(header::CACHE_CONTROL, "no-store, no-transform"), (X_ACCEL_BUFFERING, "no")];
    (headers, Sse::new(events).keep_alive(KeepAlive::default())).into_response()
}

/// Responds with a file from the search index.
async fn search_file(site: &Generation, path: &str, headers: &HeaderMap) -> Response {
    match site.search_file(path).await.map(|artifact| artifact.body) {
        Some(Body::Bytes(bytes)) => file(path, bytes.into_owned().into(), false, headers),
        _ => text(StatusCode::NOT_FOUND, "File not found.\n"),
    }
}

/// Responds with an output file.
async fn output_of(site: &Generation, output: &Output, root: &Path, headers: &HeaderMap) -> Response {
    let path = output.path.as_str();
    match site.render(output).await.map(|artifact| artifact.body) {
        Some(Body::Bytes(bytes)) => {
            file(path, bytes.into_owned().into(), output.path.is_immutable(), headers)
        }
        Some(Body::Copy(source)) => {
            let root = root.to_owned();
            let read = tokio::task::spawn_blocking(move || fs::read_inside(&root, &source)).await;
            match read {
                Ok(Ok(bytes)) => file(path, bytes.into(), output.path.is_immutable(), headers),
                _ => missing(site, path).await,
            }
        }
        None => text(
            StatusCode::INTERNAL_SERVER_ERROR,
            "This file can't be rendered. Check the terminal for the reason.\n",
        ),
    }
}

/// Responds with the not-found page of the URL's locale. If no reader sees the response (for example, because the URL
/// belongs to an image), responds with a short message.
async fn missing(site: &Generation, path: &str) -> Response {
    let path = path.strip_prefix(&*site.at.base_url).unwrap_or(path);
    let name = path.rsplit('/').next().unwrap_or_default();
    if name.contains('.') && !name.ends_with(".html") {
        return text(StatusCode::NOT_FOUND, "File not found.\n");
    }
    let page = address::not_found(path).find_map(|page| site.output(&page));
    let body = match page {
        Some(page) => site.render(page).await.map(|artifact| artifact.body),
        None => None,
    };
    let Some(Body::Bytes(bytes)) = body else {
        return text(StatusCode::NOT_FOUND, "Page not found.\n");
    };
    let mut response = file("404.html", bytes.into_owned().into(), false, &HeaderMap::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().remove(header::ETAG);
    response
}

/// Responds with a file or a range from the file, and with headers for browsers and caches. If the file is
/// unchanged, responds with status 304.
fn file(path: &str, bytes: Bytes, immutable: bool, asked: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", xxhash_rust::xxh3::xxh3_64(&bytes));
    let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_this = |value: &str| value == "*" || value.trim_start_matches("W/") == tag;
    let known = known.flat_map(|value| value.split(',')).any(|value| is_this(value.trim()));
    let length = bytes.len();
    let wanted = asked.get(header::RANGE).and_then(|range| range.to_str().ok());
    // The browser must not combine a range from a different version of the file with this version.
    let same = asked.get(header::IF_RANGE).is_none_or(|version| version.as_bytes() == tag.as_bytes());
    let response = match range::part(wanted.filter(|_| same), length) {
        _ if known => StatusCode::NOT_MODIFIED.into_response(),
        Selection::Whole => Response::new(Content::from(bytes)),
        Selection::Bytes(part) => {
            let place = format!("bytes {}-{}/{length}", part.start, part.end - 1);
            (StatusCode::PARTIAL_CONTENT, [(header::CONTENT_RANGE, place)], bytes.slice(part)).into_response()
        }
        Selection::None => {
            let place = format!("bytes */{length}");
            (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, place)]).into_response()
        }
    };
    let headers = [
        (header::ETAG, &*tag),
        (header::CONTENT_TYPE, content_type(path)),
        (header::CACHE_CONTROL, if immutable { FOREVER } else { "no-cache" }),
        (header::ACCEPT_RANGES, "bytes"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, response).into_response()
}

fn redirect(location: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(location) else {
        return text(StatusCode::NOT_FOUND, "Page not found.\n");
    };
    (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)], NO_STORE).into_response()
}

fn text(status: StatusCode, text: impl Into<Cow<'static, str>>) -> Response {
    (status, NO_STORE, text.into()).into_response()
}

fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>:root{{color-scheme:light dark}}body{{max-width:40rem;margin:15vh auto;padding:0 1.5rem;\
         font:1rem/1.6 system-ui,sans-serif}}h1{{font-size:1.5rem}}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    );
    (status, NO_STORE, Html(html)).into_response()
}

/// Returns the `script` element that reloads a page outside the site after a change, because the response to the
/// same URL might then be different.
fn live_script(base_url: &str, generation: &str) -> String {
    let src = escape(&format!("{base_url}_docgen/live.js"));
    format!("<script type=\"module\" src=\"{src}\" data-generation=\"{}\"></script>", escape(generation))
}

/// If a request's URL is outside the base URL, responds with a link to the base URL.
fn outside(site: &Generation) -> Response {
    let base = escape(&site.at.base_url);
    let script = live_script(&site.at.base_url, &site.name);
    let body = format!(
        "<p>The base URL of this site is <code>{base}</code>. Go to <a href=\"{base}\">{base}</a>.</p>\n{script}"
    );
    page(StatusCode::NOT_FOUND, "Page not found", &body)
}

/// Responds to requests until the site can be shown for the first time.
fn without_site(context: &Context, shown: &Snapshot, path: &str) -> Response {
    if path.ends_with("/_docgen/events") {
        return stream(context, None);
    }
    if path.ends_with("/_docgen/live.js") {
        return file("live.js", context.live_script.clone().into(), false, &HeaderMap::new());
    }
    let problems: String = shown
        .problems
        .first
        .iter()
        .filter(|problem| problem.severity == "error")
        .map(|problem| {
            let place = match (&problem.file, problem.line) {
                (Some(file), Some(line)) => format!("<code>{}:{line}</code>: ", escape(file)),
                (Some(file), None) => format!("<code>{}</code>: ", escape(file)),
                _ => String::new(),
            };
            format!("<li>{place}{}</li>", escape(&problem.message))
        })
        .collect();
    let base_url = context.base_url.as_deref().unwrap_or_default().trim_matches('/');
    let base_url = if base_url.is_empty() { "/".to_owned() } else { format!("/{base_url}/") };
    let script = live_script(&base_url, events::NOTHING);
    page(
        StatusCode::SERVICE_UNAVAILABLE,
        "This site can't be shown yet",
        &format!("<ul>{problems}</ul>\n{script}"),
    )
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    escape::attribute(text, &mut out);
    out
}
