//! Which schemas a page shows, where and under which anchors.
//!
//! Takes an operation and gives the roots of its page's [`Tree`](super::tree::Tree) with the place of each. Whoever
//! decides which schemas need a page and whoever shows the page ask here, so that both see the same trees. It must not
//! know of HTML, of wording or of routes.

use std::collections::HashMap;

use rayon::prelude::*;

use super::tree::{self, Budget, Root, Tree, Trees};
use super::{Api, Callback, Direction, MediaType, Operation, Parameter, ParameterIn, SchemaId};

/// Longer parts of an anchor are cut.
const MAX_SEGMENT: usize = 64;

/// Bytes of rows from which on a schema that several media types of a body have is shown once.
const REPEATED: usize = 60_000;

/// Levels of named schemas that the responses for failures show.
const FAILURE_DEPTH: usize = 2;

/// Where the schemas of an operation's page are: indexes in [`Tree::roots`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Of each parameter, in the order of the operation.
    pub parameters: Vec<Slot>,
    /// Of each media type of the body.
    pub body: Vec<MediaSlots>,
    /// Of each response.
    pub responses: Vec<ResponseSlots>,
    /// Of each callback, of each of its operations.
    pub callbacks: Vec<Vec<Outline>>,
}

/// A schema and what it is called in addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// What the anchors of its rows begin with, unique among the slots of a page.
    pub anchor: String,
    /// Index in [`Tree::roots`]; none where there is no schema.
    pub root: Option<usize>,
}

/// The schemas of a media type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MediaSlots {
    /// Of the whole.
    pub schema: Slot,
    /// The media type before it that has the same schema, which is large and shown there: its index.
    pub same: Option<usize>,
    /// Of each item of a stream.
    pub item: Slot,
    /// Of the headers of each encoded part.
    pub encoding: Vec<Vec<Slot>>,
}

/// The schemas of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ResponseSlots {
    /// Of each header.
    pub headers: Vec<Slot>,
    /// Of each media type.
    pub content: Vec<MediaSlots>,
}

/// The rows of an operation's page, and where they belong. What a webhook is sent comes from the server.
pub(crate) fn of_operation<'a>(
    trees: &Trees<'a>,
    operation: &Operation,
    webhook: bool,
    budget: Budget,
) -> (Outline, Tree<'a>) {
    let build = |once| {
        let mut builder = Builder { once, ..Builder::default() };
        let outline = builder.operation(operation, "", webhook);
        (outline, tree::tree(trees, &builder.roots, budget), builder.repeats)
    };
    let (outline, tree, repeats) = build(false);
    if !repeats || tree.bytes < REPEATED {
        return (outline, tree);
    }
    let (outline, tree, _) = build(true);
    (outline, tree)
}

/// The rows of a schema's own page.
pub(crate) fn of_schema<'a>(trees: &Trees<'a>, schema: SchemaId, budget: Budget) -> Tree<'a> {
    let root =
        Root { anchor: "schema".to_owned(), node: schema.into(), direction: Direction::Both, depth: None };
    tree::tree(trees, &[root], budget)
}

/// The schemas that some page links to because it does not show them whole, and those that their pages link to.
pub(crate) fn needed_schemas(trees: &Trees<'_>) -> Vec<SchemaId> {
    let api: &Api = trees.api();
    let operations = api.operations.par_iter().map(|operation| (operation, false));
    let webhooks = api.webhooks.par_iter().map(|operation| (operation, true));
    let mut fresh: Vec<SchemaId> = operations
        .chain(webhooks)
        .flat_map_iter(|(operation, webhook)| {
            cuts(|budget| of_operation(trees, operation, webhook, budget).1)
        })
        .collect();
    let mut needed = vec![false; api.schemas.all.len()];
    while !fresh.is_empty() {
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|id| !std::mem::replace(&mut needed[id.0 as usize], true));
        fresh = fresh.par_iter().flat_map_iter(|id| cuts(|budget| of_schema(trees, *id, budget))).collect();
    }
    let ids = (0..).map(SchemaId);
    needed.into_iter().zip(ids).filter_map(|(needed, id)| needed.then_some(id)).collect()
}

