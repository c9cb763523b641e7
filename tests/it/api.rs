//! OpenAPI documents on the binary: found, addressed, linked, linted.

use serde_json::Value as Json;

use crate::harness::Project;

const SHOP: &str = "
//- docgen.toml
[site]
title = 'Shop'
//- content/docs/index.md
# Start

[Orders](/api/orders-list) and [the document](/api/intro).
//- openapi/shop.yaml
openapi: 3.0.3
info: { title: Shop API, version: '1', description: 'See [the start](/docs) and [nothing](/guides/refunds).' }
tags: [{ name: orders, x-displayName: Orders }]
paths:
  /orders:
    get: { operationId: ordersList, summary: List orders, tags: [orders], responses: { '200': { description: Fine } } }
    $ref: ./more.yaml#/orders
  /orders/{id}:
    delete:
      tags: [orders]
      deprecated: true
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: Fine } }
//- openapi/more.yaml
orders:
  post: { operationId: ordersCreate, summary: Create an order, tags: [orders], responses: { '201': {} } }
";

#[test]
fn a_document_needs_no_config() {
    let site = Project::new(SHOP);
    site.run("build").code(0);
    for page in ["intro", "orders", "orders-list", "orders-create", "delete-orders-id"] {
        assert!(site.has(&format!("dist/api/{page}/index.html")), "there is no page {page}");
        assert!(site.has(&format!("dist/api/{page}.md")), "there is no Markdown of {page}");
    }
    assert!(site.read("dist/api/index.html").contains("url=/api/intro/"), "the bare address leads on");
    let index: Json = serde_json::from_str(&site.read("dist/_docgen/site.json")).expect("it is JSON");
    let file = index["nav"]["api"].as_str().expect("the document has a sidebar");
    let tree: Json = serde_json::from_str(&site.read(&format!("dist/_docgen/{file}"))).expect("it is JSON");
    let (intro, orders) = (&tree["items"][0], &tree["items"][1]);
    assert_eq!((&intro["label"], &intro["href"]), (&"Shop API".into(), &"/api/intro/".into()));
    assert_eq!((&orders["label"], &orders["href"]), (&"Orders".into(), &"/api/orders/".into()));
    let badges = orders["items"].as_array().expect("a tag holds its operations").iter();
    let badges: Vec<_> = badges.map(|item| item["badge"]["text"].as_str().unwrap_or_default()).collect();
    // What a path refers to comes before what it says itself.
    assert_eq!(badges, ["POST", "GET", "DEL"]);
    assert!(site.read("dist/llms.txt").contains("/api/orders-list.md"));
}

#[test]
fn a_link_of_a_description_that_leads_nowhere_is_told_and_not_written() {
    let site = Project::new(SHOP);
    site.run("build").code(0).stderr_has("[openapi-link]").stderr_has("`/guides/refunds` in a description");
    let page = site.read("dist/api/intro/index.html");
    assert!(page.contains("href=\"/docs/\"") && !page.contains("/guides/refunds"));
    site.write(
        "docgen.toml",
        "[[openapi]]\nfile = 'openapi/shop.yaml'\nlink_base = 'https://shop.example'\nroute = '/reference'\n",
    );
    site.write("content/docs/index.md", "# Start\n");
    site.run("build --strict").code(0);
    let page = site.read("dist/reference/intro/index.html");
    assert!(page.contains("href=\"https://shop.example/guides/refunds\""));
}

#[test]
fn check_holds_a_document_to_the_letter_and_build_does_not() {
    let site = Project::new(SHOP);
    site.run("check").code(0).stderr_has("[openapi-lint]");
    site.run("build").code(0).stderr_lacks("openapi-lint");
}

#[test]
fn a_document_that_is_not_there_is_an_error_of_the_config() {
    let site = Project::new(SHOP);
    site.write("docgen.toml", "[[openapi]]\nfile = 'openapi/shopp.yaml'\n");
    site.run("build")
        .code(1)
        .stderr_has("[invalid-config]")
        .stderr_has("there is no file `openapi/shopp.yaml`");
}

#[test]
fn two_documents_have_an_address_each() {
    let site = Project::new(SHOP);
    site.write(
        "openapi/admin.json",
        r#"{"openapi": "3.1.0", "info": {"title": "Admin", "version": "1"}, "paths": {}}"#,
    );
    site.write("content/docs/index.md", "# Start\n").run("build").code(0);
    assert!(site.has("dist/api/shop/orders-list/index.html") && site.has("dist/api/admin/intro/index.html"));
    site.write(
        "docgen.toml",
        "[[openapi]]\nfile = 'openapi/shop.yaml'\nid = 'a'\n[[openapi]]\nfile = 'openapi/admin.json'\nid = 'a'\n",
    );
    site.run("build").code(1).stderr_has("`a` is the id of two OpenAPI documents");
}
