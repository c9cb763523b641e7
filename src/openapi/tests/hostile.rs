//! Tests with malicious and unexpectedly large documents. docgen must always finish reading them.

use std::fmt::Write;

use super::{api, files, outline};
use crate::diag::Diagnostic;
use crate::openapi::{Api, lint, read};
use crate::path::SourcePath;
use crate::source::Source;

const HEAD: &str = "//- api.yaml\nopenapi: 3.1.0\ninfo: { title: H, version: '1' }\n";

/// Checks that at least one message contains this text.
#[track_caller]
fn says(diagnostics: &[Diagnostic], text: &str) {
    assert!(diagnostics.iter().any(|one| one.message.contains(text)), "{text}: {diagnostics:#?}");
}

fn hostile(body: &str) -> (Api, Vec<Diagnostic>) {
    api(&format!("{HEAD}{body}"))
}

#[test]
fn a_billion_laughs_are_refused() {
    let mut body = "x-a: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..30 {
        let before = format!("*a{}", level - 1);
        let _ = writeln!(body, "x-b{level}: &a{level} [{}]", [before.as_str(); 10].join(", "));
    }
    let (api, diagnostics) = hostile(&body);
    says(&diagnostics, "nested aliases make this file too large");
    assert_eq!(&*api.title, "H");
    let mut merges = "x-m0: &m0 { a: 1 }\n".to_owned();
    for level in 1..3000 {
        let _ = writeln!(merges, "x-m{level}: &m{level} {{ <<: *m{}, k{level}: 1 }}", level - 1);
    }
    says(&hostile(&merges).1, "merge keys make this file too large");
}

#[test]
fn values_may_lie_deep_in_one_another() {
    let mut schema = "{ type: string }".to_owned();
    for _ in 0..200 {
        schema = format!("{{ type: object, properties: {{ a: {schema} }} }}");
    }
    let (api, diagnostics) = hostile(&format!("components: {{ schemas: {{ Deep: {schema} }} }}\n"));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(api.schemas.all.len(), 201);
    for (path, open, close) in
        [("a.json", "[", "]"), ("a.yaml", "[", "]"), ("a.json", "{\"a\":", "}"), ("a.yaml", "{a: ", "}")]
    {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let (file, diagnostics) = read(&Source::new(SourcePath::new(path), &text));
        assert!(file.broken && diagnostics.len() == 1, "{path} {open}");
    }
    let mut block = String::new();
    for depth in 0..3000 {
        let _ = writeln!(block, "{}a:", " ".repeat(depth));
    }
    let (file, _) = read(&Source::new(SourcePath::new("a.yaml"), &block));
    assert!(file.broken);
    let example = format!("{}1{}", "[".repeat(600), "]".repeat(600));
    let (_, diagnostics) =
        hostile(&format!("components: {{ schemas: {{ A: {{ default: {example} }} }} }}\n"));
    says(&diagnostics, "only the first 256 levels");
}

#[test]
fn values_that_hold_themselves_are_told_once() {
    let body = "components: { schemas: { A: { default: [{ $ref: '' }] }, B: { default: { b: { $ref: '' }, c: { $ref: '#/components/schemas/A/default' } } } } }\n";
    let (_, diagnostics) = hostile(body);
    let cut = |diagnostic: &&Diagnostic| diagnostic.message.contains("only the first 256 levels");
    assert_eq!(diagnostics.iter().filter(cut).count(), 1, "{diagnostics:?}");
}

#[test]
fn aliases_do_not_make_values_deeper_than_they_may_be() {
    let mut body = "x-0: &a0 [1]\n".to_owned();
    for level in 1..100 {
        let _ = writeln!(body, "x-{level}: &a{level} {}*a{}{}", "[".repeat(50), level - 1, "]".repeat(50));
    }
    says(&hostile(&body).1, "nested aliases");
}

