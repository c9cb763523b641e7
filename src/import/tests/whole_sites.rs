//! Tests for what depends on several files: static files, configs, and dates.

use super::{Files, imported, text};
use crate::config::Config;
use crate::diag::Location;
use crate::import::{Content, Imported, import_folder};
use crate::path::SourcePath;
use crate::source::Source;

fn left(site: &Imported) -> Vec<&str> {
    site.left.iter().map(|found| found.message.as_str()).collect()
}

#[test]
fn a_page_replaces_a_static_file_with_the_same_url() {
    for (config, taken, kept) in [
        ("", "guide/steep/index.html", "guide/steep.html"),
        (", trailingSlash: false", "guide/steep.html", "guide/steep/index.html"),
    ] {
        let site = imported(&format!(
            "//- docusaurus.config.js
module.exports = {{ title: 'Kettle', presets: [['classic', {{ docs: {{ routeBasePath: '/guide' }} }}]]{config} }};
//- src/pages/index.md
# Home
//- docs/01-steep.md
# Steep
//- docs/hot.md
---
slug: /warm
---
# Hot
//- static/index.html
<p>Other</p>
//- static/{taken}
<p>Other</p>
//- static/guide/warm.md
Other
//- static/{kept}
<p>Kept</p>
//- static/data.json
{{}}
"
        ));
        let copies: Vec<&str> = site
            .files
            .iter()
            .filter(|(_, content)| matches!(content, Content::Copy(_)))
            .map(|(path, _)| path.as_str())
            .collect();
        assert_eq!(copies, ["static/data.json", &format!("static/{kept}")]);
        let name = taken.rsplit('/').next().expect("a path has a last segment");
        let mut expected = ["index.html", name, "warm.md"]
            .map(|name| format!("not imported: `{name}`, which would replace a page"));
        expected.sort();
        let mut found = left(&site);
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_post_without_a_date_gets_one_and_is_reported() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Kettle', presets: [['classic', {}]] };
//- docs/a.md
# A
//- blog/news/steep.md
---
title: Steep
---
Text.
//- blog/2026-01-31-hot.md
Text.
",
    );
    assert!(text(&site, "content/blog/news/steep.md").contains("date: \"1970-01-01\""), "{site:?}");
    assert!(!text(&site, "content/blog/2026-01-31-hot.md").contains("date:"), "{site:?}");
    assert_eq!(left(&site), ["not imported: the date of a post"]);
}

#[test]
fn the_ids_of_documents_in_a_sidebar_are_their_front_matter_paths_or_numbered_paths() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Kettle', presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };
//- sidebars.js
module.exports = { main: ['tea/own', 'tea/cold', '01-tea/02-cold', 'tea/none', 'top'] };
//- docs/01-tea/01-hot.md
---
id: own
---
# Hot
//- docs/01-tea/02-cold.md
# Cold
//- docs/a.md
---
id: top
---
# Top
",
    );
    assert_eq!(left(&site), ["not imported: the missing document `tea/none` in the sidebar"]);
}

#[test]
fn a_config_of_mkdocs_can_have_its_own_name() {
    let site = imported(
        "//- mkdocs-base.yml
site_name: Kettle
//- mkdocs-local.yml
INHERIT: mkdocs-base.yml
nav: [index.md]
//- mkdocs-online.yml
INHERIT: mkdocs-base.yml
site_url: https://kettle.example/
//- docs/index.md
# Kettle
",
    );
    assert_eq!(site.tool, "MkDocs");
    let config = text(&site, "docgen.toml");
    assert!(config.contains("title = \"Kettle\"") && config.contains("https://kettle.example"), "{config}");
    assert_eq!(left(&site), ["not imported: another config of the site"]);
}

