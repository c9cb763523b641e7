//! `docgen check --fix`.

use std::collections::BTreeMap;

use crate::harness::{Project, same_tree, tree};

/// The site's other pages and files.
const SITE: &str = r##"
//- docgen.toml
[site]
title = "Fix"
//- content/docs/index.md
# Start

## Water quality
//- content/docs/guides/steeping.md
---
aliases: [/docs/guides/infusing]
---

# Steeping

## Time
//- content/docs/guides/part-1.md
# Part 1
//- components/Chart.tsx
export default function Chart({ title }: { title?: string }) {
  return <b>{title}</b>;
}
//- static/img/kettle.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>
"##;

/// For each kind of fix that's certain: the file, and its text before and after the fix. An empty text before the fix
/// stands for a file that doesn't change.
const CERTAIN: &[(&str, &str, &str)] = &[
    // A misspelled key and a key in the wrong case, with Windows line ends and a byte-order mark.
    (
        "content/docs/keys.md",
        "\u{feff}---\r\ntitel: A\r\nsidebarLabel: titel\r\n---\r\n\r\nText titel\r\n",
        "\u{feff}---\r\ntitle: A\r\nsidebar_label: titel\r\n---\r\n\r\nText titel\r\n",
    ),
    // A value.
    ("content/pages/value.md", "---\nlayout: Page\n---\n\n# A\n", "---\nlayout: page\n---\n\n# A\n"),
    // Names of directives and their attributes, and of attributes of code fences.
    (
        "content/docs/directives.md",
        "# A\n\n:::warnign[wait]\nText\n:::\n\n::::tabs{defualt=a}\n:::tab[a]\n:::\n::::\n\n```js titel=\"a\"\na\n```\n",
        "# A\n\n:::warning[wait]\nText\n:::\n\n::::tabs{default=a}\n:::tab[a]\n:::\n::::\n\n```js title=\"a\"\na\n```\n",
    ),
    // Links: a renamed page, a misspelled path, the wrong case, and an anchor.
    (
        "content/docs/links.md",
        "# A\n\n[a](guides/infusing.md#time) [b](./guides/steping.md) [c](/docs/Guides/Steeping) [d](index.md#water-qualty)\n\n![e](/img/Kettle.svg)\n",
        "# A\n\n[a](guides/steeping.md#time) [b](./guides/steeping.md) [c](/docs/guides/steeping) [d](index.md#water-quality)\n\n![e](/img/kettle.svg)\n",
    ),
    // A component and its props.
    ("content/docs/parts.mdx", "# A\n\n<Chart titel=\"a\" />\n", "# A\n\n<Chart title=\"a\" />\n"),
    // An included file.
    (
        "content/docs/include.md",
        "# A\n\n::include{file=./_trailer.md}\n",
        "# A\n\n::include{file=./_trailer.md}\n",
    ),
    (
        "content/docs/_trailer.md",
        ":::Note\nText\n:::\n\n:::dangre\nText\n:::\n",
        ":::note\nText\n:::\n\n:::danger\nText\n:::\n",
    ),
    // A footnote.
    (
        "content/docs/notes.md",
        "# A\n\nA[^prcie].\n\n[^price]: B\n\nC[^price]\n",
        "# A\n\nA[^price].\n\n[^price]: B\n\nC[^price]\n",
    ),
    // Keys and values in the config, and a renamed page in a sidebar and in the navbar.
    (
        "docgen.toml",
        "# titel\n[site]\ntitle = \"Fix\"\ntagLine = \"titel\"\n\n[color_mode]\ndefault_mode = \"Dark\"\n\n[[navbar.items]]\ntype = \"doc\"\ndoc_id = \"guides/infusing\"\nlabel = \"A\"\n\n[docs.sidebars]\nmain = [\"index\", \"guides/infusing\"]\n",
        "# titel\n[site]\ntitle = \"Fix\"\ntagline = \"titel\"\n\n[color_mode]\ndefault_mode = \"dark\"\n\n[[navbar.items]]\ntype = \"doc\"\ndoc_id = \"guides/steeping\"\nlabel = \"A\"\n\n[docs.sidebars]\nmain = [\"index\", \"guides/steeping\"]\n",
    ),
    // Constructs of other generators: admonitions inside and below each other, in a list, with Windows line ends, and tabs.
    (
        "content/docs/dialects.md",
        "# A\r\n\r\n!!! note\r\n\r\n    Text\r\n\r\n    ??? bug inline end \"A [link](index.md)\"\r\n        More\r\n\r\nBetween\r\n\r\n!!! bug\r\n    Text\r\n\r\n- One\r\n\r\n    ???+ tip\r\n        Two\r\n\r\n```md\r\n!!! note\r\n    Code\r\n```\r\n",
        "# A\r\n\r\n::::note\r\nText\r\n\r\n:::details[A [link](index.md)]\r\nMore\r\n:::\r\n::::\r\n\r\nBetween\r\n\r\n:::danger[Bug]\r\nText\r\n:::\r\n\r\n- One\r\n\r\n    :::details[Tip]{open}\r\n    Two\r\n    :::\r\n\r\n```md\r\n!!! note\r\n    Code\r\n```\r\n",
    ),
    (
        "content/docs/dialects-2.md",
        "# A\n\n[TOC]\n\n=== \"One\"\n\n    ```sh\n    a\n    ```\n\n=== \"Two\"\n    Text\n\n/// tip | Title\nText\n///\n\n?> Text\nin two lines\n\nPress ++ctrl+c++.\n\n{{#include ./_trailer.md}}\n\n<!--@include: ./_trailer.md-->\n",
        "# A\n\n::::tabs\n:::tab[One]\n```sh\na\n```\n:::\n:::tab[Two]\nText\n:::\n::::\n\n:::tip[Title]\nText\n:::\n\n:::tip\nText\nin two lines\n:::\n\nPress <kbd>Ctrl</kbd>+<kbd>C</kbd>.\n\n::include{file=\"./_trailer.md\"}\n\n::include{file=\"./_trailer.md\"}\n",
    ),
    // Constructs whose meaning isn't certain.
    (
        "content/docs/dialects-3.md",
        "# A\n\n`!!! note`\n\n> `=== \"One\"`\n",
        "# A\n\n`!!! note`\n\n> `=== \"One\"`\n",
    ),
    // A key in an OpenAPI document.
    (
        "openapi/api.yaml",
        "openapi: 3.1.0\ninfo:\n  title: A\n  version: '1'\nservers:\n  - url: https://example.com\npaths:\n  /a:\n    get:\n      operationId: a\n      sumary: A\n      responses: { '200': { description: A } }\n",
        "openapi: 3.1.0\ninfo:\n  title: A\n  version: '1'\nservers:\n  - url: https://example.com\npaths:\n  /a:\n    get:\n      operationId: a\n      summary: A\n      responses: { '200': { description: A } }\n",
    ),
];

