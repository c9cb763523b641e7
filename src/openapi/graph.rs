//! The graph of schemas. References between schemas are never expanded, because a document with a few hundred schemas
//! can contain a cycle of 70 schemas. Code that walks the graph has to limit the walk.

use std::ops::{Deref, DerefMut};

use super::{
    Rare, blank,
    json::Json,
    meta::{ExternalDocs, Extra, Place, TextId},
    number::Decimal,
};

/// The index of a schema in [`Schemas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaId(pub u32);

/// The direction of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direction {
    /// A value sent to the server: `readOnly` values are hidden.
    Request,
    /// A value sent by the server: `writeOnly` values are hidden.
    Response,
    /// A schema on its own page: everything is shown.
    Both,
}

/// Every schema in a document.
#[derive(Debug, Default)]
pub struct Schemas {
    /// All schemas. A `$ref` without siblings is the ID of its target, not a schema.
    #[expect(clippy::vec_box, reason = "schemas are large, so a list that grows must not move them")]
    pub all: Vec<Box<Schema>>,
    /// The named schemas (`components.schemas`, `definitions`, files that consist of a schema), in document order.
    pub named: Vec<SchemaId>,
}

impl std::ops::Index<SchemaId> for Schemas {
    type Output = Schema;

    fn index(&self, id: SchemaId) -> &Schema {
        &self.all[id.0 as usize]
    }
}

/// A schema from any OpenAPI version: 3.0's `nullable` is part of the type set, a boolean or numeric `exclusiveMinimum`
/// becomes an exclusive minimum, and `example` is one of the examples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The schema's name among the components.
    pub name: Option<Box<str>>,
    /// The slug of the schema's page, which is unique in the document. Only named schemas have a page.
    pub slug: Option<Box<str>>,
    /// The location.
    pub place: Place,
    /// `title`
    pub title: Option<Box<str>>,
    /// `description`
    pub description: Option<TextId>,
    /// Whether the schema is `false`, which makes every value invalid.
    pub never: bool,
    /// The allowed types. If unspecified, the set is empty.
    pub types: Types,
    /// Whether `null` is valid in addition to all other valid values. This is 3.0's `nullable` without a type, such as
    /// next to a `$ref`, an `allOf`, or an `enum`.
    pub nullable: bool,
    /// `format`, known or not.
    pub format: Option<Box<str>>,
    /// `default`
    pub default: Option<Json>,
    /// `enum`, with the description of each value.
    pub values: Vec<EnumValue>,
    /// `example`, `examples`, and equivalent extensions.
    pub examples: Vec<Json>,
    /// The locations of the examples.
    pub example_places: Vec<Place>,
    /// `deprecated`
    pub deprecated: bool,
    /// Whether the value is shown only in responses.
    pub read_only: bool,
    /// Whether the value is shown only in requests.
    pub write_only: bool,
    /// Limits on numbers, strings, lists, and objects.
    pub limits: Rare<Limits>,
    /// `properties`, in document order.
    pub properties: Vec<Property>,
    /// `additionalProperties`
    pub additional: Rest,
    /// `items`: the schema of items after `prefix_items`.
    pub items: Rest,
    /// `allOf`, including the target of a `$ref` with siblings.
    pub all_of: Vec<SchemaId>,
    /// `oneOf`
    pub one_of: Vec<SchemaId>,
    /// `anyOf`
    pub any_of: Vec<SchemaId>,
    /// Published keywords.
    pub extra: Extra,
    /// The other keywords, which can be used like fields of the schema.
    pub rare: Rare<RareKeywords>,
}

impl Deref for Schema {
    type Target = RareKeywords;

    fn deref(&self) -> &RareKeywords {
        &self.rare
    }
}

impl DerefMut for Schema {
    fn deref_mut(&mut self) -> &mut RareKeywords {
        &mut self.rare
    }
}

