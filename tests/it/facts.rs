//! Every fact in an OpenAPI document must be on a page and in the page's Markdown version. Each fact has its own mark,
//! and the tests look for every mark. `tests/battery` does the same with real documents.

use std::collections::BTreeSet;

use crate::harness::Project;

/// A document with marks, `m1` and so on, wherever a document contains information for readers.
const DOCUMENT: &str = "
//- docgen.toml
[[openapi]]
file = 'openapi/all.yaml'
schema_pages = 'all'
//- openapi/all.yaml
openapi: 3.2.0
info:
  title: All m1
  version: m2
  summary: Short m3
  description: Long m4
  termsOfService: https://m5.example
  contact: { name: Team m6, url: 'https://m7.example', email: m8@example.com }
  license: { name: Licence m9, url: 'https://m10.example' }
externalDocs: { url: 'https://m11.example', description: Docs m12 }
servers:
  - url: https://m13.example/{region}
    name: Name m14
    description: Server m15
    variables: { region: { default: m16, enum: [m16, m17], description: Region m18 } }
  - { url: 'https://m19.example' }
security: [{ oauth: [m20] }]
tags: [{ name: things, summary: Things m21, description: Tag m22, externalDocs: { url: 'https://m23.example' } }]
paths:
  /things/{id}:
    summary: Path m24
    description: About m25
    parameters:
      - name: id
        in: path
        required: true
        description: Id m26
        schema: { type: string, title: Title m27, description: Schema m28, pattern: ^m29$, default: m30, enum: [m30, m31], format: m32 }
        examples: { one: { summary: One m33, description: Example m34, value: m35 } }
      - { name: m36, in: query, schema: { type: array, items: { deprecated: true, title: Item m37, description: Each m38, enum: [m39], externalDocs: { url: 'https://m40.example' } } } }
      - { name: m41, in: header, content: { application/m42: { schema: { description: Header m43 } } } }
      - { name: m44, in: cookie, schema: { type: object, properties: { m45: { title: Inner m46 } } } }
    post:
      summary: Post m47
      description: Does m48
      operationId: post
      tags: [things]
      externalDocs: { url: 'https://m49.example' }
      requestBody:
        description: Body m50
        required: true
        content:
          application/json:
            schema:
              title: Root m51
              description: Root m52
              type: object
              externalDocs: { url: 'https://m53.example' }
              required: [m54]
              properties:
                m54: { $ref: '#/components/schemas/Named' }
                m55: { type: array, items: { $ref: '#/components/schemas/Listed' } }
                m56: { const: m57, title: Const m58 }
                m59: { oneOf: [{ title: First m60, description: Of m61, type: string }, { $ref: '#/components/schemas/Variant' }] }
                m64: { type: object, additionalProperties: { title: Any m65, description: Other m66, type: integer } }
                m67: { type: array, prefixItems: [{ title: Tuple m68, description: Zero m69, type: integer }] }
                m70: { type: string, contentEncoding: m71, contentMediaType: application/m72 }
                m73: { type: object, patternProperties: { ^m74: { title: Pattern m75, type: string } }, propertyNames: { pattern: m76 } }
                m77: { type: object, dependentRequired: { m78: [m79] } }
            examples: { first: { summary: Given m80, description: Says m81, value: { m54: m82 } }, second: { summary: Also m83, value: 1 } }
          multipart/form-data:
            schema: { type: object, properties: { part: { type: string } } }
            encoding: { part: { contentType: image/m84, headers: { m85: { description: Part m86, schema: { type: string } } } } }
      responses:
        '200':
          summary: Fine m87
          description: Well m88
          headers: { m89: { description: Head m90, schema: { type: string, examples: [m91] } } }
          content:
            application/m92:
              schema: { type: array, title: List m93, items: { $ref: '#/components/schemas/Listed' } }
              examples: { only: { description: Only m94, value: m95 }, other: { externalValue: 'https://m96.example' } }
          links: { m97: { operationRef: 'https://m98.example', description: Link m99, parameters: { m100: m101 } } }
        default: { description: Else m102 }
      callbacks:
        m103:
          'https://m104.example':
            put:
              summary: Call m105
              description: Calls m106
              requestBody: { description: Sent m107, content: { application/json: { schema: { title: Sent m108, type: object, properties: { m109: {} } } } } }
              responses: { '202': { description: Taken m110 } }
webhooks:
  m111:
    post:
      summary: Hook m112
      description: Hooks m113
      requestBody: { content: { application/json: { schema: { title: Event m114, type: object, properties: { m115: { description: Event m116 } } } } } }
components:
  schemas:
    Named: { title: Pretty m117, description: Named m118, type: object, properties: { m119: { title: Inner m120 } } }
    Extended: { allOf: [{ $ref: '#/components/schemas/Named' }] }
    Listed: { title: Listed m121, description: Listed m122, type: object, properties: { m123: {} } }
    Variant: { title: Variant m62, description: Variant m63, type: object, properties: { m124: {} } }
  securitySchemes:
    oauth:
      type: oauth2
      description: Scheme m125
      flows: { authorizationCode: { authorizationUrl: 'https://m126.example', tokenUrl: 'https://m127.example', refreshUrl: 'https://m128.example', scopes: { m20: Scope m129 } } }
    key: { type: apiKey, in: header, name: m130, description: Key m131 }
";

/// Returns the marks in a string.
fn marks(text: &str) -> BTreeSet<u32> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.strip_prefix('m')?.parse().ok()).collect()
}

