//! The merged view of a schema: its `allOf` parts, and a `$ref` with its siblings, combined into one effective schema.
//!
//! Takes the schema graph and returns the [`Merged`] facts of a [`Node`], for a single level. The nested parts
//! (properties, items, and variants) are themselves nodes, so nothing is ever expanded. Callers limit the walk. Merging
//! must not depend on pages or on the direction in which a schema is shown.
//!
//! Three forms are simplified because people use them in ways that differ from their specified meaning. A `oneOf` or
//! `anyOf` with one variant is treated as an `allOf`. If a `oneOf` or `anyOf` has one variant and `null`, the variant
//! becomes nullable. A variant that's reached through its parent (`oneOf` in the parent, `allOf` in the child) doesn't
//! repeat the parent's choice.

mod absorb;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::{
    Api, Condition, Direction, Discriminator, EnumValue, ExternalDocs, Json, Limits, Rare, Rest, Schema,
    SchemaId, TextId, Types, Xml, blank, pattern::Pattern,
};

pub(crate) use absorb::{canonical, extend, same};

/// The maximum number of schemas to merge into one.
const MAX_PARTS: usize = 512;
/// The maximum number of references in a chain.
const MAX_CHAIN: usize = 64;

/// The schemas that a value has to match: none, one, or several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// Anything is valid.
    #[default]
    Any,
    /// One schema.
    One(SchemaId),
    /// All of these schemas, starting with the outermost schema. The list contains at least two schemas, without
    /// duplicates.
    All(Arc<[SchemaId]>),
}

impl Node {
    /// Returns the schemas of the node, starting with the outermost schema.
    pub(crate) fn ids(&self) -> &[SchemaId] {
        match self {
            Node::Any => &[],
            Node::One(id) => std::slice::from_ref(id),
            Node::All(ids) => ids,
        }
    }

    /// Combines two nodes.
    #[must_use]
    pub(crate) fn and(&self, other: &Node) -> Node {
        if self.ids().is_empty() {
            return other.clone();
        }
        let mut ids = self.ids().to_vec();
        ids.extend(other.ids().iter().filter(|id| !self.ids().contains(id)));
        if ids.len() == 1 { Node::One(ids[0]) } else { Node::All(ids.into()) }
    }
}

impl From<SchemaId> for Node {
    fn from(id: SchemaId) -> Self {
        Node::One(id)
    }
}

impl From<Option<SchemaId>> for Node {
    fn from(id: Option<SchemaId>) -> Self {
        id.map_or(Node::Any, Node::One)
    }
}

/// The effective schema of a node, for a single level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged<'a> {
    /// The schema that the node represents. For a `$ref` with a description, this is the target, not the schema that
    /// contains both. `None` if several different schemas are merged and no schema contains them.
    pub subject: Option<SchemaId>,
    /// Every schema that was merged, in merge order.
    pub parts: Vec<SchemaId>,
    /// Whether there were too many schemas to merge.
    pub cut: bool,
    /// Whether no value is valid: the schema is `false`, or parts contradict each other.
    pub never: bool,
    /// The allowed types. If unspecified, the set is empty.
    pub types: Types,
    /// `format`
    pub format: Option<&'a str>,
    /// The outermost `title`.
    pub title: Option<&'a str>,
    /// All values of `description`, without duplicates, starting with the outermost value. All descriptions apply.
    pub descriptions: Vec<TextId>,
    /// The outermost `default`.
    pub default: Option<&'a Json>,
    /// `enum`: the values that every part allows.
    pub values: Vec<&'a EnumValue>,
    /// Whether `null` is valid in addition to all other valid values.
    pub or_null: bool,
    /// The examples of the outermost schema that has examples.
    pub examples: Vec<&'a Json>,
    /// `deprecated`
    pub deprecated: bool,
    /// Whether the value is shown only in responses.
    pub read_only: bool,
    /// Whether the value is shown only in requests.
    pub write_only: bool,
    /// The tightest limits. Patterns and multiples aren't included, because there can be several of each.
    pub limits: Rare<Limits>,
    /// The properties, starting with the properties from `allOf`, without duplicates.
    pub properties: Vec<Field<'a>>,
    /// `additionalProperties`
    pub additional: Others,
    /// The schema of items after `prefix_items`.
    pub items: Others,
    /// `oneOf` and `anyOf`: a value matches exactly one (`oneOf`) or at least one (`anyOf`) variant of each group.
    pub groups: Vec<Group<'a>>,
    /// Published keywords, by name.
    pub extra: Vec<(&'a str, &'a Json)>,
    /// The other facts, which can be used like fields of the view.
    pub rare: Rare<RareFacts<'a>>,
}

