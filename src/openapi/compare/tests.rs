use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Changes, Level, Rule, SUNSET, compare};
use crate::markdown::highlight::Cache;
use crate::openapi::{Api, Options, lower, read};
use crate::path::SourcePath;
use crate::source::Source;

/// The current date in these tests.
const TODAY: &str = "2027-01-15";

fn api(text: &str) -> Api {
    let path = SourcePath::new("api.yaml");
    let (file, problems) = read(&Source::new(path.clone(), text));
    assert_eq!(problems, [], "{text}");
    let files = BTreeMap::from([(path.clone(), Arc::new(file))]);
    let extensions = [SUNSET.to_owned()];
    let options = Options { smart_punctuation: false, extensions: &extensions };
    lower(&path, &files, &options, &Cache::default()).0
}

/// Compares two documents that contain these parts.
fn documents(old: &str, new: &str) -> Changes {
    let document = |parts: &str| api(&format!("openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\n{parts}\n"));
    compare(&document(old), &document(new), TODAY)
}

/// Compares two operations with these members.
fn operations(old: &str, new: &str) -> Changes {
    let document = |members: &str| format!("paths: {{/a: {{post: {{{members}}}}}}}");
    documents(&document(old), &document(new))
}

/// Compares the `value` property of a request or of a response.
fn schemas(old: &str, new: &str, is_request: bool) -> Changes {
    let content = |schema: &str| {
        format!(
            "content: {{application/json: {{schema: {{type: object, properties: {{value: {schema}}}}}}}}}"
        )
    };
    let members = |schema: &str| match is_request {
        true => format!("requestBody: {{{}}}", content(schema)),
        false => format!("responses: {{'200': {{{}}}}}", content(schema)),
    };
    operations(&members(old), &members(new))
}

/// Formats changes, one per line: the level, the ID, and the message.
fn told(changes: &Changes) -> String {
    let mut text = String::new();
    for change in &changes.all {
        writeln!(text, "{} {} {}", change.level.name(), change.rule.id(), change.message).expect("a string");
    }
    text
}

