//! Reads schemas. A schema gets its ID when it's found. Its keywords are read later, from a queue.

use std::collections::{BTreeSet, HashMap};

use super::{
    At, Lowering,
    names::{self, or},
    object::{Kind, Object},
    resolve::Missing,
};
use crate::diag::{Code, did_you_mean};
use crate::openapi::{
    Discriminator, Json, Schema, SchemaId, Types,
    file::{File, NodeId, Value},
};

/// The maximum number of references in a chain.
const MAX_HOPS: usize = 1000;

/// The kind of object that contains a schema's keywords.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    /// A schema.
    Own,
    /// A 2.0 parameter. The description belongs to the parameter.
    Parameter,
    /// A 2.0 form field. The description belongs to the schema of the property.
    Field,
}

impl<'a> Lowering<'a> {
    /// Returns the schema at a location. A plain reference is replaced with its target.
    pub(super) fn schema(&mut self, from: At) -> SchemaId {
        let (id, behind) = self.settle(from);
        if let Some(at) = behind {
            self.name_by_place(id, at);
        }
        id
    }

    /// Returns the schema at the target of a reference. The target's location can give the schema a name.
    pub(super) fn schema_behind(&mut self, target: At) -> SchemaId {
        let (id, behind) = self.settle(target);
        self.name_by_place(id, behind.unwrap_or(target));
        id
    }

    /// Reads a component's schema, which gets the name of the component. If the schema is only an alias for another
    /// component, the other component keeps its own name.
    pub(super) fn component_schema(&mut self, name: &str, at: At) {
        let (id, behind) = self.settle(at);
        match behind {
            Some(at) if self.is_component(at) => self.name_by_place(id, at),
            _ => self.name(id, name),
        }
    }

    /// Returns the schema at a location. Also returns the schema's actual location if that location is different.
    fn settle(&mut self, from: At) -> (SchemaId, Option<At>) {
        let mut trail = Vec::new();
        let mut at = self.enter(from);
        let (id, end) = loop {
            let Some(reference) = lone_reference(self.file(at), at.node) else {
                break (self.schema_here(at, Form::Own), at);
            };
            if let Some(known) = self.behind.get(&at) {
                break *known;
            }
            let target = match trail.len() {
                0..MAX_HOPS => self.target(at, reference),
                _ => Err(Missing::Cycle),
            };
            match target {
                Ok(target) => {
                    trail.push(at);
                    at = self.enter(target);
                }
                Err(missing) => return (self.missing_schema(from, at, reference, &missing), None),
            }
        };
        self.behind.extend(trail.into_iter().map(|before| (before, (id, end))));
        (id, (end != from).then_some(end))
    }

    /// Returns a substitute for a missing schema. The substitute allows any value.
    fn missing_schema(&mut self, from: At, at: At, reference: &str, missing: &Missing) -> SchemaId {
        self.report_missing(at, reference, missing);
        let place = self.place(from);
        let id = self.add_schema(Schema { place, ..Schema::default() });
        self.behind.insert(from, (id, from));
        id
    }

    /// Returns the schema whose keywords are at a location.
    pub(super) fn schema_here(&mut self, at: At, form: Form) -> SchemaId {
        if let Some(id) = self.schemas.get(&at) {
            return *id;
        }
        let place = self.place(at);
        let id = self.add_schema(Schema { place, ..Schema::default() });
        self.schemas.insert(at, id);
        self.queue.push_back((id, at, form));
        id
    }

    /// Whether a schema is among the components of its file.
    fn is_component(&self, at: At) -> bool {
        let file = self.file(at);
        let above = file.parent(at.node).and_then(|parent| file.key(parent));
        matches!(above, Some("schemas" | "definitions"))
    }

    /// Names the target schema of a reference after the last meaningful key of the reference's pointer.
    fn name_by_place(&mut self, id: SchemaId, at: At) {
        if self.api.schemas[id].name.is_some() || self.is_completed(at) {
            return;
        }
        let file = self.file(at);
        let mut node = at.node;
        while let Some(parent) = file.parent(node) {
            if let Some(key) = file.key(node)
                && !is_keyword(key)
            {
                return self.name(id, key);
            }
            node = parent;
        }
        match file.text(at.node, "title") {
            Some(title) => self.name(id, title),
            None if at.file != 0 => self.name(id, file.path.stem()),
            None => self.name(id, "schema"),
        }
    }

