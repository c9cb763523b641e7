//! `docgen mv` and `docgen rm` on sites with versions, locales, and OpenAPI documents.

use crate::dates;
use crate::harness::{Project, same_text};

/// Returns the links in a built page: each link's text and URL.
fn opened(site: &Project, page: &str) -> String {
    let html = site.read(&format!("dist/{page}/index.html"));
    let links = html.split("<a href=\"").skip(1).filter_map(|rest| {
        let (url, rest) = rest.split_once("\">")?;
        let (text, _) = rest.split_once("</a>")?;
        text.starts_with("to ").then(|| format!("{text}: {url}\n"))
    });
    links.collect()
}

#[test]
fn links_that_open_the_latest_release_still_open_it_after_a_move() {
    let links = "[to file](../docs/a.md) [to content](/docs/a.md) [to bare](../docs/a) [to url](/docs/a) [to anchor](../docs/a.md#x)\n";
    for moves in [
        &["content/docs/a.md content/docs/g/c.md"][..],
        &["content/docs/a.md content/docs/g/c.md --no-redirect"],
        &["content/pages/about.md content/pages/more/about.md", "content/docs/a.md content/docs/c.md"],
        &["content/versions/1.0/docs/a.md content/versions/1.0/docs/c.md"],
        &["content/versions/1.0/docs content/versions/2.0/docs"],
    ] {
        let site = Project::new(
            "//- docgen.toml\n[[docs]]\n[[docs]]\nid = 'cli'\n//- content/docs/index.md\n# Docs\n\n[to a](a.md)\n\
             //- content/docs/a.md\n# A\n\n## X\n\n[to docs](index.md)\n",
        );
        for page in ["pages/about", "blog/2026-01-05-post", "cli/index"] {
            site.write(&format!("content/{page}.md"), format!("# Page\n\n{links}"));
        }
        site.run("version cut 1.0").code(0);
        site.build();
        let all =
            |about: &str| [about, "blog/post", "cli", "docs/next", "docs"].map(|page| opened(&site, page));
        let before = all("about").join("\n");
        assert!(before.contains("to file: /docs/a/\n"), "{before}");
        for arguments in moves {
            site.run(&format!("mv {arguments}")).code(0).stderr_has("no problems");
        }
        site.run("build --strict").code(0);
        let about = if site.has("content/pages/about.md") { "about" } else { "more/about" };
        let after = all(about).join("\n").replace("/next/g/c/", "/next/a/").replace("/c/", "/a/");
        same_text(&before, &after);
        assert!(!site.read("content/blog/2026-01-05-post.md").contains("versions"));
        // After the next release, the links open that release.
        if !moves[0].contains("--no-redirect") && !moves[0].contains("versions") {
            site.run("version cut 2.0").code(0);
            site.run("build --strict").code(0).stderr_has("");
        }
    }
}

const API: &str = r#"
//- content/docs/index.md
# Docs
//- content/versions/1.0/docs/index.md
# Docs
//- openapi/shop.yaml
openapi: 3.1.0
info: { title: Shop, version: '2' }
servers: [{ url: https://example.com }]
paths:
  /a: { get: { operationId: a, responses: { '200': { description: OK } } } }
//- content/versions/1.0/openapi/shop.yaml
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /a:
    get:
      operationId: a
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: "schemas/a.yaml#/A" } } } }
//- content/versions/1.0/openapi/schemas/a.yaml
A: { type: object, properties: { b: { $ref: './b.yaml' } } }
//- content/versions/1.0/openapi/schemas/b.yaml
{ type: string }
"#;

