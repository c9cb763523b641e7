//! Admonitions, disclosures, cards and tabs to HTML.

use super::{Medium, Writer, message};
use crate::markdown::{Element, escape};

impl Writer<'_> {
    /// Opens what may have a title of its own.
    pub(super) fn open_titled(&mut self, element: Element, has_title: bool) {
        match element {
            Element::Admonition(kind) => {
                self.push(&["<div class=\"admonition\" data-kind=\"", kind.look(), "\" role=\"note\">"]);
                if !has_title {
                    let title = self.admonition_title(kind.name);
                    self.push(&["<p class=\"admonition-title\">", &title, "</p>\n"]);
                }
            }
            Element::Details { open } => {
                self.push(&["<details class=\"details\"", if open { " open" } else { "" }, ">"]);
                if !has_title {
                    let title = message(self.messages, "details", "Details");
                    self.out.push_str("<summary>");
                    escape::text(title, self.out);
                    self.out.push_str("</summary><div class=\"details-body\">\n");
                }
            }
            Element::Card(link) => {
                match link {
                    Some(index) => {
                        self.open_link(index, "card");
                        self.cards += 1;
                    }
                    None => self.out.push_str("<div class=\"card\">"),
                }
                if !has_title {
                    self.out.push_str("<div class=\"card-body\">\n");
                }
            }
            _ => {}
        }
    }

    fn admonition_title(&self, name: &str) -> String {
        let mut word = name.to_owned();
        if let Some(first) = word.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let mut title = String::new();
        escape::text(message(self.messages, &format!("admonition_{name}"), &word), &mut title);
        title
    }

    pub(super) fn open_tabs(&mut self, index: u32) {
        self.groups.push(index);
        let group = &self.document.tabs[index as usize];
        if self.options.medium == Medium::Feed {
            return self.out.push_str("<div>");
        }
        self.out.push_str("<div class=\"tabs\" data-tabs");
        for (name, value) in [("group", &group.group), ("query", &group.query)] {
            if let Some(value) = value {
                self.push(&[" data-", name, "=\""]);
                escape::attribute(value, self.out);
                self.out.push('"');
            }
        }
        self.out.push_str("><div class=\"tab-list\" role=\"tablist\" aria-label=\"");
        escape::attribute(message(self.messages, "tabs", "Choose a variant"), self.out);
        self.out.push_str("\">");
        for (at, tab) in group.tabs.iter().enumerate() {
            let (number, selected) = (format!("{}-{}", index + 1, at + 1), at == group.selected as usize);
            let (state, focus) = if selected { ("true", "0") } else { ("false", "-1") };
            let prefix = self.options.prefix;
            self.push(&["<button type=\"button\" class=\"tab\" role=\"tab\" id=\"", prefix, "tab-", &number]);
            self.push(&["\" aria-controls=\"", prefix, "panel-", &number, "\" aria-selected=\"", state]);
            self.push(&["\" tabindex=\"", focus, "\" data-value=\""]);
            escape::attribute(&tab.value, self.out);
            self.out.push_str("\">");
            escape::text(&tab.label, self.out);
            self.out.push_str("</button>");
        }
        self.out.push_str("</div>\n");
    }

    pub(super) fn open_tab(&mut self, at: u32) {
        let Some(index) = self.groups.last().copied() else { return self.out.push_str("<div>") };
        let group = &self.document.tabs[index as usize];
        if self.options.medium == Medium::Feed {
            self.out.push_str("<div><p><strong>");
            escape::text(group.tabs.get(at as usize).map_or("", |tab| &*tab.label), self.out);
            return self.out.push_str("</strong></p>\n");
        }
        let number = format!("{}-{}", index + 1, at + 1);
        let prefix = self.options.prefix;
        self.push(&["<div class=\"tab-panel\" role=\"tabpanel\" id=\"", prefix, "panel-", &number]);
        self.push(&["\" aria-labelledby=\"", prefix, "tab-", &number, "\" data-value=\""]);
        escape::attribute(group.tabs.get(at as usize).map_or("", |tab| &*tab.value), self.out);
        self.out.push_str(if at == group.selected { "\">\n" } else { "\" hidden>\n" });
    }
}
