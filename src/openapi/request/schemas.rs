//! The schemas of a request for the browser's validator: one bounded JSON text per operation.
//!
//! Its shape, for whoever interprets it:
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
//! - `parameters` is by `in` and name, as the reader's values are; `bodies` has an entry for each body of the request
//!   model, in its order. `cut` is there if anything was left out: what was is `true`, which allows everything.
//! - Schemas are JSON Schema 2020-12 with these keywords only: `$ref` (always `#/$defs/` and a key, never with siblings),
//!   `type` (a name or a list), `const`, `enum`, `format`, `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`,
//!   `multipleOf`, `minLength`, `maxLength`, `pattern`, `properties`, `required`, `patternProperties`,
//!   `additionalProperties`, `propertyNames`, `minProperties`, `maxProperties`, `dependentRequired`, `dependentSchemas`,
//!   `prefixItems`, `items`, `minItems`, `maxItems`, `uniqueItems`, `contains`, `minContains`, `maxContains`, `allOf`,
//!   `anyOf`, `oneOf`, `not`, `if`, `then`, `else`; besides `discriminator` as OpenAPI has it (`propertyName`, and `mapping`
//!   from values to `#/$defs/` and a key), by which a checker can say which variant is meant. A schema may be `true` or
//!   `false`.
//! - `allOf` is merged already and stands only for what one schema cannot say, such as two patterns. What is `readOnly` is
//!   not required. `null` is part of `type` or a variant of its own. `format` is an annotation.
//! - `$defs` may refer to one another in circles: a value is checked against a schema at a place only once.
//! - Numbers are as in the document, so one beyond 64 bits is rounded by `JSON.parse`.

use std::collections::{HashMap, VecDeque};

use crate::openapi::discriminator_values::{discriminator_values, known_as};
use crate::openapi::merge::{Group, GroupKind, Merged, Node, Others, Views};
use crate::openapi::{Direction, Discriminator, Json, Operation, validate};

/// The size above which schemas are left out.
const MAX_BYTES: usize = 60_000;
/// The depth at which unnamed schemas get their own definitions.
const MAX_DEPTH: usize = 24;
/// The number of values above which lists are left out.
const MAX_VALUES: usize = 1_000;
/// The number of members above which objects are left out.
const MAX_PROPERTIES: usize = 2_000;

/// Returns the schemas of an operation's parameters and bodies; `None` if there is nothing to check.
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
    /// The definitions so far and to come.
    keys: HashMap<Node, usize>,
    queue: VecDeque<(usize, Node)>,
    /// The schemas around this one.
    active: Vec<Node>,
    left: usize,
    cut: bool,
}

