//! Tests for code blocks: info strings, marks in comments, and languages.

use super::{check, read};
use crate::markdown::{Document, highlight};

#[track_caller]
fn marks(language: &str, code: &str, expected: &str) {
    let (_, document, _) = read(&format!("```{language}\n{code}\n```\n"));
    let block = &document.code[0];
    let lines = document.str(block.text).split('\n').enumerate().map(|(at, line)| {
        let mark = block.marks.get(at).copied().flatten().map_or(String::new(), |mark| format!("{mark:?}:"));
        format!("{mark}{line}")
    });
    assert_eq!(lines.collect::<Vec<_>>().join("|"), expected, "{code}");
}

#[test]
fn info_strings() {
    let (_, document, diagnostics) =
        read("```rust title=\"src/main.rs\" {1,3-4} showLineNumbers=5\na\nb\nc\nd\n```\n");
    let block = &document.code[0];
    assert_eq!(
        (&*block.language, block.title.as_deref(), block.first_number),
        ("rust", Some("src/main.rs"), Some(5))
    );
    assert_eq!(diagnostics, []);
    marks("js {2}", "a\nb", "a|Mark:b");
    marks("js{1}", "a\nb", "Mark:a|b");
    marks("py hl_lines=\"1 2-3\"", "a\nb\nc", "Mark:a|Mark:b|Mark:c");
    marks("js diff", "+a\n-b\n c\nd", "Add:a|Remove:b|c|d");
    marks("{1}", "a", "Mark:a");
    marks(
        "md",
        "let a; // [!code ++]\n// highlight-next-line\nb",
        "let a; // [!code ++]|// highlight-next-line|b",
    );
    marks("rust,ignore {99999999-1,x,-}", "a", "a");
    let (_, document, _) =
        read("```title=\"a b\"\nx\n```\n\n    indented\n\n```js showLineNumbers title='q'\n```\n");
    assert_eq!(document.code[0].title.as_deref(), Some("a b"));
    let (_, _, diagnostics) = read("```py Only if the value is different\n1\n```\n");
    assert_eq!(diagnostics, []);
    assert_eq!((document.code[2].title.as_deref(), document.code[2].first_number), (Some("q"), Some(1)));
}

#[test]
fn marks_stand_in_the_comments_of_every_language() {
    for (language, open, close) in [
        ("rust", "//", ""),
        ("python", "#", ""),
        ("sql", "--", ""),
        ("html", "<!--", " -->"),
        ("css", "/*", " */"),
        ("latex", "%", ""),
        ("ini", ";", ""),
        ("bat", "REM", ""),
        ("vim", "\"", ""),
        ("tsx", "{/*", " */}"),
        ("ocaml", "(*", " *)"),
    ] {
        let mark = |words: &str| format!("{open} {words}{close}");
        marks(language, &format!("a {}\nb", mark("[!code ++]")), "Add:a|b");
        marks(language, &format!("{}\na\nb", mark("highlight-next-line")), "Mark:a|b");
        let section = format!("{}\na\n{}\nb", mark("highlight-start"), mark("highlight-end"));
        marks(language, &section, "Mark:a|b");
    }
}

#[test]
fn kinds_of_marks() {
    marks(
        "js",
        "a // [!code --]\nb // [!code error]\nc // [!code warning]\nd // [!code focus]\ne // [!code highlight]",
        "Remove:a|Error:b|Warning:c|Focus:d|Mark:e",
    );
    marks("js", "// [!code highlight:2]\na\nb\nc", "Mark:a|Mark:b|c");
    marks("js", "a // [!code ++:2]\nb\nc", "Add:a|Add:b|c");
    marks("html", "<p> <!-- [!code ++] --></p>", "Add:<p></p>");
    // Line numbers don't count the comments.
    marks("js {2}", "// highlight-start\na\n// highlight-end\nb\nc", "Mark:a|Mark:b|c");
}

#[test]
fn what_is_no_mark_stays() {
    for code in [
        "let x = 'highlight-start';",
        "a // see highlight-start below",
        "[!code ++]",
        "a // [!code maybe]",
        "REMARK highlight-end x",
    ] {
        marks("js", code, code);
    }
    // An end marker without a start marker has no effect.
    marks("js", "a\n// highlight-end\nb", "a|// highlight-end|b");
}

