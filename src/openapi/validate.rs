//! Validates values against schemas: an interpreter of JSON Schema 2020-12 on the graph.
//!
//! The validator uses the original schemas instead of the merged view so that it can find errors in the merged view.
//! Formats and encodings are annotations. Work is limited: if a check takes too long, the result is unknown. `readOnly`
//! properties can be missing from requests, and `writeOnly` properties from responses, even if they're required.

mod given;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{
    Bounds, Direction, Json, Limits, Property, Rest, Schema, SchemaId, Types,
    merge::{Field, Node, Views, canonical, same},
    number::Decimal,
};
pub use given::values;

/// The number of applied schemas after which the result is unknown.
const MAX_STEPS: usize = 200_000;
/// The maximum depth of nested schemas and values.
const MAX_DEPTH: usize = 200;
/// The maximum number of faults to record.
const MAX_FAULTS: usize = 20;

/// A problem with a value.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The location in the value (RFC 6901).
    pub pointer: String,
    /// The problem, as the predicate of a sentence that has the location as its subject.
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

/// Returns the problems with a value. For a valid value, the list is empty. Returns `None` if the check takes too long.
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

/// Whether a value is valid. Returns `None` if the check takes too long.
pub(crate) fn is_valid(views: &Views<'_>, node: &Node, value: &Json, direction: Direction) -> Option<bool> {
    let mut run = Run::new(views, direction);
    run.trials = 1;
    run.node(node, value).ok()
}

/// The error for a check that takes too long and therefore has an unknown result.
#[derive(Debug)]
struct TooMuch;

/// The evaluated members or items, for the `unevaluated` keywords.
#[derive(Debug, Default)]
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
    /// All schemas that the current value has to match.
    here: Node,
    steps: usize,
    /// The number of enclosing schemas that can fail without making the value invalid.
    trials: usize,
    faults: Vec<Fault>,
    pointer: Vec<String>,
    /// The schemas that are being applied to the current value. A schema that applies itself adds nothing.
    active: Vec<SchemaId>,
    depth: usize,
}

impl<'v, 'a> Run<'v, 'a> {
    fn new(views: &'v Views<'a>, direction: Direction) -> Self {
        let (faults, pointer, active) = (Vec::new(), Vec::new(), Vec::new());
        Run { views, direction, here: Node::Any, steps: 0, trials: 0, faults, pointer, active, depth: 0 }
    }

    /// Records a problem with the current value, unless this is only a trial. Returns `false`.
    fn fault(&mut self, problem: impl fmt::Display) -> bool {
        if self.trials == 0 && self.faults.len() < MAX_FAULTS {
            let escaped = |part: &String| format!("/{}", part.replace('~', "~0").replace('/', "~1"));
            let pointer = self.pointer.iter().map(escaped).collect();
            self.faults.push(Fault { pointer, problem: problem.to_string() });
        }
        false
    }

