//! Tests that documents with random changes are read to the end and that the results are consistent.

use super::{files, outline};
use crate::fixture::{Numbers, sources};
use crate::markdown::highlight::Cache;
use crate::openapi::{Api, Operation, Options, SchemaId, lint, lower};
use crate::source::Source;

/// A small document with every feature.
const SEED: &str = r##"
//- api.yaml
openapi: 3.1.0
info: &info { title: Seed, version: "1", description: "A *seed*." }
servers: [{ url: "https://{h}.example.com", variables: { h: { default: a } } }]
security: [{ k: [] }]
tags: [{ name: t, parent: u }, { name: u }]
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getA
      tags: [t]
      parameters:
        - { name: q, in: query, style: deepObject, explode: true, schema: { $ref: "#/components/schemas/A" } }
      responses:
        200:
          description: Yes
          headers: { X: { schema: { type: integer, minimum: 1, exclusiveMinimum: true } } }
          content: { application/json: { schema: { $ref: "more.json#/B" }, examples: { e: { value: [1, null] } } } }
          links: { l: { operationId: getA, parameters: { id: $response.body } } }
        default: { $ref: "#/paths/~1a~1{id}/get/responses/200" }
    post:
      requestBody: { content: { multipart/form-data: { schema: { type: object }, encoding: { f: { contentType: a/b } } } } }
      callbacks: { c: { "{$url}": { post: { summary: Called } } } }
  /b: { $ref: "more.json#/path" }
webhooks: { w: { post: { operationId: hook } } }
components:
  securitySchemes: { k: { type: apiKey, in: header, name: K } }
  schemas:
    A:
      type: [object, "null"]
      required: [x]
      properties: { x: { enum: [1, 2], x-enumDescriptions: { 1: One } }, a: { $ref: "#/components/schemas/A" } }
      oneOf: [{ $ref: "#/components/schemas/C" }]
      discriminator: { propertyName: k, mapping: { c: C } }
    C: { allOf: [{ $ref: "#/components/schemas/A" }], example: *info }
//- more.json
{"B": {"type": "array", "items": {"$ref": "api.yaml#/components/schemas/A"}, "maxItems": 3},
 "path": {"get": {"parameters": [{"in": "body", "name": "b", "schema": {}}, {"in": "query", "name": "n", "type": "integer"}]}}}
"##;

fn sound(sources: &[Source]) {
    let (files, _) = files(sources);
    let root = &sources[0].path;
    let (api, diagnostics) = lower(root, &files, &Options::default(), &Cache::default());
    lint(root, &files);
    for diagnostic in &diagnostics {
        if let Some(crate::diag::Location::Span(path, span)) = &diagnostic.location {
            let source = sources.iter().find(|source| source.path == *path).expect("it is one of the files");
            assert!(source.text.get(span.range()).is_some(), "{diagnostic:?}");
        }
    }
    consistent(&api);
    outline::outline(&api);
}

/// Checks that every index is valid and that every page has a unique slug.
fn consistent(api: &Api) {
    let schemas = api.schemas.all.len() as u32;
    let known = |id: Option<SchemaId>| assert!(id.is_none_or(|id| id.0 < schemas));
    for schema in &api.schemas.all {
        schema.properties.iter().for_each(|property| known(Some(property.schema)));
        schema.all_of.iter().chain(&schema.one_of).chain(&schema.any_of).for_each(|id| known(Some(*id)));
    }
    let mut slugs = std::collections::BTreeSet::from(["intro"]);
    let operations = |list: &[Operation], tagged: bool| {
        for operation in list {
            assert!(!tagged || !operation.tags.is_empty());
            assert!(operation.tags.iter().all(|tag| (*tag as usize) < api.tags.len()));
            operation.parameters.iter().for_each(|parameter| known(parameter.schema));
        }
    };
    operations(&api.operations, true);
    operations(&api.webhooks, false);
    let own = api.tags.iter().map(|tag| &*tag.slug);
    let own = own.chain(api.operations.iter().chain(&api.webhooks).map(|operation| &*operation.slug));
    for slug in own {
        assert!(!slug.is_empty() && slugs.insert(slug), "{slug}");
    }
    for group in &api.groups {
        assert!(group.tags.iter().all(|tag| (*tag as usize) < api.tags.len()));
    }
}

#[test]
fn a_document_with_lines_and_bytes_changed_is_read_to_the_end() {
    let seed = sources(SEED);
    sound(&seed);
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..150 {
        let changed: Vec<Source> = seed
            .iter()
            .map(|source| Source::new(source.path.clone(), &change(&source.text, &mut numbers)))
            .collect();
        sound(&changed);
    }
}

/// Changes text in one to three places.
fn change(text: &str, numbers: &mut Numbers) -> String {
    const PIECES: [&str; 24] = [
        "$ref: '#/paths'",
        "$ref: more.json",
        "null",
        "[]",
        "{}",
        "- ",
        "*info",
        "&x ",
        "? ",
        "\"",
        "'",
        "|\n",
        ">\n",
        "!!str ",
        "---\n",
        "<<: *info",
        "0",
        "-1e999",
        "true",
        "#",
        "\t",
        "\u{0}",
        "é",
        "x-slug: intro",
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + numbers.below(3) {
        let at = numbers.below(characters.len());
        match numbers.below(5) {
            0 => {
                characters.remove(at);
            }
            1 => {
                let end = (at + numbers.below(40)).min(characters.len());
                characters.drain(at..end);
            }
            2 => {
                let end = (at + numbers.below(60)).min(characters.len());
                let copy: Vec<char> = characters[at..end].to_vec();
                let to = numbers.below(characters.len());
                characters.splice(to..to, copy);
            }
            3 => {
                let piece = PIECES[numbers.below(PIECES.len())];
                characters.splice(at..at, piece.chars());
            }
            _ => {
                let other = numbers.below(characters.len());
                characters.swap(at, other);
            }
        }
        if characters.is_empty() {
            characters.push(' ');
        }
    }
    characters.into_iter().collect()
}

#[test]
fn a_document_with_values_exchanged_is_read_to_the_end() {
    // Text changes break the syntax. To reach later stages, this test moves values instead.
    let seed = sources(SEED);
    let lines: Vec<&str> = seed[0].text.lines().collect();
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    let values: Vec<&str> =
        lines.iter().filter_map(|line| line.split_once(": ").map(|(_, value)| value)).collect();
    for _ in 0..150 {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        for _ in 0..1 + numbers.below(4) {
            let at = numbers.below(changed.len());
            if let Some((key, _)) = lines[at].split_once(": ") {
                changed[at] = format!("{key}: {}", values[numbers.below(values.len())]);
            } else {
                let other = numbers.below(changed.len());
                changed.swap(at, other);
            }
        }
        let mut text = changed.join("\n");
        text.push('\n');
        sound(&[Source::new(seed[0].path.clone(), &text), seed[1].clone()]);
    }
}
