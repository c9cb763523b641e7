//! Matches the HTTP requests on pages against the operations of the site's OpenAPI documents.
//!
//! Returns the operation's page for each request and reports requests that the documents don't allow. Pages can also
//! contain requests to other APIs. Therefore, a request is reported only if the URL shows that the request belongs to a
//! document: the URL starts with the URL of a server, or its path differs from an operation's path in only one
//! misspelled segment.

mod fields;
mod paths;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::{Found, Href, HrefKind, Place, Resolver};
use crate::diag::{Code, Diagnostic, Hint, Span};
use crate::markdown::Request;
use crate::openapi::{
    Operation, OperationRef, ParameterIn, Server, Variable,
    merge::{Node, Views},
};
use crate::site::{Context, Page, PageKind, Parsed, SiteApi};
use paths::{can_fit, closest, fit, has_parameter_at, is_near, is_variable, likeness, segments};

impl Resolver<'_> {
    /// Finds the operation of each request on a page. Reports requests that don't match.
    pub(super) fn requests(&self, page: &Page, parsed: &Parsed, found: &mut Found) {
        let requests = &parsed.metadata.requests;
        if requests.is_empty() || self.apis.is_empty() {
            return;
        }
        let apis = self.requests.get_or_init(|| self.apis.iter().map(Known::new).collect());
        let apis: Vec<&Known<'_>> = apis.iter().filter(|known| known.is_for(self.context, page)).collect();
        found.resolved.shows_requests = self.context.config.markdown.link_requests;
        let beside = Beside::of(requests, &parsed.source.text);
        for request in requests {
            let address = Address::of(&request.url);
            // Several documents can describe the same path, so the best match counts.
            let matches = apis.iter().filter_map(|known| Some((known, known.operation(request, &address)?)));
            let with_problems =
                matches.map(|(known, which)| (known, which, known.faults(request, &address, which)));
            let (operation, problems) = match with_problems.min_by_key(|(_, _, problems)| problems.len()) {
                Some((known, which, problems)) => (Some((known, which)), problems),
                None => {
                    let problems = apis.iter().filter_map(|known| known.problem(request, &address));
                    (None, problems.min_by_key(|problem| problem.hint.is_none()).into_iter().collect())
                }
            };
            // A post or an update describes the API at an earlier time. A request to a local server or to a host for
            // examples can be for another API that has the same path.
            let is_own = || apis.iter().any(|known| known.paths(&address).1);
            let is_past = request.is_past || page.kind == PageKind::BlogPost;
            let is_for_other = || {
                let words = address.named_by_variable();
                !words.is_empty() && !apis.iter().any(|known| words.iter().any(|word| known.is_called(word)))
            };
            // A text that maps another product's requests to the requests of this API contains both on one line.
            let is_mapped = || {
                let mut others = beside.with(request);
                others.any(|other| apis.iter().any(|known| known.is_near_to(&address, other)))
            };
            let is_for_any = || !address.has_literal_host() && !is_for_other() && !is_mapped();
            let is_checked = !is_past && (is_for_any() || is_own());
            let problems = problems.into_iter().filter(|_| is_checked);
            found.diagnostics.extend(problems.map(|Problem { message, hint, span }| {
                let span = if span == Span::default() { request.span } else { span };
                let diagnostic = Diagnostic::new(Code::InvalidRequest, message).hint_if(hint);
                Place::new(parsed, request.file.as_ref(), span).report(diagnostic)
            }));
            if let Some((known, which)) = operation {
                let route = known.api.operation_route(&self.context.locales[page.locale], which);
                let href = Href { href: self.at.href(&route), kind: HrefKind::Page };
                found.resolved.requests.push((format!("{} {}", request.method, request.url), href));
            }
        }
    }
}

/// A problem with a request.
struct Problem {
    message: String,
    hint: Option<Hint>,
    /// The location of the name that has the problem, or an empty location for the whole request.
    span: Span,
}

impl Problem {
    fn of_request(message: String, hint: Option<impl Into<Hint>>) -> Self {
        Problem { message, hint: hint.map(Into::into), span: Span::default() }
    }
}

/// An OpenAPI document with its views.
pub(super) struct Known<'a> {
    api: &'a SiteApi,
    views: Views<'a>,
    servers: Vec<Base<'a>>,
}

