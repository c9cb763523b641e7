//! Tests for references and for the reports about broken references.

use super::{api, check, files, fixture};
use crate::fixture::sources;
use crate::openapi::ExampleValue;

#[test]
fn references_name_the_files_to_load() {
    let sources = sources(
        r##"
//- api/root.yaml
a: { $ref: "b.yaml#/x" }
b: { $ref: "../common/c%20d.json" }
c: { $ref: "../../outside.yaml" }
d: { $ref: "https://example.com/e.yaml" }
e: { $ref: "/etc/passwd" }
f: { $ref: "file:///etc/passwd" }
g: { $ref: "#/a" }
h: { $ref: "C:\\windows.yaml" }
i: { $ref: "./b.yaml" }
j: { $ref: "..\\common\\k.yaml" }
discriminator: { mapping: { x: cat.yaml, y: Dog, z: "deep/dog.yaml#/Dog" } }
link: { operationRef: "ops.yaml#/paths/~1a/get" }
k: { $ref: { not: text } }
security: [{ "sec.yaml#/key": [], other: [] }]
"##,
    );
    let (files, diagnostics) = files(&sources);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let names: Vec<&str> = files[&sources[0].path].references.iter().map(|path| path.as_str()).collect();
    assert_eq!(
        names,
        [
            "api/b.yaml",
            "api/cat.yaml",
            "api/deep/dog.yaml",
            "api/ops.yaml",
            "api/sec.yaml",
            "common/c d.json",
            "common/k.yaml"
        ]
    );
}

#[test]
fn keys_next_to_a_reference_in_an_example_replace_keys_of_its_target() {
    let api = fixture::document(
        "openapi: 3.1.0\ninfo: { title: T, version: '1' }\nx-base: { a: 1, b: 2 }\npaths: { /a: { get: { responses: {
           '200': { description: ok, content: { application/json: { example: {
             one: { $ref: '#/x-base' }, two: { b: 3, $ref: '#/x-base', c: { $ref: '#/x-base', a: 9 } },
             list: { $ref: '#/info/title', a: 1 }, none: { $ref: '#/nothing', a: 1 } } } } } } } } }",
    );
    let example = &api.operations[0].responses[0].content[0].examples[0].value;
    let ExampleValue::Value(value) = example else { panic!("the example is a value") };
    assert_eq!(
        value.to_string(),
        r##"{"one":{"a":1,"b":2},"two":{"a":1,"b":3,"c":{"b":2,"a":9}},"list":{"$ref":"#/info/title","a":1},"none":{"$ref":"#/nothing","a":1}}"##
    );
}

#[test]
fn a_reference_that_leads_nowhere_says_why() {
    check(
        r##"
//- docs/api.yaml
openapi: 3.1.0
info: { title: R, version: "1" }
paths: {}
components:
  schemas:
    Near: { $ref: "#/components/schemas/Customr" }
    Customer: { type: object }
    File: { $ref: shared/adress.yaml }
    Inside: { $ref: "../shared/address.yaml#/Strete" }
    Outside: { $ref: ../../secret.yaml }
    Root: { $ref: /etc/passwd }
    Remote: { $ref: "https://example.com/a.yaml#/A" }
    Broken: { $ref: ../shared/broken.yaml }
    Anchor: { $ref: "#nobody" }
    Deep: { $ref: "#/components/schemas/Customer/properties/a/b" }
//- shared/address.yaml
Street: { type: string }
//- shared/broken.yaml
a: [1
"##,
        r##"
# R 1 (3.1.0)
schema Near `near` =
schema Customer `customer` = object
schema File `file` =
schema Inside `inside` =
schema Outside `outside` =
schema Root `root` =
schema Remote `remote` =
schema Broken `broken` =
schema Anchor `anchor` =
schema Deep `deep` =
! openapi-syntax shared/broken.yaml:1 ``: invalid YAML: unclosed bracket '['
! unresolved-ref docs/api.yaml:6 `Near`: `#/components/schemas/Customr` at `/components/schemas/Near` doesn't match anything: `docs/api.yaml#/components/schemas` has no `Customr` (did you mean `Customer`?)
! unresolved-ref docs/api.yaml:8 `File`: `shared/adress.yaml` at `/components/schemas/File` doesn't match any file: `docs/shared/adress.yaml` doesn't exist (did you mean `shared/address.yaml`?)
! unresolved-ref docs/api.yaml:9 `Inside`: `../shared/address.yaml#/Strete` at `/components/schemas/Inside` doesn't match anything: `shared/address.yaml` has no `Strete` (did you mean `Street`?)
! unresolved-ref docs/api.yaml:10 `Outside`: `../../secret.yaml` at `/components/schemas/Outside` is outside the site (specify the path of a file on the site, relative to this file)
! unresolved-ref docs/api.yaml:11 `Root`: `/etc/passwd` at `/components/schemas/Root` is outside the site (specify the path of a file on the site, relative to this file)
! unresolved-ref docs/api.yaml:12 `Remote`: `https://example.com/a.yaml#/A` at `/components/schemas/Remote` is on another host, and docgen doesn't fetch remote files (add a copy of the file to the site, next to the document)
! unresolved-ref docs/api.yaml:14 `Anchor`: `#nobody` at `/components/schemas/Anchor` doesn't match anything: `docs/api.yaml` has no `nobody`
! unresolved-ref docs/api.yaml:15 `Deep`: `#/components/schemas/Customer/properties/a/b` at `/components/schemas/Deep` doesn't match anything: `docs/api.yaml#/components/schemas/Customer` has no `properties/a/b`
"##,
    );
}

#[test]
fn a_pointer_may_lead_through_a_reference() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: R, version: "1" }
paths:
  "/a%b/~{x}":
    parameters: [{ name: x, in: path, schema: { type: integer } }]
    get:
      responses:
        "200": { description: Yes, content: { "application/vnd.a+json": { schema: { type: object, properties: { p: { type: number } } } } } }