/// Problems that aren't certain to fix: the file, its text, and its text after `--fix=all`.
const LIKELY: &[(&str, &str, &str)] = &[
    // A number makes a difference, and a short word can be anything.
    ("content/docs/a.md", "# A\n\n[a](guides/part-2.md)\n", "# A\n\n[a](guides/part-1.md)\n"),
    ("content/docs/b.md", "---\ntile: A\n---\n\nText\n", "---\ntitle: A\n---\n\nText\n"),
    // The right key is already there.
    ("content/docs/c.md", "---\ntitle: A\ntitel: B\n---\n\nText\n", "---\ntitle: A\ntitel: B\n---\n\nText\n"),
    // The text at the problem isn't unique.
    ("content/docs/d.md", "# A\n\n```js titel=\"titel\"\na\n```\n", "# A\n\n```js titel=\"titel\"\na\n```\n"),
    // A language could also be one without a highlighter.
    ("content/docs/f.md", "# A\n\n```pyhton\na\n```\n", "# A\n\n```python\na\n```\n"),
    // No suggestion.
    ("content/docs/e.md", "# A\n\n[a](./nowhere-at-all.md)\n", "# A\n\n[a](./nowhere-at-all.md)\n"),
];

fn site(rows: &[(&str, &str, &str)]) -> Project {
    let project = Project::new(SITE);
    rows.iter().for_each(|(path, before, _)| {
        project.write(path, before);
    });
    project
}

/// Returns the files of the site without the cache and the output.
fn sources(project: &Project) -> BTreeMap<String, Vec<u8>> {
    let mut files = tree(project.root());
    files.retain(|path, _| !path.starts_with(".docgen") && !path.starts_with("dist/"));
    files
}

/// Checks that each file has its new text and that no other file changed.
#[track_caller]
fn is_fixed(project: &Project, before: BTreeMap<String, Vec<u8>>, rows: &[(&str, &str, &str)]) {
    let mut expected = before;
    for (path, _, after) in rows {
        expected.insert((*path).to_owned(), after.as_bytes().to_vec());
    }
    let found = sources(project);
    same_tree(&expected, &found);
}

#[test]
fn what_is_certain_is_fixed() {
    let project = site(CERTAIN);
    let before = sources(&project);
    project.run("build").code(1);
    let dry = project.run("check --fix --dry-run").code(0);
    assert_eq!(sources(&project), before);
    let run = project.run("check --fix --strict").code(0);
    assert_eq!(dry.stdout, run.stdout);
    is_fixed(&project, before, CERTAIN);
    project.build();
    let fixed = sources(&project);
    project.run("check --fix --strict").code(0).stdout("").stderr_has("fixed 0 problems in 0 files");
    assert_eq!(sources(&project), fixed);
}

