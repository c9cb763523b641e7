//! The kinds of changes to an API: one row for each kind, with its ID, its level for values that clients send, its level
//! for values that clients receive, its message, and its description in the manual.
//!
//! A row never depends on a tool or a vendor. The functions in the other files of this module decide when a row
//! applies.

/// The effects of a change on existing clients, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A client that follows the old document can stop working.
    Breaking,
    /// The documents don't contain enough information to decide.
    Warning,
    /// Existing clients keep working.
    Compatible,
}

impl Level {
    /// Every level, from worst to best.
    pub const ALL: [Level; 3] = [Level::Breaking, Level::Warning, Level::Compatible];

    /// Returns the name that reports use for the level.
    pub fn name(self) -> &'static str {
        match self {
            Level::Breaking => "breaking",
            Level::Warning => "warning",
            Level::Compatible => "compatible",
        }
    }
}

/// Who sends a value. A constraint that's harmless on one side can break clients on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// The client sends the value.
    Request,
    /// The client receives the value.
    Response,
}

impl Side {
    /// Returns the opposite side: for callbacks and webhooks, and below `not`.
    pub(crate) fn flipped(self) -> Side {
        match self {
            Side::Request => Side::Response,
            Side::Response => Side::Request,
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $request:ident, $response:ident, $text:literal;)*) => {
        /// The kinds of changes. The kebab-case ID is stable, and the manual documents each kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Rule {
            /// Every rule, in the same order as in the manual.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// Returns the stable ID.
            pub fn id(self) -> &'static str {
                match self { $(Rule::$name => $id),* }
            }

            /// Returns the levels for values that clients send and for values that clients receive.
            pub fn levels(self) -> [Level; 2] {
                match self { $(Rule::$name => [Level::$request, Level::$response]),* }
            }

            /// Returns the description in the manual.
            pub fn description(self) -> String {
                match self { $(Rule::$name => concat!($($doc),+).trim().to_owned()),* }
            }

            /// Returns the message, with `{old}` and `{new}` in place of the values.
            fn template(self) -> &'static str {
                match self { $(Rule::$name => $text),* }
            }
        }
    };
}

impl Rule {
    /// Returns the level of a change.
    pub(super) fn level(self, side: Side) -> Level {
        self.levels()[side as usize]
    }

    /// Returns the message of a change.
    pub(super) fn text(self, old: &str, new: &str) -> String {
        let mut text = String::new();
        let mut rest = self.template();
        while let Some(at) = rest.find('{') {
            text.push_str(&rest[..at]);
            text.push_str(if rest[at..].starts_with("{old}") { old } else { new });
            rest = &rest[at + "{old}".len()..];
        }
        text + rest
    }
}