/// The schemas that a page links to, or its Markdown version where that shows more.
fn cuts<'a>(tree: impl Fn(Budget) -> Tree<'a>) -> Vec<SchemaId> {
    let shown = tree(Budget::default());
    let mut cuts = shown.cuts();
    if !shown.is_whole() {
        cuts.extend(tree(Budget::whole()).cuts());
    }
    cuts
}

/// What the ids of an operation of a callback begin with.
pub(crate) fn callback_prefix(prefix: &str, callback: &Callback, operation: usize) -> String {
    let name = segment(&callback.name);
    match operation {
        0 => format!("{prefix}callback-{name}-"),
        _ => format!("{prefix}callback-{name}-{}-", operation + 1),
    }
}

#[derive(Default)]
struct Builder {
    roots: Vec<Root>,
    /// What was given, each with the number that the next of its name is tried with.
    anchors: HashMap<String, usize>,
    /// Whether a schema that several media types of a body have is shown with the first of them alone.
    once: bool,
    /// Whether there is such a schema.
    repeats: bool,
}

impl Builder {
    fn slot(&mut self, anchor: String, schema: Option<SchemaId>, direction: Direction) -> Slot {
        let anchor = match self.anchors.get(&anchor).copied() {
            None => anchor,
            Some(number) => {
                let free = |number: &usize| !self.anchors.contains_key(&format!("{anchor}-{number}"));
                let number = (number..).find(free).unwrap_or(number);
                let unique = format!("{anchor}-{number}");
                self.anchors.insert(anchor, number + 1);
                unique
            }
        };
        self.anchors.insert(anchor.clone(), 2);
        let root = schema.map(|schema| {
            self.roots.push(Root { anchor: anchor.clone(), node: schema.into(), direction, depth: None });
            self.roots.len() - 1
        });
        Slot { anchor, root }
    }

    fn operation(&mut self, operation: &Operation, prefix: &str, inverse: bool) -> Outline {
        let (to, from) = match inverse {
            false => (Direction::Request, Direction::Response),
            true => (Direction::Response, Direction::Request),
        };
        let parameters = operation
            .parameters
            .iter()
            .map(|parameter| {
                self.slot(format!("{prefix}{}", parameter_anchor(parameter)), parameter.schema, to)
            })
            .collect();
        let body = operation.body.as_ref().map_or(&[][..], |body| &body.content);
        let anchor = format!("{prefix}request-body");
        let body = self.content(body, &anchor, to);
        let fails = |status: &str| !status.starts_with(['1', '2', '3']);
        let all_fail = operation.responses.iter().all(|response| fails(&response.status));
        let responses = operation
            .responses
            .iter()
            .map(|response| {
                let start = self.roots.len();
                let anchor = format!("{prefix}response-{}", segment(&response.status));
                let headers = response
                    .headers
                    .iter()
                    .map(|header| {
                        self.slot(format!("{anchor}-header.{}", segment(&header.name)), header.schema, from)
                    })
                    .collect();
                let content = self.content(&response.content, &anchor, from);
                // What goes wrong is much the same everywhere, so the room is for what does not.
                if fails(&response.status) && !all_fail {
                    self.roots[start..].iter_mut().for_each(|root| root.depth = Some(FAILURE_DEPTH));
                }
                ResponseSlots { headers, content }
            })
            .collect();
        let mut callbacks = Vec::with_capacity(operation.callbacks.len());
        for callback in &operation.callbacks {
            let operations = callback.operations.iter().enumerate();
            let outlines = operations.map(|(at, operation)| {
                self.operation(operation, &callback_prefix(prefix, callback, at), !inverse)
            });
            callbacks.push(outlines.collect());
        }
        Outline { parameters, body, responses, callbacks }
    }

