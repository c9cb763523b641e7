//! [`Shown`]: the facts of a schema, the facts of its items, and its children. This content is the same wherever the
//! schema is shown.

use std::ops::Deref;
use std::sync::Arc;

use super::{
    Facts,
    children::{self, Plan},
    facts::CLOSED,
};
use crate::openapi::{
    Api, Direction, SchemaId,
    history::{History, Mark},
    merge::{Merged, Node, PerNode, Views},
};

/// The maximum depth of nested lists.
const MAX_LISTS: usize = 16;

/// The views of a document, and the parts of each schema that the document's trees show. Each part is computed on first
/// use.
pub(crate) struct Trees<'a> {
    views: Views<'a>,
    /// The shown parts of each node, by direction.
    shown: [PerNode<Shown<'a>>; 3],
    /// The history of the document, if known.
    pub history: Option<&'a History>,
}

impl<'a> Trees<'a> {
    /// Creates the trees of a document.
    pub(crate) fn new(api: &'a Api) -> Self {
        Trees { views: Views::new(api), shown: std::array::from_fn(|_| PerNode::new(api)), history: None }
    }

    /// Creates the trees of a document with its history.
    pub(crate) fn with_history(api: &'a Api, history: Option<&'a History>) -> Self {
        Trees { history, ..Trees::new(api) }
    }

    /// Returns the mark of a row: of its own schema and, for a property, of the property.
    pub(super) fn mark(
        &self,
        row: &Shown<'a>,
        node: &Node,
        property: Option<(&Node, &str)>,
        direction: Direction,
    ) -> Mark {
        let Some(history) = self.history else { return Mark::default() };
        let nodes = std::iter::once(node).chain(&row.lists);
        let own = nodes.map(|node| history.schema(node, direction)).fold(Mark::default(), Mark::and);
        property.map_or(own, |(object, name)| history.property(object, name, direction).and(own))
    }

    /// Returns the shown parts of a node.
    pub(super) fn shown(&self, node: &Node, direction: Direction) -> Arc<Shown<'a>> {
        self.shown[direction as usize].get(node, || Shown::of(self, node, direction))
    }
}

impl<'a> Deref for Trees<'a> {
    type Target = Views<'a>;

    fn deref(&self) -> &Views<'a> {
        &self.views
    }
}

/// The parts of a schema that are shown for a direction.
#[derive(Debug)]
pub(super) struct Shown<'a> {
    pub facts: Arc<Facts<'a>>,
    /// The facts of each level of items that the list's row shows.
    pub items: Arc<[Facts<'a>]>,
    /// The schemas of these items.
    pub lists: Vec<Node>,
    /// The schema that the node represents.
    pub schema: Option<SchemaId>,
    /// The schemas that the node and its items represent, without duplicates.
    pub schemas: Vec<SchemaId>,
    /// The schema that has itself as its item, if any.
    pub repeats: Option<SchemaId>,
    /// The effective schema of the node or, for a list, of the innermost items.
    pub merged: Arc<Merged<'a>>,
    /// The rows below.
    pub plan: Arc<Plan<'a>>,
}

impl<'a> Shown<'a> {
    /// Computes the shown parts of a node.
    fn of(views: &Views<'a>, node: &Node, direction: Direction) -> Shown<'a> {
        let mut merged = views.of(node);
        let schema = merged.subject;
        let facts_of = |merged: &Merged<'a>| {
            let mut facts = Facts::of(views, merged);
            // Readers can't do anything with the fact that a response has no other properties.
            facts.limits.retain(|fact| direction != Direction::Response || fact.key != CLOSED);
            facts
        };
        let facts = Arc::new(facts_of(&merged));
        let mut schemas: Vec<SchemaId> = schema.into_iter().collect();
        let mut repeats = None;
        let mut items = Vec::new();
        let mut lists = Vec::new();
        while let Some(inner) = children::lifted_items(&merged)
            && items.len() < MAX_LISTS
        {
            merged = views.of(&inner);
            let mut own = facts_of(&merged);
            own.descriptions.retain(|text| !facts.descriptions.contains(text));
            items.push(own);
            lists.push(inner);
            match merged.subject {
                Some(id) if schemas.contains(&id) => repeats = repeats.or(Some(id)),
                subject => schemas.extend(subject),
            }
        }
        let inside: Vec<SchemaId> = schemas.iter().flat_map(|id| views.inside(*id)).collect();
        schemas.extend(inside);
        let plan = Arc::new(Plan::of(views, &merged, None, None, direction));
        Shown { facts, items: items.into(), lists, schema, schemas, repeats, merged, plan }
    }
    /// Returns the estimated size of the row's facts, in bytes of HTML.
    pub(super) fn weight(&self, api: &Api) -> usize {
        std::iter::once(&*self.facts).chain(&*self.items).map(|facts| facts.weight(api)).sum()
    }
}
