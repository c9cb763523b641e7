//! Texts on pages from OpenAPI documents: descriptions with several blocks, and the method of a webhook.

use crate::harness::Project;

/// Returns a site with an OpenAPI document.
fn site(document: &str) -> Project {
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write(
        "openapi/shop.yaml",
        format!("openapi: 3.1.0\ninfo: {{ title: Shop, version: '1' }}\n{document}"),
    );
    site
}

#[test]
fn descriptions_of_fields_keep_their_blocks_in_markdown() {
    let site = site(
        r#"
paths:
  /orders:
    post:
      operationId: order
      requestBody:
        content:
          application/json:
            schema:
              type: object
              description: |
                An order.

                - Hot
                - Cold
              required: [kind]
              properties:
                kind:
                  type: string
                  enum: [a, b]
                  description: |
                    Values:

                    * **A** – one
                    * **B** – two

                    ```js
                    // comment
                    let a = 1
                    ```
                size:
                  type: object
                  description: "| x | y |\n|---|---|\n| 1 | 2 |"
                  properties:
                    list: { type: object, description: "- one\n- two", properties: { deep: { type: string, description: Deep. } } }
                    open: { type: string, description: "Text.\n\n```\ncode" }
                    after: { type: string }
                plain: { type: string, description: "One\nparagraph." }
                marked: { type: string, description: "<b>One</b> line." }
                many: { type: array, items: { type: object, description: "First.\n\nSecond.", properties: { x: { type: string } } } }
      responses: { '200': { description: Fine } }
"#,
    );
    site.run("build").code(0);
    let page = site.read("dist/api/order.md");
    let expected = "
An order.

- Hot
- Cold

<!-- -->

- `kind` string, required: One of `a`, `b`

  Values:

  * **A** – one
  * **B** – two

  ```js
  // comment
  let a = 1
  ```

- `size` object:

  | x | y |
  |---|---|
  | 1 | 2 |

  - `list` object:

    - one
    - two

    <!-- -->

    - `deep` string: Deep.
  - `open` string:

    Text.

    ```
    code
    ```

  - `after` string
- `plain` string: One paragraph.
- `marked` string: <b>One</b> line.
- `many` array of object
  - Each item:

    First.

    Second.

  - `x` string
";
    assert!(page.contains(expected), "{page}");
}

#[test]
fn the_method_of_a_webhook_is_on_its_page() {
    let site = site(
        "
servers: [{ url: 'https://a.example', description: One }, { url: 'https://b.example' }]
webhooks:
  sold: { put: { operationId: sold, summary: Item sold, responses: { '200': { description: Fine } } } }
  own:
    put:
      operationId: own
      servers: [{ url: 'https://c.example', description: Own }]
      responses: { '200': { description: Fine } }
",
    );
    site.run("build").code(0);
    let html = site.read("dist/api/sold/index.html");
    let badges = "<span class=\"badge\" data-kind=\"event\">EVENT</span><span class=\"badge\" data-kind=\"put\">PUT</span>";
    assert!(html.contains(badges), "{html}");
    let markdown = site.read("dist/api/sold.md");
    assert!(markdown.contains("\nEvent: `PUT` `sold`\n"), "{markdown}");
    // The document's servers don't receive webhooks.
    assert!(!markdown.contains("a.example"), "{markdown}");
    assert!(!markdown.contains("Servers"), "{markdown}");
    assert!(site.read("dist/api/own.md").contains("c.example"));
}

#[test]
fn a_property_that_no_value_matches_has_no_contradiction() {
    let site = site(
        "
paths:
  /a:
    post:
      operationId: make
      requestBody: { content: { application/json: { schema: { type: object, properties: { x: false, y: { allOf: [{ type: string }, { type: integer }] } } } } } }
      responses: { '200': { description: Fine } }
",
    );
    site.run("build").code(0);
    let (html, markdown) = (site.read("dist/api/make/index.html"), site.read("dist/api/make.md"));
    assert_eq!(html.matches("contradict each other").count(), 1, "{html}");
    assert_eq!(markdown.matches("contradict each other").count(), 1, "{markdown}");
    assert!(html.contains("<span class=\"api-type\">no value</span>"), "{html}");
    assert!(markdown.contains("- `x` never\n"), "{markdown}");
}