#[test]
fn objects_may_have_a_hundred_thousand_members() {
    let count = 100_000;
    let mut json = "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"H\",\"version\":\"1\"},\"paths\":{},\"components\":{\"schemas\":{\"Wide\":{\"required\":[".to_owned();
    let names: Vec<String> = (0..count).map(|number| format!("\"p{number}\"")).collect();
    json.push_str(&names.join(","));
    json.push_str("],\"properties\":{");
    let properties: Vec<String> = (0..count)
        .map(|number| {
            format!(
                "\"p{number}\":{{\"$ref\":\"#/components/schemas/Wide/properties/p{}\"}}",
                (number * 7 + 1) % count
            )
        })
        .collect();
    json.push_str(&properties.join(","));
    json.push_str("}}}}}");
    let (api, _) = api(&format!("//- api.json\n{json}"));
    assert_eq!(api.schemas[api.schemas.named[0]].properties.len(), count);
    assert!(api.schemas[api.schemas.named[0]].properties.iter().all(|property| property.required));
}

#[test]
fn thousands_of_wrong_references_are_not_all_listed() {
    let mut body = "components:\n  schemas:\n".to_owned();
    for number in 0..20_000 {
        let _ = writeln!(body, "    S{number}: {{ $ref: '#/components/schemas/T{number}' }}");
    }
    let (api, diagnostics) = hostile(&body);
    assert_eq!(diagnostics.len(), 10_001);
    assert_eq!(diagnostics.iter().map(|one| one.count).sum::<u32>(), 20_000);
    says(&diagnostics, "10000 more problems of this kind aren't listed");
    assert_eq!(api.schemas.named.len(), 20_000);
}

#[test]
fn long_chains_and_shared_parts_end() {
    let mut body = "components:\n  schemas:\n    C0: { type: string }\n".to_owned();
    for number in 1..20_000 {
        let _ = writeln!(body, "    C{number}: {{ $ref: '#/components/schemas/C{}' }}", number - 1);
    }
    let (api, diagnostics) = hostile(&body);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(api.schemas.all.len(), 1);
    let mut body = "components:\n  responses:\n    R:\n      description: R\n      headers:\n".to_owned();
    for number in 0..2000 {
        let _ = writeln!(
            body,
            "        H{number}: {{ description: D, schema: {{ type: string }}, example: [1, 2, 3] }}"
        );
    }
    body.push_str("paths:\n");
    for number in 0..5000 {
        let _ = writeln!(
            body,
            "  /p{number}: {{ get: {{ responses: {{ 200: {{ $ref: '#/components/responses/R' }} }} }} }}"
        );
    }
    let (api, diagnostics) = hostile(&body);
    says(&diagnostics, "references make this document too large");
    assert_eq!(api.operations.len(), 5000);
    assert!(!api.operations[4999].faults.is_empty());
}

#[test]
fn thousands_of_tags_operations_and_webhooks() {
    let mut body = "tags:\n".to_owned();
    for number in 0..20_000 {
        let _ = writeln!(body, "  - {{ name: t{number}, parent: t{} }}", number + 1);
    }
    body.push_str("webhooks:\n");
    for number in 0..20_000 {
        let _ = writeln!(body, "  same!{number}?: {{ post: {{ operationId: same, tags: [t1] }} }}");
    }
    let (api, diagnostics) = hostile(&body);
    assert_eq!(api.webhooks.len(), 20_000);
    // Nothing is below the first tag, so it has no page.
    assert_eq!(api.tags.len(), 19_999);
    let slugs: std::collections::BTreeSet<&str> = api.webhooks.iter().map(|hook| &*hook.slug).collect();
    assert_eq!(slugs.len(), 20_000);
    let codes: std::collections::BTreeSet<_> = diagnostics.iter().map(|one| one.code).collect();
    assert!(diagnostics.len() <= codes.len() * 10_001, "{}", diagnostics.len());
}

