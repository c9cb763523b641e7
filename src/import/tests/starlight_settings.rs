//! Tests for the settings, blogs, and files of Starlight sites.

use super::starlight_plugins::left;
use super::{imported, setting, text};
use crate::import::Imported;

/// Converts a site with these Starlight settings and Astro settings.
fn site(theme: &str, astro: &str) -> (Imported, toml::Table) {
    let imported = imported(&format!(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
import {{ unified }} from '@astrojs/markdown-remark'
import {{ translated }} from 'translations'
import fs from 'node:fs'
import raw from './src/scripts/raw.js?raw'
const read = fs.readFileSync(new URL('./src/scripts/raw.js', import.meta.url), 'utf8')
export default {{ {astro}, integrations: [starlight({{ title: 'Kettle', {theme} }})] }}
//- src/content/docs/a.md
---
title: A
---
//- src/content/docs/b.md
---
title: B
tableOfContents: {{ maxHeadingLevel: 4 }}
---
//- src/content/docs/c/d.md
---
title: D
sidebar: {{ hidden: true }}
---
//- src/assets/light.svg
light
//- src/assets/dark.svg
dark
//- src/scripts/raw.js
alert('raw')
//- src/own.css
p {{}}
//- public/icon.ico
icon
"
    ));
    let config = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    (imported, config)
}

#[test]
fn settings_are_carried_or_reported() {
    // Starlight settings, Astro settings, a path in the new config, its value, and the messages.
    for (theme, astro, path, expected, messages) in [
        ("titleDelimiter: '-'", "", "site.title_delimiter", "\"-\"", &[][..]),
        ("title: translated('a')", "", "site.title", "\"Documentation\"", &["the site's title"]),
        (
            "logo: { light: './src/assets/light.svg', dark: './src/assets/dark.svg', alt: 'L' }",
            "",
            "navbar.logo.src_dark",
            "\"/assets/dark.svg\"",
            &[],
        ),
        ("logo: { src: 'package/logo.svg' }", "", "navbar.logo", "", &["the logo"]),
        ("favicon: '/icon.ico'", "", "site.favicon", "\"/icon.ico\"", &[]),
        ("favicon: 'icon.ico'", "base: '/x'", "site.favicon", "\"/icon.ico\"", &[]),
        ("favicon: '/gone.ico'", "", "site.favicon", "", &["the icon of the site"]),
        (
            "favicon: 'https://x.example/a.png'",
            "",
            "head.0.attributes.href",
            "\"https://x.example/a.png\"",
            &[],
        ),
        (
            "social: { github: 'https://github.com/a/b', 'x.com': 'https://x.com/a' }",
            "",
            "navbar.items.1.label",
            "\"X\"",
            &[],
        ),
        (
            "social: [{ icon: 'discord', label: 'Chat', href: 'https://d.example' }]",
            "",
            "navbar.items.0.label",
            "\"Chat\"",
            &[],
        ),
        ("lastUpdated: true", "", "docs.show_last_update_time", "true", &[]),
        ("pagefind: false", "", "search.provider", "\"none\"", &[]),
        (
            "editLink: { baseUrl: 'https://e.example/x/' }",
            "",
            "docs.edit_url",
            "\"https://e.example/x/{path}\"",
            &[],
        ),
        (
            "tableOfContents: { minHeadingLevel: 1, maxHeadingLevel: 6 }",
            "",
            "docs.toc_max_heading_level",
            "6",
            &[],
        ),
        (
            "customCss: ['@fontsource/inter', './src/own.css']",
            "",
            "overrides",
            "",
            &["the style sheet `@fontsource/inter`", "the theme's style sheet"],
        ),
        ("components: { Head: './src/Head.astro' }", "", "overrides", "", &["the override of `Head`"]),
        ("routeMiddleware: './src/route.ts'", "", "overrides", "", &["the `routeMiddleware` setting"]),
        (
            "expressiveCode: { themes: ['a'], useStarlightDarkModeSwitch: false, defaultProps: { wrap: true } }",
            "",
            "overrides",
            "",
            &["the `expressiveCode.defaultProps` setting", "the `expressiveCode.themes` setting"],
        ),
        ("", "trailingSlash: 'never'", "site.trailing_slash", "false", &[]),
        ("", "trailingSlash: 'always'", "site.trailing_slash", "", &[]),
        ("", "build: { format: 'file' }", "site.trailing_slash", "false", &[]),
        ("", "build: { format: 'preserve' }", "site.trailing_slash", "", &["the `build.format` setting"]),
        ("", "site: 'https://x.example/y', base: '/z'", "site.url", "\"https://x.example\"", &[]),
        ("", "site: 'https://x.example', base: '/z'", "site.base_url", "\"/z/\"", &[]),
        (
            "",
            "markdown: { remarkRehype: { footnoteLabel: 'F' } }",
            "overrides",
            "",
            &["the `markdown.remarkRehype` setting"],
        ),
        (
            "",
            "markdown: { processor: unified({ remarkPlugins: [translated] }) }",
            "overrides",
            "",
            &["the `translations` Markdown plugin"],
        ),
        (
            "",
            "markdown: { processor: unified({ treePlugins: [translated] }) }",
            "overrides",
            "",
            &["the `translations` Markdown plugin"],
        ),
        (
            "",
            "redirects: { '/old': { status: 302, destination: '/a/' }, '/was/[...slug]': '/c/[...slug]', '/gone/[...x]': '/b' }",
            "redirects",
            "[{ from = \"/old\", to = \"/a\" }, { from = \"/was/*\", to = \"/c/*\" }, { from = \"/gone/*\", to = \"/b\" }]",
            &[],
        ),
        (
            "",
            "redirects: { '/a.md': '/a', '/x': '/a', 'x': '/b' }",
            "redirects",
            "[{ from = \"/x\", to = \"/a\" }]",
            &["the redirect from `/a.md`"],
        ),
        ("", "redirects: { '/': '/b' }", "docs.main", "\"b\"", &[]),
        ("", "redirects: { '/': 'https://x.example' }", "docs.main", "", &["the redirect from `/`"]),
        ("", "redirects: { '/c/[...slug]': '/a' }", "redirects", "", &["the redirect from `/c/[...slug]`"]),
        (
            "head: [{ tag: 'script', content: raw }, { tag: 'style', content: read }, { tag: 'script', content: undefined }]",
            "",
            "head.1.tag",
            "\"style\"",
            &[],
        ),
        (
            "head: [{ tag: 'script', content: translated('a') }, { tag: 'script', attrs: { src: '/z/a.js', defer: true } }]",
            "base: '/z'",
            "head.0.attributes.src",
            "\"/a.js\"",
            &["the content of a `script` tag in `head`"],
        ),
    ] {
        let (imported, config) = site(theme, if astro.is_empty() { "root: '.'" } else { astro });
        assert_eq!(setting(&config, path), expected, "{theme} {astro}");
        assert_eq!(left(&imported), messages, "{theme} {astro}");
    }
}