impl<'a> Deref for Merged<'a> {
    type Target = RareFacts<'a>;

    fn deref(&self) -> &RareFacts<'a> {
        &self.rare
    }
}

impl<'a> DerefMut for Merged<'a> {
    fn deref_mut(&mut self) -> &mut RareFacts<'a> {
        &mut self.rare
    }
}

/// The facts that few schemas have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RareFacts<'a> {
    /// `const`
    pub constant: Option<&'a Json>,
    /// All values of `pattern`. A string has to match all patterns.
    pub patterns: Vec<&'a str>,
    /// All values of `multipleOf`. All values apply.
    pub multiples: Vec<&'a str>,
    /// `contentEncoding`
    pub content_encoding: Option<&'a str>,
    /// `contentMediaType`
    pub content_media_type: Option<&'a str>,
    /// `contentSchema`
    pub content_schema: Option<Node>,
    /// Required names that aren't properties.
    pub also_required: Vec<&'a str>,
    /// `patternProperties`
    pub pattern_properties: Vec<(&'a str, Node)>,
    /// The outermost placeholder for the names of additional properties, for examples.
    pub additional_name: Option<&'a str>,
    /// `unevaluatedProperties`
    pub unevaluated_properties: Others,
    /// `propertyNames`
    pub property_names: Option<Node>,
    /// `dependentRequired`
    pub dependent_required: Vec<(&'a str, &'a [Box<str>])>,
    /// `dependentSchemas`
    pub dependent_schemas: Vec<(&'a str, Node)>,
    /// The schemas of the first items.
    pub prefix_items: Vec<Node>,
    /// `unevaluatedItems`
    pub unevaluated_items: Others,
    /// `contains`
    pub contains: Vec<Node>,
    /// `not`
    pub not: Vec<Node>,
    /// `if`, `then`, `else`
    pub conditions: Vec<Condition>,
    /// The discriminator of the variants: the schema's own discriminator, or a parent's discriminator.
    pub discriminator: Option<&'a Discriminator>,
    /// The discriminators of parents, each with the schema of this variant.
    pub told_by: Vec<(&'a Discriminator, SchemaId)>,
    /// The outermost `externalDocs`.
    pub external_docs: Option<&'a ExternalDocs>,
    /// The outermost `xml`.
    pub xml: Option<&'a Xml>,
}
blank!(RareFacts<'a>);

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    /// The name.
    pub name: &'a str,
    /// The schema of the value.
    pub node: Node,
    /// Whether the property is required.
    pub required: bool,
    /// Whether another part excludes the property (`additionalProperties: false` next to an `allOf`). If so, objects
    /// with the property are invalid. The property is shown anyway, because the author probably didn't intend to
    /// exclude it.
    pub excluded: bool,
}

/// The rule for properties or items that aren't listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Others {
    /// Unspecified.
    #[default]
    Unsaid,
    /// Other properties or items are allowed.
    Any,
    /// Other properties or items aren't allowed.
    None,
    /// Other properties or items have this schema.
    Each(Node),
}

/// A choice between variants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group<'a> {
    /// The number of variants that have to match.
    pub kind: GroupKind,
    /// The variants: at least two, without `null`.
    pub variants: Vec<Node>,
    /// Whether `null` was also a variant.
    pub nullable: bool,
    /// The discriminator.
    pub discriminator: Option<&'a Discriminator>,
}

impl Group<'_> {
    /// If each variant only requires properties, returns the names of these properties, by variant.
    pub(crate) fn required<'a>(&self, api: &'a Api) -> Option<Vec<&'a [Box<str>]>> {
        let names = |variant: &Node| {
            let Node::One(id) = variant else { return None };
            let schema = api.schemas.all.get(id.0 as usize)?;
            schema.only_requires().then_some(&schema.also_required[..])
        };
        self.variants.iter().map(names).collect()
    }
}

