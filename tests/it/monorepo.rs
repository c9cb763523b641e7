//! The file paths in messages if the site is a folder in a larger repository, or if docgen runs in another folder.
//! Other tools must be able to find the files.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::harness::docgen;

/// Returns a page with a broken link on line 3. Each page has a different link, because problems with the same fix
/// share one annotation.
fn page(name: &str) -> String {
    let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    format!("# Page\n\n[gone](./gone-{name}.md)\n")
}

/// Creates a temporary folder with a page or folder for each of these names. The names of folders end in `/`.
fn folder(names: &[&str]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("there is room for temporary files");
    for name in names {
        let file = folder.path().join(name);
        if name.ends_with('/') {
            std::fs::create_dir_all(file).expect("folders can be created");
        } else {
            std::fs::create_dir_all(file.parent().expect("it is in a folder"))
                .expect("folders can be created");
            std::fs::write(file, page(name)).expect("files can be written");
        }
    }
    let real = folder.path().canonicalize().expect("it is there");
    (folder, real)
}

/// Runs docgen in a folder. Returns the files that the annotations name.
fn annotated(at: &Path, root: &str, workspace: Option<&Path>) -> Vec<String> {
    let workspace = workspace.map_or("", |folder| folder.to_str().expect("names are UTF-8"));
    let arguments = ["check", "--format", "github", "--root", root];
    let run = docgen(at, arguments, &[("GITHUB_WORKSPACE", workspace)]).code(1);
    let files = run.stdout.lines().filter_map(|line| line.split_once(",file=")?.1.split(',').next());
    files.map(str::to_owned).collect()
}

#[test]
fn annotations_name_files_from_the_root_of_the_repository() {
    for site in ["", "docs/", "packages/web/two words/"] {
        let page = [format!("{site}content/docs/a.md")];
        let (_folder, repository) = folder(&[".git/", "other/deep/", &page[0]]);
        let inside = repository.join(site);
        let absolute = inside.to_str().expect("names are UTF-8");
        let (outside, _) = folder(&[]);
        for workspace in [None, Some(&*repository), Some(outside.path())] {
            let of = |at: &Path, root: &str| annotated(at, root, workspace);
            assert_eq!(of(&inside, "."), page);
            assert_eq!(of(&inside.join("content/docs"), "../.."), page);
            assert_eq!(of(&repository, if site.is_empty() { "." } else { site }), page);
            assert_eq!(of(&repository.join("other/deep"), &format!("../../{site}")), page);
            assert_eq!(of(outside.path(), absolute), page);
        }
    }
}

#[test]
fn a_repository_in_a_folder_of_the_workspace_is_the_one_that_counts() {
    let (_folder, workspace) = folder(&["tools/.git/", "main/.git/", "main/docs/content/docs/a.md"]);
    assert_eq!(annotated(&workspace, "main/docs", Some(&workspace)), ["docs/content/docs/a.md"]);
    // In a worktree and in a submodule, `.git` is a file.
    std::fs::remove_dir(workspace.join("main/.git")).expect("it is empty");
    std::fs::write(workspace.join("main/.git"), "gitdir: elsewhere\n").expect("files can be written");
    assert_eq!(annotated(&workspace, "main/docs", Some(&workspace)), ["docs/content/docs/a.md"]);
}

#[test]
fn without_a_repository_the_workspace_counts_and_then_the_folder_docgen_runs_in() {
    let (_folder, workspace) = folder(&["docs/content/docs/a.md", "other/"]);
    let page = workspace.join("docs/content/docs/a.md").display().to_string();
    for (at, root) in [("", "docs"), ("docs", "."), ("other", "../docs")] {
        let at = workspace.join(at);
        assert_eq!(annotated(&at, root, Some(&workspace)), ["docs/content/docs/a.md"]);
    }
    assert_eq!(annotated(&workspace, "docs", None), ["docs/content/docs/a.md"]);
    assert_eq!(annotated(&workspace, "docs", Some(&workspace.join("other"))), ["docs/content/docs/a.md"]);
    assert_eq!(annotated(&workspace.join("other"), "../docs", None), [page]);
    // A repository in a folder above the workspace isn't the repository that is checked out in the workspace.
    let (_folder, home) = folder(&[".git/", "work/docs/content/docs/a.md"]);
    assert_eq!(annotated(&home, "work/docs", Some(&home.join("work"))), ["docs/content/docs/a.md"]);
}

#[test]
fn annotations_name_the_file_that_a_link_leads_to() {
    let (_folder, repository) = folder(&[".git/", "CHANGELOG.md", "parts/p.md", "docs/content/docs/a.md"]);
    symlink("../../../CHANGELOG.md", repository.join("docs/content/docs/changes.md"))
        .expect("links can be created");
    symlink("../../../parts", repository.join("docs/content/docs/parts")).expect("links can be created");
    symlink("docs", repository.join("site")).expect("links can be created");
    for root in ["docs", "site"] {
        let mut found = annotated(&repository, root, None);
        found.sort();
        assert_eq!(found, ["CHANGELOG.md", "docs/content/docs/a.md", "parts/p.md"], "{root}");
    }
}

#[test]
fn json_and_people_get_a_path_from_where_docgen_runs() {
    let (_folder, repository) = folder(&[".git/", "other/", "docs/content/docs/a.md"]);
    let (_elsewhere, elsewhere) = folder(&[]);
    symlink("docs", repository.join("site")).expect("links can be created");
    let page = repository.join("docs/content/docs/a.md");
    let absolute = repository.join("docs").display().to_string();
    for (at, root, expected) in [
        (repository.clone(), "docs", Some("docs/content/docs/a.md")),
        (repository.clone(), "site", Some("docs/content/docs/a.md")),
        (repository.join("docs"), ".", Some("content/docs/a.md")),
        (repository.join("docs/content/docs"), "../..", Some("a.md")),
        (repository.join("other"), "../docs", Some("../docs/content/docs/a.md")),
        (elsewhere, &absolute, None),
    ] {
        let run = docgen(&at, ["check", "--format", "json", "--root", root], &[]).code(1);
        let found = &run.json()[0];
        assert_eq!(found["file"], "content/docs/a.md");
        let path = found["path"].as_str().expect("it is a text");
        assert_eq!(at.join(path).canonicalize().expect("it is there"), page, "{path}");
        assert!(expected.is_none_or(|expected| expected == path), "{path}");
        let run = docgen(&at, ["check", "--root", root], &[]).code(1);
        run.stderr_has(&format!("--> {path}:3:"));
    }
}
