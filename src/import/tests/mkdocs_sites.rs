//! Tests for the plugins, the navigation, and the languages of MkDocs sites.

use super::{imported, text};
use crate::import::Content;
use crate::path::SourcePath;

#[test]
fn templates_are_reported_and_sites_in_other_languages_are_linked() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
site_url: https://tea.example/en/
theme: {name: material, custom_dir: docs/overrides}
extra:
  alternate:
    - {name: English, link: /en/, lang: en}
    - {name: Deutsch, link: 'https://tee.example', lang: de}
//- docs/index.md
# Tea
//- docs/overrides/main.html
{% extends 'base.html' %}
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    let expected: toml::Table =
        "items = [{ type = 'dropdown', label = 'Languages', position = 'right', items = [
        { label = 'English', href = 'https://tea.example/en/' },
        { label = 'Deutsch', href = 'https://tee.example/' },
    ] }]"
            .parse()
            .expect("the navbar is TOML");
    assert_eq!(config["navbar"], expected.into());
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the templates in `docs/overrides`"]);
}

#[test]
fn included_files_become_part_of_the_page() {
    let imported = imported(
        r##"
//- mkdocs.yml
site_name: Kettle
plugins:
  - include-markdown
//- docs/index.md
# Kettle

{% include-markdown "../README.md" start="<!-- start -->" end="<!-- end -->" heading-offset=1 %}

- Item

    {%
      include 'guide/part.txt'
    %}

{% include-markdown "guide/*.md" rewrite-relative-urls=false %}

{% include "no.md" %}
//- docs/guide/part.txt
a
b
//- docs/guide/steep.md
[Kettle](../index.md)
//- README.md
Before.
<!-- start -->
## Part

See [the guide](docs/guide/steep.md#a) and `[x](y)`.

[logo]: docs/logo.png "Logo"
{% include "docs/guide/part.txt" %}
<!-- end -->
After.
//- docs/logo.png
x
"##,
    );
    assert_eq!(
        text(&imported, "content/docs/index.md"),
        "# Kettle\n\n\n### Part\n\nSee [the guide](guide/steep.md#a) and `[x](y)`.\n\n\
         [logo]: /logo.png \"Logo\"\n<!-- {% include \"docs/guide/part.txt\" %} -->\n\n- Item\n\n    a\n    b\n\n\
         [Kettle](../index.md)\n\n<!-- {% include \"no.md\" %} -->\n"
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the include `{% include \"docs/guide/part.txt\" %}`",
            "not imported: the include `{% include \"no.md\" %}`"
        ]
    );
}

#[test]
fn without_navigation_pages_are_before_folders() {
    let sidebars = |config: &str, files: &[&str]| {
        let files: String = files.iter().map(|file| format!("//- docs/{file}\n# A\n")).collect();
        let imported = imported(&format!("\n//- mkdocs.yml\nsite_name: Kettle\n{config}{files}"));
        let config: serde_json::Value =
            toml::from_str(text(&imported, "docgen.toml")).expect("the config is TOML");
        config["docs"]["sidebars"].clone()
    };
    let files = ["index.md", "water.md", "brew/index.md", "brew/steep.md", "brew/deep/a.md"];
    assert_eq!(
        sidebars("", &files)["docs"],
        serde_json::json!([
            "index",
            "water",
            { "category": "Brew", "link": "brew/index", "items": [
                "brew/steep", { "category": "Deep", "items": ["brew/deep/a"] }
            ] }
        ])
    );
    let tabs = sidebars("theme: { features: [navigation.tabs] }\n", &files);
    assert_eq!(tabs["start"], serde_json::json!(["index", "water"]));
    assert!(sidebars("", &["index.md", "brew.md", "water/steep.md"]).is_null());
}

#[test]
fn sections_start_open_or_are_groups_as_in_the_theme() {
    let config = |features: &str| -> serde_json::Value {
        let imported = imported(&format!(
            "
//- mkdocs.yml
site_name: Kettle
theme: {{ name: material, features: [{features}] }}
nav: [index.md, Brew: [steep.md, Deep: [deep.md]]]
//- docs/index.md
# A
//- docs/steep.md
# B
//- docs/deep.md
# C
"
        ));
        toml::from_str(text(&imported, "docgen.toml")).expect("the config is TOML")
    };
    let open = config("navigation.expand");
    assert_eq!(open["docs"]["sidebar_collapsed"], false);
    assert!(open["docs"]["sidebars"]["docs"][1].get("collapsible").is_none());
    let groups = config("navigation.sections");
    assert!(groups["docs"].get("sidebar_collapsed").is_none());
    let brew = &groups["docs"]["sidebars"]["docs"][1];
    assert_eq!(brew["collapsible"], false);
    assert!(brew["items"][1].get("collapsible").is_none());
    let tabs = config("navigation.sections, navigation.tabs");
    assert_eq!(tabs["docs"]["sidebars"]["section-2"][1]["collapsible"], false);
}

