//! Changes to operations, their parameters and responses, and the rest of a document.

use super::{Level, documents, operations, told};

/// Changes to an operation: the old members, the new members, and the change.
pub(super) const OPERATIONS: &[(&str, &str, &str)] = &[
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
pub(super) const DOCUMENTS: &[(&str, &str, &str)] = &[
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
