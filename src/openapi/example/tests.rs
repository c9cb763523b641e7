//! Tests for examples: their content, their validity, and the limits on work.

use super::{DEPTH, MAX_VALUES, MOST_LOOKED_AT, Maker};
use crate::openapi::merge::Views;
use crate::openapi::tests::fixture::{self, example};
use crate::openapi::tests::oracle;
use crate::openapi::{Direction, Json};

/// Returns the example of the `S` schema.
#[track_caller]
fn made(schemas: &str, direction: Direction) -> String {
    let api = fixture::api(schemas);
    let views = Views::new(&api);
    let example = example(&views, &fixture::node(&api, "S"), direction);
    assert!(example.valid, "{} is valid against {schemas}", example.value);
    if direction == Direction::Both {
        assert!(oracle::allows(schemas, &example.value), "{} is valid against {schemas}", example.value);
    }
    example.value.to_string()
}

#[track_caller]
fn check(schema: &str, expected: &str) {
    assert_eq!(made(&format!(r#"{{"S": {schema}}}"#), Direction::Both), expected, "{schema}");
}

#[test]
fn an_empty_default_is_no_example() {
    let members = r#""type": "object", "properties": {"a": {"type": "integer", "default": 0}}"#;
    check(&format!(r#"{{{members}, "default": {{}}}}"#), r#"{"a":0}"#);
    check(r#"{"type": "array", "items": {"type": "boolean", "default": false}, "default": []}"#, "[false]");
    check(r#"{"type": "string", "default": ""}"#, r#""string""#);
    // An empty object is valid as an example.
    check(&format!(r#"{{{members}, "example": {{}}}}"#), "{}");
}

#[test]
fn what_the_document_gives_comes_first() {
    check(r#"{"type": "string", "const": "a", "examples": ["a"]}"#, r#""a""#);
    check(r#"{"type": "string", "examples": ["given"], "default": "x"}"#, r#""given""#);
    check(r#"{"type": "string", "default": "x", "enum": ["y", "x"]}"#, r#""x""#);
    check(r#"{"enum": [null, "y"]}"#, r#""y""#);
    check(r#"{"type": "integer", "example": "no number"}"#, "1");
    check(r#"{"type": "object", "properties": {"a": {"type": "integer", "example": 7}}}"#, r#"{"a":7}"#);
}

#[test]
fn numbers_keep_to_their_limits() {
    for (schema, expected) in [
        (r#"{"type": "integer"}"#, "1"),
        (r#"{"type": "number"}"#, "1.5"),
        (r#"{"type": "integer", "minimum": 18}"#, "18"),
        (r#"{"type": "integer", "exclusiveMinimum": 18, "maximum": 20}"#, "19"),
        (r#"{"type": "integer", "maximum": -5}"#, "-5"),
        (r#"{"type": "integer", "minimum": 7, "multipleOf": 5}"#, "10"),
        (r#"{"type": "number", "multipleOf": 0.01, "exclusiveMinimum": 2}"#, "2.01"),
        (r#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5}"#, "0.25"),
        (r#"{"type": "number", "exclusiveMinimum": 0.1, "exclusiveMaximum": 0.11}"#, "0.105"),
        (r#"{"type": "integer", "multipleOf": 4, "allOf": [{"multipleOf": 6}]}"#, "12"),
        (r#"{"type": "integer", "minimum": 9223372036854775807}"#, "9223372036854775807"),
        (r#"{"type": "number", "minimum": 1.5, "maximum": 1.5}"#, "1.5"),
        (r#"{"minimum": 3}"#, "3"),
    ] {
        check(schema, expected);
    }
}

#[test]
fn texts_follow_format_pattern_and_length() {
    for (schema, expected) in [
        (r#"{"type": "string"}"#, r#""string""#),
        (r#"{"type": "string", "format": "date-time"}"#, r#""2024-01-15T09:30:00Z""#),
        (r#"{"type": "string", "format": "uuid"}"#, r#""123e4567-e89b-12d3-a456-426614174000""#),
        (r#"{"type": "string", "format": "unheard-of"}"#, r#""string""#),
        (r#"{"type": "string", "maxLength": 3}"#, r#""str""#),
        (r#"{"type": "string", "minLength": 8}"#, r#""stringst""#),
        (r#"{"type": "string", "pattern": "^[A-Z]{2}\\d{4}$"}"#, r#""AB1234""#),
        (r#"{"type": "string", "pattern": "^\\d+$", "minLength": 5, "maxLength": 6}"#, r#""12345""#),
        (r#"{"type": "string", "format": "date", "pattern": "^2030"}"#, r#""2030-01-15""#),
        (r#"{"type": "string", "format": "date", "pattern": "-31$"}"#, r#""2024-01-31""#),
        (r#"{"type": "string", "format": "hostname", "pattern": "\\.example$"}"#, r#""exa.example""#),
        (
            r#"{"type": "string", "format": "uri", "pattern": "^https://a\\.example/"}"#,
            r#""https://a.example/""#,
        ),
        (r#"{"type": "string", "format": "email", "pattern": "@a\\.example$"}"#, r#""user@a.example""#),
        (
            r#"{"type": "string", "format": "uuid", "pattern": "^ab"}"#,
            r#""ab3e4567-e89b-12d3-a456-426614174000""#,
        ),
        (r#"{"type": "string", "format": "email", "minLength": 30}"#, r#""userabcdefghijabcd@example.com""#),
        (r#"{"type": "string", "format": "uri", "maxLength": 15}"#, r#""https://a.com""#),
        (r#"{"type": ["string", "null"]}"#, r#""string""#),
        (r#"{"type": "null"}"#, "null"),
    ] {
        check(schema, expected);
    }
}

#[test]
fn objects_hold_what_they_must() {
    for (schema, expected) in [
        (
            r#"{"type": "object", "required": ["a"], "properties": {"b": {"type": "boolean"}}}"#,
            r#"{"b":true,"a":"string"}"#,
        ),
        (r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, r#"{"key":1}"#),
        (
            r#"{"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}}"#,
            r#"{"key":1,"key1":1}"#,
        ),
        (
            r#"{"type": "object", "propertyNames": {"pattern": "^x-[a-z]$"}, "minProperties": 2}"#,
            r#"{"x-c":"string","x-e":"string"}"#,
        ),
        (
            r#"{"type": "object", "patternProperties": {"^S_": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"S_":1}"#,
        ),
        (
            r#"{"type": "object", "maxProperties": 1, "properties": {"a": {}, "b": {}}, "required": ["b"]}"#,
            r#"{"b":{}}"#,
        ),
        (
            r#"{"type": "object", "properties": {"a": {"const": 1}, "b": {"type": "string", "deprecated": true}}, "dependentRequired": {"a": ["b", "c"]}}"#,
            r#"{"a":1,"b":"string","c":"string"}"#,
        ),
        (
            r#"{"type": "object", "properties": {"a": {"const": 1}}, "dependentSchemas": {"a": {"required": ["b"], "properties": {"b": {"type": "integer"}}}}}"#,
            r#"{"a":1,"b":1}"#,
        ),
        (
            r#"{"type": "object", "properties": {"kind": {"enum": ["x", "y"]}}, "if": {"properties": {"kind": {"const": "x"}}}, "then": {"required": ["extra"]}}"#,
            r#"{"kind":"x","extra":"string"}"#,
        ),
    ] {
        check(schema, expected);
    }
}

#[test]
fn a_usual_value_that_is_ruled_out_becomes_another() {
    check(r#"{"type": "string", "not": {"enum": ["string"]}}"#, r#""string1""#);
    check(r#"{"type": "integer", "not": {"const": 1}}"#, "2");
}

#[test]
fn lists_hold_what_they_must() {
    for (schema, expected) in [
        (r#"{"type": "array", "items": {"type": "integer"}}"#, "[1]"),
        (r#"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": true}"#, "[1,2,3]"),
        (
            r#"{"type": "array", "items": {"type": "string"}, "minItems": 2, "uniqueItems": true}"#,
            r#"["string","string2"]"#,
        ),
        (
            r#"{"type": "array", "items": {"enum": ["a", "b", "c"]}, "minItems": 3, "uniqueItems": true}"#,
            r#"["a","b","c"]"#,
        ),
        (
            r#"{"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false}"#,
            r#"[1,"string"]"#,
        ),
        (r#"{"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 10}}"#, "[10]"),
        (
            r#"{"type": "array", "prefixItems": [{"const": 1}], "items": {"type": "integer"}, "contains": {"const": 9}, "minContains": 2}"#,
            "[1,9,9]",
        ),
        (
            r#"{"type": "array", "prefixItems": [{"type": "integer"}], "items": false, "contains": {"minimum": 10}}"#,
            "[10]",
        ),
        (r#"{"type": "array", "maxItems": 0, "items": {"type": "integer"}}"#, "[]"),
        (
            r#"{"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "object", "properties": {"id": {"type": "string", "format": "uuid"}}}}"#,
            r#"[{"id":"123e4567-e89b-12d3-a456-426614174000"},{"id":"123e4567-e89b-12d3-a456-426614174002"}]"#,
        ),
    ] {
        check(schema, expected);
    }
}

#[test]
fn variants_are_chosen_so_that_the_value_is_valid() {
    // The first variant's value would also be valid for the second variant.
    check(
        r#"{"oneOf": [{"type": "number"}, {"type": "number", "maximum": 100}, {"type": "string"}]}"#,
        r#""string""#,
    );
    check(r#"{"anyOf": [{"type": "null"}, {"type": "string"}]}"#, r#""string""#);
    check(
        r#"{"allOf": [{"properties": {"a": {"type": "integer"}}}, {"required": ["a"], "properties": {"a": {"minimum": 5}}}]}"#,
        r#"{"a":5}"#,
    );
    let pets = |name: &str| {
        let api = fixture::api(
            r#"{"Holder": {"type": "object", "properties": {"pet": {"$ref": "Pet"}}},
            "Chosen": {"oneOf": [{"$ref": "Dog"}, {"$ref": "Cat"}],
                "discriminator": {"propertyName": "kind", "mapping": {"a-dog": "Dog", "a-cat": "Cat"}}},
            "Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
                "discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat", "dog": "Dog"}}},
            "Cat": {"allOf": [{"$ref": "Pet"}, {"required": ["lives"], "properties": {"lives": {"type": "integer"}}}]},
            "Dog": {"allOf": [{"$ref": "Pet"}, {"required": ["barks"], "properties": {"barks": {"type": "boolean"}}}]}}"#,
        );
        let views = Views::new(&api);
        let made = example(&views, &fixture::node(&api, name), Direction::Both);
        assert!(made.valid, "{} is a {name}", made.value);
        made.value.to_string()
    };
    assert_eq!(pets("Dog"), r#"{"kind":"dog","barks":true}"#);
    assert_eq!(pets("Pet"), r#"{"kind":"cat","lives":1}"#);
    assert_eq!(pets("Holder"), r#"{"pet":{"kind":"cat","lives":1}}"#);
    assert_eq!(pets("Chosen"), r#"{"kind":"a-dog","barks":true}"#);
}

#[test]
fn a_direction_leaves_out_what_does_not_go_that_way() {
    let schema = r#"{"S": {"type": "object", "required": ["id", "name", "secret"], "properties": {
        "id": {"type": "string", "readOnly": true}, "name": {"type": "string"},
        "secret": {"type": "string", "writeOnly": true}}}}"#;
    assert_eq!(made(schema, Direction::Request), r#"{"name":"string","secret":"string"}"#);
    assert_eq!(made(schema, Direction::Response), r#"{"id":"string","name":"string"}"#);
    let given = r#"{"S": {"type": "object", "example": {"id": "1", "name": "n"}, "properties": {
        "id": {"type": "string", "readOnly": true}, "name": {"type": "string"}}}}"#;
    assert_eq!(made(given, Direction::Request), r#"{"name":"n"}"#);
}

#[test]
fn recursion_ends() {
    let tree = r#"{"S": {"type": "object", "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "S"}}}}}"#;
    assert_eq!(made(tree, Direction::Both), r#"{"name":"string","children":[{}]}"#);
    let required = r#"{"S": {"oneOf": [{"$ref": "Node"}, {"$ref": "Leaf"}]}, "Leaf": {"type": "integer"},
        "Node": {"type": "object", "required": ["left", "right"], "properties": {"left": {"$ref": "S"}, "right": {"$ref": "S"}}}}"#;
    assert_eq!(made(required, Direction::Both), r#"{"left":1,"right":1}"#);
    let endless = fixture::api(
        r#"{"S": {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "S"}}}}"#,
    );
    let made = example(&Views::new(&endless), &fixture::node(&endless, "S"), Direction::Both);
    assert!(!made.valid);
}

#[test]
fn examples_are_small() {
    let wide: Vec<String> = (0..60).map(|at| format!(r#""p{at}": {{"$ref": "S"}}"#)).collect();
    let api =
        fixture::api(&format!(r#"{{"S": {{"type": "object", "properties": {{{}}}}}}}"#, wide.join(",")));
    let made = example(&Views::new(&api), &fixture::node(&api, "S"), Direction::Both);
    assert!(made.valid);
    assert!(made.value.to_string().len() < 10_000, "{}", made.value.to_string().len());
    let api =
        fixture::api(r#"{"S": {"type": "array", "items": {"type": "integer"}, "minItems": 100000000}}"#);
    assert!(!example(&Views::new(&api), &fixture::node(&api, "S"), Direction::Both).valid);
    let api = fixture::api(r#"{"S": {"type": "string", "minLength": 100000000}}"#);
    assert!(!example(&Views::new(&api), &fixture::node(&api, "S"), Direction::Both).valid);
}

#[test]
fn an_object_of_itself_thousands_of_times_over_ends() {
    let count = 20_000;
    let properties: Vec<String> = (0..count)
        .map(|number| format!("\"p{number}\": {{ \"$ref\": \"#/components/schemas/S\" }}"))
        .collect();
    let api = fixture::api(&format!("{{ \"S\": {{ \"properties\": {{ {} }} }} }}", properties.join(", ")));
    let views = Views::new(&api);
    let node = fixture::node(&api, "S");
    let mut maker = Maker {
        views: &views,
        direction: Direction::Both,
        depth: DEPTH,
        level: 0,
        most: MAX_VALUES,
        made: 0,
        looked_at: 0,
        bytes: 0,
        full: false,
        way: Vec::new(),
    };
    maker.value(&node, false);
    assert!(maker.full && maker.looked_at <= MOST_LOOKED_AT + count, "{}", maker.looked_at);
    let example = example(&views, &node, Direction::Both);
    assert_eq!((example.value, example.valid), (Json::Object(Vec::new()), true));
}
