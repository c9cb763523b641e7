//! Builds the blocks of operations, tags, schemas, and documents.

use std::collections::HashMap;

use rayon::prelude::*;

use super::{
    Block, Blocks, BodyBlock, CallbackBlock, Content, Headers, Heading, INTRO, MediaBlock, OPERATION,
    Parameters, ResponseBlock, Slot, TAG,
};
use crate::openapi::{
    Api, Callback, Direction, MediaType, Operation, OperationRef, Parameter, SchemaId, Server, Subject,
    history::{BODY, History, Mark, Release, parameter_key, response_key},
    tree::{self, Budget, Root, Tree, Trees},
};
use crate::path::UniqueNames;

/// The maximum length of an anchor segment, in characters. Longer segments are truncated.
const MAX_SEGMENT: usize = 64;

/// The maximum total size, in bytes, of a page's rows if the page repeats schemas. On a larger page, a schema that
/// several media types of a body share is shown only once.
const REPEATED: usize = 60_000;

/// Returns the blocks of a page, with the rows of its schemas.
pub(crate) fn of_page<'a>(trees: &Trees<'a>, subject: Subject, budget: Budget) -> Blocks<'a> {
    let api = trees.api;
    let build = |once| {
        let mut builder = Builder { history: trees.history, ..Builder::new(api, once) };
        let all = builder.page(subject);
        (Blocks { all, tree: tree::tree(trees, &builder.roots, budget) }, builder.repeats)
    };
    let (blocks, repeats) = build(false);
    if !repeats || blocks.tree.bytes < REPEATED { blocks } else { build(true).0 }
}

/// Returns the blocks of a tag's page.
fn tag(api: &Api, index: usize) -> Vec<Block<'_>> {
    let tag = &api.tags[index];
    let children: Vec<usize> =
        (0..api.tags.len()).filter(|child| api.tags[*child].parent == Some(index as u32)).collect();
    let operations: Vec<_> = tag.operations.iter().map(|index| OperationRef::Path(*index)).collect();
    let webhooks: Vec<_> = tag.webhooks.iter().map(|index| OperationRef::Webhook(*index)).collect();
    let mut blocks = Vec::new();
    blocks.extend(tag.description.map(|text| Block::Text(text, TAG)));
    blocks.extend(tag.external_docs.as_ref().map(Block::Docs));
    blocks.push(Block::Extra(&tag.extra));
    if children.is_empty() && operations.is_empty() && webhooks.is_empty() {
        blocks.push(Block::Nothing);
    }
    if !children.is_empty() {
        blocks.push(heading(2, "api-groups", "api_groups"));
        blocks.push(Block::Groups(children));
    }
    if !(operations.is_empty() && webhooks.is_empty()) {
        blocks.push(Block::Operations(operations, webhooks));
    }
    blocks
}

/// Returns the blocks of a document's first page.
fn intro(api: &Api) -> Vec<Block<'_>> {
    let mut blocks = vec![Block::About];
    blocks.extend(api.description.map(|text| Block::Text(text, INTRO)));
    blocks.extend(api.external_docs.as_ref().map(Block::Docs));
    blocks.push(Block::Extra(&api.extra));
    if !api.servers.is_empty() {
        blocks.push(heading(2, "api-servers", "api_servers"));
        blocks.push(Block::Servers { servers: &api.servers, obvious: false });
    }
    if !api.schemes.is_empty() {
        blocks.push(heading(2, "api-authentication", "api_authentication"));
        blocks.push(Block::Schemes(&api.schemes));
    }
    let webhooks = (0..).map(OperationRef::Webhook).zip(&api.webhooks);
    let loose: Vec<OperationRef> =
        webhooks.filter(|(_, webhook)| webhook.tags.is_empty()).map(|(which, _)| which).collect();
    if !(api.tags.is_empty() && loose.is_empty()) {
        blocks.push(Block::Index(loose));
    }
    blocks
}

