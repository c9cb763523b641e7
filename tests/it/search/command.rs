//! `docgen search query` and `docgen search test`: what they find in a built site, and which pages are excluded.

use serde_json::Value as Json;

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = \"Zebra\"
[search.index]
exclude = [\"/docs/next/secret/**\"]
synonyms = [[\"k8s\", \"kubernetes\"]]
[search.index.boost]
\"/docs/next/b\" = 3
[docs]
last_version = \"1.0\"
[[docs.versions]]
name = \"current\"
[[docs.versions]]
name = \"1.0\"
//- content/docs/a.md
# Alpha

The zebra runs under kubernetes.

## Stripes of it {#stripes}

Every zebra has `stripe_count` <b>and</b> \"more\" & more.
//- content/docs/b.md
# Beta

The zebra runs.
//- content/docs/c.md
---
unlisted: true
---
# Gamma zebra
//- content/docs/d.md
---
search: false
---
# Delta zebra
//- content/docs/e.md
---
draft: true
---
# Epsilon zebra
//- content/docs/secret/f.md
# Zeta zebra
//- content/versions/1.0/docs/a.md
# Alpha of old

The zebra walked.
//- content/pages/about.md
# About the zebra
";

/// Returns the URLs that are found, in order.
#[track_caller]
fn found(project: &Project, arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["search", "query", "--json"];
    all.extend(arguments);
    let run = crate::harness::docgen(project.root(), all, &[]).code(0).stderr("");
    let answer: Json = serde_json::from_str(&run.stdout).expect("the answer is JSON");
    let hits = answer["hits"].as_array().expect("an answer has hits");
    hits.iter().map(|hit| hit["url"].as_str().expect("a hit has an address").to_owned()).collect()
}

#[test]
fn a_built_site_answers_on_the_command_line() {
    let project = Project::new(SITE);
    project.run("build").code(0);
    let all = found(&project, &["zebra"]);
    for hidden in ["/c/", "/d/", "/e/", "secret"] {
        assert!(!all.iter().any(|url| url.contains(hidden)), "{hidden}: {all:?}");
    }
    let next = ["--docs-version", "current"];
    let runs = found(&project, &["zebra runs", next[0], next[1]]);
    assert_eq!(&runs[..2], ["/docs/next/b/", "/docs/next/a/"], "a page with more weight comes first");
    assert_eq!(found(&project, &["k8s"]), ["/docs/next/a/"]);
    assert_eq!(found(&project, &["stripeCount"]), ["/docs/next/a/#stripes"]);
    assert_eq!(found(&project, &["zebra walked", "--docs-version", "1.0"])[0], "/docs/a/");
    assert!(found(&project, &["alpha", "--docs-version", "1.0"]).iter().all(|url| !url.contains("next")));
    assert_eq!(found(&project, &["zebra", "--language", "fr"]), [""; 0]);
    assert_eq!(found(&project, &["\"zebra walked\""]), ["/docs/a/"]);
    assert_eq!(found(&project, &["--", "--nothing-at-all"]), [""; 0]);
}

#[test]
fn a_page_without_a_translation_is_found_once() {
    let project = Project::new(
        "
//- docgen.toml
[i18n]
locales = [{ code = \"en\" }, { code = \"fr\" }, { code = \"ar\" }]
//- content/docs/a.md
# Alpha zebra
//- content/docs/b.md
# Beta zebra
//- content/i18n/fr/docs/b.md
# Bêta zebra
",
    );
    project.run("build").code(0);
    let sorted = |arguments: &[&str]| {
        let mut urls = found(&project, arguments);
        urls.sort();
        urls
    };
    assert_eq!(sorted(&["zebra"]), ["/docs/a/", "/docs/b/", "/fr/docs/b/"]);
    assert_eq!(sorted(&["z"]), ["/docs/a/", "/docs/b/", "/fr/docs/b/"]);
    assert_eq!(sorted(&["zebra", "--language", "fr"]), ["/fr/docs/a/", "/fr/docs/b/"]);
    assert_eq!(sorted(&["zebra", "--language", "ar"]), ["/ar/docs/a/", "/ar/docs/b/"]);
}

#[test]
fn what_is_said_to_people_names_places_and_texts() {
    let project = Project::new(SITE);
    project.run("build").code(0);
    project.run("search query stripe_count").code(0).stdout(
        "/docs/next/a/#stripes\n    Zebra › Alpha › Stripes of it\n    Every zebra has stripe_count and \"more\" & more.\n\n1 hit\n",
    );
    project.run("search query quagga").code(0).stdout("no results for `quagga`\n");
}

#[test]
fn without_an_index_there_is_no_answer() {
    let project = Project::new(SITE);
    project.run("search query zebra").code(2);
    project.write("docgen.toml", "[search]\nprovider = \"none\"\n");
    project.run("build").code(0);
    assert!(!project.has("dist/_docgen/search/index.json"));
    project.run("search query zebra").code(2);
}

#[test]
fn a_second_build_leaves_the_index_as_it_is() {
    let project = Project::new(SITE);
    project.run("build").code(0);
    let first = project.dist();
    project.run("build").code(0);
    assert_eq!(first, project.dist());
}

#[test]
fn queries_with_their_pages_are_tested_and_fail_when_a_page_ranks_lower() {
    let project = Project::new(SITE);
    project.write(
        "queries.tsv",
        "# Our queries\nstripe_count\t/docs/next/a#stripes\nzebra walked\t/docs/a/|/docs/b/\n",
    );
    project.run("build").code(0);
    project.run("search test queries.tsv").code(0).stdout("2 queries, 0 worse, mean reciprocal rank 1.000\n");
    project.run("search test queries.tsv --update").code(0);
    let updated =
        "# Our queries\nstripe_count\t/docs/next/a#stripes\t1\nzebra walked\t/docs/a/|/docs/b/\t1\n";
    assert_eq!(project.read("queries.tsv"), updated);
    project.write("queries.tsv", "quagga\t/docs/a/\n");
    project.run("search test queries.tsv --min 0.5").code(1).stdout(
        "`quagga`: not in the first 10 results\n1 query, 1 worse, mean reciprocal rank 0.000, expected at least 0.500\n",
    );
    for (wrong, problem) in [
        ("zebra\n", "queries.tsv:1: expected a query, a tab, and a page path"),
        ("zebra\t/docs/a/\t11\n", "queries.tsv:1: expected a rank from 1 to 10 in the third column"),
        ("# Nothing\n", "no queries in `queries.tsv`"),
    ] {
        project.write("queries.tsv", wrong);
        assert!(project.run("search test queries.tsv").code(2).stderr.contains(problem), "{problem}");
    }
}

#[test]
fn blocks_of_an_excerpt_are_separate_words() {
    let project = Project::new(
        "//- content/docs/a.md\n# A\n\n- [Old](b.md)\n  > [Install](b.md)\n//- content/docs/b.md\n# B\n",
    );
    project.run("build").code(0);
    let run = project.run("search query --json install").code(0);
    assert!(!run.stdout.contains("OldInstall"), "{}", run.stdout);
    assert_eq!(found(&project, &["old"]), ["/docs/a/"]);
}

#[test]
fn all_the_text_that_a_page_shows_is_found() {
    let page = "# Animals\n\nThe XQA and MDX.\n\n- Fruit\n  > seal\n- Nuts\n  - pecan\n- Tip\n  :::tip\n  otter\n  :::\n- Rows\n  | lynx | a |\n  | - | - |\n  | b | c |\n  {: caption=\"Walrus times\"}\n- Code\n  ```\n  x\n  ```\n  heron\n\n![Alt](./o.svg \"Narwhal title\")\n\n*[XQA]: Xenon quality agreement\n*[ZZZ]: Unused form\n";
    let project = Project::new(&format!(
        "//- docgen.toml\n[markdown]\nextensions = ['abbreviations']\n//- content/docs/o.svg\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"2\"/>\n//- content/docs/a.md\n{page}//- content/docs/b.mdx\n{page}"
    ));
    project.run("build").code(0);
    for word in ["seal", "pecan", "otter", "lynx", "walrus", "heron", "narwhal", "xenon", "tip", "rows"] {
        let mut urls = found(&project, &[word]);
        urls.sort();
        assert_eq!(urls, ["/docs/a/", "/docs/b/"], "{word}");
    }
    assert!(found(&project, &["unused form"]).is_empty());
}

#[test]
fn the_headings_of_api_descriptions_are_sections() {
    let project = Project::new(
        "//- openapi/api.yaml
openapi: 3.1.0
info:
  title: Cups
  version: '1'
  description: |
    Opening.

    ## Rate limits

    At most ten ferrets.

    | Plan | Limit |
    | - | - |
    | Free | walrus |
tags:
  - name: cups
    description: |
      Opening.

      ## Glazes

      Each otter shines.
paths:
  /cups:
    get:
      tags: [cups]
      summary: List cups
      description: |
        Opening.

        ## Request

        The badger asks.
      responses: {}
//- openapi/notes/cups.md
## Kilns

The heron burns.
",
    );
    project.run("build").code(0);
    for (word, url) in [
        ("ferrets", "/api/intro/#rate-limits"),
        ("otter", "/api/cups/#glazes"),
        ("heron", "/api/cups/#kilns"),
        ("badger", "/api/get-cups/#text.request"),
    ] {
        assert_eq!(found(&project, &[word]), [url], "{word}");
    }
    let run = project.run("search query --json walrus").code(0);
    assert!(run.stdout.contains("Free · "), "cells are apart: {}", run.stdout);
}

#[test]
fn the_values_of_enums_in_openapi_documents_are_found() {
    let project = Project::new(
        "
//- content/docs/index.md
# Start
//- openapi/shop.yaml
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /login:
    post:
      operationId: login
      parameters:
        - { name: by, in: query, schema: { enum: [ostrich_mode] } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                event: { type: string, enum: [zebra_login, walrus_fail], x-enum-descriptions: { zebra_login: A quagga came in } }
                code: { oneOf: [{ const: 40411, title: Lost, description: The giraffe is lost }, { const: 50022 }] }
                deep: { type: object, properties: { down: { type: object, properties: { kind: { enum: [okapi_kind] } } } } }
      responses: { '200': { description: Fine } }
",
    );
    project.run("build").code(0);
    for query in [
        "ostrich_mode",
        "zebra_login",
        "walrus_fail",
        "quagga came",
        "40411",
        "giraffe lost",
        "50022",
        "okapi_kind",
    ] {
        let urls = found(&project, &[query]);
        assert!(urls.first().is_some_and(|url| url.starts_with("/api/login/")), "{query}: {urls:?}");
    }
}