#[test]
fn languages() {
    check(
        "```rsut\nx\n```\n\n```text\nx\n```\n\n```JS\nx\n```\n\n```qqqq\nx\n```\n",
        r###"
code rsut "x"
code text "x"
code JS "x"
code qqqq "x"
! unknown-language: unknown language `rsut` "```rsut"
! unknown-language: unknown language `qqqq` "```qqqq"
"###,
    );
    let (_, _, diagnostics) = read("```rsut\nx\n```\n");
    assert_eq!(diagnostics[0].hints, ["use `rust`, or `text` for plain text"]);
}

/// Returns the HTML of the only code block.
fn html(document: &Document) -> String {
    let block = &document.code[0];
    let mut html = block.html.as_deref().unwrap_or_default().to_owned();
    if block.html.is_none() {
        highlight::write(&block.language, document.str(block.text), &mut html);
    }
    html
}

#[test]
fn tokens_have_classes() {
    let (_, document, _) = read("```rust\n/* a\nb */ fn f(x: &str) {} // <c>\n```\n");
    assert_eq!(
        html(&document),
        "<span class=\"c\">/* a</span>\n<span class=\"c\">b */ </span><span class=\"k\">fn </span><span class=\"f\">f</span>\
         <span class=\"p\">(</span><span class=\"v\">x</span><span class=\"p\">: </span><span class=\"o\">&amp;</span>\
         <span class=\"t\">str</span><span class=\"p\">) {} </span><span class=\"c\">// &lt;c&gt;</span>"
    );
    let (_, document, _) = read("```console\n$ ls \\\n  -a\nfile\n```\n");
    assert_eq!(
        html(&document),
        "<span class=\"p\">$ </span><span class=\"f\">ls </span><span class=\"p\">\\</span>\n  <span class=\"a\">-a</span>\nfile"
    );
}

#[test]
fn diagrams_are_islands() {
    let (_, document, diagnostics) = read("```mermaid\ngraph TD\n  A --> B\n```\n");
    assert!(document.code[0].diagram && diagnostics.is_empty());
    assert_eq!(document.islands, ["diagram".into()] as [Box<str>; 1]);
    assert_eq!(document.str(document.code[0].text), "graph TD\n  A --> B");
}

#[test]
fn diagrams_are_known_by_their_first_word() {
    for (source, word) in [
        ("graph TD;A-->B", "graph"),
        ("\n  stateDiagram-v2\n", "stateDiagram-v2"),
        ("gitGraph:\n  commit", "gitGraph"),
        ("---\ntitle: A --- pie\n---\nflowchart LR", "flowchart"),
        ("  ---\n  config:\n    layout: elk\n  ---  \n\n  mindmap", "mindmap"),
        ("---\n----\npie\n---\r\ngantt", "gantt"),
        ("%% pie\n  %%pie\n\nerDiagram", "erDiagram"),
        ("%%{init: {\"theme\": \"dark\"}\n}%% %%{wrap}%%\nsequenceDiagram", "sequenceDiagram"),
        ("---\ntitle: A\n---\n%% pie\njourney", "journey"),
        ("---\npie", ""),
        ("%%{pie", ""),
        ("%% pie", ""),
        ("(pie)", ""),
        ("", ""),
    ] {
        let (_, document, _) = read(&format!("```mermaid\n{source}\n```\n"));
        assert_eq!(document.diagrams, [word.into()] as [Box<str>; 1], "{source}");
    }
    let (_, document, _) = read("```mermaid\npie\n```\n\n<div data-island=\"diagram\"></div>\n");
    assert_eq!(document.diagrams, ["".into(), "pie".into()] as [Box<str>; 2]);
}

#[test]
fn long_lines_and_blocks_are_shown_plain() {
    let line = "x(\"".repeat(1_000_000);
    let (_, document, _) = read(&format!("```js\nlet a;\n{line}\nlet b;\n```\n"));
    let html = html(&document);
    assert!(html.starts_with("<span class=\"k\">let") && html.ends_with("<span class=\"p\">;</span>"));
    assert!(html.contains(&line));
}
