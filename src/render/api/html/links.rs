//! Response links: operations to call next.

use super::Writer;
use crate::openapi::{Api, Link, OperationRef};
use crate::render::{
    api::words,
    markup::{Markup, html},
};

impl<'a> Writer<'_, 'a> {
    /// Writes the links of a response.
    pub(super) fn links(&mut self, links: &[Link]) {
        if links.is_empty() {
            return;
        }
        html!(self, r#"<p class="api-label">{api_links}</p><ul class="api-links">"#);
        for link in links {
            html!(self, "<li>{} ", code(&link.name));
            let api: &'a Api = &self.api.api;
            match link.operation.and_then(|index| Some((index, api.operations.get(index as usize)?))) {
                Some((index, operation)) => {
                    let route = self.api.operation_route(self.language, OperationRef::Path(index));
                    html!(
                        self,
                        r#"<a href="{}">{} "#,
                        &self.at.href(&route),
                        badge(&operation.method, false)
                    );
                    html!(self, "{}</a>", &operation.title);
                }
                None if link.target.is_empty() => {}
                None => self.code(&link.target),
            }
            self.small(link.description);
            if !link.parameters.is_empty() || link.body.is_some() || link.server.is_some() {
                self.raw("<ul class=\"api-facts\" data-names>");
                let body = link.body.iter().map(|body| ("body", body));
                let parameters = link.parameters.iter().map(|(name, value)| (&**name, value));
                for (name, value) in parameters.chain(body) {
                    html!(self, "<li>{} = {}</li>", code(name), code(&words::value(value)));
                }
                if let Some(server) = &link.server {
                    html!(self, "<li>{}{}</li>", code(&server.url), small(server.description));
                }
                self.raw("</ul>");
            }
            self.raw("</li>");
        }
        self.raw("</ul>");
    }
}
