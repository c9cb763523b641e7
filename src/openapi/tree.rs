//! The tree of schemas that a page shows, as data. The size of the tree is limited, and nothing is lost silently.
//!
//! Takes the roots of one page (bodies and responses by media type, or one schema) and returns rows: the facts of each
//! schema, its children, and its variants. All roots share one budget, which the tree spends level by level, and on
//! error responses last. As a result, shallow rows take precedence over deep rows, and within a level, the roots get
//! equal shares. If there is no room for a named schema, the schema becomes a link to its page. [`Tree::cuts`] lists
//! these pages. A schema that repeats on the path from its root also becomes a link. This module must not depend on
//! HTML, UI strings, or routes.

pub(super) mod children;
mod facts;
mod label;
mod shown;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Direction, EnumValue, ExternalDocs, Json, SchemaId, TextId, Xml,
    history::Mark,
    merge::{GroupKind, Merged, Node},
};
use crate::path::UniqueNames;
use children::{Child, Plan};

pub(crate) use facts::{Fact, FactValue};
pub(crate) use label::{Label, Shape};
pub(crate) use shown::Trees;

/// The size of a row with only a name and a type, in bytes of HTML.
const ROW_WEIGHT: usize = 260;
/// The additional size of a variant, for its tab.
const TAB_WEIGHT: usize = 500;

/// The first level at which a named schema in an error response becomes a link.
const FAILURE_DEPTH: usize = 2;
/// The maximum number of rows of a small object. A link to the object's page would be almost as large as these rows.
const SMALL_ROWS: usize = 4;
/// The maximum size of the rows of a small object, in bytes of HTML.
const SMALL_WEIGHT: usize = 2_000;

/// The limits on the content of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The number of rows after which a named schema becomes a link to its page. The rows of small objects don't count.
    pub rows: usize,
    /// The number of rows after which nothing is expanded, not even schemas without a page.
    pub limit: usize,
    /// The estimated size, in bytes of HTML, after which nothing is expanded. Schemas with their own page can use two
    /// thirds of this size. Small objects can exceed it by a sixth.
    pub bytes: usize,
    /// The maximum number of rows directly below one row.
    pub children: usize,
    /// The first level at which a named schema becomes a link.
    pub depth: usize,
    /// The first level at which nothing is expanded.
    pub deepest: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { rows: 250, limit: 1_500, bytes: 150_000, children: 1_000, depth: 4, deepest: 16 }
    }
}

impl Budget {
    /// Returns the budget for the Markdown version of a page. The Markdown version also contains the parts that the
    /// HTML has no room for.
    pub(crate) fn whole() -> Self {
        Budget { limit: 20_000, bytes: usize::MAX, children: 10_000, ..Budget::default() }
    }
}

/// A schema at the top of a page's tree.
#[derive(Debug)]
pub(crate) struct Root {
    /// The prefix of the row anchors below the root, such as `request-body`.
    pub anchor: String,
    /// The schema.
    pub node: Node,
    /// The direction of the values.
    pub direction: Direction,
    /// Whether this is the schema of an error response. Errors are usually similar, so they get only the room that the
    /// other schemas leave, and less depth.
    pub is_failure: bool,
}

/// The index of a row in [`Tree::rows`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowId(pub u32);

/// The rows of a page.
#[derive(Debug, Default)]
pub(crate) struct Tree<'a> {
    /// All rows. A row comes before the rows below it.
    pub rows: Vec<Row<'a>>,
    /// The row of each root, in the same order as the roots.
    pub roots: Vec<RowId>,
    /// The estimated size of the rows, in bytes of HTML.
    pub bytes: usize,
}

impl<'a> std::ops::Index<RowId> for Tree<'a> {
    type Output = Row<'a>;

    fn index(&self, id: RowId) -> &Row<'a> {
        &self.rows[id.0 as usize]
    }
}

impl Tree<'_> {
    /// Returns the schemas that this page links to and that therefore need a page, in order and without duplicates.
    pub(crate) fn cuts(&self) -> Vec<SchemaId> {
        let cuts: BTreeSet<SchemaId> = self.rows.iter().filter_map(|row| row.rest.link).collect();
        cuts.into_iter().collect()
    }

    /// Whether all missing content is higher up in the tree or on pages that the tree links to.
    pub(crate) fn is_whole(&self) -> bool {
        self.rows.iter().all(|row| row.rest.rows == 0 || row.rest.link.is_some() || row.rest.above.is_some())
    }
}

