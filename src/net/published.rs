//! Reads the files of a published site. Only the site's own origin is contacted, and size, time, and memory are
//! bounded.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use ureq::Agent;
use url::{Host, Url};

use super::http::reason;

/// The time limit for a file.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long to wait before contacting the site again if it didn't respond.
const PAUSE: Duration = Duration::from_secs(10);
/// How long a file is kept.
const FRESH: Duration = Duration::from_secs(300);
/// The maximum size of a file, in bytes. `llms-full.txt` is at most 16 MiB.
const LARGEST: u64 = 24 << 20;
/// The maximum size of all kept files, in bytes.
const KEPT: usize = 64 << 20;
/// The maximum number of kept files, including missing files.
const FILES: usize = 10_000;
/// The maximum number of redirects.
const REDIRECTS: usize = 3;
/// The maximum number of parent folders to look for the site in.
const PARENTS: usize = 6;
/// The user agent.
const USER_AGENT: &str =
    concat!("docgen/", env!("CARGO_PKG_VERSION"), " (mcp; +", env!("CARGO_PKG_HOMEPAGE"), ")");

/// A published site.
pub(crate) struct Published {
    agent: Agent,
    /// The URL of the site's folder, which ends with a slash.
    root: Url,
    origin: String,
    kept: Mutex<Kept>,
}

/// The content of a file, or `None` if the file doesn't exist.
type File = Option<Arc<[u8]>>;

/// The files that were read, each with the time when it was read.
#[derive(Default)]
struct Kept {
    files: HashMap<String, (Instant, File)>,
    size: usize,
    /// The time when the site last failed to respond, and the reason.
    failed: Option<(Instant, String)>,
}

impl Published {
    /// Finds the site that a URL belongs to: the closest folder that contains the file `marker`. HTTP is allowed only
    /// for this machine. If there's no such folder, returns the reason.
    pub(crate) fn find(url: &str, marker: &str) -> Result<Self, String> {
        let mut root = Url::parse(url).map_err(|error| format!("invalid URL: {error}"))?;
        let is_here = match root.host() {
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => return Err("the URL has no host".to_owned()),
        };
        if root.scheme() != "https" && !(root.scheme() == "http" && is_here) {
            return Err(
                "the URL must start with `https://`; `http://` is allowed only for this machine".to_owned()
            );
        }
        if !root.username().is_empty() || root.password().is_some() {
            return Err("the URL must not contain a username or a password".to_owned());
        }
        root.set_query(None);
        root.set_fragment(None);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(USER_AGENT)
            .timeout_global(Some(PATIENCE));
        let config = if is_here { config.proxy(None) } else { config };
        let origin = root.origin().ascii_serialization();
        let mut site = Published { agent: config.build().into(), root, origin, kept: Mutex::default() };
        if !site.root.path().ends_with('/') {
            let path = format!("{}/", site.root.path());
            site.root.set_path(&path);
        }
        for _ in 0..=PARENTS {
            if site.read(marker)?.is_some() {
                return Ok(site);
            }
            let Ok(parent) = site.root.join("..").map_err(drop) else { break };
            if parent == site.root {
                break;
            }
            site.root = parent;
            site.kept = Mutex::default();
        }
        Err(format!(
            "there's no `{marker}` at this URL or in a folder above it, so the URL isn't part of a docgen site"
        ))
    }

    /// The site's origin, such as `https://example.com`.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns a file by its path below the site's folder, or `None` if it doesn't exist. If the site doesn't respond,
    /// returns the reason.
    pub(crate) fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        {
            let mut kept = self.kept.lock();
            if let Some((at, file)) = kept.files.get(path)
                && at.elapsed() < FRESH
            {
                return Ok(file.as_ref().map(|file| file.to_vec()));
            }
            match &kept.failed {
                Some((at, reason)) if at.elapsed() < PAUSE => return Err(reason.clone()),
                _ => kept.failed = None,
            }
        }
        let read = self.fetch(path);
        let mut kept = self.kept.lock();
        match &read {
            Ok(file) => kept.keep(path, file.as_deref()),
            Err(reason) => kept.failed = Some((Instant::now(), reason.clone())),
        }
        read
    }

    fn fetch(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let lost = |reason: &str| format!("`{}` {reason}", self.origin);
        let path = crate::path::encode_path(path);
        let mut url = self.root.join(&path).map_err(|error| error.to_string())?;
        for _ in 0..=REDIRECTS {
            if url.origin() != self.root.origin() {
                return Err(lost(&format!("redirects to another site: `{url}`; use the URL of that site")));
            }
            let mut response = self.agent.get(url.as_str()).call().map_err(|error| lost(&reason(&error)))?;
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            match response.status().as_u16() {
                200 => {}
                // Some hosts respond to requests for missing files with 403.
                403 | 404 | 410 => return Ok(None),
                301 | 302 | 303 | 307 | 308 => {
                    let target = header("location").and_then(|target| url.join(target).ok());
                    url = target.ok_or_else(|| lost("sent a redirect without a target"))?;
                    continue;
                }
                status => return Err(lost(&format!("responded with status {status}"))),
            }
            // Some hosts respond with the home page or an error page if a file is missing.
            if header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
                return Ok(None);
            }
            let body = response.body_mut().with_config().limit(LARGEST).read_to_vec();
            return body.map(Some).map_err(|error| match error {
                ureq::Error::BodyExceedsLimit(_) => lost("sent a file that's too large"),
                error => lost(&reason(&error)),
            });
        }
        Err(lost("redirects too often"))
    }
}

impl Kept {
    fn keep(&mut self, path: &str, file: Option<&[u8]>) {
        let size = file.map_or(0, <[u8]>::len);
        if self.size + size > KEPT || self.files.len() >= FILES {
            *self = Kept::default();
        }
        let old = self.files.insert(path.to_owned(), (Instant::now(), file.map(Arc::from)));
        self.size += size;
        self.size -= old.and_then(|(_, file)| file).map_or(0, |file| file.len());
    }
}
