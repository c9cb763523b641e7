//! Writes blocks as HTML: the text column of a page.

use super::{Group, Shown, Tab, Writer, history::mark_class, mood, unlike};
use crate::openapi::{
    ExternalDocs, Extra, Operation, Parameter, Response, SchemaId, TextId,
    blocks::{Block, Blocks, BodyBlock, CallbackBlock, Content, Headers, MediaBlock, ResponseBlock},
    sample::server_address,
    server::placed,
    tree::Tree,
};
use crate::render::{
    api::entry::Entry,
    api::{examples, styles, words},
    markup::{Markup, html},
};

impl<'a> Writer<'_, 'a> {
    /// Writes the text column.
    pub(crate) fn blocks(&mut self, blocks: &Blocks<'a>) {
        for block in &blocks.all {
            if !block.is_opening() {
                self.page_note();
                self.end_opening();
            }
            self.block(block, &blocks.tree);
        }
        self.page_note();
    }

    /// Writes the page's note, unless it's already written.
    fn page_note(&mut self) {
        if let Some((note, language)) = self.page_note.take() {
            html!(self, r#"<div class="prose"{}>{}</div>"#, raw(&language), raw(&note));
        }
    }

    /// Marks the end of the column's opening, unless the end is already marked.
    fn end_opening(&mut self) {
        self.opening.get_or_insert(self.out.len());
    }

    fn block(&mut self, block: &Block<'a>, tree: &Tree<'a>) {
        match block {
            Block::About => self.about(),
            Block::Address(operation) if self.nested => self.address_of(operation),
            Block::Status(operation) if self.nested => self.status(operation),
            Block::Tags(tags) => self.further_tags(tags),
            Block::Faults(faults) => self.faults(faults),
            Block::Text(text, _) if self.nested => self.small(Some(*text)),
            Block::Text(text, sections) => self.large(*text, sections),
            Block::Docs(docs) => self.more_about(docs, if self.nested { "" } else { "prose" }, None),
            Block::AboutPath(texts) => self.about_path(texts),
            Block::Heading(heading) => {
                if let Some(id) = &heading.id {
                    self.titled(heading.level, id, heading.key);
                }
            }
            Block::Servers { servers, obvious: false } => self.servers(servers),
            Block::Schemes(schemes) => self.schemes(schemes),
            Block::Parameters(parameters) => {
                for (heading, rows) in parameters.places() {
                    self.titled(heading.level, &heading.id.unwrap_or_default(), heading.key);
                    let (words, views) = (self.words, &self.shared.views);
                    let entry =
                        |one| Entry::parameter(words, one, styles::of_parameter(words, views, one.0), tree);
                    let rows = rows.into_iter().map(entry);
                    self.entries(tree, &rows.collect::<Vec<_>>());
                }
            }
            Block::Body(body) => self.body(body, tree),
            Block::Responses(answers) => self.responses(answers, tree),
            Block::Callbacks(callbacks) => self.callbacks(callbacks, tree),
            Block::Extra(extra) => self.extra(extra),
            Block::Index(loose) => {
                self.titled(2, "api-operations", "api_operations");
                self.groups(loose);
            }
            Block::Groups(tags) => self.tags(tags),
            Block::Operations(operations, webhooks) => {
                for (all, id, key) in [
                    (operations, "api-operations", "api_operations"),
                    (webhooks, "api-webhooks", "api_webhooks"),
                ] {
                    if !all.is_empty() {
                        self.titled(2, id, key);
                        self.operations(all);
                    }
                }
            }
            Block::Release(anchor, release) => self.release(anchor, release),
            Block::Nothing => self.note("api-none", "category_empty"),
            Block::Schema(slot, described) => {
                if let Some(text) = described {
                    self.large(*text, crate::openapi::blocks::SCHEMA);
                }
                self.end_opening();
                if let Some(row) = slot.find(tree) {
                    self.root(tree, row, *described, true);
                }
            }
            // These blocks are above or beside the text column.
            Block::Address(_)
            | Block::Status(_)
            | Block::Servers { .. }
            | Block::Authorization { .. }
            | Block::Sample(_)
            | Block::Example(_) => {}
        }
    }

    /// Writes the method and the path below the title.
    pub(crate) fn endpoint(&mut self, operation: &'a Operation, webhook: bool) {
        html!(self, r#"<div class="api-endpoint">{}"#, badge(&operation.method, webhook));
        if webhook {
            self.badge(&operation.method, false);
        }
        self.raw(r#"<code class="api-path">"#);
        if let Some(server) = placed(&operation.servers).first().filter(|_| !webhook) {
            let address = server_address(server);
            html!(self, r#"<span class="api-server" data-request-server>{}</span>"#, breakable(&address));
        }
        html!(self, "{}</code>{}</div>", operation_path(operation, webhook), copy_button("api_copy_path"));
    }

    /// Writes the method and the path of an operation without a page.
    fn address_of(&mut self, operation: &Operation) {
        html!(self, r#"<div class="api-endpoint">{}"#, badge(&operation.method, false));
        html!(self, r#"<code class="api-path">{}</code></div>"#, &operation.path);
    }

    /// Writes the name of a callback's operation, and whether the operation is deprecated. No other page shows these
    /// facts.
    fn status(&mut self, operation: &Operation) {
        let named = operation.is_named();
        if !named && !operation.deprecated {
            return;
        }
        self.raw("<p class=\"api-label\">");
        if named {
            self.text(&operation.title);
        }
        if operation.deprecated {
            html!(self, " {}", word("api-deprecated", "api_deprecated"));
        }
        self.raw("</p>");
    }

    /// Writes the tags of an operation, except the first tag, because the operation is listed under the first tag.
    fn further_tags(&mut self, tags: &[u32]) {
        html!(self, r#"<ul class="api-tags" aria-label="{tags}">"#);
        for &tag in tags {
            let href = self.at.href(&self.api.tag_route(self.language, tag as usize));
            let label = &self.api.api.tags[tag as usize].label;
            html!(self, r#"<li><a class="tag" href="{}">{}</a></li>"#, &href, label);
        }
        self.raw("</ul>");
    }

    /// Writes the path's description, which applies to all operations of the path.
    fn about_path(&mut self, texts: &[TextId]) {
        if texts.is_empty() {
            return;
        }
        self.note("api-label", "api_about_path");
        for text in texts {
            self.small(Some(*text));
        }
    }

    /// Writes the operation's problems that affect readers.
    fn faults(&mut self, faults: &[Box<str>]) {
        if faults.is_empty() {
            return;
        }
        self.raw("<div class=\"admonition api-faults\" data-kind=\"warning\" role=\"note\">");
        html!(self, r#"<p class="admonition-title">{api_faults}</p><ul>"#);
        for fault in faults {
            html!(self, "<li>{}</li>", in_code(fault));
        }
        self.raw("</ul></div>");
    }

    /// Writes text. As in Markdown, text between backticks is code. An unmatched backtick is plain text.
    pub(super) fn in_code(&mut self, text: &str) {
        let parts: Vec<&str> = text.split('`').collect();
        for (at, part) in parts.iter().enumerate() {
            match (at % 2 == 1, parts.len() % 2 == 1) {
                (true, true) => self.code(part),
                (_, false) if at > 0 => self.text(&format!("`{part}")),
                _ => self.text(part),
            }
        }
    }

    /// Writes a link to external documentation.
    pub(super) fn more_about(&mut self, docs: &ExternalDocs, class: &str, target: Option<&str>) {
        let label = words::docs_label(self.api, self.messages, docs, target);
        html!(self, r#"<div class="api-docs {}"><p>{}</p></div>"#, class, external(&docs.url, &label));
    }

    fn body(&mut self, BodyBlock { body, level, id, content, mark }: &BodyBlock<'a>, tree: &Tree<'a>) {
        html!(self, r#"<div class="api-section-head">{}"#, titled(*level, id, "api_body"));
        if body.required {
            self.word("api-required", "api_required");
        }
        self.mark(*mark);
        html!(self, "{}</div>{}", only_media_type(content), small(body.description));
        // The console can't send webhooks.
        let sent = content.sampled && !self.nested;
        self.by_media_type(content, sent.then_some("body"), |writer, at| {
            let media = &content.media[at];
            let views = &writer.shared.views;
            let variants = if sent { examples::variants(views, media.media) } else { Vec::new() };
            let link = format!("body-{at}");
            let root = media.schema.row(tree).filter(|_| !variants.is_empty());
            writer.link = root.map(|id| (id, link.clone()));
            writer.media(media, tree, body.description);
            if !variants.is_empty() {
                // The examples are linked to the variants so that details about one variant aren't shown with the
                // example of another variant.
                if variants.iter().any(|(_, sample)| !sample.generated) {
                    writer.variant_samples(&variants, &link);
                }
                return;
            }
            // The document's examples are shown next to the schema. Generated examples are in the request sample, and
            // examples of an event are in the column beside the text.
            let mut samples = examples::of(views, media.media, content.direction);
            let beside = !content.sampled && !writer.nested && at == 0;
            samples.retain(|sample| !(beside || sample.generated && content.sampled));
            writer.samples(&samples, "api_examples", sent.then_some(&*link));
        });
        self.extra(&body.extra);
    }

    fn only_media_type(&mut self, content: &Content<'_>) {
        if let [only] = &content.media[..] {
            html!(self, r#"<span class="api-media">{}</span>"#, &only.media.name);
        }
    }

    /// If there are several media types, writes a tab for each media type. The request form shares the choice `link`.
    fn by_media_type(
        &mut self,
        content: &Content<'a>,
        link: Option<&str>,
        mut write: impl FnMut(&mut Self, usize),
    ) {
        match &content.media[..] {
            [] => {}
            [_] => write(self, 0),
            all => {
                let tab = |(at, one): (usize, &MediaBlock<'a>)| Tab {
                    variant: link.map(|_| at),
                    ..Tab::new(&*one.media.name)
                };
                let tabs = unlike(all.iter().enumerate().map(tab).collect());
                let label = self.messages.get("api_media_types");
                let name = Some("media-type");
                let query = name.filter(|_| !self.nested);
                let group = Group { class: "api-media-types", label, name, link, query };
                self.tabs(group, &tabs, write);
            }
        }
    }

    fn media(&mut self, media: &MediaBlock<'a>, tree: &Tree<'a>, described: Option<TextId>) {
        if self.is_full() {
            return self.rest_elsewhere();
        }
        let [schema, item] = [&media.schema, &media.item].map(|slot| slot.find(tree));
        if let Some(row) = schema {
            self.root(tree, row, described, media.media.examples.is_empty());
        }
        // The schema is already shown elsewhere.
        let same = media.same.filter(|_| schema.is_none());
        if let Some(same) = same {
            let html = self.words.coded("api_same_schema", &same.name);
            html!(self, r#"<p class="api-more">{}</p>"#, raw(&html));
        }
        if let Some(row) = item {
            self.note("api-items-label", examples::each(media.media));
            self.root(tree, row, None, false);
        }
        if schema.is_none() && item.is_none() && same.is_none() {
            self.note("api-none", "api_no_schema");
        }
        self.encoding(media, tree);
        self.extra(&media.media.extra);
    }

    fn encoding(&mut self, media: &MediaBlock<'a>, tree: &Tree<'a>) {
        let (parts, headers): (Vec<_>, Vec<_>) =
            styles::of_parts(self.words, &self.shared.views, media).into_iter().unzip();
        if parts.is_empty() {
            return;
        }
        html!(self, r#"<div class="api-encoding"><p class="api-label">{api_parts_encoding}</p>"#);
        self.facts_list(" data-names", &parts);
        for headers in headers {
            self.headers(headers, tree, "api_part_headers");
        }
        self.raw("</div>");
    }

    fn headers(&mut self, headers: &Headers<'a>, tree: &Tree<'a>, key: &str) {
        if headers.is_empty() {
            return;
        }
        let words = self.words;
        let is_shown = |one: &Parameter| self.shown.headers.contains(&key_of(one));
        let rows: Vec<_> = headers
            .iter()
            .map(|one| Entry {
                is_repeated: is_shown(one.0),
                ..Entry::parameter(words, one, Vec::new(), tree)
            })
            .collect();
        html!(self, r#"<details class="api-nest api-headers"><summary>{}</summary>"#, count(key, rows.len()));
        html!(self, "{}</details>", entries(tree, &rows));
    }

    fn responses(&mut self, answers: &[ResponseBlock<'a>], tree: &Tree<'a>) {
        if self.nested {
            self.note("api-label", "api_answers");
        }
        let tab = |answer: &ResponseBlock<'_>| {
            let status = &*answer.response.status;
            Tab { mood: mood(status), ..Tab::new(status) }
        };
        let tabs = unlike(answers.iter().map(tab).collect());
        let label = self.messages.get("api_statuses");
        let query = (!self.nested).then_some("status");
        let group = Group { class: "api-responses", label, query, ..Group::default() };
        self.shown = Shown::default();
        self.tabs(group, &tabs, |writer, at| writer.response(&answers[at], tree));
    }

    fn response(&mut self, answer: &ResponseBlock<'a>, tree: &Tree<'a>) {
        let ResponseBlock { response, id, headers, content, mark, .. } = answer;
        let class = mark_class(*mark).map_or_else(String::new, |class| format!(" {class}"));
        html!(self, r#"<div class="api-response-head{}""#, raw(&class));
        self.attribute("id", id.as_deref());
        self.raw(">");
        if let Some(summary) = &response.summary {
            let language = self.language_of_text.clone();
            html!(self, "<p{}><strong>{}</strong></p>", raw(&language), summary);
        }
        self.mark(*mark);
        html!(self, "{}{}</div>", small(response.description), only_media_type(content));
        self.headers(headers, tree, "api_response_headers");
        let keys = headers.iter().map(|(header, _)| key_of(header));
        self.shown.headers.extend(keys);
        self.by_media_type(content, None, |writer, at| {
            let media = &content.media[at];
            let samples = examples::of(&writer.shared.views, media.media, content.direction);
            if samples.is_empty() {
                return writer.response_media(media, tree, response);
            }
            let tabs = ["api_schema", "api_example_tab"].map(|key| Tab::new(writer.messages.get(key)));
            let link = (!writer.nested).then(|| examples::link(&response.status, at));
            let label = writer.messages.get("api_schema_or_example");
            let group = Group { class: "api-views", label, name: Some("api-view"), ..Group::default() };
            writer.tabs(group, &tabs, |writer, tab| match tab {
                0 => writer.response_media(media, tree, response),
                _ => writer.samples(&samples, "", link.as_deref()),
            });
        });
        self.links(&response.links);
        self.extra(&response.extra);
    }

    /// Writes the schema of a response. If an earlier response has the same schema, the printed page only refers to
    /// that response.
    fn response_media(&mut self, media: &MediaBlock<'a>, tree: &Tree<'a>, response: &Response) {
        let Some(schema) = media.media.schema else { return self.media(media, tree, response.description) };
        match self.shown.schemas.get(&schema).filter(|status| **status != *response.status) {
            Some(status) => {
                let note = self.words.coded("api_same_schema", status);
                html!(self, r#"<p class="api-same">{}</p><div class="api-repeated">"#, raw(&note));
                html!(self, "{}</div>", media(media, tree, response.description));
            }
            None => {
                self.shown.schemas.entry(schema).or_insert_with(|| response.status.to_string());
                self.media(media, tree, response.description);
            }
        }
    }

    fn callbacks(&mut self, callbacks: &[CallbackBlock<'a>], tree: &Tree<'a>) {
        let outer = std::mem::replace(&mut self.nested, true);
        if !outer {
            self.titled(2, "callbacks", "api_callbacks");
        }
        for CallbackBlock { callback, id, operations, .. } in callbacks {
            html!(self, r#"<section class="api-callback">{}"#, heading(3, id, &callback.name));
            for blocks in operations {
                if self.is_full() {
                    self.rest_elsewhere();
                    break;
                }
                for block in blocks {
                    self.block(block, tree);
                }
            }
            self.raw("</section>");
        }
        self.nested = outer;
    }

    /// Writes extensions exactly as in the document.
    pub(super) fn extra(&mut self, extra: &Extra) {
        if extra.is_empty() {
            return;
        }
        self.note("api-label", "api_extra");
        self.facts_list(" data-names", &self.words.extra(extra));
    }
}

/// Returns a key that is the same for equal headers of different responses.
fn key_of(header: &Parameter) -> (String, Option<SchemaId>, Option<TextId>) {
    (header.name.to_string(), header.schema, header.description)
}
