//! [`Fact`]: one thing that limits a value or says more about it, and the types of the values it is about.

use crate::openapi::{Json, Types};

/// One limit or default.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fact<'a> {
    /// Which.
    pub kind: FactKind,
    /// Its value.
    pub value: FactValue<'a>,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FactValue<'a> {
    /// The kind says all.
    None,
    /// A number, as it was written.
    Number(String),
    /// A text.
    Text(&'a str),
    /// A value of the document.
    Json(&'a Json),
    /// Values, at least one.
    Values(Vec<Json>),
    /// Names that are required once the first is there.
    Names(&'a str, &'a [Box<str>]),
}

/// What kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the keywords of JSON Schema, but for those that say more")]
pub(crate) enum FactKind {
    Default,
    Format,
    Const,
    /// The values the discriminator has here.
    Discriminator,
    Pattern,
    Minimum,
    ExclusiveMinimum,
    Maximum,
    ExclusiveMaximum,
    MultipleOf,
    MinLength,
    MaxLength,
    MinItems,
    MaxItems,
    UniqueItems,
    MinContains,
    MaxContains,
    MinProperties,
    MaxProperties,
    ContentEncoding,
    ContentMediaType,
    DependentRequired,
    /// `additionalProperties: true`
    OpenProperties,
    /// `additionalProperties: false`
    ClosedProperties,
    /// `items: false`
    ClosedItems,
    /// No value is valid: the parts of it contradict one another.
    Never,
}

impl FactKind {
    /// The types of the values it is about; none: any.
    pub(super) fn types(self) -> Types {
        match self {
            FactKind::Minimum
            | FactKind::ExclusiveMinimum
            | FactKind::Maximum
            | FactKind::ExclusiveMaximum
            | FactKind::MultipleOf => Types::NUMBER.with(Types::INTEGER),
            FactKind::Pattern
            | FactKind::MinLength
            | FactKind::MaxLength
            | FactKind::ContentEncoding
            | FactKind::ContentMediaType => Types::STRING,
            FactKind::MinItems
            | FactKind::MaxItems
            | FactKind::UniqueItems
            | FactKind::MinContains
            | FactKind::MaxContains
            | FactKind::ClosedItems => Types::ARRAY,
            FactKind::MinProperties
            | FactKind::MaxProperties
            | FactKind::DependentRequired
            | FactKind::OpenProperties
            | FactKind::ClosedProperties => Types::OBJECT,
            FactKind::Default
            | FactKind::Format
            | FactKind::Const
            | FactKind::Discriminator
            | FactKind::Never => Types::default(),
        }
    }
}