#[test]
fn the_head_contains_the_text_of_files() {
    let head = "head: [{ tag: 'script', content: raw }, { tag: 'script', content: read }]";
    let (imported, config) = site(head, "root: '.'");
    for path in ["head.0.content", "head.1.content"] {
        assert!(setting(&config, path).contains("alert('raw')"), "{config}");
    }
    assert!(left(&imported).is_empty());
}

#[test]
fn settings_for_all_pages_are_set_on_each_page() {
    let (imported, config) = site("pagination: false, tableOfContents: false", "root: '.'");
    assert_eq!(
        text(&imported, "content/docs/a.md"),
        "---\ntitle: \"A\"\npagination_prev: null\npagination_next: null\nhide_table_of_contents: true\n---\n"
    );
    let page = text(&imported, "content/docs/b.md");
    assert!(page.contains("toc_max_heading_level: 4") && !page.contains("hide_table"), "{page}");
    // Without a sidebar in the config, hidden pages aren't in the sidebar either.
    assert_eq!(setting(&config, "docs.sidebars.docs"), "[\"a\", \"b\"]");
}

#[test]
fn files_next_to_a_page_need_no_dot() {
    for (markdown, expected) in [
        ("![a](img/a.png)", "![a](/content/docs/guide/img/a.png)"),
        ("![a](img/b%20c.png)", "![a](/content/docs/guide/img/b%20c.png)"),
        ("[a](a.pdf)", "[a](/content/docs/guide/a.pdf)"),
        ("[a]: img/a.png", "[a]: /content/docs/guide/img/a.png"),
        ("<img src=\"img/a.png\">", "<img src=\"/content/docs/guide/img/a.png\">"),
        ("[b](b.md) [b](b.md#x)", "[b](./b.md) [b](./b.md#x)"),
        ("<img src=\"of-url.png\">", "<img src=\"/guide/p/of-url.png\">"),
        ("![a](gone.png)", "![a](gone.png)"),
    ] {
        let imported = imported(&format!(
            "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default {{ integrations: [starlight({{ title: 'T' }})] }}
//- src/content/docs/guide/p.md
---
title: P
---
{markdown}
//- src/content/docs/guide/b.md
---
title: B
---
//- src/content/docs/guide/img/a.png
a
//- src/content/docs/guide/img/b c.png
a
//- src/content/docs/guide/a.pdf
a
//- public/guide/p/of-url.png
a
"
        ));
        let page = text(&imported, "content/docs/guide/p.md");
        assert_eq!(page, format!("---\ntitle: \"P\"\n---\n{expected}\n"), "{markdown}");
    }
}

