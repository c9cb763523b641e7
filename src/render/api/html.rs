//! The HTML of API pages: [`Writer`] writes blocks. This file contains the parts that all blocks need: UI strings,
//! URLs, tabs, and code.

mod blocks;
mod history;
mod intro;
mod island;
mod links;
mod lists;
mod rows;
mod samples;
mod side;
pub(super) mod texts;

use std::collections::{HashMap, HashSet};

use super::{Shared, room, words::Words};
use crate::markdown::escape;
use crate::openapi::{Operation, SchemaId, TextId, tree::RowId};
use crate::path::{Addressing, UniqueNames};
use crate::render::{
    Messages,
    markup::{Markup, html},
};
use crate::site::{Locale, SiteApi};

/// A writer that produces the HTML of one page as one string.
pub(super) struct Writer<'r, 'a> {
    api: &'a SiteApi,
    pub shared: &'r Shared<'a>,
    at: &'r Addressing,
    language: &'a Locale,
    /// The index of the locale.
    locale: usize,
    messages: &'r Messages,
    /// The formatter that describes schemas in words.
    words: Words<'r>,
    pub out: String,
    /// The number of tab groups so far.
    groups: u32,
    /// The number of descriptions with their own IDs so far.
    texts: u32,
    /// Whether the current block belongs to a callback, which has no page.
    nested: bool,
    /// The schema that the page is about.
    pub about: Option<SchemaId>,
    /// The URL of the schemas that the console validates against.
    pub schemas: Option<String>,
    /// The URL of the site, for links in feeds.
    pub origin: Option<&'r str>,
    /// The ID of the part of a page that is written, or `None` for a page.
    pub part: Option<&'r str>,
    /// The URL of the page's Markdown version.
    pub markdown: Option<String>,
    /// The names and URLs of the document's downloads.
    pub downloads: Vec<(String, String)>,
    /// The maximum length of the column, in bytes.
    pub room: usize,
    /// The page's note as HTML, which follows the description, and its attributes.
    pub(super) page_note: Option<(String, String)>,
    /// The `lang` and `dir` attributes of the document's text, if the page is in another locale.
    pub(super) language_of_text: String,
    /// The length of the column's opening: everything before the first section.
    opening: Option<usize>,
    /// The number of bytes that remain for examples.
    examples: usize,
    /// The content of the operation's earlier responses.
    shown: Shown,
    /// The row that has the request body's choice as its first choice, and the name of that choice.
    link: Option<(RowId, String)>,
}

/// A tab.
struct Tab {
    /// The label.
    label: String,
    /// The character that determines the tab's color: the first digit of a status code.
    mood: Option<char>,
    /// If the group has a `link`, the variant that the tab shows.
    variant: Option<usize>,
    /// The index of the example that the tab shows among the variant's examples in the request model.
    example: Option<usize>,
}

impl Tab {
    fn new(label: impl Into<String>) -> Self {
        Tab { label: label.into(), mood: None, variant: None, example: None }
    }
}

/// The content of an operation's earlier responses. On paper, all responses are shown, so a later response refers to an
/// earlier one with the same content.
#[derive(Default)]
struct Shown {
    /// The status of the first response with a schema.
    schemas: HashMap<SchemaId, String>,
    /// The names, schemas, and descriptions of headers.
    headers: HashSet<(String, Option<SchemaId>, Option<TextId>)>,
}

/// The style and the name of a tab group.
#[derive(Clone, Copy, Default)]
struct Group<'g> {
    class: &'g str,
    /// The accessible name.
    label: &'g str,
    /// The name that groups with the same selection share.
    name: Option<&'g str>,
    /// The name of the choice that contains the tabs' variants. Groups with the same name on a page share one
    /// selection.
    link: Option<&'g str>,
    /// The name of the query parameter that contains the selection.
    query: Option<&'g str>,
}

