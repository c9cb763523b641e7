//! Tests for Hugo imports.

use super::{Content, imported, random, text};
use crate::import::Imported;
use crate::path::SourcePath;

const CONFIG: &str = "
//- hugo.toml
baseURL = 'https://kettle.example/tea/'
title = 'Kettle'
enableEmoji = true
[params]
version = '1.2'
[markup.goldmark.parser.attribute]
block = true
[markup.goldmark.extensions.passthrough]
enable = true
";

/// The pages, and the other files that pages refer to.
const FILES: &str = "
//- content/docs/_index.md
---
title: Docs
---
Text.
//- content/docs/b.md
---
title: B
---
## Hot
//- content/docs/deep/c/index.md
---
title: C
---
Text.
//- content/docs/deep/c/leaf.png
leaf
//- content/docs/lines.txt
a
b
//- content/docs/part.md
---
title: Part
---
Included {{< param version >}}.
//- static/img/x.png
x
//- assets/images/y.png
y
//- layouts/shortcodes/own.html
<b class=\"x\">{{ with .Get \"a\" }}{{ . }}{{ else }}{{ .Get 0 | default \"none\" }}{{ end }}{{ .Inner | markdownify }}</b>
//- layouts/shortcodes/hard.html
{{ resources.GetRemote \"https://tea.example\" }}
";

fn site(markdown: &str) -> Imported {
    imported(&format!("{CONFIG}//- content/docs/a.md\n---\ntitle: A\nversion: 3\n---\n{markdown}{FILES}"))
}

/// Converts a page's text.
fn converted(markdown: &str) -> String {
    let imported = site(markdown);
    let page = text(&imported, "content/docs/docs/a.md");
    page.strip_prefix("---\ntitle: \"A\"\n---\n").expect("the front matter is the title").to_owned()
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, *expected, "{markdown}");
    }
}