impl<'a> Known<'a> {
    pub(super) fn new(api: &'a SiteApi) -> Self {
        let of_operations = api.api.operations.iter().flat_map(|operation| &operation.servers);
        let mut urls = BTreeSet::new();
        let all = api.api.servers.iter().chain(of_operations);
        let servers = all.filter(|server| urls.insert(&*server.url)).map(Base::new).collect();
        Known { api, views: Views::new(&api.api), servers }
    }

    /// Whether the requests on a page can be for this version of the API. If a page doesn't have the API's versions, it
    /// describes the last version.
    fn is_for(&self, context: Context<'_>, page: &Page) -> bool {
        let Some(own) = self.api.version else { return true };
        let version = &context.versions[own];
        match page.version {
            Some(of_page) if context.versions[of_page].docs == version.docs => of_page == own,
            _ => version.last,
        }
    }

    /// Whether the title of the API or the URL of a server contains a lowercase word.
    fn is_called(&self, word: &str) -> bool {
        let urls = self.servers.iter().map(|base| &*base.url);
        [&*self.api.title, &*self.api.name]
            .into_iter()
            .chain(urls)
            .any(|name| name.to_lowercase().contains(word))
    }

    /// Returns the paths that a URL can mean, without the base paths of the servers, and whether the URL starts with
    /// the URL of a server.
    fn paths<'u>(&self, address: &Address<'u>) -> (Vec<&'u str>, bool) {
        let bases = self.servers.iter();
        let own: Vec<&str> = bases
            .clone()
            .filter(|base| base.has_host(address))
            .filter_map(|base| base.below(address.path))
            .collect();
        if !own.is_empty() {
            return (own, true);
        }
        if !address.is_open() {
            return (Vec::new(), false);
        }
        let below = bases.filter_map(|base| base.below(address.path));
        (below.chain([address.path]).collect(), false)
    }

    /// Returns the operation that a request matches.
    fn operation(&self, request: &Request, address: &Address<'_>) -> Option<OperationRef> {
        let (paths, _) = self.paths(address);
        let method = if request.method == "HEAD" { "GET" } else { &request.method };
        let of = |operation: &Operation| paths.iter().filter_map(|path| self.fit(operation, path)).max();
        let operations = self.api.api.operations.iter().enumerate();
        let same = operations.filter(|(_, operation)| *operation.method == *method);
        let best = same.filter_map(|(index, operation)| Some((of(operation)?, index)));
        let (_, index) = best.max_by_key(|(fit, index)| (*fit, std::cmp::Reverse(*index)))?;
        Some(OperationRef::Path(index as u32))
    }

    /// Whether a request matches an operation whose path is similar to the path of a URL that doesn't match any.
    fn is_near_to(&self, address: &Address<'_>, request: &Request) -> bool {
        let Some(OperationRef::Path(index)) = self.operation(request, &Address::of(&request.url)) else {
            return false;
        };
        let own = &self.api.api.operations[index as usize].path;
        self.paths(address).0.iter().any(|path| is_near(own, path))
    }

    /// If a request belongs to this API but doesn't match any operation, returns the problem.
    fn problem(&self, request: &Request, address: &Address<'_>) -> Option<Problem> {
        let (paths, is_own) = self.paths(address);
        let operations = &self.api.api.operations;
        let title = &self.api.title;
        let all = paths.iter().flat_map(|path| operations.iter().map(move |operation| (*path, operation)));
        let matches: Vec<(&str, &Operation, usize)> = all
            .clone()
            .filter_map(|(path, operation)| Some((path, operation, self.fit(operation, path)?)))
            .collect();
        if let Some((path, ..)) = matches.iter().min_by_key(|(.., fit)| std::cmp::Reverse(*fit)) {
            if request.method == "OPTIONS" {
                return None;
            }
            let methods: BTreeSet<&str> =
                matches.iter().map(|(_, operation, _)| &*operation.method).collect();
            let methods: Vec<String> = methods.into_iter().map(|method| format!("`{method}`")).collect();
            let message = format!("the API `{title}` has no operation `{} {path}`", request.method);
            return Some(Problem::of_request(message, Some(format!("use {}", methods.join(" or ")))));
        }
        let near = all.map(|(path, operation)| (path, &*operation.path));
        let near = near.filter(|(path, own)| is_near(own, path));
        let near = near.min_by(|a, b| likeness(b.1, b.0).total_cmp(&likeness(a.1, a.0)));
        let (path, near) = match near {
            Some((path, near)) => (path, Some(near)),
            None => {
                let path = *paths.iter().min_by_key(|path| path.len())?;
                if !is_own || !self.is_certain(address, path) {
                    return None;
                }
                (path, closest(path, operations.iter().map(|operation| &*operation.path)))
            }
        };
        let message = format!("the API `{title}` has no path `{path}`");
        Some(Problem::of_request(message, near.map(|near| format!("did you mean `{near}`?"))))
    }

    /// If a URL's path matches an operation's path, returns the number of literal segments. A misspelled literal segment
    /// doesn't match a number.
    fn fit(&self, operation: &Operation, path: &str) -> Option<usize> {
        let fit = fit(&operation.path, path)?;
        let is_number = |own: &str| {
            let name = own.trim_matches(['{', '}']);
            let mut parameters = operation.parameters.iter();
            let parameter = parameters.find(|one| one.location == ParameterIn::Path && *one.name == *name);
            let node = parameter.and_then(|parameter| parameter.schema).map(Node::One);
            let types = node.and_then(|node| fields::types(&self.views, &[node], 0));
            types.is_some_and(|types| types.names().all(|name| matches!(name, "integer" | "number")))
        };
        let is_misspelled = segments(&operation.path).zip(segments(path)).any(|(own, given)| {
            let is_word = given.parse::<f64>().is_err() && !is_placeholder(given);
            own.starts_with('{') && is_word && is_number(own)
        });
        let mut others = self.api.api.operations.iter();
        (!is_misspelled || !others.any(|other| is_near(&other.path, path))).then_some(fit)
    }

    /// Whether a path below the URL of a server is certainly meant to be the path of an operation.
    fn is_certain(&self, address: &Address<'_>, path: &str) -> bool {
        let operations = &self.api.api.operations;
        // The URL of the server itself, a file next to the API, or a path that's only hinted at.
        let is_file = |path: &str| path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        let is_value = |at| operations.iter().any(|operation| has_parameter_at(&operation.path, path, at));
        let is_elided = |(at, segment): (usize, &str)| {
            let is_hint = is_placeholder(segment) && segment.contains(['$', '…', '*', '.', '%']);
            is_hint && !(is_variable(segment) && is_value(at))
        };
        let is_other = path.trim_matches('/').is_empty()
            || segments(path).next() == Some(".well-known")
            || is_file(path)
            || segments(path).enumerate().any(is_elided)
            || operations.iter().any(|operation| can_fit(&operation.path, path));
        let is_server = |base: &Base<'_>| {
            let Address { host, path, .. } = base.address();
            base.has_host(address) && base.below(address.path).is_some() && is_specific(host, path)
        };
        !is_other && self.servers.iter().any(is_server)
    }
}

