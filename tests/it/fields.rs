//! Every field of every object in the OpenAPI specification, in documents for every version. Fields for readers must be
//! on a page and in the page's Markdown version. Extensions must be published only if the site allows them.

use std::collections::BTreeSet;

use crate::harness::Project;

/// An OpenAPI 3.2 document. Except for a few fields that versions 3.0 and 3.1 don't have, the document is also valid in
/// those versions.
const THREE: &str = include_str!("fields/three.yaml");
const TWO: &str = include_str!("fields/two.yaml");

/// Returns the documents by version.
fn documents() -> Vec<(&'static str, String)> {
    let three = |version: &str| THREE.replace("openapi: 3.2.0", &format!("openapi: {version}"));
    vec![("2.0", TWO.to_owned()), ("3.0", three("3.0.4")), ("3.1", three("3.1.1")), ("3.2", THREE.to_owned())]
}

/// Builds a site with a document and these settings.
fn build(document: &str, settings: &str) -> Project {
    let config = format!(
        "[site]\ntitle = 'S'\nurl = 'https://site.example'\n[[openapi]]\nfile = 'openapi/a.yaml'\nschema_pages = 'all'\n{settings}\n"
    );
    let site = Project::new("");
    site.write("docgen.toml", config).write("openapi/a.yaml", document);
    site.run("build").code(0);
    site
}

/// Replaces each `x-c: $` with a numbered extension.
fn with_canaries(document: &str) -> (String, usize) {
    let mut parts = document.split("x-c: $");
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut count = 0;
    for part in parts {
        out.push_str(&format!("x-canary-{count}: \"SECRET-{count}-\""));
        out.push_str(part);
        count += 1;
    }
    (out, count)
}

/// Returns the numbers of the canaries that are published on a site, either by name or by value.
fn published(site: &Project) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for bytes in site.dist().values() {
        let text = String::from_utf8_lossy(bytes);
        for sign in ["SECRET-", "x-canary-"] {
            for (at, _) in text.match_indices(sign) {
                let digits: String =
                    text[at + sign.len()..].chars().take_while(char::is_ascii_digit).collect();
                found.extend(digits.parse::<usize>().ok());
            }
        }
    }
    found
}

#[test]
fn no_extension_is_published_that_the_site_does_not_allow() {
    let mut leaks = Vec::new();
    let mut all = 0;
    for (dialect, document) in documents() {
        let (document, count) = with_canaries(&document);
        all += count;
        let found = published(&build(&document, ""));
        leaks.extend(found.into_iter().map(|canary| format!("{dialect}: {canary}")));
    }
    assert!(all > 500, "{all} extensions are too few to show anything");
    assert!(leaks.is_empty(), "{} of {all} extensions are published: {}", leaks.len(), leaks.join(", "));
}

#[test]
fn an_extension_that_the_site_allows_is_published() {
    for (dialect, document) in documents() {
        let (document, count) = with_canaries(&document);
        let allowed: BTreeSet<usize> = (0..count).filter(|canary| canary % 2 == 0).collect();
        let names: Vec<String> = allowed.iter().map(|canary| format!("'x-canary-{canary}'")).collect();
        let found = published(&build(&document, &format!("extensions = [{}]", names.join(", "))));
        assert!(found.is_subset(&allowed), "{dialect}: {:?} are not allowed", found.difference(&allowed));
        // If an object takes up one line or less on a page, there's no room for extensions, so they aren't shown.
        assert!(found.len() * 2 > allowed.len(), "{dialect}: {} of {} are shown", found.len(), allowed.len());
    }
}

#[test]
fn a_key_that_no_version_knows_is_private() {
    let document = "openapi: 3.1.0
info: { title: T, version: '1', secretInfo: SECRET-1- }
tags: [{ name: t, SecretTag: SECRET-2- }]
paths:
  /a:
    get:
      tags: [t]
      X-Secret: SECRET-3-
      parameters:
        - { name: q, in: query, schema: { type: string, secret: SECRET-4- }, examples: { e: { x-secret: SECRET-5- } } }
      responses: { '200': { description: Fine } }
components:
  schemas: { x-secret: SECRET-7- }
";
    assert_eq!(published(&build(document, "")), BTreeSet::new());
    // In a schema, unknown keys are annotations, and a site can publish annotations like extensions.
    assert_eq!(published(&build(document, "extensions = ['secret']")), BTreeSet::from([4]));
}

/// The fields that aren't published, each with the reason.
const NOWHERE: &[(&str, &str)] = &[
    ("zzself", "used to resolve references"),
    ("zzbody", "the key of a component, or the name of a 2.0 body parameter, which isn't sent"),
    ("zzserialized", "docgen writes the value itself if both are given"),
    ("zzexampleone", "the summary stands for the key"),
    ("zzexampletwo", "the summary stands for the key"),
    ("zzexamplethree", "the summary stands for the key"),
    ("zzheaderexamples", "the summary stands for the key"),
    ("zztwofirst", "the summary stands for the key"),
    ("zztwosecond", "the summary stands for the key"),
];

/// Returns the marker words in a document: one for each field.
fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for word in text.split(|char: char| !char.is_ascii_alphanumeric()) {
        let word = word.to_ascii_lowercase();
        let number = word.len() == 5 && word.starts_with("77");
        if (word.starts_with("zz") && word.len() > 3) || number {
            words.insert(word);
        }
    }
    words
}

#[test]
fn every_field_is_on_a_page_and_in_its_markdown_version() {
    let mut missing = Vec::new();
    let mut all = 0;
    for (dialect, document) in documents() {
        let site = build(&document.replace("x-c: $", "x-c: 1"), "");
        let (mut pages, mut markdown) = (BTreeSet::new(), BTreeSet::new());
        for (path, bytes) in site.dist() {
            let text = String::from_utf8_lossy(&bytes);
            if path.ends_with(".html") {
                // Ignore files that only code reads.
                let shown: String = text
                    .split("<script")
                    .enumerate()
                    .map(|(at, part)| {
                        if at == 0 { part } else { part.split_once("</script>").map_or("", |(_, rest)| rest) }
                    })
                    .collect();
                pages.extend(words(&shown));
            } else if path.ends_with(".md") && !path.contains("llms") {
                markdown.extend(words(&text));
            }
        }
        let stated: String =
            document.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        for word in words(&stated) {
            all += 1;
            let excused = NOWHERE.iter().any(|(known, _)| *known == word);
            let lost: Vec<&str> = [("page", &pages), ("Markdown", &markdown)]
                .into_iter()
                .filter(|(_, found)| !found.contains(&word))
                .map(|(place, _)| place)
                .collect();
            if !lost.is_empty() && !excused {
                missing.push(format!("{dialect} {word}: {}", lost.join(", ")));
            }
            assert!(!(excused && lost.is_empty()), "{word} is excused, but it is published");
        }
    }
    assert!(all > 500, "{all} fields are too few to show anything");
    assert!(missing.is_empty(), "{} of {all} fields are missing:\n{}", missing.len(), missing.join("\n"));
}