components:
  schemas:
    A: { $ref: "parts.yaml#/A" }
    B: { $ref: "#/components/schemas/A/properties/b" }
    C: { $ref: "#/paths/~1a%25b~1~0%7Bx%7D/get/responses/200/content/application~1vnd.a+json/schema" }
    D: { $ref: "#/paths/~1a%25b~1~0{x}/parameters/0/schema" }
    E: { $ref: "#/components/schemas/C/properties/p" }
    Named: { $anchor: here, type: boolean }
    F: { $ref: "#here" }
//- parts.yaml
A: { properties: { b: { type: string } } }
"##,
        r##"
# R 1 (3.1.0)
tag a%b "A b" `a-b` [0][]
GET /a%b/~{x} `get-a-b-x` "GET /a%b/~{x}"
  path x*: @D
  200 "Yes"
    application/vnd.a+json: @C
schema A `a` = {b: @B}
schema B `b` = string
schema C `c` = object {p: @E}
schema D `d` = integer
schema E `e` = number
schema Named `named` = boolean
"##,
    );
}

#[test]
fn a_circle_outside_schemas_is_reported() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: R, version: "1", description: { $ref: "#/info/description" } }
paths:
  /a:
    get:
      parameters: [{ $ref: "#/components/parameters/A" }]
      responses: { "200": { $ref: "#/components/responses/Me" } }
  /b: { $ref: "#/paths/~1b" }
  /c:
    post:
      callbacks:
        again: { $ref: "#/components/callbacks/Again" }
components:
  parameters:
    A: { $ref: "#/components/parameters/B" }
    B: { $ref: "#/components/parameters/A" }
  responses:
    Me: { $ref: "#/components/responses/Me" }
  callbacks:
    Again:
      "{$url}":
        post:
          callbacks:
            again: { $ref: "#/components/callbacks/Again" }
"##,
        r##"
# R 1 (3.1.0)
tag a "A" `a` [0][]
tag b "B" `b` [1][]
tag c "C" `c` [2][]
GET /a `get-a` "GET /a"
  200
  fault `#/components/parameters/A` at `/paths/~1a/get/parameters/0` refers back to itself, or the chain of references is too long
  fault `#/components/responses/Me` at `/paths/~1a/get/responses/200` refers back to itself, or the chain of references is too long
GET /b `get-b` "/b"
  fault this path's operations can't be read
POST /c `post-c` "POST /c"
  callback again POST {$url} `` "POST {$url}"
  callback again POST {$url} `` "POST {$url}"
  callback again POST {$url} `` "POST {$url}"
  callback again POST {$url} `` "POST {$url}"
  fault callbacks nested more than three levels deep are left out
! unresolved-ref api.yaml:2 `description`: `#/info/description` at `/info/description` refers back to itself, or the chain of references is too long
! unresolved-ref api.yaml:6 `{ $ref: "#/components/parameters/A" }`: `#/components/parameters/A` at `/paths/~1a/get/parameters/0` refers back to itself, or the chain of references is too long
! unresolved-ref api.yaml:7 `"200"`: `#/components/responses/Me` at `/paths/~1a/get/responses/200` refers back to itself, or the chain of references is too long
! unresolved-ref api.yaml:8 `/b`: `#/paths/~1b` at `/paths/~1b` refers back to itself, or the chain of references is too long
! invalid-openapi api.yaml:23 `callbacks`: callbacks nested more than three levels deep are left out
"##,
    );
}

