//! The marks of all parts of a document, and how they follow from the marks of the document before.

use std::collections::{BTreeMap, HashMap};

use super::{BODY, Mark, Step, parameter_key, response_key, sides};
use crate::openapi::{
    Api, Direction, Operation, OperationRef, Place,
    compare::{Change, Changes, Compared, Rule, Side},
    merge::Node,
};

/// The marks of a document. Parts without marks are left out.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub operations: HashMap<OperationRef, Mark>,
    /// The marks of parameters, bodies, responses, and headers, by their keys.
    pub parts: HashMap<OperationRef, HashMap<String, Mark>>,
    schemas: HashMap<(Node, Side), SchemaMarks>,
}

/// The marks of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SchemaMarks {
    pub own: Mark,
    pub properties: BTreeMap<Box<str>, Mark>,
}

impl Marks {
    /// Returns a mark of a schema. A schema that is both sent and received has the marks of both.
    pub(super) fn of(&self, node: &Node, direction: Direction, mark: impl Fn(&SchemaMarks) -> Mark) -> Mark {
        if self.schemas.is_empty() {
            return Mark::default();
        }
        let found = sides(direction).iter().filter_map(|side| self.schemas.get(&(node.clone(), *side)));
        found.map(mark).fold(Mark::default(), Mark::and)
    }

    /// Returns the marks of the next version, which has the number `version`.
    pub(super) fn after(&self, step: &Step, [old, new]: [&Api; 2], version: u16) -> Marks {
        let changed = Changed::of(&step.changes);
        let mut marks = Marks::default();
        for (at, pair) in step.trace.operations.iter().enumerate() {
            let [was, Some(now)] = *pair else { continue };
            let Some(was) = was else {
                marks.operations.insert(now, Mark::added(version));
                continue;
            };
            let pair = [old.operation(was), new.operation(now)];
            let mut mark = self.operations.get(&was).copied().unwrap_or_default();
            if changed.operations.get(at).copied().unwrap_or_default() {
                mark.changed = Some(version);
            }
            deprecate(&mut mark, pair.map(|one| one.deprecated), version);
            if mark != Mark::default() {
                marks.operations.insert(now, mark);
            }
            let told = changed.told.get(at).map_or(&[][..], Vec::as_slice);
            let parts = parts(self.parts.get(&was), pair, told, version);
            if !parts.is_empty() {
                marks.parts.insert(now, parts);
            }
        }
        marks.schemas = self.schemas_after(&step.trace.schemas, version);
        marks
    }

    fn schemas_after(&self, compared: &[Compared], version: u16) -> HashMap<(Node, Side), SchemaMarks> {
        let mut schemas: HashMap<(Node, Side), SchemaMarks> = HashMap::new();
        for Compared { old, new, side, facts } in compared {
            let known = self.schemas.get(&(old.clone(), *side));
            let mut marks = known.cloned().unwrap_or_default();
            for (rule, property) in facts {
                marks.apply(*rule, property.as_deref(), version);
            }
            match schemas.entry((new.clone(), *side)) {
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(marks);
                }
                // The schema replaces several schemas.
                std::collections::hash_map::Entry::Occupied(mut entry) => entry.get_mut().merge(marks),
            }
        }
        schemas.retain(|_, marks| *marks != SchemaMarks::default());
        schemas
    }
}

impl SchemaMarks {
    fn apply(&mut self, rule: Rule, property: Option<&str>, version: u16) {
        let Some(name) = property else {
            match rule {
                Rule::Deprecated => self.own.deprecated = Some(version),
                Rule::Undeprecated => self.own.deprecated = None,
                _ => self.own.changed = Some(version),
            }
            return;
        };
        match rule {
            Rule::OptionalPropertyAdded | Rule::RequiredPropertyAdded => {
                self.properties.insert(name.into(), Mark::added(version));
            }
            Rule::OptionalPropertyRemoved | Rule::RequiredPropertyRemoved => {
                self.properties.remove(name);
                self.own.changed = Some(version);
            }
            _ => self.properties.entry(name.into()).or_default().changed = Some(version),
        }
    }

