//! Converts admonitions, details, cards, tabs, and icons to HTML.

use super::{Medium, Writer};
use crate::markdown::{DirectiveId, Element, Event, Icon};
use crate::render::markup::{Markup, html};
use crate::site::ImageKind;

impl Writer<'_> {
    /// Opens a container that can have its own title.
    pub(super) fn open_titled(&mut self, element: Element, has_title: bool) {
        match element {
            Element::Admonition(kind) => {
                html!(self, r#"<div class="admonition" data-kind="{}" role="note">"#, kind.look());
                if !has_title {
                    self.raw("<p class=\"admonition-title\">");
                    self.default_title();
                    self.raw("</p>\n");
                }
            }
            Element::Details { open } => {
                html!(self, r#"<details class="details"{}>"#, raw(if open { " open" } else { "" }));
                if !has_title {
                    self.raw("<summary>");
                    self.default_title();
                    self.raw("</summary><div class=\"details-body\">\n");
                }
            }
            Element::Card(link) => {
                match link {
                    Some(index) => {
                        self.open_link(index, "card");
                        self.cards += 1;
                    }
                    None => self.raw("<div class=\"card\">"),
                }
                if !has_title {
                    self.raw("<div class=\"card-body\">\n");
                }
            }
            _ => {}
        }
    }

    /// Writes the default title of an admonition or a details element without a title.
    fn default_title(&mut self) {
        match self.parents.last() {
            Some(Element::Admonition(kind)) => {
                let title = self.messages.get(&format!("admonition_{}", kind.name)).to_owned();
                self.interface_text(&title);
            }
            Some(Element::Details { .. }) => html!(self, "{details}"),
            _ => {}
        }
    }

    /// Writes an icon and, if there's no title after the icon, the default title.
    pub(super) fn icon(&mut self, icon: Icon, next: Option<Event>) {
        if self.options.medium != Medium::Feed {
            self.drawing(icon);
        }
        if next == Some(Event::Close(Element::Title)) {
            self.default_title();
        }
    }

    fn drawing(&mut self, icon: Icon) {
        if let Icon::Image(index) = icon {
            let source = self.resolved.images.get(index as usize);
            if source.is_none_or(|source| source.kind == ImageKind::Loaded) {
                html!(self, r#"<img class="icon" src="{}" alt="">"#, self.file(index));
            }
            return;
        }
        self.raw(
            "<svg class=\"icon\" aria-hidden=\"true\" width=\"1em\" height=\"1em\" viewBox=\"0 0 24 24\"",
        );
        self.raw(" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\"");
        self.raw(" stroke-linejoin=\"round\">");
        self.raw(icon.elements());
        self.raw("</svg>");
    }

    pub(super) fn open_container(&mut self, id: DirectiveId) {
        html!(self, "<{} class=\"{}\">\n", raw(id.html[0].tag), id.class());
    }

    pub(super) fn open_grid(&mut self, id: DirectiveId, columns: Option<u8>) {
        html!(self, r#"<div class="{}""#, id.class());
        if let Some(columns) = columns {
            html!(self, r#" data-cols="{}""#, &columns.to_string());
        }
        self.raw(">\n");
    }

    pub(super) fn open_container_title(&mut self, id: DirectiveId) {
        if let Some(title) = id.title() {
            html!(self, "<{} class=\"{}\">", raw(title.tag), title.classes[0]);
        }
    }

    pub(super) fn close_container_title(&mut self, id: DirectiveId) {
        if let Some(title) = id.title() {
            html!(self, "</{}>\n", raw(title.tag));
        }
    }

    pub(super) fn open_tabs(&mut self, index: u32) {
        self.groups.push(index);
        let group = &self.document.tabs[index as usize];
        if self.options.medium == Medium::Feed {
            return self.raw("<div>");
        }
        self.raw("<div class=\"tabs\" data-tabs");
        for (name, value) in [("group", &group.group), ("query", &group.query)] {
            if let Some(value) = value {
                html!(self, r#" data-{}="{}""#, raw(name), value);
            }
        }
        html!(self, r#"><div class="tab-list" role="tablist" aria-label="{tabs}">"#);
        for (at, tab) in group.tabs.iter().enumerate() {
            let (number, selected) = (format!("{}-{}", index + 1, at + 1), at == group.selected as usize);
            let (state, focus) = if selected { ("true", "0") } else { ("false", "-1") };
            let prefix = self.options.prefix;
            html!(self, r#"<button type="button" class="tab" role="tab" id="{}tab-{}""#, prefix, &number);
            html!(self, r#" aria-controls="{}panel-{}" aria-selected="{}""#, prefix, &number, state);
            html!(self, r#" tabindex="{}" data-value="{}">"#, focus, &tab.value);
            tab.icon.into_iter().for_each(|icon| self.drawing(icon));
            html!(self, "{}</button>", &tab.label);
        }
        self.raw("</div>\n");
    }

    pub(super) fn open_tab(&mut self, at: u32) {
        let Some(index) = self.groups.last().copied() else { return self.raw("<div>") };
        let group = &self.document.tabs[index as usize];
        let label = group.tabs.get(at as usize).map_or("", |tab| &*tab.label);
        if self.options.medium == Medium::Feed {
            return html!(self, "<div><p><strong>{}</strong></p>\n", label);
        }
        let number = format!("{}-{}", index + 1, at + 1);
        let prefix = self.options.prefix;
        html!(self, r#"<div class="tab-panel" role="tabpanel" id="{}panel-{}""#, prefix, &number);
        html!(self, r#" aria-labelledby="{}tab-{}" data-label="{}""#, prefix, &number, label);
        self.raw(if at == group.selected { ">\n" } else { " hidden>\n" });
    }
}
