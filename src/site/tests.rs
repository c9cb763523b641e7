use std::fmt::Write as _;

use super::collect::{humanize, strip_number};
use super::*;
use crate::config::ConfigSource;
use crate::fixture::{same_text, sources};
use crate::source::Source;

/// The files of a fixture. If a file is used as an image, the image's width is the length of the file's text.
struct Files(Vec<Source>);

impl Assets for Files {
    fn facts(&self, path: &SourcePath) -> Option<AssetFacts> {
        let file = self.0.iter().find(|source| source.path == *path)?;
        Some(AssetFacts {
            hash: 0xabc,
            length: file.text.len() as u64,
            size: Some((file.text.len() as u32, 1)),
        })
    }

    fn version(&self) -> u64 {
        0
    }
}

/// Assembles the site of a fixture and returns its problems.
pub(crate) fn site(fixture: &str) -> (Site, Vec<Diagnostic>) {
    let files = sources(fixture);
    let empty = Source::new(SourcePath::new("docgen.toml"), "");
    let config_source = files.iter().find(|source| source.path.as_str() == "docgen.toml").unwrap_or(&empty);
    let (config, problems) = Config::parse(config_source);
    assert_eq!(problems, []);
    let reader = Arc::new(Reader::default());
    let mut documents = Vec::new();
    for source in files.iter().filter(|source| source.path.extension() == "md") {
        let (parsed, problems) = Parsed::new(source.clone(), &reader);
        assert_eq!(problems, []);
        documents.push(Arc::new(parsed));
    }
    let of =
        |wanted: fn(&SourcePath) -> bool| files.iter().filter(move |source| wanted(&source.path)).cloned();
    let categories: Vec<Source> = of(|path| path.stem() == "_category_").collect();
    let static_files: Vec<SourcePath> =
        of(|path| path.strip_dir("static").is_some()).map(|source| source.path).collect();
    let (site, mut problems) = assemble(&Input {
        config: &config,
        config_source: &ConfigSource::new(config_source),
        documents: &documents,
        categories: &categories,
        blog_files: &[],
        messages: &of(|path| path.file_name() == "labels.json").collect::<Vec<_>>(),
        strays: &[],
        apis: &[],
        steps: &crate::openapi::history::Steps::default(),
        static_files: &static_files,
        assets: &Files(files.clone()),
        changes: &BTreeMap::new(),
        words: &|_, key| key.to_owned(),
        slots: &[],
        parse: &|_| Vec::new(),
        drafts: false,
    });
    problems.extend(site.link_problems());
    (site, problems)
}

/// Compares the pages and redirects of a site, except the search and not-found pages, with the expected text. Each page
/// has a line with its path, kind, title, breadcrumbs, previous page, and next page.
#[track_caller]
fn pages(fixture: &str, expected: &str) {
    let (site, problems) = site(fixture);
    assert_eq!(problems, []);
    let mut found = String::new();
    let counts = |page: &&Arc<Page>| !matches!(page.kind, PageKind::Search | PageKind::NotFound);
    for page in site.pages.iter().filter(counts) {
        let neighbour = |neighbour: &Option<PageLink>| {
            neighbour.as_ref().map_or_else(|| "-".to_owned(), |neighbour| neighbour.label.to_string())
        };
        let crumbs: Vec<&str> = page.breadcrumbs.iter().map(|crumb| &*crumb.label).collect();
        let _ = writeln!(
            found,
            "{} {} `{}` {} | {} < > {}",
            page.route,
            page.kind.as_str(),
            page.title,
            crumbs.join(" / "),
            neighbour(&page.previous),
            neighbour(&page.next),
        );
    }
    for redirect in &site.redirects {
        let to = redirect.page().expect("it leads to a page");
        let _ = writeln!(found, "{} -> {to}", redirect.from);
    }
    same_text(expected, &found);
}