/// A schema in its context.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    /// The role in the parent.
    pub role: Role<'a>,
    /// An ID that is unique among the page's rows. The ID consists of letters, digits, `-`, `_`, and dots.
    pub anchor: String,
    /// Whether the row is required.
    pub required: bool,
    /// The schema that the row represents, if any, with its name and slug.
    pub schema: Option<SchemaId>,
    /// The facts of the schema.
    pub facts: Arc<Facts<'a>>,
    /// For a list, the facts of the items. For nested lists, the facts of the items at each level. The children and
    /// choices of the row belong to the innermost items.
    pub items: Arc<[Facts<'a>]>,
    /// The rows below this row, in order.
    pub children: Vec<RowId>,
    /// The choices of `oneOf` and `anyOf`. In addition to the children, a variant of each choice applies.
    pub choices: Vec<Choice<'a>>,
    /// The part that isn't shown.
    pub rest: Hidden,
    /// The versions in which the row changed.
    pub mark: Mark,
}

/// The role of a row in its parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Role<'a> {
    /// A root.
    #[default]
    Root,
    /// A property.
    Property(&'a str),
    /// Properties whose names match a pattern.
    Pattern(&'a str),
    /// All other properties.
    Additional,
    /// Unevaluated properties.
    Unevaluated,
    /// The property names.
    Names,
    /// The schema that applies if the property is present.
    Dependent(&'a str),
    /// The items after those in `prefixItems`, if any. If a list has no other rows below it, its items are in
    /// [`Row::items`] instead.
    Item,
    /// The item with this index.
    Prefix(usize),
    /// Unevaluated items.
    UnevaluatedItem,
    /// `contains`.
    Contains,
    /// The content encoded in a string.
    Content,
    /// `not`.
    Not,
    /// A condition.
    If,
    /// The schema that applies if the condition is met.
    Then,
    /// The schema that applies if the condition isn't met.
    Else,
    /// A variant of a choice.
    Variant {
        /// The title, which is unique in its choice.
        title: String,
        /// The discriminator values.
        values: Vec<Json>,
    },
}

/// A choice between variants.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    /// The number of variants that apply.
    pub kind: GroupKind,
    /// The discriminator property.
    pub discriminator: Option<&'a str>,
    /// The variants: rows with the role [`Role::Variant`].
    pub variants: Vec<RowId>,
    /// The variant for other discriminator values.
    pub default: Option<RowId>,
}

/// The part of a row that isn't shown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hidden {
    /// The number of missing rows directly below the row; zero if none are missing.
    pub rows: usize,
    /// The schema whose page shows the missing rows.
    pub link: Option<SchemaId>,
    /// The earlier row that has the same schema and shows the missing rows, if any.
    pub above: Option<RowId>,
}

/// The facts of one schema.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts<'a> {
    /// The type as shown to readers.
    pub label: Label<'a>,
    /// `title`
    pub title: Option<&'a str>,
    /// All values of `description`, starting with the outermost value.
    pub descriptions: Vec<TextId>,
    /// `deprecated`
    pub deprecated: bool,
    /// `readOnly`
    pub read_only: bool,
    /// `writeOnly`
    pub write_only: bool,
    /// The allowed values, up to a limit.
    pub values: Vec<&'a EnumValue>,
    /// The allowed values beyond the limit, which only the Markdown version of a page shows.
    pub further_values: Vec<&'a EnumValue>,
    /// The number of allowed values that no page shows.
    pub more_values: usize,
    /// All other limits and explanations.
    pub limits: Vec<Fact<'a>>,
    /// The document's examples.
    pub examples: Vec<&'a Json>,
    /// External documentation.
    pub external_docs: Option<&'a ExternalDocs>,
    /// The XML format.
    pub xml: Option<&'a Xml>,
    /// Published keywords.
    pub extra: Vec<(&'a str, &'a Json)>,
}

