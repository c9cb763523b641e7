//! The page of an operation or webhook: its request, its responses, what it calls back.

use super::examples;
use super::rows::Own;
use super::styles;
use super::writer::{Group, Tab, Writer, unlike};
use crate::openapi::anchors;
use crate::openapi::media::is_events;
use crate::openapi::outline::{MediaSlots, Outline, Slot, callback_prefix};
use crate::openapi::sample::server_address;
use crate::openapi::server::placed;
use crate::openapi::tree::{RowId, Tree};
use crate::openapi::{Api, Direction, ExternalDocs, Extra, Header, MediaType, Operation, Response, Server};

/// An operation in its place: the page's own, or one of a callback.
#[derive(Clone, Copy)]
struct Shown<'o, 'a> {
    operation: &'a Operation,
    outline: &'o Outline,
    tree: &'o Tree<'a>,
    /// Whether the server sends the request.
    inverse: bool,
    /// What its ids begin with.
    prefix: &'o str,
}

impl<'a> Shown<'_, 'a> {
    fn to(&self) -> Direction {
        if self.inverse { Direction::Response } else { Direction::Request }
    }

    fn from(&self) -> Direction {
        if self.inverse { Direction::Request } else { Direction::Response }
    }

    fn row(&self, slot: &Slot) -> Option<RowId> {
        self.tree.roots.get(slot.root?).copied()
    }
}

