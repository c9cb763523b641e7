//! The kinds of objects in a document, and the keywords that are deliberately left out of each, with the reason.
//!
//! Of the extensions, conventions mean something here, which their inventors document in public. Every other one is private to
//! whoever wrote it, unless the site allows it. The manual says what each does and where it is documented.

/// A kind of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::openapi) enum Kind {
    Document,
    Info,
    Contact,
    License,
    Server,
    Variable,
    Components,
    SecurityScheme,
    Flows,
    Flow,
    Tag,
    TagGroup,
    ExternalDocs,
    PathItem,
    Operation,
    Parameter,
    RequestBody,
    MediaType,
    Encoding,
    Header,
    Example,
    Response,
    Link,
    CodeSample,
    Schema,
    Discriminator,
    Xml,
}

impl Kind {
    /// Returns the name of such an object, without an article.
    #[cfg(test)]
    pub(in crate::openapi) fn words(self) -> &'static str {
        let article = self.article();
        let words = article.trim_start_matches("an ").trim_start_matches("a ");
        words.trim_end_matches(" object")
    }

    /// Returns the name of such an object.
    pub(super) fn article(self) -> &'static str {
        match self {
            Kind::Document => "an OpenAPI document",
            Kind::Info => "an info object",
            Kind::Contact => "a contact object",
            Kind::License => "a license object",
            Kind::Server => "a server object",
            Kind::Variable => "a server variable object",
            Kind::Components => "a components object",
            Kind::SecurityScheme => "a security scheme object",
            Kind::Flows => "an OAuth flows object",
            Kind::Flow => "an OAuth flow object",
            Kind::Tag => "a tag object",
            Kind::TagGroup => "a tag group",
            Kind::ExternalDocs => "an external documentation object",
            Kind::PathItem => "a path item object",
            Kind::Operation => "an operation object",
            Kind::Parameter => "a parameter object",
            Kind::RequestBody => "a request body object",
            Kind::MediaType => "a media type object",
            Kind::Encoding => "an encoding object",
            Kind::Header => "a header object",
            Kind::Example => "an example object",
            Kind::Response => "a response object",
            Kind::Link => "a link object",
            Kind::CodeSample => "a code sample",
            Kind::Schema => "a schema",
            Kind::Discriminator => "a discriminator object",
            Kind::Xml => "an XML object",
        }
    }

    /// Whether an unknown key that isn't an extension is a mistake. JSON Schema allows any key, and the content of
    /// extensions isn't specified.
    pub(super) fn is_closed(self) -> bool {
        !matches!(self, Kind::Schema | Kind::CodeSample | Kind::TagGroup)
    }

    /// Whether there is a place to show published extensions; some objects are only a line of a page, or less.
    pub(super) fn shows_extra(self) -> bool {
        matches!(
            self,
            Kind::Document
                | Kind::Info
                | Kind::Components
                | Kind::PathItem
                | Kind::SecurityScheme
                | Kind::Tag
                | Kind::Operation
                | Kind::Parameter
                | Kind::MediaType
                | Kind::Header
                | Kind::Response
                | Kind::RequestBody
                | Kind::Schema
        )
    }
}

/// Returns why a keyword is neither used nor shown; `None` if there is no reason, and it has to be.
pub(super) fn left_out(kind: Kind, key: &str) -> Option<&'static str> {
    let own = LEFT_OUT.iter().find(|(of, name, _)| *of == kind && *name == key);
    own.map(|(_, _, reason)| *reason)
}

/// Keywords that readers of the reference don't need.
const LEFT_OUT: &[(Kind, &str, &str)] = &[
    (
        Kind::Document,
        "jsonSchemaDialect",
        "the dialect of schemas without `$schema`; every dialect is read alike",
    ),
    (Kind::Document, "$schema", "the schema of the document itself, for editors"),
    (Kind::Document, "id", "an identifier for tools"),
    (Kind::Encoding, "encoding", "a part in a part is shown as its schema says"),
    (Kind::Encoding, "prefixEncoding", "a part in a part is shown as its schema says"),
    (Kind::Encoding, "itemEncoding", "a part in a part is shown as its schema says"),
    (
        Kind::Schema,
        "collectionFormat",
        "how a list in a list of 2.0 is written, for which there is no style since",
    ),
    (Kind::Schema, "$schema", "the dialect; every dialect is read alike"),
    (Kind::Schema, "$id", "used where references are resolved"),
    (Kind::Schema, "id", "used where references are resolved"),
    (Kind::Schema, "$anchor", "used where references are resolved"),
    (Kind::Schema, "$dynamicAnchor", "used where references are resolved"),
    (Kind::Schema, "$recursiveAnchor", "used where references are resolved"),
    (Kind::Schema, "$vocabulary", "says what a validator must know"),
    (Kind::Schema, "$comment", "a note for the maintainers of the schema"),
    (Kind::Schema, "$defs", "each definition is read where a reference names it"),
    (Kind::Schema, "definitions", "each definition is read where a reference names it"),
];

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
