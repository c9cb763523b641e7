//! Tests for plugins, hooks, and extensions of MkDocs sites, and for the files of themes.

use super::{imported, setting, text};
use crate::import::Imported;
use crate::path::SourcePath;

/// Returns what an import reports.
fn left(site: &Imported) -> Vec<&str> {
    site.left.iter().map(|found| found.message.as_str()).collect()
}

fn config(site: &Imported) -> toml::Table {
    text(site, "docgen.toml").parse().expect("the config is TOML")
}

#[test]
fn sections_have_pages_and_titles_can_be_variables_or_html() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
theme: readthedocs
plugins: [search, section-index]
nav:
  - !ENV [HOME_TITLE, 'Home']: index.md
  - !ENV [GUIDE_TITLE, 'Guide']:
    - guide/start.md
    - '<b>Pour</b> <img src=\"a.png\">': guide/pour.md
    - 'The &nbsp<samp>pot</samp>&nbsp Lid': guide/lid.md
  - Tea:
    - tea/README.md
    - tea/green.md
//- docs/index.md
# Kettle
//- docs/guide/start.md
# Start
//- docs/guide/pour.md
# Pour
//- docs/guide/lid.md
# Lid
//- docs/tea/README.md
# Tea
//- docs/tea/green.md
# Green
",
    );
    let config = config(&site);
    let expected = [
        "[{ doc = \"index\", label = \"Home\" }, ",
        "{ category = \"Guide\", items = [{ doc = \"guide/pour\", label = \"Pour\" }, { doc = \"guide/lid\", label = \"The pot Lid\" }], link = \"guide/start\" }, ",
        "{ category = \"Tea\", items = [\"tea/green\"], link = \"tea/README\" }]",
    ];
    assert_eq!(setting(&config, "docs.sidebars.docs"), expected.concat());
    assert_eq!(setting(&config, "redirects"), "[{ from = \"/search.html\", to = \"/search\" }]");
    assert_eq!(left(&site), [""; 0]);
}

#[test]
fn files_of_the_theme_are_part_of_the_site() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
theme:
  name: material
  custom_dir: theme
  favicon: https://tea.example/icon.png
  logo: https://tea.example/logo.png
extra_css: [own.css]
//- docs/index.md
# Kettle

[a](assets/a.txt)
//- theme/own.css
.own { color: red }
//- theme/assets/a.txt
A
//- theme/README.md
Text
//- theme/main.html
{% extends 'base.html' %}
",
    );
    let copied = ["static/own.css", "static/assets/a.txt", "static/README.md", "static/main.html"];
    let copied = copied.map(|path| site.files.contains_key(&SourcePath::new(path)));
    assert_eq!(copied, [true, true, false, false]);
    assert!(text(&site, "content/docs/index.md").contains("[a](/assets/a.txt)"));
    let config = config(&site);
    assert!(!config["site"].as_table().expect("it's a table").contains_key("favicon"));
    assert_eq!(setting(&config, "navbar.logo.src"), "\"https://tea.example/logo.png\"");
    let head = setting(&config, "head");
    assert!(head.contains("\"https://tea.example/icon.png\"") && head.contains("/own.css"), "{head}");
    assert_eq!(left(&site), ["not imported: the templates in `theme`"]);
}

#[test]
fn what_plugins_do_is_reported_where_it_happens() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
hooks: [hook.py]
plugins:
  - group:
      enabled: false
      plugins:
        - tags
        - own
  - markdown-exec
  - include-markdown
markdown_extensions:
  - pymdownx.snippets:
      base_path: [!relative $config_dir, !relative $docs_dir/parts]
//- docs/index.md
# Kettle

```py exec=\"on\"
print(1)
```

```py exec=\"off\"
```

