//! Tests for bundled documents.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::census::{load, roots};
use crate::fixture::{same_text, sources};
use crate::markdown::highlight::Cache;
use crate::openapi::compare::compare;
use crate::openapi::{Api, File, Options, bundle, lower, read, yaml};
use crate::path::SourcePath;
use crate::source::Source;

fn bundled(fixture: &str, extensions: &[&str]) -> String {
    let sources = sources(fixture);
    let (files, _) = super::files(&sources);
    let extensions: Vec<String> = extensions.iter().map(|name| (*name).to_owned()).collect();
    let root = sources.iter().find(|source| source.path.stem() == "api").expect("a fixture has a file `api`");
    let options = Options { extensions: &extensions, ..Options::default() };
    let (api, _) = lower(&root.path, &files, &options, &Cache::default());
    let bundle = bundle(&api, &root.path, &files, &options, &|_| None);
    bundle.as_ref().map(yaml::write).unwrap_or_default()
}

#[track_caller]
fn check(fixture: &str, expected: &str) {
    same_text(expected, &bundled(fixture, &[]));
}

#[test]
fn references_to_the_whole_document_do_not_leave_anything_out() {
    let fixture = "
//- api.yaml
openapi: 3.1.0
info: { title: Filters, version: 1.0.0 }
paths:
  /filters:
    get:
      responses:
        '200': { description: Fine., content: { application/json: { schema: { $ref: '#/components/schemas/All' } } } }
components:
  schemas:
    All:
      $recursiveAnchor: true
      properties: { inner: { items: { $recursiveRef: '#' } }, whole: { description: All., $ref: '#' } }
";
    let found = bundled(fixture, &[]);
    for part in ["openapi: \"3.1.0\"", "title: Filters", "/filters:", "$recursiveRef: \"#\""] {
        assert!(found.contains(part), "{part}: {found}");
    }
}

#[test]
fn parts_of_other_files_become_components() {
    check(
        "
//- api.yaml
openapi: 3.0.3
info: { title: Tools, version: 1.0.0 }
paths:
  /tools:
    $ref: paths/tools.yaml
components:
  schemas:
    Tool: { type: object, properties: { id: { $ref: 'schemas/id.yaml' } } }
    Unused: { type: string }
//- paths/tools.yaml
get:
  parameters:
    - $ref: ../shared.yaml#/parameters/Limit
  responses:
    '200':
      description: The tools.
      content:
        application/json:
          schema: { type: array, items: { $ref: '../api.yaml#/components/schemas/Tool' } }
          examples: { one: { $ref: '../shared.yaml#/examples/One' } }
    default: { $ref: '../shared.yaml#/responses/Problem' }
//- shared.yaml
parameters:
  Limit: { name: limit, in: query, schema: { $ref: '#/schemas/Tool' } }
responses:
  Problem: { description: A problem. }
schemas:
  Tool: { type: integer, maximum: 1.50 }
examples:
  One: { value: [{ id: 1 }] }
//- schemas/id.yaml
type: integer
",
        "
openapi: \"3.0.3\"
info:
  title: Tools
  version: \"1.0.0\"
paths:
  /tools:
    get:
      parameters:
        - $ref: \"#/components/parameters/Limit\"
      responses:
        \"200\":
          description: The tools.
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: \"#/components/schemas/Tool\"
              examples:
                one:
                  $ref: \"#/components/examples/One\"
        default:
          $ref: \"#/components/responses/Problem\"
components:
  examples:
    One:
      value:
        - id: 1
  parameters:
    Limit:
      name: limit
      in: query
      schema:
        $ref: \"#/components/schemas/Tool2\"
  responses:
    Problem:
      description: A problem.
  schemas:
    Tool:
      type: object
      properties:
        id:
          $ref: \"#/components/schemas/id\"
    Tool2:
      type: integer
      maximum: 1.50
    id:
      type: integer
",
    );
}

