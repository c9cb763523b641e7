//! An HTTP endpoint for programs: one path, which only programs and pages on this machine can use.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use url::{Host, Url};

use super::address::{self, Hosts, Named};

/// An HTTP endpoint that is bound to an address.
pub(crate) struct Endpoint {
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    path: &'static str,
}

impl Endpoint {
    /// Binds to an address. The endpoint has the URL path `path`. Requests for the hosts in
    /// `allowed` are accepted in addition to requests for IP addresses and local names.
    pub(crate) fn bind(address: SocketAddr, path: &'static str, allowed: &[String]) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Endpoint { listener, address, hosts: Hosts::new(allowed.iter().map(String::as_str)), path })
    }

    /// The URL for programs on this machine.
    pub(crate) fn url(&self) -> String {
        let Endpoint { address, path, .. } = self;
        match address.ip().is_unspecified() {
            true => format!("http://localhost:{}{path}", address.port()),
            false => format!("http://{address}{path}"),
        }
    }

    /// Responds to requests until `end` completes.
    pub(crate) fn run<R: IntoResponse, F: Future<Output = R> + Send>(
        self,
        respond: impl Fn(Request) -> F + Clone + Send + Sync + 'static,
        end: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let Endpoint { listener, hosts, path, .. } = self;
        let hosts = Arc::new(hosts);
        let answer = move |request: Request| {
            let (hosts, respond) = (Arc::clone(&hosts), respond.clone());
            async move {
                let (parts, body) = request.into_parts();
                match refusal(&parts, &hosts, path) {
                    Some(refusal) => refusal,
                    None => respond(Request::from_parts(parts, body)).await.into_response(),
                }
            }
        };
        let app = axum::Router::new().fallback(answer);
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                result = axum::serve(listener, app) => result,
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        result
    }
}

/// Returns the response to a request that isn't allowed: to another path, for another host (DNS rebinding), or from a
/// page on another site.
fn refusal(request: &Parts, hosts: &Hosts, path: &str) -> Option<Response> {
    let text = |status: StatusCode, text: String| Some((status, text).into_response());
    match address::named(request) {
        Named::Wrong => return text(StatusCode::BAD_REQUEST, "Expected one valid Host header.\n".to_owned()),
        Named::Nothing => return text(StatusCode::FORBIDDEN, "Missing Host header.\n".to_owned()),
        Named::Host(host) if !hosts.allow(&host) => {
            let name = address::host_name(&host).unwrap_or_default();
            let hint = format!("To allow it, start docgen with `--allow-host {name}`.\n");
            return text(StatusCode::FORBIDDEN, format!("The host `{name}` isn't allowed. {hint}"));
        }
        Named::Host(_) => {}
    }
    let mut origins = request.headers.get_all(header::ORIGIN).iter();
    if !origins.all(|origin| origin.to_str().is_ok_and(|origin| is_allowed_origin(origin, hosts))) {
        return text(
            StatusCode::FORBIDDEN,
            "Requests from pages on other sites aren't allowed.\n".to_owned(),
        );
    }
    if request.uri.path().trim_end_matches('/') != path {
        return text(StatusCode::NOT_FOUND, format!("Not found. The path is `{path}`.\n"));
    }
    None
}

/// Whether pages of an origin are allowed to send requests: the pages on this machine and on the allowed hosts. An IP
/// address of another machine could be anyone's.
fn is_allowed_origin(origin: &str, hosts: &Hosts) -> bool {
    let url = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => hosts.allow(name),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_of_pages_on_other_sites_are_refused() {
        let hosts = Hosts::new(["docs.example"]);
        for origin in ["http://localhost:5173", "http://127.0.0.1", "http://[::1]:80", "https://docs.example"]
        {
            assert!(is_allowed_origin(origin, &hosts), "{origin}");
        }
        for origin in
            ["https://evil.example", "http://203.0.113.7", "null", "", "file://localhost", "localhost"]
        {
            assert!(!is_allowed_origin(origin, &hosts), "{origin}");
        }
    }
}