/// Returns the schemas that need a page: the schemas that an operation's page doesn't show in full, and the schemas
/// that the page of another such schema doesn't show in full.
pub(crate) fn needed_schemas(trees: &Trees<'_>) -> Vec<SchemaId> {
    let api: &Api = trees.api;
    let subjects: Vec<Subject> = api.all_operations().map(Subject::Operation).collect();
    let cuts = |subject: &Subject| cuts(|budget| of_page(trees, *subject, budget).tree);
    let mut fresh: Vec<SchemaId> = subjects.par_iter().flat_map_iter(cuts).collect();
    let mut needed = vec![false; api.schemas.all.len()];
    while !fresh.is_empty() {
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|id| !std::mem::replace(&mut needed[id.0 as usize], true));
        fresh = fresh.par_iter().flat_map_iter(|id| cuts(&Subject::Schema(*id))).collect();
    }
    let ids = (0..).map(SchemaId);
    needed.into_iter().zip(ids).filter_map(|(needed, id)| needed.then_some(id)).collect()
}

/// Returns the schemas that a page or its Markdown version links to. The Markdown version shows more, so it can link to
/// more schemas.
fn cuts<'a>(tree: impl Fn(Budget) -> Tree<'a>) -> Vec<SchemaId> {
    let shown = tree(Budget::default());
    let mut cuts = shown.cuts();
    if !shown.is_whole() {
        cuts.extend(tree(Budget::whole()).cuts());
    }
    cuts
}

fn heading(level: u8, id: &str, key: &'static str) -> Block<'static> {
    Block::Heading(Heading { level, id: Some(id.to_owned()), key })
}

/// The context of an operation.
#[derive(Clone, Copy)]
struct Place<'p> {
    /// Whether the server sends the request.
    inverse: bool,
    /// The level of the operation's headings.
    level: u8,
    /// The prefix of the operation's IDs; `""` for the page's own operation.
    prefix: &'p str,
}

impl Place<'_> {
    /// Returns the direction of a request or response.
    fn direction(self, request: bool) -> Direction {
        if request == self.inverse { Direction::Response } else { Direction::Request }
    }

    /// Returns the ID of a section, or `None` in a callback.
    fn section(self, id: &str) -> Option<String> {
        self.prefix.is_empty().then(|| id.to_owned())
    }
}

struct Builder<'a> {
    api: &'a Api,
    roots: Vec<Root>,
    anchors: UniqueNames,
    /// Whether to show a schema only with the first of the media types that share it in a body.
    once: bool,
    /// Whether any media types of a body share a schema.
    repeats: bool,
    history: Option<&'a History>,
    /// The operation that the page is about.
    about: Option<OperationRef>,
}

impl<'a> Builder<'a> {
    fn new(api: &'a Api, once: bool) -> Self {
        let anchors = UniqueNames::numbered_from(2);
        Builder { api, roots: Vec::new(), anchors, once, repeats: false, history: None, about: None }
    }

