//! The ids that a page of a document has, for whoever writes the page and whoever checks links to it.
//!
//! Takes a page's subject and gives every id that a link may name: the page's own sections, the headings of its
//! description, the rows of its schemas. Ids that mean nothing to a reader (of tabs, of notes in the small print) are
//! not among them. It must not know of HTML, of wording or of routes.

use std::collections::HashSet;

use super::merge::Views;
use super::outline::{self, MediaSlots, Outline, Slot, callback_prefix, segment};
use super::tree::{Budget, Tree, Trees};
use super::{Operation, ParameterIn, SchemaId, TextId};
use crate::markdown::{Document, Event};

/// The ids of the sections of an operation's page.
pub(crate) const OPERATION: &[&str] = &[
    "request",
    "request-body",
    "responses",
    "callbacks",
    "path-parameters",
    "query-parameters",
    "header-parameters",
    "cookie-parameters",
    "query-string",
    "authorization",
];
/// The ids of the sections of a document's first page.
pub(crate) const INTRO: &[&str] = &["api-servers", "api-authentication", "api-operations", "api-about"];
/// The ids of the sections of a tag's page.
pub(crate) const TAG: &[&str] = &["api-operations", "api-webhooks", "api-groups"];
/// The id of what a schema's page shows.
pub(crate) const SCHEMA: &[&str] = &["schema"];

/// What ids of a description begin with where they could be taken for others of the page.
pub(crate) const OWN: &str = "text.";

/// The parameters of each place: its section.
pub(crate) const PLACES: [(ParameterIn, &str); 5] = [
    (ParameterIn::Path, "path-parameters"),
    (ParameterIn::Query, "query-parameters"),
    (ParameterIn::QueryString, "query-string"),
    (ParameterIn::Header, "header-parameters"),
    (ParameterIn::Cookie, "cookie-parameters"),
];

/// Whether a page says what lets one in. That a webhook needs nothing goes without saying.
pub(crate) fn shows_authorization(operation: &Operation, webhook: bool) -> bool {
    let some = |requirements: &Vec<super::Requirement>| requirements.iter().any(|one| !one.0.is_empty());
    operation.security.as_ref().is_some_and(|requirements| !webhook || some(requirements))
}

/// The id of a security scheme on the first page.
pub(crate) fn scheme(name: &str) -> String {
    format!("authentication.{}", segment(name))
}

/// The id of a callback.
pub(crate) fn callback(prefix: &str, callback: &super::Callback) -> String {
    callback_prefix(prefix, callback, 0).trim_end_matches('-').to_owned()
}

/// The id of a response, unless that of its schema is the same.
pub(crate) fn response(prefix: &str, status: &str, slots: &outline::ResponseSlots) -> Option<String> {
    let shown = slots.content.first().is_some_and(|media| media.schema.root.is_some());
    (!shown).then(|| format!("{prefix}response-{}", segment(status)))
}

/// What the ids of a description begin with on a page with sections of its own.
pub(crate) fn prefix(document: &Document, sections: &[&str]) -> &'static str {
    let clash = sections.iter().any(|id| document.has_anchor(id));
    if clash || is_raw(document) { OWN } else { "" }
}

/// Whether the writer of a description used HTML.
pub(crate) fn is_raw(document: &Document) -> bool {
    document.events.iter().any(|event| matches!(event, Event::Html(_)))
}

/// The ids of an operation's page.
pub(crate) fn of_operation(trees: &Trees<'_>, operation: &Operation, webhook: bool) -> HashSet<String> {
    let (outline, tree) = outline::of_operation(trees, operation, webhook, Budget::default());
    let mut ids = Ids { all: HashSet::new(), views: trees };
    ids.text(operation.description, OPERATION);
    if !operation.parameters.is_empty() || operation.body.is_some() {
        ids.add("request");
    }
    if !operation.responses.is_empty() {
        ids.add("responses");
    }
    if !operation.callbacks.is_empty() {
        ids.add("callbacks");
    }
    if shows_authorization(operation, webhook) {
        ids.add("authorization");
    }
    ids.rows(&tree);
    ids.operation(operation, &outline, "");
    ids.all
}

