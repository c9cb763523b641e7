//! Glossaries and abbreviations, as a writer uses them.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = 'Kettle'
url = 'https://kettle.example'
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
[docs]
last_version = 'current'
[[docs.versions]]
name = 'current'
[[docs.versions]]
name = '1.0'
//- content/docs/glossary.md
---
glossary: true
---
# Glossary

webhook
: A *request* that [Kettle](index.md) sends.

    More about it.

API
Application programming interface
: The `HTTP` interface.

Access token
: A secret.
//- content/docs/index.md
# Use the API

## Webhooks

[An API](other.md) `API` <b title='API'>webhooks</b> and a webhook. An API with APIs, an access token.

:::note[Access token]
API
:::
//- content/docs/other.md
# Other

Nothing here.
//- content/docs/island.mdx
# Page

<div><a href='/docs/other'>API</a> <p>The API</p></div>
//- content/i18n/de/docs/other.md
# Andere

Ein Token.
//- content/i18n/de/docs/glossary.md
---
glossary: true
---
# Glossar

Token
: Ein Geheimnis.
//- content/versions/1.0/docs/index.md
# Old

An old kettle and an API.
//- content/versions/1.0/docs/terms.md
---
glossary: true
---
# Terms

### Kettle

A pot.

### Empty
";

const CARD: &str = "<span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>";

/// Returns the start of a term's link.
fn term(href: &str, text: &str, definition: &str) -> String {
    format!("<a class=\"tooltip\" href=\"{href}\">{text}{CARD}{definition}<")
}

#[test]
fn the_first_use_of_a_term_shows_its_definition() {
    let site = Project::new(SITE);
    site.run("build --strict").code(0);
    let page = site.read("dist/docs/index.html");
    let main = page.split_once("<main").map_or("", |(_, main)| main);
    for expected in [
        term("/docs/glossary/#webhook", "webhooks", "A <em>request</em> that Kettle sends."),
        term("/docs/glossary/#api", "API", "The <code>HTTP</code> interface."),
        term("/docs/glossary/#access-token", "access token", "A secret."),
    ] {
        assert_eq!(main.matches(&expected).count(), 1, "{expected}\n{main}");
    }
    assert_eq!(main.matches("class=\"tooltip\"").count(), 3, "{main}");
    assert!(main.contains("<code>API</code>") && main.contains("An API</a>"), "{main}");
    let island = site.read("dist/docs/island/index.html");
    assert!(island.contains(">API</a> <p>The <a class=\"tooltip\""), "{island}");
    let old = site.read("dist/docs/1.0/index.html");
    assert!(old.contains(&term("/docs/1.0/terms/#kettle", "kettle", "A pot.")), "{old}");
    assert!(!old.contains(">API<span"), "{old}");
    // A translated glossary explains terms only on translated pages.
    let german = site.read("dist/de/docs/other/index.html");
    assert!(german.contains(&term("/de/docs/glossary/#token", "Token", "Ein Geheimnis.")), "{german}");
    let english = site.read("dist/de/docs/index.html");
    assert!(
        english.contains(&term("/docs/glossary/#api", "API", "The <code>HTTP</code> interface.")),
        "{english}"
    );
}

#[test]
fn a_glossary_is_sorted_and_its_terms_are_link_targets_and_results_of_searches() {
    let site = Project::new(SITE);
    site.write("content/docs/other.md", "# Other\n\n[A term](glossary.md#api) [no term](glossary.md#apis)\n");
    let run = site.run("build").code(0);
    assert!(run.stderr.contains("#apis") && !run.stderr.contains("`glossary.md#api`"), "{}", run.stderr);
    let page = site.read("dist/docs/glossary/index.html");
    let terms: Vec<&str> =
        page.split("<dt").skip(1).filter_map(|part| part.split_once("</dt>")).map(|(term, _)| term).collect();
    assert_eq!(
        terms,
        [
            " id=\"access-token\">Access token",
            " id=\"api\">API",
            ">Application programming interface",
            " id=\"webhook\">webhook"
        ],
    );
    assert!(site.read("dist/llms-full.txt").contains("A secret."));
}

