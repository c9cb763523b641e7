//! Tests for unusual Hugo sites and shortcodes.

use super::{imported, text};

const CONFIG: &str = "//- hugo.toml\nbaseURL = 'https://tea.example/'\ntitle = 'Tea'\n";

#[track_caller]
fn page(files: &str, expected: &str) {
    let site = imported(&format!("{CONFIG}{files}"));
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains(expected), "{page}");
}

#[test]
fn any_environment_can_have_the_config() {
    let site = imported(
        "//- config/online/hugo.toml\nbaseURL = 'https://tea.example/'\ntitle = 'Tea'\n//- content/a.md\n# A\n",
    );
    assert_eq!(site.tool, "Hugo");
    assert!(text(&site, "docgen.toml").contains("url = \"https://tea.example\""));
}

#[test]
fn languages_that_no_one_speaks_are_sections() {
    let site = imported(
        "//- hugo.toml
baseURL = '//tea.example/docs'
defaultContentLanguage = 'python'
defaultContentLanguageInSubdir = true
[languages.python]
languageName = 'Python'
contentDir = 'content/python'
[languages.rust]
languageName = 'Rust'
contentDir = 'content/rust'
//- layouts/shortcodes/only.html
{{ if eq $.Page.Language.Lang (.Get 0) }}{{ .Inner }}{{ end }}
//- layouts/shortcodes/name.html
{{- $.Page.Language.LanguageName -}}
//- content/python/a.md
# A

{{< name >}}{{< only \"rust\" >}}R{{< /only >}}{{< only \"python\" >}}P{{< /only >}}
//- content/rust/a.md
# A
",
    );
    let config = text(&site, "docgen.toml");
    assert!(!config.contains("i18n") && config.contains("url = \"https://tea.example\""), "{config}");
    assert!(config.contains("base_url = \"/docs/\""), "{config}");
    assert!(text(&site, "content/docs/python/a.md").contains("PythonP"));
    assert!(site.files.contains_key(&crate::path::SourcePath::new("content/docs/rust/a.md")));
}

#[test]
fn shortcodes_in_raw_html_write_html() {
    page(
        "//- content/a.md\n<div>\n    {{< img src=\"/a.png\" alt=\"A\" >}}\n</div>\n",
        "<div>\n    <img src=\"/a.png\" alt=\"A\">\n</div>",
    );
    page(
        "//- content/a.md\n<div>\nx[10](id) <a href=\"/b/\">b</a>\n</div>\n//- content/b.md\n# B\n",
        "x[10](id)",
    );
    page("//- content/a.md\n{{< expand \"A\" >}}\n<video>\n</video>\n{{< /expand >}}\n", "</video>\n\n:::");
}

#[test]
fn names_of_resources_are_files_with_titles() {
    page(
        "//- content/a/index.md\n---\nresources:\n- { name: tree, src: tree-view.svg, title: Drag it }\n- { name: tree-more, src: tree-more.mp4 }\n---\n{{< img name=\"tree\" >}}\n//- content/a/tree-view.svg\n<svg/>\n//- content/a/tree-more.mp4\n0\n",
        "alt=\"Drag it\"",
    );
}

#[test]
fn the_first_line_of_a_table_has_all_its_cells() {
    page(
        "//- content/a.md\n| A | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n",
        "| A | B |  |\n| --- | --- | --- |",
    );
}

#[test]
fn calls_are_counted() {
    page(
        "//- layouts/shortcodes/item.html\n<b>{{ .Ordinal }}</b>\n//- content/a.md\nx {{< item >}} {{< item >}}\n",
        "<b>0</b> <b>1</b>",
    );
    let site = imported(
        "//- config.toml\nbase_url = 'https://tea.example'\ntitle = 'Tea'\n[markdown]\n//- templates/shortcodes/question.html\n<b>Exercise {{ nth }}{% if level %} ({{ level }}){% endif %}</b> {{ body | markdown | safe }}\n//- content/a.md\n+++\ntitle = 'A'\n+++\n\n{% question(level=\"easy\") %}One{% end %}\n\n{% question() %}Two{% end %}\n",
    );
    let page = text(&site, "content/docs/a.md");
    assert!(
        page.contains("<b>Exercise 1 (easy)</b> One") && page.contains("<b>Exercise 2</b> Two"),
        "{page}"
    );
}

#[test]
fn urls_with_extensions_have_one_file_each() {
    let site = imported(
        "//- hugo.toml
baseURL = 'https://tea.example/'
uglyURLs = true
//- content/guide/a.md
---
aliases: [/old, /old.html]
---
[B](b)
//- content/guide/b.md
# B
//- content/search.md
---
url: /index.json
---
//- content/guide/_index.md
---
title: Guide
---
",
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("from = \"/old\"") && !config.contains("/old.html"), "{config}");
    assert!(text(&site, "content/docs/guide/a.md").contains("[B](b.md)"));
    assert!(!site.files.contains_key(&crate::path::SourcePath::new("content/docs/search.md")));
}

#[test]
fn a_site_without_markdown_pages_is_still_a_hugo_site() {
    let imported = imported(
        "
//- hugo.toml
title = 'Kettle'
//- archetypes/default.md
# {{ .Name }}
//- content/docs/steep.org
* Steep
",
    );
    assert_eq!(imported.tool, "Hugo");
    assert_eq!(text(&imported, "content/docs/index.md"), "---\ntitle: \"Kettle\"\n---\n");
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn settings_of_goldmark_without_a_counterpart_are_reported() {
    let imported = imported(
        "
//- hugo.toml
title = 'Kettle'
[markup.goldmark.renderer]
hardWraps = true
unsafe = true
[markup.goldmark.parser]
autoHeadingIDType = 'blackfriday'
[languages.en]
weight = 1
[languages.de]
weight = 2
title = 'Kessel'
//- content/a.md
a
//- content/a.de.md
a
//- content/old.md
---
expiryDate: 2001-01-01
---
a
",
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert!(left.contains(&"not imported: the `markup.goldmark.renderer.hardWraps` setting"), "{left:?}");
    assert!(
        left.contains(&"not imported: the `markup.goldmark.parser.autoHeadingIDType` setting"),
        "{left:?}"
    );
    assert!(text(&imported, "content/i18n/de/labels.json").contains("\"Kettle\": \"Kessel\""));
    assert!(text(&imported, "content/docs/old.md").contains("draft: true"));
}

#[test]
fn own_templates_use_arguments_that_built_in_shortcodes_ignore() {
    const FIGURE: &str = "//- layouts/shortcodes/figure.html
<figure><img src=\"{{ .Get \"src\" }}\">{{ with .Get \"number\" }}<figcaption>Figure {{ . }}. {{ end }}{{ .Get \"caption\" | markdownify }}</figcaption></figure>
";
    page(
        &format!(
            "{FIGURE}//- content/a.md\n{{{{< figure src=\"/a.png\" number=\"1\" caption=\"*Tea*\" >}}}}\n"
        ),
        "<figure><img src=\"/a.png\"><figcaption>Figure 1. <em>Tea</em></figcaption></figure>",
    );
    // All of these arguments are known.
    page(
        &format!(
            "{FIGURE}//- content/a.md\n{{{{< figure src=\"/a.png\" caption=\"Tea\" class=\"wide\" >}}}}\n"
        ),
        "<figcaption>\n\nTea\n\n</figcaption>",
    );
}

#[test]
fn markdown_in_the_html_of_templates_is_html() {
    let call = "{{< box >}}\n**Hot** [tea](/b/) & `<b>`\n{{< /box >}}\n";
    page(
        &format!(
            "//- layouts/shortcodes/box.html\n<div>{{{{ .Inner | markdownify }}}}</div>\n//- content/a.md\n{call}//- content/b.md\n# B\n"
        ),
        "<div><strong>Hot</strong> <a href=\"b.md\">tea</a> &amp; <code>&lt;b&gt;</code></div>",
    );
    page(
        &format!("//- layouts/shortcodes/box.html\n{{{{ .Inner | markdownify }}}}\n//- content/a.md\n{call}"),
        "**Hot** [tea]",
    );
}

#[test]
fn lines_in_templates_dont_divide_paragraphs() {
    page(
        "//- layouts/shortcodes/ext.html\n<!-- A link. -->\n{{ $u := .Get 0 }}\n\n<a href=\"{{ $u }}\">\n  {{ .Get 1 }} <i></i>\n</a>\n//- content/a.md\nSee **the {{< ext \"https://b.example\" \"B\" >}}**.\n",
        "See **the <a href=\"https://b.example\"> B <i></i> </a>**.",
    );
}

#[test]
fn unknown_shortcodes_in_urls_keep_the_url() {
    page("//- content/a.md\n![a]({{% rel %}}b.png{{% /rel %}})\n", "![a](/a/b.png)");
}

#[test]
fn mounts_of_languages_that_no_one_speaks_are_sections() {
    let site = imported(
        "//- hugo.toml
baseURL = 'https://tea.example'
defaultContentLanguage = 'python'
[languages.python]
languageName = 'Python'
[languages.rust]
languageName = 'Rust'
[outputFormats.MOVED]
mediaType = 'text/plain'
[[module.mounts]]
source = 'content/any'
target = 'content'
lang = 'python'
[[module.mounts]]
source = 'content/any'
target = 'content'
lang = 'rust'
[[module.mounts]]
source = 'content/rust'
target = 'content'
lang = 'rust'
//- content/any/a.md
# A
//- content/rust/b.md
# B
",
    );
    for path in ["content/docs/a.md", "content/docs/rust/a.md", "content/docs/rust/b.md"] {
        assert!(site.files.contains_key(&crate::path::SourcePath::new(path)), "{:?}", site.files.keys());
    }
    assert!(site.left.iter().any(|one| one.message.contains("the output format `MOVED`")), "{:?}", site.left);
}

#[test]
fn html_pages_contain_no_markdown() {
    page(
        "//- content/a.html\n---\ntitle: A\n---\n<pre>\na\n\nb \\\n</pre>\n\n  Plain [x](y) *z*\n",
        "<div>\n<pre>\na\n<!-- -->\nb \\\n</pre>\nPlain [x](y) *z*\n</div>\n",
    );
}
