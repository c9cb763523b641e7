//! `docgen init`: a new site is whole, and nothing of the writer's is ever touched.
#![allow(clippy::disallowed_methods, reason = "these tests read what docgen wrote")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn docgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docgen"));
    command
        .current_dir(folder)
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary was built before the tests")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn succeeded(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", said(output));
    assert!(output.stdout.is_empty(), "standard output is for data");
}

/// Every file below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("it can be read"));
    entries.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path()).collect()
}

#[test]
fn a_new_site_builds_without_a_warning() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let made = docgen(folder.path(), &["init", "my docs"]);
    succeeded(&made);
    assert!(
        said(&made).contains("cd 'my docs'") && said(&made).contains("docgen serve --watch"),
        "{}",
        said(&made)
    );
    let site = folder.path().join("my docs");
    let built = docgen(&site, &["build", "--strict"]);
    succeeded(&built);
    assert!(!said(&built).contains("warning"), "{}", said(&built));
    for page in ["index.html", "docs/introduction/index.html", "docs/writing/index.html", "favicon.svg"] {
        assert!(site.join("dist").join(page).is_file(), "{page}");
    }
}

/// The text of the first block of code of a page, within a list, that holds something.
fn block(page: &str, holding: &str) -> String {
    let blocks = page.split("\n   ```");
    let found = blocks.skip(1).step_by(2).find(|block| block.contains(holding)).expect("the page has it");
    found.lines().skip(1).map(|line| line.strip_prefix("   ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_first_steps_of_the_manual_can_be_followed() {
    let page = include_str!("../../manual/content/docs/getting-started.md");
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    succeeded(&docgen(folder.path(), &["init"]));
    let hello = folder.path().join("content/docs/hello.md");
    let written = block(page, "title: Hello");
    std::fs::write(&hello, &written).expect("files can be written");
    succeeded(&docgen(folder.path(), &["check", "--strict"]));
    let message = block(page, "error[broken-link]");
    let wrong = message.split('`').nth(1).expect("it names the link");
    let meant = message.rsplit('`').nth(1).expect("it says what was meant");
    assert!(page.contains(&format!("Change the link to `{wrong}`")));
    std::fs::write(&hello, written.replace(meant, wrong)).expect("files can be written");
    let checked = docgen(folder.path(), &["check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(said(&checked).starts_with(&message), "{}\n{message}", said(&checked));
    assert!(include_str!("../../README.md").contains(&format!("`{wrong}` doesn't match any page")));
}

#[test]
fn the_current_folder_can_become_a_site() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    std::fs::write(folder.path().join("notes.txt"), "mine").expect("files can be written");
    let made = docgen(folder.path(), &["init"]);
    succeeded(&made);
    assert!(!said(&made).contains("cd "), "{}", said(&made));
    succeeded(&docgen(folder.path(), &["check", "--strict"]));
    assert_eq!(std::fs::read_to_string(folder.path().join("notes.txt")).ok().as_deref(), Some("mine"));
}

#[test]
fn no_file_is_overwritten_and_then_none_is_written() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    std::fs::write(folder.path().join(".gitignore"), "mine").expect("files can be written");
    let refused = docgen(folder.path(), &["init", "."]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains(".gitignore") && !said(&refused).contains("docgen.toml"),
        "{}",
        said(&refused)
    );
    assert_eq!(files(folder.path()), [folder.path().join(".gitignore")]);
    assert_eq!(std::fs::read_to_string(folder.path().join(".gitignore")).ok().as_deref(), Some("mine"));
}
