//! Tests for the languages of imported Mintlify sites.

use super::{imported, text};
use crate::import::Imported;
use crate::path::SourcePath;

fn config(imported: &Imported) -> serde_json::Value {
    toml::from_str(text(imported, "docgen.toml")).expect("the config is TOML")
}

#[test]
fn languages_become_locales() {
    let imported = imported(
        r##"
//- docs.json
{
  "name": "Kettle",
  "seo": { "metatags": { "canonical": "https://kettle.example" } },
  "navbar": { "links": [{ "label": "Shop", "href": "https://shop.example" }] },
  "navigation": {
    "languages": [
      { "language": "es", "navbar": { "links": [{ "label": "Tienda", "href": "https://shop.example" }] }, "tabs": [
        { "tab": "Guías", "groups": [{ "group": "Empezar", "pages": ["es/index", "es/a", "es/solo", "b"] }] },
        { "tab": "API", "pages": ["es/b"] },
        { "tab": "Noticias", "pages": ["es/news"] }
      ] },
      { "language": "en", "default": true, "tabs": [{ "tab": "Guides", "pages": ["index", "a"] }, { "tab": "API", "pages": ["b"] }] },
      { "language": "cn", "tabs": [{ "tab": "指南", "pages": ["zh/a"] }] }
    ],
    "global": { "anchors": [{ "anchor": "Blog", "href": "https://blog.example" }] }
  }
}
//- index.mdx
Start
//- a.mdx
A
//- b.mdx
B
//- es/index.mdx
Inicio
//- es/a.mdx
A
//- es/b.mdx
[A](/es/a)
//- es/solo.mdx
---
title: Solo
---
//- es/news.mdx
N
//- zh/a.mdx
A
"##,
    );
    let config = config(&imported);
    assert_eq!(
        config["i18n"],
        serde_json::json!({ "default_locale": "en", "locales": [
            { "code": "en", "label": "English" },
            { "code": "es", "label": "Español" },
            { "code": "zh", "label": "简体中文", "lang": "zh-Hans" },
        ] })
    );
    assert_eq!(config["site"]["url"], "https://kettle.example");
    let items = config["navbar"]["items"].as_array().expect("there are items");
    let labels: Vec<&str> =
        items.iter().filter_map(|item| item["label"].as_str().or_else(|| item["type"].as_str())).collect();
    assert_eq!(labels, ["Guides", "API", "Blog", "Shop", "localeDropdown"]);
    // A page without a counterpart in the default language is a link.
    assert_eq!(
        config["docs"]["sidebars"]["guías-es"][0]["items"],
        serde_json::json!(["index", "a", { "href": "/es/solo", "label": "Solo" }, { "href": "/b", "label": "B" }])
    );
    for (path, expected) in [
        ("content/docs/a.mdx", "displayed_sidebar: \"guides\""),
        ("content/docs/b.mdx", "displayed_sidebar: \"api\""),
        ("content/i18n/es/docs/a.mdx", "displayed_sidebar: \"guías-es\""),
        ("content/i18n/es/docs/index.mdx", "Inicio"),
        ("content/i18n/es/docs/b.mdx", "[A](/es/a)"),
        ("content/i18n/es/docs/solo.mdx", "displayed_sidebar: \"guías-es\""),
        ("content/i18n/zh/docs/a.mdx", "A"),
        ("content/i18n/es/labels.json", "\"Shop\": \"Tienda\",\n  \"Guides\": \"Guías\""),
        ("content/i18n/zh/labels.json", "\"Guides\": \"指南\""),
    ] {
        let text = text(&imported, path);
        assert!(text.contains(expected) && !text.contains("slug"), "{path}: {text}");
    }
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the link to `Noticias` in the navbar of the locale `es`"]);
}