/// Compares the targets of the links and images of `content/docs/from/page.md` with the expected text.
#[track_caller]
fn links(config: &str, text: &str, expected: &str) {
    let (site, problems) = site(&format!(
        "//- docgen.toml\n{config}\n//- content/docs/from/page.md\n{text}\n//- content/docs/from/beside.md\n# B\n\n## Part\n\
         //- content/docs/index.md\n# Start\n//- content/docs/file.txt\nfile\n//- content/docs/from/pic.png\n12345\n\
         //- content/docs/from/with space.md\n# S\n//- static/img/a b.png\n123\n//- static/file.pdf\nfile\n//- content/pages/index.md\n# Home"
    ));
    let index = site
        .pages
        .iter()
        .position(|page| page.parsed().is_some_and(|parsed| parsed.source.path.stem() == "page"))
        .expect("the page is there");
    let mut found = String::new();
    for link in &site.resolved[index].links {
        let _ = writeln!(found, "{:?} {}", link.kind, link.href);
    }
    for image in &site.resolved[index].images {
        let _ = writeln!(found, "Image {} {:?}", image.src, image.size);
    }
    for problem in problems {
        let _ = writeln!(found, "! {}; {}", problem.message, problem.hints.join("; "));
    }
    same_text(expected, &found);
}

#[test]
fn files_become_addresses() {
    pages(
        "
//- content/docs/index.md
//- content/docs/01-first.md
//- content/docs/guide/guide.md
# Named like its folder
//- content/docs/guide/2-steps.md
---
title: Steps
---
//- content/docs/api/README.md
//- content/docs/Caps and spaces.md
//- content/docs/v1.2/2025-01-05-news.md
//- content/docs/slug.md
---
slug: elsewhere/./x
---
//- content/docs/deep/slug.md
---
slug: /top
id: renamed
---
//- content/pages/about/index.md
//- content/pages/about/team.md
//- content/pages/custom.md
---
slug: /own/address/
layout: home
---
",
        "
/about page `Index`  | - < > -
/about/team page `Team`  | - < > -
/docs doc `Index` Index | - < > First
/docs/Caps and spaces doc `Caps and spaces` Caps and spaces | First < > Api
/docs/api doc `Api` Api | Caps and spaces < > Slug
/docs/elsewhere/x doc `Slug` Slug | Steps < > 2025 01 05 news
/docs/first doc `First` First | Index < > Caps and spaces
/docs/guide doc `Named like its folder` Named like its folder | Slug < > Steps
/docs/guide/steps doc `Steps` Named like its folder / Steps | Named like its folder < > Slug
/docs/top doc `Slug` Deep / Slug | Api < > Named like its folder
/docs/v1.2/2025-01-05-news doc `2025 01 05 news` V1.2 / 2025 01 05 news | Slug < > -
/own/address home `Custom`  | - < > -
/ -> /docs
",
    );
}

#[test]
fn a_folder_has_a_path_of_its_own_in_each_locale() {
    pages(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- content/docs/index.md
# Start
//- content/docs/1-guides/_category_.toml
slug = 'how-to'
[link]
type = 'generated-index'
//- content/docs/1-guides/2-deep/_category_.toml
slug = '/top'
//- content/docs/1-guides/2-deep/a.md
# A
//- content/docs/1-guides/2-deep/further/b.md
---
slug: bee
---
# B
//- content/i18n/de/docs/1-guides/_category_.toml
slug = 'anleitungen/alle'
[link]
type = 'generated-index'
//- content/i18n/de/docs/1-guides/2-deep/a.md
# Ah
",
        "
/de/docs doc `Start` Start | - < > Guides
/de/docs/anleitungen/alle category `Guides` Guides | Start < > Ah
/de/docs/top/a doc `Ah` Guides / Deep / Ah | Guides < > B
/de/docs/top/further/bee doc `B` Guides / Deep / Further / B | Ah < > -
/docs doc `Start` Start | - < > Guides
/docs/how-to category `Guides` Guides | Start < > A
/docs/top/a doc `A` Guides / Deep / A | Guides < > B
/docs/top/further/bee doc `B` Guides / Deep / Further / B | A < > -
/ -> /docs
/de -> /de/docs
",
    );
}

