//! Tests for whole documents, in one file and in several files.

use super::check;

#[test]
fn a_document_of_one_file() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info:
  title: Lending desk
  version: 1.0
  description: Borrow **tools**.
  termsOfService: https://example.com/terms
servers:
  - url: https://{region}.example.com/v{number}
    variables:
      region: { default: eu, enum: [eu, us] }
      number: { default: 2 }
security:
  - token: []
tags:
  - name: tools
    description: What there is.
paths:
  /tools/{tool}:
    summary: One tool
    parameters:
      - { name: tool, in: path, required: true, schema: { type: string } }
      - { name: lang, in: query, schema: { type: string } }
    get:
      tags: [tools]
      operationId: getTool
      parameters:
        - { name: lang, in: query, description: Which language., schema: { enum: [en, de] } }
      responses:
        "200":
          description: Here it is.
          headers:
            X-Count: { description: How many., schema: { type: integer } }
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Tool" }
              examples:
                saw: { summary: A saw, value: { id: 9007199254740993, price: 1.50 } }
        4XX: { description: No. }
    delete:
      tags: [tools]
      security: []
      responses: { default: { description: Gone. } }
components:
  securitySchemes:
    token: { type: http, scheme: Bearer, bearerFormat: JWT }
  schemas:
    Tool:
      type: object
      required: [id, ghost]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        price: { type: [number, "null"] }
        part: { $ref: "#/components/schemas/Tool" }
"##,
        r##"
# Lending desk 1.0 (3.1.0)
text "Borrow **tools**."
server https://{region}.example.com/v{number} region=eu ["eu", "us"] number=2 []
scheme token: http bearer JWT
tag tools `tools` [0, 1][]
  text "What there is."
GET /tools/{tool} `get-tool` #getTool "Get tool"
  text "One tool"
  security [[("token", [])]]
  path tool*: string
  query lang: |"en" |"de" "Which language."
  200 "Here it is."
    header X-Count: integer "How many."
    application/json: @Tool e.g. saw "A saw" {id:9007199254740993,price:1.50}
  4XX "No."
DELETE /tools/{tool} `delete-tools-tool` "DELETE /tools/{tool}"
  text "One tool"
  security []
  path tool*: string
  query lang: string
  default "Gone."
schema Tool `tool` = object {id*: integer <int64> readOnly, price: number|null, part: @Tool} required ["ghost"]
"##,
    );
}

#[test]
fn a_path_speaks_of_all_its_operations() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: P, version: "1" }
paths:
  /a:
    summary: Read it
    description: About a.
    get: { tags: [t], summary: Read it, responses: {} }
    put: { tags: [t], description: Of its own., responses: {} }
  /b:
    summary: Of b.
    description: About b.
    get: { tags: [t], summary: Read it, responses: {} }
"##,
        r##"
# P 1 (3.1.0)
tag t `t` [0, 1, 2][]
GET /a `get-a` "Read it"
  text "About a."
PUT /a `put-a` "Of its own"
  text "About a."
  about its path "Read it"
GET /b `get-b` "Read it"
  text "About b."
  about its path "Of b."
"##,
    );
}

