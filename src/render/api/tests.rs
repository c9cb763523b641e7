mod facts;
mod lists;

use std::collections::BTreeMap;

use super::*;
use crate::config::{Direction, OpenApiConfig};
use crate::fixture::sources;
use crate::markdown::code_span;
use crate::openapi::{self, Api, anchors};
use crate::render::Messages;
use crate::site::{Locale, Resolved};

/// Returns the API of an OpenAPI 3.1 document with the given `paths`. `rest` contains the document's other members.
fn api(paths: &str, rest: &str) -> SiteApi {
    let text =
        format!("//- a.yaml\nopenapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\npaths:\n{paths}\n{rest}");
    let source = &sources(&text)[0];
    let (file, _) = openapi::read(source);
    let files = BTreeMap::from([(source.path.clone(), Arc::new(file))]);
    let options = openapi::Options::default();
    let (api, _) = openapi::lower(&source.path, &files, &options, &Cache::default());
    let resolved = vec![api.texts.iter().map(|_| Resolved::default()).collect()];
    SiteApi {
        published: None,
        id: "api".into(),
        name: "api".into(),
        version: None,
        title: "T".into(),
        config: OpenApiConfig::of("a.yaml"),
        schemas: api.schemas.named.clone(),
        api: Arc::new(api),
        files: Arc::new(files),
        content: 0,
        history: None,
        route: RoutePath::new("api"),
        resolved,
    }
}

fn messages() -> Messages {
    let texts =
        serde_json::from_str(include_str!("../../../theme/messages/en.json")).expect("the messages are JSON");
    Messages::new(&texts, None, "en")
}

/// Returns the HTML that `write` writes for a document.
fn written(site: &SiteApi, write: impl for<'r, 'a> FnOnce(&mut Writer<'r, 'a>, &'a Api)) -> String {
    let shared = Shared {
        views: Trees::new(&site.api),
        texts: Texts::new(&site.api, &site.resolved, Default::default(), Vec::new()),
        lines: PerText::new(&site.api, 1),
        schema_routes: vec![OnceLock::new()],
        highlight: Cache::default(),
        diagrams: false,
        templates: Default::default(),
        samples: Default::default(),
    };
    let at = Addressing { base_url: "/".into(), trailing_slash: true };
    let messages = messages();
    let language = Locale {
        code: "en".into(),
        label: "English".into(),
        lang: "en".into(),
        direction: Direction::Ltr,
        announcement: None,
        copyright: None,
        labels: BTreeMap::new(),
        home: RoutePath::root(),
    };
    let mut writer = Writer::new((site, &shared), &at, (0, &language), &messages);
    write(&mut writer, &site.api);
    let html = writer.out;
    balanced(&html);
    html
}

/// Returns the text column of a page and the content above it.
fn page(site: &SiteApi, subject: Subject) -> String {
    written(site, |writer, _| {
        writer.blocks(&blocks::of_page(&writer.shared.views, subject, Budget::default()));
    })
}

fn intro(site: &SiteApi) -> String {
    page(site, Subject::Intro)
}

fn tag(site: &SiteApi, index: usize) -> String {
    page(site, Subject::Tag(index))
}

/// Returns the page of the first operation, with everything around its text.
fn operation(paths: &str, rest: &str) -> String {
    written(&api(paths, rest), |writer, api| {
        let which = Subject::Operation(OperationRef::Path(0));
        let blocks = blocks::of_page(&writer.shared.views, which, Budget::default());
        writer.endpoint(&api.operations[0], false);
        writer.blocks(&blocks);
        writer.side(&api.operations[0], false, &blocks.all, "");
    })
}

/// Checks that every element is closed correctly and that IDs are unique.
#[track_caller]
fn balanced(html: &str) {
    let mut open = Vec::new();
    let mut ids: BTreeMap<&str, u32> = BTreeMap::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at + 1..];
        let end = tag.find('>').expect("a tag ends");
        let inside = &tag[..end];
        rest = &tag[end + 1..];
        if inside == "script type=\"application/json\"" {
            rest = &rest[rest.find("</script>").expect("a script ends")..];
        }
        if let Some(id) = inside.split(" id=\"").nth(1).and_then(|id| id.split('"').next()) {
            *ids.entry(id).or_default() += 1;
        }
        let name = inside.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default();
        match inside.starts_with('/') {
            _ if matches!(name, "wbr" | "br" | "img" | "hr" | "input") => {}
            true => assert_eq!(open.pop(), Some(name), "in {html}"),
            false => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    for (id, count) in ids {
        assert_eq!(count, 1, "{id} in {html}");
    }
}

#[test]
fn a_parameter_says_what_it_takes() {
    let html = operation(
        "
  /things/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
        - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: sort, in: query, schema: { type: string, enum: [up, down], default: up } }
        - { name: least, in: query, schema: { type: integer, minimum: 0 } }
        - { name: ends, in: query, schema: { type: integer, minimum: 0, maximum: 9 } }
        - { name: word, in: query, schema: { type: string, minLength: 0, maxLength: 9 } }
        - { name: letter, in: query, schema: { type: string, minLength: 1, maxLength: 1 } }
        - { name: code, in: query, schema: { type: string, minLength: 3, maxLength: 3 } }
      responses: { '204': { description: Done. } }",
        "servers: [{ url: 'https://{r}.example/v1/', variables: { r: { default: east } } }]",
    );
    for part in [
        "<span class=\"api-server\" data-request-server>https://east.example<wbr>/v1</span><wbr>/things<wbr>/<var>:id</var>",
        "<li id=\"path.id\"><div class=\"api-row-head\"><a class=\"api-name\" href=\"#path.id\">id</a>\
         <span class=\"api-type\">string</span><span class=\"api-required\">required</span></div>",
        "<li>at least 1 character</li>",
        "<span class=\"api-type\">array of integer</span>",
        "<li>multiple values are separated by commas</li>",
        "<code>up</code> <code>down</code>",
        "<li>Default <code>up</code></li>",
        "<li>at least <code>0</code></li>",
        "<li><code>0</code> to <code>9</code></li>",
        "<li>at most 9 characters</li>",
        "<li>exactly 1 character</li>",
        "<li>exactly 3 characters</li>",
    ] {
        assert!(html.contains(part), "{part}\nin\n{html}");
    }
}

