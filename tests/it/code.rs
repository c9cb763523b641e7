//! Code blocks with marks, notes, collapsed lines, sessions, and links, on pages, in Markdown, and in feeds.

use crate::harness::Project;

const SITE: &str = r#"
//- docgen.toml
[site]
title = "Site"
url = "https://site.example"
[variables]
name = "Tea"
[[markdown.code_links]]
pattern = 'tea\.(\w+)'
url = "/docs/$1/"
blocks = true
[[blog]]
//- content/docs/index.md
# Start

Plain `code`.

```js
let plain;
```
//- content/docs/marks.md
# {{ name }}

See `tea.other`{:js}.

```js "pot" collapse={3-4} ins={2}
kettle(); // (1)!
pot();
a();
b();
tea.other();
```

1. The first note.

::include{file="./_part.md"}
//- content/docs/_part.md
```py
steep()  # (1)!
```

1. The note of the part.
//- content/docs/other.md
# Other

```console
$ ls
file
```
//- content/docs/component.mdx
# Component

`let a`{:js} is {1 + 1}, and `tea.other` is a link.

```js /l(e)t/
let a; // (1)!
```

1. A note with {2 + 2}.

<CodeBlock language="diff">{`+added`}</CodeBlock>
//- content/blog/2026-01-02-post.md
# Post

```js del={2}
a(); // (1)!
b();
```

1. In the post.
"#;

#[test]
fn code_is_shown_as_it_is_marked() {
    let project = Project::new(SITE);
    project.run("build --strict").code(0);
    let page = project.read("dist/docs/marks/index.html");
    for part in [
        "<a href=\"/docs/other/\"><code data-language=\"js\">",
        "<mark><span class=\"f\">pot</span></mark>",
        "<details class=\"details code-fold\"><summary>Lines 3–4</summary>",
        "data-line=\"add\"",
        "<a class=\"code-note\" aria-label=\"1\" href=\"#code-note-1-1\" aria-describedby=\"code-note-1-1\"></a>",
        "<li id=\"code-note-1-1\">The first note.</li>",
        "<li id=\"code-note-2-1\">The note of the part.</li>",
        "/marks.",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("(1)!"));
    let other = project.read("dist/docs/other/index.html");
    assert!(other.contains("<span class=\"q\">$ </span>") && other.contains("<span class=\"w\">file</span>"));
    assert!(!other.contains("/marks.") && !project.read("dist/docs/index.html").contains("/marks."));
    // Even if a page uses variables or includes files, its Markdown version contains the code blocks as written.
    let markdown = project.read("dist/docs/marks.md");
    for part in [
        "```js \"pot\" collapse={3-4} ins={2}\nkettle(); // (1)!\n",
        "steep()  # (1)!",
        "1. The note of the part.",
    ] {
        assert!(markdown.contains(part), "{part}\n{markdown}");
    }
    let component = project.read("dist/docs/component/index.html");
    for part in [
        "<code data-language=\"js\"><span class=\"k\">let </span>a</code> is 2, and <a href=\"/docs/other/\"><code>tea.other</code></a>",
        "<span class=\"k\">l</span><mark><span class=\"k\">e</span></mark><span class=\"k\">t </span>a",
        "<li id=\"code-note-1-1\">A note with 4.</li>",
        "data-patch",
    ] {
        assert!(component.contains(part), "{part}\n{component}");
    }
    let feed = project.read("dist/blog/rss.xml");
    assert!(feed.contains("  a(); (1)\n- b();"), "{feed}");
}

