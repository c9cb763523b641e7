//! Tests for schema keywords and the resulting graph.

use super::check;

/// Checks a document that contains only schemas.
#[track_caller]
fn schemas(schemas: &str, expected: &str) {
    let mut fixture =
        "//- api.yaml\nopenapi: 3.1.0\ninfo: { title: S, version: 1 }\npaths: {}\ncomponents:\n  schemas:\n"
            .to_owned();
    for line in schemas.trim_matches('\n').lines() {
        fixture.push_str(&format!("    {line}\n"));
    }
    check(&fixture, &format!("# S 1 (3.1.0)\n{}", expected.trim_start()));
}

#[test]
fn values_of_enums_have_names_and_texts() {
    schemas(
        r##"
ByObject:
  type: [string, "null"]
  enum: [a, b, null, 404]
  x-enumDescriptions: { a: The first, 404: A number }
  x-enum-varnames: [FIRST, SECOND]
ByList:
  enum: [1, 2]
  x-enum-descriptions: [One, Two]
Alone: { x-enumDescriptions: { a: No enum } }
"##,
        r##"
schema ByObject `by-object` = string|null |"a":FIRST "The first" |"b":SECOND |null |404 "A number"
schema ByList `by-list` = |1 "One" |2 "Two"
schema Alone `alone` =
"##,
    );
}

#[test]
fn variants_that_are_single_values_are_an_enum() {
    schemas(
        r##"
Level:
  type: integer
  oneOf:
    - { const: 1, title: LOW, description: Not *urgent*, format: int32 }
    - { const: 2, title: HIGH }
Size: { anyOf: [{ const: s, title: s }, { enum: [m] }, { type: "null" }] }
Mixed: { oneOf: [{ const: a }, { type: string }] }
Bounded: { oneOf: [{ const: 1 }, { const: 2, minimum: 0 }] }
"##,
        r##"
schema Level `level` = integer <int32> |1:LOW "Not *urgent*" |2:HIGH
schema Size `size` = string|null |"s" |"m" |null
schema Mixed `mixed` = oneOf(const="a", string)
schema Bounded `bounded` = oneOf(const=1, const=2 >=0)
"##,
    );
}

#[test]
fn a_recursive_reference_is_the_schema_with_the_anchor() {
    schemas(
        r##"
Filter:
  $recursiveAnchor: true
  properties: { all: { type: array, items: { $recursiveRef: "#" } } }
"##,
        r##"
schema Filter `filter` = {all: array items(allOf(@Filter))}
"##,
    );
}

#[test]
fn values_of_strings_are_exact_even_if_yaml_reads_numbers() {
    schemas(
        r##"
Code: { type: string, default: 090, enum: [090, 1], example: 007 }
Number: { type: integer, default: 090 }
"##,
        r##"
schema Code `code` = string default="090" |"090" |1 e.g. "007"
schema Number `number` = integer default=90
"##,
    );
}

#[test]
fn discriminators_know_their_variants() {
    schemas(
        r##"
Pet:
  type: object
  discriminator: { propertyName: kind, mapping: { kitty: "#/components/schemas/Cat", gone: Nobody } }
Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }] }
Puppy: { allOf: [{ $ref: "#/components/schemas/Dog" }] }
Choice:
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
  discriminator: { propertyName: kind, mapping: { Dog: "#/components/schemas/Dog" } }
"##,
        r##"
schema Pet `pet` = object by kind[kitty->@Cat, Dog->@Dog, Puppy->@Puppy]
schema Cat `cat` = allOf(@Pet)
schema Dog `dog` = allOf(@Pet)
schema Puppy `puppy` = allOf(@Dog)
schema Choice `choice` = oneOf(@Cat, @Dog) by kind[Dog->@Dog, Cat->@Cat]
! unresolved-ref api.yaml:8 `gone`: unknown schema `Nobody`
"##,
    );
}

#[test]
fn unknown_keywords_are_private() {
    schemas(
        r##"
A:
  type: strng
  format: made-up
  x-order: 3
  x-go-name: Left
  frobnicate: [1]
  required: true
  minLength: -1
  maximum: ten
  properties: { secret: { x-internal: true }, shown: {} }
  items: [{ type: string }]
  additionalItems: false
  dependencies: { a: [b], c: { type: object } }
B: text
C: null
"##,
        r##"
schema A `a` = <made-up> {shown: } items(none) a=>["b"] c=>object prefix(string) +type="strng"
schema B `b` =
schema C `c` =
! invalid-openapi api.yaml:7 `type`: unknown type `strng` (did you mean `string`?)
! invalid-openapi api.yaml:14 `maximum`: `/components/schemas/A/maximum`: expected a number, found a string
! invalid-openapi api.yaml:13 `minLength`: `/components/schemas/A/minLength`: expected a non-negative integer, found a number
! invalid-openapi api.yaml:12 `required`: `/components/schemas/A/required`: expected a list of required properties, found `true` or `false`
! invalid-openapi api.yaml:19 `B`: `/components/schemas/B`: expected a schema, found a string
! invalid-openapi api.yaml:20 `C`: `/components/schemas/C`: expected a schema, found nothing
"##,
    );
}

#[test]
fn examples_come_in_every_form() {
    schemas(
        r##"
A: { example: null, examples: [1, 0x10, 1e400, .5, 12345678901234567890123] }
B: { examples: { first: { summary: One, value: { a: 1 } }, second: 2 } }
C: { default: { $ref: "#/components/examples/shared/value" }, x-example: 2024-01-01 }
D: { enum: [no, yes, off, ~, 1.0, 1.50] }
"##,
        r##"
schema A `a` = e.g. 1 e.g. 16 e.g. 1e400 e.g. 0.5 e.g. 12345678901234567890123 e.g. null
schema B `b` = e.g. {a:1} e.g. 2
schema C `c` = default={$ref:"#/components/examples/shared/value"} e.g. "2024-01-01"
schema D `d` = |"no" |"yes" |"off" |null |1.0 |1.50
"##,
    );
}

#[test]
fn cycles_are_edges() {
    schemas(
        r##"
A: { properties: { b: { $ref: "#/components/schemas/B" } } }
B: { type: array, items: { $ref: "#/components/schemas/A" } }
Self: { $ref: "#/components/schemas/Self" }
Ping: { $ref: "#/components/schemas/Pong" }
Pong: { $ref: "#/components/schemas/Ping" }
Loop: { description: Loops, $ref: "#/components/schemas/Loop" }
Alias: { $ref: "#/components/schemas/A" }
"##,
        r##"
schema A `a` = {b: @B}
schema B `b` = array items(@A)
schema Self `self` =
schema Ping `ping` =
schema Loop `loop` = "Loops"
! unresolved-ref api.yaml:8 `Self`: `#/components/schemas/Self` at `/components/schemas/Self` refers back to itself, or the chain of references is too long
! unresolved-ref api.yaml:9 `Ping`: `#/components/schemas/Pong` at `/components/schemas/Ping` refers back to itself, or the chain of references is too long
! unresolved-ref api.yaml:11 `Loop`: `#/components/schemas/Loop` at `/components/schemas/Loop` refers back to itself, or the chain of references is too long
"##,
    );
}
