//! Walks both schema graphs at the same time.
//!
//! A pair of schemas is compared only once for each side, regardless of how many operations use it, so cycles don't
//! cause endless loops and shared schemas cause no extra work. `attribution` later finds the operations that use a
//! changed pair.

use std::collections::{HashMap, HashSet};

use super::facts::{Fact, Facts, Spot, Step};
use super::{Compared, Rule, Side, limits, quote, values, variants};
use crate::openapi::{
    Condition, Direction, SchemaId,
    merge::{Field, Merged, Node, Others, Views},
};

/// The maximum number of merged schemas and properties to read.
const MAX_WORK: usize = 5_000_000;
/// The maximum number of differences between schemas.
const MAX_CHANGES: usize = 100_000;

/// Two schemas to compare.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub old: Node,
    pub new: Node,
    pub side: Side,
    pub spot: Spot,
}

/// The place where a pair was first found.
#[derive(Debug)]
pub(super) enum Origin {
    /// The index in [`Pairs::roots`].
    Root(u32),
    /// The index of the pair that contains this pair, and the step from there to this pair.
    Pair(u32, Step),
}

/// Two compared schemas.
#[derive(Debug)]
pub(super) struct Pair {
    pub key: Key,
    pub from: Origin,
    /// The index of the root from which the pair was first found.
    pub root: u32,
    /// The indexes of the pairs below.
    pub children: Vec<u32>,
}

/// A pair of schemas in an operation.
#[derive(Debug)]
pub(super) struct Root {
    /// The index of the operation.
    pub operation: u32,
    /// The name in messages, such as "request body `application/json`".
    pub label: String,
    pub pair: u32,
}