/// Changes to the schema of a value: the rule, the old schema, the new schema, and the message.
const SCHEMAS: &[(Rule, &str, &str, &str)] = &[
    (Rule::TypeChanged, "{type: string}", "{type: boolean}", "type changed from `string` to `boolean`"),
    (Rule::TypeWidened, "{type: integer}", "{type: number}", "type widened from `integer` to `number`"),
    (Rule::TypeNarrowed, "{}", "{type: string}", "type narrowed from any to `string`"),
    (
        Rule::TypeNarrowed,
        "{oneOf: [{type: string}, {type: boolean}]}",
        "{type: string}",
        "type narrowed from `string`, `boolean` to `string`",
    ),
    (
        Rule::FormatChanged,
        "{type: string, format: uuid}",
        "{type: string, format: email}",
        "format changed from `uuid` to `email`",
    ),
    (
        Rule::FormatWidened,
        "{type: integer, format: int32}",
        "{type: integer, format: int64}",
        "format widened from `int32` to `int64`",
    ),
    (
        Rule::FormatNarrowed,
        "{type: string}",
        "{type: string, format: uuid}",
        "format narrowed from none to `uuid`",
    ),
    (Rule::BecameNullable, "{type: string}", "{type: [string, 'null']}", "`null` now allowed"),
    (
        Rule::BecameNullable,
        "{type: string}",
        "{oneOf: [{type: string}, {type: 'null'}]}",
        "`null` now allowed",
    ),
    (Rule::BecameNotNullable, "{type: string, nullable: true}", "{type: string}", "`null` no longer allowed"),
    (
        Rule::BecameEnum,
        "{type: string}",
        "{type: string, enum: [a, b]}",
        "values limited to `\"a\"`, `\"b\"`",
    ),
    (Rule::EnumRemoved, "{type: string, enum: [a]}", "{type: string}", "values no longer limited to `\"a\"`"),
    (Rule::EnumValueAdded, "{enum: [a]}", "{enum: [a, b]}", "enum values added: `\"b\"`"),
    (Rule::EnumValueRemoved, "{enum: [a, b]}", "{enum: [b]}", "enum values removed: `\"a\"`"),
    (Rule::ConstAdded, "{type: integer}", "{type: integer, const: 1}", "`const` `1` added"),
    (Rule::ConstRemoved, "{type: integer, const: 1}", "{type: integer}", "`const` `1` removed"),
    (Rule::ConstChanged, "{const: 1}", "{const: 2}", "`const` changed from `1` to `2`"),
    (Rule::DefaultChanged, "{default: 1}", "{default: 2}", "default changed from `1` to `2`"),
    (Rule::DefaultChanged, "{default: 1}", "{}", "default changed from `1` to none"),
    (Rule::LimitAdded, "{type: integer}", "{type: integer, maximum: 9}", "`maximum` `9` added"),
    (Rule::LimitAdded, "{type: array}", "{type: array, uniqueItems: true}", "`uniqueItems` added"),
    (
        Rule::LimitTightened,
        "{type: string, maxLength: 9}",
        "{type: string, maxLength: 8}",
        "`maxLength` `9` tightened to `8`",
    ),
    (
        Rule::LimitTightened,
        "{type: string}",
        "{type: string, minLength: 2}",
        "`minLength` 0 tightened to `2`",
    ),
    (
        Rule::LimitTightened,
        "{minimum: 1}",
        "{exclusiveMinimum: 1}",
        "`minimum` `1` tightened to `1` (exclusive)",
    ),
    (
        Rule::LimitTightened,
        "{multipleOf: 5}",
        "{multipleOf: 10}",
        "`multipleOf` `5` tightened to `multipleOf` `10`",
    ),
    (Rule::LimitLoosened, "{minItems: 2}", "{minItems: 1}", "`minItems` `2` loosened to `1`"),
    (Rule::LimitLoosened, "{maximum: 1.5}", "{maximum: 1.50001}", "`maximum` `1.5` loosened to `1.50001`"),
    (Rule::LimitRemoved, "{maxProperties: 2}", "{}", "`maxProperties` `2` removed"),
    (Rule::PatternAdded, "{}", "{pattern: ^a}", "`pattern` `^a` added"),
    (Rule::PatternChanged, "{pattern: ^a}", "{pattern: ^b}", "`pattern` changed from `^a` to `^b`"),
    (Rule::PatternRemoved, "{pattern: ^a}", "{pattern: ''}", "`pattern` `^a` removed"),
    (Rule::Deprecated, "{}", "{deprecated: true}", "deprecated"),
    (Rule::Undeprecated, "{deprecated: true}", "{}", "no longer deprecated"),
    (
        Rule::AdditionalRestricted,
        "{type: object}",
        "{type: object, additionalProperties: false}",
        "additional properties restricted from any to none",
    ),
    (
        Rule::AdditionalOpened,
        "{additionalProperties: false}",
        "{additionalProperties: {type: string}}",
        "additional properties changed from none to a schema",
    ),
    (
        Rule::PrefixItemAdded,
        "{prefixItems: [{type: string}]}",
        "{prefixItems: [{type: string}, {type: string}]}",
        "schema of a leading item added",
    ),
    (
        Rule::PrefixItemRemoved,
        "{prefixItems: [{type: string}, {type: string}]}",
        "{prefixItems: [{type: string}]}",
        "schema of a leading item removed",
    ),
    (Rule::ConstraintAdded, "{}", "{not: {type: string}}", "`not` added"),
    (Rule::ConstraintRemoved, "{propertyNames: {maxLength: 1}}", "{}", "`propertyNames` removed"),
    (
        Rule::ConstraintChanged,
        "{dependentRequired: {a: [b]}}",
        "{dependentRequired: {a: [c]}}",
        "`dependentRequired` of `a` (`b`) changed to `c`",
    ),
    (
        Rule::OneOfAdded,
        "{oneOf: [{title: A, type: object}, {title: B, type: array}]}",
        "{oneOf: [{title: A, type: object}, {title: B, type: array}, {title: C, type: object}]}",
        "`oneOf` variant `C` added",
    ),
    (
        Rule::OneOfRemoved,
        "{oneOf: [{title: A, type: object}, {title: B, type: array}, {title: C, type: object}]}",
        "{oneOf: [{title: A, type: object}, {title: C, type: object}]}",
        "`oneOf` variant `B` removed",
    ),
    (
        Rule::AnyOfAdded,
        "{anyOf: [{title: A, type: object}, {title: B, type: object}]}",
        "{anyOf: [{title: A, type: object}, {title: B, type: object}, {title: C, type: object}]}",
        "`anyOf` variant `C` added",
    ),
    (
        Rule::AnyOfRemoved,
        "{anyOf: [{title: A, type: object}, {title: B, type: object}, {title: C, type: object}]}",
        "{anyOf: [{title: A, type: object}, {title: C, type: object}]}",
        "`anyOf` variant `B` removed",
    ),
    (
        Rule::WrappedInChoice,
        "{type: object}",
        "{oneOf: [{title: A, type: object}, {title: B, type: object}]}",
        "replaced with a choice between `A`, `B`",
    ),
    (
        Rule::ChoiceReplaced,
        "{oneOf: [{title: A, type: object}, {title: B, type: object}]}",
        "{type: object}",
        "the choice between `A`, `B` was replaced with one schema",
    ),
    (
        Rule::DiscriminatorChanged,
        "{discriminator: {propertyName: a}}",
        "{discriminator: {propertyName: b}}",
        "discriminator changed from `a` to `b`",
    ),
];

