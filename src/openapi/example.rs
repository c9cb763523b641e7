//! Generates valid, small, and deterministic examples from schemas.
//!
//! Takes a schema and a direction and returns one value. The document's own values (`const`, `examples`, `default`,
//! `enum`) come first, if they're valid. All other values are generated. Each value is generated to match its schema
//! and then checked by the validator. If a schema has variants, the result is the value of the first variant that has a
//! valid value. Work and size are limited. If an example is too large, it's generated again with less depth. This
//! module must not depend on media types, because `media` writes the value.

mod formats;
mod numbers;
mod object;
mod strings;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::{
    Bounds, Direction, Json, SchemaId, Types,
    discriminator_values::known_as,
    merge::{Merged, Node, Others, Views, canonical, extend},
    validate::is_valid,
};

/// The maximum depth of the first attempt.
const DEPTH: usize = 6;
/// The preferred maximum number of values in an example.
const MAX_VALUES: usize = 250;
/// The maximum number of values in an example at the smallest depth.
const MOST_VALUES: usize = 4_000;
/// The maximum number of properties to visit. An object can have 100,000 properties, and each property can be another
/// such object.
const MOST_LOOKED_AT: usize = 500_000;
/// The maximum size, in bytes, of a value that an example copies from the document.
const MAX_BYTES: usize = 20_000;
/// The maximum number of variants to try.
const MAX_VARIANTS: usize = 24;
/// The maximum number of items in a list that requires many items.
const MAX_ITEMS: usize = 500;
/// The maximum number of times that an example nests a schema that requires itself.
const MAX_REPEATS: usize = 2;

/// Returns an example of a schema. The example is invalid if the schema allows no value, or if no valid value was
/// found.
pub(crate) fn example(views: &Views<'_>, node: &Node, direction: Direction) -> Json {
    smallest(views, direction, |maker| maker.value(node, false)).unwrap_or(Json::Null)
}

/// Returns an example of one variant in a schema's first group.
pub(super) fn example_of(
    views: &Views<'_>,
    node: &Node,
    variant: usize,
    direction: Direction,
) -> Option<Json> {
    let merged = views.of(node);
    let group = merged.groups.first()?;
    smallest(views, direction, |maker| {
        maker.level = 1;
        maker.variant(&merged, node, group.variants.get(variant)?, false)
    })
}

/// Generates an example with as much depth as possible.
fn smallest<'v, 'a>(
    views: &'v Views<'a>,
    direction: Direction,
    make: impl Fn(&mut Maker<'v, 'a>) -> Option<Json>,
) -> Option<Json> {
    let mut found = None;
    for depth in (0..=DEPTH).rev() {
        let most = if depth == 0 { MOST_VALUES } else { MAX_VALUES };
        let mut maker = Maker {
            views,
            direction,
            depth,
            level: 0,
            most,
            made: 0,
            looked_at: 0,
            bytes: 0,
            full: false,
            way: Vec::new(),
        };
        let made = make(&mut maker);
        let small = !maker.full && maker.bytes <= MAX_BYTES;
        found = made.or(found);
        if small {
            break;
        }
    }
    found
}

/// Returns the schema's own examples, without the properties that aren't sent in this direction.
pub(crate) fn given(views: &Views<'_>, node: &Node, direction: Direction) -> Vec<Json> {
    let merged = views.of(node);
    merged.examples.iter().map(|value| as_sent(views, node, value, direction, 0)).collect()
}

/// Returns a value without the properties that aren't sent in this direction.
fn as_sent(views: &Views<'_>, node: &Node, value: &Json, direction: Direction, depth: usize) -> Json {
    if direction == Direction::Both || depth > DEPTH {
        return value.clone();
    }
    match value {
        Json::Object(members) => {
            let merged = views.of(node);
            let kept = members.iter().filter_map(|(name, value)| {
                let Some(field) = merged.property(name) else {
                    return Some((name.clone(), value.clone()));
                };
                if views.of(&field.node).is_hidden(direction) {
                    return None;
                }
                Some((name.clone(), as_sent(views, &field.node, value, direction, depth + 1)))
            });
            Json::Object(kept.collect())
        }
        Json::Array(items) => {
            let merged = views.of(node);
            let Some(each) = merged.items.said() else { return value.clone() };
            Json::Array(items.iter().map(|item| as_sent(views, each, item, direction, depth + 1)).collect())
        }
        leaf => leaf.clone(),
    }
}

