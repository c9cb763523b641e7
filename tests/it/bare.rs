//! Input that isn't a docgen site: folders with Markdown files or OpenAPI documents, single files, and other tools'
//! sites.
#![allow(clippy::disallowed_methods, reason = "these tests lay out folders and look at what is in them")]

use std::path::Path;
use std::process::Command;

use crate::harness::{Project, Run, docgen, repository, tree};

const NOTES: &str = "\
//- README.md
# My notes

See [the guide](guide/install.md#linux) and ![a logo](img/logo.svg).
//- guide/install.md
## Install

### Linux
//- img/logo.svg
<svg xmlns='http://www.w3.org/2000/svg' width='4' height='5'/>
";

const API: &str = "openapi: 3.1.0
info: { title: Kettles, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths: { /kettles: { get: { summary: List kettles, responses: { '200': { description: All } } } } }
";

/// Returns the pages of a built site, except those that docgen generates.
fn pages(site: &Project) -> Vec<String> {
    let made = ["404.html", "_docgen/oauth.html", "search/index.html"];
    let files = site.dist().into_keys().filter(|path| path.ends_with(".html"));
    files.filter(|path| !made.contains(&path.as_str())).collect()
}

#[test]
fn a_folder_of_markdown_is_a_site() {
    let site = Project::new(NOTES);
    site.build();
    assert_eq!(pages(&site), ["guide/install/index.html", "index.html"]);
    let home = site.read("dist/index.html");
    assert!(home.contains("<h1") && home.contains("My notes"), "{home}");
    assert!(home.contains("href=\"/guide/install/#linux\""), "{home}");
    let logo = site.dist().into_keys().find(|path| path.contains("assets/logo."));
    assert!(home.contains(&logo.expect("the logo is published")), "{home}");
    assert_eq!(site.dist().len(), tree(site.root()).len() - 3, "nothing else was written");
    // The output folder doesn't count as content, and neither does the output of an earlier run in a different folder.
    site.run("build --strict --out other").code(0);
    site.build();
    assert_eq!(pages(&site).len(), 2);
}

#[test]
fn it_can_be_named_in_each_way_that_a_site_can() {
    let notes = Project::new(NOTES);
    for arguments in ["check", "check .", "check --root .", "check README.md", "check guide"] {
        let pages =
            if arguments.ends_with("guide") || arguments.ends_with(".md") { "1 page" } else { "2 pages" };
        notes.run(arguments).code(0).stderr_has(&format!("{pages} checked"));
    }
    let site = Project::new("//- docgen.toml\n\n//- content/docs/a.md\n# A\n");
    for arguments in ["check", "check .", "check --root .", "check docgen.toml", "check content/docs/a.md"] {
        site.run(&format!("{arguments} --strict")).code(0).stderr_has("1 page checked");
    }
    site.run("check . --root .").code(2).stderr_has("can't be used together with");
    site.run("check nothing").code(2).stderr_has("file or folder not found: `nothing`");
}

#[test]
fn problems_are_warnings_in_what_was_not_written_for_docgen() {
    let site = Project::new(NOTES);
    site.write("guide/install.md", "---\nweight: 3\n---\n\n[a](b.md) ![c](d.png)\n");
    site.write("guide/index.md", "# One\n").write("guide/README.md", "# Other\n").write("latin.md", b"\xff");
    let run = site.run("check --format json").code(0);
    let mut codes: Vec<String> =
        run.json().iter().map(|problem| problem["code"].as_str().unwrap_or_default().to_owned()).collect();
    codes.sort();
    codes.dedup();
    let expected = [
        "broken-anchor",
        "broken-link",
        "duplicate-route",
        "invalid-front-matter",
        "missing-image",
        "unreadable-file",
    ];
    assert_eq!(codes, expected);
    let link = run.json().into_iter().find(|problem| problem["code"] == "broken-link").expect("there is one");
    assert_eq!((link["path"].as_str(), link["line"].as_u64()), (Some("guide/install.md"), Some(5)));
    site.run("build").code(0);
    site.run("build --strict").code(1);
}

#[test]
fn an_openapi_document_is_a_site() {
    let site = Project::new("");
    site.write("kettles.yaml", API).build();
    assert_eq!(pages(&site)[1..3], ["api/index.html", "api/intro/index.html"].map(str::to_owned));
    assert!(site.read("dist/api/intro/index.html").contains("Kettles</title>"));
    let alone =
        Project::new("//- README.md\n# No page\n//- data.json\n{\"dependencies\": {\"openapi\": \"1\"}}\n");
    alone.write("specs/kettles.yaml", API).run("build specs/kettles.yaml --strict --out dist").code(0);
    assert_eq!(pages(&alone), pages(&site));
    alone
        .run("check data.json")
        .code(2)
        .stderr_has("`data.json` isn't an OpenAPI document")
        .stderr_has("hint: ");
    alone.run("check").code(0).stderr_has("1 page checked");
}

#[test]
fn documents_and_pages_are_shown_together() {
    let site = Project::new(NOTES);
    site.write("a.yaml", API).write("b.json", r#"{"swagger": "2.0", "info": {"title": "B", "version": "1"}, "host": "example.com", "schemes": ["https"], "paths": {}}"#);
    site.write("package.json", "{\"dependencies\": {\"openapi\": \"1\"}}");
    site.run("build").code(0);
    for page in ["index.html", "guide/install/index.html", "api/a/intro/index.html", "api/b/intro/index.html"]
    {
        let html = site.read(&format!("dist/{page}"));
        for href in ["/", "/api/a/intro/", "/api/b/intro/"] {
            assert!(html.contains(&format!("href=\"{href}\"")), "{page} leads to {href}");
        }
    }
    // The folder contains the same document in two formats.
    site.write("b.yaml", API).run("build").code(0).stderr_lacks("invalid-config");
    assert!(site.has("dist/api/b-json/intro/index.html") && site.has("dist/api/b-yaml/intro/index.html"));
}

#[test]
fn the_title_is_that_of_the_project_or_the_api() {
    let title = |site: &Project, path: &str| {
        site.run(&format!("build {path} --out dist")).code(0);
        let home = site
            .dist()
            .into_iter()
            .find(|(name, _)| name.ends_with("intro/index.html") || name == "index.html");
        let home = String::from_utf8(home.expect("there is a page").1).expect("pages are UTF-8");
        home.split("<title>").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default().to_owned()
    };
    let site = Project::new("//- my-notes/README.md\n# Home\n//- tool/docs/README.md\n# Home\n");
    assert_eq!(title(&site, "my-notes"), "Home | My notes");
    assert_eq!(title(&site, "tool/docs"), "Home | Tool");
    site.write("tool/docs/package.json", "{\"name\": \"@me/kettle\"}");
    assert_eq!(title(&site, "tool/docs"), "Home | kettle");
    site.write("tool/docs/README.md", "Only words.\n");
    assert_eq!(title(&site, "tool/docs"), "kettle");
}

#[test]
fn what_others_made_is_passed_over() {
    let site = Project::new(NOTES);
    let made = [
        "node_modules/a/README.md",
        ".hidden/a.md",
        "_part.md",
        "cache/a.md",
        "env/a.md",
        "ignored/a.md",
        "ignored.md",
        "guide/ignored.md",
    ];
    for path in made {
        site.write(path, "# Not shown\n");
    }
    site.write("cache/CACHEDIR.TAG", "")
        .write("env/pyvenv.cfg", "")
        .write(".gitignore", "ignored\nignored.md\n");
    let git = |arguments: &[&str]| {
        let status = Command::new("git").args(arguments).current_dir(site.root()).status();
        assert!(status.expect("git is installed").success());
    };
    git(&["init", "-q"]);
    site.build();
    assert_eq!(pages(&site), ["guide/install/index.html", "index.html"]);
    // An ignored folder is included if the command names it.
    site.run("check ignored --strict").code(0).stderr_has("1 page checked");
}

#[cfg(unix)]
#[test]
fn a_link_in_a_circle_is_reported_and_the_rest_is_shown() {
    let site = Project::new(NOTES);
    std::os::unix::fs::symlink("..", site.root().join("guide/again")).expect("a link can be created");
    site.run("build")
        .code(0)
        .stderr_has("a symbolic link points back to a parent folder")
        .stderr_has("guide/again");
}

#[test]
fn a_folder_with_nothing_to_show_says_what_it_needs() {
    let site = Project::new("//- img/a.svg\n<svg/>\n//- data.json\n{}\n");
    for path in ["img", "."] {
        let run = site.run(&format!("build {path}")).code(1);
        run.stderr_has("error[missing-content]: found no Markdown files or OpenAPI documents in ")
            .stderr_has("hint: add a `README.md`");
    }
    site.run("build img/a.svg")
        .code(2)
        .stderr_has("expected a folder, a Markdown file, or an OpenAPI document");
    assert!(!site.has("dist"));
}

/// Runs docgen in a folder with these files.
fn said(files: &[(&str, &str)], arguments: &str) -> (Project, Run) {
    let site = Project::new("");
    for (path, text) in files {
        site.write(path, text);
    }
    let run = site.run(arguments);
    (site, run)
}

/// Returns the manual page that a message names. The page must exist.
#[track_caller]
fn page_of(run: &Run) -> String {
    let rest =
        run.stderr.split("/docs/docgen-and/").nth(1).unwrap_or_else(|| panic!("no page: {}", run.stderr));
    let name = rest.split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or_default();
    let file = if name.is_empty() { "index" } else { name };
    assert!(repository().join(format!("manual/content/docs/docgen-and/{file}.md")).is_file(), "{file}");
    name.to_owned()
}

#[test]
fn the_site_of_another_tool_is_named() {
    for (mark, text, pages, tool, page) in [
        ("docusaurus.config.js", "", "docs", "a Docusaurus", "docusaurus"),
        ("docusaurus.config.ts", "", "docs", "a Docusaurus", "docusaurus"),
        ("mkdocs.yml", "", "docs", "an MkDocs", "mkdocs"),
        ("mkdocs-en.yml", "site_name: A\n", "docs", "an MkDocs", "mkdocs"),
        ("zensical.toml", "", "docs", "a Zensical", "mkdocs"),
        ("astro.config.mjs", "starlight()", "src/content/docs", "a Starlight", "starlight"),
        ("astro.config.ts", "", "src/content", "an Astro", ""),
        ("book.toml", "", "src", "an mdBook", "mdbook"),
        ("hugo.yaml", "", "content", "a Hugo", "hugo"),
        ("config.toml", "baseURL = ''", "content", "a Hugo", "hugo"),
        ("config.toml", "base_url = ''", "content", "a Zola", "zola"),
    ] {
        let page_file = format!("{pages}/index.md");
        let files = [(mark, text), (&page_file, "# Index\n"), ("README.md", "# Read me\n")];
        for command in ["build", "check", "serve --port 0", "search push --dry-run"] {
            let (_, run) = said(&files, command);
            let run = run.code(2).stderr_has(&format!("found {tool} site (`{mark}`) in this folder"));
            let run = run.stderr_has(&format!("{pages}`"));
            assert_eq!(page_of(&run), page, "{mark}");
        }
        let (site, run) = said(&files, &format!("check {pages}"));
        run.code(0).stderr_has("1 page checked");
        site.write("docgen.toml", "").run("check").stderr_has("checked");
    }
}

#[test]
fn the_pages_of_another_tool_are_shown_with_a_note() {
    for (mark, text, tool) in [
        (".vitepress/config.ts", "", "a VitePress"),
        ("mint.json", "{}", "a Mintlify"),
        ("docs.json", "{\"$schema\": \"https://mintlify.com/docs.json\"}", "a Mintlify"),
        ("_config.yml", "", "a Jekyll"),
        ("conf.py", "html_theme = 'alabaster'", "a Sphinx"),
    ] {
        let (_, run) = said(&[(mark, text), ("index.md", "# Index\n")], "check");
        let run = run.code(0).stderr_has(&format!("found {tool} site")).stderr_has("1 page checked");
        page_of(&run);
    }
    for name in ["docs.json", "conf.py", "config.toml"] {
        let (_, run) = said(&[(name, ""), ("index.md", "# Index\n")], "check");
        run.code(0).stderr("1 page checked: no problems\n");
    }
    let (project, run) = said(&[("mkdocs.yml", ""), ("docs/index.md", "# Index\n")], "check docs");
    run.code(0).stderr_has("found an MkDocs site (`../mkdocs.yml`)");
    let inside = docgen(&project.root().join("docs"), ["check"], &[]);
    inside.code(0).stderr_has("found an MkDocs site (`../mkdocs.yml`)");
    let (_, run) = said(&[("README.md", "# A\n"), ("website/docusaurus.config.js", "")], "check");
    run.code(0).stderr_has("found a Docusaurus site (`website/docusaurus.config.js`)");
}

#[test]
fn the_folder_of_the_site_is_named_above_and_below() {
    let site = Project::new("//- docs/docgen.toml\n\n//- docs/content/docs/a.md\n# A\n//- README.md\n# B\n");
    let hint = |folder: &str, arguments: &str| {
        let run = docgen(&site.root().join(folder), arguments.split(' '), &[]).code(2);
        run.stderr
            .split("run `")
            .nth(1)
            .and_then(|rest| rest.split('`').next())
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(hint("", "build"), "docgen build docs");
    assert_eq!(hint("docs", "check .."), "docgen check ../docs");
    assert_eq!(hint("docs/content/docs", "serve"), "docgen serve ../..");
    assert_eq!(hint("docs", "serve content/docs"), "docgen serve .");
    assert_eq!(hint("", "check docs/content"), "docgen check docs");
    site.run("check docs --strict").code(0);
}

#[test]
fn a_folder_beside_the_content_of_a_site_is_none_of_it() {
    let site = Project::new("//- docgen.toml\n\n//- content/docs/a.md\n# A\n//- notes/b.md\n# B\n");
    site.run("check notes --strict").code(0).stderr("1 page checked: no problems\n");
    assert!(!Path::new(&site.root().join("notes/.docgen")).exists());
}
