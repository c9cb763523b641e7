//! `docgen mcp`: serves a site to AI agents over the Model Context Protocol.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;

use super::{
    ExitStatus, Failure, Outcome, place, report,
    serve::{Live, allowed_host},
    session::Session,
};
use crate::fs;
use crate::mcp::{self, Docs, SiteFiles};
use crate::net::Published;
use crate::render::Body;
use crate::serve::{self, Endpoint, Stage};
use crate::theme;
use crate::watch::Watcher;

#[derive(Args)]
pub(super) struct Arguments {
    /// Site folder (default: the current folder), folder that contains a built site, or URL of a published docgen
    /// site. Also accepts a folder of Markdown files, one Markdown file, or one OpenAPI document
    #[arg(value_name = "SITE")]
    site: Option<String>,
    /// Site folder
    #[arg(long, value_name = "PATH", conflicts_with = "site")]
    root: Option<PathBuf>,
    /// Serve over HTTP instead of standard input and output. The address is a port, an IP address, or
    /// both, such as `0.0.0.0:8000`
    #[arg(
        long,
        value_name = "ADDRESS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "8000",
        value_parser = address
    )]
    http: Option<SocketAddr>,
    /// Hostname to accept over HTTP in addition to `localhost` and IP addresses; can be repeated. `.example.com` allows
    /// the domain and its subdomains
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = allowed_host, requires = "http")]
    allow_host: Vec<String>,
}

/// The default port.
const PORT: u16 = 8000;

/// The path of the HTTP endpoint.
const ENDPOINT: &str = "/mcp";

/// Parses an address for `--http`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse().map(|port: u16| (IpAddr::from(Ipv4Addr::LOCALHOST), port).into());
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let ip = || bare.parse().map(|ip: IpAddr| (ip, PORT).into());
    port.or_else(|_| text.parse())
        .or_else(|_| ip())
        .map_err(|_| "expected a port, an IP address, or both, such as `127.0.0.1:8000`".to_owned())
}

/// The file that every built site contains.
const MARKER: &str = "_docgen/site.json";

/// The maximum size of a file in a built site, in bytes.
const LARGEST: u64 = 64 << 20;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let docs = open(arguments)?;
    let endpoint = arguments.http.map(|address| bind(address, &arguments.allow_host)).transpose()?;
    let (title, pages) = docs.summary().unwrap_or_default();
    let place = match &endpoint {
        Some(endpoint) => {
            format!("at {} ({}); press Ctrl+C to stop", endpoint.url(), report::plural(pages, "page"))
        }
        None => format!("to an MCP client ({})", report::plural(pages, "page")),
    };
    report::summary(&format!("serving {title} {place}"));
    match endpoint {
        Some(endpoint) => mcp::serve_http(docs, endpoint, serve::interrupt())
            .map_err(|error| Failure::new(format!("the server stopped: {error}")))?,
        None => mcp::serve(docs, serve::interrupt())
            .map_err(|error| Failure::new(format!("the connection to the client failed: {error}")))?,
    }
    Ok(ExitStatus::Success)
}

fn bind(address: SocketAddr, allowed: &[String]) -> Result<Endpoint, Failure> {
    Endpoint::bind(address, ENDPOINT, allowed).map_err(|error| {
        let failure = Failure::new(format!("can't listen on {address}: {error}"));
        match error.kind() {
            std::io::ErrorKind::AddrInUse => failure.hint("choose another port, such as `--http=8001`"),
            _ => failure,
        }
    })
}

/// Opens the site that the arguments specify.
fn open(arguments: &Arguments) -> Result<Docs, Failure> {
    let client = theme::search_client().map_err(|error| Failure::new(error.to_string()))?;
    let url = arguments.site.as_deref().filter(|site| site.contains("://"));
    let path = arguments.root.clone().or_else(|| arguments.site.as_ref().map(PathBuf::from));
    let path = path.unwrap_or_else(|| PathBuf::from("."));
    if let Some(url) = url {
        let refused = |reason| Failure::new(format!("can't read the site at {url}: {reason}"));
        let site = Published::find(url, MARKER).map_err(refused)?;
        return Docs::open(site, client).map_err(refused);
    }
    if fs::exists(&path.join(MARKER)) {
        return Docs::open(Folder(path.clone()), client).map_err(|reason| {
            Failure::new(format!("can't read the site in `{}`: {reason}", path.display()))
        });
    }
    Docs::open(working(&path)?, client).map_err(|reason| {
        Failure::new(format!("can't read the site: {reason}"))
            .hint("to list all problems, run `docgen check`")
    })
}

/// Loads a site from its sources, and loads it again after each change.
fn working(path: &Path) -> Result<Working, Failure> {
    let session = Session::open(place::find(path, "mcp")?, None, None, true)?;
    let root = session.root.clone();
    let mut watcher = match Watcher::new(&root) {
        Ok(watcher) => Some(watcher),
        Err(error) => {
            report::warning(&format!("can't watch the files, so changes have no effect: {error}"));
            None
        }
    };
    let mut live = Live::new(session);
    if let Some(watcher) = &mut watcher {
        live.follow_folders(watcher);
    }
    let stage = live.first_stage();
    let shown = stage.clone();
    thread::spawn(move || {
        live.save_cache();
        if let Some(watcher) = watcher {
            live.follow(watcher, &shown);
        }
    });
    Ok(Working { stage, root })
}

/// A site that isn't built.
struct Working {
    stage: Stage,
    root: PathBuf,
}

impl SiteFiles for Working {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(match self.stage.file(path)? {
            Some(Body::Bytes(bytes)) => Some(bytes.into_owned()),
            Some(Body::Copy(source)) => fs::read_inside(&self.root, &source).ok(),
            None => None,
        })
    }
}

/// A built site.
struct Folder(PathBuf);

impl SiteFiles for Folder {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(fs::read_below(&self.0, path, LARGEST))
    }
}

impl SiteFiles for Published {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Published::read(self, path)
    }

    fn origin(&self) -> Option<&str> {
        Some(Published::origin(self))
    }
}