#[test]
fn links_in_code_follow_the_config_and_are_checked() {
    let project = Project::new(SITE);
    project.run("build").code(0);
    let config = project.read("docgen.toml");
    project.write("docgen.toml", config.replace("/docs/$1/", "/gone/$1/"));
    let run = project.run("build").code(1);
    assert!(
        run.stderr.contains("broken link: `/gone/other/` doesn't match any page or file"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("content/docs/marks.md:3:5"), "{}", run.stderr);
    run.stderr_has(
        "hint: the URL is from line 8 of `docgen.toml`, for code that matches the pattern `tea\\.(\\w+)`",
    );
    project.write("docgen.toml", config.replace("/docs/$1/", "https://tea.example/$1"));
    project.run("build").code(0);
    let page = project.read("dist/docs/marks/index.html");
    let link = "<a href=\"https://tea.example/other\" target=\"_blank\" rel=\"noopener noreferrer\">";
    assert_eq!(page.matches(link).count(), 2, "{page}");
    project.write("docgen.toml", config.replace("'tea", "'(tea"));
    let run = project.run("check").code(1);
    assert!(run.stderr.contains("`pattern`: invalid regular expression `(tea\\.(\\w+)`"), "{}", run.stderr);
    project.write("docgen.toml", config.replace("blocks = true", "blocks = false"));
    project.run("build").code(0);
    project.is_as_if_clean();
}

#[test]
fn no_page_loads_styles_that_no_page_needs() {
    let project = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'A'\n//- content/docs/index.md\n# A\n\n```diff lang=js\n+a\n```\n",
    );
    project.run("build").code(0);
    assert!(project.dist().keys().all(|path| !path.contains("/marks.")));
}

#[test]
fn regular_expressions_that_are_not_valid_are_reported() {
    let project = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'A'\n//- content/docs/index.md\n# A\n\n```js /a(/\na(\n```\n",
    );
    let run = project.run("check").code(0);
    assert!(
        run.stderr.contains("warning[invalid-code-mark]: invalid regular expression `a(`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("content/docs/index.md:3:1"), "{}", run.stderr);
}

#[test]
fn marks_that_the_code_has_outgrown_are_reported() {
    let project = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'A'\n//- src/a.py\nstart()\n//- content/docs/index.md\n# A\n\n```py file=\"../../src/a.py\" {2} \"stop\"\n```\n",
    );
    let run = project.run("check").code(0);
    run.stderr_has(
        "warning[invalid-code-mark]: can't mark `2`: the code has 1 line\n --> content/docs/index.md:3:1",
    )
    .stderr_has("warning[invalid-code-mark]: can't mark `stop`: the code doesn't contain it");
}

#[test]
fn marks_that_cannot_be_read_are_reported_with_their_places() {
    for page in ["index.md", "index.mdx"] {
        let project = Project::new("//- docgen.toml\n[site]\ntitle = 'A'\n");
        project.write(&format!("content/docs/{page}"), "# A\n\n```js ins={a} \"b\na\n```\n");
        let run = project.run("check").code(0);
        run.stderr_has(&format!(
            "warning[invalid-code-mark]: expected a line number, found `a`\n --> content/docs/{page}:3:1"
        ))
        .stderr_has("hint: use line numbers, as in `ins={1,4-6}`")
        .stderr_has("warning[invalid-code-mark]: `\"b` has no closing quotation mark");
    }
}

#[test]
fn requests_that_no_longer_apply_or_are_for_another_api_are_not_reported() {
    let page = "~~`GET /orderz`~~, ~~GET /orderz~~, and <del>`GET /orderz`</del> were removed.\n\n```bash
curl \"$CODEHUB_API/orderz\"\ncurl \"${CODEHUB_URL}/orderz\"\ncurl \"$API_URL/orderz\"\ncurl \"$TEA_HOST/orderz\"\n```\n";
    let api = "openapi: 3.1.0\ninfo: { title: Tea, version: '1' }\npaths: { /orders: { get: { responses: {} } } }\n";
    let site = Project::new("");
    site.write("openapi/tea.yaml", api).write("content/docs/a.md", format!("# A\n\n{page}"));
    let found = site.run("check --format json").code(0).json();
    let found = found.iter().filter(|one| one["code"] == "invalid-request");
    assert_eq!(found.map(|one| one["line"].to_string()).collect::<Vec<_>>(), ["8", "9"]);
}
