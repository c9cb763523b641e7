//! The schemas of a request for the browser's validator: one JSON document of limited size per operation.
//!
//! The document has this structure:
//!
//! ```json
//! {
//!   "parameters": { "query:limit": { "type": "integer", "minimum": 1 } },
//!   "bodies": [{ "$ref": "#/$defs/0" }, true],
//!   "$defs": { "0": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } },
//!   "cut": true
//! }
//! ```
//!
//! - The keys of `parameters` consist of `in`, a colon, and the name, like the keys of the values that a reader enters.
//!   `bodies` has an entry for each body of the request model, in the same order. `cut` exists if anything was left
//!   out. Each omitted schema is `true`, which allows everything.
//! - Schemas are JSON Schema 2020-12 with these keywords only: `$ref` (always `#/$defs/` and a key, never with
//!   siblings), `type` (a name or a list), `const`, `enum`, `format`, `minimum`, `maximum`, `exclusiveMinimum`,
//!   `exclusiveMaximum`, `multipleOf`, `minLength`, `maxLength`, `pattern`, `properties`, `required`,
//!   `patternProperties`, `additionalProperties`, `propertyNames`, `minProperties`, `maxProperties`,
//!   `dependentRequired`, `dependentSchemas`, `prefixItems`, `items`, `minItems`, `maxItems`, `uniqueItems`,
//!   `contains`, `minContains`, `maxContains`, `allOf`, `anyOf`, `oneOf`, `not`, `if`, `then`, and `else`. There is
//!   also OpenAPI's `discriminator` (`propertyName`, and `mapping` from values to `#/$defs/` and a key), which tells a
//!   validator which variant applies. A schema can be `true` or `false`.
//! - `allOf` is already merged. Any remaining `allOf` contains only constraints that a single schema can't express,
//!   such as two patterns. `readOnly` properties aren't required. `null` is part of `type` or a separate variant.
//!   `format` is an annotation.
//! - `$defs` can contain cycles. Therefore, a validator must check the value at a location against a schema only once.
//! - Numbers are written as in the document. `JSON.parse` rounds numbers that a 64-bit float can't represent.

use std::collections::{HashMap, VecDeque};

use crate::openapi::{
    Bounds, Condition, Direction, Discriminator, Json, Operation,
    discriminator_values::{discriminator_values, known_as},
    merge::{Group, GroupKind, Merged, Node, Others, Views},
    validate,
};

/// The maximum size of all schemas, in bytes. Schemas that don't fit are left out.
const MAX_BYTES: usize = 60_000;
/// The nesting depth at which an unnamed schema gets its own definition.
const MAX_DEPTH: usize = 24;
/// The maximum number of values in an `enum`. A longer `enum` is left out.
const MAX_VALUES: usize = 1_000;
/// The maximum number of properties in a schema. If a schema has more properties, all keywords for objects are left
/// out.
const MAX_PROPERTIES: usize = 2_000;

/// Returns the schemas of an operation's parameters and bodies, or `None` if there is nothing to check.
pub(crate) fn schemas(views: &Views<'_>, operation: &Operation) -> Option<String> {
    let mut writer = Writer {
        views,
        keys: HashMap::new(),
        queue: VecDeque::new(),
        active: Vec::new(),
        left: MAX_BYTES,
        cut: false,
    };
    let parameters: Vec<(Box<str>, Json)> = operation
        .parameters
        .iter()
        .filter_map(|parameter| {
            let schema = writer.root(&Node::One(parameter.schema?));
            (schema != Json::Bool(true))
                .then(|| (format!("{}:{}", parameter.location.name(), parameter.name).into(), schema))
        })
        .collect();
    let content = operation.body.iter().flat_map(|body| &body.content);
    let bodies: Vec<Json> = content
        .map(|media| media.schema.map_or(Json::Bool(true), |id| writer.root(&Node::One(id))))
        .collect();
    if parameters.is_empty() && bodies.iter().all(|body| *body == Json::Bool(true)) {
        return None;
    }
    let mut definitions = Vec::new();
    while let Some((key, node)) = writer.queue.pop_front() {
        let schema = writer.definition(&node);
        definitions.push((key.to_string().into(), schema));
    }
    let mut all: Vec<(Box<str>, Json)> = vec![
        ("parameters".into(), Json::Object(parameters)),
        ("bodies".into(), Json::Array(bodies)),
        ("$defs".into(), Json::Object(definitions)),
    ];
    if writer.cut {
        all.push(("cut".into(), Json::Bool(true)));
    }
    Some(Json::Object(all).to_string())
}

struct Writer<'v, 'a> {
    views: &'v Views<'a>,
    /// The keys of all definitions, including the definitions that aren't written yet.
    keys: HashMap<Node, usize>,
    queue: VecDeque<(usize, Node)>,
    /// The schemas that enclose the current schema.
    active: Vec<Node>,
    left: usize,
    cut: bool,
}

/// The members of a schema that is being written.
#[derive(Default)]
struct Keywords(Vec<(Box<str>, Json)>);

impl Keywords {
    fn add(&mut self, key: &str, value: Json) {
        self.0.push((key.into(), value));
    }

