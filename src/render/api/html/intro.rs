//! A document's details, servers, and security schemes.

use super::Writer;
use crate::openapi::{Flow, SecurityScheme, Server, anchors};
use crate::render::{
    api::words,
    markup::{Markup, html},
};

impl Writer<'_, '_> {
    /// Writes a document's details on one line: version, license, contact, and terms.
    pub(super) fn about(&mut self) {
        let api = &self.api.api;
        self.raw("<ul class=\"api-about\">");
        if let Some(version) = &api.version {
            html!(self, "<li>{}</li>", raw(&self.words.coded("api_version", version)));
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
            self.fact(Some(terms), self.messages.get("api_terms"));
        }
        self.raw("</ul>");
        if !self.downloads.is_empty() {
            html!(self, r#"<ul class="api-about api-downloads" aria-label="{api_download}">"#);
            for (name, href) in std::mem::take(&mut self.downloads) {
                html!(self, r#"<li><a href="{}" download>{}</a></li>"#, &href, &name);
            }
            self.raw("</ul>");
        }
        if let Some(summary) = &api.summary {
            self.foreign("div", "prose", |writer| html!(writer, r#"<p class="api-summary">{}</p>"#, summary));
        }
    }

    /// Writes a detail of a document, optionally as a link to another site.
    fn fact(&mut self, address: Option<&str>, label: &str) {
        match address {
            Some(address) => html!(self, "<li>{}</li>", external(address, label)),
            None => html!(self, "<li>{}</li>", label),
        }
    }

    /// Writes servers with their variables.
    pub(super) fn servers(&mut self, servers: &[Server]) {
        self.raw("<ul class=\"api-servers\">");
        for server in servers {
            if self.is_full() {
                self.rest_in_list();
                break;
            }
            self.server(server);
        }
        self.raw("</ul>");
    }

    fn server(&mut self, server: &Server) {
        html!(self, r#"<li><div class="api-row-head">{}"#, code(&server.url));
        if let Some(name) = &server.name {
            html!(self, r#"<span class="api-type">{}</span>"#, name);
        }
        html!(self, "</div>{}", small(server.description));
        if !server.variables.is_empty() {
            self.raw("<ul class=\"api-rows\">");
            for variable in &server.variables {
                let name = &variable.name;
                html!(self, r#"<li><div class="api-row-head"><code class="api-name">{}</code></div>"#, name);
                self.small(variable.description);
                if !variable.values.is_empty() {
                    html!(self, r#"<div class="api-values"><span>{api_one_of}</span> "#);
                    html!(self, "{}</div>", chips(variable.values.iter()));
                }
                if let Some(default) = &variable.default {
                    self.facts_list("", &[self.words.coded("api_default", default)]);
                }
                self.raw("</li>");
            }
            self.raw("</ul>");
        }
        self.raw("</li>");
    }

    /// Writes security schemes in full.
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
        self.raw("<section class=\"api-scheme-full\"><div class=\"api-section-head\">");
        self.heading(3, &anchors::scheme(&scheme.name), &scheme.name);
        if scheme.deprecated {
            self.word("api-deprecated", "api_deprecated");
        }
        let summary = self.words.scheme(scheme);
        html!(self, r#"</div><p class="api-scheme-summary">{}</p>"#, raw(&summary));
        self.small(scheme.description);
        let (flows, metadata) = scheme.endpoints();
        for flow in flows {
            self.flow(flow);
        }
        if let Some(url) = metadata {
            self.address("api_metadata_url", url);
        }
        self.extra(&scheme.extra);
        self.raw("</section>");
    }

    fn address(&mut self, key: &str, url: &str) {
        let link = {
            let before = self.out.len();
            self.external(url, url);
            self.out.split_off(before)
        };
        html!(self, r#"<p class="api-address">{}</p>"#, filled(key, &[("value", &link)]));
    }

    fn flow(&mut self, flow: &Flow) {
        html!(self, r#"<div class="api-flow"><p class="api-label">{}</p>"#, message(words::flow(flow.kind)));
        for (key, url) in words::addresses(flow) {
            self.address(key, url);
        }
        if !flow.scopes.is_empty() {
            self.raw("<dl class=\"api-scope-list\">");
            for (scope, meaning) in &flow.scopes {
                html!(self, "<dt>{}</dt><dd>{}</dd>", code(scope), meaning);
            }
            self.raw("</dl>");
        }
        self.raw("</div>");
    }
}
