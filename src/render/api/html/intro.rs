//! The facts of a document, its servers and its security schemes.

use super::Writer;
use crate::openapi::anchors;
use crate::openapi::{Flow, SecurityScheme, Server};
use crate::render::api::words;

impl Writer<'_, '_> {
    /// The facts of a document in a line: version, licence, contact, terms.
    pub(super) fn about(&mut self) {
        let api = &self.api.api;
        let words = self.words_of();
        self.out.push_str("<ul class=\"api-about\">");
        if let Some(version) = &api.version {
            self.push(&["<li>", &words.codes("api_version", &[version.to_string()]), "</li>"]);
        }
        if let Some(license) = &api.license {
            self.fact(license.url.as_deref(), &license.label());
        }
        if let Some(contact) = &api.contact {
            let mail = contact.email.as_ref().map(|email| format!("mailto:{email}"));
            let (name, url) = (contact.name.as_deref(), contact.url.as_deref());
            match (url, name) {
                (Some(url), _) => self.fact(Some(url), name.unwrap_or(url)),
                (None, Some(name)) if mail.is_none() => self.fact(None, name),
                _ => {}
            }
            if let Some(email) = contact.email.as_deref() {
                let label = if url.is_none() { name.unwrap_or(email) } else { email };
                self.fact(mail.as_deref(), label);
            }
        }
        if let Some(terms) = api.own_terms() {
            let messages = self.messages;
            self.fact(Some(terms), messages.get("api_terms"));
        }
        self.out.push_str("</ul>");
        if let Some(summary) = &api.summary {
            self.out.push_str("<div class=\"prose\"><p class=\"api-summary\">");
            self.text(summary);
            self.out.push_str("</p></div>");
        }
    }

    /// A fact of a document, which may lead to another site.
    fn fact(&mut self, address: Option<&str>, label: &str) {
        self.out.push_str("<li>");
        match address {
            Some(address) => self.external(address, label),
            None => self.text(label),
        }
        self.out.push_str("</li>");
    }

    /// Servers with their variables.
    pub(super) fn servers(&mut self, servers: &[Server]) {
        self.out.push_str("<ul class=\"api-servers\">");
        for server in servers {
            if self.is_full() {
                self.rest_in_list();
                break;
            }
            self.server(server);
        }
        self.out.push_str("</ul>");
    }

    fn server(&mut self, server: &Server) {
        self.out.push_str("<li><div class=\"api-row-head\">");
        self.code(&server.url);
        if let Some(name) = &server.name {
            self.out.push_str("<span class=\"api-type\">");
            self.text(name);
            self.out.push_str("</span>");
        }
        self.out.push_str("</div>");
        self.small(server.description);
        if !server.variables.is_empty() {
            self.out.push_str("<ul class=\"api-rows\">");
            for variable in &server.variables {
                self.out.push_str("<li><div class=\"api-row-head\"><code class=\"api-name\">");
                self.text(&variable.name);
                self.out.push_str("</code></div>");
                self.small(variable.description);
                if !variable.values.is_empty() {
                    self.out.push_str("<div class=\"api-values\"><span>");
                    self.message("api_one_of");
                    self.out.push_str("</span> <span class=\"api-chips\">");
                    for value in &variable.values {
                        self.code(value);
                        self.out.push(' ');
                    }
                    self.out.push_str("</span></div>");
                }
                if let Some(default) = &variable.default {
                    let default = self.words_of().codes("api_default", &[default.to_string()]);
                    self.push(&["<ul class=\"api-facts\"><li>", &default, "</li></ul>"]);
                }
                self.out.push_str("</li>");
            }
            self.out.push_str("</ul>");
        }
        self.out.push_str("</li>");
    }

    /// Security schemes in full.
    pub(super) fn schemes(&mut self, schemes: &[SecurityScheme]) {
        for scheme in schemes {
            if self.is_full() {
                self.rest_elsewhere();
                break;
            }
            self.scheme(scheme);
        }
    }

    fn scheme(&mut self, scheme: &SecurityScheme) {
        self.out.push_str("<section class=\"api-scheme-full\"><div class=\"api-section-head\">");
        self.heading(3, &anchors::scheme(&scheme.name), &scheme.name);
        if scheme.deprecated {
            self.word("api-deprecated", "api_deprecated");
        }
        self.out.push_str("</div><p class=\"api-scheme-summary\">");
        let summary = self.words_of().scheme(scheme);
        self.out.push_str(&summary);
        self.out.push_str("</p>");
        self.small(scheme.description);
        let (flows, metadata) = scheme.endpoints();
        for flow in flows {
            self.flow(flow);
        }
        if let Some(url) = metadata {
            self.address("api_metadata_url", url);
        }
        self.extra(&scheme.extra);
        self.out.push_str("</section>");
    }

    fn address(&mut self, key: &str, url: &str) {
        let link = {
            let before = self.out.len();
            self.external(url, url);
            self.out.split_off(before)
        };
        self.out.push_str("<p class=\"api-address\">");
        self.filled(key, &[("value", &link)]);
        self.out.push_str("</p>");
    }

    fn flow(&mut self, flow: &Flow) {
        self.out.push_str("<div class=\"api-flow\"><p class=\"api-label\">");
        self.message(words::flow(flow.kind));
        self.out.push_str("</p>");
        for (key, url) in words::addresses(flow) {
            self.address(key, url);
        }
        if !flow.scopes.is_empty() {
            self.out.push_str("<dl class=\"api-scope-list\">");
            for (scope, meaning) in &flow.scopes {
                self.out.push_str("<dt>");
                self.code(scope);
                self.out.push_str("</dt><dd>");
                self.text(meaning);
                self.out.push_str("</dd>");
            }
            self.out.push_str("</dl>");
        }
        self.out.push_str("</div>");
    }
}