#[test]
fn a_document_of_many_files() {
    check(
        r##"
//- api.yaml
openapi: 3.0.0
info: { title: Split, version: "1", description: { $ref: text/intro.md } }
tags:
  - name: things
    description: { $ref: "text/tags.yaml#/things" }
paths:
  /things:
    $ref: paths/things.yaml
  /odd~path/{id}:
    get:
      tags: [things]
      parameters:
        - $ref: "shared/parameters.yaml#/id"
      responses:
        "200":
          $ref: "#/paths/~1things/get/responses/200"
//- text/intro.md
# Hello

Read me.
//- text/tags.yaml
things: All about things.
//- paths/things.yaml
get:
  tags: [things]
  x-codeSamples:
    - $ref: ../samples/list.yaml
    - lang: Python
      source: { $ref: ../samples/list.py }
  responses:
    "200":
      description: A list
      content:
        application/json:
          schema:
            type: array
            items: { $ref: ../schemas/thing.yaml }
          example:
            - $ref: "../samples/all.yaml#/value"
            - { $ref: nowhere.yaml, really: data }
//- samples/list.yaml
lang: Shell
label: curl
source: |
  curl https://example.com/things
//- samples/all.yaml
value: { id: 1 }
//- samples/list.py
print("things")
//- shared/parameters.yaml
id: { name: id, in: path, required: true, schema: { $ref: "../schemas/all.yaml#/ThingId" } }
//- schemas/thing.yaml
type: object
properties:
  id: { $ref: "all.yaml#/ThingId" }
  owner: { $ref: "./all.yaml#/people/Owner" }
  next: { $ref: "#" }
//- schemas/all.yaml
ThingId: { type: integer }
people:
  Owner:
    type: object
    properties:
      things: { type: array, items: { $ref: thing.yaml } }
"##,
        r##"
# Split 1 (3.0.0)
text "# Hello\n\nRead me."
tag things `things` [0, 1][]
  text "All about things."
GET /things `get-things` "GET /things"
  200 "A list"
    application/json: array items(@thing) e.g.  [{id:1},{$ref:"nowhere.yaml",really:"data"}]
  sample Shell Some("curl") "curl https://example.com/things\n"
  sample Python None "print(\"things\")"
GET /odd~path/{id} `get-odd-path-id` "GET /odd~path/{id}"
  path id*: @ThingId
  200 "A list"
    application/json: array items(@thing) e.g.  [{id:1},{$ref:"nowhere.yaml",really:"data"}]
schema ThingId `thing-id` = integer
schema thing `thing` = object {id: @ThingId, owner: @Owner, next: @thing}
schema Owner `owner` = object {things: array items(@thing)}
"##,
    );
}

