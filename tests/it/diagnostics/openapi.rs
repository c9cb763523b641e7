//! Problems with OpenAPI documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::check as check_site;
use docgen::internals::Source;
use docgen::internals::SourcePath;
use docgen::internals::highlight::Cache;
use docgen::internals::openapi::{self, Options};
use docgen::internals::{Code, Location, Severity};

/// Reads a document that consists of one file, and returns the code, line, and message of each problem.
fn problems(file: &str, text: &str) -> Vec<(&'static str, usize, String)> {
    let source = Source::new(SourcePath::new(file), text);
    let (read, mut diagnostics) = openapi::read(&source);
    let files = BTreeMap::from([(source.path.clone(), Arc::new(read))]);
    let (api, found) = openapi::lower(&source.path, &files, &Options::default(), &Cache::default());
    diagnostics.extend(found);
    // Most of these documents have no server. Unit tests check the message about a missing server.
    diagnostics.retain(|one| one.code != Code::MissingServer);
    diagnostics.extend(openapi::values(&api));
    diagnostics.extend(openapi::lint(&source.path, &files));
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    diagnostics
        .into_iter()
        .map(|one| {
            assert_eq!(one.code.default_severity(), Severity::Warning);
            let Some(Location::Span(_, span)) = one.location else { panic!("{one:?} has no place") };
            (one.code.as_str(), line(span.start as usize), one.message)
        })
        .collect()
}

/// Checks that a document has exactly one problem, with the given code and line, and with a message that contains
/// `says`.
#[track_caller]
fn check(text: &str, code: &str, line: usize, says: &str) {
    let found = problems("openapi/api.yaml", text);
    let [(found_code, found_line, message)] = found.as_slice() else { panic!("one problem: {found:#?}") };
    assert_eq!((*found_code, *found_line), (code, line), "{message}");
    assert!(message.contains(says), "{message}");
}

#[test]
fn what_2_0_says_of_hosts_and_bodies_is_held_to_it() {
    let head = "swagger: '2.0'\ninfo: { title: A, version: '1' }\n";
    let paths =
        "paths:\n  /a:\n    post:\n      responses: { '200': { description: Fine. } }\n      parameters:\n";
    check(
        &format!("{head}host: 'http://h.example/'\npaths: {{}}\n"),
        "invalid-openapi",
        3,
        "`http://h.example/` is interpreted as `h.example`",
    );
    let whole = "        - { in: body, name: b, schema: { type: object } }\n";
    for second in ["in: body, name: c, schema: { type: string }", "in: formData, name: f, type: string"] {
        check(&format!("{head}{paths}{whole}        - {{ {second} }}\n"), "invalid-openapi", 9, "one body");
    }
    // If an operation's body overrides the path's body, the operation's body doesn't count as a second body.
    let path = "    parameters: [{ in: body, name: b, schema: { type: string } }]\n";
    let text = format!("{head}{paths}{whole}{path}");
    assert_eq!(problems("openapi/api.yaml", &text), []);
}

#[test]
fn a_version_that_is_not_known_is_told_where_it_stands() {
    check("info: { title: A, version: '1' }\nopenapi: 4.0.0\npaths: {}\n", "invalid-openapi", 2, "`4.0.0`");
}

