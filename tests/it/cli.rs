//! The command line: what each command prints, where it prints the output, and which exit code it returns.

use std::collections::BTreeSet;
use std::process::Command;

use crate::harness::{Project, Run, docgen, repository, tree};

/// A site without problems.
const SITE: &str = "
//- docgen.toml
[site]
title = 'Kettle'
//- content/pages/index.md
---
layout: home
---
# Kettle
//- content/docs/intro.md
# Intro

Water boils. See [more](./more.md).
//- content/docs/more.md
# More
";

/// A site with one warning.
const WARNING: &str = "
//- content/docs/intro.md
# Intro

[below](#belwo)

## Below
";

/// A site with one error.
const ERROR: &str = "
//- content/docs/intro.md
# Intro

[more](./mroe.md)
//- content/docs/more.md
# More
";

fn outside(arguments: &str) -> Run {
    Project::new("").run(arguments)
}

#[test]
fn a_build_ends_with_one_summary_line() {
    let site = Project::new(SITE);
    let first = site.run("build").code(0).stdout("");
    let (summary, rest) = first.stderr.split_once('\n').expect("the line ends");
    assert_eq!(rest, "");
    assert!(summary.starts_with("built 3 pages to `dist` in [time]: "), "{summary}");
    assert!(summary.ends_with(" files written, 0 unchanged, 0 removed"), "{summary}");
    let second = site.run("build").code(0).stdout("");
    assert!(second.stderr.contains(": 0 files written, "), "{}", second.stderr);
    site.remove("content/docs/more.md").write("content/docs/intro.md", "# Intro\n");
    // These files are removed: the page's shell, chunk, and Markdown version; the sidebar's old tree; and the replaced
    // files in the search index.
    let third = site.run("build").code(0).stderr_has(" unchanged, ").stderr_lacks(" 0 removed");
    assert!(third.stderr.ends_with(" removed\n"), "{}", third.stderr);
    assert!(!site.has("dist/docs/more/index.html") && !site.has("dist/docs/more.md"));
}

#[test]
fn warnings_are_counted_in_the_summary_and_fail_a_strict_build_only() {
    let site = Project::new(WARNING);
    site.run("build").code(0).stdout("").stderr_has(" 0 removed, 1 warning\n");
    assert!(site.has("dist/docs/intro/index.html"));
    let strict = Project::new(WARNING);
    strict.run("build --strict").code(1).stdout("").stderr_has("\nnothing was written: 1 warning\n");
    assert!(!strict.has("dist"));
    strict.run("check").code(0);
    strict.run("check --strict").code(1);
}

#[test]
fn errors_fail_the_build_and_nothing_is_written() {
    let site = Project::new(ERROR);
    site.run("build").code(1).stdout("").stderr_has("\nnothing was written: 1 error\n");
    assert!(!site.has("dist"));
}

#[test]
fn check_says_what_a_build_would_and_writes_nothing() {
    let site = Project::new(ERROR);
    let build = site.run("build").code(1);
    let check = site.run("check").code(1).stdout("").stderr_has("\n2 pages checked: 1 error\n");
    let problem =
        |run: &Run| run.stderr.rsplit_once("\n\n").expect("a problem, then the summary").0.to_owned();
    assert_eq!(problem(&build), problem(&check));
    assert!(!site.has("dist"));
    let clean = Project::new(SITE);
    clean.run("check").code(0).stdout("").stderr("3 pages checked: no problems\n");
    assert!(!clean.has("dist"));
}

#[test]
fn problems_as_json_are_an_object_a_line_on_standard_output() {
    let site = Project::new(ERROR);
    let run = site.run("build --format json").code(1).stderr("nothing was written: 1 error\n");
    assert_eq!(
        run.json(),
        [serde_json::json!({
            "severity": "error",
            "code": "broken-link",
            "message": "broken link: `./mroe.md` doesn't match any page or file on this site",
            "hints": ["did you mean `./more.md`?"],
            "docs": format!("{MANUAL}#broken-link"),
            "suggestions": [
                { "replace": "./mroe.md", "with": "./more.md", "certain": false, "line": 3, "column": 8 },
            ],
            "file": "content/docs/intro.md",
            "path": "content/docs/intro.md",
            "line": 3,
            "column": 8,
            "end_line": 3,
            "end_column": 17,
        })]
    );
    Project::new(SITE).run("check --format json").code(0).stdout("");
}

#[test]
fn problems_as_workflow_commands_are_escaped() {
    let site = Project::new("//- content/docs/intro.md\n# Intro\n\n[a](./100%2C.md)\n");
    site.run("check --format github").code(1).stdout(
        "::error title=broken-link,file=content/docs/intro.md,line=3,col=5,endLine=3,endColumn=16::\
         broken link: `./100%252C.md` doesn't match any page or file on this site%0A\
         hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`%0A\
         see https://docgen-cli.github.io/docgen/docs/reference/diagnostics#broken-link\n",
    );
}

/// The manual's page about diagnostics.
const MANUAL: &str = "https://docgen-cli.github.io/docgen/docs/reference/diagnostics";

#[test]
fn problems_for_people_name_the_page_of_the_manual_once() {
    let note = format!("\nfor details about a code, see {MANUAL}\n");
    let site = Project::new(ERROR);
    site.write("content/docs/more.md", "# More\n\n[b](./nothing.md)\n");
    let run = site.run("check").code(1).stderr_has("2 errors");
    assert_eq!(run.stderr.matches(&note).count(), 1, "{}", run.stderr);
    // Without a terminal, there are no escape sequences for links, regardless of environment variables.
    let colored = site.run_with("check", &[("CLICOLOR_FORCE", "1"), ("TERM_PROGRAM", "vscode")]);
    assert!(!colored.stderr.contains("\u{1b}]8;") && colored.stderr.contains(MANUAL), "{}", colored.stderr);
    Project::new(SITE).run("check").code(0).stderr_lacks("for more about a code");
}

#[test]
fn colour_is_for_terminals_and_can_be_asked_for_and_refused() {
    let site = Project::new(ERROR);
    assert!(!site.run("check").stderr.contains('\u{1b}'));
    assert!(site.run_with("check", &[("CLICOLOR_FORCE", "1")]).stderr.contains('\u{1b}'));
    assert!(!site.run_with("check", &[("NO_COLOR", "1")]).stderr.contains('\u{1b}'));
    assert!(!site.run_with("check --format json", &[("CLICOLOR_FORCE", "1")]).stdout.contains('\u{1b}'));
}

#[test]
fn the_output_goes_where_it_is_told() {
    let site = Project::new(SITE);
    site.run("build --out public").code(0);
    assert!(site.has("public/docs/intro/index.html") && !site.has("dist"));
    let elsewhere = Project::new("");
    let out = elsewhere.root().join("a/b");
    site.run(&format!("build --out {}", out.display())).code(0);
    assert!(elsewhere.has("a/b/docs/intro/index.html"));
    let root = site.root().to_str().expect("temporary folders have plain names");
    docgen(elsewhere.root(), ["build", "--root", root], &[]).code(0);
    assert!(site.has("dist/docs/intro/index.html"));
}

#[test]
fn the_output_cannot_lie_in_the_content() {
    let site = Project::new(SITE);
    site.run("build --out content/dist")
        .code(2)
        .stdout("")
        .stderr_has("is inside `content`")
        .stderr_has("`--out`");
    site.run("build --out static").code(2).stderr_has("is inside `static`");
    site.run("build --out .").code(2).stderr_has("contains the site itself");
    site.run("build --out ..").code(2).stderr_has("contains the site itself");
    site.run("build --out content/../content/docs").code(2).stderr_has("is inside `content`");
    site.run("build --out .docgen/out").code(2).stderr_has("is inside `.docgen`");
    assert!(!site.has("content/dist") && !site.has("static") && !site.has(".docgen/out"));
}

#[test]
fn a_base_url_that_is_no_path_is_told() {
    let site = Project::new(SITE);
    for (base_url, sign) in [("/a?b/", "?"), ("/a#b/", "#"), ("/../a/", ".."), ("a\\b", "\\")] {
        let message = format!("`{sign}` isn't allowed in a path");
        site.run(&format!("build --base-url {base_url}")).code(2).stderr_has(&message);
    }
    site.run("build --base-url /my%20docs/\u{e4}/").code(0);
}

#[test]
fn the_base_url_can_be_given() {
    let site = Project::new(SITE);
    site.run("build --base-url /sub/path").code(0);
    let shell = site.read("dist/docs/intro/index.html");
    assert!(shell.contains("href=\"/sub/path/docs/more/\""), "{shell}");
    assert!(shell.contains("\"baseUrl\":\"/sub/path/\""), "{shell}");
    site.run("build --base-url https://example.com/docs").code(2).stderr_has("expected a path, found a URL");
}

#[test]
fn the_cache_is_left_alone_when_it_is_not_wanted() {
    let site = Project::new(SITE);
    site.write("content/docs/code.md", "# Code\n\n```rust\nfn main() {}\n```\n");
    site.run("build --no-cache").code(0);
    assert!(!site.has(".docgen/cache"));
    let cold = site.dist();
    site.remove("dist/docs/code/index.html").run("build").code(0);
    assert!(site.has(".docgen/cache"));
    site.remove("dist/docs/code/index.html").run("build").code(0);
    crate::harness::same_tree(&cold, &site.dist());
}

#[test]
fn a_cache_that_is_broken_is_no_problem() {
    let site = Project::new(SITE);
    site.write("content/docs/code.md", "# Code\n\n```rust\nfn main() {}\n```\n").build();
    let dist = site.dist();
    for broken in [&b""[..], b"nonsense", &[0xff; 4096]] {
        site.write(".docgen/cache/highlight", broken).build();
        crate::harness::same_tree(&dist, &site.dist());
    }
}

#[test]
fn a_folder_that_is_not_there_is_a_failure_of_its_own() {
    for arguments in ["build --root nowhere", "check nowhere"] {
        outside(arguments).code(2).stdout("").stderr_has("file or folder not found: `nowhere`");
    }
}

#[test]
fn a_root_that_is_a_file_is_a_failure_of_its_own() {
    let site = Project::new(SITE);
    site.write("notes.txt", "");
    let run = site.run("build --root notes.txt").code(2).stdout("");
    run.stderr_has("expected a folder, a Markdown file, or an OpenAPI document, found `notes.txt`");
}

#[test]
fn arguments_that_are_wrong_end_with_two_and_a_suggestion() {
    for (word, command) in
        [("biuld", "build"), ("deploy", "build"), ("dev", "serve"), ("start", "serve"), ("new", "init")]
    {
        let message =
            format!("error: unknown command `{word}`\n |\n = hint: did you mean `docgen {command}`?\n");
        outside(word).code(2).stdout("").stderr(&message);
    }
    outside("zebra").code(2).stdout("").stderr_has("hint: to list the commands, run `docgen --help`");
    for (arguments, message) in [
        ("search psuh", "unknown command `psuh`\n |\n = hint: did you mean `push`?"),
        ("version zebra", "unknown command `zebra`\n |\n = hint: run `docgen version --help`"),
        ("build --ou x", "unknown option `--ou`\n |\n = hint: did you mean `--out`?"),
        ("build --zebra", "unknown option `--zebra`\n |\n = hint: run `docgen build [OPTIONS] [PATH]`"),
        ("build a b", "unexpected argument `b`\n |\n = hint: run `docgen build [OPTIONS] [PATH]`"),
        (
            "build --format jsno",
            "`--format <FORMAT>`: unknown value `jsno`\n |\n = hint: did you mean `json`?",
        ),
        ("build --format yml", "unknown value `yml`\n |\n = hint: use one of `human`, `json`, `github`"),
        ("build --root", "missing value for `--root <PATH>`\n"),
        (
            "serve --port 99999",
            "`--port <PORT>`: invalid value `99999`\n |\n = hint: 99999 is not in 0..=65535",
        ),
        ("import", "missing `<DIR>`\n |\n = hint: run `docgen import <DIR>`"),
        ("build x --root y", "`[PATH]` can't be used together with `--root <PATH>`\n"),
        ("build --out a --out b", "`--out <DIR>` can be used only once\n |\n"),
    ] {
        outside(arguments).code(2).stdout("").stderr_has(message);
    }
    outside("").code(2).stdout("").stderr_has("Usage: docgen");
}

#[test]
fn the_version_is_data() {
    let version = concat!("docgen ", env!("CARGO_PKG_VERSION"));
    outside("-V").code(0).stdout(&format!("{version}\n")).stderr("");
    let long = outside("--version").code(0).stderr("").stdout;
    let said =
        long.trim_end().strip_prefix(version).and_then(|rest| rest.strip_prefix(" (")?.strip_suffix(')'));
    let (commit, target) = said.and_then(|said| said.split_once(", ")).expect("it names commit and target");
    assert!(!commit.is_empty() && target.contains(std::env::consts::ARCH), "{long}");
}

#[test]
fn the_licenses_of_all_that_is_in_the_binary_are_printed() {
    let printed = outside("licenses").code(0).stderr("").stdout;
    let cargo = std::env::var("CARGO").expect("cargo runs the tests");
    let arguments = "tree --locked --offline --edges normal --prefix none --format {p}";
    let tree = Command::new(cargo)
        .args(arguments.split(' '))
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(tree.stdout).expect("cargo prints UTF-8");
    assert!(tree.lines().count() > 100, "{tree}");
    let lines: BTreeSet<&str> = printed.lines().collect();
    let missing = tree.lines().filter(|line| {
        let (name, version) = line.split_once(" v").expect("a package has a version");
        let version = version.split(' ').next().unwrap_or_default();
        !lines.contains(format!("{name} {version}").as_str())
    });
    let missing: BTreeSet<&str> = missing.collect();
    assert!(missing.is_empty(), "run cargo-about as developing.md says: {missing:?}");
    assert!(["react 19", "docgen-sans", "LICENSE"].iter().all(|work| printed.contains(work)));
}

#[test]
fn help_is_written_for_strangers() {
    let top = outside("--help").code(0).stderr("");
    for command in ["build", "serve", "check", "init", "schema", "completions", "man"] {
        assert!(top.stdout.contains(&format!("\n  {command} ")), "{command} is not in\n{}", top.stdout);
        let long = outside(&format!("{command} --help")).code(0).stderr("").stdout;
        let short = outside(&format!("{command} -h")).code(0).stderr("").stdout;
        for help in [&long, &short] {
            assert!(help.contains(&format!("Usage: docgen {command}")), "{help}");
            assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
            for jargon in
                ["chunk", "hydrat", "minijinja", "shell.html", "AST", "rayon", "xxh3", "frame.html", "ladder"]
            {
                assert!(!help.contains(jargon), "`{jargon}` in\n{help}");
            }
        }
        described(&long);
    }
}

/// Checks that every option and argument in a command's help has a description.
fn described(help: &str) {
    let lines: Vec<&str> = help.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let option = line.trim_start();
        let names = (option.starts_with(['-', '<']) || option.starts_with('[') && !option.contains(':'))
            && line.starts_with("  ")
            && !line.starts_with("          ");
        let beside = option.split_once("  ").is_some_and(|(_, words)| !words.trim().is_empty());
        let below =
            lines.get(at + 1).is_some_and(|next| next.starts_with("          ") && !next.trim().is_empty());
        assert!(!names || beside || below, "`{option}` isn't described in\n{help}");
    }
}

