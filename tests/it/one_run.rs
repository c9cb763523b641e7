//! One run reports every problem of the config and the content, and nothing that only follows from another problem.

use crate::harness::Project;

/// Returns the problems of a site, as `file:line code message` lines.
fn problems(files: &str) -> String {
    let site = Project::new(files);
    let run = site.run("check --format json");
    let line = |problem: &serde_json::Value| {
        let text = |key: &str| problem[key].as_str().unwrap_or_default().to_owned();
        format!("{}:{} {} {}", text("file"), problem["line"], text("code"), text("message"))
    };
    run.json().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A site without problems. `CONFIG` stands for additional settings, and `TEXT` for the text of a page.
const SITE: &str = "
//- docgen.toml
CONFIG
//- content/docs/a.md
# A

[b](b.md), [post](/blog/hello), [operation](/api/list-pets)

TEXT
//- content/docs/b.md
# B
//- content/blog/2026-01-05-hello.md
---
title: Hello
authors: [team]
tags: [news]
---
Text.
//- content/blog/authors.toml
[team]
name = 'Team'
//- content/blog/tags.toml
[news]
label = 'News'
//- content/i18n/de/labels.json
{ 'More': 'Mehr', 'Guide': 'Handbuch' }
//- content/i18n/de/docs/b.md
# B
//- content/versions/1.0/docs/a.md
# A
//- content/versions/1.0/docs/b.md
# B
//- openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1', license: { name: MIT, identifier: MIT }, contact: { name: x } }
servers: [{ url: 'https://example.com' }]
security: []
tags: [{ name: pets, description: Pets }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      description: Lists pets.
      tags: [pets]
      responses: { '200': { description: OK }, '400': { description: Bad } }
";

const CONFIG: &str = "
[site]
title = 'X'

[i18n]
locales = [{ code = 'en' }, { code = 'de' }]

[[docs.versions]]
name = 'current'

[[docs.versions]]
name = '1.0'

[[navbar.items]]
label = 'More'
href = '/docs/b'

[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'guide'
label = 'Guide'

[docs.sidebars]
guide = ['a', { doc = 'b' }]
";

fn site(config: &str, text: &str) -> String {
    problems(&SITE.replace("CONFIG", config.trim()).replace("TEXT", text).replace('\'', "\""))
}

#[test]
fn the_site_of_these_tests_has_no_problems() {
    assert_eq!(site(CONFIG, ""), "");
}

#[test]
fn problems_of_every_kind_are_reported_in_one_run() {
    let config = "
[site]
titel = 'X'
base_url = 3
favicon = '/none.svg'

[docs]
sidebar_collapsible = 'yes'

[docs.sidebars]
main = ['a', 'bb', { doc = 5 }]

[[navbar.items]]
position = 'center'
label = 'Docs'
href = '/docs/none'

[[redirects]]
from = '/old'
to = '/docs/none'

[analytics]
provider = 'plausible'

[feedback]

[plugins]
x = 1
";
    let found = problems(&format!(
        "//- docgen.toml{config}//- content/docs/a.md\n---\ncolour: red\n---\n[x](gone.md) [y](/docs/gone)\n\n:::nonsense\n:::\n"
    ));
    let expected = [
        "2 invalid-config unknown key `site.titel`",
        "3 invalid-config `site.base_url`: expected a string, found a number",
        "4 missing-image `site.favicon`: file not found: `/none.svg`",
        "7 invalid-config `docs.sidebar_collapsible`: expected `true` or `false`, found a string",
        "10 invalid-sidebar",
        "10 invalid-config `docs.sidebars.main[3].doc`: expected a string, found a number",
        "13 invalid-config unknown value `center` for `navbar.items[1].position`",
        "19 invalid-redirect",
        "22 invalid-config",
        "26 invalid-config unknown key `plugins`",
        "content/docs/a.md:2 invalid-front-matter",
        "content/docs/a.md:4 broken-link broken link: `gone.md`",
        "content/docs/a.md:4 broken-link broken link: `/docs/gone`",
        "content/docs/a.md:6 unknown-directive",
    ];
    for expected in expected {
        assert!(found.contains(expected), "{expected} isn't in:\n{found}");
    }
    assert_eq!(found.lines().count(), expected.len(), "{found}");
}

#[test]
fn nothing_that_follows_from_an_invalid_setting_is_reported() {
    for (from, to) in [
        ("label = 'More'", "label = 'More'\nposition = 'center'"),
        ("label = 'More'", "label = ['More']"),
        ("label = 'More'", "lable = 'More'"),
        ("label = 'More'\nhref = '/docs/b'", "href = ['/docs/b']\nlabel = 'More'"),
        ("[site]\ntitle = 'X'", "[sight]\ntitle = 'X'"),
        ("guide = ['a', { doc = 'b' }]", "guide = 'a'"),
        ("guide = ['a', { doc = 'b' }]", "guide = ['a', { doc = 'b', foo = 1 }]"),
        ("[docs.sidebars]", "[docs.sidbars]"),
        ("sidebar_id = 'guide'", "sidebar_id = ['guide']"),
        ("sidebar_id = 'guide'", "sidebarId = 'guide'"),
        ("{ code = 'de' }", "{ code = 5 }"),
        ("{ code = 'de' }", "{ code = ['de'] }"),
        ("{ code = 'de' }", "{ cod = 'de' }"),
        ("{ code = 'de' }", "'de'"),
        ("locales", "languages"),
        ("name = '1.0'", "name = 1.0"),
        ("name = '1.0'", "name = ['1.0']"),
        ("name = '1.0'", ""),
        ("[[docs.versions]]\nname = 'current'", "[[docs.versions]]\nname = 'current'\nbanner = 'foo'"),
        ("title = 'X'", "title = X"),
        ("title = 'X'", "title = "),
        ("[docs.sidebars]", "[docs.sidebars"),
        ("[i18n]", "[i18n"),
    ] {
        assert!(CONFIG.contains(from), "{from}");
        let found = site(&CONFIG.replace(from, to), "");
        assert_eq!(found.lines().count(), 1, "{to}:\n{found}");
    }
    for config in
        ["[[blog]]\nroute = 5\n", "[docs]\nroute = ['x']\n", "[[openapi]]\nfile = 'openapi/gone.yaml'\n"]
    {
        let found = problems(
            &format!("{}\n{SITE}", "").replace("CONFIG", config).replace("TEXT", "[x](/other/page)"),
        );
        let others: Vec<&str> = found.lines().filter(|line| !line.starts_with("docgen.toml")).collect();
        let of_site = |line: &&&str| line.contains("broken-link") && !line.contains("/other/page");
        assert_eq!(others.iter().filter(of_site).count(), 0, "{config}:\n{found}");
    }
}

#[test]
fn a_wrong_setting_hides_no_problem_that_does_not_follow_from_it() {
    let text =
        "[x](gone.md) [y](b.md#none)\n\n```none-such\n```\n//- content/docs/c.md\n---\nfoo: 1\n---\nC\n";
    for config in
        ["[docs]\nroute = 5\n", "[[blog]]\nroute = ['x']\n", "[site]\ntitle = X\n", "[i18n]\nlocales = 5\n"]
    {
        let found = problems(&SITE.replace("CONFIG", config).replace("TEXT", text).replace('\'', "\""));
        for expected in [
            "broken-link broken link: `gone.md`",
            "broken-anchor",
            "unknown-language",
            "invalid-front-matter",
        ] {
            assert!(found.contains(expected), "{config}: {expected} isn't in:\n{found}");
        }
    }
}

#[test]
fn a_wrong_redirect_hides_only_links_that_it_could_redirect() {
    let text = "[x](/old/gone) [y](/other) [z](/docs/gone)\n";
    for (entry, hides_all) in [
        ("from = '/old/*'\nx = 1\n", false),
        ("form = '/old/*'\nx = 1\n", false),
        ("from = '/old/*'\nto = 5\n", false),
        ("from = 5\nto = '/docs/b'\n", true),
    ] {
        let config = format!("[[redirects]]\n{entry}");
        let files = SITE.replace("CONFIG", &config).replace("TEXT", text).replace('\'', "\"");
        let found = problems(&files);
        assert!(!found.contains("/old/gone"), "{entry}:\n{found}");
        for link in ["`/other`", "`/docs/gone`"] {
            assert_eq!(found.contains(link), !hides_all, "{entry}:\n{found}");
        }
    }
}

#[test]
fn nothing_that_follows_from_an_invalid_authors_or_tags_file_is_reported() {
    for (from, to) in [
        ("[team]\nname = 'Team'", "[team]\nname = 'Team'\n[x]"),
        ("[team]\nname = 'Team'", "[team]\nname = 'Team'\n[x]\nname = 5\nfoo = 1"),
        ("[team]\nname = 'Team'", "team = 'Team'"),
        ("[team]\nname = 'Team'", "[team\nname = 'Team'"),
        ("[news]\nlabel = 'News'", "news = 5\n[other]"),
        ("[news]\nlabel = 'News'", "[news\n[other]"),
    ] {
        assert!(SITE.contains(from), "{from}");
        let files = SITE.replace(from, to).replace("CONFIG", CONFIG).replace("TEXT", "").replace('\'', "\"");
        let found = problems(&files);
        assert!(found.contains("invalid-blog-file"), "{to}:\n{found}");
        assert!(!found.contains("unknown-author") && !found.contains("undefined-tag"), "{to}:\n{found}");
    }
}

#[test]
fn nothing_that_follows_from_an_unreadable_openapi_document_is_reported() {
    for text in ["openapi: [", "a: b"] {
        let start = SITE.find("openapi: 3.1.0").unwrap_or_default();
        let files = format!("{}{text}\n", &SITE[..start]);
        let found = problems(&files.replace("CONFIG", CONFIG).replace("TEXT", "").replace('\'', "\""));
        assert_eq!(found.lines().count(), 1, "{found}");
    }
}

/// A site with one OpenAPI document and links to its pages, and the text of a second document.
const APIS: &str = "
//- content/docs/a.md
# A

[intro](/api/intro), [only in pets](/api/list-pets)
//- openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: 'https://example.com' }]
paths: { /pets: { get: { operationId: listPets, summary: List pets, responses: { '200': { description: OK } } } } }
//- openapi/zoo.yaml
openapi: 3.1.0
info: { title: Zoo, version: '1' }
servers: [{ url: 'https://example.com' }]
paths: { /zoo: { get: { operationId: getZoo, summary: Get zoo, responses: { '200': { description: OK } } } } }
";

#[test]
fn links_to_an_api_that_moved_because_of_a_second_document_say_so() {
    let site = Project::new(APIS);
    let run = site.run("check").code(1).stderr_has(
        "the site has several OpenAPI documents, so the URL of `openapi/pets.yaml` is now `/api/pets/list-pets`",
    );
    run.stderr_has("`/api/pets/intro` (`openapi/pets.yaml`) and `/api/zoo/intro` (`openapi/zoo.yaml`)");
    // The setting of the hint keeps the URLs.
    site.write(
        "docgen.toml",
        "[[openapi]]\nfile = \"openapi/pets.yaml\"\nroute = \"/api\"\n[[openapi]]\nfile = \"openapi/zoo.yaml\"\n",
    );
    site.run("check").stderr_lacks("broken-link");
}

#[test]
fn a_fix_never_changes_a_link_to_a_page_of_another_api() {
    let site = Project::new(APIS);
    site.run("check --fix=all").code(1);
    let text = site.read("content/docs/a.md");
    assert!(text.contains("[intro](/api/intro), [only in pets](/api/pets/list-pets)"), "{text}");
}

#[test]
fn a_route_that_belongs_to_two_parts_is_one_error() {
    for (config, expected) in [
        (
            "[[openapi]]\nfile = \"openapi/pets.yaml\"\nroute = \"/docs\"\n",
            "docgen.toml:3 invalid-config duplicate route `/docs`: it belongs to the documentation and to the OpenAPI \
             document `openapi/pets.yaml`",
        ),
        (
            "[docs]\nroute = \"/api\"\n",
            "docgen.toml:2 invalid-config duplicate route `/api`: it belongs to the documentation and to the OpenAPI \
             document `openapi/pets.yaml`",
        ),
        (
            "[[blog]]\nroute = \"/docs\"\n",
            "docgen.toml:2 invalid-config duplicate route `/docs`: it belongs to a blog and to the documentation set \
             `docs`",
        ),
    ] {
        let files = SITE.replace("CONFIG", config).replace("TEXT", "").replace('\'', "\"");
        let files = files.replace("[b](b.md), [post](/blog/hello), [operation](/api/list-pets)", "[b](b.md)");
        let (before, rest) = files.split_once("//- content/i18n/de/labels.json").unwrap_or_default();
        let openapi = rest.find("//- openapi").map(|at| &rest[at..]).unwrap_or_default();
        assert_eq!(problems(&format!("{before}{openapi}")), expected);
    }
}

#[test]
fn many_problems_end_with_a_table() {
    let site = Project::new("//- content/docs/a.md\n# A\n");
    let links: String = (0..60).map(|number| format!("[x](gone-{number}.md)\n")).collect();
    site.write("content/docs/b.md", format!("# B\n\n{links}\n:::nonsense\n:::\n"));
    let run = site.run("check").code(1);
    run.stderr_has("problems by code:\n  60 error   broken-link\n   1 warning unknown-directive\n");
    site.write("content/docs/b.md", "# B\n\n[x](gone.md)\n");
    site.run("check").code(1).stderr_lacks("problems by code");
}

#[test]
fn excerpts_of_files_with_windows_line_endings_show_only_text() {
    let site = Project::new("//- content/docs/a.md\n# A\n");
    site.write("content/docs/b.md", "---\r\ntitle: B\r\nfoo: [1,\r\n---\r\n\r\n[x](gone.md) y\r\n");
    site.run("check").code(1).stderr_lacks("␍");
}
