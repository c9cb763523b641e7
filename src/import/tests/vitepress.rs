//! Tests for VitePress imports.

use super::{Content, imported, text};
use crate::path::SourcePath;

/// The files that pages link to and include.
const FILES: &str = "
//- .vitepress/config.json
{\"title\": \"Kettle\"}
//- guide/b.md
# B
//- guide/index.md
# Guide
//- _part.md
---
title: Part
---
Part.

## One

Of one.
//- snippet.js
// #region r
  one
// #endregion r
two
//- guide/leaf.png
leaf
//- public/logo.svg
logo
";

/// Converts a page's text.
fn converted(markdown: &str) -> String {
    let imported = imported(&format!("{FILES}//- guide/a.md\n---\nown: Own *text*\n---\n{markdown}\n"));
    let page = text(&imported, "content/docs/guide/a.md");
    page.rsplit_once("---\n").map_or(page, |(_, text)| text).to_owned()
}

#[test]
fn front_matter_that_is_not_closed_extends_to_the_end_of_the_file() {
    let site = imported(
        "//- .vitepress/config.json\n{}\n//- index.md\n---\nlayout: home\nhero:\n  name: Kettle\n  actions:\n    - { text: Start, link: /a }\n//- a.md\n---\n\nnot: front matter\n\nText.\n",
    );
    let home = text(&site, "content/pages/index.md");
    assert!(home.contains("Kettle") && !home.contains("layout: home"), "{home}");
    assert!(text(&site, "content/docs/a.md").contains("not: front matter\n\nText."));
}

#[test]
fn constructs_of_vitepress_have_the_same_meaning() {
    // Inputs and their expected results. A `|` stands for a line break.
    let table = [
        ("::: tip|Text.|:::", ":::tip|Text.|:::"),
        ("::: warning Own *title* {#id .class}|Text.|:::", ":::warning[Own *title*]|Text.|:::"),
        ("::: details Title {open}|Text.|:::", ":::details[Title]{open}|Text.|:::"),
        (":::: info|::: danger|Text.|:::|::::", "::::info|:::danger|Text.|:::|::::"),
        ("::: raw|Text.|:::", "Text."),
        (
            "<p>|  <i class='a' /> <br/> <img src='https://a.example/b' />|</p>",
            "<p>|  <i class=\"a\"></i> <br/> <img src=\"https://a.example/b\" />|</p>",
        ),
        (
            "[a](https://h.example/:x:/g) https://h.example/:x:/g|[b]: https://h.example/:b:/g|[a](b):x:c",
            "[a](https://h.example/:x:/g) https://h.example/:x:/g|[b]: https://h.example/:b:/g|[a](./b.md)❌c",
        ),
        (
            "<picture><source srcset=\"./leaf.png 1x, ../logo.svg 2x\"><img src=\"./leaf.png\"></picture>",
            "<picture><source srcset=\"/guide/leaf.png 1x, ../logo.svg 2x\"><img src=\"/guide/leaf.png\"></picture>",
        ),
        ("::: v-pre|{{ a }}|:::|{{ 1 }}", "{{ a }}|1"),
        ("- a||  ::: tip|  Text.|  :::", "- a||  :::tip|  Text.|  :::"),
        ("::: other|Text.|:::", "\\::: other|Text.|\\:::"),
        (
            ":::tabs key:k|== A {#a}|One.|== B|Two.|:::",
            "::::tabs{group=\"k\"}|:::tab[A]|One.|:::|:::tab[B]|Two.|:::|::::",
        ),
        (
            ":::: tabs|Before.|=== A|::: tabs|== C|One.|== D|Two.|:::|=== B|```|=== c|```|::::",
            "Before.|::::::tabs|:::::tab[A]|::::tabs|:::tab[C]|One.|:::|:::tab[D]|Two.|:::|::::|:::::|:::tab[B]|```|=== c|```|:::|::::::",
        ),
        ("::: tabs|One.|:::", "One."),
        (
            "::: tabs|== A|<p>1</p>|== B|## C|:::|## C",
            "::::tabs|:::tab[A]|<p>1</p>||:::|:::tab[B]|## C|:::|::::|## C",
        ),
        ("::: tip|<p>1</p>|:::", ":::tip|<p>1</p>||:::"),
        ("> [!NOTE]|> Text.", "> [!NOTE]|> Text."),
        ("> [!TIP] Own|> Text.", ":::tip[Own]|Text.|:::"),
        ("> [!DANGER]|> Text.", ":::danger|Text.|:::"),
        ("```js{1,3}:line-numbers=5 [a.js]|a|```", "```js title=\"a.js\" {1,3} showLineNumbers=5|a|```"),
        ("```ts:no-line-numbers {2}|a|```", "```ts {2}|a|```"),
        ("```md|<!-- [!code focus] -->|a <!-- [!code ++] -->|```", "```md {1,2}||a|```"),
        (
            "```js|a // [!code word:a]|// [!code word:b]|// [!code focus]|```",
            "```js|a // [!code word:a]|// [!code word:b]|// [!code focus]|```",
        ),
        ("```vue-html|{{ a }}|```", "```html|{{ a }}|```"),
        (
            "::: code-group|```js [A]|a|```|<<< @/snippet.js|:::",
            ":::code-group|```js title=\"A\"|a|```|```js title=\"snippet.js\"|// #region r|  one|// #endregion r|two|```|:::",
        ),
        ("<<< @/../code.rs", "```rs|fn outside() {}|```"),
        ("<<< ../snippet.js#r{1}", "```js {1} file=\"@site/code/snippet.js\" region=\"r\"|```"),
        ("<<< ./missing.js", "<!-- <<< ./missing.js -->"),
        ("<!--@include: ../_part.md#one-->", "Of one."),
        ("<!--@include: ../_part.md{4,4}-->", "Part."),
        ("<!--@include: ./none.md-->", "<!--@include: ./none.md-->"),
        ("[[toc]]|Text.", "Text."),
        (":tada: `:tada:` 10:30:00", ":tada: `:tada:` 10:30:00"),
        ("{{ $frontmatter.own }} {{ 'a' }} `{{ a }}`", "Own \\*text\\* a `{{ a }}`"),
        ("{{ $frontmatter.own === 'a' ? 'b' : `c` }}", "c"),
        ("{{ $frontmatter['own'] }} {{ $frontmatter?.['own'] }}", "Own \\*text\\* Own \\*text\\*"),
        ("# A&lt;b&gt; & c", "# A&lt;b&gt; & c {#a-lt-b-gt-c}"),
        ("# _A b_ c_d & e", "# _A b_ c_d & e"),
        ("{{ a - -1 }}", "<!-- {{ a - -1 }} -->"),
        ("<Own a=\"1\" /> *b* [a](b)", "*b* [a](./b.md) <!-- <Own a=\"1\" /> -->"),
        ("a|<Own /> *b*|c", "a||*b* <!-- <Own /> -->||c"),
        ("a|<Own />|[a](b)", "a|<!-- <Own /> -->|[a](./b.md)"),
        ("<Own>b</Own> *c*", "b *c* <!-- <Own> -->"),
        ("- <Own /> *b*|- c", "- *b* <!-- <Own /> -->|- c"),
        ("> <Own /> *b*", "> *b* <!-- <Own /> -->"),
        ("::: info|<Own /> *b*|:::", ":::info|*b* <!-- <Own /> -->|:::"),
        ("{{ a }} *b*|{{ c }}|d", "*b* <!-- {{ a }} --> <!-- {{ c }} -->|d"),
        ("<button>b</button> [a](b)", "<button>b</button> [a](./b.md)"),
        ("<!-- ```rb|a|```|-->||<Own /> *b*", "<!-- ```rb|a|```|-->||*b* <!-- <Own /> -->"),
        ("<!-- a||<Own />|-->|[a](b)", "<!-- a||<Own />|-->|[a](./b.md)"),
        ("# {{ $frontmatter.own }}", "# Own \\*text\\* {#frontmatter-own}"),
        ("```rb-vue|:{{ $frontmatter.own }} {{ x }}|```", "```rb|:Own *text* {{ x }}|```"),
        ("```rb|{{ $frontmatter.own }}|```", "```rb|{{ $frontmatter.own }}|```"),
        ("```ts twoslash|a|// ---cut---|b|```", "```ts|b|```"),
        ("```vue twoslash|<script>|a|// ---cut---|b|</script>|```", "```vue|<script>|b|</script>|```"),
        ("```rb|x = 1 # [!code ++] [!code focus]|```", "```rb|x = 1 # [!code ++]|```"),
        ("```md|a <!-- [!code ++] [!code focus] b -->|```", "```md {1}|a <!-- b -->|```"),
        ("<span v-pre>{{ a }}</span> <b :class=\"c\">x</b>", "<span>{{ a }}</span> <b>x</b>"),
        (
            "A <Badge type=\"danger\" text=\"new\" /> <Badge>old</Badge>",
            "A :badge[new]{kind=danger} :badge[old]{kind=tip}",
        ),
        (
            "## A <Badge text=\"b\" />|## A|## `<C>` {.d}",
            "## A :badge[b]{kind=tip} {#a}|## A|## `<C>` {#c .d}",
        ),
        ("## A {#own .class}", "## A {#own .class}"),
        ("<Own a=\"b\">|Text.|</Own>", "<!-- <Own a=\"b\"> -->|Text.|"),
        ("<Own>|    Some **text**|      - a|</Own>", "<!-- <Own> -->|Some **text**|  - a|"),
        ("<ClientOnly>|    <p>|        a|    </p>|</ClientOnly>", "<p>|    a|</p>|"),
        ("<div>|    <Own>|        a|</div>", "<div>|    <!-- <Own> -->|        a|</div>"),
        ("Text.||{#own}||[a](b){#c}", "Text.||{#own}||[a](./b.md){#c}"),
        ("Text {.a}||- Item {#b .c}", "Text |{.a}||- Item <a id=\"b\"></a>"),
        (
            "## B c|[a](#b_c) [d](#d_e) [f](#f_g) <a id=\"d_e\"></a>",
            "## B c|[a](#b-c) [d](#d_e) [f](#f_g) <a id=\"d_e\"></a>",
        ),
        ("$x$", "$x$"),
        ("<ClientOnly><p>Text.</p></ClientOnly>", "<p>Text.</p>"),
        ("<script setup>|const a = 1||const b = 2|</script>|Text.", "Text."),
        ("[a](b#B) [a](/guide/) [a](./b.html) [a](c)", "[a](./b.md#b) [a](./index.md) [a](./b.md) [a](c)"),
        (
            "[a](https://a.example/b) [a](javascript:b) ![a](leaf.png)",
            "[a](https://a.example/b) [a](javascript:b) ![a](/guide/leaf.png)",
        ),
        ("![a](/logo.svg){.c} [a][b]||[b]: ./b \"t\"", "![a](/logo.svg){.c} [a][b]||[b]: ./b.md \"t\""),
        (
            "<a href=\"./b\">x</a> <img src=\"./leaf.png\">",
            "<a href=\"./b.md\">x</a> <img src=\"/guide/leaf.png\">",
        ),
        ("<https://a.example> a < b <!-- {{ a }} -->", "<https://a.example> a < b <!-- {{ a }} -->"),
        ("    {{ a }}", "    {{ a }}"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, expected.trim_end_matches('|'), "{markdown}");
    }
}

#[test]
fn formulas_and_shared_files_stay() {
    let site = imported(
        "
//- .vitepress/config.js
export default { markdown: { math: true } }
//- a.md
# A

$a_{b}$ and $5

<!--@include: ./parts/part.md#one-->
//- b/b.md
# B

$$
x *y* z
$$

<!--@include: @/parts/part.md#one-->
//- parts/part.md
<!-- #region one -->
Part with [a link](/a).
<!-- #endregion one -->
",
    );
    let include = "::include{file=\"/docs/parts/part.md\" region=\"one\"}";
    assert_eq!(text(&site, "content/docs/a.md"), format!("# A\n\n$a_{{b}}$ and \\$5\n\n{include}\n"));
    assert_eq!(
        text(&site, "content/docs/b/b.md"),
        format!("---\nslug: \"/b/b\"\n---\n# B\n\n$$\nx *y* z\n$$\n\n{include}\n")
    );
    assert!(text(&site, "content/docs/parts/part.md").contains("Part with [a link](../a.md)."));
    assert!(text(&site, "docgen.toml").contains("math = true"));
}

#[test]
fn attribute_lists_and_formulas_have_the_options_of_the_config() {
    for attributes in ["left: '%{', right: '}%'", "leftDelimiter: '%{', rightDelimiter: '}%'"] {
        let site = imported(&format!(
            "
//- .vitepress/config.js
export default {{ markdown: {{ attrs: {{ {attributes} }}, math: {{ tex: {{ macros: {{ R: '\\\\mathbb{{R}}' }} }} }} }} }}
//- a.md
# A

## B %{{#Own}}%

$$x \\in \\R =

y$$
"
        ));
        let page = text(&site, "content/docs/a.md");
        assert_eq!(page, "# A\n\n## B {#Own}\n\n$$\nx \\in \\mathbb{R} =\ny\n$$\n");
    }
}

const SITE: &str = "
//- docs/.vitepress/config.ts
import { defineConfig } from 'vitepress'
import { generate } from 'some-sidebar'
const base = '/tea/'
export default defineConfig({
  title: 'Kettle',
  base,
  cleanUrls: true,
  srcExclude: ['**/drafts/**'],
  rewrites: { 'en/:rest*': ':rest*' },
  strange: 1,
  markdown: { anchor: { slugify: (text) => text.toUpperCase().replace(/ /g, '_') } },
  head: [['link', { rel: 'icon', href: '/tea/logo.svg' }], ['meta', { name: 'a', content: 'b' }], ['base', {}]],
  themeConfig: {
    logo: { light: '/logo.svg', dark: '/dark.svg' },
    nav: [
      { text: 'Guide', link: '/guide/', activeMatch: '^/guide' },
      { text: 'More', items: [{ text: 'Group', items: [{ text: 'Code', link: 'https://code.example' }] }] },
    ],
    sidebar: {
      '/guide/': { base: '/guide/', items: [
        { text: '<b>Start</b>', collapsed: true, items: [{ text: 'Steep', link: 'steep' }, { text: 'Gone', link: 'gone' }] },
        { text: 'Empty', items: [] },
      ] },
      '/': [{ text: 'Home', link: '/guide/' }],
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/me/kettle' }],
    footer: { message: 'One', copyright: 'Two' },
    editLink: { pattern: 'https://code.example/:path', text: 'Edit it' },
    outline: 'deep',
    search: { provider: 'algolia', options: { appId: '', apiKey: 'b', indexName: 'c' } },
  },
  locales: {
    root: { label: 'English', lang: 'en-US' },
    zh_CN: { label: '中文', themeConfig: { nav: [], sidebar: [{ text: '指南', link: '/zh_CN/guide/steep' }] } },
    it: { label: 'Italiano', link: 'https://it.example' },
  },
})
//- docs/en/index.md
---
layout: home
hero: { name: Kettle, text: Hot, image: /logo.svg, actions: [{ theme: alt, text: Go, link: /guide/steep }] }
features: [{ icon: 🫖, title: Warm, details: Always, link: /guide/ }]
---
//- docs/en/guide/index.md
# Guide
//- docs/en/guide/steep.md
---
title: Steeping
outline: [2, 3]
prev: false
odd: 1
---
## Too hot

[Home](/) [Guide](./)
//- docs/en/drafts/a.md
# Draft
//- docs/en/[a].md
# Dynamic
//- docs/zh_CN/guide/steep.md
# 指南
//- docs/public/logo.svg
logo
//- docs/public/_redirects
/old /guide/steep 301
/gone /nowhere
/old.html /guide/steep
/older /old # twice
/v1/* /guide/:splat
//- docs/.vitepress/theme/style.css
:root { --vp-c-brand-1: var(--own); --own: #123456; }
";

#[test]
fn a_site_of_vitepress_becomes_a_site_of_docgen() {
    let imported = imported(SITE);
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    for (path, expected) in [
        ("site.title", "\"Kettle\""),
        ("site.base_url", "\"/tea/\""),
        ("site.trailing_slash", "false"),
        ("site.favicon", "\"/logo.svg\""),
        ("site.accent", "\"#123456\""),
        ("navbar.logo.src", "\"/logo.svg\""),
        ("navbar.items.0.href", "\"/guide/index\""),
        ("navbar.items.0.active_base_regex", "\"^/guide\""),
        ("navbar.items.1.items.0.href", "\"https://code.example\""),
        ("navbar.items.2.items.0.label", "\"Italiano\""),
        ("navbar.items.3.label", "\"GitHub\""),
        ("navbar.items.4.type", "\"localeDropdown\""),
        ("docs.sidebars.guide.0.category", "\"Start\""),
        ("docs.sidebars.guide.0.collapsed", "true"),
        ("docs.sidebars.guide.0.items.0.doc", "\"guide/steep\""),
        ("docs.sidebars.docs.0.doc", "\"guide/index\""),
        ("docs.sidebars.zh_cn.0.label", "\"指南\""),
        ("docs.edit_url", "\"https://code.example/{path}\""),
        ("docs.toc_max_heading_level", "6"),
        ("footer.copyright", "\"One<br>Two\""),
        ("i18n.default_locale", "\"en-US\""),
        ("i18n.locales.1.code", "\"zh-CN\""),
        ("redirects.0.from", "\"/zh_CN/*\""),
        ("redirects.0.to", "\"/zh-CN/*\""),
        ("redirects.1.to", "\"/guide/steep\""),
        ("redirects.2.from", "\"/older\""),
        ("redirects.2.to", "\"/guide/steep\""),
        ("redirects.3.from", "\"/v1/*\""),
        ("redirects.3.to", "\"/guide/*\""),
        ("head.0.attributes.name", "\"a\""),
        ("search", ""),
    ] {
        assert_eq!(super::setting(&config, path), expected, "{path}");
    }
    let home = text(&imported, "content/pages/index.md");
    assert!(
        home.contains("\"title\":\"Kettle: Hot\"")
            && home.contains("\"href\":\"/guide/steep\",\"variant\":\"secondary\"")
            && home.contains(
                "![](/logo.svg)\n\n::::cards\n:::card[🫖 Warm]{href=\"/guide/index\"}\nAlways\n:::"
            ),
        "{home}"
    );
    assert_eq!(
        text(&imported, "content/docs/guide/steep.md"),
        "---\ntitle: \"Steeping\"\ntoc_min_heading_level: 2\ntoc_max_heading_level: 3\npagination_prev: null\n\
         hide_title: true\n---\n## Too hot {#TOO_HOT}\n\n[Home](../../pages/index.md) [Guide](./index.md)\n"
    );
    let chinese = text(&imported, "content/i18n/zh-CN/docs/guide/steep.md");
    assert!(chinese.contains("displayed_sidebar: \"zh_cn\""), "{chinese}");
    assert!(!imported.files.contains_key(&SourcePath::new("content/docs/drafts/a.md")));
    let logo = imported.files.get(&SourcePath::new("static/logo.svg"));
    assert_eq!(logo, Some(&Content::Copy(SourcePath::new("docs/public/logo.svg"))));
    let mut left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    left.sort_unstable();
    assert_eq!(
        left,
        [
            "not imported: a redirect rule",
            "not imported: the `base` tag in `head`",
            "not imported: the `odd` front matter key",
            "not imported: the `strange` setting",
            "not imported: the dynamic route",
            "not imported: the link to the missing page `/guide/gone`",
            "not imported: the navbar for the locale `zh_CN`",
            "not imported: the search with Algolia (the config doesn't contain all of its keys)",
            "not imported: the theme's style sheet",
        ]
    );
}

#[test]
fn tables_of_contents_are_reported_if_they_are_not_beside_the_page() {
    for (config, page, expected) in [
        ("{\"title\": \"A\"}", "Text", None),
        ("{\"title\": \"A\"}", "[[toc]]", Some("not imported: an inline table of contents")),
        (
            "{\"themeConfig\": {\"outline\": false}}",
            "Text",
            Some("not imported: the `themeConfig.outline` setting"),
        ),
    ] {
        let site = imported(&format!("\n//- .vitepress/config.json\n{config}\n//- index.md\n{page}\n"));
        assert_eq!(site.left.first().map(|found| found.message.as_str()), expected, "{config} {page}");
    }
}

#[test]
fn pages_of_locales_without_a_root_lose_the_folder_of_the_first_one() {
    let imported = imported(
        "
//- .vitepress/config.json
{\"locales\": {\"en\": {\"label\": \"English\", \"title\": \"Tea\"}, \"fr\": {\"label\": \"Français\"}}}
//- index.md
Choose.
//- en/index.md
# Tea
//- en/a/b.md
[Tea](/en/) [French](/fr/)
//- fr/index.md
# Thé
",
    );
    assert_eq!(
        text(&imported, "content/docs/a/b.md"),
        "---\nhide_title: true\naliases: [\"/en/a/b\"]\n---\n[Tea](../index.md) [French](/fr/index)\n"
    );
    assert!(text(&imported, "content/i18n/fr/docs/index.md").contains("slug: \"/index\""));
    assert!(text(&imported, "docgen.toml").contains("to = \"/fr/index\""));
    assert_eq!(imported.left.len(), 1, "{:?}", imported.left);
}

#[test]
fn folders_have_configs_of_their_own() {
    let imported = imported(
        "
//- .vitepress/config.ts
export default { rewrites: { 'en/:rest*': ':rest*' }, locales: { root: { label: 'English' }, fr: { label: 'Français' } } }
//- en/config.ts
import { defineAdditionalConfig } from 'vitepress'
export default defineAdditionalConfig({ themeConfig: {
  nav: [{ text: 'Start', link: '/theme-a' }],
  sidebar: [{ text: 'All', base: '/theme-', items: [{ text: 'A', link: 'a' }] }],
} })
//- en/theme-a.md
# A
//- fr/config.ts
import { defineAdditionalConfig } from 'vitepress'
export default defineAdditionalConfig({ themeConfig: { outline: { label: 'Sur cette page' } } })
//- fr/theme-a.md
# A
//- other/config.ts
import { defineAdditionalConfig } from 'vitepress'
export default defineAdditionalConfig({ description: 'Other' })
//- other/b.md
# B
",
    );
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    assert_eq!(super::setting(&config, "navbar.items.0.href"), "\"/theme-a\"");
    assert_eq!(super::setting(&config, "docs.sidebars.docs.0.items.0.doc"), "\"theme-a\"");
    assert!(text(&imported, "content/i18n/fr/messages.json").contains("Sur cette page"));
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the folder's config"]);
}

#[test]
fn a_config_reads_data_above_the_folder_and_reports_unknown_texts() {
    let config = "
//- .vitepress/config.ts
import fs from 'node:fs'
import { version } from '../../package.json'
import { next } from '../../other'
import { name } from 'some-package'
import { missing } from './data.json'
const read = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url)))
export default { themeConfig: { nav: [
  { text: `v${version}`, link: '/a' },
  { text: read.version, link: '/a' },
  { text: `v${next}`, link: '/a' },
  { text: 'n ' + name, link: '/a' },
  { text: `m${missing}`, link: '/a' },
] } }
//- .vitepress/data.json
{}
//- package.json
{\"version\": \"wrong\"}
//- a.md
# A
";
    let imported = imported(&config.replace("\\\"", "\""));
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    let labels: Vec<String> =
        (0..5).map(|at| super::setting(&config, &format!("navbar.items.{at}.label"))).collect();
    assert_eq!(labels, ["\"v1.2.3\"", "\"1.2.3\"", "\"v\"", "\"n\"", "\"m\""]);
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    let expected = [2, 3, 4]
        .map(|at| format!("not imported: a part of `themeConfig.nav[{at}].text` that docgen can't compute"));
    assert_eq!(left, expected);
}

#[test]
fn files_that_include_themselves_end() {
    let twice = "<!--@include: ./a.md-->\n<!--@include: ./b.md-->\n";
    let site = format!(
        "//- .vitepress/config.json\n{{}}\n//- a.md\n{}//- b.md\n{}",
        twice.repeat(8),
        twice.repeat(8)
    );
    let imported = imported(&site);
    assert!(text(&imported, "content/docs/a.md").len() < 10 << 20);
}

#[test]
fn no_text_makes_an_import_fail() {
    super::random(
        &[
            "::: tip",
            ":::",
            "::: code-group",
            "== a",
            "```js{",
            "}",
            "[a",
            "]",
            "```",
            "<<< ",
            "@/a",
            "#r",
            "<!--@include: ",
            "-->",
            "{{",
            "}}",
            "<Badge",
            " text=\"",
            "\"",
            "/>",
            "</Badge>",
            "<a ",
            ":b=",
            ">",
            ":tada:",
            "# ",
            "{#a}",
            "[!TIP]",
            "> ",
            "- ",
            "    ",
            "é",
            "\\",
            "`",
            "(",
            ")",
            "<script>",
            "---",
            "\n",
            "\n",
        ],
        &|text| _ = converted(text),
        200,
    );
}

#[test]
fn a_rule_for_an_index_file_is_a_rule_for_its_folder() {
    let imported = imported(
        "//- .vitepress/config.json\n{}\n//- a.md\n# A\n//- public/_redirects\n/a/index.html /b 301!\n/c/index.html /a\n",
    );
    let config = text(&imported, "docgen.toml");
    assert!(config.contains("from = \"/c\"\nto = \"/a\"") && !config.contains("index.html"), "{config}");
    let left: Vec<&str> = imported.left.iter().flat_map(|found| &found.hints).map(|hint| &**hint).collect();
    assert!(left.contains(&"remove the rule, or remove the page at the same path"), "{left:?}");
}

#[test]
fn containers_that_are_not_closed_end_before_the_next_tab() {
    let page = converted(":::tabs\n== A\n::: code-group\n```sh [x]\na\n```\n\n== B\n\nTwo.\n:::");
    assert!(page.contains("tab[A]") && page.contains("tab[B]") && !page.contains("== B"), "{page}");
}

#[test]
fn only_fragments_that_match_a_heading_after_the_conversion_change() {
    let site = imported(
        "//- .vitepress/config.json\n{}\n//- a.md\n[B](./b#My-Part) [State](./b#eyJhIjoiQiJ9) [Own](#Below)\n\n## Below\n//- b.md\n# B\n\n## My part\n",
    );
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains("[B](./b.md#my-part) [State](./b.md#eyJhIjoiQiJ9) [Own](#below)"), "{page}");
}
