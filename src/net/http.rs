//! A single request to a single host, and its result.

use std::fmt;
use std::time::Duration;

use ureq::Agent;
pub(super) use ureq::http::Method;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use crate::config::application_hosts;

/// The longest time to wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// The time limit for sending a body, as a multiple of the time limit for a response. Sending takes longer because a
/// connection can be slow and a batch is large.
const SENDING: u32 = 4;

/// The maximum length of a response, in bytes. The longest response contains 1,000 synonyms.
const LONGEST: u64 = 16 << 20;

/// A key that can change an index. The key is never printed with `{:?}` or as part of a message from the service.
#[derive(PartialEq)]
pub(crate) struct Key(String);

impl Key {
    /// Parses a key. Returns `None` if the text can't be a key.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_key = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Key(text.to_owned()))
    }

    /// Whether the key is the same as a public key.
    pub(crate) fn is(&self, other: &str) -> bool {
        self.0 == other
    }

    /// Replaces the key in text with a placeholder.
    fn hide(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

/// One of the service's hosts, as a URL without a path: `https://abc.algolia.net`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Host(String);

impl Host {
    /// Parses the URL of a host. The URL must use HTTPS unless the host is this machine, because requests contain a
    /// key.
    pub(crate) fn new(address: &str) -> Option<Self> {
        let address = address.trim().trim_end_matches('/');
        let rest = match address.split_once("://") {
            Some(("https", rest)) => rest,
            Some(("http", rest)) if is_here(rest) => rest,
            _ => return None,
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        (!rest.is_empty() && rest.bytes().all(plain)).then(|| Host(address.to_owned()))
    }

    /// Returns the hosts of an application, in the order in which docgen tries them. The service also has hosts near
    /// readers, but the data on those hosts can be slightly outdated.
    pub(crate) fn of_application(id: &str) -> Vec<Host> {
        application_hosts(id, "").map(Host).collect()
    }

    fn is_here(&self) -> bool {
        self.0.split_once("://").is_some_and(|(_, rest)| is_here(rest))
    }
}

/// Whether a host, with or without a port, refers to this machine.
fn is_here(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1")
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.strip_prefix("https://").unwrap_or(&self.0))
    }
}

/// A request to a host.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub method: &'a Method,
    pub host: &'a Host,
    /// The path, which starts with a slash.
    pub path: &'a str,
    /// The body, as JSON.
    pub body: Option<&'a str>,
}

/// A response with any status.
#[derive(Clone)]
pub(super) struct Answer {
    pub status: u16,
    /// The pause that the host requests.
    pub retry_after: Option<Duration>,
    pub body: String,
}

/// The reason that there is no complete response. The host might or might not have processed the request.
#[derive(Clone)]
pub(super) struct Lost(pub String);

/// The certificates to accept from hosts.
#[derive(Default)]
pub(crate) enum Trust {
    /// Certificates that browsers trust.
    #[default]
    Public,
    /// Certificates issued by one of the certificates in this PEM file, for companies that inspect TLS connections.
    Own(Vec<u8>),
}

/// The HTTP client.
pub(crate) struct Http {
    /// The agent for remote hosts, which uses the proxy that the environment variables specify, if any.
    far: Agent,
    /// The agent for this machine.
    here: Agent,
    application: String,
    key: Key,
}

impl Http {
    /// Creates a client for an application. `patience` is the time to wait for a response.
    pub(crate) fn new(
        application: &str,
        key: Key,
        patience: Duration,
        trust: &Trust,
    ) -> Result<Self, String> {
        let mut tls = TlsConfig::builder();
        if let Trust::Own(pem) = trust {
            // The file can also contain other items.
            let own: Vec<_> = parse_pem(pem)
                .filter_map(|item| match item {
                    Ok(PemItem::Certificate(certificate)) => Some(certificate),
                    _ => None,
                })
                .collect();
            if own.is_empty() {
                return Err("it contains no certificate".to_owned());
            }
            tls = tls.root_certs(RootCerts::from(own));
        }
        let tls = tls.build();
        let agent = |is_here: bool| -> Agent {
            let config = Agent::config_builder()
                .http_status_as_error(false)
                // The key is sent only to the configured hosts, so the client doesn't follow redirects.
                .max_redirects(0)
                .max_redirects_will_error(false)
                .user_agent(concat!("docgen/", env!("CARGO_PKG_VERSION")))
                .timeout_connect(Some(CONNECT.min(patience)))
                .timeout_resolve(Some(CONNECT.min(patience)))
                .timeout_send_request(Some(patience))
                .timeout_send_body(Some(patience * SENDING))
                .timeout_recv_response(Some(patience))
                .timeout_recv_body(Some(patience))
                .tls_config(tls.clone());
            let config = if is_here { config.proxy(None) } else { config };
            config.build().into()
        };
        Ok(Http { far: agent(false), here: agent(true), application: application.to_owned(), key })
    }

    pub(super) fn send(&self, request: &Request<'_>) -> Result<Answer, Lost> {
        let Request { method, host, path, body } = *request;
        let agent = if host.is_here() { &self.here } else { &self.far };
        let lost = |error: ureq::Error| Lost(self.key.hide(&reason(&error)));
        let head = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", host.0))
            .header("x-algolia-application-id", &self.application)
            .header("x-algolia-api-key", &self.key.0)
            .header("content-type", "application/json");
        let sent = match body {
            Some(body) => head.body(body).map_err(ureq::Error::from).and_then(|request| agent.run(request)),
            None => head.body(()).map_err(ureq::Error::from).and_then(|request| agent.run(request)),
        };
        let mut answer = sent.map_err(lost)?;
        let header = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let retry_after = header.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(LONGEST).read_to_string().map_err(lost)?;
        Ok(Answer { status, retry_after, body: self.key.hide(&body) })
    }
}

/// Describes why a request failed.
pub(super) fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => "didn't respond in time".to_owned(),
        ureq::Error::HostNotFound => "can't be found".to_owned(),
        ureq::Error::ConnectionFailed => "can't be reached".to_owned(),
        ureq::Error::Io(error) => match error.kind() {
            std::io::ErrorKind::ConnectionRefused => "refused the connection".to_owned(),
            std::io::ErrorKind::TimedOut => "didn't respond in time".to_owned(),
            std::io::ErrorKind::ConnectionReset
            | std::io::ErrorKind::ConnectionAborted
            | std::io::ErrorKind::BrokenPipe
            | std::io::ErrorKind::UnexpectedEof => "closed the connection".to_owned(),
            _ if error.to_string().contains("certificate") => not_trusted(error),
            // The standard library has no error kind for failed lookups.
            _ if error.to_string().contains("lookup") => "can't be found".to_owned(),
            _ => format!("can't be reached ({error})"),
        },
        ureq::Error::Rustls(error) => not_trusted(error),
        error => format!("can't be reached ({error})"),
    }
}

fn not_trusted(error: &dyn fmt::Display) -> String {
    format!("has no trusted certificate ({error})")
}
