//! OpenAPI documents: how docgen finds them, routes them, links to them, and checks them.

use std::collections::BTreeSet;

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
servers: [{ url: https://shop.example }]
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
    assert!(site.read("dist/api/index.html").contains("url=/api/intro/"), "the bare URL redirects");
    let index: Json = serde_json::from_str(&site.read("dist/_docgen/site.json")).expect("it is JSON");
    let file = index["nav"]["api"].as_str().expect("the document has a sidebar");
    let tree: Json =
        serde_json::from_str(&site.read(&format!("dist/_docgen/immutable/{file}"))).expect("it is JSON");
    let (intro, orders) = (&tree["items"][0], &tree["items"][1]);
    assert_eq!((&intro["label"], &intro["href"]), (&"Shop API".into(), &"/api/intro/".into()));
    assert_eq!((&orders["label"], &orders["href"]), (&"Orders".into(), &"/api/orders/".into()));
    let badges = orders["items"].as_array().expect("a tag holds its operations").iter();
    let badges: Vec<_> = badges.map(|item| item["badge"]["text"].as_str().unwrap_or_default()).collect();
    // Operations from a path's `$ref` come before the path's own operations.
    assert_eq!(badges, ["POST", "GET", "DEL"]);
    assert!(site.read("dist/llms.txt").contains("/api/orders-list.md"));
}

#[test]
fn a_site_that_is_an_api_alone_starts_with_it() {
    let document =
        "openapi: 3.1.0\ninfo: { title: Alone, version: '1' }\npaths: { /a: { get: { summary: Read } } }\n";
    let site = Project::new(&format!(
        "//- docgen.toml\n[site]\ntitle = 'A'\nurl = 'https://a.example'\n//- openapi/a.yaml\n{document}"
    ));
    site.run("build").code(0);
    assert!(
        site.read("dist/index.html").contains("url=/api/intro/"),
        "the first page is that of the document"
    );
    // If there are docs pages, the first page is one of them.
    site.write("content/docs/index.md", "# Docs\n");
    site.run("build").code(0);
    assert!(
        site.read("dist/index.html").contains("url=/docs/"),
        "the first page is that of the documentation"
    );
}

#[test]
fn a_link_of_a_description_that_leads_nowhere_is_told_and_not_written() {
    let site = Project::new(SHOP);
    site.run("build")
        .code(0)
        .stderr_has("[openapi-link]")
        .stderr_has("broken link in a description: `/guides/refunds`");
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
        .stderr_has("file not found: `openapi/shopp.yaml`");
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
    // Each page shows its document.
    let page = site.read("dist/api/shop/orders-list/index.html");
    assert!(page.contains("<title>List orders | Shop API | Shop</title>"), "{page}");
    assert!(page.contains(r#"<a href="/api/shop/intro/">Shop API</a>"#), "{page}");
    assert!(site.read("dist/llms.txt").contains("## Shop API: Orders"));
    site.write(
        "docgen.toml",
        "[[openapi]]\nfile = 'openapi/shop.yaml'\nid = 'a'\n[[openapi]]\nfile = 'openapi/admin.json'\nid = 'a'\n",
    );
    site.run("build").code(1).stderr_has("duplicate ID `a`: OpenAPI documents");
}

#[test]
fn places_of_pages_are_checked_like_those_of_the_documentation() {
    let site = Project::new(
        "
//- content/docs/index.md
# Start

[A](/api/orders-list#query.limit), [B](/api/orders-list#response-200), [C](/api/orders-list#query.limt),
[D](/api/intro#errors), [E](/api/intro#elsewhere), [F](/api/orders-in#api-operations).
//- openapi/shop.yaml
openapi: 3.1.0
servers: [{ url: https://shop.example }]
info: { title: Shop API, version: '1', description: \"Text.\\n\\n## Errors\\n\\n[A](#tag/Orders%20in) [B](#operation/ordersList) [C](#operation/none)\" }
tags: [{ name: Orders in, description: '[A](/docs#start) [B](/docs#none) [C](#section/Errors)' }]
paths:
  /orders:
    get:
      operationId: ordersList
      tags: [Orders in]
      description: '[A](#errors) [B](#tag/Orders-in/operation/ordersList) [C](orders-list#query.limit) [D](#) [E](#top)'
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: Fine } }
",
    );
    let out = site.run("build").code(0).stderr;
    let broken: Vec<&str> = out.lines().filter(|line| line.starts_with("warning")).collect();
    assert_eq!(broken.len(), 4, "{out}");
    for part in [
        "broken link: `/api/orders-list#query.limt` doesn't match any heading or ID on the target page",
        "did you mean `#query.limit`?",
        "broken link: `/api/intro#elsewhere` doesn't match any heading",
        "correct the link: nothing on `/api/intro` has this ID",
        "broken link in a description: `#operation/none`",
        "broken link: `/docs#none` doesn't match any heading",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    let intro = site.read("dist/api/intro/index.html");
    assert!(intro.contains("href=\"/api/orders-in/\">A") && intro.contains("href=\"/api/orders-list/\">B"));
    assert!(site.read("dist/api/orders-in/index.html").contains("href=\"/api/intro/#errors\">C"));
    let page = site.read("dist/api/orders-list/index.html");
    for part in [
        "/api/intro/#errors\">A",
        "/api/orders-list/\">B",
        "/api/orders-list/#query.limit\">C",
        "href=\"#\">D",
        "href=\"#\">E",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
}

#[test]
fn the_words_of_a_sidebar_are_those_of_its_language() {
    let site = Project::new(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en', lang = 'en' }, { code = 'fr', lang = 'fr' }]
[[openapi]]
file = 'openapi/shop.yaml'
schema_pages = 'all'
//- content/docs/index.md
# Start
//- content/i18n/fr/messages.json
{ \"api_webhooks\": \"Notifications\", \"api_schemas\": \"Modèles\", \"api_event_badge\": \"ÉVT\" }
//- openapi/shop.yaml
openapi: 3.1.0
info: { title: Shop, version: '1' }
webhooks: { made: { post: { responses: { '200': { description: Fine } } } } }
components: { schemas: { Tool: { type: object, properties: { a: { type: string } } } } }
",
    );
    site.run("build --strict").code(0);
    let twin = site.read("dist/fr/api/intro.md");
    assert!(
        twin.contains("## Notifications\n\n- [POST made](") && twin.contains("/fr/api/made.md) `made`"),
        "{twin}"
    );
    let index: Json = serde_json::from_str(&site.read("dist/_docgen/site.json")).expect("it is JSON");
    for (id, webhooks, schemas, badge) in
        [("api", "Webhooks", "Schemas", "EVENT"), ("api-fr", "Notifications", "Modèles", "ÉVT")]
    {
        let file = index["nav"][id].as_str().expect("the document has a sidebar");
        let tree = site.read(&format!("dist/_docgen/immutable/{file}"));
        for word in [webhooks, schemas, badge] {
            assert!(tree.contains(&format!("\"{word}\"")), "{word} is not in\n{tree}");
        }
    }
}

#[test]
fn thousands_of_webhooks_do_not_make_every_page_long() {
    let webhooks: Vec<String> =
        (1..=401).map(|number| format!("  event.number{number}: {{ post: {{}} }}")).collect();
    let site = Project::new(&format!(
        "
//- content/docs/index.md
# Start
//- openapi/shop.yaml
openapi: 3.1.0
info: {{ title: Shop, version: '1' }}
webhooks:
{}
",
        webhooks.join("\n")
    ));
    site.run("build --strict").code(0);
    let page = site.read("dist/api/event-number250/index.html");
    let sidebar = page.split("class=\"sidebar-nav\"").nth(1).and_then(|rest| rest.split("</nav>").next());
    let sidebar = sidebar.expect("the page has a sidebar");
    // The sidebar has the entries around the page's own and links to the next hidden ones. It also has a link to the first
    // entry in each of the five groups, and a link to the first entry in the whole list.
    assert_eq!(sidebar.matches("href=\"/api/event-number").count(), 15 + 2 + 6, "{sidebar}");
    for label in [
        ">POST event.number1 – POST event.number100<",
        ">POST event.number201 – POST event.number300<",
        ">POST event.number401<",
    ] {
        assert!(sidebar.contains(label), "{label} is not in\n{sidebar}");
    }
    // The first page links to each group, and its Markdown version links to all entries.
    let intro = site.read("dist/api/intro/index.html");
    let main =
        intro.split("<main").nth(1).and_then(|rest| rest.split("</main>").next()).expect("it has text");
    assert_eq!(main.matches("href=\"/api/event-number").count(), 6, "the portions and the pager in\n{main}");
    assert!(main.contains("href=\"/api/event-number201/\""), "{main}");
    assert_eq!(site.read("dist/api/intro.md").matches("/api/event-number").count(), 401);
}

/// Returns the pages that a reader without scripts can reach from the first page.
fn reached(site: &Project) -> BTreeSet<String> {
    let mut reached = BTreeSet::from(["/api/intro/".to_owned()]);
    let mut next = vec!["/api/intro/".to_owned()];
    while let Some(page) = next.pop() {
        let html = site.read(&format!("dist{page}index.html"));
        // Ignore the pager, because readers don't find a page by paging through all pages.
        for part in html.split("<nav class=\"pager").next().unwrap_or_default().split("href=\"/api/").skip(1)
        {
            let route = format!("/api/{}", part.split(['"', '#']).next().unwrap_or_default());
            if route.ends_with('/') && reached.insert(route.clone()) {
                next.push(route);
            }
        }
    }
    reached
}

#[test]
fn many_tags_in_many_groups_are_all_reached_from_short_pages() {
    let (groups, each) = (301, 2);
    let mut document = String::from(
        "openapi: 3.1.0\ninfo: { title: Many, version: '1' }\nservers: [{ url: https://a.example }]\nx-tagGroups:\n",
    );
    for group in 0..groups {
        let names: Vec<String> = (0..each).map(|at| format!("g{group}t{at}")).collect();
        document.push_str(&format!("  - {{ name: Group {group}, tags: [{}] }}\n", names.join(", ")));
    }
    document.push_str("paths:\n");
    for tag in 0..groups * each {
        let (group, at) = (tag / each, tag % each);
        document.push_str(&format!(
            "  /p{tag}: {{ get: {{ tags: [g{group}t{at}], operationId: op{tag}, responses: {{}} }} }}\n"
        ));
    }
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write("openapi/shop.yaml", &document).run("build --strict").code(0);
    let reached = reached(&site);
    for tag in 0..groups * each {
        assert!(reached.contains(&format!("/api/op{tag}/")), "op{tag} isn't reached");
    }
    for page in ["intro", "g150t1", "op599"] {
        let page = site.read(&format!("dist/api/{page}/index.html"));
        assert!(page.len() < 150_000, "{}", page.len());
        assert!(page.matches("Group ").count() < 250, "there are groups of other portions in\n{page}");
    }
}

#[test]
fn the_markdown_of_a_page_has_what_the_page_has() {
    let site = Project::new(
        "
//- content/docs/index.md
# Start
//- openapi/shop.yaml
openapi: 3.2.0
servers: [{ url: https://shop.example }]
info: { title: Shop, version: '1' }
tags: [{ name: all, summary: All }, { name: orders, parent: all, description: Cups. }, { name: bare, description: Bare. }]
paths:
  /orders:
    get:
      tags: [orders]
      operationId: list
      parameters:
        - { name: state, in: query, schema: { type: array, items: { enum: [waiting, made] } } }
        - { name: made, in: query, style: deepObject, schema: { type: object, properties: { after: { type: string, description: From when. } } } }
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        '200':
          description: Fine
          headers: { X-Page: { schema: { type: object, properties: { next: { type: string, description: The next. } } } } }
",
    );
    site.run("build --strict").code(0);
    let page = site.read("dist/api/list.md");
    for part in [
        "- `X-Page`:\n  - `next` string: The next.\n",
        "- `state`:\n  - Each item: One of `waiting`, `made`\n",
        "- `made`:\n  - `after` string: From when.\n",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(!page.contains("- `limit`"), "{page}");
    assert!(site.read("dist/api/all.md").contains("/api/orders.md): Cups.\n"));
    assert!(site.read("dist/api/bare.md").contains("There's nothing"), "{}", site.read("dist/api/bare.md"));
}

#[test]
fn what_only_some_documents_say_is_on_the_page_and_in_its_markdown() {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'Shop'
[[openapi]]
file = 'openapi/shop.yaml'
extensions = ['x-retries']
//- content/docs/index.md
# Start
//- openapi/shop.yaml
openapi: 3.1.0
info: { title: Shop, version: '1', license: { name: Apache, identifier: Apache-2.0 } }
paths:
  /orders:
    get:
      tags: [orders]
      operationId: list
      responses:
        '200':
          description: Fine
          content:
            application/json:
              schema:
                anyOf: [{ type: string, format: date }, { const: 7, description: Lucky. }, { enum: [none] }, { $ref: '#/components/schemas/Page<A>' }]
      callbacks:
        made:
          '{$url}':
            post: { summary: An order was made, deprecated: true, externalDocs: { url: 'https://more.example' }, x-retries: 3, responses: { '200': { description: Fine } } }
            put: { responses: { '200': { description: Fine } } }
  /cups:
    get: { operationId: cups, responses: { '200': { description: Fine } } }
components:
  schemas:
    Page<A>: { type: object, properties: { items: { type: array, items: { type: string } } } }
x-tagGroups: [{ name: Sales, tags: [orders] }]
",
    );
    site.run("build").code(0);
    let (page, twin) = (site.read("dist/api/list/index.html"), site.read("dist/api/list.md"));
    for part in [
        "<p class=\"api-label\">An order was made <span class=\"api-deprecated\">",
        "href=\"https://more.example\"",
        "<code>x-retries</code>",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(!page.contains("PUT {$url}</p>"), "a title that is method and path is not said again in\n{page}");
    for part in [
        "**An order was made**\n\n**This part of the API is deprecated.",
        "](<https://more.example>)",
        "`x-retries` `3`",
        "- **string\\<date>** string\\<date>\n",
        "- **7** integer: Lucky. (Always `7`)\n",
        "- **none** string: Always `none`\n",
        "- **Page\\<A>** Page\\<A>\n",
    ] {
        assert!(twin.contains(part), "{part} is not in\n{twin}");
    }
    assert!(site.read("dist/api/intro/index.html").contains("<li>Apache (Apache-2.0)</li>"));
    assert!(site.read("dist/api/intro.md").contains(" · Apache (Apache-2.0)\n"));
    let cups = site.read("dist/api/cups/index.html");
    assert!(!cups.contains("<li><span></span></li>"), "there is a crumb without a name in\n{cups}");
}

#[test]
fn titles_are_short_plain_lines_and_no_word_of_a_summary_is_lost() {
    let long = "word ".repeat(40);
    let summaries = [
        "**Bold** and `code` and [a link](/docs \"t\")".to_owned(),
        format!("First sentence. {long}"),
        format!("{long}end"),
        "Line one\n\nLine two with *marks*".to_owned(),
        "List\n- one\n- two".to_owned(),
        "# Heading\nText below".to_owned(),
        "<p>Paragraph</p><script>x</script>".to_owned(),
        "Get user <id> &amp; more".to_owned(),
        "字".repeat(200),
        "x".repeat(300),
    ];
    let mut paths = serde_json::Map::new();
    for (at, summary) in summaries.iter().enumerate() {
        let operation = serde_json::json!({ "summary": summary, "tags": [summary], "responses": {} });
        paths.insert(format!("/p{at}"), serde_json::json!({ "get": operation }));
    }
    let document = serde_json::json!({
        "openapi": "3.1.0",
        "info": { "title": format!("**An API.** {long}"), "version": "1" },
        "paths": paths,
    });
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write("openapi/api.json", document.to_string()).run("build").code(0);
    let is_title = |title: &str| {
        title.chars().count() <= 80 && !["**", "](", "`", "\n", "<p>"].iter().any(|mark| title.contains(mark))
    };
    for (path, bytes) in site.dist() {
        let text = || String::from_utf8_lossy(&bytes).into_owned();
        if path.ends_with("/index.json") && path.starts_with("api/") {
            let chunk: Json = serde_json::from_str(&text()).expect("it is JSON");
            // The root path of the document is a redirect.
            let Some(title) = chunk["title"].as_str() else { continue };
            let title = title.trim_end_matches(" | Documentation");
            assert!(is_title(title), "{path}: {title}");
        }
        if path.ends_with(".md") && path.starts_with("api/") {
            let text = text();
            // The front matter has four lines, followed by an empty line.
            let mut lines = text.lines().skip(5);
            assert!(lines.next().is_some_and(|line| line.starts_with("# ")), "{path}: {text}");
            assert_eq!(lines.next(), Some(""), "{path}: the heading is one line: {text}");
        }
    }
    let nav = site
        .dist()
        .into_iter()
        .find(|(path, _)| path.starts_with("_docgen/immutable/nav/"))
        .expect("a sidebar");
    let nav: Json = serde_json::from_slice(&nav.1).expect("it is JSON");
    let mut nodes = vec![&nav];
    while let Some(node) = nodes.pop() {
        nodes.extend(node["items"].as_array().into_iter().flatten());
        assert!(is_title(node["label"].as_str().unwrap_or_default()), "{node}");
    }
    for (at, words) in [(1, "word word"), (2, "word end"), (3, "Line two"), (4, "two"), (5, "Text below")] {
        let page = site.read(&format!("dist/api/get-p{at}/index.html"));
        let (_, body) = page.split_once("</h1>").expect("a page has a title");
        assert!(body.contains(words), "{words} is not on the page of {:?}", summaries[at]);
        assert!(
            site.read(&format!("dist/api/get-p{at}.md")).contains(words),
            "{words} is not in its Markdown"
        );
    }
}

#[test]
fn the_page_of_a_schema_says_what_types_it_has() {
    let site = Project::new(
        "
//- docgen.toml
[[openapi]]
file = 'openapi/a.yaml'
schema_pages = 'all'
//- content/docs/index.md
# Start
//- openapi/a.yaml
openapi: 3.1.0
info: { title: A, version: '1' }
paths: {}
components:
  schemas:
    Model: { anyOf: [{ type: string }, { type: string, enum: [small] }] }
    Tree: { oneOf: [{ type: integer }, { $ref: '#/components/schemas/Tree' }] }
    Map: { properties: { a: { type: string } } }
",
    );
    site.run("build").code(0);
    for (page, kind) in [("model", "string"), ("map", "object"), ("tree", "integer | ")] {
        let html = site.read(&format!("dist/api/schemas/{page}/index.html"));
        let head = html.split("api-schema-head").nth(1).expect("it shows the schema");
        assert!(head.starts_with(&format!("\"><span class=\"api-type\">{kind}")), "{page}: {}", &head[..200]);
    }
}

const CHANGED: &str = "
//- docgen.toml
[[openapi]]
file = 'openapi/api.yaml'
overlays = ['openapi/o.yaml', 'openapi/none.yaml']
//- content/pages/index.md
# A
//- openapi/api.yaml
openapi: 3.1.0
info: { title: A, version: '1' }
servers: [{ url: https://a.example }]
paths: { /a: { get: { summary: Get, responses: {} } } }
//- openapi/o.yaml
overlay: 1.1.0
actions:
  - target: $.paths['/b']
    remove: true
  - target: $.paths['/a'].get
    update: { summary: Fetch }
  - target: '['
    remove: true
  - target: $..[?@.x-audience == 'partner']
    remove: true
";

#[test]
fn overlays_change_pages_and_downloads() {
    let site = Project::new(CHANGED);
    let unmatched = "warning[unmatched-target]: `$.paths['/b']` doesn't match anything in the document\n --> openapi/o.yaml:3:13";
    site.run("check")
        .code(1)
        .stderr_has(unmatched)
        .stderr_has("error[invalid-overlay]: invalid JSONPath expression `[`")
        .stderr_has("warning[unmatched-target]: `$..[?@.x-audience == 'partner']` doesn't match")
        .stderr_has(
            "error[invalid-config]: `openapi`: file not found: `openapi/none.yaml`\n --> docgen.toml:3:31",
        );
    site.write(
        "openapi/o.yaml",
        "overlay: 1.1.0\nactions: [{ target: \"$.paths['/a'].get\", update: { summary: Fetch } }]\n",
    );
    let config = "[[openapi]]\nfile = 'openapi/api.yaml'\noverlays = ['openapi/o.yaml']\n";
    site.write("docgen.toml", config).run("build").code(0);
    let intro = site.read("dist/api/intro/index.html");
    assert!(intro.contains("<a href=\"/api/openapi.json\" download>OpenAPI (JSON)</a>"), "{intro}");
    assert!(site.read("dist/api/get-a/index.html").contains("Fetch"));
    assert!(site.read("dist/api/openapi.yaml").contains("summary: Fetch\n"));
    let collection: Json = serde_json::from_str(&site.read("dist/api/postman.json")).expect("it is JSON");
    assert_eq!(collection["item"][0]["item"][0]["request"]["url"]["raw"], "{{baseUrl}}/a");
    // A changed overlay changes everything.
    site.write(
        "openapi/o.yaml",
        "overlay: 1.1.0\nactions: [{ target: \"$.paths['/a'].get\", update: { summary: Load } }]\n",
    );
    site.run("build").code(0);
    site.is_as_if_clean();
    assert!(site.read("dist/api/openapi.yaml").contains("summary: Load\n"));
    site.write("docgen.toml", config.to_owned() + "download = false\n").run("build").code(0);
    assert!(
        !site.has("dist/api/openapi.json")
            && !site.read("dist/api/intro/index.html").contains("openapi.json")
    );
}

#[test]
fn one_document_can_have_several_references() {
    let site = Project::new(CHANGED);
    site.write("openapi/o.yaml", "overlay: 1.1.0\nactions: [{ target: $.info, update: { title: B } }]\n");
    let document = "[[openapi]]\nfile = 'openapi/api.yaml'\n";
    let config = format!(
        "{document}id = 'a'\nroute = '/a'\n{document}id = 'b'\nroute = '/b'\noverlays = ['openapi/o.yaml']\n"
    );
    site.write("docgen.toml", config).run("build").code(0);
    assert!(site.read("dist/a/openapi.yaml").contains("title: A\n"));
    assert!(site.read("dist/b/openapi.yaml").contains("title: B\n"));
}
