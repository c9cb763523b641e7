//! `docgen import`: what the command writes, what it keeps, and what the first build of the new site reports.

use crate::dates::git;
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
fn similar_problems_share_a_manual_step() {
    let project = Project::new(&SITE.replace("[search, unknown]", "[search, one, two, three]"));
    project.run("import project --to new").code(0);
    let report = project.read("new/import-report.md");
    let step = "- Not imported: 3 items. For each, look for an equivalent docgen feature.\n\n  - The `one` plugin (`mkdocs.yml:2`)\n  - The `three` plugin (`mkdocs.yml:2`)\n  - The `two` plugin (`mkdocs.yml:2`)\n";
    assert!(report.contains(step), "{report}");
}

#[test]
fn an_imported_site_builds_with_the_same_urls_and_ids() {
    let project = Project::new(SITE);
    let run = project.run("import project --to new").code(0);
    let problem = "warning[not-imported]: not imported: the `unknown` plugin\n --> project/mkdocs.yml:2:19";
    assert!(run.stderr.contains(problem), "{}", run.stderr);
    assert!(
        run.stderr.contains("imported an MkDocs site (2 pages, 1 other file) to `new`: 1 manual step"),
        "{}",
        run.stderr
    );
    let report = project.read("new/import-report.md");
    assert!(report.contains("| Pages | 2 |") && report.contains("docs/docgen-and/mkdocs/"), "{report}");
    let left =
        "- Not imported: the `unknown` plugin (`mkdocs.yml:2`). Look for an equivalent docgen feature.\n";
    assert!(report.contains(left) && report.contains("1. Run `docgen check`"), "{report}");
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
        run.stderr.contains("kept 1 file that you changed after the last import: content/docs/index.md"),
        "{}",
        run.stderr
    );
    assert_eq!(project.read("new/content/docs/index.md"), "# Mine\n");
    assert!(project.read("new/content/docs/guide/steep.md").contains("# Steep longer"));
}

#[test]
fn a_docgen_site_needs_no_import() {
    let site =
        Project::new("//- old/docgen.toml\n[site]\ntitle = 'T'\n//- old/openapi/a.yaml\nopenapi: 3.1.0\n");
    site.run("import old --to new").code(2).stderr_has("`old` is already a docgen site");
}

#[test]
fn a_dry_run_writes_nothing_and_a_folder_without_a_site_is_an_error() {
    let project = Project::new(SITE);
    let run = project.run("import project/docs --to new --dry-run").code(0);
    assert!(run.stderr.contains("nothing was written: 1 manual step"), "{}", run.stderr);
    assert!(!project.has("new"));
    let project = Project::new("//- empty/notes.txt\nNo page\n");
    let run = project.run("import empty --to new").code(2);
    assert!(run.stderr.contains("found no site to import"), "{}", run.stderr);
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
    assert!(run.stderr.contains("not imported: `{{#include ../../../../outside.md}}`"), "{}", run.stderr);
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
    assert!(run.stderr.contains("converted an MkDocs site (2 pages"), "{}", run.stderr);
    assert!(project.read("site/guide/steep/index.html").contains("id=\"uber-all\""));
    let folders: Vec<String> = std::fs::read_dir(project.root())
        .expect("the folder exists")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders.len(), 2, "{folders:?}");
}

#[test]
fn an_import_is_compared_with_the_built_site() {
    let project = Project::new(SITE);
    project.write("old/index.html", "<title>Kettle</title><h1>Kettle</h1><p>Use hot water and milk.</p>");
    project.write(
        "old/guide/steep/index.html",
        "<title>Steep</title><h1>Steep</h1><h2 id='uber-all'>Über all</h2>",
    );
    project.write("old/gone/index.html", "<title>Gone</title><h1>Gone</h1>");
    let run = project.run("import project --to new --check-against old").code(0);
    assert!(run.stdout.contains("1 lost URL\n  /gone/"), "{}{}", run.stdout, run.stderr);
    let summary = run.stdout.lines().last().unwrap_or_default();
    assert!(summary.starts_with("kept: 2 of 3 URLs, 1 of 1 heading ID,"), "{}", run.stdout);
    assert!(project.has("new/docgen.toml") && !project.has("new/dist") && !project.has("new/.docgen/cache"));
    let run = project.run("import project --to other --dry-run --check-against old").code(0);
    assert!(run.stdout.ends_with(&format!("{summary}\n")) && !project.has("other"), "{}", run.stdout);
    let run = project.run("import project --to new --check-against nothing").code(2);
    assert!(run.stderr.contains("can't read `nothing`"), "{}", run.stderr);
}

