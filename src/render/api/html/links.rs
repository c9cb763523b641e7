//! What can be done next with a response.

use super::Writer;
use crate::openapi::{Api, Link, OperationRef};
use crate::render::api::words;

impl<'a> Writer<'_, 'a> {
    /// The links of a response.
    pub(super) fn links(&mut self, links: &[Link]) {
        if links.is_empty() {
            return;
        }
        self.note("api-label", "api_links");
        self.out.push_str("<ul class=\"api-links\">");
        for link in links {
            self.out.push_str("<li>");
            self.code(&link.name);
            self.out.push(' ');
            let api: &'a Api = &self.api.api;
            match link.operation.and_then(|index| Some((index, api.operations.get(index as usize)?))) {
                Some((index, operation)) => {
                    let route = self.api.operation_route(self.language, OperationRef::Path(index));
                    self.out.push_str("<a href=\"");
                    self.attribute(&self.at.href(&route));
                    self.out.push_str("\">");
                    self.badge(&operation.method, false);
                    self.out.push(' ');
                    self.text(&operation.title);
                    self.out.push_str("</a>");
                }
                None if link.target.is_empty() => {}
                None => self.code(&link.target),
            }
            self.small(link.description);
            if !link.parameters.is_empty() || link.body.is_some() || link.server.is_some() {
                self.out.push_str("<ul class=\"api-facts\" data-names>");
                let body = link.body.iter().map(|body| ("body", body));
                let parameters = link.parameters.iter().map(|(name, value)| (&**name, value));
                for (name, value) in parameters.chain(body) {
                    self.out.push_str("<li>");
                    self.code(name);
                    self.out.push_str(" = ");
                    self.code(&words::value(value));
                    self.out.push_str("</li>");
                }
                if let Some(server) = &link.server {
                    self.out.push_str("<li>");
                    self.code(&server.url);
                    self.small(server.description);
                    self.out.push_str("</li>");
                }
                self.out.push_str("</ul>");
            }
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }
}
