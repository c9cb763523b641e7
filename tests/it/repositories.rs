//! Code and Markdown from other repositories, pinned to commits.

use std::path::Path;

use crate::dates::git;
use crate::harness::{Project, Run};

const SDK: &str = r#"
//- README.md
# SDK

[Usage](docs/usage.md#start) ![Logo](docs/logo.png) [Site](https://example.com) [Root](/docs/)

::include{file="./docs/part.md"}
//- docs/part.md
A part. See [the source](../src/lib.rs).
//- docs/logo.png
png
//- docs/tag.mdx
<Note/>
//- src/lib.rs
//! The library.

// #region parse
/// Parses text.
pub fn parse(text: &str) -> usize {
    text.len()
}
// #endregion
//- .env
TOKEN=secret
"#;

pub(crate) const SITE: &str = r#"
//- docgen.toml
[repositories]
sdk = { git = "https://git.example.com/org/sdk.git", ref = "main" }
//- content/docs/start.md
# Start

```rust file="sdk:src/lib.rs" region="parse"
```

```rust file="sdk:src/lib.rs" symbol="parse"
```

```rust file="sdk:src/lib.rs" lines="1"
```
//- content/docs/about.md
# Read me

::include{file="sdk:README.md"}
"#;

/// A site, and the repository that the site shows files from.
pub(crate) struct Pair {
    pub(crate) sdk: Project,
    pub(crate) site: Project,
}

impl Pair {
    pub(crate) fn new(site: &str) -> Self {
        let sdk = Project::new(SDK);
        git(&sdk, "2024-05-06T10:00:00Z", &["init", "-q", "-b", "main"]);
        commit(&sdk);
        Pair { sdk, site: Project::new(site) }
    }

    /// Runs docgen. Git fetches the repository from a local folder instead of from the host.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, &[])
    }

    fn run_with(&self, arguments: &str, more: &[(&str, &str)]) -> Run {
        let key = format!("url.{}.insteadOf", url(self.sdk.root()));
        let mut environment = vec![
            ("GIT_CONFIG_COUNT", "1"),
            ("GIT_CONFIG_KEY_0", key.as_str()),
            ("GIT_CONFIG_VALUE_0", "https://git.example.com/org/sdk.git"),
            ("GIT_ALLOW_PROTOCOL", "file"),
        ];
        environment.extend(more);
        self.site.run_with(arguments, &environment)
    }

    /// Runs docgen without access to the repository.
    fn offline(&self, arguments: &str) -> Run {
        self.site.run_with(arguments, &[("GIT_ALLOW_PROTOCOL", "none")])
    }

    fn head(&self) -> String {
        git(&self.sdk, "", &["rev-parse", "HEAD"]).trim().to_owned()
    }
}

pub(crate) fn commit(sdk: &Project) {
    git(sdk, "2024-05-06T10:00:00Z", &["add", "-A"]);
    git(sdk, "2024-05-06T10:00:00Z", &["commit", "-qm", "Change"]);
}

fn url(folder: &Path) -> String {
    format!("file://{}", folder.display())
}

#[test]
fn pages_show_files_of_another_repository_at_a_pinned_commit() {
    let pair = Pair::new(SITE);
    pair.run("build --strict").code(0).stderr_has("pinned the `sdk` repository to ");
    let first = pair.head();
    let lock = pair.site.read("docgen.lock");
    assert!(lock.contains(&format!("commit = \"{first}\"")), "{lock}");
    let page = pair.site.read("dist/docs/start.md");
    assert_eq!(page.matches("pub fn parse(text: &str) -> usize {").count(), 2, "{page}");
    assert!(page.contains("//! The library.\n```") && !page.contains("#region"), "{page}");

    // Relative links point to the commit's web pages.
    let page = pair.site.read("dist/docs/about/index.html");
    let web = "https://git.example.com/org/sdk";
    for part in [
        format!("{web}/blob/{first}/docs/usage.md#start"),
        format!("{web}/raw/{first}/docs/logo.png"),
        format!("{web}/blob/{first}/src/lib.rs"),
        "href=\"/docs/\"".to_owned(),
    ] {
        assert!(page.contains(&part), "{part}: {page}");
    }

    // A build never moves a pin and works offline.
    pair.sdk.write("src/lib.rs", "//! Changed.\n\n// #region parse\npub fn parse() {}\n// #endregion\n");
    commit(&pair.sdk);
    pair.offline("build --strict").code(0).stderr_has(": 0 files written");
    pair.site.write("content/docs/other.md", "# Other\n");
    pair.offline("build --strict").code(0);
    assert!(pair.site.read("dist/docs/start.md").contains("The library"));

    // An update moves the pin.
    pair.run("update").code(0).stdout_has(&format!("sdk: {} -> {} (main)", &first[..10], &pair.head()[..10]));
    pair.run("update sdk").code(0).stdout_has("unchanged");
    pair.offline("build --strict").code(0);
    assert!(pair.site.read("dist/docs/start.md").contains("Changed"));
    assert!(pair.site.read("dist/docs/about/index.html").contains(&pair.head()));
    pair.run("update skd").code(2).stderr_has("unknown repository `skd`");
    let commits = std::fs::read_dir(pair.site.root().join(".docgen/cache/repositories")).expect("it's there");
    assert_eq!(commits.count(), 1, "commits that no pin names are removed");
}

