//! The kinds of objects a document is made of, and what is left out of each on purpose, with the reason.

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
    /// What such an object is, in words.
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

    /// Whether a key that is unknown and no extension is a mistake. JSON Schema allows any, and of what is an extension
    /// itself nobody says what it may hold.
    pub(super) fn is_closed(self) -> bool {
        !matches!(self, Kind::Schema | Kind::CodeSample | Kind::TagGroup)
    }

    /// Whether what nobody asked for is shown as it is.
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

/// Why a key of an object is neither used nor shown; `None` when there is no reason, and it must be.
pub(super) fn left_out(kind: Kind, key: &str) -> Option<&'static str> {
    let own = LEFT_OUT.iter().find(|(of, name, _)| *of == kind && *name == key);
    let own = own.map(|(_, _, reason)| *reason);
    own.or_else(|| {
        if !kind.is_closed() && !kind.shows_extra() {
            return Some("a key that another renderer gives to an extension");
        }
        let extension = key.strip_prefix("x-")?;
        if !kind.shows_extra() {
            return Some(
                "an extension of a part that is one line of the page, which shows what it is for readers",
            );
        }
        let tools = TOOLS.iter().find(|(prefix, _)| extension.starts_with(prefix));
        tools.map(|(_, reason)| *reason)
    })
}

/// Keys with a meaning that a reader of the reference does not need.
const LEFT_OUT: &[(Kind, &str, &str)] = &[
    (
        Kind::Document,
        "jsonSchemaDialect",
        "the dialect of schemas without `$schema`; every dialect is read alike",
    ),
    (Kind::Document, "$schema", "the schema of the document itself, for editors"),
    (Kind::Document, "id", "an identifier for tools"),
    (Kind::Info, "x-logo", "the site has its own logo"),
    (Kind::Info, "x-dark-logo", "the site has its own logo"),
    (Kind::Tag, "x-traitTag", "marks a tag without operations for one renderer; here every tag is a page"),
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

/// Extensions that say something to one tool about its own work.
const TOOLS: &[(&str, &str)] = &[
    ("amazon-apigateway-", "settings of a gateway"),
    ("apigateway-", "settings of a gateway"),
    ("aws-", "settings of a gateway"),
    ("google-", "settings of a gateway"),
    ("kong-", "settings of a gateway"),
    ("kusk", "settings of a gateway"),
    ("tyk-", "settings of a gateway"),
    ("ms-", "settings of a code generator"),
    ("fern-", "settings of a code generator"),
    ("speakeasy-", "settings of a code generator"),
    ("stainless-", "settings of a code generator"),
    ("oapi-codegen-", "settings of a code generator"),
    ("openapi-generator", "settings of a code generator"),
    ("go-", "settings of a code generator"),
    ("java-", "settings of a code generator"),
    ("csharp-", "settings of a code generator"),
    ("python-", "settings of a code generator"),
    ("php-", "settings of a code generator"),
    ("kubernetes-", "settings of a code generator"),
    ("swagger-router-", "settings of a server framework"),
    ("openapi-router-", "settings of a server framework"),
    ("eov-", "settings of a server framework"),
    ("vertx-", "settings of a server framework"),
    ("stripe", "settings of a vendor's own tools"),
    ("expandableFields", "settings of a vendor's own tools"),
    ("expansionResources", "settings of a vendor's own tools"),
    ("resourceId", "settings of a vendor's own tools"),
    ("github", "settings of a vendor's own tools"),
    ("post-response", "settings of another renderer"),
    ("pre-request", "settings of another renderer"),
    ("readme", "settings of another renderer"),
    ("mint", "settings of another renderer"),
    ("scalar-", "settings of another renderer"),
    ("redocly-", "settings of another renderer"),
    ("spectral-", "settings of a linter"),
    ("lint", "settings of a linter"),
];
