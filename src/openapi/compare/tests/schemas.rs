//! Changes to schemas.

use std::fmt::Write as _;

use super::{Changes, Rule, documents, operations, told};

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

/// Changes to the schema of a value: the rule, the old schema, the new schema, and the message.
pub(super) const SCHEMAS: &[(Rule, &str, &str, &str)] = &[
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
pub(super) const PROPERTIES: &[(Rule, &str, &str, &str)] = &[
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
