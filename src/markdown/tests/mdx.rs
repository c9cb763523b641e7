//! Tests for the JSX and the expressions that the scanner finds.

mod canonical;
mod differential;
mod properties;

use std::fmt::Write;

use crate::markdown::Options;
use crate::markdown::directive::Line;
use crate::markdown::extensions::of_site;
use crate::markdown::scan::{Syntax, scan};

/// Checks the scanner's result: the text with `⟦…⟧` around each piece of a block and `⟨…⟩` around each piece in text,
/// followed by the problems.
#[track_caller]
fn check(mdx: bool, input: &str, expected: &str) {
    let actual = show(mdx, input);
    assert_eq!(actual.trim_end(), expected.trim_end(), "\n--- input:\n{input}\n--- actual:\n{actual}");
}

fn show(mdx: bool, input: &str) -> String {
    let is_component = |name: &str| matches!(name, "A" | "B" | "Table");
    let syntax =
        Syntax { mdx, math: false, extensions: of_site(&Options::default()), is_component: &is_component };
    let scan = scan(input, 0, &syntax, None);
    let mut out = String::new();
    let mut rest = &scan.text[..];
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let end = tail.find('>').map_or(tail.len(), |end| end + 1);
        let block = scan.marker(&tail[..end]);
        match block.or_else(|| scan.inline_marker(&tail[..end])) {
            Some(index) => {
                let marker = scan.line(index);
                let Line::Jsx(jsx) = &marker.line else { panic!("only JSX is expected in {input}") };
                let code: String = jsx.code.iter().map(|(_, piece)| *piece).collect();
                let star = if block.is_none() && jsx.is_block { "*" } else { "" };
                let (open, close) = if block.is_some() { ("⟦", "⟧") } else { ("⟨", "⟩") };
                write!(out, "{open}{star}{code}{close}").unwrap();
                for (at, piece) in &jsx.code {
                    assert_eq!(&input[*at..*at + piece.len()], *piece);
                }
            }
            None => out.push_str(&tail[..end]),
        }
        rest = &tail[end..];
    }
    out.push_str(rest);
    for problem in &scan.problems {
        write!(out, "\n! {} {:?}", problem.message, &input[problem.span.range()]).unwrap();
    }
    out
}

#[test]
fn markdown_has_the_tags_of_components() {
    check(
        false,
        "<A b={[1]}>\n\n*c* {d} <B/> <C/>\n\n</A>\n",
        "⟦<A b={[1]}>⟧\n\n*c* {d} ⟨<B/>⟩ <C/>\n\n⟦</A>⟧",
    );
    check(false, "> <A\n>   b='c'\n> />\n> d", "> ⟦<A\n  b='c'\n/>⟧\n> d");
    check(false, "- <A> <B/> </A>\n", "- ⟦<A>⟧\n  ⟦<B/>⟧\n  ⟦</A>⟧\n");
    check(
        false,
        "`<A/>` \\<A/> \n\n    <A/>\n\n```\n<A/>\n```\n",
        "`<A/>` \\<A/> \n\n    <A/>\n\n```\n<A/>\n```\n",
    );
    check(false, "<Table>\nb\n</Table>", "⟦<Table>⟧\nb\n⟦</Table>⟧");
    check(false, "a <A b={c}/>", "a \\<A b={c}/>\n! expected JSON in the braces \"c\"");
}

#[test]
fn mdx_has_jsx_and_expressions() {
    check(true, "import a from 'b'\n\n{a}\n\nb {c} <d/>\n", "⟦import a from 'b'⟧\n\n⟦{a}⟧\n\nb ⟨{c}⟩ ⟨<d/>⟩");
    check(true, "    # a\n\n        b {c}\n", "# a\n\nb ⟨{c}⟩\n");
    check(true, "<a>b *c*</a>\n", "⟨*<a>⟩b *c*⟨*</a>⟩");
    check(true, "- {`\n    a\n  `}\n", "- ⟦{`\na\n`}⟧\n");
}

#[test]
fn code_has_no_indentation_of_its_container() {
    // The code that the reference implementation generates from these documents has the same lines.
    check(true, "\t{`\n\t  a\n\t`}", "⟦{`\n  a\n`}⟧");
    check(true, "x {`\n\t  a\n   b`}", "x ⟨{`\n  a\n b`}⟩");
    check(true, "> {`\n>\t\ta`}", "> ⟦{`\n\ta`}⟧");
    check(true, "- {`\n \t  a`}", "- ⟦{`\n  a`}⟧");
    check(true, "> - <a b='c\n>     d'/>", "> - ⟦<a b='c\nd'/>⟧");
}

