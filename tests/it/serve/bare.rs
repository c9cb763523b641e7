//! Folders that aren't sites. docgen serves and watches such folders, but doesn't write anything to them.

use tempfile::TempDir;

use super::{Server, write};
use crate::harness::tree;

const API: &str = "openapi: 3.1.0
info: { title: Kettles, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths: { /kettles: { get: { summary: List kettles, responses: { '200': { description: All } } } } }
";

/// Serves a folder with these files.
fn serve(files: &[(&str, &str)]) -> Server {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in files {
        write(folder.path(), path, text);
    }
    Server::of(folder, &["--watch"])
}

#[test]
fn a_folder_of_markdown_is_served_and_nothing_is_written() {
    let server =
        serve(&[("README.md", "# Notes\n\n![a](a.svg)\n"), ("a.svg", "<svg/>"), ("guide/a.md", "# A\n")]);
    assert!(server.greeting.contains("(2 pages"), "{}", server.greeting);
    let home = server.get("/").body;
    let picture =
        home.split("<img src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    assert_eq!(server.get(picture).body, "<svg/>");
    assert_eq!(server.get("/README.md").status, 404, "it is published only as the home page");
    server.waits_for("/guide/a/");
    let files: Vec<String> = tree(&server.root).into_keys().collect();
    assert_eq!(files, ["README.md", "a.svg", "guide/a.md"]);
}

#[test]
fn edits_and_new_pages_are_shown() {
    let server =
        serve(&[("README.md", "# Notes\n"), ("guide/a.md", "# A\n"), ("node_modules/x/a.md", "# X\n")]);
    server.write("README.md", "# Other\n");
    server.waits_until("/", "Other</h1>");
    server.write("guide/b.md", "# B\n\n[a](a.md)\n");
    server.waits_until("/guide/b/", "href=\"/guide/a/\"");
    // Create a folder before it contains a page.
    std::fs::create_dir_all(server.root.join("more/deep")).expect("folders can be created");
    server.write("more/deep/c.md", "# C\n");
    server.waits_for("/more/deep/c/");
    server.write("more/deep/c.md", "# C\n\nMore words.\n");
    server.waits_until("/more/deep/c/", "More words.");
    std::fs::remove_file(server.root.join("guide/b.md")).expect("it is there");
    server.write("kettles.yaml", API);
    server.waits_until("/api/intro/", "Kettles");
    assert_eq!(server.get("/guide/b/").status, 404);
    server.write("kettles.yaml", &API.replace("Kettles", "Teapots"));
    server.waits_until("/api/intro/", "Teapots");
    assert_eq!(server.get("/node_modules/x/a/").status, 404);
}

#[test]
fn what_git_ignores_is_not_shown_even_if_it_changes() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in [
        ("README.md", "# Notes\n"),
        ("a.md", "# A\n"),
        ("notes/kept.md", "# Kept\n"),
        (".gitignore", "ignored.md\n"),
    ] {
        write(folder.path(), path, text);
    }
    let git = std::process::Command::new("git").args(["init", "-q"]).current_dir(folder.path()).status();
    assert!(git.is_ok_and(|status| status.success()), "git starts");
    let server = Server::of(folder, &["--watch"]);
    server.write("notes/ignored.md", "# Ignored\n");
    server.write("notes/kept.md", "# Changed\n");
    server.waits_until("/notes/kept/", "Changed</h1>");
    assert_eq!(server.get("/notes/ignored/").status, 404);
    server.write(".gitignore", "a.md\n");
    server.waits_for("/notes/ignored/");
    assert_eq!(server.get("/a/").status, 404);
}

#[test]
fn one_document_is_followed_with_what_it_refers_to() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let other = "description: All\n";
    write(folder.path(), "specs/parts/all.yaml", other);
    write(folder.path(), "specs/api.yaml", &API.replace("{ description: All }", "{ $ref: parts/all.yaml }"));
    write(folder.path(), "specs/README.md", "# Not shown\n");
    let mut server = Server::at(&folder.path().join("specs/api.yaml"), &["--watch"]);
    server.root = folder.path().join("specs");
    assert!(server.greeting.contains("serving Kettles at"), "{}", server.greeting);
    server.write(
        "api.yaml",
        &API.replace("Kettles", "Teapots").replace("{ description: All }", "{ $ref: parts/all.yaml }"),
    );
    server.waits_until("/api/intro/", "Teapots");
    server.write("parts/all.yaml", "description: Every one\n");
    server.waits_until("/api/get-kettles/", "Every one");
    assert_eq!(server.get("/").header("location"), None);
    assert!(!server.root.join(".docgen").exists());
}

#[test]
fn an_empty_folder_shows_its_first_page_and_may_become_a_site() {
    let server = serve(&[]);
    server.write("first.md", "# First\n");
    server.waits_until("/first/", "First");
    server.write("content/docs/page.md", "# A page\n");
    server.waits_for("/docs/page/");
    server.write("content/docs/page.md", "# Another page\n");
    server.waits_until("/docs/page/", "Another page");
    assert_eq!(server.get("/first/").status, 404);
}

#[test]
fn a_config_turns_a_served_folder_into_a_site() {
    let server = serve(&[("a.md", "# A\n")]);
    server.write("content/docs/b.md", "# B\n");
    server.write("docgen.toml", "[site]\ntitle = \"Now a site\"\n");
    server.said("the folder is a site now");
    server.waits_until("/docs/b/", "Now a site");
    std::fs::remove_file(server.root.join("docgen.toml")).expect("it is there");
    server.said("`docgen.toml` was removed, so all settings have their defaults");
}