#[test]
fn shortcodes_have_the_same_meaning() {
    check(&[
        ("{{% alert title=\"Hot\" color=\"warning\" %}}|Text.|{{% /alert %}}", ":::warning[Hot]|Text.|:::"),
        ("{{< hint danger >}}|Text.|{{< /hint >}}", ":::danger[]|Text.|:::"),
        ("{{% notice tip \"Own\" %}}|Text.|{{% /notice %}}", ":::tip[Own]|Text.|:::"),
        ("{{< callout type=\"info\" >}}Text.{{< /callout >}}", ":::info[]|Text.|:::"),
        ("- Item||  {{< note >}}|  Text.|  {{< /note >}}|- Next", "- Item||  :::note[]|  Text.|  :::|- Next"),
        ("<div>|{{< note >}}Text.{{< /note >}}|</div>", "<div>||:::note[]|Text.|:::|</div>"),
        ("Before {{< note >}}Text.{{< /note >}} after", "Before||:::note[]|Text.|:::||after"),
        (
            "{{< tabs \"id\" >}}|{{< tab \"A\" >}}|One.|{{< /tab >}}|{{< tab \"B\" >}}Two.{{< /tab >}}|{{< /tabs >}}",
            "::::tabs|:::tab[A]|One.|:::|:::tab[B]|Two.|:::|::::",
        ),
        (
            "{{< tabpane lang=go >}}{{< tab header=\"Go\" >}}a(){{< /tab >}}{{< /tabpane >}}",
            "::::tabs|:::tab[Go]|```go|a()|```|:::|::::",
        ),
        (
            "{{< tabs items=\"X,Y\" >}}{{< tab >}}1{{< /tab >}}{{< tab >}}2{{< /tab >}}{{< /tabs >}}",
            "::::tabs|:::tab[X]|1|:::|:::tab[Y]|2|:::|::::",
        ),
        ("{{% details \"More\" open %}}|Text.|{{% /details %}}", ":::details[More]{open}|Text.|:::"),
        ("{{< expand \"More\" >}}Text.{{< /expand >}}", ":::details[More]|Text.|:::"),
        (
            "{{< cards >}}|{{< card link=\"../b\" title=\"B\" icon=\"check\" >}}|{{< /cards >}}",
            "::::cards|:::card[B]{href=\"b.md\" icon=\"check\"}|:::|::::",
        ),
        (
            "{{% cardpane %}}|{{% card header=\"H\" title=\"T\" footer=\"F\" %}}|Text.|{{% /card %}}|{{% /cardpane %}}",
            "::::cards|:::card[H]|**T**||Text.||F|:::|::::",
        ),
        (
            "{{< tabpane >}}{{< tab header=\"File:\" disabled=true />}}{{< tab header=\"A\" >}}a{{< /tab >}}{{< /tabpane >}}",
            "File:||::::tabs|:::tab[A]|```|a|```|:::|::::",
        ),
        ("```|{{< readfile \"part.md\" >}}|```", "```|Included {{< param version >}}.|```"),
        ("- ```|  {{< readfile \"lines.txt\" >}}|  ```", "- ```|  a|  b|  ```"),
        ("```|{{< missing >}}|```", "```|{{< missing >}}|```"),
        (
            "{{< columns >}}|One.|<--->|Two.|{{< /columns >}}",
            "::::columns|:::column|One.|:::|:::column|Two.|:::|::::",
        ),
        ("{{% steps %}}|1. One|2. Two|{{% /steps %}}", ":::steps|1. One|2. Two|:::"),
        ("{{% steps %}}|### One||Text.|{{% /steps %}}", "### One||Text."),
        ("{{< button relref=\"b\" >}}Go{{< /button >}}", "<a class=\"button\" href=\"b.md\">Go</a>"),
        ("{{< badge \"new\" >}}", ":badge[new]"),
        ("{{< icon \"check\" >}} {{< icon \"no-such-icon\" >}}", ":icon{name=check} "),
        (
            "{{< highlight go \"linenos=table,hl_lines=2\" >}}|a|b|{{< /highlight >}}",
            "```go {2} showLineNumbers|a|b|```",
        ),
        ("{{< mermaid >}}|a-->b|{{< /mermaid >}}", "```mermaid|a-->b|```"),
        ("{{< katex >}}x_1{{< /katex >}} and $5", "$x_1$ and \\$5"),
        ("{{< math >}}|a|b|{{< /math >}}", "$$|a|b|$$"),
        ("{{< youtube abc >}}", "::youtube{id=\"abc\"}"),
        ("{{< youtube id=abc title=\"A [b]\" >}}", "::youtube[A [b]]{id=\"abc\"}"),
        ("{{< vimeo 12 >}}", "::video{src=\"https://vimeo.com/12\"}"),
        ("{{< gist jo 12 >}}", "[gist.github.com/jo/12](https://gist.github.com/jo/12)"),
        ("{{< x user=\"jo\" id=\"12\" >}}", "[x.com/jo/status/12](https://x.com/jo/status/12)"),
        ("{{< figure src=\"/img/x.png\" alt=\"X\" >}}", "![X](/img/x.png)"),
        (
            "{{< figure src=\"/img/x.png\" alt=\"X\" caption=\"C *d*\" width=\"3\" >}}",
            "<figure>|<img src=\"/img/x.png\" alt=\"X\" width=\"3\">|<figcaption>||C *d*||</figcaption>|</figure>",
        ),
        ("{{< param version >}} {{< param \"missing\" >}}", "3 <!-- {{< param \"missing\" >}} -->"),
        ("{{% comment %}}|x|{{% /comment %}}Text", "Text"),
        ("{{< include \"part.md\" >}}", "Included 3."),
        (
            "{{< own >}} {{< own \"p\" >}} {{< own a=\"q\" >}}*r*{{< /own >}}",
            "<b class=\"x\">none</b> <b class=\"x\">p</b> <b class=\"x\">q<em>r</em></b>",
        ),
        ("{{< hard >}}", "<!-- {{< hard >}} -->"),
        ("> {{< unknown >}} *a*", "> <!-- {{< unknown >}} -->|>|> *a*"),
        ("[^1]: {{< unknown >}} *a*", "[^1]:  *a*"),
        ("- {{< unknown >}} *a*", "- <!-- {{< unknown >}} -->||  *a*"),
        ("<!-- ```js|a|```|-->||{{< unknown >}} *b*", "<!-- ```js|a|```|-->||<!-- {{< unknown >}} -->||*b*"),
        ("{{< unknown a=\"b\" >}}Text.{{< /unknown >}} more", "Text.<!-- {{< unknown a=\"b\" >}} --> more"),
        ("`{{</* note */>}}` {{%/* a */%}}", "`{{< note >}}` {{% a %}}"),
        ("```|{{< note >}}|{{</* b */>}}|```", "```|{{< note >}}|{{< b >}}|```"),
        (
            "{{<filetree/container>}}{{<filetree/folder name=\"a\">}}{{<filetree/file name=\"b\">}}{{</filetree/folder>}}{{</filetree/container>}}",
            ":::file-tree|- a/|  - b|:::",
        ),
    ]);
}

