//! Writes the attributes from attribute lists.

use super::{Markup, Medium, Writer, html, images::scaled};
use crate::markdown::{Element, Event, column_widths, escape};

impl Writer<'_> {
    /// Returns the value of one of the next element's attributes.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let attributes = &self.document.attributes[self.attributes? as usize];
        attributes.others.iter().find(|(other, _)| &**other == name).map(|(_, value)| &**value)
    }

    /// Writes the attributes of an open start tag, except the attributes in `written`.
    pub(super) fn write_attributes(&mut self, written: &[&str]) {
        let Some(index) = self.attributes.take() else { return };
        let attributes = &self.document.attributes[index as usize];
        if let Some(id) = &attributes.id
            && self.options.medium == Medium::Page
            && !written.contains(&"id")
        {
            html!(self, r#" id="{}{}""#, self.options.prefix, id);
        }
        if !attributes.classes.is_empty() {
            html!(self, r#" class="{}""#, &attributes.classes);
        }
        for (name, value) in &attributes.others {
            if written.contains(&&**name) || matches!(&**name, "caption" | "widths" | "inline" | "avif") {
                continue;
            }
            self.raw(" ");
            escape::attribute(name, &mut self.out);
            if !value.is_empty() {
                html!(self, r#"="{}""#, value);
            }
        }
    }

    /// Writes the size of an image. If only the width or only the height is set, the other is computed proportionally.
    pub(super) fn image_size(&mut self, size: Option<(u32, u32)>) {
        let pixels = |name| {
            let value = self.attribute(name)?;
            Some(value.strip_suffix("px").unwrap_or(value).parse::<u32>().map_err(|_| value.to_owned()))
        };
        let (width, height) = match (pixels("width"), pixels("height"), size) {
            (None, None, None) => return,
            (None, None, Some((width, height))) => (Some(width.to_string()), Some(height.to_string())),
            (Some(Ok(given)), None, Some((width, height))) => {
                (Some(given.to_string()), Some(scaled(given, width, height).to_string()))
            }
            (None, Some(Ok(given)), Some((width, height))) => {
                (Some(scaled(given, height, width).to_string()), Some(given.to_string()))
            }
            (width, height, _) => {
                let text = |given: Option<Result<u32, String>>| {
                    given.map(|given| given.map_or_else(|other| other, |pixels| pixels.to_string()))
                };
                (text(width), text(height))
            }
        };
        for (name, value) in [("width", width), ("height", height)] {
            if let Some(value) = value {
                self.raw(" ");
                self.raw(name);
                html!(self, r#"="{}""#, &value);
            }
        }
    }

    /// Writes a code block, in an element with the block's attributes.
    pub(super) fn code_with_attributes(&mut self, index: u32) {
        let has_attributes = self.attributes.is_some();
        if has_attributes {
            self.raw("<div");
            self.write_attributes(&[]);
            self.raw(">\n");
        }
        self.code(index);
        if has_attributes {
            self.raw("</div>\n");
        }
    }

    /// Writes a table's caption and column widths, which come from the attribute list at an index.
    pub(super) fn table_parts(&mut self, attributes: Option<u32>) {
        self.attributes = attributes;
        let part = |name| self.attribute(name).map(str::to_owned);
        let (caption, widths) = (part("caption"), part("widths"));
        self.attributes = None;
        if let Some(caption) = caption {
            html!(self, "<caption>{}</caption>\n", &caption);
        }
        if let Some(widths) = widths {
            self.raw("<colgroup>");
            for width in column_widths(&widths) {
                html!(self, r#"<col width="{}">"#, width);
            }
            self.raw("</colgroup>\n");
        }
    }

    /// Whether the attributes at an index contain a class.
    pub(super) fn has_class(&self, index: u32, class: &str) -> bool {
        self.document.attributes[index as usize].classes.split(' ').any(|one| one == class)
    }

    /// Writes the number of tasks between a heading and the next heading of the same or a higher level.
    pub(super) fn task_count(&mut self, index: u32) {
        let level_of = |index: u32| self.document.headings[index as usize].level;
        let start = |event: &Event| *event == Event::Close(Element::Heading(index));
        let events = self.document.events.iter().skip_while(|event| !start(event));
        let ends = |event: &&Event| matches!(event, Event::Open(Element::Heading(next)) if level_of(*next) <= level_of(index));
        let (mut done, mut total) = (0_u32, 0_u32);
        for event in events.take_while(|event| !ends(event)) {
            if let Event::Task(checked) = event {
                (done, total) = (done + u32::from(*checked), total + 1);
            }
        }
        let (done, total) = (done.to_string(), total.to_string());
        let text = self.messages.fill("task_count", &[("done", &done), ("total", &total)]);
        html!(self, r#" <span class="task-count"{}>{}</span>"#, raw(self.options.interface), &text);
    }

    /// Writes a UI string inside the document's text.
    pub(super) fn interface_text(&mut self, text: &str) {
        match self.options.interface {
            "" => html!(self, "{}", text),
            attributes => html!(self, "<span{}>{}</span>", raw(attributes), text),
        }
    }
}