/// Returns a schema with a selected variant of the schema's first group, including the group's discriminator.
pub(super) fn chosen<'a>(views: &Views<'a>, merged: &Merged<'a>, variant: &Node) -> Merged<'a> {
    let mut chosen = views.choose(merged, 0, variant);
    let by = merged.groups.first().and_then(|group| group.discriminator);
    if let Some(told_by) = by.and_then(|by| Some((by, known_as(views, by, variant)?))) {
        chosen.told_by.insert(0, told_by);
    }
    chosen
}

struct Maker<'v, 'a> {
    views: &'v Views<'a>,
    direction: Direction,
    /// The minimum depth at which optional values are left out.
    depth: usize,
    /// The number of values that contain the next value.
    level: usize,
    most: usize,
    made: usize,
    looked_at: usize,
    bytes: usize,
    /// Whether the limit on values or properties was reached.
    full: bool,
    /// The schemas that the next value is nested in.
    way: Vec<SchemaId>,
}

impl<'a> Maker<'_, 'a> {
    /// Returns a value for a node, or `None` if no value is found. A `frugal` value contains only required values.
    fn value(&mut self, node: &Node, frugal: bool) -> Option<Json> {
        let merged = self.views.of(node);
        self.made += 1;
        self.full |= self.made > self.most;
        if self.full || (merged.never && merged.subject.is_some() && merged.types.is_empty()) {
            return None;
        }
        if let Some(value) = self.given(&merged, node) {
            return Some(value);
        }
        let repeats = self.way.iter().filter(|id| Some(**id) == merged.subject).count();
        if repeats >= MAX_REPEATS {
            return None;
        }
        let frugal = frugal || repeats > 0 || self.level >= self.depth;
        let length = self.way.len();
        self.way.extend(merged.subject);
        self.level += 1;
        let value = self.chosen(&merged, node, frugal);
        self.level -= 1;
        self.way.truncate(length);
        value.or_else(|| merged.types.has(Types::NULL).then_some(Json::Null))
    }

    fn is_valid(&self, node: &Node, value: &Json) -> bool {
        is_valid(self.views, node, value, self.direction) == Some(true)
    }

    /// Returns a value from the document. An empty default isn't used, because it doesn't show what a value looks like.
    fn given(&mut self, merged: &Merged<'a>, node: &Node) -> Option<Json> {
        let values = merged.values.iter().map(|one| &one.value);
        let candidates = merged.constant.into_iter().chain(merged.examples.iter().copied());
        let candidates = candidates.chain(merged.default.filter(|value| !value.is_empty())).chain(values);
        for value in candidates.take(40) {
            // `null` is often valid but useless.
            if *value == Json::Null && merged.constant.is_none() && merged.values.len() != 1 {
                continue;
            }
            let value = as_sent(self.views, node, value, self.direction, 0);
            let size = size(&value);
            if size <= MAX_BYTES && self.is_valid(node, &value) {
                self.bytes += size;
                return Some(value);
            }
        }
        None
    }

    /// Returns a value with a selected variant of each group.
    fn chosen(&mut self, merged: &Merged<'a>, node: &Node, frugal: bool) -> Option<Json> {
        let Some(group) = merged.groups.first() else { return self.shaped(merged, node, frugal) };
        let mut second = None;
        for variant in group.variants.iter().take(MAX_VARIANTS) {
            match self.variant(merged, node, variant, frugal) {
                Some(value) if self.is_valid(node, &value) => return Some(value),
                value => second = second.or(value),
            }
            if self.full {
                return None;
            }
        }
        second
    }

    /// Returns a value with this variant of the first group.
    fn variant(&mut self, merged: &Merged<'a>, node: &Node, variant: &Node, frugal: bool) -> Option<Json> {
        let subject = self.views.subject(variant);
        if self.way.iter().filter(|id| Some(**id) == subject).count() >= MAX_REPEATS {
            return None;
        }
        let chosen = chosen(self.views, merged, variant);
        let length = self.way.len();
        self.way.extend(subject.filter(|_| subject != merged.subject));
        let value = self.given(&chosen, node).or_else(|| self.chosen(&chosen, node, frugal));
        self.way.truncate(length);
        value
    }

    /// Returns a value of a schema without groups. Tries the unchanged schema, then the schema with its conditional
    /// parts, and then only the required values.
    fn shaped(&mut self, merged: &Merged<'a>, node: &Node, frugal: bool) -> Option<Json> {
        let plain = merged.not.is_empty()
            && merged.conditions.is_empty()
            && merged.dependent_schemas.is_empty()
            && merged.dependent_required.is_empty()
            && merged.unevaluated_properties == Others::Unsaid
            && merged.property_names.is_none();
        if plain {
            return self.typed(merged, frugal);
        }
        let mut second = None;
        for (alternative, frugal) in self.alternatives(merged, frugal) {
            match self.typed(&alternative, frugal) {
                Some(value) if self.is_valid(node, &value) => return Some(value),
                value => second = second.or(value),
            }
            if self.full {
                return None;
            }
        }
        // `not` might exclude only the usual value, so try other values.
        let other = second.as_ref().and_then(|value| {
            let mut others = (0..MAX_VARIANTS).filter_map(|turn| self.varied(node, value, turn));
            others.find(|other| self.is_valid(node, other))
        });
        other.or(second)
    }

    /// Returns the schemas to try for a schema with conditions. Each flag specifies whether the schema's value is
    /// `frugal`.
    fn alternatives(&self, merged: &Merged<'a>, frugal: bool) -> Vec<(Merged<'a>, bool)> {
        let with = |nodes: &[Node]| {
            let mut more = merged.clone();
            for node in nodes {
                more.absorb((*self.views.of(node)).clone());
            }
            more
        };
        let mut all = Vec::new();
        let dependent: Vec<Node> = merged.dependent_schemas.iter().map(|(_, node)| node.clone()).collect();
        if !dependent.is_empty() {
            all.push((with(&dependent), frugal));
        }
        all.push((merged.clone(), frugal));
        for condition in merged.conditions.iter().take(MAX_VARIANTS) {
            let mut then = vec![Node::One(condition.when)];
            then.extend(condition.then.map(Node::One));
            all.push((with(&then), frugal));
            if let Some(otherwise) = condition.otherwise {
                all.push((with(&[Node::One(otherwise)]), frugal));
            }
        }
        all.push((merged.clone(), true));
        all
    }

    /// Returns a value of one of the types.
    fn typed(&mut self, merged: &Merged<'a>, frugal: bool) -> Option<Json> {
        for kind in kinds(merged) {
            let value = match kind {
                Types::OBJECT => self.object(merged, frugal),
                Types::ARRAY => self.array(merged, frugal),
                Types::STRING => self.string(merged),
                Types::INTEGER => numbers::number(merged, true),
                Types::NUMBER => numbers::number(merged, false),
                Types::BOOLEAN => Some(Json::Bool(true)),
                _ => Some(Json::Null),
            };
            if let Some(value) = value {
                self.bytes +=
                    if matches!(value, Json::Object(_) | Json::Array(_)) { 2 } else { size(&value) };
                return Some(value);
            }
            if self.full {
                return None;
            }
        }
        None
    }

    fn array(&mut self, merged: &Merged<'a>, frugal: bool) -> Option<Json> {
        let limits = &merged.limits;
        let (least, most) = limits.items.sizes();
        let contains = Bounds { least: limits.contains.least.or(Some(1)), most: None };
        let contained = if merged.contains.is_empty() { 0 } else { contains.sizes().0 };
        let usual = if frugal { 0 } else { merged.prefix_items.len().max(1) };
        let rest = match &merged.items {
            Others::Unsaid | Others::Any => &merged.unevaluated_items,
            items => items,
        };
        let rest = (*rest != Others::None).then(|| rest.each().clone());
        // If allowed, the items that `contains` requires follow the positional items.
        let first = match merged.prefix_items.len() {
            after if contained > 0 && rest.is_some() && after.saturating_add(contained) <= most => after,
            _ => 0,
        };
        let end = if contained > 0 { first + contained.min(MAX_ITEMS) } else { 0 };
        let wanted = usual.max(end).min(most).max(least).min(MAX_ITEMS);
        let mut items: Vec<Json> = Vec::new();
        let mut known = HashSet::new();
        for at in 0..wanted {
            let Some(node) = merged.prefix_items.get(at).or(rest.as_ref()) else { break };
            let contains = if (first..end).contains(&at) { merged.contains.as_slice() } else { &[] };
            let node = contains.iter().fold(node.clone(), |all, one| one.and(&all));
            let Some(mut item) = self.value(&node, frugal) else {
                if self.full || items.len() < least.max(contained) {
                    return None;
                }
                break;
            };
            if limits.unique_items {
                for turn in at..at + 2 * MAX_VARIANTS {
                    if !known.contains(&canonical(&item)) {
                        break;
                    }
                    let Some(other) = self.varied(&node, &item, turn) else { break };
                    item = other;
                }
                if !known.insert(canonical(&item)) {
                    if items.len() < least {
                        return None;
                    }
                    break;
                }
            }
            items.push(item);
        }
        (items.len() >= least).then_some(Json::Array(items))
    }

    /// Returns a similar but different value, for lists with unique items and for `not`.
    fn varied(&self, node: &Node, value: &Json, turn: usize) -> Option<Json> {
        let merged = self.views.of(node);
        if let Some(other) = merged.values.get(turn % merged.values.len().max(1)) {
            return Some(other.value.clone());
        }
        let candidate = match value {
            Json::Bool(value) => Json::Bool(!value),
            Json::Number(text) => numbers::step(&merged, text)?,
            Json::String(text) => return strings::varied(self.views, &merged, text, turn + 1),
            Json::Array(items) => {
                let mut items = items.clone();
                let (each, first) = (merged.items.said()?, items.first_mut()?);
                *first = self.varied(each, first, turn)?;
                Json::Array(items)
            }
            Json::Object(members) => {
                let mut members = members.clone();
                let varied = members.iter().enumerate().find_map(|(at, (name, value))| {
                    let field = merged.property(name)?;
                    Some((at, self.varied(&field.node, value, turn)?))
                });
                let (at, value) = varied?;
                members[at].1 = value;
                Json::Object(members)
            }
            Json::Null => return None,
        };
        self.is_valid(node, &candidate).then_some(candidate)
    }
}

