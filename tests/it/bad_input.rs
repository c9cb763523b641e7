//! Accidentally broken input: docgen reports what is wrong and where, and builds the rest.

use crate::harness::{Project, Run};

const SITE: &str = "
//- content/docs/good.md
# Good

A [link](./good.md).
";

/// Checks that a site with one bad file has exactly one problem, with the given code and location.
#[track_caller]
fn problem(run: &Run, code: &str, file: &str, place: Option<(u64, u64)>) {
    let found = run.json();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        (found[0]["code"].as_str(), found[0]["file"].as_str()),
        (Some(code), Some(file)),
        "{found:#?}"
    );
    let position = found[0]["line"].as_u64().zip(found[0]["column"].as_u64());
    assert_eq!(position, place, "{found:#?}");
}

#[test]
fn a_file_that_is_not_utf_8() {
    let site = Project::new(SITE);
    site.write("content/docs/latin.md", b"# Title\n\nGr\xfc\xdfe\n");
    problem(
        &site.run("check --format json").code(1),
        "unreadable-file",
        "content/docs/latin.md",
        Some((3, 3)),
    );
    site.run("check").stderr_has("this file isn't UTF-8: byte 0xfc").stderr_has("hint: save it as UTF-8");
    site.write("content/docs/latin.md", b"\xff\xfe#\0 \0T\0");
    problem(
        &site.run("check --format json").code(1),
        "unreadable-file",
        "content/docs/latin.md",
        Some((1, 1)),
    );
}

#[test]
fn a_config_that_is_not_utf_8() {
    let site = Project::new(SITE);
    site.write("docgen.toml", b"[site]\ntitle = \"Gr\xfc\xdfe\"\n");
    problem(&site.run("check --format json").code(1), "unreadable-file", "docgen.toml", Some((2, 12)));
}

#[test]
fn a_missing_content_folder() {
    let site = Project::new("//- docgen.toml\n[site]\ntitle = 'Kettle'\n");
    let run = site
        .run("build")
        .code(1)
        .stdout("")
        .stderr_has("error[missing-content]: folder not found: `content`");
    assert!(run.stderr.contains("hint: create a site here with `docgen init`"), "{}", run.stderr);
    assert!(!site.has("dist"));
}

#[test]
fn an_openapi_document_is_content_enough() {
    let document = "openapi: 3.1.0\ninfo: { title: Kettle, version: '1' }\npaths: {}\n";
    let site = Project::new("");
    site.write("openapi/notes.yaml", "a: 1\n");
    site.run("build").code(1).stderr_has("found no Markdown files or OpenAPI documents");
    site.write("openapi/kettle.yaml", document);
    site.run("build").code(0);
    assert!(site.has("dist/api/index.html"));
    let elsewhere = Project::new("//- docgen.toml\n[[openapi]]\nfile = 'specs/kettle.yaml'\n");
    elsewhere.write("specs/kettle.yaml", document);
    elsewhere.run("build").code(0);
    assert!(elsewhere.has("dist/api/index.html"));
}

#[test]
fn an_empty_content_folder() {
    let site = Project::new("//- content/docs/notes.txt\nNo page.\n");
    site.run("build").code(1).stderr_has("found no Markdown files in `content`").stderr_has("hint: ");
}

