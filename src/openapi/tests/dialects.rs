//! Tests for OpenAPI 2.0, 3.0, 3.1, and 3.2, and for documents that mix these versions.

use super::check;

#[test]
fn openapi_2_0() {
    check(
        r##"
//- api.json
{
  "swagger": "2.0",
  "info": {"title": "Old", "version": "1"},
  "host": "api.example.com", "basePath": "/v1/", "schemes": ["https", "http"],
  "consumes": ["application/json"], "produces": ["application/json", "application/xml"],
  "securityDefinitions": {
    "basic": {"type": "basic"},
    "key": {"type": "apiKey", "in": "query", "name": "k"},
    "oauth": {"type": "oauth2", "flow": "accessCode", "authorizationUrl": "https://a.example.com/auth",
      "tokenUrl": "https://a.example.com/token", "scopes": {"read": "Read all"}}
  },
  "security": [{"basic": []}, {"key": [], "oauth": ["read"]}],
  "parameters": {"Limit": {"name": "limit", "in": "query", "type": "integer", "maximum": 100, "default": 10}},
  "responses": {"Gone": {"description": "Gone"}},
  "paths": {
    "/pets": {
      "get": {
        "operationId": "list_pets",
        "schemes": ["https"],
        "parameters": [
          {"$ref": "#/parameters/Limit"},
          {"name": "tags", "in": "query", "type": "array", "items": {"type": "string"}, "collectionFormat": "multi"},
          {"name": "ids", "in": "query", "type": "array", "items": {"type": "integer"}, "collectionFormat": "pipes"},
          {"name": "tabs", "in": "query", "type": "array", "items": {"type": "integer"}, "collectionFormat": "tsv"},
          {"name": "names", "in": "query", "type": "array", "items": {"type": "string"}},
          {"name": "X-Trace", "in": "header", "type": "string", "format": "uuid", "required": true}
        ],
        "responses": {
          "200": {
            "description": "All",
            "schema": {"type": "array", "items": {"$ref": "#/definitions/Pet"}},
            "headers": {"X-Total": {"type": "integer", "description": "How many"}},
            "examples": {"application/json": [{"id": 1}], "text/plain": "one"}
          },
          "410": {"$ref": "#/responses/Gone"}
        }
      },
      "post": {
        "parameters": [{"name": "pet", "in": "body", "required": true, "description": "The pet", "schema": {"$ref": "#/definitions/Pet"}}],
        "responses": {"201": {"description": "Made"}}
      }
    },
    "/pets/{id}/photo": {
      "post": {
        "consumes": ["multipart/form-data"],
        "parameters": [
          {"name": "id", "in": "path", "required": true, "type": "integer", "format": "int64"},
          {"name": "photo", "in": "formData", "type": "file", "required": true, "description": "A picture"},
          {"name": "labels", "in": "formData", "type": "array", "items": {"type": "string"}, "collectionFormat": "multi"}
        ],
        "responses": {"default": {"description": "Done", "schema": {"type": "file"}}}
      }
    }
  },
  "definitions": {
    "Pet": {
      "type": "object", "required": ["kind"], "discriminator": "kind",
      "properties": {"id": {"type": "integer", "format": "int64"}, "kind": {"type": "string"}, "note": {"type": "string", "x-nullable": true}},
      "example": {"id": 3}
    },
    "Cat": {"allOf": [{"$ref": "#/definitions/Pet"}, {"type": "object", "properties": {"lives": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}}}]}
  }
}
"##,
        r##"
# Old 1 (2.0)
server https://api.example.com/v1
server http://api.example.com/v1
scheme basic: http basic
scheme key: key k in Query
scheme oauth: oauth2 authorizationCode https://a.example.com/auth https://a.example.com/token [("read", "Read all")]
tag pets "Pets" `pets` [0, 1, 2][]
GET /pets `list-pets` #list_pets "List pets"
  servers https://api.example.com/v1
  security [[("basic", [])], [("key", []), ("oauth", ["read"])]]
  query limit: integer default=10 <=100
  query tags: array items(string)
  query ids: array items(integer) PipeDelimited explode=false
  query tabs: array items(integer) TabDelimited explode=false
  query names: array items(string) Form explode=false
  header X-Trace*: string <uuid>
  200 "All"
    header X-Total: integer "How many"
    application/json: array items(@Pet) e.g.  [{id:1}]
    application/xml: array items(@Pet)
    text/plain: array items(@Pet) e.g.  "one"
  410 "Gone"
POST /pets `post-pets` "POST /pets"
  security [[("basic", [])], [("key", []), ("oauth", ["read"])]]
  body* "The pet"
    application/json: @Pet
  201 "Made"
POST /pets/{id}/photo `post-pets-id-photo` "POST /pets/{id}/photo"
  security [[("basic", [])], [("key", []), ("oauth", ["read"])]]
  path id*: integer <int64>
  body*
    multipart/form-data: object {photo*: string <binary> "A picture", labels: array items(string)}
      encoding "labels" None Some(Form) Some(true) 0
  default "Done"
    application/json: string <binary>
    application/xml: string <binary>
schema Pet `pet` = object e.g. {id:3} {id: integer <int64>, kind*: string, note: string|null} by kind[Cat->@Cat]
schema Cat `cat` = allOf(@Pet, object {lives: integer >0})
"##,
    );
}

