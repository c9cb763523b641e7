//! Compares how docgen and the reference implementation read MDX documents. For these documents, `tests/mdx` contains
//! the expected structure.

use serde_json::Value;

use super::canonical::canonical;

/// A document, and its structure according to the reference implementation.
struct Case {
    input: String,
    expected: Value,
    /// The reason that docgen reads the document differently, if it does.
    reason: Option<String>,
}

#[expect(clippy::disallowed_methods, reason = "a test over files that are not part of the crate")]
fn cases(path: &std::path::Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
    let case = |line: Vec<Value>| Case {
        input: line[0].as_str().expect("a string").to_owned(),
        expected: line[1].clone(),
        reason: line.get(2).and_then(Value::as_str).map(str::to_owned),
    };
    lines.map(case).collect()
}

fn same(actual: &Value, expected: &Value) -> bool {
    match (actual.get("error"), expected.get("error")) {
        (None, None) => actual == expected,
        (Some(_), Some(_)) => true,
        _ => false,
    }
}

#[test]
fn documents_have_the_structure_of_the_reference_implementation() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mdx/expected.jsonl");
    let cases = cases(&path);
    assert!(cases.len() > 1000, "the cases were found: {}", cases.len());
    let mut wrong = Vec::new();
    for Case { input, expected, reason } in cases {
        let actual = canonical(&input);
        match (same(&actual, &expected), reason) {
            (false, None) => wrong.push(format!("{input:?}\n  expected {expected}\n  actual   {actual}")),
            (true, Some(reason)) => wrong.push(format!("{input:?}\n  is equal although {reason}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// If the `DOCGEN_MDX` environment variable specifies a file, compares documents from this file. Shows the first
/// documents that differ. If `DOCGEN_SHOWN` is 0, shows all differing documents as JSON.
#[test]
#[expect(clippy::print_stdout, reason = "shown when asked for")]
fn other_documents_are_compared_when_asked_for() {
    let Some(path) = std::env::var_os("DOCGEN_MDX").filter(|path| !path.is_empty()) else { return };
    let limit = std::env::var("DOCGEN_SHOWN").ok().and_then(|limit| limit.parse().ok()).unwrap_or(20);
    let (mut equal, mut count, mut shown) = (0, 0, 0);
    for Case { input, expected, .. } in cases(std::path::Path::new(&path)) {
        let actual = canonical(&input);
        count += 1;
        if same(&actual, &expected) {
            equal += 1;
        } else if limit == 0 {
            println!("{}", serde_json::json!([input, expected, actual]));
        } else if shown < limit {
            shown += 1;
            println!("--- {input:?}\n  expected {expected}\n  actual   {actual}");
        }
    }
    println!("{equal} of {count} documents are equal");
}
