//! The functions of templates for lists and tables.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::ValueKind;

use super::run::Run;
use super::value::{
    Item, Resource, Result, argument, entries, is_true, kind, limited, lookup, regex, text, unknown, weigh,
    words,
};

/// Returns a table with these keys and values, in turn. A key can be a path.
pub(super) fn table(arguments: &[Value]) -> Result<Value> {
    let mut table = BTreeMap::new();
    for pair in arguments.chunks(2) {
        let [key, value] = pair else { return Err(unknown("a missing argument")) };
        match key.kind() {
            ValueKind::String => _ = table.insert(text(key)?.into_owned(), value.clone()),
            _ => return Err(unknown("a table in a table")),
        }
    }
    Ok(Value::from(table))
}

/// Returns the items of a list, or the values of a table.
pub(super) fn items(value: &Value) -> Result<Vec<Value>> {
    Ok(entries(value)?.into_iter().map(|(_, item)| item).collect())
}

/// Returns the item of a list or a table.
pub(super) fn item(value: &Value, key: &Value) -> Result<Value> {
    Ok(match (value.kind(), key.kind()) {
        (ValueKind::Map, _) => lookup(value, &text(key)?),
        (ValueKind::Seq | ValueKind::Iterable, ValueKind::Number) => value.get_item(key).unwrap_or_default(),
        (ValueKind::Seq | ValueKind::Iterable, _) => {
            let at = text(key)?.parse::<usize>().map_err(|_| unknown("`index` of a list"))?;
            value.get_item(&Value::from(at)).unwrap_or_default()
        }
        (ValueKind::Undefined | ValueKind::None, _) => Value::UNDEFINED,
        _ => return Err(unknown("`index` of a value")),
    })
}

/// Returns a part of a list.
pub(super) fn part(list: &Value, skipped: usize, count: Option<&Value>) -> Result<Value> {
    let count = match count {
        Some(count) => usize::try_from(count.clone()).map_err(|_| unknown("a count"))?,
        None => usize::MAX,
    };
    Ok(items(list)?.into_iter().skip(skipped).take(count).collect())
}

/// Returns one list with the items of two lists.
pub(super) fn joined(a: &Value, b: &Value) -> Result<Value> {
    let mut all = items(a)?;
    match b.kind() {
        ValueKind::Seq | ValueKind::Iterable => all.extend(items(b)?),
        _ => all.push(b.clone()),
    }
    limited(all.len())?;
    Ok(all.into_iter().collect())
}

/// Returns whole numbers, as the command `seq` does.
pub(super) fn sequence(arguments: &[Value]) -> Result<Value> {
    let number = |at: usize| i64::try_from(argument(arguments, at)?.clone()).map_err(|_| unknown("`seq`"));
    let (first, step, last) = match arguments.len() {
        1 => (1, if number(0)? < 1 { -1 } else { 1 }, number(0)?),
        2 => (number(0)?, if number(1)? < number(0)? { -1 } else { 1 }, number(1)?),
        _ => (number(0)?, number(1)?, number(2)?),
    };
    let count = (last.saturating_sub(first)).checked_div(step).unwrap_or(-1).saturating_add(1).max(0);
    limited(usize::try_from(count).unwrap_or(usize::MAX))?;
    Ok((0..count).map(|at| Value::from(first + at * step)).collect())
}

/// Whether two values are equal.
pub(super) fn is_same(a: &Value, b: &Value) -> bool {
    match (a.downcast_object_ref::<Item>(), b.downcast_object_ref::<Item>()) {
        (Some(a), Some(b)) => a.is(b),
        (None, None) => {
            let is_small = |value: &Value| weigh(value, &mut 1000).is_ok();
            is_small(a) && is_small(b) && a == b
        }
        _ => false,
    }
}

/// Returns the order of two values. A text that contains a number can be compared with a number.
pub(super) fn order(a: &Value, b: &Value) -> Ordering {
    let number = |value: &Value| match value.as_str() {
        Some(text) => text.parse::<f64>().ok(),
        None => f64::try_from(value.clone()).ok(),
    };
    let is_number = |value: &Value| value.kind() == ValueKind::Number;
    match (number(a), number(b)) {
        (Some(a_number), Some(b_number)) if is_number(a) || is_number(b) => a_number.total_cmp(&b_number),
        _ => match (a.as_str(), b.as_str()) {
            (Some(a), Some(b)) => a.cmp(b),
            _ if a.is_undefined() || b.is_undefined() => b.is_undefined().cmp(&a.is_undefined()),
            _ => Ordering::Equal,
        },
    }
}

