//! The request island: its data, and the first code sample, which is shown until the island loads.

use super::Writer;
use crate::markdown::escape;
use crate::openapi::{
    Operation, blocks,
    request::{changes, request},
    sample::{Code, curl, describe},
};
use crate::render::{
    api::request::{Request, Setting, has_optional},
    chunk::to_inline_json,
    markup::{Markup, html},
};

impl<'a> Writer<'_, 'a> {
    /// Writes the island, except for webhooks, which readers can't send.
    pub(crate) fn island(&mut self, operation: &'a Operation, webhook: bool) {
        if webhook {
            return;
        }
        let views = &self.shared.views;
        let mut model = request(views, operation);
        model.samples = self.shared.samples_of(operation, &model);
        let console = self.api.config.console;
        let setting = Setting {
            document: &self.api.id,
            languages: &self.api.config.sample_languages,
            schemas: self.schemas.take(),
            proxy: self.api.config.proxy.as_deref(),
            part: self.part,
            console,
        };
        // As in the island, the document's own samples come first, unless the site sets the order.
        let own = model.samples.first().filter(|_| setting.languages.is_empty());
        let changes = changes(views, operation.body.as_ref());
        let wire = to_inline_json(&Request::new(&self.api.api, &model, &changes, setting, self.messages));
        html!(self, r#"<div data-island="request" id="{}">"#, blocks::TRY_IT);
        html!(self, r#"<script type="application/json">{}</script>"#, raw(&wire));
        let label = own.map_or("curl", |own| own.label.as_deref().unwrap_or(&own.lang));
        let optional = if has_optional(&model, &changes) { " data-optional" } else { "" };
        html!(self, r#"<div data-fallback data-label="{}""#, label);
        if console {
            html!(self, r#" data-console="{request_try}""#);
        }
        html!(self, "{}>", raw(optional));
        match own {
            Some(own) => {
                let mut code = String::new();
                escape::text(&own.source, &mut code);
                self.code_block(&own.language(), &code);
            }
            None => self.code_block("bash", &code_html(&curl(&describe(&model)))),
        }
        html!(self, "</div></div>");
    }
}

impl<'a> Writer<'_, 'a> {
    /// Writes the link to the request form, which narrow screens show at the bottom. Webhooks have no form.
    pub(crate) fn try_it(&mut self, operation: &'a Operation, webhook: bool) {
        if webhook {
            return;
        }
        html!(self, r##"<a class="api-try" href="#{}">{}"##, blocks::TRY_IT, badge(&operation.method, false));
        html!(self, r#"<code class="api-path">{}</code>"#, operation_path(operation, false));
        html!(self, r#"<span class="api-try-label">{request_try}</span></a>"#);
    }
}

/// Returns code as HTML. Spans never cross line breaks.
fn code_html(code: &Code) -> String {
    let mut out = String::new();
    for run in &code.0 {
        for (at, line) in run.text.split('\n').enumerate() {
            if at > 0 {
                out.push('\n');
            }
            if run.class.is_empty() || line.is_empty() {
                escape::text(line, &mut out);
                continue;
            }
            out.extend(["<span class=\"", run.class, "\">"]);
            escape::text(line, &mut out);
            out.push_str("</span>");
        }
    }
    out
}
