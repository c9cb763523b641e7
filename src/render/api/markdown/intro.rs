//! A document's details, servers, security schemes, tags, and operations as Markdown.

use super::Writer;
use crate::markdown::code_span as code;
use crate::openapi::{OperationRef, Requirement, SchemeKind, SecurityScheme, SecurityUse, Server};
use crate::path::RoutePath;
use crate::render::api::words;

impl Writer<'_, '_> {
    /// Writes a document's details on one line, followed by its summary.
    pub(super) fn about(&mut self) {
        let api = &self.api.api;
        let facts = [
            api.version.as_ref().map(|version| self.words.coded("api_version", version)),
            api.license.as_ref().map(|license| match &license.url {
                Some(url) => format!("[{}](<{url}>)", license.label()),
                None => license.label().into_owned(),
            }),
            api.contact.as_ref().and_then(|contact| {
                let addresses = [contact.url.as_deref(), contact.email.as_deref()].into_iter().flatten();
                let addresses =
                    addresses.map(|address| format!("<{address}>")).collect::<Vec<_>>().join(", ");
                Some(match (contact.name.as_deref(), &*addresses) {
                    (None, "") => return None,
                    (Some(name), "") => name.to_owned(),
                    (Some(name), addresses) => format!("{name} ({addresses})"),
                    (None, addresses) => addresses.to_owned(),
                })
            }),
            api.own_terms().map(|terms| format!("[{}](<{terms}>)", self.message("api_terms"))),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        self.paragraph(&facts.join(" · "));
        self.paragraph(api.summary.as_deref().unwrap_or_default());
    }

    pub(super) fn servers(&mut self, servers: &[Server]) {
        for server in servers {
            let name = server.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
            let described = self.after_colon(server.description);
            self.item(0, &format!("{}{name}{described}", code(&server.url)));
            for variable in &server.variables {
                let described = self.short(variable.description);
                let default = variable.default.iter();
                let mut facts: Vec<String> =
                    default.map(|one| self.words.coded("api_default", one)).collect();
                if !variable.values.is_empty() {
                    let values = self.words.codes("api_plain", &variable.values);
                    facts.push(format!("{} {values}", self.message("api_one_of")));
                }
                let facts = facts.join("; ");
                let said = match (described.is_empty(), facts.is_empty()) {
                    (true, _) => facts,
                    (false, true) => described.to_owned(),
                    (false, false) => format!("{described} ({facts})"),
                };
                let colon = if said.is_empty() { "" } else { ": " };
                self.item(1, &format!("{}{colon}{said}", code(&variable.name)));
            }
        }
        self.out.push('\n');
    }

    /// Writes all tags and the webhooks without a tag.
    pub(super) fn index(&mut self, loose: &[OperationRef]) {
        let count = self.api.api.tags.len();
        if count > 0 {
            self.titled(2, "api_operations");
            self.tags(&(0..count).collect::<Vec<_>>());
        }
        if !loose.is_empty() {
            self.titled(2, "api_webhooks");
            self.operations(loose);
        }
    }

    pub(super) fn tags(&mut self, tags: &[usize]) {
        for &index in tags {
            let tag = &self.api.api.tags[index];
            if tag.mark {
                continue;
            }
            let route = self.api.tag_route(self.language, index);
            let link = self.page_link(&tag.label, &route);
            let summary = self.api.summary(tag.description);
            let summary = summary.map_or_else(String::new, |summary| format!(": {summary}"));
            self.item(0, &format!("{link}{summary}"));
        }
        self.out.push('\n');
    }

    /// Writes the authorization that an operation requires.
    pub(super) fn authorization(&mut self, requirements: &[Requirement]) {
        self.titled(2, "api_authorization");
        if requirements.iter().all(|one| one.0.is_empty()) {
            return self.paragraph(self.message("api_auth_none"));
        }
        for Requirement(schemes) in requirements {
            let uses = schemes.iter().map(|SecurityUse { scheme: name, scopes }| {
                let scheme = self.api.api.schemes.iter().find(|scheme| scheme.name == *name);
                let how = scheme.map_or_else(String::new, |one| format!(": {}", self.words.scheme(one)));
                let scopes: Vec<String> = scopes.iter().map(|scope| code(scope)).collect();
                let scopes = if scopes.is_empty() {
                    String::new()
                } else {
                    format!(" ({} {})", self.message("api_scopes"), scopes.join(", "))
                };
                format!("{}{how}{scopes}", code(name))
            });
            let line = if schemes.is_empty() {
                self.message("api_auth_none").to_owned()
            } else {
                uses.collect::<Vec<_>>().join(" + ")
            };
            self.line(&format!("- {line}"));
        }
        self.out.push('\n');
    }

    pub(super) fn schemes(&mut self, schemes: &[SecurityScheme]) {
        for scheme in schemes {
            self.heading(3, &scheme.name);
            let deprecated = self.in_brackets(scheme.deprecated, "api_deprecated");
            self.paragraph(&format!("{}{deprecated}", self.words.scheme(scheme)));
            self.paragraph(&self.described(scheme.description));
            self.extra(&scheme.extra);
            if !matches!(scheme.kind, SchemeKind::OAuth2 { .. } | SchemeKind::OpenIdConnect { .. }) {
                continue;
            }
            let (flows, metadata) = scheme.endpoints();
            for flow in flows {
                self.item(0, self.message(words::flow(flow.kind)));
                for (key, url) in words::addresses(flow) {
                    let line = self.words.marked(key, &[("value", &format!("<{url}>"))]);
                    self.item(1, &line);
                }
                for (scope, meaning) in &flow.scopes {
                    self.item(1, &format!("{}: {meaning}", code(scope)));
                }
            }
            if let Some(url) = metadata {
                let line = self.words.marked("api_metadata_url", &[("value", &format!("<{url}>"))]);
                self.item(0, &line);
            }
            self.out.push('\n');
        }
    }

    pub(super) fn page_link(&self, label: &str, route: &RoutePath) -> String {
        let at = &self.renderer.at;
        format!("[{label}]({})", self.renderer.absolute(&at.markdown_href(route)))
    }

    pub(super) fn operations<'o>(&mut self, all: impl IntoIterator<Item = &'o OperationRef>) {
        for &which in all {
            let operation = self.api.operation(which);
            let route = self.api.operation_route(self.language, which);
            let link = self.page_link(&operation.title, &route);
            let deprecated = if operation.deprecated {
                format!(" ({})", self.message("api_deprecated"))
            } else {
                String::new()
            };
            self.item(0, &format!("{link} {}{deprecated}", code(&self.api.api.address(which))));
        }
        self.out.push('\n');
    }
}
