//! Identifiers as queries: pages that contain an identifier exactly come before all other pages, and a result for a
//! parameter, field, or value opens at it.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::client::answers;
use super::site::{self, Indexed, request};
use crate::harness::{Project, repository};

/// The number of identifiers to search for on each site.
const SAMPLES: usize = 200;

const API: &str = "
//- docgen.toml
[site]
title = 'Acme'
[[openapi]]
file = 'openapi/api.yaml'
schema_pages = 'all'
//- content/docs/retention.md
# Retention ID

The retention of an ID is long. Each retention has an ID. Retain IDs.
//- content/docs/payer.md
# When a payer cannot pay

A payer cannot pay if the payer has nothing to pay with.
//- content/docs/resource.md
# Resource name of X

The X resource name is the name of a resource.
//- openapi/api.yaml
openapi: 3.1.0
info: { title: Rules, version: '1' }
paths:
  /retentions/{id}:
    get:
      operationId: getRetention
      summary: Retention by ID
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: The retention with this ID. } }
  /rules:
    post:
      operationId: addRule
      summary: Add a rule
      parameters:
        - { name: X-Resource-Name, in: header, description: Called so., schema: { type: string } }
        - { name: order, in: query, schema: { enum: [ORDER_BY_AGE, ORDER_BY_SIZE] } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                rule:
                  type: object
                  properties:
                    retention_id: { type: integer, description: The policy that applies. }
                    limits: { type: object, properties: { deep: { type: object, properties: { maxAgeDays: { type: integer } } } } }
                message:
                  oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Image' }]
                  discriminator:
                    propertyName: type
                    mapping: { textV2: '#/components/schemas/Text', image_v3: '#/components/schemas/Image' }
      responses:
        '201': { description: Done, headers: { X-Rate-Left: { schema: { type: integer } } } }
        '422':
          description: Failed
          content:
            application/json:
              schema: { type: object, properties: { issue: { enum: [PAYER_CANNOT_PAY, PAYER_UNKNOWN] } } }
components:
  schemas:
    Text: { type: object, properties: { type: { type: string }, text: { type: string } } }
    Image: { type: object, properties: { type: { type: string }, url: { type: string } } }
";

/// Returns the results for queries among the pages of these kinds, with their texts. The code on other pages isn't part of
/// the results.
fn complete(indexed: &Indexed, queries: &[&str], kind: &[&str]) -> Vec<Vec<Json>> {
    let request = |query: &&str| {
        let mut request = request(query, "en");
        request["complete"] = json!(true);
        request["facetFilters"] = json!(["language:en", kind]);
        request
    };
    let answers = answers(indexed, &queries.iter().map(request).collect::<Vec<_>>());
    let hits = |mut answer: Json| match answer["hits"].take() {
        Json::Array(hits) => hits,
        _ => panic!("{answer}"),
    };
    answers.into_iter().map(hits).collect()
}

#[test]
fn an_identifier_comes_before_other_spellings_and_its_parts() {
    let project = Project::new(
        "
//- content/docs/a.md
# Rate limited

The rate is limited. Rates are rateLimited, rate-limited, and limited.
//- content/docs/b.md
# Errors

The code is `rate_limited` or `maxRetries`.
//- content/docs/c.md
# Max retries

The max of max_retries.
",
    );
    let indexed = Indexed::new(project.root());
    let queries = ["rate_limited", "rateLimited", "Rate-Limited", "rate-limited", "rate limited"];
    let results = complete(&indexed, &queries, &["kind:docs"]);
    for (query, (hits, page)) in queries.iter().zip(results.iter().zip(["b", "a", "a", "a", "a"])) {
        assert_eq!(hits[0]["url"], format!("/docs/{page}/"), "{query}");
    }
}

#[test]
fn a_result_for_a_parameter_a_field_or_a_value_opens_at_it() {
    let project = Project::new(API);
    let indexed = Indexed::new(project.root());
    let cases = [
        ("retention_id", "#request-body.rule.retention_id"),
        ("\"retention_id\"", "#request-body.rule.retention_id"),
        ("policy that applies", "#request-body.rule.retention_id"),
        ("maxAgeDays", "#request-body.rule.limits.deep.maxAgeDays"),
        ("X-Resource-Name", "#header.X-Resource-Name"),
        ("ORDER_BY_SIZE", "#query.order"),
        ("textV2", "#request-body.message.Text"),
        ("image_v3", "#request-body.message.Image"),
        ("X-Rate-Left", "#response-201-header.X-Rate-Left"),
        ("PAYER_CANNOT_PAY", "#response-422.issue"),
    ];
    let results = complete(&indexed, &cases.map(|(query, _)| query), &["kind:api", "kind:docs"]);
    for ((query, anchor), hits) in cases.into_iter().zip(results) {
        let urls: Vec<&Json> = hits.iter().map(|hit| &hit["url"]).collect();
        assert_eq!(urls.first(), Some(&&json!(format!("/api/add-rule/{anchor}"))), "{query}: {urls:?}");
        assert!(!hits[0]["content"].to_string().contains("\\u0"), "{hits:?}");
    }
}

#[test]
fn values_that_only_the_markdown_version_of_a_page_shows_are_found() {
    let value = |at: usize| {
        format!(
            "{{ type: object, properties: {{ issue: {{ enum: [ISSUE_NO_{at}] }}, more{at}: {{ type: string }} }} }}"
        )
    };
    let variants: Vec<String> = (0..900).map(value).collect();
    let project = Project::new("//- content/docs/index.md\n# Start\n");
    project.write(
        "openapi/api.yaml",
        format!(
            "openapi: 3.1.0
info: {{ title: Shop, version: '1' }}
paths:
  /a:
    get:
      operationId: read
      responses:
        '200': {{ description: Fine., content: {{ application/json: {{ schema: {{ oneOf: [{}] }} }} }} }}
",
            variants.join(", ")
        ),
    );
    let indexed = Indexed::new(project.root());
    let [first, last] = &complete(&indexed, &["ISSUE_NO_3", "ISSUE_NO_899"], &["kind:api"])[..] else {
        panic!()
    };
    assert!(first[0]["url"].as_str().is_some_and(|url| url.ends_with(".issue")), "{first:?}");
    assert!(last[0]["content"].as_str().is_some_and(|text| text.contains("ISSUE_NO_899")), "{last:?}");
}

/// Returns the identifiers in the keys and list items of the YAML and JSON files in a folder.
fn identifiers(folder: &Path, all: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            identifiers(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
            let text = std::fs::read_to_string(path).expect("the file can be read");
            let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            let is_identifier = |word: &&str| {
                word.len() <= 40
                    && word.starts_with(|c: char| c.is_ascii_alphabetic())
                    && word.trim_matches('_').contains('_')
                    && !word.contains(|c: char| c.is_ascii_digit())
            };
            all.extend(words.filter(is_identifier).map(str::to_owned));
        }
    }
}

