//! Tests of expressions: what matches, and that what is made matches.

use super::Pattern;

#[track_caller]
fn check(source: &str, yes: &[&str], no: &[&str]) {
    let pattern = Pattern::parse(source).unwrap_or_else(|| panic!("`{source}` is an expression"));
    for text in yes {
        assert_eq!(pattern.matches(text), Some(true), "`{source}` matches {text:?}");
    }
    for text in no {
        assert_eq!(pattern.matches(text), Some(false), "`{source}` does not match {text:?}");
    }
}

#[test]
fn expressions_match_as_in_ecma_262() {
    check("^[a-z]+$", &["a", "abc"], &["", "A", "a1", "a\n"]);
    check("b", &["abc", "b"], &["ac"]);
    check(r"^\d{3}-\d{2,4}$", &["123-45", "123-4567"], &["123-4", "12-45", "١٢٣-٤٥"]);
    check(r"^(?:a|bc)*d$", &["d", "abcd", "bcad"], &["abd"]);
    check(r"^(?=.*[a-z])(?=.*\d)(?!.*\s).{4,8}$", &["abc1", "12345a"], &["abcd", "1234", "a 12", "a1"]);
    check(r"^(a+)-\1$", &["a-a", "aaa-aaa"], &["a-aa"]);
    check(r"^(?<year>\d{4})-\k<year>$", &["2024-2024"], &["2024-2025"]);
    check(r"(?<=\$)\d+", &["$12"], &["12"]);
    check(r"^[\w.+-]+@[\w-]+\.[\w.-]+$", &["a.b+c@example.com"], &["a@b", "@example.com"]);
    check(r"^[^\s\/]+$", &["abc"], &["a b", "a/b"]);
    check(r"^\u0041\x42\cJ$", &["AB\n"], &["ab"]);
    check(r"^\p{Lu}\p{L}*$", &["Émile"], &["émile"]);
    check("^a{,3}$", &["a{,3}"], &["aaa"]);
    check(r"^[\W_]$", &["-", "_"], &["a"]);
    check("^[]$|^[^]$", &["x"], &["", "xy"]);
    check(r"\bfoo\b", &["a foo b"], &["afoo"]);
    check("^(a*)*$", &["", "aaa"], &["b"]);
}

#[test]
fn what_is_no_expression_is_refused() {
    for source in ["(", ")", "[", "a**", "*", "a{3,1}", "[z-a]", r"\k<x>", "(?i)a", "[[:alpha:]]"] {
        assert!(Pattern::parse(source).is_none(), "`{source}`");
    }
}

#[test]
fn an_expression_that_takes_too_long_is_unknown() {
    let pattern = Pattern::parse("^(a+)+$").expect("it is an expression");
    assert_eq!(pattern.matches(&format!("{}b", "a".repeat(60))), None);
    let pattern = Pattern::parse("^(?:ab)*$").expect("it is an expression");
    assert_eq!(pattern.matches(&"ab".repeat(100_000)), None);
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
    ] {
        let pattern = Pattern::parse(source).unwrap_or_else(|| panic!("`{source}` is an expression"));
        let made =
            pattern.candidates(min, max, 0).into_iter().find(|text| pattern.matches(text) == Some(true));
        assert_eq!(made.as_deref(), Some(expected), "`{source}`");
    }
}