    fn page(&mut self, subject: Subject) -> Vec<Block<'a>> {
        match subject {
            Subject::Intro => intro(self.api),
            Subject::Tag(index) => tag(self.api, index),
            Subject::Operation(which) => {
                self.about = Some(which);
                let place = Place { inverse: which.is_webhook(), level: 2, prefix: "" };
                self.operation(self.api.operation(which), place)
            }
            Subject::Schema(id) => {
                let slot = self.slot("schema".to_owned(), Some(id), Direction::Both);
                vec![Block::Schema(slot, self.api.schemas[id].description), Block::Example(id)]
            }
            // The page consists of parts, which have their own blocks.
            Subject::Whole => Vec::new(),
            Subject::Changes => {
                let Some(history) = self.history else { return Vec::new() };
                let block =
                    |release: &'a Release| Block::Release(&history.versions[release.version].anchor, release);
                history.releases.iter().rev().map(block).collect()
            }
        }
    }

    fn slot(&mut self, anchor: String, schema: Option<SchemaId>, direction: Direction) -> Slot {
        let anchor = self.anchors.give(anchor, |anchor, number| format!("{anchor}-{number}"));
        let root = schema.map(|schema| {
            self.roots.push(Root {
                anchor: anchor.clone(),
                node: schema.into(),
                direction,
                is_failure: false,
            });
            self.roots.len() - 1
        });
        Slot { anchor, root, mark: Mark::default() }
    }

    /// Returns the mark of a part of the page's operation. The operations of callbacks have no marks.
    fn mark(&self, place: Place<'_>, key: impl FnOnce() -> String) -> Mark {
        let own = self.history.zip(self.about).filter(|_| place.prefix.is_empty());
        own.map_or_else(Mark::default, |(history, which)| history.part(which, &key()))
    }

    fn operation(&mut self, operation: &'a Operation, place: Place<'_>) -> Vec<Block<'a>> {
        let (level, prefix, inverse) = (place.level, place.prefix, place.inverse);
        let mut blocks = vec![Block::Address(operation)];
        if prefix.is_empty() {
            blocks.extend(operation.tags.get(1..).filter(|further| !further.is_empty()).map(Block::Tags));
        }
        blocks.extend([Block::Status(operation), Block::Faults(&operation.faults)]);
        blocks.extend(operation.description.map(|text| Block::Text(text, OPERATION)));
        blocks.extend(operation.external_docs.as_ref().map(Block::Docs));
        blocks.push(Block::AboutPath(&operation.about_path));
        self.servers(operation, place, &mut blocks);
        if let Some(requirements) = operation.security.as_ref().filter(|_| prefix.is_empty()) {
            // Webhooks usually need no authorization, so don't mention it.
            let obvious = inverse && requirements.iter().all(|one| one.0.is_empty());
            blocks.push(Block::Authorization { requirements, obvious });
        }
        if !operation.parameters.is_empty() || operation.body.is_some() {
            let key = if inverse { "api_event" } else { "api_request" };
            blocks.push(Block::Heading(Heading { level, id: place.section("request"), key }));
        }
        blocks.push(Block::Parameters(self.parameters(operation, place)));
        if let Some(body) = &operation.body {
            let id = format!("{prefix}request-body");
            let mut content = self.content(&body.content, &id, place.direction(true));
            content.sampled = !inverse;
            let mark = self.mark(place, || BODY.to_owned());
            blocks.push(Block::Body(BodyBlock { body, level: level + 1, id, content, mark }));
        }
        if prefix.is_empty() && !inverse {
            blocks.push(Block::Sample(operation));
        }
        if !operation.responses.is_empty() {
            let key = if inverse { "api_answers" } else { "api_responses" };
            blocks.push(Block::Heading(Heading { level, id: place.section("responses"), key }));
            blocks.push(Block::Responses(self.responses(operation, place)));
        }
        if !operation.callbacks.is_empty() {
            let callbacks = operation.callbacks.iter();
            blocks.push(Block::Callbacks(callbacks.map(|one| self.callback(one, place)).collect()));
        }
        blocks.push(Block::Extra(&operation.extra));
        blocks
    }

    fn servers(&self, operation: &'a Operation, place: Place<'_>, blocks: &mut Vec<Block<'a>>) {
        let servers = &operation.servers;
        let own = *servers != self.api.servers;
        let described = |server: &Server| {
            server.description.is_some() || server.name.is_some() || !server.variables.is_empty()
        };
        let told = servers.len() > 1 || servers.iter().any(described);
        let (level, shown, obvious) = if place.prefix.is_empty() {
            // The document's servers don't receive webhooks.
            (2, (servers.len() > 1 && !place.inverse) || own && told, !(own && told))
        } else {
            (place.level, own, false)
        };
        if shown {
            let id = place.section("servers").filter(|_| !obvious);
            blocks.push(Block::Heading(Heading { level, id, key: "api_servers" }));
            blocks.push(Block::Servers { servers, obvious });
        }
    }

    fn parameters(&mut self, operation: &'a Operation, place: Place<'_>) -> Parameters<'a> {
        let slot = |parameter: &'a Parameter| {
            let (location, name) = (parameter.location.name(), segment(&parameter.name));
            let anchor = format!("{}{location}.{name}", place.prefix);
            let mark = self.mark(place, || parameter_key(operation, parameter));
            (parameter, Slot { mark, ..self.slot(anchor, parameter.schema, place.direction(true)) })
        };
        let rows = operation.parameters.iter().map(slot).collect();
        Parameters { rows, level: place.level + 1, prefix: place.prefix.to_owned() }
    }

    fn responses(&mut self, operation: &'a Operation, place: Place<'_>) -> Vec<ResponseBlock<'a>> {
        let from = place.direction(false);
        let fails = |status: &str| !status.starts_with(['1', '2', '3']);
        let all_fail = operation.responses.iter().all(|response| fails(&response.status));
        let mut answers = Vec::with_capacity(operation.responses.len());
        for response in &operation.responses {
            let start = self.roots.len();
            let anchor = format!("{}response-{}", place.prefix, segment(&response.status));
            let mut headers = self.headers(&response.headers, &format!("{anchor}-header"), from);
            for (header, slot) in &mut headers {
                slot.mark = self.mark(place, || response_key(&response.status, Some(&header.name)));
            }
            let mark = self.mark(place, || response_key(&response.status, None));
            let content = self.content(&response.content, &anchor, from);
            let is_failure = fails(&response.status) && !all_fail;
            self.roots[start..].iter_mut().for_each(|root| root.is_failure = is_failure);
            let has_schema = content.media.first().is_some_and(|media| media.schema.root.is_some());
            let id = (!has_schema).then_some(anchor);
            answers.push(ResponseBlock { response, level: place.level + 1, id, headers, content, mark });
        }
        answers
    }

    fn callback(&mut self, callback: &'a Callback, place: Place<'_>) -> CallbackBlock<'a> {
        let id = format!("{}callback-{}", place.prefix, segment(&callback.name));
        let operations = (1..).zip(&callback.operations).map(|(number, operation)| {
            let prefix = if number == 1 { format!("{id}-") } else { format!("{id}-{number}-") };
            let inner = Place { inverse: !place.inverse, level: place.level + 1, prefix: &prefix };
            self.operation(operation, inner)
        });
        let operations = operations.collect();
        CallbackBlock { callback, level: place.level, id: id.trim_end_matches('-').to_owned(), operations }
    }

    fn headers(&mut self, headers: &'a [Parameter], anchor: &str, direction: Direction) -> Headers<'a> {
        let slot = |header: &'a Parameter| {
            let anchor = format!("{anchor}.{}", segment(&header.name));
            (header, self.slot(anchor, header.schema, direction))
        };
        headers.iter().map(slot).collect()
    }

    fn content(&mut self, content: &'a [MediaType], anchor: &str, direction: Direction) -> Content<'a> {
        let mut all: Vec<MediaBlock<'a>> = Vec::with_capacity(content.len());
        let mut known: HashMap<SchemaId, &'a MediaType> = HashMap::new();
        for media in content {
            let same = media.schema.and_then(|schema| known.get(&schema).copied());
            self.repeats |= same.is_some();
            known.extend(media.schema.filter(|_| same.is_none()).map(|schema| (schema, media)));
            let schema = media.schema.filter(|_| same.is_none() || !self.once);
            let schema = self.slot(anchor.to_owned(), schema, direction);
            let item = self.slot(format!("{anchor}-item"), media.item_schema, direction);
            let headers = media.encoding.iter().map(|part| {
                let anchor = format!("{anchor}-part.{}", segment(&part.property));
                self.headers(&part.headers, &anchor, direction)
            });
            let headers = headers.collect();
            all.push(MediaBlock { media, schema, same, item, headers });
        }
        Content { media: all, direction, sampled: false }
    }
}

/// Converts a name to an anchor segment, which consists of letters, digits, `-`, `_`, and dots.
pub(crate) fn segment(name: &str) -> String {
    let clean = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let text: String = name.chars().take(MAX_SEGMENT).map(clean).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}