impl Facts<'_> {
    /// Whether there is nothing to show except the type and the title.
    pub(crate) fn is_bare(&self) -> bool {
        self.descriptions.is_empty()
            && !(self.deprecated || self.read_only || self.write_only)
            && self.values.is_empty()
            && self.limits.is_empty()
            && self.examples.is_empty()
            && self.external_docs.is_none()
            && self.xml.is_none()
            && self.extra.is_empty()
    }
}

/// Returns the rows of a page.
pub(crate) fn tree<'a>(trees: &Trees<'a>, roots: &[Root], budget: Budget) -> Tree<'a> {
    let mut grower = Grower {
        trees,
        roots,
        budget,
        small: 0,
        tree: Tree::default(),
        anchors: UniqueNames::numbered_from(2),
    };
    let mut level = Vec::new();
    for (at, root) in roots.iter().enumerate() {
        let child = Child { node: root.node.clone(), ..Child::default() };
        let (id, open) = grower.row(&child, root.anchor.clone(), at, None);
        grower.tree.roots.push(id);
        level.extend(open);
    }
    let (failures, others): (Vec<Open<'a>>, _) =
        level.into_iter().partition(|open| roots[open.root].is_failure);
    for mut level in [others, failures] {
        while !level.is_empty() {
            level = grower.grow(level);
        }
    }
    grower.tree
}

/// The kind of a row that can get children, which determines the room for them.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// An object with a few short rows.
    Small,
    /// A schema without a page.
    Unlinked,
    /// A schema with a page.
    Linked,
}

/// A row that can get children.
struct Open<'a> {
    row: RowId,
    /// The index of the root above the row.
    root: usize,
    depth: usize,
    /// The effective schema of the row or, for a list, of the innermost items.
    merged: Arc<Merged<'a>>,
    /// The node of `merged`.
    node: Node,
    plan: Arc<Plan<'a>>,
    /// The schemas on the path from the root, including the row's own schema.
    way: Arc<Way>,
}

/// The path from a root, as a linked list that starts at the end of the path.
struct Way {
    row: RowId,
    schemas: Vec<SchemaId>,
    before: Option<Arc<Way>>,
}

impl Way {
    /// Iterates over the steps from here up to the root.
    fn up(&self) -> impl Iterator<Item = &Way> {
        std::iter::successors(Some(self), |step| step.before.as_deref())
    }
}

struct Grower<'v, 'a> {
    trees: &'v Trees<'a>,
    roots: &'v [Root],
    budget: Budget,
    /// The number of rows of small objects.
    small: usize,
    tree: Tree<'a>,
    anchors: UniqueNames,
}

