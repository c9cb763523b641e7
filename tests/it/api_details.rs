//! Details of API pages and of their Markdown versions: long enums, constants, nested lists, links to external
//! documentation, generic schemas that refer to themselves, and tags without content.

use crate::harness::Project;

/// Builds a reference whose only operation answers with a schema. `more` is appended to the document. Returns the page's
/// HTML and Markdown.
fn pages(schema: &str, more: &str) -> [String; 2] {
    let project = Project::new("//- content/docs/index.md\n# Start\n");
    project.write(
        "openapi/api.yaml",
        format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: '1' }}
servers: [{{ url: 'https://api.example.com' }}]
paths:
  /a:
    get:
      operationId: read
      responses:
        '200':
          description: Fine.
          content:
            application/json:
              schema: {schema}
{more}"
        ),
    );
    project.run("build").code(0);
    ["dist/api/read/index.html", "dist/api/read.md"].map(|path| project.read(path))
}

#[test]
fn the_markdown_version_has_all_values_of_a_long_enum() {
    let values: Vec<String> = (0..600).map(|at| format!("value-{at:03}")).collect();
    let [html, markdown] = pages(&format!("{{ type: string, enum: [{}] }}", values.join(", ")), "");
    assert!(html.contains("value-249") && !html.contains("value-250"), "{html}");
    assert!(html.contains("and 350 more values") && html.contains("href=\"/api/read.md\""), "{html}");
    assert!(values.iter().all(|value| markdown.contains(value)), "{markdown}");
    assert!(!markdown.contains("more values"), "{markdown}");
}

#[test]
fn an_enum_with_one_value_is_a_constant() {
    let object = "{ type: object, properties: { a: { type: string, enum: [close], example: close } } }";
    let [html, markdown] = pages(object, "");
    assert!(markdown.contains("- `a` string: Always `close`\n"), "{markdown}");
    assert!(html.contains("Always <code>close</code>") && !html.contains("Example <code>close"), "{html}");
    // `null` is another value.
    let [_, markdown] =
        pages("{ type: object, properties: { a: { type: [string, 'null'], enum: [close, null] } } }", "");
    assert!(!markdown.contains("Always"), "{markdown}");
}

#[test]
fn the_items_of_nested_lists_are_below_each_other() {
    let list = "{ type: array, items: { type: array, maxItems: 3, items: { type: string, maxLength: 5 } } }";
    let [html, markdown] = pages(list, "");
    assert!(
        markdown.contains("- Each item: at most 3 items\n  - Each item: at most 5 characters\n"),
        "{markdown}"
    );
    let label = "<div class=\"api-items\"><span class=\"api-items-label\">Each item</span>";
    let (_, outer) = html.split_once(label).expect("there are items");
    let (facts, inner) = outer.split_once(label).expect("there are inner items");
    assert!(facts.contains("at most") && !facts.contains("</div>"), "{facts}");
    assert!(inner.contains("</div></div>"), "{inner}");
}

#[test]
fn links_to_the_documentation_of_schemas_name_the_target() {
    let docs = |path: &str| format!("externalDocs: {{ url: 'https://docs.example/{path}' }}");
    let object = format!(
        "{{ type: object, properties: {{ a: {{ title: Alpha, {} }}, b: {{ type: string, {} }} }} }}",
        docs("a"),
        docs("b")
    );
    let [html, markdown] = pages(&object, "");
    for name in ["Learn more (Alpha)", "Learn more (docs.example)"] {
        assert!(html.contains(name) && markdown.contains(name), "{markdown}");
    }
}

#[test]
fn a_completed_generic_that_refers_to_itself_is_recursive() {
    let [_, markdown] = pages(
        "{ $ref: '#/components/schemas/Texts' }",
        r##"components:
  schemas:
    Tree:
      $id: https://a.example/tree
      type: object
      properties:
        value: { $dynamicRef: '#item' }
        left: { $ref: '#' }
        right: { type: array, items: { $ref: '#' } }
      $defs: { any: { $dynamicAnchor: item, title: Anything } }
    Texts:
      $id: https://a.example/texts
      $ref: https://a.example/tree
      $defs: { text: { $dynamicAnchor: item, type: string } }
"##,
    );
    let repeats = "  - The same fields as `Texts`, which contains this schema.\n";
    let rows = format!("- `value` string\n- `left` object\n{repeats}- `right` array of object\n{repeats}");
    assert!(markdown.contains(&rows), "{markdown}");
}

#[test]
fn a_tag_without_operations_and_description_has_no_page() {
    let project = Project::new(
        "
//- content/docs/index.md
# Start
//- openapi/api.yaml
openapi: 3.2.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://api.example.com' }]
x-tagGroups: [{ name: All, tags: [empty, told, used, leaf] }]
tags:
  - { name: empty }
  - { name: told, description: Soon. }
  - { name: used }
  - { name: root }
  - { name: leaf, parent: root }
  - { name: twig, parent: leaf }
  - { name: bare, parent: root }
paths:
  /a: { get: { operationId: a, tags: [used], responses: {} } }
  /b: { get: { operationId: b, tags: [twig], responses: {} } }
",
    );
    project.run("build").code(0).stderr_lacks("warning");
    for (tag, has_page) in [
        ("empty", false),
        ("told", true),
        ("used", true),
        ("root", true),
        ("leaf", true),
        ("twig", true),
        ("bare", false),
    ] {
        assert_eq!(project.has(&format!("dist/api/{tag}/index.html")), has_page, "{tag}");
    }
    let sidebar = project.read("dist/api/a/index.html");
    assert!(!sidebar.contains(">empty<") && sidebar.contains(">told<"), "{sidebar}");
}

#[test]
fn an_operation_with_the_name_of_its_tag_gets_a_slug_with_its_method() {
    let project = Project::new(
        "
//- content/docs/index.md
# Start
//- openapi/api.yaml
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths:
  /query:
    get: { operationId: query, tags: [query], responses: {} }
    post: { operationId: Query, tags: [query], responses: {} }
",
    );
    project.run("build").code(0).stderr_lacks("warning");
    assert!(project.has("dist/api/query/index.html"));
    assert!(project.has("dist/api/get-query/index.html") && project.has("dist/api/post-query/index.html"));
}
