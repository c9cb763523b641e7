//! Checks that URLs on other sites work. The module checks a few hosts at the same time, but sends requests to the same
//! host one at a time, with a pause between them. If a site rejects automated requests, its links aren't reported as
//! broken, because they might work in browsers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use ureq::Agent;
use url::{Host, Url};

use super::http::reason;
use crate::diff;

/// The number of hosts to check at the same time.
const HOSTS: usize = 8;
/// The pause between two requests to the same host. Requests to this machine have no pause.
const PAUSE: Duration = Duration::from_millis(500);
/// The pause before a retry.
const BEFORE_RETRY: Duration = Duration::from_secs(2);
/// The longest pause that docgen accepts from a host. If a host requests a longer pause, the host's other URLs aren't
/// checked.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The maximum number of attempts for a request if the host doesn't respond or is busy.
const ATTEMPTS: u32 = 3;
/// The maximum number of redirects to follow. Browsers follow 20.
const REDIRECTS: usize = 10;
/// The time after which the remaining URLs aren't checked.
const LIMIT: Duration = Duration::from_secs(30 * 60);
/// The maximum length, in bytes, of a page whose IDs are checked.
const LONGEST_PAGE: u64 = 8 << 20;
/// The user agent, with a URL that tells site operators what docgen is.
const USER_AGENT: &str =
    concat!("docgen/", env!("CARGO_PKG_VERSION"), " (link check; +", env!("CARGO_PKG_HOMEPAGE"), ")");

/// The result of checking a URL.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// The URL opens a page or file.
    Works,
    /// The URL permanently redirects to a page or file at this URL.
    Moved(String),
    /// The URL doesn't work, for this reason.
    Broken(String),
    /// The page doesn't have the ID in the URL's fragment.
    NoAnchor,
    /// The result is unknown, for this reason.
    Unknown(String),
}

/// The working URLs from earlier checks, each with the time of the check in seconds since 1970 and the result.
pub(crate) type Checked = BTreeMap<String, (u64, Verdict)>;

/// Whether a URL's host is this machine, is on a private network, or has a name that's reserved for examples and tests
/// (RFC 2606, RFC 6761).
pub(crate) fn is_private(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return true };
    match url.host() {
        Some(Host::Ipv4(ip)) => is_private_ip(ip.into()),
        Some(Host::Ipv6(ip)) => is_private_ip(ip.into()),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let last = name.rsplit('.').next().unwrap_or_default();
            let reserved = ["localhost", "local", "internal", "test", "example", "invalid", "arpa", "onion"];
            let is_example = |domain: &&str| {
                name.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            };
            !name.contains('.')
                || reserved.contains(&last)
                || ["example.com", "example.net", "example.org"].iter().any(is_example)
        }
        None => true,
    }
}

fn is_private_ip(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let documentation = ip.is_documentation() || ip.is_broadcast() || ip.octets()[0] == 0;
            ip.is_loopback() || ip.is_private() || ip.is_link_local() || documentation
        }
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(ip) => is_private_ip(ip.into()),
            None => {
                ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local() || ip.is_unicast_link_local()
            }
        },
    }
}

/// Checks URLs and returns the result for each URL. `may_ask` returns whether docgen can request the target of a
/// redirect. Calls `done` after checking each URL.
pub(crate) fn check(
    urls: &BTreeSet<String>,
    timeout: Duration,
    may_ask: &(dyn Fn(&str) -> bool + Sync),
    done: &(dyn Fn() + Sync),
) -> BTreeMap<String, Verdict> {
    let mut hosts: BTreeMap<String, BTreeMap<String, Vec<&String>>> = BTreeMap::new();
    let mut verdicts = BTreeMap::new();
    for url in urls {
        match Url::parse(url) {
            Ok(mut parsed) => {
                let host = parsed.host_str().unwrap_or_default().to_owned();
                parsed.set_fragment(None);
                hosts.entry(host).or_default().entry(parsed.into()).or_default().push(url);
            }
            Err(error) => {
                verdicts.insert(url.clone(), Verdict::Broken(format!("it isn't a valid URL ({error})")));
                done();
            }
        }
    }
    let queue = Mutex::new(VecDeque::from_iter(hosts));
    let found = Mutex::new(verdicts);
    let checker = Checker { agent: agent(timeout), end: Instant::now() + LIMIT, may_ask };
    std::thread::scope(|scope| {
        for _ in 0..HOSTS {
            scope.spawn(|| {
                while let Some((_, pages)) = { queue.lock().pop_front() } {
                    checker.host(pages, &found, done);
                }
            });
        }
    });
    found.into_inner()
}

fn agent(timeout: Duration) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(USER_AGENT)
        .accept("text/html,application/xhtml+xml,*/*;q=0.8")
        .timeout_global(Some(timeout));
    config.build().into()
}