#[test]
fn a_schema_has_one_change_for_each_difference() {
    for (rule, old, new, message) in SCHEMAS {
        for (at, is_request) in [(0, true), (1, false)] {
            let label = if is_request { "request body" } else { "response `200`" };
            let level = rule.levels()[at].name();
            let id = rule.id();
            let expected = format!("{level} {id} {label} `application/json`, property `value`: {message}\n");
            assert_eq!(told(&schemas(old, new, is_request)), expected, "{old} -> {new}");
        }
        assert_eq!(told(&schemas(new, new, true)), "", "{new}");
    }
}

/// Changes to a property `a` of the `value` property.
const PROPERTIES: &[(Rule, &str, &str, &str)] = &[
    (Rule::RequiredPropertyAdded, "{}", "{properties: {a: {}}, required: [a]}", "required property added"),
    (Rule::OptionalPropertyAdded, "{}", "{properties: {a: {}}}", "optional property added"),
    (
        Rule::RequiredPropertyRemoved,
        "{properties: {a: {}}, required: [a]}",
        "{}",
        "required property removed",
    ),
    (Rule::OptionalPropertyRemoved, "{properties: {a: {}}}", "{}", "optional property removed"),
    (
        Rule::PropertyBecameRequired,
        "{properties: {a: {}}}",
        "{properties: {a: {}}, required: [a]}",
        "now required",
    ),
    (Rule::PropertyBecameRequired, "{}", "{required: [a]}", "now required"),
    (
        Rule::PropertyBecameOptional,
        "{properties: {a: {}}, required: [a]}",
        "{properties: {a: {}}}",
        "no longer required",
    ),
    (
        Rule::PropertyAccessChanged,
        "{properties: {a: {}}}",
        "{properties: {a: {readOnly: true}}}",
        "readable and writable changed to read-only",
    ),
];

#[test]
fn a_property_has_one_change_for_each_difference() {
    for (rule, old, new, message) in PROPERTIES {
        for (at, is_request) in [(0, true), (1, false)] {
            let label = if is_request { "request body" } else { "response `200`" };
            let level = rule.levels()[at].name();
            let expected =
                format!("{level} {} {label} `application/json`, property `value.a`: {message}\n", rule.id());
            assert_eq!(told(&schemas(old, new, is_request)), expected, "{old} -> {new}");
        }
    }
    let (old, new) =
        ("{properties: {a: {writeOnly: true}}, required: [a]}", "{properties: {a: {}}, required: [a]}");
    let rule = "warning property-not-write-only response `200` `application/json`, property `value.a`: no longer write-only\n";
    assert_eq!(told(&schemas(old, new, false)), rule);
    // Clients don't send read-only properties, and don't receive write-only properties.
    let hidden = "{properties: {a: {readOnly: true, type: string}}, required: [a]}";
    assert_eq!(told(&schemas("{}", hidden, true)), "");
    assert_eq!(told(&schemas(hidden, "{}", true)), "");
}

