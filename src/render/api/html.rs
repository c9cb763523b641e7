//! The HTML of pages: [`Writer`] writes blocks, and here what all of them need: texts of the interface, addresses, tabs,
//! code.

mod blocks;
mod intro;
mod island;
mod links;
mod lists;
mod rows;
mod samples;
mod side;
pub(super) mod texts;

use std::collections::HashMap;

use super::Shared;
use super::room;
use super::words::Words;
use crate::markdown::escape;
use crate::openapi::tree::RowId;
use crate::openapi::{Operation, SchemaId, TextId};
use crate::path::Addressing;
use crate::render::Messages;
use crate::render::messages::fill;
use crate::site::{Locale, SiteApi};

/// Writes the HTML of one page into one string.
pub(super) struct Writer<'r, 'a> {
    pub(super) api: &'a SiteApi,
    pub(super) shared: &'r Shared<'a>,
    pub(super) at: &'r Addressing,
    pub(super) language: &'a Locale,
    /// Index of the language.
    pub(super) locale: usize,
    pub(super) messages: &'r Messages,
    pub(super) out: String,
    /// How many groups of tabs there are.
    groups: u32,
    /// How many texts with ids of their own there are.
    texts: u32,
    /// Whether what is written belongs to a callback, which has no page of its own.
    nested: bool,
    /// The schema the page is about.
    pub(super) about: Option<SchemaId>,
    /// The address of the schemas that the console checks against.
    pub(super) schemas: Option<String>,
    /// The address of the page's Markdown version.
    pub(super) markdown: Option<String>,
    /// How long the column may become, in bytes.
    pub(super) room: usize,
    /// How many bytes of text examples may still have.
    pub(super) examples: usize,
    /// The row whose first choice is that of a request body, and the name of that choice.
    pub(super) link: Option<(RowId, String)>,
}

/// A tab.
pub(super) struct Tab {
    /// What it says.
    pub(super) label: String,
    /// What its colour goes by: the first digit of a status.
    pub(super) mood: Option<char>,
    /// The variant it shows, in a group with a link.
    pub(super) variant: Option<usize>,
}

impl Tab {
    pub(super) fn new(label: impl Into<String>) -> Self {
        Tab { label: label.into(), mood: None, variant: None }
    }
}

/// How a group of tabs looks and what it is called.
#[derive(Clone, Copy, Default)]
pub(super) struct Group<'g> {
    pub(super) class: &'g str,
    /// What it chooses between, for those who cannot see it.
    pub(super) label: &'g str,
    /// The name under which groups show the same choice.
    pub(super) name: Option<&'g str>,
    /// What the variants of its tabs are of: on a page they are one choice.
    pub(super) link: Option<&'g str>,
}

