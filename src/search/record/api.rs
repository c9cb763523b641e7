//! Creates the records for an OpenAPI document. The records contain the names that people and programs use for an
//! operation, and the names and descriptions of the fields in the operation's requests and responses.

use std::collections::HashSet;

use super::{Record, Section, add_document};
use crate::markdown::Document;
use crate::openapi::{
    Api, Json, MediaType, OperationRef, Parameter, Rest, Schema, SchemaId, Subject, TextId,
    blocks::{self, Block, BodyBlock, ResponseBlock},
};
use crate::site::SiteApi;

/// The maximum depth of fields in a body.
const DEPTH: usize = 4;

/// The maximum depth of nested schemas, including lists and alternatives.
const NESTED: usize = 32;

/// The maximum number of fields in a section.
const FIELDS: usize = 300;

/// The maximum depth of fields with descriptions.
const DESCRIBED: usize = 2;

/// The maximum number of values of an enum. Pages show as many.
const VALUES: usize = 250;

/// The maximum length, in bytes, of a value of an enum. Longer values aren't names that people search for.
const VALUE: usize = 100;

/// The length, in bytes, after which no more changes of a version are added.
const RELEASE: usize = 4_000;

/// Adds the text of a page from an OpenAPI document, with the page's note.
pub(super) fn page(api: &SiteApi, subject: Subject, note: Option<&Document>, record: &mut Record) {
    match subject {
        Subject::Intro => intro(api, record),
        Subject::Tag(tag) => self::tag(api, tag, note, record),
        Subject::Operation(which) => operation(api, which, note, record),
        Subject::Schema(id) => schema(api, id, record),
        Subject::Changes => changes(api, record),
        Subject::Whole => {}
    }
}

/// Adds the text of the document itself.
fn intro(api: &SiteApi, record: &mut Record) {
    let document = &*api.api;
    record.sections[0].text = document.summary.as_deref().unwrap_or_default().to_owned();
    describe(document, document.description, blocks::INTRO, record);
}

/// Adds a tag's text.
fn tag(api: &SiteApi, tag: usize, note: Option<&Document>, record: &mut Record) {
    let own = &api.api.tags[tag];
    record.names = own.name.to_string();
    describe(&api.api, own.description, blocks::TAG, record);
    add_document(note, blocks::TAG, &mut record.sections);
}

/// Adds the text of an operation or webhook.
fn operation(api: &SiteApi, which: OperationRef, note: Option<&Document>, record: &mut Record) {
    let document = &*api.api;
    let operation = api.operation(which);
    let address = document.address(which);
    let tags = operation.tags.iter().filter_map(|tag| document.tags.get(*tag as usize));
    if let OperationRef::Path(_) = which {
        record.verbs = verbs(&operation.method, &operation.path).to_owned();
    }
    let names: Vec<&str> = operation.id.as_deref().into_iter().chain(tags.map(|tag| &*tag.label)).collect();
    record.names = names.join(" ");
    let top = &mut record.sections[0];
    top.heading.clone_from(&address);
    top.text = address;
    let mut request = Writer::new(document);
    let mut responses = Writer::new(document);
    let mut callbacks = Writer::new(document);
    for block in blocks::bare(document, Subject::Operation(which)) {
        match block {
            Block::Text(text, ids) => describe(document, Some(text), ids, record),
            Block::AboutPath(texts) => {
                texts.iter().for_each(|text| add_text(document, Some(*text), &mut record.sections[0].text));
            }
            Block::Parameters(all) => all.rows.iter().for_each(|(one, _)| request.parameter(one)),
            Block::Body(BodyBlock { body, .. }) => {
                request.line("", body.description);
                request.content(&body.content);
            }
            Block::Responses(all) => {
                for ResponseBlock { response, .. } in all {
                    responses.line(&response.status, response.description);
                    response.headers.iter().for_each(|one| responses.line(&one.name, one.description));
                    responses.content(&response.content);
                }
            }
            Block::Callbacks(all) => all.iter().for_each(|one| callbacks.line(&one.callback.name, None)),
            _ => {}
        }
    }
    add_document(note, blocks::OPERATION, &mut record.sections);
    for (writer, anchor) in [(request, "request"), (responses, "responses"), (callbacks, "callbacks")] {
        record.sections.extend(writer.section(anchor));
    }
}

/// Returns common phrases for a method and path. Titles rarely contain every word that people search for.
fn verbs(method: &str, path: &str) -> &'static str {
    let one = path.trim_end_matches('/').ends_with('}');
    match (method, one) {
        ("GET", true) => "get retrieve read",
        ("GET", false) => "get list retrieve",
        ("POST", false) => "create add new",
        ("POST" | "PUT" | "PATCH", _) => "update change edit",
        ("DELETE", _) => "delete remove destroy cancel",
        _ => "",
    }
}

/// Adds a schema's text.
fn schema(api: &SiteApi, schema: SchemaId, record: &mut Record) {
    let document = &*api.api;
    let mut writer = Writer::new(document);
    writer.fields(schema, 0, 0);
    record.names = document.schemas[schema].name.as_deref().unwrap_or_default().to_owned();
    let top = &mut record.sections[0];
    add_text(document, document.schemas[schema].description, &mut top.text);
    top.text.push(' ');
    top.text.push_str(&writer.text);
    top.code = writer.names;
}

