//! Schemas: an id for each when it is met, its keywords when its turn comes.

use std::collections::{BTreeSet, HashMap};

use super::names;
use super::object::{Kind, Object};
use super::{At, Lowering, resolve::Missing};
use crate::diag::{Code, nearest};
use crate::openapi::file::{File, NodeId, Value};
use crate::openapi::{Discriminator, Schema, SchemaId, Types};

/// How many references may follow one another.
const MAX_HOPS: usize = 1000;

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
        let (id, behind) = self.settle(from);
        if let Some(at) = behind {
            self.name_by_place(id, at);
        }
        id
    }

    /// The schema at a place that a reference led to, which may give it a name.
    pub(super) fn schema_behind(&mut self, target: At) -> SchemaId {
        let (id, behind) = self.settle(target);
        self.name_by_place(id, behind.unwrap_or(target));
        id
    }

    /// A schema among the components, which has its name from there; but where it is only another name for another
    /// component, that one keeps its own.
    pub(super) fn component_schema(&mut self, name: &str, at: At) {
        let (id, behind) = self.settle(at);
        match behind {
            Some(at) if self.is_component(at) => self.name_by_place(id, at),
            _ => self.name(id, name),
        }
    }

    /// The schema at a place, and where it stands if that is elsewhere.
    fn settle(&mut self, from: At) -> (SchemaId, Option<At>) {
        let mut trail = Vec::new();
        let mut at = from;
        for _ in 0..MAX_HOPS {
            let Some(reference) = lone_reference(self.file(at), at.node) else {
                let id = self.schema_here(at, Form::Own);
                self.behind.extend(trail.iter().map(|before| (*before, (id, at))));
                return (id, (at != from).then_some(at));
            };
            if let Some((id, target)) = self.behind.get(&at).copied() {
                self.behind.extend(trail.iter().map(|before| (*before, (id, target))));
                return (id, (target != from).then_some(target));
            }
            match self.target(at, reference) {
                Ok(target) => {
                    trail.push(at);
                    at = target;
                }
                Err(missing) => return (self.missing_schema(from, at, reference, &missing), None),
            }
        }
        let reference = lone_reference(self.file(at), at.node).unwrap_or_default();
        (self.missing_schema(from, at, reference, &Missing::Cycle), None)
    }

    /// A schema that is not there may be anything.
    fn missing_schema(&mut self, from: At, at: At, reference: &str, missing: &Missing) -> SchemaId {
        self.report_missing(at, reference, missing);
        let place = self.place(from);
        let id = self.add_schema(Schema { place, ..Schema::default() });
        self.behind.insert(from, (id, from));
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

    /// Whether a schema stands among the components of its file.
    fn is_component(&self, at: At) -> bool {
        let file = self.file(at);
        let above = file.parent(at.node).and_then(|parent| file.key(parent));
        matches!(above, Some("schemas" | "definitions"))
    }

    /// Names a schema that a reference led to by the place it stands at: by the last key on the way that says anything.
    fn name_by_place(&mut self, id: SchemaId, at: At) {
        if self.api.schemas[id].name.is_some() {
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
        match file.get(at.node, "title").and_then(|node| file.string(node)) {
            Some(title) => self.name(id, title),
            None if at.file != 0 => self.name(id, file.path().stem()),
            None => self.name(id, "schema"),
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
        self.name_variants();
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
            for key in ["name", "in", "collectionFormat", "allowEmptyValue"] {
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
        self.object_keywords(schema, object, form);
        self.array_keywords(schema, object);
        match form {
            Form::Own | Form::Field => self.schema_examples(schema, object),
            Form::Parameter => object.pass_over_extensions(),
        }
    }

    /// `discriminator`, an object or, in 2.0, a name.
    pub(super) fn discriminator(&mut self, at: At) -> Option<Discriminator> {
        if let Value::String(property) = self.value(at) {
            return Some(Discriminator { property: property.into(), ..Discriminator::default() });
        }
        let mut object = self.object(at, Kind::Discriminator)?;
        let (property, mapping) = (object.take("propertyName"), object.take("mapping"));
        let default = object.take("defaultMapping");
        let mut discriminator = Discriminator {
            property: self.string(property).unwrap_or_default(),
            default: default.and_then(|at| self.mapped(at)),
            ..Discriminator::default()
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
        if !target.contains(['/', '#', '.']) {
            let hint = match self.reports(Code::UnresolvedRef) {
                true => {
                    let names =
                        self.api.schemas.named.iter().filter_map(|id| self.api.schemas[*id].name.as_deref());
                    nearest(target, names).map(|near| format!("did you mean `{near}`?"))
                }
                false => None,
            };
            self.report_with(Code::UnresolvedRef, at, format!("there is no schema `{target}`"), hint);
            return None;
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
            let components = tree.get(root, "components");
            let schemas = components.and_then(|components| tree.get(components, "schemas"));
            for schemas in [schemas, tree.get(root, "definitions")].into_iter().flatten() {
                if let Some(node) = tree.get(schemas, name) {
                    return Some(At { file, node });
                }
            }
        }
        None
    }

    /// Adds to each discriminator the variants that their names alone tell.
    fn name_variants(&mut self) {
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
            let declared = schema.properties.iter().find(|one| one.name == discriminator.property);
            implied.push((id, found, declared.map(|one| one.schema)));
        }
        for (id, found, declared) in implied {
            if let Some(discriminator) = &mut self.api.schemas.all[id.0 as usize].discriminator {
                discriminator.names = found;
                discriminator.declared = declared;
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
        let near = nearest(text, Types::NAMES.iter().map(|(_, name)| *name));
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

/// Whether a key says how a schema is used, not what it is.
fn is_keyword(key: &str) -> bool {
    const KEYWORDS: [&str; 33] = [
        "schema",
        "schemas",
        "items",
        "additionalProperties",
        "patternProperties",
        "unevaluatedProperties",
        "properties",
        "propertyNames",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "allOf",
        "oneOf",
        "anyOf",
        "prefixItems",
        "content",
        "itemSchema",
        "requestBody",
        "parameters",
        "headers",
        "responses",
        "default",
        "paths",
        "get",
        "put",
        "post",
        "delete",
        "patch",
        "head",
        "options",
        "query",
    ];
    // Media types and paths hold a slash, status codes and indexes are numbers.
    KEYWORDS.contains(&key) || key.contains('/') || key.bytes().all(|byte| byte.is_ascii_digit())
}