#[test]
fn a_sidebar_of_the_config_decides_order_breadcrumbs_and_neighbours() {
    pages(
        "
//- docgen.toml
[docs]
main = 'b'
[docs.sidebars]
one = ['c', { category = 'Inner', link = 'a', items = [{ doc = 'b', label = 'Bee' }, { href = 'https://x.example' }] }]
two = ['b', 'd']
//- content/docs/a.md
# A
//- content/docs/b.md
# B
//- content/docs/c.md
---
pagination_label: See
---
//- content/docs/d.md
---
pagination_next: a
pagination_prev: null
---
//- content/docs/alone.md
//- content/docs/unlisted.md
---
unlisted: true
---
",
        "
/docs/a doc `A` Inner | See < > Bee
/docs/alone doc `Alone`  | - < > -
/docs/b doc `B` Inner / Bee | Inner < > -
/docs/c doc `C` C | - < > Inner
/docs/d doc `D` D | - < > A
/docs/unlisted doc `Unlisted`  | - < > -
/ -> /docs/b
/docs -> /docs/b
",
    );
}

#[test]
fn versions_and_languages_have_addresses_of_their_own() {
    pages(
        "
//- docgen.toml
[docs]
versions = [{ name = 'current' }, { name = '2.0' }, { name = '1.0', path = 'old' }]
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/a.md
# A
//- content/versions/2.0/docs/a.md
# A 2
//- content/versions/1.0/docs/a.md
# A 1
//- content/i18n/fr/versions/2.0/docs/a.md
# A deux
//- content/pages/index.md
# Home
",
        "
/ page `Home`  | - < > -
/docs/a doc `A 2` A 2 | - < > -
/docs/next/a doc `A` A | - < > -
/docs/old/a doc `A 1` A 1 | - < > -
/fr page `Home`  | - < > -
/fr/docs/a doc `A deux` A deux | - < > -
/fr/docs/next/a doc `A` A | - < > -
/fr/docs/old/a doc `A 1` A 1 | - < > -
/docs/next -> /docs/next/a
/fr/docs/next -> /fr/docs/next/a
/docs -> /docs/a
/fr/docs -> /fr/docs/a
/docs/old -> /docs/old/a
/fr/docs/old -> /fr/docs/old/a
",
    );
}

#[test]
fn links_are_resolved_however_they_are_written() {
    links(
        "",
        "[a](beside.md) [b](./beside) [c](../index.md#start) [d](/docs/from/beside/) [e](/docs/from/beside.html) \
         [f](/docs/from/beside.md?q=1#part) [g](with%20space.md) [h](<with space.md>) [i](../file.txt) [j](/file.pdf) \
         [k](pathname:///raw/x.zip) [l](https://x.example) [m](//x.example) [n](mailto:a@x.example) [o](#here) [p](/) \
         [q](/sitemap.xml) [r](page.md) [s](../../docs/index.md)\n\n## Here\n\n![x](pic.png) ![y](/img/a%20b.png) ![z](https://x.example/z.png)",
        "
Page /docs/from/beside/
Page /docs/from/beside/
Page /docs/#start
Page /docs/from/beside/
Page /docs/from/beside/
Page /docs/from/beside/?q=1#part
Page /docs/from/with%20space/
Page /docs/from/with%20space/
File /_docgen/immutable/assets/file.0000000000000abc.txt
File /file.pdf
File /raw/x.zip
External https://x.example
External //x.example
File mailto:a@x.example
Page #here
Page /
File /sitemap.xml
Page /docs/from/page/
Page /docs/
Image /_docgen/immutable/assets/pic.0000000000000abc.png Some((5, 1))
Image /img/a%20b.png Some((3, 1))
Image https://x.example/z.png None
",
    );
}

#[test]
fn links_carry_the_base_url_once() {
    links(
        "[site]\nbase_url = '/sub/'\ntrailing_slash = false",
        "[a](beside.md#part) [b](/docs/from/beside) [c](/sub/docs/from/beside) [d](/file.pdf) [e](/sub/file.pdf) [f](/)\n\n![x](pic.png) ![y](/img/a%20b.png)",
        "
Page /sub/docs/from/beside#part
Page /sub/docs/from/beside
Page /sub/docs/from/beside
File /sub/file.pdf
File /sub/file.pdf
Page /sub/
Image /sub/_docgen/immutable/assets/pic.0000000000000abc.png Some((5, 1))
Image /sub/img/a%20b.png Some((3, 1))
",
    );
}