#[test]
fn the_default_language_can_have_a_folder() {
    let imported = imported(
        r#"
//- docs.json
{ "navigation": { "products": [
  { "product": "Tea", "languages": [
    { "language": "en", "pages": ["en/start", "en/tea/index"] }, { "language": "fr", "pages": ["fr/start", "fr/tea/index"] } ] },
  { "product": "Pots", "pages": ["pots"] }
] } }
//- en/start.mdx
A
//- en/tea/index.mdx
B
//- fr/start.mdx
A
//- fr/tea/index.mdx
B
//- pots.mdx
C
"#,
    );
    let config = config(&imported);
    assert_eq!(config["i18n"]["default_locale"], "en");
    assert_eq!(config["docs"]["sidebars"]["tea-fr"], serde_json::json!(["en/start", "en/tea/index"]));
    assert!(!text(&imported, "content/docs/en/start.mdx").contains("slug"));
    assert!(text(&imported, "content/i18n/fr/docs/en/start.mdx").contains("slug: \"/start\""));
    assert!(text(&imported, "content/i18n/fr/docs/en/tea/index.mdx").contains("slug: \"/tea\""));
    assert!(imported.left.is_empty(), "{:?}", imported.left);
}

#[test]
fn languages_without_folders_are_separate_sidebars() {
    let imported = imported(
        r#"
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "tabs": [{ "tab": "Guides", "pages": ["docs/a"] }, { "tab": "Reference", "pages": ["docs/b"] }] },
  { "language": "es", "tabs": [{ "tab": "Guías", "pages": ["docs/es-a"] }] }
] } }
//- docs/a.mdx
A
//- docs/b.mdx
B
//- docs/es-a.mdx
A
"#,
    );
    let config = config(&imported);
    let items = config["navbar"]["items"].as_array().expect("there are items");
    let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    assert_eq!(labels, ["Guides", "Reference", "Languages"]);
    let inside = items[2]["items"].as_array().expect("there are items");
    let labels: Vec<&str> = inside.iter().filter_map(|item| item["label"].as_str()).collect();
    assert_eq!(labels, ["en", "es · Guías"]);
    assert_eq!(inside[0]["sidebar_id"], items[0]["sidebar_id"]);
    assert!(imported.files.contains_key(&SourcePath::new("content/docs/docs/es-a.mdx")));
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the relationship between pages in different `languages`"]);
}

#[test]
fn languages_without_folders_can_contain_versions() {
    let imported = imported(
        r#"
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "versions": [
    { "version": "2", "tabs": [{ "tab": "Guides", "pages": ["2/a"] }, { "tab": "Reference", "pages": ["2/b"] }] },
    { "version": "1", "tabs": [{ "tab": "Guides", "pages": ["1/a"] }] }
  ] },
  { "language": "es", "versions": [
    { "version": "2", "tabs": [{ "tab": "Guías", "pages": ["2/es-a"] }] },
    { "version": "1", "tabs": [{ "tab": "Guías", "pages": ["1/es-a"] }] }
  ] }
] } }
//- 2/a.mdx
A
//- 2/b.mdx
B
//- 1/a.mdx
A
//- 2/es-a.mdx
A
//- 1/es-a.mdx
A
"#,
    );
    let config = config(&imported);
    let items = config["navbar"]["items"].as_array().expect("there are items");
    let labels = |items: &Vec<serde_json::Value>| -> Vec<String> {
        items.iter().filter_map(|item| item["label"].as_str()).map(str::to_owned).collect()
    };
    assert_eq!(labels(items), ["Guides", "Reference", "Languages", "Versions"]);
    let inside = |at: usize| labels(items[at]["items"].as_array().expect("there are items"));
    assert_eq!(inside(2), ["en", "es · 2 · Guías"]);
    assert_eq!(inside(3), ["2", "1 · Guides"]);
}

#[test]
fn a_single_version_needs_no_menu() {
    let imported = imported(
        r#"
//- docs.json
{ "navigation": { "versions": [{ "version": "2", "tabs": [{ "tab": "Guides", "pages": ["a"] }, { "tab": "Reference", "pages": ["b"] }] }] } }
//- a.mdx
A
//- b.mdx
B
"#,
    );
    let config = config(&imported);
    let items = config["navbar"]["items"].as_array().expect("there are items");
    let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    assert_eq!(labels, ["Guides", "Reference"]);
}