#[test]
fn pages_whose_names_start_with_an_underscore_are_pages() {
    let imported = imported(
        "
//- mkdocs.yml
site_name: Kettle
nav: [index.md, _index.md, _brew/steep.md]
//- docs/index.md
[a](_brew/steep.md#x) [b](water.md)
//- docs/_index.md
# A
//- docs/water.md
# W
//- docs/_brew/steep.md
[Home](../index.md)
",
    );
    let docs = imported.files.keys().filter_map(|path| path.strip_dir("content/docs")).collect::<Vec<_>>();
    assert_eq!(docs, ["brew/steep.md", "index.md", "water.md", "x-index.md"]);
    assert_eq!(text(&imported, "content/docs/index.md"), "[a](/_brew/steep#x) [b](water.md)\n");
    assert_eq!(
        text(&imported, "content/docs/brew/steep.md"),
        "---\nslug: \"/_brew/steep\"\n---\n[Home](/)\n"
    );
    assert!(text(&imported, "docgen.toml").contains("\"brew/steep\""));
}

#[test]
fn languages_of_the_i18n_plugin_become_locales() {
    let options = "
      languages:
        - { locale: en, name: English, default: true }
        - { locale: fr, name: Français, site_name: Bouilloire, nav_translations: { Start: Début, Gone: Parti } }
";
    let pages = [
        ("suffix", "docs/index.md", "docs/a.en.md", "docs/a.fr.md", "[a](a.en.md) ![i](img.png)"),
        ("folder", "docs/en/index.md", "docs/en/a.md", "docs/fr/a.md", "[a](a.md) ![i](../img.png)"),
    ];
    for (structure, index, a, translation, link) in pages {
        let imported = imported(&format!(
            "
//- mkdocs.yml
site_name: Kettle
nav:
  - Start: index.md
  - a.md
plugins:
  - i18n:
      docs_structure: {structure}{options}
//- {index}
# Home

{link}
//- {a}
# A
//- {translation}
# A en français

[Home](index.md)
//- docs/img.png
x
"
        ));
        let pages: Vec<&str> =
            imported.files.keys().map(SourcePath::as_str).filter(|path| path.ends_with(".md")).collect();
        assert_eq!(pages, ["content/docs/a.md", "content/docs/index.md", "content/i18n/fr/docs/a.md"]);
        assert!(text(&imported, "content/docs/index.md").contains("[a](a.md)"), "{structure}");
        assert!(text(&imported, "content/i18n/fr/docs/a.md").contains("A en français"));
        let labels = text(&imported, "content/i18n/fr/labels.json");
        assert!(labels.contains("\"Start\": \"Début\"") && labels.contains("\"Kettle\": \"Bouilloire\""));
        assert!(!labels.contains("Gone"), "{labels}");
        let config: serde_json::Value =
            toml::from_str(text(&imported, "docgen.toml")).expect("the config is TOML");
        assert_eq!(config["i18n"]["default_locale"], "en");
        assert_eq!(config["i18n"]["locales"][1]["label"], "Français");
        assert_eq!(config["docs"]["sidebars"]["docs"][1], "a");
        assert_eq!(imported.left, []);
    }
}

#[test]
fn options_of_heading_ids_are_kept() {
    let text_with = |options: &str, page: &str| {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: Tea\nmarkdown_extensions:\n  - toc:\n{options}      permalink: true\n//- docs/index.md\n{page}"
        ));
        (text(&site, "docgen.toml").to_owned(), text(&site, "content/docs/index.md").to_owned())
    };
    let (config, page) = text_with("      separator: _\n", "# Tea\n\n## Hot *tea* ##\n\n### A {#b}\n");
    assert!(config.contains("heading_ids = \"python-markdown\""), "{config}");
    assert!(page.ends_with("# Tea\n\n## Hot *tea* {#hot_tea}\n\n### A {#b}\n"), "{page}");
    let apply =
        "      slugify: !!python/object/apply:pymdownx.slugs.slugify\n        kwds:\n          case: lower\n";
    let (config, page) = text_with(apply, "# 茶 A\n\n## 茶 A\n");
    assert!(config.contains("heading_ids = \"github\""), "{config}");
    assert!(page.ends_with("# 茶 A\n\n## 茶 A {#茶-a_1}\n"), "{page}");
}

