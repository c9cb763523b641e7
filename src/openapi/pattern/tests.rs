//! Tests of expressions: only the right strings match, generated strings match, and both matching and generating are
//! fast.

use serde_json::Value;

use super::{Pattern, generate, matching};
use crate::fixture::Numbers;

/// Expressions with strings that match, strings that don't match, and strings with an unknown result. The console's
/// tests use the same expressions. The second file contains random expressions with the results from V8.
/// `theme/test/console/matcher.test.ts` writes that file.
const CASES: [&str; 2] = [
    include_str!("../../../theme/test/fixtures/patterns.json"),
    include_str!("../../../theme/test/fixtures/patterns-of-v8.json"),
];

#[test]
fn expressions_match_as_in_ecma_262() {
    let parse = |cases| serde_json::from_str::<Vec<Value>>(cases).expect("the cases are JSON");
    for case in CASES.into_iter().flat_map(parse) {
        let source = case["pattern"].as_str().expect("each case has an expression");
        let pattern = Pattern::parse(source).unwrap_or_else(|| panic!("`{source}` is an expression"));
        for (name, expected) in [("yes", Some(true)), ("no", Some(false)), ("unknown", None)] {
            for text in case[name].as_array().into_iter().flatten() {
                let text = text.as_str().expect("it is a string");
                assert_eq!(pattern.matches(text), expected, "`{source}` and {text:?}");
            }
        }
    }
}

#[test]
fn what_is_no_expression_is_refused() {
    for source in ["(", ")", "[", "a**", "*", "a{3,1}", "[z-a]", r"\k<x>", "(?i)a", "[[:alpha:]]"] {
        assert!(Pattern::parse(source).is_none(), "`{source}`");
    }
}

#[test]
fn a_brace_that_opens_no_count_is_a_brace() {
    let pattern = Pattern::parse("^a{,3}{{2}$").expect("it is an expression");
    assert_eq!(pattern.matches("a{,3}{{"), Some(true));
    assert_eq!(pattern.matches("aaa{{"), Some(false));
    let braces = "{".repeat(3_990);
    assert_eq!(Pattern::parse(&braces).expect("it is an expression").matches(&braces), Some(true));
}