/// The number of variants in a group that have to match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GroupKind {
    /// Exactly one.
    OneOf,
    /// One or more.
    AnyOf,
    /// The variant that the discriminator selects. The schema itself lists no variants.
    Told,
}

impl<'a> Merged<'a> {
    /// Returns the choices between variants that have more than required properties.
    pub(crate) fn choices(&self, api: &Api) -> impl Iterator<Item = &Group<'a>> {
        self.groups.iter().filter(|group| group.required(api).is_none())
    }

    /// Whether `null` is valid according to types and groups.
    pub(crate) fn nullable(&self) -> bool {
        let groups = self.groups.iter().all(|group| group.nullable);
        let typed = if self.types.is_empty() { !self.groups.is_empty() } else { self.types.has(Types::NULL) };
        self.or_null || groups && typed
    }

    /// Returns the property with this name.
    pub(crate) fn property(&self, name: &str) -> Option<&Field<'a>> {
        self.properties.iter().find(|field| field.name == name)
    }

    /// Whether a value of this schema isn't sent in this direction.
    pub(crate) fn is_hidden(&self, direction: Direction) -> bool {
        match direction {
            Direction::Both => false,
            Direction::Request => self.read_only,
            Direction::Response => self.write_only,
        }
    }

    /// Whether the schema specifies anything about the properties of an object.
    pub(crate) fn has_members(&self) -> bool {
        !self.properties.is_empty()
            || !self.also_required.is_empty()
            || !self.pattern_properties.is_empty()
            || self.additional.said().is_some()
            || self.unevaluated_properties.said().is_some()
            || !self.dependent_schemas.is_empty()
            || self.property_names.is_some()
    }
}

/// The merged views of a document, each computed on first use.
pub(crate) struct Views<'a> {
    pub api: &'a Api,
    merged: PerNode<Merged<'a>>,
    patterns: Mutex<HashMap<Box<str>, Option<Arc<Pattern>>>>,
    /// Generated values, by direction.
    made: [PerNode<Json>; 3],
}

/// Values computed for each node on first use.
pub(super) struct PerNode<T> {
    single: Vec<OnceLock<Arc<T>>>,
    joint: Mutex<HashMap<Node, Arc<T>>>,
}

impl<T> PerNode<T> {
    pub(super) fn new(api: &Api) -> Self {
        let single = api.schemas.all.iter().map(|_| OnceLock::new()).collect();
        PerNode { single, joint: Mutex::default() }
    }

    pub(super) fn get(&self, node: &Node, make: impl FnOnce() -> T) -> Arc<T> {
        if let Node::One(id) = node
            && let Some(slot) = self.single.get(id.0 as usize)
        {
            return slot.get_or_init(|| Arc::new(make())).clone();
        }
        // Computing a value can request the values of other nodes, so don't hold the lock while computing.
        let known = self.joint.lock().get(node).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            self.joint.lock().entry(node.clone()).or_insert(made).clone()
        })
    }
}

impl<'a> Views<'a> {
    /// Creates the views of a document.
    pub(crate) fn new(api: &'a Api) -> Self {
        let made = std::array::from_fn(|_| PerNode::new(api));
        Views { api, merged: PerNode::new(api), patterns: Mutex::default(), made }
    }

