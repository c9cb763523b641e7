//! The root of a document: title, servers, security, paths, and webhooks.

use super::{
    At, Lowering,
    object::{Kind, Object},
};
use crate::diag::{Code, Diagnostic};
use crate::openapi::{Contact, ExternalDocs, License, Operation, file::Value};
use crate::path::SourcePath;

/// The known versions. Documents in other versions are read anyway.
const KNOWN: [&str; 4] = ["2.0", "3.0", "3.1", "3.2"];

impl Lowering<'_> {
    pub(super) fn document(&mut self, path: &SourcePath) {
        let Some(number) = self.reach(path) else {
            let message = format!("file not found: `{path}`");
            self.diagnostics.push(Diagnostic::new(Code::UnresolvedRef, message).in_file(path));
            return;
        };
        let file = self.met[number as usize];
        if file.broken {
            return;
        }
        self.read_dynamic_anchors();
        let root = At { file: number, node: file.root, scope: 0 };
        let Some(mut object) = self.object(root, Kind::Document) else { return };
        let stated = object.first(&["openapi", "swagger", "swaggerVersion"]);
        match object.lowering.string(stated) {
            Some(dialect) => {
                if !KNOWN.contains(&dialect.splitn(3, '.').take(2).collect::<Vec<_>>().join(".").as_str()) {
                    let message = format!("unknown OpenAPI version `{dialect}`; it's interpreted as 3.2");
                    let at = stated.unwrap_or(object.at);
                    object.report_hint(at, message, "use 2.0, 3.0, 3.1, or 3.2");
                }
                object.api.dialect = dialect;
            }
            None => {
                let message = "missing OpenAPI version";
                let hint = "add a version, such as `openapi: 3.1.0`";
                object.lowering.report_hint(object.at, message, hint);
                if file.get(file.root, "info").is_none() && file.get(file.root, "paths").is_none() {
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
    /// Reads the root. `stated` is the location of the document's OpenAPI version.
    fn root(&mut self, stated: Option<At>) {
        // `$self` is used when references are resolved.
        self.take("$self");
        match self.take("info") {
            Some(info) => self.info(info),
            None => self.lowering.report(self.at, "missing key `info`"),
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
        for (path, item) in self.entries("paths", "an object that contains paths") {
            if path.starts_with("x-") {
                let shown = self.extension(path, item);
                self.api.extra.extend(shown);
                continue;
            }
            if !path.starts_with('/') {
                let message = format!("the path `{path}` doesn't start with `/`");
                self.report(item, message);
            }
            operations.extend(self.path_item(path, item));
        }
        for key in ["webhooks", "x-webhooks"] {
            for (name, item) in self.entries(key, "an object that contains webhooks") {
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

    /// Reads the components, or their 2.0 equivalent. Reads only components that are shown separately. Other components
    /// are read when references point to them.
    fn components(&mut self) {
        let mut schemas = self.take("definitions");
        let mut schemes = self.take("securityDefinitions");
        // These components are used only through references.
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
            for (name, at) in self.lowering.entries(schemas, "an object that contains schemas") {
                if !name.starts_with("x-") || matches!(self.value(at), Value::Object(_)) {
                    self.component_schema(name, at);
                }
            }
        }
    }
}

/// An operation, with the properties that determine its place among the tags.
pub(super) struct Found {
    pub at: At,
    pub operation: Operation,
    pub tags: Vec<Box<str>>,
    /// The requested slug.
    pub slug: Option<Box<str>>,
}