    /// Combines the marks that a schema has in different places. Only what's new everywhere is new.
    fn merge(&mut self, other: SchemaMarks) {
        let join = |one: Mark, other: Mark| Mark {
            since: one.since.zip(other.since).map(|(one, other)| one.min(other)),
            changed: one.changed.max(other.changed),
            deprecated: one.deprecated.max(other.deprecated),
        };
        self.own = join(self.own, other.own);
        for (name, mark) in &mut self.properties {
            *mark = join(*mark, other.properties.get(name).copied().unwrap_or_default());
        }
        for (name, mark) in other.properties {
            self.properties.entry(name).or_insert(Mark { since: None, ..mark });
        }
        self.properties.retain(|_, mark| *mark != Mark::default());
    }
}

/// Marks a part as deprecated if it became deprecated. `is_deprecated` is the state before and after.
fn deprecate(mark: &mut Mark, is_deprecated: [bool; 2], version: u16) {
    match is_deprecated {
        [false, true] => mark.deprecated = Some(version),
        [_, false] => mark.deprecated = None,
        [true, true] => {}
    }
}

/// The changes of each operation.
struct Changed<'c> {
    /// Whether the operation, or anything in it, changed.
    operations: Vec<bool>,
    /// The changes that aren't in schemas.
    told: Vec<Vec<&'c Change>>,
}

impl<'c> Changed<'c> {
    fn of(changes: &'c Changes) -> Self {
        let count = changes.operations.len();
        let mut all = Changed { operations: vec![false; count], told: vec![Vec::new(); count] };
        for change in changes.all.iter().filter(|change| counts(change.rule)) {
            for at in change.operations.iter() {
                if let Some(is_changed) = all.operations.get_mut(*at as usize) {
                    *is_changed = true;
                }
            }
            if let [only] = change.operations[..]
                && let Some(told) = all.told.get_mut(only as usize)
            {
                told.push(change);
            }
        }
        all
    }
}

/// Whether a change is a change to what an operation does.
fn counts(rule: Rule) -> bool {
    !matches!(
        rule,
        Rule::OperationDeprecated
            | Rule::OperationUndeprecated
            | Rule::OperationIdChanged
            | Rule::ParameterDeprecated
            | Rule::ParameterUndeprecated
            | Rule::PathParameterRenamed
            | Rule::Deprecated
            | Rule::Undeprecated
            | Rule::TagAdded
            | Rule::TagRemoved
    )
}

/// A part of an operation: its location, and whether it's deprecated.
type Part<'o> = (String, Vec<&'o Place>, bool);

/// Returns the parts of an operation, except its schemas.
fn parts_of(operation: &Operation) -> Vec<Part<'_>> {
    let mut all: Vec<Part<'_>> = Vec::new();
    for one in &operation.parameters {
        all.push((parameter_key(operation, one), vec![&one.place], one.deprecated));
    }
    if let Some(body) = &operation.body {
        all.push((BODY.to_owned(), body.content.iter().map(|media| &media.place).collect(), false));
    }
    for response in &operation.responses {
        let places = std::iter::once(&response.place);
        let places = places.chain(response.content.iter().map(|media| &media.place)).collect();
        all.push((response_key(&response.status, None), places, false));
        for header in &response.headers {
            let key = response_key(&response.status, Some(&header.name));
            all.push((key, vec![&header.place], header.deprecated));
        }
    }
    all
}

/// Returns the marks of an operation's parts, given their marks before.
fn parts(
    known: Option<&HashMap<String, Mark>>,
    [old, new]: [&Operation; 2],
    told: &[&Change],
    version: u16,
) -> HashMap<String, Mark> {
    let before: HashMap<String, bool> =
        parts_of(old).into_iter().map(|(key, _, is_deprecated)| (key, is_deprecated)).collect();
    let is_at = |places: &[&Place], change: &Change| {
        let at =
            |place: &Place| places.iter().any(|one| one.file == place.file && one.pointer == place.pointer);
        change.new.as_ref().is_some_and(at)
    };
    let mut marks = HashMap::new();
    for (key, places, is_deprecated) in parts_of(new) {
        let mark = match before.get(&key) {
            None => Mark::added(version),
            Some(was_deprecated) => {
                let mut mark = known.and_then(|known| known.get(&key)).copied().unwrap_or_default();
                if told.iter().any(|change| is_at(&places, change)) {
                    mark.changed = Some(version);
                }
                deprecate(&mut mark, [*was_deprecated, is_deprecated], version);
                mark
            }
        };
        if mark != Mark::default() {
            marks.insert(key, mark);
        }
    }
    marks
}