/// Returns a list without repeated items.
pub(super) fn without_repeated(items: Vec<Value>) -> Value {
    let mut kept: Vec<Value> = Vec::new();
    for item in items.into_iter().take(MOST_COMPARED) {
        if !kept.iter().any(|own| is_same(own, &item)) {
            kept.push(item);
        }
    }
    kept.into_iter().collect()
}

/// The maximum number of items that are compared with each other.
const MOST_COMPARED: usize = 2000;

/// Returns the items of a list that another list contains or doesn't contain.
pub(super) fn common(list: &Value, other: &Value, is_in: bool) -> Result<Value> {
    let (own, other) = (items(list)?, items(other)?);
    if own.len().saturating_mul(other.len()) > MOST_COMPARED * MOST_COMPARED {
        return Err(unknown("too much work"));
    }
    let has = |item: &Value| other.iter().any(|one| is_same(one, item));
    Ok(own.into_iter().filter(|item| has(item) == is_in).collect())
}

/// Whether a list contains an item, or a text contains another text.
pub(super) fn has(whole: &Value, item: &Value) -> Result<bool> {
    match whole.kind() {
        ValueKind::String => Ok(text(whole)?.contains(&*text(item)?)),
        ValueKind::Undefined | ValueKind::None => Ok(false),
        _ => Ok(items(whole)?.iter().any(|own| is_same(own, item))),
    }
}

/// Returns a table with the entries of several tables. The later ones come first.
pub(super) fn merged(tables: &[Value]) -> Result<Value> {
    let mut merged: BTreeMap<String, Value> = BTreeMap::new();
    for table in tables {
        for (key, value) in entries(table)? {
            merged.insert(text(&key)?.into_owned(), value);
        }
    }
    Ok(Value::from(merged))
}

/// Returns the items of a list that fulfill a condition, as in `where .Pages "Params.level" "ge" 2`.
pub(super) fn filtered(run: &mut Run<'_>, arguments: &[Value]) -> Result<Value> {
    let key = words(arguments, 1)?;
    let (operator, wanted) = match arguments.len() {
        3 => ("eq".to_owned(), argument(arguments, 2)?),
        _ => (words(arguments, 2)?, argument(arguments, 3)?),
    };
    let pattern = if operator == "like" { Some(regex(&text(wanted)?)?) } else { None };
    let all = items(argument(arguments, 0)?)?;
    let are_pages = matches!(all.first().and_then(Value::downcast_object_ref::<Item>), Some(Item::Page(_)));
    let mut kept = Vec::new();
    for item in all {
        run.charge(1)?;
        let value = run.at_path(&item, key.trim_start_matches('.'))?;
        let is_equal = is_same(&value, wanted) || wanted.is_none() && value.is_undefined();
        let is_kept = match operator.as_str() {
            "eq" | "=" | "==" => is_equal,
            "ne" | "!=" | "<>" => !is_equal,
            _ if value.is_undefined() => operator == "not in",
            "lt" | "<" => order(&value, wanted).is_lt(),
            "le" | "<=" => order(&value, wanted).is_le(),
            "gt" | ">" => order(&value, wanted).is_gt(),
            "ge" | ">=" => order(&value, wanted).is_ge(),
            "in" => has(wanted, &value)?,
            "not in" => !has(wanted, &value)?,
            "intersect" => is_true(&common(&value, wanted, true)?),
            "like" => {
                let text = text(&value)?;
                run.charge(text.len())?;
                pattern.as_ref().is_some_and(|pattern| pattern.is_match(&text))
            }
            _ => return Err(unknown(&format!("the operator `{operator}`"))),
        };
        if is_kept {
            kept.push(item);
        }
    }
    let kept = kept.into_iter().collect();
    let subject = || format!("pages with the right `{}`", key.trim_start_matches('.'));
    Ok(if are_pages { run.sought(kept, subject) } else { kept })
}