/// The keywords that few schemas have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RareKeywords {
    /// `const`
    pub constant: Option<Json>,
    /// `contentEncoding`, such as `base64`.
    pub content_encoding: Option<Box<str>>,
    /// `contentMediaType`
    pub content_media_type: Option<Box<str>>,
    /// `contentSchema`
    pub content_schema: Option<SchemaId>,
    /// The names in `required` that aren't in `properties`.
    pub also_required: Vec<Box<str>>,
    /// `patternProperties`
    pub pattern_properties: Vec<(Box<str>, SchemaId)>,
    /// `unevaluatedProperties`
    pub unevaluated_properties: Rest,
    /// `propertyNames`
    pub property_names: Option<SchemaId>,
    /// `dependentRequired`: the first property requires the other properties.
    pub dependent_required: Vec<(Box<str>, Vec<Box<str>>)>,
    /// `dependentSchemas`
    pub dependent_schemas: Vec<(Box<str>, SchemaId)>,
    /// `prefixItems`, or `items` as a list: the schemas of the first items.
    pub prefix_items: Vec<SchemaId>,
    /// `unevaluatedItems`
    pub unevaluated_items: Rest,
    /// `contains`
    pub contains: Option<SchemaId>,
    /// `not`
    pub not: Option<SchemaId>,
    /// `if`, `then`, `else`
    pub condition: Option<Condition>,
    /// `discriminator`
    pub discriminator: Option<Discriminator>,
    /// `externalDocs`
    pub external_docs: Option<ExternalDocs>,
    /// `xml`
    pub xml: Option<Xml>,
    /// The placeholder for property names (`x-additionalPropertiesName`).
    pub additional_name: Option<Box<str>>,
}
blank!(RareKeywords);

impl Schema {
    /// Whether the schema only requires properties, and allows any values for them.
    pub(crate) fn only_requires(&self) -> bool {
        // Few schemas require properties that they don't have, so the comparison is rare.
        if self.also_required.is_empty() || !(self.types.is_empty() || self.types == Types::OBJECT) {
            return false;
        }
        let rare = RareKeywords { also_required: self.also_required.clone(), ..RareKeywords::default() };
        let (place, rare) = (self.place.clone(), rare.into());
        *self == Schema { types: self.types, place, rare, ..Schema::default() }
    }
}

/// A set of JSON Schema types. If the types are unspecified, the set is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Types(pub u8);

impl Types {
    /// `null`
    pub const NULL: Types = Types(1);
    /// `boolean`
    pub const BOOLEAN: Types = Types(1 << 1);
    /// `integer`
    pub const INTEGER: Types = Types(1 << 2);
    /// `number`
    pub const NUMBER: Types = Types(1 << 3);
    /// `string`
    pub const STRING: Types = Types(1 << 4);
    /// `array`
    pub const ARRAY: Types = Types(1 << 5);
    /// `object`
    pub const OBJECT: Types = Types(1 << 6);

    /// The types and their names, in display order, with `null` last.
    pub const NAMES: [(Types, &'static str); 7] = [
        (Types::STRING, "string"),
        (Types::INTEGER, "integer"),
        (Types::NUMBER, "number"),
        (Types::BOOLEAN, "boolean"),
        (Types::OBJECT, "object"),
        (Types::ARRAY, "array"),
        (Types::NULL, "null"),
    ];

    /// Whether the set contains all types of another set.
    pub fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the types are unspecified.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union of two sets.
    #[must_use]
    pub fn with(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// Returns the names of the types in display order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Types::NAMES.into_iter().filter(move |(one, _)| self.has(*one)).map(|(_, name)| name)
    }

    /// Returns the type of a value. A number without a fraction is an integer.
    pub(crate) fn of(value: &Json) -> Types {
        match value {
            Json::Null => Types::NULL,
            Json::Bool(_) => Types::BOOLEAN,
            Json::Number(text) => {
                // Most numbers are digits only, and these don't have to be parsed.
                let integer = text.bytes().all(|byte| byte.is_ascii_digit())
                    || Decimal::parse(text).is_some_and(|number| number.is_integer());
                if integer { Types::INTEGER } else { Types::NUMBER }
            }
            Json::String(_) => Types::STRING,
            Json::Array(_) => Types::ARRAY,
            Json::Object(_) => Types::OBJECT,
        }
    }
}

/// An enum value.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// The value.
    pub value: Json,
    /// The name in code (`x-enum-varnames`).
    pub name: Option<Box<str>>,
    /// The description (`x-enumDescriptions` and similar).
    pub description: Option<TextId>,
}