#[test]
fn the_markdown_of_hugo_has_the_same_meaning() {
    check(&[
        ("## A {#own .class}", "## A {#own .class}"),
        ("## A {.class}", "## A {.class}"),
        ("## A {b}", "## A {b}"),
        ("Text.|{.class onclick=\"a()\"}", "Text.|{.class}"),
        ("- a|{.b}||Text", "- a|{.b}||Text"),
        (":smile: `:smile:` 10:30:00", ":smile: `:smile:` 10:30:00"),
        ("Term|: One.||: Two.", "Term|: One.||: Two."),
        ("```katex|x|```", "```math|x|```"),
        ("> [!NOTE]|> Text.", "> [!NOTE]|> Text."),
        ("> [!success] Own|> Text.|After", ":::success[Own]|Text.|:::|After"),
        ("> [!TIP]- More|> - a", ":::details[More]|- a|:::"),
        (
            "```go {linenos=table,hl_lines=[1,\"3-4\"],linenostart=199}|a|```",
            "```go {1,3-4} showLineNumbers=199|a|```",
        ),
        ("```go {filename=\"a.go\"}|a|```", "```go title=\"a.go\"|a|```"),
        ("```yaml other words|a|```", "```yaml|a|```"),
        ("<!--more-->", "<!-- truncate -->"),
    ]);
}

#[test]
fn formulas_have_the_delimiters_of_the_site() {
    let of = |config: &str, text_of_page: &str| {
        let site = imported(&format!(
            "//- hugo.toml\n{config}\n//- content/a.md\n---\ntitle: A\n---\n{text_of_page}\n"
        ));
        let is_on = text(&site, "docgen.toml").contains("math = true");
        (
            text(&site, "content/docs/a.md").rsplit("---\n").next().unwrap_or_default().trim_end().to_owned(),
            is_on,
        )
    };
    let on = "title = 'A'\n[markup.goldmark.extensions.passthrough]\nenable = true\n";
    let own = format!(
        "{on}[markup.goldmark.extensions.passthrough.delimiters]\nblock = [['@@', '@@']]\ninline = [['$', '$']]"
    );
    for (config, written, expected, is_on) in [
        (on, "\\(a\\_b\\) $c$ $$d$$", "$a\\_b$ \\$c$ $$d$$", true),
        (&own, "$c$ @@d@@ \\(e\\)", "$c$ $$d$$ \\(e\\)", true),
        ("title = 'A'\n[params]\nmath = true", "\\\\(a\\_b\\\\) $$c$$", "$a_b$ $$c$$", true),
        (on, "It costs $5.", "It costs $5.", false),
        ("title = 'A'\ntheme = 'b'", "$$c$$ :smile: {.b}", "$$c$$ \\:smile: {.b}", false),
        ("title = 'A'\ntheme = 'b'", "- a\n{.b}", "- a\n\\{.b}", false),
    ] {
        assert_eq!(of(config, written), (expected.to_owned(), is_on), "{config} {written}");
    }
}

