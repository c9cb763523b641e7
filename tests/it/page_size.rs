//! Pages in an API reference must not have more than 400 KB of HTML. The Markdown version contains what doesn't fit.

use serde_json::{Map, Value as Json, json};

use crate::harness::Project;

const LIMIT: usize = 400_000;
const WORDS: &str = "some words about what this is and what it is good for ";

/// Creates text of about `bytes` bytes, in paragraphs. The first paragraph contains `mark`.
fn text(mark: &str, bytes: usize) -> String {
    let paragraph = WORDS.repeat(4);
    format!("{mark} begins. {}", format!("{paragraph}\n\n").repeat(bytes / paragraph.len()))
}

/// Creates an object with `count` properties, nested `depth` levels deep. Each property has a description.
fn object(mark: &str, count: usize, depth: usize) -> Json {
    let mut properties = Map::new();
    for at in 0..count {
        let inner = format!("{mark}x{at}");
        let schema = match depth {
            0 => json!({ "type": "string", "description": text(&inner, 300) }),
            _ => object(&inner, count, depth - 1),
        };
        properties.insert(inner, schema);
    }
    json!({ "type": "object", "properties": properties })
}

fn media(names: usize, schema: &Json) -> Json {
    let name = |at| if at == 0 { "application/json".to_owned() } else { format!("application/x{at}+json") };
    Json::Object((0..names).map(|at| (name(at), json!({ "schema": schema }))).collect())
}

fn items(count: usize, mark: &str, bytes: usize) -> Json {
    let item = |at: usize| json!({ "id": at, "name": format!("{mark}x{at}"), "text": WORDS.repeat(bytes / WORDS.len()) });
    Json::Array((0..count).map(item).collect())
}

/// Returns a document with large operations. Each operation is large for a different reason.
fn document() -> Json {
    let numbers = |count: usize| 0..count;
    let parameters: Vec<Json> = numbers(400)
        .map(|at| json!({ "name": format!("parx{at}"), "in": "query", "description": text(&format!("parx{at}"), 1_500) }))
        .collect();
    let examples: Map<String, Json> = numbers(40)
        .map(|at| (format!("exx{at}"), json!({ "value": items(60, &format!("exx{at}"), 800) })))
        .collect();
    let responses: Map<String, Json> = numbers(60)
        .map(|at| {
            let schema = object(&format!("resx{at}"), 30, 0);
            ((400 + at).to_string(), json!({ "description": "Failed", "content": media(1, &schema) }))
        })
        .collect();
    let values: Vec<String> = numbers(2_000).map(|at| format!("valx{at}")).collect();
    let meanings: Vec<String> = values.iter().map(|value| text(value, 400)).collect();
    let callbacks: Map<String, Json> = numbers(80)
        .map(|at| {
            let body = json!({ "content": media(1, &object(&format!("calx{at}"), 20, 0)) });
            let operation = json!({ "requestBody": body, "responses": {} });
            (format!("call{at}"), json!({ "{$request.body#/url}": { "post": operation } }))
        })
        .collect();
    let schemes: Map<String, Json> = numbers(300)
        .map(|at| (format!("sec{at}"), json!({ "type": "http", "scheme": "bearer", "description": text(&format!("secx{at}"), 2_000) })))
        .collect();
    let servers: Vec<Json> = numbers(300)
        .map(|at| json!({ "url": format!("https://{at}.example"), "description": text(&format!("serx{at}"), 2_000) }))
        .collect();
    let wide = json!({ "$ref": "#/components/schemas/Wide" });
    let deep = object("deepx", 4, 4);
    let ok = json!({ "200": { "description": "Fine", "content": media(12, &wide) } });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Large", "version": "1", "description": text("infox", 500_000) },
        "servers": servers,
        "components": { "securitySchemes": schemes, "schemas": { "Wide": object("widex", 40, 1) } },
        "paths": {
            "/parameters": { "get": { "operationId": "parameters", "parameters": parameters, "responses": {} } },
            "/examples": { "get": { "operationId": "examples", "responses": {
                "200": { "description": "Fine", "content": { "application/json": { "examples": examples } } }
            } } },
            "/responses": { "get": { "operationId": "responses", "responses": responses } },
            "/media": { "post": { "operationId": "media", "requestBody": { "content": media(12, &wide) }, "responses": ok } },
            "/deep": { "post": { "operationId": "deep", "requestBody": { "content": media(1, &deep) }, "responses": {} } },
            "/values": { "post": { "operationId": "values", "requestBody": { "content": media(1,
                &json!({ "type": "string", "enum": values, "x-enumDescriptions": meanings })) }, "responses": {} } },
            "/callbacks": { "post": { "operationId": "callbacks", "callbacks": callbacks, "responses": {} } },
            "/text": { "get": { "operationId": "text", "description": text("textx", 500_000), "responses": {} } },
            "/line": { "get": { "operationId": "line", "description": WORDS.repeat(9_000), "responses": {} } },
        },
    })
}

#[test]
fn no_page_is_larger_than_400_kb_and_nothing_is_lost() {
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write("openapi/api.json", document().to_string()).run("build").code(0);
    let pages = site.dist();
    for (path, bytes) in
        pages.iter().filter(|(path, _)| path.ends_with(".html") || path.ends_with("/index.json"))
    {
        assert!(bytes.len() <= LIMIT, "{path} has {} bytes", bytes.len());
    }
    let all: String = pages
        .iter()
        .filter(|(path, _)| path.starts_with("api/") && (path.ends_with(".html") || path.ends_with(".md")))
        .map(|(_, bytes)| String::from_utf8_lossy(bytes))
        .collect();
    let mut lost = Vec::new();
    for (mark, count) in
        [("par", 400), ("ex", 40), ("res", 60), ("val", 250), ("cal", 80), ("sec", 300), ("ser", 300)]
    {
        let marks = (0..count).map(|at| format!("{mark}x{at}"));
        lost.extend(marks.filter(|mark| !all.contains(mark.as_str())));
    }
    let marks = ["widexx39x39", "deepxx3x3x3x3x3", "infox", "textx"];
    lost.extend(marks.into_iter().filter(|mark| !all.contains(mark)).map(str::to_owned));
    assert!(lost.is_empty(), "not found: {lost:?}");
    for page in ["parameters", "examples", "deep", "text", "line"] {
        let html = site.read(&format!("dist/api/{page}/index.html"));
        let markdown = format!("href=\"/api/{page}.md\">the Markdown version of this page</a>");
        assert!(html.contains(&markdown), "the page {page} doesn't link to what it omits");
    }
}