/// Limits on a value. Numbers keep their original text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The minimum, and whether it's exclusive.
    pub minimum: Option<(Box<str>, bool)>,
    /// The maximum, and whether it's exclusive.
    pub maximum: Option<(Box<str>, bool)>,
    /// `multipleOf`
    pub multiple_of: Option<Box<str>>,
    /// The minimum and maximum length in characters (code points).
    pub length: Bounds,
    /// An ECMA-262 regular expression.
    pub pattern: Option<Box<str>>,
    /// The minimum and maximum number of items.
    pub items: Bounds,
    /// Whether items must be unique.
    pub unique_items: bool,
    /// The minimum and maximum number of items that match `contains`.
    pub contains: Bounds,
    /// The minimum and maximum number of properties.
    pub properties: Bounds,
}
blank!(Limits);

/// A minimum and a maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// The minimum.
    pub least: Option<u64>,
    /// The maximum.
    pub most: Option<u64>,
}

impl Bounds {
    /// Returns both bounds as sizes. An unspecified bound excludes nothing.
    pub(crate) fn sizes(self) -> (usize, usize) {
        let size = |count| usize::try_from(count).unwrap_or(usize::MAX);
        (self.least.map_or(0, size), self.most.map_or(usize::MAX, size))
    }
}

/// An object property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The name.
    pub name: Box<str>,
    /// The schema.
    pub schema: SchemaId,
    /// Whether the property is required.
    pub required: bool,
}

/// The rule for properties or items that have no schema of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Rest {
    /// Unspecified.
    #[default]
    Unsaid,
    /// Other properties or items are allowed.
    Any,
    /// Other properties or items aren't allowed.
    None,
    /// Other properties or items have this schema.
    Schema(SchemaId),
}

/// `if`, `then`, and `else`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// `if`
    pub when: SchemaId,
    /// `then`
    pub then: Option<SchemaId>,
    /// `else`
    pub otherwise: Option<SchemaId>,
}

/// A discriminator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Discriminator {
    /// The name of the property.
    pub property: Box<str>,
    /// `mapping`: each value with its schema, in document order.
    pub mapping: Vec<(Box<str>, SchemaId)>,
    /// The variants without a mapping, by name.
    pub names: Vec<(Box<str>, SchemaId)>,
    /// The property's schema, if the schema with the discriminator declares the property.
    pub declared: Option<SchemaId>,
    /// The default variant (3.2).
    pub default: Option<SchemaId>,
}

impl Discriminator {
    /// Returns all variants: first the variants in the mapping, and then the variants without a mapping.
    pub(crate) fn variants(&self) -> impl Iterator<Item = SchemaId> {
        self.mapping.iter().chain(&self.names).map(|(_, id)| *id)
    }
}

/// The XML format of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Xml {
    /// The name of the element or attribute.
    pub name: Option<Box<str>>,
    /// The namespace's URI.
    pub namespace: Option<Box<str>>,
    /// The namespace's prefix.
    pub prefix: Option<Box<str>>,
    /// Whether the value is an attribute.
    pub attribute: bool,
    /// Whether a list has a wrapper element.
    pub wrapped: bool,
    /// `nodeType` (3.2).
    pub node: Option<Box<str>>,
}
