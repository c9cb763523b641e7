//! [`Shown`]: what is the same wherever a schema is shown: its facts, those of its items, what is below.

use std::sync::Arc;

use super::children::{self, Plan};
use super::{Direction, Facts};
use crate::openapi::SchemaId;
use crate::openapi::merge::{Merged, Node, Views};

/// Lists of lists are looked through so deep.
const MAX_LISTS: usize = 16;

/// What is shown of a schema in a direction.
#[derive(Debug)]
pub(crate) struct Shown<'a> {
    pub(super) facts: Arc<Facts<'a>>,
    /// Of each level of items that is shown in the row of the list.
    pub(super) items: Arc<[Facts<'a>]>,
    /// What it is about.
    pub(super) schema: Option<SchemaId>,
    /// What it and its items are about, each once.
    pub(super) schemas: Vec<SchemaId>,
    /// A schema that is an item of itself.
    pub(super) repeats: Option<SchemaId>,
    /// What it is innermost.
    pub(super) merged: Arc<Merged<'a>>,
    /// What is below it.
    pub(super) plan: Arc<Plan<'a>>,
}

impl<'a> Shown<'a> {
    /// What is shown of a node.
    pub(crate) fn of(views: &Views<'a>, node: &Node, direction: Direction) -> Shown<'a> {
        let mut merged = views.of(node);
        let schema = merged.subject;
        let facts = Arc::new(Facts::of(views, &merged));
        let mut schemas: Vec<SchemaId> = schema.into_iter().collect();
        let mut repeats = None;
        let mut items = Vec::new();
        while let Some(inner) = children::lifted_items(&merged)
            && items.len() < MAX_LISTS
        {
            merged = views.of(&inner);
            items.push(Facts::of(views, &merged));
            match merged.subject {
                Some(id) if schemas.contains(&id) => repeats = repeats.or(Some(id)),
                subject => schemas.extend(subject),
            }
        }
        let plan = Arc::new(Plan::of(views, &merged, None, None, direction));
        Shown { facts, items: items.into(), schema, schemas, repeats, merged, plan }
    }
}
