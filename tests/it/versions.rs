//! The target of the link in the banner for old and unreleased versions.

use crate::harness::{Project, same_text};

/// Builds a site. For each page with a version banner, returns the page's path and the path that the banner links to.
fn banners(site: &Project) -> String {
    site.run("build --strict").code(0);
    let mut found = Vec::new();
    for (name, bytes) in site.dist() {
        let Some(page) = name.strip_suffix("index.html") else { continue };
        let html = String::from_utf8(bytes).expect("a page is text");
        let banner =
            html.split_once("data-kind=\"version\"").and_then(|(_, rest)| rest.split_once("href=\""));
        if let Some((_, rest)) = banner {
            let href = rest.split('"').next().unwrap_or_default();
            found.push(format!("/{page} {href}"));
        }
    }
    found.sort();
    found.join("\n")
}

#[test]
fn versions_with_similar_names_have_their_own_api_pages() {
    let site = Project::new(
        "//- content/docs/a.md\n# A\n//- openapi/api.yaml\nopenapi: 3.1.0\ninfo: { title: Shop, version: '1' }\n\
         servers: [{ url: https://example.com }]\npaths: { /a: { get: { operationId: a, responses: { '200': { description: OK } } } } }\n",
    );
    for name in ["1.0", "1\\ 0", "2.0"] {
        let folder = name.replace('\\', "");
        if folder == "1 0" {
            for file in ["docs/a.md", "openapi/api.yaml"] {
                let text = site.read(&format!("content/versions/1.0/{file}"));
                site.write(&format!("content/versions/{folder}/{file}"), text);
            }
        } else {
            site.run(&format!("version cut {name}")).code(0);
        }
    }
    site.run("build --strict").code(0);
    assert!(site.has("dist/api/1.0/a/index.html") && site.has("dist/api/1 0/a/index.html"));
    let sidebars = site.read("dist/_docgen/site.json");
    assert!(sidebars.contains("docs-1-0") && sidebars.contains("docs-1-0-2"), "{sidebars}");
}

#[test]
fn a_description_links_to_the_release_of_another_set() {
    let site = Project::new(
        "//- docgen.toml\n[[docs]]\n[[docs]]\nid = 'sdk'\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n//- content/docs/a.md\n# A\n//- content/sdk/i.md\n# I\n\
         //- content/i18n/de/sdk/i.md\n---\nslug: j\n---\n# I\n\
         //- openapi/api.yaml\nopenapi: 3.1.0\ninfo: { title: Shop, version: '1', description: '[sdk](../content/sdk/i.md)' }\n\
         servers: [{ url: https://example.com }]\npaths: { /a: { get: { operationId: a, responses: { '200': { description: OK } } } } }\n",
    );
    for cut in [false, true] {
        if cut {
            site.run("version cut 1.0 --docs sdk").code(0).stderr_has("no problems");
        }
        site.build();
        for (page, url) in [("api/intro", "/sdk/i/"), ("de/api/intro", "/de/sdk/j/")] {
            let html = site.read(&format!("dist/{page}/index.html"));
            assert!(html.contains(&format!("<a href=\"{url}\">sdk</a>")), "{html}");
        }
    }
}

