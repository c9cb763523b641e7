//! Tests for definition lists and emoji.

use super::{check, outline_of};

#[test]
fn definitions_have_terms() {
    let expected = "
definitions
  term
    \"A\"
  definition
    \"b\"
  definition
    \"c\"
";
    check("A\n: b\n: c", expected);
    assert_eq!(outline_of("a.mdx", "A\n: b\n: c").trim(), expected.trim());
    let loose = outline_of("a.mdx", "A\n\n:   b\n\n    c {1}\n");
    assert!(loose.contains("definition\n    paragraph\n      \"b\"\n    paragraph\n      \"c "), "{loose}");
}

#[test]
fn shortcodes_are_emoji() {
    check(
        "Go :rocket:, \\:rocket:, `:rocket:` 10:30:45 a:b: :nothing:",
        "
paragraph
  \"Go \"
  emoji :rocket:
  \", :rocket:, \"
  `:rocket:`
  \" 10:30:45 a:b: :nothing:\"
",
    );
    check("## :fire: Hot", "h2 #fire-hot\n  emoji :fire:\n  \" Hot\"");
}
