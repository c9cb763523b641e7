//! Tests for the plugins and loaders of Starlight sites.

use super::{imported, setting, text};
use crate::diag::Location;
use crate::import::Imported;

/// Returns the messages about what isn't imported, without the part that all of them have.
pub(super) fn left(imported: &Imported) -> Vec<String> {
    let mut left: Vec<String> =
        imported.left.iter().map(|found| found.message.replace("not imported: ", "")).collect();
    left.sort_unstable();
    left
}

/// Converts a site with imports, Starlight settings, Astro settings, and additional files.
fn site(imports: &str, theme: &str, astro: &str, files: &str) -> Imported {
    imported(&format!(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
{imports}
export default {{
  {astro}
  integrations: [
    starlight({{ title: 'Kettle', {theme} }}),
  ],
}}
//- src/content/docs/a.md
---
title: A
---
{files}"
    ))
}

fn config(imported: &Imported) -> toml::Table {
    text(imported, "docgen.toml").parse().expect("the config is TOML")
}

#[test]
fn every_plugin_that_is_not_carried_over_is_reported() {
    // Imports, the list of plugins, and the reported plugins.
    for (imports, plugins, expected) in [
        ("import other from 'starlight-other'", "other()", vec!["the `starlight-other` plugin"]),
        ("import other from 'starlight-other'", "other('text')", vec!["the `starlight-other` plugin"]),
        ("import other from 'starlight-other'", "other(['a', 'b'])", vec!["the `starlight-other` plugin"]),
        ("import other from 'starlight-other'", "other([{ a: 1 }])", vec!["the `starlight-other` plugin"]),
        ("import { a as own } from 'starlight-other'", "own.make()", vec!["the `starlight-other` plugin"]),
        (
            "import { make } from 'starlight-other'\nconst [one, two] = make()",
            "one, two({ a: 1 })",
            vec![
                "everything in the config that isn't a plain value",
                "the `one` plugin",
                "the `{ a: 1 }` plugin",
            ],
        ),
        (
            "import other from 'starlight-other'",
            "process.env.NEVER && other({ a: 1 })",
            vec!["the `starlight-other` plugin"],
        ),
        ("", "{ name: 'own', hooks: { setup() {} } }", vec!["the `own` plugin"]),
        ("import own from './own.mjs'", "own()", vec!["the `my-plugin` plugin"]),
        (
            "import typedoc from 'starlight-typedoc'",
            "typedoc({ entryPoints: [] })",
            vec!["the `starlight-typedoc` plugin"],
        ),
        ("import theme from 'starlight-theme-x'", "theme()", vec!["the `starlight-theme-x` plugin"]),
        ("import links from 'starlight-links-validator'", "links()", vec![]),
        ("import zoom from 'starlight-image-zoom'", "zoom({ showCaptions: true })", vec![]),
        ("", "null, undefined, false", vec![]),
    ] {
        let imported = site(
            imports,
            &format!("plugins: [{plugins}]"),
            "",
            "//- own.mjs\nexport default () => ({ name: 'my-plugin', hooks: {} })\n",
        );
        let found = left(&imported);
        assert_eq!(found.len(), expected.len(), "{plugins}: {found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert!(found.starts_with(expected), "{plugins}: {found}");
        }
    }
}

#[test]
fn plugins_are_reported_with_their_lines() {
    let imported = site("import other from 'starlight-other'", "plugins: [\nother(),\n]", "", "");
    let found = &imported.left[0];
    let place = match &found.location {
        Some(Location::Span(path, span)) => (path.as_str(), span.start as usize),
        other => panic!("{other:?}"),
    };
    let before = "import starlight from '@astrojs/starlight'\nimport other from 'starlight-other'\nexport default {\n  \n  integrations: [\n    starlight({ title: 'Kettle', plugins: [\n";
    assert_eq!(place, ("astro.config.mjs", before.len()), "{found:?}");
}