#[test]
fn examples_are_read_from_files_beside_the_document() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: E, version: "1" }
paths:
  /a:
    get:
      tags: [t]
      responses:
        "200":
          description: Fine.
          content:
            application/json:
              examples:
                tree: { externalValue: examples/tree.yaml }
                web: { externalValue: https://x.example/a.json }
                host: { externalValue: /files/a.bin }
                gone: { externalValue: examples/tee.yaml }
                out: { externalValue: ../../secret.json }
                bytes: { externalValue: picture.png }
                script: { externalValue: "javascript:alert(1)" }
            application/xml:
              examples: { text: { summary: As text, externalValue: "examples/a.xml" } }
//- examples/tree.yaml
id: 9007199254740993
//- examples/a.xml
<a/>
"##,
        r##"
# E 1 (3.1.0)
tag t `t` [0][]
GET /a `get-a` "GET /a"
  200 "Fine."
    application/json e.g. tree {id:9007199254740993} e.g. web at https://x.example/a.json e.g. host at /files/a.bin
    application/xml e.g. text "As text" text "<a/>\n"
  fault `examples/tee.yaml` at `/paths/~1a/get/responses/200/content/application~1json/examples/gone/externalValue` doesn't match any file: `examples/tee.yaml` doesn't exist
  fault `../../secret.json` at `/paths/~1a/get/responses/200/content/application~1json/examples/out/externalValue` is outside the site
  fault `picture.png` at `/paths/~1a/get/responses/200/content/application~1json/examples/bytes/externalValue` isn't a text file and isn't part of the site
  fault unsafe URL `javascript:alert(1)` at `/paths/~1a/get/responses/200/content/application~1json/examples/script/externalValue`; it's left out
! unresolved-ref api.yaml:16 `externalValue`: `examples/tee.yaml` at `/paths/~1a/get/responses/200/content/application~1json/examples/gone/externalValue` doesn't match any file: `examples/tee.yaml` doesn't exist (did you mean `examples/tree.yaml`?)
! unresolved-ref api.yaml:17 `externalValue`: `../../secret.json` at `/paths/~1a/get/responses/200/content/application~1json/examples/out/externalValue` is outside the site (specify the path of a file on the site, relative to this file)
! unresolved-ref api.yaml:18 `externalValue`: `picture.png` at `/paths/~1a/get/responses/200/content/application~1json/examples/bytes/externalValue` isn't a text file and isn't part of the site (publish the file, and use its full URL, such as `https://example.com/tool.png`)
! unsafe-url api.yaml:19 `externalValue`: unsafe URL `javascript:alert(1)` at `/paths/~1a/get/responses/200/content/application~1json/examples/script/externalValue`; it's left out (start it with `https://`, or use a relative URL)
"##,
    );
}

#[test]
fn a_text_is_held_once() {
    let (api, diagnostics) = api(r##"
//- api.yaml
openapi: 3.1.0
info: { title: T, version: "1", description: The same. }
tags: [{ name: a, description: The same. }, { name: b, description: "", externalDocs: { url: docs } }, { name: c, description: 7 }]
paths: {}
"##);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let texts: Vec<&str> = api.texts.iter().map(|text| &*text.source).collect();
    assert_eq!(texts, ["The same.", "7"]);
    assert_eq!(api.description, api.tags[0].description);
    assert_eq!(api.tags[1].description, None);
    assert_eq!(&*api.texts[0].place.pointer, "/info/description");
}

#[test]
fn a_dynamic_reference_refers_to_the_part_that_an_outer_schema_defines() {
    check(
        r##"
//- api.yaml
openapi: 3.1.1
info: { title: Generic, version: "1" }
paths:
  /users:
    get:
      responses:
        "200": { description: Users, content: { application/json: { schema: { $ref: "#/components/schemas/Users" } } } }
        "202": { description: Any, content: { application/json: { schema: { $ref: "#/components/schemas/List" } } } }
components:
  schemas:
    List:
      $id: https://a.example/list
      type: object
      properties:
        items: { type: array, items: { $dynamicRef: "#item" } }
        next: { $ref: "#/$defs/link" }
      $defs:
        any: { $dynamicAnchor: item, title: Anything }
        link: { type: string }
    Users:
      $id: https://a.example/users
      $ref: list
      $defs: { user: { $dynamicAnchor: item, $ref: "https://a.example/user" } }
    Teams:
      $id: https://a.example/teams
      allOf: [{ $ref: list }]
      $defs: { team: { $dynamicAnchor: item, type: object, properties: { users: { $ref: users } } } }
    User: { $id: https://a.example/user, type: object, properties: { name: { type: string } } }
    Tree:
      $id: https://a.example/tree
      $dynamicAnchor: node
      type: object
      properties: { children: { type: array, items: { $dynamicRef: "#node" } } }
    Named:
      $id: https://a.example/named
      $dynamicAnchor: node
      $ref: tree
      required: [name]
"##,
        r##"
# Generic 1 (3.1.1)
tag users "Users" `users` [0][]
GET /users `get-users` "GET /users"
  200 "Users"
    application/json: @Users
  202 "Any"
    application/json: @List
schema List `list` = object {items: array items(allOf(@any)), next: @link}
schema Users `users` = allOf(object {items: array items(allOf(@User)), next: @link})
schema Teams `teams` = allOf(object {items: array items(allOf(@team)), next: @link})
schema User `user` = object {name: string}
schema Tree `tree` = object {children: array items(allOf(@Tree))}
schema Named `named` = required ["name"] allOf(object {children: array items(allOf(@Named))})
schema link `link` = string
schema any `any` = "Anything"
schema team `team` = object {users: allOf(object {items: array items(allOf(@team)), next: @link})}
"##,
    );
}
