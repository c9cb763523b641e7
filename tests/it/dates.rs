//! The last-modified dates, which docgen reads from Git.

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

/// Runs Git in a site, at the given date.
pub(crate) fn git(site: &Project, date: &str, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(site.root())
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .env("GIT_AUTHOR_DATE", date)
        .env("GIT_COMMITTER_DATE", date)
        .env("TZ", "UTC")
        .output()
        .expect("Git is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
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
fn authors_have_the_names_in_the_mailmap() {
    let site = Project::new(SITE);
    site.write(".mailmap", "Ada Lovelace <ada@example.org> <ada@example.com>\n");
    git(&site, "", &["init", "-q"]);
    git(&site, "", &["add", "."]);
    git(&site, "2024-05-06T10:00:00Z", &["commit", "-qm", "Begin"]);
    site.build();
    assert!(site.read("dist/docs/intro/index.html").contains("Ada Lovelace"));
}

#[test]
fn a_site_that_is_in_no_repository_is_built_without_dates() {
    let site = Project::new(SITE);
    site.run("build").code(0).stderr_has("warning[no-git-dates]").stderr_has("hint: ");
    assert!(!site.read("dist/docs/intro/index.html").contains("datetime="));
}

#[test]
fn the_hint_names_the_setting_that_needs_git() {
    let site = Project::new(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en', label = 'English' }, { code = 'de', label = 'Deutsch' }]
outdated_banner = true
//- content/docs/intro.md
# Intro
",
    );
    site.run("check").code(0).stderr_has("turn off `outdated_banner` in `[i18n]`");
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

/// Tries every Git setting, environment variable, and kind of filename that changes the output of `git log`.
#[test]
fn dates_do_not_depend_on_the_settings_of_git() {
    let site = Project::new(SITE);
    let names = ["größe", "two words", "quote\"s", "back`tick", "ca\u{301}fe"];
    for name in names {
        site.write(&format!("content/docs/{name}.md"), "# Odd\n");
    }
    git(&site, "", &["init", "-q"]);
    git(&site, "", &["add", "."]);
    git(&site, "2024-01-05T23:30:00Z", &["commit", "-qm", "Begin"]);
    site.write("content/docs/own.md", "# Own\n");
    git(&site, "2024-01-06T23:30:00Z", &["commit", "-qam", "Change one page"]);
    let mut environments: Vec<(String, Vec<(String, String)>)> = Vec::new();
    let mut section = String::new();
    for line in crate::same::HOSTILE_GIT.lines() {
        match line.strip_prefix('[') {
            Some(name) => section = name.trim_end_matches(']').to_owned(),
            None => {
                let text = format!("[{section}]\n{line}\n");
                let name = format!("config-{}", environments.len());
                site.write(&name, &text);
                let path = site.root().join(&name).display().to_string();
                environments.push((text, vec![("GIT_CONFIG_GLOBAL".to_owned(), path)]));
            }
        }
    }
    for (name, value) in [
        ("TZ", "JST-9"),
        ("TZ", "HST10"),
        ("GIT_DIR", "/nowhere"),
        ("GIT_WORK_TREE", "/"),
        ("GIT_INDEX_FILE", "/nowhere"),
        ("GIT_LITERAL_PATHSPECS", "1"),
        ("GIT_NOGLOB_PATHSPECS", "1"),
        ("GIT_TRACE", "1"),
        ("GIT_PAGER_IN_USE", "1"),
        ("GIT_DIFF_OPTS", "-u0"),
        ("GIT_EXTERNAL_DIFF", "false"),
        ("LC_ALL", "tr_TR.UTF-8"),
        ("GIT_CEILING_DIRECTORIES", "/nowhere"),
    ] {
        environments.push((format!("{name}={value}"), vec![(name.to_owned(), value.to_owned())]));
    }
    let mut wrong = Vec::new();
    for (what, variables) in &environments {
        let variables: Vec<(&str, &str)> =
            variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        site.run_with("build --no-cache", &variables).code(0);
        let dist = site.dist();
        let says = |name: &str, date: &str| {
            // Paths are in composed form (NFC).
            let page = dist.get(&format!("docs/{}/index.html", name.replace("a\u{301}", "á")));
            let page = page.map(|page| String::from_utf8_lossy(page).into_owned()).unwrap_or_default();
            page.contains(&format!("datetime=\"{date}\"")) && page.contains("by Ada")
        };
        let lost: Vec<&str> = names
            .into_iter()
            .chain(["intro"])
            .filter(|name| !says(name, "2024-01-05"))
            .chain(["own"].into_iter().filter(|name| !says(name, "2024-01-06")))
            .collect();
        if !lost.is_empty() {
            wrong.push(format!("{what:?}: {lost:?}"));
        }
        std::fs::remove_dir_all(site.root().join("dist")).ok();
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), environments.len(), wrong.join("\n"));
}
