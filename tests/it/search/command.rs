//! `docgen search query`: what it finds in a built site, and which pages are excluded.

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
