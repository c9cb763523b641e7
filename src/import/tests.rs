//! Tests for single constructs, and a property test: no text causes an import to fail.

mod docusaurus;
mod docusaurus_labels;
mod docusaurus_sets;
mod hugo;
mod mdbook;
mod zola;
mod mintlify;
mod starlight;
mod vitepress;

use std::collections::BTreeMap;

use super::inline::Abbreviations;
use super::left::Left;
use super::python_markdown::{self, Context};
use super::{Content, Imported, Origin, import, import_folder};
use crate::fixture::{Numbers, sources};
use crate::path::SourcePath;
use crate::source::Source;

/// Files in memory.
struct Files {
    paths: Vec<SourcePath>,
    sources: Vec<Source>,
}

impl Files {
    fn new(fixture: &str) -> Self {
        let mut sources = sources(fixture);
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        Files { paths: sources.iter().map(|source| source.path.clone()).collect(), sources }
    }
}

impl Origin for Files {
    fn files(&self) -> &[SourcePath] {
        &self.paths
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        self.sources.iter().find(|source| source.path == *path).cloned()
    }

    fn outside(&self, path: &str) -> Option<Source> {
        let text = match path {
            "../code.rs" => "fn outside() {}\n",
            "../package.json" => "{\"version\": \"1.2.3\"}",
            _ => return None,
        };
        Some(Source::new(SourcePath::new(path.trim_start_matches("../")), text))
    }

    fn folder(&self) -> &str {
        ""
    }

    fn year(&self) -> u16 {
        2026
    }
}

fn imported(fixture: &str) -> Imported {
    import(&Files::new(fixture)).expect("the site is recognized")
}

#[track_caller]
fn text<'i>(imported: &'i Imported, path: &str) -> &'i str {
    match imported.files.get(&SourcePath::new(path)) {
        Some(Content::Text(text)) => text,
        other => panic!("{path} is {other:?} among {:?}", imported.files.keys().collect::<Vec<_>>()),
    }
}

