//! Path items and operations, with their callbacks and samples.

use super::document::Found;
use super::names;
use super::object::{Kind, Object};
use super::resolve::Followed;
use super::server::weight;
use super::{At, Lowering, titles};
use crate::diag::Code;
use crate::openapi::file::Value;
use crate::openapi::{Callback, CodeSample, Operation, Server, TextId};

/// The methods that a path item has keys for.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/// The extensions that leave out what has them.
pub(super) const HIDING: [&str; 3] = ["x-internal", "x-hidden", "x-excluded"];
/// How many callbacks may lie in one another.
const MAX_CALLBACKS: usize = 4;

/// What a path says for all its operations.
struct Shared {
    summary: Option<TextId>,
    description: Option<TextId>,
    servers: Option<Vec<Server>>,
    parameters: Option<At>,
}

impl<'a> Lowering<'a> {
    /// The operations of a path, in the order of the document.
    pub(super) fn path_item(&mut self, path: &'a str, at: At) -> Vec<Found> {
        // Keys beside a reference count too; those behind it come first where both have one.
        let mut found = Vec::new();
        let Some(followed) = self.follow(at) else {
            return self.unreadable(path, at);
        };
        if let Some(item) = self.object_here(followed.at, Kind::PathItem) {
            found.extend(self.path_operations(path, item, Some(followed)));
        } else {
            return self.unreadable(path, at);
        }
        if followed.at != at
            && self.file(at).members(at.node).len() > 1
            && let Some(item) = self.object_here(at, Kind::PathItem)
        {
            for beside in self.path_operations(path, item, None) {
                if found.iter().all(|known| known.operation.method != beside.operation.method) {
                    found.push(beside);
                }
            }
        }
        found
    }

    /// A path that cannot be read is a page that says so.
    fn unreadable(&mut self, path: &str, at: At) -> Vec<Found> {
        let operation = Operation {
            method: "GET".into(),
            path: path.into(),
            title: path.into(),
            faults: vec!["the operations of this path cannot be read".into()],
            servers: self.api.servers.clone(),
            place: self.place(at),
            ..Operation::default()
        };
        vec![Found { at, operation, tags: Vec::new(), slug: None }]
    }

    fn path_operations(
        &mut self,
        path: &'a str,
        mut item: Object<'a>,
        beside: Option<Followed>,
    ) -> Vec<Found> {
        let (summary, description) = (item.take("summary"), item.take("description"));
        let summary = beside.and_then(|beside| beside.summary).or(summary);
        let description = beside.and_then(|beside| beside.description).or(description);
        let servers = item.take("servers");
        let shared = Shared {
            summary: self.text(summary),
            description: self.text(description),
            servers: servers.map(|servers| self.servers(servers)),
            parameters: item.take("parameters"),
        };
        let hidden = self.hidden(&mut item);
        let mut methods: Vec<(&str, At)> = Vec::new();
        for method in METHODS {
            methods.extend(item.take(method).map(|at| (method, at)));
        }
        if let Some(additional) = item.take("additionalOperations") {
            methods.extend(self.entries(additional, "an object of operations"));
        }
        // In the order of the file, where they are in one.
        methods.sort_by_key(|(_, at)| (at.file, self.file(*at).place(at.node).start));
        let extra = self.close(item);
        if hidden {
            return Vec::new();
        }
        methods
            .into_iter()
            .enumerate()
            .filter_map(|(index, (method, at))| {
                let outer = self.faults.replace(Vec::new());
                self.check_method(method, path, at);
                let mut found = self.operation(method, path, at, &shared);
                let faults = std::mem::replace(&mut self.faults, outer).unwrap_or_default();
                if let Some(found) = &mut found {
                    found.operation.faults = faults;
                    // There are as many methods as a path can have in earnest.
                    for (key, value) in extra.iter().filter(|_| index < 2 * METHODS.len()) {
                        found.operation.extra.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
                found
            })
            .collect()
    }

    /// Whether an object is marked as none for readers.
    pub(super) fn hidden(&mut self, object: &mut Object<'a>) -> bool {
        let marks = HIDING.map(|key| object.take(key));
        marks.into_iter().any(|mark| self.flag(mark).unwrap_or_default())
    }

    /// Reports a key that is no method of HTTP, which are tokens (RFC 9110, section 9.1).
    fn check_method(&mut self, method: &str, path: &str, at: At) {
        let is_sign = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
        if method.is_empty() || !method.bytes().all(is_sign) {
            let message = format!("`{}`: `{method}` of `{path}` is no method of HTTP", self.pointer(at));
            let hint =
                "a method has neither spaces nor other signs than `-`, `_`, `.` and the like".to_owned();
            self.report_with(Code::InvalidOpenapi, at, message, Some(hint));
        }
    }

    /// `None`: it is hidden.
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
            self.path_parameters(&mut operation, at);
            return Some(Found { at, operation, tags: Vec::new(), slug: None });
        };
        let at = object.at;
        if self.hidden(&mut object) {
            return None;
        }
        let (id, slug) = (object.take("operationId"), object.take("x-slug"));
        operation.id = self.string(id);
        let slug = self.string(slug);
        let (summary, description) = (object.take("summary"), object.take("description"));
        let (title, whole) = self.operation_title(summary, &operation);
        operation.title = title;
        self.describe(&mut operation, description, shared);
        if let Some(summary) = summary.filter(|_| !whole) {
            operation.description = self.introduced(summary, operation.description);
        }
        let deprecated = object.take("deprecated");
        operation.deprecated = self.flag(deprecated).unwrap_or_default();
        let docs = object.take("externalDocs");
        operation.external_docs = self.external_docs(docs);
        let tags = object.take("tags");
        let tags = self.strings(tags);
        let servers = object.take("servers");
        let schemes = object.take("schemes");
        operation.servers = match (servers, &shared.servers) {
            (Some(servers), _) => self.servers(servers),
            (None, Some(servers)) if self.spend(weight(servers), at) => servers.clone(),
            (None, None) if self.spend(weight(&self.api.servers), at) => self.with_schemes(schemes),
            (None, _) => Vec::new(),
        };
        let security = object.take("security");
        operation.security = self.security(security);
        if operation.security.is_none()
            && !self.api.security.is_empty()
            && self.spend(self.api.security.iter().map(|one| 1 + one.0.len()).sum(), at)
        {
            operation.security = Some(self.api.security.clone());
        }
        let (consumes, produces) = (object.take("consumes"), object.take("produces"));
        let consumes = consumes.map(|at| self.media_types(Some(at)));
        let produces = produces.map(|at| self.media_types(Some(at)));
        let parameters = object.take("parameters");
        let form = self.parameters(&mut operation, [shared.parameters, parameters]);
        self.path_parameters(&mut operation, at);
        operation.body = match object.take("requestBody") {
            Some(body) => {
                self.refuse_fields(&form);
                self.request_body(body)
            }
            None => self.swagger_body(&form, consumes, at),
        };
        if let Some(responses) = object.take("responses") {
            operation.responses = self.responses(responses, produces.as_deref(), &mut operation.extra);
        }
        if let Some(callbacks) = object.take("callbacks") {
            operation.callbacks = self.callbacks(callbacks);
        }
        for key in ["x-codeSamples", "x-code-samples"] {
            if let Some(samples) = object.take(key) {
                operation.samples.extend(self.samples(samples));
            }
        }
        let extra = self.close(object);
        operation.extra.extend(extra);
        Some(Found { at, operation, tags, slug })
    }

