//! Included files, variables, and code from files, as a writer uses them.

use crate::harness::Project;

const SITE: &str = "
//- .git/HEAD
ref: refs/heads/main
//- README.md
# Read me

[Start](site/content/docs/start.md) ![Dot](site/content/docs/dot.svg)
//- src/lib.rs
// #region parse
pub fn parse() {}
// #endregion
//- site/docgen.toml
[site]
title = 'Kettle'

[variables]
version = '1.0'
product = 'Kettle'
//- site/content/_data/team.toml
lead = 'Ada'
//- site/content/docs/dot.svg
<svg width='1' height='1'/>
//- site/content/docs/start.md
# Start

{{ version }} and {{ product }}
//- site/content/docs/other.md
# Other

{{ version }} {{ data.team.lead }}

::include{file=_part.md size=large}
//- site/content/docs/code.md
# Code

```rust file=\"../../../src/lib.rs\" region=parse
```

::include{file=../../../README.md}
//- site/content/docs/plain.md
# Plain

`{{ version }}` [start](start.md)
//- site/content/docs/_part.md
## Part

A {{ size }} part. [Plain](plain.md#plain)
";

/// Builds the site and returns the numbers of parsed documents and rendered pages.
#[track_caller]
fn build(site: &Project) -> (String, String) {
    let run = site.run("build --root site --strict --timings").code(0);
    let note = |part: &str| {
        let line = run.stderr.lines().find(|line| line.trim_start().starts_with(part));
        line.and_then(|line| line.split_once(" ms  ")).map_or_else(String::new, |(_, note)| note.to_owned())
    };
    (note("parse and highlight"), note("render and write"))
}

#[test]
fn a_change_renders_the_pages_that_show_it() {
    let site = Project::new(SITE);
    build(&site);
    let one = ("1 document parsed".to_owned(), "1 page rendered".to_owned());
    let two = ("2 documents parsed".to_owned(), "2 pages rendered".to_owned());
    for (path, from, to, expected) in [
        ("site/docgen.toml", "version = '1.0'", "version = '2.0'", &two),
        ("site/docgen.toml", "product = 'Kettle'", "product = 'Pot'", &one),
        ("site/content/_data/team.toml", "Ada", "Grace", &one),
        ("site/content/docs/_part.md", "part.", "portion.", &one),
        ("src/lib.rs", "parse()", "parse(text: &str)", &one),
        ("README.md", "# Read me", "# Read me first", &one),
    ] {
        site.write(path, site.read(path).replacen(from, to, 1));
        assert_eq!(build(&site), *expected, "{path}: {to}");
        let before = crate::harness::tree(&site.root().join("site/dist"));
        site.run("build --root site --no-cache --out clean").code(0);
        let clean = crate::harness::tree(&site.root().join("clean"));
        assert!(before == clean, "{path}: {to}");
        std::fs::remove_dir_all(site.root().join("clean")).expect("it was just built");
    }
    let page = site.read("site/dist/docs/other/index.html");
    for text in ["2.0 Grace", "A large portion.", "href=\"/docs/plain/#plain\""] {
        assert!(page.contains(text), "{text}");
    }
    let markdown = site.read("site/dist/docs/code.md");
    assert!(markdown.contains("pub fn parse(text: &str) {}") && !markdown.contains("region"), "{markdown}");
    assert!(markdown.contains("[Start](/docs/start/)"), "{markdown}");
    assert!(site.read("site/dist/docs/plain/index.html").contains("<code>{{ version }}</code>"));
    // The page looks for its files again after they're removed and after they're restored.
    let part = site.read("site/content/docs/_part.md");
    site.remove("site/content/docs/_part.md").remove("site/content/_data/team.toml");
    let run = site.run("check --root site").code(1);
    run.stderr_has("can't read `_part.md`: the file doesn't exist")
        .stderr_has("unknown variable `data.team.lead`");
    site.write("site/content/docs/_part.md", part).write("site/content/_data/team.yaml", "lead: Bob\n");
    build(&site);
    assert!(site.read("site/dist/docs/other/index.html").contains("2.0 Bob"));
}

#[test]
fn files_outside_the_repository_are_not_shown() {
    let site = Project::new(SITE);
    let page = |file: &str| format!("# Page\n\n```text file=\"{file}\"\n```\n");
    for (file, message) in [
        ("../../../../secret", "`../../../../secret` is outside the repository"),
        ("/../secret", "`/../secret` is outside the repository"),
        ("/.git/HEAD", "can't show `/.git/HEAD`"),
        ("../../../.env", "can't show `../../../.env`"),
        ("/etc/passwd", "can't read `/etc/passwd`: the file doesn't exist"),
        ("file:///etc/passwd", "`file:///etc/passwd` is a URL"),
        ("/src", "can't read `/src`: "),
    ] {
        site.write("site/content/docs/plain.md", page(file));
        site.run("check --root site").code(1).stderr_has(message).stderr_lacks("refs/heads");
    }
    #[cfg(unix)]
    {
        let outside = tempfile::TempDir::new().expect("the system has a folder for temporary files");
        std::fs::write(outside.path().join("secret"), "hidden words").expect("files can be written");
        for link in ["src/link", "site/content/docs/link"] {
            std::os::unix::fs::symlink(outside.path().join("secret"), site.root().join(link))
                .expect("links can be made");
            site.write("site/content/docs/plain.md", page(&format!("/{link}")));
            site.run("build --root site")
                .code(1)
                .stderr_has(&format!("can't read `/{link}`: this symbolic link points outside"));
        }
    }
}