/// Adds the changes in each version.
fn changes(api: &SiteApi, record: &mut Record) {
    let Some(history) = &api.history else { return };
    for release in history.releases.iter().rev() {
        let version = &history.versions[release.version];
        let mut text = String::new();
        for change in &release.changes.all {
            let names =
                change.operations.iter().filter_map(|at| release.changes.operations.get(*at as usize));
            for part in names.take(1).map(String::as_str).chain([&*change.message]) {
                text.push_str(if text.is_empty() { "" } else { ". " });
                text.push_str(part);
            }
            if text.len() > RELEASE {
                break;
            }
        }
        record.sections.push(Section {
            level: 2,
            anchor: version.anchor.clone(),
            heading: version.label.clone(),
            text,
            ..Section::default()
        });
    }
}

/// Adds the sections of a description that is part of the page.
fn describe(api: &Api, text: Option<TextId>, ids: &[&str], record: &mut Record) {
    add_document(text.map(|text| &api[text].document), ids, &mut record.sections);
}

/// Adds a description that isn't part of the page's own sections.
fn add_text(api: &Api, text: Option<TextId>, out: &mut String) {
    let Some(text) = text else { return };
    let plain = api[text].document.plain_text();
    if !out.is_empty() && !plain.is_empty() {
        out.push_str(". ");
    }
    out.push_str(&plain);
}

/// A writer for the fields of a request or response. Each schema is written only once.
struct Writer<'a> {
    api: &'a Api,
    seen: HashSet<SchemaId>,
    left: usize,
    /// The text that is shown.
    text: String,
    /// The text that is searched but not shown.
    names: String,
}

impl<'a> Writer<'a> {
    fn new(api: &'a Api) -> Self {
        Writer { api, seen: HashSet::new(), left: FIELDS, text: String::new(), names: String::new() }
    }

    fn section(self, anchor: &str) -> Option<Section> {
        let empty = self.text.is_empty() && self.names.is_empty();
        (!empty).then(|| Section {
            level: 2,
            anchor: anchor.to_owned(),
            heading: String::new(),
            text: self.text,
            code: self.names,
            ..Section::default()
        })
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.line(&parameter.name, parameter.description);
        if let Some(schema) = parameter.schema {
            self.fields(schema, 1, 0);
        }
    }

    fn content(&mut self, content: &[MediaType]) {
        for media in content {
            for schema in media.schema.into_iter().chain(media.item_schema) {
                self.fields(schema, 0, 0);
            }
        }
    }

    fn line(&mut self, name: &str, description: Option<TextId>) {
        let first = description.map(|text| self.api[text].document.plain_text()).unwrap_or_default();
        if name.is_empty() && first.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(name);
        if !name.is_empty() && !first.is_empty() {
            self.text.push_str(": ");
        }
        self.text.push_str(&first);
    }

    /// Adds the values of an enum, or a constant, with their names and descriptions.
    fn values(&mut self, schema: &Schema, depth: usize) {
        let text = |value: &Json| match value {
            Json::String(_) | Json::Number(_) => Some(value.plain()).filter(|text| text.len() <= VALUE),
            _ => None,
        };
        let mut bare = Vec::new();
        for one in schema.values.iter().take(VALUES) {
            let names = text(&one.value).into_iter().chain(one.name.as_deref().map(str::to_owned));
            let names = names.collect::<Vec<_>>().join(" ");
            match one.description.filter(|_| depth < DESCRIBED) {
                Some(text) => self.line(&names, Some(text)),
                None => bare.push(names),
            }
        }
        if let Some(constant) = schema.constant.as_ref().and_then(text) {
            // A constant is often one of several, each with its own title and description.
            let title = schema.title.as_deref().unwrap_or_default();
            match schema.description.filter(|_| depth < DESCRIBED) {
                Some(text) => self.line(format!("{constant} {title}").trim_end(), Some(text)),
                None => bare.extend([constant, title.to_owned()]),
            }
        }
        bare.retain(|name| !name.is_empty());
        let bare = bare.join(", ");
        if depth < DESCRIBED {
            self.line(&bare, None);
        } else if !bare.is_empty() {
            self.names.push_str(&bare);
            self.names.push('\n');
        }
    }

    fn fields(&mut self, id: SchemaId, depth: usize, nested: usize) {
        if depth > DEPTH || nested > NESTED || self.left == 0 || !self.seen.insert(id) {
            return;
        }
        let schema = &self.api.schemas[id];
        self.values(schema, depth);
        for property in &schema.properties {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            if depth < DESCRIBED {
                self.line(&property.name, self.api.schemas[property.schema].description);
            } else {
                self.names.push_str(&property.name);
                self.names.push('\n');
            }
        }
        for property in &schema.properties {
            self.fields(property.schema, depth + 1, nested + 1);
        }
        let inside = [&schema.items, &schema.additional].into_iter().filter_map(|rest| match rest {
            Rest::Schema(id) => Some(*id),
            _ => None,
        });
        let same = schema.all_of.iter().chain(&schema.one_of).chain(&schema.any_of).copied();
        for next in same.chain(inside).collect::<Vec<_>>() {
            self.fields(next, depth, nested + 1);
        }
    }
}
