//! Validates values against schemas: an interpreter of JSON Schema 2020-12 on the graph.
//!
//! It uses the original schemas, not the merged view, so that it finds mistakes in the merged view. Formats and
//! encodings are annotations. Work is limited: a result that takes too long is unknown. `readOnly` properties can be
//! missing from requests, and `writeOnly` ones from responses, even if they're required.

mod given;
mod object;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fmt;

use super::merge::{Node, Views, canonical, same};
use super::number::Decimal;
use super::{Direction, Json, Limits, Rest, Schema, SchemaId, Types};
pub use given::examples;
pub(crate) use object::is_hidden;

/// The number of applied schemas after which the result is unknown.
const MAX_STEPS: usize = 200_000;
/// The maximum depth of nested schemas and values.
const MAX_DEPTH: usize = 200;
/// The maximum number of faults.
const MAX_FAULTS: usize = 20;

/// A problem of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The location in the value (RFC 6901).
    pub pointer: String,
    /// The problem, as the predicate of a sentence about the location.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(f, "it {}", self.problem),
            pointer => write!(f, "`{pointer}` {}", self.problem),
        }
    }
}

/// Returns the problems of a value; empty if it's valid. `None` if it would take too long.
pub(crate) fn faults(
    views: &Views<'_>,
    node: &Node,
    value: &Json,
    direction: Direction,
) -> Option<Vec<Fault>> {
    let mut run = Run::new(views, direction);
    let ok = run.node(node, value).ok()?;
    if !ok && run.faults.is_empty() {
        run.faults.push(Fault { pointer: String::new(), problem: "isn't valid".to_owned() });
    }
    Some(if ok { Vec::new() } else { run.faults })
}

/// Whether a value is valid; `None` if it would take too long.
pub(crate) fn is_valid(views: &Views<'_>, node: &Node, value: &Json, direction: Direction) -> Option<bool> {
    let mut run = Run::new(views, direction);
    run.trials = 1;
    run.node(node, value).ok()
}

/// The result is unknown.
#[derive(Debug)]
struct TooMuch;

/// The evaluated members or items, for the `unevaluated` keywords.
#[derive(Clone, Debug, Default)]
struct Seen(Vec<bool>);

impl Seen {
    fn mark(&mut self, at: usize) {
        if self.0.len() <= at {
            self.0.resize(at + 1, false);
        }
        self.0[at] = true;
    }

    fn has(&self, at: usize) -> bool {
        self.0.get(at).copied().unwrap_or(false)
    }

    fn add(&mut self, other: &Seen) {
        for (at, _) in other.0.iter().enumerate().filter(|(_, seen)| **seen) {
            self.mark(at);
        }
    }
}

struct Run<'v, 'a> {
    views: &'v Views<'a>,
    direction: Direction,
    steps: usize,
    /// The number of schemas around this one that can fail without making the value invalid.
    trials: usize,
    faults: Vec<Fault>,
    pointer: Vec<String>,
    /// The schemas being applied to the current value: one that applies itself adds nothing.
    active: Vec<SchemaId>,
    depth: usize,
}

impl<'v, 'a> Run<'v, 'a> {
    fn new(views: &'v Views<'a>, direction: Direction) -> Self {
        let (faults, pointer, active) = (Vec::new(), Vec::new(), Vec::new());
        Run { views, direction, steps: 0, trials: 0, faults, pointer, active, depth: 0 }
    }

    /// Records a problem of the current value, unless this is only a trial.
    fn fault(&mut self, problem: impl fmt::Display) -> bool {
        if self.trials == 0 && self.faults.len() < MAX_FAULTS {
            let escaped = |part: &String| format!("/{}", part.replace('~', "~0").replace('/', "~1"));
            let pointer = self.pointer.iter().map(escaped).collect();
            self.faults.push(Fault { pointer, problem: problem.to_string() });
        }
        false
    }

    /// Checks a count against limits.
    fn counted(&mut self, count: usize, [min, max]: [Option<u64>; 2], [few, many]: [&str; 2]) -> bool {
        let count = count as u64;
        let enough = min.is_none_or(|min| count >= min) || self.fault(few);
        (max.is_none_or(|max| count <= max) || self.fault(many)) && enough
    }

