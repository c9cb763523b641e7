//! Creates the records for an OpenAPI document. The records contain the names that people and programs use for an
//! operation, and the names and descriptions of the fields in the operation's requests and responses.

use std::collections::HashSet;

use super::{Record, Section, add_document, lines};
use crate::markdown::Document;
use crate::openapi::{
    Api, Json, OperationRef, Parameter, SchemaId, Subject, TextId,
    blocks::{self, Block, Blocks, BodyBlock, Content, ResponseBlock, Slot},
    tree::{Budget, Facts, Role, Row, RowId, Tree, Trees},
};
use crate::site::SiteApi;

/// The maximum number of lines with descriptions in a section.
const DESCRIBED_LINES: usize = 300;

/// The maximum number of lines in a section.
const LINES: usize = 2_000;

/// The maximum depth of fields with descriptions.
const DESCRIBED: usize = 2;

/// The maximum length, in bytes, of a value of an enum. Longer values aren't names that people search for.
const VALUE: usize = 100;

/// The length, in bytes, after which no more changes of a version are added.
const RELEASE: usize = 4_000;

/// Adds the text of a page from an OpenAPI document, with the page's note.
pub(super) fn page(
    (api, trees): (&SiteApi, &Trees<'_>),
    subject: Subject,
    note: Option<&Document>,
    record: &mut Record,
) {
    match subject {
        Subject::Intro => intro(api, record),
        Subject::Tag(tag) => self::tag(api, tag, note, record),
        Subject::Operation(which) => operation((api, trees), which, note, record),
        Subject::Schema(id) => schema(trees, id, record),
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
fn operation(
    (api, trees): (&SiteApi, &Trees<'_>),
    which: OperationRef,
    note: Option<&Document>,
    record: &mut Record,
) {
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
    let page = Shown::of(trees, Subject::Operation(which));
    let mut request = Writer::new(document, &page);
    let mut responses = Writer::new(document, &page);
    let mut callbacks = Writer::new(document, &page);
    for block in &page.blocks.all {
        match block {
            Block::Text(text, ids) => describe(document, Some(*text), ids, record),
            Block::AboutPath(texts) => {
                texts.iter().for_each(|text| add_text(document, Some(*text), &mut record.sections[0].text));
            }
            Block::Parameters(all) => all.rows.iter().for_each(|(one, slot)| request.parameter(one, slot)),
            Block::Body(BodyBlock { body, id, content, .. }) => {
                request.line(id, true, "", body.description);
                request.content(content);
            }
            Block::Responses(all) => {
                for ResponseBlock { response, id, headers, content, .. } in all {
                    let first = content.media.first().map(|media| &*media.schema.anchor);
                    let anchor = id.as_deref().or(first).unwrap_or_default();
                    responses.line(anchor, true, &response.status, response.description);
                    headers.iter().for_each(|(one, slot)| responses.parameter(one, slot));
                    responses.content(content);
                }
            }
            Block::Callbacks(all) => {
                all.iter().for_each(|one| callbacks.line(&one.id, true, &one.callback.name, None));
            }
            _ => {}
        }
    }
    add_document(note, blocks::OPERATION, &mut record.sections);
    record.sections.iter_mut().for_each(without_marks);
    for (writer, anchor) in [(request, "request"), (responses, "responses"), (callbacks, "callbacks")] {
        record.sections.extend(writer.section(anchor));
    }
}

/// Removes the characters that have a meaning in [`lines`].
fn without_marks(section: &mut Section) {
    section.text.retain(|c| !lines::is_mark(c));
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
fn schema(trees: &Trees<'_>, schema: SchemaId, record: &mut Record) {
    let document = trees.api;
    let page = Shown::of(trees, Subject::Schema(schema));
    let mut writer = Writer::new(document, &page);
    page.blocks.tree.roots.iter().for_each(|root| writer.rows(*root, 0));
    record.names = document.schemas[schema].name.as_deref().unwrap_or_default().to_owned();
    let top = &mut record.sections[0];
    add_text(document, document.schemas[schema].description, &mut top.text);
    without_marks(top);
    top.text.push('\n');
    top.text.push_str(&writer.text);
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

/// The content of a page. If only the Markdown version of the page contains everything, its content.
struct Shown<'a> {
    blocks: Blocks<'a>,
    /// The anchors of the rows on the page itself, if it doesn't contain everything.
    anchors: Option<HashSet<String>>,
}

impl<'a> Shown<'a> {
    fn of(trees: &Trees<'a>, subject: Subject) -> Self {
        let blocks = blocks::of_page(trees, subject, Budget::default());
        if blocks.tree.is_whole() {
            return Shown { blocks, anchors: None };
        }
        let anchors = blocks.tree.rows.into_iter().map(|row| row.anchor).collect();
        Shown { blocks: blocks::of_page(trees, subject, Budget::whole()), anchors: Some(anchors) }
    }

    /// Returns the anchor of a row or, if the page doesn't show the row, of the nearest row above it.
    fn anchor<'r>(&self, anchor: &'r str) -> &'r str {
        let Some(known) = &self.anchors else { return anchor };
        let above = std::iter::successors(Some(anchor), |anchor| Some(anchor.rsplit_once('.')?.0));
        above.into_iter().find(|anchor| known.contains(*anchor)).unwrap_or_default()
    }
}

/// A writer for the fields of a request or response, as [`lines`]. Equal lines are written only once.
struct Writer<'w, 'a> {
    api: &'w Api,
    page: &'w Shown<'a>,
    tree: &'w Tree<'a>,
    seen: HashSet<String>,
    text: String,
}

impl<'w, 'a> Writer<'w, 'a> {
    fn new(api: &'w Api, page: &'w Shown<'a>) -> Self {
        Writer { api, page, tree: &page.blocks.tree, seen: HashSet::new(), text: String::new() }
    }

    fn section(self, anchor: &str) -> Option<Section> {
        let Writer { text, .. } = self;
        (!text.is_empty()).then(|| Section {
            level: 2,
            anchor: anchor.to_owned(),
            text,
            ..Section::default()
        })
    }

    fn parameter(&mut self, parameter: &Parameter, slot: &Slot) {
        self.line(&slot.anchor, true, &parameter.name, parameter.description);
        if let Some(row) = slot.row(self.tree) {
            self.rows(row, 1);
        }
    }

    fn content(&mut self, content: &Content<'_>) {
        for media in &content.media {
            for row in [&media.schema, &media.item].into_iter().filter_map(|slot| slot.row(self.tree)) {
                self.rows(row, 0);
            }
            media.headers.iter().flatten().for_each(|(one, slot)| self.parameter(one, slot));
        }
    }

    /// Adds a line with a name and, if the line is shown, with a description.
    fn line(&mut self, anchor: &str, is_shown: bool, name: &str, description: Option<TextId>) {
        let is_shown = is_shown && self.seen.len() < DESCRIBED_LINES;
        let description = description.filter(|_| is_shown);
        let text = description.map(|text| self.api[text].document.plain_text()).unwrap_or_default();
        let colon = if name.is_empty() || text.is_empty() { "" } else { ": " };
        let line = format!("{name}{colon}{text}");
        if !line.trim().is_empty() && self.seen.len() < LINES && self.seen.insert(line.clone()) {
            lines::push(&mut self.text, anchor, is_shown, &line);
        }
    }

    /// Adds a row and the rows below it, level by level. `depth` is the number of fields above the row.
    fn rows(&mut self, row: RowId, depth: usize) {
        let mut level = vec![(row, depth)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (id, depth) in level {
                let row = &self.tree[id];
                self.row(row, depth);
                let variants = row.choices.iter().flat_map(|choice| &choice.variants);
                next.extend(row.children.iter().chain(variants).map(|id| {
                    let is_field = !matches!(self.tree[*id].role, Role::Variant { .. });
                    (*id, depth + usize::from(is_field))
                }));
            }
            level = next;
        }
    }

    fn row(&mut self, row: &Row<'_>, depth: usize) {
        let is_shown = depth <= DESCRIBED;
        let title = || row.facts.title.or_else(|| self.api.schemas[row.schema?].name.as_deref());
        let names = match &row.role {
            Role::Root => Vec::new(),
            Role::Property(name) => vec![(*name).to_owned()],
            Role::Variant { values, .. } => {
                // The value and the title of a constant are both names of the variant.
                let values = values.iter().chain(row.facts.constants()).filter_map(value);
                values.chain(title().map(str::to_owned)).collect()
            }
            _ => Vec::new(),
        };
        let description = row.facts.descriptions.first().filter(|_| row.role != Role::Root);
        let anchor = self.page.anchor(&row.anchor);
        self.line(anchor, is_shown, &names.join(" "), description.copied());
        for facts in std::iter::once(&*row.facts).chain(&*row.items) {
            self.values(anchor, is_shown, facts);
        }
    }

    /// Adds the values of an enum, with their names and descriptions, or a constant.
    fn values(&mut self, anchor: &str, is_shown: bool, facts: &Facts<'_>) {
        let mut bare: Vec<String> = facts.constants().filter_map(value).collect();
        for one in facts.values.iter().chain(&facts.further_values) {
            let names = value(&one.value).into_iter().chain(one.name.as_deref().map(str::to_owned));
            let names = names.collect::<Vec<_>>().join(" ");
            match one.description.filter(|_| is_shown) {
                Some(text) => self.line(anchor, true, &names, Some(text)),
                None => bare.push(names),
            }
        }
        self.line(anchor, is_shown, &bare.join(", "), None);
    }
}

/// Returns a value as text if it's a name that people search for.
fn value(value: &Json) -> Option<String> {
    match value {
        Json::String(_) | Json::Number(_) => Some(value.plain()).filter(|text| text.len() <= VALUE),
        _ => None,
    }
}