rules! {
    /// An operation or webhook was added
    OperationAdded = "operation-added", Compatible, Compatible, "added";
    /// An operation or webhook was removed without being deprecated first
    OperationRemoved = "operation-removed", Breaking, Breaking, "removed without being deprecated first";
    /// A deprecated operation was removed, and its sunset date, if any, has passed
    OperationRemovedDeprecated = "operation-removed-deprecated", Compatible, Compatible, "removed after being deprecated";
    /// A deprecated operation was removed before its sunset date
    OperationRemovedBeforeSunset = "operation-removed-before-sunset", Breaking, Breaking, "removed before its sunset date, {old}";
    /// An operation was deprecated
    OperationDeprecated = "operation-deprecated", Compatible, Compatible, "deprecated";
    /// An operation is no longer deprecated
    OperationUndeprecated = "operation-undeprecated", Compatible, Compatible, "no longer deprecated";
    /// The sunset date of a deprecated operation or parameter was removed
    SunsetRemoved = "sunset-removed", Breaking, Breaking, "sunset date {old} removed";
    /// The sunset date of a deprecated operation or parameter is earlier than before
    SunsetEarlier = "sunset-earlier", Breaking, Breaking, "sunset date moved from {old} to {new}";
    /// A sunset date isn't a date such as `2027-01-31`
    SunsetInvalid = "sunset-invalid", Warning, Warning, "sunset {new} isn't a date such as `2027-01-31`";
    /// The `operationId` was changed, added, or removed
    OperationIdChanged = "operation-id-changed", Compatible, Compatible, "`operationId` changed from {old} to {new}";
    /// A tag was added to an operation
    TagAdded = "tag-added", Compatible, Compatible, "tag {new} added";
    /// A tag was removed from an operation
    TagRemoved = "tag-removed", Compatible, Compatible, "tag {old} removed";
    /// A callback was added
    CallbackAdded = "callback-added", Compatible, Compatible, "added";
    /// A callback was removed
    CallbackRemoved = "callback-removed", Warning, Warning, "removed";
    /// A server was added
    ServerAdded = "server-added", Compatible, Compatible, "server {new} added";
    /// A server was removed
    ServerRemoved = "server-removed", Warning, Warning, "server {old} removed";
    /// An operation that needed no authentication now needs it
    SecurityRequired = "security-required", Breaking, Breaking, "now requires authentication with {new}";
    /// An operation no longer needs authentication
    SecurityOptional = "security-optional", Compatible, Compatible, "no longer requires authentication";
    /// Another way to authenticate was added
    SecurityAdded = "security-added", Compatible, Compatible, "authentication with {new} added";
    /// One of several ways to authenticate was removed or replaced
    SecurityRemoved = "security-removed", Warning, Warning, "authentication with {old} removed";
    /// An operation requires an additional scope
    ScopeAdded = "scope-added", Warning, Warning, "scope {new} added";
    /// An operation no longer requires a scope
    ScopeRemoved = "scope-removed", Compatible, Compatible, "scope {old} removed";
    /// A security scheme was added
    SchemeAdded = "security-scheme-added", Compatible, Compatible, "security scheme {new} added";
    /// A security scheme was removed. If operations used it, their changes are reported separately
    SchemeRemoved = "security-scheme-removed", Compatible, Compatible, "security scheme {old} removed";
    /// The type, name, location, URLs, or scopes of a security scheme changed
    SchemeChanged = "security-scheme-changed", Warning, Warning, "security scheme {old} changed: {new}";
    /// A scope was added to a security scheme
    SchemeScopeAdded = "security-scheme-scope-added", Compatible, Compatible, "security scheme {old} has the new scope {new}";
    /// A named schema was removed. If operations used it, their changes are reported separately
    SchemaRemoved = "schema-removed", Compatible, Compatible, "schema {old} removed";
    /// A parameter in the path was renamed
    PathParameterRenamed = "path-parameter-renamed", Compatible, Compatible, "renamed from {old} to {new}";
    /// A required parameter was added
    RequiredParameterAdded = "required-parameter-added", Breaking, Compatible, "required parameter added";
    /// An optional parameter was added
    OptionalParameterAdded = "optional-parameter-added", Compatible, Compatible, "optional parameter added";
    /// A parameter was removed without being deprecated first
    ParameterRemoved = "parameter-removed", Warning, Warning, "removed without being deprecated first";
    /// A deprecated parameter was removed, and its sunset date, if any, has passed
    ParameterRemovedDeprecated = "parameter-removed-deprecated", Compatible, Compatible, "removed after being deprecated";
    /// A deprecated parameter was removed before its sunset date
    ParameterRemovedBeforeSunset = "parameter-removed-before-sunset", Breaking, Breaking, "removed before its sunset date, {old}";
    /// An optional parameter became required
    ParameterBecameRequired = "parameter-became-required", Breaking, Compatible, "now required";
    /// A required parameter became optional
    ParameterBecameOptional = "parameter-became-optional", Compatible, Compatible, "no longer required";
    /// A parameter was deprecated
    ParameterDeprecated = "parameter-deprecated", Compatible, Compatible, "deprecated";
    /// A parameter is no longer deprecated
    ParameterUndeprecated = "parameter-undeprecated", Compatible, Compatible, "no longer deprecated";
    /// The `style`, `explode`, or media type of a parameter changed, so the same value is encoded differently
    ParameterStyleChanged = "parameter-style-changed", Breaking, Breaking, "encoding changed from {old} to {new}";
    /// A query parameter no longer allows an empty value
    EmptyValueRefused = "empty-value-refused", Warning, Compatible, "empty value no longer allowed";
    /// The default of an optional parameter was changed, added, or removed
    ParameterDefaultChanged = "parameter-default-changed", Breaking, Breaking, "default changed from {old} to {new}";
    /// A required request body was added to an operation without a body
    RequiredBodyAdded = "required-body-added", Breaking, Compatible, "required request body added";
    /// An optional request body was added to an operation without a body
    OptionalBodyAdded = "optional-body-added", Compatible, Compatible, "optional request body added";
    /// The request body was removed
    BodyRemoved = "body-removed", Breaking, Breaking, "removed";
    /// An optional request body became required
    BodyBecameRequired = "body-became-required", Breaking, Compatible, "now required";
    /// A required request body became optional
    BodyBecameOptional = "body-became-optional", Compatible, Breaking, "no longer required";
    /// A media type was added
    MediaTypeAdded = "media-type-added", Compatible, Compatible, "media type {new} added";
    /// A media type was removed
    MediaTypeRemoved = "media-type-removed", Breaking, Breaking, "media type {old} removed";
    /// Only the parameters of a media type changed
    MediaTypeParametersChanged = "media-type-parameters-changed", Compatible, Compatible, "media type changed from {old} to {new}";
    /// A schema was added to a media type, parameter, or header that had none
    SchemaSet = "schema-set", Breaking, Compatible, "schema added";
    /// The schema of a media type, parameter, or header was removed
    SchemaUnset = "schema-unset", Compatible, Warning, "schema removed";
    /// A response with a status from 200 through 299 was removed
    SuccessStatusRemoved = "success-status-removed", Breaking, Breaking, "removed";
    /// A response with a different status was removed
    OtherStatusRemoved = "other-status-removed", Compatible, Compatible, "removed";
    /// A response was added
    StatusAdded = "status-added", Compatible, Compatible, "added";
    /// A response header was added
    HeaderAdded = "header-added", Compatible, Compatible, "header added";
    /// A required response header was removed
    RequiredHeaderRemoved = "required-header-removed", Breaking, Breaking, "required header removed";
    /// An optional response header was removed
    OptionalHeaderRemoved = "optional-header-removed", Warning, Warning, "optional header removed";
    /// A required response header became optional
    HeaderBecameOptional = "header-became-optional", Compatible, Breaking, "no longer required";
    /// An optional response header became required
    HeaderBecameRequired = "header-became-required", Breaking, Compatible, "now required";
    /// A type was replaced
    TypeChanged = "type-changed", Breaking, Breaking, "type changed from {old} to {new}";
    /// More types are allowed than before
    TypeWidened = "type-widened", Compatible, Breaking, "type widened from {old} to {new}";
    /// Fewer types are allowed than before
    TypeNarrowed = "type-narrowed", Breaking, Compatible, "type narrowed from {old} to {new}";
    /// A type was replaced, but the old and the new values look the same, because the value is sent as text
    TypeCompatible = "type-compatible", Compatible, Compatible, "type changed from {old} to {new}, but values of both types look the same when sent as text";
    /// A format was replaced
    FormatChanged = "format-changed", Breaking, Breaking, "format changed from {old} to {new}";
    /// A format was removed or replaced with a wider format
    FormatWidened = "format-widened", Compatible, Breaking, "format widened from {old} to {new}";
    /// A format was added or replaced with a narrower format
    FormatNarrowed = "format-narrowed", Breaking, Compatible, "format narrowed from {old} to {new}";
    /// `null` is allowed
    BecameNullable = "became-nullable", Compatible, Breaking, "`null` now allowed";
    /// `null` is no longer allowed
    BecameNotNullable = "became-not-nullable", Breaking, Compatible, "`null` no longer allowed";
    /// A value that could be anything became an enum
    BecameEnum = "became-enum", Breaking, Compatible, "values limited to {new}";
    /// An enum's list of values was removed
    EnumRemoved = "enum-removed", Compatible, Warning, "values no longer limited to {old}";
    /// Enum values were added
    EnumValueAdded = "enum-value-added", Compatible, Warning, "enum values added: {new}";
    /// Enum values were removed
    EnumValueRemoved = "enum-value-removed", Breaking, Compatible, "enum values removed: {old}";
    /// A constant value was added
    ConstAdded = "const-added", Breaking, Compatible, "`const` {new} added";
    /// A constant value was removed
    ConstRemoved = "const-removed", Compatible, Breaking, "`const` {old} removed";
    /// A constant value was replaced
    ConstChanged = "const-changed", Breaking, Breaking, "`const` changed from {old} to {new}";
    /// The default of a body, property, or item was changed, added, or removed
    DefaultChanged = "default-changed", Compatible, Compatible, "default changed from {old} to {new}";
    /// A limit, such as `maximum` or `maxLength`, was added
    LimitAdded = "limit-added", Warning, Compatible, "{new} added";
    /// A limit allows fewer values than before
    LimitTightened = "limit-tightened", Breaking, Compatible, "{old} tightened to {new}";
    /// A limit allows more values than before
    LimitLoosened = "limit-loosened", Compatible, Breaking, "{old} loosened to {new}";
    /// A limit was removed
    LimitRemoved = "limit-removed", Compatible, Breaking, "{old} removed";
    /// A pattern was added
    PatternAdded = "pattern-added", Breaking, Compatible, "`pattern` {new} added";
    /// A pattern was replaced
    PatternChanged = "pattern-changed", Warning, Compatible, "`pattern` changed from {old} to {new}";
    /// A pattern was removed
    PatternRemoved = "pattern-removed", Compatible, Compatible, "`pattern` {old} removed";
    /// A required property was added
    RequiredPropertyAdded = "required-property-added", Breaking, Compatible, "required property added";
    /// An optional property was added
    OptionalPropertyAdded = "optional-property-added", Compatible, Compatible, "optional property added";
    /// A required property was removed
    RequiredPropertyRemoved = "required-property-removed", Warning, Breaking, "required property removed";
    /// An optional property was removed
    OptionalPropertyRemoved = "optional-property-removed", Warning, Warning, "optional property removed";
    /// An optional property became required
    PropertyBecameRequired = "property-became-required", Breaking, Compatible, "now required";
    /// A required property became optional
    PropertyBecameOptional = "property-became-optional", Compatible, Breaking, "no longer required";
    /// A property became read-only or write-only, or is no longer read-only
    PropertyAccessChanged = "property-access-changed", Compatible, Compatible, "{old} changed to {new}";
    /// A required property that clients didn't receive is no longer write-only
    PropertyNowReceived = "property-not-write-only", Compatible, Warning, "no longer write-only";
    /// A schema or property was deprecated
    Deprecated = "deprecated", Compatible, Compatible, "deprecated";
    /// A schema or property is no longer deprecated
    Undeprecated = "undeprecated", Compatible, Compatible, "no longer deprecated";
    /// Additional properties are no longer allowed, or have to match a schema
    AdditionalRestricted = "additional-properties-restricted", Breaking, Compatible, "additional properties restricted from {old} to {new}";
    /// Additional properties are allowed, or no longer have to match a schema
    AdditionalOpened = "additional-properties-opened", Compatible, Warning, "additional properties changed from {old} to {new}";
    /// The schema of a leading list item was added, so the item can be anything that the schema allows
    PrefixItemAdded = "prefix-item-added", Compatible, Breaking, "schema of a leading item added";
    /// The schema of a leading list item was removed
    PrefixItemRemoved = "prefix-item-removed", Breaking, Compatible, "schema of a leading item removed";
    /// Another keyword that limits values was added, such as `contains`, `not`, or `dependentRequired`
    ConstraintAdded = "constraint-added", Breaking, Compatible, "{new} added";
    /// Another keyword that limits values was removed
    ConstraintRemoved = "constraint-removed", Compatible, Breaking, "{old} removed";
    /// Another keyword that limits values has a different value
    ConstraintChanged = "constraint-changed", Breaking, Breaking, "{old} changed to {new}";
    /// A `oneOf` variant was added
    OneOfAdded = "one-of-added", Compatible, Breaking, "`oneOf` variant {new} added";
    /// A `oneOf` variant was removed
    OneOfRemoved = "one-of-removed", Breaking, Compatible, "`oneOf` variant {old} removed";
    /// An `anyOf` variant was added
    AnyOfAdded = "any-of-added", Compatible, Compatible, "`anyOf` variant {new} added";
    /// An `anyOf` variant was removed
    AnyOfRemoved = "any-of-removed", Breaking, Compatible, "`anyOf` variant {old} removed";
    /// A schema without variants was replaced with a choice between variants
    WrappedInChoice = "wrapped-in-choice", Breaking, Breaking, "replaced with a choice between {new}";
    /// A choice between variants was replaced with one schema
    ChoiceReplaced = "choice-replaced", Breaking, Breaking, "the choice between {old} was replaced with one schema";
    /// The property or the mapping of a discriminator changed
    DiscriminatorChanged = "discriminator-changed", Compatible, Compatible, "discriminator changed from {old} to {new}";
}