/// Searches for identifiers of a folder. Whenever a result contains the identifier, the first result must contain it.
/// Includes only operations, because the code in other descriptions is searched but isn't part of the results.
fn check(name: &str, indexed: &Indexed, folder: &Path) {
    let mut all = BTreeSet::new();
    identifiers(folder, &mut all);
    let step = all.len().div_ceil(SAMPLES).max(1);
    let sample: Vec<&str> = all.iter().step_by(step).map(String::as_str).collect();
    let (mut found, mut wrong) = (0, Vec::new());
    for (identifier, hits) in sample.iter().zip(complete(indexed, &sample, &["kind:api"])) {
        let contains = |hit: &Json| {
            let text = format!("{} {}", hit["hierarchy"], hit["content"]);
            text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == *identifier)
        };
        let hits: Vec<&Json> = hits.iter().filter(|hit| hit["operation"].is_object()).collect();
        match hits.iter().position(|hit| contains(hit)) {
            Some(0) => found += 1,
            Some(rank) => wrong.push(format!("{identifier}: {} ({})", rank + 1, hits[0]["url"])),
            None => {}
        }
    }
    println!("{name}: {found} of {} identifiers are in the first result", sample.len());
    assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    assert!(
        found * 3 > sample.len() || sample.len() < SAMPLES / 4,
        "{name}: only {found} of {} are found",
        sample.len()
    );
}

#[test]
fn the_first_result_for_an_identifier_contains_it() {
    check("site", &Indexed::new(repository()), &repository().join("openapi"));
    let Some(specs) = site::named("DOCGEN_SPECS") else { return };
    for (name, file) in [
        ("stripe", "spec3.yaml"),
        ("digitalocean", "specification/DigitalOcean-public.v2.yaml"),
        ("museum", "openapi.yaml"),
        ("galaxy", "3.1.yaml"),
    ] {
        let config = format!("[[openapi]]\nfile = \"openapi/{file}\"\n");
        let project = Project::new("//- content/pages/hidden.md\n---\nunlisted: true\n---\n");
        project.write("docgen.toml", config);
        site::copy(&specs.join(name), &project.root().join("openapi"));
        check(name, &Indexed::new(project.root()), &specs.join(name));
    }
}