struct Checker<'a> {
    agent: Agent,
    end: Instant,
    may_ask: &'a (dyn Fn(&str) -> bool + Sync),
}

/// A response.
struct Answer {
    status: u16,
    location: Option<String>,
    retry_after: Option<Duration>,
    /// The page, if it was requested.
    page: Option<Vec<u8>>,
}

/// The result for a URL without its fragment.
struct Reached {
    verdict: Verdict,
    page: Option<Vec<u8>>,
    /// Whether the host requested a longer pause than docgen accepts.
    is_over: bool,
    /// Whether the host didn't respond.
    is_lost: bool,
}

impl Reached {
    fn new(verdict: Verdict) -> Self {
        Reached { verdict, page: None, is_over: false, is_lost: false }
    }
}

impl Checker<'_> {
    /// Checks the pages of a host one at a time.
    fn host(
        &self,
        pages: BTreeMap<String, Vec<&String>>,
        found: &Mutex<BTreeMap<String, Verdict>>,
        done: &(dyn Fn() + Sync),
    ) {
        let (mut is_over, mut attempts) = (false, ATTEMPTS);
        for (number, (page, urls)) in pages.into_iter().enumerate() {
            if number > 0 && !is_over && !is_here(&page) {
                std::thread::sleep(PAUSE);
            }
            let anchors: Vec<Option<String>> = urls.iter().map(|url| anchor(url)).collect();
            let reached = if is_over {
                Reached::new(Verdict::Unknown("the host is busy".to_owned()))
            } else if Instant::now() > self.end {
                Reached::new(Verdict::Unknown("the check took too long".to_owned()))
            } else {
                self.reach(&page, anchors.iter().any(Option::is_some), attempts)
            };
            is_over |= reached.is_over;
            // Don't wait repeatedly for a host that's down.
            attempts = if reached.is_lost { 1 } else { ATTEMPTS };
            let ids = reached.page.as_ref().and_then(|page| diff::ids(page));
            for (url, anchor) in urls.into_iter().zip(anchors) {
                let is_there = |anchor: &String| ids.as_ref().is_none_or(|ids| has_id(ids, anchor));
                let verdict = match &reached.verdict {
                    Verdict::Works | Verdict::Moved(_) if !anchor.iter().all(is_there) => Verdict::NoAnchor,
                    // A redirect keeps the fragment.
                    Verdict::Moved(to) => Verdict::Moved(with_fragment(to, url)),
                    verdict => verdict.clone(),
                };
                found.lock().insert(url.clone(), verdict);
                done();
            }
        }
    }

    /// Follows a URL and its redirects.
    fn reach(&self, url: &str, wants_page: bool, attempts: u32) -> Reached {
        let (mut at, mut is_permanent) = (url.to_owned(), true);
        for _ in 0..=REDIRECTS {
            let answer = match self.ask(&at, wants_page, attempts) {
                Ok(answer) => answer,
                Err(reached) => return reached,
            };
            let Answer { status, location, page, .. } = answer;
            let Some(next) = location.filter(|_| (300..400).contains(&status)) else {
                let verdict = match verdict(status) {
                    Verdict::Works if at != url && is_permanent => Verdict::Moved(at),
                    verdict => verdict,
                };
                return Reached { page, ..Reached::new(verdict) };
            };
            let next = Url::parse(&at).and_then(|at| at.join(&next));
            let Ok(mut next) = next else {
                return Reached::new(Verdict::Broken("it redirects to an invalid URL".to_owned()));
            };
            next.set_fragment(None);
            if !(self.may_ask)(next.as_str()) {
                return Reached::new(Verdict::Unknown("it redirects to a private host".to_owned()));
            }
            is_permanent &= matches!(status, 301 | 308);
            at = next.into();
        }
        Reached::new(Verdict::Broken("it redirects too many times".to_owned()))
    }

    /// Requests a URL: first only the headers and then, if that request fails, the page.
    fn ask(&self, url: &str, wants_page: bool, attempts: u32) -> Result<Answer, Reached> {
        let mut is_get = wants_page || attempts == 1;
        let mut attempt = 1;
        loop {
            let result = self.send(url, is_get);
            // Some hosts respond to requests for the headers with an error. A busy host first gets its pause.
            if !std::mem::replace(&mut is_get, true)
                && !matches!(result, Ok(Answer { status: ..400 | 429 | 503, .. }))
            {
                continue;
            }
            let pause = match &result {
                Ok(Answer { status: 429 | 503, retry_after, .. }) => {
                    retry_after.unwrap_or(BEFORE_RETRY * attempt)
                }
                Ok(Answer { status: 500.., .. }) | Err(_) => BEFORE_RETRY,
                Ok(_) => return Ok(result.expect("it was just matched")),
            };
            if pause > LONGEST_PAUSE {
                let verdict = Verdict::Unknown("the host is busy".to_owned());
                return Err(Reached { is_over: true, ..Reached::new(verdict) });
            }
            if attempt >= attempts {
                let lost = |reason| Reached { is_lost: true, ..Reached::new(Verdict::Broken(reason)) };
                return result.map_err(lost);
            }
            attempt += 1;
            std::thread::sleep(if is_here(url) { pause / 20 } else { pause });
        }
    }

    fn send(&self, url: &str, is_get: bool) -> Result<Answer, String> {
        let sent = if is_get { self.agent.get(url).call() } else { self.agent.head(url).call() };
        let mut answer = sent.map_err(|error| format!("its host {}", reason(&error)))?;
        let header = |name: &str| {
            let value = answer.headers().get(name)?.to_str().ok()?;
            Some(value.trim().to_owned())
        };
        let retry_after = header("retry-after").and_then(|text| text.parse().ok()).map(Duration::from_secs);
        let is_html = header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("html"));
        let (status, location) = (answer.status().as_u16(), header("location"));
        let page = if is_get && is_html && status < 300 {
            answer.body_mut().with_config().limit(LONGEST_PAGE).read_to_vec().ok()
        } else {
            None
        };
        Ok(Answer { status, location, retry_after, page })
    }
}