    fn content(&mut self, content: &[MediaType], anchor: &str, direction: Direction) -> Vec<MediaSlots> {
        let mut slots = Vec::with_capacity(content.len());
        let mut known: HashMap<SchemaId, usize> = HashMap::new();
        for (at, media) in content.iter().enumerate() {
            let same = media.schema.and_then(|schema| known.get(&schema).copied());
            self.repeats |= same.is_some();
            let same = same.filter(|_| self.once);
            known.extend(media.schema.filter(|_| same.is_none()).map(|schema| (schema, at)));
            slots.push(self.media(media, same, anchor, direction));
        }
        slots
    }

    fn media(
        &mut self,
        media: &MediaType,
        same: Option<usize>,
        anchor: &str,
        direction: Direction,
    ) -> MediaSlots {
        let schema = self.slot(anchor.to_owned(), media.schema.filter(|_| same.is_none()), direction);
        let item = self.slot(format!("{anchor}-item"), media.item_schema, direction);
        let encoding = media
            .encoding
            .iter()
            .map(|encoding| {
                let anchor = format!("{anchor}-part.{}", segment(&encoding.property));
                let slot =
                    |header: &super::Header| (format!("{anchor}.{}", segment(&header.name)), header.schema);
                let slots: Vec<_> = encoding.headers.iter().map(slot).collect();
                slots.into_iter().map(|(anchor, schema)| self.slot(anchor, schema, direction)).collect()
            })
            .collect();
        MediaSlots { schema, same, item, encoding }
    }
}

fn parameter_anchor(parameter: &Parameter) -> String {
    let place = match parameter.location {
        ParameterIn::Path => "path",
        ParameterIn::Query => "query",
        ParameterIn::QueryString => "querystring",
        ParameterIn::Header => "header",
        ParameterIn::Cookie => "cookie",
    };
    format!("{place}.{}", segment(&parameter.name))
}

/// A name as a part of an anchor: letters, digits, `-`, `_` and dots.
pub(crate) fn segment(name: &str) -> String {
    let clean = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let text: String = name.chars().take(MAX_SEGMENT).map(clean).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::{Header, RequestBody, Response, Schema, Types};

    fn schema(name: Option<&str>) -> Schema {
        Schema {
            name: name.map(Into::into),
            slug: name.map(Into::into),
            types: Types::STRING,
            ..Schema::default()
        }
    }

    #[test]
    fn every_schema_of_an_operation_has_its_place() {
        let mut api = Api::default();
        api.schemas.all = vec![schema(None), schema(Some("Thing"))];
        let media = |schema| MediaType { name: "application/json".into(), schema, ..MediaType::default() };
        let operation = Operation {
            parameters: vec![
                Parameter { name: "a b/".into(), schema: Some(SchemaId(0)), ..Parameter::default() },
                Parameter { name: "x".into(), location: ParameterIn::Cookie, ..Parameter::default() },
            ],
            body: Some(RequestBody { content: vec![media(Some(SchemaId(1)))], ..RequestBody::default() }),
            responses: vec![Response {
                status: "4XX".into(),
                headers: vec![Header { name: "ETag".into(), schema: Some(SchemaId(0)), ..Header::default() }],
                content: vec![media(None), media(Some(SchemaId(1)))],
                ..Response::default()
            }],
            ..Operation::default()
        };
        api.operations.push(operation);
        let trees = Trees::new(&api);
        let (outline, tree) = of_operation(&trees, &api.operations[0], false, Budget::default());
        assert_eq!(outline.parameters[0], Slot { anchor: "query.a-b-".into(), root: Some(0) });
        assert_eq!(outline.parameters[1], Slot { anchor: "cookie.x".into(), root: None });
        assert_eq!(outline.body[0].schema, Slot { anchor: "request-body".into(), root: Some(1) });
        let response = &outline.responses[0];
        assert_eq!(response.headers[0], Slot { anchor: "response-4XX-header.ETag".into(), root: Some(2) });
        assert_eq!(response.content[0].schema.root, None);
        assert_eq!(response.content[1].schema, Slot { anchor: "response-4XX-2".into(), root: Some(3) });
        let shown: Vec<_> = tree.roots.iter().map(|row| tree[*row].schema).collect();
        assert_eq!(shown, [0, 1, 0, 1].map(|id| Some(SchemaId(id))));
        assert_eq!(needed_schemas(&trees), []);
    }
}
