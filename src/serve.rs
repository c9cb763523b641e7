//! The development server: shows a site in the browser and renders each route when it's requested.
//!
//! Takes generations of a site ([`Generation`]) and its problems ([`Problem`]), and shows the newest generation.
//! Browsers learn about each generation through server-sent events. This module must not know how a site is loaded or
//! when it changes. It never derives a disk path from a request: it serves only what the renderer lists.

mod address;
mod answer;
mod content_type;
mod editor;
mod endpoint;
mod events;
mod generation;
mod once;
mod range;

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use axum::serve::ListenerExt as _;
use tokio::sync::watch;

use crate::diag::{Diagnostic, Severity};
use crate::render::Body;
use address::Hosts;
pub(crate) use address::is_allowable;
pub(crate) use editor::Editor;
pub(crate) use endpoint::Endpoint;
pub(crate) use events::{Problem, Snippet};
pub(crate) use generation::{Generation, Recent};
pub(crate) use once::serve_while;

/// The problems in the latest state of the site's files.
#[derive(Clone, Default)]
pub(crate) struct Problems {
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The first problems.
    pub first: Vec<Problem>,
    /// All problems in each file, by the file's path.
    pub of_files: Arc<BTreeMap<String, Vec<Problem>>>,
}

/// The number of ports to try after the first port, if no port is given.
const PORTS: u16 = 100;

/// The state that the server shows at a given moment.
struct Snapshot {
    /// The generation, or `None` until the site can be shown for the first time.
    generation: Option<Arc<Generation>>,
    problems: Problems,
}

/// A handle that controls what a server shows. All clones control the same server.
#[derive(Clone)]
pub(crate) struct Stage {
    shown: watch::Sender<Arc<Snapshot>>,
}

impl Stage {
    /// Creates a stage that shows a site or, if the site can't be shown, its problems.
    pub(crate) fn new(generation: Option<Generation>, problems: Problems) -> Self {
        let generation = generation.map(Arc::new);
        Stage { shown: watch::Sender::new(Arc::new(Snapshot { generation, problems })) }
    }

    /// Shows a new generation. If `generation` is `None`, keeps showing the last generation, with the new problems.
    pub(crate) fn show(&self, generation: Option<Generation>, problems: Problems) {
        let generation = generation.map(Arc::new).or_else(|| self.shown.borrow().generation.clone());
        self.shown.send_replace(Arc::new(Snapshot { generation, problems }));
    }

    /// Returns the base URL of the current generation.
    pub(crate) fn base_url(&self) -> Option<Box<str>> {
        self.shown.borrow().generation.as_ref().map(|shown| shown.at.base_url.clone())
    }

    /// Returns an output file of the current generation, or `None` if it doesn't exist. If the site can't be shown, returns
    /// the first problem. Waits until the file is rendered, so this method must not be called on a thread that responds
    /// to requests.
    pub(crate) fn file(&self, path: &str) -> Result<Option<Body>, String> {
        let shown = Arc::clone(&self.shown.borrow());
        match &shown.generation {
            Some(generation) => Ok(generation.file(path)),
            None => {
                let first = shown.problems.first.first().map_or("", |problem| &problem.message);
                Err(format!("the site has errors, so it can't be shown: {first}"))
            }
        }
    }

    /// Tests the site's own templates on every page of the current generation and returns the problems.
    pub(crate) fn try_pages(&self) -> Vec<(Severity, Diagnostic)> {
        let shown = self.shown.borrow().generation.clone();
        shown.map(|generation| generation.try_pages()).unwrap_or_default()
    }
}

/// A server that is bound to an address.
pub(crate) struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    root: PathBuf,
    /// The author's editor, if pages can open it.
    pub editor: Option<Editor>,
    /// The path that a proxy forwards to this server. The proxy might remove it from requests.
    pub base_url: Option<String>,
    /// The first port that was tried, if another program uses that port.
    pub taken: Option<u16>,
}

