//! A server that shows a site made for another generator.

use tempfile::TempDir;

use super::{Server, write};

#[test]
fn changes_to_another_generators_site_are_shown() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let site = |path: &str, text: &str| write(folder.path(), path, text);
    site("mkdocs.yml", "site_name: Kettle\n");
    site("docs/index.md", "# Kettle\n\nFirst words.\n");
    site("docs/guide/steep.md", "# Steep\n");
    let server = Server::showing("--from", folder.path(), &["--watch"]);
    server.waits_until("/", "First words");
    site("docs/index.md", "# Kettle\n\n!!! tip\n    Other words.\n");
    server.said("content/docs/index.md: updated");
    server.waits_until("/", "data-kind=\"tip\"");
    // Test a new page in a new folder, a removed page, and a config that's temporarily invalid.
    site("docs/new/page.md", "# New page\n");
    server.waits_until("/new/page/", "New page");
    site("docs/new/second.md", "# Second page\n");
    server.waits_until("/new/second/", "Second page");
    std::fs::remove_file(folder.path().join("docs/guide/steep.md")).expect("the file exists");
    site("mkdocs.yml", "site_name: [\n");
    site("mkdocs.yml", "site_name: Teapot\n");
    server.waits_until("/", "Teapot");
    while server.get("/guide/steep/").status != 404 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
