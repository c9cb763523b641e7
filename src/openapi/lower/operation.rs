//! Reads path items and operations, with their callbacks and samples.

use super::{
    At, Lowering,
    document::Found,
    names,
    object::{Kind, Object},
    server::weight,
    titles,
};
use crate::openapi::{Callback, CodeSample, Operation, Server, TextId, file::Value, sample::is_token};

/// The HTTP methods that have their own key in a path item.
pub(super) const METHODS: [&str; 9] =
    ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/// The extensions that hide an operation.
pub(super) const HIDING: [&str; 3] = ["x-internal", "x-hidden", "x-excluded"];
/// The extension that names the audiences of an object.
const AUDIENCE: &str = "x-audience";
/// The maximum depth of callbacks.
const MAX_CALLBACKS: usize = 4;

/// The properties that a path defines for all its operations.
struct Shared {
    summary: Option<TextId>,
    description: Option<TextId>,
    servers: Option<Vec<Server>>,
    parameters: Option<At>,
}

impl<'a> Lowering<'a> {
    /// Whether an object names audiences, and the reference is for none of them.
    pub(super) fn is_for_others(&self, at: At) -> bool {
        let file = self.file(at);
        let named = file.members(at.node).get(AUDIENCE).filter(|_| !self.audience.is_empty());
        let is_own = |node| file.string(node).is_some_and(|name| self.audience.iter().any(|own| own == name));
        named.is_some_and(|named| match file.value(named) {
            Value::Array(names) => !names.iter().any(|name| is_own(*name)),
            _ => !is_own(named),
        })
    }

    /// Returns the operations of a path, in document order.
    pub(super) fn path_item(&mut self, path: &'a str, at: At) -> Vec<Found> {
        let Some(mut item) = self.object(at, Kind::PathItem) else { return vec![self.unreadable(path, at)] };
        let is_reference = item.at != at;
        let mut found = item.path_operations(path);
        // Keys next to a reference are also used, but the keys of the reference's target take precedence.
        if is_reference
            && self.file(at).members(at.node).len() > 1
            && let Some(mut item) = self.object_here(at, Kind::PathItem)
        {
            for beside in item.path_operations(path) {
                if found.iter().all(|known| known.operation.method != beside.operation.method) {
                    found.push(beside);
                }
            }
        }
        found
    }

    /// For a path that can't be read, returns an operation so that a page shows the fault.
    fn unreadable(&mut self, path: &str, at: At) -> Found {
        let operation = Operation {
            method: "GET".into(),
            path: path.into(),
            title: path.into(),
            faults: vec!["this path's operations can't be read".into()],
            servers: self.api.servers.clone(),
            place: self.place(at),
            ..Operation::default()
        };
        Found { at, operation, tags: Vec::new(), slug: None }
    }

    /// Reports a key that isn't an HTTP method. A method is a token (RFC 9110, section 9.1).
    fn check_method(&mut self, method: &str, path: &str, at: At) {
        if !is_token(method) {
            let message = format!("`{}`: invalid HTTP method `{method}` for `{path}`", self.pointer(at));
            self.report_hint(at, message, "use letters, digits, and characters such as `-`, `_`, or `.`");
        }
    }

    /// Reads an operation. Returns `None` if the operation is hidden.
    fn operation(&mut self, method: &str, path: &'a str, at: At, shared: &Shared) -> Option<Found> {
        let mut operation = Operation {
            method: method.to_ascii_uppercase().into(),
            path: path.into(),
            place: self.place(at),
            ..Operation::default()
        };
        if let Value::Null = self.value(at) {
            self.wrong(at, Kind::Operation.article());
        }
        let Some(mut object) = self.object(at, Kind::Operation) else {
            operation.title = format!("{} {path}", operation.method).into();
            self.describe(&mut operation, None, shared);
            operation.servers = self.api.servers.clone();
            self.path_parameters(&mut operation, at, true);
            return Some(Found { at, operation, tags: Vec::new(), slug: None });
        };
        object.read_operation(operation, shared)
    }

