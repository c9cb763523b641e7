//! Tests for Zola imports.

use super::{Content, imported, random, text};
use crate::import::Imported;
use crate::path::SourcePath;

fn site(markdown: &str) -> Imported {
    imported(&format!(
        "
//- zola.toml
base_url = 'https://kettle.example/tea'
title = 'Kettle'
[markdown]
render_emoji = true
//- content/_index.md
+++
+++
//- content/docs/_index.md
+++
title = 'Docs'
sort_by = 'weight'
+++
Text.
//- content/docs/a.md
+++
title = 'A'
+++
{markdown}
//- content/docs/b.md

+++
title = 'B'
weight = 1
+++
Text.
//- content/docs/c/index.md
+++
title = 'C'
+++
Text.
//- content/docs/c/leaf.png
leaf
//- templates/shortcodes/own.html
<b>{{{{ a | default(value=\"none\") }}}}{{{{ body | markdown | safe }}}}</b>
//- templates/components/cups.html
{{% component cup(page, label: string = \"tea\", sizes=[], hot=false) %}}<i>{{% if hot %}}hot {{{{ body | markdown | safe }}}}{{% else %}}{{{{ label }}}}{{% for size in sizes %}} {{{{ size }}}}{{% endfor %}}{{% endif %}}</i>{{% endcomponent cup %}}
//- templates/shortcodes/hard.html
{{{{ load_data(path=\"a.toml\") }}}}
"
    ))
}

fn converted(markdown: &str) -> String {
    let imported = site(markdown);
    let page = text(&imported, "content/docs/docs/a.md");
    page.strip_prefix("---\ntitle: \"A\"\nsidebar_position: 3.0\n---\n")
        .or_else(|| {
            page.split_once("---\n").and_then(|(_, rest)| rest.split_once("---\n")).map(|(_, text)| text)
        })
        .expect("the page has front matter")
        .to_owned()
}

#[test]
fn constructs_of_zola_have_the_same_meaning() {
    let table = [
        ("[x](@/docs/b.md#y) [x](@/docs/_index.md)", "[x](b.md#y) [x](index.md)"),
        ("![x](/tea/docs/c/leaf.png)", "![x](/docs/c/leaf.png)"),
        ("{{ youtube(id=\"abc\") }}", "::youtube{id=\"abc\"}"),
        ("{% note(title=\"Hot\") %}|Text.|{% end %}", ":::note[Hot]|Text.|:::"),
        ("{{ own(a=\"x\") }} {% own() %}*r*{% end %}", "<b>x</b> <b>none<em>r</em></b>"),
        ("{{ hard(a=1) }}", "<!-- {{ hard(a=1) }} -->"),
        ("{{<youtube id=\"abc\" />}} {{ <own a={\"x\"} page={page} /> }}", "::youtube{id=\"abc\"}|<b>x</b>"),
        ("{% <note title=\"Hot\"> %}|Text.|{% </note> %}", ":::note[Hot]|Text.|:::"),
        (
            "{{ <cup sizes={[1, 2]} /> }}{% <cup hot={true}> %}*r*{% </cup> %}",
            "<i>tea 1 2</i><i>hot <em>r</em></i>",
        ),
        ("{{ <missing a=\"b\" /> }}", "<!-- {{ <missing a=\"b\" /> }} -->"),
        ("{% raw %}`{{ own(a=\"x\") }}`{% endraw %}", "`{{ own(a=\"x\") }}`"),
        ("{{/* youtube(id=\"a\") */}} {{ x }}", "{{ youtube(id=\"a\") }} {{ x }}"),
        ("## A {#own .class}", "## A {#own .class}"),
        (":smile:", ":smile:"),
        (
            "```rust,linenos,hl_lines=1 3-4,name=a.rs|a|```",
            "```rust title=\"a.rs\" {1,3-4} showLineNumbers|a|```",
        ),
        ("```rust,should_panic|a|```", "```rust|a|```"),
        ("<!-- more -->", "<!-- truncate -->"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, expected, "{markdown}");
    }
}

#[test]
fn a_site_of_zola_becomes_a_site_of_docgen() {
    let imported = imported(
        "
//- config.toml
base_url = 'https://kettle.example'
title = 'Kettle'
default_language = 'en'
taxonomies = [{ name = 'tags' }, { name = 'odd' }]
strange = 1
[languages.fr]
[extra]
repo_url = 'https://github.com/me/kettle'
[[extra.menu]]
name = 'Docs'
url = '$BASE_URL/docs'
//- content/_index.md
+++
title = 'Home'
redirect_to = 'docs'
+++
//- content/docs/_index.md
+++
title = 'Docs'
sort_by = 'weight'
+++
//- content/docs/My Page.md
+++
title = 'P'
weight = 2
aliases = ['old/page']
[extra]
odd = 1
[taxonomies]
tags = ['Big Tea']
+++
Text.
//- content/docs/first.md
+++
title = 'F'
weight = 1
path = 'own/path'
updated = 2026-01-02
+++
Text.
//- content/docs/first.fr.md
+++
title = 'F fr'
+++
Text.
//- content/blog/_index.md
+++
title = 'News'
sort_by = 'date'
+++
//- content/blog/2026-01-02-hello.md
+++
title = 'Hello'
[taxonomies]
authors = ['Jo']
+++
Text.
//- static/x.png
x
",
    );
    let config = text(&imported, "docgen.toml");
    for part in [
        "heading_ids = \"zola\"",
        "code = \"fr\"",
        "label = \"Docs\"\nhref = \"/docs\"",
        "href = \"https://github.com/me/kettle\"",
        "from = \"/old/page\"\nto = \"/docs/my-page\"",
        "route = \"/blog\"",
    ] {
        assert!(config.contains(part), "{part}: {config}");
    }
    let page = text(&imported, "content/docs/docs/My Page.md");
    assert!(page.contains("slug: \"/docs/my-page\"") && page.contains("tags: [\"Big Tea\"]"), "{page}");
    let first = text(&imported, "content/docs/docs/first.md");
    assert!(
        first.contains("slug: \"/own/path\"") && first.contains("last_update: {\"date\":\"2026-01-02\"}"),
        "{first}"
    );
    assert!(text(&imported, "content/i18n/fr/docs/docs/first.md").contains("F fr"));
    let post = text(&imported, "content/blog/2026-01-02-hello.md");
    assert!(
        post.contains("date: \"2026-01-02\"")
            && post.contains("authors: [{\"name\":\"Jo\"}]")
            && post.contains("slug: \"hello\""),
        "{post}"
    );
    assert_eq!(
        imported.files.get(&SourcePath::new("static/x.png")),
        Some(&Content::Copy(SourcePath::new("static/x.png")))
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the home page, which only a template describes",
            "not imported: the `odd` taxonomy",
            "not imported: the `strange` setting",
            "not imported: the `odd` front matter key",
        ]
    );
}

#[test]
fn no_text_makes_an_import_of_zola_fail() {
    let pieces = [
        "{{ ",
        "{% ",
        "}}",
        "%}",
        "{% end %}",
        "own(",
        "note(",
        "a=",
        "\"",
        "'",
        ")",
        "{{/*",
        "*/}}",
        "\n",
        "- ",
        "```",
        ",hl_lines=",
        "é",
        "[x](@/",
        "docs/b.md",
        ")",
        "{#",
        "}",
        "<",
        "’",
    ];
    random(&pieces, &|text| drop(site(&text.replace("//-", ""))), 500);
}

#[test]
fn folders_whose_names_start_with_an_underscore_have_pages() {
    let imported = imported(
        "
//- config.toml
base_url = \"https://kettle.example/\"
//- content/_index.md
+++
title = \"Home\"
+++
//- content/_brew/_index.md
+++
title = \"Brew\"
+++
//- content/_brew/steep.md
+++
title = \"Steep\"
+++
Text.
",
    );
    let docs = imported.files.keys().filter_map(|path| path.strip_dir("content/docs")).collect::<Vec<_>>();
    assert_eq!(docs, ["brew/_category_.toml", "brew/steep.md"]);
    assert!(text(&imported, "content/docs/brew/steep.md").contains("slug: \"/_brew/steep\""));
}

#[test]
fn shortcodes_load_local_data() {
    let imported = super::imported(
        "//- config.toml\nbase_url = 'https://tea.example'\n[markdown]\n//- templates/shortcodes/teas.html\n{% set data = load_data(path=path) %}{% for tea in data.teas %}<b>{{ tea.name }}</b>{% endfor %}\n//- templates/shortcodes/rows.md\n{% set data = load_data(path=\"teas.csv\") %}{{ data.headers[0] }}: {% for row in data.records %}{{ row[1] }} {% endfor %}\n//- teas.csv\nname,color\nSencha,green\n//- static/teas.toml\nteas = [{ name = 'Assam' }, { name = 'Oolong' }]\n//- content/a.md\n+++\ntitle = 'A'\n+++\n{{ teas(path=\"teas.toml\") }}\n\n{{ rows() }}\n\n{{ teas(path=\"missing.toml\") }}\n",
    );
    let page = super::text(&imported, "content/docs/a.md");
    assert!(page.contains("<b>Assam</b><b>Oolong</b>") && page.contains("name: green"), "{page}");
    assert!(imported.left.iter().any(|one| one.message.contains("`teas` shortcode")), "{:?}", imported.left);
}

#[test]
fn authors_that_are_a_taxonomy_have_pages() {
    let imported = imported(
        "
//- config.toml
base_url = 'https://kettle.example'
default_language = 'en'
taxonomies = [{ name = 'authors' }]
//- content/blog/_index.md
+++
title = 'News'
+++
//- content/blog/2026-01-02-hello.md
+++
title = 'Hello'
[taxonomies]
authors = ['Jo Mä', 'Kim']
+++
[Jo](/authors/jo-ma/)
//- content/a.md
+++
title = 'A'
[taxonomies]
authors = ['Lee']
+++
Text.
",
    );
    let post = text(&imported, "content/blog/2026-01-02-hello.md");
    assert!(post.contains("authors: [\"jo-ma\",\"kim\"]"), "{post}");
    let authors = text(&imported, "content/blog/authors.toml");
    assert_eq!(authors, "[jo-ma]\nname = \"Jo Mä\"\npage = true\n\n[kim]\nname = \"Kim\"\npage = true\n");
    let config = text(&imported, "docgen.toml");
    for (from, to) in [("", ""), ("/jo-ma", "/jo-ma"), ("/kim", "/kim")] {
        let redirect = format!("from = \"/authors{from}\"\nto = \"/blog/authors{to}\"");
        assert!(config.contains(&redirect), "{redirect}: {config}");
    }
    assert!(!config.contains("lee"), "{config}");
    assert!(!imported.left.iter().any(|one| one.message.contains("author")), "{:?}", imported.left);
}

#[test]
fn paths_of_images_in_shortcodes_start_at_the_content_folder() {
    let page = converted("{{ resize_image(path=\"docs/c/leaf.png\", width=10, op=\"scale\") }}\n");
    assert!(page.contains("<img src=\"/docs/c/leaf.png\" alt=\"\" width=\"10\">"), "{page}");
}

#[test]
fn empty_settings_are_not_reported() {
    let site = imported(
        "//- config.toml\nbase_url = 'https://tea.example'\ntitle = 'Tea'\n[markdown]\n[extra]\nskin = ''\nstylesheets = []\nfont = 'Tea'\nfavicon = 'img/leaf.png'\n//- content/a.md\n+++\ntitle = 'A'\n+++\nText\n//- static/img/leaf.png\nx\n",
    );
    let messages = site.left.iter().map(|found| found.message.as_str());
    let left: Vec<&str> = messages.filter(|message| message.contains("setting")).collect();
    assert_eq!(left, ["not imported: the `extra.font` setting"]);
    assert!(text(&site, "docgen.toml").contains("favicon = \"/img/leaf.png\""));
}

#[test]
fn texts_in_attributes_of_html_are_escaped() {
    let imported = imported(
        "//- zola.toml
base_url = 'https://kettle.example'
//- content/a.md
+++
title = 'A'
+++
{% shown() %}
read(\"a.txt\");

// A line
{% end %}

{{ bold(text=\"<b>x</b>\") }}
//- templates/shortcodes/shown.html
<div>
<tea-code text=\"{{ body }}\"></tea-code>
</div>
//- templates/shortcodes/bold.html
<i>{{ text | safe }}</i>
",
    );
    let page = text(&imported, "content/docs/a.md");
    assert!(page.contains("read(&quot;a.txt&quot;);&#10;&#10;// A line"), "{page}");
    assert!(page.contains("<i><b>x</b></i>"), "{page}");
}
