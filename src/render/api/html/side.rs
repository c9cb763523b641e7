//! The column beside the text. For an operation, the column contains the authorization, request samples, and a
//! response. For the first page and tag pages, the column contains a summary. For a schema, it contains an example.

use super::{Writer, mood};
use crate::openapi::{
    Api, Direction, Operation, OperationRef, Requirement, Response, SchemaId, SecurityScheme, anchors,
    blocks::Block, sample::server_address, server::placed,
};
use crate::render::{
    api::examples::{self, Sample},
    markup::{Markup, html},
};

/// The maximum number of servers, schemes, and endpoints in the summary. The text column contains all servers, schemes,
/// and endpoints.
const MOST_SERVERS: usize = 3;
const MOST_SCHEMES: usize = 5;
const MOST_ENDPOINTS: usize = 100;

impl<'a> Writer<'_, 'a> {
    /// Writes the column beside an operation, with the request island.
    pub(crate) fn side(
        &mut self,
        operation: &'a Operation,
        webhook: bool,
        blocks: &[Block<'a>],
        island: &str,
    ) {
        for block in blocks {
            if let Block::Authorization { requirements, obvious: false } = block {
                self.authorization(requirements);
            }
        }
        self.out.push_str(island);
        if webhook {
            self.event(operation);
        }
        let from = if webhook { Direction::Request } else { Direction::Response };
        let best = |response: &&Response| !response.status.starts_with('2');
        let mut responses: Vec<&'a Response> = operation.responses.iter().collect();
        responses.sort_by_key(best);
        for response in responses {
            let media = response.content.iter().enumerate();
            let mut all = media.map(|(at, media)| (at, examples::of(&self.shared.views, media, from)));
            let Some((at, samples)) = all.find(|(_, samples)| !samples.is_empty()) else { continue };
            let link = examples::link(&response.status, at);
            html!(self, r#"<section class="api-panel api-answer"><h2 class="api-panel-head">{api_response}"#);
            self.raw("<span class=\"api-status\"");
            self.attribute("data-status", mood(&response.status).map(String::from).as_deref());
            html!(self, ">{}</span></h2>{}</section>", &response.status, samples(&samples, "", Some(&link)));
            break;
        }
    }

    /// Writes the column beside the first page: servers and authorization.
    pub(crate) fn intro_side(&mut self) {
        self.base();
        let schemes = &self.api.api.schemes;
        if schemes.is_empty() {
            return;
        }
        self.panel("api-auth", "api_authentication");
        self.raw("<ul>");
        for scheme in schemes.iter().take(MOST_SCHEMES) {
            self.scheme_use(&scheme.name, &[]);
        }
        let rest = schemes.len().saturating_sub(MOST_SCHEMES);
        html!(self, "</ul>{}</section>", rest(rest, "api-authentication"));
    }

    /// Writes a link to the text of the first page, which contains the rest of a list.
    fn rest(&mut self, count: usize, section: &str) {
        if count == 0 {
            return;
        }
        let href = self.at.href_to(&self.api.text_route(self.language), section);
        html!(self, r#"<p class="api-rest"><a href="{}">"#, &href);
        html!(self, "{}</a></p>", count("api_endpoints_more", count));
    }

    /// Writes the column beside a tag: servers, and the paths of the tag's operations.
    pub(crate) fn tag_side(&mut self, tag: usize) {
        let tag = &self.api.api.tags[tag];
        let all: Vec<OperationRef> = tag.all_operations().collect();
        if all.is_empty() {
            return;
        }
        if !tag.operations.is_empty() {
            self.base();
        }
        let cut = all.len() > MOST_ENDPOINTS;
        self.panel(if cut { "api-endpoints\" data-cut=\"" } else { "api-endpoints" }, "api_endpoints");
        self.raw("<ul>");
        for &which in all.iter().take(MOST_ENDPOINTS) {
            let operation = self.api.operation(which);
            self.operation_link(which);
            self.raw("<code class=\"api-path\">");
            html!(self, "{}</code></a></li>", operation_path(operation, which.is_webhook()));
        }
        self.raw("</ul>");
        if cut {
            let rest = all.len() - MOST_ENDPOINTS;
            html!(self, r#"<p class="api-none">{}</p>"#, count("api_endpoints_more", rest));
        }
        self.raw("</section>");
    }

    /// Writes the servers.
    fn base(&mut self) {
        let servers = &self.api.api.servers;
        if servers.is_empty() {
            return;
        }
        self.panel("api-base", "request_base_url");
        self.raw("<ul>");
        for server in &placed(&servers[..servers.len().min(MOST_SERVERS)]) {
            self.raw("<li><div class=\"api-base-address\"><code class=\"api-path\">");
            html!(
                self,
                "{}</code>{}</div>",
                breakable(&server_address(server)),
                copy_button("api_copy_base")
            );
            let name = server.name.as_deref();
            if let Some(text) = name.or_else(|| self.api.summary(server.description)) {
                html!(self, "<span>{}</span>", text);
            }
            self.raw("</li>");
        }
        html!(self, "</ul>{}</section>", rest(servers.len().saturating_sub(MOST_SERVERS), "api-servers"));
    }

    /// Starts a panel.
    fn panel(&mut self, class: &str, title: &str) {
        html!(self, r#"<section class="api-panel {}">"#, raw(class));
        html!(self, r#"<h2 class="api-panel-head">{}</h2>"#, message(title));
    }

    /// Writes the payload of a webhook.
    fn event(&mut self, operation: &'a Operation) {
        let Some(media) = operation.body.iter().flat_map(|body| &body.content).next() else { return };
        let samples = examples::of(&self.shared.views, media, Direction::Response);
        if samples.is_empty() {
            return;
        }
        self.sample_panel("api_event", &samples);
    }

    /// Writes the authorization that an operation requires.
    fn authorization(&mut self, requirements: &[Requirement]) {
        self.raw("<section class=\"api-panel api-auth\">");
        html!(self, r#"<h2 class="api-panel-head" id="authorization">{api_authorization}</h2>"#);
        let needed: Vec<&Requirement> = requirements.iter().filter(|one| !one.0.is_empty()).collect();
        if needed.is_empty() {
            return html!(self, "<p>{api_auth_none}</p></section>");
        }
        for (at, Requirement(schemes)) in needed.iter().enumerate() {
            if at > 0 {
                self.note("api-or", "api_or");
            }
            self.raw("<ul>");
            for one in schemes {
                self.scheme_use(&one.scheme, &one.scopes);
            }
            self.raw("</ul>");
        }
        if needed.len() < requirements.len() {
            html!(self, "<p>{api_auth_optional}</p>");
        }
        self.raw("</section>");
    }

    fn scheme_use(&mut self, name: &str, scopes: &[Box<str>]) {
        let api: &'a Api = &self.api.api;
        let scheme: Option<&'a SecurityScheme> = api.schemes.iter().find(|scheme| *scheme.name == *name);
        self.raw("<li>");
        match scheme {
            Some(scheme) => {
                let id = anchors::scheme(&scheme.name);
                let href = self.at.href_to(&self.api.text_route(self.language), &id);
                html!(self, r#"<a class="api-scheme" href="{}">{}</a>"#, &href, name);
                html!(self, " <span>{}</span>", raw(&self.words.scheme(scheme)));
            }
            None => self.code(name),
        }
        if !scopes.is_empty() {
            html!(self, r#"<span class="api-scopes">{api_scopes}"#);
            for scope in scopes {
                html!(self, " {}", code(scope));
            }
            self.raw("</span>");
        }
        self.raw("</li>");
    }

    fn sample_panel(&mut self, key: &str, samples: &[Sample]) {
        html!(self, "{}{}</section>", panel("api-answer", key), samples(samples, "", None));
    }

    /// Writes the column beside a schema.
    pub(crate) fn schema_side(&mut self, schema: SchemaId) {
        let samples = examples::of_schema(&self.shared.views, schema);
        self.sample_panel("api_example_tab", &samples);
    }
}