/// Returns the verdict for a final status.
fn verdict(status: u16) -> Verdict {
    match status {
        200..=399 => Verdict::Works,
        // Many sites reject automated requests, but not browsers.
        401 | 403 | 405 | 406 | 408 | 418 | 429 | 451 | 503 | 520.. => {
            Verdict::Unknown(format!("status {status}"))
        }
        _ => Verdict::Broken(format!("status {status}")),
    }
}

/// Whether a URL is on this machine.
fn is_here(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]")))
}

/// Adds the fragment of another URL to a URL without a fragment.
fn with_fragment(url: &str, other: &str) -> String {
    other.split_once('#').map_or_else(|| url.to_owned(), |(_, fragment)| format!("{url}#{fragment}"))
}

/// Returns the ID that a URL's fragment refers to. A fragment can also refer to a line of code, a page in a PDF, text
/// to highlight, or the state of an app.
fn anchor(url: &str) -> Option<String> {
    let hash = Url::parse(url).ok()?.fragment()?.to_owned();
    let is_line = hash.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_other = hash.is_empty() || hash.contains([':', '=', '&', '?', '/', '!', '~']) || is_line;
    let is_top = hash.eq_ignore_ascii_case("top");
    (!is_other && !is_top).then_some(hash)
}

/// Whether a page has an ID. Some sites add a prefix to the IDs in user content, and their scripts resolve links to the
/// original IDs.
fn has_id(ids: &BTreeSet<String>, anchor: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(anchor).decode_utf8_lossy();
    let is_meant = |id: &String| {
        let prefix = id.strip_suffix(&*decoded);
        *id == anchor || prefix.is_some_and(|prefix| prefix.is_empty() || prefix.ends_with('-'))
    };
    ids.iter().any(is_meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_hosts_and_reserved_names_are_not_asked() {
        for private in [
            "http://localhost:3000",
            "http://127.0.0.1",
            "https://10.1.2.3/",
            "http://[::1]/",
            "http://192.168.0.1",
            "http://[::ffff:127.0.0.1]/",
            "http://169.254.169.254/",
            "https://docs.example.com/a",
            "http://example.org",
            "https://intranet/",
            "http://printer.local/",
            "http://[fd00::1]/",
            "http://0.0.0.0:80/",
        ] {
            assert!(is_private(private), "{private}");
        }
        for public in [
            "https://www.rust-lang.org",
            "http://1.1.1.1",
            "https://notexample.com",
            "https://[2606:4700::1]/",
        ] {
            assert!(!is_private(public), "{public}");
        }
    }

    #[test]
    fn only_hashes_that_name_ids_are_checked() {
        for (url, expected) in [
            ("https://a.dev/b#install", Some("install")),
            ("https://a.dev/b#L12-L20", None),
            ("https://a.dev/b#:~:text=hello", None),
            ("https://a.dev/b#/route", None),
            ("https://a.dev/b.pdf#page=3", None),
            ("https://a.dev/b#top", None),
            ("https://a.dev/b#", None),
            ("https://a.dev/b", None),
        ] {
            assert_eq!(anchor(url).as_deref(), expected, "{url}");
        }
        let ids: BTreeSet<String> = ["user-content-install", "é"].map(str::to_owned).into();
        assert!(has_id(&ids, "install") && has_id(&ids, "%C3%A9") && !has_id(&ids, "stall"));
    }
}