/// The requests without a host, by the lines that contain them.
struct Beside<'r> {
    /// The offset of each line's end.
    ends: Vec<usize>,
    lines: BTreeMap<usize, Vec<&'r Request>>,
}

impl<'r> Beside<'r> {
    /// The maximum number of requests to compare on a line.
    const MAX: usize = 8;

    fn of(requests: &'r [Request], text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let mut beside = Beside { ends, lines: BTreeMap::new() };
        for request in requests {
            if let Some(line) = beside.line(request) {
                beside.lines.entry(line).or_default().push(request);
            }
        }
        beside
    }

    /// Returns the number of the line that contains a request in the page's own file, from 0.
    fn line(&self, request: &Request) -> Option<usize> {
        let is_own = request.file.is_none() && request.url.starts_with('/');
        is_own.then(|| self.ends.partition_point(|end| *end < request.span.range().start))
    }

    /// Returns the other requests on the line of a request.
    fn with(&self, request: &'r Request) -> impl Iterator<Item = &'r Request> {
        let others = self.line(request).and_then(|line| self.lines.get(&line));
        let others = others.into_iter().flatten().copied().take(Self::MAX);
        others.filter(move |other| !std::ptr::eq(*other, request))
    }
}

/// The parts of a URL.
struct Address<'u> {
    /// The host and port, which can contain placeholders. If the URL has no host, it's empty.
    host: &'u str,
    /// The path, which is empty or starts with a slash.
    path: &'u str,
    query: &'u str,
}

