//! `docgen import`: what it writes, what it keeps, and what the first build of the new site says.

use crate::harness::Project;

const SITE: &str = "
//- project/mkdocs.yml
site_name: Kettle
plugins: [search, unknown]
nav: [index.md, Guide: [guide/steep.md]]
//- project/docs/index.md
# Kettle

!!! tip \"Hot\"
    Use [hot water](guide/steep.md#über-all) and ![a leaf](leaf.png).

[Nowhere](nowhere.md)
//- project/docs/guide/steep.md
# Steep

## Über all
//- project/docs/leaf.png
leaf
";

#[test]
fn an_imported_site_builds_with_the_same_urls_and_ids() {
    let project = Project::new(SITE);
    let run = project.run("import project --to new").code(0);
    let problem = "warning[not-imported]: the plugin `unknown` isn't imported\n --> project/mkdocs.yml:2:19";
    assert!(run.stderr.contains(problem), "{}", run.stderr);
    assert!(
        run.stderr.contains("imported a site of MkDocs with 2 pages, 1 other file to `new`: 1 thing"),
        "{}",
        run.stderr
    );
    let report = project.read("new/import-report.md");
    assert!(
        report.contains("the plugin `unknown` isn't imported") && report.contains("`mkdocs.yml`"),
        "{report}"
    );
    let build = project.run("build new").code(0);
    assert!(build.stderr.contains("warning[broken-link]"), "{}", build.stderr);
    let home = project.read("new/dist/index.html");
    assert!(home.contains("class=\"admonition\" data-kind=\"tip\""), "{home}");
    assert!(project.read("new/dist/guide/steep/index.html").contains("id=\"uber-all\""));
    assert_eq!(project.read("new/dist/leaf.png"), "leaf\n");
}

#[test]
fn a_second_import_keeps_what_someone_changed() {
    let project = Project::new(SITE);
    project.run("import project --to new").code(0);
    project
        .write("new/content/docs/index.md", "# Mine\n")
        .write("project/docs/guide/steep.md", "# Steep longer\n");
    let run = project.run("import project --to new").code(0);
    assert!(
        run.stderr
            .contains("kept 1 file, because you changed it after the last import: content/docs/index.md"),
        "{}",
        run.stderr
    );
    assert_eq!(project.read("new/content/docs/index.md"), "# Mine\n");
    assert!(project.read("new/content/docs/guide/steep.md").contains("# Steep longer"));
}

#[test]
fn a_dry_run_writes_nothing_and_a_folder_without_a_site_is_an_error() {
    let project = Project::new(SITE);
    let run = project.run("import project/docs --to new --dry-run").code(0);
    assert!(run.stderr.contains("nothing was written: 1 thing to do by hand"), "{}", run.stderr);
    assert!(!project.has("new"));
    let run = project.run("import project/docs/guide --to new").code(2);
    assert!(run.stderr.contains("no site of a generator that docgen can import"), "{}", run.stderr);
}

#[test]
fn the_pages_of_a_book_keep_their_html_files() {
    let project = Project::new(
        "
//- book/book.toml
[output.html.redirect]
'/old.html' = 'part/page.html'
//- book/src/SUMMARY.md
[Start](README.md)

- [Part](part/README.md)
  - [Page](part/page.md)
//- book/src/README.md
# Start

[Page](part/page.html#code), [part](part/)
//- book/src/part/README.md
# Part
//- book/src/part/page.md
## Code

{{#include ../../../shared/code.md}}
{{#include ../../../../outside.md}}
//- shared/code.md
Shared text.
//- .git/HEAD
ref: refs/heads/main
",
    );
    let run = project.run("import book --to new").code(0);
    assert!(run.stderr.contains("`{{#include ../../../../outside.md}}` isn't imported"), "{}", run.stderr);
    project.run("build new").code(0);
    let home = project.read("new/dist/index.html");
    assert!(home.contains("href=\"/part/page#code\"") && home.contains("href=\"/part/index\""), "{home}");
    let page = project.read("new/dist/part/page.html");
    assert!(page.contains("id=\"code\"") && page.contains("Shared text."), "{page}");
    assert!(project.has("new/dist/part/index.html") && project.has("new/dist/old.html"));
}

#[test]
fn a_trial_writes_only_the_output() {
    let project = Project::new(SITE);
    let run = project.run("build --from project --out site").code(0);
    assert!(run.stderr.contains("converted a site of MkDocs with 2 pages"), "{}", run.stderr);
    assert!(project.read("site/guide/steep/index.html").contains("id=\"uber-all\""));
    let folders: Vec<String> = std::fs::read_dir(project.root())
        .expect("the folder exists")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders.len(), 2, "{folders:?}");
}

#[test]
fn the_pages_of_hugo_and_zola_keep_their_urls_and_ids() {
    let project = Project::new(
        "
//- hugo/hugo.toml
title = 'Kettle'
baseURL = 'https://kettle.example/'
//- hugo/content/docs/_index.md
---
title: Docs
---
//- hugo/content/docs/My Page.md
---
title: Page
aliases: [/old/]
---
## Über all

{{< tabs >}}{{< tab \"A\" >}}One{{< /tab >}}{{< /tabs >}} {{< odd >}}
//- zola/config.toml
base_url = 'https://kettle.example'
//- zola/content/docs/_index.md
+++
title = 'Docs'
+++
//- zola/content/docs/My Page.md
+++
title = 'Page'
+++
## Über all

[x](@/docs/_index.md)
",
    );
    let run = project.run("import hugo --to a").code(0);
    assert!(run.stderr.contains("the shortcode `odd` isn't imported"), "{}", run.stderr);
    project.run("build a").code(0);
    let page = project.read("a/dist/docs/my-page/index.html");
    assert!(page.contains("id=\"über-all\"") && page.contains("role=\"tab\""), "{page}");
    assert!(project.has("a/dist/docs/index.html") && project.has("a/dist/old/index.html"));
    project.run("import zola --to b").code(0);
    project.run("build b").code(0);
    let page = project.read("b/dist/docs/my-page/index.html");
    assert!(page.contains("id=\"uber-all\"") && page.contains("href=\"/docs/\""), "{page}");
}