#[test]
fn every_kind_of_problem_has_its_code_and_place() {
    let head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";
    check(&format!("{head}paths: {{}}\npaths: {{}}\n"), "openapi-syntax", 4, "duplicate key `paths`");
    check(&format!("{head}paths: [\n"), "openapi-syntax", 3, "invalid YAML");
    check(
        &format!("{head}paths:\n  /a: {{ get: 5 }}\n"),
        "invalid-openapi",
        4,
        "`/paths/~1a/get`: expected an operation object, found a number",
    );
    check(
        &format!("{head}components: {{ schemas: {{ A: {{ $ref: '#/b' }} }} }}\n"),
        "unresolved-ref",
        3,
        "`#/b`",
    );
    check(
        &format!("{head}paths:\n  /a:\n    get: {{ operationId: x }}\n    put: {{ operationId: x }}\n"),
        "duplicate-operation-id",
        6,
        "duplicate operation ID `x`",
    );
    let tags = "tags:\n  - { name: a, description: A. }\n  - { name: A, description: B. }\n";
    check(&format!("{head}{tags}"), "duplicate-slug", 5, "`a-2`, because the tag `a` has the slug");
    check(
        &format!("{head}externalDocs:\n  url: javascript:x\n"),
        "unsafe-url",
        4,
        "unsafe URL `javascript:x`",
    );
    let strict = "openapi: 3.0.0\ninfo: { title: A, version: '1' }\npaths:\n  /a:\n    get:\n      responses:\n        '200': {}\n";
    check(strict, "openapi-lint", 7, "missing key `description`");
    let example = "components:\n  schemas:\n    A: { type: object, properties: { n: { type: integer } }, example: { n: x } }\n";
    check(&format!("{head}{example}"), "invalid-example", 5, "`/n` isn't of type integer");
    for (schema, problem) in [
        ("{ type: integer, default: few }", "the default doesn't match its schema: it isn't of type integer"),
        ("{ type: string, enum: [a, 1] }", "the enum value `1` isn't of type string"),
        ("{ type: string, minLength: 5, maxLength: 3 }", "`minLength` is 5, but `maxLength` is 3"),
        ("{ type: integer, minimum: 5, maximum: 1.5 }", "the minimum is greater than the maximum"),
        ("{ allOf: [{ type: string }, { type: integer }] }", "its parts contradict each other"),
    ] {
        let schemas = format!("components:\n  schemas:\n    A: {schema}\n");
        check(&format!("{head}{schemas}"), "invalid-example", 5, problem);
    }
    // The invalid key is named, although the part around it is read as a whole.
    let flag = "openapi: 3.0.0\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    A:\n      type: integer\n      exclusiveMinimum: 0\n";
    check(flag, "openapi-lint", 8, "`/components/schemas/A/exclusiveMinimum` isn't valid OpenAPI 3.0");
}

#[test]
fn a_text_in_a_media_type_that_is_not_json_is_how_a_value_is_written() {
    let rows = |media: &str, example: &str| {
        format!("{media}: {{ schema: {{ type: array, items: {{ type: array }} }}, example: \"{example}\" }}")
    };
    let content = format!(
        "content: {{ {}, {} }}",
        rows("text/tab-separated-values", "a\\tb\\n1\\t2"),
        rows("text/csv", "a,b\\n1,2")
    );
    let parameter = |place: &str| {
        let content = rows("text/tab-separated-values", "a\\tb");
        format!("{{ name: P, in: {place}, content: {{ {content} }} }}")
    };
    let document = format!(
        "openapi: 3.1.0\ninfo: {{ title: A, version: '1' }}\npaths:\n  /a:\n    post:\n      parameters: [{}, {}]\n      requestBody: {{ {content} }}\n      responses: {{ '200': {{ description: x, {content} }} }}\n",
        parameter("query"),
        parameter("header"),
    );
    assert_eq!(problems("openapi/api.yaml", &document), []);
}

#[test]
fn a_mistake_is_told_once() {
    let head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";
    let scheme = "components:\n  securitySchemes:\n    a: { type: apikey, in: header, name: X }\n";
    check(&format!("{head}{scheme}"), "invalid-openapi", 5, "unknown security scheme type `apikey`");
}

