//! Tests for requests: an outline of each operation's model and schemas.

use super::{RequestModel, request, schemas};
use crate::fixture::same_text;
use crate::openapi::Json;
use crate::openapi::merge::Views;
use crate::openapi::sample::describe;
use crate::openapi::tests::fixture;

const DOCUMENT: &str = r#"
openapi: 3.1.0
info: {title: T, version: '1'}
servers: [{url: 'https://api.example.com/{stage}', variables: {stage: {default: v1}}}]
security: [{key: []}, {}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    other: {type: http, scheme: bearer}
  schemas:
    Item:
      type: object
      required: [id, name]
      properties:
        id: {type: string, readOnly: true}
        name: {type: string, minLength: 1}
        parent: {$ref: '#/components/schemas/Item'}
        kind: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}, {type: 'null'}], discriminator: {propertyName: t, mapping: {a: '#/components/schemas/A'}}}
    A: {type: object, required: [t], properties: {t: {const: a}}}
    B: {type: object, required: [t], properties: {t: {const: b}}}
paths:
  /items/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}, example: it_1, description: "The **item**.\n\nMore."}
    post:
      parameters:
        - {name: limit, in: query, schema: {type: integer, default: 10, maximum: 100}}
        - {name: tags, in: query, style: pipeDelimited, schema: {type: array, items: {enum: [a, b]}}}
        - {name: filter, in: query, content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Item'}
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties:
                photo: {type: string, format: binary}
                scans: {type: array, items: {type: string, contentMediaType: image/png}}
                meta: {type: object, properties: {a: {type: integer}}}
                note: {type: string}
                deep: {type: object}
                hidden: {type: string, readOnly: true}
            encoding:
              note: {contentType: text/markdown}
              deep: {style: deepObject}
          application/octet-stream: {}
      responses:
        '400': {description: bad, content: {application/problem+json: {}}}
        '200': {description: ok, content: {application/json: {}, text/csv: {}}}
"#;

fn shown(model: &RequestModel) -> String {
    let mut out = format!("{} {}\n", model.method, model.path);
    for one in &model.parameters {
        let flags = [(one.required, " required"), (one.given, " given"), (one.explode, " explode")];
        let flags: String = flags.iter().filter(|(is, _)| *is).map(|(_, flag)| *flag).collect();
        let example = one.example.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
        let content = one.content.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
        let about = one.description.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
        let items =
            one.input.items.as_ref().map(|items| format!(" of {}{:?}", name(items.kind), items.values.len()));
        let items = items.unwrap_or_default();
        out.push_str(&format!(
            "{}: {}{items} {:?}{flags}{content}{example}{about}\n",
            one.name,
            name(one.input.kind),
            one.style
        ));
    }
    for body in &model.bodies {
        out.push_str(&format!("{}{}\n", body.media_type, if body.file { " file" } else { "" }));
        for field in body.fields.iter().flatten() {
            let style = field.style.map_or("json".to_owned(), |style| format!("{style:?}"));
            let items = field
                .input
                .items
                .as_ref()
                .map(|items| format!(" of {}", name(items.kind)))
                .unwrap_or_default();
            let required = if field.required { " required" } else { "" };
            let kind = field.content_type.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
            let place = field.place.map(|place| format!(" {place:?}")).unwrap_or_default();
            let headers: String =
                field.headers.iter().map(|(name, value)| format!(" with {name}={value}")).collect();
            out.push_str(&format!(
                "  {}:{place} {}{items} {style}{required}{kind}{headers}\n",
                field.name,
                name(field.input.kind)
            ));
        }
        for example in &body.examples {
            let compact = Json::parse(&example.text).map(|value| value.to_string());
            out.push_str(&format!("  {}\n", compact.unwrap_or_else(|| example.text.clone())));
        }
    }
    let security: Vec<String> = model
        .security
        .iter()
        .map(|uses| uses.0.iter().map(|one| one.scheme.clone()).collect::<Vec<_>>().join("+"))
        .collect();
    let schemes: Vec<&str> = model.schemes.iter().map(|scheme| &*scheme.name).collect();
    out.push_str(&format!("security {security:?} {schemes:?}\naccepts {:?}\n", model.accepts));
    out
}

#[test]
fn an_operation_is_a_request() {
    let api = fixture::document(DOCUMENT);
    let views = Views::new(&api);
    same_text(
        r#"
POST /items/{id}
id: string Simple required given = "it_1" (The item.)
limit: integer Form explode = 10
tags: array of string2 PipeDelimited = ["a"]
filter: object Form explode as application/json = {"a":1}
application/json
  {"name":"string","parent":{"name":"string"},"kind":{"t":"a"}}
multipart/form-data
  photo: file Form required
  scans: array of file Form
  meta: object json
  note: string Form as text/markdown
  deep: object DeepObject
  {"photo":"binary","scans":["string"],"meta":{"a":1},"note":"string","deep":{}}
application/octet-stream file
security ["key", ""] ["key"]
accepts ["application/json", "text/csv", "application/problem+json"]
"#,
        &shown(&request(&views, &api.operations[0])),
    );
}

const PARTS: &str = r#"
openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  /parts:
    post:
      requestBody:
        content:
          multipart/mixed:
            schema:
              type: array
              minItems: 1
              prefixItems: [{type: object, properties: {a: {type: integer}}}, {}]
              items: {type: string}
            prefixEncoding:
              - headers:
                  X-Given: {example: [1, b]}
                  X-Default: {schema: {type: string, default: d}}
                  X-Needed: {required: true, schema: {type: integer, minimum: 7}}
                  X-Other: {schema: {type: string}}
                  Content-Type: {example: text/plain}
                  Content-Disposition: {example: inline}
              - {contentType: 'image/png, image/*'}
            itemEncoding: {contentType: text/csv}
          multipart/related:
            itemSchema: {type: object}
            prefixEncoding: [{contentType: application/xml}]
            itemEncoding: {contentType: application/json}
          multipart/x-open:
            schema: {type: array, prefixItems: [{type: string}, {type: array, items: {type: string}}], items: false}
            prefixEncoding: [{}, {contentType: multipart/mixed}]
          multipart/form-data:
            schema: {type: array, items: {type: string}}
          multipart/alternative:
            schema: {properties: {text: {type: string}}}
            encoding: {text: {headers: {Content-Disposition: {example: inline}}}}
"#;

#[test]
fn parts_without_names_go_by_their_order() {
    let api = fixture::document(PARTS);
    let views = Views::new(&api);
    same_text(
        r#"
POST /parts
multipart/mixed
  1: One object json required with X-Given=1,b with X-Default=d with X-Needed=7 with Content-Disposition=inline
  2: One file json as image/png, image/*
  : Rest array of string Form as text/csv
  [{"a":1},{}]
multipart/related
  1: One object json as application/xml
  : Rest array of object Form as application/json
  [{}]
multipart/x-open
  1: One string json
  2: One array of string json
  ["string",["string"]]
multipart/form-data
  ["string"]
multipart/alternative
  text: string Form with Content-Disposition=inline
  {"text":"string"}
security [] []
accepts []
"#,
        &shown(&request(&views, &api.operations[0])),
    );
}

#[test]
fn schemas_are_written_for_the_browser() {
    let api = fixture::document(DOCUMENT);
    let views = Views::new(&api);
    let text = schemas(&views, &api.operations[0]).expect("there is something to check");
    let pretty = Json::parse(&text).expect("it is JSON").pretty();
    same_text(include_str!("tests/schemas.json"), &pretty);
}

#[test]
fn the_schemas_are_bounded() {
    let property = |at: usize| {
        format!(r#""p{at}": {{"type": "string", "description": "long", "pattern": "^{}$"}}"#, "a".repeat(300))
    };
    let wide: Vec<String> = (0..300).map(property).collect();
    let document = |schema: &str| {
        format!(
            r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a": {{"post": {{
            "parameters": [{{"name": "n", "in": "query", "schema": {{"type": "integer"}}}}],
            "requestBody": {{"content": {{"application/json": {{"schema": {schema}}}}}}}}}}}}}}}"#
        )
    };
    let api = fixture::document(&document(&format!(
        r#"{{"type": "object", "properties": {{{}}}}}"#,
        wide.join(",")
    )));
    let text = schemas(&Views::new(&api), &api.operations[0]).expect("the parameter can be checked");
    same_text(
        r#"{"parameters":{"query:n":{"type":"integer"}},"bodies":[true],"$defs":{},"cut":true}"#,
        &text,
    );
    let api = fixture::document(&document("{}").replace(r#""type": "integer""#, ""));
    assert_eq!(schemas(&Views::new(&api), &api.operations[0]), None);
}

fn name(kind: super::InputKind) -> String {
    format!("{kind:?}").to_lowercase()
}

#[test]
fn a_value_from_the_document_is_part_of_the_path() {
    let path = |schema: &str| {
        let api = fixture::document(&format!(
            "openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\npaths: {{ '/a/{{p}}': {{ get: {{ parameters: [
               {{ name: p, in: path, required: true, schema: {schema} }}] }} }} }}"
        ));
        let views = Views::new(&api);
        describe(&request(&views, &api.operations[0])).url.replace("{baseUrl}", "")
    };
    assert_eq!(path("{ enum: [red, blue] }"), "/a/red");
    assert_eq!(path("{ type: string, default: now }"), "/a/now");
    assert_eq!(path("{ const: only }"), "/a/only");
    assert_eq!(path("{ type: integer, minimum: 3 }"), "/a/:p");
}