#[test]
fn references_between_the_files_of_a_version_follow_a_move() {
    let site = Project::new(API);
    let pages = |site: &Project| {
        site.run("build").code(0);
        site.dist().into_keys().filter(|path| path.ends_with("html")).collect::<Vec<_>>()
    };
    let before = pages(&site);
    let folder = "content/versions/1.0/openapi";
    site.run(&format!("mv {folder}/schemas/b.yaml {folder}/schemas/deep/c.yaml")).code(0).stdout(
        "content/versions/1.0/openapi/schemas/b.yaml -> content/versions/1.0/openapi/schemas/deep/c.yaml\n\
         content/versions/1.0/openapi/schemas/a.yaml:1: `./b.yaml` -> `./deep/c.yaml`\n",
    );
    site.run(&format!("mv {folder}/schemas {folder}/parts")).code(0).stderr_has("no problems");
    assert!(site.read(&format!("{folder}/shop.yaml")).contains("$ref: \"parts/a.yaml#/A\""));
    site.run("check").code(0).stderr_lacks("unresolved-ref");
    assert_eq!(before, pages(&site));
    // Without the part, the reference would be broken.
    let refused = site.run(&format!("rm {folder}/parts/a.yaml")).code(1);
    refused.stderr_has("unresolved-ref").stderr_has("shop.yaml:8:");
    // A document's pages depend on its path.
    for new in ["openapi/store.yaml", "shop.yaml"] {
        site.run(&format!("mv {folder}/shop.yaml content/versions/1.0/{new}"))
            .code(2)
            .stderr_has("`content/versions/1.0/openapi/shop.yaml` is an OpenAPI document");
    }
}

#[test]
fn what_a_removed_document_alone_causes_does_not_refuse_the_removal() {
    let site = Project::new(API);
    site.write("content/docs/b.md", "[Operation](/api/next/a)\n");
    site.run("build").code(0).stderr_has("missing-server");
    assert!(site.has("dist/api/next/a/index.html"));
    site.run("rm content/versions/1.0/openapi/shop.yaml").code(1).stderr_has("broken-link");
    site.remove("content/docs/b.md");
    site.run("rm content/versions/1.0/openapi")
        .code(0)
        .stderr_has("4 URLs no longer work")
        .stderr_has("no problems");
    site.build();
    assert!(!site.has("dist/api/next/a/index.html"));
}

#[test]
fn a_moved_version_redirects_the_pages_of_its_documents() {
    let site = Project::new(API);
    for file in ["docs/index.md", "openapi/shop.yaml", "openapi/schemas/a.yaml", "openapi/schemas/b.yaml"] {
        site.write(
            &format!("content/versions/0.9/{file}"),
            site.read(&format!("content/versions/1.0/{file}")),
        );
    }
    site.run("build").code(0);
    assert!(site.has("dist/api/0.9/a/index.html"));
    site.run("mv content/versions/0.9 content/versions/0.8")
        .code(0)
        .stderr_has("including 2 redirects; no problems");
    assert_eq!(site.read("docgen.toml"), "\n[[redirects]]\nfrom = \"/api/0.9/*\"\nto = \"/api/0.8/*\"\n");
    site.run("build").code(0);
    assert!(site.read("dist/api/0.9/a/index.html").contains("/api/0.8/a/"));
}

#[test]
fn a_moved_version_redirects_its_path() {
    let config = "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n";
    let site = Project::new(config);
    for folder in ["docs", "versions/1.0/docs", "versions/2.0/docs"] {
        site.write(&format!("content/{folder}/a.md"), "# A\n");
        site.write(&format!("content/i18n/de/{folder}/a.md"), "# A\n");
    }
    site.build();
    let start = |site: &Project, page: &str| site.read(&format!("dist/{page}/index.html"));
    assert!(start(&site, "de/docs/1.0").contains("/de/docs/1.0/a/"));
    site.run("mv content/versions/1.0 content/versions/1.9").code(0).stderr_has("3 redirects; no problems");
    site.run("build --strict").code(0);
    assert!(start(&site, "docs/1.0").contains("\"/docs/1.9/a/"));
    assert!(start(&site, "docs/1.0/a").contains("\"/docs/1.9/a/"));
    assert!(start(&site, "de/docs/1.0").contains("\"/de/docs/1.9/a/"));
    // The path of a category without its own page.
    site.write("content/docs/g/b.md", "# B\n")
        .write("content/docs/g/_category_.yml", "link: { type: generated-index }\n");
    site.build();
    site.run("mv content/docs/g content/docs/h").code(0).stderr_has("including 2 redirects; no problems");
    site.run("build --strict").code(0);
    assert!(start(&site, "de/docs/next/g").contains("\"/de/docs/next/h/"));
    // The path of the last version stays.
    site.run("mv content/versions/2.0 content/versions/2.1").code(0).stderr_has("0 redirects; no problems");
    site.run("build --strict").code(0);
}

