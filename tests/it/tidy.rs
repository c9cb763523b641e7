//! Code rules that can be checked automatically.

use docgen::internals::Code;
use docgen::internals::markdown::DIRECTIVES;
use docgen::internals::site::PageKind;

use crate::harness::{repository, tree};

/// The maximum length of a file. A longer file probably has more than one subject.
const LINES: usize = 600;

/// Returns the repository's Rust files, by path.
fn rust_files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in ["src", "tests/it", "benches"] {
        for (path, bytes) in tree(&repository().join(folder)) {
            if path.ends_with(".rs") {
                files
                    .push((format!("{folder}/{path}"), String::from_utf8(bytes).expect("sources are UTF-8")));
            }
        }
    }
    let build = std::fs::read_to_string(repository().join("build.rs")).expect("there is a build script");
    files.push(("build.rs".to_owned(), build));
    assert!(files.len() > 50, "the sources were found");
    files
}

#[track_caller]
fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_owns() {
    let silent = |(path, text): &(String, String)| !text.starts_with("//! ") && !path.ends_with("tests.rs");
    none(
        rust_files()
            .into_iter()
            .filter(silent)
            .map(|(path, _)| format!("{path} does not begin with `//!`"))
            .collect(),
    );
}

#[test]
fn nothing_is_left_to_do() {
    // Join the words here so that this file doesn't contain the joined words.
    let marks = [["TO", "DO"].concat(), ["FIX", "ME"].concat()];
    let mut wrong = Vec::new();
    for (path, text) in rust_files() {
        for (number, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark.as_str())) {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(wrong);
}

#[test]
fn files_have_one_subject() {
    let data = |path: &str| path.ends_with("tests.rs");
    let long = rust_files().into_iter().filter(|(path, text)| text.lines().count() > LINES && !data(path));
    none(long.map(|(path, text)| format!("{path} has {} lines", text.lines().count())).collect());
}

#[test]
fn lines_hold_no_tabs_and_end_in_no_spaces() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files() {
        for (number, line) in text.lines().enumerate() {
            if line.contains('\t') || line.ends_with(' ') || line.ends_with('\r') {
                wrong.push(format!("{path}:{}", number + 1));
            }
        }
        if !text.ends_with('\n') || text.ends_with("\n\n") {
            wrong.push(format!("{path}: a file ends with one line break"));
        }
    }
    none(wrong);
}

#[test]
fn a_panic_states_the_invariant_that_was_broken() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files()
        .into_iter()
        .filter(|(path, _)| path.starts_with("src/") && !path.contains("tests") && path != "src/fixture.rs")
    {
        let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&text);
        for (number, line) in
            shipped.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let message = |call: &str| line.split(call).nth(1).map(|rest| rest.trim_start_matches('"').len());
            let bare =
                line.contains(".unwrap()") || line.contains("panic!(") || line.contains("unimplemented!(");
            let short = message(".expect(").is_some_and(|length| length < 12 && !line.ends_with('('));
            if bare || short {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(wrong);
}

#[test]
fn an_exception_from_a_lint_has_its_reason() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files() {
        for (number, line) in text.lines().enumerate() {
            let allow =
                line.trim_start().starts_with("#[allow(") || line.trim_start().starts_with("#![allow(");
            if allow && !line.contains("reason = \"") {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(wrong);
}

#[test]
fn names_of_diagnostics_are_kebab_case_and_unique() {
    let names: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')), "{names:?}");
    let mut unique = names.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), names.len());
}

#[test]
fn the_manual_documents_every_diagnostic() {
    let manual = repository().join("manual");
    if !manual.exists() {
        return;
    }
    let page = manual.join("content/docs/reference/diagnostics.md");
    let text = std::fs::read_to_string(&page).expect("the manual has a page `reference/diagnostics.md`");
    let headings = text.lines().filter(|line| line.starts_with('#') || line.starts_with('|'));
    let documented: String = headings.collect::<Vec<_>>().join("\n");
    let missing = Code::ALL.iter().filter(|code| !documented.contains(&format!("`{}`", code.as_str())));
    none(
        missing
            .map(|code| format!("`{}` has no heading and no row in {}", code.as_str(), page.display()))
            .collect(),
    );
}