/// Returns the types to try, starting with the most likely type.
fn kinds(merged: &Merged<'_>) -> Vec<Types> {
    let (limits, untyped) = (&merged.limits, merged.types.is_empty());
    let items = merged.items != Others::Unsaid || !merged.prefix_items.is_empty();
    let text = limits.length != Bounds::default() || !merged.patterns.is_empty();
    let encoded = merged.content_encoding.or(merged.content_media_type).is_some();
    let number = limits.minimum.is_some() || limits.maximum.is_some() || !merged.multiples.is_empty();
    let likely = [
        (Types::OBJECT, merged.has_members() || limits.properties.least.is_some()),
        (Types::ARRAY, items || !merged.contains.is_empty()),
        (Types::STRING, text || encoded),
        (Types::INTEGER, number),
        (Types::NUMBER, number),
        (Types::STRING, untyped && merged.format.is_some()),
        // A schema without a type allows any value, so try an object.
        (Types::OBJECT, untyped),
    ];
    let likely = likely.into_iter().filter(|(_, likely)| *likely).map(|(kind, _)| kind);
    let all = likely.chain(Types::NAMES.map(|(kind, _)| kind));
    let mut kinds = Vec::new();
    extend(&mut kinds, all.filter(|kind| untyped || merged.types.has(*kind)));
    kinds
}

/// Returns the approximate length of a value as text.
fn size(value: &Json) -> usize {
    match value {
        Json::Null | Json::Bool(_) => 4,
        Json::Number(text) => text.len(),
        Json::String(text) => text.len() + 2,
        Json::Array(items) => items.iter().map(|item| size(item) + 2).sum::<usize>() + 2,
        Json::Object(members) => {
            members.iter().map(|(name, value)| name.len() + size(value) + 6).sum::<usize>() + 2
        }
    }
}
