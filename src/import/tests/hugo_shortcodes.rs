//! Tests for shortcodes in shortcodes, in code, and in packages.

use super::hugo_sites::page;
use super::{imported, text};

#[test]
fn templates_use_the_shortcode_around_them() {
    const PANES: &str = "//- layouts/shortcodes/pane.html
{{ with .Parent }}{{ .Scratch.Add (.Get 0) (slice (dict \"name\" ($.Get 0) \"text\" $.Inner)) }}{{ end }}
//- layouts/shortcodes/panes.html
<dl>{{ range .Scratch.Get (.Get 0) }}<dt>{{ .name }}</dt><dd>{{ .text }}</dd>{{ end }}</dl>
";
    // Each shortcode has its own state.
    page(
        &format!(
            "{PANES}//- content/a.md
{{{{< panes x >}}}}{{{{< pane A >}}}}one{{{{< /pane >}}}}{{{{< pane B >}}}}two{{{{< /pane >}}}}{{{{< /panes >}}}}

{{{{< panes x >}}}}{{{{< pane C >}}}}three{{{{< /pane >}}}}{{{{< /panes >}}}}
"
        ),
        "<dl><dt>A</dt><dd>one</dd><dt>B</dt><dd>two</dd></dl>\n\n<dl><dt>C</dt><dd>three</dd></dl>",
    );
    page(&format!("{PANES}//- content/a.md\nx {{{{< pane A >}}}}alone{{{{< /pane >}}}}y\n"), "x y");
}

#[test]
fn content_stays_if_the_shortcodes_in_it_are_unknown() {
    page(
        "//- layouts/shortcodes/part.html
{{ resources.GetRemote \"https://tea.example\" }}{{ .Page.Store.Add \"parts\" .Inner }}
//- layouts/shortcodes/whole.html
<div>{{ .Page.Store.Get \"parts\" }}</div>
//- content/a.md
{{< whole >}}
{{< part >}}
one
{{< /part >}}
{{< /whole >}}
",
        "one",
    );
}

#[test]
fn groups_with_other_names_are_tabs() {
    page(
        "//- content/a.md
{{< langTabs \"Install\" >}}
{{< langTab \"Go\" >}}
x
{{< /langTab >}}
{{< /langTabs >}}
",
        "::::tabs\n:::tab[Go]\nx\n:::\n::::",
    );
}

#[test]
fn shortcodes_in_code_are_the_text_of_their_html() {
    page(
        "//- layouts/shortcodes/host.html
<span class=\"{{ .Get \"name\" }}\">{{ .Get \"text\" }}</span>{{ \"\" -}}
//- layouts/shortcodes/raw.html
{{ index .Params 0 -}}
//- content/a.md
```
a: 'x.{{< host name=\"x\" text=\"tea.example\" >}}'
{{< raw \"{{< key a >}}\" >}}
```
",
        "```\na: 'x.tea.example'\n{{< key a >}}\n```",
    );
}

#[test]
fn values_in_quotes_are_text() {
    page(
        "//- layouts/shortcodes/key.html
{{ with .Get \"default\" }}<b>{{ . }}</b>{{ end }}
//- content/a.md
x {{< key default=\"false\" >}}{{< key default=false >}}{{< key default=true >}}
",
        "x <b>false</b><b>true</b>",
    );
}

#[test]
fn templates_in_packages_are_part_of_the_site() {
    const MOUNTS: &str = "//- hugo.toml
title = 'Tea'
[[module.mounts]]
source = 'layouts'
target = 'layouts'
[[module.mounts]]
source = 'node_modules/tea/layouts'
target = 'layouts'
[[module.mounts]]
source = 'node_modules/missing/layouts'
target = 'layouts'
//- content/_index.md
Home
//- content/a.md
---
title: A
lastmod: 2026-01-02
---
x {{< pot >}}
";
    let site = imported(MOUNTS);
    assert!(text(&site, "content/docs/a.md").ends_with("x <b>Pot</b>\n"));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        ["not imported: the templates in `node_modules/missing/layouts`, which isn't installed"]
    );
}

#[test]
fn files_in_nested_folders_are_part_of_the_config_and_the_texts() {
    let site = imported(
        "//- config/_default/hugo.toml
title = 'Tea'
//- config/_default/menus/menus.en.toml
[[main]]
name = 'Guide'
url = '/a/'
[[social]]
name = 'Chat'
url = 'https://chat.example/'
[[other]]
name = 'Other'
url = '/a/'
//- i18n/en/more/en.toml
[needed]
other = 'Required'
//- layouts/shortcodes/needed.html
<b>{{ i18n \"needed\" }}</b>
//- content/_index.md
Home
//- content/a.md
+++
title = 'A'
lastmod = 2026-01-02T10:00:00Z
+++
x {{< needed >}}
",
    );
    let config = text(&site, "docgen.toml");
    for label in ["Guide", "Chat"] {
        assert!(config.contains(&format!("label = \"{label}\"")), "{config}");
    }
    assert!(text(&site, "content/docs/a.md").ends_with("x <b>Required</b>\n"));
    // Dates are values too.
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the `other` menu"]);
}

#[test]
fn links_start_in_the_folder_of_a_bundle_if_that_is_where_the_page_is() {
    let site = imported(
        "//- hugo.toml
title = 'Tea'
//- content/s/c/index.md
[x](../../b/) [y](../b/)
//- content/b.md
# B
",
    );
    let page = text(&site, "content/docs/s/c.md");
    assert!(page.ends_with("[x](../b.md) [y](../b.md)\n"), "{page}");
}

#[test]
fn plus_signs_in_permalinks_become_spaces() {
    let site = imported(
        "//- hugo.toml
title = 'Tea'
[permalinks]
guide = '/guide/:slug/'
//- content/guide/one.md
---
title: Milk + Sugar
---
",
    );
    let page = text(&site, "content/docs/guide/one.md");
    assert!(page.contains("slug: \"/guide/milk--sugar\""), "{page}");
}

#[test]
fn quotation_marks_in_a_shortcode_can_be_escaped() {
    page(
        "//- layouts/shortcodes/host.html
<i>{{ .Get \"text\" }}</i>{{ \"\" -}}
//- content/a.md
```
a: \"{{< host text=\\\"x\\\" name=\\\"y\\\" >}}\"
```

## B
",
        "```\na: \"x\"\n```\n\n## B\n",
    );
}

#[test]
fn blocks_in_templates_stay_blocks_and_attributes_get_spaces() {
    page(
        "//- layouts/shortcodes/content.html
<div>{{ .Inner | markdownify }}</div>
//- content/a.md
{{< content >}}
## B {#b}
{{< /content >}}
",
        "<div>\n\n## B {#b}\n\n</div>",
    );
    page(
        "//- layouts/shortcodes/to.html
<a href=\"{{ .Get 0 }}\"class=\"x\">{{ .Get 1 }} {{ printf \"%T\" (.Get 1) }}</a>
//- content/a.md
x {{< to \"/a/\" \"A\" >}}
",
        "x <a href=\"a.md\" class=\"x\">A string</a>",
    );
}
