//! Compares the values that two schemas allow: types, formats, `null`, enums, constants, and defaults.

use std::collections::HashSet;

use super::facts::{Facts, Spot};
use super::{Rule, Side, quote};
use crate::openapi::{
    Json, Types,
    merge::{Merged, Node, Views, canonical, same},
};

/// The formats whose values are also values of a wider format: the type, the narrower format, and the wider format.
const WIDER: [(Types, &str, &str); 6] = [
    (Types::NUMBER, "float", "double"),
    (Types::INTEGER, "int32", "int64"),
    (Types::INTEGER, "int32", "bigint"),
    (Types::INTEGER, "int64", "bigint"),
    (Types::STRING, "date", "date-time"),
    (Types::STRING, "time", "date-time"),
];

/// The effect of a change on a set of values.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    None,
    Widened,
    Narrowed,
    Replaced,
}

pub(super) fn compare(
    views: [&Views<'_>; 2],
    old: &Merged<'_>,
    new: &Merged<'_>,
    (side, spot): (Side, Spot),
    facts: &mut Facts,
) {
    // If both schemas are choices, their variants are compared instead.
    let types = match old.groups.is_empty() || new.groups.is_empty() {
        true => [types(views[0], old), types(views[1], new)],
        false => [own_types(old), own_types(new)],
    };
    let change = type_change(types);
    let shown = types.map(show);
    let is_text = spot != Spot::Typed;
    let text = match side {
        Side::Request => types[1],
        Side::Response => types[0],
    };
    let rule = match change {
        Change::None => None,
        Change::Widened => Some(Rule::TypeWidened),
        Change::Narrowed => Some(Rule::TypeNarrowed),
        Change::Replaced if is_text && text == Types::STRING => Some(Rule::TypeCompatible),
        Change::Replaced => Some(Rule::TypeChanged),
    };
    if let Some(rule) = rule {
        facts.add(rule, &*shown[0], &*shown[1]);
    }
    if change != Change::Replaced {
        format(types[1], old.format, new.format, facts);
    }
    nullability(old, new, facts);
    enums(old, new, facts);
    if spot != Spot::Parameter {
        default(old.default, new.default, Rule::DefaultChanged, facts);
    }
    for (name, old, new) in [
        ("contentEncoding", old.content_encoding, new.content_encoding),
        ("contentMediaType", old.content_media_type, new.content_media_type),
    ] {
        if old != new {
            let was = format!("`{name}` {}", quote::maybe(old));
            facts.add(Rule::ConstraintChanged, was, quote::maybe(new));
        }
    }
    match (old.deprecated, new.deprecated) {
        (false, true) => facts.add(Rule::Deprecated, "", ""),
        (true, false) => facts.add(Rule::Undeprecated, "", ""),
        _ => {}
    }
}

/// Adds a changed default.
pub(super) fn default(old: Option<&Json>, new: Option<&Json>, rule: Rule, facts: &mut Facts) {
    let is_same = match (old, new) {
        (None, None) => true,
        (Some(old), Some(new)) => same(old, new),
        _ => false,
    };
    if !is_same {
        let show = |value: Option<&Json>| value.map_or_else(|| "none".to_owned(), quote::json);
        facts.add(rule, show(old), show(new));
    }
}

/// Returns the types that a schema allows, except `null`. If any type is allowed, the set is empty.
pub(super) fn types(views: &Views<'_>, merged: &Merged<'_>) -> Types {
    let known = own_types(merged);
    if !known.is_empty() || merged.groups.is_empty() {
        return known;
    }
    let Some(group) = merged.groups.first() else { return known };
    let mut union = Types::default();
    for variant in &group.variants {
        let types = own_types(&views.of(variant));
        if types.is_empty() {
            return types;
        }
        union = union.with(types);
    }
    union
}

fn own_types(merged: &Merged<'_>) -> Types {
    let types = if !merged.types.is_empty() {
        merged.types
    } else {
        let values = merged.values.iter().map(|one| &one.value).chain(merged.constant);
        values.fold(Types::default(), |types, value| types.with(Types::of(value)))
    };
    Types(types.0 & !Types::NULL.0)
}

fn show(types: Types) -> String {
    if types.is_empty() {
        return "any".to_owned();
    }
    quote::list(types.names().map(quote::code))
}

/// Whether a set of types includes another set. Every integer is a number.
fn covers(wide: Types, narrow: Types) -> bool {
    let wide = if wide.has(Types::NUMBER) { wide.with(Types::INTEGER) } else { wide };
    wide.has(narrow)
}

fn type_change([old, new]: [Types; 2]) -> Change {
    let wider = new.is_empty() || !old.is_empty() && covers(new, old);
    let narrower = old.is_empty() || !new.is_empty() && covers(old, new);
    match (wider, narrower) {
        (true, true) => Change::None,
        (true, false) => Change::Widened,
        (false, true) => Change::Narrowed,
        (false, false) => Change::Replaced,
    }
}

fn format(types: Types, old: Option<&str>, new: Option<&str>, facts: &mut Facts) {
    let is_wider = |narrow, wide| {
        WIDER.iter().any(|(of, one, other)| *of == types && Some(*one) == narrow && Some(*other) == wide)
    };
    let rule = match (old, new) {
        _ if old == new => return,
        (Some(_), None) => Rule::FormatWidened,
        (None, Some(_)) => Rule::FormatNarrowed,
        _ if is_wider(old, new) => Rule::FormatWidened,
        _ if is_wider(new, old) => Rule::FormatNarrowed,
        _ => Rule::FormatChanged,
    };
    facts.add(rule, quote::maybe(old), quote::maybe(new));
}

/// Compares whether `null` is allowed. A schema that doesn't limit its values already allows `null`.
fn nullability(old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    let is_limited = |one: &Merged<'_>| {
        !one.types.is_empty()
            || !one.values.is_empty()
            || one.constant.is_some()
            || !one.groups.is_empty()
            || one.or_null
    };
    if !is_limited(old) || !is_limited(new) {
        return;
    }
    match (old.nullable(), new.nullable()) {
        (false, true) => facts.add(Rule::BecameNullable, "", ""),
        (true, false) => facts.add(Rule::BecameNotNullable, "", ""),
        _ => {}
    }
}