#[test]
fn files_of_the_folder_that_are_no_documents() {
    check_site(
        "
//- content/docs/a.md
# A
//- openapi/bad.yaml
openapi: 3.1.0
info:
  title: Shop: the API
//- openapi/empty.yml

//- openapi/shared.yaml
info: { title: Shared, version: '1' }
//- openapi/shop.yaml
openapi: 3.1.0
info: { $ref: 'shared.yaml#/info' }
paths: {}
//- openapi/settings.yaml
rules: {}
//- openapi/typo.json
{ \"opnapi\": \"3.1.0\", \"paths\": {} }
//- openapi/unlisted.yaml
overlay: 1.0.0
",
        r#"
error[unreadable-openapi]: invalid YAML: mapping values are not allowed in this context
 --> openapi/bad.yaml:3:14
  |
3 |   title: Shop: the API
  |              ^
  |
  = hint: quote the value; otherwise, `: ` starts another value

warning[unused-content]: `openapi/empty.yml` isn't used: it doesn't declare an OpenAPI version
--> openapi/empty.yml
 = hint: add a version, such as `openapi: 3.1.0`, or move the file to another folder

warning[unused-content]: `openapi/typo.json` isn't used: it doesn't declare an OpenAPI version
--> openapi/typo.json
 = hint: add a version, such as `openapi: 3.1.0`, or move the file to another folder

warning[unused-content]: `openapi/unlisted.yaml` isn't used: no document in the config has this overlay
--> openapi/unlisted.yaml
 = hint: add it to a document's `overlays`, or move the file to another folder
"#,
    );
}

#[test]
fn problems_are_shown_with_their_lines() {
    check_site(
        "
//- docgen.toml
[[openapi]]
file = \"openapi/api.yaml\"
//- content/docs/a.md
# A
//- openapi/api.yaml
openapi: 3.0.0
info: { title: A, version: '1' }
paths:
  /tools:
    $ref: paths/tools.yaml
//- openapi/paths/tools.yaml
get:
  operationId: listTools
  desciption: All of them.
  responses:
    '200':
      content:
        application/json:
          schema: { $ref: '../schemas.yaml#/Tol' }
  parameters:
    - { name: code, in: query, schema: { type: string, pattern: /a+/ }, example: aa }
//- openapi/schemas.yaml
Tool: { type: object }
",
        r#"
warning[missing-server]: the API has no server with a full URL, so readers have to enter the URL
 --> openapi/api.yaml:1:1
  |
1 | openapi: 3.0.0
  | ^^^^^^^
  |
  = hint: add the API's URL under `servers`, such as `- url: https://api.example.com`

warning[invalid-openapi]: `/get/desciption`: unknown key `desciption` in an operation object
 --> openapi/paths/tools.yaml:3:3
  |
3 |   desciption: All of them.
  |   ^^^^^^^^^^
  |
  = hint: did you mean `description`?

warning[openapi-lint]: `/get/responses/200` isn't valid OpenAPI 3.0: missing key `description`
 --> openapi/paths/tools.yaml:5:5
  |
5 |     '200':
  |     ^^^^^

warning[unresolved-ref]: `../schemas.yaml#/Tol` at `/get/responses/200/content/application~1json/schema` doesn't match anything: `openapi/schemas.yaml` has no `Tol`
 --> openapi/paths/tools.yaml:8:11
  |
8 |           schema: { $ref: '../schemas.yaml#/Tol' }
  |           ^^^^^^
  |
  = hint: did you mean `Tool`?

warning[invalid-example]: `/get/parameters/0/example`: an example doesn't match its schema: it doesn't match `/a+/`
  --> openapi/paths/tools.yaml:10:73
   |
10 |     - { name: code, in: query, schema: { type: string, pattern: /a+/ }, example: aa }
   |                                                                         ^^^^^^^
   |
   = hint: remove the slashes around the pattern; otherwise, the pattern includes them
"#,
    );
}

#[test]
fn an_invalid_example_is_reported_where_it_is() {
    let reported = |rest: &str, line: usize, pointer: &str| {
        let document = format!(
            "openapi: 3.1.0\ninfo: {{ title: A, version: '1' }}\nservers: [{{ url: 'https://a.example' }}]\npaths:\n  /a:\n    post:\n{rest}"
        );
        check(&document, "invalid-example", line, pointer);
    };
    reported(
        "      parameters:\n        - name: a\n          in: query\n          schema: { type: integer }\n          example: abc\n",
        11,
        "`/paths/~1a/post/parameters/0/example`: an example",
    );
    reported(
        "      parameters:\n        - name: a\n          in: query\n          schema:\n            type: integer\n            examples:\n              - 1\n              - x\n",
        14,
        "`/paths/~1a/post/parameters/0/schema/examples/1`: an example",
    );
    let body = "      requestBody:\n        content:\n          application/json:\n            schema: { type: integer }\n";
    reported(
        &format!(
            "{body}            examples:\n              good: {{ value: 1 }}\n              bad:\n                value: x\n"
        ),
        13,
        "`/paths/~1a/post/requestBody/content/application~1json/examples/bad`: the example `bad`",
    );
}
