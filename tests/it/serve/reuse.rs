//! Included files, variables, and code from files while a writer edits them.

use tempfile::TempDir;

use super::{Server, write};

#[test]
fn what_pages_show_of_other_files_is_followed() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let file = |path: &str, text: &str| write(folder.path(), path, text);
    std::fs::create_dir(folder.path().join(".git")).expect("folders can be created");
    file("src/lib.rs", "fn first() {}\n");
    file("site/docgen.toml", "[variables]\nversion = '1.0'\n");
    file("site/content/_data/team.toml", "lead = 'Ada'\n");
    file("site/content/docs/_part.md", "Part one\n");
    let page = "# Page\n\n::include{file=_part.md}\n\n{{ version }} {{ data.team.lead }}\n\n```rust file=/src/lib.rs\n```\n";
    file("site/content/docs/page.md", page);
    let server = Server::at(&folder.path().join("site"), &["--watch"]);
    for text in ["Part one", "1.0 Ada", "first"] {
        server.waits_until("/docs/page/", text);
    }
    for (path, text, shown) in [
        ("site/content/docs/_part.md", "Part two\n", "Part two"),
        ("site/docgen.toml", "[variables]\nversion = '2.0'\n", "2.0 Ada"),
        ("site/content/_data/team.toml", "lead = 'Grace'\n", "2.0 Grace"),
        ("src/lib.rs", "fn second() {}\n", "second"),
        ("src/lib.rs", "fn third() {}\n", "third"),
        ("site/content/docs/page.md", "# Page\n\n```rust file=/src/new.rs\n```\n", "Page"),
        ("src/new.rs", "fn newer() {}\n", "newer"),
    ] {
        file(path, text);
        server.waits_until("/docs/page/", shown);
    }
}