    /// Adds a list or an object, unless it's empty.
    fn add_filled(&mut self, key: &str, value: Json) {
        if !value.is_empty() {
            self.add(key, value);
        }
    }

    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(known, _)| **known == *key)
    }
}

impl<'a> Writer<'_, 'a> {
    fn root(&mut self, node: &Node) -> Json {
        let schema = self.schema(node);
        self.paid(schema)
    }

    fn definition(&mut self, node: &Node) -> Json {
        if self.left == 0 {
            self.cut = true;
            return Json::Bool(true);
        }
        self.active = vec![node.clone()];
        let merged = self.views.of(node);
        let schema = self.whole(&merged, node);
        self.active.clear();
        self.paid(schema)
    }

    /// If there's room for the schema, returns it. Otherwise, returns `true`.
    fn paid(&mut self, schema: Json) -> Json {
        let size = schema.to_string().len();
        if size > self.left {
            self.cut = true;
            // There might still be room for smaller schemas.
            self.left /= 2;
            return Json::Bool(true);
        }
        self.left -= size;
        schema
    }

    /// Returns a schema inline or as a reference.
    fn schema(&mut self, node: &Node) -> Json {
        if node.ids().is_empty() {
            return Json::Bool(true);
        }
        let merged = self.views.of(node);
        let named =
            merged.subject.and_then(|id| self.views.schema(id)).is_some_and(|schema| schema.name.is_some());
        if named
            || self.active.contains(node)
            || self.active.len() >= MAX_DEPTH
            || self.keys.contains_key(node)
        {
            return reference(self.key(node));
        }
        self.active.push(node.clone());
        let schema = self.whole(&merged, node);
        self.active.pop();
        schema
    }

    fn key(&mut self, node: &Node) -> usize {
        if let Some(key) = self.keys.get(node) {
            return *key;
        }
        let key = self.keys.len();
        self.keys.insert(node.clone(), key);
        self.queue.push_back((key, node.clone()));
        key
    }

    fn whole(&mut self, merged: &Merged<'a>, node: &Node) -> Json {
        if merged.never {
            return Json::Bool(false);
        }
        let mut out = Keywords::default();
        values(merged, &mut out);
        let mut all_of = limits(merged, &mut out);
        self.object(merged, node, &mut out);
        self.array(merged, &mut out);
        for group in &merged.groups {
            self.group(group, &mut out, &mut all_of);
        }
        all_of.extend(merged.not.iter().map(|not| keywords([("not", self.schema(not))])));
        for Condition { when, then, otherwise } in &merged.conditions {
            let branches = [("if", Some(*when)), ("then", *then), ("else", *otherwise)].into_iter();
            let one = branches.filter_map(|(key, id)| Some((key.into(), self.schema(&Node::One(id?)))));
            all_of.push(Json::Object(one.collect()));
        }
        out.add_filled("allOf", Json::Array(all_of));
        if out.0.is_empty() {
            return Json::Bool(true);
        }
        let schema = Json::Object(out.0);
        if merged.or_null { keywords([("anyOf", Json::Array(vec![schema, null()]))]) } else { schema }
    }

    fn named(&mut self, nodes: &[(&str, Node)]) -> Json {
        Json::Object(nodes.iter().map(|(name, node)| ((*name).into(), self.schema(node))).collect())
    }

    fn others(&mut self, key: &str, others: &Others, out: &mut Keywords) {
        match others {
            Others::None => out.add(key, Json::Bool(false)),
            Others::Each(node) => out.add(key, self.schema(node)),
            Others::Unsaid | Others::Any => {}
        }
    }

    fn object(&mut self, merged: &Merged<'a>, node: &Node, out: &mut Keywords) {
        if merged.properties.len() > MAX_PROPERTIES {
            self.cut = true;
            return;
        }
        let views = self.views;
        let sent = |name: &str| !validate::is_hidden(views, node, name, Direction::Request);
        let names = |names: &mut dyn Iterator<Item = &str>| {
            Json::Array(names.filter(|name| sent(name)).map(text).collect())
        };
        let properties = merged.properties.iter();
        let schemas = properties.clone().map(|field| (field.name.into(), self.schema(&field.node)));
        out.add_filled("properties", Json::Object(schemas.collect()));
        let required = properties.filter(|field| field.required).map(|field| field.name);
        out.add_filled("required", names(&mut required.chain(merged.also_required.iter().copied())));
        out.add_filled("patternProperties", self.named(&merged.pattern_properties));
        let alone =
            merged.groups.is_empty() && merged.conditions.is_empty() && merged.dependent_schemas.is_empty();
        let unevaluated = merged.additional == Others::Unsaid && alone;
        let others = if unevaluated { &merged.unevaluated_properties } else { &merged.additional };
        self.others("additionalProperties", others, out);
        if let Some(names) = &merged.property_names {
            out.add("propertyNames", self.schema(names));
        }
        let dependent = merged.dependent_required.iter();
        let dependent =
            dependent.map(|(name, others)| ((*name).into(), names(&mut others.iter().map(|other| &**other))));
        out.add_filled("dependentRequired", Json::Object(dependent.collect()));
        out.add_filled("dependentSchemas", self.named(&merged.dependent_schemas));
    }

    fn array(&mut self, merged: &Merged<'a>, out: &mut Keywords) {
        let prefix = merged.prefix_items.iter().map(|node| self.schema(node));
        out.add_filled("prefixItems", Json::Array(prefix.collect()));
        self.others("items", &merged.items, out);
        if let Some(contains) = merged.contains.first() {
            out.add("contains", self.schema(contains));
        }
    }

    fn group(&mut self, group: &Group<'a>, out: &mut Keywords, all_of: &mut Vec<Json>) {
        let mut one = Keywords::default();
        let key = match group.kind {
            GroupKind::OneOf => Some("oneOf"),
            GroupKind::AnyOf => Some("anyOf"),
            // The schema lists no variants. The discriminator selects another schema that also applies.
            GroupKind::Told => None,
        };
        if let Some(key) = key {
            let variants = group.variants.iter().map(|node| self.schema(node));
            one.add(key, Json::Array(variants.chain(group.nullable.then(null)).collect()));
        }
        if let Some(discriminator) = group.discriminator {
            let mapping = Json::Object(self.mapping(group, discriminator));
            let property = text(&discriminator.property);
            one.add("discriminator", keywords([("propertyName", property), ("mapping", mapping)]));
        }
        if one.0.iter().any(|(key, _)| out.has(key)) {
            all_of.push(Json::Object(one.0));
        } else {
            out.0.extend(one.0);
        }
    }

    /// Returns the values that identify the variants of a group. A value that several variants share doesn't identify
    /// any of these variants.
    fn mapping(&mut self, group: &Group<'a>, discriminator: &Discriminator) -> Vec<(Box<str>, Json)> {
        let mut mapping: Vec<(Box<str>, Option<&Node>)> = Vec::new();
        for node in &group.variants {
            let id = known_as(self.views, discriminator, node);
            let told =
                id.and_then(|id| discriminator_values(self.views, discriminator, id, &self.views.of(node)));
            for value in told.into_iter().flat_map(|told| told.values) {
                let Json::String(value) = value else { continue };
                match mapping.iter_mut().find(|(known, _)| *known == value) {
                    Some((_, variant)) => *variant = None,
                    None => mapping.push((value, Some(node))),
                }
            }
        }
        let told = mapping.into_iter().filter_map(|(value, node)| Some((value, node?)));
        told.map(|(value, node)| (value, text(&format!("#/$defs/{}", self.key(node))))).collect()
    }
}