fn enums(old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    let values = |one: &Merged<'_>, other: &Merged<'_>| -> Vec<(String, String)> {
        let constant = one.constant.filter(|_| one.values.is_empty() && !other.values.is_empty());
        let values = one.values.iter().map(|one| &one.value).chain(constant);
        let values = values.filter(|value| **value != Json::Null);
        values.map(|value| (canonical(value), quote::json(value))).collect()
    };
    let (olds, news) = (values(old, new), values(new, old));
    let list = |values: &[(String, String)]| quote::list(values.iter().map(|(_, shown)| shown.clone()));
    match (olds.is_empty(), news.is_empty()) {
        (true, true) => return constants(old.constant, new.constant, facts),
        (true, false) => return facts.add(Rule::BecameEnum, "", list(&news)),
        (false, true) => return facts.add(Rule::EnumRemoved, list(&olds), ""),
        (false, false) => {}
    }
    let left = |from: &[(String, String)], without: &[(String, String)]| -> Vec<(String, String)> {
        let without: HashSet<&str> = without.iter().map(|(key, _)| &**key).collect();
        from.iter().filter(|(key, _)| !without.contains(&**key)).cloned().collect()
    };
    let (removed, added) = (left(&olds, &news), left(&news, &olds));
    if !removed.is_empty() {
        facts.add(Rule::EnumValueRemoved, list(&removed), "");
    }
    if !added.is_empty() {
        facts.add(Rule::EnumValueAdded, "", list(&added));
    }
}

fn constants(old: Option<&Json>, new: Option<&Json>, facts: &mut Facts) {
    match (old, new) {
        (None, Some(new)) => facts.add(Rule::ConstAdded, "", quote::json(new)),
        (Some(old), None) => facts.add(Rule::ConstRemoved, quote::json(old), ""),
        (Some(old), Some(new)) if !same(old, new) => {
            facts.add(Rule::ConstChanged, quote::json(old), quote::json(new));
        }
        _ => {}
    }
}

/// Returns a description of a schema that's the same for similar schemas in two documents.
pub(super) fn outline(views: &Views<'_>, node: &Node) -> String {
    let merged = views.of(node);
    let mut names: Vec<&str> = merged.properties.iter().map(|field| field.name).take(50).collect();
    names.sort_unstable();
    let values: Vec<String> = merged.values.iter().take(50).map(|one| canonical(&one.value)).collect();
    let constant = merged.constant.map(canonical);
    format!("{:?} {:?} {names:?} {values:?} {constant:?}", types(views, &merged), merged.format)
}