/// All compared pairs.
pub(super) struct Pairs<'a> {
    pub old: Views<'a>,
    pub new: Views<'a>,
    pub list: Vec<Pair>,
    pub roots: Vec<Root>,
    pub found: Vec<(u32, Fact)>,
    /// Whether a limit was reached before everything was compared.
    pub cut: bool,
    index: HashMap<Key, u32>,
    work: usize,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(old: Views<'a>, new: Views<'a>) -> Self {
        Pairs {
            old,
            new,
            list: Vec::new(),
            roots: Vec::new(),
            found: Vec::new(),
            cut: false,
            index: HashMap::new(),
            work: 0,
        }
    }

    /// Adds a pair of schemas in an operation.
    pub(super) fn root(&mut self, operation: u32, label: String, key: Key) {
        let root = u32::try_from(self.roots.len()).unwrap_or(u32::MAX);
        let pair = self.pair(key, Origin::Root(root));
        self.roots.push(Root { operation, label, pair });
    }

    fn pair(&mut self, key: Key, from: Origin) -> u32 {
        if let Some(known) = self.index.get(&key) {
            return *known;
        }
        let pair = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.index.insert(key.clone(), pair);
        let root = match &from {
            Origin::Root(root) => *root,
            Origin::Pair(above, _) => self.list[*above as usize].root,
        };
        self.list.push(Pair { key, from, root, children: Vec::new() });
        pair
    }

    /// Compares all pairs and the pairs below them.
    pub(super) fn walk(&mut self) {
        let mut at = 0;
        while at < self.list.len() {
            if self.work > MAX_WORK || self.found.len() > MAX_CHANGES {
                self.cut = true;
                return;
            }
            let Key { old, new, side, spot } = self.list[at].key.clone();
            let facts = self.compare(&old, &new, side, spot);
            let pair = u32::try_from(at).unwrap_or(u32::MAX);
            self.found.extend(facts.all.into_iter().map(|fact| (pair, fact)));
            let spot = if spot == Spot::Parameter { Spot::Text } else { spot };
            let mut children = Vec::with_capacity(facts.parts.len());
            for (step, old, new, negated) in facts.parts {
                let side = if negated { side.flipped() } else { side };
                children.push(self.pair(Key { old, new, side, spot }, Origin::Pair(pair, step)));
            }
            self.list[at].children = children;
            at += 1;
        }
    }

    /// Returns every compared pair of schemas with its differences.
    pub(super) fn trace(self) -> Vec<Compared> {
        let pair = |pair: Pair| Compared {
            old: pair.key.old,
            new: pair.key.new,
            side: pair.key.side,
            facts: Vec::new(),
        };
        let mut all: Vec<Compared> = self.list.into_iter().map(pair).collect();
        for (at, fact) in self.found {
            all[at as usize].facts.push((fact.rule, fact.property));
        }
        all
    }

    /// Compares two schemas, without their parts.
    fn compare(&mut self, old: &Node, new: &Node, side: Side, spot: Spot) -> Facts {
        let (old, new) = (self.old.of(old), self.new.of(new));
        self.work += 2 + [&old, &new].map(|one| one.parts.len() + one.properties.len()).iter().sum::<usize>();
        self.cut |= old.cut || new.cut;
        let mut facts = Facts::default();
        match (old.never, new.never) {
            (false, true) => facts.add(Rule::ConstraintAdded, "", "a schema that no value matches"),
            (true, false) => facts.add(Rule::ConstraintRemoved, "a schema that no value matches", ""),
            _ => {}
        }
        if old.never || new.never {
            return facts;
        }
        values::compare([&self.old, &self.new], &old, &new, (side, spot), &mut facts);
        limits::compare(&old, &new, &mut facts);
        self.properties(&old, &new, side, &mut facts);
        other_properties(&old, &new, &mut facts);
        items(&old, &new, &mut facts);
        conditions(&old, &new, &mut facts);
        variants::compare([&self.old, &self.new], &old, &new, &mut facts);
        facts
    }

    fn properties(&self, old: &Merged<'a>, new: &Merged<'a>, side: Side, facts: &mut Facts) {
        let direction = match side {
            Side::Request => Direction::Request,
            Side::Response => Direction::Response,
        };
        let (olds, news) = (by_name(old), by_name(new));
        let mut about = |rule: Rule, texts: [&str; 2], name: &str, at: [Option<&Field<'_>>; 2]| {
            facts.all.push(Fact {
                rule,
                old: texts[0].to_owned(),
                new: texts[1].to_owned(),
                property: Some(name.into()),
                at: at.map(|field| field.and_then(|field| field.node.ids().first().copied())),
            });
        };
        let mut common = Vec::new();
        for field in &old.properties {
            let was = self.old.of(&field.node);
            let Some(now_field) = news.get(field.name) else {
                if !was.is_hidden(direction) {
                    let rule = if field.required {
                        Rule::RequiredPropertyRemoved
                    } else {
                        Rule::OptionalPropertyRemoved
                    };
                    about(rule, ["", ""], field.name, [Some(field), None]);
                }
                continue;
            };
            let now = self.new.of(&now_field.node);
            let at = [Some(field), Some(*now_field)];
            if was.read_only != now.read_only || was.write_only != now.write_only {
                let is_received = side == Side::Response && was.write_only && !now.write_only;
                let rule = match is_received && now_field.required {
                    true => Rule::PropertyNowReceived,
                    false => Rule::PropertyAccessChanged,
                };
                about(rule, [access(&was), access(&now)], field.name, at);
            }
            if now.is_hidden(direction) || was.is_hidden(direction) {
                continue;
            }
            match (field.required, now_field.required) {
                (false, true) => about(Rule::PropertyBecameRequired, ["", ""], field.name, at),
                (true, false) => about(Rule::PropertyBecameOptional, ["", ""], field.name, at),
                _ => {}
            }
            common.push((field, *now_field));
        }
        let (were_required, are_required) = (required(old), required(new));
        for field in new.properties.iter().filter(|field| !olds.contains_key(field.name)) {
            if self.new.of(&field.node).is_hidden(direction) {
                continue;
            }
            let rule = match field.required && !were_required.contains(field.name) {
                true => Rule::RequiredPropertyAdded,
                false => Rule::OptionalPropertyAdded,
            };
            about(rule, ["", ""], field.name, [None, Some(field)]);
        }
        for name in new.also_required.iter().filter(|name| !were_required.contains(*name)) {
            about(Rule::PropertyBecameRequired, ["", ""], name, [None; 2]);
        }
        for name in old.also_required.iter().filter(|name| !are_required.contains(*name)) {
            about(Rule::PropertyBecameOptional, ["", ""], name, [None; 2]);
        }
        for (field, now) in common {
            facts.part(Step::Property(field.name.into()), &field.node, &now.node);
        }
    }
}

