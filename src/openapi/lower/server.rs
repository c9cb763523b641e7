//! Servers: URLs with variables.

use super::{
    At, Lowering,
    document::Found,
    object::{Kind, Object},
    scalars::is_safe,
};
use crate::diag::Code;
use crate::openapi::{
    Server, Variable,
    server::{has_whole, with_defaults},
};

/// The maximum number of variables in a URL.
const MAX_VARIABLES: usize = 100;
/// The allowed schemes of a URL.
const SCHEMES: [&str; 4] = ["http", "https", "ws", "wss"];

impl Lowering<'_> {
    /// Reads servers. Servers with unsafe URLs are reported and left out.
    pub(super) fn servers(&mut self, at: At) -> Vec<Server> {
        let items = self.items(at, "a list of servers");
        items.into_iter().filter_map(|item| self.server(item)).collect()
    }

    pub(super) fn server(&mut self, at: At) -> Option<Server> {
        let mut object = self.object(at, Kind::Server)?;
        let at = object.at;
        let url_at = object.take("url");
        let url = match url_at {
            Some(at) => object.lowering.exact(at).unwrap_or_default().trim(),
            None => {
                let message = format!("`{}`: missing key `url`", object.pointer(at));
                object.report(at, message);
                ""
            }
        };
        let mut server = Server {
            url: url.into(),
            name: object.string("name"),
            description: object.text("description"),
            variables: Vec::new(),
        };
        let variables = object.entries("variables", "an object that contains server variables");
        for (name, at) in variables.into_iter().take(MAX_VARIABLES) {
            server.variables.extend(object.variable(name, at));
        }
        object.close();
        if url.is_empty() {
            return None;
        }
        for name in names(url) {
            if server.variables.iter().all(|variable| *variable.name != *name) {
                let message = format!("the server `{url}` doesn't define the variable `{{{name}}}`");
                self.report(at, message);
                self.undefined.insert(url.into());
                server.variables.push(Variable { name: name.into(), ..Variable::default() });
            }
        }
        server.variables.truncate(MAX_VARIABLES);
        if !is_safe(&with_defaults(&server, |_| String::new()), &SCHEMES) {
            self.refuse_url(url_at.unwrap_or(at), url, "start it with `https://`, or use a relative URL");
            return None;
        }
        Some(server)
    }

    /// Reports once that readers have to enter the API's URL because operations have no server with a full URL. Undefined
    /// variables in URLs were already reported.
    pub(super) fn check_servers(&mut self, at: At, operations: &[Found]) {
        let is_reported =
            |found: &Found| found.operation.servers.iter().any(|server| self.undefined.contains(&server.url));
        let is_open = |found: &&Found| !has_whole(&found.operation) && !is_reported(found);
        let open = operations.iter().filter(is_open).count();
        if open == 0 {
            return;
        }
        let which = match operations.len() {
            all if all == open => "the API has".to_owned(),
            all => format!("{open} of {all} operations {}", if open == 1 { "has" } else { "have" }),
        };
        let message = format!("{which} no server with a full URL, so readers have to enter the URL");
        let hint = if self.api.dialect.starts_with("2.") {
            "add `host` and `schemes`, such as `host: api.example.com` and `schemes: [https]`"
        } else {
            "add the API's URL under `servers`, such as `- url: https://api.example.com`"
        };
        self.report_with(Code::MissingServer, at, message, Some(hint.into()));
    }

    fn variable(&mut self, name: &str, at: At) -> Option<Variable> {
        self.read(at, Kind::Variable, |variable| {
            let values = variable.strings("enum");
            Variable {
                name: name.into(),
                // Some writers repeat the variable because the key is required.
                default: variable
                    .exact("default")
                    .filter(|default| **default != *format!("{{{name}}}"))
                    .map(Into::into)
                    .or_else(|| values.first().cloned()),
                values,
                description: variable.text("description"),
            }
        })
    }
}

impl Object<'_, '_> {
    /// Returns the servers of a 2.0 document: one for each scheme, with the host and base path.
    pub(super) fn swagger_servers(&mut self) -> Vec<Server> {
        let host_at = self.take("host");
        let (host, path) = (self.string("host"), self.string("basePath").unwrap_or_default());
        let schemes = self.strings("schemes");
        let path = path.trim_end_matches('/');
        let server = |url: &str| Server { url: url.into(), ..Server::default() };
        let Some((host, at)) = host.zip(host_at) else {
            return if path.is_empty() { Vec::new() } else { vec![server(path)] };
        };
        let (scheme, name) = host.split_once("://").unwrap_or(("https", &host));
        let name = name.trim_end_matches('/');
        if name != &*host {
            let message =
                format!("`host`: expected a host and port only; `{host}` is interpreted as `{name}`");
            self.report_hint(at, message, "put the scheme in `schemes` and the path in `basePath`");
        }
        let stated =
            if schemes.is_empty() { vec![scheme] } else { schemes.iter().map(|one| &**one).collect() };
        let mut servers = Vec::new();
        for scheme in stated {
            let url = format!("{scheme}://{name}{path}");
            if is_safe(&url, &SCHEMES) {
                servers.push(server(&url));
            } else {
                self.refuse_url(at, &url, "add `http` or `https` to `schemes`");
            }
        }
        servers
    }
}

/// Returns the names in braces in a URL, without duplicates.
pub(super) fn names(url: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let mut rest = url;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        // If text in braces contains one of these characters, it isn't a placeholder.
        let is_name = !name.is_empty() && !name.contains(['/', '{', '\n', '\"']) && name.len() <= 200;
        if is_name && !names.contains(&name) && names.len() < MAX_VARIABLES {
            names.push(name);
        }
        rest = after;
    }
    names
}

/// Returns the number of values that servers contain. All of these values are copied for each operation.
pub(super) fn weight(servers: &[Server]) -> usize {
    let variables = |server: &Server| server.variables.iter().map(|one| 1 + one.values.len()).sum::<usize>();
    servers.iter().map(|server| 1 + variables(server)).sum()
}
