//! Schemas written by hand, for tests: JSON Schema 2020-12 as text to a document of nothing but schemas.

use serde_json::Value;

use super::merge::Node;
use super::{
    Api, Condition, Discriminator, EnumValue, Json, Limits, Property, Rest, Schema, SchemaId, Types, Xml,
};

/// A document with these schemas by name; `$ref` is a name.
pub(crate) fn api(schemas: &str) -> Api {
    let value: Value = serde_json::from_str(schemas).expect("the fixture is JSON");
    let mut hand = Hand { api: Api::default() };
    let named: Vec<(String, Value)> = value
        .as_object()
        .expect("an object")
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    for (name, _) in &named {
        let id = hand.add(Schema {
            name: Some(name.as_str().into()),
            slug: Some(name.as_str().into()),
            ..Schema::default()
        });
        hand.api.schemas.named.push(id);
    }
    for (at, (_, value)) in named.iter().enumerate() {
        let schema = hand.schema(value);
        let slot = &mut hand.api.schemas.all[at];
        *slot = Schema { name: slot.name.take(), slug: slot.slug.take(), ..schema };
    }
    hand.api
}

/// The node of a name.
pub(crate) fn node(api: &Api, name: &str) -> Node {
    let id = api.schemas.named.iter().find(|id| api.schemas[**id].name.as_deref() == Some(name));
    Node::One(*id.unwrap_or_else(|| panic!("no schema `{name}`")))
}

struct Hand {
    api: Api,
}

impl Hand {
    fn add(&mut self, schema: Schema) -> SchemaId {
        self.api.schemas.all.push(schema);
        SchemaId(self.api.schemas.all.len() as u32 - 1)
    }

    fn id(&mut self, value: &Value) -> SchemaId {
        if let Some(object) = value.as_object()
            && object.len() == 1
            && let Some(name) = object.get("$ref").and_then(Value::as_str)
        {
            return self.named(name);
        }
        let schema = self.schema(value);
        self.add(schema)
    }

    fn named(&self, name: &str) -> SchemaId {
        let name = name.rsplit('/').next().unwrap_or(name);
        let named = &self.api.schemas.named;
        *named
            .iter()
            .find(|id| self.api.schemas[**id].name.as_deref() == Some(name))
            .unwrap_or_else(|| panic!("`{name}`"))
    }

    fn ids(&mut self, value: &Value) -> Vec<SchemaId> {
        value.as_array().map(|all| all.iter().map(|one| self.id(one)).collect()).unwrap_or_default()
    }

    fn rest(&mut self, value: &Value) -> Rest {
        match value {
            Value::Null => Rest::Unsaid,
            Value::Bool(true) => Rest::Any,
            Value::Bool(false) => Rest::None,
            value => Rest::Schema(self.id(value)),
        }
    }

    fn map(&mut self, value: &Value) -> Vec<(Box<str>, SchemaId)> {
        let Some(object) = value.as_object() else { return Vec::new() };
        object.iter().map(|(name, value)| (name.as_str().into(), self.id(value))).collect()
    }

