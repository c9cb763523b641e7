//! Schemas: an id for each when it is met, its keywords when its turn comes.

use std::collections::{BTreeSet, HashMap};

use super::names;
use super::object::{Kind, Object};
use super::{At, Lowering, resolve::Missing};
use crate::diag::Code;
use crate::openapi::file::{File, NodeId, Value};
use crate::openapi::{Discriminator, Schema, SchemaId, Types};

/// How many references may follow one another.
const MAX_HOPS: usize = 64;

/// How a schema is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a schema.
    Own,
    /// As part of a parameter of 2.0, which has the description.
    Parameter,
    /// As part of a form field of 2.0, which is a property and has none by itself.
    Field,
}

impl<'a> Lowering<'a> {
    /// The schema at a place. A reference alone is the schema it leads to.
    pub(super) fn schema(&mut self, from: At) -> SchemaId {
        self.settle(from, false)
    }

    /// The schema at a place that a reference led to, which may give it a name.
    pub(super) fn schema_behind(&mut self, target: At) -> SchemaId {
        self.settle(target, true)
    }

    fn settle(&mut self, from: At, mut referenced: bool) -> SchemaId {
        let mut at = from;
        for _ in 0..MAX_HOPS {
            let Some(reference) = lone_reference(self.file(at), at.node) else {
                let id = self.schema_here(at, Form::Own);
                self.schemas.insert(from, id);
                if referenced {
                    self.name_by_place(id, at);
                }
                return id;
            };
            if let Some(id) = self.schemas.get(&at).copied() {
                self.schemas.insert(from, id);
                return id;
            }
            match self.target(at, reference) {
                Ok(target) => at = target,
                Err(missing) => return self.missing_schema(from, at, reference, &missing),
            }
            referenced = true;
        }
        let reference = lone_reference(self.file(at), at.node).unwrap_or_default();
        self.missing_schema(from, at, reference, &Missing::Cycle)
    }

    /// A schema that is not there may be anything.
    fn missing_schema(&mut self, from: At, at: At, reference: &str, missing: &Missing) -> SchemaId {
        self.report_missing(at, reference, missing);
        let place = self.place(from);
        let id = self.add_schema(Schema { place, ..Schema::default() });
        self.schemas.insert(from, id);
        id
    }

    /// The schema that is written at a place.
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

    pub(super) fn schemas_of(&mut self, list: At) -> Vec<SchemaId> {
        self.items(list, "a list of schemas").into_iter().map(|at| self.schema(at)).collect()
    }

    /// A schema among the components, which has its name from there.
    pub(super) fn component_schema(&mut self, name: &str, at: At) {
        let id = self.schema(at);
        self.name(id, name);
    }

    /// Names a schema that a reference led to, where its place gives it a name.
    fn name_by_place(&mut self, id: SchemaId, at: At) {
        if self.api.schemas[id].name.is_some() {
            return;
        }
        let file = self.file(at);
        let Some(parent) = file.parent(at.node) else {
            let stem = file.path().stem();
            if at.file != 0 {
                self.name(id, stem);
            }
            return;
        };
        let Some(key) = file.key(at.node) else { return };
        let above = file.key(parent);
        // A file may be a collection of schemas; what is a keyword of a schema is none of its schemas.
        let collected = at.file != 0 && file.parent(parent).is_none() && !is_applicator(key);
        if collected || matches!(above, Some("schemas" | "definitions" | "$defs")) {
            self.name(id, key);
        }
    }

    fn name(&mut self, id: SchemaId, name: &str) {
        if self.api.schemas[id].name.is_some() {
            return;
        }
        let slug = names::kebab(name);
        let (slug, _) = self.schema_slugs.assign(if slug.is_empty() { "schema" } else { &slug });
        let schema = &mut self.api.schemas.all[id.0 as usize];
        schema.name = Some(name.into());
        schema.slug = Some(slug);
        self.api.schemas.named.push(id);
    }

    /// Reads every schema that was met, and those met on the way.
    pub(super) fn read_schemas(&mut self) {
        while let Some((id, at, form)) = self.queue.pop_front() {
            let schema = self.read_schema(id, at, form);
            self.api.schemas.all[id.0 as usize] = schema;
        }
        self.imply_mappings();
    }

    fn read_schema(&mut self, id: SchemaId, at: At, form: Form) -> Schema {
        let known = &mut self.api.schemas.all[id.0 as usize];
        let mut schema = Schema {
            name: known.name.clone(),
            slug: known.slug.clone(),
            place: std::mem::take(&mut known.place),
            ..Schema::default()
        };
        match self.value(at) {
            Value::Bool(value) => schema.never = !value,
            Value::Object(_) => {
                if let Some(mut object) = self.object_here(at, Kind::Schema) {
                    self.keywords(&mut schema, &mut object, form);
                    schema.extra.append(&mut self.close(object));
                }
            }
            _ => self.wrong(at, "a schema"),
        }
        schema
    }

    fn keywords(&mut self, schema: &mut Schema, object: &mut Object<'a>, form: Form) {
        if form != Form::Own {
            for key in
                ["name", "in", "required", "collectionFormat", "allowEmptyValue", "example", "examples"]
            {
                object.take(key);
            }
        }
        let description = object.take("description");
        if form != Form::Parameter {
            schema.description = self.text(description);
        }
        self.annotations(schema, object);
        self.types(schema, object);
        self.values(schema, object);
        self.limits(schema, object);
        self.composition(schema, object);
        self.object_keywords(schema, object);
        self.array_keywords(schema, object);
        if form == Form::Own {
            self.schema_examples(schema, object);
        } else {
            object.pass_over_extensions();
        }
    }

