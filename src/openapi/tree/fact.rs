//! [`Fact`]: one limit or explanation of a value, and the types it applies to.

use crate::openapi::{Json, Types};

/// One limit or default.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fact<'a> {
    /// The kind.
    pub kind: FactKind,
    /// The value.
    pub value: FactValue<'a>,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FactValue<'a> {
    /// The kind is enough.
    None,
    /// A number, as it was written.
    Number(String),
    /// A text.
    Text(&'a str),
    /// A value of the document.
    Json(&'a Json),
    /// Values, at least one.
    Values(Vec<Json>),
    /// Names that are required if the first is present.
    Names(&'a str, &'a [Box<str>]),
}

/// The kind of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the keywords of JSON Schema, but for those that say more")]
pub(crate) enum FactKind {
    Default,
    Format,
    Const,
    /// The discriminator values of this variant.
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
    /// No value is valid: its parts contradict each other.
    Never,
}

impl FactKind {
    /// Returns the types it applies to; none if it applies to all.
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