#[test]
fn integrations_without_options_are_reported() {
    let imported = imported(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
import icon from 'astro-icon'
import sitemap from '@astrojs/sitemap'
import mermaid from 'astro-mermaid'
export default { integrations: [starlight({ title: 'Kettle' }), icon(), sitemap(), mermaid({ theme: 'a' })] }
//- src/content/docs/a.md
---
title: A
---
",
    );
    assert_eq!(left(&imported), ["the `astro-icon` integration"]);
}

const PETS: &str = "//- public/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
tags:
  - { name: Cats, description: All cats. }
  - { name: Dogs }
paths:
  /cats:
    get: { operationId: listCats, tags: [Cats], summary: List cats, responses: {} }
  /dogs/{id}:
    get: { tags: [Dogs], responses: {} }
    post: { tags: [Dogs], responses: {} }
webhooks:
  fed:
    post: { operationId: petFed, responses: {} }
";

#[test]
fn plugins_for_markdown_are_reported_one_by_one() {
    for (markdown, expected) in [
        (
            "{ remarkPlugins: [remarkMath, [remarkGfm, { a: 1 }]], rehypePlugins: [[own, { name: 'x' }]] }",
            vec!["the `own` Markdown plugin"],
        ),
        (
            "{ processor: unified({ remarkPlugins: [remarkMath, remarkOther] }) }",
            vec!["the `remark-other` Markdown plugin"],
        ),
        ("{ processor: unified() }", vec![]),
        ("{ processor: own }", vec!["the `markdown.processor` setting"]),
    ] {
        let imports = "import remarkMath from 'remark-math'\nimport remarkGfm from 'remark-gfm'\nimport remarkOther from 'remark-other'\nimport { unified } from '@astrojs/markdown-remark'\nfunction own() {}";
        let imported = site(imports, "", &format!("markdown: {markdown},"), "");
        assert_eq!(left(&imported), expected, "{markdown}");
    }
}

#[test]
fn openapi_documents_of_the_plugin_become_apis() {
    let imported = site(
        "import openapi, { openAPISidebarGroups } from 'starlight-openapi'",
        "plugins: [openapi([{ base: 'rest/Pets', label: 'REST', schema: './public/pets.yaml' }])], sidebar: ['a', ...openAPISidebarGroups]",
        "redirects: { '/api': '/rest/pets' },",
        &format!("[List](/rest/pets/operations/listcats/#x) [Start](/rest/pets/)\n{PETS}"),
    );
    let config = config(&imported);
    for (path, expected) in [
        ("openapi.0.file", "\"openapi/pets.yaml\""),
        ("openapi.0.id", "\"api\""),
        ("openapi.0.route", "\"/rest/pets\""),
        ("docs.sidebars.docs.1", "{ href = \"/rest/pets\", label = \"REST\" }"),
    ] {
        assert_eq!(setting(&config, path), expected, "{path}");
    }
    let redirects = config["redirects"].as_array().expect("there are redirects");
    let pairs: Vec<(&str, &str)> = redirects
        .iter()
        .map(|one| (one["from"].as_str().unwrap_or_default(), one["to"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        pairs,
        [
            ("/rest/pets/operations/dogsid/get", "/rest/pets/get-dogs-id"),
            ("/rest/pets/operations/dogsid/post", "/rest/pets/post-dogs-id"),
            ("/rest/pets/operations/listcats", "/rest/pets/list-cats"),
            ("/rest/pets/operations/tags/cats", "/rest/pets/cats"),
            ("/rest/pets/webhooks/petfed", "/rest/pets/pet-fed"),
            ("/api", "/rest/pets"),
        ]
    );
    let page = text(&imported, "content/docs/a.md");
    assert!(page.ends_with("[List](/rest/pets/list-cats#x) [Start](/rest/pets/)\n"), "{page}");
    assert!(imported.files.contains_key(&crate::path::SourcePath::new("openapi/pets.yaml")));
    assert!(left(&imported).is_empty(), "{:?}", left(&imported));
}

#[test]
fn openapi_documents_that_are_not_in_the_site_are_reported() {
    let imported = site(
        "import openapi, { createOpenAPISidebarGroup } from 'starlight-openapi'\nconst group = createOpenAPISidebarGroup()",
        "plugins: [openapi([{ base: 'one', schema: 'https://x.example/a.json' }, { base: 'two', schema: 'public/pets.yaml', sidebar: { group } }, { base: 'up', schema: '../pets.yaml' }])], sidebar: [{ label: 'G', items: [group] }]",
        "",
        PETS,
    );
    assert_eq!(left(&imported), ["the OpenAPI document `https://x.example/a.json`"]);
    let config = config(&imported);
    assert_eq!(setting(&config, "openapi.0.id"), "\"api-two\"");
    assert_eq!(setting(&config, "openapi.1.file"), "\"openapi/repository/pets.yaml\"");
    assert!(text(&imported, "openapi/repository/pets.yaml").contains("Outside"));
    assert_eq!(setting(&config, "docs.sidebars.docs.0.items"), "[{ href = \"/two\", label = \"Pets\" }]");
}

const TOPICS: &str = "plugins: [topics([
  { label: { en: 'Guides', de: 'Anleitungen' }, link: '/start/', icon: 'star', items: [{ label: 'All', translations: { de: 'Alle' }, items: [{ autogenerate: { directory: 'guide' } }] }, 'shared'] },
  { id: 'ref', label: 'Reference', link: '/a/', badge: 'New', items: ['a', 'shared'] },
  { label: 'Shop', link: 'https://shop.example' },
], { exclude: ['/x'], topics: { ref: ['/free/*'] } })],
locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } },
social: [{ icon: 'github', label: 'GitHub', href: 'https://github.com/a/b' }],";