impl Server {
    /// Binds to an address: the given port, or the first free port, starting at `first`. `root` is the site's folder.
    /// Requests for the hosts in `allowed` are also accepted.
    pub(crate) fn bind(
        host: &str,
        allowed: &[String],
        asked: Option<u16>,
        first: u16,
        root: PathBuf,
    ) -> io::Result<Self> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let bind = |port: u16| TcpListener::bind((bare, port));
        let mut taken = None;
        let listener = match asked {
            Some(port) => bind(port)?,
            None => {
                let mut port = first;
                loop {
                    match bind(port) {
                        Err(error) if error.kind() == io::ErrorKind::AddrInUse && port - first < PORTS => {
                            taken = Some(first);
                            port += 1;
                        }
                        result => break result?,
                    }
                }
            }
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let hosts = Hosts::new(allowed.iter().map(String::as_str).chain([bare]));
        Ok(Server { listener, address, hosts, root, editor: None, base_url: None, taken })
    }

    /// Returns the URL to open in a browser, without the path.
    pub(crate) fn origin(&self) -> String {
        if self.address.ip().is_unspecified() {
            format!("http://localhost:{}", self.address.port())
        } else {
            format!("http://{}", self.address)
        }
    }

    /// Returns the URLs for other devices on the network, without the path. If the server listens on a single address,
    /// the list is empty, because [`Self::origin`] returns the only URL.
    pub(crate) fn network(&self) -> Vec<String> {
        let interfaces = if self.address.ip().is_unspecified() {
            if_addrs::get_if_addrs().unwrap_or_default()
        } else {
            Vec::new()
        };
        let mut origins: Vec<SocketAddr> = interfaces
            .iter()
            .map(if_addrs::Interface::ip)
            .filter(|ip| is_reached(*ip, self.address.ip()))
            .map(|ip| SocketAddr::new(ip, self.address.port()))
            .collect();
        origins.sort();
        origins.dedup();
        origins.iter().map(|address| format!("http://{address}")).collect()
    }

    /// Responds to requests until `end` completes. `live_script` updates pages after changes.
    pub(crate) fn run(
        self,
        stage: &Stage,
        live_script: String,
        end: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let shown = stage.shown.subscribe();
        let Server { listener, hosts, root, editor, base_url, .. } = self;
        let context = Arc::new(answer::Context { hosts, root, live_script, editor, base_url, shown });
        let app = axum::Router::new().fallback(answer::answer).with_state(context);
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| {
                // Without this option, an event can wait until the browser acknowledges the previous event.
                let _ = stream.set_nodelay(true);
            });
            tokio::select! {
                result = axum::serve(listener, app) => result,
                () = end => Ok(()),
            }
        });
        // Event streams never end by themselves.
        runtime.shutdown_background();
        result
    }
}

/// Waits for Ctrl+C or, on Unix, for SIGTERM.
pub(crate) async fn interrupt() {
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}

/// Whether other devices can reach the server at `ip`, an address of this machine, if the server listens on `bound`.
/// The unspecified IPv6 address includes IPv4, unless the system separates IPv6 and IPv4.
fn is_reached(ip: IpAddr, bound: IpAddr) -> bool {
    let is_same_kind = ip.is_ipv6() == bound.is_ipv6();
    let takes_both = bound.is_ipv6() && !cfg!(any(windows, target_os = "openbsd"));
    let is_local = match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_link_local(),
        // A link-local address needs an interface name, which browsers don't accept.
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unicast_link_local(),
    };
    !is_local && (is_same_kind || takes_both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_reach_the_site_by_the_addresses_of_the_kind_that_is_listened_on() {
        let all = ["127.0.0.1", "192.168.1.7", "169.254.3.4", "::1", "fe80::1", "2001:db8::7", "fd00::7"];
        let reached = |bound: &str| {
            let parse = |ip: &str| ip.parse::<IpAddr>().expect("it is an address");
            all.into_iter().filter(|ip| is_reached(parse(ip), parse(bound))).collect::<Vec<_>>()
        };
        assert_eq!(reached("0.0.0.0"), ["192.168.1.7"]);
        let both = reached("::");
        assert!(both.ends_with(&["2001:db8::7", "fd00::7"]), "{both:?}");
        assert_eq!(both.contains(&"192.168.1.7"), !cfg!(any(windows, target_os = "openbsd")));
    }
}