#[test]
fn hidden_parts_and_everything_that_only_they_use_are_left_out() {
    check(
        "
//- api.yaml
openapi: 3.1.0
info: { title: Tools, version: '1', x-owner: secret }
tags: [{ name: tools, x-displayName: Tools, x-team: secret }, { name: secret }]
x-tagGroups: [{ name: All, tags: [tools, secret] }]
x-secret: true
paths:
  x-secret: {}
  /a:
    get:
      tags: [tools]
      x-secret: true
      x-codeSamples: [{ lang: Shell, source: curl }]
      parameters:
        - { name: secret, in: query, x-internal: true, schema: { $ref: '#/components/schemas/Secret' } }
        - { $ref: '#/components/parameters/Secret' }
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/A' } } }
      responses: {}
    post: { x-internal: true, tags: [secret], responses: {} }
  /secret: { x-internal: true, get: { responses: {} } }
  /empty: { get: { x-hidden: true, responses: {} } }
components:
  parameters:
    Secret: { name: secret2, in: query, x-internal: true }
  schemas:
    Secret: { type: string }
    A:
      required: [a, secret]
      properties: { a: { type: string }, secret: { x-internal: true, type: string } }
",
        "
openapi: \"3.1.0\"
info:
  title: Tools
  version: \"1\"
tags:
  - name: tools
    x-displayName: Tools
x-tagGroups:
  - name: All
    tags:
      - tools
paths:
  /a:
    get:
      tags:
        - tools
      x-codeSamples:
        - lang: Shell
          source: curl
      parameters: []
      requestBody:
        content:
          application/json:
            schema:
              $ref: \"#/components/schemas/A\"
      responses: {}
components:
  schemas:
    A:
      required:
        - a
      properties:
        a:
          type: string
",
    );
}

