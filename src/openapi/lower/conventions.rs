//! The known extensions, which their inventors document publicly. All others are private, unless the site publishes
//! them. The manual explains each one and links its documentation.

use super::keywords::Kind;

/// Whether a key is a known extension in such an object.
pub(super) fn is_convention(kind: Kind, key: &str) -> bool {
    CONVENTIONS.iter().any(|(name, kinds)| *name == key && kinds.contains(&kind))
}

const HIDES: &[Kind] = &[Kind::PathItem, Kind::Operation, Kind::Parameter, Kind::Schema];
const EXAMPLES: &[Kind] = &[Kind::Parameter, Kind::Header, Kind::MediaType, Kind::Response, Kind::Schema];

/// All of them by name, with the objects they apply to.
pub(in crate::openapi) const CONVENTIONS: &[(&str, &[Kind])] = &[
    ("x-additionalPropertiesName", &[Kind::Schema]),
    ("x-code-samples", &[Kind::Operation]),
    ("x-codeSamples", &[Kind::Operation]),
    ("x-displayName", &[Kind::Tag]),
    ("x-enum-descriptions", &[Kind::Schema]),
    ("x-enum-varnames", &[Kind::Schema]),
    ("x-enumDescriptions", &[Kind::Schema]),
    ("x-enumNames", &[Kind::Schema]),
    ("x-example", EXAMPLES),
    ("x-examples", EXAMPLES),
    ("x-excluded", HIDES),
    ("x-hidden", HIDES),
    ("x-internal", HIDES),
    ("x-nullable", &[Kind::Schema]),
    ("x-oai-deprecated", &[Kind::SecurityScheme]),
    ("x-slug", &[Kind::Operation, Kind::Tag]),
    ("x-summary", &[Kind::Response]),
    ("x-tagGroups", &[Kind::Document]),
    ("x-webhooks", &[Kind::Document]),
];
