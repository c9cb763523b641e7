//! The IDs on an API page, for rendering the page and for checking links to it.
//!
//! Takes a page's subject and returns every ID that a link can target: the page's own sections, the headings of its
//! description, and the rows of its schemas. Leaves out internal IDs, such as the IDs of tabs and of footnotes in rows.
//! This module must not depend on HTML, UI strings, or routes.

use std::collections::HashSet;

use super::{
    Api, Subject, TextId,
    blocks::{self, Block, Blocks, Content, Headers, SCHEMA, segment},
    tree::{Budget, Trees},
};
use crate::markdown::{Document, Event};

/// The prefix for IDs in a description that could conflict with other IDs on the page.
pub(crate) const OWN: &str = "text.";

/// Returns the ID of a security scheme on the first page.
pub(crate) fn scheme(name: &str) -> String {
    format!("authentication.{}", segment(name))
}

/// Returns the prefix for the IDs in a description. `sections` contains the IDs of the other sections on the
/// description's page.
pub(crate) fn prefix(document: &Document, sections: &[&str]) -> &'static str {
    let clash = sections.iter().any(|id| document.has_anchor(id));
    if clash || is_raw(document) { OWN } else { "" }
}

/// Whether a description contains HTML.
pub(crate) fn is_raw(document: &Document) -> bool {
    document.events.iter().any(|event| matches!(event, Event::Html(_)))
}

/// Returns the IDs on a page.
pub(crate) fn of_page(trees: &Trees<'_>, subject: Subject) -> HashSet<String> {
    let api = trees.api;
    let Blocks { all: blocks, tree } = blocks::of_page(trees, subject, Budget::default());
    let mut ids = Ids { api, all: tree.rows.iter().map(|row| row.anchor.clone()).collect() };
    for block in &blocks {
        match block {
            Block::Text(text, sections) => ids.text(*text, sections),
            Block::Schema(_, Some(text)) => ids.text(*text, SCHEMA),
            Block::Callbacks(_) => ids.add("callbacks"),
            _ => {}
        }
        ids.block(block);
    }
    ids.all
}

struct Ids<'a> {
    api: &'a Api,
    all: HashSet<String>,
}

impl Ids<'_> {
    fn add(&mut self, id: &str) {
        self.all.insert(id.to_owned());
    }

    fn text(&mut self, text: TextId, sections: &[&str]) {
        let document = &self.api[text].document;
        let prefix = prefix(document, sections);
        let headings = document.headings.iter().map(|heading| &heading.id);
        self.all.extend(headings.chain(&document.anchors).map(|id| format!("{prefix}{id}")));
    }

    fn headers(&mut self, headers: &Headers<'_>) {
        self.all.extend(headers.iter().map(|(_, slot)| slot.anchor.clone()));
    }

    fn content(&mut self, content: &Content<'_>) {
        content.media.iter().flat_map(|media| &media.headers).for_each(|headers| self.headers(headers));
    }

    fn block(&mut self, block: &Block<'_>) {
        match block {
            Block::Heading(heading) => self.all.extend(heading.id.clone()),
            Block::Schemes(schemes) => self.all.extend(schemes.iter().map(|own| scheme(&own.name))),
            Block::Authorization { obvious: false, .. } => self.add("authorization"),
            Block::Parameters(parameters) => {
                self.all.extend(parameters.rows.iter().map(|(_, slot)| slot.anchor.clone()));
                self.all.extend(parameters.places().filter_map(|(heading, _)| heading.id));
            }
            Block::Body(body) => {
                self.add(&body.id);
                self.content(&body.content);
            }
            Block::Responses(responses) => {
                for response in responses {
                    self.all.extend(response.id.clone());
                    self.headers(&response.headers);
                    self.content(&response.content);
                }
            }
            Block::Callbacks(callbacks) => {
                for callback in callbacks {
                    self.add(&callback.id);
                    callback.operations.iter().flatten().for_each(|block| self.block(block));
                }
            }
            Block::Index(_) => self.add("api-operations"),
            Block::Release(anchor, _) => self.add(anchor),
            Block::Operations(operations, webhooks) => {
                for (all, id) in [(operations, "api-operations"), (webhooks, "api-webhooks")] {
                    self.all.extend((!all.is_empty()).then(|| id.to_owned()));
                }
            }
            // These blocks contain nothing that a link can target.
            Block::About
            | Block::Address(_)
            | Block::Tags(_)
            | Block::Status(_)
            | Block::Faults(_)
            | Block::Text(..)
            | Block::Docs(_)
            | Block::AboutPath(_)
            | Block::Servers { .. }
            | Block::Authorization { .. }
            | Block::Sample(_)
            | Block::Extra(_)
            | Block::Groups(_)
            | Block::Nothing
            | Block::Schema(..)
            | Block::Example(_) => {}
        }
    }
}