#[test]
fn what_docgen_adds_to_mdx_stays() {
    check(true, "<!-- {a} <b> -->\n\nc <!-- {d --> {e}\n", "<!-- {a} <b> -->\n\nc <!-- {d --> ⟨{e}⟩\n");
    check(true, "# a {#b}\n\n## {c} {#d}\n", "# a {#b}\n\n## ⟨{c}⟩ {#d}\n");
    let lines = |input: &str| {
        let syntax = Syntax {
            mdx: true,
            math: false,
            extensions: of_site(&Options::default()),
            is_component: &|_| false,
        };
        let scan = scan(input, 0, &syntax, None);
        assert!(scan.problems.is_empty(), "{:?}", scan.problems);
        let markers = scan.text.lines().filter_map(|line| scan.marker(line));
        let show = |index| match &scan.line(index).line {
            Line::Open(opening) | Line::Leaf(opening) | Line::Inline(opening) => {
                format!("open {}", opening.name)
            }
            Line::Close(_) => "close".to_owned(),
            Line::Script | Line::Formula(_) | Line::InlineFormula { .. } => "script".to_owned(),
            Line::Jsx(jsx) => jsx.code.iter().map(|(_, piece)| *piece).collect(),
            Line::Variable(name) | Line::Url(name) => (*name).to_owned(),
        };
        markers.map(show).collect::<Vec<_>>()
    };
    assert_eq!(lines(":::note[{a]{b=\"c\"}\n{d}\n:::\n"), ["open note", "{d}", "close"]);
    let tabs = ["<Tabs>", "<TabItem value=\"a\">", "</TabItem>", "</Tabs>"];
    assert_eq!(lines("<Tabs>\n<TabItem value=\"a\">\n\nb\n\n</TabItem>\n</Tabs>\n"), tabs);
}

#[test]
fn code_that_is_not_valid_is_reported_and_stays_text() {
    let reported = |input: &str, expected: &[&str]| {
        let syntax = Syntax {
            mdx: true,
            math: false,
            extensions: of_site(&Options::default()),
            is_component: &|_| false,
        };
        let scan = scan(input, 0, &syntax, None);
        let problems = scan.problems.iter();
        let problems: Vec<_> = problems
            .map(|problem| format!("{:?} {}", &input[problem.span.range()], problem.message))
            .collect();
        assert_eq!(problems, expected, "{input}");
        assert!(scan.problems.iter().all(|problem| !problem.hints.is_empty()));
    };
    reported("a {b", &["\"{\" expected a closing brace for `{`"]);
    reported("{a b} {c}", &["\"b\" invalid JavaScript: unexpected token"]);
    reported("<a b=c/>", &["\"c\" expected a value: `\"…\"`, `'…'`, or `{…}`, found `c`"]);
    reported(
        "<https://a.example>",
        &["\"/\" expected a name, which starts with a letter, `$`, or `_`, found `/`"],
    );
    reported("- <a>\n\nb", &["\"<a>\" expected a closing tag for `<a>` before the end of the list item"]);
    reported(
        "*<a>*</a>",
        &[
            "\"<a>\" expected a closing tag for `<a>` before the end of the emphasis",
            "\"</a>\" `</a>` has no opening tag in the paragraph",
        ],
    );
    reported("<a><b></a>", &["\"<b>\" expected a closing tag for `<b>` before `</a>`"]);
    reported(
        ":::note\n<a>\n:::\n",
        &["\"<a>\" expected a closing tag for `<a>` before the end of the directive"],
    );
    reported("> {a\nb}", &["\"{\" expected the rest of the code in the same list item or quote"]);
    // The rest of the tag isn't reported again.
    reported("<a {...b} c=d/>", &["\"d\" expected a value: `\"…\"`, `'…'`, or `{…}`, found `d`"]);
    reported("{await a}", &["\"a\" `await` isn't supported"]);
    reported("export default a", &["\"export default a\" layouts with `export default` aren't supported"]);
    reported(
        "import a from 'b'\nc()",
        &["\"c\" expected `import` or `export`: other statements aren't supported here"],
    );
    reported("<a {b}/>", &["\"b\" expected `...` and a value"]);
    check(
        true,
        "a {b c} <d> {e}",
        "a {b c} \\<d> ⟨{e}⟩\n! invalid JavaScript: unexpected token \"c\"\n! expected a closing tag for `<d>` before the end of the paragraph \"<d>\"",
    );
}

#[test]
fn markers_in_code_and_links_are_restored() {
    let input = "> ```\n> <A\n>   b='c'/>\n> ```\n\n`<A/>` [<A/>](d)\n";
    let syntax = Syntax {
        mdx: false,
        math: false,
        extensions: of_site(&Options::default()),
        is_component: &|name| name == "A",
    };
    let scan = scan(input, 0, &syntax, None);
    assert_eq!(scan.restore(&scan.text), input);
    // The reference implementation also doesn't create these links.
    check(true, "[a]({'b c'})\n\n[d]: {'e f'}", "[a]\\(⟨{'b c'}⟩)\n\n[d]\\: ⟨{'e f'}⟩");
}
