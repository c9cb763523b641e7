//! Bodies, responses, and examples as Markdown.

use super::Writer;
use crate::markdown::code_span as code;
use crate::openapi::{
    Link, MediaType, OperationRef, SchemaId,
    blocks::{BodyBlock, Content, MediaBlock, ResponseBlock},
    tree::Tree,
};
use crate::render::{
    api::entry::Entry,
    api::examples::{self, each},
    api::{styles, words},
};

impl<'a> Writer<'_, 'a> {
    pub(super) fn body(
        &mut self,
        BodyBlock { body, level, content, mark, .. }: &BodyBlock<'a>,
        tree: &Tree<'a>,
    ) {
        let required = self.in_brackets(body.required, "api_required");
        self.heading(*level, &format!("{}{required}", self.message("api_body")));
        self.paragraph(&self.marks(*mark).join("; "));
        self.paragraph(&self.described(body.description));
        self.content(content, tree);
        self.extra(&body.extra);
    }

    pub(super) fn response(&mut self, answer: &ResponseBlock<'a>, tree: &Tree<'a>) {
        let ResponseBlock { response, level, headers, content, mark, .. } = answer;
        let status = &response.status;
        let summary = response.summary.as_ref();
        self.heading(*level, &summary.map_or(status.to_string(), |text| format!("{status} {text}")));
        self.paragraph(&self.marks(*mark).join("; "));
        self.paragraph(&self.described(response.description));
        let rows: Vec<_> =
            headers.iter().map(|one| Entry::parameter(self.words, one, Vec::new(), tree)).collect();
        self.table(level + 1, "api_headers", &rows, tree);
        self.content(content, tree);
        self.links(&response.links);
        self.extra(&response.extra);
    }

    /// Writes every media type. Each schema is written once.
    fn content(&mut self, content: &Content<'a>, tree: &Tree<'a>) {
        for media in &content.media {
            match media.same {
                Some(same) => {
                    let same = self.words.coded("api_same", &same.name);
                    self.paragraph(&format!("{}: {same}", code(&media.media.name)));
                }
                None => self.media(media, tree),
            }
            self.examples(content, media.media);
        }
    }

    fn media(&mut self, media: &MediaBlock<'a>, tree: &Tree<'a>) {
        let [schema, item] = [&media.schema, &media.item].map(|slot| slot.find(tree));
        let kind = schema.or(item);
        let label = kind.map_or_else(String::new, |row| format!(": {}", self.type_of(&row.facts.label)));
        self.paragraph(&format!("{}{label}", code(&media.media.name)));
        if let Some(row) = schema {
            self.root(tree, row, media.media.examples.is_empty());
        }
        if let Some(row) = item {
            self.label(each(media.media));
            self.root(tree, row, false);
        }
        if kind.is_none() {
            self.paragraph(self.message("api_no_schema"));
        }
        self.encoding(media, tree);
        self.extra(&media.media.extra);
    }

    /// Describes how the parts of a form or multipart body are encoded.
    fn encoding(&mut self, media: &MediaBlock<'a>, tree: &Tree<'a>) {
        let parts = styles::of_parts(self.words, &self.shared.views, media);
        if parts.is_empty() {
            return;
        }
        self.label("api_parts_encoding");
        for (part, headers) in parts {
            self.item(0, &part);
            for header in headers {
                let cells = self.cells(&Entry::parameter(self.words, header, Vec::new(), tree));
                let words: Vec<String> = cells.into_iter().filter(|word| !word.is_empty()).collect();
                self.item(1, &words.join(" "));
            }
        }
        self.out.push('\n');
    }

    fn examples(&mut self, content: &Content<'a>, media: &MediaType) {
        for sample in examples::of(&self.shared.views, media, content.direction) {
            // Generated examples are in the request sample.
            if content.sampled && sample.generated {
                continue;
            }
            let title = self.message("api_example_tab");
            let title = if sample.title.is_empty() {
                format!("{title}:")
            } else {
                format!("{title}: {}", sample.title)
            };
            self.paragraph(&title);
            self.paragraph(&self.described(sample.description));
            match &sample.address {
                Some(address) => self.paragraph(&format!("<{address}>")),
                None => self.fence(sample.language, &sample.text),
            }
        }
    }

    fn links(&mut self, links: &[Link]) {
        for link in links {
            let api = &self.api.api;
            let operation =
                link.operation.and_then(|index| Some((index, api.operations.get(index as usize)?)));
            let target = match operation {
                Some((index, operation)) => {
                    let route = self.api.operation_route(self.language, OperationRef::Path(index));
                    format!(": {}", self.page_link(&operation.title, &route))
                }
                None if link.target.is_empty() => String::new(),
                None => format!(": {}", code(&link.target)),
            };
            let described = self.after_colon(link.description);
            self.item(0, &format!("{} {}{target}{described}", self.message("api_links"), code(&link.name)));
            let parameters = link.parameters.iter().map(|(name, value)| (&**name, value));
            for (name, value) in parameters.chain(link.body.iter().map(|body| ("body", body))) {
                self.item(1, &format!("{} = {}", code(name), code(&words::value(value))));
            }
            if let Some(server) = &link.server {
                let described = self.after_colon(server.description);
                self.item(1, &format!("{}{described}", code(&server.url)));
            }
        }
        if !links.is_empty() {
            self.out.push('\n');
        }
    }

    /// Writes an example of a schema, for the schema's page.
    pub(super) fn example_of(&mut self, schema: SchemaId) {
        let sample = examples::of_schema(&self.shared.views, schema).into_iter().next();
        self.titled(2, "api_example_tab");
        self.fence("json", &sample.map(|sample| sample.text).unwrap_or_default());
    }
}