impl<'a> Grower<'_, 'a> {
    /// Adds a row without its children.
    fn row(
        &mut self,
        child: &Child<'a>,
        anchor: String,
        root: usize,
        parent: Option<&Open<'a>>,
    ) -> (RowId, Option<Open<'a>>) {
        let direction = self.roots[root].direction;
        let shown = self.trees.shown(&child.node, direction);
        let mut facts = shown.facts.clone();
        if !child.told.is_empty() {
            Arc::make_mut(&mut facts).tell(&child.told);
        }
        // A variant and its children show only the discriminator value and the facts that the parent doesn't already
        // show.
        let base = parent.filter(|_| matches!(child.role, Role::Variant { .. })).map(|parent| &parent.merged);
        let inherited = |text: &TextId| base.is_some_and(|base| base.descriptions.contains(text));
        if facts.descriptions.iter().any(inherited) {
            Arc::make_mut(&mut facts).descriptions.retain(|text| !inherited(text));
        }
        if let Some(base) = base
            && facts.label.shape == Shape::Any
            && !base.types.is_empty()
        {
            Arc::make_mut(&mut facts).typed(self.trees, &shown.merged, base.types);
        }
        let plain = |base: &&Arc<Merged<'a>>| base.properties.is_empty() && shown.merged.groups.is_empty();
        let plan = match base {
            Some(base) if child.told_by.is_some() || !plain(&base) => {
                Arc::new(Plan::of(self.trees, &shown.merged, Some(base), child.told_by, direction))
            }
            _ => shown.plan.clone(),
        };
        let id = RowId(u32::try_from(self.tree.rows.len()).unwrap_or(u32::MAX));
        let before = parent.map(|parent| &parent.way);
        let row_of = |id| before?.up().find(|step| step.schemas.contains(id)).map(|step| step.row);
        let met = shown.schemas.iter().find_map(|id| Some((*id, row_of(id)?)));
        let repeats = met.or_else(|| shown.repeats.map(|repeated| (repeated, id)));
        let mut rest = Hidden::default();
        if let Some((repeated, above)) = repeats
            && !plan.is_empty()
        {
            let link = self.has_page(repeated).then_some(repeated);
            rest = Hidden { rows: plan.rows(), link, above: Some(above) };
        }
        let property = match (&child.role, parent) {
            (Role::Property(name), Some(parent)) => Some((&parent.node, *name)),
            _ => None,
        };
        let mark = self.trees.mark(&shown, &child.node, property, direction);
        let anchor = self.anchors.give(anchor, |anchor, number| format!("{anchor}-{number}"));
        self.tree.bytes += facts.weight(self.trees.api) + ROW_WEIGHT + 2 * anchor.len();
        self.tree.bytes += shown.items.iter().map(|items| items.weight(self.trees.api)).sum::<usize>();
        if let Role::Variant { title, .. } = &child.role {
            self.tree.bytes += TAB_WEIGHT + 2 * title.len();
        }
        self.tree.rows.push(Row {
            role: child.role.clone(),
            anchor,
            required: child.required,
            schema: shown.schema,
            facts,
            items: shown.items.clone(),
            children: Vec::new(),
            choices: Vec::new(),
            rest,
            mark,
        });
        if plan.is_empty() || repeats.is_some() {
            return (id, None);
        }
        let way = Arc::new(Way { row: id, schemas: shown.schemas.clone(), before: before.cloned() });
        let depth = parent.map_or(0, |parent| parent.depth + 1);
        let node = shown.lists.last().unwrap_or(&child.node).clone();
        (id, Some(Open { row: id, root, depth, merged: shown.merged.clone(), node, plan, way }))
    }

    /// Expands as many rows of a level as there's room for and returns the next level.
    fn grow(&mut self, level: Vec<Open<'a>>) -> Vec<Open<'a>> {
        let mut next = Vec::new();
        let (small, large): (Vec<_>, Vec<_>) = level.into_iter().partition(|open| self.is_small(open));
        let (required, optional): (Vec<_>, Vec<_>) =
            small.into_iter().partition(|open| self.tree[open.row].required);
        let (linked, unlinked): (Vec<_>, Vec<_>) =
            large.into_iter().partition(|open| open.depth > 0 && self.page_of(open).is_some());
        // Small objects that every request needs go first, and schemas with a page go last.
        for (opens, kind) in [
            (required, Kind::Small),
            (unlinked, Kind::Unlinked),
            (optional, Kind::Small),
            (linked, Kind::Linked),
        ] {
            let Budget { rows, limit, bytes, children, depth, deepest } = self.budget;
            let (limit, bytes) = match kind {
                Kind::Small => (limit, bytes.saturating_add(bytes / 6)),
                Kind::Unlinked => (limit, bytes),
                Kind::Linked => (rows + self.small, bytes / 3 * 2),
            };
            let closed = |open: &Open<'a>| match kind {
                Kind::Linked if self.roots[open.root].is_failure => open.depth >= depth.min(FAILURE_DEPTH),
                Kind::Linked => open.depth >= depth,
                _ => open.depth >= deepest,
            };
            let mut demands = vec![0; self.roots.len()];
            for open in opens.iter().filter(|open| !closed(open)) {
                demands[open.root] += open.plan.rows().min(children);
            }
            let before = self.tree.rows.len();
            let mean = match kind {
                Kind::Small => SMALL_WEIGHT / SMALL_ROWS,
                _ => (self.tree.bytes / before.max(1)).max(ROW_WEIGHT),
            };
            let room = limit.saturating_sub(before).min(bytes.saturating_sub(self.tree.bytes) / mean);
            let mut shares = share(room, &demands);
            for open in opens {
                let link = self.page_of(&open);
                let all = open.plan.rows();
                let wanted = all.min(children);
                let share = &mut shares[open.root];
                let room = match () {
                    () if closed(&open) => 0,
                    // Showing a few of many rows is useful only if no other page shows all of them.
                    () if wanted > *share && open.depth > 0 && link.is_some() => 0,
                    () => wanted.min(*share),
                };
                *share -= room;
                let bytes = bytes.max(self.budget.bytes);
                let room = if room > 0 { self.open(&open, room, bytes, &mut next) } else { 0 };
                if room < all {
                    let own = self.roots[open.root].direction == Direction::Both;
                    let link = link.filter(|_| open.depth > 0 || !own).or_else(|| self.page_around(&open));
                    self.tree.rows[open.row.0 as usize].rest = Hidden { rows: all - room, link, above: None };
                }
            }
            if kind == Kind::Small {
                self.small += self.tree.rows.len() - before;
            }
        }
        // Restore the order of the page.
        next.sort_by_key(|open| open.row);
        next
    }

    /// Whether a row below a root has only a few short rows below it, which have no rows of their own.
    fn is_small(&self, open: &Open<'a>) -> bool {
        let Plan { children, choices } = &*open.plan;
        if open.depth == 0 || !choices.is_empty() || children.len() > SMALL_ROWS {
            return false;
        }
        let mut left = SMALL_WEIGHT;
        children.iter().all(|child| {
            let shown = self.trees.shown(&child.node, self.roots[open.root].direction);
            let weight = ROW_WEIGHT + shown.weight(self.trees.api);
            let is_short = shown.plan.is_empty() && weight <= left;
            left = left.saturating_sub(weight);
            is_short
        })
    }

    /// Adds up to `room` rows below a row until the tree has this number of bytes. Returns the number of rows added.
    fn open(&mut self, open: &Open<'a>, room: usize, bytes: usize, next: &mut Vec<Open<'a>>) -> usize {
        let base = self.tree[open.row].anchor.clone();
        let before = self.tree.rows.len();
        let is_full = |grower: &Self| grower.tree.rows.len() - before >= room || grower.tree.bytes >= bytes;
        for child in &open.plan.children {
            if is_full(self) {
                break;
            }
            let id = self.child(child, &base, open, next);
            self.tree.rows[open.row.0 as usize].children.push(id);
        }
        for choice in &open.plan.choices {
            let mut variants = Vec::new();
            for child in &choice.variants {
                if is_full(self) {
                    break;
                }
                variants.push(self.child(child, &base, open, next));
            }
            if variants.is_empty() {
                break;
            }
            let default = choice.default.and_then(|at| variants.get(at).copied());
            let choice = Choice { kind: choice.kind, discriminator: choice.discriminator, variants, default };
            self.tree.rows[open.row.0 as usize].choices.push(choice);
        }
        self.tree.rows.len() - before
    }

    fn child(&mut self, child: &Child<'a>, base: &str, parent: &Open<'a>, next: &mut Vec<Open<'a>>) -> RowId {
        let anchor = format!("{base}.{}", children::segment(&child.role));
        let (id, open) = self.row(child, anchor, parent.root, Some(parent));
        next.extend(open);
        id
    }

    /// Returns the schema whose page shows the content of a row.
    fn page_of(&self, open: &Open<'a>) -> Option<SchemaId> {
        open.merged.subject.filter(|id| self.has_page(*id))
    }

    /// Returns the nearest schema that is above a row and has its own page, except the schema that the current page is
    /// about. On the page of the returned schema, the row has a smaller depth.
    fn page_around(&self, open: &Open<'a>) -> Option<SchemaId> {
        let own = self.roots[open.root].direction == Direction::Both;
        let around = open.way.up().skip(1).filter(|step| !own || step.before.is_some());
        around.flat_map(|step| step.schemas.iter().rev()).copied().find(|id| self.has_page(*id))
    }

    fn has_page(&self, id: SchemaId) -> bool {
        self.trees.schema(id).is_some_and(|schema| schema.slug.is_some())
    }
}

/// Distributes room. Demands below an equal share are met in full, and the other demands share the rest.
fn share(room: usize, demands: &[usize]) -> Vec<usize> {
    let mut shares = vec![0; demands.len()];
    let mut order: Vec<usize> = (0..demands.len()).collect();
    order.sort_by_key(|at| demands[*at]);
    let mut left = room;
    for (done, at) in order.iter().enumerate() {
        let equal = left / (demands.len() - done);
        shares[*at] = demands[*at].min(equal);
        left -= shares[*at];
    }
    shares
}