fn values(merged: &Merged<'_>, out: &mut Keywords) {
    let mut names: Vec<Json> = merged.types.names().map(text).collect();
    match names.len() {
        1 => out.add("type", names.remove(0)),
        _ => out.add_filled("type", Json::Array(names)),
    }
    if let Some(constant) = merged.constant {
        out.add("const", constant.clone());
    }
    if merged.values.len() <= MAX_VALUES {
        let values = merged.values.iter().map(|one| one.value.clone());
        out.add_filled("enum", Json::Array(values.collect()));
    }
    if let Some(format) = merged.format {
        out.add("format", text(format));
    }
}

/// Adds the limits and returns schemas with the limits that don't fit into the same schema.
fn limits(merged: &Merged<'_>, out: &mut Keywords) -> Vec<Json> {
    let limits = &merged.limits;
    for (limit, inclusive, exclusive) in
        [(&limits.minimum, "minimum", "exclusiveMinimum"), (&limits.maximum, "maximum", "exclusiveMaximum")]
    {
        if let Some((number, excluded)) = limit {
            out.add(if *excluded { exclusive } else { inclusive }, Json::Number(number.clone()));
        }
    }
    let contains = if merged.contains.is_empty() { Bounds::default() } else { limits.contains };
    for (bounds, least, most) in [
        (limits.length, "minLength", "maxLength"),
        (limits.items, "minItems", "maxItems"),
        (contains, "minContains", "maxContains"),
        (limits.properties, "minProperties", "maxProperties"),
    ] {
        for (key, count) in [(least, bounds.least), (most, bounds.most)] {
            if let Some(count) = count {
                out.add(key, Json::Number(count.to_string().into()));
            }
        }
    }
    if limits.unique_items {
        out.add("uniqueItems", Json::Bool(true));
    }
    let mut more = Vec::new();
    let patterns = merged.patterns.iter().map(|pattern| ("pattern", text(pattern)));
    let multiples = merged.multiples.iter().map(|step| ("multipleOf", Json::Number((*step).into())));
    for (key, value) in patterns.chain(multiples) {
        if out.has(key) { more.push(keywords([(key, value)])) } else { out.add(key, value) }
    }
    more
}

fn null() -> Json {
    keywords([("type", text("null"))])
}

fn reference(key: usize) -> Json {
    keywords([("$ref", text(&format!("#/$defs/{key}")))])
}

fn text(text: &str) -> Json {
    Json::String(text.into())
}

fn keywords<const N: usize>(all: [(&str, Json); N]) -> Json {
    Json::Object(all.into_iter().map(|(key, value)| (key.into(), value)).collect())
}