#[test]
fn addresses_that_may_do_harm_are_left_out() {
    let (api, diagnostics) = hostile(
        r##"
servers:
  - url: javascript:alert(1)
  - url: "{scheme}://example.com"
    variables: { scheme: { default: javascript } }
  - url: "{a}{b}"
    variables: { a: { default: java }, b: { default: "script:alert(1)" } }
  - url: /relative
  - url: //host.example.com
  - url: https://ok.example.com/{x}
  - url: data:text/html,hello
externalDocs: { url: " JAVASCRIPT:alert(1)" }
tags:
  - { name: a, description: A, externalDocs: { url: "java\nscript:alert(1)" } }
  - { name: b, description: B, externalDocs: { url: "vbscript:x" } }
  - { name: c, externalDocs: { url: "mailto:me@example.com" } }
  - { name: d, externalDocs: { url: "docs/a:b.html" } }
paths:
  /a:
    get:
      responses:
        "200":
          description: <script>alert(1)</script>
          content: { text/html: { examples: { x: { externalValue: "javascript:alert(1)" } } } }
"##,
    );
    let urls: Vec<&str> = api.servers.iter().map(|server| &*server.url).collect();
    assert_eq!(urls, ["/relative", "//host.example.com", "https://ok.example.com/{x}"]);
    assert!(api.external_docs.is_none());
    let docs: Vec<bool> = api.tags.iter().map(|tag| tag.external_docs.is_some()).collect();
    assert_eq!(docs, [false, false, true, true]);
    assert_eq!(diagnostics.iter().filter(|one| one.code.as_str() == "unsafe-url").count(), 8);
    let outline = outline::outline(&api);
    // Faults of an operation are plain text. Nothing else is allowed to contain a URL that runs a script.
    let held = outline.lines().filter(|line| !line.starts_with("  fault "));
    assert!(held.clone().count() > 5 && held.clone().all(|line| !line.contains("script:")), "{outline}");
}

#[test]
fn names_of_any_length_are_bounded() {
    let long = "x".repeat(300_000);
    let mut body = format!("components:\n  schemas:\n    {long}:\n      properties:\n");
    for number in 0..1000 {
        let _ = writeln!(body, "        p{number}: {{ type: 5 }}");
    }
    // In YAML, a key of this length needs explicit syntax.
    let body = body.replace(&format!("    {long}:"), &format!("    ? {long}\n    :"));
    let (api, diagnostics) = hostile(&body);
    assert_eq!(api.schemas.all.len(), 1001);
    assert!(api.schemas.all.iter().all(|schema| schema.place.pointer.len() < 3000));
    assert!(diagnostics.iter().all(|one| one.message.len() < 1000));
}

#[test]
fn callbacks_of_callbacks_end() {
    let mut body = "components:\n  callbacks:\n    C:\n".to_owned();
    for number in 0..20 {
        let _ = writeln!(
            body,
            "      '{{$url}}{number}': {{ post: {{ callbacks: {{ c: {{ $ref: '#/components/callbacks/C' }} }} }} }}"
        );
    }
    body.push_str("paths: { /a: { get: { callbacks: { c: { $ref: '#/components/callbacks/C' } } } } }\n");
    let (api, diagnostics) = hostile(&body);
    assert_eq!(api.operations.len(), 1);
    assert!(!diagnostics.is_empty());
}

#[test]
fn the_strict_check_ends_as_well() {
    let mut schema = "{ type: strng }".to_owned();
    for _ in 0..90 {
        schema = format!("{{ type: object, properties: {{ a: {schema}, b: {{ type: string }} }} }}");
    }
    let sources = crate::fixture::sources(&format!(
        "//- api.yaml\nopenapi: 3.0.0\ninfo: {{ title: H, version: '1' }}\npaths: {{ $ref: '#/paths' }}\ncomponents: {{ schemas: {{ Deep: {schema} }} }}\n"
    ));
    let (files, _) = files(&sources);
    lint(&sources[0].path, &files);
}
