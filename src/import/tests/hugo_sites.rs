//! Tests for unusual Hugo sites.

use super::{imported, text};
use crate::path::SourcePath;

const CONFIG: &str = "//- hugo.toml\nbaseURL = 'https://tea.example/'\ntitle = 'Tea'\n";

#[track_caller]
pub(super) fn page(files: &str, expected: &str) {
    let site = imported(&format!("{CONFIG}{files}"));
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains(expected), "{page}");
}

#[test]
fn any_environment_can_have_the_config() {
    let site = imported(
        "//- config/online/hugo.toml\nbaseURL = 'https://tea.example/'\ntitle = 'Tea'\n//- content/a.md\n# A\n",
    );
    assert_eq!(site.tool, "Hugo");
    assert!(text(&site, "docgen.toml").contains("url = \"https://tea.example\""));
}

#[test]
fn languages_that_no_one_speaks_are_sections() {
    let site = imported(
        "//- hugo.toml
baseURL = '//tea.example/docs'
defaultContentLanguage = 'python'
defaultContentLanguageInSubdir = true
[languages.python]
languageName = 'Python'
contentDir = 'content/python'
[languages.rust]
languageName = 'Rust'
contentDir = 'content/rust'
//- layouts/shortcodes/only.html
{{ if eq $.Page.Language.Lang (.Get 0) }}{{ .Inner }}{{ end }}
//- layouts/shortcodes/name.html
{{- $.Page.Language.LanguageName -}}
//- content/python/a.md
# A

{{< name >}}{{< only \"rust\" >}}R{{< /only >}}{{< only \"python\" >}}P{{< /only >}}
//- content/rust/a.md
# A
",
    );
    let config = text(&site, "docgen.toml");
    assert!(!config.contains("i18n") && config.contains("url = \"https://tea.example\""), "{config}");
    assert!(config.contains("base_url = \"/docs/\""), "{config}");
    assert!(text(&site, "content/docs/python/a.md").contains("PythonP"));
    assert!(site.files.contains_key(&crate::path::SourcePath::new("content/docs/rust/a.md")));
}

#[test]
fn names_of_resources_are_files_with_titles() {
    page(
        "//- content/a/index.md\n---\nresources:\n- { name: tree, src: tree-view.svg, title: Drag it }\n- { name: tree-more, src: tree-more.mp4 }\n---\n{{< img name=\"tree\" >}}\n//- content/a/tree-view.svg\n<svg/>\n//- content/a/tree-more.mp4\n0\n",
        "alt=\"Drag it\"",
    );
}

#[test]
fn the_first_line_of_a_table_has_all_its_cells() {
    page(
        "//- content/a.md\n| A | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n",
        "| A | B |  |\n| --- | --- | --- |",
    );
}

#[test]
fn urls_with_extensions_have_one_file_each() {
    let site = imported(
        "//- hugo.toml
baseURL = 'https://tea.example/'
uglyURLs = true
//- content/guide/a.md
---
aliases: [/old, /old.html]
---
[B](b)
//- content/guide/b.md
# B
//- content/search.md
---
url: /index.json
---
//- content/guide/_index.md
---
title: Guide
---
",
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("from = \"/old\"") && !config.contains("/old.html"), "{config}");
    assert!(text(&site, "content/docs/guide/a.md").contains("[B](b.md)"));
    assert!(!site.files.contains_key(&crate::path::SourcePath::new("content/docs/search.md")));
}

#[test]
fn a_site_without_markdown_pages_is_still_a_hugo_site() {
    let imported = imported(
        "
//- hugo.toml
title = 'Kettle'
//- archetypes/default.md
# {{ .Name }}
//- content/docs/steep.org
* Steep
",
    );
    assert_eq!(imported.tool, "Hugo");
    assert_eq!(text(&imported, "content/docs/index.md"), "---\ntitle: \"Kettle\"\n---\n");
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn settings_of_goldmark_without_a_counterpart_are_reported() {
    let imported = imported(
        "
//- hugo.toml
title = 'Kettle'
[markup.goldmark.renderer]
hardWraps = true
unsafe = true
[markup.goldmark.parser]
autoHeadingIDType = 'blackfriday'
[languages.en]
weight = 1
[languages.de]
weight = 2
title = 'Kessel'
//- content/a.md
## Tea & milk

## Tea ##
//- content/a.de.md
a
//- content/news/_index.md
---
title: News
description: What's new
---
//- content/news/_index.de.md
---
title: Neues
description: Was neu ist
---
//- content/news/b.md
---
date: 2026-01-02
---
b
//- content/old.md
---
expiryDate: 2001-01-01
---
a
",
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert!(left.contains(&"not imported: the `markup.goldmark.renderer.hardWraps` setting"), "{left:?}");
    assert!(text(&imported, "content/docs/a.md").contains("## Tea & milk {#tea-milk}\n\n## Tea ##\n"));
    let labels = text(&imported, "content/i18n/de/labels.json");
    for label in ["\"Kettle\": \"Kessel\"", "\"News\": \"Neues\"", "\"What's new\": \"Was neu ist\""] {
        assert!(labels.contains(label), "{labels}");
    }
    assert!(text(&imported, "content/docs/old.md").contains("draft: true"));
}

#[test]
fn mounts_of_languages_that_no_one_speaks_are_sections() {
    let site = imported(
        "//- hugo.toml
baseURL = 'https://tea.example'
defaultContentLanguage = 'python'
[languages.python]
languageName = 'Python'
[languages.rust]
languageName = 'Rust'
[outputFormats.MOVED]
mediaType = 'text/plain'
[[module.mounts]]
source = 'content/any'
target = 'content'
lang = 'python'
[[module.mounts]]
source = 'content/any'
target = 'content'
lang = 'rust'
[[module.mounts]]
source = 'content/rust'
target = 'content'
lang = 'rust'
//- content/any/a.md
# A
//- content/rust/b.md
# B
",
    );
    for path in ["content/docs/a.md", "content/docs/rust/a.md", "content/docs/rust/b.md"] {
        assert!(site.files.contains_key(&crate::path::SourcePath::new(path)), "{:?}", site.files.keys());
    }
    assert!(site.left.iter().any(|one| one.message.contains("the output format `MOVED`")), "{:?}", site.left);
}

#[test]
fn html_pages_contain_no_markdown() {
    page(
        "//- content/a.html\n---\ntitle: A\n---\n<pre>\na\n\nb \\\n</pre>\n\n  Plain [x](y) *z*\n",
        "<div>\n<pre>\na\n<!-- -->\nb \\\n</pre>\nPlain [x](y) *z*\n</div>\n",
    );
}

#[test]
fn the_default_language_keeps_its_name_and_links_stay_in_the_language() {
    let config = "//- hugo.toml
baseURL = 'https://tea.example'
uglyURLs = true
title = 'Tea'
defaultContentLanguage = 'python'
[languages.python]
languageName = 'Python'
title = 'Python tea'
contentDir = 'content/python'
[languages.rust]
languageName = 'Rust'
[[module.mounts]]
source = 'content/python'
target = 'content'
lang = 'python'
[[module.mounts]]
source = 'content/rust'
target = 'content'
lang = 'rust'
//- layouts/shortcodes/name.html
{{- $.Page.Language.LanguageName -}}
//- content/python/a.md
{{< name >}}
//- content/python/b.md
B
//- content/rust/a.md
{{< name >}} [b](/b)
//- content/rust/b.md
B
//- content/rust/c/_index.md
---
aliases: [/old.html]
---
C
";
    let site = imported(config);
    let settings = text(&site, "docgen.toml");
    assert!(settings.contains("title = \"Python tea\""), "{settings}");
    assert!(settings.contains("from = \"/old.html\"\nto = \"/rust/c/index\""), "{settings}");
    assert!(text(&site, "content/docs/a.md").contains("Python"));
    let page =
        |files: &str| text(&imported(&format!("{config}{files}")), "content/docs/rust/a.md").to_owned();
    assert!(page("").ends_with("Rust [b](../b.md)\n"), "{}", page(""));
    let template = "//- themes/x/layouts/_default/_markup/render-link.html\n";
    for (link, expected) in
        [("{{ ref .Page .Destination }}", "Rust [b](b.md)\n"), ("{{ .Destination }}", "(../b.md)\n")]
    {
        let page = page(&format!("{template}{link}\n"));
        assert!(page.ends_with(expected), "{page}");
    }
}

#[test]
fn home_pages_have_the_same_place_in_every_language() {
    let config = "//- hugo.toml
baseURL = 'https://tea.example'
title = 'Tea'
[languages.en]
[languages.fr]
//- content/a.md
A
//- content/_index.fr.md
Bonjour
";
    for (home, place) in [
        ("", "pages"),
        ("//- content/_index.md\n---\ntitle: Tea\n---\n", "pages"),
        ("//- content/_index.md\nHello\n", "docs"),
    ] {
        let site = imported(&format!("{config}{home}"));
        let page = text(&site, &format!("content/i18n/fr/{place}/index.md"));
        assert!(page.ends_with("Bonjour\n"), "{page}");
        assert!(site.files.contains_key(&crate::path::SourcePath::new(format!("content/{place}/index.md"))));
    }
}

#[test]
fn posts_of_a_section_with_extensions_have_their_own_urls() {
    let post = |path: &str, day: u8| {
        format!(
            "//- content/post/{path}.md\n---\ntitle: {path}\ndate: 2026-01-0{day}\nslug: report\n---\n[b](/2026/02/report.html)\n"
        )
    };
    let site = imported(&format!(
        "{CONFIG}[permalinks]\npost = '/:year/:day/:slug/'\n[uglyURLs]\npost = true\n{}{}//- content/post/c.md\n---\ntitle: c\ndate: 2026-01-03\n---\nC\n//- content/d.md\nD\n",
        post("a", 1),
        post("b", 2)
    ));
    let a = text(&site, "content/post/a.md");
    assert!(a.contains("slug: \"2026/01/report\"") && a.ends_with("[b](/post/b.md)\n"), "{a}");
    let config = text(&site, "docgen.toml");
    for part in [
        "from = \"/2026/02/report.html\"\nto = \"pathname:///post/2026/02/report\"",
        "from = \"/2026/03/c.html\"\nto = \"pathname:///post/c\"",
    ] {
        assert!(config.contains(part), "{config}");
    }
    assert!(!text(&site, "content/docs/d.md").contains("slug"));
}

#[test]
fn translations_without_text_show_the_default_language() {
    let site = imported(&format!(
        "{CONFIG}[languages.en]\n[languages.fr]\n//- content/a.md\nA\n//- content/a.fr.md\n---\ntitle: Ah\nodd: 1\naliases: [/x]\n---\n//- content/b.fr.md\n[a](a.md)\n"
    ));
    assert!(!site.files.contains_key(&crate::path::SourcePath::new("content/i18n/fr/docs/a.md")));
    assert!(text(&site, "docgen.toml").contains("from = \"/x\"\nto = \"/fr/a\""));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert!(left.contains(&"not imported: the title of a translation without text"), "{left:?}");
}

#[test]
fn links_stay_in_the_language_of_the_page() {
    for (more, expected) in [("", "[b](b.md) [c](/c)"), ("theme = 'x'\n", "[b](/b) [c](/c)")] {
        let site = imported(&format!(
            "//- hugo.toml\nbaseURL = 'https://tea.example/'\n{more}[languages.en]\n[languages.de]\n//- content/a.md\n[b](/b/)\n//- content/a.de.md\n[b](/b/) [c](/c/)\n//- content/b.md\nB\n//- content/b.de.md\nB\n//- content/c.md\nC\n"
        ));
        let page = text(&site, "content/i18n/de/docs/a.md");
        assert!(page.contains(expected), "{page}");
    }
}

#[test]
fn dollar_signs_are_formulas_where_the_page_shows_formulas() {
    let config = "//- hugo.toml\nbaseURL = 'https://tea.example/'\n[markup.goldmark.extensions.passthrough]\nenable = true\n[markup.goldmark.extensions.passthrough.delimiters]\ninline = [['$', '$']]\n";
    for (front, expected) in [("", "\\$HOST:\\$PORT $x_i$"), ("---\nmath: true\n---\n", "$HOST:$PORT $x_i$")]
    {
        let site = imported(&format!("{config}//- content/a.md\n{front}# A\n\nTo $HOST:$PORT $x_i$\n"));
        let page = text(&site, "content/docs/a.md");
        assert!(page.contains(&format!("To {expected}\n")), "{page}");
    }
}

#[test]
fn home_pages_that_only_templates_describe_have_cards() {
    let site = imported(&format!(
        "{CONFIG}//- content/a.md\n---\ntitle: A\n---\n//- content/guides/b.md\n# B\n//- layouts/index.html\nHome\n"
    ));
    let home = text(&site, "content/pages/index.md");
    let cards = "::::cards\n::card[A]{href=\"/a\"}\n::card[Guides]{href=\"/guides\"}\n::::\n";
    assert_eq!(home, format!("---\ntitle: \"Tea\"\n---\n{cards}"));
    assert!(site.left.iter().any(|one| one.message.contains("the home page")), "{:?}", site.left);
    let site = imported(&format!("{CONFIG}//- content/_index.md\nHome\n//- content/a.md\n# A\n"));
    assert!(!site.files.contains_key(&crate::path::SourcePath::new("content/pages/index.md")));
}

#[test]
fn redirects_that_an_output_format_generates_are_imported() {
    let site = imported(&format!(
        "{CONFIG}[params]\nlatest = '5'\n[outputFormats.MOVED]\nmediaType = 'text/netlify'\nbaseName = '_redirects'\n//- layouts/index.moved\n# {{{{- $latest := site.Params.latest }}}}\n/b  /v{{{{ $latest }}}}/a/ 301!\n/latest/*  /v{{{{ $latest }}}}/:splat 301\n//- content/v5/a.md\n# A\n"
    ));
    let config = text(&site, "docgen.toml");
    for redirect in ["from = \"/b\"\nto = \"/v5/a\"", "from = \"/latest/*\"\nto = \"/v5/*\""] {
        assert!(config.contains(redirect), "{config}");
    }
    assert!(!site.left.iter().any(|one| one.message.contains("MOVED")), "{:?}", site.left);
}

#[test]
fn descriptions_have_no_markup() {
    page(
        "//- content/a.md\n---\ndescription: Has **bold** and [links](/b).\n---\n",
        "description: \"Has bold and links.\"",
    );
}

#[test]
fn empty_settings_of_services_are_left_out() {
    let site = imported(&format!(
        "{CONFIG}[params.search.algolia]\napp_id = ''\napi_key = ''\nindex_name = ''\n//- content/a.md\n# A\n"
    ));
    assert!(!text(&site, "docgen.toml").contains("[search]"));
}

#[test]
fn pages_receive_front_matter_from_sections_and_the_config() {
    let site = imported(&format!(
        "{CONFIG}[[cascade]]
title = 'From the site'
[cascade.target]
path = '/notes/**'
[cascade.target.sites.matrix]
languages = ['en']
//- content/parts/_index.md
---
cascade:
  build: {{ render: never }}
---
//- content/parts/a.md
A
//- content/parts/own.md
---
build: {{ render: always }}
---
Own
//- content/tea/_index.md
---
title: Tea
cascade:
  - _target: {{ kind: page, path: '{{/tea/old*}}' }}
    draft: true
  - title: From the section
---
//- content/tea/old.md
Old
//- content/tea/new.md
---
title: New
---
New
//- content/tea/plain.md
Plain
//- content/notes/b.md
B
"
    ));
    let pages: Vec<&str> = site.files.keys().map(|path| path.as_str()).collect();
    assert!(!pages.iter().any(|path| path.ends_with("parts/a.md")), "{pages:?}");
    assert!(pages.iter().any(|path| path.ends_with("parts/own.md")), "{pages:?}");
    for (path, expected) in [
        ("content/docs/tea/old.md", "draft: true"),
        ("content/docs/tea/new.md", "title: \"New\""),
        ("content/docs/tea/plain.md", "title: \"From the section\""),
        ("content/docs/notes/b.md", "title: \"From the site\""),
    ] {
        assert!(text(&site, path).contains(expected), "{path}: {}", text(&site, path));
    }
    assert!(!text(&site, "content/docs/tea/new.md").contains("draft"));
}

#[test]
fn posts_with_dates_in_their_urls_have_their_own_urls() {
    let post = |date: &str| format!("//- content/post/{date}.md\n---\ndate: {date}\nslug: report\n---\nA\n");
    let posts = post("2025-01-02") + &post("2026-03-04");
    for (pattern, route, slug) in
        [("/:year/:month/:slug/", "/post", "2025/01/report"), ("/news/:year/:slug/", "/news", "2025/report")]
    {
        let imported = imported(&format!("//- hugo.toml\n[permalinks]\npost = '{pattern}'\n{posts}"));
        let config = text(&imported, "docgen.toml");
        assert!(config.contains(&format!("route = \"{route}\"")), "{config}");
        let page = text(&imported, "content/post/2025-01-02.md");
        assert!(page.contains(&format!("slug: \"{slug}\"\n")), "{page}");
        let from = format!("from = \"/{slug}\"");
        assert_eq!(config.contains(&from), route == "/post", "{config}");
    }
}

#[test]
fn rules_without_a_counterpart_are_named() {
    let imported = imported(
        "//- hugo.toml\ntitle = 'T'\n//- content/_index.md\nHome\n//- static/_redirects\n# Moved\n/docs/index.html /docs/a/ 301!\n/old/index.html /docs/a/\n/c/:id /docs/a/\n//- content/docs/_index.md\nDocs\n//- content/docs/a.md\nA\n",
    );
    let config = text(&imported, "docgen.toml");
    assert!(
        config.contains("from = \"/old\"\nto = \"/docs/a\"") && !config.contains("index.html"),
        "{config}"
    );
    let left: Vec<&str> = imported.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: a redirect rule"]);
}

#[test]
fn pages_without_text_can_redirect() {
    let site = imported(
        "//- hugo.toml
baseURL = 'https://tea.example/'
title = 'Tea'
//- content/docs/_index.md
# Docs
//- content/docs/old.md
---
title: Old
layout: redirect
params:
  redirect: /docs/new/
---
//- content/docs/away.md
---
title: Away
redirect_url: https://kettle.example/
---
//- content/docs/near.md
---
redirect: ../new/
---
//- content/docs/new.md
---
redirect: /docs/
---
# New
",
    );
    let config = text(&site, "docgen.toml");
    for (from, to) in
        [("/docs/old", "/docs/new"), ("/docs/near", "/docs/new"), ("/docs/away", "https://kettle.example/")]
    {
        assert!(config.contains(&format!("from = \"{from}\"\nto = \"{to}\"")), "{config}");
    }
    let has = |name: &str| site.files.keys().any(|path| path.as_str().ends_with(name));
    assert!(!has("old.md") && !has("away.md") && has("new.md"));
}

#[test]
fn a_redirect_file_can_be_in_the_content_folder() {
    let site = imported(
        "//- hugo.toml\ntitle = 'T'\n//- content/_index.md\nHome\n//- content/_redirects\n/old/ /docs/a/ 301\n/b/:id /docs/a/\n//- content/docs/a.md\n---\naliases: [/c/]\n---\nA\n",
    );
    let config = text(&site, "docgen.toml");
    assert!(
        config.contains("from = \"/old\"\nto = \"/docs/a\"") && config.contains("from = \"/c\""),
        "{config}"
    );
    assert!(!site.files.contains_key(&SourcePath::new("static/_redirects")));
    assert!(
        site.left.iter().any(|found| found.message == "not imported: a redirect rule"),
        "{:?}",
        site.left
    );
}

#[test]
fn menu_entries_without_a_name_have_the_text_of_their_html() {
    let site = imported(
        "//- hugo.toml\ntitle = 'T'\n[[menu.main]]\nname = ''\npre = \"<b>May 1</b><i>Online</i>\"\nurl = 'https://a.example'\n[[menu.main]]\nname = 'B'\npre = \"<i class='b'></i>\"\nurl = 'https://b.example'\n//- content/_index.md\nHome\n//- content/docs/a.md\nA\n",
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("label = \"May 1 Online\"\nhref = \"https://a.example\""), "{config}");
    assert!(config.contains("label = \"B\"\n"), "{config}");
}

#[test]
fn hidden_pages_show_the_sidebar_of_their_section() {
    let site = imported(
        "//- hugo.toml\ntitle = 'T'\n[[menu.main]]\nname = 'A'\nurl = '/a/'\n//- content/_index.md\nHome\n//- content/a/_index.md\nA\n//- content/a/b.md\nB\n//- content/a/c.md\n---\ntoc_hide: true\n---\nC\n//- content/a/d/_index.md\n---\ntoc_hide: true\n---\nD\n//- content/a/d/e.md\nE\n",
    );
    for (path, is_hidden) in [("a/b", false), ("a/c", true), ("a/d/index", true), ("a/d/e", true)] {
        let page = text(&site, &format!("content/docs/{path}.md"));
        assert_eq!(page.contains("displayed_sidebar: \"a\"\n"), is_hidden, "{path}: {page}");
    }
}
