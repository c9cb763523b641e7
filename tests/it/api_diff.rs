//! `docgen api diff`: its report in each format, its exit codes, and documents that can't be compared.

use serde_json::{Value as Json, json};

use crate::harness::{Project, Run};

const OLD: &str = "openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      parameters:
        - name: limit
          in: query
          schema: { type: integer, maximum: 100 }
      responses:
        '200':
          description: The pets.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: 'parts.yaml#/Pet' }
  /pets/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: The pet.
          content:
            application/json:
              schema: { $ref: 'parts.yaml#/Pet' }
    delete:
      deprecated: true
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Done. } }
";

const PARTS: &str = "Pet:
  type: object
  required: [id]
  properties:
    id: { type: string }
    tag: { type: string }
";

/// Writes two versions of a document and the file that they refer to.
fn documents(new: impl Fn(&str) -> String, parts: impl Fn(&str) -> String) -> Project {
    let project = Project::new("");
    project.write("old/api.yaml", OLD).write("old/parts.yaml", PARTS);
    project.write("new/api.yaml", new(OLD)).write("new/parts.yaml", parts(PARTS));
    project
}

/// Two documents that differ by at least one change at each level.
fn changed() -> Project {
    documents(
        |old| {
            old.replace("maximum: 100", "maximum: 50").split("    delete:").next().unwrap_or(old).to_owned()
        },
        |old| old.replace("    tag: { type: string }\n", ""),
    )
}

#[track_caller]
fn report(run: &Run) -> Json {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}:\n{}{}", run.stdout, run.stderr))
}

#[test]
fn a_document_is_like_itself() {
    let same = documents(str::to_owned, str::to_owned);
    same.run("api diff old/api.yaml new/api.yaml").code(0).stdout("no changes\n").stderr("");
    let json = report(&same.run("api diff old/api.yaml new/api.yaml --format json").code(0));
    let none = json!({"summary": {"breaking": 0, "warning": 0, "compatible": 0}, "changes": []});
    assert_eq!(json, none);
    same.run("api diff old/api.yaml new/api.yaml --format github").code(0).stdout("");
}

#[test]
fn the_report_starts_with_the_worst_operation() {
    let text = "GET /pets
  breaking    query parameter `limit`: `maximum` `100` tightened to `50`
              new/api.yaml:9:11 (limit-tightened)

2 operations: GET /pets, GET /pets/{id}
  warning     schema `Pet` in responses, property `tag`: optional property removed
              new/parts.yaml:1:1 (optional-property-removed)

DELETE /pets/{id}
  compatible  operation: removed after being deprecated
              old/api.yaml:27:5 (operation-removed-deprecated)

1 breaking change, 1 warning, 1 compatible change
";
    changed().run("api diff old/api.yaml new/api.yaml").code(1).stdout(text).stderr("");
}

#[test]
fn the_report_can_be_markdown() {
    let text = "## API changes

1 breaking change, 1 warning, 1 compatible change

### `GET /pets`

- **Breaking:** query parameter `limit`: `maximum` `100` tightened to `50` (`limit-tightened`, `new/api.yaml:9:11`)

### 2 operations: `GET /pets`, `GET /pets/{id}`

- **Warning:** schema `Pet` in responses, property `tag`: optional property removed (`optional-property-removed`, `new/parts.yaml:1:1`)

### `DELETE /pets/{id}`

- operation: removed after being deprecated (`operation-removed-deprecated`, `old/api.yaml:27:5`)
";
    changed().run("api diff old/api.yaml new/api.yaml --format markdown").code(1).stdout(text);
}

#[test]
fn the_report_can_be_json() {
    let json = report(&changed().run("api diff old/api.yaml new/api.yaml --format json").code(1));
    assert_eq!(json["summary"], json!({"breaking": 1, "warning": 1, "compatible": 1}));
    let place = |path: &str, pointer: &str, from: [u32; 2], to: [u32; 2]| json!({"path": path, "pointer": pointer, "line": from[0], "column": from[1], "end_line": to[0], "end_column": to[1]});
    let pointer = "/paths/~1pets/get/parameters/0/schema";
    let first = json!({
        "id": "limit-tightened",
        "level": "breaking",
        "message": "query parameter `limit`: `maximum` `100` tightened to `50`",
        "operations": ["GET /pets"],
        "old": place("old/api.yaml", pointer, [9, 11], [9, 17]),
        "new": place("new/api.yaml", pointer, [9, 11], [9, 17]),
    });
    assert_eq!(json["changes"][0], first);
    assert_eq!(json["changes"][1]["operations"], json!(["GET /pets", "GET /pets/{id}"]));
    assert_eq!(json["changes"][1]["old"]["pointer"], "/Pet/properties/tag");
    assert_eq!(json["changes"][2]["new"], Json::Null);
}

