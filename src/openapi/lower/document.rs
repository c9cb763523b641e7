//! The root of a document: what it is called, its servers, its security, its paths and webhooks.

use super::object::Kind;
use super::{At, Lowering};
use crate::diag::{Code, Diagnostic};
use crate::openapi::{Contact, ExternalDocs, License, Operation};
use crate::path::SourcePath;

/// The versions whose keywords are known; what is written in another is read all the same.
const KNOWN: [&str; 4] = ["2.0", "3.0", "3.1", "3.2"];

impl<'a> Lowering<'a> {
    pub(super) fn document(&mut self, path: &SourcePath) {
        let Some(number) = self.reach(path) else {
            let message = format!("there is no file `{path}`");
            self.diagnostics.push(Diagnostic::new(Code::UnresolvedRef, message).in_file(path));
            return;
        };
        let file = self.met[number as usize];
        if file.is_broken() {
            return;
        }
        let root = At { file: number, node: file.root() };
        let Some(mut object) = self.object(root, Kind::Document) else { return };
        let stated = object.first(&["openapi", "swagger", "swaggerVersion"]);
        match self.string(stated) {
            Some(dialect) => {
                if !KNOWN.contains(&dialect.splitn(3, '.').take(2).collect::<Vec<_>>().join(".").as_str()) {
                    let message = format!("`{dialect}` is no version of OpenAPI that is known here");
                    let hint = "it is read like 3.2; known are 2.0, 3.0, 3.1 and 3.2".to_owned();
                    self.report_with(Code::InvalidOpenapi, stated.unwrap_or(object.at), message, Some(hint));
                }
                self.api.dialect = dialect;
            }
            None => {
                let message = "this file does not say which version of OpenAPI it is written in";
                let hint = Some("begin it with `openapi: 3.1.0`, say".to_owned());
                self.report_with(Code::InvalidOpenapi, object.at, message, hint);
                if file.get(file.root(), "info").is_none() && file.get(file.root(), "paths").is_none() {
                    return;
                }
            }
        }
        // Where it calls itself something else, references are resolved with that.
        object.take("$self");
        let info = object.take("info");
        match info {
            Some(info) => self.info(info),
            None => self.report(Code::InvalidOpenapi, object.at, "this document has no `info`"),
        }
        let docs = object.take("externalDocs");
        self.api.external_docs = self.external_docs(docs);
        let servers = object.take("servers");
        let servers_at = servers;
        self.api.servers = match servers {
            Some(servers) => self.servers(servers),
            None => self.swagger_servers(&mut object),
        };
        let (consumes, produces) = (object.take("consumes"), object.take("produces"));
        self.consumes = self.media_types(consumes);
        self.produces = self.media_types(produces);
        self.components(&mut object);
        let security = object.take("security");
        self.api.security = self.security(security).unwrap_or_default();
        let (tags, groups) = (object.take("tags"), object.take("x-tagGroups"));
        let mut outline = self.declared_tags(tags);
        let paths = object.take("paths");
        let mut operations = Vec::new();
        if let Some(paths) = paths {
            for (path, item) in self.entries(paths, "an object of paths") {
                if path.starts_with("x-") {
                    let mut extra = std::mem::take(&mut self.api.extra);
                    self.extension(path, item, &mut extra);
                    self.api.extra = extra;
                    continue;
                }
                if !path.starts_with('/') {
                    let message = format!("the path `{path}` does not begin with `/`");
                    self.report(Code::InvalidOpenapi, item, message);
                }
                operations.extend(self.path_item(path, item));
            }
        }
        let mut webhooks = Vec::new();
        for key in ["webhooks", "x-webhooks"] {
            let Some(hooks) = object.take(key) else { continue };
            for (name, item) in self.entries(hooks, "an object of webhooks") {
                if !name.starts_with("x-") {
                    webhooks.extend(self.path_item(name, item));
                }
            }
        }
        self.outline(&mut outline, &operations, &webhooks);
        self.api.operations = operations.into_iter().map(|found| found.operation).collect();
        self.api.webhooks = webhooks.into_iter().map(|found| found.operation).collect();
        self.check_servers(servers_at.or(stated).unwrap_or(object.at));
        self.group_tags(groups);
        self.assign_slugs();
        self.settle_links();
        self.read_schemas();
        let extra = self.close(object);
        self.api.extra.extend(extra);
    }

