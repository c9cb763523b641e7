//! The keywords of schemas, of every dialect of JSON Schema and OpenAPI.

use std::collections::BTreeSet;

use super::object::{Kind, Object};
use super::operation::HIDING;
use super::schema::Form;
use super::{At, Lowering};
use crate::markdown;
use crate::openapi::file::Value;
use crate::openapi::json::Json;
use crate::openapi::{Condition, EnumValue, Property, Rest, Schema, SchemaId, TextId, Xml};

impl<'a> Lowering<'a> {
    pub(super) fn annotations(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        let (title, format) = (object.take("title"), object.take("format"));
        schema.title = self.string(title).map(|title| markdown::plain(&title).into());
        schema.format = self.string(format);
        if let Some(at) = object.take_null("default") {
            schema.default = Some(self.json(at));
        }
        let deprecated = object.take("deprecated");
        schema.deprecated = deprecated.is_some_and(|at| match self.value(at) {
            // Some give the reason in place of the flag.
            Value::String(text) => text != "false",
            _ => self.flag(Some(at)).unwrap_or_default(),
        });
        let name = object.take("x-additionalPropertiesName");
        schema.additional_name = self.string(name);
        let (read_only, write_only) = (object.take("readOnly"), object.take("writeOnly"));
        schema.read_only = self.flag(read_only).unwrap_or_default();
        schema.write_only = self.flag(write_only).unwrap_or_default();
        let (encoding, media) = (object.take("contentEncoding"), object.take("contentMediaType"));
        schema.content_encoding = self.string(encoding);
        schema.content_media_type = self.string(media);
        schema.content_schema = object.take("contentSchema").map(|at| self.schema(at));
        let docs = object.take("externalDocs");
        schema.external_docs = self.external_docs(docs);
        if let Some(at) = object.take("xml") {
            schema.xml = self.xml(at);
        }
    }

    fn xml(&mut self, at: At) -> Option<Xml> {
        let mut object = self.object(at, Kind::Xml)?;
        let (name, namespace, prefix) =
            (object.take("name"), object.take("namespace"), object.take("prefix"));
        let (attribute, wrapped, node) =
            (object.take("attribute"), object.take("wrapped"), object.take("nodeType"));
        let node = self.string(node);
        let xml = Xml {
            name: self.string(name),
            namespace: self.string(namespace),
            prefix: self.string(prefix),
            attribute: self.flag(attribute).unwrap_or_default() || node.as_deref() == Some("attribute"),
            wrapped: self.flag(wrapped).unwrap_or_default(),
            node,
        };
        self.end(object);
        Some(xml)
    }

    /// `enum` with all that may be said about its values, and `const`.
    pub(super) fn values(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        if let Some(at) = object.take_null("const") {
            schema.constant = Some(self.json(at));
        }
        let list = object.take("enum");
        let names = object.first(&["x-enum-varnames", "x-enumNames"]);
        let texts = object.first(&["x-enumDescriptions", "x-enum-descriptions"]);
        let Some(list) = list else { return };
        let names = names.map(|at| self.by_value(at)).unwrap_or_default();
        let texts = texts.map(|at| self.by_value(at)).unwrap_or_default();
        for (index, at) in self.items(list, "a list of values").into_iter().enumerate() {
            let key = self.file(at).scalar(at.node);
            let name = names.find(index, key);
            let text = texts.find(index, key);
            schema.values.push(EnumValue {
                value: self.json(at),
                name: self.string(name),
                description: self.enum_text(text),
            });
        }
    }

    fn enum_text(&mut self, at: Option<At>) -> Option<TextId> {
        // Some have an object with the name and the text for each value.
        let at = at?;
        match self.value(at) {
            Value::Object(members) => {
                let node = members.get("description").or_else(|| members.get("summary"))?;
                self.text(Some(At { node, ..at }))
            }
            _ => self.text(Some(at)),
        }
    }