#[test]
fn a_content_folder_that_is_a_file() {
    let site = Project::new("//- content\nNo folder.\n//- docgen.toml\n\n");
    site.run("build").code(1).stderr_has("folder not found: `content`");
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read() {
    let site = Project::new(SITE);
    std::os::unix::fs::symlink("nowhere.md", site.root().join("content/docs/dangling.md"))
        .expect("a link can be created");
    problem(&site.run("check --format json").code(1), "unreadable-file", "content/docs/dangling.md", None);
    site.run("check").stderr_has("can't read this file: it's missing, or it's a broken symbolic link");
}

#[test]
fn a_folder_with_the_name_of_a_file_is_a_folder() {
    let site = Project::new(SITE);
    site.write("content/docs/folder.md/inner.md", "# Inner\n").build();
    assert!(site.has("dist/docs/folder.md/inner/index.html"));
}

#[cfg(unix)]
#[test]
fn links_that_go_in_circles() {
    let site = Project::new(SITE);
    std::os::unix::fs::symlink(".", site.root().join("content/docs/again")).expect("a link can be created");
    problem(&site.run("check --format json").code(1), "unreadable-file", "content/docs/again", None);
    site.run("check").stderr_has("can't read this folder: a symbolic link points back to a parent folder");
    site.remove("content/docs/again");
    let folder = site.root().join("content/docs");
    std::os::unix::fs::symlink("b.md", folder.join("a.md")).expect("a link can be created");
    std::os::unix::fs::symlink("a.md", folder.join("b.md")).expect("a link can be created");
    assert_eq!(site.run("check --format json").code(1).json().len(), 2);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt as _;
    let site = Project::new(SITE);
    let name = std::ffi::OsStr::from_bytes(b"gr\xfc.md");
    if std::fs::write(site.root().join("content/docs").join(name), "# Green\n").is_ok() {
        site.run("check").code(1).stderr_has("isn't UTF-8").stderr_has("rename the file");
    }
}

#[test]
fn line_endings_and_a_byte_order_mark_make_no_difference() {
    let text = "---\ntitle: Kettle\ntags: [tea]\n---\n\n## One {#own}\n\n:::note[Hot]\nCare.\n:::\n\n\
                | a | b |\n|---|--:|\n| 1 | 2 |\n\n```rust title=\"main.rs\"\nfn main() {}\n// docgen\n```\n\n\
                - [x] task\n\n[down](#own)  \nbreak\n";
    let plain = Project::new("//- docgen.toml\n[site]\ntitle = 'Kettle'\n");
    plain
        .write("content/docs/a.md", text)
        .write("content/docs/b/_category_.yml", "label: B\n")
        .write("content/docs/b/c.md", "# C\n")
        .build();
    let windows = Project::new("");
    let crlf = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    windows
        .write("docgen.toml", crlf("[site]\ntitle = 'Kettle'\n"))
        .write("content/docs/a.md", crlf(text))
        .write("content/docs/b/_category_.yml", crlf("label: B\n"))
        .write("content/docs/b/c.md", crlf("# C\n"))
        .build();
    // The Markdown version of a page keeps the source unchanged, including line endings.
    let without_twins = |project: &Project| {
        let mut dist = project.dist();
        dist.retain(|name, _| {
            !name.ends_with(".md") && name != "llms-full.txt" && name != "_docgen/manifest"
        });
        dist
    };
    crate::harness::same_tree(&without_twins(&plain), &without_twins(&windows));
}

#[test]
fn places_are_right_after_windows_line_endings_and_wide_characters() {
    let site = Project::new("");
    site.write("content/docs/a.md", "\u{feff}# A\r\n\r\n日本 🎉 [gone](gone.md)\r\n");
    problem(&site.run("check --format json").code(1), "broken-link", "content/docs/a.md", Some((3, 13)));
}

#[test]
fn headings_of_emoji_and_of_scripts_that_run_from_right_to_left() {
    let site = Project::new(
        "
//- content/docs/a.md
# 🎉

## 🚀

## 🚀

## مقدمة سريعة

## שלום 🎉 עולם

## عنوان `code` with latin

[one](#مقدمة-سريعة) [two](#שלום--עולם) [three](#%D7%A9%D7%9C%D7%95%D7%9D--%D7%A2%D7%95%D7%9C%D7%9D)
//- content/docs/🎈.md
# Balloon

[party](a.md)
//- content/docs/مقدمة.md
# مقدمة

[balloon](🎈.md) [encoded](%F0%9F%8E%88.md)
",
    );
    site.build();
    let chunk: serde_json::Value =
        serde_json::from_str(&site.read("dist/docs/a/index.json")).expect("chunks are JSON");
    let ids: Vec<&str> = chunk["toc"]
        .as_array()
        .expect("a table of contents")
        .iter()
        .filter_map(|entry| entry["id"].as_str())
        .collect();
    assert_eq!(ids.len(), 5);
    assert!(ids.iter().all(|id| !id.is_empty()), "{ids:?}");
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 5, "{ids:?}");
    assert_eq!(&ids[2..], ["مقدمة-سريعة", "שלום--עולם", "عنوان-code-with-latin"]);
    assert!(site.has("dist/docs/🎈/index.html") && site.has("dist/docs/مقدمة/index.html"));
}

#[test]
fn nuls_and_other_control_characters() {
    let site = Project::new(SITE);
    site.write(
        "content/docs/nul.md",
        b"---\ntitle: N\n---\n# A\0B\n\n\0 `a\0` \x01\x1b[31m\n\n```\n\0\n```\n",
    );
    site.run("build").code(0);
    let shell = site.read("dist/docs/nul/index.html");
    assert!(!shell.contains('\0'), "HTML can't contain a NUL");
    site.write("content/docs/nul.md", b"---\ntitle: \0\n---\n");
    site.run("check").code(1).stderr_has("content/docs/nul.md");
}

#[test]
fn lines_of_ten_megabytes() {
    let site = Project::new(SITE);
    site.write("content/docs/long.md", format!("# Long\n\n{}\n", "word ".repeat(2_000_000))).build();
    let stars = "*a_".repeat(300_000);
    let brackets = "[".repeat(100_000);
    let quotes = "> ".repeat(20_000);
    let fences = ":::note\n".repeat(2_000);
    let tags = "<div ".repeat(50_000);
    for (name, text) in
        [("stars", stars), ("brackets", brackets), ("quotes", quotes), ("fences", fences), ("tags", tags)]
    {
        let site = Project::new(SITE);
        site.write(&format!("content/docs/{name}.md"), text);
        let run = site.run("build");
        assert!(
            run.stderr.contains(" in [time]"),
            "{name}: {}",
            run.stderr.get(..2000).unwrap_or(&run.stderr)
        );
    }
}

#[test]
fn a_problem_in_a_long_line_is_shown_in_part() {
    let site = Project::new(SITE);
    site.write(
        "content/docs/long.md",
        format!("# Long\n\n{}[gone](gone.md){}\n", "a ".repeat(50_000), " b".repeat(50_000)),
    );
    let run = site.run("check").code(1);
    assert!(run.stderr.len() < 2_000, "{} bytes for one problem", run.stderr.len());
    assert!(run.stderr.contains("content/docs/long.md:3:100008"), "{}", run.stderr);
}

#[test]
fn files_of_the_wrong_kind_where_others_are_expected() {
    let site = Project::new(SITE);
    site.write("overrides/templates", "no folder")
        .write("static", "no folder")
        .write("openapi", "no folder")
        .build();
    let site = Project::new(SITE);
    site.write("dist", "no folder");
    site.run("build").code(2).stdout("").stderr_has("dist");
    let site = Project::new(SITE);
    site.write("dist/docs/good/index.html/file", "a folder in the place of a page");
    site.run("build").code(2).stderr_has("can't write").stderr_has("index.html");
    let site = Project::new(SITE);
    site.write(".docgen", "no folder");
    site.run("build").code(0).stderr_has("warning: can't write the cache");
}

#[test]
fn names_that_are_hard_to_address() {
    let site = Project::new("");
    for name in
        ["a b", "50%", "c#", "what?", "a&b", "quote\"s", "it's", "a+b", "..dots", "<x>", "CON", "a:b", "{x}"]
    {
        site.write(&format!("content/docs/{name}.md"), "# Title\n\nText.\n");
    }
    site.run("build").code(0);
    crate::links::walk(&site.dist(), "/", true);
}

#[test]
fn nothing_is_read_outside_of_the_site() {
    let site = Project::new(
        "
//- secret.png
secret
//- site/content/docs/a.md
# A

![secret](../../../secret.png) [secret](../../../secret.png) [passwd](/../../../../etc/passwd)
",
    );
    let run = site.run("check --root site").code(1);
    assert_eq!(run.stderr.matches("error[").count(), 3, "{}", run.stderr);
}

#[test]
fn a_document_in_utf_16_is_told_and_not_passed_over() {
    let site = Project::new("\n//- content/docs/index.md\n# Start\n");
    let text = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n";
    let utf_16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    site.write("openapi/shop.yaml", utf_16);
    site.run("build").code(1).stderr_has("openapi/shop.yaml").stderr_has("hint: save it as UTF-8");
}

#[test]
fn a_bad_setting_keeps_nothing_else_from_being_checked() {
    let site = Project::new(SITE);
    site.write("content/docs/broken.md", "# Broken\n\nA [link](./missing.md).\n");
    let codes = |config: &str| {
        let found = site.write("docgen.toml", config).run("check --format json").code(1).json();
        let code = |found: &serde_json::Value| found["code"].as_str().unwrap_or_default().to_owned();
        found.iter().map(code).collect::<Vec<_>>()
    };
    let bad = "invalid-config";
    let all = codes(
        "[site]\ntitle = 5\naccent = \"teel\"\n[[navbar.items]]\nlabl = \"A\"\nhref = \"/nowhere\"\n[search]\npag = true\n",
    );
    assert_eq!(all, [bad, bad, bad, bad, "broken-link"]);
    let navbar = "[site]\ntitle = 5\n[[navbar.items]]\nlabel = \"A\"\nhref = \"/nowhere\"\n";
    assert_eq!(codes(navbar), [bad, "navbar-item", "broken-link"]);
    // If URLs are unknown, only links to missing files are certainly broken.
    site.write("content/docs/broken.md", "# Broken\n\nA [link](./missing.md) and [another](/other/page).\n");
    assert_eq!(codes("[docs]\nfoldr = \"other\"\n"), [bad, "broken-link"]);
    assert_eq!(codes("[dosc]\nfolder = \"other\"\n"), [bad, bad, "broken-link"]);
}