#[test]
fn addresses_of_raw_html_are_resolved_as_those_of_markdown() {
    links(
        "[site]\nbase_url = '/sub/'",
        "<a href=\"beside.md#part\">a</a> <a href=/docs/from/beside>b</a> <a href='/sub/file.pdf'>c</a> <a href=\"#nowhere\">d</a>\n\n\
         <video src=\"../file.txt\" poster=\"pic.png\"></video>\n\n<img src=\"/img/a b.png\"> <img src=\"/sub/img/a%20b.png\"> <img src=\"gone.png\">",
        "
Page /sub/docs/from/beside/#part
Page /sub/docs/from/beside/
File /sub/file.pdf
Page #nowhere
File /sub/_docgen/immutable/assets/file.0000000000000abc.txt
Image /sub/_docgen/immutable/assets/pic.0000000000000abc.png Some((5, 1))
Image /sub/img/a%20b.png Some((3, 1))
Image /sub/img/a%20b.png Some((3, 1))
Image gone.png None
! broken link: `#nowhere` doesn't match any heading or ID on the target page; add the ID to a heading in `content/docs/from/page.md`, or correct the link
! image not found: `gone.png`; add the file `content/docs/from/gone.png`, or correct the path
",
    );
}

#[test]
fn links_that_lead_nowhere_are_reported_with_what_is_near() {
    links(
        "",
        "[a](besides.md) [b](/docs/from/besde) [c](beside.md#prt) [d](nothing-like-it.zip) [e](../pic.png)\n\n![x](pics.png) ![y](/img/ab.png)",
        "
Page besides.md
Page /docs/from/besde
Page /docs/from/beside/#prt
Page nothing-like-it.zip
Page ../pic.png
Image pics.png None
Image /img/ab.png None
! broken link: `besides.md` doesn't match any page or file on this site; did you mean `./beside.md`?
! broken link: `/docs/from/besde` doesn't match any page or file on this site; did you mean `/docs/from/beside`?
! broken link: `beside.md#prt` doesn't match any heading or ID on the target page; did you mean `#part`?
! broken link: `nothing-like-it.zip` doesn't match any page or file on this site; link to a Markdown file, a page path, a file next to this one, or a file in `static/`
! broken link: `../pic.png` doesn't match any page or file on this site; link to a Markdown file, a page path, a file next to this one, or a file in `static/`
! image not found: `pics.png`; add the file `content/docs/from/pics.png`, or correct the path
! image not found: `/img/ab.png`; did you mean `/img/a%20b.png`?
",
    );
}

#[test]
fn a_link_to_a_blog_is_active_on_all_pages_of_the_blog() {
    let (site, _) = site(
        "
//- docgen.toml
blog = [{ id = 'blog' }]

[navbar]
items = [
  { label = 'Home', href = '/' },
  { label = 'Blog', href = '/blog' },
  { label = 'About', href = '/blog', active_base_path = '/about' },
]
//- content/pages/index.md
# Home
//- content/pages/about.md
# About
//- content/blog/2025-01-02-post.md
# Post
",
    );
    let marked = |end: &str| {
        let page =
            site.pages.iter().find(|page| page.route.as_str().ends_with(end)).expect("there is a page");
        site.navbars[0].current(page, &site.sidebars).join(" ")
    };
    assert_eq!(["/about", "/blog", "/post"].map(marked), ["3", "2 3", "2"]);
}