/// Changes to an operation: the old members, the new members, and the change.
const OPERATIONS: &[(&str, &str, &str)] = &[
    ("", "deprecated: true", "compatible operation-deprecated operation: deprecated"),
    ("deprecated: true", "", "compatible operation-undeprecated operation: no longer deprecated"),
    (
        "deprecated: true, x-sunset: 2027-06-01",
        "deprecated: true",
        "breaking sunset-removed operation: sunset date `2027-06-01` removed",
    ),
    (
        "deprecated: true, x-sunset: 2027-06-01",
        "deprecated: true, x-sunset: 2027-05-01T00:00:00Z",
        "breaking sunset-earlier operation: sunset date moved from `2027-06-01` to `2027-05-01`",
    ),
    (
        "deprecated: true",
        "deprecated: true, x-sunset: soon",
        "warning sunset-invalid operation: sunset `soon` isn't a date such as `2027-01-31`",
    ),
    (
        "operationId: a",
        "operationId: b",
        "compatible operation-id-changed `operationId` changed from `a` to `b`",
    ),
    ("tags: [a]", "tags: [a, b]", "compatible tag-added tag `b` added"),
    ("tags: [a, b]", "tags: [a]", "compatible tag-removed tag `b` removed"),
    ("", "callbacks: {c: {}}", "compatible callback-added callback `c`: added"),
    ("callbacks: {c: {}}", "", "warning callback-removed callback `c`: removed"),
    (
        "servers: [{url: 'https://a.example'}]",
        "servers: [{url: 'https://a.example'}, {url: 'https://b.example'}]",
        "compatible server-added server `https://b.example` added",
    ),
    (
        "servers: [{url: 'https://a.example'}, {url: 'https://b.example'}]",
        "servers: [{url: 'https://b.example/'}]",
        "warning server-removed server `https://a.example` removed",
    ),
    ("", "security: [{k: []}]", "breaking security-required now requires authentication with `k`"),
    ("security: [{k: []}]", "security: []", "compatible security-optional no longer requires authentication"),
    (
        "security: [{k: []}]",
        "security: [{k: []}, {j: [], l: []}]",
        "compatible security-added authentication with `j` and `l` added",
    ),
    (
        "security: [{k: []}, {j: []}]",
        "security: [{k: []}]",
        "warning security-removed authentication with `j` removed",
    ),
    ("security: [{k: []}]", "security: [{k: [read]}]", "warning scope-added scope `read` added"),
    ("security: [{k: [read]}]", "security: [{k: []}]", "compatible scope-removed scope `read` removed"),
    (
        "",
        "parameters: [{in: query, name: q, required: true}]",
        "breaking required-parameter-added query parameter `q`: required parameter added",
    ),
    (
        "",
        "parameters: [{in: query, name: q}]",
        "compatible optional-parameter-added query parameter `q`: optional parameter added",
    ),
    (
        "parameters: [{in: header, name: Q}]",
        "",
        "warning parameter-removed header parameter `Q`: removed without being deprecated first",
    ),
    (
        "parameters: [{in: query, name: q, deprecated: true}]",
        "",
        "compatible parameter-removed-deprecated query parameter `q`: removed after being deprecated",
    ),
    (
        "parameters: [{in: query, name: q, deprecated: true, x-sunset: '2027-01-16'}]",
        "",
        "breaking parameter-removed-before-sunset query parameter `q`: removed before its sunset date, `2027-01-16`",
    ),
    (
        "parameters: [{in: query, name: q}]",
        "parameters: [{in: query, name: q, required: true}]",
        "breaking parameter-became-required query parameter `q`: now required",
    ),
    (
        "parameters: [{in: query, name: q, required: true}]",
        "parameters: [{in: query, name: q}]",
        "compatible parameter-became-optional query parameter `q`: no longer required",
    ),
    (
        "parameters: [{in: query, name: q}]",
        "parameters: [{in: query, name: q, deprecated: true}]",
        "compatible parameter-deprecated query parameter `q`: deprecated",
    ),
    (
        "parameters: [{in: query, name: q, deprecated: true}]",
        "parameters: [{in: query, name: q}]",
        "compatible parameter-undeprecated query parameter `q`: no longer deprecated",
    ),
    (
        "parameters: [{in: query, name: q, schema: {type: array}}]",
        "parameters: [{in: query, name: q, schema: {type: array}, explode: false}]",
        "breaking parameter-style-changed query parameter `q`: encoding changed from `Form` with `explode` to `Form`",
    ),
    (
        "parameters: [{in: query, name: q, allowEmptyValue: true}]",
        "parameters: [{in: query, name: q}]",
        "warning empty-value-refused query parameter `q`: empty value no longer allowed",
    ),
    (
        "parameters: [{in: query, name: q, schema: {default: 1}}]",
        "parameters: [{in: query, name: q, schema: {default: 2}}]",
        "breaking parameter-default-changed query parameter `q`: default changed from `1` to `2`",
    ),
    (
        "parameters: [{in: query, name: q, schema: {type: integer}}]",
        "parameters: [{in: query, name: q, schema: {type: string}}]",
        "compatible type-compatible query parameter `q`: type changed from `integer` to `string`, but values of both types look the same when sent as text",
    ),
    (
        "parameters: [{in: query, name: q}]",
        "parameters: [{in: query, name: q, schema: {type: integer}}]",
        "breaking schema-set query parameter `q`: schema added",
    ),
    (
        "",
        "requestBody: {required: true, content: {}}",
        "breaking required-body-added required request body added",
    ),
    ("", "requestBody: {content: {}}", "compatible optional-body-added optional request body added"),
    ("requestBody: {content: {}}", "", "breaking body-removed request body: removed"),
    (
        "requestBody: {content: {}}",
        "requestBody: {content: {}, required: true}",
        "breaking body-became-required request body: now required",
    ),
    (
        "requestBody: {content: {}, required: true}",
        "requestBody: {content: {}}",
        "compatible body-became-optional request body: no longer required",
    ),
    (
        "requestBody: {content: {a/b: {}}}",
        "requestBody: {content: {a/b: {}, a/c: {}}}",
        "compatible media-type-added request body: media type `a/c` added",
    ),
    (
        "requestBody: {content: {a/b: {}, a/c: {}}}",
        "requestBody: {content: {a/b: {}}}",
        "breaking media-type-removed request body: media type `a/c` removed",
    ),
    (
        "requestBody: {content: {a/b: {}}}",
        "requestBody: {content: {a/b;c=d: {}}}",
        "compatible media-type-parameters-changed request body: media type changed from `a/b` to `a/b;c=d`",
    ),
    (
        "responses: {'200': {content: {a/b: {schema: {}}}}}",
        "responses: {'200': {content: {a/b: {}}}}",
        "warning schema-unset response `200` `a/b`: schema removed",
    ),
    (
        "responses: {'200': {}, '201': {}}",
        "responses: {'200': {}}",
        "breaking success-status-removed response `201`: removed",
    ),
    (
        "responses: {'200': {}, default: {}}",
        "responses: {'200': {}}",
        "compatible other-status-removed response `default`: removed",
    ),
    ("responses: {}", "responses: {'404': {}}", "compatible status-added response `404`: added"),
    (
        "responses: {'200': {}}",
        "responses: {'200': {headers: {X: {}}}}",
        "compatible header-added response `200`, header `X`: header added",
    ),
    (
        "responses: {'200': {headers: {X: {required: true}}}}",
        "responses: {'200': {}}",
        "breaking required-header-removed response `200`, header `X`: required header removed",
    ),
    (
        "responses: {'200': {headers: {X: {}}}}",
        "responses: {'200': {}}",
        "warning optional-header-removed response `200`, header `X`: optional header removed",
    ),
    (
        "responses: {'200': {headers: {X: {required: true}}}}",
        "responses: {'200': {headers: {x: {}}}}",
        "breaking header-became-optional response `200`, header `X`: no longer required",
    ),
    (
        "responses: {'200': {headers: {X: {}}}}",
        "responses: {'200': {headers: {X: {required: true}}}}",
        "compatible header-became-required response `200`, header `X`: now required",
    ),
];

