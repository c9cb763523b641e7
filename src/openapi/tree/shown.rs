//! [`Shown`]: what is the same wherever a schema is shown: its facts, those of its items, what is below.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::Facts;
use super::children::{self, Plan};
use crate::openapi::merge::{Merged, Node, Views, slots};
use crate::openapi::{Api, Direction, SchemaId};

/// Lists of lists are looked through so deep.
const MAX_LISTS: usize = 16;

/// The views of a document, and what trees show of its schemas, each worked out when it is first asked for.
pub(crate) struct Trees<'a> {
    views: Views<'a>,
    /// By direction.
    single: [Vec<OnceLock<Arc<Shown<'a>>>>; 3],
    joint: Mutex<HashMap<(Node, Direction), Arc<Shown<'a>>>>,
}

impl<'a> Trees<'a> {
    /// Trees of a document.
    pub(crate) fn new(api: &'a Api) -> Self {
        let slots = || slots(api.schemas.all.len());
        Trees { views: Views::new(api), single: [slots(), slots(), slots()], joint: Mutex::default() }
    }

    /// What is shown of a node.
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