#[test]
fn the_link_of_a_page_follows_a_move_in_every_locale() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'ar' }, { code = 'de' }]\n",
    );
    site.write("content/pages/team.md", "# Team\n\n[to setup](../docs/setup.md)\n");
    site.write("content/blog/2026-01-05-post.md", "# Post\n\n[to setup](../docs/setup.md)\n");
    for folder in ["docs", "versions/1.0/docs"] {
        site.write(&format!("content/{folder}/setup.md"), "# Setup\n");
        for code in ["ar", "de"] {
            let page = "---\nslug: xyz\n---\n# Setup\n";
            site.write(&format!("content/i18n/{code}/{folder}/setup.md"), page);
        }
    }
    site.build();
    let pages = ["team", "de/team", "ar/team", "blog/post", "de/blog/post"];
    let all = |site: &Project| pages.map(|page| opened(site, page)).join("");
    let before = all(&site);
    assert!(before.contains("to setup: /de/docs/xyz/\n"), "{before}");
    site.run("mv content/docs/setup.md content/docs/install.md").code(0).stderr_has("no problems");
    site.run("build --strict").code(0);
    same_text(&before, &all(&site));
}

#[test]
fn links_from_names_in_code_follow_a_move() {
    let site = Project::new(
        "//- docgen.toml\n[[markdown.code_links]]\npattern = 'Shop'\nurl = '/docs/shop#a'\n\n[[markdown.code_links]]\npattern = 'Desk'\nurl = \"/docs/desk.md\"\n\n\
         [[markdown.code_links]]\npattern = '(l)amp'\nurl = \"/docs/${1}amp\"\n\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n\
         //- content/docs/index.md\n# Docs\n\n`Shop` `Desk`\n//- content/docs/shop.md\n# Shop\n\n## A\n//- content/docs/desk.md\n# Desk\n//- content/docs/lamp.md\n# Lamp\n\
         //- content/i18n/de/docs/shop.md\n---\nslug: laden\n---\n# Laden\n\n## A\n",
    );
    site.build();
    for page in ["shop", "desk"] {
        site.run(&format!("mv content/docs/{page}.md content/docs/deep/{page}.md"))
            .code(0)
            .stderr_has("no problems");
    }
    let config = site.read("docgen.toml");
    assert!(config.contains("url = '/docs/deep/shop#a'"), "{config}");
    assert!(config.contains("url = \"/docs/deep/desk.md\""), "{config}");
    site.build();
    assert!(site.read("dist/de/docs/index.html").contains("/de/docs/deep/laden/#a"));
    // A URL with a placeholder can't be updated.
    site.write("content/docs/index.md", "# Docs\n\n`lamp`\n");
    site.run("mv content/docs/lamp.md content/docs/deep/lamp.md --no-redirect")
        .code(1)
        .stderr_has("docgen.toml:11: can't update the link `/docs/lamp`, which an expression or another file contains; change it yourself");
}

#[test]
fn the_target_of_a_redirect_can_be_a_file() {
    for (given, to) in [("/docs/intro.md#x", "/docs#x"), ("content/docs/intro.md", "/docs")] {
        let site = Project::new(
            "//- content/docs/intro.md\n---\nslug: /\n---\n# Intro\n\n## X\n//- content/docs/b.md\n# B\n",
        );
        site.run(&format!("rm content/docs/b.md --redirect {given}")).code(0);
        let config = site.read("docgen.toml");
        assert!(config.contains(&format!("to = \"{to}\"\n")), "{config}");
        site.write("docgen.toml", "[[redirects]]\nfrom = '/old'\nto = '/docs/intro.md'\n");
        site.run("check").code(1).stderr_has("did you mean `/docs`?");
    }
}