#[test]
fn formulas_have_the_delimiters_of_the_scripts_in_templates() {
    const KATEX: &str = r#"<script>renderMathInElement(document.body, { delimiters: [
  { left: "$$", right: "$$", display: true }, {left: '$', right: '$', display: false},
  { left: "\\(", right: "\\)", display: false }] });</script>"#;
    const MATHJAX: &str = r#"<script>MathJax = { tex: { inlineMath: [['$', '$'], ["\\(", "\\)"]], displayMath: [["\\[", "\\]"]] } };</script>"#;
    let of = |config: &str, template: &str, written: &str| {
        let site =
            imported(&format!("{config}{template}\n//- content/a.md\n---\ntitle: A\n---\n{written}\n"));
        let page = text(&site, "content/docs/a.md");
        page.rsplit("---\n").next().unwrap_or_default().trim().to_owned()
    };
    for config in [
        "//- hugo.toml\ntitle = 'A'\n//- themes/tea/layouts/partials/foot.html\n",
        "//- config.toml\nbase_url = 'https://tea.example'\ntitle = 'A'\n//- templates/base.html\n",
    ] {
        assert_eq!(of(config, KATEX, r"$x_1$ $$y_1$$ \\(z_1\\) a"), r"$x_1$ $$y_1$$ $z_1$ a");
        assert_eq!(of(config, MATHJAX, r"$x_1$ \\(z_1\\) \\[ y_1 \\]"), r"$x_1$ $z_1$ $$y_1$$");
        // Without the parameter, the site has no formulas.
        let conditional = format!("{{% if page.extra.math %}}{{{{ if .Params.math }}}}{KATEX}");
        assert_eq!(of(config, &conditional, "$x_1$ a"), "$x_1$ a");
    }
}

#[test]
fn links_lead_to_the_same_pages() {
    check(&[
        ("[x](../b/) [x](../b/#hot \"t\") `[x](../b/)`", "[x](b.md) [x](b.md#hot \"t\") `[x](../b/)`"),
        ("[x](b.md) [x](/docs/b/) [x](/tea/docs/b/)", "[x](b.md) [x](b.md) [x](b.md)"),
        (
            "[x]({{< ref \"b.md#hot\" >}}) [x]({{% relref \"/docs/deep/c\" %}})",
            "[x](b.md#hot) [x](deep/c.md)",
        ),
        ("[x]({{< ref \"c\" >}}) [x]({{< ref \"nowhere\" >}})", "[x](deep/c.md) [x](/docs/a/nowhere)"),
        ("[x](https://kettle.example/tea/docs/b/)", "[x](b.md)"),
        (
            "![x](/img/x.png) ![x](images/y.png) ![x](../deep/c/leaf.png)",
            "![x](/img/x.png) ![x](/images/y.png) ![x](/docs/deep/c/leaf.png)",
        ),
        ("<a href=\"../b/\">x</a> [x](#y) [x](mailto:a@b)", "<a href=\"b.md\">x</a> [x](#y) [x](mailto:a@b)"),
        ("[x]: ../b/ \"t\"", "[x]: b.md \"t\""),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
    ]);
}

#[test]
fn pages_keep_their_urls() {
    let page = |path: &str, front: &str| format!("//- content/{path}\n---\ntitle: T\n{front}---\nText.\n");
    let pages = [
        ("Docs/My Page (1).md", ""),
        ("Docs/v1.2.md", ""),
        ("Docs/slug.md", "slug: Own Slug\n"),
        ("Docs/url.md", "url: /Own/URL/\n"),
        ("Docs/ugly.md", "url: own/page.html\n"),
        ("sec/_index.md", "slug: other\n"),
        ("sec/kid.md", ""),
        ("guide/guide.md", ""),
        ("README.md", ""),
        ("blog/one.md", "date: 2026-01-02\n"),
        ("blog/2026/two.md", "date: 2026-01-03\ncategories: [Big News]\n"),
    ];
    let pages: String = pages.iter().map(|(path, front)| page(path, front)).collect();
    let config = "//- config.yaml\nbaseURL: https://a.example\npermalinks: { blog: '/blog/:year/:slug/' }\n";
    let imported = imported(&format!("{config}{pages}//- content/Docs/Pic.PNG\nx\n"));
    for (path, slug) in [
        ("docs/Docs/My Page (1).md", "/docs/my-page-1"),
        ("docs/Docs/v1.2.md", "/docs/v1.2"),
        ("docs/Docs/slug.md", "/docs/own-slug"),
        ("docs/Docs/url.md", "/Own/URL"),
        ("docs/Docs/ugly.md", "/own/page"),
        ("docs/sec/index.md", "/other"),
        ("docs/sec/kid.md", "/other/kid"),
        ("docs/guide/guide-page.md", "/guide/guide"),
        ("docs/README-page.md", "/readme"),
        ("blog/one.md", "2026/t"),
    ] {
        let page = text(&imported, &format!("content/{path}"));
        assert!(page.contains(&format!("slug: \"{slug}\"")), "{path}: {page}");
    }
    let picture = imported.files.get(&SourcePath::new("static/docs/Pic.PNG"));
    assert_eq!(picture, Some(&Content::Copy(SourcePath::new("content/Docs/Pic.PNG"))));
    let config = text(&imported, "docgen.toml");
    assert!(
        config.contains("from = \"/own/page.html\"") && config.contains("/blog/tags/big-news"),
        "{config}"
    );
}

