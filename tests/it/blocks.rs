//! Blocks on a site's pages, and the files that are published only if a page contains blocks.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = 'Site'
url = 'https://site.example'
[[blog]]
//- content/docs/index.md
# Start

[To a field](./part.mdx#outer.limit)
//- content/docs/part.mdx
---
title: Part
---
import Rows from './_rows.md'

:::field[outer]
<Rows />
:::
//- content/docs/_rows.md
:::field[limit]{type=integer}
At most :badge[100]{kind=tip}, :tooltip[inclusive]{text=\"100 is valid\"}.
:::

::video[Clip]{src=./clip.mp4 poster=./still.svg}
//- content/docs/clip.mp4
not a video
//- content/docs/still.svg
<svg xmlns='http://www.w3.org/2000/svg' width='16' height='9'/>
//- content/blog/2026-01-02-post.md
# Post

:::field[name]
:::

::youtube[Talk]{id=abc}

<!-- truncate -->
";

fn sheets(project: &Project) -> usize {
    project.dist().keys().filter(|path| path.contains("/fields.")).count()
}

#[test]
fn a_site_has_the_styles_of_fields_if_it_has_fields() {
    let project = Project::new(SITE);
    project.run("build").code(0);
    assert_eq!(sheets(&project), 1);
    for page in ["docs/part/index.html", "blog/index.html", "blog/post/index.html"] {
        assert!(project.read(&format!("dist/{page}")).contains("/fields."), "{page}");
    }
    assert!(!project.read("dist/docs/index.html").contains("/fields."));
    project.write("content/docs/_rows.md", "Text.\n");
    project.write("content/docs/part.mdx", "# Part\n");
    project.write("content/docs/index.md", "# Start\n");
    project.write("content/blog/2026-01-02-post.md", "# Post\n\nText.\n");
    project.run("build").code(0);
    project.is_as_if_clean();
    assert_eq!(sheets(&project), 0);
}

#[test]
fn blocks_of_an_imported_file_are_blocks_of_the_page() {
    let project = Project::new(SITE);
    project.run("build").code(0).stderr_lacks("warning");
    let page = project.read("dist/docs/part/index.html");
    for part in ["id=\"outer.limit\"", "data-kind=\"tip\">100<", "poster=\"/_docgen/immutable/assets/still."]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let markdown = project.read("dist/docs/part.md");
    let expected = ":::field[limit]{type=\"integer\"}\nAt most 100, inclusive (100 is valid).\n:::";
    assert!(markdown.contains(expected), "{markdown}");
    let feed = project.read("dist/blog/rss.xml");
    assert!(feed.contains("https://www.youtube.com/watch?v=abc") && !feed.contains("iframe"), "{feed}");
}

#[test]
fn files_of_videos_are_checked() {
    let project = Project::new(SITE);
    project
        .remove("content/docs/clip.mp4")
        .run("build")
        .code(1)
        .stderr_has("error[missing-image]: image not found: `./clip.mp4`\n --> content/docs/_rows.md:5:19");
}

#[test]
fn a_title_keeps_its_images_links_and_html() {
    let project = Project::new(
        "
//- docgen.toml
[site]
title = 'Site'
//- content/docs/index.md
# ![Logo](./logo.svg) The `kettle` [guide](./b.mdx) <kbd>x</kbd>

Text.
//- content/docs/b.mdx
# B :badge[New] :icon{name=rocket}

Text.
//- content/docs/logo.svg
<svg xmlns='http://www.w3.org/2000/svg' width='16' height='9'/>
",
    );
    let run = project.build().code(0);
    run.stderr_lacks("warning");
    let page = project.read("dist/docs/index.html");
    let heading = page.split("<h1").nth(1).and_then(|rest| rest.split("</h1>").next()).unwrap_or_default();
    assert!(heading.contains("alt=\"Logo\"") && heading.contains("logo."), "{heading}");
    assert!(heading.contains("<a href=\"/docs/b/\">guide</a>"), "{heading}");
    assert!(heading.ends_with("<kbd>x</kbd>") && heading.contains("<code>kettle</code>"), "{heading}");
    assert!(page.contains("<title>Logo The kettle guide x | Site</title>"), "{page}");
    let page = project.read("dist/docs/b/index.html");
    let heading = page.split("<h1").nth(1).and_then(|rest| rest.split("</h1>").next()).unwrap_or_default();
    assert!(heading.contains("badge") && heading.contains("<svg"), "{heading}");
}

#[test]
fn the_delimiter_row_of_a_table_can_contain_tabs() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'Site'\n//- content/docs/index.md\n# A\n\n| B \t| C\t|\n|---\t|:---:\t|\n| d\te | f |\n\n---\n",
    );
    site.run("build --strict").code(0);
    let html = site.read("dist/docs/index.html");
    assert!(html.contains("<td>d\te</td>") && html.contains("<hr>") && !html.contains("|--"), "{html}");
}
