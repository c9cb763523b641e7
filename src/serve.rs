//! The development server: shows a site in the browser, each route rendered when it is asked for.
//!
//! Takes generations of a site ([`Generation`]) and what is wrong with it ([`Problem`]) from outside and shows the
//! newest one; browsers hear of each over server-sent events. It must not know how a site is loaded or when it
//! changes, and forms no path of the disk from a request: what is served is what the renderer lists.

mod address;
mod answer;
mod content_type;
mod events;
mod generation;
mod range;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use axum::serve::ListenerExt as _;
use tokio::sync::watch;

use crate::diag::{Diagnostic, Severity};
use address::Hosts;
pub(crate) use address::is_allowable;
pub(crate) use events::{Problem, Snippet};
pub(crate) use generation::Generation;

/// What is wrong with the newest state of the files.
#[derive(Clone, Default)]
pub(crate) struct Problems {
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings there are.
    pub warnings: usize,
    /// The first of them.
    pub first: Vec<Problem>,
}

/// How many ports after the first are tried when none was asked for.
const PORTS: u16 = 100;

/// What the server shows at one moment.
struct Snapshot {
    /// None until the site can be shown for the first time.
    generation: Option<Arc<Generation>>,
    problems: Problems,
    /// What browsers are told of this.
    event: String,
}

impl Snapshot {
    fn new(generation: Option<Arc<Generation>>, problems: Problems) -> Arc<Self> {
        let event = events::state(generation.as_deref(), &problems);
        Arc::new(Snapshot { generation, problems, event })
    }
}

/// The side of a server that decides what is shown. Every clone shows on the same server.
#[derive(Clone)]
pub(crate) struct Stage {
    shown: watch::Sender<Arc<Snapshot>>,
}

impl Stage {
    /// A stage with a site on it, or with the problems that keep one from being shown.
    pub(crate) fn new(generation: Option<Generation>, problems: Problems) -> Self {
        Stage { shown: watch::Sender::new(Snapshot::new(generation.map(Arc::new), problems)) }
    }

    /// Shows another generation. Without one the last stays, beside the problems.
    pub(crate) fn show(&self, generation: Option<Generation>, problems: Problems) {
        let generation = generation.map(Arc::new).or_else(|| self.shown.borrow().generation.clone());
        self.shown.send_replace(Snapshot::new(generation, problems));
    }

    /// Tries the site's own templates on every page of what is shown, and waits for it.
    pub(crate) fn try_pages(&self) -> Vec<(Severity, Diagnostic)> {
        let shown = self.shown.borrow().generation.clone();
        shown.map(|generation| generation.try_pages()).unwrap_or_default()
    }
}

/// A server that has its address.
pub(crate) struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    root: PathBuf,
    /// The port that was tried first, where another program has it.
    pub taken: Option<u16>,
}

impl Server {
    /// Takes an address: the port that was asked for, or the first free one from `first` on. `root` is the site's
    /// folder; requests for the hosts in `allowed` are answered as well.
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
        Ok(Server { listener, address, hosts, root, taken })
    }

    /// The address to open in a browser, without the path.
    pub(crate) fn origin(&self) -> String {
        match self.address.ip().is_unspecified() {
            true => format!("http://localhost:{}", self.address.port()),
            false => format!("http://{}", self.address),
        }
    }

    /// The addresses under which others on the network see the site, without the path. None unless the server listens on
    /// all interfaces: else it is [`Self::origin`].
    pub(crate) fn network(&self) -> Vec<String> {
        let interfaces = match self.address.ip().is_unspecified() {
            true => if_addrs::get_if_addrs().unwrap_or_default(),
            false => Vec::new(),
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

    /// Answers requests until `end` comes to pass. `live_script` is what makes pages follow changes.
    pub(crate) fn run(
        self,
        stage: &Stage,
        live_script: String,
        end: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let shown = stage.shown.subscribe();
        let context = Arc::new(answer::Context { hosts: self.hosts, root: self.root, live_script, shown });
        let app = axum::Router::new().fallback(answer::answer).with_state(context);
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?.tap_io(|stream| {
                // Without this an event may wait for the browser's acknowledgement of the last one.
                let _ = stream.set_nodelay(true);
            });
            tokio::select! {
                result = axum::serve(listener, app) => result,
                () = end => Ok(()),
            }
        });
        // Streams of events have no end of their own.
        runtime.shutdown_background();
        result
    }
}

/// Whether others reach a server by an address of this machine, where it listens on all of one kind (`bound`). The
/// unspecified address of IPv6 stands for IPv4 too, except where the system keeps them apart.
fn is_reached(ip: IpAddr, bound: IpAddr) -> bool {
    let is_same_kind = ip.is_ipv6() == bound.is_ipv6();
    let takes_both = bound.is_ipv6() && !cfg!(any(windows, target_os = "openbsd"));
    let is_local = match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_link_local(),
        // Without the name of an interface a link-local address means nothing, and browsers take none.
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