#[test]
fn braces_stay_text_unless_a_plugin_or_hook_can_replace_them() {
    for (plugin, hook, expected) in [
        ("mkdocstrings", "", "Use {{ version }}.\n"),
        ("unheard-of", "", "Use <!-- {{ version }} -->.\n"),
        ("search", "hooks: [hook.py]", "Use {{ version }}.\n"),
        ("search", "hooks: [template.py]", "Use <!-- {{ version }} -->.\n"),
        ("search", "hooks: [missing.py]", "Use <!-- {{ version }} -->.\n"),
    ] {
        let site = imported(&format!(
            "//- mkdocs.yml
site_name: Kettle
plugins: [{plugin}]
{hook}
//- hook.py
def on_page_markdown(markdown, **_):
    return markdown.upper()
//- template.py
import jinja2
//- docs/index.md
# Kettle

Use {{{{ version }}}}.
"
        ));
        let page = text(&site, "content/docs/index.md");
        assert!(page.ends_with(expected), "{plugin} {hook}: {page}");
    }
}

#[test]
fn a_folder_of_markdown_has_lenient_diagnostics() {
    let site = import_folder(&Files::new("//- a.md\n---\nlayout: post\n---\n# A\n")).expect("there's a page");
    let Some(Content::Text(config)) = site.files.get(&SourcePath::new("docgen.toml")) else {
        panic!("there's no config");
    };
    assert!(config.contains("errors = \"warn\""), "{config}");
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn a_folder_of_markdown_has_only_the_files_that_pages_link_to() {
    let files = Files::new(
        "
//- README.md
# A

[b](docs/b%20c.txt#x) ![d](./d.png \"D\") <img src=\"/e.png\">

[f]: code/f.rs [i](../i.md)
//- docs/b c.txt
B
//- d.png
D
//- e.png
E
//- code/f.rs
F
//- code/g.rs
G
//- vendor/h/README.md
# H
",
    );
    let site = import_folder(&files).expect("there's a page");
    let copied: Vec<&str> = site.files.keys().filter_map(|path| path.strip_dir("content/docs")).collect();
    assert_eq!(copied, ["README.md", "code/f.rs", "d.png", "docs/b c.txt", "e.png"]);
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the file `../i.md` outside the folder"]);
}

#[test]
fn settings_of_a_generator_that_cannot_be_imported_are_reported() {
    let site = import_folder(&Files::new("//- docs/a.md\n# A\n//- docs/_config.yml\ntheme: b\n"))
        .expect("there's a page");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the Jekyll settings"]);
    let files = Files::new("//- docs/a.md\n# A\n//- website/siteConfig.js\n//- x/y/book.toml\n[book]\n");
    let site = import_folder(&files).expect("there's a page");
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    let expected = ["the Docusaurus 1 settings", "the mdBook site that this file configures"];
    assert_eq!(left, expected.map(|what| format!("not imported: {what}")));
    let files = Files::new("//- a.md\n# A\n//- .vuepress/config.js\nexport default {}\n");
    let site = import_folder(&files).expect("there's a page");
    assert_eq!(site.left.len(), 1, "{:?}", site.left);
    assert!(!site.files.keys().any(|path| path.as_str().contains("vuepress")), "{:?}", site.files.keys());
}

#[test]
fn a_hero_has_no_character_references() {
    let site = imported(
        "//- astro.config.mjs
import starlight from '@astrojs/starlight';
export default { integrations: [starlight({ title: 'Kettle' })] };
//- src/content/docs/index.md
---
title: Kettle
template: splash
hero: { tagline: Hot&nbsp;tea &amp; more &mdash; now }
---
Words.
",
    );
    let page = site.files.iter().find(|(path, _)| path.as_str().ends_with("index.md"));
    let Some((_, Content::Text(page))) = page else { panic!("there's no page: {site:?}") };
    assert!(page.contains("Hot tea & more — now"), "{page}");
}

#[test]
fn destinations_in_angle_brackets_stay_destinations() {
    for (before, after) in [
        ("[`a(b)`](<https://x.example/a(b)-c>).\n", "[`a(b)`](<https://x.example/a(b)-c>).\n"),
        ("[a](<b c.md> \"T (t)\") b\n", "[a](<./b%20c.md> \"T (t)\") b\n"),
        ("[a]\n\n[a]: <https://x.example/a(b)>\n", "[a]\n\n[a]: <https://x.example/a(b)>\n"),
        ("<https://x.example/>\n", "[https://x.example/](https://x.example/)\n"),
    ] {
        let site = imported(&format!(
            "//- docusaurus.config.js\nmodule.exports = {{ title: 'Kettle', presets: [['classic', {{}}]] }};\n\
             //- docs/a.mdx\n# A\n\n{before}\n{{1 + 1}}\n//- docs/b c.md\n# B\n"
        ));
        let expected = format!("# A\n\n{after}\n{{1 + 1}}");
        assert_eq!(text(&site, "content/docs/a.mdx").trim_end(), expected);
        let site = imported(&format!(
            "//- hugo.toml\nbaseURL = 'https://x.example/'\n//- content/docs/b c.md\n# B\n\
             //- content/docs/a.md\n---\ntitle: A\n---\n{before}"
        ));
        let (_, page) =
            site.files.iter().find(|(path, _)| path.as_str().ends_with("/a.md")).expect("it's there");
        let Content::Text(page) = page else { panic!("{page:?}") };
        assert!(page.matches('<').count() == before.matches('<').count(), "{page}");
        assert!(page.matches('>').count() == before.matches('>').count(), "{page}");
    }
}

#[test]
fn html_of_python_markdown_ends_with_its_element() {
    for (before, after) in [
        (
            "<div>\n<style>\n    a {}\n\n    b {}\n</style>\n\n    <b>x</b>\n</div>\n\nText\n",
            "<div>\n<style>\n    a {}\n    b {}\n</style>\n    <b>x</b>\n</div>\n\nText\n",
        ),
        (
            "<div><pre>\na\n\n\nb\n</pre>\n\n</div>\n",
            "<div><pre>\na\n<!-- -->\n<!-- -->\nb\n</pre>\n</div>\n",
        ),
        ("<div>\n\n**a**\n\n</div>\n", "<div>\n\n**a**\n\n</div>\n"),
        ("<div>\n\n    a\n", "<div>\n\n    a\n"),
    ] {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: Kettle\nmarkdown_extensions: [pymdownx.snippets]\n//- docs/index.md\n# A\n\n{before}"
        ));
        assert_eq!(text(&site, "content/docs/index.md"), format!("# A\n\n{after}"));
    }
    // Files with the start and the end of an element stay part of the page.
    let page = "# A\n\n--8<-- \"start.md\"\na\n\nb\n--8<-- \"end.md\"\n";
    let site = imported(&format!(
        "//- mkdocs.yml\nsite_name: Kettle\nmarkdown_extensions: [pymdownx.snippets]\n//- docs/index.md\n{page}\
         //- docs/b.md\n{page}//- start.md\n<div><pre>\n//- end.md\n</pre></div>\n"
    ));
    assert_eq!(text(&site, "content/docs/b.md"), "# A\n\n<div><pre>\na\n<!-- -->\nb\n</pre></div>\n");
}

