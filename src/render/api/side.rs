//! The column beside the text of an operation: what lets one in, samples of the request, an answer.

use super::examples;
use super::writer::Writer;
use crate::openapi::anchors;
use crate::openapi::tree::Direction;
use crate::openapi::{Api, Operation, Requirement, Response, SecurityScheme};

impl<'a> Writer<'_, 'a> {
    /// The column beside the text.
    pub(super) fn side(&mut self, operation: &'a Operation, webhook: bool) {
        if anchors::shows_authorization(operation, webhook) {
            self.authorization(operation);
        }
        self.island(operation, webhook);
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

    /// What a webhook is sent, as it arrives.
    fn event(&mut self, operation: &'a Operation) {
        let Some(media) = operation.body.iter().flat_map(|body| &body.content).next() else { return };
        let samples = examples::of(&self.shared.views, media, Direction::Response);
        if samples.is_empty() {
            return;
        }
        self.out.push_str("<section class=\"api-panel api-answer\"><h2 class=\"api-panel-head\">");
        self.message("api_event");
        self.out.push_str("</h2>");
        self.samples(&samples, "");
        self.out.push_str("</section>");
    }

    /// What has to be shown to be let in.
    fn authorization(&mut self, operation: &Operation) {
        let Some(requirements) = &operation.security else { return };
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
                self.out.push_str("<p class=\"api-or\">");
                self.message("api_or");
                self.out.push_str("</p>");
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
                self.out.push_str("</a> <span>");
                self.scheme_summary(scheme);
                self.out.push_str("</span>");
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
}