#[test]
fn a_commit_of_an_old_clone_is_fetched_again() {
    let pair = Pair::new(SITE);
    pair.run("build --strict").code(0);
    std::fs::remove_dir_all(pair.site.root().join(".docgen")).expect("it's there");
    pair.run_with("build --strict", &[("CI", "true")]).code(0);
    std::fs::remove_dir_all(pair.site.root().join(".docgen")).expect("it's there");
    pair.offline("build")
        .code(1)
        .stderr_has("error[unavailable-repository]: the `sdk` repository is unavailable: transport 'https' not allowed")
        .stderr_has("docgen.toml:2:7")
        .stderr_has("error[invalid-include]: the `sdk` repository is unavailable");
    let lock = pair.site.read("docgen.lock").replace(&pair.head(), &"0".repeat(40));
    pair.site.write("docgen.lock", lock);
    pair.run("build").code(1).stderr_has("the repository doesn't have commit `0000000000`");
    pair.site.write("docgen.lock", "[repositories.sdk]\ngit = \"x\"\ncommit = \"--upload-pack=id\"\n");
    pair.run("build")
        .code(1)
        .stderr_has("`docgen.lock` isn't valid: `--upload-pack=id` isn't a commit ID")
        .stderr_has("docgen.lock:3:10");
    pair.run("update").code(0);
    pair.run("build --strict").code(0);
}

#[test]
fn a_check_and_an_invalid_config_never_change_the_pins() {
    let pair = Pair::new(SITE);
    pair.run("check --strict").code(0);
    assert!(!pair.site.has("docgen.lock"));
    pair.run("build --strict").code(0);
    let (lock, config) = (pair.site.read("docgen.lock"), pair.site.read("docgen.toml"));
    pair.site.write("docgen.toml", config.replace("ref = ", "reff = "));
    for command in ["check", "build"] {
        pair.run(command).code(1).stderr_has("unknown key `repositories.sdk.reff`");
        assert_eq!(pair.site.read("docgen.lock"), lock, "{command}");
    }
    pair.site.write("docgen.toml", config);
    pair.offline("build --strict").code(0);
}

#[test]
fn ci_systems_use_only_pinned_commits() {
    let pair = Pair::new(SITE);
    pair.run_with("build", &[("CI", "true")])
        .code(1)
        .stderr_has("`docgen.lock` doesn't contain it, and docgen uses only pinned commits in CI")
        .stderr_has("run `docgen update` on your computer");
    assert!(!pair.site.has("docgen.lock"));
    // Another branch isn't pinned yet, either.
    pair.run("update").code(0);
    pair.site.write("docgen.toml", pair.site.read("docgen.toml").replace("main", "next"));
    pair.run_with("build", &[("CI", "true")]).code(1).stderr_has("doesn't contain it");
    pair.run("build").code(1).stderr_has("the repository has no tag or branch `next`");
    // A site without repositories needs neither Git nor a lock file.
    pair.site
        .write("docgen.toml", "")
        .write("content/docs/start.md", "# Start\n")
        .remove("content/docs/about.md");
    pair.run_with("build --strict", &[("CI", "true"), ("PATH", "")]).code(0);
}