/// Returns the content of a page or its Markdown version, without the page's head and the request form's data.
fn said(site: &Project, page: &str, form: &str) -> String {
    let text = site.read(&format!("dist/api/{page}{form}"));
    match form {
        ".md" => text,
        _ => without_scripts(text.split_once("<main").expect("a page has a main part").1),
    }
}

#[test]
fn every_fact_of_a_document_is_on_a_page_and_in_its_markdown() {
    let site = Project::new(DOCUMENT);
    site.run("build").code(0);
    let all = marks(DOCUMENT);
    assert_eq!(all.len(), 131);
    for form in ["/index.html", ".md"] {
        let pages = ["intro", "things", "post", "m111"].map(|page| said(&site, page, form));
        let shown = pages.iter().flat_map(|page| marks(page)).collect();
        let lost: Vec<&u32> = all.difference(&shown).collect();
        assert!(lost.is_empty(), "lost in {form}: {lost:?}");
        let extended = said(&site, "schemas/extended", form);
        assert!(
            marks(&extended).contains(&118),
            "the description of what a schema extends is lost in {form}"
        );
    }
    let items = "Each item</span><span class=\"api-deprecated\">deprecated</span>";
    assert!(said(&site, "post", "/index.html").contains(items), "a word about the items is missing");
}

/// The ways in which several schemas can describe one value. Each way has two marks.
const DESCRIBED: &[&str] = &[
    "{ description: Use mA, $ref: '#/components/schemas/Base' }",
    "{ description: Use mA, allOf: [{ $ref: '#/components/schemas/Base' }] }",
    "{ allOf: [{ $ref: '#/components/schemas/Base' }, { description: Use mA }] }",
    "{ allOf: [{ description: Use mA }, { $ref: '#/components/schemas/Base' }] }",
    "{ description: Use mA, allOf: [{ $ref: '#/components/schemas/Base' }, { readOnly: false }] }",
    "{ description: Use mA, allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { more: {} } }] }",
    "{ description: Use mA, allOf: [{ $ref: '#/components/schemas/Base' }], properties: { more: {} } }",
    "{ description: Use mA, oneOf: [{ $ref: '#/components/schemas/Base' }] }",
    "{ description: Use mA, anyOf: [{ $ref: '#/components/schemas/Base' }, { type: 'null' }] }",
    "{ description: Use mA, oneOf: [{ $ref: '#/components/schemas/Base' }, { type: string }] }",
    "{ allOf: [{ description: Use mA, type: object }, { allOf: [{ allOf: [{ $ref: '#/components/schemas/Base' }] }] }] }",
    "{ allOf: [{ properties: { same: { description: Use mA } } }, { properties: { same: { $ref: '#/components/schemas/Base' } } }] }",
    "{ allOf: [{ items: { description: Use mA } }, { items: { $ref: '#/components/schemas/Base' }, type: array }] }",
];

/// The places where a page can show a schema.
const PLACES: &[&str] = &[
    "requestBody: { content: { application/json: { schema: SCHEMA } } }",
    "requestBody: { content: { application/json: { schema: { type: object, properties: { field: SCHEMA } } } } }",
    "requestBody: { content: { application/json: { schema: { type: array, items: SCHEMA } } } }",
    "requestBody: { content: { application/json: { schema: { type: object, additionalProperties: SCHEMA } } } }",
    "requestBody: { content: { application/json: { schema: { oneOf: [SCHEMA, { type: integer }] } } } }",
    "requestBody: { content: { application/json: { schema: { allOf: [SCHEMA, { title: Whole }] } } } }",
    "requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { field: SCHEMA } } } } }",
    "parameters: [{ name: filter, in: query, schema: SCHEMA }]",
    "parameters: [{ name: filter, in: query, description: Filter, content: { application/json: { schema: SCHEMA } } }]",
    "responses: { '200': { description: Fine, content: { application/json: { schema: SCHEMA } } } }",
    "responses: { '200': { description: Fine, headers: { Next: { schema: SCHEMA } } } }",
];

#[test]
fn everything_that_describes_a_value_is_shown_with_it() {
    let mut document = "//- openapi/all.yaml\nopenapi: 3.1.0\ninfo: { title: T, version: '1' }\nservers: [{ url: 'https://a.example' }]\npaths:\n".to_owned();
    let cases: Vec<(&str, &str)> =
        PLACES.iter().flat_map(|place| DESCRIBED.iter().map(move |schema| (*place, *schema))).collect();
    for (at, (place, schema)) in cases.iter().enumerate() {
        let schema = schema.replace("mA", &format!("m{}", 1000 + at));
        let operation = place.replace("SCHEMA", &schema);
        document += &format!("  /c{at}:\n    post: {{ operationId: c{at}, {operation} }}\n");
    }
    document +=
        "components:\n  schemas:\n    Base: { description: Base m1, type: object, properties: { id: {} } }\n";
    let site = Project::new(&document);
    site.run("build").code(0);
    let mut lost = Vec::new();
    for (at, (place, schema)) in cases.iter().enumerate() {
        for form in ["/index.html", ".md"] {
            let shown = marks(&said(&site, &format!("c{at}"), form));
            for mark in [1, 1000 + at as u32].iter().filter(|mark| !shown.contains(mark)) {
                lost.push(format!("m{mark} of {schema} in {place}, {form}"));
            }
        }
    }
    assert!(lost.is_empty(), "{} of {} are lost:\n{}", lost.len(), cases.len() * 4, lost.join("\n"));
}

fn without_scripts(html: &str) -> String {
    let mut parts = html.split("<script");
    let mut out = parts.next().unwrap_or_default().to_owned();
    out.extend(parts.filter_map(|part| part.split_once("</script>")).map(|(_, after)| after));
    out
}
