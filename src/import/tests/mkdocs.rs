//! Tests for MkDocs and Zensical sites.

use super::{Content, imported, text};
use crate::path::SourcePath;

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
        "# Kettle\n\n[Steep](guide/steep.md#hot) ![Leaf](/img/leaf.png) [File](/own.css) [Script](javascript:alert(1))\n"
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
            "not imported: the missing page `guide/nothing.md` in the navigation",
            "not imported: the `unknown` plugin",
            "not imported: the `strange` setting",
            "not imported: the `odd` front matter key",
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
    for what in ["the `INHERIT` setting", "an invalid date", "the missing page `gone.md` in the navigation"] {
        assert!(left.contains(&&*format!("not imported: {what}")), "{what} of {left:?}");
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
fn hidden_files_are_not_part_of_the_site() {
    let site = imported(
        "
//- mkdocs.yml
site_name: A
exclude_docs: '*.py'
markdown_extensions:
  - pymdownx.snippets: { base_path: [docs/.snippets, LICENSE.md] }
//- LICENSE.md
Free.
//- docs/.snippets/part.md
The part.
//- docs/.snippets/leaf.png
leaf
//- docs/hook.py
pass
//- docs/a.md
# A

--8<-- \"part.md\"
--8<-- \"LICENSE.md\"
//- docs/b.md
# B

--8<-- \"part.md\"
",
    );
    let files: Vec<&str> = site.files.keys().map(SourcePath::as_str).collect();
    assert_eq!(files, ["content/_part.md", "content/docs/a.md", "content/docs/b.md", "docgen.toml"]);
    let page = text(&site, "content/docs/a.md");
    assert_eq!(page, "# A\n\n::include{file=\"/_part.md\"}\nFree.\n");
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn snippets_that_include_definitions_are_part_of_each_page() {
    let site = imported(
        "
//- mkdocs.yml
site_name: A
markdown_extensions:
  - pymdownx.snippets: { base_path: parts, auto_append: [all.md] }
//- parts/all.md
--8<--
links.md
--8<--
//- parts/links.md
[_one]: https://x.example/one
[_two]: https://x.example/two
//- docs/a.md
# A

[One][_one]
//- docs/b.md
# B

[Two][_two]
",
    );
    for (page, expected) in [
        ("a", "# A\n\n[One][_one]\n\n[_one]: https://x.example/one\n"),
        ("b", "# B\n\n[Two][_two]\n\n[_two]: https://x.example/two\n"),
    ] {
        assert_eq!(text(&site, &format!("content/docs/{page}.md")), expected);
    }
}

/// A site whose pages share snippets.
const SNIPPETS: &str = "
//- mkdocs.yml
site_name: A
markdown_extensions:
  - abbr
  - pymdownx.arithmatex: { generic: true }
  - pymdownx.keys
  - pymdownx.mark
  - pymdownx.snippets: { auto_append: [includes/abbreviations.md] }
extra_javascript: [https://cdn.example/mathjax.js]
//- includes/abbreviations.md
*[HTML]: Markup
*[CSS]: Style
//- includes/part.md
The **part** of ++ctrl+c++.
//- includes/once.md
Once.
//- includes/linked.md
[A](a.md)
//- src/a.py
# --8<-- [start:one]
one = 1
# --8<-- [end:one]
two = 2
//- docs/a.md
# A

HTML

--8<-- \"includes/part.md\"
--8<-- \"includes/once.md\"
--8<-- \"includes/linked.md\"

``` py
--8<-- \"src/a.py:one\"
```
//- docs/b/c.md
CSS, $x$, and ``$y$``

--8<-- \"includes/part.md\"
--8<-- \"includes/linked.md\"

``` py
--8<-- \"src/a.py:4:4\"
```
";

#[test]
fn files_that_several_pages_include_stay_files() {
    let site = imported(SNIPPETS);
    assert_eq!(
        text(&site, "content/docs/a.md"),
        "# A\n\nHTML\n\n::include{file=\"/_part.md\"}\nOnce.\n[A](a.md)\n\n\
         ```py file=\"@site/code/src/a.py\" region=\"one\"\n```\n\n::include{file=\"/_abbreviations.md\"}\n"
    );
    assert_eq!(
        text(&site, "content/docs/b/c.md"),
        "CSS, $x$, and ``$y$``\n\n::include{file=\"/_part.md\"}\n[A](a.md)\n\n\
         ```py file=\"@site/code/src/a.py\" lines=\"4-4\"\n```\n\n::include{file=\"/_abbreviations.md\"}\n"
    );
    assert_eq!(text(&site, "content/_part.md"), "The **part** of ++ctrl+c++.\n");
    assert_eq!(text(&site, "content/_abbreviations.md"), "*[HTML]: Markup\n*[CSS]: Style\n");
    let code = site.files.get(&SourcePath::new("code/src/a.py"));
    assert_eq!(code, Some(&Content::Copy(SourcePath::new("src/a.py"))));
    let config = text(&site, "docgen.toml");
    for part in ["math = true", "extensions = [\n    \"abbreviations\",\n    \"keys\",\n]"] {
        assert!(config.contains(part), "{part}: {config}");
    }
    assert!(!config.contains("mathjax") && !config.contains("highlight"), "{config}");
}

#[test]
fn formulas_that_a_script_finds_are_formulas() {
    let site = imported(
        "
//- mkdocs.yml
site_name: A
extra_javascript: [js/mathjax.js]
//- docs/js/mathjax.js
window.MathJax = { tex: { inlineMath: [['$', '$']] } }
//- docs/a.md
# A

\\\\(x\\_1 \\\\\\\\ y\\\\) and $z$
",
    );
    assert_eq!(text(&site, "content/docs/a.md"), "# A\n\n$x_1 \\\\ y$ and $z$\n");
    assert!(text(&site, "docgen.toml").contains("math = true"));
}

#[test]
fn a_config_inherits_settings() {
    let site = imported(
        "
//- mkdocs.yml
INHERIT: !ENV [BASE, shared/base.yml]
site_name: Own
theme: { palette: { primary: teal } }
//- shared/base.yml
INHERIT: ../first.yml
site_name: Base
theme: { name: material, language: fr }
strange: 1
//- first.yml
copyright: Me
site_name: First
//- docs/index.md
# Home
",
    );
    let config = text(&site, "docgen.toml");
    for part in ["title = \"Own\"", "#009485", "default_locale = \"fr\"", "copyright = \"Me\""] {
        assert!(config.contains(part), "{part}: {config}");
    }
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the `strange` setting"]);
}

#[test]
fn folders_have_their_own_navigation() {
    let site = imported(
        "
//- mkdocs.yml
site_name: A
plugins: [awesome-nav]
//- docs/.nav.yml
nav: [b.md, Own title: part, '*']
//- docs/a.md
# A
//- docs/b.md
# B
//- docs/part/.pages
nav: [two.md, ..., Code: 'https://code.example']
//- docs/part/index.md
# Part
//- docs/part/one.md
# One
//- docs/part/two.md
# Two
//- docs/other-part/c.md
# C
//- docs/gone/.pages
hide: true
//- docs/gone/d.md
# D
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    let expected: toml::Table = r#"
docs = [
    "b",
    { category = "Own title", link = "part/index", items = ["part/two", "part/one", { href = "https://code.example", label = "Code" }] },
    "a",
    { category = "Other part", items = ["other-part/c"] },
]
"#
    .parse()
    .expect("the expected sidebar is TOML");
    assert_eq!(config["docs"]["sidebars"], toml::Value::Table(expected));
    assert!(!site.files.keys().any(|path| path.as_str().starts_with("static/")), "{:?}", site.files.keys());
}

#[test]
fn variables_of_macros_become_variables() {
    let site = imported(
        "
//- mkdocs.yml
site_name: Tea
plugins: [macros: { include_yaml: [more.yml] }]
extra:
  unused: 1
  price: 5
  shop: { url: 'https://tea.example', rich: '**x**' }
  version: { provider: mike }
//- more.yml
brand: Kettle
//- docs/part.txt
Part of {{ brand }}.
//- docs/a.md
---
own: mine
---
# A

{{ price }} {{ shop.url }} {{ shop.rich }} {{ own }} {{ config.site_name }} {# gone #}
{% include 'part.txt' %} {{ fix_url(price) }} {% if price %}yes{% endif %} `{{ price }}`
{% raw %}{{ kept }}{% endraw %}
",
    );
    assert_eq!(
        text(&site, "content/docs/a.md").rsplit("---\n").next(),
        Some(
            "# A\n\n{{ price }} {{ shop.url }} **x** mine Tea \nPart of {{ brand }}. <!-- {{ fix_url(price) }} --> \
             yes `5`\n\\{{ kept }}\n"
        )
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("price = 5") && config.contains("brand = \"Kettle\""), "{config}");
    assert!(!config.contains("unused"), "{config}");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        ["not imported: the `own` front matter key", "not imported: the expression `{{ fix_url(price) }}`",]
    );
    let listing = site.listing.expect("mike lists the versions");
    assert_eq!((listing.branch.as_str(), listing.file.as_str()), ("gh-pages", "versions.json"));
}

#[test]
fn what_hooks_plugins_and_extensions_add_is_reported() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
hooks: [docs/hook.py]
plugins: [mkdocstrings]
markdown_extensions: [admonition, markdown.extensions.toc, own.extension, pymdownx.blocks.caption: {}]
//- docs/index.md
# Kettle

Version {{ version }}: `{{ code }}`

/// version-added | v2 \"beta\"
///

/// tip | Hot
Text.
///

## The [`Tea`][kettle.Tea] [b][] [c] [d][D]

![e][kettle.Tea] [^1][x] \\[f][g]

[d]: https://d.example
",
    );
    let page = text(&site, "content/docs/index.md");
    for part in [
        "Version <!-- {{ version }} --> `{{ code }}`\n",
        ":::note[Version added v2 'beta']\n:::\n",
        ":::tip[Hot]\nText.\n:::\n",
        "## The `Tea` b [c] [d][D]\n",
        "![e][kettle.Tea]",
    ] {
        assert!(page.replace(" -->:", " -->").contains(part), "{part} in {page}");
    }
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the hook `docs/hook.py`",
            "not imported: the `mkdocstrings` plugin",
            "not imported: the `own.extension` extension",
            "not imported: the expression `{{ version }}`",
            "not imported: the `version-added` block",
            "not imported: a link to a heading or to documentation generated from code (2 times in this file)",
        ]
    );
}

#[test]
fn navigation_entries_of_a_folder_can_be_nested() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
plugins: [awesome-nav]
//- docs/.nav.yml
nav:
  - index.md
  - Guides:
    - Steep: guide/steep.md
    - More:
      - guide/pour.md
  - Empty: []
  - '*'
//- docs/index.md
# Kettle
//- docs/other.md
# Other
//- docs/guide/steep.md
# Steep
//- docs/guide/pour.md
# Pour
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    let sidebar = super::setting(&config, "docs.sidebars.docs");
    let expected = [
        "[\"index\", { category = \"Guides\", items = [{ doc = \"guide/steep\", label = \"Steep\" }, ",
        "{ category = \"More\", items = [\"guide/pour\"] }] }, ",
    ]
    .concat();
    assert!(sidebar.starts_with(&expected) && sidebar.contains("\"other\""), "{sidebar}");
}