impl<'r, 'a> Writer<'r, 'a> {
    pub(super) fn new(
        (api, shared): (&'a SiteApi, &'r Shared<'a>),
        at: &'r Addressing,
        (locale, language): (usize, &'a Locale),
        messages: &'r Messages,
    ) -> Self {
        let out = String::with_capacity(16 * 1024);
        Writer {
            api,
            shared,
            at,
            language,
            locale,
            messages,
            out,
            groups: 0,
            texts: 0,
            nested: false,
            about: None,
            schemas: None,
            markdown: None,
            room: room::column(0),
            examples: room::EXAMPLES,
            link: None,
        }
    }

    /// Ends the column of text and begins the one beside it.
    pub(super) fn column(&mut self) -> String {
        self.examples = room::EXAMPLES_BESIDE;
        std::mem::take(&mut self.out)
    }

    /// A link to the Markdown version of the page.
    pub(super) fn markdown_link(&self) -> Option<String> {
        let mut link = String::from("<a data-no-router href=\"");
        escape::attribute(self.markdown.as_deref()?, &mut link);
        link.push_str("\">");
        escape::text(self.messages.get("api_markdown"), &mut link);
        link.push_str("</a>");
        Some(link)
    }

    /// Whether the column is as long as it may become.
    pub(super) fn is_full(&self) -> bool {
        self.out.len() > self.room
    }

    /// Says where the rest of something is.
    pub(super) fn rest_elsewhere(&mut self) {
        let Some(link) = self.markdown_link() else { return };
        self.out.push_str("<p class=\"api-more\">");
        self.filled("api_rest", &[("page", &link)]);
        self.out.push_str("</p>");
    }

    /// How much of a text of this length an example may show.
    pub(super) fn take_example(&mut self, length: usize) -> usize {
        let room = self.examples.min(self.room.saturating_sub(self.out.len()) / 3);
        let taken = length.min(room.clamp(room::LEAST_EXAMPLE, room::EXAMPLE));
        self.examples = self.examples.saturating_sub(taken);
        taken
    }

    pub(super) fn push(&mut self, parts: &[&str]) {
        self.out.extend(parts.iter().copied());
    }

    /// Plain text.
    pub(super) fn text(&mut self, text: &str) {
        escape::text(text, &mut self.out);
    }

    pub(super) fn attribute(&mut self, text: &str) {
        escape::attribute(text, &mut self.out);
    }

    /// A text of the interface.
    pub(super) fn message(&mut self, key: &str) {
        let messages = self.messages;
        self.text(messages.get(key));
    }

    fn attribute_message(&mut self, key: &str) {
        let messages = self.messages;
        self.attribute(messages.get(key));
    }

    /// A text of the interface as a paragraph.
    fn note(&mut self, class: &str, key: &str) {
        self.push(&["<p class=\"", class, "\">"]);
        self.message(key);
        self.out.push_str("</p>");
    }

    /// A text of the interface beside others.
    fn word(&mut self, class: &str, key: &str) {
        self.push(&["<span class=\"", class, "\">"]);
        self.message(key);
        self.out.push_str("</span>");
    }

    /// A link, its label plain text.
    fn link_to(&mut self, href: &str, label: &str) {
        self.out.push_str("<a href=\"");
        self.attribute(href);
        self.out.push_str("\">");
        self.text(label);
        self.out.push_str("</a>");
    }

    fn copy_button(&mut self, key: &str) {
        self.out.push_str("<button type=\"button\" class=\"api-copy\" aria-label=\"");
        self.attribute_message(key);
        self.out.push_str("\"></button>");
    }

    /// A text of the interface with HTML in its placeholders.
    pub(super) fn filled(&mut self, key: &str, values: &[(&str, &str)]) {
        let mut text = String::new();
        escape::text(self.messages.get(key), &mut text);
        self.out.push_str(&fill(&text, values.iter().copied()));
    }

    /// Facts about schemas in words.
    pub(super) fn words_of(&self) -> Words<'r> {
        Words { messages: self.messages, markdown: false }
    }

    /// A text of the interface for one or many.
    pub(super) fn count(&mut self, key: &str, count: usize) {
        let key = format!("{key}_{}", if count == 1 { "one" } else { "many" });
        self.filled(&key, &[("count", &count.to_string())]);
    }

    pub(super) fn code(&mut self, text: &str) {
        self.out.push_str("<code>");
        self.text(text);
        self.out.push_str("</code>");
    }

    /// A description in the small print of a row.
    pub(super) fn small(&mut self, text: Option<TextId>) {
        let Some(text) = text else { return };
        let shared = self.shared;
        let html = shared.texts.small(text, self.locale, self.messages.texts(), &mut self.texts);
        if !html.trim().is_empty() {
            self.push(&["<div class=\"prose api-text\">", &html, "</div>"]);
        }
        if shared.texts.is_cut(text, room::SMALL_TEXT) {
            self.rest_elsewhere();
        }
    }

    /// A description that is a part of the page.
    fn large(&mut self, text: TextId, taken: &[&str]) {
        let html = self.shared.texts.large(text, self.locale, self.messages.texts(), taken);
        if !html.trim().is_empty() {
            self.push(&["<div class=\"prose\">", &html, "</div>"]);
        }
        if self.shared.texts.is_cut(text, room::LARGE_TEXT) {
            self.rest_elsewhere();
        }
    }

    /// A heading with a text of the interface.
    fn titled(&mut self, level: u8, id: &str, key: &str) {
        let messages = self.messages;
        self.heading(level, id, messages.get(key));
    }

    /// A heading that can be linked to.
    fn heading(&mut self, level: u8, id: &str, text: &str) {
        let level = level.min(4).to_string();
        self.push(&["<h", &level, " id=\""]);
        self.attribute(id);
        self.out.push_str("\">");
        self.text(text);
        self.out.push_str("<a class=\"hash-link\" href=\"#");
        self.attribute(id);
        self.out.push_str("\" aria-label=\"");
        let label = self.messages.fill("heading_link", &[("heading", text)]);
        self.attribute(&label);
        self.push(&["\"></a></h", &level, ">\n"]);
    }

    /// A link to another site.
    pub(super) fn external(&mut self, address: &str, label: &str) {
        self.out.push_str("<a href=\"");
        self.attribute(address);
        let mail = address.starts_with("mailto:");
        self.out.push_str(if mail { "\">" } else { "\" target=\"_blank\" rel=\"noopener noreferrer\">" });
        self.text(label);
        if !mail {
            self.out.push_str("<span class=\"external\" role=\"img\" aria-label=\"");
            self.attribute_message("external");
            self.out.push_str("\"></span>");
        }
        self.out.push_str("</a>");
    }

    /// The address of a schema's page, where it has one.
    pub(super) fn schema_href(&self, schema: SchemaId) -> Option<String> {
        Some(self.at.href(&self.api.schema_route(self.language, schema)?))
    }

    /// A block of code; its content is HTML.
    pub(super) fn code_block(&mut self, language: &str, html: &str) {
        self.out.push_str("<div class=\"code\" data-language=\"");
        self.attribute(language);
        self.push(&["\"><pre tabindex=\"0\"><code>", html, "</code></pre><div class=\"code-tools\">"]);
        for (class, key, hidden) in [("code-wrap", "code_wrap", " hidden"), ("code-copy", "code_copy", "")] {
            self.push(&["<button type=\"button\" class=\"", class, "\" aria-label=\""]);
            self.attribute_message(key);
            self.push(&["\"", hidden, "></button>"]);
        }
        self.out.push_str("</div></div>");
    }

    /// The badge of a method.
    fn badge(&mut self, method: &str, webhook: bool) {
        let messages = self.messages;
        let (kind, word) = match webhook {
            true => ("event".to_owned(), messages.get("api_event_badge")),
            false => (method.to_ascii_lowercase(), method),
        };
        self.out.push_str("<span class=\"badge\" data-kind=\"");
        self.attribute(&kind);
        self.out.push_str("\">");
        self.text(word);
        self.out.push_str("</span>");
    }

    /// What an operation is called by: its path, or the name of a webhook as it is.
    fn operation_path(&mut self, operation: &Operation, webhook: bool) {
        if webhook {
            self.text(&operation.path);
        } else {
            self.path(&operation.path);
        }
    }

    /// A path with `:id` for `{id}`, which may break before a slash.
    fn path(&mut self, path: &str) {
        for (at, part) in path.split('/').enumerate() {
            if at > 0 {
                self.out.push_str("<wbr>/");
            }
            let mut rest = part;
            while let Some((before, name, after)) = parameter_in(rest) {
                self.text(before);
                self.out.push_str("<var>:");
                self.text(name);
                self.out.push_str("</var>");
                rest = after;
            }
            self.text(rest);
        }
    }

    /// An address, which may break before a slash.
    fn breakable(&mut self, address: &str) {
        let mut before = "";
        for (at, part) in address.split('/').enumerate() {
            // Not within the `//` behind a scheme.
            let breaks = at > 0 && !before.is_empty() && !part.is_empty();
            self.out.push_str(if breaks { "<wbr>" } else { "" });
            self.out.push_str(if at > 0 { "/" } else { "" });
            before = part;
            self.text(part);
        }
    }

    /// A group of tabs with the panel of each, which `panel` writes.
    pub(super) fn tabs(&mut self, group: Group<'_>, tabs: &[Tab], mut panel: impl FnMut(&mut Self, usize)) {
        self.groups += 1;
        let number = self.groups.to_string();
        self.push(&["<div class=\"tabs ", group.class, "\" data-tabs"]);
        if let Some(name) = group.name {
            self.push(&[" data-group=\"", name, "\""]);
        }
        if let Some(link) = group.link {
            self.push(&[" data-link=\"", link, "\""]);
        }
        self.out.push_str("><div class=\"tab-list\" role=\"tablist\" aria-label=\"");
        self.attribute(group.label);
        self.out.push_str("\">");
        for (at, tab) in tabs.iter().enumerate() {
            let (at, first) = (at.to_string(), at == 0);
            self.push(&["<button type=\"button\" class=\"tab\" role=\"tab\" id=\"tab.", &number, ".", &at]);
            self.push(&["\" aria-controls=\"panel.", &number, ".", &at, "\" aria-selected=\""]);
            self.out.push_str(if first { "true\" tabindex=\"0\"" } else { "false\" tabindex=\"-1\"" });
            if let Some(mood) = tab.mood {
                self.push(&[" data-status=\"", mood.encode_utf8(&mut [0; 4]), "\""]);
            }
            if let Some(variant) = tab.variant {
                self.push(&[" data-variant=\"", &variant.to_string(), "\""]);
            }
            self.out.push_str(" data-value=\"");
            self.attribute(&tab.label);
            self.out.push_str("\">");
            self.text(&tab.label);
            self.out.push_str("</button>");
        }
        self.out.push_str("</div>");
        for (at, tab) in tabs.iter().enumerate() {
            let place = at.to_string();
            self.push(&["<div class=\"tab-panel\" role=\"tabpanel\" id=\"panel.", &number, ".", &place]);
            self.push(&["\" aria-labelledby=\"tab.", &number, ".", &place, "\" data-value=\""]);
            self.attribute(&tab.label);
            self.out.push_str(if at == 0 { "\">" } else { "\" hidden>" });
            panel(self, at);
            self.out.push_str("</div>\n");
        }
        self.out.push_str("</div>");
    }
}

/// Makes the labels of tabs unlike one another: a choice is known by its label.
pub(super) fn unlike(mut tabs: Vec<Tab>) -> Vec<Tab> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for tab in &mut tabs {
        if let Some(number) = numbers.get(&tab.label).copied() {
            let free = |number: &usize| !numbers.contains_key(&format!("{} ({number})", tab.label));
            let number = (number..).find(free).unwrap_or(number);
            let label = format!("{} ({number})", tab.label);
            numbers.insert(std::mem::replace(&mut tab.label, label), number + 1);
        }
        numbers.insert(tab.label.clone(), 2);
    }
    tabs
}

/// The first `{name}` of a part of a path, with what is before and after it.
fn parameter_in(part: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = part.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}
