//! Bodies, their examples and what comes after them, in twins.

use std::collections::HashMap;

use super::{Shown, Twin};
use crate::openapi::outline::MediaSlots;
use crate::openapi::{Link, MediaType, OperationRef, SchemaId};
use crate::render::api::examples::{self, Sample};
use crate::render::api::facts;
use crate::render::api::inline::code;
use crate::render::api::operation::each;
use crate::render::api::rows::Own;
use crate::render::api::styles;

impl<'a> Twin<'_, 'a> {
    /// Every media type; a schema is written once.
    pub(super) fn content(
        &mut self,
        shown: Shown<'_, 'a>,
        content: &'a [MediaType],
        slots: &[MediaSlots],
        request: bool,
    ) {
        let mut known: HashMap<SchemaId, &MediaType> = HashMap::new();
        for (media, slots) in content.iter().zip(slots) {
            let same = media.schema.and_then(|schema| known.get(&schema).copied());
            if let (Some(schema), None) = (media.schema, same) {
                known.insert(schema, media);
            }
            match same {
                Some(same) => {
                    let same = self.words.codes("api_same", &[same.name.to_string()]);
                    self.paragraph(&format!("{}: {same}", code(&media.name)));
                    self.examples(shown, media, request);
                }
                None => self.media(shown, media, slots, request),
            }
        }
    }

    fn media(&mut self, shown: Shown<'_, 'a>, media: &'a MediaType, slots: &MediaSlots, request: bool) {
        let kind = [&slots.schema, &slots.item].into_iter().find_map(|slot| shown.row(slot));
        let label = kind.map_or_else(String::new, |row| format!(": {}", self.label(&row.facts.label)));
        self.paragraph(&format!("{}{label}", code(&media.name)));
        if let Some(row) = shown.row(&slots.schema) {
            self.root(shown.tree, row);
        }
        if let Some(row) = shown.row(&slots.item) {
            let each = format!("{}:", self.message(each(media)));
            self.paragraph(&each);
            self.root(shown.tree, row);
        }
        if kind.is_none() {
            let any = self.message("api_no_schema").to_owned();
            self.paragraph(&any);
        }
        self.encoding(shown, media, slots);
        self.extra(&media.extra);
        self.examples(shown, media, request);
    }

    /// How the parts of a form or multipart body are written.
    fn encoding(&mut self, shown: Shown<'_, 'a>, media: &'a MediaType, slots: &MediaSlots) {
        if media.encoding.is_empty() {
            return;
        }
        let title = format!("{}:", self.message("api_parts_encoding"));
        self.paragraph(&title);
        for (part, slots) in media.encoding.iter().zip(&slots.encoding) {
            let name = styles::part_name(self.words, &self.shared.views, media, part);
            let facts = styles::of_part(self.words, &self.shared.views, media, part).join(", ");
            self.item(0, format!("{name} {facts}").trim_end());
            for (header, slot) in part.headers.iter().zip(slots) {
                let [name, kind, required, said] =
                    self.table_row(Own::header(header, slot, self.words), shown.row(slot));
                let words = [name, kind, required, said].into_iter().filter(|word| !word.is_empty());
                let line = words.collect::<Vec<_>>().join(" ");
                self.item(1, &line);
            }
        }
        self.out.push('\n');
    }

    fn examples(&mut self, shown: Shown<'_, 'a>, media: &MediaType, request: bool) {
        let samples = examples::of(&self.shared.views, media, shown.direction(request));
        // The sample of the request has what is made.
        self.samples(samples.iter().filter(|sample| !request || shown.inverse || !sample.generated));
    }

    fn samples<'s>(&mut self, samples: impl Iterator<Item = &'s Sample>) {
        for sample in samples {
            let title = match sample.title.is_empty() {
                true => format!("{}:", self.message("api_example_tab")),
                false => format!("{}: {}", self.message("api_example_tab"), sample.title),
            };
            self.paragraph(&title);
            let described = self.described(sample.description);
            self.paragraph(&described);
            match &sample.address {
                Some(address) => self.paragraph(&format!("<{address}>")),
                None => self.fence(sample.language, &sample.text),
            }
        }
    }

    pub(super) fn links(&mut self, links: &[Link]) {
        for link in links {
            let api = &self.api.api;
            let operation =
                link.operation.and_then(|index| Some((index, api.operations.get(index as usize)?)));
            let target = match operation {
                Some((index, operation)) => {
                    let route = self.api.operation_route(self.language, OperationRef::Path(index));
                    self.page_link(&operation.title, &route)
                }
                None if link.target.is_empty() => String::new(),
                None => code(&link.target),
            };
            let described = self.short(link.description);
            let colon = if described.is_empty() { "" } else { ": " };
            let head = format!("{} {}", self.message("api_links"), code(&link.name));
            let target = if target.is_empty() { target } else { format!(": {target}") };
            self.item(0, &format!("{head}{target}{colon}{described}"));
            let parameters = link.parameters.iter().map(|(name, value)| (&**name, value));
            for (name, value) in parameters.chain(link.body.iter().map(|body| ("body", body))) {
                self.item(1, &format!("{} = {}", code(name), code(&facts::value(value))));
            }
            if let Some(server) = &link.server {
                let described = self.short(server.description);
                let colon = if described.is_empty() { "" } else { ": " };
                self.item(1, &format!("{}{colon}{described}", code(&server.url)));
            }
        }
        if !links.is_empty() {
            self.out.push('\n');
        }
    }
}