#[test]
fn files_and_redirects_have_languages() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins:
  - i18n:
      docs_structure: suffix
      languages:
        - { locale: en, default: true, name: English }
        - { locale: de, name: Deutsch }
  - redirects:
      redirect_maps: { old.md: dir/new.en.md, alt.md: dir/new.de.md }
//- docs/dir/new.en.md
# New

![a](../img/a.png)
//- docs/dir/new.de.md
# Neu

![a](../img/a.png)
//- docs/img/a.en.png
-
//- docs/img/a.de.png
-
",
    );
    let config = text(&site, "docgen.toml");
    for (from, to) in [("/old", "/dir/new"), ("/alt", "/de/dir/new")] {
        assert!(config.contains(&format!("from = \"{from}\"\nto = \"{to}\"\n")), "{config}");
    }
    for (new, old) in [("static/img/a.png", "a.en.png"), ("static/de/img/a.png", "a.de.png")] {
        let content = site.files.get(&SourcePath::new(new));
        let path = SourcePath::new(format!("docs/img/{old}"));
        assert!(matches!(content, Some(Content::Copy(found)) if *found == path), "{:?}", site.files.keys());
    }
    assert!(text(&site, "content/i18n/de/docs/dir/new.md").contains("![a](/de/img/a.png)"));
    assert_eq!(config.matches("type = \"localeDropdown\"").count(), 1, "{config}");
}

#[test]
fn sections_of_snippets_can_have_no_end_or_not_exist() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
markdown_extensions: [pymdownx.snippets]
//- parts.txt
Before.
--8<-- [start:end]
The end.
//- docs/a.md
# A

--8<-- \"parts.txt:gone\"
--8<-- \"parts.txt:end\"
--8<-- \"gone.txt\"
",
    );
    assert_eq!(text(&site, "content/docs/a.md"), "# A\n\nThe end.\n<!-- --8<-- \"gone.txt\" -->\n");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: `--8<-- \"gone.txt\"`"]);
}

#[test]
fn urls_of_posts_can_contain_their_file_names_and_categories() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins: { blog: { blog_dir: news, post_url_format: '{categories}/{file}' } }
//- docs/index.md
# Tea
//- docs/news/posts/2026/Own_name.md
---
date: 2026-01-02
categories: [Hot tea, Cold tea]
links: [index.md]
---
# A title
//- docs/news/posts/b.md
---
date: 2026-01-03
pin: true
---
# B
",
    );
    for (post, slug) in [("2026/Own_name", "hot-tea/Own_name"), ("b", "b")] {
        let text = text(&site, &format!("content/blog/{post}.md"));
        assert!(text.contains(&format!("slug: \"{slug}\"\n")), "{text}");
    }
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    let expected = ["not imported: the `links` front matter key", "not imported: the `pin` front matter key"];
    assert_eq!(left, expected);
}

#[test]
fn logos_that_are_invisible_in_light_mode_are_reported() {
    for (fill, count) in [("#ffffff", 1), ("#123456", 0)] {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: Tea\ntheme:\n  name: material\n  logo: img/logo.svg\n//- docs/index.md\n# Tea\n//- docs/img/logo.svg\n<svg><path fill=\"{fill}\"/></svg>\n"
        ));
        assert!(text(&site, "docgen.toml").contains("src = \"/img/logo.svg\""));
        assert_eq!(site.left.len(), count, "{:?}", site.left);
    }
}

#[test]
fn pages_without_a_heading_show_their_name_in_the_navigation() {
    let site = imported(
        "
//- mkdocs.yml
site_name: Kettle
nav:
  - Home: index.md
  - Milk & *Sugar*: a.md
  - B: b.md
  - Same: c.md
//- docs/index.md
# Tea
//- docs/a.md
---
title: Adding | Milk
---
Text.
//- docs/b.md
---
title: Own
---
<div>x</div>

# Heading
//- docs/c.md
---
title: Same
---
Text.
",
    );
    let page = |name: &str| text(&site, &format!("content/docs/{name}.md")).to_owned();
    assert!(page("a").ends_with("---\n# Milk &amp; \\*Sugar\\*\n\nText.\n"), "{}", page("a"));
    assert!(page("a").contains("title: \"Adding | Milk\""));
    assert!(!page("b").contains("# B\n"), "{}", page("b"));
    assert!(page("c").ends_with("---\nText.\n"), "{}", page("c"));
}

