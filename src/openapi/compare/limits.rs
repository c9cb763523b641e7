//! Compares limits on numbers, strings, lists, and objects.

use super::facts::Facts;
use super::{Rule, quote};
use crate::openapi::{merge::Merged, number::Decimal};

pub(super) fn compare(old: &Merged<'_>, new: &Merged<'_>, facts: &mut Facts) {
    let (was, now) = (&old.limits, &new.limits);
    bound("minimum", was.minimum.as_ref(), now.minimum.as_ref(), true, facts);
    bound("maximum", was.maximum.as_ref(), now.maximum.as_ref(), false, facts);
    // A missing minimum length is the same as 0.
    let length = |least: Option<u64>| least.filter(|least| *least > 0);
    match (length(was.length.least), length(now.length.least)) {
        (None, Some(least)) => {
            facts.add(Rule::LimitTightened, "`minLength` 0", quote::code(&least.to_string()))
        }
        (was, now) => size("minLength", was, now, true, facts),
    }
    size("maxLength", was.length.most, now.length.most, false, facts);
    size("minItems", length(was.items.least), length(now.items.least), true, facts);
    size("maxItems", was.items.most, now.items.most, false, facts);
    size("minProperties", length(was.properties.least), length(now.properties.least), true, facts);
    size("maxProperties", was.properties.most, now.properties.most, false, facts);
    if !old.contains.is_empty() && !new.contains.is_empty() {
        let least = |least: Option<u64>| Some(least.unwrap_or(1));
        size("minContains", least(was.contains.least), least(now.contains.least), true, facts);
        size("maxContains", was.contains.most, now.contains.most, false, facts);
    }
    match (was.unique_items, now.unique_items) {
        (false, true) => facts.add(Rule::LimitAdded, "", "`uniqueItems`"),
        (true, false) => facts.add(Rule::LimitRemoved, "`uniqueItems`", ""),
        _ => {}
    }
    multiples(&old.multiples, &new.multiples, facts);
    patterns(&old.patterns, &new.patterns, facts);
}

/// Compares the minimum or maximum of a number. Each bound's flag specifies whether the bound itself is excluded.
fn bound(
    name: &str,
    old: Option<&(Box<str>, bool)>,
    new: Option<&(Box<str>, bool)>,
    is_least: bool,
    facts: &mut Facts,
) {
    let show = |(limit, exclusive): &(Box<str>, bool)| {
        format!("{}{}", quote::code(limit), if *exclusive { " (exclusive)" } else { "" })
    };
    let rule = match (old, new) {
        (None, None) => return,
        (None, Some(new)) => return facts.add(Rule::LimitAdded, "", format!("`{name}` {}", show(new))),
        (Some(old), None) => return facts.add(Rule::LimitRemoved, format!("`{name}` {}", show(old)), ""),
        (Some(old), Some(new)) => {
            let (Some(was), Some(now)) = (Decimal::parse(&old.0), Decimal::parse(&new.0)) else { return };
            let order = if is_least { now.cmp(&was) } else { was.cmp(&now) };
            match order.then(new.1.cmp(&old.1)) {
                std::cmp::Ordering::Equal => return,
                std::cmp::Ordering::Greater => Rule::LimitTightened,
                std::cmp::Ordering::Less => Rule::LimitLoosened,
            }
        }
    };
    let [old, new] = [old, new].map(|one| one.map(show).unwrap_or_default());
    facts.add(rule, format!("`{name}` {old}"), new);
}

/// Compares the minimum or maximum number of characters, items, or properties.
fn size(name: &str, old: Option<u64>, new: Option<u64>, is_least: bool, facts: &mut Facts) {
    let show = |size: u64| format!("`{name}` {}", quote::code(&size.to_string()));
    match (old, new) {
        (None, Some(new)) => facts.add(Rule::LimitAdded, "", show(new)),
        (Some(old), None) => facts.add(Rule::LimitRemoved, show(old), ""),
        (Some(old), Some(new)) if old != new => {
            let rule = if (new > old) == is_least { Rule::LimitTightened } else { Rule::LimitLoosened };
            facts.add(rule, show(old), quote::code(&new.to_string()));
        }
        _ => {}
    }
}

fn multiples(old: &[&str], new: &[&str], facts: &mut Facts) {
    let show = |all: &[&str]| format!("`multipleOf` {}", quote::list(all.iter().map(|one| quote::code(one))));
    let numbers =
        |all: &[&str]| -> Vec<Decimal> { all.iter().filter_map(|one| Decimal::parse(one)).collect() };
    let (was, now) = (numbers(old), numbers(new));
    // If a number is a multiple of a step, every multiple of the number is also a multiple of the step.
    let implies = |one: &[Decimal], other: &[Decimal]| {
        other
            .iter()
            .all(|step| one.iter().any(|number| number == step || number.is_multiple_of(step) == Some(true)))
    };
    match (was.is_empty(), now.is_empty()) {
        (true, true) => {}
        (true, false) => facts.add(Rule::LimitAdded, "", show(new)),
        (false, true) => facts.add(Rule::LimitRemoved, show(old), ""),
        (false, false) => match (implies(&now, &was), implies(&was, &now)) {
            (true, true) => {}
            (true, false) => facts.add(Rule::LimitTightened, show(old), show(new)),
            (false, true) => facts.add(Rule::LimitLoosened, show(old), show(new)),
            (false, false) => facts.add(Rule::ConstraintChanged, show(old), show(new)),
        },
    }
}

fn patterns(old: &[&str], new: &[&str], facts: &mut Facts) {
    let list = |all: &[&str]| quote::list(all.iter().map(|one| quote::code(one)));
    let left = |all: &[&'_ str], without: &[&str]| -> Vec<String> {
        all.iter().filter(|one| !without.contains(one)).map(|one| (*one).to_owned()).collect()
    };
    let (removed, added) = (left(old, new), left(new, old));
    let refs = |all: &[String]| list(&all.iter().map(String::as_str).collect::<Vec<_>>());
    match (removed.is_empty(), added.is_empty()) {
        (true, true) => {}
        (true, false) => facts.add(Rule::PatternAdded, "", refs(&added)),
        (false, true) => facts.add(Rule::PatternRemoved, refs(&removed), ""),
        // These patterns match every string.
        (false, false) if added.iter().all(|one| matches!(&**one, "" | ".*" | "^.*$")) => {
            facts.add(Rule::PatternRemoved, refs(&removed), "");
        }
        (false, false) => facts.add(Rule::PatternChanged, refs(&removed), refs(&added)),
    }
}