#[test]
fn headings_of_python_markdown_need_no_space() {
    let page = "#A\n\n##\u{a0}B {#b}\n\n```sh\n#c\n```\n\n<style>\n#d {}\n</style>\n\n###E ###\n\n    #f\n";
    for (extension, expected) in [
        ("toc", "# A\n\n## B {#b}\n\n```sh\n#c\n```\n\n<style>\n#d {}\n</style>\n\n### E ###\n\n    #f"),
        ("pymdownx.saneheaders", "#A\n\n"),
    ] {
        let site = imported(&format!(
            "//- mkdocs.yml\nsite_name: Kettle\nmarkdown_extensions: [attr_list, {extension}]\n//- docs/index.md\n{page}"
        ));
        let found = text(&site, "content/docs/index.md");
        assert!(found.starts_with(expected), "{extension}: {found}");
    }
}

#[test]
fn the_last_of_several_equal_keys_in_a_config_counts() {
    let imported = imported(
        "
//- mkdocs.yml
site_name: Old
site_name: Kettle
extra:
  a: 1
  a: 2
//- docs/index.md
# A
",
    );
    assert_eq!(imported.tool, "MkDocs");
    assert!(super::text(&imported, "docgen.toml").contains("title = \"Kettle\""));
}

#[test]
fn a_config_that_cannot_be_read_is_found() {
    let files = Files::new("//- mkdocs.yml\nsite_name: [\n//- docs/index.md\n# A\n");
    assert!(super::import(&files).is_none());
    let (source, fault) = crate::import::unreadable(&files).expect("the config isn't valid");
    assert_eq!(source.path.as_str(), "mkdocs.yml");
    assert!(!fault.message.is_empty());
    assert!(crate::import::unreadable(&Files::new("//- mkdocs.yml\nsite_name: A\n")).is_none());
}