#[test]
fn the_banner_leads_to_the_same_page_of_the_last_version_or_to_its_start() {
    let site = Project::new(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/index.md
# Start
//- content/docs/new.md
# New
//- content/docs/moved.md
---
tags: [Tag one]
---
# Moved
//- content/docs/guides/_category_.toml
link = { type = 'generated-index' }
//- content/docs/guides/a.md
# A
//- content/versions/2.0/docs/index.md
# Start
//- content/versions/2.0/docs/moved.md
---
slug: elsewhere
tags: [Tag one]
---
# Moved
//- content/versions/2.0/docs/guides/_category_.toml
link = { type = 'generated-index' }
//- content/versions/2.0/docs/guides/a.md
# A
//- content/versions/2.0-rc.1/docs/index.md
# Start
//- content/versions/2.0-rc.1/docs/moved.md
---
tags: [Tag two]
---
# Moved
//- content/versions/1.0/docs/index.md
# Start
//- content/versions/1.0/docs/old.md
# Old
//- content/i18n/fr/versions/2.0/docs/moved.md
---
slug: ailleurs
---
# Ailleurs
",
    );
    same_text(
        "/docs/1.0/ /docs/
/docs/1.0/old/ /docs/
/docs/2.0-rc.1/ /docs/
/docs/2.0-rc.1/moved/ /docs/elsewhere/
/docs/2.0-rc.1/tags/ /docs/tags/
/docs/2.0-rc.1/tags/tag-two/ /docs/
/docs/next/ /docs/
/docs/next/guides/ /docs/guides/
/docs/next/guides/a/ /docs/guides/a/
/docs/next/moved/ /docs/elsewhere/
/docs/next/new/ /docs/
/docs/next/tags/ /docs/tags/
/docs/next/tags/tag-one/ /docs/tags/tag-one/
/fr/docs/1.0/ /fr/docs/
/fr/docs/1.0/old/ /fr/docs/
/fr/docs/2.0-rc.1/ /fr/docs/
/fr/docs/2.0-rc.1/moved/ /fr/docs/ailleurs/
/fr/docs/2.0-rc.1/tags/ /fr/docs/tags/
/fr/docs/2.0-rc.1/tags/tag-two/ /fr/docs/
/fr/docs/next/ /fr/docs/
/fr/docs/next/guides/ /fr/docs/guides/
/fr/docs/next/guides/a/ /fr/docs/guides/a/
/fr/docs/next/moved/ /fr/docs/ailleurs/
/fr/docs/next/new/ /fr/docs/
/fr/docs/next/tags/ /fr/docs/tags/
/fr/docs/next/tags/tag-one/ /fr/docs/tags/tag-one/",
        &banners(&site),
    );
}

#[test]
fn the_banner_follows_documents_that_were_moved() {
    let site = Project::new(
        "
//- docgen.toml
redirects = [{ from = '/docs/merged', to = '/docs/guides/b#part' }, { from = '/docs/folder/*', to = '/docs/guides/*' }]
//- content/docs/index.md
# Start
//- content/docs/c.md
---
aliases: [/docs/next/guides/b]
---
# C
//- content/versions/2.0/docs/index.md
# Start
//- content/versions/2.0/docs/guides/b.md
---
aliases: [/docs/old]
---
# B

## Part
//- content/versions/1.0/docs/index.md
# Start
//- content/versions/1.0/docs/old.md
# Old
//- content/versions/1.0/docs/merged.md
# Merged
//- content/versions/1.0/docs/folder/b.md
# Folder
//- content/versions/1.0/docs/gone.md
# Gone
",
    );
    same_text(
        "/docs/1.0/ /docs/
/docs/1.0/folder/b/ /docs/guides/b/
/docs/1.0/gone/ /docs/
/docs/1.0/merged/ /docs/guides/b/
/docs/1.0/old/ /docs/guides/b/
/docs/next/ /docs/
/docs/next/c/ /docs/guides/b/",
        &banners(&site),
    );
}

#[test]
fn the_banner_follows_moved_documents_in_every_locale() {
    let site = Project::new(
        "
//- docgen.toml
i18n.locales = [{ code = 'en' }, { code = 'de' }]
//- content/docs/index.md
# Start
//- content/docs/fixed-2.md
---
slug: fixed
---
# Fixed
//- content/versions/2.0/docs/index.md
# Start
//- content/versions/2.0/docs/new.md
---
aliases: [/docs/old]
---
# New
//- content/versions/2.0/docs/fixed-2.md
---
slug: fixed
---
# Fixed
//- content/versions/1.0/docs/index.md
# Start
//- content/versions/1.0/docs/old.md
# Old
//- content/versions/1.0/docs/fixed-1.md
---
slug: fixed
---
# Fixed
//- content/i18n/de/versions/2.0/docs/new.md
---
slug: neu
---
# Neu
//- content/i18n/de/versions/1.0/docs/old.md
---
slug: alt
---
# Alt
//- content/i18n/de/versions/2.0/docs/fixed-2.md
---
slug: fest
---
# Fest
//- content/i18n/de/versions/1.0/docs/fixed-1.md
---
slug: anders
---
# Fest
",
    );
    same_text(
        "/de/docs/1.0/ /de/docs/
/de/docs/1.0/alt/ /de/docs/neu/
/de/docs/1.0/anders/ /de/docs/fest/
/de/docs/next/ /de/docs/
/de/docs/next/fixed/ /de/docs/fest/
/docs/1.0/ /docs/
/docs/1.0/fixed/ /docs/fixed/
/docs/1.0/old/ /docs/new/
/docs/next/ /docs/
/docs/next/fixed/ /docs/fixed/",
        &banners(&site),
    );
    // The version menu works in both directions.
    for (page, old) in [("de/docs/neu", "/de/docs/1.0/alt/"), ("docs/new", "/docs/1.0/old/")] {
        let html = site.read(&format!("dist/{page}/index.html"));
        assert!(html.contains(&format!("\"{old}\"")), "{old}: {html}");
    }
}

