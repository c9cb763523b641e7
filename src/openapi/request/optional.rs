//! The optional fields of a body's first example, and the variants of its fields. With these, readers add fields to
//! samples, remove them, and choose variants.
//!
//! Takes an example and returns paths and JSON text. An optional field that the example doesn't contain has a generated
//! value. The example with all of these fields is valid if the example itself is valid.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde::{Serialize, Serializer};

use crate::openapi::{
    Direction, Json, MediaType, RequestBody, SchemaId,
    discriminator_values::told_properties,
    example::{chosen, example, example_of},
    media::{self, Format, Sample, format_of},
    merge::{Merged, Node, Views},
    validate::is_valid,
};

/// The maximum number of optional fields in a body.
const MAX_FIELDS: usize = 100;
/// The maximum size of all generated values in a body, in bytes.
const MAX_BYTES: usize = 6_000;
/// The maximum size of an example that can change, in bytes.
const MAX_EXAMPLE: usize = 32_000;
/// The maximum number of properties of an object that can change.
const MAX_PROPERTIES: usize = 2_000;
/// The maximum number of fields and variants to generate values for.
const MAX_TRIES: usize = 200;
/// The maximum depth of fields.
const MAX_DEPTH: usize = 8;
/// The maximum number of a list's items to look at.
const MAX_ITEMS: usize = 5;
/// The maximum number of variants of a field.
const MAX_VARIANTS: usize = 24;

/// A part of a field's path: a name, or `None` for the items of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step(pub Option<Box<str>>);

impl Serialize for Step {
    /// Serializes a name as text, and items as `0`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(name) => serializer.serialize_str(name),
            None => serializer.serialize_u8(0),
        }
    }
}

/// The changes that readers can make to an example.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Changes {
    /// The optional fields, in schema order. A field comes before its own fields. The value is the text of a field that
    /// isn't in the example or, for a field that is, empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<(Vec<Step>, String)>,
    /// The fields with variants, each with the value of every variant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<(Vec<Step>, Vec<String>)>,
}

/// Returns the changes for each body, and for each of the body's variants. A body without variants has one entry.
pub(crate) fn changes(views: &Views<'_>, body: Option<&RequestBody>) -> Vec<Vec<Changes>> {
    body.into_iter().flat_map(|body| &body.content).map(|media| of_media(views, media)).collect()
}

fn of_media<'a>(views: &Views<'a>, media: &MediaType) -> Vec<Changes> {
    let is_listed = matches!(format_of(&media.name), Format::Json | Format::Form | Format::Multipart);
    let Some(id) = media.schema.filter(|_| is_listed && media.item_schema.is_none()) else {
        return Vec::new();
    };
    let node = Node::One(id);
    let value = |samples: &[Sample]| {
        let first = samples.iter().find(|one| one.external.is_none())?;
        Json::parse(&first.text).filter(|_| first.text.len() <= MAX_EXAMPLE)
    };
    let mut variants = media::variants(views, media, Direction::Request);
    let left = MAX_BYTES / variants.len().max(1);
    let changes = |merged: Option<Merged<'a>>, samples: &[Sample]| match value(samples) {
        Some(value) => of_value(views, &node, merged, value, left),
        None => Changes::default(),
    };
    if variants.is_empty() {
        return vec![changes(None, &media::samples(views, media, Direction::Request))];
    }
    variants.drain(..).map(|variant| changes(Some(variant.merged), &variant.samples)).collect()
}

fn of_value<'a>(
    views: &Views<'a>,
    node: &Node,
    merged: Option<Merged<'a>>,
    value: Json,
    left: usize,
) -> Changes {
    let (path, way, found) = (Vec::new(), Vec::new(), Changes::default());
    let mut finder = Finder { views, path, way, left, tries: 0, is_added: false, found };
    finder.complete(node, merged, value);
    finder.found
}

struct Finder<'v, 'a> {
    views: &'v Views<'a>,
    path: Vec<Step>,
    /// The schemas around the next value.
    way: Vec<SchemaId>,
    /// The number of bytes that are left for values.
    left: usize,
    /// The number of fields and variants for which a value was generated.
    tries: usize,
    /// Whether the value isn't in the example.
    is_added: bool,
    found: Changes,
}

type Members = Vec<(Box<str>, Json)>;

