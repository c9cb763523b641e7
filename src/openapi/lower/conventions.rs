//! The extensions that mean something here: conventions which their inventors document in public. Every other one is
//! private to whoever wrote it, unless the site allows it.

use super::keywords::Kind;

/// An extension with a meaning.
pub(in crate::openapi) struct Convention {
    /// Its name.
    pub(in crate::openapi) name: &'static str,
    /// The objects that may have it.
    pub(in crate::openapi) kinds: &'static [Kind],
    /// What it does, as the manual says it.
    #[cfg_attr(not(test), expect(dead_code, reason = "the manual is held to it"))]
    pub(in crate::openapi) effect: &'static str,
    /// Where it is documented.
    #[cfg_attr(not(test), expect(dead_code, reason = "the manual is held to it"))]
    pub(in crate::openapi) source: &'static str,
}

/// Whether a key is an extension that means something in such an object.
pub(super) fn is_convention(kind: Kind, key: &str) -> bool {
    CONVENTIONS.iter().any(|one| one.name == key && one.kinds.contains(&kind))
}

const HIDES: &[Kind] = &[Kind::PathItem, Kind::Operation, Kind::Parameter, Kind::Schema];
const EXAMPLES: &[Kind] = &[Kind::Parameter, Kind::Header, Kind::MediaType, Kind::Response, Kind::Schema];

const REDOC: &str = "https://redocly.com/docs/redoc/redoc-vendor-extensions";
const REDOCLY_EXAMPLES: &str =
    "https://redocly.com/docs/realm/author/reference/openapi-extensions/x-examples";
const GENERATOR: &str = "https://openapi-generator.tech/docs/templating/#enum";
const MINTLIFY: &str = "https://mintlify.com/docs/api-playground/managing-page-visibility";

/// All of them, by name.
pub(in crate::openapi) const CONVENTIONS: &[Convention] = &[
    Convention {
        name: "x-additionalPropertiesName",
        kinds: &[Kind::Schema],
        effect: "Names a property in examples of a map",
        source: REDOC,
    },
    Convention {
        name: "x-code-samples",
        kinds: &[Kind::Operation],
        effect: "The older name of `x-codeSamples`",
        source: "https://github.com/Redocly/redoc/blob/v1.x/docs/redoc-vendor-extensions.md",
    },
    Convention {
        name: "x-codeSamples",
        kinds: &[Kind::Operation],
        effect: "Replaces the code sample of a language, or adds one",
        source: REDOC,
    },
    Convention { name: "x-displayName", kinds: &[Kind::Tag], effect: "The title of the tag", source: REDOC },
    Convention {
        name: "x-enum-descriptions",
        kinds: &[Kind::Schema],
        effect: "Describes the values of an `enum`",
        source: GENERATOR,
    },
    Convention {
        name: "x-enum-varnames",
        kinds: &[Kind::Schema],
        effect: "Names the values of an `enum`",
        source: GENERATOR,
    },
    Convention {
        name: "x-enumDescriptions",
        kinds: &[Kind::Schema],
        effect: "Describes the values of an `enum`",
        source: REDOC,
    },
    Convention {
        name: "x-enumNames",
        kinds: &[Kind::Schema],
        effect: "Names the values of an `enum`",
        source: "https://github.com/RicoSuter/NJsonSchema/wiki/Enums",
    },
    Convention {
        name: "x-example",
        kinds: EXAMPLES,
        effect: "An example, where the version of the document has no key for one",
        source: REDOCLY_EXAMPLES,
    },
    Convention {
        name: "x-examples",
        kinds: EXAMPLES,
        effect: "Examples, where the version of the document has no key for them",
        source: REDOCLY_EXAMPLES,
    },
    Convention { name: "x-excluded", kinds: HIDES, effect: "`true` leaves it out", source: MINTLIFY },
    Convention { name: "x-hidden", kinds: HIDES, effect: "`true` leaves it out", source: MINTLIFY },
    Convention {
        name: "x-internal",
        kinds: HIDES,
        effect: "`true` leaves it out",
        source: "https://redocly.com/docs/cli/decorators/remove-x-internal",
    },
    Convention {
        name: "x-nullable",
        kinds: &[Kind::Schema],
        effect: "`true` allows `null`, where the version of the document has no key for that",
        source: REDOC,
    },
    Convention {
        name: "x-oai-deprecated",
        kinds: &[Kind::SecurityScheme],
        effect: "`true` marks it as deprecated, before 3.2",
        source: "https://spec.openapis.org/registry/extension/x-oai-deprecated",
    },
    Convention {
        name: "x-slug",
        kinds: &[Kind::Operation, Kind::Tag],
        effect: "The last part of the page's URL",
        source: "#pages-and-their-addresses",
    },
    Convention {
        name: "x-summary",
        kinds: &[Kind::Response],
        effect: "A short title, before 3.2",
        source: REDOC,
    },
    Convention {
        name: "x-tagGroups",
        kinds: &[Kind::Document],
        effect: "Groups the tags of the sidebar",
        source: REDOC,
    },
    Convention {
        name: "x-webhooks",
        kinds: &[Kind::Document],
        effect: "Webhooks, before 3.1",
        source: "https://redocly.com/docs/realm/author/reference/openapi-extensions/x-webhooks",
    },
];