#[test]
fn imports_with_a_query_follow_a_move() {
    let site = Project::new(
        "//- content/docs/a.mdx\nimport text from \"./g/s.ts?raw\";\nimport { n } from './g/s';\n\n# A\n\n{text.length} {n}\n\
         //- content/docs/g/s.ts\nexport const n = 1;\n",
    );
    site.run("mv content/docs/g/s.ts content/docs/s.ts").code(0).stderr_has("no problems");
    let page = site.read("content/docs/a.mdx");
    assert!(page.starts_with("import text from \"./s.ts?raw\";\nimport { n } from './s';\n"), "{page}");
    site.run("mv content/docs/a.mdx content/docs/h/a.mdx").code(0).stderr_has("no problems");
    let page = site.read("content/docs/h/a.mdx");
    assert!(page.contains("from \"../s.ts?raw\";\n") && page.contains("from '../s';\n"), "{page}");
}

#[test]
fn a_move_keeps_translations_up_to_date() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n//- content/docs/a.md\n# A\n\n[B](b.md)\n\
         //- content/docs/b.md\n# B\n//- content/docs/c.md\n# C\n\n[B](b.md)\n",
    );
    let listed = |site: &Project| -> Vec<String> {
        let all = site.run("translations --format json").json();
        all.iter().filter_map(|one| one["source_hash"].as_str().map(str::to_owned)).collect()
    };
    let hashes = listed(&site);
    assert_eq!(hashes.len(), 3);
    for (page, hash) in ["a", "b", "c"].into_iter().zip([&*hashes[0], &hashes[1], "outdated"]) {
        site.write(
            &format!("content/i18n/fr/docs/{page}.md"),
            format!("---\nsource_hash: \"{hash}\" # for tools\n---\n# Page\n"),
        );
    }
    assert_eq!(listed(&site).len(), 1);
    site.run("mv content/docs/b.md content/docs/deep/d.md").code(0).stderr_has("no problems");
    assert!(site.read("content/docs/a.md").contains("[B](deep/d.md)"));
    let outdated = site.run("translations").code(0);
    outdated.stdout_has("outdated   content/i18n/fr/docs/c.md");
    assert_eq!(listed(&site).len(), 1);
    assert!(site.read("content/i18n/fr/docs/c.md").contains("source_hash: \"outdated\" # for tools"));
    // The copies in a version are as up to date as their originals.
    site.run("version cut 1.0").code(0);
    assert_eq!(listed(&site).len(), 2);
}

#[test]
fn a_move_keeps_translations_up_to_date_without_hashes() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\noutdated_banner = true\nlocales = [{ code = 'en' }, { code = 'de' }]\n\
         //- content/docs/index.md\n# A\n\n[X](b/x.md)\n//- content/docs/b/x.md\n# X\n\
         //- content/i18n/de/docs/index.md\n# A\n//- content/i18n/de/docs/b/x.md\n# X\n",
    );
    let commit = |date: &str| {
        dates::git(&site, date, &["add", "-A"]);
        dates::git(&site, date, &["commit", "-qm", "Change"]);
    };
    dates::git(&site, "2026-01-01T10:00:00Z", &["init", "-q"]);
    commit("2026-01-01T10:00:00Z");
    site.run("mv content/docs/b/x.md content/docs/c/x.md").code(0).stderr_has("no problems");
    assert_eq!(site.run("translations").stdout.matches("outdated ").count(), 0);
    commit("2026-01-02T10:00:00Z");
    assert_eq!(site.run("translations").stdout.matches("outdated ").count(), 0);
    assert!(site.read("content/i18n/de/docs/index.md").starts_with("---\nsource_hash: "));
    assert!(!site.read("content/i18n/de/docs/c/x.md").contains("source_hash"));
}

#[test]
fn a_page_that_leaves_its_sidebar_is_reported() {
    let site = Project::new(
        "//- docgen.toml\n[docs.sidebars]\nmain = ['index', { autogenerated = 'b' }]\n//- content/docs/index.md\n# A\n\
         //- content/docs/b/x.md\n# X\n//- content/docs/b/y.md\n# Y\n",
    );
    let text = "`content/docs/c/x.md` isn't in a sidebar anymore; add `c/x` to a sidebar in `docgen.toml`";
    site.run("mv content/docs/b/x.md content/docs/c/x.md").code(0).stderr_has(text);
    site.run("mv content/docs/b/y.md content/docs/b/z.md").code(0).stderr_lacks("sidebar anymore");
}