const API: &str = "
//- openapi/tea.yaml
openapi: 3.1.0
info: { title: Tea, version: '2' }
servers: [{ url: 'https://tea.example' }]
tags: [{ name: Cups }]
paths:
  /cups:
    get: { operationId: listCups, summary: List cups, tags: [Cups], responses: { '200': { $ref: 'parts/ok.yaml' } } }
    post: { operationId: addCup, summary: Add a cup, tags: [Cups], responses: { '200': { description: Added } } }
//- openapi/parts/ok.yaml
description: OK
//- content/versions/1.0/openapi/tea.yaml
openapi: 3.0.0
info: { title: Tea, version: '1' }
servers: [{ url: 'https://tea.example' }]
tags: [{ name: Cups }]
paths:
  /cups:
    get: { operationId: listCups, summary: List all cups, tags: [Cups], responses: { '200': { $ref: 'parts/ok.yaml' } } }
//- content/versions/1.0/openapi/parts/ok.yaml
description: Fine
";

#[test]
fn an_api_has_the_versions_of_its_documentation() {
    let docs =
        "//- content/docs/a.md\n# A\n//- content/versions/1.0/docs/a.md\n# A\n\n[API](/api/list-cups)\n";
    let site = Project::new(&format!("{API}{docs}"));
    same_text(
        "/api/next/add-cup/ /api/intro/
/api/next/changes/ /api/intro/
/api/next/cups/ /api/cups/
/api/next/intro/ /api/intro/
/api/next/list-cups/ /api/list-cups/
/docs/next/a/ /docs/a/",
        &banners(&site),
    );
    let page = site.read("dist/api/list-cups/index.html");
    assert!(page.contains("List all cups") && page.contains("Fine"), "{page}");
    let menu = r#"class="dropdown-link" href="/api/next/list-cups/""#;
    site.write("docgen.toml", "[[navbar.items]]\ntype = 'docsVersionDropdown'\n")
        .run("build --strict")
        .code(0);
    let page = site.read("dist/api/list-cups/index.html");
    assert!(page.contains(menu), "{page}");
    // Each version has its own search index.
    let found =
        |version: &str| site.run(&format!("search query cups --docs-version {version} --json")).stdout;
    assert!(found("1.0").contains("/api/list-cups/") && !found("1.0").contains("/api/next/"));
    assert!(
        found("current").contains("/api/next/add-cup/") && !found("current").contains("\"/api/list-cups/")
    );
    site.is_as_if_clean();
}

#[test]
fn a_site_without_documentation_can_have_versions_of_an_api() {
    let site = Project::new(API);
    same_text(
        "/api/next/add-cup/ /api/intro/
/api/next/changes/ /api/intro/
/api/next/cups/ /api/cups/
/api/next/intro/ /api/intro/
/api/next/list-cups/ /api/list-cups/",
        &banners(&site),
    );
}

#[test]
fn an_api_can_have_the_versions_of_another_set_of_documentation() {
    let config = "//- docgen.toml\n[[docs]]\n[[docs]]\nid = 'sdk'\n[[openapi]]\nfile = 'openapi/tea.yaml'\ndocs = 'sdk'\n";
    let docs =
        "//- content/docs/a.md\n# A\n//- content/sdk/a.md\n# A\n//- content/versions/1.0/sdk/a.md\n# A\n";
    let site = Project::new(&format!("{config}{API}{docs}"));
    let found = banners(&site);
    assert!(found.contains("/api/next/list-cups/ /api/list-cups/\n"), "{found}");
    site.write("docgen.toml", "[[openapi]]\nfile = 'openapi/tea.yaml'\ndocs = 'dosc'\n");
    site.run("build")
        .code(1)
        .stderr_has("`openapi[1].docs`: unknown documentation ID `dosc`")
        .stderr_has("docs");
}

