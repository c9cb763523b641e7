//! Converts fields to HTML: rows as in the API reference. Consecutive fields share one list.

use super::{Medium, Writer};
use crate::markdown::{Element, Event, escape};
use crate::render::markup::{Markup, html};
use crate::render::messages::fill;

impl Writer<'_> {
    pub(super) fn open_field(&mut self, index: u32) {
        if !std::mem::take(&mut self.in_rows) {
            if self.is_nested() {
                self.raw("<div class=\"api-nest\">");
            }
            self.raw("<ul class=\"api-rows\">\n");
        }
        self.parents.push(Element::Field(index));
        let field = &self.document.fields[index as usize];
        self.raw("<li");
        if self.options.medium != Medium::Feed {
            html!(self, r#" id="{}{}""#, self.options.prefix, &field.id);
        }
        self.raw("><div class=\"api-row-head\">");
    }

    pub(super) fn open_field_name(&mut self, index: u32) {
        let field = &self.document.fields[index as usize];
        if self.options.medium == Medium::Page && self.cards == 0 {
            html!(self, r##"<a class="api-name" href="#{}{}">"##, self.options.prefix, &field.id);
        } else {
            self.raw("<span class=\"api-name\">");
        }
    }

    /// Writes the HTML between the name of a field and its description.
    pub(super) fn close_field_name(&mut self, index: u32, next: Option<Event>) {
        let document = self.document;
        let field = &document.fields[index as usize];
        let is_link = self.options.medium == Medium::Page && self.cards == 0;
        self.raw(if is_link { "</a>" } else { "</span>" });
        if let Some(kind) = &field.kind {
            html!(self, r#" <span class="api-type">{}</span>"#, kind);
        }
        if field.is_required {
            html!(self, r#" <span class="api-required">{api_required}</span>"#);
        }
        if field.is_deprecated {
            html!(self, r#" <span class="api-deprecated">{api_deprecated}</span>"#);
        }
        self.raw("</div>");
        if let Some(default) = &field.default {
            let (mut code, mut message) = ("<code>".to_owned(), String::new());
            escape::text(default, &mut code);
            code.push_str("</code>");
            escape::text(self.messages.get("api_default"), &mut message);
            let text = fill(&message, [("value", &*code)].into_iter());
            html!(self, r#"<ul class="api-facts"><li>{}</li></ul>"#, raw(&text));
        }
        let has_text = next != Some(Event::Close(Element::Field(index)));
        self.wrapped.push(has_text);
        self.raw(if has_text { "<div class=\"api-text\">\n" } else { "\n" });
    }

    pub(super) fn close_field(&mut self, next: Option<Event>) {
        self.parents.pop();
        if self.wrapped.pop() == Some(true) {
            self.raw("</div>");
        }
        self.raw("</li>\n");
        self.in_rows = matches!(next, Some(Event::Open(Element::Field(_))));
        if !self.in_rows {
            self.raw(if self.is_nested() { "</ul></div>\n" } else { "</ul>\n" });
        }
    }

    /// Whether the next field is directly inside another field.
    fn is_nested(&self) -> bool {
        matches!(self.parents.last(), Some(Element::Field(_)))
    }
}
