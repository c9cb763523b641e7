//! After every kind of edit, a build that updates the old output produces the same result as a clean build.

use std::collections::BTreeSet;

use crate::harness::{Project, Run};

const SITE: &str = "
//- docgen.toml
[site]
title = 'Kettle'
url = 'https://kettle.example'

[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'docs'
//- content/docs/a.md
---
tags: [one]
---
# A

[to B](b.md#part) ![Dot](dot.svg)

```rust
fn main() {}
```
//- content/docs/b.md
# B

## Part
//- content/docs/folder/_category_.yml
label: Folder
link: { type: generated-index }
//- content/docs/folder/c.md
# C
//- content/docs/dot.svg
<svg width='1' height='1'/>
//- content/pages/index.md
# Home
//- static/plain.txt
plain
";

type Edit = (&'static str, fn(&Project));

const EDITS: &[Edit] = &[
    ("edit a page", |site| {
        site.write("content/docs/b.md", "# B\n\nMore.\n\n## Part\n\n## Another\n");
    }),
    ("add a page", |site| {
        site.write("content/docs/folder/d.md", "---\ntags: [one, two]\n---\n# D\n");
    }),
    ("rename a page", |site| {
        site.rename("content/docs/folder/c.md", "content/docs/folder/e.md");
    }),
    ("retitle a page", |site| {
        site.write("content/docs/b.md", "# Better\n\n## Part\n");
    }),
    ("move a page to another address", |site| {
        site.write("content/docs/b.md", "---\nslug: /elsewhere/b\n---\n# Better\n\n## Part\n");
    }),
    ("order the sidebar anew", |site| {
        site.write("content/docs/folder/_category_.yml", "label: First\nposition: 0\n");
    }),
    ("change a picture", |site| {
        site.write("content/docs/dot.svg", "<svg width='2' height='2'/>");
    }),
    ("change, add and remove files of static", |site| {
        site.write("static/plain.txt", "other").write("static/deep/new.txt", "new");
    }),
    ("a file takes the place of a folder", |site| {
        site.remove("static/deep/new.txt").write("static/plain.txt", "plain");
        std::fs::remove_dir(site.root().join("static/deep")).expect("it is empty");
        site.write("static/deep", "a file now");
    }),
    ("a folder takes the place of a file", |site| {
        site.remove("static/deep").write("static/deep/new.txt", "new");
    }),
    ("make a page a draft", |site| {
        site.write("content/docs/folder/d.md", "---\ndraft: true\n---\n# D\n");
    }),
    ("change the title of the site", |site| {
        let config = site.read("docgen.toml").replace("Kettle", "Pot");
        site.write("docgen.toml", config);
    }),
    ("change the navbar", |site| {
        let config = site.read("docgen.toml") + "label = 'Docs'\nposition = 'left'\n";
        site.write("docgen.toml", config);
    }),
    ("add an override", |site| {
        site.write("overrides/custom.css", "p { color: red }")
            .write("overrides/templates/doc.html", "<h1>{{ page.title }}</h1>{{ content|safe }}");
    }),
    ("remove an override", |site| {
        site.remove("overrides/templates/doc.html").write("overrides/custom.css", "p { color: blue }");
    }),
    ("change the base URL", |site| {
        let config = site.read("docgen.toml").replace("[site]", "[site]\nbase_url = '/sub/'");
        site.write("docgen.toml", config);
    }),
    ("change the slashes", |site| {
        let config = site.read("docgen.toml").replace("[site]", "[site]\ntrailing_slash = false");
        site.write("docgen.toml", config);
    }),
    ("add a version", |site| {
        site.write("content/versions/1.0/docs/a.md", "# A, once\n");
    }),
    ("add a language", |site| {
        let config = site.read("docgen.toml") + "\n[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n";
        site.write("docgen.toml", config).write("content/i18n/fr/docs/a.md", "# A en français\n");
    }),
    ("remove the version and the language", |site| {
        let config = site.read("docgen.toml").split("\n[i18n]").next().expect("it begins").to_owned();
        site.write("docgen.toml", config)
            .remove("content/versions/1.0/docs/a.md")
            .remove("content/i18n/fr/docs/a.md");
    }),
    ("delete most pages", |site| {
        site.remove("content/docs/b.md")
            .remove("content/docs/folder/d.md")
            .remove("content/docs/folder/e.md");
        site.remove("content/docs/folder/_category_.yml").write("content/docs/a.md", "# A\n");
    }),
    ("delete the config", |site| {
        site.remove("docgen.toml");
    }),
];

#[test]
fn an_incremental_build_equals_a_clean_one() {
    let site = Project::new(SITE);
    site.build();
    for (name, edit) in EDITS {
        edit(&site);
        site.build();
        println!("after: {name}");
        site.is_as_if_clean();
        site.build().stderr_has(": 0 files written, ");
    }
}

#[test]
fn an_edit_of_one_page_writes_its_files_alone() {
    let site = Project::new(SITE);
    site.build();
    let before = site.dist();
    site.write("content/docs/b.md", "# B\n\nMore words.\n\n## Part\n").build();
    let after = site.dist();
    let names = before.keys().chain(after.keys()).collect::<BTreeSet<_>>().into_iter();
    let changed: Vec<&str> =
        names.filter(|name| before.get(*name) != after.get(*name)).map(String::as_str).collect();
    // The search index contains the page's words, and the manifest lists all files.
    let (of_all, of_the_page): (Vec<&str>, Vec<&str>) =
        changed.into_iter().partition(|name| name.starts_with("_docgen/"));
    assert!(
        of_all.iter().all(|name| name.starts_with("_docgen/search/") || *name == "_docgen/manifest"),
        "{of_all:?}"
    );
    assert_eq!(of_the_page, ["docs/b.md", "docs/b/index.html", "docs/b/index.json", "llms-full.txt"]);
}

/// Returns the text that a build reports for one of its steps.
#[track_caller]
fn said<'r>(run: &'r Run, part: &str) -> &'r str {
    let line = run.stderr.lines().find(|line| line.trim_start().starts_with(part));
    let line = line.unwrap_or_else(|| panic!("`{part}` is not in\n{}", run.stderr));
    line.split_once(" ms  ").map_or("", |(_, note)| note)
}

#[test]
fn a_build_parses_what_was_edited_and_renders_what_shows_it() {
    let site = Project::new(SITE);
    for number in 10..30 {
        site.write(&format!("content/docs/far/page-{number}.md"), format!("# Page {number}\n"));
    }
    let built = |parsed: &str, rendered: &str| {
        let run = site.run("build --strict --timings").code(0);
        assert_eq!(said(&run, "parse and highlight"), parsed);
        assert_eq!(said(&run, "render and write"), rendered);
        site.is_as_if_clean();
    };
    // The rendered pages are the pages for the files, tags, and folder; the search page; and the not-found page.
    built("24 documents parsed", "29 pages rendered");
    site.write("content/docs/far/page-20.md", "# Page 20\n\nMore words.\n");
    built("1 document parsed", "1 page rendered");
    site.write("static/other.txt", "other");
    built("0 documents parsed", "0 pages rendered");
    site.write("content/docs/folder/c.md", "# Another title\n");
    // The rendered pages are the edited page and the folder's page, which is next to the edited page.
    built("1 document parsed", "2 pages rendered");
    site.write("docgen.toml", site.read("docgen.toml").replace("Kettle", "Pot"));
    built("0 documents parsed", "29 pages rendered");
    site.remove(".docgen/cache/documents").remove(".docgen/cache/stamp");
    built("24 documents parsed", "0 pages rendered");
    site.remove(".docgen/cache/made").remove("dist/docs/a/index.html");
    built("0 documents parsed", "29 pages rendered");
    site.remove("dist/docs/a/index.html");
    built("0 documents parsed", "1 page rendered");
}

#[test]
fn a_retitled_page_changes_no_page_that_does_not_show_its_title() {
    let site = Project::new(SITE);
    for number in 10..30 {
        site.write(&format!("content/docs/far/page-{number}.md"), format!("# Page {number}\n"));
    }
    site.build();
    let before = site.dist();
    site.write("content/docs/far/page-20.md", "# Another title\n").build();
    let after = site.dist();
    let changed: Vec<&str> = after
        .iter()
        .filter(|(name, bytes)| {
            before.get(*name) != Some(*bytes) && name.ends_with(".json") && !name.starts_with("_docgen")
        })
        .map(|(name, _)| name.as_str())
        .collect();
    // The page's own chunk and its two neighbors' chunks change, because the neighbors' pagers show the page's title.
    assert_eq!(
        changed,
        ["docs/far/page-19/index.json", "docs/far/page-20/index.json", "docs/far/page-21/index.json"]
    );
}
