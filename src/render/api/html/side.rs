//! The column beside the text: of an operation what lets one in, samples of the request, an answer; of the first page and
//! the page of a tag what is needed first, at a glance.

use super::Writer;
use crate::openapi::anchors;
use crate::openapi::blocks::Block;
use crate::openapi::sample::server_address;
use crate::openapi::server::placed;
use crate::openapi::{
    Api, Direction, Operation, OperationRef, Requirement, Response, SchemaId, SecurityScheme,
};
use crate::render::api::examples::{self, Sample};

/// So many servers, schemes and endpoints are shown at a glance; the text has them all.
const MOST_SERVERS: usize = 3;
const MOST_SCHEMES: usize = 5;
const MOST_ENDPOINTS: usize = 100;

impl<'a> Writer<'_, 'a> {
    /// The column beside the text, with the island of the request.
    pub(in super::super) fn side(
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
            let mut samples = Vec::new();
            for media in &response.content {
                samples = examples::of(&self.shared.views, media, from);
                if !samples.is_empty() {
                    break;
                }
            }
            if samples.is_empty() {
                continue;
            }
            self.out.push_str("<section class=\"api-panel api-answer\"><h2 class=\"api-panel-head\">");
            self.message("api_response");
            self.out.push_str("<span class=\"api-status\"");
            if let Some(mood) = response.status.chars().next().filter(char::is_ascii_digit) {
                self.push(&[" data-status=\"", mood.encode_utf8(&mut [0; 4]), "\""]);
            }
            self.out.push('>');
            self.text(&response.status);
            self.out.push_str("</span></h2>");
            self.samples(&samples, "");
            self.out.push_str("</section>");
            break;
        }
    }

    /// The column beside the first page: where requests go, and what lets one in.
    pub(in super::super) fn intro_side(&mut self) {
        self.base();
        let schemes = &self.api.api.schemes;
        if schemes.is_empty() {
            return;
        }
        self.panel("api-auth", "api_authentication");
        self.out.push_str("<ul>");
        for scheme in schemes.iter().take(MOST_SCHEMES) {
            self.scheme_use(&scheme.name, &[]);
        }
        self.out.push_str("</ul>");
        self.rest(schemes.len().saturating_sub(MOST_SCHEMES), "api-authentication");
        self.out.push_str("</section>");
    }

    /// The way to those that are not shown at a glance: the text of the first page has them all.
    fn rest(&mut self, count: usize, section: &str) {
        if count == 0 {
            return;
        }
        let intro = self.at.href(&self.api.intro_route(self.language));
        self.out.push_str("<p class=\"api-rest\"><a href=\"");
        self.attribute(&format!("{intro}#{section}"));
        self.out.push_str("\">");
        self.count("api_endpoints_more", count);
        self.out.push_str("</a></p>");
    }

    /// The column beside a tag: where requests go, and its operations by their paths.
    pub(in super::super) fn tag_side(&mut self, tag: usize) {
        let tag = &self.api.api.tags[tag];
        let paths = tag.operations.iter().map(|index| OperationRef::Path(*index));
        let webhooks = tag.webhooks.iter().map(|index| OperationRef::Webhook(*index));
        let all: Vec<OperationRef> = paths.chain(webhooks).collect();
        if all.is_empty() {
            return;
        }
        if !tag.operations.is_empty() {
            self.base();
        }
        let cut = all.len() > MOST_ENDPOINTS;
        self.panel(if cut { "api-endpoints\" data-cut=\"" } else { "api-endpoints" }, "api_endpoints");
        self.out.push_str("<ul>");
        for &which in all.iter().take(MOST_ENDPOINTS) {
            let operation = self.api.operation(which);
            let webhook = which.is_webhook();
            self.out.push_str("<li><a href=\"");
            self.attribute(&self.at.href(&self.api.operation_route(self.language, which)));
            self.out.push_str(if operation.deprecated { "\" data-deprecated>" } else { "\">" });
            self.badge(&operation.method, webhook);
            self.out.push_str("<code class=\"api-path\">");
            self.operation_path(operation, webhook);
            self.out.push_str("</code></a></li>");
        }
        self.out.push_str("</ul>");
        if cut {
            self.out.push_str("<p class=\"api-none\">");
            self.count("api_endpoints_more", all.len() - MOST_ENDPOINTS);
            self.out.push_str("</p>");
        }
        self.out.push_str("</section>");
    }

    /// Where requests go.
    fn base(&mut self) {
        let servers = &self.api.api.servers;
        if servers.is_empty() {
            return;
        }
        self.panel("api-base", "request_base_url");
        self.out.push_str("<ul>");
        for server in &placed(&servers[..servers.len().min(MOST_SERVERS)]) {
            self.out.push_str("<li><div class=\"api-base-address\"><code class=\"api-path\">");
            self.breakable(&server_address(server));
            self.out.push_str("</code>");
            self.copy_button("api_copy_base");
            self.out.push_str("</div>");
            let name = server.name.as_deref().map(str::to_owned);
            if let Some(text) = name.or_else(|| self.summary(server.description)) {
                self.out.push_str("<span>");
                self.text(&text);
                self.out.push_str("</span>");
            }
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
        self.rest(servers.len().saturating_sub(MOST_SERVERS), "api-servers");
        self.out.push_str("</section>");
    }

    /// Begins a panel.
    fn panel(&mut self, class: &str, title: &str) {
        self.push(&["<section class=\"api-panel ", class, "\"><h2 class=\"api-panel-head\">"]);
        self.message(title);
        self.out.push_str("</h2>");
    }

    /// What a webhook is sent, as it arrives.
    fn event(&mut self, operation: &'a Operation) {
        let Some(media) = operation.body.iter().flat_map(|body| &body.content).next() else { return };
        let samples = examples::of(&self.shared.views, media, Direction::Response);
        if samples.is_empty() {
            return;
        }
        self.sample_panel("api_event", &samples);
    }

    /// What has to be shown to be let in.
    fn authorization(&mut self, requirements: &[Requirement]) {
        self.out.push_str(
            "<section class=\"api-panel api-auth\"><h2 class=\"api-panel-head\" id=\"authorization\">",
        );
        self.message("api_authorization");
        self.out.push_str("</h2>");
        let needed: Vec<&Requirement> = requirements.iter().filter(|one| !one.0.is_empty()).collect();
        if needed.is_empty() {
            self.out.push_str("<p>");
            self.message("api_auth_none");
            self.out.push_str("</p></section>");
            return;
        }
        for (at, Requirement(schemes)) in needed.iter().enumerate() {
            if at > 0 {
                self.note("api-or", "api_or");
            }
            self.out.push_str("<ul>");
            for (name, scopes) in schemes {
                self.scheme_use(name, scopes);
            }
            self.out.push_str("</ul>");
        }
        if needed.len() < requirements.len() {
            self.out.push_str("<p>");
            self.message("api_auth_optional");
            self.out.push_str("</p>");
        }
        self.out.push_str("</section>");
    }

    fn scheme_use(&mut self, name: &str, scopes: &[Box<str>]) {
        let api: &'a Api = &self.api.api;
        let scheme: Option<&'a SecurityScheme> = api.schemes.iter().find(|scheme| *scheme.name == *name);
        self.out.push_str("<li>");
        match scheme {
            Some(scheme) => {
                let intro = self.at.href(&self.api.intro_route(self.language));
                self.out.push_str("<a class=\"api-scheme\" href=\"");
                self.attribute(&format!("{intro}#{}", anchors::scheme(&scheme.name)));
                self.out.push_str("\">");
                self.text(name);
                let summary = self.words_of().scheme(scheme);
                self.push(&["</a> <span>", &summary, "</span>"]);
            }
            None => self.code(name),
        }
        if !scopes.is_empty() {
            self.out.push_str("<span class=\"api-scopes\">");
            self.message("api_scopes");
            for scope in scopes {
                self.out.push(' ');
                self.code(scope);
            }
            self.out.push_str("</span>");
        }
        self.out.push_str("</li>");
    }

    fn sample_panel(&mut self, key: &str, samples: &[Sample]) {
        self.panel("api-answer", key);
        self.samples(samples, "");
        self.out.push_str("</section>");
    }

    /// The column beside a schema.
    pub(in super::super) fn schema_side(&mut self, schema: SchemaId) {
        let samples = examples::of_schema(&self.shared.views, schema);
        self.sample_panel("api_example_tab", &samples);
    }
}