    /// Combines the descriptions of an operation and its path. An operation without a description gets the path's
    /// description. Otherwise, the path's description is kept separately.
    fn describe(&mut self, operation: &mut Operation, own: Option<TextId>, path: &Shared) {
        let said = |text: TextId| self.drafts[text.0 as usize].0 == *operation.title;
        let summary = path.summary.filter(|text| !said(*text));
        operation.description = own.or(path.description).or(summary);
        let of_path = [summary, path.description].into_iter().flatten();
        operation.about_path = of_path.filter(|text| operation.description != Some(*text)).collect();
    }

    /// Returns an operation's title, and whether it contains the whole summary. The title is the summary or its first
    /// sentence, the operation ID split into words, the description or its first sentence, or the method and path.
    fn operation_title(
        &mut self,
        summary: Option<At>,
        description: Option<TextId>,
        operation: &Operation,
    ) -> (Box<str>, bool) {
        let summary = self.string(summary);
        if let Some(title) = summary.as_deref().and_then(titles::title) {
            return (title.text, title.whole);
        }
        let id = operation.id.as_deref().map(names::words).and_then(|words| titles::title(&words));
        let text = || titles::title(&self.drafts[description?.0 as usize].0);
        let title = id.or_else(text).map(|title| title.text);
        let address = || format!("{} {}", operation.method, operation.path).into();
        (title.unwrap_or_else(address), summary.is_none())
    }

    /// Returns the document's servers. If a 2.0 operation has its own schemes, returns only the servers with these
    /// schemes or, if no server matches, all servers.
    fn with_schemes(&mut self, schemes: Option<At>) -> Vec<Server> {
        let schemes = schemes.map(|at| self.strings(at)).unwrap_or_default();
        let mut servers = self.api.servers.clone();
        if schemes.is_empty() {
            return servers;
        }
        servers.retain(|server| {
            let scheme = server.url.split("://").next().unwrap_or_default();
            schemes.iter().any(|wanted| **wanted == *scheme)
        });
        if servers.is_empty() { self.api.servers.clone() } else { servers }
    }
}

