//! References for several audiences from one OpenAPI document.

use crate::harness::Project;

#[test]
fn references_for_several_audiences_come_from_one_document() {
    let site = Project::new(
        "
//- docgen.toml
[[openapi]]
file = 'openapi/api.yaml'
id = 'all'
route = '/all'
[[openapi]]
file = 'openapi/api.yaml'
id = 'partners'
route = '/partners'
audience = ['partner', 'public']
//- content/pages/index.md
# A
//- openapi/api.yaml
openapi: 3.1.0
info: { title: A, version: '1', x-audience: staff }
servers: [{ url: https://a.example }]
paths:
  /everyone:
    post:
      operationId: everyone
      parameters:
        - { name: plain, in: query }
        - { name: wide, in: query, x-audience: [staff, public] }
        - { name: narrow, in: query, x-audience: [staff] }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } } }
      responses: {}
  /partners: { get: { operationId: forPartners, x-audience: partner, responses: {} } }
  /staff: { get: { operationId: forStaff, x-audience: staff, responses: {} } }
  /part: { $ref: part.yaml }
components:
  schemas:
    Body: { properties: { shown: { type: string }, secret: { type: string, x-audience: staff } } }
//- openapi/part.yaml
x-audience: staff
get: { operationId: inPart, responses: {} }
",
    );
    site.run("build --strict").code(0);
    for page in ["everyone", "for-partners", "for-staff", "in-part"] {
        assert!(site.has(&format!("dist/all/{page}/index.html")), "{page}");
        let is_own = !matches!(page, "for-staff" | "in-part");
        assert_eq!(site.has(&format!("dist/partners/{page}/index.html")), is_own, "{page}");
    }
    let staff = ["narrow", "secret", "/staff", "/part\""];
    let others = ["plain", "wide", "shown"];
    for file in ["openapi.json", "postman.json", "everyone/index.html", "everyone.md"] {
        let text = site.read(&format!("dist/partners/{file}"));
        assert!(staff.iter().all(|word| !text.contains(word)), "{file}: {text}");
        assert!(others.iter().all(|word| text.contains(word)), "{file}: {text}");
    }
    let all = site.read("dist/all/openapi.json");
    assert!(staff.iter().chain(&others).all(|word| all.contains(word)), "{all}");
    let found: Vec<String> =
        site.dist().into_keys().filter(|path| path.contains("operations/partners")).collect();
    assert_eq!(found.len(), 1);
    assert!(!site.read(&format!("dist/{}", found[0])).contains("forStaff"));
}