#[test]
fn an_operation_has_one_change_for_each_difference() {
    for (old, new, expected) in OPERATIONS {
        assert_eq!(told(&operations(old, new)), format!("{expected}\n"), "{old} -> {new}");
        assert_eq!(told(&operations(new, new)), "", "{new}");
    }
}

/// Changes to a document: the old parts, the new parts, and the change.
const DOCUMENTS: &[(&str, &str, &str)] = &[
    ("paths: {}", "paths: {/a: {get: {}}}", "compatible operation-added operation: added"),
    (
        "paths: {/a: {get: {}, put: {}}}",
        "paths: {/a: {get: {}}}",
        "breaking operation-removed operation: removed without being deprecated first",
    ),
    (
        "paths: {/a: {get: {deprecated: true}}}",
        "paths: {}",
        "compatible operation-removed-deprecated operation: removed after being deprecated",
    ),
    (
        "paths: {/a: {get: {deprecated: true, x-sunset: '2027-01-15'}}}",
        "paths: {}",
        "compatible operation-removed-deprecated operation: removed after being deprecated",
    ),
    (
        "paths: {/a: {get: {deprecated: true, x-sunset: '2027-01-16'}}}",
        "paths: {}",
        "breaking operation-removed-before-sunset operation: removed before its sunset date, `2027-01-16`",
    ),
    (
        "paths: {'/a/{id}': {get: {parameters: [{in: path, name: id, required: true}]}}}",
        "paths: {'/a/{petId}': {get: {parameters: [{in: path, name: petId, required: true}]}}}",
        "compatible path-parameter-renamed path parameter `petId`: renamed from `id` to `petId`",
    ),
    (
        "webhooks: {a: {post: {}}}",
        "paths: {}",
        "breaking operation-removed webhook: removed without being deprecated first",
    ),
    ("servers: [{url: /a}]", "servers: [{url: /a}, {url: /b}]", "compatible server-added server `/b` added"),
    (
        "components: {}",
        "components: {securitySchemes: {k: {type: http, scheme: basic}}}",
        "compatible security-scheme-added security scheme `k` added",
    ),
    (
        "components: {securitySchemes: {k: {type: http, scheme: basic}}}",
        "components: {}",
        "compatible security-scheme-removed security scheme `k` removed",
    ),
    (
        "components: {securitySchemes: {k: {type: http, scheme: basic}}}",
        "components: {securitySchemes: {k: {type: http, scheme: bearer}}}",
        "warning security-scheme-changed security scheme `k` changed: HTTP scheme from `basic` to `bearer`",
    ),
    (
        "components: {securitySchemes: {k: {type: oauth2, flows: {implicit: {authorizationUrl: 'https://a.example', scopes: {}}}}}}",
        "components: {securitySchemes: {k: {type: oauth2, flows: {implicit: {authorizationUrl: 'https://a.example', scopes: {s: S}}}}}}",
        "compatible security-scheme-scope-added security scheme `k` has the new scope `s`",
    ),
    ("components: {schemas: {A: {}}}", "components: {}", "compatible schema-removed schema `A` removed"),
];

