//! Tests for Mintlify imports.

use super::{Content, imported, random, text};
use crate::import::Imported;
use crate::path::SourcePath;

/// Converts a page's text.
fn page(markdown: &str) -> String {
    let imported = site(markdown);
    let page = text(&imported, "content/docs/guide/page.mdx");
    page.split_once("---\n\n").map_or(page, |(_, text)| text).to_owned()
}

fn site(markdown: &str) -> Imported {
    imported(&format!(
        "
//- docs.json
{{ \"navigation\": {{ \"pages\": [\"guide/page\", \"other\"] }}, \"variables\": {{ \"version\": \"1.2\" }}, \"redirects\": [{{ \"source\": \"/old\", \"destination\": \"/other#a\" }}] }}
//- guide/page.mdx
{markdown}
//- other.mdx
# Other
//- guide/near.png
x
//- images/a.png
x
//- snippets/part.mdx
Hello {{name}}.
//- _snippets/old.mdx
Old.
//- shared/Box.jsx
export const Box = () => {{ const [open] = useState(false); return <p onClick={{() => 1}}>{{open}}</p>; }};
"
    ))
}

#[test]
fn constructs_have_the_same_meaning() {
    // Inputs and their expected results. A `|` stands for a line break.
    let table = [
        (
            "Text with *marks* and `{code}` and \\{brace\\}.",
            "Text with *marks* and `{code}` and \\{brace\\}.",
        ),
        ("[a](../other) [b](/other.mdx) [c](/index)", "[a](/other) [b](/other) [c](/index)"),
        ("[a](/old) [b](#x) [c](https://x.example)", "[a](/other#a) [b](#x) [c](https://x.example)"),
        ("![a](near.png) ![b](/images/a.png)", "![a](/guide/near.png) ![b](/images/a.png)"),
        ("[x]: ../other \"T\"", "[x]: /other \"T\""),
        (
            "```js app.js icon=\"js\" lines|[a](../other) {x}|```",
            "```js title=\"app.js\" showLineNumbers|[a](../other) {x}|```",
        ),
        (
            "<Card title=\"A\" icon=\"robot\" iconType=\"solid\" href=\"../other\">",
            "<Card title=\"A\" icon=\"bot\" href=\"/other\">",
        ),
        ("<Card title=\"A `b`\">", "<Card title={<>{\"A \"}<code>{\"b\"}</code></>}>"),
        ("<CardGroup cols={5}>", "<CardGroup cols={4}>"),
        ("Format: {a}:{b.c}", "Format: \\{a}:\\{b.c}"),
        (
            "<video className=\"hidden dark:block\" src=\"/a.mp4\" />",
            "<video className=\"hidden dark:block\" src=\"/a.mp4\" data-only=\"dark\" />",
        ),
        (
            "export const D = () => { const [n] = React.useState(0); return n; };",
            "import React from \"react\";||export const D = () => { const [n] = React.useState(0); return n; };",
        ),
        ("<Icon icon=\"no-such-icon\" />x", "x"),
        (
            "<Icon icon=\"/images/a.png\" />",
            "<img src=\"/images/a.png\" alt=\"\" width=\"16\" height=\"16\" />",
        ),
        (
            "<div class=\"a\" style=\"font-size: 2px; --x: 1\">",
            "<div className=\"a\" style={{ fontSize: \"2px\", \"--x\": \"1\" }}>",
        ),
        (
            "<img className=\"block dark:hidden\" src=\"/images/a.png\" />",
            "<img className=\"block dark:hidden\" src=\"/images/a.png\" data-only=\"light\" />",
        ),
        (
            "<Accordion title=\"Ask: me\">|Text|</Accordion>",
            "<Accordion title=\"Ask: me\">||<a id=\"ask-me\"></a>|||Text|</Accordion>",
        ),
        (
            "- a||    <Accordion title=\"B\">|    Text|    </Accordion>",
            "- a||    <Accordion title=\"B\">||    <a id=\"b\"></a>|||    Text|    </Accordion>",
        ),
        (
            "<Update label=\"May 1\" description=\"v{1}\">A</Update>",
            "<Update label=\"May 1\" description=\"v{1}\"><a id=\"may-1\"></a>A</Update>",
        ),
        ("<SnippetGroup>|</SnippetGroup>", "<CodeGroup>|</CodeGroup>"),
        ("<Snippet file=\"old.mdx\" />", "import Snippet1 from \"/_snippets/old.mdx\";||<Snippet1 />"),
        (
            "import Part from '../snippets/part.mdx'||<Part name=\"x\" />",
            "import Part from '/snippets/part.mdx'||<Part name=\"x\" />",
        ),
        ("Version {{version}} and {{ version }}.", "Version 1.2 and 1.2."),
        ("A {missing} b {1 + 1} {/* c */}", "A \\{missing} b {1 + 1} {/* c */}"),
        ("export const a = 1||{a}", "export const a = 1||{a}"),
        ("Costs $5 or $x_{1}$.", "Costs \\$5 or $x_{1}$."),
        (
            "<Step title=\"A\">|Below $3 (default)|</Step>|<Step title=\"B\">|charged $10|</Step>",
            "<Step title=\"A\">|Below \\$3 (default)|</Step>|<Step title=\"B\">|charged $10|</Step>",
        ),
        ("- from $3 = a|- to $5", "- from \\$3 = a|- to $5"),
        ("$3 [x](/a_b) $4", "\\$3 [x](/a_b) $4"),
        (
            "<Card title=\"A\" icon={<img src=\"/images/a.png\" alt=\"\"/>} href=\"../other\" />",
            "<Card title=\"A\" icon=\"/images/a.png\" href=\"/other\" />",
        ),
        ("<Card title=\"A\" icon={<svg><path/></svg>} />", "<Card title=\"A\" />"),
        (
            "<Card title=\"A\" img=\"/images/a.png\" />",
            "<Card title=\"A\"><img src=\"/images/a.png\" alt=\"\" /></Card>",
        ),
        (
            "<Card title=\"A\" img=\"/images/a.png\">|Text.|</Card>",
            "<Card title=\"A\">||<img src=\"/images/a.png\" alt=\"\" />|||Text.|</Card>",
        ),
        ("$$|x^{2}|$$", "$$|x^{2}|$$"),
        ("<Latex>x {y}</Latex> $$z$$", "$x {y}$ $z$"),
        ("## Title {#own}", "## Title {#own}"),
    ];
    for (markdown, expected) in table {
        let found = page(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, expected, "{markdown}");
    }
}

#[test]
fn what_cannot_be_converted_is_reported_with_its_place() {
    let imported = site(
        "---\nicon: star\ngroups: [a]\n---\n<Icon icon=\"nope\" /> $x^2$ {gone} <Snippet file=\"no.mdx\" />",
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the `icon` front matter key",
            "not imported: the `groups` front matter key",
            "not imported: an icon from a different set",
            "not imported: an undefined variable",
            "not imported: the missing snippet `no.mdx`",
        ]
    );
}

const SITE: &str = r##"
//- docs.json
{
  "$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Kettle", "description": "Tea.",
  "colors": { "primary": "#ff0000", "light": "#00ff00" },
  "logo": { "light": "/logo/light.svg", "dark": "/logo/dark.svg", "href": "https://kettle.example" },
  "favicon": "/favicon.png",
  "appearance": { "default": "dark", "strict": true },
  "navigation": {
    "tabs": [
      { "tab": "Guides", "icon": "book", "groups": [
        { "group": "Start", "pages": ["start", { "group": "More", "root": "guide/index", "pages": ["guide/steep"] }] },
        { "group": "Secret", "hidden": true, "pages": ["secret"] }
      ] },
      { "tab": "API", "openapi": { "source": "spec/tea.json", "directory": "reference" } },
      { "tab": "More", "pages": ["create-pot", "GET /pots", "gone", "link"] },
      { "tab": "Blog", "href": "https://blog.example" }
    ],
    "global": { "anchors": [{ "anchor": "Chat", "href": "https://chat.example" }] }
  },
  "navbar": { "links": [{ "label": "", "icon": "discord", "href": "https://chat.example/x" }, { "type": "github", "href": "https://github.com/me/kettle" }], "primary": { "type": "button", "label": "Buy", "href": "https://buy.example" } },
  "footer": { "socials": { "x": "https://x.example" }, "links": [{ "header": "Shop", "items": [{ "label": "Pots", "href": "/start" }] }] },
  "banner": { "content": "**New** [tea](/start)", "dismissible": true },
  "redirects": [
    { "source": "/a", "destination": "/b" }, { "source": "/b", "destination": "/start" },
    { "source": "/c/:slug*", "destination": "/guide/:slug*" }, { "source": "/d/:id/e", "destination": "/start" }
  ],
  "seo": { "metatags": { "og:site_name": "K" } },
  "integrations": { "gtm": { "tagId": "GTM-1" }, "ga4": { "measurementId": "G" } }
}
//- start.mdx
---
title: Start
sidebarTitle: First
description: The {first} page.
mode: wide
---
import { Box } from "/shared/Box.jsx";

<Box />
//- guide/index.mdx
---
title: Guide
keywords: a, b
---
//- guide/steep.md
Text
//- secret.mdx
Hidden
//- create-pot.mdx
---
title: Make a pot
openapi: POST /pots
---
//- link.mdx
---
title: Link
url: https://link.example
---
//- shared/Box.jsx
export const Box = () => { const [open] = useState(false); return <p onClick={() => 1}>{open}</p>; };
//- spec/tea.json
{ "openapi": "3.0.0", "info": { "title": "Tea", "version": "1" }, "paths": { "/pots": {
  "get": { "summary": "List (all) pots", "tags": ["Pots"], "responses": {} },
  "post": { "operationId": "createPot", "responses": {} } } } }
//- README.md
No page
//- drafts/x.mdx
Draft
//- .mintignore
drafts/
//- style.css
p {}
//- logo/light.svg
x
"##;

#[test]
fn a_site_of_mintlify_becomes_a_site_of_docgen() {
    let imported = imported(SITE);
    let config = text(&imported, "docgen.toml");
    let config: serde_json::Value = toml::from_str(config).expect("the config is TOML");
    for (path, expected) in [
        ("/site/title", "\"Kettle\""),
        ("/site/accent", "\"#ff0000\""),
        ("/site/trailing_slash", "false"),
        ("/navbar/logo/src_dark", "\"/logo/dark.svg\""),
        ("/color_mode/disable_switch", "true"),
        ("/docs/main", "\"start\""),
        ("/docs/sidebars/guides/0/category", "\"Start\""),
        ("/docs/sidebars/guides/0/items/1/link", "\"guide/index\""),
        ("/docs/sidebars/guides/0/items/1/collapsed", "true"),
        ("/navbar/items/2/href", "\"/api/create-pot\""),
        ("/navbar/items/0/sidebar_id", "\"guides\""),
        ("/navbar/items/1/href", "\"/api/get-pots\""),
        ("/navbar/items/3/href", "\"https://blog.example\""),
        ("/navbar/items/4/label", "\"Chat\""),
        ("/navbar/items/5/label", "\"Discord\""),
        ("/navbar/items/6/label", "\"GitHub\""),
        ("/navbar/items/7/class_name", "\"navbar-primary\""),
        ("/footer/columns/0/items/0/href", "\"/start\""),
        ("/footer/columns/1/items/0/label", "\"X\""),
        ("/announcement_bar/content", "\"<strong>New</strong> <a href=\\\"/start\\\">tea</a>\""),
        ("/openapi/0/file", "\"openapi/spec/tea.json\""),
        ("/analytics/provider", "\"gtm\""),
        ("/analytics/id", "\"GTM-1\""),
        ("/head/0/attributes/property", "\"og:site_name\""),
        ("/head/1/attributes/href", "\"/style.css\""),
        ("/markdown/heading_ids", "\"mintlify\""),
    ] {
        let found = config.pointer(path).map(ToString::to_string).unwrap_or_default();
        assert_eq!(found, expected, "{path} of {config:#}");
    }
    let redirects: Vec<String> = config["redirects"]
        .as_array()
        .expect("there are redirects")
        .iter()
        .map(|one| {
            format!("{} {}", one["from"].as_str().unwrap_or_default(), one["to"].as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(
        redirects,
        [
            "/a /start",
            "/b /start",
            "/c/* /guide/*",
            "/api-reference/pots/list-all-pots /api/get-pots",
            "/create-pot /api/create-pot",
            "/link https://link.example",
            "/reference/create-pot /api/create-pot",
            "/reference/pots/list-all-pots /api/get-pots",
        ]
    );
    let start = text(&imported, "content/docs/start.mdx");
    assert!(
        start.contains("sidebar_label: \"First\"\n") && start.contains("hide_table_of_contents: true\n"),
        "{start}"
    );
    assert!(
        start.contains("---\n\nThe \\{first} page.\n\nimport { Box } from \"/shared/Box.jsx\";\n\n<Box />"),
        "{start}"
    );
    assert!(text(&imported, "content/docs/secret.mdx").contains("unlisted: true"));
    assert!(text(&imported, "content/docs/guide/steep.mdx").contains("title: \"Steep\""));
    let script = text(&imported, "shared/Box.jsx");
    assert!(script.starts_with("\"use client\";\n\nimport { useState } from \"react\";\n"), "{script}");
    for absent in ["content/docs/create-pot.mdx", "content/docs/README.mdx", "content/docs/drafts/x.mdx"] {
        assert!(!imported.files.contains_key(&SourcePath::new(absent)), "{absent}");
    }
    assert!(matches!(imported.files.get(&SourcePath::new("static/logo/light.svg")), Some(Content::Copy(_))));
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the `theme` setting",
            "not imported: the `colors.light` setting",
            "not imported: `icon` in the navigation",
            "not imported: the missing page `gone` in the navigation",
            "not imported: the redirect from `/d/:id/e`",
            "not imported: the `integrations.ga4` setting",
        ]
    );
}

#[test]
fn redirects_with_extensions_have_no_file_of_their_own() {
    let imported = imported(
        r#"
//- docs.json
{ "navigation": { "pages": ["a"] }, "redirects": [
  { "source": "/a.html", "destination": "/a" },
  { "source": "/b", "destination": "/a" }, { "source": "/b.html", "destination": "/a" },
  { "source": "/c.html", "destination": "https://x.example" }, { "source": "/c", "destination": "/a" },
  { "source": "/d.html", "destination": "/a" } ] }
//- a.mdx
# A
"#,
    );
    let config: toml::Table = text(&imported, "docgen.toml").parse().expect("the config is TOML");
    let redirects = config["redirects"].as_array().expect("there are redirects");
    let from: Vec<&str> = redirects.iter().filter_map(|one| one["from"].as_str()).collect();
    assert_eq!(from, ["/b", "/c", "/d.html"]);
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the redirect from `/c.html`"]);
}

#[test]
fn nothing_without_a_counterpart_is_lost_silently() {
    let imported = imported(
        r#"
//- docs.json
{ "theme": "maple", "layout": "topnav", "icons": { "library": "lucide" }, "contextual": { "options": ["copy"] },
  "feedback": { "thumbsRating": true }, "navigation": { "languages": [
    { "language": "en", "versions": [{ "version": "2", "pages": ["a"] }, { "version": "1", "pages": ["b"] }] },
    { "language": "fr", "pages": ["fr/a"] } ] } }
//- a.mdx
---
title: A
hideFooterPagination: true
hideApiMarker: true
rss: true
"twitter:title": T
---
//- b.mdx
---
title: B
hideFooterPagination: false
---
//- fr/a.mdx
A
"#,
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    let keys = ["hideApiMarker", "rss", "twitter:title"].map(|key| format!("the `{key}` front matter key"));
    let settings =
        ["theme", "layout", "icons", "contextual", "feedback"].map(|key| format!("the `{key}` setting"));
    let menus = ["the relationship between pages in different `versions`".to_owned()];
    for what in keys.iter().chain(&settings).chain(&menus) {
        let message = format!("not imported: {what}");
        assert!(left.contains(&&*message), "{message} of {left:#?}");
    }
    let [a, b] = ["content/docs/a.mdx", "content/docs/b.mdx"].map(|path| text(&imported, path));
    assert!(a.contains("pagination_prev: null\npagination_next: null\n"), "{a}");
    assert!(!b.contains("pagination"), "{b}");
}

#[test]
fn an_older_config_has_the_same_meaning() {
    let imported = imported(
        r#"
//- mint.json
{ "name": "Old", "colors": { "primary": "&#35;fff" }, "topbarLinks": [{ "name": "Help", "url": "https://help.example" }],
  "topbarCtaButton": { "name": "Go", "url": "https://go.example" }, "modeToggle": { "default": "light", "isHidden": true },
  "tabs": [{ "name": "API", "url": "api" }], "anchors": [{ "name": "Chat", "url": "https://chat.example" }],
  "footerSocials": [{ "type": "github", "url": "https://github.example" }],
  "navigation": [{ "group": "A", "pages": ["a"] }, { "group": "B", "pages": ["api/b"] }] }
//- a.mdx
A
//- api/b.mdx
B
"#,
    );
    let config: serde_json::Value =
        toml::from_str(text(&imported, "docgen.toml")).expect("the config is TOML");
    let labels: Vec<&str> = config["navbar"]["items"]
        .as_array()
        .expect("there are items")
        .iter()
        .filter_map(|item| item["label"].as_str())
        .collect();
    assert_eq!(labels, ["Documentation", "API", "Chat", "Help", "Go"]);
    assert_eq!(config["docs"]["sidebars"]["api"][0]["items"][0], "api/b");
    assert_eq!(config["footer"]["columns"][0]["items"][0]["label"], "GitHub");
    assert_eq!(config["color_mode"]["disable_switch"], true);
}

#[test]
fn a_config_can_consist_of_several_files() {
    let imported = imported(
        r#"
//- docs.json
{ "name": "Parts", "navigation": { "$ref": "./config/navigation.json" } }
//- config/navigation.json
{ "languages": [{ "language": "en", "$ref": "en.json" }, { "language": "fr", "pages": ["fr/a"] }] }
//- config/en.json
{ "pages": ["a"] }
//- a.mdx
A
//- fr/a.mdx
A
"#,
    );
    let config: serde_json::Value =
        toml::from_str(text(&imported, "docgen.toml")).expect("the config is TOML");
    assert_eq!(config["docs"]["sidebars"]["docs"][0], "a");
    assert_eq!(config["docs"]["sidebars"]["docs-fr"][0], "a");
    assert_eq!(config["navbar"]["items"][0]["type"], "localeDropdown");
}

#[test]
fn no_text_makes_an_import_fail() {
    let pieces = [
        "import ",
        "export ",
        "{",
        "}",
        "\"",
        "'",
        "`",
        "```",
        "js a=\"",
        "<",
        "</",
        "Card",
        " title=\"",
        "/>",
        ">",
        "[a](",
        ")",
        "$",
        "$$",
        "\\",
        "é",
        "\n",
        "\n\n",
        "---\n",
        "## ",
        "{#",
        "<Snippet file=\"",
        "<Update label=\"",
        "from ",
        "{{version}}",
        "=",
        "*",
        "{/*",
        "*/}",
        "[",
        "]: ",
        "\r\n",
        "const x = ",
        "(",
        "…",
    ];
    random(&pieces, &|text| drop(site(text)), 1_500);
    let json = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"pages\"",
        "\"groups\"",
        "\"a\"",
        "\"GET /x\"",
        "\"tabs\"",
        "\"tab\"",
        "null",
        "1",
        "\"openapi\"",
    ];
    let convert = |text: &str| {
        let fixture =
            format!("//- docs.json\n{{ \"navigation\": {{ \"pages\": [{text}] }} }}\n//- a.mdx\nA\n");
        crate::import::import(&super::Files::new(&fixture));
    };
    random(&json, &convert, 1_500);
}

#[test]
fn operation_pages_outside_the_navigation_keep_their_urls() {
    let site = imported(
        "//- docs.json
{\"name\": \"Tea\", \"navigation\": {\"pages\": [\"index\"]}}
//- index.mdx
---
title: Start
---
//- pots/create.mdx
---
title: Make a pot
openapi: POST /pots
---
//- tea.json
{ \"openapi\": \"3.0.0\", \"info\": { \"title\": \"Tea\", \"version\": \"1\" }, \"paths\": { \"/pots\": {
  \"post\": { \"operationId\": \"createPot\", \"responses\": {} } } } }
",
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("from = \"/pots/create\""), "{config}");
}

#[test]
fn versions_of_the_older_config_divide_the_navigation() {
    let imported = imported(
        r##"
//- mint.json
{
  "name": "Kettle",
  "versions": ["v1", { "name": "v2", "default": true }],
  "navigation": [
    { "group": "", "pages": ["v1/start"], "version": "v1" },
    { "group": "Start", "pages": ["v1/more"], "version": "v1" },
    { "group": "Start", "pages": ["v2/start"], "version": "v2" },
    { "group": "Both", "pages": ["both"] }
  ]
}
//- v1/start.mdx
A
//- v1/more.mdx
A
//- v2/start.mdx
A
//- both.mdx
A
"##,
    );
    let config: serde_json::Value =
        toml::from_str(text(&imported, "docgen.toml")).expect("the config is TOML");
    let sidebars = &config["docs"]["sidebars"];
    assert_eq!(config["docs"]["main"], "v2/start");
    assert_eq!(sidebars["v1"][0], "v1/start");
    assert_eq!(sidebars["v1"][1]["items"][0], "v1/more");
    assert_eq!(sidebars["v2"][0]["items"][0], "v2/start");
    assert_eq!((&sidebars["v1"][2], &sidebars["v2"][1]["category"]), (&sidebars["v2"][1], &"Both".into()));
    assert_eq!(config["navbar"]["items"][0]["label"], "Versions");
    assert_eq!(config["navbar"]["items"][0]["items"][0]["label"], "v2");
}

#[test]
fn analytics_services_keep_their_hosts() {
    for (integration, expected) in [
        (
            "\"posthog\": { \"apiKey\": \"phc_1\", \"apiHost\": \"https://p.example\" }",
            "host = \"https://p.example\"",
        ),
        (
            "\"plausible\": { \"domain\": \"a.example\", \"server\": \"p.example\" }",
            "host = \"https://p.example\"",
        ),
        ("\"fathom\": { \"siteId\": \"ABC\" }", "provider = \"fathom\""),
    ] {
        let config =
            format!("{{ \"name\": \"T\", \"navigation\": {{}}, \"integrations\": {{ {integration} }} }}");
        let imported = imported(&format!("//- docs.json\n{config}\n//- index.mdx\nA\n"));
        let config = text(&imported, "docgen.toml");
        assert!(config.contains("[analytics]") && config.contains(expected), "{config}");
        assert!(imported.left.is_empty(), "{:?}", imported.left);
    }
}