/// The members of a schema while it's written.
type Keywords = Vec<(Box<str>, Json)>;

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

    /// Returns the schema, if there is room for it.
    fn paid(&mut self, schema: Json) -> Json {
        let size = schema.to_string().len();
        if size > self.left {
            self.cut = true;
            // There may still be room for small ones.
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
        let mut out = Keywords::new();
        values(merged, &mut out);
        let mut all_of = limits(merged, &mut out);
        self.object(merged, node, &mut out);
        self.array(merged, &mut out);
        for group in &merged.groups {
            self.group(group, &mut out, &mut all_of);
        }
        for not in &merged.not {
            let not = keywords([("not", self.schema(not))]);
            all_of.push(not);
        }
        for condition in &merged.conditions {
            let mut one = vec![("if".into(), self.schema(&Node::One(condition.when)))];
            let branches = [("then", condition.then), ("else", condition.otherwise)];
            one.extend(
                branches.into_iter().filter_map(|(key, id)| Some((key.into(), self.schema(&Node::One(id?))))),
            );
            all_of.push(Json::Object(one));
        }
        if !all_of.is_empty() {
            out.push(("allOf".into(), Json::Array(all_of)));
        }
        let schema = if out.is_empty() { Json::Bool(true) } else { Json::Object(out) };
        if merged.or_null && schema != Json::Bool(true) {
            let null = keywords([("type", text("null"))]);
            return keywords([("anyOf", Json::Array(vec![schema, null]))]);
        }
        schema
    }

    fn object(&mut self, merged: &Merged<'a>, node: &Node, out: &mut Keywords) {
        if merged.properties.len() > MAX_PROPERTIES {
            self.cut = true;
            return;
        }
        let views = self.views;
        let sent = |name: &str| !validate::is_hidden(views, node, name, Direction::Request);
        let mut properties = Vec::new();
        for field in &merged.properties {
            properties.push((field.name.into(), self.schema(&field.node)));
        }
        let fields = merged.properties.iter().filter(|field| field.required).map(|field| field.name);
        let required: Vec<Json> =
            fields.chain(merged.also_required.iter().copied()).filter(|name| sent(name)).map(text).collect();
        if !properties.is_empty() {
            out.push(("properties".into(), Json::Object(properties)));
        }
        if !required.is_empty() {
            out.push(("required".into(), Json::Array(required)));
        }
        let patterns: Keywords = merged
            .pattern_properties
            .iter()
            .map(|(pattern, node)| ((*pattern).into(), self.schema(node)))
            .collect();
        if !patterns.is_empty() {
            out.push(("patternProperties".into(), Json::Object(patterns)));
        }
        let alone =
            merged.groups.is_empty() && merged.conditions.is_empty() && merged.dependent_schemas.is_empty();
        let unevaluated = merged.additional == Others::Unsaid && alone;
        let additional = if unevaluated { &merged.unevaluated_properties } else { &merged.additional };
        match additional {
            Others::None => out.push(("additionalProperties".into(), Json::Bool(false))),
            Others::Each(node) => out.push(("additionalProperties".into(), self.schema(node))),
            Others::Unsaid | Others::Any => {}
        }
        if let Some(names) = &merged.property_names {
            out.push(("propertyNames".into(), self.schema(names)));
        }
        if !merged.dependent_required.is_empty() {
            let dependent = merged.dependent_required.iter().map(|(name, others)| {
                let others = others.iter().filter(|other| sent(other)).map(|other| text(other));
                ((*name).into(), Json::Array(others.collect()))
            });
            out.push(("dependentRequired".into(), Json::Object(dependent.collect())));
        }
        let dependent: Keywords =
            merged.dependent_schemas.iter().map(|(name, node)| ((*name).into(), self.schema(node))).collect();
        if !dependent.is_empty() {
            out.push(("dependentSchemas".into(), Json::Object(dependent)));
        }
    }

    fn array(&mut self, merged: &Merged<'a>, out: &mut Keywords) {
        let prefix: Vec<Json> = merged.prefix_items.iter().map(|node| self.schema(node)).collect();
        if !prefix.is_empty() {
            out.push(("prefixItems".into(), Json::Array(prefix)));
        }
        match &merged.items {
            Others::None => out.push(("items".into(), Json::Bool(false))),
            Others::Each(node) => out.push(("items".into(), self.schema(node))),
            Others::Unsaid | Others::Any => {}
        }
        if let Some(contains) = merged.contains.first() {
            out.push(("contains".into(), self.schema(contains)));
        }
    }

    fn group(&mut self, group: &Group<'a>, out: &mut Keywords, all_of: &mut Vec<Json>) {
        let mut one = Keywords::new();
        let key = match group.kind {
            GroupKind::OneOf => Some("oneOf"),
            GroupKind::AnyOf => Some("anyOf"),
            // The schema lists no variants; the discriminator selects another schema that also applies.
            GroupKind::Told => None,
        };
        if let Some(key) = key {
            let mut variants: Vec<Json> = group.variants.iter().map(|node| self.schema(node)).collect();
            if group.nullable {
                variants.push(keywords([("type", text("null"))]));
            }
            one.push((key.into(), Json::Array(variants)));
        }
        if let Some(discriminator) = group.discriminator {
            let mapping = self.mapping(group, discriminator);
            let property = text(&discriminator.property);
            one.push((
                "discriminator".into(),
                keywords([("propertyName", property), ("mapping", Json::Object(mapping))]),
            ));
        }
        if out.iter().any(|(known, _)| one.iter().any(|(key, _)| key == known)) {
            all_of.push(Json::Object(one));
        } else {
            out.extend(one);
        }
    }

    /// Returns the values that identify the variants of a group. A value for several variants identifies none.
    fn mapping(&mut self, group: &Group<'a>, discriminator: &Discriminator) -> Keywords {
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
    let names: Vec<Json> = merged.types.names().map(text).collect();
    match names.len() {
        0 => {}
        1 => out.extend(names.into_iter().map(|name| ("type".into(), name))),
        _ => out.push(("type".into(), Json::Array(names))),
    }
    if let Some(constant) = merged.constant {
        out.push(("const".into(), constant.clone()));
    }
    if !merged.values.is_empty() && merged.values.len() <= MAX_VALUES {
        let values = merged.values.iter().map(|one| one.value.clone());
        out.push(("enum".into(), Json::Array(values.collect())));
    }
    if let Some(format) = merged.format {
        out.push(("format".into(), text(format)));
    }
}

/// Adds the limits, and returns what doesn't fit into one schema.
fn limits(merged: &Merged<'_>, out: &mut Keywords) -> Vec<Json> {
    let limits = &merged.limits;
    for (limit, inclusive, exclusive) in
        [(&limits.minimum, "minimum", "exclusiveMinimum"), (&limits.maximum, "maximum", "exclusiveMaximum")]
    {
        if let Some((number, excluded)) = limit {
            let key = if *excluded { exclusive } else { inclusive };
            out.push((key.into(), Json::Number(number.clone())));
        }
    }
    let contains = !merged.contains.is_empty();
    for (key, count) in [
        ("minLength", limits.min_length),
        ("maxLength", limits.max_length),
        ("minItems", limits.min_items),
        ("maxItems", limits.max_items),
        ("minContains", limits.min_contains.filter(|_| contains)),
        ("maxContains", limits.max_contains.filter(|_| contains)),
        ("minProperties", limits.min_properties),
        ("maxProperties", limits.max_properties),
    ] {
        out.extend(count.map(|count| (key.into(), Json::Number(count.to_string().into()))));
    }
    if limits.unique_items {
        out.push(("uniqueItems".into(), Json::Bool(true)));
    }
    let mut more = Vec::new();
    let patterns = merged.patterns.iter().map(|pattern| ("pattern", text(pattern)));
    let multiples = merged.multiples.iter().map(|step| ("multipleOf", Json::Number((*step).into())));
    for (key, value) in patterns.chain(multiples) {
        if out.iter().any(|(known, _)| **known == *key) {
            more.push(keywords([(key, value)]));
        } else {
            out.push((key.into(), value));
        }
    }
    more
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
