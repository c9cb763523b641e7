//! Tests for Astro components of Starlight sites.

use super::starlight_plugins::left;
use super::{Content, Imported, imported, text};
use crate::path::SourcePath;

/// Imports a site whose page shows a component. A `|` stands for a line break.
fn site(component: &str, page: &str) -> Imported {
    let (component, page) = (component.replace('|', "\n"), page.replace('|', "\n"));
    imported(&format!(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default {{ base: '/tea', integrations: [starlight({{ title: 'Kettle' }})] }}
//- src/content/docs/a.mdx
---
title: A
---
import Own from '../../components/Own.astro'

{page}
//- src/content/docs/b.md
---
title: B
---
//- src/components/Own.astro
{component}
//- src/components/Other.astro
<i><slot name=\"x\">none</slot></i>
//- src/components/Fetched.astro
---
const a = await fetch('https://example.com')
---
{{a}}
//- src/components/Self.astro
---
import Self from './Self.astro'
const {{ depth }} = Astro.props
---
{{depth > 0 && <Self depth={{depth - 1}} />}}
//- src/components/both.astro
<b>both</b>
//- src/components/both.tsx
export default () => <b />
//- src/components/list.ts
export {{ default as Other }} from './Other.astro'
//- src/assets/leaf.svg
<svg></svg>
//- src/leaf.css
p {{}}
"
    ))
}

/// What the report contains if a component isn't converted.
const LEFT: &str = "[\"the `Own` component\", \"the import of `../../components/Own.astro`\"]";

/// Returns the converted component without the lines that are the same in all components.
fn converted(component: &str) -> String {
    let imported = site(component, "<Own />");
    let Some(Content::Text(text)) = imported.files.get(&SourcePath::new("src/components/Own.tsx")) else {
        return format!("{:?}", left(&imported));
    };
    let text = text.replace("import { astro } from \"/src/astro-runtime.tsx\";\n", "");
    let (statements, code) = text.split_once("\nexport default function ($: any) {\n").unwrap_or_default();
    let code = code.replace("  const Astro = astro($);\n", "");
    let (code, jsx) = code.split_once("  return (\n    <>").unwrap_or_default();
    let jsx = jsx.strip_suffix("</>\n  );\n}\n").unwrap_or("?");
    format!("{statements}{code}{jsx}").replace('\n', "|")
}

