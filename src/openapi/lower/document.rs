//! The root of a document: what it is called, its servers, its security, its paths and webhooks.

use super::object::{Kind, Object};
use super::{At, Lowering};
use crate::diag::{Code, Diagnostic};
use crate::openapi::file::Value;
use crate::openapi::{Contact, ExternalDocs, License, Operation};
use crate::path::SourcePath;

/// The versions whose keywords are known; what is written in another is read all the same.
const KNOWN: [&str; 4] = ["2.0", "3.0", "3.1", "3.2"];

impl Lowering<'_> {
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
        match object.lowering.string(stated) {
            Some(dialect) => {
                if !KNOWN.contains(&dialect.splitn(3, '.').take(2).collect::<Vec<_>>().join(".").as_str()) {
                    let message = format!("`{dialect}` is no version of OpenAPI that is known here");
                    let hint = "it is read like 3.2; known are 2.0, 3.0, 3.1 and 3.2".to_owned();
                    let at = stated.unwrap_or(object.at);
                    object.report_with(Code::InvalidOpenapi, at, message, Some(hint));
                }
                object.api.dialect = dialect;
            }
            None => {
                let message = "this file does not say which version of OpenAPI it is written in";
                let hint = Some("begin it with `openapi: 3.1.0`, say".to_owned());
                object.lowering.report_with(Code::InvalidOpenapi, object.at, message, hint);
                if file.get(file.root(), "info").is_none() && file.get(file.root(), "paths").is_none() {
                    return;
                }
            }
        }
        object.root(stated);
        let extra = object.close();
        self.api.extra.extend(extra);
    }
}

impl Object<'_, '_> {
    /// Reads the root; `stated` is where it says its version.
    fn root(&mut self, stated: Option<At>) {
        // Where it calls itself something else, references are resolved with that.
        self.take("$self");
        match self.take("info") {
            Some(info) => self.info(info),
            None => self.lowering.report(Code::InvalidOpenapi, self.at, "this document has no `info`"),
        }
        self.api.external_docs = self.external_docs();
        let servers = self.take("servers");
        self.api.servers = match servers {
            Some(servers) => self.servers(servers),
            None => self.swagger_servers(),
        };
        self.consumes = self.media_types("consumes").unwrap_or_default();
        self.produces = self.media_types("produces").unwrap_or_default();
        self.components();
        self.api.security = self.security().unwrap_or_default();
        let mut outline = self.declared_tags();
        let (mut operations, mut webhooks) = (Vec::new(), Vec::new());
        for (path, item) in self.entries("paths", "an object of paths") {
            if path.starts_with("x-") {
                let shown = self.extension(path, item);
                self.api.extra.extend(shown);
                continue;
            }
            if !path.starts_with('/') {
                let message = format!("the path `{path}` does not begin with `/`");
                self.report(Code::InvalidOpenapi, item, message);
            }
            operations.extend(self.path_item(path, item));
        }
        for key in ["webhooks", "x-webhooks"] {
            for (name, item) in self.entries(key, "an object of webhooks") {
                if !name.starts_with("x-") {
                    webhooks.extend(self.path_item(name, item));
                }
            }
        }
        let mut found = [operations, webhooks];
        self.give_tags(&mut outline, &mut found);
        self.lowering.check_servers(servers.or(stated).unwrap_or(self.at), &found[0]);
        self.group_tags(&outline);
        self.assign_slugs(&outline, found);
        self.read_schemas();
    }

    fn info(&mut self, at: At) {
        let Some(mut info) = self.object(at, Kind::Info) else { return };
        let title = info.take("title");
        info.api.version = info.string("version");
        info.api.summary = info.string("summary");
        info.api.description = info.text("description");
        if let Some(title) = title {
            let description = info.api.description;
            (info.api.title, info.api.description) = info.titled(title, description);
        }
        info.api.terms = info.url("termsOfService");
        if let Some(at) = info.take("contact") {
            info.api.contact = info.read(at, Kind::Contact, |contact| Contact {
                name: contact.string("name"),
                url: contact.url("url"),
                email: contact.string("email"),
            });
        }
        if let Some(at) = info.take("license") {
            info.api.license = info.read(at, Kind::License, |license| License {
                name: license.string("name").unwrap_or_default(),
                identifier: license.string("identifier"),
                url: license.url("url"),
            });
        }
        let extra = info.close();
        self.api.extra.extend(extra);
    }

    pub(super) fn external_docs(&mut self) -> Option<ExternalDocs> {
        let at = self.take("externalDocs")?;
        self.read(at, Kind::ExternalDocs, |docs| {
            let description = docs.text("description");
            Some(ExternalDocs { url: docs.url("url")?, description })
        })?
    }

    /// The components, or what 2.0 has in their place. Only those that a reader can meet by themselves are read here:
    /// the others where a reference names them.
    fn components(&mut self) {
        let mut schemas = self.take("definitions");
        let mut schemes = self.take("securityDefinitions");
        // Named by references only.
        self.skip(&["parameters", "responses"]);
        if let Some(at) = self.take("components")
            && let Some(mut components) = self.object(at, Kind::Components)
        {
            schemas = components.first(&["schemas", "definitions"]).or(schemas);
            schemes = components.first(&["securitySchemes", "securityDefinitions"]).or(schemes);
            components.skip(&[
                "responses",
                "parameters",
                "examples",
                "requestBodies",
                "headers",
                "links",
                "callbacks",
                "pathItems",
                "mediaTypes",
            ]);
            let extra = components.close();
            self.api.extra.extend(extra);
        }
        if let Some(schemes) = schemes {
            self.security_schemes(schemes);
        }
        if let Some(schemas) = schemas {
            for (name, at) in self.lowering.entries(schemas, "an object of schemas") {
                if !name.starts_with("x-") || matches!(self.value(at), Value::Object(_)) {
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
