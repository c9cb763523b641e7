//! Follows the manual's tutorials: writes the files, runs the commands, and checks that docgen prints what the page
//! shows.

use std::path::Path;
use std::process::{Command, Output};

use crate::harness::{Project, repository, tree};

/// Returns a page's code blocks without the indentation from lists. Each block includes the text after the opening
/// backticks.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut lines = page.lines();
    let mut all = Vec::new();
    while let Some(line) = lines.next() {
        let info = line.trim_start().trim_start_matches('`');
        let (indent, fence) = (line.len() - line.trim_start().len(), line.trim().len() - info.len());
        if fence >= 3 {
            let body = lines.by_ref().take_while(|line| line.trim() != "`".repeat(fence));
            all.push((
                info,
                body.map(|line| format!("{}\n", line.get(indent..).unwrap_or_default())).collect(),
            ));
        }
    }
    all
}

fn shell(folder: &Path, command: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_docgen")).parent().expect("it lies in a folder");
    let path = std::env::var("PATH").expect("there is a path");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("NO_COLOR", "1");
    shell.env("PATH", format!("{}:{path}", binary.display())).env("GIT_CONFIG_GLOBAL", "/dev/null");
    for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
        shell.env(name, "reader@example.com");
    }
    shell.output().expect("there is a shell")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Follows a tutorial in an empty folder. Runs `docgen check` in place of `docgen serve`, and omits steps that need an
/// account or another server.
fn follow(name: &str, page: &str) {
    let project = Project::new("");
    let mut folder = String::new();
    for (info, body) in blocks(page) {
        let title = info.split_once("title=\"").and_then(|(_, rest)| rest.split('"').next());
        match (title, info.split(' ').next()) {
            (Some(path), _) => {
                let path = format!("{folder}{path}");
                // A code block is appended to an existing config. For any other file, the code block replaces the file.
                let before = match path.ends_with("docgen.toml") && project.has(&path) {
                    true => project.read(&path) + "\n",
                    false => String::new(),
                };
                project.write(&path, before + &body);
            }
            (None, Some("bash")) => {
                for line in body.lines().filter(|line| {
                    !["git push", "git remote", "python3"].iter().any(|command| line.starts_with(command))
                }) {
                    if let Some(inner) = line.strip_prefix("cd ") {
                        folder += &format!("{inner}/");
                        continue;
                    }
                    let line = line.replace("docgen serve --open", "docgen check --strict");
                    let run = shell(&project.root().join(&folder), &line);
                    assert!(run.status.success(), "{name}: {line}\n{}", said(&run));
                }
            }
            (None, Some("text")) => {
                let said = said(&shell(&project.root().join(&folder), "docgen check"));
                assert!(said.contains(&body), "{name} shows\n{body}\nbut docgen says\n{said}");
            }
            _ => panic!("{name}: nobody knows what to do with a block of `{info}`"),
        }
    }
    assert!(project.has(&format!("{folder}dist/404.html")), "{name} ends with a built site");
}

#[test]
fn the_manual_shows_the_api_of_the_tutorial() {
    let manual = repository().join("manual");
    let read = |path: &str| std::fs::read_to_string(manual.join(path)).expect("the manual has the file");
    let page = read("content/docs/tutorials/api-reference.md");
    let blocks = blocks(&page);
    let document = blocks.iter().find(|(info, _)| info.contains("title=\"openapi/tea.yaml\""));
    assert_eq!(document.map(|(_, body)| body.as_str()), Some(read("openapi/tea.yaml").as_str()));
}

#[test]
fn every_tutorial_can_be_followed() {
    let pages = tree(&repository().join("manual/content/docs/tutorials"));
    let tutorials = pages.iter().filter(|(name, _)| *name != "index.md");
    let mut count = 0;
    for (name, page) in tutorials {
        follow(name, std::str::from_utf8(page).expect("pages are UTF-8"));
        count += 1;
    }
    assert!(count > 2, "{count} tutorials were found");
}