#[test]
fn what_a_direction_does_not_send_is_not_shown() {
    let body = "{ content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }";
    let html = operation(
        &format!(
            "
  /a:
    post:
      requestBody: {body}
      responses: {{ '200': {{ description: Made., content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/A' }} }} }} }} }}"
        ),
        "
components:
  schemas:
    A:
      type: object
      properties:
        id: { type: string, readOnly: true }
        key: { type: string, writeOnly: true }",
    );
    assert!(html.contains("id=\"request-body.key\"") && !html.contains("id=\"request-body.id\""), "{html}");
    assert!(html.contains("id=\"response-200.id\"") && !html.contains("id=\"response-200.key\""), "{html}");
}

#[test]
fn an_operation_with_faults_says_so() {
    let html =
        operation("\n  /a:\n    get:\n      parameters: [{ $ref: '#/nowhere' }]\n      responses: {}", "");
    assert!(html.contains("class=\"admonition api-faults\""), "{html}");
    assert!(html.contains("<li><code>#/nowhere</code> at <code>/paths/"), "{html}");
}

#[test]
fn nothing_a_document_says_acts() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\\\"'";
    let paths = format!(
        "
  \"/{{{evil}}}/a\":
    post:
      summary: \"{evil}\"
      description: \"{evil}\"
      externalDocs: {{ url: 'javascript:alert(1)', description: \"{evil}\" }}
      security: [{{ \"{evil}\": [\"{evil}\"] }}]
      parameters:
        - {{ name: \"{evil}\", in: query, description: \"{evil}\", schema: {{ type: string, pattern: \"{evil}\", default: \"{evil}\", enum: [\"{evil}\"], format: \"{evil}\" }} }}
        - {{ name: \"{evil}\", in: header, schema: {{ $ref: '#/components/schemas/E' }}, example: \"{evil}\" }}
      requestBody:
        description: \"{evil}\"
        content:
          \"{evil}\": {{ schema: {{ $ref: '#/components/schemas/E' }}, examples: {{ \"{evil}\": {{ summary: \"{evil}\", description: \"{evil}\", value: \"{evil}\" }} }} }}
          multipart/form-data: {{ schema: {{ $ref: '#/components/schemas/E' }}, encoding: {{ \"{evil}\": {{ contentType: \"{evil}\", headers: {{ \"{evil}\": {{ description: \"{evil}\" }} }} }} }} }}
      responses:
        \"{evil}\":
          description: \"{evil}\"
          headers: {{ \"{evil}\": {{ description: \"{evil}\", schema: {{ type: string }} }} }}
          content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/E' }} }} }}
          links: {{ \"{evil}\": {{ operationId: \"{evil}\", description: \"{evil}\", parameters: {{ \"{evil}\": \"{evil}\" }} }} }}
      callbacks: {{ \"{evil}\": {{ \"{evil}\": {{ post: {{ description: \"{evil}\", responses: {{ '200': {{ description: \"{evil}\" }} }} }} }} }} }}"
    );
    let rest = format!(
        "
servers: [{{ url: \"https://x.example/{evil}\", description: \"{evil}\" }}]
components:
  securitySchemes:
    \"{evil}\": {{ type: http, scheme: \"{evil}\", description: \"{evil}\" }}
  schemas:
    E:
      title: \"{evil}\"
      description: \"{evil}\"
      type: object
      properties:
        \"{evil}\": {{ type: string, title: \"{evil}\", description: \"{evil}\", example: \"{evil}\" }}
      patternProperties: {{ \"{evil}\": {{ type: string }} }}
      oneOf: [{{ title: \"{evil}\", required: [\"{evil}\"] }}, {{ type: \"null\" }}, {{ title: b }}]
      x-evil: \"{evil}\""
    );
    let site = api(&paths, &rest);
    let page = operation(&paths, &rest);
    for html in [page, intro(&site), tag(&site, 0)] {
        assert!(!html.contains("<script>"), "{html}");
        assert!(!html.contains("<img src=x") && !html.contains("<img src=\"x\" onerror"), "{html}");
        assert!(!html.contains("href=\"javascript"), "{html}");
        let scripts = html.matches("<script").count();
        assert_eq!(scripts, html.matches("<script type=\"application/json\">").count(), "{html}");
        assert_eq!(scripts, html.matches("</script>").count(), "{html}");
    }
}

#[test]
fn examples_of_a_parameter_are_all_there() {
    let html = operation(
        "
  /a:
    get:
      parameters:
        - { name: few, in: query, examples: { a: { value: 1 }, b: { value: 2 } } }
        - { name: many, in: query, examples: { a: { value: 1 }, b: { value: 2 }, c: { value: 3 }, d: { value: 4 } } }
        - { name: told, in: query, example: ignored, examples: { a: { summary: One, value: 1 }, '2': { value: '<b>' } } }
        - { name: own, in: query, schema: { type: integer, examples: [5, 6, 7, 8] } }",
        "",
    );
    for part in [
        "<li>Example <code>1</code>, <code>2</code></li>",
        "<span>Examples</span><dl><dt><code>1</code></dt><dd>a</dd>",
        "<dt><code>4</code></dt><dd>d</dd></dl>",
        "<dt><code>1</code></dt><dd>One</dd><dt><code>&lt;b&gt;</code></dt><dd></dd>",
        "<dt><code>8</code></dt><dd></dd></dl>",
    ] {
        assert!(html.contains(part), "{part}\nin\n{html}");
    }
}

#[test]
fn tags_that_mark_operations_are_badges_and_no_places() {
    let site = api(
        "
  /a:
    get: { tags: [beta, a], responses: {} }
    put: { tags: [only], responses: {} }",
        "
tags:
  - { name: a }
  - { name: beta, summary: In beta, kind: badge }
  - { name: only, kind: audience }
  - { name: up, kind: audience }
  - { name: below, parent: up, description: Below. }",
    );
    let page = page(&site, Subject::Operation(OperationRef::Path(0)));
    let further = "<ul class=\"api-tags\" aria-label=\"Tags\"><li><a class=\"tag\" href=\"/api/beta/\">In beta</a></li></ul>";
    assert!(page.contains(further), "{page}");
    let intro = intro(&site);
    assert!(!intro.contains("/api/beta/"), "{intro}");
    // A tag that's only a label is still listed if an operation has no other tag or if the tag has children.
    assert!(intro.contains("/api/only/") && intro.contains("/api/up/"), "{intro}");
    let tag = tag(&site, 1);
    assert!(tag.contains("/api/get-a/"), "{tag}");
}

#[test]
fn titles_and_descriptions_of_schemas_are_not_lost() {
    let html = operation(
        "
  /a:
    get:
      parameters:
        - { name: item_id, in: query, description: Which., schema: { title: Item Id, description: An id of ours., type: string } }
        - { name: size, in: query, description: Same., schema: { title: How large, description: Same., type: integer } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                a: { title: Title of <A>, type: string }
                pet: { $ref: '#/components/schemas/Pet' }",
        "components: { schemas: { Pet: { title: Pet, type: object, properties: { tag: { title: Tag } } } } }",
    );
    for part in ["An id of ours.", "<li>Title: How large</li>", "<li>Title of &lt;A&gt;</li>"] {
        assert!(html.contains(part), "{part}\nin\n{html}");
    }
    // A title or description that is already shown isn't repeated.
    assert_eq!((html.matches("Title:").count(), html.matches("<p>Same.</p>").count()), (1, 1), "{html}");
}

#[test]
fn all_can_be_opened_where_something_is_closed() {
    let page = |properties: &str| {
        let schema = format!("{{ type: object, properties: {properties} }}");
        operation(
            &format!(
                "\n  /a:\n    post: {{ requestBody: {{ content: {{ application/json: {{ schema: {schema} }} }} }} }}"
            ),
            "",
        )
    };
    let flat = "{ type: object, properties: { b: { type: string } } }";
    let deep = format!("{{ type: object, properties: {{ c: {flat} }} }}");
    for (properties, expected) in [
        ("{ a: { type: string } }".to_owned(), false),
        // A single object starts open.
        (format!("{{ a: {flat} }}"), false),
        (format!("{{ a: {deep} }}"), true),
        (format!("{{ a: {flat}, b: {{}}, c: {{}} }}"), true),
    ] {
        let html = page(&properties);
        assert_eq!(html.contains("class=\"api-expand\""), expected, "{properties}: {html}");
    }
}

#[test]
fn what_a_stream_is_made_of_has_its_name() {
    for (media, name) in [("text/event-stream", "Each event"), ("application/jsonl", "Each item")] {
        let content = format!("{{ {media}: {{ itemSchema: {{ type: object }} }} }}");
        let html = operation(
            &format!(
                "\n  /a:\n    get: {{ responses: {{ '200': {{ description: d, content: {content} }} }} }}"
            ),
            "",
        );
        assert!(html.contains(&format!("<p class=\"api-items-label\">{name}</p>")), "{html}");
    }
}

#[test]
fn the_first_sample_of_the_document_is_shown_until_the_island_loads() {
    let paths = r#"
  /a:
    get:
      x-codeSamples: [{ lang: Python, source: "a < 1" }, { lang: curl, source: b }]
      responses: { '200': { description: R } }"#;
    let mut site = api(paths, "");
    let fallback = |site: &SiteApi| {
        let html = written(site, |writer, api| writer.island(&api.operations[0], false));
        html.split_once("data-fallback").expect("there is a fallback").1.to_owned()
    };
    let html = fallback(&site);
    assert!(html.starts_with(r#" data-label="Python" data-console="Try it">"#), "{html}");
    assert!(html.contains(r#"data-language="python"><pre tabindex="0"><code>a &lt; 1</code>"#), "{html}");
    site.config.sample_languages = serde_json::from_str(r#"["go"]"#).expect("a list of languages");
    assert!(fallback(&site).contains("curl"));
}

#[test]
fn how_a_value_is_written_is_said_by_its_form() {
    let query = |style: &str| format!("in: query, style: {style}");
    for (place, explode, list, object) in [
        (query("form"), true, "multiple values repeat the parameter", "a=1&amp;b=2"),
        (query("form"), false, "multiple values are separated by commas", "p=a,1,b,2"),
        (query("spaceDelimited"), false, "multiple values are separated by spaces", "p=a%201%20b%202"),
        (query("pipeDelimited"), false, "multiple values are separated by pipes", "p=a|1|b|2"),
        (query("deepObject"), true, "members are written as <code>p[name]</code>", "p[a]=1&amp;p[b]=2"),
        ("in: header".to_owned(), true, "multiple values are separated by commas", "a=1,b=2"),
        ("in: header".to_owned(), false, "multiple values are separated by commas", "a,1,b,2"),
        ("in: path, style: label".to_owned(), true, "each value follows a dot", ".a=1.b=2"),
        (
            "in: path, style: label".to_owned(),
            false,
            "multiple values, separated by commas, follow a single dot",
            ".a,1,b,2",
        ),
        ("in: path, style: matrix".to_owned(), true, "each value is written as <code>;p=</code>", ";a=1;b=2"),
        (
            "in: path, style: matrix".to_owned(),
            false,
            "written as <code>;p=</code>, with multiple values separated by commas",
            ";p=a,1,b,2",
        ),
    ] {
        let page = |schema: &str| {
            let parameter =
                format!("{{ name: p, {place}, required: true, explode: {explode}, schema: {schema} }}");
            operation(
                &format!("\n  /a/{{p}}:\n    get: {{ parameters: [{parameter}] }}"),
                "components: { schemas: { O: { properties: { a: {} } } } }",
            )
        };
        let html = page("{ type: array, items: {} }");
        assert!(html.contains(&format!("<li>{list}</li>")), "{place} {explode}: {html}");
        let choice = "{ anyOf: [{ type: string }, { type: object }] }";
        for schema in ["{ type: object }", "{ $ref: '#/components/schemas/O' }", choice] {
            let html = page(schema);
            let form = format!("<li>properties are written as <code>{object}</code></li>");
            assert!(html.contains(&form), "{place} {explode}: {html}");
        }
    }
}

#[test]
fn markdown_has_the_same_facts() {
    let words = Words { messages: &messages(), markdown: true };
    assert_eq!(words.codes("api_default", &["a`b".to_owned()]), "Default ``a`b``");
    assert_eq!(code_span("`x"), "`` `x ``");
    assert_eq!(code_span("a\nb"), "`a b`");
}

/// Returns the IDs of a page that are meaningful to readers.
fn ids(html: &str) -> Vec<&str> {
    let all = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let numbered = |id: &str| {
        let start = id.split('.').next().unwrap_or_default();
        start != "text"
            && ["tab", "panel", "text"].contains(&start.trim_end_matches(|c: char| c.is_ascii_digit()))
    };
    let mut ids: Vec<&str> = all.filter(|id| !numbered(id)).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn links_know_the_ids_that_a_page_has() {
    let site = api(
        "
  /a/{id}:
    post:
      description: \"Text.\\n\\n## Request\\n\\n## Own\"
      security: [{ key: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: filter, in: query, schema: { type: object, properties: { a: { $ref: '#/components/schemas/S' } } } }
        - { name: bare, in: header, description: \"Small.\\n\\n## Print\" }
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/S' } }
          multipart/form-data:
            schema: { type: object, properties: { file: { type: string, format: binary } } }
            encoding: { file: { headers: { X-Part: { schema: { type: string } }, X-Bare: {} } } }
      responses:
        '200':
          description: Fine.
          headers: { ETag: { schema: { type: string } }, Bare: { description: No schema. } }
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/S' } } } }
        '204': { description: Nothing. }
        4XX: { description: Wrong., content: { text/plain: {}, application/json: { schema: { $ref: '#/components/schemas/S' } } } }
      callbacks:
        done: { '{$url}': { post: { parameters: [{ name: q, in: query }], requestBody: { content: { application/json: { schema: { type: object, properties: { b: true } } } } }, responses: { '200': { description: Fine. } } } } }",
        "
webhooks:
  made:
    post: { description: '<b>Raw</b>', requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/S' } } } }, responses: { default: { description: Any. } } }
servers: [{ url: 'https://x.example' }]
tags: [{ name: t, description: \"Text.\\n\\n## Tag\" }, { name: u, parent: t }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: K } }
  schemas:
    S: { description: \"Text.\\n\\n## Schema\", type: object, oneOf: [{ title: x, properties: { c: { type: array, items: { $ref: '#/components/schemas/S' } } } }, { title: y, patternProperties: { z: {} } }] }",
    );
    let views = Trees::new(&site.api);
    let mut subjects = vec![Subject::Intro, Subject::Schema(site.schemas[0])];
    subjects.extend(site.api.all_operations().map(Subject::Operation));
    subjects.extend((0..site.api.tags.len()).map(Subject::Tag));
    for subject in subjects {
        let html = written(&site, |writer, api| {
            let blocks = blocks::of_page(&writer.shared.views, subject, Budget::default());
            writer.blocks(&blocks);
            match subject {
                Subject::Intro => writer.intro_side(),
                Subject::Tag(tag) => writer.tag_side(tag),
                Subject::Operation(which) => {
                    writer.side(api.operation(which), which.is_webhook(), &blocks.all, "");
                }
                Subject::Schema(_) | Subject::Changes | Subject::Whole => {}
            }
        });
        let known = anchors::of_page(&views, subject);
        let mut known: Vec<&str> = known.iter().map(String::as_str).collect();
        known.sort_unstable();
        assert_eq!(known, ids(&html), "{subject:?} {html}");
    }
}

#[test]
fn more_servers_and_schemes_than_are_shown_at_a_glance_are_a_link_away() {
    let several = |count: usize| {
        let scheme = |at| format!("key{at}: {{ type: apiKey, in: header, name: K }}");
        let schemes: Vec<String> = (0..count).map(scheme).collect();
        let servers: Vec<String> =
            (0..count).map(|at| format!("{{ url: 'https://x{at}.example' }}")).collect();
        let rest = format!(
            "servers: [{}]\ncomponents: {{ securitySchemes: {{ {} }} }}",
            servers.join(", "),
            schemes.join(", ")
        );
        written(&api("  /a: { get: {} }", &rest), |writer, _| writer.intro_side())
    };
    let many = several(7);
    for rest in [
        "<a href=\"/api/intro/#api-authentication\">and 2 more in the list</a>",
        "<a href=\"/api/intro/#api-servers\">and 4 more in the list</a>",
    ] {
        assert!(many.contains(rest), "{rest}\nin\n{many}");
    }
    assert!(!several(3).contains("in the list"));
}

#[test]
fn parts_without_names_are_counted_as_their_rows_are() {
    let html = operation(
        "  /a: { post: { requestBody: { content: { multipart/mixed: { \
         schema: { type: array, prefixItems: [{ type: string }] }, \
         prefixEncoding: [{ contentType: text/csv }], itemEncoding: { contentType: text/plain } } } } } }",
        "",
    );
    for part in ["item <code>1</code> <code>text/csv</code>", "Each item <code>text/plain</code>"] {
        assert!(html.contains(part), "{part}\nin\n{html}");
    }
}

#[test]
fn a_description_on_one_line_leaves_what_follows_alone() {
    let pieces = ["`", "``", "\\", "a", " ", "*", "_", "[", "]", "(", "<", "!", "```", "x`y", "\\`", "é"];
    let mut seed = 1_u64;
    for _ in 0..20_000 {
        let mut text = String::from("T");
        for _ in 0..seed % 9 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let line = format!("{} (One of `GET`)", super::inline::closed(&text));
        let codes: Vec<_> = pulldown_cmark::Parser::new(&line)
            .filter_map(|event| match event {
                pulldown_cmark::Event::Code(code) => Some(code.to_string()),
                _ => None,
            })
            .collect();
        assert_eq!(codes.last().map(String::as_str), Some("GET"), "{text:?} {line:?}");
        assert!(!codes.iter().any(|code| code.contains("One of")), "{text:?} {line:?}");
    }
}
