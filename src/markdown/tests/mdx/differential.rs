//! Compares docgen's reading of MDX with that of the reference implementation, on documents for which `tests/mdx`
//! contains the expected structure.

use serde_json::Value;

use super::canonical::canonical;

/// Compares documents from a file that the environment variable `DOCGEN_MDX` names, if it's set.
#[test]
#[expect(clippy::print_stdout, reason = "shown when asked for")]
#[expect(clippy::disallowed_methods, reason = "a test over files that are not part of the project")]
fn other_documents_have_the_structure_of_the_reference_implementation() {
    let Some(path) = std::env::var_os("DOCGEN_MDX").filter(|path| !path.is_empty()) else { return };
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let (mut equal, mut count, mut shown) = (0, 0, 0);
    let limit = std::env::var("DOCGEN_SHOWN").ok().and_then(|limit| limit.parse().ok()).unwrap_or(20);
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("each line is JSON");
        let (input, expected) = (case[0].as_str().expect("a text"), &case[1]);
        let actual = canonical(input);
        count += 1;
        if same(&actual, expected) {
            equal += 1;
        } else if limit == 0 {
            println!("{}", serde_json::json!([input, expected, actual]));
        } else if shown < limit {
            shown += 1;
            let input = if input.len() > 600 { "…" } else { input };
            let (expected, actual) = (cut(expected), cut(&actual));
            println!("--- {input:?}\n  expected {expected}\n  actual   {actual}");
        }
    }
    println!("{equal} of {count} documents are equal");
}

fn cut(value: &Value) -> String {
    value.to_string().chars().take(1500).collect()
}

fn same(actual: &Value, expected: &Value) -> bool {
    match (actual.get("error"), expected.get("error")) {
        (None, None) => actual == expected,
        (Some(_), Some(_)) => true,
        _ => false,
    }
}