const PAGES: &str = "//- src/content/docs/start.md
---
title: Start
---
//- src/content/docs/shared.md
---
title: Shared
---
//- src/content/docs/guide/b.md
---
title: B
---
//- src/content/docs/free/c.md
---
title: C
---
//- src/content/docs/other.md
---
title: Other
topic: ref
---
//- src/content/docs/de/shared.md
---
title: Geteilt
---
";

#[test]
fn topics_become_sidebars_with_navbar_items() {
    let imported = site("import topics from 'starlight-sidebar-topics'", TOPICS, "", PAGES);
    let config = config(&imported);
    for (path, expected) in [
        ("docs.sidebars.guides.0.category", "\"All\""),
        ("docs.sidebars.guides.0.items.0.autogenerated", "\"guide\""),
        ("docs.sidebars.guides.1", "\"shared\""),
        ("docs.sidebars.ref", "[\"a\", \"shared\"]"),
        ("navbar.items.0.type", "\"doc\""),
        ("navbar.items.0.doc_id", "\"start\""),
        ("navbar.items.0.label", "\"Guides\""),
        ("navbar.items.0.position", "\"left\""),
        ("navbar.items.1.sidebar_id", "\"ref\""),
        ("navbar.items.2.href", "\"https://shop.example\""),
        ("navbar.items.3.label", "\"GitHub\""),
    ] {
        assert_eq!(setting(&config, path), expected, "{path}");
    }
    for (page, expected) in [
        ("docs/start.md", "displayed_sidebar: \"guides\""),
        ("docs/shared.md", "displayed_sidebar: \"guides\""),
        ("i18n/de/docs/shared.md", "displayed_sidebar: \"guides\""),
        ("docs/free/c.md", "displayed_sidebar: \"ref\""),
        ("docs/other.md", "displayed_sidebar: \"ref\""),
    ] {
        let page = text(&imported, &format!("content/{page}"));
        assert!(page.contains(expected), "{expected} in {page}");
    }
    let labels = text(&imported, "content/i18n/de/labels.json");
    assert_eq!(labels, "{\n  \"All\": \"Alle\",\n  \"Guides\": \"Anleitungen\"\n}\n");
    assert_eq!(
        left(&imported),
        [
            "Starlight's UI translation for `de`",
            "the badge of a sidebar topic",
            "the icon of a sidebar topic",
        ]
    );
}