#[test]
fn every_diagnostic_links_to_its_section_in_the_manual() {
    let manifest = std::fs::read_to_string(repository().join("Cargo.toml")).expect("there is a manifest");
    let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
    let site = manifest["package"]["documentation"].as_str().expect("the manifest names the manual");
    let path = "manual/content/docs/reference/diagnostics.md";
    let page = std::fs::read_to_string(repository().join(path)).expect("the manual has the page");
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let (name, docs) = (code.as_str(), code.docs());
        if docs != format!("{site}docs/reference/diagnostics#{name}") {
            wrong.push(format!("`{name}` links to {docs}, which isn't below {site}"));
        }
        if !page.lines().any(|line| line.starts_with("## ") && line.ends_with(&format!("{{#{name}}}"))) {
            wrong.push(format!("{path} has no heading with the ID `{name}`"));
        }
    }
    none(wrong);
}

#[test]
fn every_diagnostic_is_tried_on_the_binary() {
    let files = rust_files();
    let tried = |name: &str| {
        let mut tests =
            files.iter().filter(|(path, _)| path.starts_with("tests/it/") && !path.ends_with("tidy.rs"));
        tests.any(|(_, text)| text.contains(&format!("[{name}]")) || text.contains(&format!("\"{name}\"")))
    };
    let untried = Code::ALL.iter().map(|code| code.as_str()).filter(|name| !tried(name));
    none(untried.map(|name| format!("no test of tests/it names `{name}`")).collect());
}

#[test]
fn examples_of_data_are_valid() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for folder in ["content", "manual/content"] {
        for (path, bytes) in tree(&repository().join(folder)) {
            if !path.ends_with(".md") && !path.ends_with(".mdx") {
                continue;
            }
            let text = String::from_utf8(bytes).expect("pages are UTF-8");
            for (language, block) in fences(&text) {
                let fault = match language {
                    "json" => serde_json::from_str::<serde_json::Value>(&block).err().map(|e| e.to_string()),
                    "jsonl" => block
                        .lines()
                        .find_map(|line| serde_json::from_str::<serde_json::Value>(line).err())
                        .map(|error| error.to_string()),
                    "toml" => {
                        toml::from_str::<toml::Table>(&block).err().map(|error| error.message().to_owned())
                    }
                    _ => continue,
                };
                count += 1;
                wrong.extend(fault.map(|fault| format!("{folder}/{path}: {fault} in\n{block}")));
            }
        }
    }
    assert!(count > 50, "the examples were found: {count}");
    none(wrong);
}

/// Compares the code blocks in a guide with the files that they name. The guide itself uses these files.
#[test]
fn examples_of_components_are_their_files() {
    let manual = repository().join("manual");
    let guide = manual.join("content/docs/guides/components.mdx");
    let text = std::fs::read_to_string(guide).expect("the guide exists");
    let mut wrong = Vec::new();
    let mut count = 0;
    for (at, mark) in text.match_indices("title=\"") {
        let rest = &text[at + mark.len()..];
        let title = rest.split('"').next().unwrap_or_default();
        let Ok(file) = std::fs::read_to_string(manual.join(title)) else { continue };
        count += 1;
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let indent = text[line_start..].find('`').unwrap_or(0);
        let lines = rest.lines().skip(1).take_while(|line| !line.trim_start().starts_with("```"));
        let block: String =
            lines.map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n").collect();
        if !file.contains(&block) {
            wrong.push(format!("{title} differs from\n{block}"));
        }
    }
    assert!(count > 10, "the examples were found: {count}");
    none(wrong);
}

