//! Twins of the pages of OpenAPI documents as Markdown: parameters as tables, schemas as nested lists, examples as code.

mod intro;

use std::borrow::Cow;

use super::examples::{self, Sample};
use super::facts::{self, Words};
use super::operation::{filled_server, style_keys};
use super::rows::{example_line, role};
use super::{Shared, intro as page};
use crate::markdown;
use crate::openapi::merge::GroupKind;
use crate::openapi::outline::{MediaSlots, Outline, Slot};
use crate::openapi::request::request;
use crate::openapi::sample::{curl, describe};
use crate::openapi::tree::{Direction, Facts, Label, Role, Row, RowId, Shape, Tree};
use crate::openapi::{
    Callback, Link, MediaType, Operation, ParameterIn, Requirement, Response, SchemaId, TextId,
};
use crate::path::SourcePath;
use crate::render::Renderer;
use crate::site::{Locale, SiteApi};
use crate::source::Source;

/// Writes the twin of one page into one string.
pub(super) struct Twin<'r, 'a> {
    pub(super) renderer: &'r Renderer<'a>,
    pub(super) api: &'a SiteApi,
    pub(super) shared: &'r Shared<'a>,
    pub(super) language: &'a Locale,
    /// Index of the language.
    pub(super) locale: usize,
    pub(super) words: Words<'r>,
    pub(super) out: String,
}

/// An operation in its place.
#[derive(Clone, Copy)]
struct Shown<'o, 'a> {
    operation: &'a Operation,
    outline: &'o Outline,
    tree: &'o Tree<'a>,
    inverse: bool,
    /// The level of its headings.
    level: usize,
}

impl<'a> Shown<'_, 'a> {
    fn row(&self, slot: &Slot) -> Option<&Row<'a>> {
        Some(&self.tree[*self.tree.roots.get(slot.root?)?])
    }

    fn direction(&self, request: bool) -> Direction {
        if request == self.inverse { Direction::Response } else { Direction::Request }
    }
}

