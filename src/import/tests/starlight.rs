//! Tests for Starlight imports.

use super::{Content, imported, text};
use crate::path::SourcePath;

/// The config, and the files that pages link to and import.
const FILES: &str = "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
import react from '@astrojs/react'
export default { base: '/tea', integrations: [starlight({ title: 'Kettle' }), react()] }
//- src/content/docs/guide/b.md
---
title: B
---
//- src/content/docs/guide/_part.mdx
Part with <b class=\"c\">bold</b>.
//- src/assets/leaf.png
leaf
//- src/components/Own.astro
<script>1</script>
//- src/components/Chart.tsx
import { data } from '~/data'
import './chart.css'
export default () => <p>{data}</p>
//- src/components/chart.css
p {}
//- src/components/Packaged.tsx
import dayjs from 'dayjs'
//- src/data.ts
export const data = 1
//- tsconfig.json
{ \"compilerOptions\": { \"paths\": { \"~/*\": [\"./src/*\"] } } } // A comment.
";

/// Converts a page's text.
fn converted(markdown: &str, extension: &str) -> String {
    let site = format!("{FILES}//- src/content/docs/guide/a.{extension}\n---\ntitle: A\n---\n{markdown}\n");
    let imported = imported(&site);
    let page = text(&imported, &format!("content/docs/guide/a.{extension}"));
    page.split_once("\"A\"\n---\n").map_or(page, |(_, text)| text).to_owned()
}

#[test]
fn constructs_of_starlight_have_the_same_meaning() {
    // Inputs with their file extensions and expected results. A `|` stands for a line break.
    let table = [
        (
            "md",
            ":::note[Title]{icon=\"open-book\"}|Text.|:::",
            ":::note[Title]{icon=\"book-open\"}|Text.|:::",
        ),
        ("md", ":::tip{icon=\"unknown-icon\"}|Text.|:::", ":::tip|Text.|:::"),
        (
            "md",
            "[a](/tea/guide/b/#x) [a](../b/) [a](./b.md) {c}",
            "[a](./b.md#x) [a](./b.md) [a](./b.md) {c}",
        ),
        (
            "md",
            "![a](../../../assets/leaf.png) ![a](~/assets/leaf.png)",
            "![a](/assets/leaf.png) ![a](/assets/leaf.png)",
        ),
        ("md", "```js title=\"a\" ins={1} {2}|a|b|```", "```js title=\"a\" {2} ins={1}|a|b|```"),
        ("md", "- a|  ```js|  // a.js|  b|  ```", "- a|  ```js title=\"a.js\"|  b|  ```"),
        (
            "mdx",
            "import { Card, Own as Other } from '@astrojs/starlight/components'||<Card title=\"a\" icon=\"open-book\">b</Card>",
            "import { Card } from \"@astrojs/starlight/components\";||<Card title=\"a\" icon=\"book-open\">b</Card>",
        ),
        (
            "mdx",
            "import Own from '../../../components/Own.astro'||<Own a={b}>|Text.|</Own>|{Own.x}",
            "{/* <Own a={b}> */}|Text.||{/* {Own.x} */}",
        ),
        (
            "mdx",
            "import Own from '../../../components/Own.astro'||<Own a={`b||export const c = 1|~~~js|`} />",
            "{/* <Own a={`b export const c = 1 ~~~js `} /> */}",
        ),
        (
            "mdx",
            "import { Image } from 'astro:assets'|import leaf from '~/assets/leaf.png'||<Image src={leaf} alt=\"a\" quality={2} /> <img src={leaf.src} alt=\"\" />",
            "import leaf from '/src/assets/leaf.png'||<img src={leaf} alt=\"a\" /> <img src={leaf} alt=\"\" />",
        ),
        (
            "mdx",
            "import Chart from '~/components/Chart'||<Chart client:load />",
            "import Chart from '/src/components/Chart.tsx'||<Chart client=\"load\" />",
        ),
        ("mdx", "import Packaged from '~/components/Packaged'||a", "a"),
        (
            "mdx",
            "import Part from './_part.mdx'||<Part />",
            "import Part from '/content/docs/guide/_part.mdx'||<Part />",
        ),
        (
            "mdx",
            "import { Content as Part } from './_part.mdx'||<Part />",
            "import Part from '/content/docs/guide/_part.mdx'||<Part />",
        ),
        (
            "mdx",
            "import {|  Content,|  a as b,|} from './_part.mdx'||<Content />",
            "import { default as Content, a as b } from '/content/docs/guide/_part.mdx'||<Content />",
        ),
        (
            "mdx",
            "import code from '~/data.ts?raw'||<Code code={code} lang=\"ts\" />",
            "import code from '/src/data.ts?raw'||<Code code={code} lang=\"ts\" />",
        ),
        (
            "mdx",
            "<p class=\"a\" style=\"color: red; font-size:2px\" onclick=\"b()\">c</p>",
            "<p className=\"a\" style={{ \"color\": \"red\", \"fontSize\": \"2px\" }}>c</p>",
        ),
        (
            "mdx",
            "import { Card } from '@astrojs/starlight/components'||<Card title=\"<i>a</i>\">b</Card>",
            "import { Card } from \"@astrojs/starlight/components\";||<Card title={<span dangerouslySetInnerHTML={{ __html: \"<i>a</i>\" }} />}>b</Card>",
        ),
        (
            "mdx",
            "<b set:html={\"<i class=\\\"Astro\\\">a</i>\"} />",
            "<b dangerouslySetInnerHTML={{ __html: \"<i class=\\\"Astro\\\">a</i>\" }} />",
        ),
        (
            "mdx",
            "<Fragment set:html={a}>b</Fragment>",
            "<span style={{ \"display\": \"contents\" }} dangerouslySetInnerHTML={{ __html: a }} /><>b</>",
        ),
        (
            "mdx",
            "<LinkCard title=\"a\" href=\"/tea/guide/b/\" />",
            "<LinkCard title=\"a\" href=\"./b.md\" />",
        ),
        ("mdx", "a :b[c]{d=0} {1 + 1} \\{e}", "a :b[c]\\{d=0} {1 + 1} \\{e}"),
        ("mdx", "## A <Badge text=\"b\" />|## A", "## A <Badge text=\"b\" /> {#a-}|## A"),
        (
            "mdx",
            "<Icon name=\"star\" /> <Icon name=\"unknown-icon\" label=\"a\" />",
            "<Icon name=\"star\" /> a",
        ),
        ("mdx", "import './own.css'||a {import.meta.env.B}", "a {/* {import.meta.env.B} */}"),
    ];
    for (extension, markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n"), extension);
        let found = found.trim_matches('\n').replace('\n', "|");
        assert_eq!(found, expected.trim_matches('|'), "{markdown}");
    }
}

#[test]
fn the_modules_of_components_are_copied() {
    let site = format!(
        "{FILES}//- src/content/docs/a.mdx\n---\ntitle: A\n---\nimport Chart from '~/components/Chart'\nimport Part from './guide/_part.mdx'\n\n<Chart client:visible />\n"
    );
    let imported = imported(&site);
    let chart = text(&imported, "src/components/Chart.tsx");
    assert!(
        chart.starts_with(
            "\"use client\";\nimport { data } from '/src/data.ts'\nimport '/src/components/chart.css'"
        ),
        "{chart}"
    );
    assert_eq!(text(&imported, "content/docs/guide/_part.mdx"), "Part with <b className=\"c\">bold</b>.\n");
    assert!(imported.files.contains_key(&SourcePath::new("src/data.ts")));
}

const SITE: &str = "
//- docs/astro.config.ts
import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
import other from 'some-integration'
import plugin from 'some-plugin'
export default defineConfig({
  site: 'https://kettle.example',
  strange: 1,
  redirects: { '/old': '/guide/steep/', '/gone': '/nowhere', '/[...x]': '/' },
  integrations: [starlight({
    title: { en: 'Kettle' },
    logo: { src: './src/assets/logo.svg', replacesTitle: true },
    social: [{ icon: 'github', label: 'GitHub', href: 'https://github.com/me/kettle' }],
    editLink: { baseUrl: 'https://code.example/docs/' },
    tableOfContents: { minHeadingLevel: 3, maxHeadingLevel: 4 },
    customCss: ['./src/own.css'],
    head: [{ tag: 'meta', attrs: { name: 'a', content: 'b' } }],
    plugins: [plugin({ a: 1 })],
    components: { Footer: './src/Footer.astro' },
    sidebar: [
      { label: 'Guide', translations: { de: 'Anleitung' }, collapsed: true, items: ['guide/steep', { label: 'Code', link: 'https://code.example' }] },
      { label: 'Flat', autogenerate: { directory: 'flat' } },
      { label: 'Deep', autogenerate: { directory: 'deep' } },
      { label: 'Gone', slug: 'gone', badge: 'New' },
    ],
    locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } },
  }), other({ b: 1 })],
})
//- docs/src/content/docs/index.mdx
---
title: Kettle
template: splash
hero: { tagline: Hot, image: { file: ../../assets/logo.svg }, actions: [{ text: Go, link: guide/steep/, variant: minimal }] }
---
Words.
//- docs/src/content/docs/guide/Steep Tea.md
---
title: Steep
slug: guide/steep
sidebar: { label: Steeping, order: 2 }
tableOfContents: false
prev: false
odd: 1
banner: { content: Hot! }
---
Text {a}.
//- docs/src/content/docs/flat/a.md
---
title: A
---
//- docs/src/content/docs/deep/z.md
---
title: Z
sidebar: { order: 1 }
---
//- docs/src/content/docs/deep/in/x.md
---
title: X
---
//- docs/src/content/docs/deep/hidden.md
---
title: Hidden
sidebar: { hidden: true }
---
//- docs/src/content/docs/page.mdoc
//- docs/src/content/docs/de/guide/Steep Tea.mdx
---
title: Ziehen
slug: de/guide/steep
---
//- docs/src/content/i18n/de.json
{ \"page.nextLink\": \"Weiter\" }
//- docs/src/pages/extra.astro
//- docs/src/assets/logo.svg
logo
//- docs/src/own.css
:root { --sl-color-accent: #123456; }
";

#[test]
fn a_site_of_starlight_becomes_a_site_of_docgen() {
    let imported = imported(SITE);
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    for (path, expected) in [
        ("site.title", "\"Kettle\""),
        ("site.url", "\"https://kettle.example\""),
        ("site.accent", "\"#123456\""),
        ("navbar.logo.src", "\"/assets/logo.svg\""),
        ("navbar.title", "\"\""),
        ("navbar.items.0.label", "\"GitHub\""),
        ("docs.edit_url", "\"https://code.example/docs/{path}\""),
        ("docs.toc_min_heading_level", "3"),
        ("docs.sidebars.docs.0.category", "\"Guide\""),
        ("docs.sidebars.docs.0.collapsed", "true"),
        ("docs.sidebars.docs.0.items.0", "\"guide/Steep Tea\""),
        ("docs.sidebars.docs.1.items.0.autogenerated", "\"flat\""),
        ("docs.sidebars.docs.2.items.0", "\"deep/z\""),
        ("docs.sidebars.docs.2.items.1.category", "\"in\""),
        ("docs.sidebars.docs-de.0.category", "\"Anleitung\""),
        ("i18n.locales.1.code", "\"de\""),
        ("redirects.0.to", "\"/guide/steep\""),
        ("markdown.smart_punctuation", "true"),
        ("head.0.attributes.name", "\"a\""),
    ] {
        assert_eq!(super::setting(&config, path), expected, "{path}");
    }
    let home = text(&imported, "content/pages/index.mdx");
    assert!(
        home.contains("\"href\":\"/guide/steep\",\"variant\":\"secondary\"")
            && home.contains("![](/assets/logo.svg)"),
        "{home}"
    );
    // Because a translation is MDX, the original is also converted to MDX.
    assert_eq!(
        text(&imported, "content/docs/guide/Steep Tea.mdx"),
        "---\ntitle: \"Steep\"\nsidebar_position: 2\nsidebar_label: \"Steeping\"\nhide_table_of_contents: true\n\
         pagination_prev: null\nslug: \"/guide/steep\"\n---\n:::info[]\nHot!\n:::\n\nText \\{a}.\n"
    );
    let german = text(&imported, "content/i18n/de/docs/guide/Steep Tea.mdx");
    assert!(german.contains("displayed_sidebar: \"docs-de\""), "{german}");
    assert!(text(&imported, "content/i18n/de/messages.json").contains("\"pager_next\": \"Weiter\""));
    let logo = imported.files.get(&SourcePath::new("static/assets/logo.svg"));
    assert_eq!(logo, Some(&Content::Copy(SourcePath::new("docs/src/assets/logo.svg"))));
    let mut left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    left.sort_unstable();
    assert_eq!(
        left,
        [
            "not imported: a badge in the sidebar",
            "not imported: the Markdoc page",
            "not imported: the `odd` front matter key",
            "not imported: the `some-integration` integration",
            "not imported: the `some-plugin` plugin",
            "not imported: the `strange` setting",
            "not imported: the missing page `gone` in the sidebar",
            "not imported: the override of `Footer`",
            "not imported: the page outside the documentation",
            "not imported: the redirect from `/[...x]`",
            "not imported: the redirect to `/nowhere`, which isn't a page",
            "not imported: the theme's style sheet",
        ]
    );
}

#[test]
fn failures_in_a_config_keep_its_plain_values() {
    // Code before the export, an Astro setting, and the reported reason.
    for (code, setting, reason) in [
        ("import plugin from './plugin.mjs'", "markdown: { remarkPlugins: [plugin] }", Some("`plugin.mjs`")),
        ("import plugin from './syntax.mjs'", "markdown: { remarkPlugins: [plugin] }", Some("`syntax.mjs`")),
        ("import { headers } from './headers.mjs'", "server: { headers: headers() }", None),
        ("import { gone } from './headers.mjs'", "server: { headers: gone() }", Some("not a function")),
        (
            "const a = await (await fetch('https://a.example', { b: 1 })).json()",
            "server: { a: a.b.c() }",
            None,
        ),
        ("import { execSync as run } from 'child_process'", "server: { a: run('a', { b: 1 }).trim() }", None),
        (
            "import { readFileSync } from 'fs'\nconst [a] = JSON.parse(readFileSync('a.json', 'utf8')).version.split('.')",
            "server: { a: a.trim() }",
            None,
        ),
        ("const date = new Intl.DateTimeFormat('en', { a: 1 }).format(1)", "server: { date }", None),
    ] {
        let imported = imported(&format!(
            "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
{code}
export default {{ {setting}, integrations: [starlight({{ title: 'Kettle', sidebar: ['a'] }})] }}
//- plugin.mjs
const format = unknown.format
export default () => format
//- syntax.mjs
const a = ;
//- headers.mjs
import fs from 'fs'
export const headers = () => Object.fromEntries(fs.globSync('a').map((a) => [a, fs.statSync(a).size]))
//- src/content/docs/a.md
---
title: A
---
"
        ));
        let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
        assert_eq!(super::setting(&config, "site.title"), "\"Kettle\"", "{code}");
        assert_eq!(super::setting(&config, "docs.sidebars.docs.0"), "\"a\"", "{code}");
        let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
        match reason {
            Some(reason) => assert!(left.iter().any(|message| message.contains(reason)), "{code}: {left:?}"),
            None => assert!(left.is_empty(), "{code}: {left:?}"),
        }
    }
}

#[test]
fn folders_with_an_underscore_have_pages_only_if_a_loader_reads_them() {
    for (config, expected) in [
        ("docs: defineCollection({ schema: docsSchema() })", false),
        ("docs: defineCollection({ loader: docsLoader(), schema: docsSchema() })", true),
    ] {
        let imported = imported(&format!(
            "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default {{ integrations: [starlight({{ title: 'T' }})] }}
//- src/content/config.ts
export const collections = {{ {config} }}
//- src/content/docs/a.md
---
title: A
---
//- src/content/docs/_parts/b.md
---
title: B
---
"
        ));
        let has = imported.files.keys().any(|path| path.file_name() == "b.md");
        assert_eq!(has, expected, "{config}");
    }
}

#[test]
fn a_default_locale_in_a_folder_loses_the_folder() {
    let imported = imported(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'T', defaultLocale: 'en', locales: { en: { label: 'E' }, fr: { label: 'F' } }, sidebar: ['a'] })] }