/// Returns the fenced blocks of a page with their languages. A block with the `diff` attribute has the `diff` language.
fn fences(text: &str) -> Vec<(&str, String)> {
    let mut all = Vec::new();
    let mut open: Option<(&str, &str, String)> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        match &mut open {
            Some((ticks, language, block)) => {
                if bare.trim_end() == *ticks {
                    all.push((*language, std::mem::take(block)));
                    open = None;
                } else {
                    block.push_str(line);
                    block.push('\n');
                }
            }
            None if bare.starts_with("```") => {
                let info = bare.trim_start_matches('`');
                let ticks = &bare[..bare.len() - info.len()];
                let words: Vec<&str> = info.split([' ', '{']).collect();
                // The old and new lines of a diff together aren't valid data.
                let language = if words.contains(&"diff") { "diff" } else { words[0] };
                open = Some((ticks, language, String::new()));
            }
            None => {}
        }
    }
    all
}

#[test]
fn every_variable_of_the_styles_is_used() {
    let theme = repository().join("theme");
    let mut files: Vec<(String, String)> = Vec::new();
    for folder in ["src", "templates", "build"] {
        let text = |bytes| String::from_utf8(bytes).expect("sources are UTF-8");
        files.extend(tree(&theme.join(folder)).into_iter().map(|(path, bytes)| (path, text(bytes))));
    }
    files.extend(rust_files());
    let names = |text: &str, before: &str| -> Vec<String> {
        let ends = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
        let parts = text.split(before).skip(1);
        parts.filter_map(|rest| Some(format!("--{}", rest.get(..rest.find(ends)?)?))).collect()
    };
    let used: Vec<String> = files
        .iter()
        .flat_map(|(_, text)| [names(text, "var(--"), names(text, "(\"--"), names(text, "\"--")].concat())
        .collect();
    let mut wrong = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".css")) {
        for line in text.lines().map(str::trim_start).filter(|line| line.starts_with("--")) {
            let name = line.split(':').next().unwrap_or(line);
            if !used.iter().any(|one| one == name) {
                wrong.push(format!("{path}: {name} is set and never used"));
            }
        }
    }
    none(wrong);
}

#[test]
fn every_directive_is_documented_and_has_styles() {
    let texts = |folder: &str, ends: &str| -> String {
        let files = tree(&repository().join(folder)).into_iter().filter(|(path, _)| path.ends_with(ends));
        files.map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned() + "\n").collect()
    };
    let (manual, styles) = (texts("manual/content", ".md"), texts("theme/src", ".css"));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let names = |text: &str, before: &str| -> std::collections::HashSet<String> {
        text.split(before).skip(1).map(|rest| rest.chars().take_while(|c| is_name(*c)).collect()).collect()
    };
    let (documented, styled) = (&names(&manual, ":") | &names(&manual, "`"), names(&styles, "."));
    let mut wrong = Vec::new();
    for directive in &DIRECTIVES {
        if !documented.contains(directive.name) {
            wrong.push(format!("`{}` is not in the manual", directive.name));
        }
        for class in directive.html.iter().flat_map(|html| html.classes) {
            if !styled.contains(*class) {
                wrong.push(format!("`:::{}` has the class `{class}`, which has no styles", directive.name));
            }
        }
    }
    none(wrong);
}

#[test]
fn every_kind_of_page_is_documented_and_known_to_the_theme() {
    let read = |path: &str| std::fs::read_to_string(repository().join(path)).expect("the file is there");
    let manual = read("manual/content/docs/guides/customizing.md");
    let theme = read("theme/src/chunk.ts");
    let mut wrong = Vec::new();
    for kind in PageKind::ALL {
        if !manual.contains(&format!("`{}`", kind.template())) {
            wrong.push(format!("`{}` is not among the templates of the manual", kind.template()));
        }
        if !theme.contains(&format!("| \"{}\"", kind.as_str())) {
            wrong.push(format!("`{}` is not among the kinds of `theme/src/chunk.ts`", kind.as_str()));
        }
    }
    none(wrong);
}
