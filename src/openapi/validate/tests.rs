//! Tests for the problems that the validator finds.

use super::{faults, is_valid};
use crate::openapi::merge::Views;
use crate::openapi::tests::fixture;
use crate::openapi::{Direction, Json};

/// Returns the problems with a value according to the `S` schema.
fn wrong(schemas: &str, value: &str, direction: Direction) -> Vec<String> {
    let api = fixture::api(schemas);
    let views = Views::new(&api);
    let value = Json::parse(value).unwrap_or_else(|| panic!("{value} is JSON"));
    let found = faults(&views, &fixture::node(&api, "S"), &value, direction).expect("it is small");
    found.iter().map(ToString::to_string).collect()
}

/// Checks valid values and the problems with invalid values.
#[track_caller]
fn check(schema: &str, valid: &[&str], invalid: &[(&str, &str)]) {
    let schemas = format!(r#"{{"S": {schema}}}"#);
    for value in valid {
        assert_eq!(wrong(&schemas, value, Direction::Both), Vec::<String>::new(), "{schema} allows {value}");
    }
    for (value, problem) in invalid {
        assert_eq!(wrong(&schemas, value, Direction::Both), [*problem], "{schema} refuses {value}");
    }
}

#[test]
fn types_and_values() {
    check(
        r#"{"type": "integer"}"#,
        &["1", "1.0", "1e3"],
        &[("1.5", "it isn't of type integer"), ("\"1\"", "it isn't of type integer")],
    );
    check(r#"{"type": ["string", "null"]}"#, &["\"\"", "null"], &[("1", "it isn't of type string or null")]);
    check(r#"{"enum": [1, "a", null]}"#, &["1.0", "null"], &[("2", "it isn't one of the allowed values")]);
    check(r#"{"const": {"a": [1]}}"#, &[r#"{"a": [1.0]}"#], &[("{}", "it doesn't match the `const` value")]);
    check("false", &[], &[("1", "it isn't allowed")]);
    check(
        r#"{"nullable": true, "enum": ["a"]}"#,
        &["null", "\"a\""],
        &[("\"b\"", "it isn't one of the allowed values")],
    );
}

#[test]
fn limits() {
    check(
        r#"{"minimum": 1, "exclusiveMaximum": 2}"#,
        &["1", "1.99", "\"x\""],
        &[("2", "it is above the limit of 2"), ("0.9", "it is below the limit of 1")],
    );
    check(r#"{"multipleOf": 0.1}"#, &["0.3", "1"], &[("0.35", "it isn't a multiple of 0.1")]);
    check(
        r#"{"maximum": 9007199254740992}"#,
        &["9007199254740992"],
        &[("9007199254740993", "it is above the limit of 9007199254740992")],
    );
    check(
        r#"{"minLength": 2, "maxLength": 2}"#,
        &["\"é😀\""],
        &[("\"a\"", "it is too short"), ("\"abc\"", "it is too long")],
    );
    check(r#"{"pattern": "^(?=a).+$"}"#, &["\"ab\""], &[("\"b\"", "it doesn't match `^(?=a).+$`")]);
    check(r#"{"pattern": "(unreadable"}"#, &["\"ab\""], &[]);
}

#[test]
fn objects() {
    check(
        r#"{"required": ["a"], "properties": {"a": {"type": "integer"}}, "patternProperties": {"^x-": true}, "additionalProperties": false}"#,
        &[r#"{"a": 1, "x-b": 2}"#, "[]"],
        &[
            ("{}", "it is missing `a`"),
            (r#"{"a": "1"}"#, "`/a` isn't of type integer"),
            (r#"{"a": 1, "b~/": 2}"#, "it has the unknown property `b~/`"),
        ],
    );
    check(
        r#"{"propertyNames": {"maxLength": 1}, "minProperties": 1}"#,
        &[r#"{"a": 1}"#],
        &[("{}", "it has too few properties"), (r#"{"ab": 1}"#, "`/ab` is too long")],
    );
    check(
        r#"{"dependentRequired": {"a": ["b"]}}"#,
        &["{}", r#"{"b": 1}"#],
        &[(r#"{"a": 1}"#, "it is missing `b`, which `a` requires")],
    );
    check(
        r#"{"dependentSchemas": {"a": {"required": ["b"]}}}"#,
        &["{}"],
        &[(r#"{"a": 1}"#, "it is missing `b`")],
    );
    check(
        r#"{"allOf": [{"properties": {"a": true}}], "anyOf": [{"required": ["b"], "properties": {"b": true}}, true], "unevaluatedProperties": false}"#,
        &[r#"{"a": 1, "b": 2}"#],
        &[(r#"{"a": 1, "c": 2}"#, "it has the unknown property `c`")],
    );
}

#[test]
fn lists() {
    check(
        r#"{"items": {"type": "integer"}, "maxItems": 2}"#,
        &["[1]"],
        &[("[1, \"a\"]", "`/1` isn't of type integer"), ("[1, 2, 3]", "it has too many items")],
    );
    check(
        r#"{"prefixItems": [{"type": "integer"}], "items": false}"#,
        &["[]", "[1]"],
        &[("[1, 2]", "it has too many items")],
    );
    check(r#"{"uniqueItems": true}"#, &["[1, \"1\"]"], &[("[1, 1.0]", "it has duplicate items")]);
    check(
        r#"{"contains": {"const": 1}, "maxContains": 1}"#,
        &["[1, 2]"],
        &[("[2]", "it has too few matching items"), ("[1, 1]", "it has too many matching items")],
    );
    check(
        r#"{"prefixItems": [true], "contains": {"const": 1}, "unevaluatedItems": false}"#,
        &["[2, 1]"],
        &[("[1, 2]", "it has the unexpected item `1`")],
    );
}

#[test]
fn combinations() {
    check(
        r#"{"oneOf": [{"type": "integer"}, {"minimum": 5}]}"#,
        &["1", "5.5"],
        &[("5", "it matches 2 variants, but only one is allowed"), ("1.5", "it doesn't match any variant")],
    );
    check(r#"{"not": {"type": "integer"}}"#, &["\"a\""], &[("1", "it matches a schema that isn't allowed")]);
    check(
        r#"{"if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"multipleOf": 2}}"#,
        &["10", "4"],
        &[("7", "it isn't a multiple of 5"), ("3", "it isn't a multiple of 2")],
    );
}

#[test]
fn what_is_not_sent_may_be_missing() {
    let schemas = r#"{"S": {"allOf": [{"$ref": "Base"}], "required": ["id", "secret"]},
        "Base": {"properties": {"id": {"readOnly": true}, "secret": {"writeOnly": true}}}}"#;
    assert_eq!(wrong(schemas, "{}", Direction::Request), ["it is missing `secret`"]);
    assert_eq!(wrong(schemas, "{}", Direction::Response), ["it is missing `id`"]);
    assert_eq!(wrong(schemas, "{}", Direction::Both), ["it is missing `id`", "it is missing `secret`"]);
}

#[test]
fn recursion_and_size_are_bounded() {
    let api = fixture::api(
        r#"{"S": {"allOf": [{"$ref": "S"}], "properties": {"s": {"$ref": "S"}}, "required": ["x"]},
            "Wide": {"anyOf": [{"$ref": "Deep"}, {"$ref": "Deep"}]},
            "Deep": {"type": "array", "items": {"anyOf": [{"$ref": "Deep"}, {"allOf": [{"$ref": "Deep"}]}]}}}"#,
    );
    let views = Views::new(&api);
    let value = Json::parse(r#"{"x": 1, "s": {"x": 1}}"#).expect("it is JSON");
    assert_eq!(is_valid(&views, &fixture::node(&api, "S"), &value, Direction::Both), Some(true));
    let deep = Json::parse(&format!("{}1{}", "[".repeat(60), "]".repeat(60))).expect("it is JSON");
    assert_eq!(is_valid(&views, &fixture::node(&api, "Wide"), &deep, Direction::Both), None);
}