/// A site with several versions of several sets.
const SETS: &str = "
//- docgen.toml
[site]
url = 'https://example.com'
[[docs]]
[[docs]]
id = 'sdk'
[[docs]]
id = 'ui'
[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'sdk'
label = 'Our SDK'
//- content/docs/a.md
# A
//- content/docs/guides/b.md
# B
//- content/versions/1.0/docs/a.md
# Old A
//- content/sdk/a.md
# SDK A
//- content/sdk/guides/b.md
# SDK B
//- content/versions/2.0/sdk/a.md
# Old SDK A
//- content/versions/2.0/sdk/guides/c.md
# Old SDK C
//- content/ui/a.md
# UI A
";

#[test]
fn files_for_machines_know_the_versions_of_each_set() {
    let site = Project::new(SETS);
    site.build();
    same_text(
        "# Documentation

## Docs 1.0

- [Old A](https://example.com/docs/a.md)

## Our SDK 2.0

- [Old SDK A](https://example.com/sdk/a.md)

## Our SDK 2.0: Guides

- [Old SDK C](https://example.com/sdk/guides/c.md)

## Ui

- [UI A](https://example.com/ui/a.md)
",
        &site.read("dist/llms.txt"),
    );
    let sitemap = site.read("dist/sitemap.xml");
    for (path, version, tag) in [
        ("docs/a/", "1.0", "docs-default-1.0"),
        ("docs/next/a/", "current", "docs-default-current"),
        ("sdk/a/", "2.0", "docs-sdk-2.0"),
        ("sdk/next/guides/b/", "current", "docs-sdk-current"),
        ("ui/a/", "current", "default"),
    ] {
        let page = site.read(&format!("dist/{path}index.html"));
        for part in [
            format!("href=\"https://example.com/{path}\" rel=\"canonical\""),
            format!("content=\"{version}\" name=\"docsearch:version\""),
            format!("content=\"{tag}\" name=\"docsearch:docusaurus_tag\""),
        ] {
            assert!(page.contains(&part), "{path}: {part} isn't in\n{page}");
        }
        assert!(sitemap.contains(&format!("<loc>https://example.com/{path}</loc>")), "{sitemap}");
    }
}

#[test]
fn the_only_set_names_its_version() {
    let site = Project::new("//- content/docs/a.md\n# A\n//- content/versions/1.0/docs/a.md\n# Old A\n");
    site.build();
    same_text(
        "# Documentation\n\nVersion: 1.0\n\n## Pages\n\n- [Old A](/docs/a.md)\n",
        &site.read("dist/llms.txt"),
    );
}

#[test]
fn a_page_of_another_version_is_not_suggested() {
    let site = Project::new(
        "//- content/docs/a.md\n# A\n\n[B](./b.md)\n//- content/versions/1.0/docs/a.md\n# A\n//- content/versions/1.0/docs/b.md\n# B\n",
    );
    let run = site.run("check").code(1);
    run.stderr_has("broken link: `./b.md`").stderr_lacks("versions/1.0");
    // A version's own pages are suggested.
    site.write("content/versions/1.0/docs/a.md", "# A\n\n[B](./bb.md)\n");
    site.run("check").code(1).stderr_has("did you mean `./b.md`?");
}

#[test]
fn a_link_in_a_shared_file_leads_to_a_release() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'T'\n//- content/shared/_n.md\n[to y](../docs/y.md#h)\n\
         //- content/docs/a.md\n# A\n\n::include{file=\"../shared/_n.md\"}\n//- content/docs/y.md\n## H\n\
         //- content/versions/2.0/docs/a.md\n# A\n\n::include{file=\"../../../shared/_n.md\"}\n//- content/versions/2.0/docs/y.md\n## H\n\
         //- content/versions/1.0/docs/a.md\n# A\n\n::include{file=\"../../../shared/_n.md\"}\n",
    );
    site.run("build --strict").code(0);
    for (page, url) in [("docs/next/a", "/docs/next/y/"), ("docs/a", "/docs/y/"), ("docs/1.0/a", "/docs/y/")]
    {
        let html = site.read(&format!("dist/{page}/index.html"));
        assert!(html.contains(&format!("href=\"{url}#h\">to y</a>")), "{page}: {html}");
    }
}
