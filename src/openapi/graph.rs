//! The graph of schemas. A schema is never expanded: a document of a few hundred may hold a cycle of seventy, so whoever
//! walks the graph bounds the walk.

use super::json::Json;
use super::meta::{ExternalDocs, Extra, Place, TextId};
use super::number::Decimal;

/// Index of a schema in [`Schemas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaId(pub u32);

/// Which way a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    /// To the server: what is `readOnly` is not shown.
    Request,
    /// From the server: what is `writeOnly` is not shown.
    Response,
    /// A schema on its own page: all is shown.
    Both,
}

/// Every schema of a document.
#[derive(Clone, Debug, Default)]
pub struct Schemas {
    /// All of them, named or not. A `$ref` without siblings is the id of its target, not a schema of its own.
    pub all: Vec<Schema>,
    /// The named ones (`components.schemas`, `definitions`, files that are a schema), in the order of the document.
    pub named: Vec<SchemaId>,
}

impl std::ops::Index<SchemaId> for Schemas {
    type Output = Schema;

    fn index(&self, id: SchemaId) -> &Schema {
        &self.all[id.0 as usize]
    }
}

/// One schema, of any dialect: 3.0's `nullable` is a member of the type set, both forms of `exclusiveMinimum` are a
/// number, `example` is one of the examples.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The name it has among the components.
    pub name: Option<Box<str>>,
    /// Its page's slug, unique in the document; named schemas have one.
    pub slug: Option<Box<str>>,
    /// Where it is.
    pub place: Place,
    /// `title`
    pub title: Option<Box<str>>,
    /// `description`
    pub description: Option<TextId>,
    /// Whether it is `false`: no value is valid.
    pub never: bool,
    /// The types a value may have; empty when nothing is said.
    pub types: Types,
    /// Whether `null` is valid besides what everything else here allows: 3.0's `nullable` where no type is said, as beside
    /// a `$ref`, `allOf` or `enum`.
    pub nullable: bool,
    /// `format`, known or not.
    pub format: Option<Box<str>>,
    /// `default`
    pub default: Option<Json>,
    /// `const`
    pub constant: Option<Json>,
    /// `enum`, with what is said about each value.
    pub values: Vec<EnumValue>,
    /// `example`, `examples` and their extensions.
    pub examples: Vec<Json>,
    /// `deprecated`
    pub deprecated: bool,
    /// Shown in responses only.
    pub read_only: bool,
    /// Shown in requests only.
    pub write_only: bool,
    /// Limits of numbers, texts, lists and objects.
    pub limits: Limits,
    /// `contentEncoding`, such as `base64`.
    pub content_encoding: Option<Box<str>>,
    /// `contentMediaType`
    pub content_media_type: Option<Box<str>>,
    /// `contentSchema`
    pub content_schema: Option<SchemaId>,
    /// `properties`, in the order of the document.
    pub properties: Vec<Property>,
    /// Names in `required` that are no property here.
    pub also_required: Vec<Box<str>>,
    /// `patternProperties`
    pub pattern_properties: Vec<(Box<str>, SchemaId)>,
    /// `additionalProperties`
    pub additional: Rest,
    /// `unevaluatedProperties`
    pub unevaluated_properties: Rest,
    /// `propertyNames`
    pub property_names: Option<SchemaId>,
    /// `dependentRequired`: with the first, the others are required.
    pub dependent_required: Vec<(Box<str>, Vec<Box<str>>)>,
    /// `dependentSchemas`
    pub dependent_schemas: Vec<(Box<str>, SchemaId)>,
    /// `prefixItems`, or `items` as a list: the schemas of the first items.
    pub prefix_items: Vec<SchemaId>,
    /// `items`, or what follows `prefix_items`.
    pub items: Rest,
    /// `unevaluatedItems`
    pub unevaluated_items: Rest,
    /// `contains`
    pub contains: Option<SchemaId>,
    /// `allOf`; a `$ref` with siblings has its target here.
    pub all_of: Vec<SchemaId>,
    /// `oneOf`
    pub one_of: Vec<SchemaId>,
    /// `anyOf`
    pub any_of: Vec<SchemaId>,
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
    /// Keywords that are shown as they are.
    pub extra: Extra,
    /// What a property is called whose name the schema leaves open (`x-additionalPropertiesName`).
    pub additional_name: Option<Box<str>>,
}