    /// Checks a count against limits.
    fn counted(&mut self, count: usize, bounds: Bounds, [few, many]: [&str; 2]) -> bool {
        let (least, most) = bounds.sizes();
        let enough = count >= least || self.fault(few);
        (count <= most || self.fault(many)) && enough
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
            Rest::Schema(id) => self.within(part, id, value),
            Rest::Any | Rest::Unsaid => Ok(true),
        }
    }

    /// Checks a separate value: the root, a member, or an item.
    fn node(&mut self, node: &Node, value: &Json) -> Result<bool, TooMuch> {
        let active = std::mem::take(&mut self.active);
        let here = std::mem::replace(&mut self.here, node.clone());
        let mut ok = true;
        for id in node.ids() {
            ok &= self.schema(*id, value, &mut Seen::default())?;
        }
        (self.active, self.here) = (active, here);
        Ok(ok)
    }

    fn within(&mut self, part: &dyn fmt::Display, id: SchemaId, value: &Json) -> Result<bool, TooMuch> {
        self.pointer.push(part.to_string());
        let ok = self.node(&Node::One(id), value)?;
        self.pointer.pop();
        Ok(ok)
    }

    /// Whether a value matches a schema, without recording problems.
    fn tried(&mut self, id: SchemaId, value: &Json, seen: &mut Seen) -> Result<bool, TooMuch> {
        let mut inner = Seen::default();
        self.trials += 1;
        let fits = self.schema(id, value, &mut inner)?;
        self.trials -= 1;
        if fits {
            seen.add(&inner);
        }
        Ok(fits)
    }

    /// Checks the current value against one schema.
    fn schema(&mut self, id: SchemaId, value: &Json, seen: &mut Seen) -> Result<bool, TooMuch> {
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
            ok = self.apply(schema, value, &mut inner)?;
            self.active.pop();
            seen.add(&inner);
        }
        self.depth -= 1;
        Ok(ok)
    }

    fn apply(&mut self, schema: &'a Schema, value: &Json, seen: &mut Seen) -> Result<bool, TooMuch> {
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
            ok = self.fault("doesn't match the `const` value");
        }
        if !schema.values.is_empty() && !schema.values.iter().any(|one| same(&one.value, value)) {
            ok = self.fault("isn't one of the allowed values");
        }
        ok &= match value {
            Json::Number(text) => self.number(&schema.limits, text),
            Json::String(text) => self.string(&schema.limits, text),
            _ => true,
        };
        ok &= self.combined(schema, value, seen)?;
        match value {
            Json::Object(members) => ok &= self.object(schema, members, value, seen)?,
            Json::Array(items) => ok &= self.array(schema, items, seen)?,
            _ => {}
        }
        Ok(ok)
    }

    /// Checks `allOf`, `anyOf`, `oneOf`, `not`, and `if`.
    fn combined(&mut self, schema: &Schema, value: &Json, seen: &mut Seen) -> Result<bool, TooMuch> {
        let mut ok = true;
        for id in &schema.all_of {
            ok &= self.schema(*id, value, seen)?;
        }
        for (variants, only_one) in [(&schema.any_of, false), (&schema.one_of, true)] {
            let mut fitting = 0;
            for id in variants {
                fitting += usize::from(self.tried(*id, value, seen)?);
            }
            // A schema that is already being applied is assumed to match, so a second match isn't an error.
            let assumed = variants.iter().any(|id| self.active.contains(id));
            if fitting == 0 && !variants.is_empty() {
                ok = self.fault("doesn't match any variant");
            } else if only_one && fitting > 1 && !assumed {
                ok = self.fault(format_args!("matches {fitting} variants, but only one is allowed"));
            }
        }
        if let Some(not) = schema.not
            && self.tried(not, value, &mut Seen::default())?
        {
            ok = self.fault("matches a schema that isn't allowed");
        }
        if let Some(condition) = schema.condition {
            let holds = self.tried(condition.when, value, seen)?;
            if let Some(next) = if holds { condition.then } else { condition.otherwise } {
                ok &= self.schema(next, value, seen)?;
            }
        }
        Ok(ok)
    }

    fn number(&mut self, limits: &Limits, text: &str) -> bool {
        // Numbers are checked against many schemas, such as all variants, and few of these have limits.
        if limits.minimum.is_none() && limits.maximum.is_none() && limits.multiple_of.is_none() {
            return true;
        }
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
        let length = if limits.length == Bounds::default() { 0 } else { text.chars().count() };
        let mut ok = self.counted(length, limits.length, ["is too short", "is too long"]);
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
        let mut ok = self.counted(items.len(), limits.items, ["has too few items", many]);
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
            let mut fitting = 0;
            for (at, item) in items.iter().enumerate() {
                self.trials += 1;
                let fits = self.within(&at, contains, item)?;
                self.trials -= 1;
                if fits {
                    fitting += 1;
                    seen.mark(at);
                }
            }
            let bounds = Bounds { least: limits.contains.least.or(Some(1)), ..limits.contains };
            ok &=
                self.counted(fitting, bounds, ["has too few matching items", "has too many matching items"]);
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

    fn object(
        &mut self,
        schema: &'a Schema,
        members: &[(Box<str>, Json)],
        value: &Json,
        seen: &mut Seen,
    ) -> Result<bool, TooMuch> {
        let at: HashMap<&str, usize> =
            members.iter().enumerate().map(|(at, (name, _))| (&**name, at)).collect();
        let mut ok = self.names(schema, members, &at)?;
        let mut known = Seen::default();
        for Property { name, schema, required } in &schema.properties {
            match at.get(&**name) {
                Some(at) => {
                    known.mark(*at);
                    ok &= self.within(name, *schema, &members[*at].1)?;
                }
                None if *required => ok &= self.lacks(name, ""),
                None => {}
            }
        }
        for (pattern, id) in &schema.pattern_properties {
            let pattern = self.views.pattern(pattern);
            for (at, (name, member)) in members.iter().enumerate() {
                // An invalid or unsupported expression could match any name.
                if pattern.as_ref().is_none_or(|pattern| pattern.matches(name) != Some(false)) {
                    known.mark(at);
                    ok &= pattern.is_none() || self.within(name, *id, member)?;
                }
            }
        }
        ok &= self.others(schema.additional, members, &mut known)?;
        seen.add(&known);
        for (name, id) in &schema.dependent_schemas {
            if at.contains_key(&**name) {
                ok &= self.schema(*id, value, seen)?;
            }
        }
        ok &= self.others(schema.unevaluated_properties, members, seen)?;
        Ok(ok)
    }

    /// Checks the members that no other keyword has evaluated.
    fn others(&mut self, rest: Rest, members: &[(Box<str>, Json)], seen: &mut Seen) -> Result<bool, TooMuch> {
        let mut ok = true;
        for (at, (name, member)) in members.iter().enumerate() {
            if rest != Rest::Unsaid && !seen.has(at) {
                ok &= self.other(rest, name, member, format_args!("has the unknown property `{name}`"))?;
                seen.mark(at);
            }
        }
        Ok(ok)
    }

    /// Checks the number and names of the members.
    fn names(
        &mut self,
        schema: &Schema,
        members: &[(Box<str>, Json)],
        at: &HashMap<&str, usize>,
    ) -> Result<bool, TooMuch> {
        let words = ["has too few properties", "has too many properties"];
        let mut ok = self.counted(members.len(), schema.limits.properties, words);
        for name in schema.also_required.iter().filter(|name| !at.contains_key(&***name)) {
            ok &= self.lacks(name, "");
        }
        for (name, others) in schema.dependent_required.iter().filter(|(name, _)| at.contains_key(&**name)) {
            for other in others.iter().filter(|other| !at.contains_key(&***other)) {
                ok &= self.lacks(other, &format!(", which `{name}` requires"));
            }
        }
        if let Some(id) = schema.property_names {
            for (name, _) in members {
                ok &= self.within(name, id, &Json::String(name.clone()))?;
            }
        }
        Ok(ok)
    }

    /// Whether a required property can be missing because it isn't sent in this direction. If not, records the problem.
    fn lacks(&mut self, name: &str, why: &str) -> bool {
        let sent =
            self.direction == Direction::Both || !is_hidden(self.views, &self.here, name, self.direction);
        !sent || self.fault(format_args!("is missing `{name}`{why}"))
    }
}

/// Whether a value has one of the types. `1.0` is an integer.
fn has_type(types: Types, value: &Json) -> bool {
    let own = Types::of(value);
    types.has(own) || (own == Types::INTEGER && types.has(Types::NUMBER))
}

/// Whether a property of an object isn't sent in a direction.
pub(crate) fn is_hidden(views: &Views<'_>, here: &Node, name: &str, direction: Direction) -> bool {
    let merged = views.of(here);
    let hides = |field: &Field<'_>| views.of(&field.node).is_hidden(direction);
    merged.property(name).map(hides).unwrap_or_else(|| {
        // Any variant can contain the property.
        let mut variants = merged.groups.iter().flat_map(|group| &group.variants);
        variants.any(|variant| views.of(variant).property(name).is_some_and(hides))
    })
}
