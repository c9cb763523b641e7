//! Compares choices between variants: `oneOf`, `anyOf`, and discriminators.

use std::collections::{HashMap, HashSet};

use super::facts::{Facts, Step};
use super::values::{outline, types};
use super::{Rule, quote};
use crate::openapi::{
    Discriminator, Types,
    merge::{Group, GroupKind, Merged, Node, Views},
};

/// The types whose values have no properties or items.
const SCALARS: Types = Types(Types::STRING.0 | Types::INTEGER.0 | Types::NUMBER.0 | Types::BOOLEAN.0);

pub(super) fn compare(views: [&Views<'_>; 2], old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    discriminator(old.discriminator, new.discriminator, views, facts);
    for kind in [GroupKind::OneOf, GroupKind::AnyOf, GroupKind::Told] {
        let of = |one: &'_ Merged<'_>| -> Vec<usize> {
            (0..one.groups.len()).filter(|at| one.groups[*at].kind == kind).collect()
        };
        let (olds, news) = (of(old), of(new));
        for at in 0..olds.len().max(news.len()) {
            let was = olds.get(at).map(|at| &old.groups[*at]);
            let now = news.get(at).map(|at| &new.groups[*at]);
            match (was, now) {
                (Some(was), Some(now)) => groups(views, was, now, facts),
                // The kind of choice changed, which is compared below.
                _ if old.groups.len() == 1 && new.groups.len() == 1 => {}
                (Some(was), None) => lost(views, was, new, facts),
                (None, Some(now)) => gained(views, old, now, facts),
                (None, None) => {}
            }
        }
    }
    if let ([was], [now]) = (&old.groups[..], &new.groups[..])
        && was.kind != now.kind
    {
        groups(views, was, now, facts);
    }
}

/// Compares two choices.
fn groups(views: [&Views<'_>; 2], old: &Group<'_>, new: &Group<'_>, facts: &mut Facts) {
    let (pairs, removed, added) = matched(views, &old.variants, &new.variants);
    for (was, now) in pairs {
        let name = name(views[1], &new.variants, now);
        facts.part(Step::Variant(name), &old.variants[was], &new.variants[now]);
    }
    let is_any = new.kind == GroupKind::AnyOf;
    if !removed.is_empty() {
        let rule = if is_any { Rule::AnyOfRemoved } else { Rule::OneOfRemoved };
        facts.add(rule, list(views[0], &old.variants, &removed), "");
    }
    if !added.is_empty() {
        let rule = if is_any { Rule::AnyOfAdded } else { Rule::OneOfAdded };
        facts.add(rule, "", list(views[1], &new.variants, &added));
    }
}

/// Compares a schema without a choice with a choice.
fn gained(views: [&Views<'_>; 2], old: &Merged<'_>, new: &Group<'_>, facts: &mut Facts) {
    let is_scalar = |at: usize| covers_scalars(views[1], &new.variants[at]);
    let all: Vec<usize> = (0..new.variants.len()).collect();
    // The comparison of types already reports this change.
    if all.iter().all(|at| is_scalar(*at)) {
        return;
    }
    // A schema without its own values becomes a choice.
    let rule = if new.kind == GroupKind::AnyOf && old.types.is_empty() && !old.has_members() {
        Rule::ConstraintAdded
    } else {
        Rule::WrappedInChoice
    };
    let shown = list(views[1], &new.variants, &all);
    facts.add(rule, "", if rule == Rule::ConstraintAdded { format!("`anyOf` {shown}") } else { shown });
}

/// Compares a choice with a schema without a choice.
fn lost(views: [&Views<'_>; 2], old: &Group<'_>, new: &Merged<'_>, facts: &mut Facts) {
    let all: Vec<usize> = (0..old.variants.len()).collect();
    if all.iter().all(|at| covers_scalars(views[0], &old.variants[*at])) {
        return;
    }
    let shown = list(views[0], &old.variants, &all);
    if new.types.is_empty() && !new.has_members() {
        return facts.add(Rule::ConstraintRemoved, format!("the choice between {shown}"), "");
    }
    facts.add(Rule::ChoiceReplaced, shown, "");
}

fn covers_scalars(views: &Views<'_>, node: &Node) -> bool {
    let types = types(views, &views.of(node));
    !types.is_empty() && SCALARS.has(types)
}

/// Matches variants by their schemas' names, then by titles, then by content. Returns the matches and the other
/// variants on both sides.
fn matched(
    views: [&Views<'_>; 2],
    old: &[Node],
    new: &[Node],
) -> (Vec<(usize, usize)>, Vec<usize>, Vec<usize>) {
    let mut pairs = Vec::new();
    let mut olds: Vec<usize> = (0..old.len()).collect();
    let mut news: Vec<usize> = (0..new.len()).collect();
    let keys: [fn(&Views<'_>, &Node) -> Option<String>; 3] =
        [schema_name, title, |views, node| Some(outline(views, node))];
    for key in keys {
        let mut free: HashMap<String, Vec<usize>> = HashMap::new();
        for at in news.iter().rev() {
            if let Some(key) = key(views[1], &new[*at]) {
                free.entry(key).or_default().push(*at);
            }
        }
        olds.retain(|was| {
            let now = key(views[0], &old[*was]).and_then(|key| free.get_mut(&key)?.pop());
            pairs.extend(now.map(|now| (*was, now)));
            now.is_none()
        });
        let used: HashSet<usize> = pairs.iter().map(|(_, now)| *now).collect();
        news.retain(|now| !used.contains(now));
    }
    pairs.sort_unstable();
    (pairs, olds, news)
}

fn schema_name(views: &Views<'_>, node: &Node) -> Option<String> {
    Some(views.schema(views.subject(node)?)?.name.as_deref()?.to_owned())
}

fn title(views: &Views<'_>, node: &Node) -> Option<String> {
    views.of(node).title.map(str::to_owned)
}

/// Returns the name of a variant in messages: its schema's name, its title, or its number.
fn name(views: &Views<'_>, variants: &[Node], at: usize) -> String {
    let node = &variants[at];
    schema_name(views, node).or_else(|| title(views, node)).unwrap_or_else(|| format!("#{}", at + 1))
}

fn list(views: &Views<'_>, variants: &[Node], which: &[usize]) -> String {
    quote::list(which.iter().map(|at| quote::code(&name(views, variants, *at))))
}

fn discriminator(
    old: Option<&Discriminator>,
    new: Option<&Discriminator>,
    views: [&Views<'_>; 2],
    facts: &mut Facts,
) {
    let property = |one: Option<&Discriminator>| one.map(|one| one.property.to_string());
    let (was, now) = (property(old), property(new));
    if was != now {
        return facts.add(
            Rule::DiscriminatorChanged,
            quote::maybe(was.as_deref()),
            quote::maybe(now.as_deref()),
        );
    }
    let mapping = |views: &Views<'_>, one: Option<&Discriminator>| -> Vec<(String, Option<String>)> {
        let entries = one.into_iter().flat_map(|one| &one.mapping);
        let mut all: Vec<_> =
            entries.map(|(value, id)| (value.to_string(), schema_name(views, &Node::One(*id)))).collect();
        all.sort();
        all
    };
    let (was, now) = (mapping(views[0], old), mapping(views[1], new));
    if was != now {
        let show = |all: &[(String, Option<String>)], other: &[(String, Option<String>)]| {
            let left = all.iter().filter(|one| !other.contains(one));
            let left: Vec<String> = left.map(|(value, _)| quote::code(value)).collect();
            if left.is_empty() { "none".to_owned() } else { quote::list(left) }
        };
        let (old, new) = (show(&was, &now), show(&now, &was));
        facts.add(Rule::DiscriminatorChanged, format!("mapping {old}"), new);
    }
}