#[test]
fn a_move_keeps_translations_outdated() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n//- content/docs/a.md\n# A\n//- content/docs/b.md\n# B\n\n[A](a.md)\n\
         //- content/docs/c.md\n# C\n//- content/docs/d.md\n# D\n\
         //- content/i18n/de/docs/a.md\n# A\n//- content/i18n/de/docs/b.md\n+++\ntitle = \"B\"\n+++\n\n[A](a.md)\n\
         //- content/i18n/de/docs/c.md\n---\ntitle: C\n---\n//- content/i18n/de/docs/d.md\n# D\n",
    );
    let commit = |date: &str| {
        dates::git(&site, date, &["add", "-A"]);
        dates::git(&site, date, &["commit", "-qm", "Change"]);
    };
    dates::git(&site, "2026-01-01T10:00:00Z", &["init", "-q"]);
    commit("2026-01-01T10:00:00Z");
    for page in ["a", "b", "c"] {
        let path = format!("content/docs/{page}.md");
        site.write(&path, site.read(&path) + "\nMore.\n");
    }
    commit("2026-01-02T10:00:00Z");
    let outdated = || site.run("translations").stdout.matches("outdated ").count();
    assert_eq!(outdated(), 3);
    site.run("mv content/docs/a.md content/docs/deep/a.md").code(0).stderr_has("no problems");
    assert_eq!(outdated(), 3);
    commit("2026-01-03T10:00:00Z");
    assert_eq!(outdated(), 3);
    let of_moved = "---\nsource_hash: outdated\naliases:\n  - /docs/a\n---\n\n# A\n";
    same_text(of_moved, &site.read("content/i18n/de/docs/deep/a.md"));
    let of_linking = site.read("content/i18n/de/docs/b.md");
    assert!(of_linking.starts_with("+++\nsource_hash = \"outdated\"\ntitle"), "{of_linking}");
    assert!(!site.read("content/i18n/de/docs/c.md").contains("source_hash"));
    assert!(!site.read("content/i18n/de/docs/d.md").contains("source_hash"));
}

#[test]
fn a_plain_rename_keeps_translations_outdated() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n//- content/docs/a.md\n# A\n//- content/docs/b.md\n# B\n\
         //- content/i18n/de/docs/a.md\n# Buchstabe A\n//- content/i18n/de/docs/b.md\n# Buchstabe B\n",
    );
    let mut day = 0;
    let mut commit = || {
        day += 1;
        let date = format!("2026-01-{day:02}T10:00:00Z");
        dates::git(&site, &date, &["add", "-A"]);
        dates::git(&site, &date, &["commit", "-qm", "Change"]);
    };
    dates::git(&site, "2026-01-01T10:00:00Z", &["init", "-q"]);
    commit();
    site.write("content/docs/a.md", "# A\n\nMore.\n");
    commit();
    let outdated = || site.run("translations").stdout.matches("outdated ").count();
    assert_eq!(outdated(), 1);
    for (old, new) in [("a", "c"), ("b", "a"), ("c", "deep/d")] {
        for folder in ["docs", "i18n/de/docs"] {
            site.rename(&format!("content/{folder}/{old}.md"), &format!("content/{folder}/{new}.md"));
        }
        commit();
        assert_eq!(outdated(), 1, "{old} -> {new}");
    }
    site.write("content/i18n/de/docs/deep/d.md", "# Buchstabe A\n\nMehr.\n");
    commit();
    assert_eq!(outdated(), 0);
    // A change in the commit of the rename is a change.
    site.remove("content/docs/a.md");
    site.write("content/docs/e.md", "# B\n\nMore.\n");
    site.rename("content/i18n/de/docs/a.md", "content/i18n/de/docs/e.md");
    commit();
    assert_eq!(outdated(), 1);
}