    fn name(&mut self, id: SchemaId, name: &str) {
        if self.api.schemas[id].name.is_some() {
            return;
        }
        let slug = names::unique(&mut self.schema_slugs, or(&names::kebab(name), "schema"));
        let schema = &mut self.api.schemas.all[id.0 as usize];
        schema.name = Some(name.into());
        schema.slug = Some(slug);
        self.api.schemas.named.push(id);
    }

    /// Reads every schema found so far, and every schema found while reading them.
    pub(super) fn read_schemas(&mut self) {
        while let Some((id, at, form)) = self.queue.pop_front() {
            let schema = self.read_schema(id, at, form);
            *self.api.schemas.all[id.0 as usize] = schema;
        }
        self.name_variants();
    }

    fn read_schema(&mut self, id: SchemaId, at: At, form: Form) -> Schema {
        let mut schema = self.api.schemas[id].clone();
        if let Value::Bool(value) = self.value(at) {
            schema.never = !value;
        } else if let Some(mut object) = self.object_here(at, Kind::Schema) {
            object.keywords(&mut schema, form);
            schema.extra.append(&mut object.close());
        }
        schema.rare.tidy();
        schema
    }

    /// Returns the schema that a mapping refers to, by name or by reference.
    fn mapped(&mut self, at: At) -> Option<SchemaId> {
        let Value::String(target) = self.value(at) else {
            self.wrong(at, "the name of a schema or a reference to one");
            return None;
        };
        if let Some(found) = self.component(at, target) {
            return Some(self.schema(found));
        }
        if !target.contains(['/', '#', '.']) {
            let schemas = &self.api.schemas;
            let names = schemas.named.iter().filter_map(|id| schemas[*id].name.as_deref());
            let hint = self.near(Code::UnresolvedRef, || did_you_mean(target, names));
            self.report_with(Code::UnresolvedRef, at, format!("unknown schema `{target}`"), hint);
            return None;
        }
        let found = self.target_or_report(at, target)?;
        Some(self.schema_behind(found))
    }

    /// Returns the component with this name, in this file or the root file.
    fn component(&self, at: At, name: &str) -> Option<At> {
        for file in [at.file, 0] {
            let tree = self.met[file as usize];
            let root = tree.root;
            let components = tree.get(root, "components");
            let schemas = components.and_then(|components| tree.get(components, "schemas"));
            for schemas in [schemas, tree.get(root, "definitions")].into_iter().flatten() {
                if let Some(node) = tree.get(schemas, name) {
                    return Some(At { file, node, scope: 0 });
                }
            }
        }
        None
    }

    /// Adds to each discriminator the variants that the mapping doesn't contain.
    fn name_variants(&mut self) {
        let schemas = &mut self.api.schemas;
        let mut children: HashMap<SchemaId, Vec<SchemaId>> = HashMap::new();
        for id in &schemas.named {
            for parent in &schemas[*id].all_of {
                children.entry(*parent).or_default().push(*id);
            }
        }
        let mut budget = 1_000_000_usize;
        for index in 0..schemas.all.len() {
            let Some(mut discriminator) = schemas.all[index].discriminator.clone() else { continue };
            let schema = &schemas.all[index];
            let mut variants: Vec<SchemaId> = schema.one_of.iter().chain(&schema.any_of).copied().collect();
            if variants.is_empty() {
                let id = SchemaId(index as u32);
                let mut seen = BTreeSet::from([id]);
                let mut next = vec![id];
                while let Some(parent) = next.pop() {
                    for child in children.get(&parent).into_iter().flatten().copied() {
                        if budget > 0 && seen.insert(child) {
                            budget -= 1;
                            variants.push(child);
                            next.push(child);
                        }
                    }
                }
                variants.sort();
            }
            let mapped: BTreeSet<SchemaId> = discriminator.mapping.iter().map(|(_, id)| *id).collect();
            let known: BTreeSet<&str> = discriminator.mapping.iter().map(|(value, _)| &**value).collect();
            let named = variants.into_iter().filter(|variant| !mapped.contains(variant));
            let named = named.filter_map(|variant| Some((schemas[variant].name.clone()?, variant)));
            let names = named.filter(|(name, _)| !known.contains(&**name)).collect();
            let declared = schema.properties.iter().find(|one| one.name == discriminator.property);
            discriminator.declared = declared.map(|one| one.schema);
            discriminator.names = names;
            schemas.all[index].discriminator = Some(discriminator);
        }
    }
}