    fn info(&mut self, at: At) {
        let Some(mut info) = self.object(at, Kind::Info) else { return };
        let title = info.take("title");
        let version = info.take("version");
        self.api.version = self.string(version);
        let summary = info.take("summary");
        self.api.summary = self.string(summary);
        let description = info.take("description");
        self.api.description = self.text(description);
        if let Some(title) = title {
            (self.api.title, self.api.description) = self.titled(title, self.api.description);
        }
        let terms = info.take("termsOfService");
        self.api.terms = self.url(terms);
        if let Some(at) = info.take("contact") {
            self.api.contact = self.contact(at);
        }
        if let Some(at) = info.take("license") {
            self.api.license = self.license(at);
        }
        let extra = self.close(info);
        self.api.extra.extend(extra);
    }

    fn contact(&mut self, at: At) -> Option<Contact> {
        let mut object = self.object(at, Kind::Contact)?;
        let (name, url, email) = (object.take("name"), object.take("url"), object.take("email"));
        let contact = Contact { name: self.string(name), url: self.url(url), email: self.string(email) };
        self.end(object);
        Some(contact)
    }

    fn license(&mut self, at: At) -> Option<License> {
        let mut object = self.object(at, Kind::License)?;
        let (name, identifier, url) = (object.take("name"), object.take("identifier"), object.take("url"));
        let license = License {
            name: self.string(name).unwrap_or_default(),
            identifier: self.string(identifier),
            url: self.url(url),
        };
        self.end(object);
        Some(license)
    }

    pub(super) fn external_docs(&mut self, at: Option<At>) -> Option<ExternalDocs> {
        let mut object = self.object(at?, Kind::ExternalDocs)?;
        let (url, description) = (object.take("url"), object.take("description"));
        let description = self.text(description);
        let url = self.url(url);
        self.end(object);
        Some(ExternalDocs { url: url?, description })
    }

    /// The components, or what 2.0 has in their place. Only those that a reader can meet by themselves are read here:
    /// the others where a reference names them.
    fn components(&mut self, document: &mut super::object::Object<'a>) {
        let mut schemas = document.take("definitions");
        let mut schemes = document.take("securityDefinitions");
        // Named by references only.
        document.take("parameters");
        document.take("responses");
        if let Some(at) = document.take("components")
            && let Some(mut components) = self.object(at, Kind::Components)
        {
            schemas = components.first(&["schemas", "definitions"]).or(schemas);
            schemes = components.first(&["securitySchemes", "securityDefinitions"]).or(schemes);
            for key in [
                "responses",
                "parameters",
                "examples",
                "requestBodies",
                "headers",
                "links",
                "callbacks",
                "pathItems",
                "mediaTypes",
            ] {
                components.take(key);
            }
            let extra = self.close(components);
            self.api.extra.extend(extra);
        }
        if let Some(schemes) = schemes {
            self.security_schemes(schemes);
        }
        if let Some(schemas) = schemas {
            for (name, at) in self.entries(schemas, "an object of schemas") {
                if !name.starts_with("x-") || matches!(self.value(at), crate::openapi::file::Value::Object(_))
                {
                    self.component_schema(name, at);
                }
            }
        }
    }
}

/// An operation that was read, and what its place among the tags depends on.
pub(super) struct Found {
    pub(super) at: At,
    pub(super) operation: Operation,
    pub(super) tags: Vec<Box<str>>,
    /// The slug the document asks for.
    pub(super) slug: Option<Box<str>>,
}
