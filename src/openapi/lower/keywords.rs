//! The kinds of objects in a document, and the keywords of each kind that are deliberately left out, with the reasons.
//!
//! Conventions are extensions with a publicly documented meaning. All other extensions are private to the authors of a
//! document, unless the site publishes them. The manual describes each convention and links to its documentation.

macro_rules! kinds {
    ($($kind:ident = $article:literal;)*) => {
        /// A kind of object.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Kind {
            $($kind,)*
        }

        impl Kind {
            /// Returns the name of the kind, with an article.
            pub(super) fn article(self) -> &'static str {
                match self { $(Kind::$kind => $article),* }
            }
        }
    };
}

// Each kind of object and its name.
kinds! {
    Document = "an OpenAPI document";
    Info = "an info object";
    Contact = "a contact object";
    License = "a license object";
    Server = "a server object";
    Variable = "a server variable object";
    Components = "a components object";
    SecurityScheme = "a security scheme object";
    Flows = "an OAuth flows object";
    Flow = "an OAuth flow object";
    Tag = "a tag object";
    TagGroup = "a tag group";
    ExternalDocs = "an external documentation object";
    PathItem = "a path item object";
    Operation = "an operation object";
    Parameter = "a parameter object";
    RequestBody = "a request body object";
    MediaType = "a media type object";
    Encoding = "an encoding object";
    Header = "a header object";
    Example = "an example object";
    Response = "a response object";
    Link = "a link object";
    CodeSample = "a code sample";
    Schema = "a schema";
    Discriminator = "a discriminator object";
    Xml = "an XML object";
}

impl Kind {
    /// Returns the name of the kind, without an article.
    #[cfg(test)]
    pub(crate) fn words(self) -> &'static str {
        let article = self.article();
        let words = article.trim_start_matches("an ").trim_start_matches("a ");
        words.trim_end_matches(" object")
    }

    /// Whether an unknown key that isn't an extension is an error. JSON Schema allows any key, and the content of
    /// extensions isn't specified.
    pub(super) fn is_closed(self) -> bool {
        !matches!(self, Kind::Schema | Kind::CodeSample | Kind::TagGroup)
    }

    /// Whether objects of this kind can show published extensions. Objects of other kinds take up at most one line of a
    /// page.
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

/// Returns the reason that a keyword is neither used nor shown, or `None` if there's no such reason.
pub(super) fn left_out(kind: Kind, key: &str) -> Option<&'static str> {
    let own = LEFT_OUT.iter().find(|(of, names, _)| *of == kind && names.split(' ').any(|name| name == key));
    own.map(|(_, _, reason)| *reason)
}

/// Space-separated keywords that readers of the reference don't need, with the reason.
const LEFT_OUT: &[(Kind, &str, &str)] = &[
    (
        Kind::Document,
        "jsonSchemaDialect",
        "the dialect of schemas without `$schema`; every dialect is read in the same way",
    ),
    (Kind::Document, "$schema", "the schema of the document itself, for editors"),
    (Kind::Document, "id", "an identifier for tools"),
    (
        Kind::Encoding,
        "encoding prefixEncoding itemEncoding",
        "a nested part is shown as its schema describes",
    ),
    (
        Kind::Schema,
        "collectionFormat",
        "the format of nested lists in 2.0, which has no equivalent in later versions",
    ),
    (Kind::Schema, "$schema", "the dialect; every dialect is read in the same way"),
    (Kind::Schema, "$id id $anchor $dynamicAnchor $recursiveAnchor", "used to resolve references"),
    (Kind::Schema, "$vocabulary", "lists what a validator has to support"),
    (Kind::Schema, "$comment", "a note for the maintainers of the schema"),
    (Kind::Schema, "$defs definitions", "each definition is read where a reference refers to it"),
];

/// Whether a key is a convention for this kind of object.
pub(super) fn is_convention(kind: Kind, key: &str) -> bool {
    CONVENTIONS.iter().any(|(name, kinds)| *name == key && kinds.contains(&kind))
}

const HIDES: &[Kind] = &[Kind::PathItem, Kind::Operation, Kind::Parameter, Kind::Schema];
const EXAMPLES: &[Kind] = &[Kind::Parameter, Kind::Header, Kind::MediaType, Kind::Response, Kind::Schema];

/// All conventions by name, with the kinds of objects that can have each convention.
pub(crate) const CONVENTIONS: &[(&str, &[Kind])] = &[
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