impl<'a> Twin<'_, 'a> {
    fn message<'s>(&'s self, key: &'s str) -> &'s str {
        self.words.messages.get(key)
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.line(text);
            self.out.push('\n');
        }
    }

    fn heading(&mut self, level: usize, text: &str) {
        let text = format!("{} {}", "#".repeat(level.min(6)), text.replace(['\n', '\r'], " "));
        self.paragraph(&text);
    }

    fn fence(&mut self, language: &str, code: &str) {
        let mut ticks = "```".to_owned();
        while code.contains(&ticks) {
            ticks.push('`');
        }
        let block = format!("{ticks}{language}\n{}\n{ticks}", code.trim_end_matches('\n'));
        self.paragraph(&block);
    }

    /// A description as it was written, with addresses that work from anywhere.
    fn described(&self, text: Option<TextId>) -> String {
        let Some(text) = text else { return String::new() };
        let own = &self.api.api[text];
        let source = Source::new(SourcePath::new(""), &own.source);
        let resolved = self.api.resolved.get(self.locale).and_then(|texts| texts.get(text.0 as usize));
        let absolute = |href: &str| Some(self.renderer.absolute(href)).filter(|href| !href.is_empty());
        let links =
            resolved.map_or(Vec::new(), |all| all.links.iter().map(|one| absolute(&one.href)).collect());
        let images =
            resolved.map_or(Vec::new(), |all| all.images.iter().map(|one| absolute(&one.src)).collect());
        let twin: Cow<'_, str> = markdown::twin(&source, &own.document, &links, &images);
        twin.trim().to_owned()
    }

    /// A description on one line.
    fn short(&self, text: Option<TextId>) -> String {
        self.described(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The page of an operation or webhook, below its title.
    pub(super) fn operation(
        &mut self,
        operation: &'a Operation,
        outline: &Outline,
        tree: &Tree<'a>,
        webhook: bool,
    ) {
        if webhook {
            let line = format!("{}: {}", self.message("api_event"), code(&operation.path));
            self.paragraph(&line);
        } else {
            let server = operation.servers.first().map(filled_server).unwrap_or_default();
            let request = format!("{} {}{}", operation.method, server.trim_end_matches('/'), operation.path);
            self.fence("http", &request);
        }
        if operation.deprecated {
            let note = format!("**{}**", self.message("api_deprecated_note"));
            self.paragraph(&note);
        }
        for fault in &operation.faults {
            let fault = format!("> {}: {fault}", self.message("api_faults"));
            self.paragraph(&fault);
        }
        let described = self.described(operation.description);
        self.paragraph(&described);
        if let Some(docs) = &operation.external_docs {
            let label = docs.description.and_then(|text| self.api.api[text].document.summary.as_deref());
            let label = label.unwrap_or_else(|| self.message("api_external_docs"));
            let link = format!("[{label}](<{}>)", docs.url);
            self.paragraph(&link);
        }
        self.authorization(operation);
        let shown = Shown { operation, outline, tree, inverse: webhook, level: 2 };
        self.request(shown);
        if !webhook {
            let title = self.message("api_sample").to_owned();
            self.heading(2, &title);
            let model = request(&self.shared.views, operation);
            self.fence("bash", &curl(&describe(&model, self.shared.base)).text());
        }
        self.responses(shown);
        self.callbacks(shown);
    }

    fn authorization(&mut self, operation: &Operation) {
        let Some(requirements) = &operation.security else { return };
        let title = self.message("api_authorization").to_owned();
        self.heading(2, &title);
        if requirements.iter().all(|one| one.0.is_empty()) {
            let none = self.message("api_auth_none").to_owned();
            return self.paragraph(&none);
        }
        for Requirement(schemes) in requirements {
            let uses: Vec<String> = schemes
                .iter()
                .map(|(name, scopes)| {
                    let scheme = self.api.api.schemes.iter().find(|scheme| scheme.name == *name);
                    let how = scheme.map_or_else(String::new, |scheme| {
                        format!(": {}", page::scheme_words(self.words, scheme))
                    });
                    let scopes: Vec<String> = scopes.iter().map(|scope| code(scope)).collect();
                    let scopes = match scopes.is_empty() {
                        true => String::new(),
                        false => format!(" ({} {})", self.message("api_scopes"), scopes.join(", ")),
                    };
                    format!("{}{how}{scopes}", code(name))
                })
                .collect();
            let line = match uses.is_empty() {
                true => self.message("api_auth_none").to_owned(),
                false => uses.join(" + "),
            };
            self.line(&format!("- {line}"));
        }
        self.out.push('\n');
    }

    fn request(&mut self, shown: Shown<'_, 'a>) {
        let operation = shown.operation;
        if operation.parameters.is_empty() && operation.body.is_none() {
            return;
        }
        let title = self.message(if shown.inverse { "api_event" } else { "api_request" }).to_owned();
        self.heading(shown.level, &title);
        for (location, key) in [
            (ParameterIn::Path, "api_path_parameters"),
            (ParameterIn::Query, "api_query_parameters"),
            (ParameterIn::QueryString, "api_query_string"),
            (ParameterIn::Header, "api_header_parameters"),
            (ParameterIn::Cookie, "api_cookie_parameters"),
        ] {
            let all = operation.parameters.iter().zip(&shown.outline.parameters);
            let here: Vec<_> = all.filter(|(parameter, _)| parameter.location == location).collect();
            let rows: Vec<[String; 4]> = here
                .iter()
                .map(|(parameter, slot)| {
                    let row = shown.row(slot);
                    let own = style_keys(parameter, &self.api.api);
                    let own = own
                        .into_iter()
                        .map(|key| self.words.codes(key, &[parameter.name.to_string()]))
                        .collect();
                    let examples = parameter.examples.iter().filter_map(example_line).collect();
                    self.table_row(
                        &parameter.name,
                        parameter.required,
                        parameter.description,
                        row,
                        (own, examples),
                    )
                })
                .collect();
            let title = self.message(key).to_owned();
            self.table(shown.level + 1, &title, &rows);
            self.all_inside(shown, here.into_iter().map(|(parameter, slot)| (&*parameter.name, slot)));
        }
        let Some(body) = &operation.body else { return };
        let required =
            if body.required { format!(" ({})", self.message("api_required")) } else { String::new() };
        let title = format!("{}{required}", self.message("api_body"));
        self.heading(shown.level + 1, &title);
        let described = self.described(body.description);
        self.paragraph(&described);
        self.content(shown, &body.content, &shown.outline.body, true);
    }

    /// What parameters or headers are made of, for which a table has no room.
    fn all_inside<'s>(&mut self, shown: Shown<'_, 'a>, all: impl Iterator<Item = (&'s str, &'s Slot)>) {
        let before = self.out.len();
        for (name, slot) in all {
            self.inside(shown, name, slot);
        }
        if self.out.len() > before {
            self.out.push('\n');
        }
    }

    fn inside(&mut self, shown: Shown<'_, 'a>, name: &str, slot: &Slot) {
        let Some(row) = shown.row(slot) else { return };
        let before = self.out.len();
        self.item(0, &format!("{}:", code(name)));
        let head = self.out.len();
        self.below(shown.tree, row, 1);
        if self.out.len() == head {
            self.out.truncate(before);
        }
    }

    fn table_row(
        &self,
        name: &str,
        required: bool,
        described: Option<TextId>,
        row: Option<&Row<'a>>,
        (own, examples): (Vec<String>, Vec<String>),
    ) -> [String; 4] {
        let bare = Facts::default();
        let facts = row.map_or(&bare, |row| &row.facts);
        let kind = row.map_or_else(String::new, |row| code(&row.facts.label.to_string()));
        let said = self.said(facts, described.or(facts.description), own, &examples);
        let required = if required { self.message("api_required").to_owned() } else { String::new() };
        [code(name), kind, required, said]
    }

    fn table(&mut self, level: usize, title: &str, rows: &[[String; 4]]) {
        if rows.is_empty() {
            return;
        }
        self.heading(level, title);
        let head = ["api_name", "api_type", "", "api_description"]
            .map(|key| if key.is_empty() { String::new() } else { self.message(key).to_owned() });
        self.line(&format!("| {} |", head.join(" | ")));
        self.line("|---|---|---|---|");
        for row in rows {
            let cells = row.each_ref().map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "));
            self.line(&format!("| {} |", cells.join(" | ")));
        }
        self.out.push('\n');
    }

    /// What is said about a schema, in sentences.
    fn said(
        &self,
        facts: &Facts<'_>,
        described: Option<TextId>,
        own: Vec<String>,
        examples: &[String],
    ) -> String {
        let mut parts = Vec::new();
        for (holds, key) in [
            (facts.label.nullable, "api_nullable"),
            (facts.read_only, "api_read_only"),
            (facts.write_only, "api_write_only"),
            (facts.deprecated, "api_deprecated"),
        ] {
            if holds {
                parts.push(self.message(key).to_owned());
            }
        }
        parts.extend(own);
        parts.extend(self.words.list(facts));
        if !facts.values.is_empty() {
            let values: Vec<String> = facts.values.iter().map(|value| facts::value(&value.value)).collect();
            parts.push(format!("{} {}", self.message("api_one_of"), self.words.codes("api_plain", &values)));
        }
        let of_schema = || facts.examples.iter().take(1).map(|value| facts::value(value)).collect();
        let examples: Vec<String> = if examples.is_empty() { of_schema() } else { examples.to_vec() };
        if !examples.is_empty() {
            parts.push(self.words.codes("api_example", &examples[..1]));
        }
        let text = self.short(described);
        match (text.is_empty(), parts.is_empty()) {
            (_, true) => text,
            (true, false) => parts.join("; "),
            (false, false) => format!("{text} ({})", parts.join("; ")),
        }
    }

    /// Every media type; a schema is written once.
    fn content(
        &mut self,
        shown: Shown<'_, 'a>,
        content: &'a [MediaType],
        slots: &[MediaSlots],
        request: bool,
    ) {
        for (at, (media, slots)) in content.iter().zip(slots).enumerate() {
            let mut earlier = content[..at].iter();
            let same = earlier.find(|other| other.schema.is_some() && other.schema == media.schema);
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

    fn links(&mut self, links: &[Link]) {
        for link in links {
            let operation = link.operation.and_then(|index| self.api.api.operations.get(index as usize));
            let target = operation.map_or(&*link.target, |operation| &operation.title);
            let described = self.short(link.description);
            let colon = if described.is_empty() { "" } else { ": " };
            self.item(0, &format!("{}: {target}{colon}{described}", self.message("api_links")));
        }
        if !links.is_empty() {
            self.out.push('\n');
        }
    }

    fn media(&mut self, shown: Shown<'_, 'a>, media: &'a MediaType, slots: &MediaSlots, request: bool) {
        let kind = [&slots.schema, &slots.item].into_iter().find_map(|slot| shown.row(slot));
        let label = kind.map_or_else(String::new, |row| format!(": {}", self.label(&row.facts.label)));
        self.paragraph(&format!("{}{label}", code(&media.name)));
        for slot in [&slots.schema, &slots.item] {
            if let Some(row) = shown.row(slot) {
                self.root(shown.tree, row);
            }
        }
        self.examples(shown, media, request);
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
            match &sample.address {
                Some(address) => self.paragraph(&format!("<{address}>")),
                None => self.fence(sample.language, &sample.text),
            }
        }
    }

    /// A schema that stands alone.
    fn root(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        let said = self.said(&row.facts, row.facts.description, Vec::new(), &[]);
        self.paragraph(&said);
        let before = self.out.len();
        self.below(tree, row, 0);
        if self.out.len() > before {
            self.out.push('\n');
        }
    }

    fn below(&mut self, tree: &Tree<'a>, row: &Row<'a>, depth: usize) {
        for items in row.items.iter().filter(|items| !items.is_bare()) {
            let said = self.said(items, items.description, Vec::new(), &[]);
            let line = format!("{}: {said}", self.message("api_each_item"));
            self.item(depth, &line);
        }
        for id in &row.children {
            self.row(tree, *id, depth);
        }
        for choice in &row.choices {
            let head = self.message(match choice.kind {
                GroupKind::OneOf => "api_choice_one",
                GroupKind::AnyOf => "api_choice_any",
                GroupKind::Told => "api_choice_told",
            });
            let told = choice.discriminator.map_or_else(String::new, |property| {
                format!(" ({})", self.words.codes("api_told_by", &[property.to_owned()]))
            });
            let head = format!("{head}{told}:");
            self.item(depth, &head);
            for id in &choice.variants {
                self.row(tree, *id, depth + 1);
            }
        }
        if row.rest.rows > 0 {
            let hidden = self.hidden(tree, row);
            self.item(depth, &hidden);
        }
    }

    fn hidden(&self, tree: &Tree<'a>, row: &Row<'a>) -> String {
        let count = row.rest.rows.to_string();
        let schema = row.rest.link.and_then(|id| Some((id, self.api.api.schemas[id].name.as_deref()?)));
        let link = schema.and_then(|(id, name)| self.schema_link(id, name));
        if let Some(above) = row.rest.above {
            if let Some(link) = link {
                return self.words.marked("api_repeats", &[("schema", &link)]);
            }
            let above = &tree[above];
            let name = above.schema.and_then(|id| self.api.api.schemas[id].name.as_deref());
            let name = name.or_else(|| role(&above.role).ok()).unwrap_or(self.message("api_schema"));
            return self.words.marked("api_repeats", &[("schema", &code(name))]);
        }
        match link {
            Some(link) => {
                let key = if row.rest.rows == 1 { "api_elsewhere_one" } else { "api_elsewhere_many" };
                self.words.marked(key, &[("schema", &link), ("count", &count)])
            }
            None => {
                let key = if row.rest.rows == 1 { "api_not_shown_one" } else { "api_not_shown_many" };
                self.words.marked(key, &[("count", &count)])
            }
        }
    }

    fn item(&mut self, depth: usize, text: &str) {
        let line = format!("{}- {}", "  ".repeat(depth), text.replace(['\n', '\r'], " "));
        self.line(&line);
    }

    fn row(&mut self, tree: &Tree<'a>, id: RowId, depth: usize) {
        let row = &tree[id];
        let name = match &row.role {
            Role::Variant { title, .. } => format!("**{title}**"),
            other => match role(other) {
                Ok(name) => code(name),
                Err((key, value)) => self.words.codes(key, &[value]),
            },
        };
        let mut own = Vec::new();
        if let Role::Variant { value: Some(value), .. } = &row.role {
            own.push(self.words.codes("api_told_value", &[(*value).to_owned()]));
        }
        let required =
            if row.required { format!(", {}", self.message("api_required")) } else { String::new() };
        let said = self.said(&row.facts, row.facts.description, own, &[]);
        let colon = if said.is_empty() { "" } else { ": " };
        let line = format!("{name} {}{required}{colon}{said}", self.label(&row.facts.label));
        self.item(depth, &line);
        self.below(tree, row, depth + 1);
    }

    /// A type, with a link to the page of a schema.
    fn label(&self, label: &Label<'_>) -> String {
        match &label.shape {
            Shape::Named(id, name) => self.schema_link(*id, name).unwrap_or_else(|| (*name).to_owned()),
            // The angle brackets of a format would be HTML.
            _ => Label { nullable: false, ..label.clone() }.to_string().replace('<', "\\<"),
        }
    }

    fn schema_link(&self, id: SchemaId, name: &str) -> Option<String> {
        let route = self.api.schema_route(self.language, id)?;
        let file = self.renderer.at.file_href(&self.renderer.at.markdown(&route));
        Some(format!("[{name}]({})", self.renderer.absolute(&file)))
    }

    fn responses(&mut self, shown: Shown<'_, 'a>) {
        if shown.operation.responses.is_empty() {
            return;
        }
        let title = self.message(if shown.inverse { "api_answers" } else { "api_responses" }).to_owned();
        self.heading(shown.level, &title);
        for (response, slots) in shown.operation.responses.iter().zip(&shown.outline.responses) {
            let Response { status, summary, description, headers, content, .. } = response;
            self.heading(
                shown.level + 1,
                &summary.as_ref().map_or(status.to_string(), |text| format!("{status} {text}")),
            );
            let described = self.described(*description);
            self.paragraph(&described);
            let headers = headers.iter().zip(&slots.headers);
            let rows: Vec<[String; 4]> = headers
                .clone()
                .map(|(header, slot)| {
                    let examples = header.examples.iter().filter_map(example_line).collect();
                    let row = shown.row(slot);
                    self.table_row(
                        &header.name,
                        header.required,
                        header.description,
                        row,
                        (Vec::new(), examples),
                    )
                })
                .collect();
            let title = self.message("api_headers").to_owned();
            self.table(shown.level + 2, &title, &rows);
            self.all_inside(shown, headers.map(|(header, slot)| (&*header.name, slot)));
            self.content(shown, content, &slots.content, false);
            self.links(&response.links);
        }
    }

    fn callbacks(&mut self, shown: Shown<'_, 'a>) {
        for (Callback { name, operations }, outlines) in
            shown.operation.callbacks.iter().zip(&shown.outline.callbacks)
        {
            let title = format!("{}: {}", self.message("api_callbacks"), code(name));
            self.heading(shown.level, &title);
            for (operation, outline) in operations.iter().zip(outlines) {
                self.fence("http", &format!("{} {}", operation.method, operation.path));
                let described = self.described(operation.description);
                self.paragraph(&described);
                let inner =
                    Shown { operation, outline, inverse: !shown.inverse, level: shown.level + 1, ..shown };
                self.request(inner);
                self.responses(inner);
                self.callbacks(inner);
            }
        }
    }
}

/// Code in Markdown: between more backticks than it has in a row.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{}{pad}{ticks}", text.replace(['\n', '\r'], " "))
}