#[test]
fn a_change_of_a_term_renders_pages_again_as_a_clean_build_does() {
    let site = Project::new(SITE);
    site.run("build").code(0);
    site.write(
        "content/docs/glossary.md",
        site.read("content/docs/glossary.md").replace("A secret.", "Secret!"),
    );
    site.run("build").code(0);
    let page = site.read("dist/docs/index.html");
    assert!(page.contains("Secret!"), "{page}");
    let clean = Project::new(SITE);
    clean.write("content/docs/glossary.md", site.read("content/docs/glossary.md"));
    clean.run("build").code(0);
    assert_eq!(clean.read("dist/docs/index.html"), page);
}

#[test]
fn abbreviations_have_their_long_forms() {
    let site = Project::new(
        "
//- docgen.toml
[markdown]
extensions = ['abbreviations']
//- content/docs/index.md
# Start

HTML and `HTML`, HTMLs and html by the W3C. HTML
*[W3C]: World Wide Web Consortium

*[HTML]: Hyper \"Text\" Markup Language
*[Unused]: Nothing
//- content/docs/page.mdx
# Page

HTML

```
*[HTML]: Code
```

*[HTML]: Another form
",
    );
    site.run("build --strict").code(0);
    let page = site.read("dist/docs/index.html");
    let html = "<abbr title=\"Hyper &quot;Text&quot; Markup Language\">HTML</abbr>";
    let expected = format!(
        "<p>{html} and <code>HTML</code>, HTMLs and html by the \
         <abbr title=\"World Wide Web Consortium\">W3C</abbr>. {html}</p>"
    );
    assert!(page.contains(&expected) && !page.contains("*["), "{page}");
    let page = site.read("dist/docs/page/index.html");
    assert!(page.contains("<p><abbr title=\"Another form\">HTML</abbr></p>"), "{page}");
    assert!(page.contains("*[HTML]: Code"), "{page}");
    site.write("docgen.toml", "");
    let run = site.run("build").code(0);
    assert!(run.stderr.contains("add `abbreviations` to `extensions`"), "{}", run.stderr);
    assert!(site.read("dist/docs/index.html").contains("*[Unused]: Nothing"));
}

#[test]
fn side_notes_are_next_to_their_blocks() {
    let site = Project::new(
        "
//- docgen.toml
[markdown]
side_notes = true
//- content/docs/index.md
# Start

One[^a] and two[^b], again[^a].

- An item[^c]

[^a]: First *note*.
[^b]: Second[^a].

    - A list
[^c]: Third.
//- content/docs/plain.md
# Plain
",
    );
    site.run("build --strict").code(0);
    let page = site.read("dist/docs/index.html");
    let start = "<aside class=\"side-note\" aria-label=\"Footnote 1\"><sup>1</sup> <p>First <em>note</em>.</p>\n</aside>\n<aside";
    assert!(page.contains(start), "{page}");
    assert_eq!(page.matches("<aside class=\"side-note\"").count(), 3, "{page}");
    assert!(page.contains("<section class=\"footnotes\"") && page.contains("notes."), "{page}");
    assert!(!site.read("dist/docs/plain/index.html").contains("/notes."));
    assert!(!page.contains("list-only"), "{page}");
}

#[test]
fn footnotes_in_parts_that_can_be_hidden_are_only_in_the_list() {
    let site = Project::new(
        "
//- docgen.toml
[markdown]
side_notes = true
//- content/docs/a.md
# A

Text[^a]

:::details
B[^b]
:::

::::tabs
:::tab[One]
C[^c]
:::
:::tab[Two]
D[^d]
:::
::::

[^a]: One.
[^b]: Two.
[^c]: Three.
[^d]: Four.
",
    );
    site.run("build --strict").code(0);
    let page = site.read("dist/docs/a/index.html");
    assert_eq!(page.matches("<aside class=\"side-note\"").count(), 1, "{page}");
    assert_eq!(page.matches("class=\"list-only\"").count(), 3, "{page}");
}

