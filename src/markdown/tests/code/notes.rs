//! Tests for notes on code.

use super::{parts, read};
use crate::diag::{Diagnostic, Location};

#[test]
fn notes_are_numbers_in_comments() {
    let notes = "\n1. One\n2. Two\n";
    parts(&format!("```py\na = 1  # (1)!\nb  # why (2)!\n```\n{notes}"), "1:a = 1|2:b  # why");
    parts(&format!("```css\na {{ /* (1)! */\n}} /* (2)! (1)! */\n```\n{notes}"), "1:a {|2:}|1:}");
    parts(&format!("```yaml annotate\na: b # (1)\n```\n{notes}"), "1:a: b");
    parts("> ```html\n> <p> <!-- (1)! -->\n> ```\n>\n> 1. One\n", "1:<p>");
    // A comment can contain marks and numbers.
    for comment in ["// [!code ++] (1)!", "// (1)! // [!code ++]", "/* [!code ++] */ // (1)!"] {
        parts(&format!("```js\na {comment}\n```\n{notes}"), "1:a");
    }
    parts(&format!("```js\n// [!code ++] (1)!\na\n```\n{notes}"), "1:a");
    // An attribute list belongs to the block before it.
    parts(&format!("```js\na // (1)!\n```\n{{.b}}\n{notes}"), "1:a");
    parts("> ```js\n> a // (1)!\n> ```\n> {: .b}\n>\n> 1. One\n", "1:a");
    parts(&format!("```yaml annotate\na: b#c#(1) # (1)\n```\n{notes}"), "1:a: b#c#(1)");
    // Without notes, or without a comment, the number is code.
    for text in [
        "```py\na # (1)!\n```\n\ntext\n".to_owned(),
        format!("```py\na # (1)\n```\n{notes}"),
        format!("```py\nf(1)!\n```\n{notes}"),
        format!("```yaml annotate\na: b#(1)\nc: d#e(1)\n```\n{notes}"),
        format!("```md\na <!-- (1)! -->\n```\n{notes}"),
    ] {
        parts(&text, "");
    }
}

#[test]
fn each_number_in_code_needs_a_note() {
    let check = |markdown: &str, expected: &str, messages: &[&str]| {
        parts(markdown, expected);
        let found = read(markdown).2;
        let place = |one: &Diagnostic| match &one.location {
            Some(Location::Span(_, span)) => markdown[span.range()].to_owned(),
            _ => String::new(),
        };
        let shown: Vec<String> = found.iter().map(|one| format!("{}: {}", place(one), one.message)).collect();
        assert_eq!(shown, messages, "{markdown}");
    };
    let one = "(3)!: no note for `(3)`: the list after the code block has 1 note";
    check("```js {1}\na // (1)!\nb // (3)!\n```\n\n1. One\n\n   1. Inner\n   2. Inner\n", "1:a", &[one]);
    check("- ```js\n  b // (3)!\n  ```\n\n  1. One\n", "", &[one]);
    let annotated = "(2): no note for `(2)`: the list after the code block has 1 note";
    check("```js annotate\na // (2)\n```\n1. One\n", "", &[annotated]);
    // The list must be directly after the block.
    let none = "(1)!: no note for `(1)`: no numbered list directly follows the code block";
    check("```js\na // (1)!\n```\n\n1. One\n{.wide}\n", "", &[none]);
    let group = ":::code-group\n```js\na // (1)!\n```\n\n1. One\n\n```ts\nb\n```\n:::\n";
    parts(group, "");
    assert!(read(group).2.iter().any(|found| found.message.contains("no note for `(1)`")));
}
