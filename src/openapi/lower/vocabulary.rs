//! Reads the schema keywords of every version of JSON Schema and OpenAPI.

use std::collections::BTreeSet;

use super::{
    At,
    object::{Kind, Object},
    operation::HIDING,
    resolve::Missing,
    schema::Form,
};
use crate::markdown;
use crate::openapi::{
    Bounds, Condition, EnumValue, Json, Limits, Place, Property, Rest, Schema, SchemaId, TextId, Types, Xml,
    file::{NodeId, Value},
};

impl<'a> Object<'_, 'a> {
    pub(super) fn annotations(&mut self, schema: &mut Schema) {
        schema.title = self.string("title").map(|title| markdown::plain(&title).into());
        schema.format = self.string("format");
        schema.default = self.json("default");
        schema.deprecated = self.take("deprecated").is_some_and(|at| match self.value(at) {
            // Some writers specify a reason instead of `true`.
            Value::String(text) => text != "false",
            _ => self.lowering.flag(at).unwrap_or_default(),
        });
        schema.additional_name = self.string("x-additionalPropertiesName");
        schema.read_only = self.flag("readOnly");
        schema.write_only = self.flag("writeOnly");
        schema.content_encoding = self.string("contentEncoding");
        schema.content_media_type = self.string("contentMediaType");
        schema.content_schema = self.schema("contentSchema");
        schema.external_docs = self.external_docs();
        schema.xml = self.xml();
    }

    fn xml(&mut self) -> Option<Xml> {
        let at = self.take("xml")?;
        self.read(at, Kind::Xml, |xml| {
            let node = xml.string("nodeType");
            Xml {
                name: xml.string("name"),
                namespace: xml.string("namespace"),
                prefix: xml.string("prefix"),
                attribute: xml.flag("attribute") || node.as_deref() == Some("attribute"),
                wrapped: xml.flag("wrapped"),
                node,
            }
        })
    }

    /// Reads `const` and reads `enum` with the names and descriptions of its values. Returns the keyword of the variants
    /// that are the enum's values, if any.
    pub(super) fn values(&mut self, schema: &mut Schema) -> Option<&'static str> {
        schema.constant = self.json("const");
        let list = self.take("enum");
        let names = self.first(&["x-enum-varnames", "x-enumNames"]);
        let texts = self.first(&["x-enumDescriptions", "x-enum-descriptions"]);
        let Some(list) = list else { return self.values_of_variants(schema) };
        let (names, texts) = (self.by_value(names), self.by_value(texts));
        for (index, at) in self.lowering.items(list, "a list of values").into_iter().enumerate() {
            let lowering = &mut *self.lowering;
            let key = lowering.file(at).scalar(at.node);
            let about = |source: Option<At>| {
                let source = source?;
                Some(source.to(match lowering.value(source) {
                    Value::Array(items) => *items.get(index)?,
                    _ => lowering.file(source).get(source.node, key?)?,
                }))
            };
            let (name, text) = (about(names), about(texts));
            schema.values.push(EnumValue {
                value: lowering.json(at),
                name: lowering.string(name),
                description: self.enum_text(text),
            });
        }
        None
    }

    /// Reads `oneOf` or `anyOf` as an `enum` if each variant is one value, such as `{const: a, title: A}`. JSON Schema has
    /// no other way to describe the values of an enum.
    fn values_of_variants(&mut self, schema: &mut Schema) -> Option<&'static str> {
        let at = self.at;
        let member = |key| self.file(at).get(at.node, key).map(|node| at.to(node));
        if schema.constant.is_some() || member("discriminator").is_some() {
            return None;
        }
        let lists = ["oneOf", "anyOf"].map(|key| Some((key, member(key)?)));
        for (key, list) in lists.into_iter().flatten() {
            let Value::Array(variants) = self.value(list) else { continue };
            let variants: Option<Vec<At>> =
                variants.iter().map(|node| self.only_value(list.to(*node)).map(|_| list.to(*node))).collect();
            let Some(variants) = variants.filter(|all| all.len() > 1) else { continue };
            self.skip(&[key]);
            for at in variants {
                let Some(value) = self.only_value(at) else { continue };
                let value = value.map_or(Json::Null, |value| self.lowering.json(value));
                let member = |key| self.file(at).get(at.node, key).map(|node| at.to(node));
                let (title, text) = (member("title"), member("description"));
                let format = member("format");
                let format = self.lowering.string(format);
                schema.format = schema.format.take().or(format);
                let name = self.lowering.string(title).filter(|name| value.as_str() != Some(&**name));
                let description = self.lowering.text(text);
                schema.values.push(EnumValue { value, name, description });
            }
            let types = schema.values.iter().map(|one| Types::of(&one.value));
            if schema.types.is_empty() {
                schema.types = types.fold(Types::default(), Types::with);
            }
            return Some(key);
        }
        None
    }

    /// If a schema allows only one value and says nothing else than what the value is, returns the location of the value,
    /// or `None` for `null`.
    fn only_value(&self, at: At) -> Option<Option<At>> {
        let file = self.file(at);
        let members = match self.value(at) {
            Value::Object(members) => members,
            _ => return None,
        };
        const KEYS: [&str; 6] = ["const", "enum", "title", "description", "type", "format"];
        if !members.iter().all(|entry| KEYS.contains(&entry.key)) {
            return None;
        }
        let one = match (members.get("const"), members.get("enum").map(|node| file.value(node))) {
            (Some(node), None) => node,
            (None, Some(Value::Array([node]))) => *node,
            (None, None) if file.text(at.node, "type") == Some("null") => return Some(None),
            _ => return None,
        };
        matches!(file.value(one), Value::Bool(_) | Value::Number(_) | Value::String(_))
            .then(|| Some(at.to(one)))
    }

    fn enum_text(&mut self, at: Option<At>) -> Option<TextId> {
        // Some writers use an object with the name and description of each value.
        let at = at?;
        let own = match self.value(at) {
            Value::Object(members) => at.to(members.get("description").or_else(|| members.get("summary"))?),
            _ => at,
        };
        self.lowering.text(Some(own))
    }

    /// Returns the location of the names or descriptions of enum values, by index or by value.
    fn by_value(&mut self, at: Option<At>) -> Option<At> {
        let at = self.follow(at?)?.at;
        if matches!(self.value(at), Value::Array(_) | Value::Object(_)) {
            return Some(at);
        }
        self.wrong(at, "a list, or an object that maps values to strings,");
        None
    }

    pub(super) fn limits(&mut self) -> Limits {
        Limits {
            minimum: self.bound("minimum", "exclusiveMinimum"),
            maximum: self.bound("maximum", "exclusiveMaximum"),
            multiple_of: self.number("multipleOf"),
            pattern: self.exact("pattern").map(Into::into),
            unique_items: self.flag("uniqueItems"),
            length: self.bounds("minLength", "maxLength"),
            items: self.bounds("minItems", "maxItems"),
            contains: self.bounds("minContains", "maxContains"),
            properties: self.bounds("minProperties", "maxProperties"),
        }
    }

    fn bounds(&mut self, least: &'static str, most: &'static str) -> Bounds {
        Bounds { least: self.count(least), most: self.count(most) }
    }

    fn bound(&mut self, key: &'static str, exclusive: &'static str) -> Option<(Box<str>, bool)> {
        let value = self.number(key);
        // The keyword is a flag in OpenAPI 3.0 and earlier, and a number in OpenAPI 3.1 and later.
        match self.take(exclusive).map(|at| (at, self.value(at))) {
            Some((_, Value::Bool(exclusive))) => Some((value?, exclusive)),
            Some((at, _)) => Some((self.lowering.number(at)?, true)),
            None => Some((value?, false)),
        }
    }

    /// Reads the schemas that a schema consists of. `read` is the keyword of variants that are already read.
    pub(super) fn composition(&mut self, schema: &mut Schema, read: Option<&'static str>) {
        // Keywords next to a reference apply in addition to the reference's target.
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            schema.all_of.extend(self.beside_reference(key));
        }
        schema.all_of.extend(self.schemas("allOf"));
        let mut variants = |key| if read == Some(key) { Vec::new() } else { self.schemas(key) };
        (schema.one_of, schema.any_of) = (variants("oneOf"), variants("anyOf"));
        schema.not = self.schema("not");
        let (when, then, otherwise) = (self.take("if"), self.take("then"), self.take("else"));
        schema.condition = when.map(|when| Condition {
            when: self.lowering.schema(when),
            then: then.map(|at| self.lowering.schema(at)),
            otherwise: otherwise.map(|at| self.lowering.schema(at)),
        });
        schema.discriminator = self.discriminator();
    }

    /// Returns the target of a reference that's next to other keywords.
    fn beside_reference(&mut self, key: &'static str) -> Option<SchemaId> {
        let (at, value) = (self.at, self.take(key)?);
        let reference = self.file(value).string(value.node)?;
        let recursive = (key == "$recursiveRef").then(|| self.recursive_anchor()).flatten();
        let found = recursive.map_or_else(|| self.target(at, reference), Ok);
        let is_dynamic = key == "$dynamicRef";
        match found.map(|at| if is_dynamic { self.dynamic_target(self.at, reference, at) } else { at }) {
            Ok(target) if target != at => Some(self.schema_behind(target)),
            found => {
                self.report_missing(at, reference, &found.err().unwrap_or(Missing::Cycle));
                None
            }
        }
    }

    /// Returns the innermost schema around this one that `$recursiveRef` can refer to.
    fn recursive_anchor(&self) -> Option<At> {
        let file = self.file(self.at);
        let around = std::iter::successors(Some(self.at.node), |node| file.parent(*node));
        let is_anchor = |node: &NodeId| {
            file.get(*node, "$recursiveAnchor").and_then(|flag| file.scalar(flag)) == Some("true")
        };
        around.skip(1).find(is_anchor).map(|node| self.at.to(node))
    }

    pub(super) fn object_keywords(&mut self, schema: &mut Schema, form: Form) {
        let required = self.take("required");
        let mut required: Vec<Box<str>> = match required.map(|at| (at, self.value(at))) {
            // This is a flag of a property, as in draft 3 of JSON Schema and in OpenAPI 2.0 parameters.
            Some((at, Value::Bool(true))) if form == Form::Own => {
                self.wrong(at, "a list of required properties");
                Vec::new()
            }
            Some((_, Value::Bool(_))) | None => Vec::new(),
            Some((at, _)) => self.lowering.strings(at),
        };
        let names: BTreeSet<&str> = required.iter().map(|name| &**name).collect();
        let mut found: BTreeSet<&str> = BTreeSet::new();
        for (name, at) in self.entries("properties", "an object that contains properties") {
            let (internal, required) = (self.is_internal(at), names.contains(name));
            if internal || required {
                found.insert(name);
            }
            if !internal {
                let id = self.lowering.schema(at);
                schema.properties.push(Property { name: name.into(), schema: id, required });
            }
        }
        let mut seen: BTreeSet<Box<str>> = BTreeSet::new();
        required.retain(|name| !found.contains(&**name) && seen.insert(name.clone()));
        schema.also_required = required;
        schema.pattern_properties =
            self.named_schemas("patternProperties", "an object that maps patterns to schemas");
        schema.additional = self.rest_of("additionalProperties");
        schema.unevaluated_properties = self.rest_of("unevaluatedProperties");
        schema.property_names = self.schema("propertyNames");
        for (name, at) in self.entries("dependentRequired", "an object that contains lists of names") {
            schema.dependent_required.push((name.into(), self.lowering.strings(at)));
        }
        schema.dependent_schemas = self.named_schemas("dependentSchemas", "an object that contains schemas");
        // In JSON Schema draft 7 and earlier, this keyword covers both `dependentRequired` and `dependentSchemas`.
        for (name, at) in self.entries("dependencies", "an object that contains lists of names, or schemas") {
            match self.value(at) {
                Value::Array(_) => schema.dependent_required.push((name.into(), self.lowering.strings(at))),
                _ => schema.dependent_schemas.push((name.into(), self.lowering.schema(at))),
            }
        }
    }

    fn named_schemas(&mut self, key: &'static str, wanted: &str) -> Vec<(Box<str>, SchemaId)> {
        let entries = self.entries(key, wanted).into_iter();
        entries.map(|(name, at)| (name.into(), self.lowering.schema(at))).collect()
    }

    fn is_internal(&self, at: At) -> bool {
        let members = self.file(at).members(at.node);
        let mut marks = HIDING.into_iter().filter_map(|key| members.get(key));
        marks.any(|mark| matches!(self.value(at.to(mark)), Value::Bool(true)))
            || self.lowering.is_for_others(at)
    }

    /// Returns the rule for properties or items that aren't listed.
    fn rest_of(&mut self, key: &'static str) -> Rest {
        let Some(at) = self.take(key) else { return Rest::Unsaid };
        match self.value(at) {
            Value::Bool(true) => Rest::Any,
            Value::Bool(false) => Rest::None,
            Value::Object(members) if members.len() == 0 => Rest::Any,
            _ => Rest::Schema(self.lowering.schema(at)),
        }
    }

    pub(super) fn array_keywords(&mut self, schema: &mut Schema) {
        schema.prefix_items = self.schemas("prefixItems");
        let items = self.take("items");
        schema.items = match items.map(|at| self.value(at)) {
            Some(Value::Array(_)) => {
                schema.prefix_items.extend(self.schemas("items"));
                self.rest_of("additionalItems")
            }
            Some(_) => {
                self.take("additionalItems");
                self.rest_of("items")
            }
            None => self.rest_of("additionalItems"),
        };
        schema.unevaluated_items = self.rest_of("unevaluatedItems");
        schema.contains = self.schema("contains");
    }

    /// Reads `example` and `examples`, in the JSON Schema form or in the parameter form. Returns the values with their
    /// locations.
    pub(super) fn schema_examples(&mut self) -> Vec<(Json, Place)> {
        let mut examples = Vec::new();
        let example = |object: &mut Self, at: At| (object.lowering.json(at), object.lowering.place(at));
        if let Some(at) = self.first(&["examples", "x-examples"]) {
            match self.value(at) {
                Value::Array(items) => {
                    examples.extend(items.iter().map(|node| example(self, at.to(*node))));
                }
                Value::Object(_) => {
                    for (_, at) in self.lowering.entries(at, "an object that contains examples") {
                        let (value, place) = example(self, at);
                        examples.push((value.get("value").cloned().unwrap_or(value), place));
                    }
                }
                _ => examples.push(example(self, at)),
            }
        }
        for at in [self.take_null("example"), self.take_null("x-example")].into_iter().flatten() {
            examples.push(example(self, at));
        }
        examples
    }
}