/// Returns a list in the order of its items or of a field of its items.
pub(super) fn sorted(run: &mut Run<'_>, arguments: &[Value]) -> Result<Value> {
    let key = if arguments.len() > 1 { words(arguments, 1)? } else { "value".to_owned() };
    let is_down = arguments.len() > 2 && words(arguments, 2)?.eq_ignore_ascii_case("desc");
    let items = items(argument(arguments, 0)?)?;
    by(run, items, if key == "value" { "" } else { key.trim_start_matches('.') }, is_down)
}

fn by(run: &mut Run<'_>, items: Vec<Value>, key: &str, is_down: bool) -> Result<Value> {
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        run.charge(8)?;
        keyed.push((run.at_path(&item, key)?, item));
    }
    keyed.sort_by(|a, b| {
        let order = order(&a.0, &b.0);
        if is_down { order.reverse() } else { order }
    });
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

/// The methods of lists of pages that sort the list, with the fields.
const ORDERS: [(&str, &str); 10] = [
    ("ByTitle", "Title"),
    ("ByLinkTitle", "LinkTitle"),
    ("ByDate", "Date"),
    ("ByLastmod", "Lastmod"),
    ("ByPublishDate", "PublishDate"),
    ("ByLength", "RawContent"),
    ("ByName", "Name"),
    ("ByLanguage", "Lang"),
    ("ByWeight", "weight order"),
    ("ByExpiryDate", "ExpiryDate"),
];

/// Runs a method of a list.
pub(super) fn method(run: &mut Run<'_>, list: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
    let all = items(list)?;
    if let Some((_, key)) = ORDERS.iter().find(|(own, _)| *own == name) {
        return by(run, all, key, false);
    }
    let files = |is_it: &dyn Fn(&Resource) -> bool| -> Vec<Value> {
        let is_match = |item: &&Value| match item.downcast_object_ref::<Item>() {
            Some(Item::Resource(file)) => is_it(file),
            _ => false,
        };
        all.iter().filter(is_match).cloned().collect()
    };
    let matching = |pattern: &str| -> Vec<Value> {
        let pattern = crate::import::glob::glob(&pattern.to_lowercase());
        files(&|file| pattern.as_ref().is_some_and(|pattern| pattern.is_match(&file.name.to_lowercase())))
    };
    Ok(match name {
        "Len" => all.len().into(),
        "Reverse" => all.into_iter().rev().collect(),
        "Limit" => return part(list, 0, Some(argument(arguments, 0)?)),
        "GroupBy" => {
            return grouped(run, all, &words(arguments, 0)?, arguments.get(1));
        }
        "GroupByParam" => {
            return grouped(run, all, &format!("Params.{}", words(arguments, 0)?), arguments.get(1));
        }
        "ByParam" => return by(run, all, &format!("Params.{}", words(arguments, 0)?), false),
        "Get" => {
            let name = words(arguments, 0)?;
            let file = files(&|file| file.name == name).into_iter().next().unwrap_or_default();
            run.sought(file, || format!("the file `{name}`"))
        }
        "GetMatch" | "Match" => {
            let pattern = words(arguments, 0)?;
            let files = matching(&pattern);
            let found = match name {
                "Match" => files.into_iter().collect(),
                _ => files.into_iter().next().unwrap_or_default(),
            };
            run.sought(found, || format!("files that match `{pattern}`"))
        }
        "ByType" => {
            let wanted = words(arguments, 0)?;
            files(&|file| kind(&file.url) == wanted).into_iter().collect()
        }
        _ => return Err(unknown(&format!("`.{name}` of a list"))),
    })
}

/// Returns a group of pages.
pub(super) fn group(key: Value, pages: Value) -> Value {
    Value::from_pairs([("Key", key), ("Pages", pages)])
}

/// Groups the items of a list by a field.
fn grouped(run: &mut Run<'_>, all: Vec<Value>, key: &str, direction: Option<&Value>) -> Result<Value> {
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for item in all {
        run.charge(8 + groups.len())?;
        let own = run.at_path(&item, key)?;
        match groups.iter_mut().find(|(key, _)| is_same(key, &own)) {
            Some((_, items)) => items.push(item),
            None => groups.push((own, vec![item])),
        }
    }
    groups.sort_by(|a, b| order(&a.0, &b.0));
    if direction.and_then(Value::as_str).is_some_and(|direction| direction.eq_ignore_ascii_case("desc")) {
        groups.reverse();
    }
    Ok(groups.into_iter().map(|(key, items)| group(key, items.into_iter().collect())).collect())
}
