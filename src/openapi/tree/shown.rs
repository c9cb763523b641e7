//! [`Shown`]: what is the same wherever a schema is shown: its facts, those of its items, and its children.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::Facts;
use super::children::{self, Plan};
use crate::openapi::merge::{Merged, Node, Views, slots};
use crate::openapi::{Api, Direction, SchemaId};

/// The maximum depth of nested lists.
const MAX_LISTS: usize = 16;

/// The views of a document, and what trees show of its schemas, each computed on first use.
pub(crate) struct Trees<'a> {
    views: Views<'a>,
    /// By direction.
    single: [Vec<OnceLock<Arc<Shown<'a>>>>; 3],
    joint: Mutex<HashMap<(Node, Direction), Arc<Shown<'a>>>>,
}

impl<'a> Trees<'a> {
    /// Creates the trees of a document.
    pub(crate) fn new(api: &'a Api) -> Self {
        let slots = || slots(api.schemas.all.len());
        Trees { views: Views::new(api), single: [slots(), slots(), slots()], joint: Mutex::default() }
    }

    /// Returns what is shown of a node.
    pub(super) fn shown(&self, node: &Node, direction: Direction) -> Arc<Shown<'a>> {
        let make = || Arc::new(Shown::of(self, node, direction));
        if let Node::One(id) = node
            && let Some(slot) = self.single[direction as usize].get(id.0 as usize)
        {
            return slot.get_or_init(make).clone();
        }
        let key = (node.clone(), direction);
        let known = self.joint.lock().get(&key).cloned();
        known.unwrap_or_else(|| {
            let shown = make();
            self.joint.lock().entry(key).or_insert(shown).clone()
        })
    }
}

impl<'a> Deref for Trees<'a> {
    type Target = Views<'a>;

    fn deref(&self) -> &Views<'a> {
        &self.views
    }
}

/// What is shown of a schema in a direction.
#[derive(Debug)]
pub(super) struct Shown<'a> {
    pub(super) facts: Arc<Facts<'a>>,
    /// The facts of each level of items that the list's row shows.
    pub(super) items: Arc<[Facts<'a>]>,
    /// The schema it stands for.
    pub(super) schema: Option<SchemaId>,
    /// The schemas that it and its items stand for, without duplicates.
    pub(super) schemas: Vec<SchemaId>,
    /// A schema that is its own item.
    pub(super) repeats: Option<SchemaId>,
    /// The innermost node.
    pub(super) merged: Arc<Merged<'a>>,
    /// The rows below it.
    pub(super) plan: Arc<Plan<'a>>,
}

impl<'a> Shown<'a> {
    /// Computes what is shown of a node.
    fn of(views: &Views<'a>, node: &Node, direction: Direction) -> Shown<'a> {
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
