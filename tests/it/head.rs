//! The tags in the head of every page: the favicon and the color of the browser's interface.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = '「お茶」 & kettle'
accent = 'teal'
//- content/docs/index.md
# Home
";

/// Returns the start page's tags that contain the given text.
fn tags(site: &Project, text: &str) -> Vec<String> {
    let page = site.read("dist/docs/index.html");
    let (head, _) = page.split_once("</head>").expect("the page has a head");
    head.lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
}

#[test]
fn a_site_without_a_favicon_gets_the_first_letter_of_its_title() {
    let site = Project::new(SITE);
    site.run("build --strict").code(0);
    let icons = tags(&site, "rel=\"icon\"");
    assert_eq!(icons.len(), 1, "{icons:?}");
    for part in
        ["href=\"data:image/svg+xml,%3Csvg", "oklch(from teal", "%3Eお%3C/text%3E", "type=\"image/svg+xml\""]
    {
        assert!(icons[0].contains(part), "{part} in {icons:?}");
    }
    // A favicon with a standard filename needs no setting.
    site.write("static/favicon.ico", "icon");
    site.run("build --strict").code(0);
    assert_eq!(tags(&site, "rel=\"icon\""), ["<link rel=\"icon\" href=\"/favicon.ico\">"]);
    site.write("static/favicon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    site.run("build --strict").code(0);
    assert_eq!(
        tags(&site, "rel=\"icon\""),
        ["<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">"]
    );
    let own = "\n[[head]]\ntag = 'link'\nattributes = { rel = 'shortcut icon', href = '/favicon.ico' }\n";
    let config = site.read("docgen.toml");
    site.write("docgen.toml", &(config + own));
    site.run("build --strict").code(0);
    assert_eq!(tags(&site, "icon\""), ["<link href=\"/favicon.ico\" rel=\"shortcut icon\">"]);
}

#[test]
fn the_browsers_interface_has_the_color_of_the_default_mode_or_the_sites_own() {
    let site = Project::new(SITE);
    let shown = || {
        let all = tags(&site, "name=\"theme-color\"");
        all.iter()
            .map(|tag| (tag.contains("data-mode=\"dark\""), !tag.contains("not all")))
            .collect::<Vec<_>>()
    };
    site.run("build --strict").code(0);
    assert_eq!(shown(), [(false, true), (true, false)]);
    let config = site.read("docgen.toml");
    site.write("docgen.toml", format!("{config}\n[color_mode]\ndefault_mode = 'dark'\n"));
    site.run("build --strict").code(0);
    assert_eq!(shown(), [(false, false), (true, true)]);
    let own = "\n[[head]]\ntag = 'meta'\nattributes = { name = 'theme-color', content = '#123456' }\n";
    site.write("docgen.toml", &(config + own));
    site.run("build --strict").code(0);
    assert_eq!(tags(&site, "theme-color"), ["<meta content=\"#123456\" name=\"theme-color\">"]);
}

#[test]
fn absolute_urls_are_percent_encoded() {
    let site = Project::new(
        "
//- docgen.toml
[site]
url = 'https://site.example'
base_url = '/töpfe/'
image = 'größe x.png'
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- static/größe x.png
image
//- content/docs/über uns.md
---
aliases: [/früher]
---
# About

[Link](./über%20uns.md)
//- content/i18n/de/docs/über uns.md
# Über
//- content/blog/2026-01-05-größe.md
# Größe

[Link](../docs/über%20uns.md)
",
    );
    site.run("build --strict").code(0);
    let about = "https://site.example/t%C3%B6pfe/docs/%C3%BCber%20uns";
    for (file, expected) in [
        ("sitemap.xml", format!("<loc>{about}/</loc>")),
        ("robots.txt", "Sitemap: https://site.example/t%C3%B6pfe/sitemap.xml".to_owned()),
        ("llms.txt", format!("({about}.md)")),
        ("docs/über uns/index.html", format!("href=\"{about}/\" rel=\"canonical\"")),
        ("docs/über uns/index.html", format!("content=\"{about}/\" property=\"og:url\"")),
        ("docs/über uns/index.html", format!("href=\"{about}/\" hreflang=\"en\"")),
        ("docs/über uns/index.html", "https://site.example/t%C3%B6pfe/gr%C3%B6%C3%9Fe%20x.png".to_owned()),
        ("docs/über uns.md", format!("({about}/)")),
        ("früher/index.html", format!("<link rel=\"canonical\" href=\"{about}/\">")),
        ("blog/rss.xml", format!("{about}/&quot;")),
    ] {
        let text = site.read(&format!("dist/{file}"));
        assert!(text.contains(&expected), "{expected} in {file}: {text}");
        let is_url = |rest: &&str| rest.starts_with("site.example");
        for url in text.split("https://").filter(is_url) {
            let url = url.split(['"', '<', ')', '\n', '\\']).next().unwrap_or_default();
            assert!(url.is_ascii() && !url.contains(' '), "{url} in {file}");
        }
    }
}

#[test]
fn a_page_can_add_tags_to_its_head() {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'Tea'
url = 'https://tea.example'
base_url = '/sub/'
[csp]
//- static/a.js
let a;
//- content/docs/index.md
---
description: Own.
head:
  - { tag: meta, attributes: { name: description, content: Other } }
  - { tag: link, attributes: { rel: canonical, href: 'https://other.example/' } }
  - { tag: script, attributes: { src: /a.js, async: true } }
  - { tag: script, content: 'if (1 < 2) run()' }
  - { tag: link, attributes: { rel: help, href: ./next.md } }
---
# Home
//- content/docs/next.md
---
head: [{ tag: link, attributes: { rel: help, href: /gone.css } }]
---
# Next
",
    );
    let error = site.run("build").code(1).stderr;
    assert!(error.contains("broken link: `/gone.css`"), "{error}");
    site.write("static/gone.css", "");
    site.run("build --strict").code(0);
    let page = site.read("dist/docs/index.html");
    for expected in [
        "<meta data-head content=\"Other\" name=\"description\">",
        "<link data-head href=\"https://other.example/\" rel=\"canonical\">",
        "<script data-head async=\"\" src=\"/sub/a.js\"></script>",
        "<script data-head>if (1 < 2) run()</script>",
        "<link data-head href=\"/sub/docs/next/\" rel=\"help\">",
    ] {
        assert_eq!(page.matches(expected).count(), 1, "{expected}: {page}");
    }
    assert_eq!(page.matches("name=\"description\"").count(), 1);
    assert_eq!(page.matches("rel=\"canonical\"").count(), 1);
    assert!(!site.read("dist/docs/next/index.html").contains("run()"));
    // The policy allows the script wherever a reader comes from.
    assert!(
        site.read("dist/_headers").contains("'sha256-Fyz2W8iF/E2ZrX9i+y+ACTwMmjsgidksT3m3WytUwQs='"),
        "{}",
        site.read("dist/_headers")
    );
}
