//! The table in the manual that lists the browser test for each line of the site's specification. For each line, a
//! browser test calls `line("2.1", "words", …)`. If no test covers the line yet, a browser test calls `gap("2.3",
//! "words", "why")` instead. `UPDATE_GOLDEN=1` rewrites the table from these calls.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::harness::{repository, same_text};

const PAGE: &str = "manual/content/docs/contributing/specification.md";
const START: &str = "<!-- The table begins here; it is written by the test `specification`. -->\n";
const SECTIONS: [(&str, &str); 8] = [
    ("2", "Screens and routes"),
    ("3", "Entities"),
    ("4", "States and transitions"),
    ("5", "Validation rules"),
    ("6", "Roles and permissions"),
    ("7", "Requests"),
    ("8", "Error catalog"),
    ("9", "Constants and limits"),
];

/// A line of the specification.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    section: u32,
    number: u32,
    words: String,
    /// The file of the test, or the reason why the line has no test.
    held: Result<String, String>,
}

/// Returns the comma-separated strings at the start of a piece of TypeScript.
fn strings(mut text: &str, count: usize) -> Vec<String> {
    let mut found = Vec::new();
    while found.len() < count {
        text = text.trim_start_matches([' ', '\n', ',']);
        let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some(end) = text[1..].find(quote) else { break };
        found.push(text[1..=end].to_owned());
        text = &text[end + 2..];
    }
    found
}

fn lines() -> Vec<Line> {
    let folder = repository().join("tests/browser");
    let entries = std::fs::read_dir(&folder).expect("the browser tests are there");
    let mut files: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("spec-") && name.ends_with(".test.ts"))
        .collect();
    files.sort();
    let mut lines = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(folder.join(&file)).expect("tests are text");
        for (call, count) in [("line(", 2), ("gap(", 3)] {
            let calls = text.match_indices(call).filter(|(at, _)| {
                text[..*at].chars().next_back().is_none_or(|before| before.is_whitespace())
            });
            for (at, _) in calls {
                let given = strings(&text[at + call.len()..], count);
                let [id, words, rest @ ..] = &given[..] else { panic!("{file}: {call} without words") };
                let (section, number) = id.split_once('.').expect("a line is numbered `section.number`");
                lines.insert(Line {
                    section: section.parse().expect("sections are numbers"),
                    number: number.parse().expect("lines are numbers"),
                    words: words.clone(),
                    held: match rest {
                        [why] => Err(why.clone()),
                        _ => Ok(file.trim_end_matches(".test.ts").to_owned()),
                    },
                });
            }
        }
    }
    lines.into_iter().collect()
}

#[test]
fn the_manual_says_which_test_holds_which_line_of_the_specification() {
    let lines = lines();
    assert!(lines.len() > 50, "the lines were found");
    let mut numbers: Vec<(u32, u32)> = lines.iter().map(|line| (line.section, line.number)).collect();
    numbers.dedup();
    assert_eq!(numbers.len(), lines.len(), "each line has a number of its own");
    let mut table = String::new();
    for (section, title) in SECTIONS {
        let _ =
            write!(table, "\n## {section}. {title}\n\n| Line | Requirement | Test |\n| --- | --- | --- |\n");
        let own = lines.iter().filter(|line| line.section.to_string() == section);
        let mut count = 0;
        for line in own {
            let held = match &line.held {
                Ok(file) => format!("`{file}`"),
                Err(why) => format!("*Nothing yet: {why}*"),
            };
            let _ = writeln!(table, "| {section}.{} | {} | {held} |", line.number, line.words);
            count += 1;
        }
        assert!(count > 0, "section {section} has lines");
    }
    let file = repository().join(PAGE);
    let text = std::fs::read_to_string(&file).expect("the manual has the page");
    let (before, found) = text.split_once(START).expect("the page says where the table begins");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, format!("{before}{START}{table}")).expect("the page can be written");
    } else {
        same_text(&table, found);
    }
}
