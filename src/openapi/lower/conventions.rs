//! The extensions that mean something here: conventions which their inventors document in public. Every other one is
//! private to whoever wrote it, unless the site allows it. The manual says what each does and where it is documented.

use super::keywords::Kind;

/// Whether a key is an extension that means something in such an object.
pub(super) fn is_convention(kind: Kind, key: &str) -> bool {
    CONVENTIONS.iter().any(|(name, kinds)| *name == key && kinds.contains(&kind))
}

const HIDES: &[Kind] = &[Kind::PathItem, Kind::Operation, Kind::Parameter, Kind::Schema];
const EXAMPLES: &[Kind] = &[Kind::Parameter, Kind::Header, Kind::MediaType, Kind::Response, Kind::Schema];

/// All of them by name, with the objects that may have each.
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