    /// Returns the effective schema of a node.
    pub(crate) fn of(&self, node: &Node) -> Arc<Merged<'a>> {
        self.merged.get(node, || self.merge(node))
    }

    /// Returns the generated value of a schema. The value is cached so that a page and its Markdown version show the
    /// same value.
    pub(crate) fn made(&self, id: SchemaId, direction: Direction, make: impl FnOnce() -> Json) -> Arc<Json> {
        self.made[direction as usize].get(&Node::One(id), make)
    }

    /// Returns a parsed and cached regular expression, or `None` if the expression is invalid.
    pub(crate) fn pattern(&self, source: &str) -> Option<Arc<Pattern>> {
        if let Some(known) = self.patterns.lock().get(source) {
            return known.clone();
        }
        let pattern = Pattern::parse(source).map(Arc::new);
        self.patterns.lock().entry(source.into()).or_insert(pattern).clone()
    }

    /// Returns the schema that a node represents, if there's only one. Skips wrappers that only add descriptions.
    pub(crate) fn subject(&self, node: &Node) -> Option<SchemaId> {
        let [id] = node.ids() else { return self.of(node).subject };
        let mut id = *id;
        for _ in 0..MAX_CHAIN {
            let schema = self.schema(id)?;
            match wrapped(schema, self.api) {
                Some((inner, _)) if schema.name.is_none() => id = inner,
                _ => break,
            }
        }
        Some(id)
    }

    /// Returns the schemas without a name that a schema only wraps. A generic schema that refers to itself refers to the
    /// wrapped schema, not to the schema that completes it.
    pub(crate) fn inside(&self, id: SchemaId) -> impl Iterator<Item = SchemaId> {
        let inner = |id: &SchemaId| {
            let (inner, _) = wrapped(self.schema(*id)?, self.api)?;
            self.schema(inner)?.name.is_none().then_some(inner)
        };
        std::iter::successors(inner(&id), inner).take(MAX_CHAIN)
    }

    /// Returns a schema by its ID.
    pub(crate) fn schema(&self, id: SchemaId) -> Option<&'a Schema> {
        self.api.schemas.all.get(id.0 as usize).map(|schema| &**schema)
    }

    /// Selects a variant of a group: returns the schema with the variant merged in and without the group.
    pub(crate) fn choose(&self, merged: &Merged<'a>, group: usize, variant: &Node) -> Merged<'a> {
        let mut chosen = merged.clone();
        if group < chosen.groups.len() {
            chosen.groups.remove(group);
        }
        let mut variant = (*self.of(variant)).clone();
        // If the variant's `allOf` includes the parent, both schemas contain the parent's groups. The selection applies
        // to both schemas.
        variant.groups.retain(|group| !merged.groups.contains(group));
        chosen.absorb(variant);
        chosen
    }

    fn merge(&self, node: &Node) -> Merged<'a> {
        let mut collect = Collect { views: self, parts: Vec::new(), path: Vec::new(), cut: false };
        for id in node.ids() {
            collect.visit(*id, false, 0);
        }
        let Collect { parts, cut, .. } = collect;
        let mut merged = Merged { cut, ..Merged::default() };
        // If a fact can have only one value, the outermost part provides it. If several parts are at the same depth, a
        // part without a name provides the fact, because that part was written for this place.
        let mut by_rank: Vec<_> = parts.iter().collect();
        by_rank.sort_by_key(|part| (part.depth, part.named));
        by_rank.into_iter().for_each(|part| merged.describe(&part.own));
        let mut names = HashSet::new();
        merged.extra.retain(|(name, _)| names.insert(*name));
        parts.into_iter().for_each(|part| merged.hold(part.own));
        merged.subject = match node {
            Node::Any => None,
            Node::One(_) => self.subject(node),
            Node::All(ids) => {
                let mut subjects = ids.iter().filter_map(|id| self.subject(&Node::One(*id)));
                subjects.next().filter(|first| subjects.all(|subject| subject == *first))
            }
        };
        merged
    }

    /// Whether a schema doesn't specify the type of a value. Such a schema also allows `null`.
    fn leaves_types_open(&self, id: SchemaId) -> bool {
        self.schema(id).is_some_and(|schema| {
            let parts = [&schema.all_of, &schema.one_of, &schema.any_of];
            schema.types.is_empty()
                && schema.constant.is_none()
                && schema.values.is_empty()
                && schema.not.is_none()
                && parts.into_iter().all(Vec::is_empty)
        })
    }
}

/// A schema to merge.
struct Part<'a> {
    id: SchemaId,
    /// The number of `allOf` steps from the node.
    depth: usize,
    /// Whether the schema has a name.
    named: bool,
    /// The schema's own facts, including groups that are still a choice.
    own: Merged<'a>,
}

/// Collects the parts of a node without duplicates: `allOf` first, then the schema itself.
struct Collect<'v, 'a> {
    views: &'v Views<'a>,
    parts: Vec<Part<'a>>,
    /// The schemas between the node and the current schema.
    path: Vec<SchemaId>,
    cut: bool,
}