/// The ids of the page of a schema.
pub(crate) fn of_schema(trees: &Trees<'_>, schema: SchemaId) -> HashSet<String> {
    let mut ids = Ids { all: HashSet::new(), views: trees };
    ids.text(trees.api().schemas[schema].description, SCHEMA);
    ids.rows(&outline::of_schema(trees, schema, Budget::default()));
    ids.all
}

/// The ids of a document's first page.
pub(crate) fn of_intro(views: &Views<'_>) -> HashSet<String> {
    let api = views.api();
    let mut ids = Ids { all: HashSet::new(), views };
    ids.text(api.description, INTRO);
    let loose = api.webhooks.iter().any(|webhook| webhook.tags.is_empty());
    for (shown, id) in [
        (!api.servers.is_empty(), "api-servers"),
        (!api.schemes.is_empty(), "api-authentication"),
        (!api.tags.is_empty() || loose, "api-operations"),
    ] {
        if shown {
            ids.add(id);
        }
    }
    ids.all.extend(api.schemes.iter().map(|own| scheme(&own.name)));
    ids.all
}

/// The ids of a tag's page.
pub(crate) fn of_tag(views: &Views<'_>, index: usize) -> HashSet<String> {
    let api = views.api();
    let mut ids = Ids { all: HashSet::new(), views };
    let tag = &api.tags[index];
    ids.text(tag.description, TAG);
    for (shown, id) in [
        (api.tags.iter().any(|child| child.parent == u32::try_from(index).ok()), "api-groups"),
        (!tag.operations.is_empty(), "api-operations"),
        (!tag.webhooks.is_empty(), "api-webhooks"),
    ] {
        if shown {
            ids.add(id);
        }
    }
    ids.all
}

struct Ids<'v, 'a> {
    all: HashSet<String>,
    views: &'v Views<'a>,
}

impl Ids<'_, '_> {
    fn add(&mut self, id: impl Into<String>) {
        self.all.insert(id.into());
    }

    fn text(&mut self, text: Option<TextId>, sections: &[&str]) {
        let Some(text) = text else { return };
        let document = &self.views.api()[text].document;
        let prefix = prefix(document, sections);
        let headings = document.headings.iter().map(|heading| &heading.id);
        // Of an id in raw HTML nothing is left.
        self.all.extend(headings.map(|id| format!("{prefix}{id}")));
    }

    fn rows(&mut self, tree: &Tree<'_>) {
        self.all.extend(tree.rows.iter().map(|row| row.anchor.clone()));
    }

    fn slots(&mut self, slots: &[Slot]) {
        self.all.extend(slots.iter().map(|slot| slot.anchor.clone()));
    }

    fn media(&mut self, media: &[MediaSlots]) {
        for headers in media.iter().flat_map(|media| &media.encoding) {
            self.slots(headers);
        }
    }

    fn operation(&mut self, operation: &Operation, outline: &Outline, prefix: &str) {
        self.slots(&outline.parameters);
        for (place, section) in PLACES {
            if operation.parameters.iter().any(|parameter| parameter.location == place) {
                self.add(format!("{prefix}{section}"));
            }
        }
        if operation.body.is_some() {
            self.add(format!("{prefix}request-body"));
        }
        self.media(&outline.body);
        for (own, slots) in operation.responses.iter().zip(&outline.responses) {
            self.all.extend(response(prefix, &own.status, slots));
            self.slots(&slots.headers);
            self.media(&slots.content);
        }
        for (own, outlines) in operation.callbacks.iter().zip(&outline.callbacks) {
            self.add(callback(prefix, own));
            for (at, (operation, outline)) in own.operations.iter().zip(outlines).enumerate() {
                self.operation(operation, outline, &callback_prefix(prefix, own, at));
            }
        }
    }
}