    /// What is said about the values of an enum: in their order, or by the value.
    fn by_value(&mut self, at: At) -> ByValue<'a> {
        let Some(at) = self.follow(at).map(|followed| followed.at) else { return ByValue::default() };
        match self.value(at) {
            Value::Array(items) => ByValue {
                list: items.iter().map(|node| At { node: *node, ..at }).collect(),
                ..ByValue::default()
            },
            Value::Object(_) => ByValue { list: Vec::new(), object: Some((self.file(at), at)) },
            _ => {
                self.wrong(at, "a list, or an object by value,");
                ByValue::default()
            }
        }
    }

    pub(super) fn limits(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        let bound = |lowering: &mut Self, object: &mut Object<'a>, key, exclusive_key| {
            let (at, exclusive) = (object.take(key), object.take(exclusive_key));
            let value = lowering.number(at);
            // A flag up to 3.0, a number of its own since.
            match exclusive.map(|at| (at, lowering.value(at))) {
                Some((_, Value::Bool(exclusive))) => value.map(|value| (value, exclusive)),
                Some((at, _)) => lowering.number(Some(at)).map(|value| (value, true)),
                None => value.map(|value| (value, false)),
            }
        };
        schema.limits.minimum = bound(self, object, "minimum", "exclusiveMinimum");
        schema.limits.maximum = bound(self, object, "maximum", "exclusiveMaximum");
        let (multiple, pattern, unique) =
            (object.take("multipleOf"), object.take("pattern"), object.take("uniqueItems"));
        schema.limits.multiple_of = self.number(multiple);
        schema.limits.pattern = pattern.and_then(|at| self.string_at(at)).map(Into::into);
        schema.limits.unique_items = self.flag(unique).unwrap_or_default();
        let mut count = |key| {
            let at = object.take(key);
            self.count(at)
        };
        schema.limits.min_length = count("minLength");
        schema.limits.max_length = count("maxLength");
        schema.limits.min_items = count("minItems");
        schema.limits.max_items = count("maxItems");
        schema.limits.min_contains = count("minContains");
        schema.limits.max_contains = count("maxContains");
        schema.limits.min_properties = count("minProperties");
        schema.limits.max_properties = count("maxProperties");
    }

    pub(super) fn composition(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        // What stands beside a reference holds together with what it leads to.
        if self.file(object.at).reference(object.at.node).is_some() {
            object.take("$ref");
            schema.all_of.extend(self.beside_reference(object.at, "$ref"));
        }
        for key in ["$dynamicRef", "$recursiveRef"] {
            if object.take(key).is_some() {
                schema.all_of.extend(self.beside_reference(object.at, key));
            }
        }
        if let Some(at) = object.take("allOf") {
            schema.all_of.extend(self.schemas_of(at));
        }
        if let Some(at) = object.take("oneOf") {
            schema.one_of = self.schemas_of(at);
        }
        if let Some(at) = object.take("anyOf") {
            schema.any_of = self.schemas_of(at);
        }
        schema.not = object.take("not").map(|at| self.schema(at));
        let (when, then, otherwise) = (object.take("if"), object.take("then"), object.take("else"));
        schema.condition = when.map(|when| Condition {
            when: self.schema(when),
            then: then.map(|at| self.schema(at)),
            otherwise: otherwise.map(|at| self.schema(at)),
        });
        if let Some(at) = object.take("discriminator") {
            schema.discriminator = self.discriminator(at);
        }
    }

    fn beside_reference(&mut self, at: At, key: &str) -> Option<SchemaId> {
        let file = self.file(at);
        let reference = file.string(file.get(at.node, key)?)?;
        match self.target(at, reference) {
            Ok(target) if target != at => Some(self.schema_behind(target)),
            Ok(_) => {
                self.report_missing(at, reference, &super::resolve::Missing::Cycle);
                None
            }
            Err(missing) => {
                self.report_missing(at, reference, &missing);
                None
            }
        }
    }

    pub(super) fn object_keywords(&mut self, schema: &mut Schema, object: &mut Object<'a>, form: Form) {
        let required = object.take("required");
        let mut required: Vec<Box<str>> = match required.map(|at| (at, self.value(at))) {
            // A flag of a property, as in the third draft of JSON Schema and in 2.0's parameters.
            Some((_, Value::Bool(false))) | None => Vec::new(),
            Some((_, Value::Bool(true))) if form != Form::Own => Vec::new(),
            Some((at, Value::Bool(true))) => {
                self.wrong(at, "the list of the properties that an object must have");
                Vec::new()
            }
            Some((at, _)) => self.strings(Some(at)),
        };
        let names: BTreeSet<&str> = required.iter().map(|name| &**name).collect();
        let mut found: BTreeSet<&str> = BTreeSet::new();
        if let Some(at) = object.take("properties") {
            for (name, at) in self.entries(at, "an object of properties") {
                if self.is_internal(at) {
                    found.insert(name);
                    continue;
                }
                let required = names.contains(name);
                if required {
                    found.insert(name);
                }
                schema.properties.push(Property { name: name.into(), schema: self.schema(at), required });
            }
        }
        let mut seen: BTreeSet<Box<str>> = BTreeSet::new();
        required.retain(|name| !found.contains(&**name) && seen.insert(name.clone()));
        schema.also_required = required;
        if let Some(at) = object.take("patternProperties") {
            for (pattern, at) in self.entries(at, "an object of schemas by pattern") {
                schema.pattern_properties.push((pattern.into(), self.schema(at)));
            }
        }
        let (additional, unevaluated) =
            (object.take("additionalProperties"), object.take("unevaluatedProperties"));
        schema.additional = self.rest_of(additional);
        schema.unevaluated_properties = self.rest_of(unevaluated);
        schema.property_names = object.take("propertyNames").map(|at| self.schema(at));
        if let Some(at) = object.take("dependentRequired") {
            for (name, at) in self.entries(at, "an object of lists of names") {
                schema.dependent_required.push((name.into(), self.strings(Some(at))));
            }
        }
        if let Some(at) = object.take("dependentSchemas") {
            for (name, at) in self.entries(at, "an object of schemas") {
                schema.dependent_schemas.push((name.into(), self.schema(at)));
            }
        }
        // Both in one, up to the seventh draft of JSON Schema.
        if let Some(at) = object.take("dependencies") {
            for (name, at) in self.entries(at, "an object of lists of names or schemas") {
                match self.value(at) {
                    Value::Array(_) => schema.dependent_required.push((name.into(), self.strings(Some(at)))),
                    _ => schema.dependent_schemas.push((name.into(), self.schema(at))),
                }
            }
        }
    }

    fn is_internal(&self, at: At) -> bool {
        let file = self.file(at);
        let says =
            |key| file.get(at.node, key).is_some_and(|node| matches!(file.value(node), Value::Bool(true)));
        HIDING.into_iter().any(says)
    }

    fn rest_of(&mut self, at: Option<At>) -> Rest {
        let Some(at) = at else { return Rest::Unsaid };
        match self.value(at) {
            Value::Bool(true) => Rest::Any,
            Value::Bool(false) => Rest::None,
            Value::Object(members) if members.len() == 0 => Rest::Any,
            _ => Rest::Schema(self.schema(at)),
        }
    }

    pub(super) fn array_keywords(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        if let Some(at) = object.take("prefixItems") {
            schema.prefix_items = self.schemas_of(at);
        }
        let (items, additional) = (object.take("items"), object.take("additionalItems"));
        match items.map(|at| (at, self.value(at))) {
            Some((at, Value::Array(_))) => {
                schema.prefix_items.extend(self.schemas_of(at));
                schema.items = self.rest_of(additional);
            }
            Some((at, _)) => schema.items = self.rest_of(Some(at)),
            None => schema.items = self.rest_of(additional),
        }
        let unevaluated = object.take("unevaluatedItems");
        schema.unevaluated_items = self.rest_of(unevaluated);
        schema.contains = object.take("contains").map(|at| self.schema(at));
    }

    /// `example` and `examples`, in the form of JSON Schema or of parameters.
    pub(super) fn schema_examples(&mut self, schema: &mut Schema, object: &mut Object<'a>) {
        if let Some(at) = object.first(&["examples", "x-examples"]) {
            match self.value(at) {
                Value::Array(items) => {
                    for node in items {
                        let value = self.json(At { node: *node, ..at });
                        schema.examples.push(value);
                    }
                }
                Value::Object(_) => {
                    for (_, at) in self.entries(at, "an object of examples") {
                        let value = match self.json(at) {
                            Json::Object(members) => {
                                let position = members.iter().position(|(key, _)| &**key == "value");
                                match position {
                                    Some(position) => members[position].1.clone(),
                                    None => Json::Object(members),
                                }
                            }
                            value => value,
                        };
                        schema.examples.push(value);
                    }
                }
                _ => {
                    let value = self.json(at);
                    schema.examples.push(value);
                }
            }
        }
        for key in ["example", "x-example"] {
            if let Some(at) = object.take_null(key) {
                let value = self.json(at);
                schema.examples.push(value);
            }
        }
    }
}

/// What is said about the values of an enum.
#[derive(Default)]
struct ByValue<'a> {
    list: Vec<At>,
    object: Option<(&'a crate::openapi::file::File, At)>,
}

impl ByValue<'_> {
    fn find(&self, index: usize, value: Option<&str>) -> Option<At> {
        match self.object {
            Some((file, at)) => Some(At { node: file.get(at.node, value?)?, ..at }),
            None => self.list.get(index).copied(),
        }
    }
}