/// The types of JSON Schema, as a set. Empty: nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Each type with its name, in the order they are shown; `null` last.
    pub const NAMES: [(Types, &'static str); 7] = [
        (Types::STRING, "string"),
        (Types::INTEGER, "integer"),
        (Types::NUMBER, "number"),
        (Types::BOOLEAN, "boolean"),
        (Types::OBJECT, "object"),
        (Types::ARRAY, "array"),
        (Types::NULL, "null"),
    ];

    /// Whether all of the other set are in this one.
    pub fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether nothing is said.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both together.
    #[must_use]
    pub fn with(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// The names, in the order they are shown.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Types::NAMES.into_iter().filter(move |(one, _)| self.has(*one)).map(|(_, name)| name)
    }

    /// The type of a value; a number without a fraction is an integer.
    pub(crate) fn of(value: &Json) -> Types {
        match value {
            Json::Null => Types::NULL,
            Json::Bool(_) => Types::BOOLEAN,
            Json::Number(text) => {
                let integer = Decimal::parse(text).is_some_and(|number| number.is_integer());
                if integer { Types::INTEGER } else { Types::NUMBER }
            }
            Json::String(_) => Types::STRING,
            Json::Array(_) => Types::ARRAY,
            Json::Object(_) => Types::OBJECT,
        }
    }
}

/// A value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// The value.
    pub value: Json,
    /// The name code gives it (`x-enum-varnames`).
    pub name: Option<Box<str>>,
    /// What it means (`x-enumDescriptions` and its kin).
    pub description: Option<TextId>,
}

/// Limits. Numbers keep the text they were written as.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The least value, and whether it is itself excluded.
    pub minimum: Option<(Box<str>, bool)>,
    /// The greatest value, and whether it is itself excluded.
    pub maximum: Option<(Box<str>, bool)>,
    /// `multipleOf`
    pub multiple_of: Option<Box<str>>,
    /// In characters (code points).
    pub min_length: Option<u64>,
    /// In characters (code points).
    pub max_length: Option<u64>,
    /// A regular expression of ECMA-262.
    pub pattern: Option<Box<str>>,
    /// Fewest items.
    pub min_items: Option<u64>,
    /// Most items.
    pub max_items: Option<u64>,
    /// Whether no two items may be equal.
    pub unique_items: bool,
    /// Fewest items that satisfy `contains`.
    pub min_contains: Option<u64>,
    /// Most items that satisfy `contains`.
    pub max_contains: Option<u64>,
    /// Fewest properties.
    pub min_properties: Option<u64>,
    /// Most properties.
    pub max_properties: Option<u64>,
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: Box<str>,
    /// Its schema.
    pub schema: SchemaId,
    /// Whether an object without it is invalid.
    pub required: bool,
}

/// What is said about the properties or items that nothing else speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    #[default]
    Unsaid,
    /// They may be anything.
    Any,
    /// There are none.
    None,
    /// They follow this schema.
    Schema(SchemaId),
}

/// `if`, `then` and `else`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// `if`
    pub when: SchemaId,
    /// `then`
    pub then: Option<SchemaId>,
    /// `else`
    pub otherwise: Option<SchemaId>,
}

/// How the variant of a value is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Discriminator {
    /// The property that tells.
    pub property: Box<str>,
    /// `mapping`: each value with its schema, in the order of the document.
    pub mapping: Vec<(Box<str>, SchemaId)>,
    /// The variants that the mapping does not name, each by its own name.
    pub names: Vec<(Box<str>, SchemaId)>,
    /// The schema of the property, where the schema with the discriminator declares it.
    pub declared: Option<SchemaId>,
    /// What applies when no value does (3.2).
    pub default: Option<SchemaId>,
}

impl Discriminator {
    /// The variants that the mapping or their names tell.
    pub(crate) fn variants(&self) -> impl Iterator<Item = SchemaId> {
        self.mapping.iter().chain(&self.names).map(|(_, id)| *id)
    }
}

/// How a value is written in XML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Xml {
    /// The element's or attribute's name.
    pub name: Option<Box<str>>,
    /// The namespace's URI.
    pub namespace: Option<Box<str>>,
    /// The namespace's prefix.
    pub prefix: Option<Box<str>>,
    /// Whether it is an attribute.
    pub attribute: bool,
    /// Whether a list has an element around it.
    pub wrapped: bool,
    /// `nodeType` (3.2).
    pub node: Option<Box<str>>,
}