#[test]
fn settings_follow_a_renamed_version() {
    let site = Project::new(
        "//- docgen.toml\n[docs]\nlast_version = '1.0'\n[[docs.versions]]\nname = 'current'\n[[docs.versions]]\nname = \"1.0\" # old\n\
         //- content/docs/index.md\n# Docs\n//- content/versions/1.0/docs/index.md\n# Docs\n",
    );
    site.build();
    site.run("mv content/versions/1.0 content/versions/1.5").code(0).stderr_has("no problems");
    let config = site.read("docgen.toml");
    assert!(config.contains("last_version = '1.5'") && config.contains("name = \"1.5\" # old"), "{config}");
    site.build();
}

#[test]
fn paths_in_settings_follow_a_renamed_version() {
    let site = Project::new(
        "//- docgen.toml\n[docs]\nlast_version = 'current'\n[[docs.versions]]\nname = 'current'\n[[docs.versions]]\nname = '1.0'\n\
         [[redirects]]\nfrom = '/old'\nto = '/docs/1.0/a#x'\n[[redirects]]\nfrom = '/before/*'\nto = '/docs/1.0/*'\n\
         [[navbar.items]]\nlabel = 'A'\nhref = '/docs/1.0/a'\n[[navbar.items]]\nlabel = 'First'\nhref = '/docs/1.0/'\n\
         //- content/docs/index.md\n# Docs\n\
         //- content/versions/1.0/docs/index.md\n# Docs\n//- content/versions/1.0/docs/a.md\n# A\n\n## X\n",
    );
    site.build();
    site.run("mv content/versions/1.0 content/versions/1.5").code(0).stderr_has("no problems");
    let config = site.read("docgen.toml");
    for path in ["'/docs/1.5/a#x'", "'/docs/1.5/*'", "'/docs/1.5/a'", "'/docs/1.5/'", "name = '1.5'"] {
        assert!(config.contains(path), "{path}: {config}");
    }
    site.run("check").code(0).stderr_has("no problems");
    site.run("build --strict").code(0);
}

#[test]
fn links_in_notes_and_descriptions_follow_a_move() {
    let site = Project::new(
        "//- openapi/shop.yaml\nopenapi: 3.1.0\ninfo: { title: Shop, version: '1', description: '[A](/docs/a), [file](../content/docs/a.md)' }\n\
         servers: [{ url: https://example.com }]\npaths:\n  /a: { get: { operationId: getA, responses: { '200': { description: OK } } } }\n\
         //- openapi/notes/getA.md\n[A](../../content/docs/a.md) [URL](/docs/a) [content](/docs/a.md)\n\n::include{file=\"../../content/docs/_part.md\"}\n\
         //- content/docs/a.md\n# A\n//- content/docs/_part.md\nPart.\n",
    );
    site.build();
    site.run("mv content/docs/a.md content/docs/deep/b.md").code(0).stderr_has("no problems");
    site.run("mv content/docs/_part.md content/docs/deep/_part.md").code(0).stderr_has("no problems");
    let note = site.read("openapi/notes/getA.md");
    same_text(
        "[A](../../content/docs/deep/b.md) [URL](/docs/deep/b) [content](/docs/deep/b.md)\n\n::include{file=\"../../content/docs/deep/_part.md\"}\n",
        &note,
    );
    let document = site.read("openapi/shop.yaml");
    assert!(document.contains("'[A](/docs/deep/b), [file](../content/docs/deep/b.md)'"), "{document}");
    site.build();
}

#[test]
fn the_files_of_a_published_document_keep_their_references_and_settings() {
    let site = Project::new(
        "//- docgen.toml\n[[openapi]]\nfile = 'static/shop.yaml'\noverlays = ['static/more/over.yaml'] # texts\n//- content/docs/a.md\n# A\n\n\
         //- static/shop.yaml\nopenapi: 3.1.0\ninfo: { title: Shop, version: '1' }\nservers: [{ url: https://example.com }]\npaths:\n  \
         /a: { get: { operationId: a, responses: { '200': { description: OK, content: { text/plain: { schema: { $ref: more/a%20b.yaml } } } } } } }\n\
         //- static/more/a b.yaml\ntype: string\n//- static/more/over.yaml\noverlay: 1.0.0\ninfo: { title: Over, version: '1' }\nactions: [{ target: $.info, update: { description: Text } }]\n",
    );
    site.build();
    site.run("mv static/more static/parts").code(0).stderr_has("no problems");
    assert!(site.read("docgen.toml").contains("overlays = ['static/parts/over.yaml'] # texts"));
    assert!(site.read("static/shop.yaml").contains("$ref: parts/a%20b.yaml"));
    site.build();
}

