//! Whether a value is valid against a schema: an interpreter of JSON Schema 2020-12 over the graph.
//!
//! It walks the schemas as they are, not the merged view, so that what the merged view gets wrong is found here. Formats
//! and encodings are annotations. Work is bounded: what takes too long is unknown. `readOnly` properties may be missing
//! from requests, and `writeOnly` ones from responses, even where they are required.

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

/// Schemas that are applied before the answer is unknown.
const MAX_STEPS: usize = 200_000;
/// Schemas within schemas and values within values.
const MAX_DEPTH: usize = 200;
/// So many faults are enough.
const MAX_FAULTS: usize = 20;

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Where in the value: RFC 6901.
    pub pointer: String,
    /// What, as the end of a sentence that begins with the place.
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

/// What is wrong with a value; empty: it is valid. `None` when it would take too long to say.
pub(crate) fn faults(
    views: &Views<'_>,
    node: &Node,
    value: &Json,
    direction: Direction,
) -> Option<Vec<Fault>> {
    let mut run = Run::new(views, direction);
    let ok = run.node(node, value).ok()?;
    if !ok && run.faults.is_empty() {
        run.faults.push(Fault { pointer: String::new(), problem: "is not valid".to_owned() });
    }
    Some(if ok { Vec::new() } else { run.faults })
}

/// Whether a value is valid; `None` when it would take too long to say.
pub(crate) fn is_valid(views: &Views<'_>, node: &Node, value: &Json, direction: Direction) -> Option<bool> {
    let mut run = Run::new(views, direction);
    run.trials = 1;
    run.node(node, value).ok()
}

/// That the answer is unknown.
#[derive(Debug)]
struct TooMuch;

/// Which members or items a schema has spoken of, for the `unevaluated` keywords.
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
    /// How many schemas around this one may fail without the value being invalid.
    trials: usize,
    faults: Vec<Fault>,
    pointer: Vec<String>,
    /// The schemas being applied to the present value: one that applies itself says nothing new.
    active: Vec<SchemaId>,
    depth: usize,
}

impl<'v, 'a> Run<'v, 'a> {
    fn new(views: &'v Views<'a>, direction: Direction) -> Self {
        let (faults, pointer, active) = (Vec::new(), Vec::new(), Vec::new());
        Run { views, direction, steps: 0, trials: 0, faults, pointer, active, depth: 0 }
    }

    /// Notes what is wrong with the present value, unless it is only tried.
    fn fault(&mut self, problem: impl fmt::Display) -> bool {
        if self.trials == 0 && self.faults.len() < MAX_FAULTS {
            let escaped = |part: &String| format!("/{}", part.replace('~', "~0").replace('/', "~1"));
            let pointer = self.pointer.iter().map(escaped).collect();
            self.faults.push(Fault { pointer, problem: problem.to_string() });
        }
        false
    }

    /// Whether a count is within limits.
    fn counted(&mut self, count: usize, [min, max]: [Option<u64>; 2], [few, many]: [&str; 2]) -> bool {
        let count = count as u64;
        let enough = min.is_none_or(|min| count >= min) || self.fault(few);
        (max.is_none_or(|max| count <= max) || self.fault(many)) && enough
    }

    /// A member or item of which nothing else speaks.
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

    /// A value that stands by itself: the root, a member or an item.
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

    /// Whether a value satisfies a schema, without saying what is wrong if it does not.
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

    /// One schema on the present value; `here` is all that the value has to satisfy.
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
            return Ok(self.fault("is not allowed"));
        }
        if schema.nullable && *value == Json::Null {
            return Ok(true);
        }
        if !schema.types.is_empty() && !has_type(schema.types, value) {
            let names: Vec<&str> = schema.types.names().collect();
            return Ok(self.fault(format_args!("is not of type {}", names.join(" or "))));
        }
        let mut ok = true;
        if let Some(constant) = &schema.constant
            && !same(constant, value)
        {
            ok = self.fault("is not the only value allowed");
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
            // A schema being applied already fits by assumption, which must not count twice.
            let assumed = variants.iter().any(|id| self.active.contains(id));
            if fitting == 0 && !variants.is_empty() {
                ok = self.fault("matches none of the variants");
            } else if only_one && fitting > 1 && !assumed {
                ok = self.fault(format_args!("matches {fitting} variants of which only one may match"));
            }
        }
        if let Some(not) = schema.not
            && self.tried(not, value, here, &mut Seen::default())?
        {
            ok = self.fault("matches what it must not be");
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
            ok = self.fault(format_args!("is not a multiple of {step}"));
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
            ok = self.fault(format_args!("does not match `{pattern}`"));
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
                ok = self.fault("has equal items");
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
                ok = self.fault("does not hold the items it has to contain");
            }
        }
        for (at, item) in items.iter().enumerate() {
            if schema.unevaluated_items != Rest::Unsaid && !seen.has(at) {
                let problem = format_args!("has an item too many, `{at}`");
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