#[test]
fn the_schema_describes_every_key_of_the_config() {
    let run = outside("schema").code(0).stderr("");
    let schema: serde_json::Value = serde_json::from_str(&run.stdout).expect("a schema is JSON");
    assert_eq!(schema["title"], "docgen.toml");
    assert_eq!(schema["properties"]["site"]["description"], "Title, URL, and appearance of the whole site.");
    let tables = schema["$defs"].as_object().expect("a schema has definitions").values().chain([&schema]);
    for table in tables {
        for (key, value) in table["properties"].as_object().into_iter().flatten() {
            assert!(
                value["description"].as_str().is_some_and(|text| text.len() > 5),
                "`{key}` isn't described"
            );
            assert!(
                !key.contains(|c: char| c.is_ascii_uppercase() || c == '-'),
                "`{key}` isn't in snake case"
            );
        }
    }
}

#[test]
fn completions_are_printed_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = outside(&format!("completions {shell}")).code(0).stderr("");
        assert!(run.stdout.contains("docgen") && run.stdout.contains("no-cache"), "{shell}: {}", run.stdout);
    }
    outside("completions tcsh").code(2).stdout("");
}

#[test]
fn each_command_has_a_man_page() {
    let site = Project::new("");
    // Run the command twice, because the second run must replace existing pages.
    for _ in 0..2 {
        site.run("man share/man1").code(0).stdout("").stderr_has("to `share/man1`");
    }
    let pages = tree(&site.root().join("share/man1"));
    let help = outside("--help").stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let names: Vec<String> = names.map(|name| format!("docgen-{name}.1")).collect();
    assert!(names.len() > 5, "{help}");
    for name in names.iter().map(String::as_str).chain(["docgen.1", "docgen-search-push.1"]) {
        let page = String::from_utf8_lossy(&pages[name]);
        assert!(page.contains(".SH SYNOPSIS") && !page.contains("x86_64"), "{name}: {page}");
    }
    site.write("file", "").run("man file/man1").code(2).stderr_has("can't write");
}

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
        .arg("schema")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built before the tests");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the child ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn unknown_keys_of_the_config_are_errors_with_suggestions() {
    let site = Project::new(SITE);
    site.write("docgen.toml", "[site]\ntitel = 'Kettle'\n\n[docs]\nmain = 3\n\n[colour_mode]\n");
    site.run("check").code(1).stdout("").stderr(
        "\
error[invalid-config]: unknown key `site.titel`
 --> docgen.toml:2:1
  |
2 | titel = 'Kettle'
  | ^^^^^
  |
  = hint: did you mean `title`?

error[invalid-config]: `docs.main`: expected a string, found a number
 --> docgen.toml:5:8
  |
5 | main = 3
  |        ^
  |
  = hint: use `\"3\"`

error[invalid-config]: unknown key `colour_mode`
 --> docgen.toml:7:2
  |
7 | [colour_mode]
  |  ^^^^^^^^^^^
  |
  = hint: did you mean `color_mode`?

for details about a code, see https://docgen-cli.github.io/docgen/docs/reference/diagnostics
3 pages checked: 3 errors
to fix 2 problems, run `docgen check --fix`
",
    );
}