#[test]
fn a_move_changes_html_in_the_config_and_its_translations() {
    let site = Project::new(
        r#"
//- docgen.toml
[announcement_bar]
content = '<a href="/docs/a">x</a>'
[footer]
copyright = "<a href='/docs/a'>y</a>"
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- content/docs/a.md
# A
//- content/docs/b.md
# B
//- content/i18n/de/docs/a.md
---
slug: aa
---
# A
//- content/i18n/de/labels.json
{
  "<a href=\"/docs/a\">x</a>": "<a href=\"/docs/a\">ix</a>",
  "<a href='/docs/a'>y</a>": "<a href='/docs/a'>üpsilon</a>"
}
"#,
    );
    site.run("check --strict").code(0);
    site.run("mv content/docs/a.md content/docs/c.md").code(0).stderr_has("no problems");
    same_text(
        r#"{
  "<a href=\"/docs/c\">x</a>": "<a href=\"/docs/c\">ix</a>",
  "<a href='/docs/c'>y</a>": "<a href='/docs/c'>üpsilon</a>"
}
"#,
        &site.read("content/i18n/de/labels.json"),
    );
    site.run("build --strict").code(0);
    let page = site.read("dist/de/docs/b/index.html");
    assert!(page.contains("<a href=\"/de/docs/aa/\">ix</a>"), "{page}");
    assert!(page.contains("<a href=\"/de/docs/aa/\">üpsilon</a>"), "{page}");
}

#[test]
fn links_by_url_stay_in_the_locale_after_a_move() {
    let site = Project::new(
        "
//- docgen.toml
[footer]
columns = [{ items = [{ label = 'Setup', href = '/docs/setup' }] }]
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- content/pages/index.md
# Home

[to setup](/docs/setup)
//- content/docs/setup.md
# Setup
//- content/docs/b.md
# B
//- content/versions/1.0/docs/setup.md
# Setup
//- content/i18n/de/docs/setup.md
---
slug: einrichtung
---
# Setup
//- content/i18n/de/versions/1.0/docs/setup.md
---
slug: einrichtung
---
# Setup
",
    );
    site.run("build --strict").code(0);
    assert_eq!(opened(&site, "de"), "to setup: /de/docs/einrichtung/\n");
    site.run("mv content/docs/setup.md content/docs/install.md").code(0);
    site.run("version cut 2.0").code(0);
    site.run("build --strict").code(0).stderr_has("");
    assert_eq!(opened(&site, "de"), "to setup: /de/docs/setup/\n");
    assert!(!site.read("dist/de/index.html").contains("href=\"/docs/setup/\""));
    assert!(site.read("dist/de/docs/setup/index.html").contains("/de/docs/einrichtung/"));
}

#[test]
fn a_slash_after_the_new_path_means_a_folder() {
    for (arguments, line) in [
        ("content/docs/g content/docs/new/", "content/docs/g -> content/docs/new"),
        ("content/docs/g content/docs/h/", "content/docs/g -> content/docs/h/g"),
        ("content/docs/g/a.md content/docs/new/", "content/docs/g/a.md -> content/docs/new/a.md"),
    ] {
        let site = Project::new("//- content/docs/g/a.md\n# A\n//- content/docs/h/b.md\n# B\n");
        site.run(&format!("mv {arguments} --dry-run")).code(0).stdout_has(&format!("{line}\n"));
    }
}

#[test]
fn a_site_without_content_is_reported_before_a_removal() {
    let site = Project::new(API);
    for file in ["content/docs/index.md", "openapi/shop.yaml", "content/versions/1.0/docs/index.md"] {
        site.remove(file);
    }
    site.run("rm content/versions/1.0").code(1).stderr_has("missing-content");
    site.run("mv content/versions/1.0 content/versions/2.0").code(0).stderr_has("no problems");
    site.run("build").code(0);
}