    /// `discriminator`, an object or, in 2.0, a name.
    pub(super) fn discriminator(&mut self, at: At) -> Option<Discriminator> {
        if let Value::String(property) = self.value(at) {
            return Some(Discriminator { property: property.into(), mapping: Vec::new(), default: None });
        }
        let mut object = self.object(at, Kind::Discriminator)?;
        let (property, mapping) = (object.take("propertyName"), object.take("mapping"));
        let default = object.take("defaultMapping");
        let mut discriminator = Discriminator {
            property: self.string(property).unwrap_or_default(),
            mapping: Vec::new(),
            default: default.and_then(|at| self.mapped(at)),
        };
        if let Some(mapping) = mapping {
            for (value, at) in self.entries(mapping, "an object of schemas by value") {
                if let Some(id) = self.mapped(at) {
                    discriminator.mapping.push((value.into(), id));
                }
            }
        }
        self.end(object);
        Some(discriminator)
    }

    /// The schema that a mapping names: by its name or by a reference.
    fn mapped(&mut self, at: At) -> Option<SchemaId> {
        let Value::String(target) = self.value(at) else {
            self.wrong(at, "the name of a schema or a reference to one");
            return None;
        };
        if let Some(found) = self.component(at, target) {
            return Some(self.schema(found));
        }
        match self.target(at, target) {
            Ok(found) => Some(self.schema_behind(found)),
            Err(missing) => {
                self.report_missing(at, target, &missing);
                None
            }
        }
    }

    /// The component of that name, of this file or of the root.
    fn component(&self, at: At, name: &str) -> Option<At> {
        for file in [at.file, 0] {
            let tree = self.met[file as usize];
            let root = tree.root();
            let schemas = tree.get(root, "components").and_then(|components| tree.get(components, "schemas"));
            for schemas in [schemas, tree.get(root, "definitions")].into_iter().flatten() {
                if let Some(node) = tree.get(schemas, name) {
                    return Some(At { file, node });
                }
            }
        }
        None
    }

    /// Adds to each discriminator the values that follow from names alone.
    fn imply_mappings(&mut self) {
        let schemas = &self.api.schemas;
        let with: Vec<SchemaId> = (0..schemas.all.len() as u32)
            .map(SchemaId)
            .filter(|id| schemas[*id].discriminator.is_some())
            .collect();
        if with.is_empty() {
            return;
        }
        let mut children: HashMap<SchemaId, Vec<SchemaId>> = HashMap::new();
        for id in schemas.named.iter().copied() {
            for parent in &schemas[id].all_of {
                children.entry(*parent).or_default().push(id);
            }
        }
        let mut budget = 1_000_000_usize;
        let mut implied = Vec::new();
        for id in with {
            let schema = &schemas[id];
            let mut variants: Vec<SchemaId> = schema.one_of.iter().chain(&schema.any_of).copied().collect();
            if variants.is_empty() {
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
            let discriminator =
                schema.discriminator.as_ref().expect("only those that have one were gathered");
            let mapped: BTreeSet<SchemaId> = discriminator.mapping.iter().map(|(_, id)| *id).collect();
            let known: BTreeSet<&str> = discriminator.mapping.iter().map(|(value, _)| &**value).collect();
            let mut found = Vec::new();
            for variant in variants {
                if let Some(name) = &schemas[variant].name
                    && !mapped.contains(&variant)
                    && !known.contains(&**name)
                {
                    found.push((name.clone(), variant));
                }
            }
            implied.push((id, found));
        }
        for (id, found) in implied {
            if let Some(discriminator) = &mut self.api.schemas.all[id.0 as usize].discriminator {
                discriminator.mapping.extend(found);
            }
        }
    }

    /// `type`, a name or a list of names, with 3.0's `nullable`.
    fn types(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        let at = object.take_null("type");
        let nullable = object.first(&["nullable", "x-nullable"]);
        let nullable = self.flag(nullable).unwrap_or_default();
        if let Some(at) = at {
            let names: Vec<At> = match self.value(at) {
                Value::Array(items) => items.iter().map(|node| At { node: *node, ..at }).collect(),
                _ => vec![at],
            };
            for name in names {
                let text = match self.value(name) {
                    // `type: null` in YAML is no text, but clear.
                    Value::Null => "null",
                    _ => self.string_at(name).unwrap_or_default(),
                };
                match Types::NAMES.iter().find(|(_, known)| *known == text) {
                    Some((one, _)) => schema.types = schema.types.with(*one),
                    None => self.unknown_type(schema, name, text),
                }
            }
        }
        if nullable {
            match schema.types.is_empty() {
                true => schema.nullable = true,
                false => schema.types = schema.types.with(Types::NULL),
            }
        }
    }

    fn unknown_type(&mut self, schema: &mut Schema, at: At, text: &str) {
        if text == "file" {
            schema.types = schema.types.with(Types::STRING);
            schema.format = Some("binary".into());
            return;
        }
        if text == "any" || text.is_empty() {
            return;
        }
        schema.extra.insert("type".into(), crate::openapi::Json::String(text.into()));
        let near = crate::diag::nearest(text, Types::NAMES.iter().map(|(_, name)| *name));
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        self.report_with(Code::InvalidOpenapi, at, format!("there is no type `{text}`"), hint);
    }
}

/// The reference of a schema that is nothing else.
fn lone_reference(file: &File, node: NodeId) -> Option<&str> {
    let members = file.members(node);
    let reference = file.reference(node)?;
    members.iter().all(|entry| matches!(entry.key, "$ref" | "$comment")).then_some(reference)
}

/// Whether a key at the root of a file may hold a schema as a keyword does.
fn is_applicator(key: &str) -> bool {
    matches!(
        key,
        "items"
            | "additionalProperties"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "schema"
    )
}
