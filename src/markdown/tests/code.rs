//! Tests for code blocks: info strings, marks in comments, and languages.

mod notes;

use super::{check, read};
use crate::config::CodeLinkConfig;
use crate::diag::Location;
use crate::markdown::{CodeLinks, CodePart, Document, LineMark, Options, highlight, parse};
use crate::path::SourcePath;
use crate::source::Source;

#[track_caller]
fn marks(language: &str, code: &str, expected: &str) {
    let (_, document, _) = read(&format!("```{language}\n{code}\n```\n"));
    let block = &document.code[0];
    let lines = document.str(block.text).split('\n').enumerate().map(|(at, line)| {
        let marks = block.marks.get(at).into_iter().flatten();
        marks.map(|mark| format!("{mark:?}:")).chain([line.to_owned()]).collect::<String>()
    });
    assert_eq!(lines.collect::<Vec<_>>().join("|"), expected, "{code}");
}

#[test]
fn a_line_can_have_several_marks() {
    marks("js ins={2} del={3} focus={2-3}", "a\nb\nc", "a|Add:Focus:b|Remove:Focus:c");
    marks("js focus={2-3} del={3} ins={2}", "a\nb\nc", "a|Add:Focus:b|Remove:Focus:c");
    marks("js focus={1} error={1} {1,2}", "a\nb", "Error:Focus:a|Mark:b");
    marks("js {1} focus={1}", "a", "Mark:Focus:a");
    for comment in [
        "// [!code ++] [!code focus]",
        "// [!code focus] // [!code ++]",
        "/* [!code ++] */ /* [!code focus] */",
    ] {
        marks("js", &format!("a {comment}\nb"), "Add:Focus:a|b");
        marks("js", &format!("{comment}\na\nb"), "Add:Focus:a|b");
    }
    marks("js", "a // [!code ++] and", "a // [!code ++] and");
    marks("js", "/* [!code ++] */ a /* [!code focus] */", "Add:Focus: a");
    marks(
        "js",
        "// focus-start\n// error-next-line\na\n// highlight-start\nb\n// focus-end\nc\n// highlight-end\nd",
        "Error:Focus:a|Mark:Focus:b|Mark:c|d",
    );
    marks("js diff {1}", "+a\n b", "Add:a|b");
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
        "<span class=\"q\">$ </span><span class=\"f\">ls </span><span class=\"p\">\\</span>\n  <span class=\"a\">-a</span>\n<span class=\"w\">file</span>"
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

/// Checks the parts of a block. In `expected`, each part is `kind:text`.
#[track_caller]
fn parts(markdown: &str, expected: &str) {
    let (_, document, _) = read(markdown);
    let block = &document.code[0];
    let text = document.str(block.text);
    let part = |(range, part): &(std::ops::Range<usize>, CodePart)| match part {
        CodePart::Word(mark) => format!("{mark:?}:{}", &text[range.clone()]),
        CodePart::Note(number) => {
            format!("{number}:{}", text[..range.start].rsplit('\n').next().unwrap_or_default())
        }
        CodePart::Styled { classes, colors, mark } => {
            let mark = mark.map(|mark| format!("+{mark:?}")).unwrap_or_default();
            format!("{classes}[{colors}]{mark}:{}", &text[range.clone()])
        }
        CodePart::Link(index) => {
            format!("{}:{}", document.links[*index as usize].target, &text[range.clone()])
        }
    };
    assert_eq!(block.parts.iter().map(part).collect::<Vec<_>>().join("|"), expected, "{markdown}");
}

#[test]
fn lines_have_marks_of_every_kind() {
    marks("js ins={1} del={2-3} mark={4}", "a\nb\nc\nd", "Add:a|Remove:b|Remove:c|Mark:d");
    marks("js focus={2} {1-3} error={3}", "a\nb\nc", "Mark:a|Mark:Focus:b|Error:c");
    marks("diff lang=\"js\"", "+a\n-b\n c", "Add:a|Remove:b|c");
    marks("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d\n e", "--- a|+++ b|@@ -1 +1 @@|Remove:-c|Add:+d| e");
    let (_, document, _) = read("```diff\n+a\n```\n\n```diff lang=js\n+a\n```\n");
    assert!(document.code[0].patch && !document.code[1].patch);
    assert_eq!(&*document.code[1].language, "js");
}

#[test]
fn words_are_texts_or_regular_expressions() {
    parts("```js \"b c\" ins='d'\na b c\nd b c\n```\n", "Mark:b c|Add:d|Mark:b c");
    parts("```js /b+/ del=/x(y)/\nabbc xy\n```\n", "Mark:bb|Remove:y");
    parts("```js \"a\" \"ab\" /b/\nab b\n```\n", "Mark:ab|Mark:b");
    // Markdown removes one backslash before punctuation.
    parts("```js /a\\\\/b/ \"\\\\\"\" /f[(]/\na/b \" f(\n```\n", "Mark:a/b|Mark:\"|Mark:f(");
    parts("```js\n// [!code word:foo]\nfoo\nfoo bar\n```\n", "Mark:foo|Mark:foo");
    parts("```js\n// [!code word:foo:1]\nfoo\nfoo bar\n```\n", "Mark:foo");
    parts("```js\nfoo\nfoo // [!code word:foo]\n```\n", "Mark:foo");
    parts("```js /<H \\/>/ /d/\n<H /> d\n```\n", "Mark:<H />|Mark:d");
    parts("```js /{ b+ }/ /c{2}/ /[{]d/\na { bb } cc {d\n```\n", "Mark:{ bb }|Mark:cc|Mark:{d");
    // A path isn't a regular expression.
    parts("```sh /path/to/file\npath\n```\n", "");
    check(
        "```js /a(/\na(\n```\n",
        r###"
code js "a("
! invalid-code-mark: invalid regular expression `a(`: found open group without closing ')' "```js /a(/"
"###,
    );
}

#[test]
fn marks_that_match_nothing_are_reported() {
    check(
        "```js {2,1-9} \"b\" ins={3-1} collapse={4-5}\na\nc\n```\n",
        r###"
code js "a\nc" Mark,Mark
! invalid-code-mark: the line numbers `3-1` are in the wrong order "```js {2,1-9} \"b\" ins={3-1} collapse={4-5}"
! invalid-code-mark: can't mark `4-5`: the code has 2 lines "```js {2,1-9} \"b\" ins={3-1} collapse={4-5}"
! invalid-code-mark: can't mark `b`: the code doesn't contain it "```js {2,1-9} \"b\" ins={3-1} collapse={4-5}"
"###,
    );
}

#[test]
fn a_fence_in_the_code_does_not_hide_the_end_of_the_block() {
    for (text, is_closed) in [
        ("```\n=== \"A\"\n\n    ```\n    x\n    ```\n```\n", true),
        ("> ```\n>     ```\n> ```\n\nText", true),
        ("```\n\n    ```\n", false),
        ("- ```\n  x\n\n", false),
    ] {
        let (_, _, found) = read(text);
        assert_eq!(found.iter().all(|one| !one.message.contains("never closed")), is_closed, "{text}");
    }
}

/// Returns the messages for an info string, each with its hint.
fn problems(info: &str) -> String {
    let (_, _, found) = read(&format!("```{info}\na\nb\nc\nd\n```\n"));
    let lines = found.iter().map(|one| format!("{}; {}", one.message, one.hints.join("; ")));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn marks_that_cannot_be_read_are_reported() {
    for (info, expected) in [
        ("js {x}", "expected a line number, found `x`; use line numbers, as in `{1,4-6}`"),
        ("js {1,x}", "expected a line number, found `x`; use line numbers, as in `{1,4-6}`"),
        ("{1,2a}", "expected a line number, found `2a`; use line numbers, as in `{1,4-6}`"),
        ("js {}", "`{}` has no line numbers; add line numbers, as in `{1,4-6}`"),
        ("js {1", "`{1` has no closing brace; add `}` after the line numbers"),
        (
            "js {0}",
            "can't mark `0`: there's no line 0; correct the number; the first line of the block is line 1",
        ),
        (
            "js del={0-1}",
            "can't mark `0-1`: there's no line 0; correct the number; the first line of the block is line 1",
        ),
        ("js {3-1}", "the line numbers `3-1` are in the wrong order; use `1-3`"),
        ("js ins={a}", "expected a line number, found `a`; use line numbers, as in `ins={1,4-6}`"),
        ("js ins={}", "`ins` has no line numbers; add line numbers, as in `ins={1,4-6}`"),
        ("js ins=2-3", ""),
        (
            "js ins=x",
            "can't read `ins=x`; use line numbers in braces or text in quotation marks, as in `ins={2-3}` or `ins=\"text\"`",
        ),
        ("js ins=1 collapse=1 {1-30} title=\"a \\\"b\\\" c\"", ""),
        (
            "js ins=",
            "can't read `ins=`; use line numbers in braces or text in quotation marks, as in `ins={2-3}` or `ins=\"text\"`",
        ),
        ("js del=\"a", "`del=\"a` has no closing quotation mark; add `\"` at the end of the text"),
        ("js \"a b", "`\"a b` has no closing quotation mark; add `\"` at the end of the text"),
        ("js 'a", "`'a` has no closing quotation mark; add `'` at the end of the text"),
        ("js \"\"", "`\"\"` has no text to mark; add text, or remove the quotation marks"),
        ("js \"a\"b", "can't read `\"a\"b`; put a space after the closing quotation mark"),
        ("js title=\"a b", "`title=\"a b` has no closing quotation mark; add `\"` at the end of the value"),
        (
            "js hl_lines=\"1 b\"",
            "expected a line number, found `b`; use line numbers, as in `hl_lines=\"1 4-6\"`",
        ),
        ("js collapse", "`collapse` has no line numbers; add line numbers, as in `collapse={1,4-6}`"),
        (
            "js showLineNumbers=x",
            "expected a line number, found `x`; use line numbers, as in `showLineNumbers=20`",
        ),
        ("mermaid {1}", "can't mark lines or words in a diagram; remove the marks from the code fence"),
        (
            "npm\nnpm i a # [!code ++]\n```\n\n```text",
            "can't mark lines or words in commands for several package managers; remove the marks from the code",
        ),
        (
            "npm\nnpm i a # (1)!\n```\n\n1. b\n\n```text",
            "notes aren't available in commands for several package managers; remove the numbers from the code, and write the notes as a paragraph",
        ),
        (
            "npm {1}",
            "can't mark lines or words in commands for several package managers; remove the marks from the code fence",
        ),
    ] {
        assert_eq!(problems(info), expected, "{info}");
    }
}

#[test]
fn misspelled_attributes_and_marks_are_reported() {
    for (info, near) in [
        ("regoin=\"x\"", "region"),
        ("tilte=\"x\"", "title"),
        ("titel=x", "title"),
        ("fiel=x", "file"),
        ("hl_line=\"1\"", "hl_lines"),
        ("hl-lines=\"1\"", "hl_lines"),
        ("foucs={1}", "focus"),
        ("dle={1}", "del"),
        ("colapse={1}", "collapse"),
        ("linenubmers", "showLineNumbers"),
        ("showLineNumber", "showLineNumbers"),
        ("showlinenumbers", "showLineNumbers"),
        ("anotate", "annotate"),
        ("dif", "diff"),
        ("errors={1}", "error"),
        ("warnings={1-2}", "warning"),
        ("collapsed={1}", "collapse"),
    ] {
        let name = info.split('=').next().unwrap_or_default();
        let expected = format!("unknown attribute `{name}`; did you mean `{near}`?");
        assert_eq!(problems(&format!("js {info}")), expected);
    }
    for (mark, near) in [
        ("[!code hilight]", "did you mean `[!code highlight]`?"),
        ("[!code Focus:2]", "did you mean `[!code focus:2]`?"),
        ("[!code foucs]", "did you mean `[!code focus]`?"),
        ("[!code ++x]", "did you mean `[!code ++]`?"),
        ("[!code hl:x]", "write a number of lines after the colon, as in `[!code hl:2]`"),
        ("[!code word:]", "write the word after the colon, as in `[!code word:leaves]`"),
    ] {
        let text = format!("```js\na // {mark}\nb // {mark}\n```\n");
        let (_, _, found) = read(&text);
        assert_eq!(found.len(), 1, "{mark}: {found:#?}");
        assert_eq!(found[0].message, format!("can't read the mark `{mark}`"));
        assert_eq!(found[0].hints, [near]);
        let Some(Location::Span(_, span)) = &found[0].location else { panic!("{mark}") };
        assert_eq!(&text[span.range()], mark);
    }
    let (_, _, found) = read("```js\na // [!code error] keep this\n```");
    assert_eq!(found[0].message, "can't read the mark `[!code error]`");
    assert_eq!(found[0].hints, ["remove the text after the mark"]);
    let (_, _, found) = read("```js\na // [!code focus] [!code hilight]\n```");
    assert_eq!(found[0].message, "can't read the mark `[!code hilight]`");
    // Marks of other tools, marks outside comments, and Markdown as code.
    for text in [
        "```js\na // [!code info]\n```",
        "```js\na // [!code include-x]\n```",
        "```js errors=2322\na\n```",
        "```yaml\na: \"# [!code focus]\"\n```",
        "```js\na = \"// [!code focsu]\";\n```",
        "```sh\necho \"# [!code ++]\"\n```",
        "```js\na [!code hilight]\n```",
        "```md\na <!-- [!code hilight] -->\n```",
    ] {
        assert!(read(text).2.is_empty(), "{text}");
    }
}

#[test]
fn info_strings_of_other_tools_are_not_problems() {
    for info in [
        "js lineNumbers line-numbers",
        "js line=3 id=\"x\" dev={1}",
        "js different example",
        "js warp",
        "js filename=\"a\" theme={null} expandable",
        "js collapsed errors=2304",
        "js Title of variable in a sentence",
        "{.js}",
        "{r}",
        "{r, echo=FALSE}",
        "{code-block} python",
        "python {linenos=table,hl_lines=[1,\"3-4\"],linenostart=199}",
        "js {numberLines: true}",
        "js {.line-numbers #id}",
        "js {\"1\":3-4}",
        "mermaid {theme: 'neutral', scale: 0.8}",
        "rust,ignore",
        "ts:line-numbers {1}",
        "js live filename=\"a.js\" meta={x: 1}",
        "sh /etc/hosts",
        "text This is what it's 'like to write",
        "js showLineNumbers{5}",
        "js showLineNumbers={true}",
        "js /a/ ins=\"b\" hl_lines=\"1 3-4\"",
    ] {
        assert_eq!(problems(info), "", "{info}");
    }
    let (_, document, _) = read("```js showLineNumbers{5}\na\n```\n");
    assert_eq!(document.code[0].first_number, Some(5));
}

#[test]
fn each_part_of_an_info_string_is_used_or_reported_or_belongs_to_another_tool() {
    // Each part, with the end of the message about it. Parts without a message are used or belong to another tool.
    let parts = [
        ("{1}", ""),
        ("{2-3}", ""),
        ("\"a\"", ""),
        ("/b/", ""),
        ("ins={1}", ""),
        ("title=\"T\"", ""),
        ("collapse={2}", ""),
        ("showLineNumbers", ""),
        ("wrap", ""),
        ("live", ""),
        ("{.class}", ""),
        ("meta={x}", ""),
        ("{x}", "found `x`"),
        ("{9}", "can't mark `9`: the code has 4 lines"),
        ("{0}", "can't mark `0`: there's no line 0"),
        ("ins={y}", "found `y`"),
        ("del=x", "can't read `del=x`"),
        ("hl_lines=\"z\"", "found `z`"),
        ("error={}", "`error` has no line numbers"),
        ("showLineNumbers=w", "found `w`"),
        ("\"\"", "`\"\"` has no text to mark"),
        ("\"a\"b", "can't read `\"a\"b`"),
        ("'e'", "can't mark `e`: the code doesn't contain it"),
    ];
    for (first, one) in parts {
        for (second, two) in parts.into_iter().filter(|(second, _)| *second != first) {
            let found = problems(&format!("js {first} {second}"));
            let expected: Vec<&str> = [one, two].into_iter().filter(|message| !message.is_empty()).collect();
            assert_eq!(found.lines().count(), expected.len(), "{first} {second}: {found}");
            for message in expected {
                assert!(found.contains(&format!("{message};")), "{first} {second}: {found}");
            }
        }
    }
}

#[test]
fn collapsed_lines_are_apart() {
    let (_, document, _) = read("```js collapse={4-9,1-2,2-3}\na\nb\nc\nd\ne\n```\n");
    assert_eq!(document.code[0].collapsed, [(1, 2), (3, 3), (4, 5)]);
    let (_, document, _) = read("```js collapse={7-9}\na\n```\n");
    assert_eq!(document.code[0].collapsed, []);
}

#[test]
fn terminal_output_has_styles() {
    parts(
        "```ansi\n\u{1b}[1;31mred\u{1b}[0m \\e[38;5;208mx\\e[48;2;1;2;3my\\x1b[m\n\u{1b}[4mover\nlines\u{1b}[24m\u{1b}[2K\u{1b}]0;title\u{7}z\n```\n",
        "ansi ansi-bold ansi-fg[--fg: oklch(0.55 0.19 27);]:red|ansi ansi-fg[--fg: #ff8700;]:x|\
         ansi ansi-fg ansi-bg[--fg: #ff8700;--bg: #010203;]:y|ansi ansi-underline[]:over|ansi ansi-underline[]:lines",
    );
    let (_, document, _) = read("```ansi\n\u{1b}[1ma\u{1b}[0m\u{1b}[2K\u{1b}]0;title\u{7}b \\e no\n```\n");
    assert_eq!(document.str(document.code[0].text), "ab \\e no");
    // Marks and notes don't remove the colors.
    let red = "ansi ansi-fg[--fg: oklch(0.55 0.19 27);]";
    parts(
        "```ansi\n\\e[31mred\\e[0m // [!code highlight]\n/* [!code ++] */ a \\e[31mb\\e[0m # (1)!\n```\n\n1. One\n",
        &format!("{red}:red|{red}:b|1: a b"),
    );
    parts("```ansi \"b\"\n\\e[31ma b c\n```\n", &format!("{red}:a |{red}+Mark:b|{red}: c"));
    parts("```ansi \"ab cd\"\na\\e[31mb c\\e[0md\n```\n", &format!("Mark:a|{red}+Mark:b c|Mark:d"));
    // Every way to write the escape character works in every sequence.
    let shown = |text: &str| {
        let (_, document, _) = read(&format!("```ansi\n{text}\n```\n"));
        document.str(document.code[0].text).to_owned()
    };
    for escape in ["\u{1b}", "\u{241b}", "\\e", "\\x1b", "\\033", "\\u001b"] {
        for bell in ["\u{7}", "\\a"] {
            let text = "E]8;;http://y/E\\linkE]8;;E\\ E]0;title~zE(0 E7aE8E[31mbE[0m E]8;;E\\E[1mcE[0m";
            assert_eq!(shown(&text.replace('E', escape).replace('~', bell)), "link z ab c", "{escape}");
        }
    }
    assert_eq!(shown("\\e]8;;http://y\\e\\\\l2\\e]8;;\\e\\\\ end"), "l2 end");
    assert_eq!(
        shown("C:\\example \\e]8;;never ended\nnext \\007"),
        "C:\\example \\e]8;;never ended\nnext \\007"
    );
}

#[test]
fn names_in_code_are_links() {
    let link = |pattern: &str, url: &str, blocks| CodeLinkConfig {
        pattern: pattern.into(),
        url: url.into(),
        blocks,
    };
    let rules = vec![link(r"tea\.(\w+)", "/api/$1", true), link("Cup", "./cup.md", false)];
    let options = Options { code_links: CodeLinks::new(rules), ..Options::default() };
    let text = "## `Cup`\n\n`tea.steep`, [`Cup`](/own), `Cup`{:js}, `a Cup`\n\n```js \"tea.pour\"\ntea.steep(Cup); tea.pour();\n```\n";
    let source = Source::new(SourcePath::new("a.md"), text);
    let (document, diagnostics) = parse(&source, &options, &highlight::Cache::default(), None);
    assert_eq!(diagnostics, []);
    let targets: Vec<&str> = document.links.iter().map(|link| &*link.target).collect();
    assert_eq!(targets, ["/api/steep", "/own", "./cup.md", "/api/steep"]);
    let parts: Vec<_> = document.code[0].parts.iter().collect();
    assert_eq!(parts, [&(0..9, CodePart::Link(3)), &(16..24, CodePart::Word(LineMark::Mark))]);
    let code = document.links[3].span.range();
    assert_eq!(&text[code], "```js \"tea.pour\"");
}

#[test]
fn titles_can_contain_quotation_marks() {
    for (info, title) in [
        (r#"js title="a \"b\" c""#, r#"a "b" c"#),
        (r#"js title='it\'s' {1}"#, "it's"),
        (r#"js title="C:\dir\""#, r"C:\dir\"),
    ] {
        let (_, document, found) = read(&format!("```{info}\na\n```\n"));
        assert_eq!(document.code[0].title.as_deref(), Some(title), "{info}");
        assert!(found.is_empty(), "{info}: {found:?}");
    }
}