#[test]
fn a_document_has_one_change_for_each_difference() {
    for (old, new, expected) in DOCUMENTS {
        assert_eq!(told(&documents(old, new)), format!("{expected}\n"), "{old} -> {new}");
    }
}

#[test]
fn every_rule_has_a_row() {
    let lines = OPERATIONS.iter().chain(DOCUMENTS).filter_map(|(_, _, line)| line.split(' ').nth(1));
    let rules = SCHEMAS.iter().chain(PROPERTIES).map(|(rule, ..)| rule.id());
    let known: BTreeSet<&str> = lines.chain(rules).chain(["property-not-write-only"]).collect();
    let all: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(all.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(all.len(), Rule::ALL.len(), "each ID is unique");
}

#[test]
fn the_form_of_a_document_does_not_matter() {
    let same = [
        // A schema is the same inline and in the components.
        (
            "paths: {/a: {post: {requestBody: {content: {a/json: {schema: {type: string, maxLength: 3}}}}}}}",
            "paths: {/a: {post: {requestBody: {$ref: '#/components/requestBodies/B'}}}}\ncomponents: {requestBodies: {B: {content: {a/json: {schema: {$ref: '#/components/schemas/S'}}}}}, schemas: {S: {type: string, maxLength: 3}}}",
        ),
        // The order of properties, values, types, and media types.
        (
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {type: [string, 'null'], enum: [a, b, null]}}, c/d: {}}}}}}",
            "paths: {/a: {post: {requestBody: {content: {c/d: {}, a/b: {schema: {enum: [null, b, a], type: ['null', string]}}}}}}}",
        ),
        // Properties in an `allOf`.
        (
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {type: object, required: [a], properties: {a: {}, b: {}}}}}}}}}",
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {allOf: [{type: object, properties: {a: {}}}, {required: [a], properties: {b: {}}}]}}}}}}}",
        ),
        // Numbers.
        (
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {maximum: 10, const: 1.0}}}}}}}",
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {maximum: 1e1, const: 1}}}}}}}",
        ),
        // Parameters of the path.
        (
            "paths: {/a: {parameters: [{in: query, name: q}], get: {}}}",
            "paths: {/a: {get: {parameters: [{in: query, name: q}]}}}",
        ),
        // Text.
        (
            "paths: {/a: {get: {summary: A, description: B, responses: {'200': {description: C}}}}}",
            "paths: {/a: {get: {summary: D, responses: {'200': {description: E}}}}}",
        ),
    ];
    for (old, new) in same {
        let changes = documents(old, new);
        let left: Vec<_> = changes.all.iter().filter(|change| change.rule != Rule::SchemaRemoved).collect();
        assert!(left.is_empty(), "{old} -> {new}\n{}", told(&changes));
    }
}