//- src/content/docs/en/a.md
---
title: A
---
[French](/fr/a/)
//- src/content/docs/fr/a.md
---
title: A
---
",
    );
    assert_eq!(
        text(&imported, "content/docs/a.md"),
        "---\ntitle: \"A\"\naliases: [\"/en/a\"]\n---\n[French](/fr/a)\n"
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: Starlight's UI translation for `fr`"]);
}

#[test]
fn blogs_of_the_plugin_are_converted() {
    let imported = imported(
        "//- astro.config.mjs
import starlight from '@astrojs/starlight'
import starlightBlog from 'starlight-blog'
const site = 'https://tea.example'
export default {
  site,
  integrations: [starlight({
    title: 'T',
    head: [{ tag: 'meta', attrs: { property: 'og:image', content: new URL('og.png', site).href } }],
    locales: { root: { label: 'E', lang: 'en' }, fr: { label: 'F' } },
    plugins: [starlightBlog([
      { title: { fr: 'F', en: 'News' }, postCount: 3, metrics: {}, authors: { jo: { name: 'Jo', picture: '/jo.png' } } },
      { prefix: 'team/diary', navigation: 'none' },
    ])],
    sidebar: ['a', { label: 'All', link: '/blog/' }],
  })],
}
//- src/content/docs/a.md
---
title: A
date: 2026-01-02
---
[First](/blog/first/) [tag](/blog/tags/x/)
//- src/content/docs/blog/2026-01-02-first.md
---
title: First
slug: blog/first
date: 2026-01-02
tags: [x]
excerpt: In *short*.
cover:
  alt: C
  image: ../../../assets/c.png
---
One.

<!-- excerpt -->

Two. [A](/a/)
//- src/content/docs/blog/second.mdx
---
title: Second
description: D
date: 2026-02-03T10:00:00Z
authors:
  - name: Al
    picture: https://x.example/al.png
  - jo
featured: true
---
{/* excerpt */}
//- src/content/docs/fr/blog/second.mdx
---
title: Deux
date: 2026-02-03
---
//- src/content/docs/team/diary/one.md
---
title: One
date: 2026-03-04
---
//- src/assets/c.png
c
",
    );
    let config = text(&imported, "docgen.toml");
    for part in [
        "[[blog]]\nid = \"blog\"\nroute = \"/blog\"\ntitle = \"News\"\nposts_per_page = 3\n",
        "id = \"team-diary\"\nroute = \"/team/diary\"\ntitle = \"Blog\"\n",
        "label = \"News\"\nhref = \"/blog\"\n",
        "{ href = \"/blog\", label = \"All\" }",
        "image = \"https://tea.example/og.png\"",
    ] {
        assert!(config.contains(part), "{part} in {config}");
    }
    for (path, expected) in [
        ("docs/a.md", "---\ntitle: \"A\"\n---\n[First](../blog/2026-01-02-first.md) [tag](/blog/tags/x/)\n"),
        (
            "blog/2026-01-02-first.md",
            "---\ntitle: \"First\"\ndate: \"2026-01-02\"\ntags: [\"x\"]\ndescription: \"In short.\"\nimage: \"/assets/c.png\"\nauthors: [\"jo\"]\nslug: \"first\"\n---\nOne.\n\n<!-- truncate -->\n\nTwo. [A](../docs/a.md)\n",
        ),
        (
            "blog/second.mdx",
            "---\ntitle: \"Second\"\ndescription: \"D\"\ndate: \"2026-02-03\"\nauthors: [{\"name\":\"Al\",\"image\":\"https://x.example/al.png\"},\"jo\"]\nslug: \"second\"\n---\n{/* truncate */}\n",
        ),
        ("blog/authors.toml", "[jo]\nname = \"Jo\"\nimage = \"/jo.png\"\n"),
        (
            "i18n/fr/blog/second.mdx",
            "---\ntitle: \"Deux\"\ndate: \"2026-02-03\"\nauthors: [\"jo\"]\nslug: \"second\"\n---\n",
        ),
        ("team-diary/one.md", "---\ntitle: \"One\"\ndate: \"2026-03-04\"\nslug: \"one\"\n---\n"),
    ] {
        assert_eq!(text(&imported, &format!("content/{path}")), expected, "{path}");
    }
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: Starlight's UI translation for `fr`",
            "not imported: the `metrics` option of `starlight-blog`",
            "not imported: the `date` front matter key",
            "not imported: the `featured` front matter key",
        ]
    );
}

#[test]
fn no_text_makes_an_import_fail() {
    let pieces = [
        "import a from '",
        "'",
        "~/assets/leaf.png",
        "export const b = ",
        "<",
        "</",
        "Card",
        "Own",
        " a=\"",
        "\"",
        "={",
        "{",
        "}",
        "/>",
        ">",
        "`",
        "```js ",
        "ins={",
        "/x/",
        "```",
        ":::note",
        "[",
        "](",
        ")",
        "{icon=",
        "# ",
        "{/*",
        "*/}",
        "<!--",
        "-->",
        "\\",
        "é",
        "\n",
        "\n",
        "---",
        "style=\"",
        "set:html=",
        "client:load",
        "{#a}",
    ];
    super::random(&pieces, &|text| _ = converted(text, "mdx"), 150);
    super::random(&pieces, &|text| _ = converted(text, "md"), 100);
}
