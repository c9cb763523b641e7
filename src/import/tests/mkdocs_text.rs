//! Tests for text of MkDocs pages that CommonMark would read differently.

use super::{imported, text};

/// Returns a converted page.
fn page(config: &str, page: &str) -> String {
    let site = imported(&format!("//- mkdocs.yml\nsite_name: Tea\n{config}\n//- docs/a.md\n{page}\n"));
    text(&site, "content/docs/a.md").to_owned()
}

#[test]
fn metadata_without_dashes_is_front_matter() {
    assert_eq!(
        page("", "Title: Start: here\n    and there\nother_key: x\n\n# A\n\nText"),
        "---\ntitle: \"Start: here and there\"\n---\n# A\n\nText\n"
    );
    assert_eq!(page("", "No metadata here\n\nTitle: x"), "No metadata here\n\nTitle: x\n");
}

#[test]
fn titles_below_other_content_are_not_repeated() {
    let page = page("", "<div>x</div>\n\n# A `b`");
    assert!(page.contains("title: \"A b\"\n") && page.contains("hide_title: true\n"), "{page}");
}

#[test]
fn inline_tags_and_markdown_in_html_are_still_markdown() {
    for (written, expected) in [
        ("<small>\n**Small** [b](b.md)\n</small>", "<small>**Small** [b](b.md)\n</small>"),
        ("a\n<small>\n**b**", "a\n<small>\n**b**"),
        ("<div>\nx\n</div>", "<div>\nx\n</div>"),
        (
            "<details markdown=\"block\">\n<summary>S</summary>\n1. **b**\n</details>",
            "<details>\n\n<summary>S</summary>\n\n1. **b**\n</details>",
        ),
        ("<details>\n<summary>S</summary>\nx\n</details>", "<details>\n<summary>S</summary>\nx\n</details>"),
    ] {
        assert!(page("", written).contains(expected), "{written}\n->\n{}", page("", written));
    }
}

#[test]
fn indented_code_is_not_converted() {
    let code = "Text\n\n    !!! todo\n        x\n\n    === \"A\"\n\n        [b](/b.md)\n\nText\n";
    assert_eq!(page("", code), code);
    assert!(page("", "!!!tip\n    x\n\n## B {: b}\n").contains(":::tip\nx\n:::\n\n## B\n"));
    let list = page("", "- a\n\n    !!! note\n        x\n");
    assert!(list.contains(":::note"), "{list}");
    let list = page("", "- a\nb\n\n    !!! note\n        x\n\nc\n\n    !!! note\n");
    assert!(list.contains(":::note") && list.ends_with("c\n\n    !!! note\n"), "{list}");
    let extensions = "markdown_extensions: [def_list, pymdownx.emoji]\n";
    let definition = page(extensions, "A\n\n:   b\nc\n\n    * :material-check:\n");
    assert!(definition.contains("* :icon{name=check}"), "{definition}");
}

#[test]
fn definitions_are_indented_by_four() {
    let config = "markdown_extensions: [def_list]\n";
    assert_eq!(page(config, "Term\n\n:     first\n\n    second\n"), "Term\n\n:   first\n\n    second\n");
}

#[test]
fn lists_in_files_are_the_navigation() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins: [literate-nav]
//- docs/SUMMARY.md
# Contents