    /// Gives an operation its own description, and those of its path: one in the place of its own where it has none, what
    /// is left beside it.
    fn describe(&mut self, operation: &mut Operation, own: Option<At>, path: &Shared) {
        let own = self.text(own);
        let said = |text: TextId| self.drafts[text.0 as usize].0 == *operation.title;
        let summary = path.summary.filter(|text| !said(*text));
        operation.description = own.or(path.description).or(summary);
        let of_path = [summary, path.description].into_iter().flatten();
        operation.about_path = of_path.filter(|text| operation.description != Some(*text)).collect();
    }

    /// The title of an operation, and whether all of its summary is in it: the summary or its first sentence, the id in
    /// words, or method and path.
    fn operation_title(&mut self, summary: Option<At>, operation: &Operation) -> (Box<str>, bool) {
        let summary = self.string(summary);
        if let Some(title) = summary.as_deref().and_then(titles::title) {
            return (title.text, title.whole);
        }
        let name = operation.id.as_deref().map(names::words).and_then(|words| titles::title(&words));
        let address = || format!("{} {}", operation.method, operation.path).into();
        (name.map_or_else(address, |name| name.text), summary.is_none())
    }

    /// The document's servers, with the schemes that an operation of 2.0 asks for.
    fn with_schemes(&mut self, schemes: Option<At>) -> Vec<Server> {
        let schemes = self.strings(schemes);
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

    fn callbacks(&mut self, at: At) -> Vec<Callback> {
        if self.callbacks >= MAX_CALLBACKS {
            self.report(Code::InvalidOpenapi, at, "callbacks of callbacks of callbacks are left out");
            return Vec::new();
        }
        self.callbacks += 1;
        let mut callbacks = Vec::new();
        for (name, at) in self.entries(at, "an object of callbacks") {
            if name.starts_with("x-") {
                continue;
            }
            let mut callback = Callback { name: name.into(), operations: Vec::new() };
            for (expression, item) in self.entries(at, "a callback object") {
                if !expression.starts_with("x-") && expression != "$ref" {
                    let found = self.path_item(expression, item);
                    callback.operations.extend(found.into_iter().map(|found| found.operation));
                }
            }
            callbacks.push(callback);
        }
        self.callbacks -= 1;
        callbacks
    }

    fn samples(&mut self, at: At) -> Vec<CodeSample> {
        let mut samples = Vec::new();
        for item in self.items(at, "a list of code samples") {
            let Some(mut object) = self.object(item, Kind::CodeSample) else { continue };
            let (lang, label) = (object.first(&["lang", "language"]), object.first(&["label", "name"]));
            let source = object.first(&["source", "code"]);
            let sample = CodeSample {
                lang: self.string(lang).unwrap_or_default(),
                label: self.string(label),
                source: source.and_then(|at| self.string_at(at)).unwrap_or_default().into(),
            };
            self.end(object);
            if !sample.source.trim().is_empty() {
                samples.push(sample);
            }
        }
        samples
    }
}