    /// Checks a member or item that no other keyword evaluates.
    fn other(
        &mut self,
        rest: Rest,
        part: &dyn fmt::Display,
        value: &Json,
        problem: impl fmt::Display,
    ) -> Result<bool, TooMuch> {
        match rest {
            Rest::None => Ok(self.fault(problem)),
            Rest::Schema(id) => self.within(part, &Node::One(id), value),
            Rest::Any | Rest::Unsaid => Ok(true),
        }
    }

    /// Checks a separate value: the root, a member or an item.
    fn node(&mut self, node: &Node, value: &Json) -> Result<bool, TooMuch> {
        let active = std::mem::take(&mut self.active);
        let mut ok = true;
        for id in node.ids() {
            ok &= self.schema(*id, value, node, &mut Seen::default())?;
        }
        self.active = active;
        Ok(ok)
    }

    fn within(&mut self, part: &dyn fmt::Display, node: &Node, value: &Json) -> Result<bool, TooMuch> {
        self.pointer.push(part.to_string());
        let ok = self.node(node, value)?;
        self.pointer.pop();
        Ok(ok)
    }

    /// Whether a value matches a schema, without recording problems.
    fn tried(&mut self, id: SchemaId, value: &Json, here: &Node, seen: &mut Seen) -> Result<bool, TooMuch> {
        let mut inner = Seen::default();
        self.trials += 1;
        let fits = self.schema(id, value, here, &mut inner)?;
        self.trials -= 1;
        if fits {
            seen.add(&inner);
        }
        Ok(fits)
    }