#[test]
fn badges_in_headings_keep_the_heading_ids() {
    let page = |plugins: &str| {
        let imported = site(
            "import badges from 'starlight-heading-badges'",
            plugins,
            "",
            "//- src/content/docs/b.mdx\n---\ntitle: B\n---\n## Add :badge[New]{variant=\"tip\"}\n\nText :badge[x]{variant=default}\n",
        );
        text(&imported, "content/docs/b.mdx").replace("---\ntitle: \"B\"\n---\n", "")
    };
    assert_eq!(page("plugins: [badges()],"), "## Add :badge[New]{kind=tip} {#add}\n\nText :badge[x]\n");
}

/// Converts a site whose content config defines a loader, and returns the paths of its pages.
fn loaded(loader: &str, files: &str) -> (Vec<String>, Vec<String>) {
    let imported = imported(&format!(
        "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default {{ integrations: [starlight({{ title: 'T', locales: {{ root: {{ label: 'E', lang: 'en' }}, de: {{ label: 'D' }} }} }})] }}
//- src/content.config.ts
import {{ defineCollection }} from 'astro:content'
import {{ docsLoader, i18nLoader }} from '@astrojs/starlight/loaders'
import {{ docsSchema }} from '@astrojs/starlight/schema'
import {{ glob, file }} from 'astro/loaders'
import {{ ownLoader }} from './own'
export const collections = {{
  docs: defineCollection({{ loader: {loader}, schema: docsSchema() }}),
  i18n: defineCollection({{ loader: i18nLoader() }}),
}}
function customLoader() {{
  return docsLoader({{ generateId: ({{ entry }}) => entry }})
}}
//- src/content/docs/a.md
---
title: A
---
{files}"
    ));
    let pages = imported.files.keys().map(|path| path.as_str()).filter(|path| path.starts_with("content/"));
    let pages = pages.filter(|path| path.ends_with(".md")).map(str::to_owned).collect();
    let mut left = left(&imported);
    left.retain(|found| !found.contains("UI translation"));
    (pages, left)
}

#[test]
fn loaders_of_the_pages_are_read_or_reported() {
    let more = "//- guides/b.md\n---\ntitle: B\n---\n//- guides/c.txt.md\n---\ntitle: C\n---\n";
    for (loader, pages, reported) in [
        ("docsLoader()", &["content/docs/a.md"][..], &[][..]),
        (
            "docsLoader({ generateId: () => 'x' })",
            &["content/docs/a.md"],
            &["the `generateId` function of the content loader"],
        ),
        ("customLoader()", &["content/docs/a.md"], &["the `generateId` function of the content loader"]),
        ("ownLoader()", &["content/docs/a.md"], &["the content loader of the pages"]),
        ("{ name: 'x', load: async () => {} }", &["content/docs/a.md"], &["the content loader of the pages"]),
        (
            "glob({ pattern: '**/*.md', base: './guides' })",
            &["content/docs/b.md", "content/docs/c.txt.md"],
            &[],
        ),
        ("glob({ pattern: ['**/*.md', '!**/*.txt.md'], base: 'guides' })", &["content/docs/b.md"], &[]),
        (
            "glob({ pattern: '**/@(b|c).md', base: 'guides' })",
            &["content/docs/b.md", "content/docs/c.txt.md"],
            &["the `pattern` of the content loader"],
        ),
    ] {
        assert_eq!(loaded(loader, more), (owned(pages), owned(reported)), "{loader}");
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn a_page_in_the_folder_of_a_locale_belongs_to_the_locale() {
    let files = "//- src/content/docs/b.md
---
title: B
slug: billing
---
//- src/content/docs/de/b.md
---
title: B
slug: billing
---
//- src/content/docs/de/c.md
---
title: C
slug: cookies
---
";
    let config = "
//- astro.config.mjs
import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'T', locales: { root: { label: 'E', lang: 'en' }, de: { label: 'D' } } })] }
";
    let imported = imported(&format!("{config}{files}"));
    assert!(text(&imported, "content/i18n/de/docs/b.md").contains("slug: \"/billing\""));
    assert!(text(&imported, "content/i18n/de/docs/c.md").contains("slug: \"/cookies\""));
    let toml: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    let redirects = "[{ from = \"/cookies\", to = \"/de/cookies\" }]";
    assert_eq!(setting(&toml, "redirects"), redirects);
}