impl<'a> Collect<'_, 'a> {
    fn visit(&mut self, id: SchemaId, or_null: bool, depth: usize) {
        // If a schema's `allOf` includes the schema itself, the second occurrence adds nothing.
        if self.path.contains(&id) || self.parts.iter().any(|part| part.id == id) {
            return;
        }
        if self.parts.len() + self.path.len() >= MAX_PARTS || depth > MAX_CHAIN {
            self.cut = true;
            return;
        }
        let Some(schema) = self.views.schema(id) else { return };
        let api = self.views.api;
        let discriminator = schema.discriminator.as_ref();
        let mut own = Merged::own(id, schema);
        self.path.push(id);
        let or_null_below = or_null || schema.nullable;
        for one in &schema.all_of {
            self.visit(*one, or_null_below, depth + 1);
        }
        let mut told = None;
        for (kind, variants) in [(GroupKind::OneOf, &schema.one_of), (GroupKind::AnyOf, &schema.any_of)] {
            let (nulls, others): (Vec<SchemaId>, Vec<SchemaId>) =
                variants.iter().partition(|id| is_null(api, **id));
            let mut ids = Vec::new();
            extend(&mut ids, others);
            if let Some(chosen) = self.path.iter().rev().skip(1).find(|id| ids.contains(id)) {
                told = Some(*chosen);
                continue;
            }
            let nullable = !nulls.is_empty();
            match ids.as_slice() {
                // The choice contained only `null`, and the types already include `null`.
                [] => {}
                [only] => self.visit(*only, or_null_below || nullable, depth + 1),
                _ => own.groups.push(self.group(schema, kind, ids, or_null_below || nullable)),
            }
        }
        if let Some(by) = discriminator {
            let listed = |id: &SchemaId| by.variants().any(|to| to == *id);
            told = told.or_else(|| self.path.iter().rev().skip(1).find(|id| listed(id)).copied());
            if told.is_none() && schema.one_of.is_empty() && schema.any_of.is_empty() {
                let mut ids: Vec<SchemaId> = Vec::new();
                extend(&mut ids, by.variants().filter(|to| *to != id));
                if !ids.is_empty() {
                    own.groups.push(self.group(schema, GroupKind::Told, ids, or_null_below));
                }
            }
        }
        if let Some(told_by) = discriminator.zip(told) {
            own.told_by = vec![told_by];
        }
        if or_null {
            own.allow_null();
        }
        self.path.pop();
        self.parts.push(Part { id, depth, named: schema.name.is_some(), own });
    }

    /// Returns the group for a choice in a schema.
    fn group(&self, schema: &'a Schema, kind: GroupKind, ids: Vec<SchemaId>, nullable: bool) -> Group<'a> {
        let open = |id: &SchemaId| self.views.leaves_types_open(*id);
        Group {
            kind,
            nullable: nullable || (schema.types.has(Types::NULL) && ids.iter().any(open)),
            variants: ids.into_iter().map(Node::One).collect(),
            discriminator: schema.discriminator.as_ref(),
        }
    }
}

/// Whether a schema allows only `null`.
fn is_null(api: &Api, id: SchemaId) -> bool {
    let Some(schema) = api.schemas.all.get(id.0 as usize) else { return false };
    let mut values = schema.values.iter();
    schema.types == Types::NULL
        || schema.constant == Some(Json::Null)
        || (!schema.values.is_empty() && values.all(|one| one.value == Json::Null))
}

/// If `schema` only adds a description to another schema, returns the other schema, and whether `schema` makes it
/// nullable.
pub(crate) fn wrapped(schema: &Schema, api: &Api) -> Option<(SchemaId, bool)> {
    let plain = schema.properties.is_empty()
        && schema.values.is_empty()
        && schema.constant.is_none()
        && *schema.limits == Limits::default()
        && schema.also_required.is_empty()
        && schema.pattern_properties.is_empty()
        && matches!(schema.additional, Rest::Unsaid | Rest::Any)
        && schema.prefix_items.is_empty()
        && schema.items == Rest::Unsaid
        && schema.condition.is_none()
        && schema.not.is_none()
        && schema.contains.is_none()
        && schema.format.is_none()
        && schema.dependent_schemas.is_empty();
    if !plain || schema.never {
        return None;
    }
    let mut inner = None;
    let mut nullable = schema.nullable || schema.types.has(Types::NULL);
    for one in schema.all_of.iter().chain(&schema.one_of).chain(&schema.any_of) {
        if is_null(api, *one) {
            nullable = true;
        } else if inner.is_some_and(|id| id != *one) {
            return None;
        } else {
            inner = Some(*one);
        }
    }
    Some((inner?, nullable))
}
