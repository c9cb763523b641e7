//! A site's own templates for code samples.

use crate::harness::Project;

const SITE: &str = r#"
//- docgen.toml
[site]
title = "Shop"
//- openapi/shop.yaml
openapi: 3.1.0
servers: [{ url: https://shop.example/v1 }]
info: { title: Shop, version: '1' }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /orders/{id}:
    put:
      operationId: changeOrder
      tags: [orders]
      security: [{ key: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string }, example: o-1 }
        - { name: dry, in: query, required: true, schema: { type: boolean }, example: true }
      requestBody: { content: { application/json: { example: { note: "it's <b>", count: 2 } } } }
      responses: { '200': { description: Fine } }
    get:
      operationId: readOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: o-1 }]
      x-codeSamples: [{ lang: python, source: own() }]
      responses: { '200': { description: Fine } }
//- overrides/samples/python.j2
client.{{ operation.id }}({{ path_parameters.id|tojson }}{% if body %}, {{ body.json|tojson }}{% endif %})
//- overrides/samples/Elixir.j2
{{ method }} {{ url }} {{ path }} {{ server }}
{% for one in headers %}{{ one.name }}={{ one.value }}
{% endfor %}{% for one in auth %}{{ one.name }} {{ one.type }} {{ one.in }}
{% endfor %}{% for one in parameters %}{{ one.in }}.{{ one.name }}={{ one.value }}{% if one.required %}!{% endif %}
{% endfor %}{{ operation.tags|join(",") }} {{ query.dry|default("-") }}
"#;

#[test]
fn templates_replace_and_add_samples_of_every_operation() {
    let site = Project::new(SITE);
    site.run("build --strict").code(0);
    let markdown = site.read("dist/api/change-order.md");
    for text in [
        "client.changeOrder(\"o-1\", {\"count\":2,\"note\":\"it's <b>\"})",
        "PUT https://shop.example/v1/orders/o-1?dry=true /orders/{id} https://shop.example/v1",
        "Content-Type=application/json",
        "X-Key=<api-key>",
        "key apiKey header",
        "path.id=o-1!",
        "query.dry=True!",
        "orders True",
    ] {
        assert!(markdown.contains(text), "{text}: {markdown}");
    }
    // The first sample is in the page, and the form shows all of them.
    let html = site.read("dist/api/change-order/index.html");
    assert!(html.contains("data-label=\"Elixir\""), "{html}");
    assert!(html.contains("\"lang\":\"python\""));
    // The document's own sample for a language has priority.
    let markdown = site.read("dist/api/read-order.md");
    assert!(markdown.contains("own()") && !markdown.contains("client.readOrder"), "{markdown}");
}

#[test]
fn a_change_to_a_template_renders_the_pages_again() {
    let site = Project::new(SITE);
    site.build().code(0);
    site.write("overrides/samples/python.j2", "changed {{ method }}\n");
    site.build().code(0);
    assert!(site.read("dist/api/change-order.md").contains("changed PUT"));
    site.is_as_if_clean();
}

#[test]
fn faults_in_templates_are_reported_with_their_place() {
    let site = Project::new(SITE);
    site.write("overrides/samples/python.j2", "one\n{% if %}\n");
    site.write("overrides/samples/Elixir.j2", "one\n\n{{ body.nothing.deep }}\n");
    site.write("overrides/samples/go.txt", "text");
    let run = site.run("check").code(1);
    run.stderr_has("overrides/samples/python.j2:2:")
        .stderr_has("overrides/samples/Elixir.j2:3:")
        .stderr_has("invalid-template")
        .stderr_has("Change order")
        .stderr_has("change its extension to `.j2`");
}

#[test]
fn an_endless_template_stops() {
    let site = Project::new(SITE);
    site.write(
        "overrides/samples/python.j2",
        "{% for a in range(99999) %}{% for b in range(99999) %}{{ b }}{% endfor %}{% endfor %}",
    );
    site.run("build").code(1).stderr_has("overrides/samples/python.j2");
}