#[test]
fn settings_that_docgen_refuses_are_left_out() {
    // Configs and the left-out settings.
    for (config, expected) in [
        (
            "themeConfig: { algolia: { appId: process.env.APP, apiKey: process.env.KEY, indexName: 'a' } }",
            "the search with Algolia (the config doesn't contain all of its keys)",
        ),
        (
            "themeConfig: { algolia: { appId: '<app>', apiKey: 'b', indexName: 'a' } }",
            "the setting `search.app_id`: invalid application ID `<app>`",
        ),
        (
            "themeConfig: { navbar: { items: [{ label: 'A', href: 'javascript:a()' }] } }",
            "the setting `navbar.items[1]",
        ),
    ] {
        let site = imported(&format!(
            "//- docusaurus.config.js
module.exports = {{ title: 'Kettle', presets: ['classic'], {config} }};
//- docs/a.md
# A
"
        ));
        let config = Source::new(SourcePath::new("docgen.toml"), text(&site, "docgen.toml"));
        let (_, problems) = Config::parse(&config);
        assert!(problems.is_empty(), "{problems:?} in {}", config.text);
        assert!(left(&site).iter().any(|one| one.contains(expected)), "{expected} in {:?}", left(&site));
    }
}

#[test]
fn style_sheets_that_change_the_theme_are_reported() {
    let css = "/* h6 {} */ body { margin: 0 }\n.prose p, .card a { color: red }\n\n  pre > code, h1,h1 { color: red }\ntable {}";
    for site in [
        "//- mkdocs.yml\nsite_name: Kettle\nextra_css: [own.css]\n//- docs/index.md\n# Kettle\n//- docs/own.css\n",
        "//- book.toml\n[output.html]\nadditional-css = ['own.css']\n//- src/SUMMARY.md\n- [A](a.md)\n//- src/a.md\n# A\n//- own.css\n",
        "//- docs.json\n{\"name\": \"Kettle\", \"navigation\": { \"pages\": [\"index\"] }}\n//- index.mdx\n# Kettle\n//- own.css\n",
    ] {
        let found = imported(&format!("{site}{css}\n"));
        let messages: Vec<_> = found.left.iter().filter(|one| one.message.contains("style sheet")).collect();
        let [one] = messages[..] else { panic!("{site}: {:?}", found.left) };
        assert!(one.message.ends_with(": `pre > code`, `h1`"), "{one:?}");
        let Some(Location::Position(path, 4, 23)) = &one.location else { panic!("{one:?}") };
        assert!(path.as_str().ends_with("own.css"), "{one:?}");
    }
}

#[test]
fn redirects_from_other_forms_of_the_root_do_not_conflict_with_the_first_page() {
    let site = imported(
        r#"
//- docs.json
{
  "name": "Tea",
  "navigation": { "pages": ["start"] },
  "redirects": [
    { "source": "/index", "destination": "/start" },
    { "source": "/a/index", "destination": "/start" }
  ]
}
//- start.mdx
# Start
"#,
    );
    let config = text(&site, "docgen.toml");
    assert!(!config.contains("\"/index\"") && config.contains("\"/a/index\""), "{config}");
}

#[test]
fn the_rules_of_a_host_stay_in_effect_beside_redirects() {
    for (redirects, has_hosts) in
        [("\n[output.html.redirect]\n\"/old.html\" = \"a.html\"\n", true), ("", false)]
    {
        let site = imported(&format!(
            "//- book.toml\n[book]\ntitle = \"T\"\n{redirects}//- src/SUMMARY.md\n- [A](a.md)\n//- src/a.md\n# A\n//- src/_redirects\n/x/:id /a 200\n"
        ));
        let config = text(&site, "docgen.toml");
        assert_eq!(config.contains("[site]\n") && config.contains("hosts = []"), has_hosts, "{config}");
        assert!(site.files.contains_key(&SourcePath::new("static/_redirects")));
    }
}

