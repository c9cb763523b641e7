//! Versions that are built from Git while the config changes.

use std::process::Command;

use tempfile::TempDir;

use super::{Server, write};

#[test]
fn a_version_from_git_appears_with_its_setting() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let root = folder.path();
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(root).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]);
        assert!(git.args(arguments).status().is_ok_and(|status| status.success()));
    };
    write(root, "content/docs/page.md", "# Page\n\nFirst ![](./a.svg)\n");
    write(root, "content/docs/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>");
    write(root, "docgen.toml", "");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["-c", "commit.gpgsign=false", "commit", "-qm", "One"]);
    git(&["tag", "v1"]);
    write(root, "content/docs/page.md", "# Page\n\nSecond\n");
    let server = Server::at(root, &["--watch"]);
    server.waits_until("/docs/page/", "Second");
    write(
        root,
        "docgen.toml",
        "[[docs.versions]]\nname = 'current'\n[[docs.versions]]\nname = '1.0'\ngit = 'v1'\n",
    );
    server.waits_until("/docs/page/", "First");
    server.waits_until("/docs/next/page/", "Second");
    write(root, "content/docs/page.md", "# Page\n\nThird\n");
    server.waits_until("/docs/next/page/", "Third");
    write(root, "docgen.toml", "");
    server.waits_until("/docs/page/", "Third");
}