#[test]
fn openapi_3_0() {
    check(
        r##"
//- api.yaml
openapi: 3.0.3
info: { title: Three, version: "3" }
paths:
  /upload:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                file: { type: string, format: binary }
                meta: { type: object }
            encoding:
              meta: { contentType: application/json, headers: { X-Part: { schema: { type: string } } } }
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { ids: { type: array, items: { type: integer } } } }
            encoding:
              ids: { style: spaceDelimited, explode: false }
      callbacks:
        done:
          "{$request.body#/url}":
            post:
              requestBody: { content: { application/json: { schema: { type: string } } } }
              responses: { "204": { description: Heard } }
      responses:
        "200":
          description: Stored
          links:
            next: { operationId: fetchIt, parameters: { id: $response.body#/id } }
            byRef: { operationRef: "#/paths/~1files~1{id}/get" }
            lost: { operationId: nowhere }
  /files/{id}:
    get:
      operationId: fetchIt
      parameters:
        - { name: id, in: path, required: true, schema: { type: string }, style: matrix, explode: true }
        - name: filter
          in: query
          style: deepObject
          schema: { type: object }
          example: { a: 1 }
        - { name: where, in: query, content: { application/json: { schema: { type: object }, example: { b: 2 } } } }
        - { name: session, in: cookie, deprecated: true, schema: { type: string, nullable: true, example: abc } }
      responses: { "200": { description: A file } }
components:
  schemas:
    A:
      type: integer
      nullable: true
      minimum: 1
      exclusiveMinimum: true
      maximum: 100000000000000000000000
      exclusiveMaximum: false
      example: 7
    B:
      nullable: true
      description: B or nothing
      allOf: [{ $ref: "#/components/schemas/A" }]
    C: { $ref: "#/components/schemas/A", description: An A with a text of its own }
"##,
        r##"
# Three 3 (3.0.3)
tag upload "Upload" `upload` [0][]
tag files "Files" `files` [1][]
POST /upload `post-upload` "POST /upload"
  body*
    multipart/form-data: object {file: string <binary>, meta: object}
      encoding "meta" Some("application/json") None None 1
    application/x-www-form-urlencoded: object {ids: array items(integer)}
      encoding "ids" None Some(SpaceDelimited) Some(false) 0
  200 "Stored"
    link next to Some("/files/{id}") 1
    link byRef to Some("/files/{id}") 0
    link lost to None 0
  callback done POST {$request.body#/url} `` "POST {$request.body#/url}"
  body
    application/json: string
  204 "Heard"
GET /files/{id} `fetch-it` #fetchIt "Fetch it"
  path id*: string Matrix explode=true
  query filter: object DeepObject explode=true e.g.  {a:1}
  query where: object as application/json e.g.  {b:2}
  cookie session: string|null e.g. "abc" deprecated
  200 "A file"
schema A `a` = integer|null e.g. 7 >1 <=100000000000000000000000
schema B `b` = nullable "B or nothing" allOf(@A)
schema C `c` = "An A with a text of its own" allOf(@A)
"##,
    );
}

#[test]
fn openapi_3_1() {
    check(
        r##"
//- api.yaml
openapi: 3.1.1
info: { title: Three one, version: "1", summary: Short, license: { name: MIT, identifier: MIT } }
jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
webhooks:
  toolDue:
    post:
      summary: A tool is due
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } }
paths:
  /a:
    $ref: "#/components/pathItems/A"
    description: Beside the reference.
    put: { operationId: beside }
components:
  pathItems:
    A:
      get:
        parameters:
          - { $ref: "#/components/parameters/P", description: A better text. }
        responses:
          "200": { $ref: "#/components/responses/R", description: Another text. }
  parameters:
    P: { name: p, in: query, description: A text., schema: { type: string } }
  responses:
    R: { description: Text }
  securitySchemes:
    cert: { type: mutualTLS }
    key: { type: apiKey, in: cookie, name: sid }
    open: { type: openIdConnect, openIdConnectUrl: https://id.example.com/.well-known }
  schemas:
    Node:
      $id: https://example.com/schemas/node
      $dynamicAnchor: node
      type: object
      properties:
        value: true
        none: false
        next: { $ref: "#" }
        any: { $dynamicRef: "#node" }
        side: { $ref: "#/$defs/Side" }
        other: { $ref: leaf }
      $defs:
        Side: { const: left }
    Leaf:
      $id: https://example.com/schemas/leaf
      type: [string, "null"]
      examples: [a, null]
      contentEncoding: base64
      contentMediaType: application/json
      contentSchema: { type: object }
    Tuple:
      type: array
      prefixItems: [{ type: string }, { type: integer }]
      items: false
      contains: { const: 1 }
      minContains: 2
      unevaluatedItems: { type: string }
    Map:
      type: object
      propertyNames: { pattern: ^x }
      patternProperties: { ^x-: { type: string } }
      additionalProperties: { type: integer }
      unevaluatedProperties: false
      dependentRequired: { a: [b] }
      dependentSchemas: { c: { required: [d] } }
      if: { required: [a] }
      then: { minProperties: 2 }
      else: { maxProperties: 1 }
      not: { required: [z] }
    Old: { type: number, exclusiveMinimum: 3, exclusiveMaximum: 4.50, nullable: true, example: 3.5 }
"##,
        r##"
# Three one 1 (3.1.1)
scheme cert: tls
scheme key: key sid in Cookie
scheme open: openid https://id.example.com/.well-known
tag a "A" `a` [0, 1][]
GET /a `get-a` "GET /a"
  text "Beside the reference."
  query p: string "A better text."
  200 "Another text."
PUT /a `beside` #beside "Beside"
  text "Beside the reference."
webhook POST toolDue `tool-due` "A tool is due"
  body
    application/json: @Node
schema Node `node` = object {value: , none: never, next: @Node, any: allOf(@Node), side: @Side, other: @Leaf}
schema Leaf `leaf` = string|null e.g. "a" e.g. null encoded base64 holds application/json holding object
schema Tuple `tuple` = array contains:2.. items(none) unevaluatedItems(string) contains(const=1) prefix(string, integer)
schema Map `map` = object /^x-/: string additional(integer) unevaluated(none) names(/^x/) not(required ["z"]) a=>["b"] c=>required ["d"] if(required ["a"]; properties:2..; properties:..1)
schema Old `old` = number|null e.g. 3.5 >3 <4.50
schema Side `side` = const="left"
"##,
    );
}

#[test]
fn openapi_3_2() {
    check(
        r##"
//- api.yaml
openapi: 3.2.0
$self: https://example.com/api.yaml
info: { title: Three two, version: "1" }
servers:
  - { url: https://example.com, name: main }
tags:
  - { name: travel, summary: Travel, kind: nav }
  - { name: flights, summary: Flights, parent: travel }
  - { name: new, kind: badge }
  - { name: lost, parent: nobody, description: Lost. }
paths:
  /events:
    query:
      tags: [new, flights]
      parameters:
        - name: all
          in: querystring
          content: { application/x-www-form-urlencoded: { schema: { type: object } } }
        - { name: c, in: cookie, style: cookie, schema: { type: array, items: { type: string } } }
      requestBody: { content: { application/json: { $ref: "#/components/mediaTypes/Search" } } }
      responses:
        "200":
          summary: Events
          content:
            text/event-stream:
              itemSchema: { $ref: "https://example.com/api.yaml#/components/schemas/Event" }
              examples:
                one: { dataValue: { id: 1 }, serializedValue: "data: 1\n\n" }
            application/json:
              examples:
                two: { dataValue: { id: 2 }, serializedValue: "{\"id\":2}" }
            multipart/mixed:
              prefixEncoding: [{ contentType: text/plain }]
              itemEncoding: { contentType: image/png }
    additionalOperations:
      LINK:
        tags: [flights]
        responses: { "204": { description: Linked } }
components:
  mediaTypes:
    Search: { schema: { type: object }, example: { q: x } }
  securitySchemes:
    device:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://id.example.com/meta
      flows:
        deviceAuthorization:
          deviceAuthorizationUrl: https://id.example.com/device
          tokenUrl: https://id.example.com/token
          scopes: { read: Read }
  schemas:
    Event:
      oneOf: [{ $ref: "#/components/schemas/Start" }, { $ref: "#/components/schemas/Stop" }]
      discriminator: { propertyName: kind, mapping: { begin: Start }, defaultMapping: Stop }
      xml: { nodeType: none, name: event }
    Start: { type: object }
    Stop: { type: object }
"##,
        r##"
# Three two 1 (3.2.0)
server https://example.com
scheme device: oauth2 deviceAuthorization https://id.example.com/device https://id.example.com/token [("read", "Read")]https://id.example.com/meta deprecated
tag travel "Travel" `travel` [][]
tag flights "Flights" `flights` in travel [0, 1][]
tag new `new` [0][]
tag lost `lost` [][]
  text "Lost."
group "Travel" [0, 1]
group "" [2, 3]
QUERY /events `query-events` "QUERY /events"
  querystring all: object as application/x-www-form-urlencoded
  cookie c: array items(string) Cookie explode=true
  body
    application/json: object e.g.  {q:"x"}
  200 "Events"
    text/event-stream each @Event e.g. one text "data: 1\n\n"
    application/json e.g. two {id:2}
    multipart/mixed
      encoding "0" Some("text/plain") None None 0
      encoding "" Some("image/png") None None 0
LINK /events `link-events` "LINK /events"
  204 "Linked"
schema Event `event` = oneOf(@Start, @Stop) by kind[begin->@Start, Stop->@Stop else @Stop] xml(Some("event") Some("none") false)
schema Start `start` = object
schema Stop `stop` = object
! unresolved-ref api.yaml:10 `parent`: `/tags/3/parent`: unknown parent tag `nobody`
"##,
    );
}

#[test]
fn dialects_may_be_mixed() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: Mixed, version: "1" }
x-webhooks:
  old: { post: { summary: An old one } }
produces: [text/csv]
paths:
  /a:
    post:
      consumes: [text/plain]
      parameters:
        - { name: b, in: body, schema: { type: string, nullable: true } }
        - { name: n, in: query, type: integer }
      responses:
        200: { description: Numbers as keys, schema: { type: string } }
        2xx: { description: Small letters }
definitions:
  Old: { type: [integer, "null"], exclusiveMinimum: true, minimum: 1 }
"##,
        r##"
# Mixed 1 (3.1.0)
tag a "A" `a` [0][]
POST /a `post-a` "POST /a"
  query n: integer
  body
    text/plain: string|null
  200 "Numbers as keys"
    text/csv: string
  2XX "Small letters"
webhook POST old `old` "An old one"
schema Old `old` = integer|null >1
"##,
    );
}