#[test]
fn languages_of_code_can_have_other_names() {
    let site = imported(
        "
//- mkdocs.yml
site_name: Kettle
markdown_extensions:
  - pymdownx.highlight:
      extend_pygments_lang:
        - name: teapot
          lang: yaml
//- docs/index.md
# Tea

```teapot title=\"a\"
a: b
```
",
    );
    assert!(text(&site, "content/docs/index.md").contains("\n```yaml title=\"a\"\n"));
}

#[test]
fn an_index_replaces_the_page_with_the_same_url() {
    for (setting, is_replaced) in [("", true), ("use_directory_urls: false\n", false)] {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: Tea\n{setting}//- docs/index.md\n# Tea\n//- docs/a.md\n# Old\n//- docs/a/index.md\n# New\n"
        ));
        assert!(text(&site, "content/docs/a/index.md").contains("# New"));
        assert_eq!(!site.files.contains_key(&SourcePath::new("content/docs/a.md")), is_replaced);
        let left: Vec<&str> = site.left.iter().map(|found| &*found.message).collect();
        let expected = "not imported: the page, because an `index.md` file has the same URL";
        assert_eq!(left.contains(&expected), is_replaced, "{left:?}");
    }
}

#[test]
fn edit_links_can_start_above_the_repository_path() {
    for (repository, uri, expected) in [
        (
            "https://git.example/o/r/tree/main/part",
            "../../../edit/main/part/docs/",
            "https://git.example/o/r/edit/main/part/{path}",
        ),
        ("https://git.example/o/r", "edit/main/site/../docs", "https://git.example/o/r/edit/main/{path}"),
        ("https://git.example/o/r", "../w/{path}", "https://git.example/o/w/{path}"),
        (
            "https://git.example/o/r/src",
            "?mode=edit&file=docs/{path}",
            "https://git.example/o/r/src?mode=edit&file=docs/{path}",
        ),
    ] {
        let key = if uri.contains("{path}") { "edit_uri_template" } else { "edit_uri" };
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: A\nrepo_url: {repository}\n{key}: '{uri}'\n//- docs/a.md\n# A\n"
        ));
        let config = text(&site, "docgen.toml");
        assert!(config.contains(&format!("edit_url = \"{expected}\"")), "{uri}: {config}");
    }
}

#[test]
fn the_slug_of_a_post_without_a_title_is_its_filename() {
    for (text_of_post, slug) in [
        ("## Why\n\n```sh\n# A comment\n```\n\n# Later\n", "hot-tea"),
        ("\n# First *of* all\n", "first-of-all"),
        ("Text.\n", "hot-tea"),
    ] {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: A\nplugins: [blog]\n//- docs/blog/posts/hot_tea.md\n---\ndate: 2024-01-05\n---\n{text_of_post}"
        ));
        let post = text(&site, "content/blog/hot_tea.md");
        assert!(post.contains(&format!("slug: \"2024/01/05/{slug}\"")), "{post}");
    }
}

#[test]
fn lists_of_keywords_can_be_texts() {
    let site =
        imported("//- mkdocs.yml\nsite_name: A\n//- docs/a.md\n---\nkeywords: tea, hot water,\n---\n# A\n");
    assert!(text(&site, "content/docs/a.md").contains("keywords: [\"tea\",\"hot water\"]"));
}

#[test]
fn the_announcement_of_the_theme_is_the_announcement_bar() {
    let of = |template: &str, features: &str| {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: A\ntheme: {{ name: material, custom_dir: own, features: [{features}] }}\n//- own/main.html\n{{% extends \"base.html\" %}}\n{template}\n//- docs/a.md\n# A\n"
        ));
        text(&site, "docgen.toml").to_owned()
    };
    let config = of("{%- block announce -%}\n  New: <a href=\"/a/\">\n tea</a>\n{%- endblock %}", "");
    assert!(config.contains("content = 'New: <a href=\"/a/\"> tea</a>'"), "{config}");
    assert!(config.contains("is_closeable = false"), "{config}");
    assert!(
        of("{% block announce %}New{% endblock announce %}", "announce.dismiss")
            .contains("is_closeable = true")
    );
    for template in [
        "{% block announce %}{{ super() }}{% endblock %}",
        "{% block announce %}{% if a %}A{% endif %}{% endblock %}",
        "",
    ] {
        assert!(!of(template, "").contains("announcement_bar"), "{template}");
    }
}