#[test]
fn a_shared_schema_is_reported_once_with_its_operations() {
    let document = |schema: &str| {
        format!(
            "paths:\n  /a: {{get: {{responses: {{'200': {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/S'}}}}}}}}}}}}}}\n  /b: {{get: {{responses: {{'200': {{content: {{application/json: {{schema: {{type: array, items: {{$ref: '#/components/schemas/S'}}}}}}}}}}}}}}}}\n  /c: {{get: {{}}}}\ncomponents: {{schemas: {{S: {schema}}}}}"
        )
    };
    let changes = documents(
        &document("{properties: {id: {type: string}, next: {$ref: '#/components/schemas/S'}}}"),
        &document("{properties: {id: {type: integer}, next: {$ref: '#/components/schemas/S'}}}"),
    );
    let expected = "breaking type-changed schema `S` in responses, property `id`: type changed from `string` to `integer`\n";
    assert_eq!(told(&changes), expected);
    assert_eq!(changes.operations, ["GET /a", "GET /b", "GET /c"]);
    assert_eq!(*changes.all[0].operations, [0, 1]);
    let place = changes.all[0].new.as_ref().map(|place| &*place.pointer);
    assert_eq!(place, Some("/components/schemas/S/properties/id"));
}

#[test]
fn the_sides_of_webhooks_and_callbacks_are_reversed() {
    let document = |schema: &str| {
        let body = format!("requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}");
        format!(
            "webhooks: {{w: {{post: {{{body}}}}}}}\npaths: {{/a: {{get: {{callbacks: {{c: {{'{{$url}}': {{post: {{{body}}}}}}}}}}}}}}}"
        )
    };
    let changes = documents(&document("{type: integer}"), &document("{type: number}"));
    let expected = "breaking type-widened callback `c`, request body `application/json`: type widened from `integer` to `number`
breaking type-widened request body `application/json`: type widened from `integer` to `number`\n";
    let mut lines: Vec<String> = told(&changes).lines().map(str::to_owned).collect();
    lines.sort();
    // Both have the same schema, which is reported once for both operations.
    assert!(changes.all.len() == 1 || lines.join("\n") + "\n" == expected, "{}", told(&changes));
    assert_eq!(changes.all[0].level, Level::Breaking);
}

#[test]
fn hostile_schemas_end() {
    // A cycle of schemas in which each refers to all others.
    let mut all = String::new();
    for one in 0..40 {
        write!(
            all,
            "S{one}: {{type: object, allOf: [{{$ref: '#/components/schemas/S{}'}}], properties: {{",
            (one + 1) % 40
        )
        .expect("a string");
        for other in 0..40 {
            write!(all, "p{other}: {{$ref: '#/components/schemas/S{other}'}}, ").expect("a string");
        }
        all.push_str("}}, ");
    }
    let document = |schemas: &str| {
        format!(
            "paths: {{/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/S0'}}}}}}}}}}}}}}\ncomponents: {{schemas: {{{schemas}}}}}"
        )
    };
    let changes = documents(&document(&all), &document(&all.replace("p7:", "q7:")));
    assert!(!changes.all.is_empty());
    assert_eq!(documents(&document(&all), &document(&all)).all.len(), 0);
    // A deep schema.
    let deep = |end: &str| format!("A: {}{end}{}", "{items: ".repeat(300), "}".repeat(300));
    let document = |schema: String| document(&format!("S0: {{$ref: '#/components/schemas/A'}}, {schema}"));
    let changes = documents(&document(deep("{type: string}")), &document(deep("{type: integer}")));
    assert_eq!(changes.all.len(), 1, "{}", told(&changes));
}
