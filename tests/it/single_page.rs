//! An API reference on one page.

use std::collections::BTreeSet;

use crate::harness::{Project, article};

const SHOP: &str = "
//- docgen.toml
[site]
title = 'Shop'
url = 'https://shop.example'
[[openapi]]
file = 'openapi/shop.yaml'
layout = 'single_page'
schema_pages = 'all'
//- content/docs/index.md
# Start

[List](/api/list-orders), [limit](/api/list-orders#query.limit), [page](/api/#list-orders/query.limit), and [Order](/api).
//- openapi/shop.yaml
openapi: 3.1.0
servers: [{ url: https://shop.example }]
info: { title: Shop API, version: '1', description: \"Read [how](#operation/placeOrder) and [what](#/components/schemas/Order).\\n\\n## List orders\\n\\nText.\" }
tags: [{ name: orders, description: 'All about orders, such as [errors](#section/List-orders).' }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas: { Order: { type: object, properties: { id: { type: string }, note: { type: string } } } }
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      security: [{ key: [] }]
      parameters: [{ name: limit, in: query, description: A number, schema: { type: integer } }]
      responses: { '200': { description: Fine, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, '404': { description: Gone } }
    post:
      operationId: placeOrder
      tags: [orders]
      description: \"Places.\\n\\n### Rules\\n\\nSee [the rules](#rules).\"
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '200': { description: Fine } }
//- openapi/notes/placeOrder.md
A note with a [link](../../content/docs/index.md).
";

/// Returns the values of an attribute.
fn values<'h>(html: &'h str, name: &str) -> Vec<&'h str> {
    let start = format!(" {name}=\"");
    html.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn one_page_contains_every_operation_and_no_operation_has_a_page() {
    let site = Project::new(SHOP);
    site.run("build --strict").code(0);
    for page in ["intro", "orders", "list-orders", "place-order", "schemas/order"] {
        assert!(!site.has(&format!("dist/api/{page}/index.html")), "{page} has a page");
        assert!(!site.has(&format!("dist/api/{page}.md")), "{page} has a Markdown version");
    }
    assert!(site.has("dist/api/place-order/request.json"));
    let html = site.read("dist/api/index.html");
    let body = article(&html).expect("the page has an article");
    let ids = values(body, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
    for id in [
        "intro",
        "intro/list-orders",
        "orders",
        "list-orders",
        "list-orders/query.limit",
        "place-order/query.limit",
        "place-order/rules",
        "place-order/request-body.id",
        "list-orders/try-it",
        "schemas:order",
    ] {
        assert!(unique.contains(id), "{id}: {ids:?}");
    }
    for href in values(body, "href") {
        let own = href.strip_prefix('#').or_else(|| href.strip_prefix("/api/#"));
        assert!(own.is_none_or(|id| unique.contains(id)), "{href} has no target");
    }
    assert!(body.contains("A note with a <a href=\"/docs/\">link</a>"));
    assert!(body.find("id=\"orders\"") < body.find("id=\"list-orders\""));
    assert!(body.find("id=\"place-order\"") < body.find("id=\"schemas:order\""));
}

#[test]
fn links_lead_to_the_parts_of_the_page() {
    let site = Project::new(SHOP);
    site.run("build --strict").code(0);
    let start = site.read("dist/docs/index.html");
    for href in ["/api/#list-orders", "/api/#list-orders/query.limit", "/api/"] {
        assert!(start.contains(&format!("href=\"{href}\"")), "{href}");
    }
    let body = site.read("dist/api/index.html");
    for href in [
        "/api/#place-order",
        "/api/#schemas:order",
        "/api/#intro/authentication.key",
        "/api/#intro/list-orders",
        "#place-order/rules",
    ] {
        assert!(body.contains(&format!("href=\"{href}\"")), "{href}");
    }
    site.write(
        "content/docs/index.md",
        "# Start\n\n[a](/api/list-orders#query.offset) [b](/api/#list-order)\n",
    );
    let run = site.run("check").code(0);
    run.stderr_has("broken-anchor").stderr_has("did you mean `#list-orders`?");
}

#[test]
fn lists_of_pages_contain_only_the_page() {
    let site = Project::new(SHOP);
    site.run("build --strict").code(0);
    let list = site.read("dist/llms.txt");
    assert_eq!(list.matches("/api").count(), 1, "{list}");
    let map = site.read("dist/sitemap.xml");
    assert_eq!(map.matches("/api").count(), 1, "{map}");
    let markdown = site.read("dist/api.md");
    for text in ["# Shop API", "# List orders", "# Place order", "api.md#place-order", "A note with"] {
        assert!(markdown.contains(text), "{text}: {markdown}");
    }
    let run = site.run("search query limit --json");
    run.stdout_has("/api/#list-orders/request");
}

#[test]
fn a_page_with_many_operations_is_reported() {
    let operations: String =
        (0..61).map(|at| format!("  /a{at}: {{ get: {{ responses: {{}} }} }}\n")).collect();
    let site = Project::new(&format!(
        "//- docgen.toml\n[[openapi]]\nfile = 'openapi/a.yaml'\nlayout = 'single_page'\n//- openapi/a.yaml\nopenapi: 3.1.0\ninfo: {{ title: A, version: '1' }}\nservers: [{{ url: 'https://a.example' }}]\npaths:\n{operations}"
    ));
    let run = site.run("build").code(0);
    run.stderr_has("warning[large-page]: `openapi/a.yaml` has 61 operations").stderr_has("docgen.toml:3:");
    assert!(site.has("dist/api/index.html"));
}

#[test]
fn a_change_to_a_note_renders_the_page_again() {
    let site = Project::new(SHOP);
    site.build().code(0);
    site.write("openapi/notes/placeOrder.md", "Another note.\n");
    site.build().code(0);
    assert!(site.read("dist/api/index.html").contains("Another note."));
    site.is_as_if_clean();
}

#[test]
fn parts_have_the_slots_of_their_own_pages() {
    let site = Project::new(SHOP);
    let label =
        "export default ({ page, children }) => <div className={`own-${page.title}`}>{children}</div>;";
    site.write("components/theme/ApiHeader.tsx", label);
    site.write("components/theme/PageFooter.tsx", "export default ({ page }) => <p>End of {page.title}</p>;");
    site.run("build --strict").code(0);
    let html = site.read("dist/api/index.html");
    let (before, part) = html.split_once("data-part=\"list-orders\"").expect("the part is on the page");
    assert!(part.contains("own-List orders"), "{part}");
    assert!(part.contains("End of List orders"), "{part}");
    assert!(before.contains("own-Shop API"), "{before}");
}

#[test]
fn parts_link_to_the_document_of_their_operation() {
    let site = Project::new(SHOP);
    site.run("build --strict").code(0);
    let html = site.read("dist/api/index.html");
    let places: Vec<&str> = values(&html, "data-operation");
    assert_eq!(places, ["paths get /orders", "paths post /orders"]);
}

#[test]
fn a_page_with_much_html_is_reported() {
    let text = "A sentence about the operation. ".repeat(3_000);
    let operations: String = (0..12)
        .map(|at| format!("  /a{at}: {{ get: {{ description: '{text}', responses: {{}} }} }}\n"))
        .collect();
    let site = Project::new(&format!(
        "//- docgen.toml\n[[openapi]]\nfile = 'openapi/a.yaml'\nlayout = 'single_page'\n//- openapi/a.yaml\nopenapi: 3.1.0\ninfo: {{ title: A, version: '1' }}\nservers: [{{ url: 'https://a.example' }}]\npaths:\n{operations}"
    ));
    let run = site.run("build").code(0);
    run.stderr_has("warning[large-page]: the page of `openapi/a.yaml` contains 1.2 MB of HTML");
}