    fn schema(&mut self, value: &Value) -> Schema {
        if let Value::Bool(any) = value {
            return Schema { never: !any, ..Schema::default() };
        }
        let text = |key: &str| value[key].as_str().map(Box::from);
        let count = |key: &str| value[key].as_u64();
        let flag = |key: &str| value[key].as_bool() == Some(true);
        let number = |key: &str| match &value[key] {
            Value::Number(number) => Some(number.to_string().into_boxed_str()),
            _ => None,
        };
        let limit = |key: &str, exclusive: &str| {
            number(key).map(|n| (n, false)).or(number(exclusive).map(|n| (n, true)))
        };
        let types = match &value["type"] {
            Value::Array(all) => {
                all.iter().filter_map(Value::as_str).map(type_named).fold(Types::default(), Types::with)
            }
            Value::String(one) => type_named(one),
            _ => Types::default(),
        };
        let nullable = flag("nullable") && types.is_empty();
        let types = if flag("nullable") && !nullable { types.with(Types::NULL) } else { types };
        let required: Vec<&str> = value["required"]
            .as_array()
            .map(|all| all.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let properties: Vec<Property> = self
            .map(&value["properties"])
            .into_iter()
            .map(|(name, schema)| Property { required: required.contains(&&*name), name, schema })
            .collect();
        let mut all_of = self.ids(&value["allOf"]);
        if let Some(name) = value["$ref"].as_str() {
            all_of.insert(0, self.named(name));
        }
        let list = |key: &str| {
            value[key].as_array().map(|all| all.iter().map(json).collect::<Vec<_>>()).unwrap_or_default()
        };
        let mut examples = list("examples");
        examples.extend(value.get("example").map(json));
        let tuple = value["items"].is_array();
        Schema {
            title: text("title"),
            types,
            nullable,
            format: text("format"),
            default: value.get("default").map(json),
            constant: value.get("const").map(json),
            values: list("enum")
                .into_iter()
                .map(|value| EnumValue { value, name: None, description: None })
                .collect(),
            examples,
            deprecated: flag("deprecated"),
            read_only: flag("readOnly"),
            write_only: flag("writeOnly"),
            limits: Limits {
                minimum: limit("minimum", "exclusiveMinimum"),
                maximum: limit("maximum", "exclusiveMaximum"),
                multiple_of: number("multipleOf"),
                min_length: count("minLength"),
                max_length: count("maxLength"),
                pattern: text("pattern"),
                min_items: count("minItems"),
                max_items: count("maxItems"),
                unique_items: flag("uniqueItems"),
                min_contains: count("minContains"),
                max_contains: count("maxContains"),
                min_properties: count("minProperties"),
                max_properties: count("maxProperties"),
            },
            content_encoding: text("contentEncoding"),
            content_media_type: text("contentMediaType"),
            content_schema: value.get("contentSchema").map(|one| self.id(one)),
            also_required: required
                .iter()
                .filter(|name| !properties.iter().any(|one| *one.name == ***name))
                .map(|name| Box::from(*name))
                .collect(),
            properties,
            pattern_properties: self.map(&value["patternProperties"]),
            additional: self.rest(&value["additionalProperties"]),
            unevaluated_properties: self.rest(&value["unevaluatedProperties"]),
            property_names: value.get("propertyNames").map(|one| self.id(one)),
            dependent_required: value["dependentRequired"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, others)| {
                    let others = others.as_array().into_iter().flatten().filter_map(Value::as_str);
                    (name.as_str().into(), others.map(Box::from).collect())
                })
                .collect(),
            dependent_schemas: self.map(&value["dependentSchemas"]),
            prefix_items: if tuple { self.ids(&value["items"]) } else { self.ids(&value["prefixItems"]) },
            items: if tuple { Rest::Unsaid } else { self.rest(&value["items"]) },
            unevaluated_items: self.rest(&value["unevaluatedItems"]),
            contains: value.get("contains").map(|one| self.id(one)),
            all_of,
            one_of: self.ids(&value["oneOf"]),
            any_of: self.ids(&value["anyOf"]),
            not: value.get("not").map(|one| self.id(one)),
            condition: value.get("if").map(|when| Condition {
                when: self.id(when),
                then: value.get("then").map(|one| self.id(one)),
                otherwise: value.get("else").map(|one| self.id(one)),
            }),
            discriminator: value.get("discriminator").map(|one| Discriminator {
                property: one["propertyName"].as_str().unwrap_or_default().into(),
                mapping: one["mapping"]
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(value, to)| (value.as_str().into(), self.named(to.as_str().unwrap_or_default())))
                    .collect(),
                default: None,
            }),
            xml: value.get("xml").map(|one| Xml {
                name: one["name"].as_str().map(Box::from),
                namespace: one["namespace"].as_str().map(Box::from),
                prefix: one["prefix"].as_str().map(Box::from),
                attribute: one["attribute"] == true,
                wrapped: one["wrapped"] == true,
                node: None,
            }),
            extra: value
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(name, _)| name.starts_with("x-"))
                .map(|(name, value)| (name.as_str().into(), json(value)))
                .collect(),
            ..Schema::default()
        }
    }
}

fn type_named(name: &str) -> Types {
    Types::NAMES.into_iter().find(|(_, known)| *known == name).map(|(one, _)| one).unwrap_or_default()
}

/// A value of the fixture as a document holds it.
pub(crate) fn json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => Json::Number(number.to_string().into()),
        Value::String(text) => Json::String(text.as_str().into()),
        Value::Array(items) => Json::Array(items.iter().map(json).collect()),
        Value::Object(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.as_str().into(), json(value))).collect())
        }
    }
}