#[test]
fn one_bad_operation_costs_only_itself() {
    check(
        r##"
//- api.yaml
openapi: 3.0.3
info: { title: Broken, version: "1" }
paths:
  /a:
    get:
      summary: Fine
      responses: { "200": { description: Yes } }
    post: nonsense
    put:
      parameters: { wrong: true }
      requestBody: { $ref: "#/components/requestBodies/Mising" }
      responses:
        "20": {}
        "200": [1]
        "204": { $ref: "#/components/responses/Missing" }
  /b/{id}/{id2}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { $ref: missing.yaml } }
        - { in: query }
        - { name: x, in: querry }
        - 7
      desciption: A typo.
  /c: 5
  /d: { $ref: "#/paths/~1e" }
  bad: { get: { summary: No slash } }
components:
  requestBodies:
    Missing: { content: {} }
"##,
        r##"
# Broken 1 (3.0.3)
tag a "A" `a` [0, 1, 2][]
tag b "B" `b` [3][]
tag c "C" `c` [4][]
tag d "D" `d` [5][]
tag bad "Bad" `bad` [6][]
GET /a `get-a` "Fine"
  200 "Yes"
POST /a `post-a` "POST /a"
  fault `/paths/~1a/post`: expected an operation object, found a string
PUT /a `put-a` "PUT /a"
  20
  200
  204
  fault `/paths/~1a/put/parameters`: expected a list of parameters, found an object
  fault `#/components/requestBodies/Mising` at `/paths/~1a/put/requestBody` doesn't match anything: `api.yaml#/components/requestBodies` has no `Mising`
  fault invalid status code `20`
  fault `/paths/~1a/put/responses/200`: expected a response object, found a list
  fault `#/components/responses/Missing` at `/paths/~1a/put/responses/204` doesn't match anything: `api.yaml#/components` has no `responses/Missing`
GET /b/{id}/{id2} `get-b-id-id2` "GET /b/{id}/{id2}"
  path id*:
  path id2*: string
  fault `missing.yaml` at `/paths/~1b~1{id}~1{id2}/get/parameters/0/schema` doesn't match any file: `missing.yaml` doesn't exist
  fault `/paths/~1b~1{id}~1{id2}/get/parameters/1`: missing key `name`
  fault invalid parameter location `querry`
  fault `/paths/~1b~1{id}~1{id2}/get/parameters/3`: expected a parameter object, found a number
GET /c `get-c` "/c"
  fault this path's operations can't be read
GET /d `get-d` "/d"
  fault this path's operations can't be read
GET bad `get-bad` "No slash"
! invalid-openapi api.yaml:8 `post`: `/paths/~1a/post`: expected an operation object, found a string
! invalid-openapi api.yaml:10 `parameters`: `/paths/~1a/put/parameters`: expected a list of parameters, found an object
! unresolved-ref api.yaml:11 `requestBody`: `#/components/requestBodies/Mising` at `/paths/~1a/put/requestBody` doesn't match anything: `api.yaml#/components/requestBodies` has no `Mising` (did you mean `Missing`?)
! invalid-openapi api.yaml:13 `"20"`: invalid status code `20` (use a code such as `200`, a range such as `4XX`, or `default`)
! invalid-openapi api.yaml:14 `"200"`: `/paths/~1a/put/responses/200`: expected a response object, found a list
! unresolved-ref api.yaml:15 `"204"`: `#/components/responses/Missing` at `/paths/~1a/put/responses/204` doesn't match anything: `api.yaml#/components` has no `responses/Missing`
! unresolved-ref api.yaml:19 `schema`: `missing.yaml` at `/paths/~1b~1{id}~1{id2}/get/parameters/0/schema` doesn't match any file: `missing.yaml` doesn't exist
! invalid-openapi api.yaml:20 `{ in: query }`: `/paths/~1b~1{id}~1{id2}/get/parameters/1`: missing key `name`
! invalid-openapi api.yaml:21 `in`: invalid parameter location `querry` (did you mean `query`?)
! invalid-openapi api.yaml:22 `7`: `/paths/~1b~1{id}~1{id2}/get/parameters/3`: expected a parameter object, found a number
! invalid-openapi api.yaml:23 `desciption`: `/paths/~1b~1{id}~1{id2}/get/desciption`: unknown key `desciption` in an operation object (did you mean `description`?)
! invalid-openapi api.yaml:24 `/c`: `/paths/~1c`: expected a path item object, found a number
! unresolved-ref api.yaml:25 `/d`: `#/paths/~1e` at `/paths/~1d` doesn't match anything: `api.yaml#/paths` has no `/e`
! invalid-openapi api.yaml:26 `bad`: the path `bad` doesn't start with `/`
"##,
    );
}

#[test]
fn what_is_no_document_is_reported_once() {
    check(
        "//- api.yaml\n- 1\n- 2\n",
        r##"
#  ()
! invalid-openapi api.yaml:1 `- 1`: expected an OpenAPI document, found a list
"##,
    );
}

#[test]
fn yaml_that_is_none_is_reported_once() {
    check(
        "//- api.yaml\nopenapi: [3.0.0\ninfo:\n",
        r##"
#  ()
! openapi-syntax api.yaml:2 ``: invalid YAML: illegal placement of ':' indicator
"##,
    );
}

#[test]
fn json_that_is_none_is_reported_once() {
    check(
        "//- api.json\n{\"openapi\": \"3.1.0\", }\n",
        r##"
#  ()
! openapi-syntax api.json:1 ``: invalid JSON: remove the last comma
"##,
    );
}