#[test]
fn what_is_likely_is_fixed_on_request() {
    let project = site(LIKELY);
    let before = sources(&project);
    project
        .run("check --fix")
        .code(1)
        .stderr_has("fixed 0 problems in 0 files")
        .stderr_has("run `docgen check --fix=all`, and review the changes");
    assert_eq!(sources(&project), before);
    project.run("check --fix=all").code(1);
    is_fixed(&project, before, LIKELY);
    let fixed = sources(&project);
    project.run("check --fix=all").code(1).stderr_has("fixed 0 problems in 0 files");
    assert_eq!(sources(&project), fixed);
}

#[test]
fn an_image_without_alternative_text_is_decorative() {
    let text = "# A\n\n<img src=\"/img/kettle.svg\"> ![](/img/kettle.svg) [<img src=\"/img/kettle.svg\">](index.md)\n";
    let fixed = text.replacen("<img ", "<img alt=\"\" ", 1);
    let rows: &[(&str, &str, &str)] = &[("content/docs/image.md", text, &fixed)];
    let project = site(rows);
    let before = sources(&project);
    project.run("check --fix").code(0).stderr_has("fixed 0 problems");
    assert_eq!(sources(&project), before);
    project
        .run("check --fix --accessibility")
        .code(0)
        .stdout("content/docs/image.md:3:1: `<img` -> `<img alt=\"\"`\n");
    is_fixed(&project, before, rows);
}

#[test]
fn a_fix_that_makes_the_site_worse_is_not_made() {
    // If the key were fixed, the page would be a draft, and the links to it would be broken.
    let rows: &[(&str, &str, &str)] = &[
        ("content/docs/other.md", "---\nDraft: true\n---\n\n# A\n", "---\nDraft: true\n---\n\n# A\n"),
        (
            "content/docs/links.md",
            "---\nTitle: B\n---\n\n[a](other.md) [b](other.md)\n",
            "---\ntitle: B\n---\n\n[a](other.md) [b](other.md)\n",
        ),
    ];
    let project = site(rows);
    let before = sources(&project);
    project
        .run("check --fix")
        .code(1)
        .stderr_has("fixed 1 problem in 1 file")
        .stderr_has("unknown key `Draft`");
    is_fixed(&project, before, rows);
}

#[test]
fn fixed_settings_reveal_the_problems_of_pages() {
    let rows: &[(&str, &str, &str)] = &[
        ("docgen.toml", "[docs]\nroutte = \"guide\"\n", "[docs]\nroute = \"guide\"\n"),
        ("content/docs/a.md", "# A\n\n[a](guides/steping.md)\n", "# A\n\n[a](guides/steeping.md)\n"),
    ];
    let project = site(rows);
    let before = sources(&project);
    project.run("check --fix").code(0).stderr_has("fixed 2 problems in 2 files");
    is_fixed(&project, before, rows);
}

#[test]
fn json_contains_the_suggested_change() {
    let project = site(&[("content/docs/a.md", "---\ntitel: A\n---\n\nText\n", "")]);
    let run = project.run("check --format json").code(1);
    let problem = &run.json()[0];
    let suggestion =
        serde_json::json!({ "replace": "titel", "with": "title", "certain": true, "line": 2, "column": 1 });
    assert_eq!(problem["suggestions"], serde_json::json!([suggestion]));
    let run = project.run("check --format json --fix").code(0);
    assert_eq!(run.stdout, "");
    run.stderr_has("content/docs/a.md:2:1: `titel` -> `title`\nfixed 1 problem in 1 file\n");
}

#[test]
fn only_sites_are_fixed() {
    let project = Project::new("//- notes/a.md\n[a](B.md)\n//- notes/b.md\nB\n");
    project.run("check notes --fix").code(2).stderr_has("this folder isn't a site");
    project.run("check notes --dry-run").code(2);
}

#[test]
#[cfg(unix)]
fn files_outside_the_site_are_not_changed() {
    let misspelled = ":::warnign\nText\n:::\n";
    let project = Project::new("//- .git/HEAD\n//- site/docgen.toml\n");
    project
        .write("shared/_part.md", misspelled)
        .write("shared/linked.md", misspelled)
        .write("site/content/docs/index.md", "# A\n\n::include{file=../../../shared/_part.md}\n")
        .write("site/content/docs/own.md", misspelled);
    let link = project.root().join("site/content/docs/linked.md");
    std::os::unix::fs::symlink("../../../shared/linked.md", link).expect("links can be created");
    let mut expected = sources(&project);
    let run = project.run("check site --fix").code(0).stderr_has("fixed 1 problem in 1 file\n");
    assert_eq!(run.stdout, "site/content/docs/own.md:1:1: `:::warnign` -> `:::warning`\n");
    expected.insert("site/content/docs/own.md".to_owned(), b":::warning\nText\n:::\n".to_vec());
    let mut found = sources(&project);
    found.retain(|path, _| expected.contains_key(path));
    same_tree(&expected, &found);
}