/// Returns the value at a config path as TOML. If there's no value, returns an empty string.
fn setting(config: &toml::Table, path: &str) -> String {
    let mut value = Some(toml::Value::Table(config.clone()));
    for key in path.split('.') {
        value = value.and_then(|value| match key.parse::<usize>() {
            Ok(at) => value.get(at).cloned(),
            Err(_) => value.get(key).cloned(),
        });
    }
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Calls a function with `count` texts that consist of random pieces.
fn random(pieces: &[&str], call: &dyn Fn(&str), count: usize) {
    let mut numbers = Numbers(88_172_645_463_325_252);
    for _ in 0..count {
        let text: String = (0..24).map(|_| pieces[numbers.below(pieces.len())]).collect();
        call(&text);
    }
}

/// Converts the text of a Python-Markdown page.
fn converted(markdown: &str) -> String {
    let source = Source::new(SourcePath::new("docs/a.md"), markdown);
    let snippet = |name: &str| (name == "part.md").then(|| "The part.\n".to_owned());
    let abbreviations = Abbreviations(BTreeMap::from([("CSS".to_owned(), "Style \"sheets\"".to_owned())]));
    let context = Context { snippet: Box::new(snippet), abbreviations };
    let address = |url: &str, raw: bool| (raw && url == "x.png").then(|| "/x.png".to_owned());
    python_markdown::convert(&source, 0, &context, &address, &mut Left::default())
}

#[test]
fn constructs_of_python_markdown_have_the_same_meaning() {
    // Input texts and their expected results. A `|` stands for a line break.
    let table = [
        ("!!! note|    Text.||    More.|After", ":::note|Text.||More.|:::|After"),
        ("!!! example \"Own *title*\"|    Text.", ":::note[Own *title*]|Text.|:::"),
        ("!!! bug inline end|    Text.", ":::danger[Bug]|Text.|:::"),
        ("!!! tip \"\"|    Text.", ":::tip[]|Text.|:::"),
        ("??? question|    Text.", ":::details[Question]|Text.|:::"),
        ("???+ note \"Open\"|    Text.", ":::details[Open]{open}|Text.|:::"),
        ("!!! note|    Outer.||    !!! tip|        Inner.", "::::note|Outer.||:::tip|Inner.|:::|::::"),
        ("- item||    !!! note|        Text.", "- item||    :::note|    Text.|    :::"),
        ("=== \"A\"|    One.||=== \"B\"|    Two.|", "::::tabs|:::tab[A]|One.|:::|:::tab[B]|Two.|:::|::::"),
        ("!!!note", "!!!note"),
        ("=== heading ===", "=== heading ==="),
        ("[TOC]|Text", "Text"),
        ("1. a||\t!!! note|\t    b", "1. a||    :::note|    b|    :::"),
        (
            "![A](x.png#only-dark) <img src=\"y.png#only-light\">",
            "<img src=\"/x.png\" alt=\"A\" data-only=\"dark\"> <img src=\"y.png\" data-only=\"light\">",
        ),
        ("## Title { #own .class }", "## Title {#own}"),
        ("### 1.0 <small>May</small> { id=\"1.0\" }", "### 1.0 <small>May</small> {#1.0}"),
        ("## A {#a}||## B {#a}", "## A {#a}||## B"),
        ("Text.|{ .class }", "Text.|"),
        ("[a](b.md){ .md-button } ![c](d.png){ align=left }", "[a](b.md) ![c](d.png)"),
        (
            "![A \"b\"](c.png){ width=\"3\" loading=lazy }",
            "<img src=\"c.png\" alt=\"A &quot;b&quot;\" width=\"3\">",
        ),
        ("Braces {a} stay, as in f(x){ return }", "Braces {a} stay, as in f(x){ return }"),
        ("++ctrl+alt+x++ and C++ and a++", "<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>X</kbd> and C++ and a++"),
        ("==marked== and a == b", "<mark>marked</mark> and a == b"),
        ("^^in^^ H~2~O x^2^ ~~gone~~", "<ins>in</ins> H<sub>2</sub>O x<sup>2</sup> ~~gone~~"),
        (":smile: :material-check: 10:30:00", "😄 :icon{name=check} 10:30:00"),
        ("`#!py code` `:smile:` ``a`b``", "`code` `:smile:` ``a`b``"),
        ("CSS and CSSOM `CSS`", "<abbr title=\"Style &quot;sheets&quot;\">CSS</abbr> and CSSOM `CSS`"),
        ("*[HTML]: Markup|HTML", "<abbr title=\"Markup\">HTML</abbr>"),
        ("--8<-- \"part.md\"", "The part."),
        ("  --8<-- 'part.md'", "  The part."),
        ("--8<-- \"missing.md\"", "--8<-- \"missing.md\""),
        ("Term|:   One.||:   Two.", "Term|:   One.||:   Two."),
        ("[^1]:|    The note.", "[^1]: The note."),
        ("<img src=\"x.png\">", "<img src=\"/x.png\">"),
        ("<div markdown>|Text.|</div>", "<div>||Text.|</div>"),
        ("::: a.b|    options:|      c: d", "<!-- ::: a.b -->"),
        ("<!-- more -->", "<!-- truncate -->"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, expected.trim_end_matches('|'), "{markdown}");
    }
}

#[test]
fn fences_keep_their_text_and_what_they_say() {
    let table = [
        (
            "```py title=\"a.py\" linenums=\"1\" hl_lines=\"2 4-5\"",
            "```py title=\"a.py\" {2,4-5} showLineNumbers",
        ),
        ("``` { .yaml .annotate linenums=\"7\" }", "```yaml showLineNumbers=7"),
        ("~~~ text", "~~~text"),
        ("```", "```"),
    ];
    for (info, expected) in table {
        let end = &info[..3];
        let found =
            converted(&format!("{info}\n!!! note\n    :smile:\n    ```\n--8<-- \"part.md\"\n{end}\n"));
        assert_eq!(found, format!("{expected}\n!!! note\n    :smile:\n    ```\nThe part.\n{end}\n"));
    }
    assert_eq!(converted("```\nnever closed\n"), "\\```\nnever closed\n");
}

const SITE: &str = "
//- mkdocs.yml
site_name: Kettle
site_url: https://kettle.example/tea/
repo_url: https://github.com/me/kettle/
nav:
  - index.md
  - Guide:
    - guide/index.md
    - Steeping: guide/steep.md
    - Missing: guide/nothing.md
    - Code: https://code.example
theme:
  name: material
  palette: { primary: teal }
  features: [navigation.indexes]
plugins: [search, unknown, redirects: { redirect_maps: { old.md: guide/steep.md#hot, gone.md: 'https://x.example' } }]
extra_css: [own.css]
strange: 1
//- docs/index.md
# Kettle

[Steep](guide/steep.md#hot) ![Leaf](img/leaf.png) [File](own.css) [Script](javascript:alert(1))
//- docs/guide/index.md
# Guide
//- docs/guide/steep.md
---
tags: [tea]
hide: [toc]
odd: 1
---
<img src=\"../../img/leaf.png\">
//- docs/img/leaf.png
leaf
//- docs/own.css
p {}
";

#[test]
fn a_site_of_mkdocs_becomes_a_site_of_docgen() {
    let imported = imported(SITE);
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    let value = |path: &str| {
        path.split('.')
            .try_fold(&toml::Value::Table(config.clone()), |value, key| {
                match key.parse::<usize>() {
                    Ok(at) => value.get(at),
                    Err(_) => value.get(key),
                }
                .map(|value| &*Box::leak(Box::new(value.clone())))
            })
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    for (path, expected) in [
        ("site.title", "\"Kettle\""),
        ("site.url", "\"https://kettle.example\""),
        ("site.base_url", "\"/tea/\""),
        ("site.accent", "\"#009485\""),
        ("docs.route", "\"/\""),
        ("markdown.heading_ids", "\"python-markdown\""),
        ("docs.sidebars.docs.0", "\"index\""),
        ("docs.sidebars.docs.1.link", "\"guide/index\""),
        ("docs.sidebars.docs.1.items.0.label", "\"Steeping\""),
        ("docs.sidebars.docs.1.items.1.href", "\"https://code.example\""),
        ("redirects.0.to", "\"/guide/steep#hot\""),
        ("redirects.1.to", "\"https://x.example\""),
        ("navbar.items.0.label", "\"kettle\""),
        ("head.0.attributes.href", "\"/own.css\""),
    ] {
        assert_eq!(value(path), expected, "{path}");
    }
    assert_eq!(
        text(&imported, "content/docs/index.md"),
        "# Kettle\n\n[Steep](guide/steep.md#hot) ![Leaf](/img/leaf.png) [File](/own.css) [Script](#)\n"
    );
    let steep = text(&imported, "content/docs/guide/steep.md");
    assert!(
        steep.contains("title: \"Steeping\"") && steep.contains("hide_table_of_contents: true"),
        "{steep}"
    );
    assert!(steep.ends_with("---\n<img src=\"/img/leaf.png\">\n"), "{steep}");
    let leaf = imported.files.get(&SourcePath::new("static/img/leaf.png"));
    assert_eq!(leaf, Some(&Content::Copy(SourcePath::new("docs/img/leaf.png"))));
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "the front matter key `odd` isn't imported",
            "the missing page `guide/nothing.md` in the navigation isn't imported",
            "the plugin `unknown` isn't imported",
            "the setting `strange` isn't imported",
        ]
    );
}

#[test]
fn zensical_has_the_settings_of_mkdocs() {
    let imported = imported(
        "
//- zensical.toml
[project]
site_name = 'Kettle'
nav = ['index.md', { Guide = ['a.md'] }]
//- docs/index.md
# Home
//- docs/a.md
# A
",
    );
    let config = text(&imported, "docgen.toml");
    assert!(config.contains("title = \"Kettle\"") && config.contains("category = \"Guide\""), "{config}");
}

#[test]
fn posts_keep_their_urls() {
    let imported = imported(
        "
//- mkdocs.yml
site_name: Kettle
plugins: [blog: { post_url_date_format: yyyy }]
nav: [index.md, Blog: [blog/index.md]]
//- docs/index.md
# Home
//- docs/blog/index.md
# Blog
//- docs/blog/.authors.yml
authors:
  jo: { name: Jo, description: Editor, avatar: https://x.example/jo.png }
//- docs/blog/posts/one.md
---
date: { created: 2026-01-02, updated: 2026-02-03 }
authors: [jo]
categories: [News]
---
# The first, of many

[Home](../../index.md) [Blog](../index.md)

<!-- more -->
",
    );
    assert_eq!(
        text(&imported, "content/blog/one.md"),
        "---\ndate: \"2026-01-02\"\nauthors: [\"jo\"]\nlast_update: {\"date\":\"2026-02-03\"}\ntags: [\"News\"]\n\
         slug: \"2026/the-first-of-many\"\n---\n# The first, of many\n\n[Home](/docs/index.md) [Blog](/blog)\n\n<!-- truncate -->\n"
    );
    assert!(text(&imported, "content/blog/authors.toml").contains("title = \"Editor\""));
    let config = text(&imported, "docgen.toml");
    assert!(
        config.contains("from = \"/blog/category/news\"") && config.contains("to = \"/blog/archive#2026\""),
        "{config}"
    );
}

#[test]
fn snippets_that_include_themselves_end() {
    let source = Source::new(SourcePath::new("docs/a.md"), "--8<-- \"a\"\n");
    let twice = |_: &str| Some("x\n--8<-- \"a\"\n--8<-- \"a\"\n".repeat(4));
    let context = Context { snippet: Box::new(twice), abbreviations: Abbreviations::default() };
    let text = python_markdown::convert(&source, 0, &context, &|_, _| None, &mut Left::default());
    assert!(text.len() < 10 << 20, "{}", text.len());
}

#[test]
fn blocks_between_slashes_have_the_same_meaning() {
    // Input texts and their expected results. A `|` stands for a line break.
    let table = [
        ("/// tip||A||///", ":::tip|A|:::"),
        ("/// note \\ Own title|A|///|B", ":::note[Own title]|A|:::|B"),
        ("/// admonition \\ T|    type: danger||A|///", ":::danger[T]|A|:::"),
        ("/// details \\ T|    open: True||A|///", ":::details[T]{open}|A|:::"),
        ("//// note||/// tip|A|///||////", "::::note|:::tip|A|:::|::::"),
        ("/// tab \\ a|A|///||/// tab \\ b|B|///", "::::tabs|:::tab[a]|A|:::|:::tab[b]|B|:::|::::"),
        ("/// html \\ div.a#b|A|///", "<div class=\"a\" id=\"b\">||A||</div>"),
        ("/// caption|A|///", "A"),
        ("```|/// tip|///|```", "```|/// tip|///|```"),
        ("/// tip|A", "/// tip|A"),
        ("- a||    /// tip|    A|    ///", "- a||    :::tip|    A|    :::"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n").replace('\\', "|"));
        assert_eq!(found.trim_end_matches('\n').replace('\n', "|"), expected, "{markdown}");
    }
}

#[test]
fn a_folder_of_markdown_names_a_site_whose_pages_are_elsewhere() {
    let site = Files::new(
        "
//- docusaurus.config.js
export default { presets: [['classic', { docs: { path: '../../docs' } }]] };
//- notes/a.md
A
",
    );
    assert!(import(&site).is_none());
    let left = import_folder(&site).expect("there's a page").left;
    let left: Vec<&str> = left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["the Docusaurus site that this file configures isn't imported"]);
}

#[test]
fn plugins_can_be_a_table_and_empty_sections_are_left_out() {
    let site = imported(
        "
//- mkdocs.yml
site_name: A
INHERIT: base.yml
docs_dir: docs
repo_url: https://git.example/a
edit_uri: edit/main/docs/
plugins:
  macros: {}
  redirects:
    redirect_maps:
      old.md: a.md
nav:
  - a.md
  - Part: a.md#part
  - Empty: []
  - Gone: [gone.md]
//- docs/a.md
---
date: 2024-1-5
---
## Part
//- docs/b.md
---
date: soon
---
B
",
    );
    let config = text(&site, "docgen.toml");
    for part in
        ["from = \"/old\"", "edit_url = \"https://git.example/a/edit/main/{path}\"", "href = \"/a#part\""]
    {
        assert!(config.contains(part), "{part}: {config}");
    }
    assert!(!config.contains("Empty") && !config.contains("Gone"), "{config}");
    assert!(text(&site, "content/docs/a.md").contains("date: \"2024-01-05\""));
    assert!(!text(&site, "content/docs/b.md").contains("date:"));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    for what in [
        "the setting `INHERIT`",
        "the plugin `macros`",
        "an invalid date",
        "the missing page `gone.md` in the navigation",
    ] {
        assert!(left.contains(&&*format!("{what} isn't imported")), "{what} of {left:?}");
    }
}

#[test]
fn annotations_in_code_stay_notes() {
    for (text, expected) in [
        ("```yaml\na: 1 # (1)!\n```\n\n1. Why\n", "```yaml\na: 1 # (1)!\n```\n\n1. Why\n"),
        ("```html\n<a> <!-- (1) -->\n```\n\n1. Why\n", "```html annotate\n<a> <!-- (1) -->\n```\n\n1. Why\n"),
        ("```\na # (1)\n```\n\n1. Why\n", "```text annotate\na # (1)\n```\n\n1. Why\n"),
        ("```py\nf(1)\n```\n\n1. Why\n", "```py\nf(1)\n```\n\n1. Why\n"),
        ("```py\na # (1)\n```\n\nText\n", "```py\na # (1)\n```\n\nText\n"),
    ] {
        assert_eq!(converted(text), expected);
    }
}

#[test]
fn tables_of_contents_are_reported() {
    for (text, count) in [("[TOC]\n\nText", 1), ("    [TOC]\n", 0)] {
        let site = imported(&format!("//- mkdocs.yml\nsite_name: A\n//- docs/index.md\n{text}\n"));
        assert_eq!(site.left.len(), count, "{text}: {:?}", site.left);
    }
}

#[test]
fn no_text_makes_an_import_fail() {
    let pieces = [
        "!!! note",
        "??? ",
        "=== \"a\"",
        "    ",
        "```",
        "~~~ {",
        "}",
        "{ #",
        ":::",
        ": ",
        ":   ",
        "[^1]:",
        "--8<--",
        "/// note | ",
        "///",
        "\"",
        "++",
        "==",
        "^",
        "~",
        ":smile:",
        "<div class=\"grid cards\" markdown>",
        "</div>",
        "- ",
        "é",
        "\t",
        "|",
        "<!--",
        "[a](",
        ")",
        "`",
        "#",
        "---",
        "\n",
    ];
    random(&pieces, &|text| drop(converted(text)), 4_000);
}
