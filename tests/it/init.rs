//! `docgen init`: a new site is complete, and the writer's own files are never changed.
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

/// Returns every file below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("it can be read"));
    entries.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path()).collect()
}

/// Creates a site in a new folder and returns the folder and the messages.
fn made(folder: &TempDir, arguments: &[&str]) -> (PathBuf, String) {
    let made = docgen(folder.path(), &[&["init", "my docs"], arguments].concat());
    succeeded(&made);
    (folder.path().join("my docs"), said(&made))
}

fn temporary() -> TempDir {
    TempDir::new().expect("the system has a folder for temporary files")
}

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().expect("files are in a folder")).expect("folders can be created");
    std::fs::write(file, text).expect("files can be written");
}

fn read(folder: &Path, path: &str) -> String {
    std::fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Each template, with some of the pages that it must contain.
const TEMPLATES: [(&str, &[&str]); 4] = [
    ("docs", &["index", "docs/introduction/index", "api/create-note/index", "blog/hello/index"]),
    ("api", &["index", "docs/quickstart/index", "api/intro/index", "api/note-created/index"]),
    (
        "full",
        &[
            "index",
            "docs/1.0/introduction/index",
            "api/1.0/create-note/index",
            "cli/next/index",
            "de/docs/ordnen/urls/index",
            "ar/docs/مقدمة/index",
        ],
    ),
    ("blog", &["index", "hello/index", "more-than-text/index", "about/index"]),
];

#[test]
fn a_site_of_each_template_builds_without_a_warning() {
    for (template, pages) in TEMPLATES {
        let folder = temporary();
        let (site, said_by_init) = made(&folder, &["--template", template, "--github"]);
        assert!(said_by_init.contains("cd 'my docs'\n    docgen serve --open\n"), "{said_by_init}");
        let start = said_by_init.split("Start with ").nth(1).and_then(|rest| rest.split(". Settings").next());
        assert!(start.is_some_and(|start| site.join(start).is_file()), "{said_by_init}");
        for command in [&["check", "--strict"][..], &["build", "--strict"]] {
            let run = docgen(&site, command);
            succeeded(&run);
            assert!(!said(&run).contains("warning"), "{template}: {}", said(&run));
        }
        for page in pages {
            let text = read(&site, &format!("dist/{page}.html"));
            assert!(text.contains("My docs") && !text.contains("{title}"), "{template}: {page}");
        }
        let config = read(&site, "docgen.toml");
        let schema = config.lines().next().and_then(|line| line.strip_prefix("#:schema "));
        let schema = read(&site, schema.expect("the first line of the config names its schema"));
        assert_eq!(schema, String::from_utf8_lossy(&docgen(&site, &["schema"]).stdout));
        for file in files(&site).into_iter().filter(|file| !file.starts_with(site.join("dist"))) {
            if file.ends_with("docgen.schema.json") {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            for word in ["{title}", "{url}", "{edit_url}", "{root}", "{branch}", "{version}"] {
                assert!(!text.contains(word), "{template}: `{word}` in {}", file.display());
            }
        }
    }
}

#[test]
fn the_title_is_that_of_the_package_or_the_folder() {
    for (file, text, title) in [
        ("package.json", r#"{"name": "@me/left-pad"}"#, "left-pad"),
        ("Cargo.toml", "[package]\nname = \"ripe\"", "ripe"),
        ("pyproject.toml", "[project]\nname = 'snake'", "snake"),
        ("package.json", "{broken", "My docs"),
        ("package.json", r#"{"name": "\"\\{}"}"#, "Documentation"),
    ] {
        let folder = temporary();
        write(folder.path(), &format!("my docs/{file}"), text);
        let (site, _) = made(&folder, &[]);
        assert!(read(&site, "docgen.toml").contains(&format!("\ntitle = \"{title}\"\n")), "{title}");
        succeeded(&docgen(&site, &["check", "--strict"]));
    }
}

#[test]
fn a_clone_keeps_its_files_and_gets_what_is_missing() {
    let folder = temporary();
    let git = |arguments: &[&str]| {
        let git = Command::new("git").arg("-C").arg(folder.path()).args(arguments).output();
        assert!(git.expect("git can be run").status.success(), "{arguments:?}");
    };
    git(&["init", "-q", "-b", "trunk"]);
    git(&["remote", "add", "origin", "https://me:secret@github.com/Me/tool.git"]);
    write(folder.path(), "Cargo.toml", "[package]\nname = 'tool'");
    write(folder.path(), "my docs/.gitignore", "node_modules\ndist/");
    write(folder.path(), "my docs/static/logo.svg", "<svg></svg>");
    write(
        folder.path(),
        "my docs/openapi/own.yaml",
        "openapi: 3.1.0\ninfo: {title: Own, version: '1'}\npaths: {}\n",
    );
    let (site, said_by_init) = made(&folder, &["--github"]);
    assert!(said_by_init.contains("note: added to .gitignore: /.docgen"), "{said_by_init}");
    assert!(said_by_init.contains("note: kept existing: openapi, static/logo.svg"), "{said_by_init}");
    assert_eq!(read(&site, ".gitignore"), "node_modules\ndist/\n/.docgen\n");
    assert_eq!(read(&site, "static/logo.svg"), "<svg></svg>");
    assert!(!site.join("openapi/notes.yaml").exists());
    let config = read(&site, "docgen.toml");
    for line in [
        "title = \"tool\"",
        "url = \"https://me.github.io\"",
        "edit_url = \"https://github.com/Me/tool/edit/trunk/my docs\"",
    ] {
        assert!(config.lines().any(|known| known == line), "{line}\n{config}");
    }
    assert!(!config.contains("secret"));
    let workflow = read(folder.path(), ".github/workflows/docs.yml");
    assert!(workflow.contains("branches: [trunk]") && workflow.contains("root: \"my docs\""), "{workflow}");
    succeeded(&docgen(&site, &["check", "--strict"]));
    let again = docgen(&site, &["init"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        said(&again).starts_with("error: this folder already contains `docgen.toml`"),
        "{}",
        said(&again)
    );
    let github = docgen(&site, &["init", "--github"]);
    succeeded(&github);
    assert!(said(&github).contains("note: kept existing: .github/workflows/docs.yml"), "{}", said(&github));
}

/// Returns the content of the first code block that is inside a list and contains this text.
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