#[test]
fn astro_components_that_present_their_props_become_react_components() {
    // Components with the imports, the code, and the JSX of the converted components. A `|` stands for a line break.
    let table = [
        ("<p>a</p>", "<p>a</p>"),
        (
            "---|interface Props { a: string }|const { a, class: own } = Astro.props as Props|---|<p class={own}>{a}</p>",
            "  interface Props { a: string }|  const { a, class: own } = Astro.props as Props|<p className={own}>{a}</p>",
        ),
        // Attributes.
        (
            "---|const id = `a|b`|---|<p {id} title=`c ${id}` />",
            "  const id = `a|b`|<p id={id} title={`c ${id}`} />",
        ),
        (
            "<input readonly disabled><br><img src=\"/tea/x.png\" alt=a>",
            "<input readonly=\"\" disabled /><br /><img src=\"/tea/x.png\" alt=\"a\" />",
        ),
        (
            "<b class:list={['a', { b: true }]} style=\"--a: b; color: red\" for=\"c\">d</b>",
            "import clsx from \"clsx\";|<b className={clsx(['a', { b: true }])} style={{ \"--a\": \"b\", \"color\": \"red\" }} htmlFor=\"c\">d</b>",
        ),
        (
            "<b set:html={a}></b> <b set:text={a} />",
            "<b dangerouslySetInnerHTML={{ __html: a }}></b> <b>{a}</b>",
        ),
        (
            "<Fragment set:html={a} /><Fragment>b</Fragment>",
            "import { Fragment } from \"react\";|<span style={{ \"display\": \"contents\" }} dangerouslySetInnerHTML={{ __html: a }} /><Fragment>b</Fragment>",
        ),
        ("<a href=\"/tea/b/\">b</a>", "<a href=\"/b\">b</a>"),
        // Expressions.
        (
            "<ul>{a.map(({ b }) => <li>{b > 1 && <b>{b}</b>} it's</li>)}</ul>",
            "<ul>{a.map(({ b }) => <li>{b > 1 && <b>{b}</b>} it's</li>)}</ul>",
        ),
        ("{a && (<b>c</b> <i>d</i>)}", "{a && (<><b>c</b> <i>d</i></>)}"),
        ("{a < b ? `${\"}\"}<b>` : /* } */ '<i>'}", "{a < b ? `${\"}\"}<b>` : /* } */ '<i>'}"),
        ("{a.map((b) => { return <br>; })}", "{a.map((b) => { return <br />; })}"),
        ("{new Map<string, number>()}", "{new Map<string, number>()}"),
        // Text.
        ("a > b } c", "a {\">\"} b {\"}\"} c"),
        (
            "<!-- a --><p>|  a|  <b>b</b>|  <i>c</i>|  {d}|</p>",
            "<p>|  a{\" \"}|  <b>b</b>{\" \"}|  <i>c</i>{\" \"}|  {d}|</p>",
        ),
        ("<pre>|a &lt;|  b</pre>", "<pre>{\"\\na <\\n  b\"}</pre>"),
        // Slots.
        (
            "{Astro.slots.has('x') && <slot name=\"x\" />}<slot>none</slot>",
            "{Astro.slots.has('x') && <Astro.Slot name=\"x\" />}<Astro.Slot>none</Astro.Slot>",
        ),
        (
            "---|import Other from './Other.astro';|import type { A } from 'astro';|---|<Other><b slot=\"x\">a</b></Other>",
            "import Other from '/src/components/Other.tsx';|<Other><b slot=\"x\">a</b></Other>",
        ),
        (
            "---|import Self from './Self.astro'|---|<Self />",
            "import Self from '/src/components/Self.tsx'|<Self />",
        ),
        (
            "---|import Both from './both.astro'|---|<Both />",
            "import Both from '/src/components/both.astro.tsx'|<Both />",
        ),
        (
            "---|import { Other } from './list'|---|<Other />",
            "import { Other } from '/src/components/list.ts'|<Other />",
        ),
        // Images.
        (
            "---|import { Image } from 'astro:assets'|import leaf from '../assets/leaf.svg'|import Leaf from '../assets/leaf.svg'|---|<Image src={leaf} alt=\"\" width={leaf.width} /><Leaf />",
            "import leaf from '/src/assets/leaf.svg'|import Leaf from '/src/assets/leaf.svg'|<img src={leaf} alt=\"\" width={leaf.width} /><img src={Leaf} alt=\"\" />",
        ),
        // What needs Astro.
        ("---|const a = await b()|---|{a}", LEFT),
        ("{Astro.url}", LEFT),
        ("<b>a", LEFT),
        ("<script>a</script>", LEFT),
        ("---|import Fetched from './Fetched.astro'|---|<Fetched />", LEFT),
        ("---|import { getCollection } from 'astro:content'|---|a", LEFT),
        ("<Chart client:load />", LEFT),
    ];
    for (component, expected) in table {
        assert_eq!(converted(component), expected, "{component}");
    }
}

#[test]
fn styles_of_astro_components_apply_only_to_their_elements() {
    let style =
        "<b>a</b>|<style>|b { color: red }|:global(a:not(b)) i {}|</style>|<style is:global>|p {}|</style>";
    let imported = site(style, "<Own />");
    assert_eq!(
        text(&imported, "src/components/Own.astro.css"),
        "b:where([data-component=\"src/components/Own\"]) { color: red }\na:not(b) i:where([data-component=\"src/components/Own\"]) {}\np {}\n",
    );
    let component = text(&imported, "src/components/Own.tsx");
    assert!(component.contains("import \"./Own.astro.css\";\n"), "{component}");
    assert!(component.contains("<b data-component=\"src/components/Own\">a</b>"), "{component}");
    let imported = site("<style>|b { color: var(--sl-color-text); width: var(--own) }|</style>", "<Own />");
    let sheet = text(&imported, "src/components/Own.astro.css");
    assert!(sheet.starts_with(":root {\n  --sl-color-text: var(--color-text);\n}\nb:where("), "{sheet}");
    let imported = site("---|import '../leaf.css'|---|<b>a</b>", "<Own />");
    assert!(text(&imported, "src/components/Own.tsx").contains("import '/src/leaf.css'"));
    for style in ["<style lang=\"scss\">b {}</style>", "<style define:vars={{ a }}>b {}</style>"] {
        assert_eq!(left(&site(style, "<Own />")).len(), 1, "{style}");
    }
}