#[test]
fn lists_of_posts_keep_their_urls() {
    let post = |name: &str, more: &str| {
        format!(
            "//- src/content/docs/en/blog/2026/{name}.md\n---\ntitle: {name}\ndate: 2026-01-02\n{more}---\n"
        )
    };
    let posts = [
        post("a", "authors: [jo, { name: Al Guest }]\n"),
        post("b", "tags: [x]\n"),
        post("c", "draft: true\n"),
        post("d", ""),
    ];
    let imported = imported(&format!(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
import blog from 'starlight-blog'
export default {{ integrations: [starlight({{
  title: 'T', defaultLocale: 'en', locales: {{ en: {{ label: 'E' }}, de: {{ label: 'D', lang: 'en-GB' }} }},
  head: [{{ tag: 'script', content: 'location.replace(\"/en/\")' }}],
  plugins: [blog({{ postCount: 2, authors: {{ jo: {{ name: 'Jo Lee' }} }} }})],
}})] }}
{}//- src/content/docs/de/blog/2026/a.md
---
title: A
date: 2026-01-02
---
[Blog](/en/blog/) [Tag](/en/blog/tags/x/)
",
        posts.join("")
    ));
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    let redirects = config["redirects"].as_array().expect("there are redirects");
    let pairs: Vec<(&str, &str)> = redirects
        .iter()
        .map(|one| (one["from"].as_str().unwrap_or_default(), one["to"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        pairs,
        [
            ("/blog/2", "/blog/page/2"),
            ("/blog/authors/al-guest", "/blog"),
            ("/blog/authors/jo-lee", "/blog/authors/jo"),
            ("/en/blog/2", "/blog/page/2"),
            ("/en/blog/authors/al-guest", "/blog"),
            ("/en/blog/authors/jo-lee", "/blog/authors/jo"),
            ("/en/blog/*", "/blog/*"),
        ]
    );
    assert_eq!(setting(&config, "blog.0.posts_per_page"), "2");
    let german = text(&imported, "content/i18n/de/blog/2026/a.md");
    assert!(german.contains("slug: \"2026/a\"\n---\n[Blog](/blog) [Tag](/blog/tags/x)\n"), "{german}");
    assert_eq!(left(&imported), ["a script in `head` that mentions the default locale"]);
}

#[test]
fn interface_translations_are_reported_once() {
    let imported = imported(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'T', locales: { root: { label: 'E', lang: 'en' }, de: { label: 'D' }, fr: { label: 'F' } } })] }
//- src/content/docs/a.md
---
title: A
---
<Details><SUMMARY>S</SUMMARY>x</Details>
",
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: Starlight's UI translations for 2 languages: `de`, `fr`"]);
    let page = text(&imported, "content/docs/a.md");
    assert!(page.contains("<details><summary>S</summary>x</details>"), "{page}");
}

#[test]
fn the_title_of_the_browser_tab_stays_apart_from_the_heading() {
    let imported = imported(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'Kettle' })] }
//- src/content/docs/a.md
---
title: Steep *it*
head:
  - tag: title
    content: How to steep
  - tag: meta
    attrs: { name: robots, content: noindex }
---
Text.
",
    );
    assert_eq!(
        text(&imported, "content/docs/a.md"),
        "---\ntitle: \"How to steep\"\nhead: [{\"tag\":\"meta\",\"attributes\":{\"name\":\"robots\",\"content\":\"noindex\"}}]\nsidebar_label: \"Steep *it*\"\npagination_label: \"Steep *it*\"\n---\n# Steep \\*it\\*\n\nText.\n"
    );
    assert!(imported.left.is_empty(), "{:?}", imported.left);
}