impl<'a> Writer<'_, 'a> {
    /// The method and the path, under the title.
    pub(super) fn endpoint(&mut self, operation: &'a Operation, webhook: bool) {
        self.out.push_str("<div class=\"api-endpoint\">");
        self.badge(&operation.method, webhook);
        self.out.push_str("<code class=\"api-path\">");
        if let Some(server) = placed(&operation.servers).first().filter(|_| !webhook) {
            self.out.push_str("<span class=\"api-server\" data-request-server>");
            self.breakable(&server_address(server));
            self.out.push_str("</span>");
        }
        self.operation_path(operation, webhook);
        self.out.push_str("</code><button type=\"button\" class=\"api-copy\" aria-label=\"");
        let messages = self.messages;
        self.attribute(messages.get("api_copy_path"));
        self.out.push_str("\"></button></div>");
    }

    /// The badge of a method.
    pub(super) fn badge(&mut self, method: &str, webhook: bool) {
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
    pub(super) fn operation_path(&mut self, operation: &Operation, webhook: bool) {
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
    pub(super) fn breakable(&mut self, address: &str) {
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

    /// The column of text.
    pub(super) fn operation(
        &mut self,
        operation: &'a Operation,
        outline: &Outline,
        tree: &Tree<'a>,
        webhook: bool,
    ) {
        self.further_tags(operation);
        self.faults(operation);
        self.large(operation.description, anchors::OPERATION);
        if let Some(docs) = &operation.external_docs {
            self.more_about(docs, "prose");
        }
        self.about_path(operation);
        if has_own_servers(operation, &self.api.api) {
            let messages = self.messages;
            self.heading("2", "servers", messages.get("api_servers"));
            self.servers(&operation.servers);
        }
        let shown = Shown { operation, outline, tree, inverse: webhook, prefix: "" };
        let messages = self.messages;
        if !operation.parameters.is_empty() || operation.body.is_some() {
            self.heading("2", "request", messages.get(if webhook { "api_event" } else { "api_request" }));
            self.parameters(shown, "3");
            self.body(shown, "3");
        }
        if !operation.responses.is_empty() {
            self.heading(
                "2",
                "responses",
                messages.get(if webhook { "api_answers" } else { "api_responses" }),
            );
            self.responses(shown);
        }
        if !operation.callbacks.is_empty() {
            self.heading("2", "callbacks", messages.get("api_callbacks"));
            self.callbacks(shown);
        }
        self.extra(&operation.extra);
    }

    /// Its tags but the first, where it is listed.
    fn further_tags(&mut self, operation: &Operation) {
        let api: &'a Api = &self.api.api;
        let Some(further) = operation.tags.get(1..).filter(|further| !further.is_empty()) else { return };
        self.out.push_str("<ul class=\"api-tags\" aria-label=\"");
        let messages = self.messages;
        self.attribute(messages.get("tags"));
        self.out.push_str("\">");
        for &tag in further {
            self.out.push_str("<li><a class=\"tag\" href=\"");
            self.attribute(&self.at.href(&self.api.tag_route(self.language, tag as usize)));
            self.out.push_str("\">");
            self.text(&api.tags[tag as usize].label);
            self.out.push_str("</a></li>");
        }
        self.out.push_str("</ul>");
    }

    /// What the path says for all its operations.
    fn about_path(&mut self, operation: &Operation) {
        if operation.about_path.is_empty() {
            return;
        }
        self.out.push_str("<p class=\"api-label\">");
        self.message("api_about_path");
        self.out.push_str("</p>");
        for text in &operation.about_path {
            self.small(Some(*text));
        }
    }

    /// What is wrong with the operation, as far as its readers are concerned.
    fn faults(&mut self, operation: &Operation) {
        if operation.faults.is_empty() {
            return;
        }
        self.out.push_str("<div class=\"admonition api-faults\" data-kind=\"warning\" role=\"note\"><p class=\"admonition-title\">");
        self.message("api_faults");
        self.out.push_str("</p><ul>");
        for fault in &operation.faults {
            self.out.push_str("<li>");
            // What is between backticks is code, as in Markdown; an odd one is none.
            let parts: Vec<&str> = fault.split('`').collect();
            for (at, part) in parts.iter().enumerate() {
                match (at % 2 == 1, parts.len() % 2 == 1) {
                    (true, true) => self.code(part),
                    (_, false) if at > 0 => self.text(&format!("`{part}")),
                    _ => self.text(part),
                }
            }
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul></div>");
    }

    /// Where more about something is.
    pub(super) fn more_about(&mut self, docs: &ExternalDocs, class: &str) {
        self.push(&["<div class=\"api-docs ", class, "\"><p>"]);
        let described = docs.description.and_then(|text| self.api.api[text].document.summary.as_deref());
        let messages = self.messages;
        self.external(&docs.url, described.unwrap_or(messages.get("api_external_docs")));
        self.out.push_str("</p></div>");
    }

    fn parameters(&mut self, shown: Shown<'_, 'a>, level: &str) {
        let keys = [
            "api_path_parameters",
            "api_query_parameters",
            "api_query_string",
            "api_header_parameters",
            "api_cookie_parameters",
        ];
        for ((location, id), key) in anchors::PLACES.into_iter().zip(keys) {
            let all = shown.operation.parameters.iter().zip(&shown.outline.parameters);
            let of: Vec<_> = all.filter(|(parameter, _)| parameter.location == location).collect();
            if of.is_empty() {
                continue;
            }
            let messages = self.messages;
            self.heading(level, &format!("{}{id}", shown.prefix), messages.get(key));
            let rows: Vec<_> = of
                .into_iter()
                .map(|(parameter, slot)| {
                    let own = Own::parameter(parameter, slot, self.words_of(), &self.shared.views);
                    (own, shown.row(slot))
                })
                .collect();
            self.own_rows(shown.tree, &rows);
        }
    }

    fn body(&mut self, shown: Shown<'_, 'a>, level: &str) {
        let Some(body) = &shown.operation.body else { return };
        let messages = self.messages;
        self.out.push_str("<div class=\"api-section-head\">");
        self.heading(level, &format!("{}request-body", shown.prefix), messages.get("api_body"));
        if body.required {
            self.out.push_str("<span class=\"api-required\">");
            self.message("api_required");
            self.out.push_str("</span>");
        }
        if let [only] = &body.content[..] {
            self.media_type(&only.name);
        }
        self.out.push_str("</div>");
        self.small(body.description);
        let described = body.description;
        self.by_media_type(&body.content, |writer, at| {
            let (media, slots) = (&body.content[at], &shown.outline.body[at]);
            let same = slots.same.map(|at| &body.content[at]);
            // A webhook is not sent from here.
            let sent = !shown.inverse && shown.prefix.is_empty();
            let variants = if sent { examples::variants(&writer.shared.views, media) } else { Vec::new() };
            let link = format!("body-{at}");
            let root = shown.row(&slots.schema).filter(|_| !variants.is_empty());
            writer.link = root.map(|id| (id, link.clone()));
            writer.media(shown, media, slots, described, same);
            if !variants.is_empty() {
                // Of one variant nothing is said with the example of another.
                if variants.iter().any(|(_, sample)| !sample.generated) {
                    writer.variant_samples(&variants, &link);
                }
                return;
            }
            // Given examples stand beside the schema; made ones are in the sample of the request, and those of an
            // event in the column beside the text.
            let mut samples = examples::of(&writer.shared.views, media, shown.to());
            let beside = shown.inverse && shown.prefix.is_empty() && at == 0;
            samples.retain(|sample| !beside && (!sample.generated || shown.inverse));
            writer.samples(&samples, "api_examples");
        });
        self.extra(&body.extra);
    }

    fn media_type(&mut self, name: &str) {
        self.out.push_str("<span class=\"api-media\">");
        self.text(name);
        self.out.push_str("</span>");
    }

    /// A tab for each media type, where there are several.
    fn by_media_type(&mut self, content: &[MediaType], mut write: impl FnMut(&mut Self, usize)) {
        match content {
            [] => {}
            [_] => write(self, 0),
            _ => {
                let tabs = unlike(content.iter().map(|media| Tab::new(&*media.name)).collect());
                let messages = self.messages;
                let group = Group {
                    class: "api-media-types",
                    label: messages.get("api_media_types"),
                    name: Some("media-type"),
                    link: None,
                };
                self.tabs(group, &tabs, write);
            }
        }
    }

    fn media(
        &mut self,
        shown: Shown<'_, 'a>,
        media: &'a MediaType,
        slots: &MediaSlots,
        described: Option<crate::openapi::TextId>,
        same: Option<&MediaType>,
    ) {
        if self.is_full() {
            return self.rest_elsewhere();
        }
        if let Some(id) = shown.row(&slots.schema) {
            self.root(shown.tree, id, described);
        }
        if let Some(same) = same {
            self.out.push_str("<p class=\"api-more\">");
            let html = self.words_of().codes("api_same_schema", &[same.name.to_string()]);
            self.out.push_str(&html);
            self.out.push_str("</p>");
        }
        if let Some(id) = shown.row(&slots.item) {
            self.out.push_str("<p class=\"api-items-label\">");
            self.message(each(media));
            self.out.push_str("</p>");
            self.root(shown.tree, id, None);
        }
        if slots.schema.root.is_none() && slots.item.root.is_none() && same.is_none() {
            self.out.push_str("<p class=\"api-none\">");
            self.message("api_no_schema");
            self.out.push_str("</p>");
        }
        if !media.encoding.is_empty() {
            self.encoding(shown, media, slots);
        }
        self.extra(&media.extra);
    }

    fn encoding(&mut self, shown: Shown<'_, 'a>, media: &'a MediaType, slots: &MediaSlots) {
        self.out.push_str("<div class=\"api-encoding\"><p class=\"api-label\">");
        self.message("api_parts_encoding");
        self.out.push_str("</p><ul class=\"api-facts\" data-names>");
        for part in &media.encoding {
            self.out.push_str("<li>");
            let name = styles::part_name(self.words_of(), &self.shared.views, media, part);
            self.out.push_str(&name);
            self.out.push(' ');
            let facts = styles::of_part(self.words_of(), &self.shared.views, media, part);
            self.out.push_str(&facts.join(", "));
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
        for (part, slots) in media.encoding.iter().zip(&slots.encoding) {
            self.headers(shown, &part.headers, slots, "api_part_headers");
        }
        self.out.push_str("</div>");
    }

    fn headers(&mut self, shown: Shown<'_, 'a>, headers: &'a [Header], slots: &[Slot], key: &str) {
        if headers.is_empty() {
            return;
        }
        self.out.push_str("<details class=\"api-nest api-headers\"><summary>");
        self.count(key, headers.len());
        self.out.push_str("</summary>");
        let rows: Vec<_> = headers
            .iter()
            .zip(slots)
            .map(|(header, slot)| (Own::header(header, slot, self.words_of()), shown.row(slot)))
            .collect();
        self.own_rows(shown.tree, &rows);
        self.out.push_str("</details>");
    }

    fn responses(&mut self, shown: Shown<'_, 'a>) {
        let responses = &shown.operation.responses;
        let tab = |response: &Response| Tab {
            label: response.status.to_string(),
            mood: response.status.chars().next().filter(char::is_ascii_digit),
            variant: None,
        };
        let tabs = unlike(responses.iter().map(tab).collect());
        let messages = self.messages;
        let group = Group { class: "api-responses", label: messages.get("api_statuses"), ..Group::default() };
        self.tabs(group, &tabs, |writer, at| writer.response(shown, at));
    }

    fn response(&mut self, shown: Shown<'_, 'a>, at: usize) {
        let response = &shown.operation.responses[at];
        let slots = &shown.outline.responses[at];
        match anchors::response(shown.prefix, &response.status, slots) {
            Some(id) => self.push(&["<div class=\"api-response-head\" id=\"", &id, "\">"]),
            None => self.out.push_str("<div class=\"api-response-head\">"),
        }
        if let Some(summary) = &response.summary {
            self.out.push_str("<p><strong>");
            self.text(summary);
            self.out.push_str("</strong></p>");
        }
        self.small(response.description);
        if let [only] = &response.content[..] {
            self.media_type(&only.name);
        }
        self.out.push_str("</div>");
        self.headers(shown, &response.headers, &slots.headers, "api_response_headers");
        self.by_media_type(&response.content, |writer, at| {
            let (media, slots) = (&response.content[at], &slots.content[at]);
            let samples = examples::of(&writer.shared.views, media, shown.from());
            let same = slots.same.map(|at| &response.content[at]);
            if samples.is_empty() {
                return writer.media(shown, media, slots, response.description, same);
            }
            let messages = writer.messages;
            let tabs = [Tab::new(messages.get("api_schema")), Tab::new(messages.get("api_example_tab"))];
            let label = messages.get("api_schema_or_example");
            let group = Group { class: "api-views", label, name: Some("api-view"), link: None };
            writer.tabs(group, &tabs, |writer, tab| match tab {
                0 => writer.media(shown, media, slots, response.description, same),
                _ => writer.samples(&samples, ""),
            });
        });
        self.links(&response.links);
        self.extra(&response.extra);
    }

    fn callbacks(&mut self, shown: Shown<'_, 'a>) {
        for (callback, outlines) in shown.operation.callbacks.iter().zip(&shown.outline.callbacks) {
            self.out.push_str("<section class=\"api-callback\">");
            self.heading("3", &anchors::callback(shown.prefix, callback), &callback.name);
            for (at, (operation, outline)) in callback.operations.iter().zip(outlines).enumerate() {
                if self.is_full() {
                    self.rest_elsewhere();
                    break;
                }
                let prefix = callback_prefix(shown.prefix, callback, at);
                self.out.push_str("<div class=\"api-endpoint\">");
                self.badge(&operation.method, false);
                self.out.push_str("<code class=\"api-path\">");
                self.text(&operation.path);
                self.out.push_str("</code></div>");
                self.callback_title(operation);
                self.faults(operation);
                self.small(operation.description);
                if let Some(docs) = &operation.external_docs {
                    self.more_about(docs, "");
                }
                self.about_path(operation);
                if operation.servers != self.api.api.servers {
                    self.servers(&operation.servers);
                }
                let inner = Shown { operation, outline, inverse: !shown.inverse, prefix: &prefix, ..shown };
                self.parameters(inner, "4");
                self.body(inner, "4");
                if !operation.responses.is_empty() {
                    self.out.push_str("<p class=\"api-label\">");
                    self.message("api_answers");
                    self.out.push_str("</p>");
                    self.responses(inner);
                }
                if !operation.callbacks.is_empty() {
                    self.callbacks(inner);
                }
                self.extra(&operation.extra);
            }
            self.out.push_str("</section>");
        }
    }

    /// What an operation of a callback is called, and whether it is deprecated: it has no page that would say so.
    fn callback_title(&mut self, operation: &Operation) {
        let named = operation.is_named();
        if !named && !operation.deprecated {
            return;
        }
        self.out.push_str("<p class=\"api-label\">");
        if named {
            self.text(&operation.title);
        }
        if operation.deprecated {
            self.out.push_str(" <span class=\"api-deprecated\">");
            self.message("api_deprecated");
            self.out.push_str("</span>");
        }
        self.out.push_str("</p>");
    }

    /// Extensions that are shown as they are.
    pub(super) fn extra(&mut self, extra: &Extra) {
        if extra.is_empty() {
            return;
        }
        self.out.push_str("<p class=\"api-label\">");
        self.message("api_extra");
        self.out.push_str("</p><ul class=\"api-facts\" data-names>");
        for said in self.words_of().extra(extra) {
            self.push(&["<li>", &said, "</li>"]);
        }
        self.out.push_str("</ul>");
    }
}

/// Whether more is to be said about the servers of an operation than the address of the first, which its request shows.
pub(super) fn has_own_servers(operation: &Operation, api: &Api) -> bool {
    let described = |server: &Server| {
        server.description.is_some() || server.name.is_some() || !server.variables.is_empty()
    };
    operation.servers != api.servers
        && (operation.servers.len() > 1 || operation.servers.iter().any(described))
}

/// What an item of a stream or list is called: a message.
pub(super) fn each(media: &MediaType) -> &'static str {
    if is_events(&media.name) { "api_each_event" } else { "api_each_item" }
}

/// The first `{name}` of a part of a path, with what is before and after it.
pub(super) fn parameter_in(part: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = part.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}