#[test]
fn content_of_slots_keeps_its_slot() {
    let page = |page: &str| {
        let text = text(&site("<slot /><slot name=\"x\" />", page), "content/docs/a.mdx").to_owned();
        text.split_once("---\n")
            .and_then(|(_, rest)| rest.split_once("---\n"))
            .map(|(_, text)| text.replace('\n', "|"))
    };
    for (before, after) in [
        (
            "<Own>a <b slot=\"x\">b</b></Own>",
            "import Own from '/src/components/Own.tsx'||<Own>a <b slot=\"x\">b</b></Own>|",
        ),
        (
            "<Own><Fragment slot=\"x\">a</Fragment></Own>",
            "import { Fragment } from \"react\";||import Own from '/src/components/Own.tsx'||<Own><Fragment slot=\"x\">a</Fragment></Own>|",
        ),
    ] {
        assert_eq!(page(before).as_deref(), Some(after), "{before}");
    }
}

#[test]
fn an_integration_can_import_components_for_all_pages() {
    let site = imported(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
import AutoImport from 'astro-auto-import'
import { math } from './math'
export default {
  markdown: { processor: math },
  integrations: [
    starlight({ title: 'Kettle' }),
    AutoImport({
      imports: [
        './src/components/Own.astro',
        './src/components/Aside.vue',
        { '@astrojs/starlight/components': ['Tabs', ['Badge', 'Label']] },
      ],
    }),
  ],
}
//- math.js
import math from 'remark-math'
import { unified } from 'processor'
export const math = unified({ remarkPlugins: [math] })
//- src/content/docs/a.mdx
---
title: A
---
<Own />

<Aside>One</Aside>

<Label text=\"new\" />

$x_{y}$

<LinkButton href=\"/\" style=\"margin-top: 1rem\">Go</LinkButton>
//- src/content/docs/b.mdx
---
title: B
---
Text
//- src/components/Own.astro
<b>Own</b>
//- src/components/Aside.vue
<template />
",
    );
    let page = text(&site, "content/docs/a.mdx");
    let start = "import Own from \"/src/components/Own.tsx\";\nimport { Badge as Label } from \"@astrojs/starlight/components\";\n";
    assert!(page.contains(start), "{page}");
    for part in ["<Aside>One</Aside>", "$x_{y}$", "style={{ \"marginTop\": \"1rem\" }}"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!text(&site, "content/docs/b.mdx").contains("import"));
    assert!(text(&site, "docgen.toml").contains("math = true"));
    assert!(!left(&site).iter().any(|what| what.contains("auto-import")), "{:?}", left(&site));
}

#[test]
fn the_text_of_files_outside_the_site_is_copied() {
    let site = imported(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'Kettle' })] }
//- src/content/docs/a.mdx
---
title: A
---
import { Code } from '@astrojs/starlight/components'
import { PackageManagers } from 'starlight-package-managers'
import code from '../../../../code.rs?raw'
import gone from '../../../../gone.rs?raw'

<Code code={code} lang=\"rust\" />
",
    );
    let page = text(&site, "content/docs/a.mdx");
    assert!(page.contains("import code from '/outside/code.rs?raw'"), "{page}");
    assert!(page.contains("import { PackageManagers } from 'starlight-package-managers'"), "{page}");
    assert_eq!(text(&site, "outside/code.rs"), "fn outside() {}\n");
    assert_eq!(left(&site), ["the import of `../../../../gone.rs?raw`"]);
}

#[test]
fn comments_after_imports_are_code() {
    let site = imported(
        "//- astro.config.mjs\nimport starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Tea' })] };\n//- src/content/docs/index.mdx\n---\ntitle: A\n---\nimport Gone from './Gone.astro';\n// spell: ignore kettle\nimport { Card } from '@astrojs/starlight/components';\n// spell: ignore pot\n\nText.\n",
    );
    let page = text(&site, "content/docs/index.mdx");
    assert!(page.contains("import { Card }") && page.contains("Text.") && !page.contains("spell"), "{page}");
}