impl<'u> Address<'u> {
    fn of(url: &'u str) -> Self {
        let url = url.split('#').next().unwrap_or_default();
        // Without a host or a path, a variable in braces can contain any character.
        let query = match url.contains("://") || url.starts_with('/') {
            true => url.find('?'),
            false => find_outside(url, '?'),
        };
        let (url, query) = query.map_or((url, ""), |at| (&url[..at], &url[at + 1..]));
        let (host, path) = match url.split_once("://") {
            Some((scheme, rest)) => {
                let (host, path) = split_host(rest);
                // The default port.
                let port = match scheme {
                    "http" => ":80",
                    "https" => ":443",
                    _ => "",
                };
                (host.strip_suffix(port).unwrap_or(host), path)
            }
            None if url.starts_with('/') => ("", url),
            None => split_host(url),
        };
        Address { host, path, query }
    }

    /// Whether the URL names a host, or at least a domain that contains the host, as in `$PROJECT.web.app`.
    fn has_literal_host(&self) -> bool {
        let name = self.host.split(':').next().unwrap_or_default();
        let is_literal =
            |label: &str| !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let mut labels = name.rsplit('.');
        let mut has_domain =
            || labels.next().is_some_and(is_literal) && labels.next().is_some_and(is_literal);
        !self.host.is_empty() && (!is_placeholder(self.host) || has_domain())
    }

    /// If the host is a variable, such as `$SHOP_URL`, returns the lowercase words in its name, except for words that
    /// any host can have.
    fn named_by_variable(&self) -> Vec<String> {
        let name = self.host.trim_matches(['$', '{', '}', '<', '>', '%', ':', ' ']);
        let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        if !is_name || !is_placeholder(self.host) {
            return Vec::new();
        }
        let words = name.split(['_', '-']).map(str::to_lowercase);
        words.filter(|word| word.len() > 2 && !GENERIC.iter().any(|generic| word.contains(generic))).collect()
    }

    /// Whether the URL can belong to any server: it has no host, or its host is a placeholder, local, or reserved for
    /// examples.
    fn is_open(&self) -> bool {
        if !self.has_literal_host() {
            return true;
        }
        let name = self.host.split(':').next().unwrap_or_default().to_ascii_lowercase();
        // RFC 2606 and RFC 6761.
        let reserved =
            ["example", "example.com", "example.net", "example.org", "test", "invalid", "localhost", "local"];
        let is_below =
            |own: &str| name.strip_suffix(own).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        reserved.into_iter().any(is_below) || name.starts_with("127.") || name == "0.0.0.0"
    }
}

/// The words in the names of variables that don't say which API a host belongs to.
const GENERIC: &[&str] = &[
    "account",
    "address",
    "api",
    "base",
    "cluster",
    "company",
    "customer",
    "domain",
    "endpoint",
    "env",
    "gateway",
    "host",
    "instance",
    "local",
    "name",
    "origin",
    "prefix",
    "prod",
    "project",
    "public",
    "region",
    "root",
    "sandbox",
    "server",
    "service",
    "site",
    "staging",
    "tenant",
    "test",
    "url",
    "workspace",
    "your",
];

/// The base URL of a server.
struct Base<'a> {
    /// The URL, which can contain variables. If variables make up the whole host or its domain, any host would match, so
    /// they're replaced with their default values.
    url: String,
    variables: &'a [Variable],
}

impl<'a> Base<'a> {
    fn new(server: &'a Server) -> Self {
        let Address { host, path, .. } = Address::of(&server.url);
        let mut url = server.url.to_string();
        if is_placeholder(host) && !is_specific(host, path) {
            for variable in &server.variables {
                let written = format!("{{{}}}", variable.name);
                if let Some(default) = variable.default.as_ref().filter(|_| host.contains(&written)) {
                    url = url.replace(&written, default);
                }
            }
        }
        Base { url, variables: &server.variables }
    }