* [Start](index.md)
* Brewing
    * [Hot](hot.md)
    * *.md
    * notes/*.md
* [More](more/)
* */
//- docs/index.md
# Tea
//- docs/hot.md
# Hot
//- docs/cold.md
# Cold
//- docs/more/SUMMARY.md
- [Z](z.md)
- [Y](y.md)
//- docs/more/y.md
# Y
//- docs/more/z.md
# Z
//- docs/notes/n.md
# N
//- docs/others/o.md
# O
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("it's TOML");
    let items = serde_json::to_value(&config["docs"]["sidebars"]["docs"]).expect("it's JSON");
    let expected = serde_json::json!([
        { "doc": "index", "label": "Start" },
        { "category": "Brewing", "items": [{ "doc": "hot", "label": "Hot" }, "cold", "notes/n"] },
        { "category": "More", "items": [{ "doc": "more/z", "label": "Z" }, { "doc": "more/y", "label": "Y" }] },
        { "category": "Notes", "items": ["notes/n"] },
        { "category": "Others", "items": ["others/o"] },
    ]);
    assert_eq!(items, expected);
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn patterns_in_the_navigation_of_the_config_are_pages() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins: [literate-nav, { blog: { blog_dir: . } }]
nav:
    - '*.md'
    - Notes:
        - notes/b.md
        - notes/*
    - '*'
//- docs/index.md
# Tea news

Text.
//- docs/a.md
# A
//- docs/notes/a.md
# A
//- docs/notes/b.md
# B
//- docs/posts/one.md
---
date: 2026-01-02
---
# One
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("it's TOML");
    let items = serde_json::to_value(&config["docs"]["sidebars"]["docs"]).expect("it's JSON");
    let expected = serde_json::json!([
        { "href": "/", "label": "Blog" },
        "a",
        { "category": "Notes", "items": ["notes/b", "notes/a"] },
        { "href": "/", "label": "Blog" },
        "a",
        { "category": "Notes", "items": ["notes/a", "notes/b"] },
    ]);
    assert_eq!(items, expected);
    assert_eq!(config["blog"][0]["title"].as_str(), Some("Tea news"));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the text above the list of posts"]);
}

#[test]
fn references_in_labels_are_links() {
    let page = page(
        "markdown_extensions: [admonition]\n",
        "<div class=\"grid cards\" markdown>\n\n- __[Black][black]__\n\n    Hot\n\n- **[Green]**\n\n</div>\n\n\
         !!! note \"See [black]\"\n    x\n\n[black]: b.md\n[green]: c.md 'C'\n",
    );
    for expected in [":::card[[Black](b.md)]", ":::card[[Green](c.md)]", ":::note[See [black](b.md)]"] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
}

#[test]
fn references_to_headings_are_links() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins: [autorefs]
//- docs/a.md
# A

[Brew tea][] and [the time][steep], [here][own], [Gone][], and [x][y].

## Own

[y]: b.md
//- docs/guide/b.md
# B

## Brew tea

[](){ #steep }
## Time { #time }

```
# Gone
```
",
    );
    let page = text(&site, "content/docs/a.md");
    let expected =
        "[Brew tea](guide/b.md#brew-tea) and [the time](guide/b.md#steep), [here](#own), Gone, and [x][y].";
    assert!(page.contains(expected), "{page}");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: a link to a heading or to documentation generated from code"]);
}

#[test]
fn names_of_elements_can_have_capital_letters() {
    let written = "<Details>\n<Summary>S</Summary>\nx\n</Details>\n\n<Thing> `<Map>`\n\n    <Map>\n";
    let expected = "<details>\n<summary>S</summary>\nx\n</details>\n\n<Thing> `<Map>`\n\n    <Map>\n";
    assert_eq!(page("", written), expected);
}

#[test]
fn html_ends_where_python_markdown_ends_it() {
    for (written, expected) in [
        ("<hr/>\n![b](b.png)\n**c**", "<hr/>\n\n![b]"),
        ("<iframe src=\"x\"></iframe>\n**c**", "</iframe>\n\n**c**"),
        ("<div>\n<p>\nx\n```sh\ny\n```\n</p>\n</div>", "x\n\n```sh\ny\n```\n\n</p>"),
        ("<div>\n\n```\na\n\n    <b>\n```\n\n</div>", "<div>\n\n```\na\n\n    <b>\n```\n\n</div>"),
        (
            "<div>\n\n    <p>\n\n```\na\n\n    <pre>\n```\n\n    </p>\n\n</div>",
            "<div>\n    <p>\n\n```\na\n\n    <pre>\n```\n\n    </p>\n</div>",
        ),
        ("<!-- a\n```\nb --> c\n```\nd -->\n\n# E", "<!-- a\n```\nb --&gt; c\n```\nd -->\n\n# E"),
        ("<!-- a -->\n```\nb --> c\n```", "```\nb --> c\n```"),
    ] {
        assert!(page("", written).contains(expected), "{written}\n->\n{}", page("", written));
    }
}

#[test]
fn separators_in_attribute_lists_have_no_effect() {
    let page = page(
        "markdown_extensions: [attr_list]",
        "![b](b.png){ width=\"400\"; loading=lazy }\n\n![b](b.png){ width=400; loading=lazy }",
    );
    assert_eq!(page.matches("{width=400 loading=lazy}").count(), 2, "{page}");
}

#[test]
fn paths_in_html_start_at_the_folder_if_urls_are_files() {
    let page = page(
        "use_directory_urls: false",
        "<a href=\"./a.html\">a</a> <img src=\"img/b.png\">\n//- docs/img/b.png\n-\n//- docs/c/d.md\n# D\n",
    );
    for expected in ["<a href=\"/a\">", "<img src=\"/img/b.png\">"] {
        assert!(page.contains(expected), "{page}");
    }
}

#[test]
fn links_to_names_become_links_to_files() {
    let site = imported(
        "
//- mkdocs.yml
site_name: Tea
plugins:
  - roamlinks
  - exclude: { glob: ['*.tmp.md', drafts/*] }
//- docs/a.md
# A

[[Hot Pot]] [[hot-pot#First steep|steep]] [[#A]] [[none]] `[[a]]` [b](hot_pot.md#x) ![[leaf.png|10x20]]
//- docs/b.tmp.md
# B
//- docs/drafts/c.md
# C
//- docs/img/leaf.png
x
//- docs/pots/hot_pot.md
# Hot pot

## First steep
",
    );
    assert_eq!(
        text(&site, "content/docs/a.md"),
        "# A\n\n[Hot Pot](pots/hot_pot.md) [steep](pots/hot_pot.md#first-steep) [#A](#a) [[none]] `[[a]]` \
         [b](pots/hot_pot.md#x) ![leaf.png](/img/leaf.png){width=10 height=20}\n"
    );
    let pages: Vec<&str> =
        site.files.keys().map(|path| path.as_str()).filter(|path| path.ends_with(".md")).collect();
    assert_eq!(pages, ["content/docs/a.md", "content/docs/pots/hot_pot.md"]);
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn underlined_headings_keep_their_ids() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
markdown_extensions: [toc: { slugify: !!python/name:pymdownx.slugs.uslugify }]
//- docs/a.md
A
=

Hot tea
-------

Hot tea
-------
",
    );
    assert_eq!(text(&site, "content/docs/a.md"), "# A\n\n## Hot tea\n\n## Hot tea {#hot-tea_1}\n");
}

#[test]
fn files_in_braces_are_included() {
    let page = "# A\n\n```py\n{!> code/a.py [ln:2-3]!}\n\nrest\n```\n\n- b\n\n    {!part.md!}\n\n{!code/a.py!lines=1 4-5}\n\n\
                {!gone.md!}\n\n`{!part.md!}`\n";
    for (extension, is_on) in
        [("mdx_include", true), ("markdown_include.include: { base_path: docs }", true), ("abbr", false)]
    {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: Tea\nmarkdown_extensions:\n  - {extension}\n//- docs/a.md\n{page}//- docs/part.md\n\
             Part.\n//- docs/code/a.py\none\ntwo\nthree\nfour\nfive\n"
        ));
        let found = text(&site, "content/docs/a.md");
        let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
        if is_on {
            assert_eq!(
                found,
                "# A\n\n```py\ntwo\nthree\n\nrest\n```\n\n- b\n\n    Part.\n\none\nfour\nfive\n\n\
                 <!-- {!gone.md!} -->\n\n`{!part.md!}`\n"
            );
            assert_eq!(left, ["not imported: `{!gone.md!}`"]);
        } else {
            assert!(found.contains("{!gone.md!}") && left.is_empty(), "{found} {left:?}");
        }
    }
}

#[test]
fn card_grids_start_with_a_list() {
    let convert = |text: &str| page("markdown_extensions: [attr_list, md_in_html]\n", text);
    for (written, expected) in [
        (
            "<div class=\"result\" markdown>\n  <div class=\"grid cards\" markdown>\n\n- __Black__\n\n    Hot\n\n  </div>\n</div>\n",
            ":::card[Black]\n",
        ),
        ("<div markdown class='cards grid annotate'>\n\n1.  A\n2.  B\n\n</div>\n", ":::card\nA\n"),
        ("<div class=\"grid cards\" markdown>\n\nText.\n\n</div>\n", "\nText.\n"),
    ] {
        let page = convert(written);
        assert!(page.contains(expected), "{expected}\n{page}");
    }
    assert!(convert("<div class=\"grid cards\" markdown>\n\nText.\n\n</div>\n").contains("<div"));
}

#[test]
fn the_navigation_names_pages_with_other_headings() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
nav: [Home: index.md, Brewing: brew.md, Same: same.md]
//- docs/index.md
# Tea
//- docs/brew.md
# How to *brew*
//- docs/same.md
# Same
",
    );
    assert_eq!(text(&site, "content/docs/brew.md"), "---\ntitle: \"Brewing\"\n---\n# How to *brew*\n");
    for page in ["index", "same"] {
        assert!(!text(&site, &format!("content/docs/{page}.md")).contains("title"), "{page}");
    }
}

#[test]
fn sections_without_titles_get_titles() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
theme: { name: material, features: [navigation.tabs, navigation.indexes] }
nav: [index.md, '': [guide/index.md, '': [guide/hot-tea/a.md]], '': ['': [guide/hot-tea/b.md]]]
//- docs/index.md
# Tea
//- docs/guide/index.md
# The *guide* { #guide }
//- docs/guide/hot-tea/a.md
# A
//- docs/guide/hot-tea/b.md
# B
",
    );
    let config = text(&site, "docgen.toml");
    for label in ["label = \"The guide\"", "category = \"Hot tea\"", "label = \"Hot tea\""] {
        assert!(config.contains(label), "{label}\n{config}");
    }
}

#[test]
fn snippets_can_be_outside_the_folder_of_the_site() {
    let page = page(
        "markdown_extensions: [mdx_include, markdown_include_variants]\n",
        "```rust\n{!../code.rs!}\n```\n\n{* ../code.rs hl[1] *}\n",
    );
    let expected = "```rust\nfn outside() {}\n```\n\n```python {1}\nfn outside() {}\n```\n";
    assert_eq!(page, expected);
}

#[test]
fn scripts_that_change_pages_are_reported() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
extra_javascript: [own/a.js, own/b.js]
//- docs/index.md
# Tea
//- docs/own/a.js
document.querySelector('footer').remove();
//- docs/own/b.js
console.log(1);
//- docs/own/unused.js
document.querySelector('footer').remove();
",
    );
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["a script changes pages, and can depend on the theme of the original site"]);
}

#[test]
fn bars_in_the_code_of_a_table_do_not_start_cells() {
    for (written, expected) in [
        ("A | B\n--|--\n`a|b` | ``c`|d``\n\n`e|f`", "A | B\n--|--\n`a\\|b` | ``c`\\|d``\n\n`e|f`\n"),
        ("| A `|` |\n|---|\n| `b\\|c` ` | d |", "| A `\\|` |\n|---|\n| `b\\|c` ` | d |\n"),
        ("```\n| A |\n|---|\n| `b|c` |\n```", "```\n| A |\n|---|\n| `b|c` |\n```\n"),
    ] {
        assert_eq!(page("markdown_extensions: [tables]\n", written), expected, "{written}");
    }
}

#[test]
fn options_of_code_can_follow_the_language_in_braces() {
    for (written, expected) in [
        ("```sh { .no-copy }", "```sh"),
        ("```sh {.no-copy title=\"a\"}", "```sh title=\"a\""),
        ("```{ .py hl_lines=\"1\" }", "```py {1}"),
        ("```py title=\"{a}\"", "```py title=\"{a}\""),
    ] {
        let page = page("", &format!("{written}\nx\n```"));
        assert_eq!(page.lines().next(), Some(expected), "{written}");
    }
}

#[test]
fn admonitions_can_start_list_items_and_definitions() {
    let config = "markdown_extensions: [def_list, admonition, pymdownx.details, pymdownx.tabbed]\n";
    for (written, expected) in [
        (
            "`a`\n:   !!! note\n\n        One\n\n        Two\n\n`b`\n: Text",
            "`a`\n:   :::note\n\n    One\n\n    Two\n    :::\n\n`b`\n: Text\n",
        ),
        ("- !!! tip \"T\"\n\n        One\n\n    More\n- b", "- :::tip[T]\n\n  One\n  :::\n\n    More\n- b\n"),
        ("1. ??? note\n\n        One\n", "1. :::details[Note]\n\n   One\n   :::\n"),
        ("??? \"Only a title\"\n    One", ":::details[Only a title]\nOne\n:::\n"),
        ("- === \"A\"\n\n        One\n", "- ::::tabs\n  :::tab[A]\n\n  One\n  :::\n  ::::\n"),
        (": !!!", ": !!!\n"),
    ] {
        assert_eq!(page(config, written), expected, "{written}");
    }
}

#[test]
fn characters_become_symbols_if_the_extension_is_on() {
    let config = "markdown_extensions:\n  - pymdownx.smartsymbols:\n      fractions: false\n";
    for (written, expected) in [
        ("Tea(tm), (c) and (r), +/- 5, a =/= b", "Tea™, © and ®, ± 5, a ≠ b"),
        ("a --> b <-- c <--> d `-->`", "a → b ← c ↔ d `-->`"),
        (
            "The 1st, 2nd, 3rd, 11th, 21st",
            "The 1<sup>st</sup>, 2<sup>nd</sup>, 3<sup>rd</sup>, 11<sup>th</sup>, 21<sup>st</sup>",
        ),
        ("2st x1st 1/2 [a](c) [b](#1st)", "2st x1st 1/2 [a](c) [b](#1st)"),
        ("a <!-- b `c` -->", "a <!-- b `c` -->"),
        ("\\(c)", "\\(c)"),
    ] {
        assert_eq!(page(config, written), format!("{expected}\n"), "{written}");
    }
    let config = "markdown_extensions: [pymdownx.smartsymbols]\n";
    assert_eq!(page(config, "1/2 of 11/4, c/o"), "½ of 11/4, ℅\n");
    assert_eq!(page("", "(c) 1/2"), "(c) 1/2\n");
}

#[test]
fn tabs_that_links_refer_to_have_ids() {
    let text =
        "[x](#brew-hot) [y](b.md#loose)\n\n## Brew\n\n=== \"Hot\"\n\n    One\n\n=== \"Iced\"\n\n    Two";
    for (options, expected) in [
        ("\n      combine_header_slug: true", ":::tab[Hot]\n[](){#brew-hot}\n\n\nOne\n"),
        ("", ":::tab[Hot]\n\nOne\n"),
    ] {
        let config = format!(
            "markdown_extensions:\n  - pymdownx.tabbed:\n      alternate_style: true\n      slugify: !!python/object/apply:pymdownx.slugs.slugify\n        kwds:\n          case: lower{options}\n"
        );
        let page = page(&config, text);
        assert!(page.contains(expected) && !page.contains("brew-iced"), "{page}");
    }
}

#[test]
fn documentation_that_tools_generate_becomes_comments() {
    let config = "plugins: [mkdocstrings]\n";
    for (written, expected) in [
        ("::: tea-click\n    :module: tea.main\n\nText", "<!-- ::: tea-click -->\n\nText\n"),
        ("::: tea-click\n\nText", "::: tea-click\n\nText\n"),
        ("> #### ::: tea.Leaf\n>\n> Text", "> #### `tea.Leaf`\n>\n> Text\n"),
    ] {
        assert_eq!(page(config, written), expected, "{written}");
    }
}

#[test]
fn link_definitions_can_follow_text() {
    for (written, expected) in [
        ("[a]\n[a]: b.md\n[c]: d.md\nText", "[a]\n\n[a]: b.md\n[c]: d.md\nText\n"),
        ("[a][^1]\n\n[^1]: One\n[a]: b.md", "[a][^1]\n\n[^1]: One\n\n[a]: b.md\n"),
        ("- [a]\n  [a]: b.md", "- [a]\n\n  [a]: b.md\n"),
        ("```\na\n[a]: b.md\n```", "```\na\n[a]: b.md\n```\n"),
    ] {
        assert_eq!(page("markdown_extensions: [footnotes]\n", written), expected, "{written}");
    }
}

#[test]
fn code_blocks_with_their_own_look_are_reported() {
    let config = "markdown_extensions:\n  - pymdownx.superfences:\n      custom_fences:\n        - name: shot\n          class: shot\n        - name: mermaid\n          class: mermaid\n";
    let text = "```{.shot path=\"a.py\"}\n```\n\n```shot\nx\n```\n\n```mermaid\na\n```\n\n```py\n```\n";
    let site = imported(&format!("//- mkdocs.yml\nsite_name: Tea\n{config}\n//- docs/a.md\n# A\n\n{text}"));
    let page = super::text(&site, "content/docs/a.md");
    assert!(page.contains("<!-- ```{.shot path=\"a.py\"} -->\n\n```shot\nx\n```"), "{page}");
    let left: Vec<&str> = site.left.iter().map(|found| &*found.message).collect();
    assert_eq!(left, ["not imported: the look of the `shot` code block (2 times in this file)"]);
}