#[test]
fn a_site_of_hugo_becomes_a_site_of_docgen() {
    let imported = imported(
        "
//- config/_default/hugo.yaml
baseURL: https://kettle.example/
title: Kettle
theme: [docsy]
strange: 1
defaultContentLanguage: en
languages:
  fr: { label: Français, weight: 2, contentDir: content/fr }
  en: { label: English, weight: 1, contentDir: content/en, params: { description: Tea } }
//- config/_default/params.toml
github_repo = 'https://github.com/me/kettle'
odd = 1
//- config/_default/menus.en.toml
[[main]]
name = 'Docs'
pageRef = '/docs'
weight = 1
[[main]]
name = 'More'
identifier = 'more'
weight = 2
[[main]]
name = 'Elsewhere'
parent = 'more'
url = 'https://x.example'
//- content/en/_index.md
---
title: Kettle
---
//- content/en/docs/_index.md
---
title: Documentation
linkTitle: Docs
---
//- content/en/docs/z.md
+++
title = 'Z'
weight = 1
aliases = ['/old/', 'older']
odd = 1
lastmod = 2026-02-03T10:00:00Z
+++
Text.
//- content/en/docs/b.md
{
  \"title\": \"B\",
  \"draft\": true
}
Text.
//- content/en/docs/a.md
---
title: A
date: 2026-01-01
---
Text.
//- content/fr/docs/a.md
---
title: A fr
aliases: [/vieux/]
---
[x](/fr/docs/z/) [x](/docs/z/)
//- content/en/docs/t.adoc
= T
//- static/favicon.ico
x
//- static/_redirects
/gone /docs/a/ 301
/gone/* /docs/:splat
",
    );
    let config = text(&imported, "docgen.toml");
    for part in [
        "title = \"Kettle\"",
        "tagline = \"Tea\"",
        "heading_ids = \"hugo\"",
        "smart_punctuation = true",
        "edit_url = \"https://github.com/me/kettle/edit/main/{path}\"",
        "code = \"fr\"\nlabel = \"Français\"",
        "label = \"Docs\"\nhref = \"/docs\"",
        "type = \"dropdown\"\nlabel = \"More\"",
        "autogenerated = \"docs\"",
        "from = \"/old\"\nto = \"/docs/z\"",
        "from = \"/docs/older\"",
        "from = \"/vieux\"\nto = \"/fr/docs/a\"",
        "from = \"/gone\"\nto = \"/docs/a\"",
        "favicon = \"/favicon.ico\"",
    ] {
        assert!(config.contains(part), "{part}: {config}");
    }
    assert!(text(&imported, "content/pages/index.md").contains("layout: \"home\""));
    // A section without text lists its pages except drafts, in Hugo's order.
    let section = text(&imported, "content/docs/docs/index.md");
    assert!(section.contains("sidebar_label: \"Docs\""), "{section}");
    assert!(section.ends_with("- [Z](z.md)\n- [A](a.md)\n"), "{section}");
    let z = text(&imported, "content/docs/docs/z.md");
    assert!(z.contains("sidebar_position: 1") && z.contains("last_update: {\"date\":\"2026-02-03\"}"), "{z}");
    assert!(text(&imported, "content/docs/docs/b.md").contains("draft: true"));
    assert!(text(&imported, "content/i18n/fr/docs/docs/a.md").contains("[x](/docs/z)"));
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the home page, which only a template describes",
            "not imported: the `strange` setting",
            "not imported: the `odd` parameter",
            "not imported: the page `content/en/docs/t.adoc`",
            "not imported: the `odd` front matter key",
        ]
    );
}

#[test]
fn mounts_and_languages_in_names_are_read() {
    let imported = imported(
        "
//- hugo.toml
title = 'T'
[languages.en]
[languages.de]
[module]
[[module.mounts]]
source = 'pages'
target = 'content'
files = ['! private', '! **a**b**c**d**e**f**g**h**i**j**k**l**m**n**o**p**q**r**s**t**']
[[module.mounts]]
source = 'more/extra.md'
target = 'content/docs/extra.md'
[[module.mounts]]
source = '../parts'
target = 'content/docs/parts'
//- pages/docs/a.md
A {{< readfile file=`/docs/parts/b.md` code=`true` lang=`md` >}}
//- pages/docs/a.de.md
A de
//- pages/private/b.md
B
//- pages/docs/abcdefghijklmnopqrsabcdefghijklmnopqrsabcdefghijklmnopqrsabcdefghijklmnopqrs.md
Long
//- more/extra.md
Extra
",
    );
    assert_eq!(text(&imported, "content/docs/docs/a.md"), "A\n\n```md\n# B\n```\n");
    assert_eq!(text(&imported, "content/docs/docs/parts/b.md"), "# B\n");
    let picture = &imported.files[&SourcePath::new("static/docs/parts/b.png")];
    assert_eq!(*picture, Content::Bytes(b"png".to_vec()));
    assert_eq!(text(&imported, "content/i18n/de/docs/docs/a.md"), "A de\n");
    assert_eq!(text(&imported, "content/docs/docs/extra.md"), "Extra\n");
    assert!(!imported.files.keys().any(|path| path.as_str().contains("private")));
}

#[test]
fn no_text_makes_an_import_of_hugo_fail() {
    let pieces = [
        "{{< ", "{{% ", " >}}", " %}}", "{{< /", "note", "tabs", "tab", "card", "steps", "columns", "own",
        "hard", "include", "param", "figure", " \"a\"", "=", "`", "{{</*", "*/>}}", "\n", "- ", "> ",
        "> [!x] ", "```", "~~~ {", "}", "{ #a", ": ", ":smile:", "é", "\t", "    ", "<", "-->", "[a](",
        "../b", ")", "]: ", "|", "’", "/", "---",
    ];
    random(&pieces, &|text| drop(site(&text.replace("//-", ""))), 500);
    site(&"{{< note >}}".repeat(300));
    site(&format!("{}{}", "{{< note >}}".repeat(300), "{{< /note >}}".repeat(300)));
}