/// Returns the properties by name.
fn by_name<'m, 'a>(merged: &'m Merged<'a>) -> HashMap<&'a str, &'m Field<'a>> {
    merged.properties.iter().map(|field| (field.name, field)).collect()
}

/// Returns the names of all required properties.
fn required<'a>(merged: &Merged<'a>) -> HashSet<&'a str> {
    let listed = merged.properties.iter().filter(|field| field.required).map(|field| field.name);
    listed.chain(merged.also_required.iter().copied()).collect()
}

/// Returns the access to a property, as shown in messages.
fn access(merged: &Merged<'_>) -> &'static str {
    match (merged.read_only, merged.write_only) {
        (true, _) => "read-only",
        (_, true) => "write-only",
        _ => "readable and writable",
    }
}

/// Compares the rules for properties that aren't listed.
fn other_properties(old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    let kind = |others: &Others| match others {
        Others::Unsaid | Others::Any => "any",
        Others::Each(_) => "a schema",
        Others::None => "none",
    };
    let (was, now) = (kind(&old.additional), kind(&new.additional));
    let rank = |others: &Others| match others {
        Others::Unsaid | Others::Any => 0,
        Others::Each(_) => 1,
        Others::None => 2,
    };
    match (&old.additional, &new.additional) {
        (Others::Each(old), Others::Each(new)) => facts.part(Step::Additional, old, new),
        (old, new) if rank(old) < rank(new) => facts.add(Rule::AdditionalRestricted, was, now),
        (old, new) if rank(old) > rank(new) => facts.add(Rule::AdditionalOpened, was, now),
        _ => {}
    }
    for (name, old, new) in [
        ("unevaluatedProperties", &old.unevaluated_properties, &new.unevaluated_properties),
        ("unevaluatedItems", &old.unevaluated_items, &new.unevaluated_items),
    ] {
        others(name, old, new, facts);
    }
    for (name, old, new) in both(&old.pattern_properties, &new.pattern_properties) {
        match (old, new) {
            (Some(old), Some(new)) => facts.part(Step::Pattern(name.into()), old, new),
            (Some(_), None) => facts.add(Rule::ConstraintRemoved, pattern_properties(name), ""),
            _ => facts.add(Rule::ConstraintAdded, "", pattern_properties(name)),
        }
    }
    facts.keyword("propertyNames", old.property_names.as_ref(), new.property_names.as_ref());
    for (name, old, new) in both(&old.dependent_schemas, &new.dependent_schemas) {
        match (old, new) {
            (Some(old), Some(new)) => facts.part(Step::Keyword("dependentSchemas"), old, new),
            (Some(_), None) => {
                facts.add(
                    Rule::ConstraintRemoved,
                    format!("`dependentSchemas` of {}", quote::code(name)),
                    "",
                );
            }
            _ => facts.add(Rule::ConstraintAdded, "", format!("`dependentSchemas` of {}", quote::code(name))),
        }
    }
    let list = |names: &&[Box<str>]| {
        let mut names: Vec<&str> = names.iter().map(|name| &**name).collect();
        names.sort_unstable();
        quote::list(names.into_iter().map(quote::code))
    };
    for (name, old, new) in both(&old.dependent_required, &new.dependent_required) {
        let what = format!("`dependentRequired` of {}", quote::code(name));
        match (old.map(list), new.map(list)) {
            (Some(old), Some(new)) if old != new => {
                facts.add(Rule::ConstraintChanged, format!("{what} ({old})"), new);
            }
            (Some(_), None) => facts.add(Rule::ConstraintRemoved, what, ""),
            (None, Some(_)) => facts.add(Rule::ConstraintAdded, "", what),
            _ => {}
        }
    }
}

fn pattern_properties(name: &str) -> String {
    format!("`patternProperties` for {}", quote::code(name))
}

/// Compares a keyword that applies to properties or items that no other keyword describes.
fn others(name: &'static str, old: &Others, new: &Others, facts: &mut Facts) {
    match (old, new) {
        (Others::Each(old), Others::Each(new)) => facts.part(Step::Keyword(name), old, new),
        (Others::Unsaid | Others::Any, Others::Each(_) | Others::None) | (Others::Each(_), Others::None) => {
            facts.add(Rule::ConstraintAdded, "", quote::code(name));
        }
        (Others::Each(_) | Others::None, Others::Unsaid | Others::Any) | (Others::None, Others::Each(_)) => {
            facts.add(Rule::ConstraintRemoved, quote::code(name), "");
        }
        _ => {}
    }
}

fn items(old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    match (&old.items, &new.items) {
        (Others::Each(old), Others::Each(new)) => facts.part(Step::Items, old, new),
        (old, new) => others("items", old, new, facts),
    }
    for (at, (old, new)) in old.prefix_items.iter().zip(&new.prefix_items).enumerate() {
        facts.part(Step::PrefixItem(at), old, new);
    }
    for _ in old.prefix_items.len()..new.prefix_items.len() {
        facts.add(Rule::PrefixItemAdded, "", "");
    }
    for _ in new.prefix_items.len()..old.prefix_items.len() {
        facts.add(Rule::PrefixItemRemoved, "", "");
    }
    pairwise("contains", &old.contains, &new.contains, false, facts);
}

fn conditions(old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    pairwise("not", &old.not, &new.not, true, facts);
    let node = |id: Option<SchemaId>| id.map(Node::One);
    for at in 0..old.conditions.len().max(new.conditions.len()) {
        let get = |all: &[Condition]| all.get(at).copied();
        let (old, new) = (get(&old.conditions), get(&new.conditions));
        let when = |one: Option<Condition>| node(one.map(|one| one.when));
        match (when(old), when(new)) {
            (Some(old), Some(new)) => facts.parts.push((Step::Keyword("if"), old, new, true)),
            (old, new) => facts.keyword("if", old.as_ref(), new.as_ref()),
        }
        let then = |one: Option<Condition>| node(one.and_then(|one| one.then));
        facts.keyword("then", then(old).as_ref(), then(new).as_ref());
        let otherwise = |one: Option<Condition>| node(one.and_then(|one| one.otherwise));
        facts.keyword("else", otherwise(old).as_ref(), otherwise(new).as_ref());
    }
    facts.keyword("contentSchema", old.content_schema.as_ref(), new.content_schema.as_ref());
}

/// Compares the values of a keyword that can occur in several of the merged schemas.
fn pairwise(name: &'static str, old: &[Node], new: &[Node], negated: bool, facts: &mut Facts) {
    for at in 0..old.len().max(new.len()) {
        match (old.get(at), new.get(at)) {
            (Some(old), Some(new)) => {
                facts.parts.push((Step::Keyword(name), old.clone(), new.clone(), negated));
            }
            (old, new) => facts.keyword(name, old, new),
        }
    }
}

/// Returns the entries of two lists by name, in the order of the lists.
fn both<'n, T>(
    old: &'n [(&'n str, T)],
    new: &'n [(&'n str, T)],
) -> Vec<(&'n str, Option<&'n T>, Option<&'n T>)> {
    let find = |all: &'n [(&'n str, T)]| -> HashMap<&'n str, &'n T> {
        all.iter().map(|(name, value)| (*name, value)).collect()
    };
    let (olds, news) = (find(old), find(new));
    let first = old.iter().map(|(name, value)| (*name, Some(value), news.get(name).copied()));
    let added = new.iter().filter(|(name, _)| !olds.contains_key(name));
    first.chain(added.map(|(name, value)| (*name, None, Some(value)))).collect()
}
