//! Books: the document that a browser prints, and the errors if there's no browser. `tests/browser/print.test.ts` tests
//! printing.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = 'Acme'
tagline = 'Everything about kettles.'
url = 'https://acme.example'
[i18n]
locales = [{ code = 'en' }, { code = 'ar' }]
[docs]
last_version = 'current'
[[docs.versions]]
name = 'current'
[[docs.versions]]
name = '1.0'
//- content/docs/index.md
---
title: Start
sidebar_position: 1
---
## Steps
See [the guide](./guides/brew.md#heat), [the steps](#steps), [the blog](pathname:///blog/), and
[a site](https://example.com).
//- content/docs/guides/brew.md
# Brew
## Heat {#heat}
<a href='/docs/'>Back</a> <svg><use href='#leaf'/></svg>
## Steps
:::tabs
:::tab[One]
First
:::
:::tab[Two]
Second
:::
:::
//- content/docs/guides/_category_.toml
label = 'Guides \"&\" more'
link = { type = 'generated-index', description = 'All guides.' }
//- content/versions/1.0/docs/index.md
# Old
//- content/i18n/ar/docs/index.md
# البداية
//- content/blog/2025-01-05-news.md
# News
";

fn book(site: &Project, arguments: &str) -> String {
    site.run(&format!("export pdf --html --out book.html {arguments}")).code(0);
    site.read("book.html")
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_book_has_a_cover_contents_and_chapters_in_sidebar_order() {
    let site = Project::new(SITE);
    let html = book(&site, "");
    has(
        &html,
        &[
            "<html lang=\"en\" dir=\"ltr\" data-theme=\"light\">",
            "<title>Acme</title>",
            "<p class=\"book-title\">Acme</p><p class=\"book-tagline\">Everything about kettles.</p>",
            "<a href=\"https://acme.example/\">https://acme.example/</a>",
            "aria-label=\"Contents\"",
            "<li data-depth=\"0\"><a href=\"#c1\"><span>Start</span><span class=\"book-number\"></span></a></li>",
            "<li data-depth=\"0\"><a href=\"#c2\"><span>Guides \"&amp;\" more</span>",
            "<li data-depth=\"1\"><a href=\"#c3\"><span>Brew</span>",
            "<section class=\"book-chapter\" id=\"c1\" style=\"page: c1\">",
            // The title of a category is on the same sheet as its first page.
            "<section class=\"book-chapter\" id=\"c3\" style=\"page: c2\" data-follows>",
            "<p>All guides.</p>",
            "@page c2{@top-right{content:\"Guides \\22 &\\22  more\"}}",
        ],
    );
    for part in ["class=\"pager", "breadcrumbs", "page-actions", "hash-link", "code-tools", "News", "Old"] {
        assert!(!html.contains(part), "{part}\n{html}");
    }
    assert!(book(&site, "--posts").contains("<h1 id=\"c5-news\" aria-level=\"2\">News</h1>"));
}

#[test]
fn the_sidebar_with_the_first_page_comes_first_and_an_api_is_named_once() {
    let site = Project::new(
        "//- docgen.toml\n[docs]\nmain = 'start'\n[docs.sidebars]\na = ['more']\nz = ['start']\n\
         //- content/docs/more.md\n# More\n//- content/docs/start.md\n# Start\n\
         //- openapi/tea.yaml\nopenapi: 3.1.0\ninfo: { title: Tea, version: '1' }\nservers: [{ url: 'https://a.example' }]\npaths: {}\n",
    );
    let html = book(&site, "");
    let at = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text}\n{html}"));
    assert!(at(">Start</span>") < at(">More</span>") && at(">More</span>") < at(">Tea</span>"), "{html}");
    assert_eq!(html.matches(">Tea</span>").count(), 1, "{html}");
}

#[test]
fn ids_are_unique_and_links_lead_into_the_book() {
    let site = Project::new(SITE);
    let html = book(&site, "");
    has(
        &html,
        &[
            "<h2 id=\"c1-steps\">",
            "<h2 id=\"c3-steps\" aria-level=\"3\">",
            "<a href=\"#c3-heat\">the guide</a>",
            "<a href=\"#c1-steps\">the steps</a>",
            "href=\"https://acme.example/blog/\"",
            "href=\"https://example.com\"",
            "<a href=\"#c1\">Back</a> <svg><use href=\"#c3-leaf\"/></svg>",
            "id=\"c3-tab-1-1\" aria-controls=\"c3-panel-1-1\"",
        ],
    );
    let mut ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an ID occurs twice");
    for target in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(
            target == "c3-leaf" || ids.binary_search(&target).is_ok(),
            "no element has the ID `{target}`"
        );
    }
}

#[test]
fn a_section_a_version_and_a_locale_can_be_chosen() {
    let site = Project::new(SITE);
    let section = book(&site, "--section /docs/guides/");
    has(&section, &["<p class=\"book-site\">Acme</p><p class=\"book-title\">Guides \"&amp;\" more</p>"]);
    assert!(!section.contains("<span>Start</span>"));
    // A link to a page outside the section points to the site.
    has(&section, &["href=\"https://acme.example/docs/\">Back</a>"]);
    has(&book(&site, "--docs-version 1.0"), &["<span>Old</span>", "<p>Version: 1.0</p>"]);
    let arabic = book(&site, "--locale ar");
    has(
        &arabic,
        &["<html lang=\"ar\" dir=\"rtl\"", "<span>البداية</span>", "@bottom-left{content:counter(page)}"],
    );
    for (arguments, message) in [
        ("--locale fr", "unknown locale `fr`"),
        ("--docs-version 3.0", "unknown version `3.0`"),
        ("--section /docs/guide", "did you mean `/docs/guides`?"),
        ("--out content", "`--out`: expected a file, found the folder `content`"),
    ] {
        site.run(&format!("export pdf --html {arguments}")).code(2).stderr_has(message);
    }
}

#[test]
fn links_out_of_a_book_need_the_url_of_the_site() {
    let site = Project::new(&SITE.replace("url = 'https://acme.example'\n", ""));
    let html = book(&site, "--section /docs/guides --base-url /base/");
    has(&html, &["<a>Back</a>", "href=\"/base/_docgen/immutable/book."]);
    has(&book(&site, "--base-url /base/"), &["<a href=\"#c1\">Back</a>"]);
}

#[test]
fn the_date_of_a_book_is_the_time_of_the_build() {
    let site = Project::new(SITE);
    let arguments = "export pdf --html --out book.html";
    site.run_with(arguments, &[("SOURCE_DATE_EPOCH", "1736078400")]).code(0);
    has(&site.read("book.html"), &["<time datetime=\"2025-01-05\">January 5, 2025</time>"]);
    site.run(arguments).code(0);
    assert!(!site.read("book.html").contains("<time"));
}

#[test]
fn without_a_browser_the_error_says_what_to_install() {
    let site = Project::new(SITE);
    let none = [("CHROMIUM", ""), ("PATH", ""), ("HOME", "")];
    if !cfg!(target_os = "linux")
        || ["/opt/google/chrome/chrome", "/usr/lib/chromium/chromium"]
            .iter()
            .all(|path| !std::path::Path::new(path).exists())
    {
        site.run_with("export pdf", &none)
            .code(2)
            .stderr_has("no browser found: to print, docgen needs Chromium or a Chromium-based browser")
            .stderr_has("hint: install one; for example, run `");
    }
    site.run_with("export pdf", &[("CHROMIUM", "no-such-browser")])
        .code(2)
        .stderr_has("no browser at `no-such-browser`");
    site.run("export pdf --chromium ./no/such/browser")
        .code(2)
        .stderr_has("no browser at `./no/such/browser`");
    assert!(!site.has("book.pdf"));
}

#[cfg(unix)]
#[test]
fn a_browser_that_fails_is_reported_and_leaves_no_file() {
    let site = Project::new(SITE);
    site.write("browser", "#!/bin/sh\necho '[1:2/3:FATAL:zygote.cc(1)] No usable sandbox!' >&2\nexit 1\n");
    site.write("silent", "#!/bin/sh\nexit 0\n");
    for name in ["browser", "silent"] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(site.root().join(name), mode).expect("the file can be made executable");
    }
    site.run("export pdf --chromium ./browser")
        .code(2)
        .stderr_has("`./browser` can't print the book: it reports: No usable sandbox!")
        .stderr_has("allow the browser's sandbox");
    site.run("export pdf --chromium ./silent").code(2).stderr_has("it didn't write a file");
    for file in ["book.pdf", "book.printing.pdf"] {
        assert!(!site.has(file), "{file}");
    }
}