#[test]
fn published_extensions_are_in_the_bundle() {
    let fixture = "
//- api.json
{\"openapi\": \"3.1.0\", \"paths\": {\"/a\": {\"get\": {\"x-plan\": \"pro\", \"x-cost\": 1, \"responses\": {}}}}}
";
    let text = bundled(fixture, &["x-plan"]);
    assert!(text.contains("x-plan: pro") && !text.contains("x-cost"), "{text}");
}

#[test]
fn cycles_and_mappings_stay_references() {
    check(
        "
//- api.yaml
openapi: 3.1.0
webhooks:
  event:
    post:
      requestBody: { content: { application/json: { schema: { $ref: 'tree.yaml' } } } }
components:
  schemas:
    Leaf: { type: object }
//- tree.yaml
oneOf: [{ $ref: 'api.yaml#/components/schemas/Leaf' }, { $ref: '#/$defs/Node' }]
discriminator: { propertyName: kind, mapping: { leaf: Leaf, node: '#/$defs/Node', lost: nowhere.yaml } }
$defs:
  Node: { $id: node, properties: { below: { items: { $ref: 'tree.yaml#' } }, lost: { $ref: lost.yaml } } }
",
        "
openapi: \"3.1.0\"
webhooks:
  event:
    post:
      requestBody:
        content:
          application/json:
            schema:
              $ref: \"#/components/schemas/tree\"
components:
  schemas:
    Leaf:
      type: object
    tree:
      oneOf:
        - $ref: \"#/components/schemas/Leaf\"
        - $ref: \"#/components/schemas/Node\"
      discriminator:
        propertyName: kind
        mapping:
          leaf: \"#/components/schemas/Leaf\"
          node: \"#/components/schemas/Node\"
          lost: nowhere.yaml
      $defs:
        Node:
          properties:
            below:
              items:
                $ref: \"#/components/schemas/tree\"
            lost:
              $ref: lost.yaml
    Node:
      properties:
        below:
          items:
            $ref: \"#/components/schemas/tree\"
        lost:
          $ref: lost.yaml
",
    );
}

#[test]
fn a_document_in_version_2_keeps_its_sections() {
    check(
        "
//- api.yaml
swagger: '2.0'
paths:
  /a:
    post:
      parameters: [{ in: body, name: b, schema: { $ref: 'a.yaml#/A' } }, { $ref: '#/parameters/p' }]
      responses: { default: { $ref: '#/responses/r' } }
parameters: { p: { name: p, in: query, type: string }, unused: { name: u, in: query, type: string } }
responses: { r: { description: R } }
securityDefinitions: { key: { type: apiKey, name: k, in: header } }
//- a.yaml
A: { type: string }
",
        "
swagger: \"2.0\"
paths:
  /a:
    post:
      parameters:
        - in: body
          name: b
          schema:
            $ref: \"#/definitions/A\"
        - $ref: \"#/parameters/p\"
      responses:
        default:
          $ref: \"#/responses/r\"
parameters:
  p:
    name: p
    in: query
    type: string
responses:
  r:
    description: R
securityDefinitions:
  key:
    type: apiKey
    name: k
    in: header
definitions:
  A:
    type: string
",
    );
}

#[test]
fn replaced_references_cannot_grow_without_limit() {
    let mut document = String::from(
        "//- api.yaml\nopenapi: 3.1.0\npaths:\n  /a: { $ref: '#/components/pathItems/p0' }\ncomponents:\n  pathItems:\n",
    );
    for level in 0..40 {
        let next = level + 1;
        let inside: Vec<String> = (0..4)
            .map(|at| format!("c{at}: {{ x: {{ $ref: '#/components/pathItems/p{next}' }} }}"))
            .collect();
        document += &format!("    p{level}: {{ get: {{ callbacks: {{ {} }} }} }}\n", inside.join(", "));
    }
    document += "    p40: { get: { responses: {} } }\n";
    assert!(bundled(&document, &[]).len() < 200 << 20);
    let own = "//- api.yaml\nopenapi: 3.1.0\npaths:\n  /a: { get: { callbacks: { c: { x: { $ref: '#/paths/~1a' } } } } }\n";
    assert!(bundled(own, &[]).contains("/a:"));
}

/// The API that a bundle describes is the API that the document describes.
#[test]
fn bundles_of_real_documents_describe_the_same_api() {
    // Without documents, there is nothing to check. If there are documents, the script that runs all tests sets the
    // variable.
    let Some(folder) = std::env::var_os("DOCGEN_SPECS").filter(|folder| !folder.is_empty()) else { return };
    let folder = Path::new(&folder);
    for root in roots(folder) {
        let files = load(folder, &root);
        let api = lowered(&root, &files);
        let Some(bundle) = bundle(&api, &root, &files, &Options::default(), &|_| None) else { continue };
        for (path, text) in [("bundle.json", bundle.to_string()), ("bundle.yaml", yaml::write(&bundle))] {
            let path = SourcePath::new(path);
            let (file, problems) = read(&Source::new(path.clone(), &text));
            assert_eq!(problems, [], "{root}");
            let of_bundle = lowered(&path, &BTreeMap::from([(path.clone(), Arc::new(file))]));
            let counts = |api: &Api| (api.operations.len(), api.webhooks.len(), api.schemes.len());
            assert_eq!(counts(&api), counts(&of_bundle), "{root}");
            let told = |old, new| {
                let changes = compare(old, new, "2027-01-15");
                let messages = changes.all.into_iter().map(|change| change.message);
                // A schema that is a whole file has a new name, and a schema that nothing refers to is left out.
                let is_name =
                    |message: &String| message.starts_with("schema `") && message.ends_with("` removed");
                messages.filter(|message| !is_name(message)).collect::<Vec<_>>()
            };
            assert_eq!(told(&api, &of_bundle), Vec::<String>::new(), "{root}");
            assert_eq!(told(&of_bundle, &api), Vec::<String>::new(), "{root}");
        }
    }
}

fn lowered(root: &SourcePath, files: &BTreeMap<SourcePath, Arc<File>>) -> Api {
    lower(root, files, &Options::default(), &Cache::default()).0
}