#[test]
fn each_language_can_have_its_own_config_file() {
    let site = imported(
        "//- config/_default/hugo.toml
title = 'Kettle'
defaultContentLanguage = 'en'
//- config/_default/languages.en.toml
contentDir = 'content/en'
weight = 1
//- config/_default/languages.fr.toml
contentDir = 'content/fr'
label = 'Français'
//- content/en/docs/a.md
---
title: A
---
//- content/fr/docs/a.md
---
title: A
---
",
    );
    for path in ["content/docs/docs/a.md", "content/i18n/fr/docs/docs/a.md"] {
        assert!(site.files.contains_key(&SourcePath::new(path)), "{path} in {:?}", site.files.keys());
    }
    assert!(text(&site, "docgen.toml").contains("Français"));
}

#[test]
fn posts_have_the_authors_in_data_files() {
    let post =
        "---\ndate: 2026-01-02\nauthors: [jo, Max, { name: Kim, link: 'https://kim.example' }]\n---\nA\n";
    for data in [
        "//- data/authors.yaml\njo: { name: Jo Example, avatar: people/jo.png, role: Chief, website: 'https://jo.example' }\n",
        "//- data/people/jo.toml\nname = 'Jo Example'\npicture = '/people/jo.png'\ntitle = 'Chief'\nurl = 'https://jo.example'\n",
    ] {
        let imported = imported(&format!(
            "//- hugo.toml\ntitle = 'T'\n{data}//- data/other.yaml\njo: {{ name: X }}\n//- static/people/jo.png\nx\n//- content/blog/a.md\n{post}"
        ));
        let authors = text(&imported, "content/blog/authors.toml");
        for line in [
            "[jo]",
            "image = \"/people/jo.png\"",
            "name = \"Jo Example\"",
            "title = \"Chief\"",
            "url = \"https://jo.example\"",
        ] {
            assert!(authors.contains(line), "{authors}");
        }
        assert!(!authors.contains("page"), "{authors}");
        let page = text(&imported, "content/blog/a.md");
        assert!(
            page.contains(
                "authors: [\"jo\",{\"name\":\"Max\"},{\"name\":\"Kim\",\"url\":\"https://kim.example\"}]"
            ),
            "{page}"
        );
    }
}
