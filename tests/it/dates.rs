//! Dates of last changes, from git.

use std::process::Command;

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
url = 'https://kettle.example'

[docs]
show_last_update_time = true
show_last_update_author = true
//- content/docs/intro.md
# Intro
//- content/docs/own.md
---
last_update: { date: 2020-02-29, author: Ann }
---
# Own
";

fn git(site: &Project, date: &str, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(site.root())
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .env("GIT_AUTHOR_DATE", date)
        .env("GIT_COMMITTER_DATE", date)
        .env("TZ", "UTC")
        .output()
        .expect("git is there, as this is a checkout");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn pages_say_who_changed_them_last_and_when() {
    let site = Project::new(SITE);
    git(&site, "", &["init", "-q"]);
    git(&site, "", &["add", "."]);
    git(&site, "2024-05-06T10:00:00Z", &["commit", "-qm", "Begin"]);
    site.build();
    let page = |name: &str| site.read(&format!("dist/docs/{name}/index.html"));
    assert!(page("intro").contains("datetime=\"2024-05-06\""), "{}", page("intro"));
    assert!(page("intro").contains("Ada") && page("own").contains("Ann"));
    assert!(page("own").contains("datetime=\"2020-02-29\""));
    assert!(site.read("dist/sitemap.xml").contains("/docs/intro/</loc><lastmod>2024-05-06</lastmod>"));
    site.write("content/docs/intro.md", "# Intro\n\nMore.\n");
    git(&site, "2025-07-08T10:00:00Z", &["commit", "-qam", "Say more"]);
    site.build();
    assert!(page("intro").contains("datetime=\"2025-07-08\""), "{}", page("intro"));
}

#[test]
fn a_site_that_is_in_no_repository_is_built_without_dates() {
    let site = Project::new(SITE);
    site.run("build").code(0).stderr_has("warning[no-git-dates]").stderr_has("hint: ");
    assert!(!site.read("dist/docs/intro/index.html").contains("datetime="));
}

#[test]
fn a_shallow_clone_is_warned_of() {
    let origin = Project::new(SITE);
    git(&origin, "", &["init", "-q"]);
    git(&origin, "", &["add", "."]);
    git(&origin, "2024-05-06T10:00:00Z", &["commit", "-qm", "Begin"]);
    origin.write("content/docs/own.md", "# Own\n");
    git(&origin, "2025-07-08T10:00:00Z", &["commit", "-qam", "Change one page"]);
    let clone = Project::new("");
    let address = format!("file://{}", origin.root().display());
    git(&clone, "", &["clone", "-q", "--depth", "1", &address, "site"]);
    clone.run("check --root site").code(0).stderr_has("warning[no-git-dates]").stderr_has("shallow");
}