#[test]
fn texts_are_made_that_match() {
    for (source, min, max, expected) in [
        ("^[a-z]+$", 0, 100, "abc"),
        ("^[A-Z]{3}$", 0, 100, "ABC"),
        (r"^\d{3}-\d{2}$", 0, 100, "123-12"),
        ("^[a-z]+$", 8, 10, "abcdefgh"),
        ("^cus_[A-Za-z0-9]{6}$", 0, 100, "cus_ABCDEF"),
        (r"^(GET|POST)$", 0, 100, "GET"),
        (r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#]).{8,}$", 8, 100, "Passw0rd!"),
        (r"^\+?[1-9]\d{1,14}$", 0, 100, "+2123"),
        ("[0-9]", 6, 8, "1aaaaa"),
        (r"^#(?:[0-9a-f]{3}){1,2}$", 0, 7, "#123"),
        (r"^([^:]+):\1$", 0, 100, "abc:abc"),
        (r"^(?:\1x|(a))\1$", 0, 100, "x"),
    ] {
        let pattern = Pattern::parse(source).unwrap_or_else(|| panic!("`{source}` is an expression"));
        let made =
            pattern.candidates(min, max, 0).into_iter().find(|text| pattern.matches(text) == Some(true));
        assert_eq!(made.as_deref(), Some(expected), "`{source}`");
    }
}

/// Returns an expression made of random pieces. `wild` expressions can be slow in other engines.
fn random(numbers: &mut Numbers, depth: usize, wild: bool) -> String {
    let tame = ["a", "b", "[ab]", "[^a]", r"\d", r"\w", ".", "-", "^", "$", r"\b", r"\B", ""];
    let harder = [r"\p{L}", r"[\s\S]", "[^\0-\u{3000}]", r"[^\w\W]", r"\1", r"\2", r"\7", "[a-zA-Z0-9_.-]"];
    let repeats = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{2,3}?"];
    let longer = ["{1000000}", "{0,1000000}", "{99}", "{9,}", "{30,60}"];
    let alternatives = 1 + numbers.below(3) / 2;
    let mut out = String::new();
    for alternative in 0..alternatives {
        out.push_str(if alternative > 0 { "|" } else { "" });
        for _ in 0..numbers.below(4) {
            let is_group = depth > 0 && numbers.below(3) == 0;
            if is_group {
                // Tame expressions also work in engines without lookarounds.
                let opens = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!"];
                let open = opens[numbers.below(if wild { opens.len() } else { 2 })];
                out.push_str(open);
                out.push_str(&random(numbers, depth - 1, wild));
                out.push(')');
                // Lookarounds aren't repeated, because engines treat repeated lookarounds differently.
                if opens[2..].contains(&open) {
                    continue;
                }
            } else {
                let pieces: &[&str] = if wild && numbers.below(3) == 0 { &harder } else { &tame };
                let piece = pieces[numbers.below(pieces.len())];
                out.push_str(piece);
                if matches!(piece, "^" | "$" | "" | r"\b" | r"\B") {
                    continue;
                }
            }
            if numbers.below(2) == 0 {
                let repeats: &[&str] = if wild && numbers.below(2) == 0 { &longer } else { &repeats };
                out.push_str(repeats[numbers.below(repeats.len())]);
            }
        }
    }
    out
}

#[test]
fn neither_making_nor_matching_takes_long_whatever_the_expression() {
    let mut numbers = Numbers(0x5eed);
    let hostile = [
        (1..=30).fold("(a)".to_owned(), |all, at| format!(r"{all}(\{at}\{at})")),
        format!("^{}^{}$", "(?:".repeat(50), "){99}".repeat(50)),
        format!("^{}a{}$", "(".repeat(20), "){9}".repeat(20)),
        format!("{}a{}", "(?:a|".repeat(50), ")*".repeat(50)),
        format!("^{}$", "(a|a)?".repeat(400)),
        format!("^(?:{}){{1000}}$", "a|".repeat(1_000)),
        format!("[{}]{{2000}}", "a-z".repeat(1_000)),
        format!("^{}$", ".*".repeat(1_000)),
        format!("^{}(?<=x)$", "(?<!a.*b)".repeat(300)),
        format!("{}a{}", "(?<=".repeat(59), "*)".repeat(59)),
    ];
    let random = (0..10_000).map(|_| random(&mut numbers, 4, true));
    let mut read = 0;
    for source in hostile.into_iter().chain(random) {
        let Some(pattern) = Pattern::parse(&source) else { continue };
        read += 1;
        let all = &pattern.alternatives;
        for (min, taste) in [(0, 3), (500, 0)] {
            for alternative in all.iter().take(8) {
                let mut maker = generate::Maker::new(&pattern, 0, taste, min, 1_000);
                let text = maker.text(alternative).unwrap_or_default();
                assert!(
                    maker.steps <= generate::MAX_STEPS + source.len(),
                    "`{source}` takes {} steps",
                    maker.steps
                );
                assert!(
                    text.chars().count() <= generate::MAX_LENGTH,
                    "`{source}` makes {} bytes",
                    text.len()
                );
            }
        }
        for text in [&"a".repeat(read % 50), &"ab-".repeat(if read % 10 == 0 { 300 } else { 1 })] {
            let (_, steps) = matching::search(&pattern, text);
            assert!(steps <= 2 * matching::MAX_STEPS, "`{source}` takes {steps} steps");
        }
    }
    assert!(read > 9_000, "{read} of the expressions are valid");
}

#[test]
fn an_engine_of_others_agrees() {
    let mut numbers = Numbers(0xa9ee);
    let (mut known, mut made) = (0, 0);
    for _ in 0..10_000 {
        let source = random(&mut numbers, 3, false);
        let pattern = Pattern::parse(&source).unwrap_or_else(|| panic!("`{source}` is an expression"));
        let other = regex_lite::Regex::new(&source).unwrap_or_else(|why| panic!("`{source}`: {why}"));
        let texts = (0..4).map(|_| {
            let length = numbers.below(6);
            (0..length).map(|_| ['a', 'b', '1', '-', '\n'][numbers.below(5)]).collect::<String>()
        });
        let texts: Vec<String> = texts.collect();
        let fit = pattern.candidates(0, 12, 0).into_iter().find(|text| pattern.matches(text) == Some(true));
        made += usize::from(fit.is_some());
        for text in texts.iter().chain(&fit) {
            if let Some(answer) = pattern.matches(text) {
                known += 1;
                assert_eq!(answer, other.is_match(text), "`{source}` and {text:?}");
            }
        }
    }
    assert!(known > 40_000 && made > 5_000, "{known} answers, {made} texts");
}