#[test]
fn a_method_is_a_token() {
    check(
        r##"
//- api.yaml
openapi: 3.2.0
info: { title: T, version: "1" }
tags: [{ name: t }]
paths:
  /a:
    "get ": { tags: [t], operationId: spaced }
    additionalOperations:
      LINK: { tags: [t], operationId: link }
      m-search: { tags: [t], operationId: search }
      "GET ALL": { tags: [t], operationId: all }
      "": { tags: [t], operationId: none }
"##,
        r##"
# T 1 (3.2.0)
tag t `t` [0, 1, 2, 3][]
LINK /a `link` #link "Link"
M-SEARCH /a `search` #search "Search"
GET ALL /a `all` #all "All"
  fault `/paths/~1a/additionalOperations/GET ALL`: invalid HTTP method `GET ALL` for `/a`
 /a `none` #none "None"
  fault `/paths/~1a/additionalOperations/`: invalid HTTP method `` for `/a`
! invalid-openapi api.yaml:6 `"get "`: `/paths/~1a/get `: unknown key `get ` in a path item object (did you mean `get`?)
! invalid-openapi api.yaml:10 `"GET ALL"`: `/paths/~1a/additionalOperations/GET ALL`: invalid HTTP method `GET ALL` for `/a` (use letters, digits, and characters such as `-`, `_`, or `.`)
! invalid-openapi api.yaml:11 `""`: `/paths/~1a/additionalOperations/`: invalid HTTP method `` for `/a` (use letters, digits, and characters such as `-`, `_`, or `.`)
"##,
    );
}

#[test]
fn a_version_that_is_not_known_is_reported_and_read() {
    check(
        "//- api.yaml\nopenapi: 4.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { tags: [t], operationId: b } } }\n",
        r##"
# T 1 (4.0.0)
tag t `t` [0][]
GET /a `b` #b "B"
! invalid-openapi api.yaml:1 `openapi`: unknown OpenAPI version `4.0.0`; it's interpreted as 3.2 (use 2.0, 3.0, 3.1, or 3.2)
"##,
    );
}

#[test]
fn an_empty_file_is_no_document() {
    check(
        "//- api.yaml\n",
        r##"
#  ()
! invalid-openapi api.yaml:1 ``: expected an OpenAPI document, found an empty file
"##,
    );
}

#[test]
fn any_other_file_is_no_document() {
    check(
        "//- api.yaml\nhello: world\n",
        r##"
#  ()
! invalid-openapi api.yaml:1 `hello: world`: missing OpenAPI version (add a version, such as `openapi: 3.1.0`)
"##,
    );
}

#[test]
fn parameters_of_a_path_that_are_hidden_or_elsewhere_are_not_missing() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a/{id}:
    get:
      parameters: [{ name: id, in: path, x-internal: true, schema: { type: integer } }]
      responses: {}
  /b/{id}:
    get:
      parameters: [{ $ref: "https://other.example/api.yaml#/components/parameters/id" }]
      responses: {}
"##,
        r##"
# T 1 (3.1.0)
tag a "A" `a` [0][]
tag b "B" `b` [1][]
GET /a/{id} `get-a-id` "GET /a/{id}"
  path id*: string
GET /b/{id} `get-b-id` "GET /b/{id}"
  path id*: string
  fault `https://other.example/api.yaml#/components/parameters/id` at `/paths/~1b~1{id}/get/parameters/0` is on another host, and docgen doesn't fetch remote files
! unresolved-ref api.yaml:10 `{ $ref: "https://other.example/api.yaml#/components/parameters/id" }`: `https://other.example/api.yaml#/components/parameters/id` at `/paths/~1b~1{id}/get/parameters/0` is on another host, and docgen doesn't fetch remote files (add a copy of the file to the site, next to the document)
"##,
    );
}

#[test]
fn a_schema_next_to_content_has_no_effect() {
    check(
        r##"
//- api.yaml
openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    get:
      parameters: [{ name: a, in: query, schema: { type: string }, content: { text/plain: { schema: { type: integer } } } }]
      responses: {}
"##,
        r##"
# T 1 (3.0.3)
tag a "A" `a` [0][]
GET /a `get-a` "GET /a"
  query a: integer as text/plain
! invalid-openapi api.yaml:6 `schema`: `/paths/~1a/get/parameters/0/schema`: `schema` has no effect next to `content` (use either `schema` or `content`)
"##,
    );
}