#[test]
fn every_footnote_is_visible_next_to_the_text_or_in_the_list() {
    let site = Project::new(
        "
//- docgen.toml
[markdown]
side_notes = true
//- content/docs/a.md
# Prices[^v]

Net.[^n]

[^v]: Without VAT.
[^n]: Net of fees.[^fees]
[^fees]: See the fee table.
//- content/docs/b.mdx
# B *b*[^1] {1 + 1}

<p>Text[^2]</p>

Other[^3]

[^1]: One.
[^2]: Two.
[^3]: Three.
//- content/docs/c.md
# C

```js
a() // (1)!
```

1. Note[^a]

[^a]: Once.
",
    );
    site.run("build --strict").code(0);
    let page = site.read("dist/docs/a/index.html");
    for part in [
        "<h1 id=\"prices\">Prices<sup><a class=\"footnote-ref\" id=\"fnref-1\" href=\"#fn-1\"",
        "<li id=\"fn-1\" class=\"list-only\" value=\"1\">",
        "<p>Net of fees.<sup>3</sup></p>",
        "<aside class=\"side-note\" aria-label=\"Footnote 3\">",
        "<li id=\"fn-2\">",
        "<li id=\"fn-3\">",
    ] {
        assert!(page.contains(part), "{part} isn't in {page}");
    }
    let page = site.read("dist/docs/b/index.html");
    for part in [
        "<em>b</em><sup><a class=\"footnote-ref\" id=\"fnref-1\"",
        "<li id=\"fn-1\" class=\"list-only\" value=\"1\">",
        "<li id=\"fn-2\" class=\"list-only\" value=\"2\">",
        "<li id=\"fn-3\">",
    ] {
        assert!(page.contains(part), "{part} isn't in {page}");
    }
    assert_eq!(site.read("dist/docs/c/index.html").matches("<aside class=\"side-note\"").count(), 1);
}

#[test]
fn a_term_without_a_paragraph_is_reported_at_its_place_and_has_no_card() {
    let site = Project::new(
        "
//- content/docs/glossary.md
---
glossary: true
---

Pot
: - A list

Lid
: ```
  code
  ```

Pot A
: A pot.
//- content/docs/index.md
# Start

A Pot, a Lid, and Pot A.
",
    );
    let run = site.run("build --format json").code(0);
    let found: Vec<String> =
        run.json().iter().map(|one| format!("{} {}", one["line"], one["message"])).collect();
    assert_eq!(found, [r#"5 "the term `Pot` has no definition""#, r#"8 "the term `Lid` has no definition""#]);
    let page = site.read("dist/docs/index.html");
    assert!(page.contains("A Pot, a Lid, and <a class=\"tooltip\""), "{page}");
}

#[test]
fn an_abbreviation_without_an_explanation_is_reported() {
    let site = Project::new(
        "
//- docgen.toml
[markdown]
extensions = ['abbreviations']
//- content/docs/index.md
# A

HTML and CSS

*[HTML]: Hyper
*[CSS]:
",
    );
    let run = site.run("build").code(0);
    assert!(run.stderr.contains("the abbreviation `CSS` has no explanation"), "{}", run.stderr);
    assert!(run.stderr.contains("content/docs/index.md:6:1"), "{}", run.stderr);
    let page = site.read("dist/docs/index.html");
    assert!(page.contains("Hyper") && !page.contains("*[HTML]"), "{page}");
}

#[test]
fn a_translated_glossary_without_its_setting_is_reported() {
    let own = "i18n/de/docs/glossary.md\n---\nglossary: true\n---\n";
    let site = Project::new(&SITE.replace(own, "i18n/de/docs/glossary.md\n"));
    let run = site.run("build").code(0);
    let message = "the translation of a glossary isn't a glossary";
    assert_eq!(run.stderr.matches(message).count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("content/i18n/de/docs/glossary.md:1:1"), "{}", run.stderr);
}