impl<'a> Finder<'_, 'a> {
    /// Finds the changes of a value, and returns the value with all optional fields. `merged` is the schema with a
    /// variant that's already chosen.
    fn complete(&mut self, node: &Node, merged: Option<Merged<'a>>, value: Json) -> Json {
        if self.path.len() > MAX_DEPTH {
            return value;
        }
        let length = self.way.len();
        let is_open = merged.is_none() && !self.path.is_empty() && !self.repeats(node);
        self.way.extend(self.views.subject(node));
        let value = self.complete_variant(node, merged, value, is_open);
        self.way.truncate(length);
        value
    }

    /// Completes a value whose schema is already in `way`. `is_open` is whether readers can choose its variant.
    fn complete_variant(
        &mut self,
        node: &Node,
        merged: Option<Merged<'a>>,
        value: Json,
        is_open: bool,
    ) -> Json {
        let mut merged = merged.unwrap_or_else(|| (*self.views.of(node)).clone());
        for turn in 0..MAX_DEPTH {
            let Some(group) = merged.groups.first() else { break };
            let Some(at) = media::variant_of(self.views, group, &value, Direction::Request) else {
                return value;
            };
            let variant = group.variants[at].clone();
            if turn == 0 && is_open {
                self.choice(node, &merged, at);
            }
            merged = chosen(self.views, &merged, &variant);
        }
        self.way.extend(merged.subject);
        match value {
            Json::Object(members) => self.object(node, &merged, members),
            Json::Array(items) if merged.prefix_items.is_empty() => self.list(&merged, items),
            other => other,
        }
    }

    /// Whether the schema of a value is also the schema of a value around it.
    fn repeats(&self, node: &Node) -> bool {
        self.views.subject(node).is_some_and(|id| self.way.contains(&id))
    }

    fn list(&mut self, merged: &Merged<'a>, items: Vec<Json>) -> Json {
        let Some(each) = merged.items.said() else { return Json::Array(items) };
        self.path.push(Step(None));
        let complete = |(at, item)| if at < MAX_ITEMS { self.complete(each, None, item) } else { item };
        let items = items.into_iter().enumerate().map(complete).collect();
        self.path.pop();
        Json::Array(items)
    }

    fn object(&mut self, node: &Node, merged: &Merged<'a>, mut members: Members) -> Json {
        let told: HashSet<&str> = told_properties(self.views, merged, None).map(|(name, _)| name).collect();
        let mut is_valid = None;
        if merged.properties.len() > MAX_PROPERTIES {
            return Json::Object(members);
        }
        for field in &merged.properties {
            if self.views.of(&field.node).is_hidden(Direction::Request) {
                continue;
            }
            let is_optional = !field.required && !told.contains(field.name);
            self.path.push(Step(Some(field.name.into())));
            if let Some((_, value)) = members.iter_mut().find(|(name, _)| **name == *field.name) {
                if is_optional {
                    self.note();
                }
                *value = self.complete(&field.node, None, std::mem::replace(value, Json::Null));
            } else if is_optional && !field.excluded {
                let is_valid = *is_valid.get_or_insert_with(|| self.allows(node, &members));
                self.add(&field.node, &mut members, is_valid.then_some(node));
            }
            self.path.pop();
        }
        Json::Object(members)
    }

    /// Adds the field at the current path to an object. If the object has to be valid, does nothing if it wouldn't be.
    fn add(&mut self, node: &Node, members: &mut Members, object: Option<&Node>) {
        let Some(Step(Some(name))) = self.path.last().cloned() else { return };
        // A value that contains itself doesn't get any larger.
        if self.repeats(node) || self.tries >= MAX_TRIES || self.found.optional.len() >= MAX_FIELDS {
            return;
        }
        self.tries += 1;
        members.push((name, example(self.views, node, Direction::Request)));
        if object.is_some_and(|object| !self.allows(object, members)) {
            members.pop();
            return;
        }
        let Some((_, last)) = members.last_mut() else { return };
        let value = std::mem::replace(last, Json::Null);
        let at = self.found.optional.len();
        let added = self.attempt(|finder| {
            finder.note();
            finder.complete(node, None, value)
        });
        match added {
            Some((value, text)) => {
                *last = value;
                if let Some((_, own)) = self.found.optional.get_mut(at) {
                    *own = text;
                }
            }
            None => {
                members.pop();
            }
        }
    }

    /// Adds the variants of the value at the current path, if they're objects. The variant of the example has no text.
    fn choice(&mut self, node: &Node, merged: &Merged<'a>, at: usize) {
        let Some(group) = merged.groups.first() else { return };
        let variants = &group.variants;
        let is_object = |node: &Node| self.views.of(node).has_members();
        let is_known = self.found.choices.iter().any(|(path, _)| *path == self.path);
        if is_known || !(2..=MAX_VARIANTS).contains(&variants.len()) || !variants.iter().all(is_object) {
            return;
        }
        let place = self.found.choices.len();
        self.found.choices.push((self.path.clone(), Vec::new()));
        let mut texts = Vec::new();
        for (other, variant) in variants.iter().enumerate() {
            if other == at {
                texts.push(String::new());
                continue;
            }
            self.tries += 1;
            let generated = || example_of(self.views, node, other, Direction::Request);
            let made = (self.tries <= MAX_TRIES).then(generated).flatten().and_then(|value| {
                let chosen = chosen(self.views, merged, variant);
                self.attempt(|finder| finder.complete(node, Some(chosen), value))
            });
            match made {
                Some((_, text)) => texts.push(text),
                None => {
                    self.found.choices.truncate(place);
                    return;
                }
            }
        }
        self.found.choices[place].1 = texts;
    }

    /// Makes a value that isn't in the example, and returns it with its text. The text is empty if the value is part of
    /// another such value. Returns `None`, and forgets what was found, if the value is too long.
    fn attempt(&mut self, make: impl FnOnce(&mut Self) -> Json) -> Option<(Json, String)> {
        let (optional, choices, left) = (self.found.optional.len(), self.found.choices.len(), self.left);
        let is_inner = std::mem::replace(&mut self.is_added, true);
        let value = make(self);
        self.is_added = is_inner;
        let text = value.pretty();
        let Some(after) = self.left.checked_sub(if is_inner { 0 } else { text.len() }) else {
            self.found.optional.truncate(optional);
            self.found.choices.truncate(choices);
            self.left = left;
            return None;
        };
        self.left = after;
        Some((value, if is_inner { String::new() } else { text }))
    }

    /// Adds the current path to the optional fields.
    fn note(&mut self) {
        let is_known = self.found.optional.iter().any(|(path, _)| *path == self.path);
        if !is_known && self.found.optional.len() < MAX_FIELDS {
            self.found.optional.push((self.path.clone(), String::new()));
        }
    }

    fn allows(&self, node: &Node, members: &Members) -> bool {
        is_valid(self.views, node, &Json::Object(members.clone()), Direction::Request) == Some(true)
    }
}