#[test]
fn redirects_below_the_path_of_a_site_lose_the_path() {
    let site = imported(
        r#"
//- docs.json
{
  "name": "Tea",
  "navigation": { "pages": ["start", "docs/own"] },
  "redirects": [
    { "source": "/docs/old", "destination": "/docs/start" },
    { "source": "/docs/older", "destination": "/docs/old" },
    { "source": "/docs/other", "destination": "/docs/own" },
    { "source": "/cup", "destination": "/docs/start" }
  ]
}
//- start.mdx
# Start
//- docs/own.mdx
# Own
"#,
    );
    let config = text(&site, "docgen.toml");
    for (from, to) in [("/old", "/start"), ("/older", "/start"), ("/other", "/docs/own"), ("/cup", "/start")]
    {
        let redirect = format!("from = \"{from}\"\nto = \"{to}\"");
        assert!(config.contains(&redirect), "{redirect}: {config}");
    }
}

#[test]
fn attributes_of_snippets_can_be_in_templates_and_attributes() {
    let site = imported(
        "
//- docs.json
{ \"name\": \"Tea\", \"navigation\": { \"pages\": [\"start\"] } }
//- start.mdx
import Part from '/shared/part.mdx';

<Part path=\"a\" />
//- shared/part.mdx
export const own = 1;

A {path} {own}

<CodeBlock language=\"bash\" filename=\"a.sh\">
  {`run ${path} ${own} ${path.length}`}
</CodeBlock>

<img src={path} alt={`b ${path}`} style={{path}} />
",
    );
    let part = text(&site, "shared/part.mdx");
    for expected in [
        "A {props.path} {own}",
        "<CodeBlock language=\"bash\" title=\"a.sh\">",
        "{`run ${props.path} ${own} ${props.path.length}`}",
        "src={props.path} alt={`b ${props.path}`} style={{path}}",
    ] {
        assert!(part.contains(expected), "{expected}: {part}");
    }
}

#[test]
fn redirects_from_the_markdown_version_of_a_page_are_left_out() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Kettle', presets: [['classic', { docs: { routeBasePath: '/' } }]], plugins: [
  ['client-redirects', { redirects: [
    { from: '/steep.md', to: '/steep' }, { from: '/hot.md', to: '/steep' }, { from: '/old', to: '/steep' },
  ] }],
] };
//- docs/steep.md
# Steep
//- docs/hot.md
# Hot
",
    );
    let config = text(&site, "docgen.toml");
    assert_eq!(config.matches("[[redirects]]").count(), 1, "{config}");
    assert!(config.contains("from = \"/old\""), "{config}");
    assert_eq!(left(&site), ["not imported: the redirect from `/hot.md` to `/steep`"]);
}

#[test]
fn links_in_a_folder_of_markdown_can_start_at_its_root_or_lead_to_folders() {
    let site = import_folder(&Files::new(
        "//- README.md
# Tea
//- guide/a.md
[a](/README.md#x) [b](/guide/b.md) [own](/other) [list](../parts/) ![c](/c.png)

[b]: /guide/b.md
//- guide/b.md
# B
//- parts/one.md
# One
//- c.png
C
",
    ))
    .expect("there are pages");
    assert_eq!(
        text(&site, "content/docs/guide/a.md"),
        "[a](../README.md#x) [b](b.md) [own](/other) [list](../parts/) ![c](../c.png)\n\n[b]: b.md"
    );
    assert_eq!(text(&site, "content/docs/parts/_category_.toml"), "[link]\ntype = \"generated-index\"\n");
    assert!(!site.files.contains_key(&SourcePath::new("content/docs/guide/_category_.toml")));
    assert!(!text(&site, "docgen.toml").contains("number_prefixes"));
}

#[test]
fn numbers_stay_in_the_names_of_pages_that_differ_only_in_them() {
    let site = import_folder(&Files::new("//- a/2025-report.md\n# A\n//- a/2026-report.md\n# B\n"));
    let site = site.expect("there are pages");
    assert!(text(&site, "docgen.toml").contains("number_prefixes = false"));
}