#[test]
fn an_invalid_config_causes_no_errors_in_other_files() {
    let site = Project::new(SITE);
    let config = "[diagnostics]\nunknown-language = 'off'\n[repositories]\nsdk = 'https://example.com/sdk'\n";
    site.write("docgen.toml", format!("{config}[markdown]\nmath = yes\n"));
    site.write("content/docs/b.md", "# B\n\n```none-such\n```\n\n```rust file=\"sdk:src/a.rs\"\n```\n");
    let run = site.run("check").code(1).stderr_has("string values must be quoted");
    run.stderr_has("4 pages checked: 1 error\n");
}

#[test]
fn one_run_reports_every_problem() {
    let site = Project::new(
        "
//- docgen.toml
[[navbar.items]]
label = 'Nothing'
//- content/docs/a.md
---
title: A
colour: red
---
[gone](./gone.md) ![gone](gone.png)
//- content/docs/b.md
---
slug: a
---
[nowhere](#nowhere)

:::nonsense
:::
//- content/docs/_category_.yml
lable: Docs
",
    );
    let run = site.run("check --format json").code(1);
    let mut codes: Vec<String> =
        run.json().iter().map(|problem| problem["code"].as_str().unwrap_or_default().to_owned()).collect();
    codes.sort();
    assert_eq!(
        codes,
        [
            "broken-anchor",
            "broken-link",
            "duplicate-route",
            "invalid-category",
            "invalid-front-matter",
            "missing-image",
            "navbar-item",
            "unknown-directive"
        ]
    );
}

#[test]
fn severities_follow_the_config() {
    let site = Project::new(WARNING);
    site.write("docgen.toml", "[diagnostics]\nbroken-anchor = 'error'\n");
    site.run("build").code(1).stderr_has("error[broken-anchor]");
    site.write("docgen.toml", "[diagnostics]\nbroken-anchor = 'off'\n");
    site.run("build --strict").code(0).stderr_lacks("broken-anchor");
}

#[test]
fn this_repository_is_a_site_without_a_problem() {
    let out = Project::new("");
    let out = out.root().to_str().expect("temporary folders have plain names");
    docgen(repository(), ["build", "--strict", "--no-cache", "--out", out], &[]).code(0).stdout("");
}