    /// Applies one schema to the current value; `here` is everything that the value has to match.
    fn schema(&mut self, id: SchemaId, value: &Json, here: &Node, seen: &mut Seen) -> Result<bool, TooMuch> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_DEPTH {
            return Err(TooMuch);
        }
        let mut ok = true;
        if let Some(schema) = self.views.schema(id)
            && !self.active.contains(&id)
        {
            let mut inner = Seen::default();
            self.active.push(id);
            ok = self.apply(schema, value, here, &mut inner)?;
            self.active.pop();
            seen.add(&inner);
        }
        self.depth -= 1;
        Ok(ok)
    }

    fn apply(
        &mut self,
        schema: &'a Schema,
        value: &Json,
        here: &Node,
        seen: &mut Seen,
    ) -> Result<bool, TooMuch> {
        if schema.never {
            return Ok(self.fault("isn't allowed"));
        }
        if schema.nullable && *value == Json::Null {
            return Ok(true);
        }
        if !schema.types.is_empty() && !has_type(schema.types, value) {
            let names: Vec<&str> = schema.types.names().collect();
            return Ok(self.fault(format_args!("isn't of type {}", names.join(" or "))));
        }
        let mut ok = true;
        if let Some(constant) = &schema.constant
            && !same(constant, value)
        {
            ok = self.fault("isn't the only allowed value");
        }
        if !schema.values.is_empty() && !schema.values.iter().any(|one| same(&one.value, value)) {
            ok = self.fault("isn't one of the allowed values");
        }
        ok &= match value {
            Json::Number(text) => self.number(&schema.limits, text),
            Json::String(text) => self.string(&schema.limits, text),
            _ => true,
        };
        ok &= self.combined(schema, value, here, seen)?;
        match value {
            Json::Object(members) => ok &= self.object(schema, members, here, value, seen)?,
            Json::Array(items) => ok &= self.array(schema, items, seen)?,
            _ => {}
        }
        Ok(ok)
    }

    /// `allOf`, `anyOf`, `oneOf`, `not` and `if`.
    fn combined(
        &mut self,
        schema: &Schema,
        value: &Json,
        here: &Node,
        seen: &mut Seen,
    ) -> Result<bool, TooMuch> {
        let mut ok = true;
        for id in &schema.all_of {
            ok &= self.schema(*id, value, here, seen)?;
        }
        for (variants, only_one) in [(&schema.any_of, false), (&schema.one_of, true)] {
            let mut fitting = 0;
            for id in variants {
                fitting += usize::from(self.tried(*id, value, here, seen)?);
            }
            // A schema that is already being applied matches by assumption, which must not count twice.
            let assumed = variants.iter().any(|id| self.active.contains(id));
            if fitting == 0 && !variants.is_empty() {
                ok = self.fault("doesn't match any variant");
            } else if only_one && fitting > 1 && !assumed {
                ok = self.fault(format_args!("matches {fitting} variants, but only one is allowed"));
            }
        }
        if let Some(not) = schema.not
            && self.tried(not, value, here, &mut Seen::default())?
        {
            ok = self.fault("matches a schema that isn't allowed");
        }
        if let Some(condition) = schema.condition {
            let holds = self.tried(condition.when, value, here, seen)?;
            if let Some(next) = if holds { condition.then } else { condition.otherwise } {
                ok &= self.schema(next, value, here, seen)?;
            }
        }
        Ok(ok)
    }

    fn number(&mut self, limits: &Limits, text: &str) -> bool {
        let Some(number) = Decimal::parse(text) else { return true };
        let mut ok = true;
        for (limit, wrong, word) in [
            (&limits.minimum, std::cmp::Ordering::Less, "below"),
            (&limits.maximum, std::cmp::Ordering::Greater, "above"),
        ] {
            let Some((limit, excluded)) = limit else { continue };
            let Some(bound) = Decimal::parse(limit) else { continue };
            let order = number.cmp(&bound);
            if order == wrong || (order.is_eq() && *excluded) {
                ok = self.fault(format_args!("is {word} the limit of {limit}"));
            }
        }
        if let Some(step) = &limits.multiple_of
            && let Some(by) = Decimal::parse(step)
            && number.is_multiple_of(&by) == Some(false)
        {
            ok = self.fault(format_args!("isn't a multiple of {step}"));
        }
        ok
    }

    fn string(&mut self, limits: &Limits, text: &str) -> bool {
        let bounds = [limits.min_length, limits.max_length];
        let length = if bounds == [None, None] { 0 } else { text.chars().count() };
        let mut ok = self.counted(length, bounds, ["is too short", "is too long"]);
        if let Some(pattern) = &limits.pattern
            && let Some(parsed) = self.views.pattern(pattern)
            && parsed.matches(text) == Some(false)
        {
            ok = self.fault(format_args!("doesn't match `{pattern}`"));
        }
        ok
    }

    fn array(&mut self, schema: &Schema, items: &[Json], seen: &mut Seen) -> Result<bool, TooMuch> {
        let (limits, many) = (&schema.limits, "has too many items");
        let bounds = [limits.min_items, limits.max_items];
        let mut ok = self.counted(items.len(), bounds, ["has too few items", many]);
        if limits.unique_items {
            let mut known = HashSet::new();
            if !items.iter().all(|item| known.insert(canonical(item))) {
                ok = self.fault("has duplicate items");
            }
        }
        for (at, item) in items.iter().enumerate() {
            let rest = schema.prefix_items.get(at).map_or(schema.items, |id| Rest::Schema(*id));
            if rest == Rest::Unsaid {
                continue;
            }
            ok &= self.other(rest, &at, item, many)?;
            if rest == Rest::None {
                break;
            }
            seen.mark(at);
        }
        if let Some(contains) = schema.contains {
            let mut fitting: u64 = 0;
            for (at, item) in items.iter().enumerate() {
                self.trials += 1;
                let fits = self.within(&at, &Node::One(contains), item)?;
                self.trials -= 1;
                if fits {
                    fitting += 1;
                    seen.mark(at);
                }
            }
            if fitting < limits.min_contains.unwrap_or(1)
                || limits.max_contains.is_some_and(|max| fitting > max)
            {
                ok = self.fault("doesn't contain the required items");
            }
        }
        for (at, item) in items.iter().enumerate() {
            if schema.unevaluated_items != Rest::Unsaid && !seen.has(at) {
                let problem = format_args!("has the unexpected item `{at}`");
                ok &= self.other(schema.unevaluated_items, &at, item, problem)?;
                seen.mark(at);
            }
        }
        Ok(ok)
    }
}

/// Whether a value has one of the types; `1.0` is an integer.
fn has_type(types: Types, value: &Json) -> bool {
    let own = Types::of(value);
    types.has(own) || (own == Types::INTEGER && types.has(Types::NUMBER))
}
