//! The first page of a document, the page of a tag and the page of a schema.

use super::examples;
use super::writer::Writer;
use crate::openapi::anchors;
use crate::openapi::example;
use crate::openapi::tree::Tree;
use crate::openapi::{
    Direction, Flow, OperationRef, ParameterIn, SchemaId, SchemeKind, SecurityScheme, Server, Tag,
};

impl<'a> Writer<'_, 'a> {
    pub(super) fn intro(&mut self) {
        let api = &self.api.api;
        let messages = self.messages;
        self.about();
        self.large(api.description, anchors::INTRO);
        if let Some(docs) = &api.external_docs {
            self.more_about(docs, "prose");
        }
        self.extra(&api.extra);
        if !api.servers.is_empty() {
            self.heading("2", "api-servers", messages.get("api_servers"));
            self.servers(&api.servers);
        }
        if !api.schemes.is_empty() {
            self.heading("2", "api-authentication", messages.get("api_authentication"));
            for scheme in &api.schemes {
                if self.is_full() {
                    self.rest_elsewhere();
                    break;
                }
                self.scheme(scheme);
            }
        }
        let loose = api.webhooks.iter().any(|webhook| webhook.tags.is_empty());
        if !api.tags.is_empty() || loose {
            self.heading("2", "api-operations", messages.get("api_operations"));
            self.groups(loose);
        }
    }

    /// The facts of a document in a line: version, licence, contact, terms.
    fn about(&mut self) {
        let api = &self.api.api;
        let words = self.words_of();
        self.out.push_str("<ul class=\"api-about\">");
        if let Some(version) = &api.version {
            self.push(&["<li>", &words.codes("api_version", &[version.to_string()]), "</li>"]);
        }
        if let Some(license) = &api.license {
            self.out.push_str("<li>");
            match &license.url {
                Some(url) => self.external(url, &license.label()),
                None => self.text(&license.label()),
            }
            self.out.push_str("</li>");
        }
        if let Some(contact) = &api.contact {
            let mail = contact.email.as_ref().map(|email| format!("mailto:{email}"));
            let name = contact.name.as_deref();
            match (&contact.url, &mail) {
                (Some(url), _) => {
                    self.out.push_str("<li>");
                    self.external(url, name.unwrap_or(url));
                    self.out.push_str("</li>");
                }
                (None, None) if name.is_some() => {
                    self.out.push_str("<li>");
                    self.text(name.unwrap_or_default());
                    self.out.push_str("</li>");
                }
                _ => {}
            }
            if let (Some(mail), Some(email)) = (&mail, contact.email.as_deref()) {
                self.out.push_str("<li>");
                let label = if contact.url.is_none() { name.unwrap_or(email) } else { email };
                self.external(mail, label);
                self.out.push_str("</li>");
            }
        }
        if let Some(terms) = api.own_terms() {
            self.out.push_str("<li>");
            let messages = self.messages;
            self.external(terms, messages.get("api_terms"));
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
        if let Some(summary) = &api.summary {
            self.out.push_str("<div class=\"prose\"><p class=\"api-summary\">");
            self.text(summary);
            self.out.push_str("</p></div>");
        }
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

    fn scheme(&mut self, scheme: &'a SecurityScheme) {
        self.out.push_str("<section class=\"api-scheme-full\"><div class=\"api-section-head\">");
        self.heading("3", &anchors::scheme(&scheme.name), &scheme.name);
        if scheme.deprecated {
            self.out.push_str("<span class=\"api-deprecated\">");
            self.message("api_deprecated");
            self.out.push_str("</span>");
        }
        self.out.push_str("</div><p class=\"api-scheme-summary\">");
        self.scheme_summary(scheme);
        self.out.push_str("</p>");
        self.small(scheme.description);
        match &scheme.kind {
            SchemeKind::OAuth2 { flows, metadata_url } => {
                for flow in flows {
                    self.flow(flow);
                }
                if let Some(url) = metadata_url {
                    self.address("api_metadata_url", url);
                }
            }
            SchemeKind::OpenIdConnect { url } => self.address("api_metadata_url", url),
            _ => {}
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
        self.message(&format!("api_flow_{}", flow_key(flow.kind)));
        self.out.push_str("</p>");
        for (key, url) in [
            ("api_authorization_url", &flow.authorization_url),
            ("api_device_url", &flow.device_authorization_url),
            ("api_token_url", &flow.token_url),
            ("api_refresh_url", &flow.refresh_url),
        ] {
            if let Some(url) = url {
                self.address(key, url);
            }
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

    /// A scheme in a few words.
    pub(super) fn scheme_summary(&mut self, scheme: &SecurityScheme) {
        let words = scheme_words(self.words_of(), scheme);
        self.out.push_str(&words);
    }

    /// The page of a tag.
    pub(super) fn tag(&mut self, index: usize) {
        let api = &self.api.api;
        let tag: &Tag = &api.tags[index];
        let messages = self.messages;
        self.large(tag.description, anchors::TAG);
        if let Some(docs) = &tag.external_docs {
            self.more_about(docs, "prose");
        }
        self.extra(&tag.extra);
        let children: Vec<usize> =
            (0..api.tags.len()).filter(|child| api.tags[*child].parent == Some(index as u32)).collect();
        if !children.is_empty() {
            self.heading("2", "api-groups", messages.get("api_groups"));
            self.tags(&children);
        }
        let operations: Vec<_> = tag.operations.iter().map(|index| OperationRef::Path(*index)).collect();
        if !operations.is_empty() {
            self.heading("2", "api-operations", messages.get("api_operations"));
            self.operations(&operations);
        }
        let webhooks: Vec<_> = tag.webhooks.iter().map(|index| OperationRef::Webhook(*index)).collect();
        if !webhooks.is_empty() {
            self.heading("2", "api-webhooks", messages.get("api_webhooks"));
            self.operations(&webhooks);
        }
        if children.is_empty() && operations.is_empty() && webhooks.is_empty() {
            self.out.push_str("<p class=\"api-none\">");
            self.message("category_empty");
            self.out.push_str("</p>");
        }
    }

    /// The page of a schema.
    pub(super) fn schema(&mut self, schema: SchemaId, tree: &Tree<'a>) {
        let own = &self.api.api.schemas[schema];
        self.large(own.description, anchors::SCHEMA);
        if let Some(root) = tree.roots.first() {
            self.root(tree, *root, own.description);
        }
    }

    /// The column beside a schema.
    pub(super) fn schema_side(&mut self, schema: SchemaId) {
        let views = &self.shared.views;
        let node = schema.into();
        let mut values = example::given(views, &node, Direction::Both);
        if values.is_empty() {
            values.push(example::example(views, &node, Direction::Both).value);
        }
        let samples: Vec<_> = values.iter().map(|value| examples::of_text(value.pretty())).collect();
        self.out.push_str("<section class=\"api-panel api-answer\"><h2 class=\"api-panel-head\">");
        self.message("api_example_tab");
        self.out.push_str("</h2>");
        self.samples(&samples, "");
        self.out.push_str("</section>");
    }
}

/// A security scheme in a few words.
pub(super) fn scheme_words(words: super::facts::Words<'_>, scheme: &SecurityScheme) -> String {
    match &scheme.kind {
        SchemeKind::ApiKey { location, name } => {
            let key = match location {
                ParameterIn::Header => "api_auth_header",
                ParameterIn::Cookie => "api_auth_cookie",
                _ => "api_auth_query",
            };
            words.codes(key, &[name.to_string()])
        }
        SchemeKind::Http { scheme, bearer_format } => match (&**scheme, bearer_format) {
            ("bearer", Some(format)) => words.codes("api_auth_bearer_format", &[format.to_string()]),
            ("bearer", None) => words.plain("api_auth_bearer"),
            ("basic", _) => words.plain("api_auth_basic"),
            (other, _) => words.codes("api_auth_http", &[other.to_owned()]),
        },
        SchemeKind::OAuth2 { .. } => words.plain("api_auth_oauth2"),
        SchemeKind::OpenIdConnect { .. } => words.plain("api_auth_openid"),
        SchemeKind::MutualTls => words.plain("api_auth_tls"),
        SchemeKind::Unknown(kind) => words.codes("api_auth_unknown", &[kind.to_string()]),
    }
}

/// The part of a message's key that names a flow.
pub(super) fn flow_key(kind: &str) -> &'static str {
    match kind {
        "authorizationCode" => "code",
        "implicit" => "implicit",
        "password" => "password",
        "clientCredentials" => "client",
        _ => "device",
    }
}
