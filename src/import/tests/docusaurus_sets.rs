//! Tests for several instances of the Docusaurus docs plugin.

use super::{imported, setting, text};
use crate::path::SourcePath;

const SITE: &str = "//- docusaurus.config.js
module.exports = {
  title: 'Tea',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', { docs: { sidebarPath: './sidebars.js', editUrl: 'https://x.example/main/' } }]],
  plugins: [
    ['@docusaurus/plugin-content-docs', { id: 'sdk', path: 'sdk', routeBasePath: 'dev/sdk', sidebarPath: './sdk.js', lastVersion: '1.0', breadcrumbs: false }],
    ['content-docs', { id: 'blog', path: 'team', routeBasePath: 'team' }],
  ],
  themeConfig: { navbar: { items: [
    { type: 'docSidebar', sidebarId: 'main' },
    { type: 'docSidebar', sidebarId: 'main', docsPluginId: 'sdk' },
    { type: 'doc', docId: 'people', docsPluginId: 'blog' },
    { type: 'docsVersionDropdown' },
    { type: 'docsVersionDropdown', docsPluginId: 'sdk' },
  ] } },
};
//- sidebars.js
module.exports = { main: ['a'] };
//- sdk.js
module.exports = { main: ['intro', { type: 'category', label: 'More', link: { type: 'generated-index', slug: '/all' }, items: ['b'] }] };
//- docs/a.md
[sdk](../sdk/intro.md)
//- sdk/intro.md
---
slug: /
---
# Intro
//- sdk/b.md
# B
//- team/people.md
# People
//- blog/2025-01-01-x.md
# Post
//- sdk_versions.json
[\"1.0\"]
//- sdk_versioned_docs/version-1.0/b.md
# B of one
//- sdk_versioned_sidebars/version-1.0-sidebars.json
{ \"main\": [\"b\"] }
//- i18n/fr/docusaurus-plugin-content-docs-sdk/version-1.0/b.md
# Le B
";

#[test]
fn each_instance_of_the_docs_plugin_becomes_a_set_of_documentation() {
    let site = imported(SITE);
    for path in [
        "content/docs/a.md",
        "content/sdk/intro.md",
        "content/blog-docs/people.md",
        "content/versions/1.0/sdk/b.md",
        "content/i18n/fr/versions/1.0/sdk/b.md",
    ] {
        assert!(site.files.contains_key(&SourcePath::new(path)), "{path} of {:?}", site.files.keys());
    }
    assert_eq!(text(&site, "content/docs/a.md").trim(), "[sdk](../sdk/intro.md)");
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("it's TOML");
    for (path, value) in [
        ("docs.0.id", "\"docs\""),
        ("docs.0.sidebars.main.0", "\"a\""),
        ("docs.0.edit_url", "\"https://x.example/main/\""),
        ("docs.0.breadcrumbs", ""),
        ("docs.1.id", "\"sdk\""),
        ("docs.1.route", "\"/dev/sdk\""),
        ("docs.1.breadcrumbs", "false"),
        ("docs.1.last_version", "\"1.0\""),
        ("docs.1.versions.0.sidebars.main.1.category", "\"More\""),
        ("docs.1.versions.1.sidebars.main.0", "\"b\""),
        ("docs.2.id", "\"blog-docs\""),
        ("docs.2.route", "\"/team\""),
        ("navbar.items.0.docs", "\"docs\""),
        ("navbar.items.1.docs", "\"sdk\""),
        ("navbar.items.2.docs", "\"blog-docs\""),
        ("navbar.items.2.doc_id", "\"people\""),
        ("navbar.items.3.docs", "\"docs\""),
        ("navbar.items.4.docs", "\"sdk\""),
    ] {
        assert_eq!(setting(&config, path), value, "{path}\n{config}");
    }
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn missing_documents_in_sidebars_are_left_out() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };
//- sidebars.js
module.exports = {
  main: [
    'a',
    'gone',
    { type: 'doc', id: 'guide/lost', label: 'Lost' },
    { type: 'category', label: 'Linked', link: { type: 'doc', id: 'away' }, items: ['a'] },
    { Short: ['b', 'missing'] },
  ],
};
//- docs/a.md
# A
//- docs/c.md
---
id: b
---
# B
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    let sidebar = setting(&config, "docs.sidebars.main");
    let kept = ["\"a\"", "\"b\"", "Linked", "Short"].iter().all(|id| sidebar.contains(id));
    assert!(kept && !["gone", "lost", "away", "missing"].iter().any(|id| sidebar.contains(id)), "{sidebar}");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    let missing = ["gone", "guide/lost", "away", "missing"]
        .map(|id| format!("not imported: the missing document `{id}` in the sidebar"));
    assert_eq!(left, missing);
}

#[test]
fn current_documents_replace_a_last_version_that_has_no_documents() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', { docs: {
  includeCurrentVersion: false, lastVersion: '2', versions: { 2: { label: 'Two' } },
} }]] };
//- versions.json
[\"2\", \"1\"]
//- docs/a.md
# A
//- versioned_docs/version-1/a.md
# A
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("the config is TOML");
    assert_eq!(setting(&config, "docs.last_version"), "\"current\"");
    let names = [0, 1].map(|index| setting(&config, &format!("docs.versions.{index}.name")));
    assert_eq!(names, ["\"current\"", "\"1\""]);
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the version `2`, which has no documents"]);
}

#[test]
fn pages_for_categories_keep_their_titles() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };
//- sidebars.js
module.exports = {
  main: [
    { type: 'category', label: 'More', link: { type: 'generated-index', title: 'Everything' }, items: ['a'] },
    { type: 'category', label: 'Same', link: { type: 'generated-index', title: 'Same' }, items: ['a'] },
  ],
};
//- docs/a.md
# A
",
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("title = \"Everything\"\n") && !config.contains("title = \"Same\""), "{config}");
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn elements_in_the_head_are_reported() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', { docs: {} }]] };
//- docs/a.mdx
import Head from '@docusaurus/Head';

# A

<Head><title>Other</title></Head>
//- docs/b.md
# B

The module `@docusaurus/Head` isn't imported here.
//- src/pages/index.js
import React from 'react';
import Head from '@docusaurus/Head';
export default () => <><Head><title>Home</title></Head><p>Hi</p></>;
",
    );
    let left: Vec<String> = site.left.iter().map(|found| found.message.clone()).collect();
    assert_eq!(
        left,
        ["not imported: the `title` tag in the page's head", "not imported: the elements in `Head`"]
    );
}

#[test]
fn generated_pages_of_categories_with_the_same_label_have_different_urls() {
    let category = "{\"label\": \"Add-ons\", \"link\": {\"type\": \"generated-index\"}}";
    let site = imported(&format!(
        "//- docusaurus.config.js\nmodule.exports = {{ title: 'Kettle', presets: [['classic', {{ docs: {{ sidebarPath: require.resolve('./sidebars.js') }} }}]] }};\n//- sidebars.js\nmodule.exports = {{ guide: [{{ type: 'autogenerated', dirName: 'guide' }}], api: [{{ type: 'autogenerated', dirName: 'api' }}] }};\n//- docs/api/add/_category_.json\n{category}\n//- docs/api/add/a.md\n# A\n//- docs/guide/add/_category_.json\n{category}\n//- docs/guide/add/b.md\n# B\n"
    ));
    for (folder, slug) in [("guide", "/category/add-ons"), ("api", "/category/add-ons-1")] {
        let text = text(&site, &format!("content/docs/{folder}/add/_category_.json"));
        assert!(text.contains(&format!("\"slug\": \"{slug}\"")), "{text}");
    }
}