impl<'a> Object<'_, 'a> {
    /// Returns the operations of a path item.
    fn path_operations(&mut self, path: &'a str) -> Vec<Found> {
        let (summary, description) = (self.take("summary"), self.take("description"));
        let (beside, servers) = (self.beside, self.take("servers"));
        let shared = Shared {
            summary: self.lowering.text(beside.summary.or(summary)),
            description: self.lowering.text(beside.description.or(description)),
            servers: servers.map(|servers| self.servers(servers)),
            parameters: self.take("parameters"),
        };
        let hidden = self.hidden();
        let mut methods: Vec<(&str, At)> = Vec::new();
        for method in METHODS {
            methods.extend(self.take(method).map(|at| (method, at)));
        }
        methods.extend(self.entries("additionalOperations", "an object that contains operations"));
        // If the operations are in one file, keep the order of that file.
        methods.sort_by_key(|(_, at)| (at.file, self.file(*at).place(at.node).start));
        let extra = self.close();
        if hidden {
            return Vec::new();
        }
        let mut operations = Vec::new();
        for (index, (method, at)) in methods.into_iter().enumerate() {
            let outer = self.faults.replace(Vec::new());
            self.check_method(method, path, at);
            let found = self.operation(method, path, at, &shared);
            let faults = std::mem::replace(&mut self.faults, outer).unwrap_or_default();
            let Some(mut found) = found else { continue };
            found.operation.faults = faults;
            // Limit the copies of the path's extensions. Real paths have fewer methods than this limit.
            for (key, value) in extra.iter().filter(|_| index < 2 * METHODS.len()) {
                found.operation.extra.entry(key.clone()).or_insert_with(|| value.clone());
            }
            operations.push(found);
        }
        operations
    }

    /// Whether the object is hidden from readers.
    pub(super) fn hidden(&mut self) -> bool {
        HIDING.map(|key| self.flag(key)).contains(&true) || self.lowering.is_for_others(self.at)
    }

    /// Reads an operation, with the properties that its path shares. Returns `None` if the operation is hidden.
    fn read_operation(&mut self, mut operation: Operation, shared: &Shared) -> Option<Found> {
        if self.hidden() {
            return None;
        }
        let at = self.at;
        operation.id = self.string("operationId");
        let slug = self.string("x-slug");
        let summary = self.take("summary");
        let description = self.text("description");
        let (title, whole) = self.operation_title(summary, description, &operation);
        // A description that's the whole title isn't shown again.
        let said =
            |text: &TextId| self.lowering.drafts[text.0 as usize].0.trim().trim_end_matches('.') == &*title;
        let description = description.filter(|text| !said(text));
        operation.title = title;
        self.describe(&mut operation, description, shared);
        if let Some(summary) = summary.filter(|_| !whole) {
            operation.description = self.introduced(summary, operation.description);
        }
        operation.deprecated = self.flag("deprecated");
        operation.external_docs = self.external_docs();
        let tags = self.strings("tags");
        let (servers, schemes) = (self.take("servers"), self.take("schemes"));
        operation.servers = match (servers, &shared.servers) {
            (Some(servers), _) => self.servers(servers),
            (None, Some(servers)) if self.spend(weight(servers), at) => servers.clone(),
            (None, None) if self.lowering.spend(weight(&self.lowering.api.servers), at) => {
                self.with_schemes(schemes)
            }
            (None, _) => Vec::new(),
        };
        operation.security = self.security();
        if operation.security.is_none() && !self.api.security.is_empty() {
            let weight = self.api.security.iter().map(|one| 1 + one.0.len()).sum();
            operation.security = self.spend(weight, at).then(|| self.api.security.clone());
        }
        let (consumes, produces) = (self.media_types("consumes"), self.media_types("produces"));
        let parameters = self.take("parameters");
        let (form, complete) = self.parameters(&mut operation, [shared.parameters, parameters]);
        self.path_parameters(&mut operation, at, complete);
        operation.body = match self.take("requestBody") {
            Some(body) => {
                self.refuse_fields(&form);
                self.request_body(body)
            }
            None => self.swagger_body(&form, consumes, at),
        };
        operation.responses = self.responses(produces.as_deref(), &mut operation.extra);
        operation.callbacks = self.callbacks();
        for key in ["x-codeSamples", "x-code-samples"] {
            operation.samples.extend(self.samples(key));
        }
        operation.extra.extend(self.close());
        Some(Found { at, operation, tags, slug })
    }

    fn callbacks(&mut self) -> Vec<Callback> {
        let Some(at) = self.take("callbacks") else { return Vec::new() };
        if self.lowering.callbacks >= MAX_CALLBACKS {
            self.report(at, "callbacks nested more than three levels deep are left out");
            return Vec::new();
        }
        self.lowering.callbacks += 1;
        let mut callbacks = Vec::new();
        for (name, at) in self.entries("callbacks", "an object that contains callbacks") {
            if name.starts_with("x-") {
                continue;
            }
            let mut operations = Vec::new();
            for (expression, item) in self.lowering.entries(at, "a callback object") {
                if !expression.starts_with("x-") && expression != "$ref" {
                    operations
                        .extend(self.path_item(expression, item).into_iter().map(|found| found.operation));
                }
            }
            callbacks.push(Callback { name: name.into(), operations });
        }
        self.lowering.callbacks -= 1;
        callbacks
    }

    fn samples(&mut self, key: &'static str) -> Vec<CodeSample> {
        let items = self.items(key, "a list of code samples").into_iter();
        let samples = items.filter_map(|item| {
            self.read(item, Kind::CodeSample, |sample| {
                let (lang, label) = (sample.first(&["lang", "language"]), sample.first(&["label", "name"]));
                let source = sample.first(&["source", "code"]);
                CodeSample {
                    lang: sample.lowering.string(lang).unwrap_or_default(),
                    label: sample.lowering.string(label),
                    source: source.and_then(|at| sample.lowering.exact(at)).unwrap_or_default().into(),
                }
            })
        });
        samples.filter(|sample| !sample.source.trim().is_empty()).collect()
    }
}
