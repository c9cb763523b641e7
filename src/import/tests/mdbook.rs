//! Tests for mdBook imports.

use super::{Content, imported, random, setting, text};
use crate::path::SourcePath;

/// The files that pages include.
const FILES: &str = "
//- src/b.md
# B
//- src/README.md
# Start
//- src/part.rs
// ANCHOR: a
one
// ANCHOR: b
two
// ANCHOR_END: a
// ANCHOR: a
three
// ANCHOR_END: a
//- src/two.rs
# hidden
two
//- src/self.md
{{#include self.md}}
//- src/own/p.md
[x](p.html)
";

/// Converts a page's text.
fn converted(markdown: &str) -> String {
    let summary = "- [A](own/a.md)\n- [B](b.md)\n- [Start](README.md)\n- [P](own/p.md)";
    let config = "[output.html]\nmathjax-support = true";
    let site = format!(
        "//- book.toml\n{config}\n//- src/SUMMARY.md\n{summary}\n//- src/own/a.md\n{markdown}{FILES}"
    );
    let imported = imported(&site);
    let page = text(&imported, "content/docs/own/a.md");
    match page.strip_prefix("---\n").and_then(|rest| rest.split_once("---\n")) {
        Some((_, text)) => text.to_owned(),
        None => page.to_owned(),
    }
}

#[test]
fn constructs_of_mdbook_have_the_same_meaning() {
    // Inputs and their expected results. A `|` stands for a line break.
    let table = [
        (
            "```rust,ignore,edition2021|# fn main() {|let a = 1;|##[x]|#|    # b|#![c]|# }|```",
            "```rust|let a = 1;|#[x]|#![c]|```",
        ),
        ("```rust, editable|a|```", "```rust|a|```"),
        ("> ```rust|> # a|> b|> ```", "> ```rust|> b|> ```"),
        ("- ```rust|  # a|  b|  ```|[x](../b.html)", "- ```rust|  b|  ```|[x](../b.md)"),
        ("```python,hidelines=!!!|!!!a|# b|```", "```python|# b|```"),
        ("```text|[x](p.html)", "```text|[x](p.html)|```"),
        ("```admonish warning title=\"Careful\"|[x](p.html)|```", ":::warning[Careful]|[x](p.md)|:::"),
        ("- a||  ```admonish|  b|  ```", "- a||  :::note|  b|  :::"),
        (
            "````admonish tip \"T\" collapsible=true|```admonish bug|b|```|````",
            "::::details[T]|:::danger[Bug]|b|:::|::::",
        ),
        ("- a||      ```rust,ignore|      # b|      ```", "- a||      ```rust|      ```"),
        ("Text.||    ```rust,ignore|    ```", "Text.||    ```rust,ignore|    ```"),
        ("## A { #own .class }", "## A {#own .class}"),
        ("## A {b,c}", "## A"),
        ("## A \\{b,c\\}", "## A \\{b,c\\}"),
        ("## A {<b>}", "## A {<b>}"),
        ("## A {.class}", "## A {.class}"),
        ("## A {b}", "## A"),
        ("[x](p.html#y) [x](./p.md \"t\") `[x](p.html)`", "[x](p.md#y) [x](p.md \"t\") `[x](p.html)`"),
        ("[x](../index.html) [x](..) [x](../)", "[x](../README.md) [x](../README.md) [x](../README.md)"),
        ("[x](https://a.example/p.html) [x](#y)", "[x](https://a.example/p.html) [x](#y)"),
        ("![x](../two.rs) [x](q.html) [x](mailto:a@b)", "![x](/two.rs) [x](q.html) [x](mailto:a@b)"),
        ("[x]: p.html \"t\"", "[x]: p.md \"t\""),
        ("`a|[x](p.html)` [x](p.html)", "`a|[x](p.html)` [x](p.md)"),
        ("<a href=\"p.html\">x</a> <!-- [x](p.html) -->", "<a href=\"p.md\">x</a> <!-- [x](p.html) -->"),
        (
            "Term `a`|: One.|  More.|: Two.||: Three",
            "<a id=\"term-a\"></a>Term `a`|: One.|  More.|: Two.||: Three",
        ),
        (":smile: `:smile:`", "\\:smile: `:smile:`"),
        ("\\\\(x\\_1\\\\) and $5 to $6 \\\\[y|\\\\\\\\|z\\\\]", "$x_1$ and \\$5 to \\$6 $$y \\\\ z$$"),
        (
            "```rust,ignore|{{#include ../part.rs:2}}|```",
            "```rust file=\"@site/static/part.rs\" lines=\"2\"|```",
        ),
        ("```|{{#include ../part.rs:b}}|```", "```|two|three|```"),
        (
            "```|{{#rustdoc_include ../part.rs:a}}|```",
            "```text file=\"@site/static/part.rs\" region=\"a\"|```",
        ),
        ("- ```c|  {{#include ../two.rs}}|  ```", "- ```c file=\"@site/static/two.rs\"|  ```"),
        ("```rust|{{#include ../two.rs}}|```", "```rust|two|```"),
        ("```rust|{{#include ../part.rs:2}}|x|```", "```rust|one|x|```"),
        ("> [!NOTE]|> Text.", "> [!NOTE]|> Text."),
        ("{{#include ../part.rs:2}}|{{#include ../part.rs:2:4}}", "one|one|// ANCHOR: b|two"),
        ("{{#include ../part.rs:8:}} {{#include ../part.rs::1}}", "// ANCHOR_END: a // ANCHOR: a"),
        ("{{#include ../part.rs:a}}", "one|two"),
        ("{{#rustdoc_include ../part.rs:a}}", "one|two|three"),
        ("a{{ #include ../part.rs:nothing }}", "a"),
        ("\\{{#include b}} {{a}} {{#b c}} {{#include }}", "{{#include b}} {{a}} {{#b c}} {{#include }}"),
        ("{{#include ../missing.rs}}", "{{#include ../missing.rs}}"),
        ("{{#include ../../../code.rs}}", "fn outside() {}"),
        ("{{#playground ../two.rs editable}}", "```rust|two|```"),
        ("{{#include ../self.md}}", "{{#include self.md}}"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, expected, "{markdown}");
    }
}

const BOOK: &str = "
//- book.toml
[book]
title = 'Kettle'
authors = ['Jo', 'Al']
language = 'fr'
[rust]
edition = '2024'
[preprocessor.toc]
[preprocessor.links]
[output.linkcheck]
[output.pdf]
[output.html]
site-url = '/tea/'
git-repository-url = 'https://github.com/me/kettle'
edit-url-template = 'https://github.com/me/kettle/edit/main/{path}'
additional-css = ['own.css', 'missing.css']
default-theme = 'Navy'
smart-punctuation = false
mathjax-support = true
[output.html.redirect]
'/old/a.html' = 'b.html'
'/old/c.html' = '../guide/index.html#x'
'/old/d.html' = '/guide/steep.html#y'
'/d.html' = 'https://x.example'
'/d.html#y' = '#z'
//- own.css
p {}
//- theme/favicon.png
icon
//- src/SUMMARY.md
# Summary

[Foreword](foreword.md)

# Part `one`

- [Guide](guide/README.md)
    - [Steep *well*](guide/steep.md)
        - [Draft & more]()
    - [Missing](guide/missing.md)

---

[After](after%20all.md)
//- src/foreword.md
## Foreword
//- src/unlisted.md
# Not in the book
//- src/guide/README.md
# The guide
//- src/guide/steep.md
{{#title Steep it}}
Text.
//- src/guide/leaf.png
leaf
//- src/after all.md
# After

![x](guide/leaf.png)
";

#[test]
fn a_book_becomes_a_site_of_docgen() {
    let imported = imported(BOOK);
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    let expected: toml::Table = r##"
redirects = [
    { from = "/old/a", to = "/old/b" },
    { from = "/old/c", to = "/guide/index#x" },
    { from = "/old/d", to = "/guide/steep#y" },
    { from = "/d", to = "https://x.example" },
]
head = [
    { tag = "meta", attributes = { name = "author", content = "Jo, Al" } },
    { tag = "link", attributes = { rel = "stylesheet", href = "/own.css" } },
]
color_mode = { default_mode = "dark" }
diagnostics = { errors = "warn" }
i18n = { default_locale = "fr" }
markdown = { heading_ids = "mdbook", smart_punctuation = false }
navbar = { items = [{ label = "kettle", href = "https://github.com/me/kettle", position = "right" }] }
site = { title = "Kettle", base_url = "/tea/", trailing_slash = false, favicon = "/favicon.png" }

[docs]
route = "/"
number_prefixes = false
sidebar_collapsed = false
edit_url = "https://github.com/me/kettle/edit/main/{path}"
sidebars.docs = [
    { doc = "foreword", label = "Foreword" },
    { category = "Part one", collapsible = false, items = [
        { category = "Guide", link = "guide/README", items = [
            { category = "Steep well", link = "guide/steep", items = [{ html = "Draft &amp; more" }] },
        ] },
    ] },
    { doc = "after all", label = "After" },
]
"##
    .parse()
    .expect("the expected config is TOML");
    assert_eq!(config, expected);
    for (path, expected) in [
        ("foreword.md", "---\ntitle: \"Foreword\"\nhide_title: true\n---\n## Foreword\n"),
        ("guide/README.md", "---\ntitle: \"Guide\"\nslug: \"/guide/index\"\n---\n# The guide\n"),
        ("guide/steep.md", "---\ntitle: \"Steep it\"\n---\nText.\n"),
        ("after all.md", "---\nslug: \"/after all\"\n---\n# After\n\n![x](/guide/leaf.png)\n"),
    ] {
        assert_eq!(text(&imported, &format!("content/docs/{path}")), expected);
    }
    let copies: Vec<&str> = imported
        .files
        .iter()
        .filter(|(_, content)| matches!(content, Content::Copy(_)))
        .map(|(path, _)| path.as_str())
        .collect();
    assert_eq!(copies, ["static/favicon.png", "static/guide/leaf.png", "static/own.css"]);
    assert!(!imported.files.contains_key(&SourcePath::new("content/docs/unlisted.md")));
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the `toc` preprocessor",
            "not imported: the `output.pdf` setting",
            "not imported: the redirect for the fragment `/d.html#y`",
            "not imported: the missing page `guide/missing.md` in the summary",
        ]
    );
}

#[test]
fn files_that_several_chapters_include_stay_files() {
    let site = imported(
        "
//- book.toml
[preprocessor.katex]
//- src/SUMMARY.md
- [A](a.md)
- [B](b/c.md)
//- src/a.md
# A

{{#include shared/part.md:one}}

{{#include shared/title.md}}
//- src/b/c.md
# B

{{#include ../shared/part.md:one}}

{{#include ../shared/title.md}}
//- src/shared/part.md
<!-- ANCHOR: one -->
One costs $5. $x$
<!-- ANCHOR_END: one -->
//- src/shared/title.md
# Own title
",
    );
    let include = "::include{file=\"/_part.md\" region=\"one\"}";
    assert_eq!(text(&site, "content/docs/a.md"), format!("# A\n\n{include}\n\n# Own title\n"));
    assert_eq!(text(&site, "content/docs/b/c.md"), format!("# B\n\n{include}\n\n# Own title\n"));
    let part = text(&site, "content/_part.md");
    assert!(part.contains("<!-- ANCHOR: one -->\nOne costs \\$5. $x$"), "{part}");
    assert!(text(&site, "docgen.toml").contains("math = true"));
}

#[test]
fn formulas_of_katex_can_contain_the_commands_of_the_book_and_any_lines() {
    let site = imported(
        "
//- book.toml
[preprocessor.katex]
macros = 'macros.txt'
[preprocessor.mermaid]
[output.html]
additional-js = ['mermaid.min.js', 'own.js']
//- macros.txt
# Sets
\\field:{\\mathbb{F}}
\\pair:{(#1, #2)}
//- mermaid.min.js
//- own.js
//- src/SUMMARY.md
- [A](a.md)
//- src/a.md
# A

Let $ x \\in \\field $ and \\
$$\\pair{a}{\\field} =

b
+
c
$$

## B
",
    );
    let page = text(&site, "content/docs/a.md");
    let formulas = "Let $x \\in {\\mathbb{F}}$ and \\\n$$\n{(a, {\\mathbb{F}})} =\nb +\nc\n$$\n\n## B\n";
    assert!(page.ends_with(formulas), "{page}");
    assert!(site.left.is_empty(), "{:?}", site.left);
    let config = text(&site, "docgen.toml");
    assert!(config.contains("/own.js") && !config.contains("mermaid"), "{config}");
}

#[test]
fn no_book_makes_an_import_fail() {
    let pieces = [
        "{{#include ",
        "../part.rs",
        ":2",
        ":a",
        "}}",
        "\\",
        "```",
        "rust,",
        "# ",
        "- ",
        "[a](",
        "p.html",
        ")",
        "    ",
        "> ",
        ": ",
        "`",
        "<a href=\"",
        "\"",
        "é",
        "\t",
        "#",
        "{#",
        "}",
        "\n",
        "\n\n",
        "---",
        "[x]: ",
    ];
    let convert = |text: &str| {
        converted(text);
        imported(&format!(
            "//- book.toml
//- src/SUMMARY.md
{text}
//- src/p.html
x"
        ));
    };
    random(&pieces, &convert, 400);
}

#[test]
fn expressions_of_unknown_preprocessors_are_reported() {
    let site = |config: &str| {
        let site = format!(
            "//- book.toml\n[book]\ntitle = \"Tea\"\n{config}\n//- src/SUMMARY.md\n- [A](a.md)\n//- src/a.md\n# A\n\n{{{{%outline}}}}\n\n`{{{{x}}}}` [b](c{{{{d}}}}.html)\n"
        );
        let site = imported(&site);
        let left: Vec<String> = site.left.iter().map(|found| found.message.clone()).collect();
        (text(&site, "content/docs/a.md").to_owned(), left)
    };
    let (page, left) = site("[preprocessor.steep]");
    assert!(page.ends_with("<!-- {{%outline}} -->\n\n`{{x}}` [b](c.html)\n"), "{page}");
    assert_eq!(
        left,
        [
            "not imported: the `steep` preprocessor",
            "not imported: the expression `{{%outline}}`",
            "not imported: the expression `{{d}}`",
        ]
    );
    // Without a preprocessor, mdBook shows the text as is.
    let (page, left) = site("");
    assert!(page.contains("{{%outline}}") && left.is_empty(), "{page} {left:?}");
}

#[test]
fn own_templates_are_reported() {
    for (config, folder) in [("", "theme"), ("[output.html]\ntheme = 'look'\n", "look")] {
        let imported = imported(&format!(
            "//- book.toml\n{config}//- src/SUMMARY.md\n- [A](a.md)\n//- src/a.md\n# A\n//- {folder}/head.hbs\n<i>\n"
        ));
        let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(left, [format!("not imported: the templates in `{folder}`")]);
    }
}

#[test]
fn text_after_a_link_in_the_summary_is_not_part_of_its_target() {
    let site = imported(
        "//- book.toml\n[book]\n//- src/SUMMARY.md\n- [A](a.md) (draft)\n- [B](b_(c).md \"(T)\")\n//- src/a.md\n# A\n//- src/b_(c).md\n# B\n",
    );
    assert!(site.left.is_empty(), "{:?}", site.left);
    for path in ["content/docs/a.md", "content/docs/b_(c).md"] {
        assert!(site.files.contains_key(&SourcePath::new(path)), "{path}");
    }
}

#[test]
fn chapters_whose_names_start_with_an_underscore_are_pages() {
    let imported = imported(
        "
//- book.toml
[book]
title = \"Kettle\"
//- src/SUMMARY.md
# Summary

- [A](_a.md)
- [B](b/_c.md)
//- src/_a.md
# A

[B](b/_c.md)
//- src/b/_c.md
# B
",
    );
    let docs = imported.files.keys().filter_map(|path| path.strip_dir("content/docs")).collect::<Vec<_>>();
    assert_eq!(docs, ["a.md", "b/c.md"]);
    let page = text(&imported, "content/docs/a.md");
    assert!(page.contains("slug: \"/_a\"") && page.contains("[B](b/c.md)"), "{page}");
    assert!(text(&imported, "docgen.toml").contains("\"b/c\""));
}

#[test]
fn links_from_the_root_can_refer_to_files_and_redirects() {
    let imported = imported(
        "
//- book.toml
[book]
title = \"Kettle\"
[output.html.redirect]
\"/past/gone.html\" = \"../a.html\"
//- src/SUMMARY.md
# Summary

- [A](a.md)
//- src/a.md
# A

[Old](/old/a.md#x) [near](old/a.md) [gone](/past/gone.md) [image](/x.png) [no](/none.md)
//- src/old/a.html
x
//- src/x.png
x
",
    );
    let page = text(&imported, "content/docs/a.md");
    let expected =
        "[Old](/old/a.html#x) [near](/old/a.html) [gone](/past/gone) [image](/x.png) [no](/none.md)";
    assert!(page.contains(expected), "{page}");
}

#[test]
fn a_book_does_not_need_a_config() {
    let page = "# A\n\n```rust\n{{#include gone.rs}}\n```\n";
    for src in ["src/", ""] {
        let site = imported(&format!(
            "//- {src}SUMMARY.md\n[Start](a.md)\n//- {src}a.md\n{page}//- {src}b.png\nx\n"
        ));
        assert_eq!(site.tool, "mdBook");
        assert!(text(&site, "content/docs/a.md").starts_with("---\ntitle: \"Start\"\n---\n# A\n"));
        assert!(site.files.contains_key(&crate::path::SourcePath::new("static/b.png")));
        let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(left, ["not imported: `{{#include gone.rs}}`"]);
    }
    let other = super::Files::new("//- SUMMARY.md\n[Start](a.md)\n//- a.md\n# A {{#if x}}\n");
    assert!(super::import(&other).is_none());
}

#[test]
fn redirects_can_start_at_the_host_or_leave_the_book() {
    let book = |url: &str| {
        imported(&format!(
            "//- book.toml
[output.html]
{url}
[output.html.redirect]
'/a/b.html' = '/tea/page.html#x'
'/c.html' = '/tea/a/b.html'
'/a/d.html' = '../../coffee/index.html'
//- src/SUMMARY.md
[First](first.md) [Second](<second.md>)
[Third](third.md)

- [Page](page.md) [no](no.md)
//- src/first.md
# First
//- src/second.md
# Second
//- src/third.md
# Third
//- src/page.md
# Page
"
        ))
    };
    let site = book("site-url = 'https://shop.example/tea/'");
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    let expected = [
        "[{ from = \"/a/b\", to = \"/page#x\" }, { from = \"/c\", to = \"/a/b\" }, ",
        "{ from = \"/a/d\", to = \"https://shop.example/coffee/index.html\" }]",
    ];
    assert_eq!(setting(&config, "redirects"), expected.concat());
    let sidebar = setting(&config, "docs.sidebars.docs");
    for part in ["\"first\"", "\"second\"", "\"third\"", "\"page\""] {
        assert!(sidebar.contains(part), "{sidebar}");
    }
    let site = book("");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the redirect `/a/d.html` to a page outside the book"]);
}

#[test]
fn chapters_can_be_reference_links() {
    let site = imported(
        "//- book.toml
[book]
title = 'Tea'
//- src/SUMMARY.md
- [Start][one]
  - [Two]
- [No]

[one]: ./start.md
[TWO]: start/two.md
//- src/start.md
# Start
//- src/start/two.md
# Two
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    assert_eq!(
        setting(&config, "docs.sidebars.docs"),
        "[{ category = \"Start\", items = [{ doc = \"start/two\", label = \"Two\" }], link = \"start\" }]"
    );
}