    fn address(&self) -> Address<'_> {
        Address::of(&self.url)
    }

    /// Whether a URL in a request has the host of this server.
    fn has_host(&self, address: &Address<'_>) -> bool {
        let host = self.address().host;
        let is_known = !is_placeholder(host) || is_specific(host, "");
        is_known && !address.host.is_empty() && self.matches(host, address.host)
    }

    /// Returns the rest of a path below the path of this server.
    fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        let mut rest = path;
        for segment in self.address().path.split('/').filter(|segment| !segment.is_empty()) {
            let own = rest.strip_prefix('/')?;
            let (given, after) = own.split_at(own.find('/').unwrap_or(own.len()));
            let is_same = match segment.contains('{') {
                true => is_placeholder(given) || self.matches(segment, given),
                false => segment == given,
            };
            rest = is_same.then_some(after)?;
        }
        Some(rest)
    }

    /// Whether a text matches a part of the URL, regardless of case. In the URL, a variable stands for any text or, if
    /// only certain values are allowed, for one of these values. In the text, a placeholder stands for any value.
    fn matches(&self, part: &str, text: &str) -> bool {
        let Some((literal, rest)) = part.split_once('{') else { return text.eq_ignore_ascii_case(part) };
        let Some(text) = without_start(text, literal) else { return false };
        let (name, rest) = rest.split_once('}').unwrap_or((rest, ""));
        let literal = rest.split('{').next().unwrap_or_default();
        let variable = self.variables.iter().find(|variable| *variable.name == *name);
        let values = variable.filter(|variable| !variable.values.is_empty());
        let values = values.map(|variable| variable.values.iter().chain(&variable.default));
        let before_literal = text.to_ascii_lowercase().find(&literal.to_ascii_lowercase());
        let end = if literal.is_empty() { Some(text.len()) } else { before_literal };
        let end = match values {
            // The end of a variable directly before another variable is unknown.
            _ if literal.is_empty() && !rest.is_empty() => return true,
            Some(_) if end.is_some_and(|end| is_placeholder(&text[..end])) => end,
            Some(values) => {
                let ends = values.filter_map(|value| {
                    let after = without_start(text, value)?;
                    let is_end = if literal.is_empty() { after.is_empty() } else { true };
                    (is_end && without_start(after, literal).is_some()).then_some(value.len())
                });
                ends.max()
            }
            None => end,
        };
        end.is_some_and(|end| self.matches(rest, &text[end..]))
    }
}

/// Returns a text without its start, whose case can differ.
fn without_start<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.get(..start.len()).filter(|own| own.eq_ignore_ascii_case(start)).map(|own| &text[own.len()..])
}

/// Splits a URL without a scheme after the host. A placeholder in braces can contain slashes.
fn split_host(url: &str) -> (&str, &str) {
    url.split_at(find_outside(url, '/').unwrap_or(url.len()))
}

/// Returns the offset of a character outside braces.
fn find_outside(url: &str, wanted: char) -> Option<usize> {
    let mut depth = 0;
    url.find(|c| {
        depth += match c {
            '{' | '<' => 1,
            '}' | '>' => -1,
            _ => 0,
        };
        c == wanted && depth <= 0
    })
}

/// Whether a name or host is a placeholder, such as `$HOST`, `{id}`, `:id`, or `YOUR_KEY`.
fn is_placeholder(text: &str) -> bool {
    let is_upper = text.len() > 1
        && text.contains(|c: char| c.is_ascii_uppercase())
        && !text.contains(|c: char| c.is_ascii_lowercase() || c == '.');
    text.contains(['$', '{', '<', '%', '…', '*']) || text.starts_with(':') || text.contains("...") || is_upper
}

/// Whether a server's URL identifies an API: the host isn't a variable and, without a base path, isn't local.
fn is_specific(host: &str, base: &str) -> bool {
    let mut depth = 0_u32;
    let literal: String = host
        .chars()
        .filter(|c| {
            depth = if *c == '{' { depth + 1 } else { depth };
            let is_literal = depth == 0;
            depth = if *c == '}' { depth.saturating_sub(1) } else { depth };
            is_literal
        })
        .collect();
    let name = literal.split(':').next().unwrap_or_default().trim_matches('.');
    let is_local =
        name == "localhost" || name.starts_with("127.") || name == "0.0.0.0" || !name.contains('.');
    !is_local || !is_placeholder(host) && !base.trim_matches('/').is_empty()
}