#[test]
fn the_navbar_marks_where_the_reader_is() {
    let (site, problems) = site(
        "
//- docgen.toml
[navbar]
items = [
  { type = 'docSidebar', sidebar_id = 'docs', label = 'Docs' },
  { type = 'doc', doc_id = 'b' },
  { label = 'About', href = '/about' },
  { label = 'Below', href = '/', active_base_path = '/docs' },
  { label = 'Pattern', href = '/', active_base_regex = '/(a|about)$' },
  { label = 'More', items = [{ label = 'A', href = '/docs/a' }, { type = 'doc', doc_id = 'hidden' }] },
  { type = 'doc', doc_id = 'hidden' },
  { type = 'doc', doc_id = 'draft' },
  { label = 'Secret', items = [{ type = 'doc', doc_id = 'hidden' }] },
]
//- content/docs/a.md
# A
//- content/docs/b.md
# B
//- content/docs/hidden.md
---
unlisted: true
---
//- content/docs/draft.md
---
draft: true
---
//- content/pages/index.md
# Home
//- content/pages/about.md
# About
",
    );
    assert_eq!(problems, []);
    let mut found = String::new();
    for page in site.pages.iter().filter(|page| page.kind != PageKind::Search) {
        let navbar = &site.navbars[0];
        let (marked, hidden) = (navbar.current(page, &site.sidebars), navbar.hidden(page));
        let _ = writeln!(found, "{} marked {} hidden {}", page.route, marked.join(" "), hidden.join(" "));
    }
    same_text(
        "
/ marked 4 5 hidden 6.2 7 9
/404 marked  hidden 6.2 7 9
/about marked 3 5 hidden 6.2 7 9
/docs/a marked 1 2 4 5 6 6.1 6.2 7 9 9.1 hidden 6.2 7 9
/docs/b marked 1 2 4 6 6.2 7 9 9.1 hidden 6.2 7 9
/docs/hidden marked 1 2 4 6 6.2 7 9 9.1 hidden
",
        &found,
    );
}

#[test]
fn items_with_empty_labels_have_default_labels() {
    let (site, problems) = site(
        "
//- docgen.toml
[navbar]
items = [{ type = 'docSidebar', sidebar_id = 'docs', label = '' }, { type = 'doc', doc_id = 'a', label = ' ' }]
//- content/docs/a.md
# A
",
    );
    assert_eq!(problems, []);
    let label = |item: &NavbarItem| match &item.kind {
        NavbarKind::Link { label, .. } => label.clone(),
        _ => panic!("it's a link"),
    };
    assert_eq!(site.navbars[0].items.iter().map(label).collect::<Vec<_>>(), ["docs", "A"]);
}

#[test]
fn a_dropdown_keeps_the_links_that_work() {
    let (site, problems) = site(
        "
//- docgen.toml
[navbar]
items = [{ label = 'More', items = [
  { label = 'Nowhere', href = '/nowhere' },
  { label = 'API', href = 'pathname:///api' },
  { type = 'doc', doc_id = 'none' },
] }]
//- content/docs/a.md
# A
",
    );
    assert_eq!(problems.len(), 2, "{problems:?}");
    let NavbarKind::Dropdown { items, .. } = &site.navbars[0].items[0].kind else {
        panic!("it's a dropdown")
    };
    assert_eq!(items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["1.2"]);
}

#[test]
fn numbers_order_and_dates_are_names() {
    let cases = [
        ("02-install", Some(2.0), "install"),
        ("2. Install", Some(2.0), "Install"),
        ("10_x", Some(10.0), "x"),
        ("2025-01-05-news", None, "2025-01-05-news"),
        ("1.2-notes", None, "1.2-notes"),
        ("3", None, "3"),
        ("7-", None, "7-"),
        ("4ever", None, "4ever"),
    ];
    for (name, number, rest) in cases {
        assert_eq!(strip_number(name), (number, rest), "{name}");
    }
    assert_eq!(humanize("getting-started_now"), "Getting started now");
}

#[test]
fn each_language_has_a_search_page_unless_a_page_of_the_site_is_there_or_nobody_answers() {
    let searches = |config: &str, page: &str| -> Vec<String> {
        let locales = "[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]";
        let (site, problems) =
            site(&format!("//- docgen.toml\n{config}\n{locales}\n//- content/pages/{page}.md\n# Own"));
        assert_eq!(problems, []);
        let kind = |page: &&Arc<Page>| page.kind == PageKind::Search;
        site.pages.iter().filter(kind).map(|page| page.route.to_string()).collect()
    };
    assert_eq!(searches("", "about"), ["/fr/search", "/search"]);
    assert!(searches("", "search").is_empty(), "a locale without the page shows the default locale's page");
    assert_eq!(searches("[search]\npage = '/find/it/'", "about"), ["/find/it", "/fr/find/it"]);
    assert!(searches("[search]\npage = false", "about").is_empty());
    assert!(searches("[search]\nprovider = false", "about").is_empty());
    assert!(searches("[search]\nprovider = 'none'", "about").is_empty());
}