impl Markup for Writer<'_, '_> {
    fn parts(&mut self) -> (&mut String, &Messages) {
        (&mut self.out, self.messages)
    }
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
            words: Words { messages, markdown: false },
            out,
            groups: 0,
            texts: 0,
            nested: false,
            about: None,
            schemas: None,
            origin: None,
            part: None,
            markdown: None,
            downloads: Vec::new(),
            room: room::column(0),
            page_note: None,
            language_of_text: String::new(),
            opening: None,
            examples: room::EXAMPLES,
            shown: Shown::default(),
            link: None,
        }
    }

    /// Ends the text column, starts the column beside the text, and returns the HTML of the text column: its opening,
    /// and its sections.
    pub(super) fn column(&mut self) -> (String, String) {
        self.examples = room::EXAMPLES_BESIDE;
        let mut opening = std::mem::take(&mut self.out);
        let sections = opening.split_off(self.opening.unwrap_or(opening.len()));
        (opening, sections)
    }

    /// Returns a link to the Markdown version of the page.
    fn markdown_link(&self) -> Option<String> {
        let label = self.messages.get("api_markdown");
        Some(link(self.markdown.as_deref()?, label).replacen("<a ", "<a data-no-router ", 1))
    }

    /// Whether the column has reached its maximum length.
    fn is_full(&self) -> bool {
        self.out.len() > self.room
    }

    /// Adds a note that explains where to find the rest of the content.
    fn rest_elsewhere(&mut self) {
        let Some(link) = self.markdown_link() else { return };
        html!(self, r#"<p class="api-more">{}</p>"#, filled("api_rest", &[("page", &link)]));
    }

    /// Reserves room for an example with `length` bytes of text. Returns the number of bytes to show.
    fn take_example(&mut self, length: usize) -> usize {
        let room = self.examples.min(self.room.saturating_sub(self.out.len()) / 3);
        let taken = length.min(room.clamp(room::LEAST_EXAMPLE, room::EXAMPLE));
        self.examples = self.examples.saturating_sub(taken);
        taken
    }

    /// Writes a UI string.
    fn message(&mut self, key: &str) {
        self.text(self.messages.get(key));
    }

    /// Writes a UI string as a paragraph.
    fn note(&mut self, class: &str, key: &str) {
        html!(self, r#"<p class="{}">{}</p>"#, class, message(key));
    }

    /// Writes a UI string next to other text.
    fn word(&mut self, class: &str, key: &str) {
        html!(self, r#"<span class="{}">{}</span>"#, class, message(key));
    }

    fn copy_button(&mut self, key: &str) {
        let label = self.messages.get(key);
        html!(self, r#"<button type="button" class="api-copy" aria-label="{}"></button>"#, label);
    }

    /// Writes a UI string with HTML in its placeholders.
    fn filled(&mut self, key: &str, values: &[(&str, &str)]) {
        self.raw(&self.words.marked(key, values));
    }

    /// Writes a UI string in the singular or plural.
    fn count(&mut self, key: &str, count: usize) {
        self.text(&self.messages.count(key, count, &[]));
    }

    fn code(&mut self, text: &str) {
        html!(self, "<code>{}</code>", text);
    }

    /// Writes a description in a row.
    fn small(&mut self, text: Option<TextId>) {
        let Some(text) = text else { return };
        let shared = self.shared;
        let html = shared.texts.small(text, self.locale, self.messages, &mut self.texts);
        if !html.trim().is_empty() {
            self.foreign("div", "prose api-text", |writer| writer.raw(&html));
        }
        if shared.texts.is_cut(text, room::SMALL_TEXT) {
            self.rest_elsewhere();
        }
    }

    /// Writes a description that is part of the page.
    fn large(&mut self, text: TextId, taken: &[&str]) {
        let html = self.shared.texts.large(text, self.locale, self.messages, taken);
        if !html.trim().is_empty() {
            self.foreign("div", "prose", |writer| writer.raw(&html));
        }
        if self.shared.texts.is_cut(text, room::LARGE_TEXT) {
            self.rest_elsewhere();
        }
    }

    /// Writes an element with text from the document, which has the language of the default locale.
    fn foreign(&mut self, element: &str, class: &str, content: impl FnOnce(&mut Self)) {
        let language = std::mem::take(&mut self.language_of_text);
        html!(self, r#"<{} class="{}"{}>"#, element, class, raw(&language));
        self.language_of_text = language;
        content(self);
        html!(self, "</{}>", element);
    }

    /// Writes a heading with a UI string.
    fn titled(&mut self, level: u8, id: &str, key: &str) {
        self.heading(level, id, self.messages.get(key));
    }

    /// Writes a heading with an anchor.
    pub(super) fn heading(&mut self, level: u8, id: &str, text: &str) {
        let (level, label) =
            (level.min(4).to_string(), self.messages.fill("heading_link", &[("heading", text)]));
        html!(self, r##"<h{} id="{}">{}<a class="hash-link" href="#{}""##, &level, id, text, id);
        html!(self, " aria-label=\"{}\"></a></h{}>\n", &label, &level);
    }

    /// Writes a link to another site.
    fn external(&mut self, address: &str, label: &str) {
        if address.starts_with("mailto:") {
            return self.raw(&link(address, label));
        }
        html!(self, r#"<a href="{}" target="_blank" rel="noopener noreferrer">{}"#, address, label);
        html!(self, r#"<span class="external" role="img" aria-label="{external}"></span></a>"#);
    }

    /// Returns the URL of a schema's page, if any.
    fn schema_href(&self, schema: SchemaId) -> Option<String> {
        let locale = (self.locale, self.language);
        Some(self.at.href(self.shared.schema_route(self.api, locale, schema)?))
    }

    /// Writes a code block. The content of the block is HTML.
    fn code_block(&mut self, language: &str, html: &str) {
        html!(
            self,
            r#"<div class="code" data-language="{}"><pre tabindex="0"><code>{}"#,
            language,
            raw(html)
        );
        html!(self, r#"</code></pre><div class="code-tools">"#);
        html!(self, r#"<button type="button" class="code-wrap" aria-label="{code_wrap}" hidden></button>"#);
        html!(
            self,
            r#"<button type="button" class="code-copy" aria-label="{code_copy}"></button></div></div>"#
        );
    }

    /// Writes the badge of a method.
    fn badge(&mut self, method: &str, webhook: bool) {
        let (kind, word) = if webhook {
            ("event".to_owned(), self.messages.get("api_event_badge"))
        } else {
            (method.to_ascii_lowercase(), method)
        };
        html!(self, r#"<span class="badge" data-kind="{}">{}</span>"#, &kind, word);
    }

    /// Writes the path of an operation, or the name of a webhook.
    fn operation_path(&mut self, operation: &Operation, webhook: bool) {
        if webhook {
            return self.text(&operation.path);
        }
        // Write `:id` for `{id}`, and allow line breaks before slashes.
        for (at, part) in operation.path.split('/').enumerate() {
            self.raw(if at > 0 { "<wbr>/" } else { "" });
            let mut rest = part;
            while let Some((before, name, after)) = parameter_in(rest) {
                html!(self, "{}<var>:{}</var>", before, name);
                rest = after;
            }
            self.code_word(rest);
        }
    }

    /// Writes a URL, which can break before a slash.
    fn breakable(&mut self, address: &str) {
        let mut before = "";
        for (at, part) in address.split('/').enumerate() {
            // Don't break within the `//` after a scheme.
            let breaks = at > 0 && !before.is_empty() && !part.is_empty();
            let slash = if at > 0 { "/" } else { "" };
            html!(self, "{}{}{}", raw(if breaks { "<wbr>" } else { "" }), raw(slash), part);
            before = part;
        }
    }

    /// Writes a tab group. `panel` writes the content of each tab.
    fn tabs(&mut self, group: Group<'_>, tabs: &[Tab], mut panel: impl FnMut(&mut Self, usize)) {
        self.groups += 1;
        let number = self.groups.to_string();
        html!(self, r#"<div class="tabs {}" data-tabs"#, group.class);
        self.attribute("data-group", group.name);
        self.attribute("data-link", group.link);
        self.attribute("data-query", group.query);
        html!(self, r#"><div class="tab-list" role="tablist" aria-label="{}">"#, group.label);
        for (at, tab) in tabs.iter().enumerate() {
            let (state, place) = (if at == 0 { ["true", "0"] } else { ["false", "-1"] }, at.to_string());
            html!(self, r#"<button type="button" class="tab" role="tab" id="tab.{}.{}""#, &number, &place);
            html!(self, r#" aria-controls="panel.{}.{}""#, &number, &place);
            html!(self, r#" aria-selected="{}" tabindex="{}""#, state[0], state[1]);
            self.attribute("data-status", tab.mood.map(String::from).as_deref());
            self.attribute("data-variant", tab.variant.map(|at| at.to_string()).as_deref());
            self.attribute("data-example", tab.example.map(|at| at.to_string()).as_deref());
            html!(self, r#" data-value="{}">{}</button>"#, &tab.label, &tab.label);
        }
        self.raw("</div>");
        for (at, tab) in tabs.iter().enumerate() {
            let (hidden, place) = (if at == 0 { "" } else { " hidden" }, at.to_string());
            html!(self, r#"<div class="tab-panel" role="tabpanel" id="panel.{}.{}""#, &number, &place);
            html!(self, r#" aria-labelledby="tab.{}.{}" data-label="{}""#, &number, &place, &tab.label);
            html!(self, "{}>", raw(hidden));
            panel(self, at);
            self.raw("</div>\n");
        }
        self.raw("</div>");
    }

    /// Writes an attribute, unless its value is absent.
    fn attribute(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            html!(self, r#" {}="{}""#, raw(name), value);
        }
    }

    /// Writes facts as a list.
    fn facts_list(&mut self, class: &str, facts: &[String]) {
        html!(self, r#"<ul class="api-facts"{}>"#, raw(class));
        for fact in facts {
            html!(self, "<li>{}</li>", raw(fact));
        }
        self.raw("</ul>");
    }
}

/// Returns a link with a plain-text label.
fn link(href: &str, label: &str) -> String {
    let mut out = String::from("<a href=\"");
    escape::attribute(href, &mut out);
    out.push_str("\">");
    escape::text(label, &mut out);
    out.push_str("</a>");
    out
}

/// Returns the first digit of a status code, which determines the color of the code.
fn mood(status: &str) -> Option<char> {
    status.chars().next().filter(char::is_ascii_digit)
}

/// Returns tabs with unique labels. The label of a tab identifies the selection.
fn unlike(mut tabs: Vec<Tab>) -> Vec<Tab> {
    let mut labels = UniqueNames::numbered_from(2);
    for tab in &mut tabs {
        let label = std::mem::take(&mut tab.label);
        tab.label = labels.give(label, |label, number| format!("{label} ({number})"));
    }
    tabs
}

/// Returns the first `{name}` of a path segment, the text before the name, and the text after the name.
fn parameter_in(part: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = part.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}