impl Object<'_, '_> {
    fn keywords(&mut self, schema: &mut Schema, form: Form) {
        if form != Form::Own {
            self.skip(&["name", "in", "collectionFormat", "allowEmptyValue"]);
        }
        let description = self.take("description").filter(|_| form != Form::Parameter);
        schema.description = self.lowering.text(description);
        self.annotations(schema);
        self.types(schema);
        let read = self.values(schema);
        schema.limits = self.limits().into();
        self.composition(schema, read);
        self.object_keywords(schema, form);
        self.array_keywords(schema);
        match form {
            Form::Own | Form::Field => {
                (schema.examples, schema.example_places) = self.schema_examples().into_iter().unzip();
            }
            // These keywords belong to the parameter.
            Form::Parameter => {
                self.pass_over(|key| key.starts_with("x-") || matches!(key, "example" | "examples"));
            }
        }
    }

    /// Reads `discriminator`, which is an object or, in 2.0, a name.
    pub(super) fn discriminator(&mut self) -> Option<Discriminator> {
        let at = self.take("discriminator")?;
        if let Value::String(property) = self.value(at) {
            return Some(Discriminator { property: property.into(), ..Discriminator::default() });
        }
        self.read(at, Kind::Discriminator, |object| {
            let property = object.string("propertyName").unwrap_or_default();
            let default = object.take("defaultMapping").and_then(|at| object.mapped(at));
            let mapping = object.entries("mapping", "an object that maps values to schemas").into_iter();
            let mapping =
                mapping.filter_map(|(value, at)| Some((value.into(), object.mapped(at)?))).collect();
            Discriminator { property, default, mapping, ..Discriminator::default() }
        })
    }

    /// Reads `type`, which is a name or a list of names, and 3.0's `nullable`.
    fn types(&mut self, schema: &mut Schema) {
        let at = self.take_null("type");
        let nullable = self.first(&["nullable", "x-nullable"]);
        let nullable = nullable.and_then(|at| self.lowering.flag(at)).unwrap_or_default();
        let names: Vec<At> = match at.map(|at| (at, self.value(at))) {
            Some((at, Value::Array(items))) => items.iter().map(|node| at.to(*node)).collect(),
            one => one.into_iter().map(|(at, _)| at).collect(),
        };
        for name in names {
            let text = match self.value(name) {
                // `type: null` in YAML isn't a string, but its meaning is clear.
                Value::Null => "null",
                _ => self.lowering.exact(name).unwrap_or_default(),
            };
            match text {
                "file" => {
                    schema.types = schema.types.with(Types::STRING);
                    schema.format = Some("binary".into());
                }
                "any" | "" => {}
                _ => match self.by_name(&Types::NAMES, text, name, "unknown type") {
                    Some(one) => schema.types = schema.types.with(one),
                    None => _ = schema.extra.insert("type".into(), Json::String(text.into())),
                },
            }
        }
        if nullable {
            if schema.types.is_empty() {
                schema.nullable = true
            } else {
                schema.types = schema.types.with(Types::NULL)
            }
        }
    }
}

/// Returns the reference if a schema consists only of a reference.
fn lone_reference(file: &File, node: NodeId) -> Option<&str> {
    let members = file.members(node);
    let reference = file.reference(node)?;
    members
        .iter()
        .all(|entry| matches!(entry.key, "$ref" | "$comment" | "$anchor" | "$dynamicAnchor"))
        .then_some(reference)
}

/// Whether a key is structural and therefore doesn't name a schema.
fn is_keyword(key: &str) -> bool {
    const KEYWORDS: &str = "schema schemas items additionalProperties patternProperties unevaluatedProperties properties \
         propertyNames not if then else contains allOf oneOf anyOf prefixItems content itemSchema \
         requestBody parameters headers responses default paths get put post delete patch head options \
         query";
    // Media types and paths contain a slash, and status codes and indexes are numbers.
    KEYWORDS.split(' ').any(|keyword| keyword == key)
        || key.contains('/')
        || key.bytes().all(|byte| byte.is_ascii_digit())
}