#[test]
fn a_folder_of_markdown_is_copied() {
    let project = Project::new(
        "
//- notes/README.md
# Notes

[Next](02-next.md#part) ![a](img/a.png) [gone](gone.md)
//- notes/02-next.md
# Next

## Part
//- notes/img/a.png
a
",
    );
    let run = project.run("import notes --to new").code(0);
    assert!(
        run.stderr.contains("imported a folder of Markdown files (2 pages, 1 other file)"),
        "{}",
        run.stderr
    );
    project.run("build new").code(0);
    assert!(project.read("new/dist/index.html").contains("href=\"/next/#part\""));
    assert!(project.read("new/docgen.toml").contains("title = \"Notes\""));
}

#[test]
fn a_site_of_mintlify_builds_with_the_same_urls_and_ids() {
    let project = Project::new(
        "
//- docs/docs.json
{ \"name\": \"Kettle\", \"navigation\": { \"tabs\": [
  { \"tab\": \"Guides\", \"pages\": [\"start\", \"guide/index\"] },
  { \"tab\": \"API\", \"openapi\": \"tea.json\" },
  { \"tab\": \"More\", \"anchors\": [{ \"anchor\": \"A\", \"pages\": [\"a\"] }, { \"anchor\": \"B\", \"href\": \"https://b.example\" }] }
] } }
//- docs/start.mdx
---
title: Start
description: First.
---
import Part from '/snippets/part.mdx'
import { Box } from '/snippets/Box.jsx'

## Read & write

<Part name=\"tea\" />

<Tree><Tree.Folder name=\"app\"><Tree.File name=\"a.js\" /></Tree.Folder></Tree>

<Color variant=\"compact\"><Color.Item name=\"red\" value=\"#f00\" /></Color>

<Tile href=\"/a\" title=\"Tile\">Text</Tile>
<Panel>Aside</Panel>
<Visibility for=\"agents\">Hidden</Visibility>
<View title=\"JS\">Shown</View>
<Prompt description=\"Ask\">Now</Prompt>
<GitHub.Repo repo=\"me/kettle\" /> <Latex>x</Latex> <Heading level={3} id=\"own\">Own</Heading>
<Banner content=\"New\" />
<Card title=\"A `b`\" icon=\"robot\" href=\"/guide\">C</Card>
<Box />

{gone}
//- docs/guide/index.mdx
# Guide
//- docs/a.mdx
A
//- docs/env/page.mdx
Page
//- docs/build/index.html
Output
//- docs/build/page.mdx
Output
//- docs/snippets/part.mdx
Hot {name}.
//- docs/snippets/Box.jsx
export const Box = () => { const [n] = useState(1); return <Note>{n} box</Note>; };
//- docs/tea.json
{ \"openapi\": \"3.0.0\", \"info\": { \"title\": \"Tea\", \"version\": \"1\" },
  \"servers\": [{ \"url\": \"https://tea.example\" }], \"paths\": { \"/pots\": {
  \"get\": { \"summary\": \"List pots\", \"responses\": { \"200\": { \"description\": \"OK\" } } } } } }
",
    );
    project.run("import . --to new").code(0);
    let build = project.run("build new").code(0);
    assert!(!build.stderr.contains("warning"), "{}", build.stderr);
    let start = project.read("new/dist/start.html");
    for text in [
        "id=\"read-&amp;-write\"",
        "Hot tea.",
        "a.js",
        "#f00",
        "Tile",
        "Aside",
        "Shown",
        "Ask",
        "me/kettle",
        "id=\"own\"",
        "1 box",
        "First.",
    ] {
        assert!(start.contains(text), "{text} isn't in {start}");
    }
    assert!(!start.contains("Hidden") && start.contains("{gone}"));
    assert!(project.read("new/dist/start.md").contains("Hidden"));
    assert!(project.has("new/dist/env/page.html") && !project.has("new/dist/build/page.html"));
    assert!(project.has("new/dist/guide.html") && project.has("new/dist/api/get-pots.html"));
    assert!(project.read("new/dist/index.html").contains("/start"));
    assert!(project.has("new/dist/api-reference/list-pots.html"));
}

#[test]
fn a_site_beside_the_folder_is_not_imported() {
    let site = "//- other/mkdocs.yml\nsite_name: Other\n//- other/docs/index.md\n# Other\n\
                //- third/docs/.vitepress/config.js\nexport default {}\n//- third/docs/index.md\n# Third\n";
    let project = Project::new(&format!("{site}//- mine/notes.txt\nNotes.\n"));
    let run = project.run("import mine --to new").code(2);
    assert!(run.stderr.contains("found no site to import"), "{}", run.stderr);
}

#[test]
fn a_config_can_refer_to_files_beside_its_folder() {
    let project = Project::new(
        "//- website/docusaurus.config.js\nmodule.exports = { title: 'Tea', presets: [['classic', { docs: { path: '../docs' } }]] };\n\
         //- docs/intro.md\n# Intro\n//- another/docusaurus.config.js\nmodule.exports = { title: 'Another' };\n",
    );
    let run = project.run("import website --to new").code(0);
    assert!(run.stderr.contains("imported a Docusaurus site (1 page"), "{}", run.stderr);
    assert!(project.read("new/docgen.toml").contains("title = \"Tea\""));
    project.run("build new").code(0);
    assert!(project.read("new/dist/docs/intro/index.html").contains("Intro"));
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
    assert!(run.stderr.contains("not imported: the `odd` shortcode"), "{}", run.stderr);
    project.run("build a").code(0);
    let page = project.read("a/dist/docs/my-page/index.html");
    assert!(page.contains("id=\"über-all\"") && page.contains("role=\"tab\""), "{page}");
    assert!(project.has("a/dist/docs/index.html") && project.has("a/dist/old/index.html"));
    project.run("import zola --to b").code(0);
    project.run("build b").code(0);
    let page = project.read("b/dist/docs/my-page/index.html");
    assert!(page.contains("id=\"uber-all\"") && page.contains("href=\"/docs/\""), "{page}");
}

#[test]
fn a_site_in_the_subfolder_with_most_pages_is_found() {
    let project = Project::new(
        "
//- docs/README.md
# Build the docs
//- docs/src/config.toml
title = 'Kettle'
baseURL = ''
//- docs/src/content/a.md
# A
//- docs/src/content/b.md
# B
//- notes/a.md
# A
//- notes/b.md
# B
//- notes/example/config.toml
baseURL = ''
//- notes/example/content/c.md
# C
",
    );
    for (folder, found) in
        [("docs", "found a Hugo site (2 pages"), ("notes", "found a folder of Markdown files")]
    {
        let run = project.run(&format!("import {folder} --dry-run")).code(0);
        assert!(run.stderr.contains(found), "{}", run.stderr);
    }
}

#[test]
fn versions_that_mike_lists_are_imported_from_their_tags() {
    let config = |more: &str| format!("site_name: Kettle\nplugins: [search, mike]\nnav: [index.md{more}]\n");
    let project = Project::new(&format!(
        "
//- mkdocs.yml
{}//- docs/index.md
# First

![leaf](leaf.png)
--8<-- \"part.md\"
//- docs/leaf.png
leaf
",
        config("")
    ));
    let commit = |message: &str| {
        git(&project, "", &["add", "."]);
        git(&project, "", &["commit", "-qm", message]);
    };
    git(&project, "", &["init", "-q", "-b", "main"]);
    commit("1.0");
    git(&project, "", &["tag", "v1.0.0"]);
    project.write("mkdocs.yml", config(", more.md")).write("docs/index.md", "# Second\n\n[More](more.md)\n");
    project.write("docs/more.md", "# More\n");
    std::fs::remove_file(project.root().join("docs/leaf.png")).expect("it's there");
    commit("2.0");
    git(&project, "", &["tag", "v2.0.0"]);
    project.write("docs/index.md", "# Third\n");
    commit("Next");
    let problem = project.run("import . --to ../new --dry-run").code(0);
    assert!(problem.stderr.contains("not imported: the list of versions"), "{}", problem.stderr);
    git(&project, "", &["checkout", "-q", "--orphan", "gh-pages"]);
    project.write(
        "versions.json",
        r#"[{"version": "dev", "title": "dev", "aliases": []}, {"version": "2.0", "title": "2.0.0", "aliases": ["latest"]}, {"version": "1.0", "title": "1.0", "aliases": ["old"]}, {"version": "0.9", "title": "0.9", "aliases": []}]"#,
    );
    commit("List");
    git(&project, "", &["checkout", "-q", "-f", "main"]);
    let run = project.run("import . --to new").code(0);
    let version = "not imported: version `0.9`, which has no tag\n --> mkdocs.yml:2:19";
    assert!(run.stderr.contains(version) && run.stderr.contains("2 versions"), "{}", run.stderr);
    project.run("build new").code(0);
    for (page, words) in [
        ("index.html", "Second"),
        ("more/index.html", "More"),
        ("1.0/index.html", "First"),
        ("dev/index.html", "Third"),
        ("latest/more/index.html", "url=/more/"),
        ("2.0/more/index.html", "url=/more/"),
        ("old/index.html", "url=/1.0/"),
    ] {
        let html = project.read(&format!("new/dist/{page}"));
        assert!(html.contains(words), "{page}: {html}");
    }
    assert_eq!(project.read("new/dist/leaf.png"), "leaf\n");
    assert!(project.read("new/dist/index.html").contains("href=\"/1.0/\""));
}

#[test]
fn a_first_build_succeeds_if_other_files_have_the_urls_of_pages() {
    let project = Project::new(
        "
//- project/docusaurus.config.js
module.exports = { title: 'Kettle', presets: [['classic', {}]] };
//- project/docs/intro.md
# Intro
//- project/static/index.html
<p>Elsewhere</p>
//- project/static/docs/intro.md
Other
//- project/blog/news/steep.md
Text.
//- notes/a.md
---
layout: post
categories: [tea]
---
# A

{{ page.title }}
",
    );
    let run = project.run("import project --to new").code(0);
    assert!(run.stderr.contains("not imported: `index.html`, which would replace a page"), "{}", run.stderr);
    project.run("build new").code(0);
    project.run("import notes --to other").code(0);
    let build = project.run("build other").code(0);
    assert!(build.stderr.contains("warning[invalid-front-matter]"), "{}", build.stderr);
}

#[test]
fn links_to_footnotes_work_after_an_import() {
    let project = Project::new(
        "//- book/book.toml\n[book]\n//- book/src/SUMMARY.md\n- [A](a.md)\n- [B](b.md)\n//- book/src/a.md\n# A\n\nHot.[^tea] See [the note](#footnote-tea).\n\n[^tea]: Green.\n//- book/src/b.md\n# B\n\n[Note](a.md#footnote-tea)[^1]\n\n[^1]: B.\n",
    );
    project.run("import book --to new").code(0);
    assert!(project.read("new/content/docs/a.md").contains("[^tea]: <a id=\"footnote-tea\"></a>Green."));
    assert!(project.read("new/content/docs/b.md").contains("[^1]: <a id=\"footnote-1\"></a>B."));
    let build = project.run("build new").code(0);
    assert!(!build.stderr.contains("warning"), "{}", build.stderr);
}

#[test]
fn pages_can_import_packages_of_the_same_workspace() {
    let project = Project::new(
        "
//- .git/HEAD
ref: refs/heads/main
//- pnpm-workspace.yaml
packages: ['apps/*', 'packages/**', '!**/test']
//- apps/site/docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', { docs: { routeBasePath: '/' } }]] };
//- apps/site/package.json
{ \"name\": \"site\", \"dependencies\": { \"@tea/pots\": \"workspace:*\" } }
//- apps/site/docs/index.mdx
import { Pot } from '@tea/pots';

# Tea

<Pot />
//- packages/ui/pots/package.json
{ \"name\": \"@tea/pots\", \"main\": \"dist/index.js\", \"dependencies\": { \"@tea/names\": \"workspace:*\" } }
//- packages/ui/pots/src/index.tsx
import { name } from '@tea/names/name';
export const Pot = () => <p>{name}</p>;
//- packages/names/package.json
{ \"name\": \"@tea/names\", \"exports\": { \"./*\": { \"import\": \"./lib/*.js\" } } }
//- packages/names/lib/name.js
export const name = 'Brown Betty';
//- packages/other/package.json
{ \"name\": \"@tea/other\" }
//- packages/other/index.js
export default 1;
",
    );
    project.run("import apps/site --to new").code(0);
    let run = project.run("build new").code(0);
    assert!(!run.stderr.contains("warning[") || run.stderr.contains("no-git-dates"), "{}", run.stderr);
    let page = project.read("new/dist/index.html");
    assert!(page.contains("<p>Brown Betty</p>"), "{page}");
    assert!(!project.has("new/workspace/@tea/other"), "docgen copies only what the pages import");
}
