//! Finds the operations that use a changed schema, and names the schema in messages.

use std::sync::Arc;

use super::facts::Step;
use super::schemas::{Origin, Pair, Pairs};
use super::{Change, Side, quote};
use crate::openapi::{Place, SchemaId, merge::Views};

/// The maximum number of steps to find the operations that use changed schemas.
const MAX_STEPS: usize = 20_000_000;
/// The maximum number of operations in all changes to schemas.
const MAX_LISTED: usize = 5_000_000;
/// The maximum number of steps from a body to a property in a message.
const MAX_WAY: usize = 20;

/// Turns the differences between schemas into changes, with the operations that they affect.
pub(super) fn changes(pairs: &Pairs<'_>) -> (Vec<Change>, bool) {
    let dirty = dirty(pairs);
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); pairs.list.len()];
    let has_facts = {
        let mut has = vec![false; pairs.list.len()];
        pairs.found.iter().for_each(|(pair, _)| has[*pair as usize] = true);
        has
    };
    let mut seen: Vec<u32> = vec![u32::MAX; pairs.list.len()];
    let (mut steps, mut cut) = (0, false);
    let mut stack: Vec<u32> = Vec::new();
    for root in &pairs.roots {
        stack.push(root.pair);
        while let Some(at) = stack.pop() {
            let index = at as usize;
            if !dirty[index] || seen[index] == root.operation {
                continue;
            }
            seen[index] = root.operation;
            if has_facts[index] {
                users[index].push(root.operation);
            }
            steps += 1 + pairs.list[index].children.len();
            if steps > MAX_STEPS {
                cut = true;
                stack.clear();
                break;
            }
            stack.extend(&pairs.list[index].children);
        }
    }
    let users: Vec<Arc<[u32]>> = users.into_iter().map(Arc::from).collect();
    let listed: usize = pairs.found.iter().map(|(pair, _)| users[*pair as usize].len()).sum();
    if listed > MAX_LISTED {
        return (Vec::new(), true);
    }
    let mut changes = Vec::with_capacity(pairs.found.len());
    for (index, fact) in &pairs.found {
        let pair = &pairs.list[*index as usize];
        let operations = Arc::clone(&users[*index as usize]);
        let subject = subject(pairs, pair, fact.property.as_deref(), operations.len() == 1);
        let text = fact.rule.text(&fact.old, &fact.new);
        changes.push(Change {
            rule: fact.rule,
            level: fact.rule.level(pair.key.side),
            operations,
            message: format!("{subject}: {text}"),
            old: place(&pairs.old, fact.at[0], pair.key.old.ids()),
            new: place(&pairs.new, fact.at[1], pair.key.new.ids()),
        });
    }
    (changes, cut)
}

/// Returns, for each pair, whether the pair or any pair below it has a difference.
fn dirty(pairs: &Pairs<'_>) -> Vec<bool> {
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); pairs.list.len()];
    for (at, pair) in pairs.list.iter().enumerate() {
        for child in &pair.children {
            above[*child as usize].push(u32::try_from(at).unwrap_or(u32::MAX));
        }
    }
    let mut dirty = vec![false; pairs.list.len()];
    let mut stack: Vec<u32> = pairs.found.iter().map(|(pair, _)| *pair).collect();
    while let Some(at) = stack.pop() {
        if !std::mem::replace(&mut dirty[at as usize], true) {
            stack.extend(&above[at as usize]);
        }
    }
    dirty
}

/// Returns the location of a difference. A property that refers to a named schema is located where the object is,
/// because the schema isn't what changed.
fn place(views: &Views<'_>, property: Option<SchemaId>, around: &[SchemaId]) -> Option<Place> {
    let inline = property.and_then(|id| views.schema(id)).filter(|schema| schema.name.is_none());
    let around = || around.first().and_then(|id| views.schema(*id));
    inline.or_else(around).map(|schema| schema.place.clone())
}

/// Names a schema by its path. If only one operation uses the schema, the path starts at the operation's body.
/// Otherwise, the path starts at the nearest named schema.
fn subject(pairs: &Pairs<'_>, pair: &Pair, property: Option<&str>, is_single: bool) -> String {
    let mut way: Vec<&Step> = Vec::new();
    let mut at = pair;
    let mut is_cut = false;
    let label = loop {
        if let Some(name) = (!is_single).then(|| name(pairs, at)).flatten() {
            let side = match at.key.side {
                Side::Request => "requests",
                Side::Response => "responses",
            };
            break format!("schema {} in {side}", quote::code(name));
        }
        is_cut = way.len() == MAX_WAY;
        match &at.from {
            Origin::Pair(above, step) if !is_cut => {
                way.push(step);
                at = &pairs.list[*above as usize];
            }
            _ => break pairs.roots[pair.root as usize].label.clone(),
        }
    };
    way.reverse();
    let kind = match (property, way.last()) {
        (Some(_), _) | (None, Some(Step::Property(_))) => "property",
        (None, Some(Step::Items | Step::PrefixItem(_))) => "item",
        (None, Some(Step::Additional | Step::Pattern(_))) => "additional property",
        (None, Some(Step::Variant(_))) => "variant",
        (None, Some(Step::Keyword(_))) => "schema",
        (None, None) => return label,
    };
    let mut path = String::new();
    if is_cut && matches!(at.from, Origin::Pair(..)) {
        path.push('…');
    }
    for step in way {
        step.write(&mut path);
    }
    if let Some(name) = property {
        Step::Property(name.into()).write(&mut path);
    }
    let path = path.strip_prefix('.').unwrap_or(&path);
    format!("{label}, {kind} {}", quote::path(path))
}

/// Returns the name of a pair's new schema or, if it has no name, of the old schema.
fn name<'a>(pairs: &Pairs<'a>, pair: &Pair) -> Option<&'a str> {
    let of = |views: &Views<'a>, node| views.schema(views.subject(node)?)?.name.as_deref();
    of(&pairs.new, &pair.key.new).or_else(|| of(&pairs.old, &pair.key.old))
}

impl Step {
    fn write(&self, path: &mut String) {
        match self {
            Step::Property(name) => {
                path.push('.');
                path.push_str(name);
            }
            Step::Items => path.push_str("[]"),
            Step::PrefixItem(at) => path.push_str(&format!("[{at}]")),
            Step::Additional => path.push_str(".*"),
            Step::Pattern(pattern) => path.push_str(&format!("./{pattern}/")),
            Step::Variant(name) => path.push_str(&format!("<{name}>")),
            Step::Keyword(name) => path.push_str(&format!(".{name}")),
        }
    }
}