{% include-markdown \"part.txt\" include-tags='a|b' start=\"<s>\" %}

--8<-- \"notes.txt\"

--8<-- \"b.txt\"

Version <TEA_VERSION>
//- docs/part.txt
<s>Part
//- docs/parts/b.txt
B
//- notes.txt
Notes
//- hook.py
MARKER = '<TEA_VERSION>'
",
    );
    let page = text(&site, "content/docs/index.md");
    assert!(page.contains("Part\n") && page.contains("\nNotes\n") && page.contains("\nB\n"), "{page}");
    let mut left = left(&site);
    left.sort_unstable();
    let expected = [
        "not imported: the `include-tags` option of an include",
        "not imported: the `markdown-exec` plugin",
        "not imported: the `own` plugin",
        "not imported: the hook `hook.py`",
        "not imported: the output of code",
        "not imported: the text `<TEA_VERSION>`, which a hook can replace",
    ];
    assert_eq!(left, expected);
}

#[test]
fn words_in_capital_letters_start_callouts() {
    let page = |page: &str| {
        let config = "site_name: Kettle\nmarkdown_extensions: [callouts, github-callouts]\n";
        let site = imported(&format!("//- mkdocs.yml\n{config}//- docs/index.md\n# K\n\n{page}\n"));
        assert_eq!(left(&site), [""; 0]);
        text(&site, "content/docs/index.md").split_once("# K\n\n").map(|(_, page)| page.to_owned())
    };
    for (markdown, expected) in [
        ("NOTE: Hot.\nStill.\n\nAfter", ":::note\nHot.\nStill.\n:::\n\nAfter\n"),
        ("TIP: **Cold.** A\n", ":::tip[Cold]\nA\n:::\n"),
        ("> WARNING: A\n> B\n>\n> C\n", ":::warning\nA\nB\n\nC\n:::\n"),
        (">? NOTE: A\n", ":::details[Note]\nA\n:::\n"),
        (">! NOTE: **B** A\n", ":::details[B]{open}\nA\n:::\n"),
        ("NOTE:\nA\n", ":::note\nA\n:::\n"),
        ("- a\n\n    NOTE: A\n", "- a\n\n    :::note\n    A\n    :::\n"),
        ("Text\nNOTE: A\n", "Text\nNOTE: A\n"),
        ("Note: A\n", "Note: A\n"),
        ("```\n\nNOTE: A\n```\n", "```\n\nNOTE: A\n```\n"),
    ] {
        assert_eq!(page(markdown).as_deref(), Some(expected), "{markdown}");
    }
}

#[test]
fn a_page_that_is_added_to_all_pages_is_not_added_to_itself() {
    let site = imported(
        "//- mkdocs.yml
site_name: Kettle
markdown_extensions:
  - abbr
  - pymdownx.snippets:
      auto_append: [docs/terms.md]
//- docs/index.md
# Kettle

The CPU boils.
//- docs/terms.md
# Terms

*[CPU]: Cup unit
",
    );
    assert!(text(&site, "content/docs/index.md").contains("*[CPU]: Cup unit"));
    assert_eq!(text(&site, "content/docs/terms.md").matches("*[CPU]").count(), 1);
}

#[test]
fn names_of_extensions_can_be_nested_tables() {
    let site = imported(
        "
//- zensical.toml
[project]
site_name = 'A'
[project.markdown_extensions.pymdownx.tilde]
[project.markdown_extensions.pymdownx.blocks.tab]
[project.markdown_extensions.pymdownx.blocks.own]
[project.markdown_extensions.pymdownx.unusual]
[project.markdown_extensions.zensical.extensions.macros]
[project.markdown_extensions.zensical.extensions.other]
[project.markdown_extensions.markdown.extensions.toc]
//- docs/a.md
# A
",
    );
    let left: Vec<&str> = site.left.iter().map(|found| &*found.message).collect();
    assert_eq!(
        left,
        ["pymdownx.blocks.own", "pymdownx.unusual", "zensical.extensions.other"]
            .map(|name| format!("not imported: the `{name}` extension"))
    );
}