#[test]
fn tags_and_commits_are_references() {
    let pair = Pair::new(SITE);
    git(&pair.sdk, "2024-05-06T10:00:00Z", &["tag", "-a", "-m", "Tag", "v1"]);
    let first = pair.head();
    pair.sdk.write("src/lib.rs", "// Changed\n");
    commit(&pair.sdk);
    for reference in [", ref = \"v1\"", &format!(", ref = \"{first}\"")] {
        let row =
            format!("[repositories]\nsdk = {{ git = \"https://git.example.com/org/sdk.git\"{reference} }}\n");
        pair.site.write("docgen.toml", row);
        pair.run("build --strict").code(0);
        assert!(pair.site.read("docgen.lock").contains(&format!("commit = \"{first}\"")), "{reference}");
    }
    // By default, docgen uses the default branch.
    pair.site.write("docgen.toml", "[repositories]\nsdk = \"https://git.example.com/org/sdk.git\"\n");
    pair.run("update").code(0).stdout_has("(default branch)");
    assert!(pair.site.read("docgen.lock").contains(&pair.head()));
    pair.site.write(
        "docgen.toml",
        format!(
            "[repositories]\nsdk = {{ git = \"https://git.example.com/org/sdk.git\", ref = \"{}\" }}\n",
            &first[..9]
        ),
    );
    pair.run("build").code(1).stderr_has("to use a commit, specify its full ID");
}

#[test]
fn a_bundle_in_the_site_is_a_repository() {
    let pair = Pair::new(SITE);
    let bundle = pair.site.root().join("examples/sdk.bundle");
    std::fs::create_dir(pair.site.root().join("examples")).expect("the folder can be created");
    let pack = |names: &[&str]| {
        let mut arguments = vec!["bundle", "create", "-q", bundle.to_str().expect("the path is UTF-8")];
        arguments.extend(names);
        git(&pair.sdk, "2024-05-06T10:00:00Z", &arguments);
    };
    pack(&["HEAD", "main"]);
    let first = pair.head();
    let row = "sdk = { git = \"./examples/sdk.bundle\", url = \"https://example.com/{path}\" }";
    pair.site.write("docgen.toml", format!("[repositories]\n{row}\n"));
    let run = |arguments: &str| pair.site.run(arguments);
    run("build --strict").code(0).stderr_has("pinned the `sdk` repository to ");
    assert!(pair.site.read("docgen.lock").contains(&first));
    assert!(pair.site.read("dist/docs/start.md").contains("pub fn parse(text: &str) -> usize {"));
    std::fs::remove_dir_all(pair.site.root().join(".docgen")).expect("it's there");
    pair.site.run_with("build --strict", &[("CI", "true")]).code(0);

    // A bundle has no web pages, so relative links need a setting.
    pair.site.write("docgen.toml", "[repositories]\nsdk = { git = \"./examples/sdk.bundle\" }\n");
    run("build").code(1).stderr_lacks("add the file").stderr_has(
        "hint: for links to other files of the `sdk` repository, set `url` for `sdk` in `[repositories]`",
    );
    pair.site.write("docgen.toml", format!("[repositories]\n{row}\n"));

    // The pin doesn't move until an update.
    pair.sdk.write("src/lib.rs", "//! Changed.\n\n// #region parse\npub fn parse() {}\n// #endregion\n");
    commit(&pair.sdk);
    pack(&["HEAD", "main"]);
    run("build --strict").code(0);
    assert!(pair.site.read("dist/docs/start.md").contains("The library"));
    run("update").code(0).stdout_has(&format!("sdk: {} -> {}", &first[..10], &pair.head()[..10]));
    run("build --strict").code(0);
    assert!(pair.site.read("dist/docs/start.md").contains("Changed"));

    // What Git can't read is reported with the next step.
    pack(&["main"]);
    run("update").code(2).stderr_has("the repository has no commits").stderr_has("run `git bundle create");
    for text in ["text".to_owned(), format!("gitdir: {}/.git\n", pair.sdk.root().display())] {
        pair.site.write("examples/sdk.bundle", text);
        run("update").code(2).stderr_has("`./examples/sdk.bundle` isn't a Git bundle");
    }
    pair.site.remove("examples/sdk.bundle");
    run("update").code(2).stderr_has("can't read `./examples/sdk.bundle`: ");
    #[cfg(unix)]
    {
        pack(&["HEAD"]);
        let outside = pair.sdk.root().join("outside.bundle");
        std::fs::rename(&bundle, &outside).expect("the file can be moved");
        std::os::unix::fs::symlink(&outside, &bundle).expect("links can be created");
        run("update").code(2).stderr_has("outside the site");
    }
}

