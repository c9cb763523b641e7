//! A site's own servers, default values, and downloads of an OpenAPI document.

use crate::harness::Project;

const DOCUMENT: &str = "
//- content/pages/index.md
# A
//- openapi/api.yaml
openapi: 3.1.0
info: { title: A, version: '1' }
servers: [{ url: 'https://{region}.a.example', variables: { region: { default: us, enum: [us, eu] } } }]
paths:
  /list:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, schema: { type: integer }, example: 3 }
        - { name: X-Tenant, in: header, required: true, schema: { type: string } }
        - { name: ids, in: query, schema: { type: array, items: { type: string } } }
      responses: {}
  /own:
    servers: [{ url: https://own.example }]
    get: { operationId: own, responses: {} }
";

fn site(config: &str) -> Project {
    Project::new(&format!(
        "//- docgen.toml\n[[openapi]]\nfile = 'openapi/api.yaml'\nroute = '/api'\n{config}{DOCUMENT}"
    ))
}

#[test]
fn samples_and_forms_start_with_the_sites_own_values() {
    let site = site(
        "[openapi.variables]\nregion = 'eu'\n[openapi.parameters]\nlimit = 20\n'header:X-Tenant' = 'demo'\nids = '[\"a\",\"b\"]'\n",
    );
    site.run("build").code(0);
    let page = site.read("dist/api/list/index.html");
    let sample =
        page.split("data-fallback").nth(1).expect("a sample").split("</pre>").next().unwrap_or_default();
    assert!(sample.contains("https://eu.a.example/list?limit=20&amp;ids=a&amp;ids=b"), "{sample}");
    assert!(sample.contains("X-Tenant: demo"), "{sample}");
    assert!(page.contains(r#""preset":"20""#) && page.contains(r#""default":"eu""#), "{page}");
    assert!(site.read("dist/api/list.md").contains("limit=20"));
    assert!(site.read("dist/api/postman.json").contains(r#""value": "20""#));
}

#[test]
fn own_servers_replace_the_documents_servers() {
    let site = site(
        "[[openapi.servers]]\nurl = 'https://a.example'\nlabel = 'Production'\n[[openapi.servers]]\nurl = 'https://{region}.staging.example'\nlabel = 'Staging'\n",
    );
    site.run("build").code(0);
    let page = site.read("dist/api/list/index.html");
    assert!(
        page.contains(r#"{"url":"https://a.example","description":"Production","variables":[]}"#),
        "{page}"
    );
    assert!(page.contains(
        r#""description":"Staging","variables":[{"name":"region","default":"us","values":["us","eu"]}"#
    ));
    assert!(site.read("dist/api/own/index.html").contains(r#""url":"https://own.example""#));
    assert!(site.read("dist/api/intro/index.html").contains("Staging"));
}

#[test]
fn a_site_can_add_the_missing_server() {
    let site = site("[[openapi.servers]]\nurl = 'https://a.example'\n");
    site.write("openapi/api.yaml", "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { operationId: a, responses: {} } } }\n");
    site.run("build").code(0).stderr_lacks("missing-server");
    assert!(site.read("dist/api/a/index.html").contains("https://a.example/a"));
}

#[test]
fn values_without_effect_are_reported() {
    let site = site("[openapi.variables]\nregion = 'mars'\n[openapi.parameters]\nlimits = 20\n");
    let out = site.run("build").code(1);
    out.stderr_has("unknown variable `region` in `variables`")
        .stderr_has("docgen.toml:5")
        .stderr_has("unknown parameter `limits` in `parameters`")
        .stderr_has("docgen.toml:7");
    let site = self::site("[[openapi.servers]]\nurl = 'javascript:alert(1)'\n");
    site.run("build").code(1).stderr_has("docgen.toml:5");
}

#[test]
fn a_list_chooses_the_downloads() {
    let all = [
        "openapi.json",
        "openapi.yaml",
        "source.yaml",
        "postman.json",
        "bruno.yaml",
        "insomnia.yaml",
        "hoppscotch.json",
    ];
    let files = |config: &str| {
        let site = site(config);
        site.run("build").code(0);
        let intro = site.read("dist/api/intro/index.html");
        let found = all.iter().filter(|file| site.has(&format!("dist/api/{file}"))).copied();
        let found: Vec<&str> = found.collect();
        for file in all {
            assert_eq!(intro.contains(&format!("href=\"/api/{file}\"")), found.contains(&file), "{file}");
        }
        (found.join(" "), site)
    };
    let (found, _) = files("");
    assert_eq!(found, "openapi.json openapi.yaml postman.json bruno.yaml insomnia.yaml hoppscotch.json");
    assert_eq!(files("download = false\n").0, "");
    let (found, site) = files("download = ['source', 'hoppscotch']\n");
    assert_eq!(found, "source.yaml hoppscotch.json");
    assert_eq!(site.read("dist/api/source.yaml"), site.read("openapi/api.yaml"));
    assert!(!site.read("dist/api/list/index.html").contains("data-operation"));
}

#[test]
fn an_operations_page_links_to_its_document() {
    let site = site("");
    site.run("build").code(0);
    let link = r#"<a href="/api/openapi.json" download data-operation="paths get /list">"#;
    assert!(site.read("dist/api/list/index.html").contains(link));
    assert!(!site.read("dist/api/intro/index.html").contains("data-operation"));
}