#[test]
fn the_report_can_be_annotations() {
    let text = "::error title=limit-tightened,file=new/api.yaml,line=9,col=11,endLine=9,endColumn=17::GET /pets%0Aquery parameter `limit`: `maximum` `100` tightened to `50`
::warning title=optional-property-removed,file=new/parts.yaml,line=1,col=1,endLine=1,endColumn=4::2 operations: GET /pets, GET /pets/{id}%0Aschema `Pet` in responses, property `tag`: optional property removed
::notice title=operation-removed-deprecated,file=new/api.yaml::DELETE /pets/{id}%0Aoperation: removed after being deprecated
";
    changed().run("api diff old/api.yaml new/api.yaml --format github").code(1).stdout(text);
}

#[test]
fn only_breaking_changes_fail_unless_the_check_is_strict() {
    let warning = documents(str::to_owned, |old| old.replace("    tag: { type: string }\n", ""));
    warning.run("api diff old/api.yaml new/api.yaml").code(0).stdout_has("\n1 warning\n");
    warning.run("api diff old/api.yaml new/api.yaml --strict").code(1);
    let added = documents(str::to_owned, |old| format!("{old}    name: {{ type: string }}\n"));
    added.run("api diff old/api.yaml new/api.yaml --strict").code(0).stdout_has("\n1 compatible change\n");
}

#[test]
fn documents_of_different_versions_are_compared() {
    let project = Project::new("");
    let old = "swagger: '2.0'
info: {title: T, version: '1'}
host: example.com
schemes: [https]
consumes: [application/json]
produces: [application/json]
paths:
  /a:
    post:
      parameters: [{in: body, name: body, required: true, schema: {$ref: '#/definitions/A'}}]
      responses: {200: {description: A, schema: {$ref: '#/definitions/A'}}}
definitions: {A: {type: object, properties: {a: {type: integer, x-nullable: true, minimum: 1, exclusiveMinimum: true}}}}
";
    let new = "openapi: 3.1.0
info: {title: T, version: '1'}
servers: [{url: 'https://example.com'}]
paths:
  /a:
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
      responses: {'200': {description: A, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}
components: {schemas: {A: {type: object, properties: {a: {type: [integer, 'null'], exclusiveMinimum: 1}}}}}
";
    project.write("old.yaml", old).write("new.yaml", new);
    project.run("api diff old.yaml new.yaml --strict").code(0).stdout("no changes\n").stderr("");
}

#[test]
fn documents_that_cannot_be_read_are_failures() {
    let project = documents(str::to_owned, str::to_owned);
    project.write("broken.yaml", "openapi: 3.1.0\npaths: [\n").write("other.yaml", "rules: {}\n");
    project.write("bytes.yaml", b"openapi: \xff").write("page.md", "# Page\n");
    for (arguments, expected) in [
        ("missing.yaml old/api.yaml", "file not found: `missing.yaml`"),
        ("old new/api.yaml", "expected a file, found the folder `old`"),
        (
            "old/api.yaml https://example.com/a.yaml",
            "expected a file, found the URL `https://example.com/a.yaml`",
        ),
        ("old/api.yaml broken.yaml", " --> broken.yaml:"),
        ("old/api.yaml bytes.yaml", "bytes.yaml"),
        ("old/api.yaml other.yaml", "`other.yaml` isn't an OpenAPI document"),
        ("page.md old/api.yaml", "`page.md` isn't an OpenAPI document"),
    ] {
        project.run(&format!("api diff {arguments}")).code(2).stdout("").stderr_has(expected);
    }
    // References that can't be resolved are reported, and everything else is compared.
    project.write("new/api.yaml", OLD.replace("parts.yaml#/Pet", "parts.yaml#/Dog"));
    let run = project.run("api diff old/api.yaml new/api.yaml").code(1);
    run.stderr_has("warning[unresolved-ref]").stdout_has("breaking    ");
}