#[test]
fn files_that_cannot_be_shown_are_reported() {
    let pair = Pair::new(SITE);
    let blocks = [
        "sdk:src/lob.rs",
        "sdk:src",
        "sdk:../x",
        "sdk:src/../../x",
        "sdk:.env",
        "sdk:",
        "sdk:docs/logo.png",
        "sdkk:src/lib.rs",
        "https://git.example.com/org/sdk/blob/main/src/lib.rs",
    ];
    let page: String = blocks.iter().map(|file| format!("```rust file=\"{file}\"\n```\n\n")).collect();
    pair.sdk.write("docs/logo.png", [0xff, 0xd8]);
    #[cfg(unix)]
    for (target, link) in [("/etc/passwd", "out.rs"), ("lib.rs", "in.rs"), ("nothing.rs", "gone.rs")] {
        std::os::unix::fs::symlink(target, pair.sdk.root().join("src").join(link))
            .expect("links can be created");
    }
    commit(&pair.sdk);
    pair.site.write("content/docs/start.md", page).remove("content/docs/about.md");
    let run = pair.run("build").code(1);
    for part in [
        "can't read `sdk:src/lob.rs`: the file doesn't exist",
        "did you mean `sdk:src/lib.rs`?",
        "can't read `sdk:src`: expected a file, found a folder",
        "`sdk:../x` is outside the `sdk` repository",
        "`sdk:src/../../x` is outside the `sdk` repository",
        "can't show `sdk:.env`: files and folders whose names start with a dot often contain secrets",
        "`sdk:` doesn't name a file",
        "can't read `sdk:docs/logo.png`: this file isn't UTF-8: byte 0xff",
        "unknown repository `sdkk`",
        "did you mean `sdk`?",
        "blob/main/src/lib.rs` is a URL",
    ] {
        assert!(run.stderr.contains(part), "{part}\n{}", run.stderr);
    }
    #[cfg(unix)]
    {
        let page = "```rust file=\"sdk:src/in.rs\"\n```\n\n```rust file=\"sdk:src/out.rs\"\n```\n\n```rust file=\"sdk:src/gone.rs\"\n```\n";
        pair.site.write("content/docs/start.md", page);
        pair.run("build")
            .code(1)
            .stderr_has("can't read `sdk:src/out.rs`: this symbolic link points outside the repository")
            .stderr_has("can't read `sdk:src/gone.rs`: this symbolic link is broken")
            .stderr_lacks("in.rs`");
    }
    pair.site.write("content/docs/start.md", "::include{file=\"sdk:docs/tag.mdx\"}\n");
    pair.run("build").code(1).stderr_has("can't include `sdk:docs/tag.mdx`: the file contains components");
    // If the row is missing, the page is read again as soon as the row exists.
    let config = pair.site.read("docgen.toml");
    pair.site
        .write("content/docs/start.md", "```rust file=\"sdk:src/lib.rs\"\n```\n")
        .write("docgen.toml", "");
    pair.run("build").code(1).stderr_has("add `sdk` to `[repositories]` in `docgen.toml`");
    pair.site.write("docgen.toml", config);
    pair.run("build --strict").code(0);
}

#[test]
fn unsafe_urls_and_references_are_refused() {
    let site = Project::new("//- content/docs/start.md\n# Start\n");
    for (row, message) in [
        ("\"ext::sh -c id\"", "can't fetch a repository from `ext::sh -c id`"),
        ("\"--upload-pack=id\"", "can't fetch a repository from `--upload-pack=id`"),
        ("\"../other\"", "can't fetch a repository from `../other`"),
        ("\"../other.bundle\"", "can't fetch a repository from `../other.bundle`"),
        ("\"file:///srv/sdk\"", "can't fetch a repository from `file:///srv/sdk`"),
        ("\"https://me:secret@example.com/sdk\"", "a repository URL must not contain a password"),
        (
            "{ git = \"https://example.com/sdk\", ref = \"--help\" }",
            "`--help` isn't the name of a tag or branch",
        ),
        ("{ git = \"https://example.com/sdk\", url = \"https://example.com\" }", "expected `{path}`"),
        ("{ git = \"https://example.com/sdk\", url = \"javascript:{path}\" }", "runs a script"),
        ("{ branch = \"main\" }", "unknown key `repositories.sdk.branch`"),
    ] {
        site.write("docgen.toml", format!("[repositories]\nsdk = {row}\n"));
        // In a CI system, docgen doesn't look up anything.
        let run = site.run_with("check", &[("CI", "true")]).code(1);
        run.stderr_has(message).stderr_has("docgen.toml:2:");
    }
    site.write("docgen.toml", "[repositories]\n\"a/b\" = \"https://example.com/sdk\"\n");
    site.run("check").code(1).stderr_has("invalid repository name `a/b`");
    site.write("docgen.toml", "");
    site.run("update").code(2).stderr_has("the config has no repositories");
}
